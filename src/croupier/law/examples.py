"""The worked examples of a document: the rounds shipped with its rule set, and rounds found for the rest."""

from croupier.errors import Refusal
from croupier.law.found_rounds import found_rounds
from croupier.law.model import RefusedRound, WorkedRound
from croupier.rulebook.catalog import cached_by_rulebook, rulebook
from croupier.rulebook.examples import Example, examples
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import RulebookError
from croupier.settlement.json_lines import read_round
from croupier.settlement.settle import settle


def example_of(clause: str, name: str = "") -> Example:
    """The worked example of a clause, by a rule set or the edition in force; a refusal if there is none."""
    for each, rules in rulebook().usable().items():
        if clause.startswith(rules.rules.register + "-") and name in ("", each):
            try:
                found = examples_of(each).get(clause)
            except RulebookError as error:
                raise Refusal("rules_unusable", str(error)) from None
            if found is not None:
                return found
    raise Refusal(
        "unknown_example", f"no worked round shows {clause[:64]!r}; allowed: one with a worked round"
    )


@cached_by_rulebook(maxsize=64)
def examples_of(name: str) -> dict[str, Example]:
    """By clause of a rule set, its worked example."""
    rules = rulebook().rule_set(name)
    shipped: dict[str, Example] = {}
    for example in examples(rulebook().beside(name), rules.rules.register):
        for clause in example.clauses:
            shipped.setdefault(clause, example.under(name))
    wanted = [clause for clause in _settling(rules) if clause not in shipped]
    return {**found_rounds(rules, name, wanted), **shipped}


def _settling(rules: RuleSet) -> dict[str, None]:
    """The clauses that a settlement may cite: of outcomes, of pay tables, of voids."""
    cited: dict[str, None] = {}
    for situations in rules.settlement.values():
        for outcome in situations.values():
            cited |= dict.fromkeys(outcome.clauses)
    for by_situation in rules.clauses_on.values():
        for clauses in by_situation.values():
            cited |= dict.fromkeys(clauses)
    printed = (table for tables in rules.paytables.values() for table in tables.tables.values())
    for table in (*printed, *rules.progressive.values()):
        cited |= dict.fromkeys(table.clauses)
    for clause, what in rules.irregularities.items():
        if what.void != "none" or what.forfeits:
            cited |= dict.fromkeys((clause, *what.clauses))
    return cited


def worked(line: bytes | str, title: str = "", says: str = "") -> WorkedRound:
    """A round, settled now; a `Refusal` if the line does not state a round."""
    stated = read_round(line)
    settlement, refused = None, None
    try:
        settlement = settle(stated)
    except Refusal as refusal:
        refused = RefusedRound(code=refusal.code, message=refusal.message, clauses=tuple(refusal.clauses))
    text = line if isinstance(line, str) else line.decode()
    return WorkedRound(
        title=title, says=says, line=text, round=stated, settlement=settlement, refused=refused
    )


def worked_example(clause: str, name: str = "") -> WorkedRound:
    """The worked example of a clause, settled now."""
    example = example_of(clause, name)
    return worked(example.line, example.title, example.says)
