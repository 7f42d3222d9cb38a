"""Worlds: the hands that there can be, as far as a view tells; counted, numbered, drawn exactly.

A world is what every seat holds now, one `Cards` a seat. Each way to deal the cards that the
viewer can't see counts once if it agrees with all that the viewer was told: how many cards each
hand has (A3), who did not follow (A5), one honour of each suit a seat (D6), partners revealed (C4,
D1). Where there are two copies of a card they are told apart: a world in which two seats hold one
copy each counts twice, for the two ways to deal them.

What people choose to play, declare or say is not evidence here, though it may be: who declares
spades probably holds some.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, prod
from typing import NamedTuple, final

import attrs

from collusion_rules.cards import CARDS, PACK, Card, Cards, cards_at_table
from collusion_rules.errors import check_whole
from collusion_rules.hidden import Hidden, check_in_deal, hidden
from collusion_rules.shuffling import Chance, Seed, combined_seed
from collusion_rules.state import View
from collusion_rules.values import Value

World = tuple[Cards, ...]
"""The cards that each seat holds now; one entry a seat."""


def count_worlds(view: View) -> int:
    """How many worlds there are, as far as a view tells.

    Raises:
        BadArgumentError: `view` is not a `View`, or it is between deals or over.
    """
    check_in_deal(view)
    return worlds_of(hidden(view)).count


def nth_world(view: View, index: int) -> World:
    """One of the worlds, by its number: each way to deal the hidden cards has a number of its own.

    Args:
        view: what is known.
        index: from 0 to `count_worlds(view) - 1`.

    Raises:
        BadArgumentError: `view` is not a `View`, it is between deals or over, or there is no
            such world.
    """
    check_in_deal(view)
    worlds = worlds_of(hidden(view))
    check_whole("index", index, 0, worlds.count - 1)
    return shown(worlds.nth(index))


def sample_world(view: View, seed: Seed) -> World:
    """One of the worlds at random, each as likely as the others: the world of a random number.

    Args:
        view: what is known.
        seed: what the choice depends on, together with the view.

    Raises:
        BadArgumentError: `view` is not a `View`, or it is between deals or over.
        BadDealError: the seed is of a wrong type.
    """
    check_in_deal(view)
    worlds = worlds_of(hidden(view))
    return shown(worlds.nth(any_below(Chance(combined_seed(seed, "world"), 0), worlds.count)))


def chances(view: View) -> dict[Card, tuple[Fraction, ...]]:
    """How likely each seat is to hold each card that is not played yet.

    Returns:
        For each card from AS down to 2C: the share of the worlds in which a seat holds it, or at
            least one copy of it; one entry a seat.

    Raises:
        BadArgumentError: `view` is not a `View`, or it is between deals or over.
    """
    check_in_deal(view)
    told = hidden(view)
    return {
        card: likely for card in reversed(CARDS) if any(likely := _chances_of(told, card.number))
    }


def shown(hands: Sequence[int]) -> World:
    """A world out of the bits of its hands, in which each copy of a card has a bit of its own."""
    return tuple(map(cards_at_table, hands))


def any_below(chance: Chance, limit: int) -> int:
    """A number from 0 to limit-1, however large, each as likely as the others."""
    words = -(-limit.bit_length() // 32)
    size = 1 << 32 * words
    while True:
        number = 0
        for _ in range(words):
            number = number << 32 | chance.below(1 << 32)
        if number < size - size % limit:
            return number % limit


def some_numbers(count: int, most: int, chance: Chance) -> Iterator[int]:
    """The numbers of all worlds if there are no more than `most`; else so many at random."""
    if count <= most:
        return iter(range(count))
    return (any_below(chance, count) for _ in range(most))


# How many ways there are to deal cards out


Groups = tuple[tuple[int, int], ...]
"""Hands that may hold the same classes of cards: which, as bits, and room for how many cards."""


class _Share(NamedTuple):
    """What a group of hands may get.

    Attributes:
        taken: how many cards of each class.
        left: how many others there are.
        ways: how many ways there are to choose these cards.
        later_ways: how many to deal the others out.
    """

    taken: tuple[int, ...]
    left: tuple[int, ...]
    ways: int
    later_ways: int


@final
class _Shares:
    """How many ways there are to deal cards of some classes out to groups of hands."""

    def __init__(self) -> None:
        self._known: dict[tuple[Groups, tuple[int, ...]], int] = {}

    def ways(self, groups: Groups, left: tuple[int, ...]) -> int:
        """How many ways there are to deal what is left of each class out to these groups."""
        if not groups:
            return not any(left)
        key = groups, left
        ways = self._known.get(key)
        if ways is None:
            ways = sum(share.ways * share.later_ways for share in self.shares(groups, left))
            self._known[key] = ways
        return ways

    def shares(self, groups: Groups, left: tuple[int, ...]) -> Iterator[_Share]:
        """Each share of the first group that leaves a way to deal the rest."""
        (may_hold, room), *others = groups
        later = 0
        for classes, _ in others:
            later |= classes
        for taken in _shares(may_hold, later, room, left):
            after = tuple(map(int.__sub__, left, taken))
            later_ways = self.ways(tuple(others), after)
            if later_ways:
                yield _Share(taken, after, prod(map(comb, left, taken)), later_ways)

    def nth(self, groups: Groups, left: tuple[int, ...], index: int) -> tuple[_Share, int]:
        """The share of the first group in one of the ways, and the number of the way within it."""
        shares = self.shares(groups, left)
        share = next(shares)
        while index >= share.ways * share.later_ways:
            index -= share.ways * share.later_ways
            share = next(shares)
        return share, index


def _shares(
    may_hold: int, later: int, room: int, left: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Each way to fill a room: how many cards of each class.

    Args:
        may_hold: the classes that may go in, as bits.
        later: the classes of which some may be left.
        room: how many cards go in.
        left: how many there are of each class.
    """
    if not left:
        if room == 0:
            yield ()
        return
    *fewer, cards = left
    place = len(fewer)
    most = min(cards, room) if may_hold >> place & 1 else 0
    least = 0 if later >> place & 1 else cards
    for taken in range(least, most + 1):
        for others in _shares(may_hold, later, room - taken, tuple(fewer)):
            yield (*others, taken)


