"""Requests and responses of a resettlement: the facts on record, the corrections, and the preview."""

from typing import Annotated, Literal

import msgspec

from croupier.server.api.desks.messages import Cents, Name, Reason
from croupier.server.api.messages import Key, RequestBody, SignIn, Version
from croupier.table.offers.bounds import Amount
from croupier.table.state import PendingAward

Cards = Annotated[str, msgspec.Meta(max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=16)]
Few = msgspec.Meta(max_length=16)


class SeatFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that a seat was settled on."""

    seat: int
    player: str
    wagers: dict[str, int]
    decision: str
    """raise, play, fold or none."""
    amount: int
    """The raise or play wager."""
    cards: str
    """Empty if the viewer may not see them or nobody entered them; then they stay unchanged."""


class ResettlementFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a round that may be resettled."""

    table: str
    round: int
    version: int
    """The table's current version."""
    seats: tuple[SeatFacts, ...]
    dealer: str
    board: str
    wagers: tuple[Amount, ...]
    """The wagers of that round whose entry may be corrected, with their bounds."""
    decided: str
    """The wager of the decision: raise or play."""


class SeatCorrection(RequestBody, frozen=True, kw_only=True):
    """Corrections of one seat; fields left out stay unchanged."""

    seat: SeatNumber
    wagers: Annotated[dict[Name, Cents], Few] | None = None
    decision: Literal["raise", "play", "fold", "none"] | None = None
    amount: Cents = 0
    """The raise or play wager."""
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
    """Cents due to the player, by seat; below zero, due from the player."""
    players: dict[int, str]
    meters: dict[str, int]
    """Corrections by meter, in ten-thousandths of a cent."""
    awards_back: tuple[str, ...]
    """Awards taken back, because the hand had not won them."""
    awards: tuple[PendingAward, ...]
    """Awards added by the correction; they wait for validation."""
    clauses: tuple[str, ...]
