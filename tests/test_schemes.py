"""What a scoring scheme returns is checked where it enters, whoever has written it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules.errors import excerpt

N, E, S, W = map(cr.Seat, range(4))
OUTCOME: Final = cr.Outcome((4, 4, 2, 3))
TRICKS: Final = cr.Reason.TRICKS


def nothing(*_: object) -> Iterator[Any]:
    return iter(())


@attrs.frozen
class Planted:
    """A point a trick for one deal, with something else planted in one of its answers."""

    planted_lines: Callable[[], Any] | None = None
    planted_ends: Callable[[], Any] | None = None
    planted_outcome_faults: Callable[[], Any] = nothing
    planted_ruleset_faults: Callable[[], Any] = nothing

    def ruleset_faults(self, players: int, tricks: int, partnership: object) -> Any:
        return self.planted_ruleset_faults()

    def outcome_faults(self, outcome: cr.Outcome) -> Any:
        return self.planted_outcome_faults()

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Any:
        if self.planted_lines is not None:
            return self.planted_lines()
        return (
            cr.ScoreLine(cr.Seat(seat), tricks, TRICKS, tricks)
            for seat, tricks in enumerate(outcome.tricks)
        )

    def ends(self, totals: Sequence[int], deals_played: int) -> Any:
        return self.planted_ends() if self.planted_ends is not None else deals_played > 0


def rules_of(scoring: Planted) -> cr.Ruleset:
    return cr.Ruleset(name="planted", scoring=scoring)


def a_line(**wrong: Any) -> cr.ScoreLine:
    parts: dict[str, Any] = {"seat": N, "points": 1, "reason": TRICKS, "tricks": 1, "others": (E,)}
    return cr.ScoreLine(**{**parts, **wrong})


def told(error: cr.BadScoringError) -> tuple[object, object, object]:
    assert error.code is cr.ErrorCode.BAD_SCORING
    assert error.parameters["scheme"] == "Planted"
    assert str(error).startswith("the scoring Planted is wrong: its ")
    for language in cr.languages():
        assert "Planted" in cr.describe(error, ["N", "E", "S", "W"], language)
    parameters = error.parameters
    return parameters["part"], parameters["expected"], parameters["got"]


SEATS: Final = "a seat from 0 to 3"
POINTS: Final = "a whole number from -1000000 to 1000000"

WRONG_LINES: Final[list[tuple[Any, tuple[str, str, str]]]] = [
    (None, ("lines", "an Iterable", "None")),
    (7, ("lines", "an Iterable", "7")),
    ([None], ("lines[0]", "a ScoreLine", "None")),
    ([(N, 1)], ("lines[0]", "a ScoreLine", "something of type tuple")),
    ("ab", ("lines[0]", "a ScoreLine", "'a'")),
    ([cr.ScoreLine], ("lines[0]", "a ScoreLine", "something of type type")),
    ([a_line(), a_line(seat=-1)], ("lines[1].seat", SEATS, "-1")),
    ([a_line(seat=4)], ("lines[0].seat", SEATS, "4")),
    ([a_line(seat=9)], ("lines[0].seat", SEATS, "9")),
    ([a_line(seat=True)], ("lines[0].seat", SEATS, "True")),
    ([a_line(seat=None)], ("lines[0].seat", SEATS, "None")),
    ([a_line(seat=1.0)], ("lines[0].seat", SEATS, "1.0")),
    ([a_line(points=0.5)], ("lines[0].points", POINTS, "0.5")),
    ([a_line(points=float("nan"))], ("lines[0].points", POINTS, "nan")),
    ([a_line(points=True)], ("lines[0].points", POINTS, "True")),
    ([a_line(points="1")], ("lines[0].points", POINTS, "'1'")),
    ([a_line(points=1_000_001)], ("lines[0].points", POINTS, "1000001")),
    ([a_line(points=-1_000_001)], ("lines[0].points", POINTS, "-1000001")),
    ([a_line(points=10**5000)], ("lines[0].points", POINTS, "a huge int")),
    ([a_line(reason="tricks")], ("lines[0].reason", "a Reason or a Because", "'tricks'")),
    ([a_line(reason=None)], ("lines[0].reason", "a Reason or a Because", "None")),
    ([a_line(tricks=14)], ("lines[0].tricks", "a whole number from 0 to 13", "14")),
    ([a_line(tricks=-1)], ("lines[0].tricks", "a whole number from 0 to 13", "-1")),
    ([a_line(tricks=None)], ("lines[0].tricks", "a whole number from 0 to 13", "None")),
    (
        [a_line(others=[E])],
        ("lines[0].others", "a tuple of at most 4 seats", "something of type list"),
    ),
    (
        [a_line(others=(E,) * 5)],
        ("lines[0].others", "a tuple of at most 4 seats", "something of type tuple"),
    ),
    ([a_line(others=(E, 4))], ("lines[0].others", "a tuple of seats from 0 to 3", "4")),
    ([a_line(others=(-1,))], ("lines[0].others", "a tuple of seats from 0 to 3", "-1")),
    ([a_line(others=(None,))], ("lines[0].others", "a tuple of seats from 0 to 3", "None")),
    (
        repeat(a_line()),
        ("lines", "an Iterable of at most 1000 entries", "something of type repeat"),
    ),
]
"""Lines that are nonsense, and what is said of them."""


@pytest.mark.parametrize(("lines", "what"), WRONG_LINES)
def test_lines_are_checked(lines: Any, what: tuple[str, str, str]) -> None:
    rules = rules_of(Planted(planted_lines=lambda: lines))
    with pytest.raises(cr.BadScoringError) as caught:
        cr.score_deal(rules, OUTCOME)
    assert told(caught.value) == what


AT_THE_EDGE: Final = [
    a_line(points=1_000_000, tricks=13),
    a_line(points=-1_000_000, tricks=0, others=(N, E, S, W)),
]


@pytest.mark.parametrize("more", [[], [a_line()] * 998])
def test_what_is_just_in_range_is_taken(more: list[cr.ScoreLine]) -> None:
    lines = (*AT_THE_EDGE, *more)
    assert cr.score_deal(rules_of(Planted(planted_lines=lambda: lines)), OUTCOME).lines == lines


def test_one_line_too_many() -> None:
    lines = (*AT_THE_EDGE, *[a_line()] * 999)
    with pytest.raises(cr.BadScoringError) as caught:
        cr.score_deal(rules_of(Planted(planted_lines=lambda: lines)), OUTCOME)
    assert told(caught.value)[0] == "lines"


@attrs.frozen
class Heard(Planted):
    """Keeps what it is asked."""

    asked: list[object] = attrs.field(factory=list[object], eq=False)

    def outcome_faults(self, outcome: cr.Outcome) -> Any:
        self.asked.append(outcome)
        return ()

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Any:
        self.asked.append((outcome, totals))
        return ()


def test_a_scheme_is_asked_about_the_deal() -> None:
    scoring = Heard()
    cr.score_deal(rules_of(scoring), OUTCOME, (1, 2, 3, 4))
    assert scoring.asked == [OUTCOME, (OUTCOME, (1, 2, 3, 4))]


@pytest.mark.parametrize("ended", [None, 1, 0, "yes", (), (N,), [N], 1.0])
def test_the_end_is_yes_or_no(ended: Any) -> None:
    rules = rules_of(Planted(planted_ends=lambda: ended))
    with pytest.raises(cr.BadScoringError) as caught:
        rules.winners((1, 2, 3, 4), 1)
    assert told(caught.value) == ("ends", "True or False", excerpt(ended))


NO_CODE: Final[Any] = "two-suspects"
NO_ITEMS: Final[Any] = None
NO_NAME: Final[Any] = ((5, 1),)
LONG: Final = (("argument", "x" * 1_000), ("expected", "y"), ("got", "z"))


class Mute:
    """Something that can't be told."""

    def __str__(self) -> str:
        raise OSError("it is mute")


