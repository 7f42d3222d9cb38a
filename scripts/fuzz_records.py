"""Fuzz `loads`, guided by coverage: whatever it is given, it reads a valid value or refuses it.

    pip install atheris
    python scripts/fuzz_records.py -max_total_time=300

Options go to libFuzzer. The first byte of an input chooses what the record is said to hold.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import atheris

with atheris.instrument_imports(include=["collusion_rules", "json"]):
    import collusion_rules as cr
    from collusion_rules.records import Kind

KINDS = get_args(Kind)


def seeds() -> Iterator[bytes]:
    """Small records of every kind, each behind the byte that names its kind."""
    for rules in (cr.parlett(target=2), cr.open_collusion(deals=1), cr.triple_collusion(deals=1)):
        game = cr.deal(cr.new_game(rules, cr.Seat(0)), seed=1)
        yield seed("game", game)
        for _ in range(3):
            game = cr.play(game, cr.legal_moves(game)[0])
        yield seed("game", game)
        yield seed("view", cr.view(game, cr.Seat(1)))
        yield seed("view", cr.view(game, None))
        for event in game.log:
            yield seed("event", event)
            yield seed("move", event)


def seed(kind: str, value: cr.Game | cr.View | cr.Event) -> bytes:
    """A record behind the byte that names its kind."""
    return bytes([KINDS.index(kind)]) + cr.dumps(value).encode()


def words() -> Iterator[str]:
    """The texts of the schema, for libFuzzer's dictionary."""
    text = str(cr.record_schema())
    for word in sorted(set(re.findall(r"'([\w-]{1,30})'", text))):
        yield f'"\\"{word}\\""'


def fuzz(record: bytes) -> None:
    """Read a record; what is read must be written just so."""
    if not record:
        return
    kind = KINDS[record[0] % len(KINDS)]
    try:
        value = cr.loads(record[1:], kind)
    except cr.BadRecordError:
        return
    if cr.loads(cr.dumps(value), kind) != value:
        raise AssertionError(cr.dumps(value))


def main() -> None:
    """Lay out the seeds and the dictionary, and fuzz until told to stop."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for number, record in enumerate(seeds()):
            (corpus / str(number)).write_bytes(record)
        dictionary = Path(folder, "words")
        dictionary.write_text("\n".join(words()), encoding="utf-8")
        options = ["-max_len=20000", f"-dict={dictionary}", *sys.argv[1:], str(corpus)]
        atheris.Setup([sys.argv[0], *options], fuzz)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
