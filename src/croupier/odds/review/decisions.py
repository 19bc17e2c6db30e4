"""The decisions of a recorded hand, each priced exactly with the cards that the player could see."""

from fractions import Fraction
from typing import Literal, NamedTuple

from croupier.cards import card_set, card_text, parse_cards, set_of
from croupier.odds.advice import Advice
from croupier.odds.protocol import Query, Sight, solver_for
from croupier.odds.watch.record import RecordedRound, antes_of
from croupier.settlement.round import Seat

Grade = Literal["best", "inaccuracy", "mistake", "blunder"]

MISTAKE, BLUNDER = Fraction(1, 20), Fraction(1, 4)
"""The lowest costs of a mistake and of a blunder, in antes."""


class PricedDecision(NamedTuple):
    """One decision. Values are in antes."""

    stage: str
    action: str
    best: str
    value: Fraction
    """The value of the action taken."""
    cost: Fraction
    """The value of the best action above it."""
    values: dict[str, Fraction]
    """The value of every legal action, smaller wagers first."""
    hand: str
    """The player's hand at that moment, in words."""
    board: str
    """The community cards that were visible."""

    @property
    def at_stake(self) -> Fraction:
        """The average cost of the actions other than the best: how much a mistake would cost."""
        others = [value for action, value in self.values.items() if action != self.best]
        return self.values[self.best] - sum(others, Fraction(0)) / len(others) if others else Fraction(0)

    @property
    def grade(self) -> Grade:
        """How much the decision cost, in a word; an action as good as the best is the best."""
        if not self.cost:
            return "best"
        if self.cost < MISTAKE:
            return "inaccuracy"
        return "mistake" if self.cost < BLUNDER else "blunder"


def priced_decisions(played: RecordedRound, seat: Seat) -> tuple[PricedDecision, ...]:
    """The decisions of a seat, in their order; none if its cards are not recorded or nothing was decided."""
    if not seat.cards or seat.declared or seat.decision is None:
        return ()
    house, solver = played.house, solver_for(played.house.rules)
    board = parse_cards(played.record.board or "")
    antes = antes_of(seat, played.record.amounts)
    wager = next(iter(seat.decision))
    found = []
    for stage in solver.stages(house.rules):
        sight = Sight(
            set_of(seat.cards), card_set(board[: stage.board]), set_of(played.up) if stage.up else 0
        )
        advice = Advice(stage.name, *solver.advise(Query(house), stage, sight))
        decided = antes > 0 and f"{wager}_{int(antes)}x" in advice.values
        action = wager if decided else next(iter(advice.values))
        value = advice.value_of(action, antes if decided else Fraction(0))
        best = advice.best
        name = f"{wager}_{float(antes):g}x" if decided else action
        found.append(
            PricedDecision(
                stage=stage.name,
                action=name,
                best=best,
                value=value,
                cost=advice.values[best] - value,
                values=advice.values,
                hand=advice.hand,
                board=" ".join(map(card_text, board[: stage.board])),
            )
        )
        if decided:
            break
    return tuple(found)
