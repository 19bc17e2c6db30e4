"""A round: bets, three cards each, one decision, the dealer's hand, settlement."""

from croupier.games.steps import RoundStep, Steps
from croupier.submission.house import TableRules


def procedure(table: TableRules) -> tuple[RoundStep, ...]:
    """A round, by the document and the way of dealing."""
    steps = Steps(table)
    return (
        *steps.bets(),
        *steps.deal(steps.even_deal()),
        *steps.stub(),
        *steps.offer("decide"),
        *steps.reveal(),
        *steps.settle(),
        *steps.end(),
    )
