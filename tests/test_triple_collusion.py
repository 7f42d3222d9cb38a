"""Triple Collusion: D4 to D8, and A8."""

from collections import Counter

import attrs
import pytest
from hypothesis import given
from tables import a_play, cards, dealt, play, plays, refused

import collusion_rules as cr
from collusion_rules import testing

FOUR_TRICKS = attrs.evolve(cr.TRIPLE_COLLUSION, deck=cr.Deck(2, cr.Rank.QUEEN))

HANDS = (
    "AS KH QD AC",
    "AS AH KD QC",
    "KS QH QD AC",
    "KS AH AD KC",
    "QS KH AD QC",
    "QS QH KD KC",
)
"""One honour of each suit for every seat."""

BY_SPADES = tuple(tuple(map(cr.Seat, team)) for team in ((0, 1), (2, 3), (4, 5)))


def test_a_whole_deal_event_by_event() -> None:
    """D4, D7, A8: of two identical cards the first one wins."""
    game = dealt(FOUR_TRICKS, *HANDS, dealer=5)
    game = cr.play(game, cr.Declaration(cr.Seat(5), cr.Suit.SPADES))
    assert game.teams == BY_SPADES
    game = play(game, "AC", "QC", "AC", "KC", "QC", "KC")
    game = play(game, "KH", "AH", "QH", "AH", "KH", "QH")
    game = play(game, "KD", "QD", "AD", "AD", "KD", "QD")
    game = play(game, "KS", "QS", "QS", "AS", "AS", "KS")
    outcome = cr.Outcome((2, 1, 0, 1, 0, 0), BY_SPADES)
    assert [*game.log[2:]] == [
        cr.Declaration(cr.Seat(5), cr.Suit.SPADES),
        *plays([0, 1, 2, 3, 4, 5], "AC", "QC", "AC", "KC", "QC", "KC"),
        cr.TrickWon(cr.Seat(0)),
        *plays([0, 1, 2, 3, 4, 5], "KH", "AH", "QH", "AH", "KH", "QH"),
        cr.TrickWon(cr.Seat(1)),
        *plays([1, 2, 3, 4, 5, 0], "KD", "QD", "AD", "AD", "KD", "QD"),
        cr.TrickWon(cr.Seat(3)),
        *plays([3, 4, 5, 0, 1, 2], "KS", "QS", "QS", "AS", "AS", "KS"),
        cr.TrickWon(cr.Seat(0)),
        cr.PartnersRevealed(BY_SPADES),
        cr.DealScored(
            cr.DealScore(
                outcome,
                points=(10, 10, 0, 0, -5, -5),
                totals=(10, 10, 0, 0, -5, -5),
                lines=(
                    cr.ScoreLine(cr.Seat(0), 10, cr.Reason.TEAM_MOST, 3),
                    cr.ScoreLine(cr.Seat(1), 10, cr.Reason.TEAM_MOST, 3),
                    cr.ScoreLine(cr.Seat(2), 0, cr.Reason.TEAM_MIDDLE, 1),
                    cr.ScoreLine(cr.Seat(3), 0, cr.Reason.TEAM_MIDDLE, 1),
                    cr.ScoreLine(cr.Seat(4), -5, cr.Reason.TEAM_FEWEST, 0),
                    cr.ScoreLine(cr.Seat(5), -5, cr.Reason.TEAM_FEWEST, 0),
                ),
            )
        ),
    ]


@pytest.mark.parametrize("suit", cr.Suit)
def test_any_suit_makes_three_teams_of_two(suit: cr.Suit) -> None:
    """D4: those who hold the same honour of trumps, A, K and Q in this order."""
    game = cr.play(dealt(FOUR_TRICKS, *HANDS, dealer=5), cr.Declaration(cr.Seat(5), suit))
    assert (
        game.teams
        == {
            cr.Suit.SPADES: ((0, 1), (2, 3), (4, 5)),
            cr.Suit.HEARTS: ((1, 3), (0, 4), (2, 5)),
            cr.Suit.DIAMONDS: ((3, 4), (1, 5), (0, 2)),
            cr.Suit.CLUBS: ((0, 2), (3, 5), (1, 4)),
        }[suit]
    )


