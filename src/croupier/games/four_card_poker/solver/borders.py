"""Four Card Poker strategy: the best play against each up-card, and the cost of simple rules.

The best decision depends on all five cards and the up-card, because the dealer cannot have a card that the
player holds. But two things decide most cases: the strength of the player's best four cards and the rank of
the up-card. Against one up-card there is a strength below which playing is never right, one
from which on it is always right, and a narrow band between, where the fifth card and the suits decide.

A simple strategy uses only strength and up-card rank. Its exact price follows from the solution's counts by
these two.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from croupier.cards import RANKS
from croupier.games.four_card_poker.solver.solution import (
    SITUATIONS,
    Solution,
    main_odds,
    worth,
)
from croupier.games.four_card_poker.solver.verdicts import DEALER_HANDS, FOLD, PLAY_LEAST, PLAY_MOST
from croupier.hands.four_card import HIGH_CARD, PAIR, four_card_category
from croupier.hands.ranks import ACE
from croupier.hands.words import name_four_card
from croupier.jit import numpy
from croupier.odds.model import MainOdds
from croupier.submission.house import HouseRules

TWO, NINE, TEN, JACK, QUEEN, KING = 0, 7, 8, 9, 10, 11


class Border(NamedTuple):
    """The strengths between which a wager changes from never right to always right against one up-card."""

    sometimes: int
    """The lowest strength with which the wager is ever right."""
    always: int
    """The lowest strength from which on it is always right."""
    mixed: tuple[int, ...]
    """The strengths with which it is right for some cards and suits and wrong for others."""


class UpCard(NamedTuple):
    """The strategy against an up-card of a rank."""

    rank: int
    play: Border
    play_most: Border

    def words(self) -> str:
        """The strategy in one line."""
        return f"{RANKS[self.rank]}: play {_from(self.play)}; the most {_from(self.play_most)}"


class Borderline(NamedTuple):
    """A strength against an up-card rank where the decision depends on the other cards."""

    strength: int
    up: int
    decisions: dict[int, Fraction]
    """By decision that is best in some situations: the probability of those situations."""
    worst: Fraction
    best: Fraction
    """The lowest and the highest value of the smallest play wager over the situations."""


class SimpleStrategy(NamedTuple):
    """A rule that uses only the player's best four cards and the rank of the up-card."""

    name: str
    template: str
    """The rule's words, with `{least}` and `{most}` for the multiples of the play wager."""
    decide: Callable[[int, int], int]
    """(strength, rank of the up-card) to FOLD, PLAY_LEAST or PLAY_MOST."""

    def words(self, least: int, most: int) -> str:
        """Return the rule in words, with the multiples that the house rules allow."""
        return self.template.format(least=f"{least}x", most=f"{most}x")


def hand_text(strength: int) -> str:
    """Return a strength in words that distinguish it from its neighbors.

    >>> from croupier.cards import set_of
    >>> from croupier.hands.four_card import four_card_strength
    >>> hand_text(four_card_strength(set_of("9s 9d Kc 5h 2s")))
    'pair of nines (9-9-K-5)'
    """
    ranks = [RANKS[strength >> shift & 15] for shift in (12, 8, 4, 0)]
    category = four_card_category(strength)
    if category == HIGH_CARD:
        return f"{name_four_card(strength)} ({'-'.join(ranks)})"
    if category == PAIR:
        return f"{name_four_card(strength)} ({'-'.join([ranks[0], *ranks[:3]])})"
    return name_four_card(strength)


def by_up_card(solution: Solution) -> tuple[UpCard, ...]:
    """Return the strategy against each rank of the up-card, from deuce to ace."""
    weights = solution.verdicts.weights
    return tuple(
        UpCard(
            rank,
            _border(solution, weights[:, rank, [PLAY_LEAST, PLAY_MOST]].sum(axis=1), weights[:, rank, FOLD]),
            _border(solution, weights[:, rank, PLAY_MOST], weights[:, rank, [FOLD, PLAY_LEAST]].sum(axis=1)),
        )
        for rank in range(13)
    )


