"""Links for the tests: each rule set's progressive as a house would open it."""

from collections.abc import Sequence
from typing import Any

from croupier.jackpot.decisions import open_link
from croupier.jackpot.events import AnyLinkEvent
from croupier.jackpot.link import Link, evolve
from croupier.submission.choices import house_rules
from croupier.submission.form import choices_of
from croupier.submission.house import HouseProgressive

ROYAL = {"levels": {"royal_flush": "100% of main", "straight_flush": "10% of main", "flush": "50 for 1"}}
ULTIMATE = ROYAL | {"seed": 1_000_000, "rate": "20%"}

BY: dict[str, Any] = {"at": 1_700_000_000_000, "by": "floor-7"}


def progressive(rules: str, table: Any, **choices: Any) -> HouseProgressive:
    """The progressive of a rule set, by the table chosen."""
    if rules == "ma/ultimate-texas-holdem":
        choices = {"trips": "A"} | choices
    found = house_rules(rules, choices_of({"progressive": table} | choices)).progressive
    assert found is not None
    return found


def opened(rules: str, table: Any, **filed: Any) -> Link:
    """A link just opened."""
    choices = {key: filed.pop(key) for key in ("reset", "progressive_wager") if key in filed}
    return evolve(None, open_link("bank", progressive(rules, table, **choices), **filed, **BY))


def after(link: Link, *events: AnyLinkEvent | Sequence[AnyLinkEvent]) -> Link:
    """The link after events, the money all there at each of them."""
    for each in events:
        for event in each if isinstance(each, Sequence) else [each]:
            link = evolve(link, event)
            assert link.conserved
            assert min(link.amounts.values()) >= 0
    return link
