"""A Japanese page is looked at whenever its English page changes."""

from pathlib import Path

import pytest
import translations

pytestmark = pytest.mark.once


def test_no_english_page_has_changed_since_its_japanese_one_was_looked_at() -> None:
    """If this fails: look at the Japanese page, then `python scripts/translations.py PAGE`."""
    assert translations.changed() == []
    assert set(translations.looked_at()) == {
        translations.name(page) for page in translations.pages()
    }


def test_a_change_is_noticed_but_not_where_lines_end(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("one two\nthree", encoding="utf-8")
    before = translations.state(page)
    page.write_text("one\ntwo three\n", encoding="utf-8")
    assert translations.state(page) == before
    page.write_text("one two four", encoding="utf-8")
    assert translations.state(page) != before


def test_what_was_looked_at_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "translations.json"
    file.write_text("{}", encoding="utf-8")
    monkeypatch.setattr(translations, "FILE", file)
    first, *others = translations.changed()
    assert others
    assert translations.main([]) == 1
    assert translations.main([first, *others]) == 0
    assert translations.main([]) == 0
    assert translations.changed() == []
