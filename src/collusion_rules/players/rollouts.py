"""A deal played on to its end by players with simple habits, in a few microseconds a card.

The habits are those of `Policy`, and the rules those of the engine; the tests compare.
"""

from collections.abc import Sequence
from typing import Final

from collusion_rules.players.positions import Lay
from collusion_rules.policies import Plays

_FACTOR: Final = 6364136223846793005
_STEP: Final = 1442695040888963407
_MASK: Final = (1 << 64) - 1


def play_out(
    lay: Lay,
    trump: int,
    hands: list[int],
    trick: Sequence[int],
    leader: int,
    won: list[int],
    plays: Sequence[Plays],
    aims: Sequence[int],
    whims: Sequence[int],
    luck: int,
) -> None:
    """Play a deal to its end (A5 to A8).

    Args:
        lay: how the cards lie.
        trump: the bits of trumps.
        hands: the bits of what each seat holds; they are played, so this is changed.
        trick: the cards on the table, the lead first.
        leader: who leads or has led to the trick.
        won: tricks taken, one entry a seat; this is changed.
        plays: which card each seat plays: `RANDOM`, `DUCK`, `TAKE` or `AIM`.
        aims: how many tricks each seat aims for.
        whims: of 16 plays of each seat, how many are any card.
        luck: what chance depends on, 64 bits.
    """
    following, firsts = lay.following, lay.firsts
    players, begun = len(hands), len(trick)
    last = players - 1
    for _ in range((begun + sum(hand.bit_count() for hand in hands)) // players):
        seat = winner = leader
        suit = led = under = 0
        for place in range(players):
            if place < begun:
                card = trick[place]
            else:
                hand = hands[seat]
                legal = hand & led or hand
                card = legal & -legal
                if card != legal:
                    luck = (luck * _FACTOR + _STEP) & _MASK
                    how = plays[seat]
                    if luck >> 60 < whims[seat] or how is Plays.RANDOM:
                        for _ in range((luck >> 32 & 0xFFFF) * legal.bit_count() >> 16):
                            legal &= legal - 1
                        card = legal & -legal
                    elif how is Plays.TAKE or (how is Plays.AIM and won[seat] < aims[seat]):
                        if not place:
                            card = highest(legal, lay)
                        else:
                            wins = legal & (suit & ~under | trump & ~suit)
                            if wins:
                                card = wins & -wins
                            elif not legal & led:
                                card = lowest(legal, lay)
                    elif not place:
                        card = lowest(legal, lay)
                    else:
                        loses = legal & ~(suit & ~under | trump & ~suit)
                        if not loses:
                            if place == last:
                                card = 1 << legal.bit_length() - 1
                        elif loses & led:
                            card = 1 << loses.bit_length() - 1
                        else:
                            card = highest(loses, lay)
                hands[seat] = hand ^ card
            if not place:
                suit = led = following[card.bit_length() - 1]
                under = (card << (2 if card & firsts else 1)) - 1
            elif card & suit:
                if card > under:
                    under = (card << (2 if card & firsts else 1)) - 1
                    winner = seat
            elif card & trump:
                suit = trump
                under = (card << (2 if card & firsts else 1)) - 1
                winner = seat
            seat = seat + 1 if seat != last else 0
        won[winner] += 1
        leader, begun = winner, 0


def lowest(cards: int, lay: Lay) -> int:
    """The card of the lowest rank, and of equal ranks that of the lowest suit."""
    best, least = 0, 99
    for place, suit in enumerate(lay.suits):
        found = cards & suit
        if found:
            found &= -found
            rank = (found.bit_length() - 1) // lay.packs - 13 * place
            if rank < least:
                best, least = found, rank
    return best


def highest(cards: int, lay: Lay) -> int:
    """The card of the highest rank, and of equal ranks that of the highest suit."""
    best, most = 0, -1
    for place, suit in enumerate(lay.suits):
        found = cards & suit
        if found:
            at = found.bit_length() - 1
            rank = at // lay.packs - 13 * place
            if rank >= most:
                best, most = 1 << at, rank
    return best
