"""The pages of the docs and the README: their code runs, and every public name has its place."""

import json
import re
import sys
from pathlib import Path

import pytest
import rule_index
from surroundings import run
from sybil import Document
from sybil.parsers.markdown import PythonCodeBlockParser

import collusion_rules as cr

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md"])
RULES_PAGES = sorted(DOCS.glob("rules/*.md"))

NOT_RUN = {
    "{ .python }",  # a file that is shown whole
    "bash",
    "console",
    "flow",
    "javascript",
    "js",
    "json",
    "py",  # what needs packages that tests don't have
    "text",
    "toml",
    "typescript",
    "yaml",
}
"""The languages of blocks that are not run. Every block has a language."""

RULE_IDS = {rule.lower() for rule in rule_index.pages()}


PACKAGES = {"hosting", "players", "rl", "testing"}
"""What a reference page may show whole."""


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    return set(re.findall(r"\{ #(\w+) \.rule \}", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_code_of_the_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a page may write files
    for example in Document.parse(str(page), PythonCodeBlockParser()).examples():
        example.evaluate()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_block_is_passed_over(page: Path) -> None:
    fences = re.findall(r"^[ \t]*(?:```|~~~)(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(fences[::2]) <= {"python", *NOT_RUN}
    assert set(fences[1::2]) <= {""}


def as_program(page: Path) -> str:
    """The code of a page without what it prints."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    prompts = re.compile(r"^(?:>>>|\.\.\.) ?(.*\n)", re.MULTILINE)
    return "\n".join(
        "".join(prompts.findall(block)) if block.startswith(">>>") else block for block in blocks
    )


# Blocks import anew, and show values. The guide to web servers shows a package not needed by tests;
# OpenSpiel has no types.
PYRIGHT = {
    "include": ["."],
    "typeCheckingMode": "strict",
    "reportDuplicateImport": False,
    "reportMissingImports": False,
    "reportUnknownVariableType": False,
    "reportUnusedExpression": False,
}
PYREFLY = """
preset = "strict"
project-includes = ["*.py"]
ignore-missing-imports = ["websockets.*"]
"""
CHECKERS = {
    "mypy": ("mypy", "--strict", "--ignore-missing-imports", "."),
    "pyright": ("pyright", f"--pythonpath={sys.executable}"),
    "pyrefly": (
        "pyrefly",
        "check",
        "--config=pyrefly.toml",
        f"--python-interpreter-path={sys.executable}",
    ),
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_code_of_the_pages_is_typed(checker: str, tmp_path: Path) -> None:
    pytest.importorskip(checker, reason="types are checked in a contributor's environment")
    for page in sorted(DOCS.rglob("*.md")):
        program = tmp_path / f"{re.sub('[^a-z]', '_', name(page).lower())}.py"
        comment = "# pyright: basic\n" if page.stem == "openspiel" else ""
        program.write_text(comment + as_program(page), encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(PYRIGHT), encoding="utf-8")
    (tmp_path / "pyrefly.toml").write_text(PYREFLY, encoding="utf-8")
    found = run(sys.executable, "-m", *CHECKERS[checker], cwd=tmp_path, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_wrong_page_fails(tmp_path: Path) -> None:
    page = tmp_path / "wrong.md"
    page.write_text("```python\n>>> 1 + 1\n3\n```\n", encoding="utf-8")
    (example,) = Document.parse(str(page), PythonCodeBlockParser()).examples()
    with pytest.raises(Exception, match="Expected:\n    3\nGot:\n    2"):
        example.evaluate()


def test_every_public_name_is_on_one_reference_page() -> None:
    listed = [
        public
        for page in sorted(DOCS.glob("reference/*.md"))
        for public in re.findall(
            r"^::: collusion_rules\.(\w+)$", page.read_text(encoding="utf-8"), re.MULTILINE
        )
        if public not in PACKAGES
    ]
    assert sorted(listed) == sorted(cr.__all__)


def test_every_rule_has_its_anchor() -> None:
    english = [page for page in RULES_PAGES if ".ja" not in page.name and page.stem != "rulings"]
    found = [anchor for page in english for anchor in anchors(page)]
    assert sorted(found) == sorted(RULE_IDS)


@pytest.mark.parametrize("page", [page for page in RULES_PAGES if ".ja" not in page.name], ids=name)
def test_the_japanese_page_has_the_same_rules(page: Path) -> None:
    assert anchors(page.with_suffix(".ja.md")) == anchors(page)


def test_every_ruling_is_listed() -> None:
    rulings = anchors(DOCS / "rules" / "rulings.md")
    assert rulings == {
        *("a2", "a3", "a4", "a7", "a8", "a9", "a10", "b2", "b9", "b10"),
        *("c3", "c8", "c10", "c11", "c12", "c13", "d1", "d3", "d5", "d6", "d7", "d8"),
    }


@pytest.mark.parametrize("code", [*cr.ErrorCode, *cr.Reason])
def test_the_rule_behind_a_code_is_on_the_pages(code: cr.ErrorCode | cr.Reason) -> None:
    assert code.rule == "" or code.rule.lower() in RULE_IDS
