"""Time deals in batches against deals one by one, and against what no batch can beat.

In one process and interleaved: a deal through our engine, OpenSpiel's hearts in both styles and
RLCard's bridge, each asked for the legal moves and given one of them 52 times; a deal in a batch,
with dealing and from hands already dealt; and the lower bound, which only walks 52 random legal
cards from such hands, without tricks, winners, sides or points. What is measured is the time that
this process had on a processor, so that other programs count as little as can be. Then, each in a
process of its own: how time and memory grow with the number of deals; and what a second process
brings, by the clock on the wall.

RLCard makes an observation with each step, which is part of its interface. Its auction, one bid and
three passes, is not timed.
"""

import argparse
import importlib
import platform
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from time import perf_counter, process_time, process_time_ns, sleep
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from against_openspiel import (
    PLAYS,
    HeartsGame,
    deal_hearts,
    hearts_of_openspiel,
    play_immutable,
    play_mutable,
    play_ours,
    shuffled_pack,
    spread,
)

import collusion_rules as cr
from collusion_rules.batch import play_deals
from collusion_rules.batch.chance import below
from collusion_rules.batch.choosing import count, nth_lowest
from collusion_rules.batch.compiling import compiled
from collusion_rules.simulation import simulate

_T = TypeVar("_T")
Words = npt.NDArray[np.uint64]

DEALS_A_ROUND = 20
DEALS_A_BATCH = 20_000
SIZES = (10**3, 10**4, 10**5, 10**6, 10**7)
SHARED_DEALS = 4_000_000
ONE_CLUB, PASS = 1, 36


class BridgeTable(Protocol):
    """What is used of RLCard's environment."""

    def reset(self) -> tuple[dict[str, dict[int, None]], int]:
        """Deal."""
        ...

    def step(self, action: int) -> tuple[dict[str, dict[int, None]], int]:
        """Change the state, and look at it."""
        ...


def bridge_of_rlcard() -> BridgeTable:
    """Load the game; RLCard has no annotations of its own."""
    table: BridgeTable = importlib.import_module("rlcard").make("bridge")
    return table


def bid(bridge: BridgeTable) -> list[int]:
    """Deal and bid; the legal actions after that."""
    bridge.reset()
    state, _ = bridge.step(ONE_CLUB)
    for _ in range(3):
        state, _ = bridge.step(PASS)
    return list(state["legal_actions"])


def play_bridge(bridge: BridgeTable, legal: list[int], choices: list[int]) -> None:
    """Play a deal out on one table that changes."""
    for choice in choices:
        state, _ = bridge.step(legal[choice % len(legal)])
        legal = list(state["legal_actions"])


@compiled
def walk(hands: Words, held: Words) -> np.uint64:
    """Walk 52 random legal cards of each deal; the seats take turns, the first one leads."""
    none, one, any_card = np.uint64(0), np.uint64(1), np.uint64((1 << 52) - 1)
    walked = none
    for row in range(hands.shape[0]):
        place = np.uint64(row) * np.uint64(64)
        for seat in range(4):
            held[seat] = hands[row, seat, 0]
        for _ in range(13):
            following = any_card
            for seat in range(4):
                legal = held[seat] & following
                if legal == none:
                    legal = held[seat]
                drawn, place = below(one, place, count(legal))
                card = nth_lowest(legal, drawn)
                held[seat] ^= card
                if seat == 0:
                    suit = np.uint64(0x1FFF)
                    while suit < card:
                        suit <<= np.uint64(13)
                    following = suit
                walked += card
    return walked


def each(starts: Iterable[_T], play: Callable[[_T], None]) -> None:
    """Play one deal after another."""
    for start in starts:
        play(start)


def microseconds_a_deal(deals: int, timed: Callable[[], object]) -> float:
    """How long a call takes that plays so many deals."""
    start = process_time_ns()
    timed()
    return (process_time_ns() - start) / 1000 / deals


