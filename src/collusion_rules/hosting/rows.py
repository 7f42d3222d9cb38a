"""Rows: whatever changes a room, numbered from 1, as values and as one line of JSON each.

Nothing in a room is deleted: to take a card back is a row too. A row as it is stored has all;
what people are told of it is made in `telling`.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, cast, get_args

import attrs

from collusion_rules.cards import CARDS, Seat
from collusion_rules.converting import read_event, written_event
from collusion_rules.errors import BadRecordError, CollusionError, ErrorCode, excerpt
from collusion_rules.events import Event, GameStarted, TrickWon
from collusion_rules.hosting.names import Person
from collusion_rules.hosting.settings import Settings
from collusion_rules.moves import MOST_PLAYERS, PLAYS, Play
from collusion_rules.records import FORMAT, NO_SCHEMES, Schemes, from_data, to_data
from collusion_rules.records import VERSION as RECORD_VERSION
from collusion_rules.values import Value

if TYPE_CHECKING:
    from cattrs import Converter

VERSION: Final = 1
"""The version of rows and of messages. A row of a later version is not read."""

Why = Literal["move", "computer", "sleeper", "deal"]
"""Who made something happen: a person, a computer player, the clock for a sleeper, or a deal."""


@attrs.frozen
class RoomOpened(Value):
    """The room begins."""

    settings: Settings


@attrs.frozen
class Seated(Value):
    """A person or a computer sits down; `computer` is its kind, or `""` for a person."""

    seat: Seat
    name: str
    computer: str = ""


@attrs.frozen
class Left(Value):
    """A person gets up; `computer` is the kind that sits down in their place, or `""`."""

    seat: Seat
    why: Literal["left", "kicked"]
    name: str = ""
    computer: str = ""


@attrs.frozen
class InvitationRenewed(Value):
    """From here on only who has another invitation sits down; `mark` is what is kept of it."""

    mark: str


@attrs.frozen
class GameOpened(Value):
    """A game is announced: its terms, and what binds the room's share to them.

    Attributes:
        number: the game's number, from 1.
        dealer: who deals first.
        terms: all that was settled before, as `terms_of` writes it.
        commitment: to the room's share, under these terms.
        sharers: the seats from which shares are wanted.
    """

    number: int
    dealer: Seat
    terms: str
    commitment: str
    sharers: tuple[Seat, ...]


@attrs.frozen
class Committed(Value):
    """A person commits to a share."""

    seat: Seat
    commitment: str


@attrs.frozen
class Shared(Value):
    """A person tells their share, once all have committed."""

    seat: Seat
    share: str


@attrs.frozen
class DrawVoided(Value):
    """No game comes of it: shares are missing, or chairs have changed hands."""

    failed: tuple[Seat, ...]
    share: str


@attrs.frozen
class Revealed(Value):
    """The room's share of a game that is over."""

    number: int
    share: str


@attrs.frozen
class Happened(Value):
    """A move with all that follows from it, or a deal."""

    why: Why
    events: tuple[Event, ...]


@attrs.frozen
class Asked(Value):
    """Somebody asks to take back what came after a version of the game."""

    seat: Seat
    to: int


@attrs.frozen
class Agreed(Value):
    """Somebody agrees to what the row `ask` asks."""

    seat: Seat
    ask: int


@attrs.frozen
class AskClosed(Value):
    """What the row `ask` asks is refused."""

    ask: int
    why: Literal["objected", "timeout", "left"]


@attrs.frozen
class TakenBack(Value):
    """The game is as it was at a version."""

    to: int


@attrs.frozen
class Excused(Value):
    """The server was late: nobody is blamed, and there is more time."""


@attrs.frozen
class Paused(Value):
    """Everybody is asleep: no time runs until somebody does something."""


@attrs.frozen
class Closed(Value):
    """Nothing more happens in this room."""


Body = (
    RoomOpened
    | Seated
    | Left
    | InvitationRenewed
    | GameOpened
    | Committed
    | Shared
    | DrawVoided
    | Revealed
    | Happened
    | Asked
    | Agreed
    | AskClosed
    | TakenBack
    | Excused
    | Paused
    | Closed
)
"""What a row says."""


@attrs.frozen
class Row(Value):
    """A change of a room.

    Attributes:
        seq: its number, from 1; it never comes twice in the life of a room.
        at: when, in milliseconds UTC; it never falls from row to row.
        by: the person who caused it; `None` for the room itself.
        id: the id of the message that caused it; `""` for the room itself.
        body: what it says.
    """

    seq: int
    at: int
    by: Person | None
    id: str
    body: Body
    _text: str | None = attrs.field(default=None, eq=False, repr=False, alias="text")

    @property
    def body_text(self) -> str:
        """The JSON of the body: its fields, without braces."""
        return body_text(self.body) if self._text is None else self._text

    @property
    def text(self) -> str:
        """The row as it is stored."""
        by = "null" if self.by is None else f'"{self.by}"'
        return (
            f'{{"v":{VERSION},"seq":{self.seq},"at":{self.at},"by":{by},'
            f'"id":{json.dumps(self.id)},{self.body_text}}}'
        )


class NewerRow(Exception):  # noqa: N818 -- never leaves the package: the room stops there
    """A row was written by a later version of the library."""


_KINDS: Final = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(): kind for kind in get_args(Body)
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_WHY: Final = get_args(Why)
_FRAME: Final = ("v", "seq", "at", "by", "id", "type")

_PLAY_TEXTS: Final = [
    [f'{{"type":"play","seat":{play.seat},"card":"{play.card}"}}' for play in plays]
    for plays in PLAYS
]
_TRICK_TEXTS: Final = [f'{{"type":"trick-won","seat":{seat}}}' for seat in range(MOST_PLAYERS)]
_PLAYS: Final = [{str(card): plays[card.number] for card in CARDS} for plays in PLAYS]
_TRICKS: Final = [TrickWon(Seat(seat)) for seat in range(MOST_PLAYERS)]


