"""The tests of the shuffle, tested: right about fair shuffles, and no mercy for the others."""

import hashlib
import itertools
import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import pytest

from croupier.cards import card_text
from croupier.floor.fairness import expected
from croupier.floor.fairness.battery import BLOCK, WINDOW, Fair, Outcome, count, judge, run
from croupier.floor.fairness.tails import (
    chi_square_tails,
    gamma_tails,
    holm,
    normal_two_sided,
    poisson_tails,
    two_sided,
)

SMALL = 10_000

# ------------------------------------------------------------------------------------------------- tails


@pytest.mark.parametrize(
    ("degrees", "critical", "chance"),
    [  # the printed tables
        (1, 3.841459, 0.05),
        (1, 6.634897, 0.01),
        (1, 10.827566, 0.001),
        (2, 9.210340, 0.01),
        (5, 1.145476, 0.95),
        (10, 23.209251, 0.01),
        (10, 2.558212, 0.99),
        (30, 50.892181, 0.01),
        (100, 135.806723, 0.01),
        (100, 70.064895, 0.99),
    ],
)
def test_chi_square_as_in_the_printed_tables(degrees: int, critical: float, chance: float) -> None:
    lower, upper = chi_square_tails(critical, degrees)
    assert upper == pytest.approx(chance, rel=1e-5)
    assert lower == pytest.approx(1 - chance, rel=1e-5)


@pytest.mark.parametrize("x", [0.01, 0.5, 1.9, 2.1, 7.0, 40.0, 300.0])
def test_gamma_tails_where_they_have_a_formula(x: float) -> None:
    assert gamma_tails(1, x)[1] == pytest.approx(math.exp(-x), rel=1e-12)
    assert gamma_tails(0.5, x)[1] == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-11)
    assert gamma_tails(0.5, x)[0] == pytest.approx(math.erf(math.sqrt(x)), rel=1e-12)


@pytest.mark.parametrize(
    ("count", "mean"), [(0, 0.64), (3, 0.64), (20, 20.0), (5, 30.0), (60, 30.0), (650, 500.0)]
)
def test_poisson_tails_as_summed_term_by_term(count: int, mean: float) -> None:
    terms = [math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(1500)]
    at_most, at_least = poisson_tails(count, mean)
    assert at_most == pytest.approx(math.fsum(terms[: count + 1]), rel=1e-10)
    assert at_least == pytest.approx(math.fsum(terms[count:]), rel=1e-10)


