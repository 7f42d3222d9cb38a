"""Scores with secret partners (C5 to C13): worked examples, then every outcome there is."""

from itertools import combinations
from typing import Any, Final

import attrs
import oracle
import pytest

import collusion_rules as cr
from collusion_rules.partnerships import are_teams

ACCUSED: Final = cr.secret_partners(accusations=True)
NEEDS_WIN: Final = cr.secret_partners(accusations=True, accusation_needs_win=True)
SOLOIST_ALL: Final = cr.secret_partners(soloist_all_tricks=7)
SPLITS: Final = list(oracle.splits(13, 4))
SIDES: Final[list[tuple[int, ...]]] = [*combinations(range(4), 2), (0,), (1,), (2,), (3,)]


def outcome(
    tricks: tuple[int, ...], partners: tuple[int, ...], accused: bool = False
) -> cr.Outcome:
    side = tuple(cr.Seat(seat) for seat in partners)
    others = tuple(cr.Seat(seat) for seat in range(4) if seat not in partners)
    return cr.Outcome(tricks, (side, others), accused)


def points(
    tricks: tuple[int, ...],
    partners: tuple[int, ...],
    *,
    accused: bool = False,
    rules: cr.Ruleset = cr.SECRET_PARTNERS,
) -> tuple[int, ...]:
    return cr.score_deal(rules, outcome(tricks, partners, accused)).points


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ((5, 2, 3, 3), (10, -5, 10, -5)),  # 8 tricks
        ((6, 0, 6, 1), (10, -5, 10, -5)),  # 12
        ((7, 4, 0, 2), (5, 0, 5, 0)),  # 7
        ((3, 4, 3, 3), (-5, 10, -5, 10)),  # 6
        ((0, 9, 0, 4), (-5, 10, -5, 10)),  # 0
    ],
)
def test_c5_partners_against_opponents(tricks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert points(tricks, (0, 2)) == expected


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ((2, 7, 3, 1), (-5, 20, -5, -5)),
        ((0, 12, 1, 0), (-5, 20, -5, -5)),
        ((2, 6, 3, 2), (10, -15, 10, 10)),
        ((5, 0, 4, 4), (10, -15, 10, 10)),
    ],
)
def test_c6_soloist_against_three(tricks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert points(tricks, (1,)) == expected


def test_c7_partners_who_take_all_tricks_get_ten_more_each() -> None:
    assert points((6, 7, 0, 0), (0, 1)) == (20, 20, -5, -5)
    assert points((13, 0, 0, 0), (0, 1)) == (20, 20, -5, -5)


def test_c8_a_soloist_gets_no_such_bonus_by_default() -> None:
    assert points((0, 0, 0, 13), (3,)) == (-5, -5, -5, 20)
    assert points((0, 0, 0, 13), (3,), rules=SOLOIST_ALL) == (-5, -5, -5, 27)
    assert points((0, 0, 1, 12), (3,), rules=SOLOIST_ALL) == (-5, -5, -5, 20)


def test_c10_every_opponent_of_rightly_named_partners_gets_five_more_once() -> None:
    """C10, and C13: whatever the trick count."""
    assert points((3, 3, 3, 4), (1, 2), accused=True, rules=ACCUSED) == (15, -5, -5, 15)
    assert points((3, 4, 3, 3), (1, 2), accused=True, rules=ACCUSED) == (5, 5, 5, 5)
    assert points((3, 6, 3, 1), (1, 2), accused=True, rules=ACCUSED) == (0, 10, 10, 0)
    assert points((0, 9, 4, 0), (1, 2), accused=True, rules=ACCUSED) == (0, 20, 20, 0)


def test_c13_a_house_may_pay_it_only_if_the_partners_lose() -> None:
    assert points((3, 3, 3, 4), (1, 2), accused=True, rules=NEEDS_WIN) == (15, -5, -5, 15)
    assert points((3, 4, 3, 3), (1, 2), accused=True, rules=NEEDS_WIN) == (0, 5, 5, 0)


def test_lines_say_why() -> None:
    """C5, C7 and C10, for a person."""
    scored = cr.score_deal(ACCUSED, outcome((6, 0, 7, 0), (0, 2), accused=True))
    assert [str(line) for line in scored.lines] == [
        "seat 0: the partners took 13 tricks: +10 (C5)",
        "seat 2: the partners took 13 tricks: +10 (C5)",
        "seat 1: the partners took 13 tricks: -5 (C5)",
        "seat 3: the partners took 13 tricks: -5 (C5)",
        "seat 0: the partners took all 13 tricks: +10 (C7)",
        "seat 2: the partners took all 13 tricks: +10 (C7)",
        "seat 1: an opponent named both partners: +5 (C10)",
        "seat 3: an opponent named both partners: +5 (C10)",
    ]


def test_lines_say_why_for_a_soloist() -> None:
    """C6 and C8."""
    scored = cr.score_deal(SOLOIST_ALL, outcome((0, 13, 0, 0), (1,)))
    assert [str(line) for line in scored.lines] == [
        "seat 1: the soloist took 13 tricks: +20 (C6)",
        "seat 0: the soloist took 13 tricks: -5 (C6)",
        "seat 2: the soloist took 13 tricks: -5 (C6)",
        "seat 3: the soloist took 13 tricks: -5 (C6)",
        "seat 1: the soloist took all 13 tricks: +7 (C8)",
    ]


def test_lines_say_one_trick() -> None:
    """C5, C6: 1 trick, not 1 tricks."""
    for side, why in (((0, 1), "partners"), ((0,), "soloist")):
        line = cr.score_deal(cr.SECRET_PARTNERS, outcome((1, 0, 6, 6), side)).lines[0]
        assert str(line).startswith(f"seat 0: the {why} took 1 trick: -")


# Every outcome


def _fields(line: cr.ScoreLine) -> oracle.Line:
    return line.seat, line.points, line.reason.rule, line.tricks, line.others


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("rules", "house"),
    [
        (ACCUSED, {}),
        (NEEDS_WIN, {"accusation_needs_win": True}),
        (cr.secret_partners(accusations=True, soloist_all_tricks=7), {"soloist_all_tricks": 7}),
    ],
    ids=["accusations", "needs win", "soloist all"],
)
@pytest.mark.parametrize("side", SIDES, ids=str)
def test_every_outcome_is_scored_by_c5_to_c10(
    rules: cr.Ruleset, house: dict[str, Any], side: tuple[int, ...]
) -> None:
    """C5 to C8, C10 and C13: every split of the tricks, every side, accused or not."""
    before = (7, -30, 0, 100)
    for tricks in SPLITS:
        for accused in (False, True) if len(side) == 2 else (False,):
            scored = cr.score_deal(rules, outcome(tricks, side, accused), before)
            expected = oracle.partners_lines(tricks, side, accused, **house)
            assert sorted(map(_fields, scored.lines)) == sorted(expected)
            assert scored.points == oracle.points(expected, 4)
            assert scored.totals == tuple(map(sum, zip(before, scored.points, strict=True)))


