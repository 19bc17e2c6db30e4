"""Responses of the review. Amounts are in cents from the player's side."""

import msgspec

from croupier.odds.review.decisions import Grade
from croupier.server.api.odds.messages import ActionValue, JobResponse


class DecisionReviewed(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, priced with the cards that the player could see then."""

    stage: str
    hand: str
    """In words."""
    board: str
    """The community cards that were visible."""
    action: str
    """As in `actions`; a wager between two whole numbers of antes has its own name, `raise_1.5x`."""
    best: str
    grade: Grade
    """`best` costs nothing, an `inaccuracy` less than 0.05 antes, a `mistake` less than 0.25."""
    value: float
    """Of the action taken, in antes."""
    cost: float
    """Antes, on average."""
    cost_exact: str
    cost_cents: float
    reason: str
    """Why the best action is the best, in a sentence."""
    actions: tuple[ActionValue, ...]
    """Every action that was allowed, the smaller wager first."""


class Division(msgspec.Struct, frozen=True, kw_only=True):
    """A result divided: `net` is `optimal + side_bets - mistakes - forfeited + luck`."""

    staked: int
    """Antes and side bets."""
    net: int
    """Without the progressive and envy, which meters pay."""
    progressive: int
    """Net of the progressive wager and envy."""
    optimal: float
    """The average win of optimal play."""
    side_bets: float
    """The average win of the side bets."""
    mistakes: float
    """The average cost of the decisions."""
    forfeited: int
    """Wagers lost to an irregularity, whatever the cards were."""
    luck: float


class SeatReviewed(msgspec.Struct, frozen=True, kw_only=True):
    """One box of a round."""

    seat: int
    cards: str
    up: str
    """The dealer's face-up cards."""
    ante: int
    result: Division
    decisions: tuple[DecisionReviewed, ...]


class RoundReviewResponse(JobResponse, frozen=True, kw_only=True):
    """A finished round: the viewer's own boxes, or for observers every box."""

    table: str
    round: int
    rules: str
    seats: tuple[SeatReviewed, ...] = ()


class MistakeMade(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the session that cost something."""

    table: str
    round: int
    rules: str
    at: int
    seat: int
    cards: str
    up: str
    decision: DecisionReviewed


class SessionReviewResponse(JobResponse, frozen=True, kw_only=True):
    """The rounds that a player has finished since they signed in: luck and skill apart."""

    since: int
    rounds: int
    """How many were reviewed, the latest first."""
    left_out: int
    """Rounds that were not reviewed: the oldest of a long session, or of rules no longer installed."""
    decisions: int = 0
    grades: dict[Grade, int] = msgspec.field(default_factory=dict)
    result: Division | None = None
    mistakes: tuple[MistakeMade, ...] = ()
    """Those that cost most first."""
