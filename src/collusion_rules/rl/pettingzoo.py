"""PettingZoo: the games as environments in which agents act in turn (AEC).

`pip install "collusion-rules[pettingzoo]"`, then `env(PARLETT)`. An observation is a dict of
`observation` (float32, as `encode` lays it out) and `action_mask` (int8, as `Coding` numbers the
actions); the mask of an agent that is not on turn is all 0.
"""

# PettingZoo has types in part, so strict checks of what comes from it can't be met:
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from typing import Any, Final, Literal, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.cards import Seat
from collusion_rules.describing import describe
from collusion_rules.engine import deal, new_game
from collusion_rules.errors import bad_argument, check, check_whole
from collusion_rules.extras import needed
from collusion_rules.rl.coding import Coding
from collusion_rules.rl.features import Features, encode, features
from collusion_rules.rl.turns import Turns
from collusion_rules.rulesets import PARLETT, Ruleset
from collusion_rules.shuffling import Seed, combined_seed, fresh_seed
from collusion_rules.state import Phase
from collusion_rules.views import view

needed("pettingzoo", "pettingzoo")

# ruff: noqa: E402 -- what is missing must be said before it is imported
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.spaces import Space as AnySpace
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

__all__ = ["env", "raw_env"]

Seen: TypeAlias = dict[str, npt.NDArray[np.float32] | npt.NDArray[np.int8]]
"""An observation and its mask."""
RenderMode: TypeAlias = Literal["ansi", "human"]

VERSION: Final = "v0"
"""The version of these environments: another one means that results don't compare."""
_MOST: Final = 100_000.0
_MOST_STATEMENTS: Final = 10


