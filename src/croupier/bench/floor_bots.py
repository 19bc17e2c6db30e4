"""Players for `croupier bench floor`: one socket each, a process of its own, real bytes over loopback.

A bot does what its view offers: it wagers when bets are open and decides when asked, after a think time. The
latency of an action runs from its first send to the answer that it is recorded, including refusals in between
(others act at the same table, and a command is for one version of it).
"""

import asyncio
import contextlib
import json
import os
import random
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """Where a bot sits, and the token of its session."""

    table: str
    seat: int
    token: str
    wagers: dict[str, int]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of the bots."""

    address: str
    addresses: dict[str, str] = {}
    """By table, where it is played elsewhere."""
    seats: list[Seat]
    seconds: float
    warm_up: float
    thought: float
    """Average think time in seconds, uniform from zero to twice as much."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The measurements of the bots."""

    seconds: float
    actions: int
    latencies: list[float]
    """Of the actions, in seconds."""
    refusals: dict[str, int]
    messages: int
    bytes: int
    stolen: float
    """Cores stolen during the run by the host of a virtual machine."""


class _Amount(msgspec.Struct):
    name: str
    least: int = 0
    only: tuple[int, ...] = ()


class _Offer(msgspec.Struct):
    act: str
    seat: int = 0
    amounts: tuple[_Amount, ...] = ()


class _Hand(msgspec.Struct):
    seat: int
    wagers: dict[str, int] = {}


class _View(msgspec.Struct):
    version: int
    bets_open: bool = False
    seats: tuple[_Hand, ...] = ()
    offers: tuple[_Offer, ...] = ()


class _Error(msgspec.Struct):
    code: str


class _Message(msgspec.Struct):
    type: str
    id: str = ""
    error: _Error | None = None
    view: _View | None = None


_RUN = secrets.token_hex(4)
"""Part of this process's idempotency keys: those of an earlier process are already answered."""

_decode = msgspec.json.Decoder(_Message).decode
_encode = msgspec.json.Encoder().encode


class _Tally:
    """The counts of all bots."""

    def __init__(self) -> None:
        self.counting = False
        self.latencies: list[float] = []
        self.refusals: dict[str, int] = {}
        self.messages = self.bytes = 0


class _Bot:
    """One player."""

    def __init__(self, seat: Seat, plan: Plan, tally: _Tally, line: Any) -> None:
        self._seat, self._thought, self._tally, self._line = seat, plan.thought, tally, line
        self._view: _View | None = None
        self._number = 0
        self._asked = ""  # the id of the pending command
        self._began = 0.0
        self._tried = -1  # the version for which it was last sent
        self._thinking: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Play until the socket is closed."""
        async for text in self._line:
            tally = self._tally
            tally.messages += tally.counting
            tally.bytes += len(text) * tally.counting
            message = _decode(text)
            if message.view is not None:
                self._view = message.view
            elif message.type == "answer" and message.id == self._asked:
                self._answered(message)
            if self._thinking is None or self._thinking.done():
                await self._next()

    def _answered(self, message: _Message) -> None:
        self._asked = ""
        tally = self._tally
        if message.error is None:
            if tally.counting:
                tally.latencies.append(time.perf_counter() - self._began)
            self._began = 0.0
        elif tally.counting:
            code = message.error.code
            tally.refusals[code] = tally.refusals.get(code, 0) + 1

    async def _next(self) -> None:
        view = self._view
        if view is None or self._asked or self._tried >= view.version:
            return
        if self._act(view) is None:
            self._began = 0.0
        elif self._began:  # refused because the table moved on: retry at once
            await self._send()
        else:
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        from websockets.exceptions import ConnectionClosed

        await asyncio.sleep(random.uniform(0, 2 * self._thought))
        with contextlib.suppress(ConnectionClosed):  # at the end of the run
            await self._send()

    async def _send(self) -> None:
        view = self._view
        assert view is not None
        act = self._act(view)
        if act is None:
            return
        self._number += 1
        self._asked = str(self._number)
        self._began = self._began or time.perf_counter()
        self._tried = view.version
        command = {
            "type": "command",
            "id": self._asked,
            "act": act,
            "version": view.version,
            "key": f"{_RUN}.{self._asked}",
        }
        await self._line.send(_encode(command).decode())

    def _act(self, view: _View) -> dict[str, Any] | None:
        """The next command, if any."""
        seat = self._seat.seat
        for offer in view.offers:
            if offer.act == "decide" and offer.seat == seat:
                wager, waive = offer.amounts
                if seat % 3 == 0:
                    return {"act": "decide", "seat": seat, "action": waive.name}
                amount = wager.only[0] if wager.only else wager.least
                return {"act": "decide", "seat": seat, "action": wager.name, "amount": amount}
        if view.bets_open and not any(hand.wagers for hand in view.seats if hand.seat == seat):
            return {"act": "bet", "seat": seat, "wagers": self._seat.wagers}
        return None


async def _run(plan: Plan) -> Played:
    from websockets.asyncio.client import connect
    from websockets.typing import Origin

    tally = _Tally()
    start = asyncio.Event()
    ready = asyncio.Semaphore(32)
    open_lines = 0

    async def one(seat: Seat) -> None:
        nonlocal open_lines
        address = plan.addresses.get(seat.table, plan.address)
        opening = connect(
            f"{address.replace('http://', 'ws://')}/api/tables/{seat.table}/socket",
            additional_headers={"Cookie": f"croupier={seat.token}"},
            origin=Origin(address),
            compression=None,
            proxy=None,
            open_timeout=60,
            ping_interval=None,
            max_size=2**22,
        )
        async with contextlib.AsyncExitStack() as stack:
            async with ready:
                line = await stack.enter_async_context(opening)
            open_lines += 1
            await start.wait()
            await _Bot(seat, plan, tally, line).play()

    tasks = [asyncio.create_task(one(seat)) for seat in plan.seats]
    while open_lines < len(tasks):
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.05)
    start.set()
    await asyncio.sleep(plan.warm_up)
    began, stolen, tally.counting = time.perf_counter(), _stolen(), True
    await asyncio.sleep(plan.seconds)
    took, tally.counting = time.perf_counter() - began, False
    stolen = (_stolen() - stolen) / took
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Played(
        seconds=took,
        actions=len(tally.latencies),
        latencies=tally.latencies,
        refusals=tally.refusals,
        messages=tally.messages,
        bytes=tally.bytes,
        stolen=stolen,
    )


def _stolen() -> float:
    """Seconds of processor time stolen by the host of a virtual machine since boot; 0 if unknown."""
    try:
        first = Path("/proc/stat").read_text().split("\n", 1)[0].split()
        return int(first[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0.0


def main() -> None:
    """The process: reads a plan, writes figures."""
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    try:
        import uvloop
    except ImportError:
        played = asyncio.run(_run(plan))
    else:
        played = uvloop.run(_run(plan))
    sys.stdout.write(json.dumps(msgspec.to_builtins(played)))


if __name__ == "__main__":
    main()
