"""All hands that can decide a bet, counted in groups that every pay table of the game pays alike.

A group contains the hands that are on the same rungs of every ladder; its example is one of them. To price a
pay table, each group's example is settled by the table's own functions and weighted by the number of hands in
the group. So a census is taken once, for all pay tables and policies. The game defines how its hands are
grouped (`CensusKind`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from math import comb
from typing import Any, NamedTuple

import msgspec

from croupier.cards import DECK_SIZE
from croupier.games.common import NO_ROW, SideWager, row_reached
from croupier.jit import compiled, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent

GROUPS = 2048
"""The upper bound of group numbers in a census."""
_PARTS = 32


class CensusKind(NamedTuple):
    """A way of counting the hands of one size."""

    name: str
    cards: int
    number: Callable[[Any, Any], None] | None = None
    """Writes the number of each hand's group (card sets, groups); compiled. Without it every hand that
    differs by more than the names of the suits is a group of its own, numbered in the order of
    `canonical_hands`."""
    package: str = ""
    """The package that holds this census as a file, if it was taken before: no kernel is needed for it."""


def _count(groups: Any, sets: Any, weights: Any, played: Any, counts: Any, examples: Any) -> None:
    """Count hands by group: all in `counts[0]`; in `counts[1]` what `played` says of them, if anything."""
    decided = len(played) > 0
    for place in range(len(groups)):
        group = groups[place]
        counts[0, group] += weights[place]
        examples[group] = sets[place]
        if decided:
            counts[1, group] += played[place]


@dataclass(frozen=True, slots=True)
class Group:
    """Hands that every pay table pays alike: an example, and their number."""

    example: int
    count: int


@dataclass(frozen=True, slots=True)
class Census:
    """All hands of one size, by group."""

    hands: int
    groups: dict[int, Group]


def count_groups(kind: CensusKind, played: Any = None, progress: Progress = silent) -> tuple[Any, Any, Any]:
    """Count now: by group, all hands, the sum of `played`, and an example (0 where the group is empty).

    `played`: by canonical hand, in how many cases it and the hands that it stands for are not folded.
    """
    np = numpy()
    sets, weights = canonical_hands(kind.cards)
    decided = np.empty(0, dtype=np.int64) if played is None else played
    if kind.number is None:
        return weights, decided, sets
    bounds = np.linspace(0, len(sets), _PARTS + 1).astype(np.int64)
    number, count = compiled(kind.number), compiled(_count)

    def part(place: int) -> tuple[Any, Any]:
        span = slice(bounds[place], bounds[place + 1])
        groups = np.empty(bounds[place + 1] - bounds[place], dtype=np.int16)
        counts, examples = np.zeros((2, GROUPS), dtype=np.int64), np.zeros(GROUPS, dtype=np.int64)
        number(sets[span], groups)
        count(groups, sets[span], weights[span], decided[span], counts, examples)
        return counts, examples

    parts = in_parallel(part, range(_PARTS), progress)
    counts = sum(counts for counts, _ in parts)
    examples = np.max([examples for _, examples in parts], axis=0)
    return counts[0], counts[1], examples


def take_census(kind: CensusKind, progress: Progress = silent) -> Census:
    """Take a census without the cache."""
    counts, _, examples = count_groups(kind, progress=progress)
    return Census(
        hands=comb(DECK_SIZE, kind.cards),
        groups={
            group: Group(int(examples[group]), int(counts[group])) for group in counts.nonzero()[0].tolist()
        },
    )


_taken: dict[tuple[str, bool], Census] = {}


def census_of(kind: CensusKind, fresh: bool = False, progress: Progress = silent) -> Census:
    """Return a census, cached in the process and on disk; `fresh` takes it again once in a process."""
    found = _taken.get((kind.name, fresh))
    if found is None:
        if kind.package and not fresh:
            found = read_census(kind)
        else:
            found = kept("census", kind.name, lambda: take_census(kind, progress), fresh)
        _taken[kind.name, fresh] = found
    return found


def read_census(kind: CensusKind) -> Census:
    """A census from its package: by group, an example and the number of hands."""
    written = files(kind.package).joinpath(f"{kind.name}.census.json").read_bytes()
    groups = msgspec.json.decode(written, type=dict[int, tuple[int, int]])
    return Census(comb(DECK_SIZE, kind.cards), {number: Group(*group) for number, group in groups.items()})


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
