"""Cards (A1): how they are written, and sets of them in which a card may be there twice."""

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, Final

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import collusion_rules as cr

CARDS: Final = [cr.Card(rank, suit) for suit, rank in product(cr.Suit, cr.Rank)]
"""2C first, AS last."""

RANK_TEXTS: Final = {rank: (rank.letter, rank.letter.lower()) for rank in cr.Rank} | {
    cr.Rank.TEN: ("T", "t", "10")
}
SUIT_TEXTS: Final = {
    cr.Suit.CLUBS: ("C", "c", "♣", "♧"),
    cr.Suit.DIAMONDS: ("D", "d", "♦", "♢"),
    cr.Suit.HEARTS: ("H", "h", "♥", "♡"),
    cr.Suit.SPADES: ("S", "s", "♠", "♤"),
}
TEXTS: Final = {
    text: card
    for card in CARDS
    for rank, suit in product(RANK_TEXTS[card.rank], SUIT_TEXTS[card.suit])
    for selector in (("", "\ufe0e", "\ufe0f") if suit in "♣♧♦♢♥♡♠♤" else ("",))
    for text in (rank + suit + selector, suit + selector + rank)
}
"""Every form of every card."""

cards = st.sampled_from(CARDS)
few_cards = st.lists(cards, max_size=12)
"""Often with a card twice, since hypothesis likes the same ones."""
hands = st.lists(st.sampled_from(CARDS[::9]), max_size=12) | few_cards


def evaluated(text: str) -> object:
    names = {name: getattr(cr, name) for name in cr.__all__}
    return eval(text, names)  # noqa: S307 -- the repr of our own values


# Suits and ranks


def test_a1_ranks_from_two_up_to_the_ace() -> None:
    assert [rank.value for rank in cr.Rank] == list(range(2, 15))
    assert "".join(rank.letter for rank in cr.Rank) == "23456789TJQKA"
    assert list(map(str, cr.Rank)) == list("23456789TJQKA")
    assert max(cr.Rank) is cr.Rank.ACE


def test_suits_in_their_usual_order() -> None:
    assert [suit.name for suit in cr.Suit] == ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"]
    assert sorted([cr.Suit("S"), cr.Suit("C"), cr.Suit("H"), cr.Suit("D")]) == list(cr.Suit)
    assert "".join(map(str, cr.Suit)) == "CDHS"
    assert "".join(suit.symbol for suit in cr.Suit) == "♣♦♥♠"
    assert cr.Suit("H") is cr.Suit.HEARTS
    for (at, one), (place, other) in product(enumerate(cr.Suit), repeat=2):
        found = (one < other, one <= other, one > other, one >= other)
        assert found == (at < place, at <= place, at > place, at >= place)


_ORDER: Final[Mapping[str, Callable[[Any, Any], object]]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}


@pytest.mark.parametrize("other", ["H", 3, None, cr.Rank.ACE])
def test_a_suit_has_no_order_with_anything_else(other: Any) -> None:
    for sign, compare in _ORDER.items():
        with pytest.raises(TypeError, match=f"^'{sign}' not supported"):
            compare(cr.Suit.HEARTS, other)
    assert other != cr.Suit.HEARTS


@pytest.mark.parametrize("value", [*cr.Suit, *cr.Rank], ids=repr)
def test_reprs_of_suits_and_ranks_evaluate_back(value: object) -> None:
    assert repr(value) == f"{type(value).__name__}.{getattr(value, 'name', '')}"
    assert evaluated(repr(value)) is value


# A card


@pytest.mark.parametrize(
    "text",
    ["AS", "as", "SA", "A♠", "♠A", "A♠\ufe0f", "A♠\ufe0e", "♤A", "aS", "sA", "♠\ufe0fa"],
)
def test_forms_of_the_ace_of_spades(text: str) -> None:
    assert cr.Card.parse(text) == cr.Card(cr.Rank.ACE, cr.Suit.SPADES)


@pytest.mark.parametrize("text", ["10H", "TH", "H10", "tH", "ht", "♥10", "10♡\ufe0f"])
def test_forms_of_the_ten_of_hearts(text: str) -> None:
    assert cr.Card.parse(text) == cr.Card(cr.Rank.TEN, cr.Suit.HEARTS)


