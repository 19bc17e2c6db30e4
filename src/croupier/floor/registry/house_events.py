"""House events: sign-ins, sessions and accounts, in the stream `house`.

Frozen, tagged with kind and version, each with when, who, in which role and from which address. People and
sessions appear by their pseudonymous ids. There is no field for a name, a password or a token, and there must
never be one: what is in the log cannot be taken out.
"""

import msgspec

from croupier.money import dollars
from croupier.table.commands import snake
from croupier.table.dual_control import Second

STREAM = "house"


class HouseEvent(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=lambda name: f"{snake(name)}.v1",
    tag_field="kind",
):
    """The fields of every house event. `by` is "nobody" where nobody is signed in."""

    at: int
    by: str
    role: str
    address: str = ""


# ------------------------------------------------------------------------------------------ signing in


class SignedIn(HouseEvent, frozen=True, kw_only=True):
    """A person (`by`) has signed in."""

    session: str


class Countersigned(HouseEvent, frozen=True, kw_only=True):
    """A second person (`by`) signed with their own name and password, beside the person signed in."""

    signature: str
    beside: str
    """The person whose session it was."""
    what: str
    """The act signed for, such as `fill live-1 50000`; its own stream shows whether it was done."""


class SignInFailed(HouseEvent, frozen=True, kw_only=True):
    """A sign-in failed. The person is empty if no account has that name."""

    person: str
    reason: str
    """`unknown`, `password`, `no_password`, `second_factor`, `disabled` or `locked`; the page never says
    which."""


class LockedOut(HouseEvent, frozen=True, kw_only=True):
    """Too many failures: an account or a source address is locked for a while."""

    what: str
    """`account` or `address`."""
    person: str = ""
    until: int


class Unlocked(HouseEvent, frozen=True, kw_only=True):
    """An administrator has lifted a lockout."""

    what: str
    person: str = ""
    locked_address: str = ""


class SessionConfirmed(HouseEvent, frozen=True, kw_only=True):
    """The person (`by`) of a session proved their identity again."""

    session: str
    how: str
    """`password`, `totp`, `recovery_code`, `passkey` or `single_sign_on`."""


class SecondFactorAdded(HouseEvent, frozen=True, kw_only=True):
    """A person (`by`) has set up a second factor."""

    factor: str
    what: str
    """`totp` or `passkey`."""


class SecondFactorRemoved(HouseEvent, frozen=True, kw_only=True):
    """Second factors were removed: one by its owner, or all by an administrator or the console."""

    person: str
    factors: tuple[str, ...]
    second: Second | None = None


class RecoveryCodesIssued(HouseEvent, frozen=True, kw_only=True):
    """A person (`by`) has new recovery codes; the old ones are void."""

    codes: int


class PinSet(HouseEvent, frozen=True, kw_only=True):
    """A person (`by`) has set a new PIN for stations, or removed it."""

    removed: bool = False


class IdentityLinked(HouseEvent, frozen=True, kw_only=True):
    """A person (`by`) can now sign in by single sign-on. The log does not name their identity there."""

    person: str


class IdentityUnlinked(HouseEvent, frozen=True, kw_only=True):
    """A person's single sign-on identities were unlinked; they no longer sign in."""

    person: str
    identities: int
    second: Second | None = None


class SignedOut(HouseEvent, frozen=True, kw_only=True):
    """A person has ended their own session."""

    session: str


class SessionRevoked(HouseEvent, frozen=True, kw_only=True):
    """A session was ended, but not by sign-out or expiry."""

    session: str
    person: str
    reason: str
    """`administrator`, `everywhere`, `others`, `role_changed`, `password_changed`, `second_factor_reset`,
    `identity_unlinked`, `disabled`, `demo_closed`."""


class SessionExpired(HouseEvent, frozen=True, kw_only=True):
    """A session has expired."""

    session: str
    person: str
    reason: str
    """`idle` or `lifetime`."""


# ---------------------------------------------------------------------------------------------- people


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """An account, as far as the log may show it."""

    role: str
    enabled: bool
    demo: bool
    password: int
    """How many passwords have been set so far: 0 for none yet."""


class PersonCreated(HouseEvent, frozen=True, kw_only=True):
    """An account was created."""

    person: str
    after: Standing
    second: Second | None = None
    """For a powerful account: the second person who signed."""


class PersonChanged(HouseEvent, frozen=True, kw_only=True):
    """An account was changed. Names are not in the log, so a new name shows only in `what`."""

    person: str
    what: tuple[str, ...]
    """Any of `role`, `enabled`, `password`, `display_name`, `name`."""
    before: Standing
    after: Standing
    second: Second | None = None


class LinkIssued(HouseEvent, frozen=True, kw_only=True):
    """An invitation was issued, with which a person sets their password."""

    link: str
    person: str
    purpose: str
    """`first_start`, `invitation` or `reset`."""
    expires: int
    second: Second | None = None


class LinkUsed(HouseEvent, frozen=True, kw_only=True):
    """An invitation was used by the person it was issued to."""

    link: str
    person: str
    purpose: str


class DemoClosed(HouseEvent, frozen=True, kw_only=True):
    """All demo accounts were disabled and their sessions ended."""

    people: int


class KnowledgeSuspected(HouseEvent, frozen=True, kw_only=True):
    """The evidence that a player knows hidden cards has reached the threshold of the house settings."""

    player: str
    knows: str
    """The leak with the strongest evidence."""
    evidence: int
    """For any of the leaks, as a power of ten, rounded down."""
    hands: int
    table: str
    round: int


class LuckOutsideBand(HouseEvent, frozen=True, kw_only=True):
    """The luck in a table's win on a gaming day is outside its band. Cents, from the house's side."""

    table: str
    day: str
    rounds: int
    luck: int
    """The win minus optimal play and the cost of mistakes."""
    low: int
    high: int
    """Its band."""

    @property
    def words(self) -> str:
        """For the list of significant events."""
        whom = "the players" if self.luck < 0 else "the house"
        past = dollars(-self.low if self.luck < 0 else self.high)
        return (
            f"{self.table} on {self.day}, {self.rounds} rounds: {dollars(abs(self.luck))} for {whom} beyond "
            f"optimal play and mistakes; luck alone stays within {past} on 999 of 1,000 days"
        )


AnyHouseEvent = (
    SignedIn
    | Countersigned
    | SignInFailed
    | LockedOut
    | Unlocked
    | SessionConfirmed
    | SecondFactorAdded
    | SecondFactorRemoved
    | RecoveryCodesIssued
    | PinSet
    | IdentityLinked
    | IdentityUnlinked
    | SignedOut
    | SessionRevoked
    | SessionExpired
    | PersonCreated
    | PersonChanged
    | LinkIssued
    | LinkUsed
    | DemoClosed
    | KnowledgeSuspected
    | LuckOutsideBand
)

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(AnyHouseEvent)


def encode_house_event(event: HouseEvent) -> bytes:
    """An event as canonical JSON."""
    return _encoder.encode(event)


def decode_house_event(line: bytes | str) -> AnyHouseEvent:
    """An event from JSON."""
    event: AnyHouseEvent = _decoder.decode(line)
    return event


def kind_of(event: HouseEvent) -> str:
    """The tag of an event, its kind in the ledger."""
    return str(event.__struct_config__.tag)
