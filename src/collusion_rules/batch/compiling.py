"""The one place that knows the compiler, and what it keeps on disk."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, ParamSpec, TypeVar

from collusion_rules.extras import needed

_P = ParamSpec("_P")
_R = TypeVar("_R")

_NUMBA: Final = needed("numba", "fast")
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "forceinline": True}


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function to machine code when it is first called, and keep that on disk.

    It runs without Python's lock. Mind that an unsigned number and a signed one make a float, and
    that a function must not call itself, not even by way of others.

    Where nothing can be kept, as without a home, in a package that can't be written, or on a full
    disk, each process compiles for itself.
    """
    return _compiled(function, _OPTIONS)


def uncounted(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function that makes no array, as `compiled` does.

    Nothing counts who uses its arrays, which otherwise takes as long as what it does with them.
    """
    return _compiled(function, _OPTIONS | {"_nrt": False})


def _compiled(function: Callable[_P, _R], options: dict[str, Any]) -> Callable[_P, _R]:
    try:
        dispatcher = _NUMBA.njit(cache=True, **options)(function)
        _keep_apart(dispatcher._cache, sources())
    except (AttributeError, RuntimeError):  # another numba; no place to keep anything
        dispatcher = _NUMBA.njit(**options)(function)
    make: Callable[_P, _R] = dispatcher
    return make


def _keep_apart(kept: Any, key: str) -> None:  # Any: numba has no types, nor a public way
    """Let a function's machine code be kept in files of its own for each key."""
    name = f"{kept._impl.filename_base}-{key[:32]}"
    kept._cache_file = type(kept._cache_file)(kept.cache_path, name, key)
    save = kept.save_overload

    def save_or_not(*compiled: object) -> None:
        with suppress(OSError):  # a full disk
            save(*compiled)

    kept.save_overload = save_or_not


@cache
def sources() -> str:
    """What all machine code that was kept depends on: every source file that has some.

    A function has others compiled into it, from other files too; so what was kept of it is good
    only while none of them has changed. That goes by what they say, not by their dates, which an
    archive can set to anything.

    Raises:
        RuntimeError: there are none, as in a frozen program.
    """
    folders = (files("collusion_rules").joinpath(name) for name in ("batch", "rl"))
    found = sorted(
        (folder.name, file.name, file.read_bytes())
        for folder in folders
        if folder.is_dir()
        for file in folder.iterdir()
        if file.name.endswith(".py")
    )
    if not found:
        raise RuntimeError("no source files")
    return sha256(repr(found).encode()).hexdigest()
