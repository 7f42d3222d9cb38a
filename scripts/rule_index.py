"""Which function implements a rule, and which tests are of it: `python scripts/rule_index.py B7`.

The rules are those that have an anchor on a page in `docs/rules`. The sign is that a docstring
names a rule's id: that of a function, a method or a class in the package, and of a test or a class
of tests. A test may have it in its name instead: `test_b7_...`. `B2 to B4` and `B2-B4` name B3 too.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src" / "collusion_rules"
TESTS: Final = ROOT / "tests"
PAGES: Final = ROOT / "docs" / "rules"

_CITED: Final = re.compile(r"\b([A-D])(\d+)\b(?:(?: to |[-–])\1(\d+)\b)?")
_IN_NAME: Final = re.compile(r"(?<=_)([a-d]\d+)(?=_|$)")

BUILDERS: Final = "src/collusion_rules/rulesets.py"
"""Its builders name all rules of their games. That a rule has its function is seen elsewhere."""

TELLING: Final = ("cli", "describing", "drawing", "errors", "languages", "snapshots", "testing")
"""Modules and packages that tell of rules. None is implemented there."""

Place = tuple[str, str]
"""A file, by its path from the root, and a name in it, with the class before a method."""


def pages() -> Mapping[str, str]:
    """The rules, each with the name of the page that states it, in their order."""
    found = {
        anchor.upper(): page.stem
        for page in sorted(PAGES.glob("*.md"))
        if page.stem != "rulings" and not page.stem.endswith(".ja")
        for anchor in re.findall(r"\{ #([a-d]\d+) \.rule \}", page.read_text("utf-8"))
    }
    return {rule: found[rule] for rule in sorted(found, key=_order)}


def cited(text: str) -> frozenset[str]:
    """The ids in a text."""
    return frozenset(
        f"{game}{number}"
        for game, first, last in _CITED.findall(text)
        for number in range(int(first), int(last or first) + 1)
    )


def cited_by_test(name: str, *docstrings: str | None) -> frozenset[str]:
    """The ids in a test's name, its docstring, and that of its class."""
    in_name = (rule.upper() for rule in _IN_NAME.findall(name))
    return cited(" ".join(text or "" for text in docstrings)).union(in_name)


def functions() -> Mapping[str, Sequence[Place]]:
    """For each rule the places in the package that implement it."""
    return _indexed(
        (place, cited(docstring))
        for file in sorted(SOURCE.rglob("*.py"))
        if file.relative_to(SOURCE).parts[0].removesuffix(".py") not in TELLING
        for place, (docstring, *_) in _definitions(file)
    )


def implementing() -> Mapping[str, Sequence[Place]]:
    """For each rule the functions and methods that implement it, without classes and builders."""
    return {
        rule: [(path, name) for path, name in places if path != BUILDERS and not _is_class(name)]
        for rule, places in functions().items()
    }


def _is_class(name: str) -> bool:
    return name.rpartition(".")[2].lstrip("_")[:1].isupper()


def tests() -> Mapping[str, Sequence[Place]]:
    """For each rule the tests of it."""
    return _indexed(
        (place, cited_by_test(place[1].rpartition(".")[2], *docstrings))
        for file in sorted(TESTS.rglob("test_*.py"))
        for place, docstrings in _definitions(file)
        if place[1].rpartition(".")[2].startswith("test_")
    )


def _definitions(file: Path) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """What a file defines: where, its docstring, and that of the class around it."""
    path = file.relative_to(ROOT).as_posix()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            around = ast.get_docstring(node) or ""
            yield (path, node.name), (around,)
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(inner, ast.FunctionDef):
                    name = f"{node.name}.{inner.name}"
                    yield (path, name), (ast.get_docstring(inner) or "", around)


def _indexed(found: Iterator[tuple[Place, frozenset[str]]]) -> Mapping[str, Sequence[Place]]:
    index: dict[str, list[Place]] = {}
    for place, rules in found:
        for rule in rules:
            index.setdefault(rule, []).append(place)
    return index


def _order(rule: str) -> tuple[str, int]:
    return rule[0], int(rule[1:])


if __name__ == "__main__":
    for wanted in sys.argv[1:] or pages():
        print(wanted)
        for path, name in (*functions().get(wanted, ()), *tests().get(wanted, ())):
            print(f"    {path}: {name}")
