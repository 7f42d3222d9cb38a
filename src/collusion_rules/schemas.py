"""The JSON Schema of records, made from the classes whose values stand in them.

It is in two layers. The first is what an event looks like, whoever tries it: a field for each
field of a class. The second, `happened`, is laid over the events of a log, and has what is true
of what did happen: seats, tricks and teams that there are.
"""

import json
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Final, NewType, get_args, get_origin

import attrs

from collusion_rules.because import MOST_RULE, MOST_TEMPLATE, Because
from collusion_rules.cards import CARDS, Card, Deck, FaceDown, Hand
from collusion_rules.converting import (
    MOST,
    MOST_HAND,
    TEXTS,
    Names,
    checked_fields,
    is_needed,
    named,
    written_fields,
)
from collusion_rules.dealing import Dealing, HonoursFirst
from collusion_rules.events import Event
from collusion_rules.moves import MOST_PLAYERS, MOST_WORDS, Move, Statement
from collusion_rules.partnerships import Partnership, SecretPair, ThreePairs
from collusion_rules.revisions import latest
from collusion_rules.rulesets import Ruleset
from collusion_rules.schemes import MOST_LINES
from collusion_rules.scoring import (
    OWN_SCHEMES,
    DealScore,
    Outcome,
    PartnersScoring,
    ScoreLine,
    Scoring,
)
from collusion_rules.validators import one_line, whole, wholes
from collusion_rules.values import Value

Schema = dict[str, object]


@attrs.frozen
class _Bounds(Value):
    """How much there is of everything in the games that some scoring schemes allow."""

    players: tuple[int, ...]
    tricks: int
    lines: tuple[int, int]
    others: int
    team: int


_OURS: Final = _Bounds(players=(3, 4, 5, 6, 7, 8), tricks=16, lines=(3, 24), others=3, team=7)
_ANYBODYS: Final = _Bounds(
    players=tuple(range(2, MOST_PLAYERS + 1)),
    tricks=len(CARDS),  # of two packs, by two players
    lines=(0, MOST_LINES),
    others=MOST_PLAYERS,
    team=MOST_PLAYERS - 1,
)


def schema_of_records(names: Names) -> Schema:
    """The schema of records whose scoring is one of ours, or one of these.

    Raises:
        BadRecordError: a scheme has a field that has no record.
    """
    bounds = _ANYBODYS if names else _OURS
    frame = {"format": {"const": "collusion-rules"}, "version": {"const": 1}}
    game, view = _log_with({"items": {"type": "string"}}), _log_with(_AT_MOST_ONE_SEEN)
    viewer = {
        "description": "Whose view it is; null for a spectator.",
        "anyOf": [ref("seat"), {"type": "null"}],
    }
    defs: dict[str, object] = {
        "game-record": one_object({**frame, "kind": {"const": "game"}, "log": game}),
        "view-record": one_object(
            {**frame, "kind": {"const": "view"}, "viewer": viewer, "log": view}
        ),
        "event-record": one_object({**frame, "kind": {"const": "event"}, "event": ref("event")}),
        "log": _log(),
        "event": _any(_EVENTS, "Anything that happens, or that somebody tries."),
        "move": _any(get_args(Move), "What a person can do."),
        "happened": _happened(bounds),
        **_numbers_and_texts(bounds),
        **_values(bounds),
        **_schemes(names),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of collusion-rules, version 1",
        "description": "A game, a view of a game, or one event. A valid record may still break "
        "the rules of its game: the library replays it to find out.",
        "anyOf": [ref("game-record"), ref("view-record"), ref("event-record")],
        "$defs": defs,
    }


def shared_definitions() -> Schema:
    """What snapshots have in common with records, whoever's scoring it is."""
    known = {**_numbers_and_texts(_ANYBODYS), **_values(_ANYBODYS)}
    found: Schema = {}
    wanted = ["seat", "tricks", "whole", "suit", "rank", "card", "table-talk", "deal-score", "play"]
    wanted += ["declaration", "accusation"]
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = known[name]
            wanted += re.findall(r'"#/\$defs/([^"]+)"', json.dumps(known[name]))
    return {name: part for name, part in known.items() if name in found}


# A validator tries them in this order, and there are more plays than anything else.
_EVENTS: Final = sorted(get_args(Event), key=lambda kind: kind not in get_args(Move))

_AT_MOST_ONE_SEEN: Final[Schema] = {
    "contains": {"type": "string"},
    "minContains": 0,
    "maxContains": 1,
}


def ref(name: str) -> Schema:
    """Whatever another definition says."""
    return {"$ref": f"#/$defs/{name}"}


