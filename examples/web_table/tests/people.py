"""Servers in processes of their own, and people without browsers who play by their messages."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def dial(url: str, **how: Any) -> ClientConnection:
    """A connection that stays open until it is closed."""
    opening = cast("Any", connect(url, compression=None, max_size=10**7, **how))
    return cast("ClientConnection", opening.__enter__())


class Served:
    """A server in a process of its own; it can be killed and started again."""

    def __init__(self, store: str, port: int | None = None) -> None:
        self.store, self.port = store, port or free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "web_table", "--port", str(self.port)]
        path = os.pathsep.join([str(ROOT / "src"), *sys.path])
        self.process = subprocess.Popen(
            [*command, "--store", self.store],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.wait()

    def wait(self) -> None:
        for _ in range(600):
            with suppress(OSError), urllib.request.urlopen(self.url, timeout=5):  # noqa: S310 -- its own
                return
            time.sleep(0.05)
        raise TimeoutError("the server doesn't answer")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def open(self, **wish: Any) -> str:
        body = json.dumps({"ruleset": "parlett", "turn_ms": 600_000, **wish}).encode()
        with urllib.request.urlopen(f"{self.url}/rooms", body, timeout=20) as answer:  # noqa: S310
            return str(json.load(answer)["room"])


class Person:
    """Somebody at a table: sends what it wants until it is answered, and keeps what it was told."""

    def __init__(self, servers: list[Served], room: str, number: int) -> None:
        self.servers, self.room, self.number = servers, room, number
        self.token = f"{number:040}"
        self.line: ClientConnection | None = None
        self.at, self.you, self.table, self.snapshot = 0, None, None, None
        self.rows: dict[int, str] = {}
        self.acknowledged: dict[str, int] = {}
        self.refusals: list[str] = []
        self.waiting: dict[str, str] = {}
        self.sent = self.came_back = 0
        self.sent_at = 0.0

    def come(self) -> None:
        """Connect to one of the servers, whichever answers."""
        for _ in range(200):
            server = self.servers[(self.number + self.came_back) % len(self.servers)]
            self.came_back += 1
            with suppress(OSError, ConnectionClosed, TimeoutError):
                url = f"ws://127.0.0.1:{server.port}/ws/{self.room}"
                self.line = dial(url)
                hello = {"type": "hello", "token": self.token, "snapshots": True, "seen": self.at}
                self.line.send(json.dumps(hello))
                for text in self.waiting.values():
                    self.line.send(text)
                return
            time.sleep(0.05)
        raise TimeoutError("no server answers")

    def say(self, **message: Any) -> None:
        self.sent += 1
        name = f"{self.number}.{self.sent}"
        self.waiting[name] = json.dumps({**message, "id": name, "seen": self.at})
        self.send(self.waiting[name])

    def send(self, text: str) -> None:
        self.sent_at = time.monotonic()
        try:
            if self.line is None:
                self.come()
            else:
                self.line.send(text)
        except (ConnectionClosed, OSError):
            self.line = None

    def hear(self, seconds: float = 0.02) -> bool:
        """Take in one message, if there is one."""
        if self.line is None:
            self.come()
        try:
            assert self.line is not None
            self.take(json.loads(self.line.recv(timeout=seconds)))
        except TimeoutError:
            if self.waiting and time.monotonic() > self.sent_at + 2:  # no answer: say it again
                for text in list(self.waiting.values()):
                    self.send(text)
            return False
        except (ConnectionClosed, OSError):
            self.line = None
        return True

    def take(self, message: Any) -> None:
        kind = message["type"]
        if kind == "done":
            old = self.acknowledged.setdefault(message["id"], message["at"])
            assert old == message["at"], "acknowledged twice, differently"
            self.waiting.pop(message["id"], None)
        elif kind == "refused":
            self.refusals.append(message["code"])
            if message.get("again"):
                time.sleep(0.05)
                self.send(self.waiting[message["id"]])
            else:
                self.waiting.pop(message["id"], None)
        else:
            for row in message.get("rows", ()):
                text = json.dumps(row)
                assert self.rows.setdefault(row["seq"], text) == text, "told twice, differently"
            if message["at"] >= self.at:
                self.at = message["at"]
                self.table = message.get("table", self.table)
                self.snapshot = message.get("snapshot", self.snapshot)
                self.you = message.get("you", self.you)

    def act(self) -> None:
        """Play the first legal move, if it is one's turn and nothing is on its way."""
        told = self.at >= max(self.acknowledged.values(), default=0)
        if self.waiting or self.snapshot is None or not told:
            return
        moves = self.snapshot["moves"]
        if moves:
            self.say(type="move", move=moves[0])


def sit_down(people: list[Person], seconds: float = 60) -> None:
    """Let everybody take the seat of their number."""
    until = time.monotonic() + seconds
    while any(person.you is None for person in people):
        assert time.monotonic() < until, "not everybody has a seat"
        for person in people:
            while person.hear():
                pass
            if person.you is None and not person.waiting and person.at:
                name = f"Person {person.number}"
                person.say(type="sit", seat=person.number, name=name)


def play(people: list[Person], moves: int, seconds: float = 200) -> None:
    """Let everybody play until there are so many rows."""
    until = time.monotonic() + seconds
    while max(person.at for person in people) < moves:
        assert time.monotonic() < until, "nothing goes on"
        for person in people:
            person.hear()
            person.act()


@contextmanager
def postgres() -> Generator[tuple[str, "Cluster"]]:
    """A PostgreSQL of one's own, if it is installed: its URL, and the cluster to kill."""
    cluster = Cluster()
    cluster.start()
    try:
        yield cluster.url, cluster
    finally:
        cluster.stop("immediate")
        shutil.rmtree(cluster.home, ignore_errors=True)


def postgres_programs() -> Path | None:
    """Where PostgreSQL's programs are, if they are installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


class Cluster:
    """A PostgreSQL in a directory of its own."""

    def __init__(self) -> None:
        programs = postgres_programs()
        assert programs is not None
        self.programs, self.port = programs, free_port()
        self.home = Path(tempfile.mkdtemp(prefix="pg"))
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.home, self.user)
        self.data = self.home / "data"
        self.run("initdb", "-D", str(self.data), "-A", "trust", "-U", "tables", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql://tables@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        subprocess.run(
            command,
            user=self.user,
            check=True,
            cwd=self.home,
            stdout=subprocess.DEVNULL,
            timeout=120,
        )

    def start(self) -> None:
        home = self.home
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={home}"
        log = str(home / "log")
        self.run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-o", options, "start")

    def kill(self) -> None:
        """Kill it as a power cut would, and start it again once its parts are gone."""
        file = self.data / "postmaster.pid"
        os.kill(int(file.read_text().split()[0]), signal.SIGKILL)
        for _ in range(40):
            time.sleep(0.25)
            with suppress(subprocess.CalledProcessError):
                self.start()
                return
        raise TimeoutError("the database doesn't start")

    def stop(self, mode: str) -> None:
        with suppress(subprocess.SubprocessError):
            self.run("pg_ctl", "-D", str(self.data), "-m", mode, "stop")
