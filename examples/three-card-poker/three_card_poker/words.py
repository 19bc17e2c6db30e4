"""How Three Card Poker is played, in words made from the rule data."""

from croupier.cards import set_of
from croupier.games.words import HowStep, Words, capital, number_words
from croupier.rulebook.model import RuleSet
from three_card_poker.hands import name_three_card, three_card_strength


def qualifier(rules: RuleSet) -> str:
    """The least hand with which the dealer qualifies: "queen high", or its ranks if not every one does."""
    least = str(rules.fact("settlement.dealer_least").value)
    name = name_three_card(three_card_strength(set_of(least)))
    return name.partition(",")[0] if name.endswith("-3-2") else name


def _blurb(rules: RuleSet) -> str:
    cards = number_words(rules.number("cards.player"))
    return f"{capital(cards)} cards each. Play or fold; the dealer needs {qualifier(rules)}."


def _how(rules: RuleSet) -> tuple[HowStep, ...]:
    cards = number_words(rules.number("cards.player"))
    return (
        HowStep("Look at your cards", f"You and the dealer get {cards} cards each."),
        HowStep("Play or fold", "Play for as much as the ante, or fold and give it up."),
        HowStep(
            "Beat the dealer",
            f"The dealer qualifies with {qualifier(rules)} or better; below that the ante wins and the play "
            "wager goes back. A straight or better earns the ante bonus, win or lose.",
        ),
    )


WORDS = Words(title="Three Card Poker", blurb=_blurb, how=_how)
