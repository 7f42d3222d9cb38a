"""Scores of Parlett's Collusion (B1 to B8): worked examples, then every outcome there is."""

from collections import Counter
from typing import Final

import attrs
import oracle
import pytest

import collusion_rules as cr

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too

SPLITS: Final = list(oracle.splits(13, 4))
TWO_TARGETS: Final = pytest.mark.parametrize(
    "rules", [cr.PARLETT, cr.PARLETT_50], ids=["100", "50"]
)


def score(
    *tricks: int, totals: tuple[int, ...] = (0, 0, 0, 0), rules: cr.Ruleset = cr.PARLETT
) -> cr.DealScore:
    return cr.score_deal(rules, cr.Outcome(tricks), totals)


def target(rules: cr.Ruleset) -> int:
    assert isinstance(rules.scoring, cr.ParlettScoring)
    return rules.scoring.target


# The worked examples of the published rules


def test_b2_two_tied_score_ten_more() -> None:
    """B1, B2, B5: the other two get no bonus, not even the one with fewest."""
    assert score(4, 4, 2, 3).points == (14, 14, 2, 3)


def test_b3_nobody_ties_and_the_fewest_score_twenty_more() -> None:
    assert score(0, 2, 5, 6).points == (20, 2, 5, 6)


def test_b4_three_tied_and_the_fourth_scores_thirty_more() -> None:
    assert score(3, 3, 3, 4).points == (3, 3, 3, 34)


def test_b7_tricks_without_a_bonus_are_subtracted_at_the_target() -> None:
    assert score(6, 4, 2, 1, totals=(95, 0, 0, 0)).totals[0] == 89


def test_b7_a_player_with_a_bonus_always_adds_and_b8_wins() -> None:
    after = score(3, 3, 5, 2, totals=(95, 0, 0, 0))
    assert after.totals[0] == 108
    assert cr.PARLETT.winners(after.totals, 1) == (0,)


