"""A submission written as TOML: only what it says, in the order of the form."""

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.submission.form import Submission


def submission_text(submission: Submission) -> str:
    """The TOML text of a submission.

    >>> from croupier.submission.form import Choices
    >>> chosen = Choices.of(aces_up="I")
    >>> print(submission_text(Submission(rules="example", choices=chosen)), end="")
    rules = "example"
    <BLANKLINE>
    [choices]
    aces_up = "I"
    """
    plain = _said(submission)
    choices = plain.get("choices", {})
    plain["choices"] = {**choices.pop("tables", {}), **choices}
    return "\n".join(_table(plain, ()))


def _said(part: msgspec.Struct) -> dict[str, Any]:
    """By name, the values that differ from what the form has without them."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        if value is not None and value != default:
            found[field.name] = _said(value) if isinstance(value, msgspec.Struct) else _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return _said(value) if isinstance(value, msgspec.Struct) else value


def _table(values: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    """The lines of a table: its values first, then the tables in it."""
    lines = [f"{_key(key)} = {_value(each)}" for key, each in values.items() if not isinstance(each, Mapping)]
    if path and (lines or not values):
        lines = ["", f"[{'.'.join(map(_key, path))}]", *lines]
    for key, each in values.items():
        if isinstance(each, Mapping) and each:
            lines += _table(each, (*path, key))
    return [*lines, ""] if not path else lines


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # A JSON string is a TOML string, but for DEL, which TOML wants escaped.
        return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)
