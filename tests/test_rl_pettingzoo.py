"""The games in PettingZoo: its own suite, and what ours do beside it."""

# PettingZoo has types in part, so strict checks of what comes from it can't be met:
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportOptionalSubscript=false

import pickle
import warnings
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import collusion_rules as cr
from collusion_rules.rl import Coding, encode
from collusion_rules.rl.pettingzoo import env, raw_env

pytestmark = pytest.mark.once

ACCUSING = cr.secret_partners(accusations=True)
CONFIGURATIONS = [
    *(pytest.param(rules, 0, "deal", id=name) for name, rules in cr.RULESETS.items()),
    pytest.param(cr.PARLETT, 2, "deal", id="talk"),
    pytest.param(ACCUSING, 0, "deal", id="accusations"),
    pytest.param(cr.PARLETT_50, 0, "game", id="game"),
]


@pytest.mark.parametrize(("rules", "statements", "episode"), CONFIGURATIONS)
def test_the_suite_of_pettingzoo(rules: cr.Ruleset, statements: int, episode: str) -> None:
    def make(render_mode: str | None = None) -> Any:
        return env(rules, statements=statements, episode=episode, render_mode=render_mode)  # type: ignore[arg-type]  # as PettingZoo calls it

    with warnings.catch_warnings():
        # it warns of all observations that are dicts but those of a fixed list of games
        warnings.filterwarnings("ignore", "Observation", UserWarning)
        api_test(make(), num_cycles=60)
    for seed in range(2):
        seed_test(make, num_cycles=20 + seed)
    render_test(make)


def played(raw: Any, seed: int | None) -> list[float]:
    """Play an episode with the lowest actions; returns the rewards."""
    raw.reset(seed)
    rewards = dict.fromkeys(raw.agents, 0.0)
    for agent in raw.agent_iter():
        _, reward, over, _, _ = raw.last()
        rewards[agent] += reward
        legal = np.flatnonzero(raw.observe(agent)["action_mask"])
        raw.step(None if over else int(legal[0]))
    return list(rewards.values())


def test_cards_depend_on_the_seed_and_the_episode() -> None:
    raw, again = raw_env(cr.SECRET_PARTNERS), raw_env(cr.SECRET_PARTNERS)
    first = [played(raw, 5), played(raw, None), played(raw, None)]
    assert [played(again, 5), played(again, None), played(again, None)] == first
    assert played(raw, 5) == first[0]
    assert played(raw_env(cr.SECRET_PARTNERS), None) is not None


def test_rewards_of_a_game_are_its_totals() -> None:
    raw = raw_env(cr.PARLETT_50, episode="game")
    assert played(raw, 3) == list(raw._turns.game.totals)


def test_an_agent_sees_what_its_view_says() -> None:
    raw = raw_env(cr.PARLETT, statements=1)
    raw.reset(1)
    game, coding = raw._turns.game, Coding(cr.PARLETT, talk=True)
    for seat, agent in enumerate(raw.agents):
        view = cr.view(game, cr.Seat(seat))
        seen = raw.observe(agent)
        assert np.array_equal(seen["observation"], encode(view, talk=True))
        mask = coding.mask(view) if game.to_act == seat else np.zeros(len(coding))
        assert np.array_equal(seen["action_mask"], mask)
    assert raw.state().shape == raw.state_space.shape
    assert raw.metadata["name"] == "parlett_v0"
    pickle.loads(pickle.dumps(raw))


def test_a_parallel_environment_plays_a_deal() -> None:
    """For libraries that want one: an action of every agent, of which that on turn is done."""
    table = turn_based_aec_to_parallel(raw_env(cr.PARLETT))
    seen, _ = table.reset(seed=1)
    points, steps = 0.0, 0
    while table.agents:
        seen, rewards, *_ = table.step(
            {agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents}
        )
        points, steps = points + sum(rewards.values()), steps + 1
    assert (points, steps) == (33, 52)


def test_a_seat_speaks_as_often_as_it_may() -> None:
    raw = raw_env(cr.PARLETT, statements=1)
    raw.reset(1)
    speaks = raw.coding.action(cr.Talk(cr.Seat(0), cr.Aim(3)))
    agent = raw.agent_selection
    raw.step(speaks)
    assert raw.agent_selection == agent
    assert not raw.observe(agent)["action_mask"][52:].any()
    with pytest.raises(cr.BadArgumentError, match="spoken enough"):
        raw.step(speaks)
    lowest = np.flatnonzero(raw.observe(agent)["action_mask"])[0]
    raw.step(lowest)
    assert raw.agent_selection != agent
    assert raw.observe(raw.agent_selection)["action_mask"][52:].all()


def test_what_is_rendered() -> None:
    raw = raw_env(cr.PARLETT, render_mode="ansi")
    raw.reset(1)
    dealt = raw.render()
    assert dealt is not None
    assert "13 cards" in dealt
    assert raw.render() == ""
    silent = raw_env(cr.PARLETT)
    silent.reset(1)
    assert silent.render() is None


def test_an_illegal_action_steps_nothing() -> None:
    raw = raw_env(cr.PARLETT)
    raw.reset(1)
    before = raw.observe("seat_0")
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(cr.IllegalMoveError):
        raw.step(illegal)
    for nothing in (None, 52, -1):
        with pytest.raises(cr.BadArgumentError, match="action"):
            raw.step(nothing)
    assert np.array_equal(raw.observe("seat_0")["observation"], before["observation"])


def test_an_environment_is_reset_before_it_is_used() -> None:
    raw = raw_env(cr.PARLETT)
    with pytest.raises(cr.BadArgumentError, match="step must be called after reset"):
        raw.step(0)
    for look in (raw.state, raw.render, lambda: raw.observe("seat_0")):
        with pytest.raises(cr.BadArgumentError, match="must be reset before it is used"):
            look()
    raw.reset(1)
    while not raw.terminations[raw.agent_selection]:
        raw.step(int(raw.observe(raw.agent_selection)["action_mask"].argmax()))
    with pytest.raises(ValueError, match="the only valid action is None"):
        raw.step(0)
    while raw.agents:
        raw.step(None)
    with pytest.raises(cr.BadArgumentError, match="step must be called after reset"):
        raw.step(0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": "parlett"},
        {"statements": 11},
        {"statements": True},
        {"episode": "match"},
        {"render_mode": "rgb_array"},
        {"rules": cr.SECRET_PARTNERS, "statements": 1},
    ],
)
def test_environments_that_make_no_sense(wrong: dict[str, object]) -> None:
    with pytest.raises(cr.BadArgumentError):
        env(**wrong)  # type: ignore[arg-type]  # as untyped code might
