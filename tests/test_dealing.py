"""Dealing (A3, D6): where the cards of a deck go, and every fault of hands dealt by others."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import NoScoring

import collusion_rules as cr

ALL: Final = pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=lambda rules: rules.name)
HONOURS: Final = (cr.Rank.ACE, cr.Rank.KING, cr.Rank.QUEEN)

Faults = list[tuple[str, dict[str, Any]]]


def deal(rules: cr.Ruleset, seed: cr.Seed = 7, dealer: int = 0) -> tuple[cr.Cards, ...]:
    return cr.deal(cr.new_game(rules, cr.Seat(dealer)), seed=seed).hands


# What is dealt


@ALL
def test_a3_all_cards_are_dealt_in_hands_of_the_same_size(rules: cr.Ruleset) -> None:
    for seed in range(20):
        for dealer in range(rules.players):
            hands = deal(rules, seed, dealer)
            assert [len(hand) for hand in hands] == [rules.tricks] * rules.players
            assert sum(hands, cr.Cards()) == rules.deck.cards


@ALL
def test_a3_the_dealer_moves_the_hands_round_the_table(rules: cr.Ruleset) -> None:
    """A3: clockwise from the dealer's left, so each seat further on gets the hand before it."""
    first = deal(rules, "round", 0)
    for dealer in range(1, rules.players):
        assert deal(rules, "round", dealer) == (*first[-dealer:], *first[:-dealer])


@pytest.mark.parametrize("suit", cr.Suit, ids=str)
def test_d6_each_player_is_dealt_one_honour_of_each_suit(suit: cr.Suit) -> None:
    for seed in range(50):
        hands = deal(cr.TRIPLE_COLLUSION, seed, seed % 6)
        honours = [[c.rank for c in hand.of_suit(suit) if c.rank in HONOURS] for hand in hands]
        assert sorted(honours) == [[rank] for rank in sorted(HONOURS * 2)]


def test_d6_other_honours_are_dealt_first_by_a_house_rule() -> None:
    honours = (cr.Rank.JACK, cr.Rank.THREE, cr.Rank.SEVEN)
    rules = attrs.evolve(
        cr.TRIPLE_COLLUSION,
        dealing=cr.HonoursFirst(honours),
        partnership=cr.ThreePairs(honours),
    )
    hands = deal(rules)
    assert sum(hands, cr.Cards()) == rules.deck.cards
    for suit in cr.Suit:
        for hand in hands:
            assert len([card for card in hand.of_suit(suit) if card.rank in honours]) == 1


@ALL
def test_hands_that_were_dealt_can_be_dealt_again(rules: cr.Ruleset) -> None:
    game = cr.new_game(rules, cr.Seat(0))
    dealt = cr.deal(game, seed="again")
    assert cr.deal(game, hands=dealt.hands) == dealt
    assert cr.deal(game, hands=list(dealt.hands)) == dealt


# Hands that are no deal


def faults(rules: cr.Ruleset, hands: Any) -> Faults:
    """The faults of hands, as code and parameters."""
    game = cr.new_game(rules, cr.Seat(0))
    with pytest.raises(cr.BadDealError) as caught:
        cr.deal(game, hands=hands)
    assert caught.value.code is cr.ErrorCode.BAD_DEAL
    assert caught.value.parameters == {"faults": caught.value.faults}
    told = ", ".join(str(fault) for fault in caught.value.faults)
    assert str(caught.value) == f"this deal is refused: {told}"
    return [(str(fault.code.value), dict(fault.parameters)) for fault in caught.value.faults]


def missing(cards: str) -> tuple[str, dict[str, Any]]:
    return "missing-cards", {"cards": cr.Cards.parse(cards)}


def doubled(cards: str) -> tuple[str, dict[str, Any]]:
    return "doubled-cards", {"cards": cr.Cards.parse(cards)}


def foreign(cards: str) -> tuple[str, dict[str, Any]]:
    return "foreign-cards", {"cards": cr.Cards.parse(cards)}


def size(seat: int, wanted: int, got: int) -> tuple[str, dict[str, Any]]:
    return "wrong-hand-size", {"seat": seat, "size": wanted, "got": got}


def honours(seat: int, suit: cr.Suit, got: str) -> tuple[str, dict[str, Any]]:
    return "wrong-honours", {"seat": seat, "suit": suit, "got": got}


