"""Four Card Poker in words: how it is played."""

from croupier.games.words import (
    HowStep,
    Words,
    capital,
    face_up_words,
    number_words,
    outcome_words,
    times_words,
)
from croupier.rulebook.model import RuleSet


def _bounds(rules: RuleSet) -> tuple[int, int]:
    return rules.number("decision.play_least"), rules.number("decision.play_most")


def _times(rules: RuleSet) -> str:
    least, most = _bounds(rules)
    return times_words(most) if least == most else f"{number_words(least)} to {times_words(most)}"


def _cards(rules: RuleSet) -> tuple[str, ...]:
    """Of the player, of the dealer, those that make a hand, and those of the dealer's that are face up."""
    return tuple(
        number_words(rules.number(f"cards.{each}")) for each in ("player", "dealer", "hand", "dealer_face_up")
    )


def _blurb(rules: RuleSet) -> str:
    own, dealer, _, up = _cards(rules)
    return f"{capital(own)} cards against {dealer}, {up} of them face up. Fold, or play {_times(rules)}."


def _how(rules: RuleSet) -> tuple[HowStep, ...]:
    own, dealer, hand, _ = _cards(rules)
    return (
        HowStep(
            f"Make {hand} of {own}",
            f"You get {own} cards, and your best {hand} are your hand. " + face_up_words(rules),
        ),
        HowStep("Play or fold", f"Play {_times(rules)}, or fold and give it up."),
        HowStep(
            "Beat the dealer",
            f"The dealer makes the best {hand} of {dealer} cards. "
            f"The higher hand wins; on a tie {outcome_words(rules, 'tie', 'ante', 'play')}.",
        ),
    )


WORDS = Words(title="Four Card Poker", wagers={"cover_all": "Cover All"}, blurb=_blurb, how=_how)
