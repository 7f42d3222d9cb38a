"""Many deals and games, counted: run them, read the tallies, and print or draw the figures."""

from collusion_rules.policies import RANDOM_PLAY, Declares, Plays, Policy
from collusion_rules.public import offer as _offer
from collusion_rules.simulation.plotting import plot
from collusion_rules.simulation.reporting import Figure, figures, to_csv, to_json
from collusion_rules.simulation.running import Simulation, WorkersLostError, simulate
from collusion_rules.simulation.tallies import (
    Counts,
    DealTally,
    Estimate,
    Fared,
    GameTally,
    Paid,
    Side,
)

__all__ = [
    "RANDOM_PLAY",
    "Counts",
    "DealTally",
    "Declares",
    "Estimate",
    "Fared",
    "Figure",
    "GameTally",
    "Paid",
    "Plays",
    "Policy",
    "Side",
    "Simulation",
    "WorkersLostError",
    "figures",
    "plot",
    "simulate",
    "to_csv",
    "to_json",
]

_offer(__name__, __all__, globals())
