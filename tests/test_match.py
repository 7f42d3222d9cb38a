"""Matches: every order of the players on the same deals, exact sums, reports, the command."""

import json
import pickle
import re
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import isnan, sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from click.testing import CliRunner
from surroundings import on_posix
from test_players import QUICK, Bad

import collusion_rules as cr
from collusion_rules import players as pl
from collusion_rules.cli import commands
from collusion_rules.players import computers, matches
from collusion_rules.processes import pool
from collusion_rules.texts import columns

RANDOM, DUCK, TAKE = (pl.PLAYERS[name] for name in ("random", "duck", "take"))


def rule_of_three(numbers: list[float]) -> pl.Mean:
    """A mean and its error, the schoolbook way."""
    mean = sum(numbers) / len(numbers)
    spread = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return pl.Mean(mean, sqrt(spread / len(numbers)))


def close(one: pl.Mean, other: pl.Mean) -> bool:
    return attrs.astuple(one) == pytest.approx(attrs.astuple(other))


def test_every_order_is_played_on_the_same_deals() -> None:
    found = pl.match(cr.PARLETT, [DUCK, RANDOM, RANDOM, RANDOM], 6, 1)
    assert found.orders == 4
    duck, others = found.entries
    assert (duck.name, others.name) == ("player 1", "player 2")
    assert [count for _, count in duck.sums] == [4] * 6
    assert [count for _, count in others.sums] == [12] * 6
    means = [total / count for total, count in duck.sums]
    assert close(duck.points, rule_of_three(means))
    both = list(zip(duck.sums, others.sums, strict=True))
    apart = [one / 4 - other / 12 for (one, _), (other, _) in both]
    assert close(found.difference(0, 1), rule_of_three(apart))
    assert duck.points.value > others.points.value
    assert isnan(duck.wins.value)
    assert found.length == pl.Mean(1.0, 0.0)
    assert all(one + other >= 4 * 33 for (one, _), (other, _) in both)  # 33 a deal, or 43


def test_orders() -> None:
    four = pl.match(cr.PARLETT, [DUCK, RANDOM, TAKE, pl.PLAYERS["middle"]], 1, 1)
    assert four.orders == 24
    assert isnan(four.entries[0].points.error)
    turned = pl.match(cr.PARLETT, [DUCK, RANDOM, DUCK, RANDOM], 1, 1, rotations=True)
    assert turned.orders == 2
    assert pl.match(cr.PARLETT, [DUCK, RANDOM, DUCK, RANDOM], 1, 1).orders == 6
    assert pl.match(cr.PARLETT, [DUCK] * 4, 1, 1).orders == 1


