"""Forfeited wagers among the results of a round.

Where a document says so, a player who discusses a hand or leaves the table loses every wager, whatever the
cards are.
"""

from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result
from croupier.submission.house import HouseRules


def is_forfeit(house: HouseRules, result: Result) -> bool:
    """Whether a wager was forfeited: its result cites the clauses on the seat, and no others."""
    clauses = prepared(house).forfeited
    return bool(clauses) and result.clauses == clauses
