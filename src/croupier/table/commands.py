"""The commands of people, devices and timers. A command is one act in its envelope.

`croupier.table.offers` says which acts are allowed now, and their bounds.
"""

import re
from typing import Annotated

import msgspec

from croupier.settlement.round import Round
from croupier.submission.house import TableRules
from croupier.table.dual_control import Second


def snake(name: str) -> str:
    """`CloseBets` to `close_bets`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Act(msgspec.Struct, frozen=True, kw_only=True, tag=snake, tag_field="act"):
    """An act requested of a table."""


class OpenTable(Act, frozen=True, kw_only=True):
    """Put a table in use under its rules: `electronic` (it deals itself) or `live` (a person deals)."""

    table: str
    mode: str
    rules: TableRules
    amounts: bool = True
    """False at a live table where the dealer enters which wagers are placed, but not their amounts."""
    confirm_voids: bool = True
    """At a live table, a dealer's report that voids a dealt hand or round waits for a floorperson."""
    every_discard: bool = False
    """At a live table whose players set their hands, the discards of all hands in play are entered before
    they are racked, not only those of hands with a wager that depends on all cards."""


class AdoptRules(Act, frozen=True, kw_only=True):
    """Run the table by another version of its submission; between rounds only."""

    rules: TableRules


class CloseTable(Act, frozen=True, kw_only=True):
    """The end of the table's day."""


class GoIdle(Act, frozen=True, kw_only=True):
    """Nobody plays: the cards are spread."""


class Sit(Act, frozen=True, kw_only=True):
    """Take a seat."""

    seat: int
    player: str


class Leave(Act, frozen=True, kw_only=True):
    """Give a seat up."""

    seat: int


class Perform(Act, frozen=True, kw_only=True):
    """Say that a step has been done."""

    step: str
    back: str = ""
    """The color of the backs, when a deck is received."""


class Shuffle(Act, frozen=True, kw_only=True):
    """The cards are shuffled. An electronic table is given a commitment, or the order itself."""

    commitment: str = ""
    order: str = ""


class Count(Act, frozen=True, kw_only=True):
    """The count: progressive chips, the stub, the device's display."""

    step: str
    count: int


class Bet(Act, frozen=True, kw_only=True):
    """All wagers of a seat, replacing the earlier ones; empty takes them back."""

    seat: int
    wagers: dict[str, int]
    match_play: dict[str, int] = {}
    instrument: str = "chips"


class CloseBets(Act, frozen=True, kw_only=True):
    """No more bets. An electronic table gets the order of the deck here, if it has none yet."""

    order: str = ""


class Deal(Act, frozen=True, kw_only=True):
    """A live dealer has dealt the step's cards; those that lie face up, or were scanned, are named."""

    step: str
    cards: dict[int, str] = {}
    """By seat, 0 for the dealer, -2 for the community cards."""


class Decide(Act, frozen=True, kw_only=True):
    """A player's decision, or the dealer's entry of it."""

    seat: int
    action: str
    amount: int = 0
    times: int = 0
    """Where amounts are not entered: the wager as a multiple of the ante."""


class Lapse(Act, frozen=True, kw_only=True):
    """The player is absent or out of time: the system folds or checks for the seat."""

    seat: int


class Enter(Act, frozen=True, kw_only=True):
    """Cards keyed or scanned for a place: a seat, 0 for the dealer."""

    to: int
    cards: str
    discards: bool = False
    """Only the cards that a player who wagers on has set aside, as they are racked."""


class Show(Act, frozen=True, kw_only=True):
    """A live hand turned face up in its turn: the dealer's (0) at the reveal, a seat's at settlement."""

    to: int
    cards: str = ""
    """Empty where the cards are known already; where the discards are known, the cards that were set."""


class OrderWinners(Act, frozen=True, kw_only=True):
    """The order in which several progressive winners are paid, where internal procedures set it."""

    seats: tuple[int, ...]


class Validate(Act, frozen=True, kw_only=True):
    """A progressive award may be paid."""

    award: str


class Reject(Act, frozen=True, kw_only=True):
    """A progressive award is not paid."""

    award: str
    reason: str


class Report(Act, frozen=True, kw_only=True):
    """An irregularity, with its seat and cards."""

    irregularity: str
    seat: int = 0
    cards: str = ""
    count: int = 0
    """Of a wrong number of cards: how many the hand has, if they were counted."""
    note: str = ""


class ConfirmReport(Act, frozen=True, kw_only=True):
    """A floorperson confirms a report that voids a hand or a round."""


class DismissReport(Act, frozen=True, kw_only=True):
    """A floorperson finds a report mistaken: the round goes on."""

    reason: str


class OrderShuffle(Act, frozen=True, kw_only=True):
    """Shuffle again."""


class ChangeDeck(Act, frozen=True, kw_only=True):
    """Take the deck off the table; a new one comes."""

    reason: str = ""


class ReplaceDevice(Act, frozen=True, kw_only=True):
    """Go on with other methods after a device has failed: it is removed, covered or marked out of order."""

    device: str
    deal: str = ""
    shuffle: str = ""


class Correct(Act, frozen=True, kw_only=True):
    """Correct a wrong entry of a seat (or, seat 0, the dealer's cards) before settlement, at a live table."""

    seat: int
    reason: str
    layout: str
    """What lay on the layout, in words: the entry is made to agree with it, never the other way round."""
    second: Second | None = None
    wagers: dict[str, int] | None = None
    decision: str | None = None
    amount: int = 0
    times: int = 0
    cards: str | None = None


class TakeBack(Act, frozen=True, kw_only=True):
    """Take back the last decision or the hand turned last (0: the dealer's), before anything else happens."""

    seat: int


class Declare(Act, frozen=True, kw_only=True):
    """A folded hand, looked at, wins no bonus: its cards need not be named."""

    seat: int


class CallFloor(Act, frozen=True, kw_only=True):
    """Call a floorperson to the table."""

    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""


class AnswerCall(Act, frozen=True, kw_only=True):
    """A floorperson is at the table."""


class Resettle(Act, frozen=True, kw_only=True):
    """Resettle a settled round from corrected facts; the log keeps the original."""

    round: int
    original: Round
    corrected: Round
    reason: str
    second: Second | None = None


AnyAct = (
    OpenTable
    | AdoptRules
    | CloseTable
    | GoIdle
    | Sit
    | Leave
    | Perform
    | Shuffle
    | Count
    | Bet
    | CloseBets
    | Deal
    | Decide
    | Lapse
    | Enter
    | Show
    | OrderWinners
    | Validate
    | Reject
    | Report
    | ConfirmReport
    | DismissReport
    | OrderShuffle
    | ChangeDeck
    | ReplaceDevice
    | Correct
    | TakeBack
    | Declare
    | CallFloor
    | AnswerCall
    | Resettle
)


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """An act in its envelope: the actor, their role, the table version and the time."""

    act: AnyAct
    by: str
    role: str
    version: int
    at: int
    """Milliseconds since 1970, UTC."""
    meters: dict[str, int] = {}
    """The table's progressive meters now, in ten-thousandths of a cent."""
