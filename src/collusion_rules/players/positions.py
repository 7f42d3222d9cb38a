"""A deal as players reckon with it: hands as bits, suit after suit, low cards first.

Each copy of a card has a bit of its own. With one pack a suit takes 13 bits, with two 26, the two
copies of a card side by side; so in each suit the higher bit is the higher card.
"""

from functools import lru_cache
from typing import Final, final

import attrs

from collusion_rules.cards import CARDS, ONE_PACK, PACK, Card, Cards, Seat, Suit
from collusion_rules.engine import legal_moves
from collusion_rules.moves import Play
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import View
from collusion_rules.values import Value

_SUITS: Final = tuple(Suit)


@final
@attrs.frozen
class Lay(Value):
    """How the cards of a deck lie in such bits.

    Attributes:
        packs: how many packs there are.
        suits: the bits of each suit.
        following: by the place of a bit: the bits of its suit.
        firsts: the bits of first copies that have a second one beside them.
        cards: by the place of a bit: the card.
    """

    packs: int
    suits: tuple[int, ...]
    following: tuple[int, ...]
    firsts: int
    cards: tuple[Card, ...]

    def bits(self, hand: int) -> int:
        """A hand out of bits as tables have them: first copies, and second ones from bit 52 on."""
        if self.packs == 1:
            return hand
        first, second = hand & ONE_PACK, hand >> PACK
        return int(f"{second:b}", 4) << 1 | int(f"{first:b}", 4)

    def bit(self, card: Card) -> int:
        """The bit of a card's first copy."""
        return 1 << card.number * self.packs

    def copies(self, card: Card) -> int:
        """The bits of all copies of a card."""
        return ((1 << self.packs) - 1) << card.number * self.packs

    def card(self, bit: int) -> Card:
        """The card of a bit."""
        return self.cards[bit.bit_length() - 1]


@lru_cache(maxsize=4)
def lay(packs: int) -> Lay:
    """How the cards of this many packs lie."""
    width = 13 * packs
    suits = tuple(((1 << width) - 1) << width * place for place in range(4))
    firsts = sum(1 << 2 * number for number in range(PACK)) if packs == 2 else 0
    following = tuple(suits[place // width] for place in range(PACK * packs))
    return Lay(
        packs, suits, following, firsts, tuple(CARDS[at // packs] for at in range(PACK * packs))
    )


@final
class Position:
    """Where a deal stands, for one seat that is to play.

    Attributes:
        rules: what is played.
        lay: how the cards lie.
        seat: whose turn it is.
        trump: the bits of trumps; 0 if there are none.
        trick: the bits of the cards on the table, the lead first.
        leader: who leads or has led to the trick.
        won: tricks taken, one entry a seat.
        legal: the bits of what may be played, one copy of each card.
    """

    def __init__(self, view: View) -> None:
        rules = view.rules
        self.rules: Ruleset = rules
        self.lay: Lay = lay(rules.deck.packs)
        assert view.to_act is not None  # noqa: S101 -- players are asked on their turn
        self.seat: Seat = view.to_act
        trump = view.trump
        self.trump: int = 0 if trump is None else self.lay.suits[_SUITS.index(trump)]
        self.trick: list[int] = [self.lay.bit(play.card) for play in view.trick]
        self.leader: int = view.trick[0].seat if view.trick else self.seat
        self.won: tuple[int, ...] = view.tricks_won
        choices = view.choices
        self.legal: int = self.lay.bits((choices | choices >> PACK) & ONE_PACK)

    def winning(self) -> tuple[int, int]:
        """The suit that wins the trick so far, and all cards of it that do not beat the best.

        There must be a lead.
        """
        suit, under = self.lay.following[self.trick[0].bit_length() - 1], 0
        for card in self.trick:
            if card & self.trump and suit != self.trump:
                suit, under = self.trump, 0
            if card & suit > under:
                under = (card << (2 if card & self.lay.firsts else 1)) - 1  # A8
        return suit, under & suit

    def winners(self) -> int:
        """All cards that would take the trick as it lies, as bits; there must be a lead."""
        suit, under = self.winning()
        return (suit | self.trump) & ~under

    def following(self) -> int:
        """All cards that follow suit, as bits; there must be a lead."""
        return self.lay.following[self.trick[0].bit_length() - 1]

    def is_last(self) -> bool:
        """Whether this card completes the trick."""
        return len(self.trick) + 1 == self.rules.players

    @staticmethod
    def each(cards: int) -> list[int]:
        """Cards one by one, low bits first."""
        found: list[int] = []
        while cards:
            card = cards & -cards
            found.append(card)
            cards ^= card
        return found


def own_hand(view: View) -> Cards:
    """The cards that the viewer holds."""
    (hand,) = (hand for hand in view.hands if isinstance(hand, Cards))
    return hand


def only_play(view: View) -> Play | None:
    """The play of the seat on turn, if it may do nothing else: there is nothing to think about."""
    moves = legal_moves(view)
    return moves[0] if len(moves) == 1 and isinstance(moves[0], Play) else None
