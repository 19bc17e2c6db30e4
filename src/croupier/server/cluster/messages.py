"""What the servers of one house say to each other."""

import msgspec

from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.server.api.tables.acts import PeopleAct
from croupier.server.http.error_responses import ErrorBody


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag="hello"):
    """A server is there, and wants to be told."""

    owner: str


class News(msgspec.Struct, frozen=True, kw_only=True, tag="news"):
    """Where tables stand by now, and until when they wait for whoever is to act."""

    owner: str
    tables: dict[str, tuple[int, int | None]]


class Ended(msgspec.Struct, frozen=True, kw_only=True, tag="ended"):
    """Sessions of a person have ended, or of anybody where none is named."""

    owner: str
    person: str


# ------------------------------------------------------------------------------------------ to an owner


class AskedAct(msgspec.Struct, frozen=True, kw_only=True, tag="act"):
    """A command of somebody who is signed in at another server: what a person can ask, so never a deck."""

    table: str
    by: str
    role: str
    act: PeopleAct
    version: int | None
    key: str
    id: str = ""
    reply: str = ""


class AskedEntropy(msgspec.Struct, frozen=True, kw_only=True, tag="entropy"):
    """A player's own words for the next shuffle."""

    table: str
    by: str
    entropy: str
    id: str = ""
    reply: str = ""


class OpenAtDesk(msgspec.Struct, frozen=True, kw_only=True, tag="open"):
    """Open the table."""

    actor: Actor


class ChangeAtDesk(msgspec.Struct, frozen=True, kw_only=True, tag="change"):
    """Run the table with other settings."""

    actor: Actor
    settings: Settings


class AdoptAtDesk(msgspec.Struct, frozen=True, kw_only=True, tag="adopt"):
    """Run the table by another version of its submission."""

    actor: Actor
    version: int


AtDesk = OpenAtDesk | ChangeAtDesk | AdoptAtDesk


class AskedDesk(msgspec.Struct, frozen=True, kw_only=True, tag="desk"):
    """What somebody at the desk of another server asks of the table."""

    table: str
    act: AtDesk
    id: str = ""
    reply: str = ""


Asked = AskedAct | AskedEntropy | AskedDesk


class Told(msgspec.Struct, frozen=True, kw_only=True, tag="told"):
    """What came of it."""

    id: str
    version: int = 0
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: ErrorBody | None = None


Common = Hello | News | Ended
"""What is said to everybody."""
Own = AskedAct | AskedEntropy | AskedDesk | Told
"""What is said to one server, on its own channel and nowhere else."""

_common = msgspec.json.Decoder(Common)
_own = msgspec.json.Decoder(Own)


def decode_common(data: bytes) -> Common:
    """A message of the channel of all servers."""
    message: Common = _common.decode(data)
    return message


def decode_own(data: bytes) -> Own:
    """A message of a server's own channel."""
    message: Own = _own.decode(data)
    return message
