"""The verbs: each takes a game and returns a new one, or says what the rules make of it."""

import secrets
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from collusion_rules.cards import Cards, Seat, Suit, cards_at_table, check_seat
from collusion_rules.errors import (
    BadDealError,
    BadOutcomeError,
    ErrorCode,
    Fault,
    IllegalMoveError,
    check,
    each_of,
    excerpt,
    fault,
)
from collusion_rules.events import (
    DealScored,
    Dealt,
    Event,
    GameStarted,
    GameWon,
    PartnersRevealed,
    TrickWon,
)
from collusion_rules.folding import after, begin, fold, happen
from collusion_rules.judging import (
    deal_refusal,
    hands_refusal,
    refusal,
    reveal_due,
    sender_refusal,
    version_refusal,
)
from collusion_rules.moves import MOST_PLAYERS, Accusation, Declaration, Move, plays_of
from collusion_rules.partnerships import Teams, are_teams
from collusion_rules.rulesets import Ruleset
from collusion_rules.schemes import fault_of_outcome, lines_of
from collusion_rules.scoring import DealScore, Outcome, are_numbers, listed, totals_fault
from collusion_rules.shuffling import Chance, Seed, fresh_seed
from collusion_rules.state import Draft, Game, Phase, Table, View, check_table, closed
from collusion_rules.tricks import taker


def new_game(rules: Ruleset, dealer: Seat | None = None) -> Game:
    """Start a game: nothing is dealt yet.

    Args:
        rules: what to play.
        dealer: who deals first; drawn at random if left out (A2).

    Raises:
        BadArgumentError: `rules` is not a `Ruleset`, or there is no such seat.
    """
    check("rules", Ruleset, rules)
    if dealer is None:
        dealer = Seat(secrets.randbelow(rules.players))
    else:
        check_seat("dealer", dealer, rules.players)
    return begin(Game, GameStarted(rules, dealer))


def deal(game: Game, seed: Seed | None = None, hands: Sequence[Cards] | None = None) -> Game:
    """Deal the cards of the next deal (A3, D6).

    Args:
        game: a game that awaits a deal.
        seed: what the shuffle depends on, together with the number of the deal. So a seed serves
            one game: the next game with it has the same cards. With neither a seed nor hands, 256
            secret bits.
        hands: the hands to deal instead, one entry a seat.

    Raises:
        BadDealError: the game doesn't await a deal, the hands are not a deal of its deck (`faults`
            names all that is wrong with them), or the seed is of a wrong type.
        BadArgumentError: `game` is not a `Game`.
    """
    check("game", Game, game)
    if faults := deal_refusal(game):
        raise BadDealError(faults)
    rules = game.rules
    if hands is None:
        chance = Chance(fresh_seed() if seed is None else seed, game.deals_played + 1)
        dealt = rules.dealing.hands(rules.deck, rules.players, game.dealer, chance)
    elif seed is not None:
        raise BadDealError([fault(ErrorCode.SEED_AND_HANDS)])
    else:
        given = tuple(hands) if isinstance(hands, list | tuple) else hands  # looked at once
        if faults := hands_refusal(rules, given):
            raise BadDealError(faults)
        dealt = tuple(given)
    return fold(game, Dealt(game.dealer, dealt))


def legal_moves(table: Game | View, seat: Seat | None = None) -> tuple[Move, ...]:
    """What may be played or declared now, from AS down to 2C; `()` if nobody is to act.

    A view answers for its viewer alone. Talk is not listed; ask `is_legal`.

    Args:
        table: a game, or a viewer's view of one.
        seat: answer for this seat, its accusations included (C11), instead of the seat on turn.

    Raises:
        BadArgumentError: `table` is neither a game nor a view, or there is no such seat.
    """
    if type(table) is not Game:
        check_table(table)
    if seat is None:
        turn, choices = table.to_act, table.choices
        if turn is None:
            return ()
        return plays_of(turn, choices) if choices else _declarations(table, turn)
    check_seat("seat", seat, table.rules.players, or_none=True)
    if isinstance(table, View) and seat != table.viewer:
        return ()
    moves = legal_moves(table) if seat == table.to_act else ()
    return (*moves, *_accusations(table, seat))


def playable(table: Game | View) -> Cards:
    """The cards that may be played now (A5): none if nobody is to play, or it is another's turn.

    A view answers for its viewer alone.

    Raises:
        BadArgumentError: `table` is neither a game nor a view.
    """
    check_table(table)
    return cards_at_table(table.choices)


def is_legal(table: Game | View, move: Move) -> bool:
    """Whether `play` would accept a move. On a view, `False` for all moves but its viewer's.

    Raises:
        BadArgumentError: `table` is neither a game nor a view.
    """
    return why_not(table, move) is None


def why_not(table: Game | View, move: Move) -> Fault | None:
    """Why `play` would refuse a move; `None` if it would accept it.

    On a view all moves but its viewer's are refused as `not-your-seat`.

    Raises:
        BadArgumentError: `table` is neither a game nor a view.
    """
    check_table(table)
    if isinstance(table, View) and (wrong := sender_refusal(move, table.viewer)):
        return wrong
    return refusal(table, move)


