"""Simple rules for players as a person reads their printed words, with the naive hands.

Every phrase is read or looked up here; words that are not known are an error, so that a rule cannot be
printed in one way and played in another.
"""

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from tests.naive.cards import RANKS, Card, deck
from tests.naive.hands import FIVE_CARD_LADDER, best_five, best_four, five_card_rank, high_card_flush

NUMBERS = {"twos": 2, "threes": 3, "fours": 4, "nines": 9, "tens": 10}
FOLD = "fold"


# ------------------------------------------------------------------------------------ Ultimate Texas Hold'em


class UltimateRule:
    """A rule in the form "4x with …; 2x with …; 1x with …"."""

    def __init__(self, words: str) -> None:
        before, flop, river = words.split("; ")
        self._before = before.removeprefix("4x with ").removesuffix(" or better").split(", ")
        self._flop = flop.removeprefix("2x with ").replace(", or ", ", ").split(", ")
        self._river = river.removeprefix("1x with ")
        assert self._river.startswith("a pair or better that needs a hole card, ")

    def before_flop(self, hole: Sequence[Card]) -> bool:
        (high, first), (low, second) = sorted(hole, reverse=True)
        for phrase in self._before:
            hand = re.fullmatch(r"([KQJ])([2-9T])( suited)?", phrase)
            pair = re.fullmatch(r"a pair of (\w+) or better", phrase)
            if hand is not None:
                same = RANKS.index(hand[1]) + 2 == high != low
                suits = first == second if hand[3] else True
                if same and suits and low >= RANKS.index(hand[2]) + 2:
                    return True
            elif pair is not None:
                if high == low and high >= NUMBERS[pair[1]]:
                    return True
            elif phrase == "any ace":
                if high == 14:
                    return True
            else:
                raise KeyError(phrase)
        return False

    def on_flop(self, hole: Sequence[Card], flop: Sequence[Card]) -> bool:
        return any(ON_FLOP[phrase](hole, flop) for phrase in self._flop)

    def on_river(self, hole: Sequence[Card], board: Sequence[Card]) -> bool:
        if needs_a_hole_card(hole, board):
            return True
        otherwise = self._river.removeprefix("a pair or better that needs a hole card, ")
        if otherwise == "and with nothing else":
            return False
        outs = re.fullmatch(r"or if fewer than (\d+) dealer outs beat the hand", otherwise)
        assert outs is not None, otherwise
        mine = best_five((*hole, *board))
        unseen = [card for card in deck() if card not in (*hole, *board)]
        return sum(best_five((*board, card)) > mine for card in unseen) < int(outs[1])


def _two_pair_or_better(hole: Sequence[Card], flop: Sequence[Card]) -> bool:
    return five_card_rank((*hole, *flop))[0] >= FIVE_CARD_LADDER.index("two_pair")


def _pair_with_a_hole_card(hole: Sequence[Card], flop: Sequence[Card]) -> bool:
    mine, common = [rank for rank, _ in hole], [rank for rank, _ in flop]
    if mine[0] == mine[1]:
        return mine[0] != 2 or 2 in common
    return any(rank in common for rank in mine)


def _four_to_a_flush(hole: Sequence[Card], flop: Sequence[Card]) -> bool:
    return any(
        sum(suit == of for _, suit in (*hole, *flop)) >= 4
        and any(suit == of and rank >= 10 for rank, suit in hole)
        for of in "cdhs"
    )


ON_FLOP: dict[str, Callable[[Sequence[Card], Sequence[Card]], bool]] = {
    "two pair or better": _two_pair_or_better,
    "a pair with a hole card (not two twos in the hole)": _pair_with_a_hole_card,
    "four to a flush with a ten or better of it in the hole": _four_to_a_flush,
}

_COMBINATION = {"pair": 2, "two_pair": 4, "three_of_a_kind": 3, "four_of_a_kind": 4}
"""How many cards make the combination; the rest are kickers. Of every other hand all five do."""


