"""The games in Gymnasium: its own check, and one learner among policies."""

import pytest

pytest.importorskip("numba", reason="the extra `rl` is not installed")
pytest.importorskip("gymnasium", reason="the extra `gymnasium` is not installed")

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import collusion_rules as cr
from collusion_rules.batch import Plays, Policy
from collusion_rules.rl import Lockstep
from collusion_rules.rl.gymnasium import TableEnv, TablesEnv

pytestmark = pytest.mark.once


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", cr.RULESETS.values(), ids=lambda rules: rules.name)
def test_the_check_of_gymnasium(rules: cr.Ruleset) -> None:
    check_env(TableEnv(rules, illegal="replace"), skip_render_check=True)


def test_an_episode_at_one_table() -> None:
    table = TableEnv(cr.PARLETT, seat=cr.Seat(1), others=Policy(plays=Plays.LOWEST))
    policies = {cr.Seat(seat): Policy(plays=Plays.LOWEST) for seat in (0, 2, 3)}
    tables = Lockstep(cr.PARLETT, 1, 0, policies=policies)
    seen, info = table.reset(seed=4)
    steps, over, action = tables.reset(seed=4), False, 0
    for _ in range(2):
        for _ in range(13):
            assert np.array_equal(seen, steps.observation[0])
            assert np.array_equal(info["action_mask"], steps.mask[0])
            action = int(info["action_mask"].argmax())
            seen, reward, over, cut, info = table.step(action)
            steps = tables.step(np.array([action]))
            assert (reward, over, cut) == (steps.rewards[0, 1], steps.terminated[0], False)
        assert over
        assert np.array_equal(seen, steps.ends.observations[0, 1])
        with pytest.raises(cr.BadArgumentError, match="over"):
            table.step(action)
        seen, info = table.reset()


def test_an_illegal_action_is_refused_or_replaced() -> None:
    strict, kind = TableEnv(), TableEnv(illegal="replace")
    with pytest.raises(cr.BadArgumentError, match="reset"):
        strict.step(0)
    _, info = strict.reset(seed=1)
    kind.reset(seed=1)
    for wrong in ("x", 1.5, None, True):
        for table in (strict, kind):
            with pytest.raises(cr.BadArgumentError, match="action must be a whole number"):
                table.step(wrong)  # type: ignore[arg-type] # that is what is tried
    for nowhere in (52, -1):
        with pytest.raises(cr.BadArgumentError, match=r"actions\[0\]"):
            strict.step(nowhere)
        assert kind.step(nowhere)[4]["illegal"]
    kind.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    with pytest.raises(cr.BadArgumentError, match=r"actions\[0\]"):
        strict.step(illegal)
    seen, _, _, _, told = kind.step(illegal)
    other, _, _, _, _ = strict.step(int(info["action_mask"].argmax()))
    assert told["illegal"]
    assert np.array_equal(seen, other)
    assert strict.reset()[0].shape == seen.shape


def test_many_tables() -> None:
    tables = TablesEnv(6, cr.PARLETT, seat=cr.Seat(2))
    assert tables.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    recorded = RecordEpisodeStatistics(tables)
    assert tables.reset(seed=[3, None])[0].shape == (6, 501)
    seen, info = recorded.reset(seed=3)
    again = TablesEnv(6, cr.PARLETT, seat=cr.Seat(2))
    assert np.array_equal(again.reset(seed=3)[0], seen)
    assert tables.observation_space.contains(seen)
    points = np.zeros(6)
    for step in range(1, 27):
        seen, rewards, over, cut, info = recorded.step(info["action_mask"].argmax(axis=1))
        points += rewards
        assert not cut.any()
        assert over.all() == (step % 13 == 0)
        if over.all():
            assert np.array_equal(info["episode"]["r"], points)
            assert info["_final_obs"].all()
            hand = info["final_obs"][:, :52]
            assert not hand.any()
            points[:] = 0
    assert recorded.reset()[0].shape == seen.shape


@pytest.mark.parametrize(
    "wrong", [{"seat": 4}, {"rules": "parlett"}, {"illegal": "ignore"}, {"others": "random"}]
)
def test_tables_that_make_no_sense(wrong: dict[str, object]) -> None:
    with pytest.raises(cr.BadArgumentError):
        TableEnv(**wrong)  # type: ignore[arg-type]  # as untyped code might
