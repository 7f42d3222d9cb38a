"""The points of many deals at once, read from tables that `score_deal` fills in.

The library's own schemes look only at few numbers, such as how many tricks the partners took. So
the engine scores one deal of each kind, and the rest is looking it up. Any other scheme is asked
deal by deal, once for each different outcome of a batch.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.kernel import Flags, Numbers, Sides, Small
from collusion_rules.batch.plans import UnreadError, apart, unread
from collusion_rules.because import Because
from collusion_rules.cards import Seat
from collusion_rules.engine import score_deal
from collusion_rules.errors import BadScoringError, ErrorCode
from collusion_rules.moves import Accusation
from collusion_rules.partnerships import Teams, ThreePairs
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import (
    DealScore,
    Outcome,
    ParlettScoring,
    PartnersScoring,
    Reason,
    ThreeTeamsScoring,
)
from collusion_rules.values import ReadOnly

Reasons = npt.NDArray[np.uint32]

REASON_BITS: Final[Mapping[Reason, int]] = ReadOnly(
    {reason: 1 << at for at, reason in enumerate(Reason)}
)
"""The bit by which an array of reasons says that a seat has a score line with this reason."""

MOST_OWN: Final = 32 - len(REASON_BITS)
"""How many different reasons of a scheme of one's own a batch may have: there are no more bits."""

_BELOW: Final = np.zeros((), np.int64)
"""The place in a table of deals that bring nobody to the target."""

_FAR_BELOW: Final = -10_000_000
"""Points so low that no deal brings anybody to a target (B7)."""


class Accused(NamedTuple):
    """What came of the accusations of many deals (C10, C11).

    Attributes:
        rightly: by deal: whether an opponent named both partners.
        wrongly: by deal and seat: whether the seat made a wrong accusation.
    """

    rightly: Flags
    wrongly: Flags


class Scores(NamedTuple):
    """What many deals are worth.

    Attributes:
        points: by deal and seat.
        reasons: where they come from, as sums of the bits of `bits_of`, by deal and seat.
        own: the reasons of a scheme of one's own among them.
    """

    points: Numbers
    reasons: Reasons
    own: tuple[Because, ...] = ()


@lru_cache(maxsize=64)
def unscored(rules: Ruleset) -> str | None:
    """Why the points can't be looked up but the engine is asked; `None` if they can.

    A table tells scores apart by few numbers. That these are enough is known of the fields that
    the schemes have here, and of no others.
    """
    scoring = rules.scoring
    try:
        match scoring:
            case ParlettScoring():
                apart(scoring, _parlett_parts)
            case PartnersScoring():
                apart(scoring, _partners_parts)
            case ThreeTeamsScoring():
                apart(scoring, _three_teams_parts)
            case _:
                return f"{type(scoring).__name__} is a scheme of your own"
    except UnreadError as error:
        return f"its tables do not read {error}"
    return unread(rules)


def _parlett_parts(target: int, tied_pair: int, fewest: int, odd_one_out: int, lift: bool) -> None:
    """By the split, and whether the target is reached; for the lift by all totals."""


def _partners_parts(
    deals: int,
    clear_from: int,
    narrow_from: int,
    soloist_from: int,
    clear_win: tuple[int, int],
    narrow_win: tuple[int, int],
    loss: tuple[int, int],
    soloist_win: tuple[int, int],
    soloist_loss: tuple[int, int],
    all_tricks: int,
    soloist_all_tricks: int,
    accusation: int,
    wrong_accusation: int,
    accusation_needs_win: bool,
) -> None:
    """By the partners' tricks, whether one plays alone, and who accused."""


def _three_teams_parts(
    deals: int,
    most: int,
    tied_most: int,
    middle: int,
    tied_fewest: int,
    fewest: int,
    all_tricks: int,
) -> None:
    """By the tricks of two of the teams."""


def bounds(rules: Ruleset) -> tuple[int, int]:
    """The least and the most points that a deal can bring a seat, from no points before it.

    They hold for the library's own schemes.
    """
    match rules.scoring:
        case ParlettScoring(lift=lift, target=target):
            points = _parlett_table(rules).points
            return int(points.min()), max(int(points.max()), target if lift else 0)
        case PartnersScoring():
            points = _partners_table(rules).points
        case _:
            points = _three_teams_table(rules).points
    return int(points.min()), int(points.max())