SUITS: Final = tuple(
    cr.Cards.parse(" ".join(f"{rank}{suit}" for rank in "AKQJT98765432")) for suit in "SHDC"
)
"""A deal for four seats: a suit each."""


def swapped(
    hands: Sequence[cr.Cards], seat: int, give: str, take: str = ""
) -> tuple[cr.Cards, ...]:
    """The hands, but a seat has some cards less and others more."""
    changed = list(hands)
    changed[seat] = changed[seat] - cr.Cards.parse(give) + cr.Cards.parse(take)
    return tuple(changed)


def test_a3_a_suit_each_is_a_deal() -> None:
    assert cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), hands=SUITS).hands == SUITS


def test_a_card_twice() -> None:
    assert faults(cr.PARLETT, swapped(SUITS, 1, "2H", "AS")) == [missing("2H"), doubled("AS")]
    assert faults(cr.PARLETT, swapped(SUITS, 0, "2S", "AS")) == [missing("2S"), doubled("AS")]


def test_a_card_three_times() -> None:
    hands = swapped(SUITS, 1, "2H 3H", "AS AS")
    assert faults(cr.PARLETT, hands) == [missing("3H 2H"), doubled("AS AS")]


def test_a_hand_of_fourteen_cards() -> None:
    assert faults(cr.PARLETT, swapped(SUITS, 2, "", "AS")) == [size(2, 13, 14), doubled("AS")]


def test_a_hand_of_twelve_cards() -> None:
    assert faults(cr.PARLETT, swapped(SUITS, 3, "TC")) == [size(3, 13, 12), missing("TC")]


def test_hands_of_wrong_sizes_with_all_cards() -> None:
    hands = swapped(swapped(SUITS, 0, "2S"), 3, "", "2S")
    assert faults(cr.PARLETT, hands) == [size(0, 13, 12), size(3, 13, 14)]


def test_a_missing_hand() -> None:
    wrong = ("wrong-number-of-hands", {"players": 4, "got": 3})
    assert faults(cr.PARLETT, SUITS[:3]) == [wrong, missing(str(SUITS[3]))]


def test_a_hand_too_many() -> None:
    wrong = ("wrong-number-of-hands", {"players": 4, "got": 5})
    assert faults(cr.PARLETT, (*SUITS, cr.Cards())) == [wrong, size(4, 13, 0)]


def test_no_hands_at_all() -> None:
    wrong = ("wrong-number-of-hands", {"players": 4, "got": 0})
    everything = missing(str(cr.Deck().cards))
    assert faults(cr.PARLETT, ()) == faults(cr.PARLETT, []) == [wrong, everything]


@pytest.mark.parametrize(
    ("hands", "got"),
    [
        ("", "''"),
        ("AS KS", "'AS KS'"),
        (5, "5"),
        (b"", "something of type bytes"),
        (dict(enumerate(SUITS)), "something of type dict"),
        (set(SUITS), "something of type set"),
        (SUITS[0], "something of type Cards"),
        (iter(SUITS), "something of type tuple_iterator"),
    ],
    ids=["empty text", "text", "int", "bytes", "dict", "set", "one hand", "iterator"],
)
def test_what_is_no_list_of_hands(hands: Any, got: str) -> None:
    expected = [("wrong-number-of-hands", {"players": 4, "got": got})]
    assert faults(cr.PARLETT, hands) == expected


@pytest.mark.parametrize(
    ("hand", "got"),
    [
        (None, "None"),
        ("2C", "'2C'"),
        (list(SUITS[3]), "something of type list"),
        (cr.FaceDown(13), "something of type FaceDown"),
        (cr.Card, "something of type type"),
        (13, "13"),
    ],
    ids=["None", "text", "list", "face down", "class", "int"],
)
def test_what_is_no_hand(hand: Any, got: str) -> None:
    expected = [("not-a-hand", {"seat": 3, "got": got}), missing(str(SUITS[3]))]
    assert faults(cr.PARLETT, (*SUITS[:3], hand)) == expected