WRONG_FAULTS: Final[list[tuple[Any, str]]] = [
    (None, "faults"),
    (7, "faults"),
    (["too many"], "faults[0]"),
    ([cr.Fault(NO_CODE)], "faults[0]"),
    ([cr.Fault(cr.ErrorCode.TWO_PAIRS)], "faults[0]"),
    ([cr.Fault(cr.ErrorCode.TWO_PAIRS, NO_ITEMS)], "faults[0]"),
    ([cr.Fault(cr.ErrorCode.TWO_SUSPECTS), None], "faults[1]"),
    ([cr.Fault(cr.ErrorCode.TWO_SUSPECTS, NO_NAME)], "faults[0]"),
    ([cr.Fault(cr.ErrorCode.TWO_SUSPECTS, (("two words", 1),))], "faults[0]"),
    ([cr.Fault(cr.ErrorCode.BAD_ARGUMENT, LONG)], "faults[0]"),
    ([cr.Fault(cr.ErrorCode.TWO_PAIRS, (("tricks", Mute()),))], "faults[0]"),
    (repeat(cr.Fault(cr.ErrorCode.TWO_SUSPECTS)), "faults"),
]


def test_a_fault_may_name_what_it_is_about_as_it_likes() -> None:
    """Even by names that the errors of the library give a meaning."""
    details = (("tricks", 1), ("code", 4), ("self", 5), ("index", 6))
    wrong = cr.Fault(cr.ErrorCode.TWO_PAIRS, details)
    rules = rules_of(Planted(planted_outcome_faults=lambda: [wrong]))
    with pytest.raises(cr.BadOutcomeError) as caught:
        cr.score_deal(rules, OUTCOME)
    assert caught.value.fault == wrong
    with pytest.raises(cr.BadOutcomeError) as first:
        cr.score_game(rules, [OUTCOME])
    assert first.value.parameters == {**dict(details), "index": 0}


