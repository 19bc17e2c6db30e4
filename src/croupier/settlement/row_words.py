"""Rows of pay tables in words."""

_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}

ROW_WORDS: dict[str, str] = {
    **{f"flush_{cards}": f"{word}-card flush" for cards, word in _NUMBERS.items()},
    **{f"straight_flush_{cards}": f"{word}-card straight flush" for cards, word in _NUMBERS.items()},
    "suited_ace_to_nine": "suited ace to nine",
    "royal_flush": "royal flush",
    "straight_flush": "straight flush",
    "four_aces": "four aces",
    "four_of_a_kind": "four of a kind",
    "full_house": "full house",
    "flush": "flush",
    "straight": "straight",
    "three_of_a_kind": "three of a kind",
    "two_pair": "two pair",
    "pair_of_aces": "pair of aces",
}