@final
@attrs.frozen
class _Layout(Value):
    """How hands and cards go together: hands that are out of the same suits are one group.

    Attributes:
        seats: the seats of each group, those with the fewest suits first.
        rooms: how many cards each of them holds.
        classes: the suits of each class, by their places; suits of a class may go to the same
            groups.
        groups: the groups as `_Shares` has them.
        left: how many cards there are of each class.
    """

    seats: tuple[tuple[int, ...], ...]
    rooms: tuple[tuple[int, ...], ...]
    classes: tuple[tuple[int, ...], ...]
    groups: Groups
    left: tuple[int, ...]


def _layout(rooms: Sequence[int], out: Sequence[int], sizes: Sequence[int]) -> _Layout:
    """Lay hands and cards out, for these numbers of cards of each suit."""
    alike: dict[int, list[int]] = {}
    for seat, room in enumerate(rooms):
        if room > 0:
            alike.setdefault(out[seat], []).append(seat)
    masks = sorted(alike, key=lambda mask: (-mask.bit_count(), mask))
    classes: dict[tuple[bool, ...], list[int]] = {}
    for suit, size in enumerate(sizes):
        if size:
            pattern = tuple(not mask >> suit & 1 for mask in masks)
            classes.setdefault(pattern, []).append(suit)
    groups = tuple(
        (
            sum(pattern[at] << place for place, pattern in enumerate(classes)),
            sum(rooms[seat] for seat in alike[mask]),
        )
        for at, mask in enumerate(masks)
    )
    return _Layout(
        tuple(tuple(alike[mask]) for mask in masks),
        tuple(tuple(rooms[seat] for seat in alike[mask]) for mask in masks),
        tuple(map(tuple, classes.values())),
        groups,
        tuple(sum(sizes[suit] for suit in suits) for suits in classes.values()),
    )


