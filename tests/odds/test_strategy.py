"""Strategy described: grids, borderlines, distributions of results, and the exact price of simple rules."""

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy
import pytest

from croupier.cards import RANKS, cards_in, set_of, text_of
from croupier.games.four_card_poker.solver import solution as four_card_poker
from croupier.games.high_card_flush.solver import solution as high_card_flush
from croupier.games.high_card_flush.solver.strategy import flush_text
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.by_hole import flops_played
from croupier.games.ultimate_texas_holdem.solver.boards.census import Decided
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    CATEGORIES,
    ENDINGS,
    TIE_QUALIFIED,
    Nets,
)
from croupier.games.ultimate_texas_holdem.solver.outcomes import outcomes_of
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import plays_before_flop, plays_on_flop
from croupier.games.ultimate_texas_holdem.solver.simple_rules import (
    HIDDEN,
    RULES,
    Census,
    _count_endings,
    new_workspace,
)
from croupier.games.ultimate_texas_holdem.solver.solution import starting_hand
from croupier.games.ultimate_texas_holdem.solver.strategy import flop_kind, grid
from croupier.hands.flush import flush_strength
from croupier.hands.poker import poker_category, poker_strength
from croupier.odds.model import Moments, moments
from croupier.odds.outcomes import outcomes
from croupier.odds.sections import Table, Text
from croupier.odds.strategy import strategy
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules
from tests.naive.cards import cards as naive_cards
from tests.naive.simple_rules import needs_a_hole_card


def house(name: str) -> HouseRules:
    return house_rules(name, Choices())


# --------------------------------------------------------------------------------------- High Card Flush


def test_high_card_flush_folds_below_and_raises_above_the_band() -> None:
    rules = house("ma/high-card-flush")
    text = strategy(rules).sections[0]
    assert isinstance(text, Text)
    assert "Fold every flush below T-3-2; raise the most allowed from J-3-2 up." in text.text
    below = high_card_flush.advise(rules, set_of("9s 8s 7s 2h 3h 4d 5d"))
    above = high_card_flush.advise(rules, set_of("Js 3s 2s Ah Kh 4d 5d"))
    assert below["fold"] > below["raise_1x"]
    assert above["raise_1x"] > above["fold"]


def test_high_card_flush_borderlines_hold_hands_of_both_kinds() -> None:
    rules = house("ma/high-card-flush")
    table = strategy(rules).sections[1]
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows][:2] == ["T-3-2", "T-4-2"]
    assert all(0 < int(raised) < int(hands) for _, hands, raised, _, _ in table.rows)
    # Raising all hands of a flush gains where the average hand gains: from T-8-6 on.
    assert next(row[0] for row in table.rows if Fraction(row[4]) > 0) == "T-8-6"
    decided = set()
    generator, flush = Random(3), set_of("Ts 8s 6s")
    for _ in range(100):
        cards = flush
        for card in generator.sample(range(39), 4):  # of the other three suits
            cards |= 1 << card
        if flush_text(flush_strength(cards)) == "T-8-6":
            advised = high_card_flush.advise(rules, cards)
            decided.add("raise" if advised["raise_1x"] > advised["fold"] else "fold")
    assert decided == {"raise", "fold"}


def test_cost_of_a_simple_rule_is_the_difference_of_expectations() -> None:
    for name in ("ma/high-card-flush", "ma/four-card-poker"):
        found = strategy(house(name))
        for rule in found.simple_rules:
            assert Fraction(rule.cost) == Fraction(found.ev) - Fraction(rule.ev) > 0
            assert rule.cost_value == float(Fraction(rule.cost))


# --------------------------------------------------------------------------------------- Four Card Poker


def test_four_card_names_every_up_card_and_every_borderline() -> None:
    found = strategy(house("ma/four-card-poker"))
    up_cards, borders = (section for section in found.sections if isinstance(section, Table))
    assert "".join(row[0] for row in up_cards.rows) == RANKS
    _, _, play_always_from, _, most_always_from, _ = up_cards.rows[0]
    assert play_always_from.startswith("pair of twos")
    assert most_always_from.startswith("pair of nines")
    assert borders.detail
    assert all(sum(Fraction(share) > 0 for share in row[2:5]) > 1 for row in borders.rows)
    worst, best = map(Fraction, borders.rows[0][5:])
    assert worst < -1 < best, "folding, which costs the ante, is better with some cards and worse with others"


# ------------------------------------------------------------------------------------------ distributions


@pytest.mark.parametrize("name", ["ma/high-card-flush", "ma/four-card-poker"])
def test_distribution_of_results_agrees_with_the_solver(name: str) -> None:
    rules = house(name)
    found = outcomes(rules)
    main = (high_card_flush if "flush" in name else four_card_poker).solved(rules).main
    assert sum(found.values()) == 1
    assert moments(found) == main.net
    assert list(found) == sorted(found)
    assert found[Fraction(-1)] == main.decisions["fold"], "in these games only a fold loses exactly the ante"


def test_moments_of_a_distribution() -> None:
    assert moments({Fraction(-1): Fraction(3, 4), Fraction(2): Fraction(1, 4)}) == Moments(
        Fraction(-1, 4), Fraction(7, 4)
    )


# ------------------------------------------------------------------------------ Ultimate Texas Hold'em


