"""Signals in words: the rank of a known card, or how many hole cards share its suit or color."""

from itertools import product
from typing import Any

from croupier.cards import RANKS
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards import known as boards
from croupier.games.ultimate_texas_holdem.solver.leaks.known_play import Raised, count_raised
from croupier.games.ultimate_texas_holdem.solver.signals.classes import Pass, Place
from croupier.jit import numpy
from croupier.odds.protection.leak import CARD, RANK

_NUMBERS = ("neither", "one", "both")


def labels_of(of: Pass, chosen: Any, cases: Any) -> dict[str, Raised]:
    """Return the decisions before the flop by label; none if several cards of the flop are known."""
    asked = of.question
    if asked.flop.number > 1:
        return {}
    np = numpy()
    shape = len(of.rows), of.groups.total, layout.HOLES
    chosen, cases = chosen.reshape(shape), cases.reshape(shape)
    masks: dict[str, Any] = {}
    for (number, row), group in product(enumerate(of.rows), range(of.groups.total)):
        flop = [asked.classes_of(asked.flop, row.pairing)[each] for each in of.groups.members[group]]
        hidden = [each for each in (row.first, row.second) if each]
        if asked.hidden == boards.DEALER_AND_UNDEALT:
            parts = [("dealer", asked.dealer, hidden[:1]), ("gone", asked.undealt, hidden[1:])]
        else:
            whose = asked.dealer if asked.dealer.number else asked.undealt
            parts = [("dealer" if asked.dealer.number else "gone", whose, hidden)]
        parts += [("flop", asked.flop, flop), ("turn or river", asked.later, list(row.later))]
        for label, holes in _by_hole(parts).items():
            into = masks.setdefault(label, np.zeros(shape, bool))
            into[number, group] |= holes
    return {label: count_raised(chosen & mask, cases & mask) for label, mask in masks.items()}


def _by_hole(parts: list[tuple[str, Place, list[int]]]) -> dict[str, Any]:
    """By label of the known classes, the holes to which it applies."""
    np = numpy()
    holes = np.array(layout.hole_sets(), dtype=np.int64)
    found = {"": np.ones(layout.HOLES, bool)}
    for name, place, sets in parts:
        if not sets:
            continue
        if place.detail in (CARD, RANK):
            ranks = " and ".join(sorted((_rank(each) for each in sets), key=RANKS.index))
            found = {_joined(label, f"{name} {ranks}"): mask for label, mask in found.items()}
            continue
        for each in sets:
            held = sum((holes & each) >> card & 1 for card in range(52))
            found = {
                _joined(label, f"{name}: {place.detail} of {_NUMBERS[count]} of your cards"):
                    mask & (held == count)
                for label, mask in found.items()
                for count in range(3)
                if (mask & (held == count)).any()
            }  # fmt: skip
    return {label or "nothing": mask for label, mask in found.items()}


def _joined(label: str, more: str) -> str:
    return f"{label}, {more}" if label else more


def _rank(cards: int) -> str:
    """Return the rank of a class whose cards share one rank."""
    return RANKS[((cards & -cards).bit_length() - 1) % 13]
