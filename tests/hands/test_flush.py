"""The hands of High Card Flush: Massachusetts section 5, New Jersey 38.5, Maryland chapter 6."""

from itertools import permutations
from random import Random

import pytest

from croupier.cards import RANKS, SUITS, card_set, set_of
from croupier.hands.flush import (
    flush_length,
    flush_strength,
    has_four_of_a_kind,
    has_suited_ace_to_nine,
    longest_straight_flush,
    longest_straight_flush_of_suit,
)
from tests.hands import naive
from tests.hands.naive import assert_same_order, deals

ACE_HIGH_ONLY, ACE_HIGH_OR_LOW = 0, 1

# The highest and the lowest flush of each length, with other cards that make no longer flush.
EXTREMES = {
    7: ("As Ks Qs Js Ts 9s 8s", "2s 3s 4s 5s 6s 7s 8s"),
    6: ("As Ks Qs Js Ts 9s Ah", "2s 3s 4s 5s 6s 7s Ah"),
    5: ("As Ks Qs Js Ts Ah Ad", "2s 3s 4s 5s 6s Ah Ad"),
    4: ("As Ks Qs Js Ah Kh Ad", "2s 3s 4s 5s Ah Ad Ac"),
    3: ("As Ks Qs Ah Kh Ad Kd", "2s 3s 4s 2h 3h 2d 3d"),
    2: ("As Ks Ah Kh Ad Kd Ac", "2s 3s 2h 3h 2d 3d 2c"),
}


def strength(text: str) -> int:
    return flush_strength(set_of(text))


@pytest.mark.clause("ma-hcf-5.a.s1", "nj-hcf-38.5.a.s1", "md-hcf-6.A", shows="computed")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    for low, high in zip("23456789TJQK", "3456789TJQKA", strict=True):
        rest = " ".join(f"{rank}s" for rank in [rank for rank in RANKS if rank not in (low, high)][:3])
        others = "2h 3h 2d"
        assert strength(f"{high}s {rest} {others}") > strength(f"{low}s {rest} {others}"), (high, low)


@pytest.mark.clause("ma-hcf-5.a.s2", "nj-hcf-38.5.a.s2", shows="computed")
@pytest.mark.parametrize(
    ("run", "length"),
    [("A23", 3), ("A234", 4), ("A2345", 5), ("A23456", 6), ("A234567", 7)],
)
@pytest.mark.parametrize("suit", SUITS)
def test_an_ace_may_complete_a_straight_flush_with_2_3_and_the_cards_after(
    run: str, length: int, suit: str
) -> None:
    cards = set_of(" ".join(rank + suit for rank in run)) | _other_cards(7 - length, suit)
    assert longest_straight_flush(cards, ACE_HIGH_OR_LOW) == length


@pytest.mark.clause("md-hcf-6.A", shows="computed")
@pytest.mark.parametrize(
    ("run", "length"),
    [("A23", 2), ("A234", 3), ("A2345", 4), ("A23456", 5), ("A234567", 6)],
)
def test_in_maryland_the_ace_is_above_the_king_alone(run: str, length: int) -> None:
    cards = set_of(" ".join(rank + "h" for rank in run)) | _other_cards(7 - len(run), "h")
    assert longest_straight_flush(cards, ACE_HIGH_ONLY) == length


@pytest.mark.clause("ma-hcf-5.a.s1", "nj-hcf-38.5.a.s1", "md-hcf-6.A", shows="computed")
def test_the_ace_stays_high_when_flushes_are_compared() -> None:
    assert strength("As 2s 3s 9h 8h 7d 6d") > strength("Ks Qs Js 9h 8h 7d 6d")


WRAPPED = [
    ("Kh Ah 2h", 2),
    ("Qh Kh Ah 2h", 3),
    ("Kh Ah 2h 3h", 3),
    ("Qh Kh Ah 2h 3h", 3),
    ("Jh Qh Kh Ah 2h 3h", 4),
]


@pytest.mark.clause("ma-hcf-5.a.s3", "nj-hcf-38.5.a.s3", shows="computed")
@pytest.mark.parametrize(("run", "length"), WRAPPED)
def test_no_straight_flush_runs_through_the_ace(run: str, length: int) -> None:
    assert longest_straight_flush(set_of(run), ACE_HIGH_OR_LOW) == length


