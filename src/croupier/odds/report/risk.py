"""The sections on risk: actual hold, hold at the posted limits, and the most that a round can cost."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.money import dollars
from croupier.odds.report.blocks import Block, Table, cited, heading, plot, text
from croupier.odds.report.hold import ROUNDS
from croupier.odds.report.sheet import Band, ExposureLine, Hold, Sheet
from croupier.odds.report.words import money, percent, rounds

Blocks = Iterator[Block | Table]


def volatility_blocks(sheet: Sheet) -> Blocks:
    """Volatility, and the bands of actual hold."""
    yield text("Volatility index: " + sheet.definitions["volatility index"])
    yield text("Hold band: " + sheet.definitions["hold band"])
    yield plot("bands")
    for confidence in ("90%", "99%"):
        yield heading(f"Actual hold, {confidence} of the time between")
        numbers = list(ROUNDS)
        yield Table(
            ("bet", "edge", *(f"{rounds(number)} rounds" for number in numbers)),
            "tn" + "n" * len(numbers),
            tuple(
                (
                    bet.name,
                    percent(bet.house_edge_value, 2),
                    *(_band(bet.bands, number, confidence) for number in numbers),
                )
                for bet in sheet.bets
            ),
            widths=(1.5, 0.6, 1.3, 1.25, 1.2, 1.15, 1.15),
        )
    yield from _bands_at(sheet)
    yield from together_blocks(sheet)
    yield from seats_blocks(sheet)


def _bands_at(sheet: Sheet) -> Blocks:
    """The bands of bets that a payout limit cuts at a posted wager."""
    cut = [(bet, each) for bet in sheet.bets for each in bet.at if each.bands != bet.bands]
    if cut:
        yield heading("Actual hold where payout limits cut winnings, 99% of the time between")
        yield Table(
            ("bet", "at", "edge", *(f"{rounds(number)} rounds" for number in ROUNDS)),
            "tnn" + "n" * len(ROUNDS),
            tuple(
                (
                    bet.name,
                    dollars(each.wager),
                    percent(each.house_edge_value, 2),
                    *(_band(each.bands, number, "99%") for number in ROUNDS),
                )
                for bet, each in cut
            ),
            widths=(1.3, 0.6, 0.6, 1.25, 1.2, 1.15, 1.1, 1.1),
        )


def seats_blocks(sheet: Sheet) -> Blocks:
    """The seats of a table together."""
    found = sheet.seats
    if found is None:
        return
    yield heading("The seats of a table together")
    yield text(
        "All seats play against the same dealer's cards, so their results correlate. Correlations of a bet"
        f" at one seat with a bet at another, from {found.rounds:,} rounds dealt from a fixed seed under"
        " optimal play, with their standard errors; the progressive is left out."
    )
    yield Table(
        ("bet", "and, at another seat", "correlation", "standard error"),
        "ttnn",
        tuple(
            (
                each.first,
                each.second,
                f"{each.correlation:.4f}",
                f"{each.std_error:.4f}" if each.std_error else "exact",
            )
            for each in found.pairs
        ),
        widths=(1.2, 1.2, 0.8, 0.8),
    )
    yield Table(
        ("players", "standard deviation of a round, the game alone", "all bets, a unit on each"),
        "nnn",
        tuple((name, f"{alone:.4f}", f"{every:.4f}") for name, (alone, every) in found.std_dev.items()),
        widths=(0.6, 1.6, 1.4),
    )


def together_blocks(sheet: Sheet) -> Blocks:
    """The bets of a seat together."""
    found = sheet.together
    if found is None:
        return
    yield heading("The bets of a seat together")
    yield text(
        "With a unit on the game and on each side bet, the standard deviation of a round is"
        f" {found.std_dev:.4f}. The same cards decide the bets, so their results correlate."
    )
    yield Table(
        ("bet", "and", "correlation", "covariance, exactly"),
        "ttnx",
        tuple((pair.first, pair.second, f"{pair.correlation:.4f}", pair.covariance) for pair in found.pairs),
        widths=(1.2, 1.2, 0.7, 2),
    )


def _band(found: tuple[Band, ...], rounds: int, confidence: str) -> str:
    for band in found:
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
    pace = sheet.pace.rounds_per_hour
    rows = [
        (
            each.title,
            dollars(each.minimum),
            dollars(each.maximum),
            _held(each),
            money(Fraction(each.at_minimum), 4),
            money(Fraction(each.at_maximum), 4),
            money(Fraction(each.hour_at_minimum)),
            money(Fraction(each.hour_at_maximum)),
        )
        for each in sheet.hold
    ]
    for words, bettors in (
        ("one bettor on all of them", 1),
        (f"a full table of {sheet.positions}", sheet.positions),
    ):
        least, most = low * bettors, high * bettors
        hours = money(least * pace), money(most * pace)
        rows.append((words, "", "", "", money(least, 4), money(most, 4), *hours))
    yield text(f"Stated pace: {pace} rounds an hour.")
    yield Table(
        (
            "bet", "minimum", "maximum", "held", "a round at the minimum", "a round at the maximum",
            "an hour at the minimum", "an hour at the maximum",
        ),
        "tnnnnnnn",
        tuple(rows),
        strong=frozenset({len(rows) - 2, len(rows) - 1}),
        widths=(1.6, 0.7, 0.7, 0.9, 0.9, 0.9, 0.9, 0.95),
    )  # fmt: skip
    yield from _of_drop(sheet, low * pace, high * pace)
    if len({each.wager for each in sheet.hold}) < len(sheet.hold):
        yield text(
            "A progressive that is offered at several stakes counts once in the sums, at its highest stake."
        )


def _of_drop(sheet: Sheet, low: Fraction, high: Fraction) -> Blocks:
    """The hold of one bettor in an hour as a share of the drop."""
    drop = sheet.pace.drop
    if drop is None:
        yield text("No drop is stated (--drop), so no hold of the drop.")
        return
    least, most = percent(low / drop, 2), percent(high / drop, 2)
    yield text(
        f"Hold of the drop, of one bettor on all of them who drops {dollars(drop)} an hour: {least} at the"
        f" minimum, {most} at the maximum."
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
        yield text("No maximum ante is posted, so there is no greatest payout.")
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
