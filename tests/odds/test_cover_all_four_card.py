"""Four Card Poker's Cover All: exact counts against another way to count, and against dealt rounds."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy
import pytest

from croupier.games.common import NO_ROW
from croupier.games.four_card_poker.settle import cover_all_rung
from croupier.games.four_card_poker.solver.classes import classes, place_of, set_places
from croupier.games.four_card_poker.solver.cover_all import (
    cover_all_odds,
    deals_without,
    level_counts,
    number_of_deals,
)
from croupier.games.four_card_poker.solver.dealer_law import (
    DealerTables,
    dealer_tables,
    player_strengths,
    strengths,
)
from croupier.games.four_card_poker.terms import COVER_ALL_LADDER
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled
from croupier.odds.counting.canonical import canonical_hands
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules

HANDS = range(2, 8)


def house() -> HouseRules:
    return house_rules("ma/four-card-poker", Choices(cover_all=True))


def _places_of_subsets(sets: Any, choices: Any, places: Any, found: Any) -> None:
    """By hand and choice of its cards (bits by position): the place of that subset."""
    for each in range(len(sets)):
        for choice in range(len(choices)):
            subset, position = 0, 0
            for card in range(52):
                if sets[each] >> card & 1:
                    if choices[choice] >> position & 1:
                        subset |= 1 << card
                    position += 1
            found[each, choice] = place_of(subset, places)


@cache
def tables_of_the_dealer() -> DealerTables:
    return dealer_tables()


@cache
def subset_classes(size: int) -> Any:
    """By class of five cards: the classes of their subsets of a size."""
    sets = canonical_hands(5)[0]
    choices = numpy.array([sum(1 << each for each in some) for some in combinations(range(5), size)])
    found = numpy.zeros((len(sets), len(choices)), dtype=numpy.int64)
    compiled(_places_of_subsets)(sets, choices, set_places(), found)
    return classes(size).of[found]


def dealer_hands_from(least: int) -> Any:
    """By class of the player's five cards: the dealer hands without them of strength number `least` or more.

    By inclusion and exclusion over the player's cards, from the tables of the solver.
    """
    tables = tables_of_the_dealer()
    total = numpy.zeros(len(canonical_hands(5)[0]), dtype=numpy.int64)
    for size, table in enumerate((tables.with_one, tables.with_two, tables.with_three, tables.with_four), 1):
        total += (-1) ** size * table[least - 1].astype(numpy.int64)[subset_classes(size)].sum(axis=1)
    all_hands = int((tables.with_one[least - 1].astype(numpy.int64) * 4).sum()) // 6
    return all_hands + total - (tables.completions >= least).sum(axis=1)


def test_two_hands_by_inclusion_and_exclusion() -> None:
    """A player and the dealer: for each row, the deals in which neither reaches it, by another way."""
    rungs = numpy.array([cover_all_rung(int(value)) for value in strengths().values])
    rungs[rungs == NO_ROW] = len(COVER_ALL_LADDER)
    numbers, orbits = player_strengths(), canonical_hands(5)[1]
    reached = 0
    for rung, row in enumerate(COVER_ALL_LADDER):
        # The strengths on this rung or a higher one, as runs of neighbors.
        on = numpy.flatnonzero(rungs <= rung)
        dealer = sum(
            (dealer_hands_from(int(run[0])) - _from_or_none(int(run[-1]) + 1))
            for run in numpy.split(on, numpy.flatnonzero(numpy.diff(on) > 1) + 1)
        )
        without = orbits * (rungs[numbers] > rung) * (comb(47, 6) - dealer)
        count = number_of_deals(2) - int(without.sum())
        assert level_counts(2)[row] == count - reached, row
        reached = count


def _from_or_none(least: int) -> Any:
    return dealer_hands_from(least) if least < len(strengths().values) else 0


@cache
def small_hands(cards: int, royal: bool, most: int) -> tuple[int, ...]:
    """Of a deck of ace to five in four suits (5 * suit + rank): the hands with no run and few of a rank."""
    ace_to_four, five_to_two, ace_to_three = {4, 0, 1, 2}, {0, 1, 2, 3}, {1, 2, 3, 4}
    runs = [ace_to_three] if royal else [ace_to_four, five_to_two, ace_to_three]
    found = []
    for hand in combinations(range(20), cards):
        by_suit = [{card % 5 for card in hand if card // 5 == suit} for suit in range(4)]
        if any(run <= ranks for run in runs for ranks in by_suit):
            continue
        if all(sum(rank in ranks for ranks in by_suit) <= most for rank in range(5)):
            found.append(sum(1 << card for card in hand))
    return tuple(found)


@pytest.mark.parametrize("most", [2, 3])
@pytest.mark.parametrize("royal", [True, False])
def test_two_and_three_hands_of_a_small_deck(royal: bool, most: int) -> None:
    """Every deal of two and three hands from twenty cards: no run, nor more than so many of a rank."""
    players = numpy.array(small_hands(5, royal, most), dtype=numpy.int64)
    dealers = numpy.array(small_hands(6, royal, most), dtype=numpy.int64)
    assert deals_without(2, royal, most, ranks=5) == sum(
        int((dealers & player == 0).sum()) for player in players
    )
    # By the set of cards that are left: how many dealer hands are within it.
    within = numpy.zeros(1 << 20, dtype=numpy.int64)
    within[dealers] = 1
    for card in range(20):
        halves = within.reshape(-1, 2, 1 << card)
        halves[:, 1] += halves[:, 0]
    everything = (1 << 20) - 1
    three = 0
    for player in players:
        others = players[players & player == 0]
        three += int(within[everything ^ player ^ others].sum())
    assert deals_without(3, royal, most, ranks=5) == three
    assert three > 0


@pytest.mark.parametrize("hands", HANDS)
def test_rare_rows_in_closed_form(hands: int) -> None:
    """Four aces are in one hand at most, so their chances add; royal flushes may be in several, rarely."""
    deals, counts = number_of_deals(hands), level_counts(hands)
    in_five, in_six = Fraction(48, comb(52, 5)), Fraction(comb(48, 2), comb(52, 6))
    assert Fraction(counts["four_aces"], deals) == (hands - 1) * in_five + in_six
    rate = 4 * ((hands - 1) * in_five + in_six)
    assert 0 < rate - Fraction(counts["royal_flush"], deals) < rate**2
    assert sum(counts.values()) < deals


def test_deals_are_of_labeled_hands() -> None:
    assert number_of_deals(2) == comb(52, 5) * comb(47, 6)
    assert number_of_deals(3) == comb(52, 5) * comb(47, 5) * comb(42, 6)


@pytest.mark.clause("ma-fcp-12.b", "ma-fcp-12.g.s1", "ma-fcp-12.k", shows="computed")
def test_odds_of_the_printed_columns() -> None:
    odds = cover_all_odds(house())
    assert list(odds) == list(HANDS)
    assert all(column.exact and column.standard_error == 0 for column in odds.values())
    assert {hands: round(float(column.net.mean), 6) for hands, column in odds.items()} == {
        2: -0.072628,
        3: -0.069110,
        4: -0.090464,
        5: -0.077195,
        6: -0.082195,
        7: -0.086909,
    }
    seven = odds[7]
    assert seven.levels["four_aces"].pays == "100 to 1"
    assert seven.hit_rate == sum(level.probability for level in seven.levels.values())
    lost = 1 - seven.hit_rate
    gains = {
        "four_aces": 100,
        "royal_flush": 50,
        "four_of_a_kind": 35,
        "straight_flush": 20,
        "three_of_a_kind": 3,
    }
    assert seven.net.mean == sum(gains[row] * level.probability for row, level in seven.levels.items()) - lost
    assert seven.net.square == (
        sum(gains[row] ** 2 * level.probability for row, level in seven.levels.items()) + lost
    )


def _deal(draws: Any, deck: Any, counts: Any) -> None:
    """Rounds of seven hands; for each number of hands (the last player out first), the highest rung."""
    for each in range(len(draws)):
        for position in range(36):
            chosen = position + draws[each, position]
            deck[position], deck[chosen] = deck[chosen], deck[position]
        best = 5
        for hand in range(7):
            # The dealer's six cards first, then the players' five.
            cards = 0
            for position in range(6 if hand == 0 else 5):
                cards |= 1 << deck[position if hand == 0 else 1 + 5 * hand + position]
            rung = cover_all_rung(four_card_strength(cards))
            if rung != NO_ROW and rung < best:
                best = rung
            if hand > 0:
                counts[hand + 1, best] += 1


def test_dealt_rounds_agree() -> None:
    rounds = 400_000
    rng = numpy.random.default_rng(77)
    draws = rng.integers(0, 52 - numpy.arange(36), size=(rounds, 36), dtype=numpy.int8)
    counts = numpy.zeros((8, 6), dtype=numpy.int64)
    compiled(_deal)(draws, numpy.arange(52), counts)
    for hands in HANDS:
        for rung, row in enumerate(COVER_ALL_LADDER):
            chance = level_counts(hands)[row] / number_of_deals(hands)
            error = (chance * (1 - chance) / rounds) ** 0.5
            assert abs(counts[hands, rung] / rounds - chance) < 4 * error, (hands, row)
