"""Validators for the fields of players: whoever makes one called a function wrongly."""

from collections.abc import Callable
from typing import Any

import attrs

from collusion_rules.errors import bad_argument, check_whole

Validator = Callable[[Any, "attrs.Attribute[Any]", Any], None]  # as attrs types it


def whole(least: int, most: int) -> Validator:
    """Refuse what is not a whole number from `least` to `most`."""

    def check(_: object, attribute: "attrs.Attribute[Any]", value: int) -> None:
        check_whole(attribute.name, value, least, most)

    return check


def a_kind_of(*kinds: type) -> Validator:
    """Refuse what is not of one of these types."""

    def check(_: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        if type(value) not in kinds:
            expected = " or ".join(kind.__name__ for kind in kinds)
            raise bad_argument(attribute.name, f"of type {expected}", value)

    return check


def share(_: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
    """Refuse what is not a number from 0 to 100."""
    if type(value) not in (int, float) or not 0 <= float(str(value)) <= 100:
        raise bad_argument(attribute.name, "a number from 0 to 100", value)
