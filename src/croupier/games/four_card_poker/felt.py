"""The felt of Four Card Poker: the dealer's hand and the bounds of the play wager."""

from croupier.games.felt import Felt
from croupier.games.words import number_words
from croupier.rulebook.model import RuleSet


def _qualifies(rules: RuleSet) -> str:
    hand, dealer = (number_words(rules.number(each)) for each in ("cards.hand", "cards.dealer"))
    return f"Dealer plays the best {hand} of {dealer} cards and always qualifies"


def _limits(rules: RuleSet) -> str:
    least, most = rules.number("decision.play_least"), rules.number("decision.play_most")
    return f"Play: {least} to {most} times the ante" if least < most else f"Play: {least} times the ante"


FELT = Felt(qualifies=_qualifies, limits=_limits)
