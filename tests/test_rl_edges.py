"""What of the research package is met in no game that is drawn."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")

import attrs
from tables import always

import collusion_rules as cr
from collusion_rules.rl import Coding, Lockstep, lockstep
from collusion_rules.rl.coding import _statement_name  # pyright: ignore[reportPrivateUsage]
from collusion_rules.rl.turns import Turns


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("rl", "numba", "rl"),
        ("rl", "numpy", "rl"),
        ("rl.pettingzoo", "pettingzoo", "pettingzoo"),
        ("rl.gymnasium", "gymnasium", "gymnasium"),
        ("rl.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Path(cr.__file__).parent / module.replace(".", "/")
    file = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(cr.MissingExtraError, match=rf"{package}.*collusion-rules\[{extra}\]"):
        runpy.run_path(str(file))


def test_accusations_of_too_many_players_do_not_fit() -> None:
    deck = cr.Deck(lowest=cr.Rank.THREE)
    many = attrs.evolve(cr.secret_partners(accusations=True), players=6, deck=deck)
    assert len(Coding(many)) == 66
    with pytest.raises(cr.BadArgumentError, match="64"):
        Lockstep(many, 1, 1)


def test_rules_that_the_machine_code_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockstep, "unread", always("the field must_follow of Ruleset"))
    with pytest.raises(cr.BadArgumentError, match="must_follow"):
        Lockstep(cr.PARLETT, 1, 1)


def test_nobody_is_on_turn_after_a_deal() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=1)
    while game.to_act is not None:
        game = cr.play(game, cr.legal_moves(game)[0])
    turns = Turns(game, Coding(cr.PARLETT))
    assert turns.is_between_deals
    assert not turns.mask().any()
    with pytest.raises(cr.BadArgumentError, match="nobody is on turn"):
        turns.after(0)


def test_free_text_has_a_name_and_no_number() -> None:
    assert _statement_name(cr.Words("hello")) == "words"
    unhashable: Any = [3]
    with pytest.raises(cr.BadArgumentError, match="number"):
        Coding(cr.PARLETT, talk=True).action(cr.Talk(cr.Seat(0), cr.Aim(unhashable)))


@pytest.mark.no_cover
def test_observations_begin_where_lines_of_the_cache_do() -> None:
    tables = Lockstep(cr.TRIPLE_COLLUSION, 3, seed=1)
    seen = tables.reset().observation
    assert (seen.ctypes.data % 64, seen.strides[0] % 64) == (0, 0)
    assert seen.shape == (3, len(tables.features))
    assert tables.state().shape == (3, 6 * 52)
    assert tables.state().sum(axis=1).tolist() == [96, 96, 96]
