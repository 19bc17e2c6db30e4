"""Kernels and their compiled twins."""

import functools
import gc
import subprocess
import sys
import weakref
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import croupier.hands as hands
from croupier.cards import card_set, set_of
from croupier.hands import flush, four_card, poker
from croupier.jit import Table, compiled, kernel, table
from croupier.jit.marks import is_kernel

CUBES = table([number**3 for number in range(50)])
NEGATIVES = table([-1, 127, -128])
FIXED = 1000


@kernel
def cube(number: int) -> int:
    return CUBES[number]


@kernel
def cube_and_fixed(number: int, extra: int = 1) -> int:
    return cube(number) + FIXED + extra + NEGATIVES[0]


def unmarked(number: int) -> int:
    return cube_and_fixed(number, 5) * 2


def adder(addend: Callable[[int], int], offsets: Table) -> Callable[[int], int]:
    def add(number: int) -> int:
        return addend(number) + offsets[1]

    return add


def test_a_kernel_is_the_function_itself() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert kernel(double) is double
    assert is_kernel(double)
    assert not is_kernel(unmarked)


def test_a_table_is_a_tuple_of_plain_ints() -> None:
    assert isinstance(CUBES, tuple)
    assert isinstance(CUBES, Table)
    assert type(CUBES[3]) is int
    assert CUBES[3] == 27


def test_the_twin_calls_twins_and_reads_arrays() -> None:
    assert [compiled(cube_and_fixed)(number) for number in range(50)] == [
        cube_and_fixed(number) for number in range(50)
    ]
    assert compiled(unmarked)(4) == unmarked(4) == 2 * (64 + 1000 + 5 - 1)
    assert type(compiled(cube)(3)) is int


def test_the_twin_is_made_once() -> None:
    assert compiled(cube) is compiled(cube)


def test_the_function_itself_is_left_as_it_was() -> None:
    compiled(cube)
    assert isinstance(cube.__globals__["CUBES"], Table)
    assert cube(2) == 8


def test_a_function_made_by_a_function_keeps_what_it_was_made_with() -> None:
    add = adder(cube, CUBES)
    other = adder(cube_and_fixed, table([0, 70_000]))
    assert compiled(add)(3) == add(3) == 28
    assert compiled(other)(3) == other(3) == 27 + 1000 + 70_000


def test_a_function_is_freed_with_its_twin() -> None:
    add, copy = adder(cube, CUBES), adder(cube, CUBES)
    twin = compiled(add)
    assert twin(3) == 28
    functools.update_wrapper(copy, add)
    assert compiled(copy) is not twin
    gone = weakref.ref(add), weakref.ref(twin)
    del add, twin, copy
    gc.collect()
    assert [each() for each in gone] == [None, None]


def test_only_python_functions_are_compiled() -> None:
    with pytest.raises(TypeError, match="only a function written in Python"):
        compiled(len)


@pytest.mark.parametrize("package", ["numba", "numpy"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    fresh = table([1, 2, 3])

    def look(number: int) -> int:
        return fresh[number]

    with pytest.raises(RuntimeError, match=f"needs the package {package}, which is not installed"):
        compiled(look)(1)


def test_numba_is_imported_only_to_compile() -> None:
    """The server and the small commands start without it (DESIGN, idea 3)."""
    program = (
        "import sys\n"
        "import croupier.hands.words\n"
        "from croupier.cards import set_of\n"
        "croupier.hands.poker_strength(set_of('As Ks Qs Js Ts'))\n"
        "print(sorted({'numba', 'numpy'} & sys.modules.keys()))\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"


HAND_SIZES = {
    hands.poker_strength: (5, 6, 7),
    hands.four_card_strength: (4, 5, 6),
    hands.flush_strength: (7,),
    hands.has_suited_ace_to_nine: (7, 20, 30),
    hands.has_four_of_a_kind: (7, 20),
}


@pytest.mark.parametrize("function", HAND_SIZES, ids=lambda function: function.__name__)
def test_the_twin_of_a_hand_function_agrees_with_it(function: Any) -> None:
    random = Random(20)
    twin = compiled(function)
    answers = set()
    for _ in range(5000):
        cards = card_set(random.sample(range(52), random.choice(HAND_SIZES[function])))
        answer = twin(cards)
        assert answer == function(cards)
        assert type(answer) is type(function(cards))
        answers.add(answer)
    assert len(answers) > 1, "the sample shows nothing"


@pytest.mark.parametrize("ace_low", [0, 1])
def test_the_twin_of_the_longest_straight_flush_agrees_with_it(ace_low: int) -> None:
    random = Random(21)
    for _ in range(5000):
        cards = card_set(random.sample(range(52), random.choice((7, 20))))
        suit = random.randrange(4)
        assert compiled(flush.longest_straight_flush)(cards, ace_low) == flush.longest_straight_flush(
            cards, ace_low
        )
        assert compiled(flush.longest_straight_flush_of_suit)(
            cards, suit, ace_low
        ) == flush.longest_straight_flush_of_suit(cards, suit, ace_low)


def test_the_twins_of_functions_of_a_strength_agree_with_them() -> None:
    random = Random(22)
    functions: list[tuple[Callable[[int], int], Callable[[int], int], int]] = [
        (poker.poker_category, poker.poker_strength, 7),
        (four_card.four_card_category, four_card.four_card_strength, 5),
        (four_card.is_four_aces, four_card.four_card_strength, 5),
        (four_card.is_royal, four_card.four_card_strength, 5),
        (four_card.is_pair_of_aces_or_better, four_card.four_card_strength, 5),
        (flush.flush_length, flush.flush_strength, 7),
    ]
    for function, strength_of, size in functions:
        for _ in range(500):
            strength = strength_of(card_set(random.sample(range(52), size)))
            assert compiled(function)(strength) == function(strength)
    for text in ("Ac Ad Ah As 2c", "Ah Kh Qh Jh 2c", "Ac Ad 9h 5s 2c"):
        strength = four_card.four_card_strength(set_of(text))
        for predicate in (four_card.is_four_aces, four_card.is_royal, four_card.is_pair_of_aces_or_better):
            assert compiled(predicate)(strength) is predicate(strength)


def test_every_function_of_cards_and_strengths_is_a_kernel() -> None:
    for name in hands.__all__:
        assert is_kernel(getattr(hands, name)), name
