"""What a deal is worth and why, and when the game ends: outcomes, scores, scoring schemes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Protocol, final, runtime_checkable

import attrs

from collusion_rules.because import Because
from collusion_rules.cards import Seat
from collusion_rules.enums import Message
from collusion_rules.errors import MOST_NUMBER, ErrorCode, Fault, excerpt, fault, spell
from collusion_rules.partnerships import Partnership, SecretPair, Teams, ThreePairs
from collusion_rules.plurals import filled
from collusion_rules.validators import a_kind_of, whole, wholes
from collusion_rules.values import Value


class Reason(Message):
    """Why a seat gets points, with the id of the rule."""

    TRICKS = "tricks", "B1", "{tricks} tricks"
    TIED_PAIR = "tied-pair", "B2", "tied with {others} on {tricks} tricks"
    FEWEST = "fewest", "B3", "fewest tricks, {tricks}, and nobody tied"
    ODD_ONE_OUT = "odd-one-out", "B4", "the others tied with each other: {others}"
    SUBTRACTED = (
        "subtracted",
        "B7",
        "{tricks} tricks would reach the target without a bonus",
    )
    LIFTED = "lifted", "B10", "tied with the winner, {others}, on {tricks} tricks, and lifted"
    PARTNERS = "partners", "C5", "the partners took {tricks} tricks"
    SOLOIST = "soloist", "C6", "the soloist took {tricks} tricks"
    PARTNERS_TOOK_ALL = "partners-took-all", "C7", "the partners took all {tricks} tricks"
    SOLOIST_TOOK_ALL = "soloist-took-all", "C8", "the soloist took all {tricks} tricks"
    ACCUSED = "accused", "C10", "an opponent named both partners"
    WRONGLY_ACCUSED = "wrongly-accused", "C11", "made a wrong accusation"
    TEAM_MOST = "team-most", "D7", "most tricks of the three teams, {tricks}"
    TEAM_TIED_MOST = "team-tied-most", "D7", "tied for most tricks of the three teams, {tricks}"
    TEAM_MIDDLE = "team-middle", "D7", "neither most nor fewest tricks, {tricks}"
    TEAM_TIED_FEWEST = (
        "team-tied-fewest",
        "D7",
        "tied for fewest tricks of the three teams, {tricks}",
    )
    TEAM_FEWEST = "team-fewest", "D7", "fewest tricks of the three teams, {tricks}"
    TEAM_TOOK_ALL = "team-took-all", "D7", "the team took all {tricks} tricks"


@final
@attrs.frozen
class Outcome(Value):
    """How a deal ended: all that its score depends on, besides the totals.

    Attributes:
        tricks: tricks taken, one entry a seat.
        teams: the partners or the soloist first, then their opponents; in Triple the holders of
            the A, of the K, of the Q; `()` where there are no teams.
        rightly_accused: whether an opponent named both partners (C10).
        wrong_accusers: who made a wrong accusation, in the order of the seats: a partner, or an
            opponent who named two others than the partners (C11).
    """

    tricks: tuple[int, ...]
    teams: Teams = ()
    rightly_accused: bool = False
    wrong_accusers: tuple[Seat, ...] = ()


def totals_fault(totals: Sequence[int], players: int) -> Fault | None:
    """What is wrong with points of the game, one entry a seat; `None` if nothing is."""
    if are_numbers(totals, players) and max(map(abs, totals)) <= MOST_NUMBER:
        return None
    return fault(ErrorCode.BAD_TOTALS, players=players, got=listed(totals))


def are_numbers(numbers: Sequence[int], count: int) -> bool:
    """Whether something is a tuple of this many whole numbers."""
    kinds = [type(numbers), *map(type, numbers)] if isinstance(numbers, tuple) else []
    return kinds == [tuple, *[int] * count]


def listed(numbers: Sequence[int]) -> str:
    """Show what was given for numbers and should not have been, in a few words."""
    if isinstance(numbers, list | tuple):
        shown = ", ".join(map(excerpt, numbers[:9]))
        return f"({shown})" if isinstance(numbers, tuple) else f"[{shown}]"
    return excerpt(numbers)


@final
@attrs.frozen
class ScoreLine(Value):
    """One part of a score: points for a seat, and why.

    Attributes:
        seat: who gets them.
        points: how many, negative for a loss.
        reason: why; `reason.rule` is the id of the rule. A scheme of your own may give a
            `Because`.
        tricks: the number of tricks that decided it, the seat's or the side's.
        others: the seats that it was decided with, such as those tied with this one.
    """

    seat: Seat
    points: int
    reason: Reason | Because
    tricks: int
    others: tuple[Seat, ...] = ()

    def __str__(self) -> str:
        others = spell(tuple(f"seat {seat}" for seat in self.others))
        why = filled(self.reason.template, {"tricks": self.tricks, "others": others})
        rule = f" ({self.reason.rule})" if self.reason.rule else ""
        return f"seat {self.seat}: {why}: {self.points:+d}{rule}"


@lru_cache(maxsize=1024, typed=True)
def _line(
    seat: Seat, points: int, reason: Reason, tricks: int, others: tuple[Seat, ...] = ()
) -> ScoreLine:
    """A line as it comes again and again: made once, logs share it."""
    return ScoreLine(seat, points, reason, tricks, others)


@final
@attrs.frozen
class DealScore(Value):
    """The score of a deal.

    Attributes:
        outcome: what was scored.
        points: points of this deal, one entry a seat.
        totals: points of the game up to and with this deal, one entry a seat.
        lines: where the points come from; a seat's lines add up to its points.
    """

    outcome: Outcome
    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...]


@runtime_checkable
class Scoring(Protocol):
    """What the points are and when the game ends. A scheme of your own must be immutable."""

    def ruleset_faults(
        self, players: int, tricks: int, partnership: Partnership | None
    ) -> Iterator[Fault]:
        """Why a game of this many players and tricks a deal can't be scored this way, if so."""
        ...

    def outcome_faults(self, outcome: Outcome) -> Iterator[Fault]:
        """Why this outcome can't happen, if so, beyond that its tricks and teams are right."""
        ...

    def lines(self, outcome: Outcome, totals: Sequence[int]) -> Iterator[ScoreLine]:
        """The parts of a deal's score.

        Args:
            outcome: an outcome that can happen.
            totals: points before the deal, one entry a seat.
        """
        ...

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        """Whether the game ends with these totals; all with the highest then win (A10).

        Args:
            totals: points, one entry a seat.
            deals_played: how many deals these are from.
        """
        ...


