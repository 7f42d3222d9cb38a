"""Rulesets and cards as the kernel has them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, assert_never

import numpy as np

from collusion_rules.batch.kernel import NO_TEAMS, ONE_PAIR, THREE_PAIRS, Plan, Words
from collusion_rules.cards import ONE_PACK, PACK, Card, Cards, Rank, Seat, Suit, cards_from_bits
from collusion_rules.dealing import EvenDeal, HonoursFirst
from collusion_rules.partnerships import SecretPair, ThreePairs
from collusion_rules.rulesets import Ruleset

SUITS: Final = tuple(Suit)
"""The suits by their place in arrays: clubs, diamonds, hearts, spades."""


@lru_cache(maxsize=64)
def plan(rules: Ruleset) -> Plan:
    """A ruleset, as far as it decides how a deal is played."""
    packets = [[card.number for card in cards] for cards in _packets(rules)]
    teams, cycle = _partners(rules)
    return Plan(
        players=rules.players,
        tricks=rules.tricks,
        packs=rules.deck.packs,
        deck=np.array([number for packet in packets for number in packet], np.uint8),
        packets=np.cumsum([len(packet) for packet in packets], dtype=np.int64),
        first_leader=rules.leads_first(Seat(0)),
        declares=rules.declares,
        teams=teams,
        partner_ranks=np.array([[rank - 2 for rank in ranks] for ranks in cycle], np.int64),
    )


def honours(rules: Ruleset) -> Words:
    """The cards of which each seat is dealt exactly one, as bits, one entry a suit (D6)."""
    match rules.dealing:
        case EvenDeal():
            return np.zeros(0, np.uint64)
        case HonoursFirst(ranks):
            one_each = [Cards(Card(rank, suit) for rank in ranks).bits for suit in SUITS]
            return np.array(one_each, np.uint64)
        case _:
            assert_never(rules.dealing)


def words(hands: Iterable[Cards]) -> Words:
    """Hands as the kernel has them: by seat, then first copies and second ones."""
    return np.array([[hand.bits & ONE_PACK, hand.bits >> PACK] for hand in hands], np.uint64)


def cards(hand: Words) -> Cards:
    """A hand of the kernel's: first copies, and second ones."""
    first, second = hand.tolist()
    return cards_from_bits(first | second << PACK)


def _packets(rules: Ruleset) -> list[Cards]:
    """The packets of the deck that are each shuffled and dealt by itself (A3, D6)."""
    deck = rules.deck.cards
    match rules.dealing:
        case EvenDeal():
            return [deck]
        case HonoursFirst(ranks):
            first = [
                Cards(card for card in deck.of_suit(suit) if card.rank in ranks) for suit in SUITS
            ]
            return [*first, Cards(card for card in deck if card.rank not in ranks)]
        case _:
            assert_never(rules.dealing)


def _partners(rules: Ruleset) -> tuple[int, tuple[tuple[Rank, ...], ...]]:
    """What kind of teams there are, and the ranks of the partner cards in each deal in turn."""
    match rules.partnership:
        case None:
            return NO_TEAMS, ((),)
        case SecretPair(cycle):
            return ONE_PAIR, cycle
        case ThreePairs(ranks):
            return THREE_PAIRS, (ranks,)
        case _:
            assert_never(rules.partnership)