def one_object(properties: Mapping[str, object], needed: Iterable[str] | None = None) -> Schema:
    """An object with these fields and no others; all of them are needed, if nothing is said."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if needed is None else needed),
        "additionalProperties": False,
    }


def _laid_over(**properties: object) -> Schema:
    """What holds besides, of an object that is described elsewhere."""
    return {"type": "object", "properties": properties}


def array(entries: object, **more: object) -> Schema:
    """A list of entries that are alike."""
    return {"type": "array", "items": entries, **more}


def _any(kinds: Iterable[type], description: str) -> Schema:
    return {"description": description, "anyOf": [ref(name) for _, name in named(tuple(kinds))]}


def _log() -> Schema:
    return {
        "description": "All events, oldest first: the first of them, and no other, is the start.",
        "type": "array",
        "items": {"allOf": [ref("event"), ref("happened")]},
        "contains": _laid_over(type={"const": "game-started"}),
        "minContains": 1,
        "maxContains": 1,
    }


def _log_with(hands: Mapping[str, object]) -> Schema:
    return {
        "allOf": [ref("log"), array(_laid_over(hands={"type": "array", **hands}))],
    }


def _happened(bounds: _Bounds) -> Schema:
    """What holds besides for each event of a log: seats and tricks that there are."""
    a_seat = {"minItems": min(bounds.players), "maxItems": max(bounds.players)}
    seat, tricks, teams = ref("seat"), ref("tricks"), _teams(bounds)
    suspects = {**_seats(), "minItems": 2, "maxItems": 2}
    others = {**_seats(), "maxItems": bounds.others}
    hand = [
        {"type": "string", "minLength": 2},
        _laid_over(count={"type": "integer", "minimum": 1, "maximum": bounds.tricks}),
    ]
    lines = {"minItems": bounds.lines[0], "maxItems": bounds.lines[1]}
    return {
        "description": "What holds besides for each event of a log.",
        **_laid_over(
            dealer=seat,
            seat=seat,
            hands=array({"anyOf": hand}, **a_seat),
            suspects=suspects,
            statement=_laid_over(
                seat=seat, tricks=tricks, text={"allOf": [ref("line"), _at_most(MOST_WORDS)]}
            ),
            teams={**teams, "minItems": 2},
            score=_laid_over(
                outcome=_laid_over(
                    tricks=array(tricks, **a_seat),
                    teams=teams,
                    wrong_accusers={**_seats(), "maxItems": max(bounds.players)},
                ),
                points={"type": "array", **a_seat},
                totals={"type": "array", **a_seat},
                lines=array(_laid_over(seat=seat, tricks=tricks, others=others), **lines),
            ),
            winners={**_seats(), "minItems": 1, "maxItems": max(bounds.players)},
        ),
    }


def _seats() -> Schema:
    return array(ref("seat"), uniqueItems=True)


def _teams(bounds: _Bounds) -> Schema:
    team = {**_seats(), "minItems": 1, "maxItems": bounds.team}
    return array(team, maxItems=3, uniqueItems=True)


def _at_most(characters: int) -> Schema:
    return {"type": "string", "maxLength": characters}


def _numbers_and_texts(bounds: _Bounds) -> Schema:
    """What is not an object."""
    a_card = "[2-9TJQKA][CDHS]"
    enumerations = {_enum_name(kind): kind for kind in TEXTS if issubclass(kind, Enum)}
    return {
        "seat": {"type": "integer", "minimum": 0, "maximum": max(bounds.players) - 1},
        "tricks": {"type": "integer", "minimum": 0, "maximum": bounds.tricks},
        "whole": {"type": "integer", "minimum": -MOST, "maximum": MOST},
        "line": {
            "description": "Text in one line that is more than white space.",
            "type": "string",
            "minLength": 1,
            "pattern": r"\S",
            "not": {"pattern": r"[\u0000-\u001f\u007f-\u009f\u2028\u2029]"},
        },
        **{name: {"enum": [str(value) for value in kind]} for name, kind in enumerations.items()},
        "card": {"enum": [str(card) for card in CARDS]},
        "cards": {
            "description": "Cards with spaces between them: spades, hearts, diamonds, clubs; ace "
            "down.",
            "type": "string",
            "pattern": f"^({a_card}( {a_card})*)?$",
            "maxLength": MOST_HAND - 1,
            "not": {"pattern": r"\n"},
        },
        "hand": {"anyOf": [ref("cards"), ref("face-down")]},
        "statement": _any(get_args(Statement), "What is said at the table."),
        "because": _because(),
    }


def _because() -> Schema:
    text: Schema = {"type": "string", "minLength": 1, "maxLength": MOST_TEMPLATE}
    translations = {
        "description": "The template in other languages, by their codes.",
        "type": "object",
        "additionalProperties": text,
    }
    rule = {"type": "string", "maxLength": MOST_RULE}
    about = _about(Because)
    properties = {"template": text, "rule": rule, "translations": translations}
    return {"description": about, **one_object(properties, ["template"])}


def _values(bounds: _Bounds) -> Schema:
    """A definition for each class."""
    tagged = (
        *_EVENTS,
        *get_args(Statement),
        *get_args(Dealing),
        *get_args(Partnership),
        *OWN_SCHEMES,
    )
    plain = (DealScore, Outcome, ScoreLine, Ruleset, Deck, FaceDown)
    special = _special(bounds)
    return {
        **{name: _value(kind, special, name) for kind, name in named(tagged)},
        **{name: _value(kind, special) for kind, name in named(plain)},
    }


def _schemes(names: Names) -> Schema:
    """What may stand for a scoring, and a definition for each scheme of somebody's own."""
    own = {f"scheme {name}": _value(kind, {}, name) for name, kind in checked_fields(names)}
    ours = [ref(name) for _, name in named(OWN_SCHEMES)]
    theirs = [ref(f"scheme {name}".replace("~", "~0").replace("/", "~1")) for name, _ in names]
    return {"scoring": {"anyOf": [*ours, *theirs]}, **own}


