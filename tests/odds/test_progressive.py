"""Progressives: rows, returns, break-even meters, envy, contributions, again from the documents alone."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from croupier.errors import Refusal
from croupier.games.high_card_flush.solver.dealer_law import DEALER_HANDS, dealer_law
from croupier.games.high_card_flush.solver.solution import Solution, decide, solved, value_of
from croupier.hands.flush import flush_strength, longest_straight_flush
from croupier.jit import compiled
from croupier.odds.advice import advice
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.filed.wagers import wagers_on_layout
from croupier.odds.model import NotFolded, moments
from croupier.odds.outcomes import progressive_outcomes
from croupier.odds.progressive import long_run, price_progressive, printed_progressives, stays_in
from croupier.odds.strategy import progressive_beside, strategy
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, FiledProgressive
from croupier.submission.house import HouseRules
from tests.naive import paytables
from tests.odds.test_side_bets import POKER, RUNS_ACE_HIGH, RUNS_ACE_LOW, run_rows

SEVEN, FIVE = comb(52, 7), comb(52, 5)
ACE_TO_NINE = 4 * 45
"""A-K-Q-J-T-9 of a suit with any card but that suit's eight, which would make seven in a run."""

# Five cards as poker, as every book prints them.
FIVE_CARDS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
}
# The best four of five cards: four of a kind with any fifth card; four in a run of one suit with any fifth
# card, where each of the ten runs of five has been counted twice; three of a kind, full houses included.
FOUR_CARDS = {
    "four_aces": 48,
    "four_of_a_kind": 12 * 48,
    "straight_flush": 4 * (11 * 48 - 10),
    "three_of_a_kind": FIVE_CARDS["three_of_a_kind"] + FIVE_CARDS["full_house"],
}


def house(name: str, choices: Choices | None = None) -> HouseRules:
    return house_rules(name, choices or Choices())


def raised(solution: Solution) -> NotFolded:
    return NotFolded(solution.raised, SEVEN)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solved(house("ma/high-card-flush"))


def naive_rows(table: dict[str, str], runs: tuple[int, ...]) -> dict[str, int]:
    rows = run_rows(runs)
    if "suited_ace_to_nine" in table:
        rows["suited_ace_to_nine"] = ACE_TO_NINE
        rows["straight_flush_6"] -= ACE_TO_NINE
    return {row: rows[row] for row in table}


def naive_returns(
    table: dict[str, str], rows: dict[str, int], hands: int, stake: int
) -> tuple[Fraction, dict[str, Fraction]]:
    """The fixed return of a unit staked, and by meter the share that a wager wins, from awards as printed."""
    fixed, meters = Fraction(0), dict[str, Fraction]()
    for row, award in table.items():
        probability = Fraction(rows[row], hands)
        if "%" in award:
            share, _, meter = award.partition("% of ")
            meters[meter] = meters.get(meter, Fraction(0)) + probability * Fraction(int(share), 100)
        elif award.startswith("$"):
            fixed += probability * Fraction(int(award[1:]) * 100, stake)
        else:
            assert award.endswith(" for 1")
            fixed += probability * int(award.split()[0])
    return fixed, meters


@pytest.mark.parametrize(
    ("name", "tables", "runs", "seeds"),
    [
        ("ma/high-card-flush", paytables.PROGRESSIVE_MA, RUNS_ACE_LOW, dict.fromkeys("ABCD", 10_000)),
        ("nj/high-card-flush", paytables.PROGRESSIVE_NJ, RUNS_ACE_LOW, dict.fromkeys("ABCD", 10_000)),
        ("md/high-card-flush", paytables.PROGRESSIVE_MD, RUNS_ACE_HIGH, paytables.LEAST_RESET_MD),
    ],
)
def test_high_card_flush(
    name: str,
    tables: paytables.AwardTables,
    runs: tuple[int, ...],
    seeds: dict[str, int],
    solution: Solution,
) -> None:
    houses = printed_progressives(house(name).rules)
    assert list(houses) == list(tables)
    for table, offering in houses.items():
        odds = price_progressive(offering, stays=stays_in(offering, raised(solution)))
        rows = naive_rows(tables[table], runs)
        fixed, meters = naive_returns(tables[table], rows, SEVEN, 100)
        assert {row: level.count for row, level in odds.levels.items()} == rows
        assert {row: level.pays for row, level in odds.levels.items()} == tables[table]
        assert odds.if_live.fixed == fixed
        assert odds.if_live.meters["main"] == meters["main"]
        assert odds.if_live.at_seed == fixed + meters["main"] * seeds[table]
        assert odds.if_live.hit_rate == Fraction(sum(rows.values()), SEVEN)
        assert odds.if_live.break_even == 100 * (1 - fixed) / meters["main"]
        if name.startswith("md"):
            assert odds.as_played.break_even == odds.if_live.break_even
            assert odds.contribution is None
        else:
            assert odds.contribution == Fraction(sum(paytables.CONTRIBUTION_MA_NJ[table]), 100)


