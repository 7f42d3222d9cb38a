"""What type checkers must refuse: each wrong call, on its own, with both checkers."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from inspect import getmembers, isfunction
from pathlib import Path

import pytest

import collusion_rules as cr

CONFIGURATION = Path(__file__).parent.parent / "pyproject.toml"

SETTING = """\
import typing

import collusion_rules as cr


def seen(view: cr.View) -> None:
    typing.assert_type(view, cr.View)


def wrong(game: cr.Game, view: cr.View, seat: cr.Seat, card: cr.Card, event: cr.Event) -> None:
    """

RIGHT = {
    "nothing": "pass",
    "a view where a view belongs": "seen(view)",
    "a game where a game belongs": "cr.play(game, cr.Play(seat, card))",
    "a move where a move belongs": "cr.is_legal(view, cr.Talk(seat, cr.Aim(4)))",
    "the worlds of a view": "from collusion_rules import worlds; worlds.chances(view)",
}

WRONG = {
    "a game where a view belongs": "seen(game)",
    "a view where a game belongs": "cr.play(view, cr.Play(seat, card))",
    "a view of a view": "cr.view(view, seat)",
    "advancing a game": "cr.advance(game, event)",
    "counting the worlds of a game": "import collusion_rules.worlds as w; w.count_worlds(game)",
    "drawing worlds of a game": "import collusion_rules.batch as b; b.sample_worlds(game, 5, 7)",
    "a hint from a game": "from collusion_rules import players; players.hint(game)",
    "a player shown a game": (
        "from collusion_rules.players import PLAYERS\n    PLAYERS['duck'].choose(game, 7)"
    ),
    "a plain number for a viewer": "cr.view(game, 2)",
    "a view's record read as a game": "cr.play(cr.loads('', 'view'), cr.Play(seat, card))",
    "an unknown kind of record": "cr.loads('', 'table')",
    "dealing from a view": "cr.deal(view, seed=7)",
    "rewinding a view": "cr.rewind(view, 1)",
    "a plain number for a seat": "cr.Play(1, card)",
    "a plain number for a dealer": "cr.new_game(cr.PARLETT, dealer=0)",
    "a text for a card": "cr.Play(seat, 'AS')",
    "a text for a suit": "cr.Declaration(seat, 'S')",
    "a card and a seat in the wrong order": "cr.Play(card, seat)",
    "a statement that is not in talk": "cr.play(game, cr.Aim(4))",
    "an event that is no move": "cr.play(game, event)",
    "a float for a seed": "cr.deal(game, seed=0.5)",
    "texts for hands": "cr.deal(game, hands=['AS KS'])",
    "changing a game": "game.version = 1",
    "changing a card": "card.rank = cr.Rank.ACE",
    "changing a ruleset": "cr.PARLETT.players = 5",
    "changing the rulesets": "cr.RULESETS['mine'] = cr.PARLETT",
    "a list for an outcome": "cr.Outcome(tricks=[4, 4, 2, 3])",
    "an unknown house rule": "cr.open_collusion(target=75)",
    "a seat of nobody": "cr.Play(game.to_act, card)",
    "reading face-down cards": "list(view.hands[0])",
    "teams that a viewer may not know": "len(view.teams)",
    "an incomplete match": (
        "match event:\n        case cr.Play():\n            pass\n"
        "        case _:\n            typing.assert_never(event)"
    ),
}


def errors_by_mypy(files: Iterable[Path]) -> set[str]:
    """The names of the files in which mypy finds an error."""
    command = (sys.executable, "-m", "mypy", "--output=json", f"--config-file={CONFIGURATION}")
    checked = subprocess.run((*command, *map(str, files)), capture_output=True, text=True)
    assert checked.stderr == ""
    found = [json.loads(line) for line in checked.stdout.splitlines()]
    return {Path(error["file"]).stem for error in found if error["severity"] == "error"}


def errors_by_pyright(files: Iterable[Path]) -> set[str]:
    """The names of the files in which pyright finds an error."""
    command = (sys.executable, "-m", "pyright", "--outputjson", f"--pythonpath={sys.executable}")
    checked = subprocess.run((*command, *map(str, files)), capture_output=True, text=True)
    found = json.loads(checked.stdout)["generalDiagnostics"]
    return {Path(error["file"]).stem for error in found if error["severity"] == "error"}


@pytest.mark.parametrize("errors", [errors_by_mypy, errors_by_pyright])
def test_each_wrong_call_is_refused(
    errors: Callable[[Iterable[Path]], set[str]], tmp_path: Path
) -> None:
    calls = list({**RIGHT, **WRONG}.items())
    for number, (_, call) in enumerate(calls):
        (tmp_path / f"call_{number}.py").write_text(SETTING + call + "\n", encoding="utf-8")
    found = errors(sorted(tmp_path.glob("*.py")))
    assert [what for number, (what, _) in enumerate(calls) if f"call_{number}" in found] == list(
        WRONG
    )


def test_every_verb_and_property_has_its_type_asserted() -> None:
    asserted = (Path(__file__).parent / "public.py").read_text(encoding="utf-8")
    verbs = [name for name in cr.__all__ if isfunction(getattr(cr, name))]
    assert [name for name in verbs if f"assert_type(cr.{name}(" not in asserted] == []
    for table in (cr.Game, cr.View):
        parts = [name for name, _ in getmembers(table, lambda part: isinstance(part, property))]
        parts = [part for part in parts if not part.startswith("_")]
        whose = table.__name__.lower()
        assert [part for part in parts if f"assert_type({whose}.{part}, " not in asserted] == []
