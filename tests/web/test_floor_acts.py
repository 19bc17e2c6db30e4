"""The floor's orders at a live table, through one dialog: every act compared with the table and the log."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from croupier.table import commands as c
from croupier.table import events as e
from tests.floor.desk_rig import MD, in_turn
from tests.server.rig import Client, Running, running
from tests.table.driver import every_wager
from tests.web.browser import Visits, serious
from tests.web.floor_house import Dealer, live_table


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Running]:
    """One house for all; each test has a table of its own."""
    place = tmp_path_factory.mktemp("house")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys") as here:
        yield here


@pytest.fixture
def visits(browser: Browser, house: Running) -> Iterator[Visits]:
    """People with browsers; at the end nothing may have gone wrong on any page."""
    here = Visits(browser, house.url)
    try:
        yield here
    finally:
        here.close()
    assert here.errors == []


NUMBERS = itertools.count(1)


def new_table(house: Running, *seats: int) -> Dealer:
    """A live table of Maryland's that nobody has used."""
    return live_table(house, f"pit-{next(NUMBERS)}", MD, *seats)


class Desk:
    """The floor's page of a table, in somebody's hands."""

    def __init__(self, visits: Visits, client: Client, table: Dealer) -> None:
        self.client, self.table = client, table
        self.page: Page = visits.page(f"/floor/table/{table.name}", as_=client)
        self.dialog = self.page.get_by_test_id("act-dialog")
        self.now = self.page.get_by_test_id("now")

    def choose(self, label: str) -> Locator:
        """The form of an act."""
        self.page.get_by_test_id("actions").get_by_role("button", name=label).click()
        return self.dialog

    def confirm(self, label: str = "Confirm") -> None:
        """It is done, and the form is gone."""
        self.dialog.get_by_role("button", name=label).click()
        expect(self.dialog).to_have_count(0)

    def logged(self) -> e.AnyEvent:
        """The last record of the table in the log; it is this person's."""
        record = self.table.here.house.floor.ledger.read(f"table:{self.table.name}")[-1]
        event = e.decode_event(record.body)
        assert (record.by, record.role) == (event.by, event.role)
        assert event.by == self.client.person
        return event


def nets(desk: Desk) -> dict[int, int]:
    """The round dealt to its end: the result by seat."""
    while desk.table.state.hands:
        desk.table.perform_next()
    last = desk.client.view(desk.table.name)["last"]
    return {seat["seat"]: seat.get("net", 0) for seat in last["seats"]}


def void_for_cards_face_up(desk: Desk) -> None:
    """More than one card is reported face up at the desk: the round is void."""
    form = desk.choose("More than one card was found face up")
    expect(form).to_contain_text(
        "All hands void; flush bonus, progressive, straight flush bonus still settled; deck reshuffled"
    )
    form.get_by_label("The cards, if they were seen").fill("2C, 10h")
    desk.confirm("Report it")
    events = (
        e.decode_event(each.body)
        for each in desk.table.here.house.floor.ledger.read(f"table:{desk.table.name}")
    )
    assert [each.cards for each in events if isinstance(each, e.IrregularityFound)][-1] == "2c Th"
    assert desk.table.state.void_all is not None
    expect(desk.now).to_contain_text("All hands void")


