"""Worlds drawn as machine code, from what is told of hidden hands: many, and of many positions.

How the cards that are not honours fall is drawn in two steps. Hands that are out of the same suits
are one group, and the groups take their share of each class of suits, one group after the other,
the one with the fewest suits first; a table says in how many ways what is left can be dealt. Which
cards these are, and which hand of a group gets them, is then a matter of shuffling.

Where there are fewer than 2**62 ways, as there are for every seat in games of four, the table has
whole numbers, and each world is exactly as likely as the others. Else it has floats, and a world is
as likely as the others to 1 in 10**12.
"""

from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import WORDS_A_DEAL, below, word
from collusion_rules.batch.choosing import NONE, ONE
from collusion_rules.batch.compiling import compiled
from collusion_rules.batch.kernel import Numbers, Small, Words, give

SUITS: Final = 4
MOST_HANDS: Final = 8
MOST_CARDS: Final = 104
"""Two packs."""
MOST_PACKETS: Final = 6
"""Honours of four suits; those of trumps may be known to be in one of three teams."""

Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float64]
Ways = npt.NDArray[Any]
"""Numbers of ways, as whole numbers or as floats: the machine code is made for both."""

_TO_53_BITS: Final = np.uint64(11)
_UNIT: Final = 2.0**-53
_MOST_WAYS: Final = 2.0**62
_PACK: Final = 52
_RANKS: Final = 13
MOST_STATES: Final = 19**3
"""How many states of what is left there are at most: no suit has more than 18 such cards."""


def _all_choices() -> list[list[int]]:
    """In how many ways some of the cards can be chosen: how many of how many."""
    return [
        [comb(cards, taken) for taken in range(MOST_CARDS + 1)] for cards in range(MOST_CARDS + 1)
    ]


CHOOSE: Final = np.array([[min(ways, 2**62) for ways in row] for row in _all_choices()], np.int64)
"""By cards and how many of them are chosen: in how many ways; 2**62 for any more."""
CHOOSE_ROUGHLY: Final = np.array(_all_choices(), np.float64)
"""The same as floats."""


class Told(NamedTuple):
    """What is told of hidden hands in many positions; the first index is the position.

    Attributes:
        held: uint64, the cards of which the holder is known, by seat and copy.
        copies: uint8, how many copies of each card are neither held nor in a packet.
        rooms: int64, how many of these cards each seat holds.
        out: int64, the suits that each seat has none of, as bits.
        honours: int8, by packet: the numbers of cards that seats hold one each of; -1 for no more.
        holders: int8, by packet: these seats; -1 for no more.
    """

    held: Words
    copies: Small
    rooms: Numbers
    out: Numbers
    honours: Bytes
    holders: Bytes


class Layout(NamedTuple):
    """How the hands and cards of a position go together. It is filled in again for each one.

    Attributes:
        counts: how many groups of hands there are, how many classes of suits, and how many states.
        alike: by group: the suits that it has none of, as bits.
        seats: by group: its seats, as bits.
        rooms: by group: how many cards it takes.
        remaining: by group: how many cards it and those after it take.
        may_hold: by group and class: whether it may hold cards of the class.
        class_of: by suit: its class.
        sizes: by class: how many cards it has. The class that has most is the last, number 3.
        starts: by class: where its cards begin in `cards`.
        cards: the cards, class by class.
        mixed: the same cards, mixed up while a world is dealt.
        pile: the cards of a group.
    """

    counts: Numbers
    alike: Numbers
    seats: Numbers
    rooms: Numbers
    remaining: Numbers
    may_hold: npt.NDArray[np.bool_]
    class_of: Numbers
    sizes: Numbers
    starts: Numbers
    cards: Small
    mixed: Small
    pile: Small


def new_layout() -> Layout:
    """Room for a layout."""
    return Layout(
        counts=np.zeros(3, np.int64),
        alike=np.zeros(MOST_HANDS, np.int64),
        seats=np.zeros(MOST_HANDS, np.int64),
        rooms=np.zeros(MOST_HANDS, np.int64),
        remaining=np.zeros(MOST_HANDS + 1, np.int64),
        may_hold=np.zeros((MOST_HANDS, SUITS), np.bool_),
        class_of=np.zeros(SUITS, np.int64),
        sizes=np.zeros(SUITS, np.int64),
        starts=np.zeros(SUITS, np.int64),
        cards=np.zeros(MOST_CARDS, np.uint8),
        mixed=np.zeros(MOST_CARDS, np.uint8),
        pile=np.zeros(MOST_CARDS, np.uint8),
    )