# ----------------------------------------------------------------------------------- after a fold, lost


def folded_three_in_a_run(sets: Any, weights: Any, fold_below: int, raise_from: int, stakes: Any) -> int:
    folded = 0
    for place in range(len(sets)):
        if longest_straight_flush(sets[place], 1) == 3 and not decide(
            sets[place], fold_below, raise_from, stakes
        ):
            folded += weights[place]
    return folded


def test_a_fold_loses_three_in_a_run_and_nothing_higher(solution: Solution) -> None:
    offering = house("ma/high-card-flush", Choices(progressive="A"))
    stays, rows = stays_in(offering, raised(solution)), run_rows(RUNS_ACE_LOW)
    folded = compiled(folded_three_in_a_run)(
        *canonical_hands(7),
        solution.fold_below,
        solution.raise_from,
        solution.stakes,
    )
    assert folded > 0
    # Four suited cards always raise.
    assert stays == {
        row: Fraction(count - (folded if row == "straight_flush_3" else 0), SEVEN)
        for row, count in rows.items()
    }
    odds = price_progressive(offering, stays=stays)
    fixed = odds.if_live.fixed - 3 * Fraction(folded, SEVEN)
    assert odds.as_played.break_even == 100 * (1 - fixed) / odds.if_live.meters["main"]
    assert odds.if_live.break_even is not None
    assert odds.as_played.break_even > odds.if_live.break_even
    assert odds.as_played.at_seed == odds.if_live.at_seed - 3 * Fraction(folded, SEVEN)
    assert odds.as_played.hit_rate == odds.if_live.hit_rate - Fraction(folded, SEVEN)


@pytest.mark.parametrize(
    ("name", "table", "edge", "hit_rate"),
    [
        ("ma/high-card-flush", "A", 0.50044, None),
        ("ma/high-card-flush", "C", 0.48551, 0.05799),
        ("nj/high-card-flush", "C", 0.47340, None),
    ],
)
def test_the_price_of_a_progressive_that_a_fold_loses(
    name: str, table: str, edge: float, hit_rate: float | None, solution: Solution
) -> None:
    """The figures of an independent audit, every meter at its seed, under optimal play of the game."""
    offering = printed_progressives(house(name).rules)[table]
    odds = price_progressive(offering, stays=stays_in(offering, raised(solution)))
    assert float(odds.house_edge) == pytest.approx(edge, abs=5e-6)
    if hit_rate is not None:
        assert float(odds.as_played.hit_rate) == pytest.approx(hit_rate, abs=5e-6)
    assert offering.progressive is not None
    law = progressive_outcomes(offering.progressive, odds.stake, odds.as_played)
    assert -moments(law).mean == odds.house_edge
    assert law[Fraction(-1)] == 1 - odds.as_played.hit_rate


def test_the_hands_that_raise_are_those_of_optimal_play(solution: Solution) -> None:
    assert sum(solution.raised.values()) == (1 - solution.main.decisions["fold"]) * SEVEN


def test_the_fold_policy_decides_whether_the_solution_is_needed(solution: Solution) -> None:
    lost = house("nj/high-card-flush", Choices(progressive="A"))
    with pytest.raises(ValueError, match="a fold loses this progressive"):
        price_progressive(lost)
    live = house("nj/high-card-flush", Choices(progressive="A", policies={"progressive_after_fold": "live"}))
    odds = price_progressive(live)
    assert odds.as_played.break_even == odds.if_live.break_even
    maryland = Choices(progressive="A", policies={"progressive_after_fold": "lost"})
    offering = house("md/high-card-flush", maryland)
    odds = price_progressive(offering, stays=stays_in(offering, raised(solution)))
    assert odds.as_played.break_even != odds.if_live.break_even


