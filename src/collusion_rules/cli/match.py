"""`collusion-rules match`: computer players against each other, in every order of seats."""

import secrets
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from math import isnan
from multiprocessing import get_context
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from collusion_rules.cli import showing
from collusion_rules.cli.options import PICTURE, RULESET, check_seed, parsed_seed
from collusion_rules.errors import BadArgumentError
from collusion_rules.players import Match, Mean, plot, to_json
from collusion_rules.players import match as played
from collusion_rules.players.computers import player_named
from collusion_rules.plurals import counted
from collusion_rules.rulesets import RULESETS

_EXAMPLES: Final = """\b
Examples:
  collusion-rules match parlett duck random random random
  collusion-rules match parlett honest@60 silent@60 honest@60 silent@60 --rotations
  collusion-rules match secret-partners strong-silent take take take --deals 50 --json
"""


@click.command(short_help="Let computer players play the same deals.", epilog=_EXAMPLES)
@click.argument("ruleset", type=RULESET, metavar="RULESET")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--games", is_flag=True, help="Play so many whole games instead.")
@click.option("--rotations", is_flag=True, help="Only turn the order given around the table.")
@click.option(
    "--seed", type=parsed_seed, metavar="SEED", help="Get these results again: a number, or a text."
)
@click.option(
    "--jobs", type=click.IntRange(1), default=1, help="How many processes share the work."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@PICTURE
def match(
    ruleset: str,
    players: tuple[str, ...],
    deals: int,
    games: bool,
    rotations: bool,
    seed: int | str | None,
    jobs: int,
    as_json: bool,
    picture: str | None,
) -> None:
    """Play the same deals with computer players in every order of seats, and print their points.

    One PLAYER a seat: random, duck, take, middle, easy-silent to strong-wily; or silent, listening,
    honest, wily or traitor with @ and a number of worlds, such as honest@60, which needs the extra
    fast.
    """
    check_seed(seed)
    if seed is None:
        seed = secrets.randbelow(10**6)
    seats = RULESETS[ruleset].players
    if len(players) != seats:
        raise click.BadParameter(f"name {seats} players, not {len(players)}", param_hint="PLAYER")
    try:
        seated = [player_named(name) for name in players]
    except BadArgumentError as error:
        raise click.BadParameter(str(error), param_hint="PLAYER") from error
    with _workers(jobs) as executor:
        found = played(
            RULESETS[ruleset],
            seated,
            deals,
            seed,
            executor,
            names=players,
            games=games,
            rotations=rotations,
        )
    if as_json:
        click.echo(to_json(found))
    else:
        _show(showing.terminal(), found, seed)
    if picture is not None:
        try:
            plot(found, picture)
        except (OSError, ValueError) as error:
            raise click.ClickException(f"{picture} can't be drawn: {error}") from error


def _workers(jobs: int) -> AbstractContextManager[Executor | None]:
    """Whoever does the work."""
    if jobs == 1:
        return nullcontext()
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


def _show(console: Console, found: Match, seed: int | str) -> None:
    what = counted(found.count, "games" if found.games else "deals")
    orders = counted(found.orders, "orders")
    console.print(f"{found.rules.name}, seed {seed}: {what}, {orders} of seats", style="bold")
    grid = Table(box=None, pad_edge=False)
    grid.add_column("player")
    for column in ("points a deal", *(["games won"] if found.games else []), "ms a move"):
        grid.add_column(column, justify="right")
    for entry in found.entries:
        wins = [_told(entry.wins)] if found.games else []
        grid.add_row(entry.name, _told(entry.points), *wins, f"{1000 * entry.seconds:.1f}")
        for role, mean in entry.roles if len(entry.roles) > 1 else ():
            grid.add_row(f"  as {role}", _told(mean))
    console.print(grid)
    if found.games:
        console.print(f"deals a game: {_told(found.length)}")
    first, *others = found.entries
    for place, other in enumerate(others, start=1):
        console.print(f"{first.name} more than {other.name}: {_told(found.difference(0, place))}")


def _told(mean: Mean) -> str:
    return f"{mean.value:.2f}" + ("" if isnan(mean.error) else f" ± {mean.error:.2f}")
