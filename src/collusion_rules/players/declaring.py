"""Which suit a dealer declares as trumps, seeing its own hand alone (C1)."""

from typing import Final

from collusion_rules.cards import Cards, Rank, Suit
from collusion_rules.motives import Motive, why
from collusion_rules.moves import Declaration
from collusion_rules.players.positions import own_hand
from collusion_rules.players.protocol import Thought
from collusion_rules.state import View

_HEIGHTS: Final = {Rank.ACE: 3, Rank.KING: 2, Rank.QUEEN: 1}
"""What high cards add to the length of a suit, in thirds of a card."""


def strongest_suit(view: View) -> Thought:
    """Declare the suit that makes the best trumps: long, with high cards in it.

    Who holds a partner card of the suit is one of the partners, or alone if they hold both (C2).
    """
    hand = own_hand(view)
    suit = max(reversed(Suit), key=lambda suit: strength(hand, suit))
    cards = hand.of_suit(suit)
    partner_ranks = view.scene.partner_ranks
    held = Cards(card for card in cards if card.rank in partner_ranks)
    seat = view.dealer
    if held:
        reason = why(Motive.HOLDS_PARTNER_CARD, cards=held, count=len(cards), suit=suit)
    else:
        reason = why(Motive.LONG_SUIT, suit=suit, count=len(cards))
    return Thought(Declaration(seat, suit), reason)


def strength(hand: Cards, suit: Suit) -> int:
    """How good a suit would be as trumps, in thirds of a card."""
    cards = hand.of_suit(suit)
    return 3 * len(cards) + sum(_HEIGHTS.get(card.rank, 0) for card in cards)
