"""Everything but the API: the pages, health, metrics."""

import html
from typing import Annotated

from litestar import MediaType, Response, get
from litestar.params import PathParameter

from croupier import __version__
from croupier.errors import Refusal
from croupier.server.http import static
from croupier.server.http.guard import metrics_allowed
from croupier.server.http.handlers import AnyRequest, Here, in_thread
from croupier.server.http.metrics import CONTENT_TYPE

_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Croupier</title></head>
<body><h1>Croupier {version}</h1>
<p>Regulated casino table games. Electronic tables are for play money, practice and evaluation.</p>
<p>The web pages were not built with this copy: start it with ./croupier, or build the package.</p>
<p>The API is described in <a href="/schema/openapi.json">/schema/openapi.json</a>.</p>
</body></html>
"""

_NOT_PAGES = ("api", "schema", "health", "metrics", "assets")
"""Paths below these are no pages of the web: an unknown one is not found."""


@get(["/", "/{path:path}"], include_in_schema=False)
async def index(
    request: AnyRequest, path: Annotated[str, PathParameter(description="A page of the web.")] = ""
) -> Response[bytes]:
    """The single page of the web, for every address: it routes in the browser."""
    if path.strip("/").split("/")[0] in _NOT_PAGES:
        raise Refusal("unknown_page", "there is no such page")
    found = await in_thread(lambda: static.page(_accepts(request)))
    if found is None:
        text = _NOT_BUILT.format(version=html.escape(__version__))
        return Response(text.encode(), media_type=MediaType.HTML)
    return Response(found.content, media_type=found.media_type, headers=found.headers)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(
    request: AnyRequest, name: Annotated[str, PathParameter(description="An asset of the web.")]
) -> Response[bytes]:
    """An asset of the web, named by a hash of its content."""
    found = await in_thread(lambda: static.asset(name, _accepts(request)))
    if found is None:
        raise Refusal("unknown_page", "there is no such page")
    return Response(found.content, media_type=found.media_type, headers=found.headers)


def _accepts(request: AnyRequest) -> str:
    return request.headers.get("accept-encoding", "")


@get("/health", include_in_schema=False)
async def health(house: Here) -> Response[dict[str, str | int | bool]]:
    """Whether the server runs its floor and reaches its ledger."""
    ledger = await house.health.reaches_ledger()
    floor = house.floor.alive
    body: dict[str, str | int | bool] = {
        "ok": ledger and floor,
        "ledger": ledger,
        "floor": floor,
        "closing": house.closing,
        "version": __version__,
        "tables": len(house.floor.tables),
    }
    return Response(body, status_code=200 if ledger and floor else 503)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: AnyRequest, house: Here) -> Response[bytes]:
    """The metrics, for Prometheus on this machine or for an administrator."""
    if not metrics_allowed(request, house):
        raise Refusal("role_too_low", "metrics are for this machine and for administrators")
    return Response(house.metrics.text(), media_type=CONTENT_TYPE)