def accused(accusations: Sequence[Accusation], sides: Sides) -> Accused:
    """Judge the same accusations in many deals, by the side that each seat is on."""
    judged = Accused(np.zeros(len(sides), np.bool_), np.zeros(sides.shape, np.bool_))
    for made in accusations:
        right = (sides[:, list(made.suspects)] == 0).all(axis=1) & (sides[:, made.seat] == 1)
        judged.rightly[right] = True
        judged.wrongly[:, made.seat] = ~right
    return judged


def scores(rules: Ruleset, tricks: Small, sides: Sides, totals: Numbers, judged: Accused) -> Scores:
    """Score many deals.

    Args:
        rules: what is played.
        tricks: tricks taken, by deal and seat.
        sides: the side each seat is on, by deal and seat; -1 where there are no teams.
        totals: points before the deal, by deal and seat, or by seat alone.
        judged: what came of the accusations.
    """
    match rules.scoring if unscored(rules) is None else None:
        case ParlettScoring(target=target) as scoring:
            base = rules.tricks + 1
            split = (tricks[:, 0].astype(np.int64) * base + tricks[:, 1]) * base + tricks[:, 2]
            seats = np.arange(4)
            far = (totals + rules.tricks < target).all()
            reached = _BELOW if far else (totals + tricks >= target).astype(np.int64)
            found = _looked_up(_parlett_table(rules), reached, split[:, None], seats)
            return _lifted(scoring, tricks, totals, found) if scoring.lift else found
        case PartnersScoring():
            partners = _taken(tricks, sides, 0)
            alone = ((sides == 0).sum(axis=1) == 1).astype(np.int64)
            return _looked_up(
                _partners_table(rules),
                judged.rightly[:, None].astype(np.int64),
                judged.wrongly.astype(np.int64),
                alone[:, None],
                partners[:, None],
                sides,
            )
        case ThreeTeamsScoring():
            taken = [_taken(tricks, sides, side)[:, None] for side in (0, 1)]
            return _looked_up(_three_teams_table(rules), *taken, sides)
        case _:
            return _asked(rules, tricks, sides, totals, judged)


def teams(rules: Ruleset, sides: Iterable[int]) -> Teams:
    """The teams of a deal from the side that each seat is on; `()` where there are none."""
    by_seat = list(sides)
    many = 3 if isinstance(rules.partnership, ThreePairs) else 2
    return tuple(
        tuple(Seat(seat) for seat, its_side in enumerate(by_seat) if its_side == side)
        for side in range(0 if rules.partnership is None else many)
    )


def _looked_up(table: Scores, *index: npt.NDArray[np.integer]) -> Scores:
    """The entries of a table at many places: one index for each of its dimensions."""
    place: npt.NDArray[np.integer] = np.zeros((), np.int64)
    for size, part in zip(table.points.shape, index, strict=True):
        place = place * size + part
    return Scores(table.points.take(place), table.reasons.take(place))


def _taken(tricks: Small, sides: Sides, side: int) -> Numbers:
    """The tricks that a side took, one entry a deal."""
    taken: Numbers = np.where(sides == side, tricks, 0).sum(axis=1, dtype=np.int64)
    return taken


def _table(*shape: int) -> Scores:
    return Scores(np.zeros(shape, np.int64), np.zeros(shape, np.uint32))


def bits_of(own: tuple[Because, ...]) -> dict[Reason | Because, int]:
    """The bit of each reason, where a scheme of one's own has such reasons besides."""
    return {reason: 1 << at for at, reason in enumerate((*Reason, *own))}


_OUR_BITS: Final = bits_of(())


def _fill(
    table: Scores,
    index: tuple[int, ...],
    score: DealScore,
    seat: int,
    bits: Mapping[Reason | Because, int] | None = None,
) -> None:
    table.points[index] = score.points[seat]
    table.reasons[index] = sum(
        (bits or _OUR_BITS)[reason]
        for reason in {line.reason for line in score.lines if line.seat == seat}
    )


def _lifted(scoring: ParlettScoring, tricks: Small, totals: Numbers, found: Scores) -> Scores:
    """Lift who tied with the winner of a game that is over, as the engine does (B10)."""
    after = totals + found.points
    most = after.max(axis=1, keepdims=True)
    leads = after == most
    tied = tricks == np.where(leads, tricks, 0).max(axis=1, keepdims=True)
    over = (most >= scoring.target) & (leads.sum(axis=1, keepdims=True) == 1)
    second = np.minimum(scoring.target, most - 1)
    more: Numbers = np.where(over & tied & (after < second), second - after, 0)
    bit = np.uint32(REASON_BITS[Reason.LIFTED])
    return Scores(found.points + more, found.reasons | np.where(more > 0, bit, np.uint32(0)))


