"""The felt of a game: the places of the wagers at a seat, and the words about the dealer and the decision.

By default they follow the rule set: the decided wager nearest to the dealer, the required wagers behind it,
then a row of the optional ones. A game's folder says more only if its felt differs.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from croupier.games.words import capital
from croupier.names import spoken
from croupier.rulebook.model import RuleSet

PROGRESSIVE = "progressive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The wagers of a seat, by their row on the felt; an empty row is made from the rule set."""

    decision: tuple[str, ...] = ()
    """Nearest to the dealer."""
    main: tuple[str, ...] = ()
    """Behind it, side by side from the player's left."""
    options: tuple[str, ...] = ()
    """Behind these, side by side."""
    qualifies: Callable[[RuleSet], str] | None = None
    """The dealer's qualifier in words, where the document demands no wording."""
    limits: Callable[[RuleSet], str] | None = None
    """The bounds of the decided wager in words, where the document demands no wording."""


def rows_of(felt: Felt, rules: RuleSet) -> Felt:
    """The felt with every row filled in from the rule set."""
    placed = [name for name, wager in rules.wagers.items() if wager.placed == "before_deal"]
    decided = tuple(name for name, wager in rules.wagers.items() if wager.placed == "by_decision")
    main = tuple(name for name in placed if rules.wagers[name].offered == "always")
    optional = [name for name in placed if name not in main and name != PROGRESSIVE]
    if PROGRESSIVE in placed and PROGRESSIVE not in main:
        optional.insert(1, PROGRESSIVE)  # its sensor stands between two others
    return replace(
        felt,
        decision=felt.decision or decided,
        main=felt.main or main,
        options=felt.options or tuple(optional),
    )


def limits_words(rules: RuleSet) -> str:
    """The default words for the bounds of the decided wager: "Play: 1 to 3 times the ante"."""
    decided = next(name for name, wager in rules.wagers.items() if wager.placed == "by_decision")
    bounds = rules.facts.get("decision", {})
    least = bounds[f"{decided}_least"].value if f"{decided}_least" in bounds else 1
    most = bounds[f"{decided}_most"].value if f"{decided}_most" in bounds else least
    if least == most:
        return f"{capital(spoken(decided))}: {'the ante' if most == 1 else f'{most} times the ante'}"
    return f"{capital(spoken(decided))}: {least} to {most} times the ante"
