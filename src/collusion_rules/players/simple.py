"""Players with one habit each: what a person does who looks at this trick and no further."""

from typing import assert_never, final

import attrs

from collusion_rules.cards import Suit
from collusion_rules.enums import Choice
from collusion_rules.motives import Motive, why
from collusion_rules.moves import Declaration, Move, Play, Statement
from collusion_rules.players.declaring import strongest_suit
from collusion_rules.players.fields import a_kind_of
from collusion_rules.players.positions import Position
from collusion_rules.players.protocol import Thought, seat_of_viewer, seat_on_turn
from collusion_rules.shuffling import Chance, Seed, combined_seed
from collusion_rules.state import Phase, View
from collusion_rules.values import Value


class Habit(Choice):
    """What a simple player does with its cards."""

    RANDOM = "random"
    """Any card that may be played, each as likely as the others."""
    DUCK = "duck"
    """As high as can be without taking the trick; leads low."""
    TAKE = "take"
    """Takes the trick if it can; leads high."""
    MIDDLE = "middle"
    """The middle one of the cards that may be played."""


_Chosen = tuple[int, Motive]
"""A card as a bit, and what moves a player to play it."""


@final
@attrs.frozen
class SimplePlayer(Value):
    """A player with one habit. It says nothing and accuses nobody.

    Attributes:
        habit: what it does with its cards.
    """

    habit: Habit = attrs.field(default=Habit.RANDOM, validator=a_kind_of(Habit))

    def choose(self, view: View, seed: Seed) -> Move:
        """The move that the habit makes.

        Raises:
            BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
        """
        return self.think(view, seed).move

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
        seat = seat_on_turn(view)
        chance = Chance(combined_seed(seed, "simple player"), view.version)
        if view.phase is Phase.DECLARING:
            if self.habit is not Habit.RANDOM:
                return strongest_suit(view)
            suit = tuple(Suit)[chance.below(4)]
            return Thought(Declaration(seat, suit), why(Motive.ANY_SUIT, suit=suit))
        position = Position(view)
        card, motive = self._chosen(position, chance)
        if not position.legal & (position.legal - 1):
            motive = Motive.ONLY_CARD
        played = position.lay.card(card)
        return Thought(Play(seat, played), why(motive, card=played))

    def _chosen(self, position: Position, chance: Chance) -> _Chosen:
        match self.habit:
            case Habit.RANDOM:
                cards = by_height(position, position.legal)
                return cards[chance.below(len(cards))], Motive.ANY_CARD
            case Habit.DUCK:
                return duck(position)
            case Habit.TAKE:
                return take(position)
            case Habit.MIDDLE:
                cards = by_height(position, position.legal)
                return cards[len(cards) // 2], Motive.MIDDLE_CARD
            case _:
                assert_never(self.habit)


def by_height(position: Position, cards: int) -> list[int]:
    """Cards one by one, the lowest rank first; trumps after all others."""
    return sorted(
        position.each(cards),
        key=lambda card: (bool(card & position.trump), position.lay.card(card).rank),
    )


def duck(position: Position) -> _Chosen:
    """The highest card that does not take the trick; a low one to lead."""
    legal = position.legal
    if not position.trick:
        return by_height(position, legal)[0], Motive.LEAD_LOW
    losers = legal & ~position.winners()
    if losers:
        follows = losers & position.following()
        motive = Motive.STAY_UNDER if follows else Motive.THROW_HIGH
        return by_height(position, losers)[-1], motive
    if position.is_last():
        return by_height(position, legal)[-1], Motive.TAKEN_ANYWAY
    return by_height(position, legal)[0], Motive.AS_LOW_AS_CAN_BE


def take(position: Position) -> _Chosen:
    """A card that takes the trick, or the lowest; a high one to lead."""
    legal = position.legal
    if not position.trick:
        return by_height(position, legal)[-1], Motive.LEAD_HIGH
    winners = position.winners() & legal
    if not winners:
        return by_height(position, legal)[0], Motive.THROW_LOW
    if position.is_last():
        return by_height(position, winners)[0], Motive.TAKE_CHEAPLY
    return by_height(position, winners)[-1], Motive.GO_OVER
