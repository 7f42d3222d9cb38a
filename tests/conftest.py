"""How hard hypothesis tries: `HYPOTHESIS_PROFILE=long pytest` for at least 10,000 games a law.

`quick` is for running all tests again, as on one more version of Python. Only `long` draws other
examples each time: a change is not to fail for what it did not touch.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("ci", max_examples=60, deadline=None, derandomize=True)
settings.register_profile(
    "long", max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
