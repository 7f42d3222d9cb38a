"""What the rules refuse: every move is judged here, and nowhere else."""

from collections.abc import Sequence
from typing import Final, assert_never, get_args

from collusion_rules.cards import Card, Hand, Seat, Suit, cards_at_table, is_seat
from collusion_rules.dealing import deal_faults
from collusion_rules.errors import ErrorCode, Fault, excerpt, fault
from collusion_rules.moves import (
    MOST_EVENTS,
    MOST_WORDS,
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
from collusion_rules.state import Draft, Phase, Table
from collusion_rules.texts import is_one_line

_MOVES: Final = frozenset[type](get_args(Move))
_STATEMENTS: Final = frozenset[type](get_args(Statement))


def refusal(table: Table, move: Move) -> Fault | None:
    """Why the rules refuse a move; `None` if they allow it. It may be anything at all."""
    if type(move) is Play and table.choices & move.bits and move.seat == table.to_act:
        return None
    if type(move) not in _MOVES:
        return _not_a_move("kind", "move", "a Play, Declaration, Talk or Accusation", move)
    match move:
        case Play():
            return turn_refusal(table, move) or _card_refusal(table, move)
        case Declaration():
            return _declaration_refusal(table, move)
        case Talk():
            return _talk_refusal(table, move)
        case Accusation():
            return _accusation_refusal(table, move)
        case _:
            assert_never(move)


def version_refusal(table: Table, expected: int) -> Fault | None:
    """Why a move that was made for some version of a game is stale, or a doubled one, if so."""
    if type(expected) is int and expected == table.version:
        return None
    given, stale = excerpt(expected), ErrorCode.STALE_VERSION
    return fault(stale, expected=given, version=table.version)


def sender_refusal(move: Move, sender: Seat | None) -> Fault | None:
    """Why somebody may not make a move, whatever the rules say to it: it is for another seat.

    Nothing is told of that seat: neither its cards nor whether it is on turn.

    Args:
        move: what was sent; it may be anything at all.
        sender: where its sender sits; `None` for a spectator, who may make none.
    """
    if type(move) not in _MOVES:
        return _not_a_move("kind", "move", "a Play, Declaration, Talk or Accusation", move)
    if type(move.seat) is int and move.seat == sender:
        return None
    return fault(ErrorCode.NOT_YOUR_SEAT)


def turn_refusal(table: Table, play: Play) -> Fault | None:
    """Why a seat may play no card at all now; `None` if it may."""
    if type(play.card) is not Card:
        return _not_a_move("card", "Play", "a Card", play.card)
    if wrong := _seat_fault(table, "Play", play.seat) or _time_fault(table):
        return wrong
    if table.to_act is None:
        return fault(ErrorCode.TRICK_COMPLETE)
    if play.seat != table.to_act:
        return fault(ErrorCode.NOT_YOUR_TURN, seat=play.seat, turn=table.to_act)
    return None


def reveal_due(table: Draft) -> bool:
    """Whether the partners are revealed now: after the last trick (C4), or as one shows (D1)."""
    scene = table.scene
    if scene.rules.partnership is None or scene.revealed or table.to_act is not None:
        return False
    if table.trick:
        return bool(table.trick[-1].bits & scene.watched)
    return scene.phase is Phase.PLAYING


def deal_refusal(table: Table) -> tuple[Fault, ...]:
    """Why nothing may be dealt now, if so."""
    if table.phase is Phase.AWAITING_DEAL:
        return ()
    over = table.phase is Phase.OVER
    return (fault(ErrorCode.GAME_OVER if over else ErrorCode.DEAL_IN_PROGRESS),)


def hands_refusal(rules: Ruleset, hands: Sequence[Hand]) -> tuple[Fault, ...]:
    """Everything that is wrong with hands to deal, at once (A3, D6)."""
    return deal_faults(rules.dealing, rules.deck, rules.players, hands)


def _card_refusal(table: Table, play: Play) -> Fault:
    """Why the seat on turn may not play a card: it doesn't hold it, or must follow suit (A5)."""
    seat, card, cards = play.seat, play.card, cards_at_table(table.choices)
    if table.unplayed & table.scene.hands[seat] & play.bits:
        led = table.trick[0].card.suit
        return fault(ErrorCode.MUST_FOLLOW_SUIT, seat=seat, suit=led, cards=cards)
    return fault(ErrorCode.CARD_NOT_HELD, seat=seat, card=card, cards=cards)


def _declaration_refusal(table: Table, declaration: Declaration) -> Fault | None:
    """Why a declaration is refused (C1)."""
    seat, suit = declaration.seat, declaration.suit
    if not isinstance(suit, Suit):
        return _not_a_move("suit", "Declaration", "a Suit", suit)
    if wrong := _seat_fault(table, "Declaration", seat):
        return wrong
    if not table.rules.declares:
        return fault(ErrorCode.NO_DECLARATION, ruleset=table.rules.name)
    if table.phase is Phase.PLAYING:
        return fault(ErrorCode.ALREADY_DECLARED, suit=table.trump)
    if table.phase is not Phase.DECLARING:
        return _time_fault(table)
    if seat != table.dealer:
        return fault(ErrorCode.NOT_THE_DEALER, dealer=table.dealer)
    return None


def _talk_refusal(table: Table, talk: Talk) -> Fault | None:
    """Why talk is refused (B9, C3)."""
    if wrong := _seat_fault(table, "Talk", talk.seat):
        return wrong
    if table.rules.talk is TableTalk.NONE:
        return fault(ErrorCode.NO_TALK, ruleset=table.rules.name)
    if wrong := _time_fault(table):
        return wrong
    if len(table.deal_log) >= MOST_EVENTS:
        return fault(ErrorCode.TOO_MUCH_TALK, most=MOST_EVENTS)
    return _statement_fault(table, talk.seat, talk.statement)


def _statement_fault(table: Table, speaker: Seat, statement: Statement) -> Fault | None:
    if type(statement) not in _STATEMENTS:
        return _not_a_move("statement", "Talk", "a Statement", statement)
    match statement:
        case Aim(tricks) | AskAim(tricks):
            return _tricks_fault(table, statement, tricks)
        case AskMore(seat) | AskWhatToLead(seat) | AskWhatNotToLead(seat) | OfferLead(seat):
            return _listener_fault(table, statement, speaker, seat)
        case Offer(seat, tricks) | Agree(seat, tricks):
            listener = _listener_fault(table, statement, speaker, seat)
            return listener or _tricks_fault(table, statement, tricks)
        case AskLead(suit, height):
            if not isinstance(suit, Suit | None):
                return _not_a_move("suit", "AskLead", "a Suit or None", suit)
            if not isinstance(height, Height | None):
                return _not_a_move("height", "AskLead", "a Height or None", height)
            return None
        case AskNotLead(suit):
            if not isinstance(suit, Suit):
                return _not_a_move("suit", "AskNotLead", "a Suit", suit)
            return None
        case NoMore() | Retract():
            return None
        case Words(text):
            if table.rules.talk is not TableTalk.ANYTHING:
                return fault(ErrorCode.NO_WORDS, ruleset=table.rules.name)
            if type(text) is not str:
                return _not_a_move("text", "Words", "text", text)
            if not is_one_line(text, MOST_WORDS):
                return fault(ErrorCode.BAD_WORDS, most=MOST_WORDS)
            return None
        case _:
            assert_never(statement)


def _tricks_fault(table: Table, statement: Statement, tricks: int) -> Fault | None:
    if type(tricks) is not int:
        return _not_a_move("tricks", type(statement).__name__, "an int", tricks)
    if not 0 <= tricks <= table.rules.tricks:
        most = table.rules.tricks
        return fault(ErrorCode.IMPOSSIBLE_TRICKS, tricks=excerpt(tricks), most=most)
    return None


def _listener_fault(table: Table, statement: Statement, speaker: Seat, seat: Seat) -> Fault | None:
    if wrong := _seat_fault(table, type(statement).__name__, seat):
        return wrong
    return fault(ErrorCode.SPEAKING_TO_ONESELF, seat=seat) if seat == speaker else None


def _accusation_refusal(table: Table, accusation: Accusation) -> Fault | None:
    """Why an accusation is refused (C10, C11, C12)."""
    seat, suspects = accusation.seat, accusation.suspects
    if wrong := _seat_fault(table, "Accusation", seat):
        return wrong
    if not table.rules.accusations:
        return fault(ErrorCode.NO_ACCUSATIONS, ruleset=table.rules.name)
    if wrong := _time_fault(table):
        return wrong
    if type(suspects) is not tuple:
        return _not_a_move("suspects", "Accusation", "a tuple of seats", suspects)
    for suspect in suspects:
        if wrong := _seat_fault(table, "Accusation", suspect):
            return wrong
    if len(suspects) != 2 or suspects[0] == suspects[1]:
        return fault(ErrorCode.TWO_SUSPECTS)
    if seat in suspects:
        return fault(ErrorCode.ACCUSED_ONESELF, seat=seat)
    if any(made.seat == seat for made in table.accusations):
        return fault(ErrorCode.ALREADY_ACCUSED, seat=seat)
    if table.partners_revealed or table.teams_played is not None or reveal_due(table):
        return fault(ErrorCode.PARTNERS_PUBLIC)
    return None


def _time_fault(table: Table) -> Fault | None:
    """What has to happen before anybody plays or speaks; `None` during play."""
    match table.phase:
        case Phase.AWAITING_DEAL:
            return fault(ErrorCode.AWAITING_DEAL, dealer=table.dealer)
        case Phase.DECLARING:
            return fault(ErrorCode.AWAITING_DECLARATION, dealer=table.dealer)
        case Phase.PLAYING:
            return None
        case Phase.OVER:
            return fault(ErrorCode.GAME_OVER)
        case _:
            assert_never(table.phase)


def _seat_fault(table: Table, kind: str, seat: Seat) -> Fault | None:
    players = table.rules.players
    if is_seat(seat, players):
        return None
    if type(seat) is not int:
        return _not_a_move("seat", kind, "an int", seat)
    return fault(ErrorCode.NO_SUCH_SEAT, seat=excerpt(seat), last=players - 1)


def _not_a_move(field: str, kind: str, expected: str, got: object) -> Fault:
    name = ErrorCode.NOT_A_MOVE
    return fault(name, field=field, kind=kind, expected=expected, got=excerpt(got))
