"""The site's drawings, as SVG: boxes in rows, and a table in the middle of a deal."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Final

import collusion_rules as cr
from collusion_rules.plurals import counted

Cell = tuple[str, str]
"""What a box says: a name, and a line below it in small print."""

_WIDTH, _GAP = 148, 30


def chart(rows: Sequence[Sequence[Cell | None]], label: str, *, arrows: bool) -> str:
    """Boxes in rows, `None` where there is no box.

    Args:
        rows: the cells, top row first.
        label: what the drawing shows, for people who can't see it.
        arrows: whether arrows lead from box to box: along each row, and down into the first box
            of a row that does not begin at the left.
    """
    columns = max(len(row) for row in rows)
    tall = 56 if any(cell[1] for row in rows for cell in row if cell) else 36
    below = _GAP if arrows else _GAP // 2
    parts: list[str] = []
    for line, row in enumerate(rows):
        y = 1 + line * (tall + below)
        filled = [(1 + at * (_WIDTH + _GAP), cell) for at, cell in enumerate(row) if cell]
        parts += [_box(x, y, tall, cell) for x, cell in filled]
        if arrows:
            parts += [_right(x + _WIDTH, y + tall // 2) for (x, _), _ in pairwise(filled)]
            parts += [_down(filled[0][0] + _WIDTH // 2, y - _GAP)] if row[0] is None else []
    width = columns * (_WIDTH + _GAP) - _GAP + 2
    drawn = _svg(width, len(rows) * (tall + below) - below + 2, label, parts)
    return f'<div class="chart" tabindex="0" role="group" aria-label="A chart">{drawn}</div>'


def _box(x: int, y: int, tall: int, cell: Cell) -> str:
    name, note = cell
    middle = x + _WIDTH // 2
    small = f'<text class="small" x="{middle}" y="{y + 44}" font-size="11">{escape(note)}</text>'
    return (
        f'<rect class="box" x="{x}" y="{y}" width="{_WIDTH}" height="{tall}" rx="8"/>'
        f'<text x="{middle}" y="{y + (26 if note else 23)}" font-size="15">{escape(name)}</text>'
        f"{small if note else ''}"
    )


def _right(x: int, y: int) -> str:
    return f'<path class="arrow" d="M{x + 5} {y}h{_GAP - 11}m-6 -5l6 5l-6 5"/>'


def _down(x: int, y: int) -> str:
    return f'<path class="arrow" d="M{x} {y + 5}v{_GAP - 11}m-5 -6l5 6l5 -6"/>'


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="drawing" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'text-anchor="middle" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


_CARD = (40, 56)
_SIDES = ((320, 400), (70, 225), (320, 50), (570, 225))
"""Where each seat sits, the viewer's first, and then clockwise."""
_TRICK = ((320, 285), (255, 225), (320, 165), (385, 225))


_TOLD: Final[Mapping[str, Callable[[str, int], str]]] = {
    "en": lambda name, tricks: f"{name}: {counted(tricks, 'tricks')}",
    "ja": lambda name, tricks: f"{name}：{tricks}トリック",
}


def table(view: cr.View, names: Sequence[str], label: str, language: str = "en") -> str:
    """The table of a four-player game as its viewer, or for a spectator seat 0, sees it.

    Args:
        view: what the viewer sees.
        names: a name a seat.
        label: what the drawing shows, for people who can't see it.
        language: in which the tricks are told.
    """
    first = view.viewer or 0
    parts = ['<rect width="640" height="450" rx="24" fill="#1f6f54"/>']
    for place in range(4):
        seat = cr.Seat((first + place) % 4)
        x, y = _SIDES[place]
        hand = view.hands[seat]
        parts += _fan(hand, x, y)
        tricks = view.tricks_won[seat]
        told = _TOLD[language](names[seat], tricks)
        weight = "bold" if seat == view.to_act else "normal"
        above = -38 if place in (0, 1, 3) else 46
        parts.append(_white(x, y + above, told, weight))
    for played in view.trick:
        parts.append(_face(played.card, *_TRICK[(played.seat - first) % 4]))
    return _svg(640, 450, label, parts)


def _fan(hand: cr.Hand, x: int, y: int) -> list[str]:
    """A hand around a point: its faces, or as many backs."""
    if isinstance(hand, cr.FaceDown):
        start = x - 4 * (len(hand) - 1)
        return [_back(start + 8 * place, y) for place in range(len(hand))]
    start = x - 19 * (len(hand) - 1)
    return [_face(card, start + 38 * place, y) for place, card in enumerate(hand)]


def _back(x: int, y: int) -> str:
    return _blank(x, y, "#b3541e", "#fff8ee")


def _face(card: cr.Card, x: int, y: int) -> str:
    ink = "#b71c1c" if card.suit in (cr.Suit.HEARTS, cr.Suit.DIAMONDS) else "#1b1b1b"
    rank = "10" if card.rank is cr.Rank.TEN else str(card.rank)
    return (
        _blank(x, y, "#ffffff", "#8a8a8a")
        + f'<text x="{x}" y="{y - 4}" font-size="19" style="fill:{ink}">{rank}</text>'
        + f'<text x="{x}" y="{y + 19}" font-size="20" style="fill:{ink}">{card.suit.symbol}</text>'
    )


def _blank(x: int, y: int, paper: str, edge: str) -> str:
    width, height = _CARD
    return (
        f'<rect x="{x - width // 2}" y="{y - height // 2}" width="{width}" height="{height}" '
        f'rx="5" fill="{paper}" stroke="{edge}"/>'
    )


def _white(x: int, y: int, text: str, weight: str) -> str:
    style = f"fill:#ffffff;font-weight:{weight}"
    return f'<text x="{x}" y="{y}" font-size="15" style="{style}">{escape(text)}</text>'
