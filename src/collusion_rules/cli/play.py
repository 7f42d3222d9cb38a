"""`collusion-rules play`: play a game in the terminal against random players."""

import os
import shlex
import subprocess
import sys
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
from collusion_rules.describing import describe, game_of
from collusion_rules.engine import deal, legal_moves, new_game
from collusion_rules.engine import play as played
from collusion_rules.errors import CollusionError
from collusion_rules.events import DealScored, Event
from collusion_rules.parsing import parse_move
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
  collusion-rules play --resume collusion-rules-game.json
"""


@click.command(short_help="Play a game against random players.", epilog=_EXAMPLES)
@ruleset_argument
@SEED
@click.option("--seat", type=int, default=0, show_default=True, help="Where you sit.")
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
    help="Where to save the game when you quit; the resumed file, or collusion-rules-game.json.",
)
@LANGUAGE
@click.pass_context
def play(
    ctx: click.Context,
    ruleset: str,
    seed: int | str | None,
    seat: int,
    resume: Path | None,
    save: Path | None,
    language: str,
) -> None:
    """Play against players who choose among their legal moves at random.

    You see what your seat may see. Type a card such as AS to play it; an asterisk marks the cards
    that you may play. Type help for all that you can do, such as table talk. Quit, Ctrl-C or the
    end of the input save the game.
    """
    file = save or resume or Path("collusion-rules-game.json")
    if not os.access(file.parent, os.W_OK):
        raise click.BadParameter(f"nothing can be saved in {file.parent}", param_hint="--save")
    chosen = fresh_seed() if seed is None else seed
    chance = Chance(combined_seed(chosen, "players"), 0)
    if resume is not None:
        if ctx.get_parameter_source("ruleset") is not ParameterSource.DEFAULT:
            raise click.BadParameter("the saved game has its own rules", param_hint="RULESET")
        game = loads(resume.read_bytes())
    else:
        rules = RULESETS[ruleset]
        game = new_game(rules, Seat(chance.below(rules.players)))
    called = numbered_seats(game.rules.players, language, Seat(seat))
    person = Person(Seat(seat), called, language_of(language), showing.terminal())
    person.see(view(game, person.seat))
    try:
        while game.phase is not Phase.OVER:
            before = game.version
            if game.phase is Phase.AWAITING_DEAL:
                game = deal(game, chosen)
            elif game.to_act == person.seat:
                game = person.move(game)
            else:
                moves = legal_moves(game)
                game = played(game, moves[chance.below(len(moves))])
            for event in game.log[before:]:
                person.hear(redact(event, person.seat))
    except (KeyboardInterrupt, EOFError) as stop:
        try:
            file.write_text(dumps(game), encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"the game can't be saved: {error}") from error
        join = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
        again = join(("collusion-rules", "play", "--seat", str(seat), "--resume", str(file)))
        click.echo("\n" + person.language.say("terminal", "saved", command=again))
        if isinstance(stop, KeyboardInterrupt):
            raise


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

    def move(self, game: Game) -> Game:
        """The game after a move that the person types; what is refused is told, and asked again.

        Raises:
            EOFError: they want to stop.
        """
        while True:
            seen = view(game, self.seat)
            self.console.print(showing.own_hand(seen))
            text = input("> ").strip()
            if text.lower() == "quit":
                raise EOFError
            if text.lower() in ("help", "?"):
                self.console.print(help_lines(self.language))
                continue
            try:
                return played(game, parse_move(text, seen, self.language, self.names))
            except CollusionError as error:
                self.console.print(describe(error, self.names, self.language))
