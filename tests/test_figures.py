"""The figures of the home page are those that a script has worked out."""

from pathlib import Path

import figures
import pytest

import collusion_rules as cr

pytestmark = pytest.mark.once


def test_what_is_counted_at_once_is_up_to_date() -> None:
    """If this fails: `python scripts/figures.py --quick`."""
    known, now = figures.figures(), figures.quick()
    assert (known["outcomes"], known["rules"]) == (now["outcomes"], now["rules"])
    assert (known["golden"], known["languages"]) == (now["golden"], now["languages"])
    assert 0.9 < known["tests"] / now["tests"] < 1.1  # these grow with every change
    assert 0.9 < known["sentences"] / now["sentences"] < 1.1


def test_views_are_checked_for_what_they_should_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "GAMES", 1)
    monkeypatch.setattr(cr, "RULESETS", {"open-collusion": cr.OPEN_COLLUSION})
    games, views, leaks = figures.watched()
    assert (games, leaks) == (1, 0)
    assert views > 10

    def leaky(game: cr.Game, seat: cr.Seat | None) -> bool:
        return game.version > 0 and seat != -1

    monkeypatch.setattr(figures, "_tells_too_much", leaky)
    assert figures.watched() == (1, views, views)


def test_the_picture_of_the_readme_is_the_table_of_the_front_page() -> None:
    assert figures.PICTURE.read_text(encoding="utf-8") == figures.picture() + "\n"
    assert figures.figures()["leaks"] == 0
    assert Path("docs/images/table.svg").name in (figures.ROOT / "README.md").read_text(
        encoding="utf-8"
    )
