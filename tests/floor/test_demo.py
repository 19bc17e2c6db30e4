"""The demo: five tables, open at once, two of them on one linked set of meters."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.desks import cashier
from croupier.floor.registry.demo import demo_tables, set_up_demo
from croupier.floor.registry.registry import Registry
from croupier.rulebook.catalog import rule_set_names
from croupier.table import commands as c
from tests.floor.desk_rig import Desk
from tests.floor.floor_rig import audit


@pytest.fixture
def desk(database_url: str, tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(database_url, tmp_path / "keys")
    yield opened
    opened.close()


def test_the_demo_is_open_at_once_and_only_once(desk: Desk) -> None:
    names = set_up_demo(desk.floor, desk.registry)
    assert names == list(demo_tables())
    assert {desk.state(name).at.house.rules.rules.name for name in names} == set(rule_set_names())
    assert all(desk.state(name).electronic and desk.state(name).commitment for name in names)
    assert all(desk.floor.tables[name].settings.demo for name in names)
    linked = {name: settings.link for name, settings in desk.registry.tables()}
    assert linked["ma-high-card-flush"] == linked["nj-high-card-flush"]
    assert len(set(linked.values())) == 5
    school = desk.floor.tables["dealer-school"]
    assert school.settings.demo
    assert not school.state.electronic
    before = desk.ledger.position()
    set_up_demo(desk.floor, desk.registry)
    assert desk.ledger.position() == before
    assert Registry.read(desk.ledger).listings == desk.registry.listings


def test_a_guest_plays_every_table(desk: Desk) -> None:
    for table in set_up_demo(desk.floor, desk.registry):
        guest = f"{table}.1"
        desk.run(lambda unit, guest=guest: cashier.stake_guest(unit, guest))  # type: ignore[misc]
        desk.act(table, c.Sit(seat=1, player=guest), 1)
        desk.play_round(table, [1])
        assert desk.state(table).round == 2
    audit(desk.ledger)
