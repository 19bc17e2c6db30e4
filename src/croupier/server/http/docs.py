"""The documentation at /docs: static pages, built with the package, with no word of another host."""

import base64
import hashlib
import re
from functools import lru_cache
from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter
from litestar.response import Redirect

from croupier.errors import Refusal
from croupier.server.http.handlers import in_thread
from croupier.site import SITE

_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".json": "application/json",
    ".toml": "text/plain",
    ".py": "text/plain",
}
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,120}")
_INLINE = re.compile(rb"<script(?: type=\"text/javascript\")?>(.*?)</script>", re.DOTALL)
_NOT_BUILT = "the docs were not built with this copy; in a checkout, ./croupier docs builds them"


@get("/docs", include_in_schema=False)
async def docs_index() -> Redirect:
    """The first page; its links are relative."""
    return Redirect("/docs/index.html")


@get("/docs/{path:path}", include_in_schema=False)
async def docs(path: Annotated[str, PathParameter(description="A page of the docs.")]) -> Response[bytes]:
    """A page of the docs, or a part of one."""
    found = await in_thread(lambda: page(path.strip("/")))
    if found is None:
        built = (SITE / "index.html").is_file()
        raise Refusal("unknown_page", "there is no such page" if built else _NOT_BUILT)
    content, media_type, policy = found
    return Response(
        content,
        media_type=media_type,
        headers={"Cache-Control": "no-cache", "Content-Security-Policy": policy},
    )


@lru_cache(maxsize=256)
def page(path: str) -> tuple[bytes, str, str] | None:
    """A file of the site, its type and its policy: scripts of the site, and those inside the page by hash."""
    parts = path.split("/")
    media_type = _TYPES.get("." + parts[-1].rpartition(".")[2])
    if media_type is None or not all(_PART.fullmatch(part) for part in parts):
        return None
    try:
        content = SITE.joinpath(*parts).read_bytes()
    except OSError:
        return None
    hashes = ""
    if media_type == "text/html":
        inside = dict.fromkeys(hashlib.sha256(each).digest() for each in _INLINE.findall(content))
        hashes = "".join(f" 'sha256-{base64.b64encode(each).decode()}'" for each in inside)
    policy = (
        f"default-src 'none'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'"
    )
    return content, media_type, policy
