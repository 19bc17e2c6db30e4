"""Meters: returns at any reading, the law of awards against closed forms and awards drawn one by one."""

from dataclasses import replace
from fractions import Fraction
from math import ceil
from random import Random

import pytest

from croupier.cards import cards_in, set_of
from croupier.errors import Refusal
from croupier.games.four_card_poker.solver import solution as four_card
from croupier.games.four_card_poker.solver.dealer_law import strengths
from croupier.odds.advice import advice
from croupier.odds.filed.wagers import Wagers
from croupier.odds.meters.curve import readings
from croupier.odds.meters.law import Movement, law_between_awards, law_from, wagers_until
from croupier.odds.meters.price import at_meters, figures_at_meters
from croupier.odds.price import stays
from croupier.odds.progressive import long_run, price_progressive
from croupier.odds.strategy import strategy
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
LOST = house_rules("ma/high-card-flush", Choices.of(progressive="C"))
LIVE = house_rules("ma/four-card-poker", Choices.of(progressive="A"))
TWO_SHARES = Movement(Fraction(24), Fraction(1, 50_000), {Fraction(1, 10): Fraction(1, 2_000)})


# -------------------------------------------------------------------------------------------- the awards


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_a_whole_award_falls_within_so_many_wagers(share: float) -> None:
    """The least n with 1 - (1 - p)**n of at least the share, counted up."""
    missed, wagers = Fraction(1), 0
    while 1 - missed < share:
        missed *= Fraction(99, 100)
        wagers += 1
    assert wagers_until(Fraction(1, 100), share) == wagers


@pytest.mark.parametrize("above", [600_000, 2_000_000, 8_000_000])
def test_a_meter_without_shares_has_grown_by_a_geometric_number_of_contributions(above: int) -> None:
    movement, start = Movement(Fraction(24), Fraction(1, 100_000), {}), 500_000
    wagers = (above - start) // 24  # it exceeds the amount only if none of so many wagers has won
    law = law_from(movement, start)
    assert law.above(above) == pytest.approx(0.99999**wagers, abs=2e-3)
    assert law.mean == pytest.approx(start + 24 * 100_000, rel=1e-6)


def test_shares_drawn_one_by_one() -> None:
    """A naive twin: wager by wager until an award; a tenth of the meter goes with a share."""
    random, awards = Random(8), []
    some = 1 / 50_000 + 1 / 2_000
    for _ in range(4000):
        meter = 400_000.0
        while True:
            meter += 24 * (1 + int(random.expovariate(some)))
            if random.random() < 1 / 50_000 / some:
                break
            meter *= 0.9
        awards.append(meter)
    law = law_from(TWO_SHARES, 400_000)
    awards.sort()
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        amount = awards[int(share * len(awards))]
        error = (share * (1 - share) / len(awards)) ** 0.5
        assert law.above(amount) == pytest.approx(1 - share, abs=4 * error + 2e-3)
    exact = (400_000 * Fraction(1, 50_000) + 24) / (Fraction(1, 50_000) + Fraction(1, 20_000))
    assert law.mean == pytest.approx(float(exact), rel=1e-6)


def test_a_meter_that_takes_the_secondary_starts_from_what_that_has_grown_to() -> None:
    """Without shares: two independent geometric numbers of contributions, so a sum of two exponentials."""
    movement = Movement(Fraction(20), Fraction(1, 10_000), {})
    law = law_between_awards(movement, restart=777, carried=Fraction(20))
    assert law.mean == pytest.approx(400_000, rel=1e-6)
    # P(E + E' > x) = (1 + x) e**-x in means.
    for x in (0.5, 1.0, 3.0):
        assert law.above(x * 200_000) == pytest.approx((1 + x) * 2.718281828**-x, abs=3e-3)


def test_the_long_run_is_that_of_the_closed_form() -> None:
    growth = long_run(LOST, stays=stays(LOST))
    assert growth is not None
    awards = at_meters(LOST, 100, {}).awards["main"]
    assert awards.in_the_long_run is not None
    assert awards.in_the_long_run.mean == pytest.approx(float(growth.meters["main"].average_award), rel=1e-5)
    assert 1 / awards.whole == growth.meters["main"].wagers_between


# ------------------------------------------------------------------------------------------- the returns


def test_at_the_break_even_a_wager_returns_its_stake() -> None:
    even = at_meters(LOST, 100, {"secondary": 5_000}).awards["main"].break_even
    assert even is not None
    below, above = int(even), int(even) + 1
    assert (
        at_meters(LOST, 100, {"main": below}).returned <= 1 < at_meters(LOST, 100, {"main": above}).returned
    )
    seed = price_progressive(LOST, 100, stays(LOST)).as_played
    there = at_meters(LOST, 100, {"main": 5_000_000}).returned
    chances = seed.probabilities
    # A hundredth of a cent at a time: the whole for seven in line, a tenth for six.
    more = (chances["straight_flush_7"] + chances["straight_flush_6"] / 10) * (5_000_000 - 1_000_000) / 100
    assert there == seed.at_seed + more


