"""Replay the prints of slips: each copy is numbered after the one before it."""

from croupier.floor.audit.findings import UNREADABLE, Report
from croupier.floor.desks.prints import decode_print, stream_of
from croupier.ledger.records import Record


class PrintsReplay:
    """The streams `prints:<table>`."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.copies: dict[tuple[str, str], int] = {}

    def feed(self, record: Record) -> None:
        """The next record."""
        try:
            event = decode_print(record.body)
        except UNREADABLE as error:
            self._report("not_replayable", record, f"the event cannot be read: {error}")
            return
        if record.stream != stream_of(event.table):
            self._report("not_replayable", record, f"a slip of table {event.table!r} in another's stream")
        key = (event.table, event.slip)
        copy = self.copies.get(key, 0) + 1
        if event.copy != copy:
            text = f"copy {event.copy} of {event.slip}; by the log it is copy {copy}"
            self._report("not_replayable", record, text)
        self.copies[key] = copy
