"""Four Card Poker when other seats disclose how many copies they hold: cards of the up-card's rank.

For a hand and an up-card, the dealer's hands that beat it are counted by number of copies. Given the number
of copies that other seats hold, the weight of a dealer's hand is the number of ways to choose their cards
from the rest. The result is exact.
"""

from fractions import Fraction
from math import comb, gcd
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.dealer_law import DealerTables, dealer_tables, player_strengths
from croupier.games.four_card_poker.solver.leaks.known_counts import (
    Sets,
    count_beating,
    known_sets,
)
from croupier.games.four_card_poker.solver.solution import SITUATIONS, Worth, bounds, main_odds, worth
from croupier.games.four_card_poker.solver.verdicts import DEALER_HANDS, FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.four_card_poker.terms import terms
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.model import Informed
from croupier.submission.house import HouseRules

_PARTS = 64
_HIDDEN, _DRAWN, _OWN = 46, 5, 5
"""The cards that a player does not see, the dealer's cards among them, and the cards of a player."""
COPIES = 4
"""The number of possible counts: other seats hold zero to three copies."""


class Disclosed(NamedTuple):
    """The copies that other seats disclose, in the form that kernels take."""

    ways: Any
    """By copies outside the player's hand, disclosed, and held by the dealer: the ways to hold them."""
    limits: Any
    """By copies outside the player's hand, copies disclosed and strength: the `bounds`."""
    honest: Any
    totals: Any
    """By copies outside the player's hand and copies disclosed: all combinations of ways and dealer hands."""
    ties_lose: int


class Room(NamedTuple):
    """The working arrays of one part."""

    with_five: Any
    rows: Any
    exactly: Any
    """By copies of the dealer's, the number of hands that beat the player's."""
    totals: Any
    """By strength and decision: all combinations of ways and dealer hands, and those that the dealer wins."""
    changed: Any


