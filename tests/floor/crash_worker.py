"""A process that plays, and kills itself at a given point.

Started once (`Nursery`), it imports everything and then forks a child for every life that is asked for: a
real process with a ledger and a floor of its own, which ends by SIGKILL or when its round is over. What a
child says goes to a file, a line at a time and unbuffered, so that nothing that was said is lost with it.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

import msgspec

from croupier.errors import Refusal
from croupier.floor.cluster import leases
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Settings, stored
from croupier.games.steps import BOARD
from croupier.ledger.store import Ledger
from croupier.table import commands as c
from croupier.table.programs import current
from croupier.table.transition import Transition
from tests.floor.floor_rig import House, LiveTable, asked_at, decision, wagers_at
from tests.table.driver import table_rules

L = TypeVar("L", bound=msgspec.Struct)

ROOT = Path(__file__).parents[2]

FIRST_EXIT = 128
"""Exit codes as shells give them: 128 and the number of the signal."""


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """The task of a child."""

    url: str
    keys: str
    out: str
    """The file for its messages: what it publishes, sends and counts."""
    owner: str = "a"
    table: str = "t0"
    task: str = "round"
    """`round`: play to the end of a round. `jackpots`: win the whole meter again and again."""
    rounds: int = 1
    """The round with which it is done."""
    seats: tuple[int, ...] = (1, 2)
    link: str = "L"
    rules: str = ""
    kill: str = ""
    """Where to die: event, statement, before, after or published, a colon and a number."""
    again: str = ""
    """A command that was sent and never answered: the key, a space and the act."""
    decision_ms: int = 600_000
    wait: float = 0
    """Seconds to try to adopt the table for, where another owns it."""
    lease_ms: int = 10_000
    """Long, so that few of the commits that are counted are renewals."""
    pages: int = 0
    """SQLite: the most pages that the database may have."""
    file_bytes: int = 0
    """The most bytes that a file may have, as the operating system lets this process write it."""
    meet: str = ""
    """A directory in which two processes wait for each other before they settle."""


class Told(NamedTuple):
    """The messages of the children, in a file."""

    published: dict[tuple[str, int], bytes]
    unanswered: str
    counts: dict[str, int]
    refused: list[str]


def told(out: Path) -> Told:
    """Read all messages."""
    published: dict[tuple[str, int], bytes] = {}
    unanswered, counts, refused = "", {}, []
    for line in out.read_text().splitlines() if out.exists() else ():
        word, _, rest = line.partition(" ")
        if word == "published":
            table, version, body = rest.split(" ", 2)
            again = published.setdefault((table, int(version)), body.encode())
            assert again == body.encode(), f"published twice and differently: {line}"
        elif word == "send":
            unanswered = rest
        elif word == "answered":
            unanswered = ""
        elif word == "counts":
            counts = json.loads(rest)
        elif word == "refused":
            refused.append(rest)
            unanswered = ""
    return Told(published, unanswered, counts, refused)


# ------------------------------------------------------------------------------------------- the nursery


class Nursery:
    """The process that forks the children, seen from the test."""

    def __init__(self, module: str = "tests.floor.crash_worker") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(30)

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def begin(self, life: msgspec.Struct) -> int:
        """Start a child; its process id."""
        return int(self._ask(msgspec.json.encode(life).decode()))

    def end(self, pid: int) -> int:
        """Wait for a child; its exit code, negative if it was killed."""
        return int(self._ask(str(pid)))

    def live(self, life: msgspec.Struct) -> int:
        """Start a child and wait for it."""
        return self.end(self.begin(life))


def fork_for(kind: type[L], child: Callable[[L], None]) -> None:
    """The nursery's own loop: a child for every life that is asked for."""
    for line in sys.stdin:
        if line.startswith("{"):
            life = msgspec.json.decode(line, type=kind)
            pid = os.fork()
            if pid == 0:
                child(life)
                os._exit(0)
            print(pid, flush=True)
        else:
            _, status = os.waitpid(int(line), 0)
            print(os.waitstatus_to_exitcode(status), flush=True)


def _child(life: Life) -> None:
    code = 1
    try:
        os.close(0)
        _live(life)
        code = 0
    except BaseException as error:
        if not isinstance(error, Refusal):
            sys.excepthook(*sys.exc_info())
        _say(life, f"refused {getattr(error, 'code', type(error).__name__)} {error}".replace("\n", " "))
    finally:
        os._exit(code)


