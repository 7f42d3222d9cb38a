"""Who partners whom: the holders of certain trump cards (C2, D2, D3, D4)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, final

import attrs

from collusion_rules.cards import Deck, Rank, Seat
from collusion_rules.errors import ErrorCode, Fault, fault
from collusion_rules.validators import wrong_part
from collusion_rules.values import Value

Teams = tuple[tuple[Seat, ...], ...]
"""Teams of seats, each team in the order of its seats."""

ACE_AND_KING = ((Rank.ACE, Rank.KING),)
"""The partner cards of every deal (C2)."""

ROTATING = (
    (Rank.ACE, Rank.KING),
    (Rank.QUEEN, Rank.JACK),
    (Rank.ACE, Rank.QUEEN),
)
"""The partner cards of three deals in turn, and then from the first again (D2, D3)."""


@final
@attrs.frozen
class SecretPair(Value):
    """Two trump cards make their holders partners against the rest; one holder of both plays alone.

    `cycle` has the two ranks for each deal in turn, and begins again after the last (D3).

    Raises:
        BadRulesetError: `cycle` is empty or has anything but pairs of different ranks.
    """

    cycle: tuple[tuple[Rank, Rank], ...] = ACE_AND_KING

    def __attrs_post_init__(self) -> None:
        pairs = self.cycle
        if not (type(pairs) is tuple and pairs and all(_are_different(p, 2) for p in pairs)):
            raise wrong_part("cycle", "a tuple of pairs of different ranks", pairs)

    def ranks(self, deals_played: int) -> tuple[Rank, ...]:
        """The ranks of the partner cards after `deals_played` deals (C2, D2, D3)."""
        return self.cycle[deals_played % len(self.cycle)]

    def ruleset_faults(self, deck: Deck, players: int) -> Iterator[Fault]:
        """Why this can't be played with the deck: it needs one pack with each partner card."""
        if deck.packs != 1:
            yield fault(ErrorCode.PARTS_DISAGREE, part="SecretPair", needs="a deck of one pack")
        yield from missing_ranks("SecretPair", {rank for pair in self.cycle for rank in pair}, deck)

    shape: ClassVar[str] = "one or two partners, then their opponents"

    def fits(self, teams: Teams) -> bool:
        """Whether teams have the right sizes."""
        return len(teams) == 2 and len(teams[0]) in (1, 2)

    def teams(self, holders: Sequence[Sequence[Seat]], players: int) -> Teams:
        """The partners or the soloist, then their opponents.

        Args:
            holders: for each rank in turn, the seat that holds the card.
            players: how many seats there are.
        """
        partners = sorted({seat for seats in holders for seat in seats})
        opponents = (Seat(seat) for seat in range(players) if seat not in partners)
        return tuple(partners), tuple(opponents)


@final
@attrs.frozen
class ThreePairs(Value):
    """In a two-pack game, the two holders of the same trump honour are a team (D4).

    Raises:
        BadRulesetError: `honours` is anything but three different ranks.
    """

    honours: tuple[Rank, Rank, Rank] = (Rank.ACE, Rank.KING, Rank.QUEEN)

    def __attrs_post_init__(self) -> None:
        if not _are_different(self.honours, 3):
            raise wrong_part("honours", "a tuple of 3 different ranks", self.honours)

    def ranks(self, deals_played: int) -> tuple[Rank, ...]:
        """The ranks of the partner cards: the same in every deal."""
        return self.honours

    def ruleset_faults(self, deck: Deck, players: int) -> Iterator[Fault]:
        """Why this can't be played: it needs six players and two packs with each honour."""
        if deck.packs != 2:
            yield fault(ErrorCode.PARTS_DISAGREE, part="ThreePairs", needs="a deck of two packs")
        if players != 6:
            wrong = ErrorCode.WRONG_PLAYERS
            yield fault(wrong, part="ThreePairs", expected=6, players=players)
        yield from missing_ranks("ThreePairs", self.honours, deck)

    shape: ClassVar[str] = "three teams of two"

    def fits(self, teams: Teams) -> bool:
        """Whether teams have the right sizes."""
        return [len(team) for team in teams] == [2, 2, 2]

    def teams(self, holders: Sequence[Sequence[Seat]], players: int) -> Teams:
        """The holders of each honour, in the order of `honours`."""
        return tuple(tuple(sorted(seats)) for seats in holders)


Partnership = SecretPair | ThreePairs


def are_teams(partnership: Partnership, teams: Teams, players: int) -> bool:
    """Whether they are teams of this kind, with each seat in one of them."""
    if type(teams) is not tuple or any(type(team) is not tuple for team in teams):
        return False
    seats = [seat for team in teams for seat in team]
    whole = all(type(seat) is int for seat in seats) and sorted(seats) == list(range(players))
    return whole and partnership.fits(teams)


def missing_ranks(part: str, ranks: Iterable[Rank], deck: Deck) -> Iterator[Fault]:
    """The fault of a part that needs ranks which the deck lacks, if so."""
    if min(ranks) < deck.lowest:
        needs = f"a deck with every {min(ranks)}"
        yield fault(ErrorCode.PARTS_DISAGREE, part=part, needs=needs)


def _are_different(ranks: tuple[Rank, ...], count: int) -> bool:
    return (
        type(ranks) is tuple
        and all(isinstance(rank, Rank) for rank in ranks)
        and len(set(ranks)) == len(ranks) == count
    )
