"""Rooms, one thing at a time: what each message does, and what is refused in which words."""

# Stores are broken from inside:
# pyright: reportPrivateUsage=false

import json
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import given
from test_scheme_records import RULES as ODD_RULES
from test_scheme_records import SCHEMES
from test_view_leaks import Twins, twins

import collusion_rules as cr
from collusion_rules import hosting
from collusion_rules.folding import fold
from collusion_rules.hosting import clocks, draws, messages, names, rooms, rows, serving, telling
from collusion_rules.hosting.refusals import AGAIN, text_of
from collusion_rules.hosting.rows import Happened, Row, event_text, read_known_event

SECRET = bytes(range(32))
PEOPLE = [hosting.identity("room", f"{at:032}") for at in range(8)]
SMALL = attrs.evolve(cr.parlett(target=12), name="small", deck=cr.Deck(lowest=cr.Rank.QUEEN))


class Table:
    """A room with a store and a clock, and people who say things to it."""

    def __init__(self, rules: cr.Ruleset = cr.PARLETT, **settings: Any) -> None:
        settings = {"room": "room", "secret": SECRET, **settings}
        self.store, self.now = serving.MemoryStore(), 1_000
        step = hosting.open_room(hosting.Settings(rules=rules, **settings), self.now, "life")
        self.store.append(step)
        self.room, nothing = hosting.stored(step)
        assert nothing is None
        self.sent = 0

    def say(self, person: int, kind: str, /, **fields: Any) -> Any:
        self.sent += 1
        message = {"type": kind, "id": str(self.sent), "seen": self.room.seq, **fields}
        return self.send(person, json.dumps(message))

    def send(self, person: int, text: str | bytes) -> Any:
        self.room, reply = hosting.submit(self.room, self.store, PEOPLE[person], text, self.now)
        assert reply is not None
        return json.loads(reply)

    def done(self, person: int, kind: str, /, **fields: Any) -> None:
        answer = self.say(person, kind, **fields)
        assert answer["type"] == "done", answer

    def refused(self, person: int, kind: str, /, **fields: Any) -> str:
        answer = self.say(person, kind, **fields)
        assert answer["type"] == "refused", answer
        assert (answer["id"], answer["at"]) == (str(self.sent), self.room.seq)
        assert bool(answer.get("again")) == (answer["code"] in AGAIN)
        return str(answer["code"])

    def wait(self, ms: int = 0) -> None:
        self.now += ms
        self.room = hosting.wake(self.room, self.store, self.now)

    def seat(self, *people: int) -> None:
        for person in people:
            self.done(person, "sit", seat=person, name=f"P{person}")

    def begin(self, people: int | None = None, computers: Sequence[int] = ()) -> None:
        players = self.room.settings.rules.players
        self.seat(*(seat for seat in range(people or players) if seat not in computers))
        for seat in computers:
            self.done(0, "computer", seat=seat)
        self.wait()

    @property
    def game(self) -> cr.Game:
        assert self.room.game is not None
        return self.room.game

    @property
    def turn(self) -> int:
        assert self.game.to_act is not None
        return self.game.to_act

    def play(self, cards: int = 1) -> None:
        for _ in range(cards):
            move = cr.legal_moves(self.game)[-1]
            self.done(move.seat, "move", move=data(move))

    def finish(self) -> None:
        while self.game.phase is not cr.Phase.OVER:
            self.play()
            self.wait(self.room.settings.deal_ms)

    @property
    def last(self) -> rows.Body:
        return self.room.rows[-1].body

    def poll(self, person: int | None, since: int, **how: Any) -> Any:
        reader = None if person is None else PEOPLE[person]
        text = hosting.poll(self.room, reader, since, self.now, **how)
        return None if text is None else json.loads(text)


def data(move: cr.Move) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(event_text(move))
    return written


@pytest.fixture
def table() -> Table:
    table = Table()
    table.begin()
    return table


# What is not a message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-a-message"),
        ("nonsense", "not-a-message"),
        ("[]", "not-a-message"),
        ("[" * 3_999, "not-a-message"),
        ("\ud800", "not-a-message"),
        (b"\xff", "not-a-message"),
        ("9" * 3_999, "not-a-message"),
        ('{"type": "again", "id": "a", "seen": 1e400}', "not-a-message"),
        ('{"type": "again", "id": "a"}', "not-a-message"),
        ('{"type": "again", "id": "a", "seen": -1}', "not-a-message"),
        ('{"type": "again", "id": "a", "seen": true}', "not-a-message"),
        ('{"type": "again", "id": "", "seen": 1}', "not-a-message"),
        ('{"type": "again", "id": "\\n", "seen": 1}', "not-a-message"),
        ('{"type": "again", "id": "a", "seen": 1, "more": 1}', "not-a-message"),
        ('{"type": "again", "id": "a", "seen": 1, "lang": 7}', "not-a-message"),
        ('{"type": ["again"], "id": "a", "seen": 1}', "not-a-message"),
        ('{"type": "kick", "id": "a", "seen": 1}', "not-a-message"),
        ('{"type": "kick", "id": "a", "seen": 1, "seat": "0"}', "not-a-message"),
        ('{"type": "sit", "id": "a", "seen": 1, "seat": 0, "name": null}', "not-a-message"),
        ('{"type": "move", "id": "a", "seen": 1, "move": []}', "not-a-message"),
        ('{"type": "again", "id": "a", "seen": 1, "v": 2}', "unknown-version"),
        ("x" * 4_001, "too-long"),
        ("点" * 1_334, "too-long"),
        (b"x" * 4_001, "too-long"),
    ],
    ids=str,
)
def test_what_is_not_a_message_is_refused(text: str | bytes, code: str) -> None:
    table = Table()
    answer = table.send(0, text)
    assert (answer["type"], answer["code"], table.room.seq) == ("refused", code, 1)


def test_a_refusal_names_the_message_as_far_as_it_has_a_name() -> None:
    table = Table()
    assert table.send(0, '{"id": "a"}')["id"] == "a"
    assert table.send(0, '{"id": 7}')["id"] is None


def test_the_words_are_in_the_language_of_the_sender() -> None:
    table = Table(language="ja")
    assert table.say(0, "leave")["text"] == text_of(hosting.Refusal.NOT_SEATED, "ja")
    assert table.say(0, "leave", lang="en")["text"] == "You don't sit there."
    assert table.say(0, "leave", lang="xx")["text"] == "You don't sit there."


def test_whatever_is_refused_is_refused_in_the_language_of_the_sender(table: Table) -> None:
    for seen, kind, code in ((7, "kick", "not-a-message"), (99, "leave", "ahead")):
        answer = table.say(0, kind, seen=seen, lang="ja")
        assert answer["code"] == code
        assert answer["text"] == text_of(hosting.Refusal(code), "ja")
    newer = changed(table.store.after("room", 0)[-1], v=2, seq=table.room.seq + 1)
    table.room = hosting.extend(table.room, [newer])
    answer = table.say(0, "leave", lang="ja")
    assert answer["text"] == text_of(hosting.Refusal.NEWER_VERSION, "ja")


def test_the_rules_refuse_in_the_language_of_the_sender(table: Table) -> None:
    seat = (table.turn + 1) % 4
    move = data(cr.Play(cr.Seat(seat), next(iter(table.game.hands[seat]))))
    for language, word in (("en", "wait for P"), ("ja", "番ではありません"), ("xx", "wait for P")):
        answer = table.say(seat, "move", move=move, lang=language)
        assert answer["code"] == "not-your-turn"
        assert (answer["id"], answer["at"]) == (str(table.sent), table.room.seq)
        assert word in answer["text"]


@pytest.mark.parametrize("code", hosting.Refusal)
def test_every_refusal_has_its_words_in_every_language(code: hosting.Refusal) -> None:
    texts = {text_of(code, language) for language in cr.languages()}
    assert len(texts) == len(cr.languages())


def test_what_no_room_has_seen_is_refused() -> None:
    text = '{"type": "again", "id": "a", "seen": 1, "lang": "ja"}'
    answer = json.loads(hosting.refusal_of(text, hosting.Refusal.TOO_FAST, at=7))
    assert (answer["id"], answer["code"], answer["at"], answer["again"]) == (
        "a",
        "too-fast",
        7,
        True,
    )


@pytest.mark.parametrize(
    ("text", "hello"),
    [
        ('{"type": "hello"}', ("", 0, "", False)),
        (
            '{"type":"hello","v":1,"token":"t","seen":7,"life":"l","lang":"ja","snapshots":true}',
            ("t", 7, "ja", True),
        ),
        ('{"type": "hello", "seen": 7, "life": "another"}', ("", 0, "", False)),
        ("x" * 5_000, None),
        ("nonsense", None),
        ("[]", None),
        ('{"type": "move"}', None),
        ('{"type": "hello", "v": 2}', None),
        ('{"type": "hello", "seen": -1}', None),
        ('{"type": "hello", "token": 7}', None),
        ('{"type": "hello", "lang": 7}', None),
    ],
    ids=str,
)
def test_hello(text: str, hello: tuple[object, ...] | None) -> None:
    read = messages.read_hello(text, "l")
    assert (None if read is None else attrs.astuple(read)) == hello
    assert "'t'" not in repr(read)


# Seats


def test_people_sit_down_and_the_game_begins() -> None:
    table = Table()
    assert hosting.next_deadline(table.room) is None
    table.begin()
    assert [type(row.body).__name__ for row in table.room.rows][-2:] == ["GameOpened", "Happened"]
    assert table.room.host == PEOPLE[0]
    assert repr(table.room) == "<Room room: parlett, 7 rows>"


