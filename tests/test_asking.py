"""What a table and a game are asked: hands, choices, refusals, scores so far."""

from typing import Any, cast

import attrs
import laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seeing import viewed, viewers

import collusion_rules as cr
from collusion_rules import testing
from collusion_rules.shuffling import Chance

N, E, S, W = map(cr.Seat, range(4))
CODE = cr.ErrorCode
PLAYING = cr.deal(cr.new_game(cr.PARLETT, W), seed=1)
SECRET = laws.random_game(cr.SECRET_PARTNERS, 3, 200)
"""In the fourth deal."""


# What a view and a game have


@given(viewed())
def test_a_viewer_sees_their_own_hand(seen: tuple[cr.Game, cr.Seat | None]) -> None:
    game, viewer = seen
    hand = cr.view(game, viewer).hand
    assert hand == (None if viewer is None else game.hands[viewer])


@given(testing.games())
def test_the_log_of_a_deal_and_what_is_in_it(game: cr.Game) -> None:
    deals = [at for at, event in enumerate(game.log) if isinstance(event, cr.Dealt)]
    assert game.deal_log == game.log[deals[-1] if deals else 0 :]
    assert game.deal_number == len(deals)
    assert game.deal_number - game.deals_played in (0, 1)
    taken = [event.seat for event in game.deal_log if isinstance(event, cr.TrickWon)]
    assert game.trick_winners == tuple(taken)
    assert len(game.tricks) == len(taken)
    assert game.tricks_won == tuple(map(taken.count, map(cr.Seat, range(game.rules.players))))


@given(viewed())
def test_the_scores_of_all_deals(seen: tuple[cr.Game, cr.Seat | None]) -> None:
    game, viewer = seen
    scores = tuple(event.score for event in game.log if isinstance(event, cr.DealScored))
    for table in (game, cr.view(game, viewer)):
        assert table.scores == scores
        assert table.last_score == (scores[-1] if scores else None)
        assert table.deals_played == len(scores)


def test_a_table_says_whose_it_is_and_how_far() -> None:
    led = cr.play(PLAYING, cr.legal_moves(PLAYING)[0])
    for game, version in ((PLAYING, 2), (led, 3)):
        state = f"playing, deal 1, trick {version - 2}, totals 0 0 0 0, version {version}>"
        assert repr(game) == f"<Game of parlett: {state}"
        assert repr(cr.view(game, None)) == f"<View of parlett for a spectator: {state}"
        assert repr(cr.view(game, S)) == f"<View of parlett for seat 2: {state}"
    table: Any = "game"
    with pytest.raises(cr.BadArgumentError, match=r"^table must be a Game or a View, not 'game'$"):
        cr.playable(table)


def test_a_table_says_what_it_is() -> None:
    state = repr(SECRET).partition(": playing, ")[2]
    totals = " ".join(map(str, SECRET.totals))
    trick = len(SECRET.tricks) + bool(SECRET.trick)
    assert state == f"deal 4, trick {trick}, totals {totals}, version {SECRET.version}>"
    assert repr(SECRET) == f"<Game of secret-partners: playing, {state}"
    assert repr(cr.view(SECRET, E)) == f"<View of secret-partners for seat 1: playing, {state}"
    for_all = cr.view(SECRET, None)
    assert repr(for_all) == f"<View of secret-partners for a spectator: playing, {state}"
    new = "deal 0, trick 0, totals 0 0 0 0, version 1>"
    assert repr(cr.new_game(cr.PARLETT, N)) == f"<Game of parlett: awaiting-deal, {new}"


# What may be played, and why not


@given(viewed())
def test_the_cards_that_may_be_played(seen: tuple[cr.Game, cr.Seat | None]) -> None:
    game, viewer = seen
    for table in (game, cr.view(game, viewer)):
        moves = cr.legal_moves(table)
        cards = {move.card for move in moves if isinstance(move, cr.Play)}
        assert set(cr.playable(table)) == cards  # of two copies one is a move
    with pytest.raises(cr.BadArgumentError, match=r"^table must be a Game or a View"):
        cr.playable(cast("Any", game.log))


