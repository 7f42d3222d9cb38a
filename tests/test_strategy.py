"""The pages on how to play well: their figures are those of a file, and bear out what they say."""

import json
import sys
from pathlib import Path
from typing import cast

import pytest
from surroundings import run

import collusion_rules as cr

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "rules" / "strategy.json"
MEASURED = cast("dict[str, list[list[str]]]", json.loads(FILE.read_text(encoding="utf-8")))


def number(text: str) -> float:
    return 0.0 if text == "–" else float(text.replace("−", "-"))


def column(table: str, place: int) -> list[float]:
    return [number(row[place]) for row in MEASURED[table]]


def test_a_deal_pays_33_points_or_43() -> None:
    paid = {
        sum(cr.score_deal(cr.PARLETT, cr.Outcome((a, b, c, 13 - a - b - c))).points)
        for a in range(14)
        for b in range(14 - a)
        for c in range(14 - a - b)
    }
    assert paid == {33, 43}


def test_two_tricks_bring_a_bonus_of_ten_most_often() -> None:
    tens = column("own-tricks", 1)
    assert tens.index(max(tens)) == 2
    assert sorted(tens)[-2] == tens[3]


def test_four_seven_and_ten_are_worth_more_than_the_numbers_beside_them() -> None:
    points = column("own-tricks", 5)
    assert len(points) == 14
    for tricks in (4, 7, 10):
        assert points[tricks] > max(points[tricks - 1], points[tricks + 1])
        assert column("own-tricks", 3)[tricks] > 0
    assert sorted(points.index(low) for low in sorted(points)[:3]) == [2, 3, 6]
    assert points[13] == 43


def test_the_lowest_alone_has_none_or_one() -> None:
    twenties = column("own-tricks", 2)
    assert all(twenties[:2])
    assert not any(twenties[2:])
    bonuses = column("own-tricks", 4)
    assert min(bonuses[:2]) > max(bonuses[2:13])


def test_losing_every_trick_pays_only_while_others_don_t() -> None:
    ducker, other = column("ducking", 2)[1:], column("ducking", 3)
    assert ducker == sorted(ducker, reverse=True)
    assert ducker[0] > other[0] + 2
    assert ducker[-1] == pytest.approx(other[0], abs=0.15)


def test_what_a_declaration_is_worth() -> None:
    random, longest, holding, longest_held = MEASURED["declaring"]
    ways = [row[0] for row in (random, longest, holding, longest_held)]
    assert ways == ["random", "longest", "holding", "longest-held"]
    assert number(holding[3]) < number(longest_held[3]) < number(longest[3])
    assert number(holding[1]) == pytest.approx(91.8, abs=0.1)
    assert number(longest[1]) == pytest.approx(62.7, abs=0.1)
    assert number(longest[3]) > number(holding[3]) + 1
    assert number(holding[3]) < number(random[3]) + 0.3


def test_what_a_blind_accusation_is_worth() -> None:
    assert MEASURED["accusing"][0] == ["0", "+1.14", "+1.71"]
    before, after = MEASURED["accusing"][2][1:]
    assert number(before) < 0 < number(after)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_pages_have_every_table(language: str) -> None:
    ending = ".ja.md" if language == "ja" else ".md"
    pages = [
        (FILE.parent / f"{name}-strategy{ending}").read_text(encoding="utf-8")
        for name in ("parlett", "partners")
    ]
    for table in ("tricks", "ducking", "declaring", "accusing"):
        assert f"<!-- generated: strategy-{table}-{language} -->" in "".join(pages)
    for sure in ("22.8", "31.6", "34.2"):
        assert sure in pages[1]


def test_a_command_writes_the_file(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="the extra `fast` is not installed")
    written = [tmp_path / name for name in ("once.json", "again.json")]
    for file in written:
        run(sys.executable, ROOT / "scripts" / "strategy.py", "--deals", "3000", "--file", file)
    once, again = (file.read_text(encoding="utf-8") for file in written)
    assert once == again
    small = json.loads(once)
    assert small.keys() == json.loads(FILE.read_text(encoding="utf-8")).keys()
    assert small["accusing"] == MEASURED["accusing"]