class Breaking(Executor):
    """It breaks down after some parts, and does nothing more."""

    def __init__(self, after: int, refuses: bool) -> None:
        self.after, self.refuses = after, refuses

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it now, or never."""
        future: Future[Any] = Future()
        if self.after:
            self.after -= 1
            future.set_result(fn(*args, **kwargs))
        elif self.refuses:
            raise BrokenProcessPool("it was refused")
        else:
            future.set_exception(BrokenProcessPool("it was killed"))
        return future


@pytest.mark.parametrize("refuses", [False, True])
def test_what_is_done_is_given_if_an_executor_breaks_down(refuses: bool) -> None:
    players = [DUCK, RANDOM, RANDOM, RANDOM]
    with pytest.raises(pl.MatchCutShortError, match="the workers broke down") as cut:
        pl.match(cr.PARLETT, players, 20, 7, Breaking(1, refuses), rotations=True)
    assert cut.value.match == pl.match(cr.PARLETT, players, 8, 7, rotations=True)
    assert isinstance(cut.value.__cause__, BrokenProcessPool)
    again = pickle.loads(pickle.dumps(cut.value))
    assert (again.code, again.match) == ("workers-lost", cut.value.match)
    with pytest.raises(pl.MatchCutShortError) as cut:
        pl.match(cr.PARLETT, players, 20, 7, Breaking(0, refuses), rotations=True)
    assert cut.value.match is None


def test_roles() -> None:
    found = pl.match(cr.SECRET_PARTNERS, [TAKE, RANDOM, RANDOM, RANDOM], 12, 1)
    assert {role for role, _ in found.entries[1].roles} == {
        pl.Role.SOLOIST,
        pl.Role.PARTNER,
        pl.Role.OPPONENT,
    }
    three = pl.match(cr.TRIPLE_COLLUSION, [TAKE, *[RANDOM] * 5], 1, 1, rotations=True)
    assert [role for role, _ in three.entries[0].roles] == [pl.Role.TEAM]
    alone = pl.match(cr.PARLETT, [RANDOM] * 4, 1, 1)
    assert [role for role, _ in alone.entries[0].roles] == [pl.Role.ALONE]


def test_whole_games() -> None:
    rules = cr.parlett(30)
    found = pl.match(rules, [DUCK, RANDOM, RANDOM, RANDOM], 2, 5, games=True, rotations=True)
    duck, others = found.entries
    assert duck.wins.value + 3 * others.wins.value == pytest.approx(1)
    assert found.length.value >= 1
    assert found.games
    assert found.count == 2


def test_talkers_talk_in_a_match() -> None:
    heard: list[cr.View] = []

    class Listener:
        """A player that notes what it sees."""

        def choose(self, view: cr.View, seed: cr.Seed) -> cr.Move:
            """A random move."""
            heard.append(view)
            return RANDOM.choose(view, seed)

        def speak(self, view: cr.View, seed: cr.Seed) -> cr.Statement | None:
            """Nothing."""
            return None

    pl.match(cr.PARLETT, [Listener(), QUICK, RANDOM, QUICK], 1, 1, rotations=True)
    assert any(isinstance(event, cr.Talk) for view in heard for event in view.log)


def test_whoever_does_the_work_the_result_is_the_same() -> None:
    players = [DUCK, RANDOM, RANDOM, TAKE]
    here = pl.match(cr.PARLETT, players, 9, "a", rotations=True)
    with ThreadPoolExecutor(2) as executor:
        there = pl.match(cr.PARLETT, players, 9, "a", executor, rotations=True)
    assert there == here
    assert pl.match(cr.PARLETT, players, 9, "b", rotations=True) != here
    assert here.entries[0].seconds > 0


def test_a_pool_of_processes_comes_to_the_same() -> None:
    players = [DUCK, RANDOM, RANDOM, TAKE]
    here = pl.match(cr.parlett(30), players, 9, "a", rotations=True)
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        there = pl.match(cr.parlett(30), players, 9, "a", executor, rotations=True)
    assert there == here


class Eager(Executor):
    """An executor that works at once, and pickles what it is sent as another process would."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it."""
        import pickle

        future = Future[Any]()
        try:
            future.set_result(pickle.loads(pickle.dumps(fn(*pickle.loads(pickle.dumps(args))))))
        except Exception as error:  # noqa: BLE001 -- it is for whoever asks for the result
            future.set_exception(pickle.loads(pickle.dumps(error)))
        return future


def test_work_can_be_sent_to_other_processes() -> None:
    players = [QUICK, RANDOM, RANDOM, RANDOM]
    here = pl.match(cr.PARLETT, players, 1, 3, rotations=True)
    assert pl.match(cr.PARLETT, players, 1, 3, Eager(), rotations=True) == here


