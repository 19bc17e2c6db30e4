"""The dealer station: live rounds dealt in the browser, and payouts against the table's own results."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, expect

from croupier.floor.people.model import Limits
from croupier.money import dollars
from croupier.settlement.round import Result, Round, Seat
from croupier.settlement.settle import settle
from croupier.submission.practice import practice_text
from croupier.table import events as e
from croupier.table import transcript
from croupier.table.state import State
from tests.floor.desk_rig import FOUR_CARD
from tests.server.rig import GOOD, Running, running
from tests.table.driver import every_wager
from tests.web.browser import SIZES, Visits, fits, serious
from tests.web.floor_house import live_table

TABLE = "pit-1"
FLUSH = "ma/high-card-flush"
SLOWLY = 90
"""Milliseconds between the keys of a person; a scanner sends them all at once."""


@pytest.fixture
def pit(site: Running) -> Running:
    """A house with a live table of High Card Flush."""
    site.table(TABLE, FLUSH, mode="live")
    return site


class Dealing:
    """A dealer before the station of a table."""

    def __init__(self, here: Running, visits: Visits, table: str = TABLE, *, width: int = 1024) -> None:
        self.here, self.table = here, table
        self.dealer, self.floor = here.signed_in("dealer"), here.signed_in("floorperson")
        self.page = visits.page(f"/dealer/{table}", as_=self.dealer, width=width)
        expect(self.station).to_be_visible()

    @property
    def state(self) -> State:
        return self.here.house.floor.tables[self.table].state

    @property
    def station(self) -> Locator:
        return self.page.get_by_test_id("station")

    @property
    def mode(self) -> str:
        self.settle()
        return self.station.get_attribute("data-mode") or ""

    @property
    def step(self) -> str:
        self.settle()
        return self.station.get_attribute("data-step") or ""

    def settle(self) -> None:
        """Wait until the page shows the table as it is."""
        expect(self.station).to_have_attribute("data-busy", "false")
        expect(self.station).to_have_attribute("data-version", str(self.state.version))

    def go(self, key: str = "Enter") -> None:
        """A key that does something at the table."""
        self.settle()
        before = self.state.version
        self.page.keyboard.press(key)
        expect(self.station).not_to_have_attribute("data-version", str(before))
        self.settle()

    def type(self, text: str) -> None:
        """As a person types."""
        self.page.keyboard.type(text, delay=SLOWLY)
        self.page.wait_for_timeout(SLOWLY)

    def scan(self, text: str) -> None:
        """As a scanner does, with its Enter."""
        self.page.evaluate(
            """text => { for (const key of [...text, "Enter"])
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })) }""",
            text,
        )

    def type_in(self, text: str) -> None:
        """Cards that are complete with their last key."""
        self.settle()
        before = self.state.version
        self.type(text)
        expect(self.station).not_to_have_attribute("data-version", str(before))
        self.settle()

    def scan_in(self, text: str) -> None:
        """Scanned cards that are all that is asked for."""
        self.settle()
        before = self.state.version
        self.scan(text)
        expect(self.station).not_to_have_attribute("data-version", str(before))
        self.settle()

    def name_part(self, text: str) -> None:
        """Scanned cards that are a part of a hand, and the large button."""
        self.settle()
        self.scan(text)
        self.go()

    def sit(self, *seats: int) -> None:
        for seat in seats:
            self.page.locator(f'[data-testid="seat-tile"][data-seat="{seat}"]').click()
            self.page.get_by_test_id("player").fill(f"p{seat}")
            self.page.get_by_test_id("sit").click()
            expect(self.page.get_by_test_id("seat-dialog")).not_to_be_visible()
            self.settle()

    def open(self, *seats: int) -> None:
        """Players sit down and the cards are opened; the floorperson verifies from elsewhere."""
        self.sit(*seats)
        while self.mode != "bets":
            if self.mode == "wait":
                assert self.floor.act(self.table, act="perform", step=self.step).status_code == 200
                self.settle()
            else:
                self.go()

    def bet(self, *antes: int) -> None:
        """The antes of the seats in their order, typed."""
        for dollars_ in antes:
            self.type(str(dollars_))
            self.go()

    def on(self, until: str) -> None:
        """Step by step until a step or a way of entering."""
        while until not in (self.step, self.mode):
            assert self.mode == "act", (self.mode, self.step)
            self.go()

    def problem(self) -> Locator:
        return self.page.get_by_test_id("problem")

    def report(self, kind: str) -> Locator:
        """Open the irregularity; the place that says what follows."""
        self.page.get_by_test_id("irregularity").click()
        self.page.locator(f'[data-kind="{kind}"]').click()
        return self.page.get_by_test_id("consequence")

    def confirm(self, kind: str) -> None:
        """The report waits, and nothing is void, until a floorperson confirms it."""
        expect(self.station).to_contain_text("floorperson")
        assert self.state.reported is not None
        assert self.state.reported.irregularity == kind
        assert self.state.found == ()
        self.floor.act(self.table, act="confirm_report").raise_for_status()
        self.settle()


def said(wager: str, result: Result) -> tuple[str, str]:
    """The dealer's instruction for a wager, computed here from the table's own result."""
    if result.outcome == "win":
        at = "" if wager in ("progressive", "match_play") else f" {result.paid // result.stake} to 1"
        return f"Pay{at}", dollars(result.paid)
    if wager == "match_play":
        return {"push": "Push", "void": "Return", "lose": "Collect"}[result.outcome], ""  # not money
    if result.outcome == "push":
        return "Push", dollars(result.returned)
    if result.outcome == "void":
        return "Return", dollars(result.returned)
    return ("No award", "") if wager == "progressive" else ("Collect", dollars(result.stake))


def check_payout(dealing: Dealing, seat: int) -> None:
    """The payout on the page is the table's, wager by wager."""
    payout = dealing.page.get_by_test_id("payout")
    expect(payout).to_have_attribute("data-seat", str(seat))
    results = dealing.state.results[seat]
    lines = payout.get_by_test_id("pay-line")
    expect(lines).to_have_count(len(results))
    for index, (wager, result) in enumerate(results.items()):
        words, amount = said(wager, result)
        expect(lines.nth(index).locator(".wager")).to_contain_text(wager.replace("_", " ").capitalize())
        expect(lines.nth(index).locator(".words")).to_have_text(words)
        expect(lines.nth(index).locator(".amount")).to_have_text(amount)
    paid = sum(result.paid for result in results.values())
    if paid:
        expect(dealing.page.get_by_test_id("payout-sum")).to_have_text(f"Pay {dollars(paid)}")


