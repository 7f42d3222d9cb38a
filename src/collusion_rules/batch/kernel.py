"""Whole deals as machine code over bit masks.

A hand is two words: bit `card.number` of the first says that it has the card, of the second that
it has both copies. All that it does is what the engine does, and the tests compare the two move
by move; the engine remains the definition of the rules.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import WORDS_A_DEAL, below
from collusion_rules.batch.choosing import (
    DUCK,
    HIGHEST,
    LOWEST,
    NONE,
    ONE,
    RANDOM,
    SUIT,
    by_plan,
    count,
    declared,
    nth_lowest,
    partner_card,
    winners,
)
from collusion_rules.batch.compiling import compiled
from collusion_rules.policies import WHIMS

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint8]
Sides = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

NO_TEAMS: Final = 0
ONE_PAIR: Final = 1
THREE_PAIRS: Final = 2

_ANY: Final = np.uint64((1 << 52) - 1)
_WHIMS: Final = np.uint64(WHIMS)
_SECOND_SUIT: Final = np.uint64(1 << 13)
_THIRD_SUIT: Final = np.uint64(1 << 26)
_FOURTH_SUIT: Final = np.uint64(1 << 39)
_SHIFTS: Final = np.uint64(13), np.uint64(26), np.uint64(39)


class Plan(NamedTuple):
    """A ruleset, as far as it decides how a deal is played.

    Attributes:
        players: how many seats there are.
        tricks: how many tricks a deal has.
        packs: one or two.
        deck: the numbers of the cards, packet after packet.
        packets: where in `deck` each packet ends; each is shuffled and dealt by itself.
        first_leader: who leads to the first trick, counted clockwise from the dealer.
        declares: whether the dealer declares trumps.
        teams: `NO_TEAMS`, `ONE_PAIR` or `THREE_PAIRS`.
        partner_ranks: for each deal of the cycle, the places of the partner cards in their suit.
    """

    players: int
    tricks: int
    packs: int
    deck: Small
    packets: Numbers
    first_leader: int
    declares: bool
    teams: int
    partner_ranks: Numbers


class Start(NamedTuple):
    """Where the deals of a batch begin.

    Attributes:
        hands: the cards held, by deal, seat and copy; one entry for all deals alike, or none to
            deal anew.
        played: the cards already played, by seat.
        trick: the cards of the trick on the table, the leader's first.
        won: tricks already taken, one entry a seat.
        done: how many these are.
        leader: who leads or has led to the trick; -1 for who leads first.
        trump: the place of the suit from clubs to spades; -1 if it is not declared.
        shown: how many cards had been played once a partner card was among them; 0 for none.
    """

    hands: Words
    played: Words
    trick: Words
    won: Numbers
    done: int
    leader: int
    trump: int
    shown: int


class Lots(NamedTuple):
    """What decides each deal of a batch; one entry a deal.

    Attributes:
        key: what the random words depend on.
        deals: the deals' numbers, which decide their random words.
        dealers: who deals.
        turns: the deals' places in the cycle of partner cards.
        plays: what decides which card is played, one entry a seat, as `choosing` numbers it.
        aims: how many tricks a seat means to take, one entry a seat.
        whims: of 16 plays how many are any card, one entry a seat.
        declares: what decides trumps, as `choosing` numbers it.
        choices: for `CHOSEN`: which of the legal moves, by deal and play.
        first: the card that is played first, by deal; empty to leave it to the policy.
    """

    key: np.uint64
    deals: Words
    dealers: Numbers
    turns: Numbers
    plays: Numbers
    aims: Numbers
    whims: Numbers
    declares: int
    choices: Small
    first: Words


class Results(NamedTuple):
    """What the kernel fills in; the first index is the deal.

    Attributes:
        tricks: tricks taken, by seat.
        sides: the side a seat is on, by seat.
        trumps: the place of the trump suit; -1 for none.
        shown: how many cards had been played once a partner card was among them.
        hands: the cards at the start, by seat and copy; empty if not wanted.
        cards: the numbers of the cards in the order of play; empty if not wanted.
        legal: the legal plays in that order, as bits; empty if not wanted.
    """

    tricks: Small
    sides: Sides
    trumps: npt.NDArray[np.int8]
    shown: npt.NDArray[np.int16]
    hands: Words
    cards: Small
    legal: Words


@compiled
def suit_of(card: np.uint64) -> np.uint64:
    """All cards of a card's suit."""
    if card < _THIRD_SUIT:
        return SUIT if card < _SECOND_SUIT else SUIT << _SHIFTS[0]
    return SUIT << _SHIFTS[1] if card < _FOURTH_SUIT else SUIT << _SHIFTS[2]


