"""Where the deals of a batch begin: with a shuffle, with hands given, or during a deal."""

from collections.abc import Iterator, Sequence

import attrs
import numpy as np

from collusion_rules.batch.kernel import Start, Words, first_bad_deal
from collusion_rules.batch.plans import SUITS, cards, honours, plan, unread, words
from collusion_rules.cards import Card, Cards, FaceDown, Hand, Seat
from collusion_rules.engine import deal, new_game, play
from collusion_rules.errors import BadArgumentError, ErrorCode, bad_argument, excerpt
from collusion_rules.events import Dealt
from collusion_rules.moves import Accusation, Declaration, Play
from collusion_rules.partnerships import SecretPair
from collusion_rules.rulesets import Ruleset
from collusion_rules.state import Game, Phase, View


def fresh(rules: Ruleset) -> Start:
    """Each deal begins with a shuffle."""
    return _undealt(rules, np.zeros((0, rules.players, 2), np.uint64))


def dealt(rules: Ruleset, hands: Words) -> Start:
    """Each deal begins with hands of its own.

    Args:
        rules: what is played.
        hands: the cards as bits, by deal, seat and copy.

    Raises:
        BadArgumentError: `hands` is not such an array.
        BadDealError: the hands of some deal are not a deal of the deck.
    """
    shape = (rules.players, 2)
    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint64 or hands.shape[1:] != shape:
        expected = f"an array of uint64 of shape (deals, {rules.players}, 2)"
        raise _wrong_hands(expected, excerpt(hands))
    hands = np.array(hands, order="C")  # the machine code is made for arrays that can be written
    if (hands >> np.uint64(52)).any() or (hands[:, :, 1] & ~hands[:, :, 0]).any():
        raise _wrong_hands("bits 0 to 51, a second copy only beside a first", "other bits")
    bad = 0 if unread(rules) else first_bad_deal(plan(rules), hands, honours(rules))
    if bad >= 0:  # the engine names all that is wrong with it
        deal(new_game(rules, Seat(0)), hands=[cards(hand) for hand in hands[bad]])
    return _undealt(rules, hands)


def under_way(game: Game) -> Start:
    """All deals begin with the same position."""
    return with_hands(game, words(game.hands)[np.newaxis])


def with_hands(position: Game | View, hands: Words) -> Start:
    """All deals begin with the same position, but each with hands of its own.

    Args:
        position: a game or a view, during a deal.
        hands: the cards held now, by deal, seat and copy.
    """
    leader = -1 if position.phase is Phase.DECLARING else _seat_on_lead(position)
    partner_cards = position.partner_cards
    shown = [at for at, made in enumerate(position.plays, start=1) if made.card in partner_cards]
    return Start(
        hands=hands,
        played=np.array([_bits(_played(position, seat)) for seat in _seats(position)], np.uint64),
        trick=np.array([_bits([made.card]) for made in position.trick], np.uint64),
        won=np.array(position.tricks_won, np.int64),
        done=sum(position.tricks_won),
        leader=leader,
        trump=-1 if position.trump is None else SUITS.index(position.trump),
        shown=shown[0] if shown else 0,
    )


def turned(rules: Ruleset) -> tuple[Ruleset, ...]:
    """The rules for games that begin with each deal of the cycle of partner cards in turn (D2)."""
    partnership = rules.partnership
    if not isinstance(partnership, SecretPair):
        return (rules,)
    return tuple(
        attrs.evolve(rules, partnership=attrs.evolve(partnership, cycle=(pair,)))
        for pair in partnership.cycle
    )


def filled_in(position: Game | View, hands: Sequence[Cards] | None) -> Game:
    """The deal of a position as a game by itself, with the cards of all seats.

    Args:
        position: a game or a view, during a deal.
        hands: the cards that each seat holds now; for a game, those it has if left out.

    Raises:
        BadArgumentError: the position is between deals or over, or the hands are not those that
            the position shows.
        BadDealError: the hands and the cards played are not a deal of the deck.
        IllegalMoveError: with such hands, a move of this deal would have been refused.
    """
    _check_in_deal(position)
    full = _full_hands(position, hands)
    cycle = turned(position.rules)
    game = new_game(cycle[position.deals_played % len(cycle)], position.dealer)
    game = deal(game, hands=[hand + Cards(_played(position, seat)) for seat, hand in full])
    for move in _moves(position):
        game = play(game, move)
    _check_in_deal(game)  # a view may not have been told yet that its last trick is taken
    if position.teams and position.teams != game.teams:
        raise _wrong_hands("such that the partners are those who are known", "others")
    return game


def _undealt(rules: Ruleset, hands: Words) -> Start:
    return Start(
        hands=hands,
        played=np.zeros(rules.players, np.uint64),
        trick=np.zeros(0, np.uint64),
        won=np.zeros(rules.players, np.int64),
        done=0,
        leader=-1,
        trump=-1,
        shown=0,
    )


def _check_in_deal(position: Game | View) -> None:
    if not isinstance(position, Game | View):
        raise bad_argument("position", "a Game or a View", position)
    if position.phase is Phase.OVER:
        raise BadArgumentError(ErrorCode.GAME_OVER)
    if position.phase is Phase.AWAITING_DEAL:
        raise BadArgumentError(ErrorCode.AWAITING_DEAL, dealer=position.dealer)


def _full_hands(position: Game | View, hands: Sequence[Cards] | None) -> list[tuple[Seat, Cards]]:
    """Each seat with the cards that it holds now."""
    shown: tuple[Hand, ...] = position.hands
    given: Sequence[Hand] = shown if hands is None else hands
    players = position.rules.players
    if not isinstance(given, list | tuple) or len(given) != players:
        raise _wrong_hands(f"{players} hands", excerpt(given))
    face_down = tuple(seat for seat, hand in enumerate(given) if isinstance(hand, FaceDown))
    if face_down:
        raise BadArgumentError(ErrorCode.FACE_DOWN, seats=face_down)
    full: list[tuple[Seat, Cards]] = []
    for seat, hand in enumerate(given):
        if not isinstance(hand, Cards):
            raise _wrong_hands("Cards, one entry a seat", excerpt(hand))
        if isinstance(position, View) and seat == position.viewer and hand != shown[seat]:
            raise _wrong_hands(f"{shown[seat]} for the viewer", str(hand))
        full.append((Seat(seat), hand))
    return full


def _moves(position: Game | View) -> Iterator[Declaration | Play | Accusation]:
    """The moves of this deal that matter to its outcome: all but talk."""
    log = position.log
    dealt_at = max(at for at, event in enumerate(log) if isinstance(event, Dealt))
    for event in log[dealt_at:]:
        if isinstance(event, Declaration | Play | Accusation):
            yield event


def _seat_on_lead(game: Game | View) -> int:
    """Who leads or has led to the trick on the table."""
    if game.trick:
        return game.trick[0].seat
    return -1 if game.to_act is None else game.to_act


def _seats(position: Game | View) -> Iterator[Seat]:
    return map(Seat, range(position.rules.players))


def _played(position: Game | View, seat: Seat) -> list[Card]:
    """The cards that a seat has played in this deal."""
    return [made.card for made in position.plays if made.seat == seat]


def _bits(played: Sequence[Card]) -> int:
    """The different cards, as bits."""
    return sum(1 << card.number for card in set(played))


def _wrong_hands(expected: str, got: str) -> BadArgumentError:
    return BadArgumentError(ErrorCode.BAD_ARGUMENT, argument="hands", expected=expected, got=got)
