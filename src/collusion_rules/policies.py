"""What the players of batches and simulations do: simple policies for plays and declarations."""

from typing import Final, final

import attrs

from collusion_rules.enums import Choice
from collusion_rules.errors import bad_argument
from collusion_rules.values import Value

MOST_AIM: Final = 52
"""How many tricks somebody may aim for: more than any deal has is as good as all."""

WHIMS: Final = 16
"""Whims are counted in this many plays."""


class Plays(Choice):
    """Which of their legal cards somebody plays.

    Where ranks are compared, clubs come below diamonds, hearts and spades of the same rank.
    """

    RANDOM = "random"
    """Any, each as likely as the others."""
    HIGHEST = "highest"
    """The first of `legal_moves`: the highest card of the highest suit, spades before clubs."""
    LOWEST = "lowest"
    """The last of `legal_moves`."""
    DUCK = "duck"
    """The highest card that doesn't win the trick as it stands, so that discards are high.

    On a lead it is the lowest card. If every card wins, it is the lowest one; but the last to play,
    who takes the trick anyway, takes it with the highest.
    """
    TAKE = "take"
    """The cheapest card that wins the trick as it stands; the lowest if none does.

    On a lead it is the highest card.
    """
    AIM = "aim"
    """As with `TAKE` until they have as many tricks as they aim for, and then as with `DUCK`."""
    MIDDLE = "middle"
    """The middle one of their legal cards by rank; of two, the lower."""


class Declares(Choice):
    """Which suit the dealer declares (C1)."""

    RANDOM = "random"
    """Any, each as likely as the others."""
    LONGEST = "longest"
    """One of which they hold most cards; if there are several, any of these."""
    HOLDING = "holding"
    """One in which they hold a partner card; if there are several, or none, any of these."""
    LONGEST_HELD = "longest-held"
    """The longest of those in which they hold a partner card; if there are none, the longest."""


@final
@attrs.frozen
class Policy(Value):
    """What the players do.

    Raises:
        BadArgumentError: a part is of another kind.

    Attributes:
        plays: which card is played: by everybody, or one entry a seat.
        declares: which suit the dealer declares.
        aims: how many tricks to aim for (`Plays.AIM`), 0 to 52: everybody, or one entry a seat.
        whims: of 16 plays how many are any legal card, whatever `plays` says, 0 to 16: everybody's,
            or one entry a seat.
    """

    plays: Plays | tuple[Plays, ...] = Plays.RANDOM
    declares: Declares = Declares.RANDOM
    aims: int | tuple[int, ...] = 4
    whims: int | tuple[int, ...] = 0

    def __attrs_post_init__(self) -> None:
        plays = self.plays if type(self.plays) is tuple else (self.plays,)
        if not plays or not all(isinstance(seat_plays, Plays) for seat_plays in plays):
            raise bad_argument("plays", "a Plays or a tuple of them", self.plays)
        if not isinstance(self.declares, Declares):
            raise bad_argument("declares", "a Declares", self.declares)
        aims = self.aims if type(self.aims) is tuple else (self.aims,)
        if not aims or not all(type(tricks) is int and 0 <= tricks <= MOST_AIM for tricks in aims):
            expected = f"a number of tricks from 0 to {MOST_AIM} or a tuple of them"
            raise bad_argument("aims", expected, self.aims)
        whims = self.whims if type(self.whims) is tuple else (self.whims,)
        if not whims or not all(type(many) is int and 0 <= many <= WHIMS for many in whims):
            expected = f"a whole number from 0 to {WHIMS} or a tuple of them"
            raise bad_argument("whims", expected, self.whims)

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

    def aims_of_seats(self, players: int) -> tuple[int, ...]:
        """How many tricks each seat aims for, one entry a seat.

        Raises:
            BadArgumentError: there is an entry a seat, but for another number of seats.
        """
        if not isinstance(self.aims, tuple):
            return (self.aims,) * players
        if len(self.aims) != players:
            raise bad_argument("aims", f"one number of tricks or {players}", len(self.aims))
        return self.aims

    def whims_of_seats(self, players: int) -> tuple[int, ...]:
        """Of 16 plays how many are any legal card, one entry a seat.

        Raises:
            BadArgumentError: there is an entry a seat, but for another number of seats.
        """
        if not isinstance(self.whims, tuple):
            return (self.whims,) * players
        if len(self.whims) != players:
            raise bad_argument("whims", f"one whole number or {players}", len(self.whims))
        return self.whims


RANDOM_PLAY: Final = Policy()
"""Everybody does any of the things they may, each as likely as the others."""
