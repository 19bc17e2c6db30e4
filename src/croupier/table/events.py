"""The events of a table: frozen, tagged with kind and version, each with its clauses.

`croupier.table.redaction` decides who may know which part of an event.
"""

import msgspec

from croupier.jackpot.meters import MeterAward
from croupier.settlement.round import Result, Round
from croupier.submission.house import TableRules
from croupier.table.event_kinds.event import Alert as Alert
from croupier.table.event_kinds.event import Event as Event
from croupier.table.event_kinds.rulings import Corrected as Corrected
from croupier.table.event_kinds.rulings import IrregularityFound as IrregularityFound
from croupier.table.event_kinds.rulings import IrregularityReported as IrregularityReported
from croupier.table.event_kinds.rulings import ReportDismissed as ReportDismissed
from croupier.table.event_kinds.rulings import Resettled as Resettled
from croupier.table.event_kinds.station import CallAnswered as CallAnswered
from croupier.table.event_kinds.station import DecisionTakenBack as DecisionTakenBack
from croupier.table.event_kinds.station import FloorCalled as FloorCalled
from croupier.table.event_kinds.station import HandDeclared as HandDeclared
from croupier.table.event_kinds.station import HandTakenBack as HandTakenBack
from croupier.table.state import Envy

# ------------------------------------------------------------------------------------ the table's life


class TableOpened(Event, frozen=True, kw_only=True):
    """The table was opened. The event carries the full rules, so a replay needs no rulebook."""

    table: str
    mode: str
    rules: TableRules
    amounts: bool = True
    """If false, amounts are not entered; a wager of 0 means that the wager was made."""
    confirm_voids: bool = False
    """A dealer's report that voids a dealt hand or round waits for a floorperson."""
    every_discard: bool | msgspec.UnsetType = msgspec.UNSET
    """Where players set their hands, the discards of every hand in play are entered before they are
    racked."""
    control: int | msgspec.UnsetType = msgspec.UNSET
    """The edition of the two-person rules (`dual_control.EDITION`) in force when the table was opened; logs
    from before the first edition have none."""


class RulesAdopted(Event, frozen=True, kw_only=True):
    """The table continues under another version of its submission."""

    rules: TableRules


class TableIdle(Event, frozen=True, kw_only=True):
    """Nobody plays."""


class TableClosed(Event, frozen=True, kw_only=True):
    """The table's day has ended."""


class StepDone(Event, frozen=True, kw_only=True):
    """A person, or the system, has done a step."""

    step: str
    says: str = ""
    back: str = ""
    award: str = ""
    """The award whose light was seen on."""
    least: int = 0
    """For a cut: the fewest cards on either side."""


class StepsNotApplicable(Event, frozen=True, kw_only=True):
    """Steps that need people, at a table without them: recorded as not applicable, never as done."""

    steps: tuple[str, ...]


class Counted(Event, frozen=True, kw_only=True):
    """Something was counted. The person who counts does not see the expected number."""

    step: str
    count: int
    expected: int
    right: bool
    deck: int = 0
    """With two decks: the one that was counted."""


class Shuffled(Event, frozen=True, kw_only=True):
    """The cards were shuffled. Their order, if known, is sealed."""

    commitment: str = ""
    order: str = ""
    deck: int = 0
    """With two decks: the one that was shuffled."""


class DeckChanged(Event, frozen=True, kw_only=True):
    """The deck has left the table."""

    deck: int
    reason: str = ""


class MethodChanged(Event, frozen=True, kw_only=True):
    """A device failed; the table continues with other methods."""

    device: str
    deal: str
    shuffle: str


class ShuffleOrdered(Event, frozen=True, kw_only=True):
    """The cards are to be shuffled again."""


# ------------------------------------------------------------------------------------- players and bets


class PlayerSat(Event, frozen=True, kw_only=True):
    """A player took a seat."""

    seat: int
    player: str


class PlayerLeft(Event, frozen=True, kw_only=True):
    """A player gave up a seat."""

    seat: int
    player: str


class BetPlaced(Event, frozen=True, kw_only=True):
    """The current wagers of a seat; empty if they were withdrawn."""

    seat: int
    player: str
    wagers: dict[str, int]
    match_play: dict[str, int] = msgspec.field(default_factory=dict)
    instrument: str = "chips"


class BetsClosed(Event, frozen=True, kw_only=True):
    """No more bets. Progressive stakes are collected, and their contributions go to the meters."""

    round: int
    seats: tuple[int, ...]
    says: str = ""
    contributions: dict[str, int] = msgspec.field(default_factory=dict)
    """By meter, in ten-thousandths of a cent."""
    order: str = ""
    """Sealed."""


# ------------------------------------------------------------------------------------------------ cards


class DealtPacket(msgspec.Struct, frozen=True):
    """Cards dealt together: to a seat, the dealer (0), the rack (-1) or the board (-2)."""

    to: int
    count: int
    up: bool = False
    cards: str = ""
    """Empty while nobody knows them."""


class Dealt(Event, frozen=True, kw_only=True):
    """The cards dealt in a step, in dealing order."""

    step: str
    packets: tuple[DealtPacket, ...]


