"""A number for every move: plays, declarations, accusations and typed statements, both ways."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, assert_never, cast, final

import attrs
import numpy as np
import numpy.typing as npt

from collusion_rules.cards import CARDS, Seat, Suit, is_seat
from collusion_rules.engine import is_legal, legal_moves
from collusion_rules.errors import bad_argument, check, check_whole
from collusion_rules.moves import (
    Accusation,
    Agree,
    Aim,
    AskAim,
    AskLead,
    AskMore,
    AskNotLead,
    AskWhatNotToLead,
    AskWhatToLead,
    Declaration,
    Height,
    Move,
    NoMore,
    Offer,
    OfferLead,
    Play,
    Retract,
    Statement,
    Talk,
    Words,
)
from collusion_rules.rulesets import Ruleset, TableTalk
from collusion_rules.state import View
from collusion_rules.values import Value

Mask = npt.NDArray[np.bool_]
"""By action: whether it may be done now."""

_MADE_BY: Final = Seat(0)
_TO_A_SEAT: Final = (AskMore, AskWhatToLead, AskWhatNotToLead, OfferLead, Offer, Agree)
"""The statements that are said to one other seat."""


@final
@attrs.frozen
class Coding(Value):
    """The actions of a ruleset: whole numbers from 0, one for each move of a seat.

    First the plays, by `card.number` (both copies of a card are one action); then, where there are
    such, the four declarations by suit, the accusations, and with `talk` every typed statement.
    Free text has no number. Other seats are counted from the one that moves, so that an action
    means the same thing for every seat: a move to the left neighbour is one of seat +1.

    Raises:
        BadArgumentError: `rules` is not a Ruleset, `talk` is not True or False, or there is to be
            talk where the ruleset allows none (C3).

    Attributes:
        rules: what is played.
        talk: whether statements have numbers too.
    """

    rules: Ruleset
    talk: bool = False

    def __attrs_post_init__(self) -> None:
        check("rules", Ruleset, self.rules)
        check("talk", bool, self.talk)
        if self.talk and self.rules.talk is TableTalk.NONE:
            raise bad_argument("talk", "False for a ruleset without talk", self.talk)

    def __len__(self) -> int:
        return len(_moves(self))

    @property
    def first_accusation(self) -> int:
        """The first action that accuses two seats (C11), as `suspects` orders them."""
        return len(CARDS) + (4 if self.rules.declares else 0)

    @property
    def suspects(self) -> tuple[tuple[int, int], ...]:
        """The pairs that one may accuse, counted from the accuser; `()` without accusations."""
        if not self.rules.accusations:
            return ()
        return tuple(combinations(range(1, self.rules.players), 2))

    @property
    def first_statement(self) -> int:
        """The first action that says something; as many as there are actions without talk."""
        return self.first_accusation + len(self.suspects)

    def action(self, move: Move) -> int:
        """The number of a move.

        Raises:
            BadArgumentError: it has none, as free text, or is not a move under these rules.
        """
        action = self._action(move)
        if action is None:
            raise bad_argument("move", "one that has a number", move)
        return action

    def move(self, action: int, seat: Seat) -> Move:
        """The move that an action is when this seat makes it.

        Raises:
            BadArgumentError: there is no such action or no such seat.
        """
        check_whole("action", action, 0, len(self) - 1)
        check_whole("seat", seat, 0, self.rules.players - 1)
        return _turned(_moves(self)[action], seat, self.rules.players)

    def name(self, action: int) -> str:
        """What an action is, in a few words: `play AS`, `declare H`, `offer +2 4`.

        Raises:
            BadArgumentError: there is no such action.
        """
        check_whole("action", action, 0, len(self) - 1)
        return _name(_moves(self)[action])

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every action, in their order."""
        return tuple(map(_name, _moves(self)))

    def mask(self, view: View) -> Mask:
        """Whether the viewer may do each action now, in turn or out of turn.

        It has True for just those actions whose move `is_legal` accepts.

        Raises:
            BadArgumentError: `view` is not a View of a seat, or is of other rules.
        """
        viewer = self.viewer(view)
        mask = np.zeros(len(self), np.bool_)
        for move in legal_moves(view, viewer):
            mask[self.action(move)] = True
        if self.talk:
            # one statement is judged for all: none of those here has a wrong part
            mask[self.first_statement :] = is_legal(view, Talk(viewer, NoMore()))
        return mask

    def viewer(self, view: View) -> Seat:
        """The seat whose view it is.

        Raises:
            BadArgumentError: `view` is not a View of a seat, or is of other rules.
        """
        check("view", View, view)
        if view.rules != self.rules:
            raise bad_argument("view", f"of {self.rules.name}", view)
        if view.viewer is None:
            raise bad_argument("view", "a seat's, not a spectator's", view)
        return view.viewer

    def _action(self, move: Move) -> int | None:
        if not isinstance(move, Move) or not _are_seats((move.seat,), self.rules):
            return None
        seats = _seats_named(move)
        if not _are_seats(seats, self.rules):
            return None
        back = _turned(move, self.rules.players - move.seat, self.rules.players)
        try:
            return _numbers(self).get(back)
        except TypeError:  # a part of it can't be hashed: it is not one of the moves
            return None


