"""Long random histories of a link against a slow twin that keeps cents as fractions and an account book.

The twin was written from the clauses and knows nothing of units, events or folding. After every step the
meters agree, the account book balances, and the link says so itself; at the end the log, read back from its
JSON, folds into the same link.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.jackpot.decisions import (
    change_rates,
    contribute,
    correct,
    lock_awards,
    open_link,
    reject,
    return_contributions,
    top_up,
    validate,
)
from croupier.jackpot.events import AnyLinkEvent
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.meters import UNIT, MeterAward
from croupier.money import SHARE
from croupier.submission.house import HouseProgressive
from tests.jackpot.contributions import contributions_of
from tests.jackpot.links import BY, ULTIMATE, progressive

STEPS = 2_500

LINKS: dict[str, tuple[HouseProgressive, dict[str, int]]] = {
    # the progressive, and the rates that are filed
    "ma main and secondary": (progressive("ma/high-card-flush", "A"), {}),
    "nj D": (progressive("nj/high-card-flush", "D"), {}),
    "md C": (progressive("md/high-card-flush", "C"), {"main": 1_833}),
    "four card A": (progressive("ma/four-card-poker", "A"), {"main": 2_017}),
    "four card B": (progressive("ma/four-card-poker", "B", reset={"main": 123_457}), {"main": 999}),
    "one level": (progressive("ma/four-card-poker", "PTMGL01"), {"main": 1_111}),
    "two levels": (progressive("ma/four-card-poker", "PTMGLML01"), {"major": 701, "minor": 1_303}),
    "three levels": (
        progressive("ma/four-card-poker", "PTMGLML03", progressive_wager=500),
        {"mega": 333, "major": 701, "minor": 1_303},
    ),
    "ultimate as filed": (progressive("ma/ultimate-texas-holdem", ULTIMATE), {}),
}


@dataclass
class Won:
    """An award in the twin's book, in cents."""

    meter: str
    paid: int
    state: str = "pending"
    seed: int = 0
    moved: Fraction = Fraction(0)


class Twin:
    """The same link, slowly: cents as fractions."""

    def __init__(self, house: HouseProgressive, rates: dict[str, int]) -> None:
        self.house = {meter.name: meter for meter in house.meters}
        self.rates = {
            name: Fraction(rates.get(name) or meter.rate or 0, 10_000) for name, meter in self.house.items()
        }
        self.meters = {name: Fraction(meter.seed) for name, meter in self.house.items()}
        self.came = sum(self.meters.values(), Fraction(0))
        """Everything that ever came on the meters from outside, less what left other than as an award."""
        self.rounds: dict[str, tuple[int, dict[str, Fraction]]] = {}
        self.awards: list[Won] = []

    def balanced(self) -> bool:
        out = sum(award.paid for award in self.awards if award.state != "rejected")
        return self.came == out + sum(self.meters.values())

    def put(self, name: str, amount: Fraction) -> Fraction:
        """Up or down, never below zero; what was really put."""
        really = max(amount, -self.meters[name])
        self.meters[name] += really
        self.came += really
        return really

    def stake(self, table: str, number: int, cents: int) -> None:
        held = self.rounds.get(table, (0, {}))
        before = held[1] if held[0] == number else {}
        self.rounds[table] = number, dict(before)
        for name, rate in self.rates.items():
            self.put(name, cents * rate)
            self.rounds[table][1][name] = before.get(name, Fraction(0)) + cents * rate

    def void(self, table: str, part: Fraction) -> None:
        for name, amount in self.rounds[table][1].items():
            self.put(name, -amount * part)
            self.rounds[table][1][name] -= amount * part

    def win(self, name: str, share: int) -> Won:
        paid = floor(self.meters[name] * Fraction(share, 10_000))
        award = Won(name, paid)
        self.meters[name] -= paid
        if share == 10_000 and "secondary" in self.meters:
            award.moved = self.meters["secondary"]
            self.meters["secondary"] = Fraction(0)
            self.meters[name] += award.moved
        elif share == 10_000:
            award.seed = self.house[name].reset
            self.put(name, Fraction(award.seed))
        self.awards.append(award)
        return award

    def reject(self, place: int) -> None:
        award = self.awards[place]
        name = award.meter
        later = [each for each in self.awards[place + 1 :] if each.meter == name]
        award.state = "rejected"
        self.meters[name] += award.paid
        if any(each.state != "rejected" for each in later):
            self.put(name, Fraction(-award.seed))
            return
        self.put(name, Fraction(-award.seed))
        if award.moved:
            self.put(name, -award.moved)
            self.put("secondary", award.moved)