def test_two_copies_in_one_hand_are_one_choice_but_two_cards() -> None:
    """D5, A5: the seat may play it twice."""
    rules = attrs.evolve(cr.TRIPLE_COLLUSION, deck=cr.Deck(2, cr.Rank.NINE))
    hands = (
        "AS KH QD AC JS JS 9S 9S",
        "AS AH KD QC JH JH 9H 9H",
        "KS QH QD AC JD JD 9D 9D",
        "KS AH AD KC JC JC 9C 9C",
        "QS KH AD QC TS TS TH TH",
        "QS QH KD KC TD TD TC TC",
    )
    game = dealt(rules, *hands, dealer=5)
    game = cr.play(game, cr.Declaration(cr.Seat(5), cr.Suit.HEARTS))
    assert cr.legal_moves(game) == tuple(plays([0] * 6, "AS", "JS", "9S", "KH", "QD", "AC"))
    game = play(game, "JS")
    assert game.hands[0] == cr.Cards.parse("AS KH QD AC JS 9S 9S")
    game = play(game, "AS", "KS", "KS", "TS", "QS")
    assert game.log[-1] == cr.TrickWon(cr.Seat(1))
    game = play(game, "AH", "QH", "AH", "TH", "QH")
    assert refused(game, a_play(0, "JS")) is cr.ErrorCode.MUST_FOLLOW_SUIT
    game = play(game, "KH", "JH", "JD", "JC", "TH", "TD")
    assert not refused(game, a_play(0, "JS"))
    game = play(game, "JS")
    assert game.hands[0] == cr.Cards.parse("AS 9S 9S QD AC")
    assert game.tricks_won == (0, 3, 0, 0, 0, 0)
    assert game.plays.count(a_play(0, "JS")) == 2


def test_the_deck_is_two_packs_without_the_twos() -> None:
    """D5: 96 cards, 16 each, 16 tricks."""
    deck = cr.TRIPLE_COLLUSION.deck
    assert (len(deck), cr.TRIPLE_COLLUSION.players, cr.TRIPLE_COLLUSION.tricks) == (96, 6, 16)
    assert set(Counter(deck.cards).values()) == {2}
    assert {card.rank for card in deck.cards} == set(cr.Rank) - {cr.Rank.TWO}


@given(testing.deals(cr.TRIPLE_COLLUSION))
def test_every_hand_has_one_honour_of_each_suit(hands: tuple[cr.Cards, ...]) -> None:
    """D6: so that there are three teams of two, whatever is declared."""
    for hand in hands:
        assert len(hand) == 16
        honours = [card.suit for card in hand if card.rank >= cr.Rank.QUEEN]
        assert sorted(honours) == sorted(cr.Suit)


def test_a_deal_without_those_honours_is_refused() -> None:
    """D6: two seats exchange an ace and a king of spades; both are named."""
    hands = cards(*HANDS)
    hands[0], hands[2] = cards("KS KH QD AC", "AS QH QD AC")
    cr.deal(cr.new_game(FOUR_TRICKS), hands=hands)
    hands[0], hands[2] = cards("AS KS KH AC", "QD QH QD AC")
    with pytest.raises(cr.BadDealError) as refusal:
        cr.deal(cr.new_game(FOUR_TRICKS), hands=hands)
    wrong = cr.ErrorCode.WRONG_HONOURS
    assert [(fault.code, dict(fault.parameters)) for fault in refusal.value.faults] == [
        (wrong, {"seat": 0, "suit": cr.Suit.SPADES, "got": "AS KS"}),
        (wrong, {"seat": 0, "suit": cr.Suit.DIAMONDS, "got": "none"}),
        (wrong, {"seat": 2, "suit": cr.Suit.SPADES, "got": "none"}),
        (wrong, {"seat": 2, "suit": cr.Suit.DIAMONDS, "got": "QD QD"}),
    ]


@given(testing.whole_games(cr.TRIPLE_COLLUSION))
def test_a_game_has_eight_deals_without_accusations(game: cr.Game) -> None:
    """D8."""
    assert game.deals_played == 8
    assert game.accusations == ()


@given(testing.games(cr.TRIPLE_COLLUSION, cr.Phase.PLAYING))
def test_nobody_is_accused(game: cr.Game) -> None:
    """D8."""
    accusation = cr.Accusation(cr.Seat(0), (cr.Seat(1), cr.Seat(2)))
    assert refused(game, accusation) is cr.ErrorCode.NO_ACCUSATIONS
