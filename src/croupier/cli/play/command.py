"""`croupier play`: play at a table in the terminal."""

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completion import complete_subject
from croupier.cli.counts import count_between
from croupier.cli.errors import fail
from croupier.cli.stdin import STDIN, file_text

if TYPE_CHECKING:
    from croupier.submission.house import TableRules


def play(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="RULES_OR_SUBMISSION",
            help="A rule set or a submission file; - for stdin.",
            autocompletion=complete_subject,
        ),
    ],
    advice: Annotated[
        bool, typer.Option("--advice", help="Show the exact value of each action before every decision.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="Shuffle from this seed, to repeat a session; random by default.")
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat; 1 is farthest to the dealer's left.")] = None,
    bankroll: Annotated[str, typer.Option(metavar="DOLLARS", help="Your bankroll.")] = "1000",
    others: Annotated[int, typer.Option(help="Number of simulated players.")] = 0,
    clauses: Annotated[
        bool, typer.Option("--clauses/--no-clauses", help="After each round, explain the clauses it cites.")
    ] = False,
    rounds: Annotated[
        int | None,
        typer.Option(parser=count_between(1), metavar="COUNT", help="Stop after this many rounds."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print each round as a line of JSON; the table goes to stderr.")
    ] = False,
) -> None:
    """Play at a table in the terminal: bet, decide, see each payout and its clause.

    A rule set is played with every optional wager on its first ordinary pay table, a submission as filed.
    Type help at the table. Input may come from a file or a pipe, one line per question.
    """
    from croupier.cli.play.entry import cents_of

    money = cents_of(bankroll)
    if not money:
        fail(f"--bankroll {bankroll!r}: write dollars, such as 1000 or 250.50")
    rules, practice = _rules(subject)
    if seat is None:
        seat = min(3, rules.positions)
    if not 1 <= seat <= rules.positions:
        fail(f"--seat {seat}: allowed: 1 to {rules.positions}")
    if not 0 <= others < rules.positions:
        fail(f"--others {others}: allowed: 0 to {rules.positions - 1}")

    from croupier.cli.play.session import Session
    from croupier.cli.play.table import PlayTable

    shuffler = random.SystemRandom() if seed is None else random.Random(seed)
    table = PlayTable(rules, shuffler)
    session = Session(table, seat, money, advises=advice, explains=clauses, as_json=as_json)
    session.sit_down(others, practice=practice)
    if seed is not None:
        session.screen.line(f"Shuffled from seed {seed}: the same cards every time.")
    session.run(rounds)


def _rules(subject: str) -> "tuple[TableRules, bool]":
    """The rules of the table, and whether its choices are ours because a bare rule set was named."""
    from croupier.errors import Refusal
    from croupier.rulebook.catalog import rule_set_names, rulebook
    from croupier.submission.check import NotToml
    from croupier.submission.table import table_rules_of

    if rulebook().has(subject):
        from croupier.submission.practice import practice_rules

        try:
            return practice_rules(subject), True
        except Refusal as refusal:
            fail(refusal.message)
    file = Path(subject)
    if subject != STDIN and not file.exists():
        fail(f"{subject!r} is neither a rule set ({', '.join(rule_set_names())}) nor a file")
    try:
        rules = table_rules_of(file_text(file))
        if subject == STDIN:
            sys.stdin = open("/dev/tty", encoding="utf-8")  # noqa: SIM115
        return rules, False
    except OSError:
        fail("-: the submission came from stdin, and there is no terminal to play at")
    except NotToml as error:
        fail(f"{file}: {error}")
    except Refusal as refusal:
        cited = f" [{', '.join(refusal.clauses)}]" if refusal.clauses else ""
        fail(f"{file}: {refusal.message}{cited}; `croupier check {file}` lists every violation", 1)
