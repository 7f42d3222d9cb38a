"""Players that try each move out in many worlds, and make the one that brings most on average."""

from collections.abc import Sequence
from typing import final

import attrs

from collusion_rules.cards import Seat
from collusion_rules.motives import Motive, Why, why
from collusion_rules.moves import Move, Play, Statement
from collusion_rules.players.accusing import accusation
from collusion_rules.players.declaring import strongest_suit
from collusion_rules.players.fields import a_kind_of
from collusion_rules.players.positions import only_play
from collusion_rules.players.protocol import Thought, seat_of_viewer, seat_on_turn
from collusion_rules.players.searching import try_out, usual
from collusion_rules.players.trials import Effort, Tried
from collusion_rules.policies import Policy
from collusion_rules.shuffling import Seed
from collusion_rules.state import Phase, View
from collusion_rules.values import Value


@final
@attrs.frozen
class MonteCarlo(Value):
    """A player that tries moves out and plays for its own points. It says nothing.

    Attributes:
        effort: how hard it tries.
        policy: how it supposes that everybody goes on; as is usual in the game if left out.
    """

    effort: Effort = attrs.field(default=Effort(), validator=a_kind_of(Effort))
    policy: Policy | None = attrs.field(default=None, validator=a_kind_of(Policy, type(None)))

    def choose(self, view: View, seed: Seed) -> Move:
        """The move that brings most points on average.

        Raises:
            BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
        """
        seat_on_turn(view)
        return only_play(view) or self.think(view, seed).move

    def speak(self, view: View, seed: Seed) -> Statement | None:
        """Nothing, always.

        Raises:
            BadArgumentError: `view` is not a `View`, or that of a spectator.
        """
        seat_of_viewer(view)
        return None

    def think(self, view: View, seed: Seed) -> Thought:
        """The move that `choose` makes, with the reason.

        Raises:
            BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
        """
        seat_on_turn(view)
        if view.phase is Phase.DECLARING:
            return strongest_suit(view)
        accused = accusation(view, seed)
        if accused is not None:
            return accused
        policy = self.policy or usual(view.rules)
        return best(view, try_out(view, seed, self.effort, policy))


@final
@attrs.frozen
class Ally(Value):
    """Whose points a player counts with its own.

    Attributes:
        seat: the ally's.
        points: how much each of their points counts.
        tie: what it counts to take as many tricks as they do, beyond the points.
    """

    seat: Seat
    points: float = 1.0
    tie: float = 0.0


def worths(tried: Tried, own: Seat, ally: Ally | None = None) -> list[float]:
    """What each of some moves is worth to a seat, on average."""
    found = [points[own] for points in tried.points]
    if ally is not None:
        for at, (points, ties) in enumerate(zip(tried.points, tried.ties, strict=True)):
            found[at] += ally.points * points[ally.seat] + ally.tie * ties[ally.seat]
    return found


def best(view: View, tried: Tried, ally: Ally | None = None) -> Thought:
    """The move that is worth most on average, and why."""
    worth = worths(tried, seat_on_turn(view), ally)
    order = sorted(range(len(worth)), key=lambda at: -worth[at])
    moves = tried.moves
    values = tuple((move, worth[at]) for at in order for move in [moves[at]] if move is not None)
    move, _ = values[0]
    assert isinstance(move, Play)  # noqa: S101 -- who plays is asked on their turn
    return Thought(move, _reason(tried, order, move, ally), values)


def _reason(tried: Tried, order: Sequence[int], move: Play, ally: Ally | None) -> Why:
    if len(order) == 1:
        return why(Motive.ALL_THE_SAME) if tried.same else why(Motive.ONLY_CARD, card=move.card)
    own = move.seat
    points = tried.points[order[0]]
    if ally is not None:
        together = f"{points[own] + points[ally.seat]:.1f}"
        motive = Motive.TRIED_OUT_TOGETHER
        return why(motive, card=move.card, seat=ally.seat, points=together, worlds=tried.worlds)
    other = tried.moves[order[1]]
    assert isinstance(other, Play)  # noqa: S101 -- as is the best
    return why(
        Motive.TRIED_OUT,
        card=move.card,
        points=f"{points[own]:.1f}",
        worlds=tried.worlds,
        other=other.card,
        fewer=f"{tried.points[order[1]][own]:.1f}",
    )
