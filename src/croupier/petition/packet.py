"""The packet of a submission: its sections, its pictures, and the files that stand beside the PDF."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.floor.print.sign import sign_html, sign_parts
from croupier.games.vocabulary import game_title
from croupier.layout.build import layout as build_layout
from croupier.layout.svg import svg
from croupier.names import spoken
from croupier.odds.progress import Progress, silent
from croupier.odds.report.blocks import Block, Section, Table, blank, cited, gap, heading, plot, text
from croupier.odds.report.build import PACE, build_sheet
from croupier.odds.report.pdf import as_pdf
from croupier.odds.report.plots import Plot
from croupier.odds.report.sheet import Pace, Sheet, as_json, product
from croupier.odds.report.typst import Paper, compiled
from croupier.odds.subject import Subject
from croupier.petition.examples import Worked, example_blocks, worked_rounds
from croupier.petition.gaps import Gap, gaps
from croupier.petition.prices import price_blocks
from croupier.petition.procedure import procedure_blocks
from croupier.petition.remedies import remedy_blocks
from croupier.petition.summary import rules_blocks, summary_blocks
from croupier.rulebook.catalog import rulebook
from croupier.rulebook.petitions import OPERATOR, Requirements, requirements
from croupier.submission.findings import Finding
from croupier.submission.form import Submission
from croupier.submission.house import TableRules
from croupier.submission.table import table_rules

Blocks = Iterator[Block | Table]

_FELT = "felt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """A petition, ready to print."""

    paper: Paper
    sheet: Sheet
    rounds: tuple[Worked, ...]
    gaps: tuple[Gap, ...]
    felt: str
    sign: str

    def files(self) -> Iterator[tuple[str, bytes]]:
        """The files of the packet by name: the PDF, then its parts."""
        yield "petition.pdf", compiled(self.paper)
        yield "par-sheet.pdf", as_pdf(self.sheet)
        yield "par-sheet.json", as_json(self.sheet)
        yield "layout.svg", self.felt.encode()
        yield "sign.html", self.sign.encode()
        yield "rounds.jsonl", b"".join(each.line + b"\n" for each in self.rounds)


def build_packet(
    submission: Submission,
    subject: Subject,
    findings: Sequence[Finding] = (),
    date: str | None = None,
    progress: Progress = silent,
    fresh: bool = False,
    pace: Pace = PACE,
) -> Packet:
    """The packet of a submission that has no violation."""
    sheet = build_sheet(submission, subject, findings, date, progress, fresh, pace)
    table = table_rules(submission)
    rules = table.house.rules
    drawn = build_layout(submission)
    felt = svg(drawn)
    asked = requirements(submission.rules, rules.rules.jurisdiction)
    lacking = gaps(asked, table, drawn, findings)
    rounds = worked_rounds(table, submission.rules)
    caption = f"The layout as the players see it: {drawn.width:,.0f} by {drawn.depth:,.0f} {drawn.unit}."
    build = _Sections(table, sheet, asked, lacking, rounds)
    paper = Paper(
        title=f"Petition: {game_title(rules)}",
        about=" · ".join(filter(None, (table.operator, rules.rules.title, date))),
        author=table.operator,
        footer=f"{rules.rules.document} · {rules.digest[:19]}… · Croupier {product(sheet)}",
        sections=build.sections(),
        pictures={_FELT: Plot(_FELT, caption, felt, 1.0)},
        contents=True,
    )
    sign = sign_html(table, "as submitted", electronic=False)
    return Packet(paper=paper, sheet=sheet, rounds=rounds, gaps=lacking, felt=felt, sign=sign)


class _Sections:
    """Writes the sections of one packet."""

    def __init__(
        self,
        table: TableRules,
        sheet: Sheet,
        asked: Requirements,
        lacking: tuple[Gap, ...],
        rounds: tuple[Worked, ...],
    ) -> None:
        self.table = table
        self.sheet = sheet
        self.asked = asked
        self.lacking = lacking
        self.rounds = rounds

    def sections(self) -> tuple[Section, ...]:
        facts = rulebook().surroundings(rulebook().beside(self.table.house.rules.rules.name)[0]).facts
        parts: dict[str, Section] = {
            "submitted": Section("What is submitted", tuple(self._submitted())),
            "summary": Section("The game, its objective and its wagers", tuple(summary_blocks(self.table))),
            "rules": Section("The rules of the game", tuple(rules_blocks(self.table, facts))),
            "examples": Section("Worked examples", tuple(example_blocks(self.table, self.rounds))),
            "procedure": Section("Dealing procedure", tuple(procedure_blocks(self.table))),
            "remedies": Section(
                "Remedies for misdeals, failures of equipment and other irregularities",
                tuple(remedy_blocks(self.table)),
            ),
            "odds": Section("True odds, payout odds and house advantage", tuple(price_blocks(self.sheet))),
            "layout": Section("The layout", (plot(_FELT),), page="wide"),
            "sign": Section("The sign at the table", tuple(self._sign())),
            "readings": Section("Readings of the document", tuple(self._readings())),
            OPERATOR: Section("What the operator supplies", tuple(self._gaps())),
        }
        numbers = {name: number for number, name in enumerate(parts, 2)}
        first = Section("Required items and where to find them", tuple(self._checklist(numbers)))
        return first, *parts.values()

    def _checklist(self, numbers: dict[str, int]) -> Blocks:
        regulation = self.asked.regulation
        yield text(
            f"{'The items of ' + regulation if regulation else 'What regulators commonly ask'}, in our words,"
            " and the sections that answer them. Items that only the operator can supply are marked, and"
            f" listed in section {numbers[OPERATOR]}."
        )
        rows = []
        for item in self.asked.items:
            written = [str(numbers[part]) for part in item.parts if part != OPERATOR]
            open_ = OPERATOR in item.parts
            state = (
                "operator supplies" if not written else "in part; operator completes" if open_ else "written"
            )
            where = ", ".join([*written, *([str(numbers[OPERATOR])] if open_ else [])])
            rows.append((item.cite, item.asks, where, state))
        strong = frozenset(place for place, row in enumerate(rows) if row[3] != "written")
        yield Table(
            ("item", "asked", "section", "state"), "tttt", tuple(rows), strong, widths=(0.5, 3.4, 0.7, 1.5)
        )

    def _submitted(self) -> Blocks:
        sheet, rules = self.sheet, self.table.house.rules
        if not self.table.operator:
            yield gap("The operator supplies: its name. The submission states none.")
        rows = [
            ("Game", game_title(rules)),
            ("Rules", f"{rules.rules.title} ({rules.rules.document})"),
            ("Digest of the rules", sheet.digest),
            ("Digest of the submission", sheet.submission),
            ("Operator", sheet.operator or "to be supplied"),
            *([("Date", sheet.date)] if sheet.date else []),
            ("Prepared with", f"Croupier {sheet.version}, commit {sheet.commit or 'not known'}"),
            *sheet.choices.items(),
        ]
        yield Table(("item", "as submitted"), "tt", tuple(rows), widths=(1.2, 3))
        if sheet.policies:
            yield heading("Policies in force")
            yield Table(
                ("policy", "value", "standard", "reading", "clauses"),
                "ttttc",
                tuple(
                    (
                        spoken(each.name),
                        each.value,
                        each.default,
                        each.reading or "",
                        cited(each.clauses),
                    )
                    for each in sheet.policies
                ),
                widths=(1.4, 0.7, 0.7, 0.6, 1.8),
            )
        if sheet.findings:
            yield heading("Findings of the check (no violations)")
            yield Table(
                ("", "key", "asked", "allowed", "clauses"),
                "ttttc",
                tuple((e.severity, e.key, e.asked, e.allowed, cited(e.clauses)) for e in sheet.findings),
                widths=(0.7, 1.2, 1.2, 1.6, 1.2),
            )

    def _sign(self) -> Blocks:
        yield text("The same sign is in sign.html beside this file, ready to print.")
        for part in sign_parts(self.table):
            if part.kind == "heading":
                yield heading(part.text)
            elif part.kind in ("text", "note"):
                yield text(part.text)
            elif part.rows:
                kinds = "t" + "n" * (len(part.rows[0]) - 1) if part.kind == "table" else "tt"
                widths = (1.6, *(1.0 for _ in kinds[1:])) if part.kind == "table" else (1.6, 2.4)
                yield Table(part.columns, kinds, part.rows, widths=widths)

    def _readings(self) -> Blocks:
        readings = self.table.house.rules.readings
        if not readings:
            yield text("The document needs no reading.")
            return
        yield text(
            "Where the document is silent, contradicts itself or cites a place that does not exist, this"
            " packet reads it as follows; readings that change money or eligibility are marked."
        )
        yield Table(
            ("reading", "the place", "as taken here", "alternative", "money", "clauses"),
            "tttttc",
            tuple(
                (
                    name,
                    each.problem,
                    each.taken,
                    each.alternative,
                    "yes" if each.money else "",
                    cited(each.clauses),
                )
                for name, each in readings.items()
            ),
            widths=(0.65, 1.7, 1.7, 1.1, 0.5, 1.2),
        )

    def _gaps(self) -> Blocks:
        yield text("No software can write the following. The petition is complete when each is supplied.")
        for number, each in enumerate(self.lacking, 1):
            asked = f" ({each.asked})" if each.asked else ""
            yield gap(f"{number}. {each.words}{asked}")
        yield heading("Signature of the petitioner")
        for line in ("Name and title", "Signature", "Date"):
            yield blank(line)
