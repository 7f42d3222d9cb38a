"""Mutation testing: `python scripts/mutation.py [MODULE ...]`, such as `scoring cards`.

mutmut plants one fault after another in a copy of the project and runs the tests that reach it. A
fault that no test notices "survives": either a test is missing, or the change makes no difference
that anybody could see. The survivors are printed as diffs, with the share of faults that were
noticed. Needs `pip install mutmut`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent

_SEEING: Final = ["views", "impostors"]
_SCORES: Final = ["scoring", "parlett_scores", "partners_scores", "triple_scores"]
_GAMES: Final = ["laws", "parlett", "planted_faults", "cases", "secret_partners", "open_collusion"]
_MORE_GAMES: Final = ["rotation_collusion", "triple_collusion", "bad_input", "fuzz_records"]

TESTS: Final = {
    "because": ["because", "scheme_records"],
    "cards": ["cards", "dealing"],
    "dealing": ["dealing", "shuffling", "ruleset_faults", "rulesets"],
    "engine": [*_GAMES, *_MORE_GAMES, *_SCORES, "dealing", "errors", "shuffling", *_SEEING],
    "errors": ["errors", "cards", "dealing", "scoring"],
    "folding": [*_GAMES, *_MORE_GAMES, *_SEEING],
    "judging": [*_GAMES, *_MORE_GAMES, "errors", *_SEEING],
    "partnerships": ["rulesets", "ruleset_faults", "partners_scores", "triple_scores"],
    "rulesets": ["ruleset_faults", "rulesets"],
    "schemes": ["schemes", "because"],
    "scoring": [*_SCORES, "ruleset_faults", "rulesets"],
    "shuffling": ["shuffling"],
    "snapshots": ["snapshots"],
    "state": [*_GAMES, *_MORE_GAMES, *_SEEING],
    "tricks": [*_GAMES, *_MORE_GAMES, "knowledge"],
    "validators": ["ruleset_faults", "rulesets"],
}
"""For each module, the tests that should notice a fault in it: `tests/test_….py`."""


_NOTICED: Final = ("killed", "timeout")


def main(modules: list[str]) -> None:
    """Mutate the modules, or all, and print what survived."""
    for module in modules or TESTS:
        with tempfile.TemporaryDirectory() as folder:
            print(f"== {module}", flush=True)
            _mutate(module, _copied(Path(folder) / "project", module))


def _copied(project: Path, module: str) -> Path:
    """A copy of the project, set up to mutate one module."""
    unneeded = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "mutants", "node_modules")
    shutil.copytree(ROOT, project, ignore=unneeded)
    tests = [f"tests/test_{name}.py" for name in TESTS[module]]
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"src/collusion_rules/{module}.py"],
        "also_copy": ["docs", "README.md"],
        "pytest_add_cli_args_test_selection": tests,
        "pytest_add_cli_args": ["-p", "fresh_imports"],
    }
    section = "\n".join(f"{name} = {json.dumps(value)}" for name, value in settings.items())
    with (project / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[tool.mutmut]\n{section}\n")
    return project


def _mutate(module: str, project: Path) -> None:
    ran = _mutmut(project, "run", "--max-children", "2", HYPOTHESIS_PROFILE="quick")
    if "BadTestExecution" in ran:
        sys.exit(f"pytest could not be run, so nothing is known:\n{ran[-2000:]}")
    if survivors := [name for name, result in _results(project) if result not in _NOTICED]:
        _mutmut(project, "run", "--max-children", "2", *survivors, FRESH_IMPORTS="yes")
    results = _results(project)
    if not results:
        sys.exit(f"mutmut did not run:\n{ran}")
    noticed = Counter(result for _, result in results if result in _NOTICED)
    for name, result in results:
        if result in ("survived", "no tests"):
            print(f"{result}: {_mutmut(project, 'show', name)}")
    total, of = noticed.total(), len(results)
    print(f"== {module}: {total} of {of} faults noticed ({noticed['timeout']} by a time-out)")


def _results(project: Path) -> list[tuple[str, str]]:
    return re.findall(r"(\S+): ([a-z ]+)$", _mutmut(project, "results", "--all", "true"), re.M)


def _mutmut(project: Path, *arguments: str, **variables: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    plugins = os.environ | {"PYTHONPATH": str(ROOT / "scripts")} | variables
    ran = subprocess.run(  # noqa: S603 -- mutmut, in our own copy
        command, cwd=project, env=plugins, capture_output=True, text=True, check=False
    )
    return ran.stdout + ran.stderr


if __name__ == "__main__":
    main(sys.argv[1:])
