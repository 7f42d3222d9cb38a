"""Logs, which are not trusted: a log makes a game or a view only if the rules allow it."""

from collections.abc import Iterable
from functools import reduce
from typing import Final, assert_never, get_args

from collusion_rules.cards import Cards, FaceDown, Seat, check_seat
from collusion_rules.engine import consequence, new_game
from collusion_rules.errors import (
    BadArgumentError,
    BadDealError,
    BadRecordError,
    ErrorCode,
    bad_argument,
    check,
    each_of,
    excerpt,
)
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
    unknown_event,
)
from collusion_rules.folding import begin, fold, resume
from collusion_rules.hidden import HiddenHands, hidden_hands, hidden_hands_after
from collusion_rules.judging import deal_refusal, hands_refusal, refusal, reveal_due, turn_refusal
from collusion_rules.moves import Accusation, Declaration, Play, Talk
from collusion_rules.partnerships import Teams, are_teams
from collusion_rules.plausibility import some_deal_fits
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import AnyTable, Game, Table, View
from collusion_rules.values import are_same

_EVENTS: Final = frozenset[type](get_args(Event))


def replay(log: Iterable[Event]) -> Game:
    """The game of a log. Each event must be what the rules produce.

    Raises:
        BadRecordError: some event is not; `parameters["index"]` is its place, and
            `parameters["reason"]` says why.
        BadScoringError: a scoring of your own, in the rules, returns what it must not.
        BadArgumentError: `log` can't be iterated over.
    """
    events = tuple(each_of("log", log))
    game = reduce(_step, events[1:], begin(Game, _start(events)))
    due = consequence(game)
    if due is not None:
        raise _broken(len(events), f"the log stops before {type(due).__name__}")
    return game


def rewind(game: Game, version: int) -> Game:
    """The game as it was at an earlier version.

    Raises:
        BadArgumentError: it never stood at that version, or `game` is not a `Game`.
    """
    check("game", Game, game)
    if type(version) is int and 1 <= version <= game.version:
        scene = game.scene
        dealt = [place for place in scene.dealt if place < version]
        then = resume(Game, game.log[:version], dealt, told=scene.told)
        if consequence(then) is None:  # else that version is among the consequences of a move
            return then
    wrong = ErrorCode.NO_SUCH_VERSION
    raise BadArgumentError(wrong, version=excerpt(version), most=game.version)


def observe(events: Iterable[Event], seat: Seat | None) -> View:
    """The view that a seat, or a spectator (`None`), has after these redacted events.

    Each must be possible, as far as the viewer can know.

    Raises:
        BadRecordError: some event is not; `parameters["index"]` is its place, and
            `parameters["reason"]` says why.
        BadScoringError: a scoring of your own, in the rules, returns what it must not.
        BadArgumentError: `events` can't be iterated over, or there is no such seat.
    """
    told = tuple(each_of("events", events))
    start = _start(told)
    check_seat("seat", seat, start.rules.players, or_none=True)
    view = begin(View, start, seat)
    hands = hidden_hands(view)
    for event in told[1:]:
        view, hands = _advanced(view, event, hands)
    return view


def advance(view: View, event: Event) -> View:
    """The view after its viewer is told of one more event.

    Raises:
        BadRecordError: the event can't happen now, as far as the viewer can know.
        BadScoringError: a scoring of your own, in the rules, returns what it must not.
        BadArgumentError: `view` is not a `View`.
    """
    check("view", View, view)
    own = isinstance(event, Play) and type(event.seat) is int and event.seat == view.viewer
    others = isinstance(event, Play) and not own
    if others or isinstance(event, PartnersRevealed):
        return _advanced(view, event, hidden_hands(view))[0]
    return _step(view, event)


def _advanced(view: View, event: Event, hands: HiddenHands) -> tuple[View, HiddenHands]:
    """The view after one more event, and what it tells of the hidden hands, which must allow it."""
    after = _step(view, event, hands)
    match event:
        case Dealt():
            return after, hidden_hands(after)
        case Play(seat, _):
            fits_anyway = seat == view.viewer
        case PartnersRevealed():
            fits_anyway = False
        case GameStarted() | Declaration() | Talk() | Accusation():
            return after, hands
        case TrickWon() | DealScored() | GameWon():
            return after, hands
        case _:
            assert_never(event)  # `_step` has refused it
    hands = hidden_hands_after(hands, after)
    if not fits_anyway and not some_deal_fits(hands):
        raise _broken(view.version, f"no deal of the hidden cards allows {type(event).__name__}")
    return after, hands


