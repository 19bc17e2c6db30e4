"""The exact solution of Four Card Poker: the best of fold, 1x, 2x and 3x for every five cards and up-card.

A play wager of k antes is worth (1 + k)(W - L) / N plus the ante bonus, win or lose. Of the N = C(46, 5)
dealer hands, L beat the player's and W do not; a tie counts as a win or a loss, as the rules say. The value
is linear in k, so the least or the most play wager is best, or a fold: the best decision depends only on L,
and two bounds on L for each strength decide. L comes from `dealer_law`; players are taken strength by
strength, so the tables of one strength stay in the processor's cache. All sums are integers. On equal values
the smaller wager is made.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.games.common import LOSE, NO_ROW, Schedule, row_reached
from croupier.games.four_card_poker.settle import (
    DEALER_HIGHER,
    FOLDED,
    PLAYER_HIGHER,
    TIE,
    aces_up_rung,
    settle_main,
)
from croupier.games.four_card_poker.solver.classes import Array, classes, place_of, renamed, set_places
from croupier.games.four_card_poker.solver.dealer_law import (
    PARTS,
    count_beating_six,
    dealer_tables,
    strengths,
)
from croupier.games.four_card_poker.solver.groups import FIVE_CARDS
from croupier.games.four_card_poker.solver.verdicts import (
    DEALER_HANDS,
    FOLD,
    PLAY_LEAST,
    PLAY_MOST,
    Verdicts,
    judge,
)
from croupier.games.four_card_poker.terms import Terms, terms
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.census import count_groups
from croupier.odds.counting.deck import WHOLE, Deck
from croupier.odds.counting.store import kept
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import MainOdds, Moments, NotFolded
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import lost_by_fold, price_progressive, stays_in
from croupier.submission.house import HouseRules

PLAYER_HANDS = comb(52, 5)
UP_CARDS = 47
SITUATIONS = PLAYER_HANDS * UP_CARDS
"""Five cards and an up-card, equally likely."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The game under optimal play, with the data that simulation, strategy and progressives use."""

    main: MainOdds
    strengths: Array
    """The strengths of four cards, ascending; their numbers are the rows of the verdicts."""
    verdicts: Verdicts
    played: dict[int, int]
    """By group of the census (`groups`), the number of `SITUATIONS` in which a hand of it plays."""


class PlayerIndex(NamedTuple):
    """The tables with which `decision_of` finds a hand in the decisions of a solution."""

    places: Array
    class_of: Array
    renaming_of: Array


def player_index() -> PlayerIndex:
    """Return the tables from five cards to their class, which are the same for all rules."""
    of, renaming = classes(5)
    return PlayerIndex(set_places(), of, renaming)


