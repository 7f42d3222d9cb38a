"""Many tables, stepped together: arrays in, arrays out."""

from collections.abc import Mapping
from itertools import combinations
from typing import Final, Literal, NamedTuple, cast, final

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.chance import key
from collusion_rules.batch.games import MOST_DEALS_A_GAME, winners
from collusion_rules.batch.kernel import Numbers, Sides, Small, Words
from collusion_rules.batch.plans import DECLARES, PLAYS, plan, unread
from collusion_rules.batch.points import Accused, scores
from collusion_rules.cards import CARDS, Seat
from collusion_rules.errors import BadArgumentError, bad_argument, check, check_whole
from collusion_rules.players import Player
from collusion_rules.policies import Policy
from collusion_rules.rl import observing, stepping
from collusion_rules.rl.coding import Coding, Mask
from collusion_rules.rl.features import Features, features
from collusion_rules.rl.mirrors import Mirror
from collusion_rules.rl.observing import Sheets
from collusion_rules.rl.tables import MOST_ACTIONS, TABLE, Floats, Frame, House, Layout, Tiny
from collusion_rules.rulesets import Reveal, Ruleset
from collusion_rules.shuffling import Seed

Episode = Literal["deal", "game"]
"""What an episode is: one deal, or a whole game."""

MOST_TABLES: Final = 2**24
_MOST_TOTAL: Final = 1_000_000
_LEARNER: Final = -1
_LINE: Final = 8
"""How many words a line of the cache has."""


class Ends(NamedTuple):
    """The tables whose episode ended with a step.

    Attributes:
        tables: int64 (ended,): which tables.
        observations: float32 (ended, players, features): what every seat saw at the very end, by
            seat of the table; (ended, players, 0) if none are wanted.
    """

    tables: Numbers
    observations: Floats


class Steps(NamedTuple):
    """Where all tables stand after a step. The next step writes over these arrays: copy to keep.

    Attributes:
        turn: int8 (tables,): whose turn it is; -1 where the episode is over and not begun anew.
        observation: float32 (tables, features): what the seat on turn sees.
        mask: bool (tables, actions): what it may do; all False where nobody is on turn.
        rewards: float32 (tables, players): points of the deals that ended with this step, by seat.
        terminated: bool (tables,): whether the episode ended with this step.
        ends: the ends of these episodes.
    """

    turn: Tiny
    observation: Floats
    mask: Mask
    rewards: Floats
    terminated: npt.NDArray[np.bool_]
    ends: Ends