def _special(bounds: _Bounds) -> dict[tuple[type, str], Schema]:
    """Fields of which their classes say more than their annotations and validators do."""
    different = {"uniqueItems": True}
    honours = array(ref("rank"), minItems=3, maxItems=3, **different)
    pair = array(ref("rank"), minItems=2, maxItems=2, **different)
    from_tricks: Schema = {"type": "integer", "minimum": 1, "maximum": 13}
    special: dict[tuple[type, str], Schema] = {
        (Ruleset, "players"): {"enum": list(bounds.players)},
        (Ruleset, "revision"): {"type": "integer", "minimum": 1, "maximum": latest()},
        (SecretPair, "cycle"): array(pair, minItems=1),
        (ThreePairs, "honours"): honours,
        (HonoursFirst, "honours"): honours,
    }
    for name in ("clear_from", "narrow_from", "soloist_from"):
        special[PartnersScoring, name] = from_tricks
    return special


def _value(
    kind: type, special: Mapping[tuple[type, str], Schema], tag: str | None = None
) -> Schema:
    """An object with the fields of a class, and a tag if there is one."""
    properties: dict[str, object] = {} if tag is None else {"type": {"const": tag}}
    needed = [*properties]
    about = _about_fields(kind)
    for name, field in written_fields(kind):
        is_special = (kind, name) in special
        part = special[kind, name] if is_special else _of_field(field)
        properties[name] = {"description": about[name], **part} if name in about else part
        if is_needed(field):
            needed.append(name)
    return {"description": _about(kind), **one_object(properties, needed)}


def _of_field(field: "attrs.Attribute[Any]") -> Schema:
    check: object = field.validator
    if isinstance(check, whole | wholes):
        number: Schema = {"type": "integer", "minimum": check.least, "maximum": check.most}
        if isinstance(check, whole):
            return number
        return array(number, minItems=check.count, maxItems=check.count)
    if isinstance(check, one_line):
        return {"allOf": [ref("line"), _at_most(check.most)]}
    return _of(field.type)


_NAMED: Final[tuple[tuple[object, str], ...]] = (
    (Hand, "hand"),
    (Card, "card"),
    (Event, "event"),
    (Statement, "statement"),
    (Scoring, "scoring"),
)


def _of(kind: Any) -> Schema:  # an annotation
    """What a value of an annotation looks like."""
    for known, name in _NAMED:
        if kind == known:
            return ref(name)
    if isinstance(kind, NewType):
        return _of(kind.__supertype__)
    if get_origin(kind) is tuple:
        return _of_tuple(get_args(kind))
    if isinstance(kind, UnionType):
        return {"anyOf": [_of(part) for part in get_args(kind)]}
    match kind:
        case _ if kind is NoneType:
            return {"type": "null"}
        case _ if kind is bool:
            return {"type": "boolean"}
        case _ if kind is int:
            return ref("whole")
        case _ if kind is str:
            return {"type": "string"}
        case _ if kind in TEXTS:
            return ref(_enum_name(kind))
        case _:
            ((_, name),) = named((kind,))
            return ref(name)


def _of_tuple(parts: tuple[object, ...]) -> Schema:
    if parts[1:] == (...,):
        return array(_of(parts[0]))
    if len(set(parts)) == 1:
        return array(_of(parts[0]), minItems=len(parts), maxItems=len(parts))
    entries = [_of(part) for part in parts]
    return {"type": "array", "prefixItems": entries, "minItems": len(parts), "items": False}


def _enum_name(kind: type) -> str:
    ((_, name),) = named((kind,))
    return name


def _about(kind: type) -> str:
    """The first line of a docstring."""
    return (kind.__doc__ or kind.__name__).strip().split("\n")[0]


def _about_fields(kind: type) -> dict[str, str]:
    """What a docstring says of each field, as far as it does."""
    _, _, attributes = cleandoc(kind.__doc__ or "").partition("Attributes:\n")
    told = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", attributes, re.MULTILINE)
    return {name: re.sub(r"\s+", " ", text) for name, text in told}
