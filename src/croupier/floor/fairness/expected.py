"""The exact distributions of a fair shuffle, for `croupier rng test`.

All are counted in whole numbers. The moments that come with them are those of one shuffle.
"""

from fractions import Fraction
from functools import cache
from math import comb, factorial

Distribution = tuple[Fraction, ...]
"""The chance of each value, from 0 up."""


@cache
def descents(size: int) -> Distribution:
    """How often a card is followed by a lower one: the Eulerian numbers.

    >>> [int(chance * 24) for chance in descents(4)]
    [1, 11, 11, 1]
    """
    numbers = [1]
    for length in range(2, size + 1):
        before = [0, *numbers, 0]
        numbers = [
            (place + 1) * before[place + 1] + (length - place) * before[place] for place in range(length)
        ]
    return tuple(Fraction(number, factorial(size)) for number in numbers)


@cache
def color_runs(half: int) -> Distribution:
    """Into how many unbroken stretches two colors of `half` cards each fall.

    >>> [int(chance * 6) for chance in color_runs(2)]
    [0, 0, 2, 2, 2]
    """
    ways = [0] * (2 * half + 1)
    for runs in range(2, 2 * half + 1):
        short, long = runs // 2, runs - runs // 2  # each color in so many stretches
        ways[runs] = 2 * comb(half - 1, short - 1) * comb(half - 1, long - 1)
    return tuple(Fraction(number, comb(2 * half, half)) for number in ways)


@cache
def matches(size: int) -> Distribution:
    """How many cards lie where they lay in another shuffle: the rencontres numbers.

    >>> [int(chance * 24) for chance in matches(4)]
    [9, 8, 6, 0, 1]
    """
    none = [1, 0]
    for length in range(2, size + 1):
        none.append((length - 1) * (none[-1] + none[-2]))
    return tuple(Fraction(comb(size, same) * none[size - same], factorial(size)) for same in range(size + 1))


@cache
def cards_to_all(kinds: int, size: int) -> Distribution:
    """How many cards are dealt until every kind has been seen, of so many kinds with equally many cards.

    >>> [int(chance * 6) for chance in cards_to_all(2, 4)]
    [0, 0, 4, 2, 0]
    """
    each = size // kinds
    by_then = [
        Fraction(
            sum((-1) ** out * comb(kinds, out) * comb(size - out * each, dealt) for out in range(kinds + 1)),
            comb(size, dealt),
        )
        for dealt in range(size + 1)
    ]
    return (by_then[0], *(by_then[dealt] - by_then[dealt - 1] for dealt in range(1, size + 1)))


@cache
def missing(kinds: int, draws: int) -> Distribution:
    """How many of so many equally likely kinds have not come up in so many independent draws.

    >>> [int(chance * 27) for chance in missing(3, 3)]
    [6, 18, 3, 0]
    """
    return tuple(
        Fraction(
            comb(kinds, out)
            * sum(
                (-1) ** more * comb(kinds - out, more) * (kinds - out - more) ** draws
                for more in range(kinds - out + 1)
            ),
            kinds**draws,
        )
        for out in range(kinds + 1)
    )


def centered(size: int) -> list[int]:
    """The cards as numbers that sum to zero: twice the distance from the middle of the new deck."""
    return [2 * card - (size - 1) for card in range(size)]


def lag_moments(size: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of the sum of a card times the card `lag` places on, around the end to the start.

    After Wald and Wolfowitz (1943), for centered numbers and any lag whose cycles are three or longer: of two
    products, n pairs are the same, 2n share one card, n (n - 3) share none.
    """
    squares = sum(each**2 for each in centered(size))
    fourths = sum(each**4 for each in centered(size))
    mean = Fraction(-squares, size - 1)
    of_square = Fraction(squares**2 - fourths, size - 1) + Fraction(
        squares**2 - 2 * fourths, (size - 1) * (size - 2)
    )
    return mean, of_square - mean**2


def between_variance(size: int) -> Fraction:
    """Variance of the sum of a shuffle times the next one, place by place; its mean is zero."""
    return Fraction(sum(each**2 for each in centered(size)) ** 2, size - 1)
