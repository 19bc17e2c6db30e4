"""Three Card Poker: three cards each, play or fold; the dealer needs queen high.

An example of a game that is a package of its own. It has no solver: Croupier's generic one prices it.
"""

from croupier.games.common import Play, SideWager
from croupier.games.felt import Felt
from croupier.games.protocol import Game
from croupier.games.samples import Samples, at_least
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules
from three_card_poker import settle
from three_card_poker.decisions import play_allowed, play_bound
from three_card_poker.hands import name_three_card, three_card_strength
from three_card_poker.procedure import procedure
from three_card_poker.terms import PAIR_PLUS_LADDER, terms
from three_card_poker.words import WORDS, qualifier


def play(house: HouseRules) -> Play:
    """The game under these house rules."""
    numbers = terms(house)

    def settle_main(player: int, dealer: int, folded: int, ante: int, played: int) -> tuple[int, ...]:
        return settle.settle_main(player, dealer, folded, ante, played, numbers.main)

    def rung(cards: int, strength: int) -> int:
        return settle.pair_plus_rung(strength)

    return Play(
        main=("ante", "play"),
        decided="play",
        situations=settle.SITUATIONS,
        strength=three_card_strength,
        settle_main=settle_main,
        allows=lambda strength, ante, amount: play_allowed(ante, amount, numbers.play_multiple),
        bound=lambda strength, ante: play_bound(ante, numbers.play_multiple),
        name=name_three_card,
        sides={"pair_plus": SideWager(PAIR_PLUS_LADDER, numbers.pair_plus, rung)},
        automatic={"ante_bonus": SideWager(PAIR_PLUS_LADDER, numbers.ante_bonus, rung)},
        progressive=None,
        cover_all=None,
    )


def _qualifies(rules: RuleSet) -> str:
    return f"Dealer qualifies with {qualifier(rules)}"


GAME = Game(
    play=play,
    procedure=procedure,
    words=WORDS,
    felt=Felt(qualifies=_qualifies),
    samples=Samples(tile="Qs 6d 4c", hand="Qs 6d 4c", fair=at_least("Qs 6d 4c")),
)
