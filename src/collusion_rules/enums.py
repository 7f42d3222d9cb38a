"""What the library's enumerations have in common: text values that stay, and texts for people."""

from enum import StrEnum
from typing import Self


class Choice(StrEnum):
    """One of a few named things; its value is a stable text, and its repr evaluates back to it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):  # as those that the enumeration itself sets
            raise AttributeError(f"{self!r} can't be changed")
        super().__setattr__(name, value)


class Message(Choice):
    """A stable code with the id of the rule behind it (or `""`) and an English template."""

    rule: str
    template: str

    def __new__(cls, code: str, rule: str = "", template: str = "") -> Self:
        """Make a member from its code, the id of its rule and its template.

        `ErrorCode("game-over")` finds the member of a code; if there is none, it is a ValueError.
        """
        member = str.__new__(cls, code)
        member._value_ = code
        object.__setattr__(member, "rule", rule)
        object.__setattr__(member, "template", template)
        return member
