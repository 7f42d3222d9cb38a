"""How much a connection may send: a burst, then a few messages a second."""

from typing import Self

import attrs

from collusion_rules.values import Value

BURST = 20
"""How many messages may come at once."""

A_SECOND = 5
"""How many a second after that."""


@attrs.frozen
class Allowance(Value):
    """How much one connection may still send. Keep one beside each connection.

    Attributes:
        milli: what is left at `at`, in thousandths of a message.
        at: when it was last reckoned, in milliseconds.
    """

    milli: int = BURST * 1_000
    at: int = 0

    def spend(self, now: int) -> tuple[Self, bool]:
        """The allowance after one more message, and whether that message may be read.

        Args:
            now: the time, in milliseconds; it may stand still, or go back.
        """
        at = max(now, self.at)
        milli = min(BURST * 1_000, self.milli + (at - self.at) * A_SECOND)
        if milli < 1_000:
            return type(self)(milli, at), False
        return type(self)(milli - 1_000, at), True
