"""A network by seed: messages are late, lost, doubled and overtaken; some pairs cannot reach each other."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from dataclasses import dataclass
from random import Random

from litestar.channels.backends.base import ChannelsBackend

from tests.simulation.clock import VirtualLoop


@dataclass
class Weather:
    """How bad the network is now."""

    slowest: float = 0.02
    """Seconds that a message may take; shorter ones overtake longer ones."""
    lost: float = 0.0
    doubled: float = 0.0


class Network:
    """All lines of a simulation."""

    def __init__(self, loop: VirtualLoop, chance: Random) -> None:
        self._loop = loop
        self._chance = chance
        self.weather = Weather()
        self.cut: set[frozenset[str]] = set()
        """Pairs of names that cannot reach each other."""
        self._channels: dict[str, list[SimulatedChannels]] = {}
        self.carried = self.lost = self.doubled = 0

    def carry(self, sender: str, receiver: str, deliver: Callable[[], None]) -> None:
        """Carry a message: never, once or twice, sooner or later."""
        if frozenset((sender, receiver)) in self.cut or self._chance.random() < self.weather.lost:
            self.lost += 1
            return
        copies = 1
        if self._chance.random() < self.weather.doubled:
            copies = 2
            self.doubled += 1
        for _ in range(copies):
            self.carried += 1
            self._loop.call_later(self._chance.uniform(0.0005, self.weather.slowest), deliver)

    def publish(self, sender: str, channel: str, data: bytes) -> None:
        """Carry a message to everybody who listens to a channel."""
        for each in tuple(self._channels.get(channel, ())):
            self.carry(sender, each.name, lambda each=each: each.hear(channel, data))  # type: ignore[misc]

    def listen(self, channel: str, who: "SimulatedChannels") -> None:
        self._channels.setdefault(channel, []).append(who)

    def silence(self, who: "SimulatedChannels") -> None:
        for listeners in self._channels.values():
            if who in listeners:
                listeners.remove(who)


class SimulatedChannels(ChannelsBackend):
    """The channels between servers, over the simulated network instead of PostgreSQL's notifications."""

    def __init__(self, network: Network, name: str) -> None:
        self.name = name
        self._network = network
        self._events: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.thawed_at = 0.0
        """Until then the machine sleeps, and hears nothing."""

    async def on_startup(self) -> None: ...

    async def on_shutdown(self) -> None:
        self._network.silence(self)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for channel in channels:
            self._network.publish(self.name, channel, data)

    async def subscribe(self, channels: Iterable[str]) -> None:
        for channel in sorted(channels):
            self._network.listen(channel, self)

    async def unsubscribe(self, channels: Iterable[str]) -> None: ...

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            yield await self._events.get()

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []

    def hear(self, channel: str, data: bytes) -> None:
        loop = asyncio.get_running_loop()
        if self.thawed_at > loop.time():
            loop.call_at(self.thawed_at, self.hear, channel, data)
        else:
            self._events.put_nowait((channel, data))
