"""Three Card Poker settled by hand: written from the clauses of the example, sharing no code with it."""

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "cdhs" for rank in RANKS]
ORDER = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")

Rank = tuple[int, tuple[int, ...]]


def ranked(cards: list[str]) -> Rank:
    """The place of the hand's kind, then the ranks that break ties (ex-tcp-3)."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    counted = Counter(ranks).most_common()
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    in_row = ranks[0] - ranks[1] == 1 and ranks[1] - ranks[2] == 1
    if in_row:
        return ORDER.index("straight flush" if suited else "straight"), (ranks[0],)
    if counted[0][1] == 3:
        return ORDER.index("three of a kind"), (counted[0][0],)
    if suited:
        return ORDER.index("flush"), tuple(ranks)
    if counted[0][1] == 2:
        return ORDER.index("pair"), (counted[0][0], counted[1][0])
    return ORDER.index("high card"), tuple(ranks)


QUALIFIES = ranked(["Qs", "3d", "2c"])
PAIR_PLUS = {
    "A": {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1},
    "B": {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 3, "pair": 1},
}
ANTE_BONUS = {"straight flush": 5, "three of a kind": 4, "straight": 1}


def nets(
    player: list[str], dealer: list[str], ante: int, folds: bool, pair_plus: int, table: str
) -> dict[str, int]:
    """What each wager nets: ante, play, ante bonus and pair plus (ex-tcp-6, 7 and 8)."""
    own, other = ranked(player), ranked(dealer)
    kind = ORDER[own[0]]
    found = {"ante": -ante}
    if not folds:
        if other < QUALIFIES:
            found |= {"ante": ante, "play": 0}
        elif own > other:
            found |= {"ante": ante, "play": ante}
        elif own < other:
            found |= {"ante": -ante, "play": -ante}
        else:
            found |= {"ante": 0, "play": 0}
        if kind in ANTE_BONUS:
            found["ante_bonus"] = ante * ANTE_BONUS[kind]
    if pair_plus:
        pays = PAIR_PLUS[table].get(kind)
        found["pair_plus"] = -pair_plus if pays is None else pair_plus * pays
    return found


def pair_plus_edge(table: str) -> tuple[int, int]:
    """What the house keeps of all hands at a unit each, and how many hands there are."""
    kept = 0
    for cards in combinations(DECK, 3):
        kept -= PAIR_PLUS[table].get(ORDER[ranked(list(cards))[0]], -1)
    return kept, 22_100
