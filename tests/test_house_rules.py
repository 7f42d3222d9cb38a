"""What tables play otherwise: who leads first (A4), the amounts (B2 to B4), the lift (B10), and
what accusations are worth (C10, C11)."""

from collections.abc import Callable
from itertools import product
from typing import Any

import attrs
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ArrangedDeal, refused, taking

import collusion_rules as cr
from collusion_rules import testing

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too

BUILDERS: list[Callable[..., cr.Ruleset]] = [
    cr.parlett,
    cr.secret_partners,
    cr.open_collusion,
    cr.rotation_collusion,
    cr.triple_collusion,
]
N, E, S, W = map(cr.Seat, range(4))
NAMES = ("Anna", "Ben", "Carla", "Dan")


# A4: who leads to the first trick


def first_to_play(rules: cr.Ruleset, dealer: int) -> cr.Seat | None:
    game = cr.deal(cr.new_game(rules, cr.Seat(dealer)), seed=1)
    if rules.declares:
        game = cr.play(game, cr.Declaration(game.dealer, cr.Suit.CLUBS))
    return game.to_act


@pytest.mark.parametrize("builder", BUILDERS, ids=lambda builder: builder.__name__)
@pytest.mark.parametrize(("leader", "step"), [("left", 1), ("right", -1), ("dealer", 0)])
def test_a4_who_leads_first(builder: Callable[..., cr.Ruleset], leader: str, step: int) -> None:
    """A4: the player to the dealer's left; in an old text to the right; or the dealer."""
    rules = builder(first_leader=cr.FirstLeader(leader))
    assert rules == attrs.evolve(builder(), first_leader=cr.FirstLeader(leader))
    for dealer in range(rules.players):
        expected = (dealer + step) % rules.players
        assert rules.leads_first(cr.Seat(dealer)) == expected
        assert first_to_play(rules, dealer) == expected
        assert first_to_play(builder(), dealer) == (dealer + 1) % rules.players


@given(testing.games())
def test_a4_the_first_play_of_each_deal(game: cr.Game) -> None:
    """A4, A2: whoever leads first, play is clockwise, and the deal passes to the left."""
    dealer, waiting = cr.Seat(0), False
    for event in game.log:
        match event:
            case cr.Dealt():
                dealer, waiting = event.dealer, True
            case cr.Play(seat) if waiting:
                assert seat == game.rules.leads_first(dealer)
                waiting = False
            case _:
                pass


# B2 to B4: the amounts


def test_b2_to_b4_the_amounts_are_parameters() -> None:
    """B2, B3, B4: as a page of 2018 has them."""
    rules = cr.parlett(tied_pair=15, fewest=30, odd_one_out=20)
    assert cr.score_deal(rules, cr.Outcome((4, 4, 2, 3))).points == (19, 19, 2, 3)
    assert cr.score_deal(rules, cr.Outcome((0, 2, 5, 6))).points == (30, 2, 5, 6)
    assert cr.score_deal(rules, cr.Outcome((3, 3, 3, 4))).points == (3, 3, 3, 24)
    scoring = cr.ParlettScoring(tied_pair=15, fewest=30, odd_one_out=20)
    assert rules == attrs.evolve(cr.PARLETT, scoring=scoring)


# B10: the lift

LIFT = cr.parlett(lift=True)


