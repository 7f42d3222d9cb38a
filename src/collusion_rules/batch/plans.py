"""Rulesets and cards as the kernel has them.

What the kernel plays it has to read. So each value that a ruleset is made of is taken apart here,
into the parameters of a function that have the names of its fields: a field that no parameter
takes is not read, and then the ruleset is the engine's to play.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from inspect import signature
from typing import Any, Final, TypeVar, assert_never, cast

import attrs
import numpy as np

from collusion_rules.batch import choosing
from collusion_rules.batch.kernel import NO_TEAMS, ONE_PAIR, THREE_PAIRS, Plan, Words
from collusion_rules.cards import (
    ONE_PACK,
    PACK,
    Card,
    Cards,
    Deck,
    Rank,
    Seat,
    Suit,
    cards_from_bits,
)
from collusion_rules.dealing import Dealing, EvenDeal, HonoursFirst
from collusion_rules.partnerships import Partnership, SecretPair, ThreePairs
from collusion_rules.policies import Declares, Plays
from collusion_rules.revisions import latest
from collusion_rules.rulesets import FirstLeader, Reveal, Ruleset, TableTalk
from collusion_rules.scoring import Scoring
from collusion_rules.values import ReadOnly

SUITS: Final = tuple(Suit)
"""The suits by their place in arrays: clubs, diamonds, hearts, spades."""

PLAYS: Final[Mapping[Plays, int]] = ReadOnly(
    {
        Plays.RANDOM: choosing.RANDOM,
        Plays.HIGHEST: choosing.HIGHEST,
        Plays.LOWEST: choosing.LOWEST,
        Plays.DUCK: choosing.DUCK,
        Plays.TAKE: choosing.TAKE,
        Plays.AIM: choosing.AIM,
        Plays.MIDDLE: choosing.MIDDLE,
    }
)
DECLARES: Final[Mapping[Declares, int]] = ReadOnly(
    {
        Declares.RANDOM: choosing.RANDOM,
        Declares.LONGEST: choosing.LONGEST,
        Declares.HOLDING: choosing.HOLDING,
        Declares.LONGEST_HELD: choosing.LONGEST_HELD,
    }
)

_R = TypeVar("_R")
_Ranks = tuple[tuple[Rank, ...], ...]


class UnreadError(Exception):
    """A field of a ruleset, or of a part of one, that the machine code doesn't read."""

    def __init__(self, kind: type, field: str) -> None:
        super().__init__(f"the field {field} of {kind.__name__}")


def apart(value: object, read: Callable[..., _R]) -> _R:
    """What a function makes of the fields of a value, each by its name.

    Raises:
        UnreadError: the value has a field that the function has no parameter for.
    """
    kind = cast("type[attrs.AttrsInstance]", type(value))
    fields: dict[str, Any] = {  # Any: each parameter of the function has its type
        field.name: getattr(value, field.name) for field in attrs.fields(kind) if field.init
    }
    if missing := [name for name in fields if name not in signature(read).parameters]:
        raise UnreadError(kind, missing[0])
    return read(**fields)


@lru_cache(maxsize=64)
def unread(rules: Ruleset) -> str | None:
    """What the kernel doesn't read of a ruleset, in words; `None` if it reads all of it."""
    try:
        plan(rules)
    except UnreadError as error:
        return str(error)
    return None


@lru_cache(maxsize=64)
def plan(rules: Ruleset) -> Plan:
    """A ruleset, as far as it decides how a deal is played.

    Raises:
        UnreadError: it has a field that isn't read.
    """

    def read(
        name: str,
        players: int,
        scoring: Scoring,
        deck: Deck,
        dealing: Dealing,
        first_leader: FirstLeader,
        declares: bool,
        partnership: Partnership | None,
        reveal: Reveal,
        talk: TableTalk,
        accusations: bool,
        play_off: bool,
        revision: int,
    ) -> Plan:
        if revision != latest():  # the machine code plays by the rulings as they are corrected
            raise UnreadError(Ruleset, "revision")
        del first_leader  # `leads_first` says what comes of it
        del scoring, accusations, play_off  # `points` and `games` have these
        del reveal  # `playing` has it: it says when something is told, not what is played
        del name, talk  # they make no difference to the play
        packs, packets = _packets(deck, dealing)
        teams, cycle = _partners(partnership)
        return Plan(
            players=players,
            tricks=rules.tricks,
            packs=packs,
            deck=np.array([card.number for packet in packets for card in packet], np.uint8),
            packets=np.cumsum([len(packet) for packet in packets], dtype=np.int64),
            first_leader=rules.leads_first(Seat(0)),
            declares=declares,
            teams=teams,
            partner_ranks=np.array([[rank - 2 for rank in ranks] for ranks in cycle], np.int64),
        )

    return apart(rules, read)


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


def _packets(deck: Deck, dealing: Dealing) -> tuple[int, tuple[Cards, ...]]:
    """The packs, and the packets that are each shuffled and dealt by itself (A3, D6)."""

    def read(packs: int, lowest: Rank) -> int:
        del lowest  # `cards` has what comes of it
        return packs

    def read_honours(honours: tuple[Rank, ...]) -> tuple[Cards, ...]:
        del honours  # `packets` has what comes of them
        return dealing.packets(deck)

    packs = apart(deck, read)
    match dealing:
        case EvenDeal():
            return packs, apart(dealing, lambda: dealing.packets(deck))
        case HonoursFirst():
            return packs, apart(dealing, read_honours)
        case _:
            assert_never(dealing)


def _partners(partnership: Partnership | None) -> tuple[int, _Ranks]:
    """What kind of teams there are, and the ranks of the partner cards in each deal in turn."""

    def same(honours: tuple[Rank, Rank, Rank]) -> _Ranks:
        return (honours,)

    def in_turn(cycle: _Ranks) -> _Ranks:
        return cycle

    match partnership:
        case None:
            return NO_TEAMS, ((),)
        case SecretPair():
            return ONE_PAIR, apart(partnership, in_turn)
        case ThreePairs():
            return THREE_PAIRS, apart(partnership, same)
        case _:
            assert_never(partnership)
