"""`collusion-rules play`, in a real pseudo-terminal and through a pipe."""

import errno
import json
import re
import signal
import sys
from collections.abc import Generator
from inspect import signature
from pathlib import Path

import pytest
from click.testing import CliRunner
from surroundings import ended, environment, in_terminal, interrupt, on_posix, run

import collusion_rules as cr
import collusion_rules.players as pl
from collusion_rules.cli import commands
from collusion_rules.cli.boards import board
from collusion_rules.cli.chosen import read
from collusion_rules.cli.fronts import Lines
from collusion_rules.cli.options import numbered_seats
from collusion_rules.cli.saving import Keeper
from collusion_rules.drawing import Seen
from collusion_rules.texts import columns

PLAYABLE = re.compile(r"(10|[2-9TJQKA])([♠♥♦♣])\*")


@pytest.fixture(autouse=True)
def elsewhere(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Generator[Path]:
    """The folder for what is temporary; only tests that ask for it may leave a game there."""
    folder = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))  # for programs that are started
    yield folder
    if "elsewhere" not in signature(request.function).parameters:
        assert [*folder.iterdir()] == []


WIDE = (200, 50)
PLAIN = environment(NO_COLOR="1", TERM="dumb")


def first_playable(text: str) -> str:
    """The first card marked as playable in what was shown."""
    found = PLAYABLE.findall(text)
    assert found, text
    return "".join(found[0])


@on_posix
def test_a_whole_deal_by_hand_then_ctrl_c_and_resume(tmp_path: Path) -> None:
    with in_terminal(
        "play", "--seed", "7", "--seat", "2", cwd=tmp_path, size=WIDE, env=PLAIN
    ) as child:
        for _ in range(13):
            child.expect("> $")
            child.sendline(first_playable(child.before or ""))
        child.expect("total")
        child.expect("> $")
        interrupt(child, "Saved")
        assert ended(child)[0] == 130
    game = saved(tmp_path / "collusion-rules-game.json")
    assert game.deals_played == 1
    assert game.to_act == cr.Seat(2)

    resume = ("--seat", "2", "--resume", "collusion-rules-game.json")
    with in_terminal("play", *resume, cwd=tmp_path, size=WIDE, env=PLAIN) as child:
        child.expect("deal 2")
        child.expect("> $")
        child.sendline("quit")
        assert ended(child)[0] == 0
    assert saved(tmp_path / "collusion-rules-game.json") == game


@on_posix
def test_a_refusal_is_explained_and_talk_is_heard(tmp_path: Path) -> None:
    with in_terminal(
        "play", "--seed", "7", "--save", "mine.json", cwd=tmp_path, size=WIDE
    ) as child:
        child.expect("> $")
        held = re.findall(r"([2-9TJQKA])([♠♥♦♣])\*?", (child.before or "").splitlines()[-1])
        cards = [(rank, suit) for suit in "♠♥♦♣" for rank in "23456789TJQKA"]
        child.sendline(next("".join(card) for card in cards if card not in held))
        child.expect("does not hold")
        child.expect("> $")
        child.sendline("help")
        child.expect("say aim 4")
        child.expect("> $")
        child.sendline("say aim 4")
        child.expect("4")
        child.expect("> $")
        child.sendline("accuse 1 2")
        child.expect("there are no accusations in Parlett")
        child.expect("> $")
        child.sendeof()
        child.expect("Saved")
        assert ended(child)[0] == 0
    game = saved(tmp_path / "mine.json")
    assert cr.Talk(cr.Seat(0), cr.Aim(4)) in game.log


def test_the_dealer_declares_by_a_suit(tmp_path: Path) -> None:
    for seat in range(4):
        result = CliRunner().invoke(
            commands,
            ["play", "secret-partners", "--seed", "3", "--seat", str(seat), "--save"]
            + [str(tmp_path / f"{seat}.json")],
            input="hearts\n",
        )
        assert result.exit_code == 0, result.output
        game = saved(tmp_path / f"{seat}.json")
        if game.dealer == cr.Seat(seat):
            assert game.trump is cr.Suit.HEARTS
            return
    pytest.fail("nobody dealt")


