"""Worlds in batches: what the hidden hands may be, as arrays."""

from collections.abc import Sequence

import numpy as np

from collusion_rules.batch.chance import key, numbers
from collusion_rules.batch.kernel import Words
from collusion_rules.batch.sharing import (
    CHOOSE,
    CHOOSE_ROUGHLY,
    MOST_HANDS,
    MOST_PACKETS,
    MOST_STATES,
    Told,
    draw,
    new_layout,
)
from collusion_rules.cards import ONE_PACK, PACK, cards_at_table
from collusion_rules.errors import bad_argument
from collusion_rules.hidden import Hidden, check_in_deal, hidden
from collusion_rules.shuffling import Seed
from collusion_rules.state import View


def sample_worlds(view: View, worlds: int, seed: Seed, *, first: int = 0) -> Words:
    """Draw worlds that agree with a view, each as likely as the others.

    World `k` depends on the view, the seed and `k` alone: worlds 0 to 9 are worlds 0 to 4 and
    worlds 5 to 9. They are exactly equally likely where there are fewer than 2**62 ways for groups
    of hands to share the cards, as for every seat in games of four; else to 1 in 10**12.

    Args:
        view: what is known.
        worlds: how many.
        seed: what everything random depends on.
        first: the number of the first world.

    Returns:
        uint64 (worlds, players, 2): the cards that each seat holds now, as `Record.hands` has them.

    Raises:
        BadArgumentError: `view` is not a `View`, it is between deals or over, or there is less than
            one world.
        BadDealError: the seed is of a wrong type.
    """
    drawn: Words = sample_worlds_of([view], worlds, seed, first=first)[0]
    return drawn


def sample_worlds_of(views: Sequence[View], worlds: int, seed: Seed, *, first: int = 0) -> Words:
    """Draw worlds of many views of the same game, as `sample_worlds` does of one.

    Args:
        views: what is known, each time.
        worlds: how many worlds of each.
        seed: what everything random depends on.
        first: the number of the first world.

    Returns:
        uint64 (views, worlds, players, 2): the cards that each seat holds now.

    Raises:
        BadArgumentError: there is no view, something is not a `View`, one is between deals or over,
            they are of games for different numbers of players, or there is less than one world.
        BadDealError: the seed is of a wrong type.
    """
    return draw_worlds(told_by(views), worlds, seed, first=first)


def told_by(views: Sequence[View]) -> Told:
    """What views tell of the hidden hands, as arrays.

    Raises:
        BadArgumentError: there is no view, something is not a `View`, one is between deals or over,
            or they are of games for different numbers of players.
    """
    if not isinstance(views, list | tuple) or not views:
        raise bad_argument("views", "one View or more", views)
    for view in views:
        check_in_deal(view)
    players = {view.rules.players for view in views}
    if len(players) > 1:
        raise bad_argument("views", "of games for the same number of players", sorted(players))
    return written([hidden(view) for view in views])


def written(known: Sequence[Hidden]) -> Told:
    """Write down as arrays what is told of positions in games for as many players."""
    told = _room(len(known), len(known[0].rooms))
    for at, each in enumerate(known):
        _tell(told, at, each)
    return told


def draw_worlds(told: Told, worlds: int, seed: Seed, *, first: int = 0) -> Words:
    """Draw worlds of many positions, of which it is known what is told of the hidden hands.

    Args:
        told: what is told, by position.
        worlds: how many worlds of each.
        seed: what everything random depends on.
        first: the number of the first world.

    Returns:
        uint64 (positions, worlds, players, 2): the cards that each seat holds now.

    Raises:
        BadArgumentError: there is less than one world, or what is told of some position contradicts
            itself.
        BadDealError: the seed is of a wrong type.
    """
    numbers("worlds", worlds, first)
    positions, players = told.rooms.shape
    hands = np.empty((positions, worlds, players, 2), np.uint64)
    bad = draw(
        told,
        key(seed, "worlds"),
        np.uint64(first),
        np.zeros((MOST_HANDS, MOST_STATES), np.int64),
        np.zeros((MOST_HANDS, MOST_STATES), np.float64),
        CHOOSE,
        CHOOSE_ROUGHLY,
        new_layout(),
        hands,
    )
    if bad >= 0:
        raise bad_argument("told", "of positions that can be", f"position {bad}")
    return hands


def _room(positions: int, players: int) -> Told:
    return Told(
        held=np.zeros((positions, players, 2), np.uint64),
        copies=np.zeros((positions, PACK), np.uint8),
        rooms=np.zeros((positions, players), np.int64),
        out=np.zeros((positions, players), np.int64),
        honours=np.full((positions, MOST_PACKETS, MOST_HANDS), -1, np.int8),
        holders=np.full((positions, MOST_PACKETS, MOST_HANDS), -1, np.int8),
    )


def _tell(told: Told, at: int, known: Hidden) -> None:
    """Write down what is told of a position."""
    for seat, bits in enumerate(known.held):
        cards = cards_at_table(bits).bits
        told.held[at, seat, 0], told.held[at, seat, 1] = cards & ONE_PACK, cards >> PACK
    for suit in known.suits:
        for copy in suit:
            told.copies[at, copy % PACK] += 1
    told.rooms[at], told.out[at] = known.rooms, known.out
    for place, packet in enumerate(known.packets):
        for which, (seat, copy) in enumerate(zip(packet.seats, packet.copies, strict=True)):
            told.holders[at, place, which] = seat
            told.honours[at, place, which] = copy % PACK
