"""A verification that is interrupted and continues from its state gives the same result as one pass.

No part of the replay may be missing from the state: at commit after commit of a log with nearly every kind of
event the replay is captured and resumed, and the two are compared attribute by attribute.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from croupier.floor.audit.audit import posted
from croupier.floor.audit.books import BooksReplay
from croupier.floor.audit.findings import Finding, Posted
from croupier.floor.audit.link import LinkReplay
from croupier.floor.audit.links import LinksReplay
from croupier.floor.audit.prints import PrintsReplay
from croupier.floor.audit.replay import Replay
from croupier.floor.audit.seeds import FairReplay
from croupier.floor.audit.settings import SettingsReplay
from croupier.floor.audit.table import TableReplay
from croupier.floor.audit.verified_state import VerifiedState, capture, resume
from croupier.floor.desks import cashier, inventory, meters, prints, slips
from croupier.floor.desks import inventory_events as i
from croupier.floor.fairness.commit_reveal import AnyFairEvent
from croupier.floor.people.model import Actor
from croupier.floor.registry.settings import NEW_HOUSE, change_settings
from croupier.jackpot.events import AnyLinkEvent
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint
from croupier.ledger.verification.sources import DatabaseSource, Logged
from croupier.table import events as e
from croupier.table.dual_control import Second
from tests.floor.desk_rig import ADMIN, COUNTED, COUNTER, FLOOR, MD, Desk, chips
from tests.floor.floor_rig import Clock
from tests.floor.houses import Wandering, play_again
from tests.table.driver import RULES, table_rules
from tests.table.random_tables import Meters

PARTS: dict[type, object] = {
    Replay: Replay(),
    TableReplay: TableReplay("", Replay().report, {}),
    FairReplay: FairReplay("", Replay().report),
    LinksReplay: LinksReplay(Replay().report, {}),
    LinkReplay: LinkReplay("", Replay().report),
    SettingsReplay: SettingsReplay(Replay().report),
    BooksReplay: BooksReplay(Replay().report),
    PrintsReplay: PrintsReplay(Replay().report),
}
"""The parts of a replay, each as it is before the first record."""

NOT_SAVED = {
    "_report": "how the parts are joined",
    "_listed": "the replay's own listings",
    "_tables": "the replay's own tables",
    "findings": "a state with findings is never saved",
    "broken": "that is a finding",
    "records": "a count of this run",
    "rounds": "a count of this run",
    "verified": "a count of this run",
    "_at": "the time of a commit; a state stands between two",
    "_tables_fed": "of one commit",
    "_fair_fed": "of one commit",
    "_waiting": "of one commit",
    "_read": "of one commit",
    "_last": "of one commit",
    "_caused": "of one commit",
    "_cause": "of one commit",
    "_before": "of one commit",
    "causes": "of one commit",
    "_saved": "the snapshots of the database, which every run reads",
    "_settled": "computed again when it is missing",
    "_facts": "computed again when it is missing",
}

DEALER, BOSS = Actor("d1", "dealer"), Actor("s1", "supervisor")

NOT_IN_THIS_LOG = {
    "table_idle.v1",
    "table_closed.v1",
    "method_changed.v1",
    "shuffle_ordered.v1",
    "report_dismissed.v1",
    "hand_declared.v1",
    "award_taken_back.v1",
    "winners_ordered.v1",
    "RatesChanged",
}
"""Kinds whose effect is in the state of a table or link alone, which is saved whole."""


class Ticking(Clock):
    """Every look is later than the one before, so that every commit has its own time."""

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.fixture(scope="module")
def log(original: Path) -> list[Posted]:
    """A furnished house in which more happens: at a live table's desk, and two random histories."""
    desk = Desk(f"sqlite:///{original}/ledger.db", original / "keys", clock=Ticking())
    try:
        _chips(desk)
        for number, seed in ((0, 0), (1, 1), (2, 2), (4, 12)):
            rules = table_rules(RULES[number])
            walk = Wandering(rules, "live", f"state {seed}", table=f"w{number}", meters=Meters(rules))
            walk.wander(160)
            play_again(desk, walk, f"link {number}")
        checkpoint(desk.ledger, desk.clock())
        items = DatabaseSource(desk.ledger, beside=False).items()
        return [posted(item.what) for item in items if isinstance(item.what, Logged)]
    finally:
        desk.close()


def _chips(desk: Desk) -> None:
    """Events of a live table's desk, and of the office."""
    signed = i.Signatures(floorperson="f1", dealer="d1")
    desk.furnish_live("desk", MD)
    desk.do(inventory.open_inventory, "desk", chips(1_000_000), signed, FLOOR)
    for what in ("fill", "credit"):
        slip = prints.chip_slip(desk.slip(what, "desk", 45_000))
        for _ in range(2):
            desk.run(lambda unit, slip=slip: prints.record_print(unit, "desk", slip, FLOOR))  # type: ignore[misc]
    desk.do(inventory.color_up, "desk", {500: 20}, {10_000: 1}, DEALER)
    desk.do(inventory.record_sale, "desk", "buy_in", 50_000, DEALER)
    void = desk.do(slips.request_slip, "desk", "fill", chips(500), FLOOR)
    desk.do(slips.void_slip, "desk", void.slip, "a mistake", FLOOR)
    desk.do(inventory.close_inventory, "desk", chips(900_000), signed, FLOOR)
    desk.do(inventory.drop, "desk", 20_000, COUNTED, COUNTER)
    desk.run(lambda unit: change_settings(unit, replace(NEW_HOUSE, watch=7), ADMIN))
    desk.run(lambda unit: meters.top_up(unit, "link", "main", 5_000, "a promotion", BOSS))
    second = Second(by="f2", role="supervisor", signature="s")
    desk.run(lambda unit: meters.correct(unit, "link", "main", 100_000_00, "misread", BOSS, second))
    desk.issue("visitor")
    desk.run(lambda unit: cashier.take_back(unit, "visitor", 500, ADMIN))


