"""Ultimate Texas Hold'em in words: its streets and how it is played."""

from croupier.cards import set_of
from croupier.games.common import always_qualifies, dealer_least
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
from croupier.hands.poker import poker_strength
from croupier.hands.words import name_poker
from croupier.names import spoken
from croupier.rulebook.model import RuleSet

STAGES = {"preflop": "Before the flop", "flop": "On the flop", "river": "On the river"}
TABLES = {"flop": "With the flop", "best": "Best of seven"}


def multiples(rules: RuleSet) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The play wager in antes: before the flop, after it, and at the end."""
    found = rules.numbers("decision.play_multiples")
    return found[:2], found[2:3], found[3:]


def qualifier(rules: RuleSet) -> str:
    """The dealer's qualifier: "a pair"."""
    least = dealer_least(rules, poker_strength)
    if poker_strength(set_of("2s 2h 5c 4d 3h")) == least:
        return "a pair"
    return f"a {name_poker(least)} ({rules.fact('settlement.dealer_least').value})"


def _times(multiples: tuple[int, ...]) -> str:
    *first, last = sorted(multiples)
    return listed([*map(number_words, first), times_words(last)], "or")


def _blurb(rules: RuleSet) -> str:
    return "Bet before the flop, on the flop or on the river: more if early, less if late."


def _unqualified(rules: RuleSet) -> str:
    """The effect of a dealer who does not qualify on the ante, won or lost."""
    if always_qualifies(rules):
        return "The dealer always qualifies."
    won, lost = (
        outcome_words(rules, f"{who}_higher_dealer_not_qualified", "ante") for who in ("player", "dealer")
    )
    below = f"If the dealer has less than {qualifier(rules)}, {won}"
    return f"{below}." if won == lost else f"{below} when you win, and {lost} when you do not."


def _how(rules: RuleSet) -> tuple[HowStep, ...]:
    before, after, end = multiples(rules)
    own, board = rules.number("cards.player"), rules.number("cards.community")
    blind = spoken(rules.paytables["blind"].rows[-1])
    return (
        HowStep(
            "Play or check",
            f"You get {count_words(own, 'card')}. Play {_times(before)} at once, {_times(after)} after the "
            f"first {count_words(rules.number('cards.flop'), 'card')} of the board, or {_times(end)} at the "
            "end, when you play or fold.",
        ),
        HowStep(
            f"{capital(count_words(board, 'card'))} on the board",
            f"You and the dealer share them. The best five of {number_words(own + board)} count.",
        ),
        HowStep(
            "Beat the dealer",
            f"The higher poker hand wins; on a tie {outcome_words(rules, 'tie', 'ante', 'blind', 'play')}. "
            f"A winning blind pays for a {blind} or better. {_unqualified(rules)}",
        ),
    )


WORDS = Words(
    title="Ultimate Texas Hold'em",
    wagers={"cover_all": "Cover All"},
    stages=STAGES,
    tables=TABLES,
    blurb=_blurb,
    how=_how,
    glossary={
        "Blind": "A second wager, equal to the ante. It pays by its own table when you win with a big "
        "hand, and comes back when you win with less.",
        "Check": "To stay in without betting now. You may check until the river.",
        "Flop": "The first three cards of the board.",
        "Play": "The one bet you make after seeing cards: the earlier, the larger.",
        "River": "The last two cards of the board, dealt together.",
        "Trips": "An optional wager that pays for three of a kind or better in your own hand.",
    },
)
