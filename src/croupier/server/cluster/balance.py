"""Balance: a server gives tables to one that runs fewer, between rounds.

The giver first follows the tables that it will give, so that its own players go on watching them, and then
writes the other server's name on their leases. The other one finds them at its next look for free tables. If
it dies first, the leases expire and any server takes the tables. So a server is given tables only right after
it has announced that it takes some, and once for each announcement. A table that came back stays for a while.
"""

import logging
from collections.abc import Collection

from croupier.errors import Refusal
from croupier.floor.host.floor import Floor
from croupier.server.cluster.relay import Relay

log: logging.Logger = logging.getLogger("croupier.floor")

EVERY_MS = 1_000
MOST = 10
"""Tables that move at once."""
STAY_MS = 60_000
"""For which a given table that came back stays: the other server may be unable to run it."""


class Balance:
    """At every tick: move tables to a server of the house that runs at least two fewer."""

    def __init__(self, floor: Floor, relay: Relay) -> None:
        self._floor = floor
        self._relay = relay
        self._last = floor.timer()
        self._to = ""
        self._giving: set[str] = set()
        self._gave: dict[str, int] = {}
        """By table that was given lately, when."""

    def __call__(self) -> None:
        if self._floor.leaving:
            return
        if self._giving:
            self._give()
        elif self._floor.timer() - self._last >= EVERY_MS:
            self._last = self._floor.timer()
            self._choose()
        self._relay.follow_too(self._giving)

    def _choose(self) -> None:
        """Choose a server and tables for it."""
        others = self._relay.takers
        if not others or len(self._floor.tables) < 2:
            return
        held = self._floor.tables_by_owner()
        self._to = min(sorted(others), key=lambda each: held.get(each, 0))
        surplus = (len(self._floor.tables) - held.get(self._to, 0)) // 2
        if surplus > 0:
            given = self._gave = {name: at for name, at in self._gave.items() if self._last - at < STAY_MS}
            ready = self._between_rounds([name for name in self._floor.tables if name not in given])
            self._giving = set(sorted(ready)[: min(surplus, MOST)])

    def _give(self) -> None:
        """Give the tables that are followed and still between rounds; the rest wait for the next choice."""
        ready = self._between_rounds(self._giving & self._relay.tables.keys())
        self._giving = set()
        if ready and self._to in self._relay.takers:
            self._relay.gave(self._to)
            self._gave |= dict.fromkeys(ready, self._floor.timer())
            try:
                self._floor.give(ready, self._to)
            except Refusal as refusal:
                log.warning("cannot give tables to %s: %s", self._to, refusal.message)

    def _between_rounds(self, names: Collection[str]) -> set[str]:
        tables = self._floor.tables
        return {name for name in names if name in tables and not tables[name].state.bets_closed}
