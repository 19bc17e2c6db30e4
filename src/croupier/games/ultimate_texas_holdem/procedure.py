"""Ultimate Texas Hold'em: two cards each, three decisions around flop and last cards, then the dealer."""

from croupier.games.steps import (
    BOARD,
    RACK,
    Packet,
    RoundStep,
    Steps,
)
from croupier.submission.house import TableRules


def procedure(table: TableRules) -> tuple[RoundStep, ...]:
    """A round, by the document and the table's way of dealing."""
    steps = Steps(table)
    rules = steps.rules
    flop = rules.number("cards.flop")
    last = rules.number("cards.community") - flop
    multiples = rules.numbers("decision.play_multiples")
    before_flop, after_flop, at_the_end = multiples[:2], multiples[2:3], multiples[3:]
    return (
        *steps.bets(),
        *steps.progressive(),
        *steps.deal(steps.even_deal()),
        *steps.perform("cover_all_device", by_system=True, only_with="cover_all"),
        *steps.examine(),
        *steps.offer("preflop", *before_flop, waive="check"),
        *steps.cards("burn_flop", Packet(RACK, 1)),
        *steps.cards("flop", Packet(BOARD, flop, up=True), joined=True),
        *steps.offer("flop_decision", *after_flop, waive="check"),
        *steps.cards("burn_final", Packet(RACK, 1)),
        *steps.cards("final_cards", Packet(BOARD, last, up=True), joined=True),
        *steps.offer("final_decision", *at_the_end),
        *steps.stub(),
        *steps.reveal(),
        *steps.settle(),
        *steps.cover_all(),
        *steps.end(),
    )
