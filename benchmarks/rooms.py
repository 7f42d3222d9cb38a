"""What a room costs: `python benchmarks/rooms.py`. Times are of the processor, for four seats.

A move is judged, stored, and told to four connections; messages and storage are included, sockets
are not.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import collusion_rules as cr
from collusion_rules import hosting
from collusion_rules.hosting.rows import event_text

PEOPLE = [hosting.identity("room", f"{person:032}") for person in range(4)]


def played(store: hosting.Store, rules: cr.Ruleset) -> tuple[float, int, int, hosting.Room]:
    """A whole game: seconds of processor, moves, bytes of news, and the room at its end."""
    settings = hosting.Settings(rules=rules, room="room", secret=bytes(32))
    step = hosting.open_room(settings, 0, store.life)
    store.append(step)
    room, _ = hosting.stored(step)
    chance, now, moves, size = Random(7), 0, 0, 0
    for seat in range(4):
        sit = {"type": "sit", "id": str(seat), "seen": room.seq, "seat": seat, "name": f"P{seat}"}
        room, _ = hosting.submit(room, store, PEOPLE[seat], json.dumps(sit), now)
    room = hosting.wake(room, store, now)
    began = time.process_time()
    while room.game is not None and not cr.game_winner(room.game):
        move = chance.choice(cr.legal_moves(room.game))
        text = f'{{"type":"move","id":"{moves}","seen":{room.seq},"move":{event_text(move)}}}'
        since = room.seq
        room, _ = hosting.submit(room, store, PEOPLE[move.seat], text, now)
        room = hosting.wake(room, store, now)
        told = [hosting.poll(room, person, since, now) or "" for person in PEOPLE]
        size += sum(map(len, told))
        moves, now = moves + 1, now + 1_000
    return time.process_time() - began, moves, size, room


def best(store: hosting.Store, rules: cr.Ruleset) -> tuple[float, float, hosting.Room]:
    """Microseconds a move, and bytes a move and seat."""
    spent, moves, size, room = played(store, rules)
    return spent / moves * 1e6, size / moves / 4, room


def main() -> None:
    """Print the figures."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    figures = [best(hosting.MemoryStore(), cr.PARLETT) for _ in range(rounds)]
    print(f"in memory: {min(us for us, _, _ in figures):.0f} us a move")
    print(f"news: {figures[0][1]:.0f} bytes a move and seat")
    with tempfile.TemporaryDirectory() as home:
        times: list[float] = []
        rows: list[str] = []
        room: hosting.Room | None = None
        for number in range(rounds):
            store = hosting.SqliteStore(str(Path(home) / f"{number}.sqlite"))
            us, _, room = best(store, cr.PARLETT)
            times.append(us)
            rows = list(store.after("room", 0))
            store.close()
        print(f"with SQLite: {min(times):.0f} us a move")
    reading: list[float] = []
    for _ in range(rounds):
        began = time.process_time()
        again = hosting.resume(rows)
        reading.append((time.process_time() - began) / len(rows) * 1e6)
        if again != room:
            sys.exit("another room")
    print(f"reading back: {min(reading):.0f} us a row, {len(rows)} rows")


if __name__ == "__main__":
    main()
