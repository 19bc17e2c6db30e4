"""Four Card Poker: for every player's hand and up-card, the dealer hands that beat it and the best decision.

Players' hands are taken strength by strength, from the best down, so that only one strength's rows of the
tables are in use at a time. A table of five-card sets by strength would be too large: instead, the number of
completions that beat the current strength is kept for every class and updated as strengths fall.
"""

from math import comb
from typing import Any, NamedTuple

from croupier.games.four_card_poker.solver.classes import NEW_SUIT, Array, classes, extensions
from croupier.games.four_card_poker.solver.dealer_law import PARTS, DealerTables, player_strengths
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent

DEALER_HANDS = comb(46, 5)
"""The dealer's other five cards, equally likely."""

FOLD, PLAY_LEAST, PLAY_MOST = 0, 1, 2
"""The decisions that can be best."""


class Verdicts(NamedTuple):
    """The verdicts; situations are five cards and an up-card, equally likely."""

    weights: Array
    """By strength, rank of the up-card and decision: the number of situations in which it is best."""
    beaten: Array
    """Likewise: the dealer hands that beat the player's, summed over those situations."""
    fewest: Array
    """By strength and rank of the up-card: the smallest number of dealer hands that beat the player's …"""
    most: Array
    """… and the largest, over the situations; -1 if there are none."""
    decisions: Array
    """By class of five cards and rank of the up-card, the best decision: two bits per suit of the up-card."""


class _Players(NamedTuple):
    """The players' hands to evaluate."""

    ties_lose: int
    bounds: Array
    """By strength, the largest number of winning dealer hands at which each of the two wagers is best."""
    sets: Array
    orbits: Array
    order: Array
    """The classes of five cards, by strength …"""
    begins: Array
    """… and where those of each strength begin."""


class _Sets(NamedTuple):
    """The class of sets of cards, and of each set with one more card."""

    pairs: Array
    triples: Array
    class_of_three: Array
    renaming_of_three: Array
    four_of_three: Array
    class_of_four: Array
    renaming_of_four: Array
    five_of_four: Array


class _Room(NamedTuple):
    """The working arrays of one part."""

    with_five: Array
    """By class of five cards, the number of its completions that beat the current strength."""
    hand: Array
    beating: Array
    """By up-card, the number of dealer hands that beat the player's."""
    counts: Array
    """The same by class and up-card if requested, else empty."""


