"""Advice: the exact value of every legal action, for any cards at any stage of any game."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import CardError, set_of
from croupier.errors import Refusal
from croupier.odds.filed.wagers import Wagers
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import lost_by_fold
from croupier.odds.protection.hidden_cards import NOTHING, Hidden
from croupier.odds.protocol import Query, Sight, solver_for
from croupier.odds.side_bets import play_of
from croupier.submission.house import HouseRules


class AdviceError(ValueError):
    """The cards do not fit a stage of the game; the message says what is allowed."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The value of each legal action, net, per unit of ante, of the main game alone.

    With wagers on the layout, under the payout limits, and with the award of a progressive that a fold would
    lose in every other action; its stake is spent either way and left out.
    """

    stage: str
    hand: str
    values: dict[str, Fraction]

    @property
    def best(self) -> str:
        """The best action; of equal ones the one that wagers less."""
        return max(self.values, key=lambda action: (self.values[action], -_antes(action)))

    def value_of(self, action: str, antes: Fraction = Fraction(0)) -> Fraction:
        """The value of a decision with a wager of so many antes.

        The decided wager is even money, so between two whole numbers of antes the value is a straight line.
        """
        if action in self.values:
            return self.values[action]
        below = self.values[f"{action}_{int(antes)}x"]
        if antes.denominator == 1:
            return below
        above = self.values[f"{action}_{int(antes) + 1}x"]
        return below + (above - below) * (antes - int(antes))


def _antes(action: str) -> int:
    return int(action[-2]) if action.endswith("x") else 0


def advice(
    house: HouseRules,
    cards: str,
    board: str = "",
    up: str = "",
    progress: Progress = silent,
    wagers: Wagers | None = None,
    hidden: Hidden = NOTHING,
) -> Advice:
    """The exact value of each action that is legal with these cards, with hidden cards known if given."""
    solver = solver_for(house.rules)
    stages = solver.stages(house.rules)
    sight = Sight(
        player=_read(cards, "--cards", "cards of the player", [stage.player for stage in stages]),
        board=_read(board, "--board", "community cards", [stage.board for stage in stages]),
        up=_read(up, "--up", "face-up cards of the dealer", [stage.up for stage in stages]),
    )
    if sum(part.bit_count() for part in sight) != (sight.player | sight.board | sight.up).bit_count():
        raise AdviceError("one card in two places; a deck holds each card once")
    stage = next(stage for stage in stages if stage.board == sight.board.bit_count())
    if hidden.all:
        if hidden.all & (sight.player | sight.board | sight.up):
            raise AdviceError("--knows: a known card is visible already; a deck holds each card once")
        if wagers is not None:
            raise AdviceError("--knows: hidden cards are weighed for the game alone, without wagers")
        return Advice(stage.name, *solver.advise_knowing(Query(house, progress), stage, sight, hidden))
    hand, values = solver.advise(Query(house, progress, wagers=wagers), stage, sight)
    award = lost_by_fold(house, wagers)
    if award is None or wagers is None:
        return Advice(stage.name, hand, values)
    if len(stages) > 1:
        raise Refusal(
            "not_solved", "a progressive that a fold loses is valued in games of one decision alone"
        )
    won = Fraction(award(sight.player, play_of(house).strength(sight.player)), wagers.ante)
    with_award = {action: value + (won if action != "fold" else 0) for action, value in values.items()}
    return Advice(stage.name, hand, with_award)


def _read(text: str, where: str, what: str, numbers: Sequence[int]) -> int:
    try:
        cards = set_of(text)
    except CardError as error:
        raise AdviceError(f"{where}: {error}") from None
    if cards.bit_count() not in numbers:
        if not any(numbers):
            raise AdviceError(f"{where}: this game has no {what}")
        allowed = " or ".join(str(number) for number in dict.fromkeys(numbers))
        raise AdviceError(f"{where}: {cards.bit_count()} cards; allowed: {allowed}")
    return cards
