"""Search the log, newest first: by stream, kind, person, words, clause, step, wager, amount and time."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Select, or_, select

from croupier.floor.reports.significant_events import of as significant_of
from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.ledger.schema import events
from croupier.ledger.store import Ledger
from croupier.table.redaction.log import LONGEST, searchable_text, short_body
from croupier.table.redaction.permissions import TABLE_STREAM, reads_stream
from croupier.table.state import Viewer

WINDOW = 1000
"""Positions that one statement spans."""
LOOKED_AT = 20_000
"""Positions that one request looks through."""


class Wanted(NamedTuple):
    """Search criteria; empty fields match everything."""

    stream: str = ""
    """A stream, or the beginning of its name with a star: `table:*`."""
    kind: str = ""
    people: frozenset[str] | None = None
    """Ids of people who did it or were affected; empty for everybody."""
    text: str = ""
    clause: str = ""
    """A clause, or the beginning of its id up to a point or hyphen."""
    step: str = ""
    """A step of the procedure, such as no_more_bets."""
    wager: str = ""
    cents: int | None = None
    """An amount that the record states."""
    since: int = 0
    until: int | None = None
    viewer: Viewer = Viewer("auditor")
    """The person who searches: the search skips streams that they may not read."""


class Found(NamedTuple):
    """A page of records, and where to continue."""

    records: list[Record]
    before: int
    looked_through: int


def search(ledger: Ledger, wanted: Wanted, before: int | None, limit: int) -> Found:
    """Records, the newest first."""
    last = ledger.position() if before is None else before - 1
    start, found = last, []
    while last > 0 and start - last < LOOKED_AT:
        after = max(0, last - WINDOW)
        oldest = None
        for record in _window(ledger, wanted, after, last):
            if _matches(record, wanted):
                found.append(record)
                if len(found) == limit:
                    return Found(found, record.position, start - record.position + 1)
        if wanted.since:
            oldest = _moment(ledger, after + 1)
        last = after
        if oldest is not None and oldest < wanted.since - 60_000:  # clocks of several servers differ a little
            return Found(found, 0, start - last)
    return Found(found, last + 1 if last else 0, start - last)


def _window(ledger: Ledger, wanted: Wanted, after: int, last: int) -> Iterator[Record]:
    query = _query().where(events.c.position > after, events.c.position <= last)
    if wanted.stream.endswith("*"):
        query = query.where(events.c.stream.startswith(wanted.stream[:-1], autoescape=True))
    elif wanted.stream:
        query = query.where(events.c.stream == wanted.stream)
    if not reads_stream(wanted.viewer, TABLE_STREAM):
        query = query.where(events.c.stream.not_like(f"{TABLE_STREAM}%"))
    if wanted.kind:
        kind = wanted.kind
        query = query.where(or_(events.c.kind == kind, events.c.kind.startswith(f"{kind}.", autoescape=True)))
    if wanted.since:
        query = query.where(events.c.at >= wanted.since)
    if wanted.until is not None:
        query = query.where(events.c.at < wanted.until)
    with ledger.database.reading() as connection:
        rows = connection.execute(query.order_by(events.c.position.desc())).all()
    for row in rows:
        yield Record(*row)


def _query() -> "Select[tuple[Any, ...]]":
    """The columns in the order of a record's fields."""
    columns = ("kind", "body", "at", "actor", "role", "stream", "version", "position", "hash")
    return select(*(events.c[name] for name in columns))


def _moment(ledger: Ledger, position: int) -> int | None:
    with ledger.database.reading() as connection:
        found = connection.execute(select(events.c.at).where(events.c.position == position)).scalar()
    return None if found is None else int(str(found))


def _matches(record: Record, wanted: Wanted) -> bool:
    if wanted.people is not None and not _concerns(record, wanted.people):
        return False
    if wanted.clause and not _cites(record, wanted.clause):
        return False
    if wanted.step and b'"step":' + _quoted(_key(wanted.step)) not in record.body:
        return False
    if wanted.wager and _quoted(_key(wanted.wager)) + b":" not in _short(record):
        return False
    if wanted.cents is not None and not _states(short_body(record.body), wanted.cents):
        return False
    if wanted.text:
        needle = wanted.text.casefold()
        significant = significant_of(record, wanted.viewer)
        return needle in _readable(record) or (
            significant is not None and needle in significant.text.casefold()
        )
    return True


def _concerns(record: Record, people: frozenset[str]) -> bool:
    return record.by in people or any(_quoted(person) in record.body for person in people)


def _cites(record: Record, clause: str) -> bool:
    """Whether an event rests on a clause, or on one of those below it; rules that it carries whole cite every
    clause of theirs."""
    start = re.compile(b'"' + re.escape(clause.encode()) + rb'[".-]')
    return start.search(record.body) is not None and start.search(_short(record)) is not None


def _short(record: Record) -> bytes:
    """The body without the rules that it carries."""
    return record.body if len(record.body) <= LONGEST else msgspec.json.encode(short_body(record.body))


def _key(words: str) -> str:
    """A name as the log has it: "No more bets" is no_more_bets."""
    return re.sub(r"[ -]+", "_", words.strip().casefold())


_NO_AMOUNTS = frozenset(("at", "version", "round", "seat", "seats", "count", "expected", "deck", "times"))
"""Fields of events whose numbers are no money."""


def _states(value: object, cents: int, name: str = "") -> bool:
    """Whether a body has this amount: in cents, or on a meter in ten-thousandths of a cent."""
    if isinstance(value, dict):
        return any(_states(each, cents, key) for key, each in value.items())
    if isinstance(value, list):
        return any(_states(each, cents, name) for each in value)
    if isinstance(value, bool) or not isinstance(value, int) or name in _NO_AMOUNTS:
        return False
    return abs(value) == cents or (bool(cents) and abs(value) == cents * UNIT)


def _quoted(name: str) -> bytes:
    return msgspec.json.encode(name)


def _readable(record: Record) -> str:
    """The text of a record that a search looks through."""
    about = f"{record.stream} {record.kind} {record.by} {record.role} "
    return about.casefold() + searchable_text(record.body)
