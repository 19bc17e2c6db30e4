"""Computed results as data: encoded without pickles, because a pickle can run code when it is read.

A value is a plain one, a container, a fraction, an array, or a record of the package or a plug-in: a named
tuple, dataclass, struct or enum, written as the name of its class and its fields. Reading calls nothing but
the constructors of such classes.
"""

import dataclasses
import enum
import importlib
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

_SMALL = range(-(2**63), 2**63)
_UNCHANGED = frozenset({str, bytes, float, bool})


def encode(value: object) -> bytes:
    """Bytes of a value; TypeError if it is not plain data."""
    return msgspec.msgpack.encode(_plain(value))


def decode(content: bytes) -> Any:
    """The value of such bytes; ValueError if they are not."""
    try:
        return _value(msgspec.msgpack.decode(content))
    except (TypeError, KeyError, IndexError, AttributeError, ImportError, msgspec.MsgspecError) as error:
        raise ValueError(f"not a computed result: {error}") from error


# --------------------------------------------------------------------------------------------- encoding


def _plain(value: object) -> object:
    """A value as plain ones, and lists that begin with their kind."""
    kind = type(value)
    if kind is int:
        return value if value in _SMALL else ["int", str(value)]
    if value is None or kind in _UNCHANGED:
        return value
    if value is msgspec.UNSET:
        return ["unset"]
    write = _WRITERS.get(kind)
    return _record(value) if write is None else [kind.__name__, *write(value)]


def _items(value: Any) -> list[object]:
    return [_plain(each) for each in value]


def _pairs(value: dict[Any, Any]) -> list[object]:
    return [[_plain(key), _plain(each)] for key, each in value.items()]


def _record(value: object) -> list[object]:
    kind = type(value)
    name = f"{kind.__module__}:{kind.__qualname__}"
    if isinstance(value, enum.Enum):
        return ["enum", name, value.name]
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return ["record", name, *(_plain(each) for each in value)]
    if dataclasses.is_dataclass(value):
        fields = [each.name for each in dataclasses.fields(value) if each.init]
    elif isinstance(value, msgspec.Struct):
        fields = list(kind.__struct_fields__)  # type: ignore[attr-defined]
    elif kind.__module__ == "numpy":
        return _of_numpy(value)
    else:
        raise TypeError(f"{name} is not data that can be kept")
    return ["fields", name, {each: _plain(getattr(value, each)) for each in fields}]


def _of_numpy(value: Any) -> list[object]:
    if not hasattr(value, "dtype") or value.dtype.hasobject:
        raise TypeError(f"{type(value).__name__} of NumPy is not data that can be kept")
    kind = "array" if type(value).__name__ == "ndarray" else "scalar"
    return [kind, value.dtype.str, list(value.shape), value.tobytes()]


_WRITERS: dict[type, Callable[[Any], list[object]]] = {
    tuple: _items,
    list: _items,
    dict: _pairs,
    set: _items,
    frozenset: _items,
    range: lambda value: [value.start, value.stop, value.step],
    date: lambda value: [value.isoformat()],
    Fraction: lambda value: [str(value.numerator), str(value.denominator)],
}


# --------------------------------------------------------------------------------------------- decoding


def _value(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *parts = plain
    return _READERS[kind](parts)


def _values(parts: list[Any]) -> list[Any]:
    return [_value(each) for each in parts]


def _class(name: str) -> Any:
    """A class by its name, if it is one of records."""
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module) if module.partition(".")[0] in _packages() else None
    for each in path.split("."):
        found = getattr(found, each)
    records = isinstance(found, type) and (
        issubclass(found, enum.Enum | msgspec.Struct)
        or dataclasses.is_dataclass(found)
        or (issubclass(found, tuple) and hasattr(found, "_fields"))
    )
    if not records:
        raise ValueError(f"{name} is no record")
    return found


def _packages() -> set[str]:
    """The packages whose records are read: this one, and those that plug games in."""
    from croupier.jit import plugged_names

    return {"croupier", *plugged_names()}


def _array(parts: list[Any]) -> Any:
    from croupier.jit import numpy

    dtype, shape, content = parts
    np = numpy()
    kind = np.dtype(dtype)
    if kind.hasobject:
        raise ValueError("an array of objects")
    return np.frombuffer(content, dtype=kind).reshape(shape).copy()


_READERS: dict[str, Callable[[list[Any]], Any]] = {
    "unset": lambda parts: msgspec.UNSET,
    "int": lambda parts: int(parts[0]),
    "tuple": lambda parts: tuple(_values(parts)),
    "list": _values,
    "dict": lambda parts: {_value(key): _value(each) for key, each in parts},
    "set": lambda parts: set(_values(parts)),
    "frozenset": lambda parts: frozenset(_values(parts)),
    "range": lambda parts: range(*parts),
    "date": lambda parts: date.fromisoformat(parts[0]),
    "Fraction": lambda parts: Fraction(int(parts[0]), int(parts[1])),
    "enum": lambda parts: _class(parts[0])[parts[1]],
    "record": lambda parts: _class(parts[0])(*_values(parts[1:])),
    "fields": lambda parts: _class(parts[0])(**{name: _value(each) for name, each in parts[1].items()}),
    "array": _array,
    "scalar": lambda parts: _array(parts)[()],
}
