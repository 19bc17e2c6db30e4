"""An annotated template of a rule set: every part that the game needs, and no value of any jurisdiction.

The parts are those that every known document of the game has; parts that only some have are comments.
Placeholders are empty, so that verification reports each of them until it is filled.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.games import game_names
from croupier.rulebook.catalog import rulebook
from croupier.rulebook.facts import FactSpecs
from croupier.rulebook.line_numbers import dotted
from croupier.rulebook.model import IrregularityKind, Option, RuleSet, Step, Wager
from croupier.rulebook.register import Clause

_NAME = re.compile(r"[a-z][a-z0-9-]*")


class TemplateError(ValueError):
    """A template cannot be written; the message is one line."""


def write_template(jurisdiction: str, game: str, directory: Path) -> list[Path]:
    """Write a rule set's template, its clause register, coverage and practice choices; the files."""
    if not _NAME.fullmatch(jurisdiction):
        raise TemplateError(f"jurisdiction {jurisdiction!r}; allowed: lower-case letters, such as zz")
    if game not in game_names():
        raise TemplateError(f"no game {game!r}; allowed: {', '.join(game_names())}")
    name = f"{jurisdiction}/{game}"
    if rulebook().has(name):
        raise TemplateError(f"there is a rule set {name} already; allowed: another jurisdiction")
    register = f"{jurisdiction}-{''.join(word[0] for word in game.split('-'))}"
    texts = {
        f"{name}.toml": _rule_set(name, register),
        "clauses.csv": _register(),
        f"coverage/{register}.toml": _COVERAGE.format(register=register),
        f"practice/{name}.toml": _PRACTICE.format(name=name),
    }
    written = []
    for place, text in texts.items():
        file = directory / place
        if file.exists():
            if place == "clauses.csv":
                continue  # a directory has one register for all its documents
            raise TemplateError(f"{file} is there already; allowed: a new file")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        written.append(file)
    return written


def _register() -> str:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(Clause.__struct_fields__)
    return out.getvalue()


_COVERAGE = """\
# Clauses of {register} whose status the rule file's data do not show: what the software does about them, and
# the code that does it. For a clause named here only this file counts; for others the data that cite them.

[refused]
# A breach is refused. "croupier.submission.check:check_text" = ["{register}-…"]

[computed]
# The result follows the clause. "croupier.settlement.settle:settle" = ["{register}-…"]

[recorded]
# Somebody must confirm it; the log says who and when. "croupier.table.machine:decide" = ["{register}-…"]

[shown]
# Printed or displayed. "croupier.layout.build:build" = ["{register}-…"]

# [[physical]]
# reason = "seen by inspecting it, not by software"
# clauses = ["{register}-…"]

# [[part]]
# reason = "which part of these clauses the software leaves"
# clauses = ["{register}-…"]
"""

_PRACTICE = """\
# Choices for practice and for the demo: a submission like any other, which `croupier check` checks.

rules = "{name}"
operator = "Practice"

[choices]
# A pay table for each optional wager.

[limits]
# The posted minimum and maximum of each wager, in cents.
# ante = [500, 50_000]
"""


# ------------------------------------------------------------------------------------------ the rule file


def _rule_set(name: str, register: str) -> str:
    jurisdiction, _, game = name.partition("/")
    known = [rules for rules in rulebook().usable().values() if rules.rules.game == game]
    facts = rulebook().surroundings(rulebook().directories[0]).facts
    head = [
        f"# {name}. Every datum cites its clauses: ids of ../clauses.csv that begin with {register}-.",
        "# Fill in what is empty, then `croupier rules verify ..` names what is still missing.",
        "# Nothing is inherited from another jurisdiction: write what your document says, and no more.",
        "",
        "[rules]",
        f'name = "{name}"',
        'title = ""  # as lists show it: "The game, the jurisdiction"',
        f'game = "{game}"',
        f'jurisdiction = "{jurisdiction}"',
        f'register = "{register}"  # the prefix of the clause ids',
        'edition = ""  # the document\'s own version or date; "undated" where it has none',
        'checked = ""  # when this file was compared with the document: 2026-01-31, without quotes',
        "# effective = 2026-01-31  # the effective date, where the document states one",
    ]
    parts = (
        _facts(facts, game),
        _wagers(known),
        _pay_tables(known),
        _settlement(known),
        _options(known),
        _REST,
        _steps(known),
        _instructions(known),
        _INSCRIPTIONS,
    )
    return "\n".join([*head, *(line for part in parts for line in ("", *part))]) + "\n"


def _facts(specs: FactSpecs, game: str) -> Iterator[str]:
    yield "# Facts: numbers, choices and procedures of the document. Those without # are needed by the game."
    for section, known in specs.items():
        facts = {name: spec for name, spec in known.items() if not spec.prose}
        if not facts:
            continue
        yield f"\n[facts.{section}]"
        for name, spec in facts.items():
            mark = "" if game in spec.required else "# "
            yield f'{mark}{name} = {{ value = "", clauses = [] }}  # {spec.meaning} ({spec.type})'


def _in_all(known: list[RuleSet], part: str) -> tuple[list[str], list[str]]:
    """The keys of a part that every known document has, and those that only some have."""
    keys = [list(getattr(rules, part)) for rules in known]
    every = list(dict.fromkeys(key for each in keys for key in each))
    common = [key for key in every if all(key in each for each in keys)]
    return common, [key for key in every if key not in common]


