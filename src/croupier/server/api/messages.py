"""Requests, responses and socket messages that several features share."""

from typing import Annotated, Any, Literal

import msgspec

from croupier.server.api.tables.acts import PeopleAct
from croupier.server.http.access import Permission
from croupier.server.http.error_responses import ErrorBody
from croupier.server.http.validation_words import KEY, PRINTABLE
from croupier.table.offers.bounds import Amount
from croupier.table.redaction.links import LinkHit, LinkPending
from croupier.table.redaction.view import View

Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Key = Annotated[str, msgspec.Meta(pattern=KEY)]
Text = Annotated[str, msgspec.Meta(max_length=256)]
Long = Annotated[str, msgspec.Meta(max_length=1024)]


class RequestBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request. Unknown fields are refused, not ignored."""


# ------------------------------------------------------------------------------------------ sign-in


class SignIn(RequestBody, frozen=True, kw_only=True):
    """A name and its password; with a second factor, its code or a signed passkey."""

    name: Text
    password: Long
    code: Text = ""
    """Six digits of an authenticator, or a recovery code."""
    challenge: Text = ""
    credential: dict[str, Any] | None = None
    """A passkey's answer to a challenge, as the browser gives it; for a second signature alone."""


class PasskeyProof(RequestBody, frozen=True, kw_only=True):
    """A passkey's answer to a challenge, as the browser gives it."""

    challenge: Text
    credential: dict[str, Any]


class Confirm(RequestBody, frozen=True, kw_only=True):
    """Proof of who is signed in: a code or a passkey; without a second factor, the password."""

    password: Long = ""
    code: Text = ""
    challenge: Text = ""
    credential: dict[str, Any] | None = None


class NameFactor(RequestBody, frozen=True, kw_only=True):
    """A new authenticator's first code, and its name."""

    name: Text
    code: Text


class NamePasskey(RequestBody, frozen=True, kw_only=True):
    """A new passkey as the browser made it, and its name."""

    name: Text
    challenge: Text
    credential: dict[str, Any]


