"""Ultimate Texas Hold'em solved: against plain enumeration written from the rules, and published figures."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from croupier.cards import RANKS, card_set, cards_in, set_of, text_of
from croupier.games.ultimate_texas_holdem.solver import solution as holdem
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.by_hole import new_board_room
from croupier.games.ultimate_texas_holdem.solver.boards.direct import values_on_flop
from croupier.games.ultimate_texas_holdem.solver.boards.passes import Gathered, gather_all
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    ORDER,
    compare_all,
    flush_suit,
    kind_of,
    nets,
)
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import plays_on_flop, plays_on_river
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.hands.poker import ROYAL_FLUSH, poker_strength
from croupier.jit import compiled
from croupier.odds.progress import silent
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.naive.cards import cards as naive_cards
from tests.naive.hands import best_five

HOUSE = house_rules("ma/ultimate-texas-holdem", Choices())
ANTE = 2
NETS = nets(terms(HOUSE), ANTE)
PAIR_OF_TWOS = 1 << 20
"""No pair is below this strength, and every pair is at least this."""

# By category from a high card to a royal flush: what the blind pays to 1 (ma-uth-11.c).
BLIND = (0, 0, 0, 0, 1, Fraction(3, 2), 3, 10, 50, 500)


@cache
def solution() -> holdem.Solution:
    """The whole game, solved once for all tests, and kept for advice before the flop."""
    told: list[tuple[int, int]] = []
    solved = holdem.solution(HOUSE, lambda done, total: told.append((done, total)), fresh=True)
    assert [done for done, _ in told] == list(range(1, told[-1][1] + 1)), "progress runs from 1 to the end"
    return solved


@cache
def gathered() -> Gathered:
    return gather_all(NETS, silent)


def _net(player: Any, dealer: Any, category: int, dealer_category: int, played: int) -> Fraction:
    """Ante, blind and play settled by ma-uth-10.g, 10.h, 11.b and 11.c, per unit of ante."""
    if player == dealer:
        return Fraction(0)
    ante = 1 if dealer_category >= 1 else 0  # it goes back if the dealer has no pair
    if player < dealer:
        return Fraction(-ante - 1 - played)
    return Fraction(ante + BLIND[category] + played)


def _others(cards: int) -> list[int]:
    return [1 << card for card in range(52) if not cards >> card & 1]


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("As Ks", "Qs Js Ts 2d 2c"),
        ("7d 2c", "Ah Kh 9h 5s 3c"),
        ("9c 9d", "9h 9s Ac Kd 2h"),
        ("Qh 4h", "Ah 9h 5h 2s 2c"),
        ("8c 6s", "7h 5d 4c Kh Kd"),
        ("3c 2d", "As Ks Qs Js Ts"),
        ("Ad 3h", "Kc Qd 9h 7s 2c"),
    ],
)
def test_river_by_plain_enumeration(hole: str, board: str) -> None:
    """All 990 dealers, ranked by the naive hands of the tests."""

    def rank(cards: int) -> Any:
        return best_five(naive_cards(text_of(cards)))

    own, common = set_of(hole), set_of(board)
    player = rank(own | common)
    total = Fraction(0)
    for low, high in combinations(_others(own | common), 2):
        dealer = rank(common | low | high)
        total += _net(player, dealer, player[0], dealer[0], 1)
    assert holdem.advise(HOUSE, own, common) == {"fold": -2, "play_1x": total / 990}


def test_flop_by_plain_enumeration() -> None:
    """All 1,081 boards and 990 dealers, with the best decision on each river, in plain Python."""
    own, flop = set_of("Jh 8h"), set_of("Qh 9s 2h")
    check = play = Fraction(0)
    rest = _others(own | flop)
    for turn, river in combinations(rest, 2):
        board = flop | turn | river
        player = poker_strength(own | board)
        # In halves of an ante the results are whole, and whole numbers are faster to add up.
        once = twice = 0
        worth = {
            (win, qualified): [int(2 * _net(win, 0, player >> 20, qualified, played)) for played in (1, 2)]
            for win in (-1, 1)
            for qualified in (0, 1)
        }
        left = [card for card in rest if card not in (turn, river)]
        for place, low in enumerate(left):
            with_low = board | low
            for high in left[:place]:
                dealer = poker_strength(with_low | high)
                if player != dealer:
                    one, two = worth[1 if player > dealer else -1, dealer >> 20 >= 1]
                    once += one
                    twice += two
        check += max(Fraction(once, 2 * 990), Fraction(-2))
        play += Fraction(twice, 2 * 990)
    assert holdem.advise(HOUSE, own, flop) == {"check": check / 1081, "play_2x": play / 1081}


@pytest.mark.parametrize(
    "board", ["2c 7d 9h Js Kd", "As Ks Qs 2d 2c", "5h 6h 7h 8h Tc", "4d 9d Jd Qd Kd", "Kc Kd Kh 5s 5h"]
)
def test_every_hole_on_a_board(board: str) -> None:
    """Wins and losses of all 1,081 holes, dealer with a pair and without, by comparing each with each."""
    common = set_of(board)
    holes = [low | high for low, high in combinations(_others(common), 2)]
    strengths = [poker_strength(common | hole) for hole in holes]
    room = new_board_room()
    found = compiled(compare_all)(common, 0, PAIR_OF_TWOS, room.kinds, room.endings)
    counts = {
        int(key) & 1023: room.endings[place].tolist() for place, key in enumerate(room.kinds[ORDER, :found])
    }
    # Some of the holes of each kind are enough, and every kind must come.
    seen = set()
    for hole, strength in zip(holes, strengths, strict=True):
        low, high = sorted(kind_of(card, flush_suit(common)) for card in cards_in(hole))
        if low << 5 | high in seen:
            continue
        seen.add(low << 5 | high)
        expected = [0, 0, 0, 0]
        for other, dealer in zip(holes, strengths, strict=True):
            if not hole & other and dealer != strength:
                expected[2 * (dealer > strength) + (dealer >> 20 == 0)] += 1
        assert counts[low << 5 | high] == expected, text_of(hole)
    assert seen == counts.keys()


def test_comparison_runs_as_plain_python() -> None:
    plain, fast = new_board_room(), new_board_room()
    for board in ("2c 7d 9h Js Kd", "5h 6h 7h 8h Tc"):
        found = compare_all(set_of(board), 0, PAIR_OF_TWOS, plain.kinds, plain.endings)
        assert found == compiled(compare_all)(set_of(board), 0, PAIR_OF_TWOS, fast.kinds, fast.endings)
        assert (plain.kinds[ORDER, :found] == fast.kinds[ORDER, :found]).all()
        assert (plain.endings[:found] == fast.endings[:found]).all()


def _situations(count: int, board: int) -> list[tuple[int, int]]:
    """Holes and boards at random, a third of them on boards of one suit, a third on boards of few ranks."""
    source = random.Random(21)
    decks = [
        range(52),
        [card for card in range(52) if card < 13 or card > 46],
        [*range(4), *range(13, 17), *range(26, 52, 4)],
    ]
    found = []
    for number in range(count):
        common = source.sample(decks[number % 3], board)
        hole = source.sample([card for card in range(52) if card not in common], 2)
        found.append((card_set(hole), card_set(common)))
    return found


def _on_flop(hole: int, flop: int) -> list[int]:
    """What was gathered for a hole on a flop of any suits: checking, and playing 2x."""
    flops, _ = layout.flops()
    canonical, renaming = layout.canonical_form(flop)
    place = layout.moved_holes()[renaming, layout.hole_place(*cards_in(hole))]
    return [int(value) for value in gathered().on_flop[:, flops.tolist().index(canonical), place]]


def test_values_gathered_on_flops_are_those_of_the_flop_alone() -> None:
    """Carrying boards over to canonical flops loses and doubles nothing, whatever the suits."""
    direct = values_on_flop
    special = [("Ah Kd", "7c 7d 7h"), ("2c 2d", "9h 9s 4h"), ("Ac 5c", "Tc 8c 3c"), ("Qs Js", "Ts 9s 2d")]
    situations = [(set_of(hole), set_of(flop)) for hole, flop in special] + _situations(24, 3)
    for hole, flop in situations:
        assert _on_flop(hole, flop) == list(direct(hole, flop, NETS)), text_of(hole | flop)


@pytest.mark.parametrize("hole", ["Ah Ad", "Td 7c", "Js 4s"])
def test_starting_hands_are_the_sum_over_all_their_flops(hole: str) -> None:
    own = set_of(hole)
    flops = {int(flop): number for number, flop in enumerate(layout.flops()[0])}
    place, moved = layout.hole_place(*cards_in(own)), layout.moved_holes().tolist()
    values = gathered().on_flop
    check = play = dealt = 0
    for cards in combinations(_others(own), 3):
        canonical, renaming = layout.canonical_form(sum(cards))
        checking, playing = values[:, flops[canonical], moved[renaming][place]].tolist()
        check, play, dealt = check + max(checking, playing), play + playing, dealt + 1
    worth = solution().starting_hands[holdem.starting_hand(own)]
    unit = ANTE * 990 * 1081 * dealt
    assert dealt == 19_600
    assert worth["check"] == Fraction(check, unit)
    # Results are a straight line in the play wager, so the 2x lies where 3x and 4x point to.
    assert 2 * worth["play_3x"] - worth["play_4x"] == Fraction(play, unit)
    assert holdem.advise(HOUSE, own, 0) == worth


def test_hands_against_hands_are_as_published() -> None:
    """One more ante played is worth wins less losses: the equity of a hand against a random one."""
    for name, equity in (("AA", 0.852037), ("KK", 0.823957), ("72o", 0.345836), ("32o", 0.323032)):
        worth = solution().starting_hands[name]
        assert float(worth["play_4x"] - worth["play_3x"] + 1) / 2 == pytest.approx(equity, abs=2e-6)


def test_strategy_tables_are_the_advice() -> None:
    strategy = holdem.optimal_strategy(HOUSE)
    on_flop, on_river = compiled(plays_on_flop), compiled(plays_on_river)
    played = []
    for hole, flop in _situations(30, 3):
        plays = on_flop(strategy, layout.hole_place(*cards_in(hole)), flop)
        assert plays == (holdem.best(holdem.advise(HOUSE, hole, flop)) == "play_2x"), text_of(hole | flop)
        played.append(plays)
    for hole, board in _situations(300, 5):
        plays = on_river(strategy, layout.hole_place(*cards_in(hole)), board)
        assert plays == (holdem.best(holdem.advise(HOUSE, hole, board)) == "play_1x"), text_of(hole | board)
        played.append(plays)
    assert 50 < sum(played) < 300


def test_raising_hands_are_as_published() -> None:
    """Every ace, K2s and K5o, Q6s and Q8o, J8s and JTo, and pairs from threes up, or better."""
    least = {"A": ("2", "2"), "K": ("2", "5"), "Q": ("6", "8"), "J": ("8", "T")}
    raising = {rank * 2 for rank in RANKS[1:]}
    for high, (suited, offsuit) in least.items():
        for low in RANKS[: RANKS.index(high)]:
            if RANKS.index(low) >= RANKS.index(suited):
                raising.add(high + low + "s")
            if RANKS.index(low) >= RANKS.index(offsuit):
                raising.add(high + low + "o")
    hands = solution().starting_hands
    assert len(hands) == 169
    assert {name for name, values in hands.items() if holdem.best(values) == "play_4x"} == raising
    assert {
        name for name, values in hands.items() if holdem.best(values) == "check"
    } == hands.keys() - raising
    preflop = holdem.optimal_strategy(HOUSE).preflop
    for place, hole in enumerate(layout.hole_sets()):
        assert preflop[place] == (4 if holdem.starting_hand(hole) in raising else 0)


def test_price_of_the_game_is_near_the_published_one() -> None:
    """The Wizard of Odds: house edge 2.185%, element of risk 0.526%, standard deviation 4.94."""
    main = solution().main
    assert float(main.house_edge) == pytest.approx(0.02185, rel=1e-3)
    assert float(main.element_of_risk) == pytest.approx(0.00526, rel=1e-3)
    assert main.net.standard_deviation == pytest.approx(4.94, rel=1e-3)
    assert float(main.decisions["play_4x"]) == pytest.approx(0.377, rel=1e-3)
    assert sum(main.decisions.values()) == 1
    assert main.decisions["play_3x"] == 0
    assert main.average_wager == 2 + sum(
        multiple * main.decisions[f"play_{multiple}x"] for multiple in (1, 2, 3, 4)
    )
    # To the last digit: every witness above agrees with the solver that found it.
    assert main.net.mean == Fraction(-50643648973, 2317817502000)
    assert main.net.square == Fraction(1475168959967, 60464804400)


def test_endings_hold_the_census_of_seven_cards() -> None:
    """Whatever is decided, hands come as often as they come; and the mean is that of the decisions."""
    endings, cases = solution().endings, solution().cases
    for category, hands in ((ROYAL_FLUSH, 4_324), (4, 6_180_020), (0, 23_294_460)):
        counted = sum(count for (_, reached, _), count in endings.items() if reached == category)
        assert Fraction(counted, cases) == Fraction(hands, 133_784_560)


def test_settlement_is_that_of_the_terms() -> None:
    numbers = terms(HOUSE)
    for played in (1, 2, 3, 4):
        for category in range(10):
            win, win_below, lose, lose_below, tie, tie_below = NETS.played[played, category].tolist()
            assert win == ANTE * _net(1, 0, category, 1, played)
            assert win_below == ANTE * _net(1, 0, category, 0, played)
            assert lose == ANTE * _net(0, 1, category, 1, played)
            assert lose_below == ANTE * _net(0, 1, category, 0, played)
            assert tie == tie_below == 0
    assert NETS.fold == -2 * ANTE * 990
    blind = numbers.main.blind
    richer = numbers.main._replace(blind=blind._replace(numbers=(600, *blind.numbers[1:])))
    difference = nets(numbers._replace(main=richer), ANTE).played - NETS.played
    assert difference[1:, ROYAL_FLUSH, :2].tolist() == [[100 * ANTE] * 2] * 4
    assert difference.sum() == 1000 * ANTE


@pytest.mark.parametrize(("hole", "board"), [("As", ""), ("As Kd", "Qh"), ("As Kd", "As Qh Jc")])
def test_advice_needs_cards_that_can_be(hole: str, board: str) -> None:
    with pytest.raises(ValueError, match="two hole cards"):
        holdem.advise(HOUSE, set_of(hole), set_of(board))
