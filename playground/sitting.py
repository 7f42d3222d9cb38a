"""A person's seat at a table of computer players, for the page of the docs on which one plays.

The page asks with texts and numbers, and is answered in JSON. All that it learns of a game comes
out of the view of the person's seat; all that it sends is judged as that seat's own.
"""

import base64
import json
import re
import zlib
from collections.abc import Mapping
from typing import Final, Self, TypedDict, cast, final

import attrs

import collusion_rules as cr
from collusion_rules.players import PLAYERS, Thinker, ask, hear, hint

NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"),
    "ja": ("アン", "ボー", "サイ", "ダイ", "エド", "フロー"),
}
"""What the people at the table are called, from the person on, clockwise."""
MOST_SAID: Final = 4
"""How many statements of a computer player are heard between two cards."""
MOST_MOVES: Final = 200_000
"""How many characters the moves of a link may have once they are unpacked."""
STAND_IN: Final = PLAYERS["medium-silent"]
"""Who plays for the person if they ask for it."""


class Reason(TypedDict):
    """Where points come from: the rule's id may be empty."""

    text: str
    rule: str


class Shown(TypedDict):
    """What the page shows.

    Attributes:
        snapshot: the person's view, as `cr.snapshot` has it.
        names: what each seat is called.
        points: what each deal scored, by seat.
        known: how many lines of the log the page keeps; those after it are in `lines`.
        lines: what happened since then, a line an event.
        bubbles: what each seat said last in this deal.
        reasons: where the points of the last deal come from; between deals, else empty.
        take_back: whether there is a move that the person can take back.
        settled: whether nobody but the person has anything to do or say.
        refusal: why the last request was refused, or "".
        broken: how many moves of a link could be made, if not all of them could.
        step: how many events are shown of how many, where a record is read; else null.
        playable: whether a record that is read can be played on.
    """

    snapshot: dict[str, object]
    names: list[str]
    points: list[list[int]]
    known: int
    lines: list[str]
    bubbles: dict[str, str]
    reasons: list[Reason]
    take_back: bool
    settled: bool
    refusal: str
    broken: int | None
    step: list[int] | None
    playable: bool


class Kept(TypedDict):
    """A game as the page keeps it for the next visit."""

    seat: int
    seed: int | str
    players: list[str]
    record: dict[str, object]