@pytest.mark.clause("ma-hcf-13.a.s1", shows="shown")
def test_a_live_round_from_the_opening_to_the_payout(pit: Running, visits: Visits) -> None:
    dealing = Dealing(pit, visits)
    page = dealing.page
    assert serious(page) == []
    dealing.open(1, 2, 3)

    # Bets by chips and figures; what is not allowed is refused in the server's words.
    dealing.type("3")
    dealing.page.keyboard.press("Enter")
    expect(dealing.problem()).to_contain_text("allowed: $5 to $500, as posted")
    page.get_by_role("button", name="Clear", exact=True).click()
    page.get_by_role("button", name="Add $5", exact=True).click(click_count=2)
    page.locator('[data-wager="flush_bonus"]').click()
    page.get_by_role("button", name="Add $5", exact=True).click()
    page.locator('[data-wager="progressive"]').click()
    expect(page.get_by_test_id("primary")).to_contain_text("Place $16 for seat 1")
    dealing.go()
    assert dealing.state.hands[1].wagers == {"ante": 1000, "flush_bonus": 500, "progressive": 100}
    dealing.bet(10, 25)
    assert [hand.wagers["ante"] for hand in dealing.state.hands.values()] == [1000, 1000, 2500]
    expect(page.get_by_test_id("primary")).to_contain_text("No more bets")
    assert serious(page) == []
    dealing.go()

    # A count that does not match blocks the table until it is counted again.
    dealing.on("count")
    dealing.type("2")
    dealing.go()
    expect(page.get_by_test_id("mismatch")).to_have_text(
        "Progressive count does not match. Count again, or report it."
    )
    dealing.type("1")
    dealing.go()
    expect(page.get_by_test_id("mismatch")).to_have_count(0)

    # A card found face up: what follows is read before it is reported.
    dealing.on("deal")
    consequence = dealing.report("card_face_up")
    expect(consequence).to_contain_text("It is set aside.")
    page.get_by_test_id("irregularities").get_by_role("button", name="ace of hearts").click()
    assert not dealing.state.found
    assert serious(page) == []
    page.get_by_test_id("report").click()
    expect(page.get_by_test_id("irregularities")).not_to_be_visible()
    dealing.settle()
    assert [found.irregularity for found in dealing.state.found] == ["card_face_up"]
    assert dealing.state.aside == "Ah"

    # Decisions in turn, by their keys and by the large buttons.
    dealing.on("decide")
    expect(page.get_by_test_id("headline")).to_have_text("Seat 1 decides")
    expect(page.get_by_test_id("says")).to_contain_text("Raise or fold?")
    assert serious(page) == []
    dealing.go("3")
    assert (dealing.state.hands[1].action, dealing.state.hands[1].amount) == ("raise", 3000)
    dealing.go("f")
    before = dealing.state.version
    page.locator('[data-action="raise"][data-cents="2500"]').click()
    expect(dealing.station).not_to_have_attribute("data-version", str(before))
    assert [hand.action for hand in dealing.state.hands.values()] == ["raise", "fold", "raise"]

    # The discards as they are racked: some are always named.
    dealing.on("cards")
    expect(page.get_by_test_id("headline")).to_have_text("Seat 1: the discards")
    expect(page.get_by_test_id("primary")).to_contain_text("Seat 1: 0 discards")
    before = dealing.state.version
    page.keyboard.press("Enter")
    page.wait_for_timeout(3 * SLOWLY)
    assert dealing.state.version == before
    dealing.name_part("KH")  # seat 3 has no bonus wager: its discards win nothing

    # The dealer's cards from the keyboard. What is not a card, or named twice, is refused at once.
    dealing.on("cards")
    problem = page.get_by_test_id("card-problem")
    dealing.type("9d5d9d")
    expect(problem).to_have_text("The nine of diamonds is already entered.")
    dealing.type("1x")
    expect(problem).to_contain_text("is not a card")
    dealing.type("2d kc qc 3h ah")  # the last card sends them
    expect(dealing.problem()).to_contain_text("Ah is already in play")  # the server knows what was set aside
    page.keyboard.press("Backspace")
    dealing.type_in("4h")
    assert serious(page) == []
    assert set(dealing.state.dealer.split()) == {"9d", "5d", "2d", "Kc", "Qc", "3h", "4h"}

    # The ante of seat 2 was taken at its fold; seat 3, farthest to the right, comes from a scanner.
    assert dealing.state.results[2]["ante"].outcome == "lose"
    expect(page.get_by_test_id("headline")).to_have_text("Seat 3: turn the cards")
    expect(page.locator('[data-code="9d"]')).to_have_attribute("aria-disabled", "true")
    dealing.scan("8C6C4C10DQD9D")
    expect(problem).to_have_text("The nine of diamonds is already in play: in front of the dealer.")
    assert set(dealing.state.results) == {2}
    before = dealing.state.version
    dealing.scan("5HKS")
    expect(dealing.station).not_to_have_attribute("data-version", str(before))
    dealing.settle()
    assert dealing.state.hands[3].cards == "8c 6c 4c Td Qd 5h Ks"
    check_payout(dealing, 3)
    assert serious(page) == []
    page.reload()  # after a reload the payout is where it was
    check_payout(dealing, 3)

    # Seat 1 by the grid of cards: the first card of the next hand says that the payout is made.
    dealing.type("k")
    page.keyboard.press("Backspace")
    expect(page.get_by_test_id("headline")).to_have_text("Seat 1: turn the cards")
    for code in ("4s", "5s", "6s", "8s", "Ts", "2c", "Kh"):
        page.locator(f'[data-code="{code}"]').click()
    expect(dealing.problem()).to_contain_text(
        "raise of $30 on an ante of $10; allowed: $10 to $20; give back $10"
    )
    page.get_by_role("button", name="Take back the two of clubs").click()
    before = dealing.state.version
    page.locator('[data-code="Qs"]').click()
    expect(dealing.station).not_to_have_attribute("data-version", str(before))
    check_payout(dealing, 1)
    net = sum(result.net for result in dealing.state.results[1].values())
    tile = page.locator('[data-testid="seat-tile"][data-seat="1"]')
    expect(tile).to_contain_text(f"+{dollars(net)}")
    page.keyboard.press("Enter")
    round_number = dealing.state.round
    while dealing.mode != "bets":
        dealing.go()
    assert dealing.state.last is not None
    assert dealing.state.last.round == round_number
    page.get_by_role("button", name="As last round", exact=True).click()
    dealing.go()
    assert dealing.state.hands[1].wagers == {"ante": 1000, "flush_bonus": 500, "progressive": 100}


