"""The data directory with its database and keys, and how commands open them.

`CROUPIER_DATA` names the directory; the default is `croupier` in the user's data directory. Commands that
only read create nothing: a missing ledger is an error, not a new and empty house.
"""

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.errors import Refusal
    from croupier.ledger.keys import Keys
    from croupier.ledger.store import Ledger

DATABASE, KEYS, MEMORY = "croupier.db", "keys", "last_checkpoint"
DB = "CROUPIER_DB"
"""The variable that names the database: a password in it is not seen by other users, as one in --db is."""

DbOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        envvar=DB,
        help="sqlite:///FILE or postgresql://USER@HOST/DATABASE; default: the one of `croupier serve`.",
    ),
]
KeysOption = Annotated[
    Path | None,
    typer.Option("--keys", metavar="DIR", help="The house's keys; by default those of `croupier serve`."),
]

WitnessOption = Annotated[
    str | None,
    typer.Option(
        "--witness",
        metavar="FILE|URL",
        envvar="CROUPIER_WITNESS",
        help="Where checkpoints are kept outside the house: a file or an http address; verify: - is stdin.",
    ),
]


def data_directory() -> Path:
    """The directory of the house's data."""
    given = os.environ.get("CROUPIER_DATA")
    if given:
        return Path(given).expanduser().absolute()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "croupier"


def default_url() -> str:
    """The database used without `--db`."""
    return f"sqlite:///{data_directory() / DATABASE}"


def keys_directory(db: str | None = None) -> Path:
    """The directory of the keys of the house with this database."""
    own = None if db is None else demo_keys(data_directory(), db)
    return own if own is not None and (own / MEMORY).exists() else data_directory() / KEYS


def demo_keys(directory: Path, db: str) -> Path:
    """The keys of a demo on a database that `--db` names, so that no demo inherits another's last checkpoint.

    They are in the data directory, not beside the database, where a forger of the log could plant others.
    Only `serve --demo` makes them: any other house keeps its memory wherever its database is.
    """
    from croupier.ledger.database import parse_url

    url = parse_url(db)
    if url.get_backend_name() == "sqlite":
        name = str(Path(url.database or "").absolute())
    else:
        name = url.set(password=None).render_as_string()
    return directory / "demo" / hashlib.sha256(name.encode()).hexdigest()[:16] / KEYS


def open_to_read(
    db: str | None, keys: Path | None = None, *, still: bool = False, house: str | None = None
) -> "Ledger":
    """Open a ledger for reading: nothing is created or migrated, and no private key is needed.

    `still`: no server writes to the file; a backup, for instance. `house` is the database of the house whose
    keys are meant, if this is a copy of it.
    """
    from croupier.errors import Refusal
    from croupier.floor.audit.read_only import open_ledger

    try:
        return open_ledger(db or default_url(), known_keys(keys, house or db), still=still)
    except Refusal as refusal:
        refuse(refusal)


def known_keys(given: Path | None, db: str | None = None, *, needed: bool = False) -> "Keys | None":
    """The signing key of the house with this database if it is available; none is created."""
    from croupier.errors import Refusal
    from croupier.ledger.keys import Keys, store_of

    try:
        directory = given or keys_directory(db)
        if given is None and not needed and not store_of(directory).available():
            return None
        return Keys.to_sign(directory, files=given is not None)
    except Refusal as refusal:
        refuse(refusal)


def check_text(word: str) -> None:
    """Fail unless a database can hold this word."""
    try:
        word.encode()
    except UnicodeEncodeError:
        fail(f"{word!r}: not valid UTF-8")


def refuse(refusal: "Refusal") -> NoReturn:
    """Print a refusal as one line, with the database driver's message, and exit."""
    from croupier.ledger.database import reason

    why = reason(refusal)
    fail(f"{refusal.message}{why and f': {why}'} ({refusal.code})")
