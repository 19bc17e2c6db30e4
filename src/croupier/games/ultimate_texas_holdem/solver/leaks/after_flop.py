"""Ultimate Texas Hold'em with known cards, after the flop: best play by features that people can see.

On the flop, hands that checked are counted by their kind, by the hand that the dealer's known cards make
there, and by whether a known turn or river card pairs a hole card; the share of each that plays is exact. On
the river only the dealer's hole is unknown, so best play is a sum of points over the holes that fit the known
cards.
"""

from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import HOLES
from croupier.games.ultimate_texas_holdem.solver.boards.known import (
    BOTH_DEALER,
    DEALER,
    DEALER_AND_UNDEALT,
    Wanted,
)
from croupier.games.ultimate_texas_holdem.solver.boards.known_flops import Flops, hidden_set
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    CATEGORIES,
    DEALERS,
    LOSE_QUALIFIED,
    LOSE_UNQUALIFIED,
    TIE_QUALIFIED,
    TIE_UNQUALIFIED,
    WIN_QUALIFIED,
    WIN_UNQUALIFIED,
)
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import ranks_of
from croupier.games.ultimate_texas_holdem.solver.solution import Scale
from croupier.games.ultimate_texas_holdem.solver.strategy import FLOP_KINDS, flop_kind
from croupier.hands.poker import poker_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.sections import Kind, Section, Table, Text, columns

Counts = tuple[int, ...]
"""By view of the known cards and kind of hand: the flops on which the hand checks, and on which it plays."""

_PAIRED, _AHEAD, _LATER = 4, 2, 1
_VIEWS = 8
"""A view is a sum of these: the dealer's cards make a pair, the player is ahead of them, and a known turn or
river card pairs the hole."""
_CATEGORIES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush",
)  # fmt: skip
_ENDINGS = {
    "beaten, qualifies": WIN_QUALIFIED,
    "beaten, does not qualify": WIN_UNQUALIFIED,
    "tied": TIE_QUALIFIED,
    "tied, does not qualify": TIE_UNQUALIFIED,
    "beats you, qualifies": LOSE_QUALIFIED,
    "beats you, does not qualify": LOSE_UNQUALIFIED,
}
"""The dealer's hole by its result against the hand."""


class Views(NamedTuple):
    """The facts that a leak reveals on the flop."""

    dealer: bool
    """Whole cards of the dealer's are known …"""
    later: bool
    """… and a turn or river card."""


@kernel
def _view(hole: int, flop: int, dealer: int, later_rank: int) -> int:
    """Return the view of the dealer's known cards (0 for none) and the rank of the later one (-1 for none).

    A dealer's card that is not known counts as a two.
    """
    view = 0
    if dealer:
        ranks = ranks_of(dealer)
        if ranks & ranks_of(flop) or (dealer & dealer - 1 and ranks & ranks - 1 == 0):
            view += _PAIRED
        if poker_strength(hole | flop) > poker_strength(dealer | flop):
            view += _AHEAD
    if later_rank >= 0 and ranks_of(hole) >> later_rank & 1:
        view += _LATER
    return view


@kernel
def _of_dealer(hidden: int, wanted: Wanted) -> int:
    """Return the dealer's known cards, given the suits of the hidden cards."""
    if wanted.known == DEALER or wanted.known == BOTH_DEALER:
        return hidden_set(hidden, wanted)
    return 1 << 13 * (hidden >> 2) + wanted.rank if wanted.known == DEALER_AND_UNDEALT else 0


def count_whole(flops: Flops, holes: Any, wanted: Wanted, plays: Any, chosen: Any, counts: Any) -> None:
    """Count the decisions on flops of hands that checked, when whole cards are known.

    `plays` is that of `known_flops.Room`; `chosen` says, by group, whether the hand raised before the flop.
    """
    for number in range(len(flops.sets)):
        flop = flops.sets[number]
        for place in range(HOLES):
            if holes[place] & flop:
                continue
            kind = flop_kind(holes[place], flop)
            for suit in range(plays.shape[1]):
                for hidden in range(plays.shape[2]):
                    state = plays[number, suit, hidden, place]
                    if not state:
                        continue
                    view = _view(holes[place], flop, _of_dealer(hidden, wanted), wanted.later)
                    for group in flops.groups[number]:
                        if not chosen[group, suit, hidden, place]:
                            counts[view, kind, state - 1] += flops.weights[number]


