"""`collusion-rules simulate`: many deals and games, and how they go."""

import secrets
from itertools import groupby
from math import isnan
from typing import Final

import click
from rich.console import Console, JustifyMethod
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from collusion_rules.cli import showing
from collusion_rules.cli.options import (
    PICTURE,
    check_seed,
    parsed_seed,
    ruleset_argument,
)
from collusion_rules.exits import INTERRUPTED
from collusion_rules.plurals import counted
from collusion_rules.policies import MOST_AIM
from collusion_rules.rulesets import RULESETS
from collusion_rules.simulation import (
    RANDOM_PLAY,
    Declares,
    Plays,
    Policy,
    Simulation,
    figures,
    plot,
    to_csv,
    to_json,
)
from collusion_rules.simulation import simulate as run

_EXAMPLES: Final = """\b
Examples:
  collusion-rules simulate
  collusion-rules simulate parlett-50 --deals 10000000 --seed 7
  collusion-rules simulate secret-partners --declares holding --csv > shares.csv
  collusion-rules simulate triple-collusion --plot triple.png
"""

_COLUMNS: Final[tuple[JustifyMethod, ...]] = ("left", "right", "right")


@click.command(short_help="Play many deals and games, and say how they go.", epilog=_EXAMPLES)
@ruleset_argument
@click.option(
    "--deals", type=click.IntRange(1), default=100_000, show_default=True, help="Single deals."
)
@click.option("--games", type=click.IntRange(0), help="Whole games; one for 100 deals by default.")
@click.option(
    "--seed", type=parsed_seed, metavar="SEED", help="Get these results again: a number, or a text."
)
@click.option(
    "--plays",
    type=click.Choice([each.value for each in Plays]),
    default=Plays.RANDOM.value,
    show_default=True,
    help="Which of their legal cards everybody plays.",
)
@click.option(
    "--aims",
    type=click.IntRange(0, MOST_AIM),
    default=RANDOM_PLAY.aims,
    show_default=True,
    help="How many tricks they aim for, if they play so.",
)
@click.option(
    "--declares",
    type=click.Choice([each.value for each in Declares]),
    default=Declares.RANDOM.value,
    show_default=True,
    help="Which suit the dealer declares.",
)
@click.option("--json", "form", flag_value="json", help="Print figures and counts as JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print the figures as CSV.")
@PICTURE
@click.pass_context
def simulate(
    ctx: click.Context,
    ruleset: str,
    deals: int,
    games: int | None,
    seed: int | str | None,
    plays: str,
    aims: int,
    declares: str,
    form: str | None,
    picture: str | None,
) -> None:
    """Play many deals and whole games, and print how tricks and points fall, with standard errors.

    The same seed gives the same results, on every machine. Ctrl-C prints what is done so far. It
    needs the extra fast, and --plot the extra plot.
    """
    check_seed(seed)
    if seed is None:
        seed = secrets.randbelow(10**6)
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("playing", total=None)
        simulation = run(
            RULESETS[ruleset],
            deals,
            seed,
            games=games,
            policy=Policy(Plays(plays), Declares(declares), aims),
            progress=lambda done, parts: bar.update(task, completed=done, total=parts),
        )
    match form:
        case "json":
            click.echo(to_json(simulation))
        case "csv":
            click.echo(to_csv(simulation), nl=False)
        case _:
            _show(showing.terminal(), simulation, seed)
    if picture is not None:
        _draw(simulation, picture)
    if not simulation.complete:
        click.echo("Interrupted: this is what was done so far.", err=True)
        ctx.exit(INTERRUPTED)


def _draw(simulation: Simulation, picture: str) -> None:
    try:
        plot(simulation, picture)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{picture} can't be drawn: {error}") from error


def _show(console: Console, simulation: Simulation, seed: int | str) -> None:
    """Print all figures, a table a group."""
    tally, games = simulation.deals, simulation.games
    played = counted(tally.deals, "deals")
    if games is not None:
        played += f" and {counted(games.games, 'games')}"
    console.print(f"{simulation.rules.name}, seed {seed}: {played}", style="bold")
    if simulation.fallback is not None:
        console.print(simulation.fallback)
    for group, members in groupby(figures(simulation), key=lambda figure: figure.group):
        grid = Table(box=None, pad_edge=False, show_header=False)
        for justify in _COLUMNS:
            grid.add_column(justify=justify)
        for each in members:
            value, error = each.value, each.error
            known = "" if isnan(error) else f"± {error:.5f}"
            grid.add_row(each.name, "-" if isnan(value) else f"{value:.5f}", known)
        console.print(Text(f"\n{group}", style="bold"))
        console.print(grid)
