"""A report as a page to print, on wide paper."""

from collections.abc import Mapping
from html import escape

from croupier.floor.print.page import heading, page, paragraph
from croupier.floor.reports.sheets.sheet import Cell, Sheet, group_words, shown

_WIDE = """\
<style>body{max-width:none;font-size:12px}td,th{padding:.2rem .5rem .2rem 0}th{vertical-align:bottom}
td.n,th.n{padding-right:.8rem}td.n{white-space:nowrap}tr.total td{border-top:2px solid #111;font-weight:700}
tr.group th{padding-top:.8rem;break-after:avoid}
@page{size:landscape;margin:12mm}@media print{table{break-inside:auto}thead{display:table-header-group}
tr{break-inside:avoid}}</style>"""
_TEXT = ("text", "person")


def sheet_html(sheet: Sheet, names: Mapping[str, str]) -> str:
    """The sheet as a self-contained page; `names` are those of the staff, by id."""

    def name_of(person: str) -> str:
        return f"{names[person]}, {person}" if person in names else person

    def line(cells: tuple[Cell, ...], kind: str = "") -> str:
        parts = []
        for cell, column in zip(cells, sheet.columns, strict=True):
            if column.group:
                continue
            blank = kind == "total" and cell is None
            text = "" if blank else shown(cell, column.kind, sheet.zone, name_of)
            number = "" if column.kind in _TEXT else ' class="n"'
            parts.append(f"<td{number}>{escape(text)}</td>")
        row = f' class="{kind}"' if kind else ""
        return f"<tr{row}>{''.join(parts)}</tr>"

    heads = "".join(
        f'<th scope="col"{"" if column.kind in _TEXT else " class=n"}>{escape(column.label)}</th>'
        for column in sheet.columns
        if not column.group
    )
    lines, above = [], ""
    for row in sheet.rows:
        group = group_words(sheet, row, name_of)
        if group != above:
            across = sum(not column.group for column in sheet.columns)
            lines.append(f'<tr class="group"><th colspan="{across}">{escape(group)}</th></tr>')
            above = group
        lines.append(line(row))
    if sheet.totals:
        lines.append(line(sheet.totals, "total"))
    body = "\n".join(lines) if lines else ""
    return page(
        sheet.title,
        _WIDE,
        heading(sheet.title, 1),
        paragraph(f"{sheet.period}. Time zone: {sheet.zone}."),
        f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>",
        "" if lines else paragraph("Nothing in this period."),
        *(paragraph(note, "note") for note in sheet.notes),
    )
