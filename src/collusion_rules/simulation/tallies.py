"""What many deals and games come to: exact counts that add up, and estimates drawn from them."""

from collections.abc import Iterable, Mapping, Sequence
from math import isnan, nan, sqrt
from typing import Self, TypeVar, final

import attrs

from collusion_rules.because import Because
from collusion_rules.enums import Choice
from collusion_rules.errors import bad_argument, check_whole
from collusion_rules.scoring import Reason
from collusion_rules.values import ReadOnly, Value


class Side(Choice):
    """A side of a deal with teams (C2, D4)."""

    PARTNERS = "partners"
    """The two secret partners, against the two others."""
    SOLOIST = "soloist"
    """The one who holds both partner cards, against the three others."""
    FIRST_TEAM = "first-team"
    """In Triple, the holders of the A."""
    SECOND_TEAM = "second-team"
    """In Triple, the holders of the K."""
    THIRD_TEAM = "third-team"
    """In Triple, the holders of the Q."""


_K = TypeVar("_K")
_V = TypeVar("_V")


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Counts(ReadOnly[_K, _V]):
    """How often each of some things came up: a mapping that can't be changed, and has a hash."""

    def __new__(cls, counts: Mapping[_K, _V]) -> Self:
        """Make them of another mapping."""
        if not isinstance(counts, Mapping):
            raise bad_argument("counts", "a Mapping", counts)
        return super().__new__(cls, counts)


def same_number(number: float) -> float | None:
    """A number for comparison: what is not a number is equal to itself."""
    return None if isnan(number) else number


@final
@attrs.frozen
class Estimate(Value):
    """A mean or a share, as found.

    Attributes:
        value: what was found; not a number if there was nothing to count.
        error: its standard error, 0 if it can't be otherwise; not a number if there was but one
            thing to count, or none.
    """

    value: float = attrs.field(eq=same_number)
    error: float = attrs.field(eq=same_number)


@final
@attrs.frozen
class Paid(Value):
    """How often there was a score line with some reason.

    Attributes:
        deals: in how many deals.
        lines: how many lines, at most one a seat and deal.
    """

    deals: int = 0
    lines: int = 0

    def __add__(self, other: "Paid") -> "Paid":
        if type(other) is not Paid:
            return NotImplemented
        return Paid(self.deals + other.deals, self.lines + other.lines)


@final
@attrs.frozen
class Fared(Value):
    """How a side fared; what counts is the points that its players got on average.

    Attributes:
        deals: in how many deals there was such a side.
        won: in how many it had more points than any other side.
        shared: in how many it had the most, and another side too.
    """

    deals: int = 0
    won: int = 0
    shared: int = 0

    def __add__(self, other: "Fared") -> "Fared":
        if type(other) is not Fared:
            return NotImplemented
        return Fared(self.deals + other.deals, self.won + other.won, self.shared + other.shared)


_Sum = TypeVar("_Sum", Paid, Fared)


@final
@attrs.frozen
class DealTally(Value):
    """What many deals come to. Two tallies of different deals add up.

    Attributes:
        deals: how many deals.
        tricks: by seat and number of tricks: in how many deals.
        seats_with: by number of tricks and of seats: how many deals had that.
        points: by seat: how many deals had each number of points.
        paid: by reason: how often there was a score line.
        sides: by side: how it fared.
        dealer_partners: in how many deals the dealer was a partner or the soloist (C2).
    """

    deals: int
    tricks: tuple[tuple[int, ...], ...]
    seats_with: tuple[tuple[int, ...], ...]
    points: tuple[Counts[int, int], ...]
    paid: Counts[Reason | Because, Paid]
    sides: Counts[Side, Fared]
    dealer_partners: int

    def __add__(self, other: Self) -> Self:
        alike = type(other) is type(self) and _lengths(self) == _lengths(other)
        if not alike:
            wanted = "of deals with as many players and tricks"
            raise bad_argument("another tally", wanted, other)
        return attrs.evolve(
            self,
            deals=self.deals + other.deals,
            tricks=_added(self.tricks, other.tricks),
            seats_with=_added(self.seats_with, other.seats_with),
            points=tuple(
                together(mine, yours) for mine, yours in zip(self.points, other.points, strict=True)
            ),
            paid=paid_together(self.paid, other.paid),
            sides=_by_kind(Side, Fared(), (self.sides, other.sides)),
            dealer_partners=self.dealer_partners + other.dealer_partners,
        )

    def share_with(self, tricks: int) -> Estimate:
        """The share of seats that take this many tricks.

        The seats of a deal are not independent, so the error is that of a mean over deals.

        Raises:
            BadArgumentError: a deal doesn't have that many.
        """
        check_whole("tricks", tricks, 0, len(self.seats_with) - 1)
        players = len(self.tricks)
        return _scaled(mean(dict(enumerate(self.seats_with[tricks]))), 1 / players)

    def mean_tricks(self, seat: int) -> Estimate:
        """The tricks that a seat takes in a deal, on average.

        Raises:
            BadArgumentError: there is no such seat.
        """
        check_whole("seat", seat, 0, len(self.tricks) - 1)
        return mean(dict(enumerate(self.tricks[seat])))

    def mean_points(self, seat: int) -> Estimate:
        """The points that a seat gets for a deal, on average.

        Raises:
            BadArgumentError: there is no such seat.
        """
        check_whole("seat", seat, 0, len(self.points) - 1)
        return mean(self.points[seat])

    def share_paid(self, reason: Reason | Because) -> Estimate:
        """The share of deals with a score line for some reason."""
        return share(self.paid.get(reason, Paid()).deals, self.deals)

    def share_won(self, side: Side) -> Estimate:
        """The share of a side's deals that it wins; shared ones count half."""
        fared = self.sides.get(side, Fared())
        lost = fared.deals - fared.won - fared.shared
        return _scaled(mean({2: fared.won, 1: fared.shared, 0: lost}), 1 / 2)

    def share_of_dealer_partners(self) -> Estimate:
        """The share of deals in which the dealer is a partner or the soloist (C2)."""
        return share(self.dealer_partners, self.deals)


