"""What looks like a value of the library, and isn't: it is refused, and never gets into a game."""

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any, cast

import attrs
import numpy as np
import pytest

import collusion_rules as cr
from collusion_rules import hosting

S0, S1, S2, S3 = map(cr.Seat, range(4))
FRESH = cr.new_game(cr.PARLETT, S3)
DEALT = cr.deal(FRESH, seed=4)
HANDS = DEALT.hands
VIEW = cr.view(DEALT, S2)
TOLD = VIEW.log


def subclass(kind: type) -> Any:
    """A subclass that the type checker would refuse, as these classes are final."""
    return type(f"Sub{kind.__name__}", (kind,), {"__hash__": None})


class Shifty(list[Any]):
    """A list that holds something else when it is looked at once more."""

    def __init__(self, first: Any, later: Any) -> None:
        super().__init__(first)
        self.looks: Iterator[Any] = iter((first, *repeat(later, 9)))

    def __iter__(self) -> Iterator[Any]:
        return iter(next(self.looks))


def like(value: object) -> Any:
    """The same value, of a subclass of its type."""
    kind = subclass(type(value))
    if isinstance(value, str | tuple):
        return kind(value)
    if isinstance(value, cr.Cards):
        return kind(iter(value))
    own = cast("type[attrs.AttrsInstance]", type(value))
    fields = [field for field in attrs.fields(own) if field.init]
    return kind(**{field.name: getattr(value, field.name) for field in fields})


def scored_by(scheme: cr.Scoring) -> cr.Ruleset:
    """A ruleset that is scored by a subclass of a scheme, which could score in its own way."""
    kind = type(f"Sub{type(scheme).__name__}", (type(scheme),), {})
    return attrs.evolve(cr.PARLETT, scoring=kind())


