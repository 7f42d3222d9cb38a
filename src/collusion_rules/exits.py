"""How the program `collusion-rules` ends: its exit codes, and Ctrl-C while it is still imported.

The package imports this module first. Programs that use the library are left alone.
"""

import re
import sys
from types import TracebackType
from typing import Final

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it: 128 and the number of the signal."""

BROKEN_PIPE: Final = 141
"""The exit code where nobody reads any more what is printed, as shells have it for SIGPIPE."""

_SCRIPT: Final = re.compile(r"(?:.*[/\\])?collusion-rules(?:-script\.py|\.exe)?", re.DOTALL)
_MODULE: Final = re.compile(r"-[A-Za-z]*m ?collusion_rules(?:\.__main__)?(?: |\Z)")


def is_the_program() -> bool:
    """Whether Python was started as `collusion-rules`, or as `python -m collusion_rules`."""
    given: list[str] = getattr(sys, "argv", [])  # where Python is a part of a program, maybe none
    first = given[0] if given else ""
    if first == "-m":  # while the package is imported that has the module
        return _MODULE.search(" ".join(sys.orig_argv)) is not None
    return _SCRIPT.fullmatch(first) is not None


def ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """End without a traceback after Ctrl-C; tell of everything else as always."""
    if issubclass(kind, KeyboardInterrupt):
        raise SystemExit(INTERRUPTED)
    sys.__excepthook__(kind, error, trace)


if is_the_program():
    sys.excepthook = ended
