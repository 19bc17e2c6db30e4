"""The PAR sheet as one HTML file for printing, without scripts or external fonts and pictures."""

from collections.abc import Iterable
from html import escape

from croupier.odds.report.blocks import Section, Table, plot_rows
from croupier.odds.report.layout import sections
from croupier.odds.report.plots import Plot, plots
from croupier.odds.report.sheet import Sheet, product

FONT = "Helvetica, Arial, sans-serif"

_STYLE = """
:root { --ink: #1b2733; --grey: #5d6b7a; --line: #d9dee5; --blue: #1f5a96; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; color: var(--ink);
  max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; background: white; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem;
  border-bottom: 2px solid var(--blue); }
h3 { font-size: 1.02rem; margin: 1.8rem 0 .4rem; }
p { margin: .4rem 0 .8rem; max-width: 48rem; overflow-wrap: anywhere; }
.lead { color: var(--grey); margin-bottom: 1.4rem; }
.scroll { overflow-x: auto; margin: .4rem 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .87rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--grey); padding: .2rem 0; caption-side: top; }
th, td { text-align: left; vertical-align: top; padding: .28rem .7rem .28rem 0;
  border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--grey); border-bottom: 1.5px solid var(--grey); }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; }
td.exact { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: .78rem;
  overflow-wrap: anywhere; }
tr.strong td { font-weight: 600; }
.clause { color: var(--grey); font-size: .78rem; }
.clause span { white-space: nowrap; }
.plots { display: flex; flex-wrap: wrap; gap: 0 2rem; }
figure { margin: 1rem 0 1.4rem; break-inside: avoid; flex: 1 1 24rem; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--grey); font-size: .84rem; }
nav ol { columns: 2; padding-left: 1.2rem; margin: .4rem 0; font-size: .92rem; }
nav a { color: var(--blue); text-decoration: none; }
footer { margin-top: 3rem; color: var(--grey); font-size: .82rem; border-top: 1px solid var(--line);
  padding-top: .6rem; overflow-wrap: anywhere; }
@media print {
  @page { size: letter; margin: 16mm 15mm; }
  body { font-size: 10pt; max-width: none; padding: 0; }
  nav { display: none; }
  h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; }
  .scroll { overflow: visible; }
}
"""


def as_html(sheet: Sheet) -> str:
    """The sheet as a page."""
    drawn = plots(sheet, FONT)
    laid_out = sections(sheet)
    about = " · ".join(filter(None, (sheet.operator, sheet.document, sheet.date)))
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8" />',
        '<meta name="viewport" content="width=device-width, initial-scale=1" />',
        f"<title>{escape(sheet.title)}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{escape(sheet.title)}</h1>",
        f'<p class="lead">{escape(about)}</p>',
        "<nav><ol>",
        *(
            f'<li><a href="#s{number}">{escape(each.title)}</a></li>'
            for number, each in enumerate(laid_out, 1)
        ),
        "</ol></nav>",
    ]
    for number, each in enumerate(laid_out, 1):
        parts += _section(each, number, drawn)
    parts += [
        f"<footer>{escape(sheet.rules)} · {escape(sheet.digest)} · Croupier {escape(product(sheet))}</footer>"
    ]
    parts += ["</body>", "</html>", ""]
    return "\n".join(parts)


def _section(section: Section, number: int, drawn: dict[str, Plot]) -> Iterable[str]:
    yield f'<section id="s{number}">'
    yield f"<h2>{number}. {escape(section.title)}</h2>"
    for block in plot_rows(section, drawn):
        if isinstance(block, Table):
            yield from _table(block)
        elif isinstance(block, tuple):
            yield '<div class="plots">'
            for plot in (drawn[name] for name in block):
                yield f'<figure role="img" aria-label="{escape(plot.caption)}">{plot.svg}'
                yield f"<figcaption>{escape(plot.caption)}</figcaption></figure>"
            yield "</div>"
        elif block.kind == "heading":
            yield f"<h3>{escape(block.text)}</h3>"
        else:
            yield f"<p>{escape(block.text)}</p>"
    yield "</section>"


def _table(table: Table) -> Iterable[str]:
    yield '<div class="scroll"><table>'
    if table.widths:
        total = sum(table.widths)
        yield "".join(f'<col style="width: {width / total:.1%}" />' for width in table.widths)
    if table.columns:
        cells = "".join(
            f'<th class="{_class(kind)}">{escape(name)}</th>'
            for name, kind in zip(table.columns, table.kinds, strict=True)
        )
        yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    for number, row in enumerate(table.rows):
        strong = ' class="strong"' if number in table.strong else ""
        cells = "".join(
            f'<td class="{_class(kind)}">{_cell(cell, kind)}</td>'
            for cell, kind in zip(row, table.kinds, strict=True)
        )
        yield f"<tr{strong}>{cells}</tr>"
    yield "</tbody></table></div>"


def _cell(cell: str, kind: str) -> str:
    if kind != "c" or not cell:
        return escape(cell)
    return ", ".join(f"<span>{escape(each)}</span>" for each in cell.split(", "))


def _class(kind: str) -> str:
    return {"n": "number", "x": "exact", "c": "clause"}.get(kind, "text")
