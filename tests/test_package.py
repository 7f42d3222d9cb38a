"""The package as a whole: its floors, its public names, what it says about itself."""

import ast
import importlib
import pickle
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import resources
from itertools import chain
from pathlib import Path

import attrs
import pytest
from surroundings import run

import collusion_rules
from collusion_rules.values import Value

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "collusion_rules"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")

FLOORS = (
    ("enums", "exits", "plurals", "public", "texts", "values"),
    ("errors",),
    ("extras", "motives", "processes", "revisions", "policies", "validators"),
    ("cards",),
    ("because", "moves", "partnerships", "shuffling"),
    ("dealing", "scoring", "tricks"),
    ("schemes",),
    ("rulesets", "simulation.tallies", "wording"),
    ("events",),
    ("state",),
    ("folding",),
    ("judging", "knowledge", "views"),
    ("engine", "hidden"),
    ("plausibility",),
    ("converting", "describing", "pbn", "replaying", "testing", "worlds"),
    ("drawing", "parsing", "pbn_files", "schemas"),
    ("pictures", "records", "snapshots"),
    (
        "hosting.allowances",
        "hosting.names",
        "hosting.refusals",
        "hosting.schemas",
        "hosting.settings",
    ),
    ("hosting.draws", "hosting.rows"),
    ("hosting.messages", "hosting.rooms", "hosting.telling"),
    ("hosting.clocks",),
    ("hosting.polling", "hosting.receiving"),
    ("hosting.serving",),
    ("batch.compiling",),
    ("batch.chance",),
    ("batch.choosing",),
    ("batch.kernel",),
    ("batch.plans",),
    ("batch.plain", "batch.points", "batch.sharing", "batch.starts"),
    ("batch.results", "batch.sampling"),
    ("batch.playing",),
    ("batch.games", "batch.moving"),
    ("batch",),
    ("players.fields", "players.positions", "players.protocol"),
    ("players.trials",),
    ("players.declaring", "players.fast", "players.rollouts", "players.scoring"),
    ("players.searching", "players.simple"),
    ("players.accusing", "players.talking"),
    ("players.planning",),
    ("players.remembering",),
    ("players.talkers",),
    ("players.computers",),
    ("players.tables",),
    ("players.matches",),
    ("players.reporting",),
    ("players",),
    ("hosting.hosts",),
    ("hosting",),
    ("rl.coding",),
    ("rl.features", "rl.mirrors", "rl.tables", "rl.turns"),
    ("rl.observing",),
    ("rl.stepping",),
    ("rl.lockstep",),
    ("rl.gymnasium", "rl.openspiel", "rl.pettingzoo"),
    ("rl",),
    ("simulation.counting",),
    ("simulation.running",),
    ("simulation.reporting",),
    ("simulation.plotting",),
    ("simulation",),
    ("cli.chosen", "cli.options", "cli.pads", "cli.phrases", "cli.saving"),
    ("cli.showing",),
    ("cli.fronts",),
    ("cli.boards",),
    ("cli.sitting",),
    ("cli.watch",),
    ("cli.deal", "cli.match", "cli.play", "cli.replay", "cli.schema", "cli.score", "cli.simulate"),
    ("cli.rules",),
    ("cli",),
    ("__init__", "__main__"),
)
"""Each module of the package, lowest floor first. One imports only from floors below its own."""

FLOOR_OF = {module: floor for floor, modules in enumerate(FLOORS) for module in modules}


def module_of(file: Path) -> str:
    """A file's module as `FLOORS` has it: `cards`, `cli.watch`, and `cli` for its `__init__`."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


FILES = {module_of(file): file for file in SOURCE.rglob("*.py")}


def imports(tree: ast.AST) -> Iterator[str]:
    """The modules of this package that some code imports, wherever it does so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide which floor they go to"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}".removeprefix("collusion_rules.")
                yield from [whole] if whole in FILES else own_module(str(node.module))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield from own_module(alias.name)


def own_module(name: str) -> list[str]:
    """A module of this package as `FLOORS` has it; nothing for any other."""
    if name == "collusion_rules":
        return ["__init__"]
    return [name.removeprefix("collusion_rules.")] if name.startswith("collusion_rules.") else []


def misplaced(module: str, code: str) -> list[str]:
    """The imports of a module that don't go down."""
    own = FLOOR_OF[module]
    return [other for other in imports(ast.parse(code)) if FLOOR_OF[other] >= own]


def test_every_module_has_its_floor() -> None:
    assert set(FLOOR_OF) == set(FILES)


@pytest.mark.parametrize("module", FLOOR_OF)
def test_imports_go_down(module: str) -> None:
    assert misplaced(module, FILES[module].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "code", "found"),
    [
        ("cards", "from collusion_rules.engine import play", ["engine"]),
        ("moves", "import collusion_rules.shuffling", ["shuffling"]),
        ("rulesets", "def later():\n    from collusion_rules.state import Game", ["state"]),
        ("errors", "from collusion_rules import cards", ["cards"]),
        ("engine", "from collusion_rules import Card", ["__init__"]),
        ("cli.watch", "from collusion_rules.cli import commands", ["cli"]),
        ("cli.watch", "from collusion_rules.cli import showing", []),
        ("state", "import attrs\nfrom collusion_rules.cards import Card", []),
    ],
)
def test_a_misplaced_import_is_found(module: str, code: str, found: list[str]) -> None:
    assert misplaced(module, code) == found


