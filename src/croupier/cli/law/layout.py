"""`croupier layout`: the felt of a submission to scale, with every required area and inscription."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completion import complete_submission
from croupier.cli.errors import fail
from croupier.cli.stdin import file_text

if TYPE_CHECKING:
    from croupier.layout.model import Layout

ENDINGS = (".svg", ".json")


def layout(
    submission: Annotated[
        Path,
        typer.Argument(
            metavar="SUBMISSION.toml",
            help="The submission, a TOML file; - for stdin.",
            autocompletion=complete_submission,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Output file, .svg or .json; stdout by default."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print areas, inscriptions and the filing record as JSON.")
    ] = False,
) -> None:
    """Draw the layout of a submission to scale; one unit of the SVG is one millimeter.

    It has a betting area for every wager at every seat, the dealer's areas, and the odds, names and rules
    that the document requires on it. Exit code 1 if the submission has violations or the layout lacks
    something that a clause requires, 2 if the file cannot be read or written.
    """
    import msgspec

    from croupier.cli.odds.report import write_whole
    from croupier.layout.svg import svg

    if output is not None and output.suffix.lower() not in ENDINGS:
        fail(f"-o {output}: unknown file extension; allowed: {', '.join(ENDINGS)}")
    drawn = _drawn(submission)
    data = msgspec.json.format(msgspec.json.encode(drawn), indent=2) + b"\n"
    if output is not None:
        written = data if output.suffix.lower() == ".json" else svg(drawn).encode()
        try:
            write_whole(output, written)
        except OSError as error:
            fail(f"{output}: {error.strerror}")
    if as_json:
        typer.echo(data.decode(), nl=False)
    elif output is None:
        typer.echo(svg(drawn), nl=False)
    else:
        typer.echo(f"{output}: {_summary(drawn)}, {len(written):,} bytes")
        for line in _filing(drawn):
            typer.echo(line)


def _drawn(submission: Path) -> "Layout":
    """The layout of a submission; fail if it has violations or lacks a required item."""
    from croupier.layout.build import layout as build
    from croupier.layout.build import violations
    from croupier.submission.check import NotToml, check_text

    try:
        verdict = check_text(file_text(submission))
    except NotToml as error:
        fail(f"{submission}: {error}")
    count = len(violations(verdict))
    if count or verdict.submission is None:
        words = f"{count} violation{'s' if count != 1 else ''}"
        fail(f"{submission}: {words}; `croupier check {submission}` lists them", 1)
    drawn = build(verdict.submission)
    for lack in drawn.lacks:
        fail(f"{submission}: {lack.key}: {lack.words} [{', '.join(lack.clauses)}]", 1)
    return drawn


def _summary(drawn: "Layout") -> str:
    seats = "1 seat" if drawn.positions == 1 else f"{drawn.positions} seats"
    tables = "1 pay table" if len(drawn.tables) == 1 else f"{len(drawn.tables)} pay tables"
    odds = tables if drawn.odds == "layout" else "odds on a sign"
    return f"{drawn.title}, {seats}, {drawn.width:,.0f} by {drawn.depth:,.0f} {drawn.unit}, {odds}"


def _filing(drawn: "Layout") -> list[str]:
    """The filings that the layout needs before use."""
    record = drawn.filing
    if record is None:
        return []
    what = " and ".join(record.items)
    said = f"filed: {record.filed}" if record.filed else "the submission does not say that it was"
    return [f"to {record.regulator}, before use: {what} [{', '.join(record.clauses)}]; {said}"]
