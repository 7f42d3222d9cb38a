"""Rulesets that make no sense: parts of a wrong kind, and parts that don't go together."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr

ACE, KING, QUEEN, JACK = cr.Rank.ACE, cr.Rank.KING, cr.Rank.QUEEN, cr.Rank.JACK
MILLION: Final = 1_000_000

# Parts that are of the wrong kind


_NO_NUMBER: Final[list[Any]] = [None, "1", 1.0, True, 10**5000, cr.Rank.TWO]
_NO_RANK: Final[list[Any]] = [None, 2, "2", cr.Suit.CLUBS, cr.Rank]
_NO_FLAG: Final[list[Any]] = [None, 0, 1, "yes", bool]
_NO_NAME: Final[list[Any]] = [
    None, 5, b"name", str, "", " ", "\u3000", "a\nb", "a\0b", "a\u2028b", "a\u2029b", "\ud800",
    "a\x7f", "x" * 101,
]  # fmt: skip
_NO_PAIR: Final[list[Any]] = [
    None, 5, "12", (), (1,), (1, 2, 3), [1, 2], (1, 2.0), (1, True), (None, 1), (1, MILLION + 1),
    (-MILLION - 1, 1),
]  # fmt: skip
_NO_RANKS: Final[list[Any]] = [
    None, 5, "AKQ", (), (ACE,), (ACE, ACE, KING), (ACE, KING, QUEEN, JACK), [ACE, KING, QUEEN],
    (14, 13, 12), (ACE, KING, None), (ACE, KING, [QUEEN]),
]  # fmt: skip
_NO_CYCLE: Final[list[Any]] = [
    None, 5, "AK", (), (ACE, KING), ((),), ((ACE,),), ((ACE, ACE),), ((ACE, KING, QUEEN),),
    [(ACE, KING)], ([ACE, KING],), ((14, 13),), ((ACE, KING), (QUEEN, QUEEN)), ((ACE, KING), None),
    ((ACE, [KING]),),
]  # fmt: skip

Part = tuple[Callable[..., Any], str, str, list[Any]]


def _number(part: Callable[..., Any], field: str, least: int, most: int) -> Part:
    wrong = [*_NO_NUMBER, least - 1, most + 1]
    return part, field, f"a whole number from {least} to {most}", wrong


def _numbers(part: Callable[..., Any], fields: str, least: int, most: int) -> list[Part]:
    return [_number(part, field, least, most) for field in fields.split()]


_PAIR: Final = f"a tuple of 2 whole numbers from -{MILLION} to {MILLION}"
_NUMBERS: Final = [
    *_numbers(cr.Deck, "packs", 1, 2),
    *_numbers(cr.ParlettScoring, "target", 1, MILLION),
    *_numbers(cr.ParlettScoring, "tied_pair fewest odd_one_out", -MILLION, MILLION),
    *_numbers(cr.PartnersScoring, "deals", 1, 1000),
    *_numbers(cr.PartnersScoring, "clear_from narrow_from soloist_from", 1, 52),
    *_numbers(cr.PartnersScoring, "all_tricks soloist_all_tricks accusation", -MILLION, MILLION),
    *_numbers(cr.PartnersScoring, "wrong_accusation", -MILLION, 0),
    *_numbers(cr.ThreeTeamsScoring, "deals", 1, 1000),
    *_numbers(
        cr.ThreeTeamsScoring,
        "most tied_most middle tied_fewest fewest all_tricks",
        -MILLION,
        MILLION,
    ),
]


def _ruleset(**parts: Any) -> cr.Ruleset:
    return attrs.evolve(cr.PARLETT, **parts)


_PARTS: Final[list[Part]] = [
    *_NUMBERS,
    _number(_ruleset, "players", 2, 8),
    (cr.Deck, "lowest", "Rank", _NO_RANK),
    (cr.ParlettScoring, "lift", "bool", _NO_FLAG),
    *(
        (cr.PartnersScoring, field, _PAIR, _NO_PAIR)
        for field in ("clear_win", "narrow_win", "loss", "soloist_win", "soloist_loss")
    ),
    (cr.PartnersScoring, "accusation_needs_win", "bool", _NO_FLAG),
    (cr.SecretPair, "cycle", "a tuple of pairs of different ranks", _NO_CYCLE),
    (cr.ThreePairs, "honours", "a tuple of 3 different ranks", _NO_RANKS),
    (cr.HonoursFirst, "honours", "a tuple of 3 different ranks", _NO_RANKS),
    (_ruleset, "name", "text of 1 to 100 characters in one line", _NO_NAME),
    (_ruleset, "scoring", "Scoring", [None, "parlett", cr.ParlettScoring, cr.PARLETT]),
    (_ruleset, "deck", "Deck", [None, 52, cr.Deck, cr.Deck().cards]),
    (_ruleset, "dealing", "EvenDeal or HonoursFirst", [None, "even", cr.EvenDeal, cr.Deck()]),
    (_ruleset, "first_leader", "FirstLeader", [None, 1, "left", cr.FirstLeader]),
    (_ruleset, "declares", "bool", _NO_FLAG),
    (_ruleset, "partnership", "SecretPair or ThreePairs or None", ["none", True, cr.SecretPair]),
    (_ruleset, "reveal", "Reveal", [None, True, "after-last-trick", cr.Reveal]),
    (_ruleset, "talk", "TableTalk", [None, True, "none", cr.TableTalk]),
    (_ruleset, "accusations", "bool", _NO_FLAG),
    (_ruleset, "play_off", "bool", _NO_FLAG),
]


def _wrong_parts() -> Iterator[tuple[Callable[..., Any], str, str, Any]]:
    for part, field, expected, wrong in _PARTS:
        for value in wrong:
            yield part, field, expected, value


def faults(caught: pytest.ExceptionInfo[cr.BadRulesetError]) -> list[tuple[str, dict[str, Any]]]:
    """The faults of a ruleset, as code and parameters."""
    return [(str(fault.code.value), dict(fault.parameters)) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("part", "field", "expected", "value"),
    list(_wrong_parts()),
    ids=[f"{part.__name__}.{field}" for part, field, _, wrong in _PARTS for _ in wrong],
)
def test_a_part_of_a_wrong_kind_is_refused(
    part: Callable[..., Any], field: str, expected: str, value: Any
) -> None:
    with pytest.raises(cr.BadRulesetError) as caught:
        part(**{field: value})
    ((code, parameters),) = faults(caught)
    assert code == "wrong-part"
    assert (parameters["part"], parameters["expected"]) == (field, expected)
    got = parameters["got"]
    assert got == shown(value)
    assert str(caught.value) == (
        f"this ruleset makes no sense: {field} must be {expected}, not {got}"
    )


def shown(value: object) -> str:
    """How a message shows something that is no part."""
    match value:
        case None | bool() | float():
            return str(value)
        case str():
            return ascii(value) if len(value) <= 40 else ascii(value[:40]) + "..."
        case int() if type(value) is int:
            return "a huge int" if value > MILLION * 1000 else str(value)
        case _:
            return f"something of type {type(value).__name__}"


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (0, "0"),
        (10**5000, "a huge int"),
        (True, "True"),
        ("x" * 50, "'" + "x" * 40 + "'..."),
        ((), "something of type tuple"),
    ],
    ids=["0", "huge", "True", "long", "tuple"],
)
def test_what_was_given_is_shown_in_a_few_words(value: Any, got: str) -> None:
    with pytest.raises(cr.BadRulesetError) as caught:
        cr.Deck(packs=value)
    assert faults(caught)[0][1]["got"] == got


def test_partnership_of_a_wrong_kind_is_refused() -> None:
    wrong: list[Any] = [5, "AK", cr.SecretPair, (ACE, KING)]
    for value in wrong:
        with pytest.raises(cr.BadRulesetError) as caught:
            _ruleset(partnership=value)
        ((code, parameters),) = faults(caught)
        assert (code, parameters["part"]) == ("wrong-part", "partnership")


@pytest.mark.parametrize(
    ("part", "field", "expected"), [(part, field, text) for part, field, text, _ in _NUMBERS]
)
def test_the_bounds_of_a_number_are_in(part: Callable[..., Any], field: str, expected: str) -> None:
    least, most = (int(word) for word in expected.split()[4::2])
    for value in (least, most):
        assert getattr(part(**{field: value}), field) == value


@pytest.mark.parametrize("pair", [(MILLION, -MILLION), (-MILLION, MILLION)], ids=str)
def test_the_bounds_of_a_pair_of_numbers_are_in(pair: tuple[int, int]) -> None:
    scoring = cr.PartnersScoring(
        clear_win=pair, narrow_win=pair, loss=pair, soloist_win=pair, soloist_loss=pair
    )
    assert attrs.astuple(scoring)[4:9] == (pair,) * 5


def test_names_of_one_line_are_free() -> None:
    for name in ("x", "x" * 100, "卓 12", "♠", "👩‍👩‍👧", " a", "a\u200db"):
        assert _ruleset(name=name).name == name


@pytest.mark.parametrize("players", [2, 8])
def test_two_to_eight_players(players: int) -> None:
    """Other numbers than those of the six games, with a scoring of one's own."""
    rules = cr.Ruleset(
        name="points for tricks",
        players=players,
        scoring=TricksOnly(),
        deck=cr.Deck(packs=2),
    )
    assert rules.tricks == 104 // players