@pytest.mark.parametrize(
    ("person", "fields", "code"),
    [
        (1, {"seat": 9, "name": "x"}, "no-such-chair"),
        (1, {"seat": 0, "name": "x"}, "taken"),
        (0, {"seat": 1, "name": "x"}, "seated-already"),
        (1, {"seat": 1, "name": ""}, "bad-name"),
        (1, {"seat": 1, "name": "p0"}, "name-taken"),
        (1, {"seat": 1, "name": "\N{CYRILLIC CAPITAL LETTER ER}O"}, "name-taken"),
        (1, {"seat": 1, "name": "x", "seen": 1}, "stale"),
    ],
    ids=str,
)
def test_sitting_down_is_refused(person: int, fields: dict[str, Any], code: str) -> None:
    table = Table()
    table.seat(0)
    assert table.refused(person, "sit", **fields) == code
    assert table.room.seq == 2


@pytest.mark.parametrize(
    ("name", "tidied"),
    [
        ("Ann", "Ann"),
        ("  A   n  ", "A n"),
        ("e\N{COMBINING ACUTE ACCENT}", "é"),
        ("\N{IDEOGRAPHIC SPACE}月", "月"),
        ("x" * 20, "x" * 20),
        ("x" * 21, None),
        ("x" * 1_000_000, None),
        ("", None),
        ("!?", None),
        ("\u202eAnn", None),
        ("An\u200bn", None),
        ("\u3164", None),
        ("a\u2800", None),
        ("a" + "\N{COMBINING TILDE}" * 9, None),
        ("\ud800a", None),
        ("a\x00", None),
    ],
    ids=ascii,
)
def test_names(name: str, tidied: str | None) -> None:
    assert names.tidy_name(name) == tidied


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "аnn"),
        ("Ann", "ANN"),
        ("Ann", "A n n"),
        ("Bo", "B0"),
        ("Bill", "BiII"),
        ("Ann", "Ånn"),
        ("モロ", "モ口"),
        ("Mo", "Ｍｏ"),
        ("Modern", "Modem"),
    ],
    ids=ascii,
)
def test_names_that_look_the_same(name: str, other: str) -> None:
    assert names.skeleton(name) == names.skeleton(other)


def test_an_identity_gives_no_token_away() -> None:
    token = "t" * 40
    assert hosting.identity("room", token) != hosting.identity("another", token)
    assert token not in hosting.identity("room", token)
    for wrong in ("t" * 31, "t" * 201):
        with pytest.raises(ValueError, match="32 to 200"):
            hosting.identity("room", wrong)


def test_who_leaves_before_the_deal_leaves_an_empty_chair() -> None:
    table = Table()
    table.seat(0, 1)
    table.done(0, "leave")
    assert table.room.chairs[0] == hosting.Chair()
    assert table.room.host == PEOPLE[1]
    table.done(1, "leave")
    assert table.room.host is None
    assert table.refused(1, "leave") == "not-seated"


def test_a_computer_takes_the_place_of_who_leaves_during_a_deal(table: Table) -> None:
    table.done(2, "leave")
    assert table.room.chairs[2] == hosting.Chair(None, "Computer 3", "computer")
    assert table.refused(3, "sit", seat=2, name="x") == "seated-already"


def test_who_has_seen_a_hand_sits_nowhere_else_in_that_deal(table: Table) -> None:
    table.done(2, "leave")
    table.done(3, "leave")
    assert table.refused(3, "sit", seat=2, name="x") == "saw-a-hand"
    table.done(3, "sit", seat=3, name="x")
    table.done(5, "sit", seat=2, name="y")
    assert table.poll(5, 0)["you"] == 2


def test_a_room_without_computers_keeps_chairs_empty() -> None:
    table = Table(computers=())
    table.begin()
    table.done(2, "leave")
    assert table.room.chairs[2] == hosting.Chair()
    assert table.refused(0, "computer", seat=2) == "no-such-computer"


def test_the_host_asks_people_to_leave() -> None:
    table = Table()
    table.seat(0, 1, 2)
    assert table.refused(1, "kick", seat=2) == "not-the-host"
    for seat in (0, 3, 9):
        assert table.refused(0, "kick", seat=seat) == "no-such-chair"
    table.done(0, "kick", seat=2)
    assert table.refused(2, "sit", seat=2, name="x") == "kicked"


def test_the_host_renews_the_invitation() -> None:
    table = Table()
    table.seat(0, 1)
    for first in ({}, {"invitation": ""}, {"invitation": "x"}):
        table.done(2, "sit", seat=2, name="P2", **first)  # the room's id alone is the invitation
        table.done(2, "leave")
    table.seat(2)
    new = "invitation " + "2" * 20
    assert table.refused(1, "renew", invitation=new) == "not-the-host"
    assert table.refused(5, "renew", invitation=new) == "not-the-host"
    assert table.refused(0, "renew", invitation=new, seen=1) == "stale"
    for wrong in ("", "x" * 15, "x" * 65, "x" * 15 + "\n", "\ud800" * 16):
        assert table.refused(0, "renew", invitation=wrong) == "not-a-message"
    assert table.refused(0, "renew") == "not-a-message"
    assert table.poll(None, 0)["table"]["invitation"] == 0
    table.done(0, "kick", seat=2)
    before, chairs = table.room.seq, table.room.chairs
    table.done(0, "renew", invitation=new)
    assert table.room.chairs == chairs
    told = table.poll(None, before)
    assert told["rows"] == [{"seq": before + 1, "at": 1_000, "type": "invitation-renewed"}]
    assert told["table"]["invitation"] == before + 1
    assert new not in "".join(table.store.after("room", 0))
    for old in ({}, {"invitation": ""}, {"invitation": "room"}, {"invitation": "\ud800"}):
        assert table.refused(5, "sit", seat=2, name="x", **old) == "old-invitation"
    assert table.refused(2, "sit", seat=2, name="x", invitation=new) == "kicked"
    assert table.refused(5, "sit", seat=2, name="x", invitation=new, seen=before) == "stale"
    table.done(5, "sit", seat=2, name="x", invitation=new)
    table.done(1, "leave")
    assert table.refused(1, "sit", seat=1, name="P1") == "old-invitation"
    table.done(0, "renew", invitation=f"{new} again")
    assert table.refused(1, "sit", seat=1, name="P1", invitation=new) == "old-invitation"
    table.done(1, "sit", seat=1, name="P1", invitation=f"{new} again")
    assert hosting.resume(table.store.after("room", 0)) == table.room


def test_computers() -> None:
    table = Table(language="ja", computers=("hasty", "wily"))
    table.done(0, "sit", seat=0, name="コンピューター3")
    assert table.refused(1, "computer", seat=2) == "not-the-host"
    assert table.refused(0, "computer", seat=9) == "no-such-chair"
    assert table.refused(0, "computer", seat=0) == "taken"
    assert table.refused(0, "computer", seat=2, kind="grim") == "no-such-computer"
    table.done(0, "computer", seat=2, kind="wily")
    assert table.room.chairs[2] == hosting.Chair(None, "コンピューター13", "wily")
    table.done(1, "sit", seat=2, name="Bo")
    assert table.room.chairs[2].person == PEOPLE[1]


def test_closing() -> None:
    table = Table()
    table.seat(0, 1)
    assert table.refused(1, "close") == "not-the-host"
    table.done(0, "close")
    table.wait()
    assert table.refused(0, "leave") == "closed"
    assert hosting.next_deadline(table.room) is None


def test_closing_during_a_game_reveals_the_share(table: Table) -> None:
    table.done(0, "close")
    table.wait()
    assert isinstance(table.last, rows.Revealed)
    assert table.poll(0, 0)["table"]["draw"]["share"] == table.last.share


def test_a_full_room_takes_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collusion_rules.hosting.receiving.MOST_ROWS", table.room.seq)
    assert table.refused(0, "leave") == "full"


# Moves


def test_a_move_is_done_once(table: Table) -> None:
    move = cr.legal_moves(table.game)[0]
    text = json.dumps({"type": "move", "id": "m", "seen": table.room.seq, "move": data(move)})
    first = table.send(move.seat, text)
    assert table.send(move.seat, text) == first == {"type": "done", "id": "m", "at": table.room.seq}


@pytest.mark.parametrize(
    "move",
    [
        {"type": "trick-won", "seat": 0},
        {"type": "play", "seat": 0},
        {"type": "play", "seat": 0, "card": "XX"},
        {"type": "play", "seat": "0", "card": "AS"},
        {},
    ],
    ids=str,
)
def test_what_is_not_a_move_is_refused(table: Table, move: dict[str, Any]) -> None:
    assert table.refused(0, "move", move=move) == "not-a-message"


def test_moves_of_others_are_refused_and_told_nothing(table: Table) -> None:
    move = data(cr.legal_moves(table.game)[0])
    answer = table.say((table.turn + 1) % 4, "move", move=move)
    assert answer["code"] == "not-seated"
    assert answer["text"] == "You don't sit there."
    assert table.refused(7, "move", move=move) == "not-seated"


def test_talk_stays_fresh_and_cards_do_not(table: Table) -> None:
    seen, turn = table.room.seq, table.turn
    table.play()
    said = data(cr.Talk(cr.Seat(turn), cr.Aim(3)))
    table.done(turn, "move", move=said, seen=seen)
    card = data(cr.legal_moves(table.game)[0])
    assert table.refused(table.turn, "move", move=card, seen=seen) == "stale"
    assert table.refused(turn, "move", move=said, seen=1) == "stale"


