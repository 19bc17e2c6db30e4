"""Two winners of one meter in a round: the record of each states the real payment and its meter."""

import pytest

from croupier.table import events as e
from croupier.table.transcript import transcript
from tests.table.driver import bold, electronic, every_wager, live, shuffled

SIXES = ("4s 5s 6s 7s 8s 9s 2c", "4h 5h 6h 7h 8h 9h 2d")
DEALER = "Kd Qc Jd Tc 8d 7c 3h"
UNIT = 10_000


def deck(name: str) -> list[str]:
    """Two six-card straight flushes and a dealer who does not matter, as the document deals them."""
    hands = [hand.split() for hand in (*SIXES, DEALER)]
    if name.startswith("md/"):
        top = [hand[turn] for turn in range(7) for hand in hands]
    else:
        top = [card for hand in hands for card in hand]
    return top + [card for card in shuffled(1) if card not in top]


@pytest.mark.clause("ma-hcf-11.f.deduct", "nj-hcf-38.11.f.deduct", "md-hcf-12.E.3", shows="computed")
@pytest.mark.parametrize("mode", ["live", "electronic"])
@pytest.mark.parametrize("name", ["ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"])
def test_the_second_winners_record_states_the_meter_that_was_left(name: str, mode: str) -> None:
    table = live(name, "manual-shoe", seats=(1, 2)) if mode == "live" else electronic(name, "manual-shoe")
    start = 1_234_500 * UNIT
    table.meters = {**table.meters, "main": start}
    table.start_round(dict.fromkeys((1, 2), every_wager(name)), deck(name))
    while not any(isinstance(event, e.RoundSettled) for event in table.log):
        settled = [event for event in table.log if isinstance(event, e.SeatSettled) and event.awards]
        if mode == "live" and settled:  # as the link of a floor would say
            (won,) = settled[0].awards
            table.meters["main"] = start - won.paid * UNIT + won.reseeded
        table.perform_next(bold)
    first, second = (event for event in table.log if isinstance(event, e.SeatSettled) and event.awards)
    (one,), (other,) = first.awards, second.awards
    assert (first.seat, second.seat) == (2, 1)
    began = one.stood
    assert one.paid == began * one.share // 10_000 // UNIT
    assert other.stood == began - one.paid * UNIT + one.reseeded
    assert other.paid == other.stood * other.share // 10_000 // UNIT
    assert table.state.pending[f"{table.state.round}.1"].stood == other.stood
    told = "\n".join(transcript(table.log))
    assert f"{other.share // 100}% of main at ${other.stood / UNIT / 100:,.2f}".removesuffix(".00") in told
