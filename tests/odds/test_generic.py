"""A game without a solver of its own: exact odds and bulk play from the functions that settle it."""

from fractions import Fraction
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

from croupier.cards import card_set, set_of, text_of
from croupier.errors import Refusal
from croupier.odds.advice import AdviceError, advice
from croupier.odds.dataset.decisions import Decisions
from croupier.odds.generic.solution import sources_digest
from croupier.odds.outcomes import outcomes
from croupier.odds.price import main_odds, not_folded
from croupier.odds.protocol import solver_for
from croupier.odds.sections import Table
from croupier.odds.side_bets import play_of, price_bet, printed_tables
from croupier.odds.simulate import Plan, exact_figures, simulate
from croupier.odds.strategy import strategy
from croupier.submission.house import HouseRules
from tests.odds.toy_games.rules import one_card, three_cards

EDGE = Fraction(686_689, 20_358_520)
"""Of Three Card Poker with an ante bonus of 5, 4 and 1, as every book has it: 3.373% of the ante."""
HANDS = 22_100


@pytest.fixture(scope="module")
def house() -> HouseRules:
    return three_cards()


# ------------------------------------------------------------------------------------------------- one card


def test_one_card_each_is_solved_as_by_hand() -> None:
    """Of 51 other cards 3 tie; a hand plays where losing both wagers is less than the ante on average."""
    total, plays = Fraction(0), 0
    for rank in range(13):
        wins, loses = 4 * rank, 4 * (12 - rank)
        value = Fraction(2 * (wins - loses), 51)
        total += max(Fraction(-1), value)
        plays += value > -1
    odds = main_odds(one_card())
    assert odds.net.mean == total / 13
    assert odds.decisions == {"play_1x": Fraction(plays, 13), "fold": Fraction(13 - plays, 13)}
    assert odds.average_wager == 1 + Fraction(plays, 13)


def test_one_card_each_in_bulk() -> None:
    plan = Plan(house=one_card(), seats=({"ante": 100}, {"ante": 500}), rounds=1 << 14, seed=3)
    tally = simulate(plan)
    exact = exact_figures(plan, tally)["main"]
    error = tally.bets["main"].standard_error(tally.rounds)
    assert abs(tally.bets["main"].mean - float(exact.mean)) < 4 * error


# ---------------------------------------------------------------------------------------------- three cards


def test_three_cards_cost_what_every_book_says(house: HouseRules) -> None:
    odds = main_odds(house)
    assert odds.house_edge == EDGE
    assert f"{float(odds.house_edge):.3%}" == "3.373%"
    assert odds.decisions["play_1x"] == Fraction(14_900, HANDS)
    assert f"{float(odds.element_of_risk):.3%}" == "2.015%"


def test_three_cards_play_from_queen_six_four(house: HouseRules) -> None:
    (table,) = strategy(house).sections
    assert isinstance(table, Table)
    assert table.rows == (("play 1x", "Q high (Q-6-4)", "Q high (Q-6-4)", "0"),)


@pytest.mark.parametrize(("table", "edge"), [("A", "2.317%"), ("B", "7.276%")])
def test_pair_plus(house: HouseRules, table: str, edge: str) -> None:
    odds = price_bet(house, "pair_plus", printed_tables(house.rules, "pair_plus")[table])
    assert f"{float(odds.house_edge):.3%}" == edge
    counts = {row: level.count for row, level in odds.levels.items()}
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
    }


@pytest.mark.parametrize("text", ["Qs 6h 4d", "Qs 6h 3d", "As Ks Qs", "2c 2d 2h", "Kd 3d 2d", "5c 4d 2h"])
def test_advice_is_the_mean_over_every_hand_of_the_dealer(house: HouseRules, text: str) -> None:
    play, cards = play_of(house), set_of(text)
    strength, total, cases = play.strength(cards), 0, 0
    for held in combinations([card for card in range(52) if not cards >> card & 1], 3):
        settled = play.settle_main(strength, play.strength(card_set(held)), 0, 1, 1)
        total += sum(settled[2::3]) + sum(settled[3::3]) - 2
        cases += 1
    bonus = {"As Ks Qs": 5, "2c 2d 2h": 4}.get(text, 0)
    found = advice(house, text)
    assert found.values == {"fold": Fraction(-1), "play_1x": Fraction(total, cases) + bonus}
    assert found.stage == "play or fold"
    with pytest.raises(AdviceError, match="--board: this game has no community cards"):
        advice(house, text, board="7s 8s 9s")


