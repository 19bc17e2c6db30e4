"""Plain data as TOML text, for files that tests change."""

import json
from datetime import date
from typing import Any


def toml_text(data: dict[str, Any]) -> str:
    """A file, one key a line."""
    return "\n".join(f"{json.dumps(key)} = {_value(value)}" for key, value in data.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)
