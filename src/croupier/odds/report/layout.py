"""The sheet in reading order: sections of text, tables and plots, for HTML and PDF."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.money import dollars
from croupier.odds.report.blocks import Block, Section, Table, cited, heading, plot, text
from croupier.odds.report.play import strategy_blocks
from croupier.odds.report.risk import exposure_blocks, hold_blocks, volatility_blocks
from croupier.odds.report.sheet import Bet, ProgressiveSheet, Row, Sheet, WholeAwards
from croupier.odds.report.words import decision_words, money, percent, probability, true_odds

Blocks = Iterator[Block | Table]


def sections(sheet: Sheet) -> tuple[Section, ...]:
    """The sheet, section by section."""
    found = [
        Section("What was submitted", tuple(_submitted(sheet))),
        Section("All bets at a glance", tuple(_summary(sheet))),
        Section(sheet.titles["main"], tuple(_main(sheet))),
        *(Section(title, tuple(blocks)) for title, blocks in _side_bets(sheet)),
    ]
    if sheet.progressive:
        found.append(Section("Progressive economics", tuple(_progressive(sheet))))
    found += [
        Section("Volatility and actual hold", tuple(volatility_blocks(sheet))),
        Section("Hold at the posted limits and the stated pace", tuple(hold_blocks(sheet))),
        Section("Maximum exposure a round", tuple(exposure_blocks(sheet))),
        Section("Strategy", tuple(strategy_blocks(sheet))),
        Section("Policies and readings in force", tuple(_readings(sheet))),
        Section("Definitions, method and checks", tuple(_method(sheet))),
        Section("Clauses cited", (_clauses(sheet),)),
    ]
    return tuple(found)


def _submitted(sheet: Sheet) -> Blocks:
    rows = [
        ("Rules", f"{sheet.document} ({sheet.rules}@{sheet.edition})"),
        ("Digest of the rules", sheet.digest),
        ("Digest of the submission", sheet.submission),
        ("Product", f"Croupier {sheet.version}"),
        ("Commit", sheet.commit or "not known: built without its history"),
        ("Digest of the sources", sheet.sources),
        ("Operator", sheet.operator or "not stated"),
        *([("Date", sheet.date)] if sheet.date else []),
        ("Betting positions", str(sheet.positions)),
        *([("Boxes a player", str(sheet.boxes_per_player))] if sheet.boxes_per_player else []),
        *sheet.choices.items(),
    ]
    yield Table(("item", "as submitted"), "tt", tuple(rows), widths=(1, 3))
    if sheet.findings:
        yield heading("Findings of the check (no violations)")
        yield Table(
            ("", "key", "asked", "allowed", "clauses"),
            "ttttc",
            tuple(
                (each.severity, each.key, each.asked, each.allowed, cited(each.clauses))
                for each in sheet.findings
            ),
            widths=(0.7, 1.2, 1.2, 1.6, 1.2),
        )


def _summary(sheet: Sheet) -> Blocks:
    yield text(
        "Edges are shares of the ante for the game itself and of the stake for every other bet; a negative"
        " edge favors the player. Progressives are shown with every meter at its seed. Payout limits are left"
        " out here; the prices at the posted wagers include them."
    )
    yield Table(
        (
            "bet",
            "house edge",
            "hit frequency",
            "standard deviation",
            "volatility index",
            "return",
            "expectation, exactly",
        ),
        "tnnnnnx",
        tuple(
            (
                bet.name,
                percent(bet.house_edge_value),
                percent(bet.hit_rate_value, 3),
                f"{bet.std_dev:.4f}",
                f"{bet.volatility_index:.4f}",
                percent(Fraction(bet.returned)),
                bet.ev + ("" if bet.exact else f" (simulated, standard error {bet.std_error:.6f})"),
            )
            for bet in sheet.bets
        ),
        widths=(1.5, 0.8, 0.8, 0.8, 0.8, 0.8, 1.9),
    )
    yield heading("Cycles and top awards")
    yield text(sheet.definitions["cycle"])
    yield Table(
        ("bet", "top award, net a unit", "one in", "cycle, rounds"),
        "tnnx",
        tuple(
            (bet.name, f"{bet.top.net_value:,.2f}", f"{bet.top.one_in:,.0f}", f"{int(bet.cycle):,}")
            for bet in sheet.bets
        ),
        widths=(1.6, 1.1, 1.2, 2.6),
    )


def _main(sheet: Sheet) -> Blocks:
    (bet,) = sheet.bet("main")
    assert bet.average_wager_value is not None
    assert bet.element_of_risk_value is not None
    yield Table(
        ("figure", "value", "exactly"),
        "tnx",
        (
            ("house edge, of the ante", percent(bet.house_edge_value, 6), bet.house_edge),
            (
                "element of risk, of all wagered",
                percent(bet.element_of_risk_value, 6),
                bet.element_of_risk or "",
            ),
            ("average wager, antes", f"{bet.average_wager_value:.6f}", bet.average_wager or ""),
            ("standard deviation, antes", f"{bet.std_dev:.6f}", f"second moment {bet.second_moment}"),
            ("rounds with a net win", percent(bet.hit_rate_value), bet.hit_rate),
            *(
                (decision_words(name), percent(Fraction(share)), share)
                for name, share in bet.decisions.items()
                if Fraction(share)
            ),
        ),
        widths=(1.3, 0.8, 2.4),
    )
    if bet.at:
        yield heading("At the posted ante, under the payout limits")
        yield _at_table("ante", bet)
    yield heading("What it pays")
    rows = [(sheet.titles[part.wager], *_row_cells(row)) for part in bet.parts for row in part.rows]
    yield Table(("wager", *_ROW_COLUMNS), "t" + _ROW_KINDS, tuple(rows), widths=(0.9, *_ROW_WIDTHS))
    yield plot("outcomes-main")


def _at_table(wager: str, bet: Bet) -> Table:
    return Table(
        (
            wager, "house edge", "hit frequency", "standard deviation", "volatility index",
            "top award, net", "expectation, exactly",
        ),
        "nnnnnnx",
        tuple(
            (
                dollars(each.wager),
                percent(each.house_edge_value, 6),
                percent(each.hit_rate_value, 3),
                f"{each.std_dev:.6f}",
                f"{each.volatility_index:.4f}",
                f"{each.top.net_value:,.2f}",
                each.ev,
            )
            for each in bet.at
        ),
        widths=(0.7, 0.8, 0.8, 0.9, 0.8, 0.8, 1.7),
    )  # fmt: skip


_ROW_COLUMNS = ("row", "pays", "true odds", "count", "of", "probability", "return", "clauses")
_ROW_KINDS = "tnnnnnnc"
_ROW_WIDTHS = (1.4, 0.85, 1.05, 1, 1.1, 0.95, 0.75, 1.15)


def _row_cells(row: Row) -> tuple[str, ...]:
    return (
        row.words,
        row.pays,
        "" if row.probability is None else true_odds(Fraction(row.probability)),
        "" if row.count is None else f"{row.count:,}",
        "" if row.of is None else f"{row.of:,}",
        "" if row.probability is None else probability(Fraction(row.probability)),
        "" if row.returned is None else percent(Fraction(row.returned), 3),
        cited(row.clauses),
    )


def _side_bets(sheet: Sheet) -> Iterator[tuple[str, Blocks]]:
    for name in dict.fromkeys(bet.bet for bet in sheet.bets):
        if name != "main":
            yield sheet.titles[name], _side_bet(sheet.bet(name))


def _side_bet(bets: tuple[Bet, ...]) -> Blocks:
    for bet in bets:
        if len(bets) > 1:
            yield heading(bet.name)
        edge = f"House edge {percent(bet.house_edge_value, 6)}, exactly {bet.house_edge}"
        if bet.stake is not None:
            edge += f", with every meter at its seed and a stake of {dollars(bet.stake)}"
        yield text(
            f"{edge}. Hit frequency {percent(bet.hit_rate_value)}, standard deviation {bet.std_dev:.4f},"
            f" volatility index {bet.volatility_index:.4f}. Rests on {cited(bet.clauses)}."
        )
        if bet.bet == "cover_all":
            yield _cover_all_rows(bet)
        else:
            yield Table(_ROW_COLUMNS, _ROW_KINDS, tuple(map(_row_cells, bet.rows)), widths=_ROW_WIDTHS)
        if bet.at:
            yield text("At the posted stakes, under the payout limits:")
            yield _at_table("stake", bet)
        key = f"{bet.bet}-{bet.table}".replace(" ", "-").replace("$", "")
        yield plot(f"outcomes-{key}")
        if bet is bets[0] or bet.bet != "progressive":
            yield plot(f"tables-{key}")


def _cover_all_rows(bet: Bet) -> Table:
    """Cover All's counts have up to forty digits, so that the fraction alone is shown."""
    return Table(
        ("row", "pays", "true odds", "probability", "return", "exactly", "clauses"),
        "tnnnnxc",
        tuple(
            (
                row.words,
                row.pays,
                "" if row.probability is None else true_odds(Fraction(row.probability)),
                "" if row.probability is None else probability(Fraction(row.probability)),
                "" if row.returned is None else percent(Fraction(row.returned), 3),
                row.probability or "",
                cited(row.clauses),
            )
            for row in bet.rows
        ),
        widths=(1.1, 0.75, 1, 0.9, 0.7, 2.1, 1),
    )