class PasskeyChallenge(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge by its token, and the options for the browser's `navigator.credentials`."""

    challenge: str
    options: dict[str, Any]


class RecoveryCodes(msgspec.Struct, frozen=True, kw_only=True):
    """Recovery codes, shown once; none if there were some already."""

    codes: tuple[str, ...]


class StaffGuest(RequestBody, frozen=True, kw_only=True):
    """The staff role that a demo guest wants to try."""

    role: Literal["dealer", "supervisor", "auditor"]


class OneTimeLink(RequestBody, frozen=True, kw_only=True):
    """The token of an invitation."""

    link: Text


class SetPassword(RequestBody, frozen=True, kw_only=True):
    """A password, by an invitation."""

    link: Text
    password: Long


class ChangePassword(RequestBody, frozen=True, kw_only=True):
    """A new password, with the old one as proof."""

    old: Long
    new: Long


class SessionResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in, and the token that every change must carry in `X-CSRF-Token`."""

    id: str
    person: str
    display_name: str
    role: str
    permissions: tuple[Permission, ...]
    """The permissions of the role: a page shows no more."""
    demo: bool
    expires: int
    csrf: str
    second_factor: Literal["none", "outstanding", "missing", "has"]
    """`outstanding`: confirm the session first. `missing`: the house requires one, so set one up first."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """The number of sessions ended."""

    sessions: int


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """A player's balance in whole cents, and the rest in ten-thousandths of a cent."""

    player: str
    cents: int
    rest: int


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """Success, with nothing to return."""

    done: bool = True


# ----------------------------------------------------------------------------------------- at a table


class PayRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hand and its payout, in words."""

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
    """The notice that an electronic table must show."""
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
    stay: int
    """The least decided wager that keeps a hand in the round, in antes."""
    least_round: int
    """The cents that a player needs for the smallest round."""
    filed: str
    """A digest of the parts that a round does not change: rules, limits, pay tables."""


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a table's card that a round changes."""

    table: str
    program: str
    round: int
    version: int
    taken: tuple[int, ...]
    bets_open: bool
    meters: dict[str, int]
    """In ten-thousandths of a cent."""
    filed: str
    """Another digest than that of the card: ask for the card again."""


class TablesNow(msgspec.Struct, frozen=True, kw_only=True):
    """Changes of the tables of the lobby."""

    mark: str
    """Of the tables as they are now; send it with the next request."""
    tables: list[TableNow] | None
    """None where nothing has changed since the mark of the request."""


class MySeat(msgspec.Struct, frozen=True, kw_only=True):
    """A table at which the player sits, and whether it waits for them."""

    table: str
    title: str
    seats: tuple[int, ...]
    turn: bool
    """The table waits for the player's decision."""
    deadline: int | None
    """The time of the default action; none where the table waits."""
    now: int
    """The server's time."""


class PrivateTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the player's own, with the seat taken."""

    table: str
    seat: int


class CommandRequest(RequestBody, frozen=True, kw_only=True):
    """An act, the table version it is meant for, and an idempotency key."""

    act: PeopleAct
    version: Version
    key: Key = ""


class CommandDone(msgspec.Struct, frozen=True, kw_only=True):
    """The table's version after the command."""

    version: int


class TableResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A table, redacted for the viewer."""

    version: int
    deadline: int | None
    """The time of the default action; none where the table waits."""
    view: View


class EventMessage(msgspec.Struct, frozen=True):
    """An event, redacted for the viewer, and the table version after it."""

    version: int
    event: msgspec.Raw


class EventsResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Events after a version. `events` is null if the version is too old; the view is always whole."""

    version: int
    deadline: int | None
    events: list[EventMessage] | None
    view: View


class AddEntropy(RequestBody, frozen=True, kw_only=True):
    """A player's contribution to the next shuffle."""

    entropy: Annotated[str, msgspec.Meta(pattern=PRINTABLE)]


class MeterResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A meter of a link; the amount is in ten-thousandths of a cent, the reset in cents."""

    name: str
    amount: int
    reset: int
    rate: int | None
    """Hundredths of a percent of each wager."""
    rate_may_change: bool
    """Just won: its rates may be changed now."""


class LinkResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A link of meters, and the tables of this floor that play for it."""

    link: str
    meters: tuple[MeterResponse, ...]
    tables: tuple[str, ...]
    pending: tuple[LinkPending, ...]
    last_hit: LinkHit | None


class ShuffleRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a round's shuffle: all that is needed to recompute the deck once the round is over."""

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
    """A message from the client."""


class CommandSent(Incoming, frozen=True, kw_only=True, tag="command"):
    """A command; the client chooses `id`, and the answer carries it."""

    id: Annotated[str, msgspec.Meta(max_length=64)]
    act: PeopleAct
    version: Version
    key: Key = ""


class Ping(Incoming, frozen=True, kw_only=True, tag="ping"):
    """A keep-alive of the connection; it does not extend the session."""


AnyIncoming = CommandSent | Ping


class Outgoing(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A message to the client."""


class ViewSent(Outgoing, frozen=True, kw_only=True, tag="view"):
    """The full view: at the start, and for a client that fell behind."""

    version: int
    deadline: int | None = None
    view: View


class EventsSent(Outgoing, frozen=True, kw_only=True, tag="events"):
    """Events since the last message, and the view after them."""

    version: int
    deadline: int | None = None
    events: list[EventMessage]
    view: View
    same_last: bool = False
    """The view leaves out `last`: unchanged since the message before."""


class AnswerSent(Outgoing, frozen=True, kw_only=True, tag="answer"):
    """The result of a command."""

    id: str
    version: int = 0
    error: ErrorBody | None = None


class ErrorSent(Outgoing, frozen=True, kw_only=True, tag="error"):
    """A message was unreadable; with its id if known."""

    id: str = ""
    error: ErrorBody


class Pong(Outgoing, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping."""
