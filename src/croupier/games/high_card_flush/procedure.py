"""High Card Flush: seven cards each, one decision, then the dealer."""

from croupier.games.steps import RoundStep, Steps
from croupier.submission.house import TableRules


def procedure(table: TableRules) -> tuple[RoundStep, ...]:
    """A round, by the document and the table's way of dealing."""
    steps = Steps(table)
    return (
        *steps.bets(),
        *steps.progressive(),
        *steps.deal(steps.even_deal()),
        *steps.stub(),
        *steps.examine(),
        *steps.offer("decide"),
        *steps.perform("discards", if_wagered=True),
        *steps.perform("collect_forfeits"),
        *steps.reveal(),
        *steps.settle(),
        *steps.end(),
    )
