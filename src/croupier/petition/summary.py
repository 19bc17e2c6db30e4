"""The game in short, and its rules as submitted."""

from collections.abc import Iterator

from croupier.games.vocabulary import vocabulary, wager_label
from croupier.games.words import capital, listed
from croupier.money import dollars
from croupier.names import spoken
from croupier.odds.report.blocks import Block, Table, cited, heading, text
from croupier.rulebook.compare import in_words
from croupier.rulebook.facts import FactSpecs
from croupier.rulebook.model import RuleSet, Wager
from croupier.submission.award_words import stated
from croupier.submission.house import HouseRules, TableRules

Blocks = Iterator[Block | Table]

_PLACED = {
    "before_deal": "before the deal",
    "by_decision": "by the player's decision",
    "automatic": "no stake: paid with the ante",
}


def summary_blocks(table: TableRules) -> Blocks:
    """Objective, method of play and wagers."""
    rules = table.house.rules
    words = vocabulary(rules)
    yield heading("The objective")
    *before, last = words.how
    yield text(f"{words.title}: {words.blurb} {last.text}")
    yield heading("The method of play")
    yield text(f"The round is a contest of each player against the dealer. {words.bets}".strip())
    yield Table(
        ("step", "", "what happens"),
        "ntt",
        tuple((str(number), step.title, step.text) for number, step in enumerate((*before, last), 1)),
        widths=(0.3, 1, 4),
    )
    yield heading("The wagers offered")
    yield Table(
        ("wager", "placed", "needs", "stakes", "clauses"),
        "ttttc",
        tuple(
            (
                wager_label(rules, name),
                _PLACED[wager.placed],
                _needs(rules, wager),
                _stakes(table, name, wager),
                cited(wager.clauses),
            )
            for name, wager in rules.wagers.items()
            if table.house.offers(name)
        ),
        widths=(1.1, 1.1, 1, 1.4, 1.5),
    )


def _needs(rules: RuleSet, wager: Wager) -> str:
    needs = [wager_label(rules, each) for each in wager.needs]
    if wager.needs_one_of:
        needs.append(listed([wager_label(rules, each) for each in wager.needs_one_of], "or"))
    return ", ".join(needs)


def _stakes(table: TableRules, name: str, wager: Wager) -> str:
    progressive = table.house.progressive
    fixed = wager.stakes
    if name == "progressive" and progressive is not None:
        fixed = progressive.stakes or wager.stakes
    if fixed:
        return listed([dollars(stake) for stake in fixed], "or")
    if wager.equals:
        return f"as much as the {wager_label(table.house.rules, wager.equals).lower()}"
    if name in table.posted:
        least, most = table.posted[name]
        return f"{dollars(least)} to {dollars(most)}, as posted"
    return "" if wager.placed == "automatic" else "as the rules below say"


def rules_blocks(table: TableRules, facts: FactSpecs) -> Blocks:
    """The rules of the game as this operator submits them."""
    house = table.house
    yield text(
        f"The game is played under {house.rules.rules.title} ({house.rules.rules.document}). The tables below"
        " hold what the document states and what the operator chose where it leaves a choice."
    )
    yield heading("Table and equipment")
    yield Table(("", "as submitted"), "tt", tuple(_equipment(table)), widths=(1.4, 3))
    yield heading("Fixed by the document")
    yield Table(
        ("rule", "stated", "clauses"), "ttc", tuple(_facts(house.rules, facts)), widths=(2.4, 1.8, 1.6)
    )
    yield heading("How each wager against the dealer ends")
    yield _settlement(house)
    yield from _pay_tables(house)
    yield from _limits(house)


def _equipment(table: TableRules) -> Iterator[tuple[str, str]]:
    yield "Betting positions", str(table.positions)
    yield "Positions a player may play", str(table.boxes)
    equipment = table.equipment
    for name in equipment.__struct_fields__:
        value = getattr(equipment, name)
        if value not in (None, False):
            yield capital(spoken(name)), "yes" if value is True else spoken(str(value))
    for name in table.procedure.__struct_fields__:
        value = getattr(table.procedure, name)
        if value is not None:
            yield capital(spoken(name)), str(value)


def _facts(rules: RuleSet, specs: FactSpecs) -> Iterator[tuple[str, str, str]]:
    for section, facts in rules.facts.items():
        for name, fact in facts.items():
            spec = specs.get(section, {}).get(name)
            label = spec.meaning if spec else f"{spoken(section)}: {spoken(name)}"
            yield capital(label), in_words(fact.value), cited(fact.clauses)


def _settlement(house: HouseRules) -> Table:
    """By situation, the outcome of each wager against the dealer."""
    rules = house.rules
    wagers = [wager for wager in rules.settlement if house.offers(wager)]
    situations = dict.fromkeys(each for wager in wagers for each in rules.settlement[wager])
    rows = []
    for situation in situations:
        ends = [rules.settlement[wager].get(situation) for wager in wagers]
        clauses = dict.fromkeys(clause for end in ends if end for clause in end.clauses)
        outcomes = ("" if end is None else end.outcome for end in ends)
        rows.append((capital(spoken(situation)), *outcomes, cited(tuple(clauses))))
    return Table(
        ("situation", *(wager_label(rules, wager) for wager in wagers), "clauses"),
        "t" + "t" * len(wagers) + "c",
        tuple(rows),
        widths=(1.6, *(0.7 for _ in wagers), 2),
    )


def _pay_tables(house: HouseRules) -> Blocks:
    rules = house.rules
    yield heading("What the wagers pay")
    rows = [
        (wager_label(rules, wager), _row(rules, row), stated(rules, award), cited(table.clauses))
        for wager, table in house.tables.items()
        for row, award in zip(table.rows, table.awards, strict=True)
    ]
    if house.progressive is not None:
        table = house.progressive.table
        rows += [
            (wager_label(rules, "progressive"), _row(rules, row), stated(rules, award), cited(table.clauses))
            for row, award in zip(table.rows, table.awards, strict=True)
        ]
        rows += [
            (wager_label(rules, "envy"), _row(rules, row), dollars(paid), cited(envy.clauses))
            for envy in house.progressive.envy
            for row, paid in zip(envy.rows, envy.amounts, strict=True)
        ]
    for hands, column in house.cover_all.items():
        label = f"{wager_label(rules, 'cover_all')}, {hands} hands"
        rows += [
            (label, _row(rules, row), stated(rules, award), cited(column.clauses))
            for row, award in zip(column.rows, column.awards, strict=True)
        ]
    yield Table(("wager", "hand", "pays", "clauses"), "ttnc", tuple(rows), widths=(1.3, 1.6, 1, 2))


def _row(rules: RuleSet, row: str) -> str:
    return capital(vocabulary(rules).rows.get(row, spoken(row)))


def _limits(house: HouseRules) -> Blocks:
    if not house.limits:
        return
    yield heading("Maximum payouts")
    yield Table(
        ("limit", "for", "on", "clauses"),
        "nttc",
        tuple(
            (
                dollars(limit.amount),
                "a hand" if limit.per == "hand" else "a round, the whole table",
                listed([wager_label(house.rules, each).lower() for each in limit.capped]),
                cited(limit.clauses),
            )
            for limit in house.limits
        ),
        widths=(0.8, 1.2, 2, 1.6),
    )
