"""Play with a new field of a ruleset, which `a_new_field.toml` plants."""

import sys
from pathlib import Path
from typing import Any

import attrs

import collusion_rules as cr
from collusion_rules.batch import play_deals

NONE: dict[str, Any] = {"jokers": 0}
TWO: dict[str, Any] = {"jokers": 2}

for file in sorted(Path(sys.argv[1]).glob("1-*.json")):
    if file.stem in ("1-fields", "1-view-of-house-rules"):
        continue
    text = file.read_text(encoding="utf-8")
    assert "jokers" not in text
    game = cr.loads(text)
    assert game.rules == attrs.evolve(game.rules, **NONE)
    assert '"jokers":0' in cr.dumps(game)
    assert cr.loads(cr.dumps(game)) == game

ours = attrs.evolve(cr.PARLETT, **TWO)
assert cr.loads(cr.dumps(cr.new_game(ours))).rules == ours
ruleset: Any = cr.record_schema()["$defs"]
assert ruleset["ruleset"]["properties"]["jokers"] == {"type": "integer", "minimum": 0, "maximum": 2}
assert "jokers" not in ruleset["ruleset"]["required"]
for rules in (cr.PARLETT, ours):
    batch = play_deals(rules, 5, seed=7)
    assert batch.fallback is not None
    assert "jokers" in batch.fallback
    for row in range(5):
        assert tuple(batch.points[row]) == cr.score_deal(rules, batch.outcome(row)).points
print("records of before load, and the engine plays")