def test_every_form_of_every_card() -> None:
    # 8 digits, 3 forms of the ten, 4 letters in 2 cases; a suit in 2 cases, and 2 pips with 3
    # selectors; 2 orders
    assert len(TEXTS) == (8 + 3 + 4 * 2) * 4 * (2 + 2 * 3) * 2
    for text, card in TEXTS.items():
        assert cr.Card.parse(text) == card


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_the_text_of_a_card_reads_back(card: cr.Card) -> None:
    assert str(card) == card.rank.letter + card.suit.value
    assert cr.Card.parse(str(card)) == card
    assert repr(card) == f"Card.parse('{card}')"
    assert evaluated(repr(card)) == card


_NO_CARDS: Final = [
    "AS9",
    "1S",
    "A",
    "",
    "S",
    "♠",
    "10",
    "0S",
    "11S",
    "100S",
    "1OS",
    "A S",
    " AS",
    "AS ",
    "AS\n",
    "AS\0",
    "AA",
    "SS",
    "ASAS",
    "AS KS",
    "A-S",
    "AX",
    "XS",
    "Aſ",
    "ＡＳ",
    "А♠",  # a Cyrillic letter
    "٢S",
    "A♠♠",
    "A\ufe0f♠",
    "A♠\ufe0f\ufe0f",
    "\ufe0fA♠",
    "AS\ufe0f",
    "A\ufe0fS",
    "A\ud800",
    "\udfffS",
    "🂡",
    "Ace of Spades",
    "A" * 10**6,
]


@pytest.mark.parametrize("text", _NO_CARDS, ids=lambda text: ascii(text[:20]))
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(cr.CardTextError) as caught:
        cr.Card.parse(text)
    shown = ascii(text[:40]) + ("..." if len(text) > 40 else "")
    assert caught.value.code is cr.ErrorCode.NOT_A_CARD
    assert caught.value.parameters == {"text": shown}
    assert str(caught.value) == (f"not a card: {shown}: write rank and suit, such as AS, TH or 2C")


_NO_TEXTS: Final[list[tuple[Any, str]]] = [
    (None, "None"),
    (b"AS", "something of type bytes"),
    (51, "51"),
    (-51, "-51"),
    (10**9 - 1, "999999999"),
    (10**9, "a huge int"),
    (-(10**9), "a huge int"),
    (10**5000, "a huge int"),
    (True, "True"),
    (1.5, "1.5"),
    (float("nan"), "nan"),
    (["A", "S"], "something of type list"),
    ({}, "something of type dict"),
    (cr.Rank.ACE, "something of type Rank"),
    (cr.Suit.SPADES, "something of type Suit"),
    (cr.Card.parse("AS"), "something of type Card"),
    (object(), "something of type object"),
    (str, "something of type type"),
]


@pytest.mark.parametrize(("thing", "shown"), _NO_TEXTS, ids=[shown for _, shown in _NO_TEXTS])
def test_what_is_no_text_is_refused(thing: Any, shown: str) -> None:
    for parse in (cr.Card.parse, cr.Cards.parse):
        with pytest.raises(cr.CardTextError) as caught:
            parse(thing)
        assert caught.value.parameters == {"text": shown}


_near_misses = st.text(st.sampled_from("AKQJT9876543210akqjtCDHScdhsX♠♤♥ \ufe0e\ufe0f"), max_size=5)


@given(st.text() | _near_misses)
@example("AS")
def test_only_the_forms_of_a_card_are_read(text: str) -> None:
    if text in TEXTS:
        assert cr.Card.parse(text) == TEXTS[text]
    else:
        with pytest.raises(cr.CardTextError):
            cr.Card.parse(text)


@pytest.mark.parametrize(
    ("rank", "suit", "shown"),
    [
        (14, cr.Suit.SPADES, "14"),
        ("A", cr.Suit.SPADES, "'A'"),
        (cr.Suit.SPADES, cr.Rank.ACE, "something of type Suit"),
        (cr.Rank.ACE, "S", "'S'"),
        (cr.Rank.ACE, None, "None"),
        (cr.Rank.ACE, cr.Rank.ACE, "something of type Rank"),
    ],
)
def test_a_card_is_a_rank_and_a_suit(rank: Any, suit: Any, shown: str) -> None:
    with pytest.raises(cr.CardTextError) as caught:
        cr.Card(rank, suit)
    assert caught.value.code is cr.ErrorCode.NOT_A_CARD
    assert caught.value.parameters == {"text": shown}


