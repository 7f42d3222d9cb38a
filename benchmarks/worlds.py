"""How many worlds break the rules, and how long one takes: ours against OpenSpiel's hearts.

Deals of both games are played at random, four hands of thirteen without passing. After some number
of cards each side draws hands that could be, as the seat on turn sees the deal. A world is broken
if a seat holds a card of a suit when it did not follow it: everybody at the table knows that it had
none. The check is the same for both, and made from the cards alone. Times are the process's own.
"""

import argparse
import importlib
import platform
import random
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import NamedTuple, Protocol, Self

import numpy as np

import collusion_rules as cr
from collusion_rules.batch import sample_worlds
from collusion_rules.batch.sampling import draw_worlds, told_by
from collusion_rules.worlds import sample_world

AFTER = (12, 20, 28, 36, 44)
"""After how many cards worlds are drawn."""


class Played(NamedTuple):
    """A card that was played: by whom, which, and of which suit."""

    seat: int
    card: int
    suit: int


class Drawn(NamedTuple):
    """How many worlds were drawn, how many of them broke the rules, how many seconds it took."""

    worlds: int
    broken: int
    seconds: float


class HeartsState(Protocol):
    """What is used of OpenSpiel's `State`."""

    def legal_actions(self) -> list[int]:
        """The actions that may be chosen now."""
        ...

    def apply_action(self, action: int) -> None:
        """Change the state."""
        ...

    def current_player(self) -> int:
        """Who is on turn."""
        ...

    def history(self) -> list[int]:
        """All actions: that no cards are passed, 52 dealt in turn, and the plays."""
        ...

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> Self:
        """A state that the player can't tell from this one."""
        ...


def is_broken(
    hands: Sequence[set[int]], plays: Sequence[Played], suit: Callable[[int], int]
) -> bool:
    """Whether somebody held a card of the suit led when they played one of another.

    Args:
        hands: the cards that each seat was dealt, in this world.
        plays: what was played, in its order.
        suit: the suit of a card.
    """
    left = [set(hand) for hand in hands]
    for place, play in enumerate(plays):
        led = plays[place - place % 4].suit
        if play.suit != led and any(suit(card) == led for card in left[play.seat]):
            return True
        left[play.seat].discard(play.card)
    return False


def theirs(deals: int, worlds: int, after: int, chance: random.Random) -> Drawn:
    """Worlds of OpenSpiel's hearts."""
    game = importlib.import_module("pyspiel").load_game("hearts(pass_cards=false)")
    drawn = broken = 0
    seconds = 0.0
    for _ in range(deals):
        state: HeartsState = game.new_initial_state()
        state.apply_action(0)
        for card in chance.sample(range(52), 52):
            state.apply_action(card)
        plays: list[Played] = []
        for _ in range(after):
            card = chance.choice(state.legal_actions())
            plays.append(Played(state.current_player(), card, card % 4))
            state.apply_action(card)
        seat = state.current_player()
        begun = process_time()
        others = [state.resample_from_infostate(seat, chance.random) for _ in range(worlds)]
        seconds += process_time() - begun
        for other in others:
            dealt = other.history()[1:53]
            hands = [set(dealt[at::4]) for at in range(4)]
            broken += is_broken(hands, plays, lambda card: card % 4)
        drawn += worlds
    return Drawn(drawn, broken, seconds)


def positions(deals: int, after: int, chance: random.Random) -> Iterator[cr.View]:
    """Views of the seat on turn in Parlett's game, after so many random cards."""
    for _ in range(deals):
        game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(3)), seed=chance.randrange(1 << 32))
        for _ in range(after):
            game = cr.play(game, chance.choice(cr.legal_moves(game)))
        yield cr.view(game, game.to_act)


