"""The rules of a live table, from a submission or from the document's defaults.

A submission with a violation cannot run a table. A value that it leaves out takes the document's default.
"""

import msgspec

from croupier.rulebook.catalog import rule_set
from croupier.rulebook.model import RuleSet
from croupier.submission.check import check_text
from croupier.submission.choices import house_rules
from croupier.submission.filing import as_filed, merge
from croupier.submission.findings import Findings
from croupier.submission.form import Choices, Equipment, Procedure, Submission
from croupier.submission.house import TableRules
from croupier.submission.named import rules_named


def table_rules_of(text: str, edition: str = "") -> TableRules:
    """The table that a submission describes, by the newest edition of its rules or the edition given; the
    first violation is a `Refusal`."""
    checked = check_text(text, edition)
    for finding in checked.findings:
        if finding.severity == "violation":
            raise finding.refusal()
    assert checked.submission is not None
    return table_rules(checked.submission)


def table_rules(submission: Submission) -> TableRules:
    """The table that a checked submission describes, completed with the document's defaults."""
    rules = rule_set(submission.rules)
    choices = merge(rules, submission, Findings()).choices
    equipment = submission.equipment
    return TableRules(
        house=as_filed(house_rules(submission.rules, choices), submission),
        choices=choices,
        positions=submission.positions or rules.number("table.positions"),
        boxes=submission.boxes_per_player or 1,
        posted=submission.limits,
        equipment=msgspec.structs.replace(
            equipment,
            deal=equipment.deal or _default(rules, "deal"),
            shuffle=equipment.shuffle or _default(rules, "shuffle"),
        ),
        procedure=submission.procedure,
        operator=submission.operator or "",
    )


def default_table_rules(name: str, choices: Choices | None = None, deal: str = "") -> TableRules:
    """A table of a rule set, with these choices and this way of dealing, for practice and for tests."""
    rules = rules_named(name)
    choices = choices or Choices()
    equipment = Equipment(
        deal=deal or _default(rules, "deal"),
        shuffle=_default(rules, "shuffle"),
        progressive_system=choices.progressive is not None,
        cover_all_device=choices.cover_all,
    )
    return table_rules(Submission(rules=name, choices=choices, equipment=equipment, procedure=Procedure()))


def _default(rules: RuleSet, option: str) -> str:
    default = rules.options[option].default
    assert isinstance(default, str), option
    return default
