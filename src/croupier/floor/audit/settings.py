"""Replay the house settings: each change starts from the values before it."""

from croupier.floor.audit.findings import UNREADABLE, Report
from croupier.floor.registry.settings import NEW_HOUSE, HouseSettings, decode_settings_event
from croupier.ledger.records import Record


class SettingsReplay:
    """The stream `settings`, from its first record."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.standing: HouseSettings | None = NEW_HOUSE
        """None after an unreadable record."""

    def feed(self, record: Record) -> None:
        """The next record of the stream."""
        try:
            event = decode_settings_event(record.body)
        except UNREADABLE as error:
            self._report("not_replayable", record, f"the event cannot be read: {error}")
            self.standing = None
            return
        kind = str(event.__struct_config__.tag)
        if (record.kind, record.by, record.role) != (kind, event.by, event.role):
            told = f"recorded as {record.kind} by {record.role} {record.by}"
            self._report("not_replayable", record, f"{told}, but it is {kind} by {event.role} {event.by}")
        if self.standing is not None and event.before != self.standing:
            text = f"it begins with {event.before}, and the settings were {self.standing}"
            self._report("not_replayable", record, text)
        self.standing = event.after
