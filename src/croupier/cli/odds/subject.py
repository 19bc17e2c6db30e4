"""The subject of an odds command: a rule set or a submission file."""

from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from croupier.cli.errors import fail
from croupier.cli.stdin import STDIN, file_text
from croupier.errors import Refusal
from croupier.odds.filed.wagers import Wagers, amounts_of, wagers_on_layout
from croupier.odds.protection.leak import parse_leak
from croupier.odds.subject import Subject, subject_of_rules, subject_of_text, with_policies
from croupier.rulebook.catalog import rule_set_names, rulebook
from croupier.rulebook.problems import RulebookError
from croupier.submission.check import Checked, NotToml
from croupier.submission.house import HouseRules


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


def fail_leak(error: Refusal, knows: str) -> NoReturn:
    """Blame `--knows` for a leak that is refused, but not for a game that is not solved."""
    if error.code == "not_solved" and not error.message.startswith(str(parse_leak(knows))):
        raise error
    fail(f"--knows {error.message}")


def _subject(name: str) -> Subject:
    if rulebook().has(name):
        try:
            return subject_of_rules(name)
        except RulebookError as error:
            fail(str(error))
    file = Path(name)
    if name != STDIN and not file.exists():
        meant = get_close_matches(name, rule_set_names(), 1, 0.7)
        hint = f"; did you mean {meant[0]}?" if meant else ""
        fail(f"{name!r} is neither a rule set ({', '.join(rule_set_names())}) nor a file{hint}")
    return _of_text(file, file_text(file))


def filed_subject(file: Path, what: str) -> tuple[Subject, Checked]:
    """The subject of a submission file, and its findings with those that need odds; `what` needs a file."""
    from croupier.odds.filed.findings import check_with_odds

    if str(file) != STDIN and not file.exists():
        fail(f"{file}: no such file; a {what} needs a submission file")
    text = file_text(file)
    return _of_text(file, text), check_with_odds(text)


def _of_text(file: Path, text: str) -> Subject:
    try:
        return subject_of_text(text)
    except NotToml as error:
        fail(f"{file}: {error}")
    except ValueError as error:
        fail(f"{file}: {error}; `croupier check {file}` lists them", 1)


def wagers_of(house: HouseRules, wagers: str | None, meters: str | None) -> Wagers | None:
    """The wagers on the layout as `--wagers` and `--meters` write them; none without the first."""
    if wagers is None:
        if meters is not None:
            fail("--meters without --wagers: say what is on the layout")
        return None
    return wagers_on_layout(house, amounts_of(wagers, "--wagers"), amounts_of(meters or "", "--meters"))