def test_of_far_too_many_hands_or_cards_only_the_sizes_are_named() -> None:
    number = ("wrong-number-of-hands", {"players": 4, "got": 100_000})
    empty = [size(seat, 13, 0) for seat in range(8)]
    assert faults(cr.PARLETT, (cr.Cards(),) * 100_000) == [number, *empty]
    aces = cr.Cards([cr.Card.parse("AS")] * 1000)
    assert faults(cr.PARLETT, (aces, *SUITS[1:])) == [size(0, 13, 1000)]
    unasked: Any = (None, aces, *SUITS[2:])
    assert faults(cr.PARLETT, unasked) == [size(1, 13, 1000)]


def test_whose_cards_are_doubled_is_named_up_to_eight_hands_and_a_whole_deck_in_one() -> None:
    deck = cr.Deck(lowest=cr.Rank.SEVEN)
    eight = cr.Ruleset(name="eight", players=8, deck=deck, scoring=NoScoring())
    each = tuple(deck.cards)
    hands = tuple(cr.Cards(each[seat::8]) for seat in range(8))
    given, taken = (str(next(iter(hand))) for hand in hands[:2])
    assert faults(eight, swapped(hands, 0, given, taken)) == [missing(given), doubled(taken)]
    pack = sum(SUITS, cr.Cards())
    sizes = [size(0, 13, 52), size(1, 13, 1), *(size(seat, 13, 0) for seat in (2, 3))]
    hands = (pack, cr.Cards.parse("AS"), cr.Cards(), cr.Cards())
    assert faults(cr.PARLETT, hands) == [*sizes, doubled("AS")]


def test_how_many_cards_each_should_have_is_a_whole_number() -> None:
    hands = (cr.Cards([cr.Card.parse("AS")] * 1000), *SUITS[1:])
    (_, parameters), *_ = faults(cr.PARLETT, hands)
    assert type(parameters["size"]) is int


def test_every_fault_at_once() -> None:
    """A card twice, a hand of 14, one that is none, one of 12, and a hand too few."""
    hands: Any = (SUITS[0] + cr.Cards.parse("AS"), None, SUITS[2] - cr.Cards.parse("2D"))
    assert faults(cr.PARLETT, hands) == [
        ("wrong-number-of-hands", {"players": 4, "got": 3}),
        size(0, 13, 14),
        ("not-a-hand", {"seat": 1, "got": "None"}),
        size(2, 13, 12),
        missing(f"{SUITS[1]} 2D {SUITS[3]}"),
        doubled("AS"),
    ]


def test_faults_tell_a_person_what_is_wrong() -> None:
    hands: Any = (swapped(SUITS, 0, "2S", "AS 2H")[0], None, SUITS[2])
    with pytest.raises(cr.BadDealError) as caught:
        cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), hands=hands)
    assert [str(fault) for fault in caught.value.faults] == [
        "4 hands are needed, not 3",
        "seat 0 needs 13 cards, not 14",
        "the hand of seat 1 must be Cards, not None",
        f"nobody holds 2S {str(SUITS[1]).removesuffix(' 2H')} {SUITS[3]}",
        "there are too many of AS",
    ]


def test_cards_that_the_deck_has_not() -> None:
    rules = attrs.evolve(cr.PARLETT, deck=cr.Deck(lowest=cr.Rank.TEN))
    fives = [cr.Cards.parse(" ".join(f"{rank}{suit}" for rank in "AKQJT")) for suit in "SHDC"]
    assert cr.deal(cr.new_game(rules, cr.Seat(0)), hands=fives).hands == tuple(fives)
    assert faults(rules, swapped(fives, 0, "TS", "9S")) == [missing("TS"), foreign("9S")]
    assert faults(rules, swapped(fives, 0, "TS JS", "9S 9S")) == [
        missing("JS TS"),
        foreign("9S 9S"),
    ]
    assert faults(rules, swapped(fives, 3, "TC", "AC 2C")) == [
        size(3, 5, 6),
        missing("TC"),
        doubled("AC"),
        foreign("2C"),
    ]


TRIPLE: Final = deal(cr.TRIPLE_COLLUSION)


def test_d5_the_deck_of_triple_collusion_has_no_twos() -> None:
    low = next(card for card in TRIPLE[0] if card.rank not in HONOURS)
    hands = swapped(TRIPLE, 0, str(low), "2C")
    assert faults(cr.TRIPLE_COLLUSION, hands) == [missing(str(low)), foreign("2C")]


def test_d5_a_card_three_times() -> None:
    low = next(card for card in TRIPLE[0] if card.rank not in HONOURS and str(card) != "JS")
    hands = swapped(TRIPLE, 0, str(low), "JS")
    assert faults(cr.TRIPLE_COLLUSION, hands) == [missing(str(low)), doubled("JS")]


