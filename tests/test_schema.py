"""The schema of records: all that is written is valid, and it has every field of every class."""

import json
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, cast, get_args

import attrs
import laws
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import collusion_rules as cr
from collusion_rules import testing

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too

N, E, S, W = map(cr.Seat, range(4))
VALIDATOR = Draft202012Validator(cr.record_schema())
PARTS = cast("dict[str, dict[str, Any]]", cr.record_schema()["$defs"])

MOVE_VALIDATOR = Draft202012Validator({"$ref": "#/$defs/move", "$defs": PARTS})


def valid(record: Any, validator: Draft202012Validator = VALIDATOR) -> bool:
    return validator.is_valid(record)  # pyright: ignore[reportUnknownMemberType] -- in its stubs


def written(value: cr.Game | cr.View | cr.Event) -> Any:  # JSON
    return json.loads(cr.dumps(value))


# What is written is valid


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(cr.record_schema())
    assert cr.record_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_each_schema_is_fresh() -> None:
    cr.record_schema().clear()
    assert cr.record_schema() == VALIDATOR.schema


@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=cr.RULESETS)
def test_a_whole_game_of_each_ruleset_is_valid(rules: cr.Ruleset) -> None:
    game = laws.random_game(rules, 20, 10_000)
    assert valid(written(game))
    assert valid(written(cr.view(game, E)))


