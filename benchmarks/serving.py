"""What a server with many tables does: `python benchmarks/serving.py [TABLES ...]`.

`examples/web_table` serves, with SQLite and, if it is installed, PostgreSQL; and for comparison a
server of boardgame.io in the same run. Four people at each table, over sockets of this machine,
play as soon as it is their turn. Node.js plays them; `npm install` in `benchmarks/serving` first.
"""

# The example is not a part of the library, and is found at run time:
# pyright: basic

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

HERE = Path(__file__).parent
EXAMPLE = HERE.parent / "examples" / "web_table"
sys.path[:0] = [str(EXAMPLE / "src"), str(EXAMPLE / "tests")]

from people import (  # noqa: E402  # pyright: ignore[reportMissingImports]  # put there above
    Served,
    dial,
    free_port,
    postgres,
    postgres_programs,
)

import collusion_rules as cr  # noqa: E402 -- the path comes first
from collusion_rules import hosting  # noqa: E402

NODE = shutil.which("node") or ""
RESTARTED = 1_500
SECONDS_A_MOVE = 5
"""How often somebody moves at a table of people, as one may reckon."""
FIGURES = HERE / "serving.md"


def opened(store: hosting.Store, tables: int, now: int, cards: int = 0) -> list[dict[str, Any]]:
    """Rooms with four people who have been dealt their cards, and have played some of them."""
    rooms: list[dict[str, Any]] = []
    for _ in range(tables):
        settings = hosting.Settings(rules=cr.PARLETT, turn_ms=3_600_000)
        name = settings.room
        tokens = [f"{seat} of {name} " + "-" * 20 for seat in range(4)]
        people = [hosting.identity(name, token) for token in tokens]
        step = hosting.open_room(settings, now, store.life)
        store.append(step)
        room, _ = hosting.stored(step)
        for seat in range(4):
            sit = {"type": "sit", "id": "s", "seen": room.seq, "seat": seat, "name": f"P{seat}"}
            room, _ = hosting.submit(room, store, people[seat], json.dumps(sit), now)
        room = hosting.wake(room, store, now)
        for card in range(cards):
            move = cr.legal_moves(cast("cr.Game", room.game))[0]
            fields = json.loads(cr.dumps(move))
            said = {"type": "move", "id": f"{card}", "seen": room.seq, "move": fields}
            room, _ = hosting.submit(room, store, people[move.seat], json.dumps(said), now)
        rooms.append({"room": name, "tokens": tokens})
    return rooms


