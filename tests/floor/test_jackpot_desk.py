"""The jackpot desk: pending awards, who decides them, and the slip."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.errors import Refusal
from croupier.floor.desks import jackpots as jackpot_desk
from croupier.floor.desks.award_records import EnvyDue, Signed
from croupier.floor.desks.jackpots import Slip, Waiting
from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.floor.print.sign import sign_html
from croupier.floor.print.slip import slip_html
from croupier.floor.registry import changes
from croupier.floor.registry.settings import TAX_FORM, HouseSettings, change_settings
from croupier.games.vocabulary import row_words
from croupier.games.words import capital
from croupier.jackpot.meters import UNIT
from croupier.submission.award_words import stated
from croupier.submission.practice import practice_rules
from croupier.table import commands as c
from croupier.table import events as e
from tests.floor.desk_rig import (
    ADMIN,
    FLOOR,
    MA,
    MD,
    NOTHING,
    SEVEN,
    SIX,
    Dealt,
    Desk,
    act_anew,
    in_turn,
    reject,
    settled_anew,
    validate,
    validate_all,
)
from tests.floor.floor_rig import audit, replayed
from tests.practice import PRACTICE
from tests.table.driver import resettlement, stacked

SUPERVISOR = Actor("s1", "supervisor")
WEAK = "2d 4h 6d 8h Jc Qh Kd"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def waiting(desk: Desk) -> list[Waiting]:
    tables = {name: (hosted.state, hosted.settings.link) for name, hosted in desk.floor.tables.items()}
    return jackpot_desk.pending_awards(tables, desk.floor.links)


def won(desk: Desk, table: Dealt, deck: list[str], seats: tuple[int, ...] = (1,)) -> None:
    """A round up to the point where its awards are to be validated."""
    table.open_up()
    table.start_round({seat: {"ante": 1000, "progressive": 100} for seat in seats}, deck)
    table.until("collect")
    table.see_lights()


def slip(desk: Desk, table: str, award: str) -> Slip:
    def link_at(position: int) -> str:
        return desk.registry.listing_at(table, position).settings.link

    return jackpot_desk.slip(desk.ledger, table, award, link_at=link_at)


# --------------------------------------------------------------------------------------------- the desk


def test_an_award_waits_is_validated_and_has_a_slip(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    won(desk, table, in_turn(SEVEN, NOTHING))
    (award,) = waiting(desk)
    assert (award.table, award.award, award.seat, award.player, award.number) == ("t", "1.1", 1, "p1", 1)
    assert (award.paid, award.meter, award.share, award.link) == (3_500_020, "main", 10_000, "link")
    before = slip(desk, "t", "1.1")
    assert before.state == "pending"
    assert "not to be paid on this slip" in text_of(slip_html(before))
    table.see_lights()
    desk.run(lambda unit: validate(unit, "t", "1.1", FLOOR), "t")
    assert waiting(desk) == []
    table.open_up()
    found = slip(desk, "t", "1.1")
    assert (found.state, found.paid, found.hand) == ("paid", 3_500_020, "seven-card straight flush")
    assert (found.before, found.after) == (3_500_020 * UNIT, 3_500_000 * UNIT)
    assert set(found.cards.split()) == set(SEVEN.split())
    assert [(each.what, each.by, each.role) for each in found.people] == [
        ("dealt", "dealer", "dealer"),
        ("validated", "f1", "floorperson"),
    ]
    assert any(clause.startswith("md-hcf-12.E") for clause in found.clauses)
    assert (found.rules, found.operator) == (MD, "Croupier practice")
    audit(desk.ledger)


def test_a_rejected_award_goes_back_with_its_reason(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    won(desk, table, in_turn(SEVEN, NOTHING))
    with pytest.raises(Refusal) as refused:
        desk.run(lambda unit: reject(unit, "t", "1.1", " ", FLOOR), "t")
    assert refused.value.code == "reason_missing"
    with pytest.raises(Refusal) as refused:
        desk.run(lambda unit: validate(unit, "t", "1.1", Actor("d1", "dealer")), "t")
    assert refused.value.code == "role_too_low"
    desk.run(lambda unit: reject(unit, "t", "1.1", "a card of another deck", SUPERVISOR), "t")
    found = slip(desk, "t", "1.1")
    assert (found.state, found.reason) == ("rejected", "a card of another deck")
    assert desk.floor.links["link"].amounts == {"main": 3_500_020 * UNIT}
    audit(desk.ledger)


def test_a_fixed_award_comes_from_no_meter(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    won(desk, table, in_turn("2s 3s 4s 5s 7h Jc Kd", NOTHING))
    (award,) = waiting(desk)
    assert (award.paid, award.meter, award.link, award.number) == (4000, "", "", 0)
    found = slip(desk, "t", "1.1")
    assert (found.meter, found.before, found.after) == ("", 0, 0)
    assert "Meter" not in text_of(slip_html(found))


def test_two_seats_win_one_after_the_other(desk: Desk) -> None:
    table = desk.furnish_live("t", MA)
    table.sit(1, 2)
    won(desk, table, stacked(SEVEN, SIX, NOTHING), seats=(1, 2))
    second, first = slip(desk, "t", "1.1"), slip(desk, "t", "1.2")  # settled from the highest seat down
    start = 1_000_048 * UNIT
    assert (first.before, first.after) == (start, start - first.paid * UNIT)
    assert first.share == 1000
    assert second.before == first.after
    assert second.share == 10_000
    assert second.after == desk.floor.links["link"].amounts["main"]
    assert [award.award for award in waiting(desk)] == ["1.1", "1.2"]


@pytest.mark.parametrize(
    "order",
    [
        (2, 1),
        (1, 2),
    ],
)
def test_two_seats_settled_by_one_command_have_each_its_own_meter(desk: Desk, order: tuple[int, int]) -> None:
    desk.load("ma", PRACTICE[MA] + '\n[procedure]\nprogressive_order = "internal"\n')
    desk.do(changes.open_link, "link", "ma", ADMIN)
    settings = Settings(link="link")
    desk.do(changes.list_table, "t", ADMIN, mode="live", submission="ma", settings=settings)
    desk.do(changes.open_table, "t", FLOOR, desk.keys, table="t")
    table = Dealt(desk, "t")
    table.sit(1, 2)
    table.open_up()
    wagers = {seat: {"ante": 1000, "progressive": 100} for seat in (1, 2)}
    table.start_round(wagers, stacked(SEVEN, SIX, NOTHING))
    table.until("reveal")
    table.do(c.OrderWinners(seats=order))
    table.until("collect")
    first, second = (slip(desk, "t", f"1.{seat}") for seat in order)
    assert (first.number, second.number) == (1, 2)
    assert first.before == 1_000_048 * UNIT
    assert second.before == first.after
    assert second.after == desk.floor.links["link"].amounts["main"]
    assert replayed(desk.ledger) == [], "the audit reckons the winners in the same order"


@pytest.mark.parametrize(
    "award", ["1.2", "7.1", "x", "1", "².1", "01.1", "1.01", "\uff11.1", "1" * 5000 + ".1"]
)
def test_an_award_that_never_was_has_no_slip(desk: Desk, award: str) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    won(desk, table, in_turn(SEVEN, NOTHING))
    with pytest.raises(Refusal) as refused:
        slip(desk, "t", award)
    assert refused.value.code == "unknown_award"


def test_an_old_award_is_found_behind_many_rounds(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    won(desk, table, in_turn(SEVEN, NOTHING))
    table.see_lights()
    desk.run(lambda unit: validate(unit, "t", "1.1", FLOOR), "t")
    before = slip(desk, "t", "1.1")
    table.perform_next()
    for _ in range(3):
        table.open_up()
        table.play(in_turn("2d 4h 6d 7h 9d Jh Kc", NOTHING))
    assert slip(desk, "t", "1.1") == before


def test_a_slip_is_of_the_link_and_the_settings_of_then(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    won(desk, table, in_turn(SEVEN, NOTHING))
    table.see_lights()
    desk.run(lambda unit: validate(unit, "t", "1.1", FLOOR), "t")
    while table.state.hands:
        table.perform_next()
    before = slip(desk, "t", "1.1")
    desk.do(changes.open_link, "other", "md-high-card-flush", ADMIN)
    table.do(c.CloseTable(), "floorperson", "f1")
    desk.do(changes.change_table, "t", Settings(link="other"), ADMIN, table="t")
    assert desk.registry.listing("t").settings.link == "other"
    desk.run(lambda unit: change_settings(unit, HouseSettings(tax_form=600_000), ADMIN))
    assert slip(desk, "t", "1.1") == before
    assert (before.link, before.tax_form, before.above_threshold) == ("link", TAX_FORM, True)


def test_an_award_that_resettlement_takes_back_and_gives_again(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    won(desk, table, in_turn(SEVEN, NOTHING))
    table.see_lights()
    desk.run(lambda unit: validate(unit, "t", "1.1", FLOOR), "t")
    while table.state.hands:
        table.perform_next()
    assert slip(desk, "t", "1.1").state == "paid"
    paid = desk.floor.links["link"].amounts
    settled_anew(desk, table, "As Kd Qs 9d 2h 4h 6d", "two cards were swapped")
    back = slip(desk, "t", "1.1")
    assert (back.state, back.reason, back.paid) == ("taken back", "two cards were swapped", 3_500_020)
    assert (back.people[-1].what, back.people[-1].by, back.people[-1].role) == (
        "taken back",
        "s1",
        "supervisor",
    )
    assert set(back.cards.split()) == set(SEVEN.split())
    assert "Taken back: not to be paid on this slip." in text_of(slip_html(back))
    settled_anew(desk, table, SEVEN, "they were not")
    again = slip(desk, "t", "1.1")
    assert (again.state, again.reason, again.paid, again.hand) == ("paid", "", 3_500_020, back.hand)
    assert [each.what for each in again.people] == [
        *("dealt", "validated", "taken back", "resettled", "validated")
    ]
    assert (back.number, again.number) == (1, 2)
    assert (again.before, again.after) == (3_500_020 * UNIT, 3_500_000 * UNIT)
    assert desk.floor.links["link"].amounts == paid, "the meter is where it was before it was taken back"
    audit(desk.ledger)
    assert replayed(desk.ledger) == []


def misread(desk: Desk, rules: str) -> Dealt:
    """A live table that has settled its first round from a hand that was read wrongly."""
    table = desk.furnish_live("t", rules)
    table.sit(1)
    table.open_up()
    deck = in_turn(WEAK, NOTHING) if rules == MD else stacked(WEAK, NOTHING)
    table.deal_round({1: {"ante": 1000, "progressive": 100}}, deck)
    while table.state.hands:
        table.perform_next()
    return table


@pytest.mark.parametrize(
    ("rules", "hand", "paid", "left", "rates"),
    [
        (MD, SEVEN, 3_500_020, {"main": 3_500_000}, True),
        (MA, SEVEN, 1_000_024, {"main": 2, "secondary": 0}, True),  # it takes over the secondary's
        (MA, SIX, 100_002, {"main": 900_022, "secondary": 2}, False),
    ],
)
def test_an_award_by_resettlement_leaves_the_link_like_any_award(
    desk: Desk, rules: str, hand: str, paid: int, left: dict[str, int], rates: bool
) -> None:
    table = misread(desk, rules)
    settled_anew(desk, table, hand)
    link = desk.floor.links["link"]
    assert {name: units // UNIT for name, units in link.amounts.items()} == left
    assert [(each.locked.paid, each.state) for each in link.awards.values()] == [(paid, "paid")]
    assert link.may_change_rates("main") == rates
    found = slip(desk, "t", "1.1")
    assert (found.state, found.paid, found.number) == ("paid", paid, 1)
    assert found.after == link.amounts["main"]
    assert [each.what for each in found.people] == ["dealt", "resettled", "validated"]
    assert "link, award 1" in text_of(slip_html(found))
    assert waiting(desk) == []
    settled_anew(desk, table, hand, "read once more")
    assert desk.floor.links["link"] == link, "the award is the same: nothing changes"
    audit(desk.ledger)
    assert replayed(desk.ledger) == []


def test_a_winner_after_a_resettled_round_wins_a_whole_meter(desk: Desk) -> None:
    table = misread(desk, MD)
    settled_anew(desk, table, SEVEN)
    won(desk, table, in_turn(SEVEN, NOTHING))
    (award,) = waiting(desk)
    assert (award.paid, award.number) == (3_500_020, 2)


def test_the_house_adds_what_the_meter_lacks(desk: Desk) -> None:
    """The meter was won since, and less is there than was due then."""
    table = misread(desk, MD)
    won(desk, table, in_turn(SEVEN, NOTHING))
    table.see_lights()
    desk.run(lambda unit: validate(unit, "t", "2.1", FLOOR), "t")
    while table.state.hands:
        table.perform_next()
    table.do(act_anew(desk, table, 1, SEVEN, "read again"), "supervisor", "s1")
    link = desk.floor.links["link"]
    assert [each.locked.paid for each in link.awards.values()] == [3_500_040, 3_500_020]
    assert (link.amounts, link.corrections) == ({"main": 3_500_000 * UNIT}, 20 * UNIT)
    found = slip(desk, "t", "1.1")
    assert (found.number, found.before, found.after) == (2, 3_500_020 * UNIT, 3_500_000 * UNIT)
    audit(desk.ledger)
    assert replayed(desk.ledger) == []


def test_an_award_that_was_anothers_moves_from_seat_to_seat(desk: Desk) -> None:
    """Two hands were mixed up: the meter does not change, but one award goes back for another."""
    table = desk.furnish_live("t", MD)
    table.sit(1, 2)
    won(desk, table, in_turn(SEVEN, WEAK, NOTHING), seats=(1, 2))
    table.see_lights()
    desk.run(lambda unit: validate(unit, "t", "1.1", FLOOR), "t")
    while table.state.hands:
        table.perform_next()
    before = desk.floor.links["link"].amounts
    swap(desk, table)
    link = desk.floor.links["link"]
    assert link.amounts == before
    assert [(each.locked.seat, each.state) for each in link.awards.values()] == [(1, "rejected"), (2, "paid")]
    first, second = slip(desk, "t", "1.1"), slip(desk, "t", "1.2")
    assert (first.state, second.state, second.number) == ("taken back", "paid", 2)
    assert (second.before, second.after) == (first.before, first.after)
    audit(desk.ledger)
    assert replayed(desk.ledger) == []


def swap(desk: Desk, table: Dealt) -> None:
    """Resettle the first round with the cards of its two seats exchanged."""
    events = [e.decode_event(record.body) for record in desk.ledger.read("table:t")]
    original = next(event.record for event in events if isinstance(event, e.RoundSettled))
    one, two = original.seats
    seats = [replace(one, cards=two.cards), replace(two, cards=one.cards)]
    act = resettlement(1, original, replace(original, seats=seats), "mixed up")
    table.do(act, "supervisor", "s1")
    validate_all(table)


def test_an_award_by_resettlement_has_a_slip(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    table.sit(1)
    table.open_up()
    hand = "2s 3s 4h 5d 7h Jc Kd"
    table.deal_round({1: {"ante": 1000, "progressive": 100}}, in_turn(hand, NOTHING))
    with pytest.raises(Refusal):
        slip(desk, "t", "1.1")
    settled_anew(desk, table, "2s 3s 4s 5s 7h Jc Kd")
    found = slip(desk, "t", "1.1")
    assert (found.state, found.paid, found.player, found.meter) == ("paid", 4000, "p1", "")
    assert found.hand == "four-card straight flush"
    assert "5s" in found.cards
    assert [each.what for each in found.people] == ["dealt", "resettled", "validated"]


# ------------------------------------------------------------------------------------------------ on paper


class Plain(HTMLParser):
    """Checks that tags nest, and that nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe")
        assert not {name for name, _ in attrs} & {"src", "href", "onclick"}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def text_of(html: str) -> str:
    plain = Plain()
    plain.feed(html)
    plain.close()
    assert plain.open == []
    return "\n".join(plain.text)


