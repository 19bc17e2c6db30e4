"""The words of the table, for somebody who has never seen a casino."""

from croupier.games import game
from croupier.games.vocabulary import decided_wager, wager_label
from croupier.rulebook.model import RuleSet

ALWAYS = {
    "Ante": "The first wager of a round, made before any card is dealt.",
    "Fold": "To give up your hand. You lose the wagers against the dealer and see no more of the round.",
    "Kicker": "A card outside the pair or other made hand. It breaks the tie between two equal ones.",
    "Push": "Neither win nor loss: your chips come back.",
}
QUALIFY = (
    "To hold at least the hand that the rules require of the dealer. If the dealer does not qualify, some "
    "wagers are settled differently."
)
UP_CARD = "A dealer's card that is face up while you decide."
PROGRESSIVE = (
    "An optional wager whose largest awards are paid from a meter that grows with every wager on it."
)
METER = "The current amount of a progressive. It resets to its seed when it is won."
SECONDARY = "A second meter of the progressive, which pays smaller awards and resets on its own."
ENVY = "Paid to the other players who made the progressive wager when one player hits a top hand."
COVER_ALL = "An optional wager on the highest hand at the table, yours, another player's or the dealer's."
TO_ONE = (
    '"8 to 1" pays eight chips for one and returns the one you bet. "9 for 1" pays nine and keeps the one '
    "you bet: the same."
)


def glossary(rules: RuleSet) -> dict[str, str]:
    """Words by name, in alphabetical order: those that this rule set uses."""
    found = dict(ALWAYS)
    decided = decided_wager(rules)
    if decided:
        found[wager_label(rules, decided)] = "The bet that keeps you in after you have seen your cards."
    if "dealer_least" in rules.facts.get("settlement", {}):
        found["Qualify"] = QUALIFY
    if "dealer_face_up" in rules.facts.get("cards", {}):
        found["Up-card"] = UP_CARD
    if "cover_all" in rules.wagers:
        found[wager_label(rules, "cover_all")] = COVER_ALL
    if "progressive" in rules.wagers:
        found |= {"Progressive": PROGRESSIVE, "Meter": METER, "To 1, for 1": TO_ONE}
        if any(len(table.meters) > 1 for table in rules.progressive.values()):
            found["Secondary meter"] = SECONDARY
        if any(table.envy for table in rules.progressive.values()):
            found["Envy"] = ENVY
    return dict(sorted((found | dict(game(rules.rules.game).words.glossary)).items()))
