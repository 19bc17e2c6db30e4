"""What is priced: the house rules of an operator, or those that stand for a whole rule set."""

from dataclasses import dataclass, replace

import msgspec

from croupier.submission.form import Choices
from croupier.submission.house import HouseRules


@dataclass(frozen=True, slots=True)
class Subject:
    """What is priced: house rules, and whether they are an operator's or stand for a whole rule set."""

    house: HouseRules
    submitted: bool
    choices: Choices


def with_policies(subject: Subject, policies: dict[str, str]) -> Subject:
    """The subject with other policies; a policy or value that its rules do not have is a `ValueError`."""
    known = subject.house.rules.policies
    for name, value in policies.items():
        if name not in known:
            raise ValueError(f"no policy {name!r} in these rules; allowed: {', '.join(known) or 'none'}")
        if value not in known[name].values:
            raise ValueError(f"policy {name}: no value {value!r}; allowed: {', '.join(known[name].values)}")
    house = replace(subject.house, policies={**subject.house.policies, **policies})
    choices = msgspec.structs.replace(subject.choices, policies={**subject.choices.policies, **policies})
    return Subject(house, subject.submitted, choices)
