"""What a view tells of the cards that its viewer can't see: which they are, and who may hold them.

All that is known falls apart into pieces that have nothing to do with one another: cards of which
the holder is known, honours that were dealt one a seat (D6), and the rest.
"""

from collections.abc import Iterable, Sequence
from typing import Final, final

import attrs

from collusion_rules.cards import BITS, FOLLOWING, ONE_PACK, PACK, RANK_BITS, Card, Rank, Seat, Suit
from collusion_rules.dealing import HonoursFirst
from collusion_rules.errors import BadArgumentError, ErrorCode, check
from collusion_rules.moves import Play
from collusion_rules.partnerships import Partnership, Teams, ThreePairs
from collusion_rules.state import Phase, View, holders_of
from collusion_rules.tricks import shown_void
from collusion_rules.values import Value

_RANKS: Final = len(Rank)
_PLACE: Final = {suit: place for place, suit in enumerate(Suit)}
_OF_SUIT: Final = FOLLOWING[::_RANKS]
"""By a suit's place: its cards, one copy or two, as bits."""

_ALL_SUITS: Final = 0b1111

Copies = tuple[int, ...]
"""Cards of which each copy is told apart: a card's number, and `PACK` more for its second copy."""

HeldByEach = tuple[tuple[Seat, ...], int]
"""Seats that hold one of some cards each, nobody knows which; and the cards, as bits."""


@final
@attrs.frozen
class Packet(Value):
    """Cards of which each of some seats holds one, nobody knows which.

    Attributes:
        seats: the seats, in order.
        copies: the cards; as many, unless what was told contradicts itself.
    """

    seats: tuple[Seat, ...]
    copies: Copies


@final
@attrs.frozen
class Hidden(Value):
    """What a view tells of the cards that its viewer can't see, piece by piece.

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


@final
@attrs.frozen
class HiddenHands(Value):
    """What a viewer can tell of the hands that are face down, as it grows card by card.

    A set of suits is bits here, 1 for clubs up to 8 for spades.

    Attributes:
        seats: whose hands are face down.
        honours: the ranks of which everybody has one card of each suit (D6).
        unseen: the cards in these hands, as bits; each copy of a card has its own.
        rooms: how many cards each seat holds of them; one entry a seat.
        out: the suits that each seat has shown to have none of (A5); one entry a seat.
        had: the suits of which each seat has played its honour (D6); one entry a seat.
        settled: partner cards that a reveal leaves no choice about, and their holders (D1).
        teams: who the trump honours make a team, once that is revealed (D4); else `()`.
        trump_place: the trump suit, by its place; -1 as long as there are no such teams.
        contradictory: whether what was seen can't all be true.
    """

    seats: tuple[Seat, ...]
    honours: tuple[Rank, ...]
    unseen: int
    rooms: tuple[int, ...]
    out: tuple[int, ...]
    had: tuple[int, ...]
    settled: tuple[tuple[Seat, Card], ...] = ()
    teams: Teams = ()
    trump_place: int = -1
    contradictory: bool = False

    def may_hold(self, card: Card) -> bool:
        """Whether a copy of a card is in one of these hands."""
        return bool(self.unseen & BITS[card.number])

    def is_out_of(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat has shown to have no card of a suit (A5)."""
        return bool(self.out[seat] >> _PLACE[suit] & 1)


def check_in_deal(view: View) -> None:
    """Refuse what is not a view of a deal in progress.

    Raises:
        BadArgumentError: it is not a `View`, or the view is between deals or over.
    """
    check("view", View, view)
    if view.phase is Phase.OVER:
        raise BadArgumentError(ErrorCode.GAME_OVER)
    if view.phase is Phase.AWAITING_DEAL:
        raise BadArgumentError(ErrorCode.AWAITING_DEAL, dealer=view.dealer)


# Reading what was told


def hidden_hands(view: View) -> HiddenHands:
    """All that a view tells of the hands that are face down in this deal, or were in the last."""
    rules, viewer = view.rules, view.viewer
    own = 0 if viewer is None else view.scene.hands[viewer]
    seats = tuple(Seat(seat) for seat in range(rules.players) if seat != viewer)
    nothing = (0,) * rules.players
    fresh = HiddenHands(
        seats=seats,
        honours=rules.dealing.honours if isinstance(rules.dealing, HonoursFirst) else (),
        unseen=rules.deck.cards.bits & ~own,
        rooms=tuple(0 if seat == viewer else rules.tricks for seat in range(rules.players)),
        out=nothing,
        had=nothing,
    )
    plays = view.plays
    leads = (plays[place - place % rules.players] for place in range(len(plays)))
    return _with_partners(_after_plays(fresh, zip(plays, leads, strict=True)), view)


def hidden_hands_after(hands: HiddenHands, view: View) -> HiddenHands:
    """What is known after one more play or reveal.

    Args:
        hands: what was known before it.
        view: the view after it.
    """
    last = view.deal_log[-1]
    if not isinstance(last, Play):
        return _with_partners(hands, view)
    hands = _after_plays(hands, [(last, view.trick[0])])
    if view.scene.revealed and last.card in view.partner_cards:
        return _with_partners(hands, view)
    return hands