def borderlines(house: HouseRules, solution: Solution) -> tuple[Borderline, ...]:
    """Return the strengths and up-card ranks where other cards decide, weakest hands first."""
    np = numpy()
    value, verdicts = worth(house), solution.verdicts
    least = value.numbers.play_least

    def of_least(beaten: int, number: int) -> Fraction:
        return value.of_play(least, Fraction(beaten, DEALER_HANDS), value.bonus[number])

    found = []
    for number, rank in np.argwhere((verdicts.weights > 0).sum(axis=2) > 1).tolist():
        counts = enumerate(verdicts.weights[number, rank].tolist())
        found.append(
            Borderline(
                strength=int(solution.strengths[number]),
                up=rank,
                decisions={decision: Fraction(count, SITUATIONS) for decision, count in counts if count},
                worst=of_least(int(verdicts.most[number, rank]), number),
                best=of_least(int(verdicts.fewest[number, rank]), number),
            )
        )
    return tuple(found)


def price(house: HouseRules, solution: Solution, strategy: SimpleStrategy) -> MainOdds:
    """Return the exact odds of the game under a simple strategy."""
    np = numpy()
    weights, beaten = (
        np.zeros_like(array) for array in (solution.verdicts.weights, solution.verdicts.beaten)
    )
    for number, strength in enumerate(solution.strengths.tolist()):
        for rank in range(13):
            decision = strategy.decide(strength, rank)
            weights[number, rank, decision] = solution.verdicts.weights[number, rank].sum()
            beaten[number, rank, decision] = solution.verdicts.beaten[number, rank].sum()
    return main_odds(worth(house), weights, beaten)


def _border(solution: Solution, right: object, wrong: object) -> Border:
    np = numpy()
    right_some, wrong_some = np.asarray(right) > 0, np.asarray(wrong) > 0
    mixed = np.flatnonzero(right_some & wrong_some)
    last_wrong = int(np.flatnonzero(wrong_some).max(initial=-1))
    always = np.flatnonzero(right_some[last_wrong + 1 :]) + last_wrong + 1
    values = solution.strengths.tolist()
    return Border(
        sometimes=values[int(np.flatnonzero(right_some)[0])],
        always=values[int(always[0])],
        mixed=tuple(values[number] for number in mixed.tolist()),
    )


def _from(border: Border) -> str:
    if border.sometimes == border.always:
        return f"from {hand_text(border.always)}"
    return f"always from {hand_text(border.always)}, never below {hand_text(border.sometimes)}"


def _pairs(least: int) -> Callable[[int, int], int]:
    """Fold below a pair of a rank; wager the least up to a pair of nines, the most with tens or better."""

    def decide(strength: int, up: int) -> int:
        if strength < _pair(least):
            return FOLD
        return PLAY_LEAST if strength < _pair(TEN) else PLAY_MOST

    return decide


def _expert(strength: int, up: int) -> int:
    if strength < _pair(TWO + 1):
        return PLAY_LEAST if strength >= _pair(TWO) and up == TWO else FOLD
    if strength >= _pair(ACE):
        return PLAY_MOST
    pair = strength >> 12 & 15
    kickers = (strength >> 8 & 15, strength >> 4 & 15)
    if pair == NINE:
        strong = up == TWO
    elif pair == TEN:
        strong = up < TEN or (up == TEN and kickers[0] >= JACK)
    elif pair == JACK:
        strong = up <= JACK or (up in (QUEEN, KING) and up in kickers)
    elif pair == QUEEN:
        strong = up <= QUEEN or kickers[0] >= up
    else:
        strong = pair == KING and (up != ACE or kickers[0] == ACE)
    return PLAY_MOST if strong else PLAY_LEAST


def _pair(rank: int) -> int:
    """Return the lowest strength of a pair of a rank."""
    return PAIR << 16 | rank << 12


SIMPLE_STRATEGIES = (
    SimpleStrategy(
        "basic",
        "fold a pair of twos or less; play {least} with threes to nines,"
        " {most} with a pair of tens or better",
        _pairs(least=TWO + 1),
    ),
    SimpleStrategy(
        "any pair",
        "fold without a pair; play {least} with twos to nines, {most} with a pair of tens or better",
        _pairs(least=TWO),
    ),
    SimpleStrategy(
        "expert",
        "as basic, but twos play {least} against a two, nines {most} against a two, tens {most} against two"
        " to nine and against a ten with a jack or better, jacks {most} against two to jack and against a"
        " queen or king with one like it, queens {most} against two to queen and with a card as high as the"
        " up-card, kings {most} but against an ace only with an ace; otherwise these pairs play {least}",
        _expert,
    ),
)
"""Well-known rules: the pamphlet at the tables (priced by Stanley Ko), its neighbor, Elliot Frome's."""
