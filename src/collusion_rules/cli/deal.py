"""`collusion-rules deal`: deal once, and print the hands."""

import json
from typing import Final

import click

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.options import SEED, ruleset_argument
from collusion_rules.engine import deal as dealt
from collusion_rules.engine import new_game
from collusion_rules.pbn import to_pbn
from collusion_rules.records import to_data
from collusion_rules.rulesets import RULESETS

_EXAMPLES: Final = """\b
Examples:
  collusion-rules deal
  collusion-rules deal triple-collusion --seed "table 12"
  collusion-rules deal --seed 7 --dealer 2 --pbn
"""


@click.command(short_help="Deal once, and print the hands.", epilog=_EXAMPLES)
@ruleset_argument
@SEED
@click.option("--dealer", type=int, default=0, show_default=True, help="The seat that deals.")
@click.option("--pbn", "form", flag_value="pbn", help="Print the deal as a PBN tag.")
@click.option("--json", "form", flag_value="json", help="Print the record of the game.")
def deal(ruleset: str, seed: int | str | None, dealer: int, form: str | None) -> None:
    """Deal the first hands of a game, at random or from a seed, and print them."""
    game = dealt(new_game(RULESETS[ruleset], Seat(dealer)), seed)
    if form == "pbn":
        click.echo(to_pbn(game.hands, game.dealer))
    elif form == "json":
        click.echo(json.dumps(to_data(game)))
    else:
        showing.terminal().print(showing.hands(game.hands))
