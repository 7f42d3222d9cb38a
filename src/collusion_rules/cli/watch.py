"""`collusion-rules watch`: a whole game between random players."""

import secrets
from typing import Final, assert_never

import click
from rich.console import Console
from rich.text import Text

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.options import parsed_seed, ruleset_argument
from collusion_rules.engine import deal, legal_moves, new_game, play
from collusion_rules.errors import spell
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
)
from collusion_rules.moves import Accusation, Declaration, Play, Talk
from collusion_rules.plurals import counted
from collusion_rules.rulesets import RULESETS
from collusion_rules.shuffling import Chance, Seed, combined_seed
from collusion_rules.state import Game, Phase

_EXAMPLES: Final = """\b
Examples:
  collusion-rules watch
  collusion-rules watch triple-collusion --seed "table 12"
"""


@click.command(short_help="Watch a whole game between random players.", epilog=_EXAMPLES)
@ruleset_argument
@click.option(
    "--seed", type=parsed_seed, metavar="SEED", help="See this game again: a number, or a text."
)
def watch(ruleset: str, seed: int | str | None) -> None:
    """Watch a whole game between players who choose among their legal moves at random.

    The hands, the tricks, where the points come from, and the winner are printed deal by deal. The
    same seed gives the same game, on every machine.
    """
    if seed is None:
        seed = secrets.randbelow(10**6)
    rules = RULESETS[ruleset]
    players = Chance(combined_seed(seed, "watch"), 0)
    game = new_game(rules, Seat(players.below(rules.players)))
    console = showing.terminal()
    console.print(f"A game of {ruleset}, seed {seed}", style="bold")
    while game.phase is not Phase.OVER:
        before = game.version
        game = _next(game, seed, players)
        for event in game.log[before:]:
            _show(console, game, event)


def _next(game: Game, seed: Seed, players: Chance) -> Game:
    """The game after the next deal, or after a legal move chosen at random."""
    if game.phase is Phase.AWAITING_DEAL:
        return deal(game, seed)
    moves = legal_moves(game)
    return play(game, moves[players.below(len(moves))])


def _show(console: Console, game: Game, event: Event) -> None:
    """Print what has just happened; the plays of a deal once it is over, trick by trick."""
    match event:
        case Dealt(dealer, _):
            console.print()
            console.rule(f"Deal {game.deals_played + 1}: seat {dealer} deals", align="left")
            console.print(showing.hands(game.hands))
        case Declaration(seat, suit):
            partner_cards = showing.cards(game.partner_cards)
            console.print(f"Seat {seat} declares {spell(suit)}. Partner cards:", partner_cards)
        case DealScored(score):
            console.print("", showing.tricks(game), "", sep="\n")
            if game.teams:
                console.print(showing.teams(game.rules, game.teams))
            console.print(showing.reasons(score), "", showing.scores(score), sep="\n")
        case GameWon(winners):
            win = "wins" if len(winners) == 1 else "win together"
            who, points = showing.seats(winners).capitalize(), max(game.totals)
            deals = counted(game.deals_played, "deals")
            end = f"{who} {win} after {deals}, with {counted(points, 'points')}."
            console.print("", Text(end, style="bold"), sep="\n")
        case GameStarted() | Play() | Talk() | Accusation() | TrickWon() | PartnersRevealed():
            pass
        case _:
            assert_never(event)
