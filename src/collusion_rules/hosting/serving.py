"""The host's loop: judge, store, then tell; and two small stores.

A server needs sockets, a clock and this. Nothing here waits; nothing is told before it is stored.
"""

import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Protocol

from collusion_rules.errors import IllegalMoveError
from collusion_rules.hosting.clocks import Want, next_deadline
from collusion_rules.hosting.messages import refusal_of
from collusion_rules.hosting.names import Person
from collusion_rules.hosting.receiving import Behind, Step, answer, receive, stored, tick
from collusion_rules.hosting.refusals import Refusal
from collusion_rules.hosting.rooms import Room, extend, resume
from collusion_rules.moves import Move
from collusion_rules.records import NO_SCHEMES, Schemes

_MOST_TRIES: Final = 8
"""How often something is judged anew because another server was faster."""


class Taken(Exception):  # noqa: N818 -- not an error: another server was faster
    """A row of that number is stored already; nothing was stored."""


class NotStored(Exception):  # noqa: N818 -- a state, beside the two others
    """The store has failed, and for certain nothing was stored."""


class Unknown(Exception):  # noqa: N818 -- a state, beside the two others
    """The store has failed, and nobody knows whether the rows were stored."""


class Store(Protocol):
    """What keeps the rows of rooms. Its key is the room and the number of the row."""

    @property
    def life(self) -> str:
        """A random text that changes whenever a back-up is restored."""
        ...

    def append(self, step: Step) -> None:
        """Store the rows of a step and its deadline, all or nothing.

        Raises:
            Taken: a row of one of these numbers is stored already.
            NotStored: it has failed, and nothing was stored.
            Unknown: it has failed, and nobody knows whether they were stored.
        """
        ...

    def after(self, room: str, seq: int) -> Iterable[str]:
        """The rows of a room after a number, oldest first.

        Raises:
            NotStored: the store can't be read.
        """
        ...

    def due(self, now: int) -> Iterable[str]:
        """The rooms whose deadline has come."""
        ...


def load(store: Store, room: str, *, schemes: Schemes = NO_SCHEMES) -> Room | None:
    """A room from its store; `None` if there is none of that id.

    Args:
        store: where its rows are.
        room: its id.
        schemes: the classes of scoring schemes of your own, by their names in records.

    Raises:
        NotStored: the store can't be read.
        BadRecordError: its rows are not those of a room that this version can read.
    """
    rows = list(store.after(room, 0))
    return resume(rows, store.life, schemes=schemes) if rows else None


def submit(
    room: Room, store: Store, person: Person, text: str | bytes, now: int
) -> tuple[Room, str | None]:
    """Judge what a person has sent, store what comes of it, and give the room and the answer.

    The answer is `None` if nobody knows whether it was stored: the sender will send it again.
    """
    loaded = False

    def judged(room: Room) -> Step | Behind:
        return receive(room, person, text, now, latest=loaded)

    def after_loading() -> None:
        nonlocal loaded
        loaded = True

    try:
        return _carried_out(room, store, judged, after_loading)
    except NotStored:
        return room, refusal_of(text, Refusal.NOT_STORED, room.seq)


def wake(room: Room, store: Store, now: int) -> Room:
    """Do all that is due in a room by now.

    Raises:
        NotStored: the store has failed; try again later.
    """
    while (deadline := next_deadline(room)) is not None and deadline <= now:
        room, _ = _carried_out(room, store, lambda room: tick(room, now))
    return room


def moved(room: Room, store: Store, want: Want, move: Move, now: int) -> Room:
    """Make the move that a computer player has chosen, unless the table has moved on.

    Raises:
        NotStored: the store has failed; try again later.
    """
    try:
        return _carried_out(room, store, lambda room: answer(room, want, move, now))[0]
    except IllegalMoveError:
        return room


def _carried_out(
    room: Room,
    store: Store,
    act: Callable[[Room], Step | Behind],
    after_loading: Callable[[], None] = lambda: None,
) -> tuple[Room, str | None]:
    """Judge and store, again and again until nobody else was faster.

    Raises:
        NotStored: the store has failed, and nothing was stored.
    """
    name, life, schemes = room.settings.room, room.life, room.settings.schemes
    for _ in range(_MOST_TRIES):
        step = act(room)
        if isinstance(step, Behind):
            room = extend(room, store.after(name, room.seq))
            after_loading()
            continue
        if not step.rows:
            return stored(step)
        try:
            store.append(step)
        except Taken:
            room = extend(room, store.after(name, room.seq))
            continue
        except Unknown:
            # The rows say whether it was stored: the next round finds the message among them.
            try:
                room = resume(store.after(name, 0), life, schemes=schemes)
            except NotStored:
                return room, None
            continue
        return stored(step)
    raise NotStored


def fresh_life() -> str:
    """A new life for a store: for a new one, and for one that was restored from a back-up."""
    return secrets.token_urlsafe(9)


