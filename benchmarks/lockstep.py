"""Time tables in lockstep, beside other environments in the same run.

`python benchmarks/lockstep.py`: steps a second of processor time, the median of several rounds in
which all sides take turns. Peers that are not installed are left out, and it says so.
"""

import argparse
import importlib
import platform
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import collusion_rules as cr
from collusion_rules.rl import Lockstep
from collusion_rules.rl.tables import TABLE

SIZES = (1, 16, 256, 4_096, 65_536)
Side = Callable[[], float]
"""Makes a round; returns steps a second of processor time."""


def ours(rules: cr.Ruleset, tables: int, *, observations: bool, steps: int) -> Side:
    """Tables of ours; the choice of the lowest legal action is not timed."""
    lockstep = Lockstep(rules, tables, 1, observations=observations)
    state = lockstep.reset()

    def play() -> float:
        nonlocal state
        spent = 0.0
        for _ in range(steps):
            actions = state.mask.argmax(axis=1)
            begun = time.process_time()
            state = lockstep.step(actions)
            spent += time.process_time() - begun
        return tables * steps / spent

    play()
    return play


def hearts(*, tensors: bool) -> Side:
    """OpenSpiel's hearts, through Python."""
    game: Any = importlib.import_module("pyspiel").load_game("hearts(pass_cards=false)")

    def play() -> float:
        state, steps = game.new_initial_state(), 0
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        begun = time.process_time()
        while not state.is_terminal():
            legal = state.legal_actions()
            if tensors:
                state.information_state_tensor(state.current_player())
                state.legal_actions_mask()
            state.apply_action(legal[0])
            steps += 1
        return steps / (time.process_time() - begun)

    return play


def pettingzoo() -> Side:
    """The environment of ours for PettingZoo."""
    raw = importlib.import_module("collusion_rules.rl.pettingzoo").raw_env(cr.PARLETT)

    def play() -> float:
        raw.reset(seed=1)
        steps, begun = 0, time.process_time()
        while not raw.terminations[raw.agent_selection]:
            seen, _, _, _, _ = raw.last()
            raw.step(int(seen["action_mask"].argmax()))
            steps += 1
        return steps / (time.process_time() - begun)

    return play


def pgx(game: str, tables: int, steps: int) -> Side:
    """A game of pgx with its auto-reset, compiled whole."""
    jax: Any = importlib.import_module("jax")
    env: Any = importlib.import_module("pgx").make(game)
    reset_to = importlib.import_module("pgx.experimental.wrappers").auto_reset
    step = jax.vmap(reset_to(env.step, env.init))

    def one(_: int, carried: Any) -> Any:
        state, key = carried
        key, other = jax.random.split(key)
        actions = jax.numpy.argmax(state.legal_action_mask, axis=1)
        return step(state, actions, jax.random.split(other, tables)), key

    def all_steps(carried: Any) -> Any:
        return jax.lax.fori_loop(0, steps, one, carried)

    many = jax.jit(all_steps)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, tables))
    carried = jax.block_until_ready(many((state, key)))

    def play() -> float:
        nonlocal carried
        begun = time.process_time()
        carried = jax.block_until_ready(many(carried))
        return tables * steps / (time.process_time() - begun)

    return play


def sides(tables: int) -> dict[str, Callable[[], Side]]:
    """All that is measured."""
    steps = max(52, 1_000_000 // tables // 52 * 52 // 4)
    made: dict[str, Callable[[], Side]] = {}
    for name, rules in cr.RULESETS.items():
        for observations in (False, True):
            what = "masks and observations" if observations else "masks"
            made[f"{name}, {what}"] = partial(
                ours, rules, tables, observations=observations, steps=steps
            )
    made["PettingZoo adapter, parlett"] = pettingzoo
    made["OpenSpiel hearts"] = partial(hearts, tensors=False)
    made["OpenSpiel hearts, with tensor and mask"] = partial(hearts, tensors=True)
    for game in ("kuhn_poker", "leduc_holdem", "hex"):
        made[f"pgx {game}"] = partial(pgx, game, tables, 100)
    return made


def main() -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--tables", type=int, default=4_096)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--sizes", action="store_true", help="parlett at every size instead")
    given = arguments.parse_args()
    print(platform.python_implementation(), platform.python_version(), platform.machine())
    begun = time.perf_counter()
    Lockstep(cr.PARLETT, 1, 1).reset()
    print(
        f"first reset, with what is compiled or read from disk: {time.perf_counter() - begun:.1f} s"
    )
    print(f"a table takes {TABLE.itemsize} bytes, its mask {7 * 8}, an observation {502 * 4}")
    if given.sizes:
        wanted: dict[str, Callable[[], Side]] = {
            f"{size} tables": partial(
                ours, cr.PARLETT, size, observations=True, steps=max(52, 100_000 // size)
            )
            for size in SIZES
        }
    else:
        wanted = sides(given.tables)
    made: dict[str, Side] = {}
    for name, make in wanted.items():
        try:
            made[name] = make()
        except ModuleNotFoundError as missing:
            print(f"{name}: left out, {missing.name} is not installed")
    found: dict[str, list[float]] = {name: [] for name in made}
    for _ in range(given.rounds):
        for name, side in made.items():
            found[name].append(side())
    print("| | million steps a second of processor time |\n|---|--:|")
    for name, figures in found.items():
        print(f"| {name} | {statistics.median(figures) / 1e6:.3g} |")


if __name__ == "__main__":
    main()
