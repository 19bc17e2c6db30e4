"""The printable sign of a table: wagers, limits, pay tables, required wording."""

from collections.abc import Iterator

from croupier.floor.print.page import facts, heading, page, paragraph, table
from croupier.games.vocabulary import row_words, wager_label
from croupier.games.words import capital, listed
from croupier.layout.inscriptions import required_words
from croupier.money import LARGEST, dollars, percent
from croupier.rulebook.model import RuleSet
from croupier.submission.award_words import stated
from croupier.submission.house import HouseProgressive, HouseRules, HouseTable, TableRules
from croupier.table.offers.bounds import wager_bounds


def sign_html(rules: TableRules, name: str, *, electronic: bool) -> str:
    """The sign of a table as a self-contained page."""
    house = rules.house
    title = house.rules.rules.title
    said = "An electronic table for play money, practice and evaluation." if electronic else ""
    return page(
        f"{title}, table {name}",
        heading(title, 1),
        paragraph(" · ".join(filter(None, (f"Table {name}", rules.operator, house.rules.rules.name)))),
        paragraph(said, "mark") if said else "",
        heading("Limits"),
        table(("Wager", "Minimum", "Maximum"), _limits(rules)),
        facts(_payout_limits(house)),
        *_pay_tables(rules),
        *([] if house.progressive is None else _progressive(house.rules, house.progressive)),
        *_inscriptions(rules),
        paragraph(f"Rules {house.rules.digest[:19]}. One player may play {_boxes(rules.boxes)}.", "note"),
    )


def _boxes(boxes: int) -> str:
    return "one position" if boxes == 1 else f"up to {boxes} adjacent positions"


def _limits(rules: TableRules) -> Iterator[tuple[str, str, str]]:
    for bound in wager_bounds(rules):
        label = wager_label(rules.house.rules, bound.name)
        if bound.only:
            yield label, " or ".join(dollars(stake) for stake in bound.only), "that stake alone"
        else:
            most = dollars(bound.most) if bound.most < LARGEST else "none posted"
            yield label, dollars(bound.least) if bound.least > 1 else "none posted", most


def _payout_limits(house: HouseRules) -> Iterator[tuple[str, str]]:
    """Each limit with the wagers that it covers, those that it never cuts, and those outside it."""
    for limit in house.limits:
        named = _labels(house, (*limit.counted, *limit.capped))
        whose = "a hand" if limit.per == "hand" else "a round, the whole table"
        said = [dollars(limit.amount)]
        if limit.counted:
            said.append(f"{_labels(house, limit.counted)} are always paid in full")
        if house.progressive is not None:
            awards = "progressive and envy awards" if house.progressive.envy else "progressive awards"
            said.append(f"{awards} are not limited")
        yield f"Most paid on {named} together, {whose}", "; ".join(said)


def _labels(house: HouseRules, wagers: tuple[str, ...]) -> str:
    offered = [wager for wager in wagers if house.offers(wager)]
    return listed([wager_label(house.rules, wager).lower() for wager in offered])


def _pay_tables(rules: TableRules) -> Iterator[str]:
    columns, document = rules.house.cover_all, rules.house.rules
    for wager, pays in rules.house.tables.items():
        yield heading(wager_label(document, wager))
        yield table(("Hand", "Pays"), _rows(document, pays))
    if columns:
        yield heading(wager_label(document, "cover_all"))
        names = [f"{hands} hands" for hands in columns]
        every = dict.fromkeys(row for pays in columns.values() for row in pays.rows)
        yield table(
            ("Highest hand", *names),
            (
                (_hand(document, row), *(_award(document, pays, row) for pays in columns.values()))
                for row in every
            ),
        )


def _rows(document: RuleSet, pays: HouseTable) -> Iterator[tuple[str, str]]:
    for row, award in zip(pays.rows, pays.awards, strict=True):
        yield _hand(document, row), stated(document, award)


def _hand(document: RuleSet, row: str) -> str:
    return capital(row_words(document.rules.game, row))


def _award(document: RuleSet, pays: HouseTable, row: str) -> str:
    award = pays.award(row)
    return "-" if award is None else stated(document, award)


def _progressive(document: RuleSet, progressive: HouseProgressive) -> Iterator[str]:
    yield heading(wager_label(document, "progressive"))
    yield table(("Hand", "Pays"), _rows(document, progressive.table))
    for meter in progressive.meters:
        rate = "" if meter.rate is None else f", and {percent(meter.rate)} of each wager is added to it"
        seed = dollars(meter.seed) if meter.seed else "nothing"
        yield paragraph(f"The meter {meter.name} starts at {seed}{rate}.", "note")
    for envy in progressive.envy:
        yield heading(
            wager_label(document, "envy")
            + ("" if envy.stake is None else f", for a wager of {dollars(envy.stake)}")
        )
        shown = zip(envy.rows, envy.amounts, strict=True)
        yield table(
            ("Hand of another player", "Pays"), ((_hand(document, row), dollars(paid)) for row, paid in shown)
        )


def _inscriptions(rules: TableRules) -> Iterator[str]:
    wanted = [
        text
        for inscription, text in required_words(rules)
        # The others refer to pay tables and limits, which this sign shows in full.
        if inscription.where == "layout"
    ]
    wanted += _policies(rules.house)
    if wanted:
        yield heading("Rules of this table")
    for text in wanted:
        yield paragraph(text)


def _policies(house: HouseRules) -> Iterator[str]:
    """What players should know of the policies, where a wager that rests on them is offered."""
    for name, policy in house.rules.policies.items():
        resting = [wager for wager, named in house.rules.readings_on.items() if policy.reading in named]
        if policy.sign and (not resting or any(map(house.offers, resting))):
            yield policy.sign[house.policies[name]]
