"""Parts of the sheet that are counted here: rows with their clauses, tables side by side."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil

import msgspec

from croupier.games.vocabulary import row_words
from croupier.money import LARGEST
from croupier.odds.filed.limits import gross_at
from croupier.odds.meters.law import QUANTILES, wagers_until
from croupier.odds.meters.price import at_meters
from croupier.odds.model import (
    BetOdds,
    CoverAllOdds,
    Distribution,
    Level,
    ProgressiveOdds,
    ascending,
    moments,
)
from croupier.odds.price import stays
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import brought, price_progressive, printed_progressives
from croupier.odds.protocol import RowsPaid, solver_for
from croupier.odds.report.hold import top_award, volatility_index
from croupier.odds.report.sheet import (
    AtWager,
    Band,
    MeterPoint,
    PayTablePart,
    Row,
    TableEdge,
    WholeAwards,
)
from croupier.odds.side_bets import gross, price_bet, printed_tables
from croupier.odds.subject import DOLLAR, Subject
from croupier.settlement.prepared_rules import prepared
from croupier.submission.award_words import stated
from croupier.submission.house import HouseRules, HouseTable


def rows(
    house: HouseRules, table: HouseTable, levels: Mapping[str, Level], returned: Mapping[str, Fraction]
) -> tuple[Row, ...]:
    """The rows of a pay table with their counts, clauses and parts of the return."""
    of = _cases(levels)
    return tuple(
        msgspec.structs.replace(
            _row(house, table, row, (level.count, of), level.probability),
            returned=str(returned[row]),
        )
        for row, level in levels.items()
    )


def returned_by_row(
    table: HouseTable, levels: Mapping[str, Level], unit: int = DOLLAR
) -> dict[str, Fraction]:
    """By row of a pay table: the part of the return per unit staked that it makes up."""
    return {
        row: levels[row].probability * gross(award, unit)
        for row, award in zip(table.rows, table.awards, strict=True)
    }


def returned_by_progressive(house: HouseRules, odds: ProgressiveOdds) -> dict[str, Fraction]:
    """The same of a progressive as played, every meter at its seed."""
    assert house.progressive is not None
    table, chances = house.progressive.table, odds.as_played.probabilities
    seeds = {meter.name: meter.seed for meter in house.progressive.meters}
    return {
        row: chances.get(row, Fraction(0)) * brought(award, odds.stake, seeds)
        for row, award in zip(table.rows, table.awards, strict=True)
    }


def law_at(
    house: HouseRules, wager: str, table: HouseTable, odds: BetOdds | CoverAllOdds, stake: int
) -> Distribution:
    """A bet at a stake in cents by net result per unit, under the payout limits."""
    found: Distribution = {Fraction(-1): 1 - odds.hit_rate}
    for row, award in zip(table.rows, table.awards, strict=True):
        net = gross_at(house.limits, wager, award, stake) - 1
        found[net] = found.get(net, Fraction(0)) + odds.levels[row].probability
    return ascending(found)


def at_wager(wager: int, law: Distribution, hit_rate: Fraction, bands: tuple[Band, ...]) -> AtWager:
    """The figures of a bet at a wager, by its law there."""
    net = moments(law)
    return AtWager(
        wager=wager,
        ev=str(net.mean),
        house_edge=str(-net.mean),
        house_edge_value=float(-net.mean),
        second_moment=str(net.square),
        std_dev=net.standard_deviation,
        volatility_index=volatility_index(net),
        hit_rate=str(hit_rate),
        hit_rate_value=float(hit_rate),
        top=top_award(law),
        bands=bands,
    )


def _row(
    house: HouseRules,
    table: HouseTable,
    row: str,
    counted: tuple[int, int | None] | None,
    chance: Fraction | None,
) -> Row:
    award = table.award(row)
    return Row(
        row=row,
        words=row_words(house.rules.rules.game, row),
        pays="" if award is None else stated(house.rules, award),
        count=None if counted is None else counted[0],
        of=None if counted is None else counted[1],
        probability=None if chance is None else str(chance),
        probability_value=None if chance is None else float(chance),
        true_odds=str(1 / chance - 1) if chance else None,
        returned=None,
        clauses=table.clauses,
    )


def _cases(levels: Mapping[str, Level]) -> int | None:
    """The number of equally likely cases behind the counts."""
    for level in levels.values():
        if level.count and level.probability:
            return int(level.count / level.probability)
    return None


# ---------------------------------------------------------------------------------------- the game itself


def main_tables(house: HouseRules, progress: Progress = silent) -> tuple[PayTablePart, ...]:
    """The payouts of the game itself, and how often each row is paid."""
    play = prepared(house).play
    counted = solver_for(house.rules).rows_paid(house, progress)
    found = []
    for wager in (*play.main, *play.automatic):
        table, (counts, of) = house.tables[wager], counted.get(wager, RowsPaid({}, 0))
        lines = []
        for row in table.rows:
            count = counts.get(row, 0)
            lines.append(
                _row(
                    house,
                    table,
                    row,
                    (count, of) if of else None,
                    Fraction(count, of) if of else None,
                )
            )
        found.append(PayTablePart(wager=wager, rows=tuple(lines)))
    return tuple(found)


# --------------------------------------------------------------------------------- tables side by side


def table_words(house: HouseRules, wager: str) -> str:
    """The chosen table in words: as printed, or with odds that the operator filed."""
    chosen = house.tables[wager]
    printed = printed_tables(house.rules, wager).get(chosen.name)
    return f"table {chosen.name}" + (
        "" if printed is not None and printed.awards == chosen.awards else " as filed"
    )


def progressive_words(house: HouseRules) -> str:
    """The progressive's table in words."""
    assert house.progressive is not None
    name = house.progressive.table.name
    return f"table {name}" if name in house.rules.progressive else "as filed"