def test_great_shapes_come_near_the_normal() -> None:
    """The central limit: for shapes as great as those of a hundred million shuffles too."""
    for shape in (1300.5, 1e5, 1.6e7):
        for z in (-3.0, 0.0, 3.0):
            lower, upper = gamma_tails(shape, shape * (1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3)
            assert upper == pytest.approx(math.erfc(z / math.sqrt(2)) / 2, rel=2e-3)
            assert lower + upper == pytest.approx(1)


def test_nothing_is_certain_below_zero() -> None:
    assert gamma_tails(3, 0) == (0, 1)
    assert two_sided((0.5, 0.5)) == two_sided((0.6, 0.7)) == 1
    assert (
        normal_two_sided(2.5758293035489004) == normal_two_sided(-2.5758293035489004) == pytest.approx(0.01)
    )


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


# -------------------------------------------------------------------------- what fair shuffles do, exactly

SIX = list(itertools.permutations(range(6)))


def share(values: Sequence[int], size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(values.count(value), len(values)) for value in range(size))


def test_descents_of_all_orders_of_six() -> None:
    found = [sum(b < a for a, b in itertools.pairwise(order)) for order in SIX]
    assert expected.descents(6) == share(found, 6)


def test_color_runs_of_all_orders_of_six() -> None:
    found = [1 + sum((a < 3) != (b < 3) for a, b in itertools.pairwise(order)) for order in SIX]
    assert expected.color_runs(3) == share(found, 7)


def test_matches_of_all_orders_of_six() -> None:
    found = [sum(card == place for place, card in enumerate(order)) for order in SIX]
    assert expected.matches(6) == share(found, 7)


@pytest.mark.parametrize("kinds", [2, 3])
def test_cards_until_all_kinds_in_all_orders_of_six(kinds: int) -> None:
    found = [
        next(dealt for dealt in range(7) if len({card % kinds for card in order[:dealt]}) == kinds)
        for order in SIX
    ]
    assert expected.cards_to_all(kinds, 6) == share(found, 7)


def test_kinds_missing_in_all_draws() -> None:
    found = [4 - len(set(draws)) for draws in itertools.product(range(4), repeat=6)]
    assert expected.missing(4, 6) == share(found, 5)


@pytest.mark.parametrize("lag", [1, 2])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_serial_moments_over_all_orders(size: int, lag: int) -> None:
    values = expected.centered(size)
    sums = [
        sum(order[place] * order[(place + lag) % size] for place in range(size))
        for order in itertools.permutations(values)
    ]
    mean = Fraction(sum(sums), len(sums))
    variance = Fraction(sum(each**2 for each in sums), len(sums)) - mean**2
    assert expected.lag_moments(size) == (mean, variance)


def test_moments_between_shuffles_over_all_orders() -> None:
    values = expected.centered(6)
    sums = [
        sum(a * b for a, b in zip(values, order, strict=True)) for order in itertools.permutations(values)
    ]
    assert sum(sums) == 0
    assert expected.between_variance(6) == Fraction(sum(each**2 for each in sums), len(sums))


@pytest.mark.parametrize(
    "chances",
    [
        expected.descents(52),
        expected.color_runs(26),
        expected.matches(52),
        expected.cards_to_all(13, 52),
        expected.cards_to_all(4, 52),
        expected.missing(52, WINDOW),
    ],
)
def test_chances_sum_to_one(chances: expected.Distribution) -> None:
    assert sum(chances) == 1
    assert min(chances) >= 0


# ------------------------------------------------------------------------------------------ the judgment


def failed(outcomes: list[Outcome]) -> set[str]:
    return {each.test for each in outcomes if not each.passed}


def test_the_shuffle_of_the_house_passes() -> None:
    """From a fixed seed, so that the one fair run in a hundred that fails is not this one."""
    outcomes = judge(run(Fair(b"fixed"), 2 * SMALL, workers=1))
    assert failed(outcomes) == set()
    assert len(outcomes) == 14
    assert all(0 <= each.p_value <= each.adjusted <= 1 for each in outcomes)


def test_the_work_of_two_processes_is_that_of_one() -> None:
    shuffles = BLOCK + 500
    assert judge(run(Fair(b"fixed"), shuffles, workers=2)) == judge(run(Fair(b"fixed"), shuffles, workers=1))


def test_without_a_seed_every_run_is_another() -> None:
    one, other = (count(Fair(), 0, 100) for _ in range(2))
    assert (one.decks[0] != other.decks[0]).all()


def texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def stream(number: int) -> Callable[[int], int]:
    """Fair choices below a bound, from a generator that is quick."""
    return random.Random(number).randrange


def naive_swap(number: int) -> list[str]:
    """Every card changes places with any card: 52^52 ways do not divide by 52!."""
    below, cards = stream(number), list(range(52))
    for place in range(52):
        other = below(52)
        cards[place], cards[other] = cards[other], cards[place]
    return texts(cards)


def modulo(number: int) -> list[str]:
    """The shuffle of the house, but for the bytes that it throws away."""
    data = hashlib.sha512(b"%d" % number).digest()
    cards = list(range(52))
    for last in range(51, 0, -1):
        place = data[last] % (last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return texts(cards)


def last_card_stays_out(number: int) -> list[str]:
    """Sattolo's mistake: a card never stays where it is."""
    below, cards = stream(number), list(range(52))
    for last in range(51, 0, -1):
        place = below(last)
        cards[last], cards[place] = cards[place], cards[last]
    return texts(cards)


def two_riffles(number: int) -> list[str]:
    """From a new deck: what lay together still does."""
    cards, generator = list(range(52)), random.Random(number)
    for _ in range(2):
        cut = sum(generator.getrandbits(1) for _ in range(52))
        piles = [cards[cut:], cards[:cut]]
        cards = []
        while piles[0] or piles[1]:
            pile = piles[generator.randrange(len(piles[0]) + len(piles[1])) >= len(piles[0])]
            cards.append(pile.pop())
    return texts(cards)


def cut_at_random(number: int) -> list[str]:
    """One good order with a new cut every time: each card is everywhere equally often."""
    order, cut = random.Random(1).sample(range(52), 52), stream(number)(52)
    return texts(order[cut:] + order[:cut])


def few_seeds(number: int) -> list[str]:
    """A good shuffle with a seed of 16 bits: no count can tell, but decks come back."""
    seed = hashlib.sha256(b"%d" % number).digest()[:2]
    return texts(random.Random(seed).sample(range(52), 52))


def carried_over(number: int) -> list[str]:
    """Every second shuffle leaves eight cards of the one before in their places."""
    cards = random.Random(number // 2).sample(range(52), 52)
    if number % 2:
        rest = cards[8:]
        random.Random(-number).shuffle(rest)
        cards[8:] = rest
    return texts(cards)


def too_even(number: int) -> list[str]:
    """Fifty-two shuffles at a time, each card once at each place: better than chance."""
    order = random.Random(number // 52).sample(range(52), 52)
    turn = number % 52
    return texts(order[turn:] + order[:turn])


def ranks_spread(number: int) -> list[str]:
    """Thirteen different ranks first, as a player would like it; a twentieth of the time."""
    generator = random.Random(number)
    cards = generator.sample(range(52), 52)
    if generator.random() < 0.05:
        first = {card % 13: card for card in cards}
        cards = [*first.values(), *(card for card in cards if card not in first.values())]
    return texts(cards)


@cache
def judged(shuffler: Callable[[int], list[str]]) -> list[Outcome]:
    return judge(run(shuffler, SMALL, workers=1))


@pytest.mark.parametrize(
    ("shuffler", "found_by"),
    [
        (naive_swap, "cards by position"),
        (modulo, "cards by position"),
        (last_card_stays_out, "cards by position"),
        (two_riffles, "runs: cards in rising order"),
        (two_riffles, "runs: cards of one color"),
        (two_riffles, "serial: a card and the card 1 on"),
        (cut_at_random, "first two cards"),
        (cut_at_random, "duplicates: the same deck"),
        (few_seeds, "duplicates: the same deck"),
        (few_seeds, "duplicates: the same first 5 cards"),
        (carried_over, "serial: a shuffle and the shuffle before"),
        (carried_over, "serial: cards where they lay in the shuffle before"),
        (too_even, "cards by position"),
        (too_even, "coupons: cards never on top in 236 shuffles"),
        (ranks_spread, "coupons: cards until all 13 ranks"),
        (two_riffles, "coupons: cards until all 4 suits"),
    ],
)
def test_a_bad_shuffle_fails(shuffler: Callable[[int], list[str]], found_by: str) -> None:
    assert found_by in failed(judged(shuffler))


@pytest.mark.parametrize(
    "wrong", [["As"] * 52, texts(range(51)), [*texts(range(51)), "??"], [*texts(range(51)), "2c"]]
)
def test_an_invalid_deck_has_no_outcome(wrong: list[str]) -> None:
    with pytest.raises(ValueError, match="a shuffle does not"):
        count(lambda number: wrong, 0, 1)