def test_cards_are_equal_by_rank_and_suit() -> None:
    twice = [cr.Card(card.rank, card.suit) for card in CARDS]
    assert twice == CARDS
    assert list(map(hash, twice)) == list(map(hash, CARDS))
    assert len(set(CARDS)) == 52
    assert [card.number for card in CARDS] == list(range(52))
    others: list[object] = ["AS", 51, cr.Rank.ACE, cr.Cards.parse("AS")]
    assert cr.Card.parse("AS") not in others


# Values


_VALUES: Final[list[Any]] = [
    cr.Suit.HEARTS,
    cr.Rank.TEN,
    cr.Card.parse("TH"),
    cr.Cards(),
    cr.Cards.parse("AS AS 2C"),
    cr.Deck(),
    cr.Deck(packs=2, lowest=cr.Rank.THREE),
    cr.FaceDown(13),
]


@pytest.mark.parametrize("value", _VALUES, ids=repr)
def test_values_survive_copying_and_pickling(value: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert hash(twin) == hash(value)
        assert type(twin) is type(value)
        assert str(twin) == str(value)


@pytest.mark.parametrize("value", _VALUES, ids=repr)
def test_reprs_evaluate_back(value: object) -> None:
    assert evaluated(repr(value)) == value


@pytest.mark.parametrize("value", _VALUES[2:], ids=repr)
def test_values_can_not_be_changed(value: Any) -> None:
    before = repr(value)
    for name in value.__slots__:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, name, 5)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(value, name)
    with pytest.raises(AttributeError):
        value.note = "mine"
    assert not hasattr(value, "__dict__")
    assert repr(value) == before


_SEAT: Final = cr.Seat(2)
_MOVES: Final[list[object]] = [
    cr.Play(_SEAT, cr.Card.parse("TH")),
    cr.Declaration(_SEAT, cr.Suit.CLUBS),
    cr.Accusation(_SEAT, (cr.Seat(0), cr.Seat(1))),
    cr.Talk(_SEAT, cr.Aim(4)),
    cr.Talk(_SEAT, cr.NoMore()),
    cr.Talk(_SEAT, cr.AskAim(3)),
    cr.Talk(_SEAT, cr.AskMore(cr.Seat(1))),
    cr.Talk(_SEAT, cr.AskLead()),
    cr.Talk(_SEAT, cr.AskLead(cr.Suit.HEARTS)),
    cr.Talk(_SEAT, cr.AskNotLead(cr.Suit.SPADES)),
    cr.Talk(_SEAT, cr.AskWhatToLead(cr.Seat(1))),
    cr.Talk(_SEAT, cr.AskWhatNotToLead(cr.Seat(1))),
    cr.Talk(_SEAT, cr.OfferLead(cr.Seat(1))),
    cr.Talk(_SEAT, cr.Offer(cr.Seat(1), 3)),
    cr.Talk(_SEAT, cr.Agree(cr.Seat(1), 3)),
    cr.Talk(_SEAT, cr.Retract()),
    cr.Talk(_SEAT, cr.Words("don't say 'what' you hold")),
    cr.TrickWon(_SEAT),
    cr.Dealt(_SEAT, (cr.Cards.parse("AS 2C"), cr.FaceDown(2))),
    cr.PartnersRevealed(((_SEAT,), (cr.Seat(0), cr.Seat(1), cr.Seat(3)))),
    cr.GameWon((cr.Seat(0), _SEAT)),
]


@pytest.mark.parametrize("value", _MOVES, ids=repr)
def test_reprs_of_moves_and_events_evaluate_back(value: object) -> None:
    again = evaluated(repr(value))
    assert again == value
    assert type(again) is type(value)
    assert hash(again) == hash(value)


# Cards together, against collections.Counter


@given(hands)
def test_cards_count_their_copies(listed: list[cr.Card]) -> None:
    held, counts = cr.Cards(listed), Counter(listed)
    assert len(held) == len(listed)
    assert bool(held) is bool(listed)
    for card in CARDS:
        assert held.count(card) == counts[card]
        assert (card in held) is (card in counts)


@given(hands)
def test_cards_come_in_the_order_people_hold_them(listed: list[cr.Card]) -> None:
    """S H D C, and from the ace down in each."""
    order = sorted(listed, key=lambda card: ("SHDC".index(card.suit.value), -card.rank))
    assert list(cr.Cards(listed)) == order
    assert list(cr.Cards(reversed(listed))) == order


