"""The figures of a simulation with their standard errors, as values, JSON or CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, sqrt
from typing import Final, TypeAlias, cast, final

import attrs

from collusion_rules.because import Because
from collusion_rules.describing import names_of
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
from collusion_rules.wording import Language, having, language_of

_REASONS: Final = (
    *(Reason.TIED_PAIR, Reason.FEWEST, Reason.ODD_ONE_OUT, Reason.SUBTRACTED),
    *(Reason.PARTNERS, Reason.SOLOIST, Reason.PARTNERS_TOOK_ALL, Reason.SOLOIST_TOOK_ALL),
    *(Reason.ACCUSED, Reason.TEAM_TIED_MOST, Reason.TEAM_TIED_FEWEST, Reason.TEAM_TOOK_ALL),
)
"""The reasons that not every deal has, in the order in which they are told."""


_Named: TypeAlias = tuple[str, str, Estimate]
"""A figure: its group, what it is about, and what was found."""


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


def figures(
    simulation: Simulation, names: Sequence[str] | None = None, language: str | Language = "en"
) -> tuple[Figure, ...]:
    """All figures of a simulation, group by group.

    Args:
        simulation: what found them.
        names: what to call the seats, one entry a seat; left out, by their numbers.
        language: the code of one of `languages()`, or one of your own.

    Raises:
        BadArgumentError: `simulation` is not a `Simulation`, there are more or fewer names than
            seats, one of them is not a name, or the language is unknown.
    """
    check("simulation", Simulation, simulation)
    spoken = language_of(language)
    called = names_of(names, simulation.rules.players, spoken)
    words = _Words(having(spoken, "figures"), called)
    named = list(words.of_deals(simulation.deals))
    if simulation.games is not None:
        named += words.of_games(simulation.games)
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


@final
@attrs.frozen
class _Words(Value):
    """What figures are called in a language, and the seats."""

    language: Language
    names: tuple[str, ...]

    def of_deals(self, tally: DealTally) -> Iterator[_Named]:
        """What single deals come to."""
        say = self._say
        for tricks in range(len(tally.seats_with)):
            yield say("seats-with-tricks"), str(tricks), tally.share_with(tricks)
        for points, found in points_of_any_seat(tally).items():
            yield say("seats-with-points"), str(points), found
        for seat in range(len(tally.tricks)):
            yield say("mean-tricks"), self._seat(seat), tally.mean_tricks(seat)
        for seat in range(len(tally.tricks)):
            yield say("mean-points"), self._seat(seat), tally.mean_points(seat)
        for reason, meaning in self._meanings(tally.paid):
            yield say("deals"), meaning, tally.share_paid(reason)
        if Side.PARTNERS in tally.sides:
            yield say("deals"), say("dealer-is-partner"), tally.share_of_dealer_partners()
        for side in Side:
            if side in tally.sides:
                yield say("sides"), say(f"won-{side.value}"), tally.share_won(side)

    def of_games(self, tally: GameTally) -> Iterator[_Named]:
        """What whole games come to."""
        say = self._say
        yield say("games"), say("mean-length"), tally.mean_length()
        yield say("games"), say("winners-points"), tally.mean_winning_points()
        yield say("games"), say("joint"), tally.share_joint()
        for place in range(len(tally.wins)):
            who = say("left-of-dealer", places=place) if place else say("first-dealer")
            yield say("games-won"), who, tally.share_won(place)
        for deals in tally.lengths:
            yield say("lengths"), str(deals), tally.share_of_length(deals)
        for reason, meaning in self._meanings(tally.paid):
            found = share(tally.paid[reason].deals, tally.deals)
            yield say("deals-of-games"), meaning, found

    def _say(self, key: str, **values: object) -> str:
        return self.language.say("figures", key, **values)

    def _seat(self, seat: int) -> str:
        return self.names[seat] if seat else self._say("dealer", seat=self.names[seat])

    def _meanings(
        self, paid: Mapping[Reason | Because, Paid]
    ) -> Iterator[tuple[Reason | Because, str]]:
        """The reasons that came up and that not every deal has, and what they mean for a deal."""
        for reason in _REASONS:
            if reason in paid:
                yield reason, self._say(reason.value)
        for own in paid:
            if isinstance(own, Because):
                words = dict(own.translations).get(self.language.code, own.template)
                yield own, str(attrs.evolve(own, template=words))


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
