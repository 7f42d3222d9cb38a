"""How many places a new rule touches: the measure of the design, tried on a copy of the package."""

import difflib
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from surroundings import environment, run
from test_docs import as_program
from test_package import ROOT, SOURCE

pytestmark = pytest.mark.once

DESIGN = Path(__file__).parent / "design"

MOST_FILES, MOST_LINES = 10, 30


def changes(name: str) -> list[dict[str, str]]:
    text = (DESIGN / f"{name}.toml").read_text(encoding="utf-8")
    found: list[dict[str, str]] = tomllib.loads(text)["change"]
    return [{key: value.strip("\n") for key, value in change.items()} for change in found]


def planted(name: str, place: Path) -> list[str]:
    """Plant some changes in a copy of the package; the lines that they add and take away."""
    package = place / SOURCE.name
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for change in changes(name):
        file = package / change["file"]
        text = file.read_text(encoding="utf-8")
        assert text.count(change["old"]) == 1, f"{change['file']} no longer has {change['old']!r}"
        file.write_text(text.replace(change["old"], change["new"]), encoding="utf-8")
    return [
        f"{file}:{line}"
        for file in sorted({change["file"] for change in changes(name)})
        for line in difflib.unified_diff(
            (SOURCE / file).read_text(encoding="utf-8").splitlines(),
            (package / file).read_text(encoding="utf-8").splitlines(),
            n=0,
            lineterm="",
        )
        if not line.startswith(("+++", "---", "@@"))
    ]


@pytest.mark.parametrize("name", ["another_trick_rule"])
def test_a_new_rule_touches_few_places(name: str, tmp_path: Path) -> None:
    lines = planted(name, tmp_path)
    assert len({line.partition(":")[0] for line in lines}) <= MOST_FILES
    assert sum(line.partition(":")[2].startswith("+") for line in lines) <= MOST_LINES
    program = run(
        sys.executable,
        DESIGN / f"play_{name}.py",
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(tmp_path)),
    )
    assert program.stdout == "the laws hold\n"


def test_a_new_field_leaves_the_records_of_before_as_they_are(tmp_path: Path) -> None:
    """Records, schema and machine code follow by themselves: one line in one file."""
    lines = planted("a_new_field", tmp_path)
    assert [line.partition(":")[0] for line in lines] == ["rulesets.py"]
    program = run(
        sys.executable,
        DESIGN / "play_a_new_field.py",
        ROOT / "tests" / "golden",
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(tmp_path)),
    )
    assert program.stdout == "records of before load, and the engine plays\n"


def test_a_new_language_is_one_file(tmp_path: Path) -> None:
    """With a copy of the Japanese one under another code, every test of languages passes."""
    package = tmp_path / SOURCE.name
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    japanese = (package / "languages" / "ja.toml").read_text(encoding="utf-8")
    (package / "languages" / "xx.toml").write_text(japanese, encoding="utf-8")
    program = run(
        *(sys.executable, "-m", "pytest", "-v", "-x", "-p", "no:cacheprovider"),
        ROOT / "tests" / "test_describing.py",
        cwd=ROOT,
        env=environment(PYTHONPATH=str(tmp_path), HYPOTHESIS_PROFILE="quick"),
        check=False,
    )
    assert program.returncode == 0, program.stdout
    assert "test_every_line_is_one_line_and_filled_in[xx]" in program.stdout


def test_a_new_scoring_scheme_touches_none_of_our_files(tmp_path: Path) -> None:
    """The guide's program makes one and does everything with it, in a process of its own."""
    page = ROOT / "docs" / "how-to" / "own-scoring.md"
    program = tmp_path / "own_scoring.py"
    program.write_text(as_program(page), encoding="utf-8")
    run(sys.executable, program, cwd=tmp_path)