@lru_cache(maxsize=64)
def _moves(coding: Coding) -> tuple[Move, ...]:
    """Every action as the move that seat 0 makes by it."""
    return tuple(_all_moves(coding))


@lru_cache(maxsize=64)
def _numbers(coding: Coding) -> dict[Move | None, int]:
    return {move: action for action, move in enumerate(_moves(coding))}


def _all_moves(coding: Coding) -> Iterator[Move]:
    yield from (Play(_MADE_BY, card) for card in CARDS)
    if coding.rules.declares:
        yield from (Declaration(_MADE_BY, suit) for suit in Suit)
    for first, second in coding.suspects:
        yield Accusation(_MADE_BY, (Seat(first), Seat(second)))
    if coding.talk:
        for statement in statements(coding.rules):
            yield Talk(_MADE_BY, statement)


def statements(rules: Ruleset) -> Iterator[Statement]:
    """Every typed statement of seat 0 (B9)."""
    counts = range(rules.tricks + 1)
    others = [Seat(seat) for seat in range(1, rules.players)]
    yield from map(Aim, counts)
    yield from map(AskAim, counts)
    yield from (NoMore(), Retract())
    yield from map(AskMore, others)
    yield from map(OfferLead, others)
    yield from map(AskWhatToLead, others)
    yield from map(AskWhatNotToLead, others)
    yield from (AskLead(suit, height) for suit in (None, *Suit) for height in (None, *Height))
    yield from map(AskNotLead, Suit)
    yield from (Offer(seat, tricks) for seat in others for tricks in counts)
    yield from (Agree(seat, tricks) for seat in others for tricks in counts)


def _seats_named(move: Move) -> object:
    """The seats that a move names besides its own."""
    match move:
        case Play() | Declaration():
            return ()
        case Accusation(_, suspects):
            return suspects
        case Talk(_, statement):
            return (statement.seat,) if isinstance(statement, _TO_A_SEAT) else ()
        case _:
            assert_never(move)


def _turned(move: Move, by: int, players: int) -> Move:
    """The same move by a seat that many places further on, everybody else moved along."""

    def turned(seat: Seat) -> Seat:
        return Seat((seat + by) % players)

    moved = attrs.evolve(move, seat=turned(move.seat))
    match moved:
        case Play() | Declaration():
            return moved
        case Accusation(seat, suspects):
            return Accusation(seat, tuple(sorted(map(turned, suspects))))
        case Talk(seat, statement) if isinstance(statement, _TO_A_SEAT):
            return Talk(seat, attrs.evolve(statement, seat=turned(statement.seat)))
        case Talk():
            return moved
        case _:
            assert_never(moved)


def _are_seats(seats: object, rules: Ruleset) -> bool:
    given = cast("tuple[object, ...]", seats) if type(seats) is tuple else (None,)
    return all(is_seat(seat, rules.players) for seat in given)


def _name(move: Move) -> str:
    match move:
        case Play(_, card):
            return f"play {card}"
        case Declaration(_, suit):
            return f"declare {suit}"
        case Accusation(_, suspects):
            return " ".join(["accuse", *(f"+{seat}" for seat in suspects)])
        case Talk(_, statement):
            return f"say {_statement_name(statement)}"
        case _:
            assert_never(move)


def _statement_name(statement: Statement) -> str:
    match statement:
        case Aim(tricks):
            return f"aim {tricks}"
        case AskAim(tricks):
            return f"ask-aim {tricks}"
        case NoMore():
            return "no-more"
        case Retract():
            return "retract"
        case AskMore(seat):
            return f"ask-more +{seat}"
        case OfferLead(seat):
            return f"offer-lead +{seat}"
        case AskWhatToLead(seat):
            return f"ask-what-to-lead +{seat}"
        case AskWhatNotToLead(seat):
            return f"ask-what-not-to-lead +{seat}"
        case AskLead(suit, height):
            return " ".join(["ask-lead", str(suit or "any"), str(height or "any")])
        case AskNotLead(suit):
            return f"ask-not-lead {suit}"
        case Offer(seat, tricks):
            return f"offer +{seat} {tricks}"
        case Agree(seat, tricks):
            return f"agree +{seat} {tricks}"
        case Words():
            return "words"
        case _:
            assert_never(statement)
