"""Measure the advice of the pages on how to play well: `docs/rules/strategy.json`.

    python scripts/strategy.py

It needs the extra `fast`. The same numbers of deals give the same file. The site puts the figures
into tables (`site_words.py`), and a test holds the file to what the pages say of it.
"""

import argparse
import json
from collections.abc import Iterator
from math import comb, floor, log10, sqrt
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

import collusion_rules as cr
from collusion_rules.batch import REASON_BITS, Declares, Plays, Policy, play_deals
from collusion_rules.simulation import simulate

FILE: Final = Path(__file__).parent.parent / "docs" / "rules" / "strategy.json"
SEED: Final = "strategy"
_PART: Final = 100_000

Rows = list[list[str]]
_Counts = npt.NDArray[np.int64]


def shown(value: float, error: float) -> str:
    """A figure with as many digits as are sure: the last may be wrong by one."""
    if not error:
        return f"{value:g}"
    places = max(0, floor(-log10(2 * error)))
    return f"{value:.{places}f}".replace("-", "−")


def share(part: int, whole: int) -> str:
    """A share in a hundred."""
    found = part / whole
    return shown(100 * found, 100 * sqrt(found * (1 - found) / whole))


def parts(deals: int) -> Iterator[tuple[int, int]]:
    """The first deal and the number of deals of each part."""
    for first in range(0, deals, _PART):
        yield first, min(_PART, deals - first)


def own_tricks(deals: int) -> Rows:
    """What a number of tricks is worth in Parlett's game, if everybody plays at random.

    Each row has the tricks; in how many of a hundred deals they bring 10, 20, 30, or any bonus;
    and the points on average.
    """
    seats = np.zeros(14, np.int64)
    points, squares = np.zeros(14, np.float64), np.zeros(14, np.float64)
    paid = {bonus: np.zeros(14, np.int64) for bonus in BONUSES}
    for first, count in parts(deals):
        batch = play_deals(cr.PARLETT, count, SEED, first=first)
        tricks = batch.tricks.ravel()
        seats += _counted(tricks)
        of_tricks = batch.points.ravel()
        points += np.bincount(tricks, of_tricks, 14)
        squares += np.bincount(tricks, of_tricks**2, 14)
        for bonus, so_far in paid.items():
            so_far += _counted(tricks[(batch.reasons.ravel() & REASON_BITS[bonus]) != 0])
    rows: Rows = []
    for taken in range(14):
        often = int(seats[taken])
        if not often:
            continue
        each = [int(so_far[taken]) for so_far in paid.values()]
        average = points[taken] / often
        spread = sqrt(max(0.0, squares[taken] / often - average**2) / often)
        shares = [share(number, often) if number else "–" for number in (*each, sum(each))]
        rows.append([str(taken), *shares, shown(float(average), spread)])
    return rows


BONUSES: Final = (cr.Reason.TIED_PAIR, cr.Reason.FEWEST, cr.Reason.ODD_ONE_OUT)


def _counted(tricks: npt.NDArray[np.uint8]) -> _Counts:
    return np.bincount(tricks, minlength=14).astype(np.int64)


def ducking(deals: int) -> Rows:
    """What losing every trick is worth, by how many try it; the others play at random.

    Each row has how many duck; the tricks and points of one of them; the points of one of the
    others.
    """
    rows: Rows = []
    for duckers in range(5):
        plays = (Plays.DUCK,) * duckers + (Plays.RANDOM,) * (4 - duckers)
        tally = simulate(cr.PARLETT, deals, SEED, games=0, policy=Policy(plays)).deals
        tricks = [tally.mean_tricks(seat) for seat in range(4)]
        points = [tally.mean_points(seat) for seat in range(4)]
        rows.append(
            [
                str(duckers),
                shown(tricks[0].value, tricks[0].error) if duckers else "–",
                shown(points[0].value, points[0].error) if duckers else "–",
                shown(points[3].value, points[3].error) if duckers < 4 else "–",
            ]
        )
    return rows


def declaring(deals: int) -> Rows:
    """What the suits that dealers declare are worth to them.

    Each row has how they choose it; in how many of a hundred deals they are a partner or alone;
    in how many somebody is alone; and their points on average.
    """
    rows: Rows = []
    for declares in Declares:
        policy = Policy(declares=declares)
        tally = simulate(cr.SECRET_PARTNERS, deals, SEED, games=0, policy=policy).deals
        partner, alone = tally.share_of_dealer_partners(), tally.share_paid(cr.Reason.SOLOIST)
        points = tally.mean_points(0)
        rows.append(
            [
                declares.value,
                shown(100 * partner.value, 100 * partner.error),
                shown(100 * alone.value, 100 * alone.error),
                shown(points.value, points.error),
            ]
        )
    return rows


def accusing() -> Rows:
    """What a blind accusation is worth to an opponent: exact, by counting hands.

    Each row has what a wrong one costs; and the points that accusing brings on average before any
    partner card has been played, and after one has.
    """
    one_hand = 3 * comb(13, 2) / comb(39, 2)
    before = (1 - one_hand) / 3
    after = 13 / 38
    return [
        [str(cost), *(_signed(5 * right - cost * (1 - right)) for right in (before, after))]
        for cost in range(4)
    ]


def _signed(points: float) -> str:
    return f"{points:+.2f}".replace("-", "−")


def main() -> None:
    """Read the options, measure and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=4_000_000)
    options.add_argument("--file", type=Path, default=FILE)
    chosen = options.parse_args()
    measured = {
        "deals": chosen.deals,
        "own-tricks": own_tricks(chosen.deals),
        "ducking": ducking(chosen.deals // 4 or 1),
        "declaring": declaring(chosen.deals // 4 or 1),
        "accusing": accusing(),
    }
    text = json.dumps(measured, ensure_ascii=False, indent=1)
    chosen.file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
