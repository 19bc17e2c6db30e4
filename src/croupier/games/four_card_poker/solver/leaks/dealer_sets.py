"""Four Card Poker with two or more of the dealer's hidden cards known, by every set of the dealer's cards.

For each set, the dealer's hands are ranked once. Players' hands are taken from the strongest down; the
dealer's hands that beat them are added to counts by single cards, pairs and triples that they draw.
Inclusion-exclusion over the player's five cards then counts the possible hands. With two known cards every
hand is evaluated, which is exact. With more, every set is, with hands at equal steps from two random starts:
the two sums of a set differ only by chance, which gives the standard error.
"""

from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any, NamedTuple

from croupier.games.four_card_poker.solver.classes import place_of, renamed
from croupier.games.four_card_poker.solver.dealer_law import strengths
from croupier.games.four_card_poker.solver.leaks.collusion import Played, played_of
from croupier.games.four_card_poker.solver.leaks.known_play import (
    BEATEN,
    BY_HAND,
    CHOICES,
    COUNTS,
    DECIDED,
    LABELS,
    describe,
)
from croupier.games.four_card_poker.solver.solution import (
    PlayerIndex,
    main_odds,
    player_index,
    solved,
    worth,
)
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.four_card_poker.terms import terms
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.deck import WHOLE, Deck
from croupier.odds.counting.spares import Spares
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import Moments
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import Leak
from croupier.odds.protection.model import Informed
from croupier.odds.protection.sampling import SEED
from croupier.submission.house import HouseRules

EXACT = 2
"""The number of known cards besides the up-card up to which every hand is evaluated."""
LOOKED_AT = 1.3e8
"""The number of hands evaluated when they are sampled: some 20 CPU-seconds."""
HAND = 5
_PARTS = 64
_CARD = 6
"""The bits of a card."""


class Hands(NamedTuple):
    """The players' hands, strongest first."""

    sets: Any
    cards: Any
    """By hand, its five cards in ascending order."""
    numbers: Any
    """The numbers of their strengths."""
    classes: Any
    """Their classes up to a renaming of the suits, for the honest decision …"""
    renamings: Any
    """… and the renaming."""


class Known(NamedTuple):
    """The sets of the dealer's cards, up-card included."""

    sets: Any
    orbits: Any
    labels: Any
    """The hand that the cards make (`known_play`)."""
    starts: Any
    """By set, the first hands to evaluate …"""
    step: int
    """… and the step to the next."""
    draw: int
    """The number of dealer cards that stay hidden."""
    dealers: int
    """The number of hands that the dealer can have."""
    deck: int
    """The deck, as a set."""


class Room(NamedTuple):
    """One thread's working arrays and sums."""

    dealers: Any
    """The dealer's hands: the number of the strength, and the cards drawn."""
    one: Any
    two: Any
    three: Any
    """The number of dealer hands that beat the player's, by one, two and three of the cards drawn."""
    weights: Any
    """By strength and decision: the cases in which it is best …"""
    beaten: Any
    """… and the dealer hands that beat the player's."""
    labeled: Any
    changed: Any
    ups: Any
    """The cards of the set, each of which can be the up-card."""


def _list_hands(sets: Any, cards: Any) -> None:
    number = 0
    for first in range(52):
        for second in range(first + 1, 52):
            for third in range(second + 1, 52):
                for fourth in range(third + 1, 52):
                    for fifth in range(fourth + 1, 52):
                        row = cards[number]
                        row[0], row[1], row[2], row[3], row[4] = first, second, third, fourth, fifth
                        sets[number] = 1 << first | 1 << second | 1 << third | 1 << fourth | 1 << fifth
                        number += 1


def _number_hands(sets: Any, numbers: Any, index: PlayerIndex, hands: Hands) -> None:
    for place in range(len(sets)):
        hands.numbers[place] = numbers[four_card_strength(sets[place])]
        of = place_of(sets[place], index.places)
        hands.classes[place], hands.renamings[place] = index.class_of[of], index.renaming_of[of]


@cache
def all_hands() -> Hands:
    """Return every hand of five cards."""
    np = numpy()
    size = comb(52, HAND)
    sets, cards = np.zeros(size, np.int64), np.zeros((size, HAND), np.uint8)
    compiled(_list_hands)(sets, cards)
    return hands_of(sets, cards)


def hands_from(deck: Deck) -> Hands:
    """Return every hand of five cards of a deck."""
    hands = all_hands()
    dealt = deck.holds(hands.sets)
    return Hands(*(each[dealt] for each in hands))


def hands_of(sets: Any, cards: Any) -> Hands:
    """Return hands in order of strength, from their card sets and cards."""
    np = numpy()
    size = len(sets)
    found = Hands(sets, cards, *(np.zeros(size, kind) for kind in (np.int16, np.int32, np.uint8)))
    compiled(_number_hands)(sets, strengths().number, player_index(), found)
    order = np.argsort(-found.numbers, kind="stable")
    return Hands(*(each[order] for each in found))


