"""What does not know a thing refuses it: a new kind of event is told to nobody by chance."""

import re
import shutil
import sys
from pathlib import Path
from typing import Any, cast, final, get_args

import attrs
import laws
import pytest
from hypothesis import settings
from surroundings import run
from test_package import ROOT, SOURCE

import collusion_rules as cr
from collusion_rules import folding, replaying, views
from collusion_rules.errors import excerpt
from collusion_rules.state import Draft
from collusion_rules.values import Value

pytestmark = pytest.mark.once


@final
@attrs.frozen
class Whispered(Value):
    """A seat says something to another, for nobody else to hear: an event that there is not."""

    seat: cr.Seat
    text: str


WHISPER = cast("cr.Event", Whispered(cr.Seat(0), "I hold AS"))
SHOWN = excerpt(WHISPER)
UNKNOWN = f"^{re.escape(f'event must be of a kind that is known here, not {SHOWN}')}$"
GAME = laws.random_game(cr.PARLETT, 1, 20)
SEATS = (None, *map(cr.Seat, range(4)))


@pytest.fixture(params=["not in the union", "in the union"])
def whispers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The class stands beside the events, and perhaps among them, and nobody reads it.

    What an event must be, by the refusal.
    """
    if request.param == "in the union":
        monkeypatch.setattr(views, "Event", cr.Event | Whispered)
        monkeypatch.setattr(replaying, "_EVENTS", frozenset((*get_args(cr.Event), Whispered)))
        return "of a kind that is known here"
    return "an Event"


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fold has learnt the new kind, and nothing else has."""
    right = folding.happen

    def happen(draft: Draft, event: cr.Event) -> None:
        if isinstance(event, Whispered):
            draft.deal_log += (event,)
        else:
            right(draft, event)

    monkeypatch.setattr(folding, "happen", happen)


def test_it_is_told_to_nobody(whispers: str) -> None:
    for seat in SEATS:
        with pytest.raises(cr.BadArgumentError) as refused:
            cr.redact(WHISPER, seat)
        assert str(refused.value) == f"event must be {whispers}, not {SHOWN}"


@pytest.mark.usefixtures("whispers")
def test_it_happens_at_no_table() -> None:
    with pytest.raises(cr.BadArgumentError, match=UNKNOWN):
        folding.fold(GAME, WHISPER)
    for seat in SEATS:
        with pytest.raises(cr.CollusionError):
            cr.advance(cr.view(GAME, seat), WHISPER)
        with pytest.raises(cr.CollusionError):
            cr.observe([*cr.view(GAME, seat).log, WHISPER], seat)
    with pytest.raises(cr.CollusionError):
        cr.replay([*GAME.log, WHISPER])
    with pytest.raises(cr.IllegalMoveError):
        cr.play(GAME, cast("Any", WHISPER))


@pytest.mark.usefixtures("whispers")
def test_it_has_no_record_and_no_words() -> None:
    with pytest.raises(cr.CollusionError):
        cr.dumps(WHISPER)
    with pytest.raises(cr.CollusionError):
        cr.describe(WHISPER)


@pytest.mark.usefixtures("folded")
def test_a_game_that_has_it_is_shown_to_nobody() -> None:
    """In this deal or in one before."""
    game = folding.fold(GAME, WHISPER)
    assert game.log[-1] == WHISPER
    for seat in SEATS:
        with pytest.raises(cr.BadArgumentError, match=UNKNOWN):
            cr.view(game, seat)
    while game.phase is cr.Phase.PLAYING:
        game = cr.play(game, cr.legal_moves(game)[0])
    with pytest.raises(cr.BadArgumentError, match=UNKNOWN):
        cr.deal(game, seed=1)


@pytest.mark.skipif(settings().max_examples < 10_000, reason="takes half a minute: profile long")
def test_a_type_checker_names_each_place_that_leaves_it_out(tmp_path: Path) -> None:
    package = tmp_path / SOURCE.name
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    events = package / "events.py"
    text = events.read_text(encoding="utf-8")
    union = "Event = (\n    "
    assert text.count(union) == 1
    new = "@final\n@attrs.frozen\nclass Whispered(Value):\n    seat: Seat\n\n\n"
    changed = text.replace(union, f"{new}{union}Whispered\n    | ")
    events.write_text(changed, encoding="utf-8")
    program = run(
        *(sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml"),
        *("--cache-dir", tmp_path / "cache", package),
        cwd=tmp_path,
        check=False,
    )
    for module in ("events", "folding", "replaying", "describing"):
        assert f"{module}.py" in program.stdout, program.stdout
