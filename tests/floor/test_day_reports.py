"""The reports of a gaming day, compared with the log."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refusal
from croupier.floor.desks import inventory
from croupier.floor.print.sheet import sheet_html
from croupier.floor.registry.adoption import adopt_version
from croupier.floor.registry.settings import HouseSettings, day_at
from croupier.floor.reports.hold import hold
from croupier.floor.reports.hold_band import HouseOdds
from croupier.floor.reports.hold_by_period import hold_by_period
from croupier.floor.reports.sheets.activity import BREAK, Dealing, activity
from croupier.floor.reports.sheets.chips import stiff_sheet
from croupier.floor.reports.sheets.games import game_of
from croupier.floor.reports.sheets.master_list import master_list
from croupier.floor.reports.sheets.performance import game_performance
from croupier.floor.reports.sheets.periods import hold_sheet
from croupier.floor.reports.sheets.ratings import ratings
from croupier.floor.reports.sheets.sheet import Column, Days, Sheet, csv_of, days_between
from croupier.submission.house import HouseRules
from croupier.submission.table import table_rules_of
from croupier.table import commands as c
from croupier.table import events as e
from tests.floor.desk_rig import (
    ADMIN,
    COUNTED,
    COUNTER,
    FLOOR,
    MA,
    MD,
    NOTHING,
    Dealt,
    Desk,
    chips,
    in_turn,
    settled_anew,
)
from tests.floor.floor_rig import Clock
from tests.floor.test_hold import SIGNED, simple
from tests.floor.test_hold_by_period import STRONG, WEAK, reviewed
from tests.practice import PRACTICE
from tests.table.driver import every_wager

EASTERN = HouseSettings(zone="America/New_York", day_starts=6 * 60)
CARD = "4400123"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def all_days(desk: Desk) -> Days:
    return days_between("", "", EASTERN, desk.clock())


def dealing(desk: Desk, days: Days | None = None, **more: Any) -> Dealing:
    desk.registry.catch_up(desk.ledger)
    return Dealing.of(desk.ledger, sorted(desk.registry.listings), days or all_days(desk), simple, **more)


def lines(sheet: Sheet) -> list[dict[str, Any]]:
    """The rows by the labels of their columns."""
    return [dict(zip((column.label for column in sheet.columns), row, strict=True)) for row in sheet.rows]


def events(desk: Desk, table: str) -> list[e.AnyEvent]:
    return [e.decode_event(record.body) for record in desk.ledger.read(f"table:{table}")]


def two_games(desk: Desk) -> None:
    """Table t: a shift with two rounds, then another flush bonus table, and a round by it; u: one round."""
    table = desk.furnish_live("t", MD)
    table.do(c.Sit(seat=1, player=CARD))
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    for hand in (WEAK, STRONG):
        table.open_up()
        table.play(in_turn(hand, NOTHING))
    desk.do(inventory.drop, "t", 40_000, COUNTED, COUNTER)
    desk.do(inventory.close_inventory, "t", chips(970_000), SIGNED, FLOOR)
    changed = PRACTICE[MD].replace('flush_bonus = "A"', 'flush_bonus = "B"', 1)
    assert changed != PRACTICE[MD]
    desk.load("md-high-card-flush", changed)
    desk.do(adopt_version, "t", 2, ADMIN)
    table.open_up()
    table.play(in_turn(WEAK, NOTHING))
    other = desk.furnish_live("u", MA, "other")
    other.sit(1)
    other.open_up()
    other.play(in_turn(WEAK, NOTHING))


def test_another_pay_table_is_another_game_in_every_report(desk: Desk) -> None:
    two_games(desk)
    read = dealing(desk)
    by_table = lines(activity("tables", read))
    assert sorted((row["Table"], row["Rounds"]) for row in by_table) == [("t", 1), ("t", 2), ("u", 1)]
    ids = {row["Game id"] for row in by_table}
    assert len(ids) == 3
    assert {row["Game id"] for row in lines(activity("games", read))} == ids
    assert {row["Game id"] for row in lines(activity("dealers", read))} == ids
    assert {row["Game id"] for row in lines(activity("shifts", read))} == ids
    performance = lines(game_performance(read))
    assert {row["Game id"] for row in performance} == ids
    bonus = [row for row in performance if row["Bet"].startswith("Flush bonus") and row["Tables"] == "t"]
    assert sorted(row["Bet"] for row in bonus) == ["Flush bonus, pay table A", "Flush bonus, pay table B"]
    assert {row["Bet"][-1]: row["Hands"] for row in bonus} == {"A": 2, "B": 1}
    tables = hold(desk.ledger, ["t", "u"], odds=simple).tables
    assert [(each.name, each.rounds, bool(each.game)) for each in tables] == [
        ("t", 2, True),
        ("t", 1, True),
        ("u", 1, False),
    ]
    periods = hold_by_period(desk.ledger, ["t", "u"], lambda at: "2027-01-15", odds=simple).periods
    mine = [each for each in periods if each.table == "t" and each.kind == "day"]
    assert sorted(each.rounds for each in mine) == [1, 2, 3]
    assert [each.game for each in mine if each.rounds == 3] == [""]
    # Other limits make no other game.
    wider = PRACTICE[MD].replace("ante = [500, 50_000]", "ante = [1_000, 40_000]", 1)
    assert wider != PRACTICE[MD]
    same, other = (game_of(table_rules_of(text).house) for text in (PRACTICE[MD], wider))
    assert same == other


def test_a_row_matches_the_log(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    two_games(desk)
    settled_anew(desk, Dealt(desk, "u"), STRONG)
    row = next(each for each in lines(activity("tables", dealing(desk))) if each["Rounds"] == 2)
    settled = [event for event in events(desk, "t") if isinstance(event, e.SeatSettled)][:2]
    stakes = sum(result.stake for event in settled for result in event.results.values())
    win = -sum(
        result.net for event in settled for name, result in event.results.items() if name != "progressive"
    )
    assert (row["Handle"], row["Win by rounds"]) == (stakes, win)
    assert (row["Drop"], row["Win by chips"], row["Hold"]) == (40_000, 10_000, 0.25)
    assert row["Theoretical win"] == 2 * (1000 * 0.1 + 2 * 500 * 0.05)
    corrected = next(each for each in lines(activity("tables", dealing(desk))) if each["Table"] == "u")
    assert (corrected["Corrections"], corrected["Voids"]) == (1, 0)
    sheet = activity("tables", dealing(desk))
    totals = dict(zip((column.label for column in sheet.columns), sheet.totals, strict=True))
    assert totals["Rounds"] == 4
    assert totals["Handle"] == sum(each["Handle"] for each in lines(sheet))


def test_pace_leaves_breaks_out(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = desk.furnish_live("t", MD)
    table.sit(1)
    for pause in (0, 60_000, BREAK + 1, 120_000):
        clock.forward(pause)
        table.open_up()
        table.start_round({1: every_wager(MD)}, in_turn(WEAK, NOTHING))
        clock.forward(30_000)
        while table.state.hands:
            table.perform_next()
    (row,) = lines(activity("tables", dealing(desk)))
    # 30 s, 90 s, after the break 30 s, and 150 s.
    assert row["Rounds an hour"] == pytest.approx(4 * 3600 / 300, rel=0.01)


def test_the_stiff_sheet_is_the_chips_of_each_shift(desk: Desk) -> None:
    two_games(desk)
    desk.do(inventory.open_inventory, "t", chips(500_000), SIGNED, FLOOR)
    desk.slip("fill", "t", 25_000)
    first, second = lines(stiff_sheet(dealing(desk), desk.registry))
    assert (first["Opener"], first["Drop"], first["Closer"]) == (1_000_000, 40_000, 970_000)
    assert (first["Win or loss"], first["Hold"]) == (10_000, 0.25)
    assert (second["Shift"], second["Fills"]) == ("2", 25_000)
    assert (second["Drop"], second["Closer"], second["Win or loss"]) == (None, None, None)  # not counted yet
    assert stiff_sheet(dealing(desk), desk.registry).totals[10:] == (10_000, 0.25)


def test_a_gaming_day_is_by_the_clock_of_the_house(desk: Desk) -> None:
    """A day that begins at six in New York; in March one has 23 hours."""
    two_games(desk)
    (at, *_) = [record.at for record in desk.ledger.read("table:t") if record.kind == "round_settled.v1"]
    today = day_at(at, EASTERN)
    here = days_between(today, "", EASTERN, desk.clock())
    assert sum(row["Rounds"] for row in lines(activity("tables", dealing(desk, here)))) == 4
    assert today in here.words
    assert here.words.count("EST") == 2
    spring = days_between("2027-03-13", "", EASTERN, 0)
    assert (spring.span.until - spring.span.since) // 3_600_000 == 23
    assert "06:00 EST" in spring.words
    assert "06:00 EDT" in spring.words
    none = days_between("2001-01-01", "2001-02-01", EASTERN, 0)
    assert activity("tables", dealing(desk, none)).rows == ()
    hold_of_day = lines(hold_sheet(dealing(desk, here)))
    assert {row["Period"].split()[0] for row in hold_of_day} == {"Day", "Month", "Year"}
    assert {row["Table"] for row in hold_of_day} == {"t", "u", "all tables"}


def test_ratings_are_by_card_and_by_the_real_play(desk: Desk) -> None:
    two_games(desk)
    found = lines(ratings(dealing(desk, play=reviewed(desk))))
    assert {row["Player card"] for row in found} == {CARD}, "who sits without a card is not rated"
    row = next(each for each in found if each["Hands"] == 2)
    assert row["Hands not reviewed"] == 0
    settled = [event for event in events(desk, "t") if isinstance(event, e.SeatSettled)][:2]
    nets = [r.net for event in settled for name, r in event.results.items() if name != "progressive"]
    assert row["Player's win"] == sum(nets)
    assert row["Average bet"] == 1000 + 2 * 500
    assert row["From mistakes"] > 0
    assert row["Theoretical win of the house"] == pytest.approx(300 + row["From mistakes"])
    unseen = lines(ratings(dealing(desk)))
    assert [each["Hands not reviewed"] for each in unseen] == [each["Hands"] for each in unseen]


def test_the_master_list_names_the_game_of_a_table_that_never_opened(desk: Desk) -> None:
    two_games(desk)
    desk.list_table("new", MD, "link", "live")
    desk.registry.catch_up(desk.ledger)
    states = {name: desk.state(name) for name in ("t", "u")}
    found = {row["Table"]: row for row in lines(master_list(desk.registry, states, EASTERN, desk.clock()))}
    assert [found[name]["State"] for name in ("t", "u", "new")] == ["open", "open", "never opened"]
    assert found["new"]["Game"] == "High Card Flush, Maryland"
    assert found["t"]["Submission"] == "md-high-card-flush, version 2"
    assert "flush bonus B" in found["t"]["Pay tables"]
    assert found["new"]["Limits"].startswith("Ante $")


def test_a_total_is_given_where_every_row_is_known(desk: Desk) -> None:
    two_games(desk)
    sheet = activity("tables", dealing(desk))
    sums = dict(zip((column.label for column in sheet.columns), sheet.totals, strict=True))
    rows = lines(sheet)
    assert sums["Theoretical win"] == sum(row["Theoretical win"] for row in rows) != 0
    won = 970_000 + 40_000 - 1_000_000
    assert (sums["Win by chips"], sums["Drop"], sums["Hold"]) == (won, 40_000, won / 40_000)

    def unpriced(house: HouseRules) -> HouseOdds:
        if house.rules.rules.name == MA:
            raise Refusal("not_computed", "being computed")
        return simple(house)

    part = Dealing.of(desk.ledger, ["t", "u"], all_days(desk), unpriced)
    sheet = activity("tables", part)
    sums = dict(zip((column.label for column in sheet.columns), sheet.totals, strict=True))
    assert [row["Theoretical win"] is None for row in lines(sheet)].count(True) == 1
    assert sums["Theoretical win"] is None
    assert sums["Handle"] == sum(row["Handle"] for row in lines(sheet))


def test_the_hold_of_several_days_lists_each(desk: Desk) -> None:
    assert isinstance(desk.clock, Clock)
    dealt = []
    for name in "tuv":
        table = desk.furnish_live(name, MD)
        table.sit(1)
        table.open_up()
        table.play(in_turn(WEAK, NOTHING))
        dealt.append(day_at(desk.clock(), EASTERN))
        desk.clock.forward(24 * 3_600_000)
    days = days_between(dealt[0], dealt[1], EASTERN, desk.clock())
    found = [row["Period"] for row in lines(hold_sheet(dealing(desk, days))) if row["Table"] == "all tables"]
    assert sorted(each for each in found if each.startswith("Day ")) == [f"Day {day}" for day in dealt[:2]]


def test_csv_holds_every_row_and_runs_no_formula(desk: Desk) -> None:
    two_games(desk)
    sheet = activity("tables", dealing(desk))
    read = list(csv.DictReader(io.StringIO(csv_of(sheet))))
    assert len(read) == len(sheet.rows) + 1
    assert read[-1]["Table"] == "Total"
    assert sum(float(row["Handle (dollars)"]) for row in read[:-1]) == pytest.approx(
        float(read[-1]["Handle (dollars)"])
    )
    printed = sheet_html(sheet, {"dealer": "Dee"})
    assert "America/New_York" in printed
    odd = Sheet(
        name="x",
        title="x",
        period="",
        zone="UTC",
        columns=(Column("a"), Column("t", "time")),
        rows=(("=1+1", 0),),
    )
    assert csv_of(odd) == "a,t (UTC)\r\n'=1+1,1970-01-01T00:00:00+00:00\r\n"
    assert "<td>=1+1</td>" in sheet_html(odd, {})
