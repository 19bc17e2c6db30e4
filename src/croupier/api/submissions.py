"""Rule sets and submissions: read, build, check and write them.

A submission is a TOML file or a `Submission` built in Python; `check` gives every finding at once.
"""

from pathlib import Path

from croupier.api.submission_toml import submission_text
from croupier.errors import Refusal
from croupier.input_types import conform, text
from croupier.rulebook.catalog import rule_set_names
from croupier.rulebook.model import RuleSet
from croupier.submission.check import Checked, check_text
from croupier.submission.findings import Finding
from croupier.submission.form import Choices, Equipment, Procedure, Progressive, Submission
from croupier.submission.form import Layout as LayoutChoices
from croupier.submission.rule_lookup import rules_named

__all__ = [
    "Checked",
    "Choices",
    "Equipment",
    "Finding",
    "LayoutChoices",
    "Procedure",
    "Progressive",
    "RuleSet",
    "Submission",
    "check",
    "read_submission",
    "rule_set",
    "rule_sets",
    "write_submission",
]


def rule_sets() -> tuple[str, ...]:
    """The names of all rule sets, such as those that `croupier rules list` prints."""
    return rule_set_names()


def rule_set(name: str) -> RuleSet:
    """The rule set of a name: its wagers, pay tables, options and their clauses; `Refusal` if unknown."""
    return rules_named(text(name, "rules"))


def read_submission(source: str | Path) -> Submission:
    """The submission of a TOML text, or of the file at a `Path`; `Refusal` if a value cannot be read."""
    checked = check_text(submission_source(source))
    if checked.submission is None or any(f.code in _UNREADABLE for f in checked.findings):
        raise next(finding.refusal() for finding in checked.findings)
    return checked.submission


def check(submission: Submission | str | Path) -> Checked:
    """Every finding about a submission, a TOML text or the file at a `Path`; `ok` means no violation."""
    from croupier.odds.filed.findings import check_with_odds

    return check_with_odds(submission_source(submission))


def write_submission(submission: Submission) -> str:
    """The submission as TOML, which reads back as the same submission."""
    return submission_text(conform(submission, Submission, "submission"))


_UNREADABLE = ("wrong_type", "unknown_key", "malformed")


def submission_source(source: Submission | str | Path) -> str:
    """The TOML text of a submission."""
    if isinstance(source, Submission):
        return write_submission(source)
    if isinstance(source, Path):
        try:
            return source.read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as error:  # not UTF-8, or no name of a file
            raise Refusal("submission_unreadable", f"{source}: {error}") from None
    return text(source, "submission")
