"""Around every request and socket: a request id, a log line, a count, security headers.

It stands outside of the framework, so that answers to unknown paths and failures carry the headers too.
"""

import logging
import secrets
import time
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server.http.error_responses import ErrorAnswer, ErrorBody
from croupier.server.http.logs import request_id
from croupier.server.http.metrics import Metrics

log: logging.Logger = logging.getLogger("croupier.server")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Cache-Control": "no-store",
}
_STRICT = b"max-age=31536000; includeSubDomains"
_LONGEST_TARGET = 4096


class Envelope:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, secure: bool) -> None:
        self._app = app
        self._metrics = metrics
        self._headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
        if secure:
            self._headers.append((b"strict-transport-security", _STRICT))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        own = secrets.token_hex(8)
        token = request_id.set(own)
        began = time.perf_counter()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                headers = list(message.get("headers", ()))
                known = {name.lower() for name, _ in headers}
                headers += [each for each in self._headers if each[0] not in known]
                headers.append((b"x-request-id", own.encode()))
                message["headers"] = headers
            await send(message)

        try:
            if scope["type"] == ScopeType.HTTP and _unusable(scope):
                await _refuse(sending)
            else:
                await self._app(scope, receive, sending)
        finally:
            self._done(scope, status, time.perf_counter() - began)
            request_id.reset(token)

    def _done(self, scope: Scope, status: int, seconds: float) -> None:
        if scope["type"] == ScopeType.HTTP:
            self._metrics.request(status)
        extra: dict[str, object] = {
            "method": scope.get("method", "SOCKET"),
            "path": scope["path"][:200],
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        state: Any = scope.get("state") or {}
        session = state.get("session")
        extra |= {"code": state.get("refused"), "person": getattr(session, "person", None)}
        quiet = scope["path"] in ("/health", "/metrics")
        log.log(logging.DEBUG if quiet else logging.INFO, "request", extra=extra)


def _unusable(scope: Scope) -> bool:
    """Whether a path or query is too long or has characters that no database takes."""
    query = scope.get("query_string", b"")
    path = scope["path"]
    return (
        len(query) + len(path) > _LONGEST_TARGET
        or "\x00" in path
        or "\ufffd" in path
        or b"%00" in query
        or any("\ud800" <= letter <= "\udfff" for letter in path)
    )


async def _refuse(send: Send) -> None:
    error = ErrorBody(code="malformed", message="a path or query that cannot be read")
    body = msgspec.json.encode(ErrorAnswer(error=error))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
