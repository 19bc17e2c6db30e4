"""Lookup tables over sets of ranks, which the hand functions share.

A *rank set* is a 13-bit int, `1 << rank`, with rank 0 the two and rank 12 the ace. There are 8,192 of
them, so that whatever a rule says of the ranks of a hand (its highest card, its kickers, whether it
holds a straight) is found by one look into a table, built once when the module is imported.
"""

from croupier.jit import table

RANK_SETS = 1 << 13
ACE = 12


def straight_highs(length: int) -> list[int]:
    """Return for each rank set the top rank of its highest straight of a length, or -1 if it has none.

    The ace is above the king, and also below the two: then the top card of the straight is the four of
    A-2-3-4 or the five of A-2-3-4-5. It is in the middle of no straight (UTH 5(b)(6): not Q-K-A-2-3).

    >>> [straight_highs(5)[0b1_0000_0000_1111], straight_highs(5)[0b1_1111_0000_0000]]
    [3, 12]
    """
    # One more place below the two, for the low ace. The lowest cards remain after shifting.
    starts = [ranks << 1 | ranks >> ACE for ranks in range(RANK_SETS)]
    for _ in range(length - 1):
        starts = [start & start >> 1 for start in starts]
    return [start.bit_length() + length - 3 if start else -1 for start in starts]


def _top_ranks() -> list[int]:
    packed = [0]
    for ranks in range(1, RANK_SETS):
        top = ranks.bit_length() - 1
        packed.append(top << 16 | packed[ranks ^ 1 << top] >> 4)
    return packed


# The highest rank of a rank set; 0 for the empty set, which no hand has.
HIGHEST = table([0] + [ranks.bit_length() - 1 for ranks in range(1, RANK_SETS)])

# The five highest ranks of a rank set, four bits each, the highest in bits 16 to 19; zeros where there are
# fewer.
TOP_RANKS = table(_top_ranks())