def _progressive(sheet: Sheet) -> Blocks:
    for each in sheet.progressive:
        if len(sheet.progressive) > 1:
            yield heading(f"At a stake of {dollars(each.stake)}")
        yield Table(
            ("figure", "value", "exactly"), "tnx", tuple(_progressive_rows(each)), widths=(1.6, 0.9, 2.2)
        )
        yield Table(
            (
                "meter", "seed", "reset", "rate", "adds a wager", "wagers between 100% awards",
                "average 100% award", "clauses",
            ),
            "tnnnnnnc",
            tuple(
                (
                    meter.meter,
                    dollars(meter.seed),
                    dollars(meter.reset),
                    meter.rate or "not filed",
                    money(Fraction(meter.added)) if meter.added else "",
                    f"{float(Fraction(meter.wagers_between)):,.0f}" if meter.wagers_between else "",
                    money(Fraction(meter.average_award)) if meter.average_award else "",
                    cited(meter.clauses),
                )
                for meter in each.meters
            ),
            widths=(0.8, 0.8, 0.8, 0.6, 0.8, 1.0, 1.1, 2.0),
        )  # fmt: skip
        for meter in each.meters:
            if meter.whole is not None:
                yield from _whole_awards(meter.meter, meter.whole)


def _whole_awards(name: str, whole: WholeAwards) -> Blocks:
    """When a whole meter is won, how large it is then, and its return by its reading."""
    until = ", ".join(f"{count:,} in {share}" for share, count in whole.wagers_until.items())
    yield text(f"Number of wagers within which the whole {name} meter is won: {until} of all cases.")
    if whole.award:
        sizes = ", ".join(f"{money(amount, 0)} in {share}" for share, amount in whole.award.items())
        above = "" if whole.above_break_even is None else percent(whole.above_break_even, 2)
        passed = f" It exceeds the break-even meter in {above} of them." if above else ""
        yield text(f"In the long run an award is at most: {sizes}.{passed}")
    yield Table(
        (
            f"meter {name}", "return, as played", "house edge", "return, exactly",
            "return, best play for both", "both together, antes",
        ),
        "nnnxnn",
        tuple(
            (
                dollars(point.meter),
                percent(point.returned_value),
                percent(1 - point.returned_value),
                point.returned,
                percent(Fraction(point.best_return)) if point.best_return else "",
                f"{float(Fraction(point.together)):.6f}" if point.together else "",
            )
            for point in whole.curve
        ),
        widths=(0.9, 0.9, 0.9, 2.0, 1.0, 1.0),
    )  # fmt: skip
    antes = {point.ante for point in whole.curve if point.ante}
    if antes:
        yield text(f"Best play for both is beside an ante of {dollars(min(antes))}.")


