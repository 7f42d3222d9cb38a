"""A world for rooms: people, a network that loses and doubles, two servers that crash, one store.

`World` does one random thing after another and checks the laws of `hosting` after each. What is
checked is named by the number of its law:

 1. a client at row n has the view and the table of row n;
 2. no message names a card that its reader's view lacks;
 3. a move's seat is its sender's;
 4. each message is in at most one row;
 5. what is refused for good is never done, and what is done is always done at the same row;
 6. what is acknowledged or told is stored;
 7. the room of a prefix of the rows is the room as it was;
 8. nobody is moved for too early, in a question, in a pause, or by a late server;
 9. a take-back has the agreement that it needs;
10. nobody sees two hands of a deal;
11. `tick` acts exactly when `next_deadline` has come;
12. no honest client is called ahead;
13. in calm all catch up, and every message has its answer;
14. every deal can be checked;
15. nobody sits down with an invitation that is no longer good, and to renew it moves nobody.
"""

import json
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Any

import attrs

import collusion_rules as cr
from collusion_rules import hosting
from collusion_rules.folding import fold
from collusion_rules.hosting import clocks, polling, rooms, serving
from collusion_rules.hosting.names import Person
from collusion_rules.hosting.rows import (
    AskClosed,
    DrawVoided,
    GameOpened,
    Happened,
    InvitationRenewed,
    Paused,
    Revealed,
    Row,
    Seated,
    Shared,
    TakenBack,
    event_text,
    read_row,
)
from collusion_rules.records import from_data

SERVERS = 2

MOST_LATE = 2_000
"""How late a server may be before nobody is blamed, in milliseconds."""


class BrokenLawError(AssertionError):
    """A law does not hold."""


def demand(law: int, holds: bool, *why: object) -> None:
    """Check one law."""
    if not holds:
        raise BrokenLawError(f"law {law}: {' '.join(map(str, why))}")


class ShakyStore(serving.MemoryStore):
    """A store that fails when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.life = "life"
        self.trouble = ""

    def restore(self, rows: int) -> None:
        """Become what a back-up had, under a new life."""
        del self._rows["room"][rows:]
        self.life += "'"

    def append(self, step: hosting.Step) -> None:
        trouble, self.trouble = self.trouble, ""
        if trouble == "before":
            raise serving.NotStored
        if trouble == "lost":
            raise serving.Unknown
        super().append(step)
        if trouble == "after":
            raise serving.Unknown


@attrs.define
class Line:
    """One connection, from a client to a server."""

    server: int
    since: int
    down: list[str] = attrs.field(factory=list[str])


@attrs.define
class Client:
    """Somebody's page: what it has been told, folded; what it has sent and not heard of."""

    number: int
    person: Person | None
    line: Line | None = None
    row: int = 0
    life: str = ""
    seat: int | None = None
    view: cr.View | None = None
    table: Any = None
    sent: int = 0
    waiting: dict[str, str] = attrs.field(factory=dict[str, str])
    share: str = ""
    hands: dict[tuple[int, int], set[int]] = attrs.field(factory=dict[tuple[int, int], set[int]])


@attrs.define
class Server:
    """A process: the room as it has it, or nothing after a crash."""

    skew: int
    room: hosting.Room | None = None
    wants: list[clocks.Want] = attrs.field(factory=list[clocks.Want])


@attrs.define
class Sent:
    """A message, wherever its copies are: what was ever answered to it."""

    person: Person
    text: str
    life: str
    done: set[int] = attrs.field(factory=set[int])
    refused: bool = False


SMALL = attrs.evolve(
    cr.parlett(target=12), name="small", deck=cr.Deck(lowest=cr.Rank.QUEEN), dealing=cr.EvenDeal()
)
"""Games of two deals of three tricks."""

RULES = (SMALL, SMALL, SMALL, cr.secret_partners(deals=1), cr.open_collusion(), cr.TRIPLE_COLLUSION)


