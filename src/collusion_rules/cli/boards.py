"""What a person at the terminal always has before them: the table as their seat sees it."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from collusion_rules.cards import Seat
from collusion_rules.cli.showing import in_colour
from collusion_rules.drawing import Seen, around, joined
from collusion_rules.knowledge import pacts
from collusion_rules.partnerships import ThreePairs
from collusion_rules.texts import columns, folded

_GAP: Final = 2
"""How many columns are between two facts that stand below others of their kind."""


def board(seen: Seen, width: int) -> list[Text]:
    """The table in lines of at most this width, the viewer's cards last; nothing is cut.

    Where a seat's facts don't fit beside each other, they stand in more lines.
    """
    facts = [fact for facts in seen.heads() for fact in facts]
    if seen.view.trick:
        leader = seen.names[seen.view.trick[0].seat]
        facts.append(seen.language.say("terminal", "led", seat=leader))
    heads = joined(facts, seen.comma, width)
    lines = [
        *_seats(seen, width),
        *(line for pact in pacts(seen.view) for line in folded(seen.told(pact), width)),
        *(line for fact in _partners(seen) for line in folded(fact, width)),
    ]
    bold = (Text(line, style="bold") for line in heads)
    return [*bold, *map(in_colour, lines), _hand(seen)]


def _seats(seen: Seen, width: int) -> Iterator[str]:
    """A line a seat, clockwise from the viewer's left: name, card, tricks, points."""
    own, *others = around(seen.near, seen.rules.players)
    rows = [_facts(seen, seat) for seat in (*others, own)]
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + _GAP * (len(widths) - 1) <= width:
        for row in rows:
            cells = (
                text + " " * (wide - columns(text)) for text, wide in zip(row, widths, strict=True)
            )
            yield (" " * _GAP).join(cells).rstrip()
    else:
        for name, card, *facts in rows:
            named = [f"{name}: {card.strip()}" if card else name, *facts]
            yield from joined(named, seen.comma, width)


def _facts(seen: Seen, seat: Seat) -> tuple[str, ...]:
    return (seen.names[seat], seen.marked().get(seat, ""), *seen.facts(seat))


def _partners(seen: Seen) -> Iterator[str]:
    """Which cards make partners, and which of them the viewer was dealt (C2, D4)."""
    view, say = seen.view, seen.language.say
    if not view.partner_cards or view.viewer is None:
        return
    held = [seen.told(card) for card in view.scene.own_partner_cards]
    if isinstance(seen.rules.partnership, ThreePairs):
        yield from (say("table", "team", card=card) for card in held)
        return
    cards = " ".join(map(seen.told, view.partner_cards))
    if held:
        yield say("table", "partners-held", cards=cards, held=" ".join(held))
    else:
        yield say("table", "partners-not-held", cards=cards)


def _hand(seen: Seen) -> Text:
    """The viewer's cards, suit by suit, those that may be played now with an asterisk."""
    choices = seen.playable
    return in_colour(
        "".join(f" {seen.told(card)}{'*' if card in choices else ''}" for card in seen.hand)
    )
