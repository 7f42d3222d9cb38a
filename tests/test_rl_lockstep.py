"""Tables in lockstep do what the engine does, and show what views show: at every step."""

import os
import random
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules import testing
from collusion_rules.batch import Declares, Plays, Policy
from collusion_rules.rl import Coding, Lockstep, Steps, encode
from collusion_rules.rl.lockstep import Episode

SEEDS = st.integers(0, 2**64)
TABLES = 2
EPISODES = 5 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 1
"""Deals at each table of house rules: 100,000 deals in the long profile."""
CARDS = [cr.Card(rank, suit) for suit in cr.Suit for rank in cr.Rank]
ACCUSING = cr.secret_partners(accusations=True)
GAMES = (
    *cr.RULESETS.values(),
    ACCUSING,
    cr.open_collusion(accusations=True, wrong_accusation=-3),
    cr.parlett(lift=True, first_leader=cr.FirstLeader.DEALER),
)


def dealt_hands(tables: Lockstep, steps: Steps, table: int) -> list[cr.Cards]:
    """The cards of each seat at a table, by seat."""
    players = tables.rules.players
    counts = tables.state()[table].reshape(players, 52).astype(int)
    turned = np.roll(counts, int(steps.turn[table]), axis=0)
    return [cr.Cards(card for card in CARDS for _ in range(seat[card.number])) for seat in turned]


class Mirror:
    """A table as the engine has it."""

    def __init__(self, tables: Lockstep, table: int, episode: Episode) -> None:
        self.tables, self.table, self.episode = tables, table, episode
        self.episodes = 0
        self.coding = Coding(tables.rules)

    def begin(self, steps: Steps) -> None:
        """The first deal of an episode."""
        players = self.tables.rules.players
        dealer = cr.Seat((self.table + self.episodes) % players)
        self.game = cr.new_game(self.tables.rules, dealer)
        self.deal(steps)

    def deal(self, steps: Steps) -> None:
        self.game = cr.deal(self.game, hands=dealt_hands(self.tables, steps, self.table))

    def compare(self, steps: Steps) -> None:
        """What the seat on turn sees and may do."""
        seat = self.game.to_act
        assert seat is not None
        assert steps.turn[self.table] == seat
        view = cr.view(self.game, seat)
        assert steps.mask[self.table].tolist() == self.coding.mask(view).tolist()
        if steps.observation.shape[1]:
            assert np.array_equal(steps.observation[self.table], encode(view))

    def act(self, action: int) -> None:
        assert self.game.to_act is not None
        self.game = cr.play(self.game, self.coding.move(action, self.game.to_act))

    def follow(self, steps: Steps) -> None:
        """What came of an action."""
        scored = self.game.phase in (cr.Phase.AWAITING_DEAL, cr.Phase.OVER)
        score = self.game.last_score
        points = score.points if scored and score is not None else (0,) * self.game.rules.players
        assert tuple(steps.rewards[self.table]) == points
        over = scored and (self.episode == "deal" or self.game.phase is cr.Phase.OVER)
        assert steps.terminated[self.table] == over
        if over:
            place = steps.ends.tables.tolist().index(self.table)
            for seat in range(self.game.rules.players):
                seen = encode(cr.view(self.game, cr.Seat(seat)))
                assert np.array_equal(steps.ends.observations[place, seat], seen)
            self.episodes += 1
            self.begin(steps)
        elif scored:
            self.deal(steps)
        self.compare(steps)


def compare_with_engine(
    rules: cr.Ruleset, seed: int, episode: Episode, episodes: int, tables: int = TABLES
) -> int:
    """Play episodes at random, and compare every step; returns how many deals there were."""
    lockstep = Lockstep(rules, tables, seed, episode)
    steps = lockstep.reset()
    mirrors = [Mirror(lockstep, table, episode) for table in range(tables)]
    for mirror in mirrors:
        mirror.begin(steps)
        mirror.compare(steps)
    draw, deals = random.Random(seed), 0  # noqa: S311 -- a test's choices
    while min(mirror.episodes for mirror in mirrors) < episodes:
        actions = np.array([draw.choice(np.flatnonzero(mask).tolist()) for mask in steps.mask])
        for mirror, action in zip(mirrors, actions.tolist(), strict=True):
            mirror.act(action)
        steps = lockstep.step(actions)
        deals += int(steps.rewards.any(axis=1).sum())
        for mirror in mirrors:
            mirror.follow(steps)
    return deals


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_deals_are_those_of_the_engine(rules: cr.Ruleset) -> None:
    compare_with_engine(rules, 5, "deal", 2)


