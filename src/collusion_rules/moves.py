"""Moves, and the statements of table talk (A5, B9, C1, C11): plain values, not judged yet.

Building one never refuses anything; `play` does.
"""

from typing import Final, final

import attrs

from collusion_rules.cards import BITS, CARDS, ONE_PACK, PACK, Card, Seat, Suit
from collusion_rules.enums import Choice
from collusion_rules.texts import plain
from collusion_rules.values import Value


class Height(Choice):
    """How high a card one asks for, without naming it."""

    HIGH = "high"
    """A high one."""
    LOW = "low"
    """A low one."""


@final
@attrs.frozen
class Aim(Value):
    """Say: I am aiming for `tricks` tricks."""

    tricks: int


@final
@attrs.frozen
class NoMore(Value):
    """Say: I will probably take no more tricks."""


@final
@attrs.frozen
class AskAim(Value):
    """Say: Who else is aiming for `tricks` tricks?"""

    tricks: int


@final
@attrs.frozen
class AskMore(Value):
    """Say: `seat`, are you likely to win another trick?"""

    seat: Seat


@final
@attrs.frozen
class AskLead(Value):
    """Say: please lead a high heart; any suit, or any height, if these are left out."""

    suit: Suit | None = None
    height: Height | None = None


@final
@attrs.frozen
class AskNotLead(Value):
    """Say: Please don't lead `suit`."""

    suit: Suit


@final
@attrs.frozen
class AskWhatToLead(Value):
    """Say: `seat`, which suit do you want me to lead?"""

    seat: Seat


@final
@attrs.frozen
class AskWhatNotToLead(Value):
    """Say: `seat`, which suit should I not lead?"""

    seat: Seat


@final
@attrs.frozen
class OfferLead(Value):
    """Say: `seat`, I can give you the lead."""

    seat: Seat


@final
@attrs.frozen
class Offer(Value):
    """Say: `seat`, let us both take `tricks` tricks."""

    seat: Seat
    tricks: int


@final
@attrs.frozen
class Agree(Value):
    """Say: `seat`, agreed: both of us `tricks` tricks."""

    seat: Seat
    tricks: int


@final
@attrs.frozen
class Retract(Value):
    """Say: I take back what I offered and agreed."""


@final
@attrs.frozen
class Words(Value):
    """Anything else, in free text: the only statement that could name a card (B9).

    `text` is one line of 1 to 500 characters that can be seen: without control characters, hidden
    ones, any that turn the direction of writing, and with at most four marks on a letter.
    """

    text: str = attrs.field(converter=plain)


Statement = (
    Aim
    | NoMore
    | AskAim
    | AskMore
    | AskLead
    | AskNotLead
    | AskWhatToLead
    | AskWhatNotToLead
    | OfferLead
    | Offer
    | Agree
    | Retract
    | Words
)
"""What a person at the table can say (B9). Nothing said is binding."""

MOST_WORDS: Final = 500
"""How many characters of free text one statement may have."""


def _bits(play: "Play") -> int:
    """The bits of the card in either pack; none if the seat or the card is not one."""
    if type(play.seat) is not int or type(play.card) is not Card:
        return 0
    return BITS[play.card.number]


@final
@attrs.frozen
class Play(Value):
    """A seat plays a card (A5)."""

    seat: Seat
    card: Card
    bits: int = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_bits, takes_self=True)
    )


@final
@attrs.frozen
class Declaration(Value):
    """The dealer names the trump suit (C1)."""

    seat: Seat
    suit: Suit


@final
@attrs.frozen
class Talk(Value):
    """A seat says something, in turn or not (B9). Refused once a deal's log has 1,000 events."""

    seat: Seat
    statement: Statement


@final
@attrs.frozen
class Accusation(Value):
    """A seat names two other seats as the partners, in turn or not (C11)."""

    seat: Seat
    suspects: tuple[Seat, ...]


Move = Play | Declaration | Talk | Accusation
"""What a person at the table can do."""

MOST_EVENTS: Final = 1_000
"""How long the log of a deal may grow by talk; after that only cards are played."""

MOST_PLAYERS: Final = 8
"""How many players a ruleset may have at the most."""

PLAYS: Final = tuple(
    tuple(Play(Seat(seat), card) for card in CARDS) for seat in range(MOST_PLAYERS)
)
"""Every possible play, once: by seat, then by the card's number. Logs share these values."""


_HIGHEST: Final = tuple(
    ((plays[0], 0), *((play, 1 << play.card.number) for play in plays)) for plays in PLAYS
)
"""By seat, then by the length of cards in bits: the play of the highest of them, and its bit."""


def plays_of(seat: Seat, cards: int) -> tuple[Play, ...]:
    """The plays of a seat that may play any of these cards, given as bits; from AS down to 2C."""
    if cards > ONE_PACK:
        cards = (cards | cards >> PACK) & ONE_PACK
    highest = _HIGHEST[seat]
    moves: list[Play] = []
    while cards:
        play, bit = highest[cards.bit_length()]
        moves.append(play)
        cards ^= bit
    return tuple(moves)
