"""What each seat may see: redacted events, and the views that they fold into (C3, C4, D1).

A view is made of what its viewer was told and of nothing else. It is never a game with parts
blanked out, so there is nothing to forget to blank.
"""

from functools import reduce

import attrs

from collusion_rules.cards import FaceDown, Seat
from collusion_rules.errors import bad_argument, check
from collusion_rules.events import Dealt, Event, GameStarted
from collusion_rules.state import Game, View, begin, fold


def redact(event: Event, seat: Seat | None) -> Event:
    """An event as a seat is told of it, or a spectator (`None`): the hands of others face down.

    Raises:
        BadArgumentError: `event` is no event, or there is no such seat.
    """
    if not isinstance(event, Event):
        raise bad_argument("event", "an Event", event)
    if isinstance(event, GameStarted):
        check_viewer(seat, event.rules.players)
    if not isinstance(event, Dealt):
        return event
    check_viewer(seat, len(event.hands))
    hands = (
        hand if holder == seat else FaceDown(len(hand)) for holder, hand in enumerate(event.hands)
    )
    return attrs.evolve(event, hands=tuple(hands))


def view(game: Game, seat: Seat | None) -> View:
    """The game as a seat sees it, or a spectator (`None`), who sees no hand.

    Raises:
        BadArgumentError: `game` is no game, or there is no such seat.
    """
    check("game", Game, game)
    check_viewer(seat, game.rules.players)
    nothing_told = begin(View, GameStarted(game.rules, game.dealer), seat)
    return reduce(fold, (redact(event, seat) for event in game.log), nothing_told)


def check_viewer(seat: Seat | None, players: int) -> None:
    """Refuse a viewer who is not at the table.

    Raises:
        BadArgumentError: there is no such seat.
    """
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise bad_argument("seat", f"a seat from 0 to {players - 1}, or None", seat)
