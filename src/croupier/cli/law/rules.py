"""`croupier rules`: list, compare and explain the rule sets."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completion import complete_rules
from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.rulebook.coverage import Coverage
    from croupier.rulebook.model import RuleSet

app: typer.Typer = typer.Typer(no_args_is_help=True, help="The rule sets, and your own: verify, new.")

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Name = Annotated[
    str, typer.Argument(help="A rule set, such as ma/high-card-flush.", autocompletion=complete_rules)
]


def _rules(name: str) -> "RuleSet":
    from croupier.errors import Refusal
    from croupier.submission.rule_lookup import rules_named

    try:
        return rules_named(name)
    except Refusal as refusal:
        fail(refusal.message)


def _print_json(answer: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    from croupier.cli.terminal import console, table

    console().print(table(title, columns, rows))


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the rule sets with their digests, and the problems of unusable ones."""
    from croupier.rulebook.catalog import rule_set_names

    found = [_listed(name) for name in rule_set_names()]
    if as_json:
        _print_json(found)
        return
    rows = [
        (
            each["rules"],
            each["problem"] or each["title"],
            each["edition"],
            each["effective"],
            each["checked"],
            each["clauses"],
            each["digest"][:19],
        )
        for each in ({key: str(value) for key, value in row.items()} for row in found)
    ]
    columns = ("rules", "title", "edition", "effective", "checked", "clauses", "digest")
    _table("Rule sets", columns, rows)


def _listed(name: str) -> dict[str, str | int]:
    from croupier.games import problem_of
    from croupier.rulebook.catalog import clauses_of, rule_set
    from croupier.rulebook.problems import RulebookError

    try:
        rules = rule_set(name)
    except RulebookError as error:
        unknown: dict[str, str | int] = dict.fromkeys(
            ("title", "edition", "effective", "checked", "digest"), ""
        )
        return {"rules": name, **unknown, "clauses": 0, "problem": str(error)}
    at = rules.rules
    return {
        "rules": name,
        "title": at.title,
        "edition": at.edition,
        "effective": "" if at.effective is None else at.effective.isoformat(),
        "checked": at.checked.isoformat(),
        "clauses": len(clauses_of(at.register)),
        "digest": rules.digest,
        "problem": problem_of(name),
    }


@app.command()
def show(
    rules: Annotated[
        list[str] | None,
        typer.Argument(
            help="A rule set; with --html any number, or none for all.", autocompletion=complete_rules
        ),
    ] = None,
    as_json: Json = False,
    html: Annotated[bool, typer.Option("--html", help="Every clause, as one HTML file.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write the HTML.")
    ] = None,
) -> None:
    """Show a rule set: facts, wagers, pay tables, options, policies, readings, with clauses.

    With --html, the documents clause by clause in our words: status, reading, figures, code and tests, and a
    worked round; two documents also side by side.
    """
    import msgspec

    from croupier.rulebook.compare import cells

    names = rules or []
    if html:
        _write_html(names, output)
        return
    if output is not None:
        fail("--output: allowed with --html")
    if len(names) != 1:
        fail(f"{len(names)} rule sets; allowed: one, or any number with --html")
    found = _rules(names[0])
    if as_json:
        _print_json(msgspec.to_builtins(found))
        return
    at = found.rules
    typer.echo(f"{at.title} ({at.document}), checked {at.checked}, {found.digest}")
    groups: dict[str, list[tuple[str, ...]]] = {}
    for key, cell in cells(found):
        group, _, rest = key.partition(".")
        groups.setdefault(group, []).append((rest, cell.value, " ".join(cell.clauses)))
    for group, rows in groups.items():
        _table(group, ("datum", "value", "clauses"), rows)
    readings = [
        (name, reading.problem, reading.taken, reading.alternative, " ".join(reading.clauses))
        for name, reading in found.readings.items()
    ]
    _table("readings", ("reading", "problem", "taken", "alternative", "clauses"), readings)


def _write_html(names: list[str], output: Path | None) -> None:
    from croupier.law.documents import document, readable
    from croupier.law.html import law_page

    for name in names:
        _rules(name)
    page = law_page([document(name) for name in names or readable()])
    if output is None:
        typer.echo(page, nl=False)
        return
    try:
        output.write_text(page, encoding="utf-8")
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    typer.echo(str(output))


