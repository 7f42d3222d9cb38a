"""`collusion-rules score`: a scorepad for a game that is played with real cards."""

import json
import re
from collections.abc import Iterator
from typing import Final

import click

from collusion_rules.cards import Seat
from collusion_rules.cli import showing
from collusion_rules.cli.options import LANGUAGE, NAMES, ruleset_argument, seat_names
from collusion_rules.describing import describe
from collusion_rules.engine import score_deal
from collusion_rules.errors import BadOutcomeError, CollusionError, ErrorCode, bad_argument
from collusion_rules.events import DealScored, GameWon
from collusion_rules.partnerships import SecretPair
from collusion_rules.records import to_data
from collusion_rules.rulesets import RULESETS, Ruleset
from collusion_rules.scoring import Outcome
from collusion_rules.wording import Language, language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules score
  collusion-rules score parlett 4,4,2,3 0,2,5,6
  collusion-rules score secret-partners 5,3,2,3/0,2 --names Ann,Bob,Cem,Dee
  collusion-rules score triple-collusion 4,1,3,2,5,1/0,3/1,4/2,5 --json
"""


@click.command(short_help="Keep the score of a game with real cards.", epilog=_EXAMPLES)
@ruleset_argument
@click.argument("deals", nargs=-1, metavar="[DEAL]...")
@NAMES
@click.option(
    "--json", "as_json", is_flag=True, help="Print each deal's score as JSON, one a line."
)
@LANGUAGE
def score(
    ruleset: str, deals: tuple[str, ...], names: str | None, as_json: bool, language: str
) -> None:
    """Keep the score: enter the tricks of each deal, see points, reasons and standings.

    A DEAL is how many tricks each seat took, such as 4,4,2,3. Where there are partners, add their
    seats after a slash: 5,3,2,3/0,2. For a soloist it is one seat; in Triple all three teams are
    wanted, the holders of the A, of the K and of the Q. With no DEAL, you are asked for them, until
    the game is won or you leave the line empty.
    """
    rules = RULESETS[ruleset]
    called = seat_names(names, rules.players, language)
    console, spoken = showing.terminal(), language_of(language)
    totals: tuple[int, ...] = (0,) * rules.players
    winners: tuple[Seat, ...] = ()
    played = 0
    for text in deals or _entered(spoken):
        try:
            if winners:
                raise BadOutcomeError(ErrorCode.GAME_OVER)
            result = score_deal(rules, outcome_of(rules, text), totals)
        except CollusionError as error:
            if deals:
                raise
            click.echo(describe(error, called, language), err=True)
            continue
        totals, played = result.totals, played + 1
        winners = rules.winners(totals, played)
        if as_json:
            click.echo(json.dumps(to_data(DealScored(result))))
        else:
            console.rule(spoken.say("terminal", "deal", number=played), align="left")
            for line in sorted(result.lines, key=lambda line: line.seat):
                showing.tell(console, describe(line, called, language))
            console.print(showing.scores(result, called, spoken))
            if winners:
                showing.tell(console, describe(GameWon(winners), called, language))
        if winners and not deals:
            return


def outcome_of(rules: Ruleset, text: str) -> Outcome:
    """Read how a deal ended: `4,4,2,3`, or with teams `5,3,2,3/0,2`.

    Raises:
        BadArgumentError: the text is of another form. Whether such an outcome can be is not asked.
    """
    tricks, *teams = (_numbers(part) for part in text.split("/"))
    if isinstance(rules.partnership, SecretPair) and len(teams) == 1:
        teams.append(tuple(seat for seat in range(rules.players) if seat not in teams[0]))
    return Outcome(tricks, tuple(tuple(Seat(seat) for seat in team) for team in teams))


def _numbers(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\s*[0-9]{1,3}([\s,]+[0-9]{1,3})*\s*", text):
        raise bad_argument("a deal", "numbers of tricks, such as 4,4,2,3", text)
    return tuple(map(int, re.findall("[0-9]+", text)))


def _entered(spoken: Language) -> Iterator[str]:
    """What is typed, line by line, up to an empty line or the end."""
    while True:
        try:
            click.echo(spoken.say("terminal", "ask-tricks"), nl=False, err=True)
            text = input()
        except EOFError:
            return
        if not text.strip():
            return
        yield text
