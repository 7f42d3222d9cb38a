"""Check that the types of everything public are known: `check_types.py PYTHON [MODULE...]`.

The package is installed for that Python. What the modules named have from a package that is not
installed may be unknown.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

python, *excused = sys.argv[1:]
# Whose packages are looked at: that of the first Python on the path.
path = f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}"
command = ("pyright", "--verifytypes", "collusion_rules", "--ignoreexternal", "--outputjson")
environment = {**os.environ, "PATH": path}
# S603: no part of it is from outside
told = subprocess.run(command, env=environment, stdout=subprocess.PIPE).stdout  # noqa: S603
found = json.loads(told)["typeCompleteness"]
symbols = [symbol for symbol in found["symbols"] if symbol["isExported"]]
unknown = [symbol for symbol in symbols if not symbol["isTypeKnown"]]


def is_excused(name: str) -> bool:
    """Whether a symbol is of a module that was named."""
    return any(name.startswith(f"collusion_rules.{module}.") for module in excused)


wrong = [symbol for symbol in unknown if not is_excused(symbol["name"])]
for symbol in wrong:
    print(symbol["name"])
    for told_of in symbol["diagnostics"]:
        print("   ", told_of["message"])
if wrong or len(symbols) < 1000:
    sys.exit(f"{len(wrong)} of {len(symbols)} public symbols have no known type")
of_others = f", but for {len(unknown)} of {', '.join(excused)}" if unknown else ""
print(f"{len(symbols)} public symbols, the types of all are known{of_others}")
