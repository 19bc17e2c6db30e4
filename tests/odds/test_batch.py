"""The batch evaluators against `croupier.hands`: every hand of the deck, in both orders in memory."""

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from croupier.cards import card_set, parse_cards
from croupier.hands import flush_strength, four_card_strength, longest_straight_flush, poker_strength
from croupier.jit import compiled
from croupier.odds.counting.batch import (
    evaluate_best_four,
    evaluate_five,
    evaluate_flush,
    evaluate_seven,
    evaluate_straight_flush,
)
from croupier.odds.counting.rank_tables import TABLES, build
from croupier.odds.counting.threads import in_parallel

EVALUATORS: dict[str, tuple[Callable[..., Any], tuple[int, ...], Callable[[int], int], Any]] = {
    # name: the batch evaluator, sizes of hands, the function it must equal, ranks to strengths
    "five": (evaluate_five, (5,), poker_strength, TABLES.poker_strengths),
    "seven": (evaluate_seven, (7,), poker_strength, TABLES.poker_strengths),
    "best four": (evaluate_best_four, (5, 6), four_card_strength, TABLES.four_card_strengths),
    "flush": (evaluate_flush, (5, 7), flush_strength, np.arange(8 << 13)),
    "straight flush, ace high": (
        lambda hands, out=None: evaluate_straight_flush(hands, False, out),
        (5, 7),
        lambda cards: longest_straight_flush(cards, 0),
        np.arange(8),
    ),
    "straight flush, ace high or low": (
        lambda hands, out=None: evaluate_straight_flush(hands, True, out),
        (5, 7),
        lambda cards: longest_straight_flush(cards, 1),
        np.arange(8),
    ),
}


# --- Every hand ---


def deal_every(high: int, second: int, columns: Any, rows: Any, sets: Any) -> int:
    """Write every hand whose highest cards are these two, in both orders and as a card set."""
    others = len(columns) - 2
    chosen = np.arange(others + 1)
    chosen[others] = second
    count = 0
    while chosen[others] == second:
        cards = 1 << high | 1 << second
        columns[0, count] = rows[count, 0] = high
        columns[1, count] = rows[count, 1] = second
        for place in range(others):
            card = chosen[place]
            cards |= 1 << card
            columns[place + 2, count] = rows[count, place + 2] = card
        sets[count] = cards
        count += 1
        # The next combination: the first card that can go up does, and those before it begin again.
        place = 0
        while place < others and chosen[place] + 1 == chosen[place + 1]:
            chosen[place] = place
            place += 1
        chosen[place] += 1
    return count


def poker_differences(sets: Any, ranks: Any, strength_of_rank: Any) -> int:
    differences = 0
    for hand in range(len(sets)):
        differences += strength_of_rank[ranks[hand]] != poker_strength(sets[hand])
    return differences


def four_card_differences(sets: Any, ranks: Any, strength_of_rank: Any) -> int:
    differences = 0
    for hand in range(len(sets)):
        differences += strength_of_rank[ranks[hand]] != four_card_strength(sets[hand])
    return differences


def flush_differences(sets: Any, strengths: Any, high: Any, low: Any) -> int:
    differences = 0
    for hand in range(len(sets)):
        cards = sets[hand]
        differences += strengths[hand] != flush_strength(cards)
        differences += high[hand] != longest_straight_flush(cards, 0)
        differences += low[hand] != longest_straight_flush(cards, 1)
    return differences


def census(size: int, check: Callable[[Any, Any, Any], None]) -> int:
    """Hand every hand of a size to a check, as rows, as columns and as card sets; return how many."""
    deal, _ = compiled(deal_every), compiled(poker_differences)  # compiled before there are threads

    def check_those_under(high: int) -> int:
        most = comb(high - 1, size - 2)
        columns, rows = np.empty((size, most), dtype=np.uint8), np.empty((most, size), dtype=np.uint8)
        sets = np.empty(most, dtype=np.int64)
        total = 0
        for second in range(size - 2, high):
            count = deal(high, second, columns, rows, sets)
            check(rows[:count], np.ascontiguousarray(columns[:, :count]).T, sets[:count])
            total += count
        return total

    check_those_under(size)
    return sum(in_parallel(check_those_under, range(51, size - 2, -1)))


def test_every_seven_card_hand() -> None:
    def check(rows: Any, columns: Any, sets: Any) -> None:
        ranks = evaluate_seven(columns)
        assert compiled(poker_differences)(sets, ranks, TABLES.poker_strengths) == 0
        assert np.array_equal(evaluate_seven(rows), ranks)

    assert census(7, check) == comb(52, 7) == 133_784_560


