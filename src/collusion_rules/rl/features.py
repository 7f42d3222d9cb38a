"""What a seat can see, as an array of numbers: named slices, and the function of a view.

An observation is a function of a `View`, by type: what its viewer was not told can't be in it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, assert_never, final

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.cards import CARDS, Seat, Suit
from collusion_rules.errors import check
from collusion_rules.knowledge import pacts, voids
from collusion_rules.moves import Aim, AskLead, AskNotLead, Height, NoMore, Talk
from collusion_rules.partnerships import Partnership, SecretPair, ThreePairs
from collusion_rules.rl.coding import Coding
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import Phase, View
from collusion_rules.values import ReadOnly, Value

Observation = npt.NDArray[np.float32]

VERSION: Final = "v0"
"""The version of the layout: another one means that old weights don't fit."""

POINTS: Final = 100.0
"""Totals are given in hundreds of points."""
DEALS: Final = 8.0
"""How many deals are played is given in eighths of the usual eight."""

_SUITS: Final = tuple(Suit)
_HEIGHT: Final = tuple(Height)
_HEIGHTS: Final = slice(len(_SUITS) + 1, len(_SUITS) + 1 + len(_HEIGHT))
"""Where in what a seat asked for is how high a card it asked for."""
_AVOIDED: Final = slice(_HEIGHTS.stop, _HEIGHTS.stop + len(_SUITS))
"""Where in what a seat asked for are the suits that it asked not to be led."""


@final
@attrs.frozen
class Features(Value):
    """The layout of an observation.

    Attributes:
        version: the version of the layout; it changes whenever a number moves or means another
            thing.
        slices: by name, where in the array each part is.
        shapes: by name, the shape that the part can be given: seats come first, counted from the
            viewer clockwise.
    """

    version: str
    slices: Mapping[str, slice]
    shapes: Mapping[str, tuple[int, ...]]

    def __len__(self) -> int:
        return sum(part.stop - part.start for part in self.slices.values())


def features(rules: Ruleset, talk: bool = False) -> Features:
    """How `encode` lays out what a seat sees under these rules.

    Args:
        rules: what is played.
        talk: whether what was said is in it.

    Raises:
        BadArgumentError: `rules` is not a Ruleset, or there is no talk under these rules.
    """
    return _features(Coding(rules, talk))


@lru_cache(maxsize=64)
def _features(coding: Coding) -> Features:
    slices: dict[str, slice] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    begin = 0
    for name, shape in _parts(coding):
        end = begin + int(np.prod(shape))
        slices[name], shapes[name] = slice(begin, end), shape
        begin = end
    return Features(VERSION, ReadOnly(slices), ReadOnly(shapes))


def _parts(coding: Coding) -> Iterator[tuple[str, tuple[int, ...]]]:
    rules, cards, suits = coding.rules, len(CARDS), len(Suit)
    seats = rules.players
    yield "hand", (cards,)
    yield "played", (seats, cards)
    yield "trick", (seats, cards)
    yield "voids", (seats, suits)
    yield "tricks_won", (seats,)
    yield "totals", (seats,)
    yield "deals_played", (1,)
    yield "dealer", (seats,)
    yield "turn", (seats,)
    if rules.declares:
        yield "declaring", (1,)
        yield "trump", (suits,)
    if rules.partnership is not None:
        yield "partner_cards", (cards,)
        yield "teams", (seats, _teams_of(rules.partnership))
    if rules.accusations:
        yield "accused", (seats, seats)
    if coding.talk:
        yield "aims", (seats, rules.tricks + 2)
        yield "asked", (seats, 2 * suits + 1 + len(Height))
        yield "offers", (seats, seats)
        yield "pacts", (seats, seats)


def _teams_of(partnership: Partnership) -> int:
    """How many teams a deal has."""
    match partnership:
        case SecretPair():
            return 2
        case ThreePairs():
            return 3
        case _:
            assert_never(partnership)


