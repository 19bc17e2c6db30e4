"""Four Card Poker with a hidden card of the dealer's known beside the up-card, exactly.

As in `dealer_law`, the dealer's hands that hold some cards, avoid the player's five and beat them are counted
by inclusion and exclusion over the subsets of the five. With the up-card and one more card known the sets
have two to six cards; the largest is the dealer's whole hand. A row of 52 counts, one for each card that may
be the hidden one, is added up from the same tables, subset by subset.
"""

from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.classes import (
    NEW_SUIT,
    classes,
    extensions,
    place_of,
    set_places,
)
from croupier.games.four_card_poker.solver.collusion import informed_by_sampling, shared_of
from croupier.games.four_card_poker.solver.dealer_law import (
    PARTS,
    DealerTables,
    dealer_tables,
    player_strengths,
)
from croupier.games.four_card_poker.solver.solution import SITUATIONS, Worth, bounds, main_odds, worth
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.four_card_poker.terms import terms
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent
from croupier.odds.protection import leak as leaks
from croupier.odds.protection.leak import COLOR, DEALER, PAIRINGS, Leak
from croupier.odds.protection.model import Informed
from croupier.submission.house import HouseRules

DEALER_HANDS = comb(45, 4)
"""The dealer's other four cards, with two known."""
HIDDEN = 46
"""The cards that the hidden one may be."""


class Signals(NamedTuple):
    """By pairing of the suits into colors and card: the class of the hidden card."""

    of_card: Any
    size: int


class Players(NamedTuple):
    """The hands to be judged, by strength."""

    ties_lose: int
    limits: Any
    """By number of cards in a class and strength: see `bounds`."""
    sets: Any
    orbits: Any
    order: Any
    begins: Any


class Sets(NamedTuple):
    """By size of a set, from one to five: class and renaming by place, and classes with one card more."""

    places: Any
    of: tuple[Any, ...]
    renaming: tuple[Any, ...]
    extended: tuple[Any, ...]


class Room(NamedTuple):
    """A part's own to work with."""

    with_five: Any
    beating: Any
    """By hidden card: the dealer hands that beat the player's."""
    sums: Any
    """By class: the cards in it, and their dealer hands that beat the player's."""
    weights: Any
    """By strength and decision: the cases in which it is best."""
    beaten: Any
    """Likewise: the dealer hands that beat the player's."""
    changed: Any


@kernel
def _add_row(table: Any, extended: Any, names: int, sign: int, beating: Any) -> None:
    """Add a table's counts for a set and each further card, whose suit is renamed with the set's."""
    for suit in range(4):
        new = 13 * NEW_SUIT[names + suit]
        for rank in range(13):
            beating[13 * suit + rank] += sign * table[extended[new + rank]]


@kernel
def _add_whole(strengths: Any, names: int, beaten_up_to: int, beating: Any) -> None:
    """Add the dealer's one hand of a set of five and each further card, where it beats the player's."""
    for suit in range(4):
        new = 13 * NEW_SUIT[names + suit]
        for rank in range(13):
            if strengths[new + rank] > beaten_up_to:
                beating[13 * suit + rank] += 1


@kernel
def count_beating(
    cards: int, up: int, beaten_up_to: int, tables: DealerTables, sets: Sets, room: Room
) -> None:
    """By hidden card: the dealer hands with it and the up-card that beat the player's."""
    beating = room.beating
    row = max(beaten_up_to, 0)
    for card in range(52):
        beating[card] = 0
    # Every subset of the player's five but the five themselves: with two more cards they exceed a hand.
    subset = cards
    while subset:
        subset = subset - 1 & cards
        held = subset | 1 << up
        size = 0
        rest = held
        while rest:
            rest &= rest - 1
            size += 1
        sign = 1 if size & 1 else -1
        place = place_of(held, sets.places)
        if size == 1:
            number, names = sets.of[0][place], 4 * int(sets.renaming[0][place])
            _add_row(tables.with_two[row], sets.extended[0][number], names, sign, beating)
        elif size == 2:
            number, names = sets.of[1][place], 4 * int(sets.renaming[1][place])
            _add_row(tables.with_three[row], sets.extended[1][number], names, sign, beating)
        elif size == 3:
            number, names = sets.of[2][place], 4 * int(sets.renaming[2][place])
            _add_row(tables.with_four[row], sets.extended[2][number], names, sign, beating)
        elif size == 4:
            number, names = sets.of[3][place], 4 * int(sets.renaming[3][place])
            _add_row(room.with_five, sets.extended[3][number], names, sign, beating)
        else:
            number, names = sets.of[4][place], 4 * int(sets.renaming[4][place])
            _add_whole(tables.completions[number], names, beaten_up_to, beating)
        if subset == 0:
            break


@kernel
def _best(count: int, cards: int, strength: int, limits: Any) -> int:
    """The best decision, beaten by so many hands of those that so many hidden cards leave."""
    if count <= limits[cards, strength, 1]:
        return PLAY_MOST
    return PLAY_LEAST if count <= limits[cards, strength, 0] else FOLD