def test_a_house_without_a_progressive_and_a_stake_that_is_not_taken() -> None:
    with pytest.raises(ValueError, match="offers no progressive"):
        price_progressive(house("md/high-card-flush"))
    with pytest.raises(ValueError, match="stake of 500 cents"):
        price_progressive(house("md/high-card-flush", Choices(progressive="A")), stake=500)


# ---------------------------------------------------------------------------------------- Four Card Poker


@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize("stake", [1, 5])
def test_four_card_poker(table: str, stake: int) -> None:
    offering = house("ma/four-card-poker", Choices(progressive=table))
    odds = price_progressive(offering, 100 * stake)
    fixed, meters = naive_returns(paytables.PROGRESSIVE_FOUR_CARD[table], FOUR_CARDS, FIVE, 100 * stake)
    seed = paytables.SEED_FOUR_CARD[table]["main"]
    assert {row: level.count for row, level in odds.levels.items()} == FOUR_CARDS
    assert (odds.if_live.fixed, odds.if_live.meters) == (fixed, meters)
    # The meter is the same whatever the stake, so that $5 return less of it and break even five times higher.
    assert odds.as_played.at_seed == fixed + meters["main"] * Fraction(seed, stake)
    assert odds.as_played.break_even == odds.if_live.break_even == 100 * stake * (1 - fixed) / meters["main"]
    envy = sum(
        Fraction(FOUR_CARDS[row] * amount, FIVE * stake)
        for row, amount in paytables.ENVY_FOUR_CARD[table][stake].items()
    )
    assert odds.envy == {others: others * envy for others in (1, 2, 3, 4, 5)}


@pytest.mark.parametrize("table", paytables.MULTI_GAME_LINK)
@pytest.mark.parametrize("wager", [1, 5])
def test_multi_game_link(table: str, wager: int) -> None:
    offering = house("ma/four-card-poker", Choices(progressive=table, progressive_wager=100 * wager))
    odds = price_progressive(offering)
    rows = dict(FIVE_CARDS)
    if table == "PTMGL04":  # a royal flush counts as the straight flush row
        rows["straight_flush"] += rows.pop("royal_flush")
    fixed, meters = naive_returns(paytables.MULTI_GAME_LINK[table], rows, FIVE, 100 * wager)
    seeds = {name: seed * wager for name, seed in paytables.SEED_FOUR_CARD[table].items()}
    assert {row: level.count for row, level in odds.levels.items()} == rows
    assert odds.stake == 100 * wager
    assert (odds.if_live.fixed, odds.if_live.meters) == (fixed, meters)
    assert odds.as_played.at_seed == fixed + sum(
        share * Fraction(seeds[name], wager) for name, share in meters.items()
    )
    first, *others = seeds
    other_meters = sum(meters[name] * seeds[name] * 100 for name in others)
    assert odds.if_live.break_even == (100 * wager * (1 - fixed) - other_meters) / meters[first]
    # Envy is the printed amount times the stake in dollars (FCP-12): per dollar staked, it is as printed.
    envy = sum(
        Fraction(rows[row] * amount, FIVE) for row, amount in paytables.ENVY_MULTI_GAME_LINK[table].items()
    )
    assert odds.envy[1] == envy
    assert odds.envy[5] == 5 * envy


def test_a_lost_four_card_progressive_takes_the_hands_that_play_from_the_solver() -> None:
    lost = Choices(progressive="PTMGL04", policies={"progressive_after_fold": "lost"})
    offering = house("ma/four-card-poker", lost)
    # Half of the threes fold, and the solver counts royal flushes apart, as its ladder does.
    stays = {row: Fraction(count, FIVE) for row, count in FIVE_CARDS.items()}
    stays["three_of_a_kind"] /= 2
    odds = price_progressive(offering, stays=stays)
    lost_return = 9 * Fraction(FIVE_CARDS["three_of_a_kind"], 2 * FIVE)
    assert odds.if_live.break_even is not None
    assert odds.as_played.break_even == odds.if_live.break_even + 100 * lost_return / Fraction(40, FIVE)