def _say(life: Life, line: str) -> None:
    file = os.open(life.out, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(file, line.encode() + b"\n")
    finally:
        os.close(file)


# --------------------------------------------------------------------------------------------- one life


class Fate:
    """Counts what happens, once it is armed, and strikes at the place that was given."""

    def __init__(self, kill: str, armed: Callable[[], bool] = lambda: True) -> None:
        self._where, _, number = kill.partition(":")
        self._number = int(number or 0)
        self._armed = armed
        self.counts: dict[str, int] = {}

    def at(self, where: str) -> None:
        if not self._armed():
            return
        self.counts[where] = self.counts.get(where, 0) + 1
        if where == self._where and self.counts[where] == self._number:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, ledger: Ledger) -> None:
        """From here on things count."""
        dialect: Any = ledger.engine.dialect
        commit, append = dialect.do_commit, Unit.append
        execute, executemany = dialect.do_execute, dialect.do_executemany

        def do_commit(connection: object) -> None:
            self.at("before")
            commit(connection)
            self.at("after")

        def count(original: Callable[..., None]) -> Callable[..., None]:
            def do(*arguments: Any, **more: Any) -> None:
                self.at("statement")
                original(*arguments, **more)

            return do

        def do_append(unit: Unit, *arguments: Any, **more: Any) -> None:
            self.at("event")
            append(unit, *arguments, **more)

        dialect.do_commit = do_commit
        dialect.do_execute, dialect.do_executemany = count(execute), count(executemany)
        setattr(Unit, "append", do_append)  # noqa: B010 - mypy knows methods


def _live(life: Life) -> None:
    fate = Fate(life.kill)
    leases.LEASE_MS = life.lease_ms
    settings = Settings(link=life.link, betting_ms=600_000, decision_ms=life.decision_ms)
    house = House(life.url, Path(life.keys), owner=life.owner)

    def publish(table: str, seen: list[Transition]) -> None:
        for each in seen:
            _say(life, f"published {table} {each.version} {stored(each.event).decode()}")
        fate.at("published")

    house.floor.listen(publish)
    end = time.monotonic() + life.wait
    while not house.floor.take_over_table(life.table, settings):
        if time.monotonic() > end:
            raise Refusal("table_moved", f"{life.table} has another owner")
        time.sleep(0.05)
    _say(life, f"adopted {life.owner} {life.table}")
    if life.pages:
        _limit(house, life.pages)
    if life.file_bytes:
        resource.setrlimit(resource.RLIMIT_FSIZE, (life.file_bytes, life.file_bytes))
    fate.watch(house.ledger)
    if life.task == "jackpots":
        _jackpots(life, house)
    else:
        _round(life, house)
    _say(life, f"counts {json.dumps(fate.counts)}")
    house.close()


def _limit(house: House, pages: int) -> None:
    """A disk that is nearly full, for every connection there will be."""
    from sqlalchemy import event

    def full(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    house.ledger.engine.dispose()
    event.listen(house.ledger.engine, "connect", full)


def _round(life: Life, house: House) -> None:
    """Every act until the round is over, each command announced before it is sent."""
    table = life.table

    def send(key: str, asked: c.AnyAct, seat: int) -> None:
        _say(life, f"send {key} {seat} {msgspec.json.encode(asked).decode()}")
        by, role = (f"{table}.{seat}", "player") if seat else ("d1", "dealer")
        house.floor.send(table, asked, by=by, role=role, key=key).result(30)
        _say(life, "answered")

    if life.again:
        key, at, act = life.again.split(" ", 2)
        send(key, msgspec.json.decode(act, type=c.AnyAct), int(at))
    while True:
        state = house.state(table)
        number = state.round
        if number > life.rounds or (number == life.rounds and state.program != "round"):
            return
        asked = asked_at(state)
        waiting = [seat for seat in life.seats if seat not in state.hands]
        if asked is not None:
            send(f"{number}.{asked.seat}.{asked.name}.{state.version}", decision(asked), asked.seat)
        elif waiting:
            seat = waiting[0]
            send(f"{number}.bet.{seat}", c.Bet(seat=seat, wagers=wagers_at(state)), seat)
        else:
            send(f"{number}.close", c.CloseBets(), 0)


ROYAL = {1: "As Ks", BOARD: "Qs Js Ts 2d 3h"}
"""A royal flush: the whole meter of Ultimate Texas Hold'em."""


def _jackpots(life: Life, house: House) -> None:
    """A live table whose dealer keys a winning hand, round after round."""
    table = LiveTable(house, life.table, table_rules(life.rules), life.link)
    if 1 not in table.state.players:
        table.sit(1)
    while table.state.round < life.rounds:
        table.stack(ROYAL)
        while (step := current(table.state)) is None or step.kind != "settle":
            table.perform_next()
        _meet(life, f"{table.state.round}.settle")
        while (step := current(table.state)) is not None and step.kind == "settle":
            table.perform_next()
        _meet(life, f"{table.state.round}.settled")  # or the next contribution might come before an award
        while table.state.program == "round":
            table.perform_next()


def _meet(life: Life, where: str) -> None:
    """Go on when the other process has come as far: within a millisecond of each other."""
    if not life.meet:
        return
    Path(life.meet, f"{where}.{life.owner}").touch()
    other = Path(life.meet, f"{where}.{'b' if life.owner == 'a' else 'a'}")
    end = time.monotonic() + 30
    while not other.exists():
        assert time.monotonic() < end, "the other never came"
        time.sleep(0.0003)


if __name__ == "__main__":
    fork_for(Life, _child)
