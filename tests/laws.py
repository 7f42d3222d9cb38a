"""What holds for every game, as functions that fail for a game that breaks it.

All go through the public names of `cr`, so that a fault planted there or below shows up here.
"""

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import combinations

import attrs
import pytest
from naive import NaiveGame, plain, texts

import collusion_rules as cr
from collusion_rules.shuffling import Chance

PACK = [cr.Card(rank, suit) for suit in reversed(cr.Suit) for rank in reversed(cr.Rank)]
"""From AS down to 2C."""

Law = Callable[[cr.Game], None]


def random_game(rules: cr.Ruleset, seed: int, moves: int) -> cr.Game:
    """A game after so many random moves, or at its end; deals are seeded."""
    chance = Chance(seed, 0)
    game = cr.new_game(rules, cr.Seat(seed % rules.players))
    for _ in range(moves):
        if game.phase is cr.Phase.AWAITING_DEAL:
            game = cr.deal(game, seed=seed)
        if game.to_act is None:
            break
        game = play_any(game, chance)
    return game


def play_any(game: cr.Game, chance: Chance) -> cr.Game:
    """The game after a random play, declaration or accusation of the seat on turn."""
    moves = cr.legal_moves(game, game.to_act)
    return cr.play(game, moves[chance.below(len(moves))])


def redo(game: cr.Game, events: Sequence[cr.Event]) -> cr.Game:
    """Deal and move once more as these events have it; what follows must follow by itself."""
    for event in events:
        match event:
            case cr.Dealt(_, hands):
                game = cr.deal(game, hands=[hand for hand in hands if isinstance(hand, cr.Cards)])
            case cr.Play() | cr.Declaration() | cr.Talk() | cr.Accusation():
                game = cr.play(game, event)
            case _:
                pass
    return game


def is_chosen(event: cr.Event) -> bool:
    """Whether an event is somebody's choice, not a consequence."""
    return isinstance(event, cr.Dealt | cr.Play | cr.Declaration | cr.Talk | cr.Accusation)


def retold(game: cr.Game) -> NaiveGame:
    """The naive game after the same choices; it must think each of them allowed."""
    naive = NaiveGame(game.rules, _started(game).dealer)
    for event in game.log:
        if is_chosen(event):
            assert isinstance(event, cr.Dealt) or _allows(naive, event), event
            naive.happen(plain(event))
    return naive


def _started(game: cr.Game) -> cr.GameStarted:
    started = game.log[0]
    assert isinstance(started, cr.GameStarted)
    return started


def _allows(naive: NaiveGame, move: cr.Event) -> bool:
    match move:
        case cr.Play(seat, card):
            return naive.may("play", seat, str(card))
        case cr.Declaration(seat, suit):
            return naive.may("declare", seat, suit.value)
        case cr.Accusation(seat, suspects):
            return naive.may("accuse", seat, suspects)
        case _:
            return naive.phase == "playing" and naive.rules.talk is not cr.TableTalk.NONE


# The laws


def the_log_is_the_game(game: cr.Game) -> None:
    again = cr.replay(game.log)
    assert again == game
    assert hash(again) == hash(game)
    assert repr(again) == repr(game)
    assert again.log == game.log
    assert game.version == len(game.log)
    assert redo(cr.new_game(game.rules, _started(game).dealer), game.log) == game


def the_naive_game_agrees(game: cr.Game) -> None:
    naive = retold(game)
    assert [plain(event) for event in game.log] == naive.happenings
    assert game.phase == naive.phase
    assert game.to_act == naive.turn
    assert game.dealer == naive.dealer
    assert [texts(hand) for hand in game.hands] == [sorted(hand) for hand in naive.hands]
    assert (game.trump and game.trump.value) == naive.trump
    assert [(play.seat, str(play.card)) for play in game.trick] == naive.trick
    assert [
        [(play.seat, str(play.card)) for play in trick] for trick in game.tricks
    ] == naive.tricks
    assert [*game.tricks_won] == naive.won
    assert [[*team] for team in game.teams] == naive.teams
    assert [*game.totals] == naive.totals
    assert game.deals_played == naive.deals_played
    last = naive.happenings[-1]
    assert [*cr.game_winner(game)] == (last[1] if last[0] == "win" else [])


