"""How hands are dealt, and what can be wrong with hands that somebody else has dealt (A3, D6)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import final

import attrs

from collusion_rules.cards import Card, Cards, Deck, Hand, Rank, Seat, Suit, told_apart
from collusion_rules.errors import ErrorCode, Fault, excerpt, fault
from collusion_rules.moves import MOST_PLAYERS
from collusion_rules.partnerships import ThreePairs, missing_ranks
from collusion_rules.shuffling import Chance
from collusion_rules.values import Value


@final
@attrs.frozen
class EvenDeal(Value):
    """The shuffled deck is dealt one card at a time, clockwise from the dealer's left (A3)."""

    def ruleset_faults(self, deck: Deck, players: int) -> Iterator[Fault]:
        """Why a deck can't be dealt this way beyond A3: nothing."""
        return iter(())

    def packets(self, deck: Deck) -> tuple[Cards, ...]:
        """What is shuffled and dealt by itself, one after the other: the whole deck."""
        return (deck.cards,)

    def hands(self, deck: Deck, players: int, dealer: Seat, chance: Chance) -> tuple[Cards, ...]:
        """Deal; the result has one entry a seat."""
        return _dealt_around(players, dealer, chance, self.packets(deck))

    def faults(self, seat: Seat, hand: Cards) -> Iterator[Fault]:
        """What is wrong with a seat's hand beyond A3: nothing."""
        return iter(())


@final
@attrs.frozen
class HonoursFirst(Value):
    """Of each suit the honours are shuffled and dealt first, one a player; then the rest (D6).

    Raises:
        BadRulesetError: `honours` is anything but three different ranks.
    """

    honours: tuple[Rank, Rank, Rank] = ThreePairs().honours

    def __attrs_post_init__(self) -> None:
        ThreePairs(self.honours)

    def ruleset_faults(self, deck: Deck, players: int) -> Iterator[Fault]:
        """Why a deck can't be dealt this way: each player needs one honour of each suit (D6)."""
        if deck.packs * len(self.honours) != players:
            needs = "as many honours of a suit as players"
            yield fault(ErrorCode.PARTS_DISAGREE, part="HonoursFirst", needs=needs)
        yield from missing_ranks("HonoursFirst", self.honours, deck)

    def packets(self, deck: Deck) -> tuple[Cards, ...]:
        """What is shuffled and dealt by itself: the honours of S, H, D, C, then the rest (D6)."""
        honours = [self._honours_of(deck.cards, suit) for suit in reversed(Suit)]
        return *honours, Cards(card for card in deck.cards if card.rank not in self.honours)

    def hands(self, deck: Deck, players: int, dealer: Seat, chance: Chance) -> tuple[Cards, ...]:
        """Deal; the result has one entry a seat."""
        return _dealt_around(players, dealer, chance, self.packets(deck))

    def faults(self, seat: Seat, hand: Cards) -> Iterator[Fault]:
        """Name each suit of which a seat's hand has anything but one honour."""
        for suit in reversed(Suit):
            held = self._honours_of(hand, suit)
            if len(held) != 1:
                got = str(held) or "none"
                yield fault(ErrorCode.WRONG_HONOURS, seat=seat, suit=suit, got=got)

    def _honours_of(self, cards: Cards, suit: Suit) -> Cards:
        return Cards(card for card in cards.of_suit(suit) if card.rank in self.honours)


Dealing = EvenDeal | HonoursFirst


def _dealt_around(
    players: int, dealer: Seat, chance: Chance, packets: Iterable[Cards]
) -> tuple[Cards, ...]:
    piles: list[list[Card]] = [[] for _ in range(players)]
    for packet in packets:
        for place, card in enumerate(chance.shuffled(tuple(packet))):
            piles[(dealer + 1 + place) % players].append(card)
    return tuple(Cards(pile) for pile in piles)


def deal_faults(
    dealing: Dealing, deck: Deck, players: int, hands: Sequence[Hand]
) -> tuple[Fault, ...]:
    """Everything that is wrong with hands, at once; empty if they are a deal of this deck.

    Of far too many hands or cards nothing is said but how many there are.
    """
    wrong_number = ErrorCode.WRONG_NUMBER_OF_HANDS
    if not isinstance(hands, list | tuple):
        return (fault(wrong_number, players=players, got=excerpt(hands)),)
    faults: list[Fault] = []
    if len(hands) != players:
        faults.append(fault(wrong_number, players=players, got=len(hands)))
    if len(hands) > MOST_PLAYERS or any(_has_more(hand, len(deck)) for hand in hands):
        return (*faults, *_size_faults(len(deck) // players, hands[:MOST_PLAYERS]))
    for seat, hand in enumerate(hands):
        if type(hand) is not Cards:
            faults.append(fault(ErrorCode.NOT_A_HAND, seat=seat, got=excerpt(hand)))
            continue
        faults.extend(_size_faults(len(deck) // players, [hand], seat))
        faults.extend(dealing.faults(Seat(seat), hand))
    if not faults and sum(told_apart(hands)) == deck.cards.bits:
        return ()
    together = Cards(card for hand in hands if type(hand) is Cards for card in hand)
    known = Cards(card for card in together if card in deck.cards)
    for code, cards in (
        (ErrorCode.MISSING_CARDS, deck.cards - together),
        (ErrorCode.DOUBLED_CARDS, known - deck.cards),
        (ErrorCode.FOREIGN_CARDS, together - known),
    ):
        if cards:
            faults.append(fault(code, cards=cards))
    return tuple(faults)


def _has_more(hand: Hand, cards: int) -> bool:
    return type(hand) is Cards and len(hand) > cards


def _size_faults(size: int, hands: Sequence[Hand], first: int = 0) -> Iterator[Fault]:
    """Which hands have another number of cards, of those from the seat `first` on."""
    for seat, hand in enumerate(hands, first):
        if type(hand) is Cards and len(hand) != size:
            yield fault(ErrorCode.WRONG_HAND_SIZE, seat=seat, size=size, got=len(hand))
