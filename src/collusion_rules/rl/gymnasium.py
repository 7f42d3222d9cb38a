"""Gymnasium: one learner among seats that policies play, at one table or at many.

`pip install "collusion-rules[gymnasium]"`. An observation is what the learner sees, float32, as
`encode` lays it out; which actions are legal is in `info["action_mask"]`, as `Coding` numbers them.
A reward is the learner's points of a deal, given with the step in which it is scored.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from collusion_rules.cards import Seat
from collusion_rules.errors import bad_argument, check, check_whole
from collusion_rules.extras import needed
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.rl.lockstep import Episode, Lockstep, Steps
from collusion_rules.rulesets import PARLETT, Ruleset
from collusion_rules.shuffling import Seed, fresh_seed

needed("gymnasium", "gymnasium")

# ruff: noqa: E402 -- what is missing must be said before it is imported
import gymnasium
from gymnasium.spaces import Box, Discrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

__all__ = ["Illegal", "TableEnv", "TablesEnv"]

Illegal = Literal["refuse", "replace"]
"""What an illegal action does: it is refused, or the lowest legal one is done instead."""
Seen = npt.NDArray[np.float32]
Info = dict[str, Any]

_MOST: Final = 100_000.0


class TableEnv(gymnasium.Env[Seen, np.int64]):
    """One table. The learner sits at one seat; a policy plays each of the others.

    The cards depend on the seed of the last `reset` with one and on how many episodes came since.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 -- as Gymnasium types it

    def __init__(
        self,
        rules: Ruleset = PARLETT,
        *,
        seat: Seat = Seat(0),
        others: Policy = RANDOM_PLAY,
        episode: Episode = "deal",
        totals: npt.ArrayLike | None = None,
        illegal: Illegal = "refuse",
        render_mode: None = None,
    ) -> None:
        """Make the table.

        Args:
            rules: what is played.
            seat: where the learner sits.
            others: what plays for the other seats.
            episode: whether an episode is a deal or a game.
            totals: points that each seat begins an episode with, one entry a seat.
            illegal: what an illegal action does. `"replace"` is for code that samples any action,
                such as Gymnasium's own checks; `info["illegal"]` says that it was done.
            render_mode: there is none.

        Raises:
            BadArgumentError: one of these is of another kind, or there is no such seat.
        """
        self._illegal = _checked(illegal)
        self._seat = _checked_seat(rules, seat)
        policies = _others(rules, seat, others)
        self._tables = Lockstep(
            rules, 1, 0, episode, totals=totals, policies=policies, autoreset=False
        )
        self.observation_space: Space[Seen] = _seen_space(self._tables)
        self.action_space: Space[np.int64] = Discrete(len(self._tables.coding))
        self.render_mode: str | None = render_mode
        self._steps: Steps | None = None

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        """Begin an episode; the next one of the last seed, if there is none here."""
        super().reset(seed=seed)
        if seed is not None or self._steps is None:
            steps = self._tables.reset(seed=fresh_seed() if seed is None else seed)
        else:
            steps = self._tables.reset(np.ones(1, np.bool_))
        self._steps = steps
        return steps.observation[0].copy(), {"action_mask": steps.mask[0].astype(np.int8)}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, Info]:
        """Do one action of the learner, and play on until it is their turn again.

        Raises:
            BadArgumentError: the action is not legal, or the episode is over or not begun.
        """
        if self._steps is None:
            raise bad_argument("step", "called after reset", "step before reset")
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise bad_argument("action", "a whole number", action)
        mask = self._steps.mask[0]
        legal = 0 <= action < len(mask) and mask[action]
        replaced = self._illegal == "replace" and mask.any() and not legal
        chosen = np.array([mask.argmax() if replaced else action], np.int64)
        steps = self._steps = self._tables.step(chosen)
        info: Info = {"action_mask": steps.mask[0].astype(np.int8)}
        if replaced:
            info["illegal"] = True
        if steps.terminated[0]:
            seen = steps.ends.observations[0, self._seat]
        else:
            seen = steps.observation[0].copy()
        reward = float(steps.rewards[0, self._seat])
        return seen, reward, bool(steps.terminated[0]), False, info


class TablesEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many tables at once, with one learner at each.

    A table whose episode ends begins the next in the same step (`AutoresetMode.SAME_STEP`): what
    the learner saw at the end is in `info["final_obs"]`, where `info["_final_obs"]` is True.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 -- as Gymnasium types it
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int,
        rules: Ruleset = PARLETT,
        *,
        seat: Seat = Seat(0),
        others: Policy = RANDOM_PLAY,
        episode: Episode = "deal",
        totals: npt.ArrayLike | None = None,
    ) -> None:
        """Make the tables; the arguments are those of `TableEnv`.

        Raises:
            BadArgumentError: one of these is of another kind, or there is no such seat.
        """
        self._seat = _checked_seat(rules, seat)
        policies = _others(rules, seat, others)
        self._tables = Lockstep(rules, num_envs, 0, episode, totals=totals, policies=policies)
        self.num_envs = num_envs
        self.render_mode: str | None = None
        self.single_observation_space: Space[Any] = _seen_space(self._tables)
        self.single_action_space: Space[Any] = Discrete(len(self._tables.coding))
        self.observation_space: Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: Space[Any] = batch_space(self.single_action_space, num_envs)
        self._seed: Seed | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Seen, Info]:
        """Begin episodes at all tables.

        Args:
            seed: what everything depends on; of a list, the first entry. Drawn if left out.
            options: nothing is read from them.
        """
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        steps = self._tables.reset(seed=fresh_seed() if first is None else first)
        return steps.observation.copy(), self._info(steps)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Do one action of the learner at each table.

        Raises:
            BadArgumentError: an action is not legal; it names the table.
        """
        steps = self._tables.step(actions)
        info, ends = self._info(steps), steps.ends
        if len(ends.tables):
            final = np.zeros_like(steps.observation)
            final[ends.tables] = ends.observations[:, self._seat]
            info["final_obs"], info["_final_obs"] = final, steps.terminated.copy()
        rewards = steps.rewards[:, self._seat].astype(np.float64)
        terminated = steps.terminated.copy()
        return steps.observation.copy(), rewards, terminated, np.zeros_like(terminated), info

    def _info(self, steps: Steps) -> Info:
        present = np.ones(self.num_envs, np.bool_)
        return {"action_mask": steps.mask.astype(np.int8), "_action_mask": present}


def _checked(illegal: Illegal) -> Illegal:
    if illegal not in ("refuse", "replace"):
        raise bad_argument("illegal", '"refuse" or "replace"', illegal)
    return illegal


def _checked_seat(rules: Ruleset, seat: Seat) -> Seat:
    check("rules", Ruleset, rules)
    check_whole("seat", seat, 0, rules.players - 1)
    return seat


def _others(rules: Ruleset, learner: Seat, policy: Policy) -> Mapping[Seat, Policy]:
    return {Seat(seat): policy for seat in range(rules.players) if seat != learner}


def _seen_space(tables: Lockstep) -> "Box[np.float32]":
    return Box(-_MOST, _MOST, (len(tables.features),), np.float32)
