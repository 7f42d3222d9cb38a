"""A room: the fold of its rows, and nothing else."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar, assert_never, cast

import attrs

from collusion_rules.cards import Seat
from collusion_rules.engine import deal, new_game, play
from collusion_rules.errors import BadRecordError, CollusionError, ErrorCode
from collusion_rules.events import Dealt, Event, TrickWon
from collusion_rules.folding import fold
from collusion_rules.hosting.draws import Draw, seed_of
from collusion_rules.hosting.names import Person
from collusion_rules.hosting.rows import (
    Agreed,
    AskClosed,
    Asked,
    Body,
    Closed,
    Committed,
    DrawVoided,
    Excused,
    GameOpened,
    Happened,
    InvitationRenewed,
    Left,
    NewerRow,
    Paused,
    Revealed,
    RoomOpened,
    Row,
    Seated,
    Shared,
    TakenBack,
    body_text,
    read_row,
)
from collusion_rules.hosting.settings import Settings
from collusion_rules.moves import Declaration, Move, Play, Talk
from collusion_rules.plurals import counted
from collusion_rules.records import NO_SCHEMES, Schemes
from collusion_rules.replaying import rewind
from collusion_rules.state import Game, Phase, View
from collusion_rules.values import Value
from collusion_rules.views import redact, view

MOST_ROWS: Final = 100_000
"""How many rows a room may have before it takes no more messages."""


@attrs.frozen
class Chair(Value):
    """A place at the table.

    Attributes:
        person: who sits there, if it is a person.
        name: what they are called; `""` if nobody sits there.
        computer: the kind of the computer player who sits there, or `""`.
        asleep: whether the person let their last turn pass.
    """

    person: Person | None = None
    name: str = ""
    computer: str = ""
    asleep: bool = False

    @property
    def taken(self) -> bool:
        """Whether somebody sits there, a person or a computer."""
        return self.person is not None or bool(self.computer)


@attrs.frozen
class Ask(Value):
    """A request to take back what came after a version of the game.

    Attributes:
        row: the row of the request.
        seat: who asks.
        person: who sat there then.
        to: the version of the game.
        at: when, in milliseconds.
        needs_all: whether everybody must agree, whatever the settings say.
        agreed: who has agreed, the asker among them.
    """

    row: int
    seat: Seat
    person: Person
    to: int
    at: int
    needs_all: bool
    agreed: tuple[Person, ...]


Pairs = tuple[tuple[Person, int], ...]


def entry(pairs: Pairs, person: Person | None) -> int | None:
    """A person's number among pairs of them."""
    for other, number in pairs:
        if other == person:
            return number
    return None


def _with(pairs: Pairs, person: Person, number: int) -> Pairs:
    return (*(pair for pair in pairs if pair[0] != person), (person, number))


