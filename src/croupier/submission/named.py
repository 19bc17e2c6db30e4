"""The rule set that somebody named: found, or a refusal that says which there are or what is wrong."""

from croupier.errors import Refusal
from croupier.rulebook.catalog import rulebook
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import RulebookError


def rules_named(name: str) -> RuleSet:
    """A rule set by its name; a name that does not exist and a file that is not in order are refused."""
    found = rulebook()
    try:
        return found.rule_set(name)
    except KeyError:
        message = f"rules: {name[:64]!r}; allowed: {', '.join(found.names)}"
        raise Refusal("unknown_rules", message) from None
    except RulebookError as error:
        raise Refusal("rules_unusable", str(error)) from None
