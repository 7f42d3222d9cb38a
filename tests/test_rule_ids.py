"""Every rule has an id, and every id a test that names it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import collusion_rules as cr

RULES = {"A": 10, "B": 10, "C": 13, "D": 8}
"""How many rules there are: A of every game, B and C of the two first, D of the variants."""

IDS = frozenset(f"{game}{number}" for game, last in RULES.items() for number in range(1, last + 1))


def named_by_tests() -> Iterator[str]:
    """The ids in the docstrings of tests."""
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from re.findall(r"\b[A-D]\d+\b", ast.get_docstring(node) or "")


NAMED = frozenset(named_by_tests())


@pytest.mark.parametrize("rule", sorted(IDS))
def test_a_rule_is_named_by_a_test(rule: str) -> None:
    assert rule in NAMED


def test_tests_name_no_other_rule() -> None:
    assert NAMED <= IDS


def test_errors_and_reasons_cite_rules_that_exist() -> None:
    cited = {message.rule for kind in (cr.ErrorCode, cr.Reason) for message in kind}
    assert cited - {""} <= IDS