@given(testing.games(), st.data())
def test_a_refusal_can_be_asked_for(game: cr.Game, data: st.DataObject) -> None:
    move, viewer = data.draw(testing.moves(game)), data.draw(viewers(game))
    fault, view = cr.why_not(game, move), cr.view(game, viewer)
    assert (fault is None) == cr.is_legal(game, move)
    assert (cr.why_not(view, move) is None) == cr.is_legal(view, move)
    if fault is None:
        cr.play(game, move)
    else:
        with pytest.raises(cr.IllegalMoveError) as refused:
            cr.play(game, move)
        assert refused.value.fault == fault
    if type(move.seat) is int and move.seat == viewer:
        assert cr.why_not(view, move) == fault
    else:
        assert cr.why_not(view, move) == cr.Fault(CODE.NOT_YOUR_SEAT)
        assert not cr.is_legal(view, move)


@pytest.mark.parametrize("junk", [None, "AS", 5, cr.Aim(3), object()])
def test_what_is_not_a_move_is_not_a_move_of_anybody(junk: Any) -> None:
    for table in (PLAYING, cr.view(PLAYING, N)):
        fault = cr.why_not(table, junk)
        assert fault is not None
        assert fault.code is CODE.NOT_A_MOVE
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(PLAYING, junk, sender=N)
    assert refused.value.code is CODE.NOT_A_MOVE


# Case 20: a move for another seat than the sender's


@given(testing.games(phase=cr.Phase.PLAYING), st.data())
def test_a_move_for_another_seat_is_refused_and_told_nothing(
    game: cr.Game, data: st.DataObject
) -> None:
    move = data.draw(testing.moves(game))
    sender = data.draw(st.integers(0, game.rules.players - 1).map(cr.Seat))
    if move.seat == sender:
        fault = cr.why_not(game, move)
        if fault is None:
            assert cr.play(game, move, sender=sender) == cr.play(game, move)
        else:
            with pytest.raises(cr.IllegalMoveError) as refused:
                cr.play(game, move, sender=sender)
            assert refused.value.fault == fault
        return
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(game, move, expect_version=-1, sender=sender)
    assert refused.value.code is CODE.NOT_YOUR_SEAT
    assert refused.value.parameters == {}
    assert str(refused.value) == "that move is another seat's: move for your own seat alone"