class Quick(hosting.SqliteStore):
    """The same file, written without waiting for the disk: for the rooms that are there before."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._db.execute("PRAGMA synchronous=OFF")


def spent(process: int) -> float:
    """Seconds of processor that a process has had, its kernel's part included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def played(side: str, port: int, process: int, tables: int, moves: int, file: str) -> list[str]:
    """What people measured who have played so many moves at each of so many tables."""
    command = [NODE, str(HERE / "serving" / "people.cjs"), side, str(port), str(tables)]
    people = subprocess.Popen(
        [*command, str(moves), file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if cast("IO[str]", people.stderr).readline() != "go\n":
        raise RuntimeError(people.communicate()[1])
    before = spent(process)
    said, trouble = people.communicate(timeout=600)
    after = spent(process)
    if people.returncode:
        raise RuntimeError(trouble)
    got = json.loads(said)
    return [
        f"{got['moves'] / got['seconds']:,.0f}",
        f"{(after - before) / got['moves'] * 1e6:,.0f}",
        f"{got['p50']:.0f}",
        f"{got['p99']:,.0f}",
        f"{got['bytes'] / got['moves'] / 4:,.0f}",
    ]


@contextmanager
def ours(url: str) -> Iterator[Served]:
    """The server of the example."""
    served = Served(url)
    try:
        yield served
    finally:
        served.stop()


@contextmanager
def peer() -> Iterator[tuple[int, int]]:
    """A server of boardgame.io: its port and its process."""
    port = free_port()
    server = subprocess.Popen(
        [NODE, str(HERE / "serving" / "peer.cjs"), str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    )
    while "ready" not in cast("IO[str]", server.stdout).readline():
        if server.poll() is not None:
            raise RuntimeError("the peer does not start")
    try:
        yield port, server.pid
    finally:
        server.kill()
        server.wait()


def of_ours(store: hosting.Store, url: str, tables: int, moves: int) -> list[str]:
    """Our server, with rooms that are there before."""
    rooms = opened(store, tables, time.time_ns() // 1_000_000)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file, ours(url) as served:
        json.dump(rooms, file)
        file.flush()
        return played("ours", served.port, served.process.pid, tables, moves, file.name)


def restarted(path: str, tables: int) -> tuple[float, float]:
    """Seconds until a server that has just started answers, and until a player has the table.

    The deadlines of all rooms have passed while it was away.
    """
    rooms = opened(Quick(path), tables, time.time_ns() // 1_000_000 - 7_200_000, cards=26)
    began = time.perf_counter()
    with ours(path) as served:
        with urllib.request.urlopen(served.url, timeout=60):  # noqa: S310 -- its own
            answered = time.perf_counter() - began
        line = dial(f"ws://127.0.0.1:{served.port}/ws/{rooms[0]['room']}")
        line.send(json.dumps({"type": "hello", "token": rooms[0]["tokens"][0]}))
        line.recv(timeout=60)
        told = time.perf_counter() - began
        line.close()
    return answered, told


def measured(counts: list[int]) -> Iterator[list[str]]:
    """One line of the table after the other."""
    for tables in counts:
        moves = min(48, max(12, 2_400 // tables))  # fewer than a burst of each person
        with tempfile.TemporaryDirectory() as home:
            path = str(Path(home) / "tables.sqlite")
            numbers = of_ours(Quick(path), path, tables, moves)
            yield [f"ours, SQLite, {tables} tables", *numbers]
        if postgres_programs() is not None:
            with suppress(ImportError), postgres() as (url, _):
                from web_table.postgres import PostgresStore  # pyright: ignore[reportMissingImports]

                numbers = of_ours(PostgresStore(url), url, tables, moves)
                yield [f"ours, PostgreSQL, {tables} tables", *numbers]
        if NODE:
            with peer() as (port, process):
                numbers = played("peer", port, process, tables, moves, "")
                yield [f"boardgame.io, in memory, {tables} tables", *numbers]


def main() -> None:
    """Print the figures, and write them into `serving.md`."""
    counts = [int(count) for count in sys.argv[1:]] or [50, 500]
    lines = [
        "| a server with four people at each table | moves a second | µs of processor a move "
        "| ms until the mover hears of it: half | 99 of 100 | bytes a move and seat |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    print(*lines, sep="\n")
    served: dict[str, int] = {}
    for cells in measured(counts):
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
        if cells[0].startswith("ours"):  # the last is that with the most tables
            served[cells[0].split(", ")[1]] = int(cells[1].replace(",", "")) * SECONDS_A_MOVE
    with tempfile.TemporaryDirectory() as home:
        none = min(restarted(str(Path(home) / f"{number}.sqlite"), 1) for number in range(3))
        many = restarted(str(Path(home) / "many.sqlite"), RESTARTED)
    python, system = platform.python_version(), f"{os.cpu_count()} cores"
    lines += [
        "",
        f"Where somebody moves every {SECONDS_A_MOVE} seconds, one process keeps up with "
        + " and ".join(f"{tables:,} tables in {store}" for store, tables in served.items())
        + ", by the last moves a second of each.",
        "",
        f"A server that starts with {RESTARTED:,} rooms, all of whose deadlines have passed, "
        f"answers after {many[0]:.1f} s, and a player has the table after {many[1]:.1f} s; "
        f"with one room after {none[0]:.1f} and {none[1]:.1f} s. "
        f"CPython {python}, {system}, which the people share with the server.",
    ]
    print(*lines[-4:], sep="\n")
    FIGURES.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
