"""Fuzz the public parsers, guided by coverage: what they are given, they read or refuse.

    pip install atheris
    python scripts/fuzz.py records -max_total_time=300
    python scripts/fuzz.py moves --corpus corpus/moves -max_total_time=300

A target is one of `cards`, `pbn`, `records`, `views`, `moves` and `messages`. Other options go to
libFuzzer. What is found to be new is kept in the folder of the corpus, if one is named. `--once`
runs the seeds alone, without atheris.
"""

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Final, cast, get_args

import attrs

_FUZZING: Final = __name__ == "__main__" and "--once" not in sys.argv
_INCLUDE: Final = ["collusion_rules", "json"]


def _instrumented() -> AbstractContextManager[None]:
    """Let atheris see which lines an input reaches, of all that is imported in here."""
    if not _FUZZING:
        return nullcontext()
    instrumented: AbstractContextManager[None] = import_module("atheris").instrument_imports(
        include=_INCLUDE
    )
    return instrumented


with _instrumented():
    import collusion_rules as cr
    from collusion_rules import hosting
    from collusion_rules.records import Kind

KINDS: Final = get_args(Kind)
_LANGUAGES: Final = tuple(cr.languages())


@attrs.frozen
class Target:
    """A parser: what to throw at it first, and how to see that it is right.

    Attributes:
        seeds: inputs that say what inputs look like.
        fuzz: reads an input; raises what nobody expects if the parser is wrong.
        words: what often stands in inputs, for libFuzzer's dictionary.
    """

    seeds: Callable[[], Iterator[bytes]]
    fuzz: Callable[[bytes], None]
    words: Callable[[], Iterator[str]]


def _text(given: bytes) -> str:
    """The text of an input; lone surrogates stand for what is not UTF-8."""
    return given.decode(errors="surrogateescape")


# Cards


def _card_seeds() -> Iterator[bytes]:
    for text in ("AS", "10h", "♠A", "A♠️", "AS KH, 2c;TD", "-", "A♠ A♠"):
        yield text.encode()


def _cards(given: bytes) -> None:
    """What is read as a card or cards is written and read as the same."""
    for kind in (cr.Card, cr.Cards):
        try:
            read = kind.parse(_text(given))
        except cr.CardTextError:
            continue
        if kind.parse(str(read)) != read:
            raise AssertionError(read)


def _card_words() -> Iterator[str]:
    yield from ("♠", "♥", "♦", "♣", "10", "A", "\ufe0f")


# PBN


def _pbn_seeds() -> Iterator[bytes]:
    for seed in range(3):
        game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(seed)), seed)
        tag = cr.to_pbn(game.hands, game.dealer)
        yield tag.encode()
        yield f'% PBN 2.1\n[Board "{seed}"]\n[Dealer "W"] {{a comment}}\n{tag}\n;{tag}\n'.encode()


def _pbn(given: bytes) -> None:
    """Hands are written and read as the same; a file has its deals, or is refused."""
    try:
        hands = cr.from_pbn(_text(given))
        if cr.from_pbn(cr.to_pbn(hands)) != hands:
            raise AssertionError(hands)
    except cr.BadDealError:
        pass
    with suppress(cr.BadDealError):
        tuple(cr.deals_from_pbn(_text(given)))


def _pbn_words() -> Iterator[str]:
    yield from ('[Deal "N:', '[Board "1"]', '[Dealer "', "AKQJT98765432", "-", "{", "}", ";", "%")


# Records and views


def _record_seeds() -> Iterator[bytes]:
    """Small records of every kind, each behind the byte that names its kind."""
    for rules in (cr.parlett(target=2), cr.open_collusion(deals=1), cr.triple_collusion(deals=1)):
        game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=1)
        yield _seed("game", game)
        for _ in range(3):
            game = cr.play(game, cr.legal_moves(game)[0])
        yield _seed("game", game)
        for event in game.log:
            yield _seed("event", event)
            yield _seed("move", event)


def _view_seeds() -> Iterator[bytes]:
    for rules in (cr.parlett(target=2), cr.open_collusion(deals=1), cr.triple_collusion(deals=1)):
        game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=1)
        for _ in range(9):
            game = cr.play(game, cr.legal_moves(game)[0])
        for seat in (cr.Seat(1), None):
            yield cr.dumps(cr.view(game, seat)).encode()


def _seed(kind: str, value: cr.Game | cr.View | cr.Event) -> bytes:
    """A record behind the byte that names its kind."""
    return bytes([KINDS.index(kind)]) + cr.dumps(value).encode()


def _records(given: bytes) -> None:
    """What is read is written just so."""
    if given:
        _read_again(given[1:], KINDS[given[0] % len(KINDS)])


def _views(given: bytes) -> None:
    """What is read is written just so, and can be drawn, put in a snapshot and played from."""
    view = _read_again(given, "view")
    if isinstance(view, cr.View):
        cr.draw_text(view, width=32)
        json.dumps(cr.snapshot(view))
        cr.legal_moves(view)


def _read_again(record: bytes, kind: str) -> object:
    read = cast("Callable[[str | bytes, str], cr.Game | cr.View | cr.Event]", cr.loads)
    try:
        value = read(record, kind)
    except cr.BadRecordError:
        return None
    if read(cr.dumps(value), kind) != value:
        raise AssertionError(cr.dumps(value))
    return value


def _record_words() -> Iterator[str]:
    for word in sorted(set(re.findall(r"'([\w-]{1,30})'", str(cr.record_schema())))):
        yield f'"{word}"'


# Moves in words