@pytest.mark.clause("ma-hcf-5.b.1", "nj-hcf-38.5.b.1", "md-hcf-6.C", shows="computed")
def test_any_flush_of_more_cards_beats_every_flush_of_fewer() -> None:
    for length in range(3, 8):
        _, lowest = EXTREMES[length]
        highest, _ = EXTREMES[length - 1]
        assert strength(lowest) > strength(highest), length


@pytest.mark.clause("ma-hcf-5.b.1", "nj-hcf-38.5.b.1", shows="computed")
def test_the_example_of_a_four_card_flush() -> None:
    """ "A maximum four card flush beats any … three card flush, but loses to any … five card flush."""
    four = strength("Ts 8s 4s 2s Ah Kd Qc")
    assert strength(EXTREMES[3][0]) < four < strength(EXTREMES[5][1])


@pytest.mark.clause("ma-hcf-5.b.2", "nj-hcf-38.5.b.2", "md-hcf-6.D.1", shows="computed")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As 3s 2s 9h 8h 7d 6d", "Ks Qs Js 9h 8h 7d 6d"),
        ("Ks Ts 2s 9h 8h 7d 6d", "Kc 9c 8c 9h 8h 7d 6d"),
        ("Ks Ts 4s 9h 8h 7d 6d", "Kc Tc 3c Ah Qh Jd 6d"),
        ("7s 6s 5s 4s 3s 2h 2d", "7c 6c 5c 4c 2c Ah Kd"),
        ("9s 7s 6s 5s 4s 3s 2h", "8c 7c 6c 5c 4c 3c Ah"),
        ("As Qs Js Ts 9s 8s 6s", "Ac Qc Jc Tc 9c 8c 5c"),
        ("As 2s Kh Qh Jd Td 9c", "Ks Qs Kh Qh Jd Td 9c"),
    ],
)
def test_flushes_of_one_size_are_compared_card_by_card_from_the_highest(higher: str, lower: str) -> None:
    assert flush_length(strength(higher)) == flush_length(strength(lower))
    assert strength(higher) > strength(lower)


@pytest.mark.clause("ma-hcf-5.b.2", "nj-hcf-38.5.b.2", "md-hcf-6.D.1", shows="computed")
def test_of_two_flushes_of_one_size_in_a_hand_the_higher_counts() -> None:
    for order in permutations(SUITS):
        one, other, third, _ = order
        hand = f"7{one} 6{one} 5{one} 8{other} 3{other} 2{other} A{third}"
        assert strength(hand) == strength("8s 3s 2s 2h 3h 2d 3d"), order
        assert strength(hand) > strength("7s 6s 5s 2h 3h 2d 3d"), order


@pytest.mark.clause("md-hcf-6.D.2", shows="computed")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ks Ts 4s 9h 8h 7d 6d", "Kc Tc 4c Ah Qh Jd 2d"),
        ("As Qs Js Ts 9s 8s 6s", "Ac Qc Jc Tc 9c 8c 6c"),
        ("As Ks Qh Jh Td 9d 8c", "Ad Kd Qc Jc Th 9h 2s"),
    ],
)
def test_flushes_of_the_same_ranks_tie_whatever_the_other_cards(one: str, other: str) -> None:
    assert strength(one) == strength(other)


@pytest.mark.clause("md-hcf-6.B", shows="computed")
def test_all_suits_are_equal() -> None:
    for hand in ("Ks Ts 4s 9h 8h 7d 6d", "7s 6s 5s 8h 3h 2h Ad", "As Kh 2s Qh 3d 9d 4c"):
        orders = ["".join(order) for order in permutations(SUITS)]
        assert len({strength(hand.translate(str.maketrans(SUITS, order))) for order in orders}) == 1


