"""Chance that can be checked: shuffles that depend on a seed alone, the same on every machine.

A shuffle is a Fisher-Yates shuffle whose numbers come from SHA-256 in counter mode with rejection
sampling; `docs/fair-shuffling.md` has it step by step, for other languages.
"""

import hashlib
import secrets
import struct
from collections.abc import Sequence
from typing import Final, TypeVar

from collusion_rules.errors import (
    MOST_NUMBER,
    BadDealError,
    ErrorCode,
    bad_argument,
    check_whole,
    fault,
)

Seed = int | str | bytes
"""What a shuffle depends on. Seeds of different types differ: 7, "7" and b"7" are three seeds."""

_T = TypeVar("_T")

_DOMAIN: Final = b"collusion-rules 1 "
_WORDS: Final = 1 << 32
_EIGHT_WORDS: Final = struct.Struct(">8I")


def _canonical(seed: Seed) -> bytes:
    """The bytes of a seed, with its type: `int:-1f`, `text:table 12` in UTF-8, or `bytes:` and all.

    Raises:
        BadDealError: it is not an int, bytes or well-formed text.
    """
    if type(seed) is int:
        return b"int:" + format(seed, "x").encode()
    if isinstance(seed, str):
        try:
            return b"text:" + str.encode(seed)
        except UnicodeEncodeError:
            pass
    elif isinstance(seed, bytes):
        return b"bytes:" + bytes(memoryview(seed))  # whatever a subclass makes of `+`
    # A seed is a secret, and this one may be one that was mistyped: it isn't shown.
    kind = type(seed).__name__
    got = "text with lone surrogates" if isinstance(seed, str) else f"something of type {kind}"
    raise BadDealError([fault(ErrorCode.BAD_SEED, got=got)])


def _digest(purpose: bytes, *parts: bytes) -> bytes:
    """SHA-256 of the purpose and the parts, each part after its length."""
    sha = hashlib.sha256(_DOMAIN + purpose + b"\0")
    for part in parts:
        sha.update(len(part).to_bytes(8))
        sha.update(part)
    return sha.digest()


def fresh_seed() -> bytes:
    """256 bits from the operating system's source of secrets."""
    return secrets.token_bytes(32)


def commitment(seed: Seed, terms: str | None = None, seat: int | None = None) -> str:
    """A text to publish before the deal, that binds to `seed` without giving it away.

    Once the seed is told, anybody can compute this again. A seed that can be guessed is given
    away all the same: use 256 random bits.

    Args:
        seed: what is committed to: a seed, or a share of one.
        terms: what else it binds to: everything about the game that was settled before, such as
            the ruleset, who deals first and who sits where, as one text.
        seat: with terms, whose share it is; `None` for the share of the room itself.

    Raises:
        BadDealError: `seed` is not an int, bytes or well-formed text; or `terms` is text that is
            not well-formed.
        BadArgumentError: `terms` is not text, or there is no such seat; or there is a seat and
            there are no terms.
    """
    if seat is not None:
        check_whole("seat", seat, 0, MOST_NUMBER)
        if terms is None:
            raise bad_argument("seat", "left out without terms", seat)
    if terms is None:
        return _digest(b"commitment", _canonical(seed)).hex()
    owner = b"room" if seat is None else str(seat).encode()
    return _digest(b"commitment to a share", _terms(terms), owner, _canonical(seed)).hex()


def combined_seed(*shares: Seed, terms: str | None = None) -> bytes:
    """One seed out of everybody's share, in the order given: no single share decides it.

    Args:
        shares: the shares; at a table the room's own first, then the players' by seat.
        terms: what else the seed depends on, as `commitment` takes it.

    Raises:
        BadDealError: there is no share; one is not an int, bytes or well-formed text; or `terms`
            is text that is not well-formed.
        BadArgumentError: `terms` is not text.
    """
    if not shares:
        raise BadDealError([fault(ErrorCode.BAD_SEED, got="no share at all")])
    parts = [_canonical(share) for share in shares]
    if terms is None:
        return _digest(b"combined", *parts)
    return _digest(b"combined under terms", _terms(terms), *parts)


def _terms(terms: str) -> bytes:
    if not isinstance(terms, str):
        raise bad_argument("terms", "text", terms)
    return _canonical(terms)


def derived(secret: bytes, purpose: str, number: int) -> bytes:
    """32 bytes that follow from a secret, for one purpose and number, and give none of it away."""
    return _digest(b"derived", secret, purpose.encode(), str(number).encode())


class Chance:
    """A stream of fair choices for one deal: the same for the same seed and number of the deal.

    It is used up as it goes, within one deal, and is part of no state.
    """

    def __init__(self, seed: Seed, deal_number: int) -> None:
        self._key = _digest(b"shuffle", _canonical(seed), str(deal_number).encode())
        self._words: list[int] = []
        self._blocks = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit-1, each as likely as the others."""
        refused_from = _WORDS - _WORDS % limit
        while (word := self._word()) >= refused_from:
            pass
        return word % limit

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """The items in a random order, each order as likely as the others."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha256(self._key + self._blocks.to_bytes(8)).digest()
            self._blocks += 1
            self._words = list(reversed(_EIGHT_WORDS.unpack(block)))
        return self._words.pop()