def rewinds_to_what_was(game: cr.Game) -> None:
    late = range(game.version - 10, game.version + 2)
    for version in sorted({-1, 0, 1, game.version // 2, *late}):
        following = game.log[version : version + 1]
        settled = 1 <= version <= game.version and all(map(is_chosen, following))
        if settled:
            then = cr.rewind(game, version)
            assert then.log == game.log[:version]
            assert then == redo(cr.new_game(game.rules, _started(game).dealer), then.log)
            assert redo(then, game.log[version:]) == game
        else:
            with pytest.raises(cr.BadArgumentError) as refused:
                cr.rewind(game, version)
            assert refused.value.code == cr.ErrorCode.NO_SUCH_VERSION


def legal_moves_are_exact(game: cr.Game) -> None:
    naive = retold(game)
    seats = [cr.Seat(seat) for seat in range(game.rules.players)]
    plays = [cr.Play(seat, card) for seat in seats for card in PACK]
    declarations = [cr.Declaration(seat, suit) for seat in seats for suit in cr.Suit]
    everything: list[cr.Move] = [*plays, *declarations]
    listed = [*cr.legal_moves(game)]
    assert listed == [move for move in everything if cr.is_legal(game, move)]
    assert listed == [move for move in everything if _allows(naive, move)]
    for seat in seats:
        pairs = combinations(seats, 2)
        accusations = [cr.Accusation(seat, pair) for pair in pairs if seat not in pair]
        allowed = [move for move in accusations if _allows(naive, move)]
        assert [move for move in accusations if cr.is_legal(game, move)] == allowed
        turn = listed if seat == game.to_act else []
        assert [*cr.legal_moves(game, seat)] == [*turn, *allowed]
    for nobody in (cr.Seat(-1), cr.Seat(len(seats))):
        with pytest.raises(cr.BadArgumentError, match="seat must be a seat from 0"):
            cr.legal_moves(game, nobody)


def who_is_to_act_can_move(game: cr.Game) -> None:
    waiting = game.phase in (cr.Phase.DECLARING, cr.Phase.PLAYING)
    assert (game.to_act is not None) == waiting
    assert bool(cr.legal_moves(game)) == waiting
    for move in cr.legal_moves(game):
        assert move.seat == game.to_act


def cards_are_conserved(game: cr.Game) -> None:
    played = [str(play.card) for trick in (*game.tricks, game.trick) for play in trick]
    held = [text for hand in game.hands for text in texts(hand)]
    dealt = any(isinstance(event, cr.Dealt) for event in game.log)
    assert sorted(played + held) == (texts(game.rules.deck.cards) if dealt else [])


def each_trick_has_one_card_a_seat(game: cr.Game) -> None:
    players = game.rules.players
    for trick in (*game.tricks, game.trick):
        leader = trick[0].seat if trick else 0
        clockwise = [(leader + place) % players for place in range(len(trick))]
        assert [play.seat for play in trick] == clockwise
    assert all(len(trick) == players for trick in game.tricks)
    assert len(game.trick) < players
    assert len(game.tricks) == sum(game.tricks_won)


def scores_add_up(game: cr.Game) -> None:
    totals = [0] * game.rules.players
    for event in game.log:
        if isinstance(event, cr.DealScored):
            score = event.score
            assert sum(score.outcome.tricks) == game.rules.tricks
            for seat in range(game.rules.players):
                lines = [line.points for line in score.lines if line.seat == seat]
                assert sum(lines) == score.points[seat]
                totals[seat] += score.points[seat]
            assert [*score.totals] == totals
            assert score == cr.score_deal(
                game.rules,
                score.outcome,
                [total - won for total, won in zip(totals, score.points, strict=True)],
            )
    assert [*game.totals] == totals


def copies_are_equal(game: cr.Game) -> None:
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert hash(other) == hash(game)
        assert other.log == game.log
        assert cr.legal_moves(other) == cr.legal_moves(game)


def nothing_can_be_changed(game: cr.Game) -> None:
    for value in _reachable(game, set()):
        kind = type(value)
        if attrs.has(kind):
            assert not hasattr(value, "__dict__")
            for field in attrs.fields(kind):
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(value, field.name, None)


def _reachable(value: object, seen: set[int]) -> Iterator[object]:
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    kind = type(value)
    if isinstance(value, tuple):
        for entry in value:  # pyright: ignore[reportUnknownVariableType] -- a tuple of anything
            yield from _reachable(entry, seen)  # pyright: ignore[reportUnknownArgumentType] -- likewise
    elif attrs.has(kind):
        for field in attrs.fields(kind):
            yield from _reachable(getattr(value, field.name), seen)
    else:
        assert isinstance(value, int | str | Enum | None), kind


LAWS: Sequence[Law] = (
    the_log_is_the_game,
    the_naive_game_agrees,
    rewinds_to_what_was,
    legal_moves_are_exact,
    who_is_to_act_can_move,
    cards_are_conserved,
    each_trick_has_one_card_a_seat,
    scores_add_up,
    copies_are_equal,
    nothing_can_be_changed,
)


def a_seed_decides_each_deal(rules: cr.Ruleset) -> None:
    """The same seed, the same deal; another seed or number of the deal, another deal."""
    fresh = cr.new_game(rules, cr.Seat(0))
    seeds: list[cr.Seed] = [0, 1, -1, "0", b"0", "table 12", b"", 2**300]
    assert all(cr.deal(fresh, seed=seed) == cr.deal(fresh, seed=seed) for seed in seeds)
    deals = {cr.deal(fresh, seed=seed).hands for seed in seeds}
    assert len(deals) == len(seeds)
    second = cr.deal(random_game(rules, 3, len(rules.deck) + rules.declares), seed=3)
    assert second.deals_played == 1
    assert second.hands != cr.deal(fresh, seed=3).hands


def a_move_is_judged_once(game: cr.Game, move: cr.Move) -> None:
    """`play` does what `is_legal` says; a refused move changes nothing, an accepted one adds."""
    before = (game.version, hash(game), game.log, game.hands, cr.legal_moves(game))
    if cr.is_legal(game, move):
        after = cr.play(game, move)
        assert _allows(retold(game), move)
        assert after.log[: game.version + 1] == (*game.log, move)
        assert after != game
    else:
        with pytest.raises(cr.IllegalMoveError) as refused:
            cr.play(game, move)
        assert refused.value.move is move
    assert (game.version, hash(game), game.log, game.hands, cr.legal_moves(game)) == before
