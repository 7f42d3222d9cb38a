"""Record `play` and `watch` in a terminal, as pictures: `python scripts/recordings.py`.

The real program runs in a pseudo-terminal; what it shows there becomes a picture of several pages,
which follow one another. Needs what the tests need, and a POSIX system.
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pexpect
from rich.text import Text

ROOT: Final = Path(__file__).parent.parent
IMAGES: Final = ROOT / "docs" / "images"
WIDE, TALL = 80, 24
_CELL: Final = (8.4, 18.0)
"""How wide and high a character is, in the units of the picture."""

_EDGE: Final = 14
_SECONDS: Final = 4
"""How long each page stays."""

_CLEAR: Final = "\x1b[2J"
_MOVES: Final = re.compile(r"\x1b\[[?0-9;]*[A-Zac-ln-z]")
"""What a terminal gets but for text, colours and weights."""

_CLASSES: Final = (("red", "color(1)"), ("bold", "bold"))
"""The classes of the picture, and what rich calls the same."""

_STYLE: Final = """\
text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1c1c20;white-space:pre}}
.paper{{fill:#fbfbf9;stroke:#c9c9cf}}
.red{{fill:#b3001f}}
.bold{{font-weight:700}}
.page{{visibility:hidden;animation:turn {total}s infinite step-end}}
@keyframes turn{{0%{{visibility:visible}}{share}%{{visibility:hidden}}}}
@media (prefers-reduced-motion:reduce){{
.page{{animation:none}}
.page:last-of-type{{visibility:visible}}
}}
@media (prefers-color-scheme:dark){{
text{{fill:#f2f2f4}}
.paper{{fill:#1b1b1f;stroke:#55555c}}
.red{{fill:#ff8a9b}}
}}"""


def main() -> None:
    """Record both commands, and write the pictures."""
    IMAGES.mkdir(exist_ok=True)
    for name, pages in (("play", played()), ("watch", watched())):
        title = f"A terminal with collusion-rules {name}"
        picture = drawn(pages, title)
        (IMAGES / f"{name}.svg").write_text(picture, encoding="utf-8")
        print(f"docs/images/{name}.svg: {len(pages)} pages, {len(picture):,} characters")


def _started(folder: str, *arguments: str) -> "pexpect.spawn[str]":
    """The program in a terminal."""
    around = {**os.environ, "TERM": "xterm", "PYTHONUTF8": "1"}
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        around.pop(name, None)
    return pexpect.spawn(
        sys.executable,
        ["-m", "collusion_rules", *arguments],
        cwd=folder,
        env=around,
        encoding="utf-8",
        dimensions=(TALL, WIDE),
        timeout=60,
    )


def played() -> list[str]:
    """The pages of some tricks of a game, with what was typed."""
    pages = list[str]()
    with tempfile.TemporaryDirectory() as folder:
        child = _started(folder, "play", "--seed", "7")
        for typed in ("hint", "", "I want 4 tricks", "", "undo", "status", "quit"):
            child.expect("> $")
            page = f"{child.before}{child.after}".rpartition(_CLEAR)[2]
            text = typed or _playable(page)
            pages.append(page + text)
            child.sendline(text)
        child.expect(pexpect.EOF)
    return pages


def _playable(page: str) -> str:
    """The last card that may be played, as the page marks it."""
    marked = re.findall(r"(10|[2-9JQKA])([♠♥♦♣])(?:\x1b\[[0-9;]*m)*\*", page)
    return "".join(marked[-1])


def watched() -> list[str]:
    """The first deal of a game that is watched, in pages of as many lines as there is room for."""
    with tempfile.TemporaryDirectory() as folder:
        child = _started(folder, "watch", "secret-partners", "--seed", "7", "--pace", "0")
        child.expect("Deal 2")
        lines = f"{child.before}".splitlines()[:-1]
        child.close(force=True)
    return ["\n".join(lines[at : at + TALL]) for at in range(0, len(lines), TALL)]


def drawn(pages: Sequence[str], title: str) -> str:
    """Pages of a terminal as a picture that turns them."""
    width, height = WIDE * _CELL[0] + 2 * _EDGE, TALL * _CELL[1] + 2 * _EDGE
    share = f"{100 / len(pages):.3f}"
    style = _STYLE.format(total=_SECONDS * len(pages), share=share)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{style}</style>",
        f'<rect class="paper" x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="8"/>',
    ]
    for number, page in enumerate(pages):
        parts.append(f'<g class="page" style="animation-delay:{number * _SECONDS}s">')
        for row, line in enumerate(page.splitlines()[:TALL]):
            parts += _line(row, Text.from_ansi(_MOVES.sub("", line)))
        parts.append("</g>")
    return "\n".join((*parts, "</svg>", ""))


def _line(row: int, line: Text) -> Iterator[str]:
    """A line, each run of one style in its place."""
    at = 0
    for run in line.divide(sorted({0, *(end for span in line.spans for end in span[:2])} - {0})):
        styles = [str(span.style) for span in run.spans if span.end > span.start]
        classes = [name for name, sign in _CLASSES if any(sign in style for style in styles)]
        for piece in re.finditer(r"\S+(?: \S+)*", run.plain):
            x = _EDGE + (at + piece.start()) * _CELL[0]
            y = _EDGE + (row + 0.75) * _CELL[1]
            kind = f' class="{" ".join(classes)}"' if classes else ""
            yield f'<text x="{x:.1f}" y="{y:.1f}"{kind}>{escape(piece[0])}</text>'
        at += len(run.plain)


if __name__ == "__main__":
    main()
