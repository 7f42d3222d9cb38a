"""The command line: `collusion-rules`, or `python -m collusion_rules`."""

import sys
from importlib.util import find_spec


def main() -> None:
    """Run the command line, if the extra that it needs is installed."""
    if any(find_spec(library) is None for library in ("click", "rich")):
        print(
            'The command line needs an extra: pip install "collusion-rules[cli]"', file=sys.stderr
        )
        sys.exit(2)
    from collusion_rules.cli import commands

    commands(prog_name="collusion-rules")


if __name__ == "__main__":
    main()
