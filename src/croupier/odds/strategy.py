"""Optimal play described: the best decisions, how close they are, and the cost of simple rules.

The best decision often depends on all visible cards, so a game describes it in a form that people can use:
by kinds of hand, by borders between which the other cards decide, and by a rule that a player can remember,
with its exact price. Every game does so in the same form (`croupier.odds.sections`).
"""

from dataclasses import replace
from fractions import Fraction

import msgspec

from croupier.odds.filed.wagers import Wagers
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import lost_by_fold, price_progressive, stays_in
from croupier.odds.protocol import Query, solver_for
from croupier.odds.sections import Section
from croupier.submission.house import HouseRules


class SimpleRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a player can remember, priced exactly, and its cost compared with optimal play."""

    name: str
    words: str
    ev_text: str = msgspec.field(name="ev")
    """As JSON has it: a fraction as text."""
    house_edge: float
    cost_text: str = msgspec.field(name="cost")
    cost_value: float

    @property
    def ev(self) -> Fraction:
        """The expected net result of a round, in antes."""
        return Fraction(self.ev_text)

    @property
    def cost(self) -> Fraction:
        """The difference of expectations, in antes."""
        return Fraction(self.cost_text)


class Strategy(msgspec.Struct, frozen=True, kw_only=True):
    """The optimal strategy of a game under its house rules."""

    rules: str
    digest: str
    ev_text: str = msgspec.field(name="ev")
    """As JSON has it: a fraction as text."""
    house_edge: float
    decisions_text: dict[str, str] = msgspec.field(name="decisions")
    simple_rules: tuple[SimpleRule, ...]
    sections: tuple[Section, ...]
    wagers: dict[str, int] = {}
    """The wagers on the layout that play is the best for, in cents; none: the game itself alone."""
    progressive_return_text: str | None = msgspec.field(default=None, name="progressive_return")
    together_text: str | None = msgspec.field(default=None, name="together")

    @property
    def ev(self) -> Fraction:
        """The expected net result of a round under optimal play, in antes."""
        return Fraction(self.ev_text)

    @property
    def decisions(self) -> dict[str, Fraction]:
        """How often each decision is made."""
        return {name: Fraction(share) for name, share in self.decisions_text.items()}

    @property
    def progressive_return(self) -> Fraction | None:
        """Of a unit staked on the progressive beside it, under this play, where a fold loses it."""
        return None if self.progressive_return_text is None else Fraction(self.progressive_return_text)

    @property
    def together(self) -> Fraction | None:
        """The expectation of the game and that progressive together, in antes."""
        return None if self.together_text is None else Fraction(self.together_text)


def strategy(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> Strategy:
    """Describe optimal play under these house rules, for the wagers on the layout if given."""
    main, rules, sections = solver_for(house.rules).describe(Query(house, progress, fresh, wagers))
    returned = together = None
    if wagers is not None and lost_by_fold(house, wagers) is not None:
        returned = progressive_beside(house, wagers, progress, fresh)
        together = main.net.mean + (returned - 1) * Fraction(wagers.progressive, wagers.ante)
    simple = []
    for name, (words, odds) in rules.items():
        cost = main.net.mean - odds.net.mean
        simple.append(
            SimpleRule(
                name=name,
                words=words,
                ev_text=str(odds.net.mean),
                house_edge=float(odds.house_edge),
                cost_text=str(cost),
                cost_value=float(cost),
            )
        )
    return Strategy(
        rules=house.rules.rules.name,
        digest=house.rules.digest,
        ev_text=str(main.net.mean),
        house_edge=float(main.house_edge),
        decisions_text={name: str(share) for name, share in main.decisions.items()},
        simple_rules=tuple(simple),
        sections=sections,
        wagers={} if wagers is None else _named(wagers),
        progressive_return_text=None if returned is None else str(returned),
        together_text=None if together is None else str(together),
    )


def progressive_beside(
    house: HouseRules, wagers: Wagers, progress: Progress = silent, fresh: bool = False
) -> Fraction:
    """The return of a unit staked on a progressive that a fold loses, under the best play for both."""
    played = solver_for(house.rules).not_folded(Query(house, progress, fresh, wagers))
    assert house.progressive is not None
    meters = dict(wagers.meters)
    standing = tuple(replace(meter, seed=meters[meter.name]) for meter in house.progressive.meters)
    at_meters = replace(house, progressive=replace(house.progressive, meters=standing))
    return price_progressive(at_meters, wagers.progressive, stays_in(house, played)).as_played.at_seed


def _named(wagers: Wagers) -> dict[str, int]:
    return {"ante": wagers.ante} | ({"progressive": wagers.progressive} if wagers.progressive else {})