def test_every_flush_and_straight_flush_of_seven() -> None:
    def check(rows: Any, columns: Any, sets: Any) -> None:
        answers = (
            evaluate_flush(columns),
            evaluate_straight_flush(columns, False),
            evaluate_straight_flush(columns, True),
        )
        assert compiled(flush_differences)(sets, *answers) == 0
        assert np.array_equal(evaluate_flush(rows), answers[0])
        assert np.array_equal(evaluate_straight_flush(rows, False), answers[1])
        assert np.array_equal(evaluate_straight_flush(rows, True), answers[2])

    assert census(7, check) == comb(52, 7)


def test_every_five_card_hand() -> None:
    def check(rows: Any, columns: Any, sets: Any) -> None:
        for hands in (rows, columns):
            assert compiled(poker_differences)(sets, evaluate_five(hands), TABLES.poker_strengths) == 0
            ranks = evaluate_best_four(hands)
            assert compiled(four_card_differences)(sets, ranks, TABLES.four_card_strengths) == 0

    assert census(5, check) == comb(52, 5) == 2_598_960


def test_every_six_card_hand() -> None:
    def check(rows: Any, columns: Any, sets: Any) -> None:
        for hands in (rows, columns):
            ranks = evaluate_best_four(hands)
            assert compiled(four_card_differences)(sets, ranks, TABLES.four_card_strengths) == 0

    assert census(6, check) == comb(52, 6) == 20_358_520


# --- Orders, of cards and of memory ---


@cache
def shuffled_decks() -> Any:
    source = np.random.default_rng(3)
    return np.array([source.permutation(52) for _ in range(5000)], dtype=np.uint8)


def random_hands(count: int, size: int) -> Any:
    return np.ascontiguousarray(shuffled_decks()[:count, :size])


def cases() -> list[Any]:
    return [
        pytest.param(name, size, id=f"{name} of {size}")
        for name in EVALUATORS
        for size in EVALUATORS[name][1]
    ]


@pytest.mark.parametrize(("name", "size"), cases())
def test_the_order_of_cards_and_of_memory_is_all_one(name: str, size: int) -> None:
    evaluate, _, strength_of, strength_of_rank = EVALUATORS[name]
    hands = random_hands(5000, size)
    expected = [strength_of(card_set(hand)) for hand in hands.tolist()]
    wide = np.zeros((5000, 12), dtype=np.uint8)
    wide[:, 3 : 3 + size] = hands
    for given in (
        hands,
        np.asfortranarray(hands),
        np.ascontiguousarray(hands.T).T,
        hands[:, ::-1],
        np.asfortranarray(hands)[:, ::-1],
        wide[:, 3 : 3 + size],
    ):
        assert strength_of_rank[evaluate(given)].tolist() == expected


def test_hands_that_cannot_be_written_are_read() -> None:
    hands = random_hands(100, 7)
    expected = evaluate_seven(hands).tolist()
    hands.flags.writeable = False
    assert evaluate_seven(hands).tolist() == evaluate_seven(np.asfortranarray(hands)).tolist() == expected


@pytest.mark.parametrize(("name", "size"), cases())
@pytest.mark.parametrize("count", [0, 1, 2, 511, 512, 513])
def test_any_number_of_hands(name: str, size: int, count: int) -> None:
    evaluate, _, strength_of, strength_of_rank = EVALUATORS[name]
    hands = random_hands(count, size)
    expected = [strength_of(card_set(hand)) for hand in hands.tolist()]
    assert strength_of_rank[evaluate(hands)].tolist() == expected
    assert strength_of_rank[evaluate(np.asfortranarray(hands))].tolist() == expected


@pytest.mark.parametrize(("name", "size"), cases())
def test_answers_go_where_they_are_wanted(name: str, size: int) -> None:
    evaluate = EVALUATORS[name][0]
    hands = random_hands(1000, size)
    expected = evaluate(hands)
    out = np.full(2000, -1, dtype=expected.dtype)
    assert np.shares_memory(evaluate(hands, out=out[500:1500]), out)
    assert np.array_equal(out[500:1500], expected)
    assert (out[:500] == -1).all()
    assert (out[1500:] == -1).all()
    for wrong in (out[:999], out[::2], out[:1000].astype(np.int64)):
        with pytest.raises(ValueError, match="out is a contiguous array of 1000 int"):
            evaluate(hands, out=wrong)


# --- Ranks ---


