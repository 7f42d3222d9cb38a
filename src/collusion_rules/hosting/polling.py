"""What a connection has not been told yet: one way for news, catching up and coming back."""

from itertools import chain

from collusion_rules.hosting.clocks import time_left
from collusion_rules.hosting.draws import own_share
from collusion_rules.hosting.names import Person
from collusion_rules.hosting.rooms import Room, entry
from collusion_rules.hosting.rows import Happened, dumped
from collusion_rules.hosting.telling import Moment, Public, Reader, news, tell, whole
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
    if since == room.seq:
        return None
    seat = room.seat_of(person)
    moment = Moment(room.seq, time_left(room, now))
    reader = Reader(seat, language if language in languages() else "", snapshots, room.names)
    view = room.view_of(seat)
    anew = max(1, room.reset_row, entry(room.sat, person) or 0)
    if not anew <= since < room.seq:
        return whole(reader, room.life, room.settings.room, moment, view, public_of(room))
    rows = room.rows_after(since)
    told = [tell(row, seat) for row in rows]
    happened = [row.body.events for row in rows if isinstance(row.body, Happened)]
    wanted = reader.language or reader.snapshots
    events = [redact(event, seat) for event in chain.from_iterable(happened if wanted else ())]
    public = public_of(room) if room.table_row > since else None
    return news(reader, since, moment, told, events, view, public)


def public_of(room: Room) -> Public:
    """What everybody may know of the table beside the game."""
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
