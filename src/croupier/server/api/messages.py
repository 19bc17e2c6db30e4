"""What goes over the wire: the bodies of requests and answers, and the messages of a socket."""

from typing import Annotated, Literal

import msgspec

from croupier.server.api.tables.acts import PeopleAct
from croupier.server.http.access import Permission
from croupier.server.http.error_responses import ErrorBody
from croupier.table.offers.bounds import Amount
from croupier.table.redaction.links import LinkHit, LinkPending
from croupier.table.redaction.view import View

Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9._:-]{0,64}$")]
Text = Annotated[str, msgspec.Meta(max_length=256)]
Long = Annotated[str, msgspec.Meta(max_length=1024)]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request: what is not known in it is refused, not ignored."""


# --------------------------------------------------------------------------------------- at the door


class SignIn(Asked, frozen=True, kw_only=True):
    """A name and its password."""

    name: Text
    password: Long


class StaffGuest(Asked, frozen=True, kw_only=True):
    """The side of the house that a guest of the demo wants to try."""

    role: Literal["dealer", "supervisor", "auditor"]


class OneTimeLink(Asked, frozen=True, kw_only=True):
    """The token of a one-time link."""

    link: Text


class SetPassword(Asked, frozen=True, kw_only=True):
    """A password, by a one-time link."""

    link: Text
    password: Long


class ChangePassword(Asked, frozen=True, kw_only=True):
    """Another password, by the one that was."""

    old: Long
    new: Long


class SessionTold(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in, and the token that every change must carry in `X-CSRF-Token`."""

    id: str
    person: str
    display_name: str
    role: str
    permissions: tuple[Permission, ...]
    """What the role may do and see: a page shows no more."""
    demo: bool
    expires: int
    csrf: str


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How many sessions were ended."""

    sessions: int


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """What a player's account holds, in cents, and what is beyond whole cents in ten-thousandths of one."""

    player: str
    cents: int
    rest: int


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """It was done, and there is nothing to tell."""

    done: bool = True


# ----------------------------------------------------------------------------------------- at a table


class PayRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hand and what it pays, in words."""

    hand: str
    pays: str


class PayTable(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table that the house has chosen for a wager; rows from the highest hand down."""

    wager: str
    title: str
    name: str
    """The letter or name that the rules give it."""
    hands: int
    """For Cover All, the number of hands dealt; else 0."""
    rows: tuple[PayRow, ...]
    clauses: tuple[str, ...]


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby shows it."""

    table: str
    mode: str
    notice: str
    """What an electronic table must say of itself."""
    demo: bool
    rules: str
    title: str
    operator: str
    program: str
    round: int
    version: int
    positions: int
    taken: tuple[int, ...]
    boxes: int
    bets_open: bool
    limits: tuple[Amount, ...]
    link: str
    meters: dict[str, int]
    """In ten-thousandths of a cent."""
    pay_tables: tuple[PayTable, ...]


class CommandAsked(Asked, frozen=True, kw_only=True):
    """An act, the version of the table that it is meant for, and a key: the same key asks once."""

    act: PeopleAct
    version: Version
    key: Key = ""


class CommandDone(msgspec.Struct, frozen=True, kw_only=True):
    """The table is at this version by what was asked."""

    version: int


class TableTold(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the asking person may see it."""

    version: int
    deadline: int | None
    """When the house acts for whoever has not; none where it waits."""
    view: View


class EventTold(msgspec.Struct, frozen=True):
    """An event as the asking person may see it, and the version that it led to."""

    version: int
    event: msgspec.Raw


class EventsTold(msgspec.Struct, frozen=True, kw_only=True):
    """What has happened since a version. `events` is null where it is too long ago: the view says all."""

    version: int
    deadline: int | None
    events: list[EventTold] | None
    view: View


class EntropyAsked(Asked, frozen=True, kw_only=True):
    """Something of one's own for the next shuffle."""

    entropy: Annotated[str, msgspec.Meta(pattern="^[ -~]{1,64}$")]


class MeterTold(msgspec.Struct, frozen=True, kw_only=True):
    """A meter of a link; the amount is in ten-thousandths of a cent, the reset in cents."""

    name: str
    amount: int
    reset: int
    rate: int | None
    """Hundredths of a percent of each wager."""
    rate_may_change: bool
    """It has just been won: other rates may be set."""


class LinkTold(msgspec.Struct, frozen=True, kw_only=True):
    """A link of meters, and the tables of this floor that play for it."""

    link: str
    meters: tuple[MeterTold, ...]
    tables: tuple[str, ...]
    pending: tuple[LinkPending, ...]
    last_hit: LinkHit | None


class FairnessTold(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a round's shuffle: all that anybody needs to compute the deck again, once it is over."""

    table: str
    round: int
    commitments: tuple[str, ...]
    added: tuple[str, ...]
    revealed: bool
    seed: str
    salt: str
    entropies: tuple[str, ...]


# -------------------------------------------------------------------------------------------- a socket


class Incoming(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class CommandSent(Incoming, frozen=True, kw_only=True, tag="command"):
    """A command; `id` is the client's own and comes back with the answer."""

    id: Annotated[str, msgspec.Meta(max_length=64)]
    act: PeopleAct
    version: Version
    key: Key = ""


class Ping(Incoming, frozen=True, kw_only=True, tag="ping"):
    """Is anybody there? It keeps no session alive."""


AnyIncoming = CommandSent | Ping


class Outgoing(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What a client is sent."""


class ViewSent(Outgoing, frozen=True, kw_only=True, tag="view"):
    """The table whole: at the start, and to a client that was away or slow."""

    version: int
    deadline: int | None = None
    view: View


class EventsSent(Outgoing, frozen=True, kw_only=True, tag="events"):
    """What has happened since the last message, and the table after it."""

    version: int
    deadline: int | None = None
    events: list[EventTold]
    view: View
    same_last: bool = False
    """The view's `last` is left out: it is what the message before had."""


class AnswerSent(Outgoing, frozen=True, kw_only=True, tag="answer"):
    """What became of a command."""

    id: str
    version: int = 0
    error: ErrorBody | None = None


class ErrorSent(Outgoing, frozen=True, kw_only=True, tag="error"):
    """A message that could not be read, or too many of them; with its id, if that could be read."""

    id: str = ""
    error: ErrorBody


class Pong(Outgoing, frozen=True, kw_only=True, tag="pong"):
    """Yes."""
