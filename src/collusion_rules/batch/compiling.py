"""The one place that knows the compiler."""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from collusion_rules.extras import needed

_P = ParamSpec("_P")
_R = TypeVar("_R")

_NUMBA: Final = needed("numba", "fast")


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function to machine code when it is first called, and keep that on disk.

    It runs without Python's lock. Mind that an unsigned number and a signed one make a float.
    """
    make: Callable[[Callable[_P, _R]], Callable[_P, _R]] = _NUMBA.njit(
        cache=True, nogil=True, error_model="numpy", forceinline=True
    )
    return make(function)
