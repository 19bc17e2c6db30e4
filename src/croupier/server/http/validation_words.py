"""Invalid requests in words for a person: the field, and its allowed values."""

import ast
import re

from croupier.names import spoken

KEY = "^[A-Za-z0-9._:-]{0,64}$"
"""Allowed idempotency keys."""
PRINTABLE = "^[ -~]{1,64}$"
"""Allowed contributions to a shuffle."""
PERSON = "^[A-Za-z0-9_.-]{0,64}$"
"""Allowed ids of people."""

_PATTERNS = {
    KEY: "at most 64 letters, digits, dots, colons, dashes and underscores",
    PRINTABLE: "1 to 64 plain characters of the keyboard, without accents",
    PERSON: "at most 64 letters, digits, dots, dashes and underscores",
}
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}
_UNITS = {"str": "characters", "array": "entries", "object": "entries"}
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}

_PATH = re.compile(r"^(?P<phrase>.*?)(?: - at `(?P<path>.*)`)?$", re.DOTALL)
_MISSING = re.compile(r"missing required field `(?P<field>.*)`")
_NOT_SENT = re.compile(r"Missing required \w+(?: parameter)? '?(?P<field>\w+)")
_UNKNOWN = re.compile(r"unknown field `(?P<field>.*)`", re.DOTALL)
_LENGTH = re.compile(r"`(?P<type>\w+)` of length (?P<bound>[<>]=?) (?P<number>-?\d+)")
_EXACT = re.compile(r"`(?P<type>\w+)` of length (?P<number>\d+)")
_RANGE = re.compile(r"`\w+` (?P<bound>[<>]=?) (?P<number>-?[\d.]+)")
_REGEX = re.compile(r"matching regex (?P<pattern>'.*'|\".*\")")
_TYPE = re.compile(r"Expected `(?P<types>[\w |]+)`")


def validation_words(error: str, field: str = "") -> str:
    """An error of the decoder in words: "seat: must be a whole number"."""
    match = _PATH.match(error)
    assert match is not None
    phrase, path = match["phrase"], match["path"] or field
    for absent in (_MISSING.search(phrase), _NOT_SENT.search(phrase)):
        if absent:
            return f"{spoken(absent['field'])}: must be given"
    unknown = _UNKNOWN.search(phrase)
    if unknown:
        return f"{spoken(unknown['field'])}: not a field of this request"
    if "JSON" in phrase or "truncated" in phrase or "utf-8" in phrase:
        return "the request must be valid JSON"
    return f"{_field(path)}: {_allowed(phrase)}"


def _field(path: str) -> str:
    """The last name of a path: `$.act.wagers[...]` is "wagers"."""
    names = [name for name in re.split(r"[.\[\]$]+", path) if name.strip(".") and name != "data"]
    return spoken(names[-1]) if names else "request"


def _allowed(phrase: str) -> str:
    if found := _LENGTH.search(phrase):
        unit = _UNITS.get(found["type"], "characters")
        return f"must have {_BOUNDS[found['bound']]} {found['number']} {unit}"
    if found := _EXACT.search(phrase):
        return f"must have {found['number']} {_UNITS.get(found['type'], 'characters')}"
    if found := _REGEX.search(phrase):
        return f"allowed: {_PATTERNS.get(ast.literal_eval(found['pattern']), 'another form')}"
    if found := _RANGE.search(phrase):
        return f"must be {_BOUNDS[found['bound']]} {found['number']}"
    if found := _TYPE.search(phrase):
        kinds = [_TYPES.get(each.strip(), each.strip()) for each in found["types"].split("|")]
        return f"must be {' or '.join(dict.fromkeys(kinds))}"
    if "out of range" in phrase:
        return "the number is too large"
    return "this value is not allowed"
