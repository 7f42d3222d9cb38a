"""Records outlive what comes after them: new fields, and corrections of our rulings."""

import importlib
import importlib.util
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

import attrs
import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from tables import TricksCount

import collusion_rules as cr
from collusion_rules import converting, engine, revisions, testing
from collusion_rules.batch import play_deals
from collusion_rules.revisions import ABSENT, is_corrected, latest
from collusion_rules.values import ReadOnly

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
N, E, S, W = map(cr.Seat, range(4))


def script() -> Any:
    found = importlib.util.spec_from_file_location("golden", ROOT / "scripts" / "golden.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


FIELDS: Final[dict[str, dict[str, str | None]]] = json.loads(
    (GOLDEN / "1-fields.json").read_text(encoding="utf-8")
)
NOW: Final[dict[str, dict[str, str | None]]] = script().fields()


# Fields


def flaws(first: dict[str, dict[str, str | None]], now: dict[str, dict[str, str | None]]) -> Any:
    """What keeps records of the first release from being read now."""
    for kind, fields in now.items():
        for field, absent in fields.items():
            before = first.get(kind, {}).get(field, "new") if kind in first else absent
            if before == "new" and absent is None:
                yield f"{kind}.{field} is new and has no default"
            elif before not in ("new", None, absent):
                yield f"{kind}.{field} meant {before} where it was absent"
    for kind, fields in first.items():
        for field in fields:
            if field not in now.get(kind, {}):
                yield f"{kind}.{field} is gone"


def test_every_field_of_the_first_release_is_there_and_every_later_one_has_a_default() -> None:
    assert [*flaws(FIELDS, NOW)] == []


@pytest.mark.parametrize(
    ("kind", "field", "absent", "flaw"),
    [
        ("Ruleset", "jokers", None, "Ruleset.jokers is new and has no default"),
        ("Ruleset", "jokers", "0", None),
        ("Deck", "packs", "2", "Deck.packs meant 1 where it was absent"),
        ("Sneeze", "seat", None, None),
    ],
)
def test_a_field_that_keeps_records_from_being_read_is_found(
    kind: str, field: str, absent: str | None, flaw: str | None
) -> None:
    later = {name: dict(fields) for name, fields in FIELDS.items()}
    later.setdefault(kind, {})[field] = absent
    assert [*flaws(FIELDS, later)] == ([] if flaw is None else [flaw])


def test_a_field_that_is_gone_is_found() -> None:
    later = {name: dict(fields) for name, fields in FIELDS.items()}
    del later["Play"]["card"]
    del later["Retract"]
    later["Retract"] = {}
    assert [*flaws(FIELDS, later)] == ["Play.card is gone"]


def parts_of(part: object) -> Iterator[dict[str, object]]:
    if isinstance(part, list):
        for entry in cast("list[object]", part):
            yield from parts_of(entry)
    if isinstance(part, dict):
        fields = cast("dict[str, object]", part)
        yield fields
        for entry in fields.values():
            yield from parts_of(entry)


SCHEMA: Final[Any] = Draft202012Validator(cr.record_schema())


@settings(max_examples=settings().max_examples // 2)
@given(testing.games())
def test_a_record_without_a_field_that_has_a_default_is_not_refused_for_that(
    game: cr.Game,
) -> None:
    """For each field in turn of one event of each kind that came up."""
    for event in {type(event): event for event in game.log}.values():
        whole = cr.to_data(event)
        for part in parts_of(whole["event"]):
            for name in [*part]:
                value = part.pop(name)
                if is_missed(whole):
                    assert name == "type" or is_needed(name)
                else:
                    assert SCHEMA.is_valid(whole)
                part[name] = value
        assert cr.from_data(whole, "event") == event


def is_missed(record: object) -> bool:
    """Whether a record is refused, but for a default that doesn't go with the other parts."""
    try:
        cr.from_data(record, "event")
    except cr.BadRecordError as error:
        return error.code != cr.ErrorCode.WRONG_VALUE
    return False


def is_needed(field: str) -> bool:
    return any(fields.get(field, "") is None for fields in NOW.values())


def test_what_is_absent_from_the_rules_means_its_default() -> None:
    record: Any = cr.to_data(cr.new_game(cr.parlett(), N))
    record["log"][0]["rules"] = {"name": "parlett", "scoring": {"type": "parlett-scoring"}}
    game = cr.from_data(record)
    assert game.rules == cr.Ruleset(name="parlett", scoring=cr.ParlettScoring())


# Corrections


@pytest.fixture
def corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up correction: from revision 2 on, the last of two identical cards wins (A8)."""
    monkeypatch.setattr(revisions, "CORRECTIONS", ReadOnly({"A8": 2}))


Winner = Callable[[cr.Game | cr.View], cr.Event | None]


def test_no_ruling_is_corrected_yet() -> None:
    assert latest() == 1
    assert cr.PARLETT.revision == 1


def test_a_later_revision_is_not_known() -> None:
    with pytest.raises(cr.BadRulesetError) as caught:
        attrs.evolve(cr.PARLETT, revision=2)
    assert str(caught.value).endswith(
        "this library knows the rulings up to revision 1, not 2: update it"
    )
    wrongs: list[Any] = [0, -1, 1.0, True, "1", None]
    for wrong in wrongs:
        with pytest.raises(cr.BadRulesetError, match="revision must be a whole number from 1"):
            attrs.evolve(cr.PARLETT, revision=wrong)
    record: Any = cr.to_data(cr.new_game(cr.PARLETT, N))
    record["log"][0]["rules"]["revision"] = 2
    with pytest.raises(cr.BadRecordError, match="up to revision 1, not 2: update it") as refused:
        cr.from_data(record)
    assert refused.value.parameters["path"] == "log[0].rules"


def with_identical_cards(rules: cr.Ruleset) -> cr.Game:
    """A whole deal of two packs, in which the same card is often played twice in a trick."""
    game = cr.deal(cr.new_game(rules, N), seed="twins")
    while game.to_act is not None:
        game = cr.play(game, cr.legal_moves(game)[0])
    return game


TWO_PACKS: Final = cr.Ruleset(
    name="two packs", scoring=TricksCount(), deck=cr.Deck(packs=2, lowest=cr.Rank.TEN)
)
SCHEMES: Final = {"tricks-count": TricksCount}


def test_a_correction_changes_no_game_of_before(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = with_identical_cards(TWO_PACKS)
    text = cr.dumps(before, schemes=SCHEMES)
    assert '"revision":1' in text

    request.getfixturevalue("corrected")
    right = engine.consequence

    def consequence(table: cr.Game | cr.View) -> cr.Event | None:
        event = right(table)
        if not isinstance(event, cr.TrickWon) or not is_corrected("A8", table.rules.revision):
            return event
        best = next(play.card for play in table.trick if play.seat == event.seat)
        return cr.TrickWon([play.seat for play in table.trick if play.card == best][-1])

    for module in (engine, cast("Any", importlib.import_module("collusion_rules.replaying"))):
        monkeypatch.setattr(module, "consequence", consequence)

    again = cr.loads(text, schemes=SCHEMES)
    assert again == before
    assert again.rules.revision == 1
    assert cr.dumps(again, schemes=SCHEMES) == text
    without = text.replace(',"revision":1', "")
    assert cr.loads(without, schemes=SCHEMES) == before  # absent: as in the first release

    assert play_deals(TWO_PACKS, 2, seed=7).fallback == (
        "the engine plays every deal itself: the machine code does not read the field revision of "
        "Ruleset"
    )
    now = attrs.evolve(TWO_PACKS, revision=latest())
    assert now.revision == 2 == cr.parlett().revision
    after = with_identical_cards(now)
    assert after.tricks_won != before.tricks_won
    assert cr.loads(cr.dumps(after, schemes=SCHEMES), schemes=SCHEMES) == after
    forged = text.replace('"revision":1', '"revision":2')
    with pytest.raises(cr.BadRecordError, match="breaks the rules"):
        cr.loads(forged, schemes=SCHEMES)


@attrs.frozen
class Corrected(TricksCount):
    """A scheme that was corrected: a trick is worth two points, where it was worth one before."""

    each: int = attrs.field(default=2, metadata={ABSENT: 1})

    def lines(self, outcome: cr.Outcome, totals: Sequence[int]) -> Iterator[cr.ScoreLine]:
        for seat, tricks in enumerate(outcome.tricks):
            yield cr.ScoreLine(cr.Seat(seat), self.each * tricks, cr.Reason.TRICKS, tricks)


def test_a_corrected_scheme_changes_no_game_of_before() -> None:
    text = cr.dumps(with_identical_cards(TWO_PACKS), schemes=SCHEMES)
    game = cr.loads(text, schemes={"tricks-count": Corrected})
    assert game.rules.scoring == Corrected(each=1)
    assert sum(game.totals) == TWO_PACKS.tricks
    after = with_identical_cards(attrs.evolve(TWO_PACKS, scoring=Corrected()))
    assert sum(after.totals) == 2 * TWO_PACKS.tricks


# A new field of a ruleset (as an embedder's own class would have it)


def test_the_reader_and_writer_know_every_field_of_the_classes() -> None:
    for kind in script().CLASSES:
        names = [name for name, _ in converting.written_fields(kind)]
        assert names == [*NOW[kind.__name__]]
