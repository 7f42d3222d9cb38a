"""What people are told: made of rows as they may see them and of a `View`, never of a game.

Nothing here can reach a hand that its reader may not see: no function takes a room or a game.
"""

from collections.abc import Sequence
from typing import NewType

import attrs

from collusion_rules.cards import Seat
from collusion_rules.describing import describe
from collusion_rules.engine import legal_moves
from collusion_rules.events import DealScored, Event
from collusion_rules.hosting.rows import (
    VERSION,
    Happened,
    RoomOpened,
    Row,
    deals,
    dumped,
    event_text,
    events_text,
)
from collusion_rules.moves import Talk
from collusion_rules.records import to_data
from collusion_rules.snapshots import snapshot
from collusion_rules.state import View
from collusion_rules.values import Value
from collusion_rules.views import redact

Told = NewType("Told", str)
"""The JSON of a row as its reader may see it."""


def tell(row: Row, seat: Seat | None) -> Told:
    """A row as a seat is told of it, or a spectator: no foreign hand, no secret, no identity."""
    body = row.body
    if isinstance(body, RoomOpened):
        text = '"type":"room-opened"'
    elif isinstance(body, Happened) and deals(body):
        events = tuple(redact(event, seat) for event in body.events)
        text = f'"type":"happened","why":"deal","events":{events_text(events)}'
    else:
        text = row.body_text
    return Told(f'{{"seq":{row.seq},"at":{row.at},{text}}}')


@attrs.frozen
class Public(Value):
    """What everybody may know of a room beside its game, as JSON data."""

    text: str


@attrs.frozen
class Reader(Value):
    """Who is told, and how.

    Attributes:
        seat: where they sit; `None` for a spectator.
        language: the language of lines about what happened; `""` for none.
        snapshots: whether they get snapshots instead of views.
        names: what each seat is called.
    """

    seat: Seat | None
    language: str
    snapshots: bool
    names: tuple[str, ...]


@attrs.frozen
class Moment(Value):
    """When something is told.

    Attributes:
        at: the last row of the room.
        left: how many milliseconds the turn still lasts; `None` if no time runs.
    """

    at: int
    left: int | None


def news(
    reader: Reader,
    since: int,
    moment: Moment,
    told: Sequence[Told],
    events: Sequence[Event],
    view: View | None,
    public: Public | None,
) -> str:
    """The message that tells of rows.

    Args:
        reader: who is told.
        since: the last row that the reader has.
        moment: now.
        told: the rows since.
        events: the events in them, as the reader may see them.
        view: what the reader sees after them.
        public: what is known of the table, if that has changed.
    """
    parts = [f'"type":"news","from":{since},"at":{moment.at}', f'"rows":[{",".join(told)}]']
    if moment.left is not None:
        parts.append(f'"left":{moment.left}')
    parts += _extras(reader, since, events, view, public)
    return f"{{{','.join(parts)}}}"


def whole(
    reader: Reader, life: str, room: str, moment: Moment, view: View | None, public: Public
) -> str:
    """The message that tells everything anew."""
    parts = [
        f'"type":"whole","v":{VERSION},"life":{dumped(life)},"room":{dumped(room)}',
        f'"at":{moment.at},"you":{dumped(reader.seat)}',
    ]
    if moment.left is not None:
        parts.append(f'"left":{moment.left}')
    if view is not None and not reader.snapshots:
        parts.append(f'"view":{dumped(to_data(view))}')
    events = () if view is None else view.deal_log
    parts += _extras(reader, None, events, view, public)
    return f"{{{','.join(parts)}}}"


def _extras(
    reader: Reader,
    since: int | None,
    events: Sequence[Event],
    view: View | None,
    public: Public | None,
) -> list[str]:
    """What stands in both kinds of message."""
    parts: list[str] = []
    if public is not None:
        parts.append(f'"table":{public.text}')
    if view is not None:
        if moves := legal_moves(view):
            parts.append(f'"may":[{",".join(map(event_text, moves))}]')
        if reader.snapshots:
            parts.append(f'"snapshot":{dumped(snapshot(view))}')
            if since is None or any(isinstance(event, DealScored) for event in events):
                points = [score.points for score in view.scores]
                parts.append(f'"points":{dumped(points)}')
        if reader.language:
            parts.append(f'"lines":{dumped(list(lines(events, reader)))}')
    return parts


def lines(events: Sequence[Event], reader: Reader) -> Sequence[dict[str, object]]:
    """What happened, each with its place among the events, its kind, seat and line for people."""
    told: list[dict[str, object]] = []
    for event in events:
        said = event.statement if isinstance(event, Talk) else event
        line: dict[str, object] = {
            "type": _kind(event),
            "seat": getattr(event, "seat", None),
            "text": describe(said, reader.names, reader.language),
        }
        if isinstance(event, DealScored):
            line["why"] = [
                describe(entry, reader.names, reader.language) for entry in event.score.lines
            ]
        told.append(line)
    return told


def _kind(event: Event) -> str:
    return event_text(event).split('"', 4)[3]
