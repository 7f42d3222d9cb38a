"""Tests run alike in every terminal and in none, and leave nothing running."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import surroundings
from surroundings import ended, environment, in_terminal, on_posix, run, started

TESTS = Path(__file__).parent
HOSTILE = {
    "CLICOLOR_FORCE": "1",
    "COLUMNS": "40",
    "FORCE_COLOR": "1",
    "LC_ALL": "C",
    "PYTHONIOENCODING": "ascii",
    "PYTHONUTF8": "0",
    "TERM": "dumb",
}


def test_each_test_has_plain_surroundings() -> None:
    assert {name: os.environ.get(name) for name in surroundings.PLAIN} == surroundings.PLAIN
    assert not set(surroundings.UNWANTED) & set(os.environ)


def test_hostile_surroundings_are_cleaned(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    told = run(sys.executable, "-c", "import sys; print(*sys.argv, sys.stdout.encoding)", "♥")
    assert told.stdout == "-c ♥ utf-8\n"
    assert not {"FORCE_COLOR", "LC_ALL", "PYTHONIOENCODING"} & set(environment())
    surroundings.clean(monkeypatch)
    test_each_test_has_plain_surroundings()


def test_a_change_is_for_one_program() -> None:
    asked = "import os; print(os.environ.get('NO_COLOR'), os.environ.get('TERM'))"
    changed = environment(NO_COLOR="1", TERM=None)
    assert run(sys.executable, "-c", asked, env=changed).stdout == "1 None\n"
    assert run(sys.executable, "-c", asked).stdout == "None xterm-256color\n"


def test_a_failed_program_fails_the_test_with_its_errors() -> None:
    with pytest.raises(AssertionError, match="this is why"):
        run(sys.executable, "-c", "import sys; sys.exit('this is why')")
    assert run(sys.executable, "-c", "raise SystemExit(3)", check=False).returncode == 3


@on_posix
def test_ignored_signals_are_not_ignored_in_tests() -> None:
    asked = "import signal; print(*(signal.getsignal(s) for s in (1, 2, 3)))"
    with ExitStack() as stack:
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            before = signal.signal(number, signal.SIG_IGN)
            stack.callback(signal.signal, number, before)
        with surroundings.signals_as_at_a_terminal():
            os.kill(os.getpid(), signal.SIGHUP)  # nothing happens to the run
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            told = run(sys.executable, "-c", asked)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert "SIG_IGN" not in told.stdout


def test_programs_are_started_here_alone() -> None:
    """Nowhere else is it remembered to drain and kill them."""
    imports = re.compile(r"^\s*(?:import|from) (?:pexpect|pty|subprocess)\b", re.MULTILINE)
    found = [file.name for file in TESTS.glob("*.py") if imports.search(file.read_text("utf-8"))]
    assert sorted(found) == ["surroundings.py", "test_surroundings.py"]


ENDLESS = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
print(child.pid, flush=True)
time.sleep(1000)
"""


def lives(process: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.split()[2] != "Z"


def is_gone(process: int) -> bool:
    until = time.monotonic() + 10
    while lives(process) and time.monotonic() < until:
        time.sleep(0.01)
    return not lives(process)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@needs_proc
def test_a_program_that_does_not_end_is_killed_with_its_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with started(sys.executable, "-c", ENDLESS) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        assert lives(child)
    assert is_gone(child)
    assert process.returncode == -signal.SIGKILL
    for patience in (0.5, 5.0, 50.0):  # on a busy machine it takes long to begin
        monkeypatch.setattr(surroundings, "PATIENCE", patience)
        with pytest.raises(subprocess.TimeoutExpired) as late:
            run(sys.executable, "-c", ENDLESS)
        if late.value.stdout:
            break
    assert late.value.stdout
    assert is_gone(int(late.value.stdout))


@needs_proc
def test_a_program_in_a_terminal_is_killed_with_its_children() -> None:
    with in_terminal("-c", ENDLESS, program=(sys.executable,)) as terminal:
        child = int(terminal.readline())
        assert lives(child)
    assert is_gone(child)


@on_posix
@pytest.mark.parametrize("columns", [40, 200])
def test_a_terminal_has_its_size(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "66")
    asked = "import shutil; print(*shutil.get_terminal_size())"
    with in_terminal("-c", asked, program=(sys.executable,), size=(columns, 30)) as terminal:
        assert ended(terminal) == (0, f"{columns} 30\r\n")


def test_a_test_and_the_run_have_limits(tmp_path: Path) -> None:
    pytest.importorskip("pytest_timeout")
    (tmp_path / "conftest.py").write_bytes((TESTS / "conftest.py").read_bytes())
    (tmp_path / "surroundings.py").write_bytes((TESTS / "surroundings.py").read_bytes())
    endless = "import time\ndef test_endless(): time.sleep(1000)\ndef test_after(): pass\n"
    (tmp_path / "test_endless.py").write_text(endless, encoding="utf-8")
    pytest_here = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path))
    of_test = run(*pytest_here, "--timeout=0.5", check=False, cwd=tmp_path)
    assert "Timeout" in of_test.stdout
    assert re.search(r"1 failed, 1 passed in ", of_test.stdout)
    of_run = run(*pytest_here, "--timeout=0.5", "--session-timeout=0.4", check=False, cwd=tmp_path)
    assert "session-timeout: 0.4 sec exceeded" in of_run.stdout
    usual = run(*pytest_here, "-k", "after", cwd=tmp_path).stdout
    assert "timeout: 600s" in usual
    assert "session timeout: 3600" in usual
    unlimited = environment(HYPOTHESIS_PROFILE="long")
    assert "timeout: " not in run(*pytest_here, "-k", "after", cwd=tmp_path, env=unlimited).stdout
