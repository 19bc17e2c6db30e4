"""Input from outside, checked against its types: a wrong one is a `Refusal`, never an error of Python's.

Text is decoded with its types, so it is checked on the way in. Objects that a program has built are not: a
dataclass or a struct accepts a float for an amount. `conform` makes them pass through the same door: a float
or a boolean as money is refused in the same words as on a line of JSON.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from croupier.errors import Refusal
from croupier.money import LARGEST

Form = TypeVar("Form", bound=msgspec.Struct)

_AMOUNTS = re.compile(r"\.(wagers|meters|match_play|decision|minimums|reset|limits)\[|\.amount$|_wager$")
"""The paths of amounts of money."""

_NOT_OF_FORMS = (bytes, bytearray, Decimal, UUID, datetime, date, time, timedelta)
"""Types that no form has, and that msgspec would write as texts."""


def conform(value: Any, form: type[Form], what: str) -> Form:
    """The value as its form has it; `Refusal` if a part has another type. `what` names it in the message."""
    if not isinstance(value, form):
        article = "an" if form.__name__[0] in "AEIO" else "a"
        kind = type(value).__name__
        raise Refusal("malformed", f"{what}: expected {article} `{form.__name__}`, got `{kind}`")
    if type(value) is not form:  # a round as its line has more keys
        value = form(**{name: getattr(value, name) for name in form.__struct_fields__})
    try:
        # Not through JSON, where bytes are a text, a decimal too, and a float that is no number is null.
        plain = msgspec.to_builtins(value, builtin_types=_NOT_OF_FORMS)
        found = msgspec.convert(plain, form)
        msgspec.json.encode(plain)  # half of a surrogate pair is no text
        return found
    except msgspec.ValidationError as error:
        raise type_refusal(str(error), plain, what) from None
    except (TypeError, ValueError, OverflowError, RecursionError):
        path, kind = _foreign(value) or ("", type(value).__name__)
        raise type_refusal(f"Unexpected `{kind}` - at `${path}`", b"", what) from None


def text(value: object, what: str) -> str:
    """The value, which must be a text."""
    if not isinstance(value, str):
        raise Refusal("malformed", f"{what}: expected `str`, got `{type(value).__name__}`")
    if not _encodes(value):
        raise Refusal("malformed", f"{what}: {value!a}; allowed: Unicode text")
    return value


def _encodes(value: str) -> bool:
    """Whether a text can be written: half of a surrogate pair cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def whole(value: object, what: str) -> int:
    """The value, which must be a whole number: no float, no boolean."""
    if type(value) is not int:
        raise Refusal("malformed", f"{what}: expected `int`, got `{type(value).__name__}`")
    return value


def within(value: object, what: str, most: int) -> int:
    """The value, which must be a whole number from 1 up to the most."""
    number = whole(value, what)
    if not 1 <= number <= most:
        raise Refusal("value_not_allowed", f"{what}: {number}; allowed: 1 to {most:,}")
    return number


def cents(value: object, what: str) -> int:
    """The value, which must be a positive amount of money."""
    if type(value) is not int or not 0 < value <= LARGEST:
        got = value if type(value) is int else f"`{type(value).__name__}`"
        raise Refusal("bad_amount", f"{what}: {got}; allowed: whole cents, 1 to {LARGEST:,}")
    return value


def truth(value: object, what: str) -> bool:
    """The value, which must be true or false."""
    if type(value) is not bool:
        raise Refusal("malformed", f"{what}: expected `bool`, got `{type(value).__name__}`")
    return value


def file_path(value: object, what: str) -> Path:
    """The value as a path: a text or a `Path`."""
    try:
        if isinstance(value, str | Path) and b"\0" not in os.fsencode(value):
            return Path(value)
    except UnicodeEncodeError:
        pass
    got = ascii(value) if isinstance(value, str) else f"`{type(value).__name__}`"
    raise Refusal("malformed", f"{what}: expected a path, got {got}")


def iterable(value: object, what: str, of: str) -> Iterable[Any]:
    """The value, which must give one item after the other; a text is one item."""
    try:
        if isinstance(value, str | bytes | Mapping):
            raise TypeError
        return iter(value)  # type: ignore[call-overload, no-any-return]
    except TypeError:  # an array without a dimension says that it can be iterated
        raise Refusal("malformed", f"{what}: expected {of}, got `{type(value).__name__}`") from None


def cents_by_name(given: object, what: str) -> dict[str, int]:
    """A mapping of names to cents: no float, no boolean. None is an empty one."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise Refusal("malformed", f"{what}: expected names with cents, got `{type(given).__name__}`")
    for name, amount in given.items():
        if type(amount) is not int or not isinstance(name, str):
            kind = type(amount).__name__
            raise Refusal("bad_amount", f"{what}.{name}: expected `int`, got `{kind}`; allowed: whole cents")
    return dict(given)


def type_refusal(problem: str, source: Any, what: str) -> Refusal:
    """The refusal for msgspec's message about a JSON text or its value; `what` names it where no key does."""
    said, _, where = problem.partition(" - at ")
    path = where.strip("`").removeprefix("$")
    place = _named(path, source).removeprefix(".") or what
    if "unknown field" in said:
        return Refusal("unknown_key", f"{place}: {said}")
    said = said.replace("`bool | int`", "`int`")  # of a decision: only a fold is true
    if _AMOUNTS.search(path) and re.search(r"Expected `int|Unexpected|out of range", said):
        return Refusal("bad_amount", f"{place}: {said}; allowed: whole cents")
    return Refusal("malformed", f"{place}: {said}")


def _named(path: str, source: Any) -> str:
    """A path with `[...]` for a key of a table of amounts replaced by the first wrong key, if it is found."""
    before, mark, after = path.partition("[...]")
    if not mark or not source:
        return path
    try:
        value = msgspec.json.decode(source) if isinstance(source, bytes | str) else source
        for step in re.findall(r"\w+", before):
            value = value[int(step) if step.isdigit() else step]
        wrong = next((key for key, each in value.items() if type(each) is not int), "?")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return before  # a text that only the form could read: 1e400, bytes that are no UTF-8, deep nesting
    return f"{before}.{wrong}{after}"


def _foreign(value: Any, path: str = "") -> tuple[str, str] | None:
    """The path and type of the first value that is none of the types of the forms."""
    if isinstance(value, msgspec.Struct):
        parts = [(f".{name}", getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, Mapping):
        parts = [(f"[{key}]", each) for key, each in value.items()]
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        parts = [(f"[{index}]", each) for index, each in enumerate(value)]
    elif isinstance(value, str):
        return None if _encodes(value) else (path, "text that is not Unicode")
    elif value is None or isinstance(value, int | float) or value is msgspec.UNSET:
        return None
    else:
        return path, type(value).__name__
    found = (_foreign(each, path + step) for step, each in parts)
    return next((each for each in found if each is not None), None)
