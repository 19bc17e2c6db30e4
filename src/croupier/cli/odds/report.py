"""`croupier report`: the PAR sheet of a submission, as HTML, PDF or JSON."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail, print_json
from croupier.cli.odds.options import Drop, Fresh, Json, PrintedDate, RoundsPerHour, SubmissionFile
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.odds.report.sheet import Sheet

ENDINGS = (".html", ".pdf", ".json")


def report(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Output file: .html, .pdf or .json.")
    ],
    date: PrintedDate = None,
    rounds_per_hour: RoundsPerHour = 40,
    drop: Drop = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Write the PAR sheet of a submission: every bet priced exactly, with its clauses and plots.

    Exit code 1 if the submission has violations, 2 if it cannot be read or the sheet cannot be written. HTML
    and PDF need the packages of croupier[report]; JSON needs none of them.
    """
    from croupier.cli.odds.subject import filed_subject
    from croupier.cli.progress_bar import Bar
    from croupier.odds.report.build import build_sheet
    from croupier.odds.report.plots import MissingPackage
    from croupier.odds.report.sheet import Pace

    if output.suffix.lower() not in ENDINGS:
        fail(f"-o {output}: unknown file extension; allowed: {', '.join(ENDINGS)}")
    if not output.parent.is_dir():
        fail(f"{output}: No such file or directory")
    if output.suffix.lower() != ".json":
        need("report")
    subject, checked = filed_subject(submission, "report")
    assert checked.submission is not None
    pace = Pace(rounds_per_hour=rounds_per_hour, drop=drop)
    with Bar(f"solving {submission}", lines=True) as progress:
        sheet = build_sheet(checked.submission, subject, checked.findings, date, progress, fresh, pace)
    try:
        written = _rendered(sheet, output.suffix.lower())
    except MissingPackage as error:
        fail(f"report: {error}")
    try:
        write_whole(output, written)
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    if as_json:
        print_json(
            {"file": str(output), "title": sheet.title, "bets": len(sheet.bets), "bytes": len(written)}
        )
        return
    typer.echo(f"{output}: {sheet.title}, {len(sheet.bets)} bets, {len(written):,} bytes")


def _rendered(sheet: "Sheet", ending: str) -> bytes:
    from croupier.odds.report.html import as_html
    from croupier.odds.report.pdf import as_pdf
    from croupier.odds.report.sheet import as_json

    if ending == ".json":
        return as_json(sheet)
    return as_pdf(sheet) if ending == ".pdf" else as_html(sheet).encode()


def write_whole(file: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file atomically: completely, or not at all. A `private` one is for its owner alone."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        # With the permissions of any new file, not those of a temporary one.
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o600 if private else 0o666 & ~mask)
        Path(temporary).replace(file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