def _tables() -> tuple[cr.View, ...]:
    """Tables at which something is typed: one is to play, or to declare."""
    found = list[cr.View]()
    for rules in (cr.PARLETT, cr.SECRET_PARTNERS, cr.secret_partners(accusations=True)):
        game = cr.deal(cr.new_game(rules, cr.Seat(3)), seed=1)
        found.append(cr.view(game, cr.Seat(3)))
        found.append(cr.view(cr.play(game, cr.legal_moves(game)[0]), cr.Seat(1)))
    return tuple(found)


_AT: Final = _tables()


def _move_seeds() -> Iterator[bytes]:
    """Ways of saying things, each behind the byte that names the table and the language."""
    for number, language in enumerate(_LANGUAGES):
        tables = cr.languages()[language].tables
        for key, ways in tables["heard"].items():
            for way in ways.split(" | ")[:3]:
                filled = re.sub(r"\{(\w+)\}", lambda part: _FILLED.get(part[1], "AS"), way)
                yield bytes([(len(key) % len(_AT)) * len(_LANGUAGES) + number]) + filled.encode()


_FILLED: Final = {"seat": "seat 2", "suspect": "1", "other": "2", "tricks": "4", "suit": "hearts"}


def _moves(given: bytes) -> None:
    """A move that may be made can be told, and what is told is understood as the same."""
    if not given:
        return
    table, language = divmod(given[0], len(_LANGUAGES))
    view, spoken = _AT[table % len(_AT)], _LANGUAGES[language]
    try:
        move = cr.parse_move(_text(given[1:]), view, spoken)
    except (cr.NotUnderstoodError, cr.IllegalMoveError):
        return
    if not cr.is_legal(view, move):
        return
    if cr.parse_move(cr.describe(move, None, spoken), view, spoken) != move:
        raise AssertionError(cr.describe(move, None, spoken))


def _move_words() -> Iterator[str]:
    for language in _LANGUAGES:
        for kind in ("suits", "heard-suits", "heard-ranks", "heard-numbers"):
            for ways in cr.languages()[language].tables.get(kind, {}).values():
                yield from ways.split(" | ")


# Messages of rooms


def _room() -> hosting.Room:
    settings = hosting.Settings(rules=cr.PARLETT, room="room", secret=bytes(32), computers=("c",))
    room, _ = hosting.stored(hosting.open_room(settings, 1, "life"))
    return room


_ROOM: Final = _room()


def _message_seeds() -> Iterator[bytes]:
    for name, part in cast("dict[str, dict[str, dict[str, object]]]", _messages()).items():
        fields = {field: _example(field) for field in part.get("properties", {})}
        yield json.dumps({**fields, "type": name}).encode()
    yield b'{"type": "hello", "v": 1, "token": "t", "seen": 0, "life": "life", "lang": "en"}'
    yield b'{"type": "sit", "id": "1", "seen": 1, "seat": 0, "name": "Ann"}'
    yield b'{"type": "computer", "id": "2", "seen": 1, "seat": 1, "kind": "c"}'
    yield b'{"type": "move", "id": "3", "seen": 1, "event": {"type": "no-more"}}'


def _messages() -> object:
    return hosting.message_schema().get("$defs", {})


def _example(field: str) -> object:
    return {"seat": 0, "seen": 1, "id": "1", "name": "Ann", "v": 1}.get(field, "x")


def _message(given: bytes) -> None:
    """A message is a row, a refusal, or nothing; its answer is JSON."""
    for message in (given, _text(given)):
        hosting.read_hello(message, "life")
        step = hosting.receive(_ROOM, hosting.Person("p" * 64), message, 2, latest=True)
        if isinstance(step, hosting.Step):
            _, answer = hosting.stored(step)
            if answer is not None:
                json.loads(answer)


def _message_words() -> Iterator[str]:
    for word in sorted(set(re.findall(r"'([\w-]{1,30})'", str(hosting.message_schema())))):
        yield f'"{word}"'


TARGETS: Final = {
    "cards": Target(_card_seeds, _cards, _card_words),
    "pbn": Target(_pbn_seeds, _pbn, _pbn_words),
    "records": Target(_record_seeds, _records, _record_words),
    "views": Target(_view_seeds, _views, _record_words),
    "moves": Target(_move_seeds, _moves, _move_words),
    "messages": Target(_message_seeds, _message, _message_words),
}
"""Each public parser."""


def main(name: str, options: list[str]) -> None:
    """Lay out the seeds and the dictionary, and fuzz until told to stop."""
    target = TARGETS[name]
    if not _FUZZING:
        for given in target.seeds():
            target.fuzz(given)
        return
    atheris = import_module("atheris")
    kept = list[str]()
    if "--corpus" in options:
        at = options.index("--corpus")
        kept = [options[at + 1]]
        del options[at : at + 2]
        Path(kept[0]).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder, "seeds")
        first.mkdir()
        for number, given in enumerate(target.seeds()):
            (first / str(number)).write_bytes(given)
        dictionary = Path(folder, "words")
        words = "".join(f"{quoted(word)}\n" for word in sorted(set(target.words())))
        dictionary.write_text(words, encoding="ascii")
        arguments = ["-max_len=20000", f"-dict={dictionary}", *options, *kept, str(first)]
        atheris.Setup([sys.argv[0], *arguments], target.fuzz)
        atheris.Fuzz()


def quoted(word: str) -> str:
    """A word as a dictionary of libFuzzer has it."""
    written = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}"
        for byte in word.encode()
    )
    return f'"{written}"'


if __name__ == "__main__":
    chosen, *rest = sys.argv[1:] or ["?"]
    if chosen not in TARGETS:
        sys.exit(f"name a target: {', '.join(TARGETS)}")
    main(chosen, rest)
