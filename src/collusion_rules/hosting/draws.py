"""How a game's cards come about, so that everybody can check it afterwards.

The room commits to a share of its own before anybody else's is told. Deals depend on the terms of
the game, on the room's share and on the shares of people who were asked for one.
"""

import json

import attrs

from collusion_rules.cards import Seat
from collusion_rules.hosting.settings import Settings
from collusion_rules.shuffling import combined_seed, commitment, derived
from collusion_rules.values import Value


@attrs.frozen
class Draw(Value):
    """The shares of a game, as far as they are known.

    Attributes:
        number: the game's number.
        dealer: who deals first.
        terms: all that was settled before the first share.
        commitment: to the room's share.
        sharers: the seats from which shares are wanted.
        at: when it was announced, or when the last to answer was excused, in milliseconds.
        people: who sat where when it was announced; `None` for a computer.
        commitments: what people have committed to, in the order in which they did; by seat.
        shares: their shares, by seat.
        dealt: whether cards have been dealt from it.
        revealed: whether the room's share has been told.
        excused: whether the room was late once.
    """

    number: int
    dealer: Seat
    terms: str
    commitment: str
    sharers: tuple[Seat, ...]
    at: int
    people: tuple[str | None, ...]
    commitments: tuple[tuple[Seat, str], ...] = ()
    shares: tuple[tuple[Seat, str], ...] = ()
    dealt: bool = False
    revealed: bool = False
    excused: bool = False

    @property
    def all_committed(self) -> bool:
        """Whether everybody who is asked for a share has committed to one."""
        return len(self.commitments) == len(self.sharers)

    @property
    def complete(self) -> bool:
        """Whether all shares are there."""
        return len(self.shares) == len(self.sharers)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who still has to do what comes next."""
        done = {seat for seat, _ in (self.shares if self.all_committed else self.commitments)}
        return tuple(seat for seat in self.sharers if seat not in done)


def own_share(settings: Settings, number: int) -> str:
    """The room's share of a game, as hexadecimal text: every server has the same."""
    return derived(settings.secret, "share", number).hex()


def first_dealer(settings: Settings, number: int) -> Seat:
    """Who deals first in a game (A2): it follows from the room's secret, before any share."""
    chance = int.from_bytes(derived(settings.secret, "dealer", number))
    return Seat(chance % settings.rules.players)


def player_seed(settings: Settings, seq: int) -> bytes:
    """What a computer player's chance depends on after a row: every server has the same."""
    return derived(settings.secret, "player", seq)


def terms_of(
    settings: Settings,
    number: int,
    dealer: Seat,
    names: tuple[str, ...],
    sharers: tuple[Seat, ...],
) -> str:
    """All that is settled before the first share, as canonical JSON: sorted, without spaces."""
    terms = {
        "room": settings.room,
        "game": number,
        "ruleset": settings.rules.name,
        "dealer": dealer,
        "names": list(names),
        "sharers": list(sharers),
    }
    return json.dumps(terms, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def own_commitment(settings: Settings, number: int, terms: str) -> str:
    """What binds the room to its share."""
    return commitment(own_share(settings, number), terms=terms)


def seed_of(settings: Settings, draw: Draw) -> bytes:
    """The seed of all deals of a game: the room's share first, then people's by seat."""
    shares = [share for _, share in sorted(draw.shares)]
    return combined_seed(own_share(settings, draw.number), *shares, terms=draw.terms)
