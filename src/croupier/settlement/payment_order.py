"""The order in which seats are paid: from the dealer's right, and folded hands when the document says so."""

from collections.abc import Iterable

from croupier.rulebook.model import RuleSet

AT_THE_FOLD, IN_TURN, AT_THE_CONCLUSION = "at the fold", "in turn", "at the conclusion"
"""When the side wagers of a folded hand are settled (the fact `settlement.folded`)."""


def folded_settled(rules: RuleSet) -> str:
    """When the document settles folded hands; a game whose documents do not say settles them in turn."""
    fact = rules.facts.get("settlement", {}).get("folded")
    return IN_TURN if fact is None else str(fact.value)


def payment_order(seats: Iterable[int], folded: Iterable[int], when: str) -> list[int]:
    """The seats in the order of payment.

    Hands in play are settled counterclockwise from the dealer's right, the highest seat first. Folded hands
    take their seat's turn, or are paid before the others as they fold (clockwise), or after the others.
    """
    order = sorted(seats, reverse=True)
    if when == IN_TURN:
        return order
    out = set(folded)
    standing = [seat for seat in order if seat not in out]
    down = [seat for seat in order if seat in out]
    return [*reversed(down), *standing] if when == AT_THE_FOLD else [*standing, *down]
