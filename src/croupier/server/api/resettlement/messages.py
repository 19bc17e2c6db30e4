"""Requests and responses of a resettlement: the facts on record, the corrections, and the preview."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from croupier.server.api.desks.messages import Cents, Name, Reason
from croupier.server.api.messages import Key, RequestBody, SignIn, Version
from croupier.settlement.round import Seat
from croupier.table.offers.bounds import Amount
from croupier.table.state import PendingAward

Cards = Annotated[str, msgspec.Meta(max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=16)]
Few: msgspec.Meta = msgspec.Meta(max_length=16)


class ResettlementFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a round that may be resettled."""

    table: str
    round: int
    version: int
    """The table's current version."""
    seats: tuple[Seat, ...]
    """As settled; without the cards that the viewer may not see, which then stay unchanged."""
    dealer: str
    board: str
    wagers: tuple[Amount, ...]
    """The wagers of that round whose entry may be corrected, with their bounds."""
    decided: str
    """The name of the game's decided wager."""


class SeatCorrection(RequestBody, frozen=True, kw_only=True):
    """Corrections of one seat; fields left out stay unchanged."""

    seat: SeatNumber
    wagers: Annotated[dict[Name, Cents], Few] | None = None
    decision: Annotated[dict[Name, Cents | bool], Few] | UnsetType | None = UNSET
    """Null: no decision."""
    cards: Cards | None = None


class ResettlementRequest(RequestBody, frozen=True, kw_only=True):
    """Corrections of a round; its seats, players, rules and meters stay unchanged."""

    seats: Annotated[tuple[SeatCorrection, ...], Few] = ()
    dealer: Cards | None = None
    board: Cards | None = None
    reason: Reason = ""
    second: SignIn | None = None
    """The second person, who signs in. Neither reason nor second are needed for a preview."""
    version: Version
    key: Key = ""


class ResettlementPreview(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a resettlement that is not recorded yet."""

    differences: dict[int, int]
    """Cents due to the player at the table, by seat; below zero, due from the player."""
    outside: dict[int, int]
    """Cents due where awards are not paid from the table inventory."""
    players: dict[int, str]
    meters: dict[str, int]
    """Corrections by meter, in ten-thousandths of a cent."""
    awards_back: tuple[str, ...]
    """Awards taken back, because the hand had not won them."""
    awards: tuple[PendingAward, ...]
    """Awards added by the correction; they wait for validation."""
    clauses: tuple[str, ...]
