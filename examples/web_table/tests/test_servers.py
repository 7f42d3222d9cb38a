"""Servers that are killed, two servers on one database, and people who mean no good.

`KILLS=50 pytest tests/test_servers.py` kills the server so often, and the database a fifth of that.
"""

import json
import os
import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from enemies import attacked
from people import ROOT, Person, Served, dial, play, postgres, postgres_programs, sit_down
from websockets.exceptions import ConnectionClosed, InvalidStatus

KILLS = int(os.environ.get("KILLS", "3"))
needs_postgres = pytest.mark.skipif(postgres_programs() is None, reason="PostgreSQL is not here")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(str(tmp_path / "tables.sqlite"))
    yield served
    served.stop()


def seated(servers: list[Served], **wish: Any) -> list[Person]:
    room = servers[0].open(**wish)
    people = [Person(servers, room, number) for number in range(4)]
    sit_down(people)
    return people


def check(people: list[Person]) -> None:
    """Nothing that was acknowledged is lost, and nobody was told anything else than another."""
    acknowledged = [at for person in people for at in person.acknowledged.values()]
    last = max([person.at for person in people] + acknowledged)
    watcher = Person(people[0].servers, people[0].room, 99)
    until = time.monotonic() + 60  # a server may not have heard of the last rows yet
    for person in (*people, watcher):
        while person.waiting or person.at < last:
            assert time.monotonic() < until, (person.number, person.waiting, person.at, last)
            person.hear(0.2)
    for person in people:
        assert "ahead" not in person.refusals
        for seq, row in person.rows.items():
            for other in people:
                told = other.rows.get(seq, row)
                assert told == row or '"dealt"' in row, (row, told)


@pytest.mark.parametrize("store", ["nowhere/tables.sqlite", "postgresql://x:secret@127.0.0.1:1/y"])
def test_a_store_that_is_not_there_is_told_in_words(store: str) -> None:
    command = [sys.executable, "-m", "web_table", "--store", store]
    path = os.pathsep.join([str(ROOT / "src"), *sys.path])
    ended = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 2
    assert "--store can't be opened: " in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "secret" not in ended.stderr


def test_a_deal_is_played(served: Served) -> None:
    people = seated([served])
    play(people, 60)
    check(people)


def test_a_killed_server_loses_nothing(served: Served) -> None:
    people = seated([served])
    chance = random.Random(1)
    for _ in range(KILLS):
        play(people, people[0].at + chance.randrange(1, 6))
        for person in people:
            person.act()
        time.sleep(chance.random() * 0.02)
        served.kill()
        served.start()
        check(people)
    assert sum(len(person.acknowledged) for person in people) > KILLS


@needs_postgres
def test_two_servers_share_a_database_and_die_in_turn() -> None:
    with postgres() as (url, cluster):
        servers = [Served(url), Served(url)]
        try:
            people = seated(servers)
            chance = random.Random(2)
            for kill in range(KILLS):
                play(people, people[0].at + chance.randrange(1, 6))
                for person in people:
                    person.act()
                time.sleep(chance.random() * 0.02)
                if kill % 5 == 1:
                    cluster.kill()
                else:
                    servers[kill % 2].kill()
                    servers[kill % 2].start()
                check(people)
            play(people, people[0].at + 20)
            check(people)
        finally:
            for server in servers:
                server.stop()


def heard(line: Any, seconds: float = 5) -> Any:
    return json.loads(line.recv(timeout=seconds))


def refusals(enemy: Any) -> Iterator[str]:
    """What comes back of 400 texts of nonsense, until the connection is closed."""
    try:
        for at in range(400):
            enemy.send(chr(random.Random(at).randrange(32, 0xD000)) * 50)
            answer = heard(enemy)
            if answer["type"] == "refused":
                assert answer["text"]
                yield answer["code"]
    except ConnectionClosed:
        pass


def test_nonsense_is_refused_in_words_and_others_are_unharmed(served: Served) -> None:
    people = seated([served])
    enemy = dial(f"ws://127.0.0.1:{served.port}/ws/{people[0].room}")
    enemy.send(json.dumps({"type": "hello", "token": "e" * 40}))
    assert heard(enemy)["type"] == "whole"
    codes = list(refusals(enemy))
    assert set(codes) == {"not-a-message", "too-fast"}
    assert len(codes) < 130
    play(people, people[0].at + 5)
    check(people)


def test_huge_messages_and_bytes_end_the_connection(served: Served) -> None:
    room = served.open()
    for what in ("x" * 100_000, b"\0" * 100):
        line = dial(f"ws://127.0.0.1:{served.port}/ws/{room}")
        line.send(json.dumps({"type": "hello", "token": "e" * 40}))
        heard(line)
        line.send(what)
        with pytest.raises(ConnectionClosed):
            [line.recv(timeout=5) for _ in range(5)]


def test_other_origins_and_rooms_are_refused(served: Served) -> None:
    room = served.open()
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        dial(f"ws://127.0.0.1:{served.port}/ws/{room}", origin="https://evil.example").recv()
    line = dial(f"ws://127.0.0.1:{served.port}/ws/nowhere")
    line.send(json.dumps({"type": "hello"}))
    with pytest.raises(ConnectionClosed):
        line.recv(timeout=5)


def test_half_open_and_slow_connections_harm_nobody(served: Served) -> None:
    people = seated([served])
    silent = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(50)]
    deaf = dial(f"ws://127.0.0.1:{served.port}/ws/{people[0].room}", max_queue=1)
    deaf.send(json.dumps({"type": "hello"}))
    play(people, people[0].at + 20)
    check(people)
    deaf.close()
    for one in silent:
        one.close()


def test_many_enemies_harm_nobody(served: Served) -> None:
    """`python tests/enemies.py` does it with 100,000 messages."""
    report = attacked(served, 1_000)
    assert report.let_in == 0
    assert report.closed > 3
    assert {"too-fast", "not-a-message", "too-long"} <= set(report.answers)
    assert report.most < report.before + 30_000, str(report)


def test_a_watcher_has_no_voice(served: Served) -> None:
    people = seated([served])
    watcher = dial(f"ws://127.0.0.1:{served.port}/ws/{people[0].room}")
    watcher.send(json.dumps({"type": "hello"}))
    whole = heard(watcher)
    assert whole["you"] is None
    watcher.send(json.dumps({"type": "leave", "id": "a", "seen": whole["at"]}))
    assert heard(watcher)["code"] == "not-seated"


def test_a_wish_that_makes_no_sense_opens_no_table(served: Served) -> None:
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(f"{served.url}/rooms", b"nonsense", timeout=5)  # noqa: S310 -- its own
