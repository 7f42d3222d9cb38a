"""Simulations: exact counts that don't depend on who counts, and `collusion-rules simulate`."""

import copy
import csv
import io
import json
import multiprocessing
import pickle
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import isnan, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import attrs
import pytest
from surroundings import ended, in_terminal, on_posix, started
from surroundings import run as run_program

pytest.importorskip("numba", reason="the extra `fast` is not installed")

from click.testing import CliRunner
from tables import NoScoring

import collusion_rules as cr
from collusion_rules import processes
from collusion_rules.batch import Declares, Plays, Policy, play_deals, play_games
from collusion_rules.cli import commands
from collusion_rules.simulation import running
from collusion_rules.simulation.plotting import plot
from collusion_rules.simulation.reporting import figures, to_csv, to_json
from collusion_rules.simulation.running import Simulation, WorkersLostError, simulate
from collusion_rules.simulation.tallies import Counts, Estimate, Fared, Paid, Side, mean, share
from collusion_rules.wording import Language, languages


def counted(values: Sequence[int]) -> dict[int, int]:
    return dict(Counter(values))


# Counts


@pytest.mark.parametrize("name", cr.RULESETS)
def test_deals_are_counted_right(name: str) -> None:
    """Against the batch, counted again one deal at a time."""
    rules = cr.RULESETS[name]
    tally = simulate(rules, 300, seed=7, games=0).deals
    batch = play_deals(rules, 300, seed=7)
    outcomes = [batch.outcome(deal) for deal in range(300)]
    scores = [cr.score_deal(rules, outcome) for outcome in outcomes]
    assert tally.deals == 300
    for seat in range(rules.players):
        taken = Counter(outcome.tricks[seat] for outcome in outcomes)
        assert tally.tricks[seat] == tuple(taken[k] for k in range(rules.tricks + 1))
        assert tally.points[seat] == counted([score.points[seat] for score in scores])
    for tricks in range(rules.tricks + 1):
        seats = Counter(outcome.tricks.count(tricks) for outcome in outcomes)
        assert tally.seats_with[tricks] == tuple(seats[k] for k in range(rules.players + 1))
    lines = Counter(line.reason for score in scores for line in score.lines)
    deals = Counter(reason for score in scores for reason in {line.reason for line in score.lines})
    assert tally.paid == {reason: Paid(deals[reason], lines[reason]) for reason in lines}
    dealer_is_partner = [outcome for outcome in outcomes if outcome.teams and 0 in outcome.teams[0]]
    secret = isinstance(rules.partnership, cr.SecretPair)
    assert tally.dealer_partners == (len(dealer_is_partner) if secret else 0)


def test_sides_fare_by_their_points() -> None:
    tally = simulate(cr.SECRET_PARTNERS, 500, seed=7, games=0).deals
    batch = play_deals(cr.SECRET_PARTNERS, 500, seed=7)
    won: Counter[int] = Counter()
    there: Counter[int] = Counter()
    for deal in range(500):
        partners, opponents = batch.outcome(deal).teams
        there[len(partners)] += 1
        won[len(partners)] += batch.points[deal, partners[0]] > batch.points[deal, opponents[0]]
    assert tally.sides == {
        Side.PARTNERS: Fared(there[2], won[2]),
        Side.SOLOIST: Fared(there[1], won[1]),
    }


def test_teams_of_triple_can_share_the_win() -> None:
    tally = simulate(cr.TRIPLE_COLLUSION, 500, seed=7, games=0).deals
    batch = play_deals(cr.TRIPLE_COLLUSION, 500, seed=7)
    fared = {0: [0, 0], 1: [0, 0], 2: [0, 0]}
    for deal in range(500):
        outcome = batch.outcome(deal)
        taken = [sum(outcome.tricks[seat] for seat in team) for team in outcome.teams]
        for team, tricks in enumerate(taken):
            if tricks == max(taken):
                fared[team][taken.count(tricks) > 1] += 1
    teams = (Side.FIRST_TEAM, Side.SECOND_TEAM, Side.THIRD_TEAM)
    assert tally.sides == {
        side: Fared(500, fared[at][0], fared[at][1]) for at, side in enumerate(teams)
    }
    found = tally.share_won(Side.FIRST_TEAM)
    assert found.value == pytest.approx((fared[0][0] + fared[0][1] / 2) / 500)