def test_devices_cuts_shuffles_and_decks_are_ordered(house: Running, visits: Visits) -> None:
    table = new_table(house, 1)
    desk = Desk(visits, house.signed_in("floorperson"), table)

    form = desk.choose("Replace a device")
    expect(form).to_contain_text("The cards are reshuffled before the next bets")
    form.get_by_label("The device that failed is").select_option("covered")
    form.get_by_label("Shuffled from now on").select_option(label="By hand")
    form.get_by_role("button", name="Confirm").click()
    problem = form.get_by_test_id("problem")  # without a shuffler nobody deals by hand
    expect(problem).to_have_attribute("data-code", "hand_deal_needs_shuffler")
    assert serious(desk.page) == []
    form.get_by_label("Dealt from now on").select_option(label="From a manual shoe")
    desk.confirm()
    changed = desk.logged()
    assert isinstance(changed, e.MethodChanged)
    assert (changed.device, changed.deal, changed.shuffle) == ("covered", "manual-shoe", "manual")
    assert (table.state.at.equipment.deal, table.state.program) == ("manual-shoe", "shuffle")
    expect(desk.page.get_by_text("From a manual shoe, by hand")).to_be_visible()

    table.open_up()  # shuffled by hand, and cut
    form = desk.choose("The cut was improper")
    expect(form).to_contain_text("The deck is cut again")
    form.get_by_label("Note").fill("into the top cards")
    desk.confirm("Report it")
    found = desk.logged()
    assert isinstance(found, e.IrregularityFound)
    assert (found.irregularity, found.clause, found.note) == (
        "improper_cut",
        "md-hcf-5.F",
        "into the top cards",
    )
    assert table.state.mismatch == "cut"
    expect(desk.now).to_contain_text("Must be cut again")
    table.do(c.Perform(step="cut"))
    expect(desk.now).not_to_contain_text("Must be cut again")

    expect(desk.choose("Order a shuffle")).to_contain_text("The cards are reshuffled")
    desk.confirm()
    assert isinstance(desk.logged(), e.ShuffleOrdered)
    assert table.state.program == "shuffle"
    table.open_up()

    form = desk.choose("Change the deck")
    expect(form).to_contain_text("The deck leaves the table")
    form.get_by_label("Reason, if there is one").fill("a bent card")
    desk.confirm()
    deck = desk.logged()
    assert isinstance(deck, e.DeckChanged)
    assert deck.reason == "a bent card"
    assert table.state.program == "opening"
    expect(desk.now).to_contain_text("Receive the deck")


def test_chips_are_counted_again_a_seat_forfeits_and_all_is_void(house: Running, visits: Visits) -> None:
    table = new_table(house, 1, 4)
    wagers = every_wager(MD)
    table.start_round({1: wagers, 4: wagers})
    table.until("progressive_count")
    table.do(c.Count(step="progressive_count", count=1))
    desk = Desk(visits, house.signed_in("supervisor"), table)
    expect(desk.now).to_contain_text("Progressive count does not match")

    assert not any(offer.act == "override" for offer in table.offers("supervisor"))  # nobody overrules it
    table.do(c.Count(step="progressive_count", count=2))
    assert table.state.mismatch == ""

    table.until("stub")
    form = desk.choose("A player left the seat during the round")
    expect(form.get_by_role("button", name="Report it")).to_be_disabled()  # which seat?
    form.get_by_label("Seat", exact=True).select_option(label="Seat 1")
    expect(form).to_contain_text("The player of seat 1 loses every wager of the round")
    desk.confirm("Report it")
    left = desk.logged()
    assert isinstance(left, e.IrregularityFound)
    assert (left.irregularity, left.seat, left.forfeits) == ("left_seat", 1, True)
    assert table.state.hands[1].lost == left.clause
    expect(desk.page.get_by_role("row", name=re.compile("^1 p1"))).to_contain_text("Forfeited")

    assert nets(desk)[1] == -sum(wagers.values())

    table.start_round({1: wagers, 4: wagers})
    table.until("deal")  # no hand has its cards yet
    void_for_cards_face_up(desk)
    assert nets(desk) == {1: 0, 4: 0}

    table.start_round(
        {1: wagers, 4: wagers},
        in_turn("4c 3h 5c 6h 8c 9h Td", "2h 3c 5h 6c 8h 9c Ts", "4d 7s Qd Jh Ad Ks 4s"),
    )
    table.until("stub")  # the hands are whole: the ante goes back, and they lose the other wagers
    void_for_cards_face_up(desk)
    lost = wagers["ante"] - sum(wagers.values())
    assert nets(desk) == {1: lost, 4: lost}

    desk.page.get_by_role("link", name="Significant events").click()
    significant = desk.page.get_by_test_id("significant")
    expect(significant).to_contain_text("all hands are void")
