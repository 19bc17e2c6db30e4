"""`croupier settle`: one round per line in, one settled round per line out."""

import codecs
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from croupier.cli.completion import complete_subject
from croupier.cli.errors import fail, print_json
from croupier.cli.stdin import STDIN, spooled


def settle(
    file: Annotated[
        Path | None, typer.Argument(help="A file with one round per line as JSON; - or nothing for stdin.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 if any line was refused.")] = False,
    pretty: Annotated[bool, typer.Option("--pretty", help="Indent the JSON.")] = False,
    words: Annotated[bool, typer.Option("--words", help="Print tables for people instead of JSON.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON (the default).")] = False,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE.parquet", help="Settle columns instead: one row is one seat; - for stdin."
        ),
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--to", metavar="FILE.parquet", help="Where the settled columns go.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="RULES|SUBMISSION.toml",
            help="With --from: the rules of the house; - for stdin.",
            autocompletion=complete_subject,
        ),
    ] = None,
) -> None:
    """Settle rounds, one per line; a refused line gives an error line.

    A line that cannot be settled returns {"error": {"code", "message", "clauses"}}, and the next line is
    still settled. Blank lines are skipped.

    With --from, --to and --by a Parquet file is settled in columns: the input rows, with outcome, paid
    and returned of each wager, net and error added.
    """
    if source is not None or target is not None or by is not None:
        refused = _settle_columns(source, target, by, as_json)
        raise typer.Exit(1 if strict and refused else 0)
    if file is None or str(file) == "-":
        refused = _settle_all(sys.stdin.buffer, pretty, words)
    else:
        try:
            lines = file.open("rb")
        except OSError as error:
            fail(f"{file}: {error.strerror}")
        with lines:
            refused = _settle_all(lines, pretty, words)
    if refused:
        typer.echo(f"croupier: {refused} line{'s' if refused > 1 else ''} refused", err=True)
    raise typer.Exit(1 if strict and refused else 0)


def _rounds(lines: BinaryIO) -> Iterator[bytes]:
    """The non-blank lines, without a byte order mark."""
    for number, line in enumerate(lines):
        stated = line.removeprefix(codecs.BOM_UTF8) if number == 0 else line
        if stated and not stated.isspace():
            yield stated


def _settle_all(lines: BinaryIO, pretty: bool, words: bool) -> int:
    """Print every line settled; return how many were refused."""
    import msgspec

    from croupier.settlement.json_lines import settle_line

    refused = 0
    if words:
        from croupier.cli.law.settled_round import settlement_in_words
        from croupier.cli.terminal import console

        screen = console()
        for line in _rounds(lines):
            shown, settled = settlement_in_words(line, screen.width)
            refused += not settled
            screen.print(shown)
        return refused
    out = sys.stdout.buffer
    for line in _rounds(lines):
        answer, settled = settle_line(line)
        refused += not settled
        out.write(msgspec.json.format(answer, indent=2) if pretty else answer)
        out.write(b"\n")
    out.flush()
    return refused


def _settle_columns(source: Path | None, target: Path | None, by: str | None, as_json: bool) -> int:
    """Settle a Parquet file into another; return how many rows were refused."""
    from croupier.extras import need

    if source is None or target is None or by is None:
        fail("settle: --from, --to and --by go together")
    if str(source) == by == STDIN:
        fail("settle: --from and --by cannot both be stdin")
    need("columns")
    import pyarrow as pa
    import pyarrow.parquet as pq

    from croupier.api.columns import settle_many
    from croupier.cli.odds.report import write_whole
    from croupier.rulebook.catalog import rulebook

    try:
        file = spooled(source)
        if not file.is_file():
            fail(f"{source}: no such file")
        table = pq.read_table(file)
    except (OSError, pa.ArrowException) as error:
        fail(f"{source}: {str(error).splitlines()[0]}")
    house = by if rulebook().has(by) or (by != STDIN and not Path(by).exists()) else spooled(Path(by))
    settled = settle_many(table, house)
    for name in settled.column_names:
        table = table.append_column(name, settled.column(name))
    out = pa.BufferOutputStream()
    pq.write_table(table, out)
    try:
        write_whole(target, out.getvalue().to_pybytes())
    except OSError as error:
        fail(f"{target}: {error.strerror}")
    refused = len(settled) - settled.column("error").null_count
    if as_json:
        print_json({"file": str(target), "seats": len(settled), "refused": int(refused)})
    else:
        typer.echo(f"{target}: {len(settled):,} seats settled, {refused:,} refused")
    return int(refused)
