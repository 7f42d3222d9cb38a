"""The kernel does what the engine does: every legal set, trick, side and score, deal by deal."""

import copy
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from typing import Any, cast

import attrs
import pytest

pytest.importorskip("numba", reason="the extra `fast` is not installed")

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st
from tables import NoScoring

import collusion_rules as cr
from collusion_rules import testing
from collusion_rules.batch import (
    REASON_BITS,
    Batch,
    Declares,
    GameBatch,
    Plays,
    Policy,
    Record,
    play_deals,
    play_games,
    play_on,
)
from collusion_rules.batch.games import MOST_DEALS_A_GAME, rounds
from collusion_rules.batch.plans import words
from collusion_rules.batch.points import accused, scores
from collusion_rules.extras import needed

SEEDS = st.integers(0, 2**64)
SUITS = tuple(cr.Suit)
DEALS = 10
"""Deals in each batch that is compared, so that 10,000 examples are 100,000 deals."""


def hand(words: "npt.NDArray[np.uint64]") -> cr.Cards:
    cards = [cr.Card(rank, suit) for suit in SUITS for rank in cr.Rank]
    return cr.Cards(
        card for copies in words.tolist() for card in cards if copies >> card.number & 1
    )


def bits(moves: tuple[cr.Move, ...]) -> int:
    return sum(1 << move.card.number for move in moves if isinstance(move, cr.Play))


def recorded(batch: Batch) -> Record:
    assert batch.record is not None
    return batch.record


def choices_of(batch: Batch) -> "npt.NDArray[np.uint8]":
    """Which of the legal moves was made each time: how many higher cards were legal."""
    record = recorded(batch)
    higher = record.legal >> record.cards.astype(np.uint64) >> np.uint64(1)
    choices: npt.NDArray[np.uint8] = np.bitwise_count(higher)
    return choices


def turned(rules: cr.Ruleset, turn: int) -> cr.Ruleset:
    """The rules for a game that begins with another deal of the cycle (D2)."""
    if not isinstance(rules.partnership, cr.SecretPair):
        return rules
    cycle = rules.partnership.cycle
    turned_cycle = cr.SecretPair((cycle[turn % len(cycle)],))
    return attrs.evolve(rules, partnership=turned_cycle)


def check_rest(game: cr.Game, batch: Batch, row: int) -> None:
    """Play a deal on as the batch did, and compare every step and the end with the engine."""
    record = recorded(batch)
    assert tuple(hand(words) for words in record.hands[row]) == game.hands
    if game.phase is cr.Phase.DECLARING:
        trump = batch.trump(row)
        assert trump is not None
        game = cr.play(game, cr.Declaration(game.dealer, trump))
    assert game.trump == batch.trump(row)
    for number, legal in zip(record.cards[row].tolist(), record.legal[row].tolist(), strict=True):
        moves = cr.legal_moves(game)
        assert bits(moves) == legal
        (chosen,) = [m for m in moves if isinstance(m, cr.Play) and m.card.number == number]
        game = cr.play(game, chosen)
    assert game.phase in (cr.Phase.AWAITING_DEAL, cr.Phase.OVER)
    score = game.last_score
    assert score is not None
    assert batch.outcome(row) == score.outcome
    assert tuple(batch.points[row]) == score.points
    for seat in range(game.rules.players):
        reasons = {line.reason for line in score.lines if line.seat == seat}
        assert batch.reasons[row, seat] == sum(batch.reason_bits[reason] for reason in reasons)
    assert batch.revealed[row] == cards_until_reveal(game)


def cards_until_reveal(game: cr.Game) -> int:
    dealt = max(at for at, event in enumerate(game.log) if isinstance(event, cr.Dealt))
    cards = 0
    for event in game.log[dealt:]:
        cards += isinstance(event, cr.Play)
        if isinstance(event, cr.PartnersRevealed):
            return cards
    return -1


# Worked examples


def one_suit_each() -> "npt.NDArray[np.uint64]":
    hands = np.zeros((1, 4, 2), np.uint64)
    for seat in range(4):
        hands[0, seat, 0] = 0x1FFF << 13 * seat
    return hands


def test_with_a_suit_each_the_leader_takes_all() -> None:
    """Seat 1 leads diamonds 13 times (A4, A6); the other three tie, so it gets 30 more (B4)."""
    batch = play_deals(cr.PARLETT, 1, seed=7, hands=one_suit_each())
    assert batch.tricks.tolist() == [[0, 13, 0, 0]]
    assert batch.points.tolist() == [[0, 43, 0, 0]]
    assert batch.sides.tolist() == [[-1, -1, -1, -1]]
    assert (batch.trump(0), batch.revealed.tolist()) == (None, [-1])
    assert batch.outcome(0) == cr.Outcome((0, 13, 0, 0))
    assert batch.fallback is None
    assert repr(batch) == "<Batch of 1 deal of parlett>"


