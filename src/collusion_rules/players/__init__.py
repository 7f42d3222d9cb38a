"""Computer players: whoever, shown a view and nothing else, says what to do.

They are pure Python, and so play in a browser too.
"""

from collusion_rules.motives import Motive, Why
from collusion_rules.players.computers import PLAYERS, Computer, Strength, Style, player_named
from collusion_rules.players.matches import Entry, Match, MatchCutShortError, Mean, Role, match
from collusion_rules.players.planning import MonteCarlo
from collusion_rules.players.protocol import Player, Thinker, Thought
from collusion_rules.players.reporting import plot, to_json
from collusion_rules.players.simple import Habit, SimplePlayer
from collusion_rules.players.tables import ask, hear, hint, talked
from collusion_rules.players.talkers import Manners, Talker
from collusion_rules.players.trials import Effort
from collusion_rules.public import offer as _offer

__all__ = [
    "PLAYERS",
    "Computer",
    "Effort",
    "Entry",
    "Habit",
    "Manners",
    "Match",
    "MatchCutShortError",
    "Mean",
    "MonteCarlo",
    "Motive",
    "Player",
    "Role",
    "SimplePlayer",
    "Strength",
    "Style",
    "Talker",
    "Thinker",
    "Thought",
    "Why",
    "ask",
    "hear",
    "hint",
    "match",
    "player_named",
    "plot",
    "talked",
    "to_json",
]

_offer(__name__, __all__, globals())