def test_a_hidden_card_is_never_shown(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        commands, ["play", "--seed", "11", "--save", str(tmp_path / "game.json")], input=""
    )
    game = saved(tmp_path / "game.json")
    seen = {play.card for play in game.plays} | set(game.hands[0])
    hidden = set(cr.Deck().cards) - seen
    shown = set(re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", result.output))
    assert not {cr.describe(card) for card in hidden} & shown
    assert {cr.describe(card) for card in game.hands[0]} <= shown


def test_a_game_to_its_end_resumed_midway(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    halfway = cr.deal(cr.new_game(cr.parlett(target=1), cr.Seat(3)), seed=5)
    Path(file).write_text(cr.dumps(halfway), encoding="utf-8")
    every_card = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"]
    typed = "\n".join(["help", "AS AS", "say aim 4", *every_card * 13])
    result = CliRunner().invoke(commands, ["play", "--resume", file, "--seed", "1"], input=typed)
    assert result.exit_code == 0, result.output
    assert "say aim 4" in result.output
    assert "“AS AS” is not understood: say, for example," in result.output
    assert "I am aiming for 4 tricks." in result.output
    assert "Saved" not in result.output


def test_quit_saves_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    arguments = ["play", "--seed", "1", "--save", str(file)]
    result = CliRunner().invoke(commands, arguments, input="quit\n")
    assert result.exit_code == 0
    assert f"collusion-rules play --resume {file}" in result.output.replace("\n", "")
    assert saved(file).to_act == cr.Seat(0)


def test_ctrl_c_saves_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    file = tmp_path / "game.json"
    result = CliRunner().invoke(commands, ["play", "--seed", "1", "--save", str(file)])
    assert result.exit_code == 130
    assert saved(file).to_act == cr.Seat(0)


def test_what_can_not_be_read_is_no_end_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    program = (sys.executable, "-m", "collusion_rules", "play", "--seed", "1", "--save", file)
    strict = environment(PYTHONIOENCODING="utf-8", PYTHONUTF8="0")
    done = run(*program, env=strict, typed="say words \udcff\nquit\n")
    assert "say 1 to 500 characters" in done.stdout
    assert saved(file).to_act == cr.Seat(0)


def test_a_saved_game_has_its_own_rules(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(cr.dumps(cr.new_game(cr.PARLETT_50, cr.Seat(0))), encoding="utf-8")
    result = CliRunner().invoke(commands, ["play", "parlett", "--resume", str(file)])
    assert result.exit_code == 2
    assert "the saved game has its own rules" in result.output


@on_posix
def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    line = f"{sys.executable} -m collusion_rules play --save game.json < /dev/null | head -n 1"
    assert "Traceback" not in run("/bin/sh", "-c", line, cwd=tmp_path).stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--seat", "4"], 2),
        (["--resume", "nowhere.json"], 2),
        (["--save", "nowhere/game.json"], 2),
        (["bridge"], 2),
    ],
)
def test_what_cannot_be(arguments: list[str], code: int) -> None:
    result = CliRunner().invoke(commands, ["play", *arguments])
    assert result.exit_code == code
    assert "Error: " in result.output


# Who sits there, too


def played(*arguments: str | Path, typed: str = "", code: int = 0) -> str:
    """What `play` shows when this is typed."""
    result = CliRunner().invoke(commands, ["play", *map(str, arguments)], input=typed)
    assert result.exit_code == code, result.output
    return result.output


def saved(file: Path) -> cr.Game:
    """The game in a file."""
    return read(file.read_bytes())[0]


def said(game: cr.Game) -> list[cr.Talk]:
    """What was said in a game."""
    return [event for event in game.log if isinstance(event, cr.Talk)]


@pytest.mark.parametrize(("language", "word"), [("en", "tricks.”"), ("ja", "トリックずつ")])
def test_the_others_speak_and_are_heard(tmp_path: Path, language: str, word: str) -> None:
    file = tmp_path / "game.json"
    shown = played("--seed", "7", "--save", file, "--language", language)
    talk = said(saved(file))
    assert talk
    called = numbered_seats(4, language, cr.Seat(0))
    assert all(cr.describe(one, called, language) in shown for one in talk)
    assert word in shown


def test_the_others_answer_a_person(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played("--seed", "7", "--save", file, typed="say offer 2 4\n")
    offer = cr.Talk(cr.Seat(0), cr.Offer(cr.Seat(2), 4))
    *_, before, answer = said(saved(file))
    assert before == offer
    assert answer.seat == cr.Seat(2)


def test_silent_players_say_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played("--seed", "7", "--save", file, "--players", "easy-silent", typed="say aim 4\n")
    assert said(saved(file)) == [cr.Talk(cr.Seat(0), cr.Aim(4))]


@pytest.mark.no_cover
def test_a_seed_gives_the_same_game_again(tmp_path: Path) -> None:
    every_card = [f"{rank}{suit}\n" for suit in "SHDC" for rank in "AKQJT98765432"]

    def game(name: str, *players: str) -> cr.Game:
        file = tmp_path / name
        played("--seed", "7", "--save", file, *players, typed="".join(every_card * 2))
        return saved(file)

    usual = game("1.json")
    assert usual == game("2.json", "--players", "medium-honest")
    assert usual.version > 20
    others = game("3.json", "--players", "duck, medium-wily,take")
    assert usual.hands != others.hands or usual.log != others.log
    assert {talk.seat for talk in said(others)} == {cr.Seat(2)}


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        ("grandmaster", "'grandmaster' is not one of random, duck,"),
        ("duck,", "'' is not one of"),
        ("duck,take", "name one player for all, or 3, not 2"),
        ("duck,take,duck,take", "name one player for all, or 3, not 4"),
    ],
)
def test_players_that_cannot_be(players: str, problem: str) -> None:
    shown = played("--players", players, code=2)
    assert problem in " ".join(shown.replace("│", " ").split())