def test_the_holder_of_all_trumps_is_a_soloist() -> None:
    """Seat 2 declares hearts, of which it has all: 13 tricks, 20 points, -5 each (C6, C8)."""
    policy = Policy(declares=Declares.LONGEST)
    hands = one_suit_each()
    batch = play_deals(cr.OPEN_COLLUSION, 1, seed=7, dealer=cr.Seat(2), hands=hands, policy=policy)
    assert batch.trump(0) is cr.Suit.HEARTS
    assert batch.tricks.tolist() == [[0, 0, 13, 0]]
    assert batch.sides.tolist() == [[1, 1, 0, 1]]
    assert batch.points.tolist() == [[-5, -5, 20, -5]]


def test_choices_are_places_among_the_legal_moves() -> None:
    choices = np.zeros((1, 52), np.uint8)
    choices[0, 0] = 12
    batch = play_deals(cr.PARLETT, 1, 7, hands=one_suit_each(), choices=choices, record=True)
    cards = [cr.Card(rank, suit) for suit in SUITS for rank in cr.Rank]
    numbers: list[int] = recorded(batch).cards[0, :8].tolist()
    played = [str(cards[number]) for number in numbers]
    assert played == ["2D", "AH", "AS", "AC", "AD", "KH", "KS", "KC"]


def test_of_two_identical_cards_the_first_wins() -> None:
    """Each seat has one card of each suit, so that all follow; two of the six have the A (A8)."""
    rules = attrs.evolve(cr.TRIPLE_COLLUSION, deck=cr.Deck(packs=2, lowest=cr.Rank.QUEEN))
    batch = play_deals(rules, 200, seed=7, record=True)
    for row in range(200):
        leader, taken = 1, [0] * 6
        for trick in recorded(batch).cards[row].reshape(4, 6).tolist():
            assert trick.count(max(trick)) == 2
            leader = (leader + trick.index(max(trick))) % 6
            taken[leader] += 1
        assert batch.tricks[row].tolist() == taken


# The engine's definition


@given(rules=testing.rulesets(), seed=SEEDS, first=st.integers(0, 5), data=st.data())
def test_every_step_is_the_engines(
    rules: cr.Ruleset, seed: int, first: int, data: st.DataObject
) -> None:
    dealer = cr.Seat(data.draw(st.integers(0, rules.players - 1)))
    batch = play_deals(rules, DEALS, seed, first=first, dealer=dealer, record=True)
    for row in range(DEALS):
        hands = [hand(words) for words in recorded(batch).hands[row]]
        game = cr.deal(cr.new_game(turned(rules, first + row), dealer), hands=hands)
        check_rest(game, batch, row)


@given(rules=testing.rulesets(), seed=SEEDS)
def test_the_same_hands_and_choices_give_the_same_deals(rules: cr.Ruleset, seed: int) -> None:
    hands = recorded(play_deals(rules, DEALS, seed, record=True)).hands
    drawn = play_deals(rules, DEALS, seed, hands=hands, record=True)
    again = play_deals(rules, DEALS, seed, hands=hands, choices=choices_of(drawn), record=True)
    assert np.array_equal(recorded(again).cards, recorded(drawn).cards)
    assert np.array_equal(recorded(again).legal, recorded(drawn).legal)
    assert np.array_equal(again.points, drawn.points)


@pytest.mark.measured
@given(data=st.data(), seed=SEEDS, phase=st.sampled_from([cr.Phase.DECLARING, cr.Phase.PLAYING]))
def test_a_position_is_played_on_as_the_engine_would(
    data: st.DataObject, seed: int, phase: cr.Phase
) -> None:
    """With its totals, its accusations and its place in the cycle (B7, C10, D2)."""
    game = data.draw(testing.games(phase=phase))
    batch = play_on(game, 3, seed, record=True)
    assert batch.rules == game.rules
    for row in range(3):
        check_rest(game, batch, row)


def test_a_right_accusation_made_before_is_paid() -> None:
    """Seat 3, an opponent, named both partners: 5 more for each opponent (C10, C13)."""
    rules = cr.open_collusion(accusations=True)
    game = cr.deal(cr.new_game(rules, cr.Seat(2)), hands=[hand(w) for w in two_suits_each()[0]])
    game = cr.play(game, cr.Declaration(cr.Seat(2), cr.Suit.CLUBS))
    game = cr.play(game, cr.Accusation(cr.Seat(3), (cr.Seat(0), cr.Seat(1))))
    batch = play_on(game, 20, 7, record=True)
    assert batch.rightly_accused.all()
    assert not batch.wrong_accusers.any()
    for row in range(20):
        check_rest(game, batch, row)
    opponents = batch.points[:, 2:]
    assert set(opponents.ravel().tolist()) <= {15, 5, 0}


def test_a_wrong_accusation_made_before_costs_its_maker() -> None:
    """C11: seat 3 names an opponent, seat 0 bluffs; with no right one, nobody gets more."""
    rules = cr.secret_partners(accusations=True, wrong_accusation=-4)
    game = cr.deal(cr.new_game(rules, cr.Seat(2)), hands=[hand(w) for w in two_suits_each()[0]])
    game = cr.play(game, cr.Declaration(cr.Seat(2), cr.Suit.CLUBS))
    game = cr.play(game, cr.Accusation(cr.Seat(3), (cr.Seat(0), cr.Seat(2))))
    game = cr.play(game, cr.Accusation(cr.Seat(0), (cr.Seat(2), cr.Seat(3))))
    batch = play_on(game, 20, 7, record=True)
    assert not batch.rightly_accused.any()
    assert batch.wrong_accusers.tolist() == [[True, False, False, True]] * 20
    for row in range(20):
        check_rest(game, batch, row)


