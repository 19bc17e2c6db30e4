"""Records, significant events and findings as sheets, for a spreadsheet: people by their ids."""

from collections.abc import Iterable

import msgspec

from croupier.floor.reports.sheets.sheet import Column, Sheet
from croupier.floor.reports.significant_events import Significant
from croupier.server.api.audit.messages import FoundRecord, LogFinding


def log_sheet(records: Iterable[FoundRecord], zone: str) -> Sheet:
    """Records of the log, each with its body as JSON."""
    return Sheet(
        name="log",
        title="Records of the log",
        period="",
        zone=zone,
        columns=(
            Column("Position"),
            Column("Time", "time"),
            Column("Stream"),
            Column("Version"),
            Column("What"),
            Column("By", "person"),
            Column("Role"),
            Column("In words"),
            Column("Clauses"),
            Column("Hash"),
            Column("Body"),
        ),
        rows=tuple(
            (
                each.position,
                each.at,
                each.stream,
                each.version,
                each.kind,
                each.by,
                each.role,
                each.words,
                " ".join(each.clauses),
                each.hash,
                msgspec.json.encode(each.body).decode(),
            )
            for each in records
        ),
    )


def significant_sheet(found: Iterable[Significant], zone: str) -> Sheet:
    """Significant events."""
    return Sheet(
        name="significant",
        title="Significant events",
        period="",
        zone=zone,
        columns=(
            Column("Position"),
            Column("Time", "time"),
            Column("Kind"),
            Column("Table"),
            Column("What"),
            Column("By", "person"),
            Column("Role"),
            Column("Clauses"),
        ),
        rows=tuple(
            (
                each.position,
                each.at,
                each.what,
                each.table,
                each.text,
                each.by,
                each.role,
                " ".join(each.clauses),
            )
            for each in found
        ),
    )


def findings_sheet(found: Iterable[LogFinding], zone: str) -> Sheet:
    """Findings of a verification, each with its place in the log."""
    return Sheet(
        name="findings",
        title="Findings",
        period="",
        zone=zone,
        columns=(
            Column("Finding"),
            Column("Message"),
            Column("Stream"),
            Column("Version"),
            Column("Position"),
        ),
        rows=tuple((each.code, each.message, each.stream, each.version, each.position) for each in found),
    )
