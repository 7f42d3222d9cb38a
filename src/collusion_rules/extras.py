"""Packages that only some parts of the library need, each imported when it is used."""

from importlib import import_module
from types import ModuleType

from collusion_rules.errors import ErrorCode, MissingExtraError


def needed(package: str, extra: str) -> ModuleType:
    """Import a package that an extra of this library installs.

    Raises:
        MissingExtraError: it is not installed; the message names the line that installs it.
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        missing = ErrorCode.MISSING_EXTRA
        raise MissingExtraError(missing, package=package, extra=extra) from error
