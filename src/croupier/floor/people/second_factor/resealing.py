"""After a rotation of the sealing key: the secrets of authenticators are sealed with the new one."""

from sqlalchemy import select, update

from croupier.floor.people.schema import factors
from croupier.floor.people.second_factor import codes
from croupier.ledger.store import Ledger


def reseal(ledger: Ledger) -> int:
    """Seal every authenticator's secret with the present key; their number."""
    with ledger.database.writing() as connection:
        rows = connection.execute(select(factors.c.id, factors.c.secret).where(factors.c.kind == codes.TOTP))
        found = rows.all()
        for factor, secret in found:
            again = codes.sealed_again(ledger.keys, factor, secret)
            connection.execute(update(factors).where(factors.c.id == factor).values(secret=again))
        connection.commit()
    return len(found)
