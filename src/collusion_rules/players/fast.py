"""Trying moves out by machine code, which needs the extra `fast`."""

from collections.abc import Sequence

import numpy as np

from collusion_rules.batch.playing import Seen, lots_of_worlds, tricks_and_points
from collusion_rules.batch.sampling import sample_worlds
from collusion_rules.moves import Declaration, Move, Play
from collusion_rules.players.trials import Effort, Tried
from collusion_rules.policies import Policy
from collusion_rules.shuffling import Seed, combined_seed
from collusion_rules.state import View


def try_out_fast(
    view: View,
    moves: Sequence[Move | None],
    seed: Seed,
    effort: Effort,
    policy: Policy,
    *,
    same: bool,
) -> Tried:
    """Try moves out, as `try_out` does."""
    own = combined_seed(seed, "try", view.version)
    hands = np.repeat(sample_worlds(view, effort.worlds, own), effort.rollouts, axis=0)
    lots = lots_of_worlds(view, len(hands), own, 0, policy)
    seen = [
        Seen(view, hands, move) for move in moves if isinstance(move, Play | Declaration | None)
    ]
    points: list[tuple[float, ...]] = []
    ties: list[tuple[float, ...]] = []
    tricks: list[tuple[float, ...]] = []
    for taken, scored in tricks_and_points(seen, lots):
        points.append(tuple(scored.mean(axis=0).tolist()))
        ties.append(tuple((taken == taken[:, [view.viewer or 0]]).mean(axis=0).tolist()))
        tricks.append(tuple(taken.mean(axis=0).tolist()))
    return Tried(effort.worlds, tuple(moves), tuple(points), tuple(ties), tuple(tricks), same)
