"""The study: one command writes the page and its pictures."""

import re
import sys
from pathlib import Path

import pytest
from surroundings import run

pytest.importorskip("numba", reason="the extra `fast` is not installed")
pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")

STUDY = Path(__file__).parent.parent / "scripts" / "study.py"


def write(docs: Path) -> str:
    few = ("--deals", "2000", "--games", "50", "--docs", str(docs))
    run(sys.executable, STUDY, *few)
    return (docs / "study.md").read_text(encoding="utf-8")


def shares(page: str) -> dict[int, float]:
    """How many in a hundred seats took each number of tricks, as the page's first table has it."""
    first = page[page.index("## How tricks fall") : page.index("## How likely each bonus is")]
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


def test_one_command_writes_the_same_page_again(tmp_path: Path) -> None:
    page = write(tmp_path / "once")
    assert most_common(page) == max(shares(page), key=lambda tricks: shares(page)[tricks])
    assert "from up to 2,000 deals and 50 games" in page
    assert "| random | " in page
    assert "| ours (D7) | " in page
    assert "nan" not in page
    pictures = sorted((tmp_path / "once" / "study").iterdir())
    assert [picture.name for picture in pictures] == ["lengths.png", "tricks.png"]
    assert write(tmp_path / "again") == page
    for picture in pictures:
        again = tmp_path / "again" / "study" / picture.name
        assert again.read_bytes() == picture.read_bytes()


def test_the_page_in_the_docs_is_of_this_script() -> None:
    page = (STUDY.parent.parent / "docs" / "study.md").read_text(encoding="utf-8")
    headings = [line for line in page.splitlines() if line.startswith("#")]
    assert headings == [
        "# A study: how the games go by themselves",
        "## How tricks fall",
        "## How likely each bonus is",
        "## What a target of 50 does",
        "## How often the dealer becomes a partner",
        "## What our rulings on Triple's scores do",
    ]