# Advice


@pytest.mark.parametrize(("language", "word"), [("en", "Hint: "), ("ja", "ヒント：")])
@pytest.mark.parametrize("ruleset", ["parlett", "secret-partners"])
def test_advice_has_its_reason(tmp_path: Path, ruleset: str, language: str, word: str) -> None:
    file = tmp_path / "game.json"
    game = cr.deal(cr.new_game(cr.RULESETS[ruleset], cr.Seat(0)), seed=5)
    while game.to_act != cr.Seat(0):
        game = cr.play(game, cr.legal_moves(game)[0])
    file.write_text(cr.dumps(game), encoding="utf-8")
    arguments = ("--resume", file, "--language", language, "--players", "easy-silent")
    shown = played(*arguments, typed="Hint\n")
    thought = pl.hint(cr.view(game, cr.Seat(0)))
    called = numbered_seats(4, language, cr.Seat(0))
    move = thought.move
    told = cr.describe(move.card if isinstance(move, cr.Play) else move, called, language)
    reason = cr.describe(thought.why, called, language)
    line = next(line for line in shown.splitlines() if word in line)
    assert line.endswith(f"{word}{told} ({reason})" if language == "en" else f"{told}（{reason}）")
    assert saved(file) == game


# Saving


def first_card(game: cr.Game) -> str:
    """A card that may be played, as it is typed."""
    move = cr.legal_moves(game)[0]
    assert isinstance(move, cr.Play)
    return f"{move.card}\n"


