"""Simulation: millions of deals and whole games, counted, on one processor or on many machines.

It needs the extra: `pip install "collusion-rules[fast]"`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import chain, islice
from math import ceil
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Final, assert_never, final

import attrs

from collusion_rules.errors import bad_argument, check_whole
from collusion_rules.extras import needed
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.rulesets import Ruleset
from collusion_rules.shuffling import Seed
from collusion_rules.simulation.tallies import DealTally, GameTally
from collusion_rules.values import Value

Progress = Callable[[int, int], None]
"""Called with how many parts of the work are done, and how many there are."""

_DEALS_A_PART: Final = 50_000
_GAMES_A_PART: Final = 5_000
_FEWEST_PARTS_FOR_A_POOL: Final = 40
"""With less to do, starting other processes takes longer than the work."""
_PARTS_AHEAD: Final = 256
"""How many parts an executor is given at a time, so that memory does not grow with the work."""


@final
@attrs.frozen
class Simulation(Value):
    """What a simulation came to.

    Attributes:
        rules: what was played.
        deals: what the single deals came to, each from no points, seat 0 dealing.
        games: what the whole games came to; `None` if there were none, because none were asked
            for or because it was interrupted.
        complete: whether everything was done that was asked for.
        fallback: what the engine had to do because the machine code doesn't know it, in a
            sentence; or `None`.
    """

    rules: Ruleset
    deals: DealTally
    games: GameTally | None
    complete: bool = True
    fallback: str | None = None


def simulate(
    rules: Ruleset,
    deals: int,
    seed: Seed,
    executor: Executor | None = None,
    *,
    games: int | None = None,
    policy: Policy = RANDOM_PLAY,
    progress: Progress | None = None,
) -> Simulation:
    """Play many deals and games, and count what they come to.

    The result depends on what is played and on the seed, never on who does the work. Ctrl-C, a
    `KeyboardInterrupt`, ends it with what is done so far.

    Args:
        rules: what is played.
        deals: how many single deals.
        seed: what everything random depends on.
        executor: who does the work: anything with the interface of `concurrent.futures`. If left
            out, this process or, for long work, a pool of processes; then a script needs the
            usual `if __name__ == "__main__":`.
        games: how many whole games besides; one for 100 deals if left out, and at least one.
        policy: what the players do.
        progress: called after each part of the work with how many parts are done, and how many
            there are.

    Raises:
        BadArgumentError: there is less than one deal, or something is of another kind.
        BadDealError: the seed is of a wrong type.
        MissingExtraError: the extra is not installed.
        KeyboardInterrupt: it was interrupted before any deals were done.
    """
    needed("numba", "fast")
    from collusion_rules.batch.playing import MOST_NUMBERS, fallback

    check_whole("deals", deals, 1, MOST_NUMBERS)
    games = max(deals // 100, 1) if games is None else games
    check_whole("games", games, 0, MOST_NUMBERS)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise bad_argument("executor", "an Executor", executor)
    if progress is not None and not callable(progress):
        raise bad_argument("progress", "callable", progress)
    single = _Part(rules, seed, policy, whole_games=False, count=deals)
    whole = _Part(rules, seed, policy, whole_games=True, count=games)
    done = _Done(ceil(deals / _DEALS_A_PART) + ceil(games / _GAMES_A_PART), progress)
    with suppress(KeyboardInterrupt):
        _do(chain(_parts(single, _DEALS_A_PART), _parts(whole, _GAMES_A_PART)), executor, done)
    if done.deals is None:
        raise KeyboardInterrupt
    return Simulation(rules, done.deals, done.games, done.to_come == 0, fallback(rules))


@final
@attrs.frozen
class _Part(Value):
    """Some of the deals or games of a simulation; it can be sent to another process."""

    rules: Ruleset
    seed: Seed
    policy: Policy
    whole_games: bool
    count: int
    first: int = 0

    def tally(self) -> DealTally | GameTally:
        """Play them and count."""
        from collusion_rules.simulation.counting import tally_deals, tally_games

        tally = tally_games if self.whole_games else tally_deals
        return tally(self.rules, self.count, self.seed, self.first, self.policy)


class _Done:
    """What is done so far; it grows as the parts come in, in any order."""

    def __init__(self, parts: int, progress: Progress | None) -> None:
        self.deals: DealTally | None = None
        self.games: GameTally | None = None
        self.to_come = parts
        self._parts = parts
        self._progress = progress

    def add(self, tally: DealTally | GameTally) -> None:
        """Add what another part came to."""
        match tally:
            case DealTally():
                self.deals = tally if self.deals is None else self.deals + tally
            case GameTally():
                self.games = tally if self.games is None else self.games + tally
            case _:
                assert_never(tally)
        self.to_come -= 1
        if self._progress is not None:
            self._progress(self._parts - self.to_come, self._parts)


def _parts(whole: _Part, size: int) -> Iterator[_Part]:
    """The same work in parts of a size."""
    for first in range(0, whole.count, size):
        yield attrs.evolve(whole, first=first, count=min(size, whole.count - first))


def _do(parts: Iterator[_Part], executor: Executor | None, done: _Done) -> None:
    """Do all parts: here, or by an executor, or by a pool of processes if there is much to do."""
    if executor is not None:
        _share_out(parts, executor, done)
    elif done.to_come < _FEWEST_PARTS_FOR_A_POOL:
        for part in parts:
            done.add(part.tally())
    else:
        context = get_context("spawn")  # a fork copies locks that other threads may hold
        with ProcessPoolExecutor(mp_context=context, initializer=_leave_interrupts) as pool:
            _share_out(parts, pool, done)


def _leave_interrupts() -> None:
    """Leave Ctrl-C, which comes to all processes of a terminal, to the one that asked."""
    signal(SIGINT, SIG_IGN)


def _share_out(parts: Iterator[_Part], executor: Executor, done: _Done) -> None:
    """Have an executor do all parts, a limited number at a time."""
    waiting: set[Future[DealTally | GameTally]] = set()
    try:
        while True:
            more = islice(parts, _PARTS_AHEAD - len(waiting))
            waiting |= {executor.submit(_Part.tally, part) for part in more}
            if not waiting:
                return
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                done.add(future.result())
    finally:
        for future in waiting:
            future.cancel()
