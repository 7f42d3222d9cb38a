"""What happens by itself in a room, and when: one plan, which `tick` and `next_deadline` read."""

from typing import Final, Literal, assert_never

import attrs

from collusion_rules.cards import Cards, Seat
from collusion_rules.engine import deal, legal_moves, play
from collusion_rules.hosting.draws import (
    first_dealer,
    own_commitment,
    own_share,
    player_seed,
    seed_of,
    terms_of,
)
from collusion_rules.hosting.rooms import Room, agreement, news_of, once
from collusion_rules.hosting.rows import (
    AskClosed,
    Body,
    DrawVoided,
    Excused,
    GameOpened,
    Happened,
    Paused,
    Revealed,
    TakenBack,
)
from collusion_rules.moves import Declaration, Move, Play, Talk
from collusion_rules.state import Game, Phase, View
from collusion_rules.values import Value

LATE_MS: Final = 2_000
"""How late a server may be for a deadline before it takes the blame itself."""

Due = Literal["reveal", "take-back", "close-ask", "open-game", "void", "late-share", "deal", "turn"]


@attrs.frozen
class Plan(Value):
    """What comes next by itself.

    Attributes:
        at: when, in milliseconds UTC.
        due: what.
    """

    at: int
    due: Due


def plan(room: Room) -> Plan | None:
    """What comes next by itself; `None` if nothing does until somebody does something."""
    return once(room, _plan)


def _plan(room: Room) -> Plan | None:
    if room.newer:
        return None
    game, draw = room.game, room.draw
    over = room.closed or (game is not None and game.phase is Phase.OVER)
    if over and draw is not None and draw.dealt and not draw.revealed:
        return Plan(room.at, "reveal")
    if room.closed:
        return None
    if room.ask is not None:
        return _plan_of_ask(room)
    if not room.anybody:
        return None
    if game is None:
        return Plan(room.at, "open-game") if room.full else None
    if draw is not None and not draw.dealt:
        return _plan_of_draw(room)
    if game.phase is Phase.AWAITING_DEAL:
        return Plan(room.turn_at + room.settings.deal_ms, "deal") if room.full else None
    if game.phase is Phase.OVER or room.paused:
        return None
    return Plan(_turn_ends(room), "turn")


def _turn_ends(room: Room) -> int:
    if room.excused_at is not None:
        return room.excused_at + room.settings.grace_ms
    return room.turn_at + room.settings.turn_ms


def _plan_of_ask(room: Room) -> Plan:
    ask = room.ask
    assert ask is not None  # noqa: S101 -- asked before
    if room.seat_of(ask.person) != ask.seat:
        return Plan(room.at, "close-ask")
    if agreement(room, ask):
        return Plan(room.at, "take-back")
    return Plan(ask.at + room.settings.answer_ms, "close-ask")


def _plan_of_draw(room: Room) -> Plan:
    draw = room.draw
    assert draw is not None  # noqa: S101 -- asked before
    if draw.people != tuple(chair.person for chair in room.chairs) or not room.full:
        return Plan(room.at, "void")
    if draw.complete:
        return Plan(room.at, "deal")
    wait = room.settings.grace_ms if draw.excused else room.settings.answer_ms
    return Plan(draw.at + wait, "late-share")


def next_deadline(room: Room) -> int | None:
    """When `tick` will do something next, in milliseconds UTC, if nobody does anything before."""
    next_ = plan(room)
    return None if next_ is None else next_.at


def time_left(room: Room, now: int) -> int | None:
    """How many milliseconds are left of the turn, question or draw; `None` if no time runs."""
    next_ = plan(room)
    if next_ is None or next_.due == "reveal":
        return None
    return max(0, next_.at - now)


