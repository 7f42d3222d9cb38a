"""Counting what a batch comes to."""

from collections.abc import Mapping
from typing import Final, assert_never

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.games import rounds
from collusion_rules.batch.kernel import Numbers
from collusion_rules.batch.playing import play_deals
from collusion_rules.batch.results import Batch
from collusion_rules.because import Because
from collusion_rules.partnerships import SecretPair, ThreePairs
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import Reason
from collusion_rules.shuffling import Seed
from collusion_rules.simulation.tallies import (
    Counts,
    DealTally,
    Fared,
    GameTally,
    Paid,
    Side,
    paid_together,
    together,
)

_TEAMS: Final = Side.FIRST_TEAM, Side.SECOND_TEAM, Side.THIRD_TEAM


def tally_deals(
    rules: Ruleset, deals: int, seed: Seed, first: int = 0, policy: Policy = RANDOM_PLAY
) -> DealTally:
    """Play deals as `play_deals` does, seat 0 dealing, and count.

    Raises:
        BadArgumentError: there is less than one deal, or something is of another kind.
        BadDealError: the seed is of a wrong type.
    """
    batch = play_deals(rules, deals, seed, first=first, policy=policy)
    most = rules.tricks + 1
    by_seat = np.ascontiguousarray(batch.tricks.T)  # long rows add up much faster than short ones
    took = [(by_seat == tricks).sum(axis=0, dtype=np.uint8) for tricks in range(most)]
    dealer_sides = batch.sides[np.arange(deals), batch.dealers]
    pair = isinstance(rules.partnership, SecretPair)
    return DealTally(
        deals=deals,
        tricks=tuple(_frequencies(each, most) for each in by_seat),
        seats_with=tuple(_frequencies(seats, rules.players + 1) for seats in took),
        points=tuple(Counts(_counts(each)) for each in batch.points.T),
        paid=Counts(_paid(batch)),
        sides=Counts(_sides(batch)),
        dealer_partners=int((dealer_sides == 0).sum()) if pair else 0,
    )


def tally_games(
    rules: Ruleset, games: int, seed: Seed, first: int = 0, policy: Policy = RANDOM_PLAY
) -> GameTally:
    """Play whole games as `play_games` does, and count.

    Raises:
        BadArgumentError: there is less than one game, or something is of another kind.
        BadDealError: the seed is of a wrong type.
    """
    paid: Mapping[Reason | Because, Paid] = {}
    lengths: dict[int, int] = {}
    winners: Mapping[int, int] = {}
    winning_points: Mapping[int, int] = {}
    wins = np.zeros(rules.players, np.int64)
    deals = won = 0
    for length, played in enumerate(rounds(rules, games, seed, first=first, policy=policy), 1):
        deals += len(played.deals)
        paid = paid_together(paid, _paid(played.deals))
        over = played.winners.any(axis=1)
        if not over.any():
            continue
        won += int(over.sum())
        lengths[length] = int(over.sum())
        winners = together(winners, _counts(played.winners[over].sum(axis=1)))
        winning_points = together(winning_points, _counts(played.totals[over].max(axis=1)))
        game, seat = np.nonzero(played.winners)
        first_dealers = (played.games[game] + first) % rules.players
        wins += np.bincount((seat - first_dealers) % rules.players, minlength=rules.players)
    return GameTally(
        games=games,
        lengths=Counts(lengths),
        broken_off=games - won,
        winners=Counts(winners),
        wins=tuple(wins.tolist()),
        winning_points=Counts(winning_points),
        deals=deals,
        paid=Counts(paid),
    )


def _frequencies(numbers: npt.NDArray[np.integer], most: int) -> tuple[int, ...]:
    """How often each number from 0 comes up."""
    return tuple(np.bincount(numbers, minlength=most).tolist())


def _counts(numbers: npt.NDArray[np.integer]) -> dict[int, int]:
    """How often each number that there is comes up."""
    least = int(numbers.min())
    times = np.bincount(numbers - least)
    return {least + int(at): int(times[at]) for at in np.flatnonzero(times)}


def _paid(batch: Batch) -> dict[Reason | Because, Paid]:
    """In how many deals, and how often, each reason comes up."""
    reasons = batch.reasons
    of_deal = np.bitwise_or.reduce(np.ascontiguousarray(reasons.T), axis=0)
    of_any = np.bitwise_or.reduce(of_deal)
    return {
        reason: Paid(int((of_deal & bit > 0).sum()), int((reasons & bit > 0).sum()))
        for reason, bit in batch.reason_bits.items()
        if of_any & bit
    }


def _sides(batch: Batch) -> dict[Side, Fared]:
    """How the sides fared."""
    match batch.rules.partnership:
        case None:
            return {}
        case SecretPair():
            partners, _ = _places(batch, 2)
            alone = (batch.sides == 0).sum(axis=1) == 1
            return {
                Side.PARTNERS: _fared(partners[~alone]),
                Side.SOLOIST: _fared(partners[alone]),
            }
        case ThreePairs():
            teams = _places(batch, 3)
            return {side: _fared(places) for side, places in zip(_TEAMS, teams, strict=True)}
        case _:
            assert_never(batch.rules.partnership)


def _places(batch: Batch, sides: int) -> Numbers:
    """By side and deal: with how many sides, itself one, it shared the most points; 0 for less."""
    on_side = batch.sides == np.arange(sides)[:, np.newaxis, np.newaxis]
    seats = np.maximum(on_side.sum(axis=2), 1)  # two partners of two players have no opponents
    points = np.where(on_side, batch.points, 0).sum(axis=2) / seats
    most = points == points.max(axis=0)
    places: Numbers = most * most.sum(axis=0)
    return places


def _fared(places: Numbers) -> Fared:
    return Fared(len(places), int((places == 1).sum()), int((places > 1).sum()))
