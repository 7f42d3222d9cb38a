"""What a person sees of a table in a terminal: hands, tricks, teams and scores."""

import codecs
import os
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from collusion_rules.cards import Card, Cards, Rank, Seat, Suit
from collusion_rules.moves import Play
from collusion_rules.partnerships import SecretPair, Teams
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import DealScore
from collusion_rules.state import Table
from collusion_rules.wording import Language, language_of

_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_LETTERS: Final = {suit.symbol: suit.value for suit in Suit}


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """Write a pip as a letter where the output's encoding has none, and the rest as `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unwritable = error.object[error.start : error.end]
    return "".join(_LETTERS.get(character, "?") for character in unwritable), error.end


def terminal() -> Console:
    """The standard output: plain if it is not a terminal, or if NO_COLOR is set.

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
    return Console(
        highlight=False, markup=False, emoji=False, color_system=None if plain else "auto"
    )


def tell(console: Console, line: str, end: str = "\n") -> None:
    """Print a line; only at a terminal is it folded."""
    console.print(line, end=end, soft_wrap=not console.is_terminal)


def in_colour(line: str) -> Text:
    """A line, with its red cards in red."""
    text = Text(line)
    text.highlight_regex(r"(?:10|[2-9TJQKA])[♥♦]|[♥♦](?:10|[2-9TJQKA])", "red")
    return text


def seats(several: Sequence[Seat]) -> str:
    """Name seats: `seat 1`, `seats 1 and 3`, `seats 0, 1 and 3`."""
    *others, last = map(str, several)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def card(shown: Card) -> Text:
    """A card as `A♠` or `10♥`, in its colour."""
    rank = "10" if shown.rank is Rank.TEN else shown.rank.letter
    return Text(f"{rank}{shown.suit.symbol}", style="red" if shown.suit in _RED else "")


def cards(shown: Iterable[Card]) -> Text:
    """Several cards in their order, as `A♠ K♥`."""
    return Text(" ").join(map(card, shown))


def _ranks(hand: Cards, suit: Suit) -> Text:
    ranks = " ".join(str(held.rank) for held in hand.of_suit(suit))
    return Text(ranks or "-", style="red" if suit in _RED else "")


def hands(shown: Sequence[Cards]) -> Grid:
    """The hands, one line a seat, one column a suit."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    for suit in reversed(Suit):
        grid.add_column(Text(suit.symbol, style="red" if suit in _RED else ""), min_width=12)
    for seat, hand in enumerate(shown):
        grid.add_row(f"seat {seat}", *(_ranks(hand, suit) for suit in reversed(Suit)))
    return grid


def tricks(table: Table) -> Grid:
    """The finished tricks of the deal, one line each: who led is marked, and who won."""
    grid = Grid(box=None, pad_edge=False, caption="> led   * won", caption_justify="left")
    grid.add_column("trick", justify="right")
    for seat in range(table.rules.players):
        grid.add_column(f"seat {seat}", min_width=7)
    for number, (trick, winner) in enumerate(
        zip(table.tricks, table.trick_winners, strict=True), start=1
    ):
        grid.add_row(str(number), *_row(trick, winner))
    return grid


def _row(trick: Sequence[Play], winner: Seat) -> list[Text]:
    """The cards of a trick in the order of the seats, marked."""
    row: list[Text] = []
    for play in sorted(trick, key=lambda play: play.seat):
        led = ">" if play is trick[0] else " "
        won = "*" if play.seat == winner else " "
        shown = Text.assemble(led, card(play.card), won)
        if play.seat == winner:
            shown.stylize("bold")
        row.append(shown)
    return row


def teams(rules: Ruleset, shown: Teams) -> str:
    """Who played with whom."""
    if not isinstance(rules.partnership, SecretPair):
        return "Teams: " + "; ".join(map(seats, shown))
    partners, opponents = shown
    side = "The soloist" if len(partners) == 1 else "The partners"
    return f"{side}: {seats(partners)}; the opponents: {seats(opponents)}"


def reasons(score: DealScore) -> str:
    """Where the points of a deal come from, one line each, seat by seat."""
    return "\n".join(map(str, sorted(score.lines, key=lambda line: line.seat)))


def scores(score: DealScore, names: Sequence[str] = (), language: Language | None = None) -> Grid:
    """Tricks and points of a deal, and the totals, one line a seat."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    spoken = language or language_of("en")
    for heading in ("tricks", "points", "total"):
        grid.add_column(spoken.say("terminal", heading), justify="right")
    for seat, (taken, points, total) in enumerate(
        zip(score.outcome.tricks, score.points, score.totals, strict=True)
    ):
        name = names[seat] if names else f"seat {seat}"
        grid.add_row(name, str(taken), f"{points:+d}", str(total))
    return grid