def play(
    game: Game, move: Move, expect_version: int | None = None, sender: Seat | None = None
) -> Game:
    """Make a move, and all that follows from it: a trick won, a reveal, a score, the end.

    Args:
        game: the game; it stays as it is.
        move: a play, declaration, statement or accusation, by whichever seat it names.
        expect_version: the version of the game that the move was meant for, to refuse a stale
            or doubled one.
        sender: where the person sits who sent the move, to refuse one for another seat, as
            `not-your-seat`, which tells nothing of that seat.

    Raises:
        IllegalMoveError: the rules refuse the move; `code` says why.
        BadScoringError: the move ends the deal, and a scoring of your own returns what it must
            not; the game stays as it is.
        BadArgumentError: `game` is not a `Game`, or there is no such seat as `sender`.
    """
    if type(game) is not Game:
        check("game", Game, game)
    wrong = None
    if sender is not None:
        check_seat("sender", sender, game.rules.players)
        wrong = sender_refusal(move, sender)
    if expect_version is not None:
        wrong = wrong or version_refusal(game, expect_version)
    wrong = wrong or refusal(game, move)
    if wrong is not None:
        raise IllegalMoveError(wrong.code, move, **wrong.parameters)
    draft = after(game, move)
    while draft.to_act is None and (due := consequence(draft)) is not None:
        happen(draft, due)
    return closed(draft, Game)


def score_deal(rules: Ruleset, outcome: Outcome, totals: Sequence[int] | None = None) -> DealScore:
    """Score a deal from its outcome alone: no game is needed.

    Args:
        rules: what is played.
        outcome: tricks, one entry a seat; and teams, where there are any.
        totals: points before the deal, one entry a seat; all 0 if left out.

    Raises:
        BadOutcomeError: no deal can end like that, or the totals are not points.
        BadScoringError: a scoring of your own returns what it must not: no lines, points that
            are not whole, a seat that there is not.
        BadArgumentError: `rules` is not a `Ruleset`, or `outcome` is not an `Outcome`.
    """
    check("rules", Ruleset, rules)
    check("outcome", Outcome, outcome)
    before = (0,) * rules.players if totals is None else totals
    before = tuple(before) if isinstance(before, list | tuple) else before  # looked at once
    if wrong := _outcome_fault(rules, outcome, before):
        raise BadOutcomeError(wrong.code, **wrong.parameters)
    return _score(rules, outcome, before)


def score_game(rules: Ruleset, outcomes: Iterable[Outcome]) -> tuple[DealScore, ...]:
    """Score the deals of a game from their outcomes, one after the other.

    Args:
        rules: what is played.
        outcomes: how each deal ended, the first one first; the game may go on after the last.

    Raises:
        BadOutcomeError: no deal can end like one of them, or the game was over before it;
            `parameters["index"]` is its place, from 0.
        BadScoringError: as for `score_deal`.
        BadArgumentError: `rules` is not a `Ruleset`, `outcomes` can't be iterated over, or one
            of them is not an `Outcome`.
    """
    check("rules", Ruleset, rules)
    scores, totals = list[DealScore](), (0,) * rules.players
    for index, outcome in enumerate(each_of("outcomes", outcomes)):
        if scores and rules.winners(totals, index):
            raise BadOutcomeError(ErrorCode.AFTER_THE_END, index=index)
        try:
            score = score_deal(rules, outcome, totals)
        except BadOutcomeError as error:
            raise BadOutcomeError(error.code, **{**error.parameters, "index": index}) from None
        scores.append(score)
        totals = score.totals
    return tuple(scores)


def score_so_far(table: Game | View) -> DealScore | None:
    """What each seat would score if the deal ended now, and why (B7 and all).

    It is scored as if no more tricks were to come. `None` while that can't be said: no trick is
    taken in the deal, the viewer can't know the teams, or no whole deal could be tied so (B6).

    Raises:
        BadScoringError: as for `score_deal`.
        BadArgumentError: `table` is neither a game nor a view.
    """
    check_table(table)
    rules = table.rules
    if table.phase is not Phase.PLAYING or not any(table.tricks_won):
        return None
    if rules.partnership is not None and table.teams_known is None:
        return None
    outcome = _outcome(table)
    if fault_of_outcome(rules.scoring, outcome) is not None:
        return None
    return _score(rules, outcome, table.totals)


def _score(rules: Ruleset, outcome: Outcome, totals: Sequence[int]) -> DealScore:
    """The score of an outcome that can happen.

    Raises:
        BadScoringError: as for `score_deal`.
    """
    lines = lines_of(rules.scoring, outcome, totals)
    points, now = [0] * rules.players, list(totals)
    for line in lines:
        points[line.seat] += line.points
        now[line.seat] += line.points
    return DealScore(outcome, tuple(points), tuple(now), lines)


