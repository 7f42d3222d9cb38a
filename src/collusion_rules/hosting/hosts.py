"""A host: the rooms that one process has in memory, and who is connected to them.

What differs between servers is left to them: sockets, the clock, and when to call.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from json import loads
from typing import Final, cast

import attrs

from collusion_rules.engine import is_legal
from collusion_rules.errors import BadRecordError
from collusion_rules.hosting.allowances import Allowance
from collusion_rules.hosting.clocks import Want, next_deadline, want_move
from collusion_rules.hosting.messages import read_hello, refusal_of
from collusion_rules.hosting.names import Person, identity
from collusion_rules.hosting.polling import poll
from collusion_rules.hosting.receiving import open_room, stored
from collusion_rules.hosting.refusals import Refusal
from collusion_rules.hosting.rooms import Room, extend
from collusion_rules.hosting.serving import NotStored, Store, Unknown, load, moved, submit, wake
from collusion_rules.hosting.settings import Settings, TakeBacks
from collusion_rules.moves import Move, Talk
from collusion_rules.players.protocol import Player
from collusion_rules.records import NO_SCHEMES, Schemes
from collusion_rules.rulesets import RULESETS, Ruleset
from collusion_rules.values import ReadOnly

MOST_LINES: Final = 100
"""How many connections one room may have in one process."""

MOST_ROOMS: Final = 10_000
"""How many rooms one process keeps in memory."""

MOST_REFUSALS: Final = 100
"""How many messages of one connection are refused unread before it should be closed."""

_MOST_OPENERS: Final = 10_000


class _Table:
    """A room in memory, its connections, and a lock for whoever changes it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = threading.Lock()
        self.lines: set[Line] = set()
        self.next = 0


class Line:
    """One connection: who it is, what it has been told, and how much it may still send.

    Attributes:
        room: the room's id.
        changed: what is called whenever there is news.
    """

    def __init__(
        self,
        host: "Host",
        room: str,
        person: Person | None,
        since: int,
        language: str,
        snapshots: bool,
        changed: Callable[[], object],
    ) -> None:
        self.room: str = room
        self.changed: Callable[[], object] = changed
        self._host, self._person, self._since = host, person, since
        self._language, self._snapshots = language, snapshots
        self._allowance, self._refused = Allowance(), 0

    @property
    def worn_out(self) -> bool:
        """Whether it has sent so much nonsense, or so fast, that it should be closed."""
        return self._refused >= MOST_REFUSALS

    def hear(self, text: str | bytes, now: int) -> str | None:
        """Take what the connection has sent; give the answer to send to it alone, if there is one.

        Args:
            text: what was sent, whatever it is.
            now: the time, in milliseconds UTC.
        """
        self._allowance, may = self._allowance.spend(now)
        if may and self._person is not None:
            return self._host.submit(self.room, self._person, text, now)
        self._refused += 1
        return refusal_of(text, Refusal.NOT_SEATED if may else Refusal.TOO_FAST)

    def news(self, now: int) -> str | None:
        """What the connection has not been told yet; `None` if there is nothing. It counts as told.

        Args:
            now: the time, in milliseconds UTC.
        """
        room = self._host.room(self.room)
        since, self._since = self._since, room.seq
        return poll(
            room, self._person, since, now, language=self._language, snapshots=self._snapshots
        )

    def close(self) -> None:
        """The connection has ended."""
        self._host.forget(self)


