"""Whether cards meet a condition of an invented bet, as kernels.

A condition is a row of ints, one per field below; a field that is 0 (`HIGHEST_RANK`: 12) demands nothing.
"""

from typing import Any

from croupier.hands.flush import LONGEST_RUN
from croupier.hands.poker import poker_strength
from croupier.jit import kernel, table

(
    POKER_LEAST, KIND, SECOND_KIND, THIRD_KIND, KIND_RANK, SUITED, RUN, SUITED_RUN, SUITED_RANKS,
    RANKS_ONCE, RANKS_TWICE, RANKS_THREE_TIMES, RANKS_FOUR_TIMES, COLOR, LOWEST_RANK, HIGHEST_RANK,
) = range(16)  # fmt: skip

_ACE_EITHER_WAY = 8192
"""Where `LONGEST_RUN` has the ace high or low."""

_COUNT = table([ranks.bit_count() for ranks in range(8192)])

PAIRINGS = 3
"""The ways to pair four suits into two colors, equally likely once suits have no names."""


@kernel
def _at_least(clubs: int, diamonds: int, hearts: int, spades: int, times: int) -> int:
    """The ranks held at least this many times."""
    if times <= 1:
        return clubs | diamonds | hearts | spades
    if times == 2:
        return clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    if times == 3:
        return clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return clubs & diamonds & hearts & spades


@kernel
def _has_kinds(clubs: int, diamonds: int, hearts: int, spades: int, condition: Any) -> bool:
    """Whether ranks are held as often as `kinds` says, each by a rank of its own, the first high enough.

    The kinds descend, so it is enough that the ranks held often enough for the k-th number k at least. Of
    those for the first kind one must be of the rank asked for or higher.
    """
    first = _at_least(clubs, diamonds, hearts, spades, condition[KIND])
    if not first >> condition[KIND_RANK]:
        return False
    if condition[SECOND_KIND]:
        if _COUNT[_at_least(clubs, diamonds, hearts, spades, condition[SECOND_KIND])] < 2:
            return False
        if condition[THIRD_KIND]:
            return _COUNT[_at_least(clubs, diamonds, hearts, spades, condition[THIRD_KIND])] >= 3
    return True


@kernel
def _in_one_suit(ranks: int, condition: Any) -> bool:
    """Whether a single suit meets the conditions on one suit."""
    if _COUNT[ranks] < condition[SUITED]:
        return False
    if LONGEST_RUN[_ACE_EITHER_WAY | ranks] < condition[SUITED_RUN]:
        return False
    missing: int = condition[SUITED_RANKS] & ~ranks
    return missing == 0


@kernel
def _most_of_a_color(clubs: int, diamonds: int, hearts: int, spades: int, pairing: int) -> int:
    """The cards of the color with more of them: clubs are paired with one of the other three suits."""
    total = _COUNT[clubs] + _COUNT[diamonds] + _COUNT[hearts] + _COUNT[spades]
    one = _COUNT[clubs] + _COUNT[(diamonds, hearts, spades)[pairing]]
    return max(one, total - one)


@kernel
def holds(cards: int, condition: Any, pairing: int) -> bool:
    """Whether the cards meet a condition, given which suits share a color."""
    clubs, diamonds, hearts, spades = cards & 8191, cards >> 13 & 8191, cards >> 26 & 8191, cards >> 39
    if condition[POKER_LEAST] and poker_strength(cards) < condition[POKER_LEAST]:
        return False
    if condition[KIND] and not _has_kinds(clubs, diamonds, hearts, spades, condition):
        return False
    ranks = clubs | diamonds | hearts | spades
    if LONGEST_RUN[_ACE_EITHER_WAY | ranks] < condition[RUN]:
        return False
    if ranks >> condition[HIGHEST_RANK] + 1 or ranks & (1 << condition[LOWEST_RANK]) - 1:
        return False
    for times in range(1, 5):
        wanted = condition[RANKS_ONCE + times - 1]
        if wanted and _at_least(clubs, diamonds, hearts, spades, times) & wanted != wanted:
            return False
    if condition[COLOR] and _most_of_a_color(clubs, diamonds, hearts, spades, pairing) < condition[COLOR]:
        return False
    # One and the same suit must be long enough, run far enough and hold the ranks.
    return (
        _in_one_suit(clubs, condition)
        or _in_one_suit(diamonds, condition)
        or _in_one_suit(hearts, condition)
        or _in_one_suit(spades, condition)
    )


def count_hands(sets: Any, weights: Any, conditions: Any, counts: Any) -> None:
    """Add each hand, times the pairings, to the first condition that it meets; the last count is the rest."""
    rest = len(conditions)
    colored = False
    for row in range(rest):
        colored = colored or conditions[row, COLOR] > 0
    for number in range(len(sets)):
        for pairing in range(PAIRINGS if colored else 1):
            found = rest
            for row in range(rest):
                if holds(sets[number], conditions[row], pairing):
                    found = row
                    break
            counts[found] += weights[number] * (1 if colored else PAIRINGS)
