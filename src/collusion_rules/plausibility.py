"""Whether the hands that a viewer can't see can be as all that they have seen wants them."""

from collections.abc import Sequence
from typing import Final

from collusion_rules.cards import SUIT_BITS, Card, Seat, Suit
from collusion_rules.dealing import HonoursFirst
from collusion_rules.knowledge import voids_shown
from collusion_rules.moves import Play
from collusion_rules.partnerships import ThreePairs
from collusion_rules.state import View, holders_of

_SUITS: Final = tuple(Suit)
_PLACE: Final = {suit: place for place, suit in enumerate(_SUITS)}
_ALL_SUITS: Final = 15
"""A set of suits as bits, by their places in `_SUITS`."""


def some_deal_fits(view: View) -> bool:
    """Whether the cards not seen can be dealt so that all that the viewer has seen can happen.

    Each hidden hand has so many cards (A3) and is out of some suits (A5). Some are owed a card:
    an honour of a suit (D6), or the partner card that a reveal leaves no choice about (D1). The
    rest can be dealt if no set of suits has more cards than there is room for in the hands that
    may have cards of these suits (Hall's theorem).
    """
    rules, viewer = view.rules, view.viewer
    hidden = [Seat(seat) for seat in range(rules.players) if seat != viewer]
    room = dict.fromkeys(hidden, rules.tricks)
    left, plays = _not_own(view), view.plays
    for play in plays:
        if play.seat != viewer:
            room[play.seat] -= 1
            left[_PLACE[play.card.suit]] -= 1
    owed = _owed(view, plays, hidden)
    shown = voids_shown(plays, rules.players)
    if owed is None or any(suit in shown[seat] for seat, suit in owed):
        return False
    for seat, suit in owed:
        room[seat] -= 1
        left[_PLACE[suit]] -= 1
    may_have = [
        (room[seat], _ALL_SUITS - sum(1 << _PLACE[suit] for suit in shown[seat])) for seat in hidden
    ]
    return min(room.values()) >= 0 and _can_be_shared_out(left, may_have)


def _can_be_shared_out(cards: Sequence[int], hands: Sequence[tuple[int, int]]) -> bool:
    """Whether so many cards of each suit fit into hands with so much room for some of the suits."""
    together = [0]  # by set of suits: how many cards
    for suits in range(1, _ALL_SUITS + 1):
        lowest = suits & -suits
        count = together[suits - lowest] + cards[lowest.bit_length() - 1]
        together.append(count)
        for room, may_have in hands:
            if may_have & suits:
                count -= room
        if count > 0:
            return False
    return True


def _not_own(view: View) -> list[int]:
    """How many cards of each suit were not dealt to the viewer."""
    own = 0 if view.viewer is None else view.scene.hands[view.viewer]
    of_each = len(view.rules.deck) // 4
    return [of_each - (own & SUIT_BITS[suit]).bit_count() for suit in _SUITS]


def _owed(
    view: View, plays: Sequence[Play], hidden: Sequence[Seat]
) -> list[tuple[Seat, Suit]] | None:
    """The cards still to come that only one hand can have; `None` if some hand can't be at all."""
    partner_cards = _owed_partner_cards(view, hidden)
    if partner_cards is None:
        return None
    dealing, owed = view.rules.dealing, list[tuple[Seat, Suit]]()
    honours = dealing.honours if isinstance(dealing, HonoursFirst) else ()
    if honours:
        had = [(play.seat, play.card.suit) for play in plays if play.card.rank in honours]
        if len(set(had)) < len(had):
            return None
        owed = [(seat, suit) for seat in hidden for suit in _SUITS if (seat, suit) not in had]
    for seat, card in partner_cards:
        if card.rank not in honours:
            owed.append((seat, card.suit))
        elif (seat, card.suit) not in owed:
            return None
    return owed


def _owed_partner_cards(view: View, hidden: Sequence[Seat]) -> list[tuple[Seat, Card]] | None:
    """Where partner cards not seen must be, once the partners are revealed; `None` if nowhere."""
    teams, partnership = view.scene.revealed, view.rules.partnership
    if not teams or partnership is None:
        return []
    holders = holders_of(view, view.scene.hands)
    if isinstance(partnership, ThreePairs):
        right = all(set(seats) <= set(team) for seats, team in zip(holders, teams, strict=True))
        return [] if right else None
    for seat in hidden:
        if partnership.teams([seats or (seat,) for seats in holders], view.rules.players) == teams:
            cards = zip(view.partner_cards, holders, strict=True)
            return [(seat, card) for card, seats in cards if not seats]
    return None