@pytest.mark.parametrize(
    "rules", [cr.parlett(50, lift=True), cr.rotation_collusion(deals=4), ACCUSING]
)
def test_games_are_those_of_the_engine(rules: cr.Ruleset) -> None:
    compare_with_engine(rules, 6, "game", 1, tables=2)


@given(testing.rulesets(), SEEDS)
def test_house_rules_are_those_of_the_engine(rules: cr.Ruleset, seed: int) -> None:
    if rules.accusations and rules.players > 5:
        with pytest.raises(cr.BadArgumentError, match="64"):
            Lockstep(rules, 1, seed)
        return
    compare_with_engine(rules, seed, "deal", EPISODES)


@pytest.mark.parametrize("rules", [cr.OPEN_COLLUSION, cr.TRIPLE_COLLUSION])
def test_a_table_does_not_depend_on_the_others(rules: cr.Ruleset) -> None:
    few, many = Lockstep(rules, 2, "seed"), Lockstep(rules, 9, "seed")
    here, there = few.reset(), many.reset()
    for _ in range(2 * len(rules.deck)):
        assert here.turn.tolist() == there.turn[:2].tolist()
        assert np.array_equal(here.observation, there.observation[:2])
        assert np.array_equal(here.rewards, there.rewards[:2])
        here = few.step(here.mask.argmax(axis=1))
        there = many.step(there.mask.argmax(axis=1))


def test_cards_do_not_depend_on_what_was_played() -> None:
    first, last = (Lockstep(cr.SECRET_PARTNERS, 5, 8) for _ in range(2))
    here, there = first.reset(), last.reset()
    for _ in range(53):
        here = first.step(here.mask.argmax(axis=1))
        highest = there.mask.shape[1] - 1 - there.mask[:, ::-1].argmax(axis=1)
        there = last.step(highest)
    assert here.terminated.all()
    assert there.terminated.all()
    assert np.array_equal(first.state(), last.state())
    assert np.array_equal(
        first.reset().observation, Lockstep(cr.SECRET_PARTNERS, 5, 8).reset().observation
    )


def test_a_reset_with_another_seed() -> None:
    tables = Lockstep(cr.PARLETT, 2, 1)
    first = tables.reset().observation.copy()
    other = tables.reset(seed=2).observation.copy()
    assert not np.array_equal(first, other)
    assert np.array_equal(tables.reset().observation, other)
    assert np.array_equal(tables.reset(seed=1).observation, first)


@pytest.mark.parametrize("rules", [cr.PARLETT, cr.SECRET_PARTNERS, cr.TRIPLE_COLLUSION])
def test_seats_that_policies_play(rules: cr.Ruleset) -> None:
    """A learner at seat 2 meets just what a learner at every seat would see there."""
    policy = Policy(plays=Plays.HIGHEST)
    others = {cr.Seat(seat): policy for seat in range(rules.players) if seat != 2}
    alone, everybody = Lockstep(rules, 1, 3, policies=others), Lockstep(rules, 1, 3)
    here, there = alone.reset(), everybody.reset()
    deals, rewards = 0, np.zeros_like(there.rewards)
    while deals < 3:
        while there.turn[0] != 2:
            if there.mask[0, :52].any():
                action = np.flatnonzero(there.mask[0])[-1]
            else:  # policies declare at random
                (trump,) = np.flatnonzero(here.observation[0][alone.features.slices["trump"]])
                action = 52 + trump
            there = everybody.step(np.array([action]))
            rewards += there.rewards
        assert np.array_equal(here.rewards, rewards)
        assert set(here.turn.tolist()) == {2}
        assert np.array_equal(here.observation, there.observation)
        assert np.array_equal(here.mask, there.mask)
        lowest = here.mask.argmax(axis=1)
        here, there = alone.step(lowest), everybody.step(lowest)
        rewards = there.rewards.copy()
        deals += int(here.terminated[0])


