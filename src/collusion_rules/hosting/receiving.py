"""What people ask of a room, judged: each message becomes one row, or is refused."""

from collections.abc import Callable
from typing import Final, Literal, cast

import attrs

from collusion_rules.cards import Seat
from collusion_rules.engine import play
from collusion_rules.errors import (
    MOST_NUMBER,
    BadRecordError,
    IllegalMoveError,
    bad_argument,
    check_whole,
)
from collusion_rules.hosting.clocks import Want, due_body, next_deadline, opened_game, plan
from collusion_rules.hosting.messages import Message, NotAMessage, done, read_message, refused
from collusion_rules.hosting.names import Person, invitation_mark, skeleton, tidy_name
from collusion_rules.hosting.refusals import Refusal, text_of, text_of_move
from collusion_rules.hosting.rooms import (
    MOST_ROWS,
    Room,
    begun,
    entry,
    followed,
    news_of,
    next_row,
)
from collusion_rules.hosting.rows import (
    Agreed,
    AskClosed,
    Asked,
    Body,
    Closed,
    Committed,
    Happened,
    InvitationRenewed,
    Left,
    RoomOpened,
    Row,
    Seated,
    Shared,
    read_known_event,
)
from collusion_rules.hosting.settings import Settings
from collusion_rules.moves import Accusation, Declaration, Move, Play, Talk
from collusion_rules.plurals import counted
from collusion_rules.shuffling import commitment
from collusion_rules.state import Game, Phase
from collusion_rules.texts import is_one_line
from collusion_rules.values import Value
from collusion_rules.wording import languages

MOST_ASKS: Final = 3
"""How often a seat may ask to take something back in one deal."""


LEAST_INVITATION: Final = 16
"""How many characters an invitation must have: 12 random bytes, written in any usual way."""

MOST_INVITATION: Final = 64
"""How many characters an invitation may have."""


@attrs.frozen(repr=False)
class Step(Value):
    """What to store before anything else happens. The rest is behind `stored`.

    Attributes:
        room: the id of the room.
        rows: the rows to store, each with its number; none if nothing changes.
        deadline: when the room must be woken after that, in milliseconds UTC, if ever.
    """

    room: str
    rows: tuple[tuple[int, str], ...]
    deadline: int | None
    _next: Room = attrs.field(alias="next")
    _answer: str | None = attrs.field(alias="answer")

    def __repr__(self) -> str:
        return f"<Step of room {self.room}: {counted(len(self.rows), 'rows')} to store>"


@attrs.frozen
class Behind(Value):
    """The room is older than what the message or the move was made for: load more rows.

    Attributes:
        seq: the last row that the room has.
    """

    seq: int


def stored(step: Step) -> tuple[Room, str | None]:
    """The room and the answer to the sender, once the rows of a step are stored: never before.

    The answer is `None` if there is nobody to answer.
    """
    return step._next, step._answer  # pyright: ignore[reportPrivateUsage] -- only here


def open_room(settings: Settings, now: int, life: str = "") -> Step:
    """Open a room.

    Args:
        settings: what it is opened with.
        now: the time, in milliseconds UTC.
        life: the life of the store, if it has one; see `Room`.

    Raises:
        BadArgumentError: `now` is not a whole number of milliseconds.
    """
    check_whole("now", now, 0, MOST_NUMBER)
    row = Row(1, now, None, "", RoomOpened(settings))
    room = begun(row, life)
    return Step(settings.room, ((1, row.text),), next_deadline(room), room, None)


def receive(
    room: Room, person: Person, message: str | bytes, now: int, latest: bool = False
) -> Step | Behind:
    """Judge what a person has sent: the row that comes of it, or a refusal; or the room is behind.

    Args:
        room: the room.
        person: who sent it, as `identity` has it; the message is not asked who it is from.
        message: what was sent, whatever it is.
        now: the time, in milliseconds UTC.
        latest: whether the room has just been read from the store; then it is not behind.

    Raises:
        BadArgumentError: `now` is not a whole number of milliseconds.
    """
    check_whole("now", now, 0, MOST_NUMBER)
    read = read_message(message)
    if isinstance(read, NotAMessage):
        return _refusal(room, read.id, read.language, read.code)
    if read.seen > room.seq:
        if not latest:
            return Behind(room.seq)
        return _refusal(room, read.id, read.language, Refusal.AHEAD)
    for row in room.rows_after(read.seen):
        if row.id == read.id and row.by == person:
            return _nothing(room, done(read.id, row.seq))
    if room.newer:
        return _refusal(room, read.id, read.language, Refusal.NEWER_VERSION)
    try:
        body, game = _judged(room, person, read)
    except _Refused as wrong:
        return _refusal(room, read.id, read.language, wrong.code)
    except IllegalMoveError as error:
        language = read.language or room.settings.language
        text = text_of_move(error, room.names, language)
        return _nothing(room, refused(read.id, error.code, text, room.seq))
    row = next_row(room, body, now, person, read.id)
    return _step(room, row, game, done(read.id, row.seq))