# ------------------------------------------------------------------------------ Ultimate Texas Hold'em, filed

LEVELS = {
    "royal_flush": "100% of main",
    "straight_flush": "10% of main",
    "four_of_a_kind": "$300",
    "full_house": "50 for 1",
}


@pytest.mark.parametrize(("hand", "rows", "hands"), [("best", POKER, SEVEN), ("flop", FIVE_CARDS, FIVE)])
def test_a_filed_ultimate_progressive(hand: Any, rows: dict[str, int], hands: int) -> None:
    filed = FiledProgressive(hand=hand, levels=LEVELS, seed=2_500_000, rate="20%")
    odds = price_progressive(house("ma/ultimate-texas-holdem", Choices.of(trips="A", progressive=filed)))
    fixed, meters = naive_returns(LEVELS, rows, hands, 500)
    assert odds.stake == 500
    assert {row: level.count for row, level in odds.levels.items()} == {row: rows[row] for row in LEVELS}
    assert (odds.if_live.fixed, odds.if_live.meters) == (fixed, meters)
    assert odds.as_played.at_seed == fixed + meters["main"] * 5_000
    # A table that returns more than the stake without its meter breaks even at any meter, not below zero.
    assert odds.as_played.break_even == odds.if_live.break_even == max(0, 500 * (1 - fixed) / meters["main"])
    assert odds.contribution == Fraction(1, 5)
    assert odds.envy[5] == 0


def test_without_a_share_of_the_meter_nothing_breaks_even() -> None:
    filed = FiledProgressive(levels={"royal_flush": "$5,000"}, seed=100, rate="20%")
    offering = house("ma/ultimate-texas-holdem", Choices.of(trips="A", progressive=filed))
    odds = price_progressive(offering)
    assert odds.if_live.break_even is None
    assert odds.as_played.break_even is None
    # What goes on a meter that pays nothing does not come back.
    growth = long_run(offering)
    assert growth is not None
    assert growth.returned == odds.if_live.fixed


def test_maryland_envy_is_for_the_row_that_a_hand_is_paid() -> None:
    for table, schedule in paytables.ENVY_MD.items():
        offering = house("md/high-card-flush", Choices(progressive=table))
        odds = price_progressive(offering)
        rows = naive_rows(paytables.PROGRESSIVE_MD[table], RUNS_ACE_HIGH)
        one = sum((Fraction(rows[row] * amount, SEVEN) for row, amount in schedule.items()), Fraction(0))
        assert odds.envy == {others: others * one for others in (1, 2, 3, 4, 5)}


# ------------------------------------------------------------------------------------------ contributions


def test_the_average_award_is_that_of_a_meter_followed_wager_by_wager() -> None:
    levels = {"straight_flush": "100% of main", "four_of_a_kind": "10% of main", "full_house": "4 for 1"}
    filed = FiledProgressive(levels=levels, seed=200_000, rate="12.5%")
    offering = house("ma/ultimate-texas-holdem", Choices.of(trips="A", progressive=filed))
    growth = long_run(offering)
    assert growth is not None
    main = growth.meters["main"]
    assert main.added == Fraction(500, 8)
    whole = (POKER["royal_flush"] + POKER["straight_flush"]) / SEVEN
    tenth = POKER["four_of_a_kind"] / SEVEN
    meter, still, average = 200_000.0, 1.0, 0.0
    for _ in range(60_000):
        meter += 62.5
        average += still * whole * meter
        still *= 1 - whole
        meter *= 1 - tenth / (1 - whole) / 10
    assert still < 1e-7
    assert float(main.average_award) == pytest.approx(average, rel=1e-5)
    assert main.wagers_between == 1 / Fraction(POKER["royal_flush"] + POKER["straight_flush"], SEVEN)
    # What comes back: the fixed awards, the contributions, and the house's $2,000 at every whole award.
    assert float(growth.returned) == pytest.approx(
        4 * POKER["full_house"] / SEVEN + 0.125 + whole * 200_000 / 500
    )


