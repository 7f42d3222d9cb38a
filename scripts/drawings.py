"""The site's drawings, as SVG: boxes in rows."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise

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
