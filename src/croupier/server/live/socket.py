"""One WebSocket per table: missed events first, then every change; commands and their answers.

Two tasks per socket: one receives commands, one sends what fan-out has for the client. `connections` checks
all sockets for clients that stopped reading and sessions that ended. Commands keep a session alive; requests
that a page sends by itself do not.
"""

import asyncio
import contextlib
import logging
import time
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from croupier.errors import Refusal
from croupier.floor.people.sessions import Session
from croupier.server.api.messages import AnswerSent, AnyIncoming, ErrorSent, Outgoing, Ping, Pong
from croupier.server.house import House
from croupier.server.http.error_responses import ErrorBody, body_of
from croupier.server.http.guard import session_of, token_of
from croupier.server.http.handlers import in_thread, send, viewer
from croupier.server.http.validation_words import validation_words
from croupier.server.live.connections import Closed

log: logging.Logger = logging.getLogger("croupier.server")

AnySocket = WebSocket[Any, Any, Any]

GOING_AWAY, TOO_BIG, FAILED = 1001, 1009, 1011
SESSION_OVER, TABLE_GONE, TOO_MANY, BUSY = 4401, 4404, 4429, 4503
_CLOSES = {
    "session_expired": SESSION_OVER,
    "unknown_table_name": TABLE_GONE,
    "table_moved": TABLE_GONE,
    "too_many_requests": TOO_MANY,
    "ledger_busy": BUSY,
    "ledger_unavailable": BUSY,
}

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyIncoming).decode


class _Named(msgspec.Struct):
    """The id of a message that could not be decoded, for its error."""

    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


_decode_named = msgspec.json.Decoder(_Named).decode


@websocket("/api/tables/{table:str}/socket")
async def socket(socket: AnySocket, table: FromPath[str]) -> None:
    """Watch a table and act at it. `?version=N` asks for the events after that version."""
    house: House = socket.app.state.house
    session = session_of(socket)
    house.tables.find(table)
    await _SocketConnection(house, session, token_of(socket, house), table, socket).run()


class _SocketConnection:
    """One open socket."""

    def __init__(self, house: House, session: Session, token: str, table: str, socket: AnySocket) -> None:
        self.session = session
        self.token = token
        self.acted = 0
        self._stood = session.last_used
        """When the session was last known to be valid."""
        self._house = house
        self.table = table
        self._socket = socket
        self._watcher = house.hub.watch(table, viewer(session))
        self._strikes = 0
        self._sending: list[float] = []
        """Start times of the messages being sent."""
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def waits_since(self) -> float | None:
        """Since when a message waits for the client to read it; none if none waits."""
        return self._sending[0] if self._sending else None

    def end(self, error: Closed | Refusal) -> None:
        """Close the socket with the reason."""
        if not self._ended.done():
            self._ended.set_exception(error)

    async def run(self) -> None:
        """Serve the socket until it is closed."""
        code, reason = GOING_AWAY, ""
        tasks: list[asyncio.Future[None]] = [self._ended]
        try:
            self._house.connections.open(self)
            await self._socket.accept()
            await self._send(self._watcher.start(_version(self._socket)))
            tasks += [asyncio.create_task(each) for each in (self._receive(), self._forward())]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except Closed as closed:
            code, reason = closed.code, closed.reason
        except Refusal as refusal:
            code, reason = _CLOSES.get(refusal.code, FAILED), refusal.message
        except (WebSocketDisconnect, OSError):
            pass
        except Exception:
            log.exception("a socket failed", extra={"table": self.table})
            code = FAILED
        finally:
            self._house.hub.leave(self._watcher)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            try:
                with contextlib.suppress(Exception):
                    await self._socket.close(code=code, reason=reason[:100])
            finally:  # counted until it is gone: a client that stopped reading does not read the close either
                self._house.connections.close(self)

    # --------------------------------------------------------------------------------------- sending

    async def _send(self, message: Outgoing) -> None:
        # A frame is written whole, so two senders need no lock. `connections` finds slow clients: a timer for
        # each of thousands of messages a second would cost more than sending them.
        began = time.monotonic()
        self._sending.append(began)
        await self._socket.send_data(_encode(message).decode(), mode="text")
        self._sending.remove(began)

    async def _forward(self) -> None:
        """Send the events of the table."""
        while True:
            await self._watcher.wake.wait()
            message = self._watcher.take()
            if message is not None:
                await self._send(message)

    # ------------------------------------------------------------------------------------- receiving

    async def _receive(self) -> None:
        while True:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text") or event.get("bytes") or ""
            assert isinstance(text, str | bytes)
            await self._take(text)

    async def _take(self, text: str | bytes) -> None:
        house = self._house
        if len(text) > house.settings.message_bytes:
            raise Closed(TOO_BIG, f"a message has at most {house.settings.message_bytes} bytes")
        while not house.by_session.take(self.session.id):  # nothing more is read meanwhile
            await asyncio.sleep(
                house.by_session.pause(self.session.id) or 1 / house.settings.session.a_second
            )
        try:
            message = _decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            await self._strike(text, "malformed", validation_words(str(error))[:300])
            return
        self._strikes = 0
        if isinstance(message, Ping):
            await self._send(Pong())
            return
        await self._check_session()
        self.acted = house.floor.clock()
        try:
            version = await send(house, self.session, self.table, message.act, message.version, message.key)
            answer = AnswerSent(id=message.id, version=version)
        except Refusal as refusal:
            answer = AnswerSent(id=message.id, error=body_of(refusal))
        except Exception:  # a failed command must not end the socket
            log.exception("a command failed", extra={"table": self.table})
            body = ErrorBody(code="server_error", message="the server failed; its log has the details")
            answer = AnswerSent(id=message.id, error=body)
        await self._send(answer)

    async def _check_session(self) -> None:
        """Check the session before a command after a pause in which it may have expired."""
        people, now = self._house.people, self._house.floor.clock()
        acted = self._house.connections.acted(self.token)
        if now - max(acted, self._stood) < people.sessions.idle(self.session.role):
            return
        if self.token not in await in_thread(lambda: people.sessions.standing({self.token: acted})):
            raise Refusal("session_expired", "the session has ended; sign in again")
        self._stood = now

    async def _strike(self, text: str | bytes, code: str, words: str) -> None:
        self._strikes += 1
        if self._strikes > self._house.settings.strikes:
            raise Closed(TOO_MANY, "too many messages were refused")
        await self._send(ErrorSent(id=_id(text), error=ErrorBody(code=code, message=words)))


def _id(text: str | bytes) -> str:
    try:
        return _decode_named(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def _version(socket: AnySocket) -> int | None:
    """The version that the client has; none if it sent none, or no number."""
    text = socket.query_params.get("version", "")
    return (
        int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 17 else None
    )
