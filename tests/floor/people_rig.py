"""A house with a clock that the test turns, weak hashes and an administrator, on a real ledger."""

from collections.abc import Callable
from typing import Any

import argon2
import pytest
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.floor.people.model import Actor, system
from croupier.floor.people.passwords import Passwords
from croupier.floor.people.people import People
from croupier.floor.people.schema import metadata
from croupier.floor.registry.house_events import AnyHouseEvent, decode_house_event
from croupier.ledger.store import Ledger

GOOD = "seven green bottles"
HERE = "198.51.100.1"
ELSEWHERE = "203.0.113.5"


class Hasher(argon2.PasswordHasher):
    """As weak as argon2 goes, counting, and letting something happen while it verifies."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified = 0
        self.meanwhile: Callable[[], None] | None = None

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        self.verified += 1
        if self.meanwhile is not None:
            self.meanwhile()
        return super().verify(hash, password)


class Rig:
    """One house."""

    def __init__(self, ledger: Ledger, *, demo: bool = False) -> None:
        self.ledger = ledger
        self.now = 1_790_000_000_000
        self.hasher = Hasher()
        self.people = People(ledger, lambda: self.now, passwords=Passwords(self.hasher), demo=demo)
        self.administrator = Actor("", "administrator", HERE)

    def start(self) -> "Rig":
        """With an administrator who has a password."""
        invited = self.people.first_start()
        assert invited is not None
        self.people.set_password(invited.link, GOOD, HERE)
        self.administrator = Actor(invited.person, "administrator", HERE)
        return self

    def another(self, passwords: Passwords | None = None) -> People:
        """Another server on the same ledger."""
        return People(self.ledger, lambda: self.now, passwords=passwords or Passwords(self.hasher))

    def person(self, name: str, role: str) -> str:
        """A person with the good password."""
        invited = self.people.invite(system(), name, name.title(), role)
        self.people.set_password(invited.link, GOOD, HERE)
        return invited.person

    def id(self, name: str) -> str:
        return next(p.id for p in self.people.everyone(self.administrator) if p.name == name)

    def lock_out(self, name: str) -> None:
        """Three failures from one place."""
        codes = []
        for _ in range(3):
            with pytest.raises(Refusal) as caught:
                self.people.door.sign_in(name, "wrong", HERE)
            codes.append(caught.value.code)
        assert codes == ["sign_in_refused", "sign_in_refused", "locked_out"]

    def spray(self, address: str, times: int = 20) -> None:
        """Failures for many names from one place."""
        for number in range(times):
            with pytest.raises(Refusal):
                self.people.door.sign_in(f"name{number}", "wrong", address)

    def events(self) -> list[AnyHouseEvent]:
        """The events of the log, oldest first."""
        events = []
        for record in self.ledger.read("house"):
            event = decode_house_event(record.body)
            assert (record.at, record.by, record.role) == (event.at, event.by, event.role)
            events.append(event)
        return events

    def log(self) -> bytes:
        return b"\n".join(record.body for record in self.ledger.read("house"))

    def dump(self) -> str:
        """Every row of every table of people, as text."""
        with self.ledger.database.reading() as connection:
            return "\n".join(
                repr(sorted(map(tuple, connection.execute(select(table)).all()), key=repr))
                for table in metadata.sorted_tables
            )


def refused(code: str) -> "pytest.RaisesExc[Refusal]":
    """Expect a refusal of this code."""

    def has_code(refusal: Refusal) -> bool:
        return refusal.code == code

    return pytest.RaisesExc(Refusal, check=has_code)
