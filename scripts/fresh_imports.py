"""A pytest plugin for mutation testing (PYTEST_DONT_REWRITE).

mutmut imports the project once and then forks a process for each fault, so a fault in what runs
only while a module is imported (a validator that is made there, a table) would never take effect.
This plugin counts such code as run by all tests and, where FRESH_IMPORTS is set, has the process of
each fault import the project anew. That is slow: it is for faults that survive otherwise.
"""

import os
import sys
from collections.abc import Iterator

import pytest
from mutmut.state import state

# mutmut has no other way to say which test calls what
# pyright: reportPrivateUsage=false
_while_imported: set[str] = set()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Forget every module of the project."""
    if "FRESH_IMPORTS" not in os.environ:
        return
    here = os.getcwd() + os.sep
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(here):
            del sys.modules[name]


def pytest_collection_finish() -> None:
    """Note which functions were called up to now."""
    _while_imported.update(state()._stats)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Count them as called by each test."""
    yield
    state()._stats.update(_while_imported)