def test_totals_near_the_target() -> None:
    """Whoever gets no bonus subtracts what would reach the target (B7)."""
    totals = np.array([[99, 0, 50, 99], [0, 0, 0, 0]])
    tables = Lockstep(cr.PARLETT, 2, 1, totals=totals)
    steps = tables.reset()
    part = tables.features.slices["totals"]
    for table in range(2):
        seen = np.roll(steps.observation[table, part], int(steps.turn[table]))
        assert np.allclose(seen * 100, totals[table])
    for _ in range(5):
        while not steps.terminated.all():
            steps = tables.step(steps.mask.argmax(axis=1))
        tricks = np.rint(
            steps.ends.observations[:, 0][:, tables.features.slices["tricks_won"]] * 13
        ).astype(int)
        for table in range(2):
            outcome = cr.Outcome(tuple(tricks[table].tolist()))
            score = cr.score_deal(cr.PARLETT, outcome, tuple(totals[table].tolist()))
            assert tuple(steps.rewards[table]) == score.points
        assert np.array_equal(tables.totals, totals)
        steps = tables.step(steps.mask.argmax(axis=1))


def test_without_autoreset_a_table_waits() -> None:
    tables = Lockstep(cr.PARLETT_50, 2, 1, autoreset=False)
    steps = tables.reset()
    for _ in range(52):
        assert not steps.terminated.any()
        steps = tables.step(steps.mask.argmax(axis=1))
    assert steps.terminated.all()
    assert steps.turn.tolist() == [-1, -1]
    assert not steps.mask.any()
    assert np.array_equal(steps.observation, steps.ends.observations[:, 0])
    rewards = steps.rewards.copy()
    with pytest.raises(cr.BadArgumentError, match=r"actions\[0\].*over"):
        tables.step(np.zeros(2, np.int64))
    assert np.array_equal(tables.totals[:, 0], np.rint(rewards[:, 0]))
    steps = tables.reset(np.array([True, False]))
    assert steps.turn.tolist() == [2, -1]
    with pytest.raises(cr.BadArgumentError, match=r"actions\[1\].*over"):
        tables.step(steps.mask.argmax(axis=1))


def test_an_illegal_action_steps_nothing() -> None:
    tables = Lockstep(cr.SECRET_PARTNERS, 3, 1)
    steps = tables.reset()
    before = steps.observation.copy()
    for actions in ([52, 0, 52], [52, -1, 52], [52, 64, 52]):
        with pytest.raises(cr.BadArgumentError, match=rf"actions\[1\].*{actions[1]}"):
            tables.step(np.array(actions))
    with pytest.raises(cr.BadArgumentError, match=r"actions\[0\]"):
        tables.step(np.full(3, 2**40))
    assert np.array_equal(steps.observation, before)
    assert tables.step(np.array([52, 53, 54], np.uint8)).turn.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(2, np.int64),
        np.zeros((3, 1), np.int64),
        np.zeros(3, np.float64),
        np.zeros(3, np.bool_),
        [0, 0, 0],
        None,
    ],
)
def test_actions_of_another_kind_or_shape(actions: object) -> None:
    tables = Lockstep(cr.PARLETT, 3, 1)
    tables.reset()
    with pytest.raises(cr.BadArgumentError, match=r"shape \(3,\)"):
        tables.step(actions)  # type: ignore[arg-type]  # as untyped code might


def test_a_step_before_the_reset() -> None:
    with pytest.raises(cr.BadArgumentError, match="reset"):
        Lockstep(cr.PARLETT, 1, 1).step(np.zeros(1, np.int64))


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"rules": "parlett"}, "rules"),
        ({"tables": 0}, "tables"),
        ({"tables": True}, "tables"),
        ({"episode": "match"}, "episode"),
        ({"observations": 1}, "observations"),
        ({"autoreset": None}, "autoreset"),
        ({"totals": [1, 2, 3]}, "totals"),
        ({"totals": [0.5, 0, 0, 0]}, "totals"),
        ({"totals": [100, 0, 0, 0]}, "totals"),
        ({"totals": [0, 0, 0, -(2**40)]}, "totals"),
        ({"policies": {4: Policy()}}, "policies"),
        ({"policies": {0: "random"}}, "policies"),
        ({"policies": {seat: Policy() for seat in range(4)}}, "policies"),
    ],
)
def test_tables_that_make_no_sense(wrong: dict[str, object], named: str) -> None:
    given = {"rules": cr.PARLETT, "tables": 2, "seed": 1} | wrong
    with pytest.raises(cr.BadArgumentError, match=named):
        Lockstep(**given)  # type: ignore[arg-type]  # as untyped code might


def test_a_seed_of_another_type() -> None:
    with pytest.raises(cr.BadDealError):
        Lockstep(cr.PARLETT, 1, 1.5)  # type: ignore[arg-type]  # as untyped code might