MOST_POINTS: Final = 1_000_000
"""How far from 0 the points of a line may be, and each of the numbers that a scheme is made of."""
_MOST_DEALS: Final = 1_000


def _points(default: int) -> int:
    return attrs.field(default=default, validator=whole(-MOST_POINTS, MOST_POINTS))


def _points_of_sides(partners: int, opponents: int) -> tuple[int, int]:
    sides = wholes(2, -MOST_POINTS, MOST_POINTS)
    return attrs.field(default=(partners, opponents), validator=sides)


def _deals() -> int:
    return attrs.field(default=8, validator=whole(1, _MOST_DEALS))


def _flag(default: bool) -> bool:
    return attrs.field(default=default, validator=a_kind_of(bool))


def _teams_faults(kind: type, partnership: Partnership | None) -> Iterator[Fault]:
    """What keeps a scoring of teams of this kind from a ruleset."""
    if not isinstance(partnership, kind):
        needs = "no partnership" if kind is type(None) else f"a {kind.__name__} partnership"
        yield fault(ErrorCode.PARTS_DISAGREE, part="this scoring", needs=needs)


@final
@attrs.frozen
class ParlettScoring(Value):
    """Parlett's game: as many tricks as exactly one other player (B1 to B8, B10), in points.

    Raises:
        BadRulesetError: a field is of another kind or out of range.

    Attributes:
        target: the game ends once anybody has this many points, 1 to 1,000,000 (B7, B8).
        tied_pair: for each of two players who tie (B2).
        fewest: for the player with fewest tricks if nobody ties (B3).
        odd_one_out: for the fourth player if three tie (B4).
        lift: whether who tied on tricks with the winner is lifted to the target (B10).
    """

    target: int = attrs.field(default=100, validator=whole(1, MOST_POINTS))
    tied_pair: int = _points(10)
    fewest: int = _points(20)
    odd_one_out: int = _points(30)
    lift: bool = _flag(default=False)

    def ruleset_faults(
        self, players: int, tricks: int, partnership: Partnership | None
    ) -> Iterator[Fault]:
        """Four players, no teams, an odd number of tricks so that two pairs can't tie (B6).

        The bonuses say what two, three or no equal numbers of tricks are worth among four: of five
        players two and two can tie beside a fifth, and of three there is no fourth to pay.
        """
        if players != 4:
            yield fault(ErrorCode.PARLETT_PLAYERS, players=players)
        yield from _teams_faults(type(None), partnership)
        if tricks % 2 == 0:
            yield fault(ErrorCode.UNSCORABLE_TIE, tricks=tricks, tie="two tied pairs")

    def outcome_faults(self, outcome: Outcome) -> Iterator[Fault]:
        """Refuse two pairs and a four-way tie (B6)."""
        if all(outcome.tricks.count(tricks) in (2, 4) for tricks in outcome.tricks):
            yield fault(ErrorCode.TWO_PAIRS, tricks=outcome.tricks)

    def lines(self, outcome: Outcome, totals: Sequence[int]) -> Iterator[ScoreLine]:
        """Tricks (B1, B7), the bonus of whoever has one (B2 to B5), and the lift (B10)."""
        after = list(totals)
        for line in self._own_lines(outcome, totals):
            after[line.seat] += line.points
            yield line
        if self.lift:
            yield from self._lifts(outcome.tricks, after)

    def _own_lines(self, outcome: Outcome, totals: Sequence[int]) -> Iterator[ScoreLine]:
        """What each seat gets by itself."""
        most_alike = max(map(outcome.tricks.count, outcome.tricks))
        for number, tricks in enumerate(outcome.tricks):
            seat = Seat(number)
            bonus = self._bonus(seat, outcome.tricks, most_alike)
            if bonus is None and tricks and totals[seat] + tricks >= self.target:
                yield _line(seat, -tricks, Reason.SUBTRACTED, tricks)
            else:
                yield _line(seat, tricks, Reason.TRICKS, tricks)
            if bonus is not None:
                yield bonus

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        """Once anybody is at the target or beyond (B8)."""
        return max(totals) >= self.target

    def _lifts(self, tricks: Sequence[int], totals: Sequence[int]) -> Iterator[ScoreLine]:
        """Lift who tied with the winner and is below the target, so as to be second (B10).

        It is up to the target, or to one point below it if the winner has just reached it. Where
        several lead together, nobody is second, and nobody is lifted.
        """
        winner = max(range(len(totals)), key=totals.__getitem__)
        if totals[winner] < self.target or totals.count(totals[winner]) > 1:
            return
        second = min(self.target, totals[winner] - 1)
        for seat, total in enumerate(totals):
            if tricks[seat] == tricks[winner] and total < second:
                more = second - total
                yield ScoreLine(Seat(seat), more, Reason.LIFTED, tricks[seat], (Seat(winner),))

    def _bonus(self, seat: Seat, tricks: Sequence[int], most_alike: int) -> ScoreLine | None:
        """A seat's bonus: most_alike players have the same number of tricks, 1 if nobody ties."""
        own = tricks[seat]
        alike = tricks.count(own)
        if alike == 2:
            tied = tuple([other for other in _OTHERS[seat] if tricks[other] == own])
            return _line(seat, self.tied_pair, Reason.TIED_PAIR, own, tied)
        if alike == 1 and most_alike == 3:
            return _line(seat, self.odd_one_out, Reason.ODD_ONE_OUT, own, _OTHERS[seat])
        if most_alike == 1 and own == min(tricks):
            return _line(seat, self.fewest, Reason.FEWEST, own)
        return None


