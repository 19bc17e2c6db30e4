"""The meters at each step of a round that is over: those of the link's own log, and none between two."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from croupier.floor.desks import meters as meter_desk
from croupier.floor.host.hosted_table import Settings
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.registry import changes
from croupier.floor.reports.balances import balances_at
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.meters import UNIT
from croupier.server.api.history.past_meters import meters_then
from croupier.server.api.history.rounds import History
from croupier.table import commands as c
from tests.floor.desk_rig import ADMIN, FLOOR, MA, NOTHING, SEVEN, SIX, Dealt, Desk
from tests.practice import PRACTICE
from tests.table.driver import stacked

BOTH = {seat: {"ante": 1000, "progressive": 100} for seat in (1, 2)}


@pytest.fixture
def desk(database_url: str, tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(database_url, tmp_path / "keys")
    yield opened
    opened.close()


def furnished(desk: Desk, *names: str, procedure: str = "") -> list[Dealt]:
    """Live tables that play for one link, with two people at each."""
    desk.load("ma", PRACTICE[MA] + procedure)
    desk.do(changes.open_link, "link", "ma", ADMIN)
    tables = []
    for name in names:
        settings = Settings(link="link")
        desk.do(changes.list_table, name, ADMIN, mode="live", submission="ma", settings=settings)
        desk.do(changes.open_table, name, FLOOR, desk.keys, table=name)
        tables.append(Dealt(desk, name))
        tables[-1].sit(1, 2)
        tables[-1].open_up()
    return tables


def meters_by_step(desk: Desk, table: str, round_: int) -> list[tuple[str, dict[str, int]]]:
    """What happened and the meters after it, from the start of a round; the first has happened before it."""
    history = History(desk.ledger)
    steps = history.steps(desk.floor.tables[table], round_)
    found = meters_then(desk.ledger, table, "link", history.placed(table, steps))
    assert sorted(found) == [steps[0].version - 1, *(step.version for step in steps)]
    kinds = [str(step.event.__struct_config__.tag).removesuffix(".v1") for step in steps]
    return list(zip(["", *kinds], (found[version] for version in sorted(found)), strict=True))


def by_the_link(desk: Desk) -> list[dict[str, int]]:
    """The meters after each event of the link's own stream."""
    link: Link | None = None
    found = []
    for record in desk.ledger.read("link:link"):
        link = evolve(link, decode_link_event(record.body))
        found.append(dict(link.amounts))
    return found


def different(amounts: list[dict[str, int]]) -> list[dict[str, int]]:
    """Without those that are as the one before."""
    return [each for at, each in enumerate(amounts) if not at or amounts[at - 1] != each]


def meter_changes(steps: list[tuple[str, dict[str, int]]]) -> list[str]:
    """The steps that moved a meter."""
    return [kind for (_, before), (kind, after) in pairwise(steps) if before != after]


def test_two_winners_of_a_round_each_in_their_step(desk: Desk) -> None:
    (table,) = furnished(desk, "t")
    table.start_round(BOTH, stacked(SEVEN, SIX, NOTHING))
    table.until("collect")
    steps = meters_by_step(desk, "t", 1)
    assert meter_changes(steps) == ["bets_closed", "seat_settled", "seat_settled"]
    assert different([each for _, each in steps]) == different(by_the_link(desk))
    assert steps[0][1]["main"] == 1_000_000 * UNIT
    assert steps[-1][1] == desk.floor.links["link"].amounts
    for award in ("1.1", "1.2"):
        table.do(c.Reject(award=award, reason="a wrong card"), "supervisor", "s1")
    steps = meters_by_step(desk, "t", 1)
    assert meter_changes(steps)[3:] == ["award_rejected", "award_rejected"]
    assert different([each for _, each in steps]) == different(by_the_link(desk))


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_winners_in_an_order_of_their_own_have_the_meters_at_the_first_seat(
    desk: Desk, order: tuple[int, int]
) -> None:
    (table,) = furnished(desk, "t", procedure='\n[procedure]\nprogressive_order = "internal"\n')
    table.start_round(BOTH, stacked(SEVEN, SIX, NOTHING))
    table.until("reveal")
    table.do(c.OrderWinners(seats=order))
    table.until("collect")
    steps = meters_by_step(desk, "t", 1)
    assert meter_changes(steps) == ["bets_closed", "seat_settled"]
    opened, contributed, _, last = by_the_link(desk)
    assert different([each for _, each in steps]) == [opened, contributed, last]


def test_other_tables_and_the_desk_move_the_meters_meanwhile(desk: Desk) -> None:
    first, second = furnished(desk, "t", "u")
    first.start_round(BOTH, stacked(NOTHING, SIX, SEVEN))
    desk.run(lambda unit: meter_desk.top_up(unit, "link", "main", 70_000, "a promotion", ADMIN))
    first.perform_next()
    second.start_round({1: BOTH[1]}, stacked(SIX, NOTHING))
    second.until("collect")
    while first.state.hands:
        first.perform_next()
    amounts = different(by_the_link(desk))
    for name, round_ in (("t", 1), ("u", 1)):
        seen = different([each for _, each in meters_by_step(desk, name, round_)])
        assert len(seen) > 2
        assert [each for each in amounts if each in seen] == seen, "each stood there, in this order"
    # An old round says the same, however much has been posted since.
    before = meters_by_step(desk, "t", 1)
    for _ in range(3):
        second.until("collect")
        while second.state.hands:
            second.perform_next()
        second.open_up()
        second.start_round(BOTH, stacked(NOTHING, "2d 4h 6d 7h 9d Jh Kc", SEVEN))
    assert meters_by_step(desk, "t", 1) == before


def test_the_books_of_any_moment(desk: Desk) -> None:
    (table,) = furnished(desk, "t")
    table.start_round(BOTH, stacked(SEVEN, SIX, NOTHING))
    table.until("collect")
    names = tuple(desk.ledger.balances())
    held = dict.fromkeys(names, 0)
    for record in desk.ledger.follow(0, 10_000):
        for line in desk.ledger.postings(record):
            held[line.account] += line.amount
        assert balances_at(desk.ledger, names, record.position) == held
    assert held == desk.ledger.balances()
