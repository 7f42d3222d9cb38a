"""Whole deals as machine code over bit masks.

A hand is two words: bit `card.number` of the first says that it has the card, of the second that
it has both copies. All that it does is what the engine does, and the tests compare the two move
by move; the engine remains the definition of the rules.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import WORDS_A_DEAL, below
from collusion_rules.batch.compiling import compiled

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint8]

RANDOM: Final = 0
HIGHEST: Final = 1
LOWEST: Final = 2
CHOSEN: Final = 3
LONGEST: Final = 4
HOLDING: Final = 5

NO_TEAMS: Final = 0
ONE_PAIR: Final = 1
THREE_PAIRS: Final = 2

_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_ANY: Final = np.uint64((1 << 52) - 1)
_SUIT: Final = np.uint64(0x1FFF)
_SECOND_SUIT: Final = np.uint64(1 << 13)
_THIRD_SUIT: Final = np.uint64(1 << 26)
_FOURTH_SUIT: Final = np.uint64(1 << 39)
_SHIFTS: Final = np.uint64(13), np.uint64(26), np.uint64(39)

_PAIRS: Final = np.uint64(0x5555555555555555)
_NIBBLE_PAIRS: Final = np.uint64(0x3333333333333333)
_NIBBLES: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES: Final = np.uint64(0x0101010101010101)
_BY_1: Final = np.uint64(1)
_BY_2: Final = np.uint64(2)
_BY_4: Final = np.uint64(4)
_TO_TOP_BYTE: Final = np.uint64(56)


class Plan(NamedTuple):
    """A ruleset, as far as it decides how a deal is played.

    Attributes:
        players: how many seats there are.
        tricks: how many tricks a deal has.
        packs: one or two.
        deck: the numbers of the cards, packet after packet.
        packets: where in `deck` each packet ends; each is shuffled and dealt by itself.
        declares: whether the dealer declares trumps.
        teams: `NO_TEAMS`, `ONE_PAIR` or `THREE_PAIRS`.
        partner_ranks: for each deal of the cycle, the places of the partner cards in their suit.
    """

    players: int
    tricks: int
    packs: int
    deck: Small
    packets: Numbers
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
        leader: who leads or has led to the trick; -1 for the dealer's left.
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
        plays: what decides which card is played, one entry a seat: `RANDOM`, `HIGHEST`, `LOWEST`
            or `CHOSEN`.
        declares: what decides trumps: `RANDOM`, `LONGEST` or `HOLDING`.
        choices: for `CHOSEN`: which of the legal moves, by deal and play.
    """

    key: np.uint64
    deals: Words
    dealers: Numbers
    turns: Numbers
    plays: Numbers
    declares: int
    choices: Small


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
    sides: npt.NDArray[np.int8]
    trumps: npt.NDArray[np.int8]
    shown: npt.NDArray[np.int16]
    hands: Words
    cards: Small
    legal: Words


@compiled
def count(bits: np.uint64) -> np.uint64:
    """How many bits are set."""
    bits -= (bits >> _BY_1) & _PAIRS
    bits = (bits & _NIBBLE_PAIRS) + ((bits >> _BY_2) & _NIBBLE_PAIRS)
    bits = (bits + (bits >> _BY_4)) & _NIBBLES
    return (bits * _BYTES) >> _TO_TOP_BYTE


@compiled
def nth_lowest(bits: np.uint64, place: np.uint64) -> np.uint64:
    """The set bit with so many set bits below it."""
    while place > _NONE:
        bits &= bits - _ONE
        place -= _ONE
    return bits & (~bits + _ONE)


@compiled
def _suit_of(card: np.uint64) -> np.uint64:
    """All cards of a card's suit."""
    if card < _THIRD_SUIT:
        return _SUIT if card < _SECOND_SUIT else _SUIT << _SHIFTS[0]
    return _SUIT << _SHIFTS[1] if card < _FOURTH_SUIT else _SUIT << _SHIFTS[2]


@compiled
def _give(hands: Words, seat: int, card: np.uint64) -> None:
    """Put a card into a hand."""
    if hands[seat, 0] & card:
        hands[seat, 1] |= card
    else:
        hands[seat, 0] |= card


