"""How each value is written in a record, and read again: strictly, or refused with its place.

An object of several kinds has the kind in its field `type`; a card is a text, as `str` writes it. A
field that is absent means its default, so that a later version can have more of them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import cycle
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, cast, get_args, get_origin

import attrs

from collusion_rules.because import Because
from collusion_rules.cards import CARDS, Card, Cards, FaceDown, Hand, Rank, Seat, Suit, is_seat
from collusion_rules.dealing import Dealing
from collusion_rules.errors import BadRecordError, CollusionError, ErrorCode, excerpt
from collusion_rules.events import Event
from collusion_rules.moves import MOST_PLAYERS, PLAYS, Height, Play, Statement
from collusion_rules.partnerships import Partnership
from collusion_rules.revisions import ABSENT
from collusion_rules.rulesets import FirstLeader, Reveal, TableTalk
from collusion_rules.scoring import OWN_SCHEMES, DealScore, Reason, Scoring
from collusion_rules.values import are_same

if TYPE_CHECKING:
    from cattrs import Converter

# What a hook takes and gives is for cattrs to know; of the second argument ours make no use.
Reader = Callable[[Any, Any], Any]
Writer = Callable[[Any], Any]

MOST: Final = 2**53 - 1
"""How far from 0 a number may be: so far every language that reads JSON has it exactly."""

MOST_HAND: Final = 2 * len(CARDS) * len("AS ")
"""How long the text of a hand may be: two packs."""

_SIMPLE: Final[tuple[tuple[type, str, Callable[[Any], bool]], ...]] = (
    (bool, "true or false", lambda _: True),
    (int, "a whole number up to 2**53 - 1", lambda number: abs(number) <= MOST),
    (str, "well-formed text", lambda text: re.search("[\ud800-\udfff]", text) is None),
)
"""What is written as it is: the name of it, and which values there are."""

TEXTS: Final[Mapping[type, Iterable[object]]] = {
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
)
"""What is of one of several classes: the classes."""

Names = tuple[tuple[str, type[Scoring]], ...]
"""The scoring schemes of somebody's own, with their names in records."""

_LOG: Final = tuple[Event, ...]
_CARDS: Final = {str(card): card for card in CARDS}


class WrongPart(Exception):  # noqa: N818 -- never leaves the package: it becomes a BadRecordError
    """What is wrong with a part of a record, and where in the part, as far as is known."""

    def __init__(self, code: ErrorCode, **parameters: object) -> None:
        super().__init__(code)
        self.code = code
        self.parameters = parameters
        self.path: str = ""

    def within(self, place: str) -> "WrongPart":
        """The same fault, seen from one step further out."""
        self.path = place + self.path
        return self


def written_event(event: Event, names: Names = ()) -> dict[str, object]:
    """An event as a dict of dicts, lists, texts and whole numbers.

    Raises:
        BadRecordError: some part of it has no record.
    """
    written = cast("dict[str, object]", _written(event, Event, names))
    try:
        same = read_event(written, names) == event
    except BadRecordError:
        same = False
    if not same:
        raise not_storable(event)
    return written


def written_score(score: DealScore) -> dict[str, object]:
    """The score of a deal as a dict of dicts, lists, texts and whole numbers."""
    return cast("dict[str, object]", _written(score, DealScore, ()))


def written_log(log: tuple[Event, ...], names: Names = ()) -> list[object]:
    """The events of a log, each as `written_event` has it.

    Raises:
        BadRecordError: a part of the ruleset has no record.
    """
    return cast("list[object]", _written(log, _LOG, names))


def _written(value: object, kind: object, names: Names) -> object:
    try:
        return _converter(names).unstructure(value, kind)
    except (AttributeError, LookupError, TypeError) as error:
        raise not_storable(value) from error


def read_event(data: object, names: Names = ()) -> Event:
    """The event that was written so.

    Raises:
        BadRecordError: it is something else; `parameters["path"]` says where.
    """
    return cast("Event", _read(data, Event, "event", names))


def read_log(data: object, names: Names = ()) -> tuple[Event, ...]:
    """The events of a log that were written so.

    Raises:
        BadRecordError: they are something else; `parameters["path"]` says where.
    """
    return cast("tuple[Event, ...]", _read(data, _LOG, "log", names))


# Any: cattrs takes unions and generic types, which are not instances of `type`
def _read(data: object, kind: Any, part: str, names: Names) -> object:
    try:
        return _converter(names).structure(data, kind)
    except WrongPart as wrong:
        raise BadRecordError(wrong.code, path=part + wrong.path, **wrong.parameters) from None


def fields_of(
    data: object, needed: Sequence[str], others: Collection[str] = ()
) -> Mapping[str, object]:
    """The fields of an object, if it has those that are needed, and no others than may be there.

    Raises:
        WrongPart: a field is missing or unknown.
    """
    fields = _object(data)
    for name in needed:
        if name not in fields:
            raise WrongPart(ErrorCode.MISSING_FIELD, field=name)
    if len(fields) > len(needed):
        for name in fields:
            if name not in needed and name not in others:
                raise WrongPart(ErrorCode.UNKNOWN_FIELD, field=excerpt(name))
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


