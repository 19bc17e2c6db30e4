"""The worked examples of a document: the rounds shipped with its rule set, and rounds found for the rest.

A directory of rule sets may hold `examples/<register>.jsonl`: a title, a sentence, the clauses and a round on
each line. No result is stored: whoever opens an example settles it.
"""

import msgspec

from croupier.errors import Refusal
from croupier.law.found_rounds import found_rounds
from croupier.law.model import Example, RefusedRound, WorkedRound
from croupier.rulebook.catalog import cached_by_rulebook, rulebook
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError
from croupier.settlement.json_lines import read_round
from croupier.settlement.settle import settle

_decoder = msgspec.json.Decoder(Example)


def example_of(clause: str, name: str = "") -> Example:
    """The worked example of a clause, by a rule set or by the newest edition; a refusal if there is none."""
    for each, rules in rulebook().usable().items():
        if clause.startswith(rules.rules.register + "-") and name in ("", each):
            found = examples_of(each).get(clause)
            if found is not None:
                return found
    raise Refusal("unknown_example", f"no round rests on {clause[:64]!r}; allowed: a clause with an example")


@cached_by_rulebook(maxsize=64)
def examples_of(name: str) -> dict[str, Example]:
    """By clause of a rule set, its worked example."""
    rules = rulebook().rule_set(name)
    shipped: dict[str, Example] = {}
    for example in _shipped(name, rules):
        for clause in example.clauses:
            shipped.setdefault(clause, example)
    wanted = [clause for clause in _settling(rules) if clause not in shipped]
    return {**found_rounds(rules, name, wanted), **shipped}


def _shipped(name: str, rules: RuleSet) -> list[Example]:
    """The rounds shipped for a document, as rounds of this edition of it."""
    place = f"examples/{rules.rules.register}.jsonl"
    for directory in rulebook().beside(name):
        text = directory.text(place)
        if text is not None:
            lines = enumerate(text.splitlines(), 1)
            return [_example(line, name, (directory.name_of(place), number)) for number, line in lines]
    return []


def _example(line: str, name: str, at: tuple[str, int]) -> Example:
    try:
        example = _decoder.decode(line)
        stated = msgspec.json.decode(example.round, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError as error:
        raise RulebookError(Problem(at[0], "(line)", str(error), at[1])) from None
    stated["rules"] = msgspec.Raw(msgspec.json.encode(name))
    return msgspec.structs.replace(example, round=msgspec.Raw(msgspec.json.encode(stated)))


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
