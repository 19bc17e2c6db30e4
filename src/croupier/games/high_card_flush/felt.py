"""The felt of High Card Flush: the dealer's qualifier and the bounds of the raise."""

from croupier.games.common import always_qualifies
from croupier.games.felt import Felt
from croupier.games.high_card_flush.words import most_by_length, qualifier
from croupier.games.words import listed
from croupier.rulebook.model import RuleSet

_BECOMES = {"win": "pays", "push": "pushes", "lose": "loses"}


def _qualifies(rules: RuleSet) -> str:
    if always_qualifies(rules):
        return "Dealer always qualifies"
    ante, raised = (
        _BECOMES[rules.settlement[wager]["dealer_not_qualified"].outcome] for wager in ("ante", "raise")
    )
    return f"Dealer needs a {qualifier(rules)}, to qualify; if not, ante {ante} and raise {raised}"


def _limits(rules: RuleSet) -> str:
    least = rules.number("decision.raise_least")
    at_least = f"{least} antes at least; " if least > 1 else ""
    return f"Raise: {at_least}flush of " + "; ".join(
        f"{listed([str(each) for each in lengths], 'or')} cards, "
        f"{'the ante' if multiple == 1 else f'up to {multiple} antes'}"
        for multiple, lengths in most_by_length(rules).items()
    )


FELT = Felt(qualifies=_qualifies, limits=_limits)