def env(
    rules: Ruleset = PARLETT,
    *,
    statements: int = 0,
    episode: Literal["deal", "game"] = "deal",
    render_mode: RenderMode | None = None,
) -> "AECEnv[str, Seen, int | None]":
    """An environment in PettingZoo's usual wrappers, which watch over the order of calls.

    Args:
        rules: what is played; accusations are actions where the rules have them (C11).
        statements: how often a seat may speak before its card (B9); 0 for no talk.
        episode: whether an episode is a deal or a game.
        render_mode: `"ansi"` for text that `render` returns, `"human"` for text that it prints.

    Raises:
        BadArgumentError: one of these is of another kind, or the rules allow no talk.
    """
    raw = raw_env(rules, statements=statements, episode=episode, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def raw_env(
    rules: Ruleset = PARLETT,
    *,
    statements: int = 0,
    episode: Literal["deal", "game"] = "deal",
    render_mode: RenderMode | None = None,
) -> "AECEnv[str, Seen, int | None]":
    """An environment without wrappers. The agents are `seat_0`, `seat_1` and so on.

    The cards depend on the seed of the last `reset` with one, and on how many episodes came since;
    without any seed they are drawn from the system's randomness. The first dealer of episode `n`
    is seat `n % players` (A2). Rewards are the points of a deal, given to all when it is scored.
    It has `rules`, `coding` and `features` beside what PettingZoo wants; so has the environment in
    wrappers, as `env(...).unwrapped`.

    The arguments are those of `env`.

    Raises:
        BadArgumentError: an argument is of another kind, or the rules allow no talk.
    """
    return _Environment(rules, statements, episode, render_mode)


class _Environment(AECEnv[str, Seen, int | None]):  # type: ignore[misc]  # AECEnv has no types
    """What `raw_env` makes."""

    def __init__(
        self,
        rules: Ruleset,
        statements: int,
        episode: Literal["deal", "game"],
        render_mode: RenderMode | None,
    ) -> None:
        """Make the environment; see `raw_env`.

        Raises:
            BadArgumentError: an argument is of another kind, or the rules allow no talk.
        """
        super().__init__()
        check("rules", Ruleset, rules)
        check_whole("statements", statements, 0, _MOST_STATEMENTS)
        if episode not in ("deal", "game"):
            raise bad_argument("episode", '"deal" or "game"', episode)
        if render_mode not in ("ansi", "human", None):
            raise bad_argument("render_mode", '"ansi", "human" or None', render_mode)
        self.metadata: dict[str, Any] = {
            "name": f"{rules.name.replace('-', '_')}_{VERSION}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.rules: Ruleset = rules
        self.coding: Coding = Coding(rules, talk=statements > 0)
        self.render_mode = render_mode
        self._statements, self._episode = statements, episode
        self._begun: Turns | None = None
        self._seed: Seed | None = None
        self._episodes = 0
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self.agent_selection: str = self.possible_agents[0]
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        mask = Box(0, 1, (len(self.coding),), np.int8)
        seen = Box(-_MOST, _MOST, (len(self.features),), np.float32)
        self._space = Dict({"observation": seen, "action_mask": mask})
        self._spaces = {agent: Discrete(len(self.coding)) for agent in self.possible_agents}
        self.state_space: Box[np.float32] = Box(
            -_MOST, _MOST, (rules.players * len(self.features),), np.float32
        )

    @property
    def _turns(self) -> Turns:
        if self._begun is None:
            raise bad_argument("environment", "reset before it is used", "new")
        return self._begun

    @property
    def features(self) -> Features:
        """How an observation is laid out."""
        return features(self.rules, self.coding.talk)

    def observation_space(self, agent: str) -> "AnySpace[Any]":
        """The same space for each agent."""
        return self._space

    def action_space(self, agent: str) -> "AnySpace[Any]":
        """The actions, as `coding` numbers them."""
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        Args:
            seed: what the cards of this and the following episodes depend on; the next episode
                of the last seed, if left out.
            options: nothing is read from them.
        """
        if seed is not None or self._seed is None:
            self._seed = fresh_seed() if seed is None else seed
            self._episodes = 0
        else:
            self._episodes += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        game = new_game(self.rules, Seat(self._episodes % self.rules.players))
        self._begun = Turns(game, self.coding, self._statements)
        self._deal()
        self._rendered = 0

    def step(self, action: int | None) -> None:
        """Do an action for the agent on turn; `None` for one whose episode is over.

        Raises:
            BadArgumentError: there is no such action, this agent has spoken enough, or nothing is
                reset yet, or again after the end.
            IllegalMoveError: the rules refuse it; nothing was stepped.
        """
        if not self.agents:
            raise bad_argument("step", "called after reset", "step before reset")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if isinstance(action, np.integer):
            action = int(action)
        if action is None:
            raise bad_argument("action", "a whole number while the episode goes on", action)
        after = self._turns.after(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._begun = after
        if after.is_between_deals:
            self._end_deal()
        self._accumulate_rewards()
        seat = self._turns.game.to_act
        self.agent_selection = self.agents[0 if seat is None else seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do now."""
        seat = Seat(self.possible_agents.index(agent))
        mask = np.zeros(len(self.coding), np.int8)
        if self._turns.game.to_act == seat:
            mask = self._turns.mask().astype(np.int8)
        seen = encode(view(self._turns.game, seat), self.coding.talk)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """What all seats see, one after the other: for a critic, never for an observation."""
        seats = map(Seat, range(self.rules.players))
        game = self._turns.game
        return np.concatenate([encode(view(game, seat), self.coding.talk) for seat in seats])

    def render(self) -> str | None:
        """What has happened since the last call, in words that all may read."""
        events = view(self._turns.game, None).log
        text = "\n".join(
            describe(event, self.possible_agents) for event in events[self._rendered :]
        )
        self._rendered = len(events)
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _deal(self) -> None:
        game = self._turns.game
        seed = combined_seed(self._seed or 0, f"episode {self._episodes}")
        self._begun = attrs.evolve(self._turns, game=deal(game, seed=seed), spoken=0)
        seat = self._turns.game.to_act
        self.agent_selection = self.agents[0 if seat is None else seat]

    def _end_deal(self) -> None:
        game = self._turns.game
        score = game.last_score
        points = score.points if score else ()
        self.rewards = dict(zip(self.agents, map(float, points), strict=True))
        if self._episode == "deal" or game.phase is Phase.OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._deal()
