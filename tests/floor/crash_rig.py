"""Houses for the tests with processes: furnished once, copied for every test, checked after every death."""

import random
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from croupier.floor.host.hosted_table import Settings
from croupier.floor.host.link_events import decode_link_event
from croupier.jackpot.events import AwardLocked, AwardValidated
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.table import commands as c
from croupier.table import events as e
from tests.databases import postgres_database, run
from tests.floor.crash_worker import Life, Nursery, Told, told
from tests.floor.floor_rig import (
    RICH,
    House,
    asked_at,
    audit,
    code_of,
    decision,
    published,
    replayed,
    wagers_at,
)
from tests.table.driver import table_rules

KILLED = -9

AWAY = ("ledger_unavailable", "ledger_uncertain", "ledger_busy")
"""The floor's refusals while its database is unavailable."""

JACKPOT_RULES = "ma/ultimate-texas-holdem"


class Place:
    """A furnished house with nobody in it: a database, its keys, and the file that processes talk into."""

    def __init__(self, url: str, keys: Path, out: Path) -> None:
        self.url, self.keys, self.out = url, keys, out

    def life(self, **more: object) -> Life:
        """A process in this house; it takes up what was sent and never answered."""
        common = {"url": self.url, "keys": str(self.keys), "out": str(self.out)}
        return Life(**common | {"again": self.told.unanswered} | more)  # type: ignore[arg-type]

    @property
    def told(self) -> Told:
        """The messages of the processes so far."""
        return told(self.out)

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        keys = Keys.open(self.keys)
        keys.directory = None  # all copies of the house share them: the last checkpoint is not this copy's
        opened = Ledger.open(self.url, keys)
        try:
            yield opened
        finally:
            opened.close()

    def check(self) -> list[e.AnyEvent]:
        """All that can be recomputed is right, and nothing that was published is lost; the events of `t0`."""
        with self.ledger() as ledger:
            audit(ledger)
            published(self.told.published, ledger)
            return [e.decode_event(record.body) for record in ledger.read("table:t0")]

    def check_round(self, seats: tuple[int, ...] = (1, 2)) -> None:
        """The first round is over, was played once, and every player's balance agrees with it."""
        events = self.check()
        assert sum(isinstance(event, e.RoundEnded) for event in events) == 1
        assert sum(isinstance(event, e.BetPlaced) for event in events) == len(seats)
        decided = [(event.seat, event.stage) for event in events if isinstance(event, e.Decided)]
        assert len(decided) == len(set(decided)), "somebody decided twice"
        (settled,) = [event for event in events if isinstance(event, e.RoundSettled)]
        waits = dict.fromkeys(seats, 0)
        for event in events:
            if isinstance(event, e.SeatSettled) and event.pending:
                waits[event.seat] += sum(award.paid for award in event.awards)
        with self.ledger() as ledger:
            assert replayed(ledger) == []
            for seat in seats:
                cents = RICH + settled.nets[seat] - waits[seat]
                assert ledger.balance(f"player:t0.{seat}") == cents * 10_000


class Template:
    """A furnished house to be copied: a copy costs less than opening tables again."""

    def __init__(self, rules: str, directory: Path, server: str = "") -> None:
        """On SQLite, or on the PostgreSQL server whose URL is given."""
        self.directory, self._server, self._number = directory, server, 0
        directory.mkdir(parents=True)
        self._database = postgres_database(server) if server else None
        self.url = self._database.__enter__() if self._database else f"sqlite:///{directory / 'template.db'}"
        house = House(self.url, directory / "keys")
        house.furnish(rules, "t0", betting_ms=600_000, decision_ms=600_000)
        house.close()

    @contextmanager
    def copy(self) -> Iterator[Place]:
        """The house as it was furnished."""
        self._number += 1
        out = self.directory / f"{self._number}.out"
        if not self._server:
            file = self.directory / f"{self._number}.db"
            shutil.copy(self.directory / "template.db", file)
            yield Place(f"sqlite:///{file}", self.directory / "keys", out)
            return
        name = f"{make_url(self.url).database}_{self._number}"
        admin = create_engine(self._server, isolation_level="AUTOCOMMIT")
        try:
            run(admin, f"CREATE DATABASE {name} TEMPLATE {make_url(self.url).database}")
            url = make_url(self.url).set(database=name).render_as_string(hide_password=False)
            yield Place(url, self.directory / "keys", out)
            run(admin, f"DROP DATABASE {name} WITH (FORCE)")
        finally:
            admin.dispose()

    def close(self) -> None:
        if self._database:
            self._database.__exit__(None, None, None)


ALL = ("before:1", "after:1", "before:1", "published:1")
SOME = ("before:1", "after:1", "published:1")


def step_by_step(nursery: Nursery, place: Place, kills: tuple[str, ...] = ALL) -> int:
    """One round in which a process dies before and after each commit; how many died."""
    dead = 0
    while True:
        # A death before the commit commits nothing; the others advance by one commit, published or not.
        for kill in kills:
            code = nursery.live(place.life(kill=kill))
            if code == 0:
                place.check_round()
                return dead
            assert code == KILLED, place.told.refused
            dead += 1
            place.check()