def two_suits_each() -> "npt.NDArray[np.uint64]":
    """Seats 0 and 1 share clubs and diamonds, seat 0 with AC; seats 2 and 3 hearts and spades."""
    odd, even = (sum(1 << place for place in range(first, 26, 2)) for first in (1, 0))
    hands = [[even, 0], [odd, 0], [even << 26, 0], [odd << 26, 0]]
    return np.array([hands], np.uint64)


def test_between_tricks_the_winner_of_the_last_one_leads() -> None:
    """Seat 2, with all hearts, has led and taken a trick; it leads hearts on (A7)."""
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(1)), hands=[hand(w) for w in one_suit_each()[0]])
    for _ in range(4):
        game = cr.play(game, cr.legal_moves(game)[0])
    assert (game.to_act, game.trick) == (2, ())
    batch = play_on(game, 5, 7, record=True)
    assert batch.tricks.tolist() == [[0, 0, 13, 0]] * 5
    assert (recorded(batch).cards[:, 0] // 13 == 2).all()
    for row in range(5):
        check_rest(game, batch, row)


@pytest.mark.measured
@given(
    tricks=st.lists(st.integers(0, 13), min_size=3, max_size=3),
    totals=st.lists(st.integers(80, 105), min_size=4, max_size=4),
)
def test_points_depend_on_totals_as_the_engine_says(tricks: list[int], totals: list[int]) -> None:
    rest = 13 - sum(tricks)
    if rest < 0:
        return
    taken = np.array([[*tricks, rest]], np.uint8)
    none = np.full((1, 4), -1, np.int8)
    for rules in (cr.PARLETT, cr.parlett(lift=True), cr.parlett(lift=True, play_off=True)):
        got = scores(rules, taken, none, np.array(totals, np.int64), accused((), none))
        expected = cr.score_deal(rules, cr.Outcome((*tricks, rest)), totals)
        assert tuple(got.points[0]) == expected.points
        assert tuple(got.reasons[0]) == reasons_of(expected)


def reasons_of(score: cr.DealScore) -> tuple[int, ...]:
    """The reasons of a score as bits, one entry a seat."""
    return tuple(
        sum(
            REASON_BITS[reason]
            for reason in {line.reason for line in score.lines if line.seat == seat}
            if isinstance(reason, cr.Reason)
        )
        for seat in range(len(score.points))
    )


ACCUSATIONS = [
    cr.Accusation(cr.Seat(seat), pair)
    for seat, pair in product(range(4), combinations(map(cr.Seat, range(4)), 2))
    if seat not in pair
]
MADE = [(), *[(made,) for made in ACCUSATIONS], tuple(ACCUSATIONS[::3])]
"""No accusation, each one alone, and one by each seat."""


@pytest.mark.no_cover
@pytest.mark.parametrize("made", MADE, ids=lambda made: str(len(made)))
def test_points_of_every_outcome_with_partners(made: tuple[cr.Accusation, ...]) -> None:
    """All 560 splits with each of the 10 ways to sit (C5 to C8, C10, C11)."""
    rules = cr.secret_partners(accusations=True, wrong_accusation=-3, soloist_all_tricks=7)
    splits = [
        (a, b, c, 13 - a - b - c) for a, b, c in product(range(14), repeat=3) if a + b + c <= 13
    ]
    assert len(splits) == 560
    for sides in product((0, 1), repeat=4):
        if sides.count(0) not in (1, 2):
            continue
        teams = tuple(tuple(s for s in range(4) if sides[s] == side) for side in (0, 1))
        seats = tuple(tuple(cr.Seat(seat) for seat in team) for team in teams)
        all_sides = np.array([sides] * 560, np.int8)
        judged = accused(made, all_sides)
        got = scores(rules, np.array(splits, np.uint8), all_sides, np.zeros(4, np.int64), judged)
        right = {each.seat for each in made if each.seat in teams[1] and each.suspects == teams[0]}
        wrong = tuple(each.seat for each in made if each.seat not in right)
        for row, tricks in enumerate(splits):
            expected = cr.score_deal(rules, cr.Outcome(tricks, seats, bool(right), wrong))
            assert tuple(got.points[row]) == expected.points


# Planted faults


def omit_a_legal_card(batch: Batch) -> Batch:
    legal = recorded(batch).legal.copy()
    legal[0, 0] &= legal[0, 0] - np.uint64(1)
    return attrs.evolve(batch, record=attrs.evolve(recorded(batch), legal=legal))


def give_a_trick_to_another_seat(batch: Batch) -> Batch:
    return attrs.evolve(batch, tricks=np.roll(batch.tricks, 1))


def pay_a_point_too_many(batch: Batch) -> Batch:
    return attrs.evolve(batch, points=batch.points + np.array([1, 0, 0, 0]))


def name_the_wrong_partners(batch: Batch) -> Batch:
    return attrs.evolve(batch, sides=1 - batch.sides)


def reveal_a_card_late(batch: Batch) -> Batch:
    return attrs.evolve(batch, revealed=batch.revealed + 1)


def declare_another_suit(batch: Batch) -> Batch:
    return attrs.evolve(batch, trumps=(batch.trumps + 1) % 4)


@pytest.mark.parametrize(
    "plant",
    [
        omit_a_legal_card,
        give_a_trick_to_another_seat,
        pay_a_point_too_many,
        name_the_wrong_partners,
        reveal_a_card_late,
        declare_another_suit,
    ],
)
def test_a_planted_fault_is_found(plant: Callable[[Batch], Batch]) -> None:
    game = cr.deal(cr.new_game(cr.OPEN_COLLUSION, cr.Seat(0)), seed=3)
    check_rest(game, play_on(game, 1, 7, record=True), 0)
    batch = play_on(game, 1, 7, record=True)
    faulty = plant(batch)
    with pytest.raises(AssertionError):
        check_rest(game, faulty, 0)


# Views


def mid_deal() -> cr.Game:
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed="table 12")
    for _ in range(6):
        game = cr.play(game, cr.legal_moves(game)[-1])
    return game