def test_no_game_is_no_game() -> None:
    table = Table()
    table.seat(0)
    said = data(cr.Talk(cr.Seat(0), cr.Aim(3)))
    assert table.refused(0, "move", move=said) == "no-game"
    assert table.refused(0, "take-back", to=1) == "no-game"
    assert table.refused(0, "again") == "game-goes-on"


def test_a_whole_game_and_another() -> None:
    table = Table(SMALL, deal_ms=500)
    table.begin()
    table.finish()
    assert isinstance(table.last, rows.Revealed)
    assert table.refused(1, "again") == "not-the-host"
    table.done(1, "leave")
    assert table.refused(0, "again") == "chairs-empty"
    table.done(5, "sit", seat=1, name="new")
    table.done(0, "again")
    assert table.room.number == 2
    table.wait()
    assert table.game.phase is cr.Phase.PLAYING


def test_another_game_waits_for_the_share() -> None:
    table = Table(SMALL)
    table.begin()
    while not cr.game_winner(table.game):
        table.wait()
        table.play()
    assert table.refused(0, "again") == "too-early"


def test_the_next_deal_waits_for_empty_chairs() -> None:
    table = Table(attrs.evolve(SMALL, scoring=cr.PARLETT.scoring))
    table.begin()
    table.play(12)
    table.done(0, "leave")
    table.wait(10_000)
    assert table.game.phase is cr.Phase.AWAITING_DEAL
    assert hosting.next_deadline(table.room) is None


# Behind and ahead


def test_a_room_that_is_behind_says_so(table: Table) -> None:
    old = table.room
    table.play()
    text = json.dumps({"type": "leave", "id": "l", "seen": table.room.seq})
    assert hosting.receive(old, PEOPLE[0], text, 0) == hosting.Behind(old.seq)
    room, reply = hosting.submit(old, table.store, PEOPLE[0], text, table.now)
    assert json.loads(str(reply))["type"] == "done"
    assert room.seq == table.room.seq + 1


def test_a_person_who_is_ahead_of_everything_is_told_so(table: Table) -> None:
    assert table.refused(0, "leave", seen=99) == "ahead"
    assert table.poll(0, 99)["type"] == "whole"


def test_a_computers_move_waits_for_its_room(table: Table) -> None:
    table = Table()
    table.begin(computers=(1, 2, 3))
    while (want := hosting.want_move(table.room)) is None:
        table.play()
    assert repr(want.seed) not in repr(want)
    move = cr.legal_moves(want.view)[0]
    old = hosting.resume(table.store.after("room", 0)[:5])
    assert hosting.answer(old, want, move, 0) == hosting.Behind(5)
    with pytest.raises(cr.BadArgumentError, match=r"^move must be a move of seat \d, not .*Talk$"):
        hosting.answer(table.room, want, cr.Talk(cr.Seat(0), cr.Aim(1)), 0)
    said = cr.Talk(want.seat, cr.Aim(3))
    table.room = hosting.moved(table.room, table.store, want, said, table.now)
    again = hosting.want_move(table.room)
    assert again is not None
    assert (want.may_speak, again.may_speak) == (True, False)
    illegal = cr.Declaration(want.seat, cr.Suit.CLUBS)
    assert hosting.moved(table.room, table.store, again, illegal, table.now) == table.room
    table.room = hosting.moved(table.room, table.store, again, move, table.now)
    seq = table.room.seq
    table.room = hosting.moved(table.room, table.store, want, move, table.now)
    assert table.room.seq == seq


def is_nothing(table: Table, want: hosting.Want) -> bool:
    """Whether nothing comes of what a computer was asked for, since the table has moved on."""
    step = hosting.answer(table.room, want, cr.legal_moves(want.view)[0], table.now)
    assert isinstance(step, hosting.Step)
    return step.rows == () and hosting.stored(step) == (table.room, None)


def asked_computer(**settings: Any) -> tuple[Table, hosting.Want]:
    """A table at which a computer is asked for its card: all but seat 0 are computers."""
    table = Table(computers=("computer", "wily"), **settings)
    table.begin(computers=(1, 2, 3))
    if table.turn == 0:
        table.play()
    want = hosting.want_move(table.room)
    assert want is not None
    return table, want


def test_a_computers_move_is_late_when_its_turn_has_passed() -> None:
    table, want = asked_computer()
    table.wait(60_000)
    assert is_nothing(table, want)


def test_a_computers_move_is_late_when_another_sits_there() -> None:
    table, want = asked_computer()
    table.done(0, "computer", seat=want.seat, kind="wily")
    assert is_nothing(table, want)
    table, want = asked_computer()
    table.done(5, "sit", seat=want.seat, name="new")
    assert is_nothing(table, want)


def test_a_computers_move_is_late_when_no_time_runs() -> None:
    table, want = asked_computer()
    table.done(0, "leave")
    assert hosting.next_deadline(table.room) is None
    assert is_nothing(table, want)


def test_a_computers_move_waits_while_something_is_asked() -> None:
    table, want = asked_computer()
    while not any(play.seat == 0 for play in table.game.plays):
        card = cr.legal_moves(want.view)[0]
        table.room = hosting.moved(table.room, table.store, want, card, table.now)
        if table.turn == 0:
            table.play()
        want = hosting.want_move(table.room) or want
    table.done(0, "take-back", to=to_of(table, 0))
    asked = attrs.evolve(want, row=table.room.seq)
    assert is_nothing(table, asked)


def test_a_step_says_when_the_room_must_be_woken(table: Table) -> None:
    text = json.dumps({"type": "kick", "id": "k", "seen": table.room.seq, "seat": 9})
    step = hosting.receive(table.room, PEOPLE[0], text, table.now)
    assert isinstance(step, hosting.Step)
    assert (step.rows, step.deadline) == ((), 61_000)


def test_a_room_has_no_life_of_its_own() -> None:
    step = hosting.open_room(hosting.Settings(rules=cr.PARLETT), 0)
    assert (hosting.stored(step)[0].life, step.deadline) == ("", None)


def test_rows_after_a_row() -> None:
    table = Table(SMALL)
    table.begin()
    table.finish()
    assert table.room.past
    for seq in range(-1, table.room.seq + 2):
        assert table.room.rows_after(seq) == table.room.rows[max(seq, 0) :]


# Seats, at the edges


def test_the_first_who_sits_down_is_the_host_wherever_they_sit() -> None:
    table = Table()
    table.seat(1, 0)
    assert table.room.host == PEOPLE[1]


def test_there_is_no_chair_after_the_last() -> None:
    table = Table()
    table.seat(0)
    for person, kind in ((1, "sit"), (0, "kick"), (0, "computer")):
        name = {"name": "x"} if kind == "sit" else {}
        assert table.refused(person, kind, seat=4, **name) == "no-such-chair"


def test_what_was_sent_before_a_change_of_seat_is_stale(table: Table) -> None:
    table.done(0, "leave")
    seen = table.room.seq
    table.done(5, "sit", seat=0, name="new")
    assert table.refused(5, "leave", seen=seen) == "stale"
    assert table.refused(7, "leave", seen=0) == "not-seated"


def test_who_takes_a_computers_chair_may_be_called_as_it_was() -> None:
    table = Table()
    table.seat(0)
    table.done(0, "computer", seat=3)
    assert table.refused(1, "sit", seat=1, name="Computer 4") == "name-taken"
    table.done(1, "sit", seat=3, name="Computer 4")


def test_after_a_game_one_may_sit_where_one_likes() -> None:
    table = Table(SMALL)
    table.begin()
    table.finish()
    table.wait()
    for person in (1, 2):
        table.done(person, "leave")
    table.done(1, "sit", seat=2, name="P1")


def test_computers_have_english_names_where_the_language_has_none() -> None:
    table = Table(language="xx")
    table.seat(0)
    table.done(0, "computer", seat=3)
    assert table.room.names == ("P0", "–", "–", "Computer 4")


def test_an_invitation_has_16_to_64_characters() -> None:
    table = Table()
    table.seat(0)
    for length in (16, 64):
        table.done(0, "renew", invitation="x" * length)


def test_no_share_is_wanted_where_no_game_is_announced() -> None:
    table = Table(shares=True)
    table.seat(0)
    assert table.refused(0, "commit", game=1, commitment="0" * 64) == "no-draw"


def test_a_share_has_at_most_100_characters() -> None:
    table = Table(shares=True)
    table.begin(computers=(2, 3))
    long, longer = "x" * 100, "x" * 101
    commit(table, 0, long)
    commit(table, 1, longer)
    table.done(0, "share", game=1, share=long)
    assert table.refused(1, "share", game=1, share=longer) == "bad-share"


# Clocks


def test_a_sleeper_plays_the_lowest_card(table: Table) -> None:
    seat = table.turn
    lowest = min(move.card.rank for move in cr.legal_moves(table.game) if isinstance(move, cr.Play))
    table.wait(59_999)
    assert table.turn == seat
    table.wait(1)
    assert isinstance(table.last, Happened)
    assert (table.last.why, table.room.chairs[seat].asleep) == ("sleeper", True)
    played = table.last.events[0]
    assert isinstance(played, cr.Play)
    assert played.card.rank == lowest
    table.done(seat, "move", move=data(cr.Talk(cr.Seat(seat), cr.NoMore())))
    assert not table.room.chairs[seat].asleep


@pytest.mark.parametrize("secret", range(4))
def test_a_sleeping_dealer_declares_the_longest_suit(secret: int) -> None:
    table = Table(cr.SECRET_PARTNERS, secret=bytes([secret] * 32))
    table.begin()
    hand = table.game.hands[table.turn]
    table.wait(60_000)
    assert isinstance(table.last, Happened)
    declared = table.last.events[0]
    assert isinstance(declared, cr.Declaration)
    longest = max(len(hand.of_suit(suit)) for suit in cr.Suit)
    assert len(hand.of_suit(declared.suit)) == longest