@pytest.mark.parametrize(
    "length",
    [
        pytest.param(
            7, marks=pytest.mark.clause("ma-hcf-5.c.6", "nj-hcf-38.5.c.7", "md-hcf-6.C.1", shows="computed")
        ),
        pytest.param(
            6, marks=pytest.mark.clause("ma-hcf-5.c.7", "nj-hcf-38.5.c.8", "md-hcf-6.C.2", shows="computed")
        ),
        pytest.param(
            5, marks=pytest.mark.clause("ma-hcf-5.c.8", "nj-hcf-38.5.c.9", "md-hcf-6.C.3", shows="computed")
        ),
        pytest.param(
            4, marks=pytest.mark.clause("ma-hcf-5.c.9", "nj-hcf-38.5.c.10", "md-hcf-6.C.4", shows="computed")
        ),
        pytest.param(3, marks=pytest.mark.clause("md-hcf-6.C.5", shows="computed")),
        pytest.param(2, marks=pytest.mark.clause("md-hcf-6.C.6", shows="computed")),
    ],
)
def test_a_flush_is_so_many_cards_of_one_suit_regardless_of_rank(length: int) -> None:
    random = Random(length)
    for _ in range(200):
        suit = random.randrange(4)
        ranks = random.sample(range(13), length)
        cards = card_set(13 * suit + rank for rank in ranks)
        # Fill up with other suits, none of which gets more cards than the flush.
        elsewhere = [other for other in range(4) if other != suit]
        for place in range(7 - length):
            cards |= 1 << 13 * elsewhere[place % 3] + random.choice(range(place // 3 * 6, place // 3 * 6 + 6))
        assert cards.bit_count() == 7
        assert flush_length(flush_strength(cards)) == length


@pytest.mark.parametrize(
    ("length", "ace_low"),
    [
        pytest.param(7, 1, marks=pytest.mark.clause("ma-hcf-5.c.1", "nj-hcf-38.5.c.1", shows="computed")),
        pytest.param(6, 1, marks=pytest.mark.clause("ma-hcf-5.c.3", "nj-hcf-38.5.c.3", shows="computed")),
        pytest.param(5, 1, marks=pytest.mark.clause("ma-hcf-5.c.4", "nj-hcf-38.5.c.4", shows="computed")),
        pytest.param(4, 1, marks=pytest.mark.clause("ma-hcf-5.c.5.s1", "nj-hcf-38.5.c.5", shows="computed")),
        pytest.param(3, 1, marks=pytest.mark.clause("ma-hcf-5.c.5.s2", "nj-hcf-38.5.c.6", shows="computed")),
        pytest.param(7, 0, marks=pytest.mark.clause("md-hcf-6.E.1", shows="computed")),
        pytest.param(6, 0, marks=pytest.mark.clause("md-hcf-6.E.2", shows="computed")),
        pytest.param(5, 0, marks=pytest.mark.clause("md-hcf-6.E.3", shows="computed")),
        pytest.param(4, 0, marks=pytest.mark.clause("md-hcf-6.E.4", shows="computed")),
        pytest.param(3, 0, marks=pytest.mark.clause("md-hcf-6.E.5", shows="computed")),
    ],
)
@pytest.mark.parametrize("suit", SUITS)
def test_a_straight_flush_is_so_many_cards_of_one_suit_in_consecutive_rank(
    length: int, ace_low: int, suit: str
) -> None:
    other_suit = SUITS[(SUITS.index(suit) + 1) % 4]
    ladder = "A" * ace_low + RANKS
    for start in range(len(ladder) - length + 1):
        run = ladder[start : start + length]
        others = _other_cards(7 - length, suit)
        whole = set_of(" ".join(rank + suit for rank in run)) | others
        assert longest_straight_flush(whole, ace_low) == length, run

        # One card of another suit in its place, and the rest is shorter.
        for place in range(length):
            mixed = [rank + (other_suit if at == place else suit) for at, rank in enumerate(run)]
            assert longest_straight_flush(set_of(" ".join(mixed)), ace_low) < length, mixed


@pytest.mark.clause("md-hcf-6.E", shows="computed")
def test_the_straight_flush_hands_of_a_hand_are_its_longest_run() -> None:
    """Seven cards may hold two straight flushes; the list begins with the longest."""
    assert longest_straight_flush(set_of("2c 3c 4c 9d Td Jd Qd"), ACE_HIGH_ONLY) == 4
    assert longest_straight_flush(set_of("2c 3c 4c 6c 7c 8c 9c"), ACE_HIGH_ONLY) == 4
    assert longest_straight_flush(set_of("2c 3c 4c 5d 6d 7d 9s"), ACE_HIGH_ONLY) == 3
    assert longest_straight_flush(set_of("2c 4c 6c 8c Tc Qc Ad"), ACE_HIGH_ONLY) == 1


@pytest.mark.clause("ma-hcf-5.c.2", "nj-hcf-38.5.c.2", shows="computed")
def test_a_suit_specific_straight_flush_counts_in_the_suit_that_was_selected_alone() -> None:
    """The documents' example: diamonds selected, K-Q-J-T-9-8-7."""
    diamonds = SUITS.index("d")
    for suit in SUITS:
        cards = set_of(" ".join(rank + suit for rank in "KQJT987"))
        length = longest_straight_flush_of_suit(cards, diamonds, ACE_HIGH_OR_LOW)
        assert (length == 7) == (suit == "d")
    low = set_of("Ad 2d 3d 4d 5d 6d 7d")
    assert longest_straight_flush_of_suit(low, diamonds, ACE_HIGH_OR_LOW) == 7


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("2d 3d 9d 4c 5h 6s Kc", True),  # the example of the definition
        ("2d 3d 8d 4c 5h 6s Kc", False),
        ("6d 7d 8d 4c 5h 6s Kc", False),
        ("2d 3d Ad 4c 5h 6s Kc", True),
        ("2d 3d 4d 5d 5h 6s Kc", True),  # reading MA-31: a four-card flush, five high
        ("5d 6d 7d 8d 5h 6s Kc", True),
        ("Ad Kd Ac Kc Ah Kh As", False),
    ],
)
def test_the_dealer_qualifies_with_a_three_card_flush_nine_high(hand: str, answer: bool) -> None:
    assert (strength(hand) >= strength("9s 3s 2s")) is answer


