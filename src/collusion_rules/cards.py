"""Suits, ranks, cards, multisets of cards, decks and seats (A1)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from enum import Enum, IntEnum
from functools import lru_cache
from itertools import chain, repeat
from typing import Final, NewType, Self, SupportsIndex, TypeGuard, final, overload

import attrs

from collusion_rules.enums import Closed, Member
from collusion_rules.errors import CardTextError, ErrorCode, bad_argument, check, excerpt
from collusion_rules.texts import plain
from collusion_rules.validators import a_kind_of, whole
from collusion_rules.values import Value

Seat = NewType("Seat", int)
"""A place at the table: 0 to n-1, clockwise. The seat to the left of `s` is `(s + 1) % n`."""


def is_seat(value: object, players: int) -> TypeGuard[Seat]:
    """Whether something is a seat at a table of this many players."""
    return type(value) is int and 0 <= value < players


def check_seat(argument: str, seat: Seat | None, players: int, *, or_none: bool = False) -> None:
    """Refuse what is not a seat at the table.

    Args:
        argument: what it was given as.
        seat: what was given.
        players: how many seats there are.
        or_none: whether it may be `None` too.

    Raises:
        BadArgumentError: there is no such seat.
    """
    if not (is_seat(seat, players) or (seat is None and or_none)):
        expected = f"a seat from 0 to {players - 1}"
        raise bad_argument(argument, f"{expected}, or None" if or_none else expected, seat)


class Suit(Member, Enum, metaclass=Closed):
    """The four suits, `CLUBS` `DIAMONDS` `HEARTS` `SPADES`. The value is the suit's letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The suit's pip: ♣ ♦ ♥ ♠."""
        return "♣♦♥♠"["CDHS".index(self.value)]

    def __str__(self) -> str:
        return self.value

    def __lt__(self, other: object) -> bool:
        return self.value < other.value if isinstance(other, Suit) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.value <= other.value if isinstance(other, Suit) else NotImplemented


class Rank(Member, IntEnum, metaclass=Closed):
    """The thirteen ranks, `TWO` to `ACE`, which is high (A1). The value is 2 to 14."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank in one character: 2 to 9, T J Q K A."""
        return "23456789TJQKA"[self - 2]

    def __str__(self) -> str:
        return self.letter


_SUITS: Final = tuple(Suit)
PACK: Final = 52
"""How many cards a pack has."""

_RANK_TEXTS: Final = {
    text: rank for rank in Rank for text in (rank.letter, rank.letter.lower())
} | {"10": Rank.TEN}
_SUIT_TEXTS: Final = {
    text: suit
    for suit, letters, pips in zip(
        _SUITS, ("Cc", "Dd", "Hh", "Ss"), ("♣♧", "♦♢", "♥♡", "♠♤"), strict=True
    )
    for text in (*letters, *(pip + selector for pip in pips for selector in ("", *"\ufe0e\ufe0f")))
}
_CARD_TEXTS: Final = {
    text: (rank, suit)
    for rank_text, rank in _RANK_TEXTS.items()
    for suit_text, suit in _SUIT_TEXTS.items()
    for text in (rank_text + suit_text, suit_text + rank_text)
}


def _rank(value: object) -> Rank:
    if isinstance(value, Rank):
        return value
    raise CardTextError(ErrorCode.NOT_A_CARD, text=excerpt(value))


def _suit(value: object) -> Suit:
    if isinstance(value, Suit):
        return value
    raise CardTextError(ErrorCode.NOT_A_CARD, text=excerpt(value))


def _number(card: "Card") -> int:
    return _SUITS.index(card.suit) * 13 + card.rank - 2


@final
@attrs.frozen(repr=False, order=True)
class Card(Value):
    """One card. Cards are in the order of a new pack: C D H S, the ace highest in each suit.

    Raises:
        CardTextError: `rank` is not a `Rank` or `suit` is not a `Suit`.
    """

    rank: Rank = attrs.field(converter=_rank, eq=False)
    suit: Suit = attrs.field(converter=_suit, eq=False)
    number: int = attrs.field(init=False, default=attrs.Factory(_number, takes_self=True))
    """Where the card stands in one pack, from 0 (2C) up to 51 (AS)."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a card: rank and suit in either order, letters in either case, `T` or `10`, or ♠.

        Raises:
            CardTextError: `text` is anything else, or more than that.
        """
        known = _CARD_TEXTS.get(plain(text)) if isinstance(text, str) else None
        if known is None:
            raise CardTextError(ErrorCode.NOT_A_CARD, text=excerpt(text))
        return cls(*known)

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"


