"""All hands that a bet may meet, counted in groups that no pay table tells apart.

A group holds the hands that stand on the same rungs of every ladder; its example is one of them. To price
a pay table, each group's example goes through the very functions by which the table settles, and brings
the number of its hands along. So a census is taken once, for all tables and policies.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

from croupier.games.common import NO_ROW, SideWager, row_reached
from croupier.games.four_card_poker.settle import aces_up_rung, five_card_rung, four_card_progressive_rung
from croupier.games.high_card_flush.settle import flush_rung
from croupier.games.ultimate_texas_holdem.settle import poker_rung
from croupier.hands.flush import (
    flush_strength,
    has_four_of_a_kind,
    has_suited_ace_to_nine,
    longest_straight_flush,
)
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.canonical import canonical_hands
from croupier.odds.progress import Progress, silent
from croupier.odds.store import kept
from croupier.odds.threads import in_parallel

SEVEN_FOR_FLUSHES, SEVEN_FOR_POKER, FIVE = 0, 1, 2
"""The censuses: seven cards by flush and straight flush, seven cards as poker, five cards."""

_CARDS = (7, 7, 5)
_GROUPS = 2048
_PARTS = 32


@kernel
def group_of(cards: int, census: int) -> int:
    """The number of the group that a hand belongs to in a census."""
    if census == SEVEN_FOR_FLUSHES:
        # Both readings of the ace side by side, and the two rows that some tables name and others do not.
        return (
            1 + flush_rung(flush_strength(cards))
            | longest_straight_flush(cards, 0) << 3
            | longest_straight_flush(cards, 1) << 6
            | has_suited_ace_to_nine(cards) << 9
            | has_four_of_a_kind(cards) << 10
        )
    if census == SEVEN_FOR_POKER:
        return poker_rung(poker_strength(cards))
    strength = four_card_strength(cards)
    return (
        1 + aces_up_rung(strength)
        | 1 + four_card_progressive_rung(strength) << 3
        | five_card_rung(poker_strength(cards)) << 6
    )


def _count(census: int, sets: Any, weights: Any, decisions: Any, counts: Any, examples: Any) -> None:
    """Count hands by group: all in `counts[0]`, those that are not folded in `counts[1]`.

    `decisions` are 0 for a fold; an empty array says that nothing was decided.
    """
    decided = len(decisions) > 0
    for place in range(len(sets)):
        group = group_of(sets[place], census)
        counts[0, group] += weights[place]
        examples[group] = sets[place]
        if decided and decisions[place]:
            counts[1, group] += weights[place]


@dataclass(frozen=True, slots=True)
class Group:
    """Hands that no pay table tells apart: one of them, and how many they are."""

    example: int
    count: int


@dataclass(frozen=True, slots=True)
class Census:
    """All hands of so many cards, by group."""

    hands: int
    groups: dict[int, Group]


def count_groups(census: int, decisions: Any = None, progress: Progress = silent) -> tuple[Any, Any, Any]:
    """Count now: by group, all hands, those not folded, and an example (0 where the group is empty)."""
    np = numpy()
    sets, weights = canonical_hands(_CARDS[census])
    decided = np.empty(0, dtype=np.int8) if decisions is None else decisions
    bounds = np.linspace(0, len(sets), _PARTS + 1).astype(np.int64)
    count = compiled(_count)

    def part(number: int) -> tuple[Any, Any]:
        span = slice(bounds[number], bounds[number + 1])
        counts, examples = np.zeros((2, _GROUPS), dtype=np.int64), np.zeros(_GROUPS, dtype=np.int64)
        count(census, sets[span], weights[span], decided[span], counts, examples)
        return counts, examples

    parts = in_parallel(part, range(_PARTS), progress)
    counts = sum(counts for counts, _ in parts)
    examples = np.max([examples for _, examples in parts], axis=0)
    return counts[0], counts[1], examples


def take_census(census: int, progress: Progress = silent) -> Census:
    """Take a census, from nothing."""
    counts, _, examples = count_groups(census, progress=progress)
    return Census(
        hands=comb(52, _CARDS[census]),
        groups={
            group: Group(int(examples[group]), int(counts[group])) for group in counts.nonzero()[0].tolist()
        },
    )


_taken: dict[tuple[int, bool], Census] = {}


def census_of(census: int, fresh: bool = False, progress: Progress = silent) -> Census:
    """A census, kept in the process and on disk; `fresh` takes it anew once in a process."""
    found = _taken.get((census, fresh))
    if found is None:
        found = kept("census", census, lambda: take_census(census, progress), fresh)
        _taken[census, fresh] = found
    return found


def count_rows(
    census: Census,
    strength: Callable[[int], int],
    side: SideWager,
    counts: Mapping[int, int] | None = None,
) -> dict[str, int]:
    """By row of the ladder, how many hands are paid it: all of the census, or those counted by group.

    `strength` is the game's (`Play.strength`), `side` the wager with its table (`Play.sides`).
    """
    found: dict[str, int] = {}
    for number, group in census.groups.items():
        row = row_reached(side.rung(group.example, strength(group.example)), side.schedule.kinds)
        if row != NO_ROW:
            name = side.ladder[row]
            count = group.count if counts is None else counts.get(number, 0)
            found[name] = found.get(name, 0) + count
    return found
