"""People who mean no good: `python tests/enemies.py [MESSAGES]` tells what came of it.

They send what is not a message, or huge, or too fast; they connect and say nothing, watch and never
read, come from other pages, and send floods by HTTP. Four people play a game meanwhile.
"""

import json
import os
import random
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from people import Person, Served, dial, sit_down
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

ENEMIES = 8
"""How many send at the same time."""

Chance = random.Random


def noise(chance: Chance) -> str:
    """Any characters."""
    return "".join(chr(chance.randrange(32, 0xD7FF)) for _ in range(chance.randrange(1, 200)))


def nested(chance: Chance) -> str:
    """Brackets in brackets, as deep as a message may be long."""
    return chance.choice(("[", '{"a":')) * chance.randrange(100, 660)


def huge(chance: Chance) -> str:
    """More than the 4,000 bytes that are read, within the 8 kB that are received."""
    return json.dumps({"type": "sit", "name": "x" * chance.randrange(4_000, 7_000)})


def nearly(chance: Chance) -> str:
    """A message with a part that is wrong."""
    message: dict[str, object] = {"type": "move", "id": "m", "seen": 1, "move": {"type": "play"}}
    wrong: tuple[object, ...] = (None, -1, 1e300, 2**70, "x" * 100, [], {}, True, "\0", 0.5)
    message[chance.choice(("type", "id", "seen", "move", "v", "lang"))] = chance.choice(wrong)
    return json.dumps(message)


def stolen(chance: Chance) -> str:
    """A well-formed message of somebody who has no seat."""
    move = {"type": "play", "seat": chance.randrange(4), "card": "AS"}
    kinds = (
        {"type": "move", "move": move},
        {"type": "kick", "seat": chance.randrange(4)},
        {"type": "close"},
        {"type": "share", "game": 1, "share": "0" * 64},
        {"type": "take-back", "to": chance.randrange(99)},
    )
    return json.dumps(
        {**chance.choice(kinds), "id": f"{chance.random()}", "seen": chance.choice((6, 10**6))}
    )


KINDS: tuple[Callable[[Chance], str], ...] = (noise, nested, huge, nearly, stolen)