class MemoryStore:
    """Rows in memory, for tests and for tables that need not last."""

    def __init__(self) -> None:
        self.life: str = fresh_life()
        self._rows: dict[str, list[str]] = {}
        self._deadlines: dict[str, int] = {}

    def append(self, step: Step) -> None:
        """Store the rows of a step; see `Store`."""
        rows = self._rows.setdefault(step.room, [])
        if step.rows and step.rows[0][0] != len(rows) + 1:
            raise Taken
        rows.extend(text for _, text in step.rows)
        if step.deadline is None:
            self._deadlines.pop(step.room, None)
        else:
            self._deadlines[step.room] = step.deadline

    def after(self, room: str, seq: int) -> tuple[str, ...]:
        """The rows of a room after a number; see `Store`."""
        return tuple(self._rows.get(room, ())[seq:])

    def due(self, now: int) -> tuple[str, ...]:
        """The rooms whose deadline has come; see `Store`."""
        return tuple(room for room, at in self._deadlines.items() if at <= now)


SQL_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS rows "
    "(room TEXT NOT NULL, seq INTEGER NOT NULL, row TEXT NOT NULL, PRIMARY KEY (room, seq))",
    "CREATE TABLE IF NOT EXISTS rooms (room TEXT PRIMARY KEY, deadline BIGINT)",
    "CREATE INDEX IF NOT EXISTS rooms_by_deadline ON rooms (deadline)",
    "CREATE TABLE IF NOT EXISTS life (life TEXT NOT NULL)",
)
"""What a database needs, in the SQL that SQLite and PostgreSQL have in common."""


class _Waiting:
    """A step that waits to be stored, and what has become of it."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.done = False
        self.failure: Exception | None = Unknown()  # as long as nothing better is known


class SqliteStore:
    """Rows in one SQLite file, for one server process. What `append` has stored is on the disk.

    Steps that several threads append while the disk is busy are written together, all or nothing.
    After a back-up is restored, delete the row of the table `life` before the server starts.
    """

    def __init__(self, path: str) -> None:
        import sqlite3

        self._lock = threading.RLock()
        self._queue: deque[_Waiting] = deque()
        self._errors = sqlite3.Error
        self._taken = sqlite3.IntegrityError
        self._db: sqlite3.Connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False
        )
        rows, *others = SQL_TABLES
        tables = (f"{rows} WITHOUT ROWID", *others)
        for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", *tables):
            self._db.execute(statement)
        self._db.execute(
            "INSERT INTO life SELECT ? WHERE NOT EXISTS (SELECT 1 FROM life)", (fresh_life(),)
        )
        ((life,),) = self._db.execute("SELECT life FROM life")
        self.life: str = life

    def append(self, step: Step) -> None:
        """Store the rows of a step; see `Store`."""
        mine = _Waiting(step)
        self._queue.append(mine)
        with self._lock:  # whoever comes first writes for all who wait
            if not mine.done:
                together = [self._queue.popleft() for _ in range(len(self._queue))]
                for waiting in together:
                    waiting.done = True
                self._write(together)
        if mine.failure is not None:
            raise mine.failure

    def _write(self, together: list[_Waiting]) -> None:
        failure: type[Exception] = NotStored
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for waiting in together:
                self._insert(waiting)
            failure = Unknown
            self._db.execute("COMMIT")
            for waiting in together:
                waiting.failure = waiting.failure if isinstance(waiting.failure, Taken) else None
        except self._errors as error:
            with suppress(self._errors):  # there may be no transaction, or no file any more
                self._db.execute("ROLLBACK")
            for waiting in together:
                waiting.failure = failure()
                waiting.failure.__cause__ = error

    def _insert(self, waiting: _Waiting) -> None:
        """Insert the rows of a step, and its deadline; if a number is taken, none of them."""
        step = waiting.step
        places = ",".join(["(?,?,?)"] * len(step.rows))
        values = [value for seq, text in step.rows for value in (step.room, seq, text)]
        try:
            self._db.execute(f"INSERT INTO rows VALUES {places}", values)  # noqa: S608 -- marks
        except self._taken:
            waiting.failure = Taken()
            return
        self._db.execute(
            "INSERT INTO rooms VALUES (?, ?) "
            "ON CONFLICT (room) DO UPDATE SET deadline = excluded.deadline",
            (step.room, step.deadline),
        )

    def after(self, room: str, seq: int) -> Iterable[str]:
        """The rows of a room after a number; see `Store`."""
        query = "SELECT row FROM rows WHERE room = ? AND seq > ? ORDER BY seq"
        return self._read(query, room, seq)

    def due(self, now: int) -> Iterable[str]:
        """The rooms whose deadline has come; see `Store`."""
        return self._read("SELECT room FROM rooms WHERE deadline <= ?", now)

    def _read(self, query: str, *values: str | int) -> list[str]:
        try:
            with self._lock:
                return [text for (text,) in self._db.execute(query, values)]
        except self._errors as error:
            raise NotStored from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()
