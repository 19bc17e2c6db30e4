"""Four Card Poker with many cards known, by sampling: seats that share hands, or several dealer cards.

A round deals every sharing seat, the up-card, and the known cards of the dealer's and of the rest of the
deck. The dealer's possible hands are the same for all seats. Those that beat a seat are counted by sets of
the cards gone (`gone_counts`), or enumerated if they are few (`hidden_cards`).
"""

from math import comb
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.dealer_law import strengths
from croupier.games.four_card_poker.solver.hidden_cards import DEALER_CARDS, count_beating, new_room
from croupier.games.four_card_poker.solver.leaks.gone_counts import (
    COUNT,
    LIMIT,
    OWN,
    ROW,
    Gone,
    count_beating_by_sets,
    gone_tables,
    is_faster,
)
from croupier.games.four_card_poker.solver.solution import (
    PlayerIndex,
    bounds,
    decision_of,
    player_index,
    solved,
    worth,
)
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.four_card_poker.terms import terms
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.store import kept
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import CARD, DEALER, OTHERS, UNDEALT, Leak
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
    "exact for one or two cards of dealer (beside the up-card), burn and bottom, each whole or by rank, suit "
    "or color, and for others:1:copies to others:8:copies; sampled for more whole cards and for others:1 to "
    "others:8"
)

CARDS = 5
"""The cards of a player's hand."""
MOST_HANDS = 8 * 10**9
"""The dealer hands evaluated for one figure: about a minute on two cores."""
STANDARD_ERROR = 2e-5
"""The standard error of the mean, in antes, when hands are counted by sets: 0.002%."""


class Shared(NamedTuple):
    """The known cards: the seats that share, the dealer's cards besides the up-card, undealt cards."""

    seats: int
    dealer: int
    undealt: int

    @property
    def cards(self) -> int:
        """The number of cards dealt in a round."""
        return CARDS * self.seats + 1 + self.dealer + self.undealt

    @property
    def by_sets(self) -> bool:
        """Whether the dealer's hands are counted by sets of the cards gone."""
        return not self.dealer and is_faster(self.cards - 1, self.dealers)

    @property
    def dealers(self) -> int:
        """The number of hands that the dealer can have."""
        return comb(52 - self.cards, self.draw)

    @property
    def draw(self) -> int:
        """The number of dealer cards that stay hidden."""
        return DEALER_CARDS - 1 - self.dealer


class Played(NamedTuple):
    """The house rules in the form that kernels take."""

    ties_lose: int
    numbers: Any
    """By strength, its number."""
    limits: Any
    """By number of a strength, its `bounds`."""
    bonus: Any
    nets: Any
    """By decision, the net of an unbeaten hand, and of a beaten one."""
    players: PlayerIndex
    honest: Any
    """Decisions by class of five cards (`Verdicts`)."""
    gone: Gone


def shared_of(leak: Leak) -> Shared | None:
    """Return a leak as numbers; None if it is not a sampled one."""
    others, dealer = leak.part(OTHERS), leak.part(DEALER)
    undealt = [part for part in leak.parts if part.place in UNDEALT]
    if len(leak.parts) != (others is not None) + (dealer is not None) + len(undealt):
        return None
    if any(part.detail != CARD for part in leak.parts):
        return None
    found = Shared(
        seats=1 + (others.number if others else 0),
        dealer=dealer.number if dealer else 0,
        undealt=sum(part.number for part in undealt),
    )
    if found.draw < 0:
        message = f"{leak}: the dealer has {DEALER_CARDS - 1} cards beside the up-card"
        raise Refusal("not_solved", f"{message}; allowed: dealer:1 to dealer:{DEALER_CARDS - 1}")
    if found.cards + found.draw > 52:
        raise Refusal("not_solved", f"{leak}: a deck does not hold so many cards; {ALLOWED}")
    return found


