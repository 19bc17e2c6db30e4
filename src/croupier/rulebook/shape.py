"""The shape of a rule file: its keys and their types. Every mismatch is found, not only the first.

The parts that fit are read even if others do not, so that they can be checked too.
"""

from datetime import date
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from croupier.rulebook.model import Citations, Edition, RuleSet

_BROKEN = object()


def read_shape(data: dict[str, Any]) -> tuple[RuleSet | None, list[tuple[str, str]]]:
    """The parts of a rule file that fit, and key and problem of those that do not.

    There is no rule set if the file does not identify its rules.
    """
    problems: list[tuple[str, str]] = []
    fitting = _fitting(data, RuleSet, "", problems)
    if fitting is _BROKEN:
        return None, problems
    return msgspec.convert(fitting, RuleSet), problems


def _fitting(value: Any, kind: Any, key: str, problems: list[tuple[str, str]]) -> Any:
    """The value without the parts that do not fit; `_BROKEN` if nothing is usable."""
    origin = get_origin(kind)
    if origin is dict and isinstance(value, dict):
        inner = get_args(kind)[1]
        read = {name: _fitting(each, inner, _at(key, name), problems) for name, each in value.items()}
        return {name: each for name, each in read.items() if each is not _BROKEN}
    if _is_struct(kind) and isinstance(value, dict):
        return _struct(value, kind, key, problems)
    if origin is tuple and isinstance(value, list) and _is_struct(get_args(kind)[0]):
        items = [_fitting(each, get_args(kind)[0], key, problems) for each in value]
        return [each for each in items if each is not _BROKEN]
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        problems.append((key or "(file)", f"{_said(str(error), value)}; allowed: {_words(kind)}"))
        return _BROKEN
    return value


def _said(error: str, value: Any) -> str:
    """The problem with a value, in the words of its author rather than of the library."""
    if "of length >= 1" in error:
        return "empty"
    if "matching regex" in error or "RFC3339" in error:
        return repr(value)
    return error.partition(" - at ")[0]


def _struct(
    value: dict[str, Any], kind: type[msgspec.Struct], key: str, problems: list[tuple[str, str]]
) -> Any:
    types = _types(kind)
    whole = True
    read: dict[str, Any] = {}
    for name, each in value.items():
        if name not in kind.__struct_fields__:
            allowed = f"allowed: {', '.join(kind.__struct_fields__)}"
            problems.append((_at(key, name), f"unknown key `{name}`; {allowed}"))
            continue
        fitting = _fitting(each, types[name], _at(key, name), problems)
        if fitting is not _BROKEN:
            read[name] = fitting
        elif name in _required(kind):
            whole = False
    for name in _required(kind):
        if name in value:
            continue
        problems.append((_at(key, name), f"missing; allowed: {_words(types[name])}"))
        if get_origin(types[name]) is dict:
            read[name] = {}
        else:
            whole = False
    return read if whole else _BROKEN


@cache
def _types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """By key, its type; slow to find."""
    return get_type_hints(kind, include_extras=True)


@cache
def _required(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _at(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _words(kind: Any) -> str:
    """A type in words, for authors of TOML."""
    inner = get_args(kind)
    origin = get_origin(kind)
    if origin is dict or _is_struct(kind):
        return "a table"
    if kind == Citations:
        return "a list of clause ids, one at least"
    if kind == Edition:
        return "letters, digits, points, hyphens"
    if origin is tuple:
        return f"a list of {_words(inner[0])}"
    if hasattr(kind, "__metadata__"):
        return _words(inner[0])
    names = {str: "text", int: "a whole number", bool: "true or false", date: "a date, such as 2026-01-31"}
    if kind in names:
        return names[kind]
    if inner and all(isinstance(each, str) for each in inner):
        return ", ".join(each or '""' for each in inner)
    return " or ".join(_words(each) for each in inner if each is not type(None)) or "a value"
