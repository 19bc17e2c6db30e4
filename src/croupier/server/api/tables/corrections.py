"""Correct a wrong entry at a live table. Two people sign: one is signed in, the other signs in here."""

from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import JSONBody

from croupier.server.api.desks.messages import Cents, Name, Reason
from croupier.server.api.messages import CommandDone, Key, RequestBody, SignIn, Version
from croupier.server.api.tables.routes import TableName
from croupier.server.http.handlers import AnyRequest, Here, Me, send
from croupier.server.http.routing import post
from croupier.server.http.signing import countersigned
from croupier.table import commands as c

Few: msgspec.Meta = msgspec.Meta(max_length=16)


class CorrectionRequest(RequestBody, frozen=True, kw_only=True):
    """A wrong entry, and what lay on the layout; fields left out stay unchanged."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=16)]
    """0 for the dealer's cards."""
    reason: Reason
    layout: Reason
    """What lay on the layout, in words."""
    wagers: Annotated[dict[Name, Cents], Few] | None = None
    decision: Name | None = None
    amount: Cents = 0
    times: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    """Where amounts are not entered: the decided wager as a multiple of the ante."""
    cards: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    second: SignIn
    version: Version
    key: Key = ""


@post("/tables/{table:str}/corrections")
async def correct_entry(
    request: AnyRequest, house: Here, me: Me, table: TableName, data: JSONBody[CorrectionRequest]
) -> CommandDone:
    """Correct an entry of a live round. A retry with the same key does nothing, but is signed again."""
    state = house.tables.find(table).state
    what = f"correct {table} round {state.round} seat {data.seat}"
    act = c.Correct(
        seat=data.seat,
        reason=data.reason,
        layout=data.layout,
        second=await countersigned(request, house, data.second, what),
        wagers=data.wagers,
        decision=data.decision,
        amount=data.amount,
        times=data.times,
        cards=data.cards,
    )
    return CommandDone(version=await send(house, me, table, act, data.version, data.key))


corrections_router: Router = Router(path="/api", route_handlers=[correct_entry], tags=["tables"])
