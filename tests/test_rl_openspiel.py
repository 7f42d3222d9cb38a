"""The games in OpenSpiel: its own checks, resampling and search."""

# pyspiel has no types, so strict checks of what comes from it can't be met:
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

import pickle
import random
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")
pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

import attrs
import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from tables import NoScoring

import collusion_rules as cr
from collusion_rules.rl import encode
from collusion_rules.rl.openspiel import register

pytestmark = pytest.mark.once

ACCUSING = cr.secret_partners(name="accusing", accusations=True)
NAMES = register(*cr.RULESETS.values(), ACCUSING)


def played(state: Any, cards: int, draw: random.Random) -> Any:
    """A state after the deal and so many actions at random."""
    while state.is_chance_node():
        outcomes, likely = zip(*state.chance_outcomes(), strict=True)
        assert abs(sum(likely) - 1) < 1e-9
        state.apply_action(draw.choices(outcomes, likely)[0])
    for _ in range(cards):
        if not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    "name",
    # The last one runs what the others run, and more.
    [*(pytest.param(name, marks=pytest.mark.no_cover) for name in NAMES[:-1]), NAMES[-1]],
)
def test_the_checks_of_openspiel(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert pickle.loads(pickle.dumps(game)).get_type().short_name == name
    draw = random.Random(1)  # noqa: S311 -- a test's choices
    state = played(game.new_initial_state(), 200, draw)
    points = state.returns()
    assert game.min_utility() <= min(points) <= max(points) <= game.max_utility()
    assert state.table.last_score.points == tuple(points)
    assert len(state.history()) <= game.max_game_length() + len(state.table.rules.deck)
    assert pickle.loads(pickle.dumps(state)).history() == state.history()
    assert str(state.clone()) == str(state)


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_is_one_that_the_player_cannot_tell_apart(name: str) -> None:
    draw = random.Random(2)  # noqa: S311
    game = pyspiel.load_game(name)
    for cards in (0, 1, 11, 40):
        state = played(game.new_initial_state(), cards, draw)
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, draw.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            seen = encode(cr.view(state.table, cr.Seat(player)))
            assert np.array_equal(np.array(state.observation_tensor(player), np.float32), seen)
    over = played(game.new_initial_state(), 200, draw)
    assert over.resample_from_infostate(0, draw.random).history() == over.history()


def test_other_tools_of_openspiel() -> None:
    draw = random.Random(3)  # noqa: S311
    environment = rl_environment.Environment("collusion_parlett")
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([draw.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) in (33, 43)
    game = pyspiel.load_game("collusion_secret_partners")
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(), uct_c=20, max_simulations=2
    )
    state = played(game.new_initial_state(), 45, draw)
    assert bot.step(state) in state.legal_actions()


def test_what_a_state_says() -> None:
    draw = random.Random(4)  # noqa: S311
    game = pyspiel.load_game("collusion_parlett")
    state = game.new_initial_state()
    assert state.table is None
    assert state.returns() == [0] * 4
    assert state.information_state_string(2) == "seat 2"
    assert state._legal_actions(2) == []
    assert not any(state.observation_tensor(2))
    assert state.action_to_string(-1, 51) == "deal AS"
    assert str(state) == "dealt: "
    assert game.max_chance_nodes_in_history() == 52
    state = played(state, 1, draw)
    assert state.action_to_string(0, 0) == "play 2C"
    assert state.information_state_string(1).startswith("seat 1: ")
    assert "0: play" in state.observation_string(1)
    assert state.legal_actions(3) == []


def test_what_can_not_be_dealt_or_done_is_refused() -> None:
    state = pyspiel.load_game("collusion_parlett").new_initial_state()
    state.apply_action(0)
    for wrong in (0, 52, -1):  # it is dealt already; there is no such card
        with pytest.raises(cr.BadArgumentError, match="action must be a card that is left"):
            state._apply_action(wrong)
    state = played(state, 1, random.Random(6))  # noqa: S311
    legal = state.legal_actions()
    with pytest.raises(cr.IllegalMoveError):
        state._apply_action(next(card for card in range(52) if card not in legal))
    state = played(state, 200, random.Random(6))  # noqa: S311
    with pytest.raises(cr.BadArgumentError, match="nobody is on turn"):
        state._apply_action(0)


def test_observations_are_what_one_player_sees() -> None:
    game = pyspiel.load_game("collusion_parlett")
    observer = game.make_py_observer()
    assert observer.string_from(played(game.new_initial_state(), 1, random.Random(5)), 0)  # noqa: S311
    own = pyspiel.IIGObservationType(perfect_recall=True)
    assert game.make_py_observer(own) is not None
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(cr.BadArgumentError):
        game.make_py_observer(everything)
    with pytest.raises(cr.BadArgumentError):
        game.make_py_observer(None, {"size": 1})


@pytest.mark.parametrize(
    "wrong",
    [
        "parlett",
        attrs.evolve(cr.PARLETT, name="my game!"),
        attrs.evolve(cr.PARLETT_50, name="parlett"),
        attrs.evolve(cr.PARLETT, scoring=NoScoring(), name="nothing"),
    ],
)
def test_what_is_not_registered(wrong: cr.Ruleset) -> None:
    with pytest.raises(cr.BadArgumentError, match="rulesets"):
        register(wrong)
