"""Many deals at once, as machine code: `pip install "collusion-rules[fast]"`.

The engine remains the one definition of the rules: the tests compare every legal set, trick and
score of this package with its own.
"""

from collusion_rules.extras import needed
from collusion_rules.public import offer as _offer

needed("numpy", "fast")
needed("numba", "fast")

# ruff: noqa: E402 -- what is missing must be said before it is imported
from collusion_rules.batch.games import GameBatch, play_games
from collusion_rules.batch.moving import MoveValues, move_values
from collusion_rules.batch.playing import fallback, play_deals, play_on
from collusion_rules.batch.points import REASON_BITS
from collusion_rules.batch.results import Batch, Record
from collusion_rules.batch.sampling import sample_worlds, sample_worlds_of
from collusion_rules.policies import RANDOM_PLAY, Declares, Plays, Policy

__all__ = [
    "RANDOM_PLAY",
    "REASON_BITS",
    "Batch",
    "Declares",
    "GameBatch",
    "MoveValues",
    "Plays",
    "Policy",
    "Record",
    "fallback",
    "move_values",
    "play_deals",
    "play_games",
    "play_on",
    "sample_worlds",
    "sample_worlds_of",
]

_offer(__name__, __all__, globals())
