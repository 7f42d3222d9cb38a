"""The command line: `collusion-rules`, or `python -m collusion_rules`."""

import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import NoReturn

from collusion_rules.exits import BROKEN_PIPE, INTERRUPTED


def main() -> None:
    """Run the command line, if the extra that it needs is installed.

    Whatever stops it, a person gets a line and not a traceback.
    """
    try:
        _run()
    except KeyboardInterrupt:  # while something was imported
        sys.exit(INTERRUPTED)
    except OSError as error:  # such as a full disk below the standard output
        _stop(error)
    finally:
        _write_out()


def _run() -> None:
    if any(find_spec(library) is None for library in ("click", "rich")):
        print(
            'The command line needs an extra: pip install "collusion-rules[cli]"', file=sys.stderr
        )
        sys.exit(2)
    from collusion_rules.cli import commands

    commands(prog_name="collusion-rules")


def _write_out() -> None:
    """Write what is still to be written, or say that it can't be."""
    output = sys.stdout
    if output is None:  # it is closed
        return
    try:
        output.flush()
    except OSError as error:
        _stop(error)


def _stop(error: OSError) -> NoReturn:
    """Say what was wrong, and write no more."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        sys.exit(BROKEN_PIPE)
    print(f"Error: {error}", file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
