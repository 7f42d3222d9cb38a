"""Rows in PostgreSQL, for several servers: a row has its place, or is not stored at all."""

import threading
from collections.abc import AsyncIterator, Iterable
from typing import Any, LiteralString

import psycopg

from collusion_rules.hosting import NotStored, Step, Taken, Unknown
from collusion_rules.hosting.serving import SQL_TABLES, fresh_life

_APPEND = """
WITH stored AS (INSERT INTO rows VALUES {rows}),
     timed AS (INSERT INTO rooms VALUES (%s, %s)
               ON CONFLICT (room) DO UPDATE SET deadline = excluded.deadline)
SELECT pg_notify('rooms', %s)"""


class PostgresStore:
    """See `collusion_rules.hosting.Store`. One connection, made anew when it breaks."""

    def __init__(self, url: str) -> None:
        self._url, self._lock = url, threading.Lock()
        self._db: psycopg.Cursor[tuple[Any, ...]] | None = None
        for statement in SQL_TABLES:
            self._run(statement)
        new_life = "INSERT INTO life SELECT %s WHERE NOT EXISTS (SELECT 1 FROM life)"
        self._run(new_life, fresh_life())
        ((self.life,),) = self._run("SELECT min(life) FROM life")

    def append(self, step: Step) -> None:
        """Store the rows of a step, and tell the other servers of it, in one statement."""
        marks: list[LiteralString] = ["(%s, %s, %s)"] * len(step.rows)
        rows = [value for row in step.rows for value in (step.room, *row)]
        query = _APPEND.format(rows=", ".join(marks))
        self._run(query, *rows, step.room, step.deadline, step.room)

    def after(self, room: str, seq: int) -> Iterable[str]:
        """The rows of a room after a number."""
        query = "SELECT row FROM rows WHERE room = %s AND seq > %s ORDER BY seq"
        return self._read(query, room, seq)

    def due(self, now: int) -> Iterable[str]:
        """The rooms whose deadline has come."""
        return self._read("SELECT room FROM rooms WHERE deadline <= %s", now)

    async def heard(self) -> AsyncIterator[str]:
        """The rooms that other servers have changed; `""` after being cut off: load all anew."""
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as listener:
            await listener.execute("LISTEN rooms")
            yield ""
            async for notice in listener.notifies():
                yield notice.payload

    def _read(self, query: LiteralString, *values: str | int) -> list[str]:
        try:
            return [text for (text,) in self._run(query, *values)]
        except Unknown:
            raise NotStored from None

    def _run(self, query: LiteralString, *values: str | int | None) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                if self._db is None or self._db.connection.closed:
                    db = psycopg.connect(self._url, autocommit=True, connect_timeout=5)
                    self._db = db.cursor()
            except psycopg.Error as error:
                raise NotStored from error
            try:
                self._db.execute(query, values)
                return self._db.fetchall() if self._db.description else []
            except psycopg.errors.UniqueViolation:
                raise Taken from None
            except psycopg.Error as error:
                self._db.connection.close()
                raise Unknown from error
