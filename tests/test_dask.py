"""Work shared by several machines: dask.distributed, here as two processes, one of them killed."""

import os
import signal

import pytest

import collusion_rules as cr
from collusion_rules.players import PLAYERS, match
from collusion_rules.simulation import running
from collusion_rules.simulation.running import simulate

pytest.importorskip("numba", reason="the extra `fast` is not installed")
distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")


def test_a_killed_worker_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_DEALS_A_PART", 20_000)
    monkeypatch.setattr(running, "_GAMES_A_PART", 1_000)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = set(client.run(os.getpid).values())
        assert len(workers) == 2

        def kill_one_midway(done: int, parts: int) -> None:
            if done == parts // 4:
                os.kill(min(workers), signal.SIGKILL)

        shared = simulate(
            cr.PARLETT,
            800_000,
            "seed",
            client.get_executor(),
            games=3_000,
            progress=kill_one_midway,
        )
        survivors = workers & set(client.run(os.getpid).values())
    assert survivors == {max(workers)}
    assert shared == simulate(cr.PARLETT, 800_000, "seed", games=3_000)


def test_a_match_on_several_machines_comes_to_the_same() -> None:
    players = [PLAYERS[name] for name in ("duck", "random", "take", "random")]
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        shared = match(cr.PARLETT, players, 17, "seed", client.get_executor(), rotations=True)
    assert shared == match(cr.PARLETT, players, 17, "seed", rotations=True)
