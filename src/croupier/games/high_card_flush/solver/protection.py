"""High Card Flush with hidden cards known: exact for up to two of the dealer's or undealt cards.

As in `dealer_law`, the dealer's hand is below a flush if each of its suits is, so the count is the
coefficient at x^7 of a product of four polynomials, one per suit. A known dealer card changes only the
polynomial of its suit: its coefficient at the length of the flush counts the lower sets that contain the
card, and all others depend only on the number of cards left. So for each player's hand, the laws given every
card, or every two cards, are sums of a few products. A known card that is *not* the dealer's is counted by
subtraction: the hands without it are all hands minus those with it.

Cards of one signal (`croupier.odds.protection.leak`) are added up before the best action is chosen.
"""

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.collusion import ALLOWED, informed_by_sampling, shared_of
from croupier.games.high_card_flush.solver.dealer_law import HIGHER, LOWER, NOT_QUALIFIED, TIE
from croupier.games.high_card_flush.solver.hidden_cards import (
    CARDS,
    CHOOSE,
    COUNT,
    Dealers,
    dealers_of,
    sets_at_length,
)
from croupier.games.high_card_flush.solver.known_play import (
    COUNTS,
    RAISED,
    Labels,
    describe,
    flush_of,
    label_of,
    labels_of,
)
from croupier.games.high_card_flush.solver.solution import (
    FOLD,
    STRENGTHS,
    Stakes,
    best_decision,
    decision_name,
    stakes_of,
)
from croupier.games.high_card_flush.terms import terms
from croupier.hands.flush import flush_strength
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
from croupier.odds.protection.signals import Signals, class_of_two, signals_of
from croupier.submission.house import HouseRules

_PARTS = 64

BELOW_LEAST, BELOW, NOT_ABOVE, ALL = 0, 1, 2, 3
"""The targets: hands that do not qualify, hands below the player's, hands not above it, and all hands."""
_TARGETS = 3

# The rows of a thread's working arrays: by target and suit, the polynomials; the products of all suits but
# one, and but two; the sums without and with one known card.
_SUIT_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


class Players(NamedTuple):
    """The players' hands to evaluate."""

    sets: Any
    weights: Any
    """The number of hands that each set represents."""
    dealers: Dealers


class Room(NamedTuple):
    """One thread's working arrays for a hand."""

    one: Any
    """By target, suit and number of cards, the sets below the target."""
    two: Any
    """By target, pair of suits and number, the product of the other two suits."""
    three: Any
    """By target, suit and number, the product of the other three suits."""
    with_card: Any
    """By target (and all) and card, the dealer's hands that contain it."""
    with_two: Any
    """By target (and all) and two cards, the dealer's hands that contain both."""
    lower_sets: Any
    """By target and card, the sets of the target's length below it that contain the card."""
    sums: Any
    """By class of signal and target (and all), the dealer's hands."""


@kernel
def _prepare(left: Any, strengths: Any, room: Room) -> None:
    """Write the polynomials of the four suits, and the products of two and three of them, for each target."""
    for target in range(_TARGETS):
        strength = strengths[target]
        length = strength >> 13
        for suit in range(4):
            held = COUNT[left[suit]]
            for number in range(8):
                room.one[target, suit, number] = CHOOSE[held << 3 | number] if number < length else 0
            room.one[target, suit, length] = sets_at_length(left[suit], 0, strength, target == NOT_ABOVE)
        for pair in range(6):
            first, second = _SUIT_PAIRS[5 - pair]  # the two that are left
            for number in range(8):
                total = 0
                for some in range(number + 1):
                    total += room.one[target, first, some] * room.one[target, second, number - some]
                room.two[target, pair, number] = total
        for suit in range(4):
            # The pair (suit, other) leaves two, and `other` is the third.
            other = 1 if suit == 0 else 0
            pair = _pair_of(suit, other)
            for number in range(8):
                total = 0
                for some in range(number + 1):
                    total += room.one[target, other, some] * room.two[target, pair, number - some]
                room.three[target, suit, number] = total


@kernel
def _pair_of(one: int, other: int) -> int:
    """Return the index of two suits among the pairs."""
    low, high = min(one, other), max(one, other)
    return high - 1 if low == 0 else low + high