def a_slip(**changes: object) -> Slip:
    facts: dict[str, object] = {
        "table": "t<1>",
        "award": "12.3",
        "rules": MD,
        "operator": "Salt & Sons",
        "round": 12,
        "seat": 3,
        "player": "p9",
        "hand": "six-card straight flush",
        "cards": SIX,
        "paid": 120_000,
        "state": "paid",
        "at": 0,
        "meter": "main",
        "share": 1000,
        "before": 1_200_000 * UNIT + 7,
        "after": 1_080_000 * UNIT + 7,
    }
    return Slip(**(facts | changes))  # type: ignore[arg-type]


def test_a_slip_has_the_board_the_payer_the_envies_and_local_time() -> None:
    envy = (EnvyDue(seat=5, player="p5", paid=100_050),)
    slip = a_slip(
        rules="ma/ultimate-texas-holdem",
        hand="royal flush",
        cards="As Ts",
        board="Ks Qs Js 2h 3d",
        source="the cage, outside the table inventory",
        envy=envy,
        clauses=tuple(f"ma-uth-12.{letter}" for letter in "abcdefg"),
        serial=4711,
        zone="America/New_York",
        at=1_773_095_405_000,
    )
    text = text_of(slip_html(slip))
    for line in (
        "A♠ 10♠",
        "K♠ Q♠ J♠ 2♥ 3♦",
        "$1,200.00",
        "the cage, outside the table inventory",
        "seat 5, p5: $1,000.50",
        "Serial number 00004711",
        "2026-03-09 18:30:05 EDT",
        "ma-uth-12.a, ma-uth-12.b, ma-uth-12.c, ma-uth-12.d, ma-uth-12.e",
        "Cage",
        "Dealer",
    ):
        assert line in text, line
    assert "ma-uth-12.f" not in text