def _progressive_rows(each: ProgressiveSheet) -> Iterator[tuple[str, str, str]]:
    yield "return of the fixed awards", percent(Fraction(each.fixed_return)), each.fixed_return
    yield "return at the seed", percent(Fraction(each.return_at_seed)), each.return_at_seed
    if each.after_fold == "lost":
        live = each.return_at_seed_if_live
        yield "return at the seed, if every hand were live", percent(Fraction(live)), live
    yield _break_even(
        f"break-even meter, as played (after a fold: {each.after_fold})", each.break_even_as_played
    )
    if each.after_fold == "lost":
        yield _break_even("break-even meter, if every hand were live", each.break_even_if_live)
    if each.contribution is not None:
        yield "goes on the meters", percent(Fraction(each.contribution), 2), each.contribution
    if each.long_run_return is not None:
        returned = Fraction(each.long_run_return)
        yield "long-run return, as played", percent(returned), each.long_run_return
        yield "the house keeps in the long run", percent(1 - returned), str(1 - returned)
    for others, value in each.envy.items():
        players = "player" if others == "1" else "players"
        yield f"envy, {others} other {players}", percent(Fraction(value)), value


def _break_even(words: str, meter: str | None) -> tuple[str, str, str]:
    if meter is None:
        return words, "none", ""
    amount = Fraction(meter)
    return words, money(amount) if amount else "any", f"{meter} cents" if amount else ""


