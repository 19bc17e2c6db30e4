"""The witness over HTTP: `/checkpoints` takes and returns lines, `/` is its page."""

from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

import msgspec
from anyio.to_thread import run_sync

from croupier.errors import Refusal
from croupier.server.witness.book import Book
from croupier.server.witness.page import page, status

MOST_BYTES = 1_000_000
"""Of one request: thousands of checkpoints."""

_HEADERS = [
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
]
_STATUS = {"checkpoint_altered": 422, "foreign_key": 403, "too_large": 413}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class WitnessApp:
    """An ASGI application; nobody signs in, because a checkpoint proves by itself who made it."""

    def __init__(self, book: Book) -> None:
        self._book = book

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        match scope["method"], scope["path"]:
            case "GET" | "HEAD", "/":
                await _answer(send, 200, page(self._book).encode(), b"text/html; charset=utf-8")
            case "GET", "/status":
                await _answer(send, 200, msgspec.json.encode(status(self._book)))
            case "GET", "/checkpoints":
                await self._give(scope["query_string"], send)
            case "POST", "/checkpoints":
                await self._take(receive, send)
            case _, "/" | "/status" | "/checkpoints":
                await _refuse(send, 405, "method_not_allowed", "allowed: GET, and POST of checkpoints")
            case _:
                await _refuse(send, 404, "not_found", "allowed: /, /status, /checkpoints")

    async def _give(self, query: bytes, send: Send) -> None:
        """A page of the book; the header `Link` names the next one."""
        name, _, after = query.decode("latin-1").partition("=")
        if query and (name != "after" or not after.isascii() or not after.isdigit() or len(after) > 15):
            await _refuse(
                send, 400, "malformed", f"?{name[:20]}; allowed: ?after=N, as the header Link names it"
            )
            return
        lines, following = await run_sync(self._book.page, int(after or 0))
        more = [] if following is None else [(b"link", f'<?after={following}>; rel="next"'.encode())]
        await _answer(send, 200, lines, b"application/x-ndjson", more)

    async def _take(self, receive: Receive, send: Send) -> None:
        try:
            lines = (await _body(receive)).splitlines()
            taken = [await run_sync(self._book.take, line) for line in lines if line.strip()]
        except Refusal as refusal:
            await _refuse(send, _STATUS.get(refusal.code, 409), refusal.code, refusal.message)
        else:
            await _answer(send, 200, msgspec.json.encode(taken))


async def _body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > MOST_BYTES:
            raise Refusal(
                "too_large", f"more than {MOST_BYTES:,} bytes; allowed: fewer checkpoints at a time"
            )
        if not message.get("more_body", False):
            return body


async def _refuse(send: Send, code: int, name: str, message: str) -> None:
    await _answer(send, code, msgspec.json.encode({"error": {"code": name, "message": message}}))


async def _answer(
    send: Send,
    code: int,
    body: bytes,
    kind: bytes = b"application/json",
    more: Sequence[tuple[bytes, bytes]] = (),
) -> None:
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *_HEADERS, *more]
    await send({"type": "http.response.start", "status": code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
