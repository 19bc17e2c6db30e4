"""The figures of each clause: what the rule data hold under it, in words and tables."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from croupier.games.vocabulary import row_words, wager_label
from croupier.games.words import capital, listed
from croupier.law.model import Figures
from croupier.money import dollars
from croupier.names import spoken
from croupier.rulebook.compare import in_words
from croupier.rulebook.facts import FactSpecs
from croupier.rulebook.model import Meter, Option, PayTables, RuleSet

_VOID = {"none": "no hand is void", "hand": "that player's hand is void", "all": "all hands are void"}
_DECK = {
    "stays": "the deck stays",
    "reshuffle": "the deck is shuffled again",
    "remove": "the deck is removed",
}
_SEED = {"fixed": "", "least": " or more", "per_dollar": " for each $1 of the wager"}
_NOTHING = "\N{EN DASH}"


class Datum(NamedTuple):
    """Figures with the clauses that they rest on; those of one title are one table under a clause."""

    key: str
    """Shared by all documents that state it."""
    figures: Figures
    clauses: tuple[str, ...]
    wagers: tuple[str, ...] = ()


def figures_by_clause(data: Iterable[Datum]) -> dict[str, tuple[Figures, ...]]:
    """By clause, its tables; lines of one title without headings become one table."""
    found: dict[str, dict[str, Figures]] = {}
    for datum in data:
        for clause in datum.clauses:
            tables = found.setdefault(clause, {})
            one = datum.figures
            known = tables.get(one.title)
            if known is not None and known.columns == one.columns:
                rows = tuple(dict.fromkeys((*known.rows, *one.rows)))
                one = Figures(title=one.title, rows=rows, columns=one.columns, note=one.note)
            tables[one.title] = one
    return {clause: tuple(tables.values()) for clause, tables in found.items()}


def data_of(rules: RuleSet, vocabulary: FactSpecs) -> Iterator[Datum]:
    """Every datum of a rule set with its clauses, in the order of a rule file."""
    yield from _facts(rules, vocabulary)
    yield from _wagers(rules)
    for wager, tables in rules.paytables.items():
        yield from _pay_tables(rules, wager, tables)
    yield from _progressives(rules)
    yield from _settlement(rules)
    yield from _limits(rules)
    yield from _options(rules)
    yield from _at_the_table(rules)
    yield from _on_the_layout(rules)


def _line(title: str, label: str, value: str) -> Figures:
    return Figures(title=title, rows=((capital(label), value),))


def _facts(rules: RuleSet, vocabulary: FactSpecs) -> Iterator[Datum]:
    for sections in (rules.facts, rules.prose):
        for section, facts in sections.items():
            for name, fact in facts.items():
                spec = vocabulary.get(section, {}).get(name)
                label = spec.meaning if spec else spoken(name)
                yield Datum(
                    f"{section}.{name}", _line("As stated", label, in_words(fact.value)), fact.clauses
                )


def _wagers(rules: RuleSet) -> Iterator[Datum]:
    for name, wager in rules.wagers.items():
        label = wager_label(rules, name)
        lines = [("Placed", spoken(wager.placed)), ("Offered", spoken(wager.offered))]
        if wager.stakes:
            lines.append(("Stake", listed([dollars(stake) for stake in wager.stakes], "or")))
        needs = [wager_label(rules, each) for each in wager.needs]
        if wager.needs_one_of:
            needs.append(listed([wager_label(rules, each) for each in wager.needs_one_of], "or"))
        if needs:
            lines.append(("Needs", ", ".join(needs)))
        if wager.equals:
            lines.append(("As much as", wager_label(rules, wager.equals)))
        yield Datum(f"wagers.{name}", Figures(title=label, rows=tuple(lines)), wager.clauses, (name,))
        if wager.posted:
            posted = _line(label, "Posted", "minimum and maximum")
            yield Datum(f"wagers.{name}.posted", posted, wager.posted, (name,))


def _pay_tables(rules: RuleSet, wager: str, tables: PayTables) -> Iterator[Datum]:
    game, label = rules.rules.game, wager_label(rules, wager)
    note = "The operator may pay more." if tables.floor else ""
    for name, table in tables.tables.items():
        rows = tuple(
            (
                capital(row_words(game, row)),
                table.pays.get(row, "set by the operator" if table.operator_sets else _NOTHING),
            )
            for row in tables.rows
        )
        title = f"{label}, table {name}" if len(tables.tables) > 1 else label
        yield Datum(
            f"paytables.{wager}.{name}", Figures(title=title, rows=rows, note=note), table.clauses, (wager,)
        )
    if len(tables.tables) > 1:
        beside = tuple(
            (
                capital(row_words(game, row)),
                *(table.pays.get(row, _NOTHING) for table in tables.tables.values()),
            )
            for row in tables.rows
        )
        columns = tuple(tables.tables)
        every = Figures(title=f"{label}, every table", columns=columns, rows=beside, note=note)
        yield Datum(f"paytables.{wager}", every, tables.clauses, (wager,))


def _progressives(rules: RuleSet) -> Iterator[Datum]:
    game, wager = rules.rules.game, "progressive"
    for name, table in rules.progressive.items():
        label = f"{wager_label(rules, wager)}, table {name}"
        pays: Mapping[str, str] = {**table.pays, **dict.fromkeys(table.unpaid, _NOTHING)}
        rows = tuple((capital(row_words(game, row)), text) for row, text in pays.items())
        stakes = listed([dollars(stake) for stake in table.stakes], "or") if table.stakes else ""
        note = f"For a wager of {stakes}." if stakes else ""
        key = f"progressive.{name}"
        yield Datum(key, Figures(title=label, rows=rows, note=note), table.clauses, (wager,))
        for meter_name, meter in table.meters.items():
            title = f"{label}, meter {meter_name}"
            yield Datum(
                f"{key}.meters.{meter_name}",
                Figures(title=title, rows=_meter(meter)),
                meter.clauses,
                (wager,),
            )
        for envy in table.envy:
            stake = "at any stake" if envy.stake is None else f"at {dollars(envy.stake)}"
            rows = tuple((capital(row_words(game, row)), text) for row, text in envy.pays.items())
            title = f"{label}, envy {stake}"
            yield Datum(
                f"{key}.envy.{envy.stake}", Figures(title=title, rows=rows), envy.clauses, (wager, "envy")
            )
    filing = rules.progressive_filing
    if filing is not None:
        rows = (
            ("Hands that may be looked at", listed([spoken(each) for each in filing.hands], "or")),
            ("Rows that may be filed", ", ".join(row_words(game, row) for row in filing.rows)),
        )
        filed = Figures(title=wager_label(rules, wager), rows=rows)
        yield Datum("progressive_filing", filed, filing.clauses, (wager,))


def _meter(meter: Meter) -> tuple[tuple[str, str], ...]:
    return (
        ("Starts at", dollars(meter.seed) + _SEED[meter.seed_is]),
        ("Grows by", f"{meter.rate} of each wager" if meter.rate else "a rate that the operator files"),
        ("After the whole meter is won", spoken(meter.after_whole_award)),
    )


def _settlement(rules: RuleSet) -> Iterator[Datum]:
    for wager, situations in rules.settlement.items():
        for situation, stated in situations.items():
            line = _line("Settlement", f"{wager_label(rules, wager)}, {spoken(situation)}", stated.outcome)
            yield Datum(f"settlement.{wager}.{situation}", line, stated.clauses, (wager,))
    for wager, cited in rules.clauses_on.items():
        label = wager_label(rules, wager)
        for situation, clauses in cited.items():
            line = _line("Settlement", label, spoken(situation))
            yield Datum(f"clauses_on.{wager}.{situation}", line, clauses, (wager,))


def _limits(rules: RuleSet) -> Iterator[Datum]:
    for name, limit in rules.limits.items():
        amount = "as the operator files" if limit.amount is None else dollars(limit.amount)
        if limit.or_most_at_minimums:
            amount += ", or the most that these wagers win at their minimums if that is more"
        rows = (
            ("Most paid", amount),
            ("Caps", ", ".join(wager_label(rules, each) for each in limit.capped)),
            *(
                (("Counts", ", ".join(wager_label(rules, each) for each in limit.counted)),)
                if limit.counted
                else ()
            ),
        )
        yield Datum(f"limits.{name}", Figures(title="Limit", rows=rows), limit.clauses, limit.capped)


def _options(rules: RuleSet) -> Iterator[Datum]:
    for name, option in rules.options.items():
        clauses = tuple(
            dict.fromkeys((*option.clauses, *(c for cited in option.values.values() for c in cited)))
        )
        line = _line("The operator chooses", spoken(option.key.replace(".", ": ")), _choice(option))
        wager = option.key.removeprefix("choices.")
        yield Datum(f"options.{name}", line, clauses, (wager,) if wager in rules.wagers else ())
    for name, policy in rules.policies.items():
        others = listed([spoken(value) for value in policy.values[1:]], "or")
        values = f"{spoken(policy.values[0])} (standard), or {others}"
        yield Datum(f"policies.{name}", _line("Policy", spoken(name), values), policy.clauses)


def _choice(option: Option) -> str:
    if option.values:
        words = {"true": "yes", "false": "no"}
        said = listed([words.get(value, spoken(value)) for value in option.values], "or")
        if option.approval:
            said += f"; {listed([spoken(value) for value in option.approval])} with approval"
    elif option.least is not None or option.most is not None:
        said = f"{option.least} to {'as filed' if option.most is None else option.most}"
    else:
        said = "as filed"
    return f"{said} ({option.source})"


def _at_the_table(rules: RuleSet) -> Iterator[Datum]:
    for clause, what in rules.irregularities.items():
        ends = "every wager of that player is lost" if what.forfeits else _VOID[what.void]
        rows = [("Hands", ends), ("Deck", _DECK[what.deck]), ("Declared by", f"{what.role} or above")]
        if what.settled:
            rows.insert(1, ("Still settled", ", ".join(wager_label(rules, each) for each in what.settled)))
        kinds = listed([spoken(kind) for kind in what.kinds], "or") if what.kinds else ""
        title = f"Irregularity: {kinds}" if kinds else "Irregularity"
        cited = tuple(dict.fromkeys((clause, *what.clauses)))
        key = f"irregularities.{' '.join(sorted(what.kinds)) or clause}"
        yield Datum(key, Figures(title=title, rows=tuple(rows)), cited)
    for name, step in rules.steps.items():
        rows = [(capital(step.by), step.prompt)]
        if step.says:
            rows.append(("Says", f"“{step.announcement}”"))
        yield Datum(f"steps.{name}", Figures(title="At the table", rows=tuple(rows)), step.clauses)


def _on_the_layout(rules: RuleSet) -> Iterator[Datum]:
    for name, words in rules.inscriptions.items():
        line = _line("Inscription", spoken(name), f"{words.text or 'from the rules'} ({spoken(words.where)})")
        yield Datum(f"inscriptions.{name}", line, words.clauses)
    for demand in rules.layout.demands:
        areas = [spoken(each) for each in (*demand.areas, *demand.dealer, *demand.words)]
        line = _line("On the layout", listed(areas), demand.place or "required")
        yield Datum(f"layout.{'.'.join(areas)}", line, demand.clauses)
    filing = rules.layout.filing
    if filing is not None:
        yield Datum(
            "layout.filing",
            _line("On the layout", filing.what, f"filed: {listed(filing.items)}"),
            filing.clauses,
        )
