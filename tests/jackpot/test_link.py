"""A link, clause by clause: contributions, awards and returns."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.jackpot.decisions import (
    change_rates,
    check_fits,
    contribute,
    correct,
    lock_awards,
    lock_resettled,
    open_link,
    reject,
    return_contributions,
    top_up,
    validate,
)
from croupier.jackpot.link import Link
from croupier.jackpot.meters import UNIT, MeterAward
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Round
from croupier.settlement.settle import settle_at
from croupier.submission.choices import house_rules
from tests.jackpot.contributions import contributions_of
from tests.jackpot.links import BY, ROYAL, ULTIMATE, after, opened, progressive

WHOLE, TENTH = 10_000, 1_000


def _cents(link: Link) -> dict[str, int]:
    return {name: amount // UNIT for name, amount in link.amounts.items()}


def _award(paid: int, reset: int = 0, share: int = WHOLE, meter: str = "main", seat: int = 1) -> MeterAward:
    return MeterAward(seat, "a hand", meter, share, paid, reset * UNIT)


def _lock(link: Link, *awards: MeterAward, table: str = "T1", round_: int = 1) -> Link:
    return after(link, lock_awards(link, table, round_, awards, **BY))


def _play(link: Link, cents: int, table: str = "T1", round_: int = 1) -> Link:
    """Stakes of so many cents in a round."""
    return after(link, contribute(link, table, round_, contributions_of(link, cents), **BY))


def _refused(code: str, decide: Callable[[], Any]) -> Refusal:
    with pytest.raises(Refusal) as refused:
        decide()
    assert refused.value.code == code, refused.value
    return refused.value


# ----------------------------------------------------------------------------------- opening, contributions


@pytest.mark.clause("ma-hcf-11.f.seed", "nj-hcf-38.11.f.seed", shows="computed")
@pytest.mark.parametrize("rules", ["ma/high-card-flush", "nj/high-card-flush"])
def test_the_main_meter_starts_at_10000_dollars_and_the_secondary_at_nothing(rules: str) -> None:
    link = opened(rules, "A")
    assert _cents(link) == {"main": 1_000_000, "secondary": 0}
    assert link.seeds == 1_000_000 * UNIT
    assert link.conserved
    assert contributions_of(link, 100) == {"main": 24 * UNIT, "secondary": 2 * UNIT}
    house = progressive(rules, "A")
    _refused("seed_fixed", lambda: open_link("bank", house, seeds={"main": 1_100_000}, **BY))
    _refused("rate_fixed", lambda: open_link("bank", house, rates={"main": 2_500}, **BY))


@pytest.mark.clause(
    "md-hcf-12.E.2.a", "md-hcf-12.E.2.b.i", "md-hcf-12.E.2.b.ii", "md-hcf-12.E.2.b.iii", shows="computed"
)
@pytest.mark.parametrize(
    ("table", "least"), [("A", 3_000_000), ("B", 3_000_000), ("C", 500_000), ("E", 2_500_000)]
)
def test_maryland_files_its_rate_and_a_seed_above_the_floor(table: str, least: int) -> None:
    link = opened("md/high-card-flush", table, seeds={"main": least + 5}, rates={"main": 1_825})
    assert _cents(link) == {"main": least + 5}
    assert contributions_of(link, 100) == {"main": 182_500}
    house = progressive("md/high-card-flush", table)
    refused = _refused("seed_below_minimum", lambda: open_link("b", house, seeds={"main": least - 1}, **BY))
    assert "md-hcf-12.E.2.b" in refused.clauses
    _refused("rate_unreadable", lambda: open_link("b", house, rates={"main": 10_001}, **BY))
    _refused("unknown_meter", lambda: open_link("b", house, rates={"minor": 100}, **BY))
    _refused("bad_amount", lambda: open_link("b", house, seeds={"main": 10**12 + 1}, **BY))


@pytest.mark.clause("ma-fcp-13.a.3.s1", "ma-fcp-13.a.3.s2", shows="computed")
@pytest.mark.parametrize(("table", "seed"), [("A", 500_000), ("B", 100_000)])
def test_four_card_starts_at_what_was_filed(table: str, seed: int) -> None:
    link = opened("ma/four-card-poker", table, rates={"main": 2_000})
    assert _cents(_play(link, 500)) == {"main": seed + 100}
    assert contributions_of(opened("ma/four-card-poker", table), 500) == {}


@pytest.mark.clause(
    "ma-fcp-13.b.PTMGL01-seed",
    "ma-fcp-13.b.PTMGL02-seed",
    "ma-fcp-13.b.PTMGL04-seed",
    "ma-fcp-13.b.PTMGLML01-seed",
    "ma-fcp-13.b.PTMGLML02-seed",
    "ma-fcp-13.b.PTMGLML03-seed",
    shows="computed",
)
@pytest.mark.parametrize(
    ("table", "seeds"),
    [
        ("PTMGL01", {"main": 1_000_000}),
        ("PTMGL02", {"main": 1_000_000}),
        ("PTMGL04", {"main": 100_000}),
        ("PTMGLML01", {"major": 1_000_000, "minor": 100_000}),
        ("PTMGLML02", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}),
        ("PTMGLML03", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}),
    ],
)
def test_multi_game_link_has_one_to_three_levels_and_its_seeds_scale(
    table: str, seeds: dict[str, int]
) -> None:
    assert _cents(opened("ma/four-card-poker", table)) == seeds
    link = opened("ma/four-card-poker", table, progressive_wager=500)
    assert _cents(link) == {name: 5 * seed for name, seed in seeds.items()}
    # every level is won and starts again by itself
    for seat, (name, seed) in enumerate(seeds.items(), start=1):
        link = _lock(link, _award(5 * seed, 5 * seed, meter=name, seat=seat))
    assert _cents(link) == {name: 5 * seed for name, seed in seeds.items()}
    assert link.pending == sum(link.amounts.values())


@pytest.mark.clause("ma-uth-14.a", "ma-uth-14.c", shows="computed")
def test_ultimate_as_filed() -> None:
    link = opened("ma/ultimate-texas-holdem", ULTIMATE)
    link = _play(link, 500)
    assert _cents(link) == {"main": 1_000_100}
    link = _lock(link, _award(100_010, share=TENTH), _award(900_090, 1_000_000, seat=2))
    assert _cents(link) == {"main": 1_000_000}


def test_tables_of_different_games_feed_one_link() -> None:
    link = opened("ma/four-card-poker", "PTMGL01", progressive_wager=500, rates={"main": 2_000})
    same = ROYAL | {"seed": 5_000_000, "rate": "20%"}
    check_fits(link, progressive("ma/ultimate-texas-holdem", same))
    check_fits(link, progressive("ma/four-card-poker", "PTMGL02", progressive_wager=500))
    other = progressive("ma/four-card-poker", "PTMGL04", progressive_wager=500)
    assert "$50,000" in _refused("link_differs", lambda: check_fits(link, other)).message
    link = _play(_play(link, 500, "holdem"), 1_000, "four-card")
    assert _cents(link) == {"main": 5_000_300}


@pytest.mark.clause("ma-hcf-11.f.contribution", "ma-hcf-11.f.rate.C", shows="computed")
def test_contributions_are_exact_to_the_fraction_of_a_cent() -> None:
    link = opened("md/high-card-flush", "A", rates={"main": 1_233})
    for round_ in range(1, 4):
        link = _play(link, 101, round_=round_)
    assert link.amounts["main"] - 3_000_000 * UNIT == 3 * 101 * 1_233
    assert link.contributions == 3 * 101 * 1_233


def test_contributions_that_are_refused() -> None:
    link = _play(opened("ma/high-card-flush", "A"), 100, round_=5)
    _refused("bad_amount", lambda: contribute(link, "T1", 6, {"main": -1}, **BY))
    _refused("bad_amount", lambda: contribute(link, "T1", 6, {}, **BY))
    _refused("bad_amount", lambda: contribute(link, "T1", 6, {"main": 10**17}, **BY))
    _refused("unknown_meter", lambda: contribute(link, "T1", 6, {"mega": 1}, **BY))
    _refused("link_round_over", lambda: contribute(link, "T1", 4, {"main": 1}, **BY))
    assert _play(link, 100, "T2", 4).latest["T2"].round == 4


# ------------------------------------------------------------------------------------------------- voids


@pytest.mark.clause("ma-hcf-11.f.contribution", shows="computed")
def test_a_void_round_gives_back_exactly_what_it_put_on() -> None:
    before = opened("md/high-card-flush", "A", rates={"main": 1_233})
    link = _play(_play(before, 101), 200)
    assert link.latest["T1"].amounts == {"main": 301 * 1_233}
    link = after(link, return_contributions(link, "T1", 1, {"main": 101 * 1_233}, **BY))
    link = after(link, return_contributions(link, "T1", 1, **BY))
    assert (link.amounts, link.contributions, link.corrections) == (before.amounts, 0, 0)
    _refused("bad_amount", lambda: return_contributions(link, "T1", 1, **BY))
    _refused("return_above_contribution", lambda: return_contributions(link, "T1", 1, {"main": 1}, **BY))
    _refused("link_round_over", lambda: return_contributions(link, "T1", 2, **BY))
    _refused("link_round_over", lambda: return_contributions(link, "T2", 1, **BY))


@pytest.mark.clause("ma-hcf-11.f.contribution", "ma-hcf-11.f.reset", shows="computed")
def test_a_void_after_another_table_won_takes_what_is_there_and_records_the_rest() -> None:
    link = opened("ma/high-card-flush", "A")
    link = _play(link, 600, "T1")
    link = _lock(link, _award(1_000_144), table="T2")
    assert _cents(link) == {"main": 12, "secondary": 0}
    link = after(link, return_contributions(link, "T1", 1, **BY))
    assert link.amounts == {"main": 0, "secondary": 0}
    # 144 on main, of which 12 are there; 12 on the secondary, of which none
    assert (link.contributions, link.corrections) == (0, (144 - 12 + 12) * UNIT)


# ------------------------------------------------------------------------------------------------ awards


@pytest.mark.clause(
    "ma-hcf-11.f.reset", "ma-hcf-12.f.meter", "nj-hcf-38.11.f.reset", "nj-hcf-38.12.f.meter", shows="computed"
)
@pytest.mark.parametrize("rules", ["ma/high-card-flush", "nj/high-card-flush"])
def test_a_whole_award_is_pending_and_main_plays_on_from_the_secondary(rules: str) -> None:
    link = _lock(_play(opened(rules, "A"), 10_000), _award(1_002_400))
    assert _cents(link) == {"main": 200, "secondary": 0}
    locked = link.awards[1].locked
    assert (locked.moved, locked.reseeded, locked.below_initial) == (200 * UNIT, 0, True)
    assert (link.pending, link.paid) == (1_002_400 * UNIT, 0)
    link = after(link, validate(link, 1, **BY))
    assert (link.pending, link.paid) == (0, 1_002_400 * UNIT)


@pytest.mark.clause("ma-hcf-12.f.verify", "md-hcf-11.B.9.c", shows="computed")
def test_an_award_is_decided_once() -> None:
    start = _lock(opened("md/high-card-flush", "A"), _award(300_000, share=TENTH))
    paid = after(start, validate(start, 1, **BY))
    rejected = after(start, reject(start, 1, "the sensor was not lit", **BY))
    for link in (paid, rejected):
        _refused("award_decided", lambda link=link: validate(link, 1, **BY))  # type: ignore[misc]
        _refused("award_decided", lambda link=link: reject(link, 1, "again", **BY))  # type: ignore[misc]
        _refused("unknown_award", lambda link=link: validate(link, 2, **BY))  # type: ignore[misc]
    _refused("reason_missing", lambda: reject(start, 1, " ", **BY))


@pytest.mark.clause("md-hcf-12.E.3", "ma-fcp-13.a.4", shows="computed")
def test_of_two_tables_that_hit_at_once_the_first_recorded_takes_the_meter() -> None:
    rules, choices = "md/high-card-flush", {"progressive": "A"}
    ready = prepared(house_rules(rules, msgspec.convert(choices, Round.__annotations__["choices"])))
    seat = {"seat": 3, "cards": "2s 3s 4s 5s 6s 7s 8s", "decision": {"raise": 1000}}
    seat["wagers"] = {"ante": 1000, "progressive": 100}
    line = {"rules": rules, "dealer": "9d Tc Jh Qs Kc Ac 2c", "seats": [seat], "choices": choices}
    game_round = msgspec.convert(line, Round)
    link = opened(rules, "A", rates={"main": 1_000})
    link = _play(_play(link, 100, "T1"), 100, "T2")
    both = [settle_at(ready, game_round, meters=link.amounts).awards for _ in range(2)]
    link = _lock(link, *both[0], table="T1")
    refused = _refused("stale_meter", lambda: lock_awards(link, "T2", 1, both[1], **BY))
    assert "$30,000.20" in refused.message
    again = settle_at(ready, game_round, meters=link.amounts)
    link = _lock(link, *again.awards, table="T2")
    assert link.amounts == again.meters
    assert [each.locked.paid for each in link.awards.values()] == [3_000_020, 3_000_000]


def test_a_stale_round_is_refused_as_a_whole_and_a_seat_is_paid_once() -> None:
    link = opened("md/high-card-flush", "A")
    awards = [_award(300_000, share=TENTH), _award(300_000, share=TENTH, seat=2)]
    _refused("stale_meter", lambda: lock_awards(link, "T1", 1, awards, **BY))
    _refused("stale_meter", lambda: lock_awards(link, "T1", 1, [_award(3_000_000, 2_999_999)], **BY))
    _refused("unknown_meter", lambda: lock_awards(link, "T1", 1, [_award(1, meter="mega")], **BY))
    link = _lock(link, awards[0], MeterAward(3, "five-card straight flush", "", 0, 25_000))
    assert len(link.awards) == 1
    again = _award(270_000, share=TENTH)
    _refused("award_locked_twice", lambda: lock_awards(link, "T1", 1, [again], **BY))
    link = after(link, reject(link, 1, "the wrong hand was entered", **BY))
    assert len(_lock(link, awards[0]).awards) == 2


@pytest.mark.clause("md-hcf-11.B.9.c", "ma-hcf-11.f.reset", shows="computed")
@pytest.mark.parametrize(
    ("rules", "due"), [("md/high-card-flush", 2_999_000), ("ma/high-card-flush", 999_000)]
)
def test_an_award_of_a_resettled_round_has_its_earlier_amount_and_restarts_the_meter(
    rules: str, due: int
) -> None:
    """What came on the meter since stays there, as if the award had been taken in its time.

    It waits for validation.
    """
    link = _play(opened(rules, "A", **({"rates": {"main": 2_000}} if rules.startswith("md") else {})), 10_000)
    before, award = link, _award(due)
    link = after(link, lock_resettled(link, "T1", 1, award, "misread", **BY))
    fresh = 3_000_000 * UNIT if rules.startswith("md") else before.amounts["secondary"]
    assert link.amounts["main"] == before.amounts["main"] - due * UNIT + fresh
    assert (link.paid, link.pending, link.corrections) == (0, due * UNIT, 0)
    assert (link.awards[1].state, link.may_change_rates("main"), link.conserved) == ("pending", False, True)
    link = after(link, validate(link, 1, **BY))
    assert (link.paid, link.pending, link.corrections) == (due * UNIT, 0, 0)
    assert (link.awards[1].state, link.may_change_rates("main"), link.conserved) == ("paid", True, True)
    _refused("award_locked_twice", lambda: lock_resettled(link, "T1", 1, award, "misread", **BY))
    _refused("reason_missing", lambda: lock_resettled(link, "T1", 2, _award(5_000_000), " ", **BY))


# -------------------------------------------------------------------------------------------- rejections


@pytest.mark.clause("md-hcf-11.B.9.c", "md-hcf-12.E.2.b.i", shows="computed")
def test_a_rejection_puts_the_award_back_and_takes_the_seed_back() -> None:
    before = _play(opened("md/high-card-flush", "A", rates={"main": 1_233}), 101)
    link = _lock(before, _award(3_000_012, 3_000_000))
    link = _play(link, 100, "T2")
    link = after(link, reject(link, 1, "eight cards in the hand", **BY))
    assert link.amounts == _play(before, 100, "T2").amounts
    assert (link.pending, link.paid, link.corrections, link.seeds) == (0, 0, 0, 3_000_000 * UNIT)


@pytest.mark.clause("ma-hcf-12.f.verify", "ma-hcf-11.f.reset", shows="computed")
def test_a_rejection_gives_the_secondary_its_amount_back() -> None:
    before = _play(opened("ma/high-card-flush", "A"), 10_000)
    link = _play(_lock(before, _award(1_002_400)), 100, "T2")
    link = after(link, reject(link, 1, "the wager was not accepted", **BY))
    assert link.amounts == _play(before, 100, "T2").amounts


@pytest.mark.clause("md-hcf-11.B.9.c", shows="computed")
def test_a_rejection_after_another_win_corrects_the_meter_as_it_is_now() -> None:
    link = _lock(opened("md/high-card-flush", "A"), _award(3_000_000, 3_000_000))
    link = _lock(link, _award(300_000, share=TENTH), table="T2")
    link = after(link, reject(link, 1, "a marked card", **BY))
    # the award is on the meter again, the fresh seed is off it, and the second winner keeps the award
    assert _cents(link) == {"main": 2_700_000}
    assert (link.seeds, link.corrections) == (6_000_000 * UNIT, -3_000_000 * UNIT)
    assert link.awards[2].state == "pending"


@pytest.mark.clause("ma-hcf-12.f.verify", shows="computed")
def test_a_rejection_after_another_win_leaves_the_secondary_alone() -> None:
    link = _play(opened("ma/high-card-flush", "A"), 10_000)
    link = _lock(link, _award(1_002_400), round_=1)
    link = _play(link, 10_000, round_=2)
    link = _lock(link, _award(2_600), round_=2)
    link = after(link, reject(link, 1, "the wager was not accepted", **BY))
    assert _cents(link) == {"main": 1_002_600, "secondary": 0}
    assert link.corrections == 0


def test_a_rejection_never_takes_a_meter_below_nothing() -> None:
    link = opened("md/high-card-flush", "A")
    link = after(link, correct(link, "main", -2_999_000 * UNIT, "the display was wrong", **BY))
    link = _lock(link, _award(1_000, 3_000_000))
    link = after(link, correct(link, "main", -2_999_900 * UNIT, "wrong again", **BY))
    link = after(link, reject(link, 1, "a fouled hand", **BY))
    # $10 and $1 cannot give back the $30,000 of seed
    assert link.amounts == {"main": 0}
    assert link.conserved


# ------------------------------------------------------------------------------- the operator's own entries


@pytest.mark.clause("ma-hcf-11.f.reset", "nj-hcf-38.11.f.reset", shows="computed")
def test_money_that_the_operator_adds_is_an_entry_of_its_own() -> None:
    link = _lock(opened("ma/high-card-flush", "A"), _award(1_000_000))
    assert _cents(link) == {"main": 0, "secondary": 0}
    link = after(link, top_up(link, "main", 1_000_000, **BY))
    assert (_cents(link)["main"], link.top_ups) == (1_000_000, 1_000_000 * UNIT)
    _refused("bad_amount", lambda: top_up(link, "main", 0, **BY))
    _refused("bad_amount", lambda: top_up(link, "main", -5, **BY))
    _refused("bad_amount", lambda: top_up(link, "main", 10**12, **BY))
    _refused("unknown_meter", lambda: top_up(link, "mega", 5, **BY))


def test_a_correction_posts_no_more_than_the_meter_holds() -> None:
    link = opened("ma/four-card-poker", "B")
    event = correct(link, "main", -100_001 * UNIT, "round 7 settled again", **BY)
    assert (event.amount, event.asked) == (-100_000 * UNIT, -100_001 * UNIT)
    link = after(link, event)
    assert link.amounts == {"main": 0}
    link = after(link, correct(link, "main", 7, "round 7 settled again", **BY))
    assert (link.amounts["main"], link.corrections) == (7, 7 - 100_000 * UNIT)
    _refused("bad_amount", lambda: correct(link, "main", 0, "nothing", **BY))
    _refused("reason_missing", lambda: correct(link, "main", 1, "", **BY))
    _refused("unknown_meter", lambda: correct(link, "minor", 1, "a reason", **BY))


@pytest.mark.clause("md-hcf-12.E.2.a", "ma-fcp-13.a.3.s1", shows="computed")
def test_rates_change_only_right_after_a_win() -> None:
    link = opened("ma/four-card-poker", "PTMGLML01", rates={"major": 1_000, "minor": 500})
    _refused("rate_change_not_allowed", lambda: change_rates(link, {"minor": 600}, **BY))
    won = _lock(link, _award(100_000, 100_000, meter="minor"))
    _refused(
        "rate_change_not_allowed", lambda: change_rates(won, {"minor": 600}, **BY)
    )  # it may still be rejected
    won = after(won, validate(won, 1, **BY))
    assert won.may_change_rates("minor")
    assert not won.may_change_rates("major")
    changed = after(won, change_rates(won, {"minor": 600}, **BY))
    assert contributions_of(changed, 100) == {"major": 100_000, "minor": 60_000}
    late = _play(won, 100)
    _refused("rate_change_not_allowed", lambda: change_rates(late, {"minor": 600}, **BY))
    _refused("rate_unreadable", lambda: change_rates(won, {"minor": 0}, **BY))
    _refused("rate_unreadable", lambda: change_rates(won, {}, **BY))
    _refused("unknown_meter", lambda: change_rates(won, {"main": 5}, **BY))


@pytest.mark.clause("ma-hcf-11.f.rate.A", shows="computed")
def test_rates_that_the_rules_print_never_change() -> None:
    link = _lock(opened("ma/high-card-flush", "A"), _award(1_000_000))
    link = after(link, validate(link, 1, **BY))
    _refused("rate_fixed", lambda: change_rates(link, {"main": 2_500}, **BY))