def test_hands_given_are_not_face_down() -> None:
    view = cr.view(mid_deal(), cr.Seat(2))
    with pytest.raises(cr.BadArgumentError) as raised:
        play_on(view, 1, 7, hands=cast("Any", view.hands))
    assert raised.value.code is cr.ErrorCode.FACE_DOWN
    assert raised.value.parameters["seats"] == (0, 1, 3)


def test_a_view_filled_in_is_played_as_the_game() -> None:
    game = mid_deal()
    view = cr.view(game, cr.Seat(2))
    of_view = play_on(view, 50, 7, hands=game.hands, record=True)
    of_game = play_on(game, 50, 7, record=True)
    assert np.array_equal(of_view.tricks, of_game.tricks)
    for row in range(50):
        check_rest(game, of_view, row)


def test_hands_must_be_those_that_a_view_shows() -> None:
    game = mid_deal()
    view = cr.view(game, cr.Seat(2))
    seats = list(game.hands)
    seats[2], seats[3] = seats[3], seats[2]
    with pytest.raises(cr.BadArgumentError, match="for the viewer"):
        play_on(view, 1, 7, hands=seats)


def test_hands_must_fit_the_cards_played() -> None:
    game = mid_deal()
    twice = [game.hands[0], game.hands[0], *game.hands[2:]]
    with pytest.raises(cr.BadDealError) as raised:
        play_on(game, 1, 7, hands=twice)
    codes = {fault.code for fault in raised.value.faults}
    assert {cr.ErrorCode.DOUBLED_CARDS, cr.ErrorCode.MISSING_CARDS} <= codes


def test_hands_must_not_make_a_play_a_revoke() -> None:
    """Seat 0 discarded a club on a heart; to give it a heart now would make that a revoke."""
    hands = [hand(words) for words in one_suit_each()[0]]
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(1)), hands=hands)  # seat 2 leads a heart
    for _ in range(4):
        game = cr.play(game, cr.legal_moves(game)[0])
    hearts, clubs = cr.Cards.parse("2H"), cr.Cards.parse("2C")
    swapped = [game.hands[0] - clubs + hearts, game.hands[1], game.hands[2] - hearts + clubs]
    with pytest.raises(cr.IllegalMoveError) as raised:
        play_on(game, 1, 7, hands=[*swapped, game.hands[3]])
    assert raised.value.code is cr.ErrorCode.MUST_FOLLOW_SUIT


def test_hands_must_not_contradict_partners_who_are_known() -> None:
    """As seat 0 led AS, all learnt that its partner is seat 1 (D1): KS can't be with seat 3."""
    hands = [hand(words) for words in one_suit_each()[0]]
    ace, king, queen = (cr.Cards.parse(text) for text in ("AS", "KS", "QS"))
    low = [cr.Cards.parse(text) for text in ("2C", "2D", "2H")]
    dealt = [
        hands[0] - low[0] + ace,
        hands[1] - low[1] + king,
        hands[2] - low[2] + queen,
        hands[3] - ace - king - queen + low[0] + low[1] + low[2],
    ]
    game = cr.deal(cr.new_game(cr.OPEN_COLLUSION, cr.Seat(3)), hands=dealt)
    game = cr.play(game, cr.Declaration(cr.Seat(3), cr.Suit.SPADES))
    game = cr.play(game, cr.Play(cr.Seat(0), cr.Card.parse("AS")))
    assert game.teams == ((0, 1), (2, 3))
    three = cr.Cards.parse("3S")
    moved = [game.hands[0], game.hands[1] - king + three, game.hands[2]]
    with pytest.raises(cr.BadArgumentError, match="the partners are those who are known"):
        play_on(game, 1, 7, hands=[*moved, game.hands[3] - three + king])


