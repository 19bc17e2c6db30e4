"""Shared by the tests of Massachusetts Four Card Poker: the table's name, refusals, and events by kind."""

from collections.abc import Iterable
from typing import TypeVar

import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table.events import AnyEvent
from croupier.table.evolve import evolve
from croupier.table.postings import postings
from croupier.table.state import EMPTY
from tests.table.driver import METHODS, Table

NAME = "ma/four-card-poker"
DEALT = METHODS[NAME]
SECTION = {"manual-shoe": "ma-fcp-7", "hand": "ma-fcp-8", "automated-shoe": "ma-fcp-9"}
"""The section of the document on each way of dealing."""
ANTE = {"ante": 1000}

Kind = TypeVar("Kind")


def of(kind: type[Kind], events: Iterable[AnyEvent]) -> list[Kind]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def refused(table: Table, code: str, act: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[str, ...]:
    """The act is refused with this code and leaves the table as it was; returns the clauses named."""
    before = table.state
    with pytest.raises(Refusal) as refusal:
        table.do(act, role, by)
    assert refusal.value.code == code, refusal.value
    assert table.state is before
    return tuple(refusal.value.clauses)


def report(table: Table, irregularity: str, role: str = "dealer", **more: object) -> tuple[AnyEvent, ...]:
    """An irregularity is reported."""
    return table.do(c.Report(irregularity=irregularity, **more), role)  # type: ignore[arg-type]


def accounts(events: Iterable[AnyEvent]) -> dict[str, int]:
    """The balance of every account after a log, in ten-thousandths of a cent; those at zero are left out."""
    state, sums = EMPTY, dict[str, int]()
    for event in events:
        for posting in postings(state, event):
            sums[posting.account] = sums.get(posting.account, 0) + posting.amount
        state = evolve(state, event)
    return {account: amount for account, amount in sums.items() if amount}
