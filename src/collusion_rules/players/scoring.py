"""What a deal that was tried out is worth, each different ending asked of the engine once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import final

from collusion_rules.engine import score_deal
from collusion_rules.partnerships import Teams
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import Outcome, PartnersScoring, ThreeTeamsScoring
from collusion_rules.state import View


@final
class Points:
    """The points of deals, for the totals before them and the teams that a world has."""

    def __init__(self, view: View) -> None:
        self._rules, self._totals = view.rules, view.totals
        self._by_team = isinstance(view.rules.scoring, PartnersScoring | ThreeTeamsScoring)

    def of(self, tricks: Sequence[int], teams: Teams) -> tuple[int, ...]:
        """The points of each seat."""
        if self._by_team:
            taken = [0] * len(tricks)
            for team in teams:
                taken[team[0]] = sum(tricks[seat] for seat in team)
            return _points(self._rules, tuple(taken), teams, (0,) * len(tricks))
        return _points(self._rules, tuple(tricks), teams, self._totals)


@lru_cache(maxsize=1 << 14)
def _points(
    rules: Ruleset, tricks: tuple[int, ...], teams: Teams, totals: tuple[int, ...]
) -> tuple[int, ...]:
    return score_deal(rules, Outcome(tricks, teams), totals).points
