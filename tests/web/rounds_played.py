"""Rounds of High Card Flush, played over the API, for the pages that look back on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.floor.registry.demo import set_up_demo
from tests.server.rig import Client, Running, running
from tests.server.test_history_api import play

TABLE = "ma-high-card-flush"


@dataclass
class Played:
    """A house in which Ann has folded and Bob has raised, in every round."""

    site: Running
    ann: Client
    bob: Client
    rounds: list[int]

    def replayed(self, role: str, round_: int) -> dict[str, Any]:
        """A round as shown to this role."""
        client = self.site.signed_in(role)
        response: dict[str, Any] = (
            client.get(f"/api/tables/{TABLE}/rounds/{round_}").raise_for_status().json()
        )
        return response


def played(site: Running, rounds: int) -> Played:
    """So many rounds at the demo's first table."""
    ann, bob = site.player("ann"), site.player("bob")
    numbers = [play(site, TABLE, {1: ann, 3: bob}, fold=(1,)) for _ in range(rounds)]
    return Played(site, ann, bob, numbers)


@contextmanager
def looked_back_on(place: Path, rounds: int) -> Iterator[Played]:
    """A demo in which so many rounds are over. Who looks back changes nothing: it serves many tests."""
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys", demo=True) as here:
        set_up_demo(here.house.floor, here.house.registry, betting_ms=1000, decision_ms=20_000)
        yield played(here, rounds)
