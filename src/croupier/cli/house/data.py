"""Where the house keeps its data: the database by default, and the keys beside it; and how they are opened.

`CROUPIER_DATA` names the directory; without it, it is `croupier` in the user's data directory. What only
reads never creates anything: a ledger that is not there is an error, not a new and empty house.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.errors import Refusal
    from croupier.ledger.keys import Keys
    from croupier.ledger.store import Ledger

DATABASE, KEYS = "croupier.db", "keys"

DbOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/DATABASE; by default the one of `croupier serve`.",
    ),
]
KeysOption = Annotated[
    Path | None,
    typer.Option("--keys", metavar="DIR", help="The house's keys; by default those of `croupier serve`."),
]


def data_directory() -> Path:
    """The directory of the house's data."""
    given = os.environ.get("CROUPIER_DATA")
    if given:
        return Path(given).expanduser().absolute()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "croupier"


def default_url() -> str:
    """The database of a house that was not told otherwise."""
    return f"sqlite:///{data_directory() / DATABASE}"


def keys_directory() -> Path:
    """The directory of the house's keys."""
    return data_directory() / KEYS


def open_to_read(db: str | None, keys: Path | None = None, *, still: bool = False) -> "Ledger":
    """The ledger of a house, to be read: nothing is created or migrated, no private key needed.

    `still`: a file that no server writes to, such as a backup.
    """
    from croupier.errors import Refusal
    from croupier.floor.audit.read_only import open_ledger

    try:
        return open_ledger(db or default_url(), known_keys(keys), still=still)
    except Refusal as refusal:
        refuse(refusal)


def known_keys(given: Path | None, *, needed: bool = False) -> "Keys | None":
    """The house's key to sign with, if it is at hand; whoever reads needs no other, and none is made."""
    from croupier.errors import Refusal
    from croupier.ledger.keys import SIGNING, Keys

    directory = given or keys_directory()
    if given is None and not needed and not os.path.exists(directory / SIGNING):
        return None
    try:
        return Keys.to_sign(directory)
    except Refusal as refusal:
        refuse(refusal)


def check_text(word: str) -> None:
    """A word that is to be looked up in a database must be one that a database can hold."""
    try:
        word.encode()
    except UnicodeEncodeError:
        fail(f"{word!r}: not text in UTF-8")


def refuse(refusal: "Refusal") -> NoReturn:
    """A refusal as one line; to whoever sits at the machine also what the database's driver said."""
    from croupier.ledger.database import reason

    why = reason(refusal)
    fail(f"{refusal.message}{why and f': {why}'} ({refusal.code})")
