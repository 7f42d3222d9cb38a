"""Do all that a page may ask for, once: what is imported or built for it is there from then on."""

import functools
import gc
import importlib
import json
import linecache
from collections.abc import Iterable
from contextlib import suppress

import sitting
from sitting import Sitting

import collusion_rules as cr

CACHED = type(functools.cache(len)).__name__
FREED = 1_000_000
"""How many bytes of each size are wiped, of big sizes four times as many."""


def play(game: str, players: str, words: bool) -> None:
    """Play a deal and begin another, asking for everything on the way."""
    link = {"game": game, "seed": "rehearsal", "seat": "0", "players": players}
    table = sitting.sit(json.dumps(link))
    asked = 0
    while table.game.to_act is not None:
        table = table.rest() if table.settled else table.others()
        if table.settled and table.game.to_act == table.seat and asked < 2:
            asked += 1
            ask(table, words)
    ask(table.deal(), words)
    ask(table, False)


def ask(table: Sitting, words: bool) -> None:
    """Ask for all that is told of a table, and for what is refused."""
    for language in sitting.NAMES:
        table.shown(0, language)
        if table.game.to_act == table.seat:
            table.hint(language)
        sitting.read_or_say("no record", 0, language)
        table.move(cr.dumps(cr.Play(table.seat, cr.Card.parse("AS"))), 0).shown(0, language)
    if words:
        said = cr.dumps(cr.Talk(table.seat, cr.Words("A few wörds: 言葉")))
        table.move(said).others().shown(0, "en")
    for text in (table.record(), table.saved()):
        sitting.read(text, 0).go(9).shown(0, "en")
    sitting.resume(table.kept())
    sitting.sit(table.link() or json.dumps({**json.loads(table.kept()), "seat": "0"}))
    table.session()


def forget() -> None:
    """Forget the games that were played, and the source of what was imported."""
    linecache.clearcache()
    for cached in gc.get_objects():
        if type(cached).__name__ == CACHED and cached.cache_parameters()["maxsize"]:
            cached.cache_clear()
    gc.collect()


def wipe() -> None:
    """Write zeros over what was freed, as far as it is found again: then it is packed smaller."""
    for size, count in (
        *((size, FREED // size) for size in range(16, 512, 16)),
        *((1 << power, FREED >> power - 2) for power in range(10, 21)),
    ):
        zeros = [bytes(size) for _ in range(count)]
        zeros.clear()


def rehearse(names: Iterable[str]) -> None:
    """Do it all, and forget what it was done with.

    Args:
        names: what functions of the library import when they are called.
    """
    for game in ("parlett", "rotation-collusion"):
        play(game, "easy-wily", game == "parlett")
    for name in names:
        with suppress(ImportError):
            importlib.import_module(name)
    forget()
    wipe()
