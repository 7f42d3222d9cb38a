"""`collusion-rules play`: play a game in the terminal against computer players."""

import os
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import attrs
import click
from click.core import ParameterSource

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.chosen import MOST_FILE, Chosen, read
from collusion_rules.cli.fronts import front_of
from collusion_rules.cli.options import (
    LANGUAGE,
    NAMES,
    SEED,
    check_seed,
    numbered_seats,
    players_option,
    ruleset_argument,
    seat_names,
    seated_players,
)
from collusion_rules.cli.saving import FILE, Keeper, ended_by_signals
from collusion_rules.cli.sitting import Sitting, answers_of
from collusion_rules.engine import new_game
from collusion_rules.players import Player
from collusion_rules.rulesets import RULESETS
from collusion_rules.shuffling import Chance, fresh_seed
from collusion_rules.state import Game
from collusion_rules.wording import language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules play
  collusion-rules play secret-partners --seat 2 --seed 7
  collusion-rules play --players strong-honest,medium-wily,easy-silent
  collusion-rules play --resume collusion-rules-game.json
"""


@click.command(short_help="Play a game against computer players.", epilog=_EXAMPLES)
@ruleset_argument
@SEED
@click.option("--seat", type=int, default=0, show_default=True, help="Where you sit.")
@players_option("medium-honest", "from your left on")
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a game that was saved, with all that was chosen for it.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to save the game; else the resumed file, or collusion-rules-game.json. What is "
    "there already stays: another name is taken then.",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Line by line, without a screen of its own, as it is where output is not a terminal.",
)
@NAMES
@LANGUAGE
@click.pass_context
def play(
    ctx: click.Context,
    ruleset: str,
    seed: int | str | None,
    seat: int,
    players: str,
    resume: Path | None,
    save: Path | None,
    plain: bool,
    names: str | None,
    language: str,
) -> None:
    """Play against computer players, who plan and, in Parlett's games, speak and answer.

    You see what your seat may see. Type a card such as AS to play it; an asterisk marks the cards
    that you may play. Type hint for advice, undo to take something back, and help for all that you
    can do, such as table talk. The game is saved when cards are dealt and after each of your moves.
    Quit, Ctrl-C or the end of the input stop it.
    """
    check_seed(seed)
    asked = Chosen(Seat(seat), fresh_seed() if seed is None else seed, players, language, names)
    text = b""
    if resume is None:
        chosen = asked
        rules = RULESETS[ruleset]
        first = Chance(answers_of(chosen.seed), 0).below(rules.players)
        game = new_game(rules, Seat(first))
    else:
        if _is_given(ctx, "ruleset"):
            raise click.BadParameter("the saved game has its own rules", param_hint="RULESET")
        with resume.open("rb") as file:
            text = file.read(MOST_FILE + 1)
        game, kept = read(text)
        chosen = asked if kept is None else _changed(ctx, kept, asked)
    others = _others(game, chosen)
    called = _called(game, chosen)
    spoken = language_of(chosen.language)
    keeper = _keeper(save, resume, text)
    console = showing.terminal()
    front = front_of(console, spoken, plain=plain)
    sitting = Sitting(game, chosen, called, others, keeper, front)
    stop: BaseException | None = None
    with ended_by_signals():
        try:
            sitting.go_on()
        except (KeyboardInterrupt, EOFError, SystemExit) as stopped:
            stop = stopped
        finally:
            front.close()
        if stop is not None:
            sitting.leave(can_answer=isinstance(stop, EOFError))
    words = ("collusion-rules", "play", "--resume", str(sitting.keeper.file))
    join = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
    with suppress(OSError):  # the terminal may be gone
        if stop is None:
            click.echo(spoken.say("terminal", "record-in", file=sitting.keeper.file))
        else:
            click.echo("\n" + spoken.say("terminal", "saved", command=join(words)))
    if stop is not None and not isinstance(stop, EOFError):
        raise stop


def _is_given(ctx: click.Context, option: str) -> bool:
    return ctx.get_parameter_source(option) is not ParameterSource.DEFAULT


def _changed(ctx: click.Context, kept: Chosen, asked: Chosen) -> Chosen:
    """What was kept, but for the options that are given now."""
    changes = {
        field.name: getattr(asked, field.name)
        for field in attrs.fields(Chosen)
        if _is_given(ctx, field.name)
    }
    return attrs.evolve(kept, **changes)


def _others(game: Game, chosen: Chosen) -> dict[Seat, Player]:
    """Who sits at the other seats, from the person's left on."""
    count = game.rules.players
    if not 0 <= chosen.seat < count:
        raise click.BadParameter(f"seats are 0 to {count - 1}", param_hint="--seat")
    seats = [Seat((chosen.seat + place) % count) for place in range(1, count)]
    return seated_players(chosen.players, seats)


def _called(game: Game, chosen: Chosen) -> tuple[str, ...]:
    """What each seat is called."""
    count = game.rules.players
    if chosen.names is None:
        return numbered_seats(count, chosen.language, chosen.seat)
    return seat_names(chosen.names, count, chosen.language)


def _keeper(save: Path | None, resume: Path | None, text: bytes) -> Keeper:
    """Where the game is kept: not in place of anything but the game that goes on."""
    resumed = resume if resume is not None and resume.is_file() else None
    file = save or resumed or FILE
    if not os.access(file.parent, os.W_OK):
        raise click.BadParameter(f"nothing can be saved in {file.parent}", param_hint="--save")
    goes_on = resumed is not None and file.exists() and file.samefile(resumed)
    return Keeper(file, holds=text if goes_on else None)
