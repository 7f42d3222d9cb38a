"""Rotation Collusion: D2 and D3."""

import pytest
from hypothesis import given
from tables import ArrangedDeal

import collusion_rules as cr
from collusion_rules import testing

A, K, Q, J = cr.Rank.ACE, cr.Rank.KING, cr.Rank.QUEEN, cr.Rank.JACK

DEAL = ArrangedDeal([0, 2, 1, *[3] * 10], trump="S")
"""Spades are trumps: seat 0 holds the ace, 2 the king, 1 the queen, and 1 the jack."""


def reveals(rules: cr.Ruleset, deals: int) -> list[cr.Teams]:
    """The teams of so many deals, in each of which seat 0 has the ace, and so on."""
    game = cr.new_game(rules, cr.Seat(0))
    for _ in range(deals):
        game = DEAL.played(game)
    return [event.teams for event in game.log if isinstance(event, cr.PartnersRevealed)]


def test_the_partner_cards_change_with_each_deal() -> None:
    """D2: ace and king, queen and jack, ace and queen; D3: and so again."""
    ace_king = ((0, 2), (1, 3))
    queen_jack = ((1,), (0, 2, 3))
    ace_queen = ((0, 1), (2, 3))
    cycle = [ace_king, queen_jack, ace_queen]
    assert reveals(cr.ROTATION_COLLUSION, 8) == [*cycle, *cycle, ace_king, queen_jack]


def test_a_table_may_have_another_cycle() -> None:
    """D3: of any length."""
    rules = cr.rotation_collusion(((K, Q), (A, J)), deals=5)
    assert reveals(rules, 5) == [((1, 2), (0, 3)), ((0, 1), (2, 3))] * 2 + [((1, 2), (0, 3))]
    assert reveals(cr.rotation_collusion(((J, A),)), 2) == [((0, 1), (2, 3))] * 2


def test_the_partner_cards_of_the_deal_in_play() -> None:
    """D2."""
    game = cr.new_game(cr.ROTATION_COLLUSION, cr.Seat(0))
    shown = list[tuple[str, ...]]()
    for _ in range(4):
        assert game.partner_cards == ()
        shown.append(tuple(map(str, DEAL.dealt(game).partner_cards)))
        game = DEAL.played(game)
    assert shown == [("AS", "KS"), ("QS", "JS"), ("AS", "QS"), ("AS", "KS")]


@pytest.mark.parametrize("cycle", [(), ((A,),), ((A, A),), ((A, K, Q),), [(A, K)], ((14, 13),)])
def test_a_cycle_that_makes_no_sense_is_refused(
    cycle: tuple[tuple[cr.Rank, cr.Rank], ...],
) -> None:
    """D3."""
    with pytest.raises(cr.BadRulesetError):
        cr.rotation_collusion(cycle)


@given(testing.games(cr.ROTATION_COLLUSION, cr.Phase.PLAYING))
def test_who_was_dealt_the_cards_is_a_partner(game: cr.Game) -> None:
    """D2."""
    dealt = [event for event in game.log if isinstance(event, cr.Dealt)][-1]
    ranks = ((A, K), (Q, J), (A, Q))[game.deals_played % 3]
    assert game.trump is not None
    wanted = cr.Cards(cr.Card(rank, game.trump) for rank in ranks)
    partners = tuple(
        seat
        for seat, hand in enumerate(dealt.hands)
        if isinstance(hand, cr.Cards) and hand & wanted
    )
    assert game.teams[0] == partners
