"""`collusion-rules rules`: the games, and how each is played."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, assert_never

import click

from collusion_rules.cards import Rank, Seat
from collusion_rules.cli import showing
from collusion_rules.cli.chosen import MOST_FILE, read_table
from collusion_rules.cli.options import LANGUAGE, RULESET, SCHEMES
from collusion_rules.dealing import HonoursFirst
from collusion_rules.events import GameStarted
from collusion_rules.partnerships import SecretPair, ThreePairs
from collusion_rules.records import Schemes, to_data
from collusion_rules.rulesets import RULESETS, Reveal, Ruleset
from collusion_rules.schemes import TellsItsRules
from collusion_rules.scoring import ParlettScoring, PartnersScoring, Scoring, ThreeTeamsScoring
from collusion_rules.texts import columns, folded
from collusion_rules.wording import Language, language_of

_EXAMPLES: Final = """\b
Examples:
  collusion-rules rules
  collusion-rules rules open-collusion
  collusion-rules rules parlett --language ja
  collusion-rules rules parlett --json
"""

_WIDTH, _IDS, _NAMES = 80, 8, 20
"""How many columns a line may have, how many of them the ids take, and how many the names."""

Rule = tuple[str, str]
"""The id of a rule, and the rule."""


@click.command(short_help="List the games, or tell the rules of one.", epilog=_EXAMPLES)
@click.argument("ruleset", type=RULESET, required=False, metavar="[RULESET]")
@click.option(
    "--record",
    type=click.File("rb"),
    metavar="FILE",
    help="Tell the rules of a saved game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the parts of the ruleset as JSON.")
@SCHEMES
@LANGUAGE
def rules(
    ruleset: str | None,
    record: BinaryIO | None,
    as_json: bool,
    schemes: Schemes,
    language: str,
) -> None:
    """List the six games, or tell the rules of one of them, each with its id.

    The rules are those that the library plays by. Parlett's Collusion is David Parlett's game:
    https://www.parlettgames.uk/oricards/collude.html
    """
    console, spoken = showing.terminal(), language_of(language)
    if ruleset is not None and record is not None:
        raise click.BadParameter("a saved game has its own rules", param_hint="RULESET")
    one = (
        RULESETS.get(ruleset or "")
        if record is None
        else read_table(record.read(MOST_FILE + 1), schemes).rules
    )
    if as_json:
        chosen = RULESETS.values() if one is None else (one,)
        click.echo(json.dumps({each.name: _parts(each, schemes) for each in chosen}))
    elif one is None:
        for each in RULESETS.values():
            size = spoken.say("rules", "players", players=each.players, tricks=each.tricks)
            if console.is_terminal and console.width < _NAMES + columns(size):
                console.print(f"{each.name}\n  {size}")
            else:
                showing.tell(console, f"{each.name:{_NAMES}}{size}")
    else:
        width = min(_WIDTH, console.width) - _IDS
        for rule, text in told(one, spoken):
            for number, line in enumerate(folded(text, width)):
                console.print(f"{'' if number else rule:{_IDS}}{line}", soft_wrap=True)


def told(ruleset: Ruleset, language: Language) -> Iterator[Rule]:
    """The rules of a game in words, out of its parts."""

    def say(key: str, **values: object) -> str:
        return language.say("rules", key, **values)

    packs = "cards-one" if ruleset.deck.packs == 1 else "cards-two"
    cards, lowest = len(ruleset.deck), ruleset.deck.lowest
    yield "A1", say(packs, players=ruleset.players, cards=cards, lowest=lowest)
    yield "A2", say("dealer")
    yield "A3", say("dealt", tricks=ruleset.tricks)
    if isinstance(ruleset.dealing, HonoursFirst):
        yield "D6", say("honours-first", ranks=_listed(ruleset.dealing.honours, language))
    if ruleset.declares:
        yield "C1", say("declares")
    yield "A4", say(f"leads-{ruleset.first_leader.value}")
    yield "A5", say("follow")
    yield "A6", say("takes-trumps" if ruleset.declares else "takes")
    yield "A7", say("next-lead")
    if ruleset.deck.packs == 2:
        yield "A8", say("first-beats")
    yield from _partners(ruleset, language)
    talk = f"talk-{ruleset.talk.value}"
    yield "B9" if ruleset.partnership is None else "C3", say(talk)
    yield from _scoring(ruleset, language)
    yield "A10", say("play-off" if ruleset.play_off else "together")


def _listed(ranks: tuple[Rank, ...], language: Language) -> str:
    joints = language.tables["joints"]
    *others, last = map(str, ranks)
    return joints["last"].join((joints["comma"].join(others), last))


def _partners(ruleset: Ruleset, language: Language) -> Iterator[Rule]:
    """Whom the trump cards make partners, and when all are told."""
    match ruleset.partnership:
        case None:
            return
        case SecretPair(cycle):
            cards = "; ".join(_listed(pair, language) for pair in cycle)
            if len(cycle) == 1:
                yield "C2", language.say("rules", "partners", ranks=cards)
            else:
                yield "D2, D3", language.say("rules", "partners-cycle", ranks=cards)
            yield "C2", language.say("rules", "alone")
        case ThreePairs(honours):
            ranks = _listed(honours, language)
            yield "D4", language.say("rules", "three-pairs", ranks=ranks)
        case _:
            assert_never(ruleset.partnership)
    if ruleset.reveal is Reveal.AFTER_LAST_TRICK:
        yield "C4", language.say("rules", "revealed-last")
    else:
        yield "D1", language.say("rules", "revealed-first")
    if ruleset.accusations:
        yield "C11", language.say("rules", "accuse")


def _scoring(ruleset: Ruleset, language: Language) -> Iterator[Rule]:
    """What the points are, and when the game ends."""
    match ruleset.scoring:
        case ParlettScoring() as scoring:
            yield from _parlett(scoring, language)
        case PartnersScoring() as scoring:
            yield from _with_partners(scoring, language, accusations=ruleset.accusations)
        case ThreeTeamsScoring() as scoring:
            points = {
                "most": f"{scoring.most:+d}",
                "tied": f"{scoring.tied_most:+d}",
                "fewest": f"{scoring.fewest:+d}",
                "both": f"{scoring.tied_fewest:+d}",
                "middle": f"{scoring.middle:+d}",
                "all": f"{scoring.all_tricks:+d}",
            }
            yield "D7", language.say("rules", "teams-points", **points)
            yield "D8", language.say("rules", "ends-after", deals=scoring.deals)
        case scoring:
            yield from _own_scoring(scoring, language)


def _parlett(scoring: ParlettScoring, language: Language) -> Iterator[Rule]:
    def points(key: str, value: int) -> str:
        return language.say("rules", key, points=f"{value:+d}")

    target = scoring.target
    yield "B1", language.say("rules", "trick-point")
    yield "B2, B5", points("tied-pair", scoring.tied_pair)
    yield "B3", points("fewest", scoring.fewest)
    yield "B4", points("odd-one-out", scoring.odd_one_out)
    yield "B7", language.say("rules", "subtracted", target=target)
    yield "B8", language.say("rules", "ends-at", target=target)
    if scoring.lift:
        yield "B10", language.say("rules", "lift", target=target)


def _with_partners(
    scoring: PartnersScoring, language: Language, *, accusations: bool
) -> Iterator[Rule]:
    def sides(points: tuple[int, int]) -> str:
        partners, opponents = (f"{number:+d}" for number in points)
        return language.say("rules", "sides", partners=partners, opponents=opponents)

    def points(key: str, value: int) -> str:
        return language.say("rules", key, points=f"{value:+d}")

    yield (
        "C5",
        language.say(
            "rules",
            "partners-points",
            clear=sides(scoring.clear_win),
            tricks=scoring.clear_from,
            narrow=sides(scoring.narrow_win),
            least=scoring.narrow_from,
            loss=sides(scoring.loss),
        ),
    )
    won, lost = sides(scoring.soloist_win), sides(scoring.soloist_loss)
    least = scoring.soloist_from
    yield "C6", language.say("rules", "soloist-points", won=won, tricks=least, lost=lost)
    yield "C7", points("partners-all", scoring.all_tricks)
    yield "C8", points("soloist-all", scoring.soloist_all_tricks)
    if accusations:
        yield "C10", points("accused", scoring.accusation)
    if accusations and scoring.wrong_accusation:
        yield "C11", points("accused-wrongly", scoring.wrong_accusation)
    yield "C9", language.say("rules", "ends-after", deals=scoring.deals)


def _own_scoring(scoring: Scoring, language: Language) -> Iterator[Rule]:
    """What a scheme of somebody's own says of itself, if it does."""
    if isinstance(scoring, TellsItsRules):
        for rule in scoring.rules():
            own = dict(rule.translations).get(language.code)
            yield rule.rule, rule.template if own is None else own
    else:
        yield "", language.say("rules", "own-scheme", scheme=type(scoring).__name__)


def _parts(ruleset: Ruleset, schemes: Schemes) -> object:
    """The parts of a ruleset, as records have them."""
    started: Any = to_data(GameStarted(ruleset, Seat(0)), schemes=schemes)["event"]
    return started["rules"]
