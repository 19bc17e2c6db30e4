"""How a bare rule set is played for practice and in the demo: by the submission that lies beside it.

It is a file `practice/<jurisdiction>/<game>.toml` of the same directory of rule sets, nobody's filing and
checked like any other submission. A rule set may have none: then it is not played without a submission.
"""

from croupier.errors import Refusal
from croupier.rulebook.catalog import rulebook
from croupier.submission.house import TableRules
from croupier.submission.named import rules_named
from croupier.submission.table import table_rules_of


def practice_text(name: str) -> str:
    """The text of the submission by which a rule set is practiced; refused where there is none."""
    rules_named(name)
    text = rulebook().practice(name)
    if text is None:
        place = rulebook().files[name].directory.name_of(f"practice/{name.partition('@')[0]}.toml")
        raise Refusal("no_practice", f"{name} has no choices for practice; allowed: a submission in {place}")
    return text


def practice_rules(name: str) -> TableRules:
    """A bare rule set as it is played for practice."""
    return table_rules_of(practice_text(name))


def practiced() -> tuple[str, ...]:
    """The rule sets in order that have choices for practice."""
    found = rulebook()
    return tuple(name for name in found.usable() if found.practice(name) is not None)