def test_best_play_for_both_keeps_hands_that_the_game_alone_folds() -> None:
    low, high = (at_meters(LOST, 100, {"main": meter}, antes=(500,)).best_play[500] for meter in (0, 10**9))
    for found in (low, high):
        assert found.together > found.apart
    described = strategy(LOST, wagers=Wagers(500, 100, (("main", 10**9), ("secondary", 0))))
    assert (described.together, described.together_text) == (high.together, str(high.together))
    live = at_meters(LOST, 100, {"main": 10**9})
    assert live.returned < high.returned <= live.if_live
    assert high.returned == live.if_live, "beside $5 no hand is folded that wins $9"
    beside = at_meters(LOST, 100, {"main": 10**9}, antes=(50_000,)).best_play[50_000]
    assert live.returned < beside.returned < live.if_live
    assert beside.together > beside.apart


def test_where_a_fold_keeps_the_wager_play_does_not_depend_on_it() -> None:
    found = at_meters(LIVE, 500, {"main": 900_000}, antes=(1000,))
    assert found.returned == found.if_live
    assert found.best_play[1000].together == found.best_play[1000].apart
    printed = figures_at_meters(found)
    assert printed["awards"]["main"]["next_award"] is None, "no rate is filed"
    assert printed["awards"]["main"]["wagers_until"]["50%"] == wagers_until(found.awards["main"].whole, 0.5)


def test_an_unknown_meter_is_refused() -> None:
    with pytest.raises(Refusal, match="meter 'grand'; allowed: main, secondary") as refused:
        at_meters(LOST, 100, {"grand": 1})
    assert refused.value.code == "unknown_meter"


# ------------------------------------------------------------------------- Four Card where a fold loses it

FOLD_LOSES = {"progressive_after_fold": "lost"}
FOUR = house_rules("ma/four-card-poker", Choices.of(progressive="B", policies=FOLD_LOSES))
WAGERS = Wagers(500, 500, (("main", 100_000),))


def test_four_card_play_beside_a_progressive_is_that_of_advice_hand_by_hand() -> None:
    """Three of a kind wins 15 for 1 and is kept; other hands decide as in the game alone."""
    found = four_card.solved(FOUR, wagers=WAGERS)
    index, random = four_card.player_index(), Random(4)
    hands = ["2c 2d 2h 5s 9d", "3c 3d 3h 8s Kd", *(" ".join(random.sample(DECK, 5)) for _ in range(6))]
    for hand in hands:
        up = next(card for card in ("As", "Ks", "Qs") if card not in hand)
        cards, (shown,) = set_of(hand), cards_in(set_of(up))
        decided = four_card.decision_of(cards, shown, index, found.verdicts.decisions)
        best = advice(FOUR, hand, up=up, wagers=WAGERS).best
        assert best == ("fold", "play_1x", "play_3x")[decided], (hand, up)


def test_an_award_of_every_hand_keeps_every_hand() -> None:
    """Every hand that stays in wins ten antes, more than a play wager can lose."""
    every = (Fraction(10),) * len(strengths().values)
    decisions = four_card.solve(FOUR, lost=every).main.decisions
    assert decisions["fold"] == 0
    assert decisions["play_1x"] > 0.5


def test_no_four_card_hand_with_an_award_is_folded() -> None:
    """So the policy costs nothing, and best play for both is that of the game."""
    found = at_meters(FOUR, 500, {}, antes=(500,))
    best = found.best_play[500]
    assert best.together == best.apart
    assert found.returned == best.returned == found.if_live


FIVE = house_rules("ma/four-card-poker", Choices.of(progressive="PTMGL01", policies=FOLD_LOSES))


def test_a_progressive_on_five_cards_that_a_fold_loses_changes_no_play() -> None:
    """It pays from three of a kind up; the least of those play even against an ace, counted hand by hand."""
    for hand in ("2c 2d 2h 3s 4d", "2c 3d 4h 5s 6c", "2c 3c 4c 5c 7c", "2c 2d 2h 3s 3d"):
        assert advice(FIVE, hand, up="As").best != "fold"
    found = at_meters(FIVE, 100, {"main": 5_000_000}, antes=(500,))
    best = found.best_play[500]
    assert best.together == best.apart
    assert found.returned == best.returned == found.if_live


def test_a_progressive_on_five_cards_that_pays_a_folded_hand_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = four_card.solved(FIVE)
    fewer = {group: count - (count > 1) for group, count in game.played.items()}
    monkeypatch.setattr(four_card, "solved", lambda house: replace(game, played=fewer))
    with pytest.raises(Refusal, match="pays hands that the game alone folds") as refused:
        four_card.lost_by_strength(FIVE, Wagers(500, 100, (("main", 10**6),)))
    assert refused.value.code == "not_solved"


def test_a_curve_goes_from_the_seed_through_the_break_even() -> None:
    even = Fraction(8358225000, 239)
    found = readings(1_000_000, even)
    assert found[0] == 1_000_000
    assert ceil(even) in found
    assert even * Fraction(3, 2) - found[-1] < 100, "whole dollars"
    assert list(found) == sorted(set(found))
    # Without a break-even above the seed, up to ten seeds.
    assert readings(5_000, Fraction(10))[-1] == readings(5_000, None)[-1] == 50_000
