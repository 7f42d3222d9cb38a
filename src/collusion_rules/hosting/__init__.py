"""Rooms: what stands between a socket and the rules, without sockets, clocks or threads.

A `Room` is a table with people, an immutable value: the fold of its numbered rows. What somebody
sends makes rows to store first, and an answer and the next room only after that.
"""

from collusion_rules.hosting.allowances import Allowance
from collusion_rules.hosting.clocks import Want, next_deadline, want_move
from collusion_rules.hosting.hosts import Host, Line
from collusion_rules.hosting.messages import Hello, read_hello, refusal_of
from collusion_rules.hosting.names import Person, identity
from collusion_rules.hosting.polling import poll
from collusion_rules.hosting.receiving import (
    Behind,
    Step,
    answer,
    open_room,
    receive,
    stored,
    tick,
)
from collusion_rules.hosting.refusals import Refusal
from collusion_rules.hosting.rooms import Chair, Room, extend, resume
from collusion_rules.hosting.schemas import message_schema, row_schema
from collusion_rules.hosting.serving import (
    MemoryStore,
    NotStored,
    SqliteStore,
    Store,
    Taken,
    Unknown,
    load,
    moved,
    submit,
    wake,
)
from collusion_rules.hosting.settings import Settings
from collusion_rules.public import offer as _offer

__all__ = [
    "Allowance",
    "Behind",
    "Chair",
    "Hello",
    "Host",
    "Line",
    "MemoryStore",
    "NotStored",
    "Person",
    "Refusal",
    "Room",
    "Settings",
    "SqliteStore",
    "Step",
    "Store",
    "Taken",
    "Unknown",
    "Want",
    "answer",
    "extend",
    "identity",
    "load",
    "message_schema",
    "moved",
    "next_deadline",
    "open_room",
    "poll",
    "read_hello",
    "receive",
    "refusal_of",
    "resume",
    "row_schema",
    "stored",
    "submit",
    "tick",
    "wake",
    "want_move",
]

_offer(__name__, __all__, globals())
