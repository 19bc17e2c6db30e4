"""Ultimate Texas Hold'em: two cards each, five in common; ante and blind, then one play wager or a fold."""

from croupier.games.common import Bound, Play, SideWager
from croupier.games.protocol import Game
from croupier.games.ultimate_texas_holdem import settle
from croupier.games.ultimate_texas_holdem.decisions import play_allowed, play_amounts
from croupier.games.ultimate_texas_holdem.felt import FELT
from croupier.games.ultimate_texas_holdem.procedure import procedure
from croupier.games.ultimate_texas_holdem.samples import SAMPLES
from croupier.games.ultimate_texas_holdem.terms import POKER_LADDER, terms
from croupier.games.ultimate_texas_holdem.words import WORDS
from croupier.hands.poker import STRAIGHT, poker_category, poker_strength
from croupier.hands.words import name_poker, poker_cards
from croupier.submission.house import HouseRules


def play(house: HouseRules) -> Play:
    """The game under these house rules."""
    numbers = terms(house)

    def settle_main(player: int, dealer: int, folded: int, ante: int, played: int) -> tuple[int, ...]:
        return settle.settle_main(player, dealer, folded, ante, played, numbers.main)

    def rung(cards: int, strength: int) -> int:
        return settle.poker_rung(strength)

    return Play(
        main=("ante", "blind", "play"),
        decided="play",
        situations=settle.SITUATIONS,
        strength=poker_strength,
        settle_main=settle_main,
        allows=lambda strength, ante, amount: play_allowed(ante, amount, numbers.play_multiples),
        bound=lambda strength, ante: Bound(0, 0, play_amounts(ante, numbers.play_multiples)),
        name=name_poker,
        sides={"trips": SideWager(POKER_LADDER, numbers.trips, rung)},
        automatic={},
        progressive=SideWager(
            POKER_LADDER,
            numbers.progressive,
            lambda cards, strength: settle.poker_rung(poker_strength(cards)),
        ),
        cover_all=SideWager(POKER_LADDER, numbers.cover_all, rung),
        makes=poker_cards,
        left_exposed=lambda strength: poker_category(strength) >= STRAIGHT,
    )


GAME = Game(
    play=play,
    procedure=procedure,
    words=WORDS,
    felt=FELT,
    samples=SAMPLES,
    solver="croupier.games.ultimate_texas_holdem.solver.interface:SOLVER",
)
