"""Line numbers of the keys in a TOML file, which the standard parser does not give.

The text is already known to be valid TOML, so a light scan of headers, keys, arrays and inline tables is
enough; values are skipped.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

Path = tuple[str, ...]

_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r]+|\#[^\n]*)
      | (?P<newline>\n)
      | (?P<quoted>"{3}(?:\\.|[^\\])*?"{3,5}(?!")|'{3}.*?'{3,5}(?!')|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
      | (?P<mark>[\[\]{}=,.])
      | (?P<bare>[^\s\[\]{}=,."'\#]+)""",
    re.VERBOSE | re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def dotted(*parts: str) -> str:
    """A key's path as TOML writes it: `choices.trips`, with quotes around a part that needs them."""
    return ".".join(part if _BARE.fullmatch(part) else f'"{_escaped(part)}"' for part in parts)


def _escaped(part: str) -> str:
    escaped = part.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in escaped)


class Lines:
    """The line of each key, counted from 1."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._tokens = list(_tokens(text))
        self._at = 0
        table: Path = ()
        while token := self._next():
            if token.text == "[" and token.kind == "mark":
                while self._peek() == "[":
                    self._next()
                table, line = self._path(), token.line
                self._note(table, line)
                self._until("\n")
            elif token.kind != "newline":
                self._at -= 1
                self._pair(table)

    def of(self, key: str) -> int | None:
        """The line of a dotted key, or of the nearest table above it."""
        path = tuple(_part(token) for token in _tokens(key) if token.kind != "mark")
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return None

    def near(self, key: str) -> int:
        """The line of a key whose parts are joined by points, quoted or not, or of the nearest table above
        it; else the first line."""
        places = {".".join(path): line for path, line in self._lines.items()}
        while key not in places and key:
            key = key.rpartition(".")[0]
        return places.get(key, 1)

    def _note(self, path: Path, line: int) -> None:
        for length in range(1, len(path) + 1):
            self._lines.setdefault(path[:length], line)

    def _next(self) -> _Token | None:
        self._at += 1
        return self._tokens[self._at - 1] if self._at <= len(self._tokens) else None

    def _peek(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else "\n"

    def _until(self, marks: str) -> None:
        """Skip to the next of these marks, without consuming it."""
        while self._at < len(self._tokens) and not (
            self._tokens[self._at].kind in ("mark", "newline") and self._peek() in marks
        ):
            self._at += 1

    def _path(self) -> Path:
        """A key, dotted or not."""
        parts = []
        while self._at < len(self._tokens) and (
            self._tokens[self._at].kind in ("bare", "quoted") or self._peek() == "."
        ):
            token = self._tokens[self._at]
            if token.kind != "mark":
                parts.append(_part(token))
            self._at += 1
        return tuple(parts)

    def _pair(self, table: Path) -> None:
        """A key, the equals sign and the value."""
        line = self._tokens[self._at].line
        path = table + self._path()
        self._note(path, line)
        self._until("=")
        self._at += 1
        self._value(path)

    def _value(self, path: Path) -> None:
        opening = self._peek()
        if opening not in ("[", "{"):
            self._until("\n,]}")
            return
        self._at += 1
        closing = "]" if opening == "[" else "}"
        while self._peek() != closing:
            if self._peek() in (",", "\n"):
                self._at += 1
            elif opening == "[":
                self._value(path)
            else:
                self._pair(path)
        self._at += 1


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "skip":
            yield _Token(str(match.lastgroup), match[0], line)
        line += match[0].count("\n")


def _part(token: _Token) -> str:
    """The key part in a token, with quotes and escapes resolved."""
    return str(tomllib.loads(f"key = {token.text}")["key"]) if token.kind == "quoted" else token.text
