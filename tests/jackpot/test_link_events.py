"""Stored samples of every kind of event: logs stay readable forever."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from croupier.jackpot.events import (
    AnyLinkEvent,
    AwardLocked,
    AwardRejected,
    AwardValidated,
    Contributed,
    ContributionsReturned,
    LinkMeter,
    LinkOpened,
    MeterCorrected,
    RatesChanged,
    ToppedUp,
)

GOLDEN = Path(__file__).with_name("golden_events.jsonl")

_MAIN = LinkMeter(
    name="main",
    seed=1_000_000,
    reset=1_000_000,
    initial=1_000_000,
    rate=2_400,
    after_whole_award="takes_secondary",
    clauses=("ma-hcf-11.f.seed", "ma-hcf-11.f.rate.A"),
)
_SECONDARY = LinkMeter(name="secondary", seed=0, reset=0, initial=0, after_whole_award="to_zero")
_AT, _BY, _CITED = 1_760_000_000_000, "p-41", ("ma-hcf-11.f.contribution",)

EVENTS: tuple[AnyLinkEvent, ...] = (
    LinkOpened(at=_AT, by=_BY, clauses=_CITED, link="bank-1", meters=(_MAIN, _SECONDARY)),
    Contributed(
        at=_AT, by=_BY, clauses=_CITED, table="T1", round=7, amounts={"main": 240_000, "secondary": 20_000}
    ),
    ContributionsReturned(
        at=_AT, by=_BY, clauses=_CITED, table="T1", round=7, amounts={"main": 240_000}, short={"main": 1}
    ),
    AwardLocked(
        at=_AT,
        by=_BY,
        clauses=("ma-hcf-12.f.meter",),
        award=1,
        table="T1",
        round=8,
        seat=3,
        row="seven-card straight flush",
        meter="main",
        share=10_000,
        paid=1_000_024,
        reseeded=0,
        moved=20_000,
        below_initial=True,
    ),
    AwardValidated(at=_AT, by=_BY, clauses=("ma-hcf-12.f.verify",), award=1),
    AwardRejected(
        at=_AT,
        by=_BY,
        clauses=("ma-hcf-12.f.verify",),
        award=1,
        reason="the wager was not accepted",
        put_back=10_000_240_000,
        seed_taken_back=5,
        moved_back=20_000,
        correction=-3,
    ),
    ToppedUp(at=_AT, by=_BY, clauses=("ma-hcf-11.f.reset",), meter="main", amount=10_000_000_000),
    MeterCorrected(at=_AT, by=_BY, meter="main", amount=-5, asked=-6, reason="round 8 settled again"),
    RatesChanged(at=_AT, by=_BY, clauses=("md-hcf-12.E.2.a",), rates={"main": 1_850}),
)
"""What the samples said when they were written. A kind may gain fields with defaults; it never loses one."""


def _stored() -> list[bytes]:
    return GOLDEN.read_bytes().splitlines()


@pytest.mark.parametrize("place", range(len(EVENTS)))
def test_a_stored_event_is_still_the_same(place: int) -> None:
    assert msgspec.json.decode(_stored()[place], type=AnyLinkEvent) == EVENTS[place]


def test_every_kind_has_a_sample() -> None:
    assert len(_stored()) == len(EVENTS)
    assert {type(event) for event in EVENTS} == set(get_args(AnyLinkEvent))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_the_log(event: AnyLinkEvent) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=AnyLinkEvent) == event
