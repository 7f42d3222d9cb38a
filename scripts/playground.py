"""Put the playground into a built site: `python scripts/playground.py site`.

What the visitor's browser fetches is all in the site then: Pyodide, at the version that
`playground/package-lock.json` pins; the library's wheel, built from this tree; the wheels of the
packages that it depends on; and Python's memory once all of these are imported, with which it
starts much faster than from the wheels. It takes npm, Node, pip and their registries.
"""

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "playground"
PYODIDE: Final = SOURCE / "node_modules" / "pyodide"
RUNTIME: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
COUNTED: Final = ("pyodide/pyodide.asm.wasm", "pyodide/pyodide-lock.json", "started.bin")
"""What the page counts as it comes; scripts come another way."""
LIBRARY: Final = ROOT / "src" / "collusion_rules"
UNUSED: Final = {"batch", "cli", "hosting", "rl", "simulation", "numba", "numpy"}
"""What no page imports: it needs more than Python, or a terminal."""


def main(site: Path) -> None:
    """Fill the playground's folder in a site."""
    run((found("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"), SOURCE)
    folder = site / "playground"
    for made in ("pyodide", "wheels"):
        shutil.rmtree(folder / made, ignore_errors=True)
        (folder / made).mkdir(parents=True)
    for file in RUNTIME:
        shutil.copy2(PYODIDE / file, folder / "pyodide")
    shutil.copy2(SOURCE / "sitting.py", folder)
    gather_wheels(folder / "wheels")
    wheels = sorted(wheel.name for wheel in (folder / "wheels").iterdir())
    run((found("node"), str(SOURCE / "rehearse.mjs"), str(folder), *late_imports()))
    size = sum((folder / name).stat().st_size for name in COUNTED)
    (folder / "files.json").write_text(json.dumps({"bytes": size, "wheels": wheels}), "utf-8")
    keep_for_later(site)
    print(f"{folder}: {size / 1e6:.1f} MB to fetch, {', '.join(wheels)}")


def late_imports() -> list[str]:
    """What functions of the library import when they are called, as far as a page may need it."""
    names = {
        name
        for file in LIBRARY.rglob("*.py")
        if not UNUSED & set(file.relative_to(LIBRARY).parts)
        for function in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        for name in _imported(node)
    }
    return sorted(name for name in names if not UNUSED & set(name.split(".")))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def keep_for_later(site: Path) -> None:
    """Write the service worker, with a version that changes whenever any of its files does."""
    folder = site / "playground"
    script = (folder / "sw.js").read_text("utf-8")
    made = sha256()
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        made.update(file.relative_to(folder).as_posix().encode() + b"\0")
        made.update(sha256(file.read_bytes()).digest())
    for page in sorted(site.glob("**/playground.html")):
        made.update(sha256(page.read_bytes()).digest())
    versioned = script.replace('VERSION = "dev"', f'VERSION = "{made.hexdigest()[:16]}"')
    (site / "sw.js").write_text(versioned, "utf-8")


def gather_wheels(folder: Path) -> None:
    """Build the library's wheel, and download the pure wheels that it depends on."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    with TemporaryDirectory() as built:
        run((*pip, "wheel", "-q", "--no-deps", "-w", built, str(ROOT)))
        (wheel,) = Path(built).iterdir()
        pure = ("--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none")
        python = f"--python-version={lock['info']['python']}"
        run((*pip, "download", "-q", *pure, python, "-d", str(folder), str(wheel)))


def found(program: str) -> str:
    """The path of a program; on some systems its name has an ending."""
    return shutil.which(program) or sys.exit(f"{program} is needed, and not there")


def run(command: Sequence[str], folder: Path = ROOT) -> None:
    """Run a program, and stop if it fails."""
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 -- no part of it is from outside


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