def test_a_new_game_takes_a_free_name(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("precious", encoding="utf-8")
    assert "game-2.json" in played("--save", file, "--seed", "1").replace("\n", "")
    assert "game-3.json" in played("--save", file, "--seed", "2").replace("\n", "")
    assert file.read_text(encoding="utf-8") == "precious"
    assert saved(tmp_path / "game-2.json") != saved(tmp_path / "game-3.json")
    second = saved(tmp_path / "game-2.json")
    played("--resume", tmp_path / "game-2.json", "--save", file, typed=first_card(second))
    assert file.read_text(encoding="utf-8") == "precious"
    assert saved(tmp_path / "game-2.json") == second
    assert len(saved(tmp_path / "game-4.json").log) > len(second.log)
    assert len(list(tmp_path.iterdir())) == 4


def test_a_resumed_game_is_kept_in_its_place(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    played("--save", file, "--seed", "1")
    before = saved(file)
    for name in (file, tmp_path / ".." / tmp_path.name / "game.json"):
        played("--resume", name, "--save", file, typed=first_card(saved(file)))
    assert saved(file).log[: len(before.log)] == before.log
    if sys.platform not in ("win32", "emscripten"):
        link.symlink_to(file)
        file.chmod(0o640)
        played("--resume", link, typed=first_card(saved(file)))
        assert link.is_symlink()
        assert file.stat().st_mode & 0o777 == 0o640
        link.unlink()
    assert list(tmp_path.iterdir()) == [file]


def test_a_game_is_saved_after_each_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    found: list[cr.Game] = []
    typed = iter(["say aim 4", "say aim 5"])

    def read(_: str = "") -> str:
        found.extend([saved(file)] if file.exists() else [])
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", read)
    played("--seed", "1", "--players", "easy-silent", "--save", file, code=130)
    aims = [[talk.statement for talk in said(game)] for game in found]
    assert aims == [[], [cr.Aim(4)], [cr.Aim(4), cr.Aim(5)]]


def test_a_game_that_ends_is_kept_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    halfway = cr.deal(cr.new_game(cr.parlett(target=1), cr.Seat(3)), seed=5)
    file.write_text(cr.dumps(halfway), encoding="utf-8")
    every_card = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"]
    played("--resume", file, "--players", "duck", typed="\n".join(every_card * 13))
    assert saved(file).phase is cr.Phase.OVER


def full_at(monkeypatch: pytest.MonkeyPatch, *times: bool) -> None:
    """Let the disk be full, or not, each time that something is written; then always."""
    left = iter(times)

    def fsync(_: int) -> None:
        if next(left, True):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)


def test_a_full_disk_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    file = tmp_path / "game.json"
    full_at(monkeypatch, False, True, False)
    arguments = ("--seed", "1", "--players", "easy-silent", "--save", file)
    shown = played(*arguments, typed="say aim 4\nsay aim 5\nsay aim 6\n", code=1)
    assert shown.count("Not saved: [Errno 28] No space left on device. Type save and") == 2
    assert "The game can't be saved here: [Errno 28]" in shown
    assert "Error: the game can't be saved: [Errno 28]" in shown
    record = next(line for line in shown.splitlines() if line.startswith('{"format":"coll'))
    aims = [talk.statement for talk in said(cr.loads(record))]
    assert aims == [cr.Aim(4), cr.Aim(5), cr.Aim(6)]
    assert said(saved(file)) == said(cr.loads(record))[:2]
    assert [*tmp_path.iterdir()] == [file]
    assert [*elsewhere.iterdir()] == []


def test_where_the_disk_is_full_another_place_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    arguments = ("--seed", "1", "--players", "easy-silent", "--save", file)
    full_at(monkeypatch, True, True, False, False, False)
    typed = f"say aim 4\nsave\nsave {other}\nsay aim 5\nquit\n"
    shown = played(*arguments, typed=typed).replace("\n", "")
    assert "Type save and the name of a file." in shown
    assert f"The game is saved in {other} from now on." in shown
    assert not file.exists()
    full_at(monkeypatch, True, False)
    last = tmp_path / "last.json"
    shown = played("--resume", other, typed=f"quit\n{last}\n").replace("\n", "")
    assert f"--resume {last}" in shown
    assert said(saved(last)) == said(saved(other)) != []
    full_at(monkeypatch, True, False)
    shown = played("--resume", other, typed="quit\n\n").replace("\n", "")
    (found,) = elsewhere.iterdir()
    assert f"--resume {found}" in shown
    assert saved(found) == saved(other)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("a\0b", "embedded null byte"),
        ("nowhere/game.json", "[Errno 2] No such file or directory: 'nowhere/game.json'"),
        ("~nobody-is-called-so/game.json", "Could not determine home directory."),
        (".", "[Errno 21] Is a directory: '.'"),
        ("..", "[Errno 21] Is a directory: '..'"),
    ],
)
def test_where_nothing_can_be_saved_is_told_and_the_game_is_kept_where_it_was(
    tmp_path: Path, name: str, problem: str
) -> None:
    file = tmp_path / "g.json"
    chosen = ("--seed", "1", "--players", "easy-silent", "--save", file)
    shown = played(*chosen, typed=f"say aim 4\nsave {name}\nsay aim 5\n")
    assert f"Not saved there: {problem}" in shown
    assert f"The game is still saved in {file}." in shown.replace("\n", "")
    assert f"--resume {file}" in shown
    assert [talk.statement for talk in said(saved(file))] == [cr.Aim(4), cr.Aim(5)]
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("name", "full"), [("a\0b", 4), ("~nobody-is-called-so/game.json", 3)], ids=["null", "home"]
)
def test_another_place_that_cannot_be_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, full: int
) -> None:
    file, other = tmp_path / "g.json", tmp_path / "other.json"
    full_at(monkeypatch, *[True] * full, False, False)
    shown = played("--seed", "1", "--save", file, typed=f"save {name}\nquit\n{name}\n{other}\n")
    assert shown.count("Another file for it, or Enter for none: ") == 2
    assert saved(other).deals_played == 0
    assert not file.exists()