def test_a_slip_marks_winnings_by_the_operators_tax_form_rule() -> None:
    text = text_of(slip_html(a_slip(paid=200_000)))
    assert (
        "TAX FORM: winnings of $2,000 or more that are at least 300 times the wager (federal instructions "
        "for 2026, to be confirmed by the operator; no legal advice)" in text
    )
    assert "Meter before" in text
    assert "$12,000.00 and 7/10000 of a cent" in text
    below = a_slip(paid=119_999)
    assert "No tax form: winnings of $2,000" in text_of(slip_html(below))
    assert "No tax form" in text_of(slip_html(a_slip(paid=200_000, stake=700)))  # not 300 times the wager
    confirmed = a_slip(paid=200_000, stake=600, tax_confirmed=True)
    assert "TAX FORM" in (words := text_of(slip_html(confirmed)))
    assert "confirmed by the operator" in words
    assert "TAX FORM" in text_of(slip_html(a_slip(paid=119_999, tax_form=60_000)))
    signed = (Signed(what="validated", by="s_7", role="supervisor", at=0),)
    names = {"p9": "Ann <b>", "s_7": "Sue Pervisor"}
    named = text_of(slip_html(a_slip(people=signed), names))
    assert "Ann <b>, p9" in named
    assert "Sue Pervisor, s_7 (supervisor)" in named
    assert "Ann &lt;b&gt;, p9" in slip_html(a_slip(people=signed), names)
    page = slip_html(a_slip())
    assert "t&lt;1&gt;" in page
    shown = text_of(page)
    for line in ("Salt & Sons", "12, seat 3", "Six-card straight flush", "10% of the main meter"):
        assert line in shown
    assert "play money" in shown
    assert "play money" not in text_of(slip_html(a_slip(electronic=False)))
    cited = text_of(
        slip_html(a_slip(title="High Card Flush, Massachusetts", clauses=("ma-hcf-12.d", "xx-1")))
    )
    assert "High Card Flush, Massachusetts" in cited
    assert "\N{SECTION SIGN}12(d), xx-1" in cited  # as the document numbers it; the id of an unknown one
    assert "ma-hcf" not in cited


@pytest.mark.parametrize("name", sorted(PRACTICE))
def test_a_sign_shows_limits_and_odds(name: str) -> None:
    rules = practice_rules(name)
    shown = text_of(sign_html(rules, "t1", electronic=True))
    assert "play money" in shown
    assert "play money" not in text_of(sign_html(rules, "t1", electronic=False))
    assert "$500" in shown  # the most on the ante
    for table in (*rules.house.tables.values(), *rules.house.cover_all.values()):
        for row, award in zip(table.rows, table.awards, strict=True):
            assert capital(row_words(rules.house.rules.rules.game, row)) in shown
            assert stated(rules.house.rules, award) in shown
    progressive = rules.house.progressive
    assert progressive is not None
    assert all(stated(rules.house.rules, award) in shown for award in progressive.table.awards)