def new_counts() -> Any:
    """Return counts of zero."""
    return numpy().zeros((_VIEWS, len(FLOP_KINDS), 2), dtype="int64")


def whole_counts(flops: Flops, holes: Any, wanted: Wanted, plays: Any, chosen: Any) -> Counts:
    """Return the counts of one pass of whole cards."""
    counts = new_counts()
    compiled(count_whole)(flops, holes, wanted, plays, chosen, counts)
    return tuple(counts.ravel().tolist())


def on_flop(counts: Counts, views: Views, multiple: int) -> Table:
    """Return how often each kind of hand plays on the flop, by view of the known cards."""
    by_view = numpy().array(counts, dtype=object).reshape(_VIEWS, len(FLOP_KINDS), 2)
    total = sum(counts)
    rows = []
    for kind, name in enumerate(FLOP_KINDS):
        for view in range(_VIEWS - 1, -1, -1):
            checks, played = by_view[view, kind]
            if checks + played:
                rows.append(
                    (
                        name,
                        _view_words(view, views),
                        f"{checks + played}/{total}",
                        f"{played}/{checks + played}",
                    )
                )
    return Table(
        title=f"On the flop, after a check: how often {multiple}x is best",
        columns=columns(
            ("hand", "known", "of all", f"plays {multiple}x"), ("text", "text", "share", "share")
        ),
        rows=tuple(rows),
    )


def _view_words(view: int, views: Views) -> str:
    words = []
    if views.dealer:
        words.append("the dealer has a pair" if view & _PAIRED else "the dealer has no pair")
        words.append("you are ahead" if view & _AHEAD else "you are not ahead")
    if views.later:
        words.append("the later card pairs you" if view & _LATER else "the later card does not pair you")
    return ", ".join(words) or "-"


def on_river(scale: Scale, holes: int) -> tuple[Section, ...]:
    """Return the points of the dealer's holes on the river; `holes` fit the known cards (0: it varies)."""
    nets = scale.nets
    fold = nets.fold // DEALERS

    def points(category: int) -> tuple[Fraction, ...]:
        played = nets.played[nets.river, category]
        return tuple(Fraction(int(played[ending]) - fold, scale.ante) for ending in _ENDINGS.values())

    by_category = [points(category) for category in range(CATEGORIES)]
    names = list(_ENDINGS)
    # Ties with the same points share a column.
    shown = [
        place
        for place, name in enumerate(names)
        if name != "tied, does not qualify" or any(each[place] != each[place - 1] for each in by_category)
    ]
    rows = []
    for values, group in groupby(range(CATEGORIES), by_category.__getitem__):
        first, *more = group
        hand = _CATEGORIES[first] + (f" to {_CATEGORIES[more[-1]]}" if more else "")
        rows.append((hand, *(str(values[place]) for place in shown)))
    kinds: list[Kind] = ["antes" if place else "text" for place in range(1 + len(shown))]
    many = f"the {holes} holes" if holes > 1 else "the hole" if holes else "every hole"
    return (
        Table(
            title=f"On the river: points of a hole that the dealer may have, for {nets.river}x over a fold",
            columns=columns(("your hand", *(names[place] for place in shown)), kinds),
            rows=tuple(rows),
        ),
        Text(
            text=f"Add up the points of {many} that the dealer may have with what is known"
            f"{'' if holes else '; a hole that fits in two ways counts twice'}. Play {nets.river}x if the "
            "sum is above 0; if not, fold."
        ),
    )  # fmt: skip
