"""Every rule has an id, and every id a function that implements it and a test."""

import re
import sys
from pathlib import Path

import pytest
import rule_index
from surroundings import run

import collusion_rules as cr

pytestmark = pytest.mark.once

RULES = tuple(rule_index.pages())
FUNCTIONS, TESTS = rule_index.implementing(), rule_index.tests()

IN_DATA = {"D5"}
"""What no function does: the packs of a game are data of its ruleset, made by its builder."""


def test_the_rules_are_numbered_without_gaps() -> None:
    games = "".join(rule[0] for rule in RULES)
    assert sorted(set(games)) == ["A", "B", "C", "D"]
    numbers = [f"{game}{number}" for game in "ABCD" for number in range(1, games.count(game) + 1)]
    assert list(RULES) == numbers


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_named_by_the_function_that_implements_it(rule: str) -> None:
    if rule in IN_DATA:
        assert any(path == rule_index.BUILDERS for path, _ in rule_index.functions()[rule])
        assert not FUNCTIONS[rule]
    else:
        assert FUNCTIONS.get(rule)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_named_by_a_test(rule: str) -> None:
    assert TESTS.get(rule)


def test_no_other_rule_is_named() -> None:
    assert set(rule_index.functions()) | set(TESTS) <= set(RULES)


def test_errors_and_reasons_cite_rules_that_exist() -> None:
    cited = {message.rule for kind in (cr.ErrorCode, cr.Reason) for message in kind}
    assert cited - {""} <= set(RULES)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("One card each (A5).", "A5"),
        ("The bonuses (B2 to B4, B10).", "B2 B3 B4 B10"),
        ("The two sides (C5-C8).", "C5 C6 C7 C8"),
        ("B1 to C3, an AS, C, D20x and no rule of 2C", "B1 C3"),
        ("", ""),
    ],
)
def test_ids_are_found_in_texts(text: str, ids: str) -> None:
    assert rule_index.cited(text) == set(ids.split())


def test_ids_of_a_test_are_in_its_name_its_docstring_or_its_class() -> None:
    found = rule_index.cited_by_test("test_b7_of_c10", "As A1 has it.", None, "All of B2 to B3.")
    assert found == {"B7", "C10", "A1", "B2", "B3"}
    assert rule_index.cited_by_test("test_cards_d", None) == set()


def test_one_can_run_the_tests_of_a_rule() -> None:
    """`pytest --rule B7`."""
    files = ("tests/test_parlett_scores.py", "tests/test_partners_scores.py")
    root = Path(__file__).parent.parent
    asked = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")
    told = run(*asked, "--rule", "B6", "--rule=c13", *files, cwd=root).stdout
    chosen = set(re.findall(r"^(tests/\S+\.py)::([\w:]+)", told, re.MULTILINE))
    tests_of_both = {*TESTS["B6"], *TESTS["C13"]}
    assert {(path, name.replace("::", ".")) for path, name in chosen} == {
        (path, name) for path, name in tests_of_both if path in files
    }
    unknown = run(*asked, "--rule", "B77", files[0], cwd=root, check=False)
    assert unknown.returncode == 4
    assert "there is no rule B77; the rules are A1, A2, " in unknown.stderr