@final
class Worlds:
    """The worlds that agree with what a view tells, by their numbers.

    A number is taken apart like the hands: who has which honour, how each group of hands shares
    its cards, which cards go to which group.

    Attributes:
        count: how many worlds there are.
    """

    def __init__(self, hidden: Hidden) -> None:
        self._hidden = hidden
        self._layout = _layout(hidden.rooms, hidden.out, tuple(map(len, hidden.suits)))
        self._shares = _Shares()
        self._piles = [
            [copy for suit in suits for copy in hidden.suits[suit]]
            for suits in self._layout.classes
        ]
        self._splits = [_places(rooms) for rooms in self._layout.rooms]
        self.count: int = 0
        if not hidden.contradictory:
            self.count = (
                prod(factorial(len(packet.seats)) for packet in hidden.packets)
                * prod(places for splits in self._splits for places in splits)
                * self._shares.ways(self._layout.groups, self._layout.left)
            )

    def nth(self, index: int) -> list[int]:
        """One of the worlds, as bits in which each copy of a card has its own; one entry a seat."""
        hands = list(self._hidden.held)
        for packet in self._hidden.packets:
            copies = list(packet.copies)
            for seat in packet.seats:
                index, place = divmod(index, len(copies))
                hands[seat] |= 1 << copies.pop(place)
        places: list[list[int]] = []
        for splits in self._splits:
            places.append([])
            for ways in splits:
                index, place = divmod(index, ways)
                places[-1].append(place)
        layout = self._layout
        for cards, seats, rooms, chosen in zip(
            self._shared_out(index), layout.seats, layout.rooms, places, strict=True
        ):
            pile = cards
            for holder, room, place in zip(seats, rooms, chosen, strict=True):
                hand, pile = _chosen(pile, room, place)
                for copy in hand:
                    hands[holder] |= 1 << copy
        return hands

    def _shared_out(self, index: int) -> Iterator[list[int]]:
        """The cards of each group of hands, by the number of the way to choose them."""
        groups, left, piles = self._layout.groups, self._layout.left, self._piles
        while groups:
            share, index = self._shares.nth(groups, left, index)
            place, index = divmod(index, share.later_ways)
            cards, others = list[int](), list[list[int]]()
            for pile, taken in zip(piles, share.taken, strict=True):
                place, which = divmod(place, comb(len(pile), taken))
                chosen, other = _chosen(pile, taken, which)
                cards += chosen
                others.append(other)
            yield cards
            groups, left, piles = groups[1:], share.left, others


@lru_cache(maxsize=64)
def worlds_of(hidden: Hidden) -> Worlds:
    """The worlds that agree with what a view tells."""
    return Worlds(hidden)


def _places(rooms: Sequence[int]) -> tuple[int, ...]:
    """For each hand in turn, how many ways there are to fill it from what the others leave."""
    return tuple(comb(sum(rooms[at:]), room) for at, room in enumerate(rooms))


def _chosen(pile: list[int], size: int, place: int) -> tuple[list[int], list[int]]:
    """So many cards of a pile, by the number of the way to choose them; and the others."""
    if size == len(pile):
        return pile, []
    chosen, others, after = list[int](), list[int](), len(pile)
    for copy in pile:
        after -= 1
        with_it = comb(after, size - 1) if size else 0
        if place < with_it:
            chosen.append(copy)
            size -= 1
        else:
            place -= with_it
            others.append(copy)
    return chosen, others


def _chances_of(told: Hidden, number: int) -> tuple[Fraction, ...]:
    """How likely each seat is to hold a card; one entry a seat."""
    sure = tuple(Fraction(bits >> number & 1 or bits >> number + PACK & 1) for bits in told.held)
    for packet in told.packets:
        copies = sum(copy % PACK == number for copy in packet.copies)
        if copies:
            likely = Fraction(copies, len(packet.copies))
            return tuple(likely if seat in packet.seats else own for seat, own in enumerate(sure))
    suit = number // 13
    copies = sum(copy % PACK == number for copy in told.suits[suit])
    if not copies:
        return sure
    total = _ways_without(told, suit, 0, 0)
    return tuple(
        own
        or Fraction(
            copies * _ways_without(told, suit, seat, 1)
            - (copies - 1) * _ways_without(told, suit, seat, 2),
            total,
        )
        for seat, own in enumerate(sure)
    )


@lru_cache(maxsize=1024)
def _ways_without(told: Hidden, suit: int, seat: int, cards: int) -> int:
    """How many ways there are to deal the rest, once a seat has some cards of a suit."""
    if cards and told.out[seat] >> suit & 1:
        return 0
    rooms, sizes = list(told.rooms), list(map(len, told.suits))
    rooms[seat] -= cards
    sizes[suit] -= cards
    if min(rooms) < 0 or min(sizes) < 0:
        return 0
    layout = _layout(rooms, told.out, sizes)
    splits = prod(ways for rooms in layout.rooms for ways in _places(rooms))
    return splits * _Shares().ways(layout.groups, layout.left)
