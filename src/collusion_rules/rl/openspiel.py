"""OpenSpiel: the games as Python games, with explicit chance and exact resampling.

`pip install "collusion-rules[openspiel]"`, then `register()` and
`pyspiel.load_game("collusion_parlett")`. One deal is one game; the last seat deals, so that seat 0
leads or, where trumps are declared, the last seat declares them. Points of the deal are the
returns. What a player knows is the log of their `View`, and nothing else.

OpenSpiel's own C++ search (`ISMCTSBot`) can't call `resample_from_infostate` of a game in Python,
and ends the process where it tries: use `open_spiel.python.algorithms.ismcts`.
"""

# pyspiel has no types, so strict checks of what comes from it can't be met:
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from collusion_rules.batch.plans import plan
from collusion_rules.batch.points import bounds, unscored
from collusion_rules.cards import CARDS, Cards, Seat
from collusion_rules.engine import deal, new_game
from collusion_rules.errors import bad_argument, check
from collusion_rules.events import Dealt
from collusion_rules.extras import needed
from collusion_rules.moves import Accusation, Declaration, Play
from collusion_rules.rl.coding import Coding
from collusion_rules.rl.features import encode, features
from collusion_rules.rl.turns import Turns
from collusion_rules.rulesets import RULESETS, Ruleset
from collusion_rules.state import Game, View
from collusion_rules.views import view
from collusion_rules.worlds import sample_world

needed("pyspiel", "openspiel")

# ruff: noqa: E402 -- what is missing must be said before it is imported
import itertools

import pyspiel

__all__ = ["register"]

_PREFIX: Final = "collusion_"
_REGISTERED: dict[str, Ruleset] = {}
_SEED_BITS: Final = 2**53


def register(*rulesets: Ruleset) -> tuple[str, ...]:
    """Make rulesets known to OpenSpiel, and return their names there.

    A name is `collusion_` and the ruleset's, with underscores: `collusion_secret_partners`. To
    register the same ruleset again does nothing.

    Args:
        *rulesets: what is played; the six games if left out.

    Raises:
        BadArgumentError: one is not a Ruleset, another ruleset has the name already, a name is
            not made of letters, digits and hyphens, or the scoring is not one of the library's
            own, so that the least and the most points aren't known.
    """
    names: list[str] = []
    for rules in rulesets or RULESETS.values():
        check("rulesets", Ruleset, rules)
        name = _PREFIX + rules.name.replace("-", "_")
        if not name.isidentifier() or not name.isascii():
            raise bad_argument("rulesets", "named with letters, digits and hyphens", rules.name)
        if unscored(rules) is not None:
            raise bad_argument("rulesets", "of a scoring of the library's own", rules.name)
        if _REGISTERED.setdefault(name, rules) != rules:
            raise bad_argument("rulesets", "of different names", rules.name)
        if name not in pyspiel.registered_names():
            pyspiel.register_game(_game_type(name), _class_of(name))
        names.append(name)
    return tuple(names)


def _loaded(rules: Ruleset) -> Any:
    """The game of a ruleset, in a process that may not have registered it yet."""
    return pyspiel.load_game(*register(rules))


def _class_of(name: str) -> "type[_DealGame]":
    """A class for each game: OpenSpiel keeps it beyond the end, which a function does not bear."""

    def make(self: _DealGame, params: dict[str, Any] | None = None) -> None:
        _DealGame.__init__(self, name, params)

    return type("DealGameOf" + name.title().replace("_", ""), (_DealGame,), {"__init__": make})


@cache
def _game_type(name: str) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Collusion: {_REGISTERED[name].name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_REGISTERED[name].players,
        min_num_players=_REGISTERED[name].players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )


class _DealGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One deal of a ruleset that `register` has made known."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        """Make the game; OpenSpiel calls this."""
        rules = _REGISTERED[name]
        least, most = bounds(rules)
        cards = len(rules.deck)
        moves = cards + rules.declares + (rules.players if rules.accusations else 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(Coding(rules)),
            max_chance_outcomes=len(CARDS),
            num_players=rules.players,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=None,
            max_game_length=moves,
        )
        super().__init__(_game_type(name), info, params or {})
        self.rules = rules

    def __reduce__(self) -> tuple[Callable[[Ruleset], Any], tuple[Ruleset]]:
        return _loaded, (self.rules,)

    def new_initial_state(self) -> "_DealState":
        """No card dealt yet."""
        return _DealState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One for each card."""
        return len(self.rules.deck)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,
        params: dict[str, Any] | None = None,
    ) -> "_ViewObserver":
        """What writes the observations."""
        return _ViewObserver(self.rules, iig_obs_type, params)


class _DealState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A deal during its dealing or its play."""

    def __init__(self, game: _DealGame) -> None:
        """Nothing is dealt; `_DealGame.new_initial_state` calls this."""
        super().__init__(game)
        self._rules = game.rules
        self._dealt: tuple[int, ...] = ()
        self._turns: Turns | None = None

    @property
    def table(self) -> Game | None:
        """The game of the library; `None` while cards are dealt."""
        return self._turns.game if self._turns else None

    def current_player(self) -> int:
        """Who acts: chance while cards are dealt, then the seat on turn."""
        if self._turns is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._turns.game.to_act
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come next in this packet, by how many copies are left (A3, D6)."""
        packet, dealt = self._packet()
        left, count = Counter(packet), len(packet) - len(dealt)
        left.subtract(dealt)
        return [(card, copies / count) for card, copies in sorted(left.items()) if copies]

    def _packet(self) -> tuple[list[int], tuple[int, ...]]:
        """The cards of the packet that is being dealt, and those of it that are dealt."""
        how, at = plan(self._rules), len(self._dealt)
        ends = how.packets.tolist()
        begin = max([0, *(end for end in ends if end <= at)])
        end = min(end for end in ends if end > at)
        return how.deck[begin:end].tolist(), self._dealt[begin:]

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self._turns is not None and self._turns.is_between_deals

    def returns(self) -> list[float]:
        """The points of the deal, one entry a seat; 0 until it is over."""
        score = self._turns.game.last_score if self._turns else None
        return [0.0] * self._rules.players if score is None else list(map(float, score.points))

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player was told, in order: their hand, and what everybody did."""
        seat = self._seat(player)
        if self._turns is None:
            return f"seat {seat}"
        return _told(view(self._turns.game, seat), self._turns.coding)

    def observation_string(self, player: int | None = None) -> str:
        """As the information state: nothing is forgotten."""
        return self.information_state_string(player)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "_DealState":
        """A state that this player can't tell from this one, each as likely as the others.

        The cards are drawn by `sample_world`: they agree with all that the player was told.
        """
        turns = self._turns
        if turns is None or turns.is_between_deals:
            return cast("_DealState", self.clone())
        seen = view(turns.game, Seat(player_id))
        world = sample_world(seen, int(probability_sampler() * _SEED_BITS))
        hands = [
            hand + Cards(play.card for play in seen.plays if play.seat == seat)
            for seat, hand in enumerate(world)
        ]
        state = cast("_DealGame", self.get_game()).new_initial_state()
        for action in (*_dealt_as(self._rules, hands), *_actions(turns)):
            state.apply_action(action)
        return state

    def _legal_actions(self, player: int) -> list[int]:
        turns = self._turns
        if turns is None or turns.game.to_act != player:
            return []
        return np.flatnonzero(turns.mask()).tolist()

    def _apply_action(self, action: int) -> None:
        if self._turns is not None:
            self._turns = self._turns.after(action)
            return
        packet, dealt = self._packet()
        if packet.count(action) <= dealt.count(action):
            raise bad_argument("action", "a card that is left to deal", action)
        self._dealt += (action,)
        if len(self._dealt) == len(self._rules.deck):
            game = new_game(self._rules, _dealer(self._rules))
            game = deal(game, hands=_hands(self._rules, self._dealt))
            self._turns = Turns(game, Coding(self._rules))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {CARDS[action]}"
        return Coding(self._rules).name(action)

    def __str__(self) -> str:
        if self._turns is None:
            return "dealt: " + " ".join(str(CARDS[card]) for card in self._dealt)
        game = self._turns.game
        hands = " | ".join(str(hand) for hand in _hands(self._rules, self._dealt))
        return f"{hands}\n{' '.join(_moves(game, self._turns.coding))}"

    def _seat(self, player: int | None) -> Seat:
        return Seat(self.current_player() if player is None else player)


class _ViewObserver:
    """Writes what a player sees, as `encode` lays it out."""

    def __init__(
        self,
        rules: Ruleset,
        iig_obs_type: Any,
        params: dict[str, Any] | None,
    ) -> None:
        """Make room for an observation.

        Raises:
            BadArgumentError: something else is asked for than what one player sees.
        """
        if params:
            raise bad_argument("params", "none", params)
        if iig_obs_type is not None and (
            iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER
            or not iig_obs_type.public_info
        ):
            raise bad_argument("iig_obs_type", "what is public and one player's own", iig_obs_type)
        layout = features(rules)
        self.tensor: npt.NDArray[np.float32] = np.zeros(len(layout), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            name: self.tensor[part].reshape(layout.shapes[name])
            for name, part in layout.slices.items()
        }

    def set_from(self, state: _DealState, player: int) -> None:
        """Write what a player sees in a state; zeros while cards are dealt."""
        table = state.table
        self.tensor[:] = 0 if table is None else encode(view(table, Seat(player)))

    def string_from(self, state: _DealState, player: int) -> str:
        """What a player knows, as text."""
        return state.information_state_string(player)


def _dealer(rules: Ruleset) -> Seat:
    return Seat(rules.players - 1)


def _order(rules: Ruleset) -> Iterator[Seat]:
    """Who gets each card in turn: every packet begins at the dealer's left (A3, D6)."""
    begin = 0
    for end in plan(rules).packets.tolist():
        for place in range(end - begin):
            yield Seat((_dealer(rules) + 1 + place) % rules.players)
        begin = end


