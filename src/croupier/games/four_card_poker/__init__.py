"""Four Card Poker: five cards against the dealer's six, best four of each."""

from croupier.games.common import Play, SideWager
from croupier.games.four_card_poker import settle
from croupier.games.four_card_poker.decisions import play_allowed, play_bound
from croupier.games.four_card_poker.felt import FELT
from croupier.games.four_card_poker.procedure import procedure
from croupier.games.four_card_poker.samples import SAMPLES
from croupier.games.four_card_poker.terms import (
    ACES_UP_LADDER,
    COVER_ALL_LADDER,
    FIVE_CARD_LADDER,
    FOUR_CARD_PROGRESSIVE_LADDER,
    terms,
)
from croupier.games.four_card_poker.words import WORDS
from croupier.games.protocol import Game
from croupier.hands.four_card import THREE_OF_A_KIND, four_card_category, four_card_strength
from croupier.hands.poker import poker_strength
from croupier.hands.words import four_card_cards, name_four_card
from croupier.submission.house import HouseRules


def play(house: HouseRules) -> Play:
    """The game under these house rules."""
    numbers = terms(house)

    def settle_main(player: int, dealer: int, folded: int, ante: int, played: int) -> tuple[int, ...]:
        return settle.settle_main(player, dealer, folded, ante, played, numbers.main)

    def rung(cards: int, strength: int) -> int:
        return settle.aces_up_rung(strength)

    bonus = SideWager(ACES_UP_LADDER, numbers.ante_bonus, rung)
    if house.progressive is not None and house.progressive.hand == "five_card":
        progressive = SideWager(
            FIVE_CARD_LADDER,
            numbers.progressive,
            lambda cards, strength: settle.five_card_rung(poker_strength(cards)),
        )
    else:
        progressive = SideWager(
            FOUR_CARD_PROGRESSIVE_LADDER,
            numbers.progressive,
            lambda cards, strength: settle.four_card_progressive_rung(strength),
        )
    return Play(
        main=("ante", "play"),
        decided="play",
        situations=settle.SITUATIONS,
        strength=four_card_strength,
        settle_main=settle_main,
        allows=lambda strength, ante, amount: play_allowed(
            ante, amount, numbers.play_least, numbers.play_most
        ),
        bound=lambda strength, ante: play_bound(ante, numbers.play_least, numbers.play_most),
        name=name_four_card,
        sides={"aces_up": SideWager(ACES_UP_LADDER, numbers.aces_up, rung)},
        automatic={"ante_bonus": bonus} if "ante_bonus" in house.tables else {},
        progressive=progressive,
        cover_all=SideWager(
            COVER_ALL_LADDER, numbers.cover_all, lambda cards, strength: settle.cover_all_rung(strength)
        ),
        makes=four_card_cards,
        left_exposed=lambda strength: four_card_category(strength) >= THREE_OF_A_KIND,
    )


GAME = Game(
    play=play,
    procedure=procedure,
    words=WORDS,
    felt=FELT,
    samples=SAMPLES,
    solver="croupier.games.four_card_poker.solver.interface:SOLVER",
)