@kernel
def decision_of(cards: int, up: int, index: PlayerIndex, decisions: Array) -> int:
    """Return a solution's best decision (FOLD, PLAY_LEAST or PLAY_MOST) for five cards and an up-card."""
    place = place_of(cards, index.places)
    card = renamed(up, index.renaming_of[place])
    return int(decisions[index.class_of[place], card % 13] >> 2 * (card // 13) & 3)


class Worth(NamedTuple):
    """The value of playing under these rules, before the dealer's hand is known."""

    numbers: Terms
    bonus: tuple[Fraction, ...]
    """By the number of a strength, its ante bonus."""

    @property
    def fold(self) -> Fraction:
        """The value of a fold."""
        return self.net(FOLDED, 0)

    def gain(self, antes: int) -> Fraction:
        """Return the net of an unbeaten hand with a play wager of `antes` antes, without the bonus."""
        return self.net(PLAYER_HIGHER, antes)

    def loss(self, antes: int) -> Fraction:
        """Return the net of a beaten hand, without the bonus; it is negative."""
        return self.net(DEALER_HIGHER, antes)

    def of_play(self, antes: int, beaten: Fraction, bonus: Fraction) -> Fraction:
        """Return the expectation of a play wager of `antes` antes that is beaten with this probability."""
        return (1 - beaten) * self.gain(antes) + beaten * self.loss(antes) + bonus

    def net(self, situation: int, antes: int) -> Fraction:
        """Return the net of a situation by the game's own settlement, per ante."""
        main = self.numbers.main
        unit = main.ante_odds[1] * main.play_odds[1]
        player, dealer = int(situation == PLAYER_HIGHER), int(situation == DEALER_HIGHER)
        settled = settle_main(player, dealer, int(situation == FOLDED), unit, antes * unit, main)
        return Fraction(sum(settled[2::3]) + sum(settled[3::3]), unit) - 1 - antes

    @property
    def ties_lose(self) -> bool:
        """Whether a tie counts as beaten; a `Refusal` (`not_solved`) if it is neither a win nor a loss."""
        main = self.numbers.main
        ante, play = main.ante_outcomes, (LOSE, *main.play_outcomes)
        tie, won, lost = ((ante[each], play[each]) for each in (TIE, PLAYER_HIGHER, DEALER_HIGHER))
        if tie not in (won, lost) or self.gain(1) < self.loss(1):
            message = "a tie that is neither won nor lost is not solved exactly; simulate a simple rule"
            raise Refusal("not_solved", message)
        return tie != won


def worth(house: HouseRules) -> Worth:
    """Return the value of playing under these rules."""
    numbers = terms(house)
    return Worth(numbers, tuple(bonus_of(int(each), numbers.ante_bonus) for each in strengths().values))


def bonus_of(strength: int, ante_bonus: Schedule) -> Fraction:
    """Return the ante bonus of a hand that plays, win or lose."""
    row = row_reached(aces_up_rung(strength), ante_bonus.kinds)
    return Fraction(0) if row == NO_ROW else Fraction(ante_bonus.numbers[row], ante_bonus.pers[row])


def solve(
    house: HouseRules, progress: Progress = silent, lost: tuple[Fraction, ...] = (), deck: Deck = WHOLE
) -> Solution:
    """Solve the game under these house rules.

    `lost` is, by the number of a strength, the additional loss of a fold. It affects decisions like a bonus
    for all hands that play, but is not part of the game's own odds.
    """
    value = worth(house)
    decides = value
    if lost:
        bonus = tuple(own + more for own, more in zip(value.bonus, lost, strict=True))
        decides = value._replace(bonus=bonus)
    total = 2 * PARTS
    tables = dealer_tables(lambda done, _: progress(done, total), deck)
    limits, dealers = bounds(decides, tables.dealers[0]), tables.dealers[0]
    verdicts = judge(tables, limits, value.ties_lose, lambda done, _: progress(PARTS + done, total))
    situations = comb(deck.size, 5) * (deck.size - 5)
    return Solution(
        main=main_odds(value, verdicts.weights, verdicts.beaten, situations, dealers),
        strengths=strengths().values,
        verdicts=verdicts,
        played=_played(verdicts),
    )


def solved(
    house: HouseRules,
    progress: Progress = silent,
    fresh: bool = False,
    wagers: Wagers | None = None,
    deck: Deck = WHOLE,
) -> Solution:
    """Return the solution, stored on disk; it depends only on the main game's terms and the ante bonus.

    With a progressive that a fold would lose, it also depends on its awards in antes.
    """
    numbers, lost = terms(house), lost_by_strength(house, wagers)
    question: tuple[object, ...] = numbers.main, numbers.play_least, numbers.play_most, numbers.ante_bonus
    question = *question, lost, deck
    return kept("four-card-poker", question, lambda: solve(house, progress, lost, deck), fresh)


def lost_by_strength(house: HouseRules, wagers: Wagers | None) -> tuple[Fraction, ...]:
    """By the number of a strength, the award in antes that a fold would lose; empty if it loses none."""
    award = lost_by_fold(house, wagers)
    if award is None or wagers is None:
        return ()
    if house.progressive is not None and house.progressive.hand == "five_card":
        _check_all_play(house, wagers.progressive)
        return ()
    return tuple(Fraction(award(0, int(each)), wagers.ante) for each in strengths().values)


def _check_all_play(house: HouseRules, stake: int) -> None:
    """Refuse a progressive on five cards that pays a hand that the game alone would fold.

    If it pays no such hand, its awards change no decision: every paid hand plays anyway.
    """
    odds = price_progressive(house, stake, stays_in(house, NotFolded(solved(house).played, SITUATIONS)))
    if odds.as_played.probabilities != odds.if_live.probabilities:
        raise Refusal(
            "not_solved",
            "this five-card progressive pays hands that the game alone folds; play beside it is solved only "
            "hand by hand (advise)",
        )


PRINTED = Fraction(-8840827253, 317119576410)
"""The expected net result under the printed terms, so that one figure needs no solution; a test checks it."""
_PRINTED_TERMS = "7482b47eadbc14fcca2ec508d8d8ad2113855edcc87195186e7c929af181dc71"


def printed_value(house: HouseRules) -> Fraction | None:
    """Return the expected net result under optimal play if the terms are the printed ones, else None."""
    numbers = terms(house)
    asked = numbers.main, numbers.play_least, numbers.play_most, numbers.ante_bonus
    return PRINTED if hashlib.sha256(repr(asked).encode()).hexdigest() == _PRINTED_TERMS else None


def main_odds(
    value: Worth,
    weights: Array,
    beaten: Array,
    situations: int = SITUATIONS,
    dealers: int = DEALER_HANDS,
) -> MainOdds:
    """Return the odds of the decisions in `weights` and `beaten`, by strength, up-card and decision.

    There are so many situations, each with so many hands of the dealer's.
    """
    least, most = value.numbers.play_least, value.numbers.play_most
    mean = square = Fraction(0)
    by_strength = weights.sum(axis=1), beaten.sum(axis=1)
    for bonus in sorted(set(value.bonus)):
        same = [number for number, each in enumerate(value.bonus) if each == bonus]
        for decision, antes in ((PLAY_LEAST, least), (PLAY_MOST, most)):
            # Python ints, because the sums times the deals exceed 64 bits.
            deals = int(by_strength[0][same, decision].sum()) * dealers
            lost = int(by_strength[1][same, decision].sum())
            won, loses = value.gain(antes) + bonus, value.loss(antes) + bonus
            mean += (deals - lost) * won + lost * loses
            square += (deals - lost) * won**2 + lost * loses**2
    fold, play_least, play_most = (int(total) for total in weights.sum(axis=(0, 1)))
    chances = {f"play_{antes}x": Fraction(0) for antes in range(least, most + 1)} | {
        f"play_{most}x": Fraction(play_most, situations),
        f"play_{least}x": Fraction(play_least, situations),
        "fold": Fraction(fold, situations),
    }
    deals = situations * dealers
    return MainOdds(
        net=Moments(
            mean / deals + value.fold * chances["fold"], square / deals + value.fold**2 * chances["fold"]
        ),
        average_wager=1 + Fraction(least * play_least + most * play_most, situations),
        decisions=chances,
    )


def beaten_by(cards: int, up: int, ties_lose: bool) -> int:
    """Count the dealer's hands with this up-card that beat these five cards."""
    return compiled(count_beating_six)(cards, up, four_card_strength(cards) - ties_lose)


def advise(house: HouseRules, cards: int, up: int) -> dict[str, Fraction]:
    """Return the expectation of each action per unit of ante, for any five cards (a set) and up-card."""
    if cards.bit_count() != 5 or cards >> up & 1:
        raise ValueError("advice needs five cards and an up-card that is none of them")
    numbers = terms(house)
    value, bonus = Worth(numbers, ()), bonus_of(four_card_strength(cards), numbers.ante_bonus)
    beaten = Fraction(beaten_by(cards, up, value.ties_lose), DEALER_HANDS)
    actions = {"fold": value.fold}
    for antes in range(numbers.play_least, numbers.play_most + 1):
        actions[f"play_{antes}x"] = value.of_play(antes, beaten, bonus)
    return actions


def bounds(value: Worth, dealers: int = DEALER_HANDS) -> Array:
    """By strength, the largest number of winning dealer hands, of `dealers`, at which each play wager, least
    and most, is best."""
    least, most = value.numbers.play_least, value.numbers.play_most

    def of_bonus(bonus: Fraction) -> tuple[int, int]:
        def least_is_better(beaten: Fraction) -> bool:
            return value.of_play(least, beaten, bonus) > value.fold

        def most_is_better(beaten: Fraction) -> bool:
            wager = value.of_play(most, beaten, bonus)
            return wager > value.fold and wager > value.of_play(least, beaten, bonus)

        return _most(least_is_better, dealers), _most(most_is_better, dealers)

    by_bonus = {bonus: of_bonus(bonus) for bonus in set(value.bonus)}
    return numpy().array([by_bonus[bonus] for bonus in value.bonus], dtype="int64")


def _most(better: Callable[[Fraction], bool], dealers: int) -> int:
    """Return the largest number of winning dealer hands at which a wager is better; -1 if it never is."""
    low, high = -1, dealers
    while low < high:
        middle = (low + high + 1) // 2
        if better(Fraction(middle, dealers)):
            low = middle
        else:
            high = middle - 1
    return low


def _played(verdicts: Verdicts) -> dict[int, int]:
    """By group of the census, the number of situations in which a hand of it plays."""
    np = numpy()
    up_cards = np.array([sum(each >> shift & 3 != FOLD for shift in (0, 2, 4, 6)) for each in range(256)])
    situations = canonical_hands(5)[1] * up_cards[verdicts.decisions].sum(axis=1)
    _, played, _ = count_groups(FIVE_CARDS, situations)
    return {group: int(played[group]) for group in played.nonzero()[0].tolist()}
