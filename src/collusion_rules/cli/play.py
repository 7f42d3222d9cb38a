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
from rich.console import Console

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.options import LANGUAGE, SEED, numbered_seats, ruleset_argument
from collusion_rules.cli.phrases import help_lines
from collusion_rules.cli.saving import Keeper, ended_by_signals
from collusion_rules.describing import describe, game_of
from collusion_rules.engine import deal, new_game
from collusion_rules.engine import play as played
from collusion_rules.errors import CollusionError
from collusion_rules.events import DealScored, Event
from collusion_rules.moves import Play, Talk
from collusion_rules.parsing import parse_move
from collusion_rules.players import PLAYERS, Player, ask, hint, talked
from collusion_rules.records import dumps, loads
from collusion_rules.rulesets import RULESETS
from collusion_rules.shuffling import Chance, combined_seed, fresh_seed
from collusion_rules.state import Game, Phase, View
from collusion_rules.values import Value
from collusion_rules.views import redact, view
from collusion_rules.wording import Language, language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules play
  collusion-rules play secret-partners --seat 2 --seed 7
  collusion-rules play --players strong-honest,medium-wily,easy-silent
  collusion-rules play --resume collusion-rules-game.json
"""
_FILE: Final = Path("collusion-rules-game.json")


def _known_players(_: object, __: object, text: str) -> tuple[str, ...]:
    """The names that the option has."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in PLAYERS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(PLAYERS)}")
    return names


@click.command(short_help="Play a game against computer players.", epilog=_EXAMPLES)
@ruleset_argument
@SEED
@click.option("--seat", type=int, default=0, show_default=True, help="Where you sit.")
@click.option(
    "--players",
    callback=_known_players,
    default="medium-honest",
    show_default=True,
    metavar="PLAYERS",
    help="One for all; or one each, with commas, from your left on: easy, medium or strong, then "
    "-silent, -honest or -wily; or random, duck, take, middle.",
)
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a game that was saved.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to save the game; else the resumed file, or collusion-rules-game.json. What is "
    "there already stays: another name is taken then.",
)
@LANGUAGE
@click.pass_context
def play(
    ctx: click.Context,
    ruleset: str,
    seed: int | str | None,
    seat: int,
    players: tuple[str, ...],
    resume: Path | None,
    save: Path | None,
    language: str,
) -> None:
    """Play against computer players, who plan and, in Parlett's games, speak and answer.

    You see what your seat may see. Type a card such as AS to play it; an asterisk marks the cards
    that you may play. Type hint for advice, and help for all that you can do, such as table talk.
    The game is saved after each of your moves. Quit, Ctrl-C or the end of the input stop it.
    """
    resumed = resume if resume is not None and resume.is_file() else None
    file = save or resumed or _FILE
    if not os.access(file.parent, os.W_OK):
        raise click.BadParameter(f"nothing can be saved in {file.parent}", param_hint="--save")
    ours = resumed is not None and file.exists() and file.samefile(resumed)
    keeper = Keeper(file, ours=ours)
    chosen = fresh_seed() if seed is None else seed
    own = combined_seed(chosen, "players")
    if resume is not None:
        if ctx.get_parameter_source("ruleset") is not ParameterSource.DEFAULT:
            raise click.BadParameter("the saved game has its own rules", param_hint="RULESET")
        game = loads(resume.read_bytes())
    else:
        rules = RULESETS[ruleset]
        game = new_game(rules, Seat(Chance(own, 0).below(rules.players)))
    called = numbered_seats(game.rules.players, language, Seat(seat))
    person = Person(Seat(seat), called, language_of(language), showing.terminal())
    seen = view(game, person.seat)
    others = _opponents(players, game.rules.players, person.seat)
    person.see(seen)
    with ended_by_signals():
        try:
            while game.phase is not Phase.OVER:
                before = game.version
                if game.phase is Phase.AWAITING_DEAL:
                    game = deal(game, chosen)
                elif _may_speak(game, others) and (said := talked(game, others, own)) is not game:
                    game = said
                elif (turn := game.to_act) is not None and turn in others:
                    game = played(game, ask(others[turn], view(game, turn), own))
                else:
                    game = person.move(game)
                    person.keep(game, keeper)
                for event in game.log[before:]:
                    person.hear(redact(event, person.seat))
            person.keep(game, keeper)
        except (KeyboardInterrupt, EOFError, SystemExit) as stop:
            _leave(ctx, game, keeper, person)
            if not isinstance(stop, EOFError):
                raise


