"""Errors: one hierarchy, stable codes, parameters, and messages that a person can act on."""

import copy
import pickle
import re
from collections.abc import Callable
from string import Formatter
from typing import Any, Final

import pytest

import collusion_rules as cr
from collusion_rules import errors

# Codes are a promise to front ends that translate them: none of these may ever go or change.
PROMISED: Final = [
    "bad-argument",
    "not-a-move",
    "no-such-seat",
    "stale-version",
    "awaiting-deal",
    "awaiting-declaration",
    "game-over",
    "not-your-turn",
    "trick-complete",
    "card-not-held",
    "must-follow-suit",
    "no-declaration",
    "already-declared",
    "not-the-dealer",
    "no-talk",
    "no-words",
    "bad-words",
    "impossible-tricks",
    "speaking-to-oneself",
    "no-accusations",
    "two-suspects",
    "accused-oneself",
    "already-accused",
    "partners-public",
    "bad-deal",
    "deal-in-progress",
    "seed-and-hands",
    "bad-seed",
    "not-a-hand",
    "wrong-number-of-hands",
    "wrong-hand-size",
    "missing-cards",
    "doubled-cards",
    "foreign-cards",
    "wrong-honours",
    "not-an-outcome",
    "wrong-tricks-total",
    "two-pairs",
    "no-teams",
    "bad-teams",
    "not-accusable",
    "bad-totals",
    "bad-ruleset",
    "wrong-part",
    "deck-does-not-divide",
    "wrong-players",
    "unscorable-tie",
    "too-many-tricks",
    "parts-disagree",
    "not-a-card",
    "not-a-record",
    "not-json",
    "too-large",
    "unknown-version",
    "unknown-field",
    "missing-field",
    "not-storable",
    "no-such-version",
    "broken-log",
]

CODES: Final = pytest.mark.parametrize("code", cr.ErrorCode, ids=lambda code: code.value)
RULE_IDS: Final = {
    f"{letter}{number}"
    for letter, last in (("A", 10), ("B", 9), ("C", 13), ("D", 8))
    for number in range(1, last + 1)
}


def fields(code: cr.ErrorCode) -> list[str]:
    """The names of the parameters in a code's template."""
    return [name for _, name, _, _ in Formatter().parse(code.template) if name is not None]


def test_codes_are_stable() -> None:
    assert set(PROMISED) <= set(cr.ErrorCode)
    assert set(PROMISED) <= {code.value for code in cr.ErrorCode}
    assert len(PROMISED) == len(set(PROMISED))


@CODES
def test_a_code_is_its_name_and_text(code: cr.ErrorCode) -> None:
    assert code.value == code.name.lower().replace("_", "-")
    assert str(code) == f"{code}" == code.value
    assert code.rule in RULE_IDS | {""}
    assert code.template
    assert all(re.fullmatch("[a-z]+", name) for name in fields(code))
    assert not code.template.endswith(".")


def test_reasons_have_a_rule_each() -> None:
    """B1 to B4, B7, B10, C5 to C8, C10, C11 and D7 say what points are for."""
    assert {reason.rule for reason in cr.Reason} == {
        *("B1", "B2", "B3", "B4", "B7", "B10"),
        *("C5", "C6", "C7", "C8", "C10", "C11"),
        "D7",
    }
    for reason in cr.Reason:
        assert reason.value == reason.name.lower().replace("_", "-")
        names = [name for _, name, _, _ in Formatter().parse(reason.template) if name is not None]
        assert set(names) <= {"tricks", "others"}


# The hierarchy


KINDS: Final[list[type[cr.CollusionError]]] = [
    cr.BadArgumentError,
    cr.IllegalMoveError,
    cr.BadDealError,
    cr.BadRulesetError,
    cr.BadOutcomeError,
    cr.BadRecordError,
    cr.CardTextError,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_error_is_a_value_error_too(kind: type[cr.CollusionError]) -> None:
    assert issubclass(kind, cr.CollusionError)
    assert issubclass(kind, ValueError)
    others = [other for other in KINDS if other is not kind]
    assert not any(issubclass(kind, other) for other in others)


GAME: Final = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=1)
NOT_HELD: Final = next(card for card in cr.Deck().cards if card not in GAME.hands[1])


def _raise_each() -> dict[str, Callable[[], object]]:
    none: Any = None
    return {
        "BadArgumentError": lambda: cr.new_game(none),
        "IllegalMoveError": lambda: cr.play(GAME, cr.Play(cr.Seat(1), NOT_HELD)),
        "BadDealError": lambda: cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), hands=[]),
        "BadRulesetError": lambda: cr.parlett(0),
        "BadOutcomeError": lambda: cr.score_deal(cr.PARLETT, cr.Outcome((1, 2, 3, 4))),
        "BadRecordError": lambda: cr.replay([]),
        "CardTextError": lambda: cr.Card.parse("AS9"),
    }


