"""Which line of a TOML file says what: the standard parser reads values, not places.

The text is known to be valid TOML when this looks at it, so a light scan is enough: headers, keys, and
strings or arrays that run over several lines.
"""

import re

_HEADER = re.compile(r"\s*\[\[?\s*(?P<path>[^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*(?P<path>(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=(?P<rest>.*)$""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"' + r"|'[^']*'")

Path = tuple[str, ...]


class Lines:
    """The line of each key, counted from 1; a key inside an inline table has the line of the table."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        table: Path = ()
        depth, quote = 0, ""
        for number, line in enumerate(text.splitlines(), start=1):
            if quote:
                quote = "" if quote in line else quote
                continue
            if depth > 0:
                depth += _depth(line)
                continue
            if match := _HEADER.match(line):
                table = _parts(match["path"])
                self._note(table, number)
            elif match := _KEY.match(line):
                self._note(table + _parts(match["path"]), number)
                rest = match["rest"]
                for mark in ('"""', "'''"):
                    if rest.count(mark) == 1:
                        quote = mark
                depth = 0 if quote else _depth(rest)

    def _note(self, path: Path, number: int) -> None:
        for length in range(1, len(path) + 1):
            self._lines.setdefault(path[:length], number)

    def of(self, key: str) -> int | None:
        """The line of a dotted key, or of the nearest table above it."""
        path = tuple(key.split("."))
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return None


def _parts(path: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(path))


def _depth(line: str) -> int:
    """Brackets opened less brackets closed, outside strings and comments."""
    bare = _STRING.sub("", line).partition("#")[0]
    return sum(bare.count(mark) for mark in "[{") - sum(bare.count(mark) for mark in "]}")
