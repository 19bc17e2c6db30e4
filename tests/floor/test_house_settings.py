"""House settings: changes are recorded with before and after, and apply from their own time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from croupier.errors import Refusal
from croupier.floor.registry.settings import (
    NEW_HOUSE,
    STREAM,
    HouseSettings,
    change_settings,
    day_at,
    decode_settings_event,
    gaming_day,
    settings_of,
)
from croupier.floor.reports import significant_events as s
from croupier.floor.reports.recorded_rounds import LoggedRound
from croupier.floor.reports.tax_forms import tax_flags
from croupier.odds.watch.record import RecordedRound
from croupier.settlement.round import Result
from croupier.table.state import Viewer
from tests.floor.desk_rig import ADMIN, FLOOR, Desk
from tests.floor.floor_rig import audit, replayed

HOUR = 3_600_000


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def change(desk: Desk, **settings: Any) -> HouseSettings:
    return desk.run(lambda unit: change_settings(unit, replace(NEW_HOUSE, **settings), ADMIN))


def test_a_change_is_logged_with_before_and_after(desk: Desk) -> None:
    assert settings_of(desk.ledger) == HouseSettings(tax_form=200_000, tax_multiple=300)
    change(desk, tax_form=210_000, day_starts=660)
    (record,) = desk.ledger.read(STREAM)
    change(desk, tax_form=210_000, day_starts=660)  # nothing changes: no event
    change(desk, tax_form=0, day_starts=660)
    first, second = (decode_settings_event(each.body) for each in desk.ledger.read(STREAM))
    assert (first.by, first.role, first.before) == ("a1", "administrator", NEW_HOUSE)
    assert first.after == second.before == replace(NEW_HOUSE, tax_form=210_000, day_starts=660)
    assert settings_of(desk.ledger) == second.after
    assert settings_of(desk.ledger, record.position) == first.after
    assert settings_of(desk.ledger, record.position - 1) == NEW_HOUSE
    found = [
        each.text
        for each in s.significant(
            desk.ledger, what=frozenset([s.CONFIGURATION]), viewer=Viewer("auditor")
        ).found
    ]
    assert found == [
        "tax form from $2,100 to $0",
        "tax form from $2,000 to $2,100, gaming day from 00:00 UTC to 11:00 UTC",
    ]
    audit(desk.ledger)
    assert replayed(desk.ledger) == []


def test_a_threshold_holds_from_its_change_on(desk: Desk) -> None:
    before = desk.ledger.position()
    assert change(desk, tax_form=150_000, tax_multiple=0, watch=7).tax_multiple == 0
    changed = desk.ledger.position()
    won = {
        "ante": Result("win", 100_000, 149_999, 100_000, 149_999, ()),
        "trips": Result("win", 50_000, 150_000, 50_000, 150_000, ()),
    }
    rounds = [
        LoggedRound("t", number, "d1", at, position, cast("RecordedRound", None), {3: won})
        for number, at, position in ((1, 1, before), (2, 6, changed))
    ]
    rule = [
        (each.round, each.wager, each.threshold, each.multiple) for each in tax_flags(desk.ledger, rounds)
    ]
    assert rule == [(2, "trips", 150_000, 0)]
    assert replayed(desk.ledger) == []


@pytest.mark.parametrize(
    "settings",
    [
        {"tax_form": -1},
        {"tax_form": 10**13},
        {"day_starts": -1},
        {"day_starts": 24 * 60},
        {"zone": "Boston"},
        {"zone": "../etc/passwd"},
    ],
)
def test_invalid_house_settings_are_refused(desk: Desk, settings: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        change(desk, **settings)
    assert refused.value.code == "value_not_allowed"
    with pytest.raises(Refusal) as refused:
        desk.run(lambda unit: change_settings(unit, HouseSettings(tax_form=1), FLOOR))
    assert refused.value.code == "role_too_low"
    assert desk.ledger.read(STREAM) == []


def test_a_gaming_day_follows_the_clock_on_the_wall_of_the_house() -> None:
    boston = HouseSettings(day_starts=360, zone="America/New_York")
    before, changed, after = (gaming_day(f"2026-03-0{day}", boston) for day in (6, 7, 8))
    hours = [(day.until - day.since) / HOUR for day in (before, changed, after)]
    assert hours == [24, 23, 24]  # the clocks go forward in the night of the seventh
    assert before.since == gaming_day("2026-03-06", HouseSettings(day_starts=660)).since
    for number, day in enumerate((before, changed, after), start=6):
        assert day_at(day.since, boston) == day_at(day.until - 1, boston) == f"2026-03-0{number}"
    assert changed.until == after.since == gaming_day("2026-03-08", HouseSettings(day_starts=600)).since


def test_a_gaming_day_begins_when_the_house_says() -> None:
    midnight = gaming_day("2026-03-09", HouseSettings())
    assert midnight.until == gaming_day("2026-03-10", HouseSettings()).since
    assert gaming_day("2026-03-09", HouseSettings(day_starts=390)).since == midnight.since + 13 * HOUR // 2
    for day in ("2026-02-30", "yesterday", "9999-12-31"):
        with pytest.raises(Refusal) as refused:
            gaming_day(day, HouseSettings())
        assert refused.value.code == "malformed"
