"""The house of an environment, from its options."""

from collections.abc import Mapping
from pathlib import Path

from croupier.api.columns import house_of
from croupier.input_types import cents_by_name
from croupier.odds.process import Process
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, Submission


def process_of(
    rules: str | Path | Submission, choices: Choices | None, wagers: Mapping[str, int] | None, seats: int
) -> Process:
    """The decision process of a house; `Refusal` if an option is not one that it has."""
    name, chosen = house_of(rules, choices)
    return Process(house_rules(name, chosen), seats, cents_by_name(wagers, "wagers"))
