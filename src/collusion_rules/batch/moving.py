"""Moves tried out: what each comes to, in many worlds that a view allows."""

from typing import final

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.batch.kernel import Numbers
from collusion_rules.batch.playing import Seen, lots_of_worlds, tricks_and_points
from collusion_rules.batch.results import Arrays
from collusion_rules.batch.sampling import sample_worlds
from collusion_rules.engine import legal_moves
from collusion_rules.errors import bad_argument, check
from collusion_rules.moves import Declaration, Move, Play
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.shuffling import Seed
from collusion_rules.state import View

Floats = npt.NDArray[np.float64]


@final
@attrs.frozen(eq=False, repr=False)
class MoveValues(Arrays):
    """What each move came to, in the same worlds.

    Attributes:
        moves: the legal moves of the viewer, in their order.
        points: int64 (moves, worlds, players): the points of the deal.
        tricks: uint8 (moves, worlds, players): the tricks taken.
    """

    moves: tuple[Move, ...]
    points: Numbers
    tricks: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<MoveValues of {len(self)} moves in {self.points.shape[1]} worlds>"

    def means(self) -> Floats:
        """float64 (moves, players): the points on average."""
        means: Floats = self.points.mean(axis=1)
        return means

    def errors(self) -> Floats:
        """float64 (moves, players): the standard errors of `means`; NaN of one world."""
        return _errors(self.points)

    def differences(self, move: Move) -> tuple[Floats, Floats]:
        """How many points more each move brings than one of them, and with what standard error.

        The worlds are the same, so such differences are known better than the means are.

        Args:
            move: one of the moves.

        Returns:
            Two arrays, float64 (moves, players).

        Raises:
            BadArgumentError: it is not one of the moves.
        """
        if move not in self.moves:
            raise bad_argument("move", "one of the moves", move)
        more = self.points - self.points[self.moves.index(move)]
        means: Floats = more.mean(axis=1)
        return means, _errors(more)


def _errors(points: Numbers) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        worlds = points.shape[1]
        spread: Floats = points.std(axis=1)
        errors: Floats = spread / np.sqrt(np.float64(worlds - 1))
        return errors


def move_values(
    view: View, worlds: int, seed: Seed, *, first: int = 0, policy: Policy = RANDOM_PLAY
) -> MoveValues:
    """Try out each legal move of the viewer, whose turn it is: in the same worlds, with like luck.

    Args:
        view: what is known.
        worlds: in how many worlds, as `sample_worlds` draws them.
        seed: what everything random depends on.
        first: the number of the first world.
        policy: how everybody goes on, the viewer included.

    Raises:
        BadArgumentError: `view` is not the `View` of the seat on turn, there is less than one
            world, or something is of another kind.
        BadDealError: the seed is of a wrong type.
    """
    check("view", View, view)
    moves = legal_moves(view)
    if not moves:
        raise bad_argument("view", "a View of the seat on turn", view)
    hands = sample_worlds(view, worlds, seed, first=first)
    lots = lots_of_worlds(view, worlds, seed, first, policy)
    seen = [Seen(view, hands, move) for move in moves if isinstance(move, Play | Declaration)]
    found = list(tricks_and_points(seen, lots))
    points = np.stack([points for _, points in found])
    return MoveValues(moves, points, np.stack([tricks for tricks, _ in found]))