@pytest.mark.parametrize(
    ("tricks", "totals", "after"),
    [
        ((4, 4, 2, 3), (95, 20, 50, 50), (109, 100, 52, 53)),  # the partner becomes second
        ((4, 4, 2, 3), (20, 95, 99, 50), (100, 109, 97, 53)),
        ((4, 4, 2, 3), (95, 90, 50, 50), (109, 104, 52, 53)),  # at the target already
        ((4, 4, 2, 3), (95, 95, 50, 50), (109, 109, 52, 53)),  # joint winners: nobody is second
        ((4, 4, 2, 3), (80, 20, 50, 50), (94, 34, 52, 53)),  # the game goes on
        ((4, 4, 2, 3), (86, 20, 50, 50), (100, 99, 52, 53)),  # second, so below the winner
        ((4, 4, 2, 3), (86, 85, 50, 50), (100, 99, 52, 53)),  # second as it is
        ((0, 2, 5, 6), (85, 20, 50, 50), (105, 22, 55, 56)),  # the winner tied with nobody
    ],
)
def test_b10_who_tied_with_the_winner_is_lifted_to_the_target(
    tricks: tuple[int, ...], totals: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """B10: in the deal that ends the game, and so as to be second."""
    score = cr.score_deal(LIFT, cr.Outcome(tricks), totals)
    assert score.totals == after
    plain = cr.score_deal(cr.PARLETT, cr.Outcome(tricks), totals)
    lifts = score.lines[len(plain.lines) :]
    assert score.lines[: len(plain.lines)] == plain.lines
    assert sum(line.points for line in lifts) == sum(score.totals) - sum(plain.totals)
    assert {line.reason for line in lifts} <= {cr.Reason.LIFTED}


def test_b10_says_why() -> None:
    score = cr.score_deal(LIFT, cr.Outcome((4, 4, 2, 3)), (95, 20, 50, 50))
    lifted = score.lines[-1]
    assert lifted == cr.ScoreLine(E, 66, cr.Reason.LIFTED, 4, (N,))
    assert str(lifted) == "seat 1: tied with the winner, seat 0, on 4 tricks, and lifted: +66 (B10)"
    assert cr.describe(lifted, NAMES) == (
        "Ben: tied with the winner, Anna, on 4 tricks, and lifted: +66 (B10)"
    )
    assert "勝者のAnnaと4トリックで同数" in cr.describe(lifted, NAMES, "ja")


def test_b10_in_play() -> None:
    """B10, B8: the score ends the game, and the standings have the lifted player second."""
    even = taking(6, 6, 1, 0, last=0)
    game = cr.new_game(LIFT, W)
    for tricks in [*[even] * 5, taking(4, 2, 3, 4, last=0), taking(6, 1, 6, 0, last=0)]:
        game = ArrangedDeal(tricks).played(game)
    score = game.last_score
    assert score is not None
    assert game.totals == (110, 83, 100, 14)
    assert cr.game_winner(game) == (0,)
    assert [(entry.place, entry.seat) for entry in cr.standings(game)][:2] == [(1, 0), (2, 2)]
    assert score.points[S] == 16 + score.lines[-1].points
    assert cr.loads(cr.dumps(game)) == game


@pytest.mark.parametrize("rules", [LIFT, cr.parlett(lift=True, play_off=True)], ids=["", "off"])
def test_b10_changes_no_winner(rules: cr.Ruleset) -> None:
    """B10, A10: for every outcome, and totals around the target."""
    plain = cr.parlett(play_off=rules != LIFT)
    totals = [*product((60, 99, 84), repeat=2)]
    for tricks in oracle.splits(13, 4):
        outcome = cr.Outcome(tricks)
        for first, second in totals:
            before = (first, second, 88, 30)
            lifted = cr.score_deal(rules, outcome, before).totals
            scored = cr.score_deal(plain, outcome, before).totals
            assert all(mine >= other for mine, other in zip(lifted, scored, strict=True))
            assert winners(rules, lifted) == winners(plain, scored)


def winners(rules: cr.Ruleset, totals: tuple[int, ...]) -> tuple[cr.Seat, ...]:
    return rules.winners(totals, 5)


# C10, C11: what accusations are worth

TEAMS = ((N, S), (E, W))
COSTS = cr.secret_partners(accusations=True, accusation=7, wrong_accusation=-4)


def points(*wrong: cr.Seat, right: bool = False, rules: cr.Ruleset = COSTS) -> tuple[int, ...]:
    outcome = cr.Outcome((4, 3, 3, 3), TEAMS, right, wrong)
    return cr.score_deal(rules, outcome).points


@pytest.mark.parametrize("builder", BUILDERS[1:4], ids=lambda builder: builder.__name__)
def test_c10_c11_both_amounts_are_parameters(builder: Callable[..., cr.Ruleset]) -> None:
    rules = builder(accusation=7, wrong_accusation=-4)
    scoring = cr.PartnersScoring(accusation=7, wrong_accusation=-4)
    assert rules == attrs.evolve(builder(), scoring=scoring)


def test_c11_a_wrong_accusation_may_cost_its_maker() -> None:
    """C11: a partner's bluff too, each by itself, and whatever came of the others."""
    assert points() == (5, 0, 5, 0)
    assert points(E) == (5, -4, 5, 0)
    assert points(N, S) == (1, 0, 1, 0)
    assert points(E, right=True) == (5, 3, 5, 7)
    assert points(N, E, S, right=True) == (1, 3, 1, 7)
    free = cr.secret_partners(accusations=True)
    assert points(N, E, S, rules=free) == (5, 0, 5, 0)
    outcome = cr.Outcome((4, 3, 3, 3), TEAMS, wrong_accusers=(E,))
    accused = cr.Reason.WRONGLY_ACCUSED
    assert accused in {line.reason for line in cr.score_deal(COSTS, outcome).lines}
    assert accused not in {line.reason for line in cr.score_deal(free, outcome).lines}


def test_c11_says_why() -> None:
    score = cr.score_deal(COSTS, cr.Outcome((4, 3, 3, 3), TEAMS, wrong_accusers=(E,)))
    assert str(score.lines[-1]) == "seat 1: made a wrong accusation: -4 (C11)"
    assert cr.describe(score.lines[-1], NAMES, "ja").endswith("-4点（C11）")


@pytest.mark.parametrize("cost", [1, 5, 10**6 + 1, -(10**6) - 1, True, None])
def test_c11_a_wrong_accusation_earns_nothing(cost: Any) -> None:
    with pytest.raises(cr.BadRulesetError, match="wrong_accusation must be a whole number from"):
        cr.secret_partners(accusations=True, wrong_accusation=cost)


def declared_with_partners(count: int) -> cr.Game:
    """The first of some deals with a pair of partners, or with a soloist."""
    for seed in range(50):
        game = cr.deal(cr.new_game(COSTS, W), seed=seed)
        game = cr.play(game, cr.Declaration(W, cr.Suit.SPADES))
        if len(game.teams[0]) == count:
            return game
    raise AssertionError("there is none")


def test_c11_in_play_the_outcome_says_who_was_wrong() -> None:
    """C10, C11: opponents right and wrong, and a partner's bluff."""
    game = declared_with_partners(2)
    partners, (one, other) = game.teams
    for accuser, suspects in [
        (one, partners),
        (other, (one, partners[0])),
        (partners[1], (partners[0], one)),
    ]:
        game = cr.play(game, cr.Accusation(accuser, suspects))
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert game.last_score is not None
    outcome = game.last_score.outcome
    assert outcome.rightly_accused
    assert outcome.wrong_accusers == tuple(sorted([other, partners[1]]))
    costs = [line for line in game.last_score.lines if line.reason is cr.Reason.WRONGLY_ACCUSED]
    assert [(line.seat, line.points) for line in costs] == [
        (seat, -4) for seat in outcome.wrong_accusers
    ]
    assert cr.loads(cr.dumps(game)) == game


def test_c11_against_a_soloist_every_accusation_is_wrong() -> None:
    """C11: with the A and K of trumps in one hand."""
    game = declared_with_partners(1)
    accuser, *suspects = game.teams[1]
    game = cr.play(game, cr.Accusation(accuser, tuple(suspects)))
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert game.last_score is not None
    assert game.last_score.outcome.wrong_accusers == (accuser,)
    assert not game.last_score.outcome.rightly_accused


@pytest.mark.parametrize(
    "wrong",
    [None, [E], (E, E), (E, N), (cr.Seat(4),), (True,), ("1",), 1, (cr.Seat(-1),)],
    ids=str,
)
def test_c11_wrong_accusers_that_are_no_seats_are_refused(wrong: Any) -> None:
    with pytest.raises(cr.BadOutcomeError) as caught:
        cr.score_deal(COSTS, cr.Outcome((4, 3, 3, 3), TEAMS, wrong_accusers=wrong))
    assert caught.value.code is cr.ErrorCode.NOT_AN_OUTCOME
    assert caught.value.parameters["field"] == "wrong_accusers"


@pytest.mark.parametrize(
    ("rules", "right", "wrong"),
    [
        (cr.SECRET_PARTNERS, False, (E,)),  # nobody may accuse
        (cr.PARLETT, False, (E,)),
        (COSTS, True, (E, W)),  # somebody must have been right
        (COSTS, True, (N, E, S, W)),
    ],
)
def test_c11_accusers_that_can_not_be_are_refused(
    rules: cr.Ruleset, right: bool, wrong: tuple[cr.Seat, ...]
) -> None:
    teams = TEAMS if rules.partnership else ()
    tricks = (4, 3, 3, 3) if rules.partnership else (4, 4, 2, 3)
    with pytest.raises(cr.BadOutcomeError) as caught:
        cr.score_deal(rules, cr.Outcome(tricks, teams, right, wrong))
    assert caught.value.code is cr.ErrorCode.NOT_ACCUSABLE


@given(st.data())
def test_c11_each_seat_accuses_once(data: st.DataObject) -> None:
    """C11: so nobody is wrong twice in a deal."""
    game = data.draw(testing.games(COSTS, cr.Phase.PLAYING))
    for made in game.accusations:
        again = cr.Accusation(made.seat, made.suspects)
        assert refused(game, again) in (
            cr.ErrorCode.ALREADY_ACCUSED,
            cr.ErrorCode.PARTNERS_PUBLIC,
        )
