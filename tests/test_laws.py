"""The laws of `laws.py` over all six rulesets and random house rules."""

import sys
from pathlib import Path

import laws
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from naive import NaiveGame, plain
from surroundings import environment, run

import collusion_rules as cr
from collusion_rules import testing
from collusion_rules.shuffling import Chance

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_holds_for_every_game(law: laws.Law) -> None:
    """A1 to A9 among them, by the naive game."""

    @given(testing.games())
    def holds(game: cr.Game) -> None:
        law(game)

    holds()


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=cr.RULESETS)
def test_holds_for_one_whole_game_of_each_ruleset(rules: cr.Ruleset, law: laws.Law) -> None:
    law(laws.random_game(rules, 20, 10_000))


@given(testing.games().flatmap(lambda game: st.tuples(st.just(game), testing.moves(game))))
def test_a_move_is_judged_once(game_and_move: tuple[cr.Game, cr.Move]) -> None:
    laws.a_move_is_judged_once(*game_and_move)


@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=cr.RULESETS)
def test_a_seed_decides_each_deal(rules: cr.Ruleset) -> None:
    laws.a_seed_decides_each_deal(rules)


@given(testing.whole_games())
def test_a_game_ends_with_its_winners(game: cr.Game) -> None:
    """A10, B8, C9: all with the highest total, and nobody moves any more."""
    best = max(game.totals)
    winners = tuple(seat for seat, total in enumerate(game.totals) if total == best)
    assert game.log[-1] == cr.GameWon(tuple(map(cr.Seat, winners)))
    assert cr.game_winner(game) == winners
    assert game.to_act is None
    assert cr.legal_moves(game) == ()


@given(testing.games(phase=cr.Phase.PLAYING))
def test_games_that_differ_are_not_equal(game: cr.Game) -> None:
    for move in cr.legal_moves(game):
        assert cr.play(game, move) != game
    different = {cr.play(game, move) for move in cr.legal_moves(game)}
    assert len(different) == len(cr.legal_moves(game))


def test_the_same_deal_by_seed_by_hands_and_by_log() -> None:
    game = cr.new_game(cr.SECRET_PARTNERS, cr.Seat(2))
    by_seed = cr.deal(game, seed=5)
    assert cr.deal(game, hands=by_seed.hands) == by_seed
    assert cr.deal(game, hands=list(by_seed.hands)) == by_seed
    assert cr.replay(by_seed.log) == by_seed


_WHOLE_GAMES = """
import laws
import collusion_rules as cr
for rules in cr.RULESETS.values():
    print(laws.random_game(rules, 11, 10_000).log)
"""


def test_results_do_not_depend_on_the_hash_seed() -> None:
    printed = {
        run(
            *(sys.executable, "-c", _WHOLE_GAMES),
            cwd=Path(__file__).parent,
            env=environment(PYTHONHASHSEED=hash_seed),
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(printed) == 1
    assert printed.pop().count("GameWon") == 6


class Tables(RuleBasedStateMachine):
    """A game and the naive game side by side, with every earlier game kept."""

    @initialize(rules=testing.rulesets(), seat=st.integers(0, 5))
    def sit_down(self, rules: cr.Ruleset, seat: int) -> None:
        dealer = cr.Seat(seat % rules.players)
        self.game = cr.new_game(rules, dealer)
        self.naive = NaiveGame(rules, dealer)
        self.earlier = {1: self.game}

    def happens(self, game: cr.Game, event: cr.Event) -> None:
        self.naive.happen(plain(event))
        self.game = game
        self.earlier[game.version] = game

    @precondition(lambda self: self.game.phase is cr.Phase.AWAITING_DEAL)
    @rule(seed=st.integers(0, 2**32))
    def deal(self, seed: int) -> None:
        dealt = cr.deal(self.game, seed=seed)
        self.happens(dealt, dealt.log[self.game.version])

    @precondition(lambda self: self.game.to_act is not None)
    @rule(count=st.integers(1, 60), seed=st.integers(0, 2**32))
    def move_on(self, count: int, seed: int) -> None:
        chance = Chance(seed, 0)
        for _ in range(count):
            if self.game.to_act is not None:
                after = laws.play_any(self.game, chance)
                self.happens(after, after.log[self.game.version])

    @rule(data=st.data())
    def try_a_move(self, data: st.DataObject) -> None:
        move = data.draw(testing.moves(self.game))
        laws.a_move_is_judged_once(self.game, move)
        if cr.is_legal(self.game, move):
            self.happens(cr.play(self.game, move), move)

    @precondition(lambda self: self.game.phase is not cr.Phase.AWAITING_DEAL)
    @rule()
    def deal_too_early_or_too_late(self) -> None:
        with pytest.raises(cr.BadDealError):
            cr.deal(self.game, seed=1)

    @rule(data=st.data())
    def look_back(self, data: st.DataObject) -> None:
        version = data.draw(st.integers(1, self.game.version))
        if version in self.earlier:
            assert cr.rewind(self.game, version) == self.earlier[version]
        else:
            with pytest.raises(cr.BadArgumentError):
                cr.rewind(self.game, version)

    @invariant()
    def both_agree(self) -> None:
        assert [plain(event) for event in self.game.log] == self.naive.happenings
        laws.the_naive_game_agrees(self.game)
        laws.legal_moves_are_exact(self.game)
        laws.cards_are_conserved(self.game)


def test_a_naive_game_agrees_at_each_step() -> None:
    examples = max(20, settings().max_examples // 10)
    run_state_machine_as_test(
        Tables, settings=settings(max_examples=examples, stateful_step_count=15)
    )