@final
@attrs.frozen
class Sitting:
    """A person at a table. Each request makes a new one.

    Attributes:
        game: the game, with all that is in it.
        seat: where the person sits.
        seed: what the deals and the computer players depend on.
        players: the names of the computer players, one entry a seat; the person's is not used.
        settled: whether nobody but the person has anything to do or say.
        refusal: why the last request was refused, if it was.
        broken: how many moves of a link could be made, if not all of them could.
    """

    game: cr.Game
    seat: cr.Seat
    seed: int | str
    players: tuple[str, ...]
    settled: bool = False
    refusal: cr.CollusionError | None = None
    broken: int | None = None

    def move(self, record: str, version: int | None = None) -> Self:
        """Make the person's move.

        Args:
            record: the move, as JSON.
            version: the version of the game that it was meant for, if it matters.
        """
        try:
            game = cr.play(self.game, cr.loads(record, "move"), version, sender=self.seat)
        except cr.CollusionError as refusal:
            return attrs.evolve(self, refusal=refusal)
        return self._at(game)

    def others(self) -> Self:
        """Let a computer player say or do one thing; `settled` if none has anything to."""
        said = self._said()
        if said is not None:
            return self._at(cr.play(self.game, said))
        turn = self.game.to_act
        if turn is None or turn == self.seat:
            return attrs.evolve(self, settled=True, refusal=None)
        return self._at(self._asked(PLAYERS[self.players[turn]]))

    def rest(self) -> Self:
        """As `others`, with somebody who plays for the person too."""
        if self.game.to_act == self.seat:
            return self._at(self._asked(STAND_IN))
        return self.others()

    def deal(self) -> Self:
        """Deal the next deal."""
        try:
            return self._at(cr.deal(self.game, self.seed))
        except cr.BadDealError as refusal:
            return attrs.evolve(self, refusal=refusal)

    def take_back(self) -> Self:
        """Take back the person's last card or declaration, and all that came after it, if any."""
        version = self._before_last_move()
        return self if version is None else self._at(cr.rewind(self.game, version))

    def hint(self, language: str) -> str:
        """What a strong player would do in the person's place, and why, as JSON."""
        thought = hint(self.view, self.seed)
        move = thought.move
        told = move.card if isinstance(move, cr.Play) else move
        names = names_for(self.game.rules.players, self.seat, language)
        text = [cr.describe(part, names, language) for part in (told, thought.why)]
        return json.dumps({"move": text[0], "why": text[1]}, ensure_ascii=False)

    def record(self) -> str:
        """The record of the person's view, as JSON."""
        return cr.dumps(self.view)

    def saved(self) -> str:
        """The record of the game, as JSON."""
        return cr.dumps(self.game)

    def kept(self) -> str:
        """All that the page keeps for the next visit, as the JSON of `Kept`."""
        kept: Kept = {
            "seat": self.seat,
            "seed": self.seed,
            "players": list(self.players),
            "record": cr.to_data(self.game),
        }
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))

    def link(self) -> str:
        """What a link needs to make this game again; "" if its cards did not come from the seed."""
        rules = self.game.rules
        if cr.RULESETS.get(rules.name) != rules:
            return ""
        moves = [event for event in self.game.log[2:] if isinstance(event, cr.Move | cr.Dealt)]
        link = {
            "game": rules.name,
            "seed": str(self.seed),
            "seat": str(self.seat),
            "players": ",".join(self.players),
            "moves": _packed(moves),
        }
        again = sit(json.dumps(link))
        return json.dumps(link) if again.game == self.game else ""

    def session(self) -> str:
        """What the library says of the person's view, as a session of Python."""
        view = self.view
        asked = {
            "view": view,
            "view.to_act": view.to_act,
            "cr.legal_moves(view)": cr.legal_moves(view),
            "view.teams": view.teams,
            "cr.voids(view)": cr.voids(view),
            "cr.pacts(view)": cr.pacts(view),
            "cr.standings(view)": cr.standings(view),
        }
        first = f">>> view = cr.view(game, cr.Seat({self.seat}))"
        return "\n".join((first, *(f">>> {what}\n{told!r}" for what, told in asked.items())))

    def read(self) -> "Reading":
        """The game so far, to be read from its beginning."""
        return Reading(self.game, self.seat, 1)

    @property
    def view(self) -> cr.View:
        """What the person sees."""
        return cr.view(self.game, self.seat)

    def shown(self, known: int, language: str) -> str:
        """What the page shows, as the JSON of `Shown`.

        Args:
            known: how many lines of the log the page has already.
            language: in which language.
        """
        names = names_for(self.game.rules.players, self.seat, language)
        shown = what_is_shown(self.view, names, known, language)
        shown["take_back"] = self._before_last_move() is not None
        shown["settled"] = self.settled
        shown["broken"] = self.broken
        if self.refusal is not None:
            shown["refusal"] = cr.describe(self.refusal, names, language)
        return json.dumps(shown, ensure_ascii=False)

    def _at(self, game: cr.Game) -> Self:
        return attrs.evolve(self, game=game, settled=False, refusal=None, broken=None)

    def _asked(self, player: Thinker) -> cr.Game:
        """The game after a move of whoever is on turn."""
        turn = self.game.to_act
        assert turn is not None  # noqa: S101 -- it is somebody's turn
        return cr.play(self.game, ask(player, cr.view(self.game, turn), self.seed))

    def _said(self) -> cr.Talk | None:
        """What a computer player says now, before a trick or after the person has spoken."""
        game = self.game
        if game.phase is not cr.Phase.PLAYING or game.rules.talk is cr.TableTalk.NONE:
            return None
        spoken: list[cr.Seat] = []
        for event in reversed(game.log):
            if not isinstance(event, cr.Talk):
                break
            spoken.append(event.seat)
        if game.trick and self.seat not in spoken:
            return None
        first, count = game.to_act or 0, game.rules.players
        for place in range(count):
            seat = cr.Seat((first + place) % count)
            if seat == self.seat or spoken.count(seat) >= MOST_SAID:
                continue
            said = hear(PLAYERS[self.players[seat]], cr.view(game, seat), self.seed)
            if said is not None:
                return said
        return None

    def _before_last_move(self) -> int | None:
        """The version before the person last played or declared."""
        moves = (
            version
            for version, event in enumerate(self.game.log)
            if isinstance(event, cr.Play | cr.Declaration) and event.seat == self.seat
        )
        return max(moves, default=None)


