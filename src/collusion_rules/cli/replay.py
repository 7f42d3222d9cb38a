"""`collusion-rules replay`: tell a record event by event, or say where it breaks the rules."""

from typing import BinaryIO, Final

import click

from collusion_rules.cli import showing
from collusion_rules.cli.chosen import MOST_FILE, read_table
from collusion_rules.cli.options import LANGUAGE, NAMES, SCHEMES, seat_names
from collusion_rules.describing import describe, game_of
from collusion_rules.records import Schemes
from collusion_rules.wording import language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules replay game.json
  collusion-rules replay game.json --verify
  collusion-rules replay - --names Ann,Bob,Cem,Dee --language ja < game.json
"""


@click.command(short_help="Tell a record event by event, or say where it breaks.", epilog=_EXAMPLES)
@click.argument("file", type=click.File("rb"))
@click.option("--verify", is_flag=True, help="Only say whether the rules allow the record.")
@NAMES
@LANGUAGE
@SCHEMES
def replay(
    file: BinaryIO, verify: bool, names: str | None, language: str, schemes: Schemes
) -> None:
    """Replay the record of a game or of a view.

    The record is not trusted: every event must be one that the rules allow. If one is not, its
    number and the reason are told, and the exit code is 1. In a terminal the events are told one
    by one: press Enter for the next, or type q to stop.
    """
    table = read_table(file.read(MOST_FILE + 1), schemes)
    called = seat_names(names, table.rules.players, language)
    console = showing.terminal()
    if verify:
        spoken = language_of(language)
        name = game_of(table.rules.name, spoken)
        click.echo(spoken.say("terminal", "verified", ruleset=name, events=table.version))
        return
    stepping = at_a_terminal()
    if stepping:
        showing.tell(console, language_of(language).say("terminal", "step-by-step"))
    for event in table.log:
        told = describe(event, called, language)
        showing.tell(console, told, end="" if stepping else "\n")
        if stepping and _stopped():
            return


def at_a_terminal() -> bool:
    """Whether a person reads what is told, and can answer."""
    return showing.people_type() and showing.terminal().is_terminal


def _stopped() -> bool:
    """Wait for Enter; whether the person wants no more."""
    try:
        return input("  ").strip().lower().startswith("q")
    except (EOFError, OSError, RuntimeError):
        return True
