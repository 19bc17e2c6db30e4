"""Ultimate Texas Hold'em with the cards of other seats known, by sampling.

A round deals the seats that share and a few flops. Each flop's boards are all evaluated against every dealer
hole, so decisions from the flop on are best with the known cards, and their values exact. Before the flop, a
hand raises if its gain over a check with nothing known, plus the effect of each card gone (`gone_cards.json`,
by `scripts/gone-cards`), is positive: nearly optimal, and never better.

Nearly all variance is from hands whose preflop decision changes. Two control variates reduce it and keep the
expected figure: the raise's gain by flop with nothing known (`Guess`), averaged over all flops, minus those
dealt; and the approximate gain before the flop, averaged over many deals that are not played further.
"""

import base64
import json
import zlib
from importlib.resources import files
from math import comb, sqrt
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    KINDS,
    Nets,
    flush_suit,
    holes_of,
    kind_of,
    tie_of,
)
from croupier.games.ultimate_texas_holdem.solver.leaks.guesses import Guess, guessed, guesses, mean_guess
from croupier.games.ultimate_texas_holdem.solver.solution import (
    optimal_strategy,
    scale_of,
    solution,
    starting_hand,
)
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import (
    Strategy,
    plays_on_flop,
    plays_on_river,
)
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import CARD, OTHERS, UNDEALT, Leak
from croupier.odds.protection.model import Informed
from croupier.odds.protection.sampling import (
    CHANGED,
    DECISIONS,
    GAIN,
    GAIN_SQUARE,
    SEED,
    SQUARE,
    Known,
    sampled,
)
from croupier.submission.house import HouseRules

ALLOWED = (
    "exact for up to two cards of dealer, flop, turn-river, burn and bottom, each place whole or by rank, "
    "suit or color, for flop:3, and for dealer:1 or burn:1 with flop:2 or flop:3; sampled for others:1 to "
    "others:21"
)

FLOPS = 3
"""The most flops for a hand whose decision before the flop changes; all other hands get one."""
MOST_BOARDS = 12 * 10**6
"""The boards evaluated for one figure: about a minute on two cores."""
GUESSED, GUESSED_BLOCK = 1 << 22, 1 << 14
GUESSED_FROM = 1 << 40
"""The deals evaluated only before the flop, those in a block, and the first: far from all other deals."""
HOLES = 666
"""The most kinds of dealer hole."""

BEST, BEST_SQUARE, HONEST, HONEST_SQUARE, FLOP, FLOP_SQUARE, MOST, MOST_SQUARE, PLAYED, DIFFERS = range(10)
"""Sums over boards and dealer holes: the best river decision with the known cards, and without; playing
on the flop; raising preflop; their squares; the boards played on the river, and those unlike honest play."""


