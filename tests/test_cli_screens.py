"""`play` on a screen of its own: what is on each page, and in real terminals of several widths."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from surroundings import Terminal, ended, environment, in_terminal, on_posix

import collusion_rules as cr
from collusion_rules.cli.chosen import read
from collusion_rules.cli.fronts import Lines, Pages, front_of
from collusion_rules.texts import columns
from collusion_rules.wording import language_of

ENGLISH = language_of("en")
SECOND, FIRST = "\x1b[?1049h", "\x1b[?1049l"
"""How a terminal is told to show its second screen, and the first again."""


def console(**more: str) -> Console:
    """A terminal of 40 columns and 18 lines, in the memory."""
    around = {"TERM": "xterm", **more}
    file = io.StringIO()
    return Console(file=file, force_terminal=True, width=40, height=18, _environ=around)


def got(of: Console) -> str:
    """What the terminal got since it was asked last."""
    file = of.file
    assert isinstance(file, io.StringIO)
    text = file.getvalue()
    file.seek(0)
    file.truncate()
    return text


def plain(text: str) -> str:
    """What a person sees of what a terminal got."""
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text).replace("\r", "")


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What will be typed; when it is at its end, the input is."""
    left: list[str] = []

    def read(_: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", read)
    return left


BOARD = [Text("the table"), Text(" A♠*")]


def test_a_page_has_the_table_and_the_news(keys: list[str]) -> None:
    terminal = console()
    pages = Pages(terminal, ENGLISH)
    assert got(terminal).startswith(SECOND)
    pages.tell("one", Text("two"))
    keys[:] = [" AS "]
    assert pages.read(BOARD, "> ") == "AS"
    assert plain(got(terminal)).splitlines() == ["the table", " A♠*", "─" * 40, "one", "two"]
    pages.remind(BOARD)
    with pytest.raises(EOFError):
        pages.read(BOARD, "> ")
    assert "one" not in got(terminal)
    assert pages.width == 40
    pages.tell("never seen")
    pages.close()
    assert got(terminal) == f"{FIRST}never seen\n"


def test_what_does_not_fit_comes_page_by_page(keys: list[str]) -> None:
    terminal = console()
    pages = Pages(terminal, ENGLISH)
    news = [f"line {number}" for number in range(30)]
    pages.tell(*news)
    keys[:] = ["", "", "AS"]
    assert pages.read(BOARD, "> ") == "AS"
    seen = plain(got(terminal)).split("the table\n")[1:]
    assert [line for page in seen for line in page.splitlines()[2:]] == news
    assert len(seen) == 3
    assert all(len(page.splitlines()) + 2 <= 18 for page in seen)
    pages.tell(*news)
    keys[:] = ["KS"]  # typed before all was seen
    assert pages.read(BOARD, "> ") == "KS"


def test_one_may_look_as_long_as_one_likes(keys: list[str]) -> None:
    terminal = console()
    pages = Pages(terminal, ENGLISH)
    pages.tell("scored")
    keys[:] = [""]
    assert pages.wait() == ""
    assert plain(got(terminal)).splitlines() == ["scored"]


def test_a_terminal_that_is_gone_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = console()
    pages = Pages(terminal, ENGLISH)

    def gone(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(terminal, "set_alt_screen", gone)
    pages.close()


@pytest.mark.parametrize(
    ("typing", "term", "height", "asked", "kind"),
    [
        (True, "xterm", 24, False, Pages),
        (True, "xterm", 24, True, Lines),
        (True, "xterm", 10, False, Lines),
        (True, "dumb", 24, False, Lines),
        (False, "xterm", 24, False, Lines),
    ],
)
def test_a_screen_of_its_own_is_for_terminals_that_can_do_it(
    monkeypatch: pytest.MonkeyPatch, typing: bool, term: str, height: int, asked: bool, kind: type
) -> None:
    class Typing(io.StringIO):
        def isatty(self) -> bool:
            return typing

    monkeypatch.setattr("sys.stdin", Typing())
    terminal = console(TERM=term)
    terminal.size = terminal.size.__class__(80, height)
    front = front_of(terminal, ENGLISH, plain=asked)
    assert type(front) is kind
    front.close()


PLACES = [(32, 24, "en"), (60, 24, "ja"), (80, 24, "en"), (160, 50, "ja")]


def pages_of(text: str) -> Iterator[str]:
    """The pages that a terminal got, as a person sees them."""
    for page in re.split(r"\x1b\[2J", text)[1:]:
        yield plain(page)


def shown(child: Terminal) -> str:
    """What a terminal gets until all that was told is seen, and something is asked for."""
    text = ""
    while child.expect(["> $", "(go on|続けます) $"]):
        text += f"{child.before}{child.after}"
        child.sendline("")
    return f"{text}{child.before}{child.after}"


@on_posix
@pytest.mark.parametrize(("wide", "tall", "language"), PLACES)
def test_a_game_in_a_real_terminal(tmp_path: Path, wide: int, tall: int, language: str) -> None:
    chosen = ("--seed", "7", "--players", "easy-honest", "--language", language)
    with in_terminal("play", *chosen, cwd=tmp_path, size=(wide, tall), env=environment()) as child:
        first = shown(child)
        child.sendline("hint")
        shown(child)
        child.sendline("quit")
        code, rest = ended(child)
    assert code == 0
    assert first.startswith(SECOND) or SECOND in first
    assert FIRST in rest
    game, _ = read((tmp_path / "collusion-rules-game.json").read_bytes())
    *_, page = pages_of(first)
    unfolded = re.sub(r"\s", "", page)
    for card in game.hands[0]:
        assert cr.describe(card, None, language) in unfolded
    for line in page.splitlines():
        assert columns(line) <= wide
    assert len(page.splitlines()) <= tall
    assert "\x1b[31m" in first
    assert "--resume" in rest


@on_posix
@pytest.mark.parametrize("plain_way", [{"TERM": "dumb"}, {"given": "--plain"}])
def test_a_plain_terminal_gets_lines(tmp_path: Path, plain_way: dict[str, str]) -> None:
    given = [plain_way["given"]] if "given" in plain_way else []
    around = environment(NO_COLOR="1", **({} if given else plain_way))
    with in_terminal("play", "--seed", "7", *given, cwd=tmp_path, env=around) as child:
        child.expect("> $")
        text = child.before or ""
        child.sendeof()
        assert ended(child)[0] == 0
    assert "\x1b[?1049h" not in text
    assert "\x1b[31m" not in text
    assert "Seat 1 " in text


@on_posix
@pytest.mark.parametrize(("wide", "language"), [(32, "ja"), (160, "en")])
def test_a_game_is_watched_in_a_real_terminal(wide: int, language: str) -> None:
    chosen = ("--seed", "7", "--players", "duck", "--pace", "0", "--language", language)
    with in_terminal("watch", "parlett-50", *chosen, size=(wide, 24)) as child:
        code, text = ended(child)
    assert code == 0
    lines = plain(text).splitlines()
    assert all(columns(line) <= wide for line in lines)
    assert "\x1b[31m" in text
    deal, *_ = re.split("Deal 2|第2ディール", "".join(lines))
    assert len(set(re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", deal))) == 52
