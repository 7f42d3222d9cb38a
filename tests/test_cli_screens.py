"""`play` on a screen of its own: what is on each page, and in real terminals of several widths."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console
from rich.progress import Progress
from rich.text import Text
from surroundings import Terminal, ended, environment, in_terminal, on_posix

import collusion_rules as cr
from collusion_rules.cli import commands, showing
from collusion_rules.cli.boards import board
from collusion_rules.cli.chosen import read
from collusion_rules.cli.fronts import Lines, Pages, front_of
from collusion_rules.cli.options import numbered_seats
from collusion_rules.drawing import Seen
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


def test_where_the_table_leaves_no_room_what_happened_has_pages_of_its_own(keys: list[str]) -> None:
    terminal = console()
    pages = Pages(terminal, ENGLISH)
    tall = [Text(f"table {number}") for number in range(14)]
    news = [f"line {number}" for number in range(20)]
    pages.tell(*news)
    keys[:] = ["", "", "AS"]
    assert pages.read(tall, "> ") == "AS"
    first, second, last = re.split(r"\x1b\[2J", got(terminal))[1:]
    shown = [line for page in (first, second) for line in plain(page).splitlines()]
    assert shown == news
    assert plain(last).splitlines() == [*(line.plain for line in tall), "─" * 40]
    assert len(plain(first).splitlines()) == 16
    keys[:] = ["KS"]  # with nothing to tell, the table is there at once
    assert pages.read(tall, "> ") == "KS"
    assert plain(got(terminal)).startswith("table 0\n")


@pytest.mark.no_cover
@pytest.mark.parametrize("name", cr.RULESETS)
@pytest.mark.parametrize(("wide", "tall"), [(60, 16), (32, 22)])
def test_a_screen_has_room_for_every_table(name: str, wide: int, tall: int) -> None:
    game = cr.deal(cr.new_game(cr.RULESETS[name], cr.Seat(3)), seed=1)
    terminal = Console(file=io.StringIO(), width=wide)
    for language in ("en", "ja"):
        called = numbered_seats(game.rules.players, language, cr.Seat(0))
        ongoing = game
        for _ in range(3 * game.rules.players):
            seen = Seen.of(cr.view(ongoing, cr.Seat(0)), called, language_of(language))
            for line in board(seen, wide):
                terminal.print(line)
            assert len(got(terminal).splitlines()) + 2 <= tall
            ongoing = cr.play(ongoing, cr.legal_moves(ongoing)[0])


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
    ("typing", "term", "size", "asked", "kind"),
    [
        (True, "xterm", (80, 24), False, Pages),
        (True, "xterm", (60, 16), False, Pages),
        (True, "xterm", (32, 22), False, Pages),
        (True, "xterm", (59, 21), False, Lines),
        (True, "xterm", (31, 50), False, Lines),
        (True, "xterm", (80, 24), True, Lines),
        (True, "dumb", (80, 24), False, Lines),
        (False, "xterm", (80, 24), False, Lines),
    ],
)
def test_a_screen_of_its_own_is_for_terminals_that_can_do_it(
    monkeypatch: pytest.MonkeyPatch,
    typing: bool,
    term: str,
    size: tuple[int, int],
    asked: bool,
    kind: type,
) -> None:
    class Typing(io.StringIO):
        def isatty(self) -> bool:
            return typing

    monkeypatch.setattr("sys.stdin", Typing())
    terminal = console(TERM=term)
    terminal.size = terminal.size.__class__(*size)
    front = front_of(terminal, ENGLISH, plain=asked)
    assert type(front) is kind
    front.close()


LIGHT, DARK = "0;15", "15;0"
"""What terminals that are black on white, or white on black, say of themselves in `COLORFGBG`."""

PALETTES = {
    "xterm, light": ("#ffffff", "#cd0000"),
    "xterm, dark": ("#000000", "#cd0000"),
    "VS Code, light": ("#ffffff", "#cd3131"),
    "VS Code, dark": ("#1e1e1e", "#cd3131"),
    "Windows, dark": ("#0c0c0c", "#c50f1f"),
    "Windows, light": ("#fafafa", "#e45649"),
    "Solarized, light": ("#fdf6e3", "#dc322f"),
    "Solarized, dark": ("#002b36", "#dc322f"),
}
"""The background of some terminals, and what is red there."""


def luminance(colour: str) -> float:
    """How light a colour is, as the guidelines for accessible pages (WCAG) have it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("terminal", PALETTES)
def test_red_can_be_read_on_light_and_on_dark(terminal: str) -> None:
    dark, light = sorted(map(luminance, PALETTES[terminal]))
    assert (light + 0.05) / (dark + 0.05) >= 3


