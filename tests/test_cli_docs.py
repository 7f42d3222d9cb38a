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
