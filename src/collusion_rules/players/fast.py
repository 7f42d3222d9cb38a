"""Trying moves out by machine code, which needs the extra `fast`."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.playing import Seen, lots_of_worlds, tricks_and_points
from collusion_rules.batch.sampling import draw_worlds, written
from collusion_rules.hidden import Hidden
from collusion_rules.moves import Declaration, Move, Play
from collusion_rules.players.trials import Effort, Tried
from collusion_rules.policies import Policy
from collusion_rules.shuffling import Seed, combined_seed
from collusion_rules.state import View


def try_out_fast(
    view: View,
    told: Hidden,
    moves: Sequence[Move | None],
    seed: Seed,
    effort: Effort,
    policy: Policy,
    *,
    same: bool,
) -> Tried:
    """Try moves out, as `try_out` does."""
    own = combined_seed(seed, "try", view.version)
    drawn = draw_worlds(written([told]), effort.worlds, own)[0]
    hands = np.repeat(drawn, effort.rollouts, axis=0)
    lots = lots_of_worlds(view, len(hands), own, 0, policy)
    seen = [
        Seen(view, hands, move) for move in moves if isinstance(move, Play | Declaration | None)
    ]
    found = list(tricks_and_points(seen, lots))
    tricks = np.stack([taken for taken, _ in found])
    points = np.stack([scored for _, scored in found])
    ties = tricks == tricks[:, :, [view.viewer or 0]]
    return Tried(effort.worlds, tuple(moves), _means(points), _means(ties), _means(tricks), same)


def _means(each: npt.NDArray[np.number | np.bool_]) -> tuple[tuple[float, ...], ...]:
    """What something comes to on average, by move and seat."""
    return tuple(map(tuple, np.mean(each, axis=1).tolist()))
