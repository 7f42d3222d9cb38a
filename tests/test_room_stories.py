"""Whole evenings at tables, line by line: what is stored, answered, told and due after each thing.

`python tests/test_room_stories.py` writes them anew; what has changed is then seen in review. Rows
that were stored once must be read for ever, so a row may grow but not change.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from test_hosting import PEOPLE, SMALL, Table, commit, data, to_of

import collusion_rules as cr
from collusion_rules import hosting
from collusion_rules.hosting import clocks

KEPT = Path(__file__).parent / "room_stories.txt"
UNSHOWN = {"settings", "past", "recent", "game", "memo"}
"""What is not told of a room: it is long, and its rows or its messages tell it."""
READERS = ((0, "", False), (1, "en", False), (None, "", True))
"""Who is told: a person, another in words, and a spectator in snapshots."""


class Told(Table):
    """A table of which everything that happens is written down."""

    def __init__(self, rules: cr.Ruleset = cr.PARLETT, **settings: Any) -> None:
        self.lines: list[str] = []
        self.told: dict[str, str] = {}
        self.known = 0
        super().__init__(rules, **settings)
        self.write("opened")

    def send(self, person: int, text: str | bytes) -> Any:
        answer = super().send(person, text)
        self.write(f"{person} says {text!r}", f"< {json.dumps(answer, ensure_ascii=False)}")
        return answer

    def wait(self, ms: int = 0) -> None:
        super().wait(ms)
        self.write(f"{ms} ms later")

    def computer(self, move: cr.Move | None = None) -> None:
        """The computer whose turn it is plays its first card, or makes another move."""
        want = hosting.want_move(self.room)
        assert want is not None
        move = move or cr.legal_moves(want.view)[0]
        self.room = hosting.moved(self.room, self.store, want, move, self.now)
        self.write(f"the computer in seat {want.seat} was asked")

    def write(self, *lines: str) -> None:
        room = self.room
        self.lines += ["", f"* {lines[0]}", *lines[1:]]
        self.lines += [f"+ {text}" for text in self.store.after("room", self.known)]
        fields = {field.name: getattr(room, field.name) for field in attrs.fields(hosting.Room)}
        shown = {name: repr(value) for name, value in fields.items() if name not in UNSHOWN}
        shown |= {"due": repr(clocks.plan(room)), "left": repr(clocks.time_left(room, self.now))}
        want = hosting.want_move(room)
        shown["want"] = "None" if want is None else f"{want!r}, seed={want.seed.hex()}"
        self.lines += [
            f"= {name}: {value}" for name, value in shown.items() if self.told.get(name) != value
        ]
        self.told, since, self.known = shown, self.known, room.seq
        others: dict[str, object] = {}
        for reader, language, snapshots in READERS:
            polled = self.poll(reader, since, language=language, snapshots=snapshots)
            message: dict[str, object] = polled or {}
            own = {name: each for name, each in message.items() if others.get(name) != each}
            own |= {name: "..." for name in ("view", "snapshot") if message.get(name)}
            if own:
                self.lines.append(f"{reader}: {json.dumps(own, ensure_ascii=False)}")
            others |= message

    @property
    def text(self) -> str:
        text = "\n".join(self.lines)
        for number, person in enumerate(PEOPLE):
            text = text.replace(person, f"<person {number}>")
        return text


def a_whole_game_and_another() -> Told:
    rules = attrs.evolve(SMALL, scoring=cr.ParlettScoring(target=40))
    table = Told(rules, deal_ms=3_000, computers=("computer", "wily"))
    table.seat(0, 1, 2)
    table.done(0, "computer", seat=3, kind="wily")
    table.wait()
    table.say(table.turn if table.turn != 3 else 0, "take-back", to=1)
    while table.game.phase is not cr.Phase.OVER:
        if table.game.to_act is None:
            table.wait(2_999)
            table.wait(1)
        elif table.turn == 3:
            table.computer(cr.Talk(cr.Seat(3), cr.Offer(cr.Seat(0), 1)))
            table.computer()
        else:
            talk = cr.Talk(cr.Seat(table.turn), cr.Aim(1))
            table.done(table.turn, "move", move=data(talk))
            table.play()
    table.wait()
    table.done(0, "again")
    table.wait()
    table.done(2, "leave")
    table.done(0, "close")
    table.wait()
    table.say(1, "leave")
    return table


def people_who_sleep_and_wake() -> Told:
    table = Told(cr.secret_partners(accusations=True), turn_ms=10_000, grace_ms=4_000)
    table.begin()
    table.wait(9_999)
    table.wait(1)
    table.wait(12_001)
    table.wait(3_999)
    table.wait(1)
    for _ in range(4):
        table.wait(12_000)
    asleep = table.turn
    table.done(asleep, "move", move=data(cr.legal_moves(table.game)[0]))
    accuser = cr.Seat(table.turn)
    suspects = (cr.Seat((accuser + 1) % 4), cr.Seat((accuser + 2) % 4))
    table.done(accuser, "move", move=data(cr.Accusation(accuser, suspects)))
    table.play(2)
    for person in range(4):
        table.done(person, "leave")
    table.done(6, "sit", seat=2, name="Flo")
    return table


def cards_that_are_taken_back() -> Told:
    table = Told(SMALL, take_backs="majority")
    table.begin()

    def ask(person: int) -> int:
        table.done(person, "take-back", to=to_of(table, person))
        return table.room.seq

    for end in ("agreed", "objected", "nobody answers", "left"):
        first = table.turn
        table.play()
        row = ask(first)
        others = [seat for seat in range(4) if seat != first]
        table.say(others[0], "sit", seat=1, name="X")
        table.done(others[0], "agree", ask=row)
        if end == "agreed":
            table.done(others[1], "agree", ask=row)
            table.wait()
        elif end == "objected":
            table.now += 2_000
            table.done(others[1], "object", ask=row)
        elif end == "nobody answers":
            table.wait(29_999)
            table.wait(1)
        else:
            table.done(first, "leave")
            table.wait()
    return table


def shares_of_ones_own() -> Told:
    table = Told(SMALL, shares=True, take_backs="all", computers=())
    table.begin()

    def shared(seats: list[int]) -> None:
        for seat in seats:
            commit(table, seat, f"s{seat}")

    def opened(seats: list[int]) -> None:
        for seat in seats:
            assert table.room.draw is not None
            table.done(seat, "share", game=table.room.draw.number, share=f"s{seat}")

    shared([0, 1, 2])
    table.wait(32_000)
    shared([0, 1, 2])
    opened([0, 1])
    table.wait(32_001)
    table.wait(14_999)
    table.wait(1)
    shared([0, 1])
    opened([1, 0])
    table.wait()
    table.play(2)
    table.done(1, "leave")
    table.done(6, "sit", seat=1, name="Flo")
    return table


def a_chair_changes_hands() -> Told:
    table = Told(SMALL, shares=True)
    table.seat(0, 1, 2)
    invitation = "an invitation of ours"
    table.done(0, "renew", invitation=invitation)
    table.say(3, "sit", seat=3, name="Di")
    table.done(3, "sit", seat=3, name="Di", invitation=invitation)
    table.wait()
    table.done(0, "kick", seat=3)
    table.wait()
    table.say(3, "sit", seat=3, name="Di", invitation=invitation)
    table.done(4, "sit", seat=3, name="Ed", invitation=invitation)
    table.wait()
    table.done(0, "leave")
    table.done(1, "computer", seat=0)
    table.wait()
    return table


STORIES: dict[str, Callable[[], Told]] = {
    story.__name__.replace("_", " "): story
    for story in (
        a_whole_game_and_another,
        people_who_sleep_and_wake,
        cards_that_are_taken_back,
        shares_of_ones_own,
        a_chair_changes_hands,
    )
}


def kept() -> dict[str, str]:
    """The stories as they are kept, by name."""
    parts = KEPT.read_text(encoding="utf-8").split("\n== ")[1:]
    return {name: text for name, _, text in (part.partition("\n") for part in parts)}


@pytest.mark.parametrize("name", STORIES)
def test_a_story_goes_as_it_went(name: str) -> None:
    assert STORIES[name]().text.splitlines() == kept()[name].rstrip("\n").splitlines()


def test_every_story_is_kept_and_ends_where_its_rows_lead() -> None:
    assert list(kept()) == list(STORIES)
    for story in STORIES.values():
        table = story()
        assert hosting.resume(table.store.after("room", 0), "life") == table.room


def stories() -> Iterator[str]:
    """All of them, as they are kept."""
    yield "Whole evenings at tables: see test_room_stories.py.\n"
    for name, story in STORIES.items():
        yield f"\n== {name}\n{story().text}\n"


if __name__ == "__main__":
    KEPT.write_text("".join(stories()), encoding="utf-8")
