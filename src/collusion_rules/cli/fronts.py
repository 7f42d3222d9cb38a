"""How a person sees a game at the terminal: line by line, or on a screen of its own."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Final, Protocol, final

from rich.console import Console, RenderableType
from rich.control import Control
from rich.text import Text

from collusion_rules.cli.showing import fitted, people_type, tell
from collusion_rules.wording import Language

_LEAST: Final = ((60, 16), (32, 22))
"""The columns and lines from which a screen of its own has room for every table."""

_FEWEST_BELOW: Final = 3
"""With fewer lines below the table, what has happened has pages of its own."""


class Front(Protocol):
    """Where a person sees what happens, and types."""

    @property
    def width(self) -> int:
        """How many columns a line may have."""
        ...

    def tell(self, *told: RenderableType) -> None:
        """Show what has happened."""

    def read(self, board: Sequence[Text], prompt: str) -> str:
        """What the person types, who has the table before them; its last line is their hand.

        Raises:
            EOFError: the input is at its end, or closed.
        """
        ...

    def remind(self, board: Sequence[Text]) -> None:
        """Show the table, where it is not always there."""

    def wait(self) -> str:
        """Let the person look at what was told last, where it goes away; what they type."""
        ...

    def close(self) -> None:
        """Leave the terminal as it was."""


def front_of(console: Console, language: Language, *, plain: bool) -> Front:
    """A screen at a terminal that has room and can do it, unless lines are asked for."""
    can = (
        console.is_terminal
        and people_type()
        and not console.is_dumb_terminal
        and not console.legacy_windows
        and any(console.width >= wide and console.height >= tall for wide, tall in _LEAST)
    )
    return Pages(console, language) if can and not plain else Lines(console)


@final
class Lines:
    """Line by line, for pipes, simple terminals, and people who listen to their screen."""

    def __init__(self, console: Console) -> None:
        self.console: Console = console
        self._shown: Sequence[Text] = ()

    @property
    def width(self) -> int:
        """How many columns a line may have."""
        return self.console.width

    def tell(self, *told: RenderableType) -> None:
        """Print what has happened; only at a terminal are lines folded."""
        for each in told:
            if isinstance(each, str | Text):
                tell(self.console, each)
            else:
                self.console.print(each)

    def read(self, board: Sequence[Text], prompt: str) -> str:
        """Print the table if it has changed, else the hand alone; and read a line.

        Raises:
            EOFError: the input is at its end, or closed.
        """
        self.console.print(*(board if board != self._shown else board[-1:]), sep="\n")
        self._shown = board
        return typed(prompt)

    def remind(self, board: Sequence[Text]) -> None:
        """Print the table."""
        self.tell(*board)

    def wait(self) -> str:
        """Nothing goes away here."""
        return ""

    def close(self) -> None:
        """Nothing was changed."""


@final
class Pages:
    """On the second screen that terminals have: the table above, what has happened below it.

    What a person had on the terminal comes back in the end.
    """

    def __init__(self, console: Console, language: Language) -> None:
        with suppress(ImportError):  # where it is, a line can be edited, and comes again
            import_module("readline")
        self.console: Console = console
        self.language: Language = language
        self._told: list[RenderableType] = []
        self._board: Sequence[Text] = ()
        console.set_alt_screen(True)

    @property
    def width(self) -> int:
        """How many columns a line may have."""
        return self.console.width

    def tell(self, *told: RenderableType) -> None:
        """Keep what has happened for the next page."""
        self._told.extend(told)

    def read(self, board: Sequence[Text], prompt: str) -> str:
        """Show the table and what has happened since; read a line.

        What does not fit is shown page by page; what is typed there is not lost. The table is on
        the last page at least.

        Raises:
            EOFError: the input is at its end, or closed.
        """
        self._board = board
        more = self.language.say("terminal", "more")
        *full, last = self._pages()
        self._told = []
        for page in full:
            self._draw(*page)
            if text := typed(more):
                return text
        self._draw(*last)
        return typed(prompt)

    def remind(self, board: Sequence[Text]) -> None:
        """It is always there."""

    def wait(self) -> str:
        """Show what has happened, and wait for Enter.

        Raises:
            EOFError: the input is at its end, or closed.
        """
        return self.read((), self.language.say("terminal", "more"))

    def close(self) -> None:
        """Go back to the first screen, and show there what nobody has seen yet."""
        with suppress(OSError):  # the terminal may be gone
            self.console.set_alt_screen(False)
            for each in self._told:
                self.console.print(self._fitted(each))

    def _pages(self) -> list[tuple[Sequence[Text], list[str]]]:
        """The table, and what was told in parts that have room below it; at least one page."""
        lines = [line for each in self._told for line in self._lines(each)]
        above = sum(len(self._lines(line)) for line in self._board)
        room = self.console.height - above - 3
        if room >= _FEWEST_BELOW:
            return [(self._board, part) for part in _parts(lines, room)] or [(self._board, [])]
        alone = max(1, self.console.height - 2)
        return [*(((), part) for part in _parts(lines, alone)), (self._board, [])]

    def _lines(self, told: RenderableType) -> list[str]:
        """Something as the lines that the terminal gets."""
        with self.console.capture() as got:
            self.console.print(self._fitted(told))
        return got.get().rstrip("\n").split("\n")

    def _fitted(self, told: RenderableType) -> RenderableType:
        return fitted(told, self.width) if isinstance(told, str) else told

    def _draw(self, board: Sequence[Text], news: Sequence[str]) -> None:
        self.console.control(Control.clear(), Control.home())
        for line in board:
            self.console.print(line)
        if board:
            self.console.rule(style="dim")
        self.console.file.write("".join(f"{line}\n" for line in news))
        self.console.file.flush()


def _parts(lines: list[str], size: int) -> Iterator[list[str]]:
    """Lines in parts of a size."""
    for at in range(0, len(lines), size):
        yield lines[at : at + size]


def typed(prompt: str) -> str:
    """What a person types.

    Raises:
        EOFError: the input is at its end, or closed.
    """
    try:
        return input(prompt).strip()
    except (OSError, RuntimeError) as error:
        raise EOFError from error
