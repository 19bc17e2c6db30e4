"""The tables of random histories: their rules, with random equipment, and the link of their meters."""

import random
from dataclasses import replace

from croupier.jackpot import decisions as link_decisions
from croupier.jackpot.events import AnyLinkEvent
from croupier.jackpot.events import AwardRejected as LinkAwardRejected
from croupier.jackpot.link import Link
from croupier.jackpot.link import evolve as evolve_link
from croupier.jackpot.meters import UNIT
from croupier.submission.form import Procedure
from croupier.submission.house import TableRules
from croupier.table import events as e
from croupier.table.state import State
from tests.table.driver import table_rules


class Meters:
    """The link of the progressive meters of some tables, fed from their events."""

    def __init__(self, rules: TableRules) -> None:
        progressive = rules.house.progressive
        self.link = Link(link="L", meters=(), amounts={}, seeds=0)
        if progressive is not None:
            self.link = evolve_link(None, link_decisions.open_link("L", progressive, at=0, by="admin"))
        self.awards: dict[tuple[str, str], int] = {}
        self.link_only = 0
        """Units that the link moved and the tables did not: what a meter could not give back, old seeds."""
        self.posted = 0
        """Units that the tables have posted to meters."""
        self.changes = 0

    def hear(self, table: str, state: State, event: e.AnyEvent) -> None:
        """Do on the link what an event of a table means for it; `state` is the state before the event."""
        at, by = event.at, event.by
        if isinstance(event, e.BetsClosed) and any(event.contributions.values()):
            self._add(
                link_decisions.contribute(self.link, table, event.round, event.contributions, at=at, by=by)
            )
        elif isinstance(event, e.SeatSettled) and event.awards:
            for locked in link_decisions.lock_awards(
                self.link, table, state.round, event.awards, at=at, by=by
            ):
                self.awards[table, f"{state.round}.{locked.seat}"] = locked.award
                self._add(locked)
        elif isinstance(event, e.RoundSettled) and any(event.returned_contributions.values()):
            back = event.returned_contributions
            returned = link_decisions.return_contributions(self.link, table, event.round, back, at=at, by=by)
            self.link_only += sum(returned.short.values())
            self._add(returned)
        elif isinstance(event, e.AwardValidated | e.AwardRejected):
            self._decided(table, event)
        elif isinstance(event, e.AwardTakenBack) and event.meter:
            units = event.paid * UNIT
            self._add(link_decisions.correct(self.link, event.meter, units, "taken back", at=at, by=by))
        elif isinstance(event, e.Corrected):
            self._corrected(table, state.round, event)
        elif isinstance(event, e.Resettled):
            for meter, units in event.meters.items():
                corrected = link_decisions.correct(self.link, meter, units, event.reason, at=at, by=by)
                self.link_only += corrected.amount - corrected.asked
                self._add(corrected)

    def _decided(self, table: str, event: e.AwardValidated | e.AwardRejected) -> None:
        number = self.awards.get((table, event.award))
        if number is None:
            return  # a fixed award
        if isinstance(event, e.AwardValidated):
            self._add(link_decisions.validate(self.link, number, at=event.at, by=event.by))
            return
        rejected = link_decisions.reject(self.link, number, event.reason, at=event.at, by=event.by)
        self._add(rejected)

    def _corrected(self, table: str, number: int, event: e.Corrected) -> None:
        more = {meter: units for meter, units in event.contributions.items() if units > 0}
        less = {meter: -units for meter, units in event.contributions.items() if units < 0}
        if more:
            self._add(link_decisions.contribute(self.link, table, number, more, at=event.at, by=event.by))
        if less:
            back = link_decisions.return_contributions(
                self.link, table, number, less, at=event.at, by=event.by
            )
            self.link_only += sum(back.short.values())
            self._add(back)

    def _add(self, event: AnyLinkEvent) -> None:
        if isinstance(event, LinkAwardRejected):
            self.link_only += event.correction
        self.link = evolve_link(self.link, event)
        self.changes += 1
        self.check()

    def check(self) -> None:
        """All money of the meters is there."""
        assert self.link.conserved
        assert all(units >= 0 for units in self.link.amounts.values()), self.link.amounts


def walk_rules(name: str, deal: str, source: random.Random) -> TableRules:
    """The rules of a table with random equipment and particulars, every wager offered, all rates known."""
    options = table_rules(name).house.rules.options

    def maybe(option: str, value: str = "true", chance: float = 0.35) -> bool:
        return option in options and value in options[option].values and source.random() < chance

    shuffle = "manual" if deal != "hand" and maybe("shuffle", "manual", 0.5) else "automated"
    automated = shuffle == "automated"
    decks = 2 if automated and "second_deck" in options and source.random() < 0.4 else 1
    procedure = Procedure(
        settlement_alternative=source.choice((1, 2)) if "settlement_alternative" in options else None,
        progressive_order="internal" if maybe("progressive_order", "internal") else None,
        idle_spread="face-down" if maybe("idle_spread", "face-down") else None,
    )
    rules = table_rules(
        name,
        deal,
        posted={"ante": (500, 50_000)} if source.random() < 0.5 else {},
        boxes=source.randint(1, options["boxes"].most or 1),
        positions=source.choice((2, 4, 6)),
        procedure=procedure,
        shuffle=shuffle,
        decks=decks,
        preshuffled=maybe("preshuffled"),
        counting_shuffler=automated and maybe("counting_shuffler"),
        reshuffle_and_count_device=maybe("reshuffle_and_count_device"),
    )
    return with_rates(rules)


def with_rates(rules: TableRules) -> TableRules:
    """The same rules, with a rate for each meter whose rate the document leaves to the operator."""
    progressive = rules.house.progressive
    assert progressive is not None
    meters = tuple(
        replace(meter, rate=2000 if meter.rate is None else meter.rate) for meter in progressive.meters
    )
    return replace(rules, house=replace(rules.house, progressive=replace(progressive, meters=meters)))
