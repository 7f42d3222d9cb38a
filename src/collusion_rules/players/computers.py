"""The computer players that people meet: as strong as they choose, in a style of their choice."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, final

import attrs

from collusion_rules.enums import Choice
from collusion_rules.errors import bad_argument
from collusion_rules.moves import Move, Statement
from collusion_rules.players.fields import a_kind_of
from collusion_rules.players.protocol import Thinker, Thought, seat_on_turn
from collusion_rules.players.simple import Habit, SimplePlayer
from collusion_rules.players.talkers import (
    HONEST,
    LATE_TRAITOR,
    LISTENING,
    REMEMBERING,
    SILENT,
    WILY,
    Manners,
    Talker,
)
from collusion_rules.players.trials import Effort
from collusion_rules.shuffling import Chance, Seed, combined_seed
from collusion_rules.state import View
from collusion_rules.texts import plain
from collusion_rules.values import Value


class Strength(Choice):
    """How well a computer player plays its cards."""

    EASY = "easy"
    """It looks at the trick on the table alone, and plays one card of four at random."""
    MEDIUM = "medium"
    """It tries each card out in a few worlds."""
    STRONG = "strong"
    """It tries each card out in many worlds."""


class Style(Choice):
    """What a computer player says, and whether it means it, where there is table talk (B9)."""

    SILENT = "silent"
    """It says nothing, and believes nobody."""
    HONEST = "honest"
    """It offers pacts, counts the points of its ally as its own, and remembers who did not."""
    WILY = "wily"
    """It offers pacts, agrees to any, and plays for itself."""


_EFFORTS: Final = {
    Strength.EASY: Effort(4, 1),
    Strength.MEDIUM: Effort(8, 1),
    Strength.STRONG: Effort(40, 2),
}
"""How hard a player of each strength tries, before it plays or, if easy, before it speaks."""
_MANNERS: Final = {Style.SILENT: SILENT, Style.HONEST: REMEMBERING, Style.WILY: WILY}
_AT_RANDOM: Final = 4
"""An easy player plays one card in this many at random."""


@final
@attrs.frozen
class Computer(Value):
    """A computer player for every game of the family.

    Attributes:
        strength: how well it plays its cards.
        style: what it says, and whether it means it.
    """

    strength: Strength = attrs.field(default=Strength.STRONG, validator=a_kind_of(Strength))
    style: Style = attrs.field(default=Style.HONEST, validator=a_kind_of(Style))

    def choose(self, view: View, seed: Seed) -> Move:
        """The move that it thinks best.

        Raises:
            BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
        """
        return self.think(view, seed).move

    def speak(self, view: View, seed: Seed) -> Statement | None:
        """An answer to what was asked or offered, an offer, an aim; or nothing.

        Raises:
            BadArgumentError: `view` is not a `View`, or that of a spectator.
        """
        return self._talker().speak(view, seed)

    def think(self, view: View, seed: Seed) -> Thought:
        """The move that `choose` makes, with the reason.

        Raises:
            BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
        """
        seat_on_turn(view)
        if self.strength is not Strength.EASY:
            return self._talker().think(view, seed)
        chance = Chance(combined_seed(seed, "easy"), view.version)
        if chance.below(_AT_RANDOM) == 0:
            return SimplePlayer(Habit.RANDOM).think(view, seed)
        habit = Habit.DUCK if view.rules.partnership is None else Habit.TAKE
        return SimplePlayer(habit).think(view, seed)

    def _talker(self) -> Talker:
        return Talker(_EFFORTS[self.strength], _MANNERS[self.style])


PLAYERS: Final[Mapping[str, Thinker]] = MappingProxyType(
    {habit.value: SimplePlayer(habit) for habit in Habit}
    | {f"{strength}-{style}": Computer(strength, style) for strength in Strength for style in Style}
)
"""Players by name: `"random"`, `"duck"`, `"take"`, `"middle"`, and `"easy-silent"` to
`"strong-wily"`."""

MANNERS: Final[Mapping[str, Manners]] = MappingProxyType(
    {
        "silent": SILENT,
        "listening": LISTENING,
        "honest": HONEST,
        "wily": WILY,
        "traitor": LATE_TRAITOR,
        "remembering": REMEMBERING,
    }
)
"""How players talk that try each move by machine code, by name: see `player_named`."""


def player_named(name: str) -> Thinker:
    """The player of a name.

    Args:
        name: one of `PLAYERS`; or how it talks, `silent`, `listening`, `honest`, `remembering`,
            `wily` or `traitor`, then `@` and in how many worlds it tries each move by machine code,
            such as `honest@200`, which needs the extra `fast`.

    Raises:
        BadArgumentError: there is no such player.
    """
    if isinstance(name, str):
        name = plain(name)
        if name in PLAYERS:
            return PLAYERS[name]
        how, at, worlds = name.partition("@")
        if at and how in MANNERS and worlds.isascii() and worlds.isdigit():
            return Talker(Effort(int(worlds[:9]), 1, batches=True), MANNERS[how])
    known = ", ".join((*PLAYERS, *(f"{how}@200" for how in MANNERS)))
    raise bad_argument("player", f"one of {known}", name)
