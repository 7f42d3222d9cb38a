"""The trick: what may be played, who takes it, who leads next, what it shows (A5 to A8)."""

from collections.abc import Sequence
from typing import Final

from collusion_rules.cards import FOLLOWING, SUIT_BITS, Seat, Suit
from collusion_rules.moves import MOST_PLAYERS, Play

CLOCKWISE: Final = tuple(
    tuple(Seat((seat + 1) % players) for seat in range(players))
    for players in range(MOST_PLAYERS + 1)
)
"""By the number of players and a seat: the next seat, to the left (A2, A5)."""


def allowed(hand: int, trick: Sequence[Play]) -> int:
    """The cards of a hand that may be played to a trick: those that follow suit, if any do (A5).

    Args:
        hand: cards, as bits.
        trick: the plays so far, the lead first; there is at least the lead.
    """
    return hand & FOLLOWING[trick[0].card.number] or hand


def taker(trick: Sequence[Play], trump: Suit | None) -> Seat:
    """Who takes a complete trick (A6), ace high (A1); of identical cards the first wins (A8)."""
    suit = FOLLOWING[trick[0].card.number]
    if trump is not None and any(play.card.suit is trump for play in trick):
        suit = SUIT_BITS[trump]
    seat, highest = trick[0].seat, trick[0].bits & suit
    for play in trick[1:]:
        height = play.bits & suit
        if height > highest:
            seat, highest = play.seat, height
    return seat


def next_leader(taken_by: Seat) -> Seat:
    """Who leads to the next trick: whoever took this one (A7)."""
    return taken_by


def shown_void(play: Play, lead: Play) -> Suit | None:
    """The suit that a play shows its seat to be out of, by not following the lead (A5), if any."""
    led = lead.card.suit
    return None if play.card.suit is led else led
