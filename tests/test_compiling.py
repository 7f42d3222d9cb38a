"""Machine code: kept where something can be kept, never outlived by its source, never recursive."""

import ast
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `fast` is not installed")

import numpy as np
from surroundings import environment
from surroundings import run as run_program

import collusion_rules as cr
from collusion_rules.batch import compiling

PACKAGE = Path(cr.__file__).parent
BATCH = PACKAGE / "batch"
PROGRAM = """
import numpy as np
from collusion_rules.batch.choosing import count, nth_lowest
from collusion_rules.batch.chance import below, word
first = nth_lowest(np.uint64(12), np.uint64(1))
drawn = [below(np.uint64(7), np.uint64(place), np.uint64(10**9))[0] for place in range(3)]
print(int(first), *drawn)
print(sum(nth_lowest.stats.cache_hits.values()), sum(nth_lowest.stats.cache_misses.values()))
"""
"""Run a function, and one that has another of another file compiled into it."""


def run(copy: Path, **surroundings: str) -> tuple[list[str], list[str]]:
    """What the program prints with a copy of the package."""
    of_copy = environment(PYTHONPATH=str(copy), **surroundings)
    told = run_program(sys.executable, "-c", PROGRAM, env=of_copy).stdout.splitlines()
    return told[0].split(), told[1].split()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package without anything that was kept."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "here" / "collusion_rules", ignore=ignored)
    return tmp_path / "here"


def kept(copy: Path) -> list[str]:
    return sorted(file.name for file in (copy / "collusion_rules/batch/__pycache__").glob("*.nb*"))


def test_it_is_kept_and_used_again(copy: Path) -> None:
    results, used = run(copy)
    assert used == ["0", "1"]
    assert kept(copy)
    assert run(copy) == (results, ["1", "0"])


def test_an_edit_of_one_file_is_followed_by_all(copy: Path) -> None:
    """Even if the file keeps its date and size."""
    before, _ = run(copy)
    chance = copy / "collusion_rules/batch/chance.py"
    dates = chance.stat()
    text = chance.read_text(encoding="utf-8")
    edited = text.replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    assert len(edited) == len(text) != 0
    chance.write_text(edited, encoding="utf-8")
    os.utime(chance, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    for compiled in (copy / "collusion_rules/batch/__pycache__").glob("chance.*.pyc"):
        compiled.unlink()  # which Python keeps by date and size
    after, used = run(copy)
    assert used == ["0", "1"], "a function of another file was taken as it was"
    assert before[0] == after[0]
    assert before[1:] != after[1:]


def test_every_folder_with_machine_code_counts() -> None:
    marked = {
        file.parent.name
        for file in PACKAGE.rglob("*.py")
        if compiled_calls(file.read_text(encoding="utf-8"))
    }
    assert marked == {"batch", "rl"}, "those that `sources` reads"


def test_without_a_place_nothing_is_kept(copy: Path, tmp_path: Path) -> None:
    """No home, and a package that can't be written: it works all the same."""
    (copy / "collusion_rules/batch/__pycache__").write_text("in the way")
    nowhere = str(tmp_path / "nowhere" / "at all")
    (tmp_path / "nowhere").write_text("in the way")
    places = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "LOCALAPPDATA": nowhere}
    for _ in range(2):
        results, used = run(copy, PYTHONDONTWRITEBYTECODE="1", NUMBA_CACHE_DIR="", **places)
        assert results[0] == "8"
        assert used == ["0", "1"]


def test_on_a_full_disk_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def full(*compiled: object) -> None:
        tried.append(compiled)
        raise OSError(28, "No space left on device")

    keep_apart = compiling._keep_apart  # pyright: ignore[reportPrivateUsage] -- planted in it

    def on_a_full_disk(kept: Any, key: str) -> None:
        kept.save_overload = full
        keep_apart(kept, key)

    monkeypatch.setattr(compiling, "_keep_apart", on_a_full_disk)

    def thrice(number: np.int64) -> np.int64:
        return np.int64(number + number + number)

    assert compiling.compiled(thrice)(np.int64(4)) == 12
    assert len(tried) == 1


def test_another_numba_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it keeps its machine code in another way, nothing is kept."""

    def fails(*_: object) -> None:
        raise AttributeError("_impl")

    monkeypatch.setattr(compiling, "_keep_apart", fails)

    def twice(number: np.int64) -> np.int64:
        return np.int64(number + number)

    assert compiling.compiled(twice)(np.int64(4)) == 8


def test_without_sources_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:

    def nothing(_: str) -> Path:
        return tmp_path

    monkeypatch.setattr(compiling, "files", nothing)
    compiling.sources.cache_clear()
    with pytest.raises(RuntimeError, match="no source files"):
        compiling.sources()
    compiling.sources.cache_clear()


# No recursion


def compiled_calls(code: str) -> dict[str, set[str]]:
    """The compiled functions of a file, and the names that each calls."""
    return {
        node.name: {
            call.func.id
            for call in ast.walk(node)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        }
        for node in ast.parse(code).body
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(mark, ast.Name) and mark.id in ("compiled", "uncounted")
            for mark in node.decorator_list
        )
    }


def circles(calls: dict[str, set[str]]) -> list[str]:
    """The functions that call themselves, by way of others or not."""

    def reached(name: str, seen: frozenset[str]) -> frozenset[str]:
        for called in calls.get(name, set()) - seen:
            seen = reached(called, seen | {called})
        return seen

    return [name for name in calls if name in reached(name, frozenset())]


def test_no_compiled_code_calls_itself() -> None:
    """Numba crashes on such code when it has kept it."""
    calls: dict[str, set[str]] = {}
    for file in (*BATCH.glob("*.py"), *(PACKAGE / "rl").glob("*.py")):
        calls |= compiled_calls(file.read_text(encoding="utf-8"))
    assert {"play_deals", "below", "count", "by_plan", "begin", "show"} <= set(calls)
    assert circles(calls) == []


@pytest.mark.parametrize(
    "code",
    [
        "@compiled\ndef f(x):\n    return f(x)",
        "@uncounted\ndef f(x):\n    return f(x)",
        "@compiled\ndef f(x):\n    return g(x)\n@compiled\ndef g(x):\n    return f(x)",
    ],
)
def test_planted_circles_are_found(code: str) -> None:
    assert "f" in circles(compiled_calls(code))
