"""The recorded rounds that a command looks at: a file of `settle` lines."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.odds.watch.record import RecordedRound
    from croupier.settlement.round import Settlement

RoundsOption = Annotated[
    Path | None,
    typer.Option(
        "--rounds", metavar="FILE.jsonl", help="Rounds as `settle` takes them, with `player` on the seats."
    ),
]
PlayerOption = Annotated[
    list[str] | None, typer.Option("--player", metavar="P", help="Only this player; give it several times.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def rounds_of_file(file: Path) -> "list[tuple[RecordedRound, Settlement]]":
    """The rounds of a file, settled; a line that cannot be settled ends the command with its number."""
    from croupier.errors import Refusal
    from croupier.odds.watch.record import round_of_line
    from croupier.settlement.json_lines import read_round
    from croupier.settlement.settle import settle
    from croupier.submission.choices import house_rules

    found = []
    try:
        lines = file.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines()
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        try:
            record = read_round(line)
            found.append((record, settle(record, as_played=True), house_rules(record.rules, record.choices)))
        except Refusal as refusal:
            fail(f"{file}, line {number}: {refusal.message}")
    # One hand without cards shows a table where hands may go unseen to the rack.
    unseen = any(not seat.cards for record, _, _ in found for seat in record.seats)
    return [
        (round_of_line(record, house, all_recorded=not unseen and record.amounts), settled)
        for record, settled, house in found
    ]
