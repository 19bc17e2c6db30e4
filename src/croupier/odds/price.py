"""Every bet of a rule set or a submission, priced: which bets there are, and who prices them.

For a rule set: the game itself, every pay table that it prints, Cover All for two to seven hands and every
progressive, under the default policies. For a submission: what it chose.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from croupier.games.four_card_poker.solver import cover_all as cover_all_four_card
from croupier.games.four_card_poker.solver import solution as four_card_poker
from croupier.games.high_card_flush.solver import solution as high_card_flush
from croupier.games.ultimate_texas_holdem.solver import solution as ultimate_texas_holdem
from croupier.games.ultimate_texas_holdem.solver.cover_all import cover_all_odds
from croupier.odds.census import Census
from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds, ProgressiveOdds
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import live_after_fold, price_progressive, printed_progressives, stays_in
from croupier.odds.side_bets import SIDE_BETS, price_bet, printed_tables
from croupier.odds.store import kept
from croupier.odds.subject import Subject
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules

Odds = MainOdds | BetOdds | CoverAllOdds | ProgressiveOdds


@dataclass(frozen=True, slots=True)
class Price:
    """One bet by one table: `main` has none, Cover All's is the number of hands."""

    bet: str
    table: str
    compute: Callable[[], Odds]
    stake: int | None = None
    """Of a progressive, in cents."""


def prices(subject: Subject, progress: Progress = silent, fresh: bool = False) -> Iterator[Price]:
    """The bets of the subject, in the order of settlement; each is computed when it is asked for."""
    house = subject.house
    yield Price("main", "", lambda: main_odds(house, progress, fresh))
    for wager in SIDE_BETS:
        if wager in house.rules.paytables:
            if subject.submitted:
                tables = {house.tables[wager].name: house.tables[wager]} if wager in house.tables else {}
            else:
                tables = printed_tables(house.rules, wager)
            for name, table in tables.items():
                yield Price(wager, name, partial(price_bet, house, wager, table, fresh=fresh))
    yield from _cover_all(subject, fresh)
    yield from _progressives(subject, progress, fresh)


def main_odds(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> MainOdds:
    """The game itself under optimal play."""
    match house.rules.rules.game:
        case "high-card-flush":
            return high_card_flush.solved(house, progress, fresh).main
        case "ultimate-texas-holdem":
            return ultimate_texas_holdem.solution(house, progress, fresh).main
        case _:
            return four_card_poker.solved(house, progress, fresh).main


def _cover_all(subject: Subject, fresh: bool) -> Iterator[Price]:
    rules = subject.house.rules
    if "cover_all" not in rules.paytables or (subject.submitted and not subject.house.cover_all):
        return
    house = subject.house if subject.house.cover_all else resolve(rules, Choices(cover_all=True)).house
    of_game = (
        cover_all_odds if rules.rules.game == "ultimate-texas-holdem" else cover_all_four_card.cover_all_odds
    )

    def all_columns() -> dict[int, CoverAllOdds]:
        question = sorted((hands, table.awards) for hands, table in house.cover_all.items())
        return kept(f"cover-all-{rules.rules.game}", question, lambda: of_game(house), fresh)

    def column(hands: int) -> CoverAllOdds:
        return all_columns()[hands]

    for hands in sorted(house.cover_all):
        yield Price("cover_all", str(hands), partial(column, hands))


def _progressives(subject: Subject, progress: Progress, fresh: bool) -> Iterator[Price]:
    if subject.submitted:
        houses = {} if subject.house.progressive is None else {_table(subject.house): subject.house}
    else:
        houses = printed_progressives(subject.house.rules, subject.choices)
    for name, house in houses.items():
        assert house.progressive is not None
        for stake in house.progressive.stakes:

            def compute(house: HouseRules = house, stake: int = stake) -> ProgressiveOdds:
                return price_progressive(house, stake, stays(house, progress, fresh), fresh)

            yield Price("progressive", name, compute, stake)


def _table(house: HouseRules) -> str:
    assert house.progressive is not None
    return house.progressive.table.name


class NotFolded(NamedTuple):
    """The hands that optimal play does not fold, whatever progressive they are dealt for."""

    groups: dict[int, int] | None
    """High Card Flush: by group of the census."""
    rows: dict[str, dict[str, int]]
    """Four Card: by what a progressive looks at, and by row of its ladder."""


def not_folded(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> NotFolded:
    """The hands that are not folded, from the solution of the game."""
    if house.rules.rules.game == "high-card-flush":
        return NotFolded(high_card_flush.solved(house, progress, fresh).raised, {})
    solution = four_card_poker.solved(house, progress, fresh)
    rows = {"four_card": solution.played_four_card, "five_card": solution.played_five_card}
    return NotFolded(None, rows)


def stays_of(house: HouseRules, hands: NotFolded, census: Census | None = None) -> dict[str, Fraction]:
    """By row of the house's progressive, the probability that a hand has it and is not folded."""
    if hands.groups is not None:
        return stays_in(house, hands.groups, census)
    assert house.progressive is not None
    counts = hands.rows[house.progressive.hand]
    return {row: Fraction(count, four_card_poker.SITUATIONS) for row, count in counts.items()}


def stays(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> dict[str, Fraction] | None:
    """The same, solved; nothing where a fold does not lose the progressive."""
    return None if live_after_fold(house) else stays_of(house, not_folded(house, progress, fresh))
