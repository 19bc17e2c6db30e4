"""The state of a table: everything that decides what may happen next, and nothing else.

Only folding events makes it, so it has no behavior beyond reading itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from croupier.cards import DECK_SIZE, set_of
from croupier.settlement.round import Result
from croupier.submission.house import TableRules

ELECTRONIC, LIVE = "electronic", "live"

hand_set: Callable[[str], int] = lru_cache(maxsize=1 << 14)(set_of)
"""The card set of a text: a hand is looked at several times in its round."""


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """One physical deck."""

    back: str = ""
    since: int = 0
    """When it was brought to the table."""
    opened: bool = False
    unused: bool = True
    """It has not been dealt from: a preshuffled deck skips its first shuffle."""
    shuffled: bool = False
    """It was shuffled, and has not been dealt from since."""
    uncounted: int = 0
    """Its rounds since its stub was last counted."""


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """One seat in the round."""

    seat: int
    player: str
    wagers: dict[str, int]
    match_play: dict[str, int] = {}
    dealt: int = 0
    cards: str = ""
    """As far as the system knows them."""
    discards: str | None = None
    """The cards that the player set aside, where they were entered as they were racked."""
    shown: bool = False
    """Face up for everybody."""
    declared: str = ""
    """Of a hand whose cards were not all named: `no_bonus` or `deciding` (`settlement.declared`)."""
    answered: str = ""
    """The last stage at which the player was asked and answered."""
    action: str = ""
    """Fold, or the decided wager's name; empty while undecided."""
    amount: int = 0
    times: int = 0
    """Where amounts are not entered: the decided wager as a multiple of the ante."""
    default: bool = False
    """A decision was the default action."""
    handed_over: dict[str, Result] = {}
    """Wagers paid when the hand folded."""
    lost: str = ""
    """The clause by which every wager is forfeited."""
    void: str = ""
    """The clause that voids only this hand."""
    settled: str = ""
    """`losses` or `all` of its wagers have been settled."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """An irregularity of this round."""

    irregularity: str
    clause: str
    void: str
    settled: tuple[str, ...] = ()
    deck: str = "stays"
    seat: int = 0


class Reported(msgspec.Struct, frozen=True, kw_only=True):
    """A report that waits for a floorperson's confirmation."""

    irregularity: str
    by: str
    void: str
    seat: int = 0
    cards: str = ""
    count: int = 0
    note: str = ""


class Envy(msgspec.Struct, frozen=True, kw_only=True):
    """An envy payout that waits for the award of the envied hand."""

    seat: int
    player: str
    paid: int
    clauses: tuple[str, ...] = ()


class PendingAward(msgspec.Struct, frozen=True, kw_only=True):
    """A pending progressive award."""

    award: str
    round: int
    seat: int
    player: str
    hand: str
    meter: str
    share: int
    paid: int
    stood: int = 0
    """Units on the meter when it was paid from it."""
    lit: bool = False
    """The dealer has seen the seat's light on, where the document requires it."""
    envy: tuple[Envy, ...] = ()
    """Paid when the award is validated, and not at all if it is rejected."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer has called a floorperson to the table."""

    by: str
    at: int
    reason: str = ""


class LastEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as it was before the last decision, which may be taken back until anything else happens."""

    seat: int
    step: int
    hand: Hand


class LastTurned(msgspec.Struct, frozen=True, kw_only=True):
    """A live table as it was before the last hand was turned, which may be taken back until the next step."""

    to: int
    step: int
    hands: dict[int, Hand]
    results: dict[int, dict[str, Result]]
    settlement_meters: dict[str, int]
    announced: str


class LastRound(msgspec.Struct, frozen=True, kw_only=True):
    """The last finished round, for viewers between rounds."""

    round: int
    hands: dict[int, Hand]
    results: dict[int, dict[str, Result]]
    dealer: str
    dealer_up: str
    dealer_dealt: int
    dealer_shown: bool
    board: str


class Replaced(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that others have replaced while rounds that were played under them may still be resettled."""

    until: int
    """The last round that was played under them."""
    rules: TableRules


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table."""

    version: int = 0
    now: int = 0
    """The time of the last event."""
    table: str = ""
    mode: str = ELECTRONIC
    amounts: bool = True
    """Whether wagers are entered with their amounts; if not, every wager is 0 except the progressive."""
    confirm_voids: bool = False
    """A dealer's report that voids a dealt hand or round waits for a floorperson."""
    every_discard: bool = False
    """Where players set their hands, the discards of every hand in play are entered before they are
    racked."""
    control: int = 0
    """The edition of the rules of two people by which an audit judges the table."""
    rules: TableRules | None = None
    program: str = "closed"
    """closed, opening, shuffle, alternate, idle or round."""
    step: int = 0
    """The step of the program that comes next."""
    opening_from: str = ""
    """The step at which an opening starts, where not all of it is done again."""
    decks: tuple[Deck, ...] = ()
    active: int = 0
    """The deck that is opened, shuffled or dealt."""
    turn: int = 0
    """The deck in play: two decks take turns."""
    order: tuple[str, ...] = ()
    """Sealed: the deck in its order, where the table deals itself."""
    commitment: str = ""
    cut: bool = False
    """The deck was cut after its shuffle."""
    drawn: int = 0
    """Cards that have left the deck in this round."""
    players: dict[int, str] = {}
    round: int = 0
    hands: dict[int, Hand] = {}
    board: str = ""
    dealer: str = ""
    dealer_dealt: int = 0
    dealer_up: str = ""
    aside: str = ""
    """Cards set aside that the system knows."""
    bets_closed: bool = False
    dealer_revealed: bool = False
    contributions: dict[str, int] = {}
    rounds_uncounted: int = 0
    """Rounds since a stub was last counted, of whichever deck."""
    mismatch: str = ""
    """The count that does not match and blocks the table."""
    found: tuple[Found, ...] = ()
    reported: Reported | None = None
    """The table waits for its confirmation."""
    results: dict[int, dict[str, Result]] = {}
    settlement_meters: dict[str, int] = {}
    """The meters as settlement began, in ten-thousandths of a cent."""
    announced: str = ""
    """The dealer's announcement of the hand turned last."""
    winners_order: tuple[int, ...] = ()
    last: LastRound | None = None
    settled: dict[int, str] = {}
    """By round, the digest of its record, for the rounds that can be resettled."""
    replaced: tuple[Replaced, ...] = ()
    """The rules of earlier rounds that may be resettled, the oldest first."""
    pending: dict[str, PendingAward] = {}
    validated: dict[str, PendingAward] = {}
    """Awards of this round that were paid."""
    awarded: dict[str, PendingAward] = {}
    """Awards as paid, in the rounds that can be resettled."""
    corrected_by: dict[int, tuple[str, ...]] = {}
    """By round, the people who corrected or resettled it: they decide on none of its awards."""
    changed_by: dict[int, tuple[str, ...]] = {}
    """By round, those of them who made the change: they sign as second for no later change of the round."""
    rejected: tuple[str, ...] = ()
    """Awards that were not paid, in the rounds that can be resettled."""
    called: Call | None = None
    """The floor was called, and nobody has come yet."""
    last_entry: LastEntry | None = None
    last_turned: LastTurned | None = None

    @property
    def at(self) -> TableRules:
        """The rules of an open table."""
        assert self.rules is not None
        return self.rules

    @property
    def electronic(self) -> bool:
        """Whether the table deals itself."""
        return self.mode == ELECTRONIC

    @property
    def stub(self) -> int:
        """Cards that must be left in the deck now."""
        return DECK_SIZE - self.drawn

    @property
    def void_all(self) -> Found | None:
        """The irregularity that voids every hand: of several, the one that settles the fewest wagers."""
        if not self.found:
            return None
        voids = [found for found in self.found if found.void == "all"]
        return min(voids, key=lambda found: len(found.settled), default=None)


def boxes_of(state: State, seat: int) -> tuple[int, ...]:
    """The boxes that the player of a seat has in the round."""
    player = state.hands[seat].player
    return tuple(each for each, hand in state.hands.items() if hand.player == player)


def settled_before(state: State, seat: int) -> dict[str, Result]:
    """The wagers of a seat that have been settled: at its fold, or in its turn."""
    handed, settled = state.hands[seat].handed_over, state.results.get(seat, {})
    return {**handed, **settled} if handed else settled


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a table."""

    role: str
    player: str = ""

    @property
    def staff(self) -> bool:
        """Whether the viewer works for the house."""
        return self.role not in ("player", "public")


EMPTY = State()
"""A table that has not been opened."""