def test_nobody_is_asked_for_another_place_on_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    def read(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", read)
    full_at(monkeypatch, True, True, False)
    assert f"--resume {elsewhere}" in played("--save", tmp_path / "g.json", code=130)


def test_a_file_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = cr.new_game(cr.PARLETT, cr.Seat(0))
    keeper = Keeper(tmp_path / "game.json")
    keeper.keep(cr.dumps(game))

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    for name in ("os.fsync", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(name, stopped)
            with pytest.raises(KeyboardInterrupt):
                keeper.keep(cr.dumps(cr.deal(game, 1)))
        assert saved(keeper.file) == game
        assert list(tmp_path.iterdir()) == [keeper.file]
    for _ in range(2):
        keeper.file.unlink()
        keeper.keep(cr.dumps(cr.deal(game, 1)))
        assert saved(keeper.file) == cr.deal(game, 1)


def test_a_game_that_another_program_has_taken_further_is_left_to_it(tmp_path: Path) -> None:
    game = cr.new_game(cr.PARLETT, cr.Seat(0))
    file, further = tmp_path / "game.json", cr.deal(game, 1)
    text = cr.dumps(game)
    file.write_text(text)
    (tmp_path / "link.json").symlink_to(file)
    here, there, idle = (Keeper(tmp_path / "link.json", holds=text.encode()) for _ in range(3))
    there.keep(cr.dumps(further))
    idle.keep(text)  # has nothing to say
    assert (saved(file), idle.file) == (further, tmp_path / "link.json")
    here.keep(cr.dumps(cr.deal(game, 2)))
    assert saved(file) == further
    assert here.file == tmp_path.resolve() / "game-2.json"
    assert saved(here.file) == cr.deal(game, 2)
    here.keep(cr.dumps(cr.deal(game, 3)))
    assert saved(here.file) == cr.deal(game, 3)
    assert {each.name for each in tmp_path.iterdir()} == {"game.json", "game-2.json", "link.json"}


@pytest.mark.parametrize("problem", [OSError("gone"), RuntimeError("lost sys.stdin"), EOFError()])
def test_a_closed_input_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def read(_: str = "") -> str:
        raise problem

    monkeypatch.setattr("builtins.input", read)
    file = tmp_path / "game.json"
    assert "Saved" in played("--seed", "1", "--save", file)
    assert saved(file).to_act == cr.Seat(0)


EVERY_CARD = "".join(f"{rank}{suit}\n" for suit in "SHDC" for rank in "AKQJT98765432")


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [("--seed", "a b"), ("--seed", "12"), ()])
def test_a_game_goes_on_as_it_was_left(tmp_path: Path, seed: tuple[str, ...]) -> None:
    whole, parts, chosen = tmp_path / "whole.json", tmp_path / "parts.json", (
        *("--players", "duck, medium-wily,take", "--language", "ja", "--seat", "2"),
        *("--names", "Ann,Bob,Cem,Dee"),
    )  # fmt: skip
    played("--save", parts, *chosen, *seed)
    whole.write_bytes(parts.read_bytes())
    started = saved(whole)
    cards = EVERY_CARD * 2
    at_once = played("--resume", whole, typed=cards)
    for at in range(0, len(cards), 30):
        shown = played("--resume", parts, typed=cards[at : at + 30])
        assert re.search("Ann.*点", shown)
    assert saved(whole) == saved(parts)
    assert saved(whole).version > started.version
    assert "--seat" not in at_once
    changed = played("--resume", parts, "--language", "en", "--names", "A,B,C,D")
    assert re.search(r"A .*points?\b", changed)


def test_a_record_alone_goes_on_too(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(cr.dumps(cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), 1)), encoding="utf-8")
    played("--resume", file, "--seat", "3")
    head, record = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(head)["seat"] == 3
    assert cr.loads(record) == saved(file)
    for command in (["replay", str(file), "--verify"], ["rules", "--record", str(file)]):
        assert CliRunner().invoke(commands, command).exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": True},
        {"version": 1.0},
        {"seat": "0"},
        {"seat": True},
        {"seed": True},
        {"seed": "\ud800"},
        {"seed": None},
        {"seed": {"bytes": "x"}},
        {"players": []},
        {"names": 5},
        None,
    ],
)
def test_what_is_not_such_a_file_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    file = tmp_path / "game.json"
    played("--save", file)
    head, record = file.read_text(encoding="utf-8").splitlines()
    changed = head[:-1] if change is None else json.dumps(json.loads(head) | change)
    file.write_text(f"{changed}\n{record}\n", encoding="utf-8")
    assert "the first line does not say how" in played("--resume", file, code=1)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"seat": 7}, 2), ({"players": "nobody"}, 2), ({"language": "xx"}, 1), ({"names": "A"}, 2)],
)
def test_what_was_chosen_is_checked_again(
    tmp_path: Path, change: dict[str, object], code: int
) -> None:
    file = tmp_path / "game.json"
    played("--save", file)
    head, record = file.read_text(encoding="utf-8").splitlines()
    file.write_text(f"{json.dumps(json.loads(head) | change)}\n{record}\n", encoding="utf-8")
    played("--resume", file, code=code)
    assert saved(file).version > 1


