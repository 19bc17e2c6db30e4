"""Two real servers on one PostgreSQL, each with a live table of one link, whose dealers key winning hands."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import argon2
import msgspec

from croupier.floor.audit.audit import audit as audited
from croupier.floor.host.batch import Unit
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.people.model import Actor
from croupier.floor.people.passwords import Passwords
from croupier.floor.registry import changes
from croupier.jackpot.events import AwardLocked, AwardValidated
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.server.opening import close_house, open_house
from croupier.server.settings import Settings
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.programs import current
from croupier.table.state import State
from tests.floor.crash_rig import JACKPOT_RULES, check_race
from tests.floor.crash_worker import ROYAL
from tests.floor.floor_rig import LiveTable, audit, wall
from tests.practice import PRACTICE
from tests.server.killed_rig import Serving, serving
from tests.server.rig import GOOD, Client

TABLES = ("a", "b")
_OF_THE_HOUSE = {"shuffle": ("commitment",), "close_bets": ("order", "commitment")}
"""Fields that a person's command does not carry."""


class ServedTable(LiveTable):
    """A live table of a server: commands go to it, what has become of them comes from the log."""

    def __init__(self, ledger: Ledger, name: str, dealer: Client, floorperson: Client) -> None:
        self.name = name
        self.log, self.deck, self.hands, self.meters, self.stacks = [], [], {}, {}, {}
        self._ledger, self._dealer, self._floorperson = ledger, dealer, floorperson
        self._state = State()

    @property
    def state(self) -> State:
        for record in self._ledger.read(f"table:{self.name}", after=self._state.version):
            self._state = evolve(self._state, e.decode_event(record.body))
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        raise AssertionError("the server's")

    @property
    def now(self) -> int:
        return wall()

    @now.setter
    def now(self, now: int) -> None:
        raise AssertionError("the clock's")

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[e.AnyEvent, ...]:
        """By the staff of a live table, who say who sits there."""
        client = self._dealer if role in ("dealer", "player") else self._floorperson
        act = msgspec.to_builtins(asked)
        for name in _OF_THE_HOUSE.get(act["act"], ()):
            act.pop(name, None)
        while True:
            answer = client.act(self.name, self.state.version, **act)
            if answer.status_code != 429:
                break
            time.sleep(0.2)
        assert answer.status_code == 200, (act, answer.text)
        return ()


def race_of_servers(url: str, data: Path, rounds: int) -> dict[str, int]:
    """Both tables win the whole meter at the same time, again and again; who was recorded first."""
    data.mkdir(mode=0o700, parents=True)
    _furnish(url, data / "keys")
    ledger = Ledger.open(url, Keys.open(data / "keys"))
    try:
        with ExitStack() as stack:
            servers = [stack.enter_context(serving(data, url)) for _ in TABLES]
            tables = [
                _opened(stack, ledger, name, server) for name, server in zip(TABLES, servers, strict=True)
            ]
            meet = threading.Barrier(len(tables), timeout=60)
            with ThreadPoolExecutor(len(tables)) as pool:
                played = [pool.submit(_play, table, meet, rounds) for table in tables]
                for each in played:
                    each.result()
        audit(ledger)
        assert audited(ledger).whole
        events = [decode_link_event(record.body) for record in ledger.read("link:link")]
    finally:
        ledger.close()
    awards = [event for event in events if isinstance(event, AwardLocked)]
    check_race(awards, rounds)
    assert sum(isinstance(event, AwardValidated) for event in events) == 2 * rounds
    first = [award.table for award in awards[::2]]
    return {name: first.count(name) for name in TABLES}


def _furnish(url: str, keys: Path) -> None:
    """People with passwords and a link; the tables are listed at the servers that will run them."""
    weak = Passwords(argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    house = open_house(url, keys, Settings(secure=False), passwords=weak)
    try:
        first = house.people.first_start()
        assert first is not None
        house.people.set_password(first.link, GOOD, "127.0.0.1")
        admin = Actor(first.person, "administrator", "127.0.0.1")
        for role in ("dealer", "floorperson"):
            invited = house.people.invite(admin, role, role.title(), role)
            house.people.set_password(invited.link, GOOD, "127.0.0.1")

        def work(unit: Unit) -> None:
            changes.load_submission(unit, house.registry, "s", PRACTICE[JACKPOT_RULES], admin)
            changes.open_link(unit, house.registry, "link", "s", admin)

        house.floor.run(work).result(60)
    finally:
        close_house(house)


def _opened(stack: ExitStack, ledger: Ledger, name: str, server: Serving) -> ServedTable:
    def client(who: str) -> Client:
        made = stack.enter_context(Client(base_url=server.address, timeout=30, trust_env=False))
        assert made.sign_in(who).status_code == 200
        return made

    admin = client("administrator")
    asked = {"table": name, "mode": "live", "submission": "s", "settings": {"link": "link"}}
    listed = admin.post("/api/listings", json=asked)
    assert listed.json()["here"] is True, listed.text
    admin.post(f"/api/listings/{name}/open").raise_for_status()
    return ServedTable(ledger, name, client("dealer"), client("floorperson"))


def _play(table: ServedTable, meet: threading.Barrier, rounds: int) -> None:
    """As `crash_worker` does it over a floor."""
    table.sit(1)
    while table.state.round < rounds:
        table.stack(ROYAL)
        while (step := current(table.state)) is None or step.kind != "settle":
            table.perform_next()
        meet.wait()
        while (step := current(table.state)) is not None and step.kind == "settle":
            table.perform_next()
        meet.wait()  # or the next contribution might come before an award
        while table.state.program == "round":
            table.perform_next()
