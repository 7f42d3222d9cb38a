"""Time a whole deal through the public API against OpenSpiel's hearts, in one process.

Each side asks for the legal moves and makes one of them, 52 times. Hearts (without the passing of
cards) is the nearest game there: the same pack, tricks and duty to follow suit. All sides choose by
the same list of numbers, made beforehand, and are timed in turn on one deal after another, in
another order each time. Dealing is timed by itself.
"""

import argparse
import importlib
import platform
import random
import statistics
from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import Protocol, Self

import collusion_rules as cr

PLAYS = 52


class HeartsState(Protocol):
    """What is used of OpenSpiel's `State`."""

    def legal_actions(self) -> list[int]:
        """The actions that may be chosen now."""
        ...

    def apply_action(self, action: int) -> None:
        """Change the state."""
        ...

    def child(self, action: int) -> Self:
        """Make a new state."""
        ...

    def clone(self) -> Self:
        """Make a state like this one."""
        ...


class HeartsGame(Protocol):
    """What is used of OpenSpiel's `Game`."""

    def new_initial_state(self) -> HeartsState:
        """Make a state in which nothing is dealt."""
        ...


def hearts_of_openspiel() -> HeartsGame:
    """Load the game; OpenSpiel has no annotations of its own."""
    game: HeartsGame = importlib.import_module("pyspiel").load_game("hearts(pass_cards=false)")
    return game


def deal_hearts(hearts: HeartsGame, order: Sequence[int]) -> HeartsState:
    """Deal card by card in the order given: OpenSpiel leaves the shuffle to the caller."""
    state = hearts.new_initial_state()
    state.apply_action(0)  # that no cards are passed
    for card in order:
        state.apply_action(card)
    return state


def play_ours(game: cr.Game, choices: Sequence[int]) -> None:
    """Play a deal out: each play is checked, logged and makes a new game."""
    for choice in choices:
        moves = cr.legal_moves(game)
        game = cr.play(game, moves[choice % len(moves)])


def play_mutable(state: HeartsState, choices: Sequence[int]) -> None:
    """Play a deal out on one state that changes; it keeps the actions, but no earlier state."""
    for choice in choices:
        actions = state.legal_actions()
        state.apply_action(actions[choice % len(actions)])


def play_immutable(state: HeartsState, choices: Sequence[int]) -> None:
    """Play a deal out with a new state for each play."""
    for choice in choices:
        actions = state.legal_actions()
        state = state.child(actions[choice % len(actions)])


def microseconds(timed: Callable[[], object]) -> float:
    """How long a call takes."""
    start = perf_counter_ns()
    timed()
    return (perf_counter_ns() - start) / 1000


def sides(number: int, hearts: HeartsGame, chance: random.Random) -> dict[str, float]:
    """Time every side on one deal, in a random order: microseconds by what was timed."""
    start = cr.new_game(cr.PARLETT, dealer=cr.Seat(0))
    choices = [chance.randrange(1 << 16) for _ in range(PLAYS)]
    game = cr.deal(start, seed=number)
    state = deal_hearts(hearts, shuffled_pack(chance))
    copy = state.clone()  # the immutable side leaves its state as it was, the mutable one does not
    timed: list[tuple[str, Callable[[], object]]] = [
        ("play, ours", lambda: play_ours(game, choices)),
        ("play, immutable", lambda: play_immutable(state, choices)),
        ("play, mutable", lambda: play_mutable(copy, choices)),
        ("deal, ours", lambda: cr.deal(start, seed=number)),
        ("deal, mutable", lambda: deal_hearts(hearts, shuffled_pack(chance))),
    ]
    chance.shuffle(timed)
    return {name: microseconds(call) for name, call in timed}


def shuffled_pack(chance: random.Random) -> list[int]:
    """The 52 actions of dealing, in a random order."""
    return chance.sample(range(PLAYS), PLAYS)


def time_deals(deals: int, seed: int) -> dict[str, list[float]]:
    """Microseconds by what was timed, one entry a deal."""
    hearts, chance = hearts_of_openspiel(), random.Random(seed)
    rounds = [sides(number, hearts, chance) for number in range(deals)]
    return {name: [times[name] for times in rounds] for name in rounds[0]}


def spread(numbers: Sequence[float], form: str) -> str:
    """The median of some numbers, and the two quartiles around it."""
    low, middle, high = (format(part, form) for part in statistics.quantiles(numbers, n=4))
    return f"{middle} ({low} to {high})"


def report(times: dict[str, list[float]]) -> None:
    """Print medians and quartiles, and the ratios of ours to each of OpenSpiel's styles."""
    print(f"{platform.python_implementation()} {platform.python_version()}", end=", ")
    print(f"{len(times['play, ours'])} deals; medians (and quartiles)\n")
    for name in sorted(times):
        print(f"{name:<16} {spread(times[name], '.1f')} microseconds a deal")
    print()
    for style in ("play, immutable", "play, mutable", "deal, mutable"):
        ours = times[f"{style.split(',')[0]}, ours"]
        ratios = [mine / theirs for mine, theirs in zip(ours, times[style], strict=True)]
        print(f"ours to {style:<16} {spread(ratios, '.2f')}")


def main() -> None:
    """Read the options, warm up, time and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=5000)
    options.add_argument("--seed", type=int, default=7)
    chosen = options.parse_args()
    time_deals(200, chosen.seed)
    report(time_deals(chosen.deals, chosen.seed))


if __name__ == "__main__":
    main()
