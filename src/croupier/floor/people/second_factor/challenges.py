"""One-time challenges: kept in the database, so that any server of the house takes the answer."""

from sqlalchemy import delete, insert, select

from croupier.floor.people.model import MINUTE
from croupier.floor.people.schema import challenges
from croupier.floor.people.store import Change, new_token, token_hash

LASTS = 5 * MINUTE


def issue(change: Change, purpose: str, value: bytes) -> str:
    """Keep a value for a few minutes; return the token that finds it once. Expired ones are dropped."""
    change.connection.execute(delete(challenges).where(challenges.c.expires <= change.at))
    token = new_token()
    change.connection.execute(
        insert(challenges).values(
            token_hash=token_hash(token), purpose=purpose, value=value, expires=change.at + LASTS
        )
    )
    return token


def take(change: Change, purpose: str, token: str) -> bytes | None:
    """The value of a token, which is used up; none if it is unknown, expired or for something else."""
    here = challenges.c.token_hash == token_hash(token)
    row = change.connection.execute(select(challenges).where(here)).one_or_none()
    change.connection.execute(delete(challenges).where(here))
    return (
        bytes(row.value) if row is not None and row.purpose == purpose and row.expires > change.at else None
    )
