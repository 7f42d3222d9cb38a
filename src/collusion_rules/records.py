"""Records: games, views and single events as JSON that lasts, and that nobody need trust.

A game's record is its log; to load it is to replay it under the rules in it.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, Literal, NoReturn, cast, get_args, overload

from collusion_rules.cards import Seat
from collusion_rules.converting import (
    WrongPart,
    expected,
    fields_of,
    read_event,
    read_log,
    written_event,
    written_log,
)
from collusion_rules.errors import (
    BadArgumentError,
    BadRecordError,
    ErrorCode,
    bad_argument,
    excerpt,
)
from collusion_rules.events import Event
from collusion_rules.moves import Move
from collusion_rules.replaying import observe, replay
from collusion_rules.state import Game, View
from collusion_rules.texts import plain

FORMAT: Final = "collusion-rules"
VERSION: Final = 1
MOST_BYTES: Final = 8_000_000
"""How long a record may be, in UTF-8: `dumps` writes, and `loads` reads, no longer ones."""

Kind = Literal["game", "view", "event", "move"]
"""What a record is expected to hold. A move is an event that a person may cause."""


def to_data(value: Game | View | Event) -> dict[str, object]:
    """The record of a game, a view or an event, as dicts, lists, texts and whole numbers.

    Raises:
        BadRecordError: a part of the ruleset is not one of the library's own, or an event holds
            something of a wrong type.
        BadArgumentError: `value` is of another kind.
    """
    frame: dict[str, object] = {"format": FORMAT, "version": VERSION}
    if type(value) is Game:
        return {**frame, "kind": "game", "log": written_log(value.log)}
    if type(value) is View:
        viewer, log = value.viewer, written_log(value.log)
        return {**frame, "kind": "view", "viewer": viewer, "log": log}
    if isinstance(value, Event):
        return {**frame, "kind": "event", "event": written_event(value)}
    raise bad_argument("value", "a Game, a View or an Event", value)


@overload
def from_data(data: object, kind: Literal["game"] = "game") -> Game: ...
@overload
def from_data(data: object, kind: Literal["view"]) -> View: ...
@overload
def from_data(data: object, kind: Literal["event"]) -> Event: ...
@overload
def from_data(data: object, kind: Literal["move"]) -> Move: ...
def from_data(data: object, kind: Kind = "game") -> Game | View | Event:
    """What a record holds. A game or a view is replayed: the rules must allow all that is in it.

    Args:
        data: what `to_data` made, or anything else.
        kind: what the record is expected to hold.

    Raises:
        BadRecordError: it is no such record; `parameters["path"]` says where the fault is. For a
            log that breaks the rules, `parameters["index"]` is the first wrong event.
        BadArgumentError: there is no such kind.
    """
    if not isinstance(kind, str) or plain(kind) not in get_args(Kind):
        raise bad_argument("kind", f"one of {', '.join(get_args(Kind))}", kind)
    kind = cast("Kind", plain(kind))
    record = _framed(data, "event" if kind == "move" else kind)
    if kind in ("event", "move"):
        event = read_event(record["event"])
        if kind == "move" and not isinstance(event, Move):
            raise _wrong(expected("a move", event), "event")
        return event
    log = read_log(record["log"])
    return replay(log) if kind == "game" else _observed(log, record["viewer"])


def dumps(value: Game | View | Event) -> str:
    """The record of a game, a view or an event, as one line of JSON.

    Raises:
        BadRecordError: as for `to_data`; also if it is longer than 8,000,000 bytes.
        BadArgumentError: as for `to_data`.
    """
    text = json.dumps(to_data(value), ensure_ascii=False, separators=(",", ":"))
    _check_length(text)
    return text


@overload
def loads(text: str | bytes, kind: Literal["game"] = "game") -> Game: ...
@overload
def loads(text: str | bytes, kind: Literal["view"]) -> View: ...
@overload
def loads(text: str | bytes, kind: Literal["event"]) -> Event: ...
@overload
def loads(text: str | bytes, kind: Literal["move"]) -> Move: ...
def loads(text: str | bytes, kind: Kind = "game") -> Game | View | Event:
    """What a record holds that is given as JSON. Nothing in it is trusted.

    Args:
        text: what `dumps` wrote, or anything else; bytes are UTF-8.
        kind: what the record is expected to hold.

    Raises:
        BadRecordError: as for `from_data`; also if it is no JSON, has a number that is not
            whole, names a field twice, or is longer than 8,000,000 bytes.
        BadArgumentError: there is no such kind.
    """
    data = _parsed(text)
    # from_data has an overload for each kind, but no type says "the kind given".
    read = cast("Callable[[object, Kind], Game | View | Event]", from_data)
    return read(data, kind)


def record_schema() -> dict[str, object]:
    """The JSON Schema (2020-12) of records: what `dumps` writes is valid, and so is little else.

    Whether a valid record also keeps the rules of its game, `loads` alone can tell.
    """
    from importlib.resources import files  # not with the library: it takes a while to import

    schema = files("collusion_rules").joinpath("record.schema.json")
    return cast("dict[str, object]", json.loads(schema.read_text(encoding="utf-8")))


def _parsed(text: str | bytes) -> object:
    if not isinstance(text, str | bytes):
        raise BadRecordError(ErrorCode.NOT_JSON, problem=f"expected text, not {excerpt(text)}")
    _check_length(text)
    try:
        return json.loads(
            text if isinstance(text, str) else text.decode(),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
        )
    except RecursionError:
        raise BadRecordError(ErrorCode.NOT_JSON, problem="too deeply nested") from None
    except ValueError as error:  # of the JSON, of its UTF-8, or of a number too long to read
        raise BadRecordError(ErrorCode.NOT_JSON, problem=str(error)) from None


def _check_length(text: str | bytes) -> None:
    utf8 = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if len(utf8) > MOST_BYTES:
        raise BadRecordError(ErrorCode.TOO_LARGE, path="record", most=MOST_BYTES, unit="bytes")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field stands twice in one object")
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _framed(data: object, kind: str) -> Mapping[str, object]:
    """The fields of a record, once all but its contents is right.

    What the record says that it is comes first: another version or kind has other fields.
    """
    names = {"game": ("log",), "view": ("viewer", "log"), "event": ("event",)}[kind]
    said = _said(data)
    for name, right in (("format", FORMAT), ("version", VERSION), ("kind", kind)):
        got = said.get(name, right)
        if type(got) is type(right) and got == right:
            continue
        if name == "version":
            unknown = ErrorCode.UNKNOWN_VERSION
            raise BadRecordError(unknown, path=name, known=VERSION, got=excerpt(got))
        raise _wrong(expected(excerpt(right), got), name)
    try:
        return fields_of(data, ("format", "version", "kind", *names))
    except WrongPart as wrong:
        raise _wrong(wrong, "record") from None


def _said(data: object) -> dict[object, object]:
    return cast("dict[object, object]", data) if isinstance(data, dict) else {}


def _observed(log: tuple[Event, ...], viewer: object) -> View:
    """The view of a record, by a viewer who sits at its table."""
    if viewer is not None and type(viewer) is not int:
        raise _wrong(expected("a seat or null", viewer), "viewer")
    try:
        return observe(log, None if viewer is None else Seat(viewer))
    except BadArgumentError as error:
        wrong = ErrorCode.WRONG_VALUE
        raise BadRecordError(wrong, path="viewer", reason=str(error)) from None


def _wrong(part: WrongPart, name: str) -> BadRecordError:
    return BadRecordError(part.code, path=name, **part.parameters)
