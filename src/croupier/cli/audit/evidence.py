"""`croupier audit evidence`: the evidence pack of one round as a PDF."""

import time
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.errors import Json, fail, print_json
from croupier.cli.house.data import DbOption, KeysOption, check_text, open_to_read, refuse


def evidence(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    round_: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE.pdf", help="Output file.")],
    db: DbOption = None,
    keys: KeysOption = None,
    as_json: Json = False,
) -> None:
    """Write the evidence of one round as a PDF: settlement, replay in pictures, clauses, signatures.

    The whole log is verified on the way. Exit code 1 if there are findings; the pack is written and says so.
    Needs the packages of croupier[report].
    """
    from croupier.cli.odds.report import write_whole
    from croupier.errors import Refusal
    from croupier.floor.evidence.evidence import gather
    from croupier.odds.report.plots import MissingPackage

    check_text(table)
    ledger = open_to_read(db, keys)
    try:
        pack = gather(ledger, table, round_, int(time.time() * 1000))
        content = pack.pdf()
    except Refusal as refusal:
        refuse(refusal)
    except MissingPackage as error:
        fail(f"evidence: {error}")
    finally:
        ledger.close()
    try:
        write_whole(output, content, private=True)
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    count, is_whole = len(pack.verdict.findings), pack.verdict.whole
    if as_json:
        print_json({"file": str(output), "bytes": len(content), "whole": is_whole, "findings": count})
    else:
        said = "the log is whole" if is_whole else f"the log has {count:,} findings"
        typer.echo(f"{output}: {len(content):,} bytes; {said}")
    raise typer.Exit(0 if is_whole else 1)
