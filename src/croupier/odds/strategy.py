"""Optimal play described: the best decisions, how close they are, and the cost of simple rules.

The best decision often depends on all visible cards, so a game describes it in a form that people can use:
by kinds of hand, by borders between which the other cards decide, and by a rule that a player can remember,
with its exact price. Every game does so in the same form (`croupier.odds.sections`).
"""

import msgspec

from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.sections import Section
from croupier.submission.house import HouseRules


class SimpleRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a player can remember, priced exactly, and its cost compared with optimal play."""

    name: str
    words: str
    ev: str
    house_edge: float
    cost: str
    """The difference of expectations, in antes."""
    cost_value: float


class Strategy(msgspec.Struct, frozen=True, kw_only=True):
    """The optimal strategy of a game under its house rules."""

    rules: str
    digest: str
    ev: str
    house_edge: float
    decisions: dict[str, str]
    simple_rules: tuple[SimpleRule, ...]
    sections: tuple[Section, ...]


def strategy(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> Strategy:
    """Describe optimal play under these house rules."""
    main, rules, sections = solver_for(house.rules).describe(house, progress, fresh)
    simple = []
    for name, (words, odds) in rules.items():
        cost = main.net.mean - odds.net.mean
        simple.append(
            SimpleRule(
                name=name,
                words=words,
                ev=str(odds.net.mean),
                house_edge=float(odds.house_edge),
                cost=str(cost),
                cost_value=float(cost),
            )
        )
    return Strategy(
        rules=house.rules.rules.name,
        digest=house.rules.digest,
        ev=str(main.net.mean),
        house_edge=float(main.house_edge),
        decisions={name: str(share) for name, share in main.decisions.items()},
        simple_rules=tuple(simple),
        sections=sections,
    )
