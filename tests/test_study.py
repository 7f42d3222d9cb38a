"""The study: one command writes the page and its pictures."""

import re
import sys
from pathlib import Path

import pytest
from surroundings import run

pytestmark = pytest.mark.once

pytest.importorskip("numba", reason="the extra `fast` is not installed")
pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")

STUDY = Path(__file__).parent.parent / "scripts" / "study.py"


def write(docs: Path) -> str:
    few = ("--deals", "2000", "--games", "50", "--docs", str(docs))
    run(sys.executable, STUDY, *few)
    return (docs / "study.md").read_text(encoding="utf-8")


def shares(page: str) -> dict[int, float]:
    """How many in a hundred seats took each number of tricks, as the page's first table has it."""
    first = page[page.index("## How tricks fall") : page.index("Seat 0 deals")]
    rows = re.findall(r"^\| (\d+) \| ([\d.]+)", first, re.MULTILINE)
    return {int(tricks): float(share) for tricks, share in rows}


def most_common(page: str) -> int:
    """The number of tricks that the text calls the most common."""
    said = re.search(r"the most common number was \*\*(\d+)\*\*", page)
    assert said is not None
    return int(said[1])


def test_two_tricks_are_the_most_common_number_and_the_average_is_a_quarter_of_thirteen() -> None:
    page = (STUDY.parent.parent / "docs" / "study.md").read_text(encoding="utf-8")
    found = shares(page)
    assert list(found) == list(range(14))
    assert most_common(page) == 2 == max(found, key=lambda tricks: found[tricks])
    average = sum(tricks * share for tricks, share in found.items()) / 100
    assert average == pytest.approx(3.25, abs=1e-4)


def test_one_command_writes_the_same_pages_again(tmp_path: Path) -> None:
    page = write(tmp_path / "once")
    assert most_common(page) == max(shares(page), key=lambda tricks: shares(page)[tricks])
    assert "from up to 2,000 deals and 50 games" in page
    assert "| random | " in page
    assert "| ours (D7) | " in page
    assert "nan" not in page
    japanese = (tmp_path / "once" / "study.ja.md").read_text(encoding="utf-8")
    assert figures_of(japanese) == figures_of(page)
    pictures = sorted((tmp_path / "once" / "study").iterdir())
    assert [picture.name for picture in pictures] == PICTURES
    assert write(tmp_path / "again") == page
    for picture in pictures:
        again = tmp_path / "again" / "study" / picture.name
        assert again.read_bytes() == picture.read_bytes()


PICTURES = ["lengths-dark.png", "lengths.png", "tricks-dark.png", "tricks.png"]
HEADINGS = [
    "# A study: how the games go by themselves",
    "## How tricks fall",
    "## How likely each bonus is",
    "## What each number of tricks is worth",
    "## Ducking, taking and aiming",
    "## What a target of 50 does",
    "## How often the dealer becomes a partner",
    "## What a blind accusation is worth",
    "## What our rulings on Triple's scores do",
]


def figures_of(page: str) -> list[list[str]]:
    """The figures of the tables of a page, row by row: the same in every language."""
    rows = [line.split("|")[2:-1] for line in page.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row if re.fullmatch(r"[-+–±%\d., ]+", cell)] for row in rows]


def test_the_pages_in_the_docs_are_of_this_script() -> None:
    docs = STUDY.parent.parent / "docs"
    pages = [(docs / name).read_text(encoding="utf-8") for name in ("study.md", "study.ja.md")]
    headings = [[line for line in page.splitlines() if line.startswith("#")] for page in pages]
    assert headings[0] == HEADINGS
    assert len(headings[1]) == len(HEADINGS)
    assert figures_of(pages[0]) == figures_of(pages[1])
    assert sorted(picture.name for picture in (docs / "study").glob("*.png")) == PICTURES


@pytest.mark.parametrize(
    ("declares", "partner", "alone"),
    [
        ("random", "44.1176", "23.5294"),
        ("longest", "62.6961", "24.4806"),
        ("holding", "91.8245", "15.3309"),
    ],
)
def test_c2_the_exact_shares_are_those_that_were_counted_elsewhere(
    declares: str, partner: str, alone: str
) -> None:
    """C2: and what was played is as close to them as its errors say."""
    page = (STUDY.parent.parent / "docs" / "study.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| {declares} \|(.*)$", page, re.MULTILINE)
    assert row is not None
    cells = [cell.strip() for cell in row[1].split("|")]
    for found, exact, expected in ((cells[0], cells[1], partner), (cells[2], cells[3], alone)):
        assert exact == f"{expected} %"
        value, error = map(float, found.removesuffix(" %").split(" ± "))
        assert abs(value - float(expected)) < 4 * error


def test_parletts_advice_on_numbers_is_right_in_the_table() -> None:
    """B2, B3, B4: two for a pair; four, seven and ten are worth more than their neighbours."""
    page = (STUDY.parent.parent / "docs" / "study.md").read_text(encoding="utf-8")
    table = page[page.index(HEADINGS[3]) : page.index(HEADINGS[4])]
    rows = [line.split("|")[1:-1] for line in table.splitlines() if re.match(r"\| \d", line)]
    assert [int(row[0]) for row in rows] == list(range(14))
    first = [[cell.strip().split(" ")[0] for cell in row] for row in rows]
    pairs = [0.0 if row[1] == "–" else float(row[1]) for row in first]
    assert pairs.index(max(pairs)) == 2
    points = [0.0 if row[5] == "–" else float(row[5]) for row in first]
    for tricks in (4, 7, 10):
        assert points[tricks - 1] < points[tricks] > points[tricks + 1]
    assert all(row[2] == "–" for row in first[2:])
