"""High Card Flush in Massachusetts and New Jersey, whose documents are the same text but for a few clauses.

`of` turns a clause of the Massachusetts text into that of the document under test; `method` names the section
that a way of dealing has in it.
"""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from croupier.errors import Refusal
from croupier.settlement.round import Result
from croupier.table import commands as c
from croupier.table.events import AnyEvent
from tests.table.driver import METHODS, Table, every_wager

MA, NJ = "ma/high-card-flush", "nj/high-card-flush"
BOTH = pytest.mark.parametrize("name", [MA, NJ])
TABLES = [(name, deal) for name in (MA, NJ) for deal in METHODS[name]]
EVERY_METHOD = pytest.mark.parametrize(("name", "deal"), TABLES)

ANTE = {"ante": 1000}
EVERY = every_wager(MA)

STRAIGHT_7 = "9s 8s 7s 6s 5s 4s 3s"
STRAIGHT_6 = "9s 8s 7s 6s 5s 4s 2h"
STRAIGHT_4 = "Ac 2c 3c 4c 5h 9d Ks"
FLUSH_4 = "Ah Jh 6h 4h 2c 3d 5s"
"""Beats the dealer's hand below; four to a flush and nothing more."""
NOTHING = "2c 3d 4s 5h 6c 7d 8s"
"""Two to a flush: loses to a dealer who qualifies, and wins no bonus."""
OTHER = "2s 3d 4h 6s 7d 8c 9h"
"""Nothing either."""
DEALER = "Kd Qd Td 8h 7h Jc Tc"
"""Qualifies with three diamonds, king high."""
DEALER_NOT = "8d 6d 2d 7h 3h Jc Tc"
"""Three diamonds, eight high: does not qualify."""

_SECTIONS = {
    (MA, "manual-shoe"): "ma-hcf-7",
    (MA, "automated-shoe"): "ma-hcf-8",
    (NJ, "manual-shoe"): "nj-hcf-38.7",
    (NJ, "hand"): "nj-hcf-38.8",
    (NJ, "automated-shoe"): "nj-hcf-38.9",
}


def of(name: str, *clauses: str) -> set[str]:
    """Clauses of the Massachusetts text, in the document that is meant."""
    if name == MA:
        return {f"ma-hcf-{clause}" for clause in clauses}
    renumbered = {"8": "9", "9": "10"}
    found = set()
    for clause in clauses:
        section, _, rest = clause.partition(".")
        found.add(f"nj-hcf-38.{renumbered.get(section, section)}.{rest}")
    return found


def method(name: str, deal: str, *parts: str) -> set[str]:
    """Clauses of the section on this way of dealing."""
    return {f"{_SECTIONS[name, deal]}.{part}" for part in parts}


def refused(table: Table, asked: c.AnyAct, code: str, role: str = "dealer", by: str = "") -> Refusal:
    """The act is refused with this code, and the table stands as it stood."""
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(asked, role, by)
    assert caught.value.code == code, caught.value
    assert table.state is before
    return caught.value


E = TypeVar("E")


def one(events: Sequence[AnyEvent], kind: type[E]) -> E:
    """The one event of this kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def all_of(events: Sequence[AnyEvent], kind: type[E]) -> list[E]:
    """The events of this kind, in their order."""
    return [event for event in events if isinstance(event, kind)]


def money(results: dict[str, Result]) -> dict[str, tuple[str, int, int]]:
    """By wager: the outcome, the payout, the returned stake."""
    return {wager: (result.outcome, result.paid, result.returned) for wager, result in results.items()}