def table_edges(house: HouseRules, wager: str, unit: int) -> tuple[TableEdge, ...]:
    """Every table that the rules print for a wager, under the policies in force, and the one chosen."""
    chosen = house.tables[wager]
    tables = printed_tables(house.rules, wager)
    printed = tables.get(chosen.name)
    if printed is None:
        tables[chosen.name] = chosen
        key = chosen.name
    elif printed.awards != chosen.awards:
        key = f"{chosen.name}, as filed"
        tables[key] = replace(chosen, name=key)
    else:
        key = chosen.name
    return tuple(
        _edge(name, price_bet(house, wager, table, unit).house_edge, name == key, table.clauses)
        for name, table in tables.items()
    )


def progressive_edges(
    subject: Subject, odds: ProgressiveOdds, progress: Progress = silent
) -> tuple[TableEdge, ...]:
    """The progressives that the rules print, with the meters at their printed seeds, and the one chosen."""
    offered = subject.house.progressive
    assert offered is not None
    found = [_edge(offered.table.name, odds.house_edge, True, offered.table.clauses)]
    for name, house in printed_progressives(subject.house.rules, subject.choices).items():
        progressive = house.progressive
        if progressive is None or name == offered.table.name:
            continue
        stake = odds.stake if odds.stake in progressive.stakes else progressive.stakes[0]
        other = price_progressive(house, stake, stays(house, progress))
        found.append(_edge(name, other.house_edge, False, progressive.table.clauses))
    return tuple(sorted(found, key=lambda each: each.table))


def _edge(name: str, edge: Fraction, chosen: bool, clauses: tuple[str, ...]) -> TableEdge:
    return TableEdge(
        table=name, house_edge=str(edge), house_edge_value=float(edge), chosen=chosen, clauses=clauses
    )


# ----------------------------------------------------------------------------------------------- meters

READINGS = (1, 2, 5, 10, 20, 50)
"""Of a meter, in seeds: where its return is shown."""


def whole_awards(
    house: HouseRules, stake: int, name: str, ante: int = 0, progress: Progress = silent
) -> WholeAwards | None:
    """The awards of a whole meter, and its return at some readings; none where no row pays all of it.

    With an ante in cents, also best play for both at the seed, at ten seeds and at the break-even.
    """
    awards = at_meters(house, stake, {}, progress=progress).awards.get(name)
    if awards is None:
        return None
    assert house.progressive is not None
    (seed,) = (meter.seed for meter in house.progressive.meters if meter.name == name)
    readings = {seed * times for times in READINGS}
    solved = {seed, 10 * seed}
    if awards.break_even:
        readings.add(ceil(awards.break_even))
        solved.add(ceil(awards.break_even))
    law, even = awards.in_the_long_run, awards.break_even
    return WholeAwards(
        probability=str(awards.whole),
        wagers_until={f"{share:.0%}": wagers_until(awards.whole, share) for share in QUANTILES},
        award={} if law is None else {f"{share:.0%}": law.quantile(share) for share in QUANTILES},
        above_break_even=None if law is None or even is None else law.above(float(even)),
        curve=tuple(
            _point(house, stake, {name: reading}, ante if reading in solved else 0, progress)
            for reading in sorted(readings)
            if reading <= LARGEST
        ),
    )


def _point(
    house: HouseRules, stake: int, meters: dict[str, int], ante: int, progress: Progress
) -> MeterPoint:
    found = at_meters(house, stake, meters, (ante,) if ante else (), progress)
    best = found.best_play.get(ante)
    return MeterPoint(
        meter=next(iter(meters.values())),
        returned=str(found.returned),
        returned_value=float(found.returned),
        ante=ante,
        best_return=None if best is None else str(best.returned),
        together=None if best is None else str(best.together),
    )
