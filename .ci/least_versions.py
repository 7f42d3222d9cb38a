"""Print the least version of each dependency that `pyproject.toml` allows, as pip's constraints.

`pip install -c <(python .ci/least_versions.py) ".[test]"` installs the oldest that is promised.
"""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
NAME = PROJECT["project"]["name"]
BOUNDED = re.compile(r"(?P<name>[\w.-]+)(?:\[[\w,]+\])?>=(?P<least>[\d.]+)(?P<marker> *;.*)?")

requirements = [
    *PROJECT["project"]["dependencies"],
    *(part for parts in PROJECT["project"]["optional-dependencies"].values() for part in parts),
]
for requirement in sorted(set(requirements)):
    if not requirement.startswith(f"{NAME}["):
        bounded = BOUNDED.fullmatch(requirement)
        if bounded is None:
            raise SystemExit(f"no least version: {requirement}")
        print(f"{bounded['name']}=={bounded['least']}{bounded['marker'] or ''}")
