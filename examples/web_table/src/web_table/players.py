"""The computer players of this server."""

from collections.abc import Mapping

import collusion_rules as cr


class Hasty:
    """Plays any legal card, and says nothing."""

    def choose(self, view: cr.View, seed: cr.Seed) -> cr.Move:
        moves = cr.legal_moves(view)
        return moves[int.from_bytes(cr.combined_seed(seed, "hasty")[:4]) % len(moves)]

    def speak(self, view: cr.View, seed: cr.Seed) -> cr.Statement | None:
        return None


PLAYERS: Mapping[str, Hasty] = {"hasty": Hasty()}
