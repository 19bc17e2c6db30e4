"""The printable sign of a table: wagers, limits, pay tables, required wording."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from croupier.floor.print.page import facts, heading, moment, page, paragraph, table
from croupier.games.vocabulary import progressive_label, row_words, wager_label
from croupier.games.words import capital, listed
from croupier.layout.inscriptions import required_words
from croupier.money import LARGEST, dollars, percent
from croupier.names import spoken
from croupier.rulebook.model import RuleSet
from croupier.submission.award_words import stated
from croupier.submission.house import HouseProgressive, HouseRules, HouseTable, TableRules
from croupier.table.offers.bounds import wager_bounds

if TYPE_CHECKING:  # a petition prints a sign without a database
    from croupier.floor.registry.events import LimitsApproved

_POSTED = """\
<style>.pays{columns:2;column-gap:2.5rem;margin-top:1.2rem}section{break-inside:avoid}.wide{column-span:all}h2{margin-top:0}
section{padding-bottom:1.2rem}@media(max-width:40rem){.pays{columns:1}}
@media print{body{font-size:11px;line-height:1.3}h1{font-size:1.5rem}h2{font-size:1rem;margin-bottom:.1rem}
p{margin:.4rem 0}section{padding-bottom:.5rem}td,th{padding-top:.1rem;padding-bottom:.1rem}}
</style>"""
"""In two columns, so that a sign is one sheet of paper."""
_WIDE = 3
"""A table with more columns is as wide as the sheet."""
_FEW = 3
"""So many stakes at most are listed one by one."""


class SignPart(NamedTuple):
    """A part of a sign: a heading, a paragraph, a note, a list of names and values, or a table."""

    kind: Literal["heading", "text", "note", "facts", "table"]
    text: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sign_html(
    rules: TableRules,
    name: str,
    *,
    electronic: bool,
    coming: "LimitsApproved | None" = None,
    zone: str = "UTC",
) -> str:
    """The sign of a table as a self-contained page, with the change of limits that waits for its time."""
    house = rules.house
    title = house.rules.rules.title
    said = "An electronic table for play money, practice and evaluation." if electronic else ""
    return page(
        f"{title}, table {name}",
        _POSTED,
        heading(title, 1),
        paragraph(" · ".join(filter(None, (f"Table {name}", rules.operator)))),
        paragraph(said, "mark") if said else "",
        paragraph(_coming(rules, coming, zone), "mark") if coming is not None else "",
        *_sections(sign_parts(rules)),
    )


def _sections(parts: Iterable[SignPart]) -> Iterator[str]:
    """The limits, the pay tables and rules in two columns, the wide ones below them, and the last note."""
    *above, last = parts
    sections: list[list[SignPart]] = []
    for part in above:
        if part.kind == "heading" or not sections:
            sections.append([])
        sections[-1].append(part)
    limits, *pays = sections
    yield from map(_html, limits)
    yield '<div class="pays">'
    for wide in (False, True):
        for section in pays:
            if wide == any(len(part.columns) > _WIDE for part in section):
                yield '<section class="wide">' if wide else "<section>"
                yield from map(_html, section)
                yield "</section>"
    yield "</div>"
    yield _html(last)


def _coming(rules: TableRules, change: "LimitsApproved", zone: str) -> str:
    said = [
        f"{wager_label(rules.house.rules, wager)} {dollars(least)} to {dollars(most)}"
        for wager, (least, most) in change.limits.items()
    ]
    return f"Limits change at {moment(change.effective, zone)}: {', '.join(said)}."


def _html(part: SignPart) -> str:
    match part.kind:
        case "heading":
            return heading(part.text)
        case "text":
            return paragraph(part.text)
        case "note":
            return paragraph(part.text, "note")
        case "facts":
            return facts((name, value) for name, value in part.rows)
        case "table":
            return table(part.columns, part.rows)


def sign_parts(rules: TableRules) -> Iterator[SignPart]:
    """The parts of a table's sign that do not depend on its number."""
    house = rules.house
    yield SignPart("heading", "Limits")
    yield _table(("Wager", "Minimum", "Maximum"), _limits(rules))
    yield SignPart("facts", rows=tuple(_payout_limits(house)))
    yield from _pay_tables(rules)
    if house.progressive is not None:
        yield from _progressive(house, house.progressive)
    yield from _inscriptions(rules)
    version = house.rules.digest.partition(":")[2][:12]
    yield SignPart(
        "note", f"One player may play {_boxes(rules.boxes)}. Rules of the game: version {version}."
    )


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> SignPart:
    return SignPart("table", columns=columns, rows=tuple(rows))


