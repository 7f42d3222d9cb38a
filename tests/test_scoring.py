"""Scoring in general: what `score_deal` takes and refuses, and who wins (A9, A10)."""

import math
from collections.abc import Callable
from itertools import permutations
from typing import Any, Final

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr

_TEAMS: Final[dict[int, cr.Teams]] = {
    4: ((cr.Seat(0), cr.Seat(2)), (cr.Seat(1), cr.Seat(3))),
    6: ((cr.Seat(0), cr.Seat(3)), (cr.Seat(1), cr.Seat(4)), (cr.Seat(2), cr.Seat(5))),
}
ALL: Final = pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=lambda rules: rules.name)


def fair(rules: cr.Ruleset) -> cr.Outcome:
    """An outcome that can happen."""
    tricks = (4, 4, 2, 3) if rules.players == 4 else (4, 4, 2, 3, 2, 1)
    return cr.Outcome(tricks, _TEAMS[rules.players] if rules.partnership else ())


@ALL
def test_a_deal_is_scored_without_a_game(rules: cr.Ruleset) -> None:
    """A9: from the outcome alone; totals are 0 if they are left out."""
    scored = cr.score_deal(rules, fair(rules))
    assert scored.outcome == fair(rules)
    assert scored.totals == scored.points
    assert scored == cr.score_deal(rules, fair(rules), (0,) * rules.players)
    assert hash(scored) == hash(cr.score_deal(rules, fair(rules)))


@ALL
def test_totals_may_be_a_list(rules: cr.Ruleset) -> None:
    before = [10, -20, 30, -40, 50, -60][: rules.players]
    scored = cr.score_deal(rules, fair(rules), before)
    assert scored.totals == tuple(map(sum, zip(before, scored.points, strict=True)))
    assert scored == cr.score_deal(rules, fair(rules), tuple(before))


def test_totals_may_be_as_large_as_records_have_them() -> None:
    rules, most = cr.SECRET_PARTNERS, 2**53 - 1
    scored = cr.score_deal(rules, fair(rules), (most, -most, 0, 0))
    assert scored.points == (-5, 10, -5, 10)
    assert scored.totals == (most - 5, 10 - most, -5, 10)
    for totals in ((most + 1, 0, 0, 0), (0, 0, -most - 1, 0), (0, 10**5000, 0, 0)):
        with pytest.raises(cr.BadOutcomeError) as refused:
            cr.score_deal(rules, fair(rules), totals)
        assert refused.value.code is cr.ErrorCode.BAD_TOTALS


@given(st.sampled_from(list(cr.RULESETS.values())), st.data())
def test_lines_add_up_to_the_points(rules: cr.Ruleset, data: st.DataObject) -> None:
    before = data.draw(st.tuples(*[st.integers(-50, 130)] * rules.players))
    cuts = sorted(data.draw(st.tuples(*[st.integers(0, rules.tricks)] * (rules.players - 1))))
    edges = [0, *cuts, rules.tricks]
    tricks = tuple(edges[at + 1] - edges[at] for at in range(rules.players))
    scored = cr.score_deal(rules, cr.Outcome(tricks, fair(rules).teams), before)
    for seat in range(rules.players):
        parts = [line.points for line in scored.lines if line.seat == seat]
        assert parts
        assert sum(parts) == scored.points[seat] == scored.totals[seat] - before[seat]


# What can't happen


def refused(rules: Any, outcome: Any, totals: Any = None) -> cr.CollusionError:
    with pytest.raises((cr.BadOutcomeError, cr.BadArgumentError)) as caught:
        cr.score_deal(rules, outcome, totals)
    return caught.value