@pytest.mark.parametrize("rules", [cr.OPEN_COLLUSION, cr.ROTATION_COLLUSION], ids=["D1", "D2"])
def test_variants_score_alike(rules: cr.Ruleset) -> None:
    """D1 and D2 change who is known when, and which cards count, but no score."""
    for tricks in SPLITS[::7]:
        for side in SIDES:
            assert points(tricks, side, rules=rules) == points(tricks, side)


@pytest.mark.parametrize(
    ("change", "side", "tricks", "expected"),
    [
        ({"clear_from": 9}, (0, 1), (4, 4, 3, 2), (5, 5, 0, 0)),
        ({"clear_from": 9}, (0, 1), (4, 5, 2, 2), (10, 10, -5, -5)),
        ({"narrow_from": 6}, (0, 1), (3, 3, 3, 4), (5, 5, 0, 0)),
        ({"narrow_from": 6}, (0, 1), (3, 2, 4, 4), (-5, -5, 10, 10)),
        ({"soloist_from": 5}, (2,), (3, 3, 5, 2), (-5, -5, 20, -5)),
        ({"soloist_from": 5}, (2,), (3, 3, 4, 3), (10, 10, -15, 10)),
        ({"clear_win": (1, 2)}, (0, 1), (4, 4, 3, 2), (1, 1, 2, 2)),
        ({"narrow_win": (3, 4)}, (0, 1), (4, 3, 3, 3), (3, 3, 4, 4)),
        ({"loss": (5, 6)}, (0, 1), (3, 3, 3, 4), (5, 5, 6, 6)),
        ({"soloist_win": (7, 8)}, (2,), (3, 3, 7, 0), (8, 8, 7, 8)),
        ({"soloist_loss": (9, 0)}, (2,), (3, 3, 6, 1), (0, 0, 9, 0)),
        ({"all_tricks": 90}, (0, 1), (6, 7, 0, 0), (100, 100, -5, -5)),
        ({"soloist_all_tricks": -1}, (2,), (0, 0, 13, 0), (-5, -5, 19, -5)),
    ],
    ids=str,
)
def test_house_rules_change_c5_to_c8(
    change: dict[str, Any],
    side: tuple[int, ...],
    tricks: tuple[int, ...],
    expected: tuple[int, ...],
) -> None:
    rules = attrs.evolve(cr.SECRET_PARTNERS, scoring=cr.PartnersScoring(**change))
    assert points(tricks, side, rules=rules) == expected


def test_a_house_rule_changes_c10() -> None:
    rules = attrs.evolve(ACCUSED, scoring=cr.PartnersScoring(accusation=8))
    assert points((3, 3, 3, 4), (0, 1), accused=True, rules=rules) == (-5, -5, 18, 18)


def test_a_bonus_of_no_points_for_all_tricks_makes_no_line() -> None:
    """C7 switched off by a house rule, as C8 is by default."""
    rules = attrs.evolve(cr.SECRET_PARTNERS, scoring=cr.PartnersScoring(all_tricks=0))
    for side in ((0, 1), (0,)):
        scored = cr.score_deal(rules, outcome((13, 0, 0, 0), side))
        assert {line.reason.rule for line in scored.lines} <= {"C5", "C6"}
        assert len(scored.lines) == 4