@kernel
def _total(target: int, room: Room) -> int:
    """Count the dealer's hands for a target when nothing is known."""
    total = 0
    for number in range(8):
        total += room.one[target, 0, number] * room.three[target, 0, 7 - number]
    return total


@kernel
def _with_one(left: Any, strengths: Any, room: Room) -> None:
    """Count, by target and card, the dealer's hands with the card."""
    for target in range(_TARGETS):
        length = strengths[target] >> 13
        for suit in range(4):
            held = COUNT[left[suit]]
            base = 0
            for number in range(1, length):
                base += CHOOSE[held - 1 << 3 | number - 1] * room.three[target, suit, 7 - number]
            rest = room.three[target, suit, 7 - length]
            for rank in range(13):
                if left[suit] >> rank & 1:
                    lower = sets_at_length(left[suit], 1 << rank, strengths[target], target == NOT_ABOVE)
                    room.lower_sets[target, 13 * suit + rank] = lower
                    room.with_card[target, 13 * suit + rank] = base + lower * rest


@kernel
def _with_two_suits(left: Any, strengths: Any, one: int, other: int, room: Room) -> None:
    """Count, by target and two cards of two suits, the dealer's hands with both."""
    pair = _pair_of(one, other)
    for target in range(_TARGETS):
        length = strengths[target] >> 13
        rest = room.two[target, pair]
        held, other_held = COUNT[left[one]], COUNT[left[other]]
        base = of_one = of_other = 0
        for number in range(1, length):
            if length + number <= 7:
                of_one += CHOOSE[other_held - 1 << 3 | number - 1] * rest[7 - length - number]
                of_other += CHOOSE[held - 1 << 3 | number - 1] * rest[7 - length - number]
            for second in range(1, min(length, 8 - number)):
                ways = CHOOSE[held - 1 << 3 | number - 1] * CHOOSE[other_held - 1 << 3 | second - 1]
                base += ways * rest[7 - number - second]
        of_both = rest[7 - 2 * length] if 2 * length <= 7 else 0
        for rank in range(13):
            if left[one] >> rank & 1:
                card = 13 * one + rank
                lower = room.lower_sets[target, card]
                start, slope = base + lower * of_one, of_other + lower * of_both
                for second in range(13):
                    if left[other] >> second & 1:
                        partner = 13 * other + second
                        room.with_two[target, card, partner] = (
                            start + slope * room.lower_sets[target, partner]
                        )


@kernel
def _with_two_of_a_suit(left: Any, strengths: Any, suit: int, room: Room) -> None:
    """Count, by target and two cards of one suit, the dealer's hands with both."""
    for target in range(_TARGETS):
        length = strengths[target] >> 13
        held = COUNT[left[suit]]
        base = 0
        for number in range(2, length):
            base += CHOOSE[held - 2 << 3 | number - 2] * room.three[target, suit, 7 - number]
        rest = room.three[target, suit, 7 - length]
        for rank in range(13):
            if left[suit] >> rank & 1:
                for second in range(rank + 1, 13):
                    if left[suit] >> second & 1:
                        forced = 1 << rank | 1 << second
                        lower = sets_at_length(left[suit], forced, strengths[target], target == NOT_ABOVE)
                        room.with_two[target, 13 * suit + rank, 13 * suit + second] = base + lower * rest


@kernel
def _add(sums: Any, place: int, sign: int, values: Any, whole: int) -> None:
    for target in range(_TARGETS):
        sums[place, target] += sign * values[target]
    sums[place, ALL] += sign * whole


