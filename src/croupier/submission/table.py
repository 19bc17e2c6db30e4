"""The rules of a live table: a submission that stands, or what the document itself would choose.

A submission with a violation runs no table. What it leaves out takes the document's default.
"""

from dataclasses import replace

import msgspec

from croupier.errors import Refusal
from croupier.money import parse_percent
from croupier.rulebook.loader import rule_set, rule_set_names
from croupier.rulebook.model import RuleSet
from croupier.submission.check import check_text
from croupier.submission.choices import house_rules
from croupier.submission.filing import filed_by_meter, merge
from croupier.submission.findings import Findings
from croupier.submission.form import Choices, Equipment, Procedure, Submission
from croupier.submission.house import HouseRules, TableRules


def table_rules_of(text: str) -> TableRules:
    """The table that a submission describes; `Refusal` names its first violation."""
    checked = check_text(text)
    for finding in checked.findings:
        if finding.severity == "violation":
            raise finding.refusal()
    assert checked.submission is not None
    return table_rules(checked.submission)


def table_rules(submission: Submission) -> TableRules:
    """The table that a checked submission describes, its gaps filled from the document."""
    rules = rule_set(submission.rules)
    choices = merge(rules, submission, Findings()).choices
    equipment = submission.equipment
    return TableRules(
        house=_with_filed_meters(submission, house_rules(submission.rules, choices), choices),
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
    if name not in rule_set_names():
        raise Refusal("unknown_rules", f"rules: {name!r}; allowed: {', '.join(rule_set_names())}")
    rules = rule_set(name)
    choices = choices or Choices()
    equipment = Equipment(
        deal=deal or _default(rules, "deal"),
        shuffle=_default(rules, "shuffle"),
        progressive_system=choices.progressive is not None,
        cover_all_device=choices.cover_all,
    )
    return table_rules(Submission(rules=name, choices=choices, equipment=equipment, procedure=Procedure()))


def _with_filed_meters(submission: Submission, house: HouseRules, choices: Choices) -> HouseRules:
    """The house rules with the seeds and rates that the section `progressive` files for the meters."""
    filing, progressive = submission.progressive, house.progressive
    if filing is None or progressive is None:
        return house
    seeds = filed_by_meter(house.rules, choices, "seed", filing.seed)
    rates = filed_by_meter(house.rules, choices, "rate", filing.rate)
    meters = tuple(
        replace(
            meter,
            seed=seeds[meter.name][1] if meter.name in seeds else meter.seed,
            rate=parse_percent(rates[meter.name][1]) if meter.name in rates else meter.rate,
        )
        for meter in progressive.meters
    )
    return replace(house, progressive=replace(progressive, meters=meters))


def _default(rules: RuleSet, option: str) -> str:
    default = rules.options[option].default
    assert isinstance(default, str), option
    return default
