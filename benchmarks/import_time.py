"""Time `import collusion_rules` over bare Python: processor time of new processes, in turn.

The byte code is there, in a folder of its own, also where Python is told to write none. The goal is
under 100 milliseconds.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
from tempfile import TemporaryDirectory

BARE, IMPORTING = "pass", "import collusion_rules"
TOLD = "import time; print(time.process_time_ns())"


def milliseconds(code: str, bytecode: str) -> float:
    """How long a processor works for a new Python, from its start until it has run some code."""
    program = (sys.executable, "-X", f"pycache_prefix={bytecode}", "-c", f"{code}\n{TOLD}")
    written = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # empty is as if it were not set
    done = subprocess.run(program, env=written, stdout=subprocess.PIPE, check=True)
    return int(done.stdout) / 1e6


def main() -> None:
    """Read the options, time and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=50)
    rounds: int = options.parse_args().rounds
    with TemporaryDirectory() as bytecode:
        first = milliseconds(IMPORTING, bytecode)  # writes the byte code
        pairs = [
            (milliseconds(BARE, bytecode), milliseconds(IMPORTING, bytecode)) for _ in range(rounds)
        ]
    over_bare = [importing - bare for bare, importing in pairs]
    low, middle, high = statistics.quantiles(over_bare, n=4)
    print(f"{platform.python_implementation()} {platform.python_version()}, {rounds} rounds")
    print(f"bare Python: {statistics.median(bare for bare, _ in pairs):.1f} milliseconds")
    print(f"the import over it: {middle:.1f} ({low:.1f} to {high:.1f}) milliseconds")
    print(f"the first time, without byte code: {first:.1f} milliseconds, Python and all")


if __name__ == "__main__":
    main()
