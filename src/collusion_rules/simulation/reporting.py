"""The figures of a simulation with their standard errors, as values, JSON or CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from math import isfinite, sqrt
from typing import Final, cast, final

import attrs

from collusion_rules.because import Because
from collusion_rules.errors import check
from collusion_rules.scoring import Reason
from collusion_rules.simulation.running import Simulation
from collusion_rules.simulation.tallies import (
    Counts,
    DealTally,
    Estimate,
    GameTally,
    Paid,
    Side,
    same_number,
    share,
    together,
)
from collusion_rules.values import Value

_REASONS: Final = {
    Reason.TIED_PAIR: "two tie (B2)",
    Reason.FEWEST: "nobody ties (B3)",
    Reason.ODD_ONE_OUT: "three tie (B4)",
    Reason.SUBTRACTED: "tricks subtracted (B7)",
    Reason.PARTNERS: "a pair of partners (C5)",
    Reason.SOLOIST: "a soloist (C6)",
    Reason.PARTNERS_TOOK_ALL: "partners take all tricks (C7)",
    Reason.SOLOIST_TOOK_ALL: "a soloist takes all tricks (C8)",
    Reason.ACCUSED: "rightly accused (C10)",
    Reason.TEAM_TIED_MOST: "two teams tie for most (D7)",
    Reason.TEAM_TIED_FEWEST: "two teams tie for fewest (D7)",
    Reason.TEAM_TOOK_ALL: "a team takes all tricks (D7)",
}
"""What the reasons that not every deal has mean for a deal."""

_SIDES: Final = {
    Side.PARTNERS: "the partners win",
    Side.SOLOIST: "the soloist wins",
    Side.FIRST_TEAM: "the first team wins",
    Side.SECOND_TEAM: "the second team wins",
    Side.THIRD_TEAM: "the third team wins",
}


@final
@attrs.frozen
class Figure(Value):
    """One number that a simulation found.

    Attributes:
        group: what it belongs to, such as "tricks on average".
        name: what it is about, such as "seat 1".
        value: a mean, or a share from 0 to 1.
        error: its standard error.
    """

    group: str
    name: str
    value: float = attrs.field(eq=same_number)
    error: float = attrs.field(eq=same_number)


def figures(simulation: Simulation) -> tuple[Figure, ...]:
    """All figures of a simulation, group by group.

    Raises:
        BadArgumentError: `simulation` is not a `Simulation`.
    """
    check("simulation", Simulation, simulation)
    named = list(_of_deals(simulation.deals))
    if simulation.games is not None:
        named += _of_games(simulation.games)
    return tuple(Figure(group, name, found.value, found.error) for group, name, found in named)


def to_csv(simulation: Simulation) -> str:
    """The figures as CSV with a line of headings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in attrs.fields(Figure))
    writer.writerows(attrs.astuple(figure) for figure in figures(simulation))
    return text.getvalue()


def to_json(simulation: Simulation) -> str:
    """What was played, the figures and, so that they can be checked, the counts, as JSON.

    A figure that can't be had, such as the error of a single game's length, is null.
    """
    check("simulation", Simulation, simulation)
    games = simulation.games
    found = [
        {name: _or_null(value) for name, value in attrs.asdict(figure).items()}
        for figure in figures(simulation)
    ]
    record = {
        "ruleset": simulation.rules.name,
        "deals": simulation.deals.deals,
        "games": 0 if games is None else games.games,
        "complete": simulation.complete,
        "fallback": simulation.fallback,
        "figures": found,
        "counts": {
            "deals": _counted(simulation.deals),
            "games": None if games is None else _counted(games),
        },
    }
    return json.dumps(record, indent=2, allow_nan=False)


def points_of_any_seat(tally: DealTally) -> dict[int, Estimate]:
    """How likely each number of points is for a seat, whichever.

    The errors are what they are at the most: those of as many seats as there are deals.
    """
    points = together(*tally.points)
    seats = tally.deals * len(tally.points)
    found = {number: share(times, seats).value for number, times in points.items()}
    return {
        number: Estimate(value, sqrt(value * (1 - value) / tally.deals))
        for number, value in found.items()
    }


def _of_deals(tally: DealTally) -> Iterator[tuple[str, str, Estimate]]:
    for tricks in range(len(tally.seats_with)):
        yield "share of seats with so many tricks", str(tricks), tally.share_with(tricks)
    for points, found in points_of_any_seat(tally).items():
        yield "share of seats with so many points", str(points), found
    for seat in range(len(tally.tricks)):
        yield "tricks on average", _seat(seat), tally.mean_tricks(seat)
    for seat in range(len(tally.tricks)):
        yield "points on average", _seat(seat), tally.mean_points(seat)
    for reason, meaning in _meanings(tally.paid):
        yield "share of deals", meaning, tally.share_paid(reason)
    if Side.PARTNERS in tally.sides:
        dealer = tally.share_of_dealer_partners()
        yield "share of deals", "the dealer is a partner or the soloist (C2)", dealer
    for side, meaning in _SIDES.items():
        if side in tally.sides:
            yield "share of its deals that a side wins", meaning, tally.share_won(side)


def _of_games(tally: GameTally) -> Iterator[tuple[str, str, Estimate]]:
    yield "games", "deals on average", tally.mean_length()
    yield "games", "winner's points on average", tally.mean_winning_points()
    yield "games", "share with joint winners (A10)", tally.share_joint()
    for place in range(len(tally.wins)):
        who = "first dealer" if place == 0 else f"{place} to the left of the first dealer"
        yield "share of games won", who, tally.share_won(place)
    for deals in tally.lengths:
        yield "share of games with so many deals", str(deals), tally.share_of_length(deals)
    for reason, meaning in _meanings(tally.paid):
        found = share(tally.paid[reason].deals, tally.deals)
        yield "share of deals of whole games", meaning, found


def _meanings(
    paid: Mapping[Reason | Because, Paid],
) -> Iterator[tuple[Reason | Because, str]]:
    """The reasons that came up and that not every deal has, and what they mean for a deal."""
    for reason, meaning in _REASONS.items():
        if reason in paid:
            yield reason, meaning
    yield from ((reason, str(reason)) for reason in paid if isinstance(reason, Because))


def _seat(seat: int) -> str:
    return "seat 0, the dealer" if seat == 0 else f"seat {seat}"


def _counted(tally: DealTally | GameTally) -> dict[str, object]:
    """A tally as dicts, lists and numbers."""
    return attrs.asdict(tally, value_serializer=_plain)


def _plain(_: object, __: object, value: object) -> object:
    if isinstance(value, Counts):
        counts = cast("Counts[object, object]", value)
        return {str(key) if isinstance(key, Because) else key: counts[key] for key in counts}
    if isinstance(value, tuple):
        return tuple(_plain(None, None, entry) for entry in cast("tuple[object, ...]", value))
    return value


def _or_null(value: object) -> object:
    return None if isinstance(value, float) and not isfinite(value) else value