_OTHERS: Final = tuple(
    tuple(Seat(other) for other in range(4) if other != seat) for seat in range(4)
)
"""By a seat of four: the three others."""


@final
@attrs.frozen
class PartnersScoring(Value):
    """Secret partners against the others, or a soloist, in points (C5 to C11, C13).

    The published game is for four players. With three, or with five to eight, how many tricks win
    is for you to set.

    A pair of numbers is what each partner gets, or the soloist, and what each opponent gets.

    Raises:
        BadRulesetError: a field is of another kind or out of range. Whether the numbers of
            tricks go together and with the deck is for `Ruleset` to say.

    Attributes:
        deals: how many deals make a game, 1 to 1,000 (C9).
        clear_from: tricks from which the partners win clearly (C5).
        narrow_from: tricks from which the partners win at all (C5).
        soloist_from: tricks from which the soloist wins (C6).
        clear_win: when the partners win clearly (C5).
        narrow_win: when the partners win otherwise (C5).
        loss: when the partners lose (C5).
        soloist_win: when the soloist wins (C6).
        soloist_loss: when the soloist loses (C6).
        all_tricks: more for each partner if they take all tricks (C7).
        soloist_all_tricks: more for the soloist who takes all tricks (C8).
        accusation: more for each opponent if one of them named both partners (C10).
        wrong_accusation: for whoever makes a wrong accusation, never above 0 (C11).
        accusation_needs_win: whether that is paid only if the partners lose (C13).
    """

    deals: int = _deals()
    clear_from: int = attrs.field(default=8, validator=whole(1, 52))
    narrow_from: int = attrs.field(default=7, validator=whole(1, 52))
    soloist_from: int = attrs.field(default=7, validator=whole(1, 52))
    clear_win: tuple[int, int] = _points_of_sides(10, -5)
    narrow_win: tuple[int, int] = _points_of_sides(5, 0)
    loss: tuple[int, int] = _points_of_sides(-5, 10)
    soloist_win: tuple[int, int] = _points_of_sides(20, -5)
    soloist_loss: tuple[int, int] = _points_of_sides(-15, 10)
    all_tricks: int = _points(10)
    soloist_all_tricks: int = _points(0)
    accusation: int = _points(5)
    wrong_accusation: int = attrs.field(default=0, validator=whole(-MOST_POINTS, 0))
    accusation_needs_win: bool = _flag(default=False)

    def ruleset_faults(
        self, players: int, tricks: int, partnership: Partnership | None
    ) -> Iterator[Fault]:
        """Three players or more in such teams, and thresholds that can be reached, in order."""
        if players < 3:
            yield fault(ErrorCode.PARTNERS_PLAYERS, players=players)
        yield from _teams_faults(SecretPair, partnership)
        for part in ("clear_from", "narrow_from", "soloist_from"):
            got: int = getattr(self, part)
            if got > tricks:
                yield fault(ErrorCode.TOO_MANY_TRICKS, part=part, got=got, tricks=tricks)
        if self.narrow_from > self.clear_from:
            needs = "one that is not above clear_from"
            yield fault(ErrorCode.PARTS_DISAGREE, part="narrow_from", needs=needs)

    def outcome_faults(self, outcome: Outcome) -> Iterator[Fault]:
        """Refuse that somebody is right of a soloist, or if all opponents are wrong (C11)."""
        partners, opponents = outcome.teams
        if outcome.rightly_accused and (
            len(partners) != 2 or set(opponents) <= set(outcome.wrong_accusers)
        ):
            yield fault(ErrorCode.NOT_ACCUSABLE)

    def lines(self, outcome: Outcome, totals: Sequence[int]) -> Iterator[ScoreLine]:
        """The result of the two sides (C5, C6), then what is paid on top of it.

        That is for all tricks (C7, C8), and for accusations (C10, C11), whatever the result (C13).
        """
        partners, opponents = outcome.teams
        tricks = sum(outcome.tricks[seat] for seat in partners)
        alone = len(partners) == 1
        if alone:
            won = tricks >= self.soloist_from
            points = self.soloist_win if won else self.soloist_loss
        else:
            won = tricks >= self.narrow_from
            clear = tricks >= self.clear_from
            points = self.clear_win if clear else self.narrow_win if won else self.loss
        result = Reason.SOLOIST if alone else Reason.PARTNERS
        for side, side_points in zip(outcome.teams, points, strict=True):
            for seat in side:
                yield _line(seat, side_points, result, tricks)
        if tricks == sum(outcome.tricks):
            more = self.soloist_all_tricks if alone else self.all_tricks
            all_taken = Reason.SOLOIST_TOOK_ALL if alone else Reason.PARTNERS_TOOK_ALL
            for seat in partners if more else ():
                yield _line(seat, more, all_taken, tricks)
        if outcome.rightly_accused and not (won and self.accusation_needs_win):
            for seat in opponents:
                yield ScoreLine(seat, self.accusation, Reason.ACCUSED, tricks, partners)
        for seat in outcome.wrong_accusers if self.wrong_accusation else ():
            yield _line(seat, self.wrong_accusation, Reason.WRONGLY_ACCUSED, tricks)

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        """After the last deal (C9)."""
        return deals_played >= self.deals