def needs_a_hole_card(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    """A pair or better whose combination, kickers aside, cannot be made of the board's cards alone."""
    rank = best_five((*hole, *board))
    name = FIVE_CARD_LADDER[rank[0]]
    if name == "high_card":
        return False
    size = _COMBINATION.get(name, 5)
    best = [five for five in combinations((*hole, *board), 5) if five_card_rank(five) == rank]
    ways = (some for five in best for some in combinations(five, size) if _makes(some, name))
    return not any(set(some) <= set(board) for some in ways)


def _makes(cards: Sequence[Card], name: str) -> bool:
    if len(cards) == 5:
        return True
    counts = sorted(sum(other == rank for other, _ in cards) for rank in {rank for rank, _ in cards})
    return counts == {"pair": [2], "two_pair": [2, 2], "three_of_a_kind": [3], "four_of_a_kind": [4]}[name]


class SeenCardRule:
    """A rule for one who sees a card of the dealer's, by its words."""

    def __init__(self, words: str) -> None:
        match = re.fullmatch(
            r"Before the flop play 4x by the card seen with these hands\. (.*)\. "
            r"On the flop play 2x with (.*), unless the card seen pairs the flop and you have no higher pair "
            r"and no better hand\. "
            r"On the river play 1x if you beat what the card makes with the board, else fold\.",
            words,
        )
        assert match is not None, words
        self._before = dict(part.split(": ") for part in match[1].split("; "))
        self._flop = match[2].split(", or ")

    def antes(self, hole: Sequence[Card], board: Sequence[Card], seen: Card) -> int:
        flop = board[:3]
        if in_ranges(hole, self._before[RANKS[seen[0] - 2]]):
            return 4
        if any(ON_FLOP[phrase](hole, flop) for phrase in self._flop):
            order = five_card_rank((*hole, *flop))
            name = FIVE_CARD_LADDER[order[0]]
            higher = name == "pair" and _pair_of((*hole, *flop)) > seen[0]
            if seen[0] not in [rank for rank, _ in flop] or higher or name not in ("pair", "high_card"):
                return 2
        return int(best_five((*hole, *board)) > best_five((*board, seen)))


def _pair_of(cards: Sequence[Card]) -> int:
    ranks = [rank for rank, _ in cards]
    return max(rank for rank in ranks if ranks.count(rank) == 2)


def in_ranges(hole: Sequence[Card], ranges: str) -> bool:
    """Whether two cards are in ranges such as "TT+ 55-33 A2s+ K9o": a plus is up to the highest."""
    (high, first), (low, second) = sorted(hole, reverse=True)
    kind = "" if high == low else "s" if first == second else "o"
    for phrase in ranges.split():
        if phrase == "none":
            continue
        ends = phrase.removesuffix("+").split("-")
        tops, lows = [RANKS.index(each[0]) + 2 for each in ends], [RANKS.index(each[1]) + 2 for each in ends]
        if ends[0][2:] != kind or (kind and tops[0] != high):
            continue
        top = (14 if not kind else tops[0] - 1) if phrase.endswith("+") else max(lows)
        if min(lows) <= low <= top:
            return True
    return False


# ------------------------------------------------------------------------------------------- High Card Flush


def raises_by_longest_suit(words: str, own: Sequence[Card], everyone: Sequence[Card]) -> bool:
    """A rule for seats that share, by its words: the longest suit that nobody holds gives the least flush."""
    match = re.fullmatch(
        r"Of the (\d+) cards that no sharing seat holds, count the longest suit\. "
        r"Raise the most allowed from this flush up, else fold: (.*)\.",
        words,
    )
    assert match is not None, words
    left = [card for card in deck() if card not in everyone]
    assert len(left) == int(match[1])
    longest = max(sum(suit == of for _, suit in left) for of in "cdhs")
    border = dict(part.split(": ") for part in match[2].split("; "))[str(longest)]
    if border == "never":
        return False
    ranks = tuple(RANKS.index(rank) + 2 for rank in border.split("-"))
    return high_card_flush(own) >= (len(ranks), ranks)


def raises_by_flush(name: str, words: str, seven: Sequence[Card]) -> bool:
    """ "T-8-6 or better", "J high or better": raise the most allowed with this three-card flush or better."""
    assert words == "raise the most allowed with this three-card flush or better, else fold"
    least = name.removesuffix(" or better")
    if least.endswith(" high"):
        ranks = (RANKS.index(least[0]) + 2, 0, 0)
    else:
        first, second, third = (RANKS.index(rank) + 2 for rank in least.split("-"))
        ranks = (first, second, third)
    return high_card_flush(seven) >= (3, ranks)


# ------------------------------------------------------------------------------------------- Four Card Poker


def four_card_decision(words: str, five: Sequence[Card], up: int) -> str:
    """The decision of a rule by its words, for five cards and the rank of the up-card."""
    return _FOUR_CARD[words](five, up)


def _pair_rank(five: Sequence[Card]) -> tuple[int, int, tuple[int, ...]]:
    """0 without a pair, 1 with one, 2 with better; the rank of the pair; and its kickers."""
    level, order = best_four(five)
    if level == 0:
        return 0, 0, ()
    return (1, order[0], order[1:]) if level == 1 else (2, 0, ())


def _basic(least: int) -> Callable[[Sequence[Card], int], str]:
    def decide(five: Sequence[Card], up: int) -> str:
        level, pair, _ = _pair_rank(five)
        if level == 0 or (level == 1 and pair < least):
            return FOLD
        return "1x" if level == 1 and pair < 10 else "3x"

    return decide


def _expert(five: Sequence[Card], up: int) -> str:
    level, pair, kickers = _pair_rank(five)
    most = {
        9: up == 2,
        10: 2 <= up <= 9 or (up == 10 and max(kickers, default=0) >= 11),
        11: 2 <= up <= 11 or (up in (12, 13) and up in kickers),
        12: 2 <= up <= 12 or max(kickers, default=0) >= up,
        13: up != 14 or 14 in kickers,
    }
    if level == 1 and pair == 2:
        return "1x" if up == 2 else FOLD
    if level == 1 and pair in most:
        return "3x" if most[pair] else "1x"
    return _basic(3)(five, up)


_FOUR_CARD: dict[str, Callable[[Sequence[Card], int], str]] = {
    "fold a pair of twos or less; play 1x with threes to nines, 3x with a pair of tens or better": _basic(3),
    "fold without a pair; play 1x with twos to nines, 3x with a pair of tens or better": _basic(2),
    (
        "as basic, but twos play 1x against a two, nines 3x against a two, tens 3x against two to nine and"
        " against a ten with a jack or better, jacks 3x against two to jack and against a queen or king with"
        " one like it, queens 3x against two to queen and with a card as high as the up-card, kings 3x but"
        " against an ace only with an ace; otherwise these pairs play 1x"
    ): _expert,
}
