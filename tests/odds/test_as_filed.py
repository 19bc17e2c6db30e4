"""Prices as filed: payout limits at the posted wagers, exactly."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cards import set_of, text_of
from croupier.cli.app import app
from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver import solution as holdem
from croupier.games.ultimate_texas_holdem.solver.boards.direct import values_on_flop
from croupier.odds.filed.as_filed import at_levels, levels, limits_left_out
from croupier.odds.filed.limits import check_uncut
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import BetOdds, MainOdds, moments
from croupier.odds.outcomes import outcomes, results_of
from croupier.odds.price import main_odds, prices
from croupier.odds.simulate import Plan, exact_figures, simulate
from croupier.odds.subject import Subject, subject_of_rules, subject_of_text
from croupier.odds.together.bundle import bundle
from croupier.submission.choices import house_rules
from croupier.submission.form import AggregateLimit, Choices
from croupier.submission.house import HouseLimit
from tests.naive.settle import naive_settle

EXAMPLE = Path("examples/ma-ultimate-texas-holdem.toml")
HOUSE = house_rules("ma/ultimate-texas-holdem", Choices())


def example() -> Subject:
    return subject_of_text(EXAMPLE.read_text())


def _naive_river(hole: str, board: str, ante: int) -> dict[str, Fraction]:
    """All 990 dealers, each a round settled from the text of the document."""
    taken = set_of(hole) | set_of(board)
    others = [1 << card for card in range(52) if not taken >> card & 1]
    total = {"fold": 0, "play_1x": 0}
    for low, high in combinations(others, 2):
        for decision, made in (("fold", {"fold": True}), ("play_1x", {"play": ante})):
            seat = {"seat": 1, "cards": hole, "wagers": {"ante": ante, "blind": ante}, "decision": made}
            settled = naive_settle(
                {
                    "rules": "ma/ultimate-texas-holdem",
                    "dealer": text_of(low | high),
                    "board": board,
                    "seats": [seat],
                }
            )
            total[decision] += settled["seats"][0]["net"]
    return {decision: Fraction(net, 990 * ante) for decision, net in total.items()}


@pytest.mark.clause("ma-uth-11.e", "ma-uth-14.d", shows="computed")
@pytest.mark.parametrize(
    ("hole", "board", "ante"),
    [
        ("As Ks", "Qs Js Ts 2d 2c", 50_000),
        ("9h 8h", "Th Jh Qh 2c 2d", 150_000),
        ("9c 9d", "9h 9s Ac Kd 2h", 600_000),
        ("Ad Kh", "Kc Qd 9h 7s 2c", 4_000_000),
    ],
)
def test_the_river_under_the_limits_is_the_naive_settlement(hole: str, board: str, ante: int) -> None:
    found = holdem.advise(HOUSE, set_of(hole), set_of(board), wagers=Wagers(ante))
    assert found == _naive_river(hole, board, ante)
    assert found["play_1x"] < holdem.advise(HOUSE, set_of(hole), set_of(board))["play_1x"]


def test_the_raise_before_the_flop_loses_the_part_that_limits_cut() -> None:
    """A royal flush of AK suited needs the three other cards of it on the board, and each is cut."""
    wagers = Wagers(50_000)
    hole, flop = set_of("Ah Kh"), set_of("Qh Jh Th")
    filed, printed = holdem.scale_of(HOUSE, wagers), holdem.scale_of(HOUSE)
    for multiple in (3, 4):
        _, limited = values_on_flop(hole, flop, filed.nets._replace(flop=multiple))
        _, full = values_on_flop(hole, flop, printed.nets._replace(flop=multiple))
        cut = (Fraction(full, printed.ante) - Fraction(limited, filed.ante)) / (comb(50, 5) * 990)
        action = f"play_{multiple}x"
        assert cut > 0
        assert (
            holdem.advise(HOUSE, hole, 0)[action] - holdem.advise(HOUSE, hole, 0, wagers=wagers)[action]
            == cut
        )


@pytest.mark.clause("ma-uth-11.e", shows="computed")
def test_the_price_of_the_example_at_its_wagers() -> None:
    """The figures of an independent audit, and the moments of the distribution of results."""
    subject = example()
    main = next(price for price in prices(subject) if price.bet == "main")
    odds = main.compute()
    found = at_levels(subject, main, odds, levels(subject, "main", (10_000, 25_000)))
    assert list(found) == [1000, 10_000, 25_000, 50_000]
    edges = {ante: each.house_edge for ante, each in found.items() if isinstance(each, MainOdds)}
    assert edges[1000] == Fraction(50643648973, 2317817502000)
    assert float(edges[10_000]) == pytest.approx(0.02199, abs=5e-6)
    assert float(edges[25_000]) == pytest.approx(0.03122, abs=5e-6)
    assert float(edges[50_000]) == pytest.approx(0.034299, abs=5e-7)
    at_most = found[50_000]
    assert isinstance(at_most, MainOdds)
    assert at_most.net.standard_deviation == pytest.approx(4.107, abs=5e-4)
    # `outcomes` refuses a distribution whose moments are not those of the price.
    law = outcomes(subject.house, wagers=Wagers(50_000))
    assert max(law) == 100, "a royal flush is paid $50,000 in all, at an ante of $500"


def test_a_limit_can_make_the_smaller_raise_the_better_one() -> None:
    """At an ante of $15,000 the raise of four antes wins no more than the raise of three."""
    wagers = Wagers(1_500_000)
    values = holdem.advise(HOUSE, set_of("Ac Ad"), 0, wagers=wagers)
    assert values["play_3x"] > values["play_4x"]
    decisions = main_odds(HOUSE, wagers=wagers).decisions
    assert decisions["play_4x"] == 0 < decisions["play_3x"]


def test_simulated_play_under_the_limits_agrees() -> None:
    plan = Plan(house=HOUSE, seats=({"ante": 50_000, "blind": 50_000},), rounds=3_000_000, seed=5)
    tally = simulate(plan)
    exact = exact_figures(plan, tally)["main"]
    assert exact.mean == main_odds(HOUSE, wagers=Wagers(50_000)).net.mean
    assert tally.bets["main"].mean == pytest.approx(
        float(exact.mean), abs=4 * exact.standard_error(0, tally.bets["main"].wagers)
    )


@pytest.mark.clause("ma-hcf-11.g.s2", shows="computed")
def test_a_side_bet_at_its_stake_is_cut_by_the_operators_limit() -> None:
    """$10 on table A wins $3,000 with seven of a suit; the operator pays $1,000 a hand at most."""
    house = house_rules(
        "ma/high-card-flush",
        Choices.of(flush_bonus="A", aggregate_limit=AggregateLimit(amount=100_000, per="hand")),
    )
    subject = Subject(house, True, Choices(), {"flush_bonus": (100, 1000)})
    bet = next(price for price in prices(subject) if price.bet == "flush_bonus")
    odds = bet.compute()
    found = at_levels(subject, bet, odds, levels(subject, "flush_bonus"))
    assert found[100] == odds
    seven = odds.levels["flush_7"].probability  # type: ignore[union-attr]
    assert odds.net.mean - found[1000].net.mean == seven * 200  # type: ignore[union-attr]


def test_a_table_that_pays_dollars_is_priced_at_the_least_stake_posted() -> None:
    """$35 for three in a row is 7 for 1 at the posted $5; at $1, which nobody may stake, it would be 35."""
    amounts = {"straight_flush_7": 5000, "straight_flush_6": 2000, "straight_flush_5": 600}
    amounts |= {"straight_flush_4": 250, "straight_flush_3": 35}
    choices = {"table": "G", "odds": {row: f"${amount:,}" for row, amount in amounts.items()}}
    house = house_rules("nj/high-card-flush", Choices.of(straight_flush_bonus=choices))
    subject = Subject(house, True, Choices(), {"straight_flush_bonus": (500, 2500)})
    bet = next(price for price in prices(subject) if price.bet == "straight_flush_bonus")
    odds = bet.compute()
    assert isinstance(odds, BetOdds)
    returned = sum((amounts[row] * level.probability for row, level in odds.levels.items()), Fraction(0)) / 5
    assert odds.net.mean == returned - 1 < 0
    assert at_levels(subject, bet, odds, (500,))[500] == odds
    assert moments(results_of(bet, odds)) == odds.net
    together = bundle(house, units=subject.units)
    assert together.bets["straight_flush_bonus"] == odds.net
    of_a_dollar = bundle(house).covariances["main", "straight_flush_bonus"]
    assert together.covariances["main", "straight_flush_bonus"] * 5 == of_a_dollar


def test_a_solver_per_unit_refuses_wagers_that_a_limit_cuts() -> None:
    house = house_rules("ma/high-card-flush", Choices())
    check_uncut(house, Wagers(10**9))
    capped = replace(house, limits=(HouseLimit("hand", 100_000, "hand", ("ante", "raise"), (), ()),))
    check_uncut(capped, Wagers(25_000))
    with pytest.raises(Refusal, match="payout limits cut ante, raise") as refused:
        main_odds(capped, wagers=Wagers(25_001))
    assert refused.value.code == "not_solved"


def _odds(*words: str) -> Any:
    done = CliRunner().invoke(app, ["odds", *words])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout) if "--json" in words else done.stdout


def test_the_command_shows_the_posted_wagers() -> None:
    found = _odds(str(EXAMPLE), "--ante", "25000", "--json")
    assert list(found["bets"]["main"]["at"]) == ["1000", "25000", "50000"]
    assert found["bets"]["main"]["at"]["50000"]["house_edge"] == pytest.approx(0.034299, abs=5e-7)
    assert list(found["bets"]["trips"]["A"]["at"]) == ["500", "10000"]
    assert list(found["bets"]["cover_all"]["7"]["at"]) == ["100", "2500"]
    assert found["limits_left_out"] is False
    assert "$500      3.4299%" in _odds(str(EXAMPLE), "--bet", "main")


def test_a_rule_set_says_that_limits_are_left_out() -> None:
    assert "Payout limits are left out" in _odds("ma/ultimate-texas-holdem", "--bet", "main")
    assert _odds("ma/ultimate-texas-holdem", "--bet", "main", "--json")["limits_left_out"] is True
    assert "Payout limits" not in _odds("ma/four-card-poker", "--bet", "aces_up")


def test_an_ante_does_not_bring_the_limits_of_the_other_bets_of_a_rule_set() -> None:
    subject = subject_of_rules("ma/ultimate-texas-holdem")
    assert limits_left_out(subject, ["main"])
    assert limits_left_out(subject, ["main", "trips"], [50_000])
    assert not limits_left_out(subject, ["main"], [50_000])
    assert not limits_left_out(subject_of_rules("md/high-card-flush"), ["main"])  # they cut the bonuses alone
    assert limits_left_out(subject_of_rules("md/high-card-flush"), ["main", "flush_bonus"])
    assert not limits_left_out(example(), ["main", "trips"])