def test_talk_buys_no_time(table: Table) -> None:
    table.wait(59_000)
    table.done(table.turn, "move", move=data(cr.Talk(cr.Seat(table.turn), cr.Aim(1))))
    table.wait(1_000)
    assert isinstance(table.last, Happened)
    assert table.last.why == "sleeper"


def test_nobody_is_blamed_for_a_late_server(table: Table) -> None:
    table.wait(62_001)
    assert isinstance(table.last, rows.Excused)
    assert table.poll(0, 0)["left"] == 15_000
    table.wait(15_000)
    assert isinstance(table.last, Happened)


def test_a_server_may_be_a_little_late(table: Table) -> None:
    table.wait(62_000)
    assert isinstance(table.last, Happened)
    assert table.last.why == "sleeper"


def test_a_table_of_sleepers_is_paused_and_woken(table: Table) -> None:
    for _ in range(5):
        table.wait(60_000)
    assert isinstance(table.last, rows.Paused)
    assert hosting.next_deadline(table.room) is None
    assert hosting.want_move(table.room) is None
    table.done(2, "move", move=data(cr.Talk(cr.Seat(2), cr.Aim(1))))
    assert not table.room.paused
    assert table.poll(2, 0)["left"] == 60_000


def test_who_wakes_a_table_has_a_whole_turn(table: Table) -> None:
    for ms in (60_000, 60_000, 60_000, 60_000, 62_001):
        table.wait(ms)
    assert isinstance(table.last, rows.Excused)
    table.wait(15_000)
    assert isinstance(table.last, rows.Paused)
    table.now += 1_000
    table.done(2, "move", move=data(cr.Talk(cr.Seat(2), cr.Aim(1))))
    assert hosting.next_deadline(table.room) == table.now + 60_000


def test_no_time_runs_at_a_table_of_computers(table: Table) -> None:
    for person in range(4):
        table.done(person, "leave")
    assert hosting.next_deadline(table.room) is None
    table.now += 100_000
    table.done(5, "sit", seat=2, name="new")
    assert table.poll(5, 0)["left"] == 60_000


def test_a_tick_before_its_time_does_nothing(table: Table) -> None:
    step = hosting.tick(table.room, table.now)
    assert (step.rows, hosting.stored(step)) == ((), (table.room, None))
    assert repr(step) == "<Step of room room: 0 rows to store>"


# Take-backs


def to_of(table: Table, seat: int) -> int:
    log = table.game.log
    return max(at for at, event in enumerate(log) if getattr(event, "seat", None) == seat)


def test_a_card_is_taken_back_if_most_agree(table: Table) -> None:
    seat, before = table.turn, table.game
    table.play()
    table.done(seat, "take-back", to=to_of(table, seat))
    others = [other for other in range(4) if other != seat]
    assert table.poll(seat, 0)["table"]["ask"]["agreed"] == [seat]
    card = data(cr.legal_moves(table.game)[0])
    assert table.refused(table.turn, "move", move=card) == "answer-first"
    assert table.refused(seat, "take-back", to=1) == "answer-first"
    assert table.refused(seat, "agree", ask=table.room.seq) == "no-such-ask"
    assert table.refused(others[0], "agree", ask=3) == "no-such-ask"
    assert table.refused(7, "agree", ask=table.room.seq) == "not-seated"
    ask = table.room.seq
    table.done(others[0], "agree", ask=ask)
    table.wait()
    assert table.room.ask is not None
    table.done(others[1], "agree", ask=ask)
    table.wait()
    assert (table.game, table.room.epoch) == (before, 1)
    assert table.poll(seat, ask)["type"] == "whole"


def test_an_objection_closes_the_question_and_gives_the_time_back(table: Table) -> None:
    seat = table.turn
    table.play()
    table.now += 50_000
    table.done(seat, "take-back", to=to_of(table, seat))
    table.now += 20_000
    ask = table.room.seq
    table.done((seat + 1) % 4, "object", ask=ask)
    assert table.poll(seat, 0)["left"] == 10_000
    assert table.refused((seat + 2) % 4, "agree", ask=ask) == "no-such-ask"


def test_nobody_answers(table: Table) -> None:
    seat = table.turn
    for _ in range(3):
        if table.turn == seat:
            table.play()
        table.done(seat, "take-back", to=to_of(table, seat))
        table.wait(30_000)
        assert table.last == rows.AskClosed(table.room.seq - 1, "timeout")
    assert table.refused(seat, "take-back", to=to_of(table, seat)) == "asked-enough"


def test_who_leaves_takes_the_question_along(table: Table) -> None:
    seat = table.turn
    table.play()
    table.done(seat, "take-back", to=to_of(table, seat))
    assert table.refused(7, "sit", seat=seat, name="x") == "taken"
    if seat:
        assert table.refused(0, "kick", seat=seat) == "too-early"
        assert table.refused(0, "computer", seat=seat) == "taken"
    table.done(seat, "leave")
    assert table.refused(7, "sit", seat=seat, name="x") == "too-early"
    host = next(at for at in range(4) if PEOPLE[at] == table.room.host)
    assert table.refused(host, "computer", seat=seat) == "too-early"
    if not seat:
        assert table.refused(host, "kick", seat=(host + 1) % 4) == "too-early"
    table.wait()
    assert table.last == rows.AskClosed(table.room.seq - 2, "left")


def test_after_anothers_card_all_must_agree() -> None:
    table = Table(take_backs="none")
    table.begin()
    seat, before = table.turn, table.game
    table.play(2)
    table.done(seat, "take-back", to=to_of(table, seat))
    table.wait()
    ask = table.room.ask
    assert ask is not None
    assert table.poll(None, 0)["table"]["ask"]["all"] is True
    for other in range(4):
        if other != seat:
            table.done(other, "agree", ask=ask.row)
    table.wait()
    assert table.game == before


@pytest.mark.parametrize("take_backs", ["none", "all", "never"])
def test_the_settings_say_who_must_agree(take_backs: str) -> None:
    table = Table(take_backs=take_backs)
    table.begin()
    seat, before = table.turn, table.game
    table.play()
    if take_backs == "never":
        assert table.refused(seat, "take-back", to=to_of(table, seat)) == "no-take-backs"
        return
    table.done(seat, "take-back", to=to_of(table, seat))
    table.wait()
    assert (table.game == before) == (take_backs == "none")
    if take_backs == "all":
        assert table.poll(None, 0)["table"]["ask"]["all"] is True
        ask = table.room.seq
        for other in sorted({0, 1, 2, 3} - {seat}):
            assert table.room.ask is not None
            table.done(other, "agree", ask=ask)
            table.wait()
        assert table.game == before


def test_talk_after_a_card_binds_nobody(table: Table) -> None:
    seat, before = table.turn, table.game
    table.play()
    said = cr.Talk(cr.Seat(table.turn), cr.Aim(3))
    table.done(said.seat, "move", move=data(said))
    table.done(seat, "take-back", to=before.version)
    assert table.poll(None, 0)["table"]["ask"]["all"] is False
    ask = table.room.seq
    for other in sorted({0, 1, 2, 3} - {seat})[:2]:
        table.done(other, "agree", ask=ask)
    table.wait()
    assert table.game == before


def test_shares_are_waited_for_since_all_have_committed() -> None:
    table = Table(shares=True)
    table.begin(computers=(2, 3))
    table.now += 1_000
    commit(table, 0, "s0")
    assert hosting.next_deadline(table.room) == 31_000
    table.now += 1_000
    commit(table, 1, "s1")
    assert hosting.next_deadline(table.room) == 33_000
    table.now += 1_000
    table.done(0, "share", game=1, share="s0")
    assert hosting.next_deadline(table.room) == 33_000


def test_there_must_be_something_of_ones_own_to_take_back(table: Table) -> None:
    seat = table.turn
    table.play()
    for to in (0, 1, to_of(table, seat) + 1, 99):
        assert table.refused(seat, "take-back", to=to) == "nothing-to-take-back"
    assert table.refused((seat + 1) % 4, "take-back", to=2) == "nothing-to-take-back"
    assert table.refused(7, "take-back", to=2) == "not-seated"
    assert table.refused(seat, "take-back", to=2, seen=2) == "stale"


# Dealing


def commit(table: Table, seat: int, share: str) -> None:
    draw = table.room.draw
    assert draw is not None
    bound = cr.commitment(share, terms=draw.terms, seat=seat)
    table.done(seat, "commit", game=draw.number, commitment=bound)


def test_people_add_shares_to_the_shuffle() -> None:
    table = Table(shares=True)
    table.begin(computers=(3,))
    draw = table.room.draw
    assert draw is not None
    assert draw.sharers == (0, 1, 2)
    assert json.loads(draw.terms) == {
        "room": "room",
        "game": 1,
        "ruleset": "parlett",
        "dealer": draw.dealer,
        "names": ["P0", "P1", "P2", "Computer 4"],
        "sharers": [0, 1, 2],
    }
    for number in (0, 2):
        assert table.refused(0, "commit", game=number, commitment="0" * 64) == "no-draw"
    assert table.refused(0, "commit", game=1, commitment="x") == "bad-share"
    assert table.refused(0, "commit", game=1, commitment="X" * 64) == "bad-share"
    for seat in range(3):
        assert table.refused(seat, "share", game=1, share=f"s{seat}") == "too-early"
        commit(table, seat, f"s{seat}")
    assert table.refused(0, "commit", game=1, commitment="0" * 64) == "no-draw"
    for wrong in ("another", "\n"):
        assert table.refused(0, "share", game=1, share=wrong) == "bad-share"
    for seat in range(3):
        table.done(seat, "share", game=1, share=f"s{seat}")
    assert table.refused(0, "share", game=1, share="s0") == "no-draw"
    table.wait()
    assert table.game.phase is cr.Phase.PLAYING
    assert table.refused(0, "share", game=1, share="s0") == "no-draw"
    own = draws.seed_of(table.room.settings, table.room.draw or draw)
    again = cr.deal(cr.new_game(cr.PARLETT, draw.dealer), seed=own)
    assert again == table.game