@kernel
def _rank_dealers(known: int, deck: int, draw: int, numbers: Any, found: Any) -> int:
    """Write the dealer's hands in ascending order; return how many there are."""
    count, left = 0, deck & ~known
    for first in range(52 if draw > 0 else 1):
        one = known | 1 << first if draw > 0 else known
        if draw > 0 and not left >> first & 1:
            continue
        for second in range(first + 1, 52) if draw > 1 else range(1):
            two = one | 1 << second if draw > 1 else one
            if draw > 1 and not left >> second & 1:
                continue
            for third in range(second + 1, 52) if draw > 2 else range(1):
                three = two | 1 << third if draw > 2 else two
                if draw > 2 and not left >> third & 1:
                    continue
                number = int(numbers[four_card_strength(three)])
                found[count] = ((number << _CARD | first) << _CARD | second) << _CARD | third
                count += 1
    found[:count].sort()
    return count


@kernel
def _add(dealer: int, draw: int, room: Room) -> None:
    """Count a dealer hand by the cards that it draws."""
    first, second, third = dealer >> 2 * _CARD & 63, dealer >> _CARD & 63, dealer & 63
    if draw > 0:
        room.one[first] += 1
    if draw > 1:
        room.one[second] += 1
        room.two[first, second] += 1
    if draw > 2:
        room.one[third] += 1
        room.two[first, third] += 1
        room.two[second, third] += 1
        room.three[first, second, third] = 1


@kernel
def _count(total: int, cards: Any, draw: int, room: Room) -> int:
    """Return the number of counted dealer hands that contain none of the player's cards."""
    count = total
    if draw > 0:
        for first in range(HAND):
            one = cards[first]
            count -= room.one[one]
            for second in range(first + 1, HAND if draw > 1 else 0):
                two = cards[second]
                count += room.two[one, two]
                for third in range(second + 1, HAND if draw > 2 else 0):
                    count -= room.three[one, two, cards[third]]
    return count


@kernel
def _value(decision: int, beaten: float, bonus: float, nets: Any) -> float:
    if decision == FOLD:
        return nets[FOLD, 0]  # type: ignore[no-any-return]
    won, lost = nets[decision, 0] + bonus, nets[decision, 1] + bonus
    return won + beaten * (lost - won)  # type: ignore[no-any-return]


