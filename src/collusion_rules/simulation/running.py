"""Simulation: millions of deals and whole games, counted, on one processor or on many machines.

It needs the extra: `pip install "collusion-rules[fast]"`.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import suppress
from itertools import chain, islice
from math import ceil
from multiprocessing import cpu_count, current_process
from pathlib import Path
from sys import modules
from typing import Final, assert_never, final

import attrs

from collusion_rules.errors import CollusionError, ErrorCode, bad_argument, check_whole
from collusion_rules.extras import needed
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.processes import pool
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
_MOST_FRUITLESS_POOLS: Final = 2
"""After this many pools in a row that broke down with nothing done, no more are tried."""
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


class WorkersLostError(CollusionError, RuntimeError):
    """Those who did the work of a simulation broke down; `simulation` is what is done, if any."""

    def __init__(self, simulation: Simulation | None) -> None:
        super().__init__(ErrorCode.WORKERS_LOST)
        self.simulation = simulation

    def __reduce__(self) -> tuple[Callable[..., CollusionError], tuple[object, ...]]:
        return type(self), (self.simulation,)


class _LostError(Exception):
    """An executor broke down, with parts that are to be done again."""

    def __init__(self, parts: Sequence["_Part"]) -> None:
        super().__init__(len(parts))
        self.parts = parts


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
            usual `if __name__ == "__main__":`. What a process was doing that is killed is done
            again. Where none can be started, as by a program from standard input or by a
            daemonic process, it is a pool of threads.
        games: how many whole games besides; one for 100 deals if left out, and at least one.
        policy: what the players do.
        progress: called after each part of the work with how many parts are done, and how many
            there are.

    Raises:
        BadArgumentError: there is less than one deal, or something is of another kind.
        BadDealError: the seed is of a wrong type.
        BadScoringError: a scoring of your own returns what it must not.
        MissingExtraError: the extra is not installed.
        WorkersLostError: the executor broke down, or pools of processes did again and again;
            `simulation` is what is done.
        KeyboardInterrupt: it was interrupted before any deals were done.
    """
    needed("numba", "fast")
    from collusion_rules.batch.playing import MOST_NUMBERS

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
    parts = chain(_parts(single, _DEALS_A_PART), _parts(whole, _GAMES_A_PART))
    try:
        with suppress(KeyboardInterrupt):
            _do(parts, executor, done)
    except _LostError as broken:
        raise WorkersLostError(done.simulation(rules)) from broken.__cause__
    if (found := done.simulation(rules)) is None:
        raise KeyboardInterrupt
    return found


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

    def simulation(self, rules: Ruleset) -> Simulation | None:
        """What it all came to so far; `None` if no deals are done."""
        from collusion_rules.batch.playing import fallback

        if self.deals is None:
            return None
        return Simulation(rules, self.deals, self.games, self.to_come == 0, fallback(rules))

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
    """Do all parts: here, or by an executor, or by a pool if there is much to do.

    Raises:
        _LostError: whoever did the work broke down.
    """
    if executor is not None:
        _share_out(parts, executor, done)
    elif done.to_come < _FEWEST_PARTS_FOR_A_POOL:
        for part in parts:
            done.add(part.tally())
    elif _can_start_processes():
        _share_out_to_processes(parts, done)
    else:
        with ThreadPoolExecutor(cpu_count()) as threads:  # machine code runs without the lock
            _share_out(parts, threads, done)


def _can_start_processes() -> bool:
    """Whether this process may have others started, which begin by running its program again.

    A daemonic one may not, and a program that came from standard input is not there to be run.
    """
    if current_process().daemon:
        return False
    main = modules["__main__"]
    file: str | None = getattr(main, "__file__", None)
    return getattr(main, "__spec__", None) is not None or file is None or Path(file).exists()


def _share_out_to_processes(parts: Iterator[_Part], done: _Done) -> None:
    """Have a pool of processes do all parts; those that it loses, another one does again.

    Raises:
        _LostError: pools break down again and again, with nothing done.
    """
    fruitless = 0
    while True:
        before = done.to_come
        try:
            with pool() as processes:
                return _share_out(parts, processes, done)
        except _LostError as broken:  # one process that is killed takes the whole pool with it
            fruitless = fruitless + 1 if done.to_come == before else 0
            if fruitless == _MOST_FRUITLESS_POOLS:
                raise
            parts = chain(broken.parts, parts)


def _share_out(parts: Iterator[_Part], executor: Executor, done: _Done) -> None:
    """Have an executor do all parts, a limited number at a time.

    Raises:
        _LostError: it broke down; what it had done by then is counted.
    """
    waiting: dict[Future[DealTally | GameTally], _Part] = {}
    lost: list[_Part] = []
    cause: BrokenExecutor | None = None
    try:
        while True:
            more = islice(parts, 0 if lost else _PARTS_AHEAD - len(waiting))
            for part in more:
                try:
                    waiting[executor.submit(_Part.tally, part)] = part
                except BrokenExecutor as error:
                    lost, cause = [*lost, part], error
                    break
            if not waiting:
                break
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                part = waiting.pop(future)
                try:
                    tally = future.result()
                except BrokenExecutor as error:
                    lost, cause = [*lost, part], error
                else:
                    done.add(tally)
    finally:
        for future in waiting:
            future.cancel()
    if lost:
        raise _LostError(lost) from cause
