"""Try the laws of rooms for long: `python scripts/try_rooms.py MESSAGES [FIRST_SEED]`.

Worlds of `tests/table_world.py` are run one after the other until so many messages were delivered.
It ends with the first law that is broken, and the seed of its world.
"""

# `tests` is found at run time alone, so nothing is known of the types there:
# pyright: basic

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from table_world import World, run  # pyright: ignore[reportMissingImports]  # put there above

ACTS = 3_000


def main() -> None:
    """Run worlds, and say what happened in them."""
    wanted, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began, delivered, kinds, worlds = time.process_time(), 0, Counter[str](), 0
    while delivered < wanted:
        try:
            world: World = run(seed, ACTS)
        except Exception:
            print(f"the world of seed {seed} broke a law")
            raise
        delivered, seed, worlds = delivered + world.delivered, seed + 1, worlds + 1
        kinds.update(type(row.body).__name__ for row in world.truth[-1].rows)
        if worlds % 50 == 0:
            print(f"{delivered:,} messages, {worlds} worlds", flush=True)
    seconds = time.process_time() - began
    print(f"{delivered:,} messages in {worlds} worlds, no law broken, {seconds:.0f} s of processor")
    print(", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common()))


if __name__ == "__main__":
    main()
