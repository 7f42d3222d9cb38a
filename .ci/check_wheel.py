"""Check that a wheel has every file of the package, and nothing else: `check_wheel.py WHEEL`."""

import sys
from pathlib import Path
from zipfile import ZipFile

SOURCE = Path(__file__).parent.parent / "src"

expected = {
    file.relative_to(SOURCE).as_posix()
    for file in SOURCE.rglob("*")
    if file.is_file() and "__pycache__" not in file.parts
}
found = {name for name in ZipFile(sys.argv[1]).namelist() if ".dist-info/" not in name}
if found != expected or "collusion_rules/py.typed" not in found:
    sys.exit(f"missing: {sorted(expected - found)}; not meant: {sorted(found - expected)}")
print(f"{len(found)} files, py.typed among them, no tests")