WITH_COUPONS = practice_text(FLUSH).replace("[choices]\n", "[choices]\nmatch_play = true\n")


@pytest.mark.clause("ma-hcf-6.b.s1", shows="computed")
def test_a_match_play_coupon_is_entered_by_key_and_by_touch_and_paid_even_money(
    pit: Running, visits: Visits
) -> None:
    pit.table("pit-2", FLUSH, mode="live", text=WITH_COUPONS)
    dealing = Dealing(pit, visits, "pit-2")
    page = dealing.page
    dealing.open(1, 2)
    coupon = page.locator('[data-wager="match_play"]')
    expect(coupon).to_contain_text("up to the ante")

    # By key: M chooses the coupon, and the ante again. One above its ante is refused.
    dealing.type("10m20")
    page.keyboard.press("Enter")
    expect(dealing.problem()).to_contain_text("match play of $20; allowed: up to the $10 ante beside it")
    assert 1 not in dealing.state.hands
    dealing.type("mm5")
    expect(coupon).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("primary")).to_contain_text("Place $10 and $5 match play for seat 1")
    assert serious(page) == []
    assert fits(page)
    dealing.go()
    # By touch.
    page.get_by_role("button", name="Add $5", exact=True).click(click_count=2)
    coupon.click()
    page.get_by_role("button", name="Add $5", exact=True).click(click_count=2)
    dealing.go()
    hands = dealing.state.hands
    assert {seat: (hand.wagers, hand.match_play) for seat, hand in hands.items()} == {
        1: ({"ante": 1000}, {"ante": 500}),
        2: ({"ante": 1000}, {"ante": 1000}),
    }
    tile = page.locator('[data-testid="seat-tile"][data-seat="1"]')
    expect(tile.locator(".money")).to_have_text("$10 + $5 match play")
    sent = dealing.dealer.get("/api/tables/pit-2/events", params={"after": 0}).json()
    log = [each["event"] for each in sent["events"]]
    placed = [msgspec.convert(each, e.BetPlaced) for each in log if each["kind"] == "bet_placed.v1"]
    told = [line.words for event in placed for line in transcript.words(dealing.state, event)]
    assert [line.partition("; ")[2] for line in told] == ["match play: ante $5", "match play: ante $10"]

    # A changed ante keeps its coupon.
    tile.click()
    expect(coupon.locator(".lies")).to_have_text("$5")
    dealing.type("20")
    dealing.go()
    assert (dealing.state.hands[1].wagers, dealing.state.hands[1].match_play) == (
        {"ante": 2000},
        {"ante": 500},
    )
    dealing.go()

    cards = {1: "4s 5s 6s 8s Ts Kh Qs", 2: "2c 3c 7h 8h 6d Js 7s"}
    dealer = "9d 5d 2d Kc Qc 3h 4h"
    dealing.on("decide")
    dealing.go("1")
    dealing.go("1")
    dealing.on("cards")
    dealing.scan_in(dealer.replace(" ", ""))
    antes = {1: 2000, 2: 1000}
    faces = {1: 500, 2: 1000}
    seats = [
        Seat(
            seat=seat,
            wagers={"ante": antes[seat]},
            match_play={"ante": faces[seat]},
            cards=held,
            decision={"raise": antes[seat]},
        )
        for seat, held in cards.items()
    ]
    settled = settle(Round(rules=FLUSH, choices=dealing.state.at.choices, seats=seats, dealer=dealer))
    for seat in (2, 1):
        dealing.scan_in(cards[seat].replace(" ", ""))
        expected = next(each for each in settled.seats if each.seat == seat)
        assert dealing.state.results[seat] == expected.results
        check_payout(dealing, seat)
        page.keyboard.press("Enter")
    won, lost = (dealing.state.results[seat]["match_play"] for seat in (1, 2))
    assert (won.outcome, won.stake, won.paid, won.net) == ("win", 0, 500, 500)
    assert (lost.outcome, lost.stake, lost.paid, lost.net) == ("lose", 0, 0, 0)