def _hands(rules: Ruleset, dealt: tuple[int, ...]) -> list[Cards]:
    piles: list[list[int]] = [[] for _ in range(rules.players)]
    for seat, card in zip(_order(rules), dealt, strict=True):
        piles[seat].append(card)
    return [Cards(CARDS[card] for card in pile) for pile in piles]


def _dealt_as(rules: Ruleset, hands: list[Cards]) -> Iterator[int]:
    """An order of dealing that gives these hands."""
    how = plan(rules)
    left = [[card.number for card in hand] for hand in hands]
    begins = [0, *how.packets.tolist()]
    packet_of = [Counter(how.deck[begin:end].tolist()) for begin, end in itertools.pairwise(begins)]
    packet = 0
    for at, seat in enumerate(_order(rules)):
        packet += at == begins[packet + 1]
        card = next(card for card in left[seat] if packet_of[packet][card])
        left[seat].remove(card)
        yield card


def _actions(turns: Turns) -> Iterator[int]:
    for event in turns.game.log:
        if isinstance(event, Play | Declaration | Accusation):
            yield turns.coding.action(event)


def _told(seen: View, coding: Coding) -> str:
    dealt = next(event for event in seen.log if isinstance(event, Dealt))
    viewer = coding.viewer(seen)
    return "\n".join([f"seat {viewer}: {dealt.hands[viewer]}", " ".join(_moves(seen, coding))])


def _moves(table: Game | View, coding: Coding) -> Iterator[str]:
    for event in table.log:
        if isinstance(event, Play | Declaration | Accusation):
            yield f"{event.seat}: {coding.name(coding.action(event))};"
