"""Sign in and out, demo guests, passwords."""

from litestar import Response, Router
from litestar.params import JSONBody

from croupier.errors import Refusal
from croupier.floor.people.people import Link
from croupier.floor.people.sessions import Opened, csrf_token
from croupier.server.api.messages import (
    ChangePassword,
    Done,
    Ended,
    OneTimeLink,
    SessionResponse,
    SetPassword,
    SignIn,
    StaffGuest,
)
from croupier.server.api.sign_in.session import session_response
from croupier.server.house import House
from croupier.server.http.guard import address_of, device_cookie, device_of, session_cookie, token_of
from croupier.server.http.handlers import AnyRequest, Here, Me, hashed, in_thread
from croupier.server.http.routing import get, post


def let_in(house: House, opened: Opened) -> Response[SessionResponse]:
    """The response that sets the cookie of a new session."""
    cookies = [session_cookie(house, opened)]
    if opened.device:
        cookies.append(device_cookie(house, opened))
    return Response(session_response(house, opened.session, opened.csrf), cookies=cookies)


async def end_former(request: AnyRequest, house: House) -> None:
    """End the session whose cookie a new one replaces: a token that was copied before opens nothing."""
    token, where = token_of(request, house), address_of(request)
    person = await in_thread(lambda: house.people.sessions.sign_out(token, where)) if token else ""
    if person:
        house.recheck(person)


@post("/session")
async def sign_in(request: AnyRequest, house: Here, data: JSONBody[SignIn]) -> Response[SessionResponse]:
    """Sign in by name and password; the response sets the session cookie."""
    where, device = address_of(request), device_of(request, house)
    opened = await hashed(
        house, lambda: house.people.door.sign_in(data.name, data.password, where, device, data.code)
    )
    await end_former(request, house)
    return let_in(house, opened)


@post("/guest")
async def guest(request: AnyRequest, house: Here) -> Response[SessionResponse]:
    """Sign in as a guest with play money, at a demo server."""
    house.check_open()
    opened = await in_thread(lambda: house.admit_guest(address_of(request)))
    await end_former(request, house)
    return let_in(house, opened)


@post("/guest/staff")
async def guest_staff(
    request: AnyRequest, house: Here, data: JSONBody[StaffGuest]
) -> Response[SessionResponse]:
    """Sign in as a guest in a staff role, while every table is a demo table."""
    opened = await in_thread(lambda: house.admit_staff(address_of(request), data.role))
    await end_former(request, house)
    return let_in(house, opened)


@get("/session")
async def session(request: AnyRequest, house: Here, me: Me) -> SessionResponse:
    """The current session and its CSRF token."""
    return session_response(house, me, csrf_token(token_of(request, house)))


@post("/session/end")
async def sign_out(request: AnyRequest, house: Here, me: Me) -> Response[Done]:
    """End this session."""
    await in_thread(lambda: house.people.sessions.sign_out(token_of(request, house), address_of(request)))
    house.recheck(me.person)
    return Response(Done(), cookies=[session_cookie(house, None)])


@post("/session/end-all")
async def sign_out_everywhere(request: AnyRequest, house: Here, me: Me) -> Response[Ended]:
    """End all your sessions, this one included."""
    token = token_of(request, house)
    ended = await in_thread(lambda: house.people.sessions.sign_out_everywhere(token, address_of(request)))
    house.recheck(me.person)
    return Response(Ended(sessions=ended), cookies=[session_cookie(house, None)])


@post("/password/change")
async def change_password(request: AnyRequest, house: Here, me: Me, data: JSONBody[ChangePassword]) -> Done:
    """Change your password; your other sessions end."""
    token, where = token_of(request, house), address_of(request)
    await hashed(house, lambda: house.people.door.change_password(token, data.old, data.new, where))
    house.recheck(me.person)
    return Done()


@post("/password/link")
async def look_at_link(house: Here, data: JSONBody[OneTimeLink]) -> Link:
    """The account of an invitation, if the link is valid."""
    return await in_thread(lambda: house.people.link(data.link))


@post("/password")
async def set_password(request: AnyRequest, house: Here, data: JSONBody[SetPassword]) -> Done:
    """Set a password with an invitation."""
    if not data.link:
        raise Refusal("invitation_unknown", "no such invitation; ask an administrator for one")
    where = address_of(request)
    person = await hashed(house, lambda: house.people.set_password(data.link, data.password, where))
    house.recheck(person)
    return Done()


door: Router = Router(
    path="/api",
    route_handlers=[
        sign_in,
        guest,
        guest_staff,
        session,
        sign_out,
        sign_out_everywhere,
        change_password,
        look_at_link,
        set_password,
    ],
    tags=["door"],
)