@pytest.mark.clause("ma-hcf-9.b.s7", shows="shown")
def test_winning_discards_are_announced_at_the_station_before_they_are_racked(
    pit: Running, visits: Visits
) -> None:
    dealing = Dealing(pit, visits)
    page, alert = dealing.page, dealing.page.get_by_test_id("alert")
    dealing.open(1)
    dealing.type("10")
    page.locator('[data-wager="straight_flush_bonus"]').click()
    dealing.type("5")
    dealing.go()
    assert dealing.state.hands[1].wagers == {"ante": 1000, "straight_flush_bonus": 500}
    dealing.go()
    dealing.on("decide")
    dealing.go("1")
    expect(alert).to_have_count(0)
    # Four hearts play; the nine, ten and jack of spades that are set aside win the bonus.
    dealing.name_part("9S10SJS")
    assert dealing.step == "discards"
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text(
        "Seat 1: the straight flush bonus hand is among the discards; do not rack them"
    )
    expect(alert).to_be_in_viewport()
    assert serious(page) == []
    dealing.go()
    expect(alert).to_have_count(0)
    dealing.scan_in("9D5D2DKCQC3H7D")
    # The set cards are enough when the hand is turned: the discards are known.
    dealing.name_part("AHJH6H4H")
    assert dealing.state.hands[1].cards == "Ah Jh 6h 4h 9s Ts Js"
    check_payout(dealing, 1)
    assert dealing.state.results[1]["straight_flush_bonus"].outcome == "win"