def _after_plays(hands: HiddenHands, played: Iterable[tuple[Play, Play]]) -> HiddenHands:
    """What is known after some plays, each given with the lead of its trick."""
    unseen, contradictory = hands.unseen, hands.contradictory
    rooms, out, had = list(hands.rooms), list(hands.out), list(hands.had)
    for play, lead in played:
        seat, card = play.seat, play.card
        if (suit := shown_void(play, lead)) is not None:
            out[seat] |= 1 << _PLACE[suit]
        if seat in hands.seats:
            rooms[seat] -= 1
            copies = unseen & BITS[card.number]
            unseen ^= copies & -copies
            contradictory |= not copies
            if card.rank in hands.honours:
                own = 1 << _PLACE[card.suit]
                contradictory |= bool(had[seat] & own)
                had[seat] |= own
    return HiddenHands(
        hands.seats,
        hands.honours,
        unseen,
        tuple(rooms),
        tuple(out),
        tuple(had),
        hands.settled,
        hands.teams,
        hands.trump_place,
        contradictory,
    )


def _with_partners(hands: HiddenHands, view: View) -> HiddenHands:
    """What is known once the reveal of the partners is taken into account, if there was one."""
    teams, partnership = view.scene.revealed, view.rules.partnership
    if not teams or partnership is None or view.phase is not Phase.PLAYING:
        return hands
    settled, contradictory = _settled(hands.seats, view, partnership, teams)
    return attrs.evolve(
        hands,
        settled=settled,
        teams=teams if isinstance(partnership, ThreePairs) else (),
        trump_place=-1 if view.trump is None else _PLACE[view.trump],
        contradictory=hands.contradictory or contradictory,
    )


def _settled(
    seats: Sequence[Seat], view: View, partnership: Partnership, teams: Teams
) -> tuple[tuple[tuple[Seat, Card], ...], bool]:
    """The partner cards that only one hand can have, and whether there is no such hand."""
    holders = holders_of(view, view.scene.hands)
    if isinstance(partnership, ThreePairs):
        fit = all(set(held) <= set(team) for held, team in zip(holders, teams, strict=True))
        return (), not fit
    for seat in seats:
        if partnership.teams([held or (seat,) for held in holders], view.rules.players) == teams:
            cards = zip(view.partner_cards, holders, strict=True)
            return tuple((seat, card) for card, held in cards if not held), False
    return (), True


# Taking it apart


@final
class Pieces:
    """What is known of the hidden hands, taken apart.

    Attributes:
        packets: honours that were dealt one a seat (D6).
        unseen: the cards that are neither settled nor in a packet, as bits.
        rooms: how many of these cards each seat holds.
        contradictory: whether some card can't be where it is known to be.
    """

    def __init__(self, hands: HiddenHands) -> None:
        self._hands, self._had = hands, list(hands.had)
        self.packets: list[HeldByEach] = []
        self.unseen: int = hands.unseen
        self.rooms: list[int] = list(hands.rooms)
        self.contradictory: bool = hands.contradictory
        for seat, card in hands.settled:
            self._settle(seat, card)
        if hands.honours:
            self._owe_honours()
        self.contradictory |= min(self.rooms) < 0

    def _settle(self, seat: Seat, card: Card) -> None:
        """Give a card to its holder."""
        copies = self.unseen & BITS[card.number]
        self.contradictory |= not copies or self._hands.is_out_of(seat, card.suit)
        self.unseen ^= copies & -copies
        self.rooms[seat] -= 1
        if card.rank in self._hands.honours:
            self._had[seat] |= 1 << _PLACE[card.suit]

    def _owe_honours(self) -> None:
        """Each hidden seat that has not had its honour of a suit still holds it (D6)."""
        hands, had, rooms = self._hands, self._had, self.rooms
        for seat in hands.seats:
            owed = _ALL_SUITS & ~had[seat]
            self.contradictory |= bool(owed & hands.out[seat])
            rooms[seat] -= owed.bit_count()
        honours = sum([RANK_BITS[rank] for rank in hands.honours])
        for place, suit in enumerate(_OF_SUIT):
            if hands.teams and place == hands.trump_place:
                # after a reveal it is known who has which of the trump honours (D4)
                for rank, team in zip(hands.honours, hands.teams, strict=True):
                    seats = [seat for seat in hands.seats if seat in team]
                    self._set_apart(RANK_BITS[rank] & suit, 1 << place, seats)
            else:
                self._set_apart(honours & suit, 1 << place, hands.seats)

    def _set_apart(self, honours: int, suit: int, seats: Sequence[Seat]) -> None:
        """The seats that have not had their honour of a suit have those that are unseen."""
        had, cards = self._had, self.unseen & honours
        owed = tuple([seat for seat in seats if not had[seat] & suit])
        self.contradictory |= cards.bit_count() != len(owed)
        self.unseen ^= cards
        self.packets.append((owed, cards))


def hidden(view: View) -> Hidden:
    """What a view during a deal tells of the cards that its viewer can't see, piece by piece."""
    hands = hidden_hands(view)
    pieces = Pieces(hands)
    held = [0] * view.rules.players
    if view.viewer is not None:
        held[view.viewer] = view.scene.hands[view.viewer] & view.unplayed
    for seat, card in hands.settled:
        held[seat] |= 1 << card.number
    return Hidden(
        tuple(held),
        tuple(Packet(seats, _copies(cards)) for seats, cards in pieces.packets),
        tuple(_copies(pieces.unseen & suit) for suit in _OF_SUIT),
        tuple(pieces.rooms),
        hands.out,
        pieces.contradictory,
    )


def sizes(cards: int) -> list[int]:
    """How many cards of each suit there are."""
    return [(cards & suit).bit_count() for suit in _OF_SUIT]


def _copies(cards: int) -> Copies:
    """Cards given as bits, each copy by itself: of one copy left it doesn't matter which it is."""
    found: list[int] = []
    seconds = cards >> PACK
    left = cards & ONE_PACK | seconds
    both = cards & seconds
    while left:
        bit = left & -left
        left ^= bit
        number = bit.bit_length() - 1
        found.append(number)
        if both & bit:
            found.append(number + PACK)
    return tuple(found)