@pytest.mark.parametrize(("faults", "part"), WRONG_FAULTS)
def test_faults_are_checked(faults: Any, part: str) -> None:
    with pytest.raises(cr.BadScoringError) as caught:
        cr.score_deal(rules_of(Planted(planted_outcome_faults=lambda: faults)), OUTCOME)
    place, expected, got = told(caught.value)
    assert place == f"outcome_{part}"
    if "[" in part:
        assert expected == "a Fault with all its parameters"
        assert got == excerpt(faults[int(part[-2])])
    with pytest.raises(cr.BadRulesetError) as refused:
        rules_of(Planted(planted_ruleset_faults=lambda: faults))
    (fault,) = refused.value.faults
    assert (fault.code, fault.parameters["part"]) == ("bad-scoring", f"ruleset_{part}")
    assert fault.parameters["scheme"] == "Planted"


def test_faults_that_are_faults_are_told() -> None:
    fault = cr.Fault(cr.ErrorCode.PARTS_DISAGREE, (("part", "this"), ("needs", "that")))
    with pytest.raises(cr.BadOutcomeError, match="this needs that"):
        cr.score_deal(rules_of(Planted(planted_outcome_faults=lambda: [fault])), OUTCOME)
    with pytest.raises(cr.BadRulesetError, match="this needs that"):
        rules_of(Planted(planted_ruleset_faults=lambda: [fault]))


def before_the_last_card(rules: cr.Ruleset) -> cr.Game:
    game = cr.deal(cr.new_game(rules, N), seed=7)
    for _ in range(51):
        game = cr.play(game, cr.legal_moves(game)[0])
    return game


@pytest.mark.parametrize(
    "scoring",
    [
        Planted(planted_lines=lambda: [a_line(seat=-1)]),
        Planted(planted_ends=lambda: [N]),
    ],
    ids=["lines", "ends"],
)
def test_the_last_card_of_a_deal_says_so_and_changes_nothing(scoring: Planted) -> None:
    """A plug-in that pays seat -1 does not pay the last seat; winners are no list."""
    game = before_the_last_card(rules_of(scoring))
    before = game.log
    (move,) = cr.legal_moves(game)
    with pytest.raises(cr.BadScoringError) as caught:
        cr.play(game, move)
    told(caught.value)
    assert game.log == before
    fair = cr.play(before_the_last_card(rules_of(Planted())), move)
    told_so = [*game.log, *fair.log[game.version :]]
    with pytest.raises(cr.BadScoringError):
        cr.replay(told_so)
    with pytest.raises(cr.BadScoringError):
        cr.observe([cr.redact(event, N) for event in told_so], N)


@given(st.sampled_from(list(cr.RULESETS.values())), st.data())
def test_the_librarys_own_schemes_return_nothing_that_is_refused(
    rules: cr.Ruleset, data: st.DataObject
) -> None:
    totals = data.draw(st.tuples(*[st.integers(-300, 300)] * rules.players))
    deals = data.draw(st.integers(0, 20))
    winners = rules.winners(totals, deals)
    assert rules.winners(list(totals), deals) == winners
    assert set(winners) <= {seat for seat in range(rules.players) if totals[seat] == max(totals)}


@pytest.mark.parametrize("totals", [None, (), (1, 2, 3), (1, 2, 3, 0.5), (1, 2, 3, True), "1234"])
def test_winners_want_totals(totals: Any) -> None:
    with pytest.raises(cr.BadOutcomeError, match="the totals must be 4 whole numbers"):
        cr.PARLETT.winners(totals, 1)


@pytest.mark.parametrize("deals", [None, -1, 1.0, True, "1", 2**53])
def test_winners_want_a_number_of_deals(deals: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match="deals_played must be a whole number"):
        cr.PARLETT.winners((1, 2, 3, 4), deals)
