"""The laws of rooms, in a world that loses, doubles, delays and crashes; see `table_world`.

Each planted fault must break a law; otherwise the world could not be trusted to find such a fault.
"""

# Planted faults take and give whatever it is that they replace:
# pyright: basic

import json
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from table_world import ACTS, BrokenLawError, World, run

import collusion_rules as cr
from collusion_rules import hosting
from collusion_rules.hosting import clocks, polling, receiving, rooms, serving, telling
from collusion_rules.hosting.rows import Asked, Happened
from collusion_rules.moves import MOST_PLAYERS

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too


class Worlds(RuleBasedStateMachine):
    """Hypothesis chooses what happens; `World` checks the laws after each thing."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World(Random(0))  # noqa: S311 -- not for secrets

    @rule(
        acts=st.lists(st.sampled_from(sorted(ACTS)), min_size=1, max_size=30),
        seed=st.integers(0, 999),
    )
    def act(self, acts: list[str], seed: int) -> None:
        self.world.chance.seed(seed)
        for name in acts:
            self.world.act(name)

    @rule(seed=st.integers(0, 10**9))
    def go_on(self, seed: int) -> None:
        self.world.chance.seed(seed)
        for _ in range(30):
            self.world.random_act()

    def teardown(self) -> None:
        self.world.calm()


Worlds.TestCase.settings = settings(
    max_examples=max(4, settings().max_examples // 10), stateful_step_count=20, deadline=None
)
TestWorlds = Worlds.TestCase


@pytest.mark.parametrize("seed", range(6))
def test_the_laws_hold(seed: int) -> None:
    run(seed, acts=1_500)


Fault = Callable[[pytest.MonkeyPatch], None]


def hands_not_redacted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(telling, "redact", lambda event, _: event)
    patch.setattr(polling, "redact", lambda event, _: event)


def talk_buys_time(patch: pytest.MonkeyPatch) -> None:
    real = rooms._happened

    def planted(room: Any, row: Any, body: Any, game: Any) -> Any:
        return {**real(room, row, body, game), "turn_at": row.at}

    patch.setattr(rooms, "_happened", planted)


def majority_after_anothers_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rooms, "_binds", lambda event: False)


def cards_fresh_across_an_ask(patch: pytest.MonkeyPatch) -> None:
    change(patch, "AskClosed", lambda room, row: {"turn_row": room.turn_row})


def change(
    patch: pytest.MonkeyPatch, kind: str, changed: Callable[[Any, Any], dict[str, Any]]
) -> None:
    """Plant other changes for one kind of row."""
    real = rooms._changes

    def planted(room: Any, row: Any, game: Any) -> Any:
        changes = real(room, row, game)
        if type(row.body).__name__ == kind:
            changes |= changed(room, row)
        return changes

    patch.setattr(rooms, "_changes", planted)


def talk_fresh_across_a_change_of_seat(patch: pytest.MonkeyPatch) -> None:
    change(patch, "Seated", lambda room, row: {"sat": room.sat})
    change(patch, "Left", lambda room, row: {"sat": room.sat})


def no_excuse(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "LATE_MS", 10**12)


def ids_not_searched(patch: pytest.MonkeyPatch) -> None:
    judge_with(patch, lambda room, message: ())


def judge_with(patch: pytest.MonkeyPatch, rows: Callable[[Any, Any], Any]) -> None:
    """Search other rows for the id of a message."""
    real = hosting.Room.rows_after

    def planted(room: Any, seq: int) -> Any:
        import sys

        if sys._getframe(1).f_code is receiving.receive.__code__:
            return rows(room, seq)
        return real(room, seq)

    patch.setattr(hosting.Room, "rows_after", planted)


def ids_searched_in_four_rows(patch: pytest.MonkeyPatch) -> None:
    real = hosting.Room.rows_after
    judge_with(patch, lambda room, seq: real(room, seq)[-4:])


def no_freshness(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(receiving, "_fresh", lambda message, row: None)


def two_hands(patch: pytest.MonkeyPatch) -> None:
    def blind(pairs: Any, person: Any) -> Any:
        """Rows are seen, seats are not."""
        found = rooms.entry(pairs, person)
        return found if found is not None and found > MOST_PLAYERS else None

    patch.setattr(receiving, "entry", blind)


def sender_unchecked(patch: pytest.MonkeyPatch) -> None:
    real = receiving._moved

    def planted(room: Any, person: Any, message: Any) -> Any:
        move = message.fields["move"]
        seat = move.get("seat")
        if isinstance(seat, int) and 0 <= seat < len(room.chairs):
            owner = room.chairs[seat].person or person
            return real(room, owner, message)
        return real(room, person, message)

    patch.setattr(receiving, "_moved", planted)


def past_a_deal(patch: pytest.MonkeyPatch) -> None:
    real = receiving._asked_back

    def planted(room: Any, person: Any, message: Any) -> Any:
        game = room.game
        if game is not None and room.ask is None and room.seat_of(person) is not None:
            seat = room.seat_of(person)
            old = [
                at
                for at, event in enumerate(game.scene.past)
                if isinstance(event, cr.Play) and event.seat == seat
            ]
            if old:
                return Asked(seat, old[-1])
        return real(room, person, message)

    patch.setattr(receiving, "_ASKED_FOR", {**receiving._ASKED_FOR, "take-back": planted})


def news_across_a_take_back(patch: pytest.MonkeyPatch) -> None:
    change(patch, "TakenBack", lambda room, row: {"reset_row": room.reset_row})


def computers_without_behind(patch: pytest.MonkeyPatch) -> None:
    """A move is made, whatever has happened since it was wanted, by whoever has the seat."""

    def planted(room: Any, want: Any, move: Any, now: int) -> Any:
        try:
            after = cr.play(room.game, move)
        except (cr.CollusionError, AttributeError):
            return receiving._nothing(room, None)
        body = Happened("computer", after.log[room.game.version :])
        return receiving._step(room, rooms.next_row(room, body, now), after, None)

    patch.setattr(serving, "answer", planted)


def no_reload(patch: pytest.MonkeyPatch) -> None:
    """A message from a person who has seen more than this server is refused."""

    def planted(room: Any, person: Any, text: Any, now: int, latest: bool = False) -> Any:
        return receiving.receive(room, person, text, now, latest=True)

    patch.setattr(serving, "receive", planted)


def sent_before_it_is_stored(patch: pytest.MonkeyPatch) -> None:
    def planted(room: Any, store: Any, person: Any, text: Any, now: int) -> Any:
        step = receiving.receive(room, person, text, now, latest=True)
        if isinstance(step, hosting.Step) and step.rows and store.trouble in ("before", "lost"):
            store.trouble = ""
            return receiving.stored(step)
        return real(room, store, person, text, now)

    real = serving.submit
    patch.setattr(hosting, "submit", planted)


def rows_moved_on_conflict(patch: pytest.MonkeyPatch) -> None:
    """On a conflict the same row is stored under the next number, unjudged."""
    real = serving.MemoryStore.append

    def planted(store: Any, step: Any) -> None:
        rows = store._rows.get(step.room, [])
        moved = tuple(
            (len(rows) + 1, json.dumps({**json.loads(text), "seq": len(rows) + 1}))
            for _, text in step.rows
        )
        real(store, attrs.evolve(step, rows=moved, next=step._next, answer=step._answer))

    patch.setattr(serving.MemoryStore, "append", planted)


def key_of_epoch_and_version(patch: pytest.MonkeyPatch) -> None:
    """A row is stored wherever the place of its epoch and version is free."""
    real = serving.MemoryStore.append

    def planted(store: Any, step: Any) -> None:
        room = step._next
        key = (room.epoch, room.game.version if room.game else 0, len(room.chairs))
        if room.game is not None and key in store.__dict__.setdefault("keys", set()):
            raise serving.Taken
        store.keys = {*store.__dict__.setdefault("keys", set()), key}
        rows_ = store._rows.get(step.room, [])
        if step.rows[0][0] <= len(rows_):
            rows_.extend(text for _, text in step.rows)
        else:
            real(store, step)

    patch.setattr(serving.MemoryStore, "append", planted)


def votes_lost_in_recovery(patch: pytest.MonkeyPatch) -> None:
    real = hosting.resume

    def planted(rows_: Any, life: str = "", **how: Any) -> Any:
        room = real(rows_, life, **how)
        if room.ask is None:
            return room
        return attrs.evolve(room, ask=attrs.evolve(room.ask, agreed=()))

    patch.setattr(serving, "resume", planted)


def clock_begun_anew_in_recovery(patch: pytest.MonkeyPatch) -> None:
    real = hosting.resume
    patch.setattr(
        serving,
        "resume",
        lambda rows_, life="", **how: attrs.evolve(
            real(rows_, life, **how), turn_at=real(rows_, life, **how).at
        ),
    )


def a_plan_of_its_own(patch: pytest.MonkeyPatch) -> None:
    """The deadline is told without the grace that `tick` gives."""
    patch.setattr(hosting, "next_deadline", lambda room: room.turn_at + room.settings.turn_ms)


def another_share_revealed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clocks, "own_share", lambda settings, number: "0" * 64)


def dealt_without_shares(patch: pytest.MonkeyPatch) -> None:
    def planted(settings: Any, draw: Any) -> bytes:
        return cr.combined_seed("0", terms=draw.terms)

    patch.setattr(clocks, "seed_of", planted)
    patch.setattr(rooms, "seed_of", planted)


def sleepers_in_a_question(patch: pytest.MonkeyPatch) -> None:
    real = clocks.plan

    def planted(room: Any) -> Any:
        return real(room if room.ask is None else attrs.evolve(room, ask=None))

    patch.setattr(clocks, "plan", planted)
    patch.setattr(receiving, "plan", planted)


def secrets_of_the_table_kept_back(patch: pytest.MonkeyPatch) -> None:
    """Who has fallen asleep is not told."""
    change(patch, "Happened", lambda room, row: {"table_row": room.table_row})


def another_life_not_asked_for(patch: pytest.MonkeyPatch) -> None:
    """After a back-up was restored, rows of before it are taken for rows of after it."""
    real = hosting.read_hello

    def planted(text: Any, life: str) -> Any:
        read: Any = real(text, life)
        return attrs.evolve(read, seen=json.loads(text)["seen"])

    patch.setattr(hosting, "read_hello", planted)


def old_invitations_let_in(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(receiving, "_invited", lambda room, invitation: True)


def anybody_renews_the_invitation(patch: pytest.MonkeyPatch) -> None:
    real = receiving._renewed

    def planted(room: Any, person: Any, message: Any) -> Any:
        return real(attrs.evolve(room, host=person), person, message)

    patch.setattr(receiving, "_ASKED_FOR", {**receiving._ASKED_FOR, "renew": planted})


FAULTS: tuple[Fault, ...] = (
    hands_not_redacted,
    talk_buys_time,
    majority_after_anothers_card,
    cards_fresh_across_an_ask,
    talk_fresh_across_a_change_of_seat,
    no_excuse,
    ids_not_searched,
    ids_searched_in_four_rows,
    no_freshness,
    two_hands,
    sender_unchecked,
    past_a_deal,
    news_across_a_take_back,
    computers_without_behind,
    no_reload,
    sent_before_it_is_stored,
    rows_moved_on_conflict,
    key_of_epoch_and_version,
    votes_lost_in_recovery,
    clock_begun_anew_in_recovery,
    a_plan_of_its_own,
    another_share_revealed,
    dealt_without_shares,
    sleepers_in_a_question,
    secrets_of_the_table_kept_back,
    another_life_not_asked_for,
    old_invitations_let_in,
    anybody_renews_the_invitation,
)


@pytest.mark.once
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    for seed in range(60):
        try:
            run(seed, acts=3_000)
        except (BrokenLawError, cr.CollusionError):
            return
    pytest.fail("no law was broken")
