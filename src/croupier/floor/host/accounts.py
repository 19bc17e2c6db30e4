"""The ledger's accounts of a table's postings, and the house's postings for a link's meters.

A table posts between its players, its layout, its inventory and the meters. At an electronic table players
have balances; at a live one they have chips in their hands, so stakes and winnings go through the table's
`chips` account. Other movements of a link (seeds, top-ups, corrections) come from the house.
"""

from collections.abc import Iterable
from functools import lru_cache

from croupier.jackpot.link import Link
from croupier.table.postings import Posting

HOUSE = "house"


@lru_cache(maxsize=10_000)
def account(name: str, table: str, link: str, live: bool) -> str:
    """The ledger's account for an account of a table's postings; there are few, so they are kept."""
    kind, _, rest = name.partition(":")
    if kind == "player":
        return f"chips:{table}" if live else name
    if kind == "meter":
        return meter_account(link, rest)
    if kind == "award":
        return f"award:{table}:{rest}"
    return f"{kind}:{table}"


def meter_account(link: str, meter: str) -> str:
    """The account of a meter of a link."""
    return f"meter:{link}:{meter}"


def table_postings(
    postings: Iterable[Posting], table: str, link: str, *, live: bool
) -> list[tuple[str, int]]:
    """A table's postings on the ledger's accounts."""
    return [(account(each.account, table, link, live), each.amount) for each in postings]


def house_postings(
    link: str, before: Link | None, after: Link, posted: Iterable[tuple[str, int]]
) -> list[tuple[str, int]]:
    """The house's postings that make each meter's account equal the meter, after the tables' postings."""
    by_table: dict[str, int] = {}
    for name, amount in posted:
        by_table[name] = by_table.get(name, 0) + amount
    moved = []
    for meter, units in after.amounts.items():
        name = meter_account(link, meter)
        was = 0 if before is None else before.amounts.get(meter, 0)
        missing = units - was - by_table.get(name, 0)
        if missing:
            moved += [(HOUSE, -missing), (name, missing)]
    return moved