_BAD_TRICKS: Final[list[tuple[Any, str]]] = [
    ((), "()"),
    ((13,), "(13)"),
    ((4, 4, 2, 3, 0), "(4, 4, 2, 3, 0)"),
    ((4, 4, 2), "(4, 4, 2)"),
    ((4, 4, 6, -1), "(4, 4, 6, -1)"),
    ((14, 0, 0, -1), "(14, 0, 0, -1)"),
    ([4, 4, 2, 3], "[4, 4, 2, 3]"),
    ((4, 4, 2, 3.0), "(4, 4, 2, 3.0)"),
    ((4, 4, 2, True), "(4, 4, 2, True)"),
    ((4, 4, 2, "3"), "(4, 4, 2, '3')"),
    ((4, 4, 2, None), "(4, 4, 2, None)"),
    ((10**5000, 4, 2, -(10**5000)), "(a huge int, 4, 2, a huge int)"),
    ((9,) * 12, "(9, 9, 9, 9, 9, 9, 9, 9, 9)"),
    (None, "None"),
    (13, "13"),
    ("4423", "'4423'"),
    (b"\4\4\2\3", "something of type bytes"),
    (math.nan, "nan"),
]


@pytest.mark.parametrize(("tricks", "got"), _BAD_TRICKS, ids=[got for _, got in _BAD_TRICKS])
@pytest.mark.parametrize("rules", [cr.PARLETT, cr.SECRET_PARTNERS], ids=lambda rules: rules.name)
def test_tricks_that_are_no_tricks(rules: cr.Ruleset, tricks: Any, got: str) -> None:
    error = refused(rules, cr.Outcome(tricks, fair(rules).teams))
    assert error.code is cr.ErrorCode.NOT_AN_OUTCOME
    assert error.parameters == {
        "field": "tricks",
        "expected": "a tuple of 4 numbers of tricks",
        "got": got,
    }
    assert str(error) == f"tricks of an outcome must be a tuple of 4 numbers of tricks, not {got}"


@ALL
def test_a7_tricks_that_do_not_add_up(rules: cr.Ruleset) -> None:
    """A7: all tricks are played, so all are counted."""
    for change in (-1, 1, 10**5000):
        tricks = (fair(rules).tricks[0] + change, *fair(rules).tricks[1:])
        error = refused(rules, cr.Outcome(tricks, fair(rules).teams))
        assert isinstance(error, cr.BadOutcomeError)
        assert error.code is cr.ErrorCode.WRONG_TRICKS_TOTAL
        got = "a huge int" if change > 1 else str(rules.tricks + change)
        assert error.parameters == {"tricks": rules.tricks, "got": got}


@pytest.mark.parametrize(
    ("accused", "got"), [(None, "None"), (1, "1"), ("no", "'no'"), ((), "something of type tuple")]
)
@pytest.mark.parametrize("rules", [cr.PARLETT, cr.secret_partners(accusations=True)], ids=repr)
def test_accused_or_not_is_true_or_false(rules: cr.Ruleset, accused: Any, got: str) -> None:
    """C10."""
    error = refused(rules, cr.Outcome((4, 4, 2, 3), fair(rules).teams, accused))
    assert error.code is cr.ErrorCode.NOT_AN_OUTCOME
    assert error.parameters == {
        "field": "rightly_accused",
        "expected": "True or False",
        "got": got,
    }


_BAD_TOTALS: Final[list[tuple[Any, str]]] = [
    ((), "()"),
    ((1, 2, 3), "(1, 2, 3)"),
    ((1, 2, 3, 4, 5), "(1, 2, 3, 4, 5)"),
    ((1, 2, 3, 4.5), "(1, 2, 3, 4.5)"),
    ((1, 2, 3, math.inf), "(1, 2, 3, inf)"),
    ((1, 2, 3, False), "(1, 2, 3, False)"),
    ([1, 2, 3, None], "(1, 2, 3, None)"),
    (5, "5"),
    ("0000", "'0000'"),
    ({0, 1, 2, 3}, "something of type set"),
    ({0: 0, 1: 0, 2: 0, 3: 0}, "something of type dict"),
]


@pytest.mark.parametrize(("totals", "got"), _BAD_TOTALS, ids=str)
def test_totals_that_are_no_points(totals: Any, got: str) -> None:
    error = refused(cr.PARLETT, cr.Outcome((4, 4, 2, 3)), totals)
    assert isinstance(error, cr.BadOutcomeError)
    assert error.code is cr.ErrorCode.BAD_TOTALS
    assert error.parameters == {"players": 4, "got": got}
    assert str(error) == f"the totals must be 4 whole numbers, not {got}"