def test_games_are_counted_right() -> None:
    tally = simulate(cr.PARLETT_50, 10, seed=7, games=200).games
    games = play_games(cr.PARLETT_50, 200, seed=7)
    assert tally is not None
    assert (tally.games, tally.broken_off, tally.deals) == (200, 0, games.lengths.sum())
    assert tally.lengths == counted(games.lengths.tolist())
    assert tally.winners == counted(games.winners.sum(axis=1).tolist())
    assert tally.winning_points == counted(games.totals.max(axis=1).tolist())
    wins = [0] * 4
    for game in range(200):
        for seat in range(4):
            wins[(seat - game) % 4] += bool(games.winners[game, seat])
    assert tally.wins == tuple(wins)
    tricks = tally.paid[cr.Reason.TRICKS].lines + tally.paid[cr.Reason.SUBTRACTED].lines
    assert tricks == 4 * tally.deals
    assert tally.mean_length().value == pytest.approx(games.lengths.mean())


def test_one_game_goes_with_a_hundred_deals() -> None:
    for deals, expected in ((1, 1), (99, 1), (1000, 10)):
        games = simulate(cr.PARLETT, deals, seed=7).games
        assert games is not None
        assert games.games == expected
    assert simulate(cr.PARLETT, 100, seed=7, games=0).games is None


def test_policies_are_followed() -> None:
    policy = Policy(declares=Declares.HOLDING)
    holding = simulate(cr.SECRET_PARTNERS, 2000, 7, games=0, policy=policy)
    anything = simulate(cr.SECRET_PARTNERS, 2000, 7, games=0)
    assert holding.deals.share_of_dealer_partners().value > 0.9
    assert anything.deals.share_of_dealer_partners().value < 0.5
    highest = simulate(cr.PARLETT, 2000, 7, games=0, policy=Policy(plays=Plays.HIGHEST))
    assert highest.deals.tricks != simulate(cr.PARLETT, 2000, 7, games=0).deals.tricks


@attrs.frozen
class OneEach(NoScoring):
    """A point for everybody; the first deal ends the game."""

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Iterator[cr.ScoreLine]:
        for seat, tricks in enumerate(outcome.tricks):
            yield cr.ScoreLine(cr.Seat(seat), 1, cr.Reason.TRICKS, tricks)

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        return True


def test_what_the_machine_code_does_not_know_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert simulate(cr.PARLETT, 1, seed=7).fallback is None
    rules = attrs.evolve(cr.PARLETT, scoring=OneEach(), name="one each")
    found = simulate(rules, 50, seed=7)
    assert found.fallback == (
        "the engine scores each different outcome by itself: OneEach is a scheme of your own"
    )
    assert found.deals.points == (Counts({1: 50}),) * 4
    assert found.games is not None
    assert (found.games.lengths, found.games.winners) == (Counts({1: 1}), Counts({4: 1}))
    monkeypatch.setattr("collusion_rules.cli.simulate.RULESETS", {"parlett": rules})
    shown = run("--deals", "50", "--seed", "7").split("\n\n")[0]
    assert " ".join(shown.splitlines()[1:]).split() == found.fallback.split()
    shown = run("--deals", "50", "--seed", "7", "--language", "ja").split("\n\n")[0]
    told = "結果ごとにエンジンが得点を計算します（OneEachは独自の得点計算です）"
    assert shown.splitlines()[1:] == [told]


# Estimates


def test_estimates() -> None:
    assert mean({1: 3, 5: 1}) == Estimate(2.0, 1.0)
    assert share(1, 4) == Estimate(0.25, sqrt(0.75 / 3 / 4))
    assert mean({4: 1}).value == 4
    assert isnan(mean({4: 1}).error)
    assert isnan(mean({}).value)