def test_results_of_a_round(house: HouseRules) -> None:
    found = outcomes(house)
    assert sum(found.values()) == 1
    assert list(found) == sorted(found)
    # A fold loses the ante, and so does a straight that is beaten: two antes less a bonus of one.
    assert 0 < found[Fraction(-1)] - Fraction(HANDS - 14_900, HANDS) < Fraction(720, HANDS)
    assert max(found) == 7, "a straight flush beats a dealer who qualifies: ante, play and a bonus of five"


def test_rows_of_the_ante_bonus_are_never_folded(house: HouseRules) -> None:
    rows, cases = solver_for(house.rules).rows_paid(house)["ante_bonus"]
    assert cases == HANDS
    assert rows == {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720}
    assert sum(not_folded(house).groups.values()) == 14_900


def test_three_cards_in_bulk_agree_with_the_exact_odds(house: HouseRules) -> None:
    plan = Plan(house=house, seats=({"ante": 100}, {"ante": 300}), rounds=1 << 16, seed=7)
    tally = simulate(plan)
    exact = exact_figures(plan, tally)["main"]
    assert exact.mean == -EDGE
    bet = tally.bets["main"]
    assert abs(bet.mean - float(exact.mean)) < 4 * bet.standard_error(tally.rounds)
    assert bet.hits["play_1x"] + bet.hits["fold"] == 2 * tally.rounds
    assert bet.hits["ante_bonus.straight"] == pytest.approx(2 * tally.rounds * 720 / HANDS, rel=0.1)
    folds = tally.situations["folded"]
    assert folds == bet.hits["fold"]
    assert simulate(plan).bets == tally.bets, "the same seed plays the same rounds"


def test_labeled_decisions_carry_the_values_of_advice(house: HouseRules) -> None:
    decisions = Decisions(house, seed=5)
    (batch,) = decisions.batches(40)
    (denominator,) = decisions.denominators.values()
    for number in range(40):
        cards = card_set(int(batch[f"card_{place}"][number]) for place in (1, 2, 3))
        found = advice(house, text_of(cards))
        values = [Fraction(int(batch[f"exact_{antes}"][number]), denominator) for antes in (0, 1)]
        assert values == [found.values["fold"], found.values["play_1x"]]
        assert batch["best"][number] == (found.best == "play_1x")


def test_a_game_whose_sources_change_is_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may be a package of its own, which the name of a result on disk knows nothing of."""
    (tmp_path / "changing.py").write_text("def play(house: object) -> None: ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    play = import_module("changing").play
    before = sources_digest(play)
    (tmp_path / "settle.py").write_text("# other payments\n")
    assert sources_digest(play) != before


# ------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("facts", "needs"),
    [
        ({"community": 2}, "a single decision, with the dealer's cards hidden"),
        ({"dealer_face_up": 1}, "a single decision, with the dealer's cards hidden"),
        ({"player": 7, "dealer": 7}, "at most 5,000,000,000 pairs of hands"),
    ],
)
def test_a_tree_that_does_not_fit_is_refused_in_one_line(facts: dict[str, int], needs: str) -> None:
    other = three_cards(**facts)
    with pytest.raises(Refusal) as refused:
        main_odds(other)
    assert refused.value.code == "not_solved"
    assert refused.value.message == (
        f"toy/three-cards: its game brings no solver of its own, and the generic solver needs {needs}"
    )


def test_a_bet_on_hands_too_large_to_count_is_refused() -> None:
    large = three_cards(player=7)
    with pytest.raises(Refusal, match="hands of at most 5 cards to price pair_plus"):
        price_bet(large, "pair_plus", printed_tables(large.rules, "pair_plus")["A"])