@compiled
def _deal(
    plan: Plan, key: np.uint64, place: np.uint64, dealer: int, order: Small, hands: Words
) -> np.uint64:
    """Shuffle each packet of the deck and deal it out from the dealer's left (A3, D6)."""
    for seat in range(plan.players):
        hands[seat, 0] = hands[seat, 1] = _NONE
    for at in range(order.shape[0]):
        order[at] = plan.deck[at]
    begin = 0
    for end in plan.packets:
        seat = dealer
        for last in range(end - 1, begin - 1, -1):
            drawn, place = below(key, place, np.uint64(last - begin + 1))
            other = begin + np.int64(drawn)
            number = order[other]
            order[other] = order[last]
            seat = seat + 1 if seat + 1 < plan.players else 0
            _give(hands, seat, _ONE << np.uint64(number))
        begin = end
    return place


@compiled
def _partner_card(ranks: Numbers, turn: int, which: int, suit: int) -> np.uint64:
    return _ONE << np.uint64(suit * 13 + ranks[turn, which])


@compiled
def _worth(
    ranks: Numbers, declares: int, turn: int, hand: np.uint64, seconds: np.uint64, suit: int
) -> np.int64:
    """How much a policy likes to declare a suit."""
    if declares == LONGEST:
        cards = _SUIT << np.uint64(suit * 13)
        return np.int64(count(hand & cards) + count(seconds & cards))
    if declares == HOLDING:
        for which in range(ranks.shape[1]):
            if hand & _partner_card(ranks, turn, which, suit):
                return np.int64(1)
    return np.int64(0)


@compiled
def _declared(
    ranks: Numbers,
    declares: int,
    key: np.uint64,
    place: np.uint64,
    turn: int,
    hand: np.uint64,
    seconds: np.uint64,
) -> tuple[int, np.uint64]:
    """The suit that the dealer declares (C1): any of those that their policy likes best."""
    best, ties, chosen = np.int64(-1), _NONE, 0
    for suit in range(4):
        worth = _worth(ranks, declares, turn, hand, seconds, suit)
        if worth > best:
            best, ties = worth, _NONE
        if worth == best:
            ties += _ONE
            drawn, place = below(key, place, ties)
            if drawn == _NONE:
                chosen = suit
    return chosen, place


@compiled
def _take_sides(
    plan: Plan, turn: int, trump: int, hands: Words, played: Words, sides: npt.NDArray[np.int8]
) -> np.uint64:
    """Say who partners whom (C2, D4), and return the partner cards."""
    cards = _NONE
    for seat in range(plan.players):
        sides[seat] = -1 if plan.teams == NO_TEAMS else 1
    if plan.teams == NO_TEAMS:
        return cards
    for which in range(plan.partner_ranks.shape[1]):
        card = _partner_card(plan.partner_ranks, turn, which, trump)
        side = which if plan.teams == THREE_PAIRS else 0
        for seat in range(plan.players):
            if (hands[seat, 0] | played[seat]) & card:
                sides[seat] = side
        cards |= card
    return cards


