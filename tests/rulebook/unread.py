"""Data that change nothing that the fingerprint sees, by key. The list may only shrink."""

import re

from tests.rulebook.mutations import Mutation

_CITED = "|".join(
    (
        "two_decks",
        "uncut",
        "recut",
        "sit",
        "bets",
        "stay",
        "stub_exempt",
        "fold",
        "fold_bonus",
        "set_hand",
        "discards",
        "reveal_hands",
        "collect_losers",
        "pay_winners",
        "collect_hands",
        "keep_exposed",
        "progressive_payout",
    )
)
PATTERNS: tuple[str, ...] = (
    # Steps that nobody performs by themselves: presence and clauses decide, and no offer shows the words.
    rf"steps\.({_CITED})(\.[\w-]+)?\.(prompt|by)",
    # A dealer without a pair ties only hands below the blind's table, where a win is a push: the same money.
    r"settlement\.blind\.tie_dealer_not_qualified\.outcome",
    # Survived a full run; why has not been looked into, so each is to be read, refused or moved to prose.
    r"inscriptions\.(odds|payout_limit)\.text",
    r"steps\.validate\.(prompt|by)",
    r"irregularities\.(ma-uth-7\.d\.4|md-hcf-8\.C\.2\.b|md-hcf-8\.J\.1)\.deal\.0",
    r"irregularities\.(md-hcf-3\.C\.1|md-hcf-3\.C\.2|md-hcf-13\.F)\.deck",
    r"irregularities\.ma-hcf-4\.d\.(kinds\.0|role)",
    r"options\.envy\.values\.[DE]",
    r"layout\.demands\.[13]\.areas\.[012]",
)


def unread(mutation: Mutation) -> bool:
    """Whether a datum is known to change nothing."""
    return any(re.fullmatch(pattern, mutation.key) for pattern in PATTERNS)
