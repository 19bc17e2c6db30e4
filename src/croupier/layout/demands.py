"""What the documents demand of a layout, clause by clause, and whether a layout has it.

New Jersey 13:69E-1.13Y and Maryland chapter 2 list what a layout shows. Massachusetts has no such list, but
its rules deal and bet on designated areas, which the facts of the rulebook cite.
"""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from croupier.layout.geometry import MIDDLE
from croupier.layout.model import Area, Lack, Layout
from croupier.rulebook.model import RuleSet


class Demand(NamedTuple):
    """What one clause demands: areas at every seat or of the dealer, or words."""

    clause: str
    areas: tuple[str, ...] = ()
    """At every seat; each only where that wager is offered."""
    dealer: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Inscriptions by name; `odds:<wager>` is the pay table of a wager offered, `odds:*` of every wager."""
    place: str = ""
    """`in front of ante` or `behind ante`, seen from the player."""


DEMANDS: dict[str, tuple[Demand, ...]] = {
    "nj-hcf": (
        Demand("nj-hcf-13Y.b.1", words=("operator",)),
        Demand("nj-hcf-13Y.b.2", areas=("ante",)),
        Demand("nj-hcf-13Y.b.3", areas=("raise",), place="in front of ante"),
        Demand(
            "nj-hcf-13Y.b.4",
            areas=("flush_bonus", "straight_flush_bonus", "progressive"),
            place="behind ante",
        ),
        Demand("nj-hcf-13Y.b.5", words=("odds:flush_bonus", "odds:straight_flush_bonus", "odds:progressive")),
        Demand("nj-hcf-13Y.b.6", words=("raise_limits",)),
        Demand("nj-hcf-13Y.b.7", words=("dealer_qualifies",)),
    ),
    "md-hcf": (
        Demand("md-hcf-2.B.1", words=("operator",)),
        Demand("md-hcf-2.B.2", areas=("ante", "raise")),
        Demand("md-hcf-2.B.3", dealer=("dealer-cards",)),
        Demand("md-hcf-2.B.4", areas=("flush_bonus",)),
        Demand("md-hcf-2.B.5", areas=("straight_flush_bonus",)),
        Demand("md-hcf-2.B.6", areas=("progressive",)),
        Demand("md-hcf-2.B.7.a", words=("odds:*",)),
        Demand("md-hcf-2.B.7.b", words=("dealer_qualifies",)),
        Demand("md-hcf-2.B.7.c.i", words=("raise_limits",)),
        Demand("md-hcf-2.B.7.c.ii", words=("raise_limits",)),
        Demand("md-hcf-2.B.7.c.iii", words=("raise_limits",)),
        Demand("md-hcf-2.B.7.d", words=("payout_limit",)),
    ),
}
"""By document. Where a sign may stand instead, the choice in the submission takes the demand off the felt."""

_STATED: dict[str, tuple[str, ...]] = {
    "raise": ("layout.raise_area",),
    "play": ("layout.raise_area",),
    "flush_bonus": ("layout.optional_areas",),
    "straight_flush_bonus": ("layout.optional_areas",),
    "trips": ("layout.optional_areas",),
    "progressive": ("layout.optional_areas", "wagers.progressive_placed"),
    "dealer-cards": ("layout.dealer_area", "cards.dealer"),
    "board": ("layout.dealer_area", "cards.community"),
    "cards": ("cards.player",),
    "seat": ("table.positions",),
    "discard-rack": ("table.discard_rack",),
    "shoe": ("deal.manual_shoe_location",),
    "drop-slot": ("table.drop_and_tip_box",),
    "tip-box": ("table.drop_and_tip_box",),
    "meter": ("table.progressive_system",),
}
"""By area, the facts that say where it is or that it is needed, where no clause lists it."""


def demands(rules: RuleSet) -> tuple[Demand, ...]:
    """What the document of a rule set demands of its layout."""
    return DEMANDS.get(rules.rules.register, ())


def area_clauses(rules: RuleSet, area: str) -> tuple[str, ...]:
    """The clauses that an area rests on: those that demand it, else those that speak of its place or use."""
    demanded = [demand.clause for demand in demands(rules) if area in (*demand.areas, *demand.dealer)]
    if demanded:
        return tuple(demanded)
    for name in _STATED.get(area, ()):
        section, _, key = name.partition(".")
        fact = rules.facts.get(section, {}).get(key)
        if fact is not None:
            return fact.clauses
    wager = rules.wagers.get(area)
    return () if wager is None else wager.clauses


def word_clauses(rules: RuleSet, name: str) -> tuple[str, ...]:
    """The clauses that demand words on the layout."""
    every = f"{name.partition(':')[0]}:*"
    return tuple(demand.clause for demand in demands(rules) if {name, every} & set(demand.words))


# -------------------------------------------------------------------------------------------- judging


def lacking(rules: RuleSet, layout: Layout, offers: Callable[[str], bool]) -> tuple[Lack, ...]:
    """What a layout does not have though a clause demands it; empty for a layout that may be used."""
    return tuple(lack for demand in demands(rules) for lack in _lacking(demand, layout, offers))


def _lacking(demand: Demand, layout: Layout, offers: Callable[[str], bool]) -> Iterator[Lack]:
    cited = (demand.clause,)
    for name in filter(offers, demand.areas):
        for seat in range(1, layout.positions + 1):
            if not layout.has(name, seat):
                yield Lack(key="positions", words=f"no {name} area at seat {seat}", clauses=cited)
            elif not stands(demand.place, layout.area(name, seat), layout.area("ante", seat)):
                words = f"the {name} area of seat {seat} is not {demand.place}"
                yield Lack(key="positions", words=words, clauses=cited)
    for name in demand.dealer:
        if not layout.has(name):
            yield Lack(key="rules", words=f"no area for {name}", clauses=cited)
    for name in demand.words:
        if _wanted(name, layout, offers) and not _inscribed(name, layout, offers):
            if name == "operator":
                words = "no name; the layout shows that of the operator"
                yield Lack(key=name, words=words, clauses=cited)
            else:
                words = f"no inscription of {name.replace('_', ' ')}"
                yield Lack(key="layout", words=words, clauses=cited)


def stands(place: str, area: Area, ante: Area) -> bool:
    """Whether an area stands where a clause wants it, seen from the player behind the ante."""
    if not place:
        return True
    here, there = (math.dist((each.x, each.y), MIDDLE) for each in (area, ante))
    return here < there if place == "in front of ante" else here > there


def _wanted(name: str, layout: Layout, offers: Callable[[str], bool]) -> bool:
    """Whether the felt must carry the words: a sign instead, or a wager that is not offered, frees it."""
    part, _, wager = name.partition(":")
    if part == "odds":
        return layout.odds == "layout" and (wager == "*" or offers(wager))
    return not (name == "payout_limit" and layout.limit == "sign")


def _inscribed(name: str, layout: Layout, offers: Callable[[str], bool]) -> bool:
    part, _, wager = name.partition(":")
    if part != "odds":
        return layout.inscription(name) is not None
    shown = {table.name for table in layout.tables}
    if layout.inscription("even_money") is not None:
        shown |= {"ante", "raise", "play"}
    if wager != "*":
        return wager in shown
    return all(each in shown for each in ("ante", "raise", *_SIDE) if offers(each))


_SIDE = ("flush_bonus", "straight_flush_bonus", "progressive")
