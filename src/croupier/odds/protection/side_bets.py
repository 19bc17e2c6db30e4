"""The worth of knowing a card before a bet against a pay table, or the progressive, is closed.

Such a bet is paid by the player's cards and the board alone, so it is enough to count the hands on each row
by the rank of one of their cards, or of a card that they do not hold: who knows it bets only where the return
is above the stake. Exact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from croupier.cards import RANKS
from croupier.errors import Refusal
from croupier.games.common import SideWager
from croupier.jit import numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.census import CensusKind, census_of, count_groups, count_rows
from croupier.odds.filed.wagers import reading_of
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import brought, printed_progressives
from croupier.odds.protection.leak import BOTTOM, BURN, CARD, DEALER, FLOP, OWN, RANK, TURN_RIVER, Leak
from croupier.odds.protection.worth import Edge
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import play_of, price_rows, printed_tables, side_bets
from croupier.odds.subject import Subject
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules, HouseTable

PROGRESSIVE = "progressive"
_FLOP_CARDS = 3
_DECK = 4
"""Cards of a rank."""


class SideBetWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The worth of a leak to one bet by one table, per unit of stake."""

    knows: str
    bet: str
    table: str
    player_edge: Edge
    """Per round in which the bet may be placed; it is placed only where that pays."""
    honest_edge: Edge
    """The edge of the bet placed in every round."""
    bets: float
    """The share of rounds in which the bet is placed."""
    by_rank_text: dict[str, str] = msgspec.field(name="by_rank")
    """As JSON has it: fractions as text."""

    @property
    def by_rank(self) -> dict[str, Fraction]:
        """By rank of the known card: the expectation of the bet."""
        return {rank: Fraction(value) for rank, value in self.by_rank_text.items()}


class _Bet(NamedTuple):
    """A table of a bet: how a row is reached, and the expectation given the hands on each row."""

    name: str
    kind: CensusKind
    strength: Any
    side: SideWager
    mean: Any
    """From the hands on each row, and all hands."""


def side_bet_worth(
    subject: Subject,
    wager: str,
    leak: Leak,
    progress: Progress = silent,
    meters: Mapping[str, int] | None = None,
) -> tuple[SideBetWorth, ...]:
    """The worth of knowing one card, for each table that the rules print, or the one of a submission.

    Meters in cents, else at their seeds.
    """
    house, offered = subject.house, _offered(subject)
    if wager not in offered:
        allowed = ", ".join(offered) or "none"
        raise Refusal("value_not_allowed", f"no bet {wager!r} against a pay table; allowed: {allowed}")
    if meters and wager != PROGRESSIVE:
        raise Refusal("unknown_meter", f"no meter {next(iter(meters))!r}: {wager} has none; allowed: none")
    found = _progressives(house, meters or {}) if wager == PROGRESSIVE else _tables(subject, wager)
    counts: dict[CensusKind, list[dict[int, int]]] = {}
    worth = []
    for bet in found:
        if bet.kind not in counts:
            counts[bet.kind] = _by_rank(bet.kind, _held(house.rules, bet.kind, leak), progress)
        worth.append(_worth(wager, leak, bet, counts[bet.kind]))
    return tuple(worth)


def _offered(subject: Subject) -> tuple[str, ...]:
    """The bets against a pay table: of a submission those that it offers, else all that the rules have."""
    house = subject.house
    if not subject.submitted:
        return (*side_bets(house), *((PROGRESSIVE,) if house.rules.progressive else ()))
    chosen = (wager for wager in side_bets(house) if wager in house.tables)
    return (*chosen, *((PROGRESSIVE,) if house.progressive is not None else ()))


