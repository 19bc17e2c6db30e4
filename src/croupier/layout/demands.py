"""The documents' demands on a layout, clause by clause, and whether a layout meets them.

A document may list what a layout must show (`[[layout.demands]]` in its rule file). A document without a list
still has designated areas for cards and wagers, which its facts and prose cite.
"""

import math
from collections.abc import Callable, Iterable, Iterator

from croupier.layout.geometry import MIDDLE
from croupier.layout.model import Area, Demanded, Lack, Layout
from croupier.names import spoken
from croupier.rulebook.model import LayoutDemand, RuleSet

_STATED: dict[str, tuple[str, ...]] = {
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
"""By area, the facts about its place or use, where no clause lists it."""


def area_clauses(rules: RuleSet, area: str) -> tuple[str, ...]:
    """The clauses of an area: those that demand it, else those about its place or use."""
    demanded = [demand for demand in rules.layout.demands if area in (*demand.areas, *demand.dealer)]
    if demanded:
        return _clauses(demanded)
    wager = rules.wagers.get(area)
    said = _STATED.get(area, ())
    if wager is not None and wager.placed == "by_decision":
        said = ("layout.raise_area",)
    elif wager is not None and wager.offered == "by_choice" and not said:
        said = ("layout.optional_areas",)
    for fact in map(rules.stated, said):
        if fact is not None:
            return fact.clauses
    return () if wager is None else wager.clauses


def word_clauses(rules: RuleSet, name: str) -> tuple[str, ...]:
    """The clauses that demand words on the layout."""
    every = f"{name.partition(':')[0]}:*"
    return _clauses(demand for demand in rules.layout.demands if {name, every} & set(demand.words))


def _clauses(demands: Iterable[LayoutDemand]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for demand in demands for clause in demand.clauses))


def demanded(rules: RuleSet, offers: Callable[[str], bool]) -> Iterator[Demanded]:
    """The document's demands on a layout with these wagers, in words."""
    for demand in rules.layout.demands:
        areas = ", ".join(f"{spoken(name)} area" for name in filter(offers, demand.areas))
        parts = [f"at every seat: {areas}" + (f", {demand.place}" if demand.place else "")] if areas else []
        parts += [f"of the dealer: {name.replace('-', ' ')} area" for name in demand.dealer]
        parts += [f"inscribed: {_words(name)}" for name in demand.words]
        if parts:
            yield Demanded(words="; ".join(parts), clauses=demand.clauses)


def _words(name: str) -> str:
    part, _, wager = name.partition(":")
    return f"{part} of {'every wager' if wager == '*' else spoken(wager)}" if wager else spoken(part)


# -------------------------------------------------------------------------------------------- checking


def lacking(rules: RuleSet, layout: Layout, offers: Callable[[str], bool]) -> tuple[Lack, ...]:
    """The demands that a layout does not meet; empty for a layout that may be used."""
    judge = _Judge(rules, layout, offers)
    return tuple(lack for demand in rules.layout.demands for lack in judge.lacking(demand))


class _Judge:
    def __init__(self, rules: RuleSet, layout: Layout, offers: Callable[[str], bool]) -> None:
        self.rules, self.layout, self.offers = rules, layout, offers

    def lacking(self, demand: LayoutDemand) -> Iterator[Lack]:
        cited, layout = demand.clauses, self.layout
        for name in filter(self.offers, demand.areas):
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
            if self._wanted(name) and not self._inscribed(name):
                if name == "operator":
                    words = "no name; the layout shows that of the operator"
                    yield Lack(key=name, words=words, clauses=cited)
                else:
                    words = f"no inscription of {spoken(name)}"
                    yield Lack(key="layout", words=words, clauses=cited)

    def _wanted(self, name: str) -> bool:
        """Whether the felt must carry the words: not if a sign does, or if the wager is not offered."""
        part, _, wager = name.partition(":")
        if part == "odds":
            return self.layout.odds == "layout" and (wager == "*" or self.offers(wager))
        return not (name == "payout_limit" and self.layout.limit == "sign")

    def _inscribed(self, name: str) -> bool:
        part, _, wager = name.partition(":")
        if part != "odds":
            return self.layout.inscription(name) is not None
        shown = {table.name for table in self.layout.tables}
        if self.layout.inscription("even_money") is not None:
            shown |= set(self.rules.settlement)
        if wager != "*":
            return wager in shown
        return all(each in shown for each in filter(self.offers, self.rules.wagers))


def stands(place: str, area: Area, ante: Area) -> bool:
    """Whether an area is where a clause requires it, as seen by the player."""
    if not place:
        return True
    here, there = (math.dist((each.x, each.y), MIDDLE) for each in (area, ante))
    return here < there if place == "in front of ante" else here > there
