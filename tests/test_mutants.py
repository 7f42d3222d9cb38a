"""What mutation testing has found is kept, and each fault that no test notices has its reason."""

from pathlib import Path

import mutation
import pytest

import collusion_rules as cr

pytestmark = pytest.mark.once

PRINTED = """\
== cards
survived: # collusion_rules.cards.xǁCardsǁ__len____mutmut_9: survived
--- src/collusion_rules/cards.py
+++ src/collusion_rules/cards.py
@@ -3,7 +3,7 @@
     before
-    return 1
+    return "a\\n"
     after

no tests: # collusion_rules.cards.x_taker__mutmut_10: no tests
--- src/collusion_rules/cards.py
+++ src/collusion_rules/cards.py
@@ -3,7 +3,7 @@
-    two
+    three

== cards: 19 of 21 faults noticed (2 by a time-out)
== hosting.rooms
== hosting.rooms: 75 of 75 faults noticed (0 by a time-out)
== never_finished
"""
LENGTH = ("Cards.__len__", ("- return 1", '+ return "a\\n"'))
TAKER = ("taker", ("- two", "+ three"))
FOUND = {
    "cards": mutation.Found(21, 19, 2, (LENGTH, TAKER)),
    "hosting.rooms": mutation.Found(75, 75, 0, ()),
}


def test_what_was_printed_is_kept_with_reasons_that_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mutants.toml"
    monkeypatch.setattr(mutation, "KEPT", file)
    (tmp_path / "printed.txt").write_text(PRINTED, encoding="utf-8")
    assert mutation.read(PRINTED) == FOUND
    mutation.main(["--read", str(tmp_path / "printed.txt")])
    kept = mutation.kept()
    assert {module: found for module, (found, _) in kept.items()} == FOUND
    assert list(kept) == ["cards", "hosting.rooms"]
    reason = 'nobody sees it: "it" is gone'
    text = file.read_text(encoding="utf-8")
    written = text.replace('why = ""', "why = 'nobody sees it: \"it\" is gone'", 1)
    file.write_text(written, encoding="utf-8")
    fewer = mutation.Found(30, 29, 0, FOUND["cards"].survivors[:1])
    mutation.keep({"cards": fewer})
    found, reasons = mutation.kept()["cards"]
    assert found == fewer
    assert list(reasons.values()) == [reason]
    assert mutation.kept()["hosting.rooms"][0] == FOUND["hosting.rooms"]


def test_every_survivor_has_its_reason_and_is_still_there() -> None:
    source = Path(cr.__file__).parent
    for module, (found, reasons) in mutation.kept().items():
        assert module in mutation.TESTS
        text = (source / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert found.faults - found.noticed == len(found.survivors)
        for (_, change), why in reasons.items():
            assert len(why) > 10, change
            for line in change:
                assert line[0] == "+" or line[2:] in text, change
