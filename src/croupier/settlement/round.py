"""A round to settle and a settled round: the typed form of the JSON line that goes in and comes out."""

import msgspec
from msgspec import UNSET, UnsetType

from croupier.jackpot.meters import MeterAward
from croupier.submission.form import Choices

Decision = dict[str, int | bool]
"""The decision of a player: the game's wager in cents, `{"raise": 1000}`, or `{"fold": True}`."""

FOLD: Decision = {"fold": True}

NO_BONUS, DECIDING = "no_bonus", "deciding"
"""The declarations of a hand (`settlement.declared`)."""

COUPON_BESIDE = "ante"
"""The wager that a match play coupon accompanies."""


def folds(decision: Decision | None) -> bool:
    """Whether the player gave up the hand."""
    return decision is not None and decision.get("fold") is True


def decided_amount(decision: Decision | None) -> int:
    """The wager of a decision in cents; 0 for a fold, or where there is none."""
    return sum(amount for name, amount in (decision or {}).items() if name != "fold")


class Seat(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """One betting position: its cards, its wagers in cents, and its decision."""

    seat: int
    wagers: dict[str, int]
    cards: str | None = None
    decision: Decision | None = None
    player: str | None = None
    """The same name on two boxes says that one player holds both."""
    match_play: dict[str, int] = {}
    """Coupons by the wager they lie beside, at their face in cents."""
    forfeited: bool = False
    abandoned: bool = False
    irregularity: str | None = None
    declared: str | UnsetType = UNSET
    """Of a hand whose cards were not all named: `no_bonus` or `deciding`."""


class Round(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """A whole round at one table."""

    rules: str
    seats: list[Seat]
    choices: Choices = Choices()
    dealer: str | None = None
    board: str | None = None
    """Community cards, in the order in which they were dealt."""
    meters: dict[str, int] | None = None
    """Cents by meter as settlement begins, contributions of the round included."""
    irregularity: str | None = None
    amounts: bool = True
    """False: amounts were not entered; wagers are 0, and a decision is a multiple of the ante."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of one wager. `net` is `paid + returned - stake`."""

    outcome: str
    stake: int
    paid: int
    returned: int
    net: int
    clauses: tuple[str, ...]
    hand: str | UnsetType = UNSET
    """Absent where no hand decided it."""
    pays: str | UnsetType = UNSET
    """The odds of a win, "7 to 1"; absent where amounts were entered."""


class SettledSeat(msgspec.Struct, frozen=True, gc=False):
    """One position, settled wager by wager in the order of settlement."""

    seat: int
    net: int
    results: dict[str, Result]


class Breach(msgspec.Struct, frozen=True):
    """A breach of the rules in a round that was settled as it was played."""

    code: str
    message: str
    clauses: tuple[str, ...]


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """A round, settled: the seats in the order in which they were settled."""

    seats: list[SettledSeat]
    meters: dict[str, int]
    order: list[int]
    readings: list[str]
    digest: str
    breaches: list[Breach] | UnsetType = UNSET
    """Only of a round settled as it was played."""


class PaidAtFold(msgspec.Struct, frozen=True):
    """The payments to a hand as it folds: its winning wagers, and the progressive awards among them."""

    results: dict[str, Result]
    awards: tuple[MeterAward, ...] = ()


class TableSettlement(msgspec.Struct, frozen=True, kw_only=True):
    """A round settled at a live table, with the awards and contributions for its link of meters."""

    settlement: Settlement
    """Its meters are whole cents, as displays show them."""
    meters: dict[str, int]
    """In units, after the awards."""
    awards: tuple[MeterAward, ...]
    """Progressive awards in the order in which they were paid."""
    envy: dict[int, dict[int, int]] = {}
    """By the seat that receives it, the cents of each envy by the seat of the envied hand."""