def at(nursery: Nursery, template: Template, kill: str) -> bool:
    """A process that dies at one point of a round, and another that plays it to the end; whether it died."""
    with template.copy() as place:
        code = nursery.live(place.life(kill=kill))
        if code == KILLED:
            place.check()
            assert nursery.live(place.life()) == 0, place.told.refused
        else:
            assert code == 0, place.told.refused
        place.check_round()
        return code == KILLED


# --------------------------------------------------------------------------------------- two processes


def two_tables(url: str, keys: Path, out: Path) -> Place:
    """Live tables `a` and `b` on one link, in a house with nobody in it."""
    house = House(url, keys)
    rules = table_rules(JACKPOT_RULES)
    house.open_link("L", rules)
    for name in ("a", "b"):
        house.open_table(name, rules, Settings(link="L"), mode="live")
    house.close()
    return Place(url, keys, out)


def race(nursery: Nursery, place: Place, meet: Path, rounds: int) -> list[AwardLocked]:
    """Two processes whose tables win the whole meter at the same time, again and again: the awards."""
    meet.mkdir()
    lives = [
        place.life(
            owner=owner,
            table=owner,
            task="jackpots",
            rules=JACKPOT_RULES,
            rounds=rounds,
            meet=str(meet),
            out=str(place.out) + owner,
        )
        for owner in ("a", "b")
    ]
    pids = [nursery.begin(life) for life in lives]
    codes = [nursery.end(pid) for pid in pids]
    assert codes == [0, 0], [told(Path(life.out)).refused for life in lives]
    with place.ledger() as ledger:
        audit(ledger)
        assert replayed(ledger) == []
        for life in lives:
            published(told(Path(life.out)).published, ledger)
        events = [decode_link_event(record.body) for record in ledger.read("link:L")]
    awards = [event for event in events if isinstance(event, AwardLocked)]
    check_race(awards, rounds)
    assert sum(isinstance(event, AwardValidated) for event in events) == 2 * rounds
    return awards


def check_race(awards: list[AwardLocked], rounds: int) -> None:
    """One award each per round; the first recorded took both contributions, the other the seed."""
    assert [award.award for award in awards] == list(range(1, 2 * rounds + 1))
    for number in range(rounds):
        first, second = awards[2 * number : 2 * number + 2]
        assert {first.table, second.table} == {"a", "b"}
        assert first.round == second.round == number + 1
        assert (first.share, second.share) == (10_000, 10_000)
        assert (first.paid, second.paid) == (1_000_200, 1_000_000)
        assert first.reseeded == second.reseeded == 1_000_000 * 10_000


# ------------------------------------------------------------------------------- no database, no disk


def storm_of_lost_connections(server: str, url: str, keys: Path, rounds: int) -> int:
    """Rounds while every connection to the database is cut, again and again; how often that was a refusal."""
    house = House(url, keys)
    house.furnish("ma/high-card-flush", "t0", betting_ms=600_000, decision_ms=600_000)
    stop = threading.Event()
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = '{make_url(url).database}' AND pid <> pg_backend_pid()"
    )

    def storm() -> None:
        admin = create_engine(server, isolation_level="AUTOCOMMIT")
        while not stop.wait(random.uniform(0.04, 0.4)):  # a slow machine gets through now and then too
            run(admin, cut)
        admin.dispose()

    lightning = threading.Thread(target=storm)
    lightning.start()
    refused = 0
    try:
        for _ in range(50):  # a fast machine may be through before the first stroke
            refused += _persistent(house, "t0", rounds)
            if refused:
                break
    finally:
        stop.set()
        lightning.join()
    _persistent(house, "t0", 1)  # the first command may still find a connection that was cut
    audit(house.ledger)
    house.close()
    return refused


def _persistent(house: House, table: str, rounds: int) -> int:
    """Play like a client that sends the same key until it is answered; how often it was refused."""
    refused = 0

    def send(key: str, asked: c.AnyAct, seat: int) -> None:
        nonlocal refused
        by, role = (f"{table}.{seat}", "player") if seat else ("d1", "dealer")
        for _ in range(200):
            code = code_of(house.floor.send(table, asked, by=by, role=role, key=key))
            if not code:
                return
            assert code in AWAY, code
            refused += 1
            time.sleep(0.01)
        raise AssertionError("the database never came back")

    last = house.state(table).round + rounds
    while True:
        state = house.state(table)
        asked = asked_at(state)
        if asked is not None:
            send(f"{state.round}.{asked.seat}.{asked.name}.{state.version}", decision(asked), asked.seat)
        elif state.round >= last and not state.hands:
            return refused
        elif waiting := [seat for seat in (1, 2) if seat not in state.hands]:
            bet = c.Bet(seat=waiting[0], wagers=wagers_at(state))
            send(f"{state.round}.bet.{waiting[0]}", bet, waiting[0])
        else:
            send(f"{state.round}.close", c.CloseBets(), 0)


def disk_fills_up(nursery: Nursery, place: Place, file: Path, limit: str) -> int:
    """A round in which the disk is full, every time with a little more room; how often it was full."""
    room = 0
    while True:
        room += 1
        size = file.stat().st_size
        if limit == "pages":
            life = place.life(pages=size // 4096 + room)
        else:
            # The journal of a round may stay smaller than the database.
            life = place.life(file_bytes=size // 2 + 4096 * (8 * room - 7))
        code = nursery.live(life)
        place.check()
        if code == 0:
            place.check_round()
            return room - 1
        assert code == 1
        assert place.told.refused[-1].startswith("ledger_unavailable"), place.told.refused
