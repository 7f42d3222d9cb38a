"""What a connection has not been told yet: one way for news, catching up and coming back."""

from itertools import chain

import attrs

from collusion_rules.cards import Seat
from collusion_rules.events import DealScored, Event
from collusion_rules.hosting.clocks import time_left
from collusion_rules.hosting.draws import own_share
from collusion_rules.hosting.names import Person
from collusion_rules.hosting.rooms import Room, entry, once
from collusion_rules.hosting.rows import Happened, deals, dumped
from collusion_rules.hosting.telling import (
    Head,
    Lines,
    Moment,
    Public,
    Reader,
    head,
    lines,
    news,
    tell,
    whole,
)
from collusion_rules.values import Value
from collusion_rules.views import redact
from collusion_rules.wording import languages


def poll(
    room: Room,
    person: Person | None,
    since: int,
    now: int,
    *,
    language: str = "",
    snapshots: bool = False,
) -> str | None:
    """What a person has not been told yet, as one message; `None` if there is nothing.

    Ask for each connection, with the row that was last sent to it, after each change of the room
    and after each arrival. A slow reader is asked for less often and gets more at once.

    Args:
        room: the room.
        person: who is told; `None` for a spectator without a token.
        since: the last row that was sent to this connection; 0 for none.
        now: the time, in milliseconds UTC.
        language: add lines for people in this language, one of `languages()`.
        snapshots: give snapshots instead of views, in news too.
    """
    at = room.seq
    if since == at:
        return None
    seat = room.seat_of(person)
    spoken = language if language in languages() else ""
    reader = Reader(seat, spoken, snapshots, room.names if spoken else ())
    view, left = room.view_of(seat), time_left(room, now)
    anew = room.reset_row or 1
    if not anew <= since < at or since < (entry(room.sat, person) or 0):
        moment = Moment(at, left)
        settings, public = room.settings, public_of(room)
        return whole(reader, room.life, settings.room, moment, view, public, settings.schemes)
    told = _told(room, since, seat)
    return news(reader, told.head, left, view, told.scored, told.lines(reader))


@attrs.frozen
class _News(Value):
    """What is told of the rows since one of them.

    Attributes:
        since: that row.
        head: how the message begins.
        events: what happened in the rows, as it may be seen.
        scored: whether a deal was scored.
        said: the lines for people, by language, as far as they are written.
    """

    since: int
    head: Head
    events: tuple[Event, ...]
    scored: bool
    said: dict[str, Lines] = attrs.field(factory=dict[str, Lines])

    def lines(self, reader: Reader) -> Lines:
        """The lines for people in the language of a reader."""
        written = self.said.get(reader.language)
        if written is None:
            written = self.said[reader.language] = lines(self.events, reader)
        return written


def _told(room: Room, since: int, seat: Seat | None) -> _News:
    """What a seat is told of the rows since one of them, or a spectator.

    All are told the same, written once, unless hands were dealt.
    """
    known = room.memo.get(_News)
    if isinstance(known, _News) and known.since == since:
        return known
    rows = room.rows_after(since)
    public = public_of(room) if room.table_row > since else None
    begun = head(since, room.seq, [tell(row, seat) for row in rows], public)
    happened = [row.body.events for row in rows if isinstance(row.body, Happened)]
    events = tuple(chain.from_iterable(happened))
    alike = not any(deals(row.body) for row in rows)
    if not alike:
        events = tuple([redact(event, seat) for event in events])
    told = _News(since, begun, events, any(isinstance(event, DealScored) for event in events))
    if alike:
        room.memo[_News] = told
    return told


def public_of(room: Room) -> Public:
    """What everybody may know of the table beside the game."""
    return once(room, _public)


def _public(room: Room) -> Public:
    settings, ask, draw = room.settings, room.ask, room.draw
    table: dict[str, object] = {
        "chairs": [
            {"name": chair.name, "computer": chair.computer, "asleep": chair.asleep}
            if chair.taken
            else None
            for chair in room.chairs
        ],
        "host": room.seat_of(room.host),
        "game": room.number,
        "epoch": room.epoch,
        "ruleset": settings.rules.name,
        "players": settings.rules.players,
        "computers": list(settings.computers),
        "turn_ms": settings.turn_ms,
        "take_backs": settings.take_backs,
        "invitation": room.invitation_row,
        "paused": room.paused,
        "closed": room.closed,
        "newer": room.newer,
        "ask": None,
        "draw": None,
    }
    if ask is not None:
        agreed = [at for at, chair in enumerate(room.chairs) if chair.person in ask.agreed]
        table["ask"] = {
            "row": ask.row,
            "seat": ask.seat,
            "to": ask.to,
            "all": ask.needs_all or settings.take_backs == "all",
            "agreed": agreed,
        }
    if draw is not None:
        table["draw"] = {
            "game": draw.number,
            "terms": draw.terms,
            "commitment": draw.commitment,
            "sharers": list(draw.sharers),
            "committed": [[at, text] for at, text in draw.commitments],
            "shared": [[at, text] for at, text in draw.shares],
            "dealt": draw.dealt,
            "share": own_share(settings, draw.number) if draw.revealed else None,
        }
    return Public(dumped(table))
