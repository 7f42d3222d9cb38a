"""Write what the library makes for others to read: schemas of its classes, words for browsers."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import collusion_rules as cr

PACKAGE: Final = Path(__file__).parent.parent / "src" / "collusion_rules"

SPOKEN: Final = (
    *("aims", "events", "heights", "joints", "parts", "ranks", "rulesets", "statements"),
    *("suits", "table"),
)
"""The tables of a language file that a page needs."""


def files() -> dict[Path, str]:
    """The text of each file."""
    return {
        PACKAGE / "record.schema.json": _json(cr.record_schema()),
        PACKAGE / "snapshot.schema.json": _json(cr.snapshot_schema()),
        PACKAGE / "table" / "games.js": _games(),
        PACKAGE / "table" / "words.js": _words(),
    }


def _json(schema: Mapping[str, object]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _words() -> str:
    """The words of each language, as a module for browsers."""
    words = {code: _spoken(language.tables) for code, language in cr.languages().items()}
    text = json.dumps(words, ensure_ascii=False, indent=1)
    origin = "// Made from the language files by `scripts/schemas.py`."
    return f"{origin}\n\nexport const WORDS = {text};\n"


def _games() -> str:
    """What each game is before it begins, as a module for browsers."""
    text = json.dumps({name: _game(rules) for name, rules in cr.RULESETS.items()}, indent=1)
    return f"// Made from the rulesets by `scripts/schemas.py`.\n\nexport const GAMES = {text};\n"


def _game(rules: cr.Ruleset) -> dict[str, object]:
    """What is said of a game before it begins."""
    scoring = rules.scoring
    return {
        "players": rules.players,
        "target": scoring.target if isinstance(scoring, cr.ParlettScoring) else None,
        "deals": None if isinstance(scoring, cr.ParlettScoring) else _deals(scoring),
        "pair": isinstance(rules.partnership, cr.SecretPair),
    }


def _deals(scoring: cr.Scoring) -> int | None:
    match scoring:
        case cr.PartnersScoring(deals=deals) | cr.ThreeTeamsScoring(deals=deals):
            return deals
        case _:
            return None


def _spoken(tables: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    spoken = {table: dict(tables[table]) for table in SPOKEN}
    texts = [text for table in spoken.values() for text in table.values()]
    singular = {
        phrase: one
        for phrase, one in tables.get("singular", {}).items()
        if any(phrase in text for text in texts)
    }
    return {**spoken, "singular": singular}


def main() -> None:
    """Write them."""
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
