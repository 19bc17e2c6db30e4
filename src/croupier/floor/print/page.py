"""Printable pages: self-contained HTML."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from html import escape
from zoneinfo import ZoneInfo

PRINT = """\
body{font:15px/1.45 system-ui,sans-serif;color:#111;background:#fff}
body{max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.1rem;margin:1.4rem 0 .4rem}
table{border-collapse:collapse;width:100%}table+table{margin-top:1rem}
th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #bbb;vertical-align:top}
td.n,th.n{text-align:right;padding-right:0}.note{color:#444}.mark{border:2px solid #111;padding:.5rem .8rem}
.sign{display:inline-block;width:45%;margin:2.5rem 4% 0 0;border-top:1px solid #111;padding-top:.2rem}
.part{break-after:page;border-bottom:1px dashed #111;padding-bottom:2rem;margin-bottom:2rem}
.part:last-child{break-after:auto;border-bottom:0}
@page{margin:12mm}
@media print{body{margin:0;padding:0;max-width:none}h2{break-after:avoid}table{break-inside:avoid}}
"""


def page(title: str, *parts: str) -> str:
    """A page with a title."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{PRINT}</style>\n</head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body>\n</html>\n"
    )


def heading(text: str, level: int = 2) -> str:
    """A heading."""
    return f"<h{level}>{escape(text)}</h{level}>"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph; `note` and `mark` are kinds of it."""
    shown = f' class="{kind}"' if kind else ""
    return f"<p{shown}>{escape(text)}</p>"


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """A list of names and values, empty ones left out."""
    lines = (
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>'
        for name, value in rows
        if value
    )
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table: the first column is text, the others are amounts."""

    def cells(values: Sequence[str], tag: str) -> str:
        number = f'{tag} class="n"'
        return "".join(
            f"<{number if place else tag}>{escape(value)}</{tag}>" for place, value in enumerate(values)
        )

    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table>\n<tr>{cells(columns, 'th')}</tr>\n{body}\n</table>"


def moment(at: int, zone: str = "UTC") -> str:
    """A time in words, with its zone: 2026-03-09 18:30:05 EDT."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M:%S %Z")