@final
@attrs.frozen
class ThreeTeamsScoring(Value):
    """Three teams of two, by most and fewest tricks (D7, D8), in points for each player.

    Raises:
        BadRulesetError: a field is of another kind or out of range.

    Attributes:
        deals: how many deals make a game, 1 to 1,000 (D8).
        most: for the team with most tricks.
        tied_most: for each of two teams tied for most.
        middle: for the team with neither most nor fewest.
        tied_fewest: for each of two teams tied for fewest.
        fewest: for the team with fewest tricks.
        all_tricks: more for a team that takes all tricks.
    """

    deals: int = _deals()
    most: int = _points(10)
    tied_most: int = _points(5)
    middle: int = _points(0)
    tied_fewest: int = _points(-5)
    fewest: int = _points(-5)
    all_tricks: int = _points(10)

    def ruleset_faults(
        self, players: int, tricks: int, partnership: Partnership | None
    ) -> Iterator[Fault]:
        """Six players in such teams; tricks that three teams can't share equally (D7)."""
        if players != 6:
            yield fault(ErrorCode.THREE_TEAMS_PLAYERS, players=players)
        yield from _teams_faults(ThreePairs, partnership)
        if tricks % 3 == 0:
            yield fault(ErrorCode.UNSCORABLE_TIE, tricks=tricks, tie="three equal teams")

    def outcome_faults(self, outcome: Outcome) -> Iterator[Fault]:
        """Every outcome can happen, but that anybody is named rightly (D8)."""
        if outcome.rightly_accused:
            yield fault(ErrorCode.NOT_ACCUSABLE)

    def lines(self, outcome: Outcome, totals: Sequence[int]) -> Iterator[ScoreLine]:
        """Each team's place, then what is paid for all tricks (D7)."""
        taken = [sum(outcome.tricks[seat] for seat in team) for team in outcome.teams]
        for team, tricks in zip(outcome.teams, taken, strict=True):
            points, reason = self._place(tricks, taken)
            for seat in team:
                yield _line(seat, points, reason, tricks)
            if tricks == sum(taken) and self.all_tricks:
                for seat in team:
                    yield _line(seat, self.all_tricks, Reason.TEAM_TOOK_ALL, tricks)

    def ends(self, totals: Sequence[int], deals_played: int) -> bool:
        """After the last deal (D8)."""
        return deals_played >= self.deals

    def _place(self, tricks: int, taken: Sequence[int]) -> tuple[int, Reason]:
        tied = taken.count(tricks) > 1
        if tricks == max(taken):
            if tied:
                return self.tied_most, Reason.TEAM_TIED_MOST
            return self.most, Reason.TEAM_MOST
        if tricks == min(taken):
            if tied:
                return self.tied_fewest, Reason.TEAM_TIED_FEWEST
            return self.fewest, Reason.TEAM_FEWEST
        return self.middle, Reason.TEAM_MIDDLE


OWN_SCHEMES: Final = ParlettScoring, PartnersScoring, ThreeTeamsScoring
"""The library's own scoring schemes."""
