"""Mutation testing: `python scripts/mutation.py [MODULE ...]`, such as `scoring hosting.rooms`.

mutmut plants one fault after another in a copy of the project and runs the tests that reach it. A
fault that no test notices "survives": either a test is missing, or the change makes no difference
that anybody could see. The survivors are printed as diffs, with the share of faults that were
noticed. Needs `pip install mutmut`.

What was found of each module is kept in `tests/mutants.toml`, with a reason for each survivor that
is written by hand and stays as long as it does. `python scripts/mutation.py --read FILE`
takes what an earlier run has printed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs

ROOT: Final = Path(__file__).parent.parent

_SCORES: Final = ["scoring", "parlett_scores", "partners_scores", "triple_scores"]
_GAMES: Final = [
    *("judging", "parlett", "cases", "secret_partners", "open_collusion", "rotation_collusion"),
    *("triple_collusion", "laws", "house_rules", "bad_input", "fuzz_records"),
]
_ROOMS: Final = ["hosting", "room_stories"]

TESTS: Final = {
    "because": ["because", "scheme_records"],
    "cards": ["cards", "dealing"],
    "dealing": ["dealing", "shuffling", "ruleset_faults", "rulesets"],
    "engine": [*_GAMES, *_SCORES, "asking", "dealing", "errors", "shuffling"],
    "errors": ["errors", "cards", "dealing", "scoring"],
    "events": ["views", "bad_input", "growth", "folding"],
    "folding": ["folding", *_GAMES, "views"],
    "hosting.clocks": _ROOMS,
    "hosting.polling": _ROOMS,
    "hosting.receiving": _ROOMS,
    "hosting.rooms": _ROOMS,
    "judging": [*_GAMES, "errors", "asking"],
    "knowledge": ["knowledge", "bad_input"],
    "partnerships": ["rulesets", "ruleset_faults", "partners_scores", "triple_scores"],
    "rulesets": ["ruleset_faults", "rulesets", "house_rules", "growth", "cases", "bad_input"],
    "schemes": ["schemes", "because"],
    "scoring": [*_SCORES, "ruleset_faults", "rulesets", "house_rules", "other_numbers", "because"],
    "shuffling": ["shuffling"],
    "snapshots": ["snapshots"],
    "state": [*_GAMES, "asking", "views"],
    "texts": ["texts"],
    "tricks": [*_GAMES, "knowledge"],
    "validators": ["ruleset_faults", "rulesets"],
    "views": ["views", "bad_input", "asking"],
    "worlds": ["worlds"],
}
"""For each module, the tests that should notice a fault in it: `tests/test_….py`."""


_LIMIT: Final = 60
"""How long a test may take, in seconds: a fault that never comes to an end is noticed by that."""
_MEMORY: Final = 6 << 30
"""How many bytes a process may have: a fault may fill all that there are."""

_NOTICED: Final = ("killed", "timeout")
_SURVIVED: Final = ("survived", "no tests")


KEPT: Final = ROOT / "tests" / "mutants.toml"

_HEAD: Final = """\
# What `python scripts/mutation.py` has found: how many planted faults there are in each module, how
# many of them the tests notice, how many of these by a time-out, and each fault that survives, with
# the reason. The script writes all but the reasons.
"""

Survivor = tuple[str, tuple[str, ...]]
"""The function, and the lines that are taken out and put in."""


@attrs.frozen
class Found:
    """What was found of a module.

    Attributes:
        faults: how many faults were planted.
        noticed: how many of them a test has noticed.
        timed_out: how many of these by a time-out.
        survivors: the faults that no test notices.
    """

    faults: int
    noticed: int
    timed_out: int
    survivors: tuple[Survivor, ...]


def main(arguments: list[str]) -> None:
    """Mutate the modules, or all, and keep what survived; or read what was printed earlier."""
    if arguments[:1] == ["--read"]:
        keep(read(Path(arguments[1]).read_text(encoding="utf-8")))
        return
    import resource  # which Windows has not, as it has no forks for mutmut

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, most))
    for module in arguments or TESTS:
        with tempfile.TemporaryDirectory() as folder:
            told = [f"== {module}"]
            print(told[0], flush=True)
            for line in _mutate(module, _copied(Path(folder) / "project", module)):
                print(line, flush=True)
                told.append(line)
        keep(read("\n".join(told)))


def read(printed: str) -> Mapping[str, Found]:
    """What a run has printed of each module that it has finished."""
    found: dict[str, Found] = {}
    end = r"^== ([\w.]+): (\d+) of (\d+) faults noticed \((\d+) by a time-out\)$"
    for part in re.finditer(rf"^== ([\w.]+)\n(.*?){end}", printed, re.M | re.S):
        module, diffs, _, noticed, faults, timed_out = part.groups()
        shown = re.split(r"^(?:survived|no tests): ", diffs, flags=re.M)[1:]
        survivors = tuple(map(_survivor, shown))
        found[module] = Found(int(faults), int(noticed), int(timed_out), survivors)
    return found


def _survivor(shown: str) -> Survivor:
    """A fault that mutmut shows as a diff."""
    name, _, diff = shown.partition("\n")
    match = re.search(r"\.x[_ǁ](\w+?)__mutmut_", name)
    function = match[1].replace("ǁ", ".") if match else name
    changes = (line for line in diff.splitlines() if re.match(r"[-+](?!--|\+\+)", line))
    return function, tuple(line[0] + " " + line[1:].strip() for line in changes)


def keep(found: Mapping[str, Found]) -> None:
    """Put what was found in the place of what is kept; a reason stays with its survivor."""
    known = kept()
    reasons = {
        (module, survivor): why
        for module, (_, survivors) in known.items()
        for survivor, why in survivors.items()
    }
    whole = {module: now for module, (now, _) in known.items()} | dict(found)
    parts = [_HEAD]
    for module, now in sorted(whole.items()):
        table = _quoted(module) if "." in module else module
        parts += [f"[{table}]", f"faults = {now.faults}", f"noticed = {now.noticed}"]
        parts += [f"timed-out = {now.timed_out}", ""]
        for survivor in now.survivors:
            function, change = survivor
            why = reasons.get((module, survivor), "")
            parts += [f"[[{table}.survivors]]", f"in = {_quoted(function)}", "change = ["]
            parts += [f"    {_quoted(line)}," for line in change]
            parts += ["]", f"why = {_quoted(why)}", ""]
    KEPT.write_text("\n".join(parts), encoding="utf-8")


def kept() -> Mapping[str, tuple[Found, Mapping[Survivor, str]]]:
    """What is kept of each module, and the reason for each survivor."""
    tables = tomllib.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return {module: _kept(table) for module, table in tables.items()}


def _kept(table: Mapping[str, Any]) -> tuple[Found, Mapping[Survivor, str]]:
    listed = [
        ((each["in"], (*each["change"],)), each["why"]) for each in table.get("survivors", ())
    ]
    survivors = tuple(survivor for survivor, _ in listed)
    numbers = table["faults"], table["noticed"], table["timed-out"]
    return Found(*numbers, survivors), dict(listed)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _copied(project: Path, module: str) -> Path:
    """A copy of the project, set up to mutate one module."""
    unneeded = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "mutants", "node_modules")
    shutil.copytree(ROOT, project, ignore=unneeded)
    tests = [f"tests/test_{name}.py" for name in TESTS[module]]
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"src/collusion_rules/{module.replace('.', '/')}.py"],
        "also_copy": ["docs", "README.md", "scripts"],
        "pytest_add_cli_args_test_selection": tests,
        "pytest_add_cli_args": ["-p", "fresh_imports", f"--timeout={_LIMIT}"],
        "timeout_constant": 15.0,
        "timeout_multiplier": 2.0,
    }
    section = "\n".join(f"{name} = {json.dumps(value)}" for name, value in settings.items())
    with (project / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[tool.mutmut]\n{section}\n")
    return project


def _mutate(module: str, project: Path) -> Iterator[str]:
    """Plant the faults; what survived, and the score."""
    ran = _mutmut(project, "run", "--max-children", "2", HYPOTHESIS_PROFILE="quick")
    if "BadTestExecution" in ran:
        sys.exit(f"pytest could not be run, so nothing is known:\n{ran[-2000:]}")
    if survivors := [name for name, result in _results(project) if result not in _NOTICED]:
        _mutmut(project, "run", "--max-children", "2", *survivors, FRESH_IMPORTS="yes")
    results = _results(project)
    if not results:
        sys.exit(f"mutmut did not run:\n{ran}")
    if undecided := {result for _, result in results} - {*_NOTICED, *_SURVIVED}:
        sys.exit(
            f"of some faults it isn't known whether they are noticed: {undecided}\n{ran[-2000:]}"
        )
    noticed = Counter(result for _, result in results if result in _NOTICED)
    for name, result in results:
        if result in _SURVIVED:
            yield f"{result}: {_mutmut(project, 'show', name)}"
    total, of = noticed.total(), len(results)
    yield f"== {module}: {total} of {of} faults noticed ({noticed['timeout']} by a time-out)"


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
