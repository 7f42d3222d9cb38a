"""How each value is written in a record, and read again: strictly, or refused with its place.

An object of several kinds has the kind in its field `type`; a card is a text, as `str` writes it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, cast, get_args, get_origin

import attrs

from collusion_rules.cards import CARDS, Card, Cards, FaceDown, Hand, Rank, Suit
from collusion_rules.dealing import Dealing
from collusion_rules.errors import BadRecordError, CollusionError, ErrorCode, excerpt
from collusion_rules.events import Event
from collusion_rules.moves import Height, Statement
from collusion_rules.partnerships import Partnership
from collusion_rules.rulesets import FirstLeader, Reveal, TableTalk
from collusion_rules.scoring import (
    ParlettScoring,
    PartnersScoring,
    Reason,
    Scoring,
    ThreeTeamsScoring,
)

if TYPE_CHECKING:
    from cattrs import Converter

# What a hook takes and gives is for cattrs to know; of the second argument ours make no use.
Reader = Callable[[Any, Any], Any]
Writer = Callable[[Any], Any]

_MOST: Final = 2**53 - 1
"""How far from 0 a number may be: so far every language that reads JSON has it exactly."""

_MOST_HAND: Final = 2 * len(CARDS) * len("AS ")
"""How long the text of a hand may be: two packs."""

_SIMPLE: Final[tuple[tuple[type, str, Callable[[Any], bool]], ...]] = (
    (bool, "true or false", lambda _: True),
    (int, "a whole number up to 2**53 - 1", lambda number: abs(number) <= _MOST),
    (str, "well-formed text", lambda text: re.search("[\ud800-\udfff]", text) is None),
)
"""What is written as it is: the name of it, and which values there are."""

_TEXTS: Final[Mapping[type, Iterable[object]]] = {
    Card: CARDS,
    Rank: Rank,
    Suit: Suit,
    Height: Height,
    FirstLeader: FirstLeader,
    Reveal: Reveal,
    TableTalk: TableTalk,
    Reason: Reason,
}
"""What is written as a text, as `str` has it: all its values."""

_UNIONS: Final[tuple[tuple[object, tuple[type, ...]], ...]] = (
    (Event, get_args(Event)),
    (Statement, get_args(Statement)),
    (Dealing, get_args(Dealing)),
    (Partnership | None, get_args(Partnership | None)),
    (Scoring, (ParlettScoring, PartnersScoring, ThreeTeamsScoring)),
)
"""What is of one of several classes: the classes."""

_LOG: Final = tuple[Event, ...]
_CARDS: Final = {str(card): card for card in CARDS}


class WrongPart(Exception):  # noqa: N818 -- never leaves the package: it becomes a BadRecordError
    """What is wrong with a part of a record, and where in the part, as far as is known."""

    def __init__(self, code: ErrorCode, **parameters: object) -> None:
        super().__init__(code)
        self.code = code
        self.parameters = parameters
        self.path = ""

    def within(self, place: str) -> "WrongPart":
        """The same fault, seen from one step further out."""
        self.path = place + self.path
        return self


def written_event(event: Event) -> dict[str, object]:
    """An event as a dict of dicts, lists, texts and whole numbers.

    Raises:
        BadRecordError: some part of it has no record.
    """
    written = cast("dict[str, object]", _written(event, Event))
    try:
        same = read_event(written) == event
    except BadRecordError:
        same = False
    if not same:
        raise not_storable(event)
    return written


def written_log(log: tuple[Event, ...]) -> list[object]:
    """The events of a log, each as `written_event` has it.

    Raises:
        BadRecordError: a part of the ruleset has no record.
    """
    return cast("list[object]", _written(log, _LOG))


def _written(value: object, kind: object) -> object:
    try:
        return _converter().unstructure(value, kind)
    except (AttributeError, LookupError, TypeError) as error:
        raise not_storable(value) from error


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
    return cast("tuple[Event, ...]", _read(data, _LOG, "log"))


# Any: cattrs takes unions and generic types, which are no instances of `type`
def _read(data: object, kind: Any, part: str) -> object:
    try:
        return _converter().structure(data, kind)
    except WrongPart as wrong:
        raise BadRecordError(wrong.code, path=part + wrong.path, **wrong.parameters) from None


def fields_of(data: object, names: tuple[str, ...]) -> Mapping[str, object]:
    """The fields of an object, if it has these and no others.

    Raises:
        WrongPart: it has not.
    """
    fields = _object(data)
    for name in names:
        if name not in fields:
            raise WrongPart(ErrorCode.MISSING_FIELD, field=name)
    if len(fields) > len(names):
        unknown = next(name for name in fields if name not in names)
        raise WrongPart(ErrorCode.UNKNOWN_FIELD, field=excerpt(unknown))
    return fields


def _object(data: object) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise expected("an object", data)
    return cast("dict[str, object]", data)


def expected(what: str, got: object) -> WrongPart:
    """What is wrong with a part that is not what it should be."""
    return WrongPart(ErrorCode.NOT_A_RECORD, expected=what, got=excerpt(got))


def not_storable(value: object) -> BadRecordError:
    """The error of something that has no record."""
    return BadRecordError(ErrorCode.NOT_STORABLE, part=excerpt(value))


@cache
def _converter() -> "Converter":
    """The one converter. cattrs is imported when it is first needed."""
    from cattrs import Converter

    converter = Converter(unstruct_collection_overrides={tuple: list})
    for simple, name, is_one in _SIMPLE:
        converter.register_structure_hook(simple, _simple_reader(simple, name, is_one))
    for kind, values in _TEXTS.items():
        texts = {str(value): value for value in values}
        converter.register_structure_hook(kind, _text_reader(kind, texts))
        converter.register_unstructure_hook(kind, _text_writer(texts))
    converter.register_structure_hook_factory(attrs.has, _object_reader)
    converter.register_structure_hook_factory(_is_tuple, _tuple_reader)
    converter.register_structure_hook_func(_just(Hand), _hand_reader(converter))
    converter.register_unstructure_hook_func(_just(Hand), _hand_writer(converter))
    for union, kinds in reversed(_UNIONS):  # the parts of an event before the events
        converter.register_structure_hook_func(_just(union), _union_reader(kinds, converter))
        converter.register_unstructure_hook_func(_just(union), _union_writer(kinds, converter))
    return converter


def _just(kind: object) -> Callable[[object], bool]:
    return lambda other: other == kind


def _simple_reader(kind: type, name: str, is_one: Callable[[Any], bool]) -> Reader:
    def read(data: object, _: object) -> object:
        if type(data) is kind and is_one(data):
            return data
        raise expected(name, data)

    return read


def _text_reader(kind: type, values: Mapping[str, object]) -> Reader:
    """Read a value from just the text that `str` gives for it."""

    def read(text: object, _: object) -> object:
        if type(text) is str and text in values:
            return values[text]
        raise expected(f"a {kind.__name__} as text", text)

    return read


def _text_writer(values: Mapping[str, object]) -> Writer:
    return {value: text for text, value in values.items()}.__getitem__


def _object_reader(kind: type, converter: "Converter", *tag: str) -> Reader:
    """Read a value of a class from an object with its fields, and a tag if there is one."""
    fields = [
        (field.name, field.type, converter.get_structure_hook(field.type))
        for field in attrs.fields(kind)
        if field.init
    ]
    names = (*tag, *(name for name, _, _ in fields))

    def read(data: object, _: object) -> object:
        given = fields_of(data, names)
        parts: dict[str, object] = {}
        for name, part, reader in fields:
            try:
                parts[name] = reader(given[name], part)
            except WrongPart as wrong:
                raise wrong.within(f".{name}") from None
        try:
            return kind(**parts)
        except CollusionError as error:
            raise WrongPart(ErrorCode.WRONG_VALUE, reason=str(error)) from None

    return read


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _tuple_reader(kind: object, converter: "Converter") -> Reader:
    """Read a tuple from a list: of any length, or of just as many entries as the type has."""
    entry, *more = get_args(kind)
    reader = converter.get_structure_hook(entry)
    length = None if more == [...] else 1 + len(more)

    def read(data: object, _: object) -> tuple[object, ...]:
        if not isinstance(data, list):
            raise expected("a list", data)
        given = cast("list[object]", data)
        if length not in (None, len(given)):
            raise expected(f"a list of {length}", given)
        entries: list[object] = []
        try:
            for part in given:
                entries.append(reader(part, entry))
        except WrongPart as wrong:
            raise wrong.within(f"[{len(entries)}]") from None
        return tuple(entries)

    return read


def _union_reader(kinds: tuple[type, ...], converter: "Converter") -> Reader:
    """Read a value of one of several classes, which `type` names."""
    readers = {name: _object_reader(kind, converter, "type") for kind, name in _named(kinds)}

    def read(data: object, _: object) -> object:
        if data is None and NoneType in kinds:
            return None
        name = _object(data).get("type")
        if isinstance(name, str) and name in readers:
            return readers[name](data, None)
        raise expected(f"one of {', '.join(readers)}", name).within(".type")

    return read


def _union_writer(kinds: tuple[type, ...], converter: "Converter") -> Writer:
    """Write a value of one of several classes, and its type."""
    writers = {kind: (name, converter.get_unstructure_hook(kind)) for kind, name in _named(kinds)}

    def write(value: object) -> object:
        if value is None and NoneType in kinds:
            return None
        if type(value) not in writers:
            raise not_storable(value)
        name, writer = writers[type(value)]
        return {"type": name, **writer(value)}

    return write


def _named(kinds: tuple[type, ...]) -> Iterable[tuple[type, str]]:
    """The classes with their names in records: `GameStarted` is `game-started`."""
    for kind in kinds:
        if kind is not NoneType:
            yield kind, re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def _hand_reader(converter: "Converter") -> Reader:
    """Read a hand: cards are one text, a hand that is face down is an object."""
    read_face_down = converter.get_structure_hook(FaceDown)

    def read(data: object, _: object) -> object:
        return read_face_down(data, FaceDown) if isinstance(data, dict) else _read_cards(data)

    return read


def _read_cards(text: object) -> Cards:
    """Read cards from just the text that `str` gives for them."""
    if type(text) is str and len(text) < _MOST_HAND:
        parts = text.split(" ") if text else []
        if all(part in _CARDS for part in parts):
            cards = [_CARDS[part] for part in parts]
            if cards == sorted(cards, key=lambda card: -card.number):
                return Cards(cards)
    raise expected("a hand as text, from AS down to 2C", text)


def _hand_writer(converter: "Converter") -> Writer:
    write_card = converter.get_unstructure_hook(Card)
    write_face_down = converter.get_unstructure_hook(FaceDown)

    def write(hand: object) -> object:
        match hand:
            case Cards():
                return " ".join(map(write_card, hand))
            case FaceDown():
                return write_face_down(hand)
            case _:
                raise not_storable(hand)

    return write
