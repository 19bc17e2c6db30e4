"""The PAR sheet as PDF, from the same data as HTML."""

from croupier.odds.report.layout import sections
from croupier.odds.report.plots import plots
from croupier.odds.report.sheet import Sheet, product
from croupier.odds.report.typst import FONT, Paper, compiled


def as_pdf(sheet: Sheet) -> bytes:
    """The sheet as PDF."""
    return compiled(
        Paper(
            title=sheet.title,
            about=" · ".join(filter(None, (sheet.operator, sheet.document, sheet.date))),
            author=sheet.operator or "",
            footer=f"{sheet.rules} · {sheet.digest[:19]}… · Croupier {product(sheet)}",
            sections=sections(sheet),
            pictures=plots(sheet, FONT),
        )
    )