# What a person needs


@pytest.mark.parametrize("name", cr.RULESETS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_table_is_there_after_a_resume_as_before(
    tmp_path: Path, name: str, language: str
) -> None:
    file = tmp_path / "game.json"
    typed = f"spades\n{EVERY_CARD}"[:90]
    chosen = ("--seed", "3", "--language", language, "--players", "easy-honest")
    shown = played(name, "--save", file, *chosen, typed=typed)
    again = played("--resume", file).split("\n> ")[-2]
    seen = cr.view(saved(file), cr.Seat(0))
    called = numbered_seats(seen.rules.players, language, cr.Seat(0))
    for line in map(str, board(Seen.of(seen, called, language), 80)):
        assert line in again
        assert line in shown


@pytest.mark.parametrize("width", [32, 60, 80, 160])
@pytest.mark.parametrize("name", ["parlett", "rotation-collusion", "triple-collusion"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_is_there_at_any_width(width: int, name: str, language: str) -> None:
    game = cr.deal(cr.new_game(cr.RULESETS[name], cr.Seat(3)), seed=4)
    while len(game.plays) < 2 * game.rules.players + 2:
        game = cr.play(game, cr.legal_moves(game)[0])
    if game.rules.talk is not cr.TableTalk.NONE:
        game = cr.play(game, cr.Talk(cr.Seat(1), cr.Offer(cr.Seat(2), 4)))
    for seat in range(game.rules.players):
        seen = cr.view(game, cr.Seat(seat))
        called = numbered_seats(game.rules.players, language, cr.Seat(seat))
        *lines, hand = board(Seen.of(seen, called, language), width)
        assert all(columns(line.plain) <= width for line in lines)
        text = "".join(line.plain for line in lines).replace(" ", "")
        facts = [*called, *(cr.describe(play.card, None, language) for play in seen.trick)]
        facts += [f"{taken}" for taken in seen.tricks_won]
        facts += [
            cr.describe(card, None, language) for card in seen.partner_cards[:2] if name[0] != "t"
        ]
        facts += [cr.describe(pact, called, language) for pact in cr.pacts(seen)]
        for fact in facts:
            assert fact.replace(" ", "") in text
        for card in seen.hand or ():
            assert cr.describe(card, None, language) in hand.plain


def test_enter_plays_the_only_card(tmp_path: Path) -> None:
    file, own = tmp_path / "game.json", cr.Seat(0)
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(3)), seed=5)
    while game.to_act != own or len(cr.playable(game)) != 1:
        game = cr.play(game, cr.legal_moves(game)[0])
    (card,) = cr.playable(game)
    file.write_text(cr.dumps(game), encoding="utf-8")
    assert "Enter plays your only card > " in played("--resume", file, typed="\nundo\n\n")
    assert cr.Play(own, card) in saved(file).plays
    fresh = tmp_path / "fresh.json"
    told = "Type a card, such as AS, or help; an asterisk marks what may be played now."
    assert played("--save", fresh, "--seed", "7", typed="\n").count(told) == 2


def test_undo_takes_back_ones_own_last_move(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = played("--save", file, "--seed", "7", "--players", "duck", typed="undo\n")
    assert "You have done nothing yet that could be taken back." in shown
    start = saved(file)
    typed = "A♠\nsay aim 3\nundo\nundo\n"
    shown = played("--resume", file, typed=typed)
    assert "Taken back: Seat 0 (you): “I am aiming for 3 tricks.”." in shown
    assert "Taken back: Seat 0 (you) plays A♠." in shown
    assert saved(file) == start


def nearly_dealt_out(file: Path) -> None:
    """A game in which seat 0 has one card left to play in the first deal."""
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(3)), seed=5)
    while game.to_act != cr.Seat(0) or len(game.plays) < 48:
        game = cr.play(game, cr.legal_moves(game)[0])
    file.write_text(cr.dumps(game), encoding="utf-8")


