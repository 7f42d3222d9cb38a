"""Each fuzz target reads its own seeds, and notices a parser that is wrong."""

import fuzz
import pytest

import collusion_rules as cr
from collusion_rules import hosting

pytestmark = pytest.mark.once


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_a_target_reads_its_seeds_and_refuses_noise(name: str) -> None:
    target = fuzz.TARGETS[name]
    seeds = list(target.seeds())
    assert len(set(seeds)) > 5
    throw(target, [*seeds, b"", b"\xff\x00{", seeds[0][:-1], seeds[-1] * 2])
    assert all(word and "\n" not in word for word in target.words())


def throw(target: fuzz.Target, inputs: list[bytes]) -> None:
    for given in inputs:
        target.fuzz(given)


def wrong(*_: object, **__: object) -> object:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("name", "where", "what"),
    [
        ("cards", cr.Card, "parse"),
        ("pbn", cr, "from_pbn"),
        ("records", cr, "loads"),
        ("views", cr, "snapshot"),
        ("moves", cr, "parse_move"),
        ("messages", hosting, "receive"),
    ],
)
def test_a_parser_that_fails_is_noticed(
    name: str, where: object, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = fuzz.TARGETS[name]
    seeds = list(target.seeds())
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises(ZeroDivisionError):
        throw(target, seeds)


def as_an_ace(*_: object) -> str:
    return "AS"


def test_what_is_read_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    target = fuzz.TARGETS["moves"]
    seeds = list(target.seeds())
    monkeypatch.setattr(cr, "describe", as_an_ace)
    with pytest.raises(AssertionError):
        throw(target, seeds)


def test_a_word_is_written_as_a_dictionary_has_it() -> None:
    assert fuzz.quoted('♠"a') == '"\\xe2\\x99\\xa0\\x22a"'
