"""Open a ledger read-only: an audit creates, migrates and signs nothing."""

from pathlib import Path

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from croupier.errors import Refusal
from croupier.ledger.database import Database
from croupier.ledger.keys import Keys
from croupier.ledger.migrate import HEAD, READABLE
from croupier.ledger.schema import checkpoints
from croupier.ledger.store import Ledger


class _PublicKey(Keys):
    """The house's public key alone: enough to verify with."""

    def __init__(self, public: bytes) -> None:
        self.public = public
        self.directory = None
        self.store = None
        self._sealing = ()

    def authenticate(self, message: bytes) -> bytes | None:
        return None

    def sign(self, message: bytes) -> bytes:
        raise Refusal("key_unusable", "the house's signing key is not here; name its directory")


def open_ledger(url: str, keys: Keys | None = None, *, still: bool = False) -> Ledger:
    """Open the ledger at a URL. Without keys, trust the key that its last checkpoint names.

    `still`: a file that no server writes to, such as a backup.
    """
    database = Database(url, read_only=True, still=still)
    try:
        if database.sqlite and not Path(str(database.url.database)).is_file():
            raise Refusal("ledger_unavailable", f"{database.url.database}: there is no ledger")
        with database.reading() as connection:
            try:
                found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
            except DBAPIError as error:
                if getattr(error, "connection_invalidated", False):
                    raise
                raise Refusal("unknown_schema", f"{database.url!r}: no ledger of Croupier") from None
            if found not in READABLE:
                raise Refusal(
                    "unknown_schema",
                    f"the database is at revision {found!r}; this Croupier reads up to {HEAD!r}",
                )
            statement = select(checkpoints.c.public).order_by(checkpoints.c.number.desc()).limit(1)
            public = connection.execute(statement).scalar()
        known = keys if keys is not None else _PublicKey(public if isinstance(public, bytes) else bytes(32))
        return Ledger(database, known)
    except BaseException:
        database.close()
        raise


def nobody() -> Keys:
    """Keys that sign and seal nothing, for a house whose own are elsewhere."""
    return _PublicKey(bytes(32))


def verifier(public: bytes) -> Keys:
    """The key of a house as an auditor knows it: it signs and seals nothing."""
    return _PublicKey(public)