@kernel
def _add_up(left: Any, dealers: Dealers, signals: Signals, pairing: int, room: Room) -> None:
    """Add up the dealer's hands by class of signal, for each target and in all."""
    known = signals.dealer + signals.undealt
    for place in range(signals.size if known == 1 else signals.size * signals.size):
        for target in range(ALL + 1):
            room.sums[place, target] = 0
    totals = (_total(0, room), _total(1, room), _total(2, room))
    for card in range(52):
        if not left[card // 13] >> card % 13 & 1:
            continue
        if known == 1:
            if signals.dealer:
                place = signals.dealer_classes[pairing, card]
                _add(room.sums, place, 1, room.with_card[:, card], dealers.with_one)
            else:
                place = signals.undealt_classes[pairing, card]
                _add(room.sums, place, 1, totals, dealers.all)
                _add(room.sums, place, -1, room.with_card[:, card], dealers.with_one)
            continue
        for partner in range(card + 1, 52):
            if not left[partner // 13] >> partner % 13 & 1:
                continue
            both = room.with_two[:, card, partner]
            if signals.dealer == 2:
                place = class_of_two(signals.dealer_classes[pairing], card, partner, signals.size)
                _add(room.sums, place, 1, both, dealers.with_two)
            elif signals.undealt == 2:
                place = class_of_two(signals.undealt_classes[pairing], card, partner, signals.size)
                _add(room.sums, place, 1, totals, dealers.all)
                _add(room.sums, place, -1, room.with_card[:, card], dealers.with_one)
                _add(room.sums, place, -1, room.with_card[:, partner], dealers.with_one)
                _add(room.sums, place, 1, both, dealers.with_two)
            else:
                # Either card can be the dealer's and the other undealt.
                for turn in range(2):
                    held, other = (card, partner) if turn == 0 else (partner, card)
                    place = (
                        signals.dealer_classes[pairing, held] * signals.size
                        + signals.undealt_classes[pairing, other]
                    )
                    _add(room.sums, place, 1, room.with_card[:, held], dealers.with_one)
                    _add(room.sums, place, -1, both, dealers.with_two)


@kernel
def count_with_known(left: Any, strengths: Any, known: int, room: Room) -> None:
    """Count, by target, the dealer's hands with every card and, if two are known, with every two."""
    _prepare(left, strengths, room)
    _with_one(left, strengths, room)
    if known == 2:
        for one in range(4):
            _with_two_of_a_suit(left, strengths, one, room)
            for other in range(one + 1, 4):
                _with_two_suits(left, strengths, one, other, room)


def weigh(
    players: Players,
    stakes: Stakes,
    signals: Signals,
    labels: Labels,
    room: Room,
    tallies: Any,
    by_label: Any,
) -> None:
    """Tally the outcomes by the best antes for each hand and signal, and by flush and label.

    The last row of the tallies counts the cases in which the decision changes.
    """
    sets, weights, dealers = players
    left = room.lower_sets[_TARGETS]
    strengths = room.lower_sets[_TARGETS + 1]
    known = signals.dealer + signals.undealt
    for number in range(len(sets)):
        cards = sets[number]
        strength = flush_strength(cards)
        for suit in range(4):
            left[suit] = (dealers.deck & ~cards) >> 13 * suit & 8191
        strengths[BELOW_LEAST] = stakes.dealer_least
        strengths[BELOW] = strengths[NOT_ABOVE] = max(strength, stakes.dealer_least)
        count_with_known(left, strengths, known, room)
        most = most_antes(strength, stakes.bounds)
        qualifies = strength >= stakes.dealer_least
        flush, by_hand = flush_of(cards, strength), by_label[labels.places[strength]]
        honest = best_decision(
            _law(_total(0, room), _total(1, room), _total(2, room), dealers.all, qualifies), most, stakes
        )
        for pairing in range(len(signals.dealer_classes)):
            _add_up(left, dealers, signals, pairing, room)
            for place in range(signals.size if known == 1 else signals.size * signals.size):
                sums = room.sums[place]
                if not sums[ALL]:
                    continue
                law = _law(sums[BELOW_LEAST], sums[BELOW], sums[NOT_ABOVE], sums[ALL], qualifies)
                antes = best_decision(law, most, stakes)
                into = by_hand[label_of(place, flush, pairing, signals, labels)]
                for stand in range(4):
                    tallies[antes, stand] += weights[number] * law[stand]
                    into[stand] += weights[number] * law[stand]
                if antes != FOLD:
                    into[RAISED] += weights[number] * sums[ALL]
                if antes != honest:
                    tallies[-1, 0] += weights[number] * sums[ALL]


@kernel
def _law(
    below_least: int, below: int, not_above: int, whole: int, qualifies: bool
) -> tuple[int, int, int, int]:
    """Return the dealer's hands by outcome: not qualified, lower, tie, higher."""
    if not qualifies:
        return below_least, 0, 0, whole - below_least
    return below_least, below - below_least, not_above - below, whole - not_above


def new_room(signals: Signals) -> Room:
    np = numpy()
    return Room(
        one=np.zeros((_TARGETS, 4, 8), np.int64),
        two=np.zeros((_TARGETS, 6, 8), np.int64),
        three=np.zeros((_TARGETS, 4, 8), np.int64),
        with_card=np.zeros((_TARGETS, 52), np.int64),
        with_two=np.zeros((_TARGETS, 52, 52), np.int64),
        # The last two rows are the ranks left by suit, and the strengths of the targets.
        lower_sets=np.zeros((_TARGETS + 2, 52), np.int64),
        sums=np.zeros((signals.places, ALL + 1), np.int64),
    )


def informed(house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Return the best play with a leak, exact or else sampled; the result is stored on disk."""
    signals = signals_of(leak)
    if signals is None:
        shared = shared_of(leak)
        if shared is None:
            raise Refusal("not_solved", f"{leak}: {ALLOWED}")
        return informed_by_sampling(house, leak, shared, progress, fresh)
    stakes = stakes_of(terms(house))
    return kept(
        "high-card-flush-leak", (stakes, str(leak)), lambda: solve(stakes, leak, signals, progress), fresh
    )


def solve(
    stakes: Stakes, leak: Leak, signals: Signals, progress: Progress = silent, deck: Deck = WHOLE
) -> Informed:
    """Return the best play with a leak, by counting all hands of a deck."""
    np = numpy()
    sets, weights = canonical_hands(CARDS)
    dealt = deck.holds(sets)
    sets, weights = sets[dealt], weights[dealt]
    dealers = dealers_of(deck)
    bounds = np.linspace(0, len(sets), _PARTS + 1).astype(np.int64)
    run, labels = compiled(weigh), labels_of(leak, signals)
    spare = Spares(lambda: np.zeros((len(STRENGTHS), labels.number, COUNTS), np.int64))

    def part(number: int) -> Any:
        span = slice(bounds[number], bounds[number + 1])
        tallies = np.zeros((stakes.decisions[-1] + 2, 4), np.int64)
        with spare.lent() as own:
            players = Players(sets[span], weights[span], dealers)
            run(players, stakes, signals, labels, new_room(signals), tallies, own)
        return tallies.astype(object)

    *tallies, changed = sum(in_parallel(part, range(_PARTS), progress)).tolist()
    cases = _cases(signals, deck)
    found = _informed(tallies, changed[0], stakes, cases)
    sections, rules = describe(sum(spare.all), leak, labels, stakes, cases)
    return replace(found, sections=sections, rules=rules)


def _cases(signals: Signals, deck: Deck) -> int:
    """Count the equally likely cases: deals, and the known cards among the dealer's and the undealt ones."""
    known = comb(CARDS, signals.dealer) * comb(deck.size - 2 * CARDS, signals.undealt)
    hands = comb(deck.size, CARDS) * comb(deck.size - CARDS, CARDS)
    return hands * known * len(signals.dealer_classes)


def _informed(tallies: list[list[int]], changed: int, stakes: Stakes, cases: int) -> Informed:
    if sum(map(sum, tallies)) != cases:
        raise ArithmeticError("the hands counted with a leak are not all hands")
    mean = square = 0
    for antes, row in enumerate(tallies):
        for stand in (NOT_QUALIFIED, LOWER, TIE, HIGHER):
            net = stakes.nets[4 * antes + stand]
            mean += row[stand] * net
            square += row[stand] * net * net
    return Informed(
        net=Moments(Fraction(mean, cases * stakes.unit), Fraction(square, cases * stakes.unit**2)),
        decisions={
            decision_name(antes): Fraction(sum(tallies[antes]), cases) for antes in (*stakes.decisions, FOLD)
        },
        changed=Fraction(changed, cases),
    )