def event_text(event: Event) -> str:
    """The JSON of an event, as it stands in records."""
    if isinstance(event, Play):
        return _PLAY_TEXTS[event.seat][event.card.number]
    if isinstance(event, TrickWon):
        return _TRICK_TEXTS[event.seat]
    return dumped(written_event(event))


def events_text(events: tuple[Event, ...]) -> str:
    """The JSON of some events."""
    return f"[{','.join(map(event_text, events))}]"


def dumped(value: object) -> str:
    """Some JSON on one line, as short as it can be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def body_text(body: Body) -> str:
    """The JSON of a body: its fields, without braces."""
    if isinstance(body, Happened):
        return f'"type":"happened","why":"{body.why}","events":{events_text(body.events)}'
    if isinstance(body, RoomOpened):
        return dumped({"type": "room-opened", "settings": _written_settings(body.settings)})[1:-1]
    written = {"type": _NAMES[type(body)], **_converter().unstructure(body)}
    return dumped(written)[1:-1]


def deals(body: Body) -> bool:
    """Whether a body has hands in it."""
    return isinstance(body, Happened) and body.why == "deal"


def read_row(text: str, schemes: Schemes = NO_SCHEMES) -> Row:
    """The row that was stored so.

    Args:
        text: what was stored.
        schemes: the classes of scoring schemes of one's own; the first row of a room needs them.

    Raises:
        BadRecordError: it is not a row.
        NewerRow: it was written by a later version.
    """
    try:
        data: object = json.loads(text)
    except ValueError as error:
        raise BadRecordError(ErrorCode.NOT_JSON, problem=str(error)) from None
    fields = cast("dict[str, object]", data if isinstance(data, dict) else {})
    version = fields.get("v")
    if type(version) is int and version > VERSION:
        raise NewerRow
    try:
        seq, at = _whole(fields["seq"]), _whole(fields["at"])
        by = None if fields["by"] is None else Person(_text(fields["by"]))
        id_, kind = _text(fields["id"]), _text(fields["type"])
        for name in _FRAME:
            del fields[name]
        return Row(seq, at, by, id_, _read_body(kind, fields, schemes))
    except BadRecordError:
        raise
    except Exception as error:
        got = excerpt(text)
        raise BadRecordError(
            ErrorCode.NOT_A_RECORD, path="row", expected="a row of a room", got=got
        ) from error


def _read_body(kind: str, fields: dict[str, object], schemes: Schemes) -> Body:
    if kind == "happened":
        events = cast("list[object]", fields["events"])
        why = cast("Why", fields["why"])
        if why not in _WHY or not isinstance(events, list) or len(fields) != 2:
            raise ValueError(why)
        return Happened(why, tuple(map(read_known_event, events)))
    if kind == "room-opened":
        return RoomOpened(_read_settings(fields["settings"], schemes))
    body: Body = _converter().structure(fields, _KINDS[kind])
    return body


def read_known_event(data: object) -> Event:
    """The event that was written so; plays and tricks won are most of them, and are looked up.

    Raises:
        BadRecordError: it is not an event.
    """
    if isinstance(data, dict):
        fields = cast("dict[str, object]", data)
        seat, card = fields.get("seat"), fields.get("card")
        kind = fields.get("type")
        if type(seat) is int and 0 <= seat < MOST_PLAYERS:
            if kind == "play" and len(fields) == 3 and type(card) is str:
                found = _PLAYS[seat].get(card)
                if found is not None:
                    return found
            elif kind == "trick-won" and len(fields) == 2:
                return _TRICKS[seat]
        return read_event(fields)
    return read_event(data)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise ValueError(value)
    return value


@cache
def _converter() -> "Converter":
    from cattrs import Converter

    def strictly(kind: type) -> Callable[[object, object], object]:
        def read(value: object, _: object) -> object:
            if type(value) is not kind:
                raise ValueError(value)
            return value

        return read

    converter = Converter(
        unstruct_collection_overrides={tuple: list},
        forbid_extra_keys=True,
        detailed_validation=False,
    )
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, strictly(kind))
    return converter


def _written_settings(settings: Settings) -> dict[str, object]:
    written = to_data(GameStarted(settings.rules, Seat(0)), schemes=settings.schemes)
    fields = attrs.asdict(settings, recurse=False, filter=attrs.filters.exclude("schemes"))
    return {
        **fields,
        "rules": cast("dict[str, object]", written["event"])["rules"],
        "computers": list(settings.computers),
        "secret": settings.secret.hex(),
    }


def _read_settings(data: object, schemes: Schemes) -> Settings:
    fields = dict(cast("dict[str, object]", data))
    event = {"type": "game-started", "rules": fields.pop("rules"), "dealer": 0}
    frame = {"format": FORMAT, "version": RECORD_VERSION, "kind": "event"}
    started = from_data({**frame, "event": event}, "event", schemes=schemes)
    assert isinstance(started, GameStarted)  # noqa: S101 -- for the type checker alone
    secret = bytes.fromhex(_text(fields.pop("secret")))
    plain = {
        name: tuple(cast("list[str]", value)) if isinstance(value, list) else value
        for name, value in fields.items()
    }
    known = {field.name for field in attrs.fields(Settings)} - {"schemes"}
    if not plain.keys() <= known:
        raise ValueError(plain)
    try:
        make = cast("Callable[..., Settings]", Settings)  # it checks each part itself
        return make(**plain, rules=started.rules, secret=secret, schemes=schemes)
    except CollusionError as error:
        raise BadRecordError(ErrorCode.WRONG_VALUE, path="row", reason=str(error)) from None
