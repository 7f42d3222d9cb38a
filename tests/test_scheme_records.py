"""Records of games with a scoring scheme of one's own: its class is given by a name."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NewType, cast

import attrs
import pytest
from jsonschema import Draft202012Validator
from tables import NoScoring

import collusion_rules as cr

N, E = cr.Seat(0), cr.Seat(1)
Points = NewType("Points", int)
ODD: Final = cr.Because("{tricks} tricks, an odd number", "H1", {"ja": "{tricks}トリックは奇数"})


@attrs.frozen
class Plain(NoScoring):
    """What all of these have in common: points for odd numbers of tricks, for some deals."""

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Iterator[cr.ScoreLine]:
        for seat, tricks in enumerate(outcome.tricks):
            if tricks % 2:
                yield cr.ScoreLine(cr.Seat(seat), tricks, ODD, tricks)

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        return deals_played >= 2


@attrs.frozen
class OddTricks(Plain):
    """Every kind of field that a record can have."""

    points: Points
    seat: cr.Seat = N
    name: str = "odd"
    hard: bool = False
    suit: cr.Suit = cr.Suit.HEARTS
    why: cr.Reason = cr.Reason.TRICKS
    ranks: tuple[cr.Rank, ...] = (cr.Rank.ACE, cr.Rank.TEN)
    pair: tuple[int, str] = (1, "one")
    two: tuple[int, int] = (1, 2)
    rows: tuple[tuple[int, ...], ...] = ((), (1, 2))
    _private: int = attrs.field(default=7, validator=attrs.validators.ge(0))
    sum: int = attrs.field(init=False, default=0, eq=False)


SCHEMES: Final = {"odd-tricks": OddTricks, "plain": Plain}
RULES: Final = cr.Ruleset(
    name="odd", players=5, deck=cr.Deck(lowest=cr.Rank.FIVE), scoring=OddTricks(Points(3))
)


def whole_game(rules: cr.Ruleset) -> cr.Game:
    game = cr.new_game(rules, N)
    while game.phase is not cr.Phase.OVER:
        waiting = game.phase is cr.Phase.AWAITING_DEAL
        game = cr.deal(game, seed=7) if waiting else cr.play(game, cr.legal_moves(game)[0])
    return game


GAME: Final = whole_game(RULES)


def rules_in(record: Any) -> Any:  # JSON
    return record["log"][0]["rules"]


def test_what_is_written() -> None:
    record = cr.to_data(GAME, schemes=SCHEMES)
    assert rules_in(record)["scoring"] == {
        "type": "odd-tricks",
        "points": 3,
        "seat": 0,
        "name": "odd",
        "hard": False,
        "suit": "H",
        "why": "tricks",
        "ranks": ["A", "T"],
        "pair": [1, "one"],
        "two": [1, 2],
        "rows": [[], [1, 2]],
        "private": 7,
    }
    scored = next(event for event in cast("Any", record["log"]) if event["type"] == "deal-scored")
    assert scored["score"]["lines"][0]["reason"] == {
        "template": "{tricks} tricks, an odd number",
        "rule": "H1",
        "translations": {"ja": "{tricks}トリックは奇数"},
    }


@pytest.mark.parametrize(
    "value",
    [GAME, cr.view(GAME, E), cr.view(GAME, None), GAME.log[0]],
    ids=lambda v: type(v).__name__,
)
def test_what_is_written_is_read_again_and_valid(value: cr.Game | cr.View | cr.Event) -> None:
    kinds: dict[Any, Any] = {cr.Game: "game", cr.View: "view"}
    kind = kinds.get(type(value), "event")
    text = cr.dumps(value, schemes=SCHEMES)
    loads: Any = cr.loads
    again: Any = loads(text, kind, schemes=SCHEMES)
    assert again == value
    assert cr.from_data(cr.to_data(value, schemes=SCHEMES), kind, schemes=SCHEMES) == value
    assert cr.dumps(again, schemes=SCHEMES) == text
    validator: Any = Draft202012Validator(cr.record_schema(schemes=SCHEMES))
    assert validator.is_valid(json.loads(text))
    ours: Any = Draft202012Validator(cr.record_schema())
    assert not ours.is_valid(json.loads(text))


def test_a_score_can_be_read_by_who_has_not_the_scheme() -> None:
    scored = next(event for event in GAME.log if isinstance(event, cr.DealScored))
    text = cr.dumps(scored)
    assert cr.loads(text, "event") == scored
    bare = text.replace(',"rule":"H1","translations":{"ja":"{tricks}トリックは奇数"}', "")
    read = cr.loads(bare, "event")
    assert isinstance(read, cr.DealScored)
    assert read.score.lines[0].reason == cr.Because(ODD.template)


def test_a_scheme_that_is_not_given_is_named() -> None:
    text = cr.dumps(GAME, schemes=SCHEMES)
    with pytest.raises(cr.BadRecordError) as caught:
        cr.loads(text, schemes={"even-tricks": NoScoring})
    assert caught.value.code is cr.ErrorCode.UNKNOWN_SCHEME
    assert str(caught.value) == (
        "log[0].rules.scoring: the scoring 'odd-tricks' is not one of the library's own: give its "
        "class in schemes"
    )
    with pytest.raises(cr.BadRecordError, match=r"rules\.scoring: the scoring OddTricks is not"):
        cr.dumps(GAME, schemes={"none": NoScoring})


def test_ours_are_read_as_ever_beside_them() -> None:
    for rules in cr.RULESETS.values():
        game = cr.new_game(rules, N)
        assert cr.dumps(game, schemes=SCHEMES) == cr.dumps(game)
        assert cr.loads(cr.dumps(game), schemes=SCHEMES) == game


WRONG_FIELDS: Final[list[tuple[dict[str, Any], str]]] = [
    ({"points": 1.5}, "points"),
    ({"points": True}, "points"),
    ({"points": 2**53}, "points"),
    ({"points": None}, "points"),
    ({"name": b"odd"}, "name"),
    ({"name": "\ud83c"}, "name"),
    ({"name": cr.Suit.HEARTS}, "name"),
    ({"hard": 1}, "hard"),
    ({"suit": cr.Rank.ACE}, "suit"),
    ({"suit": "H"}, "suit"),
    ({"ranks": (cr.Card.parse("AS"),)}, "ranks"),
    ({"pair": (1, "one", 2)}, "pair"),
    ({"rows": ((1,), 2)}, "rows"),
]


@pytest.mark.parametrize(("wrong", "field"), WRONG_FIELDS, ids=str)
def test_a_field_that_has_no_record_is_named_when_it_is_written(
    wrong: dict[str, Any], field: str
) -> None:
    fields: dict[str, Any] = {"points": 3, **wrong}
    game = begun(OddTricks(**fields))
    with pytest.raises(cr.BadRecordError) as caught:
        cr.dumps(game, schemes=SCHEMES)
    assert caught.value.code is cr.ErrorCode.UNSTORABLE_FIELD
    assert caught.value.parameters["field"] == field
    assert str(caught.value).startswith(f"the field {field} of the scoring OddTricks has no record")


def begun(scoring: cr.Scoring) -> cr.Game:
    return cr.new_game(cr.Ruleset(name="own", scoring=scoring), N)


@attrs.frozen
class Mapped(Plain):
    table: frozenset[int] = frozenset()


@attrs.frozen
class Lost(Plain):
    field: "Nowhere" = 1  # type: ignore[name-defined] # noqa: F821 -- as in a class of a function


@attrs.frozen
class Tagged(Plain):
    type: str = "odd"


def one_more(points: int) -> int:
    return points + 1


@attrs.frozen
class Changed(Plain):
    """What it is given is not what it holds."""

    points: int = attrs.field(default=1, converter=one_more)


@pytest.mark.parametrize(
    ("kind", "field"), [(Mapped, "table"), (Lost, "Nowhere"), (Tagged, "type"), (Changed, "points")]
)
def test_a_class_with_a_field_that_has_no_record(kind: type[cr.Scoring], field: str) -> None:
    game = begun(kind())
    with pytest.raises(cr.BadRecordError) as caught:
        cr.to_data(game, schemes={"own": kind})
    assert caught.value.code is cr.ErrorCode.UNSTORABLE_FIELD
    assert caught.value.parameters["field"] == field


WRONG_VALUES: Final[list[tuple[str, object, str]]] = [
    ("points", "3", "not-a-record"),
    ("pair", [1], "not-a-record"),
    ("two", [1], "not-a-record"),
    ("two", [1, "2"], "not-a-record"),
    ("suit", "X", "not-a-record"),
    ("private", -1, "wrong-value"),
    ("more", 1, "unknown-field"),
]


@pytest.mark.parametrize(("field", "value", "code"), WRONG_VALUES)
def test_what_is_read_is_checked(field: str, value: object, code: str) -> None:
    record = cr.to_data(begun(OddTricks(Points(3))), schemes=SCHEMES)
    rules_in(record)["scoring"][field] = value
    with pytest.raises(cr.BadRecordError) as caught:
        cr.from_data(record, schemes=SCHEMES)
    assert caught.value.code == code
    assert str(caught.value.parameters["path"]).startswith("log[0].rules.scoring")
    schema: Any = Draft202012Validator(cr.record_schema(schemes=SCHEMES))
    assert schema.is_valid(record) == (code == "wrong-value")


def test_a_scheme_without_its_defaults_is_read() -> None:
    game = begun(OddTricks(Points(3)))
    record = cr.to_data(game, schemes=SCHEMES)
    rules_in(record)["scoring"] = {"type": "odd-tricks", "points": 3}
    assert cr.from_data(record, schemes=SCHEMES) == game
    rules_in(record)["scoring"] = {"type": "odd-tricks"}
    with pytest.raises(cr.BadRecordError, match="the field points is missing"):
        cr.from_data(record, schemes=SCHEMES)


@pytest.mark.parametrize(
    "schemes",
    [
        None,
        [OddTricks],
        {"": OddTricks},
        {1: OddTricks},
        {"a\nb": OddTricks},
        {"parlett-scoring": OddTricks},
        {"odd": OddTricks(Points(3))},
        {"odd": int},
        {"odd": cr.Suit},
        {"odd": cr.Deck},
        {"odd": OddTricks, "even": OddTricks},
    ],
    ids=str,
)
def test_what_are_no_schemes(schemes: Any) -> None:
    for ask in (
        lambda: cr.dumps(GAME, schemes=schemes),
        lambda: cr.loads("{}", schemes=schemes),
        lambda: cr.record_schema(schemes=schemes),
    ):
        with pytest.raises(cr.BadArgumentError, match="schemes must be"):
            ask()


BAD_REASONS: Final[list[tuple[object, str]]] = [
    ({}, "missing-field"),
    ({"template": 1}, "not-a-record"),
    ({"template": "{seat}"}, "wrong-value"),
    ({"template": "odd", "rule": None}, "not-a-record"),
    ({"template": "odd", "translations": []}, "not-a-record"),
    ({"template": "odd", "translations": {"ja": 1}}, "not-a-record"),
    ({"template": "odd", "more": 1}, "unknown-field"),
    ("odd", "not-a-record"),
]


@pytest.mark.parametrize(("reason", "code"), BAD_REASONS, ids=str)
def test_a_reason_that_is_none(reason: object, code: str) -> None:
    scored = next(event for event in GAME.log if isinstance(event, cr.DealScored))
    record: Any = cr.to_data(scored)
    record["event"]["score"]["lines"][0]["reason"] = reason
    with pytest.raises(cr.BadRecordError) as caught:
        cr.from_data(record, "event")
    assert caught.value.code == code
