"""The one place that knows how English counts: `1 trick`, but `2 tricks`."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

NOUNS: Final = (
    *("bytes", "cards", "characters", "deals", "events", "games", "hands", "names", "numbers"),
    *("orders", "packs", "players", "points", "rows", "seats", "statements", "tricks", "worlds"),
)
"""What is counted in messages, as plurals."""

_COUNTED: Final = re.compile(rf"\{{(\w+)\}} (?:[a-z]+ )??(?:{'|'.join(NOUNS)})\b")
"""A placeholder and the noun that it counts, as in `{tricks} tricks` or `{got} whole numbers`."""


def counted(number: int, noun: str) -> str:
    """A number and its noun: `counted(1, "deals")` is `1 deal`; thousands have commas."""
    return f"{number:,} {noun.removesuffix('s') if number == 1 else noun}"


def filled(template: str, values: Mapping[str, object]) -> str:
    """Fill in an English template; a noun loses its s where its number is 1.

    Args:
        template: the template, with the plural of each noun.
        values: what stands for each placeholder.
    """
    for phrase, singular in singulars((template,)).items():
        if values.get(phrase[1 : phrase.index("}")]) in (1, "1"):
            template = template.replace(phrase, singular)
    return template.format(**values)


def singulars(templates: Iterable[str]) -> Mapping[str, str]:
    """The phrases in some English templates that read otherwise if their number is 1."""
    found = (match[0] for template in templates for match in _COUNTED.finditer(template))
    return {phrase: phrase.removesuffix("s") for phrase in found}