@final
class Lockstep:
    """Many tables of one ruleset, each of which makes one move a step.

    The cards of a table depend on the seed, the table's number and the number of its episode
    alone: not on how many tables there are, and not on what was played before. In episode `n` of
    table `t` seat `(t + n) % players` deals first (A2).

    Example:
        tables = Lockstep(PARLETT, 4096, seed=1)
        steps = tables.reset()
        while learning:
            steps = tables.step(choose(steps.observation, steps.mask))
    """

    def __init__(
        self,
        rules: Ruleset,
        tables: int,
        seed: Seed,
        episode: Episode = "deal",
        *,
        totals: npt.ArrayLike | None = None,
        policies: Mapping[Seat, Policy] | None = None,
        players: Mapping[Seat, Player] | None = None,
        observations: bool = True,
        autoreset: bool = True,
    ) -> None:
        """Make the tables; `reset` deals.

        Args:
            rules: what is played.
            tables: how many tables.
            seed: what everything random depends on.
            episode: whether an episode is a deal or a game.
            totals: points that each seat begins an episode with, (players,) or (tables, players);
                none if left out. So play near the target can be learnt (B7).
            policies: the seats that are played by policies, and how; all others are learners.
            players: the seats that are played by players, who are shown views, one by one: so this
                is slow. There are policies or players, and with players no `totals`.
            observations: whether to write observations.
            autoreset: whether a table whose episode has ended begins the next in the same step
                (its last observations are in `Steps.ends`); else `reset` must begin it.

        Raises:
            BadArgumentError: something is of another kind or shape; a seat doesn't exist, or
                nobody is left to learn; somebody has won before the first card; the rules have
                accusations and more than five players, so that actions don't fit into a word.
            BadDealError: the seed is of a wrong type.
        """
        self._coding = Coding(rules)
        check_whole("tables", tables, 1, MOST_TABLES)
        if episode not in ("deal", "game"):
            raise bad_argument("episode", '"deal" or "game"', episode)
        check("observations", bool, observations)
        check("autoreset", bool, autoreset)
        if len(self._coding) > MOST_ACTIONS:
            raise bad_argument("rules", "with no more than 64 actions", rules)
        if (field := unread(rules)) is not None:
            raise bad_argument("rules", "what the machine code reads", field)
        self._rules, self._episode, self._autoreset = rules, episode, autoreset
        self._first_totals = _first_totals(rules, tables, totals)
        seats = dict(players or {})
        if seats and (policies or totals is not None):
            raise bad_argument("players", "without policies and totals", "both")
        _check_learners(rules, seats)
        self._mirror = Mirror(self._coding, tables, seats) if seats else None
        self._house = _house(rules, policies)
        self._layout = _layout(features(rules))
        self._tables = np.zeros(tables, TABLE)
        self._totals: Numbers = self._tables["totals"][:, : rules.players]
        self._won: Small = self._tables["won"][:, : rules.players]
        self._sides: Sides = self._tables["sides"][:, : rules.players]
        stepping.set_keys(self._tables, key(seed, "lockstep"))
        self._seed = seed
        self._rows = np.arange(tables)
        self._over = np.ones(tables, np.bool_)
        self._width = len(features(rules)) if observations else 0
        words = -(-len(self._coding) // 8)
        self._sheets = _sheets(tables, words, self._width)
        self._mask: Mask = self._sheets.mask.view(np.bool_)[:, : len(self._coding)]
        self._observation = _numbers(self._sheets, self._width)
        self._end_sheets = _sheets(0, 0, self._width)
        self._rewards = np.zeros((tables, rules.players), np.float32)
        self._is_reset = False

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        return self._rules

    @property
    def coding(self) -> Coding:
        """What the actions are."""
        return self._coding

    @property
    def features(self) -> Features:
        """How an observation is laid out."""
        return features(self._rules)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<Lockstep of {len(self)} tables of {self._rules.name}>"

    def reset(
        self, tables: npt.NDArray[np.bool_] | None = None, *, seed: Seed | None = None
    ) -> Steps:
        """Begin episodes: at all tables the first one, or the next at some tables.

        Args:
            tables: bool (tables,): where to begin the next episode; at all tables the first
                episode begins, if left out.
            seed: another seed, for a reset of all tables.

        Raises:
            BadArgumentError: `tables` is of another kind or shape, or there is a seed with it.
            BadDealError: the seed is of a wrong type.
        """
        if tables is None:
            if seed is not None:
                stepping.set_keys(self._tables, key(seed, "lockstep"))
                self._seed = seed
            self._tables["episode"][:] = 0
            rows = self._rows
        else:
            if not _is_array(tables, np.bool_, (len(self),)):
                raise bad_argument("tables", f"an array of bool of shape ({len(self)},)", tables)
            if seed is not None:
                raise bad_argument("seed", "for a reset of all tables", "one for some tables")
            rows = np.flatnonzero(tables)
            self._tables["episode"][rows] += np.uint64(1)
        self._is_reset = True
        self._rewards[:] = 0
        self._begin_episodes(rows)
        return self._steps(self._let_players_act(self._no_ends()))

    def step(self, actions: npt.NDArray[np.integer]) -> Steps:
        """Do one action at each table: that of the seat on turn.

        Args:
            actions: whole numbers (tables,).

        Raises:
            BadArgumentError: the actions are of another kind or shape, one is not legal (it names
                the table and the action, and nothing was stepped at any), an episode is over and
                was not begun anew, or nothing was reset yet.
        """
        if not self._is_reset:
            raise bad_argument("step", "called after reset", "step before reset")
        if not (
            isinstance(actions, np.ndarray)
            and actions.dtype.kind in "iu"
            and actions.shape == (len(self),)
        ):
            expected = f"whole numbers of shape ({len(self)},)"
            raise bad_argument("actions", expected, _described(actions))
        chosen = actions.astype(np.int64, copy=False)
        wrong = stepping.first_illegal(self._sheets.legal, chosen)
        if wrong >= 0:
            raise self._refusal(wrong, int(actions[wrong]))
        self._rewards[:] = 0
        return self._steps(self._let_players_act(self._act(self._rows, chosen)))

    def state(self) -> Floats:
        """The cards that every seat holds: float32 (tables, players * 52).

        Seats are counted from the one on turn. It is what no seat sees: for a critic that is
        trained with all cards open, never for an observation.
        """
        width = self._rules.players * len(CARDS)
        sheets = _sheets(len(self), 0, width)
        observing.show_hands(self._house, self._tables, sheets)
        return _numbers(sheets, width)

    @property
    def totals(self) -> Numbers:
        """Points so far: int64 (tables, players)."""
        return self._totals.copy()

    def observations(self) -> Floats:
        """What every seat sees now: float32 (tables, players, features), by seat of the table."""
        width = len(self.features)
        sheets = _sheets(len(self) * self._rules.players, 0, width)
        return self._seen_by_all(self._rows, sheets, width)

    def _act(self, rows: Numbers, actions: Numbers) -> Ends:
        if self._mirror is not None:
            self._mirror.act(rows, actions)
        tables, sheets = self._tables, self._sheets
        if not stepping.act(self._house, self._layout, tables, sheets, rows, actions):
            return self._no_ends()
        return self._end_deals(rows[tables["turn"][rows] < 0])

    def _let_players_act(self, ends: Ends) -> Ends:
        """Let players act where they are on turn, until learners are on turn everywhere."""
        if self._mirror is None:
            return ends
        while len(rows := self._mirror.waiting(self._tables["turn"])):
            ends = Ends(ends.tables, ends.observations.copy())  # later ends are written over it
            later = self._act(rows, self._mirror.chosen(rows, self._seed))
            ends = Ends(
                np.concatenate([ends.tables, later.tables]),
                np.concatenate([ends.observations, later.observations]),
            )
        return ends

    def _deal(self, rows: Numbers) -> None:
        stepping.begin(self._house, self._tables, rows)
        self._show(rows)
        if self._mirror is not None:
            hands = np.stack([self._tables["hands"], self._tables["both_held"]], axis=-1)
            self._mirror.deal(rows, hands)

    def _end_deals(self, rows: Numbers) -> Ends:
        """Score the deals that are over, and begin others (A9, A10)."""
        tables = self._tables
        self._score(rows)
        over = self._are_over(rows)
        ended, going_on = rows[over], rows[~over]
        self._over[ended] = True
        ends = Ends(ended, self._last_seen(ended))
        self._deal(going_on)
        if self._autoreset:
            tables["episode"][ended] += np.uint64(1)
            self._begin_episodes(ended)
        else:
            self._show(ended)
        return ends

    def _score(self, rows: Numbers) -> None:
        """Add the points of deals that are over; the deal passes to the left (A2)."""
        tables, players = self._tables, self._rules.players
        totals = self._totals[rows]
        accused = Accused(
            rightly=np.zeros(len(rows), np.bool_), wrongly=np.zeros((len(rows), players), np.bool_)
        )
        if self._rules.accusations:
            stepping.judge_accusations(self._house, tables, rows, accused.rightly, accused.wrongly)
        won, sides = self._won[rows], self._sides[rows]
        points = scores(self._rules, won, sides, totals, accused).points
        self._rewards[rows] = points
        self._totals[rows] = totals + points
        tables["deals"][rows] += 1
        tables["dealer"][rows] = (tables["dealer"][rows] + 1) % players

    def _are_over(self, rows: Numbers) -> npt.NDArray[np.bool_]:
        """Which episodes end with a deal."""
        over = np.ones(len(rows), np.bool_)
        if self._episode == "game":
            tables = self._tables
            for deals in np.unique(tables["deals"][rows]).tolist():
                which = tables["deals"][rows] == deals
                won = winners(self._rules, self._totals[rows[which]], deals)
                over[which] = won.any(axis=1) | (deals >= MOST_DEALS_A_GAME)
        return over

    def _begin_episodes(self, rows: Numbers) -> None:
        tables, players = self._tables, np.uint64(self._rules.players)
        first = (rows.astype(np.uint64) + tables["episode"][rows]) % players
        tables["dealer"][rows] = first
        self._totals[rows] = self._first_totals[rows % len(self._first_totals)]
        tables["deals"][rows] = 0
        self._over[rows] = False
        if self._mirror is not None:
            self._mirror.begin(rows, tables["dealer"], tables["episode"])
        self._deal(rows)

    def _steps(self, ends: Ends) -> Steps:
        terminated = np.zeros(len(self), np.bool_)
        terminated[ends.tables] = True
        turn = self._tables["turn"]
        return Steps(turn, self._observation, self._mask, self._rewards, terminated, ends)

    def _show(self, rows: Numbers) -> None:
        observing.show_tables(self._house, self._layout, self._tables, rows, self._sheets)

    def _no_ends(self) -> Ends:
        return Ends(self._rows[:0], self._last_seen(self._rows[:0]))

    def _last_seen(self, rows: Numbers) -> Floats:
        """What every seat saw at the end, written where it was the last time, if there is room."""
        needed = len(rows) * self._rules.players
        if needed > len(self._end_sheets.words):
            self._end_sheets = _sheets(needed, 0, self._width)
        return self._seen_by_all(rows, self._end_sheets, self._width)

    def _seen_by_all(self, rows: Numbers, sheets: Sheets, width: int) -> Floats:
        players = self._rules.players
        if width and len(rows):
            observing.show_all(self._house, self._layout, self._tables, rows, sheets)
        seen = _numbers(sheets, width)[: len(rows) * players]
        return seen.reshape(len(rows), players, width)

    def _refusal(self, table: int, action: int) -> BadArgumentError:
        what = f"actions[{table}]"
        if self._over[table]:
            return bad_argument(what, "none: the episode is over, so reset it", action)
        return bad_argument(what, "a legal action, as the mask has them", action)


def _check_learners(rules: Ruleset, seats: Mapping[Seat, object]) -> None:
    for seat in seats:
        check_whole("players", seat, 0, rules.players - 1)
    if len(seats) == rules.players:
        raise bad_argument("players", "with a seat left to learn", seats)


def _sheets(rows: int, mask_words: int, width: int) -> Sheets:
    """Room for masks, a whole number of words each, and observations, whole lines of the cache."""
    words = -(-width // (2 * _LINE)) * _LINE
    draft = np.zeros(words, np.uint64)
    return Sheets(
        legal=np.zeros(rows, np.uint64),
        mask=np.zeros((rows, mask_words), np.uint64),
        words=_lined_up(rows, words),
        draft=draft.view(np.float32),
        draft_words=draft,
    )


def _lined_up(rows: int, words: int) -> Words:
    """Zeros that begin with a line of the cache: so they are written over more quickly."""
    room = np.zeros(rows * words + _LINE, np.uint64)
    begin = -room.ctypes.data // room.itemsize % _LINE
    return room[begin : begin + rows * words].reshape(rows, words)


def _numbers(sheets: Sheets, width: int) -> Floats:
    """The observations on a sheet."""
    return sheets.words.view(np.float32)[:, :width]


def _described(value: object) -> object:
    """What an array is like; anything else as it is."""
    if not isinstance(value, np.ndarray):
        return value
    array = cast("npt.NDArray[np.generic]", value)
    return f"{array.dtype} of shape {array.shape}"


def _is_array(value: object, kind: type[np.generic], shape: tuple[int, ...]) -> bool:
    if not isinstance(value, np.ndarray):
        return False
    array = cast("npt.NDArray[np.generic]", value)
    return array.dtype == kind and array.shape == shape


def _first_totals(rules: Ruleset, tables: int, totals: npt.ArrayLike | None) -> Numbers:
    """The points at the beginning of an episode: one row for all tables, or one each."""
    if totals is None:
        return np.zeros((1, rules.players), np.int64)
    given = np.asarray(totals)
    shapes = (rules.players,), (tables, rules.players)
    if given.dtype.kind not in "iu" or given.shape not in shapes or abs(given).max() > _MOST_TOTAL:
        raise bad_argument("totals", f"whole numbers of shape {shapes[0]} or {shapes[1]}", totals)
    first = given.astype(np.int64).reshape(-1, rules.players)
    if winners(rules, first, 0).any():
        raise bad_argument("totals", "such that nobody has won yet", totals)
    return first


def _house(rules: Ruleset, policies: Mapping[Seat, Policy] | None) -> House:
    seats = dict(policies or {})
    plays = np.full(rules.players, _LEARNER, np.int64)
    aims = np.zeros(rules.players, np.int64)
    declares = set[int]()
    for seat, policy in seats.items():
        check_whole("policies", seat, 0, rules.players - 1)
        check("policies", Policy, policy)
        plays[seat] = PLAYS[policy.plays_of_seats(rules.players)[seat]]
        aims[seat] = policy.aims_of_seats(rules.players)[seat]
        declares.add(DECLARES[policy.declares])
    if (plays != _LEARNER).all():
        raise bad_argument("policies", "with a seat left to learn", policies)
    if len(declares) > 1:
        raise bad_argument("policies", "alike in what they declare", policies)
    pairs = list(combinations(range(1, rules.players), 2)) if rules.accusations else []
    how = plan(rules)
    return House(
        frame=Frame(
            players=rules.players,
            tricks=rules.tricks,
            packs=how.packs,
            declares=rules.declares,
            teams=how.teams,
            pairs=len(pairs),
            open_reveal=rules.reveal is Reveal.AT_FIRST_PARTNER_CARD,
            first_leader=how.first_leader,
            declaring=declares.pop() if declares else 0,
        ),
        plan=how,
        pairs=np.array(pairs, np.int64).reshape(-1, 2),
        policies=plays,
        aims=aims,
        shares=(np.arange(rules.tricks + 1) / rules.tricks).astype(np.float32),
    )


def _layout(layout: Features) -> Layout:
    begins = {name: part.start for name, part in layout.slices.items()}
    return Layout(*(np.uint64(begins.get(name, 0)) for name in Layout._fields))
