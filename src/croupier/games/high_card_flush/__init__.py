"""High Card Flush: seven cards each, the larger flush wins, if the dealer qualifies."""

from croupier.games.common import Play, SideWager
from croupier.games.high_card_flush import settle
from croupier.games.high_card_flush.decisions import raise_allowed, raise_bound
from croupier.games.high_card_flush.felt import FELT
from croupier.games.high_card_flush.procedure import procedure
from croupier.games.high_card_flush.samples import SAMPLES
from croupier.games.high_card_flush.terms import FLUSH_LADDER, STRAIGHT_FLUSH_LADDER, terms
from croupier.games.high_card_flush.words import WORDS
from croupier.games.protocol import Game
from croupier.hands.flush import flush_cards, flush_strength
from croupier.hands.words import flush_cards as flush_cards_set
from croupier.hands.words import name_flush
from croupier.submission.house import HouseRules


def play(house: HouseRules) -> Play:
    """The game under these house rules."""
    numbers = terms(house)

    def settle_main(player: int, dealer: int, folded: int, ante: int, raised: int) -> tuple[int, ...]:
        return settle.settle_main(player, dealer, folded, ante, raised, numbers.main)

    def straight_flush_rung(cards: int, strength: int) -> int:
        return settle.straight_flush_rung(cards, numbers.ace_low, numbers.straight_flush_bonus.kinds)

    def progressive_rung(cards: int, strength: int) -> int:
        return settle.straight_flush_rung(cards, numbers.ace_low, numbers.progressive.kinds)

    return Play(
        main=("ante", "raise"),
        decided="raise",
        situations=settle.SITUATIONS,
        strength=flush_strength,
        settle_main=settle_main,
        allows=lambda strength, ante, amount: raise_allowed(strength, ante, amount, numbers.bounds),
        bound=lambda strength, ante: raise_bound(strength, ante, numbers.bounds),
        name=name_flush,
        sides={
            "flush_bonus": SideWager(
                FLUSH_LADDER, numbers.flush_bonus, lambda cards, strength: settle.flush_rung(strength)
            ),
            "straight_flush_bonus": SideWager(
                STRAIGHT_FLUSH_LADDER, numbers.straight_flush_bonus, straight_flush_rung
            ),
        },
        automatic={},
        progressive=SideWager(STRAIGHT_FLUSH_LADDER, numbers.progressive, progressive_rung),
        cover_all=None,
        played=flush_cards,
        least_played=2,  # seven cards of four suits
        makes=flush_cards_set,
    )


GAME = Game(
    play=play,
    procedure=procedure,
    words=WORDS,
    felt=FELT,
    samples=SAMPLES,
    policies=("ace_low_straight_flush",),
    solver="croupier.games.high_card_flush.solver.interface:SOLVER",
)
