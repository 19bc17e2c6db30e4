"""The dealer's hands in Four Card Poker that contain known cards and beat a player's hand.

As in `dealer_law`, the hands that hold some cards, avoid the player's five and beat them are counted by
inclusion and exclusion over the subsets of the five. A row of 52 counts, one for each further card, is added
up from the same tables, subset by subset: with the up-card as a base it counts by one hidden card, with the
up-card and one more card by two.
"""

from typing import Any, NamedTuple

from croupier.games.four_card_poker.solver.classes import (
    NEW_SUIT,
    classes,
    extensions,
    place_of,
    set_places,
)
from croupier.games.four_card_poker.solver.dealer_law import DealerTables
from croupier.jit import kernel

HAND = 6
"""The number of dealer cards."""


class Sets(NamedTuple):
    """By size of a set, from one to five: class and renaming by place, and classes with one more card."""

    places: Any
    of: tuple[Any, ...]
    renaming: tuple[Any, ...]
    extended: tuple[Any, ...]


def known_sets() -> Sets:
    """Return the sets, which are the same for all rules."""
    return Sets(
        set_places(),
        tuple(classes(size).of for size in range(1, 6)),
        tuple(classes(size).renaming for size in range(1, 6)),
        tuple(extensions(size) for size in range(1, 5)),
    )


class Counts(NamedTuple):
    """The numbers of dealer hands that beat the player's."""

    with_five: Any
    """By class of five cards, the number of sixth cards that make such a hand."""
    one: Any
    """By up-card."""
    two: Any
    """By up-card and one more card."""
    three: Any
    """By three cards in ascending order."""


@kernel
def _add_row(table: Any, extended: Any, names: int, sign: int, first: int, beating: Any) -> None:
    """Add a table's counts for a set and each further card, renamed, from the suit of `first` on.

    It covers whole suits, because loops of a fixed length process many cards at once.
    """
    for suit in range(first // 13, 4):
        new = 13 * NEW_SUIT[names + suit]
        for rank in range(13):
            beating[13 * suit + rank] += sign * table[extended[new + rank]]


@kernel
def _add_whole(strengths: Any, names: int, sign: int, beaten_up_to: int, first: int, beating: Any) -> None:
    """Add the dealer's hand of a set of five and each further card, if it beats the player's."""
    for suit in range(first // 13, 4):
        new = 13 * NEW_SUIT[names + suit]
        for rank in range(13):
            if strengths[new + rank] > beaten_up_to:
                beating[13 * suit + rank] += sign


@kernel
def _size_of(cards: int) -> int:
    size = 0
    while cards:
        cards &= cards - 1
        size += 1
    return size


@kernel
def count_beating(
    cards: int, base: int, beaten_up_to: int, tables: DealerTables, sets: Sets, with_five: Any, first: int,
    beating: Any,
) -> None:  # fmt: skip
    """Count the dealer hands with the base and a further card, from the suit of `first` on, that win.

    The base is one card or two. The counts for cards of the base and of the player are meaningless.
    """
    row = max(beaten_up_to, 0)
    for card in range(first // 13 * 13, 52):
        beating[card] = 0
    subset = cards
    while True:
        held = subset | base
        size = _size_of(held)
        if size < HAND:
            sign = -1 if _size_of(subset) & 1 else 1
            place = place_of(held, sets.places)
            if size == 1:
                number, names = sets.of[0][place], 4 * int(sets.renaming[0][place])
                _add_row(tables.with_two[row], sets.extended[0][number], names, sign, first, beating)
            elif size == 2:
                number, names = sets.of[1][place], 4 * int(sets.renaming[1][place])
                _add_row(tables.with_three[row], sets.extended[1][number], names, sign, first, beating)
            elif size == 3:
                number, names = sets.of[2][place], 4 * int(sets.renaming[2][place])
                _add_row(tables.with_four[row], sets.extended[2][number], names, sign, first, beating)
            elif size == 4:
                number, names = sets.of[3][place], 4 * int(sets.renaming[3][place])
                _add_row(with_five, sets.extended[3][number], names, sign, first, beating)
            else:
                number, names = sets.of[4][place], 4 * int(sets.renaming[4][place])
                _add_whole(tables.completions[number], names, sign, beaten_up_to, first, beating)
        if subset == 0:
            break
        subset = subset - 1 & cards


@kernel
def count_all(
    cards: int, beaten_up_to: int, known: int, tables: DealerTables, sets: Sets, counts: Counts
) -> None:
    """Count the dealer hands that beat the player's, with one or two known cards besides the up-card."""
    left = tables.deck & ~cards
    for up in range(52):
        if not left >> up & 1:
            continue
        # Either card can be the up-card, so two cards are counted once.
        row = counts.two[up]
        count_beating(cards, 1 << up, beaten_up_to, tables, sets, counts.with_five, up + 1, row)
        for card in range(up + 1, 52):
            if beaten_up_to < 0:
                row[card] = tables.dealers[1]
            counts.two[card, up] = row[card]
        if known == 2:
            for partner in range(up + 1, 51):
                if left >> partner & 1:
                    three = counts.three[up, partner]
                    base = 1 << up | 1 << partner
                    count_beating(
                        cards, base, beaten_up_to, tables, sets, counts.with_five, partner + 1, three
                    )
                    if beaten_up_to < 0:
                        for card in range(partner + 1, 52):
                            three[card] = tables.dealers[2]
    for up in range(52):
        total = 0
        for card in range(52):
            if left >> card & 1 and card != up:
                total += counts.two[up, card]
        # A hand with the up-card is counted once for each of its other five cards.
        counts.one[up] = total // (HAND - 1)


@kernel
def with_three(one: int, other: int, third: int, three: Any) -> int:
    """Return the count of three cards in any order."""
    low, high = min(one, min(other, third)), max(one, max(other, third))
    return three[low, one + other + third - low - high, high]  # type: ignore[no-any-return]
