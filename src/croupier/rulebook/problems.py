"""Problems in a file of the rulebook: the file, the line, the key, and the allowed values."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

import msgspec

from croupier.rulebook.line_numbers import Lines

_Struct = TypeVar("_Struct", bound=msgspec.Struct)


class Problem(NamedTuple):
    """One problem."""

    file: str
    key: str
    text: str
    line: int | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        said = f"{place}: {self.key}: {self.text}"
        return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in said)  # one line


class RulebookError(ValueError):
    """A broken file of the rulebook: its first problem, and the number of others."""

    def __init__(self, first: Problem, *others: Problem) -> None:
        more = f" ({len(others)} more: see `croupier rules verify`)" if others else ""
        super().__init__(f"{first}{more}")
        self.problems: tuple[Problem, ...] = (first, *others)


_collected: ContextVar[list[Problem] | None] = ContextVar("collected", default=None)


@contextmanager
def collecting() -> Iterator[list[Problem]]:
    """The list in which `report` notes problems, so that all of them are found at once."""
    found: list[Problem] = []
    token = _collected.set(found)
    try:
        yield found
    finally:
        _collected.reset(token)


def report(error: RulebookError) -> None:
    """Raise the error, or note its problems while they are being collected."""
    found = _collected.get()
    if found is None:
        raise error
    found += error.problems


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The data of a TOML file; `RulebookError` with the line where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(_toml_problem(file, error, text)) from None
    except RecursionError:
        raise RulebookError(Problem(file, "(file)", "not TOML: nested too deeply")) from None


def _toml_problem(file: str, error: tomllib.TOMLDecodeError, text: str) -> Problem:
    """A file that is not TOML, with the line that its parser names, or the last."""
    words = str(error)
    line = re.search(r"\(at line (\d+), column \d+\)", words)
    said = "a key stands twice" if "overwrite" in words else words.partition(" (at ")[0]
    return Problem(file, "(file)", f"not TOML: {said}", int(line[1]) if line else len(text.splitlines()))


def read_toml(text: str, file: str, kind: type[_Struct]) -> _Struct:
    """A struct from TOML text; `RulebookError` with the line of an unknown key or of bad TOML."""
    data = parse_toml(text, file)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        known = kind.__struct_fields__
        said, _, place = str(error).partition(" - at ")
        named = re.match(r"`\$\.(\w+)", place)
        key = next((each for each in data if each not in known), named[1] if named else "(file)")
        raise RulebookError(
            Problem(file, key, f"{said}; allowed: {', '.join(known)}", Lines(text).near(key))
        ) from None
