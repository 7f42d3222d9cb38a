"""Players at a table: asked for their moves, heard, judged."""

from collections.abc import Callable, Mapping
from typing import Final

from collusion_rules.cards import Seat
from collusion_rules.engine import play
from collusion_rules.errors import ErrorCode, PlayerError, check, excerpt
from collusion_rules.judging import refusal
from collusion_rules.moves import Move, Talk
from collusion_rules.players.computers import Computer, Strength, Style
from collusion_rules.players.protocol import Player, Thought, seat_of_viewer, seat_on_turn
from collusion_rules.rulesets import TableTalk
from collusion_rules.shuffling import Seed
from collusion_rules.state import Game, Phase, View
from collusion_rules.views import view

MOST_STATEMENTS: Final = 4
"""How many statements of a player are heard each time that it may speak."""


def ask(player: Player, view: View, seed: Seed) -> Move:
    """Ask a player for the move of the viewer, whose turn it is, and judge it.

    Raises:
        PlayerError: the player raised something, or its move is not legal; `move` has it.
        BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
    """
    seat = seat_on_turn(view)
    try:
        move = player.choose(view, seed)
    except Exception as error:
        raise PlayerError(ErrorCode.PLAYER_RAISED, seat, player, problem=_said(error)) from error
    wrong = refusal(view, move)
    if wrong is None and (isinstance(move, Talk) or move.seat != seat):
        refused = ErrorCode.PLAYER_ASTRAY
        raise PlayerError(refused, seat, player, move, got=excerpt(move))
    if wrong is not None:
        raise PlayerError(ErrorCode.PLAYER_REFUSED, seat, player, move, faults=(wrong,))
    return move


def hear(player: Player, view: View, seed: Seed) -> Talk | None:
    """Ask a player whether the viewer has something to say, and judge it.

    Raises:
        PlayerError: the player raised something, or nobody may say this now; `move` has it.
        BadArgumentError: `view` is not the `View` of a seat.
    """
    seat = seat_of_viewer(view)
    try:
        statement = player.speak(view, seed)
    except Exception as error:
        raise PlayerError(ErrorCode.PLAYER_RAISED, seat, player, problem=_said(error)) from error
    if statement is None:
        return None
    talk = Talk(seat, statement)
    wrong = refusal(view, talk)
    if wrong is not None:
        raise PlayerError(ErrorCode.PLAYER_REFUSED, seat, player, talk, faults=(wrong,))
    return talk


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {excerpt(str(error))}"


def talked(game: Game, players: Mapping[Seat, Player], seed: Seed) -> Game:
    """Let players say what they have to say now, in turn from the seat to act, until all are done.

    Each is heard at most four times. Call it before a trick, and after a person has spoken.

    Args:
        game: the game; it stays as it is.
        players: those who may speak, by seat: the computer players of a table.
        seed: what everything random depends on.

    Raises:
        PlayerError: a player failed, or said what nobody may say.
        BadArgumentError: `game` is not a `Game`.
    """
    check("game", Game, game)
    return talk_over(game, players, seed, view)


def talk_over(
    game: Game, players: Mapping[Seat, Player], seed: Seed, look: Callable[[Game, Seat], View]
) -> Game:
    """Let players say what they have to say, as `talked` does.

    Args:
        game: the game; it stays as it is.
        players: those who may speak, by seat.
        seed: what everything random depends on.
        look: what a seat sees of a game.
    """
    if game.rules.talk is TableTalk.NONE or game.phase is not Phase.PLAYING:
        return game
    first, count = game.to_act or Seat(0), game.rules.players
    order = [Seat((first + place) % count) for place in range(count)]
    for _ in range(MOST_STATEMENTS):
        before = game
        for seat in order:
            if seat in players:
                talk = hear(players[seat], look(game, seat), seed)
                if talk is not None:
                    game = play(game, talk)
        if game is before:
            break
    return game


def hint(view: View, seed: Seed = 0) -> Thought:
    """What a strong player would do in the viewer's place, and why; `describe` says it in words.

    Raises:
        BadArgumentError: `view` is not a `View`, or it is not the viewer's turn.
    """
    return Computer(Strength.STRONG, Style.HONEST).think(view, seed)
