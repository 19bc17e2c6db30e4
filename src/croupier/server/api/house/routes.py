"""The house from outside: whether it admits guests, the current session, and the text of clauses."""

from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import QueryParameter

from croupier import __version__
from croupier.floor.people.sessions import Session, csrf_token
from croupier.rulebook.catalog import clauses as register
from croupier.rulebook.register import Clause
from croupier.server.api.messages import SessionResponse
from croupier.server.api.sign_in.session import session_response
from croupier.server.http.guard import token_of
from croupier.server.http.handlers import AnyRequest, Here
from croupier.server.http.routing import get


class Welcome(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that a page needs first."""

    version: str
    demo: bool
    """Whether guests with play money are admitted."""
    closing: bool
    """Whether the server is about to stop."""
    session: SessionResponse | None
    sign_on: str = ""
    """The provider of single sign-on by its name; empty for none."""


@get("/welcome")
async def welcome(request: AnyRequest, house: Here) -> Welcome:
    """The house, and the session if there is one; a page requests it as it loads."""
    session = request.state.get("session")
    sent = None
    if isinstance(session, Session):
        sent = session_response(house, session, csrf_token(token_of(request, house)))
    name = "" if house.provider is None else house.provider.sign_on.name
    return Welcome(
        version=__version__, demo=house.people.demo, closing=house.closing, session=sent, sign_on=name
    )


@get("/clauses")
async def clauses(
    ids: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=64)]],
        QueryParameter(max_items=100, description="The ids of clauses."),
    ],
) -> list[Clause]:
    """The text of clauses, in our words. An id that is not in the register is left out."""
    known = register()
    return [known[each] for each in dict.fromkeys(ids) if each in known]


from_outside: Router = Router(path="/api", route_handlers=[welcome, clauses], tags=["house"])
