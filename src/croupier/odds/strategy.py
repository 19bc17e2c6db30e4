"""Optimal play described: what to do with what, how close the decision is, and what a simple rule costs.

Ultimate Texas Hold'em has an exact description before the flop, a grid of 169 hands. On the flop and the
river the best decision hangs on all cards, so that they are told by kinds of hand, with the exact share of
each that plays, beside a rule that a player can remember and its exact price. In High Card Flush the flush
decides save in a narrow band; in Four Card Poker the best four cards and the up-card, save in another.
"""

from fractions import Fraction
from typing import Any

import msgspec

from croupier.cards import RANKS
from croupier.games.four_card_poker.solver import solution as four_card_poker
from croupier.games.four_card_poker.solver.borders import (
    SIMPLE_STRATEGIES,
    Border,
    borderlines,
    by_up_card,
    hand_text,
    price,
)
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.high_card_flush.solver import solution as high_card_flush
from croupier.games.ultimate_texas_holdem.solver import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver import simple_rules as holdem_rule
from croupier.games.ultimate_texas_holdem.solver import solution as ultimate_texas_holdem
from croupier.games.ultimate_texas_holdem.solver.simple_rules import plays_on_flop
from croupier.hands.poker import TWO_PAIR, poker_category, poker_strength
from croupier.hands.ranks import ACE
from croupier.jit import compiled, kernel, numpy
from croupier.odds.model import MainOdds
from croupier.odds.progress import Progress, silent
from croupier.submission.house import HouseRules


class SimpleRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a player can remember, priced exactly, and what it costs beside optimal play."""

    name: str
    words: str
    ev: str
    house_edge: float
    cost: str
    """The difference of expectations, in antes."""
    cost_value: float


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A starting hand: the best action, by how much it beats the second best, and the value of each."""

    hand: str
    best: str
    margin: str
    margin_value: float
    values: dict[str, str]


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of hand, how many situations are of it, and in how many of these playing is best."""

    hand: str
    situations: int
    plays: int

    @property
    def share(self) -> float:
        """The part that plays."""
        return self.plays / self.situations


class FlushBorder(msgspec.Struct, frozen=True, kw_only=True):
    """A flush with which the other cards decide: its hands, how many raise, what raising all would gain."""

    flush: str
    hands: int
    raised: int
    gain: str
    gain_value: float


class UpCardRule(msgspec.Struct, frozen=True, kw_only=True):
    """Against an up-card: the hands between which playing, and playing the most, turn from wrong to right."""

    up: str
    play_never_below: str
    play_always_from: str
    most_never_below: str
    most_always_from: str
    borderline: int
    """Strengths at which the other cards decide, of either border."""


class FourCardBorder(msgspec.Struct, frozen=True, kw_only=True):
    """Best four cards against an up-card where the fifth card and the suits decide."""

    hand: str
    up: str
    decisions: dict[str, str]
    """By decision that is best for some: the probability of such a situation."""
    least_worth: tuple[str, str]
    """What the least play wager is worth there, at worst and at best."""


class Strategy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The optimal strategy of a game under its house rules."""

    rules: str
    digest: str
    ev: str
    house_edge: float
    decisions: dict[str, str]
    simple_rules: tuple[SimpleRule, ...]
    grid: tuple[tuple[Cell, ...], ...] = ()
    """Ultimate: rows and columns from ace to two; suited hands above the diagonal, offsuit below."""
    flop: tuple[Share, ...] = ()
    river: tuple[Share, ...] = ()
    fold_below: str = ""
    raise_from: str = ""
    """High Card Flush: the band in which the other four cards decide."""
    flush_borders: tuple[FlushBorder, ...] = ()
    up_cards: tuple[UpCardRule, ...] = ()
    four_card_borders: tuple[FourCardBorder, ...] = ()

    @property
    def cheapest(self) -> SimpleRule:
        """The simple rule that costs least."""
        return min(self.simple_rules, key=lambda rule: Fraction(rule.cost))