# What can't happen


_BAD_TEAMS: Final[list[Any]] = [
    (),
    ((0, 1), (2,)),
    ((0, 1), (2, 3, 3)),
    ((0, 1), (1, 2, 3)),
    ((0, 1), (2, 4)),
    ((-1, 0), (1, 2)),
    ((0, 1), (2,), (3,)),
    ((0, 1, 2), (3,)),
    ((), (0, 1, 2, 3)),
    ((0, 1, 2, 3), ()),
    ((0, 1, 2, 3),),
]

_NO_TEAMS: Final[list[Any]] = [
    ([0, 1], [2, 3]),
    [(0, 1), (2, 3)],
    ((0, 1), (2, "3")),
    ((0, 1), (2, True)),
    ((0, True), (2, 3)),
    ((0.0, 1), (2, 3)),
    None,
    "teams",
    5,
]


@pytest.mark.parametrize("teams", _BAD_TEAMS, ids=str)
def test_c2_teams_that_are_no_teams_are_refused(teams: Any) -> None:
    with pytest.raises(cr.BadOutcomeError) as caught:
        cr.score_deal(cr.SECRET_PARTNERS, cr.Outcome((4, 4, 2, 3), teams))
    assert caught.value.code is cr.ErrorCode.BAD_TEAMS
    assert str(caught.value) == (
        "the teams must be one or two partners, then their opponents, and each seat in one of them"
    )


def test_the_order_of_seats_in_a_team_is_free() -> None:
    teams = ((cr.Seat(2), cr.Seat(0)), (cr.Seat(3), cr.Seat(1)))
    scored = cr.score_deal(cr.SECRET_PARTNERS, cr.Outcome((4, 2, 4, 3), teams))
    assert scored.points == (10, -5, 10, -5)


def test_c11_nobody_names_a_soloist_as_two() -> None:
    with pytest.raises(cr.BadOutcomeError, match="nobody can have accused so") as caught:
        points((4, 4, 2, 3), (0,), accused=True, rules=ACCUSED)
    assert caught.value.code is cr.ErrorCode.NOT_ACCUSABLE
    assert caught.value.parameters == {}


@pytest.mark.parametrize("side", [(0,), (0, 1)])
def test_c10_nobody_is_accused_where_accusations_are_off(side: tuple[int, ...]) -> None:
    with pytest.raises(cr.BadOutcomeError, match="nobody can have accused so") as caught:
        points((4, 4, 2, 3), side, accused=True)
    assert caught.value.code is cr.ErrorCode.NOT_ACCUSABLE


# The end


WINNERS: Final = cr.SECRET_PARTNERS.winners


def test_c9_eight_deals_and_the_highest_total_wins() -> None:
    assert WINNERS((50, 0, 0, 0), 7) == ()
    assert WINNERS((50, 0, 0, 0), 8) == (0,)
    assert WINNERS((50, 0, 60, 0), 9) == (2,)


def test_c9_all_totals_may_be_negative() -> None:
    assert WINNERS((-1, -2, -15, -15), 8) == (0,)
    assert WINNERS((-15, -15, -2, -1), 8) == (3,)


def test_c9_a_house_may_play_more_or_fewer_deals() -> None:
    for deals in (1, 3, 1000):
        winners = cr.secret_partners(deals=deals).winners
        assert winners((0, 1, 0, 0), deals - 1) == ()
        assert winners((0, 1, 0, 0), deals) == (1,)


def test_a10_a_tie_may_be_played_off() -> None:
    """A10: joint winners by default."""
    assert WINNERS((10, 20, -5, 20), 8) == (1, 3)
    winners = cr.secret_partners(play_off=True).winners
    assert winners((10, 20, -5, 20), 8) == ()
    assert winners((10, 25, -5, 20), 9) == (1,)
    assert winners((10, 25, -5, 20), 7) == ()


@pytest.mark.parametrize("teams", _NO_TEAMS, ids=str)
def test_c2_teams_of_another_type_are_named(teams: Any) -> None:
    with pytest.raises(cr.BadOutcomeError) as caught:
        cr.score_deal(cr.SECRET_PARTNERS, cr.Outcome((4, 4, 2, 3), teams))
    assert caught.value.code is cr.ErrorCode.NOT_AN_OUTCOME
    assert "teams of an outcome must be a tuple of tuples of seats, not" in str(caught.value)


NS, EW = (cr.Seat(0), cr.Seat(2)), (cr.Seat(1), cr.Seat(3))


@pytest.mark.parametrize("teams", [[NS, EW], (NS, [*EW]), ([*NS], EW), "NESW"])
def test_teams_are_tuples_of_tuples(teams: Any) -> None:
    partnership = cr.SECRET_PARTNERS.partnership
    assert partnership is not None
    assert are_teams(partnership, (NS, EW), 4)
    assert not are_teams(partnership, teams, 4)