def kinds() -> set[str]:
    """The kinds of events that a replay follows."""
    unions = (e.AnyEvent, AnyLinkEvent, AnyFairEvent, cashier.AnyCashierEvent, i.AnyInventoryEvent)
    return {str(kind.__struct_config__.tag) for union in unions for kind in get_args(union)}


def test_the_log_has_the_kinds_of_events(log: list[Posted]) -> None:
    assert kinds() - {each.record.kind for each in log} == NOT_IN_THIS_LOG


def commits(log: list[Posted]) -> Iterator[list[Posted]]:
    for _, commit in groupby(log, key=lambda each: each.record.at):
        yield list(commit)


def parts_of(part: object, place: str = "replay") -> Iterator[tuple[str, type, str, object]]:
    """Every attribute that must be saved, of a replay and of all its parts: place, part, name and value."""
    for name, value in vars(part).items():
        if name in NOT_SAVED:
            continue
        inner = value if isinstance(value, dict) else {"": value}
        if inner and all(type(each) in PARTS for each in inner.values()):
            yield f"{place}.{name}", type(part), name, sorted(inner)
            for key, each in inner.items():
                yield from parts_of(each, f"{place}.{name} {key}")
        else:
            yield f"{place}.{name}", type(part), name, plain(value)


def plain(value: object) -> object:
    return msgspec.to_builtins(value, str_keys=False)


def captured(replay: Replay, balances: dict[str, int]) -> VerifiedState:
    last = Checkpoint(1, 1, 1, 0, "", "", "")
    return msgspec.msgpack.decode(capture(replay, last, {}, balances), type=VerifiedState)


def resumed(state: VerifiedState) -> Replay:
    replay = Replay()
    resume(replay, state)
    return replay


def test_every_part_of_a_replay_is_in_its_state(log: list[Posted]) -> None:
    replay, balances = Replay(), dict[str, int]()
    lived = set[tuple[type, str]]()
    for number, commit in enumerate(commits(log)):
        for each in commit:
            replay.feed(each)
            for account, amount in each.moves:
                balances[account] = balances.get(account, 0) + amount
        if number % 41 == 0:
            state = captured(replay, balances)
            found, wanted = (list(parts_of(each)) for each in (resumed(state), replay))
            assert found == wanted
            lived |= {(part, name) for _, part, name, value in wanted if value != plain_of_new(part, name)}
    assert replay.findings == []
    all_parts = {(part, name) for part, new in PARTS.items() for name in vars(new) if name not in NOT_SAVED}
    assert all_parts - lived == set(), "the log shows nothing about these: let it have such an event"


def plain_of_new(part: type, name: str) -> object:
    value = vars(PARTS[part])[name]
    return [] if value == {} else plain(value) if type(value) not in PARTS else None


def finished(replay: Replay, rest: list[Posted], balances: dict[str, int]) -> tuple[list[Finding], object]:
    """The findings of the rest of a log, and the state at its end."""
    for each in rest:
        replay.feed(each)
    replay.end()
    return replay.findings, plain(captured(replay, balances))


def forged(posted: Posted) -> Posted:
    """Another ante of the same kind: the event no longer makes these postings."""
    (account, amount), *others = posted.moves
    return posted._replace(moves=((account, amount + 1), *others))


def test_an_interrupted_replay_finds_the_same_and_ends_the_same(log: list[Posted]) -> None:
    balances = dict[str, int]()
    for each in log:
        for account, amount in each.moves:
            balances[account] = balances.get(account, 0) + amount
    last = max(number for number, each in enumerate(log) if each.moves and "meter:" in str(each.moves))
    lied = [*log[:last], forged(log[last]), *log[last + 1 :]]
    honest, found = finished(Replay(), log, balances), finished(Replay(), lied, balances)
    assert honest[0] == []
    assert found[0]
    ends = [commit[-1].record.position for commit in commits(log)]
    replay, done, held = Replay(), 0, dict[str, int]()
    for end in ends[5 :: len(ends) // 6]:
        for each in log[done:end]:
            replay.feed(each)
            for account, amount in each.moves:
                held[account] = held.get(account, 0) + amount
        done = end
        state = msgspec.msgpack.encode(captured(replay, held))
        for whole, wanted in ((log, honest), (lied, found)):
            again = resumed(msgspec.msgpack.decode(state, type=VerifiedState))
            if done <= last:
                assert finished(again, whole[done:], balances) == wanted