def test_ace_to_nine_of_one_suit() -> None:
    for suit in SUITS:
        run = " ".join(rank + suit for rank in "AKQJT9")
        assert has_suited_ace_to_nine(set_of(run) | _other_cards(1, suit))
        assert has_suited_ace_to_nine(set_of(f"{run} 8{suit}"))
        assert not has_suited_ace_to_nine(set_of(" ".join(rank + suit for rank in "KQJT987")))
        other_suit = SUITS[(SUITS.index(suit) + 1) % 4]
        for place in range(6):
            mixed = [rank + (other_suit if at == place else suit) for at, rank in enumerate("AKQJT9")]
            assert not has_suited_ace_to_nine(set_of(" ".join(mixed)))


def test_four_of_a_kind_among_seven() -> None:
    for rank in RANKS:
        kind = {rank + suit for suit in SUITS}
        others = {"2h", "7d", "Kc", "9s", "Qd"} - kind
        assert has_four_of_a_kind(set_of(" ".join(kind | set(sorted(others)[:3]))))
        assert not has_four_of_a_kind(set_of(" ".join(set(sorted(kind)[:3]) | set(sorted(others)[:4]))))


def test_strength_orders_hands_as_the_naive_ranking_does() -> None:
    dealt = list(deals(20000, (7,), seed=7))
    strengths = [strength(" ".join(hand)) for hand in dealt]
    keys = [naive.largest_flush(hand) for hand in dealt]
    assert {flush_length(each) for each in strengths} >= {2, 3, 4, 5, 6, 7}
    assert [flush_length(each) for each in strengths] == [key[0] for key in keys]
    assert_same_order(strengths, keys)


@pytest.mark.parametrize("ace_low", [0, 1])
def test_the_longest_straight_flush_is_the_naive_one(ace_low: int) -> None:
    lengths = set()
    for hand in deals(4000, (7,), seed=70 + ace_low):
        length = longest_straight_flush(set_of(" ".join(hand)), ace_low)
        assert length == naive.longest_straight_flush(hand, bool(ace_low)), hand
        lengths.add(length)
    assert lengths >= {1, 2, 3, 4, 5, 6}


def _other_cards(count: int, suit: str) -> int:
    """Cards of other suits, no two of which are neighbors of one suit."""
    others = ["4c", "7d", "9h", "Js", "6c", "9d"]
    return set_of(" ".join([card for card in others if card[1] != suit][:count]))
