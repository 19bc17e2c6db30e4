"""Simulation: the same totals on any worker, fair cards, the solvers' decisions, and the exact odds."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any
from weakref import ref

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.bench.simulation import measure_simulate
from croupier.cards import card_set
from croupier.cli.app import app
from croupier.games.four_card_poker.solver import solution as four_card_poker
from croupier.games.four_card_poker.solver.solution import decision_of, player_index
from croupier.games.high_card_flush.solver import solution as high_card_flush
from croupier.games.ultimate_texas_holdem.solver import solution as ultimate_texas_holdem
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import plays_on_flop, plays_on_river
from croupier.hands import flush_strength, four_card_strength, poker_strength
from croupier.jit import compiled, prepared
from croupier.odds.simulate import BLOCK, Plan, Tally, exact_figures, prepare, simulate
from croupier.odds.simulate.block import play_block
from croupier.odds.simulate.randomness import columns_for, deal, key_of
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.tally import add_squares, walk
from croupier.odds.simulate.wagers import every_wager
from croupier.submission.choices import house_rules, resolve
from croupier.submission.form import AggregateLimit, Choices, FiledProgressive, FiledTable
from croupier.submission.house import HouseRules
from tests.games.test_words import with_fact

FLUSH = house_rules(
    "ma/high-card-flush", Choices.of(flush_bonus="A", straight_flush_bonus="B", progressive="A")
)
HOLDEM = house_rules("ma/ultimate-texas-holdem", Choices.of(trips="A", cover_all=True))
FOUR_CARD = house_rules("ma/four-card-poker", Choices.of(aces_up="II", cover_all=True, progressive="A"))

LEVELS = {"straight_flush": "10% of main", "four_of_a_kind": "$300", "full_house": "50 for 1"}

HOUSES = {
    "ma/high-card-flush": FLUSH,
    "nj/high-card-flush": house_rules(
        "nj/high-card-flush", Choices.of(flush_bonus="C", straight_flush_bonus="A", progressive="C")
    ),
    "md/high-card-flush": house_rules(
        "md/high-card-flush", Choices.of(flush_bonus="O", straight_flush_bonus="G", progressive="D")
    ),
    "ma/ultimate-texas-holdem": HOLDEM,
    "ma/ultimate-texas-holdem, progressive": house_rules(
        "ma/ultimate-texas-holdem",
        Choices.of(trips="B", progressive=FiledProgressive(levels=LEVELS, seed=500_00, rate="20%")),
    ),
    "ma/four-card-poker": FOUR_CARD,
    "ma/four-card-poker, Multi Game Link": house_rules(
        "ma/four-card-poker", Choices.of(aces_up="V", cover_all=True, progressive="PTMGLML02")
    ),
    "ma/four-card-poker, lost by a fold": house_rules(
        "ma/four-card-poker",
        Choices.of(progressive="B", aces_up="I", policies={"progressive_after_fold": "lost"}),
    ),
}


def plan(house: HouseRules, rounds: int, players: int = 1, **more: Any) -> Plan:
    """A plan with a dollar on every bet."""
    return Plan(house=house, seats=(every_wager(house),) * players, rounds=rounds, **more)


def totals(tally: Tally) -> object:
    """All that a tally counts, to be compared."""
    return tally.rounds, tally.bets, tally.situations, tally.meters, tally.results, tally.drawdowns


# ------------------------------------------------------------------------------------------ the same totals


@pytest.mark.parametrize("house", [FLUSH, HOLDEM, FOUR_CARD], ids=lambda house: house.rules.rules.name)
def test_totals_do_not_depend_on_the_workers(house: HouseRules) -> None:
    asked = plan(house, 3 * BLOCK + 12_345, players=2, seed=11)
    one, two, three = (totals(simulate(asked, workers)) for workers in (1, 2, 3))
    assert one == two == three
    assert totals(simulate(plan(house, 3 * BLOCK + 12_345, players=2, seed=12), 2)) != one


def test_blocks_are_tables_of_their_own() -> None:
    """A block depends on the plan and its number alone, and the whole is their sum in any order."""
    asked = plan(FLUSH, 2 * BLOCK + 100, seed=5)
    encoded = asked.encoded()
    backwards = Tally()
    for index in reversed(range(asked.blocks)):
        backwards.add(play_block(encoded, index))
    assert totals(backwards) == totals(simulate(asked, 1))
    # More rounds leave the first block as it was, and its meters start at the seed.
    longer = replace(asked, rounds=10 * BLOCK)
    assert totals(play_block(longer.encoded(), 0)) == totals(play_block(encoded, 0))
    assert play_block(encoded, 2).meters["main"] < 101 * (1_000_000 + 100 * 24)


def test_a_worker_of_another_version_refuses() -> None:
    with pytest.raises(RuntimeError, match="another version"):
        play_block(replace(plan(FLUSH, 10), digest="of other sources").encoded(), 0)


# ------------------------------------------------------------------------------------------------- the cards


@pytest.mark.parametrize("cards", [9, 11, 14, 49])
def test_no_card_twice_and_all_alike(cards: int) -> None:
    rounds = 52_000
    columns = columns_for(cards, rounds)
    compiled(deal)(key_of(3), 0, cards, columns)
    dealt = columns[:cards]
    ordered = np.sort(dealt, axis=0)
    assert (ordered[1:] > ordered[:-1]).all()
    for row in dealt:
        counts = np.bincount(row, minlength=52)
        assert len(counts) == 52
        chi_squared = ((counts - 1000) ** 2 / 1000).sum()
        assert chi_squared < 51 + 5 * math.sqrt(102)


def test_every_order_of_three_cards_is_as_likely() -> None:
    """Of deals with the cards 0, 1 and 2 among the first four, their orders occur equally often."""
    columns = columns_for(4, 4_000_000)
    compiled(deal)(key_of(8), 0, 4, columns)
    small = columns[:3].T[(columns[:3] < 6).all(axis=0)]
    ranks = small.argsort(axis=1)
    counts = [int((ranks == order).all(axis=1).sum()) for order in permutations(range(3))]
    mean = sum(counts) / 6
    assert mean > 500
    assert sum((count - mean) ** 2 / mean for count in counts) < 5 + 5 * math.sqrt(10)


def test_cards_depend_on_seed_and_round_alone() -> None:
    whole = columns_for(14, 1000)
    compiled(deal)(key_of(1), 7, 14, whole)
    part = columns_for(14, 300)
    compiled(deal)(key_of(1), 607, 14, part)
    assert np.array_equal(whole[:14, 600:900], part[:14])
    other = columns_for(14, 1000)
    compiled(deal)(key_of(2), 7, 14, other)
    assert not np.array_equal(whole, other)


def test_the_deal_in_plain_python() -> None:
    whole, plain = columns_for(11, 200), columns_for(11, 200)
    compiled(deal)(key_of(1), 5, 11, whole)
    with np.errstate(over="ignore"):  # words wrap around by design
        deal(key_of(1), 5, 11, plain)
    assert np.array_equal(whole, plain)


# --------------------------------------------------------------------------------------- hands and decisions


def played(house: HouseRules, strategy: str, rounds: int = 40_000, seats: int = 2) -> tuple[Table, Any]:
    """A table and a sheet of rounds on it that were dealt, looked at and decided."""
    table = Table(house, [every_wager(house)] * seats)
    table.use(strategy)
    sheet = table.sheet(rounds)
    compiled(deal)(key_of(21), 0, table.game.cards, sheet.columns)
    table.game.look(sheet)
    table.decide(sheet)
    return table, sheet


def test_strengths_are_those_of_the_table() -> None:
    for house, size, strength in (
        (FLUSH, 7, flush_strength),
        (HOLDEM, 2, poker_strength),
        (FOUR_CARD, 5, four_card_strength),
    ):
        table, sheet = played(house, "always-fold", 5_000)
        dealer = table.game.dealer_row
        end = dealer + table.game.dealer_cards
        hands = [list(range(first, first + size)) for first in (0, size)] + [list(range(dealer, end))]
        board = list(range(end, table.game.cards))
        for hand, rows in enumerate(hands):
            cards = sheet.columns[rows + board].T.tolist()
            assert sheet.strengths[hand].tolist() == [strength(card_set(each)) for each in cards]


def test_high_card_flush_is_played_as_solved() -> None:
    _, sheet = played(FLUSH, "optimal")
    solution = high_card_flush.solved(FLUSH)
    decide, stakes = compiled(high_card_flush.decide), solution.stakes
    bounds = solution.fold_below, solution.raise_from, stakes
    wanted = [decide(cards, *bounds) for cards in sheet.sets[1].tolist()]
    assert sheet.antes[1].tolist() == wanted
    assert {0, 1, 2, 3} == set(wanted)


def test_ultimate_is_played_as_solved() -> None:
    table, sheet = played(HOLDEM, "optimal")
    strategy = ultimate_texas_holdem.optimal_strategy(HOLDEM)
    flop, river = compiled(plays_on_flop), compiled(plays_on_river)
    board = table.game.dealer_row + 2

    def antes(cards: list[int]) -> int:
        place = hole_place(cards[2], cards[3])
        if strategy.preflop[place]:
            return int(strategy.preflop[place])
        if flop(strategy, place, card_set(cards[board : board + 3])):
            return 2
        return int(river(strategy, place, card_set(cards[board : board + 5])))

    wanted = [antes(cards) for cards in sheet.columns.T.tolist()]
    assert sheet.antes[1].tolist() == wanted
    assert {0, 1, 2, 4} == set(wanted)


def test_four_card_is_played_as_solved() -> None:
    table, sheet = played(FOUR_CARD, "optimal")
    decisions = four_card_poker.solved(FOUR_CARD).verdicts.decisions
    index, find = player_index(), compiled(decision_of)
    up = table.game.dealer_row
    deals = sheet.columns.T.tolist()
    wanted = [(0, 1, 3)[find(card_set(cards[5:10]), cards[up], index, decisions)] for cards in deals]
    assert sheet.antes[1].tolist() == wanted
    assert {0, 1, 3} == set(wanted)


def test_an_unknown_strategy_is_refused_with_those_known() -> None:
    with pytest.raises(ValueError, match=r"T-8-6, 9-7-5, J-high, always-fold"):
        prepare(plan(FLUSH, 1, strategy="9-7-4"))


# ---------------------------------------------------------------------------------------- against exact odds


def distances(asked: Plan, tally: Tally) -> Iterator[tuple[str, float]]:
    """By bet and by row, how many standard errors the simulation is away from the exact figure."""
    for name, exact in exact_figures(asked, tally).items():
        bet = tally.bets[name]
        error = exact.standard_error(bet.standard_error(tally.rounds), bet.wagers)
        if error:
            yield name, (bet.mean - float(exact.mean)) / error
        else:
            assert bet.mean == exact.mean
        # Seats share cards, so the counts of several are not independent of each other.
        if len(asked.seats) == 1:
            for row, chance in exact.rows.items():
                expected = float(chance) * bet.wagers
                if expected > 10:
                    deviation = math.sqrt(expected * (1 - float(chance)))
                    yield f"{name} {row}", (bet.hits[row] - expected) / deviation


@pytest.mark.parametrize("players", [1, 2, 6])
@pytest.mark.parametrize("name", HOUSES)
def test_within_four_standard_errors_of_exact(name: str, players: int) -> None:
    asked = plan(HOUSES[name], 12 * BLOCK // players, players, seed=2024)
    tally = simulate(asked)
    found = dict(distances(asked, tally))
    assert {"main"} < found.keys()
    assert all(abs(distance) < 4 for distance in found.values()), found
    bets = set(tally.bets) - found.keys()
    # With one player there is no envy, and with the hands that fold racked it is not priced.
    unpriced = {"envy"} if players == 1 or "lost" in name else set()
    assert bets <= unpriced, f"not held against anything: {bets}"


@pytest.mark.parametrize(
    ("house", "strategy"),
    [(FLUSH, each) for each in ("T-8-6", "9-7-5", "J-high", "always-fold")]
    + [(HOLDEM, each) for each in ("21-outs", "hidden-pair", "always-fold")]
    + [(FOUR_CARD, each) for each in ("basic", "any-pair", "expert", "always-fold")],
    ids=lambda each: each if isinstance(each, str) else each.rules.rules.game,
)
def test_simple_rules_against_their_exact_price(house: HouseRules, strategy: str) -> None:
    asked = plan(house, 4 * BLOCK, strategy=strategy, seed=99)
    tally = simulate(asked)
    found = dict(distances(asked, tally))
    assert all(abs(distance) < 4 for distance in found.values()), found
    assert strategy == "always-fold" or "main" in found


def with_multiples(*multiples: int) -> HouseRules:
    """Ultimate under other play wagers, in antes: two before the flop, one after it, one at the end."""
    rules = with_fact(HOLDEM.rules, "decision.play_multiples", multiples)
    changed = msgspec.structs.replace(rules, digest=f"sha256:{multiples}")
    return resolve(changed, Choices()).house


@pytest.mark.parametrize("strategy", ["optimal", "21-outs"])
@pytest.mark.parametrize("multiples", [(10, 4, 3, 2), (6, 2, 3, 1), (2, 1, 4, 3)], ids=str)
def test_ultimate_with_other_multiples_against_its_exact_price(
    multiples: tuple[int, ...], strategy: str
) -> None:
    """More on the flop than before it, more at the end than before, and a multiple of two digits."""
    asked = plan(with_multiples(*multiples), 4 * BLOCK, strategy=strategy, seed=99)
    found = dict(distances(asked, simulate(asked)))
    assert all(abs(distance) < 4 for distance in found.values()), found
    assert "main" in found


def test_a_wrong_price_is_seen() -> None:
    """The comparison can fail: another pay table, and another strategy, are many standard errors away."""
    asked = plan(FLUSH, 12 * BLOCK, seed=1)
    tally = simulate(asked)
    other = house_rules(
        "ma/high-card-flush", Choices.of(flush_bonus="C", straight_flush_bonus="B", progressive="A")
    )
    found = dict(distances(replace(asked, house=other), tally))
    assert abs(found["flush_bonus"]) > 4
    folding = simulate(plan(FLUSH, BLOCK, strategy="always-fold"))
    assert abs(dict(distances(asked, folding))["main"]) > 100


def test_meters_grow_by_the_contributions_and_start_again() -> None:
    """Nothing is won from the meters here, so they grow by 20% of $5 from $100 on, block by block."""
    filed = FiledProgressive(levels={"full_house": "2 for 1"}, seed=100_00, rate="20%")
    house = house_rules("ma/ultimate-texas-holdem", Choices.of(trips="A", progressive=filed))
    tally = simulate(plan(house, BLOCK + 3, strategy="always-fold"), 2)
    grown = sum(100_00 + 100 * number for number in range(1, BLOCK + 1))
    assert tally.meters["main"] == grown + sum(100_00 + 100 * number for number in (1, 2, 3))


# ------------------------------------------------------------------------------------------------- bankroll


def test_results_and_drawdowns_of_sessions() -> None:
    net = np.array([[5, -3, -4, 6, -1, -1, -1, -1], [0, 0, 2, -9, 1, 1, 1, 1]])
    for session, wanted in (
        (4, ([[4, -4], [-7, 4]], [[7, 4], [9, 0]])),
        (3, ([[-2, 4], [2, -7]], [[7, 2], [0, 9]])),
        (8, ([[0], [-3]], [[7], [9]])),
    ):
        for cut in (8, 5, 3):  # a session goes on in the next batch
            walked = np.zeros((2, 4), dtype=np.int64)
            found: tuple[list[Any], list[Any]] = [], []
            for part in (net[:, :cut], net[:, cut:]):
                places = [np.zeros((2, 8), dtype=np.int64) for _ in found]
                ended = compiled(walk)(part, session, walked, *places)
                for kept, place in zip(found, places, strict=True):
                    kept.append(place[:, :ended])
            assert tuple(np.concatenate(each, axis=1).tolist() for each in found) == wanted


def test_sessions_of_every_block_count_at_any_length() -> None:
    house = house_rules("ma/high-card-flush", Choices())
    asked = plan(house, 66 * BLOCK, session=100_000, strategy="always-fold")
    assert simulate(asked).results == {-100_000 * 100: 2 * 66}


def test_percentiles_of_an_always_folding_player() -> None:
    house = house_rules("ma/high-card-flush", Choices())
    tally = simulate(plan(house, 5_000, players=3, strategy="always-fold", session=1024))
    assert tally.percentiles() == {
        "result": dict.fromkeys((1, 5, 25, 50, 75, 95, 99), -102_400),
        "drawdown": dict.fromkeys((1, 5, 25, 50, 75, 95, 99), 102_400),
    }
    assert tally.sessions == 4 * 3


# ---------------------------------------------------------------------------------------------- the command


def answer(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["simulate", *words, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_command_prints_what_was_played() -> None:
    found = answer("ma/high-card-flush", "--rounds", "300000", "--seed", "4", "--players", "2")
    tally = simulate(plan(FLUSH, 300_000, players=2, seed=4, session=1024))
    assert found["bets"]["main"]["net"] == tally.bets["main"].net
    assert found["bets"]["flush_bonus"]["hits"] == tally.bets["flush_bonus"].hits
    assert found["rounds"] == 300_000
    assert Fraction(found["bets"]["main"]["exact"]) == high_card_flush.solved(FLUSH).main.net.mean
    low, high = found["bets"]["main"]["interval_99"]
    assert low < found["bets"]["main"]["mean"] < high
    assert found["bankroll"]["sessions"] == tally.sessions == 2 * (256 + 36)


def test_bets_tables_and_policies_of_the_command() -> None:
    found = answer(
        *("md/high-card-flush", "--rounds", "5000", "--bet", "ante=500", "--bet", "straight-flush-bonus"),
        *("--table", "straight_flush_bonus=G", "--policy", "ace_low_straight_flush=on"),
    )
    assert found["wagers"] == [{"ante": 500, "straight_flush_bonus": 100}]
    assert found["tables"]["straight_flush_bonus"] == "G"
    assert found["policies"]["ace_low_straight_flush"] == "on"
    assert set(found["bets"]) == {"main", "straight_flush_bonus"}


def test_a_submission_plays_what_it_filed() -> None:
    found = answer("examples/md-high-card-flush.toml", "--rounds", "20000")
    # 22.5% of $1 in every round, from the filed seed of $5,000 on, of which little is won.
    assert 500_000 < found["meters"]["main"] < 500_000 + 22.5 * 20_000


def test_a_submission_stakes_what_may_be_placed() -> None:
    found = answer("examples/ma-high-card-flush.toml", "--rounds", "2000", "--players", "2")
    placed = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100}
    assert found["wagers"] == [placed, placed]
    found = answer("examples/ma-ultimate-texas-holdem.toml", "--rounds", "2000", "--bet", "trips=2500")
    assert found["wagers"] == [{"ante": 1000, "blind": 1000, "trips": 2500}]


DOLLARS = FiledTable(
    table="G",
    odds={
        "straight_flush_7": "$20,000",
        "straight_flush_6": "$4,000",
        "straight_flush_5": "$700",
        "straight_flush_4": "$240",
        "straight_flush_3": "$60",
    },
)
"""A table G that pays dollars."""


def _filed(**choices: Any) -> HouseRules:
    return house_rules("ma/high-card-flush", Choices.of(straight_flush_bonus=DOLLARS, **choices))


def test_amounts_in_dollars_are_held_against_the_stake_of_each_seat() -> None:
    seats = tuple({"ante": 100, "straight_flush_bonus": stake} for stake in (500, 2_000))
    asked = Plan(house=_filed(), seats=seats, rounds=4 * BLOCK)
    tally = simulate(asked)
    hands = {"7": 32, "6": 1_592, "5": 39_960, "4": 676_196, "3": 8_642_932}
    counted = exact_figures(asked, tally)["straight_flush_bonus"].rows
    assert {row: counted[f"straight_flush_{row}"] * 133_784_560 for row in hands} == hands
    paid = 20_000 * 32 + 4_000 * 1_592 + 700 * 39_960 + 240 * 676_196 + 60 * 8_642_932
    # $5 and $20 both win the amount.
    assert (
        exact_figures(asked, tally)["straight_flush_bonus"].mean == Fraction(2 * paid, 133_784_560 * 25) - 1
    )
    assert all(abs(distance) < 4 for distance in dict(distances(asked, tally)).values())


def test_only_a_bet_that_another_win_may_cut_is_not_priced() -> None:
    limit = AggregateLimit(amount=20_500_00, per="hand")
    house = _filed(flush_bonus="A", aggregate_limit=limit)
    seat = {"ante": 100, "straight_flush_bonus": 500}
    for players, more, per, priced in (
        (1, {}, "hand", {"main", "straight_flush_bonus"}),
        (2, {}, "hand", {"main", "straight_flush_bonus"}),
        (2, {}, "round", {"main"}),
        (1, {"flush_bonus": 500}, "hand", {"main", "flush_bonus"}),  # $1,500 and $20,000 with one hand
    ):
        limits = tuple(replace(each, per=per) for each in house.limits)
        asked = Plan(house=replace(house, limits=limits), seats=(seat | more,) * players, rounds=2_000)
        assert set(exact_figures(asked, simulate(asked))) == priced


@pytest.mark.parametrize("command", [["simulate", "--rounds", "10"], ["odds", "--bet", "main"]])
def test_no_more_players_than_the_positions_filed(command: list[str], tmp_path: Path) -> None:
    filed = tmp_path / "four.toml"
    text = Path("examples/ma-high-card-flush.toml").read_text()
    filed.write_text(text.replace("positions = 6", "positions = 4"))
    result = CliRunner().invoke(app, [*command, str(filed), "--players", "5"])
    assert result.exit_code == 2
    assert "allowed: 1 to 4" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ma/high-card-flush", "--bet", "trips"], "no such bet here; allowed: ante, flush_bonus"),
        (["ma/high-card-flush", "--bet", "ante=ten"], "whole cents"),
        (["ma/high-card-flush", "--strategy", "perfect"], "allowed: optimal, T-8-6"),
        (["ma/high-card-flush", "--players", "9"], "9 players; allowed: 1 to"),
        (["ma/high-card-flush", "--table", "flush_bonus=Z"], "no such table; allowed: A, "),
        (["ma/high-card-flush", "--session", "262145"], "allowed: 1 to 262144"),
        (["ma/four-card-poker", "--bet", "progressive=300"], "progressive of 300 cents; allowed: 100 or 500"),
        (["examples/ma-high-card-flush.toml", "--table", "flush_bonus=A"], "only with a rule set"),
    ],
)
def test_unplayable_plans_are_refused_in_one_line(words: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["simulate", *words, "--rounds", "10"])
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_benchmark_measures_every_game() -> None:
    figures: Any = measure_simulate(0.01)
    assert set(figures["rules"]) == {"ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"}
    for figure in figures["rules"].values():
        loop = figure["plain_python"]["croupier.settle"]
        assert loop["ours_is_times_as_fast"] == figure["ours"]["best"] / loop["best"] > 10


def test_a_prepared_call_reads_its_arrays_as_they_are_when_it_is_called() -> None:
    net, squares = np.array([[1, 2], [3, 4]], dtype=np.int64), np.zeros(1)
    call = prepared(add_squares, net, squares)
    call()
    assert squares[0] == 4**2 + 6**2
    net[:] = 5
    watched = ref(net)
    del net
    call()
    assert squares[0] == 4**2 + 6**2 + 2 * 10**2
    assert watched() is not None, "the call holds the address of the array, and so must keep it"


def test_sessions_that_end_where_a_batch_does_not() -> None:
    """Nine sessions may end within one batch of 8,192 rounds: their results are kept, not written over."""
    tally = play_block(plan(FLUSH, BLOCK, session=1000).encoded(), 0)
    assert tally.sessions == BLOCK // 1000
    whole = play_block(plan(FLUSH, BLOCK // 1000 * 1000, session=1000).encoded(), 0)
    assert sum(result * count for result, count in tally.results.items()) == sum(
        bet.net for bet in whole.bets.values()
    )
