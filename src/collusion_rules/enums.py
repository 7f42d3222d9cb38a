"""What the library's enumerations have in common: text values that stay, and texts for people."""

from enum import EnumMeta, StrEnum
from typing import Self


class Closed(EnumMeta):
    """The type of enumerations that stay as they are: the class too, once its members are made."""

    def __init__(cls, *arguments: object, **named: object) -> None:  # pyright: ignore[reportInconsistentConstructor] -- takes whatever `__new__` does
        super().__init__(*arguments, **named)
        type.__setattr__(cls, "_is_made", True)

    def __setattr__(cls, name: str, value: object) -> None:
        check_open(cls, cls)
        super().__setattr__(name, value)

    def __delattr__(cls, name: str) -> None:
        check_open(cls, cls)
        super().__delattr__(name)


def check_open(kind: type, whose: object) -> None:
    """Refuse to change an enumeration or a member of one, once the enumeration is made.

    Raises:
        AttributeError: it is made.
    """
    if "_is_made" in vars(kind):
        raise AttributeError(f"{whose!r} can't be changed")


class Member:
    """A member of such an enumeration: it stays as it is too."""

    _name_: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self._name_}"

    def __setattr__(self, name: str, value: object) -> None:
        check_open(type(self), self)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self!r} can't be changed")


class Choice(Member, StrEnum, metaclass=Closed):
    """One of a few named things; its value is a stable text, and its repr evaluates back to it."""


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
        member.rule = rule
        member.template = template
        return member