@final
@attrs.frozen
class GameTally(Value):
    """What many whole games come to. Two tallies of different games add up.

    Attributes:
        games: how many games.
        lengths: of those that were won: how many had each number of deals.
        broken_off: how many had no winner after the most deals that are played.
        winners: how many were won by each number of seats together (A10).
        wins: how many were won, alone or jointly, by the first dealer, by the seat to the left, ...
        winning_points: how many were won with each number of points.
        deals: how many deals there were in all.
        paid: by reason: how often there was a score line in these.
    """

    games: int
    lengths: Counts[int, int]
    broken_off: int
    winners: Counts[int, int]
    wins: tuple[int, ...]
    winning_points: Counts[int, int]
    deals: int
    paid: Counts[Reason | Because, Paid]

    def __add__(self, other: Self) -> Self:
        alike = type(other) is type(self) and len(self.wins) == len(other.wins)
        if not alike:
            raise bad_argument("another tally", "of games with as many players", other)
        return attrs.evolve(
            self,
            games=self.games + other.games,
            lengths=together(self.lengths, other.lengths),
            broken_off=self.broken_off + other.broken_off,
            winners=together(self.winners, other.winners),
            wins=tuple(mine + yours for mine, yours in zip(self.wins, other.wins, strict=True)),
            winning_points=together(self.winning_points, other.winning_points),
            deals=self.deals + other.deals,
            paid=paid_together(self.paid, other.paid),
        )

    def mean_length(self) -> Estimate:
        """The deals that a game has, on average."""
        return mean(self.lengths)

    def mean_winning_points(self) -> Estimate:
        """The points that a game is won with, on average."""
        return mean(self.winning_points)

    def share_of_length(self, deals: int) -> Estimate:
        """The share of the games won that have this many deals."""
        return share(self.lengths.get(deals, 0), self.games - self.broken_off)

    def share_joint(self) -> Estimate:
        """The share of the games won that are won by several seats together (A10)."""
        joint = sum(games for seats, games in self.winners.items() if seats > 1)
        return share(joint, self.games - self.broken_off)

    def share_won(self, from_first_dealer: int) -> Estimate:
        """The share of games that a seat wins, alone or jointly, by its place after the dealer.

        Raises:
            BadArgumentError: there is no such place.
        """
        check_whole("from_first_dealer", from_first_dealer, 0, len(self.wins) - 1)
        return share(self.wins[from_first_dealer], self.games)


def _lengths(tally: DealTally) -> tuple[int, int]:
    return len(tally.tricks), len(tally.seats_with)


def mean(counts: Mapping[int, int]) -> Estimate:
    """The mean of numbers, each with how often it came up."""
    many = sum(counts.values())
    if not many:
        return Estimate(nan, nan)
    value = sum(number * times for number, times in counts.items()) / many
    if many == 1:
        return Estimate(value, nan)
    squares = sum(times * (number - value) ** 2 for number, times in counts.items())
    return Estimate(value, sqrt(squares / (many - 1) / many))


def share(part: int, whole: int) -> Estimate:
    """The share of a part in a whole."""
    return mean({1: part, 0: whole - part})


def together(*counts: Mapping[int, int]) -> Counts[int, int]:
    """Counts added up, in the order of what was counted."""
    whole: dict[int, int] = {}
    for part in counts:
        for counted, times in part.items():
            whole[counted] = whole.get(counted, 0) + times
    return Counts(dict(sorted(whole.items())))


def paid_together(*tallies: Mapping[Reason | Because, Paid]) -> Counts[Reason | Because, Paid]:
    """How often each reason came up in all, in the order of the reasons, own ones last."""
    own = {reason for tally in tallies for reason in tally if isinstance(reason, Because)}
    return _by_kind((*Reason, *sorted(own)), Paid(), tallies)


def _by_kind(
    kinds: Iterable[_K], nothing: _Sum, tallies: Sequence[Mapping[_K, _Sum]]
) -> Counts[_K, _Sum]:
    return Counts(
        {
            kind: sum((tally.get(kind, nothing) for tally in tallies), nothing)
            for kind in kinds
            if any(kind in tally for tally in tallies)
        }
    )


def _scaled(estimate: Estimate, factor: float) -> Estimate:
    return Estimate(estimate.value * factor, estimate.error * factor)


def _added(
    mine: Iterable[tuple[int, ...]], yours: Iterable[tuple[int, ...]]
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(one + other for one, other in zip(row, other_row, strict=True))
        for row, other_row in zip(mine, yours, strict=True)
    )