@lru_cache(maxsize=32)
def _converter(names: Names) -> "Converter":
    """The one converter for such schemes. cattrs is imported when it is first needed."""
    from cattrs import Converter

    converter = Converter(unstruct_collection_overrides={tuple: list})
    for simple, name, is_one in _SIMPLE:
        converter.register_structure_hook(simple, _simple_reader(simple, name, is_one))
    for kind, values in TEXTS.items():
        texts = {str(value): value for value in values}
        converter.register_structure_hook(kind, _text_reader(kind, texts))
        converter.register_unstructure_hook(kind, _text_writer(texts))
    converter.register_structure_hook_factory(attrs.has, _object_reader)
    converter.register_structure_hook_factory(_is_tuple, _tuple_reader)
    converter.register_structure_hook_func(_just(Hand), _hand_reader(converter))
    converter.register_unstructure_hook_func(_just(Hand), _hand_writer(converter))
    converter.register_structure_hook_func(_just(Reason | Because), _reason_reader(converter))
    converter.register_unstructure_hook_func(_just(Reason | Because), _reason_writer(converter))
    converter.register_structure_hook_func(_just(Scoring), _scheme_reader(names, converter))
    converter.register_unstructure_hook_func(_just(Scoring), _scheme_writer(names, converter))
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


def written_fields(kind: type) -> Iterator[tuple[str, "attrs.Attribute[Any]"]]:
    """The fields of a class that stand in a record, with their names there."""
    for field in attrs.fields(kind):
        if field.init:
            yield field.alias or field.name, field


def is_needed(field: "attrs.Attribute[Any]") -> bool:
    """Whether a record must have a field, since it has no default."""
    return field.default is attrs.NOTHING and ABSENT not in field.metadata


def _object_reader(kind: type, converter: "Converter", *tag: str) -> Reader:
    """Read a value of a class from an object with its fields, and a tag if there is one."""
    fields = [
        (name, field.type, converter.get_structure_hook(field.type))
        for name, field in written_fields(kind)
    ]
    needed = (*tag, *(name for name, field in written_fields(kind) if is_needed(field)))
    others = frozenset(name for name, field in written_fields(kind) if not is_needed(field))
    if_absent = {
        name: field.metadata[ABSENT]
        for name, field in written_fields(kind)
        if ABSENT in field.metadata
    }

    make: Callable[..., object] = _play if kind is Play else kind

    def read(data: object, _: object) -> object:
        given = fields_of(data, needed, others)
        parts = dict(if_absent)
        for name, part, reader in fields:
            if name in given:
                try:
                    parts[name] = reader(given[name], part)
                except WrongPart as wrong:
                    raise wrong.within(f".{name}") from None
        try:
            return make(**parts)
        except Exception as error:  # noqa: BLE001 -- somebody's own class may raise anything
            raise WrongPart(ErrorCode.WRONG_VALUE, reason=str(error)) from None

    return read


def _play(seat: Seat, card: Card) -> Play:
    """A play: the one that all logs share, if there is such a seat."""
    return PLAYS[seat][card.number] if is_seat(seat, MOST_PLAYERS) else Play(seat, card)


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _tuple_reader(kind: object, converter: "Converter") -> Reader:
    """Read a tuple from a list: of any length, or of just as many entries as the type has."""
    kinds = get_args(kind)
    length = None if kinds[1:] == (...,) else len(kinds)
    readers = [converter.get_structure_hook(part) for part in kinds[:length] if part is not ...]

    def read(data: object, _: object) -> tuple[object, ...]:
        if not isinstance(data, list):
            raise expected("a list", data)
        given = cast("list[object]", data)
        if length not in (None, len(given)):
            raise expected(f"a list of {length}", given)
        entries: list[object] = []
        try:
            for reader, part in zip(cycle(readers), given, strict=False):
                entries.append(reader(part, None))
        except WrongPart as wrong:
            raise wrong.within(f"[{len(entries)}]") from None
        return tuple(entries)

    return read


def _union_reader(kinds: tuple[type, ...], converter: "Converter") -> Reader:
    """Read a value of one of several classes, which `type` names."""
    readers = {name: _object_reader(kind, converter, "type") for kind, name in named(kinds)}

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
    writers = {kind: (name, converter.get_unstructure_hook(kind)) for kind, name in named(kinds)}

    def write(value: object) -> object:
        if value is None and NoneType in kinds:
            return None
        if type(value) not in writers:
            raise not_storable(value)
        name, writer = writers[type(value)]
        return {"type": name, **writer(value)}

    return write


def type_names(kinds: tuple[type, ...]) -> frozenset[str]:
    """What stands in the field `type` of these classes."""
    return frozenset(name for _, name in named(kinds))


