"""`collusion-rules rules`: the games, and how each is played."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, assert_never

import click

from collusion_rules.cards import Rank, Seat
from collusion_rules.cli.chosen import MOST_FILE, read_table
from collusion_rules.cli.options import RULESET, SCHEMES
from collusion_rules.dealing import HonoursFirst
from collusion_rules.events import GameStarted
from collusion_rules.partnerships import SecretPair, ThreePairs
from collusion_rules.plurals import counted
from collusion_rules.records import Schemes, to_data
from collusion_rules.rulesets import RULESETS, FirstLeader, Reveal, Ruleset, TableTalk
from collusion_rules.schemes import TellsItsRules
from collusion_rules.scoring import ParlettScoring, PartnersScoring, Scoring, ThreeTeamsScoring

_EXAMPLES: Final = """\b
Examples:
  collusion-rules rules
  collusion-rules rules open-collusion
  collusion-rules rules parlett --json
"""

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
def rules(ruleset: str | None, record: BinaryIO | None, as_json: bool, schemes: Schemes) -> None:
    """List the six games, or tell the rules of one of them, each with its id.

    The rules are those that the library plays by. Parlett's Collusion is David Parlett's game:
    https://www.parlettgames.uk/oricards/collude.html
    """
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
            click.echo(
                f"{each.name:20}{each.players} players, {counted(each.tricks, 'tricks')} a deal"
            )
    else:
        for rule, text in told(one):
            click.echo(click.wrap_text(text, 80, f"{rule:8}", " " * 8))


def told(ruleset: Ruleset) -> Iterator[Rule]:
    """The rules of a game in words, out of its parts."""
    packs = "one pack" if ruleset.deck.packs == 1 else "two packs"
    cards = counted(len(ruleset.deck), "cards")
    cards = f"{cards}, {packs} from the ace down to the {ruleset.deck.lowest}"
    yield "A1", f"{counted(ruleset.players, 'players')}; {cards}; the ace is high."
    yield "A2", "The first dealer is drawn at random; then the deal passes to the left."
    yield "A3", f"All cards are dealt, {ruleset.tricks} to each player."
    if isinstance(ruleset.dealing, HonoursFirst):
        honours = _listed(ruleset.dealing.honours)
        yield "D6", f"The {honours} of each suit are dealt first, one to each player."
    if ruleset.declares:
        yield "C1", "The dealer, who has seen only their own hand, declares the trump suit."
    yield "A4", _FIRST_LEADER[ruleset.first_leader]
    yield "A5", "Play is clockwise. Follow suit if you can; if you can't, play any card."
    trumps = "the highest trump, or else " if ruleset.declares else ""
    yield "A6", f"The trick goes to {trumps}the highest card of the suit led."
    yield "A7", "Who takes a trick leads to the next, until all are played."
    if ruleset.deck.packs == 2:
        yield "A8", "Of two identical cards in a trick, the one played first beats the other."
    yield from _partners(ruleset)
    yield "B9" if ruleset.partnership is None else "C3", _TALK[ruleset.talk]
    yield from _scoring(ruleset)


_FIRST_LEADER: Final = {
    FirstLeader.LEFT: "The player to the dealer's left leads.",
    FirstLeader.RIGHT: "The player to the dealer's right leads.",
    FirstLeader.DEALER: "The dealer leads.",
}

_TALK: Final = {
    TableTalk.NONE: "There is no table talk.",
    TableTalk.STATEMENTS: "Anybody may talk in set phrases, none of which names a card.",
    TableTalk.ANYTHING: "Anybody may say anything at any time, but not show or name their cards.",
}


def _listed(ranks: tuple[Rank, ...]) -> str:
    return " and ".join((", ".join(map(str, ranks[:-1])), str(ranks[-1])))


def _partners(ruleset: Ruleset) -> Iterator[Rule]:
    """Whom the trump cards make partners, and when all are told."""
    match ruleset.partnership:
        case None:
            return
        case SecretPair(cycle):
            cards = "; ".join(_listed(pair) for pair in cycle)
            if len(cycle) == 1:
                yield "C2", f"The holders of the trump {cards} are secret partners."
            else:
                yield "D2, D3", f"Secret partners hold these trumps, deal by deal: {cards}."
            yield "C2", "One holder of both plays alone against the others."
        case ThreePairs(honours):
            yield "D4", f"The two holders of each trump {_listed(honours)} are a team."
        case _:
            assert_never(ruleset.partnership)
    if ruleset.reveal is Reveal.AFTER_LAST_TRICK:
        yield "C4", "The partners are revealed after the last trick."
    else:
        yield "D1", "The first partner card that is played reveals the partners."
    if ruleset.accusations:
        yield "C11", "Once a deal, anybody may accuse two others of being the partners."


def _scoring(ruleset: Ruleset) -> Iterator[Rule]:
    """What the points are, and when the game ends."""
    match ruleset.scoring:
        case ParlettScoring() as scoring:
            target = scoring.target
            yield "B1", "Each trick is a point."
            yield "B2, B5", f"If just two players tie, each gets {scoring.tied_pair:+d}."
            yield "B3", f"If nobody ties, the player with fewest tricks gets {scoring.fewest:+d}."
            yield "B4", f"If three players tie, the fourth gets {scoring.odd_one_out:+d}."
            yield "B7", f"Tricks that would reach {target} without a bonus are subtracted instead."
            yield "B8", f"The game ends at {counted(target, 'points')}; the highest total wins."
            if scoring.lift:
                yield "B10", f"Who tied with the winner is lifted to {target}, and is second."
        case PartnersScoring() as scoring:
            clear, narrow, loss = map(_sides, (scoring.clear_win, scoring.narrow_win, scoring.loss))
            yield (
                "C5",
                f"Points for each partner and each opponent: {clear} if the partners take "
                f"{counted(scoring.clear_from, 'tricks')} or more, "
                f"{narrow} from {scoring.narrow_from} on, "
                f"{loss} for fewer.",
            )
            won, lost = _sides(scoring.soloist_win), _sides(scoring.soloist_loss)
            yield (
                "C6",
                f"For the soloist and each opponent: {won} from "
                f"{counted(scoring.soloist_from, 'tricks')} on, "
                f"{lost} for fewer.",
            )
            yield "C7", f"Partners who take all tricks get {scoring.all_tricks:+d} more."
            yield "C8", f"A soloist who takes all tricks gets {scoring.soloist_all_tricks:+d} more."
            if ruleset.accusations:
                named = f"{scoring.accusation:+d}"
                yield "C10", f"If an opponent named both partners, each opponent gets {named}."
            if ruleset.accusations and scoring.wrong_accusation:
                yield "C11", f"Whoever accuses wrongly gets {scoring.wrong_accusation:+d}."
            yield "C9", f"After {counted(scoring.deals, 'deals')} the highest total wins."
        case ThreeTeamsScoring() as scoring:
            yield (
                "D7",
                f"Each player of the team with most tricks gets {scoring.most:+d}, or "
                f"{scoring.tied_most:+d} if two teams tie for it; with fewest {scoring.fewest:+d}, "
                f"or {scoring.tied_fewest:+d} if two tie; else {scoring.middle:+d}. "
                f"A team that takes all tricks gets {scoring.all_tricks:+d} more each.",
            )
            yield "D8", f"After {counted(scoring.deals, 'deals')} the highest total wins."
        case scoring:
            yield from _own_scoring(scoring)
    if ruleset.play_off:
        yield "A10", "Equal highest totals are played off in more deals."
    else:
        yield "A10", "Equal highest totals win together."


def _own_scoring(scoring: Scoring) -> Iterator[Rule]:
    """What a scheme of somebody's own says of itself, if it does."""
    if isinstance(scoring, TellsItsRules):
        yield from ((rule.rule, rule.template) for rule in scoring.rules())
    else:
        yield "", f"The scoring is {type(scoring).__name__}, a scheme of its own."


def _sides(points: tuple[int, int]) -> str:
    return f"{points[0]:+d} and {points[1]:+d}"


def _parts(ruleset: Ruleset, schemes: Schemes) -> object:
    """The parts of a ruleset, as records have them."""
    started: Any = to_data(GameStarted(ruleset, Seat(0)), schemes=schemes)["event"]
    return started["rules"]