def _readings(sheet: Sheet) -> Blocks:
    if not sheet.readings:
        yield text("The document needs no reading.")
    if sheet.policies:
        yield Table(
            ("policy", "value", "default", "reading", "clauses"),
            "ttttc",
            tuple(
                (each.name, each.value, each.default, each.reading or "", cited(each.clauses))
                for each in sheet.policies
            ),
            widths=(1.4, 0.7, 0.7, 0.6, 1.8),
        )
    for settles, words in (
        (True, "Where the document is silent or contradicts itself, settlements rest on these readings:"),
        (False, "The other readings of the document:"),
    ):
        found = [each for each in sheet.readings if each.settles == settles]
        if found:
            yield text(words)
            yield Table(
                ("reading", "the place", "as taken here", "alternative", "money", "clauses"),
                "tttttc",
                tuple(
                    (e.id, e.problem, e.taken, e.alternative, "yes" if e.money else "", cited(e.clauses))
                    for e in found
                ),
                widths=(0.65, 1.6, 1.6, 1, 0.5, 1.1),
            )


def _method(sheet: Sheet) -> Blocks:
    yield Table((), "tt", tuple(sheet.definitions.items()), widths=(1, 4))
    for paragraph in sheet.method:
        yield text(paragraph)
    yield heading("Checks")
    yield text(
        "Figures computed in different ways and compared when this sheet was made. A sheet with a difference"
        " is not written."
    )
    yield Table(
        ("of", "what agrees", "to the last digit"),
        "ttx",
        tuple((each.of, each.check, each.left) for each in sheet.checks),
        widths=(1.3, 2.2, 2),
    )


def _clauses(sheet: Sheet) -> Table:
    return Table(
        ("clause", "what it says, in our words"),
        "ct",
        tuple((clause.id, clause.summary) for clause in sheet.clauses),
        widths=(1, 3.4),
    )
