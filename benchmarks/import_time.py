"""Time `import collusion_rules` over bare Python: new processes, in turn.

The goal is under 100 milliseconds.
"""

import argparse
import platform
import statistics
import subprocess
import sys
from time import perf_counter_ns

BARE, IMPORTING = "pass", "import collusion_rules"


def milliseconds(code: str) -> float:
    """How long a new Python takes to run some code and end."""
    start = perf_counter_ns()
    subprocess.run((sys.executable, "-c", code), check=True)
    return (perf_counter_ns() - start) / 1e6


def main() -> None:
    """Read the options, time and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=50)
    rounds: int = options.parse_args().rounds
    milliseconds(IMPORTING)  # so that the byte code is there
    pairs = [(milliseconds(BARE), milliseconds(IMPORTING)) for _ in range(rounds)]
    over_bare = [importing - bare for bare, importing in pairs]
    low, middle, high = statistics.quantiles(over_bare, n=4)
    print(f"{platform.python_implementation()} {platform.python_version()}, {rounds} rounds")
    print(f"bare Python: {statistics.median(bare for bare, _ in pairs):.1f} milliseconds")
    print(f"the import over it: {middle:.1f} ({low:.1f} to {high:.1f}) milliseconds")


if __name__ == "__main__":
    main()