class Attack:
    """What the enemies do to one room, and what comes of it."""

    def __init__(self, served: Served, room: str, messages: int) -> None:
        self.served, self.room, self.messages = served, room, messages
        self.sent, self.answers, self.closed = 0, Counter[str](), 0
        self.lock = threading.Lock()

    def connect(self, token: str) -> ClientConnection:
        url = f"ws://127.0.0.1:{self.served.port}/ws/{self.room}"
        line = dial(url, close_timeout=0.2, ping_interval=None)
        line.send(json.dumps({"type": "hello", "token": token}))
        return line

    def send_nonsense(self, number: int) -> None:
        """One enemy: connects, sends until the connection is closed, and comes again."""
        chance = random.Random(number)
        while self.sent < self.messages:
            with suppress(ConnectionClosed, OSError, TimeoutError, InvalidStatus):
                line = self.connect(f"enemy {number} " + "e" * 32)
                self.pester(line, chance, read=number % 2 == 0)

    def pester(self, line: ClientConnection, chance: Chance, read: bool) -> None:
        """Send until it is closed, reading each answer or only at the end."""
        try:
            for at in range(200):
                what: str | bytes = chance.choice(KINDS)(chance)
                if at == 150:
                    what = chance.choice((b"\0" * 50, "x" * 100_000))
                line.send(what)
                with self.lock:
                    self.sent += 1
                if read:
                    self.take(line.recv(timeout=10))
            while True:
                self.take(line.recv(timeout=10))
        except TimeoutError:
            with self.lock:
                self.answers["no answer for 10 s"] += 1
            line.close()
        except ConnectionClosed:
            self.closed += 1
            with suppress(ConnectionClosed, TimeoutError):
                while not read:
                    self.take(line.recv(timeout=0.1))

    def take(self, text: str | bytes) -> None:
        answer = json.loads(text)
        if answer["type"] == "refused":
            assert answer["text"], "refused without words"
        with self.lock:
            self.answers[answer.get("code", answer["type"])] += 1

    def from_elsewhere(self) -> int:
        """Connections from another page: how many of ten were let in."""
        let_in = 0
        for _ in range(10):
            with suppress(InvalidStatus, ConnectionClosed, OSError):
                url = f"ws://127.0.0.1:{self.served.port}/ws/{self.room}"
                dial(url, origin="https://evil.example").recv(timeout=5)
                let_in += 1
        return let_in

    def flood_by_http(self) -> None:
        """Post a huge wish in one piece."""
        body = b'{"ruleset": "' + b"x" * 30_000_000
        with suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(f"{self.served.url}/rooms", body, timeout=20)  # noqa: S310 -- its own

    @contextmanager
    def half_open(self, many: int) -> Generator[None]:
        """Connections that say nothing, or stop within a word; and some that never read."""
        silent = [socket.create_connection(("127.0.0.1", self.served.port)) for _ in range(many)]
        for one in silent[::2]:
            one.sendall(b"GET /ws/")
        deaf = [self.connect("") for _ in range(many // 4)]
        yield
        for line in deaf:
            line.close()
        for one in silent:
            one.close()


def memory(process: int, what: str = "VmRSS") -> int:
    """How many kilobytes a process has, or had at most (`VmHWM`)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))


class Report:
    """What became of an attack."""

    def __init__(self, attack: Attack, before: int, served: Served, waits: list[float]) -> None:
        self.sent, self.answers, self.closed = attack.sent, attack.answers, attack.closed
        self.before, self.most = before, memory(served.process.pid, "VmHWM")
        self.let_in = attack.from_elsewhere()
        waits.sort()
        self.half, self.most_of = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        self.moves = len(waits)

    def __str__(self) -> str:
        kinds = ", ".join(f"{count:,} {code}" for code, count in self.answers.most_common())
        return (
            f"{self.sent:,} messages that are none; {self.closed:,} connections closed for them\n"
            f"answers: {kinds}\n"
            f"memory of the server: {self.before / 1024:.0f} MB before, "
            f"{self.most / 1024:.0f} MB at most\n"
            f"connections from other pages let in: {self.let_in}\n"
            f"meanwhile {self.moves:,} moves of the others, heard of by the mover after "
            f"{self.half:.0f} ms (half) and {self.most_of:.0f} ms (99 of 100); none refused"
        )


def attacked(served: Served, messages: int) -> Report:
    """Let enemies do what they do while four people play; each of the four must be unharmed."""
    room = served.open(ruleset="parlett")
    people = [Person([served], room, number) for number in range(4)]
    sit_down(people)
    for person in people:
        person.refusals.clear()  # two who sit down at once: one looks again
    attack = Attack(served, room, messages)
    before = memory(served.process.pid)
    waits: list[float] = []
    enemies = [
        threading.Thread(target=attack.send_nonsense, args=(number,)) for number in range(ENEMIES)
    ]
    with attack.half_open(40):
        for enemy in enemies:
            enemy.start()
        attack.flood_by_http()
        while any(enemy.is_alive() for enemy in enemies) or len(waits) < 10:
            time.sleep(0.06)  # four people: nobody is faster than they may be
            for person in people:
                person.act()
                began = time.monotonic()
                while person.waiting and time.monotonic() < began + 30:
                    person.hear(1)
                    if not person.waiting:
                        waits.append((time.monotonic() - began) * 1_000)
                person.hear(0.005)
        for enemy in enemies:
            enemy.join()
    refusals = [code for person in people for code in person.refusals]
    assert not refusals, refusals
    return Report(attack, before, served, waits)


def main() -> None:
    """Attack a server of one's own."""
    with tempfile.TemporaryDirectory() as home:
        served = Served(os.path.join(home, "tables.sqlite"))
        try:
            print(attacked(served, int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
        finally:
            served.stop()


if __name__ == "__main__":
    main()
