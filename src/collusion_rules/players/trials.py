"""What trying moves out takes, and what it comes to."""

from typing import final

import attrs

from collusion_rules.moves import Move
from collusion_rules.players.fields import a_kind_of, whole
from collusion_rules.values import Value


@final
@attrs.frozen
class Effort(Value):
    """How hard a player tries.

    Attributes:
        worlds: in how many worlds it tries each move.
        rollouts: how often in each world.
        batches: whether by machine code, which needs the extra `fast`, or else in plain Python.
            The choices are alike, but not the same.
    """

    worlds: int = attrs.field(default=30, validator=whole(1, 100_000))
    rollouts: int = attrs.field(default=2, validator=whole(1, 1_000))
    batches: bool = attrs.field(default=False, validator=a_kind_of(bool))


@final
@attrs.frozen
class Tried(Value):
    """Moves that were tried out, each in the same worlds with the same luck.

    Attributes:
        worlds: in how many worlds.
        moves: the moves; of those that come to the same only one. Only `None` if it is somebody
            else's turn to play.
        points: what each came to on average, by move and seat.
        ties: how often a seat took as many tricks as the viewer, by move and seat.
        tricks: how many tricks a seat took on average, by move and seat.
        same: whether there were other moves, which come to the same as one of these.
    """

    worlds: int
    moves: tuple[Move | None, ...]
    points: tuple[tuple[float, ...], ...]
    ties: tuple[tuple[float, ...], ...]
    tricks: tuple[tuple[float, ...], ...]
    same: bool