def test_a_share_that_is_missing_voids_the_draw() -> None:
    table = Table(shares=True)
    table.begin()
    for seat in range(3):
        commit(table, seat, f"s{seat}")
    table.wait(30_000)
    assert [type(row.body).__name__ for row in table.room.rows][-2:] == ["DrawVoided", "GameOpened"]
    voided = table.room.rows[-2].body
    assert isinstance(voided, rows.DrawVoided)
    assert voided.failed == (3,)
    draw = table.room.draw
    assert draw is not None
    assert (draw.number, draw.sharers) == (2, (0, 1, 2))


def test_nobody_is_blamed_for_a_share_if_the_server_was_late() -> None:
    table = Table(shares=True)
    table.begin()
    table.wait(40_000)
    assert isinstance(table.last, rows.Excused)
    table.wait(15_000)
    assert any(isinstance(row.body, rows.DrawVoided) for row in table.room.rows)


def test_a_chair_that_changes_hands_voids_the_draw() -> None:
    table = Table(shares=True)
    table.begin()
    table.done(2, "leave")
    table.wait()
    assert table.last == rows.DrawVoided(
        (), table.last.share if isinstance(table.last, rows.DrawVoided) else ""
    )
    assert table.room.game is None


def test_a_spectator_is_not_asked_for_a_share() -> None:
    table = Table(shares=True)
    table.begin()
    assert table.refused(7, "commit", game=1, commitment="0" * 64) == "not-seated"


def test_who_sits_down_after_the_announcement_is_not_asked_for_a_share() -> None:
    table = Table(shares=True)
    table.begin()
    table.done(2, "leave")
    table.done(5, "sit", seat=2, name="new")
    assert table.refused(5, "commit", game=1, commitment="0" * 64) == "no-draw"


def test_who_is_asleep_is_not_asked_for_a_share_again() -> None:
    table = Table(shares=True)
    table.begin()
    table.wait(30_000)
    assert table.room.number == 2
    assert table.game.phase is cr.Phase.PLAYING


# What people are told


def test_nothing_new_is_nothing(table: Table) -> None:
    assert table.poll(0, table.room.seq) is None


def test_news_of_a_card(table: Table) -> None:
    since = table.room.seq
    table.play()
    for person in (0, None):
        told = table.poll(person, since)
        assert (told["type"], told["from"], told["at"]) == ("news", since, since + 1)
        assert "table" not in told
    assert "may" in table.poll(table.turn, since)
    assert len(json.dumps(table.poll(None, since))) < 300


def test_each_reader_is_told_since_where_they_were(table: Table) -> None:
    since = table.room.seq
    table.play(3)
    for last in (since, since + 2, since + 1):
        told = table.poll(0, last)
        assert (told["from"], told["at"], len(told["rows"])) == (last, since + 3, since + 3 - last)


def test_news_in_words_and_pictures(table: Table) -> None:
    since = table.room.seq
    table.done(2, "move", move=data(cr.Talk(cr.Seat(2), cr.Aim(4))))
    told = table.poll(0, since, language="en", snapshots=True)
    line = {"type": "talk", "seat": 2, "text": "I am aiming for 4 tricks."}
    assert told["lines"] == [line]
    assert table.poll(0, since, language="xx").keys().isdisjoint({"lines"})
    assert "snapshot" in told
    assert "view" not in table.poll(0, 0, snapshots=True)


def test_the_score_of_a_deal_is_told_line_by_line() -> None:
    table = Table(SMALL)
    table.begin()
    table.play(11)
    since = table.room.seq
    table.play()
    lines = table.poll(0, since, language="en")["lines"]
    scored = next(line for line in lines if line["type"] == "deal-scored")
    assert any("(B1)" in why for why in scored["why"])


def test_a_spectator_sees_no_hand(table: Table) -> None:
    view = cr.from_data(table.poll(None, 0)["view"], kind="view")
    assert view.viewer is None
    assert all(isinstance(hand, cr.FaceDown) for hand in view.hands)


def test_no_message_holds_a_secret(table: Table) -> None:
    texts = json.dumps([table.poll(person, since) for person in (0, 7, None) for since in (0, 6)])
    assert SECRET.hex() not in texts
    assert not any(person in texts for person in PEOPLE)


def test_what_is_written_for_people_takes_no_game() -> None:
    code = Path(telling.__file__).read_text(encoding="utf-8")
    assert "Game" not in code.replace("game_winner", "")
    assert "Room" not in code.replace("RoomOpened", "")


@given(twins())
def test_hidden_cards_change_nothing_that_a_viewer_is_told(pair: Twins) -> None:
    texts = [told_of(game, pair.viewer) for game in (pair.game, pair.other)]
    assert texts[0] == texts[1]


def told_of(game: cr.Game, viewer: cr.Seat | None) -> list[str | None]:
    """What a viewer is told of a game, as news of each event and as a whole."""
    settings = hosting.Settings(rules=game.rules, room="room", secret=SECRET)
    room = rooms.begun(Row(1, 0, None, "", rows.RoomOpened(settings)), "")
    for seat in range(game.rules.players):
        row = rooms.next_row(room, rows.Seated(cr.Seat(seat), f"P{seat}"), 0, PEOPLE[seat], "s")
        room = rooms.followed(room, row)
    opened = attrs.evolve(clocks.opened_game(room), dealer=game.log[0].dealer)  # type: ignore[union-attr] # a GameStarted
    room = rooms.followed(room, rooms.next_row(room, opened, 0))
    person = None if viewer is None else PEOPLE[viewer]
    texts: list[str | None] = []
    for event in game.log[1:]:
        since, now = room.seq, room.game
        late = len(texts) > len(game.log) - 12
        assert now is not None
        why = "deal" if isinstance(event, cr.Dealt) else "move"
        row = rooms.next_row(room, Happened(why, (event,)), 0)  # type: ignore[arg-type] # as Why is
        room = rooms.followed(room, row, fold(now, event))
        news = hosting.poll(room, person, since, 0, language="ja", snapshots=True) if late else ""
        texts.append(news)
    texts.append(hosting.poll(room, person, 0, 0))
    texts.append(hosting.poll(room, person, 0, 0, language="en", snapshots=True))
    return texts


# Rows


def test_a_room_is_the_fold_of_its_rows(table: Table) -> None:
    stored = table.store.after("room", 0)
    for count in range(1, len(stored) + 1):
        room = hosting.resume(stored[:count])
        assert (room.seq, room.rows) == (count, table.room.rows[:count])
    assert hosting.resume(stored) == table.room
    assert hash(hosting.resume(stored)) == hash(table.room)


def changed(text: str, **fields: Any) -> str:
    return json.dumps({**json.loads(text), **fields})


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"v":1,"seq":1,"at":0,"by":null,"id":"","type":"closed"}',
        '{"v":1,"seq":1,"at":0,"by":null,"id":"","type":"nonsense"}',
        '{"v":1,"seq":"1","at":0,"by":null,"id":"","type":"closed"}',
        '{"v":1,"seq":1,"at":0,"by":7,"id":"","type":"closed"}',
    ],
    ids=str,
)
def test_what_is_not_a_room_is_refused(wrong: str) -> None:
    with pytest.raises(cr.BadRecordError):
        hosting.resume([wrong])
    with pytest.raises(cr.BadRecordError):
        hosting.resume([])


@pytest.mark.parametrize(
    "fields",
    [
        {"seq": 99},
        {"at": 0},
        {"events": []},
        {"events": 7},
        {"why": "whim"},
        {"type": "closed"},
        {"type": "closed", "events": None},
        {"type": "agreed", "seat": "0", "ask": 1},
        {"type": "revealed", "number": 1, "share": "x", "more": 1},
    ],
    ids=str,
)
def test_rows_that_are_broken_are_refused(table: Table, fields: dict[str, Any]) -> None:
    *stored, last = table.store.after("room", 0)
    with pytest.raises(cr.BadRecordError):
        hosting.resume([*stored, changed(last, **fields)])


NO_GAME, NOTHING_ASKED = "there is no game", "nothing is asked"
BODIES = {
    '"type":"agreed","seat":0,"ask":1': NOTHING_ASKED,
    '"type":"ask-closed","ask":1,"why":"objected"': NOTHING_ASKED,
    '"type":"taken-back","to":1': NO_GAME,
    '"type":"taken-back","to":99': NO_GAME,
    '"type":"revealed","number":1,"share":"x"': "no game is announced",
    '"type":"left","seat":3,"why":"left","name":"","computer":""': "nobody sits there",
    '"type":"seated","seat":3,"name":"x","computer":""': "somebody must have done this",
    '"type":"asked","seat":0,"to":1': NO_GAME,
    '"type":"happened","why":"move","events":[{"type":"trick-won","seat":0}]': NO_GAME,
    '"type":"happened","why":"move","events":[{"type":"play","seat":0,"card":"AS"}]': NO_GAME,
    '"type":"happened","why":"deal","events":[{"type":"dealt","dealer":0,"hands":[]}]': NO_GAME,
}