def test_the_main_meter_starts_again_from_the_secondary(solution: Solution) -> None:
    offering = house("ma/high-card-flush", Choices(progressive="C"))
    stays = stays_in(offering, raised(solution))
    growth = long_run(offering, stays=stays)
    assert growth is not None
    assert list(growth.meters) == ["main"]
    assert growth.meters["main"].added == 21
    share = price_progressive(offering, stays=stays).as_played.meters["main"]
    # No hand on a row that pays a share folds, and a wager puts 26 cents on the two meters.
    assert growth.meters["main"].average_award == 26 / share
    fixed = 300 * stays["straight_flush_5"] + 50 * stays["straight_flush_4"] + 3 * stays["straight_flush_3"]
    assert growth.returned == fixed + Fraction(26, 100)


def test_where_the_rates_are_not_known_there_is_no_long_run() -> None:
    assert long_run(house("ma/four-card-poker", Choices(progressive="A"))) is None


# -------------------------------------------------------- best play beside a progressive lost by a fold


FOLDING = Choices(progressive="A")
BESIDE = {"ante": 500, "progressive": 100}


def test_advice_counts_the_award_that_a_fold_would_lose() -> None:
    offering = house("ma/high-card-flush", FOLDING)
    cards = "3s 4s 5s 9d Kh 8c Qd"
    alone = advice(offering, cards).values
    beside = advice(offering, cards, wagers=wagers_on_layout(offering, BESIDE)).values
    # Three in a run pay $3, which is 3/5 of an ante of $5.
    assert beside == {"fold": alone["fold"], "raise_1x": alone["raise_1x"] + Fraction(3, 5)}
    assert advice(offering, cards).best == "fold"
    assert advice(offering, cards, wagers=wagers_on_layout(offering, BESIDE)).best == "raise_1x"
    live = house("ma/high-card-flush", Choices(progressive="A", policies={"progressive_after_fold": "live"}))
    assert advice(live, cards, wagers=wagers_on_layout(live, BESIDE)).values == alone


def gain_of_staying(sets: Any, weights: Any, stakes: Any, won: int, band: Any) -> int:
    """Over all hands that fold the game alone: what raising wins with the award of a run, if more."""
    gained = 0
    for place in range(len(sets)):
        cards = sets[place]
        if longest_straight_flush(cards, 1) == 3 and not decide(cards, band[0], band[1], stakes):
            law = dealer_law(cards, flush_strength(cards), stakes.dealer_least)
            raised = value_of(law, 1, stakes.nets) * 500 + won * DEALER_HANDS * stakes.unit
            folded = value_of(law, 0, stakes.nets) * 500
            gained += weights[place] * max(0, raised - folded)
    return gained


def test_the_best_play_for_both_gains_what_it_saves_hand_by_hand(solution: Solution) -> None:
    """The game folds no hand above three in a run, so that the award of $3 alone changes decisions."""
    offering = house("ma/high-card-flush", FOLDING)
    placed = wagers_on_layout(offering, BESIDE)
    both = solved(offering, wagers=placed)
    gained = compiled(gain_of_staying)(
        *canonical_hands(7), solution.stakes, 300, (solution.fold_below, solution.raise_from)
    )
    gain = Fraction(gained, SEVEN * DEALER_HANDS * 500 * solution.stakes.unit)
    alone = price_progressive(offering, stays=stays_in(offering, raised(solution))).as_played.at_seed
    stake = Fraction(100, 500)
    together = both.main.net.mean + stake * progressive_beside(offering, placed)
    assert gain > 0
    assert together == solution.main.net.mean + stake * alone + gain
    described = strategy(offering, wagers=placed)
    assert Fraction(described.together or 0) == together - stake
    assert described.wagers == BESIDE


def test_a_wager_that_is_not_offered_or_not_whole_is_refused() -> None:
    offering = house("ma/high-card-flush", FOLDING)
    for wagers, meters, code in (
        ({"progressive": 100}, {}, "missing_wager"),
        ({"ante": 500, "trips": 100}, {}, "unknown_wager"),
        ({"ante": 500, "progressive": 200}, {}, "wrong_progressive_stake"),
        ({"ante": 500, "progressive": 100}, {"third": 1}, "unknown_meter"),
        ({"ante": 0}, {}, "bad_amount"),
    ):
        with pytest.raises(Refusal) as refused:
            wagers_on_layout(offering, wagers, meters)
        assert refused.value.code == code
