"""True odds, payout odds and house advantage of each wager, from the PAR sheet."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.games.words import capital
from croupier.money import dollars
from croupier.odds.report.blocks import Block, Table, cited, heading, text
from croupier.odds.report.sheet import AtWager, Bet, Row, Sheet
from croupier.odds.report.words import percent, true_odds

Blocks = Iterator[Block | Table]


def price_blocks(sheet: Sheet) -> Blocks:
    """The odds of each wager: its payout, the fair payout, and the house advantage."""
    yield text(
        "True odds are the odds against a result: a wager that paid them would favor nobody. The house"
        " advantage is the share of the ante, or of the stake, that the house keeps on average; below zero it"
        " favors the player. Counts and fractions are exact; the PAR sheet beside this file has the method,"
        " the distributions and the risk. Progressives are priced with every meter at its seed, as played."
    )
    yield heading("House advantage")
    yield Table(
        ("wager", "house advantage", "hit frequency", "true odds against a win", "exactly"),
        "tnnnx",
        tuple(
            (
                bet.name,
                percent(bet.house_edge_value),
                percent(bet.hit_rate_value, 3),
                true_odds(Fraction(bet.hit_rate)),
                bet.house_edge,
            )
            for bet in sheet.bets
        ),
        widths=(1.7, 0.9, 0.9, 1.1, 2.2),
    )
    yield from _at_limits(sheet)
    for bet in sheet.bets:
        yield heading(f"{bet.name}: true odds and payout odds")
        yield from _bet(sheet, bet)


def _at_limits(sheet: Sheet) -> Blocks:
    rows = []
    for bet in sheet.bets:
        by_edge: dict[str, list[AtWager]] = {}
        for each in bet.at:
            by_edge.setdefault(each.house_edge, []).append(each)
        for edge, alike in by_edge.items():
            stakes = " and ".join(dollars(each.wager) for each in alike)
            rows.append((bet.name, stakes, percent(alike[0].house_edge_value), edge))
    if rows:
        yield heading("House advantage at the posted wagers, under the payout limits")
        yield Table(
            ("wager", "at", "house advantage", "exactly"), "tnnx", tuple(rows), widths=(1.7, 0.9, 0.9, 2.8)
        )


def _bet(sheet: Sheet, bet: Bet) -> Blocks:
    columns = ("result", "pays", "true odds", "probability, exactly", "clauses")
    widths = (1.8, 1, 1, 2.1, 1.3)
    if bet.bet != "main":
        yield Table(columns, "tnnxc", tuple(_row(row) for row in bet.rows), widths=widths)
        return
    yield text("The round under optimal play, by the net result of all wagers against the dealer:")
    yield Table(
        ("result", "true odds", "probability", "exactly"),
        "tnnx",
        tuple((name, true_odds(chance), percent(chance), str(chance)) for name, chance in _net_results(bet)),
        widths=(1.4, 1, 0.9, 3),
    )
    rows = [(sheet.titles[part.wager], *_row(row)) for part in bet.parts for row in part.rows]
    yield Table(("wager", *columns), "ttnnxc", tuple(rows), widths=(0.9, 1.3, 0.8, 0.9, 1.8, 1.3))


def _net_results(bet: Bet) -> Iterator[tuple[str, Fraction]]:
    for name, sign in (("The player wins", 1), ("Nobody wins", 0), ("The player loses", -1)):
        chances = (
            Fraction(each.probability)
            for each in bet.outcomes
            if (Fraction(each.net) > 0) - (Fraction(each.net) < 0) == sign
        )
        yield name, sum(chances, Fraction(0))


def _row(row: Row) -> tuple[str, str, str, str, str]:
    chance = "" if row.probability is None else true_odds(Fraction(row.probability))
    return capital(row.words), row.pays, chance, row.probability or "", cited(row.clauses)
