"""For research: numbers for moves, arrays for views, and many tables in lockstep.

`pip install "collusion-rules[rl]"`.
"""

from collusion_rules.extras import needed

needed("numpy", "rl")
needed("numba", "rl")

# ruff: noqa: E402 -- what is missing must be said before it is imported
from collusion_rules.rl.coding import Coding
from collusion_rules.rl.features import Features, encode, features
from collusion_rules.rl.lockstep import Ends, Lockstep, Steps

__all__ = ["Coding", "Ends", "Features", "Lockstep", "Steps", "encode", "features"]