def encode(view: View, talk: bool = False) -> Observation:
    """What the viewer sees, as numbers: float32 (len(features(view.rules, talk)),).

    Seats are counted from the viewer, clockwise.

    - hand, played, trick: how many copies of each card, by `card.number`: those the viewer holds,
      those each seat has played in this deal, and the one that it has on the table.
    - voids: 1 for a suit that a seat has shown to be out of, as `voids` has it.
    - tricks_won: a share of all tricks. totals: in hundreds of points. deals_played: in eighths.
    - dealer, turn: 1 for the seat.
    - declaring: 1 while the dealer must declare. trump: 1 for the suit.
    - partner_cards: 1 for a card that decides the teams. teams: 1 for the team that each seat
      is in, in the order of `view.teams`; all 0 until the viewer can know them.
    - accused: 1 where a seat (first index) has accused another (second).
    - aims: what each seat last said to aim for: a number of tricks, or as the last entry that it
      will probably take no more. asked: the suits that it last asked to be led, any suit, how
      high, and the suits that it asked not to be led.
    - offers, pacts: (tricks + 1) / (all tricks + 1) where a seat (first index) has offered that to
      another, or has agreed on it with another.

    Raises:
        BadArgumentError: `view` is not a View of a seat, or there is no talk under its rules.
    """
    check("view", View, view)
    coding = Coding(view.rules, talk)
    sheet = _Sheet(view, coding.viewer(view), _features(coding))
    sheet.write_cards()
    sheet.write_seats()
    if view.rules.declares:
        sheet.write_trumps()
    if view.rules.partnership is not None:
        sheet.write_teams()
    if talk:
        sheet.write_talk()
        sheet.write_pacts()
    return sheet.array


class _Sheet:
    """An observation that is being written, part by part."""

    def __init__(self, view: View, viewer: Seat, layout: Features) -> None:
        self.array: Observation = np.zeros(len(layout), np.float32)
        self._view, self._viewer, self._layout = view, viewer, layout

    def write_cards(self) -> None:
        """Cards held, played and on the table."""
        view, hand = self._view, self._part("hand")
        for card in view.hand or ():
            hand[card.number] += 1
        played, trick = self._part("played"), self._part("trick")
        for play in view.plays:
            played[self._place(play.seat), play.card.number] += 1
        for play in view.trick:
            trick[self._place(play.seat), play.card.number] = 1

    def write_seats(self) -> None:
        """What is known of each seat, and whose turn it is."""
        view = self._view
        for seat, shown in enumerate(voids(view)):
            place = self._place(seat)
            for suit in shown:
                self._part("voids")[place, _SUITS.index(suit)] = 1
            self._part("tricks_won")[place] = view.tricks_won[seat] / view.rules.tricks
            self._part("totals")[place] = view.totals[seat] / POINTS
        self._part("deals_played")[0] = view.deals_played / DEALS
        self._part("dealer")[self._place(view.dealer)] = 1
        if view.to_act is not None:
            self._part("turn")[self._place(view.to_act)] = 1

    def write_trumps(self) -> None:
        """The trump suit, or that it is to be declared."""
        self._part("declaring")[0] = self._view.phase is Phase.DECLARING
        if self._view.trump is not None:
            self._part("trump")[_SUITS.index(self._view.trump)] = 1

    def write_teams(self) -> None:
        """Which cards decide the teams, the teams as far as known, and the accusations."""
        for card in self._view.partner_cards:
            self._part("partner_cards")[card.number] = 1
        for team, seats in enumerate(self._view.teams or ()):
            for seat in seats:
                self._part("teams")[self._place(seat), team] = 1
        for made in self._view.accusations:
            for suspect in made.suspects:
                self._part("accused")[self._place(made.seat), self._place(suspect)] = 1

    def write_talk(self) -> None:
        """What each seat last said that it aims for, and which leads it last asked for."""
        aims, asked = self._part("aims"), self._part("asked")
        for event in self._view.deal_log:
            if not isinstance(event, Talk):
                continue
            place = self._place(event.seat)
            match event.statement:
                case Aim(tricks):
                    aims[place] = 0
                    aims[place, tricks] = 1
                case NoMore():
                    aims[place] = 0
                    aims[place, -1] = 1
                case AskLead(suit, height):
                    asked[place, : _AVOIDED.start] = 0
                    asked[place, len(_SUITS) if suit is None else _SUITS.index(suit)] = 1
                    if height is not None:
                        asked[place, _HEIGHTS.start + _HEIGHT.index(height)] = 1
                case AskNotLead(suit):
                    asked[place, _AVOIDED] = 0
                    asked[place, _AVOIDED.start + _SUITS.index(suit)] = 1
                case _:
                    pass

    def write_pacts(self) -> None:
        """What is offered, and what is agreed."""
        most = self._view.rules.tricks + 1
        for pact in pacts(self._view):
            by, to = self._place(pact.offered_by), self._place(pact.offered_to)
            part = self._part("pacts" if pact.agreed else "offers")
            part[by, to] = (pact.tricks + 1) / most
            if pact.agreed:
                part[to, by] = part[by, to]

    def _part(self, name: str) -> Observation:
        return self.array[self._layout.slices[name]].reshape(self._layout.shapes[name])

    def _place(self, seat: int) -> int:
        return (seat - self._viewer) % self._view.rules.players