@attrs.frozen(repr=False)
class Room(Value):
    """A table with people. Made by `open_room` and `resume`; the fold of its rows.

    Attributes:
        settings: what it was opened with.
        life: the life of the store that it is in; changes if a back-up is restored.
        past: the rows before those of this deal.
        recent: the rows since the last deal.
        chairs: who sits where, one entry a seat.
        host: who may kick, add computers and begin again.
        number: the number of the game, from 1; 0 before the first.
        epoch: how many times something was taken back.
        game: what is played.
        turn_at: when the turn began, in milliseconds.
        excused_at: when more time was given because the server was late, if it was.
        paused: whether all are asleep and no time runs.
        ask: a request to take something back that is open.
        asked: the seats that have made such requests in this deal.
        draw: the shares of the game.
        closed: whether all is over.
        newer: whether there are rows after these that only a newer version can read.
        turn_row: the last row that changed what may be played.
        talk_row: the last row after which older talk and accusations are stale.
        seats_row: the last row that changed who may sit where.
        reset_row: the last row that can't be told to a client as news of events.
        table_row: the last row that changed anything but the game.
        sat: the last change of seat of each person, as a row.
        held: the seat whose hand a person has seen in this deal.
        kicked: who was asked to leave.
        invitation: what is kept of the invitation without which nobody sits down; `""` if all may.
        invitation_row: the row that renewed the invitation; 0 if it is the first.
        memo: what follows from all this and has been worked out already; see `once`.
    """

    settings: Settings
    life: str = attrs.field(default="", eq=False)
    past: tuple[Row, ...] = ()
    recent: tuple[Row, ...] = ()
    chairs: tuple[Chair, ...] = ()
    host: Person | None = None
    number: int = 0
    epoch: int = 0
    game: Game | None = None
    turn_at: int = 0
    excused_at: int | None = None
    paused: bool = False
    ask: Ask | None = None
    asked: tuple[Seat, ...] = ()
    draw: Draw | None = None
    closed: bool = False
    newer: bool = False
    turn_row: int = 0
    talk_row: int = 0
    seats_row: int = 0
    reset_row: int = 0
    table_row: int = 0
    sat: Pairs = ()
    held: Pairs = ()
    kicked: tuple[Person, ...] = ()
    invitation: str = ""
    invitation_row: int = 0
    memo: dict[object, object] = attrs.field(
        init=False, eq=False, repr=False, factory=dict[object, object]
    )

    @property
    def seq(self) -> int:
        """The number of the last row."""
        return len(self.past) + len(self.recent)

    @property
    def at(self) -> int:
        """When the last row was made, in milliseconds."""
        return (self.recent or self.past)[-1].at

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, oldest first."""
        return self.past + self.recent

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called; a dash for an empty chair."""
        return tuple([chair.name or "–" for chair in self.chairs])

    @property
    def full(self) -> bool:
        """Whether somebody sits in every chair."""
        return all(chair.taken for chair in self.chairs)

    @property
    def anybody(self) -> bool:
        """Whether any person sits at the table."""
        return any(chair.person is not None for chair in self.chairs)

    @property
    def in_deal(self) -> bool:
        """Whether cards are on the table."""
        return self.game is not None and self.game.phase in (Phase.DECLARING, Phase.PLAYING)

    @property
    def deal_seen(self) -> bool:
        """Whether there are hands that somebody may have seen and that still count."""
        return self.game is not None and self.draw is not None and self.draw.dealt

    def rows_after(self, seq: int) -> tuple[Row, ...]:
        """The rows after the row with a number, oldest first."""
        start = seq - len(self.past)
        return self.recent[start:] if start >= 0 else (self.past + self.recent)[max(seq, 0) :]

    def seat_of(self, person: Person | None) -> Seat | None:
        """Where a person sits."""
        if person is not None:
            for seat, chair in enumerate(self.chairs):
                if chair.person == person:
                    return Seat(seat)
        return None

    @property
    def views(self) -> tuple[View, ...]:
        """What each seat sees, and last what a spectator sees; `()` without a game."""
        return once(self, _views)

    def view_of(self, seat: Seat | None) -> View | None:
        """What a seat sees, or a spectator; `None` without a game."""
        views = once(self, _views)
        return views[-1 if seat is None else seat] if views else None

    def __repr__(self) -> str:
        return (
            f"<Room {self.settings.room}: {self.settings.rules.name}, {counted(self.seq, 'rows')}>"
        )


_T = TypeVar("_T")


def once(room: Room, make: Callable[[Room], _T]) -> _T:
    """What a function makes of a room, worked out once: a room never changes, nor what follows."""
    try:
        return cast("_T", room.memo[make])
    except KeyError:
        made = room.memo[make] = make(room)
        return made


def begun(row: Row, life: str) -> Room:
    """The room of its first row.

    Raises:
        BadRecordError: it is not the first row of a room.
    """
    body = row.body
    if row.seq != 1 or not isinstance(body, RoomOpened):
        raise broken(row, "a room begins with row 1, of the type room-opened")
    chairs = (Chair(),) * body.settings.rules.players
    return Room(body.settings, life, recent=(row,), chairs=chairs, turn_at=row.at, table_row=1)


def resume(rows: Iterable[str], life: str = "", *, schemes: Schemes = NO_SCHEMES) -> Room:
    """The room of its rows, as they were stored; moves are played again, and nothing is trusted.

    Args:
        rows: all rows, oldest first.
        life: the life of the store, if it has one; see `Room`.
        schemes: the classes of scoring schemes of your own, by their names in records.

    Raises:
        BadRecordError: there is no row, one of them can't be read, or it can't follow the others.
    """
    texts = iter(rows)
    try:
        room = begun(read_row(next(texts, ""), schemes), life)
    except NewerRow:
        wrong = ErrorCode.WRONG_VALUE
        reason = "this room was made by a newer version of the library"
        raise BadRecordError(wrong, path="row", reason=reason) from None
    return extend(room, texts)