class Host:
    """The rooms of one process. Its methods may be called from several threads.

    Args:
        store: where the rows are.
        players: the computer players, by their kinds.
        rulesets: what may be played, by the names that people choose from.
        schemes: the classes of scoring schemes of your own, by their names in records.
        think_ms: how long a computer player waits with each move, so that people can follow.
        deal_ms: how long a scored deal lies on the table.

    Raises:
        BadRecordError: the scoring of a ruleset is of a class that is not in `schemes`, or has a
            field that has no record.
        BadArgumentError: `schemes` are not schemes.
    """

    def __init__(
        self,
        store: Store,
        players: Mapping[str, Player] | None = None,
        rulesets: Mapping[str, Ruleset] = RULESETS,
        schemes: Schemes = NO_SCHEMES,
        think_ms: int = 900,
        deal_ms: int = 8_000,
    ) -> None:
        self._store = store
        self._think_ms, self._deal_ms = think_ms, deal_ms
        for rules in rulesets.values():
            Settings(rules=rules, schemes=schemes)
        self._players = ReadOnly(players or {})
        self._rulesets, self._schemes = ReadOnly(rulesets), ReadOnly(schemes)
        self._tables: dict[str, _Table] = {}
        self._openers: dict[str, Allowance] = {}
        self._looked = 0

    def open(self, text: str | bytes, now: int, opener: str = "") -> str:
        """Open a room for whoever asks, and give its id; or `!` and the code of a refusal.

        Args:
            text: what was asked for, as JSON: the name of a `ruleset`, whether `accusations` are
                allowed in it, and what else of `Settings` people may choose: `turn_ms`,
                `take_backs`, `shares`, `language`.
            now: the time, in milliseconds UTC.
            opener: where it comes from, such as an address: nobody opens many rooms at once.
        """
        allowance, may = self._openers.get(opener, Allowance()).spend(now)
        while len(self._openers) >= _MOST_OPENERS:
            del self._openers[next(iter(self._openers))]
        self._openers[opener] = allowance
        if not may:
            return f"!{Refusal.TOO_FAST}"
        settings = self._settings(text)
        if settings is None:
            return f"!{Refusal.NOT_A_MESSAGE}"
        step = open_room(settings, now, self._store.life)
        try:
            self._store.append(step)
        except (NotStored, Unknown):
            return f"!{Refusal.NOT_STORED}"
        self._tables[settings.room] = _Table(stored(step)[0])
        return settings.room

    def _settings(self, text: str | bytes) -> Settings | None:
        """The settings that somebody wishes for; `None` if there are no such settings."""
        try:
            wish = cast("dict[str, object]", loads(text[:4_000]))
            rules = self._rulesets[cast("str", wish.pop("ruleset"))]
            accusations = cast("bool", wish.pop("accusations", rules.accusations))
            return Settings(
                rules=attrs.evolve(rules, accusations=accusations),
                turn_ms=cast("int", wish.pop("turn_ms", 60_000)),
                take_backs=cast("TakeBacks", wish.pop("take_backs", "majority")),
                shares=cast("bool", wish.pop("shares", False)),
                language=cast("str", wish.pop("language", "en")),
                computers=tuple(self._players),
                deal_ms=self._deal_ms,
                schemes=self._schemes,
            )
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None

    def connect(
        self, name: str, hello: str | bytes, changed: Callable[[], object] = lambda: None
    ) -> Line | None:
        """Begin a connection; `None` if there is no such room, or it is full, or this is no hello.

        Args:
            name: the room's id.
            hello: the first message of the connection.
            changed: called whenever there is news for the connection, in the thread in which the
                room was changed.

        Raises:
            NotStored: the store can't be read.
        """
        read = read_hello(hello, self._store.life)
        if read is None:
            return None
        person = None
        if read.token:
            try:
                person = identity(name, read.token)
            except ValueError:
                return None
        line = Line(self, name, person, read.seen, read.language, read.snapshots, changed)
        while (table := self._table(name)) is not None:
            with table.lock:
                if self._tables.get(name) is not table:
                    continue  # it has just been dropped from memory
                if len(table.lines) >= MOST_LINES:
                    return None
                table.lines.add(line)
                return line
        return None

    def forget(self, line: Line) -> None:
        """A connection has ended."""
        self._tables[line.room].lines.discard(line)

    def room(self, name: str) -> Room:
        """A room that is in memory."""
        return self._tables[name].room

    def submit(self, name: str, person: Person, text: str | bytes, now: int) -> str | None:
        """Judge and store what a person has sent; see `hosting.submit`."""
        replies: list[str | None] = []

        def judged(room: Room) -> Room:
            room, reply = submit(room, self._store, person, text, now)
            replies.append(reply)
            return room

        self._change(name, judged)
        self._tables[name].next = now
        return replies[0]

    def pulse(self, now: int) -> None:
        """Do whatever is due in any room: call it some twenty times a second, from one thread.

        Rooms that only the store has are looked for once a second.

        Args:
            now: the time, in milliseconds UTC.
        """
        if now >= self._looked + 1_000:
            self._looked = now
            self._due(now)
            self._tidy()
        for name, table in list(self._tables.items()):
            if table.next <= now:
                table.next = self._wake(name, now)

    def _wake(self, name: str, now: int) -> int:
        """Do what is due in a room, let its computer players move, and say when to do so next."""
        try:
            self._change(name, lambda room: wake(room, self._store, now))
            want = want_move(self.room(name))
            if want is not None and want.kind in self._players:
                if now < want.turn_at + self._think_ms:
                    deadline = next_deadline(self.room(name))
                    think = want.turn_at + self._think_ms
                    return think if deadline is None else min(think, deadline)
                move = self._chosen(want)
                self._change(name, lambda room: moved(room, self._store, want, move, now))
                return now
        except NotStored:
            return now + 1_000
        deadline = next_deadline(self.room(name))
        return now + 60_000 if deadline is None else deadline

    def _chosen(self, want: Want) -> Move:
        """What a computer player says or does."""
        player = self._players[want.kind]
        said = player.speak(want.view, want.seed) if want.may_speak else None
        if said is not None:
            talk = Talk(want.seat, said)
            if is_legal(want.view, talk):
                return talk
        return player.choose(want.view, want.seed)

    def _due(self, now: int) -> None:
        """Load the rooms whose time has come; those that can't be read are passed over."""
        with suppress(NotStored):
            for name in list(self._store.due(now)):
                with suppress(BadRecordError):
                    self._table(name)

    def heard(self, names: Iterable[str] | None = None) -> None:
        """Other servers have changed rooms: load what is new in those that are in memory.

        Args:
            names: the rooms; `None` for all, after the line to the store was cut off.
        """
        for name in list(self._tables if names is None else names):
            if name in self._tables:
                self._change(name, self._caught_up)
                self._tables[name].next = 0

    def _caught_up(self, room: Room) -> Room:
        return extend(room, self._store.after(room.settings.room, room.seq))

    def _tidy(self) -> None:
        """Drop the rooms from memory that nobody is connected to and in which no time runs."""
        for name, table in list(self._tables.items()):
            with table.lock:
                if not table.lines and next_deadline(table.room) is None:
                    self._tables.pop(name, None)

    def _table(self, name: str) -> _Table | None:
        table = self._tables.get(name)
        if table is None and len(self._tables) < MOST_ROOMS:
            room = load(self._store, name, schemes=self._schemes)
            if room is not None:
                table = self._tables.setdefault(name, _Table(room))
        return table

    def _change(self, name: str, act: Callable[[Room], Room]) -> None:
        table = self._tables[name]
        with table.lock:
            before = table.room.seq
            table.room = act(table.room)
        if table.room.seq != before:
            for line in tuple(table.lines):
                line.changed()
