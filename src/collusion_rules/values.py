"""What the values of the library have in common: made once, they stay as they are."""

from collections.abc import Callable, Hashable, ItemsView, Iterator, Mapping
from functools import cache
from types import FunctionType
from typing import Generic, Self, TypeVar, cast

import attrs

_K = TypeVar("_K")
_V = TypeVar("_V")


class Value:
    """The base of every frozen attrs class of the library.

    Such classes refuse to set an attribute, but Python lets anybody call `__init__` once more on a
    value that others hold, or the `__setstate__` with which pickles are read. Here neither is
    there: a value is filled in by `__new__`, which makes another one each time.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Make values in `__new__` and nowhere else, once attrs has written the methods."""
        super().__init_subclass__()
        own = vars(cls)
        if "__attrs_attrs__" not in own:
            return
        if "__attrs_init__" not in own:  # else the class has a `__new__` of its own
            type.__setattr__(cls, "__new__", staticmethod(_making(own["__init__"])))
        for name in ("__init__", "__attrs_init__", "__getstate__", "__setstate__"):
            if name in own:
                delattr(cls, name)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return _unpickled, (type(self), tuple(getattr(self, name) for name in _names(type(self))))


def _making(init: FunctionType) -> FunctionType:
    """A `__new__` that takes what an `__init__` takes, and has it fill in a new value."""
    code = init.__code__
    by_place = code.co_varnames[1 : code.co_argcount]
    by_name = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    taken = ", ".join(("cls", *by_place, *(("*", *by_name) if by_name else ())))
    passed = ", ".join(("made", *by_place, *(f"{name}={name}" for name in by_name)))
    names = {"new": object.__new__, "init": init}
    # Written out as attrs writes `__init__`: to pass on `*args` would take thrice as long.
    exec(  # noqa: S102 -- nothing in it but the names of fields
        f"def __new__({taken}):\n    made = new(cls)\n    init({passed})\n    return made", names
    )
    new = cast("FunctionType", names["__new__"])
    new.__defaults__, new.__kwdefaults__ = init.__defaults__, init.__kwdefaults__
    new.__annotations__ = init.__annotations__
    return new


def _unpickled(kind: type[Value], parts: tuple[object, ...]) -> Value:
    """A value read from a pickle: a new one, whatever it is filled with."""
    made = object.__new__(kind)
    for name, part in zip(_names(kind), parts, strict=True):
        object.__setattr__(made, name, part)
    return made


def _names(kind: type) -> tuple[str, ...]:
    """The names of the fields that a class has, if it is one of attrs."""
    return _found_names(cast("Hashable", kind))  # as lru_cache is typed


@cache
def _found_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else ()


@attrs.frozen(init=False, eq=False, repr=False)
class ReadOnly(Value, Mapping[_K, _V], Generic[_K, _V]):
    """A mapping that can't be changed, and has a hash if its values have one.

    A `MappingProxyType` hands the `dict` behind it to whatever it is compared with.
    """

    _entries: dict[_K, _V]

    def __new__(cls, entries: Mapping[_K, _V]) -> Self:
        """Make one with the entries of another mapping."""
        made = object.__new__(cls)
        object.__setattr__(made, "_entries", dict(entries))
        return made

    def __getitem__(self, key: _K) -> _V:
        return self._entries[key]

    def __iter__(self) -> Iterator[_K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def items(self) -> ItemsView[_K, _V]:
        """All of them at once: the mixin's would look each key up."""
        return dict(self._entries).items()

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._entries})"


def are_same(value: object, other: object) -> bool:
    """Whether two values are equal, down to the types of their parts: `True` is not 1 here."""
    if type(value) is not type(other):
        return False
    if isinstance(value, tuple):
        parts, others = cast("tuple[object, ...]", value), cast("tuple[object, ...]", other)
        return len(parts) == len(others) and all(map(are_same, parts, others))
    if names := _names(type(value)):
        return all(are_same(getattr(value, name), getattr(other, name)) for name in names)
    return value == other