def extend(room: Room, rows: Iterable[str]) -> Room:
    """The room after more of its rows, which somebody else has stored.

    Raises:
        BadRecordError: a row can't be read, or can't follow the others.
    """
    try:
        for text in rows:
            row = read_row(text)
            if row.seq > room.seq:
                room = followed(room, row)
    except NewerRow:
        return attrs.evolve(room, newer=True)
    return room


def broken(row: Row, reason: str) -> BadRecordError:
    """The error of a row that can't be where it is."""
    wrong = ErrorCode.BROKEN_LOG
    return BadRecordError(wrong, path="rows", index=row.seq, reason=reason)


def followed(room: Room, row: Row, game: Game | None = None) -> Room:
    """The room after one more row.

    Args:
        room: the room.
        row: its next row.
        game: the game after the row, if somebody has played the move already.

    Raises:
        BadRecordError: the row can't follow: its number is wrong, or what it says happened is
            not what the rules make of it.
    """
    if row.seq != room.seq + 1 or row.at < room.at:
        raise broken(row, f"row {room.seq + 1} must come here, not earlier than the last")
    try:
        changes = _changes(room, row, game)
    except (CollusionError, LookupError) as error:
        raise broken(row, str(error)) from None
    changes.setdefault("recent", (*room.recent, row))
    if row.by is not None:
        _awaken(room, row, changes)
    after = _changed(room, changes)
    views = room.memo.get(_views)
    if views is not None:  # somebody looks on: what they see goes on from row to row
        _go_on(after, cast("tuple[View, ...]", views), row)
    return after


def _views(room: Room) -> tuple[View, ...]:
    """What each seat sees of the game, and last what a spectator sees."""
    game = room.game
    if game is None:
        return ()
    return tuple(view(game, seat) for seat in (*map(Seat, range(game.rules.players)), None))


def _go_on(after: Room, views: tuple[View, ...], row: Row) -> None:
    """Keep the views after a row, made of those before it if it only adds to the game."""
    body = row.body
    if isinstance(body, Happened):
        after.memo[_views] = _told(views, body.events)
    elif not isinstance(body, GameOpened | DrawVoided | TakenBack):
        after.memo[_views] = views


Changes = dict[str, Any]  # fields of a Room, each of its own type

_FIELDS: Final = tuple(field.name for field in attrs.fields(Room) if field.init)
_PLACES: Final = {name: place for place, name in enumerate(_FIELDS)}
_ALL_OF: Final = attrgetter(*_FIELDS)


def _changed(room: Room, changes: Changes) -> Room:
    """The room with some fields changed: `attrs.evolve` asks for the fields of the class anew."""
    fields = list(_ALL_OF(room))
    for name, value in changes.items():
        fields[_PLACES[name]] = value
    return Room(*fields)


def _changes(room: Room, row: Row, game: Game | None) -> Changes:
    """What a row changes."""
    body, seq = row.body, row.seq
    if isinstance(body, Happened):
        return _happened(room, row, body, game)
    changes: Changes = {"table_row": seq}
    match body:
        case Seated() | Left():
            changes |= _seats_changed(room, row, body)
        case InvitationRenewed(mark):
            changes |= {"invitation": mark, "invitation_row": seq, "seats_row": seq}
        case GameOpened():
            changes |= _game_opened(room, row, body)
        case Committed() | Shared() | DrawVoided() | Revealed():
            changes |= _drawn(room, row, body)
        case Asked(seat, to):
            changes |= {"ask": _asked(room, row, seat, to), "asked": (*room.asked, seat)}
        case Agreed():
            ask = _open_ask(room)
            person = _person(row)
            changes |= {"ask": attrs.evolve(ask, agreed=(*ask.agreed, person))}
        case AskClosed():
            waited = row.at - _open_ask(room).at
            changes |= {"ask": None, "turn_row": seq, "turn_at": room.turn_at + waited}
        case TakenBack(to):
            changes |= _taken_back(room, row, to)
        case Excused():
            changes |= {"excused_at": row.at}
            if room.draw is not None and not room.draw.dealt:
                later = attrs.evolve(room.draw, at=row.at, excused=True)
                changes |= {"draw": later, "excused_at": room.excused_at}
        case Paused():
            changes |= {"paused": True}
        case Closed():
            changes |= {"closed": True, "ask": None}
        case RoomOpened():
            raise LookupError("a room is opened once")
        case _:
            assert_never(body)
    return changes


