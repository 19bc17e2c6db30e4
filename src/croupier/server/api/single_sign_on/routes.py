"""Sign in by the house's OpenID Connect provider, and link one's identity there."""

import hmac
import secrets
from typing import Annotated

import msgspec
from litestar import Response, Router
from litestar.datastructures import Cookie
from litestar.params import JSONBody, QueryParameter
from litestar.response import Redirect

from croupier.errors import Refusal
from croupier.floor.people.identities import Request, refused
from croupier.floor.people.sessions import Opened
from croupier.server.api.messages import Long, RequestBody
from croupier.server.api.single_sign_on.provider import Provider
from croupier.server.house import House
from croupier.server.http.guard import address_of, cookie_name, session_cookie
from croupier.server.http.handlers import AnyRequest, Here, Me, in_thread
from croupier.server.http.routing import get, post
from croupier.server.http.signing import site_of

BACK = "/api/sign-on/callback"
_MINUTES = 5


class StartSignOn(RequestBody, frozen=True, kw_only=True):
    """An invitation, to link the identity to its account; empty to sign in."""

    link: Long = ""


class SignOnAddress(msgspec.Struct, frozen=True, kw_only=True):
    """Where the browser goes on."""

    address: str


def _provider(house: House) -> Provider:
    if house.provider is None:
        raise refused("this house has no provider")
    return house.provider


async def _start(request: AnyRequest, house: House, link: str, person: str) -> Response[SignOnAddress]:
    provider, back = _provider(house), site_of(request, house).origin + BACK
    asked = Request(
        nonce=secrets.token_urlsafe(24), verifier=secrets.token_urlsafe(48), link=link, person=person
    )

    def work() -> tuple[str, str]:
        state = house.people.identities.begin(asked)
        return state, provider.address(back, state, asked.nonce, asked.verifier)

    state, address = await in_thread(work)
    return Response(SignOnAddress(address=address), cookies=[_cookie(house, state)])


@post("/sign-on/start")
async def start_sign_on(
    request: AnyRequest, house: Here, data: JSONBody[StartSignOn]
) -> Response[SignOnAddress]:
    """Begin a sign-in by the provider; with an invitation, link the identity to its account."""
    return await _start(request, house, data.link, "")


@post("/sign-on/link")
async def link_identity(request: AnyRequest, house: Here, me: Me) -> Response[SignOnAddress]:
    """Begin to link your identity at the provider to your account."""
    return await _start(request, house, "", me.person)


@get("/sign-on/callback")
async def sign_on_callback(
    request: AnyRequest,
    house: Here,
    code: Annotated[str, QueryParameter(max_length=2048, description="The provider's code.")] = "",
    token: Annotated[
        str, QueryParameter(name="state", max_length=256, description="The request's token.")
    ] = "",
) -> Redirect:
    """The browser comes back from the provider; it must be the one that was sent there."""
    _provider(house)
    begun = request.cookies.get(_name(house), "")
    try:
        if not token or not code or not hmac.compare_digest(begun.encode(), token.encode()):
            raise refused("the sign-in was not begun in this browser")
        opened = await in_thread(lambda: _come_in(request, house, code, token))
    except Refusal as refusal:
        if refusal.code != "single_sign_on_refused":
            raise
        house.metrics.refusal(refusal.code)
        return Redirect("/sign-in?refused=single-sign-on", cookies=[_cookie(house, "")])
    return Redirect("/", cookies=[_cookie(house, ""), session_cookie(house, opened)])


def _come_in(request: AnyRequest, house: House, code: str, state: str) -> Opened:
    asked = house.people.identities.take(state)
    back = site_of(request, house).origin + BACK
    identity = _provider(house).identity(code, back, asked.nonce, asked.verifier)
    return house.people.identities.come_in(asked, identity, address_of(request))


def _name(house: House) -> str:
    return f"{cookie_name(house)}-sign-on"


def _cookie(house: House, state: str) -> Cookie:
    """Marks the browser that was sent to the provider. `Lax`, because the provider sends it back."""
    return Cookie(
        key=_name(house),
        value=state,
        max_age=_MINUTES * 60 if state else 0,
        path="/",
        secure=house.settings.secure,
        httponly=True,
        samesite="lax",
    )


single_sign_on: Router = Router(
    path="/api", route_handlers=[start_sign_on, link_identity, sign_on_callback], tags=["door"]
)
