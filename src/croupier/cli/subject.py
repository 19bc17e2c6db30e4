"""What a command of mathematics is about: a rule set by name, or a submission by its file."""

from pathlib import Path

from croupier.cli.errors import fail
from croupier.odds.subject import Subject, with_policies
from croupier.rulebook.loader import rule_set, rule_set_names
from croupier.submission.check import NotToml, check_text
from croupier.submission.choices import resolve
from croupier.submission.filing import as_filed
from croupier.submission.form import Choices


def subject_of(name: str, policies: list[str]) -> Subject:
    """The subject, with the policies given as NAME=VALUE."""
    subject = _subject(name)
    asked = {}
    for policy in policies:
        key, mark, value = policy.partition("=")
        if not mark:
            fail(f"--policy {policy!r}: write NAME=VALUE")
        asked[key] = value
    try:
        return with_policies(subject, asked)
    except ValueError as error:
        fail(f"--policy: {error}")


def _subject(name: str) -> Subject:
    if name in rule_set_names():
        return Subject(resolve(rule_set(name), Choices()).house, submitted=False, choices=Choices())
    file = Path(name)
    if not file.exists():
        fail(f"{name!r} is neither a rule set ({', '.join(rule_set_names())}) nor a file")
    try:
        verdict = check_text(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{file}: {error}")
    except NotToml as error:
        fail(f"{file}: {error}")
    if not verdict.ok or verdict.resolved is None or verdict.submission is None:
        count = sum(finding.severity == "violation" for finding in verdict.findings)
        fail(f"{file}: {count} violation{'s' if count != 1 else ''}; `croupier check {file}` lists them", 1)
    house = as_filed(verdict.resolved.house, verdict.submission)
    return Subject(house, submitted=True, choices=verdict.submission.choices)
