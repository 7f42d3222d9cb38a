"""Surroundings, limits and how hard hypothesis tries.

`HYPOTHESIS_PROFILE=long pytest` draws at least 10,000 games a law, or as many as `EXAMPLES` says.
`quick` is for running all tests again, as on one more version of Python. Only `long` draws other
examples each time: a change is not to fail for what it did not touch. It alone has no limit of
time.

`pytest --rule B7` runs the tests of a rule.
"""

import os
import sys
from collections.abc import Iterator
from typing import cast

import pytest
import surroundings
from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")

settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("ci", max_examples=60, deadline=None, derandomize=True)
settings.register_profile(
    "long",
    max_examples=int(os.environ.get("EXAMPLES", "10000")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(PROFILE)

TEST_LIMIT, RUN_LIMIT = 600, 3600
"""How long one test and the whole run may take, in seconds."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give each test and the whole run a limit of time, unless the command line has others.

    Where there are several processes, one that has nothing left to do takes tests from another. In
    each of them pytest-cov starts to measure twice, and for `no_cover` it pauses the second alone.
    """
    if hasattr(config, "workerinput") and "coverage" in sys.modules:
        from coverage import Coverage

        if first := Coverage.current():
            first.stop()
    if getattr(config.option, "dist", None) == "load":  # as `-n` sets it
        config.option.dist = "worksteal"
    limits = {"timeout": TEST_LIMIT, "session_timeout": RUN_LIMIT}
    for name, seconds in limits.items():
        if PROFILE != "long" and getattr(config.option, name, None) is None:
            setattr(config.option, name, seconds)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests of a rule be asked for."""
    parser.addoption(
        "--rule",
        action="append",
        default=[],
        metavar="ID",
        help="run the tests of this rule alone, such as B7; may be given several times",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave unmeasured what is drawn; leave out what is of none of the rules asked for.

    What is not measured comes last: what it leaves in a cache would not be measured afterwards.
    """
    for item in items:
        if _is_drawn(item):
            item.add_marker(pytest.mark.no_cover)
    items.sort(key=lambda item: item.get_closest_marker("no_cover") is not None)
    asked = cast("list[str] | None", config.getoption("--rule"))
    if not asked:
        return
    import rule_index

    rules = {rule.upper() for rule in asked}
    if unknown := rules - set(rule_index.pages()):
        known = ", ".join(rule_index.pages())
        raise pytest.UsageError(f"there is no rule {min(unknown)}; the rules are {known}")
    wanted = [item for item in items if rules & _rules_of(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = wanted


def _is_drawn(item: pytest.Item) -> bool:
    """Whether hypothesis draws what a test tries, and other tests run the same lines.

    To measure that would take longer than to run it.
    """
    if item.get_closest_marker("measured"):
        return False
    function = cast("object", getattr(item, "obj", None))
    return bool(getattr(function, "is_hypothesis_test", False))


def _rules_of(item: pytest.Item) -> frozenset[str]:
    import rule_index

    if not isinstance(item, pytest.Function):
        return frozenset()
    own = cast("str | None", getattr(cast("object", item.obj), "__doc__", None))
    of_class = cast("str | None", getattr(item.cls, "__doc__", None))
    return rule_index.cited_by_test(item.originalname, own, of_class)


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test has the same surroundings, whatever is around the run."""
    surroundings.clean(monkeypatch)
    with surroundings.signals_as_at_a_terminal():
        yield
