"""Print a settled round as a table for people."""

from rich.console import Group, RenderableType
from rich.text import Text

from croupier.cli.terminal import table
from croupier.errors import Refusal
from croupier.money import dollars
from croupier.names import spoken
from croupier.settlement.json_lines import read_line
from croupier.settlement.round import Result
from croupier.settlement.settle import settle

NARROW = 120
"""Below this width the clauses are printed under the table."""


def settlement_in_words(line: bytes | str, width: int) -> tuple[RenderableType, bool]:
    """One settled line as a table of this width, and whether it was settled."""
    try:
        game_round, as_played = read_line(line)
        settled = settle(game_round, as_played=as_played)
    except Refusal as refusal:
        cited = f" [{', '.join(refusal.clauses)}]" if refusal.clauses else ""
        return Text(f"refused: {refusal.message}{cited} ({refusal.code})", style="red"), False
    rows = []
    for seat in settled.seats:
        for number, (wager, result) in enumerate(seat.results.items()):
            first = number == 0
            rows.append(
                (
                    str(seat.seat) if first else "",
                    spoken(wager),
                    result.outcome,
                    *_figures(result, game_round.amounts),
                    _why(result),
                )
            )
        if game_round.amounts:
            rows.append((f"{seat.seat}", "seat in all", "", "", "", "", _signed(seat.net), ""))
    columns = ("seat", "wager", "outcome", "stake", "paid", "returned", "net", "hand, and the clauses")
    title = f"{game_round.rules}: dealer {game_round.dealer or '-'}"
    if game_round.board:
        title += f", board {game_round.board}"
    numbers = ("stake", "paid", "returned", "net")
    if width >= NARROW:
        parts: list[RenderableType] = [table(title, columns, rows, numbers)]
    else:
        parts = [table(title, columns[:-1], [row[:-1] for row in rows], numbers)]
        reasons = [f"{row[0] or ' '} {row[1]}: {row[-1]}" for row in rows if row[-1]]
        parts.append(Text("\n".join(reasons)))
    notes = [f"{name} {dollars(amount)}" for name, amount in settled.meters.items()]
    if notes:
        parts.append(Text("meters: " + ", ".join(notes)))
    parts += [
        Text(f"breach: {each.message} [{', '.join(each.clauses)}] ({each.code})", style="red")
        for each in settled.breaches or ()
    ]
    if settled.readings:
        parts.append(Text("rests on readings " + ", ".join(settled.readings)))
    parts.append(Text(f"rules {settled.digest[:19]}\n"))
    return Group(*parts), True


def _signed(cents: int) -> str:
    return ("+" if cents > 0 else "-" if cents < 0 else "") + dollars(abs(cents))


def _figures(result: Result, amounts: bool) -> tuple[str, str, str, str]:
    """Stake, paid, returned and net; without amounts, the odds of a win and fixed amounts."""
    if not amounts and not result.stake:
        return "", result.pays or (dollars(result.paid) if result.paid else ""), "", ""
    return dollars(result.stake), dollars(result.paid), dollars(result.returned), _signed(result.net)


def _why(result: Result) -> str:
    return f"{result.hand}; {', '.join(result.clauses)}" if result.hand else ", ".join(result.clauses)