@app.command()
def diff(
    left: Name,
    right: Name,
    everything: Annotated[bool, typer.Option("--all", help="Print equal cells too.")] = False,
    as_json: Json = False,
) -> None:
    """Compare two rule sets cell by cell, with clauses."""
    from croupier.rulebook.compare import difference

    ours, theirs = _rules(left), _rules(right)
    found = difference(ours, theirs, everything)
    if as_json:
        _print_json({"left": left, "right": right, "differences": found})
        return
    rows = [
        (
            each.key,
            each.left.value if each.left else "(not stated)",
            each.right.value if each.right else "(not stated)",
            " ".join(
                (each.left.clauses[:1] if each.left else ()) + (each.right.clauses[:1] if each.right else ())
            ),
        )
        for each in found
    ]
    _table(f"{left} and {right}: {len(found)} cells", ("cell", left, right, "clauses"), rows)


@app.command()
def clauses(rules: Name, as_json: Json = False) -> None:
    """List every clause of a document: id, kind, summary in our words, statuses; as JSON also its readings,
    figures, code, tests and worked round."""
    from croupier.law.documents import document
    from croupier.rulebook.catalog import clauses_of
    from croupier.rulebook.coverage import coverage

    found = _rules(rules)
    covered = coverage()
    register = clauses_of(found.rules.register)
    if as_json:
        _print_json(document(rules).clauses)
        return
    rows = [
        (name, clause.section, clause.kind, clause.summary, _statuses(covered[name]))
        for name, clause in register.items()
    ]
    _table(found.rules.title, ("clause", "section", "kind", "says", "statuses"), rows)


def _statuses(entry: "Coverage") -> str:
    """The statuses of a clause in a cell, with what is missing."""
    claimed = [f"({status}: no test)" for status in entry.untested]
    return ", ".join((*entry.statuses, *claimed)) + (" (in part)" if entry.part else "") or "none"


@app.command()
def coverage(
    rules: Annotated[
        str | None, typer.Argument(help="Only this rule set.", autocompletion=complete_rules)
    ] = None,
    status: Annotated[str | None, typer.Option(help="Only clauses of this status.")] = None,
    each: Annotated[bool, typer.Option("--each", help="Print every clause, not only the counts.")] = False,
    as_json: Json = False,
) -> None:
    """Count the clauses that are refused, computed, recorded, shown or physical, each by its tests.

    A clause may have several statuses; each counts only with a test of its kind.
    """
    from croupier.rulebook.catalog import clauses_of
    from croupier.rulebook.coverage import STATUSES, counts, coverage

    if status is not None and status not in (*STATUSES, "none"):
        fail(f"no status {status!r}; allowed: {', '.join((*STATUSES, 'none'))}")
    covered = coverage()
    if rules is not None:
        wanted = clauses_of(_rules(rules).rules.register)
        covered = {name: entry for name, entry in covered.items() if name in wanted}
    if status is not None:
        covered = {name: entry for name, entry in covered.items() if status in (entry.statuses or ("none",))}
    if as_json:
        _print_json({"counts": counts(covered), "clauses": covered})
        return
    if each or status is not None:
        rows = [
            (
                name,
                entry.kind,
                _statuses(entry),
                " ".join((*entry.by, entry.reason, entry.part)).strip(),
                str(len({test for tests in entry.tests.values() for test in tests})),
            )
            for name, entry in covered.items()
        ]
        _table("Clauses", ("clause", "kind", "statuses", "where, and why not", "tests"), rows)
    total = counts(covered)
    lines = [(kind, *(str(number) for number in row.values())) for kind, row in total.items()]
    _table("Coverage by kind", ("kind", *total["all"]), lines)


@app.command()
def verify(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A directory of rule sets of your own.")],
    as_json: Json = False,
) -> None:
    """Verify a directory of rule sets: every problem at once, a line each, with file, line, key and what is
    allowed. Exit code 0 if there is none, 1 if there is one."""
    from croupier.games.verification import verify as problems_of

    found = problems_of(directory)
    if as_json:
        _print_json({"ok": not found, "problems": [each._asdict() for each in found]})
    else:
        for problem in found:
            typer.echo(str(problem))
        words = "no problem" if not found else f"{len(found)} problem{'s' if len(found) != 1 else ''}"
        typer.echo(f"{directory}: {words}")
    raise typer.Exit(1 if found else 0)


@app.command()
def new(
    jurisdiction: Annotated[str, typer.Argument(help="A short name, such as zz: the folder.")],
    game: Annotated[str, typer.Argument(help="A game, such as high-card-flush; a wrong name lists them.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Where to write it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write an annotated template of a rule set, with its clause register, coverage and practice choices.

    `croupier rules verify DIR` then names what is still missing, line by line.
    """
    from croupier.games.template import TemplateError, write_template

    try:
        written = write_template(jurisdiction, game, output)
    except TemplateError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    if as_json:
        _print_json({"files": [str(file) for file in written]})
        return
    for file in written:
        typer.echo(str(file))
    typer.echo(f"Next: croupier rules verify {output}")
