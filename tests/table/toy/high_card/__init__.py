"""High Card, a toy: one card each, the higher rank wins even money; play for the ante, or fold."""

from croupier.games.common import Play
from croupier.games.protocol import Game
from croupier.hands.words import RANK_WORDS
from croupier.submission.house import HouseRules
from tests.table.toy.high_card import settle
from tests.table.toy.high_card.decisions import play_allowed, play_bound
from tests.table.toy.high_card.procedure import procedure
from tests.table.toy.high_card.terms import terms


def play(house: HouseRules) -> Play:
    """The game under these house rules."""
    numbers = terms(house)

    def settle_main(player: int, dealer: int, folded: int, ante: int, played: int) -> tuple[int, ...]:
        return settle.settle_main(player, dealer, folded, ante, played, numbers.ante_odds, numbers.play_odds)

    return Play(
        main=("ante", "play"),
        decided="play",
        situations=settle.SITUATIONS,
        strength=settle.rank_strength,
        settle_main=settle_main,
        allows=lambda strength, ante, amount: play_allowed(ante, amount),
        bound=lambda strength, ante: play_bound(ante),
        name=lambda strength: RANK_WORDS[strength - 1],
        sides={},
        automatic={},
        progressive=None,
        cover_all=None,
    )


GAME = Game(play=play, procedure=procedure)
