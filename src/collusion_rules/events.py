"""Events: everything that happens in a game, as values. A game is the fold of its events."""

from typing import Never, final

import attrs

from collusion_rules.cards import FaceDown, Hand, Seat, face_down
from collusion_rules.errors import BadArgumentError, bad_argument
from collusion_rules.moves import Accusation, Declaration, Play, Talk
from collusion_rules.partnerships import Teams
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import DealScore
from collusion_rules.values import Value


@final
@attrs.frozen
class GameStarted(Value):
    """A game begins (A2).

    Attributes:
        rules: what is played.
        dealer: who deals first.
    """

    rules: Ruleset
    dealer: Seat


@final
@attrs.frozen
class Dealt(Value):
    """All cards are dealt (A3).

    Attributes:
        dealer: who dealt.
        hands: one entry a seat; in a view all but the viewer's are `FaceDown`.
    """

    dealer: Seat
    hands: tuple[Hand, ...]


@final
@attrs.frozen
class TrickWon(Value):
    """A seat takes the trick and leads to the next (A6, A7, A8)."""

    seat: Seat


@final
@attrs.frozen
class PartnersRevealed(Value):
    """All learn who the partners are (C4, D1).

    Attributes:
        teams: the partners or the soloist first, then their opponents; in Triple the holders of
            the A, of the K, of the Q.
    """

    teams: Teams


@final
@attrs.frozen
class DealScored(Value):
    """A deal is scored, as its last trick is taken (A9)."""

    score: DealScore


@final
@attrs.frozen
class GameWon(Value):
    """The game is over; all with the highest total win (A10, B8, C9).

    Attributes:
        winners: who won, in the order of the seats.
    """

    winners: tuple[Seat, ...]


Event = (
    GameStarted
    | Dealt
    | Play
    | Declaration
    | Talk
    | Accusation
    | TrickWon
    | PartnersRevealed
    | DealScored
    | GameWon
)
"""Anything that happens in a game."""


def as_told(event: Event, seat: Seat | None) -> Event:
    """An event as a seat is told of it, or a spectator (`None`): the hands of others face down.

    An event that a spectator is told of as it is, all are told of as it is.
    """
    match event:
        case Play() | TrickWon() | Declaration() | Talk() | Accusation():
            return event
        case GameStarted() | PartnersRevealed() | DealScored() | GameWon():
            return event
        case Dealt(dealer, hands):
            return Dealt(
                dealer,
                tuple(
                    hand if holder == seat or type(hand) is FaceDown else face_down(len(hand))
                    for holder, hand in enumerate(hands)
                ),
            )
        case _:
            raise unknown_event(event)


def unknown_event(event: Never) -> BadArgumentError:
    """The error of an event of a kind that is left out where kinds are told apart.

    A type checker finds that one is left out; this is for when nobody asked it.
    """
    return bad_argument("event", "of a kind that is known here", event)