def test_grid_has_suited_hands_above_the_diagonal() -> None:
    hands = {starting_hand(hole) for hole in layout.hole_sets()}
    assert len(hands) == 169
    values = {
        hand: {"check": Fraction(0), "play_3x": Fraction(1, 3), "play_4x": Fraction(1, 2)}
        if plays_before_flop(hand)
        else {"check": Fraction(1), "play_3x": Fraction(1, 3), "play_4x": Fraction(1, 2)}
        for hand in hands
    }
    cells = grid(values).rows
    assert [cells[0][0].hand, cells[0][1].hand, cells[1][0].hand, cells[12][12].hand] == [
        "AA",
        "AKs",
        "AKo",
        "22",
    ]
    assert (cells[0][0].best, cells[0][0].margin) == ("play_4x", Fraction(1, 6))
    assert (cells[12][12].best, cells[12][12].margin) == ("check", Fraction(1, 2))
    assert {cell.hand for row in cells for cell in row} == hands


def naive_flop(hole: list[int], flop: list[int]) -> bool:
    """The rule on the flop as a person would read it."""
    cards = hole + flop
    if poker_category(poker_strength(sum(1 << card for card in cards))) >= 2:
        return True
    ranks, on_flop = [card % 13 for card in hole], [card % 13 for card in flop]
    if set(ranks) & set(on_flop):
        return True
    if ranks[0] == ranks[1]:
        return ranks[0] != 0
    return any(
        sum(card // 13 == suit for card in cards) >= 4
        and any(card // 13 == suit and card % 13 >= RANKS.index("T") for card in hole)
        for suit in range(4)
    )


def test_rule_on_the_flop_reads_as_written() -> None:
    generator = Random(11)
    told = set()
    for _ in range(20_000):
        *flop, first, second = generator.sample(range(52), 5)
        hole = [first, second]
        sets = sum(1 << card for card in hole), sum(1 << card for card in flop)
        plays = plays_on_flop(*sets)
        assert plays == naive_flop(hole, flop), (hole, flop)
        kind = flop_kind(*sets)
        assert plays == (kind in (0, 1, 3)), "kinds that the rule plays"
        told.add(kind)
    assert told == set(range(6))


@pytest.mark.parametrize("text", ["As Ks 9d 5c 2h", "8h 8c Kd 7h 2h", "Jd Td 9c 8s 3d"])
def test_endings_under_the_rule_against_every_hole_and_dealer(text: str) -> None:
    """One board: 1,081 holes, 990 dealers, ten flops, counted one by one."""
    board = set_of(text)
    places = layout.hole_sets()
    checked = numpy.array([not plays_before_flop(starting_hand(hole)) for hole in places], numpy.uint8)
    flops, _ = layout.flops()
    slots = layout.slots_for(flops)
    decisions = numpy.zeros((len(flops), layout.HOLES), dtype=numpy.uint8)
    subsets = [sum(1 << card for card in cards) for cards in combinations(list(cards_in(board)), 3)]
    for flop in subsets:
        canonical, _ = layout.canonical_form(flop)
        number = layout.find(canonical, flops, slots)
        for place, hole in enumerate(places):
            if not hole & canonical:
                decisions[number, place] = plays_on_flop(hole, canonical)
    counts = numpy.zeros((len(RULES), 5, CATEGORIES, ENDINGS), dtype=numpy.int64)
    river = numpy.zeros((HIDDEN + 1, 2), dtype=numpy.int64)
    paid = numpy.zeros((5, CATEGORIES, ENDINGS), dtype=numpy.int64)
    nothing = Nets(paid, 0, 1 << 20, flop=2, river=1, before_flop=numpy.array([0]))
    one_board = layout.deals(back=True)._replace(boards=[board], weights=[1])
    decided = Decided(4, checked, flops_played(checked, decisions))
    outs = tuple(rule.outs for rule in RULES)
    _count_endings(one_board, (0, 1), decided, outs, nothing, new_workspace(), Census(counts, river))

    holes = [hole for hole in places if not hole & board]
    strengths = {hole: poker_strength(hole | board) for hole in holes}
    expected = numpy.zeros((len(RULES), 5), dtype=numpy.int64)
    wins = 0
    for hole in holes:
        if plays_before_flop(starting_hand(hole)):
            expected[:, 4] += 10 * 990
            wins += sum(10 for other in holes if not other & hole and strengths[hole] > strengths[other])
            continue
        played = sum(plays_on_flop(hole, flop) for flop in subsets)
        expected[:, 2] += played * 990
        hidden = needs_a_hole_card(naive_cards(text_of(hole)), naive_cards(text))
        beating = sum(
            poker_strength(board | 1 << card) > strengths[hole]
            for card in range(52)
            if not (board | hole) >> card & 1
        )
        for number, rule in enumerate(RULES):
            expected[number, 1 if hidden or beating < rule.outs else 0] += (10 - played) * 990
    assert (counts.sum(axis=(2, 3)) == expected).all()
    assert counts.sum() == len(RULES) * 10 * 1081 * 990
    assert counts[0, 4, :, :2].sum() == wins, "higher than the dealer, who has a pair or not"
    assert river.sum() * 990 == counts[0, :2].sum()


def test_endings_of_ultimate_become_results() -> None:
    rules = house("ma/ultimate-texas-holdem")
    # A fold loses ante and blind; 4x with a royal flush against a pair wins 1 + 500 + 4; a tie nothing.
    found = outcomes_of(rules, {(0, 0, 2): 2, (4, 9, 0): 1, (1, 3, TIE_QUALIFIED): 1})
    assert found == {
        Fraction(-2): Fraction(1, 2),
        Fraction(0): Fraction(1, 4),
        Fraction(505): Fraction(1, 4),
    }
