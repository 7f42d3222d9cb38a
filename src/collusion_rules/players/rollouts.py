"""A deal played on to its end, in a few microseconds a card, by players with simple habits.

This is for trying things out: the engine is the definition of the rules, and the tests compare.
"""

from collections.abc import Sequence
from typing import Final

from collusion_rules.players.positions import Lay

_FACTOR: Final = 6364136223846793005
_STEP: Final = 1442695040888963407
_MASK: Final = (1 << 64) - 1

OF: Final = 16
"""Habits are shares of so many plays."""
AIMED: Final = 13
"""Of so many plays, how many serve a number that somebody plays for."""


def play_out(
    lay: Lay,
    trump: int,
    hands: list[int],
    trick: Sequence[int],
    leader: int,
    won: list[int],
    ducks: Sequence[int],
    takes: Sequence[int],
    aims: Sequence[int],
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
        ducks: of 16 plays of a seat, how many duck: the highest card that does not take the trick.
        takes: how many take: the cheapest card that takes it for good, or the highest. The other
            plays are any card.
        aims: for a seat that is supposed to play for a number of tricks: that number; it ducks in
            13 of 16 plays once it has as many, and takes until then. Else -1.
        luck: what chance depends on, 64 bits.
    """
    following, firsts, suits = lay.following, lay.firsts, lay.suits
    players, begun = len(hands), len(trick)
    last = players - 1
    tricks = (begun + sum(hand.bit_count() for hand in hands)) // players
    for _ in range(tricks):
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
                    habit, aim = luck >> 60, aims[seat]
                    if aim < 0:
                        ducking, taking = ducks[seat], takes[seat]
                    elif won[seat] < aim:
                        ducking, taking = 0, AIMED
                    else:
                        ducking, taking = AIMED, 0
                    if habit < ducking:
                        if not place:
                            card = _of_any_suit(legal, suits, luck, False)
                        elif legal & led:
                            low = legal & under if suit == led else legal
                            if low:
                                card = 1 << low.bit_length() - 1
                            elif place == last:
                                card = 1 << legal.bit_length() - 1
                        else:
                            card = _of_any_suit(legal & ~trump or legal, suits, luck, True)
                    elif habit < ducking + taking:
                        if not place:
                            card = _of_any_suit(legal, suits, luck, True)
                        elif legal & led:
                            high = legal & ~under if suit == led else 0
                            if high:
                                card = high & -high if place == last else 1 << high.bit_length() - 1
                        else:
                            high = legal & trump
                            if suit == trump:
                                high &= ~under
                            if high:
                                card = high & -high
                            else:
                                card = _of_any_suit(legal & ~trump or legal, suits, luck, False)
                    else:
                        for _ in range((luck >> 32 & 0xFFFF) * legal.bit_count() >> 16):
                            legal &= legal - 1
                        card = legal & -legal
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


def _of_any_suit(cards: int, suits: Sequence[int], luck: int, high: bool) -> int:
    """The highest or the lowest card of one of the suits that there are."""
    place = luck >> 40 & 3
    while not cards & suits[place]:
        place = place + 1 & 3
    found = cards & suits[place]
    return 1 << found.bit_length() - 1 if high else found & -found
