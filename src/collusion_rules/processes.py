"""Processes that share work, and leave Ctrl-C to the one that has started them."""

import os
import signal
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import Final, cast, final


@contextmanager
def _interrupts_held() -> Generator[None]:
    """Hold Ctrl-C back for a moment; what is started meanwhile never gets it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@final
class _Worker(SpawnProcess):
    def start(self) -> None:
        with nullcontext() if sys.platform == "win32" else _interrupts_held():
            super().start()


@final
class _Workers(SpawnContext):
    Process = _Worker


_WORKERS: Final = _Workers()


def pool(jobs: int | None = None) -> ProcessPoolExecutor:
    """A pool of processes, as many as there are processors if left out.

    They are started afresh, for a fork copies locks that other threads may hold. Ctrl-C goes to
    all processes of a terminal: one that still imports something, or waits for work, would print a
    traceback. Where the one that has started them is killed, they end too.
    """
    return ProcessPoolExecutor(jobs, mp_context=_WORKERS, initializer=_serve)


def _serve() -> None:
    """Leave Ctrl-C to the one that asked, where it could not be held back, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = cast("BaseProcess", parent_process())
    parent.join()
    os._exit(1)