@kernel
def _look_at(
    number: int, start: int, count: int, known: Known, hands: Hands, played: Played, room: Room
) -> float:
    """Decide the hands of one set from a start on; return the gain over honest play, summed over up-cards."""
    held, orbit, label = known.sets[number], known.orbits[number], known.labels[number]
    room.one[:] = 0
    room.two[:] = 0
    room.three[:] = 0
    total, gained, ups = 0, 0.0, 6 - known.draw
    for place in range(start, len(hands.sets), known.step):
        if hands.sets[place] & held:
            continue
        strength = int(hands.numbers[place])
        least = strength - played.ties_lose
        while total < count and room.dealers[count - 1 - total] >> 3 * _CARD > least:
            _add(room.dealers[count - 1 - total], known.draw, room)
            total += 1
        beating = _count(total, hands.cards[place], known.draw, room)
        best = FOLD
        if beating <= played.limits[strength, 1]:
            best = PLAY_MOST
        elif beating <= played.limits[strength, 0]:
            best = PLAY_LEAST
        room.weights[strength, 0, best] += orbit * ups
        room.beaten[strength, 0, best] += orbit * ups * beating
        into = room.labeled[strength, label]
        into[CHOICES] += orbit * ups
        into[BEATEN] += orbit * ups * beating
        into[DECIDED + best] += orbit * ups
        decisions, renaming = played.honest[hands.classes[place]], int(hands.renamings[place])
        for which in range(ups):
            up = renamed(room.ups[which], renaming)
            honest = int(decisions[up % 13] >> 2 * (up // 13) & 3)
            if honest != best:
                room.changed[0] += orbit
                beaten, bonus = beating / known.dealers, played.bonus[strength]
                gained += _value(best, beaten, bonus, played.nets)
                gained -= _value(honest, beaten, bonus, played.nets)
    return gained


def look_at_sets(
    part: tuple[int, int], known: Known, hands: Hands, played: Played, room: Room, gains: Any
) -> None:
    """Decide the hands of some sets; write gains by set and start."""
    for number in range(part[0], part[1]):
        count = _rank_dealers(known.sets[number], known.deck, known.draw, played.numbers, room.dealers)
        held = 0
        for card in range(52):
            if known.sets[number] >> card & 1:
                room.ups[held] = card
                held += 1
        for which in range(known.starts.shape[1]):
            start = known.starts[number, which]
            gains[number, which] = _look_at(number, start, count, known, hands, played, room)


def known_sets(dealer: int, deck: Deck = WHOLE) -> Known:
    """Return the sets of `dealer` known cards besides the up-card."""
    from croupier.odds.simulate.randomness import key_of, mixed

    np = numpy()
    sets, orbits = canonical_hands(1 + dealer)
    dealt = deck.holds(sets)
    sets, orbits = sets[dealt], orbits[dealt]
    draw, step = HAND - dealer, 1
    labels, starts = np.zeros(len(sets), np.int64), np.zeros((len(sets), 1), np.int64)
    if dealer == EXACT:
        labels = np.array([_label(each) for each in sets.tolist()], np.int64)
    else:
        step = max(1, int(2 * len(sets) * comb(deck.size, HAND) / LOOKED_AT))
        with np.errstate(over="ignore"):
            words = mixed(key_of(SEED) + np.arange(2 * len(sets), dtype=np.uint64))
        starts = (words % np.uint64(step)).astype(np.int64).reshape(-1, 2)
    dealers = comb(deck.size - 1 - HAND - dealer, draw)
    return Known(sets, orbits, labels, starts, step, draw, dealers, deck.cards)


def _label(cards: int) -> int:
    """Return the hand that three dealer cards make: high card, pair or three of a kind, and its rank."""
    ranks = sorted(card % 13 for card in range(52) if cards >> card & 1)
    alike = max(ranks.count(rank) for rank in ranks)
    return 13 * (alike - 1) + (ranks[-1] if alike == 1 else ranks[1])


def new_room(known: Known, count: int) -> Room:
    """Return one thread's working arrays, given the number of strengths."""
    np = numpy()
    return Room(
        dealers=np.zeros(comb(51 - HAND + known.draw, known.draw), np.int64),
        one=np.zeros(52, np.int32),
        two=np.zeros((52, 52), np.int32),
        three=np.zeros((52, 52, 52) if known.draw > 2 else (1, 1, 1), np.uint8),
        weights=np.zeros((count, 1, 3), np.int64),
        beaten=np.zeros((count, 1, 3), np.int64),
        labeled=np.zeros((count, LABELS[BY_HAND], COUNTS), np.int64),
        changed=np.zeros(1, np.int64),
        ups=np.zeros(6, np.int64),
    )


def informed_by_sets(
    house: HouseRules, leak: Leak, dealer: int, progress: Progress = silent, fresh: bool = False
) -> Informed:
    """Return the best play with `dealer` dealer cards known besides the up-card; it is stored on disk."""
    numbers = terms(house)
    question = numbers.main, numbers.play_least, numbers.play_most, numbers.ante_bonus, dealer
    return kept("four-card-poker-sets", question, lambda: solve(house, leak, dealer, progress), fresh)


def solve(
    house: HouseRules, leak: Leak, dealer: int, progress: Progress = silent, deck: Deck = WHOLE
) -> Informed:
    """Return the best play with `dealer` dealer cards known, by evaluating the hands of a deck."""
    np = numpy()
    value, known, hands = worth(house), known_sets(dealer, deck), hands_from(deck)
    honest, run = solved(house, deck=deck), compiled(look_at_sets)
    played = played_of(house, known.dealers, honest.verdicts.decisions)
    spare = Spares(lambda: new_room(known, len(value.bonus)))
    gains = np.zeros(known.starts.shape)
    cuts = [len(known.sets) * part // _PARTS for part in range(_PARTS + 1)]

    def work(part: int) -> None:
        with spare.lent() as room:
            run((cuts[part], cuts[part + 1]), known, hands, played, room, gains)

    in_parallel(work, range(_PARTS), progress)
    weights, beaten, labeled, changed = (
        sum(getattr(room, name) for room in spare.all) for name in ("weights", "beaten", "labeled", "changed")
    )
    cases = int(weights.sum())
    odds = main_odds(value, weights, beaten, cases, known.dealers)
    shares = Fraction(int(changed[0]), cases)
    if dealer == EXACT:
        if cases != _cases(dealer, deck):
            raise ArithmeticError("the hands counted with a leak are not all hands")
        sections, rules = describe(labeled, leak, value, known.dealers)
        return Informed(
            net=odds.net, decisions=odds.decisions, changed=shares, sections=sections, rules=rules
        )
    mean, error = _estimate(gains, known, _cases(dealer, deck))
    return Informed(
        net=Moments(honest.main.net.mean + Fraction(mean), odds.net.square),
        decisions=odds.decisions,
        changed=shares,
        standard_error=error,
    )


def _cases(dealer: int, deck: Deck) -> int:
    """Count the equally likely cases: the known cards, which of them is up, and the player's hand."""
    return (1 + dealer) * comb(deck.size, 1 + dealer) * comb(deck.size - 1 - dealer, HAND)


def _estimate(gains: Any, known: Known, cases: int) -> tuple[float, float]:
    """Return the gain per round and its standard error, from the sums of two samples of each set."""
    by_set = known.orbits * gains.sum(axis=1) * known.step / 2
    apart = known.orbits * (gains[:, 0] - gains[:, 1]) * known.step / 2
    return float(by_set.sum()) / cases, sqrt(float((apart**2).sum())) / cases
