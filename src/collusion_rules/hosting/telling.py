"""What people are told: made of rows as they may see them and of a `View`, never of a game.

Nothing here can reach a hand that its reader may not see: no function takes a room or a game.
"""

from collections.abc import Iterable, Sequence
from typing import NewType

import attrs

from collusion_rules.cards import Seat
from collusion_rules.describing import describe
from collusion_rules.engine import legal_moves
from collusion_rules.events import DealScored, Event
from collusion_rules.hosting.rows import (
    VERSION,
    Happened,
    InvitationRenewed,
    RoomOpened,
    Row,
    deals,
    dumped,
    event_text,
    events_text,
)
from collusion_rules.moves import Talk
from collusion_rules.records import NO_SCHEMES, Schemes, to_data
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
    elif isinstance(body, InvitationRenewed):
        text = '"type":"invitation-renewed"'
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


Head = NewType("Head", str)
"""How a message of news begins: what is the same in it for many readers."""


def head(since: int, at: int, told: Iterable[Told], public: Public | None) -> Head:
    """How the message that tells of rows begins.

    Args:
        since: the last row that its readers have.
        at: the last row of the room.
        told: the rows since, as its readers may see them.
        public: what is known of the table, if that has changed.
    """
    table = "" if public is None else f',"table":{public.text}'
    rows = ",".join(told)
    return Head(f'{{"type":"news","from":{since},"at":{at},"rows":[{rows}]{table}')


Lines = NewType("Lines", str)
"""The JSON of lines for people; `""` for none."""


def news(
    reader: Reader, begun: Head, left: int | None, view: View | None, scored: bool, said: Lines
) -> str:
    """The message that tells of rows.

    Args:
        reader: who is told.
        begun: how it begins.
        left: how many milliseconds the turn still lasts; `None` if no time runs.
        view: what the reader sees after the rows.
        scored: whether a deal was scored in them.
        said: lines for people about what happened.
    """
    lasts = "" if left is None else f',"left":{left}'
    return f"{begun}{lasts}{_extras(reader, view, scored, said)}}}"


def whole(
    reader: Reader,
    life: str,
    room: str,
    moment: Moment,
    view: View | None,
    public: Public,
    schemes: Schemes = NO_SCHEMES,
) -> str:
    """The message that tells everything anew."""
    left = "" if moment.left is None else f',"left":{moment.left}'
    seen = ""
    if view is not None and not reader.snapshots:
        seen = f',"view":{dumped(to_data(view, schemes=schemes))}'
    said = lines(() if view is None else view.deal_log, reader)
    return (
        f'{{"type":"whole","v":{VERSION},"life":{dumped(life)},"room":{dumped(room)},'
        f'"at":{moment.at},"you":{dumped(reader.seat)}{left}{seen},"table":{public.text}'
        f"{_extras(reader, view, True, said)}}}"
    )


def _extras(reader: Reader, view: View | None, scored: bool, said: Lines) -> str:
    """What stands at the end of both kinds of message; it begins with a comma."""
    if view is None:
        return ""
    extras = ""
    if view.to_act == reader.seat and (moves := legal_moves(view)):
        extras = f',"may":[{",".join(map(event_text, moves))}]'
    if reader.snapshots:
        extras += f',"snapshot":{dumped(snapshot(view))}'
        if scored:
            points = [score.points for score in view.scores]
            extras += f',"points":{dumped(points)}'
    return f'{extras},"lines":{said}' if said else extras


def lines(events: Sequence[Event], reader: Reader) -> Lines:
    """What happened, each with its kind, its seat and a line for people; `""` if none are wanted.

    Args:
        events: what happened, as the reader may see it.
        reader: who is told, in which language.
    """
    if not reader.language:
        return Lines("")
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
    return Lines(dumped(told))


def _kind(event: Event) -> str:
    return event_text(event).split('"', 4)[3]
