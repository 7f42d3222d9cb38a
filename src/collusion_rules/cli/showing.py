"""What a person sees of a table in a terminal: hands, tricks, teams and scores."""

import codecs
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

import click
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text
from rich.theme import Theme

from collusion_rules.cards import Card, Cards, Rank, Seat, Suit
from collusion_rules.drawing import joined
from collusion_rules.exits import BROKEN_PIPE
from collusion_rules.moves import Play
from collusion_rules.scoring import DealScore
from collusion_rules.texts import columns, folded
from collusion_rules.wording import Language

_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_LETTERS: Final = {suit.symbol: suit.value for suit in Suit}


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """Write a pip as a letter where the output's encoding has none, and the rest as `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unwritable = error.object[error.start : error.end]
    return "".join(_LETTERS.get(character, "?") for character in unwritable), error.end


_PLAIN: Final = (
    *("rule.line", "bar.complete", "bar.finished", "bar.pulse"),
    *("progress.percentage", "progress.remaining", "progress.description"),
)
_THEME: Final = Theme({**dict.fromkeys(_PLAIN, "none"), "bar.back": "dim"})
"""What rich colours by itself has the terminal's own colour, which can be read on light and dark.

Besides, only red is used, as each theme of a terminal has it, for what has a red pip too.
"""


class _Terminal(Console):
    """A console that ends the program like others do where nobody reads it any more."""

    def on_broken_pipe(self) -> None:
        """Print nothing more, and end."""
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(BROKEN_PIPE)


def people_type() -> bool:
    """Whether what is typed comes from a terminal; the standard input may be closed."""
    given: object = sys.stdin
    return given is not None and sys.stdin.isatty()


def terminal(*, stderr: bool = False) -> Console:
    """The standard output, or error: plain if it is not a terminal, or if NO_COLOR is set.

    Whatever is typed can be read, and whatever is told can be written, in any encoding.
    """
    codecs.register_error("letters-for-pips", _spelled)
    streams: tuple[tuple[object, str], ...] = (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "letters-for-pips"),
    )
    for stream, errors in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    plain = bool(os.environ.get("NO_COLOR"))
    return _Terminal(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        color_system=None if plain else "auto",
        theme=_THEME,
    )


def not_drawn(picture: str, problem: Exception, language: Language) -> click.ClickException:
    """What is raised if a picture can't be drawn."""
    return click.ClickException(
        language.say("terminal", "not-drawn", file=picture, problem=problem)
    )


def tell(console: Console, line: str | Text, end: str = "\n") -> None:
    """Print a line; only at a terminal is it folded."""
    shown = fitted(line, console.width) if console.is_terminal else line
    console.print(shown, end=end, soft_wrap=not console.is_terminal)


def fitted(told: str | Text, width: int) -> Text:
    """A text with its red cards in red, in lines of at most this width, as its language folds them.

    What is coloured already stays as it is.
    """
    if isinstance(told, Text):
        return told
    lines = (line for part in told.split("\n") for line in folded(part, width))
    return Text("\n").join(map(in_colour, lines))


def in_colour(line: str) -> Text:
    """A line, with its red cards in red."""
    text = Text(line)
    text.highlight_regex(r"(?:10|[2-9TJQKA])[♥♦]|[♥♦](?:10|[2-9TJQKA])", "red")
    return text


def card(shown: Card) -> Text:
    """A card as `A♠` or `10♥`, in its colour."""
    rank = "10" if shown.rank is Rank.TEN else shown.rank.letter
    return Text(f"{rank}{shown.suit.symbol}", style="red" if shown.suit in _RED else "")


def cards(shown: Iterable[Card]) -> str:
    """Several cards in their order, as `A♠ K♥`."""
    return " ".join(str(card(each)) for each in shown)


def _ranks(hand: Cards, suit: Suit) -> str:
    return " ".join(held.rank.letter for held in hand.of_suit(suit)) or "-"


def hands(shown: Sequence[Cards], names: Sequence[str], width: int) -> RenderableType:
    """The hands: one line a seat and one column a suit, or folded where there is no room."""
    suits = tuple(reversed(Suit))
    if width < max(map(columns, names)) + len(suits) * (_SUIT + 2):
        lines = [
            line
            for name, hand in zip(names, shown, strict=True)
            for line in _indented(_hand(name, hand, width), "  ", width, _INDENT)
        ]
        return Text("\n").join(map(_in_suits, lines))
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    for suit in suits:
        grid.add_column(Text(suit.symbol, style=_style(suit)), min_width=_SUIT)
    for name, hand in zip(names, shown, strict=True):
        grid.add_row(name, *(Text(_ranks(hand, suit), style=_style(suit)) for suit in suits))
    return grid


