"""The gain of the largest wager before the flop over a check, by flop: a control variate for samples."""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.action_values import action_values
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.boards.passes import gather_all
from croupier.games.ultimate_texas_holdem.solver.solution import scale_of
from croupier.games.ultimate_texas_holdem.solver.strategy_index import FLOP_BITS, flop_place
from croupier.jit import kernel, numpy
from croupier.odds.progress import silent
from croupier.submission.house import HouseRules


class Guess(NamedTuple):
    """The gain of the largest wager before the flop over a check, in antes, by flop, with nothing known."""

    hands: Any
    """By the place of a hole, its number up to a renaming of the suits …"""
    cards: Any
    """… and by place and card, the card after that renaming."""
    values: Any
    """By that number and place of three cards (`flop_place`)."""


def guesses(house: HouseRules, hands: list[int]) -> Any:
    """Return the values of `Guess` by number of a hand and place of three cards."""
    np, values = numpy(), action_values(house)
    unit = values.denominators[1]
    scale = scale_of(house)
    # The largest wager before the flop wins on a flop what it would win if it were made there.
    raised = gather_all(scale.nets._replace(flop=scale.raises[-1]), silent).on_flop[1]
    codes = values.index.flops
    flops, renamings = codes & (1 << FLOP_BITS) - 1, codes >> FLOP_BITS
    found = np.zeros((len(hands), len(codes)), np.float32)
    for number, hand in enumerate(hands):
        low = (hand & -hand).bit_length() - 1
        place = values.index.moved[renamings, hole_place(low, (hand ^ 1 << low).bit_length() - 1)]
        checked = np.maximum(values.on_flop[0, flops, place], values.on_flop[1, flops, place])
        found[number] = (raised[flops, place] - checked) / unit
    return found


@kernel
def guessed(columns: Any, row: int, number: int, place: int, guess: Guess) -> float:
    """Return the guess for the flop in the three rows from `row` on."""
    cards = guess.cards[place]
    one, two = cards[columns[row, number]], cards[columns[row + 1, number]]
    return float(guess.values[guess.hands[place], flop_place(one, two, cards[columns[row + 2, number]])])


@kernel
def mean_guess(known: int, place: int, guess: Guess) -> float:
    """Return the mean of the guesses over all flops without the known cards."""
    cards, values = guess.cards[place], guess.values[guess.hands[place]]
    total, count = 0.0, 0
    for one in range(2, 52):
        if known >> one & 1:
            continue
        for two in range(1, one):
            if known >> two & 1:
                continue
            for three in range(two):
                if not known >> three & 1:
                    total += values[flop_place(cards[one], cards[two], cards[three])]
                    count += 1
    return total / count