@given(hands)
def test_cards_of_a_suit(listed: list[cr.Card]) -> None:
    held = cr.Cards(listed)
    for suit in cr.Suit:
        assert held.of_suit(suit) == cr.Cards(card for card in listed if card.suit is suit)
        assert Counter(held.of_suit(suit)) == Counter(c for c in listed if c.suit is suit)


@given(hands, hands)
def test_operators_are_those_of_multisets(one: list[cr.Card], other: list[cr.Card]) -> None:
    left, right = cr.Cards(one), cr.Cards(other)
    assert Counter(left | right) == Counter(one) | Counter(other)
    assert Counter(left & right) == Counter(one) & Counter(other)
    assert Counter(left + right) == Counter(one) + Counter(other)
    assert Counter(left - right) == Counter(one) - Counter(other)
    assert (left, right) == (cr.Cards(one), cr.Cards(other))
    for result in (left | right, left & right, left + right, left - right):
        assert result == cr.Cards(list(result))
        assert hash(result) == hash(cr.Cards(list(result)))


@given(hands, hands)
def test_cards_are_equal_as_multisets(one: list[cr.Card], other: list[cr.Card]) -> None:
    assert (cr.Cards(one) == cr.Cards(other)) is (Counter(one) == Counter(other))
    assert cr.Cards(one) == cr.Cards(one[::-1])
    assert hash(cr.Cards(one)) == hash(cr.Cards(one[::-1]))


@given(hands)
def test_the_text_of_cards_reads_back(listed: list[cr.Card]) -> None:
    held = cr.Cards(listed)
    assert str(held) == " ".join(map(str, held))
    assert cr.Cards.parse(str(held)) == held
    assert evaluated(repr(held)) == held
    assert cr.Cards(held) == held


def test_forms_of_cards_together() -> None:
    held = cr.Cards.parse("  2c ♠\ufe0fA\t10H\nah AS ")
    assert str(held) == "AS AS AH TH 2C"
    assert repr(held) == "Cards.parse('AS AS AH TH 2C')"
    assert cr.Cards.parse("") == cr.Cards.parse(" \n") == cr.Cards()
    assert repr(cr.Cards()) == "Cards.parse('')"


def test_a_card_three_times_and_more() -> None:
    """No game of the family needs it, but a multiset has no bound."""
    card, other = cr.Card.parse("2C"), cr.Card.parse("AS")
    many = cr.Cards([card] * 40 + [other] * 3)
    assert (len(many), many.count(card), many.count(other)) == (43, 40, 3)
    assert len(many - cr.Cards([card] * 39)) == 4
    assert len(many.of_suit(cr.Suit.CLUBS)) == 40
    assert many - many == cr.Cards()


@pytest.mark.parametrize("text", ["AS,KS", "ASKS", "AS KS X", "A S", "AS 1S", "AS\0KS"])
def test_a_part_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(cr.CardTextError) as caught:
        cr.Cards.parse(text)
    (first_bad,) = [part for part in text.split() if part not in TEXTS][:1]
    assert caught.value.parameters == {"text": ascii(first_bad)}


@pytest.mark.parametrize(
    ("wrong", "shown"),
    [
        (None, "None"),
        (5, "5"),
        (cr.Card.parse("AS"), None),
        ("AS", "'A'"),
        (["AS"], "'AS'"),
        ([cr.Card.parse("AS"), None], "None"),
        ([cr.Rank.ACE], "something of type Rank"),
        ([10**5000], "a huge int"),
        (b"AS", "65"),
    ],
    ids=["None", "int", "card", "text", "texts", "Nones", "ranks", "huge", "bytes"],
)
def test_cards_are_made_of_cards_alone(wrong: Any, shown: str | None) -> None:
    if shown is None:
        assert cr.Cards([wrong]) == cr.Cards.parse("AS")
        return
    with pytest.raises(cr.CardTextError) as caught:
        cr.Cards(wrong)
    assert caught.value.code is cr.ErrorCode.NOT_A_CARD
    assert caught.value.parameters == {"text": shown}


_OPERATORS: Final[Mapping[str, Callable[[Any, Any], object]]] = {
    "|": lambda one, other: one | other,
    "&": lambda one, other: one & other,
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    **_ORDER,
}


@pytest.mark.parametrize("other", [frozenset[cr.Card](), 0, None, "AS", [cr.Card.parse("AS")]])
@pytest.mark.parametrize("sign", _OPERATORS)
def test_operators_want_cards(sign: str, other: object) -> None:
    with pytest.raises(TypeError, match=re.escape(sign) + "[:']"):
        _OPERATORS[sign](cr.Cards.parse("AS"), other)
    with pytest.raises(TypeError):
        _OPERATORS[sign](other, cr.Cards.parse("AS"))


