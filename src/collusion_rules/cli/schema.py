"""`collusion-rules schema`: the JSON Schema of records."""

import json

import click

from collusion_rules.records import record_schema


@click.command(short_help="Print the JSON Schema of records.")
def schema() -> None:
    """Print the JSON Schema (2020-12) of the records of games, views and events."""
    click.echo(json.dumps(record_schema(), indent=2))