def tick(room: Room, now: int) -> Step:
    """Do what is due: one row, or none if `next_deadline` has not come.

    Args:
        room: the room.
        now: the time, in milliseconds UTC.

    Raises:
        BadArgumentError: `now` is not a whole number of milliseconds.
    """
    check_whole("now", now, 0, MOST_NUMBER)
    planned = plan(room)
    if planned is None or now < planned.at:
        return _nothing(room, None)
    body, game = due_body(room, planned, max(now, room.at))
    return _step(room, next_row(room, body, now), game, None)


def answer(room: Room, want: Want, move: Move, now: int) -> Step | Behind:
    """Make a computer player's move, or say what it says; nothing if the table has moved on.

    Args:
        room: the room.
        want: what `want_move` gave.
        move: what the player has chosen: a move of its seat.
        now: the time, in milliseconds UTC.

    Raises:
        IllegalMoveError: the rules refuse the move.
        BadArgumentError: the move is another seat's, or `now` is not a whole number of
            milliseconds.
    """
    check_whole("now", now, 0, MOST_NUMBER)
    if want.row > room.seq:
        return Behind(room.seq)
    if move.seat != want.seat:
        raise bad_argument("move", f"a move of seat {want.seat}", move)
    planned, game = plan(room), room.game
    moved_on = (
        game is None
        or planned is None
        or planned.due != "turn"
        or room.turn_row > want.row
        or room.chairs[want.seat].computer != want.kind
    )
    if moved_on:
        return _nothing(room, None)
    game = cast("Game", game)
    after = play(game, move)
    body = Happened("computer", news_of(game, after))
    return _step(room, next_row(room, body, now), after, None)


def _step(room: Room, row: Row, game: Game | None, reply: str | None) -> Step:
    after = followed(room, row, game)
    return Step(room.settings.room, ((row.seq, row.text),), next_deadline(after), after, reply)


def _nothing(room: Room, reply: str | None) -> Step:
    return Step(room.settings.room, (), next_deadline(room), room, reply)


def _refusal(room: Room, id_: str | None, language: str, code: Refusal) -> Step:
    text = text_of(code, language or room.settings.language)
    return _nothing(room, refused(id_, code, text, room.seq))


class _Refused(Exception):  # noqa: N818 -- never leaves this file
    def __init__(self, code: Refusal) -> None:
        super().__init__(code)
        self.code = code


def _judged(room: Room, person: Person, message: Message) -> tuple[Body, Game | None]:
    """The row that a message asks for, and the game after it if it is a move.

    Raises:
        _Refused: the room refuses it.
        IllegalMoveError: the rules refuse it.
    """
    if room.closed:
        raise _Refused(Refusal.CLOSED)
    if room.seq >= MOST_ROWS:
        raise _Refused(Refusal.FULL)
    if message.seen < (entry(room.sat, person) or 0):
        raise _Refused(Refusal.STALE)
    if message.type == "move":
        return _moved(room, person, message)
    return _ASKED_FOR[message.type](room, person, message), None


def _seated(room: Room, person: Person) -> Seat:
    seat = room.seat_of(person)
    if seat is None:
        raise _Refused(Refusal.NOT_SEATED)
    return seat


def _fresh(message: Message, row: int) -> None:
    if message.seen < row:
        raise _Refused(Refusal.STALE)


