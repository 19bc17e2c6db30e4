"""The built web: its page, and assets named by a hash of their content."""

import re
from pathlib import Path
from typing import NamedTuple

WEB = Path(__file__).parents[1] / "web"
"""Where the build of `web/` puts it; missing in a checkout that was not set up."""

FOREVER = "public, max-age=31536000, immutable"
"""An asset has a hash of its content in its name: another content is another asset."""
ALWAYS_ASK = "no-cache"

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,120}")
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
_PACKED = (("br", ".br"), ("gzip", ".gz"))
"""Encodings by preference, with their file endings."""


class File(NamedTuple):
    """A file with its headers."""

    content: bytes
    media_type: str
    headers: dict[str, str]


def page(accepts: str) -> File | None:
    """The one page of the web; none if it was not built."""
    return _read(WEB / "index.html", accepts, ALWAYS_ASK)


def asset(name: str, accepts: str) -> File | None:
    """An asset by its name; none if there is none."""
    if not _NAME.fullmatch(name):
        return None
    return _read(WEB / "assets" / name, accepts, FOREVER)


def _read(path: Path, accepts: str, keep: str) -> File | None:
    media_type = _TYPES.get(path.suffix)
    if media_type is None:
        return None
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    taken = {each.split(";")[0].strip() for each in accepts.split(",") if ";q=0" not in each.replace(" ", "")}
    for encoding, ending in _PACKED:
        if encoding not in taken:
            continue
        try:
            packed = path.with_name(path.name + ending).read_bytes()
        except OSError:
            continue
        return File(packed, media_type, {**headers, "Content-Encoding": encoding})
    try:
        return File(path.read_bytes(), media_type, headers)
    except OSError:
        return None
