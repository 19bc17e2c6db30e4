"""Invented bets: counts against a naive twin over every hand, prices against the rules' own, the search
against listing every table."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path

import pytest

from croupier.cards import RANKS, SUITS
from croupier.errors import Refusal
from croupier.odds.invention.bet import NOTHING, parse_bet, returned
from croupier.odds.invention.price import counted, priced
from croupier.odds.invention.search import Window, search
from croupier.odds.price import prices
from croupier.odds.subject import subject_of_rules

BETS = Path(__file__).parents[2] / "examples/bets"
DECK = [rank + suit for rank in RANKS for suit in SUITS]

THREE = """
name = "Three cards"
deck = 3
[[hands]]
name = "suited A-K-Q"
suited_ranks = "AKQ"
pays = "200 to 1"
[[hands]]
name = "straight flush"
suited_run = 3
pays = "40 to 1"
[[hands]]
name = "pair of jacks or better"
kinds = [2]
rank = "J"
pays = "3 to 1"
[[hands]]
name = "red or black run"
run = 3
color = 3
pays = "9 for 1"
[[hands]]
name = "king and two low cards"
ranks = "K22"
pays = "5 to 1"
[[hands]]
name = "nothing above a seven"
highest = "7"
color = 2
pays = "2 to 1"
[[hands]]
name = "nothing below a ten"
lowest = "T"
pays = "3 to 2"
[[hands]]
name = "two suited"
suited = 2
pays = "1 to 2"
"""


def _naive_three(hand: tuple[str, ...]) -> str:
    """The twin: each hand's words read off the cards, one by one."""
    ranks, suits = sorted(RANKS.index(card[0]) for card in hand), [card[1] for card in hand]
    times = Counter(ranks)
    red = sum(suit in "dh" for suit in suits)
    one_color, one_suit = red in (0, 3), len(set(suits)) == 1
    run = len(times) == 3 and (ranks[2] - ranks[0] == 2 or ranks == [0, 1, 12])
    if one_suit and ranks == [10, 11, 12]:
        return "suited A-K-Q"
    if one_suit and run:
        return "straight flush"
    if any(count >= 2 and rank >= 9 for rank, count in times.items()):
        return "pair of jacks or better"
    if run and one_color:
        return "red or black run"
    if ranks == [0, 0, 11]:
        return "king and two low cards"
    if ranks[2] <= 5:
        return "nothing above a seven"
    if ranks[0] >= 8:
        return "nothing below a ten"
    if len(set(suits)) < 3:
        return "two suited"
    return ""


def test_every_hand_of_three_cards_is_counted_where_the_twin_counts_it() -> None:
    found = counted(parse_bet(THREE))
    twin = Counter(_naive_three(hand) for hand in combinations(DECK, 3))
    assert dict(zip((hand.name for hand in found.bet.hands), found.counts, strict=True)) == {
        name: twin[name] for name in (hand.name for hand in found.bet.hands)
    }
    assert found.cases == comb(52, 3)


def test_kinds_need_ranks_of_their_own() -> None:
    shapes = {}
    for kinds in ("[4, 2]", "[3, 3]", "[2, 2, 2]"):
        found = counted(
            parse_bet(f'name = "x"\ndeck = 6\n[[hands]]\nname = "h"\nkinds = {kinds}\npays = "1 to 1"')
        )
        shapes[kinds] = found.counts[0]
    # Six cards in two or three ranks, exactly: one rank never serves for two of the kinds.
    assert shapes["[4, 2]"] == 13 * 12 * comb(4, 2)
    assert shapes["[3, 3]"] == comb(13, 2) * 4 * 4
    assert shapes["[2, 2, 2]"] == comb(13, 3) * comb(4, 2) ** 3


def test_an_example_costs_what_the_same_table_of_the_rules_costs() -> None:
    bet = parse_bet((BETS / "trips.toml").read_text())
    ours = priced(counted(bet), tuple(hand.payouts[0] for hand in bet.hands))
    theirs = {
        price.table: price.compute()
        for price in prices(subject_of_rules("ma/ultimate-texas-holdem"))
        if price.bet == "trips"
    }["C"]
    assert ours.net == theirs.net  # type: ignore[union-attr]


