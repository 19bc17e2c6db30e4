"""The felt of Ultimate Texas Hold'em: the dealer's qualifier and the play wager, street by street."""

from croupier.games.common import always_qualifies
from croupier.games.felt import Felt
from croupier.games.ultimate_texas_holdem.words import multiples, qualifier
from croupier.games.words import listed
from croupier.rulebook.model import RuleSet

_BECOMES = {"win": "pays", "push": "pushes", "lose": "loses"}


def _qualifies(rules: RuleSet) -> str:
    if always_qualifies(rules):
        return "Dealer always qualifies"
    stated = rules.settlement["ante"]
    won, lost = (
        _BECOMES[stated[f"{who}_higher_dealer_not_qualified"].outcome] for who in ("player", "dealer")
    )
    becomes = won if won == lost else f"{won} with a higher hand and {lost} with a lower"
    return f"Dealer needs {qualifier(rules)} to qualify; if not, the ante {becomes}"


def _limits(rules: RuleSet) -> str:
    before, after, end = (_times(each) for each in multiples(rules))
    return f"Play: {before} the ante before the flop, {after} after it, {end} after the last card"


def _times(multiples: tuple[int, ...]) -> str:
    return f"{listed([str(each) for each in multiples], 'or')} time{'' if multiples == (1,) else 's'}"


FELT = Felt(qualifies=_qualifies, limits=_limits)
