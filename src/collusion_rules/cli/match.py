"""`collusion-rules match`: computer players against each other, in every order of seats."""

import sys
import threading
from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from math import isnan
from multiprocessing import active_children
from typing import Final

import click
from rich.console import Console

from collusion_rules.cli import showing
from collusion_rules.cli.options import (
    LANGUAGE,
    PICTURE,
    RULESET,
    parsed_seed,
    seat_names,
    seed_or_drawn,
)
from collusion_rules.describing import game_of
from collusion_rules.errors import BadArgumentError
from collusion_rules.extras import needed
from collusion_rules.players import Match, MatchCutShortError, Mean, plot, to_json
from collusion_rules.players import match as played
from collusion_rules.players.computers import MANNERS, PLAYERS, player_named
from collusion_rules.players.matches import MOST_DEALS
from collusion_rules.processes import pool
from collusion_rules.rulesets import RULESETS
from collusion_rules.wording import Language, language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules match parlett duck random random random
  collusion-rules match parlett honest@60 silent@60 honest@60 silent@60 --rotations
  collusion-rules match secret-partners strong-silent take take take --deals 50 --json
  collusion-rules match parlett easy-wily duck duck duck --names Wily,Duck,Duck,Duck
"""

_MOST_JOBS: Final = 61 if sys.platform == "win32" else 1000
"""Windows waits for no more processes than these at once."""

_HELP: Final = f"""\
Play the same deals with computer players in every order of seats, and print their points.

One PLAYER a seat: {", ".join(PLAYERS)}; or, with the extra fast, {", ".join(MANNERS)} with @ and
a number of worlds, such as honest@60. Equal players are one that sits more than once. A seed that
was drawn is told. --plot needs the extra plot.
"""


@click.command(short_help="Let computer players play the same deals.", help=_HELP, epilog=_EXAMPLES)
@click.argument("ruleset", type=RULESET, metavar="RULESET")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option(
    "--deals", type=click.IntRange(1, MOST_DEALS), default=100, show_default=True, help="How many."
)
@click.option("--games", is_flag=True, help="Play so many whole games instead.")
@click.option("--rotations", is_flag=True, help="Only turn the order given around the table.")
@click.option(
    "--seed", type=parsed_seed, metavar="SEED", help="Get these results again: a number, or a text."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_JOBS),
    default=1,
    help="How many processes share the work.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@PICTURE
@click.option(
    "--names",
    metavar="NAMES",
    help="What to call the players, with commas between the names; equal ones have the first.",
)
@LANGUAGE
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
    names: str | None,
    language: str,
) -> None:
    """Play a match: the help of the command says how."""
    rules, spoken = RULESETS[ruleset], language_of(language)
    seats = rules.players
    if len(players) != seats:
        raise click.BadParameter(f"name {seats} players, not {len(players)}", param_hint="PLAYER")
    try:
        seated = [player_named(name) for name in players]
    except BadArgumentError as error:
        raise click.BadParameter(str(error), param_hint="PLAYER") from error
    if any("@" in name for name in players):
        needed("numba", "fast")
    called = players if names is None else seat_names(names, seats, language)
    chosen = seed_or_drawn(seed, language, tell=as_json)
    found: Match | None
    cut: MatchCutShortError | None = None
    try:
        with _workers(jobs) as executor:
            found = played(
                rules,
                seated,
                deals,
                chosen,
                executor,
                names=called,
                games=games,
                rotations=rotations,
            )
    except MatchCutShortError as error:  # as when a worker is killed
        found, cut = error.match, error
    if found is not None and as_json:
        click.echo(to_json(found))
    elif found is not None:
        _show(showing.terminal(), found, chosen, spoken)
    if found is not None and picture is not None:
        try:
            plot(found, picture)
        except (OSError, ValueError) as error:
            raise showing.not_drawn(picture, error, spoken) from error
    if cut is not None:
        raise click.ClickException(spoken.say("terminal", "worker-lost")) from cut


@contextmanager
def _workers(jobs: int) -> Generator[Executor | None]:
    """Whoever does the work; after Ctrl-C nobody goes on with it."""
    if jobs == 1:
        yield None
        return
    with pool(jobs) as processes:
        try:
            yield processes
        except BaseException:
            # the pool's own thread, too, may break on what was cancelled
            threading.excepthook = _unheard
            for worker in active_children():
                worker.terminate()
            raise


def _unheard(_: threading.ExceptHookArgs) -> None:
    """Nobody is left who would want to know."""


def _show(console: Console, found: Match, seed: int | str, language: Language) -> None:
    def say(key: str, **values: object) -> str:
        return language.say("terminal", key, **values)

    heading = say(
        "matched-games" if found.games else "matched",
        ruleset=game_of(found.rules.name, language),
        seed=seed,
        orders=found.orders,
        **{"games" if found.games else "deals": f"{found.count:,}"},
    )
    console.print(showing.fitted(heading, console.width), style="bold")
    columns = ("player", "points-a-deal", *(["games-won"] if found.games else []), "ms-a-move")
    rows: list[list[str]] = []
    for entry in found.entries:
        wins = [_told(entry.wins)] if found.games else []
        rows.append([entry.name, _told(entry.points), *wins, f"{1000 * entry.seconds:.1f}"])
        for role, mean in entry.roles if len(entry.roles) > 1 else ():
            rest = [""] * (len(columns) - 2)
            rows.append([f"  {say(f'as-{role.value}')}", _told(mean), *rest])
    comma = language.tables["joints"]["comma"]
    console.print(showing.table([*map(say, columns)], rows, comma, console.width))
    if found.games:
        showing.tell(console, say("deals-a-game", deals=_told(found.length)))
    first, *others = found.entries
    for place, other in enumerate(others, start=1):
        difference = _told(found.difference(0, place))
        more = say("more-than", player=first.name, other=other.name, difference=difference)
        showing.tell(console, more)


def _told(mean: Mean) -> str:
    return f"{mean.value:.2f}" + ("" if isnan(mean.error) else f" ± {mean.error:.2f}")