ANY: Any = None
LOADS = cast("Callable[[str, object], object]", cr.loads)
READS = cast("Callable[[object, object], object]", cr.from_data)
ARRAY: Any = np.array("AS")
KINDS: Any = np.array(["a", "b"])
IMPOSTORS: dict[str, tuple[type[Exception], Callable[[], object]]] = {
    "a deck": (cr.BadRulesetError, lambda: attrs.evolve(cr.PARLETT, deck=like(cr.Deck()))),
    "a dealing": (
        cr.BadRulesetError,
        lambda: attrs.evolve(cr.PARLETT, dealing=like(cr.EvenDeal())),
    ),
    "a partnership": (
        cr.BadRulesetError,
        lambda: attrs.evolve(cr.SECRET_PARTNERS, partnership=like(cr.SecretPair())),
    ),
    "a scheme of ours": (cr.BadRulesetError, lambda: scored_by(cr.ParlettScoring())),
    "one with partners": (cr.BadRulesetError, lambda: scored_by(cr.PartnersScoring())),
    "one of three teams": (cr.BadRulesetError, lambda: scored_by(cr.ThreeTeamsScoring())),
    "a cycle": (cr.BadRulesetError, lambda: cr.SecretPair(like(((cr.Rank.ACE, cr.Rank.KING),)))),
    "honours": (cr.BadRulesetError, lambda: cr.ThreePairs(like(cr.ThreePairs().honours))),
    "points": (cr.BadRulesetError, lambda: cr.PartnersScoring(loss=like((-5, 10)))),
    "a ruleset": (cr.BadArgumentError, lambda: cr.new_game(like(cr.PARLETT), S0)),
    "a hand": (cr.BadDealError, lambda: cr.deal(FRESH, hands=[*HANDS[:3], like(HANDS[3])])),
    "a hand for PBN": (cr.BadDealError, lambda: cr.to_pbn([*HANDS[:3], like(HANDS[3])])),
    "a card": (cr.CardTextError, lambda: cr.Cards([like(cr.Card.parse("AS"))])),
    "cards of cards": (cr.CardTextError, lambda: cr.Cards(ARRAY)),
    "an outcome": (
        cr.BadArgumentError,
        lambda: cr.score_deal(cr.PARLETT, like(cr.Outcome((4, 4, 2, 3)))),
    ),
    "tricks": (
        cr.BadOutcomeError,
        lambda: cr.score_deal(cr.PARLETT, cr.Outcome(like((4, 4, 2, 3)))),
    ),
    "teams": (
        cr.BadOutcomeError,
        lambda: cr.score_deal(
            cr.SECRET_PARTNERS, cr.Outcome((4, 4, 2, 3), like(((S0, S1), (S2, S3))))
        ),
    ),
    "a team": (
        cr.BadOutcomeError,
        lambda: cr.score_deal(
            cr.SECRET_PARTNERS, cr.Outcome((4, 4, 2, 3), (like((S0, S1)), (S2, S3)))
        ),
    ),
    "a start": (cr.BadRecordError, lambda: cr.replay([like(DEALT.log[0])])),
    "a deal": (cr.BadRecordError, lambda: cr.replay([DEALT.log[0], like(DEALT.log[1])])),
    "hands of a deal": (
        cr.BadRecordError,
        lambda: cr.replay([DEALT.log[0], cr.Dealt(S3, like(HANDS))]),
    ),
    "a play": (cr.IllegalMoveError, lambda: cr.play(DEALT, like(cr.legal_moves(DEALT)[0]))),
    "a play told": (cr.BadRecordError, lambda: cr.advance(VIEW, like(cr.legal_moves(DEALT)[0]))),
    "an own hand told": (
        cr.BadRecordError,
        lambda: cr.observe(
            [
                TOLD[0],
                cr.Dealt(S3, (*VIEW.hands[:2], like(HANDS[2]), VIEW.hands[3])),
            ],
            S2,
        ),
    ),
    "a back told": (
        cr.BadRecordError,
        lambda: cr.observe(
            [TOLD[0], cr.Dealt(S3, (*VIEW.hands[:3], like(cr.FaceDown(13))))],
            S2,
        ),
    ),
    "kinds of records": (cr.BadArgumentError, lambda: READS({}, KINDS)),
    "a play by an array": (
        cr.BadRecordError,
        lambda: cr.advance(VIEW, cr.Play(KINDS, cr.Card.parse("AS"))),
    ),
    "an event to describe": (cr.BadArgumentError, lambda: cr.describe(like(cr.TrickWon(S0)))),
    "a statement to describe": (cr.BadArgumentError, lambda: cr.describe(like(cr.Aim(3)))),
    "a seat to describe": (
        cr.BadArgumentError,
        lambda: cr.describe(cr.TrickWon(cast("Any", True))),
    ),
    "a number to describe": (cr.BadArgumentError, lambda: cr.describe(cr.Aim(True))),
    "a pact to describe": (
        cr.BadArgumentError,
        lambda: cr.describe(cr.Pact(S0, S1, 3, cast("Any", "no"))),
    ),
    "a log": (cr.BadArgumentError, lambda: cr.replay(ARRAY)),
    "a log told": (cr.BadArgumentError, lambda: cr.observe(ARRAY, S0)),
    "a card to count": (cr.BadArgumentError, lambda: HANDS[0].count(ANY)),
    "a suit of cards": (cr.BadArgumentError, lambda: HANDS[0].of_suit(ANY)),
}


@pytest.mark.parametrize(("error", "call"), IMPOSTORS.values(), ids=IMPOSTORS)
def test_only_our_own_types_will_do(error: type[Exception], call: Callable[[], object]) -> None:
    with pytest.raises(error):
        call()


TEXTS: list[tuple[Callable[[Any], object], str]] = [
    (cr.Card.parse, "AS"),
    (cr.Cards.parse, "AS 2C"),
    (cr.from_pbn, cr.to_pbn(HANDS)),
    (lambda text: cr.parlett(name=text), "house rules"),
    (lambda text: cast("object", cr.loads(cr.dumps(DEALT), text)), "game"),
    (lambda text: cr.describe(cr.NoMore(), (), text), "ja"),
    (lambda text: cr.describe(cr.TrickWon(S0), [text]), "Ann"),
    (lambda text: cr.play(DEALT, cr.Talk(S0, cr.Words(text))), "Hello"),
    (lambda text: cr.Because(text), "{tricks} odd ones"),
    (lambda text: cr.Because("odd", text), "H1"),
    (lambda text: cr.Because("odd", "", {"de": text}), "ungerade"),
    (lambda text: cr.parse_move(text, VIEW), "ace of spades"),
    (lambda text: hosting.Settings(rules=cr.PARLETT, room=text, secret=bytes(32)), "room"),
    (
        lambda text: hosting.Settings(rules=cr.PARLETT, room="1", language=text, secret=bytes(32)),
        "ja",
    ),
    (lambda text: cr.commitment(7, text), "terms"),
]