def ours(
    deals: int,
    after: int,
    chance: random.Random,
    draw: Callable[[cr.View, int], list[list[set[int]]]],
) -> Drawn:
    """Worlds of ours: hands by seat, for each world."""
    drawn = broken = 0
    seconds = 0.0
    for number, view in enumerate(positions(deals, after, chance)):
        begun = process_time()
        found = draw(view, number)
        seconds += process_time() - begun
        plays = [Played(play.seat, play.card.number, play.card.number // 13) for play in view.plays]
        for hands in found:
            dealt = [
                hand | {play.card for play in plays if play.seat == seat}
                for seat, hand in enumerate(hands)
            ]
            broken += is_broken(dealt, plays, lambda card: card // 13)
        drawn += len(found)
    return Drawn(drawn, broken, seconds)


def in_python(worlds: int) -> Callable[[cr.View, int], list[list[set[int]]]]:
    """Draw worlds one by one in plain Python, each with the reading of the view."""

    def draw(view: cr.View, number: int) -> list[list[set[int]]]:
        found = [sample_world(view, f"{number} {world}") for world in range(worlds)]
        return [[{card.number for card in hand} for hand in world] for world in found]

    return draw


def in_batches(worlds: int) -> Callable[[cr.View, int], list[list[set[int]]]]:
    """Draw worlds all at once by machine code, with the reading of the view."""

    def draw(view: cr.View, number: int) -> list[list[set[int]]]:
        found = sample_worlds(view, worlds, number)[:, :, 0]
        bits = np.arange(52, dtype=np.uint64)
        held = found[:, :, np.newaxis] >> bits & np.uint64(1) == 1
        return [[set(np.flatnonzero(hand).tolist()) for hand in world] for world in held]

    return draw


def batch_seconds(deals: int, after: int, chance: random.Random, worlds: int) -> float:
    """Seconds a world in a batch of many, as arrays."""
    seconds = 0.0
    for number, view in enumerate(positions(deals, after, chance)):
        begun = process_time()
        sample_worlds(view, worlds, number)
        seconds += process_time() - begun
    return seconds / deals / worlds


def many_views(views: int, chance: random.Random) -> Iterator[tuple[str, float]]:
    """What worlds of many different views at once take, step by step, in microseconds.

    They are views of the seats on turn in Parlett's game, after 0 to 47 cards.
    """
    found: list[cr.View] = []
    while len(found) < views:
        game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(3)), seed=chance.randrange(1 << 32))
        for _ in range(48):
            found.append(cr.view(game, game.to_act))
            game = cr.play(game, chance.choice(cr.legal_moves(game)))
    begun = process_time()
    told = told_by(found[:views])
    yield "reading a view, in Python", 1e6 * (process_time() - begun) / views
    for worlds in (1, 32):
        begun = process_time()
        draw_worlds(told, worlds, 7)
        each = 1e6 * (process_time() - begun) / views / worlds
        yield f"a world with its set-up, {worlds} of each view", each


def main() -> None:
    """Read the options, draw and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=200)
    options.add_argument("--worlds", type=int, default=20, help="of each deal")
    options.add_argument("--seed", type=int, default=7)
    chosen = options.parse_args()
    deals, worlds = chosen.deals, chosen.worlds
    print(platform.python_implementation(), platform.python_version(), deals, "deals a row", "\n")
    chance = random.Random(chosen.seed)
    batch_seconds(1, 12, chance, 10)  # compiles
    print("| cards played | OpenSpiel: broken | ours: broken | OpenSpiel | ours, Python | batch |")
    print("|--:|--:|--:|--:|--:|--:|")
    for after in AFTER:
        peer = theirs(deals, worlds, after, chance)
        slow = ours(deals, after, chance, in_python(worlds))
        fast = ours(deals, after, chance, in_batches(worlds))
        alone = batch_seconds(max(1, deals // 10), after, chance, 10_000)
        times = [1e6 * each.seconds / each.worlds for each in (peer, slow)]
        print(
            f"| {after} | {peer.broken / peer.worlds:.1%} of {peer.worlds:,} "
            f"| {slow.broken + fast.broken} of {slow.worlds + fast.worlds:,} "
            f"| {times[0]:.0f} us | {times[1]:.0f} us | {1e6 * alone:.2f} us |",
            flush=True,
        )
    print("\n4,096 different views at once:")
    for step, microseconds in many_views(4096, chance):
        print(f"{step}: {microseconds:.2f} us")


if __name__ == "__main__":
    main()