def one_round(
    number: int, hearts: HeartsGame, bridge: BridgeTable, hands: Words, chance: random.Random
) -> dict[str, float]:
    """Time every side, in a random order: microseconds a deal by what was timed."""
    choices = [chance.randrange(1 << 16) for _ in range(PLAYS)]
    many = range(DEALS_A_ROUND)
    games = [cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=100 * number + at) for at in many]
    states = [deal_hearts(hearts, shuffled_pack(chance)) for _ in many]
    copies = [state.clone() for state in states]
    held = np.zeros(4, np.uint64)
    first = number * DEALS_A_BATCH
    legal = bid(bridge)
    timed: list[tuple[str, int, Callable[[], object]]] = [
        ("engine", DEALS_A_ROUND, lambda: each(games, lambda game: play_ours(game, choices))),
        (
            "OpenSpiel hearts, immutable",
            DEALS_A_ROUND,
            lambda: each(states, lambda state: play_immutable(state, choices)),
        ),
        (
            "OpenSpiel hearts, mutable",
            DEALS_A_ROUND,
            lambda: each(copies, lambda copy: play_mutable(copy, choices)),
        ),
        ("RLCard bridge", 1, lambda: play_bridge(bridge, legal, choices)),
        (
            "batch, from hands",
            DEALS_A_BATCH,
            lambda: play_deals(cr.PARLETT, DEALS_A_BATCH, 7, first=first, hands=hands),
        ),
        (
            "batch, dealing too",
            DEALS_A_BATCH,
            lambda: play_deals(cr.PARLETT, DEALS_A_BATCH, 7, first=first),
        ),
        (
            "batch, Triple, dealing too",
            DEALS_A_BATCH,
            lambda: play_deals(cr.TRIPLE_COLLUSION, DEALS_A_BATCH, 7, first=first),
        ),
        ("lower bound, from hands", DEALS_A_BATCH, lambda: walk(hands, held)),
    ]
    chance.shuffle(timed)
    return {name: microseconds_a_deal(deals, call) for name, deals, call in timed}


RATIOS = (
    ("OpenSpiel hearts, immutable", "batch, dealing too", "times as fast"),
    ("OpenSpiel hearts, mutable", "batch, dealing too", "times as fast"),
    ("OpenSpiel hearts, mutable", "batch, from hands", "times as fast"),
    ("RLCard bridge", "batch, dealing too", "times as fast"),
    ("engine", "batch, dealing too", "times as fast"),
    ("batch, from hands", "lower bound, from hands", "times the lower bound"),
)


def report(times: Mapping[str, list[float]]) -> None:
    """Print medians and quartiles of the times, and of the ratios within a round."""
    rounds = len(times["engine"])
    print(f"{platform.python_implementation()} {platform.python_version()}", end=", ")
    print(f"{rounds} rounds; medians (and quartiles)\n")
    for name in sorted(times, key=lambda name: -min(times[name])):
        print(f"{name:<28} {spread(times[name], '.3f')} microseconds a deal")
    print()
    for slower, faster, meaning in RATIOS:
        ratios = [a / b for a, b in zip(times[slower], times[faster], strict=True)]
        print(f"{slower} / {faster}: {spread(ratios, '.2f')} {meaning}")


def grow(deals: int) -> None:
    """Simulate in this process and print the time and the most memory that it ever had."""
    simulate(cr.PARLETT, 1000, 7, games=0)  # compile, and fill the tables
    with ThreadPoolExecutor(1) as here:
        start = process_time()
        simulate(cr.PARLETT, deals, 7, here, games=0)
        seconds = process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{deals:>10,} {seconds:>9.3f} s {seconds / deals * 1e6:>8.2f} us a deal {peak:>7.0f} MiB"
    )


def share_out(deals: int) -> None:
    """Print what a second process brings, three times over."""
    for _ in range(3):
        one, two = (seconds_with(workers, deals) for workers in (1, 2))
        print(f"{deals:,} deals: {one:.2f} s with one process, {two:.2f} s with two", end="")
        print(f": {one / two:.2f} times as fast")


def seconds_with(workers: int, deals: int) -> float:
    """Simulate with so many processes, once all are warm."""
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=warm_up) as pool:
        list(pool.map(sleep, [5] * workers))  # each worker starts, and takes one of these
        start = perf_counter()
        simulate(cr.PARLETT, deals, 7, pool, games=0)
        return perf_counter() - start


def warm_up() -> None:
    """Load the compiled code."""
    simulate(cr.PARLETT, 1000, 7, games=0)


def main() -> None:
    """Read the options, warm up, time and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=40)
    options.add_argument("--grow", type=int, metavar="DEALS", help="Only this many, here.")
    chosen = options.parse_args()
    if chosen.grow:
        grow(chosen.grow)
        return
    hearts, bridge, chance = hearts_of_openspiel(), bridge_of_rlcard(), random.Random(7)
    record = play_deals(cr.PARLETT, DEALS_A_BATCH, 7, record=True).record
    if record is None:
        raise RuntimeError("a record was asked for")
    one_round(0, hearts, bridge, record.hands, chance)
    rounds = [
        one_round(number, hearts, bridge, record.hands, chance)
        for number in range(1, chosen.rounds + 1)
    ]
    report({name: [times[name] for times in rounds] for name in rounds[0]})
    print("\n     deals      time                  most memory")
    sys.stdout.flush()
    for deals in SIZES:
        subprocess.run([sys.executable, __file__, "--grow", str(deals)], check=True)
    print()
    share_out(SHARED_DEALS)


if __name__ == "__main__":
    main()
