"""Ultimate with cards known: both of the dealer's with flushes, and best play after the flop described."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from croupier.cards import card_set, cards_in
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places, known
from croupier.games.ultimate_texas_holdem.solver.boards.known_flops import FIRST_VALUE, GAIN
from croupier.games.ultimate_texas_holdem.solver.leaks import informed as leaks
from croupier.games.ultimate_texas_holdem.solver.leaks import whole_cards
from croupier.games.ultimate_texas_holdem.solver.leaks.after_flop import on_river
from croupier.games.ultimate_texas_holdem.solver.signals.solve import play_with
from croupier.games.ultimate_texas_holdem.solver.solution import optimal_strategy, scale_of
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.protection.leak import classes, parse_leak
from croupier.odds.sections import Table
from croupier.odds.side_bets import play_of
from croupier.odds.subject import subject_of_rules

RULES = "ma/ultimate-texas-holdem"
MOST, FLOP, RIVER = 4, 2, 1


@pytest.fixture(scope="module")
def house() -> Any:
    return subject_of_rules(RULES).house


class Nets:
    """The nets of hands in units, by the table's own settlement."""

    def __init__(self, house: Any) -> None:
        self.play, self.ante = play_of(house), scale_of(house).ante
        self.strengths: dict[int, int] = {}
        self.nets: dict[tuple[int, int, int], int] = {}

    def __call__(self, hole: Sequence[int], dealer: Sequence[int], board: int, antes: int) -> int:
        hands = card_set(hole) | board, card_set(dealer) | board
        for hand in hands:
            if hand not in self.strengths:
                self.strengths[hand] = self.play.strength(hand)
        key = self.strengths[hands[0]], self.strengths[hands[1]], antes
        if key not in self.nets:
            result = self.play.settle_main(key[0], key[1], int(antes == 0), self.ante, antes * self.ante)
            self.nets[key] = sum(result[2::3]) + sum(result[3::3]) - (2 + antes) * self.ante
        return self.nets[key]


@pytest.mark.parametrize("ranks", [(4, 4), (0, 3)], ids=str)
def test_flushes_against_two_known_cards_count_as_dealing_every_board(
    house: Any, ranks: tuple[int, int]
) -> None:
    """Twenty cards: boards with three cards of a suit, the dealer's two cards of it, one of it and none."""
    net, scale = Nets(house), scale_of(house)
    cards, deck = whole_cards.Known(known.BOTH_DEALER, ranks=5), [each for each in range(52) if each % 13 < 5]
    wanted = known.Wanted(known.BOTH_DEALER, *ranks, -1, scale.raises[-1], 5)
    sums = whole_cards.sums_for(cards)
    whole_cards.gather(wanted, scale, sums)
    found, _ = whole_cards.decided(house, wanted, cards, sums)
    river, _, most, _ = found[FIRST_VALUE:]
    values = [
        whole_cards.averaged(each, wanted, cards)[0, 0].reshape(4, 4, -1)
        for each in (river + found[GAIN], most)
    ]
    pairs = ((0, 1), (2, 15)), ((0, 1), (14, 16)), ((2, 3), (0, 14)), ((2, 3), (27, 29)), ((1, 1), (2, 28))
    for suits, hole in pairs:
        dealer = [13 * suit + rank for suit, rank in zip(suits, ranks, strict=True)]
        if len({*dealer, *hole}) < 4:
            continue
        place = hole_places.hole_place(*hole)
        expected = _with_both_known(
            hole, dealer, [card for card in deck if card not in (*hole, *dealer)], net
        )
        assert [int(each[*suits, place]) for each in values] == [24 * each for each in expected]


def _with_both_known(
    hole: Sequence[int], dealer: Sequence[int], rest: Sequence[int], net: Nets
) -> tuple[int, int]:
    """Over all flops and boards after them: what best play nets after a check, and the most at once."""
    by_board = {
        board: tuple(net(hole, dealer, card_set(board), antes) for antes in (0, RIVER, FLOP, MOST))
        for board in combinations(rest, 5)
    }
    check: Counter[tuple[int, ...]] = Counter()
    at_once: Counter[tuple[int, ...]] = Counter()
    for board, (fold, river, flop, _) in by_board.items():
        for three in combinations(board, 3):
            check[three] += max(fold, river)
            at_once[three] += flop
    best = sum(max(check[three], at_once[three]) for three in check)
    return best, 10 * sum(most for *_, most in by_board.values())


KINDS = (
    "two pair or better", "a pair with a hole card, or in the hole", "two twos in the hole, a pair",
    "anything else",
)  # fmt: skip


def _kind(hole: Sequence[int], flop: Sequence[int]) -> str:
    """The kind of hand by its words, where there are no straights and flushes, and no flush draws."""
    if _made([*hole, *flop])[0] >= (2, 2):
        return KINDS[0]
    own, on_flop = [card % 13 for card in hole], {card % 13 for card in flop}
    if own[0] == own[1] == 0 and 0 not in on_flop:
        return KINDS[2]
    return KINDS[1] if own[0] == own[1] or on_flop & {*own} else KINDS[3]