@pytest.mark.clause("ma-hcf-13.d", shows="shown")
def test_an_exposed_card_of_the_dealer_voids_the_round_and_every_stake_goes_back(
    pit: Running, visits: Visits
) -> None:
    dealing = Dealing(pit, visits)
    dealing.open(2, 5)
    dealing.bet(10, 25)
    dealing.go()
    dealing.on("decide")
    consequence = dealing.report("dealer_card_exposed")
    expect(consequence).to_contain_text("All hands void; deck reshuffled.")
    assert dealing.state.results == {}
    dealing.page.get_by_test_id("report").click()
    dealing.confirm("dealer_card_exposed")
    for seat in (5, 2):
        check_payout(dealing, seat)
        expect(dealing.page.get_by_test_id("payout").locator(".words")).to_have_text("Return")
        dealing.page.keyboard.press("Enter")
    assert (dealing.mode, dealing.step) == ("act", "shuffle")  # the last return confirmed the collected cards


def test_unpaid_wagers_are_shown_when_the_station_reconnects(pit: Running, visits: Visits) -> None:
    table = live_table(pit, "pit-2", FOUR_CARD, 1, 2)
    wagers = every_wager(FOUR_CARD)
    table.start_round({1: wagers, 2: wagers})
    dealing = Dealing(pit, visits, "pit-2")
    table.until("collect")  # all losing wagers are taken before any is paid, and Cover All is settled last
    paid: dict[int, list[str]] = {1: [], 2: []}
    while dealing.mode == "payout":
        payout = dealing.page.get_by_test_id("payout")
        lines = payout.locator(".wager").evaluate_all("all => all.map(each => each.firstChild.data.trim())")
        paid[int(payout.get_attribute("data-seat") or 0)] += lines
        dealing.page.keyboard.press("Enter")
        dealing.page.wait_for_timeout(SLOWLY)
        dealing.page.reload()
    for seat, results in dealing.state.results.items():
        assert sorted(map(str.lower, paid[seat])) == sorted(name.replace("_", " ") for name in results)


def test_an_irregularity_of_one_player_names_the_seat_before_it_is_confirmed(
    pit: Running, visits: Visits
) -> None:
    dealing = Dealing(pit, visits)
    dealing.open(1, 2)
    dealing.bet(10, 10)
    dealing.go()
    dealing.on("decide")
    consequence = dealing.report("wrong_cards_player")
    expect(consequence).to_contain_text("Choose the seat first.")
    expect(dealing.page.get_by_test_id("report")).to_be_disabled()
    dialog = dealing.page.get_by_test_id("irregularities")
    dialog.get_by_role("button", name="Seat 2").click()
    offers = dealing.dealer.view(TABLE)["offers"]
    response = next(
        each
        for each in offers
        if each["act"] == "report" and each["name"] == "wrong_cards_player" and each["seat"] == 2
    )
    expect(consequence).to_contain_text(response["consequence"])
    dealing.page.get_by_test_id("report").click()
    expect(dialog).not_to_be_visible()
    dealing.confirm("wrong_cards_player")
    assert [(found.irregularity, found.seat) for found in dealing.state.found] == [("wrong_cards_player", 2)]