@pytest.mark.parametrize(("call", "text"), TEXTS, ids=[text[:5] for _, text in TEXTS])
def test_a_subclass_of_text_is_text(call: Callable[[Any], object], text: str) -> None:
    for other in (np.str_(text), like(text)):
        assert call(other) == call(text)
        assert repr(call(other)) == repr(call(text))
    with pytest.raises(cr.CollusionError):
        call(text.encode())


class Short(str):
    """A text that claims to have nothing in it."""

    def __len__(self) -> int:
        return 0

    def encode(self, *_: Any, **__: Any) -> bytes:
        return b""


class Free(bytes):
    """Bytes that claim to be none, and come to what they like."""

    def __len__(self) -> int:
        return 0

    def __radd__(self, other: object) -> bytes:
        return b"the same"


def test_a_text_is_as_long_as_it_is() -> None:
    record = cr.dumps(DEALT)
    for text in (Short(record), Free(record.encode())):
        with pytest.raises(cr.BadRecordError) as refused:
            cr.loads(text, most_bytes=5)
        assert refused.value.code is cr.ErrorCode.TOO_LARGE
    with pytest.raises(cr.CardTextError) as long:
        cr.Cards.parse(Short("AS " * 70_000))
    assert long.value.code is cr.ErrorCode.TOO_LARGE
    with pytest.raises(cr.NotUnderstoodError):
        cr.parse_move(Short("AS" * 70_000), VIEW)


def test_bytes_are_what_they_are() -> None:
    assert cr.commitment(Free(b"a")) == cr.commitment(b"a")
    assert cr.commitment(Free(b"a")) != cr.commitment(Free(b"b"))


def test_a_text_is_kept_as_plain_text() -> None:
    assert type(cr.Words(np.str_("Hello")).text) is str
    assert type(cr.parlett(name=np.str_("ours")).name) is str


@pytest.mark.parametrize("kind", [cr.Game, cr.View])
@pytest.mark.parametrize(
    "verb",
    [cr.legal_moves, cr.game_winner, cr.voids, cr.pacts, cr.standings, cr.dumps],
)
def test_a_table_of_another_type_is_none(kind: type, verb: Callable[[Any], object]) -> None:
    table = object.__new__(subclass(kind))
    with pytest.raises(cr.BadArgumentError):
        verb(table)


def test_a_scheme_is_no_subclass_of_one_of_ours() -> None:
    """Who knows one of ours, as batches do, would score by that and not by it."""
    with pytest.raises(cr.BadRulesetError) as refused:
        scored_by(cr.PartnersScoring())
    expected = "Scoring that is no subclass of the library's"
    got = "something of type SubPartnersScoring"
    assert str(refused.value.faults[0]) == f"scoring must be {expected}, not {got}"


def test_hands_are_looked_at_once() -> None:
    aces = cr.Cards.parse("AS AH AD AC KS KH KD KC QS QH QD QC JS")
    game = cr.deal(FRESH, hands=Shifty(HANDS, [aces] * 4))
    assert game == DEALT


def test_totals_are_looked_at_once() -> None:
    score = cr.score_deal(cr.PARLETT, cr.Outcome((4, 4, 2, 3)), Shifty([0] * 4, [99] * 4))
    assert score.totals == (14, 14, 2, 3)


class Vague:
    """Something that can't say whether it equals anything."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("who knows?")

    def __hash__(self) -> int:
        return 0


def test_what_must_follow_must_be_the_same_down_to_its_types() -> None:
    game = DEALT
    for _ in range(4):
        game = cr.play(game, cr.legal_moves(game)[0])
    *before, won = game.log
    assert isinstance(won, cr.TrickWon)
    seats: list[Any] = [Vague(), float(won.seat), bool(won.seat), np.int64(won.seat)]
    for seat in seats:
        wrong = cr.TrickWon(seat)
        with pytest.raises(cr.BadRecordError) as refused:
            cr.replay([*before, wrong])
        assert refused.value.parameters["index"] == len(before)


def test_a_fault_nested_without_end_is_no_fault() -> None:
    nested = cr.Fault(cr.ErrorCode.BAD_DEAL, (("faults", ()),))
    for _ in range(5_000):
        nested = cr.Fault(cr.ErrorCode.BAD_DEAL, (("faults", (nested,)),))
    with pytest.raises(cr.BadArgumentError):
        cr.describe(nested, ())
