"""Revisions of our rulings: a correction changes no game that was begun before it.

A record says under which revision its game is played. When a ruling turns out to be wrong, the
next revision corrects it: its number goes into `CORRECTIONS`, and the code asks `is_corrected`
and keeps what it did before for games of earlier revisions. Where a scoring scheme is corrected,
the correction is a field of the scheme instead, with the corrected value as its default and the
earlier one as what its absence from a record means (`metadata={ABSENT: ...}`).
"""

from collections.abc import Mapping
from typing import Final

from collusion_rules.values import ReadOnly

ABSENT: Final = "absent"
"""The key in the metadata of a field for what a record means that lacks it, if not the default."""

CORRECTIONS: Final[Mapping[str, int]] = ReadOnly({})
"""By the id of a rule that was corrected: the revision that did it."""


def latest() -> int:
    """The revision that new games are played under; the first release has 1."""
    return max(CORRECTIONS.values(), default=1)


def is_corrected(rule: str, revision: int) -> bool:
    """Whether games of a revision are played by the corrected rule, or by the one of before."""
    return revision >= CORRECTIONS[rule]