@compiled
def _bit_count(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def lay_out(told: Told, position: int, layout: Layout, choose: Floats) -> float:
    """Lay a position out; return a bound to the number of ways to share its cards."""
    _, copies, all_rooms, all_out, _, _ = told
    counts, alike, seats, rooms, remaining, _, _, _, _, _, _, _ = layout
    groups, total = 0, 0
    for seat in range(all_rooms.shape[1]):
        room, out = all_rooms[position, seat], all_out[position, seat]
        if room <= 0:
            continue
        total += room
        at = 0
        while at < groups and alike[at] != out:
            at += 1
        if at == groups:
            # the group with the fewest suits first: move the others on
            groups += 1
            while at > 0 and _bit_count(alike[at - 1]) < _bit_count(out):
                alike[at], seats[at], rooms[at] = alike[at - 1], seats[at - 1], rooms[at - 1]
                at -= 1
            alike[at], seats[at], rooms[at] = out, 0, 0
        seats[at] |= 1 << seat
        rooms[at] += room
    bound, left = 1.0, total
    for at in range(groups):
        remaining[at] = left
        bound *= choose[left, rooms[at]]
        left -= rooms[at]
    remaining[groups] = 0
    _class_suits(copies[position], layout, groups)
    counts[0] = groups
    return bound


@compiled
def _class_suits(copies: Small, layout: Layout, groups: int) -> None:
    """Put suits that may go to the same groups into one class, and their cards together."""
    counts, alike, _, _, _, may_hold, class_of, sizes, starts, cards, _, _ = layout
    classes = 0
    patterns = np.zeros(SUITS, np.int64)
    held = np.zeros(SUITS, np.int64)
    for suit in range(SUITS):
        size = 0
        for number in range(suit * _RANKS, suit * _RANKS + _RANKS):
            size += copies[number]
        class_of[suit] = -1
        if size == 0:
            continue
        pattern = 0
        for at in range(groups):
            pattern |= (1 - (alike[at] >> suit & 1)) << at
        which = 0
        while which < classes and patterns[which] != pattern:
            which += 1
        if which == classes:
            classes += 1
            patterns[which] = pattern
            held[which] = 0
        held[which] += size
        class_of[suit] = which
    # the largest class is number 3: what is left of it follows from what is left of the others
    largest = 0
    for which in range(classes):
        if held[which] > held[largest]:
            largest = which
    for which in range(SUITS):
        sizes[which] = 0
        for at in range(groups):
            may_hold[at, which] = False
    place = 0
    for which in range(classes):
        number = SUITS - 1 if which == largest else which if which < largest else which - 1
        sizes[number] = held[which]
        starts[number] = place
        for at in range(groups):
            may_hold[at, number] = bool(patterns[which] >> at & 1)
        for suit in range(SUITS):
            if class_of[suit] == which:
                for card in range(suit * _RANKS, suit * _RANKS + _RANKS):
                    for _ in range(copies[card]):
                        cards[place] = card
                        place += 1
    counts[1] = classes
    counts[2] = (sizes[0] + 1) * (sizes[1] + 1) * (sizes[2] + 1)


@compiled
def _state(sizes: Numbers, first: int, second: int, third: int) -> Any:
    return (first * (sizes[1] + 1) + second) * (sizes[2] + 1) + third


@compiled
def _ways(
    layout: Layout, table: Ways, choose: Ways, at: int, left: tuple[int, int, int, int]
) -> Any:
    """In how many ways a group and those after it can be dealt what is left of each class."""
    _, _, _, rooms, _, may_hold, _, sizes, _, _, _, _ = layout
    ways, room = table[0, 0] * 0, rooms[at]
    for first in range(min(left[0], room) + 1 if may_hold[at, 0] else 1):
        for second in range(min(left[1], room - first) + 1 if may_hold[at, 1] else 1):
            most = room - first - second
            for third in range(min(left[2], most) + 1 if may_hold[at, 2] else 1):
                fourth = most - third
                if fourth > left[3] or (fourth > 0 and not may_hold[at, 3]):
                    continue
                state = _state(sizes, left[0] - first, left[1] - second, left[2] - third)
                after = table[at + 1, state]
                if after > 0:
                    ways += (
                        choose[left[0], first]
                        * choose[left[1], second]
                        * choose[left[2], third]
                        * choose[left[3], fourth]
                        * after
                    )
    return ways


@compiled
def fill(layout: Layout, table: Ways, choose: Ways) -> Any:
    """Fill in, by group and what is left of the classes, in how many ways it can be dealt.

    Returns:
        In how many ways all can: a whole number or a float, as the table has.
    """
    counts, _, _, _, remaining, may_hold, _, sizes, _, _, _, _ = layout
    groups, none = counts[0], table[0, 0] * 0
    if groups == 0:
        return none + 1
    for at in range(groups - 1, -1, -1):
        for first in range(sizes[0] if at == 0 else 0, sizes[0] + 1):
            for second in range(sizes[1] if at == 0 else 0, sizes[1] + 1):
                for third in range(sizes[2] if at == 0 else 0, sizes[2] + 1):
                    fourth = remaining[at] - first - second - third
                    ways = none
                    if fourth < 0 or fourth > sizes[3]:
                        pass
                    elif at < groups - 1:
                        left = (first, second, third, fourth)
                        ways = _ways(layout, table, choose, at, left)
                    elif (
                        (may_hold[at, 0] or first == 0)
                        and (may_hold[at, 1] or second == 0)
                        and (may_hold[at, 2] or third == 0)
                        and (may_hold[at, 3] or fourth == 0)
                    ):
                        ways = none + 1
                    table[at, _state(sizes, first, second, third)] = ways
    return table[0, _state(sizes, sizes[0], sizes[1], sizes[2])]


@compiled
def _nth_share(
    layout: Layout,
    table: Ways,
    choose: Ways,
    at: int,
    left: Numbers,
    share: Numbers,
    index: Any,
) -> Any:
    """Find what a group gets in one of the ways, by its number.

    Args:
        layout: the position.
        table: in how many ways what is left can be dealt.
        choose: in how many ways cards can be chosen.
        at: which group.
        left: how many cards of each class are left.
        share: how many the group gets of them; this is filled in.
        index: the number of the way.

    Returns:
        The number of the way to deal what is left after it.
    """
    _, _, _, rooms, _, may_hold, _, sizes, _, _, _, _ = layout
    room = rooms[at]
    for first in range(min(left[0], room) + 1 if may_hold[at, 0] else 1):
        for second in range(min(left[1], room - first) + 1 if may_hold[at, 1] else 1):
            most = room - first - second
            for third in range(min(left[2], most) + 1 if may_hold[at, 2] else 1):
                fourth = most - third
                if fourth > left[3] or (fourth > 0 and not may_hold[at, 3]):
                    continue
                state = _state(sizes, left[0] - first, left[1] - second, left[2] - third)
                after = table[at + 1, state]
                if after > 0:
                    ways = (
                        choose[left[0], first]
                        * choose[left[1], second]
                        * choose[left[2], third]
                        * choose[left[3], fourth]
                    )
                    share[0], share[1], share[2], share[3] = first, second, third, fourth
                    if index < ways * after:
                        return index // ways
                    index -= ways * after
    return index  # floats alone may come here: it is the last share then


@compiled
def deal_out(
    told: Told,
    position: int,
    layout: Layout,
    table: Ways,
    choose: Ways,
    index: Any,
    key: np.uint64,
    place: np.uint64,
    hands: Words,
) -> None:
    """Deal the hidden cards of a position: shares by the number of the way, the rest by chance.

    Args:
        told: what is told of the position.
        position: which one.
        layout: how its hands and cards go together.
        table: in how many ways what is left can be dealt.
        choose: in how many ways cards can be chosen.
        index: the number of the way to share the cards.
        key: what the random words depend on.
        place: the place of the first of them.
        hands: the hands, by seat and copy; this is filled in.
    """
    held, _, all_rooms, _, honours, holders = told
    counts, _, seats, _, remaining, _, _, sizes, starts, cards, mixed, pile = layout
    for seat in range(hands.shape[0]):
        hands[seat, 0], hands[seat, 1] = held[position, seat, 0], held[position, seat, 1]
    for packet in range(MOST_PACKETS):
        many = 0
        while many < MOST_HANDS and holders[position, packet, many] >= 0:
            pile[many] = honours[position, packet, many]
            many += 1
        for last in range(many - 1, -1, -1):
            drawn, place = below(key, place, np.uint64(last + 1))
            other = np.int64(drawn)
            give(hands, holders[position, packet, last], ONE << np.uint64(pile[other]))
            pile[other] = pile[last]
    left, share = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    for which in range(SUITS):
        left[which] = sizes[which]
    for at in range(remaining[0] if counts[0] else 0):
        mixed[at] = cards[at]
    for at in range(counts[0]):
        if at < counts[0] - 1:
            index = _nth_share(layout, table, choose, at, left, share, index)
        else:
            for which in range(SUITS):
                share[which] = left[which]
        many = 0
        for which in range(SUITS):
            for _ in range(share[which]):
                # of the cards that are left, the first ones of the class
                drawn, place = below(key, place, np.uint64(left[which]))
                left[which] -= 1
                other, last = starts[which] + np.int64(drawn), starts[which] + left[which]
                pile[many] = mixed[other]
                mixed[other] = mixed[last]
                many += 1
        for seat in range(hands.shape[0]):
            if not seats[at] >> seat & 1:
                continue
            room = all_rooms[position, seat]
            is_last = many == room
            for _ in range(room):
                other = np.int64(many - 1)
                if not is_last:
                    drawn, place = below(key, place, np.uint64(many))
                    other = np.int64(drawn)
                give(hands, seat, ONE << np.uint64(pile[other]))
                many -= 1
                pile[other] = pile[many]


@compiled
def _index(key: np.uint64, place: np.uint64, ways: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A number below a limit, each as likely as the others, and the next place."""
    fewest = (NONE - ways) % ways
    bits = word(key, place)
    place += ONE
    while bits < fewest:
        bits = word(key, place)
        place += ONE
    return bits % ways, place


@compiled
def draw(
    told: Told,
    seed_key: np.uint64,
    first: np.uint64,
    exact: Numbers,
    rough: Floats,
    choose: Ways,
    choose_roughly: Floats,
    layout: Layout,
    hands: Words,
) -> int:
    """Draw worlds of many positions.

    Args:
        told: what is told of them.
        seed_key: what everything random depends on.
        first: the number of the first world of each.
        exact: room for a table of whole numbers.
        rough: room for one of floats.
        choose: in how many ways cards can be chosen.
        choose_roughly: the same as floats.
        layout: room for a layout.
        hands: the worlds, by position, number, seat and copy; this is filled in.

    Returns:
        -1, or the first position of which there is no world.
    """
    for position in range(hands.shape[0]):
        key = word(seed_key, np.uint64(position))
        bound = lay_out(told, position, layout, choose_roughly)
        if bound < _MOST_WAYS:
            ways = fill(layout, exact, choose)
            if ways <= 0:
                return position
            for row in range(hands.shape[1]):
                place = (first + np.uint64(row)) * WORDS_A_DEAL
                drawn, place = _index(key, place, np.uint64(ways))
                index = np.int64(drawn)
                world = hands[position, row]
                deal_out(told, position, layout, exact, choose, index, key, place, world)
        else:
            roughly = fill(layout, rough, choose_roughly)
            if roughly <= 0:
                return position
            for row in range(hands.shape[1]):
                place = (first + np.uint64(row)) * WORDS_A_DEAL
                part = np.float64(word(key, place) >> _TO_53_BITS) * _UNIT
                place += ONE
                world = hands[position, row]
                at = np.floor(part * roughly)
                deal_out(told, position, layout, rough, choose_roughly, at, key, place, world)
    return -1