def why_not(*rows: str, after: hosting.Room | None = None) -> tuple[object, ...]:
    """Why rows are no room, or can't follow one: code, path, number of the row and reason."""
    with pytest.raises(cr.BadRecordError) as refused:
        hosting.extend(after, rows) if after else hosting.resume(rows)
    told = refused.value.parameters
    return refused.value.code, told["path"], told.get("index"), told.get("reason")


def a_row(body: str, seq: int = 3) -> str:
    return f'{{"v":1,"seq":{seq},"at":5000,"by":null,"id":"",{body}}}'


@pytest.mark.parametrize("body", BODIES)
def test_rows_that_cannot_follow_are_refused(body: str) -> None:
    table = Table()
    table.seat(0)
    why = why_not(a_row(body), after=table.room)
    assert why == ("broken-log", "rows", 3, BODIES[body])


def test_a_row_that_is_none_is_refused() -> None:
    why = why_not(a_row('"type":"agreed","seat":"0","ask":1', 2), after=Table().room)
    assert why == ("not-a-record", "row", None, None)


def test_something_must_come_first(table: Table) -> None:
    body = '"type":"happened","why":"move","events":[{"type":"trick-won","seat":0}]'
    seq = table.room.seq + 1
    why = why_not(a_row(body, seq), after=table.room)
    assert why == ("broken-log", "rows", seq, "a move or a deal must come first")


def test_rows_come_in_their_order() -> None:
    table = Table()
    table.seat(0)
    first, second = table.store.after("room", 0)
    begins = "a room begins with row 1, of the type room-opened"
    for wrong, seq in ((changed(first, seq=2), 2), (changed(second, seq=1), 1)):
        assert why_not(wrong) == ("broken-log", "rows", seq, begins)
    here = "row 2 must come here, not earlier than the last"
    for wrong, seq in ((changed(second, seq=3), 3), (changed(second, at=999), 2)):
        assert why_not(first, wrong) == ("broken-log", "rows", seq, here)
    newer = "this room was made by a newer version of the library"
    why = why_not(changed(first, v=2))
    assert why == ("wrong-value", "row", None, newer)
    assert hosting.resume([first, changed(second, at=1_000)]).seq == 2
    assert hosting.resume([first]).life == ""


def test_a_room_is_opened_once(table: Table) -> None:
    first = table.store.after("room", 0)[0]
    again = changed(first, seq=table.room.seq + 1, at=9_000)
    why = why_not(again, after=table.room)
    assert why == ("broken-log", "rows", table.room.seq + 1, "a room is opened once")


def test_consequences_that_differ_are_refused(table: Table) -> None:
    table.play(4)
    *stored, last = table.store.after("room", 0)
    events = json.loads(last)["events"]
    why = why_not(*stored, changed(last, events=events[:1]))
    assert why[2:] == (table.room.seq, "the rules make something else of it")
    *stored, dealt = table.store.after("room", 0)[:7]
    hands = json.loads(dealt)["events"][0]["hands"]
    other = [{**json.loads(dealt)["events"][0], "hands": hands[::-1]}]
    why = why_not(*stored, changed(dealt, events=other))
    assert why[2:] == (7, "the rules make something else of it")


@pytest.mark.parametrize(
    ("field", "value"),
    [("turn_ms", 1), ("secret", "x"), ("secret", "00"), ("more", 1), ("rules", {}), ("room", "")],
)
def test_settings_that_make_no_sense_are_refused(table: Table, field: str, value: object) -> None:
    first = table.store.after("room", 0)[0]
    settings = {**json.loads(first)["settings"], field: value}
    with pytest.raises(cr.BadRecordError):
        hosting.resume([changed(first, settings=settings)])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("take_backs", "often"),
        ("computers", ["x"]),
        ("computers", ("",)),
        ("computers", (7,)),
        ("secret", b"short"),
        ("rules", None),
    ],
    ids=str,
)
def test_settings_are_checked(field: str, value: Any) -> None:
    wrong: Any = {"rules": cr.PARLETT, field: value}
    with pytest.raises(cr.BadRulesetError, match=field):
        hosting.Settings(**wrong)


def test_settings_keep_their_secret() -> None:
    settings = hosting.Settings(rules=cr.PARLETT)
    assert len(settings.secret) == 32
    assert repr(settings.secret) not in repr(settings)
    assert settings.room != hosting.Settings(rules=cr.PARLETT).room


def test_a_room_of_a_newer_version_can_be_read_and_nothing_more(table: Table) -> None:
    newer = changed(table.store.after("room", 0)[-1], v=2, seq=table.room.seq + 1)
    table.room = hosting.extend(table.room, [newer])
    assert table.refused(0, "leave") == "newer-version"
    assert table.poll(0, 0)["table"]["newer"]
    assert hosting.next_deadline(table.room) is None
    with pytest.raises(cr.BadRecordError, match="newer version"):
        hosting.resume([changed(table.store.after("room", 0)[0], v=2)])


def test_a_later_life_is_told(table: Table) -> None:
    room = hosting.resume(table.store.after("room", 0), "another")
    assert room == table.room
    assert json.loads(str(hosting.poll(room, None, 0, 0)))["life"] == "another"


def test_rows_and_messages_are_as_the_schemas_say() -> None:
    table = Table(cr.OPEN_COLLUSION, shares=True)
    check_message: Any = jsonschema.Draft202012Validator(hosting.message_schema())
    table.begin(computers=(3,))
    for seat in range(3):
        commit(table, seat, f"s{seat}")
    for seat in range(3):
        table.done(seat, "share", game=1, share=f"s{seat}")
    table.wait()
    for _ in range(30):
        want = hosting.want_move(table.room)
        if want is None:
            seat, move = table.turn, data(cr.legal_moves(table.game)[-1])
            check_message.validate({"type": "move", "id": "a", "seen": 1, "move": move})
            table.done(seat, "move", move=move)
            if not table.room.asked:
                table.done(seat, "take-back", to=to_of(table, seat))
                check_message.validate(table.poll(0, 0))
                table.done((seat + 1) % 3, "object", ask=table.room.seq)
        else:
            move_ = cr.legal_moves(want.view)[0]
            table.room = hosting.moved(table.room, table.store, want, move_, table.now)
    table.wait(63_000)
    renew = {"type": "renew", "id": "r", "seen": table.room.seq, "invitation": "i" * 16}
    check_message.validate(renew)
    assert table.send(0, json.dumps(renew))["type"] == "done"
    check_message.validate(table.poll(1, 0))
    table.done(2, "leave")
    sit = {"type": "sit", "seat": 2, "name": "P2", "invitation": "i" * 16}
    check_message.validate({**sit, "id": "s", "seen": 1})
    table.done(2, "sit", seat=2, name="P2", invitation="i" * 16)
    table.done(0, "close")
    table.wait()
    check_row: Any = jsonschema.Draft202012Validator(hosting.row_schema())
    for text in table.store.after("room", 0):
        check_row.validate(json.loads(text))
    for person in (0, None):
        for since in (0, 12, table.room.seq - 1):
            check_message.validate(table.poll(person, since, language="en", snapshots=since > 12))
    check_message.validate(table.say(0, "leave"))
    check_message.validate({"type": "hello", "v": 1})
    assert not check_message.is_valid({"type": "nonsense"})


def test_rows_that_a_room_has_are_passed_over(table: Table) -> None:
    assert hosting.extend(table.room, table.store.after("room", 0)) == table.room


def test_something_must_be_moved(table: Table) -> None:
    body = Happened("move", (cr.TrickWon(cr.Seat(0)),))
    with pytest.raises(cr.BadRecordError, match="must come first"):
        hosting.extend(table.room, [rooms.next_row(table.room, body, 9_000).text])


def test_the_first_row_is_told_without_its_secret(table: Table) -> None:
    told = json.loads(telling.tell(table.room.rows[0], None))
    assert told == {"seq": 1, "at": 1_000, "type": "room-opened"}


# Stores


def stores(path: Path) -> Iterator[hosting.Store]:
    yield serving.MemoryStore()
    yield serving.SqliteStore(str(path / "rooms.sqlite"))


def test_stores(tmp_path: Path) -> None:
    for store in stores(tmp_path):
        settings = hosting.Settings(rules=cr.PARLETT, room="room", secret=SECRET)
        step = hosting.open_room(settings, 5, store.life)
        store.append(step)
        with pytest.raises(hosting.Taken):
            store.append(step)
        room = hosting.load(store, "room")
        assert room is not None
        assert room == hosting.stored(step)[0]
        assert hosting.load(store, "another") is None
        assert list(store.due(10**15)) == []
        for seat in range(4):
            text = json.dumps(
                {"type": "sit", "id": "s", "seen": room.seq, "seat": seat, "name": f"P{seat}"}
            )
            room, _ = hosting.submit(room, store, PEOPLE[seat], text, 10)
        assert list(store.due(10)) == ["room"]
        assert list(store.due(9)) == []
        room = hosting.wake(room, store, 10)
        assert len(list(store.after("room", 5))) == room.seq - 5
        if isinstance(store, serving.SqliteStore):
            store.close()
            with pytest.raises(hosting.NotStored):
                store.append(hosting.tick(room, 10**9))
            with pytest.raises(hosting.NotStored):
                store.after("room", 0)


def test_the_life_of_a_file_lasts_until_its_row_is_deleted(tmp_path: Path) -> None:
    path = str(tmp_path / "rooms.sqlite")
    first = serving.SqliteStore(path)
    first.close()
    again = serving.SqliteStore(path)
    assert again.life == first.life
    again.close()
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM life")
    db.close()
    restored = serving.SqliteStore(path)
    assert restored.life != first.life
    restored.close()


