"""The dealer station at speed: all seats by one key, running entry, entries taken back, calls, awards."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.cards import set_of
from croupier.hands.flush import flush_cards
from croupier.money import dollars
from croupier.submission.practice import practice_text
from tests.floor.desk_rig import FOUR_CARD
from tests.server.rig import Running, running
from tests.table.driver import every_wager, stacked
from tests.web.browser import Visits, fits, serious, sheets
from tests.web.floor_house import live_table
from tests.web.paced import Paced
from tests.web.test_dealer import Dealing

_numbers = count(1)
PIN = "482913"
FLUSH, ULTIMATE = "ma/high-card-flush", "ma/ultimate-texas-holdem"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Iterator[Running]:
    """One house for all tests here, a table for each."""
    scratch = tmp_path_factory.mktemp("station")
    with running(f"sqlite:///{scratch / 'ledger.db'}", scratch / "keys") as here:
        yield here


@pytest.fixture
def table() -> str:
    """A name that no table of the house has."""
    return f"pit-{next(_numbers)}"


@pytest.fixture
def visiting(browser: Browser, house: Running) -> Iterator[Visits]:
    """People with browsers; at the end nothing may have gone wrong on any page."""
    here = Visits(browser, house.url)
    try:
        yield here
    finally:
        here.close()
    assert here.errors == []


@pytest.mark.parametrize(
    ("rules", "by", "most", "within", "seed"),
    [(FLUSH, "keys", 90, 30, 4174), (ULTIMATE, "scanner", 30, 12, 21), (FOUR_CARD, "shoe", 30, 12, 21)],
)
def test_a_six_handed_round_takes_few_inputs(
    house: Running, browser: Browser, table: str, rules: str, by: str, most: int, within: int, seed: int
) -> None:
    paced = Paced(house, browser, table, rules, by, seats=range(1, 7))
    paced.open()
    paced.round(24, first=True)
    paced.reset()
    paced.round(seed)  # High Card Flush: all six raise, and every hand has cards of four suits
    paced.close()
    assert paced.inputs <= most, paced.kinds
    assert paced.seconds <= within, paced.kinds
    if by == "keys":
        assert paced.kinds["decisions"] == 1
        assert paced.state.last
        assert {hand.action for hand in paced.state.last.hands.values()} == {"raise"}
        assert all(len({card[1] for card in hand}) == 4 for hand in paced.hands.values())
        assert {hand.declared for hand in paced.state.last.hands.values()} == {"deciding"}
    assert len(paced.state.last.hands if paced.state.last else {}) == 6


def test_bets_by_letters_for_one_seat_and_by_one_key_for_all(
    house: Running, visiting: Visits, table: str
) -> None:
    house.table(table, FLUSH, mode="live")
    dealing = Dealing(house, visiting, table)
    dealing.open(1, 2, 4)
    dealing.type("10f5s5p")
    expect(dealing.page.get_by_test_id("primary")).to_contain_text("Place $21 for seat 1")
    dealing.type("*")
    expect(dealing.page.locator('[data-testid="seat-tile"][data-seat="4"]')).to_contain_text("$21")
    expect(dealing.page.get_by_test_id("primary")).to_contain_text("No more bets")
    wagers = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100}
    assert {seat: hand.wagers for seat, hand in dealing.state.hands.items()} == {
        1: wagers,
        2: wagers,
        4: wagers,
    }
    assert fits(dealing.page)
    assert serious(dealing.page) == []


def test_a_suit_before_its_ranks_and_the_ante_of_a_fold_collected_once(
    house: Running, visiting: Visits, table: str
) -> None:
    house.table(table, FLUSH, mode="live")
    dealing = Dealing(house, visiting, table)
    page = dealing.page
    dealing.open(1, 2, 3)
    dealing.bet(10, 15, 20)
    dealing.go()
    dealing.on("decide")
    dealing.go("1")
    # The dealer takes an entry back at once, by key; the seat decides again.
    expect(page.get_by_test_id("take-back")).to_contain_text("Take back seat 1: raise $10")
    dealing.go("Backspace")
    assert dealing.state.hands[1].action == ""
    dealing.go("f")
    expect(page.get_by_test_id("fold-notice")).to_contain_text("Seat 1 folded: collect ante $10 now")
    dealing.go("*")  # and all others fold
    expect(page.get_by_test_id("station")).not_to_have_attribute("data-mode", "decide")
    dealing.settle()
    assert [hand.action for hand in dealing.state.hands.values()] == ["fold"] * 3
    dealing.on("cards")
    dealing.type_in("sak9h32dj10")
    assert dealing.state.dealer == "As Ks 9s 3h 2h Jd Td"
    # All antes were taken at the folds: nothing is left to collect.
    assert dealing.mode == "act"
    assert [result["ante"].outcome for result in dealing.state.results.values()] == ["lose"] * 3


def test_a_fold_without_a_bonus_by_one_key_and_a_turned_hand_taken_back_by_another(
    house: Running, visiting: Visits, table: str
) -> None:
    house.table(table, FLUSH, mode="live")
    dealing = Dealing(house, visiting, table)
    page = dealing.page
    dealing.open(1, 2, 3)
    bonus = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500}
    for seat, wagers in ((1, bonus), (2, bonus), (3, {"ante": 1000})):
        dealing.dealer.act(table, act="bet", seat=seat, wagers=wagers).raise_for_status()
    dealing.settle()
    dealing.go()
    dealing.on("decide")
    # Seat 1 folds a hand that wins nothing; seat 2 one whose bonus is shown and paid at once.
    dealing.go("f")
    expect(page.get_by_test_id("declare")).to_contain_text("Seat 1: no bonus")
    dealing.go("n")
    assert (dealing.state.hands[1].declared, dealing.state.hands[1].cards) == ("no_bonus", "")
    dealing.on("decide")
    dealing.go("f")
    dealing.type_in("s5432h9dtcj")
    assert set(dealing.state.hands[2].handed_over) == {"flush_bonus", "straight_flush_bonus"}
    expect(page.get_by_test_id("payout")).to_contain_text("Straight flush bonus")
    page.keyboard.press("Enter")  # paid
    dealing.go("1")
    dealing.on("cards")
    dealing.type_in("dkq9hj32sa")
    # The dealer's hand was named wrongly: taken back, with what was settled by it, and named again.
    expect(page.get_by_test_id("take-back")).to_contain_text("Take back the dealer's hand")
    settled = dealing.state.results
    dealing.go("Backspace")
    assert (dealing.state.dealer, dealing.state.results) == ("", {})
    dealing.type_in("dkq9hj82sa")
    assert dealing.state.dealer == "Kd Qd 9d Jh 8h 2h As"
    assert dealing.state.results == settled
    # Only the cards that play are named of a hand without a bonus wager (and take those of seat 1).
    dealing.type("cak5")
    dealing.go()
    assert (dealing.state.last or dealing.state).hands[3].declared == "deciding"
    sent = dealing.dealer.get(f"/api/tables/{table}/events", params={"after": 0}).json()["events"]
    kinds = [each["event"]["kind"] for each in sent]
    assert [
        kinds.count(f"{kind}.v1") for kind in ("hand_declared", "hand_taken_back", "dealer_revealed")
    ] == [1, 1, 2]
    (settlement,) = (each["event"] for each in sent if each["event"]["kind"] == "round_settled.v1")
    assert settlement["nets"]["1"] == -2000
    assert settlement["nets"]["3"] == 2000
    assert serious(page) == []


def test_the_floor_is_called_from_the_station_and_answers_on_the_floor(
    house: Running, visiting: Visits, table: str
) -> None:
    house.table(table, FOUR_CARD, mode="live")
    dealing = Dealing(house, visiting, table)
    dealing.open(3)
    floor = visiting.page("/floor", as_=house.signed_in("floorperson"))
    floor.add_init_script(
        """window.sounded = 0; const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { sounded += 1; return make.call(this) }"""
    )
    floor.reload()
    floor.get_by_role("heading", name="Floor").click()  # a page may sound once it was touched
    expect(floor.get_by_test_id("glimpse").first).to_be_visible()
    expect(floor.get_by_test_id("tasks").get_by_text("Floor called")).to_have_count(0)
    assert floor.evaluate("sounded") == 0
    dealing.page.get_by_test_id("call-floor").click()
    expect(dealing.page.get_by_test_id("called")).to_contain_text("The floor has been called")
    expect(floor.get_by_test_id("tasks")).to_contain_text(re.compile(f"{table}.*Floor called", re.DOTALL))
    assert floor.evaluate("sounded") == 1
    assert serious(floor) == []
    dealing.floor.act(table, act="answer_call").raise_for_status()
    expect(dealing.page.get_by_test_id("called")).to_have_count(0)
    sent = dealing.dealer.get(f"/api/tables/{table}/events", params={"after": 0}).json()
    kinds = [each["event"]["kind"] for each in sent["events"]]
    assert [kind for kind in kinds if "call" in kind] == ["floor_called.v1", "call_answered.v1"]


def test_a_void_round_says_so_on_every_tile(house: Running, visiting: Visits, table: str) -> None:
    house.table(table, FLUSH, mode="live")
    dealing = Dealing(house, visiting, table)
    dealing.open(2, 5)
    dealing.bet(10, 25)
    dealing.go()
    dealing.on("decide")
    dealing.report("dealer_card_exposed")
    dealing.page.get_by_test_id("report").click()
    dealing.confirm("dealer_card_exposed")
    expect(dealing.page.get_by_test_id("seat-void")).to_have_count(2)
    expect(dealing.page.get_by_test_id("headline")).to_have_text("Seat 5: return the wagers")
    expect(dealing.page.get_by_test_id("primary")).to_contain_text("Returned. Next: seat 2")
    dealing.page.keyboard.press("Enter")
    expect(dealing.page.get_by_test_id("headline")).to_have_text("Seat 2: return the wagers")


def test_a_floorperson_signs_at_the_station_and_the_dealer_stays(
    house: Running, visiting: Visits, table: str
) -> None:
    house.table(table, FLUSH, mode="live")
    floor = house.signed_in("floorperson")
    floor.post("/api/pin", json={"pin": PIN}).raise_for_status()
    dealing = Dealing(house, visiting, table)
    page = dealing.page
    dealing.sit(2, 5)
    while dealing.step != "verify":
        dealing.go()
    form = page.get_by_test_id("floor-sign")
    form.get_by_test_id("floor-name").fill("floorperson")
    form.get_by_test_id("floor-pin").fill("482914")
    form.get_by_role("button", name="Sign: done").click()
    expect(page.get_by_role("alert").filter(has_text="name, password or code is wrong")).to_be_visible()
    form.get_by_test_id("floor-pin").fill(PIN)
    assert serious(page) == []
    form.get_by_role("button", name="Sign: done").click()
    expect(dealing.station).not_to_have_attribute("data-step", "verify")
    records = house.house.floor.ledger.read(f"table:{table}")
    assert (records[-1].by, records[-1].role) == (floor.person, "floorperson")
    while dealing.mode != "bets":
        dealing.go()  # by the dealer, who is still signed in
    assert house.house.floor.ledger.read(f"table:{table}")[-1].by == dealing.dealer.person
    # A report is confirmed in place too, by the floorperson alone.
    dealing.bet(10, 25)
    dealing.go()
    dealing.on("decide")
    dealing.report("dealer_card_exposed")
    page.get_by_test_id("report").click()
    expect(page.get_by_test_id("reported")).to_be_visible()
    form.get_by_test_id("floor-name").fill("floorperson")
    form.get_by_test_id("floor-pin").fill(PIN)
    expect(form.get_by_role("button", name="Dismiss it")).to_be_disabled()
    form.get_by_role("button", name="Confirm the report").click()
    expect(page.get_by_test_id("seat-void")).to_have_count(2)
    assert dealing.state.found[0].irregularity == "dealer_card_exposed"


def test_the_second_deck_says_its_color_and_a_fault_shows_the_filed_text(
    house: Running, visiting: Visits, table: str
) -> None:
    filed = "Stop the game, call the shift manager, and put the shuffler out of service."
    text = practice_text(FLUSH).replace("[equipment]", "[equipment]\ndecks = 2")
    house.table(table, FLUSH, mode="live", text=f'{text}\n[procedure]\nshuffler_fault = "{filed}"\n')
    dealing = Dealing(house, visiting, table)
    page = dealing.page
    dealing.sit(2)
    colors, named = ["Red", "Blue"], page.get_by_test_id("deck-color")

    def on(*until: str) -> None:
        """On to a step or way of entering; each deck that is received has its color."""
        while not {dealing.step, dealing.mode} & set(until):
            if dealing.mode == "wait":
                dealing.floor.act(table, act="perform", step=dealing.step).raise_for_status()
                continue
            if dealing.step == "receive":
                backs = page.get_by_role("group", name="Color of the backs")
                backs.get_by_role("button", name=colors.pop(0)).click()
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)

    on("shuffle")
    expect(named).to_contain_text("Deck 1 of 2, red")
    shown = dealing.report("shuffler_fault")
    expect(shown).to_contain_text(f"As filed: {filed}")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("irregularities")).not_to_be_visible()
    on("bets")
    dealing.bet(10)
    on("decide")
    dealing.go("f")
    on("cards")
    dealing.type_in("dkq9hj82sa")
    on("bets")
    assert colors == []
    expect(named).to_contain_text("Deck 2 of 2, blue")


def test_an_ultimate_award_shows_the_whole_hand_and_the_board(
    house: Running, visiting: Visits, table: str
) -> None:
    won = live_table(house, table, ULTIMATE, 1, 2)
    hands, community = (
        "As Ks 2d 7c 3h 8c",
        "5c Qs Js Ts 5d 4d 9h",
    )  # a burned card before the flop and the river
    won.start_round({1: every_wager(ULTIMATE), 2: every_wager(ULTIMATE)}, stacked(hands, community))
    won.until("collect")
    won.see_lights()
    (award,) = won.state.pending.values()
    station = visiting.page(f"/dealer/{table}", as_=house.signed_in("dealer"), width=1024)
    forms = station.get_by_test_id("tax-forms")  # two wagers of one seat, one notice
    expect(forms).to_have_count(1)
    expect(forms.get_by_test_id("tax-form")).to_have_count(2)
    expect(forms).to_contain_text("progressive wins $9,997.00 on $5. Call the floor before you pay.")
    desk = visiting.page(f"/floor/jackpots/{table}/{award.award}", as_=house.signed_in("floorperson"))
    hand = desk.get_by_role("group", name=re.compile("^The winning hand"))
    expect(hand).to_have_attribute("aria-label", re.compile("ace of spades, king of spades"))
    board = desk.get_by_role("group", name=re.compile("^Board"))
    expect(board).to_have_attribute(
        "aria-label", re.compile("queen of spades, jack of spades, ten of spades")
    )
    expect(desk.locator("main [data-card]")).to_have_count(7)
    expect(desk.get_by_text("The table inventory")).to_be_visible()
    desk.get_by_test_id("slip").click()
    for name, value in (("Cards", "A♠ K♠"), ("Board", "Q♠ J♠ 10♠ 4♦ 9♥"), ("Amount", "$10,002.00")):
        expect(desk.get_by_role("row", name=name).first).to_contain_text(value)
    for role in ("Dealer", "Cage"):
        expect(desk.locator(".sign", has_text=role)).to_have_count(1)
    assert sheets(desk) == 1


def test_one_key_says_that_all_payouts_are_made(house: Running, visiting: Visits, table: str) -> None:
    dealt = live_table(house, table, ULTIMATE, *range(1, 7))
    dealt.start_round({seat: every_wager(ULTIMATE) for seat in range(1, 7)})
    dealt.until("collect")
    dealing = Dealing(house, visiting, table)
    assert dealing.mode == "payout"
    expect(dealing.page.get_by_test_id("pay-line")).to_have_count(6)
    expect(dealing.page.get_by_test_id("paid-all")).to_be_in_viewport(ratio=1)  # and all above it
    results = dealing.state.results
    paid = {seat: sum(each.paid for each in results[seat].values()) for seat in range(5, 0, -1)}
    said = [f"seat {seat}" + (f": pay {dollars(cents)}" if cents else "") for seat, cents in paid.items()]
    expect(dealing.page.get_by_test_id("payouts-next")).to_have_text(f"Then {', '.join(said)}")
    assert serious(dealing.page) == []
    dealing.go("*")
    assert (dealing.mode, dealing.step) == ("act", "shuffle")  # the cards are collected too


@pytest.mark.parametrize("decision", ["validate", "reject"])
def test_the_station_shows_a_decided_award_at_once(
    house: Running, visiting: Visits, table: str, decision: str
) -> None:
    won = live_table(house, table, FLUSH, 1, 2)
    won.win(stacked("2s 3s 4s 5s 6s 7s 8s"), {1: every_wager(FLUSH), 2: every_wager(FLUSH)})
    (award,) = won.state.pending.values()
    dealing = Dealing(house, visiting, table)
    decided = dealing.page.get_by_test_id("award-decision")
    expect(decided).to_have_count(0)
    act = {"act": decision, "award": award.award, "reason": "the seal was broken"}
    if decision == "validate":
        del act["reason"]
    dealing.floor.act(table, None, "", **act).raise_for_status()
    expect(decided).to_have_attribute("data-award", award.award)
    size = decided.locator("strong").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert size >= 32  # read from a yard away
    if decision == "validate":
        expect(decided).to_contain_text(f"${award.paid / 100:,.2f}")
        expect(decided).to_contain_text("Paid by the cage, not from the rack.")  # ma-hcf-12.f
    else:
        expect(decided).to_contain_text("Pay nothing")


def test_a_whole_round_by_touch_alone_at_1024_by_768(house: Running, browser: Browser, table: str) -> None:
    paced = Paced(house, browser, table, FLUSH, "fingers", seats=(1, 2))  # every tap is within the window
    paced.open()
    paced.round(68, first=True)
    assert paced.page.viewport_size == {"width": 1024, "height": 768}
    assert paced.keys == 0
    played = paced.state.last
    assert played
    for seat in (1, 2):  # only the cards that play are tapped
        held = set_of(" ".join(paced.hands[seat]))
        assert set_of(played.hands[seat].cards) == flush_cards(held)
    assert {hand.action for hand in played.hands.values()} == {"raise"}
    assert all(hand.wagers == {"ante": 1000} for hand in played.hands.values())
    paced.close()


def test_one_entry_confirms_joined_steps_and_the_log_has_each(
    house: Running, visiting: Visits, table: str
) -> None:
    house.table(table, ULTIMATE, mode="live")
    dealing = Dealing(house, visiting, table)
    primary = dealing.page.get_by_test_id("primary")
    dealing.open(2, 5)
    for seat in (2, 5):
        dealing.dealer.act(
            table, act="bet", seat=seat, wagers={"ante": 1000, "blind": 1000}
        ).raise_for_status()
    dealing.go()
    expect(primary).to_contain_text("Dealt + players look")
    expect(dealing.page.get_by_test_id("then")).to_have_count(1)
    dealing.go()
    dealing.go("*")
    page = dealing.page
    expect(page.get_by_test_id("station")).to_have_attribute("data-step", "burn_flop")
    dealing.settle()
    dealing.scan("Ah")  # the flop has three cards: nothing is entered yet, but the burn is confirmed
    dealing.on("cards")
    dealing.scan("AhKh")
    expect(dealing.page.get_by_test_id("card-problem")).to_contain_text("already entered")
    assert dealing.state.board == ""
    dealing.type_in("2c")
    assert dealing.state.board == "Ah Kh 2c"
    sent = dealing.dealer.get(f"/api/tables/{table}/events", params={"after": 0}).json()["events"]
    done = [(each["event"]["kind"], each["event"].get("step")) for each in sent]
    assert done[-1] == ("dealt.v1", "flop")
    assert [each for each in done if each[1] in ("deal", "examine", "burn_flop")] == [
        ("dealt.v1", "deal"),
        ("step_done.v1", "examine"),
        ("dealt.v1", "burn_flop"),
    ]
