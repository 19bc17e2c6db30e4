"""The records that a pruned database keeps from before its boundary, compared with the signed ends."""

from collections.abc import Iterator
from hashlib import sha256

from croupier.ledger.records import Record
from croupier.ledger.statements import EVENT
from croupier.ledger.verification.boundary import Boundary, head_of
from croupier.ledger.verification.chain import Chain
from croupier.ledger.verification.findings import Finding, printable
from croupier.ledger.verification.sources import EVENT_ROW, LEAST, PAGE, Item, Orphan, Reading

_START = (str, int, bytes)


def kept_items(reading: Reading, boundary: Boundary) -> Iterator[Item]:
    """Findings among the records up to the boundary, and among the states where pruned streams start.

    Kept streams are whole, and pruned ones begin at their starts: each must lead to its end as signed.
    """
    chains = {stream: Chain(head_of(ends)) for stream, ends in boundary.starts.items()}
    wrong: set[str] = set()
    after = LEAST
    while True:
        within = f"position > {after} AND position <= {boundary.position}"
        page = reading.page(
            f"SELECT {EVENT} FROM events WHERE {within} ORDER BY position LIMIT {PAGE}", EVENT_ROW
        )
        records = [Record(*row) for row in page if type(row) is tuple]
        full = len(page) == PAGE and bool(records)
        until = records[-1].position if full else boundary.position
        lines = reading.postings(f"position > {after} AND position <= {until}")
        yield from (Item(row) for row in page if isinstance(row, Finding))
        for record in records:
            chain = chains.setdefault(record.stream, Chain())
            if not chain.follow(record, lines.pop(record.position, [])) and record.stream not in wrong:
                wrong.add(record.stream)
                yield Item(_altered(record, boundary))
        yield from (Item(Orphan(at, line)) for at, orphans in lines.items() for line in orphans)
        yield from (Item(each) for each in reading.found)
        reading.found.clear()
        if not full:
            break
        after = until
    yield from _ends(chains, wrong, boundary)
    yield from _starts(reading, boundary)


def _altered(record: Record, boundary: Boundary) -> Finding:
    start = boundary.starts.get(record.stream)
    message = "not the record that was kept here"
    if start is not None and record.version <= start[0]:
        message = (
            "a pruned record, which is in the archives; allowed: run `croupier audit prune` to remove it"
        )
    return Finding("boundary_differs", message, printable(record.stream), record.version, record.position)


def _ends(chains: dict[str, Chain], wrong: set[str], boundary: Boundary) -> Iterator[Item]:
    for stream, head in boundary.all_heads().items():
        if stream not in wrong and chains.get(stream, Chain()).head != head:
            message = f"its kept records do not lead to version {head.version}, where the boundary is"
            yield Item(Finding("boundary_differs", message, printable(stream), head.version))


def _starts(reading: Reading, boundary: Boundary) -> Iterator[Item]:
    found: dict[str, tuple[int, str]] = {}
    for row in reading.rows("SELECT stream, version, body FROM starts ORDER BY stream", _START, many=True):
        if isinstance(row, Finding):
            yield Item(row)
        else:
            found[row[0]] = row[1], sha256(row[2]).hexdigest()
    wanted = {stream: (boundary.starts[stream][0], digest) for stream, digest in boundary.states.items()}
    for stream in sorted(found.keys() | wanted.keys()):
        if found.get(stream) != wanted.get(stream):
            message = "the state with which it starts is not the one that the house signed"
            yield Item(Finding("boundary_differs", message, printable(stream)))
