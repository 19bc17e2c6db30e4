"""Four Card Poker solved: against slow counts, known figures and simulation."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy
import pytest

from croupier.cards import card_set, card_text, cards_in, parse_card, set_of
from croupier.errors import Refusal
from croupier.games.common import PUSH
from croupier.games.four_card_poker.settle import TIE, settle_main
from croupier.games.four_card_poker.solver.borders import (
    SIMPLE_STRATEGIES,
    borderlines,
    by_up_card,
    hand_text,
    price,
)
from croupier.games.four_card_poker.solver.classes import classes, place_of, renamed, set_places
from croupier.games.four_card_poker.solver.dealer_law import dealer_tables, player_strengths, strengths
from croupier.games.four_card_poker.solver.solution import (
    SITUATIONS,
    Solution,
    advise,
    beaten_by,
    bounds,
    decision_of,
    player_index,
    solve,
    worth,
)
from croupier.games.four_card_poker.solver.verdicts import DEALER_HANDS, FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.four_card_poker.terms import terms
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.model import NotFolded
from croupier.odds.progressive import stays_in
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, FiledTable
from croupier.submission.house import HouseRules
from tests.naive.cards import card as naive_card
from tests.naive.hands import four_card_rank

ACTIONS = {FOLD: "fold", PLAY_LEAST: "play_1x", PLAY_MOST: "play_3x"}


def house(choices: Choices | None = None) -> HouseRules:
    return house_rules("ma/four-card-poker", choices or Choices())


@pytest.fixture(scope="module")
def solution() -> Solution:
    """Solved once; progress is reported for every part."""
    told: list[tuple[int, int]] = []

    def listen(done: int, total: int) -> None:
        told.append((done, total))

    found = solve(house(), listen)
    assert told == [(done, told[0][1]) for done in range(1, told[0][1] + 1)]
    return found


def decided(solution: Solution, cards: int, up: int) -> str:
    return ACTIONS[compiled(decision_of)(cards, up, player_index(), solution.verdicts.decisions)]


def best_action(values: dict[str, Fraction]) -> str:
    """The best, and of equals the smaller wager."""
    best = max(values.values())
    return next(name for name in ("fold", "play_1x", "play_2x", "play_3x") if values[name] == best)


# ------------------------------------------------------------------------------------------ sets and classes


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_set_has_its_place_and_class(size: int) -> None:
    rng = Random(size)
    sets = canonical_hands(size)[0]
    of, renaming = classes(size)
    assert len(of) == comb(52, size)
    for _ in range(200):
        cards = sorted(rng.sample(range(52), size))
        place = place_of(card_set(cards), set_places())
        assert place == sum(comb(card, number) for number, card in enumerate(cards, start=1))
        assert sets[of[place]] == card_set(renamed(card, int(renaming[place])) for card in cards)


# ---------------------------------------------------------------------------------------- the dealer's law


def naive_order(deck: list[int]) -> Any:
    """By positions of four cards in a deck, ascending: how the naive twin orders the four-card hands."""
    fours = list(combinations(range(len(deck)), 4))
    cards = [naive_card(card_text(card)) for card in deck]
    ranks = [four_card_rank([cards[position] for position in four]) for four in fours]
    places = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    order = numpy.zeros((len(deck),) * 4, dtype=numpy.int16)
    order[tuple(zip(*fours, strict=True))] = [places[rank] for rank in ranks]
    return order


@pytest.mark.clause("ma-fcp-11.a.1", shows="computed")
def test_advice_is_the_slow_count_of_all_dealer_hands() -> None:
    """Twos with a king against a king: all 1,370,754 dealer hands, the best of 15 choices each."""
    cards, up = set_of("2c 2d Kh 9s 4c"), parse_card("Ks")
    # The player's cards first, so that one order serves for both hands.
    deck = [*cards_in(cards), *(card for card in range(52) if not cards >> card & 1)]
    order = naive_order(deck)
    others = [position for position in range(5, 52) if deck[position] != up]
    five = numpy.array(list(combinations(others, 5)), dtype=numpy.int8)
    hands = numpy.sort(numpy.column_stack([five, numpy.full(len(five), deck.index(up), dtype=numpy.int8)])).T
    assert hands.shape == (6, DEALER_HANDS)
    dealer = numpy.max([order[tuple(hands[list(four)])] for four in combinations(range(6), 4)], axis=0)
    player = max(order[four] for four in combinations(range(5), 4))
    beaten = int((dealer > player).sum())
    assert beaten_by(cards, up, ties_lose=False) == beaten
    balance = Fraction(DEALER_HANDS - 2 * beaten, DEALER_HANDS)
    assert advise(house(), cards, up) == {
        "fold": -1,
        "play_1x": 2 * balance,
        "play_2x": 3 * balance,
        "play_3x": 4 * balance,
    }


@pytest.mark.clause("ma-fcp-11.a.2", shows="computed")
def test_the_ante_bonus_is_paid_win_or_lose() -> None:
    """Three twos: 2 to 1, on top of what the play wager is worth; four aces cannot be beaten."""
    cards, up = set_of("2c 2d 2h 9s 4c"), parse_card("Ks")
    balance = 1 - 2 * Fraction(beaten_by(cards, up, ties_lose=False), DEALER_HANDS)
    assert advise(house(), cards, up)["play_3x"] == 4 * balance + 2
    assert advise(house(), set_of("As Ad Ah Ac 4c"), up)["play_3x"] == 4 + 25


@pytest.mark.parametrize(("cards", "up"), [("2c 2d Kh 9s", "Ks"), ("2c 2d Kh 9s 4c", "4c")])
def test_advice_needs_five_cards_and_another(cards: str, up: str) -> None:
    with pytest.raises(ValueError, match="five cards"):
        advise(house(), set_of(cards), parse_card(up))


def test_tables_count_the_hands_that_hold_a_set() -> None:
    """Classes of four cards against all their 1,128 completions; smaller sets against those of four."""
    tables, (values, number) = dealer_tables(), strengths()
    assert len(values) == 2535
    rng = Random(8)
    sets = canonical_hands(4)[0]
    for each in rng.sample(range(len(sets)), 3):
        cards = int(sets[each])
        others = [card for card in range(52) if not cards >> card & 1]
        found = [four_card_strength(cards | 1 << a | 1 << b) for a, b in combinations(others, 2)]
        for strength in rng.sample(range(len(values)), 60):
            expected = sum(value > values[strength] for value in found)
            assert tables.with_four[strength, each] == expected
    for table, size in ((tables.with_one, 1), (tables.with_two, 2), (tables.with_three, 3)):
        # Each six-card hand holds C(6, n) sets of n cards.
        weights = canonical_hands(size)[1]
        above = (table.astype(numpy.int64) * weights).sum(axis=1)
        assert above[0] <= comb(52, 6) * comb(6, size)
        four = (tables.with_four.astype(numpy.int64) * canonical_hands(4)[1]).sum(axis=1)
        assert (above * comb(6, 4) == four * comb(6, size)).all()
    assert number[four_card_strength(set_of("As Ad Ah Ac"))] == len(values) - 1


# ---------------------------------------------------------------------------------------------- the solution


def test_the_figures(solution: Solution) -> None:
    """2.79% of the ante (as Wizard of Odds has it), 1.30% of all that is wagered."""
    main = solution.main
    assert main.net.mean == Fraction(-8840827253, 317119576410)
    assert round(float(main.house_edge), 6) == 0.027879
    assert round(float(main.element_of_risk), 6) == 0.013013
    assert round(main.net.standard_deviation, 6) == 2.710099
    assert main.decisions == {
        "play_1x": Fraction(449789, 2035852),
        "play_2x": 0,
        "play_3x": Fraction(446631, 1454180),
        "fold": Fraction(2401949, 5089630),
    }
    assert sum(main.decisions.values()) == 1
    assert main.average_wager == 1 + main.decisions["play_1x"] + 3 * main.decisions["play_3x"]


def test_every_situation_is_judged_once(solution: Solution) -> None:
    weights = solution.verdicts.weights
    assert int(weights.sum()) == SITUATIONS
    by_strength = numpy.bincount(player_strengths(), weights=canonical_hands(5)[1], minlength=2535)
    assert (weights.sum(axis=(1, 2)) == 47 * by_strength).all()


def test_a_whole_strength_against_direct_counts(solution: Solution) -> None:
    """Three aces and a pair of twos: two classes, 47 up-cards each, by looking at every dealer hand."""
    number = int(strengths().number[four_card_strength(set_of("As Ad Ah 2c"))])
    sets, orbits = canonical_hands(5)
    weights, beaten = numpy.zeros(13, dtype=int), numpy.zeros(13, dtype=int)
    counts: dict[int, list[int]] = {rank: [] for rank in range(13)}
    for each in numpy.flatnonzero(player_strengths() == number).tolist():
        cards = int(sets[each])
        for up in range(52):
            if not cards >> up & 1:
                count = beaten_by(cards, up, ties_lose=False)
                weights[up % 13] += orbits[each]
                beaten[up % 13] += orbits[each] * count
                counts[up % 13].append(count)
    verdicts = solution.verdicts
    assert (verdicts.weights[number].sum(axis=1) == weights).all()
    assert (verdicts.beaten[number].sum(axis=1) == beaten).all()
    assert [min(counts[rank]) for rank in range(13)] == verdicts.fewest[number].tolist()
    assert [max(counts[rank]) for rank in range(13)] == verdicts.most[number].tolist()


def test_decisions_where_they_are_close(solution: Solution) -> None:
    """Random hands of the strengths where other cards decide, against the exact value of every action."""
    rng = Random(21)
    sets, numbers = canonical_hands(5)[0], player_strengths()
    band = borderlines(house(), solution)
    assert len(band) > 1000
    seen: set[str] = set()
    for border in rng.sample(band, 60):
        alike = numpy.flatnonzero(numbers == strengths().number[border.strength])
        cards = int(sets[rng.choice(alike.tolist())])
        ups = [card for card in range(border.up, 52, 13) if not cards >> card & 1]
        suits = rng.sample(range(4), 4)
        for up in ups[:1]:
            # Other names for the suits, so that the renaming is tested too.
            named = card_set(13 * suits[card // 13] + card % 13 for card in cards_in(cards))
            renamed_up = 13 * suits[up // 13] + up % 13
            decision = decided(solution, named, renamed_up)
            values = advise(house(), named, renamed_up)
            assert decision == best_action(values)
            if decision == "fold":
                assert border.worst <= values["play_1x"] <= border.best
            seen.add(decision)
    assert seen == set(ACTIONS.values())


def test_of_equal_values_the_smaller_wager() -> None:
    """Beaten by exactly half of the dealer hands, 1x and 3x are worth the same: 1x, then."""
    assert DEALER_HANDS % 2 == 0
    least, most = bounds(worth(house()))[0].tolist()
    assert most == DEALER_HANDS // 2 - 1
    assert least == 3 * DEALER_HANDS // 4
    assert 2 * Fraction(DEALER_HANDS - 2 * (least + 1), DEALER_HANDS) < -1


def test_a_bonus_above_the_floor(solution: Solution) -> None:
    """Three of a kind or better always plays, so a bonus of one ante more is worth its probability."""
    odds = {"four_of_a_kind": "30 to 1", "straight_flush": "20 to 1", "three_of_a_kind": "5 to 2"}
    richer = solve(house(Choices.of(ante_bonus=FiledTable(odds=odds))))
    stays = stays_in(house(Choices(progressive="A")), NotFolded(solution.played, SITUATIONS))
    fours, threes = stays["four_aces"] + stays["four_of_a_kind"], stays["three_of_a_kind"]
    assert fours == Fraction(13 * 48, comb(52, 5))
    assert richer.main.net.mean == solution.main.net.mean + 5 * fours + Fraction(1, 2) * threes
    assert richer.main.decisions == solution.main.decisions


def test_hands_that_play_by_progressive_row(solution: Solution) -> None:
    """Nothing that a progressive pays is ever folded, so the rows are whole: counts times 47 up-cards."""

    def played(table: str) -> dict[str, int]:
        stays = stays_in(house(Choices(progressive=table)), NotFolded(solution.played, SITUATIONS))
        return {row: int(chance * SITUATIONS) for row, chance in stays.items()}

    assert played("A") == {
        "four_aces": 47 * 48,
        "four_of_a_kind": 47 * 12 * 48,
        # Four of a run and any other card, less the hands of five in a run, which hold two.
        "straight_flush": 47 * (44 * 48 - 40),
        # As in five cards, full houses included.
        "three_of_a_kind": 47 * (54912 + 3744),
    }
    assert played("PTMGL01") == {
        "royal_flush": 47 * 4,
        "straight_flush": 47 * 36,
        "four_of_a_kind": 47 * 624,
        "full_house": 47 * 3744,
        "flush": 47 * 5108,
        "straight": 47 * 10200,
        "three_of_a_kind": 47 * 54912,
    }


# ------------------------------------------------------------------------------------------------- strategy


def test_basic_strategy_is_as_published(solution: Solution) -> None:
    """Stanley Ko: 3.40% of the ante; Shuffle Master: 1.58% of all that is wagered. Both are right."""
    basic, any_pair, expert = (price(house(), solution, each) for each in SIMPLE_STRATEGIES)
    assert basic.net.mean == Fraction(-6583447951, 193795296695)
    assert round(100 * float(basic.house_edge), 2) == 3.40
    assert round(100 * float(basic.element_of_risk), 2) == 1.58
    assert any_pair.net.mean < basic.net.mean < expert.net.mean < solution.main.net.mean
    # Without a pair: five ranks, no straight or flush of four among them.
    assert any_pair.decisions["fold"] == Fraction(_high_cards(), comb(52, 5))


def _high_cards() -> int:
    """Five ranks without four in a row (the ace at both ends), in suits of which none has four cards."""
    runs = [{12, 0, 1, 2}, *({low, low + 1, low + 2, low + 3} for low in range(10))]
    ranks = sum(not any(run <= set(five) for run in runs) for five in combinations(range(13), 5))
    return ranks * (4**5 - 4 * (1 + 5 * 3))


def test_borders_by_up_card(solution: Solution) -> None:
    rows = by_up_card(solution)
    assert [row.rank for row in rows] == list(range(13))
    assert hand_text(rows[12].play_most.always) == "pair of kings (K-K-A-3)"
    assert rows[0].words() == (
        "2: play always from pair of twos (2-2-6-4), never below ace high (A-K-5-3); "
        "the most always from pair of nines (9-9-J-3), never below pair of sevens (7-7-9-8)"
    )
    for row in rows:
        for border in (row.play, row.play_most):
            assert border.sometimes <= border.always
            assert all(border.sometimes <= strength < border.always for strength in border.mixed)


# ----------------------------------------------------------------------------------------------- simulation


def _simulate(draws: Any, index: Any, decisions: Any, main: Any, deck: Any, results: Any) -> None:
    """Deal and settle rounds of one ante by the settlement of the live table, the ante bonus aside."""
    for each in range(len(draws)):
        player, dealer, up = 0, 0, 0
        for position in range(11):
            chosen = position + draws[each, position]
            deck[position], deck[chosen] = deck[chosen], deck[position]
            if position < 5:
                player |= 1 << deck[position]
            else:
                up = deck[position]
                dealer |= 1 << up
        decision = decision_of(player, up, index, decisions)
        played = (0, 1, 3)[decision]
        settled = settle_main(
            four_card_strength(player),
            four_card_strength(dealer),
            decision == 0,
            1,
            played,
            main,
        )
        results[each, 0] = decision
        results[each, 1] = settled[2] + settled[3] + settled[5] + settled[6] - 1 - played
        results[each, 2] = four_card_strength(player)


def test_simulation_agrees(solution: Solution) -> None:
    rounds = 400_000
    rng = numpy.random.default_rng(20240)
    draws = rng.integers(0, 52 - numpy.arange(11), size=(rounds, 11))
    results = numpy.zeros((rounds, 3), dtype=numpy.int64)
    numbers, value = terms(house()), worth(house())
    compiled(_simulate)(
        draws, player_index(), solution.verdicts.decisions, numbers.main, numpy.arange(52), results,
    )  # fmt: skip
    decisions, net, strength = results.T
    bonuses = numpy.array([float(bonus) for bonus in value.bonus])[strengths().number[strength]]
    net = net + numpy.where(decisions == FOLD, 0, bonuses)
    main = solution.main
    assert abs(net.mean() - float(main.net.mean)) < 4 * main.net.standard_deviation / rounds**0.5
    assert abs(net.std() / main.net.standard_deviation - 1) < 0.02
    for decision, name in ACTIONS.items():
        chance = float(main.decisions[name])
        error = (chance * (1 - chance) / rounds) ** 0.5
        assert abs((decisions == decision).mean() - chance) < 4 * error


def test_a_pushed_tie_is_refused_in_words() -> None:
    value = worth(house())
    main = value.numbers.main
    pushed = main._replace(ante_outcomes=(*main.ante_outcomes[:TIE], PUSH))
    assert not value.ties_lose
    with pytest.raises(Refusal, match="neither won nor lost is not solved exactly") as refused:
        assert value._replace(numbers=value.numbers._replace(main=pushed)).ties_lose
    assert refused.value.code == "not_solved"