def test_what_cards_do_not_hold() -> None:
    held = cr.Cards.parse("2C AS")
    strangers: list[object] = ["AS", 0, 51, None, cr.Rank.ACE, held]
    assert [thing for thing in strangers if thing in held] == []
    others: list[object] = [{cr.Card.parse("2C"), cr.Card.parse("AS")}, held.bits, "AS 2C"]
    assert held not in others


# Decks and hands


def test_a3_the_deck_of_four_players() -> None:
    deck = cr.Deck()
    assert len(deck) == len(deck.cards) == 52
    assert deck.cards == cr.Cards(CARDS)
    assert str(deck.cards).split()[:14] == [*(f"{rank}S" for rank in "AKQJT98765432"), "AH"]


def test_d5_the_deck_of_triple_collusion() -> None:
    """D5: two packs without the 2s."""
    deck = cr.TRIPLE_COLLUSION.deck
    assert len(deck) == len(deck.cards) == 96
    assert Counter(deck.cards) == Counter(
        {card: 2 for card in CARDS if card.rank is not cr.Rank.TWO}
    )


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("lowest", cr.Rank, ids=str)
def test_a_deck_from_the_ace_down(packs: int, lowest: cr.Rank) -> None:
    deck = cr.Deck(packs, lowest)
    expected = {card: packs for card in CARDS if card.rank >= lowest}
    assert Counter(deck.cards) == Counter(expected)
    assert len(deck) == sum(expected.values())


@pytest.mark.parametrize("count", [0, 1, 13])
def test_a_hand_face_down_says_how_many_cards_it_has(count: int) -> None:
    assert len(cr.FaceDown(count)) == cr.FaceDown(count).count == count


def test_many_copies_of_a_card() -> None:
    """A text of many cards takes no longer than it is long."""
    many = cr.Cards.parse("AS " * 50_000 + "2C")
    ace = cr.Card.parse("AS")
    assert (len(many), many.count(ace), many.count(cr.Card.parse("2C"))) == (50_001, 50_000, 1)
    assert len(many - cr.Cards.parse("AS " * 49_999)) == 2
    assert len(many & many) == len(many.of_suit(cr.Suit.SPADES)) + 1
    assert str(many).count("AS") == 50_000
    assert cr.Cards(many) == many


# Order, places, parts


def test_cards_are_in_the_order_of_a_new_pack() -> None:
    assert sorted(cr.Deck().cards) == list(reversed(list(cr.Deck().cards)))
    two, ten, ace = map(cr.Card.parse, ("2H", "TH", "AH"))
    assert two < ten < ace <= ace >= ten > two
    assert cr.Card.parse("AC") < cr.Card.parse("2D")
    with pytest.raises(TypeError):
        two < "AH"  # type: ignore[operator]  # noqa: B015 -- what is refused
    assert max(cr.Cards.parse("3C 2S KD")) == cr.Card.parse("2S")


def test_a_hand_has_places() -> None:
    hand = cr.Cards.parse("2C AS AS KD")
    assert hand[0] == hand[1] == cr.Card.parse("AS")
    assert hand[-1] == cr.Card.parse("2C")
    assert hand[1:3] == cr.Cards.parse("AS KD")
    assert [hand[place] for place in range(len(hand))] == list(hand)
    with pytest.raises(IndexError):
        hand[4]


@given(
    st.lists(st.sampled_from(list(cr.Deck().cards))),
    st.lists(st.sampled_from(list(cr.Deck().cards))),
)
def test_parts_of_hands_are_those_of_multisets(one: list[cr.Card], two: list[cr.Card]) -> None:
    first, second = cr.Cards(one), cr.Cards(two)
    for some, all_of in ((first, second), (first, first | second), (first, first + second)):
        inside = Counter(some) <= Counter(all_of)
        assert (some <= all_of) == (all_of >= some) == inside
        assert (some < all_of) == (all_of > some) == (inside and some != all_of)
    for compare in _ORDER.values():
        with pytest.raises(TypeError):
            compare(first, set(two))


def test_a_text_of_cards_has_a_length() -> None:
    assert len(cr.Cards.parse("AS " * 66_666)) == 66_666
    with pytest.raises(cr.CardTextError, match=r"^cards: at most 200000 characters are read$"):
        cr.Cards.parse("AS " * 66_667)
