"""Validators for the parts that a ruleset is put together from."""

from collections.abc import Callable
from types import NoneType
from typing import Any

import attrs

from collusion_rules.errors import BadRulesetError, ErrorCode, excerpt, fault
from collusion_rules.texts import is_one_line
from collusion_rules.values import Value

Validator = Callable[[Any, "attrs.Attribute[Any]", Any], None]  # as attrs types it


def wrong_part(part: str, expected: str, got: object) -> BadRulesetError:
    """The error of a part that is of another kind or out of range."""
    wrong = ErrorCode.WRONG_PART
    return BadRulesetError([fault(wrong, part=part, expected=expected, got=excerpt(got))])


@attrs.frozen
class whole(Value):  # noqa: N801 -- read as a function, like the other validators
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def __call__(self, _: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Refuse anything else."""
        if type(value) is not int or not self.least <= value <= self.most:
            expected = f"a whole number from {self.least} to {self.most}"
            raise wrong_part(attribute.name, expected, value)


@attrs.frozen
class wholes(Value):  # noqa: N801 -- as `whole`
    """A tuple of `count` whole numbers from `least` to `most`."""

    count: int
    least: int
    most: int

    def __call__(
        self, _: object, attribute: "attrs.Attribute[Any]", value: tuple[int, ...]
    ) -> None:
        """Refuse anything else."""
        count, least, most = self.count, self.least, self.most
        if not (
            type(value) is tuple
            and len(value) == count
            and all(type(number) is int and least <= number <= most for number in value)
        ):
            raise wrong_part(
                attribute.name, f"a tuple of {count} whole numbers from {least} to {most}", value
            )


@attrs.frozen
class one_line(Value):  # noqa: N801 -- as `whole`
    """Text of 1 to `most` characters in one line, as `is_one_line` has it."""

    most: int

    def __call__(self, _: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Refuse anything else."""
        if not is_one_line(value, self.most):
            expected = f"text of 1 to {self.most} characters in one line"
            raise wrong_part(attribute.name, expected, value)


def a_kind_of(*kinds: type) -> Validator:
    """A value of just one of these types; a subclass is another type."""

    def check(_: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        if type(value) not in kinds:
            names = ("None" if kind is NoneType else kind.__name__ for kind in kinds)
            raise wrong_part(attribute.name, " or ".join(names), value)

    return check
