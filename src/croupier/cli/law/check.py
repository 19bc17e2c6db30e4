"""`croupier check`: every violation of a submission, with its clause and what is allowed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completion import complete_submission
from croupier.cli.errors import fail
from croupier.cli.stdin import file_text

if TYPE_CHECKING:
    from croupier.submission.findings import Finding


def check(
    submission: Annotated[
        Path | None,
        typer.Argument(help="The submission, a TOML file; - for stdin.", autocompletion=complete_submission),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of a submission.")] = False,
) -> None:
    """Check a rules submission: list every violation at once.

    Exit code 0 if there is no violation (approvals and warnings are still listed), 1 if there is one, 2 if
    the file cannot be read or is not TOML.
    """
    import msgspec

    from croupier.odds.filed.findings import check_with_odds
    from croupier.submission.check import NotToml
    from croupier.submission.form import submission_schema

    if schema:
        typer.echo(msgspec.json.format(msgspec.json.encode(submission_schema()), indent=2).decode())
        return
    if submission is None:
        fail("check: give a submission file, or --schema")
    try:
        verdict = check_with_odds(file_text(submission))
    except NotToml as error:
        fail(f"{submission}: {error}")
    if as_json:
        answer = {"ok": verdict.ok, "findings": verdict.findings}
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        for finding in verdict.findings:
            typer.echo(_in_words(submission, finding))
        count = sum(finding.severity == "violation" for finding in verdict.findings)
        rest = len(verdict.findings) - count
        also = f" ({rest} further finding{'s' if rest != 1 else ''})" if rest else ""
        verdict_words = "no violation" if verdict.ok else f"{count} violation{'s' if count != 1 else ''}"
        typer.echo(f"{submission}: {verdict_words}{also}")
    raise typer.Exit(0 if verdict.ok else 1)


def _in_words(file: Path, finding: "Finding") -> str:
    place = f"{file}:{finding.line}" if finding.line is not None else str(file)
    cited = ", ".join((*finding.clauses, *(f"reading {reading}" for reading in finding.readings)))
    under = f" [{cited}]" if cited else ""
    return (
        f"{place}: {finding.severity}: {finding.key}: asked {finding.asked}; allowed: {finding.allowed}"
        f"{under} ({finding.code})"
    )
