"""Best play with a leak described: what changes, and what a rule for people gets of it."""

from fractions import Fraction

import msgspec

from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import Leak
from croupier.odds.protection.worth import Edge, WantedFigures, worth_of
from croupier.odds.protocol import Query, solver_for
from croupier.odds.sections import Section
from croupier.submission.house import HouseRules


class PricedRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule by which people can use a leak."""

    name: str
    words: str
    player_edge: Edge
    share_of_gain: float
    """The part of the gain of best play that the rule gets."""


class InformedPlay(msgspec.Struct, frozen=True, kw_only=True):
    """Best play with a leak beside honest play."""

    rules: str
    knows: str
    method: str
    player_edge: Edge
    honest_edge: Edge
    gain: Edge
    hands_changed: float
    actions: dict[str, float]
    honest_actions: dict[str, float]
    sections: tuple[Section, ...]
    """Best play by what is known."""
    simple_rules: tuple[PricedRule, ...]


def informed_play(
    house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False
) -> InformedPlay:
    """Best play with a leak, and the rules for people that its game has."""
    worth, solver = worth_of(house, leak, WantedFigures(), progress, fresh), solver_for(house.rules)
    main, found = solver.solve(Query(house)), solver.protect(house, leak, progress)
    rules = []
    for rule in (*found.rules, *solver.leak_rules(house, leak, progress)):
        error = rule.standard_error
        edge = Edge(
            percent=float(rule.mean * 100),
            fraction_text=str(rule.mean) if error is None else None,
            standard_error=None if error is None else error * 100,
        )
        gained = float(rule.mean - Fraction(main.net.mean)) * 100
        rules.append(
            PricedRule(
                name=rule.name,
                words=rule.words,
                player_edge=edge,
                share_of_gain=gained / worth.gain.percent if worth.gain.percent else 0.0,
            )
        )
    return InformedPlay(
        rules=house.rules.rules.name,
        knows=worth.knows,
        method=worth.method,
        player_edge=worth.player_edge,
        honest_edge=worth.honest_edge,
        gain=worth.gain,
        hands_changed=worth.hands_changed,
        actions=worth.actions,
        honest_actions={name: float(share) for name, share in main.decisions.items()},
        sections=found.sections,
        simple_rules=tuple(rules),
    )
