"""The words of the games: the texts of both languages keep to `docs/rules/terms.toml`."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import pytest

from collusion_rules.wording import languages

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FILE = DOCS / "rules" / "terms.toml"

Term = TypedDict(
    "Term",
    {
        "en": str,
        "ja": str,
        "reading": str,
        "rule": NotRequired[str],
        "also": NotRequired[str],
        "not": NotRequired[list[str]],
    },
)

TERMS = cast("list[Term]", tomllib.loads(FILE.read_text(encoding="utf-8"))["term"])
JAPANESE_PAGES = sorted(DOCS.rglob("*.ja.md"))
JAPANESE = "ぁ-んァ-ヶ一-龠々"


def japanese_texts() -> Iterator[tuple[str, str]]:
    """Every Japanese text that people read, and where it stands."""
    for page in JAPANESE_PAGES:
        yield page.name, page.read_text(encoding="utf-8")
    for table, texts in languages()["ja"].tables.items():
        yield from ((f"{table}.{key}", text) for key, text in texts.items())
    tables = ROOT / "src" / "collusion_rules" / "table"
    for script in sorted([*(DOCS / "playground").glob("*.js"), *tables.glob("*.js")]):
        for line in script.read_text(encoding="utf-8").splitlines():
            if re.search(f"[{JAPANESE}]", line):
                yield script.name, line


def test_terms_are_in_order_and_complete() -> None:
    english = [term["en"].lower() for term in TERMS]
    assert english == sorted(set(english))
    for term in TERMS:
        assert re.fullmatch("[ぁ-んー]+", term["reading"])
    assert len({term["ja"] for term in TERMS}) == len(TERMS)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term["en"])
def test_the_term_is_used(term: Term) -> None:
    assert any(term["ja"] in text for _, text in japanese_texts())


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term["en"])
def test_no_other_word_is_used_for_it(term: Term) -> None:
    found = [
        (place, word)
        for place, text in japanese_texts()
        for word in term.get("not", ())
        if word in text
    ]
    assert found == []


@pytest.mark.parametrize("page", JAPANESE_PAGES, ids=lambda page: page.name)
def test_the_spelling_of_the_name_is_one(page: Path) -> None:
    """コリュージョン is what some call it: named once, where the games are listed."""
    times = page.read_text(encoding="utf-8").count("コリュージョン")
    assert times == (page == DOCS / "rules" / "index.ja.md")


# Terms that a message has in both languages, or in neither. Where the Japanese says it in another
# way on purpose, the line is named.
FIRM = ("dealer", "joker", "lead", "partners", "tricks", "trump", "declare", "talk", "opponent")
IN_JAPANESE = {
    "partners": "パートナー",
    "tricks": "トリック",
    "talk": "会話",
    "opponent": "対抗チーム",
    **{term["en"]: term["ja"] for term in TERMS if term["en"] in FIRM},
}
OTHERWISE = {
    ("lead", "statements.ask-lead"),
    ("partners", "events.accusation"),
}


@pytest.mark.parametrize("english", FIRM)
def test_a_message_has_the_term_in_both_languages(english: str) -> None:
    tables, japanese = languages()["en"].tables, languages()["ja"].tables
    missing = [
        f"{table}.{key}"
        for table in tables.keys() & japanese.keys()
        if not table.startswith("heard")  # what is typed, in whatever words
        for key, text in tables[table].items()
        if key in japanese[table]
        and re.search(rf"(?<!\{{)\b{english}\b(?!\}})", text)
        and IN_JAPANESE[english] not in japanese[table][key]
    ]
    assert missing == []


@pytest.mark.parametrize("page", JAPANESE_PAGES, ids=lambda page: page.name)
def test_japanese_has_japanese_punctuation(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`|<[^>]*>|\]\([^)]*\)", "", text, flags=re.DOTALL)
    wrong = re.findall(rf"[{JAPANESE}][,.;:?!]|[,;?!][{JAPANESE}]", prose)
    assert wrong == []


def test_everything_a_player_reads_is_in_japanese() -> None:
    english = {page.name for page in (DOCS / "rules").glob("*.md") if ".ja" not in page.name}
    assert {f"{name.removesuffix('.md')}.ja.md" for name in english} == {
        page.name for page in (DOCS / "rules").glob("*.ja.md")
    }
    for page in ("index", "playground", "tutorial"):
        assert (DOCS / f"{page}.ja.md").exists()
