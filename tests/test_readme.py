"""The README: its session runs as it says, and its two commands are single lines that exist."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from collusion_rules.cli import commands

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
(SESSION,) = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
WATCH, TEST = re.findall(r"^```console\n(.*)\n```", README, re.MULTILINE)


def test_the_session_runs_and_prints_what_it_says() -> None:
    session = doctest.DocTestParser().get_doctest(SESSION, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner().run(session)
    assert (result.failed, result.attempted) == (0, 8)


def test_the_commands_install_what_they_need() -> None:
    for command, extra in ((WATCH, "cli"), (TEST, "test")):
        venv, install, _ = command.split(" && ")
        assert venv == "python3 -m venv .venv"
        assert install == f'.venv/bin/pip install -q ".[{extra}]"'


@pytest.mark.once
@pytest.mark.no_cover
def test_the_first_command_shows_a_whole_game() -> None:
    program, *arguments = shlex.split(WATCH.split(" && ")[-1])
    assert program == ".venv/bin/collusion-rules"
    shown = CliRunner().invoke(commands, arguments)
    assert shown.exit_code == 0
    assert shown.output.splitlines()[-1].startswith("the game is over, won by Seat ")


def test_the_second_command_runs_all_tests_and_measures_them() -> None:
    assert TEST.split(" && ")[-1] == ".venv/bin/pytest -n auto --cov"
