"""Rows in PostgreSQL, for several servers: a row has its place, or is not stored at all."""

import threading
from collections.abc import AsyncIterator, Iterable
from typing import Any, LiteralString

import psycopg

from collusion_rules.hosting import NotStored, Step, Taken, Unknown
from collusion_rules.hosting.serving import SQL_TABLES, fresh_life

_APPEND = """
WITH stored AS (INSERT INTO rows
                SELECT %(room)s, * FROM unnest(%(seqs)s::bigint[], %(rows)s::text[])),
     timed AS (INSERT INTO rooms VALUES (%(room)s, %(deadline)s)
               ON CONFLICT (room) DO UPDATE SET deadline = excluded.deadline)
SELECT pg_notify('rooms', %(room)s)"""


class PostgresStore:
    """See `collusion_rules.hosting.Store`. One connection, made anew when it breaks."""

    def __init__(self, url: str) -> None:
        self._url, self._lock = url, threading.Lock()
        self._db: psycopg.Connection[Any] | None = None
        for statement in SQL_TABLES:
            self._run(statement, {})
        life = {"life": fresh_life()}
        self._run("INSERT INTO life SELECT %(life)s WHERE NOT EXISTS (SELECT 1 FROM life)", life)
        ((self.life,),) = self._run("SELECT min(life) FROM life", {})

    def append(self, step: Step) -> None:
        """Store the rows of a step, and tell the other servers of it, in one statement."""
        seqs, rows = [seq for seq, _ in step.rows], [text for _, text in step.rows]
        named = {"room": step.room, "seqs": seqs, "rows": rows, "deadline": step.deadline}
        self._run(_APPEND, named)

    def after(self, room: str, seq: int) -> Iterable[str]:
        """The rows of a room after a number."""
        query = "SELECT row FROM rows WHERE room = %(room)s AND seq > %(seq)s ORDER BY seq"
        return self._read(query, {"room": room, "seq": seq})

    def due(self, now: int) -> Iterable[str]:
        """The rooms whose deadline has come."""
        return self._read("SELECT room FROM rooms WHERE deadline <= %(now)s", {"now": now})

    async def heard(self) -> AsyncIterator[str]:
        """The rooms that other servers have changed; `""` after being cut off: load all anew."""
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as listener:
            await listener.execute("LISTEN rooms")
            yield ""
            async for notice in listener.notifies():
                yield notice.payload

    def _read(self, query: LiteralString, named: dict[str, object]) -> list[str]:
        try:
            return [text for (text,) in self._run(query, named)]
        except Unknown:
            raise NotStored from None

    def _run(self, query: LiteralString, named: dict[str, object]) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                if self._db is None or self._db.closed:
                    self._db = psycopg.connect(self._url, autocommit=True, connect_timeout=5)
            except psycopg.Error as error:
                raise NotStored from error
            try:
                done = self._db.execute(query, named)
                return done.fetchall() if done.description else []
            except psycopg.errors.UniqueViolation:
                raise Taken from None
            except psycopg.Error as error:
                self._db.close()
                raise Unknown from error