def informed_by_sampling(
    house: HouseRules, leak: Leak, shared: Shared, progress: Progress = silent, fresh: bool = False
) -> Informed:
    """Return the best play with a leak, by sampling; the result is stored on disk."""
    numbers = terms(house)
    question = numbers.main, numbers.play_least, numbers.play_most, numbers.ante_bonus, str(leak)

    def compute() -> Informed:
        solution = solved(house)
        names = "fold", f"play_{numbers.play_least}x", f"play_{numbers.play_most}x"
        run = runner(shared, played_of(house, shared.dealers, solution.verdicts.decisions))
        if shared.by_sets:
            return sampled(solution.main, names, run, progress, standard_error=STANDARD_ERROR)
        return sampled(solution.main, names, run, progress, most_rounds=MOST_HANDS // shared.dealers)

    return kept("four-card-poker-shared", question, compute, fresh)


def played_of(house: HouseRules, dealers: int, honest: Any) -> Played:
    """Return the house rules in the form that kernels take, for `dealers` possible dealer hands."""
    np = numpy()
    value, numbers = worth(house), terms(house)
    nets = np.zeros((3, 2))
    nets[FOLD] = float(value.fold)
    for decision, antes in ((PLAY_LEAST, numbers.play_least), (PLAY_MOST, numbers.play_most)):
        nets[decision] = float(value.gain(antes)), float(value.loss(antes))
    return Played(
        ties_lose=int(value.ties_lose),
        numbers=strengths().number,
        limits=bounds(value, dealers),
        bonus=np.array([float(each) for each in value.bonus]),
        nets=nets,
        players=player_index(),
        honest=honest,
        gone=gone_tables(),
    )


def runner(shared: Shared, played: Played) -> Any:
    from croupier.odds.simulate.randomness import columns_for, deal, key_of

    np = numpy()
    key, dealing, run = key_of(SEED), compiled(deal), compiled(weigh_rounds)

    def sums_of(first: int, rounds: int) -> Any:
        columns = columns_for(shared.cards, rounds)
        dealing(key, first, shared.cards, columns)
        sums = np.zeros(DECISIONS + 3)
        seats = np.zeros((4, shared.seats), np.int64)
        hidden = Hidden(shared.draw, shared.dealers, shared.by_sets)
        run(columns, shared, played, hidden, seats, new_room(), sums)
        return sums

    return sums_of


@kernel
def _moment(decision: int, beaten: float, bonus: float, nets: Any) -> tuple[float, float]:
    """Return the expectation of a decision's net, and of its square."""
    if decision == FOLD:
        return nets[FOLD, 0], nets[FOLD, 0] ** 2
    won, lost = nets[decision, 0] + bonus, nets[decision, 1] + bonus
    return won + beaten * (lost - won), won * won + beaten * (lost * lost - won * won)


class Hidden(NamedTuple):
    """The dealer's hidden cards, from `Shared`."""

    draw: int
    dealers: int
    by_sets: bool


def weigh_rounds(
    columns: Any, shared: Shared, played: Played, hidden: Hidden, seats: Any, room: Any, sums: Any
) -> None:
    """Add up the gains of the seats in each round; `seats` has the rows that `gone_counts` names."""
    for number in range(columns.shape[1]):
        everyone, row = 0, 0
        for seat in range(shared.seats):
            own = 0
            for _ in range(CARDS):
                own |= 1 << int(columns[row, number])
                row += 1
            strength = four_card_strength(own)
            seats[OWN, seat], seats[LIMIT, seat] = own, strength - played.ties_lose
            seats[ROW, seat] = played.numbers[strength] - played.ties_lose
            everyone |= own
        up = int(columns[row, number])
        known = 1 << up
        row += 1
        for place in range(shared.dealer + shared.undealt):
            card = 1 << int(columns[row + place, number])
            if place < shared.dealer:
                known |= card
            else:
                everyone |= card
        if hidden.by_sets:
            count_beating_by_sets(everyone, up, hidden.dealers, seats, room, played.gone)
        else:
            left = ~(everyone | known) & (1 << 52) - 1
            count_beating(known, left, hidden.draw, seats[LIMIT], seats[COUNT], room)
        gained = 0.0
        for seat in range(shared.seats):
            own, count = seats[OWN, seat], seats[COUNT, seat]
            strength = seats[ROW, seat] + played.ties_lose
            best = FOLD
            if count <= played.limits[strength, 1]:
                best = PLAY_MOST
            elif count <= played.limits[strength, 0]:
                best = PLAY_LEAST
            sums[DECISIONS + best] += 1 / shared.seats
            honest = decision_of(own, up, played.players, played.honest)
            if best != honest:
                beaten, bonus = count / hidden.dealers, played.bonus[strength]
                value, square = _moment(best, beaten, bonus, played.nets)
                honest_value, honest_square = _moment(honest, beaten, bonus, played.nets)
                gained += value - honest_value
                sums[SQUARE] += (square - honest_square) / shared.seats
                sums[CHANGED] += 1 / shared.seats
        gained /= shared.seats
        sums[GAIN] += gained
        sums[GAIN_SQUARE] += gained * gained