def classes() -> list[type]:
    """The classes of the package."""
    names = (name for name in FILES if name not in ("__main__", "__init__"))
    found = {
        value
        for name in names
        for value in contents(f"collusion_rules.{name}")
        if isinstance(value, type) and value.__module__.startswith("collusion_rules")
    }
    return sorted(found, key=str)


def contents(module: str) -> list[object]:
    """What is in a module; nothing, if it needs an extra that is not installed."""
    try:
        return [*vars(importlib.import_module(module)).values()]
    except collusion_rules.MissingExtraError:
        return []


@pytest.mark.parametrize("kind", [kind for kind in classes() if attrs.has(kind)])
def test_every_attrs_class_is_a_value_that_only_new_fills_in(kind: type) -> None:
    assert issubclass(kind, Value), "a frozen class of ours begins `class Name(Value)`"
    for name in ("__init__", "__setstate__", "__attrs_init__"):
        assert [base for base in kind.__mro__ if name in vars(base)] in ([], [object])


def test_the_public_names_are_all_that_the_package_imports() -> None:
    tree = ast.parse(FILES["__init__"].read_text(encoding="utf-8"))
    imported = [
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname not in ("_exits", "_offer")
    ]
    assert sorted(imported) == sorted(collusion_rules.__all__)
    assert len(set(imported)) == len(imported)


def test_the_public_names_are_sorted() -> None:
    """Constants, then types, then verbs, each from A to Z."""

    def kind(name: str) -> int:
        return 0 if name.isupper() else 1 if name[0].isupper() else 2

    names = collusion_rules.__all__
    assert names == sorted(names, key=lambda name: (kind(name), name))


def test_every_public_name_says_what_it_is() -> None:
    for name in collusion_rules.__all__:
        value = getattr(collusion_rules, name)
        if isinstance(value, type) or callable(value):
            assert value.__doc__, name


@pytest.mark.parametrize("package", ["", ".batch", ".hosting", ".players", ".simulation"])
def test_public_classes_are_the_packages_own(package: str) -> None:
    try:
        offered = importlib.import_module(f"collusion_rules{package}")
    except collusion_rules.MissingExtraError as missing:
        pytest.skip(str(missing))
    for name in offered.__all__:
        value = getattr(offered, name)
        if isinstance(value, type) and value.__module__.startswith(f"{offered.__name__}"):
            assert value.__module__ == offered.__name__, name
            assert pickle.loads(pickle.dumps(value)) is value


def test_type_checkers_read_the_annotations() -> None:
    assert resources.files(collusion_rules).joinpath("py.typed").is_file()


def test_importing_it_imports_nothing_heavy() -> None:
    asked = (
        "import sys; old = set(sys.modules); import collusion_rules; print(set(sys.modules) - old)"
    )
    program = run(sys.executable, "-c", asked)
    loaded = {name.split(".")[0] for name in ast.literal_eval(program.stdout)}
    assert loaded - sys.stdlib_module_names == {"attr", "attrs", "collusion_rules"}
    assert not loaded & {"asyncio", "email", "http", "multiprocessing", "ssl", "unittest", "xml"}


PYTHONS = [
    entry.rpartition(" ")[2]
    for entry in PROJECT["classifiers"]
    if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", entry)
]
"""The versions of Python that the package's classifiers name."""


def test_the_pythons_that_are_named_are_those_that_are_tested() -> None:
    (matrix,) = re.findall(r"^ +python: \[(.*)\]$", WORKFLOW, re.MULTILINE)
    assert [entry.strip('" ') for entry in matrix.split(",")] == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_the_docs_name_the_pythons_that_are_supported() -> None:
    page = (ROOT / "docs" / "about" / "versioning.md").read_text(encoding="utf-8")
    assert f"\nCPython {', '.join(PYTHONS[:-1])} and {PYTHONS[-1]} are supported" in page


def test_free_threading_is_promised_where_it_must_pass() -> None:
    """A classifier, the docs and the workflow say the same of free-threaded builds."""
    (job,) = re.findall(r'python: "3\.\d+t"\n.*\n +promised: (\w+)\n', WORKFLOW)
    page = (ROOT / "docs" / "about" / "versioning.md").read_text(encoding="utf-8")
    named = any("Free Threading" in entry for entry in PROJECT["classifiers"])
    assert (job == "true") is named is not ("free-threaded builds nothing is promised" in page)


def test_every_dependency_has_a_least_version() -> None:
    """`.ci/run` installs them, and runs all tests with them."""
    told = run(sys.executable, ROOT / ".ci" / "least_versions.py").stdout.splitlines()
    asked = {*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())}
    assert len(told) == len([one for one in asked if not one.startswith("collusion-rules[")])
    assert "attrs==23.2" in told
    assert all(re.match(r"[\w-]+==\d+(\.\d+)+(; .*)?$", line) for line in told)


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned_and_jobs_limited(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)+", action) for action in used)
    jobs = re.split(r"^jobs:\n", text, flags=re.MULTILINE)[1]
    names = re.findall(r"^  (\w+):$", jobs, re.MULTILINE)
    assert jobs.count("\n    timeout-minutes: ") == len(names)
    assert jobs.count("\n    permissions:\n") == len(names)
    assert "\npermissions: {}\n" in text


def test_the_changelog_has_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.*?)\]", changelog, re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert collusion_rules.__version__ in headings or headings == ["Unreleased"]
    assert "version" not in PROJECT  # there is but one
