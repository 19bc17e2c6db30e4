"""Requests and responses of practice: values, costs, score, drill."""

from typing import Annotated

import msgspec

from croupier.floor.people.progress import Learned
from croupier.server.api.messages import RequestBody
from croupier.server.api.odds.messages import ActionValue, JobResponse

Cards = Annotated[str, msgspec.Meta(max_length=40)]
Name = Annotated[str, msgspec.Meta(max_length=64)]


class ChoiceValue(msgspec.Struct, frozen=True, kw_only=True):
    """An offered action at its amount: its exact value in antes and in cents, and its cost."""

    action: str
    """As `advise` names it, `raise_2x`; `act` and `amount` are those of the offer."""
    act: str
    amount: int
    value: float
    exact: str
    cents: float
    cost: float
    cost_cents: float
    best: bool


class DecisionValued(JobResponse, frozen=True, kw_only=True):
    """The player's current decision, valued from their own cards and the face-up cards."""

    round: int
    seat: int
    street: str
    hand: str = ""
    ante: int = 0
    best: str = ""
    choices: tuple[ChoiceValue, ...] = ()


class DecisionScored(msgspec.Struct, frozen=True, kw_only=True):
    """A decision made, and its cost compared with the best."""

    table: str
    """Empty in the drill."""
    rules: str
    round: int
    seat: int
    street: str
    action: str
    amount: int
    best: str
    right: bool
    cost: float
    """Antes."""
    cost_cents: float


class ScoreLine(msgspec.Struct, frozen=True, kw_only=True):
    """This session's score for a game and a street."""

    rules: str
    street: str
    decisions: int
    right: int
    cost: float
    """Antes."""
    cost_cents: float


class PracticeResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Whether advice is allowed at a table, the values of the player's decisions, and their costs."""

    table: str
    allowed: bool
    why: str
    """Why advice is allowed here or not."""
    decisions: tuple[DecisionValued, ...]
    """Current decisions, one per seat."""
    last: DecisionScored | None
    score: tuple[ScoreLine, ...]


class ScoreResponse(msgspec.Struct, frozen=True, kw_only=True):
    """This session's score over all tables and the drill, and its last decisions, newest first."""

    score: tuple[ScoreLine, ...]
    last: tuple[DecisionScored, ...]


class ProgressChange(RequestBody, frozen=True, kw_only=True):
    """A person's new progress, and the version that it is based on."""

    version: Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
    learned: Learned


class DrillQuestion(JobResponse, frozen=True, kw_only=True):
    """A drill question: a close decision."""

    rules: str
    street: str = ""
    cards: str = ""
    board: str = ""
    up: str = ""
    choices: tuple[str, ...] = ()
    """As `advise` names them: `check`, `play_4x` …"""


class DrillAnswer(RequestBody, frozen=True, kw_only=True):
    """The answer to a drill question."""

    rules: Name
    cards: Cards
    board: Cards = ""
    up: Cards = ""
    wagers: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The wagers on the layout, as the question was asked for: `ante=500,progressive=100`."""
    action: Name


class DrillJudged(JobResponse, frozen=True, kw_only=True):
    """The best action, the value of each, and the cost of the answer."""

    street: str = ""
    hand: str = ""
    action: str = ""
    right: bool = False
    best: str = ""
    margin: float = 0.0
    cost: float = 0.0
    actions: tuple[ActionValue, ...] = ()
    reason: str = ""
    """Why the best action is the best, in a sentence."""
    score: tuple[ScoreLine, ...] = ()
