"""Requests and responses about the chips of live tables."""

from typing import Annotated, Literal

import msgspec

from croupier.floor.desks.inventory_events import Day, Slip
from croupier.server.api.messages import Key, RequestBody, SignIn

Cents = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Reason = Annotated[str, msgspec.Meta(max_length=500)]
ChipCount = Annotated[dict[Annotated[int, msgspec.Meta(ge=1, le=2**53)], Number], msgspec.Meta(max_length=20)]


class CountChips(RequestBody, frozen=True, kw_only=True):
    """An opener or closer by denomination. The signed-in person counted it; the other counter signs here.

    A retry with the same key does nothing; the second signature is checked every time.
    """

    what: Literal["open", "close"]
    chips: ChipCount
    """By denomination in cents, how many."""
    cents: Cents | None = None
    """The total, if it is stated: refused unless the chips add up to it."""
    second: SignIn
    key: Key = ""


class CountDrop(RequestBody, frozen=True, kw_only=True):
    """A drop box. The signed-in member of the count team counted it; another signs here."""

    cents: Cents
    shift: Number = 0
    """Its shift (`day.shift`); 0 for the latest."""
    more: bool = False
    """More boxes of this shift are to be counted: a drop that is short so far is not reported."""
    second: SignIn
    key: Key = ""


class RequestSlip(RequestBody, frozen=True, kw_only=True):
    """A fill or credit by denomination."""

    what: Literal["fill", "credit"]
    chips: ChipCount
    cents: Cents | None = None
    """The total, if it is stated: refused unless the chips add up to it."""
    key: Key = ""


class DeliverSlip(RequestBody, frozen=True, kw_only=True):
    """The delivery of an approved slip, counted again. Of security and the dealer, one is signed in."""

    chips: ChipCount
    second: SignIn
    key: Key = ""


class VoidSlip(RequestBody, frozen=True, kw_only=True):
    """A slip that is not delivered."""

    reason: Reason


class ColorUp(RequestBody, frozen=True, kw_only=True):
    """Chips of a player changed for others of the same value."""

    received: ChipCount
    given: ChipCount
    key: Key = ""


class RecordSale(RequestBody, frozen=True, kw_only=True):
    """A total of buy-ins or markers since the last entry, without names."""

    what: Literal["buy_in", "marker"]
    cents: Cents
    key: Key = ""


class DayResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A shift's inventory, and the win by chips."""

    day: Day
    win: int | None


class SlipResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A slip with its printed number."""

    slip: Slip
    name: str
    printed: int
    """How many times it was printed."""


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """The number of a printed copy: above 1, a reprint."""

    copy: int


class RackResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A live table whose chips are counted."""

    table: str
    waiting: int
    """Its slips that wait for approval or delivery."""


class RacksResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The live tables of the house."""

    zone: str
    """The time zone of the house."""
    tables: list[RackResponse]
