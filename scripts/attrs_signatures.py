"""A Griffe extension: the reference shows how an attrs class is called, as it does a function."""

import inspect
from enum import Enum
from typing import cast

import griffe


class AttrsSignatures(griffe.Extension):
    """Give each attrs class the `__init__` that attrs writes for it."""

    def on_class(self, *, cls: griffe.Class, **_: object) -> None:
        """Add `__init__`, if attrs wrote one: the source of the class has none."""
        if {"__init__", "__new__"} & cls.members.keys() or not _is_frozen(cls):
            return
        made = cast("type", griffe.dynamic_import(cls.path))
        if not {"__init__", "__new__"} & vars(made).keys():
            return
        parameters = [_parameter(cls, each) for each in inspect.signature(made).parameters.values()]
        itself = griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)
        init = griffe.Function("__init__", parameters=griffe.Parameters(itself, *parameters))
        cls.set_member("__init__", init)


def _is_frozen(cls: griffe.Class) -> bool:
    return any(decorator.callable_path == "attrs.frozen" for decorator in cls.decorators)


def _parameter(cls: griffe.Class, made: inspect.Parameter) -> griffe.Parameter:
    """A parameter: its annotation as the source has it, its default as Python has it."""
    known = made.name if made.name in cls.members else f"_{made.name}"  # a field that is private
    field = cast("griffe.Attribute", cls.members[known])
    alone = made.kind is inspect.Parameter.KEYWORD_ONLY
    kinds = griffe.ParameterKind
    return griffe.Parameter(
        made.name,
        annotation=field.annotation,
        kind=kinds.keyword_only if alone else kinds.positional_or_keyword,
        default=None if made.default is inspect.Parameter.empty else _spelled(made.default),
    )


def _spelled(default: object) -> str:
    if isinstance(default, Enum):
        return f"{type(default).__name__}.{default.name}"
    return repr(default)
