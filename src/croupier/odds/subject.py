"""The subject of a price: an operator's house rules, or the house rules for a whole rule set."""

from dataclasses import dataclass, field, replace

import msgspec

from croupier.names import did_you_mean
from croupier.rulebook.catalog import rule_set
from croupier.submission.check import check_text
from croupier.submission.choices import resolve
from croupier.submission.filing import as_filed
from croupier.submission.form import Choices, Submission
from croupier.submission.house import HouseRules, HouseTable

DOLLAR = 100


@dataclass(frozen=True, slots=True)
class Subject:
    """House rules to price, and whether they are an operator's or for a whole rule set."""

    house: HouseRules
    submitted: bool
    choices: Choices
    posted: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Minimum and maximum by wager, in cents, where the operator posts them."""
    filed_positions: int | None = None
    """Where the operator states them."""

    @property
    def positions(self) -> int:
        """Betting positions of a table."""
        return self.filed_positions or self.house.rules.number("table.positions")

    def unit(self, wager: str, table: HouseTable) -> int:
        """The stake, in cents, that the price of a table is for: it matters only where a row pays dollars.

        Then it is the least that may be staked.
        """
        return self.posted.get(wager, (DOLLAR,))[0] if table.pays_amounts else DOLLAR

    @property
    def units(self) -> dict[str, int]:
        """By bet against a pay table of the house: the stake that its price is for."""
        return {wager: self.unit(wager, table) for wager, table in self.house.tables.items()}


def subject_of_rules(name: str) -> Subject:
    """The subject for a whole rule set."""
    return Subject(resolve(rule_set(name), Choices()).house, submitted=False, choices=Choices())


def subject_of_text(text: str, edition: str = "") -> Subject:
    """The subject of a submission, by the edition of its rules in force or the edition given.

    `ValueError` with the number of violations; `Refusal` if it is not TOML.
    """
    verdict = check_text(text, edition)
    if not verdict.ok or verdict.resolved is None or verdict.submission is None:
        count = sum(finding.severity == "violation" for finding in verdict.findings)
        raise ValueError(f"{count} violation{'s' if count != 1 else ''}")
    return subject_of_submission(verdict.resolved.house, verdict.submission)


def subject_of_submission(house: HouseRules, submission: Submission) -> Subject:
    """The subject of a submission without violations, and the house rules of its choices."""
    filed = as_filed(house, submission)
    return Subject(filed, True, submission.choices, dict(submission.limits), submission.positions)


def with_policies(subject: Subject, policies: dict[str, str]) -> Subject:
    """The subject with other policies; a policy or value that its rules do not have is a `ValueError`."""
    known = subject.house.rules.policies
    for name, value in policies.items():
        if name not in known:
            allowed = f"{', '.join(known) or 'none'}{did_you_mean(name, known)}"
            raise ValueError(f"no policy {name!r} in these rules; allowed: {allowed}")
        if value not in known[name].values:
            values = known[name].values
            allowed = f"{', '.join(values)}{did_you_mean(value, values)}"
            raise ValueError(f"policy {name}: no value {value!r}; allowed: {allowed}")
    house = replace(subject.house, policies={**subject.house.policies, **policies})
    choices = msgspec.structs.replace(subject.choices, policies={**subject.choices.policies, **policies})
    return replace(subject, house=house, choices=choices)