class CardsEntered(Event, frozen=True, kw_only=True):
    """Cards were entered at a live table."""

    to: int
    cards: str
    discards: bool = False
    """Only the cards that the player has set aside."""
    alerts: tuple[Alert, ...] = ()


class Decided(Event, frozen=True, kw_only=True):
    """A decision and who made it: the player, the dealer who entered it, or the system."""

    seat: int
    stage: str
    action: str
    amount: int = 0
    times: int = 0
    """Where amounts are not entered: the wager as a multiple of the ante."""
    default: bool = False
    """The default action, for a player who did not act in time."""
    alerts: tuple[Alert, ...] = ()


class BonusHandedOver(Event, frozen=True, kw_only=True):
    """The winning bonuses of a folded hand, paid at once; the rest of the seat is settled with the round."""

    seat: int
    player: str
    cards: str
    results: dict[str, Result]
    awards: tuple[MeterAward, ...] = ()
    """The progressive award, where a fold does not lose the progressive, which pays a fixed amount."""


class DealerRevealed(Event, frozen=True, kw_only=True):
    """The dealer's hand was turned over and announced."""

    cards: str
    hand: str
    says: str = ""
    left_exposed: bool = False
    """As the highest hand so far, for Cover All."""


class HandShown(Event, frozen=True, kw_only=True):
    """A player's hand was turned over and announced."""

    seat: int
    cards: str
    hand: str
    says: str = ""
    left_exposed: bool = False
    """As the highest hand so far, for Cover All; the previous one is collected."""
    mis_set: bool = False
    """The player did not set the best hand; the best hand of the cards dealt plays."""
    declared: str | msgspec.UnsetType = msgspec.UNSET
    """`deciding`: only the cards that play were entered; no other card of the hand matters."""


# ------------------------------------------------------------------------------------------- settlement


class SeatSettled(Event, frozen=True, kw_only=True):
    """The results of a seat's wagers. Envy and Cover All follow with the round."""

    seat: int
    player: str
    results: dict[str, Result]
    part: str = "all"
    """Step by step: `losses` are collected first, `wins` paid afterward."""
    awards: tuple[MeterAward, ...] = ()
    pending: bool = False
    """The progressive award is pending."""
    meters: dict[str, int] = msgspec.field(default_factory=dict)
    """The meters used to settle the seat, in ten-thousandths of a cent."""
    alerts: tuple[Alert, ...] = ()


class CoverAllSettled(Event, frozen=True, kw_only=True):
    """Cover All for the whole table, from the right again."""

    results: dict[int, Result]
    players: dict[int, str]


class RoundSettled(Event, frozen=True, kw_only=True):
    """The full record of the settled round, for disputes and replays."""

    round: int
    record: Round
    nets: dict[int, int]
    envy: dict[int, Result]
    envy_waits: dict[str, tuple[Envy, ...]] = msgspec.field(default_factory=dict)
    """By pending award, the envy payouts due when it is validated."""
    players: dict[int, str]
    returned_contributions: dict[str, int] = msgspec.field(default_factory=dict)
    """By meter, in ten-thousandths of a cent: contributions of returned wagers."""
    readings: tuple[str, ...] = ()
    digest: str = ""
    """SHA-256 of the record."""


class RoundEnded(Event, frozen=True, kw_only=True):
    """The cards are in the rack."""

    round: int


class AwardValidated(Event, frozen=True, kw_only=True):
    """A progressive award is paid."""

    award: str
    player: str
    paid: int
    envy: tuple[Envy, ...] = ()
    """Paid to other seats now that the award is validated."""


class AwardRejected(Event, frozen=True, kw_only=True):
    """A progressive award is not paid."""

    award: str
    player: str
    paid: int
    reason: str


class AwardTakenBack(Event, frozen=True, kw_only=True):
    """A paid progressive award was taken back because its round is void."""

    award: str
    player: str
    paid: int
    meter: str = ""


class WinnersOrdered(Event, frozen=True, kw_only=True):
    """Internal procedures set the order of several progressive winners."""

    seats: tuple[int, ...]


AnyEvent = (
    TableOpened
    | RulesAdopted
    | TableIdle
    | TableClosed
    | StepDone
    | StepsNotApplicable
    | Counted
    | Shuffled
    | DeckChanged
    | MethodChanged
    | ShuffleOrdered
    | PlayerSat
    | PlayerLeft
    | BetPlaced
    | BetsClosed
    | Dealt
    | CardsEntered
    | Decided
    | BonusHandedOver
    | DealerRevealed
    | HandShown
    | SeatSettled
    | CoverAllSettled
    | RoundSettled
    | RoundEnded
    | AwardValidated
    | AwardRejected
    | AwardTakenBack
    | WinnersOrdered
    | IrregularityReported
    | ReportDismissed
    | IrregularityFound
    | Corrected
    | Resettled
    | FloorCalled
    | CallAnswered
    | DecisionTakenBack
    | HandDeclared
    | HandTakenBack
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> bytes:
    """An event as JSON."""
    return _encoder.encode(event)


def decode_event(line: bytes | str) -> AnyEvent:
    """An event from JSON, of any version that was ever written."""
    event: AnyEvent = _decoder.decode(line)
    return event
