"""What a table in lockstep is, as numbers, and what its rules are."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.kernel import Numbers, Plan
from collusion_rules.moves import MOST_PLAYERS

Tiny = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
Tables = npt.NDArray[np.void]
"""Many tables: an array of `TABLE`."""
Table = Any
"""One of them: the fields of a record have no types that a type checker knows."""

TABLE: Final = np.dtype(
    [
        # what every action looks at comes first, close together
        ("legal", np.uint64),  # the actions that may be done now, as bits
        ("turn", np.int8),  # whose turn it is; -1 once the deal is over
        ("leader", np.int8),  # who leads or has led to the trick
        ("placed", np.int8),  # how many cards are on the table
        ("led", np.int8),  # the place of the suit led
        ("winning", np.int8),  # the place of the suit that takes the trick as it stands
        ("best", np.int8),  # the number of the card that takes it; -1 before the lead
        ("winner", np.int8),  # who takes the trick as it stands
        ("done", np.int8),  # how many tricks are taken
        ("trump", np.int8),  # the place of the trump suit; -1 if there is none yet
        ("dealer", np.int8),
        ("trick", np.uint8, MOST_PLAYERS),  # the card that a seat played last, by seat
        ("won", np.uint8, MOST_PLAYERS),  # tricks taken, by seat
        ("voids", np.uint8, MOST_PLAYERS),  # suits a seat has shown to be out of, as bits
        ("hands", np.uint64, MOST_PLAYERS),  # the cards held, by seat
        ("played", np.uint64, MOST_PLAYERS),  # the cards played, by seat
        ("totals", np.int64, MOST_PLAYERS),  # points before the deal, by seat
        ("deals", np.int64),  # how many deals of the game are scored
        ("partners", np.uint64),  # the partner cards; none before trumps are declared
        ("sides", np.int8, MOST_PLAYERS),  # the side each seat is on; -1 while there is none
        ("accused", np.int8, MOST_PLAYERS),  # which pair a seat has accused; -1 for none
        ("both_held", np.uint64, MOST_PLAYERS),  # the cards held of which it has both copies
        ("both_played", np.uint64, MOST_PLAYERS),  # the same of the cards played
        ("key", np.uint64),  # what its random words depend on
        ("place", np.uint64),  # the next of these
        ("episode", np.uint64),  # how many episodes came before this one
    ],
    align=True,
)
"""What a table is."""

MOST_ACTIONS: Final = 64
"""How many actions fit into a word of legal ones."""


class Frame(NamedTuple):
    """The numbers of a ruleset that are looked at with every action.

    Attributes:
        players: how many seats there are.
        tricks: how many tricks a deal has.
        packs: one or two.
        declares: whether the dealer declares trumps.
        teams: `NO_TEAMS`, `ONE_PAIR` or `THREE_PAIRS`.
        pairs: how many pairs may be accused; 0 without accusations.
        open_reveal: whether the first partner card reveals the partners (D1).
        first_leader: how far from the dealer sits who leads first (A4).
        declaring: what declares for a seat that a policy plays.
    """

    players: int
    tricks: int
    packs: int
    declares: bool
    teams: int
    pairs: int
    open_reveal: bool
    first_leader: int
    declaring: int


class House(NamedTuple):
    """What of a ruleset decides how tables are stepped.

    Attributes:
        frame: its numbers.
        plan: how a deal is dealt.
        pairs: the pairs that may be accused, by pair and place, counted from the accuser.
        policies: what plays for each seat, as the kernel has it; -1 for a learner.
        aims: how many tricks each of these aims for.
        shares: what share of all tricks any number of tricks is.
    """

    frame: Frame
    plan: Plan
    pairs: Numbers
    policies: Numbers
    aims: Numbers
    shares: Floats


class Layout(NamedTuple):
    """Where the parts of an observation begin; 0 for those it hasn't."""

    hand: np.uint64
    played: np.uint64
    trick: np.uint64
    voids: np.uint64
    tricks_won: np.uint64
    totals: np.uint64
    deals_played: np.uint64
    dealer: np.uint64
    turn: np.uint64
    declaring: np.uint64
    trump: np.uint64
    partner_cards: np.uint64
    teams: np.uint64
    accused: np.uint64
