"""Four Card Poker: five cards each, six for the dealer with one face up, one decision, then the dealer."""

from collections.abc import Iterator

from croupier.games.steps import DEALER, RACK, Packet, PacketPlan, RoundStep, Steps, in_a_row, in_turn
from croupier.submission.house import TableRules


def procedure(table: TableRules) -> tuple[RoundStep, ...]:
    """A round, by the document, the way of dealing and the way of settling."""
    steps = Steps(table)
    return (
        *steps.bets(),
        *steps.progressive(),
        *steps.deal(_packets(steps)),
        *_sixth_card(steps),
        *steps.perform("cover_all_device", by_system=True, only_with="cover_all"),
        *steps.stub(),
        *steps.examine(),
        *steps.offer("decide"),
        *steps.perform("collect_forfeits"),
        *steps.reveal(),
        *_settlement(steps),
        *steps.cover_all(),
        *(steps.perform("collect_hands", joined=True) if _alternative_1(steps) else ()),
        *steps.end(),
    )


def _stacks(steps: Steps) -> bool:
    return steps.rule("deal").pattern == "stacks"


def _packets(steps: Steps) -> PacketPlan:
    """Five to each player; the dealer's fifth and sixth together, the sixth face up. Or stacks of five."""
    each = steps.rules.number("cards.player")
    if _stacks(steps):
        return in_a_row(each, Packet(DEALER, each))
    down = steps.rules.number("cards.dealer") - steps.rules.number("cards.dealer_face_up")
    return in_turn(each, [*[Packet(DEALER, 1)] * down, Packet(DEALER, 1, up=True)])


def _sixth_card(steps: Steps) -> Iterator[RoundStep]:
    """With the automated shoe, the bottom card of one more stack is turned up and the others are racked."""
    if _stacks(steps):
        surplus = steps.rules.number("cards.surplus")
        yield from steps.cards(
            "sixth_card", Packet(RACK, surplus), Packet(DEALER, 1, up=True), for_settlement=False
        )


def _alternative_1(steps: Steps) -> bool:
    return str(steps.table.procedure.settlement_alternative) == "1"


def _settlement(steps: Steps) -> Iterator[RoundStep]:
    """Alternative 1 goes step by step through the table, alternative 2 player by player."""
    if _alternative_1(steps):
        yield from steps.settle("reveal_hands", stepwise=True)
    else:
        yield from steps.settle()
