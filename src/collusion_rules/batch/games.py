"""Whole games, many at once: the first deal of all of them together, then the second, and so on."""

from collections.abc import Iterator
from typing import Final, NamedTuple, final

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import key, numbers
from collusion_rules.batch.kernel import Numbers
from collusion_rules.batch.playing import (
    fallback,
    lots_of_game,
    play_lots,
)
from collusion_rules.batch.points import unscored
from collusion_rules.batch.results import Arrays, Batch
from collusion_rules.batch.starts import fresh
from collusion_rules.errors import check
from collusion_rules.plurals import counted
from collusion_rules.policies import RANDOM_PLAY, Policy
from collusion_rules.rulesets import Ruleset
from collusion_rules.schemes import ends
from collusion_rules.shuffling import Seed

MOST_DEALS_A_GAME: Final = 1000
"""After this many deals a game that nobody has won is broken off."""

Winners = npt.NDArray[np.bool_]


class Round(NamedTuple):
    """The same deal in turn of all games that were still going on.

    Attributes:
        games: which games, as places in the batch.
        deals: their deals.
        totals: points after it, by game and seat.
        winners: who has won now, by game and seat.
    """

    games: Numbers
    deals: Batch
    totals: Numbers
    winners: Winners


@final
@attrs.frozen(eq=False, repr=False)
class GameBatch(Arrays):
    """Many games that were played to their end.

    Attributes:
        rules: what was played.
        lengths: int64 (games,): how many deals there were.
        totals: int64 (games, players): points at the end.
        winners: bool (games, players): who won; nobody in a game that was broken off.
        fallback: what the engine had to do because the kernel doesn't know it, in a sentence; or
            `None`.
    """

    rules: Ruleset
    lengths: Numbers
    totals: Numbers
    winners: Winners
    fallback: str | None = None

    def __len__(self) -> int:
        return len(self.lengths)

    def __repr__(self) -> str:
        return f"<GameBatch of {counted(len(self), 'games')} of {self.rules.name}>"


def play_games(
    rules: Ruleset, games: int, seed: Seed, *, first: int = 0, policy: Policy = RANDOM_PLAY
) -> GameBatch:
    """Play many whole games. A game depends on the seed and its number alone.

    In game `n` seat `n % players` deals first (A2). A game that nobody has won after
    1,000 deals is broken off.

    Args:
        rules: what is played.
        games: how many games.
        seed: what everything random depends on.
        first: the number of the first game.
        policy: what the players do.

    Raises:
        BadArgumentError: there is less than one game, or something is of another kind.
        BadDealError: the seed is of a wrong type.
        BadScoringError: a scoring of your own returns what it must not.
    """
    check("rules", Ruleset, rules)
    lengths = np.zeros(len(numbers("games", games, first)), np.int64)
    totals = np.zeros((games, rules.players), np.int64)
    winners = np.zeros((games, rules.players), np.bool_)
    for played in rounds(rules, games, seed, first=first, policy=policy):
        lengths[played.games] += 1
        totals[played.games] = played.totals
        winners[played.games] = played.winners
    return GameBatch(rules, lengths, totals, winners, fallback(rules))


def rounds(
    rules: Ruleset, games: int, seed: Seed, *, first: int = 0, policy: Policy = RANDOM_PLAY
) -> Iterator[Round]:
    """Play many whole games, as `play_games` does, round by round.

    Raises:
        BadArgumentError: there is less than one game, or something is of another kind.
        BadDealError: the seed is of a wrong type.
    """
    check("rules", Ruleset, rules)
    game_numbers = numbers("games", games, first)
    seed_key = key(seed, "games")
    going_on = np.arange(games)
    totals = np.zeros((games, rules.players), np.int64)
    for turn in range(MOST_DEALS_A_GAME):
        deals = game_numbers[going_on] * np.uint64(MOST_DEALS_A_GAME) + np.uint64(turn)
        dealers = (game_numbers[going_on] + np.uint64(turn)) % np.uint64(rules.players)
        lots = lots_of_game(rules, policy, seed_key, deals, dealers.astype(np.int64), turn)
        batch = play_lots(rules, fresh(rules), lots, totals)
        totals = totals + batch.points
        won = winners(rules, totals, turn + 1)
        yield Round(going_on, batch, totals, won)
        goes_on = ~won.any(axis=1)
        going_on, totals = going_on[goes_on], totals[goes_on]
        if not len(going_on):
            return


def winners(rules: Ruleset, totals: Numbers, deals_played: int) -> Winners:
    """Who has won each of many games, by game and seat; nobody while it goes on (A10, B8, C9)."""
    if unscored(rules) is not None:
        each, which = np.unique(totals, axis=0, return_inverse=True)
        asked = [rules.winners(tuple(row), deals_played) for row in each.tolist()]
        seats = range(rules.players)
        return np.array([[seat in won for seat in seats] for won in asked])[which.ravel()]
    # how the library's own schemes end depends on the highest total alone
    highest = totals.max(axis=1, keepdims=True)
    different, which = np.unique(highest, return_inverse=True)
    rows = [(total,) * rules.players for total in different.tolist()]
    ended = np.array([ends(rules.scoring, row, deals_played) for row in rows])
    leaders = totals == highest
    over = ended[which.reshape(-1, 1)]
    if rules.play_off:
        over &= leaders.sum(axis=1, keepdims=True) == 1
    won: Winners = leaders & over
    return won
