"""What a person can type at the table, as the help of a game lists it."""

from typing import Final

from rich.table import Table as Grid

from collusion_rules.wording import Language

_BESIDE: Final = 60
"""The width in columns from which what is typed and what it means stand beside each other."""


def help_lines(language: Language, width: int) -> Grid | str:
    """Everything that can be typed, for a person."""
    entries = language.tables["help"].items()
    if width < _BESIDE:
        return "\n".join(f"{typed}: {means}" for typed, means in entries)
    grid = Grid(box=None, pad_edge=False, show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for typed, means in entries:
        grid.add_row(typed, means)
    return grid
