"""Meters corrected by hand: by two people, and never below the least that the document allows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.errors import Refusal
from croupier.floor.desks import meters
from croupier.floor.people.model import Actor
from croupier.jackpot.meters import UNIT
from croupier.table.dual_control import Second
from tests.floor.desk_rig import MA, MD, NJ, NOTHING, SEVEN, Desk, validate_all
from tests.table.driver import stacked

SUPERVISOR = Actor("s1", "supervisor")
SECOND = Second(by="d1", role="dealer", signature="g1")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def correct(desk: Desk, cents: int, second: Second | None = SECOND) -> str:
    """The code of the refusal of a correction, or nothing."""
    try:
        desk.run(lambda unit: meters.correct(unit, "link", "main", cents, "misread", SUPERVISOR, second))
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.clause("md-hcf-12.E.2.b", "md-hcf-12.E.2.b.ii", shows="refused")
def test_a_meter_is_not_corrected_below_its_legal_minimum(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    assert correct(desk, -1) == "meter_below_minimum"  # it stands at its least, the amount filed
    assert correct(desk, 2_500) == ""
    assert correct(desk, -2_501) == "meter_below_minimum"
    assert correct(desk, -2_500) == ""
    assert desk.floor.links["link"].amounts["main"] == 3_500_000 * UNIT


def test_one_person_alone_cannot_correct_a_meter(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    assert correct(desk, 100, None) == "signatures_missing"
    assert correct(desk, 100, Second(by="s1", role="supervisor", signature="g1")) == "signatures_missing"
    assert correct(desk, 100) == ""


@pytest.mark.clause("ma-hcf-11.f.reset", "nj-hcf-38.11.f.reset", shows="computed")
@pytest.mark.parametrize("rules", [MA, NJ])
def test_a_meter_that_takes_the_secondary_says_so_beside_it(desk: Desk, rules: str) -> None:
    table = desk.furnish_live("t", rules)
    table.sit(1)
    link = desk.floor.links["link"]
    main, secondary = link.meters
    assert (link.restarts_at(main), link.restarts_at(secondary)) == (0, 0)
    for _ in range(3):
        table.deal_round({1: {"ante": 1000, "progressive": 100}})
    link = desk.floor.links["link"]
    foreseen = link.restarts_at(main)
    assert foreseen == link.amounts["secondary"] // UNIT > 0
    table.deal_round({1: {"ante": 1000, "progressive": 100}}, stacked(SEVEN, NOTHING))
    validate_all(table)
    grown = contributed(desk)
    assert desk.floor.links["link"].amounts["main"] // UNIT == foreseen + grown


def contributed(desk: Desk) -> int:
    """The contribution of one wager to the secondary meter, in cents."""
    _, secondary = desk.floor.links["link"].meters
    assert secondary.rate is not None
    return secondary.rate * 100 // 10_000


def test_where_the_document_resets_a_meter_its_reset_is_shown(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    link = desk.floor.links["link"]
    assert link.restarts_at(link.meters[0]) == link.meters[0].reset == 3_500_000