def test_an_unexpected_scan_presses_no_button(pit: Running, visits: Visits) -> None:
    dealing = Dealing(pit, visits)
    dealing.open(1)
    dealing.bet(10)
    before = dealing.state.version
    dealing.scan("7h")  # bets are open and the large button says no more bets
    expect(dealing.page.get_by_test_id("scanned")).to_contain_text("no cards are needed now")
    dealing.scan("2c")
    dealing.page.wait_for_timeout(300)
    assert dealing.state.version == before


def test_the_community_cards_are_named_as_they_are_dealt(pit: Running, visits: Visits) -> None:
    pit.table("pit-2", "ma/ultimate-texas-holdem", mode="live")
    dealing = Dealing(pit, visits, "pit-2")
    page = dealing.page

    # A name that the server refuses is marked at its field; if it is sent anyway, the refusal is in words.
    page.locator('[data-testid="seat-tile"][data-seat="1"]').click()
    name, sit = page.get_by_test_id("player"), page.get_by_test_id("sit")
    name.fill("John Smith")
    sit.click()
    assert name.evaluate("field => field.validity.patternMismatch")
    name.evaluate("field => field.removeAttribute('pattern')")
    sit.click()
    problem = page.get_by_test_id("seat-dialog").get_by_role("alert")
    expect(problem).to_contain_text("Could not read this entry")
    name.fill("John.Smith")
    name.evaluate("field => field.removeAttribute('pattern')")
    sit.click()
    expect(problem).to_contain_text("may be a name")
    expect(sit).to_be_enabled()
    page.keyboard.press("Escape")

    dealing.open(1)
    dealing.bet(10)
    assert dealing.state.hands[1].wagers == {"ante": 1000, "blind": 1000}  # the blind follows the ante
    dealing.go()
    dealing.on("decide")
    dealing.go("c")
    dealing.on("flop")
    dealing.type("as ks 10")
    dealing.floor.act("pit-2", act="sit", seat=5, player="p5").raise_for_status()
    dealing.settle()  # somebody sat down: what was typed is still there
    expect(page.get_by_role("button", name="Take back the king of spades")).to_be_visible()
    expect(page.get_by_test_id("card-text")).to_have_value("10")
    page.evaluate("""() => localStorage.setItem("croupier.settings", JSON.stringify({fourColors: true}))""")
    color = page.locator('[data-code="2d"]').evaluate("card => getComputedStyle(card).color")
    dealing.type_in("s")
    expect(page.get_by_role("group", name="Board: ace of spades")).to_be_visible()
    assert dealing.state.board == "As Ks Ts"
    assert serious(page) == []
    dealing.on("decide")
    dealing.go("c")
    dealing.on("cards")
    page.reload()
    assert page.locator('[data-code="2d"]').evaluate("card => getComputedStyle(card).color") != color


def by_odds(wager: str, result: Result) -> tuple[str, str]:
    """The dealer's instruction where amounts are not entered, from the table's own result."""
    if wager == "progressive":
        return ("Pay", dollars(result.paid)) if result.outcome == "win" else ("No award", "")
    words = {"win": f"Pay {result.pays}", "lose": "Collect", "push": "Push", "void": "Return"}
    return words[result.outcome], ""