def judge(
    tables: DealerTables,
    bounds: Array,
    ties_lose: bool,
    progress: Progress = silent,
    counts: Array | None = None,
) -> Verdicts:
    """Evaluate all hands; if ties lose, dealer hands of equal strength count as beating the player's.

    `bounds` has, by strength, the largest number of winning dealer hands at which each play wager, least and
    most, is best. `counts`, if given, gets the dealer hands that beat each class of five cards, by up-card.
    """
    np = numpy()
    sets, orbits = canonical_hands(5)
    numbers = player_strengths()
    players = players_by_strength(tables.deck)
    # Where the players of each strength begin; parts have about equally many players.
    begins = np.searchsorted(numbers[players], np.arange(len(bounds) + 1))
    shares = [len(players) * part // PARTS for part in range(PARTS)]
    cuts = [int(np.searchsorted(begins, share)) for share in shares] + [len(bounds)]
    verdicts = Verdicts(
        weights=np.zeros((len(bounds), 13, 3), dtype=np.int64),
        beaten=np.zeros((len(bounds), 13, 3), dtype=np.int64),
        fewest=np.full((len(bounds), 13), -1, dtype=np.int64),
        most=np.full((len(bounds), 13), -1, dtype=np.int64),
        decisions=np.zeros((len(sets), 13), dtype=np.uint8),
    )
    asked = _Players(int(ties_lose), bounds, sets, orbits, players, begins)
    known = _Sets(_pair_classes(), _triple_classes(), *classes(3), extensions(3), *classes(4), extensions(4))
    kernel = compiled(_judge)

    def work(part: int) -> None:
        room = _Room(
            with_five=np.zeros(len(sets), dtype=np.int8),
            hand=np.zeros(5, dtype=np.int64),
            beating=np.zeros(52, dtype=np.int64),
            counts=np.zeros((0, 52), dtype=np.int32) if counts is None else counts,
        )
        kernel(cuts[part], cuts[part + 1], asked, tables, known, room, verdicts)

    in_parallel(work, range(PARTS), progress)
    return verdicts


def players_by_strength(deck: int) -> Array:
    """Return the classes of five cards of a deck (a card set), weakest first."""
    np = numpy()
    order = np.argsort(player_strengths(), kind="stable").astype(np.int32)
    return order[canonical_hands(5)[0][order] & ~deck == 0]


def _pair_classes() -> Array:
    """By two cards, the class of the pair; 0 for the same card twice."""
    np = numpy()
    of = classes(2).of
    found = np.zeros((52, 52), dtype=np.uint32)
    for high in range(52):
        for low in range(high):
            found[high, low] = found[low, high] = of[high * (high - 1) // 2 + low]
    return found


def _triple_classes() -> Array:
    """By place of two cards and a third card, the class of all three; 0 if the third is one of the two."""
    np = numpy()
    of = classes(3).of
    found = np.zeros((52 * 51 // 2, 52), dtype=np.uint32)
    compiled(_find_triple_classes)(of, found)
    return found


def _find_triple_classes(of: Array, found: Array) -> None:
    for high in range(2, 52):
        for middle in range(1, high):
            for low in range(middle):
                triple = of[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]
                found[high * (high - 1) // 2 + middle, low] = triple
                found[high * (high - 1) // 2 + low, middle] = triple
                found[middle * (middle - 1) // 2 + low, high] = triple


@kernel
def _count_dealers(cards: int, one: Any, two: Any, three: Any, four: Any, sets: _Sets, room: _Room) -> None:
    """Count the dealer's hands that beat the player's, by up-card, with inclusion-exclusion.

    `one` to `four` count the dealer's hands that contain one to four given cards, `room.with_five` all five.
    """
    hand, beating, with_five = room.hand, room.beating, room.with_five
    found = 0
    for card in range(52):
        if cards >> card & 1:
            hand[found] = card
            found += 1
        beating[card] = one[card % 13]
    for a in range(5):
        pairs_of = sets.pairs[hand[a]]
        for up in range(52):
            beating[up] -= two[pairs_of[up]]
        second = hand[a] * (hand[a] - 1) // 2
        third = second * (hand[a] - 2) // 3
        for b in range(a):
            place_of_two = second + hand[b]
            triples_of = sets.triples[place_of_two]
            for up in range(52):
                beating[up] += three[triples_of[up]]
            for c in range(b):
                place = third + hand[b] * (hand[b] - 1) // 2 + hand[c]
                extended = sets.four_of_three[sets.class_of_three[place]]
                names = 4 * sets.renaming_of_three[place]
                for suit in range(4):
                    new = 13 * NEW_SUIT[names + suit]
                    for rank in range(13):
                        beating[13 * suit + rank] -= four[extended[new + rank]]
    for left_out in range(5):
        place, number = 0, 0
        for a in range(5):
            if a != left_out:
                number += 1
                share = hand[a]
                for step in range(1, number):
                    share = share * (hand[a] - step) // (step + 1)
                place += share
        extended = sets.five_of_four[sets.class_of_four[place]]
        names = 4 * sets.renaming_of_four[place]
        for suit in range(4):
            new = 13 * NEW_SUIT[names + suit]
            for rank in range(13):
                beating[13 * suit + rank] += with_five[extended[new + rank]]


def _judge(
    first: int,
    last: int,
    players: _Players,
    tables: DealerTables,
    sets: _Sets,
    room: _Room,
    verdicts: Verdicts,
) -> None:
    """Evaluate the players of strengths from `first` up to but not including `last`."""
    with_one, with_two, with_three, with_four, completions, by_strength, starts, deck, dealers = tables
    ties_lose, with_five, beating = players.ties_lose, room.with_five, room.beating
    weights, beaten, fewest, most, decisions = verdicts
    for each in range(starts[last - ties_lose], len(by_strength)):
        with_five[by_strength[each]] += 1
    for strength in range(last - 1, first - 1, -1):
        if strength < last - 1:
            for each in range(starts[strength + 1 - ties_lose], starts[strength + 2 - ties_lose]):
                with_five[by_strength[each]] += 1
        beaten_up_to = strength - ties_lose
        row = max(beaten_up_to, 0)
        one, two = with_one[row], with_two[row]
        three, four = with_three[row], with_four[row]
        most_for_least, most_for_most = players.bounds[strength]
        for position in range(players.begins[strength], players.begins[strength + 1]):
            player = players.order[position]
            cards = players.sets[player]
            _count_dealers(cards, one, two, three, four, sets, room)
            orbit = players.orbits[player]
            for up in range(52):
                if not (deck & ~cards) >> up & 1:
                    continue
                count = beating[up]
                if completions[player, up] > beaten_up_to:
                    count -= 1
                if beaten_up_to < 0:
                    count = dealers[0]
                if len(room.counts):
                    room.counts[player, up] = count
                decision = 0
                if count <= most_for_most:
                    decision = PLAY_MOST
                elif count <= most_for_least:
                    decision = PLAY_LEAST
                rank = up % 13
                weights[strength, rank, decision] += orbit
                beaten[strength, rank, decision] += orbit * count
                if count < fewest[strength, rank] or fewest[strength, rank] < 0:
                    fewest[strength, rank] = count
                if count > most[strength, rank]:
                    most[strength, rank] = count
                decisions[player, rank] |= decision << 2 * (up // 13)
