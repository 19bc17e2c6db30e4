"""House rules: the law and the operator's choices, resolved into the rules for tables and odds."""

from dataclasses import dataclass

from croupier.money import AMOUNT, Award
from croupier.rulebook.model import RuleSet
from croupier.submission.form import Choices, Equipment, Procedure


@dataclass(frozen=True, slots=True)
class HouseTable:
    """A pay table as this house pays it: rows from the highest down."""

    name: str
    rows: tuple[str, ...]
    awards: tuple[Award, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()

    def award(self, row: str) -> Award | None:
        """The award of a row, or none."""
        return self.awards[self.rows.index(row)] if row in self.rows else None

    @property
    def pays_amounts(self) -> bool:
        """Whether a row pays dollars, so that the price per unit depends on the stake."""
        return any(award.kind == AMOUNT for award in self.awards)


@dataclass(frozen=True, slots=True)
class HouseMeter:
    """A meter as this house runs it. A rate is in hundredths of a percent; None if unknown."""

    name: str
    seed: int
    reset: int
    rate: int | None
    after_whole_award: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseEnvy:
    """The envy bonus for another player's hand, at one stake or (stake None) at any."""

    stake: int | None
    rows: tuple[str, ...]
    amounts: tuple[int, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseProgressive:
    """The progressive as this house offers it."""

    table: HouseTable
    hand: str
    """straight_flush, four_card, five_card (as dealt), best or flop (as filed)."""
    stakes: tuple[int, ...]
    meters: tuple[HouseMeter, ...]
    envy: tuple[HouseEnvy, ...] = ()
    stake_clauses: tuple[str, ...] = ()
    """What the table prints for its stake, where a reading fixes the stake."""


@dataclass(frozen=True, slots=True)
class HouseLimit:
    """The most paid on some wagers, for one hand or for the whole table in a round."""

    name: str
    amount: int
    """In cents."""
    per: str
    """hand or round."""
    capped: tuple[str, ...]
    counted: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class HouseRules:
    """One table's rules of the game."""

    rules: RuleSet
    tables: dict[str, HouseTable]
    """By wager, where the wager pays by a table."""
    cover_all: dict[int, HouseTable]
    """By the number of hands dealt; empty where Cover All is not offered."""
    progressive: HouseProgressive | None
    policies: dict[str, str]
    limits: tuple[HouseLimit, ...]
    match_play: bool

    def offers(self, wager: str) -> bool:
        """Whether the wager may be placed."""
        if wager == "progressive":
            return self.progressive is not None
        if wager == "cover_all":
            return bool(self.cover_all)
        datum = self.rules.wagers.get(wager)
        return datum is not None and (datum.offered == "always" or wager in self.tables)


@dataclass(frozen=True, slots=True, eq=False)
class TableRules:
    """The rules of a live table: the house rules of its game, and the operator's particulars."""

    house: HouseRules
    choices: Choices
    """The choices behind the house rules; a settled round records them."""
    positions: int
    boxes: int
    """The most adjacent positions of one player."""
    posted: dict[str, tuple[int, int]]
    """Minimum and maximum by wager, in cents."""
    equipment: Equipment
    procedure: Procedure
    operator: str = ""