def due_body(room: Room, planned: Plan, now: int) -> tuple[Body, Game | None]:
    """What the row says that is due now, and the game after it if that has been played."""
    settings, game, draw = room.settings, room.game, room.draw
    match planned.due:
        case "open-game":
            return opened_game(room), None
        case "take-back":
            assert room.ask is not None  # noqa: S101 -- planned
            return TakenBack(room.ask.to), None
        case "close-ask":
            assert room.ask is not None  # noqa: S101 -- planned
            there = room.seat_of(room.ask.person) == room.ask.seat
            return AskClosed(room.ask.row, "timeout" if there else "left"), None
        case _:
            pass
    assert game is not None  # noqa: S101 -- planned
    assert draw is not None  # noqa: S101 -- planned
    match planned.due:
        case "reveal":
            return Revealed(draw.number, own_share(settings, draw.number)), None
        case "void":
            return DrawVoided((), own_share(settings, draw.number)), None
        case "late-share":
            if now > planned.at + LATE_MS and not draw.excused:
                return Excused(), None
            return DrawVoided(draw.missing, own_share(settings, draw.number)), None
        case "deal":
            after = deal(game, seed=seed_of(settings, draw))
            return Happened("deal", news_of(game, after)), after
        case "turn":
            return _turn_passed(room, game, planned, now)
        case _:
            assert_never(planned.due)


def _turn_passed(room: Room, game: Game, planned: Plan, now: int) -> tuple[Body, Game | None]:
    """What follows when a turn's time is up."""
    if now > planned.at + LATE_MS and room.excused_at is None:
        return Excused(), None
    if all(chair.asleep for chair in room.chairs if chair.person is not None):
        return Paused(), None
    seat = game.to_act
    assert seat is not None  # noqa: S101 -- planned
    after = play(game, sleepers_move(room.views[seat]))
    return Happened("sleeper", news_of(game, after)), after


def sleepers_move(view: View) -> Move:
    """What is played for somebody who lets a turn pass: the lowest card, or their longest suit."""
    moves = legal_moves(view)
    plays = [move for move in moves if isinstance(move, Play)]
    if plays:
        return min(plays, key=lambda move: (move.card.rank, move.card.suit))
    hand = view.hand or Cards()
    declarations = [move for move in moves if isinstance(move, Declaration)]
    return max(declarations, key=lambda move: len(hand.of_suit(move.suit)))


def opened_game(room: Room) -> GameOpened:
    """The announcement of the next game."""
    settings, number = room.settings, room.number + 1
    dealer = first_dealer(settings, number)
    sharers = tuple(
        Seat(seat)
        for seat, chair in enumerate(room.chairs)
        if settings.shares and chair.person is not None and not chair.asleep
    )
    terms = terms_of(settings, number, dealer, room.names, sharers)
    return GameOpened(number, dealer, terms, own_commitment(settings, number, terms), sharers)


@attrs.frozen
class Want(Value):
    """A computer player whose turn it is.

    Attributes:
        seat: its seat.
        row: the last row of the room that the view is of.
        kind: which kind of player sits there.
        view: what it sees, and all that it is given.
        seed: what its chance depends on, the same on every server.
        may_speak: whether it has said nothing yet in this turn.
        turn_at: when the turn began, in milliseconds UTC.
    """

    seat: Seat
    row: int
    kind: str
    view: View
    seed: bytes = attrs.field(repr=False)
    may_speak: bool
    turn_at: int


def want_move(room: Room) -> Want | None:
    """The computer player whose turn it is; `None` if it is not a computer's, or no time runs.

    It follows from the state of the room, at any time: no wish is lost if a server dies.
    """
    planned, game = plan(room), room.game
    if planned is None or planned.due != "turn" or game is None or game.to_act is None:
        return None
    seat = game.to_act
    kind = room.chairs[seat].computer
    if not kind:
        return None
    spoken = any(
        isinstance(row.body, Happened)
        and isinstance(row.body.events[0], Talk)
        and row.body.events[0].seat == seat
        for row in room.rows_after(room.turn_row)
    )
    seed = player_seed(room.settings, room.seq)
    return Want(seat, room.seq, kind, room.views[seat], seed, not spoken, room.turn_at)
