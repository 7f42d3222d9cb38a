"""What each seat may see: redacted events, and the views that they fold into (C3, C4, D1).

A view is made of what its viewer was told and of nothing else. It is never a game with parts
blanked out, so there is nothing to forget to blank.
"""

from collusion_rules.cards import Hand, Seat, check_seat
from collusion_rules.errors import bad_argument, check
from collusion_rules.events import Dealt, Event, GameStarted, as_told
from collusion_rules.folding import resume
from collusion_rules.moves import MOST_PLAYERS
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import Game, View


def redact(event: Event, seat: Seat | None) -> Event:
    """An event as a seat is told of it, or a spectator (`None`): the hands of others face down.

    Raises:
        BadArgumentError: `event` is not an event, or there is no such seat.
    """
    check_seat("seat", seat, _players(event), or_none=True)
    return as_told(event, seat)


def view(game: Game, seat: Seat | None) -> View:
    """The game as a seat sees it, or a spectator (`None`), who sees no hand.

    Raises:
        BadArgumentError: `game` is not a `Game`, or there is no such seat.
    """
    check("game", Game, game)
    check_seat("seat", seat, game.rules.players, or_none=True)
    scene = game.scene
    told = list(scene.past)
    for place, each in scene.told or ():
        told[place] = each[-1 if seat is None else seat]
    told += [as_told(event, seat) for event in game.deal_log]
    return resume(View, told, scene.dealt, seat)


def _players(event: Event) -> int:
    """How many players there are, as far as an event says; else the most there can be.

    Raises:
        BadArgumentError: it is not an event, or one that can't be redacted.
    """
    match event:
        case GameStarted(Ruleset() as rules, _):
            return rules.players
        case Dealt(_, tuple() as hands) if all(isinstance(hand, Hand) for hand in hands):
            return len(hands)
        case GameStarted() | Dealt():
            raise bad_argument("event", "made of a Ruleset or of hands", event)
        case _ if isinstance(event, Event):
            return MOST_PLAYERS
        case _:
            raise bad_argument("event", "an Event", event)
