"""Prices of every bet of a rule set or a submission.

For a rule set: the game itself, every pay table that it prints, Cover All for two to seven hands and every
progressive, under the default policies. For a submission: its chosen tables.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from croupier.odds.counting.store import kept
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds, NotFolded, ProgressiveOdds
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import live_after_fold, price_progressive, printed_progressives, stays_in
from croupier.odds.protocol import Query, solver_for
from croupier.odds.side_bets import price_bet, printed_tables, side_bets
from croupier.odds.subject import DOLLAR, Subject
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules, HouseTable

Odds = MainOdds | BetOdds | CoverAllOdds | ProgressiveOdds


@dataclass(frozen=True, slots=True)
class Price:
    """One bet by one table: `main` has none, Cover All's is the number of hands."""

    bet: str
    table: str
    compute: Callable[[], Odds]
    house: HouseRules
    """The house that offers it."""
    pays: HouseTable | None = None
    """The pay table; None for the game itself and for a progressive, whose table the house has."""
    stake: int | None = None
    """Of a progressive, in cents."""
    unit: int = DOLLAR
    """The stake that the price per unit is for, in cents, where the table pays dollars (`Subject.unit`)."""


def prices(subject: Subject, progress: Progress = silent, fresh: bool = False) -> Iterator[Price]:
    """The bets of the subject, in the order of settlement, computed lazily."""
    house = subject.house
    yield Price("main", "", lambda: main_odds(house, progress, fresh), house)
    for wager in side_bets(house):
        if subject.submitted:
            tables = {house.tables[wager].name: house.tables[wager]} if wager in house.tables else {}
        else:
            tables = printed_tables(house.rules, wager)
        for name, table in tables.items():
            unit = subject.unit(wager, table)
            compute = partial(price_bet, house, wager, table, unit, fresh)
            yield Price(wager, name, compute, house, table, unit=unit)
    yield from _cover_all(subject, fresh)
    yield from _progressives(subject, progress, fresh)


def main_odds(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> MainOdds:
    """The game itself under optimal play: per unit, or with wagers in cents under the payout limits."""
    return solver_for(house.rules).solve(Query(house, progress, fresh, wagers))


def _cover_all(subject: Subject, fresh: bool) -> Iterator[Price]:
    rules = subject.house.rules
    if "cover_all" not in rules.paytables or (subject.submitted and not subject.house.cover_all):
        return
    house = subject.house if subject.house.cover_all else resolve(rules, Choices(cover_all=True)).house
    of_game = solver_for(rules).cover_all

    def all_columns() -> dict[int, CoverAllOdds]:
        question = sorted((hands, table.awards) for hands, table in house.cover_all.items())
        return kept(f"cover-all-{rules.rules.game}", question, lambda: of_game(house), fresh)

    def column(hands: int) -> CoverAllOdds:
        return all_columns()[hands]

    for hands, table in sorted(house.cover_all.items()):
        if hands > subject.positions + 1:
            return
        yield Price("cover_all", str(hands), partial(column, hands), house, table)


def _progressives(subject: Subject, progress: Progress, fresh: bool) -> Iterator[Price]:
    if subject.submitted:
        houses = {} if subject.house.progressive is None else {_table(subject.house): subject.house}
    else:
        houses = printed_progressives(subject.house.rules, subject.choices)
    for name, house in houses.items():
        assert house.progressive is not None
        for stake in house.progressive.stakes:

            def compute(house: HouseRules = house, stake: int = stake) -> ProgressiveOdds:
                stay = stays(house, progress, fresh)
                return price_progressive(house, stake, stay, fresh, positions=subject.positions)

            yield Price("progressive", name, compute, house, stake=stake)


def _table(house: HouseRules) -> str:
    assert house.progressive is not None
    return house.progressive.table.name


def not_folded(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> NotFolded:
    """The hands that are not folded, from the solution of the game."""
    return solver_for(house.rules).not_folded(Query(house, progress, fresh))


def stays(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> dict[str, Fraction] | None:
    """By row, the probability that a hand has it and stays in; None if a fold does not lose the wager."""
    return None if live_after_fold(house) else stays_in(house, not_folded(house, progress, fresh))
