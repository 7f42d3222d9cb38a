"""A scorepad: the deals of a game with real cards, as people write them down."""

import re
from collections.abc import Iterable, Sequence
from typing import final

import attrs
from rich.table import Table as Grid

from collusion_rules.cards import Seat
from collusion_rules.engine import score_game
from collusion_rules.events import DealScored, Event, GameWon
from collusion_rules.partnerships import SecretPair, are_teams
from collusion_rules.rulesets import Ruleset
from collusion_rules.scoring import DealScore, Outcome
from collusion_rules.values import Value
from collusion_rules.wording import Language


class UnwrittenError(Exception):
    """What somebody wrote can't be read; the text says what to write, in their language."""


@final
@attrs.frozen
class Pad(Value):
    """The deals so far.

    Attributes:
        rules: what is played.
        names: what the seats are called, one entry a seat.
        language: in which it is told what can't be read.
        scores: every deal.
    """

    rules: Ruleset
    names: tuple[str, ...]
    language: Language
    scores: tuple[DealScore, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, one entry a seat."""
        return self.scores[-1].totals if self.scores else (0,) * self.rules.players

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won; nobody while the game goes on."""
        return self.rules.winners(self.totals, len(self.scores))

    @property
    def events(self) -> Iterable[Event]:
        """Each deal, and who won, as records have them."""
        yield from map(DealScored, self.scores)
        if self.winners:
            yield GameWon(self.winners)

    def with_deals(self, outcomes: Sequence[Outcome]) -> "Pad":
        """The pad with these deals, scored from the first on.

        Raises:
            BadOutcomeError: no deal can end like one of them, or the game was over before it.
        """
        return attrs.evolve(self, scores=score_game(self.rules, outcomes))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each deal ended."""
        return tuple(score.outcome for score in self.scores)

    def sheet(self) -> Grid:
        """The points of each deal and the totals, one line a deal."""
        say = self.language.say
        grid = Grid(box=None, pad_edge=False)
        grid.add_column("", justify="right")
        for name in self.names:
            grid.add_column(name, justify="right", overflow="fold")
        for number, score in enumerate(self.scores, start=1):
            grid.add_row(str(number), *(f"{points:+d}" for points in score.points))
        grid.add_row(say("terminal", "total"), *map(str, self.totals))
        return grid

    # What people write

    @property
    def example(self) -> str:
        """A deal with its teams, as it is typed."""
        pair = isinstance(self.rules.partnership, SecretPair)
        return "5,3,2,3/0,2" if pair else "4,1,3,2,5,1/0,3/1,4/2,5"

    def outcome(self, text: str) -> Outcome:
        """Read how a deal ended: `4,4,2,3`, or with teams `5,3,2,3/0,2`.

        Raises:
            UnwrittenError: it says something else. Whether a deal can end so is not asked.
        """
        tricks, *teams = text.split("/")
        return Outcome(self.tricks(tricks), self.teams(teams))

    def tricks(self, text: str) -> tuple[int, ...]:
        """Read the tricks, one number a seat, which add up.

        Raises:
            UnwrittenError: there are others.
        """
        players, all_tricks = self.rules.players, self.rules.tricks
        if not re.fullmatch(r"\s*[0-9]{1,3}([\s,、，]+[0-9]{1,3})*\s*", text):
            found = list[int]()
        else:
            found = [*map(int, re.findall("[0-9]+", text))]
        if len(found) != players:
            example = ",".join(map(str, _shared_out(all_tricks, players)))
            raise self._not_written("pad-tricks", players=players, example=example)
        if sum(found) != all_tricks:
            raise self._not_written("pad-sum", tricks=all_tricks, got=sum(found))
        return tuple(found)

    def teams(self, texts: Sequence[str]) -> tuple[tuple[Seat, ...], ...]:
        """Read the teams; the opponents of partners or of a soloist need not be told.

        Raises:
            UnwrittenError: they are not the teams of this game.
        """
        partnership = self.rules.partnership
        if partnership is None:
            if texts:
                raise self._not_written("pad-no-teams")
            return ()
        teams = [self._seats(text) for text in texts]
        if isinstance(partnership, SecretPair) and len(teams) == 1:
            own = teams[0]
            teams.append(tuple(Seat(s) for s in range(self.rules.players) if s not in own))
        if not are_teams(partnership, tuple(teams), self.rules.players):
            pair = isinstance(partnership, SecretPair)
            raise self._not_written("pad-partners" if pair else "pad-teams")
        return tuple(teams)

    def _seats(self, text: str) -> tuple[Seat, ...]:
        """Read seats, by their numbers or names."""
        seats = list[Seat]()
        for word in re.split(r"\s*[,、，]\s*", text.strip()):
            seats += self._one(word) or [
                seat for part in word.split() for seat in self._one(part) or [Seat(-1)]
            ]
        return tuple(seats)

    def _one(self, word: str) -> list[Seat]:
        """The seat that is called so, if just one is."""
        known = word.casefold()
        return [
            Seat(seat)
            for seat, name in enumerate(self.names)
            if known in (str(seat), name.casefold())
        ]

    def _not_written(self, key: str, **values: object) -> UnwrittenError:
        return UnwrittenError(self.language.say("terminal", key, **values))

    def team_questions(self) -> list[str]:
        """What to ask for the teams of the next deal; nothing, if there are no partners."""
        partnership, say = self.rules.partnership, self.language.say
        if partnership is None:
            return []
        ranks = [rank.letter for rank in partnership.ranks(len(self.scores))]
        if isinstance(partnership, SecretPair):
            joined = self.language.tables["joints"]["pair"].join(ranks)
            return [say("terminal", "ask-partners", cards=joined)]
        return [say("terminal", "ask-holders", card=rank) for rank in ranks]


def written(outcome: Outcome) -> str:
    """A deal as it is typed."""
    parts = (outcome.tricks, *outcome.teams)
    return "/".join(",".join(map(str, numbers)) for numbers in parts)


def _shared_out(tricks: int, players: int) -> list[int]:
    """Tricks as a deal could end, for an example."""
    each, rest = divmod(tricks, players)
    return [each + (place < rest) for place in range(players)]
