"""What is not the API: the first page, health, metrics."""

import html

from litestar import MediaType, Response, get

from croupier import __version__
from croupier.errors import Refusal
from croupier.server.guard import metrics_allowed
from croupier.server.handling import AnyRequest, Here, in_thread

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Croupier</title></head>
<body><h1>Croupier {version}</h1>
<p>Regulated casino table games. Electronic tables are for play money, practice and evaluation.</p>
<p>The API is described in <a href="/schema/openapi.json">/schema/openapi.json</a>.</p>
</body></html>
"""


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def index() -> str:
    """A page that names the API."""
    return _PAGE.format(version=html.escape(__version__))


@get("/health", include_in_schema=False)
async def health(house: Here) -> Response[dict[str, str | int | bool]]:
    """Whether the server lives, runs its floor, and reaches its ledger."""

    def reaches() -> bool:
        try:
            house.floor.ledger.head("house")
        except Refusal:
            return False
        return True

    ledger = await in_thread(reaches)
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
async def metrics(request: AnyRequest, house: Here) -> Response[str]:
    """The counters, for Prometheus on this machine, or for an administrator."""
    if not metrics_allowed(request):
        raise Refusal("role_too_low", "the counters are for this machine and for an administrator")
    text = house.metrics.text(
        commits=house.floor.commits,
        events=house.floor.events,
        waiting=house.floor.waiting,
        tables=len(house.floor.tables),
    )
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