@pytest.mark.parametrize("tables", [np.array([True]), np.array([1, 0]), [True, False]])
def test_a_reset_of_what_is_not_there(tables: object) -> None:
    lockstep = Lockstep(cr.PARLETT, 2, 1)
    with pytest.raises(cr.BadArgumentError, match="tables"):
        lockstep.reset(tables)  # type: ignore[arg-type]  # as untyped code might
    with pytest.raises(cr.BadArgumentError, match="seed"):
        lockstep.reset(np.array([True, False]), seed=1)


def test_policies_that_declare_otherwise() -> None:
    policies = {cr.Seat(0): Policy(), cr.Seat(1): Policy(declares=Declares.LONGEST)}
    with pytest.raises(cr.BadArgumentError, match="declare"):
        Lockstep(cr.SECRET_PARTNERS, 1, 1, policies=policies)


def test_what_it_says_of_itself() -> None:
    tables = Lockstep(cr.PARLETT, 7, 1, observations=False)
    assert repr(tables) == "<Lockstep of 7 tables of parlett>"
    assert len(tables) == 7
    assert tables.coding == Coding(cr.PARLETT)
    steps = tables.reset()
    assert steps.observation.shape == (7, 0)
    assert tables.observations().shape == (7, 4, 501)


class Lowest:
    """A player that plays and declares the last of its moves."""

    def choose(self, view: cr.View, seed: cr.Seed) -> cr.Move:
        assert seed != b""
        return cr.legal_moves(view)[-1]

    def speak(self, view: cr.View, seed: cr.Seed) -> None:
        return None


class Astray(Lowest):
    def choose(self, view: cr.View, seed: cr.Seed) -> cr.Move:
        return cr.Play(cr.Seat(2), cr.Card.parse("AS"))


@pytest.mark.parametrize("rules", [cr.PARLETT, cr.SECRET_PARTNERS])
@pytest.mark.parametrize("episode", ["deal", "game"])
def test_seats_that_players_play(rules: cr.Ruleset, episode: Episode) -> None:
    """A learner at seat 2 meets just what a learner at every seat would see there."""
    others = {cr.Seat(seat): Lowest() for seat in (0, 1, 3)}
    alone = Lockstep(rules, 1, 3, episode, players=others)
    everybody = Lockstep(rules, 1, 3, episode)
    here, there = alone.reset(), everybody.reset()
    rewards = np.zeros_like(there.rewards)
    for _ in range(29):
        while there.turn[0] != 2:
            # the last declaration is that of spades, and the last play that of the lowest card
            mask = there.mask[0]
            action = 55 if mask[52:].any() else mask.argmax()
            there = everybody.step(np.array([action]))
            rewards += there.rewards
        assert np.array_equal(here.rewards, rewards)
        assert here.turn[0] == 2
        assert np.array_equal(here.observation, there.observation)
        action = np.array([55 if here.mask[0, 52:].any() else here.mask[0].argmax()])
        here, there = alone.step(action), everybody.step(action)
        rewards = there.rewards.copy()


def test_ends_at_a_table_that_players_play_do_not_depend_on_the_others() -> None:
    """In one step deals end at some tables by the learner's card, at others by a player's later."""
    others = {cr.Seat(seat): Lowest() for seat in (0, 1, 3)}
    tables = [Lockstep(cr.PARLETT, count, 3, players=others) for count in range(1, 6)]
    steps = [some.reset() for some in tables]
    ends = 0
    while ends < 2:
        steps = [some.step(at.mask.argmax(axis=1)) for some, at in zip(tables, steps, strict=True)]
        all_ends = dict(
            zip(steps[-1].ends.tables.tolist(), steps[-1].ends.observations, strict=True)
        )
        for at in steps:
            for table, seen in zip(at.ends.tables.tolist(), at.ends.observations, strict=True):
                assert np.array_equal(seen, all_ends[table])
        ends += bool(all_ends)


def test_a_player_that_goes_astray_is_named() -> None:
    tables = Lockstep(cr.PARLETT, 2, 1, players={cr.Seat(1): Astray()})
    with pytest.raises(cr.PlayerError, match="seat 1"):
        tables.reset()


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": {cr.Seat(4): Lowest()}},
        {"players": {cr.Seat(seat): Lowest() for seat in range(4)}},
        {"players": {cr.Seat(1): Lowest()}, "totals": [0, 0, 0, 0]},
        {"players": {cr.Seat(1): Lowest()}, "policies": {cr.Seat(2): Policy()}},
    ],
)
def test_players_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(cr.BadArgumentError, match="players"):
        Lockstep(cr.PARLETT, 2, 1, **wrong)
