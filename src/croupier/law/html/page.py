"""The page: the clauses of every document given, and two documents side by side where there are two."""

from collections.abc import Iterator, Sequence
from html import escape

from croupier import __version__
from croupier.law.compare import compare
from croupier.law.documents import NONE
from croupier.law.examples import worked_example
from croupier.law.html.rounds import round_html
from croupier.law.html.style import SEARCH, STYLE
from croupier.law.model import ClauseEntry, Document, Figures, Section
from croupier.rulebook.catalog import rule_set

_LEAD = (
    '<p class="lead">Every clause in our words, with its status, how we read it where the text does not '
    "decide, the figures that depend on it, the code and tests behind it, and a round that shows it.</p>"
)
_SEARCH_FIELD = (
    '<div class="search"><label for="find" class="small">Find a word, a wager or a clause</label>'
    '<input id="find" type="search" autocomplete="off"><span id="found" class="small" role="status">'
    "</span></div>"
)


def law_page(documents: Sequence[Document]) -> str:
    """Documents as one HTML file that loads nothing."""
    title = documents[0].head.title if len(documents) == 1 else "The rules"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        '<body><div class="wrap">',
        f"<h1>{escape(title)}</h1>",
        _LEAD,
        _SEARCH_FIELD,
        *_contents(documents),
    ]
    for document in documents:
        parts += _document(document)
    if len(documents) == 2:
        parts += _side_by_side(documents[0], documents[1])
    digests = "".join(
        f"<br>{escape(each.head.rules)}, edition {escape(each.head.edition)}, {escape(each.head.digest)}"
        for each in documents
    )
    parts += [f"<footer>Croupier {escape(__version__)}{digests}</footer>", "</div>"]
    parts += [f"<script>{SEARCH}</script>", "</body>", "</html>", ""]
    return "\n".join(parts)


def _contents(documents: Sequence[Document]) -> Iterator[str]:
    yield '<nav aria-label="Contents">'
    for document in documents:
        yield f'<p><a href="#{_anchor(document)}"><b>{escape(document.head.title)}</b></a></p>'
        yield "<ol>"
        for number, section in enumerate(document.sections):
            yield f'<li><a href="#{_anchor(document, number)}">{escape(_heading(section))}</a></li>'
        yield "</ol>"
    yield "</nav>"


def _anchor(document: Document, section: int | None = None) -> str:
    name = document.head.rules.replace("/", "-").replace("@", "-")
    return name if section is None else f"{name}-s{section}"


def _heading(section: Section) -> str:
    return f"{section.name} {section.title}".strip()


def _document(document: Document) -> Iterator[str]:
    head = document.head
    counted = ", ".join(f"{count} {status}" for status, count in head.statuses.items())
    effective = f", effective {head.effective}" if head.effective else ""
    yield f'<h2 id="{_anchor(document)}">{escape(head.title)}</h2>'
    yield (
        f'<p class="lead">{head.clauses} clauses: {escape(counted)}. {head.readings} readings, '
        f"{head.examples} clauses with a worked round. Edition {escape(head.edition)}{effective}, "
        f"checked {head.checked}.</p>"
    )
    for number, section in enumerate(document.sections):
        yield '<section class="part">'
        title = f"{escape(section.name)} <span>{escape(section.title)}</span>"
        yield f'<h3 id="{_anchor(document, number)}">{title}</h3>'
        for clause in section.clauses:
            yield from _clause(document, clause)
        yield "</section>"


def _clause(document: Document, clause: ClauseEntry) -> Iterator[str]:
    statuses = clause.statuses or (NONE,)
    tags = "".join(f'<span class="tag {escape(each)}">{escape(each)}</span>' for each in statuses)
    yield f'<article id="{escape(clause.id)}" style="--depth: {clause.depth}">'
    yield f"<h4>{escape(clause.section)}{tags}</h4>"
    yield f'<p class="says">{escape(clause.summary)}</p>'
    yield f'<p class="small"><code>{escape(clause.id)}</code> · {escape(clause.kind)}'
    yield "".join(f" · {escape(wager)}" for wager in clause.wagers) + "</p>"
    if clause.note:
        yield f'<p class="small">{escape(clause.note)}</p>'
    for label, text in (("In part", clause.part), ("Physical", clause.reason)):
        if text:
            yield f'<p class="small"><b>{label}:</b> {escape(text)}</p>'
    for reading in clause.readings:
        other = f" Other reading: {escape(reading.alternative)}" if reading.alternative else ""
        choice = f" The operator may choose ({escape(reading.policy)})." if reading.policy else ""
        yield (
            f'<div class="reading"><b>{escape(reading.name)}.</b> {escape(reading.problem)} '
            f"<b>Read as:</b> {escape(reading.taken)}{other}{choice}</div>"
        )
    if clause.figures:
        yield '<details class="shown"><summary>Figures</summary>'
        for figures in clause.figures:
            yield from _figures(figures)
        yield "</details>"
    if clause.example:
        yield '<details class="shown"><summary>A worked round</summary>'
        yield from round_html(worked_example(clause.id, document.head.rules), rule_set(document.head.rules))
        yield "</details>"
    yield from _behind(clause)
    yield "</article>"


def _behind(clause: ClauseEntry) -> Iterator[str]:
    """The code behind a clause, and its tests by what they show."""
    if clause.code or clause.tests:
        count = sum(len(tests) for tests in clause.tests.values())
        yield f"<details><summary>Code ({len(clause.code)}) and tests ({count})</summary>"
        for title, names in (("Code", clause.code), *clause.tests.items()):
            if names:
                items = "".join(f"<li><code>{escape(each)}</code></li>" for each in names)
                yield f'<p class="small"><b>{escape(title)}</b></p><ul class="plain">{items}</ul>'
        yield "</details>"


def _figures(figures: Figures) -> Iterator[str]:
    yield f'<div class="scroll"><table><caption>{escape(figures.title)}</caption>'
    if figures.columns:
        heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in ("", *figures.columns))
        yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for label, *values in figures.rows:
        cells = "".join(f"<td>{escape(value)}</td>" for value in values)
        yield f'<tr><th scope="row">{escape(label)}</th>{cells}</tr>'
    yield "</tbody></table></div>"
    if figures.note:
        yield f'<p class="small">{escape(figures.note)}</p>'


def _side_by_side(left: Document, right: Document) -> Iterator[str]:
    texts = {clause.id: clause for each in (left, right) for clause in each.clauses}
    yield "<h2>Side by side</h2>"
    yield f'<div class="side"><b>{escape(left.head.title)}</b><b>{escape(right.head.title)}</b></div>'
    for pair in compare(left.head.rules, right.head.rules).pairs:
        yield '<div class="side">'
        for side in (pair.left, pair.right):
            if side:
                clause = texts[side]
                yield (
                    f'<div><a class="small" href="#{escape(side)}">{escape(clause.section)}</a>'
                    f"<p>{escape(clause.summary)}</p></div>"
                )
            else:
                closest = (
                    f"closest: {escape(texts[pair.near].section)}" if pair.near else "no clause comes close"
                )
                yield f'<div class="small">{closest}</div>'
        if pair.figures:
            rows = "".join(
                f'<tr><th scope="row">{escape(label)}</th><td>{escape(one)}</td><td>{escape(two)}</td></tr>'
                for label, one, two in pair.figures
            )
            yield f"<table><tbody>{rows}</tbody></table>"
        yield "</div>"
