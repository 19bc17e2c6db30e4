"""The guard before every handler: rate limits, origin, kind of body, session, role, CSRF, in this order.

It runs before a body is read. The session's cookie is `HttpOnly` and `SameSite=Strict`; over https it is also
`Secure` and bound to this very host by its name's prefix. A change needs the CSRF token in a header besides.
"""

import ipaddress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from anyio.to_thread import run_sync
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler

from croupier.errors import Refusal
from croupier.floor.people.devices import KEPT
from croupier.floor.people.sessions import Opened, Session, check_csrf
from croupier.floor.people.throttle import of_address
from croupier.server.api.sign_in.proof import check_second_factor
from croupier.server.house import House
from croupier.server.http.access import ACCESS, PUBLIC, check_access

CSRF_HEADER = "x-csrf-token"
SCHEMA_PATH = "/schema/openapi.json"
"""Served by the framework's own handler."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_OPEN_DOOR = ("sign_in", "guest", "guest_staff", "look_at_link", "set_password")
"""Open to everybody, signed in or not, without a session's CSRF token."""
_AT_THE_DOOR = (
    *_OPEN_DOOR,
    "change_password",
    "confirm_session",
    "passkey_challenge",
    "sign_in_by_passkey",
    "start_sign_on",
    "link_identity",
    "sign_on_callback",
    "tap_in",
)
"""Limited by address: each checks a password, PIN or second factor, or makes a row."""
_OF_NOBODY = ("index", "asset")
"""Static files: the same for everybody, so no session is looked up or kept alive."""
_OWN_SESSION = ("session", "sign_out", "sign_out_everywhere", "confirm_session")

Connection = ASGIConnection[Any, Any, Any, Any]


async def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Let a request or a socket through to its handler, or refuse it."""
    house: House = connection.app.state.house
    name = "schema" if connection.scope["path"] == SCHEMA_PATH else handler.handler_name
    if name == "health":
        return
    if not house.settings.secure:
        check_host(connection)
    source = of_address(address_of(connection))  # a household of IPv6 is one source, as for lockouts
    house.by_address.require(source)
    if name in _OF_NOBODY:
        return
    if name in _AT_THE_DOOR:
        house.at_the_door.require(source)
    is_socket = connection.scope["type"] == ScopeType.WEBSOCKET
    changes = is_socket or connection.scope.get("method") not in _SAFE
    if changes:
        check_origin(connection)
        check_kind(connection)
    # A page reopens its socket by itself, so opening one is no activity; commands sent over it are.
    session = await _session(connection, house, active=not is_socket and not _by_itself(connection))
    connection.state["session"] = session  # the log names a person who is refused, too
    check_access(name, PUBLIC if session is None else session.role)
    if session is not None:
        house.by_session.require(session.id)
        check_second_factor(name, session, house.second_factor(session), house.floor.clock())
        if session.demo and session.role != "player" and not _of_anybody(name):
            house.check_demo_alone()
        if changes and not is_socket and name not in _OPEN_DOOR:
            check_csrf(token_of(connection, house), connection.headers.get(CSRF_HEADER, ""))


def _of_anybody(name: str) -> bool:
    """Whether a handler is open to every role: public pages, and one's own session."""
    return PUBLIC in ACCESS[name] or name in _OWN_SESSION


async def _session(connection: Connection, house: House, *, active: bool) -> Session | None:
    token = token_of(connection, house)
    if not token:
        return None
    try:
        use = partial(house.session_of, token, active=active)
        return await run_sync(use, limiter=house.looking_up)
    except Refusal as refusal:
        if refusal.code != "session_expired":
            raise
        return None


def _by_itself(connection: Connection) -> bool:
    """Whether a page sent this by itself: such requests do not keep a session alive."""
    return connection.headers.get("x-unattended", "") == "1"


