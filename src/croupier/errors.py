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
    # links of meters
    "stale_meter": "an award that is not what the meter pays now; the round is settled again",
    "unknown_award": "an award that the link has not locked",
    "award_decided": "an award that has been validated or rejected already",
    "award_locked_twice": "a second award from the meters for one seat in one round",
    "link_round_over": "a contribution, or its return, for a round other than the latest of the table",
    "returned_too_much": "more returned from a meter than the round has contributed to it",
    "reason_missing": "a rejection or a correction without its reason",
    "rates_bound": "a change of rates other than right after the meter was won",
    "link_differs": "a table whose meters are not those of the link",
    # conduct and irregularities
    "forfeit_unknown": "forfeiture or abandonment where the document does not know it",
    "unknown_irregularity": "a clause that is not an irregularity of these rules",
    "irregularity_misplaced": "an irregularity of one hand on the round, or of the round on one hand",
    # at the table
    "stale_version": "a command for another version of the table than the one it is at",
    "not_now": "an act that nobody may do at this point of the table's life",
    "role_too_low": "an act that needs a higher role",
    "not_your_seat": "an act for a seat that is another player's",
    "card_missing": "cards of a hand without the one that lies face up",
    "seat_taken": "a seat where somebody sits already",
    "not_seated": "a wager from a place where nobody sits",
    "not_adjacent": "a second position of one player that is not beside the first",
    "must_stay": "a player with cards leaving before the round ends",
    "nobody_here": "a step that waits for the first player",
    "no_bets": "no more bets where nobody has wagered",
    "bets_closed": "a wager made, increased or withdrawn after no more bets",
    "below_minimum": "a wager below the posted minimum",
    "above_maximum": "a wager above the posted maximum",
    "instrument_not_accepted": "a wager with something other than chips, plaques or match play",
    "deck_not_whole": "an order of the deck that does not hold each of the 52 cards once",
    "deck_too_old": "a round with a deck that is overdue for its change",
    "backs_alike": "two decks whose backs have one color",
    "stub_count_due": "the stub racked uncounted where it must be counted",
    "count_out_of_bounds": "a count or a cut of an impossible number of cards",
    "count_mismatch": "going on although a count does not match",
    "unknown_round": "a round to be settled anew that is not the one in the log, or too long ago",
    "award_pending": "a round settled anew while an award of it waits for validation",
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
