"""What all at the table can know: voids (A5), pacts (B9) and standings (A10)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules import testing

N, E, S, W = map(cr.Seat, range(4))
CLUBS, DIAMONDS, HEARTS, SPADES = cr.Suit

TWO_SUITS = [
    "AS KS QS JS TS 9S 8S AH KH QH JH TH 9H",
    "7S 6S 5S 4S 3S 2S 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D AC KC QC JC TC 9C",
    "7D 6D 5D 4D 3D 2D 8C 7C 6C 5C 4C 3C 2C",
]
"""N and E have the majors, S and W the minors."""


def dealt(rules: cr.Ruleset) -> cr.Game:
    """The two suits dealt by W, with spades for trumps where there are any; N leads."""
    hands = [cr.Cards.parse(hand) for hand in TWO_SUITS]
    game = cr.deal(cr.new_game(rules, W), hands=hands)
    return cr.play(game, cr.Declaration(W, SPADES)) if rules.declares else game


def played(game: cr.Game, *cards: str) -> cr.Game:
    for card in cards:
        assert game.to_act is not None
        game = cr.play(game, cr.Play(game.to_act, cr.Card.parse(card)))
    return game


def said(game: cr.Game, *talk: tuple[cr.Seat, cr.Statement]) -> cr.Game:
    for seat, statement in talk:
        game = cr.play(game, cr.Talk(seat, statement))
    return game


@given(testing.games(), st.data())
def test_games_and_views_know_the_same(game: cr.Game, data: st.DataObject) -> None:
    seat = data.draw(st.none() | st.integers(0, game.rules.players - 1).map(cr.Seat))
    view = cr.view(game, seat)
    assert cr.voids(view) == cr.voids(game)
    assert cr.pacts(view) == cr.pacts(game)
    assert cr.standings(view) == cr.standings(game)


@pytest.mark.parametrize("verb", [cr.voids, cr.pacts, cr.standings])
@pytest.mark.parametrize("table", [None, (), "game", cr.PARLETT])
def test_only_tables_are_known(verb: Any, table: object) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^table must be a Game or a View, not "):
        verb(table)


# Voids


def test_nobody_has_shown_anything_yet() -> None:
    for game in (cr.new_game(cr.PARLETT), dealt(cr.PARLETT), played(dealt(cr.PARLETT), "AS")):
        assert cr.voids(game) == ((), (), (), ())


def test_who_follows_shows_nothing_and_who_does_not_shows_a_void() -> None:
    game = played(dealt(cr.PARLETT), "AH", "2H", "AC", "2D")
    assert cr.voids(game) == ((), (), (HEARTS,), (HEARTS,))


def test_a_trick_on_the_table_counts() -> None:
    game = played(dealt(cr.PARLETT), "AH", "2H", "AC")
    assert cr.voids(game) == ((), (), (HEARTS,), ())


def test_a_discard_on_a_trump_lead_shows_only_that_there_are_no_trumps() -> None:
    game = played(dealt(cr.SECRET_PARTNERS), "AS", "2S", "AC", "2D")
    assert cr.voids(game) == ((), (), (SPADES,), (SPADES,))


def test_a_ruff_shows_a_void_in_the_suit_led() -> None:
    hands = [hand.replace("8H", "9D", 1).replace("TD 9D", "TD 8H") for hand in TWO_SUITS]
    game = cr.deal(cr.new_game(cr.SECRET_PARTNERS, W), hands=list(map(cr.Cards.parse, hands)))
    game = played(cr.play(game, cr.Declaration(W, DIAMONDS)), "AH", "2H", "8H", "2D")
    assert game.tricks_won == (0, 0, 0, 1)
    assert cr.voids(game) == ((), (), (), (HEARTS,))


def test_voids_add_up_in_the_order_of_suits() -> None:
    game = played(dealt(cr.PARLETT), "AS", "2S", "AC", "2D", "AH", "2H", "KC", "3D")
    assert cr.voids(game) == ((), (), (HEARTS, SPADES), (HEARTS, SPADES))


def test_voids_stay_until_the_next_deal() -> None:
    game = dealt(cr.PARLETT)
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert game.tricks_won == (13, 0, 0, 0)
    assert cr.voids(game) == ((), (SPADES,), (HEARTS, SPADES), (HEARTS, SPADES))
    assert cr.voids(cr.deal(game, seed=1)) == ((), (), (), ())


@given(testing.games(phase=cr.Phase.PLAYING))
def test_who_has_shown_out_of_a_suit_holds_none_of_it(game: cr.Game) -> None:
    for hand, suits in zip(game.hands, cr.voids(game), strict=True):
        assert not any(hand.of_suit(suit) for suit in suits)


@given(testing.games(phase=cr.Phase.PLAYING))
def test_voids_are_all_who_did_not_follow(game: cr.Game) -> None:
    shown: list[set[cr.Suit]] = [set() for _ in game.hands]
    for lead, *others in filter(None, (*game.tricks, game.trick)):
        for play in others:
            if play.card.suit != lead.card.suit:
                shown[play.seat].add(lead.card.suit)
    assert cr.voids(game) == tuple(tuple(sorted(suits)) for suits in shown)


# Pacts


def test_an_offer_and_its_acceptance() -> None:
    game = said(dealt(cr.PARLETT), (E, cr.Offer(S, 4)))
    assert cr.pacts(game) == (cr.Pact(offered_by=E, offered_to=S, tricks=4, agreed=False),)
    game = said(game, (S, cr.Agree(E, 4)))
    assert cr.pacts(game) == (cr.Pact(offered_by=E, offered_to=S, tricks=4, agreed=True),)


def test_no_talk_no_pacts() -> None:
    assert cr.pacts(cr.new_game(cr.PARLETT)) == ()
    others = (
        (E, cr.Aim(4)),
        (S, cr.AskAim(4)),
        (W, cr.NoMore()),
        (N, cr.OfferLead(E)),
        (E, cr.AskLead()),
    )
    assert cr.pacts(said(dealt(cr.PARLETT), *others)) == ()


def test_agreeing_to_what_is_not_offered_makes_no_pact() -> None:
    offer = cr.Pact(E, S, 4)
    game = said(dealt(cr.PARLETT), (S, cr.Agree(E, 4)))
    assert cr.pacts(game) == ()
    game = said(game, (E, cr.Offer(S, 4)))
    assert cr.pacts(said(game, (S, cr.Agree(E, 5)))) == (offer,)  # another number
    assert cr.pacts(said(game, (W, cr.Agree(E, 4)))) == (offer,)  # offered to somebody else
    assert cr.pacts(said(game, (S, cr.Agree(W, 4)))) == (offer,)  # offered by somebody else
    assert cr.pacts(said(game, (E, cr.Agree(S, 4)))) == (offer,)  # one's own offer


def test_a_new_offer_replaces_the_last_one_to_the_same_seat() -> None:
    game = said(dealt(cr.PARLETT), (E, cr.Offer(S, 4)), (E, cr.Offer(W, 3)), (E, cr.Offer(S, 5)))
    assert cr.pacts(game) == (cr.Pact(E, W, 3), cr.Pact(E, S, 5))
    assert cr.pacts(said(game, (S, cr.Agree(E, 4)))) == (cr.Pact(E, W, 3), cr.Pact(E, S, 5))


def test_agreed_pacts_come_first_the_oldest_first() -> None:
    game = said(
        dealt(cr.PARLETT),
        (N, cr.Offer(E, 2)),
        (S, cr.Offer(W, 3)),
        (E, cr.Offer(S, 4)),
        (W, cr.Agree(S, 3)),
        (S, cr.Agree(E, 4)),
    )
    assert cr.pacts(game) == (
        cr.Pact(S, W, 3, agreed=True),
        cr.Pact(E, S, 4, agreed=True),
        cr.Pact(N, E, 2),
    )


def test_a_new_pact_replaces_the_last_one_of_the_same_two_whoever_offered_it() -> None:
    game = said(
        dealt(cr.PARLETT),
        (E, cr.Offer(S, 4)),
        (S, cr.Agree(E, 4)),
        (N, cr.Offer(W, 2)),
        (W, cr.Agree(N, 2)),
        (S, cr.Offer(E, 5)),
    )
    before = (cr.Pact(E, S, 4, agreed=True), cr.Pact(N, W, 2, agreed=True), cr.Pact(S, E, 5))
    assert cr.pacts(game) == before
    assert cr.pacts(said(game, (E, cr.Agree(S, 5)))) == (
        cr.Pact(N, W, 2, agreed=True),
        cr.Pact(S, E, 5, agreed=True),
    )


def test_an_accepted_offer_is_used_up() -> None:
    game = said(dealt(cr.PARLETT), (E, cr.Offer(S, 4)), (S, cr.Agree(E, 4)), (E, cr.Retract()))
    assert cr.pacts(said(game, (S, cr.Agree(E, 4)))) == ()


def test_taking_back_undoes_own_offers_and_all_own_pacts() -> None:
    game = said(
        dealt(cr.PARLETT),
        (E, cr.Offer(S, 4)),
        (S, cr.Agree(E, 4)),
        (N, cr.Offer(W, 2)),
        (W, cr.Agree(N, 2)),
        (S, cr.Offer(N, 1)),
        (N, cr.Offer(S, 3)),
    )
    assert cr.pacts(said(game, (S, cr.Retract()))) == (
        cr.Pact(N, W, 2, agreed=True),
        cr.Pact(N, S, 3),
    )
    assert cr.pacts(said(game, (E, cr.Retract()))) == (
        cr.Pact(N, W, 2, agreed=True),
        cr.Pact(S, N, 1),
        cr.Pact(N, S, 3),
    )


def test_pacts_are_of_one_deal() -> None:
    game = said(dealt(cr.PARLETT), (E, cr.Offer(S, 4)), (S, cr.Agree(E, 4)))
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert cr.pacts(game) == (cr.Pact(E, S, 4, agreed=True),)
    assert cr.pacts(cr.deal(game, seed=1)) == ()


# Standings


def test_before_the_first_deal_all_share_the_first_place() -> None:
    assert cr.standings(cr.new_game(cr.PARLETT)) == tuple(
        cr.Standing(place=1, seat=seat, total=0) for seat in (N, E, S, W)
    )


def test_ties_share_a_place_and_the_next_place_is_left_out() -> None:
    """N takes all tricks (B4): 43 points; the others none."""
    game = dealt(cr.PARLETT)
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert cr.standings(game) == (
        cr.Standing(1, N, 43),
        cr.Standing(2, E, 0),
        cr.Standing(2, S, 0),
        cr.Standing(2, W, 0),
    )


def test_two_share_the_first_place_and_the_third_is_third() -> None:
    """The partners E and W win all tricks (C5, C7): 20 points each; the others -5."""
    north, east, south, west = map(cr.Cards.parse, TWO_SUITS)
    king, seven = cr.Cards.parse("KS"), cr.Cards.parse("7S")
    hands = [south, north - king + seven, west, east - seven + king]
    game = cr.deal(cr.new_game(cr.SECRET_PARTNERS, S), hands=hands)
    game = cr.play(game, cr.Declaration(S, SPADES))
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    assert cr.standings(game) == (
        cr.Standing(1, E, 20),
        cr.Standing(1, W, 20),
        cr.Standing(3, N, -5),
        cr.Standing(3, S, -5),
    )


@given(testing.games())
def test_standings_are_the_totals_in_order(game: cr.Game) -> None:
    standings = cr.standings(game)
    assert sorted(standing.seat for standing in standings) == list(range(game.rules.players))
    for standing in standings:
        assert standing.total == game.totals[standing.seat]
        assert standing.place == 1 + sum(total > standing.total for total in game.totals)
    in_order = sorted(standings, key=lambda standing: (-standing.total, standing.seat))
    assert list(standings) == in_order
