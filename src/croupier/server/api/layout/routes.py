"""The layout of a table: as a drawing, which is the felt in the browser, and as data."""

from functools import lru_cache
from typing import Annotated

from litestar import Response, Router
from litestar.params import PathParameter

from croupier.layout.build import layout_of
from croupier.layout.model import Layout
from croupier.layout.svg import svg
from croupier.server.api.tables.routes import TableName
from croupier.server.house import House
from croupier.server.http.handlers import Here, in_thread
from croupier.server.http.routing import get

SVG_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "private, no-cache",
}
"""The drawing stands alone, with no style sheet and no script; another version may be adopted at any time."""


@lru_cache(maxsize=64)
def drawn(text: str) -> tuple[Layout, str]:
    """The layout of a submission's text and its drawing; a text is drawn once."""
    found = layout_of(text)
    return found, svg(found)


async def _layout(house: House, table: str) -> tuple[Layout, str]:
    listing = house.registry.listing(table)
    loaded = house.registry.submission(listing.submission, listing.version)
    return await in_thread(lambda: drawn(loaded.text))


@get("/tables/{table:str}/layout")
async def layout(house: Here, table: TableName) -> Layout:
    """The layout of a table as data: its areas, inscriptions, pay tables, and its filing."""
    return (await _layout(house, table))[0]


@get("/tables/{table:str}/layout.svg", media_type="image/svg+xml")
async def layout_svg(house: Here, table: TableName) -> Response[str]:
    """The layout of a table, drawn to scale as SVG: every area is a group with its data in attributes."""
    drawing = (await _layout(house, table))[1]
    return Response(drawing, media_type="image/svg+xml; charset=utf-8", headers=SVG_HEADERS)


@get("/submissions/{name:str}/{version:int}/layout.svg", media_type="image/svg+xml")
async def submission_layout(
    house: Here,
    name: Annotated[str, PathParameter(max_length=64, description="The name of a submission.")],
    version: Annotated[int, PathParameter(ge=0, le=2**31, description="0 for the last.")],
) -> Response[str]:
    """The layout that a version of a submission asks for, before any table runs on it."""
    text = house.registry.submission(name, version).text
    drawing = (await in_thread(lambda: drawn(text)))[1]
    return Response(drawing, media_type="image/svg+xml; charset=utf-8", headers=SVG_HEADERS)


layouts: Router = Router(path="/api", route_handlers=[layout, layout_svg, submission_layout], tags=["tables"])
