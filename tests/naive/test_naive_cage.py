"""The table and its meters against the naive cage: who was paid, where and when."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.floor.desks import meters as meter_desk
from croupier.floor.people.model import Actor
from croupier.jackpot.meters import UNIT
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.dual_control import Second
from tests.floor.desk_rig import Desk
from tests.naive.cage import corrected_meter, pay
from tests.naive.settle import plain_round
from tests.table.driver import CHOICES, stacked
from tests.table.test_postings import balances, dealt
from tests.table.test_reviewed import Linked

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
HANDS = {
    "s": ("2s 3s 4s 5s 6s 7s 8s", "4s 5s 6s 7s 8s 9s Ac", "4s 5s 6s 7s 8s Kc Qc", "4s 5s 6s 7s Kc Qc 2c"),
    "h": ("2h 3h 4h 5h 6h 7h 8h", "9h Th Jh Qh Kh Ah 3c", "4h 5h 6h 7h 8h Jc 3c", "4h 5h 6h Tc 9c 3c Kh"),
    "d": ("2d 3d 4d 5d 6d 7d 8d", "4d 5d 6d 7d 8d 9d 4c", "4d 5d 6d 7d 8d 4c 5c", "2d 4d 9d Jd 6c 7c 8c"),
}
"""Three seats with hands that often win an award; no card is in two columns."""
DEALER = "As Kd Ks Qd Js Jh 9s", "Ad Kd Ks Qd Js Ts Qh"


def played(rules: str, chance: Random) -> tuple[Linked, dict[int, bool]]:
    """A live round, with each award validated or rejected as soon as it waits; and what was decided."""
    table = chance.choice("ABCDE" if rules == MD else "ABCD")
    choices = msgspec.structs.replace(CHOICES[rules], progressive=table)
    live = Linked(rules, "live", choices=choices)
    live.sit(1, 2, 3)
    bets = {
        seat: {"ante": 1000} | ({"progressive": 100} if chance.random() < 0.8 else {}) for seat in (1, 2, 3)
    }
    while True:
        hands = [chance.choice(HANDS[suit]) for suit in chance.sample("shd", 3)]
        dealer = chance.choice(DEALER)
        if len({*" ".join([*hands, dealer]).split()}) == 28:
            break
    deck = dealt(*hands, dealer) if rules == MD else stacked(*hands, dealer)
    live.start_round(bets, deck)
    number, verdicts = live.state.round, {}
    while live.state.program == "round" and live.state.round == number:
        for name, award in tuple(live.state.pending.items()):
            verdicts[award.seat] = chance.random() < 0.6
            if verdicts[award.seat]:
                live.do(c.Validate(award=name), "floorperson")
            else:
                live.do(c.Reject(award=name, reason="not so"), "floorperson")
        live.perform_next()
    return live, verdicts


@pytest.mark.parametrize("rules", [MA, NJ, MD])
def test_awards_envies_and_meters_are_those_of_the_naive_cage(rules: str) -> None:
    chance = Random(f"cage {rules}")
    seen = set()
    for _ in range(60):
        table, verdicts = played(rules, chance)
        (settled,) = [event for event in table.log if isinstance(event, e.RoundSettled)]
        seen |= {*verdicts.values()}
        if len(verdicts) > 1 and not all(verdicts.values()):
            continue  # one that was rejected between two others changed the meter under the next
        paid = pay(plain_round(settled.record), verdicts)
        books = balances(table.log)
        for seat, cents in paid.at_the_table.items():
            assert books.get(f"player:p{seat}", 0) == cents, (settled.record, verdicts)
        assert books.get("payout", 0) == paid.elsewhere
        assert not paid.waits
        assert not [account for account in books if account.startswith("award:")]
        assert {name: units // UNIT for name, units in table.amounts.items()} == paid.meters
    assert seen == {True, False}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def correct(desk: Desk, cents: int, other: str) -> bool:
    """Whether a supervisor and this other person may correct the meter."""
    second = Second(by=other, role="dealer", signature="g1") if other else None
    by = Actor("s1", "supervisor")
    try:
        desk.run(lambda unit: meter_desk.correct(unit, "link", "main", cents, "misread", by, second))
    except Refusal:
        return False
    return True


def test_a_meter_is_corrected_as_the_naive_cage_allows(desk: Desk) -> None:
    desk.furnish_live("t", MD)
    chance, done = Random("meters"), 0
    least = desk.floor.links["link"].amounts["main"] // UNIT  # it stands at the least that is filed
    for _ in range(60):
        before = desk.floor.links["link"].amounts["main"] // UNIT
        asked = chance.choice((-1, 1, chance.randint(-20_000, 20_000), least - before - 1)) or 1
        other = chance.choice(("d1", "s1", ""))
        allowed = corrected_meter(before, asked, least, {"s1", other} - {""})
        assert correct(desk, asked, other) == (allowed is not None)
        after = before if allowed is None else allowed
        assert desk.floor.links["link"].amounts["main"] == after * UNIT
        done += allowed is not None
    assert done > 5