@pytest.mark.parametrize("name", [kind.__name__ for kind in KINDS])
def test_errors_survive_copying_and_pickling(name: str) -> None:
    with pytest.raises(cr.CollusionError) as caught:
        _raise_each()[name]()
    error = caught.value
    assert type(error).__name__ == name
    twins = [copy.copy(error), copy.deepcopy(error)]
    twins += [
        pickle.loads(pickle.dumps(error, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for twin in twins:
        assert type(twin) is type(error)
        assert twin.code is error.code
        assert twin.parameters == error.parameters
        assert str(twin) == str(error)
        assert getattr(twin, "move", None) == getattr(error, "move", None)
        assert getattr(twin, "faults", None) == getattr(error, "faults", None)


@pytest.mark.parametrize("name", [kind.__name__ for kind in KINDS])
def test_parameters_are_those_of_the_message(name: str) -> None:
    with pytest.raises(cr.CollusionError) as caught:
        _raise_each()[name]()
    error = caught.value
    assert set(error.parameters) >= set(fields(error.code))
    assert "{" not in str(error)
    parameters: Any = error.parameters
    with pytest.raises(TypeError):
        parameters["seat"] = 0
    assert not hasattr(parameters, "clear")


def test_a_refused_move_comes_with_the_error() -> None:
    move = cr.Play(cr.Seat(1), NOT_HELD)
    with pytest.raises(cr.IllegalMoveError) as caught:
        cr.play(GAME, move)
    error = caught.value
    assert error.move == move
    assert error.code == "card-not-held"
    assert error.parameters == {"seat": 1, "card": NOT_HELD, "cards": GAME.hands[1]}
    assert str(error) == f"seat 1 does not hold {NOT_HELD}: play one of {GAME.hands[1]}"


def test_messages_are_written_for_people() -> None:
    """A suit by its name, cards in a row, several faults one after the other."""
    hands = cr.deal(cr.new_game(cr.TRIPLE_COLLUSION, cr.Seat(0)), seed=1).hands
    empty = (cr.Cards(), *hands[1:])
    with pytest.raises(cr.BadDealError) as caught:
        cr.deal(cr.new_game(cr.TRIPLE_COLLUSION, cr.Seat(0)), hands=empty)
    assert str(caught.value) == (
        "this deal is refused: seat 0 needs 16 cards, not 0, "
        "seat 0 needs exactly one honour of spades, not none, "
        "seat 0 needs exactly one honour of hearts, not none, "
        "seat 0 needs exactly one honour of diamonds, not none, "
        "seat 0 needs exactly one honour of clubs, not none, "
        f"nobody holds {hands[0]}"
    )


def test_a_list_of_numbers_is_written_with_commas() -> None:
    (fault,) = cr.PARLETT.scoring.outcome_faults(cr.Outcome((4, 4, 3, 3)))
    assert str(fault) == "4, 4, 3, 3 has no single tie: that can't happen"


# Faults


def _faults() -> tuple[cr.Fault, ...]:
    with pytest.raises(cr.BadDealError) as caught:
        cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), hands=[cr.Cards()] * 3)
    return caught.value.faults


def test_faults_are_values() -> None:
    faults = _faults()
    assert len(faults) == 5
    assert faults == _faults()
    assert len(set(faults)) == 5
    assert pickle.loads(pickle.dumps(faults)) == faults
    assert copy.deepcopy(faults) == faults


def test_a_fault_can_not_be_changed() -> None:
    fault: Any = _faults()[1]
    assert fault.code is cr.ErrorCode.WRONG_HAND_SIZE
    assert fault.parameters == {"seat": 0, "size": 13, "got": 0}
    assert str(fault) == "seat 0 needs 13 cards, not 0"
    with pytest.raises(AttributeError):
        fault.code = cr.ErrorCode.BAD_SEED
    with pytest.raises(TypeError):
        fault.parameters["seat"] = 1


def test_a_fault_of_nothing_in_particular() -> None:
    fault = cr.Fault(cr.ErrorCode.GAME_OVER)
    assert fault.parameters == {}
    assert str(fault) == "the game is over: start a new one"


@pytest.mark.parametrize("length", [40, 41, 10**6])
def test_messages_stay_short_whatever_is_passed(length: int) -> None:
    with pytest.raises(cr.CardTextError) as caught:
        cr.Card.parse("\U0001f0a1" * length)
    shown = "\\U0001f0a1" * 40
    assert caught.value.parameters["text"] == f"'{shown}'" + ("..." if length > 40 else "")
    assert str(caught.value).isascii()


# What the errors are made by


def test_an_argument_of_a_wrong_kind() -> None:
    with pytest.raises(cr.BadArgumentError) as caught:
        errors.check("rules", cr.Ruleset, "parlett")
    assert str(caught.value) == "rules must be a Ruleset, not 'parlett'"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_whole_number_within_its_limits(number: int) -> None:
    errors.check_whole("deals", number, 2, 4)


@pytest.mark.parametrize(
    ("number", "shown"), [(1, "1"), (5, "5"), (3.0, "3.0"), (True, "True"), ("3", "'3'")]
)
def test_a_whole_number_beyond_them(number: Any, shown: str) -> None:
    with pytest.raises(cr.BadArgumentError) as caught:
        errors.check_whole("deals", number, 2, 4)
    assert str(caught.value) == f"deals must be a whole number from 2 to 4, not {shown}"


def test_what_can_be_iterated_over() -> None:
    assert list(errors.each_of("outcomes", (1, 2))) == [1, 2]
    nothing: Any = 3
    with pytest.raises(cr.BadArgumentError) as caught:
        errors.each_of("outcomes", nothing)
    assert str(caught.value) == "outcomes must be an Iterable, not 3"
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("name", [None, "wily"])
def test_a_player_that_failed_is_known(name: str | None) -> None:
    move = cr.Play(cr.Seat(1), NOT_HELD)
    code = cr.ErrorCode.PLAYER_REFUSED
    error = errors.PlayerError(code, 1, "player", move, name=name, faults="because")
    for each in (error, pickle.loads(pickle.dumps(error))):
        assert (each.code, each.seat, each.player, each.move) == (code, 1, "player", move)
        assert each.name == name
        assert each.parameters == {"seat": 1, "faults": "because"}
        assert str(each) == "the player at seat 1 made a move that is refused: because"
