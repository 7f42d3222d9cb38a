"""`collusion-rules deal`: deal once, and print the hands."""

import json
import secrets
from typing import Final

import click

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.options import (
    LANGUAGE,
    NAMES,
    SEED,
    check_seed,
    ruleset_argument,
    seat_names,
)
from collusion_rules.engine import deal as dealt
from collusion_rules.engine import new_game
from collusion_rules.pbn import to_pbn
from collusion_rules.records import to_data
from collusion_rules.rulesets import RULESETS
from collusion_rules.wording import language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules deal
  collusion-rules deal triple-collusion --seed "table 12"
  collusion-rules deal --seed 7 --dealer 2 --pbn
"""

_SEEDS: Final = 1 << 128
"""How many seeds there are to draw from: more than enough for any deal to be as likely."""


@click.command(short_help="Deal once, and print the hands.", epilog=_EXAMPLES)
@ruleset_argument
@SEED
@click.option("--dealer", type=int, default=0, show_default=True, help="The seat that deals.")
@click.option("--pbn", "form", flag_value="pbn", help="Print the deal as a PBN tag.")
@click.option("--json", "form", flag_value="json", help="Print the record of the game.")
@NAMES
@LANGUAGE
def deal(
    ruleset: str,
    seed: int | str | None,
    dealer: int,
    form: str | None,
    names: str | None,
    language: str,
) -> None:
    """Deal the first hands of a game, at random or from a seed, and print them.

    A seed that was drawn is told on standard error.
    """
    rules = RULESETS[ruleset]
    check_seed(seed)
    if not 0 <= dealer < rules.players:
        raise click.BadParameter(f"seats are 0 to {rules.players - 1}", param_hint="--dealer")
    if form == "pbn" and rules.players != 4:
        raise click.BadParameter("PBN has deals for 4 players alone", param_hint="--pbn")
    called = seat_names(names, rules.players, language)
    chosen = secrets.randbelow(_SEEDS) if seed is None else seed
    game = dealt(new_game(rules, Seat(dealer)), chosen)
    if form == "pbn":
        click.echo(to_pbn(game.hands, game.dealer))
    elif form == "json":
        click.echo(json.dumps(to_data(game)))
    else:
        console = showing.terminal()
        console.print(showing.hands(game.hands, called, console.width))
    if seed is None:
        told = language_of(language).say("terminal", "drawn", seed=chosen)
        click.echo(told, err=True)
