"""What a view tells of the cards that its viewer can't see: which they are, and who may hold them.

All that is known falls apart into pieces that have nothing to do with one another: cards of which
the holder is known, honours that were dealt one a seat (D6), and the rest.
"""

from collections.abc import Sequence
from typing import Final, final

import attrs

from collusion_rules.cards import BITS, PACK, Card, Seat, Suit
from collusion_rules.dealing import HonoursFirst
from collusion_rules.errors import BadArgumentError, ErrorCode, check
from collusion_rules.knowledge import voids_shown
from collusion_rules.partnerships import Partnership, Teams, ThreePairs
from collusion_rules.state import Phase, View, holders_of

_RANKS: Final = 13
_SUITS: Final = tuple(Suit)

Copies = tuple[int, ...]
"""Cards of which each copy is told apart: a card's number, and `PACK` more for its second copy."""


@final
@attrs.frozen
class Packet:
    """Cards of which each of some seats holds one, nobody knows which.

    Attributes:
        seats: the seats, in order.
        copies: the cards; as many, unless what was told contradicts itself.
    """

    seats: tuple[Seat, ...]
    copies: Copies


@final
@attrs.frozen
class Hidden:
    """What a view tells of the cards that its viewer can't see.

    Attributes:
        held: cards of which the holder is known, the viewer's own among them, as bits; one entry
            a seat.
        packets: honours that were dealt one a seat (D6).
        suits: the other cards, suit by suit.
        rooms: how many of these other cards each seat holds.
        out: the suits that each seat has none of, as bits, 1 for clubs up to 8 for spades (A5).
        contradictory: whether some card can't be where it is known to be.
    """

    held: tuple[int, ...]
    packets: tuple[Packet, ...]
    suits: tuple[Copies, ...]
    rooms: tuple[int, ...]
    out: tuple[int, ...]
    contradictory: bool


def check_amid_deal(view: View) -> None:
    """Refuse what is not a view of a deal in progress.

    Raises:
        BadArgumentError: it is not a `View`, or the view is between deals or over.
    """
    check("view", View, view)
    if view.phase is Phase.OVER:
        raise BadArgumentError(ErrorCode.GAME_OVER)
    if view.phase is Phase.AWAITING_DEAL:
        raise BadArgumentError(ErrorCode.AWAITING_DEAL, dealer=view.dealer)


def hidden(view: View) -> Hidden:
    """What a view amid a deal tells of the cards that its viewer can't see."""
    return _Reading(view).all_told()


class _Reading:
    """A view as it is read, piece after piece."""

    def __init__(self, view: View) -> None:
        rules, viewer, plays = view.rules, view.viewer, view.plays
        self._view = view
        self._hidden = [Seat(seat) for seat in range(rules.players) if seat != viewer]
        self._held = [0] * rules.players
        self._rooms = [0] * rules.players
        for seat in self._hidden:
            self._rooms[seat] = rules.tricks
        deck, own = rules.deck.cards.bits, 0
        if viewer is not None:
            own = view.scene.hands[viewer]
            self._held[viewer] = own & view.unplayed
        self._left = [(deck & card).bit_count() - (own & card).bit_count() for card in BITS]
        dealing = rules.dealing
        self._honours = dealing.honours if isinstance(dealing, HonoursFirst) else ()
        self._had = set[tuple[Seat, Suit]]()
        for play in plays:
            if play.seat != viewer:
                self._left[play.card.number] -= 1
                self._rooms[play.seat] -= 1
                if play.card.rank in self._honours:
                    self._had.add((play.seat, play.card.suit))
        shown = voids_shown(plays, rules.players)
        self._out = [sum(1 << _SUITS.index(suit) for suit in suits) for suits in shown]
        self._contradictory = False

    def all_told(self) -> Hidden:
        """All that the view tells."""
        teams, partnership = self._view.scene.revealed, self._view.rules.partnership
        three_pairs = isinstance(partnership, ThreePairs)
        if teams and partnership is not None:
            self._read_partners(partnership, teams)
        packets: list[Packet] = []
        if self._honours:
            for suit in _SUITS:
                packets += self._packets(
                    suit, teams if three_pairs and suit is self._view.trump else ()
                )
        suits = [self._copies(range(first, first + _RANKS)) for first in range(0, PACK, _RANKS)]
        return Hidden(
            tuple(self._held),
            tuple(packets),
            tuple(suits),
            tuple(self._rooms),
            tuple(self._out),
            self._contradictory or min(self._left) < 0 or min(self._rooms) < 0,
        )

    def _read_partners(self, partnership: Partnership, teams: Teams) -> None:
        """Settle the partner card that a reveal leaves no choice about (D1)."""
        players = self._view.rules.players
        holders = holders_of(self._view, self._view.scene.hands)
        if isinstance(partnership, ThreePairs):
            for seats, team in zip(holders, teams, strict=True):
                self._contradictory |= not set(seats) <= set(team)
            return
        for seat in self._hidden:
            if partnership.teams([seats or (seat,) for seats in holders], players) == teams:
                for card, seats in zip(self._view.partner_cards, holders, strict=True):
                    if not seats:
                        self._settle(seat, card)
                return
        self._contradictory = True

    def _settle(self, seat: Seat, card: Card) -> None:
        """Give a card to its holder."""
        self._contradictory |= self._is_out(seat, card.suit)
        self._held[seat] |= 1 << card.number
        self._left[card.number] -= 1
        self._rooms[seat] -= 1
        if card.rank in self._honours:
            self._had.add((seat, card.suit))

    def _packets(self, suit: Suit, teams: Teams) -> list[Packet]:
        """The honours of a suit that are still held: each seat that has not had its own has one.

        Once the teams are revealed (D4), it is known who has which of the trump honours.
        """
        owed = [seat for seat in self._hidden if (seat, suit) not in self._had]
        self._contradictory |= any(self._is_out(seat, suit) for seat in owed)
        packets: list[Packet] = []
        for ranks, team in zip(
            [(rank,) for rank in self._honours] if teams else [self._honours],
            teams or [range(self._view.rules.players)],
            strict=True,
        ):
            copies = self._copies([Card(rank, suit).number for rank in ranks])
            seats = tuple(seat for seat in owed if seat in team)
            self._contradictory |= len(seats) != len(copies)
            packets.append(Packet(seats, copies))
            for seat in seats:
                self._rooms[seat] -= 1
        return packets

    def _copies(self, numbers: Sequence[int]) -> Copies:
        """Take all that is left of some cards, each copy by itself."""
        copies = [number + PACK * copy for number in numbers for copy in range(self._left[number])]
        for copy in copies:
            self._left[copy % PACK] -= 1
        return tuple(copies)

    def _is_out(self, seat: Seat, suit: Suit) -> bool:
        return bool(self._out[seat] >> _SUITS.index(suit) & 1)