@final
@attrs.frozen
class Reading:
    """A record that somebody reads step by step.

    Attributes:
        table: what was recorded: a game, or what one seat saw of it.
        seat: whose eyes a game is seen with.
        at: how many of its events are shown, at least one.
    """

    table: cr.Game | cr.View
    seat: cr.Seat
    at: int

    def go(self, at: int) -> Self:
        """Show as many events, or as many as there are."""
        return attrs.evolve(self, at=min(max(at, 1), self.table.version))

    def play_on(self, seed: str, players: str) -> Sitting | None:
        """A sitting that goes on from here; of a view `None`, since nobody knows the cards.

        Args:
            seed: what the next deals and the computer players depend on.
            players: the names of the computer players, with commas; one for all.
        """
        if not isinstance(self.table, cr.Game):
            return None
        game = _before(self.table, self.at)
        return Sitting(game, self.seat, seed_of(seed), _players(players, game.rules.players))

    def shown(self, known: int, language: str) -> str:
        """What the page shows, as the JSON of `Shown`.

        Args:
            known: how many lines of the log the page has already.
            language: in which language.
        """
        table = self.table
        viewer = self.seat if isinstance(table, cr.Game) else table.viewer
        view = cr.observe([cr.redact(event, viewer) for event in table.log[: self.at]], viewer)
        names = names_for(view.rules.players, view.viewer or cr.Seat(0), language)
        shown = what_is_shown(view, names, min(known, self.at), language)
        shown["snapshot"] |= {"moves": [], "accusations": []}
        shown["step"] = [self.at, table.version]
        shown["playable"] = isinstance(table, cr.Game)
        return json.dumps(shown, ensure_ascii=False)


def _before(game: cr.Game, version: int) -> cr.Game:
    """The game at a version, or at the last one before it at which it could be left."""
    while True:
        try:
            return cr.rewind(game, version)
        except cr.CollusionError:
            version -= 1


def read(text: str, seat: int) -> Reading:
    """Read a record of a game or of a view.

    Args:
        text: the record, as JSON.
        seat: whose eyes a game is seen with, if there is such a seat.

    Raises:
        BadRecordError: it is neither.
    """
    table = cr.loads(text, "view") if '"view"' in text[:200] else cr.loads(text)
    players = table.rules.players
    return Reading(table, cr.Seat(seat if seat < players else 0), table.version)


def read_or_say(text: str, seat: int, language: str) -> Reading | str:
    """As `read`; or why it can't be read, in words."""
    try:
        return read(text, seat)
    except cr.CollusionError as error:
        return cr.describe(error, language=language)


def sit(link: str) -> Sitting:
    """Begin a game with its first deal, and make the moves of a link as far as they can be made.

    Args:
        link: as JSON, texts: `game`, the name of a ruleset; `seed`, what everything depends on;
            `seat`, where the person sits; `players`, the names of the computer players, with
            commas, one for all or one a seat; `moves`, as `Sitting.link` has them, or nothing.

    Raises:
        KeyError, ValueError: there is no such game, seat or player.
    """
    asked = cast("dict[str, str]", json.loads(link))
    seed, rules = seed_of(asked["seed"]), cr.RULESETS[asked["game"]]
    seat = int(asked["seat"])
    if not 0 <= seat < rules.players:
        raise ValueError(seat)
    dealer = cr.Seat(drawn(seed, "the first dealer", rules.players))
    game = cr.deal(cr.new_game(rules, dealer), seed)
    players = _players(asked["players"], rules.players)
    moves, broken = list[object](), None
    try:
        moves = _unpacked(asked["moves"]) if asked.get("moves") else []
    except (ValueError, zlib.error, RecursionError):
        broken = 0
    for number, entry in enumerate(moves):
        try:
            game = cr.deal(game, seed) if entry == 0 else _moved(game, entry)
        except cr.CollusionError:
            broken = number
            break
    return Sitting(game, cr.Seat(seat), seed, players, broken=broken)