# More of them


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        ((0, 0, 6, 7), (10, 10, 6, 7)),
        ((0, 6, 0, 7), (10, 6, 10, 7)),
        ((1, 6, 6, 0), (1, 16, 16, 0)),
        ((0, 0, 0, 13), (0, 0, 0, 43)),
        ((4, 1, 4, 4), (4, 31, 4, 4)),
        ((5, 4, 3, 1), (5, 4, 3, 21)),
    ],
)
def test_b1_to_b5(tricks: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert score(*tricks).points == points


@pytest.mark.parametrize(
    ("before", "tricks", "points"),
    [
        (93, 6, 6),  # 99: not there yet
        (94, 6, -6),  # exactly there
        (99, 1, -1),
        (99, 0, 0),  # zero tricks change nothing
        (87, 13, 43),  # the odd one out has a bonus
    ],
)
def test_b7_at_the_edge(before: int, tricks: int, points: int) -> None:
    others = {6: (4, 2, 1), 1: (0, 5, 7), 0: (3, 3, 7), 13: (0, 0, 0)}[tricks]
    assert score(tricks, *others, totals=(before, 0, 0, 0)).points[0] == points


def test_b7_the_target_of_fifty() -> None:
    """B7 applies to 50 in `parlett-50`."""
    totals = (44, 45, 30, 30)
    assert score(6, 5, 1, 1, totals=totals, rules=cr.PARLETT_50).points == (-6, -5, 11, 11)
    assert score(6, 5, 1, 1, totals=totals).points == (6, 5, 11, 11)


def test_b7_a_bonus_of_no_points_is_a_bonus() -> None:
    rules = attrs.evolve(cr.PARLETT, scoring=cr.ParlettScoring(tied_pair=0))
    assert score(6, 6, 1, 0, totals=(99, 0, 0, 0), rules=rules).points == (6, 6, 1, 0)


def test_house_rules_change_the_bonuses() -> None:
    scoring = cr.ParlettScoring(tied_pair=1, fewest=-2, odd_one_out=100)
    rules = attrs.evolve(cr.PARLETT, scoring=scoring)
    assert score(4, 4, 2, 3, rules=rules).points == (5, 5, 2, 3)
    assert score(0, 2, 5, 6, rules=rules).points == (-2, 2, 5, 6)
    assert score(3, 3, 3, 4, rules=rules).points == (3, 3, 3, 104)


def test_lines_say_why() -> None:
    """B1, B2 and B7, for a person: who was tied, and what would have reached the target."""
    lines = score(4, 4, 5, 0, totals=(0, 0, 96, 0)).lines
    assert [str(line) for line in lines] == [
        "seat 0: 4 tricks: +4 (B1)",
        "seat 0: tied with seat 1 on 4 tricks: +10 (B2)",
        "seat 1: 4 tricks: +4 (B1)",
        "seat 1: tied with seat 0 on 4 tricks: +10 (B2)",
        "seat 2: 5 tricks would reach the target without a bonus: -5 (B7)",
        "seat 3: 0 tricks: +0 (B1)",
    ]


def test_lines_say_why_nobody_tied() -> None:
    """B3."""
    lines = score(1, 7, 3, 2).lines
    assert str(lines[1]) == "seat 0: fewest tricks, 1, and nobody tied: +20 (B3)"


def test_lines_say_one_trick() -> None:
    """B1, B2, B3, B7: 1 trick, not 1 tricks."""
    tied = score(1, 1, 9, 2, totals=(0, 0, 0, 98)).lines
    assert [str(line) for line in tied][:2] == [
        "seat 0: 1 trick: +1 (B1)",
        "seat 0: tied with seat 1 on 1 trick: +10 (B2)",
    ]
    assert str(tied[-1]) == "seat 3: 2 tricks would reach the target without a bonus: -2 (B7)"
    (line,) = [line for line in score(1, 4, 4, 4, totals=(99,) * 4).lines if line.seat == 1]
    assert str(line) == "seat 1: 4 tricks would reach the target without a bonus: -4 (B7)"
    assert str(score(1, 3, 9, 0, totals=(99, 0, 0, 0)).lines[0]) == (
        "seat 0: 1 trick would reach the target without a bonus: -1 (B7)"
    )


def test_lines_say_why_three_tied() -> None:
    """B4."""
    lines = score(4, 1, 4, 4).lines
    assert str(lines[2]) == (
        "seat 1: the others tied with each other: seat 0, seat 2, seat 3: +30 (B4)"
    )
    assert lines[2].others == (0, 2, 3)


# Every outcome


def test_there_are_560_ways_to_share_13_tricks() -> None:
    assert len(SPLITS) == len(set(SPLITS)) == 560
    assert {sum(split) for split in SPLITS} == {13}


def _fields(line: cr.ScoreLine) -> oracle.Line:
    return line.seat, line.points, line.reason.rule, line.tricks, line.others


def check(rules: cr.Ruleset, tricks: tuple[int, ...], totals: tuple[int, ...]) -> None:
    scored = score(*tricks, totals=totals, rules=rules)
    expected = oracle.parlett_lines(tricks, totals, target(rules))
    assert sorted(map(_fields, scored.lines)) == sorted(expected)
    assert scored.points == oracle.points(expected, 4)
    assert scored.totals == tuple(map(sum, zip(totals, scored.points, strict=True)))
    assert scored.outcome == cr.Outcome(tricks)
    assert [line.seat for line in scored.lines] == sorted(line.seat for line in scored.lines)


@TWO_TARGETS
@pytest.mark.parametrize("short", [*range(1, 15), 1000])
def test_every_outcome_is_scored_by_b1_to_b8(rules: cr.Ruleset, short: int) -> None:
    """All seats are so many points short of the target: with 1000 the game is young."""
    for tricks in SPLITS:
        check(rules, tricks, (target(rules) - short,) * 4)


@TWO_TARGETS
@pytest.mark.parametrize("seat", range(4))
def test_b7_is_for_the_seat_it_concerns_alone(rules: cr.Ruleset, seat: int) -> None:
    """One seat stands where its tricks reach the target exactly, the others just before it."""
    for tricks in SPLITS:
        totals = [target(rules) - taken - 1 for taken in tricks]
        totals[seat] += tricks[seat] > 0
        check(rules, tricks, tuple(totals))


def test_b6_two_pairs_and_a_four_way_tie_cannot_happen() -> None:
    """B6: 13 is odd, and no multiple of 4."""
    shapes = {tuple(sorted(Counter(split).values())) for split in SPLITS}
    assert shapes == {(1, 1, 1, 1), (1, 1, 2), (1, 3)}


@pytest.mark.parametrize("tricks", [(4, 4, 3, 3), (3, 4, 4, 3), (0, 7, 7, 0), (3, 3, 3, 3)])
def test_b6_such_outcomes_are_refused(tricks: tuple[int, ...]) -> None:
    """B6: their tricks can't add up to 13; a scheme by itself names the tie."""
    with pytest.raises(cr.BadOutcomeError) as caught:
        score(*tricks)
    assert caught.value.code is cr.ErrorCode.WRONG_TRICKS_TOTAL
    assert caught.value.parameters == {"tricks": 13, "got": str(sum(tricks))}
    (fault,) = cr.PARLETT.scoring.outcome_faults(cr.Outcome(tricks))
    assert fault.code is cr.ErrorCode.TWO_PAIRS
    assert fault.parameters == {"tricks": tricks}


@pytest.mark.parametrize("tricks", [(4, 4, 2, 3), (3, 3, 3, 4), (0, 1, 2, 10), (2, 4, 4, 3)])
def test_b6_one_tie_is_no_fault(tricks: tuple[int, ...]) -> None:
    assert list(cr.PARLETT.scoring.outcome_faults(cr.Outcome(tricks))) == []


def test_b1_there_are_no_teams() -> None:
    outcome = cr.Outcome((4, 4, 2, 3), teams=((cr.Seat(0), cr.Seat(1)), (cr.Seat(2), cr.Seat(3))))
    with pytest.raises(cr.BadOutcomeError, match="there are no teams") as caught:
        cr.score_deal(cr.PARLETT, outcome)
    assert caught.value.code is cr.ErrorCode.NO_TEAMS


def test_c10_nobody_is_accused_rightly() -> None:
    with pytest.raises(cr.BadOutcomeError, match="nobody can have accused so") as caught:
        cr.score_deal(cr.PARLETT, cr.Outcome((4, 4, 2, 3), rightly_accused=True))
    assert caught.value.code is cr.ErrorCode.NOT_ACCUSABLE


def test_b7_no_tricks_change_nothing_even_beyond_the_target() -> None:
    """B7: as when a tie is played off (A10)."""
    scored = cr.score_deal(cr.parlett(play_off=True), cr.Outcome((0, 2, 2, 9)), (100, 0, 0, 0))
    assert scored.lines[0] == cr.ScoreLine(cr.Seat(0), 0, cr.Reason.TRICKS, 0)


# The end


@TWO_TARGETS
def test_b8_the_game_ends_once_anybody_is_at_the_target(rules: cr.Ruleset) -> None:
    winners, goal = rules.winners, target(rules)
    assert winners((goal - 1, goal - 1, 0, 0), 50) == ()
    assert winners((goal, goal - 1, 0, 0), 1) == (0,)
    assert winners((goal, goal + 1, 0, goal), 4) == (1,)


def test_a10_equal_totals_win_together() -> None:
    """A10, and the same for every order of the seats."""
    winners = cr.PARLETT.winners
    assert winners((110, 20, 110, 100), 9) == (0, 2)
    assert winners((20, 110, 100, 110), 9) == (1, 3)
    assert winners((104, 104, 104, 104), 9) == (0, 1, 2, 3)


def test_a10_a_tie_may_be_played_off() -> None:
    """A10: with `play_off` a tie is no end, but a single leader is."""
    winners = cr.parlett(play_off=True).winners
    assert winners((110, 20, 110, 100), 9) == ()
    assert winners((110, 20, 111, 100), 10) == (2,)
    assert winners((99, 20, 98, 0), 10) == ()
