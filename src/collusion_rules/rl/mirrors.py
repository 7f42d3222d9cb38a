"""Tables in lockstep as the engine has them, for players that are shown views."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.kernel import Numbers, Words
from collusion_rules.batch.plans import cards
from collusion_rules.cards import Seat
from collusion_rules.engine import deal, new_game, play
from collusion_rules.players import Player, ask
from collusion_rules.rl.coding import Coding
from collusion_rules.shuffling import Seed, combined_seed
from collusion_rules.state import Game
from collusion_rules.views import view


class Mirror:
    """The game at each table, and the players that sit there."""

    def __init__(self, coding: Coding, tables: int, players: Mapping[Seat, Player]) -> None:
        self._coding, self._players = coding, players
        self._games: list[Game] = [new_game(coding.rules, Seat(0))] * tables
        self._episodes = np.zeros(tables, np.uint64)
        self._has_player = np.array([seat in players for seat in range(coding.rules.players)])

    def begin(self, rows: Numbers, dealers: npt.NDArray[np.int8], episodes: Words) -> None:
        """Begin episodes at some tables, with the dealers that these have."""
        for row in map(int, rows):
            self._games[row] = new_game(self._coding.rules, Seat(int(dealers[row])))
        self._episodes[rows] = episodes[rows]

    def deal(self, rows: Numbers, hands: Words) -> None:
        """Deal what was dealt at some tables."""
        players = self._coding.rules.players
        for row in map(int, rows):
            dealt = [cards(hand) for hand in hands[row, :players]]
            self._games[row] = deal(self._games[row], hands=dealt)

    def act(self, rows: Numbers, actions: Numbers) -> None:
        """Do what was done at some tables."""
        for row, action in zip(map(int, rows), map(int, actions), strict=True):
            game = self._games[row]
            self._games[row] = play(game, self._coding.move(action, Seat(game.to_act or 0)))

    def waiting(self, turns: npt.NDArray[np.int8]) -> Numbers:
        """The tables at which a player is on turn."""
        return np.flatnonzero((turns >= 0) & self._has_player[turns])

    def chosen(self, rows: Numbers, seed: Seed) -> Numbers:
        """What the players on turn choose.

        Raises:
            PlayerError: a player fails, or returns a move that is not legal.
        """
        return np.array([self._choice(row, seed) for row in rows.tolist()], np.int64)

    def _choice(self, row: int, seed: Seed) -> int:
        game = self._games[row]
        seat = Seat(game.to_act or 0)
        own = combined_seed(seed, f"{row} {self._episodes[row]} {game.version}")
        return self._coding.action(ask(self._players[seat], view(game, seat), own))
