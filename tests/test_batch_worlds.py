"""Worlds in batches, and moves tried out in them: against the exact worlds and the engine."""

from collections import Counter
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seeing import redealt
from tables import always
from test_worlds import EVERY, LONG, assert_are_worlds, game_of, small_game

import collusion_rules as cr
from collusion_rules import worlds
from collusion_rules.batch import (
    Plays,
    Policy,
    move_values,
    play_on,
    playing,
    sample_worlds,
    sample_worlds_of,
    starts,
)
from collusion_rules.batch.plans import cards
from collusion_rules.batch.sampling import draw_worlds, told_by
from collusion_rules.cards import CARDS
from collusion_rules.hidden import hidden

N, E, S, W = map(cr.Seat, range(4))
DRAWN = 100_000 if LONG else 400
JUDGED = 100 if LONG else 3
"""How many worlds of each view the engine judges: a million in all in the long profile."""


def hands_of(world: Any) -> worlds.World:
    return tuple(cards(hand) for hand in world)


@given(st.sampled_from(EVERY), st.integers(0, 2**20), st.data())
def test_no_world_of_a_batch_is_impossible(
    rules: cr.Ruleset, seed: int, data: st.DataObject
) -> None:
    viewer = data.draw(st.none() | st.integers(0, rules.players - 1).map(cr.Seat))
    game = game_of(rules, seed, seed % len(rules.deck), deals=seed % 3)
    drawn = sample_worlds(cr.view(game, viewer), JUDGED, seed)
    assert assert_are_worlds(game, viewer, map(hands_of, drawn)) == JUDGED


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
@pytest.mark.parametrize("viewer", [N, None])
def test_each_world_of_a_batch_is_as_likely_as_the_others(
    rules: cr.Ruleset, viewer: cr.Seat | None
) -> None:
    for seed in range(6):
        view = cr.view(small_game(rules, seed, viewer, 200), viewer)
        found = worlds.worlds_of(hidden(view))
        expected = Counter(worlds.shown(found.nth(index)) for index in range(found.count))
        drawn = Counter(hands_of(world) for world in sample_worlds(view, DRAWN, seed))
        assert drawn.keys() <= expected.keys()
        off = [
            (drawn[world] - DRAWN * copies / found.count) ** 2 / (DRAWN * copies / found.count)
            for world, copies in expected.items()
        ]
        freedom = max(len(expected) - 1, 1)
        assert (sum(off) - freedom) / (2 * freedom) ** 0.5 < 4.5


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
@pytest.mark.parametrize("viewer", [E, None])
def test_cards_of_a_batch_are_as_likely_as_their_chances(
    rules: cr.Ruleset, viewer: cr.Seat | None
) -> None:
    for share in (0, 3, 5):
        view = cr.view(game_of(rules, share, len(rules.deck) * share // 7), viewer)
        drawn = sample_worlds(view, 5 * DRAWN, "chances")
        for card, likely in worlds.chances(view).items():
            held = (drawn[:, :, 0] >> np.uint64(card.number) & np.uint64(1)).sum(axis=0)
            for count, chance in zip(held.tolist(), likely, strict=True):
                error = float(5 * DRAWN * chance * (1 - chance)) ** 0.5
                assert abs(count - 5 * DRAWN * chance) <= 5 * error


def test_a_world_depends_on_the_seed_and_its_number_alone() -> None:
    view = cr.view(game_of(cr.TRIPLE_COLLUSION, 3, 40), E)
    drawn = sample_worlds(view, 10, "a")
    assert drawn.shape == (10, 6, 2)
    assert (sample_worlds(view, 5, "a", first=5) == drawn[5:]).all()
    assert (sample_worlds(view, 10, "b") != drawn).any()
    assert len({world.tobytes() for world in drawn}) == 10


def test_worlds_of_many_views() -> None:
    views = [cr.view(game_of(cr.PARLETT, seed, 4 * seed), cr.Seat(seed % 4)) for seed in range(12)]
    drawn = sample_worlds_of(views, 4, 7)
    assert drawn.shape == (12, 4, 4, 2)
    assert (drawn[0] == sample_worlds(views[0], 4, 7)).all()
    for seed, each in enumerate(drawn):
        game = game_of(cr.PARLETT, seed, 4 * seed)
        assert_are_worlds(game, cr.Seat(seed % 4), map(hands_of, each))


@pytest.mark.parametrize("views", [[], None, cr.PARLETT])
def test_views_that_are_none(views: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^views must be one View or more"):
        sample_worlds_of(views, 1, 0)


def test_what_no_worlds_can_be_drawn_of() -> None:
    game = game_of(cr.PARLETT, 0, 4)
    view = cr.view(game, N)
    with pytest.raises(cr.BadArgumentError, match=r"^view must be a View, not "):
        sample_worlds(cast("Any", game), 1, 0)
    with pytest.raises(cr.BadArgumentError) as refused:
        sample_worlds(cr.view(cr.new_game(cr.PARLETT, N), N), 1, 0)
    assert refused.value.code is cr.ErrorCode.AWAITING_DEAL
    with pytest.raises(cr.BadArgumentError, match=r"^worlds must be a whole number from 1 to "):
        sample_worlds(view, 0, 0)
    with pytest.raises(cr.BadArgumentError, match=r"^first must be a whole number from 0 to "):
        sample_worlds(view, 1, 0, first=-1)
    with pytest.raises(cr.BadDealError):
        sample_worlds(view, 1, cast("Any", None))
    other = cr.view(game_of(cr.TRIPLE_COLLUSION, 0, 4), N)
    with pytest.raises(cr.BadArgumentError, match=r"^views must be of games for the same number"):
        sample_worlds_of([view, other], 1, 0)


@pytest.mark.parametrize("cards_played", [9, 0])
def test_what_contradicts_itself(cards_played: int) -> None:
    """Nobody may hold spades: for a seat in a game of four, and for a spectator, with floats."""
    view = cr.view(game_of(cr.PARLETT, 0, cards_played), N if cards_played else None)
    told = told_by([view])
    told.out[:] |= 8
    with pytest.raises(cr.BadArgumentError, match=r"^told must be of positions that can be"):
        draw_worlds(told, 1, 0)


# Worlds played on


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_a_view_is_played_on_from_its_worlds(rules: cr.Ruleset) -> None:
    """Each deal is the one that the engine plays from the same world with the same choices."""
    view = None
    for seed in range(3):
        cards_played = seed * len(rules.deck) // 3
        game = game_of(rules, seed, cards_played, deals=seed)
        view = cr.view(game, cr.Seat(seed))
        batch = play_on(view, 4, seed, record=True)
        drawn = sample_worlds(view, 4, seed)
        assert batch.record is not None
        assert (batch.record.hands == drawn).all()
        for row in range(4):
            played = redealt(game, hands_of(drawn[row]))
            for card, legal in zip(
                batch.record.cards[row].tolist(), batch.record.legal[row].tolist(), strict=True
            ):
                moves = cr.legal_moves(played)
                assert sum(1 << cast("cr.Play", move).card.number for move in moves) == legal
                assert played.to_act is not None
                played = cr.play(played, cr.Play(played.to_act, CARDS[int(card)]))
            assert played.last_score is not None
            assert tuple(batch.points[row].tolist()) == played.last_score.points
            assert batch.outcome(row) == played.last_score.outcome
    assert view is not None
    assert (play_on(view, 2, 7, first=2).tricks == play_on(view, 4, 7).tricks[2:]).all()


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_moves_are_tried_out_in_the_same_worlds(rules: cr.Ruleset) -> None:
    """A move's values are those of the positions after it, world by world."""
    for seed, cards_played in enumerate((5, len(rules.deck) - rules.players - 2)):
        game = game_of(rules, seed, cards_played, deals=seed)
        assert game.to_act is not None
        view = cr.view(game, game.to_act)
        tried = move_values(view, 6, seed, policy=Policy(plays=Plays.HIGHEST))
        assert tried.moves == cr.legal_moves(view)
        drawn = sample_worlds(view, 6, seed)
        for at, move in enumerate(tried.moves):
            for row in range(6):
                played = cr.play(redealt(game, hands_of(drawn[row])), move)
                while played.deals_played == seed:
                    played = cr.play(played, cr.legal_moves(played)[0])
                assert played.last_score is not None
                assert tuple(tried.points[at, row].tolist()) == played.last_score.points
                assert tuple(tried.tricks[at, row].tolist()) == played.last_score.outcome.tricks


def test_declarations_are_tried_out_too() -> None:
    view = cr.view(cr.deal(cr.new_game(cr.SECRET_PARTNERS, N), seed=3), N)
    tried = move_values(view, 300, 1)
    assert tried.moves == tuple(cr.Declaration(N, suit) for suit in cr.Suit)
    assert tried.means().shape == tried.errors().shape == (4, 4)
    assert (tried.errors() > 0).all()
    more, errors = tried.differences(tried.moves[1])
    assert (more[1] == 0).all()
    assert (errors[1] == 0).all()
    assert more[0] == pytest.approx(tried.means()[0] - tried.means()[1])
    assert len(tried) == 4
    assert repr(tried) == "<MoveValues of 4 moves in 300 worlds>"
    assert np.isnan(move_values(view, 1, 1).errors()).all()
    with pytest.raises(cr.BadArgumentError, match=r"^move must be one of the moves"):
        tried.differences(cr.Declaration(E, cr.Suit.CLUBS))


def test_accusations_and_reveals_are_kept() -> None:
    rules = cr.open_collusion(accusations=True)
    game = game_of(rules, 1, 4)
    accuser = cr.Seat(2)
    accusation = cr.Accusation(accuser, (cr.Seat(0), cr.Seat(1)))
    if not cr.is_legal(game, accusation):
        game = game_of(rules, 1, 0)
    game = cr.play(game, accusation)
    view = cr.view(game, game.to_act)
    batch = play_on(view, 50, 0)
    assert batch.wrong_accusers.any()
    assert not batch.wrong_accusers[:, [0, 1, 3]].any()


def test_the_engine_tries_moves_out_where_the_machine_code_can_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for rules in (cr.SECRET_PARTNERS, cr.TRIPLE_COLLUSION):
        for cards_played in (0, len(rules.deck) - 2 * rules.players):
            game = game_of(rules, 2, cards_played)
            view = cr.view(game, game.to_act)
            fast = move_values(view, 2, 5)
            on = play_on(view, 2, 5)
            with monkeypatch.context() as patch:
                for module in (playing, starts):
                    patch.setattr(module, "unread", always("the field must_follow of Ruleset"))
                assert (move_values(view, 2, 5).points == fast.points).all()
                assert (play_on(view, 2, 5).points == on.points).all()


def test_moves_that_nobody_can_try_out() -> None:
    game = game_of(cr.PARLETT, 0, 4)
    waiting = next(cr.Seat(seat) for seat in range(4) if seat != game.to_act)
    for view in (cr.view(game, waiting), cr.view(game, None)):
        with pytest.raises(cr.BadArgumentError, match=r"^view must be a View of the seat on turn"):
            move_values(view, 1, 0)
    with pytest.raises(cr.BadArgumentError, match=r"^view must be a View, not "):
        move_values(cast("Any", game), 1, 0)
    with pytest.raises(cr.BadArgumentError, match=r"^worlds must be a whole number"):
        move_values(cr.view(game, game.to_act), 0, 0)
