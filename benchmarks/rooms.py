"""What a room of four costs: `python benchmarks/rooms.py [ROUNDS]`. Times are of the processor.

A move is read, judged, stored, and told to four people; sockets are not included. The kernel's part
in waiting for the disk is: where it is a disk of memory (`/dev/shm`), that part is nearly nothing.
PostgreSQL is measured too if it is installed: the part of the room's process, not of the database.
"""

# The store of the example is found at run time:
# pyright: basic

import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import collusion_rules as cr
from collusion_rules import hosting
from collusion_rules.hosting.rows import event_text

HERE = Path(__file__).parent
EXAMPLE = HERE.parent / "examples" / "web_table"
FIGURES = HERE / "rooms.md"
PEOPLE = [hosting.identity("room", f"{person:032}") for person in range(4)]


class Played:
    """A whole game of Parlett's: what it took, and what was told."""

    def __init__(self, store: hosting.Store, name: str) -> None:
        settings = hosting.Settings(rules=cr.PARLETT, room=name, secret=bytes(32))
        step = hosting.open_room(settings, 0, store.life)
        store.append(step)
        room, _ = hosting.stored(step)
        chance, now, self.moves, self.size, self.seconds = Random(7), 0, 0, 0, 0.0
        for seat in range(4):
            sit = {"type": "sit", "id": "s", "seen": room.seq, "seat": seat, "name": f"P{seat}"}
            room, _ = hosting.submit(room, store, PEOPLE[seat], json.dumps(sit), now)
        room = hosting.wake(room, store, now)
        while room.game is not None and not cr.game_winner(room.game):
            move = chance.choice(cr.legal_moves(room.game))
            since, person = room.seq, PEOPLE[move.seat]
            text = f'{{"type":"move","id":"{since}","seen":{since},"move":{event_text(move)}}}'
            began = time.process_time()
            room, _ = hosting.submit(room, store, person, text, now)
            room = hosting.wake(room, store, now)
            told = [hosting.poll(room, person, since, now) or "" for person in PEOPLE]
            self.seconds += time.process_time() - began
            self.size += sum(map(len, told))
            self.moves, now = self.moves + 1, now + 1_000
        self.room = room

    @property
    def microseconds(self) -> float:
        """Of the processor, for a move."""
        return self.seconds / self.moves * 1e6


def stores(homes: ExitStack) -> Iterator[tuple[str, hosting.Store]]:
    """The stores that can be measured here."""
    yield "in memory", hosting.MemoryStore()
    for kind, place in (("SQLite on a disk of memory", "/dev/shm"), ("SQLite", None)):  # noqa: S108 -- it is made of memory
        if place is None or Path(place).is_dir():
            home = homes.enter_context(tempfile.TemporaryDirectory(dir=place))
            store = hosting.SqliteStore(str(Path(home) / "rooms.sqlite"))
            homes.callback(store.close)
            yield kind, store
    sys.path[:0] = [str(EXAMPLE / "src"), str(EXAMPLE / "tests")]
    with suppress(ImportError):
        from people import postgres, postgres_programs  # pyright: ignore[reportMissingImports]  # put there
        from web_table.postgres import PostgresStore  # pyright: ignore[reportMissingImports]  # put there

        if postgres_programs() is not None:
            url, _ = homes.enter_context(postgres())
            yield "PostgreSQL", PostgresStore(url)


def read_back(rows: list[str], room: hosting.Room) -> float:
    """Microseconds of processor for a row."""
    began = time.process_time()
    again = hosting.resume(rows)
    took = (time.process_time() - began) / len(rows) * 1e6
    if again != room:
        raise RuntimeError("another room was read back")
    return took


def replayed(played: Played) -> float:
    """Microseconds of processor that the rules alone take for a move of the same game."""
    log = played.room.game.log if played.room.game is not None else ()
    began = time.process_time()
    cr.replay(log)
    return (time.process_time() - began) / played.moves * 1e6


def main() -> None:
    """Print the figures, and write them into `rooms.md`."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    lines = ["| a move in a room of four, stored | µs of processor |", "|---|--:|"]
    with ExitStack() as homes:
        made = list(stores(homes))
        games: dict[str, list[Played]] = {kind: [] for kind, _ in made}
        for number in range(rounds):  # in turn, so that all have the same machine
            for kind, store in made:
                games[kind].append(Played(store, f"room{number}"))
        for kind, _ in made:
            least = min(game.microseconds for game in games[kind])
            lines.append(f"| {kind} | {least:.0f} |")
        one = games["in memory"][0]
        rows = [row.text for row in one.room.rows]
        alone = min(replayed(one) for _ in range(rounds))
        reading = min(read_back(rows, one.room) for _ in range(rounds))
    lines += [
        "",
        f"News of a move has {one.size / one.moves / 4:.0f} bytes for each seat. A room is read "
        f"back in {reading:.0f} µs a row, here {len(rows)} rows. To replay the record of the game "
        f"takes {alone:.1f} µs a move. The least of {rounds} games each, "
        f"CPython {platform.python_version()}, {os.cpu_count()} cores.",
    ]
    print(*lines, sep="\n")
    FIGURES.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