def _awaken(room: Room, row: Row, changes: Changes) -> None:
    """Wake the person who has done something, and the room with them."""
    chairs: tuple[Chair, ...] = changes.get("chairs", room.chairs)
    for seat, chair in enumerate(chairs):
        if chair.person != row.by:
            continue
        if room.paused:
            changes.update(paused=False, turn_at=row.at, excused_at=None, table_row=row.seq)
        if chair.asleep:
            awake = attrs.evolve(chair, asleep=False)
            changes.update(chairs=(*chairs[:seat], awake, *chairs[seat + 1 :]), table_row=row.seq)


def _person(row: Row) -> Person:
    if row.by is None:
        raise LookupError("somebody must have done this")
    return row.by


def _open_ask(room: Room) -> Ask:
    if room.ask is None:
        raise LookupError("nothing is asked")
    return room.ask


def _playing(room: Room) -> Game:
    if room.game is None:
        raise LookupError("there is no game")
    return room.game


def _chairs(room: Room, seat: Seat, chair: Chair) -> tuple[Chair, ...]:
    """The chairs, with another one in place of a seat's."""
    return (*room.chairs[:seat], chair, *room.chairs[seat + 1 :])


def _happened(room: Room, row: Row, body: Happened, game: Game | None) -> Changes:
    before, events = _playing(room), body.events
    first = events[0]
    if game is None:
        if isinstance(first, Dealt):
            draw = room.draw
            game = deal(before, seed=seed_of(room.settings, draw)) if draw else before
        elif isinstance(first, Move):
            game = play(before, first)
        else:
            raise LookupError("a move or a deal must come first")
        if news_of(before, game) != events:
            raise LookupError("the rules make something else of it")
    changes: Changes = {"game": game}
    if isinstance(first, Play | Declaration):
        changes |= {"turn_at": row.at, "turn_row": row.seq}
        if room.excused_at is not None:
            changes["excused_at"] = None
        if isinstance(first, Declaration):
            changes["talk_row"] = row.seq
        if body.why == "sleeper" and room.chairs[first.seat].person is not None:
            asleep = attrs.evolve(room.chairs[first.seat], asleep=True)
            changes |= {"chairs": _chairs(room, first.seat, asleep), "table_row": row.seq}
    elif isinstance(first, Dealt):
        changes |= _dealt(room, row)
    return changes


def news_of(before: Game, after: Game) -> tuple[Event, ...]:
    """The events that a game has more after a deal or a move than before it."""
    return after.deal_log[before.version - len(after.scene.past) :]


def _told(views: tuple[View, ...], events: Sequence[Event]) -> tuple[View, ...]:
    """The views after each viewer is told of events."""
    told = list(views)
    for event in events:
        if isinstance(event, Dealt):
            told = [fold(seen, redact(event, seen.viewer)) for seen in told]
        else:
            told = [fold(seen, event) for seen in told]
    return tuple(told)


def _dealt(room: Room, row: Row) -> Changes:
    """What a new deal changes: whoever sits at the table sees a hand of it."""
    held = tuple(
        (chair.person, seat) for seat, chair in enumerate(room.chairs) if chair.person is not None
    )
    draw = None if room.draw is None else attrs.evolve(room.draw, dealt=True)
    return {
        "past": room.rows,
        "recent": (row,),
        "draw": draw,
        "held": held,
        "asked": (),
        "turn_at": row.at,
        "excused_at": None,
        "turn_row": row.seq,
        "talk_row": row.seq,
        "seats_row": row.seq,
        "table_row": row.seq,
    }


