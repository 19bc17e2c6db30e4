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
from croupier.submission.rule_lookup import rules_named


def table_rules_of(text: str, edition: str = "") -> TableRules:
    """The table that a submission describes, by the edition of its rules in force or the edition given; the
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
    filled = with_defaults(rules, submission)
    return TableRules(
        house=as_filed(house_rules(submission.rules, choices), submission),
        choices=choices,
        positions=submission.positions or rules.number("table.positions"),
        boxes=submission.boxes_per_player or 1,
        posted=submission.limits,
        equipment=filled.equipment,
        procedure=filled.procedure,
        operator=submission.operator or "",
    )


def default_table_rules(name: str, choices: Choices | None = None, deal: str = "") -> TableRules:
    """A table of a rule set, with these choices and this way of dealing, for practice and for tests."""
    rules = rules_named(name)
    choices = choices or Choices()
    equipment = Equipment(
        deal=deal or rules.options["deal"].default,
        progressive_system=choices.progressive is not None,
        cover_all_device=choices.cover_all,
    )
    return table_rules(Submission(rules=name, choices=choices, equipment=equipment, procedure=Procedure()))


def with_defaults(rules: RuleSet, submission: Submission) -> Submission:
    """A submission whose equipment, layout and procedure are filled from the defaults of the document."""
    filled: dict[str, msgspec.Struct] = {}
    for option in rules.options.values():
        section, _, field = option.key.partition(".")
        if option.default is not None:
            part = filled.get(section, getattr(submission, section))
            if getattr(part, field) is None:
                filled[section] = msgspec.structs.replace(part, **{field: option.default})
    return msgspec.structs.replace(submission, **filled)
