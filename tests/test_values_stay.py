"""Values stay as they are, whatever is called on them: others hold them too."""

import contextlib
import copy
import inspect
import pickle
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

import laws
import pytest
from test_package import classes

import collusion_rules as cr
from collusion_rules import batch, simulation
from collusion_rules.enums import Choice
from collusion_rules.moves import PLAYS
from collusion_rules.values import ReadOnly, Value

GAME = laws.random_game(cr.SECRET_PARTNERS, 3, 70)
VIEW = cr.view(GAME, cr.Seat(1))
SHARED: list[Any] = [
    PLAYS[0][0],
    next(iter(GAME.hands[0])),
    cr.PARLETT,
    cr.RULESETS,
    cr.SECRET_PARTNERS.scoring,
    GAME,
    GAME.scene,
    VIEW,
    *GAME.log,
    *GAME.hands,
    cr.Words("Hello"),
    GAME.last_score,
]


ENUMERATIONS = [kind for kind in classes() if issubclass(kind, Enum) and len(kind)]


@pytest.mark.parametrize("value", SHARED, ids=lambda value: type(value).__name__)
def test_a_second_init_changes_nothing(value: Any) -> None:
    before, parts = repr(value), hash(value)
    others: list[Any] = [(), (1,), (cr.Seat(3), cr.Card.parse("2C")), ((None, {"bits": 5}),)]
    for arguments in others:
        for call in (value.__init__, type(value).__init__, super(Value, value).__init__):
            with contextlib.suppress(TypeError):  # of `object`
                call(*((value, *arguments) if call == type(value).__init__ else arguments))
    for name in ("__setstate__", "__attrs_init__"):
        assert not hasattr(value, name)
    assert (repr(value), hash(value)) == (before, parts)


@pytest.mark.parametrize("value", SHARED, ids=lambda value: type(value).__name__)
def test_a_copy_is_the_value_itself_and_a_pickle_another(value: Any) -> None:
    assert copy.copy(value) is value
    assert copy.deepcopy(value) is value
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        read = pickle.loads(pickle.dumps(value, protocol))
        assert read == value
        assert type(read) is type(value)


def test_making_takes_what_it_took() -> None:
    assert str(inspect.signature(cr.FaceDown)) == "(count: int) -> None"
    assert list(inspect.signature(cr.Ruleset).parameters)[:2] == ["name", "players"]
    assert cr.AskLead() == cr.AskLead(None, height=None)
    untyped: Callable[..., object] = cr.FaceDown
    for arguments in ((), (1, 2)):
        with pytest.raises(TypeError, match="argument"):
            untyped(*arguments)


@pytest.mark.parametrize("kind", ENUMERATIONS, ids=lambda kind: kind.__name__)
def test_enumerations_can_not_be_changed(kind: type[Enum]) -> None:
    before = {member.name: (member.value, repr(member), vars(member).copy()) for member in kind}
    for whose in (kind, *kind):
        for name in ("value", "name", "_value_", "_name_", "template", "rule", "note", "__str__"):
            with pytest.raises(AttributeError):
                setattr(whose, name, "changed")
            with pytest.raises(AttributeError):
                delattr(whose, name)
    now = {member.name: (member.value, repr(member), vars(member).copy()) for member in kind}
    assert now == before


def test_an_enumeration_may_be_made_of_ours() -> None:
    class Mood(Choice):
        GAY = "gay"

    gay: Any = Mood.GAY
    assert repr(gay) == "Mood.GAY"
    with pytest.raises(AttributeError, match=r"^Mood\.GAY can't be changed$"):
        gay.note = 1


class Thief:
    """Keeps whatever it is compared or joined with."""

    def __init__(self) -> None:
        self.taken: list[object] = []

    def __eq__(self, other: object) -> bool:
        self.taken.append(other)
        return False

    def __ror__(self, other: object) -> object:
        self.taken.append(other)
        return other

    __hash__ = None  # type: ignore[assignment] # nothing to hash
    __lt__ = __gt__ = __le__ = __ge__ = __eq__


def mappings() -> list[Mapping[Any, Any]]:
    fault = cr.Fault(cr.ErrorCode.GAME_OVER, (("seat", 1),))
    error = cr.CollusionError(cr.ErrorCode.GAME_OVER, seat=1)
    return [
        cr.RULESETS,
        fault.parameters,
        error.parameters,
        batch.REASON_BITS,
        simulation.simulate(cr.PARLETT, 5, 1).deals.paid,
    ]


@pytest.mark.parametrize("mapping", mappings(), ids=lambda mapping: str(len(mapping)))
def test_a_mapping_gives_nothing_away_that_could_be_changed(mapping: Any) -> None:
    thief = Thief()
    compared: list[Callable[[], object]] = [
        lambda: mapping == thief,
        lambda: mapping != thief,
        lambda: mapping | thief,
        lambda: thief == mapping,
        lambda: mapping.items() == thief,
        lambda: mapping.keys() == thief,
        lambda: mapping < thief,
    ]
    for compare in compared:
        with contextlib.suppress(TypeError):
            compare()
    for taken in thief.taken:
        if isinstance(taken, dict):
            taken.clear()
    assert issubclass(type(mapping), ReadOnly)
    assert dict(mapping) == dict(mapping.items())
    assert len(mapping) == len(list(mapping)) > 0
    assert hash(mapping) == hash(pickle.loads(pickle.dumps(mapping)))
    assert repr(mapping).startswith(type(mapping).__name__)