def _opponents(names: tuple[str, ...], players: int, own: Seat) -> dict[Seat, Player]:
    """Who sits at the other seats, from the person's left on."""
    seats = [Seat((own + place) % players) for place in range(1, players)]
    each = names * len(seats) if len(names) == 1 else names
    if len(each) != len(seats):
        raise click.BadParameter(
            f"name one player for all, or {len(seats)}, not {len(each)}", param_hint="--players"
        )
    return {seat: PLAYERS[name] for seat, name in zip(seats, each, strict=True)}


def _may_speak(game: Game, others: dict[Seat, Player]) -> bool:
    """Whether the computer players are heard now: before a trick, and once a person has spoken."""
    last = game.log[-1]
    if isinstance(last, Talk):
        return last.seat not in others
    return not game.trick


def _leave(ctx: click.Context, game: Game, keeper: Keeper, person: "Person") -> None:
    """Save the game, and tell how to go on."""
    try:
        keeper.keep(game)
    except OSError as error:
        with suppress(OSError):
            click.echo(f"\n{dumps(game)}")
        raise click.ClickException(
            f"the game can't be saved: {error}. Its record is printed above."
        ) from error
    given = [
        part
        for name in ("players", "seed", "language")
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
        for part in (f"--{name}", _typed(ctx.params[name]))
    ]
    join = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
    words = ("collusion-rules", "play", "--seat", str(person.seat), "--resume", str(keeper.file))
    with suppress(OSError):  # the terminal may be gone
        click.echo("\n" + person.language.say("terminal", "saved", command=join((*words, *given))))


def _typed(value: int | str | tuple[str, ...]) -> str:
    """What was typed for an option."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


@attrs.frozen
class Person(Value):
    """Who sits at the terminal: what they are shown, and what they type.

    Attributes:
        seat: where they sit.
        names: what each seat is called, one entry a seat.
        language: in which they are told what happens.
        console: where.
    """

    seat: Seat
    names: tuple[str, ...]
    language: Language
    console: Console

    def see(self, seen: View) -> None:
        """Show how the game stands, as the person's seat sees it."""
        totals = ", ".join(map(str, seen.totals))
        name, deal = game_of(seen.rules.name, self.language), seen.deals_played + 1
        say = self.language.say
        self.console.print(say("terminal", "table", ruleset=name, deal=deal, totals=totals))
        self.console.print(say("terminal", "type"))

    def hear(self, event: Event) -> None:
        """Tell what has happened."""
        showing.tell(self.console, describe(event, self.names, self.language))
        if isinstance(event, DealScored):
            for line in sorted(event.score.lines, key=lambda line: line.seat):
                self.console.print(" ", describe(line, self.names, self.language))
            self.console.print(showing.scores(event.score, self.names, self.language))

    def advise(self, seen: View) -> None:
        """Tell what a strong player would do, and why."""
        thought = hint(seen)
        move = thought.move.card if isinstance(thought.move, Play) else thought.move
        advice, reason = (describe(part, self.names, self.language) for part in (move, thought.why))
        line = self.language.say("terminal", "hint", move=advice, reason=reason)
        showing.tell(self.console, line)

    def keep(self, game: Game, keeper: Keeper) -> None:
        """Save the game; say so if that can't be done."""
        try:
            keeper.keep(game)
        except OSError as error:
            self.console.print(self.language.say("terminal", "not-saved", problem=error))

    def move(self, game: Game) -> Game:
        """The game after a move that the person types; what is refused is told, and asked again.

        Raises:
            EOFError: they want to stop, or nothing can be read any more.
        """
        while True:
            seen = view(game, self.seat)
            self.console.print(showing.own_hand(seen))
            text = _line()
            if text.lower() == "quit":
                raise EOFError
            if text.lower() == "hint":
                self.advise(seen)
                continue
            if text.lower() in ("help", "?"):
                self.console.print(help_lines(self.language))
                continue
            try:
                return played(game, parse_move(text, seen, self.language, self.names))
            except CollusionError as error:
                self.console.print(describe(error, self.names, self.language))


def _line() -> str:
    """What a person types.

    Raises:
        EOFError: the input is at its end, or closed.
    """
    try:
        return input("> ").strip()
    except (OSError, RuntimeError) as error:
        raise EOFError from error
