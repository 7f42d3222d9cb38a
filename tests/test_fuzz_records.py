"""Records that somebody has tampered with end in a `BadRecordError`, or in a valid game."""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import collusion_rules as cr
from collusion_rules.records import Kind

N, E, S, W = map(cr.Seat, range(4))
VALIDATOR = Draft202012Validator(cr.record_schema())

SMALL = cr.Deck(lowest=cr.Rank.QUEEN)
RULES: Sequence[cr.Ruleset] = [
    attrs.evolve(cr.parlett(target=20), deck=SMALL),
    attrs.evolve(
        cr.open_collusion(accusations=True, talk=cr.TableTalk.ANYTHING),
        deck=SMALL,
        scoring=cr.PartnersScoring(deals=2, clear_from=2, narrow_from=2, soloist_from=1),
    ),
    attrs.evolve(cr.triple_collusion(deals=1), deck=cr.Deck(packs=2, lowest=cr.Rank.QUEEN)),
]
"""Games of few cards: their records are short, and most of what stands in them matters."""

SAID: Sequence[cr.Statement] = [
    cr.Offer(S, 2),
    cr.Agree(N, 2),
    cr.AskLead(cr.Suit.HEARTS, cr.Height.LOW),
    cr.Words("hm"),
]


def whole_game(rules: cr.Ruleset) -> cr.Game:
    """A game with an accusation and some talk, where the rules allow it."""
    game = cr.new_game(rules, E)
    asides: Iterator[cr.Move] = cycle(
        [cr.Accusation(W, (N, S)), *(cr.Talk(seat, said) for said in SAID for seat in (N, E))]
    )
    while game.phase is not cr.Phase.OVER:
        if game.phase is cr.Phase.AWAITING_DEAL:
            game = cr.deal(game, seed=rules.name)
        aside = next(asides)
        if cr.is_legal(game, aside):
            game = cr.play(game, aside)
        moves = cr.legal_moves(game)
        game = cr.play(game, moves[game.version % len(moves)])
    return game


WHOLE = [whole_game(rules) for rules in RULES]
BASES: dict[Kind, Sequence[str]] = {
    "game": [cr.dumps(game) for game in WHOLE],
    "view": [cr.dumps(cr.view(game, seat)) for game in WHOLE for seat in (E, None)],
    "event": [cr.dumps(event) for game in WHOLE for event in game.log],
    "move": [cr.dumps(move) for game in WHOLE for move in game.log if isinstance(move, cr.Move)],
}
"""Records to tamper with."""

JUNK: st.SearchStrategy[object] = st.text(max_size=5) | st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 3, 5, 13, 99, 2**53, -(2**60), 10**400),
        *(0.0, 1.0, 1.5, float("inf"), float("nan")),
        *("", "0", "1", "AS", "as", "QC", "AS KS", "S", "A", "play", "none", "\ud800", "x" * 600),
        *([], {}, [[]], [0, 1], [[0, 1], [2, 3]], {"type": "no-more"}, {"count": 3}),
    ]
).map(copy.deepcopy)

Place = tuple[Any, Any]
"""A list or an object of a record, and where in it: an index or a field."""


def places(part: object) -> Iterator[Place]:
    """Every place in a part of a record."""
    if isinstance(part, list):
        entries = cast("list[object]", part)
        for at, entry in enumerate(entries):
            yield entries, at
            yield from places(entry)
    if isinstance(part, dict):
        fields = cast("dict[str, object]", part)
        for name, value in [*fields.items()]:
            yield fields, name
            yield from places(value)


def somewhere(draw: st.DrawFn, record: Any) -> Place:
    return draw(st.sampled_from([*places(record)]))