def test_a_live_round_without_amounts_is_paid_by_odds(pit: Running, visits: Visits) -> None:
    pit.table("pit-2", "ma/ultimate-texas-holdem", mode="live", amounts=False)
    dealing = Dealing(pit, visits, "pit-2")
    page = dealing.page
    dealing.open(1, 2)
    pad = page.get_by_test_id("mark-pad")
    expect(pad).to_be_visible()
    assert serious(page) == []

    # Wagers are marked by keys and by touch, never counted; the blind follows the ante.
    for key in "13":
        dealing.type(key)
    expect(page.get_by_test_id("primary")).to_have_text("Seat 1: ante, blind, trips Enter")
    dealing.type("3")
    expect(pad.locator('[data-wager="trips"]')).to_have_attribute("aria-pressed", "false")
    dealing.type("3")
    dealing.go()
    assert dealing.state.hands[1].wagers == {"ante": 0, "blind": 0, "trips": 0}
    pad.locator('[data-wager="ante"]').click()
    pad.locator('[data-wager="progressive"]').click()
    page.keyboard.press("Enter")
    expect(dealing.problem()).to_contain_text("Progressive needs ante, blind and trips beside it")
    pad.locator('[data-wager="trips"]').click()
    dealing.go()
    stake = dealing.state.hands[2].wagers["progressive"]
    assert stake == 500  # the rules fix it
    assert dealing.state.hands[2].wagers == {"ante": 0, "blind": 0, "trips": 0, "progressive": stake}
    tile = page.locator('[data-testid="seat-tile"][data-seat="1"]')
    expect(tile.locator(".names")).to_have_text("Ante, Blind, Trips")
    expect(page.get_by_test_id("by-hand")).to_contain_text("Check that the blind equals the ante.")
    dealing.go()

    # Decisions are multiples of the ante.
    dealing.on("decide")
    choices = page.locator("[data-action]")
    expect(choices).to_contain_text(["Play 3", "Play 4", "Check"])
    assert choices.evaluate_all("all => all.map(each => each.dataset.times)") == ["3", "4", "0"]
    dealing.go("2")
    assert (dealing.state.hands[1].amount, dealing.state.hands[1].times) == (0, 4)
    expect(tile).to_contain_text("Play 4")
    dealing.go("c")
    dealing.on("flop")
    dealing.scan_in("qsjs9s")
    dealing.on("decide")
    dealing.go("1")
    assert dealing.state.hands[2].times == 2
    dealing.on("cards")
    dealing.scan_in("2h3d")
    dealing.on("reveal")
    dealing.scan_in("qd7c")
    cards = {2: "4c4d", 1: "asks"}
    for seat in (2, 1):
        expect(page.get_by_test_id("headline")).to_have_text(f"Seat {seat}: turn the cards")
        dealing.scan_in(cards[seat])
        payout = page.get_by_test_id("payout")
        expect(payout).to_have_attribute("data-seat", str(seat))
        results = dealing.state.results[seat]
        lines = payout.get_by_test_id("pay-line")
        expect(lines).to_have_count(len(results))
        for index, (wager, result) in enumerate(results.items()):
            words, amount = by_odds(wager, result)
            expect(lines.nth(index).locator(".wager")).to_contain_text(wager.capitalize())
            expect(lines.nth(index).locator(".words")).to_have_text(words)
            expect(lines.nth(index).locator(".amount")).to_have_text(amount)
        if seat == 2:
            expect(lines.locator(".words")).to_have_text(
                ["Collect", "Collect", "Collect", "Collect", "No award"]
            )
        else:
            assert serious(page) == []
            assert fits(page)
            assert "$" not in lines.all_inner_texts()
            expect(lines.locator(".words")).to_have_text(
                ["Pay 1 to 1", "Pay 3 to 2", "Pay 1 to 1", "Pay 7 to 1"]
            )
            expect(page.get_by_test_id("by-hand")).to_contain_text("Pay a hand at most $50,000")
            expect(tile).to_contain_text("Settled")
        page.keyboard.press("Enter")

    # The books know of the progressive, and of nothing that nobody has counted.
    assert pit.balance("chips:pit-2") == -stake
    assert pit.balance("layout:pit-2") == 0


def test_a_supervisor_corrects_and_overrides_at_the_station(pit: Running, visits: Visits) -> None:
    dealing = Dealing(pit, visits)
    dealing.open(1, 2)
    dealing.bet(10, 10)
    dealing.go()
    dealing.on("decide")
    dealing.go("1")
    page = visits.page(f"/dealer/{TABLE}", as_=pit.signed_in("supervisor"), width=1024)
    page.get_by_test_id("more-open").click()
    page.get_by_role("button", name="Correct seat 1").click()
    decision = page.get_by_label("Decision")
    expect(decision.locator("option")).to_have_text(["As entered: raise", "Raise", "Fold"])  # of this game
    decision.select_option("raise")
    page.get_by_label("Its amount, dollars").fill("2o")
    page.get_by_label("Reason").fill("two antes were put down")
    page.get_by_label("What was on the layout").fill("two red chips")
    page.get_by_label("Second signature: name").fill("dealer")
    page.get_by_label("Second signature: password").fill(GOOD)
    assert serious(page) == []
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_role("alert")).to_have_text("“2o” is not a dollar amount.")
    page.get_by_label("Its amount, dollars").fill("20")
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_test_id("more")).not_to_be_visible()
    assert dealing.state.hands[1].amount == 2000
    expect(dealing.page.locator('[data-testid="seat-tile"][data-seat="1"]')).to_contain_text("Raise $20")


