"""A rule set found by name, or a refusal that lists the names or states the problem."""

from difflib import get_close_matches

from croupier.errors import Refusal
from croupier.rulebook.catalog import rulebook
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import RulebookError


def check_installed(document: str, digest: str) -> None:
    """Refuse an edition of a rule set whose file is gone, broken or changed."""
    found = rules_named(document).digest if rulebook().has(document) else ""
    if found != digest:
        now = f"{found[:19]} now" if found else "gone"
        message = f"{document} was {digest[:19]}, and its file is {now}"
        raise Refusal(
            "rules_changed", f"{message}; allowed: the file as it was, or load the submission again"
        )


def rules_named(name: str) -> RuleSet:
    """A rule set by its name; an unknown name or a broken file is refused."""
    found = rulebook()
    try:
        return found.rule_set(name)
    except KeyError:
        meant = get_close_matches(name[:64], found.names, 1, 0.7)
        hint = f"; did you mean {meant[0]}?" if meant else ""
        message = f"rules: {name[:64]!r}; allowed: {', '.join(found.names)}{hint}"
        raise Refusal("unknown_rules", message) from None
    except RulebookError as error:
        raise Refusal("rules_unusable", str(error)) from None
