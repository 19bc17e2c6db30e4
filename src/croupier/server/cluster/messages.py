"""Messages between the servers of one house."""

import msgspec

from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.server.api.tables.acts import TableAct
from croupier.server.http.error_responses import ErrorBody

# --------------------------------------------------------------------------------------- to every server


class Presence(msgspec.Struct, frozen=True, kw_only=True, tag="presence"):
    """A server is running and wants change notifications."""

    owner: str
    takes: bool = False
    """Whether it runs tables that others give it: one that is about to stop does not."""


class Versions(msgspec.Struct, frozen=True, kw_only=True, tag="versions"):
    """By table that was committed to: its version, and the deadline of the player to act."""

    owner: str
    tables: dict[str, tuple[int, int | None]]


class SessionsEnded(msgspec.Struct, frozen=True, kw_only=True, tag="sessions_ended"):
    """Sessions of a person have ended; without a name, of anybody."""

    owner: str
    person: str


Broadcast = Presence | Versions | SessionsEnded


# ------------------------------------------------------------------------------------ to a table's owner


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, tag="open"):
    """Open the table."""

    actor: Actor


class ChangeSettings(msgspec.Struct, frozen=True, kw_only=True, tag="settings"):
    """Run the table with other settings."""

    actor: Actor
    settings: Settings


class AdoptVersion(msgspec.Struct, frozen=True, kw_only=True, tag="adopt"):
    """Run the table by another version of its submission."""

    actor: Actor
    version: int


TableChange = OpenTable | ChangeSettings | AdoptVersion
"""An administrator's change at a table."""


class ActRequest(msgspec.Struct, frozen=True, kw_only=True, tag="act"):
    """A command of a person signed in at another server. It cannot carry a deck."""

    table: str
    by: str
    role: str
    act: TableAct
    version: int | None
    key: str
    id: str = ""
    reply: str = ""


class EntropyRequest(msgspec.Struct, frozen=True, kw_only=True, tag="entropy"):
    """A player's entropy for the next shuffle."""

    table: str
    by: str
    entropy: str
    id: str = ""
    reply: str = ""


class ChangeRequest(msgspec.Struct, frozen=True, kw_only=True, tag="change"):
    """A change made at a desk of another server."""

    table: str
    change: TableChange
    id: str = ""
    reply: str = ""


Request = ActRequest | EntropyRequest | ChangeRequest


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag="reply"):
    """The owner's reply to a request."""

    id: str
    version: int = 0
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: ErrorBody | None = None


Direct = ActRequest | EntropyRequest | ChangeRequest | Reply
"""Messages to one server, on its own channel and nowhere else."""

_broadcast = msgspec.json.Decoder(Broadcast)
_direct = msgspec.json.Decoder(Direct)


def decode_broadcast(data: bytes) -> Broadcast:
    """A message from the channel of all servers."""
    message: Broadcast = _broadcast.decode(data)
    return message


def decode_direct(data: bytes) -> Direct:
    """A message from a server's own channel."""
    message: Direct = _direct.decode(data)
    return message
