"""Ultimate Texas Hold'em played by a player who knows one or both of the dealer's cards.

On the flop and on the river the values of one hand are exact for every card, or two cards, that the dealer
may hold. Before the flop the decisions are in the package, for the printed terms (`known_cards.json`, made by
`scripts/known-cards`): exact with one card known, sampled with both.
"""

import base64
import zlib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from croupier.cards import card_set, cards_in
from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DEALERS,
    LOSE_QUALIFIED,
    LOSE_UNQUALIFIED,
    WIN_QUALIFIED,
    WIN_UNQUALIFIED,
    Nets,
    tie_of,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import nets as nets_of
from croupier.games.ultimate_texas_holdem.solver.solution import best, starting_hand, starting_hands, unit_of
from croupier.games.ultimate_texas_holdem.terms import Terms, terms
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.protection.leak import CARD, DEALER, Leak
from croupier.odds.watch.hand import Choices, Decision, WatchedHand, candidates_of, held_by
from croupier.submission.house import HouseRules

WITH_CARD = 44
"""The dealer's holes with a known card."""
_FLOP = 3


class Sums(NamedTuple):
    """Sums of net results for the smaller wager (0) and the larger (1) of a decision."""

    one: Any
    """By wager and known card, summed over the dealer's other card."""
    both: Any
    """By wager and the dealer's two cards, lower first."""
    honest: Any
    """By wager, summed over all dealer holes."""


@kernel
def net_of(player: int, dealer: int, multiple: int, nets: Nets) -> int:
    """Return the net of a hand against a dealer hand with a multiple played."""
    qualified = dealer >= nets.dealer_least
    if player > dealer:
        ending = WIN_QUALIFIED if qualified else WIN_UNQUALIFIED
    elif player < dealer:
        ending = LOSE_QUALIFIED if qualified else LOSE_UNQUALIFIED
    else:
        ending = tie_of(player, nets.dealer_least)
    return nets.played[multiple, poker_category(player), ending]  # type: ignore[no-any-return]


@kernel
def _add_board(hole: int, board: int, fold: int, nets: Nets, row: Any, sums: Sums) -> None:
    """Add a board: a check on the flop with the best river decision (0), and a play on the flop (1)."""
    player = poker_strength(hole | board)
    dealt = hole | board
    checked = played = 0
    for card in range(52):
        row[0, card] = row[1, card] = 0
    for second in range(1, 52):
        if dealt >> second & 1:
            continue
        for first in range(second):
            if dealt >> first & 1:
                continue
            dealer = poker_strength(board | 1 << first | 1 << second)
            river = net_of(player, dealer, nets.river, nets)
            flop = net_of(player, dealer, nets.flop, nets)
            sums.both[0, first, second] += max(fold, river)
            sums.both[1, first, second] += flop
            row[0, first] += river
            row[0, second] += river
            row[1, first] += flop
            row[1, second] += flop
            checked += river
            played += flop
    for card in range(52):
        if not dealt >> card & 1:
            sums.one[0, card] += max(WITH_CARD * fold, row[0, card])
            sums.one[1, card] += row[1, card]
    sums.honest[0] += max(nets.fold, checked)
    sums.honest[1] += played


def add_flop(hole: int, flop: int, fold: int, nets: Nets, row: Any, sums: Sums) -> None:
    """Add every board that can follow a flop: check (0) and play (1)."""
    for second in range(1, 52):
        if (hole | flop) >> second & 1:
            continue
        for first in range(second):
            if not (hole | flop) >> first & 1:
                _add_board(hole, flop | 1 << first | 1 << second, fold, nets, row, sums)


def add_river(hole: int, board: int, fold: int, nets: Nets, sums: Sums) -> None:
    """Add every dealer hole on a complete board: fold (0) and play (1)."""
    player = poker_strength(hole | board)
    for second in range(1, 52):
        if (hole | board) >> second & 1:
            continue
        for first in range(second):
            if (hole | board) >> first & 1:
                continue
            net = net_of(player, poker_strength(board | 1 << first | 1 << second), nets.river, nets)
            for wager, value in ((0, fold), (1, net)):
                sums.one[wager, first] += value
                sums.one[wager, second] += value
                sums.both[wager, first, second] += value
                sums.honest[wager] += value


