"""Records: games, views and single events as JSON that lasts, and that is checked when it is read.

A game's record is its log; to load it is to replay it under the rules in it.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, Literal, NoReturn, TypeAlias, cast, get_args, overload

import attrs

from collusion_rules.cards import Seat
from collusion_rules.converting import (
    Names,
    WrongPart,
    expected,
    fields_of,
    read_event,
    read_log,
    type_names,
    written_event,
    written_log,
)
from collusion_rules.errors import (
    MOST_NUMBER,
    BadArgumentError,
    BadRecordError,
    ErrorCode,
    bad_argument,
    check_whole,
    excerpt,
)
from collusion_rules.events import Event
from collusion_rules.moves import Move
from collusion_rules.replaying import observe, replay
from collusion_rules.scoring import OWN_SCHEMES, Scoring
from collusion_rules.state import Game, View
from collusion_rules.texts import is_one_line, plain
from collusion_rules.values import ReadOnly

FORMAT: Final = "collusion-rules"
VERSION: Final = 1
MOST_BYTES: Final = 64_000_000
"""How long a record may be that `loads` reads, in UTF-8, if nothing else is said: thirty deals with
as much talk as `play` allows, in the widest letters."""

MOST_PARTS: Final = 800_000
"""How many values it may have then, as far as braces, brackets and commas show. To read many
values takes long, to read long texts does not."""

Schemes: TypeAlias = Mapping[str, type[Scoring]]
"""The classes of scoring schemes of one's own, by their names in records."""

NO_SCHEMES: Final[Schemes] = ReadOnly({})
"""The library's own schemes alone."""

_MOST_NAME: Final = 100

Kind = Literal["game", "view", "event", "move"]
"""What a record is expected to hold. A move is an event that a person may cause."""


def to_data(value: Game | View | Event, *, schemes: Schemes = NO_SCHEMES) -> dict[str, object]:
    """The record of a game, a view or an event, as dicts, lists, texts and whole numbers.

    Args:
        value: what to write.
        schemes: the classes of scoring schemes of your own, by the names that their records get.
            Each is a frozen attrs class whose fields are whole numbers, texts, truth values,
            enumerations of the library, or tuples of these.

    Raises:
        BadRecordError: the scoring is of a class that is not in `schemes` or has a field that has
            no record; or an event holds something of a wrong type.
        BadArgumentError: `value` is of another kind, or `schemes` are not schemes.
    """
    names = _names(schemes)
    frame: dict[str, object] = {"format": FORMAT, "version": VERSION}
    if type(value) is Game:
        return {**frame, "kind": "game", "log": written_log(value.log, names)}
    if type(value) is View:
        viewer, log = value.viewer, written_log(value.log, names)
        return {**frame, "kind": "view", "viewer": viewer, "log": log}
    if isinstance(value, Event):
        return {**frame, "kind": "event", "event": written_event(value, names)}
    raise bad_argument("value", "a Game, a View or an Event", value)


@overload
def from_data(data: object, kind: Literal["game"] = "game", *, schemes: Schemes = ...) -> Game: ...
@overload
def from_data(data: object, kind: Literal["view"], *, schemes: Schemes = ...) -> View: ...
@overload
def from_data(data: object, kind: Literal["event"], *, schemes: Schemes = ...) -> Event: ...
@overload
def from_data(data: object, kind: Literal["move"], *, schemes: Schemes = ...) -> Move: ...
def from_data(
    data: object, kind: Kind = "game", *, schemes: Schemes = NO_SCHEMES
) -> Game | View | Event:
    """What a record holds. A game or a view is replayed: the rules must allow all that is in it.

    Args:
        data: what `to_data` made, or anything else.
        kind: what the record is expected to hold.
        schemes: the classes of scoring schemes of your own, by their names in records.

    Raises:
        BadRecordError: it is not such a record; `parameters["path"]` says where the fault is. For a
            log that breaks the rules, `parameters["index"]` is the first wrong event.
        BadScoringError: a scheme of your own returns what it must not.
        BadArgumentError: there is no such kind, or `schemes` are not schemes.
    """
    if not isinstance(kind, str) or plain(kind) not in get_args(Kind):
        raise bad_argument("kind", f"one of {', '.join(get_args(Kind))}", kind)
    kind = cast("Kind", plain(kind))
    names = _names(schemes)
    record = _framed(data, "event" if kind == "move" else kind)
    if kind in ("event", "move"):
        event = read_event(record["event"], names)
        if kind == "move" and not isinstance(event, Move):
            raise _wrong(expected("a move", event), "event")
        return event
    log = read_log(record["log"], names)
    return replay(log) if kind == "game" else _observed(log, record["viewer"])


def dumps(value: Game | View | Event, *, schemes: Schemes = NO_SCHEMES) -> str:
    """The record of a game, a view or an event, as one line of JSON.

    Args:
        value: what to write.
        schemes: as for `to_data`.

    Raises:
        BadRecordError: as for `to_data`.
        BadArgumentError: as for `to_data`.
    """
    data = to_data(value, schemes=schemes)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@overload