def test_old_tables_are_deleted_as_the_page_says(tmp_path: Path) -> None:
    path = str(tmp_path / "rooms.sqlite")
    store = serving.SqliteStore(path)
    now = time.time_ns() // 1_000_000
    for days in (0, 89, 91):
        settings = hosting.Settings(rules=cr.PARLETT, room=f"{days} days")
        store.append(hosting.open_room(settings, now - days * 86_400_000))
    store.close()
    page = Path(__file__).parent.parent / "docs" / "how-to" / "running.md"
    statements = re.findall(
        r'^sqlite3 tables.sqlite "(DELETE FROM roo?[mw]s.*?)"', page.read_text("utf-8"), re.M | re.S
    )
    with sqlite3.connect(path) as db:
        for statement in statements:
            db.execute(statement)
        left = [room for (room,) in db.execute("SELECT room FROM rooms ORDER BY room")]
        assert left == [room for (room,) in db.execute("SELECT room FROM rows ORDER BY room")]
    db.close()
    assert (len(statements), left) == (2, ["0 days", "89 days"])


class NoCommit:
    """A connection that breaks when it commits."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT":
            raise sqlite3.OperationalError
        return self.db.execute(statement, *values)


def test_nobody_knows_what_became_of_a_commit_that_failed(tmp_path: Path) -> None:
    store: Any = serving.SqliteStore(str(tmp_path / "rooms.sqlite"))
    settings = hosting.Settings(rules=cr.PARLETT, room="room", secret=SECRET)
    db, store._db = store._db, NoCommit(store._db)
    with pytest.raises(hosting.Unknown):
        store.append(hosting.open_room(settings, 5))
    store._db = db
    assert store.after("room", 0) == []
    store.close()


def test_steps_of_many_threads_are_stored_together(tmp_path: Path) -> None:
    """Who waits while the disk is busy is written with others; a taken number hurts no other."""
    store = serving.SqliteStore(str(tmp_path / "rooms.sqlite"))
    steps = [
        hosting.open_room(hosting.Settings(rules=cr.PARLETT, room=f"room {number // 2}"), number)
        for number in range(40)
    ]
    commits: list[str] = []
    db = store._db
    db.set_trace_callback(lambda said: commits.append(said) if said == "COMMIT" else None)
    outcomes: list[str] = []

    def append(step: hosting.Step) -> None:
        try:
            store.append(step)
        except hosting.Taken:
            outcomes.append("taken")
        else:
            outcomes.append("stored")

    threads = [threading.Thread(target=append, args=(step,)) for step in steps]
    with store._lock:  # the disk is busy
        for thread in threads:
            thread.start()
        while len(store._queue) < len(steps):
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert outcomes.count("stored") == outcomes.count("taken") == 20
    assert all(len(list(store.after(f"room {number}", 0))) == 1 for number in range(20))
    assert len(commits) == 1
    store.close()


def test_who_waits_for_one_that_dies_is_not_told_that_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = serving.SqliteStore(str(tmp_path / "rooms.sqlite"))
    settings = hosting.Settings(rules=cr.PARLETT, room="room")
    waiting = serving._Waiting(hosting.open_room(settings, 5))
    store._queue.append(waiting)

    def die(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "_insert", die)
    with pytest.raises(KeyboardInterrupt):
        store.append(hosting.open_room(settings, 5))
    assert waiting.done
    assert isinstance(waiting.failure, hosting.Unknown)
    store.close()


class Failing(serving.MemoryStore):
    """A store that fails in the ways that are in its list, one after the other."""

    def __init__(self, *ways: str) -> None:
        super().__init__()
        self.ways = list(ways)

    def append(self, step: hosting.Step) -> None:
        way = self.ways.pop(0) if self.ways else ""
        if way == "not":
            raise hosting.NotStored
        if way == "taken":
            raise hosting.Taken
        if way != "lost":
            super().append(step)
        if way:
            raise hosting.Unknown

    def after(self, room: str, seq: int) -> tuple[str, ...]:
        if self.ways and self.ways[0] == "unreadable":
            self.ways.pop(0)
            raise hosting.NotStored
        return super().after(room, seq)


@pytest.mark.parametrize(
    ("ways", "answer"),
    [
        (["not"], "refused"),
        (["lost"], "done"),
        (["stored"], "done"),
        (["taken", "taken"], "done"),
        (["taken"] * 8, "refused"),
        (["stored", "unreadable"], None),
    ],
    ids=str,
)
def test_a_store_that_fails(ways: list[str], answer: str | None) -> None:
    table = Table()
    failing = Failing()
    failing.append(hosting.open_room(table.room.settings, 1_000, "life"))
    failing.ways = ways
    text = json.dumps({"type": "sit", "id": "s", "seen": 1, "seat": 0, "name": "Ann"})
    room, reply = hosting.submit(table.room, failing, PEOPLE[0], text, 2_000)
    assert answer == (None if reply is None else json.loads(reply)["type"])
    if reply is None:
        room, reply = hosting.submit(room, failing, PEOPLE[0], text, 2_000)
        assert json.loads(str(reply)) == {"type": "done", "id": "s", "at": 2}
    assert len(failing.after("room", 0)) == (1 if answer == "refused" else 2)


def test_an_allowance() -> None:
    allowance, may = hosting.Allowance(), True
    for _ in range(20):
        allowance, may = allowance.spend(1_000)
        assert may
    allowance, may = allowance.spend(1_000)
    assert not may
    allowance, may = allowance.spend(1_200)
    assert may
    allowance, may = allowance.spend(0)
    assert not may
    allowance, _ = allowance.spend(10**9)
    assert allowance.milli == 19_000


# Hosts


class Player:
    """Says something once, then plays; the last legal card."""

    def __init__(self, said: cr.Statement | None) -> None:
        self.said = said

    def choose(self, view: cr.View, seed: cr.Seed) -> cr.Move:
        return cr.legal_moves(view)[-1]

    def speak(self, view: cr.View, seed: cr.Seed) -> cr.Statement | None:
        return self.said


def opened(said: cr.Statement | None = None, **how: Any) -> tuple[hosting.Host, str]:
    host = hosting.Host(serving.MemoryStore(), {"computer": Player(said)}, **how)
    return host, host.open('{"ruleset": "parlett"}', 0)


def hello(token: str = "t" * 32, seen: int = 0) -> str:
    return json.dumps({"type": "hello", "token": token, "seen": seen})


def line_of(
    host: hosting.Host, name: str, text: str, changed: Callable[[], None] = lambda: None
) -> hosting.Line:
    line = host.connect(name, text, changed)
    assert line is not None
    return line


def with_computers(line: hosting.Line) -> None:
    """Sit down in seat 0, and computers in the others."""
    hear(line, type="sit", id="0", seen=1, seat=0, name="Ann")
    for seat in (1, 2, 3):
        hear(line, type="computer", id=str(seat), seen=seat + 1, seat=seat)


def hear(line: hosting.Line, **message: Any) -> None:
    reply = line.hear(json.dumps(message), 0)
    assert json.loads(str(reply))["type"] == "done"


@pytest.mark.parametrize(
    "wish",
    [
        "",
        "[]",
        "{}",
        '{"ruleset": "poker"}',
        '{"ruleset": []}',
        '{"ruleset": "parlett", "turn_ms": 1}',
        '{"ruleset": "parlett", "take_backs": "often"}',
    ],
)
def test_a_wish_that_makes_no_sense_opens_no_room(wish: str) -> None:
    host = hosting.Host(serving.MemoryStore())
    assert host.open(wish, 0) == "!not-a-message"


def test_accusations_are_wished_for_where_there_are_any() -> None:
    host = hosting.Host(serving.MemoryStore())
    name = host.open('{"ruleset": "secret-partners", "accusations": true}', 0)
    assert host.room(name).settings.rules == cr.secret_partners(accusations=True)
    assert host.open('{"ruleset": "parlett", "accusations": true}', 0) == "!not-a-message"
    assert host.open('{"ruleset": "secret-partners", "accusations": 1}', 0) == "!not-a-message"


def test_nobody_opens_many_rooms_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    host = hosting.Host(serving.MemoryStore())
    answers = {host.open('{"ruleset": "parlett"}', 0, "a") for _ in range(21)}
    assert len(answers) == 21
    assert "!too-fast" in answers
    monkeypatch.setattr("collusion_rules.hosting.hosts._MOST_OPENERS", 1)
    assert not host.open('{"ruleset": "parlett"}', 0, "b").startswith("!")


def test_a_room_that_cannot_be_stored_is_not_open() -> None:
    for way in ("not", "lost"):
        host = hosting.Host(Failing(way))
        assert host.open('{"ruleset": "parlett"}', 0) == "!not-stored"


def test_what_a_computer_says_out_of_place_is_not_said() -> None:
    """There are 13 tricks in a deal; the computer plays, after the person if it is their turn."""
    host, name = opened(cr.Aim(14))
    with_computers(line_of(host, name, hello()))
    for now in range(0, 100_000, 900):
        host.pulse(now)
    told = [row.body for row in host.room(name).rows if isinstance(row.body, Happened)]
    events = [event for body in told for event in body.events]
    assert any(isinstance(event, cr.Play) for event in events)
    assert not any(isinstance(event, cr.Talk) for event in events)


def test_a_host_plays_a_deal_with_computers() -> None:
    host, name = opened(cr.Aim(3), think_ms=900)
    changed: list[str] = []
    line = line_of(host, name, hello(), lambda: changed.append(name))
    assert line.news(0) is not None
    assert line.news(0) is None
    with_computers(line)
    now = 0
    for _ in range(200):
        host.pulse(now)
        now += 900
    assert host.room(name).paused
    assert 10 < changed.count(name) < host.room(name).seq
    said = [row.body for row in host.room(name).rows if isinstance(row.body, Happened)]
    assert any(isinstance(body.events[0], cr.Talk) for body in said)
    assert any(body.why == "sleeper" for body in said)
    watching = line_of(host, name, '{"type": "hello"}')
    assert json.loads(str(watching.hear("{}", 0)))["code"] == "not-seated"
    line.close()
    watching.close()


def test_a_player_that_says_what_may_not_be_said_plays_all_the_same() -> None:
    host, name = opened(cr.Aim(99), think_ms=0)
    line = line_of(host, name, hello())
    line.hear('{"type":"sit","id":"0","seen":1,"seat":0,"name":"Ann"}', 0)
    for seat in (1, 2, 3):
        line.hear(
            json.dumps({"type": "computer", "id": str(seat), "seen": seat + 1, "seat": seat}), 0
        )
    for _ in range(6):
        host.pulse(0)
    bodies = [row.body for row in host.room(name).rows]
    assert any(isinstance(body, Happened) and body.why == "computer" for body in bodies) or (
        host.room(name).game is not None
    )
    assert not any(isinstance(b, Happened) and isinstance(b.events[0], cr.Talk) for b in bodies)


def test_a_kind_that_this_server_does_not_have_is_left_to_the_clock() -> None:
    store = serving.MemoryStore()
    host = hosting.Host(store, players={"other": Player(None)})
    name = host.open('{"ruleset": "parlett"}', 0)
    line = line_of(host, name, hello())
    line.hear('{"type":"sit","id":"0","seen":1,"seat":0,"name":"Ann"}', 0)
    for seat in (1, 2, 3):
        line.hear(
            json.dumps({"type": "computer", "id": str(seat), "seen": seat + 1, "seat": seat}), 0
        )
    bare = hosting.Host(store)
    bare.pulse(1_000)
    assert bare.room(name).seq > 5
    assert not any(
        isinstance(row.body, Happened) and row.body.why == "computer"
        for row in bare.room(name).rows
    )


def test_connections_that_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    host, name = opened()
    assert host.connect("nowhere", hello()) is None
    assert host.connect(name, "nonsense") is None
    assert host.connect(name, hello("short")) is None
    monkeypatch.setattr("collusion_rules.hosting.hosts.MOST_LINES", 0)
    assert host.connect(name, hello()) is None
    monkeypatch.setattr("collusion_rules.hosting.hosts.MOST_ROOMS", 0)
    assert host.connect("another", hello()) is None


def test_who_comes_while_a_room_is_dropped_from_memory_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, name = opened()
    real, dropped = host._table, host._tables[name]

    def late(wanted: str) -> Any:
        """The room is found, and dropped before anything is done with it."""
        if host._tables.get(wanted) is dropped:
            host.pulse(10_000)
            return dropped
        return real(wanted)

    monkeypatch.setattr(host, "_table", late)
    changed: list[str] = []
    line = line_of(host, name, hello(), lambda: changed.append(name))
    assert host._tables[name] is not dropped
    hear(line, type="sit", id="0", seen=1, seat=0, name="Ann")
    assert changed == [name]


def test_a_flood_is_refused_and_wears_the_line_out() -> None:
    host, name = opened()
    line = line_of(host, name, hello())
    answers = [json.loads(str(line.hear("nonsense", 0)))["code"] for _ in range(120)]
    assert answers.count("not-a-message") == 20
    assert answers.count("too-fast") == 100
    assert line.worn_out


def test_a_host_hears_of_other_hosts_and_forgets_idle_rooms() -> None:
    host, name = opened()
    changed: list[str] = []
    watching = line_of(host, name, hello(""), lambda: changed.append(name))
    other = hosting.Host(host._store)
    line = line_of(other, name, hello())
    line.hear('{"type":"sit","id":"0","seen":1,"seat":0,"name":"Ann"}', 0)
    for some in (["nowhere"], [name], None):
        host.heard(some)
    assert changed == [name]
    watching.close()
    assert host.room(name) == other.room(name)
    other.pulse(1_000)
    assert other.room(name)
    line.close()
    other.pulse(2_000)
    with pytest.raises(KeyError):
        other.room(name)


def test_a_store_that_is_down_is_asked_later() -> None:
    store = Failing()
    host = hosting.Host(store)
    name = host.open('{"ruleset": "parlett"}', 0)
    for seat in range(4):
        line = line_of(host, name, hello(f"{seat:032}"))
        line.hear(
            json.dumps(
                {"type": "sit", "id": "s", "seen": seat + 1, "seat": seat, "name": f"P{seat}"}
            ),
            0,
        )
    store.ways = ["not"]
    host.pulse(0)
    assert host.room(name).seq == 5
    host.pulse(999)
    assert host.room(name).seq == 5
    host.pulse(1_000)
    assert host.room(name).seq > 5


def test_a_room_that_cannot_be_read_is_passed_over() -> None:
    store = serving.MemoryStore()
    host = hosting.Host(store)
    name = host.open('{"ruleset": "parlett"}', 0)
    store._rows[name] = ["nonsense"]
    store._deadlines[name] = 0
    host = hosting.Host(store)
    host.pulse(1_000)
    with pytest.raises(KeyError):
        host.room(name)


class Down(serving.MemoryStore):
    """A store that can't be reached."""

    def due(self, now: int) -> tuple[str, ...]:
        raise hosting.NotStored


