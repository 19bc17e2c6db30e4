"""The watch over players. Players never see it."""

from typing import Annotated

from litestar import Router
from litestar.params import PathParameter

from croupier.floor.registry.settings import settings_of
from croupier.server.api.watch.messages import PlayerResponse, WatchResponse
from croupier.server.http.handlers import Here, in_thread
from croupier.server.http.routing import get


@get("/watch")
async def watched_players(house: Here) -> WatchResponse:
    """The evidence that players know hidden cards, the strongest first."""

    def found() -> WatchResponse:
        return WatchResponse(
            threshold=settings_of(house.floor.ledger).watch,
            position=house.watcher.position,
            players=house.watcher.players(),
        )

    return await in_thread(found)


@get("/watch/{player:str}")
async def watched_player(
    house: Here, player: Annotated[str, PathParameter(description="The id of a player.")]
) -> PlayerResponse:
    """The evidence against one player, hand by hand, latest last."""
    watched, hands = house.watcher.player(player)
    return PlayerResponse(player=watched, hands=hands)


watch: Router = Router(path="/api", route_handlers=[watched_players, watched_player], tags=["watch"])