def loads(
    text: str | bytes,
    kind: Literal["game"] = "game",
    *,
    schemes: Schemes = ...,
    most_bytes: int | None = ...,
) -> Game: ...
@overload
def loads(
    text: str | bytes,
    kind: Literal["view"],
    *,
    schemes: Schemes = ...,
    most_bytes: int | None = ...,
) -> View: ...
@overload
def loads(
    text: str | bytes,
    kind: Literal["event"],
    *,
    schemes: Schemes = ...,
    most_bytes: int | None = ...,
) -> Event: ...
@overload
def loads(
    text: str | bytes,
    kind: Literal["move"],
    *,
    schemes: Schemes = ...,
    most_bytes: int | None = ...,
) -> Move: ...
def loads(
    text: str | bytes,
    kind: Kind = "game",
    *,
    schemes: Schemes = NO_SCHEMES,
    most_bytes: int | None = MOST_BYTES,
) -> Game | View | Event:
    """What a record holds that is given as JSON. Nothing in it is trusted.

    Args:
        text: what `dumps` wrote, or anything else; bytes are UTF-8.
        kind: what the record is expected to hold.
        schemes: the classes of scoring schemes of your own, by their names in records.
        most_bytes: how long it may be, in UTF-8. `None` sets no limit, for a record that you
            trust: a game of thousands of deals is longer than the default allows.

    Raises:
        BadRecordError: as for `from_data`; also if it is not JSON in UTF-8, has a number that is
            not whole, names a field twice, or is too long.
        BadScoringError: as for `from_data`.
        BadArgumentError: there is no such kind or limit, or `schemes` are not schemes.
    """
    if most_bytes is not None:
        check_whole("most_bytes", most_bytes, 0, MOST_NUMBER)
    data = _parsed(text, most_bytes)
    # from_data has an overload for each kind, but no type says "the kind given".
    read = cast("Callable[..., Game | View | Event]", from_data)
    return read(data, kind, schemes=schemes)


def record_schema(*, schemes: Schemes = NO_SCHEMES) -> dict[str, object]:
    """The JSON Schema (2020-12) of records: what `dumps` writes is valid, and so is little else.

    Whether a valid record also keeps the rules of its game, `loads` alone can tell.

    Args:
        schemes: as for `to_data`.

    Raises:
        BadRecordError: a scheme has a field that has no record.
        BadArgumentError: `schemes` are not schemes.
    """
    from collusion_rules.schemas import schema_of_records  # many programs never ask for it

    return schema_of_records(_names(schemes))


def _names(schemes: Schemes) -> Names:
    """The schemes as they are asked for: each class once, by a name that is not one of ours."""
    if not isinstance(schemes, Mapping):
        raise bad_argument("schemes", "a mapping from names to classes", schemes)
    names = tuple((plain(name), kind) for name, kind in schemes.items())
    for name, kind in names:
        if not is_one_line(name, _MOST_NAME) or name in type_names(OWN_SCHEMES):
            expected = f"by names of 1 to {_MOST_NAME} characters that are not the library's own"
            raise bad_argument("schemes", expected, name)
        if not (isinstance(kind, type) and attrs.has(kind) and issubclass(kind, Scoring)):
            raise bad_argument("schemes", "frozen attrs classes that are a Scoring", kind)
    if len({kind for _, kind in names}) < len(names):
        raise bad_argument("schemes", "each class once", schemes)
    return names


def _parsed(text: str | bytes, most_bytes: int | None) -> object:
    if not isinstance(text, str | bytes):
        raise BadRecordError(ErrorCode.NOT_JSON, problem=f"expected text, not {excerpt(text)}")
    text = plain(text) if isinstance(text, str) else bytes(memoryview(text))  # as it really is
    if most_bytes is not None:
        _check_length(text, most_bytes)
    try:
        return json.loads(
            _without_mark(text if isinstance(text, str) else _decoded(text)),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_int=_whole,
        )
    except RecursionError:
        raise BadRecordError(ErrorCode.NOT_JSON, problem="too deeply nested") from None
    except ValueError as error:  # of the JSON, of its UTF-8, or of a number too long to read
        raise BadRecordError(ErrorCode.NOT_JSON, problem=str(error)) from None


def _check_length(text: str | bytes, most: int) -> None:
    utf8 = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if len(utf8) > most:
        raise BadRecordError(ErrorCode.TOO_LARGE, path="record", most=most, unit="bytes")
    if sum(map(utf8.count, (b"{", b"[", b","))) > MOST_PARTS:
        raise BadRecordError(ErrorCode.TOO_LARGE, path="record", most=MOST_PARTS, unit="values")


def _decoded(utf8: bytes) -> str:
    """The text of bytes, or a word on which other encoding they are in."""
    if b"\0" in utf8[:4] or utf8.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError("this is UTF-16 or UTF-32: write UTF-8")
    return utf8.decode()


def _without_mark(text: str) -> str:
    if text.startswith("\ufeff"):
        raise ValueError("it begins with a byte order mark: leave that out")
    return text


def _whole(digits: str) -> int:
    if digits == "-0":
        raise ValueError("-0 is not a whole number: write 0")
    return int(digits)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field stands twice in one object")
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


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
