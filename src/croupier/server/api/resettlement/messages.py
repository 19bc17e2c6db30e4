"""What goes over the wire when a round that is over is settled anew: the facts, what shall be otherwise, and
what would come of it."""

from typing import Annotated, Literal

import msgspec

from croupier.server.api.desks.messages import Cents, Name, Reason
from croupier.server.api.messages import Asked, Key, Version
from croupier.table.bounds import Amount
from croupier.table.state import PendingAward

Cards = Annotated[str, msgspec.Meta(max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=16)]
Few = msgspec.Meta(max_length=16)


class SeatStands(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as the round was settled on it."""

    seat: int
    player: str
    wagers: dict[str, int]
    decision: str
    """raise, play, fold or none."""
    amount: int
    """Of the raise or play wager."""
    cards: str
    """Empty where the asking person may not see them, or nobody entered them: they stay as they are."""


class AnewOffered(msgspec.Struct, frozen=True, kw_only=True):
    """A round that may be settled anew: the facts that it was settled on."""

    table: str
    round: int
    version: int
    """Of the table now."""
    seats: tuple[SeatStands, ...]
    dealer: str
    board: str
    wagers: tuple[Amount, ...]
    """What could be wagered, and within which bounds, in that round."""
    decided: str
    """The wager that a player decides on: raise or play."""
    cards: bool
    """Whether cards may be otherwise: an electronic table dealt them itself."""


class SeatAnew(Asked, frozen=True, kw_only=True):
    """What shall be otherwise of a seat; what is not given stays."""

    seat: SeatNumber
    wagers: Annotated[dict[Name, Cents], Few] | None = None
    decision: Literal["raise", "play", "fold", "none"] | None = None
    amount: Cents = 0
    """Of the raise or play wager."""
    cards: Cards | None = None


class AnewAsked(Asked, frozen=True, kw_only=True):
    """What shall be otherwise of a round; its seats, players, rules and meters stay as they were."""

    seats: Annotated[tuple[SeatAnew, ...], Few] = ()
    dealer: Cards | None = None
    board: Cards | None = None
    reason: Reason = ""
    """For a look at what would come of it none is needed."""
    version: Version
    key: Key = ""


class AnewTold(msgspec.Struct, frozen=True, kw_only=True):
    """What would come of it."""

    differences: dict[int, int]
    """By seat, the cents that are due to the player, or below zero from the player."""
    players: dict[int, str]
    meters: dict[str, int]
    """By meter, the correction in ten-thousandths of a cent."""
    awards_back: tuple[str, ...]
    """Awards that the hand had not won."""
    awards: tuple[PendingAward, ...]
    """Awards that it had."""
    clauses: tuple[str, ...]