# Chance


def test_results_depend_on_the_seed_and_the_number_alone() -> None:
    whole = play_deals(cr.ROTATION_COLLUSION, 90, "seed", record=True)
    for size in (1, 7, 50):
        parts = [
            play_deals(cr.ROTATION_COLLUSION, min(size, 90 - at), "seed", first=at, record=True)
            for at in range(0, 90, size)
        ]
        for name in ("tricks", "points", "sides", "trumps", "revealed"):
            joined = np.concatenate([getattr(part, name) for part in parts])
            assert np.array_equal(joined, getattr(whole, name))
    assert not np.array_equal(play_deals(cr.PARLETT, 90, "seeds").tricks, whole.tricks)


def test_golden_deals() -> None:
    """A change of these would change everybody's results."""
    batch = play_deals(cr.PARLETT, 4, seed=7)
    assert batch.tricks.tolist() == [[2, 8, 1, 2], [2, 4, 3, 4], [3, 6, 1, 3], [5, 2, 2, 4]]
    batch = play_deals(cr.TRIPLE_COLLUSION, 2, seed="seven")
    assert batch.tricks.tolist() == [[1, 4, 1, 2, 2, 6], [2, 2, 3, 2, 0, 7]]


def chi_square(counts: Counter[int], cells: int) -> float:
    """In standard deviations from what fair chance gives on average."""
    expected = sum(counts.values()) / cells
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))
    return (statistic - (cells - 1)) / sqrt(2 * (cells - 1))


def test_the_deal_is_fair() -> None:
    """Every card comes to every seat equally often; the seed is fixed."""
    batch = play_deals(cr.PARLETT, 40_000, seed=1, record=True)
    held = recorded(batch).hands[:, :, 0]
    owners = [np.argmax(held >> np.uint64(number) & np.uint64(1), axis=1) for number in range(52)]
    excesses = [chi_square(Counter(owner.tolist()), 4) for owner in owners]
    assert abs(sum(excesses)) / sqrt(52) < 4


def test_random_plays_are_fair() -> None:
    """The lead is any of 13 cards; a follower's card any of those that are legal."""
    batch = play_deals(cr.PARLETT, 40_000, seed=2, record=True)
    choice, many = choices_of(batch), np.bitwise_count(recorded(batch).legal)
    for legal in range(2, 14):
        chosen: Counter[int] = Counter(choice[many == legal].tolist())
        assert sum(chosen.values()) > 10_000
        assert abs(chi_square(chosen, legal)) < 5


def test_random_declarations_are_fair() -> None:
    batch = play_deals(cr.SECRET_PARTNERS, 40_000, seed=3)
    assert abs(chi_square(Counter(batch.trumps.tolist()), 4)) < 5


# Policies


def test_the_longest_suit_is_declared_and_ties_are_broken_fairly() -> None:
    policy = Policy(declares=Declares.LONGEST)
    batch = play_deals(cr.TRIPLE_COLLUSION, 3_000, seed=4, policy=policy, record=True)
    ties: Counter[int] = Counter()
    for row in range(3_000):
        dealer = hand(recorded(batch).hands[row, 0])
        lengths = [len(dealer.of_suit(suit)) for suit in SUITS]
        declared = int(batch.trumps[row])
        assert lengths[declared] == max(lengths)
        if lengths.count(max(lengths)) == 2:
            ties[declared == lengths.index(max(lengths))] += 1
    assert abs(chi_square(ties, 2)) < 5


def test_a_suit_with_a_partner_card_is_declared_if_there_is_one() -> None:
    """In each deal of the cycle another two ranks make partners (D2)."""
    policy = Policy(declares=Declares.HOLDING)
    batch = play_deals(cr.ROTATION_COLLUSION, 3_000, seed=4, policy=policy, record=True)
    cycle = (("A", "K"), ("Q", "J"), ("A", "Q"))
    for row in range(3_000):
        dealer = hand(recorded(batch).hands[row, 0])
        holding = {
            place
            for place, suit in enumerate(SUITS)
            if any(cr.Card.parse(f"{rank}{suit}") in dealer for rank in cycle[row % 3])
        }
        assert batch.trumps[row] in (holding or range(4))
        assert (batch.sides[row, 0] == 0) == bool(holding)


def test_each_seat_may_play_in_its_own_way() -> None:
    policy = Policy(plays=(Plays.HIGHEST, Plays.LOWEST, Plays.RANDOM, Plays.RANDOM))
    batch = play_deals(cr.PARLETT, 200, seed=6, policy=policy, record=True)
    for row in range(200):
        hands = [hand(words) for words in recorded(batch).hands[row]]
        game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), hands=hands)
        for number in recorded(batch).cards[row].tolist():
            moves = cr.legal_moves(game)
            chosen = next(m for m in moves if isinstance(m, cr.Play) and m.card.number == number)
            if game.to_act == 0:
                assert chosen == moves[0]
            if game.to_act == 1:
                assert chosen == moves[-1]
            game = cr.play(game, chosen)


# Whole games


