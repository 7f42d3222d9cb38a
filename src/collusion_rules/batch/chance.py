"""Chance for batches: fast, fair, and a function of the seed and the deal's number alone.

The random words of a seed are those of SplitMix64, a sequence in which the word at any place can
be had without those before it. Each deal has a stretch of its own.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.compiling import compiled
from collusion_rules.errors import check_whole
from collusion_rules.shuffling import Seed, combined_seed

WORDS_A_DEAL: Final = np.uint64(1024)
"""The length of a deal's stretch: more than shuffling and playing two packs can use up."""

MOST_NUMBERS: Final = 2**44
"""Deals, games and worlds are numbered below this, so that each has random words of its own."""

_ONE: Final = np.uint64(1)
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR: Final = np.uint64(0x94D049BB133111EB)
_SHIFTS: Final = np.uint64(30), np.uint64(27), np.uint64(31)
_HALF: Final = np.uint64(32)
_LOW_HALF: Final = np.uint64(0xFFFFFFFF)
_HALVES: Final = np.uint64(1 << 32)


def key(seed: Seed, purpose: str) -> np.uint64:
    """The 64 bits that decide everything random in a batch.

    Raises:
        BadDealError: `seed` is not an int, bytes or well-formed text.
    """
    return np.uint64(int.from_bytes(combined_seed(seed, purpose)[:8]))


def numbers(argument: str, count: int, first: int) -> npt.NDArray[np.uint64]:
    """The numbers of some deals, games or worlds.

    Raises:
        BadArgumentError: there is less than one, or they are too many to number.
    """
    check_whole("first", first, 0, MOST_NUMBERS - 1)
    check_whole(argument, count, 1, MOST_NUMBERS - first)
    return np.arange(first, first + count, dtype=np.uint64)


@compiled
def word(key: np.uint64, place: np.uint64) -> np.uint64:
    """64 random bits: those at a place in the sequence of a key."""
    bits = key + place * _STEP
    bits = (bits ^ (bits >> _SHIFTS[0])) * _FIRST_FACTOR
    bits = (bits ^ (bits >> _SHIFTS[1])) * _SECOND_FACTOR
    return bits ^ (bits >> _SHIFTS[2])


@compiled
def below(key: np.uint64, place: np.uint64, limit: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A number from 0 to limit-1, each as likely as the others, and the next place.

    This is Lemire's method: the high half of a product, refused if the low half says that it is
    one of the few that would come up too often.
    """
    product = (word(key, place) >> _HALF) * limit
    place += _ONE
    if product & _LOW_HALF < limit:
        fewest = (_HALVES - limit) % limit
        while product & _LOW_HALF < fewest:
            product = (word(key, place) >> _HALF) * limit
            place += _ONE
    return product >> _HALF, place
