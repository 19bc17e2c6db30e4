"""`croupier petition`: the packet that a regulator asks for, from a submission."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.errors import fail, print_json
from croupier.cli.odds.options import Drop, Fresh, Json, PrintedDate, RoundsPerHour, SubmissionFile
from croupier.extras import need


def petition(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Output directory, made if it is missing.")
    ],
    date: PrintedDate = None,
    rounds_per_hour: RoundsPerHour = 40,
    drop: Drop = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Write the petition for a game: rules, examples, procedure, remedies, odds, layout and sign in one PDF.

    Its parts are files beside the PDF; items that only the operator can supply are marked. Exit code 1 if the
    submission has violations, 2 if it cannot be read or the packet cannot be written. Needs the packages of
    croupier[report].
    """
    from croupier.cli.odds.report import write_whole
    from croupier.cli.odds.subject import filed_subject
    from croupier.cli.progress_bar import Bar
    from croupier.odds.report.plots import MissingPackage
    from croupier.odds.report.sheet import Pace
    from croupier.petition.packet import build_packet

    need("report")
    if output.exists() and not output.is_dir():
        fail(f"-o {output}: not a directory")
    subject, checked = filed_subject(submission, "petition")
    assert checked.submission is not None
    pace = Pace(rounds_per_hour=rounds_per_hour, drop=drop)
    with Bar(f"solving {submission}", lines=True) as progress:
        packet = build_packet(checked.submission, subject, checked.findings, date, progress, fresh, pace)
    try:
        files = dict(packet.files())
    except MissingPackage as error:
        fail(f"petition: {error}")
    try:
        output.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(output / name, content)
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    if as_json:
        written = [{"file": str(output / name), "bytes": len(content)} for name, content in files.items()]
        print_json({"files": written, "gaps": [gap._asdict() for gap in packet.gaps]})
        return
    for name, content in files.items():
        typer.echo(f"{output / name}: {len(content):,} bytes")
    count = len(packet.gaps)
    typer.echo(f"{count} item{'s' if count != 1 else ''} for the operator to supply:")
    for gap in packet.gaps:
        typer.echo(f"  {gap.words}" + (f" [{gap.asked}]" if gap.asked else ""))