def coloured(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """The parts of what a terminal got, each with the codes of its style."""
    style = frozenset[str]()
    text = re.sub(r"\x1b\[\??[\d;]*[A-Za-ln-z]", "", text)  # what has nothing to do with colours
    for part in re.split(r"(\x1b\[[\d;]*m)", text):
        if part.startswith("\x1b["):
            codes = frozenset(part[2:-1].split(";")) - {""}
            style = style | codes if codes - {"0"} else frozenset[str]()
        elif part:
            yield style, part


RED = re.compile(r"(?:(?:10|[2-9TJQKA])?[♥♦](?:10|[2-9TJQKA])?|[2-9TJQKA ]+|-) *")
"""A red card, a red pip, or the ranks of a red suit."""


def check_colours(text: str) -> None:
    """See to it that all can be read on any background, and that no colour alone says anything.

    Text has the terminal's own colours, bold or not; red cards are as red as the terminal's theme
    says, and have red pips, or stand below one; only lines and bars
    are dim.
    """
    for style, part in coloured(text):
        assert style <= {"1", "2", "31"}, part
        if "31" in style:
            assert RED.fullmatch(part)
        if "2" in style:
            assert set(part) <= set("─━╸╺\r\n")


PLACES = [(32, 24, "en", LIGHT), (60, 24, "ja", DARK), (80, 24, "en", DARK), (160, 50, "ja", LIGHT)]


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
@pytest.mark.parametrize(("wide", "tall", "language", "colours"), PLACES)
def test_a_game_in_a_real_terminal(
    tmp_path: Path, wide: int, tall: int, language: str, colours: str
) -> None:
    chosen = ("--seed", "7", "--players", "easy-honest", "--language", language)
    around = environment(COLORFGBG=colours)
    with in_terminal("play", *chosen, cwd=tmp_path, size=(wide, tall), env=around) as child:
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
    check_colours(first)
    check_colours(rest)
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
@pytest.mark.parametrize(
    ("wide", "language", "colours"), [(32, "ja", LIGHT), (160, "en", DARK), (60, "en", LIGHT)]
)
def test_a_game_is_watched_in_a_real_terminal(
    monkeypatch: pytest.MonkeyPatch, wide: int, language: str, colours: str
) -> None:
    chosen = ("parlett-50", "--seed", "7", "--players", "duck", "--language", language)
    around = environment(COLORFGBG=colours)
    with in_terminal("watch", *chosen, "--pace", "0", size=(wide, 24), env=around) as child:
        code, text = ended(child)
    assert code == 0
    check_colours(text)
    monkeypatch.setenv("COLUMNS", str(wide))
    without = CliRunner().invoke(commands, ["watch", *chosen]).stdout
    assert "".join(plain(text).split()) == "".join(without.split())
    lines = plain(text).splitlines()
    assert all(columns(line) <= wide for line in lines)
    assert "\x1b[31m" in text
    deal, *_ = re.split("Deal 2|第2ディール", "".join(lines))
    assert len(set(re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", deal))) == 52


def test_a_colour_that_cannot_be_read_everywhere_is_found() -> None:
    check_colours("\x1b[1mbold\x1b[0m \x1b[31mA♥\x1b[0m\x1b[31m10♦\x1b[0m \x1b[2m────\x1b[0m plain")
    for wrong in ("\x1b[92m───", "\x1b[38;5;9mA♥", "\x1b[2mtext", "\x1b[31mA♠", "\x1b[31mfault"):
        with pytest.raises(AssertionError):
            check_colours(wrong)


def test_in_a_narrow_terminal_the_games_have_two_lines_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "32")
    lines = CliRunner().invoke(commands, ["rules"]).stdout.splitlines()
    assert lines[::2] == [*cr.RULESETS]
    assert lines[1] == "  4 players, 13 tricks a deal"
    monkeypatch.setenv("COLUMNS", "60")
    assert len(CliRunner().invoke(commands, ["rules"]).stdout.splitlines()) == len(cr.RULESETS)


def test_what_is_coloured_already_stays_as_it_is() -> None:
    coloured_already = Text("A♠", style="red")
    assert showing.fitted(coloured_already, 1) is coloured_already
    assert showing.fitted("A♥ and\nK♠", 4).plain == "A♥\nand\nK♠"


def test_progress_can_be_read_everywhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    terminal = showing.terminal(stderr=True)
    with Progress(console=terminal) as bar:
        bar.update(bar.add_task("playing", total=None), completed=1, total=2)
        bar.refresh()
        terminal.rule("a deal")
    text = capsys.readouterr().err
    assert "playing" in text
    assert "50%" in text
    check_colours(text)