def strategy(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> Strategy:
    """Describe optimal play under these house rules."""
    match house.rules.rules.game:
        case "high-card-flush":
            return _high_card_flush(house, progress, fresh)
        case "ultimate-texas-holdem":
            return _ultimate(house, progress, fresh)
        case _:
            return _four_card(house, progress, fresh)


def flush_text(strength: int) -> str:
    """A flush by its ranks.

    >>> from croupier.cards import set_of
    >>> from croupier.hands.flush import flush_strength
    >>> flush_text(flush_strength(set_of("Ts 8s 6s")))
    'T-8-6'
    """
    return "-".join(RANKS[rank] for rank in range(ACE, -1, -1) if strength >> rank & 1)


def _described(
    house: HouseRules, main: MainOdds, rules: dict[str, tuple[str, MainOdds]], **more: Any
) -> Strategy:
    simple = []
    for name, (words, odds) in rules.items():
        cost = main.net.mean - odds.net.mean
        simple.append(
            SimpleRule(
                name=name,
                words=words,
                ev=str(odds.net.mean),
                house_edge=float(odds.house_edge),
                cost=str(cost),
                cost_value=float(cost),
            )
        )
    return Strategy(
        rules=house.rules.rules.name,
        digest=house.rules.digest,
        ev=str(main.net.mean),
        house_edge=float(main.house_edge),
        decisions={name: str(share) for name, share in main.decisions.items()},
        simple_rules=tuple(simple),
        **more,
    )


# --------------------------------------------------------------------------------------- High Card Flush


def _high_card_flush(house: HouseRules, progress: Progress, fresh: bool) -> Strategy:
    solution = high_card_flush.solved(house, progress, fresh)
    words = "raise the most allowed with this three-card flush or better, else fold"
    return _described(
        house,
        solution.main,
        {name: (words, odds) for name, odds in solution.simple_rules.items()},
        fold_below=flush_text(solution.fold_below),
        raise_from=flush_text(solution.raise_from),
        flush_borders=tuple(
            FlushBorder(
                flush=flush_text(border.strength),
                hands=border.hands,
                raised=border.raised,
                gain=str(border.gain),
                gain_value=float(border.gain),
            )
            for border in solution.borderline
        ),
    )


# --------------------------------------------------------------------------------------- Four Card Poker


def _four_card(house: HouseRules, progress: Progress, fresh: bool) -> Strategy:
    solution = four_card_poker.solved(house, progress, fresh)
    numbers = four_card_poker.worth(house).numbers
    names = {FOLD: "fold", PLAY_LEAST: f"play_{numbers.play_least}x", PLAY_MOST: f"play_{numbers.play_most}x"}
    return _described(
        house,
        solution.main,
        {each.name: (each.words, price(house, solution, each)) for each in SIMPLE_STRATEGIES},
        up_cards=tuple(_up_card(each.rank, each.play, each.play_most) for each in by_up_card(solution)),
        four_card_borders=tuple(
            FourCardBorder(
                hand=hand_text(each.strength),
                up=RANKS[each.up],
                decisions={names[decision]: str(share) for decision, share in each.decisions.items()},
                least_worth=(str(each.worst), str(each.best)),
            )
            for each in borderlines(house, solution)
        ),
    )


def _up_card(rank: int, play: Border, most: Border) -> UpCardRule:
    return UpCardRule(
        up=RANKS[rank],
        play_never_below=hand_text(play.sometimes),
        play_always_from=hand_text(play.always),
        most_never_below=hand_text(most.sometimes),
        most_always_from=hand_text(most.always),
        borderline=len({*play.mixed, *most.mixed}),
    )


# ------------------------------------------------------------------------------ Ultimate Texas Hold'em

FLOP_KINDS = (
    "two pair or better",
    "a pair with a hole card, or in the hole",
    "two twos in the hole, a pair",
    "four to a flush, a ten or better of it in the hole",
    "four to a flush, lower in the hole",
    "anything else",
)
_TWO_PAIR, _PAIRED, _TWOS, _HIGH_DRAW, _DRAW, _NOTHING = range(len(FLOP_KINDS))


@kernel
def flop_kind(hole: int, flop: int) -> int:
    """Which of the kinds of hand two hole cards and a flop make."""
    if plays_on_flop(hole, flop):
        if poker_category(poker_strength(hole | flop)) >= TWO_PAIR:
            return _TWO_PAIR
        ranks = (hole | hole >> 13 | hole >> 26 | hole >> 39) & 8191
        on_flop = (flop | flop >> 13 | flop >> 26 | flop >> 39) & 8191
        return _PAIRED if ranks & on_flop or ranks & ranks - 1 == 0 else _HIGH_DRAW
    if (hole | hole >> 13 | hole >> 26 | hole >> 39) & 8191 == 1:
        return _TWOS
    for suit in range(4):
        held = hole >> 13 * suit & 8191
        suited = held | flop >> 13 * suit & 8191
        suited &= suited - 1
        suited &= suited - 1
        if held and suited & suited - 1:
            return _DRAW
    return _NOTHING


def _count_flops(flops: Any, weights: Any, holes: Any, checked: Any, packed: Any, found: Any) -> None:
    for number in range(len(flops)):
        for place in range(len(holes)):
            if checked[place] and not holes[place] & flops[number]:
                plays = packed[number, place >> 3] >> (place & 7) & 1
                found[flop_kind(holes[place], flops[number]), plays] += weights[number]


def _ultimate(house: HouseRules, progress: Progress, fresh: bool) -> Strategy:
    solution = ultimate_texas_holdem.solution(house, progress, fresh)
    census = holdem_rule.rules_census(house, progress, fresh)
    words = {rule.name: rule.words for rule in holdem_rule.RULES}
    return _described(
        house,
        solution.main,
        {name: (words[name], odds) for name, odds in holdem_rule.price_rules(house, census).items()},
        grid=grid(solution.starting_hands),
        flop=_flop(solution),
        river=_river(census.river),
    )


def grid(starting_hands: dict[str, ultimate_texas_holdem.Values]) -> tuple[tuple[Cell, ...], ...]:
    """The 13 by 13 grid: suited above the diagonal, offsuit below it."""
    ranks = RANKS[::-1]
    rows = []
    for row, first in enumerate(ranks):
        cells = []
        for column, second in enumerate(ranks):
            name = first + first
            if row != column:
                name = first + second + "s" if row < column else second + first + "o"
            cells.append(_cell(name, starting_hands[name]))
        rows.append(tuple(cells))
    return tuple(rows)


def _cell(name: str, values: ultimate_texas_holdem.Values) -> Cell:
    best = ultimate_texas_holdem.best(values)
    margin = values[best] - max(value for action, value in values.items() if action != best)
    return Cell(
        hand=name,
        best=best,
        margin=str(margin),
        margin_value=float(margin),
        values={action: str(value) for action, value in values.items()},
    )


def _flop(solution: ultimate_texas_holdem.Solution) -> tuple[Share, ...]:
    """The kinds of hand on the flop, of the hands that check before it."""
    np = numpy()
    _, weights = layout.flops()
    holes = np.array(layout.hole_sets(), dtype=np.int64)
    found = np.zeros((len(FLOP_KINDS), 2), dtype=np.int64)
    optimal = solution.strategy
    compiled(_count_flops)(optimal.flop_sets, weights, holes, optimal.preflop == 0, optimal.flop, found)
    return tuple(
        Share(hand=name, situations=folds + plays, plays=plays)
        for name, (folds, plays) in zip(FLOP_KINDS, found.tolist(), strict=True)
    )


def _river(river: Any) -> tuple[Share, ...]:
    """The hands on the river: those with a hidden pair or better, the others by the cards that beat them."""
    counted = river.tolist()
    rows = [("a pair or better that needs a hole card", [holdem_rule.HIDDEN])]
    rows.append(("up to 17 cards beat it", list(range(18))))
    rows += [(f"{outs} cards beat it", [outs]) for outs in range(18, 24)]
    rows.append(("24 cards or more beat it", list(range(24, holdem_rule.HIDDEN))))
    found = []
    for name, places in rows:
        folds, plays = (sum(counted[place][which] for place in places) for which in (0, 1))
        if folds + plays:
            found.append(Share(hand=name, situations=folds + plays, plays=plays))
    return tuple(found)