@pytest.mark.parametrize("sender", [True, 4, -1, "0", 1.0])
def test_a_sender_sits_at_the_table(sender: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^sender must be a seat from 0 to 3, not "):
        cr.play(PLAYING, cr.legal_moves(PLAYING)[0], sender=sender)
    lie = cr.Play(sender, cr.Card.parse("AS"))
    with pytest.raises(cr.IllegalMoveError) as refused:
        cr.play(PLAYING, lie, sender=E)
    assert refused.value.code is CODE.NOT_YOUR_SEAT


# Scores of a game, and of a deal as far as it is played


@given(testing.games())
def test_a_game_is_scored_from_its_outcomes(game: cr.Game) -> None:
    outcomes = [score.outcome for score in game.scores]
    assert cr.score_game(game.rules, outcomes) == game.scores
    assert cr.score_game(game.rules, iter(outcomes)) == game.scores
    if game.phase is cr.Phase.OVER:
        with pytest.raises(cr.BadOutcomeError) as refused:
            cr.score_game(game.rules, [*outcomes, outcomes[0]])
        assert refused.value.code is CODE.AFTER_THE_END
        assert refused.value.parameters == {"index": len(outcomes)}


def test_a_wrong_outcome_is_named_by_its_index() -> None:
    right = cr.Outcome((4, 4, 2, 3))
    with pytest.raises(cr.BadOutcomeError) as refused:
        cr.score_game(cr.PARLETT, [right, cr.Outcome((4, 4, 2, 2))])
    assert refused.value.code is CODE.WRONG_TRICKS_TOTAL
    assert refused.value.parameters == {"tricks": 13, "got": "12", "index": 1}
    assert cr.score_game(cr.PARLETT, []) == ()
    wrong: Any = None
    with pytest.raises(cr.BadArgumentError, match=r"^outcomes must be an Iterable"):
        cr.score_game(cr.PARLETT, wrong)
    with pytest.raises(cr.BadArgumentError, match=r"^outcome must be an Outcome"):
        cr.score_game(cr.PARLETT, [right, wrong])
    with pytest.raises(cr.BadArgumentError, match=r"^rules must be a Ruleset"):
        cr.score_game(wrong, [right])


def after_tricks(rules: cr.Ruleset, count: int, seed: int = 1) -> cr.Game:
    game = cr.deal(cr.new_game(rules, W), seed=seed)
    while sum(game.tricks_won) < count:
        game = cr.play(game, cr.legal_moves(game)[0])
    return game


def test_what_a_deal_would_score_now() -> None:
    """B1 to B5 with the tricks so far."""
    game = after_tricks(cr.PARLETT, 3)
    so_far = cr.score_so_far(game)
    assert so_far is not None
    assert so_far.outcome == cr.Outcome(game.tricks_won)
    assert sum(line.points for line in so_far.lines) == sum(so_far.points)
    assert cr.score_so_far(cr.view(game, None)) == so_far


def test_near_the_target_tricks_would_be_subtracted_now() -> None:
    """B7: with a target of 1, whoever has tricks and no bonus loses them."""
    close = attrs.evolve(cr.PARLETT, scoring=cr.ParlettScoring(target=1))
    subtracted = 0
    for seed in range(10):
        so_far = cr.score_so_far(after_tricks(close, 6, seed))
        lines = so_far.lines if so_far else ()
        bonuses = {line.seat for line in lines if line.reason.rule in ("B2", "B3", "B4")}
        for line in lines:
            if line.tricks and line.seat not in bonuses:
                assert (line.reason, line.points) == (cr.Reason.SUBTRACTED, -line.tricks)
                subtracted += 1
    assert subtracted > 5


def test_what_can_not_be_said_yet_is_not() -> None:
    assert cr.score_so_far(cr.new_game(cr.PARLETT, N)) is None
    assert cr.score_so_far(PLAYING) is None
    chance, over = Chance(5, 0), PLAYING
    while over.deals_played == 0:
        over = laws.play_any(over, chance)
    assert sum(over.tricks_won) == 13
    assert cr.score_so_far(over) is None
    even = next(
        game
        for seed in range(100)
        for game in [after_tricks(cr.PARLETT, 4, seed)]
        if set(game.tricks_won) == {1} or sorted(game.tricks_won) == [0, 0, 2, 2]
    )
    assert cr.score_so_far(even) is None
    secret = after_deal_of_secrets()
    assert cr.score_so_far(secret) is not None
    unknowing = [s for s in range(4) if cr.view(secret, cr.Seat(s)).teams is None]
    assert unknowing
    for seat in unknowing:
        assert cr.score_so_far(cr.view(secret, cr.Seat(seat))) is None


def after_deal_of_secrets() -> cr.Game:
    """A deal during which some seat can't know the partners."""
    return next(
        game
        for seed in range(100)
        for game in [after_tricks(cr.SECRET_PARTNERS, 1, seed)]
        if game.teams_played is None
    )


@given(testing.games(phase=cr.Phase.PLAYING))
def test_after_the_last_trick_but_its_score_nothing_changes(game: cr.Game) -> None:
    """What would be scored now is what is scored, once no more tricks can come."""
    so_far, before = None, game
    while game.phase is cr.Phase.PLAYING:
        so_far, before = cr.score_so_far(game), game
        game = cr.play(game, cr.legal_moves(game)[0])
    assert so_far is None or so_far.outcome.tricks == before.tricks_won
    score = game.last_score
    assert score is not None
    assert score == cr.score_deal(game.rules, score.outcome, before.totals)
