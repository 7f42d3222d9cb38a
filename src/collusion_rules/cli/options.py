"""What several commands take: the name of a ruleset, and a seed."""

import re

import click

from collusion_rules.rulesets import RULESETS


def parsed_seed(text: str) -> int | str:
    """Read a seed: the int that a whole number names, so that `--seed 7` is `seed=7`; or a text."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,100}", text) else text


RULESET = click.Choice(tuple(RULESETS))
"""The name of one of the six games."""