def _start(events: tuple[Event, ...]) -> GameStarted:
    """The first event of a log, if it is a start."""
    start = events[0] if events else None
    if type(start) is not GameStarted:
        raise _broken(0, f"a log begins with GameStarted, not with {excerpt(start)}")
    try:
        check("rules", Ruleset, start.rules)
        if type(start.dealer) is not int:  # a dealer who is left out would be drawn
            raise bad_argument("dealer", "a seat", start.dealer)
        new_game(start.rules, start.dealer)
    except BadArgumentError as error:
        raise _broken(0, str(error)) from error
    return start


def _step(table: AnyTable, event: Event, hands: HiddenHands | None = None) -> AnyTable:
    """The table after an event of its log, if it may come next.

    Args:
        table: a game, or a view.
        event: what is said to happen.
        hands: what is known of the hidden hands, for a view.
    """
    if type(event) not in _EVENTS:
        raise _broken(table.version, f"{excerpt(event)} can't happen here")
    due = consequence(table)
    if due is not None and not _is_reveal(table, event):
        if event is not due and not are_same(event, due):
            wanted = due if type(event) is type(due) else type(due).__name__
            raise _broken(table.version, f"the rules want {wanted} here")
        return fold(table, due)
    objection = _objection(table, event, hands)
    if objection is not None:
        raise _broken(table.version, objection)
    return fold(table, event)


def _is_reveal(table: Table, event: Event) -> bool:
    """Whether an event is a reveal that is due but can't be foreseen by a viewer (D1)."""
    if not isinstance(table, View) or not isinstance(event, PartnersRevealed):
        return False
    return table.teams is None and reveal_due(table)


def _objection(table: Table, event: Event, hands: HiddenHands | None) -> str | None:
    """Why an event that nothing foresees can't be next, if so."""
    match event:
        case Play() if hands is not None and table.to_act != table.scene.viewer:
            return _hidden_play_objection(table, event, hands)
        case Play() | Declaration() | Talk() | Accusation():
            wrong = refusal(table, event)
            return None if wrong is None else str(wrong)
        case Dealt():
            return _deal_objection(table, event)
        case PartnersRevealed(teams) if _is_reveal(table, event):
            return None if _can_be_teams(table.rules, teams) else "these can't be the teams"
        case GameStarted() | TrickWon() | PartnersRevealed() | DealScored() | GameWon():
            return f"{excerpt(event)} can't happen here"
        case _:
            raise unknown_event(event)


def _deal_objection(table: Table, dealt: Dealt) -> str | None:
    """Why hands can't be dealt so, as far as can be seen (A3, D6)."""
    if faults := deal_refusal(table):
        return str(BadDealError(faults))
    if type(dealt.dealer) is not int or dealt.dealer != table.dealer:
        return f"it is for seat {table.dealer} to deal"
    if type(dealt.hands) is not tuple:
        return "hands must be a tuple"
    if isinstance(table, Game):
        faults = hands_refusal(table.rules, dealt.hands)
        return str(BadDealError(faults)) if faults else None
    return _seen_deal_objection(table, dealt)


def _seen_deal_objection(table: Table, dealt: Dealt) -> str | None:
    rules, viewer, hands = table.rules, table.scene.viewer, dealt.hands
    if len(hands) != rules.players:
        return f"{rules.players} hands are needed"
    for seat, hand in enumerate(hands):
        match hand:
            case Cards() if seat == viewer and type(hand) is Cards:
                foreign, faults = hand - rules.deck.cards, rules.dealing.faults(Seat(seat), hand)
                right = len(hand) == rules.tricks and not foreign and not any(faults)
            case FaceDown(count) if seat != viewer and type(hand) is FaceDown:
                right = type(count) is int and count == rules.tricks
            case _:
                right = False
        if not right:
            return f"seat {seat} can't be seen to get such a hand"
    return None


def _hidden_play_objection(table: Table, play: Play, hands: HiddenHands) -> str | None:
    """Why a play from a hand that is face down can't be, as far as the viewer can know (A5)."""
    if wrong := turn_refusal(table, play):
        return str(wrong)
    seat, card = play.seat, play.card
    if not hands.may_hold(card):
        return f"seat {seat} can't hold {card}: it is elsewhere"
    if hands.is_out_of(seat, card.suit):
        return f"seat {seat} has shown that it has no {card.suit.name.lower()}"
    return None


def _can_be_teams(rules: Ruleset, teams: Teams) -> bool:
    """Whether teams are as the rules write them, whoever they are (C2, D4)."""
    partnership = rules.partnership
    right = partnership is not None and are_teams(partnership, teams, rules.players)
    return right and all(team == tuple(sorted(team)) for team in teams)


def _broken(index: int, reason: str) -> BadRecordError:
    return BadRecordError(ErrorCode.BROKEN_LOG, path="log", index=index, reason=reason)
