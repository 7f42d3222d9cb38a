"""What the players of a batch do, as machine code: the card that is played, the suit declared.

`plain` has the same in Python, move by move, and the tests compare the two.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import below
from collusion_rules.batch.compiling import compiled

RANDOM: Final = 0
HIGHEST: Final = 1
LOWEST: Final = 2
CHOSEN: Final = 3
DUCK: Final = 4
TAKE: Final = 5
AIM: Final = 6
MIDDLE: Final = 7

LONGEST: Final = 11
HOLDING: Final = 12
LONGEST_HELD: Final = 13

NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)
SUIT: Final = np.uint64(0x1FFF)
_RANKS: Final = 13
_RANK: Final = np.uint64(0x8004002001)
"""The twos of all suits."""

_PAIRS: Final = np.uint64(0x5555555555555555)
_NIBBLE_PAIRS: Final = np.uint64(0x3333333333333333)
_NIBBLES: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES: Final = np.uint64(0x0101010101010101)
_BY_1: Final = np.uint64(1)
_BY_2: Final = np.uint64(2)
_BY_4: Final = np.uint64(4)
_TO_TOP_BYTE: Final = np.uint64(56)


@compiled
def count(bits: np.uint64) -> np.uint64:
    """How many bits are set."""
    bits -= (bits >> _BY_1) & _PAIRS
    bits = (bits & _NIBBLE_PAIRS) + ((bits >> _BY_2) & _NIBBLE_PAIRS)
    bits = (bits + (bits >> _BY_4)) & _NIBBLES
    return (bits * _BYTES) >> _TO_TOP_BYTE


@compiled
def nth_lowest(bits: np.uint64, place: np.uint64) -> np.uint64:
    """The set bit with this many set bits below it."""
    while place > NONE:
        bits &= bits - ONE
        place -= ONE
    return bits & (~bits + ONE)


@compiled
def lowest_by_rank(cards: np.uint64) -> np.uint64:
    """The card of the lowest rank, and of equal ranks that of the lowest suit, clubs."""
    for rank in range(_RANKS):
        alike = cards & (_RANK << np.uint64(rank))
        if alike != NONE:
            return alike & (~alike + ONE)
    return NONE


@compiled
def highest_by_rank(cards: np.uint64) -> np.uint64:
    """The card of the highest rank, and of equal ranks that of the highest suit, spades."""
    for rank in range(_RANKS - 1, -1, -1):
        alike = cards & (_RANK << np.uint64(rank))
        if alike != NONE:
            while alike & (alike - ONE) != NONE:
                alike &= alike - ONE
            return alike
    return NONE


@compiled
def nth_by_rank(cards: np.uint64, place: np.uint64) -> np.uint64:
    """The card with this many below it by rank, and among equal ranks by suit, clubs lowest."""
    for rank in range(_RANKS):
        alike = cards & (_RANK << np.uint64(rank))
        many = count(alike)
        if place < many:
            return nth_lowest(alike, place)
        place -= many
    return NONE


@compiled
def winners(legal: np.uint64, best: np.uint64, winning: np.uint64, trumps: np.uint64) -> np.uint64:
    """The cards that would win the trick as it stands (A6, A8).

    Args:
        legal: cards, as bits.
        best: the card that wins so far; none for the lead, which always does.
        winning: the cards of the suit that the trick goes to so far.
        trumps: all trumps; none where there are none.
    """
    if best == NONE:
        return legal
    higher = legal & winning & ~(best | (best - ONE))
    return higher if winning == trumps else higher | (legal & trumps)


@compiled
def _duck(legal: np.uint64, winning: np.uint64, leads: bool, last: bool) -> np.uint64:
    """The highest card that doesn't win; on a lead the lowest.

    If every card wins: the lowest, in hope; but of the last to play, the highest.
    """
    losing = legal & ~winning
    if leads:
        return lowest_by_rank(legal)
    if losing != NONE:
        return highest_by_rank(losing)
    return highest_by_rank(legal) if last else lowest_by_rank(legal)


@compiled
def _take(legal: np.uint64, winning: np.uint64, leads: bool) -> np.uint64:
    """The cheapest card that wins; the highest on a lead; the lowest if none wins."""
    if leads:
        return highest_by_rank(legal)
    return lowest_by_rank(winning if winning != NONE else legal)


@compiled
def by_plan(
    how: int, short: bool, legal: np.uint64, winning: np.uint64, leads: bool, last: bool
) -> np.uint64:
    """The card of a seat that looks at the trick.

    Args:
        how: `DUCK`, `TAKE`, `AIM` or `MIDDLE`.
        short: whether the seat has fewer tricks than it aims for.
        legal: what it may play.
        winning: which of these would win the trick as it stands.
        leads: whether it leads to the trick.
        last: whether it is the last to play to the trick.
    """
    if how == MIDDLE:
        return nth_by_rank(legal, (count(legal) - ONE) >> _BY_1)
    if how == TAKE or (how == AIM and short):
        return _take(legal, winning, leads)
    return _duck(legal, winning, leads, last)


@compiled
def partner_card(ranks: npt.NDArray[np.int64], turn: int, which: int, suit: int) -> np.uint64:
    """A card that decides the teams of a deal, if this suit is trumps (C2, D2, D4)."""
    return ONE << np.uint64(suit * _RANKS + ranks[turn, which])


@compiled
def _worth(
    ranks: npt.NDArray[np.int64],
    how: int,
    turn: int,
    hand: np.uint64,
    seconds: np.uint64,
    suit: int,
) -> np.int64:
    """How much a policy likes to declare a suit."""
    held = np.int64(0)
    for which in range(ranks.shape[1]):
        if hand & partner_card(ranks, turn, which, suit):
            held = np.int64(1)
    cards = SUIT << np.uint64(suit * _RANKS)
    length = np.int64(count(hand & cards) + count(seconds & cards))
    if how == LONGEST:
        return length
    if how == HOLDING:
        return held
    if how == LONGEST_HELD:
        return length + held * np.int64(64)
    return np.int64(0)


@compiled
def declared(
    ranks: npt.NDArray[np.int64],
    how: int,
    key: np.uint64,
    place: np.uint64,
    turn: int,
    hand: np.uint64,
    seconds: np.uint64,
) -> tuple[int, np.uint64]:
    """The suit that the dealer declares (C1): any of those that their policy likes best."""
    best, ties, chosen = np.int64(-1), NONE, 0
    for suit in range(4):
        worth = _worth(ranks, how, turn, hand, seconds, suit)
        if worth > best:
            best, ties = worth, NONE
        if worth == best:
            ties += ONE
            drawn, place = below(key, place, ties)
            if drawn == NONE:
                chosen = suit
    return chosen, place
