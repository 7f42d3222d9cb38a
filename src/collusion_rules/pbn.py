"""PBN, the notation of bridge programs: the Deal tag of version 2.1, for deals of 52 cards to four.

Seats 0 to 3 are north, east, south and west.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from collusion_rules.cards import Card, Cards, Deck, FaceDown, Hand, Seat, check_seat
from collusion_rules.errors import (
    BadDealError,
    CardTextError,
    ErrorCode,
    Fault,
    excerpt,
    fault,
)
from collusion_rules.texts import plain

_DIRECTIONS: Final = "NESW"
_SUITS: Final = "SHDC"
_PACK: Final = Deck().cards
_SIZE: Final = len(_PACK) // len(_DIRECTIONS)
_UNKNOWN: Final = FaceDown(_SIZE)

# Between the tokens of a tag there may be white space; a token has at most 255 characters, of
# which the value of a tag spends two on its quotes and here two more on the first direction.
_GAP: Final = r"[ \t\r\n]*"
_TAG: Final = re.compile(_GAP.join(("", r"\[", "Deal", r'"([NESWnesw]):([^"]{0,251})"', r"\]", "")))


def to_pbn(hands: Sequence[Hand], first: Seat = Seat(0)) -> str:
    """Write a deal as a Deal tag, such as `[Deal "N:AKQ.. ..."]`, in PBN's export format.

    Args:
        hands: the hands as they were dealt, one entry a seat, such as `game.hands` before the
            first play; one that is face down is written as `-`.
        first: whose hand comes first. A whole PBN file in export format wants the dealer.

    Raises:
        BadDealError: the hands are not a deal of one pack to four seats; `faults` names all that is
            wrong with them.
        BadArgumentError: there is no such seat as `first`.
    """
    check_seat("first", first, len(_DIRECTIONS))
    if faults := tuple(_faults(hands)):
        raise BadDealError(faults)
    clockwise = (*hands[first:], *hands[:first])
    return f'[Deal "{_DIRECTIONS[first]}:{" ".join(map(_hand_text, clockwise))}"]'


def from_pbn(text: str) -> tuple[Hand, ...]:
    """Read a Deal tag, in PBN's import format: lower case and ranks in any order are allowed.

    Returns:
        One entry a seat, north's first; a hand that is not given, `-`, is `FaceDown(13)`.

    Raises:
        BadDealError: `text` is anything but one Deal tag, or its hands are not a deal of one pack;
            `faults` names all that is wrong with them.
    """
    tag = _TAG.fullmatch(plain(text)) if isinstance(text, str) else None
    if tag is None:
        raise BadDealError([fault(ErrorCode.NOT_PBN, got=excerpt(text))])
    first = _DIRECTIONS.index(tag[1].upper())
    texts = tag[2].split(" ")
    faults: list[Fault] = []
    if len(texts) != len(_DIRECTIONS):
        faults.append(_wrong_number(len(texts)))
    hands: list[Hand] = [_UNKNOWN] * len(_DIRECTIONS)
    for place, hand_text in enumerate(texts[: len(_DIRECTIONS)]):
        seat = (first + place) % len(_DIRECTIONS)
        hand = _hand(hand_text)
        if hand is None:
            got = excerpt(hand_text)
            faults.append(fault(ErrorCode.NOT_A_PBN_HAND, seat=seat, got=got))
        else:
            hands[seat] = hand
    faults.extend(_faults(hands))
    if faults:
        raise BadDealError(faults)
    return tuple(hands)


def _hand_text(hand: Hand) -> str:
    """A hand as PBN writes it: S.H.D.C, each from the ace down."""
    if isinstance(hand, FaceDown):
        return "-"
    return ".".join(
        "".join(card.rank.letter for card in hand if card.suit.value == suit) for suit in _SUITS
    )


def _hand(text: str) -> Hand | None:
    """The hand that PBN writes like this; `None` if it is not a hand."""
    if text == "-":
        return _UNKNOWN
    suits = text.split(".")
    if len(suits) != len(_SUITS):
        return None
    try:
        return Cards(
            Card.parse(rank + suit)
            for suit, ranks in zip(_SUITS, suits, strict=True)
            for rank in ranks
        )
    except CardTextError:
        return None


def _faults(hands: Sequence[Hand]) -> Iterator[Fault]:
    """All that is wrong with hands as a deal of one pack to four seats, some of them face down."""
    if not isinstance(hands, list | tuple):
        yield _wrong_number(excerpt(hands))
        return
    if len(hands) != len(_DIRECTIONS):
        yield _wrong_number(len(hands))
    for seat, hand in enumerate(hands[: len(_DIRECTIONS)]):
        if type(hand) not in (Cards, FaceDown):
            yield fault(ErrorCode.NOT_A_HAND, seat=seat, got=excerpt(hand))
            continue
        count = hand.count if isinstance(hand, FaceDown) else len(hand)
        if count != _SIZE:
            got = excerpt(count)
            yield fault(ErrorCode.WRONG_HAND_SIZE, seat=seat, size=_SIZE, got=got)
    shown = [hand for hand in hands if type(hand) is Cards]
    if len(hands) > len(_DIRECTIONS) or any(len(hand) > len(_PACK) for hand in shown):
        return  # of far too many nothing is said but how many there are
    together = Cards(card for hand in shown for card in hand)
    if len(shown) == len(hands) and (missing := _PACK - together):
        yield fault(ErrorCode.MISSING_CARDS, cards=missing)
    if doubled := together - _PACK:
        yield fault(ErrorCode.DOUBLED_CARDS, cards=doubled)


def _wrong_number(got: object) -> Fault:
    players = len(_DIRECTIONS)
    return fault(ErrorCode.WRONG_NUMBER_OF_HANDS, players=players, got=got)