def test_the_average_of_tricks_is_a_quarter_of_thirteen() -> None:
    """13 tricks for four players: 3.25, over all four seats."""
    tally = simulate(cr.PARLETT, 1000, seed=7, games=0).deals
    assert sum(tally.mean_tricks(seat).value for seat in range(4)) == pytest.approx(13)
    shares = [tally.share_with(tricks) for tricks in range(14)]
    assert sum(k * each.value for k, each in enumerate(shares)) == pytest.approx(3.25)
    two = tally.seats_with[2]
    values = [seats for seats, deals in enumerate(two) for _ in range(deals)]
    average = sum(values) / 1000
    spread = sqrt(sum((value - average) ** 2 for value in values) / 999 / 1000)
    assert shares[2].value == pytest.approx(average / 4)
    assert shares[2].error == pytest.approx(spread / 4)


# Who does the work


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_DEALS_A_PART", 300)
    monkeypatch.setattr(running, "_GAMES_A_PART", 20)


def test_the_size_of_the_parts_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(cr.ROTATION_COLLUSION, 1000, "seed", games=50)
    monkeypatch.setattr(running, "_DEALS_A_PART", 77)
    monkeypatch.setattr(running, "_GAMES_A_PART", 7)
    assert simulate(cr.ROTATION_COLLUSION, 1000, "seed", games=50) == whole


@pytest.mark.usefixtures("small_parts")
def test_threads_find_the_same() -> None:
    with ThreadPoolExecutor(2) as threads:
        shared = simulate(cr.TRIPLE_COLLUSION, 1000, "seed", threads, games=50)
    assert shared == simulate(cr.TRIPLE_COLLUSION, 1000, "seed", games=50)


@pytest.mark.usefixtures("small_parts")
def test_a_pool_of_processes_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = simulate(cr.PARLETT, 1000, "seed", games=50)
    monkeypatch.setattr(running, "_FEWEST_PARTS_FOR_A_POOL", 2)
    assert simulate(cr.PARLETT, 1000, "seed", games=50) == alone


@pytest.mark.usefixtures("small_parts")
def test_progress_is_told_part_by_part() -> None:
    told: list[tuple[int, int]] = []
    simulate(cr.PARLETT, 1000, 7, games=50, progress=lambda done, parts: told.append((done, parts)))
    assert told == [(done, 7) for done in range(1, 8)]


class Counting(Executor):
    """It does what it is asked for at once, and counts."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_not_all_parts_are_given_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_DEALS_A_PART", 1)
    monkeypatch.setattr(running, "_PARTS_AHEAD", 3)
    counting = Counting()
    ahead: list[int] = []

    def look(done: int, _: int) -> None:
        ahead.append(counting.asked - done)

    simulate(cr.PARLETT, 9, 7, counting, games=0, progress=look)
    assert counting.asked == 9
    assert max(ahead) <= 2


@pytest.mark.usefixtures("small_parts")
def test_the_command_prints_what_is_done_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(cr.PARLETT, 300, 7, games=0)
    stopped = attrs.evolve(whole, complete=False)

    def already_stopped(*_: object, **__: object) -> Simulation:
        return stopped

    monkeypatch.setattr("collusion_rules.cli.simulate.run", already_stopped)
    result = CliRunner().invoke(commands, ["simulate", "--csv", "--seed", "7"])
    assert result.exit_code == 130
    assert result.stdout == to_csv(whole)
    told = result.stderr.lstrip("\n")  # some versions of rich end a bar that was never drawn
    assert told == "Interrupted: this is what was done so far.\n"


def stop_after(parts: int) -> Callable[[int, int], None]:
    def progress(done: int, _: int) -> None:
        if done == parts:
            raise KeyboardInterrupt

    return progress


@pytest.mark.usefixtures("small_parts")
def test_an_interrupt_gives_what_is_done_so_far() -> None:
    stopped = simulate(cr.PARLETT, 1000, 7, games=50, progress=stop_after(2))
    assert not stopped.complete
    assert stopped.deals == simulate(cr.PARLETT, 600, 7, games=0).deals
    assert stopped.games is None
    with ThreadPoolExecutor(1) as threads:
        shared = simulate(cr.PARLETT, 1200, 7, threads, games=0, progress=stop_after(2))
    assert not shared.complete
    assert shared.deals.deals == 600


@pytest.mark.usefixtures("small_parts")
def test_an_interrupt_takes_back_what_is_still_waiting() -> None:
    class Slow(Counting):
        waiting: ClassVar[list[Future[Any]]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if self.asked == 0:
                return super().submit(fn, *args, **kwargs)
            self.waiting.append(Future())
            return self.waiting[-1]

    stopped = simulate(cr.PARLETT, 1200, 7, Slow(), games=0, progress=stop_after(1))
    assert stopped.deals.deals == 300
    assert [future.cancelled() for future in Slow.waiting] == [True, True, True]


def test_an_interrupt_before_anything_is_done_is_passed_on() -> None:
    class Stopped(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(cr.PARLETT, 10, 7, Stopped())


_STARTS = """
import time
from collusion_rules import processes