def _moved(room: Room, person: Person, message: Message) -> tuple[Body, Game | None]:
    seat = _seated(room, person)
    try:
        move = read_known_event(message.fields["move"])
    except BadRecordError:
        raise _Refused(Refusal.NOT_A_MESSAGE) from None
    if not isinstance(move, Move):
        raise _Refused(Refusal.NOT_A_MESSAGE)
    if move.seat != seat:
        raise _Refused(Refusal.NOT_SEATED)
    if isinstance(move, Talk | Accusation):
        _fresh(message, room.talk_row)
    else:
        _fresh(message, room.turn_row)
        if room.ask is not None:
            raise _Refused(Refusal.ANSWER_FIRST)
    if room.game is None:
        raise _Refused(Refusal.NO_GAME)
    after = play(room.game, move)
    return Happened("move", news_of(room.game, after)), after


def _sat(room: Room, person: Person, message: Message) -> Body:
    _fresh(message, room.seats_row)
    seat = message.number("seat")
    if not seat < len(room.chairs):
        raise _Refused(Refusal.NO_SUCH_CHAIR)
    name = tidy_name(message.text("name"))
    if name is None:
        raise _Refused(Refusal.BAD_NAME)
    if person in room.kicked:
        raise _Refused(Refusal.KICKED)
    if not _invited(room, message.text("invitation")):
        raise _Refused(Refusal.OLD_INVITATION)
    if room.seat_of(person) is not None:
        raise _Refused(Refusal.SEATED_ALREADY)
    if room.chairs[seat].person is not None:
        raise _Refused(Refusal.TAKEN)
    _check_name(room, name, Seat(seat))
    if room.ask is not None:
        raise _Refused(Refusal.TOO_EARLY)
    held = entry(room.held, person)
    over = room.game is None or room.game.phase is Phase.OVER
    if over:
        _fresh(message, room.turn_row)  # what was refused before the end stays refused
    if held is not None and held != seat and not over:
        raise _Refused(Refusal.SAW_A_HAND)
    return Seated(Seat(seat), name)


def _invited(room: Room, invitation: str) -> bool:
    """Whether an invitation is good: the first one is the room's id, which everybody here has."""
    if not room.invitation:
        return True
    return invitation_mark(room.settings.room, invitation) == room.invitation


def _check_name(room: Room, name: str, seat: Seat) -> None:
    """Refuse a name that looks like another at the table."""
    looks = skeleton(name)
    for other, chair in enumerate(room.chairs):
        if other != seat and chair.taken and skeleton(chair.name) == looks:
            raise _Refused(Refusal.NAME_TAKEN)


def _left(room: Room, person: Person, _: Message) -> Body:
    return _gone(room, _seated(room, person), "left")


def _gone(room: Room, seat: Seat, why: Literal["left", "kicked"]) -> Left:
    if room.in_deal and room.settings.computers:
        return Left(seat, why, computers_name(room, seat), room.settings.computers[0])
    return Left(seat, why)


def computers_name(room: Room, seat: Seat) -> str:
    """What a computer player is called: `Computer 3`, or 13 if somebody is called that."""
    known = languages()
    template = known.get(room.settings.language, known["en"]).tables["parts"]["computer"]
    taken = {skeleton(chair.name) for at, chair in enumerate(room.chairs) if at != seat}
    number = seat + 1
    while skeleton(name := template.format(number=number)) in taken:
        number += 10
    return name


def _kicked(room: Room, person: Person, message: Message) -> Body:
    _fresh(message, room.seats_row)
    _check_host(room, person)
    seat = message.number("seat")
    if not seat < len(room.chairs) or room.chairs[seat].person in (None, person):
        raise _Refused(Refusal.NO_SUCH_CHAIR)
    if room.ask is not None:
        raise _Refused(Refusal.TOO_EARLY)
    return _gone(room, Seat(seat), "kicked")


def _check_host(room: Room, person: Person) -> None:
    if room.host != person:
        raise _Refused(Refusal.NOT_THE_HOST)


def _computer(room: Room, person: Person, message: Message) -> Body:
    _fresh(message, room.seats_row)
    _check_host(room, person)
    seat, kinds = message.number("seat"), room.settings.computers
    if not seat < len(room.chairs):
        raise _Refused(Refusal.NO_SUCH_CHAIR)
    if room.chairs[seat].person is not None:
        raise _Refused(Refusal.TAKEN)
    kind = message.text("kind") or next(iter(kinds), "")
    if kind not in kinds:
        raise _Refused(Refusal.NO_SUCH_COMPUTER)
    if room.ask is not None:
        raise _Refused(Refusal.TOO_EARLY)
    return Seated(Seat(seat), computers_name(room, Seat(seat)), kind)


