"""Texts that people give, in which nothing deceives the eye, and texts in lines of a width."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

_FIXED: Final = unicodedata.ucd_3_2_0
"""The database of Unicode that is the same on every Python."""

_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"  # controls, breaks, lone surrogates
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
"""What can't be seen, or changes how the rest is seen. Spelled out: so it is on every Python."""

_JOINERS: Final = re.compile(r"(?<![^\s\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\s])")
"""The two that join letters or part them, where they stand next to no letter."""

_MORE_MARKS: Final = re.compile("[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
"""Marks from blocks that the fixed database of Unicode 3.2 doesn't know, or not whole."""

_LATER_WIDE: Final = re.compile(
    "[\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa"
    "\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728"
    "\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf"
    "\U0001f18e\U0001f191-\U0001f19a\U0001f300-\U0001faff"  # signs and emoji
    "\u115a-\u115e\u2ffc-\u2fff\u312d-\u3247\u3250-\u33ff\u4db6-\u4dbf\u9fa6-\u9fff\ua960-\ua97c"
    "\ufa2e-\ufaff\ufe10-\ufe48\U00016fe0-\U00018dff\U0001aff0-\U0001b2ff\U0001f200-\U0001f2ff"
    "\U00020000-\U0003fffd]"  # letters
)
"""What is wide, and unknown or narrow in that database."""

_MOST_MARKS: Final = 4
"""How many marks may stand on one letter."""

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)

_NOT_FIRST: Final = frozenset(
    "、。，．・：；？！）」』】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"
)
"""What begins no line in Japanese."""

_INNER_QUOTES: Final = str.maketrans('“”„‟"«»″＂〝〞〟「」｢｣', "‘’‚‛'‹›′＇‘’‚『』『』")
"""Quotation marks that could end somebody's speech, as they are written within it."""


def plain(text: str) -> str:
    """A text of a subclass of `str` as a `str` and nothing more; anything else as it is."""
    return str.__str__(text) if isinstance(text, str) else text


def is_one_line(text: object, most: int) -> bool:
    """Whether something is text of 1 to `most` characters in one line, and can be seen.

    It may not turn the direction of writing, hide characters or pile up marks on a letter.
    """
    if type(text) is not str or not 0 < len(text) <= most:
        return False
    if text.isascii():
        return text.isprintable() and not text.isspace()
    if _UNSEEN.search(text) or _JOINERS.search(text):
        return False
    marks, seen = _MOST_MARKS, False  # none may stand first: it would change what is before it
    for character in text:
        if _is_mark(character):
            marks += 1
            if marks > _MOST_MARKS:
                return False
        else:
            marks = 0
            seen = seen or not (character.isspace() or character in "\u2800\u200c\u200d")
    return seen


def isolated(text: str) -> str:
    """A text whose right-to-left letters leave what is around it in its place."""
    return f"\u2068{text}\u2069" if _RIGHT_TO_LEFT.search(text) else text


def quotable(text: str) -> str:
    """A text as it can stand within quotation marks, none of which it ends."""
    return isolated(text.translate(_INNER_QUOTES))


def columns(text: str) -> int:
    """How many columns a text takes in a terminal: two for a wide letter, none for a mark."""
    return sum(map(_width, text))


def shortened(text: str, width: int) -> str:
    """A text in at most `width` columns; `…` at its end says that it was cut."""
    if columns(text) <= width:
        return text
    return next(_cuts(text, width - 1)).rstrip() + "…"


def folded(text: str, width: int, indent: str = "") -> Iterator[str]:
    """A text in lines of at most `width` columns, folded at blanks where there are some.

    Args:
        text: what to fold.
        width: how many columns a line may have.
        indent: what each line but the first begins with.
    """
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if columns(joined) <= width:
            line = joined
            continue
        if line.strip():
            yield line
            joined = indent + word
        *full, line = _cuts(joined, width)
        yield from full
    yield line


def _cuts(text: str, width: int) -> Iterator[str]:
    """A text in pieces of at most `width` columns."""
    piece, taken = "", 0
    for character in text:
        wide = _width(character)
        if taken + wide > width:
            end = len(piece)
            while end and not _may_end(piece + character, end):
                end -= 1
            end = end if piece[:end].strip() else len(piece)  # it is nothing but such characters
            yield piece[:end]
            piece = piece[end:]
            taken = columns(piece)
        piece, taken = piece + character, taken + wide
    yield piece


def _may_end(text: str, end: int) -> bool:
    """Whether a line may end here: not before what ends another, nor inside a number or a word."""
    before, after = text[end - 1], text[end]
    return after not in _NOT_FIRST and not (f"{before}{after}".isascii() and before != " ")


def _width(character: str) -> int:
    """The columns of a character, alike on every Python."""
    if _is_mark(character) or character in "\u200c\u200d\u2068\u2069":
        return 0
    if _LATER_WIDE.match(character):
        return 2
    if _FIXED.category(character) == "Cn":  # not there yet, so that its width says nothing
        return 1
    return 2 if _FIXED.east_asian_width(character) in "WF" else 1


@lru_cache(1024)  # what people write has few different characters
def _is_mark(character: str) -> bool:
    if _MORE_MARKS.match(character) or "\U000e0100" <= character <= "\U000e01ef":
        return True
    return _FIXED.category(character) in ("Mn", "Me")
