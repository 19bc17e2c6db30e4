"""Pages set by Typst from blocks, with the fonts that it brings along."""

import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from croupier.odds.report.blocks import Block, Section, Table, plot_rows
from croupier.odds.report.plots import Plot, package, standalone

FONT = "Libertinus Serif"

_PREAMBLE = """
#set document(title: {title}, author: {author}, date: none)
#set page(paper: "us-letter", margin: (x: 17mm, top: 20mm, bottom: 18mm),
  header: context if counter(page).get().first() > 1 [
    #set text(8pt, fill: grey)
    #{title} #h(1fr) #{author}
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
#set table(stroke: none, inset: (x: 4pt, y: 2.6pt))
#set table.cell(breakable: false)
#let exact(body) = text(font: "DejaVu Sans Mono", size: 6.6pt, body)
#let clause(body) = text(size: 7.2pt, fill: grey, body)
#let head(body) = text(size: 8pt, weight: "semibold", fill: grey, body)
#let rows(whole, ..arguments) = block(above: 0.7em, below: 1em, breakable: not whole,
  text(8.6pt, table(..arguments)))
#let gap(body) = block(above: 0.8em, below: 1em, width: 100%, inset: (x: 8pt, y: 6pt), fill: rgb("#fff6e0"),
  stroke: (left: 2.5pt + amber), breakable: false, body)
#let blank(body) = block(above: 1.6em, below: 0.4em, breakable: false,
  stack(dir: ttb, spacing: 4pt, v(14pt), line(length: 75%, stroke: 0.6pt + ink), text(8pt, fill: grey, body)))
"""

_WHOLE, _SHORT = 16, 1600
"""Tables of so many rows and so many letters are not broken between pages."""

_COLORS = """
#let ink = rgb("#1b2733")
#let grey = rgb("#5d6b7a")
#let line-grey = rgb("#d9dee5")
#let blue = rgb("#1f5a96")
#let amber = rgb("#c77700")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper of sections, with the pictures that its blocks name."""

    title: str
    about: str
    author: str
    footer: str
    sections: tuple[Section, ...]
    pictures: Mapping[str, Plot]
    contents: bool = False
    """Whether the first page lists the sections."""


def compiled(paper: Paper) -> bytes:
    """The paper as PDF."""
    typst = package("typst")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for picture in paper.pictures.values():
            (directory / f"{picture.name}.svg").write_text(standalone(picture.svg), encoding="utf-8")
        source = directory / "paper.typ"
        source.write_text(markup(paper), encoding="utf-8")
        # No system font is used, so that a paper is the same file on every machine.
        fonts = typst.Fonts(include_system_fonts=False)
        done: bytes = typst.Compiler(str(source), root=name, font_paths=fonts).compile(format="pdf")
    return done


def markup(paper: Paper) -> str:
    """The paper in Typst's language."""
    preamble = _PREAMBLE
    for name in ("title", "author", "footer"):
        preamble = preamble.replace("{" + name + "}", _string(getattr(paper, name)))
    lines = [_COLORS, preamble]
    lines.append(f'#block(below: 0.9em, text(20pt, weight: "bold", {_string(paper.title)}))')
    lines.append(f"#block(below: 1.6em, text(11pt, fill: grey, {_string(paper.about)}))")
    if paper.contents:
        lines.append("#outline(title: none, depth: 1, indent: 0pt)\n#v(1em)")
    for section in paper.sections:
        lines += _section(section, paper.pictures)
    return "\n".join(lines) + "\n"


def _section(section: Section, drawn: Mapping[str, Plot]) -> Iterator[str]:
    if section.page == "new":
        yield "#pagebreak(weak: true)"
    if section.page == "wide":
        yield "#page(flipped: true)["
    yield f"#heading(level: 1, {_string(section.title)})"
    blocks = list(plot_rows(section, drawn))
    for block, following in zip(blocks, [*blocks, None][1:], strict=True):
        if isinstance(block, Table):
            yield _table(block)
        elif isinstance(block, tuple):
            figures = ", ".join(_figure(drawn[name], alone=len(block) == 1) for name in block)
            yield f"#grid(columns: (1fr,) * {len(block)}, gutter: 8mm, {figures})"
        else:
            yield _block(block, sticky=isinstance(following, Table))
    if section.page == "wide":
        yield "]"


def _block(block: Block, sticky: bool) -> str:
    if block.kind == "heading":
        return f"#heading(level: 2, numbering: none, outlined: false, {_string(block.text)})"
    if block.kind in ("gap", "blank"):
        return f"#{block.kind}({_string(block.text)})"
    # The paragraph before a table stays on its page.
    return f"#block(sticky: {'true' if sticky else 'false'}, par({_string(_breakable(block.text))}))"


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
    letters = sum(len(cell) for row in table.rows for cell in row)
    whole = "true" if len(table.rows) <= _WHOLE and letters <= _SHORT else "false"
    lines = [f"#rows({whole}, columns: ({columns}), align: ({sides}),"]
    if table.columns:
        heads = ", ".join(f"head({_string(name)})" for name in table.columns)
        lines.append(f"  table.header({heads}, table.hline(stroke: 0.7pt + grey)),")
    for number, row in enumerate(table.rows):
        strong = number in table.strong
        cells = ", ".join(_cell(cell, kind, strong) for cell, kind in zip(row, table.kinds, strict=True))
        lines.append(f"  {cells}, table.hline(stroke: 0.3pt + line-grey),")
    return "\n".join([*lines, ")"])


def _cell(cell: str, kind: str, strong: bool) -> str:
    if kind == "x":
        return f"exact({_string(_broken(cell))})"
    if kind == "c":
        # An id of a clause is not broken at its hyphens.
        return "clause[" + ", ".join(f"#box({_string(each)})" for each in cell.split(", ")) + "]"
    words = _string(_parted(cell))
    return f'text(weight: "bold", {words})' if strong else f"[#{words}]"


def _parted(cell: str) -> str:
    """A long key may be broken after its dots and underlines."""
    return " ".join(
        re.sub(r"([._])(?=\w)", "\\1\u200b", word) if len(word) > 20 else word for word in cell.split(" ")
    )


def _broken(digits: str) -> str:
    """Long numbers may be broken anywhere: a space of no width after every sixth character."""
    return "\u200b".join(digits[start : start + 6] for start in range(0, len(digits), 6))


def _breakable(words: str) -> str:
    return " ".join(_broken(word) if len(word) > 40 else word for word in words.split(" "))


def _string(words: str) -> str:
    """A string of Typst's."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