def disclosed_by(value: Worth, seats: int) -> Disclosed:
    """Return the ways to hold copies, for `seats` other seats."""
    np = numpy()
    others = _OWN * seats
    if others + _DRAWN > _HIDDEN:
        message = f"others:{seats}:copies: a deck does not hold so many cards"
        raise Refusal("not_solved", f"{message}; allowed: others:1:copies to others:8:copies")
    ways = [
        [
            [
                comb(left - own, told) * comb(_HIDDEN - _DRAWN - left + own, others - told)
                if own <= left
                else 0
                for own in range(COPIES)
            ]
            for told in range(COPIES)
        ]
        for left in range(COPIES)
    ]
    common = gcd(*(each for left in ways for told in left for each in told))
    reduced = [[[each // common for each in told] for told in left] for left in ways]
    totals = [
        [
            sum(
                way * comb(left, own) * comb(_HIDDEN - left, _DRAWN - own)
                for own, way in enumerate(reduced[left][told])
            )
            for told in range(COPIES)
        ]
        for left in range(COPIES)
    ]
    limits = [[bounds(value, max(total, 1)) for total in row] for row in totals]
    if max(map(max, totals)) * SITUATIONS >= 1 << 62:
        raise Refusal("not_solved", f"others:{seats}:copies: the ways to hold the cards exceed 64 bits")
    return Disclosed(
        np.array(reduced, dtype=np.int64),
        np.array(limits),
        bounds(value, DEALER_HANDS),
        np.array(totals, dtype=np.int64),
        int(value.ties_lose),
    )


@kernel
def count_exactly(
    cards: int, up: int, beaten_up_to: int, tables: DealerTables, sets: Sets, room: Room
) -> int:
    """Count the dealer's hands that beat the player's, by copies of the up-card; return the copies left."""
    rows, copies = room.rows, rows_of(cards, up)
    left = 0
    one = two = three = total = 0
    count_beating(cards, 1 << up, beaten_up_to, tables, sets, room.with_five, 0, rows[0])
    for card in range(52):
        if not (cards >> card & 1 or card == up):
            total += tables.dealers[1] if beaten_up_to < 0 else rows[0, card]
    for first in range(52):
        if not copies >> first & 1:
            continue
        left += 1
        one += rows[0, first]
        base = 1 << up | 1 << first
        count_beating(cards, base, beaten_up_to, tables, sets, room.with_five, 0, rows[1])
        for second in range(first):
            if not copies >> second & 1:
                continue
            two += rows[1, second]
            count_beating(cards, base | 1 << second, beaten_up_to, tables, sets, room.with_five, 0, rows[2])
            for third in range(second):
                if copies >> third & 1:
                    three += rows[2, third]
    everything = total // _DRAWN
    room.exactly[0] = everything - one + two - three
    room.exactly[1] = one - 2 * two + 3 * three
    room.exactly[2] = two - 3 * three
    room.exactly[3] = three
    if beaten_up_to < 0:
        for own in range(COPIES):
            room.exactly[own] = choose(left, own) * choose(_HIDDEN - left, _DRAWN - own)
    return left


@kernel
def rows_of(cards: int, up: int) -> int:
    """Return the copies of the up-card that are not in the player's hand."""
    copies = 0
    for suit in range(4):
        copies |= 1 << 13 * suit + up % 13
    return copies & ~(cards | 1 << up)


@kernel
def choose(cards: int, number: int) -> int:
    """Return the number of ways to choose `number` of the cards."""
    found = 1
    for each in range(number):
        found = found * (cards - each) // (each + 1)
    return found


@kernel
def _best(count: int, limits: Any) -> int:
    if count <= limits[1]:
        return PLAY_MOST
    return PLAY_LEAST if count <= limits[0] else FOLD


@kernel
def _judge(strength: int, orbit: int, left: int, told: Disclosed, room: Room) -> None:
    """Decide for each number of copies disclosed."""
    honest = _best(
        room.exactly[0] + room.exactly[1] + room.exactly[2] + room.exactly[3], told.honest[strength]
    )
    for number in range(left + 1):
        count = 0
        for own in range(left - number + 1):
            count += told.ways[left, number, own] * room.exactly[own]
        whole = told.totals[left, number]
        if whole == 0:
            continue
        decision = _best(count, told.limits[left, number, strength])
        room.totals[0, strength, decision] += orbit * whole
        room.totals[1, strength, decision] += orbit * count
        if decision != honest:
            room.changed[0] += orbit * whole


def weigh(
    span: tuple[int, int], order: Any, begins: Any, hands: tuple[Any, Any], told: Disclosed,
    tables: DealerTables, sets: Sets, room: Room,
) -> None:  # fmt: skip
    """Evaluate the players whose strength is in a span, from the best down."""
    starts = tables.starts
    for each in range(starts[span[1] - told.ties_lose], len(tables.by_strength)):
        room.with_five[tables.by_strength[each]] += 1
    for strength in range(span[1] - 1, span[0] - 1, -1):
        if strength < span[1] - 1:
            for each in range(starts[strength + 1 - told.ties_lose], starts[strength + 2 - told.ties_lose]):
                room.with_five[tables.by_strength[each]] += 1
        for position in range(begins[strength], begins[strength + 1]):
            cards, orbit = hands[0][order[position]], hands[1][order[position]]
            for up in range(52):
                if not cards >> up & 1:
                    left = count_exactly(cards, up, strength - told.ties_lose, tables, sets, room)
                    _judge(strength, orbit, left, told, room)


def informed_by_copies(
    house: HouseRules, seats: int, progress: Progress = silent, fresh: bool = False
) -> Informed:
    """Return the best play with the number of copies that other seats hold; the result is stored on disk."""
    numbers = terms(house)
    question = numbers.main, numbers.play_least, numbers.play_most, numbers.ante_bonus, seats
    return kept("four-card-poker-copies", question, lambda: _solve(worth(house), seats, progress), fresh)


def new_room(strengths: int) -> Room:
    """Return the working arrays of one part, given the number of strengths."""
    np = numpy()
    return Room(
        with_five=np.zeros(len(canonical_hands(5)[0]), np.int8),
        rows=np.zeros((3, 52), np.int64),
        exactly=np.zeros(COPIES, np.int64),
        totals=np.zeros((2, strengths, 3), np.int64),
        changed=np.zeros(1, np.int64),
    )


def _solve(value: Worth, seats: int, progress: Progress) -> Informed:
    np = numpy()
    told, tables, known = disclosed_by(value, seats), dealer_tables(), known_sets()
    hands, strengths, count = canonical_hands(5), player_strengths(), len(value.bonus)
    order = np.argsort(strengths, kind="stable").astype(np.int32)
    begins = np.searchsorted(strengths[order], np.arange(count + 1))
    edges = [int(np.searchsorted(begins, len(order) * part // _PARTS)) for part in range(_PARTS)] + [count]
    run = compiled(weigh)

    def work(part: int) -> Room:
        room = new_room(count)
        run((edges[part], edges[part + 1]), order, begins, hands, told, tables, known, room)
        return room

    rooms = in_parallel(work, range(_PARTS), progress)
    whole, beaten = sum(room.totals.astype(object) for room in rooms)
    ways = int(told.totals[0, 0])
    # The combinations of ways and dealer hands are equally many for every hand and up-card.
    if int(whole.sum()) != SITUATIONS * ways or any(int(row.sum()) != ways for row in told.totals):
        raise ArithmeticError("the hands counted with a leak are not all hands")
    odds = main_odds(value, whole[:, None], beaten[:, None], SITUATIONS * ways, 1)
    changed = Fraction(sum(int(room.changed[0]) for room in rooms), SITUATIONS * ways)
    return Informed(net=odds.net, decisions=odds.decisions, changed=changed)