@pytest.mark.measured
@given(rules=testing.rulesets(), seed=SEEDS)
def test_whole_games_are_scored_and_won_as_the_engine_says(rules: cr.Ruleset, seed: int) -> None:
    before = dict.fromkeys(range(4), (0,) * rules.players)
    lengths: Counter[int] = Counter()
    last_winners: dict[int, tuple[int, ...]] = {}
    for turn, played in enumerate(rounds(rules, 4, seed)):
        assert sorted(before) == played.games.tolist()
        going_on: dict[int, tuple[int, ...]] = {}
        for row, game in enumerate(played.games.tolist()):
            lengths[game] += 1
            assert played.deals.dealers[row] == (game + turn) % rules.players
            score = cr.score_deal(rules, played.deals.outcome(row), before[game])
            assert tuple(played.totals[row]) == score.totals
            winners = rules.winners(score.totals, turn + 1)
            assert tuple(np.flatnonzero(played.winners[row])) == winners
            last_winners[game] = winners
            if not winners:
                going_on[game] = score.totals
        before = going_on
    games = play_games(rules, 4, seed)
    assert [lengths[number] for number in range(4)] == games.lengths.tolist()
    for number, last in last_winners.items():
        assert tuple(np.flatnonzero(games.winners[number])) == last


def test_games_depend_on_the_seed_and_the_number_alone() -> None:
    whole = play_games(cr.PARLETT, 40, "seed")
    parts = [play_games(cr.PARLETT, 10, "seed", first=at) for at in range(0, 40, 10)]
    assert np.array_equal(whole.totals, np.concatenate([part.totals for part in parts]))
    assert np.array_equal(whole.lengths, np.concatenate([part.lengths for part in parts]))
    assert repr(whole) == "<GameBatch of 40 games of parlett>"


def test_a_game_that_nobody_can_win_is_broken_off() -> None:
    """With no points for tricks of losers and a loss for each bonus, nobody reaches the target."""
    scoring = cr.ParlettScoring(target=1_000_000, tied_pair=-20, fewest=-20, odd_one_out=-20)
    games = play_games(attrs.evolve(cr.PARLETT, scoring=scoring), 2, seed=7)
    assert games.lengths.tolist() == [MOST_DEALS_A_GAME] * 2
    assert not games.winners.any()


# Schemes of one's own


@attrs.frozen
class MostTricks(NoScoring):
    """A point for each seat with most tricks; whoever has three points wins."""

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Iterator[cr.ScoreLine]:
        most = max(outcome.tricks)
        for seat, tricks in enumerate(outcome.tricks):
            if tricks == most:
                yield cr.ScoreLine(cr.Seat(seat), 1, cr.Reason.TRICKS, tricks)

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        return max(totals) >= 3


@pytest.mark.parametrize("name", ["parlett", "secret-partners"])
def test_the_engine_scores_what_the_kernel_does_not_know(name: str) -> None:
    rules = attrs.evolve(cr.RULESETS[name], scoring=MostTricks(), name="most tricks")
    batch = play_deals(rules, 50, seed=7, record=True)
    assert batch.fallback == (
        "the engine scores each different outcome by itself: MostTricks is a scheme of your own"
    )
    for row in range(50):
        hands = [hand(words) for words in recorded(batch).hands[row]]
        check_rest(cr.deal(cr.new_game(rules, cr.Seat(0)), hands=hands), batch, row)
    games = play_games(rules, 20, seed=7)
    assert games.fallback == batch.fallback
    assert (games.totals.max(axis=1) == 3).all()
    assert np.array_equal(games.winners, games.totals == 3)


# Bad input


@pytest.mark.parametrize("deals", [0, -1, 2.0, True, "1", None, 2**60])
def test_there_must_be_a_deal(deals: int) -> None:
    for refused in (
        lambda: play_deals(cr.PARLETT, deals, 7),
        lambda: play_games(cr.PARLETT, deals, 7),
        lambda: play_on(mid_deal(), deals, 7),
    ):
        with pytest.raises(cr.BadArgumentError) as raised:
            refused()
        assert raised.value.code is cr.ErrorCode.BAD_ARGUMENT
        assert raised.value.parameters["argument"] in ("deals", "games")


def test_a_position_must_be_during_a_deal() -> None:
    fresh = cr.new_game(cr.PARLETT, cr.Seat(0))
    with pytest.raises(cr.BadArgumentError) as raised:
        play_on(fresh, 1, 7)
    assert raised.value.code is cr.ErrorCode.AWAITING_DEAL
    over = cr.new_game(cr.parlett(target=1), cr.Seat(0))
    over = cr.deal(over, seed=1)
    while over.phase is cr.Phase.PLAYING:
        over = cr.play(over, cr.legal_moves(over)[0])
    with pytest.raises(cr.BadArgumentError) as raised:
        play_on(over, 1, 7)
    assert raised.value.code is cr.ErrorCode.GAME_OVER