def _made(cards: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
    """The worth of cards without straights and flushes: how many alike, then ranks, a missing card a two."""
    by_rank = sorted(
        ((number, rank) for rank, number in Counter(card % 13 for card in cards).items()), reverse=True
    )
    ranks = [rank for _, rank in by_rank]
    return tuple([number for number, _ in by_rank][:2]), ranks + [0] * (5 - len(ranks))


def _known(hole: Sequence[int], flop: Sequence[int], card: int) -> str:
    pair = card % 13 in {each % 13 for each in flop}
    ahead = _made([*hole, *flop]) > _made([card, *flop])
    return f"the dealer has {'a' if pair else 'no'} pair, you are {'' if ahead else 'not '}ahead"


def _twin(house: Any, of: Callable[[int], int], told: Callable[..., str]) -> dict[tuple[str, str], list[int]]:
    """Every hole, card of the dealer's, flop, board and other card of twelve; `of`: what is known of a card.

    By kind of hand and what is known on the flop: the cases in which a hand that checked checks, and plays.
    """
    deck, net = [card for card in range(52) if card % 13 < 3], Nets(house)
    found: dict[tuple[str, str], list[int]] = {}
    for hand, weight in zip(*(each.tolist() for each in canonical_hands(2)), strict=True):
        hole = list(cards_in(hand))
        rest = [card for card in deck if card not in hole]
        if len(rest) > 10:
            continue
        for signal in {of(card) for card in rest}:
            seen = [card for card in rest if of(card) == signal]
            values = {board: _values(hole, board, seen, rest, net) for board in combinations(rest, 5)}
            checks, plays, cases = Counter(), Counter(), Counter()  # type: ignore[var-annotated]
            for board, (fold, river, flop, _, count) in values.items():
                for three in combinations(board, 3):
                    checks[three] += max(fold, river)
                    plays[three] += flop
                    cases[three] += count
            best = sum(max(checks[three], plays[three]) for three in checks)
            if 10 * sum(each[3] for each in values.values()) > best:
                continue
            for three, count in cases.items():
                if count:
                    into = found.setdefault((_kind(hole, three), told(hole, three, seen[0])), [0, 0])
                    into[plays[three] > checks[three]] += weight * count
    return found


def _values(
    hole: Sequence[int], board: Sequence[int], seen: Sequence[int], rest: Sequence[int], net: Nets
) -> list[int]:
    """Over the dealer's holes with a card that was seen: a fold, the three multiples, and how many."""
    total, cards = [0] * 5, card_set(board)
    for card in seen:
        for other in rest:
            if card not in board and other not in board and other != card:
                for place, antes in enumerate((0, RIVER, FLOP, MOST)):
                    total[place] += net(hole, (card, other), cards, antes)
                total[4] += 1
    return total


def test_play_on_the_flop_is_counted_as_by_dealing_everything(house: Any) -> None:
    """One card of the dealer's, whole and by its suit, from twelve cards."""
    small = whole_cards.Known(known.DEALER, ranks=3)
    whole = whole_cards.solve(house, small, fresh=True).sections
    assert _rows(whole) == _shares(_twin(house, lambda card: card, _known))
    asked = leaks.question_of(parse_leak("dealer:1:suit"))._replace(ranks=3)
    suits = play_with(asked, scale_of(house), optimal_strategy(house)).sections
    assert _rows(suits) == _shares(_twin(house, classes("suit").__getitem__, lambda *_: "-"))


def _rows(sections: Sequence[Any]) -> dict[tuple[str, str], tuple[Fraction, Fraction]]:
    table = next(
        each for each in sections if isinstance(each, Table) and each.title.startswith("On the flop")
    )
    return {(hand, told): (Fraction(of_all), Fraction(plays)) for hand, told, of_all, plays in table.rows}


def _shares(
    counts: dict[tuple[str, str], list[int]],
) -> dict[tuple[str, str], tuple[Fraction, Fraction]]:
    total = sum(map(sum, counts.values()))
    return {key: (Fraction(sum(each), total), Fraction(each[1], sum(each))) for key, each in counts.items()}


def test_points_on_the_river_are_what_playing_nets_above_a_fold(house: Any) -> None:
    """Random boards and cards of the dealer's, each of the 44 holes told by the words of the table."""
    net, chance = Nets(house), random.Random(17)
    table, text = on_river(scale_of(house), 44)
    assert isinstance(table, Table)
    titles = [column.title for column in table.columns]
    assert "the 44 holes" in text.text  # type: ignore[union-attr]
    hands = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house",
             "four of a kind", "straight flush", "royal flush"]  # fmt: skip
    points: dict[str, tuple[str, ...]] = {}
    for row in table.rows:
        first, _, last = row[0].partition(" to ")
        points |= dict.fromkeys(hands[hands.index(first) : hands.index(last or first) + 1], row)
    assert set(points) == set(hands)
    for _ in range(60):
        cards = chance.sample(range(52), 8)
        hole, board, seen = cards[:2], card_set(cards[2:7]), cards[7]
        mine = net.play.strength(card_set(hole) | board)
        total = more = Fraction(0)
        for other in set(range(52)) - {*cards}:
            theirs = net.play.strength(board | 1 << seen | 1 << other)
            qualifies = "qualifies" if theirs >> 20 else "does not qualify"
            told = "tied" if mine == theirs else f"{'beaten' if mine > theirs else 'beats you'}, {qualifies}"
            total += Fraction(points[hands[mine >> 20]][titles.index(told)])
            more += net(hole, (seen, other), board, RIVER) - net(hole, (seen, other), board, 0)
        assert total * net.ante == more