def test_the_station_is_for_the_staff(pit: Running, visits: Visits) -> None:
    page = visits.page(f"/dealer/{TABLE}")
    expect(page.get_by_role("link", name="Sign in").last).to_be_visible()
    expect(page.get_by_test_id("station")).to_have_count(0)
    page = visits.page(f"/dealer/{TABLE}", as_=pit.player("ann"))
    expect(page.get_by_text("The dealer station is for staff")).to_be_visible()
    page = visits.page("/dealer", as_=pit.signed_in("dealer"))
    live = page.get_by_test_id("live-table")
    expect(live).to_have_count(2)  # that of the demo, and ours
    assert serious(page) == []
    live.filter(has_text=TABLE).click()
    expect(page.get_by_test_id("station")).to_be_visible()
    visits.allow("Failed to load resource")
    page.route("**/api/session/end", lambda route: route.abort())
    page.get_by_test_id("lock-now").click()  # who leaves must know that it is not locked
    expect(page.get_by_text("Cannot reach the server")).to_be_visible()


@pytest.mark.parametrize("width", SIZES)
def test_the_station_fits_and_is_large_enough_for_fingers(pit: Running, visits: Visits, width: int) -> None:
    dealing = Dealing(pit, visits, width=width)
    dealing.open(1, 2)
    page = dealing.page

    def check() -> None:
        assert fits(page)
        sizes = (
            page.get_by_test_id("station")
            .locator("button:visible:not(.clause)")
            .evaluate_all("all => all.map(each => [each.innerText, each.offsetWidth, each.offsetHeight])")
        )
        least = 44 if width < 500 else 48
        assert [each for each in sizes if each[2] < least or each[1] < 40] == []

    check()
    dealing.bet(10, 10)
    dealing.go()
    dealing.on("decide")
    check()
    dealing.go("1")
    dealing.go("1")
    dealing.on("cards")
    check()


IDLE = 5_000


@pytest.fixture
def hasty(tmp_path: Path, built: Path) -> Iterator[Running]:
    """A house where a dealer's session lasts five seconds without use."""
    limits = Limits(dealer_idle=IDLE)
    with running(f"sqlite:///{tmp_path / 'idle.db'}", tmp_path / "idle-keys", limits=limits) as here:
        here.table(TABLE, FLUSH, mode="live")
        yield here


def test_an_idle_station_locks_and_resumes(hasty: Running, browser: Browser) -> None:
    visits = Visits(browser, hasty.url)
    try:
        page = visits.page(f"/dealer/{TABLE}", as_=hasty.signed_in("dealer"), width=1024)
        for _ in range(3):  # a hand on the screen keeps it open
            page.wait_for_timeout(IDLE // 2)
            page.mouse.click(500, 740)
        expect(page.get_by_test_id("countdown")).to_contain_text("The station locks in")
        expect(page.get_by_test_id("lock")).to_have_count(0)
        page.get_by_role("button", name="Blue").click()
        lock = page.get_by_test_id("lock")
        expect(lock).to_be_visible(timeout=3 * IDLE)
        assert serious(page) == []
        for _ in range(3):  # browsers close a dialog at the second, whatever its page says
            page.keyboard.press("Escape")
        expect(lock).to_be_visible()
        assert hasty.client().get(f"/api/tables/{TABLE}").status_code == 401
        lock.get_by_label("Name").fill("dealer")
        lock.get_by_label("Password").fill("wrong")
        lock.get_by_role("button", name="Sign in").click()
        expect(lock.get_by_role("alert")).to_be_visible()
        lock.get_by_label("Password").fill(GOOD)
        lock.get_by_role("button", name="Sign in").click()
        expect(lock).to_have_count(0)
        expect(page.get_by_role("button", name="Blue")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("station")).to_have_attribute("data-step", "inspect")
        assert hasty.house.floor.tables[TABLE].state.decks[0].back == "blue"
    finally:
        visits.close()
    assert visits.errors == []
