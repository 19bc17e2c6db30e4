"""High Card Flush: seven cards each, one decision, then the dealer."""

from croupier.games.steps import DEALER, Packet, PacketPlan, RoundStep, Steps, in_a_row, in_turn
from croupier.submission.house import TableRules


def procedure(table: TableRules) -> tuple[RoundStep, ...]:
    """A round, by the document and the table's way of dealing."""
    steps = Steps(table)
    return (
        *steps.bets(),
        *steps.progressive(),
        *steps.deal(_packets(steps)),
        *steps.stub(),
        *steps.perform("examine"),
        *steps.offer("decide"),
        *steps.perform("discards", if_wagered=True),
        *steps.perform("collect_forfeits"),
        *steps.reveal(),
        *steps.settle(),
        *steps.end(),
    )


def _packets(steps: Steps) -> PacketPlan:
    """Seven to each: in a row in Massachusetts and New Jersey, in turn in Maryland, stacks from a machine."""
    each = steps.rules.number("cards.player")
    dealer = steps.rules.number("cards.dealer")
    if steps.rule("deal").pattern == "one_at_a_time":
        return in_turn(each, [Packet(DEALER, 1)] * dealer)
    return in_a_row(each, Packet(DEALER, dealer))