def _boxes(boxes: int) -> str:
    return "one position" if boxes == 1 else f"up to {boxes} adjacent positions"


def _limits(rules: TableRules) -> Iterator[tuple[str, str, str]]:
    for bound in wager_bounds(rules):
        label = wager_label(rules.house.rules, bound.name)
        if bound.only:
            if 1 < len(bound.only) <= _FEW:
                label = f"{label}: {listed([dollars(each) for each in bound.only], 'or')}"
            yield label, dollars(bound.only[0]), dollars(bound.only[-1])
        else:
            most = dollars(bound.most) if bound.most < LARGEST else "none posted"
            yield label, dollars(bound.least) if bound.least > 1 else "none posted", most


def _payout_limits(house: HouseRules) -> Iterator[tuple[str, str]]:
    """Each limit with the wagers that it covers, those that it never cuts, and those outside it."""
    for limit in house.limits:
        named = _labels(house, (*limit.counted, *limit.capped))
        whose = "hand" if limit.per == "hand" else "round, whole table"
        said = [dollars(limit.amount)]
        if limit.counted:
            said.append(f"{_labels(house, limit.counted)} are always paid in full")
        if house.progressive is not None:
            awards = "progressive and envy awards" if house.progressive.envy else "progressive awards"
            said.append(f"{awards} are not limited")
        yield f"Maximum payout on {named} combined, per {whose}", "; ".join(said)


def _labels(house: HouseRules, wagers: tuple[str, ...]) -> str:
    offered = [wager for wager in wagers if house.offers(wager)]
    return listed([wager_label(house.rules, wager).lower() for wager in offered])


def _pay_tables(rules: TableRules) -> Iterator[SignPart]:
    columns, document = rules.house.cover_all, rules.house.rules
    for wager, pays in rules.house.tables.items():
        yield SignPart("heading", wager_label(document, wager))
        yield _table(("Hand", "Pays"), _rows(document, pays))
    if columns:
        yield SignPart("heading", wager_label(document, "cover_all"))
        names = [f"{hands} hands" for hands in columns]
        every = dict.fromkeys(row for pays in columns.values() for row in pays.rows)
        yield _table(
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


def _progressive(house: HouseRules, progressive: HouseProgressive) -> Iterator[SignPart]:
    document = house.rules
    yield SignPart("heading", progressive_label(house))
    yield _table(("Hand", "Pays"), _rows(document, progressive.table))
    for meter in progressive.meters:
        rate = "" if meter.rate is None else f", and {percent(meter.rate)} of each wager is added to it"
        seed = dollars(meter.seed) if meter.seed else "nothing"
        yield SignPart("note", f"The {spoken(meter.name)} meter starts at {seed}{rate}.")
    for envy in progressive.envy:
        for_stake = "" if envy.stake is None else f", for a wager of {dollars(envy.stake)}"
        yield SignPart("heading", wager_label(document, "envy") + for_stake)
        shown = zip(envy.rows, envy.amounts, strict=True)
        yield _table(
            ("Hand of another player", "Pays"), ((_hand(document, row), dollars(paid)) for row, paid in shown)
        )


def _inscriptions(rules: TableRules) -> Iterator[SignPart]:
    wanted = [
        text
        for inscription, text in required_words(rules)
        # The others refer to pay tables and limits, which this sign shows in full.
        if inscription.where == "layout" and inscription.offered is None
    ]
    wanted += _policies(rules.house)
    if wanted:
        yield SignPart("heading", "Rules of this table")
    for text in wanted:
        yield SignPart("text", text)


def _policies(house: HouseRules) -> Iterator[str]:
    """The notes on policies, where a wager that rests on them is offered."""
    for name, policy in house.rules.policies.items():
        resting = [wager for wager, named in house.rules.readings_on.items() if policy.reading in named]
        if policy.sign and (not resting or any(map(house.offers, resting))):
            yield policy.sign[house.policies[name]]
