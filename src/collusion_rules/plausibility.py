"""Whether the hands that a viewer can't see can be as all that they have seen wants them."""

from typing import Final

from collusion_rules.hidden import HiddenHands, Pieces, sizes

_SETS: Final = tuple(
    tuple(part for part in range(1, suits + 1) if part & suits == part) for suits in range(16)
)
"""By a set of suits as bits: the sets in it but the empty one."""

_PLACES: Final = tuple(tuple(at for at in range(4) if suits >> at & 1) for suits in range(16))
"""By a set of suits as bits: the places of its suits."""


def some_deal_fits(hands: HiddenHands) -> bool:
    """Whether the cards not seen can be dealt so that all that the viewer has seen can happen.

    That is, whether there is a world (see `worlds.count_worlds`). Once cards whose holders are
    known and honours (D6) are set apart, the rest can be dealt if no set of suits has more cards
    than there is room for in the hands that may have cards of these suits (Hall's theorem). That
    all cards fit into all hands is sure, so only sets need to be looked at that a hand is out of.
    """
    pieces = Pieces(hands)
    if pieces.contradictory:
        return False
    if not any(hands.out):
        return True
    cards = sizes(pieces.unseen)
    for suits in {part for missing in set(hands.out) for part in _SETS[missing]}:
        room = -sum([cards[at] for at in _PLACES[suits]])
        for places, missing in zip(pieces.rooms, hands.out, strict=True):
            if suits & ~missing:
                room += places
        if room < 0:
            return False
    return True
