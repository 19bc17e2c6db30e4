"""The documents of the rulebook as people read them."""

from collections import Counter
from collections.abc import Mapping

from croupier.errors import Refusal
from croupier.games import problem_of
from croupier.games.vocabulary import game_title, wager_label
from croupier.law.examples import examples_of
from croupier.law.figures import Datum, data_of, figures_by_clause
from croupier.law.model import ClauseEntry, Document, DocumentHead, ReadingTaken, Section
from croupier.rulebook.catalog import cached_by_rulebook, clauses_of, rulebook
from croupier.rulebook.coverage import STATUSES, coverage
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import RulebookError
from croupier.rulebook.register import Clause
from croupier.rulebook.sections import sections, titles
from croupier.submission.rule_lookup import rules_named

NONE = "none"
"""The status of a clause about which the software does nothing that a test shows."""


def heads() -> tuple[DocumentHead, ...]:
    """Every document found, in listing order; one that cannot be used with its problem."""
    return tuple(
        DocumentHead(rules=name, problem=problem) if (problem := _problem(name)) else document(name).head
        for name in rulebook().names
    )


def _problem(name: str) -> str:
    """Why a document cannot be read, in one line: its rule set is unusable, or a file beside it is wrong."""
    found = problem_of(name)
    if not found:
        try:
            document(name)
        except Refusal as refusal:
            return refusal.message
    return found


def readable() -> tuple[str, ...]:
    """The names of the documents that can be used."""
    return tuple(name for name in rulebook().names if not _problem(name))


@cached_by_rulebook(maxsize=64)
def document(name: str) -> Document:
    """A whole document; a refusal if there is none of that name."""
    try:
        return _document(name, rules_named(name))
    except RulebookError as error:
        raise Refusal("rules_unusable", str(error)) from None


def _document(name: str, rules: RuleSet) -> Document:
    named = titles(rulebook().beside(name), rules.rules.register)
    entries = _entries(name, rules)
    found = tuple(
        Section(
            name=section, title=named.get(section, ""), clauses=tuple(entries[each.id] for each in clauses)
        )
        for section, clauses in sections(clauses_of(rules.rules.register).values()).items()
    )
    return Document(head=_head(name, rules, entries), sections=found)


def _head(name: str, rules: RuleSet, entries: Mapping[str, ClauseEntry]) -> DocumentHead:
    at = rules.rules
    title = game_title(rules)
    counted = Counter(status for entry in entries.values() for status in entry.statuses or (NONE,))
    return DocumentHead(
        rules=name,
        title=at.title,
        game=title,
        place=at.title.removeprefix(title).lstrip(", "),
        register=at.register,
        edition=at.edition,
        effective="" if at.effective is None else at.effective.isoformat(),
        checked=at.checked.isoformat(),
        digest=rules.digest,
        clauses=len(entries),
        statuses={status: counted[status] for status in (*STATUSES, NONE) if counted[status]},
        readings=len(rules.readings),
        examples=sum(bool(entry.example) for entry in entries.values()),
    )


def _entries(name: str, rules: RuleSet) -> dict[str, ClauseEntry]:
    data = data_by_name(name)
    figures = figures_by_clause(data)
    wagers = _wagers(rules, data)
    readings = _readings(rules)
    examples = examples_of(name)
    covered = coverage()
    register = clauses_of(rules.rules.register)
    found = {}
    for each, clause in register.items():
        known = covered[each]
        found[each] = ClauseEntry(
            id=each,
            section=clause.section,
            depth=_depth(clause, register),
            summary=clause.summary,
            kind=clause.kind,
            note=clause.note,
            statuses=known.statuses,
            untested=known.untested,
            part=known.part,
            reason=known.reason,
            readings=readings.get(each, ()),
            wagers=wagers.get(each, ()),
            figures=figures.get(each, ()),
            code=known.by,
            tests=dict(known.tests.items()),
            example=examples[each].title if each in examples else "",
        )
    return found


def _depth(clause: Clause, register: Mapping[str, Clause]) -> int:
    """How many clauses of the register it stands under, by its id."""
    parts = clause.id.split(".")
    return sum(".".join(parts[:end]) in register for end in range(1, len(parts)))


def data_by_name(name: str) -> tuple[Datum, ...]:
    """Every datum of a rule set with its clauses."""
    found = rulebook()
    vocabulary = found.surroundings(found.beside(name)[0]).facts
    return tuple(data_of(found.rule_set(name), vocabulary))


def _wagers(rules: RuleSet, data: tuple[Datum, ...]) -> dict[str, tuple[str, ...]]:
    """By clause, the labels of the wagers that its data speak of."""
    found: dict[str, dict[str, None]] = {}
    for datum in data:
        for clause in datum.clauses:
            found.setdefault(clause, {}).update(
                {wager_label(rules, wager): None for wager in datum.wagers if wager in rules.wagers}
            )
    return {clause: tuple(labels) for clause, labels in found.items()}


def _readings(rules: RuleSet) -> dict[str, tuple[ReadingTaken, ...]]:
    """By clause, the readings that it needs."""
    policies = {
        policy.reading: (name, policy.values) for name, policy in rules.policies.items() if policy.reading
    }
    found: dict[str, list[ReadingTaken]] = {}
    for name, reading in rules.readings.items():
        policy, values = policies.get(name, ("", ()))
        taken = ReadingTaken(
            name=name,
            problem=reading.problem,
            taken=reading.taken,
            alternative=reading.alternative,
            money=reading.money,
            policy=policy,
            values=values,
        )
        for clause in reading.clauses:
            found.setdefault(clause, []).append(taken)
    return {clause: tuple(each) for clause, each in found.items()}
