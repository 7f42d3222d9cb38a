"""Time tables in lockstep, beside other environments in the same run.

`python benchmarks/lockstep.py`: steps a second of processor time, as the median of rounds in which
all sides take turns, with the quartiles and the best round. It writes what it found to
`docs/research/lockstep.json`, from which the docs have their figures. Peers that are not installed
are left out, and it says so: `pip install jax pgx open_spiel pettingzoo`.
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import collusion_rules as cr
from collusion_rules.rl import Lockstep

OUT = Path(__file__).parent.parent / "docs" / "research" / "lockstep.json"
SIZES = (1, 16, 256, 4_096, 65_536)
PEERS = ("numpy", "numba", "pettingzoo", "open_spiel", "pgx", "jax")
FIRST = """
import time
import collusion_rules as cr
from collusion_rules.rl import Lockstep
begun = time.process_time()
tables = Lockstep(cr.PARLETT, 1, 1)
steps = tables.reset()
while not steps.terminated.any():
    steps = tables.step(steps.mask.argmax(axis=1))
print(time.process_time() - begun)
"""
"""What is compiled, or read from where it was kept, before anything can be played."""

Side = Callable[[], float]
"""Makes a round; returns steps a second of processor time."""


def ours(rules: cr.Ruleset, tables: int, *, observations: bool, least: int) -> Side:
    """Tables of ours, whole deals; the choice of the lowest legal action is not timed."""
    lockstep = Lockstep(rules, tables, 1, observations=observations)
    state = lockstep.reset()
    deal = len(rules.deck) + rules.declares
    steps = deal * max(1, least // (deal * tables))

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


def only_written(rules: cr.Ruleset, tables: int) -> Side:
    """As many bytes as observations have, filled with one number: what memory lets through."""
    room = np.zeros((tables, len(Lockstep(rules, 1, 1).features)), np.float32)
    times = max(1, 200_000 // tables)

    def write() -> float:
        begun = time.process_time()
        for at in range(times):
            room.fill(at)
        return tables * times / (time.process_time() - begun)

    write()
    return write


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


def sides(tables: int, least: int) -> dict[str, Callable[[], Side]]:
    """All that is measured at one number of tables."""
    made: dict[str, Callable[[], Side]] = {}
    for name, rules in cr.RULESETS.items():
        made[f"`{name}`, masks"] = partial(ours, rules, tables, observations=False, least=least)
        made[f"`{name}`, masks and observations"] = partial(
            ours, rules, tables, observations=True, least=least
        )
    made["the bytes of `parlett`'s observations, filled with one number"] = partial(
        only_written, cr.PARLETT, tables
    )
    made["our PettingZoo environment, `parlett`"] = pettingzoo
    made["OpenSpiel, hearts in C++ through Python"] = partial(hearts, tensors=False)
    made["the same with tensor and mask"] = partial(hearts, tensors=True)
    for game in ("kuhn_poker", "leduc_holdem", "hex"):
        made[f"pgx, {game}"] = partial(pgx, game, tables, 100)
    return made


def sizes(least: int) -> dict[str, Callable[[], Side]]:
    """Parlett's game at every number of tables."""
    return {
        f"{tables:,} {what}": partial(
            ours, cr.PARLETT, tables, observations=what == "observations", least=least
        )
        for tables in SIZES
        for what in ("masks", "observations")
    }


def measured(wanted: Mapping[str, Callable[[], Side]], rounds: int) -> dict[str, list[float]]:
    """Steps a second by round, of all that is installed."""
    made: dict[str, Side] = {}
    for name, make in wanted.items():
        try:
            made[name] = make()
        except ModuleNotFoundError as missing:
            print(f"{name}: left out, {missing.name} is not installed")
    found: dict[str, list[float]] = {name: [] for name in made}
    for at in range(rounds):
        for name in list(made) if at % 2 else reversed(made):
            found[name].append(made[name]())
    return found


def told(found: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """Quartiles and the best round, in millions of steps a second; printed too."""
    rows: dict[str, list[float]] = {}
    for name, figures in found.items():
        quartiles = statistics.quantiles(figures, n=4, method="inclusive")
        rows[name] = [float(f"{at / 1e6:.3g}") for at in (*quartiles, max(figures))]
        print(f"{name:62} {rows[name][1]:8} ({rows[name][0]} to {rows[name][2]}), {rows[name][3]}")
    return rows


def bytes_a_table(tables: int, *, observations: bool) -> float:
    """How much memory a table takes, once deals have ended everywhere."""
    tracemalloc.start()
    lockstep = Lockstep(cr.PARLETT, tables, 1, observations=observations)
    steps = lockstep.reset()
    while not steps.terminated.any():
        steps = lockstep.step(steps.mask.argmax(axis=1))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return round(held / tables)


def seconds_to_begin() -> dict[str, float]:
    """Processor time before the first deal is over: with nothing kept, and the second time."""
    with tempfile.TemporaryDirectory() as kept:
        surroundings = {**os.environ, "NUMBA_CACHE_DIR": kept}
        run = partial(
            subprocess.run, [sys.executable, "-c", FIRST], env=surroundings, check=True, text=True
        )
        first, second = (float(run(capture_output=True).stdout) for _ in range(2))
    return {"first": round(first, 1), "later": round(second, 1)}


def version(package: str) -> str | None:
    """Which version is installed, if any is."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def main() -> None:
    """Measure, print, and write it down."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--tables", type=int, default=4_096)
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--least", type=int, default=400_000, help="steps of a round of ours")
    arguments.add_argument("--out", type=Path, default=OUT)
    given = arguments.parse_args()
    found: dict[str, Any] = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {name: version(name) for name in PEERS},
        "tables": given.tables,
        "rounds": given.rounds,
        "begin": seconds_to_begin(),
    }
    print(found)
    memory = {
        str(tables): {
            what: bytes_a_table(tables, observations=what == "observations")
            for what in ("masks", "observations")
        }
        for tables in (256, 4_096, 16_384)
    }
    print(memory)
    found |= {"bytes a table": memory}
    found |= {"games": told(measured(sides(given.tables, given.least), given.rounds))}
    found |= {"sizes": told(measured(sizes(given.least), given.rounds))}
    given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
