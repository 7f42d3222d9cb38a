"""Plain surroundings for tests and for the programs that they run, whatever is around the run.

A program that a test starts is drained, and killed with all that it started, in bounded time.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING or sys.platform not in ("win32", "emscripten"):
    import pexpect

Terminal: TypeAlias = "pexpect.spawn[str]"
"""A program in a terminal of its own."""

on_posix = pytest.mark.skipif(
    sys.platform in ("win32", "emscripten"), reason="needs processes and terminals of POSIX"
)

PATIENCE = 120.0
"""How long a program may take, in seconds, on a machine that has much else to do."""

ESCAPED = "surrogateescape"

PLAIN = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
"""A terminal as most are, and text in UTF-8, also on Windows."""

UNWANTED = (
    *("CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "FORCE_COLOR", "NO_COLOR"),
    *("PY_COLORS", "PYTHON_COLORS", "JUPYTER_COLUMNS", "JUPYTER_LINES"),
    *("TTY_COMPATIBLE", "TTY_INTERACTIVE", "MPLBACKEND"),
    *("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME"),
    *("PYTHONCOERCECLOCALE", "PYTHONIOENCODING", "PYTHONLEGACYWINDOWSSTDIO"),
    *("CI", "BUILD_NUMBER"),
)
"""What may be set around a run that changes what a program prints, or a failed test."""


def environment(**changes: str | None) -> dict[str, str]:
    """The environment of a program: plain but for the changes. `None` leaves a name out."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    changed = kept | PLAIN | changes
    return {name: value for name, value in changed.items() if value is not None}


def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the surroundings of a test plain."""
    for name in UNWANTED:
        monkeypatch.delenv(name, raising=False)
    for name, value in PLAIN.items():
        monkeypatch.setenv(name, value)


@contextmanager
def signals_as_at_a_terminal() -> Generator[None]:
    """Ignore no signal that a terminal sends, for what is ignored here is ignored by children.

    A run in the background ignores SIGINT, and one under `nohup` SIGHUP. SIGINT is
    `KeyboardInterrupt` then, as always; others are heard, and do nothing.
    """
    names = ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM")  # Windows doesn't have them all
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ignored = [number for number in signals if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else _heard)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)


def _heard(_number: int, _frame: FrameType | None) -> None:
    """Nothing is done: the run itself lives on."""


def run(
    *command: str | Path,
    typed: str = "",
    check: bool = True,
    cwd: Path | None = None,
    encoding: str = "utf-8",
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end. Lone surrogates stand for bytes that are not of the encoding."""
    with started(*command, cwd=cwd, encoding=encoding, env=env) as process:
        output, errors = process.communicate(typed, PATIENCE)
    if check:
        assert process.returncode == 0, errors
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


@contextmanager
def started(
    *command: str | Path,
    cwd: Path | None = None,
    encoding: str = "utf-8",
    stdout: int | IO[str] = subprocess.PIPE,
    env: Mapping[str, str] | None = None,
) -> Generator[subprocess.Popen[str]]:
    """Start a program in a session of its own; at the end nothing of it is left."""
    process = subprocess.Popen(
        [_written(part) for part in command],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=cwd,
        encoding=encoding,
        env=environment() if env is None else env,
        errors=ESCAPED,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            kill_all(process.pid)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):  # what was not written yet goes nowhere
                    stream.close()
        process.wait(PATIENCE)


def _written(part: str | Path) -> str | bytes:
    """A part of a command line in UTF-8, which is all that a program in `environment()` reads."""
    return str(part) if sys.platform == "win32" else os.fsdecode(part).encode(errors=ESCAPED)


def kill_all(leader: int) -> None:
    """Kill a process that leads a session and has not been waited for, and all in its group."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            os.kill(leader, signal.SIGTERM)
        else:
            os.killpg(leader, signal.SIGKILL)


@contextmanager
def in_terminal(
    *arguments: str,
    cwd: Path | None = None,
    program: Sequence[str] = (sys.executable, "-m", "collusion_rules"),
    size: tuple[int, int] = (80, 24),
    env: Mapping[str, str] | None = None,
) -> "Generator[Terminal]":
    """Start a program, ours unless another is named, in a pseudo-terminal.

    The size is columns and lines. What is waited for must come within `PATIENCE`. At the end
    nothing of the program is left.
    """
    command, *first = program
    given = environment() if env is None else env
    child: Terminal = pexpect.spawn(
        command,
        [*first, *arguments],
        cwd=cwd,
        encoding="utf-8",
        timeout=PATIENCE,
        env={name: value for name, value in given.items() if name not in ("COLUMNS", "LINES")},
        dimensions=(size[1], size[0]),
    )
    try:
        yield child
    finally:
        if child.pid is not None and child.isalive():
            kill_all(child.pid)
        child.close(force=True)


def interrupt(child: Terminal, answer: str) -> None:
    """Press Ctrl-C until there is an answer: one that comes just before a program waits is lost."""
    for _ in range(int(PATIENCE / 5)):
        child.sendintr()
        with suppress(pexpect.TIMEOUT):
            child.expect(answer, timeout=5)
            return
    pytest.fail(f"no answer to Ctrl-C: {child.before}")


def ended(child: Terminal) -> tuple[int | None, str]:
    """Wait for the end of a program in a terminal: its exit code, and what was left to read."""
    child.expect(pexpect.EOF)
    rest = child.before or ""
    until = time.monotonic() + PATIENCE
    while child.isalive():
        assert time.monotonic() < until, "the program has closed its terminal, and does not end"
        time.sleep(0.01)
    child.close()
    return child.exitstatus, rest
