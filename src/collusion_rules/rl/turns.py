"""A game in which seats act in turn, one action at a time, for environments that want that.

The rules let anybody speak at any time (B9). An environment in turns needs a convention: the seat
on turn may speak a few times before its card, and nobody else speaks.
"""

from typing import final

import attrs
import numpy as np

from collusion_rules.engine import play
from collusion_rules.errors import bad_argument
from collusion_rules.moves import Declaration, Play, Talk
from collusion_rules.rl.coding import Coding, Mask
from collusion_rules.state import Game, Phase
from collusion_rules.values import Value
from collusion_rules.views import view


@final
@attrs.frozen
class Turns(Value):
    """A game during a deal or after one, and how often the seat on turn has spoken.

    Attributes:
        game: the game.
        coding: what the actions are.
        statements: how often a seat may speak before its card.
        spoken: how often the seat on turn has spoken.
    """

    game: Game
    coding: Coding
    statements: int = 0
    spoken: int = 0

    @property
    def is_between_deals(self) -> bool:
        """Whether nobody is on turn: a deal is to come, or the game is over."""
        return self.game.phase in (Phase.AWAITING_DEAL, Phase.OVER)

    def mask(self) -> Mask:
        """What the seat on turn may do; all False where nobody is on turn."""
        seat = self.game.to_act
        if seat is None:
            return np.zeros(len(self.coding), np.bool_)
        mask = self.coding.mask(view(self.game, seat))
        if self.spoken >= self.statements:
            mask[self.coding.first_statement :] = False
        return mask

    def after(self, action: int) -> "Turns":
        """The game after an action of the seat on turn.

        Raises:
            BadArgumentError: there is no such action, nobody is on turn, or the seat may not
                speak any more before its card.
            IllegalMoveError: the rules refuse it.
        """
        seat = self.game.to_act
        if seat is None:
            raise bad_argument("action", "none: nobody is on turn", action)
        move = self.coding.move(action, seat)
        talks = isinstance(move, Talk)
        if talks and self.spoken >= self.statements:
            raise bad_argument("action", "a card: this seat has spoken enough", action)
        spoken = 0 if isinstance(move, Play | Declaration) else self.spoken + talks
        return attrs.evolve(self, game=play(self.game, move), spoken=spoken)