def _renewed(room: Room, person: Person, message: Message) -> Body:
    _fresh(message, room.seats_row)
    _check_host(room, person)
    invitation = message.text("invitation")
    if not LEAST_INVITATION <= len(invitation) <= MOST_INVITATION or not invitation.isprintable():
        raise _Refused(Refusal.NOT_A_MESSAGE)
    return InvitationRenewed(invitation_mark(room.settings.room, invitation))


def _asked_back(room: Room, person: Person, message: Message) -> Body:
    seat = _seated(room, person)
    _fresh(message, room.turn_row)
    if room.settings.take_backs == "never":
        raise _Refused(Refusal.NO_TAKE_BACKS)
    game, to = room.game, message.number("to")
    if game is None or game.phase is Phase.OVER:
        raise _Refused(Refusal.NO_GAME)
    if room.ask is not None:
        raise _Refused(Refusal.ANSWER_FIRST)
    if room.asked.count(seat) >= MOST_ASKS:
        raise _Refused(Refusal.ASKED_ENOUGH)
    first = len(game.scene.past)
    made = game.log[to] if first < to < game.version else None
    if not isinstance(made, Play | Declaration) or made.seat != seat:
        raise _Refused(Refusal.NOTHING_TO_TAKE_BACK)
    return Asked(seat, to)


def _vote(room: Room, person: Person, message: Message) -> tuple[Seat, int]:
    seat, ask = _seated(room, person), message.number("ask")
    if room.ask is None or room.ask.row != ask:
        raise _Refused(Refusal.NO_SUCH_ASK)
    return seat, ask


def _agreed(room: Room, person: Person, message: Message) -> Body:
    seat, ask = _vote(room, person, message)
    if room.ask is not None and person in room.ask.agreed:
        raise _Refused(Refusal.NO_SUCH_ASK)
    return Agreed(seat, ask)


def _objected(room: Room, person: Person, message: Message) -> Body:
    _, ask = _vote(room, person, message)
    return AskClosed(ask, "objected")


def _again(room: Room, person: Person, message: Message) -> Body:
    _fresh(message, max(room.seats_row, room.turn_row))
    _check_host(room, person)
    if room.game is None or room.game.phase is not Phase.OVER:
        raise _Refused(Refusal.GAME_GOES_ON)
    if room.draw is None or not room.draw.revealed:
        raise _Refused(Refusal.TOO_EARLY)
    if not room.full:
        raise _Refused(Refusal.CHAIRS_EMPTY)
    return opened_game(room)


def _draws(room: Room, person: Person, message: Message) -> Seat:
    """The seat of a person from whom something is wanted for the game of a message."""
    seat, draw = _seated(room, person), room.draw
    if draw is None or draw.dealt or draw.number != message.number("game"):
        raise _Refused(Refusal.NO_DRAW)
    if seat not in draw.sharers or draw.people[seat] != person:
        raise _Refused(Refusal.NO_DRAW)
    return seat


def _committed(room: Room, person: Person, message: Message) -> Body:
    seat, draw = _draws(room, person, message), room.draw
    text = message.text("commitment")
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise _Refused(Refusal.BAD_SHARE)
    if draw is None or seat in dict(draw.commitments):
        raise _Refused(Refusal.NO_DRAW)
    return Committed(seat, text)


def _shared(room: Room, person: Person, message: Message) -> Body:
    seat, draw = _draws(room, person, message), room.draw
    share = message.text("share")
    if draw is None or seat in dict(draw.shares):
        raise _Refused(Refusal.NO_DRAW)
    if not draw.all_committed:
        raise _Refused(Refusal.TOO_EARLY)
    if not is_one_line(share, 100):
        raise _Refused(Refusal.BAD_SHARE)
    if commitment(share, terms=draw.terms, seat=seat) != dict(draw.commitments)[seat]:
        raise _Refused(Refusal.BAD_SHARE)
    return Shared(seat, share)


def _closed(room: Room, person: Person, message: Message) -> Body:
    _fresh(message, room.seats_row)
    _check_host(room, person)
    return Closed()


_ASKED_FOR: Final[dict[str, Callable[[Room, Person, Message], Body]]] = {
    "sit": _sat,
    "leave": _left,
    "kick": _kicked,
    "computer": _computer,
    "renew": _renewed,
    "take-back": _asked_back,
    "agree": _agreed,
    "object": _objected,
    "again": _again,
    "commit": _committed,
    "share": _shared,
    "close": _closed,
}
