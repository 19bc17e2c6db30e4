"""The worth of knowing a card before a bet against a pay table is closed.

Such a bet is paid by the player's cards alone, so it is enough to count the hands on each row by the rank of
one of their cards: who knows it bets only where the return is above the stake. Exact.
"""

from dataclasses import replace
from fractions import Fraction

import msgspec

from croupier.cards import RANKS
from croupier.errors import Refusal
from croupier.jit import numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.census import census_of, count_groups, count_rows
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import OWN, Leak, Part
from croupier.odds.protection.worth import Edge
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import play_of, price_rows, printed_tables, side_bets
from croupier.submission.house import HouseRules


class SideBetWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The worth of a leak to one bet by one table, per unit of stake."""

    knows: str
    bet: str
    table: str
    player_edge: Edge
    """Per round in which the bet may be placed; it is placed only where that pays."""
    honest_edge: Edge
    """Of the bet placed in every round."""
    bets: float
    """The share of rounds in which the bet is placed."""
    by_rank: dict[str, str]
    """By rank of the known card: the expectation of the bet."""


def side_bet_worth(
    house: HouseRules, wager: str, leak: Leak, progress: Progress = silent
) -> tuple[SideBetWorth, ...]:
    """The worth of knowing one card of the hand that is paid, for each table that the rules print."""
    offered = side_bets(house)
    if wager not in offered:
        raise Refusal("bad_leak", f"no bet {wager!r} against a pay table; allowed: {', '.join(offered)}")
    if leak.parts != (Part(OWN, 1),):
        raise Refusal("bad_leak", f"{leak}: a bet against a pay table is priced with {OWN}:1 known")
    np = numpy()
    kind = solver_for(house.rules).census(house, wager)
    census, (sets, weights) = census_of(kind), canonical_hands(kind.cards)
    counts = []
    for rank in range(len(RANKS)):
        held = sum((sets >> 13 * suit + rank & 1) for suit in range(4))
        by_group = count_groups(kind, np.ascontiguousarray(weights * held))[1]
        counts.append({group: int(by_group[group]) for group in by_group.nonzero()[0].tolist()})
        progress(rank + 1, len(RANKS))
    found = []
    for name, table in printed_tables(house.rules, wager).items():
        play = play_of(replace(house, tables={**house.tables, wager: table}))
        rows = [count_rows(census, play.strength, play.sides[wager], each) for each in counts]
        means = [
            price_rows(table, row, sum(each.values())).net.mean
            for row, each in zip(rows, counts, strict=True)
        ]
        honest, taken = sum(means, Fraction(0)) / len(means), [mean for mean in means if mean > 0]
        edge = sum(taken, Fraction(0)) / len(means)
        found.append(
            SideBetWorth(
                knows=str(leak),
                bet=wager,
                table=name,
                player_edge=Edge(percent=float(edge * 100), fraction=str(edge)),
                honest_edge=Edge(percent=float(honest * 100), fraction=str(honest)),
                bets=len(taken) / len(means),
                by_rank=dict(zip(RANKS, map(str, means), strict=True)),
            )
        )
    return tuple(found)