@pytest.mark.parametrize("executor", [None, Eager()])
def test_a_player_that_fails_is_named(executor: Executor | None) -> None:
    wrong = cr.Play(cr.Seat(0), cr.Card.parse("AS"))
    players: list[pl.Player] = [RANDOM, Bad(wrong), RANDOM, RANDOM]
    names = ["a", "bad one", "c", "d"]
    with pytest.raises(cr.PlayerError, match=r"^the player at seat [0-3] ") as failed:
        pl.match(cr.SECRET_PARTNERS, players, 1, 1, executor, names=names)
    assert isinstance(failed.value.player, Bad)
    assert failed.value.move == wrong
    assert failed.value.name == "bad one"
    assert failed.value.__notes__ == ["In this match it is called bad one."]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"rules": "parlett"}, "rules must be a Ruleset"),
        ({"players": [RANDOM] * 3}, "players must be 4 players, one a seat"),
        ({"players": RANDOM}, "players must be 4 players, one a seat"),
        ({"players": [RANDOM] * 3 + [None]}, "players must be players, each with choose and speak"),
        ({"deals": 0}, "deals must be a whole number from 1 to "),
        ({"executor": 3}, "executor must be an Executor"),
        ({"names": ["a"]}, "names must be 4 names, one a seat"),
        ({"names": 7}, "names must be 4 names, one a seat"),
        ({"games": 1}, "games must be a bool"),
        ({"rotations": 1}, "rotations must be a bool"),
    ],
)
def test_what_is_no_match(changes: dict[str, Any], text: str) -> None:
    arguments: dict[str, Any] = {
        "rules": cr.PARLETT,
        "players": [RANDOM] * 4,
        "deals": 1,
        "seed": 1,
        **changes,
    }
    with pytest.raises(cr.BadArgumentError) as refused:
        pl.match(**arguments)
    assert str(refused.value).startswith(text)


def test_a_seed_of_a_wrong_type() -> None:
    with pytest.raises(cr.BadDealError):
        pl.match(cr.PARLETT, [RANDOM] * 4, 1, cast("Any", 1.5))


def test_no_such_player_in_a_match() -> None:
    found = pl.match(cr.PARLETT, [RANDOM] * 4, 1, 1)
    for one, other in ((0, 1), (-1, 0)):
        with pytest.raises(cr.BadArgumentError):
            found.difference(one, other)


# Reports


def test_json_and_picture(tmp_path: Path) -> None:
    found = pl.match(cr.PARLETT, [DUCK, RANDOM, RANDOM, RANDOM], 2, 1, names=list("abcd"))
    told = json.loads(pl.to_json(found))
    assert told["deals"] == 2
    assert [player["name"] for player in told["players"]] == ["a", "b"]
    assert told["players"][0]["wins"] == {"value": None, "error": None}
    assert told["players"][0]["points"]["value"] == found.entries[0].points.value
    assert told["players"][1]["more_than"]["a"]["value"] == -found.difference(0, 1).value
    pl.plot(found, tmp_path / "match.svg")
    assert (tmp_path / "match.svg").stat().st_size > 1000
    pl.plot(pl.match(cr.PARLETT, [RANDOM] * 4, 1, 1), tmp_path / "one.png")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(commands, ("match", *arguments))


def test_the_command_prints_points() -> None:
    result = run("parlett", "duck", "random", "random", "random", "--deals", "2", "--seed", "3")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] == "Parlett's Collusion, seed 3: 2 deals, 4 orders of seats"
    assert any(line.startswith("duck more than random: ") for line in lines)
    result = run("secret-partners", "take", *["random"] * 3, "--deals", "3", "--rotations")
    assert "  as partner" in result.output
    result = run("parlett-50", "duck", *["random"] * 3, "--deals", "1", "--games", "--rotations")
    assert "games won" in result.output
    assert "deals a game: " in result.output


