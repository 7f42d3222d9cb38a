"""What a batch returns: arrays, the first index of which is the deal."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast, final

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.batch.kernel import Flags, Numbers, Sides, Small, Words
from collusion_rules.batch.plans import SUITS
from collusion_rules.batch.points import Reasons, bits_of, teams
from collusion_rules.because import Because
from collusion_rules.cards import Seat, Suit
from collusion_rules.errors import check_whole
from collusion_rules.plurals import counted
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import Outcome, Reason
from collusion_rules.values import Value


class _Closed(NamedTuple):
    """An array as nobody can change it: what is in it, of what kind, in what shape."""

    content: bytes
    kind: str
    shape: tuple[int, ...]


class Arrays(Value):
    """A frozen value made of arrays: they can't be changed, and are equal if what is in them is.

    Each look at one gives another array of the same content: whoever gives theirs another shape or
    type, which numpy lets them do, changes nobody else's.
    """

    __slots__ = ()

    def __attrs_post_init__(self) -> None:
        for name, part in _parts(self).items():
            if isinstance(part, np.ndarray):
                array = cast("npt.NDArray[np.generic]", part)
                closed = _Closed(array.tobytes(), array.dtype.str, array.shape)
                object.__setattr__(self, name, closed)

    def __getattribute__(self, name: str) -> object:
        part = object.__getattribute__(self, name)
        if type(part) is _Closed:
            return np.frombuffer(part.content, part.kind).reshape(part.shape)
        return part

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return type(self), tuple(_parts(self).values())  # by way of __init__, which closes them

    def _content(self) -> tuple[object, ...]:
        return tuple(object.__getattribute__(self, name) for name in _parts(self))


def _parts(value: object) -> dict[str, object]:
    fields = attrs.fields(cast("type[attrs.AttrsInstance]", type(value)))
    return {field.name: getattr(value, field.name) for field in fields}


@final
@attrs.frozen(eq=False, repr=False)
class Record(Arrays):
    """Every move of a batch.

    Attributes:
        hands: uint64 (deals, players, 2): the cards at the start; bit `card.number` of the first
            word says that the seat has the card, of the second that it has both copies.
        cards: uint8 (deals, plays): the numbers of the cards, in the order of play.
        legal: uint64 (deals, plays): the plays that were legal then, as bits.
    """

    hands: Words
    cards: Small
    legal: Words


@final
@attrs.frozen(eq=False, repr=False)
class Batch(Arrays):
    """Many deals that were played.

    Attributes:
        rules: what was played.
        tricks: uint8 (deals, players): tricks taken.
        points: int64 (deals, players): points of the deal.
        reasons: uint32 (deals, players): where the points come from, as sums of `reason_bits`.
        sides: int8 (deals, players): 0 for partners or a soloist and 1 for their opponents; in
            Triple 0, 1 and 2 for the holders of the A, the K, the Q; -1 where there are no teams.
        trumps: int8 (deals,): the trump suit's place in `tuple(Suit)`; -1 if there is none.
        dealers: int64 (deals,): who dealt.
        revealed: int16 (deals,): how many cards had been played when the partners were revealed
            (C4, D1); -1 where there are none.
        rightly_accused: bool (deals,): whether an opponent named both partners (C10).
        wrong_accusers: bool (deals, players): who made a wrong accusation (C11).
        record: every move, if that was asked for.
        fallback: what the engine had to do because the kernel doesn't know it, in a sentence; or
            `None`.
        own_reasons: the reasons that a scoring scheme of your own gave.
    """

    rules: Ruleset
    tricks: Small
    points: Numbers
    reasons: Reasons
    sides: Sides
    trumps: npt.NDArray[np.int8]
    dealers: Numbers
    revealed: npt.NDArray[np.int16]
    rightly_accused: Flags
    wrong_accusers: Flags
    record: Record | None = None
    fallback: str | None = None
    own_reasons: tuple[Because, ...] = ()

    @property
    def reason_bits(self) -> Mapping[Reason | Because, int]:
        """The bit of each reason in `reasons`: those of `REASON_BITS`, and of your own scheme's."""
        return bits_of(self.own_reasons)

    def __len__(self) -> int:
        return len(self.tricks)

    def __repr__(self) -> str:
        return f"<Batch of {counted(len(self), 'deals')} of {self.rules.name}>"

    def outcome(self, deal: int) -> Outcome:
        """How one of the deals ended, for `score_deal`.

        Raises:
            BadArgumentError: there is no such deal.
        """
        check_whole("deal", deal, 0, len(self) - 1)
        return Outcome(
            tuple(self.tricks[deal].tolist()),
            teams(self.rules, self.sides[deal].tolist()),
            bool(self.rightly_accused[deal]),
            tuple(Seat(seat) for seat in np.flatnonzero(self.wrong_accusers[deal]).tolist()),
        )

    def trump(self, deal: int) -> Suit | None:
        """The trump suit of one of the deals, if it has one.

        Raises:
            BadArgumentError: there is no such deal.
        """
        check_whole("deal", deal, 0, len(self) - 1)
        place = int(self.trumps[deal])
        return None if place < 0 else SUITS[place]
