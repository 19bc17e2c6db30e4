"""High Card Flush with many cards known, by sampling: seats that share hands, or many dealer cards.

A round deals every sharing seat, and the known cards of the dealer and of the rest of the deck. Each seat
decides with its known cards, against the exact distribution of the dealer's hand (`hidden_cards`).
"""

from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.hidden_cards import CARDS, COUNT, law_of, lay_out
from croupier.games.high_card_flush.solver.solution import (
    FOLD,
    Stakes,
    best_decision,
    decide,
    decision_name,
    solved,
    value_of,
)
from croupier.hands.flush import flush_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.store import kept
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import CARD, DEALER, OTHERS, SUITS, UNDEALT, Leak
from croupier.odds.protection.model import Informed
from croupier.odds.protection.sampling import (
    CHANGED,
    DECISIONS,
    GAIN,
    GAIN_SQUARE,
    SEED,
    SQUARE,
    sampled,
)
from croupier.submission.house import HouseRules

ALLOWED = (
    "exact for one or two cards of dealer, burn and bottom, each whole or by rank, suit or color; "
    "sampled for more whole cards, and for others:1 to others:5 or others:1:suits to others:5:suits"
)


class Shared(NamedTuple):
    """The known cards: of the seats that share (or only suits), of the dealer, and undealt ones."""

    seats: int
    dealer: int
    undealt: int
    suits_only: bool

    @property
    def cards(self) -> int:
        """The number of cards dealt in a round."""
        return CARDS * self.seats + self.dealer + self.undealt


class Played(NamedTuple):
    """The house rules for kernels: the stakes, and the band in which the honest decision needs counting."""

    stakes: Stakes
    fold_below: int
    raise_from: int
    rule: Any
    """By longest suit that no sharing seat holds, the lowest flush to raise; empty for best play."""


def shared_of(leak: Leak) -> Shared | None:
    """Return a leak as numbers; None if it is not a sampled one."""
    others, dealer = leak.part(OTHERS), leak.part(DEALER)
    undealt = [part for part in leak.parts if part.place in UNDEALT]
    if len(leak.parts) != (others is not None) + (dealer is not None) + len(undealt):
        return None
    if any(part.detail != CARD for part in leak.parts if part is not others):
        return None
    if others and others.detail not in (CARD, SUITS):
        return None
    found = Shared(
        seats=1 + (others.number if others else 0),
        dealer=dealer.number if dealer else 0,
        undealt=sum(part.number for part in undealt),
        suits_only=bool(others) and others.detail == SUITS,  # type: ignore[union-attr]
    )
    if found.dealer > CARDS:
        allowed = f"allowed: dealer:1 to dealer:{CARDS}"
        raise Refusal("not_solved", f"{leak}: the dealer has {CARDS} cards; {allowed}")
    if CARDS * (found.seats + 1) + found.undealt > 52:
        raise Refusal("not_solved", f"{leak}: a deck does not hold so many cards; {ALLOWED}")
    return found


def informed_by_sampling(
    house: HouseRules, leak: Leak, shared: Shared, progress: Progress = silent, fresh: bool = False
) -> Informed:
    """Return the best play with a leak, by sampling; the result is stored on disk."""
    solution = solved(house)
    question = solution.stakes, str(leak)

    def compute() -> Informed:
        best = numpy().zeros(0, dtype="int64")
        played = Played(solution.stakes, solution.fold_below, solution.raise_from, best)
        names = tuple(decision_name(antes) for antes in range(solution.stakes.decisions[-1] + 1))
        return sampled(solution.main, names, runner(shared, played, len(names)), progress)

    return kept("high-card-flush-shared", question, compute, fresh)


def runner(shared: Shared, played: Played, decisions: int) -> Any:
    from croupier.odds.simulate.randomness import columns_for, deal, key_of

    np = numpy()
    key, dealing, run = key_of(SEED), compiled(deal), compiled(weigh_rounds)

    def sums_of(first: int, rounds: int) -> Any:
        columns = columns_for(shared.cards, rounds)
        dealing(key, first, shared.cards, columns)
        sums = np.zeros(DECISIONS + decisions)
        hands = np.zeros(shared.seats + 2, np.int64)
        run(columns, shared, played, hands, np.zeros((4, 3), np.int64), np.zeros(CARDS + 1, np.int64), sums)
        return sums

    return sums_of


@kernel
def _square_of(law: tuple[int, int, int, int], antes: int, nets: tuple[int, ...]) -> float:
    found = 0.0
    for stand in range(4):
        found += float(law[stand]) * nets[4 * antes + stand] ** 2
    return found


def weigh_rounds(
    columns: Any, shared: Shared, played: Played, hands: Any, suits: Any, product: Any, sums: Any
) -> None:
    """Add up the gains of the seats in each round."""
    stakes = played.stakes
    for number in range(columns.shape[1]):
        card, everyone = 0, 0
        for hand in range(shared.seats + 2):
            size = CARDS if hand < shared.seats else shared.dealer if hand == shared.seats else shared.undealt
            cards = 0
            for row in range(card, card + size):
                cards |= 1 << int(columns[row, number])
            hands[hand] = cards
            card += size
            if hand < shared.seats:
                everyone |= cards
        gained = 0.0
        for seat in range(shared.seats):
            own = hands[seat]
            undealt = hands[shared.seats + 1]
            lay_out(own, hands[shared.seats], undealt if shared.suits_only else everyone | undealt, suits)
            if shared.suits_only:
                _count_suits(everyone & ~own, suits)
            strength = flush_strength(own)
            law = law_of(suits, strength, stakes.dealer_least, product)
            whole = float(law[0] + law[1] + law[2] + law[3])
            most = most_antes(strength, stakes.bounds)
            if len(played.rule):
                best = most if strength >= played.rule[longest_suit(~everyone)] else FOLD
            else:
                best = best_decision(law, most, stakes)
            honest = decide(own, played.fold_below, played.raise_from, stakes)
            sums[DECISIONS + best] += 1 / shared.seats
            if best != honest:
                more = value_of(law, best, stakes.nets) - value_of(law, honest, stakes.nets)
                gained += more / (whole * stakes.unit)
                squares = _square_of(law, best, stakes.nets) - _square_of(law, honest, stakes.nets)
                sums[SQUARE] += squares / (whole * stakes.unit**2 * shared.seats)
                sums[CHANGED] += 1 / shared.seats
        gained /= shared.seats
        sums[GAIN] += gained
        sums[GAIN_SQUARE] += gained * gained


@kernel
def longest_suit(cards: int) -> int:
    """Return the number of cards in the longest suit."""
    found = 0
    for suit in range(4):
        found = max(found, COUNT[cards >> 13 * suit & 8191])
    return found


@kernel
def _count_suits(cards: int, suits: Any) -> None:
    """Write the suit counts of cards elsewhere of which only the suits are known."""
    for suit in range(4):
        suits[suit, 2] = COUNT[cards >> 13 * suit & 8191]
