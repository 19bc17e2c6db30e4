"""Three cards each, a queen-high dealer qualifies, an ante bonus and pair plus: a game without a solver."""

from croupier.cards import RANKS
from croupier.games.common import LOSE, NO_ROW, PUSH, WIN, Bound, Play, SideWager, schedule
from croupier.games.protocol import Game
from croupier.games.steps import RoundStep
from croupier.jit import kernel
from croupier.money import winnings
from croupier.submission.house import HouseRules, TableRules

HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)
LADDER = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
QUEEN_HIGH = 10 << 8
SITUATIONS = ("folded", "dealer_not_qualified", "player_higher", "dealer_higher", "tie")


@kernel
def strength_of(cards: int) -> int:
    """The category in the upper bits, then the ranks, those of a pair first."""
    suits = [suit for suit in range(4) if cards >> 13 * suit & 8191]
    suited = len(suits) == 1
    held = [rank for rank in range(12, -1, -1) for suit in range(4) if cards >> 13 * suit + rank & 1]
    first, second, third = held
    wheel = first == 12 and second == 1 and third == 0
    straight = wheel or (first == second + 1 and second == third + 1)
    if first == second == third:
        return THREE_OF_A_KIND << 12 | first
    if straight:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << 12 | (1 if wheel else first)
    if suited:
        return FLUSH << 12 | first << 8 | second << 4 | third
    if first == second:
        return PAIR << 12 | first << 4 | third
    if second == third:
        return PAIR << 12 | second << 4 | first
    return first << 8 | second << 4 | third


@kernel
def settle(player: int, dealer: int, folded: int, ante: int, played: int) -> tuple[int, ...]:
    """Ante and play: the situation, then outcome, paid and returned of each."""
    if folded:
        return 0, LOSE, 0, 0, LOSE, 0, 0
    if dealer < QUEEN_HIGH:
        return 1, WIN, winnings(ante, 1, 1), ante, PUSH, 0, played
    if player > dealer:
        return 2, WIN, winnings(ante, 1, 1), ante, WIN, winnings(played, 1, 1), played
    if player < dealer:
        return 3, LOSE, 0, 0, LOSE, 0, 0
    return 4, PUSH, 0, ante, PUSH, 0, played


@kernel
def rung_of(cards: int, strength: int) -> int:
    """The rung of a hand on the ladder of both pay tables."""
    category = strength >> 12
    if category == HIGH_CARD:
        return NO_ROW
    return (0, 1, 2, 3, 4)[(STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT, FLUSH, PAIR).index(category)]


def name_of(strength: int) -> str:
    """A strength in words."""
    words = ("high", "pair", "flush", "straight", "three of a kind", "straight flush")
    return f"{RANKS[strength >> 8 & 15]} high" if strength >> 12 == HIGH_CARD else words[strength >> 12]


def play(house: HouseRules) -> Play:
    """The game under these house rules."""
    bonus, pairs = (schedule(house.tables.get(name), LADDER) for name in ("ante_bonus", "pair_plus"))
    return Play(
        main=("ante", "play"),
        decided="play",
        situations=SITUATIONS,
        strength=strength_of,
        settle_main=settle,
        allows=lambda strength, ante, amount: amount == ante,
        bound=lambda strength, ante: Bound(ante, ante, (ante,)),
        name=name_of,
        sides={"pair_plus": SideWager(LADDER, pairs, rung_of)},
        automatic={"ante_bonus": SideWager(LADDER, bonus, rung_of)},
        progressive=None,
        cover_all=None,
    )


def procedure(table: TableRules) -> tuple[RoundStep, ...]:
    """Nobody plays it at a table."""
    raise NotImplementedError


GAME = Game(play=play, procedure=procedure)