def test_ranks_are_dense_and_in_the_order_of_strengths() -> None:
    for strength_of_rank, count in ((TABLES.poker_strengths, 7462), (TABLES.four_card_strengths, 2535)):
        assert len(strength_of_rank) == count
        assert (np.diff(strength_of_rank) > 0).all()
    fives = np.array(list(combinations(range(52), 5)), dtype=np.uint8)
    assert len(np.unique(evaluate_five(fives))) == 7462
    assert evaluate_five(fives).min() == 0
    assert len(np.unique(evaluate_best_four(fives))) < 2535, "no best four of five is a low four"


def test_five_and_seven_cards_are_ranked_on_one_ladder() -> None:
    five = np.array([parse_cards("As Ks Qs Js Ts")], dtype=np.uint8)
    seven = np.array([parse_cards("2d As Ks Qs 2c Js Ts")], dtype=np.uint8)
    assert evaluate_five(five)[0] == evaluate_seven(seven)[0] == 7461


def test_tables_cannot_be_written() -> None:
    for array in (TABLES.poker_strengths, TABLES.pair_keys, TABLES.poker_seven.ranks):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_tables_are_small_and_the_same_however_they_came() -> None:
    again = build()
    for name in ("poker_five", "poker_seven", "four_of_five", "four_of_six"):
        one, other = getattr(TABLES, name), getattr(again, name)
        for array in ("offsets", "ranks", "flushed", "suited"):
            assert np.array_equal(getattr(one, array), getattr(other, array))
    seven = TABLES.poker_seven
    arrays = (seven.offsets, seven.ranks, seven.flushed, seven.suited, TABLES.card_keys, TABLES.pair_keys)
    assert sum(array.nbytes for array in arrays) < 170_000


# --- What is refused ---


@pytest.mark.parametrize(("name", "size"), cases())
@pytest.mark.parametrize("code", [52, 63, 64, 127, 128, 192, 243, 244, 255])
def test_an_invalid_card_code_is_refused(name: str, size: int, code: int) -> None:
    evaluate = EVALUATORS[name][0]
    for hand in (0, 1299):
        for place in range(size):
            hands = random_hands(1300, size)
            hands[hand, place] = code
            for given in (hands, np.asfortranarray(hands), hands[:, ::-1]):
                with pytest.raises(
                    ValueError, match=f"hand {hand} has the card {code}: a card is a code from"
                ):
                    evaluate(given)


@pytest.mark.parametrize(("name", "size"), cases())
def test_a_card_twice_does_no_harm(name: str, size: int) -> None:
    """What the answer is means nothing, but nothing outside of the tables is read."""
    evaluate = EVALUATORS[name][0]
    for card in range(52):
        hands = np.full((10, size), card, dtype=np.uint8)
        assert (evaluate(hands) >= 0).all()
        assert (evaluate(np.asfortranarray(hands)) >= 0).all()


@pytest.mark.parametrize("name", EVALUATORS)
def test_shapes_and_kinds_that_are_no_hands_are_refused(name: str) -> None:
    evaluate, sizes, *_ = EVALUATORS[name]
    hands = random_hands(20, sizes[0])
    with pytest.raises(TypeError, match="uint8, not int64"):
        evaluate(hands.astype(np.int64))
    with pytest.raises(TypeError, match="uint8, not list"):
        evaluate(hands.tolist())
    with pytest.raises(ValueError, match=r"shape \(n, .*, not \(20,\)"):
        evaluate(hands[:, 0])
    with pytest.raises(ValueError, match=r"not \(20, 9\)"):
        evaluate(random_hands(20, 9))
    with pytest.raises(ValueError, match=r"not \(\d, 20\); pass hands\.T, which copies nothing"):
        evaluate(hands.T)


# --- Without the compiler ---


def test_the_same_answers_without_the_compiler() -> None:
    program = (
        "import numpy as np\n"
        "from croupier.odds.counting.batch import evaluate_best_four, evaluate_seven\n"
        "from croupier.odds.counting.batch import evaluate_straight_flush\n"
        "source = np.random.default_rng(3)\n"
        "hands = np.array([source.permutation(52)[:7] for _ in range(600)], dtype=np.uint8)\n"
        "for given in (hands, np.asfortranarray(hands)):\n"
        "    print(evaluate_seven(given).sum(), evaluate_best_four(given[:, :6]).sum(),"
        " evaluate_straight_flush(given, True).sum())\n"
    )
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"NUMBA_DISABLE_JIT": "1"},
    )
    hands = random_hands(600, 7)
    sums = (
        evaluate_seven(hands).sum(),
        evaluate_best_four(hands[:, :6]).sum(),
        evaluate_straight_flush(hands, True).sum(),
    )
    assert answer.stdout == 2 * (" ".join(map(str, sums)) + "\n")
