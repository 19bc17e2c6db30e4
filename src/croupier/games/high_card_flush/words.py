"""High Card Flush in words: rows of its pay tables and how it is played."""

from croupier.cards import RANKS
from croupier.games.common import always_qualifies, dealer_least
from croupier.games.samples import by_rank
from croupier.games.words import (
    HowStep,
    Words,
    capital,
    count_words,
    listed,
    number_words,
    outcome_words,
    times_words,
)
from croupier.hands.flush import flush_strength
from croupier.hands.words import name_flush
from croupier.rulebook.model import RuleSet

LENGTHS = range(3, 8)
MAIN = ("ante", "raise")

ROWS = {
    **{f"flush_{cards}": f"{number_words(cards)}-card flush" for cards in LENGTHS},
    **{f"straight_flush_{cards}": f"{number_words(cards)}-card straight flush" for cards in LENGTHS},
}


def most_by_length(rules: RuleSet) -> dict[int, list[int]]:
    """The flush lengths that share a largest raise, by that raise in antes."""
    lengths: dict[int, list[int]] = {}
    for length, multiple in enumerate(rules.numbers("decision.raise_most"), start=2):
        lengths.setdefault(multiple, []).append(length)
    return lengths


def qualifier(rules: RuleSet) -> str:
    """The dealer's qualifier: "three-card flush, nine high", or its ranks if a nine high is not enough."""
    least = dealer_least(rules, flush_strength)
    cards = by_rank(str(rules.fact("settlement.dealer_least").value))
    ranks = [card[0] for card in cards]
    if ranks[1:] == [*reversed(RANKS[: len(ranks) - 1])]:
        return name_flush(least)
    return f"{number_words(len(cards))}-card flush, {'-'.join(ranks)}"


def _blurb(rules: RuleSet) -> str:
    cards = capital(count_words(rules.number("cards.player"), "card"))
    return f"{cards}. Raise or fold by your longest flush, and choose how much."


def _bets(rules: RuleSet) -> str:
    offered = "bonuses and the progressive" if "progressive" in rules.wagers else "bonuses"
    return f"The {offered} are optional, beside an ante."


def _unqualified(rules: RuleSet) -> str:
    if always_qualifies(rules):
        return "The dealer always qualifies"
    ends = outcome_words(rules, "dealer_not_qualified", *MAIN)
    return f"The dealer needs a {qualifier(rules)}, to qualify; if not, {ends}"


def _how(rules: RuleSet) -> tuple[HowStep, ...]:
    cards = count_words(rules.number("cards.player"), "card")
    (least, _), *more = most_by_length(rules).items()
    raised = [
        f"up to {times_words(multiple)} with {listed([*map(number_words, lengths)], 'or')} of a suit"
        for multiple, lengths in more
    ]
    first = times_words(least) if least == 1 else f"up to {times_words(least)}"
    return (
        HowStep(
            "Look for a suit",
            f"You get {cards}. Your hand is your longest flush: more cards of one suit beat fewer.",
        ),
        HowStep("Raise or fold", f"Raise {'; '.join([first, *raised])}. Folding gives up the ante."),
        HowStep(
            "Beat the dealer",
            f"The longer flush wins, then the higher one; on a tie {outcome_words(rules, 'tie', *MAIN)}. "
            f"{_unqualified(rules)}.",
        ),
    )


GLOSSARY = {
    "Flush": "Cards of one suit. Here the number of cards counts first, then their ranks.",
    "Flush bonus": "An optional wager on the length of your longest flush.",
    "Raise": "The bet that keeps you in after you have seen your cards.",
    "Straight flush bonus": "An optional wager on consecutive cards of one suit.",
}

WORDS = Words(title="High Card Flush", rows=ROWS, blurb=_blurb, bets=_bets, how=_how, glossary=GLOSSARY)