if __name__ == "__main__":
    with processes.pool(2) as pool:
        for slept in pool.map(time.sleep, [0.1] * 100):
            print("one more", flush=True)
"""


@on_posix
def test_processes_of_a_pool_end_with_the_one_that_asked(tmp_path: Path) -> None:
    """Even if it is killed: they hold its output, for which whoever has started it may wait."""
    script = tmp_path / "starts.py"
    script.write_text(_STARTS)
    with started(sys.executable, script) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "one more\n"
        program.kill()
        assert "Traceback" not in program.communicate(timeout=30)[1]


def test_a_process_that_has_lost_its_parent_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[object] = []
    parent = SimpleNamespace(join=lambda: happened.append("the parent is gone"))
    monkeypatch.setattr(processes, "parent_process", lambda: parent)
    monkeypatch.setattr("os._exit", happened.append)
    processes._end_with_parent()  # pyright: ignore[reportPrivateUsage] -- as a worker does
    assert happened == ["the parent is gone", 1]


def test_processes_of_a_pool_leave_interrupts_to_the_one_that_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(processes, "_end_with_parent", lambda: None)
            processes._serve()  # pyright: ignore[reportPrivateUsage] -- as a worker does
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


# Workers that break down


class Breaking(Counting):
    """It breaks down after some parts, and does nothing more."""

    def __init__(self, after: int, refuses: bool = False) -> None:
        super().__init__()
        self.after, self.refuses = after, refuses

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.asked < self.after:
            return super().submit(fn, *args, **kwargs)
        if self.refuses:
            raise BrokenProcessPool("it was refused")
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("it was killed"))
        return future


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("refuses", [False, True])
def test_what_is_done_is_given_if_an_executor_breaks_down(refuses: bool) -> None:
    with pytest.raises(WorkersLostError, match="the workers broke down") as lost:
        simulate(cr.PARLETT, 1200, 7, Breaking(2, refuses), games=0)
    found = lost.value.simulation
    assert found is not None
    assert not found.complete
    assert found.deals == simulate(cr.PARLETT, 600, 7, games=0).deals
    assert isinstance(lost.value.__cause__, BrokenProcessPool)
    again = pickle.loads(pickle.dumps(lost.value))
    assert (again.code, again.simulation) == ("workers-lost", found)
    with pytest.raises(WorkersLostError) as lost:
        simulate(cr.PARLETT, 10, 7, Breaking(0, refuses))
    assert lost.value.simulation is None


class Pools:
    """Pools of processes, one after the other, as it is said which break down."""

    def __init__(self, *pools: Counting) -> None:
        self.pools = list(pools)

    def __call__(self) -> Counting:
        return self.pools.pop(0)


def use(monkeypatch: pytest.MonkeyPatch, pools: Pools) -> None:
    monkeypatch.setattr(running, "_FEWEST_PARTS_FOR_A_POOL", 2)
    monkeypatch.setattr(running, "pool", pools)


@pytest.mark.usefixtures("small_parts")
def test_the_parts_of_a_broken_pool_are_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = simulate(cr.PARLETT, 1000, "seed", games=50)
    pools = Pools(Breaking(2), Breaking(0), Breaking(1, refuses=True), Counting())
    use(monkeypatch, pools)
    assert simulate(cr.PARLETT, 1000, "seed", games=50) == alone
    assert pools.pools == []


@pytest.mark.usefixtures("small_parts")
def test_pools_that_do_nothing_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of a script that isn't written to be run by them."""
    use(monkeypatch, Pools(Breaking(3), Breaking(0), Breaking(0), Counting()))
    with pytest.raises(WorkersLostError) as lost:
        simulate(cr.PARLETT, 1000, "seed", games=50)
    assert lost.value.simulation is not None
    assert lost.value.simulation.deals == simulate(cr.PARLETT, 900, "seed", games=0).deals


