"""Refusals: one clear line, a stable code and the clauses, for every input that cannot be accepted.

`CODES` is the whole list; the documentation prints it and a test keeps the two equal.
"""

from collections.abc import Sequence

CODES: dict[str, str] = {
    # the line itself
    "malformed": "the line or a value in it is not of the documented form (JSON, type, missing key)",
    "unknown_key": "a key that the form does not know",
    "unknown_rules": "no rule set of that name",
    # cards
    "unreadable_card": "a card text that is not a rank and a suit",
    "duplicate_card": "one card in two places",
    "wrong_number_of_cards": "a hand or board with more or fewer cards than the rules deal",
    # seats
    "no_seats": "a round without a seat",
    "unknown_seat": "a seat number outside the table's positions",
    "duplicate_seat": "two seats with one number",
    "too_many_boxes": "one player on more positions than the rules allow (in settle: Ultimate alone)",
    # wagers
    "unknown_wager": "a wager that the game does not have, or that is placed by deciding",
    "wager_not_offered": "a wager for which the choices name no pay table",
    "missing_wager": "a wager without the wagers that it needs",
    "bad_amount": "an amount that is not a positive whole number of cents, or beyond the largest accepted",
    "blind_unequal_ante": "blind and ante differ",
    "wrong_progressive_stake": "a progressive wager other than the stake that the rules fix",
    # decisions
    "decision_missing": "a hand in competition without a decision",
    "decision_superfluous": "a decision where none is offered",
    "decision_unclear": "a decision that is not exactly one of those offered",
    "raise_out_of_bounds": "a raise below the ante or above what the hand allows",
    "play_out_of_bounds": "a play wager that no stage of the round allows",
    # meters
    "meters_missing": "a progressive wager without the meters that it plays for",
    "unknown_meter": "a meter that the chosen progressive does not have",
    # conduct and irregularities
    "forfeit_unknown": "forfeiture or abandonment where the document does not know it",
    "unknown_irregularity": "a clause that is not an irregularity of these rules",
    "irregularity_misplaced": "an irregularity of one hand on the round, or of the round on one hand",
    # choices and submissions
    "unknown_choice": "a choice that these rules do not offer",
    "unknown_table": "a pay table that the rules do not print",
    "table_not_acknowledged": "an anomalous table chosen without saying so",
    "table_needs_amounts": "a table whose amounts the operator sets, without the amounts",
    "odds_fixed": "odds of the operator's own where the rules fix them",
    "odds_rows": "odds with a row missing or too many",
    "odds_unreadable": "odds that are not of a form the rules use",
    "odds_below_floor": "odds below the least that the rules print",
    "odds_wording": 'odds stated with "for" where the document allows only "to" or "win"',
    "progressive_without_table": "an Ultimate Texas Hold'em progressive without a filed pay table",
    "reset_below_least": "a meter that would start again below the least that the rules allow",
    "seed_below_least": "a meter that would start below the least that the rules allow",
    "seed_fixed": "an initial amount other than the one that the rules fix",
    "rate_fixed": "a contribution rate other than the one that the rules fix",
    "rate_unreadable": "a contribution rate that is not a percentage, or is not above 0% and up to 100%",
    "filing_differs": "one thing stated in two places of the submission, differently",
    "filing_missing": "a particular that the rules require in the submission",
    "unknown_policy": "a policy that these rules do not have",
    "unknown_policy_value": "a value that the policy does not have",
    "policy_not_default": "a policy away from its default (needs the regulator's approval)",
    "limit_above_most": "an aggregate limit above the most that the rules allow",
    "limit_not_offered": "an aggregate limit where, or per what, the rules know none",
    "wrong_type": "a value of the wrong type",
    "value_not_allowed": "a value outside those that the rules allow",
    "too_many_positions": "more betting positions than the table may have",
    "minimum_above_maximum": "a posted minimum above the posted maximum",
    "limits_not_posted": "a wager without a posted minimum and maximum",
    "hand_deal_needs_shuffler": "dealing from the hand without an automated shuffler",
    "second_deck_needs_shuffler": "two decks without an automated shuffler",
    "shuffle_not_allowed": "a way of shuffling that the document does not know",
    "deal_not_allowed": "a way of dealing that the document does not know",
    "preshuffled_not_allowed": "preshuffled cards where the document does not know them",
    "equipment_missing": "a wager offered without the device that it needs",
    "hands_not_elected": "a chosen table pays a hand that the operator did not elect",
    "suit_specific_unpaid": "a suit-specific hand that no pay table pays",
    "needs_approval": "allowed only with the regulator's approval",
}


class Refusal(Exception):
    """An input that is refused: nothing was changed by it."""

    def __init__(self, code: str, message: str, clauses: Sequence[str] = ()) -> None:
        assert code in CODES, code
        super().__init__(message)
        self.code = code
        self.message = message
        self.clauses = tuple(clauses)