class History:
    """One history: each step is chosen at random, done by both, and compared."""

    def __init__(self, name: str) -> None:
        self.source = random.Random(name)
        self.house, rates = LINKS[name]
        self.shares = sorted(
            {(award.meter, award.number) for award in self.house.table.awards if award.kind == SHARE}
        )
        self.twin = Twin(self.house, rates)
        self.log: list[AnyLinkEvent] = []
        opening = open_link("bank", self.house, rates=rates, **BY)
        self.link = evolve(None, opening)
        self.log.append(opening)
        self.number = dict.fromkeys(("T1", "T2", "T3"), 1)
        self.seen: dict[str, int] = {}

    def record(self, *events: AnyLinkEvent) -> None:
        for event in events:
            self.link = evolve(self.link, event)
            self.log.append(event)
            kind = type(event).__name__
            self.seen[kind] = self.seen.get(kind, 0) + 1
            assert self.link.conserved, event

    def refused(self, code: str, decide: Callable[[], object]) -> None:
        before = self.link
        with pytest.raises(Refusal) as refused:
            decide()
        assert refused.value.code == code
        assert self.link == before
        self.seen[code] = self.seen.get(code, 0) + 1

    def step(self) -> None:
        steps = (
            (self.stake,) * 6 + (self.decide,) * 7 + (self.void, self.win, self.win, self.rates, self.rates)
        )
        self.source.choice((*steps, self.top_up, self.correct))()

    def stake(self) -> None:
        table = self.source.choice(list(self.number))
        self.number[table] += self.source.random() < 0.8
        cents = self.source.choice((100, 100, 500, 500, 3_007))
        event = contribute(self.link, table, self.number[table], contributions_of(self.link, cents), **BY)
        self.record(event)
        self.twin.stake(table, self.number[table], cents)

    def void(self) -> None:
        table = self.source.choice(list(self.number))
        held = self.link.latest.get(table)
        if held is None or not all(held.amounts.values()):
            return
        self.refused("link_round_over", lambda: return_contributions(self.link, table, held.round - 1, **BY))
        half = self.source.random() < 0.3 and not any(amount % 2 for amount in held.amounts.values())
        part = Fraction(1, 2 if half else 1)
        some = {name: amount // 2 for name, amount in held.amounts.items()} if half else None
        event = return_contributions(self.link, table, held.round, some, **BY)
        self.record(event)
        if event.short:
            self.seen["short"] = self.seen.get("short", 0) + 1
        self.twin.void(table, part)

    def win(self) -> None:
        """One to three winners at a table; figures that are not the meter's are stale."""
        table = self.source.choice(list(self.number))
        self.number[table] += 1
        awards = []
        for seat in range(self.source.choice((1, 1, 2, 3)), 0, -1):
            meter, share = self.source.choice(self.shares)
            won = self.twin.win(meter, share)
            awards.append(MeterAward(seat, "a hand", meter, share, won.paid, won.seed * UNIT))
        stale = msgspec.structs.replace(awards[0], paid=awards[0].paid + 1)
        where = table, self.number[table]
        self.refused("stale_meter", lambda: lock_awards(self.link, *where, [stale, *awards[1:]], **BY))
        self.record(*lock_awards(self.link, *where, awards, **BY))
        self.refused("award_locked_twice", lambda: lock_awards(self.link, *where, awards, **BY))

    def decide(self) -> None:
        """Mostly the oldest pending awards, so that others have often been won since."""
        pending = [number for number, award in self.link.awards.items() if award.state == "pending"]
        decided = [number for number, award in self.link.awards.items() if award.state != "pending"]
        if decided:
            old = self.source.choice(decided)
            self.refused("award_decided", lambda: reject(self.link, old, "late", **BY))
        if not pending:
            self.refused("unknown_award", lambda: validate(self.link, len(self.link.awards) + 1, **BY))
            return
        award = pending[0] if self.source.random() < 0.6 else pending[-1]
        if self.source.random() < 0.5:
            self.record(validate(self.link, award, **BY))
            self.twin.awards[award - 1].state = "paid"
        else:
            event = reject(self.link, award, "found wrong", **BY)
            self.record(event)
            self.twin.reject(award - 1)
            if event.correction:
                kind = "seed taken off as a correction" if event.correction < 0 else "seed not there"
                self.seen[kind] = self.seen.get(kind, 0) + 1

    def top_up(self) -> None:
        name, cents = self.source.choice(list(self.link.amounts)), self.source.randint(1, 10**6)
        self.record(top_up(self.link, name, cents, **BY))
        self.twin.put(name, Fraction(cents))

    def correct(self) -> None:
        name = self.source.choice(list(self.link.amounts))
        amount = self.source.choice((-1, 1)) * self.source.randint(1, 2 * self.link.amounts[name] + UNIT)
        event = correct(self.link, name, amount, "settled again", **BY)
        self.record(event)
        assert event.amount == UNIT * self.twin.put(name, Fraction(amount, UNIT))

    def rates(self) -> None:
        for meter in self.link.meters:
            if meter.after_whole_award == "to_reset" and self.link.may_change_rates(meter.name):
                rate = self.source.randint(1, 3_000)
                self.record(change_rates(self.link, {meter.name: rate}, **BY))
                self.twin.rates[meter.name] = Fraction(rate, 10_000)


@pytest.mark.clause(
    "ma-hcf-11.f.contribution", "ma-hcf-11.f.deduct", "ma-hcf-11.f.reset", "md-hcf-12.E.3", shows="computed"
)
@pytest.mark.parametrize("name", LINKS)
def test_a_long_history_agrees_with_the_twin(name: str) -> None:
    history = History(name)
    for number in range(STEPS):
        history.step()
        wanted = {meter: amount * UNIT for meter, amount in history.twin.meters.items()}
        assert history.link.amounts == wanted, (number, history.log[-1])
        assert min(wanted.values()) >= 0
        assert history.twin.balanced(), number
    usual = {"Contributed", "ContributionsReturned", "AwardLocked", "AwardValidated", "AwardRejected"}
    if "secondary" not in history.link.amounts:  # else the rules print the rates
        usual |= {"RatesChanged", "seed taken off as a correction"}
    assert usual | {"short", "ToppedUp", "MeterCorrected", "stale_meter", "award_decided"} <= set(
        history.seen
    )
    assert _folded(history.log) == history.link


def _folded(log: Sequence[AnyLinkEvent]) -> Link:
    link = None
    for event in log:
        link = evolve(link, msgspec.json.decode(msgspec.json.encode(event), type=AnyLinkEvent))
    assert link is not None
    return msgspec.json.decode(msgspec.json.encode(link), type=Link)