def _seats_changed(room: Room, row: Row, body: Seated | Left) -> Changes:
    seat = body.seat
    changes: Changes = {"seats_row": row.seq}
    if isinstance(body, Seated):
        if body.computer:
            chairs = _chairs(room, seat, Chair(None, body.name, body.computer))
        else:
            person = _person(row)
            chairs = _chairs(room, seat, Chair(person, body.name))
            changes["sat"] = _with(room.sat, person, row.seq)
            if room.deal_seen:
                changes["held"] = _with(room.held, person, seat)
            if not room.anybody:
                changes |= {"turn_at": row.at, "excused_at": None}
    else:
        gone = room.chairs[seat].person
        if gone is None:
            raise LookupError("nobody sits there")
        chairs = _chairs(room, seat, Chair(None, body.name, body.computer))
        changes["sat"] = _with(room.sat, gone, row.seq)
        if body.why == "kicked":
            changes["kicked"] = (*room.kicked, gone)
    sitting = [chair.person for chair in chairs if chair.person is not None]
    host = room.host if room.host in sitting else next(iter(sitting), None)
    return {**changes, "chairs": chairs, "host": host}


def _game_opened(room: Room, row: Row, body: GameOpened) -> Changes:
    game = new_game(room.settings.rules, body.dealer)
    draw = Draw(
        body.number,
        body.dealer,
        body.terms,
        body.commitment,
        body.sharers,
        row.at,
        tuple(chair.person for chair in room.chairs),
    )
    return {
        "number": body.number,
        "draw": draw,
        "game": game,
        "held": (),
        "asked": (),
        **_fresh_start(row),
    }


def _fresh_start(row: Row) -> Changes:
    """After this row everything that was meant for the table before it is stale."""
    return {
        "turn_at": row.at,
        "excused_at": None,
        "turn_row": row.seq,
        "talk_row": row.seq,
        "seats_row": row.seq,
        "reset_row": row.seq,
    }


def _drawn(room: Room, row: Row, body: Committed | Shared | DrawVoided | Revealed) -> Changes:
    draw = room.draw
    if draw is None:
        raise LookupError("no game is announced")
    match body:
        case Committed(seat, commitment):
            made = (*draw.commitments, (seat, commitment))
            at = row.at if len(made) == len(draw.sharers) else draw.at
            return {"draw": attrs.evolve(draw, commitments=made, at=at)}
        case Shared(seat, share):
            return {"draw": attrs.evolve(draw, shares=(*draw.shares, (seat, share)))}
        case DrawVoided(failed):
            chairs = list(room.chairs)
            for seat in failed:
                chairs[seat] = attrs.evolve(chairs[seat], asleep=chairs[seat].person is not None)
            nothing: Changes = {"draw": None, "game": None, "chairs": tuple(chairs)}
            return nothing | _fresh_start(row)
        case Revealed():
            return {"draw": attrs.evolve(draw, revealed=True), "seats_row": row.seq}
        case _:
            assert_never(body)


def _asked(room: Room, row: Row, seat: Seat, to: int) -> Ask:
    game = _playing(room)
    person = _person(row)
    since = game.log[to + 1 :]
    needs_all = any(_binds(event) for event in since)
    return Ask(row.seq, seat, person, to, row.at, needs_all, (person,))


def _binds(event: Event) -> bool:
    """Whether all must agree to take back what came before an event: it is more than talk."""
    return not isinstance(event, Talk | TrickWon)


def _taken_back(room: Room, row: Row, to: int) -> Changes:
    game = rewind(_playing(room), to)
    return {
        "ask": None,
        "epoch": room.epoch + 1,
        "game": game,
        **_fresh_start(row),
        "seats_row": room.seats_row,
    }


def agreement(room: Room, ask: Ask) -> bool:
    """Whether enough people have agreed to an ask; computers always do."""
    people = [chair.person for chair in room.chairs if chair.person is not None]
    agreed = sum(person in ask.agreed for person in people)
    if ask.needs_all or room.settings.take_backs == "all":
        return agreed == len(people)
    return room.settings.take_backs == "none" or 2 * agreed > len(people)


def next_row(room: Room, body: Body, now: int, by: Person | None = None, id: str = "") -> Row:  # noqa: A002 -- the field's name
    """The next row of a room: `now` is raised to when the last row was made."""
    return Row(room.seq + 1, max(now, room.at), by, id, body, text=body_text(body))
