"""The calls in the page on the command line give just what the page shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from collusion_rules.cli import COMMANDS, commands

PAGE = Path(__file__).parent.parent / "docs" / "command-line.md"
CALLS = re.findall(r"```console\n\$ collusion-rules (.*)\n((?:.*\n)+?)```", PAGE.read_text("utf-8"))


@pytest.mark.parametrize(("call", "shown"), CALLS, ids=[call for call, _ in CALLS])
def test_a_call_gives_what_the_page_shows(call: str, shown: str) -> None:
    result = CliRunner().invoke(commands, shlex.split(call), env={"COLUMNS": "80"})
    assert result.exit_code == 0
    assert [line.rstrip() for line in result.output.splitlines()] == shown.splitlines()


def test_the_page_has_every_command() -> None:
    first, _ = PAGE.read_text("utf-8").split("\n## Play\n")
    assert re.findall(r"^\| `([a-z]+)` \|", first, re.MULTILINE) == [
        *("play", "watch", "replay", "score", "rules", "deal", "schema", "simulate", "match")
    ]
    assert len(COMMANDS) == 9
    assert len(CALLS) == 5


@pytest.mark.once
@pytest.mark.parametrize("name", ["play", "watch"])
def test_a_recording_needs_nothing_from_elsewhere(name: str) -> None:
    """`python scripts/recordings.py` makes it."""
    assert f"](images/{name}.svg)" in PAGE.read_text("utf-8")
    picture = (PAGE.parent / "images" / f"{name}.svg").read_text("utf-8")
    assert re.findall(r"(?:href|src|url)\b", picture) == []
    for part in ("<title>", "prefers-color-scheme:dark", "prefers-reduced-motion", "Seat 3"):
        assert part in picture
    for page in picture.split('<g class="page"')[1:]:
        assert len(set(re.findall(r' y="([\d.]+)"', page))) <= 24