@pytest.mark.parametrize("wrong", [None, "parlett", cr.ParlettScoring(), cr.Ruleset])
def test_no_ruleset(wrong: Any) -> None:
    error = refused(wrong, cr.Outcome((4, 4, 2, 3)))
    assert isinstance(error, cr.BadArgumentError)
    assert error.code is cr.ErrorCode.BAD_ARGUMENT
    assert error.parameters["argument"] == "rules"


@pytest.mark.parametrize("wrong", [None, (4, 4, 2, 3), "4423", cr.Outcome])
def test_no_outcome(wrong: Any) -> None:
    error = refused(cr.PARLETT, wrong)
    assert isinstance(error, cr.BadArgumentError)
    assert error.code is cr.ErrorCode.BAD_ARGUMENT
    assert error.parameters["argument"] == "outcome"


_JUNK: Final[st.SearchStrategy[Any]] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 15)
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.binary(max_size=3)
    | st.sampled_from([cr.Suit.CLUBS, cr.Rank.ACE, cr.PARLETT, object()]),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.lists(inner, max_size=6).map(tuple)
        | st.dictionaries(st.integers(0, 5), inner, max_size=3)
    ),
    max_leaves=12,
)
_NEARLY_TRICKS: Final = st.lists(st.integers(0, 6), min_size=3, max_size=6).map(tuple)


@given(
    st.sampled_from(list(cr.RULESETS.values())) | _JUNK,
    st.builds(
        cr.Outcome,
        tricks=_JUNK | _NEARLY_TRICKS,
        teams=_JUNK | st.sampled_from(list(_TEAMS.values())),
        rightly_accused=_JUNK | st.booleans(),
        wrong_accusers=_JUNK | st.just(()),
    )
    | _JUNK,
    _JUNK | st.none() | st.lists(st.integers(), min_size=4, max_size=6),
)
def test_whatever_is_scored_is_refused_properly_or_adds_up(
    rules: Any, outcome: Any, totals: Any
) -> None:
    """No other kind of error escapes."""
    try:
        scored = cr.score_deal(rules, outcome, totals)
    except (cr.BadOutcomeError, cr.BadArgumentError):
        return
    assert sum(outcome.tricks) == rules.tricks
    assert len(scored.points) == len(scored.totals) == rules.players


# Who wins


def _winners_at_the_end(rules: cr.Ruleset) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    return lambda totals: rules.winners(totals, 8)


@pytest.mark.parametrize("rules", [cr.PARLETT_50, cr.SECRET_PARTNERS], ids=lambda rules: rules.name)
@pytest.mark.parametrize("totals", [(60, 60, 7, 8), (60, 60, 60, 8), (60, 50, 50, 0)], ids=str)
def test_a10_a_tie_goes_to_no_seat_before_another(
    rules: cr.Ruleset, totals: tuple[int, ...]
) -> None:
    """A10: with the seats permuted the same joint winners are permuted."""
    winners = _winners_at_the_end(rules)
    for order in permutations(range(4)):
        permuted = tuple(totals[seat] for seat in order)
        assert {order[seat] for seat in winners(permuted)} == set(winners(totals))
        assert winners(permuted) == oracle.winners(permuted)


def test_c9_all_totals_below_zero() -> None:
    """C9: the highest of them wins, seat 0 with -1 here."""
    assert cr.SECRET_PARTNERS.winners((-1, -2, -15, -15), 8) == (0,)


@given(st.lists(st.integers(-100, 200), min_size=6, max_size=6).map(tuple))
def test_a10_the_highest_totals_win(totals: tuple[int, ...]) -> None:
    """A10, B8, C9, D8."""
    four = totals[:4]
    leaders = oracle.winners(four)
    assert cr.PARLETT.winners(four, 3) == (leaders if max(four) >= 100 else ())
    assert cr.SECRET_PARTNERS.winners(four, 8) == leaders
    assert cr.TRIPLE_COLLUSION.winners(totals, 8) == oracle.winners(totals)
    alone = len(leaders) == 1
    play_off = cr.secret_partners(play_off=True)
    assert play_off.winners(four, 8) == (leaders if alone else ())