@kernel
def _judge_hand(
    cards: int, orbit: int, strength: int, players: Players, signals: Signals, room: Room, up: int
) -> None:
    """Choose for each signal, given the counts by hidden card."""
    dealt = cards | 1 << up
    total = 0
    for card in range(52):
        if not dealt >> card & 1:
            total += room.beating[card]
    honest = _best(total, HIDDEN, strength, players.limits)
    for pairing in range(len(signals.of_card)):
        for place in range(signals.size):
            room.sums[place, 0] = room.sums[place, 1] = 0
        for card in range(52):
            if not dealt >> card & 1:
                place = signals.of_card[pairing, card]
                room.sums[place, 0] += 1
                room.sums[place, 1] += room.beating[card]
        for place in range(signals.size):
            held, count = room.sums[place, 0], room.sums[place, 1]
            if held:
                decision = _best(count, held, strength, players.limits)
                room.weights[strength, 0, decision] += orbit * held
                room.beaten[strength, 0, decision] += orbit * count
                if decision != honest:
                    room.changed[0] += orbit * held


def weigh(
    first: int, last: int, players: Players, tables: DealerTables, sets: Sets, signals: Signals, room: Room
) -> None:
    """Judge the players whose strength is from `first` up to but not `last`, from the best down."""
    ties_lose, starts = players.ties_lose, tables.starts
    for each in range(starts[last - ties_lose], len(tables.by_strength)):
        room.with_five[tables.by_strength[each]] += 1
    for strength in range(last - 1, first - 1, -1):
        if strength < last - 1:
            for each in range(starts[strength + 1 - ties_lose], starts[strength + 2 - ties_lose]):
                room.with_five[tables.by_strength[each]] += 1
        beaten_up_to = strength - ties_lose
        for position in range(players.begins[strength], players.begins[strength + 1]):
            player = players.order[position]
            cards = players.sets[player]
            for up in range(52):
                if cards >> up & 1:
                    continue
                count_beating(cards, up, beaten_up_to, tables, sets, room)
                if beaten_up_to < 0:
                    for card in range(52):
                        room.beating[card] = DEALER_HANDS
                _judge_hand(cards, players.orbits[player], strength, players, signals, room, up)


def informed(house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Best play with a leak, exactly with one hidden card beside the up-card, else sampled; kept on disk."""
    part = leak.part(DEALER)
    if part is None or len(leak.parts) > 1 or part.number > 1:
        shared = shared_of(leak)
        if shared is None:
            raise Refusal(
                "not_solved",
                f"{leak}: exact for dealer:1, one hidden card beside the up-card, sampled for more whole "
                "cards and for other seats' cards",
            )
        return informed_by_sampling(house, leak, shared, progress, fresh)
    numbers = terms(house)
    question = numbers.main, numbers.play_least, numbers.play_most, numbers.ante_bonus, str(leak)
    return kept("four-card-poker-leak", question, lambda: _solve(worth(house), part.detail, progress), fresh)


def _signals(detail: str) -> Signals:
    pairings = len(PAIRINGS) if detail == COLOR else 1
    of_card = [leaks.classes(detail, pairing) for pairing in range(pairings)]
    return Signals(numpy().array(of_card, dtype="int64"), 1 + max(map(max, of_card)))


def new_room(strengths: int, signals: int) -> Room:
    """Room for a part, given the number of strengths and of classes of signals."""
    np = numpy()
    return Room(
        with_five=np.zeros(len(canonical_hands(5)[0]), np.int8),
        beating=np.zeros(52, np.int64),
        sums=np.zeros((signals, 2), np.int64),
        weights=np.zeros((strengths, 1, 3), np.int64),
        beaten=np.zeros((strengths, 1, 3), np.int64),
        changed=np.zeros(1, np.int64),
    )


def _solve(value: Worth, detail: str, progress: Progress) -> Informed:
    np = numpy()
    signals = _signals(detail)
    total = 2 * PARTS
    tables = dealer_tables(lambda done, _: progress(done, total))
    sets, orbits = canonical_hands(5)
    strengths = player_strengths()
    order = np.argsort(strengths, kind="stable").astype(np.int32)
    count = len(value.bonus)
    begins = np.searchsorted(strengths[order], np.arange(count + 1))
    cuts = [int(np.searchsorted(begins, len(sets) * part // PARTS)) for part in range(PARTS)] + [count]
    limits = np.stack([bounds(value, max(cards, 1) * DEALER_HANDS) for cards in range(HIDDEN + 1)])
    players = Players(int(value.ties_lose), limits, sets, orbits, order, begins)
    known = Sets(
        set_places(),
        tuple(classes(size).of for size in range(1, 6)),
        tuple(classes(size).renaming for size in range(1, 6)),
        tuple(extensions(size) for size in range(1, 5)),
    )
    run = compiled(weigh)

    def work(part: int) -> Room:
        room = new_room(count, signals.size)
        run(cuts[part], cuts[part + 1], players, tables, known, signals, room)
        return room

    rooms = in_parallel(work, range(PARTS), lambda done, _: progress(PARTS + done, total))
    cases = SITUATIONS * HIDDEN * len(signals.of_card)
    weights, beaten = sum(room.weights for room in rooms), sum(room.beaten for room in rooms)
    if int(weights.sum()) != cases:
        raise ArithmeticError("the hands counted with a leak are not all hands")
    odds = main_odds(value, weights, beaten, cases, DEALER_HANDS)
    changed = Fraction(sum(int(room.changed[0]) for room in rooms), cases)
    return Informed(net=odds.net, decisions=odds.decisions, changed=changed)