CARDS: Final = tuple(Card(rank, suit) for suit in _SUITS for rank in Rank)
"""The 52 cards of a pack; a card's `number` is its index."""

CARD_OF: Final = {(card.rank, card.suit): card for card in CARDS}
"""The card of a rank and a suit, made once."""


# A multiset of cards is one int. Bits 0 to 51 say of which cards there is a first copy, bits 52
# to 103 of which there is a second, and so on; there is never a second without a first. So the
# union and the intersection of two multisets are those of their bits.


def _in_each(cards: int, packs: int) -> int:
    """The same cards, given as the bits of one pack, in each of this many packs."""
    return ((1 << PACK * packs) - 1) // ONE_PACK * cards


def _packs(bits: int) -> int:
    """How many packs these bits take."""
    return -(-bits.bit_length() // PACK)


def _bits(cards: Iterable[Card]) -> int:
    if type(cards) is Cards:
        return cards.bits
    try:
        each = iter(cards)
    except TypeError:
        raise CardTextError(ErrorCode.NOT_A_CARD, text=excerpt(cards)) from None
    bits, more = 0, list[int]()
    for card in each:
        if type(card) is not Card:
            raise CardTextError(ErrorCode.NOT_A_CARD, text=excerpt(card))
        bit = 1 << card.number
        if bits & bit:
            more.append(card.number)
        bits |= bit
    for number, copies in Counter(more).items():
        bits |= _in_each(1 << number, copies + 1)
    return bits


ONE_PACK: Final = (1 << PACK) - 1
"""All cards, one copy of each, as bits."""

BITS: Final = tuple((1 << number) | (1 << number + PACK) for number in range(PACK))
"""By a card's number: the card, one copy or two, as bits."""

SUIT_BITS: Final = {
    suit: sum(BITS[card.number] for card in CARDS if card.suit is suit) for suit in _SUITS
}
"""The cards of each suit, one copy or two, as bits."""

RANK_BITS: Final = tuple(
    sum(BITS[card.number] for card in CARDS if card.rank == rank) for rank in range(Rank.ACE + 1)
)
"""By a rank: its cards, one copy or two, as bits."""

FOLLOWING: Final = tuple(SUIT_BITS[card.suit] for card in CARDS)
"""By the number of a card that is led: the cards that follow suit, as bits."""


MOST_TEXT: Final = 200_000
"""How long a text of cards may be, in characters."""


@final
@attrs.frozen(init=False, repr=False)
class Cards(Value, Collection[Card]):
    """An immutable multiset of cards, in the order people hold them: S H D C, ace down.

    `|`, `&`, `+` and `-` are those of multisets: the most of each card, the fewest, the sum, the
    difference; `<=` says whether all are among the others. `cards[0]` is the first in that order,
    and a slice has the cards that it covers.

    Raises:
        CardTextError: something in `cards` is not a `Card`.
    """

    bits: int

    def __new__(cls, cards: Iterable[Card] = ()) -> Self:
        """Make a hand of these cards."""
        made = object.__new__(cls)
        object.__setattr__(made, "bits", _bits(cards))
        return made

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read cards with white space between them, in any form that `Card.parse` reads.

        Raises:
            CardTextError: some part of `text` is not a card, or it has more than 200,000
                characters.
        """
        if not isinstance(text, str):
            raise CardTextError(ErrorCode.NOT_A_CARD, text=excerpt(text))
        text = plain(text)
        if len(text) > MOST_TEXT:
            large = ErrorCode.TOO_LARGE
            raise CardTextError(large, path="cards", most=MOST_TEXT, unit="characters")
        return cls(map(Card.parse, text.split()))

    def count(self, card: Card) -> int:
        """How many copies of a card there are.

        Raises:
            BadArgumentError: `card` is not a `Card`.
        """
        check("card", Card, card)
        return (self.bits & _in_each(1 << card.number, _packs(self.bits))).bit_count()

    def of_suit(self, suit: Suit) -> "Cards":
        """The cards of one suit.

        Raises:
            BadArgumentError: `suit` is not a `Suit`.
        """
        check("suit", Suit, suit)
        mask = SUIT_BITS[suit] & ONE_PACK
        return cards_from_bits(self.bits & _in_each(mask, _packs(self.bits)))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.bits >> card.number & 1)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __iter__(self) -> Iterator[Card]:
        left, several = self.bits & ONE_PACK, self.bits > ONE_PACK
        while left:
            number = left.bit_length() - 1
            left ^= 1 << number
            card = CARDS[number]
            yield card
            if several:
                yield from repeat(card, self.count(card) - 1)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Card: ...
    @overload
    def __getitem__(self, place: slice) -> "Cards": ...
    def __getitem__(self, place: SupportsIndex | slice) -> "Card | Cards":
        cards = tuple(self)
        return Cards(cards[place]) if isinstance(place, slice) else cards[place]

    def __le__(self, other: "Cards") -> bool:
        return not self.bits & ~other.bits if isinstance(other, Cards) else NotImplemented

    def __lt__(self, other: "Cards") -> bool:
        return self <= other and self != other if isinstance(other, Cards) else NotImplemented

    def __or__(self, other: "Cards") -> "Cards":
        if not isinstance(other, Cards):
            return NotImplemented
        return cards_from_bits(self.bits | other.bits)

    def __and__(self, other: "Cards") -> "Cards":
        if not isinstance(other, Cards):
            return NotImplemented
        return cards_from_bits(self.bits & other.bits)

    def __add__(self, other: "Cards") -> "Cards":
        if not isinstance(other, Cards):
            return NotImplemented
        return Cards((*self, *other))

    def __sub__(self, other: "Cards") -> "Cards":
        if not isinstance(other, Cards):
            return NotImplemented
        both = self & other
        left = (repeat(card, self.count(card) - both.count(card)) for card in set(self))
        return Cards(chain.from_iterable(left))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards.parse('{self}')"


def cards_from_bits(bits: int) -> Cards:
    """The cards that `bits` stands for."""
    cards = object.__new__(Cards)
    object.__setattr__(cards, "bits", bits)
    return cards


@final
@attrs.frozen
class FaceDown(Value):
    """A hand that a viewer can't see: only how many cards it has.

    Attributes:
        count: how many cards.
    """

    count: int

    def __len__(self) -> int:
        return self.count


@lru_cache(maxsize=PACK)
def face_down(count: int) -> FaceDown:
    """So many cards face down: made once, logs and views share it."""
    return FaceDown(count)


Hand = Cards | FaceDown
"""A hand as somebody sees it."""


# At a table each copy of a card has a bit of its own, so that all hands together are one int too:
# whoever has the second of two copies holds the bit for the second copy, perhaps without the first.


def told_apart(hands: Iterable[Hand]) -> tuple[int, ...]:
    """The bits of each hand, where no two hands share a bit; 0 for a hand that is face down."""
    taken, apart = 0, list[int]()
    for hand in hands:
        bits = hand.bits if isinstance(hand, Cards) else 0
        second = bits & taken
        apart.append(bits & ~second | second << PACK)
        taken |= bits
    return tuple(apart)


def cards_at_table(bits: int) -> Cards:
    """The cards of a hand that was told apart from others."""
    first, second = bits & ONE_PACK, bits >> PACK
    return cards_from_bits(first | second | (first & second) << PACK)


@final
@attrs.frozen
class Deck(Value):
    """The cards a game is played with: one pack or more, from the ace down to `lowest`.

    Raises:
        BadRulesetError: `packs` is not 1 or 2, or `lowest` is not a `Rank`.
    """

    packs: int = attrs.field(default=1, validator=whole(1, 2))
    lowest: Rank = attrs.field(default=Rank.TWO, validator=a_kind_of(Rank))

    cards: Cards = attrs.field(init=False, eq=False, repr=False)
    """All cards of the deck."""

    def __attrs_post_init__(self) -> None:
        one_pack = [card for card in CARDS if card.rank >= self.lowest]
        object.__setattr__(self, "cards", Cards(one_pack * self.packs))

    def __len__(self) -> int:
        return len(self.cards)
