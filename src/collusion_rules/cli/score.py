"""`collusion-rules score`: a scorepad for a game that is played with real cards."""

import json
import shlex
import subprocess
import sys
from contextlib import suppress
from typing import Final, final

import click
from rich.console import Console

from collusion_rules.cli import showing
from collusion_rules.cli.options import LANGUAGE, NAMES, ruleset_argument, seat_names
from collusion_rules.cli.pads import Pad, UnwrittenError, written
from collusion_rules.describing import describe
from collusion_rules.errors import BadOutcomeError, ErrorCode
from collusion_rules.events import GameWon
from collusion_rules.exits import INTERRUPTED
from collusion_rules.records import to_data
from collusion_rules.rulesets import RULESETS
from collusion_rules.scoring import DealScore, Outcome
from collusion_rules.wording import language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules score --names Ann,Bob,Cem,Dee
  collusion-rules score parlett 4,4,2,3 0,2,5,6
  collusion-rules score secret-partners 5,3,2,3/0,2 --more
  collusion-rules score triple-collusion 4,1,3,2,5,1/0,3/1,4/2,5 --json
"""


@click.command(short_help="Keep the score of a game with real cards.", epilog=_EXAMPLES)
@ruleset_argument
@click.argument("deals", nargs=-1, metavar="[DEAL]...")
@NAMES
@click.option("--more", is_flag=True, help="Ask for more deals after these.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print each deal's score and the winner as JSON, one a line, in the end.",
)
@LANGUAGE
@click.pass_context
def score(
    ctx: click.Context,
    ruleset: str,
    deals: tuple[str, ...],
    names: str | None,
    more: bool,
    as_json: bool,
    language: str,
) -> None:
    """Keep the score: enter the tricks of each deal, see points, reasons and standings.

    A DEAL is how many tricks each seat took, such as 4,4,2,3. Where there are partners, add their
    seats or names after a slash: 5,3,2,3/0,2. For a soloist it is one seat; in Triple all three
    teams are wanted, the holders of the A, of the K and of the Q. With no DEAL, you are asked for
    them; then help tells how to mend what is wrong. When you leave, it is told how to go on.
    """
    rules = RULESETS[ruleset]
    spoken = language_of(language)
    called = seat_names(names, rules.players, language)
    desk = _Desk(Pad(rules, called, spoken), showing.terminal(), quiet=as_json)
    for number, text in enumerate(deals, start=1):
        try:
            desk.add(desk.pad.outcome(text))
        except (UnwrittenError, BadOutcomeError) as error:
            said = error if isinstance(error, UnwrittenError) else describe(error, called, spoken)
            told = spoken.say("terminal", "in-deal", number=number, problem=said)
            raise click.ClickException(told) from error
    left = False
    try:
        if more or not deals:
            desk.ask()
    except KeyboardInterrupt:
        left = True
    if as_json:
        for event in desk.pad.events:
            click.echo(json.dumps(to_data(event)))
    if (more or not deals) and desk.pad.scores and not desk.pad.winners:
        words = ["collusion-rules", "score", ruleset, "--more"]
        words += [] if names is None else ["--names", names]
        words += ["--language", language] if language != "en" else []
        words += map(written, desk.pad.outcomes)
        join = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
        with suppress(OSError):
            click.echo("\n" + spoken.say("terminal", "score-on", command=join(words)), err=True)
    if left:
        ctx.exit(INTERRUPTED)


@final
class _Desk:
    """Where the score is kept, deal by deal.

    Attributes:
        pad: the deals so far.
    """

    def __init__(self, pad: Pad, console: Console, *, quiet: bool) -> None:
        self.pad: Pad = pad
        self._console: Console = console
        self._errors: Console = showing.terminal(stderr=True)
        self._quiet: bool = quiet
        self._commands: Final = {
            "help": self._help,
            "?": self._help,
            "undo": self._undo,
            "sheet": self._sheet,
        }

    def add(self, outcome: Outcome) -> None:
        """Write a deal down, and show it.

        Raises:
            BadOutcomeError: no deal can end so, or the game is over.
        """
        if self.pad.winners:
            raise BadOutcomeError(ErrorCode.GAME_OVER)
        self.pad = self.pad.with_deals((*self.pad.outcomes, outcome))
        if not self._quiet:
            self._show(self.pad.scores[-1])

    def ask(self) -> None:
        """Ask for deals until nobody has one, or wants to stop."""
        while True:
            key = "ask-over" if self.pad.winners else "ask-tricks"
            text = _asked(self._say(key, number=len(self.pad.scores) + 1))
            if text is None or text.lower() == "quit" or (not text and self.pad.winners):
                return
            try:
                self._do(text)
            except UnwrittenError as error:
                self._tell(str(error))
            except BadOutcomeError as error:
                self._tell(describe(error, self.pad.names, self.pad.language))

    def _do(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if command := self._commands.get(text.lower()):
            command()
        elif word.lower() == "edit":
            self._edit(rest)
        elif "/" in text or not self.pad.team_questions():
            self.add(self.pad.outcome(text))
        else:
            self.add(self._with_teams(text))

    def _with_teams(self, text: str) -> Outcome:
        """The deal whose tricks were typed, after its teams were asked for."""
        tricks = self.pad.tricks(text)
        answers = [_asked(question) or "" for question in self.pad.team_questions()]
        return Outcome(tricks, self.pad.teams(answers))

    def _edit(self, text: str) -> None:
        """Put another deal in the place of an earlier one: `2 4,4,2,3`; all is scored again."""
        number, _, deal = text.strip().partition(" ")
        outcomes = list(self.pad.outcomes)
        if not (number.isdecimal() and deal and 1 <= int(number) <= len(outcomes)):
            raise UnwrittenError(self._say("pad-edit"))
        if "/" in deal or not self.pad.team_questions():
            changed = self.pad.outcome(deal)
        else:  # the teams were right
            teams = outcomes[int(number) - 1].teams
            changed = Outcome(self.pad.tricks(deal), teams)
        outcomes[int(number) - 1] = changed
        try:
            self.pad = self.pad.with_deals(outcomes)
        except BadOutcomeError as error:
            first = int(str(error.parameters["index"]))
            raise UnwrittenError(self._say("pad-over", number=first + 1)) from error
        self._sheet()

    def _undo(self) -> None:
        if not self.pad.scores:
            raise UnwrittenError(self._say("pad-empty"))
        self.pad = self.pad.with_deals(self.pad.outcomes[:-1])
        self._sheet()

    def _sheet(self) -> None:
        """Show the points of each deal, and who has won, if somebody has."""
        if self._quiet:
            return
        self._console.print(self.pad.sheet())
        self._show_winners()

    def _help(self) -> None:
        for line in ("tricks", "teams", "edit", "undo", "sheet", "quit"):
            if line != "teams" or self.pad.team_questions():
                values = {"example": self.pad.example} if line == "teams" else {}
                self._tell(self._say(f"pad-help-{line}", **values))

    def _show(self, result: DealScore) -> None:
        console, names, spoken = self._console, self.pad.names, self.pad.language
        console.rule(self._say("deal", number=len(self.pad.scores)), align="left")
        for line in sorted(result.lines, key=lambda line: line.seat):
            showing.tell(console, describe(line, names, spoken))
        console.print(showing.scores(result, names, spoken))
        self._show_winners()

    def _show_winners(self) -> None:
        if self.pad.winners:
            won = describe(GameWon(self.pad.winners), self.pad.names, self.pad.language)
            showing.tell(self._console, won)

    def _say(self, key: str, **values: object) -> str:
        return self.pad.language.say("terminal", key, **values)

    def _tell(self, text: str) -> None:
        showing.tell(self._errors, text)


def _asked(question: str) -> str | None:
    """What is typed; nothing at the end of the input, or where it is closed."""
    click.echo(question, nl=False, err=True)
    try:
        return input().strip()
    except (EOFError, OSError, RuntimeError):
        return None
