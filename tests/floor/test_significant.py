"""Significant events: found in the log, worded, and filtered by time, table and kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor.desks import cashier, inventory
from croupier.floor.desks.inventory_events import Signatures
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.floor.registry import changes, entries
from croupier.floor.registry.events import TableChanged, encode_registry_event
from croupier.floor.registry.house_events import (
    STREAM,
    HouseEvent,
    LockedOut,
    SignedIn,
    SignInFailed,
    encode_house_event,
    kind_of,
)
from croupier.floor.reports import significant_events as s
from croupier.table import commands as c
from croupier.table.state import Viewer
from tests.floor.desk_rig import (
    ADMIN,
    COUNTED,
    COUNTER,
    FLOOR,
    MD,
    NOTHING,
    SEVEN,
    Desk,
    chips,
    in_turn,
    validate,
)
from tests.floor.floor_rig import Clock
from tests.table.driver import correction

SUPERVISOR = Actor("s1", "supervisor")
VIEWER = Viewer("supervisor", "s1")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def of(desk: Desk, what: str, viewer: Viewer = VIEWER, **more: object) -> list[str]:
    page = s.significant(desk.ledger, what=frozenset([what]), viewer=viewer, **more)  # type: ignore[arg-type]
    return [each.text for each in page.found]


def test_a_day_at_a_table(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000, "progressive": 100}}, in_turn(SEVEN, NOTHING))
    table.until("examine")
    correct = correction(1, reason="keyed wrong", wagers={"ante": 1500, "progressive": 100})
    table.do(correct, "supervisor", "s1")
    table.until("collect")
    table.see_lights()
    desk.run(lambda unit: validate(unit, "t", "1.1", FLOOR), "t")
    table.perform_next()
    table.open_up()
    table.start_round({1: {"ante": 1000}}, in_turn(NOTHING, SEVEN))
    table.until("examine")
    table.do(c.Report(irregularity="dealer_card_exposed", cards="As", note="fell"), "floorperson", "f1")
    assert of(desk, s.JACKPOT) == [
        "award 1.1 validated: p1 is paid $35,000.20",
        "seat 1 (p1): seven-card straight flush, $35,000.20, 100% of main at $35,000.20, pending validation",
    ]
    (corrected,) = of(desk, s.CORRECTION)
    assert corrected.startswith("seat 1 corrected: ")
    assert corrected.endswith("; keyed wrong, signed by s1 and second")
    (void,) = of(desk, s.VOID)
    assert void.startswith("dealer card exposed: ")
    assert void.endswith("(fell)")
    found = s.significant(desk.ledger, table="t", viewer=VIEWER).found
    assert {each.table for each in found} == {"t"}
    assert next(each for each in found if each.what == s.CORRECTION).by == "s1"
    assert all(each.clauses for each in found if each.what in (s.VOID, s.CORRECTION, s.JACKPOT))


def test_corrected_cards_are_for_those_who_see_every_hand(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000}}, in_turn(SEVEN, NOTHING))
    table.until("examine")
    hand = "As Ks Qs Js Ts 9s 2h"
    wagers = {"ante": 1500}
    table.do(correction(1, reason="read wrong", cards=hand, wagers=wagers), "supervisor", "s1")
    (told,) = of(desk, s.CORRECTION)
    signed = "; read wrong, signed by s1 and second"
    assert told == f"seat 1 corrected: wagers 'ante $10' to 'ante $15', cards{signed}"
    (watched,) = of(desk, s.CORRECTION, Viewer("auditor"))
    assert watched.endswith(f"to '{hand}'; on the layout: as it lay{signed}")


def test_counts_that_do_not_match(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    table.start_round({1: {"ante": 1000, "progressive": 100}}, in_turn(SEVEN, NOTHING))
    table.until("progressive_count")
    table.do(c.Count(step="progressive_count", count=2))
    assert of(desk, s.ALERT) == ["progressive count: 2 counted, 1 expected"]


def test_doors_restarts_and_configuration(desk: Desk) -> None:
    events: list[HouseEvent] = [
        SignedIn(at=1, by="p1", role="player", session="x"),
        SignInFailed(at=1, by="nobody", role="nobody", address="10.0.0.1", person="", reason="unknown"),
        LockedOut(at=1, by="nobody", role="nobody", address="10.0.0.1", what="address", until=2),
    ]
    for event in events:
        desk.run(
            lambda unit, event=event: unit.append(  # type: ignore[misc]
                STREAM, kind_of(event), encode_house_event(event), by=event.by, role=event.role
            )
        )
    desk.run(lambda unit: entries.record_start(unit, "a", "croupier 0.1.0"))
    desk.furnish_electronic("t", MD)
    desk.run(lambda unit: cashier.issue(unit, "p1", 5000, ADMIN))
    desk.run(lambda unit: cashier.stake_guest(unit, "g1"))
    assert of(desk, s.SIGN_IN) == [
        "locked out: 10.0.0.1 (address)",
        "sign-in refused: a name without an account (unknown)",
    ]
    assert of(desk, s.RESTART) == ["a started, croupier 0.1.0"]
    assert of(desk, s.MONEY) == ["$50 of play money issued to p1"]
    opened, listed, link, loaded = of(desk, s.CONFIGURATION)
    assert opened == "opened, electronic, md/high-card-flush"
    assert listed.startswith(
        "table t listed, electronic, md-high-card-flush version 1, link link, time to bet 15 s"
    )
    assert link == "link link opened from md-high-card-flush, version 1"
    assert loaded.startswith("submission md-high-card-flush, version 1 of md/high-card-flush (")
    assert of(desk, s.CONFIGURATION, table="t") == [opened, listed]


def test_chips_signed_for(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    desk.do(inventory.open_inventory, "t", chips(100_000), Signatures(floorperson="f1", dealer="d1"), FLOOR)
    assert of(desk, s.MONEY, table="t") == ["opener: $1,000, signed by f1 and d1"]


def test_by_time_and_page_by_page(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    times = []
    for number in range(7):
        clock.forward(60_000)
        times.append(clock())
        desk.run(lambda unit, number=number: entries.record_start(unit, f"s{number}", "x"))  # type: ignore[misc]
    owners = [text.split()[0] for text in of(desk, s.RESTART)]
    assert owners == ["s6", "s5", "s4", "s3", "s2", "s1", "s0"]
    assert len(of(desk, s.RESTART, since=times[2], until=times[4])) == 2
    assert of(desk, s.RESTART, since=times[6] + 1) == []
    page = s.significant(desk.ledger, viewer=VIEWER, limit=3)
    more = s.significant(desk.ledger, viewer=VIEWER, limit=3, before=page.before)
    last = s.significant(desk.ledger, viewer=VIEWER, limit=3, before=more.before)
    assert [each.text.split()[0] for each in (*page.found, *more.found, *last.found)] == owners
    assert last.before == 0


def test_ordinary_play_is_not_significant(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    desk.issue("t.1")
    start = desk.ledger.position()
    desk.act("t", c.Sit(seat=1, player="t.1"), 1)
    desk.play_round("t", [1])
    found = [each for each in s.significant(desk.ledger, viewer=VIEWER).found if each.position > start]
    assert [each for each in found if each.what not in (s.JACKPOT, s.ALERT)] == []


def test_a_changed_table_is_reported_by_its_differences(desk: Desk) -> None:
    desk.list_table("t", MD, "link", "live", betting_ms=20_000)
    desk.do(changes.open_link, "other", "md-high-card-flush", ADMIN)
    told = {
        "link": ("other", "link from link to other"),
        "betting_ms": (1_500, "time to bet from 20 s to 1.5 s"),
        "all_bet_ms": (3_000, "time after the last bet from none to 3 s"),
        "decision_ms": (30_001, "time to decide from 30 s to 30.001 s"),
        "demo": (True, "demo from off to on"),
        "aids": (False, "playing aids from on to off"),
        "amounts": (False, "amounts from entered to not entered"),
        "private": (True, "private from no to yes"),
    }
    assert set(told) == set(Settings.__struct_fields__), "a new setting is reported as well"
    settings = Settings(link="link", betting_ms=20_000)
    for name, (value, words) in told.items():
        settings = replace(settings, **{name: value})
        desk.do(changes.change_table, "t", settings, ADMIN, table="t")
        assert of(desk, s.CONFIGURATION)[0] == f"table t: {words}"
    desk.do(changes.change_table, "t", Settings(link="other"), ADMIN, table="t")
    assert of(desk, s.CONFIGURATION)[0].count(" from ") == len(told) - 1
    everything = Settings(link="link", all_bet_ms=500, demo=True, aids=False, amounts=False)
    submission = "md-high-card-flush"
    desk.do(changes.list_table, "u", ADMIN, mode="live", submission=submission, settings=everything)
    assert of(desk, s.CONFIGURATION)[0] == (
        "table u listed, live, md-high-card-flush version 1, link link, time to bet 15 s, "
        "time after the last bet 0.5 s, time to decide 30 s, demo on, playing aids off, amounts not entered"
    )


def test_settings_sent_again_are_no_change(desk: Desk) -> None:
    desk.list_table("t", MD, "link", "live")
    before, settings = desk.ledger.position(), Settings(link="link")
    listing = desk.do(changes.change_table, "t", settings, ADMIN, table="t")
    assert listing == desk.registry.listings["t"]
    assert desk.ledger.position() == before
    # As an earlier version recorded it.
    changed = TableChanged(at=1, by="a1", role="administrator", table="t", before=listing, after=listing)

    def record(unit: Unit) -> None:
        kind = str(changed.__struct_config__.tag)
        unit.append(STREAM, kind, encode_registry_event(changed), by="a1", role="administrator")

    desk.run(record)
    assert of(desk, s.CONFIGURATION)[0] == "table t: settings saved again, nothing changed"


def test_a_drop_names_its_shift(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    signed = Signatures(floorperson="f1", dealer="d1")
    desk.do(inventory.open_inventory, "t", chips(100_000), signed, FLOOR)
    desk.do(inventory.close_inventory, "t", chips(100_000), signed, FLOOR)
    desk.do(inventory.drop, "t", 5_000, COUNTED, COUNTER)
    assert of(desk, s.MONEY)[0] == "drop, shift 1: $50, signed by k1 and k2"
