"""Rounds of High Card Flush, played over the API, for the pages that look back on them."""

from dataclasses import dataclass

from tests.server.rig import Client, Running
from tests.server.test_history_api import play

TABLE = "flush-ma"


@dataclass
class Played:
    """A house in which Ann has folded and Bob has raised, in every round."""

    site: Running
    ann: Client
    bob: Client
    rounds: list[int]


def played(site: Running, rounds: int) -> Played:
    """So many rounds at the demo's first table."""
    ann, bob = site.player("ann"), site.player("bob")
    numbers = [play(site, TABLE, {1: ann, 3: bob}, fold=(1,)) for _ in range(rounds)]
    return Played(site, ann, bob, numbers)