@settings(max_examples=settings().max_examples // 3)  # to validate takes longer than to play
@given(testing.games(), st.data())
def test_every_game_and_view_is_valid(game: cr.Game, data: st.DataObject) -> None:
    viewer = data.draw(st.none() | st.integers(0, game.rules.players - 1).map(cr.Seat))
    if data.draw(st.booleans()):
        assert valid(written(game))
    else:
        assert valid(written(cr.view(game, viewer)))


@given(testing.games(), st.data())
def test_every_event_is_valid(game: cr.Game, data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(game.log))
    assert valid(written(event))
    assert valid(written(cr.redact(event, N)))


@given(testing.games().flatmap(testing.moves))
def test_every_move_is_valid_legal_or_not(move: cr.Move) -> None:
    assert valid(written(move))
    assert valid(written(move)["event"], MOVE_VALIDATOR)


# It can't drift from the classes

CLASSES: Sequence[type] = [
    *get_args(cr.Event),
    *get_args(cr.Statement),
    cr.EvenDeal,
    cr.HonoursFirst,
    cr.SecretPair,
    cr.ThreePairs,
    cr.ParlettScoring,
    cr.PartnersScoring,
    cr.ThreeTeamsScoring,
]
"""The classes whose records have a type."""

PLAIN: Sequence[type] = [
    cr.Ruleset,
    cr.Deck,
    cr.FaceDown,
    cr.DealScore,
    cr.Outcome,
    cr.ScoreLine,
]
"""The classes whose records have none, for they stand where nothing else may."""


def name_of(kind: type) -> str:
    letters = (f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)
    return "".join(letters).removeprefix("-")


@pytest.mark.parametrize("kind", [*CLASSES, *PLAIN], ids=name_of)
def test_it_has_every_field_of_a_class_and_no_other(kind: type) -> None:
    part = PARTS[name_of(kind)]
    tag = ["type"] if kind in CLASSES else []
    fields = [field for field in attrs.fields(kind) if field.init]
    assert [*part["properties"]] == tag + [field.name for field in fields]
    needed = [field.name for field in fields if field.default is attrs.NOTHING]
    assert part["required"] == tag + needed
    assert part["additionalProperties"] is False
    assert part["type"] == "object"
    assert part["description"]
    if tag:
        assert part["properties"]["type"] == {"const": name_of(kind)}


ENUMS: Sequence[type[Enum]] = [
    cr.Rank,
    cr.Suit,
    cr.Reason,
    cr.FirstLeader,
    cr.Reveal,
    cr.TableTalk,
    cr.Height,
]


@pytest.mark.parametrize("kind", ENUMS, ids=name_of)
def test_it_has_every_value_of_an_enumeration(kind: type[Enum]) -> None:
    assert PARTS[name_of(kind)] == {"enum": [str(value) for value in kind]}


def test_it_has_every_class_of_a_union() -> None:
    assert refs("move") == list(map(name_of, get_args(cr.Move)))
    assert sorted(refs("event")) == sorted(map(name_of, get_args(cr.Event)))
    assert refs("statement") == list(map(name_of, get_args(cr.Statement)))


def refs(union: str) -> list[str]:
    return [option["$ref"].removeprefix("#/$defs/") for option in PARTS[union]["anyOf"]]


def test_no_class_is_forgotten() -> None:
    """What the fields of its classes are of is in the schema too."""
    known = {*CLASSES, *PLAIN, *ENUMS}
    simple = {cr.Because, int, str, bool, type(None), cr.Card, cr.Cards, cr.Seat, cr.Scoring}
    for kind in (*CLASSES, *PLAIN):
        for field in attrs.fields(kind):
            assert {*kinds_in(field.type)} <= known | simple, (kind, field.name)


def kinds_in(annotation: object) -> Iterator[object]:
    """The classes in a type such as `tuple[Cards | FaceDown, ...]`."""
    parts = [part for part in get_args(annotation) if part is not ...]
    if not parts:
        yield annotation
    for part in parts:
        yield from kinds_in(part)


# It is tight

DECLARED = cr.play(
    cr.deal(cr.new_game(cr.secret_partners(accusations=True), N), seed=7),
    cr.Declaration(N, cr.Suit.SPADES),
)
ACCUSED = cr.play(DECLARED, cr.Accusation(S, (N, W)))
GAME = cr.play(ACCUSED, cr.legal_moves(ACCUSED)[0])
TALK = cr.Talk(W, cr.AskLead(cr.Suit.CLUBS, cr.Height.LOW))

Place = Sequence[str | int]

INVALID: Sequence[tuple[cr.Game | cr.View | cr.Event, Place, object]] = [
    (GAME, ("version",), 2),
    (GAME, ("version",), "1"),
    (GAME, ("format",), "pbn"),
    (GAME, ("kind",), "view"),
    (GAME, ("seed",), 7),
    (GAME, ("log",), []),
    (GAME, ("log", 0, "dealer"), 8),
    (GAME, ("log", 0, "rules", "players"), 2),
    (GAME, ("log", 0, "rules", "name"), ""),
    (GAME, ("log", 0, "rules", "name"), " "),
    (GAME, ("log", 0, "rules", "name"), "two\nlines"),
    (GAME, ("log", 0, "rules", "name"), "n" * 101),
    (GAME, ("log", 0, "rules", "tricks"), 13),
    (GAME, ("log", 0, "rules", "deck", "packs"), 3),
    (GAME, ("log", 0, "rules", "deck", "lowest"), 2),
    (GAME, ("log", 0, "rules", "declares"), 1),
    (GAME, ("log", 0, "rules", "partnership", "cycle"), []),
    (GAME, ("log", 0, "rules", "partnership", "cycle", 0), ["A", "A"]),
    (GAME, ("log", 0, "rules", "scoring", "deals"), 0),
    (GAME, ("log", 0, "rules", "scoring", "clear_from"), 14),
    (GAME, ("log", 0, "rules", "scoring", "loss"), [1]),
    (GAME, ("log", 0, "rules", "scoring", "all_tricks"), 1_000_001),
    (GAME, ("log", 0, "rules", "scoring", "type"), "parlett-scoring"),
    (GAME, ("log", 1), written(GAME)["log"][0]),
    (GAME, ("log", 1, "hands", 0), {"count": 13}),
    (GAME, ("log", 1, "hands", 0), ""),
    (GAME, ("log", 1, "hands", 0), "AS  KS"),
    (GAME, ("log", 1, "hands", 0), "AS KS\n"),
    (GAME, ("log", 1, "hands"), ["AS"]),
    (GAME, ("log", 2, "suit"), "NT"),
    (GAME, ("log", 3, "suspects"), [0, 0]),
    (GAME, ("log", 3, "suspects"), [0]),
    (GAME, ("log", 4, "seat"), -1),
    (GAME, ("log", 4, "seat"), 8),
    (GAME, ("log", 4, "seat"), "1"),
    (GAME, ("log", 4, "seat"), True),
    (GAME, ("log", 4, "seat"), 1.5),
    (GAME, ("log", 4, "card"), "10S"),
    (GAME, ("log", 4, "card"), "SA"),
    (GAME, ("log", 4, "card"), "AS\n"),
    (cr.view(GAME, E), ("viewer",), 8),
    (cr.view(GAME, E), ("viewer",), "1"),
    (cr.view(GAME, E), ("log", 1, "hands", 0), "AS KS"),
    (cr.view(GAME, E), ("log", 1, "hands", 0), {"count": 17}),
    (cr.view(GAME, E), ("log", 1, "hands", 0), {"count": 13, "cards": ""}),
    (TALK, ("event", "type"), "shout"),
    (TALK, ("event", "seat"), 2**53),
    (TALK, ("event", "statement"), None),
    (TALK, ("event", "statement", "height"), "middling"),
    (TALK, ("event", "statement", "type"), "ask-not-lead"),
]


@pytest.mark.parametrize(("value", "place", "wrong"), INVALID)
def test_what_is_not_valid(
    value: cr.Game | cr.View | cr.Event, place: Place, wrong: object
) -> None:
    record = written(value)
    assert valid(record)
    put(record, place, wrong)
    assert not valid(record)
    with pytest.raises(cr.BadRecordError):
        cr.from_data(record, record["kind"])


def put(record: Any, place: Place, value: object) -> None:
    *outer, last = place
    for step in outer:
        record = record[step]
    record[last] = value


@given(testing.games(), st.data())
def test_the_reader_and_the_schema_agree_on_what_can_be_left_out(
    game: cr.Game, data: st.DataObject
) -> None:
    record = written(data.draw(st.sampled_from(game.log)))
    fields = data.draw(st.sampled_from([*objects_in(record)]))
    dropped = data.draw(st.sampled_from([*fields]))
    del fields[dropped]
    code = code_of(record)
    if valid(record):  # a default that doesn't go with the other parts is more than it can say
        assert code in (None, cr.ErrorCode.WRONG_VALUE)
    else:
        tells = ("format", "version", "kind", "type")
        assert code == cr.ErrorCode.MISSING_FIELD or (code is not None and dropped in tells)


def code_of(record: Any) -> cr.ErrorCode | None:  # JSON
    """The code with which an event's record is refused, if it is."""
    try:
        cr.from_data(record, "event")
    except cr.BadRecordError as error:
        return error.code
    return None


JUNK: st.SearchStrategy[object] = st.sampled_from(
    [
        None,
        True,
        "",
        "x",
        "AS",
        "ace",
        0,
        -1,
        99,
        2**53 - 1,
        2**53,
        [],
        [1],
        ["AS"],
        {},
        {"count": 1},
    ]
)
"""Values of every kind, but for those that JSON Schema takes for whole numbers, such as 1.0."""


@given(testing.games(), st.data())
def test_the_reader_and_the_schema_agree_on_every_value(game: cr.Game, data: st.DataObject) -> None:
    record = written(data.draw(st.sampled_from(game.log)))
    fields = data.draw(st.sampled_from([*objects_in(record["event"])]))
    fields[data.draw(st.sampled_from([*fields]))] = data.draw(JUNK)
    code = code_of(record)
    if code is None:
        assert valid(record)
    if valid(record):  # what goes together, and what is a line, are more than it can say
        assert code in (None, cr.ErrorCode.WRONG_VALUE)


@given(testing.games(), st.data())
def test_no_field_can_be_added(game: cr.Game, data: st.DataObject) -> None:
    record = written(data.draw(st.sampled_from(game.log)))
    data.draw(st.sampled_from([*objects_in(record)]))["more"] = None
    assert not valid(record)


def objects_in(part: object) -> Iterator[dict[str, object]]:
    if isinstance(part, list):
        for entry in cast("list[object]", part):
            yield from objects_in(entry)
    if isinstance(part, dict):
        fields = cast("dict[str, object]", part)
        yield fields
        for entry in fields.values():
            yield from objects_in(entry)


# Valid, and yet against the rules

OVER = laws.random_game(cr.SECRET_PARTNERS, 20, 10_000)
SCORED = next(at for at, event in enumerate(OVER.log) if isinstance(event, cr.DealScored))

WRONG: Sequence[tuple[cr.Game, Place, object, int]] = [
    (GAME, ("log", 0, "dealer"), 4, 0),
    (GAME, ("log", 0, "dealer"), 1, 1),
    (GAME, ("log", 1, "dealer"), 1, 1),
    (GAME, ("log", 1, "hands", 0), "AS KS", 1),
    (GAME, ("log", 1), {"type": "trick-won", "seat": 1}, 1),
    (GAME, ("log", 2, "seat"), 1, 2),
    (GAME, ("log", 3, "suspects"), [2, 3], 3),
    (GAME, ("log", 3), {"type": "talk", "seat": 1, "statement": {"type": "no-more"}}, 3),
    (GAME, ("log", 4, "seat"), 2, 4),
    (GAME, ("log", 4, "card"), "3S", 4),  # S has it
    (OVER, ("log", SCORED, "score", "points", 0), 99, SCORED),
    (OVER, ("log", SCORED, "score", "totals", 0), 99, SCORED),
    (OVER, ("log", SCORED, "score", "lines", 0, "reason"), "accused", SCORED),
    (OVER, ("log", SCORED, "score", "outcome", "rightly_accused"), True, SCORED),
    (OVER, ("log", OVER.version - 1, "winners"), [0, 1, 2, 3], OVER.version - 1),
]


@pytest.mark.parametrize(("game", "place", "wrong", "index"), WRONG)
def test_a_valid_record_that_breaks_the_rules_is_refused_at_its_first_wrong_event(
    game: cr.Game, place: Place, wrong: object, index: int
) -> None:
    record = written(game)
    put(record, place, wrong)
    assert valid(record)
    with pytest.raises(cr.BadRecordError) as refused:
        cr.loads(json.dumps(record))
    assert refused.value.code == cr.ErrorCode.BROKEN_LOG
    assert refused.value.parameters["index"] == index
