"""Secret partners at other tables than of four, and why the other games are for four or six."""

from typing import Any, Final

import attrs
import numpy as np
import pytest
from jsonschema import Draft202012Validator

import collusion_rules as cr
from collusion_rules.batch import play_deals
from collusion_rules.simulation import simulate

DECKS: Final = {
    3: cr.Rank.THREE,
    5: cr.Rank.FIVE,
    6: cr.Rank.THREE,
    7: cr.Rank.EIGHT,
    8: cr.Rank.SEVEN,
}
"""By the number of players: the lowest card of a pack that can be dealt evenly to them."""


def table_of(players: int) -> cr.Ruleset:
    return attrs.evolve(
        cr.SECRET_PARTNERS,
        name=f"for {players}",
        players=players,
        deck=cr.Deck(lowest=DECKS[players]),
        scoring=cr.PartnersScoring(deals=2, clear_from=4, narrow_from=3, soloist_from=3),
        accusations=True,
    )


@pytest.mark.parametrize("players", DECKS)
def test_c2_secret_partners_of_any_number(players: int) -> None:
    rules = table_of(players)
    game = cr.new_game(rules, cr.Seat(0))
    while game.phase is not cr.Phase.OVER:
        waiting = game.phase is cr.Phase.AWAITING_DEAL
        game = cr.deal(game, seed=7) if waiting else cr.play(game, cr.legal_moves(game)[0])
    assert game.deals_played == 2
    text = cr.dumps(game)
    assert cr.loads(text) == game
    validator: Any = Draft202012Validator(cr.record_schema())  # Any: partly typed in its stubs
    assert validator.is_valid(cr.to_data(game))
    view = cr.view(game, cr.Seat(players - 1))
    assert cr.loads(cr.dumps(view), "view") == view


@pytest.mark.parametrize("players", DECKS)
def test_c5_c6_they_are_scored_in_batches_as_one_by_one(players: int) -> None:
    rules = table_of(players)
    batch = play_deals(rules, 300, seed=7)
    assert batch.fallback is None
    for row in range(300):
        score = cr.score_deal(rules, batch.outcome(row))
        assert tuple(batch.points[row]) == score.points
    assert {int(alone) for alone in np.unique((batch.sides == 0).sum(axis=1))} == {1, 2}
    assert simulate(rules, 100, seed=7, games=5).games is not None


@pytest.mark.parametrize(
    ("rules", "players", "lowest", "why"),
    [
        (
            cr.PARLETT,
            5,
            cr.Rank.FIVE,
            "Parlett's scoring is for 4 players, not 5: its bonuses say what two, three or no "
            "equal numbers of tricks are worth among four",
        ),
        (
            cr.SECRET_PARTNERS,
            2,
            cr.Rank.TWO,
            "secret partners need 3 players or more, not 2: nobody might be against them",
        ),
        (cr.TRIPLE_COLLUSION, 4, cr.Rank.TWO, "three teams of two are 6 players, not 4"),
    ],
)
def test_a_game_says_why_it_is_not_for_so_many(
    rules: cr.Ruleset, players: int, lowest: cr.Rank, why: str
) -> None:
    deck = attrs.evolve(rules.deck, lowest=lowest)
    with pytest.raises(cr.BadRulesetError) as caught:
        attrs.evolve(rules, players=players, deck=deck)
    assert why in [str(fault) for fault in caught.value.faults]