_INDENT: Final = 2
"""How far to the right the lines are that go on with something."""

_SUIT: Final = 12
"""How many columns the cards of a suit take, as a rule."""


def _style(suit: Suit) -> str:
    return "red" if suit in _RED else ""


def _hand(name: str, hand: Cards, width: int) -> list[str]:
    """A name and the suits of a hand, each as a fact."""
    first, *suits = (f"{suit.symbol} {_ranks(hand, suit)}" for suit in reversed(Suit))
    named = f"{name}: {first}"
    return [named, *suits] if columns(named) + _INDENT <= width else [f"{name}:", first, *suits]


def _indented(facts: Sequence[str], joint: str, width: int, indent: int) -> Iterator[str]:
    """Facts in as few lines as they take, all but the first indented; a line ends after a fact."""
    first, *others = joined(facts, joint, width - indent)
    yield first
    yield from (" " * indent + line for line in others)


def _in_suits(line: str) -> Text:
    """A line of hands; the pips that are red in red."""
    text = Text(line)
    text.highlight_regex("[♥♦]", "red")
    return text


def _cell(names: Sequence[str], language: Language, width: int) -> tuple[int, int] | None:
    """The columns of the numbers and of each seat; `None` where there is no room for a table."""
    first = columns(language.say("terminal", "trick"))
    cell = max(_CARD, *map(columns, names)) + 2
    return (first, cell) if first + cell * len(names) <= width else None


_CARD: Final = 5
"""How many columns a card takes with its marks."""


def trick_heading(names: Sequence[str], language: Language, width: int) -> Iterator[str]:
    """What stands above the tricks of a deal, and what their marks mean."""
    if (cell := _cell(names, language, width)) is not None:
        heads = (f"  {name}{' ' * (cell[1] - 2 - columns(name))}" for name in names)
        yield f"{language.say('terminal', 'trick')}{''.join(heads)}".rstrip()
    marks = [language.say("drawing", mark) for mark in ("led", "took")]
    yield from joined(marks, "   ", width)


def trick_row(
    number: int,
    trick: Sequence[Play],
    winner: Seat,
    names: Sequence[str],
    language: Language,
    width: int,
) -> Text:
    """A trick in one line, by seats; or, where there is no room, in the order of the plays."""
    marked = {
        play.seat: f"{'>' if play is trick[0] else ' '}{card(play.card)}"
        f"{'*' if play.seat == winner else ''}"
        for play in trick
    }
    cell = _cell(names, language, width)
    if cell is None:
        first, *others = (f"{names[seat]} {marked[seat].strip()}" for seat in marked)
        joint = language.tables["joints"]["comma"]
        lines = _indented([f"{number}. {first}", *others], joint, width, 3)
        return Text("\n").join(map(in_colour, lines))
    cells = (f" {text}{' ' * (cell[1] - 1 - columns(text))}" for _, text in sorted(marked.items()))
    return in_colour(f"{number:>{cell[0]}}{''.join(cells)}".rstrip())


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], joint: str, width: int
) -> Grid | str:
    """A table, its first column on the left; where there is no room, lines for each row."""
    wide = [max(map(columns, column)) for column in zip(heads, *rows, strict=True)]
    if sum(wide) + 2 * (len(wide) - 1) > width:
        return "\n".join(line for row in rows for line in _row(heads, row, joint, width))
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(heads[0])
    for head in heads[1:]:
        grid.add_column(head, justify="right")
    for row in rows:
        grid.add_row(*row)
    return grid


def _row(heads: Sequence[str], row: Sequence[str], joint: str, width: int) -> Iterator[str]:
    """A row in lines, each number after what it is; as far to the right as the row's name is."""
    first, *cells = row
    yield f"{first}:"
    indent = " " * (len(first) - len(first.lstrip()) + _INDENT)
    facts = [f"{head} {cell}" for head, cell in zip(heads[1:], cells, strict=True) if cell]
    yield from (indent + line for line in joined(facts, joint, width - len(indent)))


def scores(score: DealScore, names: Sequence[str], language: Language) -> Grid:
    """Tricks and points of a deal, and the totals, one line a seat."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    for heading in ("tricks", "points", "total"):
        grid.add_column(language.say("terminal", heading), justify="right")
    for seat, (taken, points, total) in enumerate(
        zip(score.outcome.tricks, score.points, score.totals, strict=True)
    ):
        grid.add_row(names[seat], str(taken), f"{points:+d}", str(total))
    return grid
