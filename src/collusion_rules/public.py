"""What a package offers: its version, and classes that say that they are the package's own."""

from collections.abc import Iterable, Mapping
from typing import Final

__version__: Final = "0.1.0"
"""The version of the library."""


def offer(package: str, names: Iterable[str], found: Mapping[str, object]) -> None:
    """Let the classes that a package offers say that they are the package's own.

    Where a class is written may change; that it is offered there does not. Errors and pickles
    name the package then.

    Args:
        package: the package.
        names: what it offers.
        found: what its names stand for.
    """
    for name in names:
        offered = found[name]
        if isinstance(offered, type) and offered.__module__.startswith(f"{package}."):
            type.__setattr__(offered, "__module__", package)  # enumerations refuse it otherwise