def test_one_deal_follows_the_other(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    nearly_dealt_out(file)
    shown = played("--resume", file, "--players", "duck", typed="\n")
    assert saved(file).deals_played == 1
    assert "Deal 2, Seat 0 (you) dealt" in shown


def test_one_may_leave_while_one_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    nearly_dealt_out(file)

    def leaving(_: Lines) -> str:
        return "Quit"

    monkeypatch.setattr(Lines, "wait", leaving)
    played("--resume", file, "--players", "duck", typed="\n")
    assert saved(file).deals_played == 1
    assert saved(file).phase is cr.Phase.AWAITING_DEAL


def test_the_help_is_folded_in_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = played("--save", tmp_path / "game.json", typed="?\n")
    assert "undo: take back what you did last" in shown


def test_the_status_has_the_standings(tmp_path: Path) -> None:
    shown = played("--save", tmp_path / "g.json", "--seed", "7", typed="status\n")
    assert shown.count("Parlett's Collusion, deal 1, Seat 3 dealt, trick 1 of 13") == 2
    assert "1. Seat 1: 0 points" in shown


def test_the_end_tells_who_won_and_where_the_record_is(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    halfway = cr.deal(cr.new_game(cr.parlett(target=1), cr.Seat(3)), seed=5)
    file.write_text(cr.dumps(halfway), encoding="utf-8")
    shown = played("--resume", file, "--players", "duck", typed=EVERY_CARD * 13)
    game = cr.loads(file.read_bytes())
    called = numbered_seats(4, "en", cr.Seat(0))
    *_, won, record = shown.splitlines()
    assert won == cr.describe(game.log[-1], called)
    assert record == f"The record of the game is in {file}."
    for standing in cr.standings(game):
        assert cr.describe(standing, called) in shown
    assert game.last_score is not None
    for line in game.last_score.lines:
        assert shown.count(cr.describe(line, called)) == 1


@on_posix
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_saves_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int
) -> None:
    number = signal.Signals[name]
    ignored: list[object] = []

    def read(_: str = "") -> str:
        signal.raise_signal(number)
        return "quit"

    def fsync(_: int) -> None:
        ignored.append(signal.getsignal(number))

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr("os.fsync", fsync)
    file = tmp_path / "game.json"
    usual = signal.signal(number, signal.SIG_DFL)
    try:
        assert "Saved" in played("--seed", "1", "--save", file, code=code)
        assert signal.getsignal(number) == signal.SIG_DFL
        signal.signal(number, signal.SIG_IGN)
        played("--seed", "1", "--resume", file)
        assert signal.getsignal(number) == signal.SIG_IGN
    finally:
        signal.signal(number, usual)
    assert ignored[1:] == [signal.SIG_IGN, signal.SIG_IGN]  # but for the deal
    assert saved(file).to_act == cr.Seat(0)


@on_posix
def test_a_deal_is_saved_before_anybody_has_played(tmp_path: Path) -> None:
    """Whoever kills the program at once finds the same cards again."""
    with in_terminal("play", "--seed", "7", cwd=tmp_path, size=WIDE, env=PLAIN) as child:
        child.expect("> $")
        child.kill(signal.SIGKILL)
        ended(child)
    game, chosen = read((tmp_path / "collusion-rules-game.json").read_bytes())
    assert game.hands == cr.deal(cr.new_game(cr.PARLETT, game.dealer), seed=7).hands
    assert game.deals_played == 0
    assert chosen is not None
    assert chosen.seed == 7
    assert [file.name for file in tmp_path.iterdir()] == ["collusion-rules-game.json"]


@on_posix
def test_a_terminal_that_is_gone_leaves_the_game(tmp_path: Path) -> None:
    with in_terminal("play", "--seed", "7", cwd=tmp_path, size=WIDE, env=PLAIN) as child:
        child.expect("> $")
        child.kill(signal.SIGHUP)
        assert ended(child)[0] == 129
    assert saved(tmp_path / "collusion-rules-game.json").to_act == cr.Seat(0)
