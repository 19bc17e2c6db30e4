"""Practice submissions: the choices by which a bare rule set is played for practice and in the demo.

The file is `practice/<jurisdiction>/<game>.toml` in the same directory of rule sets, and is checked like any
other submission. A rule set without one is played only with a submission.
"""

from croupier.errors import Refusal
from croupier.rulebook.catalog import rulebook
from croupier.submission.house import TableRules
from croupier.submission.rule_lookup import rules_named
from croupier.submission.table import table_rules_of


def practice_text(name: str) -> str:
    """The text of the practice submission of a rule set; a refusal if there is none."""
    rules_named(name)
    text = rulebook().practice(name)
    if text is None:
        place = rulebook().files[name].directory.name_of(f"practice/{name.partition('@')[0]}.toml")
        raise Refusal("no_practice", f"{name} has no choices for practice; allowed: a submission in {place}")
    return text


def practice_rules(name: str) -> TableRules:
    """The table of a rule set with its practice choices."""
    return table_rules_of(practice_text(name), name.partition("@")[2])


def practiced() -> tuple[str, ...]:
    """The names of the rule sets that have a practice submission."""
    found = rulebook()
    return tuple(name for name in found.usable() if found.practice(name) is not None)