@pytest.mark.usefixtures("small_parts")
def test_a_killed_process_costs_nothing_but_time(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = simulate(cr.PARLETT, 1000, "seed", games=50)
    monkeypatch.setattr(running, "_FEWEST_PARTS_FOR_A_POOL", 2)
    killed: list[int | None] = []

    def kill_one(_: int, __: int) -> None:
        if not killed:
            child = multiprocessing.active_children()[0]
            killed.append(child.pid)
            child.kill()

    assert simulate(cr.PARLETT, 1000, "seed", games=50, progress=kill_one) == alone
    assert killed


# Where no process can be started


FROM_STANDARD_INPUT = """
import collusion_rules as cr
from collusion_rules.simulation import running, simulate
running._FEWEST_PARTS_FOR_A_POOL = 2
running._DEALS_A_PART = 100
print(simulate(cr.PARLETT, 1000, 7, games=0).deals.deals)
"""


def test_a_program_may_come_from_standard_input() -> None:
    """Other processes could not run it again, so threads do the work."""
    told = run_program(sys.executable, "-", typed=FROM_STANDARD_INPUT)
    assert told.stdout == "1000\n"


@pytest.mark.usefixtures("small_parts")
def test_in_a_daemonic_process_threads_do_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = simulate(cr.PARLETT, 1000, "seed", games=50)
    use(monkeypatch, Pools())
    monkeypatch.setattr(running, "current_process", lambda: SimpleNamespace(daemon=True))
    assert simulate(cr.PARLETT, 1000, "seed", games=50) == alone


# Bad input


@pytest.mark.parametrize(
    ("argument", "arguments"),
    [
        ("deals", {"deals": 0}),
        ("deals", {"deals": 1.5}),
        ("deals", {"deals": True}),
        ("games", {"games": -1}),
        ("games", {"games": "1"}),
        ("rules", {"rules": "parlett"}),
        ("policy", {"policy": "random"}),
    ],
)
def test_what_is_refused(argument: str, arguments: dict[str, Any]) -> None:
    good: dict[str, Any] = {"rules": cr.PARLETT, "deals": 1, "seed": 7}
    with pytest.raises(cr.BadArgumentError) as raised:
        simulate(**good | arguments)
    assert raised.value.parameters["argument"] == argument


def test_a_seed_is_an_int_text_or_bytes() -> None:
    seed: Any = 0.5
    with pytest.raises(cr.BadDealError):
        simulate(cr.PARLETT, 1, seed)


def test_who_works_and_who_is_told_is_checked_first() -> None:
    nobody: Any = "nobody"
    with pytest.raises(cr.BadArgumentError, match="executor must be an Executor"):
        simulate(cr.PARLETT, 1, 7, nobody)
    with pytest.raises(cr.BadArgumentError, match="progress must be callable"):
        simulate(cr.PARLETT, 1, 7, progress=nobody)
    for deals, games in ((10**400, 0), (2**44 + 1, 0), (1, 2**44 + 1)):
        with pytest.raises(cr.BadArgumentError, match="must be a whole number from"):
            simulate(cr.PARLETT, deals, 7, games=games)


def test_tallies_of_one_kind_add_up() -> None:
    one, other = (simulate(rules, 9, 7, games=1) for rules in (cr.PARLETT, cr.TRIPLE_COLLUSION))
    assert one.games is not None
    assert other.games is not None
    wrong: list[Any] = [other.deals, other.games, None]
    for tally in wrong:
        with pytest.raises(cr.BadArgumentError, match="another tally must be"):
            _ = one.deals + tally
        with pytest.raises(cr.BadArgumentError, match="another tally must be"):
            _ = one.games + tally
    nothing: Any = None
    with pytest.raises(TypeError):
        _ = Paid() + nothing
    with pytest.raises(TypeError):
        _ = Fared() + nothing


def test_what_is_asked_of_a_tally_must_be_in_it() -> None:
    found = simulate(cr.PARLETT, 9, 7, games=1)
    assert found.games is not None
    nowhere: list[Any] = [-1, 14, None, True]
    for number in nowhere:
        for ask in (
            found.deals.share_with,
            found.deals.mean_tricks,
            found.deals.mean_points,
            found.games.share_won,
        ):
            with pytest.raises(cr.BadArgumentError, match="a whole number from 0 to"):
                ask(number)


def test_figures_are_of_simulations() -> None:
    nothing: Any = None
    for tell in (figures, to_csv, to_json):
        with pytest.raises(cr.BadArgumentError, match="simulation must be a Simulation"):
            tell(nothing)
    with pytest.raises(cr.BadArgumentError, match="counts must be a Mapping"):
        Counts(nothing)


def test_equal_simulations_have_equal_figures() -> None:
    """One game has no spread: the error is not a number, and equal to itself all the same."""
    once, again = (figures(simulate(cr.PARLETT, 9, 7, games=1)) for _ in range(2))
    assert once == again
    assert hash(once) == hash(again)
    assert any(isnan(figure.error) for figure in once)


def test_simulations_are_values() -> None:
    found = simulate(cr.SECRET_PARTNERS, 9, 7)
    for twin in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert twin == found
        assert hash(twin) == hash(found)
        assert repr(twin) == repr(found)
    assert found.deals.points[0] != found.deals.points[1]


def test_a_missing_extra_names_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = simulate(cr.PARLETT, 1, seed=7)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(cr.CollusionError, match=r'pip install "collusion-rules\[fast\]"'):
        simulate(cr.PARLETT, 1, seed=7)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(cr.CollusionError, match=r'pip install "collusion-rules\[plot\]"'):
        plot(done, tmp_path / "plot.png")


# Figures


@pytest.fixture(scope="module")
def parlett() -> Simulation:
    return simulate(cr.PARLETT, 5000, seed=7)


def test_figures_of_parletts_game(parlett: Simulation) -> None:
    found = {(each.group, each.name): each for each in figures(parlett)}
    two = found["share of seats with so many tricks", "2"]
    assert Estimate(two.value, two.error) == parlett.deals.share_with(2)
    bonuses = [found["share of deals", name].value for name in BONUSES]
    assert sum(bonuses) == pytest.approx(1)
    assert found["games", "deals on average"].value == pytest.approx(9.65, abs=1)
    assert len(found) == len(figures(parlett))


BONUSES = ("two tie (B2)", "nobody ties (B3)", "three tie (B4)")


def test_csv_has_all_figures(parlett: Simulation) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(parlett))))
    assert [row["name"] for row in rows] == [each.name for each in figures(parlett)]
    assert [float(row["value"]) for row in rows] == [each.value for each in figures(parlett)]


