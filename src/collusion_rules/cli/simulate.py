"""`collusion-rules simulate`: many deals and games, and how they go."""

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
    LANGUAGE,
    NAMES,
    PICTURE,
    parsed_seed,
    ruleset_argument,
    seat_names,
    seed_or_drawn,
)
from collusion_rules.describing import game_of
from collusion_rules.errors import BadArgumentError
from collusion_rules.exits import INTERRUPTED
from collusion_rules.policies import MOST_AIM
from collusion_rules.rulesets import RULESETS
from collusion_rules.simulation import (
    RANDOM_PLAY,
    Declares,
    Plays,
    Policy,
    Simulation,
    WorkersLostError,
    figures,
    plot,
    to_csv,
    to_json,
)
from collusion_rules.simulation import simulate as run
from collusion_rules.wording import Language, language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules simulate
  collusion-rules simulate parlett-50 --deals 10000000 --seed 7
  collusion-rules simulate secret-partners --declares holding --csv > shares.csv
  collusion-rules simulate triple-collusion --plot triple.png
  collusion-rules simulate --names Ann,Bob,Cem,Dee --language ja
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
@NAMES
@LANGUAGE
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
    names: str | None,
    language: str,
) -> None:
    """Play many deals and whole games, and print how tricks and points fall, with standard errors.

    The same seed gives the same results, on every machine; one that was drawn is told. Ctrl-C
    prints what is done so far. It needs the extra fast, and --plot the extra plot. JSON and CSV are
    in English, and call the seats by their numbers.
    """
    rules, spoken = RULESETS[ruleset], language_of(language)
    called = seat_names(names, rules.players, language)
    chosen = seed_or_drawn(seed, language, tell=form is not None)
    errors = showing.terminal(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(spoken.say("terminal", "playing"), total=None)
        simulation: Simulation | None
        lost: WorkersLostError | None = None
        try:
            simulation = run(
                rules,
                deals,
                chosen,
                games=games,
                policy=Policy(Plays(plays), Declares(declares), aims),
                progress=lambda done, parts: bar.update(task, completed=done, total=parts),
            )
        except BadArgumentError as error:  # such as too many deals, before any is played
            raise click.BadParameter(str(error)) from error
        except WorkersLostError as error:  # as when one is killed again and again
            simulation, lost = error.simulation, error
    if simulation is not None:
        _give(simulation, form, picture, chosen, called, spoken)
    if lost is not None:
        raise click.ClickException(spoken.say("terminal", "worker-lost")) from lost
    if simulation is not None and not simulation.complete:
        click.echo(spoken.say("terminal", "interrupted"), err=True)
        ctx.exit(INTERRUPTED)


def _give(
    simulation: Simulation,
    form: str | None,
    picture: str | None,
    seed: int | str,
    names: tuple[str, ...],
    language: Language,
) -> None:
    """Print and draw what was found."""
    match form:
        case "json":
            click.echo(to_json(simulation))
        case "csv":
            click.echo(to_csv(simulation), nl=False)
        case _:
            _show(showing.terminal(), simulation, seed, names, language)
    if picture is not None:
        try:
            plot(simulation, picture)
        except (OSError, ValueError) as error:
            raise showing.not_drawn(picture, error, language) from error


def _show(
    console: Console,
    simulation: Simulation,
    seed: int | str,
    names: tuple[str, ...],
    language: Language,
) -> None:
    """Print all figures, a table a group."""
    tally, games = simulation.deals, simulation.games
    heading = language.say(
        "terminal",
        "simulated" if games is None else "simulated-games",
        ruleset=game_of(simulation.rules.name, language),
        seed=seed,
        deals=f"{tally.deals:,}",
        **({} if games is None else {"games": f"{games.games:,}"}),
    )
    console.print(heading, style="bold")
    if simulation.fallback is not None:
        console.print(language.phrase(simulation.fallback))
    found = figures(simulation, names, language)
    for group, members in groupby(found, key=lambda figure: figure.group):
        grid = Table(box=None, pad_edge=False, show_header=False)
        for justify in _COLUMNS:
            grid.add_column(justify=justify)
        for each in members:
            value, error = each.value, each.error
            known = "" if isnan(error) else f"± {error:.5f}"
            grid.add_row(each.name, "-" if isnan(value) else f"{value:.5f}", known)
        console.print(Text(f"\n{group}", style="bold"))
        console.print(grid)