def drop(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    del part[key]


def replace(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    part[key] = draw(JUNK)


def graft(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    other, there = somewhere(draw, record)
    part[key] = copy.deepcopy(other[there])


def swap(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    other, there = somewhere(draw, record)
    part[key], other[there] = copy.deepcopy(other[there]), copy.deepcopy(part[key])


def add(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    if isinstance(part, list):
        cast("list[object]", part).insert(key, draw(JUNK))
    else:
        part[draw(st.text(max_size=5))] = draw(JUNK)


def rename(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    _, there = somewhere(draw, record)
    if isinstance(part, dict):
        part[str(there)] = cast("dict[str, object]", part).pop(key)


def retype(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    value = part[key]
    number = float(value) if type(value) is int and abs(value) < 2**99 else 7
    part[key] = draw(
        st.sampled_from([json.dumps(value), [value], {"type": value}, bool(value), number])
    )


def nudge(draw: st.DrawFn, record: Any) -> None:
    part, key = somewhere(draw, record)
    if type(part[key]) is int:
        part[key] += draw(st.sampled_from([-1, 1, 10]))
    elif isinstance(part[key], str):
        part[key] = part[key][: draw(st.integers(0, 3))]


WAYS = (drop, replace, graft, swap, add, rename, retype, nudge)


@st.composite
def tampered(draw: st.DrawFn) -> tuple[Kind, Any]:
    """What a record is said to hold, and the record, changed in one to three places."""
    kind: Kind = draw(st.sampled_from([*BASES]))
    record = json.loads(draw(st.sampled_from(BASES[kind])))
    for way in draw(st.lists(st.sampled_from(WAYS), min_size=1, max_size=3)):
        way(draw, record)
    return kind, record


READ = cast("Callable[[object, Kind], cr.Game | cr.View | cr.Event]", cr.from_data)
LOAD = cast("Callable[[str | bytes, Kind], cr.Game | cr.View | cr.Event]", cr.loads)
TYPES: dict[Kind, Any] = {"game": cr.Game, "view": cr.View, "event": cr.Event, "move": cr.Move}


def outcome(read: Callable[[], object], kind: Kind) -> object:
    """What is read, or the error that says where the fault is."""
    try:
        value = read()
    except cr.BadRecordError as error:
        return error
    assert isinstance(value, TYPES[kind])
    return value


def assert_is_part(record: Any, written: Any) -> None:
    """A field that is absent means its default; all else is as it is written, types and all."""
    assert type(record) is type(written)
    match record:
        case dict():
            fields = cast("dict[str, Any]", record)
            assert fields.keys() <= written.keys()
            for name, value in fields.items():
                assert_is_part(value, written[name])
        case list():
            entries = cast("list[Any]", cast("object", record))
            for entry, other in zip(entries, written, strict=True):
                assert_is_part(entry, other)
        case _:
            assert record == written


@given(tampered())
def test_tampering_ends_in_an_error_with_its_place_or_in_a_valid_value(
    case: tuple[Kind, Any],
) -> None:
    kind, record = case
    value = outcome(lambda: READ(record, kind), kind)
    loaded = outcome(lambda: LOAD(json.dumps(record), kind), kind)
    if isinstance(value, cr.BadRecordError):
        assert isinstance(loaded, cr.BadRecordError)
        assert str(value)
        path = value.parameters["path"]
        assert isinstance(path, str)
        assert path.split(".")[0].split("[")[0] in {
            *("record", "format", "version", "kind", "viewer", "log", "event")
        }
        if value.code == cr.ErrorCode.BROKEN_LOG:
            assert value.parameters["index"] in range(len(record["log"]) + 1)
    else:
        # what is read is just what would have been written, but for fields left out
        assert loaded == value
        assert isinstance(value, cr.Game | cr.View | cr.Event)
        assert_is_part(record, cr.to_data(value))


def test_a_field_left_out_is_its_default_and_no_part_is_taken_for_another() -> None:
    record = json.loads(BASES["game"][0])
    whole = cr.to_data(cr.from_data(record))
    del record["log"][0]["rules"]["scoring"]["fewest"]
    assert cr.to_data(cr.from_data(record)) == whole
    assert_is_part(record, whole)
    for place, wrong in (("dealer", True), ("dealer", 3), ("dealers", 0)):
        other = json.loads(BASES["game"][0])
        other["log"][0][place] = wrong
        with pytest.raises(AssertionError):
            assert_is_part(other, whole)


@given(st.sampled_from([*BASES]), st.data())
def test_broken_text_ends_in_an_error_or_in_a_valid_value(kind: Kind, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(BASES[kind])).encode()
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 20)) | st.just(len(text)))
    more = data.draw(st.binary(max_size=8) | st.sampled_from([b'"', b"}", b"[[", b"1e9", b"NaN"]))
    value = outcome(lambda: LOAD(text[:start] + more + text[stop:], kind), kind)
    if isinstance(value, cr.Game | cr.View | cr.Event):
        assert outcome(lambda: LOAD(cr.dumps(value), kind), kind) == value


@given(st.binary() | st.text(), st.sampled_from([*BASES]))
def test_noise_is_no_record(noise: str | bytes, kind: Kind) -> None:
    with pytest.raises(cr.BadRecordError):
        LOAD(noise, kind)


# Against the rules, though well-formed


def swap_events(draw: st.DrawFn, log: list[Any]) -> None:
    first, second = (draw(st.integers(1, len(log) - 1)) for _ in range(2))
    log[first], log[second] = log[second], log[first]


def drop_events(draw: st.DrawFn, log: list[Any]) -> None:
    start = draw(st.integers(1, len(log)))
    del log[start : draw(st.integers(start, len(log)))]


def repeat_event(draw: st.DrawFn, log: list[Any]) -> None:
    log.insert(draw(st.integers(1, len(log))), draw(st.sampled_from(log[1:] or log)))


def swap_values(draw: st.DrawFn, log: list[Any]) -> None:
    """Swap two cards, two seats, two scores: values of the same field."""
    everywhere = [place for place in places(log) if not isinstance(place[0][place[1]], dict)]
    part, key = draw(st.sampled_from(everywhere))
    alike = [place for place in everywhere if place[1] == key]
    other, _ = draw(st.sampled_from(alike))
    part[key], other[key] = other[key], part[key]


def alter_number(draw: st.DrawFn, log: list[Any]) -> None:
    numbers = [(part, key) for part, key in places(log[1:]) if type(part[key]) is int]
    part, key = draw(st.sampled_from(numbers))
    part[key] += draw(st.sampled_from([-1, 1]))


@st.composite
def rearranged(draw: st.DrawFn) -> Any:
    """The record of a game whose events are not quite what they were."""
    record = json.loads(draw(st.sampled_from(BASES["game"])))
    log = record["log"]
    ways = [swap_events, drop_events, repeat_event, swap_values, alter_number]
    for way in draw(st.lists(st.sampled_from(ways), min_size=1, max_size=2)):
        if len(log) > 2:
            way(draw, log)
    return record


def first_wrong(events: Sequence[cr.Event]) -> int | None:
    """Where a log stops to be what the verbs make of the same choices, if it does."""
    start = events[0]
    assert isinstance(start, cr.GameStarted)
    game = cr.new_game(start.rules, start.dealer)
    for at, event in enumerate(events):
        try:
            if at == game.version:
                game = chosen(game, event)
        except cr.CollusionError:
            return at
        if at >= game.version or game.log[at] != event:
            return at
    return len(events) if game.version > len(events) else None


def chosen(game: cr.Game, event: cr.Event) -> cr.Game:
    """The game after what somebody chose; the same after anything else."""
    match event:
        case cr.Dealt(_, hands):
            return cr.deal(game, hands=cast("Sequence[cr.Cards]", hands))
        case cr.Play() | cr.Declaration() | cr.Talk() | cr.Accusation():
            return cr.play(game, event)
        case _:
            return game


@given(rearranged())
def test_the_first_wrong_event_is_named(record: Any) -> None:
    framed = {"format": "collusion-rules", "version": 1, "kind": "event"}
    value = outcome(lambda: cr.from_data(record), "game")
    try:
        events = [cr.from_data({**framed, "event": event}, "event") for event in record["log"]]
    except cr.BadRecordError:
        assert isinstance(value, cr.BadRecordError)  # such as a hand that is not in its order
        return
    wrong = first_wrong(events)
    if isinstance(value, cr.BadRecordError):
        assert value.code == cr.ErrorCode.BROKEN_LOG
        assert value.parameters["index"] == wrong
    else:
        assert wrong is None
        assert VALIDATOR.is_valid(record)  # pyright: ignore[reportUnknownMemberType] -- in its stubs


@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.rules.name)
def test_every_event_matters(game: cr.Game) -> None:
    """Without any one of its events but talk a record is refused, at that event or later."""
    for at, event in enumerate(game.log):
        record = cr.to_data(game)
        del cast("list[object]", record["log"])[at]
        value = outcome(lambda: cr.from_data(record), "game")  # noqa: B023 -- called at once
        if isinstance(event, cr.Talk | cr.Accusation):
            continue
        assert isinstance(value, cr.BadRecordError)
        assert value.parameters["index"] in range(at, game.version)