def test_json_has_figures_and_counts(parlett: Simulation) -> None:
    record = json.loads(to_json(parlett))
    assert record["figures"] == [attrs.asdict(each) for each in figures(parlett)]
    assert (record["ruleset"], record["deals"], record["games"]) == ("parlett", 5000, 50)
    assert record["complete"] is True
    assert record["counts"]["deals"]["tricks"] == [list(seat) for seat in parlett.deals.tricks]
    assert record["counts"]["deals"]["paid"]["tricks"] == {"deals": 5000, "lines": 20000}


def test_json_has_null_where_there_is_no_figure() -> None:
    record = json.loads(to_json(simulate(cr.PARLETT, 1, seed=7)))
    assert record["figures"][0]["error"] is None


@pytest.mark.parametrize("name", ["parlett", "secret-partners", "triple-collusion"])
def test_a_picture_is_drawn(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    plot(simulate(cr.RULESETS[name], 200, seed=7, games=3), tmp_path / "plot.svg")
    plot(simulate(cr.RULESETS[name], 200, seed=7, games=0), tmp_path / "plot.png")
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").count("<path") > 50
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


# The command


def run(*arguments: str) -> str:
    result = CliRunner().invoke(commands, ["simulate", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_prints_tables() -> None:
    shown = run("--deals", "2000", "--seed", "7").splitlines()
    assert shown[0] == "Parlett's Collusion, seed 7: 2,000 deals and 20 games"
    simulation = simulate(cr.PARLETT, 2000, 7)
    two = simulation.deals.share_with(2)
    assert shown[2] == "share of seats with so many tricks"
    assert shown[5].split() == ["2", f"{two.value:.5f}", "±", f"{two.error:.5f}"]
    assert "nobody ties (B3)" in "\n".join(shown)


def test_the_command_prints_json_and_csv() -> None:
    policy = Policy(Plays.AIM, Declares.LONGEST_HELD, aims=2)
    simulation = simulate(cr.OPEN_COLLUSION, 500, "table 12", games=7, policy=policy)
    asked = ("open-collusion", "--deals", "500", "--games", "7", "--seed", "table 12")
    policies = ("--plays", "aim", "--aims", "2", "--declares", "longest-held")
    assert run(*asked, *policies, "--json") == to_json(simulation) + "\n"
    assert run(*asked, *policies, "--csv") == to_csv(simulation)


def test_the_command_speaks_japanese_and_knows_names() -> None:
    asked = ("secret-partners", "--deals", "90", "--games", "1", "--seed", "7")
    names = ("--names", "アン,ボブ,シー,ディー")
    shown = run(*asked, *names, "--language", "ja")
    assert shown.startswith("秘密のパートナー、シード7：90ディール、1ゲーム\n")
    assert re.findall("^(アン.*?|ボブ) ", shown, re.MULTILINE) == ["アン（ディーラー）", "ボブ"] * 2
    assert not re.search("[a-z]", shown)
    english = run(*asked, "--names", "Ann,Bob,Cem,Dee")
    assert "Ann, the dealer" in english
    assert re.findall(r"\d\.\d{5}", english) == re.findall(r"\d\.\d{5}", shown)
    assert run(*asked, "--csv", *names, "--language", "ja") == run(*asked, "--csv")


def test_figures_have_names_in_each_language() -> None:
    found = simulate(cr.TRIPLE_COLLUSION, 200, 7, games=2)
    english, japanese = figures(found), figures(found, None, "ja")
    assert [each.value for each in english] == [each.value for each in japanese]
    assert len({each.group for each in japanese}) == len({each.group for each in english})
    assert not re.search("[a-z]", " ".join(f"{each.group} {each.name}" for each in japanese))
    tables = {name: table for name, table in languages()["ja"].tables.items() if name != "figures"}
    assert [each.group for each in figures(found, None, Language("zz", tables))] == [
        each.group for each in english
    ]
    names = ("A", "B", "C", "D", "E", "F")
    assert {each.name for each in figures(found, names)} >= {"A, the dealer", *names[1:]}
    with pytest.raises(cr.BadArgumentError, match="names must be 6 names, one a seat"):
        figures(found, names[:4])


def test_a_reason_of_ones_own_is_a_figure_in_its_own_words() -> None:
    found = simulate(cr.PARLETT, 9, 7, games=0)
    odd = cr.Because("an odd number", "H1", {"ja": "奇数"})
    own = attrs.evolve(found, deals=attrs.evolve(found.deals, paid=Counts({odd: Paid(3, 3)})))
    for code, name in (("en", "an odd number (H1)"), ("ja", "奇数 (H1)")):
        named = {figure.name: figure.value for figure in figures(own, None, code)}
        assert named[name] == 3 / 9


def test_what_cannot_be_is_refused_before_the_work() -> None:
    """With exit code 2, as by every command."""
    for wrong, problem in (
        (("--seed", "\udcff"), "a seed must be an int, bytes"),
        (("--names", "Ann,Bob"), "4 names are needed, not 2"),
        (("--language", "xx"), "'xx' is not one of 'en', 'ja'"),
        (("--deals", "9" * 20), "deals must be a whole number from 1 to"),
        (("--games", "9" * 20), "games must be a whole number from 0 to"),
    ):
        result = CliRunner().invoke(commands, ["simulate", "--deals", "9", *wrong])
        assert result.exit_code == 2
        assert problem in " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.parametrize("some", [True, False])
def test_what_is_done_is_told_if_workers_die(monkeypatch: pytest.MonkeyPatch, some: bool) -> None:
    done = simulate(cr.PARLETT, 9, 7, games=0) if some else None

    def dying(*_: object, **__: object) -> None:
        raise WorkersLostError(done)

    monkeypatch.setattr("collusion_rules.cli.simulate.run", dying)
    result = CliRunner().invoke(commands, ["simulate", "--csv", "--seed", "7"])
    assert result.exit_code == 1
    assert result.stdout == ("" if done is None else to_csv(done))
    assert "Error: a process that shared the work has died" in result.stderr


def test_a_seed_that_was_drawn_is_told_beside_json_and_csv() -> None:
    asked = ("simulate", "--deals", "9", "--games", "1", "--csv")
    drawn = CliRunner().invoke(commands, asked)
    seed = re.fullmatch(r"drawn: --seed (\d+)", drawn.stderr.strip())
    assert seed is not None
    assert run(*asked[1:], "--seed", seed[1]) == drawn.stdout


def test_without_a_seed_the_command_tells_the_one_it_drew() -> None:
    shown = run("--deals", "50")
    seed = shown.splitlines()[0].split("seed ")[1].split(":")[0]
    assert run("--deals", "50", "--seed", seed) == shown


def test_the_command_draws_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    run("--deals", "100", "--plot", str(tmp_path / "plot.pdf"))
    assert (tmp_path / "plot.pdf").read_bytes().startswith(b"%PDF")
    for name, problem in (("plot.what", "must end in one of"), ("no/plot.png", "be written")):
        result = CliRunner().invoke(commands, ["simulate", "--deals", "9", "--plot", name])
        assert result.exit_code == 2
        assert problem in " ".join(result.stderr.replace("│", " ").split())


def test_a_picture_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")

    def full(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr("collusion_rules.cli.simulate.plot", full)
    asked = ("simulate", "--deals", "9", "--plot", str(tmp_path / "plot.png"))
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code == 1
    assert "plot.png can't be drawn: full" in result.stderr
    told = CliRunner().invoke(commands, [*asked, "--language", "ja"]).stderr
    assert "plot.pngに図を描けません：full" in told


def test_no_figure_is_said_to_be_no_number() -> None:
    for language, one in (("en", "1 deal\n"), ("ja", "1ディール\n")):
        shown = run("--deals", "1", "--games", "0", "--seed", "1", "--language", language)
        assert "nan" not in shown
        assert one in shown
    assert "1 deal and 1 game\n" in run("--deals", "1", "--games", "1", "--seed", "1")


def test_the_command_names_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    result = CliRunner().invoke(commands, ["simulate", "--deals", "9"])
    assert result.exit_code == 1
    assert 'pip install "collusion-rules[fast]"' in result.stderr


@on_posix
def test_control_c_prints_what_is_done_so_far(tmp_path: Path) -> None:
    """A pool of processes is at work; the signal goes to all of them."""
    line = f"exec {sys.executable} -m collusion_rules simulate --csv --deals 50000000 > output.csv"
    with in_terminal("-c", line, program=("/bin/sh",), cwd=tmp_path) as child:
        child.expect("1%")
        child.sendintr()
        child.expect("Interrupted: this is what was done so far.")
        assert ended(child)[0] == 130
    output = (tmp_path / "output.csv").read_text(encoding="utf-8")
    assert output.startswith("group,name,value,error\nshare of seats with so many tricks,0,0.05")
