"""What a player is: whoever, shown a view and nothing else, says what to do."""

from typing import Protocol, final, runtime_checkable

import attrs

from collusion_rules.cards import Seat
from collusion_rules.errors import bad_argument
from collusion_rules.motives import Why
from collusion_rules.moves import Move, Statement
from collusion_rules.shuffling import Seed
from collusion_rules.state import View
from collusion_rules.values import Value


@runtime_checkable
class Player(Protocol):
    """Somebody who plays. All that they know of the game is the view that they are given.

    A player keeps nothing from one call to the next: what was played and said is in the view's
    log. So games can be saved, moved to another process and taken back, and the same view and
    seed give the same answer.
    """

    def choose(self, view: View, seed: Seed) -> Move:
        """The move of the viewer, whose turn it is: a play, a declaration or an accusation.

        After an accusation the player is asked again.

        Args:
            view: what the player sees.
            seed: what everything random depends on, together with the view.
        """
        ...

    def speak(self, view: View, seed: Seed) -> Statement | None:
        """What the viewer says now, in turn or not; `None` if there is nothing to say (B9).

        After a statement the player may be asked again, until it has nothing more to say.

        Args:
            view: what the player sees.
            seed: what everything random depends on, together with the view.
        """
        ...


@final
@attrs.frozen
class Thought(Value):
    """A move, and why.

    Attributes:
        move: the move.
        why: the reason, for `describe`.
        values: for a player that tries moves out: each legal move with its points on average, the
            best first; else `()`.
    """

    move: Move
    why: Why
    values: tuple[tuple[Move, float], ...] = ()


@runtime_checkable
class Thinker(Player, Protocol):
    """A player that can say why it moves."""

    def think(self, view: View, seed: Seed) -> Thought:
        """The move that `choose` makes, with the reason."""
        ...


def seat_on_turn(view: View) -> Seat:
    """The viewer's seat, whose turn it is.

    Raises:
        BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
    """
    if type(view) is not View or view.to_act is None or view.to_act != view.viewer:
        raise bad_argument("view", "a View of the seat on turn", view)
    return view.to_act


def seat_of_viewer(view: View) -> Seat:
    """The viewer's seat.

    Raises:
        BadArgumentError: `view` is not a `View`, or that of a spectator.
    """
    if type(view) is not View or view.viewer is None:
        raise bad_argument("view", "a View of a seat", view)
    return view.viewer
