"""Bets against a pay table, priced a second time in plain Python from tables retyped off the documents."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import pytest

from croupier.money import parse_award
from croupier.odds.side_bets import gross, play_of, price_bet, printed_tables
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, FiledTable
from croupier.submission.house import HouseRules
from tests.hands import combinatorics
from tests.hands.naive import Key
from tests.naive import paytables
from tests.naive.money import Odds

SEVEN, FIVE = comb(52, 7), comb(52, 5)

# Seven cards by the largest flush, from two cards to seven, and by the longest straight flush, from one.
FLUSHES = (24_676_704, 78_881_088, 26_137_540, 3_814_668, 267_696, 6_864)
RUNS_ACE_HIGH = (56_851_984, 68_338_904, 7_940_748, 615_480, 36_000, 1_416, 28)
RUNS_ACE_LOW = (52_438_672, 71_985_176, 8_642_932, 676_196, 39_960, 1_592, 32)
# Seven cards as poker, as every book prints them.
POKER = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
}

LOW = Choices(policies={"ace_low_straight_flush": "on"})


def house(name: str, choices: Choices | None = None) -> HouseRules:
    return house_rules(name, choices or Choices())


def flush_rows() -> dict[str, int]:
    return {f"flush_{length}": count for length, count in enumerate(FLUSHES, start=2) if length > 3}


def run_rows(runs: tuple[int, ...]) -> dict[str, int]:
    return {f"straight_flush_{length}": count for length, count in enumerate(runs, start=1) if length > 2}


def run_rows_beside_four_of_a_kind(ace_low: bool) -> dict[str, int]:
    """Maryland table G: four of a kind is paid where there are not four in a run, and before three."""
    longest_run = combinatorics.longest_run_ace_high_or_low if ace_low else combinatorics.longest_run_ace_high
    lengths = {ranks: longest_run(ranks) for size in range(5) for ranks in combinations(range(13), size)}
    by_length: Counter[int] = Counter()
    for four in range(13):
        others = [(rank, suit) for rank in range(13) if rank != four for suit in range(4)]
        for three in combinations(others, 3):
            suits: list[list[int]] = [[four], [four], [four], [four]]
            for rank, suit in three:
                suits[suit].append(rank)
            by_length[max(lengths[tuple(sorted(ranks))] for ranks in suits)] += 1
    assert sum(by_length.values()) == POKER["four_of_a_kind"]
    rows = run_rows(RUNS_ACE_LOW if ace_low else RUNS_ACE_HIGH)
    return rows | {
        "four_of_a_kind": sum(count for length, count in by_length.items() if length < 4),
        "straight_flush_3": rows["straight_flush_3"] - by_length[3],
    }


def four_card_rows() -> dict[str, int]:
    """Aces up: the best four of five cards, by combinatorics."""
    rows: Counter[str] = Counter()
    names = (
        "", "pair_of_aces", "two_pair", "straight", "flush", "three_of_a_kind", "straight_flush",
        "four_of_a_kind",
    )  # fmt: skip
    aces: Key = max(key for key in combinatorics.count_by_ranks(5, 4) if key[0] == 1)
    for key, count in combinatorics.count_by_ranks(5, 4).items():
        if key[0] > 1 or (key[0] == 1 and key[1] == aces[1]):
            rows[names[key[0]]] += count
    return dict(rows)


def naive_edge(rows: Mapping[str, int], table: Mapping[str, Odds], hands: int) -> Fraction:
    won = sum((rows[row] * Fraction(*odds) for row, odds in table.items()), Fraction(0))
    return (hands - sum(rows[row] for row in table) - won) / hands


def edges(of: HouseRules, wager: str) -> dict[str, Fraction]:
    return {
        name: price_bet(of, wager, table).house_edge
        for name, table in printed_tables(of.rules, wager).items()
    }


@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("ma/high-card-flush", paytables.FLUSH_BONUS_MA_NJ),
        ("nj/high-card-flush", paytables.FLUSH_BONUS_MA_NJ),
        ("md/high-card-flush", paytables.FLUSH_BONUS_MD),
    ],
)
def test_flush_bonus(name: str, tables: paytables.OddsTables) -> None:
    rows = flush_rows()
    assert edges(house(name), "flush_bonus") == {
        table: naive_edge(rows, pays, SEVEN) for table, pays in tables.items()
    }


def test_the_flush_bonus_edges_that_differences_states() -> None:
    stated = "7.81 24.84 4.79 7.53 -8.92 11.08 9.60 14.22 24.58 4.05 -12.24 8.96 7.93 6.78"
    found = edges(house("nj/high-card-flush"), "flush_bonus")
    assert " ".join(f"{float(100 * edge):.2f}" for edge in found.values()) == stated


@pytest.mark.parametrize(
    ("name", "choices", "runs", "stated"),
    [
        ("ma/high-card-flush", Choices(), RUNS_ACE_LOW, "13.09 6.35 6.64 6.27 7.76 7.39"),
        ("nj/high-card-flush", Choices(), RUNS_ACE_LOW, "13.09 6.35 6.64 6.27 7.76 7.39"),
        ("md/high-card-flush", Choices(), RUNS_ACE_HIGH, "20.51 14.24 14.61 14.28 15.58 15.25"),
        ("md/high-card-flush", LOW, RUNS_ACE_LOW, "13.09 6.35 6.64 6.27 7.76 7.39"),
    ],
)
def test_straight_flush_bonus(name: str, choices: Choices, runs: tuple[int, ...], stated: str) -> None:
    found = edges(house(name, choices), "straight_flush_bonus")
    if name.startswith("md"):
        found.pop("G")  # below
    rows = run_rows(runs)
    tables = paytables.STRAIGHT_FLUSH_BONUS_MD
    assert found == {table: naive_edge(rows, tables[table], SEVEN) for table in "ABCDEF"}
    assert " ".join(f"{float(100 * edge):.2f}" for edge in found.values()) == stated


@pytest.mark.parametrize(("choices", "ace_low"), [(Choices(), False), (LOW, True)])
def test_maryland_table_g_pays_four_of_a_kind_above_three_in_a_run(choices: Choices, ace_low: bool) -> None:
    maryland = house("md/high-card-flush", choices)
    odds = price_bet(
        maryland, "straight_flush_bonus", printed_tables(maryland.rules, "straight_flush_bonus")["G"]
    )
    rows = run_rows_beside_four_of_a_kind(ace_low)
    assert {row: level.count for row, level in odds.levels.items()} == rows
    assert odds.house_edge == naive_edge(rows, paytables.STRAIGHT_FLUSH_BONUS_MD["G"], SEVEN)
    assert odds.hit_rate == Fraction(sum(rows.values()), SEVEN)


def test_trips() -> None:
    assert edges(house("ma/ultimate-texas-holdem"), "trips") == {
        table: naive_edge(POKER, pays, SEVEN) for table, pays in paytables.TRIPS.items()
    }


def test_aces_up() -> None:
    rows = four_card_rows()
    assert edges(house("ma/four-card-poker"), "aces_up") == {
        table: naive_edge(rows, pays, FIVE) for table, pays in paytables.ACES_UP.items()
    }


def test_levels_say_what_a_row_pays_and_how_often() -> None:
    ultimate = house("ma/ultimate-texas-holdem")
    odds = price_bet(ultimate, "trips", printed_tables(ultimate.rules, "trips")["A"])
    assert {row: level.count for row, level in odds.levels.items()} == POKER
    assert odds.levels["royal_flush"].pays == "50 to 1"
    assert odds.levels["royal_flush"].probability == Fraction(4_324, SEVEN)
    assert odds.hit_rate == Fraction(sum(POKER.values()), SEVEN)


def test_the_second_moment_is_that_of_every_outcome() -> None:
    ultimate = house("ma/ultimate-texas-holdem")
    odds = price_bet(ultimate, "trips", printed_tables(ultimate.rules, "trips")["B"])
    nets = [(paytables.TRIPS["B"][row][0], count) for row, count in POKER.items()]
    nets.append((-1, SEVEN - sum(POKER.values())))
    assert odds.net.mean == Fraction(sum(net * count for net, count in nets), SEVEN)
    assert odds.net.square == Fraction(sum(net * net * count for net, count in nets), SEVEN)
    assert odds.net.standard_deviation == pytest.approx(
        sqrt(sum((net - float(odds.net.mean)) ** 2 * count for net, count in nets) / SEVEN)
    )


def test_tables_of_the_operators_own() -> None:
    filed = {"royal_flush": "60 to 1", "flush": "15 to 2"}
    printed = paytables.TRIPS["A"]
    odds = {row: filed.get(row, f"{pays} to {per}") for row, (pays, per) in printed.items()}
    ultimate = house("ma/ultimate-texas-holdem", Choices.of(trips=FiledTable(table="A", odds=odds)))
    expected = naive_edge(POKER, printed | {"royal_flush": (60, 1), "flush": (15, 2)}, SEVEN)
    assert price_bet(ultimate, "trips", ultimate.tables["trips"]).house_edge == expected


def test_amounts_that_the_operator_sets_weigh_less_on_a_larger_stake() -> None:
    amounts = {7: "$10,000", 6: "$1,000", 5: "$100", 4: "$50", 3: "9 to 1"}
    table = FiledTable(table="G", odds={f"straight_flush_{length}": pays for length, pays in amounts.items()})
    massachusetts = house("ma/high-card-flush", Choices.of(straight_flush_bonus=table))
    rows = run_rows(RUNS_ACE_LOW)
    dollars = sum(
        rows[f"straight_flush_{length}"] * pays
        for length, pays in ((7, 10_000), (6, 1_000), (5, 100), (4, 50))
    )
    for stake in (1, 25):
        odds = price_bet(
            massachusetts, "straight_flush_bonus", massachusetts.tables["straight_flush_bonus"], stake * 100
        )
        returned = Fraction(dollars, stake) + 10 * rows["straight_flush_3"]
        assert odds.house_edge == 1 - returned / SEVEN


def test_for_keeps_the_stake_and_to_returns_it() -> None:
    assert gross(parse_award("3 to 2"), 100) == Fraction(5, 2)
    assert gross(parse_award("3 for 2"), 1) == Fraction(3, 2)
    assert gross(parse_award("$250"), 500) == 50


def test_a_table_without_figures_is_not_printed() -> None:
    for name in ("ma/high-card-flush", "nj/high-card-flush"):
        assert "".join(printed_tables(house(name).rules, "straight_flush_bonus")) == "ABCDEF"
    assert "".join(printed_tables(house("md/high-card-flush").rules, "straight_flush_bonus")) == "ABCDEFG"


def test_pricing_another_table_leaves_the_house_as_it_was() -> None:
    massachusetts = house("ma/high-card-flush", Choices.of(flush_bonus="A"))
    before = massachusetts.tables["flush_bonus"]
    price_bet(massachusetts, "flush_bonus", printed_tables(massachusetts.rules, "flush_bonus")["H"])
    assert massachusetts.tables["flush_bonus"] is before
    assert play_of(massachusetts).sides["flush_bonus"].schedule.numbers[0] == 300
