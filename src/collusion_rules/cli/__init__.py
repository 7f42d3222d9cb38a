"""The command line. Each command has a module of its own, which is imported when it is called."""

from importlib import import_module
from typing import Final

import click

from collusion_rules.errors import CollusionError
from collusion_rules.exits import BROKEN_PIPE, INTERRUPTED
from collusion_rules.public import __version__

COMMANDS: Final = (
    "deal",
    "match",
    "play",
    "replay",
    "rules",
    "schema",
    "score",
    "simulate",
    "watch",
)
"""Every command: module `collusion_rules.cli.NAME` has it, as `NAME`."""


class Commands(click.Group):
    """The commands, and what they do alike when something stops them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands, without importing any."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; say what was wrong without a traceback."""
        try:
            return super().invoke(ctx)
        except CollusionError as error:
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            ctx.exit(BROKEN_PIPE)
        except OSError as error:  # such as a full disk below the standard output
            raise click.ClickException(str(error)) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="collusion-rules")
def commands() -> None:
    """The Collusion family of trick-taking games."""
