"""What should I do? The exact value of every legal action, for any cards at any stage of any game."""

from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import CardError, parse_cards, set_of
from croupier.hands import flush_strength, four_card_strength, poker_strength
from croupier.hands.words import name_flush, name_four_card, name_poker
from croupier.odds.progress import Progress, silent
from croupier.submission.house import HouseRules


class AdviceError(ValueError):
    """Cards that are no stage of the game; the message says what is allowed."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The value of each legal action, net, per unit of ante, of the main game alone."""

    stage: str
    hand: str
    values: dict[str, Fraction]

    @property
    def best(self) -> str:
        """The best action; of equal ones the one that wagers less."""
        return max(self.values, key=lambda action: (self.values[action], -_antes(action)))

    def value_of(self, action: str, antes: Fraction = Fraction(0)) -> Fraction:
        """What a decision with a wager of so many antes is worth.

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
    house: HouseRules, cards: str, board: str = "", up: str = "", progress: Progress = silent
) -> Advice:
    """The exact value of each action that is legal with these cards."""
    player = _read(cards, "--cards", house.rules.number("cards.player"))
    game = house.rules.rules.game
    if board and game != "ultimate-texas-holdem":
        raise AdviceError("--board: this game has no community cards")
    if bool(up) != (game == "four-card-poker"):
        raise AdviceError("--up: the dealer's face-up card is needed in Four Card Poker, and only there")
    # Each game's solver is imported where it is needed: an answer is wanted within a second of the start.
    if game == "high-card-flush":
        from croupier.games.high_card_flush.solver import solution as high_card_flush

        return Advice(
            "raise or fold", name_flush(flush_strength(player)), high_card_flush.advise(house, player)
        )
    if game == "four-card-poker":
        from croupier.games.four_card_poker.solver import solution as four_card_poker

        dealer = _read(up, "--up", 1)
        _apart(player, dealer)
        values = four_card_poker.advise(house, player, parse_cards(up)[0])
        return Advice("play or fold", name_four_card(four_card_strength(player)), values)
    from croupier.games.ultimate_texas_holdem.solver import solution as ultimate_texas_holdem

    common = _read(board, "--board", 0, 3, 5)
    _apart(player, common)
    stage = {0: "preflop", 3: "flop", 5: "river"}[common.bit_count()]
    values = ultimate_texas_holdem.advise(house, player, common, progress)
    hand = (
        name_poker(poker_strength(player | common)) if common else ultimate_texas_holdem.starting_hand(player)
    )
    return Advice(stage, hand, values)


def _read(text: str, where: str, *numbers: int) -> int:
    try:
        cards = set_of(text)
    except CardError as error:
        raise AdviceError(f"{where}: {error}") from None
    if cards.bit_count() not in numbers:
        allowed = " or ".join(str(number) for number in numbers)
        raise AdviceError(f"{where}: {cards.bit_count()} cards; allowed: {allowed}")
    return cards


def _apart(ours: int, theirs: int) -> None:
    if ours & theirs:
        raise AdviceError("one card in two places; a deck holds each card once")