BAD: list[tuple[str, Callable[[], object]]] = [
    ("rules", lambda: play_deals(untyped("parlett"), 1, 7)),
    ("rules", lambda: play_games(untyped("parlett"), 1, 7)),
    ("first", lambda: play_deals(cr.PARLETT, 1, 7, first=-1)),
    ("dealer", lambda: play_deals(cr.PARLETT, 1, 7, dealer=cr.Seat(4))),
    ("policy", lambda: play_deals(cr.PARLETT, 1, 7, policy=untyped("random"))),
    ("plays", lambda: play_deals(cr.PARLETT, 1, 7, policy=Policy(plays=(Plays.RANDOM,)))),
    ("plays", lambda: Policy(plays=untyped("random"))),
    ("declares", lambda: Policy(declares=untyped("random"))),
    ("hands", lambda: play_deals(cr.PARLETT, 1, 7, hands=untyped([1, 2]))),
    ("hands", lambda: play_deals(cr.PARLETT, 1, 7, hands=np.zeros((1, 3, 2), np.uint64))),
    ("hands", lambda: play_deals(cr.PARLETT, 2, 7, hands=one_suit_each())),
    ("hands", lambda: play_deals(cr.PARLETT, 1, 7, hands=one_suit_each() << np.uint64(13))),
    ("hands", lambda: play_deals(cr.PARLETT, 1, 7, hands=one_suit_each()[:, :, ::-1])),
    ("choices", lambda: play_deals(cr.PARLETT, 1, 7, choices=np.zeros((1, 51), np.uint8))),
    ("choices", lambda: play_deals(cr.PARLETT, 1, 7, choices=untyped([0] * 52))),
    ("choices[0, 0]", lambda: play_deals(cr.PARLETT, 1, 7, choices=np.full((1, 52), 13, np.uint8))),
    ("position", lambda: play_on(untyped("game"), 1, 7)),
    ("hands", lambda: play_on(mid_deal(), 1, 7, hands=mid_deal().hands[:3])),
    ("hands", lambda: play_on(mid_deal(), 1, 7, hands=untyped(["AS"] * 4))),
]


def untyped(value: object) -> Any:
    """Something that a caller without a type checker might pass."""
    return value


@pytest.mark.parametrize(("argument", "refused"), BAD)
def test_what_is_refused(argument: str, refused: Callable[[], object]) -> None:
    with pytest.raises(cr.BadArgumentError) as raised:
        refused()
    assert raised.value.code is cr.ErrorCode.BAD_ARGUMENT
    assert raised.value.parameters["argument"] == argument


def test_hands_must_be_a_deal() -> None:
    """The engine names all that is wrong (A3, D6)."""
    hands = one_suit_each()
    hands[0, 0] = hands[0, 1]
    with pytest.raises(cr.BadDealError) as raised:
        play_deals(cr.PARLETT, 1, 7, hands=hands)
    codes = [fault.code for fault in raised.value.faults]
    assert codes == [cr.ErrorCode.MISSING_CARDS, cr.ErrorCode.DOUBLED_CARDS]


def test_each_hand_of_triple_must_have_one_honour_of_each_suit() -> None:
    """Of two hands that differ in an honour of spades, each gets the other's spades but this."""
    hands = recorded(play_deals(cr.TRIPLE_COLLUSION, 1, 7, record=True)).hands
    held = [hand(words) for words in hands[0]]
    ranks = (cr.Rank.ACE, cr.Rank.KING, cr.Rank.QUEEN)
    honour = next(c for c in held[0].of_suit(cr.Suit.SPADES) if c.rank in ranks)
    low = next(c for c in held[1] if c.rank not in ranks)
    held[0] = held[0] - cr.Cards([honour]) + cr.Cards([low])
    held[1] = held[1] - cr.Cards([low]) + cr.Cards([honour])
    with pytest.raises(cr.BadDealError) as raised:
        play_deals(cr.TRIPLE_COLLUSION, 1, 7, hands=words(held)[np.newaxis])
    assert [fault.code for fault in raised.value.faults] == [cr.ErrorCode.WRONG_HONOURS] * 2


@pytest.mark.parametrize("play", [play_deals, play_games])
def test_a_seed_is_an_int_text_or_bytes(play: Callable[[cr.Ruleset, int, Any], object]) -> None:
    with pytest.raises(cr.BadDealError) as raised:
        play(cr.PARLETT, 1, 0.5)
    assert [fault.code for fault in raised.value.faults] == [cr.ErrorCode.BAD_SEED]


def test_a_missing_extra_names_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(cr.CollusionError) as raised:
        needed("numba", "fast")
    assert isinstance(raised.value, ImportError)
    assert raised.value.code is cr.ErrorCode.MISSING_EXTRA
    assert str(raised.value) == (
        'the package numba is missing: pip install "collusion-rules[fast]"'
    )


def test_a_package_that_lacks_another_is_not_missing_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "broken_package.py").write_text("import a_package_that_nobody_has")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(ModuleNotFoundError, match="a_package_that_nobody_has"):
        needed("broken_package", "fast")


# What comes back is a value


BATCHES: dict[str, Callable[[int], Batch | GameBatch | Record | None]] = {
    "deals": lambda seed: play_deals(cr.SECRET_PARTNERS, 20, seed),
    "a record": lambda seed: play_deals(cr.TRIPLE_COLLUSION, 20, seed, record=True).record,
    "games": lambda seed: play_games(cr.PARLETT_50, 5, seed),
}


