"""A table as one viewer sees it, drawn as SVG; `drawing` says what there is to see."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import cos, pi, sin
from typing import Final

from collusion_rules.cards import Card, Seat, Suit
from collusion_rules.drawing import Seen, around, sides
from collusion_rules.state import View
from collusion_rules.texts import shortened
from collusion_rules.wording import Language

_WIDTH: Final = 760
_MIDDLE: Final = (380, 248)
_TABLE: Final = (230, 150)
"""Half the width and height of the table, in the units of the picture, as all numbers here."""
_IN_TRICK: Final = (150, 92)
"""How far from the middle the cards of the trick lie."""
_OUTSIDE: Final = (310, 196)
"""How far from the middle the names stand."""
_CARD: Final = (44, 60)
_IN_A_ROW: Final = 16
_LINE: Final = 22
_HAND_FROM: Final = 504
_NAME: Final = 14
"""How many columns of a name are shown."""

_ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

_STYLE: Final = """\
#{id} text{{font-family:system-ui,sans-serif;fill:#1c1c20;text-anchor:middle}}
#{id} .paper{{fill:#ffffff}}
#{id} .felt{{fill:#dcebdf;stroke:#5d8468;stroke-width:2}}
#{id} .head{{font-size:20px;font-weight:600;text-anchor:start}}
#{id} .fact{{font-size:15px;text-anchor:start}}
#{id} .name{{font-size:16px;font-weight:600}}
#{id} .small{{font-size:14px}}
#{id} .turn{{fill:none;stroke:#8a5200;stroke-width:3}}
#{id} .card{{fill:#ffffff;stroke:#55555c;stroke-width:1}}
#{id} .now{{stroke:#8a5200;stroke-width:3}}
#{id} text.black{{fill:#16161a}}
#{id} text.red{{fill:#b3001f}}
#{id} .face{{font-size:19px;font-weight:600}}
@media (prefers-color-scheme:dark){{
#{id} text{{fill:#f2f2f4}}
#{id} .paper{{fill:#1b1b1f}}
#{id} .felt{{fill:#21382a;stroke:#7fae8d}}
#{id} .turn,#{id} .now{{stroke:#ffb84d}}
#{id} .card{{fill:#f6f6f2;stroke:#c9c9cf}}
#{id} .now{{stroke:#ffb84d}}
}}"""
"""Colours in light and in dark; cards are light in both, so that black is black."""


def draw_svg(
    view: View, names: Sequence[str] | None = None, language: str | Language = "en"
) -> str:
    """Draw a table as its viewer sees it, as a picture in SVG.

    The viewer sits at the bottom, or seat 0 for a spectator; the others follow clockwise. The
    picture has a title and a description for people who can't see it, follows light and dark, and
    needs nothing from elsewhere, so it can stand in a page or in a file.

    Args:
        view: whose table.
        names: what each seat is called, one entry a seat; by their numbers if left out.
        language: the code of one of `languages()`, or one of your own.

    Raises:
        BadArgumentError: `view` is not a `View`, the names are not one a seat, or the language is
            unknown.
    """
    seen = Seen.of(view, names, language)
    heads = [seen.comma.join(facts) for facts in seen.heads()]
    marks = [seen.comma.join(map(seen.say, seen.marks()))] if seen.trick else []
    above = 20 + _LINE * len(heads + marks)
    table = f'<g transform="translate(0 {above})">'
    parts = [*_heads(heads + marks), table, *_table(seen), *_hand(seen), "</g>"]
    rows = -(-len(seen.hand) // _IN_A_ROW)
    height = above + _HAND_FROM + (rows * (_CARD[1] + 18) + 40 if rows else 0)
    described = seen.comma.join((*heads[1:], *seen.in_words()))
    name = "table-" + sha256("".join((described, *parts)).encode()).hexdigest()[:12]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {_WIDTH} {height}" '
            f'role="img" lang="{_escaped(seen.language.code)}" '
            f'aria-labelledby="{name}-title {name}-desc">',
            f'<title id="{name}-title">{_escaped(heads[0])}</title>',
            f'<desc id="{name}-desc">{_escaped(described)}</desc>',
            f"<style>{_STYLE.format(id=name)}</style>",
            f'<rect class="paper" width="{_WIDTH}" height="{height}"/>',
            *parts,
            "</svg>",
        )
    )


def _heads(heads: Sequence[str]) -> Iterator[str]:
    for line, head in enumerate(heads):
        kind = "fact" if line else "head"
        yield _text(20, 32 + _LINE * line, kind, shortened(head, 84))


def _table(seen: Seen) -> Iterator[str]:
    """The table, the seats around it, and the trick on it."""
    x, y = _MIDDLE
    yield f'<ellipse class="felt" cx="{x}" cy="{y}" rx="{_TABLE[0]}" ry="{_TABLE[1]}"/>'
    marks = seen.marked()
    cards = {play.seat: play.card for play in seen.trick}
    for seat, angle in zip(_seats(seen), _angles(seen.rules.players), strict=True):
        yield from _seat(seen, seat, *_place(angle, _OUTSIDE))
        if seat in cards:
            yield from _card(cards[seat], *_place(angle, _IN_TRICK), marks[seat])


def _seats(seen: Seen) -> Sequence[Seat]:
    return around(seen.near, seen.rules.players)


def _angles(players: int) -> Iterator[float]:
    """Where the seats are, clockwise from the bottom, as parts of a whole turn."""
    left, top = sides(players)
    yield 0.0
    yield from (0.25 + 0.12 * (place - (left - 1) / 2) for place in range(left))
    yield from (0.5 + 0.28 * ((place + 0.5) / top - 0.5) for place in range(top))
    yield from (0.75 + 0.12 * (place - (left - 1) / 2) for place in range(left))


def _place(angle: float, radii: tuple[int, int]) -> tuple[int, int]:
    """A place around the middle, this part of a turn clockwise from the bottom."""
    x, y = _MIDDLE
    return round(x - radii[0] * sin(2 * pi * angle)), round(y + radii[1] * cos(2 * pi * angle))


def _seat(seen: Seen, seat: Seat, x: int, y: int) -> Iterator[str]:
    """A seat: who sits there, tricks, points, and how many cards are left."""
    if seat == seen.view.to_act:
        yield f'<rect class="turn" x="{x - 68}" y="{y - 26}" width="136" height="60" rx="10"/>'
    yield _text(x, y - 8, "name", shortened(seen.names[seat], _NAME))
    for line, fact in enumerate(seen.facts(seat)):
        yield _text(x, y + 10 + 17 * line, "small", fact)


def _hand(seen: Seen) -> Iterator[str]:
    """The viewer's cards in rows; those that may be played now stand out."""
    hand, playable = tuple(seen.hand), seen.playable
    if not hand:
        return
    label = seen.say("hand")
    if playable:
        label += f" ({seen.say('outlined')})"
    yield _text(20, _HAND_FROM + 8, "fact", label)
    for place, card in enumerate(hand):
        row, column = divmod(place, _IN_A_ROW)
        now = card in playable
        x = 44 + column * (_CARD[0] + 1)
        y = _HAND_FROM + 62 + row * (_CARD[1] + 18) - (8 if now else 0)
        yield from _card(card, x, y, "", now=now)


def _card(card: Card, x: int, y: int, mark: str, *, now: bool = False) -> Iterator[str]:
    """A card with its middle here; beside it how it is marked in the trick."""
    wide, tall = _CARD
    colour = "red" if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else "black"
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    yield (
        f'<rect class="card{" now" if now else ""}" x="{x - wide // 2}" y="{y - tall // 2}" '
        f'width="{wide}" height="{tall}" rx="6"/>'
    )
    yield _text(x, y - 4, f"face {colour}", rank)
    yield _text(x, y + 20, f"face {colour}", card.suit.symbol)
    for sign, beside in ((">", x - wide // 2 - 9), ("*", x + wide // 2 + 9)):
        if sign in mark:
            yield _text(beside, y + 6, "name", sign)


def _escaped(text: str) -> str:
    return text.translate(_ENTITIES)


def _text(x: int, y: int, kind: str, text: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{_escaped(text)}</text>'


type.__setattr__(View, "_repr_svg_", draw_svg)  # what a notebook shows; `state` can't ask for it
