"""The sections on risk: actual hold, hold at the posted limits, and the most that a round can cost."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.money import dollars
from croupier.odds.report.blocks import Block, Table, cited, heading, plot, text
from croupier.odds.report.hold import ROUNDS
from croupier.odds.report.sheet import Bet, ExposureLine, Hold, Sheet
from croupier.odds.report.words import money, percent, rounds

Blocks = Iterator[Block | Table]


def volatility_blocks(sheet: Sheet) -> Blocks:
    """Volatility, and the bands of actual hold."""
    yield text("Volatility index: " + sheet.definitions["volatility index"])
    yield text("Hold band: " + sheet.definitions["hold band"])
    yield plot("bands")
    for confidence in ("90%", "99%"):
        yield heading(f"Actual hold, {confidence.replace('%', ' %')} of the time between")
        numbers = list(ROUNDS)
        yield Table(
            ("bet", "edge", *(f"{rounds(number)} rounds" for number in numbers)),
            "tn" + "n" * len(numbers),
            tuple(
                (
                    bet.name,
                    percent(bet.house_edge_value, 2),
                    *(_band(bet, number, confidence) for number in numbers),
                )
                for bet in sheet.bets
            ),
            widths=(1.5, 0.6, 1.3, 1.25, 1.2, 1.15, 1.15),
        )
    yield from together_blocks(sheet)


def together_blocks(sheet: Sheet) -> Blocks:
    """The bets of a seat together."""
    found = sheet.together
    if found is None:
        return
    yield heading("The bets of a seat together")
    yield text(
        f"With a unit on the game and on each side bet a round deviates by {found.std_dev:.4f}: the bets are"
        " decided by the same cards, and go together."
    )
    yield Table(
        ("bet", "and", "correlation", "covariance, exactly"),
        "ttnx",
        tuple((pair.first, pair.second, f"{pair.correlation:.4f}", pair.covariance) for pair in found.pairs),
        widths=(1.2, 1.2, 0.7, 2),
    )


def _band(bet: Bet, rounds: int, confidence: str) -> str:
    for band in bet.bands:
        if band.rounds == rounds:
            return " to ".join(percent(bound, 2) for bound in band.bounds[confidence])
    return ""


def hold_blocks(sheet: Sheet) -> Blocks:
    """The hold per round at the posted limits."""
    if not sheet.hold:
        yield text("No limits are posted.")
        return
    yield text(sheet.definitions["hold at the limits"])
    low, high = (
        sum((Fraction(each.at_minimum) for each in _each_bettor(sheet)), Fraction(0)),
        sum((Fraction(each.at_maximum) for each in _each_bettor(sheet)), Fraction(0)),
    )
    rows = [
        (
            each.title,
            dollars(each.minimum),
            dollars(each.maximum),
            _held(each),
            money(Fraction(each.at_minimum), 4),
            money(Fraction(each.at_maximum), 4),
        )
        for each in sheet.hold
    ]
    table = f"a full table of {sheet.positions}"
    rows.append(("one bettor on all of them", "", "", "", money(low, 4), money(high, 4)))
    rows.append((table, "", "", "", money(low * sheet.positions, 4), money(high * sheet.positions, 4)))
    yield Table(
        ("bet", "minimum", "maximum", "held", "a round at the minimum", "a round at the maximum"),
        "tnnnnn",
        tuple(rows),
        strong=frozenset({len(rows) - 2, len(rows) - 1}),
        widths=(1.8, 0.8, 0.8, 0.9, 1.1, 1.1),
    )
    if len({each.wager for each in sheet.hold}) < len(sheet.hold):
        yield text(
            "A progressive that is offered at several stakes counts once in the sums, at its highest stake."
        )


def _held(hold: Hold) -> str:
    low, high = percent(Fraction(hold.rate_at_minimum)), percent(Fraction(hold.rate_at_maximum))
    return low if low == high else f"{low} to {high}"


def _each_bettor(sheet: Sheet) -> list[Hold]:
    return list({each.wager: each for each in sheet.hold}.values())


def exposure_blocks(sheet: Sheet) -> Blocks:
    """The most that a round can cost."""
    found = sheet.exposure
    if found is None:
        yield text("No maximum of the ante is posted, so that there is no greatest payout.")
        return
    yield text(sheet.definitions["maximum exposure"])
    limits = "; ".join(f"{name}: {dollars(amount)}" for name, amount in found.limits.items())
    yield text(
        f"Limits in force: {limits} ({cited(found.limit_clauses)})."
        if limits
        else "No aggregate limit is in force."
    )
    yield heading("One seat, alone at the table")
    yield _exposure_table(sheet, found.seat, found.seat_total)
    yield heading(f"The table, {found.players} player{'s' if found.players != 1 else ''}")
    yield _exposure_table(sheet, found.table, found.table_total)


def _exposure_table(sheet: Sheet, lines: tuple[ExposureLine, ...], total: int) -> Table:
    rows = [
        (
            sheet.titles[line.wager],
            dollars(line.stake) if line.stake else "",
            line.pays,
            dollars(line.wins),
            dollars(line.paid),
            cited(line.clauses),
        )
        for line in lines
    ]
    rows.append(("in all", "", "", dollars(sum(line.wins for line in lines)), dollars(total), ""))
    return Table(
        ("wager", "staked", "best row", "wins", "paid under the limits", "clauses"),
        "tnnnnc",
        tuple(rows),
        strong=frozenset({len(rows) - 1}),
        widths=(1.4, 0.8, 1, 1, 1, 1.4),
    )
