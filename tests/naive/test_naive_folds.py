"""The table against the naive folds: a bonus declared is paid at the fold, one that is not is never seen."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.submission.form import AggregateLimit
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import fold
from croupier.table.state import EMPTY
from tests.naive.cards import cards, line
from tests.naive.folds import Folds, set_hand
from tests.naive.money import Json
from tests.naive.settle import naive_settle
from tests.table.driver import CHOICES, Table, live, shuffled, stacked
from tests.table.ma_nj_hcf import BOTH, one
from tests.table.test_folded_hands import booked

VOID = {"ma": "ma-hcf-13.d", "nj": "nj-hcf-38.13.d"}
ROUNDS = 60


class Dealt:
    """A live round in which the dealer names as few cards as the document has anybody see."""

    def __init__(self, name: str, chance: Random) -> None:
        self.chance, self.seen = chance, Counter[str]()
        chosen: dict[str, Any] = {
            "flush_bonus": chance.choice("ACDFGHJLMN"),
            "straight_flush_bonus": chance.choice("ABCDEF"),
        }
        limits: list[AggregateLimit | None] = [
            None,
            AggregateLimit(amount=600, per="hand"),
            AggregateLimit(amount=600, per="round"),
            AggregateLimit(amount=2_500, per="round"),
        ]
        limit = chance.choice(limits)
        plain: Json = {**chosen, "progressive": "A"}
        tables = {**CHOICES[name].tables, **chosen}
        choices = msgspec.structs.replace(CHOICES[name], tables=tables)
        if limit:
            plain["aggregate_limit"] = {"amount": limit.amount, "per": limit.per}
            choices = msgspec.structs.replace(choices, aggregate_limit=limit)
        seats = range(1, chance.randint(3, 6))
        self.wagers = {seat: self._wagers() for seat in seats}
        self.table: Table = live(name, seats=tuple(seats), choices=choices)
        self.table.start_round(self.wagers, stacked(*self._hands(len(seats) + 1)))
        self.table.until("decide")
        self.hands = {seat: cards(" ".join(self.table.hands[seat])) for seat in seats}
        self.folds, self.decisions = Folds(plain), dict[int, Json]()
        self.round: Json = {"rules": name, "choices": plain}

    def _wagers(self) -> dict[str, int]:
        bonuses = {"flush_bonus": 500, "straight_flush_bonus": 700, "progressive": 100}
        odds = {"flush_bonus": 0.5, "straight_flush_bonus": 0.5, "progressive": 0.15}
        return {"ante": 1000} | {
            name: stake for name, stake in bonuses.items() if self.chance.random() < odds[name]
        }

    def _hands(self, number: int) -> list[str]:
        """Hands, many of them with a bonus."""
        left, hands = shuffled(self.chance.randrange(10**9)), []
        for _ in range(number):
            suit = self.chance.choice("shdc")
            held = [card for card in left if card[1] == suit][: self.chance.choice([0, 4, 5, 6])]
            held += [card for card in left if card not in held][: 7 - len(held)]
            left = [card for card in left if card not in held]
            hands.append(" ".join(held))
        return hands

    def decide(self) -> None:
        """Each seat in turn; a fold is paid before anybody else is asked."""
        for seat, wagers in self.wagers.items():
            assert self.table.asked()[0] == seat
            if "progressive" in wagers or self.chance.random() < 0.6:
                self.decisions[seat] = {"fold": True}
                self._fold(seat, wagers)
            else:
                self.decisions[seat] = {"raise": 1000}
                self.table.decide(seat, "raise", 1000)

    def _fold(self, seat: int, wagers: dict[str, int]) -> None:
        table, before = self.table, booked(self.table)[f"player:p{seat}"]
        events = table.decide(seat, "fold")
        due = self.folds.pay(self.hands[seat], wagers)
        may = {offer.act for offer in table.offers() if offer.seat == seat}
        assert ("declare" in may) == (len(wagers) > 1 and "progressive" not in wagers)
        if "declare" in may and not due and self.chance.random() < 0.7:
            events += table.do(c.Declare(seat=seat))
            self.seen["declared"] += 1
        elif len(wagers) > 1:
            events += table.do(c.Enter(to=seat, cards=line(self.hands[seat])))
        paid = [event for event in events if isinstance(event, e.BonusHandedOver)]
        handed = {name: (each.paid, each.returned) for event in paid for name, each in event.results.items()}
        assert handed == due
        uncut = self.folds.declared(self.hands[seat], wagers)
        self.seen["cut"] += any(due[name][0] < uncut[name] for name in due)
        assert booked(table)[f"player:p{seat}"] - before == sum(map(sum, due.values()))
        self.seen["paid" if due else "folded"] += 1

    def finish(self) -> None:
        """To the end, or to a void; hands without a bonus wager are turned by the cards that were set."""
        table, number = self.table, self.table.state.round
        if self.chance.random() < 0.2:
            table.do(c.Report(irregularity="dealer_card_exposed", cards=table.hands[0][0]))
            self.round["irregularity"] = VOID[self.round["rules"][:2]]
            self.seen["void"] += 1
        while table.state.round == number and table.state.program == "round":
            turned = next((each.seat for each in table.offers() if each.act == "show" and each.seat), 0)
            if turned and self.wagers[turned].keys() == {"ante"}:
                table.do(c.Show(to=turned, cards=line(set_hand(self.hands[turned]))))
                self.seen["set"] += 1
            else:
                table.perform_next()

    def naive(self) -> Json:
        """The round with all cards, settled by the second settlement."""
        seats = [
            {
                "seat": seat,
                "cards": line(self.hands[seat]),
                "wagers": self.wagers[seat],
                "decision": self.decisions[seat],
            }
            for seat in self.wagers
        ]
        return naive_settle(self.round | {"dealer": " ".join(self.table.hands[0]), "seats": seats})


@pytest.mark.clause(
    *("ma-hcf-9.c.s1", "ma-hcf-9.c.s2", "ma-hcf-9.c.s3", "ma-hcf-11.g.s2"),
    *("nj-hcf-38.10.c.s1", "nj-hcf-38.10.c.s2", "nj-hcf-38.10.c.s3", "nj-hcf-38.11.h.s2"),
    shows="computed",
)
@BOTH
def test_folds_are_paid_and_declared_as_by_the_naive_dealer(name: str) -> None:
    chance, seen = Random(f"folds {name}"), Counter[str]()
    for number in range(ROUNDS):
        dealt = Dealt(name, chance)
        dealt.decide()
        dealt.finish()
        settled = one(dealt.table.log, e.RoundSettled)
        naive = {seat["seat"]: seat for seat in dealt.naive()["seats"]}
        assert settled.nets == {seat: each["net"] for seat, each in naive.items()}, number
        last = dealt.table.state.last
        assert last
        for seat, results in last.results.items():
            money = {wager: (each.outcome, each.paid, each.returned) for wager, each in results.items()}
            assert money == {
                wager: (each["outcome"], each["paid"], each["returned"])
                for wager, each in naive[seat]["results"].items()
            }, (number, seat)
            assert booked(dealt.table)[f"player:p{seat}"] == settled.nets[seat]
        assert fold(dealt.table.log, EMPTY) == dealt.table.state
        seen += dealt.seen
    assert min(seen[kind] for kind in ("paid", "cut", "declared", "folded", "void", "set")) >= 8, seen


def test_the_naive_dealer_pays_the_first_fold_first() -> None:
    folds = Folds(
        {
            "flush_bonus": "A",
            "straight_flush_bonus": "B",
            "aggregate_limit": {"amount": 5_500, "per": "round"},
        }
    )
    five = cards("2s 4s 6s 9s Js Kd Qh")
    assert folds.pay(five, {"ante": 1000, "flush_bonus": 500}) == {"flush_bonus": (5_000, 500)}
    assert folds.pay(five, {"ante": 1000, "flush_bonus": 500}) == {"flush_bonus": (500, 500)}
    assert folds.pay(cards("2s 4s 6h 9h Jd Kd Qc"), {"ante": 1000, "flush_bonus": 500}) == {}