def _held(rules: RuleSet, kind: CensusKind, leak: Leak) -> bool:
    """Whether the known card is one of the hand that is paid."""
    own = rules.number("cards.player")
    board = kind.cards - own
    held = {
        OWN: True,
        FLOP: board > 0,
        TURN_RIVER: board > _FLOP_CARDS,
        DEALER: False,
        BURN: False,
        BOTTOM: False,
    }
    if not rules.facts["cards"].get("community"):
        del held[FLOP], held[TURN_RIVER]
    part = leak.parts[0]
    if len(leak.parts) > 1 or part.number > 1 or part.detail not in (CARD, RANK) or part.place not in held:
        allowed = ", ".join(f"{place}:1" for place in held)
        raise Refusal(
            "bad_leak", f"{leak}: such a bet is priced with one card known, or its rank; allowed: {allowed}"
        )
    return held[part.place]


def _by_rank(kind: CensusKind, inside: bool, progress: Progress) -> list[dict[int, int]]:
    """By rank of a card: the hands of each group with it, or without it, once for each suit."""
    np = numpy()
    sets, weights = canonical_hands(kind.cards)
    counts = []
    for rank in range(len(RANKS)):
        held = sum((sets >> 13 * suit + rank & 1) for suit in range(_DECK))
        times = held if inside else _DECK - held
        by_group = count_groups(kind, np.ascontiguousarray(weights * times))[1]
        counts.append({group: int(by_group[group]) for group in by_group.nonzero()[0].tolist()})
        progress(rank + 1, len(RANKS))
    return counts


def _tables(subject: Subject, wager: str) -> Iterator[_Bet]:
    house = subject.house
    kind = solver_for(house.rules).census(house, wager)
    filed = house.tables.get(wager) if subject.submitted else None
    tables = printed_tables(house.rules, wager) if filed is None else {filed.name: filed}
    for name, table in tables.items():
        play = play_of(replace(house, tables={**house.tables, wager: table}))
        unit = subject.unit(wager, table)

        def mean(
            rows: Mapping[str, int], cases: int, table: HouseTable = table, unit: int = unit
        ) -> Fraction:
            return price_rows(table, rows, cases, unit).net.mean

        yield _Bet(name, kind, play.strength, play.sides[wager], mean)


def _progressives(house: HouseRules, meters: Mapping[str, int]) -> Iterator[_Bet]:
    if house.progressive is not None:
        chosen = {house.progressive.table.name or PROGRESSIVE: house}
    else:
        chosen = printed_progressives(house.rules)
    offered = [each.progressive.meters for each in chosen.values() if each.progressive]
    names = dict.fromkeys(meter.name for each in offered for meter in each)
    if unknown := next((each for each in meters if each not in names), None):
        raise Refusal("unknown_meter", f"no meter {unknown!r}; allowed: {', '.join(names)}")
    for name, offering in chosen.items():
        progressive, play = offering.progressive, play_of(offering)
        if progressive is None or play.progressive is None:
            continue
        stake = progressive.stakes[0]
        own = [meter.name for meter in progressive.meters if meter.name in meters]
        at = reading_of(offering, {each: meters[each] for each in own})
        pays = {
            row: brought(award, stake, at)
            for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True)
        }

        def mean(rows: Mapping[str, int], cases: int, pays: Mapping[str, Fraction] = pays) -> Fraction:
            return sum((pays[row] * count for row, count in rows.items()), Fraction(0)) / cases - 1

        kind = solver_for(house.rules).census(offering, PROGRESSIVE)
        yield _Bet(name, kind, play.strength, play.progressive, mean)


def _worth(wager: str, leak: Leak, bet: _Bet, counts: list[dict[int, int]]) -> SideBetWorth:
    census = census_of(bet.kind)
    cases = [sum(each.values()) for each in counts]
    means = [
        bet.mean(count_rows(census, bet.strength, bet.side, each), number)
        for each, number in zip(counts, cases, strict=True)
    ]
    honest, taken = sum(means, Fraction(0)) / len(means), [mean for mean in means if mean > 0]
    edge = sum(taken, Fraction(0)) / len(means)
    return SideBetWorth(
        knows=str(leak),
        bet=wager,
        table=bet.name,
        player_edge=Edge(percent=float(edge * 100), fraction_text=str(edge)),
        honest_edge=Edge(percent=float(honest * 100), fraction_text=str(honest)),
        bets=len(taken) / len(means),
        by_rank_text=dict(zip(RANKS, map(str, means), strict=True)),
    )
