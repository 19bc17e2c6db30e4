"""What goes over the wire in practice: the value of one's own decision, its cost, the score, the drill."""

from typing import Annotated, Literal

import msgspec

from croupier.server.api.messages import Asked
from croupier.server.api.odds.messages import ActionValue, JobTold

Street = Literal["preflop", "flop", "river", "play or fold", "raise or fold"]
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


class DecisionValued(JobTold, frozen=True, kw_only=True):
    """One's own decision that is due now, valued from one's own cards and what lies face up."""

    round: int
    seat: int
    street: str
    hand: str = ""
    ante: int = 0
    best: str = ""
    choices: tuple[ChoiceValue, ...] = ()


class DecisionScored(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was taken, and what it cost against the best."""

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
    """The account of this session for a game and a street."""

    rules: str
    street: str
    decisions: int
    right: int
    cost: float
    """Antes."""
    cost_cents: float


class PracticeTold(msgspec.Struct, frozen=True, kw_only=True):
    """Whether aids are allowed at a table, what one's decisions are worth, and what they have cost."""

    table: str
    allowed: bool
    why: str
    """Why aids are allowed here, or not, in a sentence."""
    decisions: tuple[DecisionValued, ...]
    """Those due now: one for each of one's seats that is asked."""
    last: DecisionScored | None
    score: tuple[ScoreLine, ...]


class ScoreTold(msgspec.Struct, frozen=True, kw_only=True):
    """The account of this session over all tables and the drill, and its last decisions, newest first."""

    score: tuple[ScoreLine, ...]
    last: tuple[DecisionScored, ...]


class DrillTold(JobTold, frozen=True, kw_only=True):
    """A close decision to take."""

    rules: str
    street: str = ""
    cards: str = ""
    board: str = ""
    up: str = ""
    choices: tuple[str, ...] = ()
    """As `advise` names them: `check`, `play_4x` …"""


class DrillAnswer(Asked, frozen=True, kw_only=True):
    """What one would do with the cards of a drill."""

    rules: Name
    cards: Cards
    board: Cards = ""
    up: Cards = ""
    action: Name


class DrillJudged(JobTold, frozen=True, kw_only=True):
    """What was best, what each action is worth, and what the answer costs."""

    street: str = ""
    hand: str = ""
    action: str = ""
    right: bool = False
    best: str = ""
    margin: float = 0.0
    cost: float = 0.0
    actions: tuple[ActionValue, ...] = ()
    score: tuple[ScoreLine, ...] = ()