@compiled
def _choose(
    lots: Lots, place: np.uint64, row: int, at: int, seat: int, legal: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The card that a seat plays, and the next place; no card if a choice given is too high."""
    many = count(legal)
    how = lots.plays[seat]
    if how == RANDOM:
        drawn, place = below(lots.key, place, many)
    elif how == LOWEST:
        drawn = _NONE
    elif how == HIGHEST:
        drawn = many - _ONE
    else:
        choice = np.uint64(lots.choices[row, at])
        if choice >= many:
            return _NONE, place
        drawn = many - _ONE - choice
    return nth_lowest(legal, drawn), place


@compiled
def _play(
    plan: Plan,
    start: Start,
    lots: Lots,
    results: Results,
    row: int,
    place: np.uint64,
    leader: int,
    trumps: np.uint64,
    partner_cards: np.uint64,
    hands: Words,
    trick: Words,
) -> int:
    """Play the tricks of a deal (A4 to A8); return -1, or which play had too high a choice."""
    tricks = results.tricks[row]
    recording = results.cards.shape[0] > 0
    shown = start.shown
    on_table = start.trick.shape[0]
    together = _NONE
    following = _ANY
    for before in range(on_table):
        trick[before] = start.trick[before]
        together |= trick[before]
        following = _suit_of(trick[0])
    done = start.done
    first = done * plan.players + on_table
    at = 0
    seat = (leader + on_table) % plan.players
    for _ in range(plan.tricks - done):
        for in_trick in range(on_table, plan.players):
            hand = hands[seat, 0]
            legal = hand & following
            if legal == _NONE:
                legal = hand
            card, place = _choose(lots, place, row, at, seat, legal)
            if card == _NONE:
                return at
            if recording:
                results.cards[row, at] = count(card - _ONE)
                results.legal[row, at] = legal
            if hands[seat, 1] & card:
                hands[seat, 1] ^= card
            else:
                hands[seat, 0] ^= card
            if in_trick == 0:
                following = _suit_of(card)
            trick[in_trick] = card
            together |= card
            at += 1
            if card & partner_cards and shown == 0:
                shown = first + at
            seat = seat + 1 if seat + 1 < plan.players else 0
        winning = trumps if together & trumps else following
        best, winner = _NONE, 0
        for in_trick in range(plan.players):
            if trick[in_trick] & winning > best:
                best, winner = trick[in_trick] & winning, in_trick
        leader = (
            leader + winner if leader + winner < plan.players else leader + winner - plan.players
        )
        tricks[leader] += 1
        seat = leader
        together = _NONE
        following = _ANY
        on_table = 0
    results.shown[row] = shown
    return -1


@compiled
def play_deals(plan: Plan, start: Start, lots: Lots, results: Results) -> tuple[int, int]:
    """Play every deal of a batch to its end.

    Returns:
        (-1, -1), or the deal and the play where a choice given is too high.
    """
    order = np.empty(plan.deck.shape[0], np.uint8)
    hands = np.zeros((plan.players, 2), np.uint64)
    trick = np.zeros(plan.players, np.uint64)
    for row in range(lots.deals.shape[0]):
        dealer, turn = lots.dealers[row], lots.turns[row]
        place = lots.deals[row] * WORDS_A_DEAL
        if start.hands.shape[0] == 0:
            place = _deal(plan, lots.key, place, dealer, order, hands)
        for seat in range(plan.players):
            for copy in range(2):
                if start.hands.shape[0] > 0:
                    hands[seat, copy] = start.hands[min(row, start.hands.shape[0] - 1), seat, copy]
                if results.hands.shape[0] > 0:
                    results.hands[row, seat, copy] = hands[seat, copy]
        trump = start.trump
        if plan.declares and trump < 0:
            trump, place = _declared(
                plan.partner_ranks,
                lots.declares,
                lots.key,
                place,
                turn,
                hands[dealer, 0],
                hands[dealer, 1],
            )
        trumps = _NONE if trump < 0 else _SUIT << np.uint64(trump * 13)
        partner_cards = _take_sides(plan, turn, trump, hands, start.played, results.sides[row])
        results.trumps[row] = trump
        for seat in range(plan.players):
            results.tricks[row, seat] = start.won[seat]
        leader = start.leader if start.leader >= 0 else (dealer + 1) % plan.players
        wrong = _play(
            plan, start, lots, results, row, place, leader, trumps, partner_cards, hands, trick
        )
        if wrong >= 0:
            return row, wrong
    return -1, -1


@compiled
def first_bad_deal(plan: Plan, hands: Words, honours: Words) -> int:
    """The first of many deals that is no deal of the deck (A3, D6); -1 if there is none.

    Args:
        plan: the ruleset.
        hands: the cards dealt, by deal, seat and copy.
        honours: cards of which each seat must have exactly one, as bits, one entry a suit.
    """
    missing = np.zeros(52, np.int64)
    for row in range(hands.shape[0]):
        for number in plan.deck:
            missing[number] += 1
        for seat in range(plan.players):
            firsts, seconds = hands[row, seat, 0], hands[row, seat, 1]
            if seconds & ~firsts or count(firsts) + count(seconds) != np.uint64(plan.tricks):
                return row
            for cards in honours:
                if count(firsts & cards) + count(seconds & cards) != _ONE:
                    return row
            for number in range(52):
                bit = _ONE << np.uint64(number)
                missing[number] -= int(firsts & bit != 0) + int(seconds & bit != 0)
        for number in range(52):
            if missing[number] != 0:
                return row
    return -1
