"""The bets of a seat together: exact covariances, against counts of whole hands and simulated sessions."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from croupier.errors import Refusal
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.dealer_law import DEALER_HANDS
from croupier.games.high_card_flush.solver.solution import PLAYER_HANDS, STRENGTHS, solved
from croupier.odds.generic import SOLVER
from croupier.odds.price import main_odds
from croupier.odds.progress import silent
from croupier.odds.progressive import brought
from croupier.odds.protocol import solver_for
from croupier.odds.simulate import BLOCK, Plan, simulate
from croupier.odds.simulate.randomness import deal, key_of
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.wagers import PROGRESSIVE, place
from croupier.odds.together.bundle import _progressive, bundle, figures_together
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules

ULTIMATE = house_rules("ma/ultimate-texas-holdem", Choices.of(trips="A"))
FLUSH = house_rules("ma/high-card-flush", Choices.of(flush_bonus="A", straight_flush_bonus="A"))
FOUR = house_rules("ma/four-card-poker", Choices.of(aces_up="I"))


def test_ante_and_trips_of_ultimate_go_together() -> None:
    """The figures of an independent audit."""
    found = bundle(ULTIMATE)
    assert found.correlation("main", "trips") == pytest.approx(0.396, abs=5e-4)
    assert found.standard_deviation == pytest.approx(6.547, abs=5e-4)
    alone = sum(net.square - net.mean**2 for net in found.bets.values())
    assert sqrt(alone) == pytest.approx(5.661, abs=1e-3)
    printed = figures_together(found)
    assert Fraction(printed["variance"]) == found.variance == alone + 2 * found.covariances["main", "trips"]


@pytest.mark.parametrize(
    ("house", "wager"), [(ULTIMATE, "trips"), (FLUSH, "straight_flush_bonus"), (FOUR, "aces_up")]
)
def test_the_rows_with_the_rest_make_the_whole_game(house: HouseRules, wager: str) -> None:
    """A hand that is paid a row is worth more to the game than one that is not."""
    by_row = solver_for(house.rules).main_by_row(house, wager)
    odds = main_odds(house)
    assert 0 < sum(by_row.values()) > odds.net.mean
    assert set(by_row) <= set(house.tables[wager].rows)


def test_a_flush_of_four_or_more_raises_and_wins_as_the_solution_counts_it() -> None:
    """The solution counts hands by their flush: every flush of four or more raises the most allowed."""
    found = solved(FLUSH)
    stakes, exact = found.stakes, dict[str, int]()
    for strength, tally in zip(STRENGTHS, found.tallies, strict=True):
        length, most = strength >> 13, most_antes(strength, found.stakes.bounds)
        if length >= 4:
            net = sum(count * stakes.nets[4 * most + place] for place, count in enumerate(tally))
            exact[f"flush_{length}"] = exact.get(f"flush_{length}", 0) + net
    pairs = PLAYER_HANDS * DEALER_HANDS * stakes.unit
    by_row = solver_for(FLUSH.rules).main_by_row(FLUSH, "flush_bonus")
    assert by_row == {row: Fraction(exact[row], pairs) for row in by_row}
    assert set(by_row) == set(FLUSH.tables["flush_bonus"].rows)


@pytest.mark.parametrize("house", [ULTIMATE, FOUR], ids=["ultimate", "four"])
def test_simulated_sessions_deviate_as_the_bets_together(house: HouseRules) -> None:
    found = bundle(house)
    wagers = {"ante": 100, **{wager: 100 for wager in found.bets if wager != "main"}}
    if "blind" in house.rules.wagers:
        wagers["blind"] = 100
    tally = simulate(Plan(house=house, seats=(wagers,), rounds=16 * BLOCK, seed=11, session=64))
    results = [net / 100 for net in Counter(tally.results).elements()]
    mean = sum(results) / len(results)
    variance = sum((net - mean) ** 2 for net in results) / (len(results) - 1) / 64
    fourth = sum((net - mean) ** 4 for net in results) / len(results) / 64**2
    error = sqrt((fourth - variance**2) / len(results))
    assert variance == pytest.approx(float(found.variance), abs=4 * error)


def test_a_game_by_the_generic_solver_says_so() -> None:

    with pytest.raises(Refusal, match="the bets of a seat together"):
        SOLVER.main_by_row(FLUSH, "flush_bonus")


# ---------------------------------------------------------------------------------------- the progressive

LOST = house_rules(
    "ma/high-card-flush", Choices.of(flush_bonus="A", straight_flush_bonus="A", progressive="C")
)
LIVE = house_rules(
    "ma/high-card-flush",
    Choices.of(flush_bonus="A", progressive="C", policies={"progressive_after_fold": "live"}),
)


@pytest.mark.parametrize("house", [LOST, LIVE], ids=["a fold loses it", "live"])
def test_a_progressive_goes_together_with_the_game_as_rounds_dealt_do(house: HouseRules) -> None:
    """By row of the progressive that is paid: the game's net result, of a million rounds dealt."""
    table = Table(house, [{"ante": 100, "flush_bonus": 100, "progressive": 100}])
    table.use("optimal")
    flushes, rows, nets = [], [], []
    for batch in range(128):
        sheet = table.sheet(8192)
        table.game.run(deal)(key_of(8), batch * 8192, table.game.cards, sheet.columns)
        table.game.look(sheet)
        table.decide(sheet)
        table.settle(sheet, table.meters_at_seed())
        rows.append(sheet.rows[PROGRESSIVE, 0].copy())
        nets.append(sheet.memories[0].net[sheet.cells[0]] / 100)
        wager = place(table.game.play, "flush_bonus")
        flushes.append((sheet.paid[wager, 0] + sheet.returned[wager, 0]) / 100)
    row, net, flush = np.concatenate(rows), np.concatenate(nets), np.concatenate(flushes)
    assert house.progressive is not None
    found = bundle(house)
    seeds = {meter.name: meter.seed for meter in house.progressive.meters}
    # The rows that a million rounds show: their part of the two covariances, against the sample's.
    parts = {
        "main": net - float(found.bets["main"].mean),
        "flush_bonus": flush - 1 - float(found.bets["flush_bonus"].mean),
    }
    counted = _progressive(house, silent)
    assert counted is not None
    for name in ("straight_flush_3", "straight_flush_4"):
        hit = row == table.game.progressive_ladder.index(name)
        sampled = np.where(hit, net, 0.0)
        exact = float(counted[0].main[name])
        assert sampled.mean() == pytest.approx(exact, abs=4 * sampled.std() / 1024), name
    awards = np.zeros(len(row))
    for place_, name in enumerate(table.game.progressive_ladder):
        award = house.progressive.table.award(name)
        if award is not None:
            awards[row == place_] = float(brought(award, 100, seeds))
    for bet, part in parts.items():
        product = part * (awards - 1 - float(found.bets["progressive"].mean))
        pair = (bet, "progressive")
        # The two highest rows are too rare for the sample, and add little to what the others make up.
        assert product.mean() == pytest.approx(float(found.covariances[pair]), abs=6 * product.std() / 1024)