class _Known(msgspec.Struct, frozen=True):
    one: str
    both: str


@cache
def before_flop(number: int) -> Any:
    """By starting hand, and known card or dealer hole, whether the hand raises before the flop."""
    np = numpy()
    data = files("croupier.games.ultimate_texas_holdem.solver").joinpath("known_cards.json").read_bytes()
    known = msgspec.json.decode(data, type=_Known)
    bits = np.frombuffer(zlib.decompress(base64.b64decode((known.one, known.both)[number - 1])), np.uint8)
    hands, width = len(canonical_holes()), (52, layout.HOLES)[number - 1]
    return np.unpackbits(bits, count=hands * width).reshape(hands, width)


@cache
def canonical_holes() -> dict[int, int]:
    """Return the 169 starting hands: the canonical hole, and its row."""
    found = sorted({layout.canonical_form(hole)[0] for hole in layout.hole_sets()})
    return {hole: number for number, hole in enumerate(found)}


def informed_choices(house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
    """Return the best choice at each decision of this hand for a player who knows the leak: the smaller wager
    (0) or the larger (1)."""
    (part, *more) = leak.parts
    if more or part.detail != CARD or part.place != DEALER or part.number > 2:
        raise Refusal("not_watched", f"{leak}: this game is watched for dealer:1 and dealer:2")
    nets = _nets(terms(house))
    board = {nets.flop: _FLOP, nets.river: None}.get(int(hand.antes), 0) if hand.antes else None
    candidates = candidates_of(hand, part.number, board)
    taken = [0, 0, int(hand.antes > 0)] if board is None else [0, 1] if board else [1]
    before = best(starting_hands(house)[starting_hand(hand.cards)]) != "check"
    decisions = [Decision(taken[0], 2, int(before), _preflop(hand.cards, candidates))]
    for stage, chosen in enumerate(taken[1:]):
        sums = _sums(hand.cards, hand.board[: (_FLOP, None)[stage]], terms(house))
        table = sums.one if part.number == 1 else sums.both
        values = table[(slice(None), *numpy().array(candidates).T)]
        informed = (values[1] > values[0]).astype(numpy().int8)
        decisions.append(Decision(chosen, 2, int(sums.honest[1] > sums.honest[0]), informed))
    return Choices(held_by(hand.hidden, candidates), tuple(decisions))


@lru_cache(maxsize=8)
def _nets(numbers: Terms) -> Nets:
    return nets_of(numbers, unit_of(numbers))


@lru_cache(maxsize=256)
def _sums(hole: int, dealt: tuple[int, ...], numbers: Terms) -> Sums:
    """Return the sums of a hand; cached, because one hand is checked for several leaks."""
    np = numpy()
    sums = Sums(np.zeros((2, 52), np.int64), np.zeros((2, 52, 52), np.int64), np.zeros(2, np.int64))
    board, nets = card_set(dealt), _nets(numbers)
    fold = nets.fold // DEALERS
    if len(dealt) == _FLOP:
        compiled(add_flop)(hole, board, fold, nets, np.zeros((2, 52), np.int64), sums)
    else:
        compiled(add_river)(hole, board, fold, nets, sums)
    return sums


def _preflop(hole: int, candidates: list[tuple[int, ...]]) -> Any:
    np = numpy()
    first, second = cards_in(hole)
    canonical, renaming = layout.canonical_form(1 << first | 1 << second)
    row = before_flop(len(candidates[0]))[canonical_holes()[canonical]]
    to = dict(layout.renamings())[renaming]
    renamed = [tuple(13 * to[card // 13] + card % 13 for card in each) for each in candidates]
    places = [each[0] if len(each) == 1 else layout.hole_place(*each) for each in renamed]
    return row[np.array(places)].astype(np.int8)
