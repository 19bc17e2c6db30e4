"""After "no more bets" nothing is wagered, raised or withdrawn: a correction only mends an entry.

Each test attempts the breach: to add, change or take back a wager once the cards are out, alone or by
validating one's own work.
"""

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.settlement.round import FOLD
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.dual_control import Second
from tests.table.driver import (
    RULES,
    SECOND,
    Table,
    correction,
    electronic,
    every_wager,
    live,
    resettlement,
    stacked,
)

change = msgspec.structs.replace
HIGH_CARD_FLUSH = ("ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush")
NO_MORE_BETS = (
    "ma-hcf-6.d.s1",
    "ma-hcf-6.d.s2",
    "nj-hcf-38.6.d.s1",
    "nj-hcf-38.6.d.s2",
    "md-hcf-7.D",
    "md-hcf-7.E",
    "md-hcf-2.C.2",
)
SEVEN = "2s 3s 4s 5s 6s 7s 8s"
POOR = "2c 5d 9h Kc 3h 7d Jh"
SUPERVISOR = ("supervisor", "s1")


def refusal(table: Table, act: c.AnyAct, role: str = "supervisor", by: str = "s1") -> Refusal:
    """The refusal of an act; nothing has changed."""
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(act, role, by)
    assert table.state is before
    return caught.value


def without_progressive(name: str) -> dict[str, int]:
    return {wager: amount for wager, amount in every_wager(name).items() if wager != "progressive"}


def dealt_seven(name: str, wagers: dict[str, int]) -> Table:
    """A live table at which seat 1 was dealt a seven-card straight flush."""
    table = live(name, "automated-shoe", seats=(1,))
    table.start_round({1: wagers}, stacked(SEVEN, POOR))
    table.until("decide")
    table.do(c.Enter(to=1, cards=SEVEN))
    return table


def settled_seven(name: str, wagers: dict[str, int]) -> tuple[Table, e.RoundSettled]:
    table = live(name, "automated-shoe", seats=(1,))
    events = table.deal_round({1: wagers}, stacked(SEVEN, POOR))
    return table, next(event for event in events if isinstance(event, e.RoundSettled))


# --------------------------------------------------------------------------------------- electronic tables


@pytest.mark.clause(*NO_MORE_BETS, shows="refused")
@pytest.mark.parametrize("name", HIGH_CARD_FLUSH)
def test_no_progressive_is_added_to_a_dealt_straight_flush_at_an_electronic_table(name: str) -> None:
    table = electronic(name, "automated-shoe")
    table.sit(1)
    table.start_round({1: without_progressive(name)}, stacked(SEVEN, POOR))
    added = correction(1, wagers=every_wager(name))
    assert refusal(table, added).code == "not_now"
    assert not any(offer.act == "correct" for offer in table.offers("administrator"))


@pytest.mark.clause(*NO_MORE_BETS, shows="refused")
@pytest.mark.parametrize("name", RULES)
def test_wagers_and_decisions_of_an_electronic_table_are_never_corrected(name: str) -> None:
    table = electronic(name)
    table.sit(1)
    table.start_round({1: every_wager(name)})
    wagers = {**every_wager(name), "ante": 2000}
    for changes in ({"wagers": wagers}, {"decision": "fold"}, {"cards": SEVEN}):
        assert refusal(table, correction(1, **changes)).code == "not_now"


@pytest.mark.clause(*NO_MORE_BETS, shows="refused")
@pytest.mark.parametrize("part", ["wagers", "decision", "cards"])
def test_a_round_of_an_electronic_table_is_not_resettled_on_other_entries(part: str) -> None:
    name = "ma/high-card-flush"
    table = electronic(name)
    table.sit(1)
    events = table.deal_round({1: without_progressive(name)}, stacked(SEVEN, POOR))
    settled = next(event for event in events if isinstance(event, e.RoundSettled))
    (seat,) = settled.record.seats
    other = {"wagers": {"ante": 1500}, "decision": FOLD, "cards": POOR}[part]
    corrected = change(settled.record, seats=[change(seat, **{part: other})])
    asked = resettlement(settled.round, settled.record, corrected, "a mistake")
    assert refusal(table, asked).code == "value_not_allowed"


# ------------------------------------------------------------------ a wager that the progressive system locks


@pytest.mark.clause(*NO_MORE_BETS, "ma-hcf-12.b.1", "nj-hcf-38.12.b.1", "md-hcf-10.A.2.b", shows="refused")
@pytest.mark.parametrize("name", HIGH_CARD_FLUSH)
def test_no_correction_adds_or_takes_back_a_progressive_wager(name: str) -> None:
    table = dealt_seven(name, without_progressive(name))
    assert refusal(table, correction(1, wagers=every_wager(name))).code == "wager_locked"
    table = dealt_seven(name, every_wager(name))
    assert refusal(table, correction(1, wagers=without_progressive(name))).code == "wager_locked"


