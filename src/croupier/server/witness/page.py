"""The witness's page: the size of its book, its last checkpoint, and agreement or alarm."""

from datetime import UTC, datetime
from html import escape

import msgspec

from croupier.server.witness.book import Alarm, Book

SHOWN = 20
"""Alarms and checkpoints on the page; the files have them all."""


class Status(msgspec.Struct, frozen=True):
    """The witness in a few figures."""

    agrees: bool
    """Whether every checkpoint of the house has extended the last."""
    held: int
    number: int
    position: int
    signed: int
    """By the house, milliseconds since 1970 UTC; 0 before the first checkpoint."""
    received: int
    house: str
    witness: str
    alarms: tuple[Alarm, ...]


def status(book: Book) -> Status:
    """Where the witness stands."""
    last = book.last
    return Status(
        agrees=not book.alarms,
        held=len(book.held),
        number=0 if last is None else last.number,
        position=0 if last is None else last.position,
        signed=0 if last is None else last.at,
        received=book.signatures[-1].at if book.signatures else 0,
        house=book.house,
        witness=book.public,
        alarms=tuple(book.alarms),
    )


def page(book: Book) -> str:
    """The page as HTML, without scripts."""
    now = status(book)
    if now.alarms:
        words = f"ALARM: the house has signed two histories ({len(now.alarms)})"
    elif not now.held:
        words = "Waiting for the first checkpoint"
    else:
        words = "Agreement: every checkpoint extends the one before it"
    kind = "alarm" if now.alarms else "calm"
    facts = (
        ("Checkpoints held", f"{now.held:,}"),
        ("Last checkpoint", f"{now.number}, up to record {now.position:,}" if now.held else "none"),
        ("Signed by the house", _time(now.signed)),
        ("Received", _time(now.received)),
        ("Key of the house", now.house or "none yet"),
        ("Key of this witness", now.witness),
    )
    rows = "".join(f"<tr><th scope=row>{escape(name)}<td>{escape(value)}" for name, value in facts)
    return _PAGE.format(
        title=escape(words), kind=kind, rows=rows, alarms=_alarms(now.alarms), recent=_recent(book)
    )


def _alarms(alarms: tuple[Alarm, ...]) -> str:
    if not alarms:
        return ""
    lines = "".join(
        f"<tr><td>{_time(each.at)}<td>{escape(each.why)}"
        f"<td>{escape(each.held.root)}<td>{escape(each.received.root)}"
        for each in alarms[-SHOWN:]
    )
    heads = "<tr><th scope=col>Received<th scope=col>What<th scope=col>Root held<th scope=col>Root received"
    return f"<h2>Alarms</h2><table>{heads}{lines}</table>"


def _recent(book: Book) -> str:
    if not book.held:
        return ""
    lines = "".join(
        f"<tr><td>{made.number}<td>{made.position:,}"
        f"<td>{_time(made.at)}<td>{_time(mark.at)}<td>{escape(made.root)}"
        for made, mark in list(zip(book.held, book.signatures, strict=True))[-SHOWN:][::-1]
    )
    names = ("Number", "Record", "Signed", "Received", "Root over all streams")
    heads = "<tr>" + "".join(f"<th scope=col>{name}" for name in names)
    return f"<h2>Last checkpoints</h2><table>{heads}{lines}</table>"


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC" if at else "never"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="30">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title} - Croupier witness</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; color: #1b1b1b; background: #fff }}
[role=status] {{ padding: .75rem 1rem; border-left: .5rem solid; font-weight: 600 }}
.calm {{ border-color: #17633a; background: #e8f4ec }}
.alarm {{ border-color: #a01414; background: #fbe9e9 }}
div {{ overflow-x: auto }}
table {{ border-collapse: collapse; margin: 1rem 0 }}
th, td {{ text-align: left; padding: .3rem 1rem .3rem 0; border-bottom: 1px solid #ccc; vertical-align: top;
  overflow-wrap: anywhere }}
</style></head>
<body><main><h1>Witness</h1><p class="{kind}" role="status">{title}</p><div><table>{rows}</table>
{alarms}{recent}</div>
<p>Compare a log with this witness: <code>croupier audit verify --witness ADDRESS/checkpoints</code></p>
</main></body></html>
"""