class PointsForTricks:
    """A point a trick, and one deal makes a game."""

    def ruleset_faults(self, players: int, tricks: int, partnership: object) -> Iterator[cr.Fault]:
        return iter(())

    def outcome_faults(self, outcome: cr.Outcome) -> Iterator[cr.Fault]:
        return iter(())

    def lines(self, outcome: cr.Outcome, totals: object) -> Iterator[cr.ScoreLine]:
        for seat, tricks in enumerate(outcome.tricks):
            yield cr.ScoreLine(cr.Seat(seat), tricks, cr.Reason.TRICKS, tricks)

    def ends(self, totals: object, deals_played: int) -> bool:
        return deals_played > 0


@attrs.frozen
class TricksOnly(PointsForTricks):
    """A scoring of one's own."""


def test_a_scoring_of_ones_own() -> None:
    rules = cr.Ruleset(name="tricks", scoring=TricksOnly())
    assert cr.score_deal(rules, cr.Outcome((4, 4, 3, 2)), (1, 1, 1, 1)).totals == (5, 5, 4, 3)


@attrs.define
class Changeable(PointsForTricks):
    """A scoring that could be changed under a game's feet, so it has no hash."""

    bonus: int = 0


def test_a_scoring_of_ones_own_must_be_immutable() -> None:
    """And all else that is wrong with the ruleset is named too."""
    with pytest.raises(cr.BadRulesetError) as caught:
        attrs.evolve(cr.OPEN_COLLUSION, partnership=None, scoring=Changeable())
    assert faults(caught) == [
        (
            "wrong-part",
            {
                "part": "scoring",
                "expected": "immutable and hashable",
                "got": "something of type Changeable",
            },
        ),
        disagree("a reveal during play", "a partnership"),
    ]


