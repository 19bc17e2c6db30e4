"""The chosen pay tables: as printed, or with the operator's own odds where the rules allow them."""

from fractions import Fraction

from croupier.money import AMOUNT, FOR, TO, Award, AwardError, parse_award
from croupier.rulebook.model import Fact, PayTable, PayTables, RuleSet
from croupier.submission.findings import Findings, cited, one_of
from croupier.submission.form import Choices, FiledTable
from croupier.submission.house import HouseTable


def resolve_tables(rules: RuleSet, choices: Choices, findings: Findings) -> dict[str, HouseTable]:
    """The pay tables of the house by wager; a table with a violation may be left out."""
    tables = {}
    for wager, printed in rules.paytables.items():
        if wager == "cover_all":
            continue
        asked = choices.tables.get(wager)
        if asked is None:
            table = _without_choice(rules, wager, printed)
        else:
            table = _Table(rules, choices, findings, wager, printed).resolve(asked)
        if table is not None:
            tables[wager] = table
    return tables


def resolve_cover_all(rules: RuleSet, choices: Choices, findings: Findings) -> dict[int, HouseTable]:
    """The columns of Cover All by the number of hands; empty if it is not offered."""
    printed = rules.paytables.get("cover_all")
    if not choices.cover_all:
        return {}
    if printed is None:
        allowed = f"the wagers of these rules: {', '.join(rules.wagers)}"
        findings.say(
            "unknown_choice", "choices.cover_all", "Cover All", allowed, rules.wagers["ante"].clauses
        )
        return {}
    return {int(name): as_printed(printed, name) for name in printed.tables}


class _Table:
    """The check of one wager's table."""

    def __init__(
        self, rules: RuleSet, choices: Choices, findings: Findings, wager: str, printed: PayTables
    ) -> None:
        self.rules = rules
        self.choices = choices
        self.findings = findings
        self.wager = wager
        self.key = f"choices.{wager}"
        self.printed = printed

    def resolve(self, asked: str | FiledTable) -> HouseTable | None:
        printed = self.printed
        filed = asked if isinstance(asked, FiledTable) and asked.odds is not None else None
        name = asked if isinstance(asked, str) else asked.table
        if _nameless(printed):
            # The document prints a single table without a name, so any name is accepted for it.
            name = "printed"
        if name is None or name not in printed.tables:
            key = self.key if isinstance(asked, str) else f"{self.key}.table"
            words = "no table" if name is None else f"table {name!r}"
            self.findings.say("unknown_table", key, words, one_of(printed.tables), printed.clauses)
            return None
        table = printed.tables[name]
        if table.acknowledge and self.wager not in self.choices.acknowledge:
            self.findings.say(
                "table_not_acknowledged",
                self.key,
                f"table {name!r}, which looks misprinted beside the other tables",
                f'acknowledge = ["{self.wager}"] beside it, or another table',
                table.clauses,
                readings=cited(table.reading),
            )
        if filed is not None:
            return self._filed(name, table, filed.odds or {})
        if table.operator_sets:
            allowed = f"odds for {', '.join(printed.rows)}"
            self.findings.say(
                "table_needs_amounts", self.key, f"table {name!r} alone", allowed, table.clauses
            )
            return None
        return as_printed(printed, name)

    def _filed(self, name: str, table: PayTable, odds: dict[str, str]) -> HouseTable | None:
        printed = self.printed
        clauses = tuple(dict.fromkeys((*printed.clauses, *table.clauses)))
        awards = {
            row: award
            for row in printed.rows
            if row in odds and (award := self._award(row, odds[row], table, clauses)) is not None
        }
        missing = [row for row in printed.rows if row not in odds]
        extra = [row for row in odds if row not in printed.rows]
        if not (printed.floor or table.operator_sets):
            if missing or extra or any(award != table.awards.get(row) for row, award in awards.items()):
                allowed = f"the odds of table {name!r} as printed"
                self.findings.say("odds_fixed", self.key, "odds of its own", allowed, clauses)
                return None
        elif missing or extra:
            words = [f"without {', '.join(missing)}"] if missing else []
            words += [f"with {', '.join(extra)}"] if extra else []
            allowed = f"exactly {', '.join(printed.rows)}"
            self.findings.say("odds_rows", self.key, "rows " + ", ".join(words), allowed, clauses)
        for row, award in awards.items():
            floor = table.awards.get(row)
            if floor is not None and _gain(award) < _gain(floor):
                allowed = f"{floor} or more"
                self.findings.say("odds_below_floor", f"{self.key}.odds.{row}", award, allowed, clauses)
        if len(awards) < len(printed.rows):
            return None
        return HouseTable(name, printed.rows, tuple(awards.values()), clauses, cited(table.reading))

    def _award(self, row: str, text: str, table: PayTable, clauses: tuple[str, ...]) -> Award | None:
        key = f"{self.key}.odds.{row}"
        try:
            award = parse_award(text)
        except AwardError as error:
            self.findings.say("odds_unreadable", key, repr(text), _hint(error), clauses)
            return None
        wording = self.rules.facts.get("layout", {}).get("odds_wording")
        if award.kind in (TO, FOR) and wording is not None and text.split()[1] not in _words(wording):
            allowed = f"odds with {' or '.join(map(repr, _words(wording)))}"
            self.findings.say("odds_wording", key, repr(text), allowed, wording.clauses)
            return None
        kinds: tuple[int, ...] = (TO, FOR, AMOUNT) if table.operator_sets else (TO, FOR)
        if self.wager == "ante_bonus":
            kinds = (TO,)  # it has no stake of its own, so "for" makes no sense
        if award.kind not in kinds:
            forms = 'odds such as "30 to 1"' + (' or an amount such as "$250"' if AMOUNT in kinds else "")
            self.findings.say("odds_unreadable", key, repr(text), forms, clauses)
            return None
        return award


_REMEMBERED = 4096
# Keyed by id(); the tables are kept too, so that an id is never reused.
_printed: dict[tuple[int, str], tuple[PayTables, HouseTable]] = {}


def as_printed(printed: PayTables, name: str) -> HouseTable:
    """A table as printed in the document, cached."""
    known = _printed.get((id(printed), name))
    if known is None or known[0] is not printed:
        table = printed.tables[name]
        awards = tuple(table.awards.values())
        made = HouseTable(name, tuple(table.pays), awards, table.clauses, cited(table.reading))
        if len(_printed) >= _REMEMBERED:
            _printed.clear()
        known = _printed[id(printed), name] = (printed, made)
    return known[1]


def _words(wording: Fact) -> tuple[str, ...]:
    """The words with which the document lets odds be stated."""
    return tuple(map(str, wording.value)) if isinstance(wording.value, tuple) else (str(wording.value),)


def _without_choice(rules: RuleSet, wager: str, printed: PayTables) -> HouseTable | None:
    """The table of a wager for which the operator names none: the only one of what is always offered."""
    always = wager in rules.wagers and rules.wagers[wager].offered == "always"
    name = next(iter(printed.tables))
    if not (_nameless(printed) or always) or printed.tables[name].operator_sets:
        return None
    return as_printed(printed, name)


def _nameless(printed: PayTables) -> bool:
    return set(printed.tables) == {"printed"}


def _gain(award: Award) -> Fraction:
    """The player's gain for each unit of the stake."""
    return Fraction(award.number, award.per) - (1 if award.kind == FOR else 0)


def _hint(error: AwardError) -> str:
    """The allowed form, from the parser's message."""
    return str(error).partition("; ")[2] or str(error)