@lru_cache(maxsize=64)
def _parlett_table(rules: Ruleset) -> Scores:
    """By whether the seat's tricks would bring it to the target (B7), how they fell, and seat."""
    base = rules.tricks + 1
    table = _table(2, base**3, 4)
    at_target = -_FAR_BELOW
    for first, second, third in product(range(base), repeat=3):
        tricks = (first, second, third, rules.tricks - first - second - third)
        if tricks[3] < 0:
            continue
        split = (first * base + second) * base + third
        for reached, totals in enumerate((_FAR_BELOW, at_target)):
            score = score_deal(rules, Outcome(tricks), (totals,) * 4)
            for seat in range(4):
                _fill(table, (reached, split, seat), score, seat)
    return table


@lru_cache(maxsize=64)
def _partners_table(rules: Ruleset) -> Scores:
    """By the two of `Accused`, whether the partners are a soloist, their tricks, and side."""
    table = _table(2, 2, 2, rules.tricks + 1, 2)
    first, *others = map(Seat, range(rules.players))
    pair: Teams = (first, others[0]), tuple(others[1:])
    soloist: Teams = (first,), tuple(others)
    flags = (0, 1) if rules.accusations else (0,)
    for rightly, wrongly, alone, tricks in product(flags, flags, (0, 1), range(rules.tricks + 1)):
        taken = (tricks, *[0] * len(others[1:]), rules.tricks - tricks)
        for side, seat in enumerate((first, others[-1]) if not (rightly and alone) else ()):
            if rightly and wrongly and side and len(others) == 2:
                continue  # the one opponent can't have been right and wrong
            accusers = (seat,) if wrongly else ()
            outcome = Outcome(taken, soloist if alone else pair, bool(rightly), accusers)
            _fill(table, (rightly, wrongly, alone, tricks, side), score_deal(rules, outcome), seat)
    return table


@lru_cache(maxsize=64)
def _three_teams_table(rules: Ruleset) -> Scores:
    """By the tricks of the first team, those of the second, and team."""
    base = rules.tricks + 1
    table = _table(base, base, 3)
    sides: Teams = (Seat(0), Seat(1)), (Seat(2), Seat(3)), (Seat(4), Seat(5))
    for first, second in product(range(base), repeat=2):
        third = rules.tricks - first - second
        if third < 0:
            continue
        score = score_deal(rules, Outcome((first, 0, second, 0, third, 0), sides))
        for side in range(3):
            _fill(table, (first, second, side), score, 2 * side)
    return table


def _asked(rules: Ruleset, tricks: Small, sides: Sides, totals: Numbers, judged: Accused) -> Scores:
    """Ask the engine for the score of each different deal."""
    before = np.broadcast_to(totals, tricks.shape)
    deals = np.concatenate(
        [tricks, sides, before, judged.wrongly, judged.rightly[:, None]], axis=1, dtype=np.int64
    )
    different, which = np.unique(deals, axis=0, return_inverse=True)
    asked: list[DealScore] = []
    for entries in different.tolist():
        (taken, on_side, points, wrongly), rightly = _by_seat(entries), bool(entries[-1])
        wrong = tuple(Seat(seat) for seat, is_wrong in enumerate(wrongly) if is_wrong)
        outcome = Outcome(tuple(taken), teams(rules, on_side), rightly, wrong)
        asked.append(score_deal(rules, outcome, points))
    own = _own_reasons(rules, asked)
    bits, table = bits_of(own), _table(len(different), rules.players)
    for row, score in enumerate(asked):
        for seat in range(rules.players):
            _fill(table, (row, seat), score, seat, bits)
    return Scores(table.points[which.ravel()], table.reasons[which.ravel()], own)


def _own_reasons(rules: Ruleset, asked: Iterable[DealScore]) -> tuple[Because, ...]:
    """The reasons that a scheme of one's own gave, each once, in an order of their own."""
    reasons = {line.reason for score in asked for line in score.lines}
    own = sorted(reason for reason in reasons if isinstance(reason, Because))
    if len(own) > MOST_OWN:
        raise BadScoringError(
            ErrorCode.BAD_SCORING,
            scheme=type(rules.scoring).__name__,
            part="reasons",
            expected=f"at most {MOST_OWN} different ones in a batch",
            got=len(own),
        )
    return tuple(own)


def _by_seat(entries: list[int]) -> Iterator[list[int]]:
    """The four parts that have one entry a seat."""
    size = len(entries) // 4
    return (entries[at : at + size] for at in range(0, 4 * size, size))