def game_winner(table: Game | View) -> tuple[Seat, ...]:
    """The winner of a game, or its joint winners (A10); `()` while it goes on.

    Raises:
        BadArgumentError: `table` is neither a game nor a view.
    """
    check_table(table)
    last = table.deal_log[-1]
    return last.winners if isinstance(last, GameWon) else ()


def consequence(table: Draft) -> Event | None:
    """What must happen next by itself; `None` if it is for somebody to act, or all is over.

    A deal is scored at once when its last trick is taken (A9).
    """
    if table.to_act is not None:
        return None
    if reveal_due(table):
        return PartnersRevealed(table.teams_known or ())
    scene = table.scene
    if table.trick:
        return _TRICKS_WON[taker(table.trick, scene.trump)]
    if scene.phase is Phase.PLAYING:
        return DealScored(_score(scene.rules, _outcome(table), scene.totals))
    if scene.phase is Phase.AWAITING_DEAL and scene.deals_played:
        winners = scene.rules.winners(scene.totals, scene.deals_played)
        return GameWon(winners) if winners else None
    return None


_TRICKS_WON: Final = tuple(TrickWon(Seat(seat)) for seat in range(MOST_PLAYERS))
"""By a seat: that it takes a trick. Logs share these values."""


def _declarations(table: Table, dealer: Seat) -> tuple[Declaration, ...]:
    """What the dealer may declare now, seen by whoever may see it (C1)."""
    viewed = isinstance(table, View) and dealer != table.viewer
    if table.phase is not Phase.DECLARING or viewed:
        return ()
    return tuple(Declaration(dealer, suit) for suit in Suit)


def _accusations(table: Table, seat: Seat) -> tuple[Accusation, ...]:
    """The accusations that a seat may make now, in the order of the suspects (C11).

    Whichever two others are accused makes no difference to the rules: one is judged for all.
    """
    others = (Seat(other) for other in range(table.rules.players) if other != seat)
    made = tuple(Accusation(seat, pair) for pair in combinations(others, 2))
    return made if made and refusal(table, made[0]) is None else ()


def _outcome(table: Draft) -> Outcome:
    """How the deal on the table ended, and who accused rightly and wrongly (C10, C11)."""
    if not table.rules.accusations:
        return Outcome(table.tricks_won, table.teams_known or ())
    teams, made = table.teams_known or (), table.accusations
    right = {each.seat for each in made if _is_right(each, teams)}
    wrong = sorted({each.seat for each in made} - right)
    return Outcome(table.tricks_won, teams, bool(right), tuple(wrong))


def _is_right(made: Accusation, teams: Teams) -> bool:
    """Whether an accusation is an opponent's, and of both partners (C11)."""
    return sorted(made.suspects) == sorted(teams[0]) and made.seat in teams[1]


def _are_tuples_of_seats(teams: Teams) -> bool:
    return type(teams) is tuple and all(
        type(team) is tuple and all(type(seat) is int for seat in team) for team in teams
    )


def _outcome_fault(rules: Ruleset, outcome: Outcome, totals: Sequence[int]) -> Fault | None:
    """Why an outcome is impossible under the rules, or the totals before it are; if so."""
    tricks, teams, players = outcome.tricks, outcome.teams, rules.players
    wrong = ErrorCode.NOT_AN_OUTCOME
    if not are_numbers(tricks, players) or min(tricks) < 0:
        expected = f"a tuple of {players} numbers of tricks"
        return fault(wrong, field="tricks", expected=expected, got=listed(tricks))
    if sum(tricks) != rules.tricks:
        got = excerpt(sum(tricks))
        return fault(ErrorCode.WRONG_TRICKS_TOTAL, tricks=rules.tricks, got=got)
    if not _are_tuples_of_seats(teams):
        got = excerpt(teams) if type(teams) is not tuple else "a tuple of anything else"
        return fault(wrong, field="teams", expected="a tuple of tuples of seats", got=got)
    if rules.partnership is None and teams:
        return fault(ErrorCode.NO_TEAMS)
    if rules.partnership is not None and not are_teams(rules.partnership, teams, players):
        return fault(ErrorCode.BAD_TEAMS, expected=rules.partnership.shape)
    if type(outcome.rightly_accused) is not bool:
        got = excerpt(outcome.rightly_accused)
        return fault(wrong, field="rightly_accused", expected="True or False", got=got)
    accusers = outcome.wrong_accusers
    if not _are_seats(accusers, players):
        expected, got = "a tuple of different seats in their order", listed(accusers)
        return fault(wrong, field="wrong_accusers", expected=expected, got=got)
    if (outcome.rightly_accused or accusers) and not rules.accusations:
        return fault(ErrorCode.NOT_ACCUSABLE)
    return totals_fault(totals, players) or fault_of_outcome(rules.scoring, outcome)


def _are_seats(seats: Sequence[Seat], players: int) -> bool:
    """Whether they are a tuple of different seats in their order."""
    return (
        isinstance(seats, tuple)
        and are_numbers(seats, len(seats))
        and [seat for seat in range(players) if seat in seats] == list(seats)
    )
