"""The tables of random histories: their rules, with random equipment, and the link of their meters."""

import random
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from croupier.jackpot import decisions as link_decisions
from croupier.jackpot.events import AnyLinkEvent, MeterCorrected
from croupier.jackpot.events import AwardRejected as LinkAwardRejected
from croupier.jackpot.link import Link
from croupier.jackpot.link import evolve as evolve_link
from croupier.jackpot.meters import UNIT, MeterAward, take_share
from croupier.money import WHOLE, share_of
from croupier.submission.form import Choices, Procedure
from croupier.submission.house import TableRules
from croupier.table import events as e
from croupier.table.state import PendingAward, State
from tests.table.driver import CHOICES, table_rules


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
        self.rounds_elsewhere = 0

    def stir(self, source: random.Random) -> None:
        """Another table on the link contributes, or wins and is paid or not."""
        if not self.link.meters:
            return
        self.rounds_elsewhere += 1
        number, at, by = self.rounds_elsewhere, 0, "elsewhere"
        if source.random() < 0.6:
            units = {meter.name: source.randint(1, 500_000) for meter in self.link.meters}
            self.posted += sum(units.values())
            self._add(link_decisions.contribute(self.link, "elsewhere", number, units, at=at, by=by))
            return
        meter, share = self.link.meters[0], source.choice((1_000, 5_000, WHOLE))
        taken = take_share(share, dict(self.link.amounts), meter)
        award = MeterAward(1, "a rare hand", meter.name, share, taken.paid, taken.reseeded)
        (locked,) = link_decisions.lock_awards(self.link, "elsewhere", number, [award], at=at, by=by)
        self.posted -= taken.paid * UNIT
        self._add(locked)
        if source.random() < 0.3:
            self.posted += taken.paid * UNIT
            self._add(link_decisions.reject(self.link, locked.award, "not so", at=at, by=by))
        else:
            self._add(link_decisions.validate(self.link, locked.award, at=at, by=by))

    def lock(self, table: str, state: State, settled: Sequence[e.SeatSettled]) -> None:
        """Take the awards of one command off the meters, each its share of what stands there in its turn."""
        order = state.winners_order
        awards = [(award, event) for event in settled for award in event.awards]
        awards.sort(key=lambda each: order.index(each[0].seat) if each[0].seat in order else len(order))
        for award, event in awards:
            if not award.meter:
                continue
            assert award.paid == share_of(self.link.amounts[award.meter], award.share) // UNIT, award
            for locked in link_decisions.lock_awards(
                self.link, table, state.round, [award], at=event.at, by=event.by
            ):
                self.awards[table, f"{state.round}.{locked.seat}"] = locked.award
                self._add(locked)

    def hear(self, table: str, state: State, event: e.AnyEvent) -> None:
        """Apply a table's event to the link; `state` is the state before the event."""
        at, by = event.at, event.by
        if isinstance(event, e.BetsClosed) and any(event.contributions.values()):
            self._add(
                link_decisions.contribute(self.link, table, event.round, event.contributions, at=at, by=by)
            )
        elif isinstance(event, e.RoundSettled) and any(event.returned_contributions.values()):
            back = event.returned_contributions
            returned = link_decisions.return_contributions(self.link, table, event.round, back, at=at, by=by)
            self.link_only += sum(returned.short.values())
            self._add(returned)
        elif isinstance(event, e.AwardValidated | e.AwardRejected):
            self._decided(table, event)
        elif isinstance(event, e.AwardTakenBack) and event.meter:
            number = self.awards.pop((table, event.award))
            assert self.link.awards[number].locked.paid == event.paid
            self._add(link_decisions.take_back(self.link, number, "taken back", at=at, by=by))
        elif isinstance(event, e.Resettled):
            self._resettled(table, event)

    def _decided(self, table: str, event: e.AwardValidated | e.AwardRejected) -> None:
        number = self.awards.get((table, event.award))
        if number is None:
            return  # a fixed award
        if isinstance(event, e.AwardValidated):
            self._add(link_decisions.validate(self.link, number, at=event.at, by=event.by))
            return
        del self.awards[table, event.award]
        rejected = link_decisions.reject(self.link, number, event.reason, at=event.at, by=event.by)
        self._add(rejected)

    def _resettled(self, table: str, event: e.Resettled) -> None:
        """What a meter had paid goes back as a rejection does, what it pays now comes off as any award does,
        with the fresh seed; the rest of it is a correction."""
        rest = dict(event.meters)
        for name in event.awards_back:
            number = self.awards.pop((table, name), None)
            if number is None:
                continue  # a fixed award
            locked = self.link.awards[number].locked
            rest[locked.meter] = rest.get(locked.meter, 0) - locked.paid * UNIT
            self._add(link_decisions.take_back(self.link, number, event.reason, at=event.at, by=event.by))
        for meter, units in rest.items():
            if units:
                corrected = link_decisions.correct(
                    self.link, meter, units, event.reason, at=event.at, by=event.by
                )
                self.link_only += corrected.amount - corrected.asked
                self._add(corrected)
        for award in event.awards:
            if award.meter:
                self._lock_resettled(table, event, award)

    def _lock_resettled(self, table: str, event: e.Resettled, award: PendingAward) -> None:
        before = self.link
        mine = MeterAward(award.seat, award.hand, award.meter, award.share, award.paid)
        for each in link_decisions.lock_resettled(
            before, table, award.round, mine, event.reason, at=event.at, by=event.by
        ):
            if isinstance(each, MeterCorrected):
                self.link_only += each.amount
            self._add(each)
        self.awards[table, award.award] = len(self.link.awards)
        (meter,) = (each for each in before.meters if each.name == award.meter)
        fresh = 0
        if award.share == WHOLE:
            takes = meter.after_whole_award == "takes_secondary"
            fresh = before.amounts["secondary"] if takes else meter.reset * UNIT
        left = max(0, before.amounts[award.meter] - award.paid * UNIT)
        assert self.link.amounts[award.meter] == left + fresh, (event, before)
        assert self.link.paid == before.paid
        assert self.link.pending == before.pending + award.paid * UNIT

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
        choices=with_policies(name, source),
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


def with_policies(name: str, source: random.Random) -> Choices:
    """The choices of a table that offers every wager, each of its policies at one of its values."""
    known = table_rules(name).house.rules.policies
    chosen = {policy: source.choice(rule.values) for policy, rule in known.items() if source.random() < 0.5}
    return msgspec.structs.replace(CHOICES[name], policies=chosen)


def with_rates(rules: TableRules) -> TableRules:
    """The same rules, with a rate for each meter whose rate the document leaves to the operator."""
    progressive = rules.house.progressive
    assert progressive is not None
    meters = tuple(
        replace(meter, rate=2000 if meter.rate is None else meter.rate) for meter in progressive.meters
    )
    return replace(rules, house=replace(rules.house, progressive=replace(progressive, meters=meters)))
