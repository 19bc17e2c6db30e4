"""A submission's text with other posted limits: the next version, written for the operator."""

import re
import tomllib
from collections.abc import Mapping

from croupier.errors import Refusal

_HEADER = re.compile(r"^\s*\[limits\]\s*(?:#.*)?$")
_ANY_HEADER = re.compile(r"^\s*\[")


def with_limits(text: str, limits: Mapping[str, tuple[int, int]]) -> str:
    """The text with these limits in cents, by wager; everything else stays as it was written.

    >>> print(with_limits("x = 1\\n[limits]\\nante = [500, 1_000] # posted\\n", {"ante": (1000, 2000)}))
    x = 1
    [limits]
    ante = [1_000, 2_000] # posted
    <BLANKLINE>
    """
    lines = text.splitlines(keepends=True)
    start = next((place for place, line in enumerate(lines) if _HEADER.match(line)), None)
    if start is None:
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        lines.append("\n[limits]\n")
        start = len(lines) - 1
    later = (place for place in range(start + 1, len(lines)) if _ANY_HEADER.match(lines[place]))
    end = next(later, len(lines))
    for wager, (least, most) in limits.items():
        stated = f"{wager} = [{least:_}, {most:_}]"
        line = re.compile(rf"^\s*{re.escape(wager)}\s*=\s*\[[^\]#]*\]")
        found = next((place for place in range(start + 1, end) if line.match(lines[place])), None)
        if found is None:
            lines.insert(start + 1, f"{stated}\n")
            end += 1
        else:
            lines[found] = line.sub(stated, lines[found], count=1)
    after = "".join(lines)
    _check(text, after, limits)
    return after


def _check(before: str, after: str, limits: Mapping[str, tuple[int, int]]) -> None:
    """Refuse a text in which anything else would change, such as one that writes its limits inline."""
    try:
        was, now = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        now, was = {}, {"limits": {}}
    wanted = {**was.get("limits", {}), **{wager: list(bounds) for wager, bounds in limits.items()}}
    if now != {**was, "limits": wanted}:
        message = "the limits of this submission are not written a line each under [limits]"
        raise Refusal("submission_unreadable", f"{message}; allowed: load its next version as a file")
