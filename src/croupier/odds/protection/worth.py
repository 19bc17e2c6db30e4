"""The worth of a leak: the player's edge with it, the gain, and the clauses meant to prevent it."""

from fractions import Fraction
from typing import NamedTuple

import msgspec

from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import BOTTOM, BURN, DEALER, FLOP, OTHERS, TURN_RIVER, Leak
from croupier.odds.protection.model import Informed, rounds_to_detect
from croupier.odds.protocol import solver_for
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

ROUNDS_PER_HOUR = 40
"""A usual pace at a full table."""


class _Prevention(NamedTuple):
    """The irregularities and the steps by which a document means to prevent a leak."""

    irregularities: tuple[str, ...]
    steps: tuple[str, ...] = ()


_PREVENTION = {
    DEALER: _Prevention(("dealer_card_exposed", "dealer_cards_cured"), ("deal",)),
    FLOP: _Prevention(("card_face_up", "cards_face_up"), ("community",)),
    TURN_RIVER: _Prevention(("card_face_up", "cards_face_up"), ("community",)),
    BURN: _Prevention(("card_face_up", "cards_face_up"), ("burn",)),
    BOTTOM: _Prevention(("card_face_up", "cards_face_up"), ("cut", "stub")),
    OTHERS: _Prevention(("talk",), ("examine",)),
}


class Edge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's edge, per ante: a fraction where it is exact, else a standard error."""

    percent: float
    fraction: str | None = None
    standard_error: float | None = None
    """In percent."""


class Remedy(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses that are meant to prevent a leak, and what they say must happen."""

    clauses: tuple[str, ...]
    words: tuple[str, ...]


class LeakWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The worth of one leak."""

    knows: str
    player_edge: Edge
    method: str
    honest_edge: Edge
    gain: Edge
    hands_changed: float
    """The share of decisions that the leak changes."""
    actions: dict[str, float]
    """The share of each decision."""
    standard_deviation: float
    per_hour: float
    """The player's expected win in antes."""
    rounds_to_detect_by_money: int | None
    remedy: Remedy


def worth_of(
    house: HouseRules, leak: Leak, rounds_per_hour: int, progress: Progress = silent, fresh: bool = False
) -> LeakWorth:
    """The worth of a leak under these house rules, of the main game alone."""
    solver = solver_for(house.rules)
    found = solver.protect(house, leak, progress, fresh)
    honest = solver.solve(house, fresh=False).net.mean
    gain = found.net.mean - honest
    return LeakWorth(
        knows=str(leak),
        player_edge=_edge(found.net.mean, found),
        method=found.method,
        honest_edge=Edge(percent=_percent(honest), fraction=str(honest)),
        gain=_edge(gain, found),
        hands_changed=float(found.changed),
        actions={name: float(share) for name, share in found.decisions.items()},
        standard_deviation=found.net.standard_deviation,
        per_hour=float(found.net.mean) * rounds_per_hour,
        rounds_to_detect_by_money=rounds_to_detect(gain, found.net.standard_deviation),
        remedy=remedy(house.rules, leak),
    )


def _edge(mean: Fraction, found: Informed) -> Edge:
    if found.standard_error is None:
        return Edge(percent=_percent(mean), fraction=str(mean))
    return Edge(percent=_percent(mean), standard_error=found.standard_error * 100)


def _percent(value: Fraction) -> float:
    return float(value * 100)


def remedy(rules: RuleSet, leak: Leak) -> Remedy:
    """What the document has against a leak: procedures first, then the consequence of an exposed card."""
    clauses: dict[str, None] = {}
    words: dict[str, None] = {}
    for part in leak.parts:
        prevention = _PREVENTION[part.place]
        for name, step in rules.steps.items():
            if name.partition(".")[0] in prevention.steps:
                words[step.prompt] = None
                clauses |= dict.fromkeys(step.clauses)
        for rule in rules.irregularities.values():
            if set(rule.kinds) & set(prevention.irregularities):
                clauses |= dict.fromkeys(rule.clauses)
    return Remedy(clauses=tuple(clauses), words=tuple(words))
