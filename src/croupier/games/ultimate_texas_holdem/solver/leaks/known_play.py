"""Ultimate Texas Hold'em with known cards: the decision before the flop, by features that people can see.

A *label* states the rank of a known card or, if only its suit or color is known, how many of the player's
cards share it. For each label, the holes of each starting hand that play the largest multiple are counted.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from croupier.cards import RANKS
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.solution import starting_hand
from croupier.jit import numpy
from croupier.odds.sections import Section, Table, Text, columns


class Raised(NamedTuple):
    """By starting hand (`hands`): the cases of a label that play the largest multiple, and all cases."""

    raised: tuple[int, ...]
    cases: tuple[int, ...]


ADVICE = Text(text="With a flop or a whole board, advise --knows has the value of each action for any cards.")

Labels = Mapping[str, Raised]


@cache
def hands() -> tuple[str, ...]:
    """Return the starting hands, highest first."""
    names = dict.fromkeys(starting_hand(hole) for hole in layout.hole_sets())
    return tuple(sorted(names, key=lambda name: ([-RANKS.index(each) for each in name[:2]], name[2:])))


@cache
def hand_of_place() -> Any:
    """By the place of a hole, the number of its starting hand."""
    numbers = {name: number for number, name in enumerate(hands())}
    return numpy().array([numbers[starting_hand(hole)] for hole in layout.hole_sets()])


def count_raised(chosen: Any, cases: Any) -> Raised:
    """Count by starting hand; the last axis is the place of a hole."""
    np = numpy()
    of = np.broadcast_to(hand_of_place(), cases.shape).ravel()
    size = len(hands())
    weights = cases.ravel().astype(np.float64)
    # Counts are whole numbers far below 2**53.
    raised = np.bincount(of, weights=np.where(chosen.ravel(), weights, 0), minlength=size)
    return Raised(
        tuple(int(each) for each in raised), tuple(map(int, np.bincount(of, weights=weights, minlength=size)))
    )


def together(labels: Iterable[Labels]) -> dict[str, Raised]:
    """Add up the labels of several passes."""
    found: dict[str, Raised] = {}
    for each in labels:
        for label, raised in each.items():
            before = found.get(label)
            found[label] = raised if before is None else Raised(
                *(tuple(map(sum, zip(*pair, strict=True))) for pair in zip(before, raised, strict=True))
            )  # fmt: skip
    return found


def describe(labels: Labels, most: str) -> tuple[Section, ...]:
    """Describe the decision before the flop by label."""
    if not labels:
        return ()
    rows = []
    for label, (raised, cases) in labels.items():
        always = {
            name for name, one, all_cases in zip(hands(), raised, cases, strict=True) if 0 < one == all_cases
        }
        some = [
            name for name, one, all_cases in zip(hands(), raised, cases, strict=True) if 0 < one < all_cases
        ]
        share = Fraction(sum(raised), max(sum(cases), 1))
        rows.append((label, str(share), in_ranges(always), " ".join(some) or "none"))
    titles = ("known", most, f"{most} with", "with some suits")
    return (
        Table(
            title="Before the flop",
            columns=columns(titles, ("text", "share", "text", "text")),
            rows=tuple(rows),
        ),
    )


def in_ranges(names: set[str]) -> str:
    """Abbreviate starting hands: `A2s+` is every suited ace from A2 up.

    >>> in_ranges({"AA", "KK", "AKs", "AQs", "AKo"})
    'KK+ AQs+ AKo'
    """
    found = []
    pairs = [rank for rank in RANKS if rank + rank in names]
    found += _runs([RANKS.index(rank) for rank in pairs], len(RANKS) - 1, lambda rank: RANKS[rank] * 2)
    for high in range(len(RANKS) - 1, 0, -1):
        for kind in "so":
            kickers = [low for low in range(high) if RANKS[high] + RANKS[low] + kind in names]
            found += _runs(kickers, high - 1, lambda low: RANKS[high] + RANKS[low] + kind)  # noqa: B023
    return " ".join(found) or "none"


def _runs(ranks: list[int], top: int, name: Any) -> list[str]:
    """Return runs of ranks, highest first; a run up to the top rank ends in a plus."""
    found: list[str] = []
    end = len(ranks)
    while end:
        start = end - 1
        while start and ranks[start - 1] == ranks[start] - 1:
            start -= 1
        low, high = ranks[start], ranks[end - 1]
        text = name(low)
        if low < high:
            text = f"{text}+" if high == top else f"{name(high)}-{text}"
        found.append(text)
        end = start
    return found
