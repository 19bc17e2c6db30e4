"""The arithmetic of meters: exact contributions, shares down to the cent, the fraction stays."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.jackpot.meters import UNIT, award_to, contribution_units, meter_of, pay_award, take_share
from croupier.money import parse_award
from tests.jackpot.links import progressive

MASSACHUSETTS = progressive("ma/high-card-flush", "A")
MARYLAND = progressive("md/high-card-flush", "A")


@pytest.mark.clause("ma-hcf-11.f.rate.A", "ma-hcf-11.f.contribution", shows="computed")
def test_a_dollar_puts_24_and_2_cents_on_the_meters() -> None:
    rates = [meter.rate for meter in MASSACHUSETTS.meters]
    assert [contribution_units(100, rate or 0) for rate in rates] == [24 * UNIT, 2 * UNIT]


@given(st.integers(1, 10**7), st.integers(1, 10_000))
def test_a_contribution_is_exact(stake: int, rate: int) -> None:
    assert Fraction(contribution_units(stake, rate), UNIT) == stake * Fraction(rate, 10_000)


@pytest.mark.clause("ma-hcf-11.f.deduct", "ma-hcf-12.f.meter", shows="computed")
def test_a_share_is_paid_down_to_the_cent_and_the_fraction_stays() -> None:
    meters = {"main": 1_000_009 * UNIT + 9_999, "secondary": 5}
    award = award_to(2, "six-card straight flush", parse_award("10% of main"), 100, meters, MASSACHUSETTS)
    assert (award.paid, award.share, award.reseeded, award.below_initial) == (100_000, 1000, 0, False)
    assert meters == {"main": 900_009 * UNIT + 9_999, "secondary": 5}


def test_the_fraction_counts_toward_the_next_cent() -> None:
    # the meter holds $10.0095, and its display shows $10.00
    meters = {"main": 1_000 * UNIT + 9_500, "secondary": 0}
    assert take_share(9_995, meters, meter_of(MASSACHUSETTS, "main")).paid == 1_000
    assert 1_000 * 9_995 // 10_000 == 999


@pytest.mark.clause("ma-hcf-11.f.reset", "nj-hcf-38.11.f.reset", shows="computed")
@pytest.mark.parametrize("rules", ["ma/high-card-flush", "nj/high-card-flush"])
def test_a_whole_award_leaves_the_secondary_and_the_fraction_on_main(rules: str) -> None:
    meters = {"main": 1_500_000 * UNIT + 123, "secondary": 40_000 * UNIT + 7}
    award = award_to(
        1, "seven-card straight flush", parse_award("100% of main"), 100, meters, progressive(rules, "A")
    )
    assert (award.paid, award.reseeded, award.below_initial) == (1_500_000, 0, True)
    assert meters == {"main": 40_000 * UNIT + 130, "secondary": 0}


@pytest.mark.clause("ma-hcf-11.f.reset", "ma-hcf-11.f.seed", shows="computed")
def test_main_restarts_above_its_initial_amount_where_the_secondary_is_that_large() -> None:
    meters = {"main": 1_500_000 * UNIT, "secondary": 1_000_000 * UNIT}
    award = award_to(1, "", parse_award("100% of main"), 100, meters, MASSACHUSETTS)
    assert not award.below_initial


@pytest.mark.clause("md-hcf-12.E.2.b.i", "md-hcf-12.E.3", shows="computed")
def test_maryland_restarts_at_the_reset_amount_and_the_fraction() -> None:
    meters = {"main": 3_141_592 * UNIT + 6_535}
    award = award_to(1, "", parse_award("100% of main"), 100, meters, MARYLAND)
    assert (award.paid, award.reseeded, award.below_initial) == (3_141_592, 3_000_000 * UNIT, False)
    assert meters == {"main": 3_000_000 * UNIT + 6_535}


@pytest.mark.clause("ma-fcp-13.a.1.A", shows="computed")
def test_fixed_awards_come_from_no_meter() -> None:
    meters = {"main": 500_000 * UNIT}
    four_card = progressive("ma/four-card-poker", "A")
    award = award_to(3, "three of a kind", parse_award("9 for 1"), 500, meters, four_card)
    assert (award.meter, award.share, award.paid) == ("", 0, 4_500)
    assert meters == {"main": 500_000 * UNIT}


def test_whole_cents_for_reports() -> None:
    meters = {"main": 1_000_009, "secondary": 77}
    assert pay_award(parse_award("10% of main"), 100, meters, MASSACHUSETTS) == 100_000
    assert pay_award(parse_award("$250"), 100, meters, MASSACHUSETTS) == 25_000
    assert meters == {"main": 900_009, "secondary": 77}
    assert pay_award(parse_award("100% of main"), 100, meters, MASSACHUSETTS) == 900_009
    assert meters == {"main": 77, "secondary": 0}
