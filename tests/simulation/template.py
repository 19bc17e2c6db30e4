"""The house that every simulation starts from: three tables on two links, furnished once and copied."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from unittest import mock

from croupier.floor.desks import cashier
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.floor.registry import attachment, changes
from croupier.floor.registry.registry import Registry
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.submission.practice import practice_text
from croupier.table.offers.bounds import wager_bounds
from croupier.table.state import ELECTRONIC
from tests.simulation.clock import START_MS

RULES = {
    "flush-a": "ma/high-card-flush",
    "flush-b": "ma/high-card-flush",
    "hold-em": "ma/ultimate-texas-holdem",
}
TABLES = tuple(RULES)
BETTING_MS, ALL_BET_MS, DECISION_MS = 6_000, 1_000, 8_000
RICH = 100_000_000
_ADMIN = Actor("admin", "administrator")


@contextmanager
def seeded(seed: str) -> Iterator[None]:
    """All secrets come from a seed."""
    chance = Random(f"secrets {seed}")
    with (
        mock.patch.object(secrets, "token_bytes", chance.randbytes),
        mock.patch.object(secrets, "token_hex", lambda count=16: chance.randbytes(count).hex()),
    ):
        yield


class Template:
    """A furnished house that nobody runs."""

    def __init__(self, directory: Path) -> None:
        self.file = directory / "template.db"
        self.keys = Keys(bytes(range(32)), bytes(range(32, 64)))
        self.wagers: dict[str, dict[str, int]] = {}
        ledger = Ledger.open(f"sqlite:///{self.file}", self.keys, optimistic=True)
        registry = Registry.read(ledger)
        floor = Floor(ledger, self.keys, owner="furnisher", clock=lambda: START_MS - 60_000)
        attachment.attach(floor, registry)
        floor.start()
        try:
            with seeded("template"):
                self._furnish(floor, registry)
        finally:
            floor.stop()
            self.position = ledger.position()
            ledger.close()

    def _furnish(self, floor: Floor, registry: Registry) -> None:
        for rules in sorted(set(RULES.values())):
            name = rules.replace("/", "-")
            floor.run(partial(_submit, registry=registry, name=name, rules=rules)).result(30)
        for table, rules in RULES.items():
            name = rules.replace("/", "-")
            opening = partial(_open, registry=registry, table=table, name=name, keys=self.keys)
            floor.run(opening).result(30)
            at = floor.tables[table].state.at
            self.wagers[table] = {
                amount.name: amount.only[0] if amount.only else max(amount.least, 1_000)
                for amount in wager_bounds(at)
            }


def _submit(unit: Unit, registry: Registry, name: str, rules: str) -> None:
    changes.load_submission(unit, registry, name, practice_text(rules), _ADMIN)
    changes.open_link(unit, registry, f"link-{name}", name, _ADMIN)


def _open(unit: Unit, registry: Registry, table: str, name: str, keys: Keys) -> None:
    settings = Settings(
        link=f"link-{name}", betting_ms=BETTING_MS, all_bet_ms=ALL_BET_MS, decision_ms=DECISION_MS
    )
    changes.list_table(unit, registry, table, _ADMIN, mode=ELECTRONIC, submission=name, settings=settings)
    changes.open_table(unit, registry, table, _ADMIN, keys)
    for seat in (1, 2):
        cashier.issue(unit, f"{table}.{seat}", RICH, _ADMIN)
