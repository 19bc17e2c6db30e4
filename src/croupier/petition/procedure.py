"""The dealing procedure, from the steps and instructions of the rule data for the submitted equipment."""

from collections.abc import Iterator, Sequence

from croupier.games.steps import RoundStep
from croupier.games.words import capital
from croupier.odds.report.blocks import Block, Table, cited, heading, text
from croupier.rulebook.model import Step
from croupier.submission.house import TableRules
from croupier.table.offers.manual_work import by_hand_at
from croupier.table.programs import (
    alternate_program,
    idle_program,
    opening_program,
    round_program,
    shuffle_program,
)

_MOMENTS = {"bets": "bets", "stub": "stub", "offer": "decisions", "settle": "payouts"}
"""By kind of step, the moment at which instructions stand before it."""

_Row = tuple[str, str, str, str]


def procedure_blocks(table: TableRules) -> Iterator[Block | Table]:
    """How the game is dealt, from the opening of the table to the end of the round."""
    yield text(
        "Numbered steps are performed in this order, for the equipment of the submission; rows without a"
        " number are standing instructions of that moment. Words in quotation marks are announced."
    )
    known: set[int] = set()
    for title, moment, steps in _programs(table):
        if steps:
            yield heading(title)
            yield _table(table, moment, steps)
            known |= {id(step.rule) for step in steps}
    later = [(name, step) for name, step in _steps(table) if id(step) not in known]
    if later:
        yield heading("When the need arises")
        yield _printed([_row("", step) for _, step in later])


def _programs(table: TableRules) -> Iterator[tuple[str, str, Sequence[RoundStep]]]:
    yield "Opening the table", "opening", opening_program(table)
    shuffled = shuffle_program(table, fresh=False, electronic=False)
    yield "Shuffle and cut", "shuffle", shuffled
    if table.equipment.decks > 1:
        yield "Changing between two decks", "", alternate_program(table, shuffled=True)
    # The end of the round performs nothing that the step before it does not say.
    yield "The round", "round", [step for step in round_program(table) if step.kind != "end"]
    if table.house.rules.step("idle_spread") is not None:
        yield "A table without players", "", idle_program(table)


def _table(table: TableRules, moment: str, steps: Sequence[RoundStep]) -> Table:
    rows = list(_instructions(table, moment)) if moment != "round" else []
    said: set[str] = set()
    for number, step in enumerate(steps, 1):
        at = _MOMENTS.get(step.kind, "") if moment == "round" else ""
        if at and at not in said:
            rows += _instructions(table, at)
            said.add(at)
        rows.append(_row(str(number), step.rule))
    return _printed(rows)


def _instructions(table: TableRules, when: str) -> Iterator[_Row]:
    for each in by_hand_at(table, when, amounts=True):
        yield "", "", each.text, cited(each.clauses)


def _row(number: str, step: Step) -> _Row:
    return number, capital(step.by), _words(step), cited(step.clauses)


def _words(step: Step) -> str:
    says = f" \N{LEFT DOUBLE QUOTATION MARK}{step.announcement}\N{RIGHT DOUBLE QUOTATION MARK}"
    return f"{step.prompt}.{says if step.says else ''}"


def _printed(rows: Sequence[_Row]) -> Table:
    return Table(("step", "who", "what", "clauses"), "nttc", tuple(rows), widths=(0.35, 0.8, 3.6, 1.9))


def _steps(table: TableRules) -> Iterator[tuple[str, Step]]:
    """The steps of the document that this table may need, in the variants of its equipment."""
    house = table.house
    absent = tuple(wager for wager in house.rules.wagers if not house.offers(wager))
    methods = (table.equipment.deal, table.equipment.shuffle, "preshuffled" * table.equipment.preshuffled)
    for key, step in house.rules.steps.items():
        name, _, variant = key.partition(".")
        if name.startswith(absent) if absent else False:
            continue
        if variant in ("", *methods) and house.rules.step(name, *map(str, methods)) is step:
            yield name, step
