"""Reads a submission key by key with the types of its form, so that one mistake never hides another.

A value that cannot be read is a finding and is left out; a missing value takes its default.
"""

import datetime
import difflib
from collections.abc import Mapping

from msgspec import inspect

from croupier.rulebook.line_numbers import dotted
from croupier.submission.findings import Findings
from croupier.submission.form import Choices, Submission, table_wagers

_DATED = ("layout.filed",)
"""Texts that may be written as a TOML date."""


_FORM = inspect.type_info(Submission)


class _Unreadable:
    """Stands for a value that could not be read."""


_UNREADABLE = _Unreadable()


class Reader:
    """Reads one submission. `blamed` holds the keys that could not be read, and those probably meant."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.blamed: set[str] = set()
        self.meant: dict[str, str] = {}
        """By unknown key, the key that was probably meant."""

    def read(self, data: Mapping[str, object]) -> Submission | None:
        """The readable part of the submission; None if it does not name its rules."""
        read = self._struct(data, _FORM, ())
        return read if isinstance(read, Submission) else None

    def _blame(self, code: str, path: tuple[str, ...], asked: object, allowed: str) -> _Unreadable:
        self.findings.say(code, dotted(*path), asked, allowed)
        self.blamed.add(dotted(*path))
        return _UNREADABLE

    def _struct(self, value: Mapping[str, object], kind: inspect.Type, path: tuple[str, ...]) -> object:
        assert isinstance(kind, inspect.StructType)
        fields = {field.encode_name: field for field in kind.fields}
        read: dict[str, object] = {}
        if kind.cls is Choices:
            value, read = self._flat_tables(value, fields.pop("tables").type, path)
        for key, each in value.items():
            if key in fields:
                got = self._value(each, fields[key].type, (*path, key))
                if got is not _UNREADABLE:
                    read[key] = got
                continue
            near = difflib.get_close_matches(key, [name for name in fields if name not in value], n=1)
            allowed = f"did you mean {near[0]}?" if near else f"one of {', '.join(fields)}"
            self._blame("unknown_key", (*path, key), f"key {key!r}", allowed)
            self.blamed.update(dotted(*path, name) for name in near)
            self.meant.update((dotted(*path, key), dotted(*path, name)) for name in near)
        missing = [name for name, field in fields.items() if field.required and name not in read]
        for name in missing:
            if name not in value and dotted(*path, name) not in self.blamed:
                self._blame("filing_missing", (*path, name), "nothing", _described(fields[name].type))
        return _UNREADABLE if missing else kind.cls(**read)

    def _flat_tables(
        self, value: Mapping[str, object], kind: inspect.Type, path: tuple[str, ...]
    ) -> tuple[dict[str, object], dict[str, object]]:
        """Separate the pay tables from the other choices: the other choices, and the tables."""
        wagers = [key for key in value if key not in Choices.__struct_fields__ and key in table_wagers()]
        tables = self._value({wager: value[wager] for wager in wagers}, kind, path)
        return {key: value[key] for key in value if key not in wagers}, {"tables": tables}

    def _value(self, value: object, kind: inspect.Type, path: tuple[str, ...]) -> object:
        kinds = list(_alternatives(kind))
        for each in kinds:
            if isinstance(each, inspect.StructType) and isinstance(value, Mapping):
                return self._struct(value, each, path)
            if isinstance(each, inspect.DictType) and isinstance(value, Mapping):
                return self._table(value, each.value_type, path)
            if isinstance(each, inspect.TupleType | inspect.VarTupleType) and isinstance(value, list):
                return self._array(value, each, path)
            if _fits(value, each):
                return self._in_bounds(value, each, kind, path)
        if dotted(*path) in _DATED and isinstance(value, datetime.date):
            return value.isoformat()
        code = "value_not_allowed" if isinstance(value, str) and _has_literal(kinds) else "wrong_type"
        return self._blame(code, path, shown(value), _described(kind))

    def _table(self, value: Mapping[str, object], kind: inspect.Type, path: tuple[str, ...]) -> object:
        """A table of like values, one by one."""
        read = {key: self._value(each, kind, (*path, key)) for key, each in value.items()}
        return {key: each for key, each in read.items() if each is not _UNREADABLE}

    def _array(
        self, value: list[object], kind: inspect.TupleType | inspect.VarTupleType, path: tuple[str, ...]
    ) -> object:
        kinds = kind.item_types if isinstance(kind, inspect.TupleType) else (kind.item_type,) * len(value)
        if len(kinds) != len(value):
            return self._blame("wrong_type", path, shown(value), _described(kind))
        read = []
        for each, item in zip(value, kinds, strict=True):
            got = self._value(each, item, path)
            if got is _UNREADABLE:
                return got
            read.append(got)
        return tuple(read)

    def _in_bounds(
        self, value: object, kind: inspect.Type, whole: inspect.Type, path: tuple[str, ...]
    ) -> object:
        if isinstance(kind, inspect.IntType) and isinstance(value, int):
            least = kind.ge if kind.ge is not None else kind.gt + 1 if kind.gt is not None else value
            if not least <= value <= (value if kind.le is None else kind.le):
                return self._blame("bad_amount", path, value, _described(whole))
        return value


def _alternatives(kind: inspect.Type) -> list[inspect.Type]:
    """The types that a value may have, without their descriptions."""
    if isinstance(kind, inspect.Metadata):
        return _alternatives(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [each for part in kind.types for each in _alternatives(part)]
    return [kind]


def _fits(value: object, kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.BoolType):
        return isinstance(value, bool)
    if isinstance(kind, inspect.IntType):
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(kind, inspect.FloatType):
        return isinstance(value, float)
    if isinstance(kind, inspect.LiteralType):
        return value in kind.values
    return isinstance(kind, inspect.StrType) and isinstance(value, str)


def _has_literal(kinds: list[inspect.Type]) -> bool:
    return any(isinstance(kind, inspect.LiteralType) for kind in kinds)


def _described(kind: inspect.Type) -> str:
    """The allowed values, in words."""
    return " or ".join(dict.fromkeys(filter(None, map(_word, _described_parts(kind)))))


def _described_parts(kind: inspect.Type) -> list[inspect.Type]:
    if isinstance(kind, inspect.UnionType):
        return [each for part in kind.types for each in _described_parts(part)]
    return [kind]


def _word(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            described = (kind.extra_json_schema or {}).get("description", "")
            return ", ".join(filter(None, (_word(kind.type), described)))
        case inspect.StructType():
            return f"a table with {', '.join(field.encode_name for field in kind.fields)}"
        case inspect.DictType():
            return f"a table by name of: {_described(kind.value_type)}"
        case inspect.TupleType():
            return f"[minimum, maximum], each {_described(kind.item_types[0])}"
        case inspect.VarTupleType():
            return f"an array of: {_described(kind.item_type)}"
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, kind.values))}"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "a whole number"
        case inspect.FloatType():
            return "a number"
        case inspect.StrType():
            return "text in quotes"
    return ""


def shown(value: object) -> str:
    """A value as TOML would write it, cut to a line."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
