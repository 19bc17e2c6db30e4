"""The application, put together."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from croupier import __version__
from croupier.server.api.audit.routes import audit
from croupier.server.api.chips.routes import chip_routes
from croupier.server.api.desks.routes import desks
from croupier.server.api.floor.routes import floor_pages
from croupier.server.api.games.routes import game_words
from croupier.server.api.history.routes import rounds_desk
from croupier.server.api.house.routes import from_outside
from croupier.server.api.law.routes import law
from croupier.server.api.layout.routes import layouts
from croupier.server.api.odds.leaks import leaks
from croupier.server.api.odds.routes import odds
from croupier.server.api.odds.valuations import valuations
from croupier.server.api.people.routes import administration
from croupier.server.api.practice.routes import practice_desk
from croupier.server.api.registry.routes import registry_desk
from croupier.server.api.reports.routes import reports
from croupier.server.api.resettlement.routes import resettlement_router
from croupier.server.api.review.routes import review
from croupier.server.api.sign_in.routes import door
from croupier.server.api.sign_in.second_factor import second_factor_router
from croupier.server.api.single_sign_on.routes import single_sign_on
from croupier.server.api.stations.routes import stations
from croupier.server.api.tables.corrections import corrections_router
from croupier.server.api.tables.routes import floor_tables
from croupier.server.api.tax_forms.routes import tax_form_routes
from croupier.server.api.watch.routes import watch
from croupier.server.chores import chores
from croupier.server.cluster.channels import backend_for
from croupier.server.house import House
from croupier.server.http import error_responses
from croupier.server.http import handlers as handling
from croupier.server.http.docs import docs, docs_index
from croupier.server.http.guard import guard
from croupier.server.http.middleware import Envelope
from croupier.server.http.openapi import Config, Described, Rendered
from croupier.server.http.site import asset, health, index, metrics
from croupier.server.live.socket import socket

COMPRESSED = CompressionConfig(
    backend="gzip",
    gzip_compress_level=6,
    minimum_size=1_500,
    exclude=["^/assets/", "^/schema/", "^/api/(?!(?:tables|games)(?:/|$))"],
)
"""Tables, felts and words are compressed. Nothing else is: an answer that holds a token must not be."""


ROUTES: Sequence[ControllerRouterHandler] = (
    index,
    asset,
    docs,
    docs_index,
    health,
    metrics,
    from_outside,
    game_words,
    door,
    second_factor_router,
    single_sign_on,
    floor_tables,
    layouts,
    law,
    odds,
    leaks,
    valuations,
    practice_desk,
    rounds_desk,
    review,
    resettlement_router,
    corrections_router,
    chip_routes,
    tax_form_routes,
    desks,
    floor_pages,
    audit,
    reports,
    stations,
    watch,
    registry_desk,
    administration,
    socket,
)
"""Every page, feature and socket of the server."""


def create_app(house: House) -> Litestar:
    """The ASGI application of a house. The floor must run, and outlive it."""

    @asynccontextmanager
    async def fan_out(_: Litestar) -> AsyncIterator[None]:
        house.hub.run_on(asyncio.get_running_loop())
        busy = asyncio.create_task(chores(house))
        backend = backend_for(house.floor.ledger.database.url, house.floor.keys)
        try:
            async with (
                ChannelsPlugin(backend, arbitrary_channels_allowed=True) as channels,
                house.relay.running(channels),
            ):
                yield
        finally:
            busy.cancel()
            house.hub.run_on(None)

    app = Litestar(
        route_handlers=ROUTES,
        guards=[guard],
        compression_config=COMPRESSED,
        dependencies={"house": Provide(handling.house), "me": Provide(handling.me)},
        exception_handlers=error_responses.HANDLERS,
        lifespan=[fan_out],
        state=State({"house": house}),
        request_max_body_size=house.settings.body_bytes,
        openapi_config=Config(
            title="Croupier",
            version=__version__,
            description=_DESCRIPTION,
            render_plugins=[Rendered()],
            operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        ),
        plugins=[Described()],
        debug=False,
        logging_config=None,
    )
    app.asgi_handler = Envelope(app.asgi_handler, house.metrics, secure=house.settings.secure)
    return app


_DESCRIPTION = (
    "Tables of regulated casino games. Sign in, keep the cookie, send `X-CSRF-Token` with every change. "
    "Amounts are integer cents, meters ten-thousandths of a cent, times milliseconds since 1970 UTC. "
    "An error is `{error: {code, message, clauses}}`. A table is followed by its WebSocket, "
    "`/api/tables/{table}/socket?version=N`; see docs/api.md."
)