# Parts that don't go together


Faults = list[tuple[str, dict[str, Any]]]


def disagree(part: str, needs: str) -> tuple[str, dict[str, Any]]:
    return "parts-disagree", {"part": part, "needs": needs}


def wrong_players(part: str, expected: int, players: int) -> tuple[str, dict[str, Any]]:
    return "wrong-players", {"part": part, "expected": expected, "players": players}


def unscorable(tricks: int, tie: str) -> tuple[str, dict[str, Any]]:
    return "unscorable-tie", {"tricks": tricks, "tie": tie}


def too_many(part: str, got: int, tricks: int) -> tuple[str, dict[str, Any]]:
    return "too-many-tricks", {"part": part, "got": got, "tricks": tricks}


_TWO_PAIRS: Final = "two tied pairs"
_SAME_HONOURS: Final = disagree("ThreePairs", "HonoursFirst with the same honours")
_NOT_DECLARED: Final = disagree("a partnership", "declares=True")
_JACKS: Final = (ACE, KING, JACK)

_NONSENSE: Final[list[tuple[str, cr.Ruleset, dict[str, Any], Faults]]] = [
    (
        "A3 five players",
        cr.PARLETT,
        {"players": 5},
        [("deck-does-not-divide", {"cards": 52, "players": 5})],
    ),
    (
        "B6 two players",
        cr.PARLETT,
        {"players": 2},
        [("parlett-players", {"players": 2}), unscorable(26, _TWO_PAIRS)],
    ),
    (
        "B6 twelve tricks",
        cr.PARLETT,
        {"deck": cr.Deck(lowest=cr.Rank.THREE)},
        [unscorable(12, _TWO_PAIRS)],
    ),
    (
        "B1 partners in Parlett's game",
        cr.PARLETT,
        {"partnership": cr.SecretPair()},
        [disagree("this scoring", "no partnership"), _NOT_DECLARED],
    ),
    (
        "C1 partners and no trumps",
        cr.SECRET_PARTNERS,
        {"declares": False},
        [_NOT_DECLARED],
    ),
    (
        "C2 no partners",
        cr.SECRET_PARTNERS,
        {"partnership": None},
        [disagree("this scoring", "a SecretPair partnership")],
    ),
    (
        "D1 no partners to reveal",
        cr.OPEN_COLLUSION,
        {"partnership": None},
        [
            disagree("this scoring", "a SecretPair partnership"),
            disagree("a reveal during play", "a partnership"),
        ],
    ),
    (
        "C10 nobody to accuse",
        cr.PARLETT,
        {"accusations": True},
        [disagree("an accusation", "a SecretPair partnership")],
    ),
    (
        "D8 accusations in Triple",
        cr.TRIPLE_COLLUSION,
        {"accusations": True},
        [disagree("an accusation", "a SecretPair partnership")],
    ),
    (
        "C2 two packs",
        cr.SECRET_PARTNERS,
        {"deck": cr.Deck(packs=2)},
        [disagree("SecretPair", "a deck of one pack")],
    ),
    (
        "D3 a partner card that is not in the deck",
        cr.rotation_collusion(((ACE, KING), (cr.Rank.FOUR, cr.Rank.TWO))),
        {"deck": cr.Deck(lowest=cr.Rank.THREE)},
        [disagree("SecretPair", "a deck with every 2")],
    ),
    (
        "C5 C6 thresholds out of reach",
        cr.SECRET_PARTNERS,
        {"deck": cr.Deck(lowest=cr.Rank.TEN)},
        [
            too_many("clear_from", 8, 5),
            too_many("narrow_from", 7, 5),
            too_many("soloist_from", 7, 5),
        ],
    ),
    (
        "C5 thresholds in the wrong order",
        cr.SECRET_PARTNERS,
        {"scoring": cr.PartnersScoring(clear_from=8, narrow_from=9)},
        [disagree("narrow_from", "one that is not above clear_from")],
    ),
    (
        "C6 a threshold out of reach",
        cr.SECRET_PARTNERS,
        {"scoring": cr.PartnersScoring(soloist_from=14)},
        [too_many("soloist_from", 14, 13)],
    ),
    (
        "C5 Triple with the scores of secret partners",
        cr.TRIPLE_COLLUSION,
        {"scoring": cr.PartnersScoring()},
        [
            disagree("this scoring", "a SecretPair partnership"),
        ],
    ),
    (
        "D4 four players",
        cr.TRIPLE_COLLUSION,
        {"players": 4},
        [
            ("three-teams-players", {"players": 4}),
            unscorable(24, "three equal teams"),
            disagree("HonoursFirst", "as many honours of a suit as players"),
            wrong_players("ThreePairs", 6, 4),
        ],
    ),
    (
        "D4 one pack",
        cr.TRIPLE_COLLUSION,
        {"deck": cr.Deck(packs=1, lowest=cr.Rank.THREE)},
        [
            disagree("HonoursFirst", "as many honours of a suit as players"),
            disagree("ThreePairs", "a deck of two packs"),
        ],
    ),
    (
        "D5 two whole packs",
        cr.TRIPLE_COLLUSION,
        {"deck": cr.Deck(packs=2)},
        [("deck-does-not-divide", {"cards": 104, "players": 6})],
    ),
    (
        "D5 a deck without queens",
        cr.TRIPLE_COLLUSION,
        {"deck": cr.Deck(packs=2, lowest=KING)},
        [
            ("deck-does-not-divide", {"cards": 16, "players": 6}),
            disagree("HonoursFirst", "a deck with every Q"),
            disagree("ThreePairs", "a deck with every Q"),
        ],
    ),
    (
        "D6 an even deal",
        cr.TRIPLE_COLLUSION,
        {"dealing": cr.EvenDeal()},
        [_SAME_HONOURS],
    ),
    (
        "D6 other honours dealt first",
        cr.TRIPLE_COLLUSION,
        {"dealing": cr.HonoursFirst(_JACKS)},
        [_SAME_HONOURS],
    ),
    (
        "D6 honours first for four",
        cr.PARLETT,
        {"dealing": cr.HonoursFirst()},
        [disagree("HonoursFirst", "as many honours of a suit as players")],
    ),
    (
        "D7 twelve tricks",
        cr.TRIPLE_COLLUSION,
        {"deck": cr.Deck(packs=2, lowest=cr.Rank.SIX)},
        [unscorable(12, "three equal teams")],
    ),
    (
        "D4 a secret pair in Triple",
        cr.TRIPLE_COLLUSION,
        {"partnership": cr.SecretPair()},
        [
            disagree("this scoring", "a ThreePairs partnership"),
            disagree("SecretPair", "a deck of one pack"),
        ],
    ),
    (
        "everything at once",
        cr.OPEN_COLLUSION,
        {
            "players": 3,
            "declares": False,
            "deck": cr.Deck(packs=2, lowest=cr.Rank.FIVE),
            "dealing": cr.EvenDeal(),
            "partnership": cr.ThreePairs((ACE, KING, cr.Rank.TWO)),
            "accusations": True,
            "scoring": cr.ParlettScoring(),
        },
        [
            ("deck-does-not-divide", {"cards": 80, "players": 3}),
            wrong_players("ThreePairs", 6, 3),
            disagree("ThreePairs", "a deck with every 2"),
            _NOT_DECLARED,
            _SAME_HONOURS,
            disagree("an accusation", "a SecretPair partnership"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("rules", "changes", "expected"),
    [case[1:] for case in _NONSENSE],
    ids=[case[0] for case in _NONSENSE],
)
def test_parts_that_do_not_go_together(
    rules: cr.Ruleset, changes: dict[str, Any], expected: Faults
) -> None:
    """Everything that is wrong is named at once."""
    with pytest.raises(cr.BadRulesetError) as caught:
        attrs.evolve(rules, **changes)
    assert faults(caught) == expected
    assert caught.value.code is cr.ErrorCode.BAD_RULESET
    told = ", ".join(str(fault) for fault in caught.value.faults)
    assert str(caught.value) == f"this ruleset makes no sense: {told}"


def test_faults_tell_a_person_what_does_not_go_together() -> None:
    with pytest.raises(cr.BadRulesetError) as caught:
        attrs.evolve(cr.TRIPLE_COLLUSION, players=4)
    assert [str(fault) for fault in caught.value.faults] == [
        "three teams of two are 6 players, not 4",
        "24 tricks could end in three equal teams",
        "HonoursFirst needs as many honours of a suit as players",
        "ThreePairs is for 6 players, not 4",
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"scoring": cr.PartnersScoring(clear_from=8, narrow_from=8)},
        {"scoring": cr.PartnersScoring(clear_from=13, narrow_from=13, soloist_from=13)},
        {"reveal": cr.Reveal.AT_FIRST_PARTNER_CARD, "accusations": True},
        {"partnership": cr.SecretPair(((cr.Rank.TWO, cr.Rank.THREE),))},
        {"deck": cr.Deck(lowest=cr.Rank.SEVEN), "scoring": cr.PartnersScoring(clear_from=7)},
    ],
    ids=str,
)
def test_parts_that_just_go_together(changes: dict[str, Any]) -> None:
    rules = attrs.evolve(cr.SECRET_PARTNERS, **changes)
    assert all(getattr(rules, name) == part for name, part in changes.items())


# Builders' bad arguments


@pytest.mark.parametrize(
    ("build", "code", "part"),
    [
        (lambda: cr.parlett(0), "wrong-part", "target"),
        (lambda: cr.parlett(target=-100), "wrong-part", "target"),
        (lambda: cr.parlett(name=""), "wrong-part", "name"),
        (lambda: cr.secret_partners(deals=0), "wrong-part", "deals"),
        (lambda: cr.secret_partners(name="a\nb"), "wrong-part", "name"),
        (lambda: cr.open_collusion(deals=1001), "wrong-part", "deals"),
        (lambda: cr.open_collusion(name=" "), "wrong-part", "name"),
        (lambda: cr.rotation_collusion(()), "wrong-part", "cycle"),
        (lambda: cr.rotation_collusion(((ACE, ACE),)), "wrong-part", "cycle"),
        (lambda: cr.rotation_collusion(deals=-1), "wrong-part", "deals"),
        (lambda: cr.triple_collusion(deals=0), "wrong-part", "deals"),
        (lambda: cr.triple_collusion(name="x" * 101), "wrong-part", "name"),
    ],
)
def test_builders_refuse_what_makes_no_sense(
    build: Callable[[], cr.Ruleset], code: str, part: str
) -> None:
    with pytest.raises(cr.BadRulesetError) as caught:
        build()
    ((got_code, parameters),) = faults(caught)
    assert (got_code, parameters["part"]) == (code, part)


_ARGUMENTS: Final[dict[Callable[..., cr.Ruleset], tuple[str, ...]]] = {
    cr.parlett: ("target", "name", "talk", "play_off"),
    cr.secret_partners: (
        "name",
        "deals",
        "accusations",
        "accusation_needs_win",
        "soloist_all_tricks",
        "talk",
        "play_off",
    ),
    cr.rotation_collusion: ("cycle", "name", "deals", "accusations", "talk", "play_off"),
    cr.open_collusion: ("name", "deals", "accusations", "talk", "play_off"),
    cr.triple_collusion: ("name", "deals", "talk", "play_off"),
}


@given(st.data())
def test_builders_refuse_whatever_is_wrong_with_one_kind_of_error(data: st.DataObject) -> None:
    builder = data.draw(st.sampled_from(list(_ARGUMENTS)))
    name = data.draw(st.sampled_from(_ARGUMENTS[builder]))
    junk = st.none() | st.floats() | st.text() | st.binary() | st.lists(st.integers())
    value: Any = data.draw(junk | st.integers(-(10**9), 10**9) | st.tuples(st.integers()))
    try:
        rules = builder(**{name: value})
    except cr.BadRulesetError as error:
        refused = error
    else:
        assert attrs.evolve(rules) == rules
        return
    assert [fault.parameters["part"] for fault in refused.faults] == [name]