def _first(known: list[RuleSet], part: str, key: str) -> object:
    return next(getattr(rules, part)[key] for rules in known if key in getattr(rules, part))


def _commented(lines: Iterable[str], comment: bool) -> Iterator[str]:
    for line in lines:
        yield f"# {line}" if comment and line else line


def _wagers(known: list[RuleSet]) -> Iterator[str]:
    yield "# Wagers: what each needs beside it, and when it is placed."
    common, some = _in_all(known, "wagers")
    for name in (*common, *some):
        wager = _first(known, "wagers", name)
        assert isinstance(wager, Wager)
        lines = ["", f"[wagers.{name}]", "clauses = []", f'placed = "{wager.placed}"']
        if name not in common or wager.offered == "by_choice":
            lines.append('offered = "by_choice"  # or leave it out: always offered')
        lines.append('# needs = ["ante"]; needs_one_of, equals = "ante", stakes = [100], posted = ["clause"]')
        yield from _commented(lines, name not in common)


def _pay_tables(known: list[RuleSet]) -> Iterator[str]:
    yield "# Pay tables: the rows from the highest down; each table pays every row or names it in `unpaid`."
    common, some = _in_all(known, "paytables")
    for wager in (*common, *some):
        rows: dict[str, None] = {}
        for rules in known:
            if wager in rules.paytables:
                rows |= dict.fromkeys(rules.paytables[wager].rows)
        lines = [
            "",
            f"[paytables.{wager}]",
            "clauses = []",
            f"rows = []  # of: {', '.join(rows)}",
            "# floor = true: the operator may pay more",
            f"[paytables.{wager}.tables]",
            f'# A = {{ clauses = [], pays = {{ {next(iter(rows), "win")} = "1 to 1" }}, unpaid = [] }}',
        ]
        yield from _commented(lines, wager not in common)
    yield "\n# A progressive: [progressive.A] with clauses, hand, pays, meters and envy. None: leave it out."


def _settlement(known: list[RuleSet]) -> Iterator[str]:
    yield "# The outcome of each wager against the dealer, by situation: win, lose or push."
    common, _ = _in_all(known, "settlement")
    for wager in common:
        yield f"\n[settlement.{wager}]"
        for situation in known[0].settlement[wager]:
            yield f'{dotted(situation)} = {{ outcome = "", clauses = [] }}'


def _options(known: list[RuleSet]) -> Iterator[str]:
    yield "# Options: what the operator chooses: values, each with its clauses, or bounds."
    common, some = _in_all(known, "options")
    for name in (*common, *some):
        option = _first(known, "options", name)
        assert isinstance(option, Option)
        lines = ["", f"[options.{dotted(name)}]", f'key = "{option.key}"', "clauses = []"]
        lines += ['source = ""  # who decides', "# values = { name = [clauses] }, least, most, free, default"]
        yield from _commented(lines, name not in common)


def _instructions(known: list[RuleSet]) -> Iterator[str]:
    yield "# Instructions: what people do beside the steps, shown to the dealer when it matters."
    yield "[instructions]"
    common, some = _in_all(known, "instructions")
    for name in (*common, *some):
        yield from _commented([f'{name} = {{ prompt = "", clauses = [] }}'], name not in common)


def _steps(known: list[RuleSet]) -> Iterator[str]:
    yield "# Steps: what is done at the table, by whom, and what is said. A step left out is not done."
    yield "[steps]"
    common, some = _in_all(known, "steps")
    for name in (*common, *some):
        step = _first(known, "steps", name)
        assert isinstance(step, Step)
        pattern = f', pattern = "{step.pattern}"' if step.pattern else ""
        line = f'{dotted(name)} = {{ prompt = "", by = "{step.by}"{pattern}, clauses = [] }}'
        yield from _commented([line], name not in common)


_REST = (
    "# Limits on what is paid; policies (readings that a submission may switch); readings: how a silent or",
    '# contradictory place of the document is read. A datum names its reading with `reading = "…"`.',
    '# [limits.hand]\n# amount = 5_000_000\n# capped = ["ante"]\n# clauses = []',
    "\n[policies]",
    '# name = { values = ["default", "other"], clauses = [] }',
    "\n[readings]",
    '# ZZ-1 = { problem = "", taken = "", alternative = "", money = true, clauses = [] }',
    "\n# Irregularities, by the clause that names them: what happened, whose hands are void, what happens to",
    f"# the deck. Kinds: {', '.join(IrregularityKind.__args__)}",  # type: ignore[attr-defined]
    "[irregularities]",
    '# "zz-…" = { kinds = ["card_face_up"], since = "deal", before = "stub", void = "none", clauses = [] }',
)

_INSCRIPTIONS = (
    "# What the layout must have, and its filing.",
    "[layout]",
    '# demands = [{ areas = ["ante"], clauses = [] }, { dealer = ["cards"], clauses = [] }]',
    '# filing = { what = "", regulator = "", items = [], clauses = [] }',
    "\n# Words that the layout or a sign must carry.",
    "[inscriptions]",
    '# odds = { text = "", where = "layout_or_sign", clauses = [] }',
)

__all__ = ["TemplateError", "write_template"]
