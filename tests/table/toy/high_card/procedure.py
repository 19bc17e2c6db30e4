"""High Card: one card each, one decision, then the dealer."""

from croupier.games.steps import DEALER, Packet, RoundStep, Steps, in_a_row
from croupier.submission.house import TableRules


def procedure(table: TableRules) -> tuple[RoundStep, ...]:
    """A round."""
    steps = Steps(table)
    return (
        *steps.bets(),
        *steps.deal(in_a_row(1, Packet(DEALER, 1))),
        *steps.stub(),
        *steps.offer("decide"),
        *steps.reveal(),
        *steps.settle(),
        *steps.end(),
    )