@compiled
def give(hands: Words, seat: int, card: np.uint64) -> None:
    """Put a copy of a card into a hand."""
    if hands[seat, 0] & card:
        hands[seat, 1] |= card
    else:
        hands[seat, 0] |= card


@compiled
def _take(hands: Words, seat: int, card: np.uint64) -> None:
    """Take a card out of a hand, the second copy first."""
    if hands[seat, 1] & card:
        hands[seat, 1] ^= card
    else:
        hands[seat, 0] ^= card


@compiled
def deal_out(
    deck: Small,
    packets: Numbers,
    key: np.uint64,
    place: np.uint64,
    dealer: int,
    order: Small,
    hands: Words,
) -> np.uint64:
    """Shuffle each packet of the deck and deal it out from the dealer's left (A3, D6)."""
    for seat in range(hands.shape[0]):
        hands[seat, 0] = hands[seat, 1] = NONE
    for at in range(order.shape[0]):
        order[at] = deck[at]
    begin = 0
    for end in packets:
        seat = dealer
        for last in range(end - 1, begin - 1, -1):
            drawn, place = below(key, place, np.uint64(last - begin + 1))
            other = begin + np.int64(drawn)
            number = order[other]
            order[other] = order[last]
            seat = seat + 1 if seat + 1 < hands.shape[0] else 0
            give(hands, seat, ONE << np.uint64(number))
        begin = end
    return place


@compiled
def _take_sides(
    ranks: Numbers,
    teams: int,
    turn: int,
    trump: int,
    hands: Words,
    played: Words,
    row: int,
    sides: Sides,
) -> np.uint64:
    """Say who partners whom (C2, D4), and return the partner cards."""
    cards = NONE
    for seat in range(hands.shape[0]):
        sides[row, seat] = -1 if teams == NO_TEAMS else 1
    if teams == NO_TEAMS:
        return cards
    for which in range(ranks.shape[1]):
        card = partner_card(ranks, turn, which, trump)
        side = which if teams == THREE_PAIRS else 0
        for seat in range(hands.shape[0]):
            if (hands[seat, 0] | played[seat]) & card:
                sides[row, seat] = side
        cards |= card
    return cards


