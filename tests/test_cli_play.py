"""`collusion-rules play`, in a real pseudo-terminal and through a pipe."""

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from surroundings import ended, environment, in_terminal, on_posix, run

import collusion_rules as cr
from collusion_rules.cli import commands

PLAYABLE = re.compile(r"(10|[2-9TJQKA])([♠♥♦♣])\*")


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
        child.sendintr()
        child.expect("Saved")
        assert ended(child)[0] == 130
    game = cr.loads((tmp_path / "collusion-rules-game.json").read_bytes())
    assert game.deals_played == 1
    assert game.to_act == cr.Seat(2)

    resume = ("--seat", "2", "--resume", "collusion-rules-game.json")
    with in_terminal("play", *resume, cwd=tmp_path, size=WIDE, env=PLAIN) as child:
        child.expect("deal 2")
        child.expect("> $")
        child.sendline("quit")
        assert ended(child)[0] == 0
    assert cr.loads((tmp_path / "collusion-rules-game.json").read_bytes()) == game


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
    game = cr.loads((tmp_path / "mine.json").read_bytes())
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
        game = cr.loads((tmp_path / f"{seat}.json").read_bytes())
        if game.dealer == cr.Seat(seat):
            assert game.trump is cr.Suit.HEARTS
            return
    pytest.fail("nobody dealt")


def test_a_hidden_card_is_never_shown(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        commands, ["play", "--seed", "11", "--save", str(tmp_path / "game.json")], input=""
    )
    game = cr.loads((tmp_path / "game.json").read_bytes())
    seen = {play.card for play in game.plays} | set(game.hands[0])
    hidden = set(cr.Deck().cards) - seen
    shown = set(re.findall(r"([2-9TJQKA])([♠♥♦♣])", result.output))
    assert not {(str(card.rank), card.suit.symbol) for card in hidden} & shown
    assert {(str(card.rank), card.suit.symbol) for card in game.hands[0]} <= shown


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
    assert f"collusion-rules play --seat 0 --resume {file}" in result.output.replace("\n", "")
    assert cr.loads(file.read_bytes()).to_act == cr.Seat(0)


def test_ctrl_c_saves_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    file = tmp_path / "game.json"
    result = CliRunner().invoke(commands, ["play", "--seed", "1", "--save", str(file)])
    assert result.exit_code == 130
    assert cr.loads(file.read_bytes()).to_act == cr.Seat(0)


def test_what_can_not_be_read_is_no_end_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    program = (sys.executable, "-m", "collusion_rules", "play", "--seed", "1", "--save", file)
    strict = environment(PYTHONIOENCODING="utf-8", PYTHONUTF8="0")
    done = run(*program, env=strict, typed="say words \udcff\nquit\n")
    assert "say 1 to 500 characters" in done.stdout
    assert cr.loads(file.read_bytes()).to_act == cr.Seat(0)


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
        (["--seat", "4"], 1),
        (["--resume", "nowhere.json"], 2),
        (["--save", "nowhere/game.json"], 2),
        (["--save", "long" * 100], 1),
        (["bridge"], 2),
    ],
)
def test_what_cannot_be(arguments: list[str], code: int) -> None:
    result = CliRunner().invoke(commands, ["play", *arguments])
    assert result.exit_code == code
    assert "Error: " in result.output
