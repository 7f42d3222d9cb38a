"""What the players of batches and simulations do: simple policies for plays and declarations."""

from typing import Final, final

import attrs

from collusion_rules.enums import Choice
from collusion_rules.errors import bad_argument
from collusion_rules.values import Value


class Plays(Choice):
    """Which of their legal cards somebody plays."""

    RANDOM = "random"
    """Any, each as likely as the others."""
    HIGHEST = "highest"
    """The first of `legal_moves`: the highest card of the highest suit, spades before clubs."""
    LOWEST = "lowest"
    """The last of `legal_moves`."""


class Declares(Choice):
    """Which suit the dealer declares (C1)."""

    RANDOM = "random"
    """Any, each as likely as the others."""
    LONGEST = "longest"
    """One of which they hold most cards; if there are several, any of these."""
    HOLDING = "holding"
    """One in which they hold a partner card; if there are several, or none, any of these."""


@final
@attrs.frozen
class Policy(Value):
    """What the players do.

    Raises:
        BadArgumentError: a part is of another kind.

    Attributes:
        plays: which card is played: by everybody, or one entry a seat.
        declares: which suit the dealer declares.
    """

    plays: Plays | tuple[Plays, ...] = Plays.RANDOM
    declares: Declares = Declares.RANDOM

    def __attrs_post_init__(self) -> None:
        plays = self.plays if type(self.plays) is tuple else (self.plays,)
        if not plays or not all(isinstance(seat_plays, Plays) for seat_plays in plays):
            raise bad_argument("plays", "a Plays or a tuple of them", self.plays)
        if not isinstance(self.declares, Declares):
            raise bad_argument("declares", "a Declares", self.declares)

    def plays_of_seats(self, players: int) -> tuple[Plays, ...]:
        """Which card is played, one entry a seat.

        Raises:
            BadArgumentError: there is an entry a seat, but for another number of seats.
        """
        if not isinstance(self.plays, tuple):
            return (self.plays,) * players
        if len(self.plays) != players:
            raise bad_argument("plays", f"one Plays or {players}", len(self.plays))
        return self.plays


RANDOM_PLAY: Final = Policy()
"""Everybody does any of the things they may, each as likely as the others."""
