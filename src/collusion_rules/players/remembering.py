"""Whether somebody keeps their pacts, judged by what they played once a deal is over.

By then all cards are known, so it can be told what they saw when they played each. What a deal came
to says little: the honest fail often, and the wily are lucky.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp, log
from typing import Final, final

import attrs

from collusion_rules.cards import Cards, FaceDown, Seat
from collusion_rules.events import DealScored, Dealt, Event, GameStarted
from collusion_rules.folding import begin, fold
from collusion_rules.moves import Play
from collusion_rules.players.planning import Ally, worths
from collusion_rules.players.searching import try_out, usual
from collusion_rules.players.talking import other_of, pacts_of
from collusion_rules.players.trials import Effort, Tried
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import View, closed, opened
from collusion_rules.values import Value

_CONFIDENCE: Final = 2.0
"""How far somebody is trusted of whom nothing is known, as logarithm of the odds."""
_SLIPS: Final = 1.5
"""By how many points a play may look worse than another before it is much less likely."""


@final
@attrs.frozen
class _Deal(Value):
    """A deal that is over, as everybody saw it.

    Attributes:
        rules: what was played.
        totals: points before it, one entry a seat.
        dealer: who dealt.
        events: what was said and played, in its order.
    """

    rules: Ruleset
    totals: tuple[int, ...]
    dealer: Seat
    events: tuple[Event, ...]


def faith(view: View, seat: Seat, effort: Effort) -> float:
    """How likely somebody is to keep a pact, by what they played in this game's deals so far.

    Args:
        view: what is seen during a deal; deals that are over count, and not this one.
        seat: whose faith it is.
        effort: how hard to try what they might have played instead.

    Returns:
        From 0 to 1; 0.88 of somebody who was in no pact yet.
    """
    known = _CONFIDENCE + sum(_evidence(deal, seat, effort) for deal in deals_over(view))
    return 1 / (1 + exp(-known))


def deals_over(view: View) -> Iterator[_Deal]:
    """The deals that are over, the oldest first."""
    past, begins = view.scene.past, view.scene.dealt
    totals = (0,) * view.rules.players
    for at, after in pairwise(begins):
        dealt, *events = past[at:after]
        assert isinstance(dealt, Dealt)  # noqa: S101 -- there each deal begins
        ends = next(i for i, event in enumerate(events) if isinstance(event, DealScored))
        scored = events[ends]
        assert isinstance(scored, DealScored)  # noqa: S101 -- as was looked for
        yield _Deal(view.rules, totals, dealt.dealer, tuple(events[:ends]))
        totals = scored.score.totals


@lru_cache(maxsize=1 << 10)
def _evidence(deal: _Deal, seat: Seat, effort: Effort) -> float:
    """How much likelier the plays of a seat were if it kept its pacts than if it did not.

    Returns:
        The logarithm of how many times as likely; 0 if it was in no pact.
    """
    found = 0.0
    for view, play in seen_by(deal, seat):
        pact = next(pacts_of(view, seat), None)
        if pact is not None:
            tried = try_out(view, "faith", effort, usual(deal.rules))
            kept = worths(tried, seat, Ally(other_of(pact, seat), 1.0, 5.0))
            found += _likely(tried, kept, play) - _likely(tried, worths(tried, seat), play)
    return found


def seen_by(deal: _Deal, seat: Seat) -> Iterator[tuple[View, Play]]:
    """What a seat saw each time before it played, and what it played then."""
    start = opened(begin(View, GameStarted(deal.rules, deal.dealer), seat))
    start.scene = attrs.evolve(start.scene, totals=deal.totals)
    held = Cards(
        event.card for event in deal.events if isinstance(event, Play) and event.seat == seat
    )
    hands = tuple(
        held if other == seat else FaceDown(deal.rules.tricks)
        for other in range(deal.rules.players)
    )
    view = fold(closed(start, View), Dealt(deal.dealer, hands))
    for event in deal.events:
        if isinstance(event, Play) and event.seat == seat:
            yield view, event
        view = fold(view, event)


def _likely(tried: Tried, worths: Sequence[float], play: Play) -> float:
    """The logarithm of how likely a card is, of somebody to whom each is worth so much."""
    most = max(worths)
    odds = [exp((worth - most) / _SLIPS) for worth in worths]
    return log(odds[_place(tried, play)] / sum(odds))


def _place(tried: Tried, play: Play) -> int:
    """Which of the moves that were tried comes to the same as a play: the next above it."""
    alike = [
        (move.card.rank, at)
        for at, move in enumerate(tried.moves)
        if isinstance(move, Play)
        and move.card.suit is play.card.suit
        and move.card.rank >= play.card.rank
    ]
    return min(alike)[1]
