"""Observations don't leak: worlds that a viewer can't tell apart have equal arrays."""

from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")

import numpy as np
from hypothesis import given
from test_view_leaks import Twins, twins

import collusion_rules as cr
from collusion_rules.rl import Coding, encode, features


def observations_are_equal(twins: Twins, encoding: Any = encode) -> bool:
    """Whether arrays and masks of both games are equal for the viewer, with talk and without."""
    if twins.viewer is None:
        return True
    one, two = (cr.view(game, twins.viewer) for game in (twins.game, twins.other))
    talks = {False, one.rules.talk is not cr.TableTalk.NONE}
    return all(
        np.array_equal(encoding(one, talk), encoding(two, talk))
        and np.array_equal(Coding(one.rules, talk).mask(one), Coding(two.rules, talk).mask(two))
        for talk in talks
    )


@given(twins())
def test_hidden_cards_change_no_observation(twins: Twins) -> None:
    assert observations_are_equal(twins)


def test_a_planted_leak_is_found() -> None:
    """An encoder that had the game would be caught: here it writes who holds the ace of spades."""
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=1)
    other = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), hands=swapped(game))
    pair = Twins(game, other, cr.Seat(0))
    assert observations_are_equal(pair)
    hidden = iter((game, other))

    def leaking(view: cr.View, talk: bool) -> Any:
        array = encode(view, talk)
        part = features(view.rules, talk).slices["voids"]
        array[part.start] = len(next(hidden).hands[1].of_suit(cr.Suit.SPADES))
        return array

    assert not observations_are_equal(pair, leaking)


def swapped(game: cr.Game) -> list[cr.Cards]:
    """The hands with those of seats 1 and 2 changed over."""
    first, second, third, fourth = game.hands
    return [first, third, second, fourth]