class World:
    """Everything: `act` does one random thing. `delivered` counts messages read by anybody."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        rules = RULES[chance.randrange(len(RULES))]
        self.settings = hosting.Settings(
            rules=rules,
            room="room",
            turn_ms=20_000,
            grace_ms=5_000,
            deal_ms=chance.choice((0, 3_000)),
            answer_ms=10_000,
            take_backs=chance.choice(("none", "majority", "all")),
            shares=chance.random() < 0.3,
            secret=bytes(chance.randrange(256) for _ in range(32)),
        )
        self.now = self.turn = 1_000_000
        self.store = ShakyStore()
        step = hosting.open_room(self.settings, self.now, self.store.life)
        self.store.append(step)
        self.truth: list[hosting.Room] = []
        self.servers = [Server(skew=at * 300) for at in range(SERVERS)]
        people = rules.players + 2
        self.clients = [
            Client(at, hosting.identity("room", f"{at:040}") if at < people - 1 else None)
            for at in range(people)
        ]
        self.old: list[Sent] = []
        self.messages: dict[tuple[Person, str], Sent] = {}
        self.delivered = 0
        self.ids: set[tuple[Person, str]] = set()
        self.invitations = [""]
        self.learn()

    # What is true

    def learn(self) -> None:
        """Take in what was stored, and check each new row."""
        for text in self.store.after("room", len(self.truth)):
            row = read_row(text)
            before = self.truth[-1] if self.truth else None
            after = rooms.begun(row, "life") if before is None else rooms.extend(before, [text])
            demand(7, after.seq == len(self.truth) + 1, "a row leads nowhere", text)
            self.truth.append(after)
            if before is not None:
                self.check_row(before, row)

    def check_row(self, before: hosting.Room, row: Row) -> None:
        if row.by is not None:
            key = (row.by, row.id)
            demand(4, key not in self.ids, "done twice", row)
            self.ids.add(key)
            sent = self.messages.get(key)
            demand(5, sent is not None and not sent.refused, "done after a refusal", row)
        body = row.body
        self.check_invitation(before, row)
        if isinstance(body, Happened):
            first = body.events[0]
            if isinstance(first, cr.Move) and row.by is not None:
                demand(3, before.seat_of(row.by) == first.seat, "another's seat", row)
            if isinstance(first, cr.Play | cr.Declaration):
                demand(9, before.ask is None, "a question is open", row)
            if body.why == "computer" and isinstance(first, cr.Move):
                demand(3, bool(before.chairs[first.seat].computer), "no computer", row)
            if body.why == "sleeper":
                self.check_sleeper(before, row)
        elif isinstance(body, Paused):
            self.check_sleeper(before, row)
        elif isinstance(body, TakenBack):
            self.check_taken_back(before, body)
        elif isinstance(body, Revealed):
            self.check_deals(before, body)
        self.reckon_turn(before, row)

    def check_invitation(self, before: hosting.Room, row: Row) -> None:
        if row.by is None or not isinstance(row.body, Seated | InvitationRenewed):
            return
        said = json.loads(self.messages[row.by, row.id].text)
        if isinstance(row.body, InvitationRenewed):
            demand(15, row.by == before.host, "renewed by another", row)
            seats = [[chair.person for chair in at.chairs] for at in (before, self.truth[-1])]
            demand(15, seats[0] == seats[1], "somebody was moved", row)
            self.invitations.append(said["invitation"])
        elif said["type"] == "sit":
            good = self.invitations[-1]
            demand(15, good in ("", said.get("invitation")), "an old invitation", said, good)

    def check_sleeper(self, before: hosting.Room, row: Row) -> None:
        settings = self.settings
        demand(8, before.turn_at == self.turn, "the turn began at", self.turn, row)
        ends = self.turn + settings.turn_ms
        if before.excused_at is not None:
            ends = before.excused_at + settings.grace_ms
        else:
            demand(8, row.at <= ends + MOST_LATE, "the server was late", row, ends)
        demand(8, row.at >= ends, "too early", row, ends)
        demand(8, before.ask is None and not before.paused, "no time runs", row)

    def reckon_turn(self, before: hosting.Room, row: Row) -> None:
        """When the turn began, reckoned again: talk and accusations don't count."""
        body = row.body
        seated = before.seat_of(row.by) is not None
        person_sits = isinstance(body, Seated) and not body.computer
        wakes = before.paused and (seated or person_sits)
        if isinstance(body, AskClosed) and before.ask is not None:
            self.turn += row.at - before.ask.at
        elif isinstance(body, TakenBack | GameOpened | DrawVoided):
            self.turn = row.at
        elif isinstance(body, Happened):
            if wakes or not isinstance(body.events[0], cr.Talk | cr.Accusation):
                self.turn = row.at
        elif wakes or (person_sits and not before.anybody):
            self.turn = row.at

    def check_taken_back(self, before: hosting.Room, body: TakenBack) -> None:
        ask, game = before.ask, before.game
        if ask is None or game is None:
            raise BrokenLawError("law 9: nothing was asked")
        taken = game.log[body.to]
        demand(9, isinstance(taken, cr.Play | cr.Declaration), "no move", taken)
        demand(9, getattr(taken, "seat", None) == ask.seat, "another's card", taken)
        since = game.log[body.to + 1 :]
        demand(9, not any(isinstance(event, cr.Dealt) for event in since), "past a deal")
        bare = [event for event in since if not isinstance(event, cr.Talk | cr.TrickWon)]
        people = [chair.person for chair in before.chairs if chair.person]
        for_it = [person for person in people if person in ask.agreed]
        rule = "all" if bare else self.settings.take_backs
        enough = {
            "all": len(for_it) == len(people),
            "majority": 2 * len(for_it) > len(people),
            "none": True,
        }[rule]
        demand(9, enough, rule, "was needed", for_it, people)

    def check_deals(self, room: hosting.Room, body: Revealed) -> None:
        rows = [row.body for row in room.rows]
        start = max(at for at, said in enumerate(rows) if isinstance(said, GameOpened))
        opened = rows[start]
        if not isinstance(opened, GameOpened):
            raise BrokenLawError("law 14: no game")
        shares = {said.seat: said.share for said in rows[start:] if isinstance(said, Shared)}
        demand(14, sorted(shares) == sorted(opened.sharers), "shares are missing")
        bound = cr.commitment(body.share, terms=opened.terms)
        demand(14, bound == opened.commitment, "another share than the one committed to")
        seed = cr.combined_seed(
            body.share, *(shares[seat] for seat in sorted(shares)), terms=opened.terms
        )
        game = room.game
        if game is None:
            raise BrokenLawError("law 14: no game")
        again = cr.new_game(self.settings.rules, opened.dealer)
        for event in game.log[1:]:
            if isinstance(event, cr.Dealt):
                again = cr.deal(again, seed=seed)
                demand(14, again.log[-1] == event, "another deal")
            elif isinstance(event, cr.Move):
                again = cr.play(again, event)

    # What can happen

    def act(self, name: str) -> None:
        """Do one thing."""
        getattr(self, name)()
        self.learn()

    def random_act(self) -> None:
        """Do one random thing."""
        self.act(self.chance.choices(NAMES, WEIGHTS)[0])

    def pass_time(self) -> None:
        self.now += self.chance.choice((1, 50, 400, 1_500, 4_000, 4_900))

    def sleep_long(self) -> None:
        """All servers sleep past a deadline."""
        self.now += self.chance.choice((9_000, 26_000, 60_000))

    def connect(self) -> None:
        off = [client for client in self.clients if client.line is None]
        client = self.chance.choice(off or self.clients)
        client.line = None
        hello = json.dumps({"type": "hello", "seen": client.row, "life": client.life})
        read = hosting.read_hello(hello, self.store.life)
        assert read is not None
        client.line = Line(self.chance.randrange(SERVERS), read.seen)

    def lose_page(self) -> None:
        """A page is closed and opened anew: it remembers its token and nothing else."""
        client = self.chance.choice(self.clients)
        client.line, client.row, client.view, client.table = None, 0, None, None
        self.old += [
            self.messages[client.person, key] for key in client.waiting if client.person is not None
        ]
        client.waiting.clear()

    def cut(self) -> None:
        self.chance.choice(self.clients).line = None

    def crash(self) -> None:
        self.stop(self.chance.randrange(SERVERS))

    def restore(self) -> None:
        """The disk is lost, and a back-up is restored: what came after it never was."""
        if len(self.truth) < 3:
            return
        kept = self.chance.randrange(2, len(self.truth))
        for number in range(SERVERS):
            self.stop(number)
        self.store.restore(kept)
        for key, sent in self.messages.items():  # and what was answered after it may be otherwise
            self.ids.discard(key)
            sent.done.clear()
            sent.refused = False
        del self.truth[kept:]
        self.invitations = [""]
        for row in self.truth[-1].rows:
            if row.by is not None:
                self.ids.add((row.by, row.id))
            if row.by is not None and isinstance(row.body, InvitationRenewed):
                said = json.loads(self.messages[row.by, row.id].text)
                self.invitations.append(said["invitation"])
        self.turn = self.truth[-1].turn_at
        for client in self.clients:
            client.hands.clear()

    def stop(self, number: int) -> None:
        self.servers[number].room = None
        self.servers[number].wants.clear()
        for client in self.clients:
            if client.line is not None and client.line.server == number:
                client.line = None

    def notify(self) -> None:
        """A server hears that there are new rows."""
        server = self.chance.choice(self.servers)
        if server.room is not None:
            server.room = hosting.extend(server.room, self.store.after("room", server.room.seq))

    def room_of(self, server: Server) -> hosting.Room:
        if server.room is None:
            server.room = hosting.load(self.store, "room")
            assert server.room is not None
            demand(7, server.room == self.truth[-1], "another room after loading")
        return server.room

    def tick(self) -> None:
        self.tick_at(self.chance.choice(self.servers))

    def tick_at(self, server: Server, *, calm: bool = False) -> None:
        room, now = self.room_of(server), self.now + server.skew
        deadline = hosting.next_deadline(room)
        step = hosting.tick(room, now)
        due = deadline is not None and deadline <= now
        demand(11, due == bool(step.rows), "tick at", now, "deadline", deadline)
        if not calm:
            self.trouble()
        with suppress(serving.NotStored):
            server.room = hosting.wake(room, self.store, now)
        self.store.trouble = ""

    def trouble(self) -> None:
        self.store.trouble = self.chance.choices(("", "before", "lost", "after"), (40, 1, 1, 1))[0]

    def think(self) -> None:
        """A server looks for computers that want to move."""
        server = self.chance.choice(self.servers)
        want = hosting.want_move(self.room_of(server))
        if want is not None:
            server.wants.append(want)

    def computer_moves(self) -> None:
        server = self.chance.choice(self.servers)
        if not server.wants:
            return
        want = server.wants.pop(self.chance.randrange(len(server.wants)))
        other = self.chance.choice(self.servers)
        moves = cr.legal_moves(want.view)
        move = self.chance.choice(moves)
        if want.may_speak and self.chance.random() < 0.3:
            said = cr.Talk(want.seat, cr.Aim(2))
            move = said if cr.is_legal(want.view, said) else move
        self.trouble()
        with suppress(serving.NotStored):
            other.room = hosting.moved(
                self.room_of(other), self.store, want, move, self.now + other.skew
            )
        self.store.trouble = ""

    # Messages

    def write(self) -> None:
        """Somebody sends something, by what their page shows."""
        client = self.chance.choice(self.clients)
        game = self.truth[-1].game
        if self.chance.random() < 0.6 and game is not None and game.to_act is not None:
            client = next((one for one in self.clients if one.seat == game.to_act), client)
        if client.person is None or len(client.waiting) > 3 or client.table is None:
            return
        wish = self.wish(client)
        if wish is None:
            return
        client.sent += 1
        name = f"{client.number}.{client.sent}"
        text = json.dumps({**wish, "id": name, "seen": client.row})
        client.waiting[name] = text
        self.messages[client.person, name] = Sent(client.person, text, client.life)

    def wish(self, client: Client) -> dict[str, object] | None:
        view, table, seat = client.view, client.table, client.seat
        roll = self.chance.random()
        if roll < 0.04:
            return self.mischief(client)
        if table["ask"] and seat is not None and roll < 0.7:
            kind = "object" if self.chance.random() < 0.3 else "agree"
            return {"type": kind, "ask": table["ask"]["row"]}
        if table["draw"] and seat in table["draw"]["sharers"] and not table["draw"]["dealt"]:
            return self.draw_wish(client, table["draw"])
        if seat is None:
            if roll < 0.5:
                free = [at for at, chair in enumerate(table["chairs"]) if chair is None]
                bots = [
                    at for at, chair in enumerate(table["chairs"]) if chair and chair["computer"]
                ]
                places = free or bots or [0]
                name = f"Name {client.number}"
                wish: dict[str, object] = {
                    "type": "sit",
                    "seat": self.chance.choice(places),
                    "name": name,
                }
                newest = self.chance.random() < 0.7
                links = self.invitations[-1:] if newest else self.invitations
                return {**wish, "invitation": self.chance.choice(links)}
            return None
        host = table["host"] == seat
        empty = [at for at, chair in enumerate(table["chairs"]) if chair is None]
        if host and empty and roll < 0.3:
            return {"type": "computer", "seat": self.chance.choice(empty)}
        if host and roll < 0.045:
            return {"type": "kick", "seat": self.any_seat()}
        if host and self.chance.random() < 0.01:
            return {"type": "renew", "invitation": f"invitation {client.number}.{client.sent:010}"}
        if host and view is not None and view.phase is cr.Phase.OVER and roll < 0.5:
            return {"type": "again"}
        if host and self.chance.random() < 0.002:
            return {"type": "close"}
        if roll < 0.05:
            return {"type": "leave"}
        if view is None:
            return None
        if roll < 0.1:
            own = [
                at
                for at, event in enumerate(view.log)
                if isinstance(event, cr.Play | cr.Declaration) and event.seat == seat
            ]
            return {"type": "take-back", "to": self.chance.choice(own[-2:] or [1])}
        if roll < 0.2:
            return self.move(cr.Talk(cr.Seat(seat), cr.Aim(self.chance.randrange(5))))
        moves = cr.legal_moves(view, cr.Seat(seat))
        if moves:
            return self.move(self.chance.choice(moves))
        return None

    def any_seat(self) -> int:
        return self.chance.randrange(self.settings.rules.players)

    def move(self, move: cr.Move) -> dict[str, object]:
        return {"type": "move", "move": json.loads(event_text(move))}

    def draw_wish(self, client: Client, draw: Any) -> dict[str, object] | None:
        number, seat = draw["game"], client.seat
        client.share = f"share {client.number} {number}"
        if seat not in dict(draw["committed"]):
            bound = cr.commitment(client.share, terms=draw["terms"], seat=seat)
            return {"type": "commit", "game": number, "commitment": bound}
        if len(draw["committed"]) == len(draw["sharers"]):
            share = client.share if self.chance.random() < 0.9 else "another"
            return {"type": "share", "game": number, "share": share}
        return None

    def mischief(self, client: Client) -> dict[str, object]:
        """What only an enemy or a broken page would send."""
        card = cr.Card(self.chance.choice(list(cr.Rank)), self.chance.choice(list(cr.Suit)))
        others = self.truth[-1].game
        turn = None if others is None else others.to_act
        if others is not None and turn is not None and self.chance.random() < 0.5:
            return self.move(self.chance.choice(cr.legal_moves(others)))  # for another seat
        acts: tuple[dict[str, object], ...] = (
            self.move(cr.Play(cr.Seat(self.any_seat()), card)),
            {"type": "move", "move": {"type": "trick-won", "seat": 0}},
            {"type": "nonsense"},
            {"type": "agree", "ask": 3},
            {"type": "sit", "seat": 77, "name": "x"},
            {"type": "sit", "seat": 0, "name": "\u202e"},
            {"type": "again"},
            {"type": "kick", "seat": self.any_seat()},
            {"type": "renew", "invitation": f"an enemy's invitation {client.number}"},
        )
        return self.chance.choice(acts)

    def deliver(self) -> None:
        """A copy of a waiting message arrives; it may arrive again."""
        busy = [client for client in self.clients if client.waiting and client.line is not None]
        client = self.chance.choice(busy or self.clients)
        if client.waiting and client.line is not None and client.person is not None:
            key = self.chance.choice(list(client.waiting))
            self.arrive(client, self.messages[client.person, key], client.line)
            if self.chance.random() < 0.05:
                self.old.append(self.messages[client.person, key])

    def deliver_old(self) -> None:
        """An old copy of an old message arrives."""
        if self.old:
            self.arrive(None, self.chance.choice(self.old), None)

    def arrive(self, client: Client | None, sent: Sent, line: Line | None) -> None:
        number = self.chance.randrange(SERVERS) if line is None else line.server
        server = self.servers[number]
        room = self.room_of(server)
        self.trouble()
        server.room, reply = hosting.submit(
            room, self.store, sent.person, sent.text, self.now + server.skew
        )
        self.store.trouble = ""
        self.delivered += 1
        self.learn()
        if reply is None:
            return
        answer = json.loads(reply)
        if answer["type"] == "done":
            sent.done.add(answer["at"])
            demand(5, len(sent.done) == 1 and not sent.refused, "answers differ", sent)
            self.check_stored(sent, answer["at"])
        else:
            ahead = answer["code"] == "ahead" and sent.life == self.store.life
            demand(12, not ahead, "an honest client is called ahead", sent)
            if not answer.get("again"):
                demand(5, not sent.done, "refused after it was done", sent, answer)
                sent.refused = True
        if line is not None:
            line.down.append(reply)
        if client is not None and self.chance.random() < 0.03:
            self.stop(number)  # killed after storing, before the answer is out

    def check_stored(self, sent: Sent, at: int) -> None:
        rows = self.store.after("room", at - 1)
        demand(6, bool(rows), "acknowledged and not stored", sent.text)
        row = read_row(rows[0])
        name = json.loads(sent.text)["id"]
        demand(6, (row.by, row.id) == (sent.person, name), "another row", rows[0])

    def tell(self) -> None:
        """A server tells a connection what is new."""
        self.tell_to(self.chance.choice(self.clients))

    def tell_to(self, client: Client) -> None:
        line = client.line
        if line is None:
            return
        server = self.servers[line.server]
        room = self.room_of(server)
        text = hosting.poll(room, client.person, line.since, self.now + server.skew)
        if text is not None:
            line.since = room.seq
            line.down.append(text)

    def read(self) -> None:
        """A client reads the next message."""
        busy = [one for one in self.clients if one.line is not None and one.line.down]
        client = self.chance.choice(busy or self.clients)
        if client.line is not None and client.line.down:
            self.take_in(client, client.line.down.pop(0))

    def take_in(self, client: Client, text: str) -> None:
        self.delivered += 1
        message = json.loads(text)
        kind = message["type"]
        if kind in ("done", "refused"):
            if not message.get("again"):
                client.waiting.pop(message["id"], None)
            return
        demand(6, message["at"] <= len(self.truth), "told and not stored", text)
        if kind == "whole":
            self.take_whole(client, message)
        elif message["from"] > client.row:
            client.line = None  # something is missing: say hello again
            return
        else:
            self.take_news(client, message)
        if message["at"] == client.row:
            self.check_client(client)
            self.check_cards(client, text)

    def take_whole(self, client: Client, message: Any) -> None:
        if client.life not in ("", message["life"]):
            client.waiting.clear()  # they were meant for another table
            client.row = 0
        client.life = message["life"]
        if message["at"] < client.row:
            client.line = None  # a server that lags: ask again
            return
        client.row, client.seat = message["at"], message["you"]
        client.table = message["table"]
        client.view = None
        if "view" in message:
            client.view = from_data(message["view"], kind="view")
            self.note_hands(client)

    def take_news(self, client: Client, message: Any) -> None:
        for row in message["rows"]:
            if row["seq"] <= client.row:
                continue
            demand(1, row["seq"] == client.row + 1, "a row is missing", message)
            client.row = row["seq"]
            if row["type"] == "happened":
                if client.view is None:
                    raise BrokenLawError("law 1: events without a game")
                for event in row["events"]:
                    record = {"format": "collusion-rules", "version": 1, "kind": "event"}
                    read = from_data({**record, "event": event}, kind="event")
                    client.view = folded(client.view, read)
                self.note_hands(client)
        if "table" in message and message["at"] == client.row:
            client.table = message["table"]

    def note_hands(self, client: Client) -> None:
        view = client.view
        if view is None or client.seat is None or view.phase is cr.Phase.OVER:
            return
        if any(isinstance(event, cr.Dealt) for event in view.log):
            dealt = sum(isinstance(event, cr.Dealt) for event in view.log)
            game = self.truth[client.row - 1].number
            seen = client.hands.setdefault((game, dealt), set())
            seen.add(client.seat)
            demand(10, len(seen) == 1, "two hands of a deal", client.number, seen)

    def check_client(self, client: Client) -> None:
        truth = self.truth[client.row - 1]
        seat = truth.seat_of(client.person)
        demand(1, client.seat == seat, "another seat", client.seat, seat)
        table = json.loads(polling.public_of(truth).text)
        demand(1, client.table == table, "another table", client.table, table)
        if truth.game is None:
            demand(1, client.view is None, "a view of nothing")
        else:
            wanted = cr.view(truth.game, seat)
            demand(1, client.view == wanted, "another view at", client.row)
            demand(1, truth.view_of(seat) == wanted, "another view in the room")

    def check_cards(self, client: Client, text: str) -> None:
        named = set(re.findall(r"(?<=[\" ])[2-9TJQKA][CDHS](?=[\" ])", text))
        known: set[str] = set()
        view = client.view
        if view is not None:
            for event in view.log:
                if isinstance(event, cr.Dealt) and client.seat is not None:
                    known |= set(map(str, cards_of(event.hands[client.seat])))
                elif isinstance(event, cr.Play):
                    known.add(str(event.card))
        demand(2, named <= known, "cards that the view lacks:", named - known)

    # The end

    def calm(self) -> None:
        """Everything works again: all catch up, and every message has its answer."""
        for turn in range(40):
            for server in self.servers:
                if turn < 37:  # at last nothing new happens by itself
                    self.tick_at(server, calm=True)
                    self.learn()
                if server.room is not None:
                    server.room = hosting.extend(
                        server.room, self.store.after("room", server.room.seq)
                    )
            for client in self.clients:
                if client.line is None:
                    client.line = Line(0, client.row if client.life == self.store.life else 0)
                for text in list(client.waiting.values()):
                    if client.person is not None:
                        name = json.loads(text)["id"]
                        self.arrive_calmly(client, self.messages[client.person, name])
                self.tell_to(client)
                while client.line is not None and client.line.down:
                    self.take_in(client, client.line.down.pop(0))
            self.now += 1_000
        for client in self.clients:
            demand(13, not client.waiting, "no answer to", client.waiting)
            demand(13, client.row == len(self.truth), "behind", client.row, len(self.truth))

    def arrive_calmly(self, client: Client, sent: Sent) -> None:
        assert client.line is not None
        server = self.servers[client.line.server]
        server.room, reply = hosting.submit(
            self.room_of(server), self.store, sent.person, sent.text, self.now + server.skew
        )
        self.learn()
        if reply is not None:
            client.line.down.append(reply)


def cards_of(hand: cr.Hand) -> Iterable[cr.Card]:
    return hand if isinstance(hand, cr.Cards) else ()


folded: Callable[[cr.View, cr.Event], cr.View] = fold

ACTS = {
    "pass_time": 4,
    "sleep_long": 0.15,
    "connect": 4,
    "lose_page": 0.3,
    "cut": 0.7,
    "crash": 0.4,
    "restore": 0.05,
    "notify": 6,
    "tick": 12,
    "think": 6,
    "computer_moves": 6,
    "write": 26,
    "deliver": 26,
    "deliver_old": 4,
    "tell": 30,
    "read": 34,
}
NAMES, WEIGHTS = list(ACTS), list(ACTS.values())


def run(seed: int, acts: int) -> World:
    """A world after so many random acts, and after calm."""
    world = World(Random(seed))  # noqa: S311 -- not for secrets
    for _ in range(acts):
        world.random_act()
    world.calm()
    return world