@pytest.mark.clause(*NO_MORE_BETS, shows="refused")
@pytest.mark.parametrize("name", HIGH_CARD_FLUSH)
def test_no_resettlement_adds_or_takes_back_a_progressive_wager(name: str) -> None:
    table, settled = settled_seven(name, without_progressive(name))
    (seat,) = settled.record.seats
    corrected = change(settled.record, seats=[change(seat, wagers=every_wager(name))])
    asked = resettlement(settled.round, settled.record, corrected, "overlooked")
    assert refusal(table, asked).code == "wager_locked"


# ------------------------------------------------------------------------------------------------ two people


@pytest.mark.clause(*NO_MORE_BETS, shows="refused")
def test_a_correction_names_what_lay_on_the_layout_and_is_signed_by_two() -> None:
    table = dealt_seven("ma/high-card-flush", {"ante": 1000})
    wagers = {"ante": 1500}
    assert refusal(table, correction(1, wagers=wagers, second=None)).code == "signatures_missing"
    own = Second(by="s1", role="supervisor", signature="g2")
    assert refusal(table, correction(1, wagers=wagers, second=own)).code == "signatures_missing"
    player = Second(by="p9", role="player", signature="g3")
    assert refusal(table, correction(1, wagers=wagers, second=player)).code == "role_too_low"
    unsigned = Second(by="d2", role="dealer", signature="")
    assert refusal(table, correction(1, wagers=wagers, second=unsigned)).code == "signatures_missing"
    assert refusal(table, correction(1, wagers=wagers, layout=" ")).code == "reason_missing"
    assert refusal(table, correction(1, wagers=wagers), "dealer", "d1").code == "role_too_low"
    (event,) = table.do(correction(1, wagers=wagers, layout="three red chips"), *SUPERVISOR)
    assert isinstance(event, e.Corrected)
    assert (event.by, event.second, event.layout) == ("s1", SECOND, "three red chips")
    assert table.state.hands[1].wagers == wagers


@pytest.mark.clause(*NO_MORE_BETS, shows="refused")
def test_a_resettlement_is_signed_by_two() -> None:
    table, settled = settled_seven("ma/high-card-flush", {"ante": 1000})
    (seat,) = settled.record.seats
    corrected = change(settled.record, seats=[change(seat, decision=FOLD)])
    asked = resettlement(settled.round, settled.record, corrected, "a fold was missed")
    assert refusal(table, change(asked, second=None)).code == "signatures_missing"
    assert refusal(table, change(asked, second=change(SECOND, by="s1"))).code == "signatures_missing"
    table.do(asked, *SUPERVISOR)


# ----------------------------------------------------------------- nobody approves their own


@pytest.mark.clause(
    "ma-hcf-12.e.documentation", "nj-hcf-38.12.e.documentation", "md-hcf-11.B.9.c", shows="refused"
)
@pytest.mark.parametrize("name", HIGH_CARD_FLUSH)
@pytest.mark.parametrize("act", [c.Validate(award="1.1"), c.Reject(award="1.1", reason="no")])
def test_who_corrected_a_round_decides_on_none_of_its_awards(name: str, act: c.Validate | c.Reject) -> None:
    table = dealt_seven(name, every_wager(name))
    table.do(correction(1, wagers={**every_wager(name), "ante": 1500}), *SUPERVISOR)
    while not table.state.pending:
        table.perform_next()
    assert list(table.state.pending) == ["1.1"]
    table.see_lights()
    assert refusal(table, act).code == "own_work"
    assert refusal(table, act, "floorperson", SECOND.by).code == "own_work"
    assert not any(offer.act == "validate" for offer in table.offers(*SUPERVISOR))
    assert any(offer.act == "validate" for offer in table.offers("floorperson", "f1"))
    table.do(act, "floorperson", "f1")
    assert not table.state.pending


@pytest.mark.clause(
    "ma-hcf-12.e.documentation", "nj-hcf-38.12.e.documentation", "md-hcf-11.B.9.c", shows="refused"
)
@pytest.mark.parametrize("name", HIGH_CARD_FLUSH)
def test_an_award_that_a_resettlement_finds_waits_for_somebody_else(name: str) -> None:
    table = live(name, "automated-shoe", seats=(1,))
    events = table.deal_round({1: every_wager(name)}, stacked(POOR, "Ah Kh Qd Jd 9s 4c 3d"))
    settled = next(event for event in events if isinstance(event, e.RoundSettled))
    (seat,) = settled.record.seats
    corrected = change(settled.record, seats=[change(seat, cards=SEVEN)])
    (event,) = table.do(resettlement(1, settled.record, corrected, "read wrong"), *SUPERVISOR)
    assert isinstance(event, e.Resettled)
    (award,) = event.awards
    assert table.state.pending == {"1.1": award}
    results = (settled.record, corrected)
    assert event.differences[1] < award.paid, results  # not paid by the people who found it
    table.see_lights()
    assert refusal(table, c.Validate(award="1.1")).code == "own_work"
    (paid,) = table.do(c.Validate(award="1.1"), "floorperson", "f1")
    assert isinstance(paid, e.AwardValidated)
    assert paid.paid == award.paid
