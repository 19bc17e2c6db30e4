"""The consequence of an irregularity: the void hands, and the wagers that are still settled."""

from dataclasses import dataclass

from croupier.errors import Refusal
from croupier.rulebook.model import Irregularity
from croupier.submission.house import HouseRules


@dataclass(frozen=True, slots=True)
class Consequence:
    """The consequence of one irregularity under one house's policies."""

    clauses: tuple[str, ...]
    void: str
    """none, hand or all."""
    settled: frozenset[str]
    forfeits: bool
    readings: tuple[str, ...]


def consequence(house: HouseRules, clause: str) -> Consequence:
    """The consequence of a clause. A section may be named if all its clauses have the same one."""
    found = _find(house, clause)
    settled = set(found.settled)
    readings = [] if found.reading is None else [found.reading]
    for condition, wagers in found.settled_under.items():
        policy, _, value = condition.partition("=")
        if house.policies[policy] == value:
            settled |= set(wagers)
    for name in house.policies:
        if any(condition.startswith(name + "=") for condition in found.settled_under):
            reading = house.rules.policies[name].reading
            readings += [] if reading is None else [reading]
    clauses = tuple(dict.fromkeys((clause, *found.clauses)))
    return Consequence(
        clauses, found.void, frozenset(settled), found.forfeits, tuple(dict.fromkeys(readings))
    )


def _find(house: HouseRules, clause: str) -> Irregularity:
    known = house.rules.irregularities
    if clause in known:
        return known[clause]
    within = [each for name, each in known.items() if name.startswith(clause + ".")]
    if within and all((each.void, each.settled) == (within[0].void, within[0].settled) for each in within):
        return within[0]
    raise Refusal(
        "unknown_irregularity",
        f"irregularity: {clause!r} is not one of these rules; allowed: {', '.join(known)}",
    )