def test_the_search_finds_every_table_of_the_window_and_ranks_the_nearest_first() -> None:
    found = counted(parse_bet((BETS / "red-or-suited.toml").read_text()))
    edge, hit_rate = Window(Fraction(3, 100), Fraction(4, 100)), Window(Fraction(1, 10), Fraction(3, 10))
    listed = []
    for pays in product(*(hand.payouts for hand in found.bet.hands)):
        returns = [returned(each) for each in pays]
        if returns == sorted(returns, reverse=True):
            odds = priced(found, pays)
            if (
                edge.least <= odds.house_edge <= edge.most
                and hit_rate.least <= odds.hit_rate <= hit_rate.most
            ):
                listed.append(abs(odds.house_edge - edge.middle))
    result = search(found, edge, hit_rate, 50)
    assert result.total == len(listed) > 50
    assert [abs(odds.house_edge - edge.middle) for odds in result.tables] == sorted(listed)[:50]


def test_hit_rate_leaves_out_tables_that_pay_the_last_hand() -> None:
    found = counted(parse_bet((BETS / "red-or-suited.toml").read_text()))
    result = search(found, Window(Fraction(0), Fraction(1)), Window(Fraction(0), Fraction(1, 10)), 10)
    assert result.total > 0
    assert all(odds.levels["one color"].pays == NOTHING for odds in result.tables)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "`name`"),
        ('name = "x"\ndeck = 3\nhands = []', "at least one hand"),
        ('name = "x"\ndeck = 8\n[[hands]]\nname = "h"\nsuited = 2\npays = "1 to 1"', "1 to 7"),
        ('name = "x"\n[[hands]]\nname = "h"\nsuited = 2\npays = "1 to 1"', "whose cards"),
        ('name = "x"\ndeck = 3\n[[hands]]\nname = "h"\npoker = "flush"\npays = "1 to 1"', "five cards"),
        ('name = "x"\ndeck = 3\n[[hands]]\nname = "h"\nsuited = 4\npays = "1 to 1"', "3 cards"),
        ('name = "x"\ndeck = 3\n[[hands]]\nname = "h"\nsuited = 2\npays = "$5"', "odds"),
        ('name = "x"\ndeck = 3\n[[hands]]\nname = "h"\nsuited = 2\npays = 5', "pays"),
        ('name = "x"\ndeck = 3\n[[hands]]\nname = "h"\nsuit = 2\npays = "1 to 1"', "suit"),
        ('name = "x"\ndeck = 3\n[[hands]]\nname = "h"\nranks = "1"\npays = "1 to 1"', "23456789TJQKA"),
        ('name = "x"\ndeck = 5\n[[hands]]\nname = "h"\npoker = "fluhs"\npays = "1 to 1"', "royal_flush"),
        (
            'name="x"\nrules="pa/x"\ncards=["flop"]\n[[hands]]\nname="h"\nsuited=2\npays="1 to 1"',
            "pa/x",
        ),
        (
            'name="x"\nrules="ma/four-card-poker"\ncards=["flop"]\n[[hands]]\nname="h"\nrun=2\npays="1 to 1"',
            "no cards",
        ),
    ],
)
def test_a_bet_that_cannot_be_read_is_refused_in_one_line(text: str, named: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_bet(text)
    assert refused.value.code == "bad_bet"
    assert named in refused.value.message
    assert "\n" not in refused.value.message


def test_a_hand_that_is_never_paid_is_refused_by_name() -> None:
    text = (
        'name = "x"\ndeck = 3\n[[hands]]\nname = "suited"\nsuited = 3\npays = "3 to 1"\n'
        '[[hands]]\nname = "straight flush"\nsuited_run = 3\npays = "9 to 1"'
    )
    with pytest.raises(Refusal, match="'straight flush'"):
        counted(parse_bet(text))
