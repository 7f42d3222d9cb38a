"""Matches: players in every order on the same deals, and how many points each of them makes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import permutations
from math import nan, sqrt
from time import perf_counter
from typing import Final, final

import attrs

from collusion_rules.cards import Seat
from collusion_rules.engine import deal, game_winner, new_game, play
from collusion_rules.enums import Choice
from collusion_rules.errors import (
    CollusionError,
    ErrorCode,
    PlayerError,
    bad_argument,
    check,
    check_whole,
)
from collusion_rules.events import as_told
from collusion_rules.folding import fold
from collusion_rules.partnerships import Teams
from collusion_rules.players.protocol import Player
from collusion_rules.players.tables import ask, talk_over
from collusion_rules.rulesets import Ruleset
from collusion_rules.shuffling import Seed, combined_seed
from collusion_rules.state import Game, Phase, View
from collusion_rules.values import Value
from collusion_rules.views import view

_PART: Final = 8
"""How many deals or games an executor is given at a time."""
MOST_DEALS: Final = 10**6
"""How many deals or games a match may have."""


class Role(Choice):
    """What a seat was in a deal."""

    ALONE = "alone"
    """In a game without teams."""
    SOLOIST = "soloist"
    """Both partners in one (C2)."""
    PARTNER = "partner"
    """One of two partners (C2)."""
    OPPONENT = "opponent"
    """Against the partners or the soloist (C2)."""
    TEAM = "team"
    """In one of three teams (D4)."""


@final
@attrs.frozen
class Mean(Value):
    """A mean and its standard error.

    Attributes:
        value: the mean; NaN if there was nothing.
        error: the standard error; NaN if there was only one deal or game.
    """

    value: float = attrs.field(eq=repr)  # so that NaN is NaN
    error: float = attrs.field(eq=repr)


Sums = tuple[tuple[float, int], ...]
"""For each deal or game: a sum over all orders of the players, and of how many."""


@final
@attrs.frozen
class Entry(Value):
    """How one of the players of a match did.

    Attributes:
        name: what it is called.
        points: of a deal.
        wins: the share of the games that it won; joint winners share a win. NaN for single deals.
        roles: points of a deal by role, in the order of `Role`.
        seconds: how long it thought about a move, on average.
        sums: its points in each deal or game.
    """

    name: str
    points: Mean
    wins: Mean
    roles: tuple[tuple[Role, Mean], ...]
    seconds: float = attrs.field(eq=False)
    sums: Sums = attrs.field(repr=False)


@final
@attrs.frozen
class Match(Value):
    """How players did against each other.

    Attributes:
        rules: what was played.
        count: how many deals, or games.
        games: whether whole games were played.
        orders: in how many orders the players sat.
        entries: the players; those that are equal are one.
        length: how many deals a game had; 1 if single deals were played.
    """

    rules: Ruleset
    count: int
    games: bool
    orders: int
    entries: tuple[Entry, ...]
    length: Mean

    def difference(self, one: int, other: int) -> Mean:
        """How many points a deal one player made more than another, on the same deals.

        Args:
            one: the player, by its place in `entries`.
            other: the other.

        Raises:
            BadArgumentError: there is no such player.
        """
        last = len(self.entries) - 1
        check_whole("one", one, 0, last)
        check_whole("other", other, 0, last)
        means = [_ratio(self.entries[at].sums) for at in (one, other)]
        apart = [
            sum_one / count_one - sum_other / count_other
            for (sum_one, count_one), (sum_other, count_other) in zip(
                self.entries[one].sums, self.entries[other].sums, strict=True
            )
        ]
        spread = _ratio(tuple((each, 1) for each in apart))
        return Mean(means[0].value - means[1].value, spread.error)


class MatchCutShortError(CollusionError, RuntimeError):
    """Those who did the work of a match broke down.

    Attributes:
        match: what came of the deals or games that are done; `None` if there are none.
    """

    def __init__(self, match: Match | None) -> None:
        super().__init__(ErrorCode.WORKERS_LOST)
        self.match = match

    def __reduce__(self) -> tuple[Callable[..., CollusionError], tuple[object, ...]]:
        return type(self), (self.match,)


def match(
    rules: Ruleset,
    players: Sequence[Player],
    deals: int,
    seed: Seed,
    executor: Executor | None = None,
    *,
    names: Sequence[str] | None = None,
    games: bool = False,
    rotations: bool = False,
) -> Match:
    """Let players play the same deals in every order of seats.

    Equal players are one player that sits more than once. The result depends on the players and
    the seed, never on who does the work; only `seconds` does.

    Args:
        rules: what is played.
        players: who plays, one entry a seat.
        deals: how many deals, each from no points; or how many games.
        seed: what everything random depends on.
        executor: who does the work: anything with the interface of `concurrent.futures`; this
            process if left out.
        names: what the players are called, one entry a seat.
        games: whether to play whole games.
        rotations: whether only to turn the order given around the table, which keeps neighbours.

    Raises:
        BadArgumentError: there is less than one deal, there are more or fewer players than
            seats, or something is of another kind.
        BadDealError: the seed is of a wrong type.
        PlayerError: a player failed, or moved as the rules refuse; `name`, `player` and `move` say
            which.
        MatchCutShortError: the executor broke down; `match` is what is done.
    """
    check("rules", Ruleset, rules)
    check("games", bool, games)
    check("rotations", bool, rotations)
    check_whole("deals", deals, 1, MOST_DEALS)
    if not isinstance(players, list | tuple) or len(players) != rules.players:
        raise bad_argument("players", f"{rules.players} players, one a seat", players)
    for player in players:
        if not isinstance(player, Player):
            raise bad_argument("players", "players, each with choose and speak", player)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise bad_argument("executor", "an Executor", executor)
    called = [f"player {seat + 1}" for seat in range(rules.players)] if names is None else names
    if not isinstance(called, list | tuple) or len(called) != rules.players:
        raise bad_argument("names", f"{rules.players} names, one a seat", names)
    combined_seed(seed)
    entrants = [at for at, player in enumerate(players) if players.index(player) == at]
    lineup = tuple(entrants.index(players.index(player)) for player in players)
    whole = _Part(
        rules,
        tuple(players[at] for at in entrants),
        tuple(str(called[at]) for at in entrants),
        _orders(lineup, rotations=rotations),
        seed,
        games,
        0,
        deals,
    )
    units: list[_Unit] = []
    try:
        for done in _done(whole, executor):
            units += done
    except BrokenExecutor as error:
        raise MatchCutShortError(_summed_up(whole, units) if units else None) from error
    except PlayerError as error:
        error.add_note(f"In this match it is called {error.name}.")
        raise
    return _summed_up(whole, units)


def _orders(lineup: tuple[int, ...], *, rotations: bool) -> tuple[tuple[int, ...], ...]:
    """The different orders of players around the table."""
    if rotations:
        turned = [lineup[at:] + lineup[:at] for at in range(len(lineup))]
        return tuple(dict.fromkeys(turned))
    return tuple(sorted(set(permutations(lineup))))


@final
@attrs.frozen
class _Unit(Value):
    """What one deal or game came to, over all orders of the players.

    Attributes:
        points: by player: the sum of points, and how many deals.
        roles: by player and role, in the order of `Role`: the same.
        wins: by player: the share of wins, and how many games.
        moves: by player: how long it thought in seconds, and how many moves it made.
        deals: how many deals there were, and how many games.
    """

    points: Sums
    roles: tuple[Sums, ...]
    wins: Sums
    moves: Sums
    deals: tuple[float, int]


@final
@attrs.frozen
class _Part(Value):
    """Some of the deals or games of a match; it can be sent to another process."""

    rules: Ruleset
    entrants: tuple[Player, ...]
    names: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    seed: Seed
    games: bool
    first: int
    count: int

    def play(self) -> tuple[_Unit, ...]:
        """Play them."""
        return tuple(self._unit(number) for number in range(self.first, self.first + self.count))

    def _unit(self, number: int) -> _Unit:
        tally = _Tally(len(self.entrants))
        for order in self.orders:
            try:
                self._play(number, order, tally)
            except PlayerError as error:
                error.name = self.names[order[error.seat]]
                raise
        return tally.unit()

    def _play(self, number: int, order: tuple[int, ...], tally: "_Tally") -> None:
        """Play a deal or a game with the players in one order."""
        seated = {Seat(seat): self.entrants[entrant] for seat, entrant in enumerate(order)}
        cards = combined_seed(self.seed, "cards", number)
        luck = combined_seed(self.seed, "players", number)
        game = new_game(self.rules, Seat(number % self.rules.players))
        deals, looks = 0, _Looks()
        while game.phase is Phase.AWAITING_DEAL and (self.games or not deals):
            game = self._play_deal(deal(game, cards), seated, luck, order, tally, looks)
            deals += 1
            assert game.last_score is not None  # noqa: S101 -- a deal was played
            roles = _roles(game.last_score.outcome.teams, self.rules.players)
            for seat, points in enumerate(game.last_score.points):
                tally.add_points(order[seat], roles[seat], points)
        tally.add_game(order, game_winner(game), deals)

    def _play_deal(
        self,
        game: Game,
        seated: Mapping[Seat, Player],
        luck: Seed,
        order: tuple[int, ...],
        tally: "_Tally",
        looks: "_Looks",
    ) -> Game:
        while (seat := game.to_act) is not None:
            if not game.trick and self._may_still_talk(game):
                game = talk_over(game, seated, luck, looks.view)
            seen = looks.view(game, seat)
            begun = perf_counter()
            move = ask(seated[seat], seen, luck)
            tally.add_move(order[seat], perf_counter() - begun)
            game = play(game, move)
        return game

    def _may_still_talk(self, game: Game) -> bool:
        """Before the last trick there is nothing more to agree on."""
        return sum(game.tricks_won) < self.rules.tricks - 1


class _Looks:
    """What each seat has seen of a game so far; it grows with the game."""

    def __init__(self) -> None:
        self._seen: dict[Seat, View] = {}

    def view(self, game: Game, seat: Seat) -> View:
        """The game as a seat sees it: the same as `view`, told event by event."""
        seen = self._seen.get(seat)
        if seen is None or seen.deal_number != game.deal_number:
            seen = view(game, seat)
        for event in game.deal_log[len(seen.deal_log) :]:
            seen = fold(seen, as_told(event, seat))
        self._seen[seat] = seen
        return seen


class _Tally:
    """What a deal or game comes to; it grows."""

    def __init__(self, entrants: int) -> None:
        self._points = [(0.0, 0)] * entrants
        self._roles = [[(0.0, 0)] * len(Role) for _ in range(entrants)]
        self._wins = [(0.0, 0)] * entrants
        self._moves = [(0.0, 0)] * entrants
        self._deals = (0.0, 0)

    def add_points(self, entrant: int, role: Role, points: int) -> None:
        """Add the points of a seat."""
        self._points[entrant] = _more(self._points[entrant], points)
        at = list(Role).index(role)
        self._roles[entrant][at] = _more(self._roles[entrant][at], points)

    def add_game(self, order: Sequence[int], winners: Sequence[Seat], deals: int) -> None:
        """Add a game, or a single deal."""
        self._deals = _more(self._deals, deals)
        for seat, entrant in enumerate(order):
            share = 1 / len(winners) if seat in winners else 0.0
            self._wins[entrant] = _more(self._wins[entrant], share)

    def add_move(self, entrant: int, seconds: float) -> None:
        """Add a move."""
        self._moves[entrant] = _more(self._moves[entrant], seconds)

    def unit(self) -> _Unit:
        """All of it."""
        return _Unit(
            tuple(self._points),
            tuple(map(tuple, self._roles)),
            tuple(self._wins),
            tuple(self._moves),
            self._deals,
        )


def _more(summed: tuple[float, int], value: float) -> tuple[float, int]:
    return summed[0] + value, summed[1] + 1


def _roles(teams: Teams, players: int) -> list[Role]:
    """The role of each seat."""
    roles = [Role.ALONE] * players
    for side, team in enumerate(teams):
        for seat in team:
            if len(teams) == 3:
                roles[seat] = Role.TEAM
            elif side == 1:
                roles[seat] = Role.OPPONENT
            else:
                roles[seat] = Role.SOLOIST if len(team) == 1 else Role.PARTNER
    return roles


def _done(whole: _Part, executor: Executor | None) -> Iterator[tuple[_Unit, ...]]:
    """The deals or games in their order, part by part, by whoever does the work.

    Raises:
        BrokenExecutor: whoever did it broke down.
    """
    parts = [
        attrs.evolve(whole, first=first, count=min(_PART, whole.count - first))
        for first in range(0, whole.count, _PART)
    ]
    if executor is None:
        yield from (part.play() for part in parts)
        return
    waiting: list[Future[tuple[_Unit, ...]]] = []
    broken: BrokenExecutor | None = None
    try:
        for part in parts:
            try:
                waiting.append(executor.submit(_Part.play, part))
            except BrokenExecutor as error:
                broken = error
                break
        for future in waiting:
            try:
                done = future.result()
            except BrokenExecutor as error:
                broken = error
            else:
                yield done
        if broken is not None:
            raise broken
    finally:
        for future in waiting:
            future.cancel()


def _summed_up(whole: _Part, units: Sequence[_Unit]) -> Match:
    entries: list[Entry] = []
    for at, name in enumerate(whole.names):
        sums = tuple(unit.points[at] for unit in units)
        roles = [
            (role, tuple(unit.roles[at][place] for unit in units))
            for place, role in enumerate(Role)
        ]
        wins = tuple(unit.wins[at] for unit in units) if whole.games else ()
        entries.append(
            Entry(
                name,
                _ratio(sums),
                _ratio(wins),
                tuple((role, _ratio(each)) for role, each in roles if _count(each)),
                _ratio(tuple(unit.moves[at] for unit in units)).value,
                sums,
            )
        )
    length = _ratio(tuple(unit.deals for unit in units))
    return Match(whole.rules, len(units), whole.games, len(whole.orders), tuple(entries), length)


def _count(sums: Sums) -> int:
    return sum(count for _, count in sums)


def _ratio(sums: Sums) -> Mean:
    """The mean of everything in some sums, with the error that comes of their independence."""
    count, number = _count(sums), len(sums)
    if not count:
        return Mean(nan, nan)
    mean = sum(total for total, _ in sums) / count
    if number == 1:
        return Mean(mean, nan)
    off = sum((total - mean * many) ** 2 for total, many in sums)
    return Mean(mean, sqrt(off * number / (number - 1)) / count)