@pytest.mark.parametrize("make", BATCHES.values(), ids=BATCHES)
def test_a_batch_is_a_value(make: Callable[[int], object]) -> None:
    batch = make(7)
    twins = [make(7), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for twin in twins:
        assert twin == batch
        assert hash(twin) == hash(batch)
        assert arrays(twin)
        for array in arrays(twin):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True
    assert make(8) != batch
    assert batch != "a batch"


def arrays(value: object) -> list[npt.NDArray[np.generic]]:
    """The arrays of a value, and those that they are parts of."""
    found: list[npt.NDArray[np.generic]] = []
    for field in attrs.fields(cast("type[attrs.AttrsInstance]", type(value))):
        part = getattr(value, field.name)
        while isinstance(part, np.ndarray):
            found.append(cast("npt.NDArray[np.generic]", part))
            part = found[-1].base
    return found


@pytest.mark.filterwarnings("ignore:Setting the:DeprecationWarning")
def test_nobody_reshapes_or_retypes_what_others_look_at() -> None:
    """However it is called: each look gives an array of its own."""
    batch = play_deals(cr.PARLETT, 4, 7)
    before = hash(batch)
    looked_at: list[Any] = [batch.tricks, *arrays(batch)]
    for part in looked_at:
        part.shape = (part.size,)
        part.dtype = np.uint8
    assert (batch.tricks.shape, batch.tricks.dtype) == ((4, 4), np.dtype(np.uint8))
    assert (batch.points.shape, batch.points.dtype) == ((4, 4), np.dtype(np.int64))
    assert hash(batch) == before
    assert batch == play_deals(cr.PARLETT, 4, 7)


def test_what_a_batch_is_made_of_stays_as_it_was() -> None:
    record = play_deals(cr.PARLETT, 2, 7, record=True).record
    assert record is not None
    mine = record.cards.copy()
    made = attrs.evolve(record, cards=mine)
    mine[0, 0] = 51 - mine[0, 0]
    assert made == record
    assert attrs.evolve(record, cards=record.cards.astype(np.int64)) != record


def test_no_such_deal() -> None:
    batch = play_deals(cr.PARLETT, 2, 7)
    nowhere: list[Any] = [2, -1, None, True, "0"]
    for deal in nowhere:
        with pytest.raises(cr.BadArgumentError, match="a whole number from 0 to 1"):
            batch.outcome(deal)
        with pytest.raises(cr.BadArgumentError, match="a whole number from 0 to 1"):
            batch.trump(deal)


def test_the_bits_of_reasons_stay_as_they_are() -> None:
    bits: Any = REASON_BITS
    with pytest.raises(TypeError):
        bits[cr.Reason.TRICKS] = 0


def test_hands_of_no_deals_are_not_hands_left_out() -> None:
    with pytest.raises(cr.BadArgumentError, match="hands must be of 3 deals, not 0"):
        play_deals(cr.PARLETT, 3, 1, hands=np.zeros((0, 4, 2), np.uint64))


def test_numbers_of_deals_stay_below_their_bound() -> None:
    play_deals(cr.PARLETT, 2, 1, first=2**44 - 2)
    for deals, first in ((3, 2**44 - 2), (1, 2**44), (1, -1), (0, 0)):
        with pytest.raises(cr.BadArgumentError, match=r"must be a whole number from \d to \d+"):
            play_deals(cr.PARLETT, deals, 1, first=first)


def test_a_record_is_wanted_or_not() -> None:
    perhaps: Any = "perhaps"
    with pytest.raises(cr.BadArgumentError, match="record must be a bool"):
        play_on(mid_deal(), 1, 7, record=perhaps)
    with pytest.raises(cr.BadArgumentError, match="record must be a bool"):
        play_deals(cr.PARLETT, 1, 1, record=perhaps)


@pytest.mark.parametrize("rules", [cr.PARLETT, cr.parlett(target=1)], ids=["a deal", "the game"])
def test_a_deal_that_is_played_is_no_position(rules: cr.Ruleset) -> None:
    """A view that has seen the last card, and not yet who took it."""
    game = cr.deal(cr.new_game(rules, cr.Seat(3)), seed=7)
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    last = max(at for at, event in enumerate(game.log) if isinstance(event, cr.Play))
    view = cr.observe(cr.view(game, None).log[: last + 1], None)
    with pytest.raises(cr.BadArgumentError) as refused:
        play_on(view, 1, 1, hands=[cr.Cards()] * 4)
    over = cr.ErrorCode.GAME_OVER
    assert refused.value.code is (over if cr.game_winner(game) else cr.ErrorCode.AWAITING_DEAL)


def test_a_batch_can_be_played_again_from_its_own_record() -> None:
    first = play_deals(cr.PARLETT, 20, 7, record=True)
    assert first.record is not None
    again = play_deals(cr.PARLETT, 20, 8, hands=first.record.hands)
    assert not again.record
    assert again.tricks.shape == first.tricks.shape
