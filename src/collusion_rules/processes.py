"""Processes that share work, and leave Ctrl-C to the one that has started them."""

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Final, final


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


WORKERS: Final[SpawnContext] = _Workers()
"""Starts processes afresh, for a fork copies locks that other threads may hold.

Ctrl-C goes to all processes of a terminal: one that still imports something, or waits for work,
would print a traceback.
"""
