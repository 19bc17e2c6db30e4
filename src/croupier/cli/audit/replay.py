"""`croupier audit replay`: print a table or one round from the log, or step through it."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption, check_text, open_to_read

if TYPE_CHECKING:
    from croupier.floor.evidence.steps import LoggedStep
    from croupier.ledger.store import Ledger
    from croupier.table.state import State


_CLEAR = "\x1b[2J\x1b[H"


def replay(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    round_: Annotated[
        int | None, typer.Argument(metavar="[ROUND]", help="One round; without it, the whole table.", min=1)
    ] = None,
    db: DbOption = None,
    step: Annotated[bool, typer.Option("--step", help="Step through the events: n or Enter, p, q.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the events as recorded.")] = False,
) -> None:
    """Print the events of a table, or of one round, in words with their clauses."""
    from croupier.errors import Refusal
    from croupier.floor.evidence.steps import logged_steps

    check_text(table)
    ledger = open_to_read(db)
    try:
        steps = list(logged_steps(ledger, table, round_))
        meters = Meters(ledger, table) if step else None
    except Refusal as refusal:
        fail(refusal.message, code=1)
    finally:
        ledger.close()
    if not steps:
        what = f"table {table!r}" if round_ is None else f"round {round_} of table {table!r}"
        fail(f"no {what} in the log", code=1)
    if as_json:
        for each in steps:
            typer.echo(each.record.body)
    elif step:
        assert meters is not None
        if sys.stdin.isatty() and sys.stdout.isatty():
            _browse(steps, meters)
        else:
            for number in range(len(steps)):
                typer.echo(_screen(steps, number, meters))
    else:
        for line in _story(steps):
            typer.echo(line)


def _story(steps: "list[LoggedStep]") -> Iterator[str]:
    from datetime import UTC, datetime

    from croupier.table.transcript import line

    day = None
    for each in steps:
        today = datetime.fromtimestamp(each.event.at // 1000, UTC).date()
        if today != day:
            yield f"{today.isoformat()} UTC"
            day = today
        yield line(each.before, each.event)


# ----------------------------------------------------------------------------------------- step by step


class Meters:
    """The meters of a table's link after each commit."""

    def __init__(self, ledger: "Ledger", table: str) -> None:
        from croupier.floor.host.link_events import decode_link_event
        from croupier.jackpot.link import evolve

        self._history: list[tuple[int, dict[str, int]]] = []
        link = None
        for record in ledger.read(f"link:{self._link(ledger, table)}"):
            link = evolve(link, decode_link_event(record.body))
            self._history.append((record.at, link.amounts))

    @staticmethod
    def _link(ledger: "Ledger", table: str) -> str:
        """The table's link, found by the accounts of its postings."""
        for record in ledger.read(f"table:{table}"):
            if record.kind.startswith("bets_closed"):
                for line in ledger.postings(record):
                    if line.account.startswith("meter:"):
                        return line.account.removeprefix("meter:").rpartition(":")[0]
        return ""

    def at(self, moment: int) -> dict[str, int]:
        """The meters at a moment, in ten-thousandths of a cent."""
        from bisect import bisect_right

        place = bisect_right(self._history, moment, key=lambda each: each[0])
        return self._history[place - 1][1] if place else {}


def _browse(steps: "list[LoggedStep]", meters: Meters) -> None:
    """Step forward and back by keyboard."""
    number = 0
    with _keys() as key:
        while True:
            typer.echo(_CLEAR + _screen(steps, number, meters))
            typer.echo("\nn or Enter: next   p: back   q: quit ", nl=False)
            match key():
                case "q" | "Q" | "\x03" | "\x04" | "":
                    typer.echo("")
                    return
                case "p" | "P" | "\x1b[D" | "\x1b[A" | "\x7f":
                    number = max(0, number - 1)
                case "n" | "N" | "\r" | "\n" | " " | "\x1b[C" | "\x1b[B":
                    number = min(len(steps) - 1, number + 1)


@contextmanager
def _keys() -> Iterator[Callable[[], str]]:
    """Read key presses; the terminal mode is set once, so that no key press is lost."""
    try:
        import select
        import termios
        import tty
    except ImportError:  # Windows
        yield typer.getchar
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)

    def key() -> str:
        try:
            pressed = os.read(terminal, 1)
            # An arrow key sends three characters at once.
            if pressed == b"\x1b" and select.select([terminal], [], [], 0.05)[0]:
                pressed += os.read(terminal, 2)
            return pressed.decode(errors="replace")
        except KeyboardInterrupt:
            return ""

    try:
        tty.setcbreak(terminal)
        yield key
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _screen(steps: "list[LoggedStep]", number: int, meters: Meters) -> str:
    """One event and the table after it."""
    from croupier.table.transcript import line

    each = steps[number]
    lines = [
        f"event {number + 1} of {len(steps)}, version {each.record.version}",
        line(each.before, each.event),
        *(f"  {text}" for text in _summary(each.after, meters.at(each.record.at))),
    ]
    return "\n".join(lines)


def _summary(state: "State", meters: dict[str, int]) -> Iterator[str]:
    """The table in a few lines: seats, board, dealer, meters."""
    from croupier.jackpot.meters import UNIT
    from croupier.money import dollars
    from croupier.table.words.wagers import decision_words, wager_words

    yield f"{state.program}, round {state.round}"
    for seat, player in {**state.players, **{s: hand.player for s, hand in state.hands.items()}}.items():
        hand = state.hands.get(seat)
        if hand is None:
            yield f"seat {seat} {player}: no wager"
            continue
        wagers = ", ".join(map(wager_words, hand.wagers, hand.wagers.values()))
        decided = f"; {decision_words(hand.action, hand.amount, hand.times)}" if hand.action else ""
        cards = hand.cards or (f"{hand.dealt} cards" if hand.dealt else "no cards")
        results = state.results.get(seat, {})
        net = sum(result.net for result in results.values())
        known = results and state.amounts
        net_words = f"; so far {'-' if net < 0 else '+'}{dollars(abs(net))}" if known else ""
        yield f"seat {seat} {player}: {cards}; {wagers}{decided}{net_words}"
    if state.board:
        yield f"board: {state.board}"
    if state.dealer or state.dealer_dealt:
        yield f"dealer: {state.dealer or f'{state.dealer_dealt} cards'}"
    if meters:
        words = ", ".join(f"{name} {dollars(units // UNIT)}" for name, units in meters.items())
        yield f"meters: {words}"
