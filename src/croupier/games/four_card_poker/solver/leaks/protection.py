"""Exact best play of Four Card Poker with a known dealer card besides the up-card, or two signals.

For each hand and up-card, the dealer's hands are counted with every card, or with every two (`known_counts`).
A known card that is *not* the dealer's is counted by subtraction: the hands without it are all hands minus
those with it. Cards of one signal are added up before the best decision is chosen.
"""

from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.dealer_law import (
    DealerTables,
    dealer_tables,
    dealers_left,
    player_strengths,
)
from croupier.games.four_card_poker.solver.leaks.collusion import ALLOWED, informed_by_sampling, shared_of
from croupier.games.four_card_poker.solver.leaks.copies import informed_by_copies
from croupier.games.four_card_poker.solver.leaks.dealer_sets import EXACT, HAND, informed_by_sets
from croupier.games.four_card_poker.solver.leaks.known_counts import (
    Counts,
    Sets,
    count_all,
    known_sets,
    with_three,
)
from croupier.games.four_card_poker.solver.leaks.known_play import (
    BEATEN,
    BY_UP_CARD,
    CHOICES,
    COUNTS,
    DECIDED,
    LABELS,
    describe,
    kind_of,
    label_of,
)
from croupier.games.four_card_poker.solver.solution import Worth, bounds, main_odds, worth
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST, players_by_strength
from croupier.games.four_card_poker.terms import terms
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.deck import WHOLE, Deck
from croupier.odds.counting.spares import Spares
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import CARD, COPIES, DEALER, Leak
from croupier.odds.protection.model import Informed
from croupier.odds.protection.signals import Signals, class_of_two, signals_of
from croupier.submission.house import HouseRules

PARTS = 64


class Players(NamedTuple):
    """The players' hands to evaluate, by strength."""

    ties_lose: int
    limits: Any
    """By number of choices in a class and strength, the `bounds`."""
    honest: Any
    """The same for the dealer's hands when only the up-card is known."""
    sets: Any
    orbits: Any
    order: Any
    begins: Any
    labels: int
    """The kind of labels that the known cards get (`known_play`)."""


class Room(NamedTuple):
    """The working arrays of one part."""

    counts: Counts
    sums: Any
    """By class, the choices in it, and their dealer hands that beat the player's."""
    weights: Any
    """By strength and decision, the cases in which it is best."""
    beaten: Any
    """By strength and decision, the dealer hands that beat the player's."""
    changed: Any
    labeled: Any
    """By strength and label (`known_play`)."""


@kernel
def _best(count: int, limits: Any) -> int:
    """Return the best decision when `count` dealer hands beat the player's."""
    if count <= limits[1]:
        return PLAY_MOST
    return PLAY_LEAST if count <= limits[0] else FOLD


@kernel
def _decide(
    place: int, strength: int, label: int, orbit: int, honest: int, players: Players, room: Room
) -> None:
    """Take the best decision for a class."""
    choices, count = room.sums[place, 0], room.sums[place, 1]
    decision = _best(count, players.limits[choices, strength])
    into = room.labeled[strength, label]
    into[CHOICES] += orbit * choices
    into[BEATEN] += orbit * count
    into[DECIDED + decision] += orbit * choices
    room.weights[strength, 0, decision] += orbit * choices
    room.beaten[strength, 0, decision] += orbit * count
    if decision != honest:
        room.changed[0] += orbit * choices


@kernel
def _note(place: int, count: int, sums: Any) -> None:
    sums[place, 0] += 1
    sums[place, 1] += count


@kernel
def _sum_one(left: int, up: int, signals: Signals, pairing: int, counts: Counts, sums: Any) -> None:
    """Add up the choices of one known card by class."""
    for card in range(52):
        if not left >> card & 1:
            continue
        if signals.dealer:
            _note(signals.dealer_classes[pairing, card], counts.two[up, card], sums)
        else:
            _note(signals.undealt_classes[pairing, card], counts.one[up] - counts.two[up, card], sums)


