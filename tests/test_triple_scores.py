"""Scores of Triple Collusion (D7, D8): worked examples, then every outcome there is."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import attrs
import oracle
import pytest

import collusion_rules as cr

Split = tuple[int, ...]
SPLITS: Final = list(oracle.splits(16, 3))
ACROSS: Final = ((0, 3), (1, 4), (2, 5))


def outcome(tricks: Sequence[int], teams: Sequence[Sequence[int]] = ACROSS) -> cr.Outcome:
    seats = tuple(tuple(cr.Seat(seat) for seat in team) for team in teams)
    return cr.Outcome(tuple(tricks), seats)


def points(*taken: int, rules: cr.Ruleset = cr.TRIPLE_COLLUSION) -> Split:
    """The points of one player of each team, if the teams take so many tricks."""
    first, second, third = taken
    scored = cr.score_deal(rules, outcome((first, 0, third, 0, second, 0)))
    assert scored.points[:3] == scored.points[3:]
    return scored.points[:3]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ((7, 5, 4), (10, 0, -5)),
        ((4, 5, 7), (-5, 0, 10)),
        ((7, 7, 2), (5, 5, -5)),
        ((0, 8, 8), (-5, 5, 5)),
        ((8, 4, 4), (10, -5, -5)),
        ((5, 5, 6), (-5, -5, 10)),
        ((15, 1, 0), (10, 0, -5)),
        ((16, 0, 0), (20, -5, -5)),
        ((0, 16, 0), (-5, 20, -5)),
    ],
)
def test_d7_most_fewest_and_ties(taken: Split, expected: Split) -> None:
    assert points(*taken) == expected


def test_d7_lines_say_why() -> None:
    scored = cr.score_deal(cr.TRIPLE_COLLUSION, outcome((3, 1, 2, 4, 4, 2)))
    assert [str(line) for line in scored.lines] == [
        "seat 0: most tricks of the three teams, 7: +10 (D7)",
        "seat 3: most tricks of the three teams, 7: +10 (D7)",
        "seat 1: neither most nor fewest tricks, 5: +0 (D7)",
        "seat 4: neither most nor fewest tricks, 5: +0 (D7)",
        "seat 2: fewest tricks of the three teams, 4: -5 (D7)",
        "seat 5: fewest tricks of the three teams, 4: -5 (D7)",
    ]


def test_d7_lines_say_why_of_ties() -> None:
    scored = cr.score_deal(cr.TRIPLE_COLLUSION, outcome((8, 8, 0, 0, 0, 0)))
    assert [str(line) for line in scored.lines][::2] == [
        "seat 0: tied for most tricks of the three teams, 8: +5 (D7)",
        "seat 1: tied for most tricks of the three teams, 8: +5 (D7)",
        "seat 2: fewest tricks of the three teams, 0: -5 (D7)",
    ]


def test_d7_lines_say_why_of_all_tricks() -> None:
    scored = cr.score_deal(cr.TRIPLE_COLLUSION, outcome((0, 16, 0, 0, 0, 0)))
    assert [str(line) for line in scored.lines] == [
        "seat 0: tied for fewest tricks of the three teams, 0: -5 (D7)",
        "seat 3: tied for fewest tricks of the three teams, 0: -5 (D7)",
        "seat 1: most tricks of the three teams, 16: +10 (D7)",
        "seat 4: most tricks of the three teams, 16: +10 (D7)",
        "seat 1: the team took all 16 tricks: +10 (D7)",
        "seat 4: the team took all 16 tricks: +10 (D7)",
        "seat 2: tied for fewest tricks of the three teams, 0: -5 (D7)",
        "seat 5: tied for fewest tricks of the three teams, 0: -5 (D7)",
    ]


# Every outcome


def _fields(line: cr.ScoreLine) -> oracle.Line:
    return line.seat, line.points, line.reason.rule, line.tricks, line.others


def check(tricks: Split, teams: Sequence[Sequence[int]]) -> None:
    before = (3, -8, 0, 60, -100, 1)
    scored = cr.score_deal(cr.TRIPLE_COLLUSION, outcome(tricks, teams), before)
    expected = oracle.triple_lines(tricks, teams)
    assert sorted(map(_fields, scored.lines)) == sorted(expected)
    assert scored.points == oracle.points(expected, 6)
    assert scored.totals == tuple(map(sum, zip(before, scored.points, strict=True)))


def _pairings() -> Iterator[tuple[Split, ...]]:
    """The 90 ways in which the holders of A, of K and of Q can be seated."""
    everybody = set(range(6))
    for first in combinations(range(6), 2):
        for second in combinations(sorted(everybody - set(first)), 2):
            yield first, second, tuple(sorted(everybody - set(first) - set(second)))


def test_d7_every_split_over_teams_however_they_are_seated() -> None:
    """D4, D7: 153 splits, and 90 ways to seat the teams."""
    pairings = list(_pairings())
    assert (len(SPLITS), len(set(pairings))) == (153, 90)
    for teams in pairings:
        for split in SPLITS:
            tricks = [0] * 6
            for team, taken in zip(teams, split, strict=True):
                tricks[team[0]], tricks[team[1]] = taken // 3, taken - taken // 3
            check(tuple(tricks), teams)


@pytest.mark.no_cover
def test_d7_every_split_over_seats() -> None:
    """D7: how two partners share their tricks makes no difference."""
    splits = list(oracle.splits(16, 6))
    assert len(splits) == 20349
    for tricks in splits:
        check(tricks, ACROSS)


def test_d7_three_equal_teams_cannot_happen() -> None:
    """D7: 16 is no multiple of 3."""
    assert not [split for split in SPLITS if len(set(split)) == 1]


@pytest.mark.parametrize(
    ("change", "taken", "expected"),
    [
        ({"most": 99}, (7, 5, 4), (99, 0, -5)),
        ({"middle": 98}, (7, 5, 4), (10, 98, -5)),
        ({"fewest": 97}, (7, 5, 4), (10, 0, 97)),
        ({"tied_most": 96}, (7, 7, 2), (96, 96, -5)),
        ({"tied_fewest": 95}, (8, 4, 4), (10, 95, 95)),
        ({"all_tricks": 94}, (16, 0, 0), (104, -5, -5)),
    ],
    ids=str,
)
def test_house_rules_change_d7(change: dict[str, Any], taken: Split, expected: Split) -> None:
    rules = attrs.evolve(cr.TRIPLE_COLLUSION, scoring=cr.ThreeTeamsScoring(**change))
    assert points(*taken, rules=rules) == expected


# What can't happen


_BAD_TEAMS: Final[list[Any]] = [
    (),
    ((0, 1), (2, 3, 4, 5)),
    ((0, 1), (2, 3)),
    ((0, 1), (2, 3), (4,)),
    ((0, 1), (2, 3), (4, 4)),
    ((0, 1), (2, 3), (4, 6)),
    ((0, 1, 2), (3, 4, 5)),
    ((0, 1, 2), (3, 4), (5,)),
    ((0,), (1, 2, 3), (4, 5)),
    ((0, 1), (2,), (3,), (4, 5)),
    ((0, 1), (2, 3), (4, 5), ()),
]


@pytest.mark.parametrize("teams", _BAD_TEAMS, ids=str)
def test_d4_teams_that_are_not_three_pairs_are_refused(teams: Any) -> None:
    with pytest.raises(cr.BadOutcomeError) as caught:
        cr.score_deal(cr.TRIPLE_COLLUSION, cr.Outcome((4, 4, 2, 3, 1, 2), teams))
    assert caught.value.code is cr.ErrorCode.BAD_TEAMS
    assert caught.value.parameters == {"expected": "three teams of two"}


def test_d8_accusations_are_not_offered() -> None:
    accused = attrs.evolve(outcome((4, 4, 2, 3, 1, 2)), rightly_accused=True)
    with pytest.raises(cr.BadOutcomeError, match="nobody can have accused so") as caught:
        cr.score_deal(cr.TRIPLE_COLLUSION, accused)
    assert caught.value.code is cr.ErrorCode.NOT_ACCUSABLE
    (fault,) = cr.TRIPLE_COLLUSION.scoring.outcome_faults(accused)
    assert fault.code is cr.ErrorCode.NOT_ACCUSABLE
    assert list(cr.TRIPLE_COLLUSION.scoring.outcome_faults(outcome((4, 4, 2, 3, 1, 2)))) == []


# The end


def test_d8_eight_deals_and_the_highest_total_wins() -> None:
    winners = cr.TRIPLE_COLLUSION.winners
    assert winners((0, 9, 0, 0, 9, 0), 7) == ()
    assert winners((0, 9, 0, 0, 8, 0), 8) == (1,)
    assert winners((-5, -9, -5, -4, -8, -4), 8) == (3, 5)
    assert cr.triple_collusion(deals=2).winners((0, 9, 0, 0, 8, 0), 2) == (1,)


def test_a10_a_tie_may_be_played_off() -> None:
    winners = cr.triple_collusion(play_off=True).winners
    assert winners((0, 9, 0, 0, 9, 0), 8) == ()
    assert winners((0, 9, 0, 0, 8, 0), 9) == (1,)


def test_d7_nothing_more_is_no_line() -> None:
    """As with the partners of C7."""
    teams = tuple((cr.Seat(seat), cr.Seat(seat + 3)) for seat in range(3))
    everything = cr.Outcome(tricks=(10, 0, 0, 6, 0, 0), teams=teams)
    for more in (0, 7):
        rules = attrs.evolve(cr.TRIPLE_COLLUSION, scoring=cr.ThreeTeamsScoring(all_tricks=more))
        reasons = [line.reason for line in cr.score_deal(rules, everything).lines]
        assert reasons.count(cr.Reason.TEAM_TOOK_ALL) == (2 if more else 0)