def named(kinds: tuple[type, ...]) -> Iterable[tuple[type, str]]:
    """The classes with their names in records: `GameStarted` is `game-started`."""
    for kind in kinds:
        if kind is not NoneType:
            yield kind, re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def _reason_reader(converter: "Converter") -> Reader:
    """Read why there are points: ours are texts, those of somebody's own are objects."""
    read_reason, read_text = converter.get_structure_hook(Reason), converter.get_structure_hook(str)

    def read(data: object, _: object) -> object:
        if not isinstance(data, dict):
            return read_reason(data, Reason)
        given = fields_of(cast("object", data), ("template",), ("rule", "translations"))
        translations = _object(given.get("translations", {}))
        texts = [given["template"], given.get("rule", ""), *translations, *translations.values()]
        template, rule, *_rest = (read_text(text, str) for text in texts)
        try:
            return Because(template, rule, cast("Mapping[str, str]", translations))
        except CollusionError as error:
            raise WrongPart(ErrorCode.WRONG_VALUE, reason=str(error)) from None

    return read


def _reason_writer(converter: "Converter") -> Writer:
    write_reason = converter.get_unstructure_hook(Reason)

    def write(reason: object) -> object:
        if type(reason) is not Because:
            return write_reason(reason)
        translations = dict(reason.translations)
        return {"template": reason.template, "rule": reason.rule, "translations": translations}

    return write


def _scheme_reader(names: Names, converter: "Converter") -> Reader:
    """Read a scoring scheme: one of ours, or one that was given a name."""
    read_ours = _union_reader(OWN_SCHEMES, converter)
    ours = type_names(OWN_SCHEMES)
    readers = {
        name: _object_reader(kind, converter, "type") for name, kind in checked_fields(names)
    }

    def read(data: object, _: object) -> object:
        name = _object(data).get("type")
        if not isinstance(name, str) or name in ours:
            return read_ours(data, None)
        if name not in readers:
            raise WrongPart(ErrorCode.UNKNOWN_SCHEME, scheme=excerpt(name))
        return readers[name](data, None)

    return read


def _scheme_writer(names: Names, converter: "Converter") -> Writer:
    """Write a scoring scheme. One of somebody's own must be read again just so."""
    write_ours = _union_writer(OWN_SCHEMES, converter)
    read = _scheme_reader(names, converter)
    known: dict[type, str] = {kind: name for name, kind in names}

    def write(scheme: object) -> object:
        kind = type(scheme)
        if kind in OWN_SCHEMES:
            return write_ours(scheme)
        if kind not in known:
            wrong, path = ErrorCode.UNKNOWN_SCHEME, "rules.scoring"
            raise BadRecordError(wrong, path=path, scheme=kind.__name__)
        fields = {name: getattr(scheme, field.name) for name, field in written_fields(kind)}
        written = {name: _plain(value, name, kind) for name, value in fields.items()}
        try:
            again = read({"type": known[kind], **written}, None)
        except WrongPart as wrong:
            name, _, _ = wrong.path.removeprefix(".").partition("[")
            raise _unstorable(kind, name, excerpt(fields.get(name))) from None
        for name, field in written_fields(kind):
            if not are_same(fields[name], getattr(again, field.name)):
                raise _unstorable(kind, name, "something that is read as another")
        return {"type": known[kind], **written}

    return write


def _plain(value: object, name: str, kind: type) -> object:
    """A part of somebody's own scheme as a record has it."""
    if type(value) in (bool, int, str):
        return value
    if type(value) in TEXTS and isinstance(value, Enum):
        return str(value)
    if type(value) is tuple:
        return [_plain(entry, name, kind) for entry in cast("tuple[object, ...]", value)]
    raise _unstorable(kind, name, excerpt(value))


def _unstorable(kind: type, field: str, got: str) -> BadRecordError:
    return BadRecordError(ErrorCode.UNSTORABLE_FIELD, field=field, scheme=kind.__name__, got=got)


def checked_fields(names: Names) -> Names:
    """The schemes, once it is known of what kind each of their fields is.

    Raises:
        BadRecordError: a field is of a kind that has no record.
    """
    for _, kind in names:
        try:
            attrs.resolve_types(cast("type[attrs.AttrsInstance]", kind))
        except NameError as error:
            raise _unstorable(kind, str(error.name), "an annotation that can't be found") from None
        for name, field in written_fields(kind):
            if name == "type" or not _is_storable(field.type):
                raise _unstorable(kind, name, str(field.type))
    return names


def _is_storable(kind: Any) -> bool:  # an annotation
    """Whether values of an annotation have a record in a scheme of somebody's own."""
    if get_origin(kind) is tuple:
        return all(_is_storable(part) for part in get_args(kind) if part is not ...)
    plain = getattr(kind, "__supertype__", kind)
    return plain in (bool, int, str) or (
        plain in TEXTS and isinstance(plain, type) and issubclass(plain, Enum)
    )


def _hand_reader(converter: "Converter") -> Reader:
    """Read a hand: cards are one text, a hand that is face down is an object."""
    read_face_down = converter.get_structure_hook(FaceDown)

    def read(data: object, _: object) -> object:
        return read_face_down(data, FaceDown) if isinstance(data, dict) else _read_cards(data)

    return read


def _read_cards(text: object) -> Cards:
    """Read cards from just the text that `str` gives for them."""
    if type(text) is str and len(text) < MOST_HAND:
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
