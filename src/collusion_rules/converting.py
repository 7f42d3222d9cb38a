"""How each value is written in a record, and read again: strictly, or refused with its place.

An object of several kinds has the kind in its field `type`; cards are texts, as `str` writes them.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, cast, get_args, get_origin

import attrs

from collusion_rules.cards import Card, Cards, FaceDown, Hand, Rank, Suit
from collusion_rules.dealing import Dealing
from collusion_rules.errors import BadRecordError, CollusionError, ErrorCode, excerpt
from collusion_rules.events import Event
from collusion_rules.moves import Height, Statement
from collusion_rules.partnerships import Partnership
from collusion_rules.rulesets import Reveal, TableTalk
from collusion_rules.scoring import (
    ParlettScoring,
    PartnersScoring,
    Reason,
    Scoring,
    ThreeTeamsScoring,
)

if TYPE_CHECKING:
    from cattrs import Converter

# A hook converts one value; what it takes is for cattrs to know.
Hook = Callable[[Any, Any], Any]

_UNIONS: Final[tuple[tuple[object, tuple[type, ...]], ...]] = (
    (Event, get_args(Event)),
    (Statement, get_args(Statement)),
    (Dealing, get_args(Dealing)),
    (Partnership | None, get_args(Partnership | None)),
    (Scoring, (ParlettScoring, PartnersScoring, ThreeTeamsScoring)),
)
"""What is of one of several classes: the classes."""

_SIMPLE: Final[Mapping[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
}
"""What is written as it is: the name of it."""

_TEXTS: Final[Mapping[type, Callable[[str], object]]] = {
    Card: Card.parse,
    Cards: Cards.parse,
    Rank: lambda letter: Rank("23456789TJQKA".index(letter) + 2),
    Suit: Suit,
    Height: Height,
    Reveal: Reveal,
    TableTalk: TableTalk,
    Reason: {reason.value: reason for reason in Reason}.__getitem__,
}
"""What is written as a text: how to read it."""


class WrongPart(Exception):  # noqa: N818 -- never leaves the package: it becomes a BadRecordError
    """What is wrong with a part of a record, and where in the part, as far as is known."""

    def __init__(self, code: ErrorCode, **parameters: object) -> None:
        super().__init__(code)
        self.code = code
        self.parameters = parameters
        self.path = ""


def written_event(event: Event) -> dict[str, object]:
    """An event as a dict of dicts, lists, texts and whole numbers.

    Raises:
        BadRecordError: some part of it has no record.
    """
    try:
        written: dict[str, object] = _converter().unstructure(event, Event)
    except (AttributeError, KeyError, TypeError) as error:
        raise BadRecordError(ErrorCode.NOT_STORABLE, part=excerpt(event)) from error
    return written


def read_event(data: object) -> Event:
    """The event that was written so.

    Raises:
        BadRecordError: it is something else; `parameters["path"]` says where.
    """
    return cast("Event", _read(data, Event, "event"))


def read_log(data: object) -> tuple[Event, ...]:
    """The events of a log that were written so.

    Raises:
        BadRecordError: they are something else; `parameters["path"]` says where.
    """
    return cast("tuple[Event, ...]", _read(data, tuple[Event, ...], "log"))


def _read(data: object, kind: Any, part: str) -> object:
    try:
        return _converter().structure(data, kind)
    except (WrongPart, CollusionError, ExceptionGroup) as error:
        wrong = _blamed(error)
        raise BadRecordError(wrong.code, path=part + wrong.path, **wrong.parameters) from None


def fields_of(data: object, names: tuple[str, ...]) -> Mapping[str, object]:
    """The fields of an object, if it has these and no others.

    Raises:
        WrongPart: it has not.
    """
    if not isinstance(data, dict):
        raise expected("an object", data)
    fields = cast("dict[object, object]", data)
    for name in fields:
        if name not in names:
            raise WrongPart(ErrorCode.UNKNOWN_FIELD, field=excerpt(name))
    for name in names:
        if name not in fields:
            raise WrongPart(ErrorCode.MISSING_FIELD, field=name)
    return cast("dict[str, object]", data)


def expected(what: str, got: object) -> WrongPart:
    """What is wrong with a part that is not what it should be."""
    return WrongPart(ErrorCode.NOT_A_RECORD, expected=what, got=excerpt(got))


def _blamed(error: Exception) -> WrongPart:
    """The first fault in an error, with its place."""
    if isinstance(error, WrongPart):
        return error
    if isinstance(error, CollusionError):
        return WrongPart(ErrorCode.WRONG_VALUE, reason=str(error))
    from cattrs import ClassValidationError

    if isinstance(error, ClassValidationError):
        of_fields, of_whole = error.group_exceptions()
        if not of_fields:
            return _blamed(of_whole[0])
        inner, note = of_fields[0]
        wrong = _blamed(inner)
        wrong.path = f".{note.name}{wrong.path}"
        return wrong
    raise error


@cache
def _converter() -> "Converter":
    """The one converter. cattrs is imported when it is first needed."""
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
    for simple, name in _SIMPLE.items():
        converter.register_structure_hook(simple, _exactly(simple, name))
    for kind, parse in _TEXTS.items():
        converter.register_structure_hook(kind, _from_text(kind, parse))
        converter.register_unstructure_hook(kind, str)
    converter.register_structure_hook_factory(attrs.has, _object_hook)
    converter.register_structure_hook_factory(_is_tuple, _tuple_hook)
    for union, kinds in _UNIONS:
        by_name = {_type_name(kind): kind for kind in kinds}
        converter.register_structure_hook_func(_just(union), _one_of(by_name, converter))
        converter.register_unstructure_hook_func(_just(union), _named(by_name, converter))
    converter.register_structure_hook_func(_just(Hand), _hand_hook(converter))
    converter.register_unstructure_hook_func(_just(Hand), lambda hand: converter.unstructure(hand))
    return converter


def _just(kind: object) -> Callable[[object], bool]:
    return lambda other: other == kind


def _exactly(kind: type, name: str) -> Hook:
    def structure(data: object, _: object) -> object:
        if type(data) is not kind:
            raise expected(name, data)
        return data

    return structure


def _from_text(kind: type, parse: Callable[[str], object]) -> Hook:
    """Read a value from just the text that `str` gives for it."""

    def structure(text: object, _: object) -> object:
        if isinstance(text, str):
            try:
                value = parse(text)
            except (LookupError, ValueError):
                pass
            else:
                if str(value) == text:
                    return value
        raise expected(f"{kind.__name__} as a text", text)

    return structure


def _object_hook(kind: type, converter: "Converter") -> Hook:
    from cattrs.gen import make_dict_structure_fn

    names = tuple(field.name for field in attrs.fields(kind) if field.init)
    # Any: the values of a class that is known only here
    build: Hook = make_dict_structure_fn(cast("type[Any]", kind), converter)

    def structure(data: object, _: object) -> object:
        built: object = build(fields_of(data, names), kind)
        return built

    return structure


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _tuple_hook(kind: object, converter: "Converter") -> Hook:
    entry, *more = get_args(kind)
    hook = converter.get_structure_hook(entry)
    length = None if more == [...] else 1 + len(more)

    def structure(data: object, _: object) -> tuple[object, ...]:
        entries = cast("list[object]", data) if isinstance(data, list) else None
        if entries is None:
            raise expected("a list", data)
        if length not in (None, len(entries)):
            raise expected(f"a list of {length}", entries)
        return tuple(_entry(hook, entry, at, part) for at, part in enumerate(entries))

    return structure


def _entry(hook: Hook, kind: object, at: int, data: object) -> object:
    """An entry of a list; what is wrong with it is told with its place."""
    try:
        return hook(data, kind)
    except (WrongPart, CollusionError, ExceptionGroup) as error:
        wrong = _blamed(error)
        wrong.path = f"[{at}]{wrong.path}"
        raise wrong from None


def _one_of(by_name: Mapping[str | None, type], converter: "Converter") -> Hook:
    """Read a value of one of several classes, which `type` names."""

    def structure(data: object, _: object) -> object:
        if data is None and None in by_name:
            return None
        fields = dict(cast("dict[object, object]", data)) if isinstance(data, dict) else {}
        name = fields.pop("type", None)
        if not isinstance(name, str) or name not in by_name:
            if not isinstance(data, dict):
                raise expected("an object", data)
            wrong = expected(f"one of {', '.join(map(str, by_name))}", name)
            wrong.path = ".type"
            raise wrong
        return _structured(converter, fields, by_name[name])

    return structure


def _structured(converter: "Converter", data: object, kind: type[object]) -> object:
    return converter.structure(data, kind)


def _named(
    by_name: Mapping[str | None, type], converter: "Converter"
) -> Callable[[object], object]:
    """Write a value of one of several classes, and its type."""
    names = {kind: name for name, kind in by_name.items()}

    def unstructure(value: object) -> object:
        if value is None:
            return None
        return {"type": names[type(value)], **converter.unstructure(value)}

    return unstructure


def _hand_hook(converter: "Converter") -> Hook:
    """Read a hand: cards are one text, a hand that is face down is an object."""

    def structure(data: object, _: object) -> object:
        return converter.structure(data, FaceDown if isinstance(data, dict) else Cards)

    return structure


def _type_name(kind: type) -> str | None:
    """The name of a class in records: `game-started` for `GameStarted`, null for no value."""
    if kind is NoneType:
        return None
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()
