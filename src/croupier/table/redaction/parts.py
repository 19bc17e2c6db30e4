"""The parts of a view: the step, seats, dealer, deck and last round."""

import msgspec
from msgspec import UNSET, UnsetType

from croupier.settlement.round import Result


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """The current step, and the seat whose turn it is."""

    name: str
    kind: str
    by: str
    prompt: str = ""
    says: str = ""
    clauses: tuple[str, ...] = ()
    seat: int = 0
    place: int = 0
    """The number of the step in its program, from 1."""
    of: int = 0


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One taken position, and its hand in the round; fields of later stages are absent."""

    seat: int
    player: str
    wagers: dict[str, int] = {}
    match_play: dict[str, int] | UnsetType = UNSET
    action: str = ""
    amount: int = 0
    times: int | UnsetType = UNSET
    """Where amounts are not entered: the raise or play wager as a multiple of the ante."""
    cards: str = ""
    hidden: int = 0
    """The number of cards at the seat that this viewer may not see."""
    hand: str = ""
    """The name of the best hand in the cards that this viewer sees."""
    best: str = ""
    """The cards of that hand."""
    shown: bool = False
    racked: bool = False
    """Folded, and the cards are in the discard rack."""
    void: str | UnsetType = UNSET
    """The clause by which this hand is void."""
    forfeited: str | UnsetType = UNSET
    """The clause by which every wager is lost."""
    forfeits: dict[str, int] | UnsetType = UNSET
    """Of a folded hand: the wagers that the dealer collects at the fold, and never again."""
    settled: str | UnsetType = UNSET
    results: dict[str, Result] = {}
    odds: dict[str, str] | UnsetType = UNSET
    """By wager that won at odds of its pay table: "7 to 1"."""
    net: int = 0
    """Where amounts are not entered: the net of the progressive and other fixed amounts only."""
    ending: str | UnsetType = UNSET
    """How the round ended for the hand, in a sentence, for those who see its cards."""
    reasons: dict[str, str] | UnsetType = UNSET
    """By wager, why it won, lost or pushed."""


class DealerView(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's hand."""

    cards: str = ""
    hidden: int = 0
    revealed: bool = False
    hand: str = ""
    """The name of the dealer's best hand, once this viewer sees all of its cards."""
    best: str = ""
    """The cards of that hand."""


class DeckView(msgspec.Struct, frozen=True, kw_only=True):
    """The deck that is opened, shuffled or dealt: its number of how many, and the color of its backs."""

    number: int
    of: int
    back: str = ""


class EnvyDecision(msgspec.Struct, frozen=True, kw_only=True):
    """An envy that is paid with an award."""

    seat: int
    paid: int


class AwardDecision(msgspec.Struct, frozen=True, kw_only=True):
    """An award of this round on which the floor has decided."""

    award: str
    seat: int
    validated: bool
    paid: int = 0
    """Cents."""
    hand: str = ""
    outside: bool = False
    """Paid from outside the table inventory, against the papers of the award."""
    envy: tuple[EnvyDecision, ...] = ()


class LastView(msgspec.Struct, frozen=True, kw_only=True):
    """The last finished round, with the cards that were shown in it."""

    round: int
    seats: tuple[SeatView, ...]
    dealer: DealerView
    board: str = ""