def test_d6_honours_that_are_not_one_each() -> None:
    """D6: the cards are those of the deck, but two seats have swapped an honour for a low card."""
    king = next(seat for seat, hand in enumerate(TRIPLE) if cr.Card.parse("KH") in hand)
    other = (king + 1) % 6
    low = next(card for card in TRIPLE[other] if card.rank not in HONOURS)
    own = next(card for card in TRIPLE[other].of_suit(cr.Suit.HEARTS) if card.rank in HONOURS)
    hands = swapped(swapped(TRIPLE, king, "KH", str(low)), other, str(low), "KH")
    both = str(cr.Cards([own, cr.Card.parse("KH")]))
    expected = [honours(king, cr.Suit.HEARTS, "none"), honours(other, cr.Suit.HEARTS, both)]
    expected.sort(key=lambda fault: int(fault[1]["seat"]))
    assert faults(cr.TRIPLE_COLLUSION, hands) == expected
    with pytest.raises(cr.BadDealError, match="needs exactly one honour of hearts, not none"):
        cr.deal(cr.new_game(cr.TRIPLE_COLLUSION, cr.Seat(0)), hands=hands)


def test_d6_a_hand_without_any_cards() -> None:
    """D6: the suits in the order people hold them."""
    hands = (*TRIPLE[:5], cr.Cards())
    assert faults(cr.TRIPLE_COLLUSION, hands) == [
        size(5, 16, 0),
        *(honours(5, suit, "none") for suit in reversed(cr.Suit)),
        missing(str(TRIPLE[5])),
    ]


def test_d6_two_equal_honours_are_two() -> None:
    aces = cr.Cards.parse("AS AS")
    hands = (*TRIPLE[:5], aces)
    found = faults(cr.TRIPLE_COLLUSION, hands)
    assert found[1] == honours(5, cr.Suit.SPADES, "AS AS")
    assert found[2] == honours(5, cr.Suit.HEARTS, "none")


@given(
    st.sampled_from([cr.PARLETT, cr.SECRET_PARTNERS, cr.TRIPLE_COLLUSION]),
    st.integers(0, 10**9),
    st.lists(
        st.tuples(st.integers(0, 5), st.sampled_from(list(cr.Deck().cards)), st.booleans()),
        max_size=6,
    ),
)
def test_a_deal_that_was_tampered_with(
    rules: cr.Ruleset, seed: int, changes: list[tuple[int, cr.Card, bool]]
) -> None:
    """Cards put in and taken out at random: refused unless it is a deal, naming what is wrong."""
    hands = [Counter(hand) for hand in deal(rules, seed)]
    for seat, card, more in changes:
        hands[seat % rules.players][card] += 1 if more else -1
    hands = [+hand for hand in hands]
    given_hands = [cr.Cards(hand.elements()) for hand in hands]
    wrong_sizes = [seat for seat, hand in enumerate(hands) if hand.total() != rules.tricks]
    together, deck = sum(hands, Counter[cr.Card]()), Counter(rules.deck.cards)
    unlike = together - deck
    expected = {
        "missing-cards": deck - together,
        "doubled-cards": Counter({c: n for c, n in unlike.items() if c in deck}),
        "foreign-cards": Counter({c: n for c, n in unlike.items() if c not in deck}),
    }
    wrong_honours = [
        (seat, suit)
        for seat, hand in enumerate(hands)
        for suit in "SHDC"
        if rules is cr.TRIPLE_COLLUSION
        and sum(n for c, n in hand.items() if c.rank in HONOURS and str(c.suit) == suit) != 1
    ]
    if not (wrong_sizes or wrong_honours or any(expected.values())):
        game = cr.deal(cr.new_game(rules, cr.Seat(0)), hands=given_hands)
        assert list(game.hands) == given_hands
        return
    found = faults(rules, given_hands)
    assert [p["seat"] for code, p in found if code == "wrong-hand-size"] == wrong_sizes
    assert [(p["seat"], str(p["suit"])) for code, p in found if code == "wrong-honours"] == (
        wrong_honours
    )
    for name, cards in expected.items():
        assert [Counter(p["cards"]) for code, p in found if code == name] == (
            [cards] if cards else []
        )