@kernel
def _sum_two(left: int, up: int, signals: Signals, pairing: int, counts: Counts, sums: Any) -> None:
    """Add up the choices of two known cards by class."""
    two, size = counts.two[up], signals.size
    dealer, undealt = signals.dealer_classes[pairing], signals.undealt_classes[pairing]
    for card in range(52):
        if not left >> card & 1:
            continue
        for partner in range(card):
            if not left >> partner & 1:
                continue
            both = with_three(up, card, partner, counts.three)
            if signals.dealer == 2:
                _note(class_of_two(dealer, card, partner, size), both, sums)
            elif signals.undealt == 2:
                count = counts.one[up] - two[card] - two[partner] + both
                _note(class_of_two(undealt, card, partner, size), count, sums)
            else:
                # Either card can be the dealer's and the other undealt.
                _note(dealer[card] * size + undealt[partner], two[card] - both, sums)
                _note(dealer[partner] * size + undealt[card], two[partner] - both, sums)


@kernel
def _judge(
    left: int, orbit: int, strength: int, up: int, players: Players, signals: Signals, room: Room
) -> None:
    """Choose for each signal, given the counts by known cards; known cards are among those left."""
    honest = _best(room.counts.one[up], players.honest[strength])
    places = len(room.sums)
    for pairing in range(len(signals.dealer_classes)):
        for place in range(places):
            room.sums[place, 0] = room.sums[place, 1] = 0
        if signals.dealer + signals.undealt == 1:
            _sum_one(left, up, signals, pairing, room.counts, room.sums)
        else:
            _sum_two(left, up, signals, pairing, room.counts, room.sums)
        for place in range(places):
            if room.sums[place, 0]:
                label = label_of(place, up, pairing, signals, players.labels)
                _decide(place, strength, label, orbit, honest, players, room)


def weigh(
    first: int, last: int, players: Players, tables: DealerTables, sets: Sets, signals: Signals, room: Room
) -> None:
    """Evaluate the players of strengths from `first` up to but not including `last`, from the best down."""
    ties_lose, starts, with_five = players.ties_lose, tables.starts, room.counts.with_five
    for each in range(starts[last - ties_lose], len(tables.by_strength)):
        with_five[tables.by_strength[each]] += 1
    for strength in range(last - 1, first - 1, -1):
        if strength < last - 1:
            for each in range(starts[strength + 1 - ties_lose], starts[strength + 2 - ties_lose]):
                with_five[tables.by_strength[each]] += 1
        for position in range(players.begins[strength], players.begins[strength + 1]):
            player = players.order[position]
            cards = players.sets[player]
            known = signals.dealer + signals.undealt
            count_all(cards, strength - ties_lose, known, tables, sets, room.counts)
            left = tables.deck & ~cards
            for up in range(52):
                if left >> up & 1:
                    _judge(left & ~(1 << up), players.orbits[player], strength, up, players, signals, room)


