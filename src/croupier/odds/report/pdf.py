"""The PAR sheet as PDF, set by Typst from the same data, with the fonts that it brings along."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.odds.report.blocks import Section, Table, plot_rows
from croupier.odds.report.layout import sections
from croupier.odds.report.plots import Plot, package, plots, standalone
from croupier.odds.report.sheet import Sheet

FONT = "Libertinus Serif"

_PREAMBLE = """
#set document(title: {title}, author: {author}, date: none)
#set page(paper: "a4", margin: (x: 17mm, top: 20mm, bottom: 18mm),
  header: context if counter(page).get().first() > 1 [
    #set text(8pt, fill: grey)
    #{title} #h(1fr) #{operator}
  ],
  footer: [
    #set text(7.5pt, fill: grey)
    #{footer} #h(1fr) #context counter(page).display("1 of 1", both: true)
  ])
#set text(font: "Libertinus Serif", size: 9.5pt, fill: ink, lang: "en", number-width: "tabular")
#set par(leading: 0.58em, spacing: 0.9em)
#set heading(numbering: "1.")
#show heading.where(level: 1): it => block(above: 1.7em, below: 0.9em, sticky: true, width: 100%,
  stroke: (bottom: 1pt + blue), inset: (bottom: 4pt), text(13.5pt, it))
#show heading.where(level: 2): it => block(above: 1.3em, below: 0.6em, sticky: true, text(10.5pt, it.body))
#show figure: set block(breakable: false)
#show figure: set align(left)
#show figure.caption: it => align(left, text(8pt, fill: grey, it.body))
#set table(stroke: none, inset: (x: 3pt, y: 2.6pt))
#let exact(body) = text(font: "DejaVu Sans Mono", size: 6.6pt, body)
#let clause(body) = text(size: 7.2pt, fill: grey, body)
#let head(body) = text(size: 8pt, weight: "semibold", fill: grey, body)
#let rows(whole, ..arguments) = block(above: 0.7em, below: 1em, breakable: not whole,
  text(8.6pt, table(..arguments)))
"""

_WHOLE = 12
"""Tables of so many rows are not broken between pages."""

_COLORS = """
#let ink = rgb("#1b2733")
#let grey = rgb("#5d6b7a")
#let line = rgb("#d9dee5")
#let blue = rgb("#1f5a96")
"""


def as_pdf(sheet: Sheet) -> bytes:
    """The sheet as PDF."""
    typst = package("typst")
    drawn = plots(sheet, FONT)
    with tempfile.TemporaryDirectory() as directory:
        return _compiled(typst, sheet, drawn, Path(directory))


def _compiled(typst: Any, sheet: Sheet, drawn: dict[str, Plot], directory: Path) -> bytes:
    for name, plot in drawn.items():
        (directory / f"{name}.svg").write_text(standalone(plot.svg), encoding="utf-8")
    source = directory / "sheet.typ"
    source.write_text(markup(sheet, drawn), encoding="utf-8")
    # No system font is used, so that a sheet is the same file on every machine.
    fonts = typst.Fonts(include_system_fonts=False)
    done: bytes = typst.Compiler(str(source), root=str(directory), font_paths=fonts).compile(format="pdf")
    return done


def markup(sheet: Sheet, drawn: dict[str, Plot]) -> str:
    """The sheet in Typst's language."""
    about = " · ".join(filter(None, (sheet.operator, sheet.document, sheet.date)))
    preamble = _PREAMBLE
    for name, words in {
        "title": sheet.title,
        "author": sheet.operator or "",
        "operator": sheet.operator or "",
        "footer": f"{sheet.rules} · {sheet.digest[:19]}… · Croupier {sheet.version}",
    }.items():
        preamble = preamble.replace("{" + name + "}", _string(words))
    lines = [_COLORS, preamble]
    lines.append(f'#block(below: 0.9em, text(20pt, weight: "bold", {_string(sheet.title)}))')
    lines.append(f"#block(below: 1.6em, text(11pt, fill: grey, {_string(about)}))")
    for section in sections(sheet):
        lines += _section(section, drawn)
    return "\n".join(lines) + "\n"


def _section(section: Section, drawn: dict[str, Plot]) -> Iterator[str]:
    yield f"#heading(level: 1, {_string(section.title)})"
    blocks = list(plot_rows(section, drawn))
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if isinstance(block, Table):
            yield _table(block)
        elif isinstance(block, tuple):
            figures = ", ".join(_figure(drawn[name], alone=len(block) == 1) for name in block)
            yield f"#grid(columns: (1fr,) * {len(block)}, gutter: 8mm, {figures})"
        elif block.kind == "heading":
            yield f"#heading(level: 2, numbering: none, outlined: false, {_string(block.text)})"
        else:
            # The paragraph before a table stays on its page.
            sticky = "true" if isinstance(following, Table) else "false"
            yield f"#block(sticky: {sticky}, par({_string(_breakable(block.text))}))"


def _figure(plot: Plot, alone: bool) -> str:
    """A single plot keeps its width; two share the page."""
    width = f"{plot.width:.0%}" if alone else "100%"
    caption = _string(plot.caption)
    return (
        f"figure(image({_string(plot.name + '.svg')}, width: {width}, alt: {caption}),"
        f" caption: {caption}, kind: image, supplement: none, numbering: none)"
    )


def _table(table: Table) -> str:
    shares = table.widths or (1.0,) * len(table.kinds)
    columns = ", ".join(f"{share}fr" if share else "auto" for share in shares)
    sides = ", ".join("right" if kind == "n" else "left" for kind in table.kinds)
    whole = "true" if len(table.rows) <= _WHOLE else "false"
    lines = [f"#rows({whole}, columns: ({columns}), align: ({sides}),"]
    if table.columns:
        heads = ", ".join(f"head({_string(name)})" for name in table.columns)
        lines.append(f"  table.header({heads}, table.hline(stroke: 0.7pt + grey)),")
    for number, row in enumerate(table.rows):
        strong = number in table.strong
        cells = ", ".join(_cell(cell, kind, strong) for cell, kind in zip(row, table.kinds, strict=True))
        lines.append(f"  {cells}, table.hline(stroke: 0.3pt + line),")
    return "\n".join([*lines, ")"])


def _cell(cell: str, kind: str, strong: bool) -> str:
    if kind == "x":
        return f"exact({_string(_broken(cell))})"
    if kind == "c":
        # An id of a clause is not broken at its hyphens.
        return "clause[" + ", ".join(f"#box({_string(each)})" for each in cell.split(", ")) + "]"
    return f'text(weight: "bold", {_string(cell)})' if strong else f"[#{_string(cell)}]"


def _broken(digits: str) -> str:
    """Long numbers may be broken anywhere: a space of no width after every sixth character."""
    return "\u200b".join(digits[start : start + 6] for start in range(0, len(digits), 6))


def _breakable(words: str) -> str:
    return " ".join(_broken(word) if len(word) > 40 else word for word in words.split(" "))


def _string(words: str) -> str:
    """A string of Typst's."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
