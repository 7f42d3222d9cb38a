"""What a scoring scheme returns, checked where it enters: the scheme may be anybody's."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, Protocol, TypeVar, runtime_checkable

from collusion_rules.because import Because
from collusion_rules.cards import is_seat
from collusion_rules.errors import BadScoringError, ErrorCode, Fault, excerpt
from collusion_rules.partnerships import Partnership
from collusion_rules.scoring import MOST_POINTS, Outcome, Reason, ScoreLine, Scoring

MOST_LINES: Final = 1_000
"""How many lines the score of a deal may have."""

MOST_FAULT: Final = 1_000
"""How many characters a fault that a scheme finds may have, as it is told."""

_Entry = TypeVar("_Entry")


@runtime_checkable
class TellsItsRules(Protocol):
    """A scoring scheme that can say what its rules are. It need not."""

    def rules(self) -> Iterable[Because]:
        """Its rules, one by one: each a sentence, its id, and the sentence in other languages."""
        ...


def faults_of_ruleset(
    scoring: Scoring, players: int, tricks: int, partnership: Partnership | None
) -> tuple[Fault, ...]:
    """Why a scheme can't score such a game, if so.

    Raises:
        BadScoringError: the scheme gives something else.
    """
    return _faults(scoring, "ruleset_faults", scoring.ruleset_faults(players, tricks, partnership))


def fault_of_outcome(scoring: Scoring, outcome: Outcome) -> Fault | None:
    """Why a scheme says that an outcome can't happen, if so.

    Raises:
        BadScoringError: the scheme gives something else.
    """
    return next(iter(_faults(scoring, "outcome_faults", scoring.outcome_faults(outcome))), None)


def lines_of(scoring: Scoring, outcome: Outcome, totals: Sequence[int]) -> tuple[ScoreLine, ...]:
    """The lines of a deal's score, each of them for a seat that there is, in whole points.

    Raises:
        BadScoringError: the scheme gives something else.
    """
    lines = _listed(scoring, "lines", scoring.lines(outcome, totals))
    last, tricks = len(outcome.tricks) - 1, sum(outcome.tricks)
    for place, line in enumerate(lines):
        if wrong := _wrong_field(line, last, tricks):
            field, expected, got = wrong
            raise _broken(scoring, f"lines[{place}]{field}", expected, got)
    return lines


def ends(scoring: Scoring, totals: Sequence[int], deals_played: int) -> bool:
    """Whether a scheme says that the game is over.

    Raises:
        BadScoringError: the scheme says neither yes nor no.
    """
    ended = scoring.ends(totals, deals_played)
    if type(ended) is not bool:
        raise _broken(scoring, "ends", "True or False", ended)
    return ended


def _wrong_field(line: ScoreLine, last: int, tricks: int) -> tuple[str, str, object] | None:
    """What is wrong with a line, if anything: where, what is expected, and what is there."""
    if type(line) is not ScoreLine:
        return "", "a ScoreLine", line
    seat, points, others = line.seat, line.points, line.others
    if type(seat) is not int or not 0 <= seat <= last:
        return ".seat", f"a seat from 0 to {last}", seat
    if type(points) is not int or not -MOST_POINTS <= points <= MOST_POINTS:
        return ".points", f"a whole number from {-MOST_POINTS} to {MOST_POINTS}", points
    if type(line.reason) is not Reason and type(line.reason) is not Because:
        return ".reason", "a Reason or a Because", line.reason
    if type(line.tricks) is not int or not 0 <= line.tricks <= tricks:
        return ".tricks", f"a whole number from 0 to {tricks}", line.tricks
    if type(others) is not tuple or len(others) > last + 1:
        return ".others", f"a tuple of at most {last + 1} seats", others
    for other in others:
        if not is_seat(other, last + 1):
            return ".others", f"a tuple of seats from 0 to {last}", other
    return None


def _faults(scoring: Scoring, method: str, given: Iterable[Fault]) -> tuple[Fault, ...]:
    faults = _listed(scoring, method, given)
    for place, fault in enumerate(faults):
        if not _can_be_told(fault):
            raise _broken(scoring, f"{method}[{place}]", "a Fault with all its parameters", fault)
    return faults


def _can_be_told(fault: Fault) -> bool:
    """Whether something is a fault, and one that a person can be told of in a few lines."""
    try:
        return (
            type(fault) is Fault
            and type(fault.code) is ErrorCode
            and all(type(name) is str and name.isidentifier() for name in fault.parameters)
            and 0 < len(str(fault)) <= MOST_FAULT
        )
    except Exception:  # noqa: BLE001 -- put together by hand, and wrongly: its parts may raise anything
        return False


def _listed(scoring: Scoring, method: str, given: Iterable[_Entry]) -> tuple[_Entry, ...]:
    """What a method gives: there may be no end of it."""
    try:
        each = iter(given)
    except TypeError:
        raise _broken(scoring, method, "an Iterable", given) from None
    entries = tuple(islice(each, MOST_LINES + 1))
    if len(entries) > MOST_LINES:
        raise _broken(scoring, method, f"an Iterable of at most {MOST_LINES} entries", given)
    return entries


def _broken(scoring: Scoring, part: str, expected: str, got: object) -> BadScoringError:
    """The error of a scheme that gives something else than it must."""
    name, wrong = type(scoring).__name__, ErrorCode.BAD_SCORING
    return BadScoringError(wrong, scheme=name, part=part, expected=expected, got=excerpt(got))
