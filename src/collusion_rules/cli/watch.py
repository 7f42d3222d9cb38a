"""`collusion-rules watch`: a whole game between computer players."""

import secrets
import time
from collections.abc import Mapping
from typing import Final, assert_never, final

import click
from rich.console import Console
from rich.text import Text

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.options import (
    LANGUAGE,
    NAMES,
    check_seed,
    parsed_seed,
    players_option,
    ruleset_argument,
    seat_names,
    seated_players,
)
from collusion_rules.describing import describe, game_of
from collusion_rules.engine import deal, new_game
from collusion_rules.engine import play as played
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
)
from collusion_rules.knowledge import standings
from collusion_rules.moves import Accusation, Declaration, Play, Talk
from collusion_rules.players import Player, ask, talked
from collusion_rules.rulesets import RULESETS
from collusion_rules.shuffling import Chance, Seed, combined_seed
from collusion_rules.state import Game, Phase
from collusion_rules.views import view
from collusion_rules.wording import Language, language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules watch
  collusion-rules watch triple-collusion --players strong-silent --seed "table 12"
  collusion-rules watch --names Ann,Bob,Cem,Dee --language ja --pace 2
"""

_PACE: Final = 0.2
"""How long a person has for each line, in seconds, if nothing else is said."""


@click.command(short_help="Watch a whole game between computer players.", epilog=_EXAMPLES)
@ruleset_argument
@click.option(
    "--seed", type=parsed_seed, metavar="SEED", help="See this game again: a number, or a text."
)
@players_option("medium-honest", "from seat 0 on")
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help=f"How long to wait after each line; {_PACE} at a terminal, else 0.",
)
@NAMES
@LANGUAGE
def watch(
    ruleset: str,
    seed: int | str | None,
    players: str,
    pace: float | None,
    names: str | None,
    language: str,
) -> None:
    """Watch a whole game between computer players.

    The hands, what is said, the tricks, where the points come from, and the winner are printed deal
    by deal. The same seed gives the same game, on every machine.
    """
    check_seed(seed)
    chosen = secrets.randbelow(10**6) if seed is None else seed
    rules, spoken = RULESETS[ruleset], language_of(language)
    called = seat_names(names, rules.players, language)
    seated = seated_players(players, [Seat(seat) for seat in range(rules.players)])
    console = showing.terminal()
    waiting = pace if pace is not None else _PACE if console.is_terminal else 0.0
    watcher = _Watcher(console, called, spoken, waiting)
    named = spoken.say("terminal", "watching", ruleset=game_of(ruleset, spoken), seed=chosen)
    console.print(named, style="bold")
    answers = combined_seed(chosen, "watch")
    game = new_game(rules, Seat(Chance(answers, 0).below(rules.players)))
    while game.phase is not Phase.OVER:
        before = game.version
        game = _next(game, seated, chosen, answers)
        for event in game.log[before:]:
            watcher.show(game, event)


def _next(game: Game, players: Mapping[Seat, Player], seed: Seed, answers: Seed) -> Game:
    """The game after the next deal, after talk before a trick, or after somebody's move."""
    if game.phase is Phase.AWAITING_DEAL:
        return deal(game, seed)
    if not game.trick and not isinstance(game.log[-1], Talk):
        said = talked(game, players, answers)
        if said is not game:
            return said
    turn = game.to_act or Seat(0)
    return played(game, ask(players[turn], view(game, turn), answers))


@final
class _Watcher:
    """Whoever watches, line by line."""

    def __init__(
        self, console: Console, names: tuple[str, ...], language: Language, pace: float
    ) -> None:
        self._console: Console = console
        self._names: tuple[str, ...] = names
        self._language: Language = language
        self._pace: float = pace

    def show(self, game: Game, event: Event) -> None:
        """Print what has just happened; plays as whole tricks."""
        console, names, language = self._console, self._names, self._language
        match event:
            case Dealt(dealer, _):
                facts = (
                    language.say("terminal", "deal", number=game.deals_played + 1),
                    language.say("drawing", "dealt", seat=names[dealer]),
                )
                console.print()
                console.rule(language.tables["joints"]["comma"].join(facts), align="left")
                console.print(showing.hands(game.hands, names, console.width), "", sep="\n")
                if not game.rules.declares:
                    self._tricks_begin()
            case Declaration():
                cards = showing.cards(game.partner_cards)
                partners = language.say("terminal", "partner-cards", cards=cards)
                self._line(f"{self._told(event)}{partners}")
                self._tricks_begin()
            case TrickWon(seat):
                number = len(game.tricks)
                trick = game.tricks[-1]
                width = console.width
                self._line(showing.trick_row(number, trick, seat, names, language, width))
            case Talk() | Accusation() | PartnersRevealed():
                self._line(self._told(event))
            case DealScored(score):
                console.print()
                for line in sorted(score.lines, key=lambda line: line.seat):
                    self._line(describe(line, names, language))
                console.print("", showing.scores(score, names, language), sep="\n")
            case GameWon():
                console.print()
                for standing in standings(game):
                    showing.tell(console, describe(standing, names, language))
                won = self._told(event)
                fits = showing.fitted(won, console.width) if console.is_terminal else won
                console.print(fits, style="bold", soft_wrap=not console.is_terminal)
            case GameStarted() | Play():
                pass
            case _:
                assert_never(event)

    def _tricks_begin(self) -> None:
        heading = showing.trick_heading(self._names, self._language, self._console.width)
        self._console.print(*heading, sep="\n")

    def _told(self, event: Event) -> str:
        return describe(event, self._names, self._language)

    def _line(self, line: str | Text) -> None:
        """Print a line, and let a person read it."""
        showing.tell(self._console, line)
        if self._pace:
            time.sleep(self._pace)