@compiled
def choose(
    how: int, key: np.uint64, place: np.uint64, choices: Small, row: int, at: int, legal: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The card of a seat that looks at its own cards alone, and the next place.

    It is not a card if a choice given is too high.
    """
    many = count(legal)
    if how == RANDOM:
        drawn, place = below(key, place, many)
    elif how == LOWEST:
        drawn = NONE
    elif how == HIGHEST:
        drawn = many - ONE
    else:  # CHOSEN
        choice = np.uint64(choices[row, at])
        if choice >= many:
            return NONE, place
        drawn = many - ONE - choice
    return nth_lowest(legal, drawn), place


@compiled
def play_deals(plan: Plan, start: Start, lots: Lots, results: Results) -> tuple[int, int]:
    """Play every deal of a batch to its end (A4 to A8).

    The arrays get names of their own first: to take one out of a tuple costs as much as a play.

    Returns:
        (-1, -1), or the deal and the play where a choice given is too high.
    """
    players, tricks, _, deck, packets, first_leader, declares, teams, ranks = plan
    given, played, on_table, won, done, given_leader, given_trump, given_shown = start
    key, deals, dealers, turns, plays, aims, whims, declaring, choices, first = lots
    taken, sides, suits, shown, first_hands, cards, legal_cards = results
    order = np.empty(deck.shape[0], np.uint8)
    hands = np.zeros((players, 2), np.uint64)
    for row in range(deals.shape[0]):
        dealer, turn = dealers[row], turns[row]
        place = deals[row] * WORDS_A_DEAL
        if given.shape[0] == 0:
            place = deal_out(deck, packets, key, place, dealer, order, hands)
        for seat in range(players):
            for copy in range(2):
                if given.shape[0] > 0:
                    hands[seat, copy] = given[row % given.shape[0], seat, copy]
                if first_hands.shape[0] > 0:
                    first_hands[row, seat, copy] = hands[seat, copy]
            taken[row, seat] = won[seat]
        trump = given_trump
        if declares and trump < 0:
            hand, seconds = hands[dealer, 0], hands[dealer, 1]
            trump, place = declared(ranks, declaring, key, place, turn, hand, seconds)
        suits[row] = trump
        trumps = NONE if trump < 0 else SUIT << np.uint64(trump * 13)
        partner_cards = _take_sides(ranks, teams, turn, trump, hands, played, row, sides)
        leader = given_leader if given_leader >= 0 else (dealer + first_leader) % players
        begin, at, shown[row] = on_table.shape[0], 0, given_shown
        for _ in range(tricks - done):
            seat = winner = leader
            following, winning, best = _ANY, NONE, NONE
            for in_trick in range(players):
                if in_trick < begin:
                    card = on_table[in_trick]
                else:
                    legal = hands[seat, 0] & following
                    if legal == NONE:
                        legal = hands[seat, 0]
                    how = plays[seat]
                    given_first = at == 0 and first.shape[0] > 0
                    if whims[seat] > 0 and not given_first:
                        whim, place = below(key, place, _WHIMS)
                        if np.int64(whim) < whims[seat]:
                            how = RANDOM
                    if given_first:
                        card = first[row]
                    elif how < DUCK:
                        card, place = choose(how, key, place, choices, row, at, legal)
                    else:
                        able = winners(legal, best, winning, trumps)
                        short = taken[row, seat] < aims[seat]
                        last = in_trick == players - 1
                        card = by_plan(how, short, legal, able, in_trick == 0, last)
                    if card == NONE:
                        return row, at
                    if cards.shape[0] > 0:
                        cards[row, at] = count(card - ONE)
                        legal_cards[row, at] = legal
                    at += 1
                    _take(hands, seat, card)
                    if card & partner_cards and shown[row] == 0:
                        shown[row] = done * players + on_table.shape[0] + at
                if in_trick == 0:
                    following = winning = suit_of(card)
                if card & trumps and winning != trumps:
                    winning, best = trumps, NONE
                if card & winning > best:
                    best, winner = card & winning, seat
                seat = seat + 1 if seat + 1 < players else 0
            taken[row, winner] += 1
            leader, begin = winner, 0
    return -1, -1


@compiled
def first_bad_deal(plan: Plan, hands: Words, honours: Words) -> int:
    """The first of many deals that is not a deal of the deck (A3, D6); -1 if there is none.

    Args:
        plan: the ruleset.
        hands: the cards dealt, by deal, seat and copy.
        honours: cards of which each seat must have exactly one, as bits, one entry a suit.
    """
    whole = NONE
    for number in plan.deck:
        whole |= ONE << np.uint64(number)
    for row in range(hands.shape[0]):
        # Count every card at once, in binary: by bit, whether there are 1 or 3, 2 or 3, too many.
        ones, twos, too_many = NONE, NONE, NONE
        for seat in range(plan.players):
            size = NONE
            for copy in range(2):
                cards = hands[row, seat, copy]
                size += count(cards)
                carried = ones & cards
                ones ^= cards
                too_many |= twos & carried
                twos ^= carried
            if size != np.uint64(plan.tricks):
                return row
            firsts, seconds = hands[row, seat, 0], hands[row, seat, 1]
            for cards in honours:
                if count(firsts & cards) + count(seconds & cards) != ONE:
                    return row
        once, twice = (whole, NONE) if plan.packs == 1 else (NONE, whole)
        if too_many != NONE or ones != once or twos != twice:
            return row
    return -1
