"""However the command line is stopped, a person gets a line and not a traceback."""

import errno
import importlib
import io
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from surroundings import environment, on_posix, run

import collusion_rules.__main__ as program
from collusion_rules import exits
from collusion_rules.cli import commands, showing

CALL = f"{sys.executable} -m collusion_rules"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("words", ["deal --help", "schema --help", "--help", "--version"])
def test_a_full_disk_is_one_line(words: str) -> None:
    done = run("/bin/sh", "-c", f"{CALL} {words} > /dev/full", check=False)
    assert done.returncode == 1
    assert done.stderr == "Error: [Errno 28] No space left on device\n"


@on_posix
def test_a_closed_input_is_its_end(tmp_path: Path) -> None:
    done = run("/bin/sh", "-c", f"{CALL} play --players duck <&-", cwd=tmp_path)
    assert "Saved." in done.stdout
    assert done.stderr == ""


@on_posix
def test_a_closed_output_is_no_fault() -> None:
    done = run("/bin/sh", "-c", f"{CALL} deal --seed 7 >&-")
    assert done.stderr == ""


def done(**_: object) -> None:
    """A command that has done all."""


class Broken(io.StringIO):
    """An output that can't be written to."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._error = OSError(number, "gone")

    def flush(self) -> None:
        raise self._error

    def write(self, text: str) -> int:
        raise self._error


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(errno.EPIPE, 141, ""), (errno.ENOSPC, 1, "Error: [Errno 28] gone\n")],
)
def test_what_is_left_is_written_or_it_is_told(
    number: int,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["collusion-rules", "--version"])
    monkeypatch.setattr(sys, "stdout", Broken(number))
    monkeypatch.setattr(commands, "main", done)
    with pytest.raises(SystemExit) as stopped:
        program.main()
    assert stopped.value.code == code
    assert capsys.readouterr().err == said


def test_nothing_is_written_to_a_closed_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(commands, "main", done)
    program.main()


def test_ctrl_c_while_something_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "main", interrupted)
    with pytest.raises(SystemExit) as stopped:
        program.main()
    assert stopped.value.code == 130


def test_what_stops_it_before_a_command_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "gone")

    monkeypatch.setattr(commands, "main", full)
    with pytest.raises(SystemExit) as stopped:
        program.main()
    assert stopped.value.code == 1
    assert capsys.readouterr().err == "Error: [Errno 28] gone\n"


STOPPING = """\
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["STOP_AT"]:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""
"""Python reads this before anything else: Ctrl-C comes just when a module is looked for."""

SCRIPT = """\
import sys
from collusion_rules.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""
"""What pip installs as `collusion-rules`."""


@on_posix
@pytest.mark.parametrize(
    ("module", "way"),
    [
        ("collusion_rules.because", "script"),
        ("collusion_rules.because", "-m"),
        ("attrs", "script"),
        ("collusion_rules.__main__", "script"),
        ("click", "-m"),
        ("rich.text", "script"),
    ],
)
def test_ctrl_c_while_a_module_is_imported(tmp_path: Path, module: str, way: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(STOPPING, encoding="utf-8")
    script = tmp_path / "collusion-rules"
    script.write_text(SCRIPT, encoding="utf-8")
    source = Path(program.__file__).parent.parent
    around = environment(PYTHONPATH=f"{tmp_path}{os.pathsep}{source}", STOP_AT=module)
    first = (script,) if way == "script" else ("-m", "collusion_rules")
    done = run(sys.executable, *first, "deal", "--seed", "7", env=around, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@on_posix
def test_ctrl_c_in_a_program_with_the_library_is_that_programs(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(STOPPING, encoding="utf-8")
    source = Path(program.__file__).parent.parent
    around = environment(
        PYTHONPATH=f"{tmp_path}{os.pathsep}{source}", STOP_AT="collusion_rules.pbn"
    )
    done = run(sys.executable, "-c", "import collusion_rules", env=around, check=False)
    assert "KeyboardInterrupt" in done.stderr


@pytest.mark.parametrize(
    ("given", "whole", "ours"),
    [
        (["/usr/bin/collusion-rules", "deal"], [], True),
        (["C:\\Scripts\\collusion-rules.exe"], [], True),
        (["my-collusion-rules"], [], False),
        (["-m"], ["python3", "-X", "dev", "-m", "collusion_rules", "deal"], True),
        (["-m"], ["python3", "-Im", "collusion_rules"], True),
        (["-m"], ["python3", "-mcollusion_rules"], True),
        (["-m"], ["python3", "-m", "collusion_rules_too"], False),
        (["-m"], ["python3", "-m", "pytest", "collusion_rules"], False),
        ([], [], False),
    ],
)
def test_what_the_program_is(
    given: list[str], whole: list[str], ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", given)
    monkeypatch.setattr(sys, "orig_argv", whole)
    assert exits.is_the_program() is ours


def test_what_is_not_ctrl_c_is_told_as_always(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    exits.ended(ValueError, ValueError("odd"), None)
    assert capsys.readouterr().err == "ValueError: odd\n"
    with pytest.raises(SystemExit) as stopped:
        exits.ended(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert stopped.value.code == 130
    monkeypatch.setattr(sys, "argv", ["collusion-rules"])
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # and back in the end
    importlib.reload(exits)
    assert sys.excepthook is exits.ended


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BrokenPipeError(), 141, ""),
        (OSError(28, "full"), 1, "Error: [Errno 28] full\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_an_output_that_breaks_ends_a_command(
    error: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("collusion_rules.cli.schema.record_schema", breaking)
    result = CliRunner().invoke(commands, ["schema"])
    assert (result.exit_code, result.stderr) == (code, said)


def test_a_console_ends_as_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def ending(_: object) -> None:
        raise SystemExit(1)

    console = showing.terminal()
    monkeypatch.setattr("rich.console.Console.on_broken_pipe", ending)
    with pytest.raises(SystemExit) as stopped:
        console.on_broken_pipe()
    assert stopped.value.code == 141
    monkeypatch.setattr(sys, "stdin", None)
    assert not showing.people_type()