def session_of(connection: Connection) -> Session:
    """The session that the guard has found; handlers that need a role always have one."""
    session = connection.state.get("session")
    if session is None:
        raise Refusal("not_signed_in", "sign in first")
    assert isinstance(session, Session)
    return session


def address_of(connection: Connection) -> str:
    """The client's address."""
    client = connection.client
    return "" if client is None else client.host


def is_loopback(host: str) -> bool:
    """Whether a host is loopback."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


def metrics_allowed(connection: Connection, house: House) -> bool:
    """Whether this client may read the metrics: from this machine itself, or as an administrator.

    A request through a proxy on this machine has a local address, but does not come from this machine. A
    proxy that does not identify itself, such as nginx by default, still speaks HTTP/1.0, which no monitor
    does.
    """
    session = connection.state.get("session")
    if isinstance(session, Session) and session.role == "administrator":
        return house.second_factor(session) in ("none", "has")
    proxied = (
        is_loopback(house.settings.proxy)
        or connection.scope.get("http_version") == "1.0"
        or any(name in connection.headers for name in _FORWARDED)
    )
    return is_loopback(address_of(connection)) and not proxied and _names_this_machine(host_of(connection))


def host_of(connection: Connection) -> str:
    """The host name that the client asked for."""
    try:
        return urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _names_this_machine(host: str) -> bool:
    return is_loopback(host) or host.endswith(".localhost")


def check_host(connection: Connection) -> None:
    """Refuse a foreign host name on loopback: by DNS rebinding a page of another site would pass for the
    server's own."""
    host_header, host = connection.headers.get("host", ""), host_of(connection)
    if not _names_this_machine(host):
        raise Refusal("wrong_origin", f"this server answers to localhost alone, not to {host_header[:100]!r}")


def check_origin(connection: Connection) -> None:
    """Refuse requests from pages of other sites, by the headers that the browser sets."""
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise _wrong_origin()
    origin = connection.headers.get("origin")
    if origin is None:
        return
    try:
        source = urlsplit(origin)
        same = bool(source.netloc) and source.netloc.lower() == connection.headers.get("host", "").lower()
    except ValueError:
        same = False
    if not same:
        raise _wrong_origin()


def check_kind(connection: Connection) -> None:
    """Refuse a body that is not said to be JSON: a form or script of another site can send any other kind
    without asking first, and an old browser says nothing of where it comes from."""
    headers = connection.headers
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if has_body and kind != "application/json":
        raise Refusal("malformed", "a body of another kind; allowed: Content-Type application/json")


def _wrong_origin() -> Refusal:
    return Refusal("wrong_origin", "this request came from a page of another site")


# ------------------------------------------------------------------------------------------- the cookie


def cookie_name(house: House) -> str:
    """With a prefix that makes browsers refuse the cookie from other hosts and without https."""
    return "__Host-croupier" if house.settings.secure else "croupier"


def device_cookie(house: House, opened: Opened) -> Cookie:
    """The cookie that marks this browser as one in which the person has signed in."""
    return Cookie(
        key=f"{cookie_name(house)}-device",
        value=opened.device,
        max_age=KEPT // 1000,
        path="/",
        secure=house.settings.secure,
        httponly=True,
        samesite="strict",
    )


def device_of(connection: Connection, house: House) -> str:
    """The mark of the browser in the request's cookie; empty for none."""
    return connection.cookies.get(f"{cookie_name(house)}-device", "")[:200]


def token_of(connection: Connection, house: House) -> str:
    """The session token in the request's cookie; empty for none."""
    return connection.cookies.get(cookie_name(house), "")[:200]


def session_cookie(house: House, opened: Opened | None) -> Cookie:
    """The cookie of a new session, or the one that deletes it."""
    return Cookie(
        key=cookie_name(house),
        value="" if opened is None else opened.token,
        max_age=0 if opened is None else None,
        path="/",
        secure=house.settings.secure,
        httponly=True,
        samesite="strict",
    )