def test_the_command_writes_json_and_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "match.png")
    result = run("parlett", *["random"] * 4, "--deals", "1", "--json", "--plot", file)
    assert json.loads(result.stdout)["ruleset"] == "parlett"
    assert Path(file).exists()
    once = ("parlett", *["random"] * 4, "--deals", "1", "--plot")
    result = run(*once, str(tmp_path / "no" / "m.png"))
    assert result.exit_code == 2
    assert "be written" in " ".join(result.output.replace("│", " ").split())

    def full(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr("collusion_rules.cli.match.plot", full)
    result = run(*once, file)
    assert result.exit_code == 1
    assert "can't be drawn: full" in result.output


def test_the_command_shares_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from collusion_rules.cli import match as command

    monkeypatch.setattr(command, "pool", ThreadPoolExecutor)
    result = run("parlett", *["random"] * 4, "--deals", "1", "--jobs", "2")
    assert result.exit_code == 0, result.output


def test_the_command_names_what_it_does_not_know() -> None:
    result = run("parlett", "random", "random", "random", "strongest")
    assert result.exit_code == 2
    told = " ".join(result.output.replace("│", " ").split())
    assert "player must be one of random, duck, take, middle, easy-silent, " in told
    result = run("parlett", "random")
    assert result.exit_code == 2
    assert "name 4 players, not 1" in result.output


def test_one_is_told_as_one() -> None:
    shown = run("parlett", *["random"] * 4, "--deals", "1", "--seed", "1").output
    assert shown.startswith("Parlett's Collusion, seed 1: 1 deal, 1 order of seats\n")
    assert "nan" not in shown


def test_the_command_speaks_japanese_and_knows_names() -> None:
    asked = ("secret-partners", "take", *["random"] * 3, "--deals", "3", "--seed", "3")
    names = ("--names", "アン,ボブ,シー,ディー")
    shown = run(*asked, *names, "--language", "ja").output
    assert shown.startswith("秘密のパートナー、シード3：3ディール、席順4通り\n")
    assert re.findall("^(アン|ボブ|シー) ", shown, re.MULTILINE) == ["アン", "ボブ"]
    assert "\nアンとボブの差：" in shown
    assert "  パートナーのとき" in shown
    assert not re.search("[a-z]", shown)
    games = ("parlett-50", "duck", *["random"] * 3, "--deals", "1", "--games", "--rotations")
    assert not re.search("[a-z]", run(*games, *names, "--language", "ja").output)
    told = json.loads(run(*asked, *names, "--json").output)
    assert [player["name"] for player in told["players"]] == ["アン", "ボブ"]


@pytest.mark.parametrize(
    ("language", "line"), [("en", "  points a deal "), ("ja", "  1ディールの得点 ")]
)
def test_figures_have_lines_of_their_own_where_a_table_has_no_room(
    language: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("secret-partners", "take", *["random"] * 3, "--deals", "3", "--seed", "3")
    wide = run(*asked, "--language", language).output
    monkeypatch.setenv("COLUMNS", "32")
    shown = run(*asked, "--language", language).output
    first, *lines = shown.split("take:\n")[1].splitlines()
    assert first.startswith(line)
    assert any(each.startswith(f"  {line}") for each in lines)
    assert all(columns(each) <= 32 for each in shown.splitlines() if "more than" not in each)
    figures = re.compile(r"-?\d+\.\d\d\b")
    assert figures.findall(shown) == figures.findall(wide)


def test_a_seed_that_was_drawn_is_told_beside_json() -> None:
    asked = ("parlett", *["random"] * 4, "--deals", "2", "--json")
    drawn = run(*asked)
    seed = re.fullmatch(r"drawn: --seed (\d+)\n", drawn.stderr)
    assert seed is not None
    one, other = (json.loads(each.stdout) for each in (drawn, run(*asked, "--seed", seed[1])))
    assert one["players"][0]["points"] == other["players"][0]["points"]
    assert re.match(r"Parlett's Collusion, seed \d+: 2 deals", run(*asked[:-1]).stdout)


def test_what_cannot_be_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """With exit code 2, as by every command."""
    four = ("parlett", *["random"] * 4)
    for asked, problem in (
        ((*four, "--seed", "\udcff"), "a seed must be an int, bytes"),
        ((*four, "--names", "Ann,Bob"), "4 names are needed, not 2"),
        ((*four, "--language", "xx"), "'xx' is not one of 'en', 'ja'"),
        ((*four, "--deals", "9999999"), "1<=x<=1000000"),
        ((*four[:-1], "honest@0"), "worlds must be a whole number from 1 to 100000"),
    ):
        result = run(*asked)
        assert result.exit_code == 2
        assert problem in " ".join(result.stderr.replace("│", " ").split())
    monkeypatch.setitem(sys.modules, "numba", None)
    result = run(*four[:-1], "honest@60")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: the package numba is missing")


def test_the_help_lists_every_player() -> None:
    shown = re.sub(r"(?<=-)\s+", "", run("--help").output)
    named = re.findall("[a-z]+(?:-[a-z]+)*", shown)
    assert {*pl.PLAYERS, *computers.MANNERS} <= set(named)
    assert "honest@60" in shown


def test_after_ctrl_c_nobody_works_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever works would work on to the end of what was begun."""
    from collusion_rules.cli import match as command

    stopped: list[bool] = []

    class Working:
        def terminate(self) -> None:
            stopped.append(True)

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "pool", ThreadPoolExecutor)
    monkeypatch.setattr(command, "active_children", lambda: [Working()])
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(command, "played", interrupted)
    shared = ("parlett", *["random"] * 4, "--deals", "1", "--jobs", "2")
    assert run(*shared).exit_code == 130
    assert stopped == [True]


@pytest.mark.parametrize("done", [0, 1])
@pytest.mark.parametrize("form", ["", "--json"])
def test_what_is_done_is_told_if_a_worker_dies(
    monkeypatch: pytest.MonkeyPatch, done: int, form: str
) -> None:
    from collusion_rules.cli import match as command

    def breaking(_: int) -> Executor:
        return Breaking(done, refuses=False)

    monkeypatch.setattr(command, "pool", breaking)
    asked = ("parlett", *["random"] * 4, "--deals", "20", "--seed", "7", "--jobs", "2")
    result = run(*asked, *filter(None, [form]))
    assert result.exit_code == 1
    died = "Error: a process that shared the work has died: what was done by then is told\n"
    assert result.stderr == died
    assert ("8" in result.stdout) == bool(done)
    result = run(*asked, "--language", "ja")
    assert result.stderr.startswith("Error: 作業を分担するプロセスが途中で終了しました")


@on_posix
def test_workers_leave_ctrl_c_to_the_one_that_has_started_them() -> None:
    """From their first moment on, so that they don't die of it while they are imported."""
    with pool(1) as processes:
        held = processes.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result(60)
    assert signal.SIGINT in held
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_players_by_name() -> None:
    assert pl.player_named("strong-honest") == pl.Computer()
    assert pl.player_named("wily@25") == pl.Talker(
        pl.Effort(25, 1, batches=True),
        attrs.evolve(pl.Talker().manners, loyalty=0, tie=0, agrees_to_all=True),
    )
    for name in ("honest", "honest@", "honest@x", "loud@3", "", None, 7):
        with pytest.raises(cr.BadArgumentError, match=r"^player must be one of random, "):
            pl.player_named(cast("Any", name))
    with pytest.raises(cr.BadArgumentError):
        pl.player_named("honest@0")


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: pl.Effort(0), "worlds must be a whole number from 1 to "),
        (lambda: pl.MonteCarlo(cast("Any", 7)), "effort must be of type Effort"),
        (lambda: pl.Manners(loyalty=cast("Any", "all")), "loyalty must be a number from 0 to 100"),
        (lambda: pl.Manners(tie=-1), "tie must be a number from 0 to 100"),
        (lambda: pl.SimplePlayer(cast("Any", "duck")), "habit must be of type Habit"),
        (lambda: pl.Computer(cast("Any", 1)), "strength must be of type Strength"),
    ],
)
def test_what_no_player_is_made_of(make: Any, text: str) -> None:
    with pytest.raises(cr.BadArgumentError) as refused:
        make()
    assert str(refused.value).startswith(text)


def test_nothing_has_no_mean() -> None:
    assert isnan(matches._ratio(()).value)  # pyright: ignore[reportPrivateUsage] -- an empty match can't be played


@pytest.mark.parametrize("page", ["study-talk.md", "study-talk.ja.md"])
@pytest.mark.parametrize("kind", ["deals", "games", "strength"])
def test_the_pages_have_the_figures_of_the_files(page: str, kind: str) -> None:
    docs = Path(__file__).parent.parent / "docs"
    text = (docs / page).read_text(encoding="utf-8")
    rows = json.loads((docs / "study" / f"{kind}.json").read_text(encoding="utf-8"))
    for title, row in rows.items():
        points = [
            f"{player['name']} {player['points']['value']:.2f} ± {player['points']['error']:.2f}"
            for player in row["players"]
        ]
        count = row["games" if kind == "games" else "deals"]
        assert f"| {title} | {count} | {'; '.join(points)} |" in text