def test_a_store_that_cannot_be_reached_is_asked_again() -> None:
    hosting.Host(Down()).pulse(1_000)


def test_an_event_that_is_not_an_object() -> None:
    for nothing in (5, None, ["play"]):
        with pytest.raises(cr.BadRecordError):
            read_known_event(nothing)


# Scoring and rulesets of one's own


def test_a_room_with_a_scoring_of_ones_own() -> None:
    store = serving.MemoryStore()
    host = hosting.Host(store, {"computer": Player(None)}, {"odd": ODD_RULES}, SCHEMES, think_ms=0)
    name = host.open('{"ruleset": "odd", "turn_ms": 100}', 0)
    assert host.open('{"ruleset": "parlett"}', 0) == "!not-a-message"
    line = line_of(host, name, hello())
    hear(line, type="sit", id="0", seen=1, seat=0, name="Ann")
    for seat in (1, 2, 3, 4):
        hear(line, type="computer", id=str(seat), seen=seat + 1, seat=seat)
    for now in range(0, 3_000, 50):
        host.pulse(now)
    room = host.room(name)
    assert room.game is not None
    assert room.game.rules == ODD_RULES
    assert hosting.load(store, name, schemes=SCHEMES) == room
    again = hosting.Host(store, None, {"odd": ODD_RULES}, SCHEMES)
    told = json.loads(str(line_of(again, name, hello()).news(3_000)))
    check_message: Any = jsonschema.Draft202012Validator(hosting.message_schema(schemes=SCHEMES))
    check_message.validate(told)
    check_row: Any = jsonschema.Draft202012Validator(hosting.row_schema(schemes=SCHEMES))
    for text in store.after(name, 0):
        check_row.validate(json.loads(text))
    assert cr.from_data(told["view"], "view", schemes=SCHEMES) == room.views[0]
    with pytest.raises(cr.BadRecordError, match="give its class in schemes"):
        hosting.load(store, name)


def test_a_row_whose_fate_is_unknown_is_read_with_the_scoring_too() -> None:
    failing = Failing()
    settings = hosting.Settings(rules=ODD_RULES, room="room", schemes=SCHEMES)
    step = hosting.open_room(settings, 0)
    failing.append(step)
    failing.ways = ["stored"]
    text = json.dumps({"type": "sit", "id": "s", "seen": 1, "seat": 0, "name": "Ann"})
    room, reply = hosting.submit(hosting.stored(step)[0], failing, PEOPLE[0], text, 5)
    assert json.loads(str(reply)) == {"type": "done", "id": "s", "at": 2}
    assert room.settings.rules == ODD_RULES


@pytest.mark.parametrize("now", [1.5, "5", None, True, -1, float("nan"), 10**400])
def test_a_time_is_whole_milliseconds(now: Any) -> None:
    """A row with another time could never be read again."""
    room = hosting.stored(hosting.open_room(hosting.Settings(rules=cr.PARLETT), 0))[0]
    calls: list[Callable[[], object]] = [
        lambda: hosting.open_room(hosting.Settings(rules=cr.PARLETT), now),
        lambda: hosting.receive(room, PEOPLE[0], "{}", now),
        lambda: hosting.tick(room, now),
    ]
    for call in calls:
        with pytest.raises(cr.BadArgumentError, match=r"^now must be a whole number from 0 to "):
            call()


def test_what_a_host_or_settings_were_given_can_be_changed_afterwards() -> None:
    """And changes nothing there."""
    schemes, rulesets = dict(SCHEMES), {"odd": ODD_RULES}
    settings = hosting.Settings(rules=ODD_RULES, room="room", schemes=schemes)
    host = hosting.Host(serving.MemoryStore(), rulesets=rulesets, schemes=schemes)
    schemes.clear()
    rulesets.clear()
    assert settings.schemes == SCHEMES
    assert len(hosting.open_room(settings, 0).rows) == 1
    assert not host.open('{"ruleset": "odd"}', 0).startswith("!")


def test_a_ruleset_whose_scoring_is_not_given_is_refused_at_once() -> None:
    with pytest.raises(cr.BadRecordError, match="give its class in schemes"):
        hosting.Settings(rules=ODD_RULES)
    with pytest.raises(cr.BadRecordError, match="give its class in schemes"):
        hosting.Host(serving.MemoryStore(), rulesets={"odd": ODD_RULES})