def resume(kept: str) -> Sitting:
    """Go on with what `Sitting.kept` gave.

    Raises:
        BadRecordError, KeyError, ValueError: it was not that.
    """
    read = cast("Kept", json.loads(kept))
    game = cr.from_data(read["record"])
    players = _players(",".join(read["players"]), game.rules.players)
    return Sitting(game, cr.Seat(read["seat"]), read["seed"], players)


def seed_of(text: str) -> int | str:
    """A seed as a person types it: a whole number if it looks like one."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,100}", text) else text


def drawn(seed: int | str, purpose: str, limit: int) -> int:
    """A number from 0 to limit-1, the same for the same seed and purpose on every machine."""
    return int.from_bytes(cr.combined_seed(seed, purpose)) % limit


def names_for(players: int, seat: int, language: str) -> list[str]:
    """What each seat is called, if the person sits at one."""
    names = NAMES[language]
    return [names[(other - seat) % players] for other in range(players)]


def what_is_shown(view: cr.View, names: list[str], known: int, language: str) -> Shown:
    """What there is to show of a view.

    Args:
        view: what somebody sees.
        names: what each seat is called.
        known: how many lines of the log the page has already.
        language: in which language.
    """
    known = min(known, view.version)
    over = view.phase in (cr.Phase.AWAITING_DEAL, cr.Phase.OVER)
    score = view.last_score
    said = [event for event in view.deal_log if isinstance(event, cr.Talk)]
    return {
        "snapshot": cr.snapshot(view),
        "names": names,
        "points": [list(each.points) for each in view.scores],
        "known": known,
        "lines": [_sentence(event, names, language) for event in view.log[known:]],
        "bubbles": {str(talk.seat): cr.describe(talk.statement, names, language) for talk in said},
        "reasons": [
            {"text": cr.describe(line, names, language), "rule": line.reason.rule}
            for line in sorted(score.lines if score and over else (), key=lambda line: line.seat)
        ],
        "take_back": False,
        "settled": True,
        "refusal": "",
        "broken": None,
        "step": None,
        "playable": False,
    }


def _sentence(event: cr.Event, names: list[str], language: str) -> str:
    """What happened, as a sentence begins."""
    text = cr.describe(event, names, language)
    return text[0].upper() + text[1:]


def _players(names: str, count: int) -> tuple[str, ...]:
    """The computer players, one entry a seat.

    Raises:
        ValueError: there are more or fewer, or one of them is unknown.
    """
    each = names.split(",")
    each = each * count if len(each) == 1 else each
    if len(each) != count or not set(each) <= PLAYERS.keys():
        raise ValueError(names)
    return tuple(each)


def _packed(events: list[cr.Move | cr.Dealt]) -> str:
    """What was done, as a short text for a link: 0 for a deal, a card, or an event of a record."""
    each = [
        0
        if isinstance(event, cr.Dealt)
        else str(event.card)
        if isinstance(event, cr.Play)
        else cr.to_data(event)["event"]
        for event in events
    ]
    text = json.dumps(each, separators=(",", ":"), ensure_ascii=False)
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _unpacked(text: str) -> list[object]:
    """The entries of such a text.

    Raises:
        ValueError: it is not such a text, or too long.
    """
    packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    unpacking = zlib.decompressobj()
    read: object = json.loads(unpacking.decompress(packed, MOST_MOVES))
    if not isinstance(read, list) or unpacking.unconsumed_tail:
        raise ValueError("not the moves of a game")
    return cast("list[object]", read)


def _moved(game: cr.Game, entry: object) -> cr.Game:
    """The game after a move as links have it: a card is played by whoever is on turn."""
    if isinstance(entry, str) and game.to_act is not None:
        return cr.play(game, cr.Play(game.to_act, cr.Card.parse(entry)))
    frame = {"format": "collusion-rules", "version": 1, "kind": "event", "event": entry}
    return cr.play(game, cr.from_data(frame, "move"))
