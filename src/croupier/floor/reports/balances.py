"""Balances at a log position: a record's postings and the accounts after it.

The books only grow. A balance after a record is the sum of the postings up to it, computed from the start or
back from the current balance, whichever reads less.
"""

from collections.abc import Collection

from sqlalchemy import func, select

from croupier.ledger.schema import accounts, postings
from croupier.ledger.store import Ledger


def balances_at(ledger: Ledger, names: Collection[str], position: int) -> dict[str, int]:
    """Account balances after the record at a position, in ten-thousandths of a cent."""
    held = dict.fromkeys(names, 0)
    if 2 * position < ledger.position():
        return held | posted_between(ledger, names, 0, position)
    since = (
        select(func.coalesce(func.sum(postings.c.amount), 0))
        .where(postings.c.account == accounts.c.account, postings.c.position > position)
        .scalar_subquery()
    )
    # One statement: a commit between two would count on one side only.
    query = select(accounts.c.account, accounts.c.balance - since).where(accounts.c.account.in_(names))
    with ledger.database.reading() as connection:
        found = connection.execute(query).all()
    return held | {str(account): int(balance) for account, balance in found}


def posted_between(ledger: Ledger, names: Collection[str], after: int, until: int) -> dict[str, int]:
    """Postings to accounts by the records between two positions."""
    query = (
        select(postings.c.account, func.sum(postings.c.amount))
        .where(postings.c.account.in_(names), postings.c.position > after, postings.c.position <= until)
        .group_by(postings.c.account)
    )
    with ledger.database.reading() as connection:
        found = connection.execute(query).all()
    return {str(account): int(amount) for account, amount in found}