def informed(house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Return the best play with a leak: exact for up to two hidden cards besides the up-card, else sampled.

    Two or more whole dealer cards alone are evaluated by sets (`dealer_sets`). The result is stored on disk.
    """
    if leak.parts[0].detail == COPIES and len(leak.parts) == 1:
        return informed_by_copies(house, leak.parts[0].number, progress, fresh)
    known = leak.part(DEALER)
    if known and len(leak.parts) == 1 and known.detail == CARD and EXACT <= known.number <= HAND:
        return informed_by_sets(house, leak, known.number, progress, fresh)
    signals = signals_of(leak)
    if signals is None:
        shared = shared_of(leak)
        if shared is None:
            raise Refusal("not_solved", f"{leak}: {ALLOWED}")
        return informed_by_sampling(house, leak, shared, progress, fresh)
    numbers = terms(house)
    question = numbers.main, numbers.play_least, numbers.play_most, numbers.ante_bonus, str(leak)
    return kept("four-card-poker-leak", question, lambda: solve(worth(house), leak, signals, progress), fresh)


def new_room(strengths: int, signals: Signals, labels: int = BY_UP_CARD) -> Room:
    """Return the working arrays of one part, given the number of strengths and the labels."""
    np = numpy()
    two = signals.dealer + signals.undealt == 2
    return Room(
        counts=Counts(
            with_five=np.zeros(len(canonical_hands(5)[0]), np.int8),
            one=np.zeros(52, np.int64),
            two=np.zeros((52, 52), np.int64),
            three=np.zeros((52, 52, 52) if two else (1, 1, 1), np.int64),
        ),
        sums=np.zeros((signals.places, 2), np.int64),
        weights=np.zeros((strengths, 1, 3), np.int64),
        beaten=np.zeros((strengths, 1, 3), np.int64),
        changed=np.zeros(1, np.int64),
        labeled=np.zeros((strengths, LABELS[labels], COUNTS), np.int64),
    )


def _hidden(deck: Deck) -> int:
    """Return the number of cards that a hidden one can be, given five cards and an up-card."""
    return deck.size - 6


def _hands_left(signals: Signals, deck: Deck) -> int:
    """Count the dealer's hands for one choice of the known cards."""
    return comb(_hidden(deck) - signals.dealer - signals.undealt, 5 - signals.dealer)


def _choices(signals: Signals, deck: Deck) -> int:
    """Count the choices of the known cards for a hand and an up-card."""
    known = signals.dealer + signals.undealt
    return comb(_hidden(deck), known) * (2 if signals.dealer == signals.undealt else 1)


def players_of(value: Worth, leak: Leak, signals: Signals, deck: Deck = WHOLE) -> Players:
    """Return the players' hands to evaluate."""
    np = numpy()
    sets, orbits = canonical_hands(5)
    order = players_by_strength(deck.cards)
    begins = np.searchsorted(player_strengths()[order], np.arange(len(value.bonus) + 1))
    hands, most = _hands_left(signals, deck), 1
    for number, of in ((signals.dealer, signals.dealer_classes), (signals.undealt, signals.undealt_classes)):
        most *= int(np.bincount(of[0]).max()) ** number
    limits = np.stack([bounds(value, max(choices, 1) * hands) for choices in range(most + 1)])
    honest, labels = bounds(value, dealers_left(deck)[0]), kind_of(leak)
    return Players(int(value.ties_lose), limits, honest, sets, orbits, order, begins, labels)


def solve(
    value: Worth, leak: Leak, signals: Signals, progress: Progress = silent, deck: Deck = WHOLE
) -> Informed:
    """Return the best play with a leak, by counting all hands of a deck."""
    np = numpy()
    tables = dealer_tables(deck=deck)
    players, count = players_of(value, leak, signals, deck), len(value.bonus)
    hands = len(players.order)
    cuts = [int(np.searchsorted(players.begins, hands * part // PARTS)) for part in range(PARTS)] + [count]
    known, run = known_sets(), compiled(weigh)
    spare = Spares(lambda: new_room(count, signals, players.labels))

    def work(part: int) -> None:
        with spare.lent() as room:
            room.counts.with_five.fill(0)
            run(cuts[part], cuts[part + 1], players, tables, known, signals, room)

    in_parallel(work, range(PARTS), progress)
    rooms, dealers = spare.all, _hands_left(signals, deck)
    situations = comb(deck.size, 5) * (deck.size - 5)
    cases = situations * _choices(signals, deck) * len(signals.dealer_classes)
    weights, beaten = sum(room.weights for room in rooms), sum(room.beaten for room in rooms)
    if int(weights.sum()) != cases:
        raise ArithmeticError("the hands counted with a leak are not all hands")
    odds = main_odds(value, weights, beaten, cases, dealers)
    changed = Fraction(sum(int(room.changed[0]) for room in rooms), cases)
    sections, rules = describe(sum(room.labeled for room in rooms), leak, value, dealers)
    return Informed(net=odds.net, decisions=odds.decisions, changed=changed, sections=sections, rules=rules)