class Shared(NamedTuple):
    """The known cards: those of the seats that share, and undealt ones."""

    seats: int
    undealt: int

    @property
    def known(self) -> int:
        """The number of cards that each sharing seat knows."""
        return 2 * self.seats + self.undealt

    @property
    def flops(self) -> int:
        """The number of flops dealt in a round."""
        return min(FLOPS, (52 - 2 - self.known) // 5)


class Played(NamedTuple):
    """The house rules in the form that kernels take."""

    guess: Guess
    nets: Nets
    most: int
    unit: int
    strategy: Strategy
    margins: Any
    """By the place of a hole, the gain of the largest wager over a check, in antes, with nothing known."""
    more: Any
    """By place and card, the change of that gain if the card is gone."""


class Room(NamedTuple):
    """The working arrays of one thread."""

    left: Any
    cards: Any
    """By kind, two of its cards."""
    strengths: Any
    counts: Any
    values: Any
    places: Any
    holes: Any
    looks: Any
    """By seat: 0 if informed and honest play both raise, 1 if both check, 2 if they differ."""
    found: Any
    """By seat: the gain, the change of the squares, the share of changed decisions and of each decision."""


def shared_of(leak: Leak) -> Shared | None:
    """Return a leak as numbers; None if it is not a sampled one."""
    others = leak.part(OTHERS)
    undealt = [part for part in leak.parts if part.place in UNDEALT]
    if others is None or len(leak.parts) != 1 + len(undealt):
        return None
    if any(part.detail != CARD for part in leak.parts):
        return None
    found = Shared(1 + others.number, sum(part.number for part in undealt))
    if found.known + 7 > 52:
        raise Refusal("not_solved", f"{leak}: a deck does not hold so many cards; {ALLOWED}")
    return found


def informed_by_sampling(
    house: HouseRules, leak: Leak, shared: Shared, progress: Progress = silent, fresh: bool = False
) -> Informed:
    """Return the best play with other seats' cards known, by sampling; the result is stored on disk."""
    numbers = terms(house)

    def compute() -> Informed:
        played = played_of(house)
        nets = played.nets
        names = "fold", f"play_{nets.river}x", f"play_{nets.flop}x", f"play_{played.most}x"
        rounds = MOST_BOARDS // comb(52 - shared.known - 3, 2)
        guess = mean_before_flop(shared, played)
        return sampled(solution(house).main, names, runner(shared, played), progress, guess, rounds)

    return kept("ultimate-shared", (numbers.main, numbers.play_multiples, shared), compute, fresh)


def played_of(house: HouseRules) -> Played:
    """Return the house rules in the form that kernels take."""
    np = numpy()
    scale, solved = scale_of(house), solution(house)
    data = json.loads((files(__package__) / "gone_cards.json").read_text())
    found = np.frombuffer(zlib.decompress(base64.b64decode(data["more"])), np.int16).reshape(-1, 52)
    hands = {hand: number for number, hand in enumerate(sorted(
        {layout.canonical_form(hole)[0] for hole in layout.hole_sets()}
    ))}  # fmt: skip
    suits = dict(layout.renamings())
    margins, more = np.zeros(layout.HOLES), np.zeros((layout.HOLES, 52))
    numbers, cards = np.zeros(layout.HOLES, np.int64), np.zeros((layout.HOLES, 52), np.uint8)
    for place, hole in enumerate(layout.hole_sets()):
        hand, code = layout.canonical_form(hole)
        moved = [13 * suits[code][card // 13] + card % 13 for card in range(52)]
        more[place] = found[hands[hand]][moved] / data["unit"]
        numbers[place], cards[place] = hands[hand], moved
        check, *_, raised = solved.starting_hands[starting_hand(hole)].values()
        margins[place] = float(raised - check)
    guess = Guess(numbers, cards, guesses(house, list(hands)))
    return Played(guess, scale.nets, scale.raises[-1], scale.ante, optimal_strategy(house), margins, more)


def new_room(seats: int) -> Room:
    """Return one thread's working arrays."""
    np = numpy()
    return Room(
        left=np.zeros(KINDS, np.int64),
        cards=np.zeros((2, KINDS), np.int64),
        strengths=np.zeros(HOLES, np.int64),
        counts=np.zeros(HOLES, np.int64),
        values=np.zeros((seats, 10)),
        places=np.zeros(seats, np.int64),
        holes=np.zeros(seats, np.int64),
        looks=np.zeros(seats, np.int64),
        found=np.zeros((seats, 7)),
    )


def runner(shared: Shared, played: Played) -> Any:
    """Return the function that `sampled` calls for the sums over rounds."""
    from croupier.odds.simulate.randomness import columns_for, deal, key_of

    np = numpy()
    key, dealing, run = key_of(SEED), compiled(deal), compiled(weigh_rounds)
    cards = shared.known + 3 * shared.flops

    def sums_of(first: int, rounds: int) -> Any:
        columns = columns_for(cards, rounds)
        dealing(key, first, cards, columns)
        sums = np.zeros(DECISIONS + 4)
        run(columns, shared, shared.flops, played, new_room(shared.seats), sums)
        return sums

    return sums_of


def mean_before_flop(shared: Shared, played: Played) -> Known:
    """Return the mean of `guess_rounds` over deals that are evaluated only before the flop."""
    from croupier.odds.simulate.randomness import columns_for, deal, key_of

    np = numpy()
    key, dealing, run = key_of(SEED), compiled(deal), compiled(guess_rounds)

    def sums_of(first: int) -> Any:
        columns = columns_for(shared.known, GUESSED_BLOCK)
        dealing(key, GUESSED_FROM + first, shared.known, columns)
        sums = np.zeros(2)
        run(columns, shared, played, new_room(shared.seats), sums)
        return sums

    total, squares = sum(in_parallel(sums_of, range(0, GUESSED, GUESSED_BLOCK)))
    mean = float(total) / GUESSED
    return Known(mean, sqrt(max(float(squares) / GUESSED - mean * mean, 0.0) / GUESSED))


@kernel
def rank_dealers(board: int, left: int, room: Room) -> int:
    """Find the strength and the number of each kind of dealer hole on a board; return the number of kinds."""
    suit = flush_suit(board)
    for kind in range(KINDS):
        room.left[kind] = 0
    for card in range(52):
        if left >> card & 1:
            kind = kind_of(card, suit)
            room.cards[1, kind] = room.cards[0, kind]
            room.cards[0, kind] = 1 << card
            room.left[kind] += 1
    found = 0
    for low in range(KINDS):
        if room.left[low] == 0:
            continue
        if room.left[low] > 1:
            room.strengths[found] = poker_strength(board | room.cards[0, low] | room.cards[1, low])
            room.counts[found] = holes_of(room.left, low, low)
            found += 1
        for high in range(low + 1, KINDS):
            if room.left[high]:
                room.strengths[found] = poker_strength(board | room.cards[0, low] | room.cards[0, high])
                room.counts[found] = holes_of(room.left, low, high)
                found += 1
    return found


@kernel
def add_board(board: int, found: int, dealers: int, seat: int, played: Played, room: Room) -> None:
    """Add the value of a seat's hole on a board to the seat's sums."""
    nets, values = played.nets, room.values[seat]
    strength = poker_strength(room.holes[seat] | board)
    category = poker_category(strength)
    won = won_below = lost = lost_below = 0
    for each in range(found):
        other, count = room.strengths[each], room.counts[each]
        if other < strength:
            if other < nets.dealer_least:
                won_below += count
            else:
                won += count
        elif other > strength:
            if other < nets.dealer_least:
                lost_below += count
            else:
                lost += count
    tied = dealers - won - won_below - lost - lost_below
    tie = tie_of(strength, nets.dealer_least)
    fold = nets.fold // 990
    on_river = river_square = 0.0
    for place in range(3):
        multiple = nets.river if place == 0 else nets.flop if place == 1 else played.most
        row = nets.played[multiple, category]
        # In the order of the endings (`showdown`).
        value = won * row[0] + won_below * row[1] + lost * row[2] + lost_below * row[3] + tied * row[tie]
        square = (
            won * row[0] ** 2
            + won_below * row[1] ** 2
            + lost * row[2] ** 2
            + lost_below * row[3] ** 2
            + tied * row[tie] ** 2
        )
        if place == 0:
            on_river, river_square = float(value), float(square)
        else:
            values[FLOP if place == 1 else MOST] += value
            values[FLOP_SQUARE if place == 1 else MOST_SQUARE] += square
    folded = float(dealers * fold)
    plays, honest = on_river > folded, plays_on_river(played.strategy, room.places[seat], board)
    values[BEST] += on_river if plays else folded
    values[BEST_SQUARE] += river_square if plays else folded * fold
    values[HONEST] += on_river if honest else folded
    values[HONEST_SQUARE] += river_square if honest else folded * fold
    values[PLAYED] += plays
    values[DIFFERS] += plays != honest


@kernel
def look_at_flop(flop: int, left: int, first: bool, played: Played, room: Room) -> tuple[int, int]:
    """Evaluate every board after a flop for the seats that need it; return boards and dealer holes."""
    boards = dealers = 0
    for seat in range(len(room.looks)):
        room.values[seat] = 0
    for turn in range(1, 52):
        if not left >> turn & 1:
            continue
        for river in range(turn):
            if not left >> river & 1:
                continue
            board = flop | 1 << turn | 1 << river
            found = rank_dealers(board, left & ~board, room)
            if boards == 0:
                for each in range(found):
                    dealers += room.counts[each]
            boards += 1
            for seat in range(len(room.looks)):
                if room.looks[seat] == 2 or (first and room.looks[seat] == 1):
                    add_board(board, found, dealers, seat, played, room)
    return boards, dealers


@kernel
def weigh_flop(
    flop: int, boards: int, dealers: int, raises: bool, seat: int, played: Played, room: Room
) -> None:
    """Add a flop's results for a seat: the gain over honest play, the squares, changes and decisions."""
    values, found = room.values[seat], room.found[seat]
    cases = float(boards * dealers)
    unit = float(played.unit)
    plays = values[FLOP] > values[BEST]
    honest_plays = plays_on_flop(played.strategy, room.places[seat], flop)
    honest_raises = played.strategy.preflop[room.places[seat]] > 0
    informed, square = values[MOST], values[MOST_SQUARE]
    if not raises:
        informed = values[FLOP] if plays else values[BEST]
        square = values[FLOP_SQUARE] if plays else values[BEST_SQUARE]
    honest, honest_square = values[MOST], values[MOST_SQUARE]
    if not honest_raises:
        honest = values[FLOP] if honest_plays else values[HONEST]
        honest_square = values[FLOP_SQUARE] if honest_plays else values[HONEST_SQUARE]
    found[0] += (informed - honest) / (cases * unit)
    found[1] += (square - honest_square) / (cases * unit * unit)
    if raises != honest_raises or plays != honest_plays:
        found[2] += 1
    elif not plays:
        found[2] += values[DIFFERS] / boards
    if raises:
        found[6] += 1
    elif plays:
        found[5] += 1
    else:
        found[4] += values[PLAYED] / boards
        found[3] += 1 - values[PLAYED] / boards


@kernel
def _sign(seat: int, played: Played, room: Room) -> float:
    """Return 1 if a seat raises where honest play checks before the flop, -1 for the reverse."""
    return -1.0 if played.strategy.preflop[room.places[seat]] > 0 else 1.0


@kernel
def look_before_flop(columns: Any, number: int, shared: Shared, played: Played, room: Room) -> float:
    """Find the holes of a round and how far to evaluate each; return the approximate gain of changes."""
    seats, gain = shared.seats, 0.0
    for seat in range(seats):
        one, other = int(columns[2 * seat, number]), int(columns[2 * seat + 1, number])
        place = hole_place(one, other)
        room.places[seat], room.holes[seat] = place, 1 << one | 1 << other
        margin = played.margins[place]
        for row in range(2 * seats + shared.undealt):
            card = int(columns[row, number])
            if card not in (one, other):
                margin += played.more[place, card]
        raises, honest = margin > 0, played.strategy.preflop[place] > 0
        room.looks[seat] = 2 if raises != honest else 0 if raises else 1
        if raises != honest:
            gain += abs(margin) / seats
    return gain


def guess_rounds(columns: Any, shared: Shared, played: Played, room: Room, sums: Any) -> None:
    """Add up the approximate gain, and its square, of hands whose decision before the flop changes."""
    for number in range(columns.shape[1]):
        gain = look_before_flop(columns, number, shared, played, room)
        sums[0] += gain
        sums[1] += gain * gain


def weigh_rounds(columns: Any, shared: Shared, flops: int, played: Played, room: Room, sums: Any) -> None:
    """Add up the gains of the seats in each round, minus the approximate gain before the flop."""
    seats = shared.seats
    for number in range(columns.shape[1]):
        known = 0
        for row in range(2 * seats + shared.undealt):
            known |= 1 << int(columns[row, number])
        gained = -look_before_flop(columns, number, shared, played, room)
        widest = 0
        for seat in range(seats):
            widest = max(widest, room.looks[seat])
            room.found[seat] = 0
        for each in range(flops if widest == 2 else widest):
            flop, row = 0, 2 * seats + shared.undealt + 3 * each
            for card in range(row, row + 3):
                flop |= 1 << int(columns[card, number])
            left = ~(known | flop) & (1 << 52) - 1
            boards, dealers = look_at_flop(flop, left, each == 0, played, room)
            for seat in range(seats):
                if room.looks[seat] == 2 or (each == 0 and room.looks[seat] == 1):
                    raises = (room.looks[seat] == 2) != (played.strategy.preflop[room.places[seat]] > 0)
                    weigh_flop(flop, boards, dealers, raises, seat, played, room)
            for seat in range(seats):
                if room.looks[seat] == 2:
                    room.found[seat, 0] -= _sign(seat, played, room) * guessed(
                        columns, row, number, room.places[seat], played.guess
                    )
        for seat in range(seats):
            if room.looks[seat] == 2:
                mean = mean_guess(known, room.places[seat], played.guess)
                room.found[seat, 0] += _sign(seat, played, room) * flops * mean
            if room.looks[seat] == 0:
                sums[DECISIONS + 3] += 1 / seats
                continue
            part = 1 / (seats * (flops if room.looks[seat] == 2 else 1))
            gained += part * room.found[seat, 0]
            sums[SQUARE] += part * room.found[seat, 1]
            sums[CHANGED] += part * room.found[seat, 2]
            for decision in range(4):
                sums[DECISIONS + decision] += part * room.found[seat, 3 + decision]
        sums[GAIN] += gained
        sums[GAIN_SQUARE] += gained * gained
