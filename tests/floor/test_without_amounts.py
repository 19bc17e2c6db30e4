"""A live table whose amounts are not entered, on a floor: its listing, its books and its audit."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry import changes
from croupier.jackpot.meters import UNIT
from croupier.table import commands as c
from tests.floor.desk_rig import ADMIN, FLOOR, MD, NOTHING, Desk, in_turn
from tests.floor.floor_rig import replayed
from tests.practice import PRACTICE
from tests.table.driver import every_wager, made

SIX_SPADES = "2s 4s 6s 8s Ts Qs 3d"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def test_only_the_progressive_is_posted_and_the_log_audits_clean(desk: Desk) -> None:
    table = desk.furnish_live("t", MD, amounts=False)
    seed = desk.ledger.balance("meter:link:main")
    table.sit(1)
    table.open_up()
    table.deal_round({1: made(every_wager(MD))}, in_turn(SIX_SPADES, NOTHING))
    last = desk.state("t").last
    assert last is not None
    assert last.results[1]["flush_bonus"].pays == "100 to 1"
    assert desk.ledger.balance("layout:t") == 0
    assert desk.ledger.balance("chips:t") == -100 * UNIT
    assert desk.ledger.balance("inventory:t") == 80 * UNIT
    assert desk.ledger.balance("meter:link:main") == seed + 20 * UNIT
    assert replayed(desk.ledger) == []


def test_an_electronic_table_cannot_be_listed_without_amounts(desk: Desk) -> None:
    desk.load("md", PRACTICE[MD])
    desk.do(changes.open_link, "link", "md", ADMIN)
    settings = Settings(link="link", amounts=False)
    refused = desk.refused(
        changes.list_table, "t", ADMIN, mode="electronic", submission="md", settings=settings
    )
    assert refused.code == "value_not_allowed"
    assert refused.message == "an electronic table whose amounts are not entered; allowed: a live table alone"
    desk.list_table("u", MD, "link", "electronic")
    refused = desk.refused(changes.change_table, "u", settings, ADMIN)
    assert refused.code == "value_not_allowed"


def test_it_is_changed_only_while_the_table_is_closed(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    refused = desk.refused(changes.change_table, "t", Settings(link="link", amounts=False), ADMIN)
    assert (refused.code, refused.message) == (
        "not_now",
        "table t: whether amounts are entered changes only while the table is closed",
    )
    desk.floor.send("t", c.CloseTable(), by="f1", role="floorperson").result(10)
    desk.do(changes.change_table, "t", Settings(link="link", amounts=False), ADMIN)
    desk.do(changes.open_table, "t", FLOOR, desk.keys)
    assert not desk.state("t").amounts
