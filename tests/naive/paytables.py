"""Every pay table of the five rule sets, retyped from the documents.

Odds are pairs ("3 to 2" is (3, 2)); awards of progressives are written as printed, naming the meter.
Rows stand in the order in which they are looked up, the highest first.
"""

from tests.naive.money import Odds

OddsTables = dict[str, dict[str, Odds]]
AwardTables = dict[str, dict[str, str]]


def _to_one(names: str, rows: dict[str, list[int]]) -> OddsTables:
    """Columns of odds "to 1" from rows as printed."""
    columns = names.split()
    assert all(len(cells) == len(columns) for cells in rows.values())
    return {name: {row: (cells[i], 1) for row, cells in rows.items()} for i, name in enumerate(columns)}


# ma-hcf-11.c and nj-hcf-38.11.c, as printed.
FLUSH_BONUS_MA_NJ = _to_one(
    "A B C D E F G H I J K L M N",
    {
        "flush_7": [300, 100, 200, 300, 200, 500, 400, 1000, 150, 150, 400, 300, 500, 500],
        "flush_6": [100, 20, 20, 75, 60, 50, 60, 50, 20, 25, 100, 80, 80, 100],
        "flush_5": [10, 10, 10, 5, 12, 12, 12, 10, 10, 10, 10, 11, 11, 10],
        "flush_4": [1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1],
    },
)

# md-hcf-12.B(1) to (15), typed paytable by paytable: seven, six, five, four cards.
_FLUSH_BONUS_MD_PRINTED = {
    "A": (300, 100, 10, 1),
    "B": (100, 20, 10, 2),
    "C": (200, 20, 10, 2),
    "D": (300, 75, 5, 2),
    "E": (200, 60, 12, 1),
    "F": (500, 50, 12, 1),
    "G": (400, 60, 12, 1),
    "H": (1000, 50, 10, 1),
    "I": (150, 20, 10, 2),
    "J": (150, 25, 10, 2),
    "K": (400, 100, 10, 1),
    "L": (300, 80, 11, 1),
    "M": (500, 80, 11, 1),
    "N": (500, 100, 10, 1),
    "O": (250, 100, 10, 1),
}
FLUSH_BONUS_MD: OddsTables = {
    name: {f"flush_{7 - i}": (pays, 1) for i, pays in enumerate(column)}
    for name, column in _FLUSH_BONUS_MD_PRINTED.items()
}

# ma-hcf-11.d, nj-hcf-38.11.d, md-hcf-12.C(1) to (6).
_STRAIGHT_FLUSH_BONUS = _to_one(
    "A B C D E F",
    {
        "straight_flush_7": [8000, 500, 500, 1000, 500, 1000],
        "straight_flush_6": [1000, 200, 200, 500, 200, 500],
        "straight_flush_5": [100, 100, 100, 100, 100, 100],
        "straight_flush_4": [60, 50, 75, 75, 60, 60],
        "straight_flush_3": [7, 9, 7, 7, 8, 8],
    },
)
# Table G of Massachusetts and New Jersey prints "Bonus": the operator sets the five amounts (11.g).
STRAIGHT_FLUSH_BONUS_MA_NJ: OddsTables = {
    **_STRAIGHT_FLUSH_BONUS,
    "G": {f"straight_flush_{number}": (0, 1) for number in (7, 6, 5, 4, 3)},
}
STRAIGHT_FLUSH_BONUS_MD: OddsTables = {
    **_STRAIGHT_FLUSH_BONUS,
    "G": {
        "straight_flush_7": (500, 1),
        "straight_flush_6": (200, 1),
        "straight_flush_5": (100, 1),
        "straight_flush_4": (50, 1),
        "four_of_a_kind": (25, 1),
        "straight_flush_3": (8, 1),
    },
}


def _run_awards(
    seven: str, six: str, five: str, four: str, three: str = "", ace_to_nine: str = ""
) -> dict[str, str]:
    """A High Card Flush progressive column, seven cards down to three; "" where the row is not printed."""
    awards = {
        "straight_flush_7": seven,
        "suited_ace_to_nine": ace_to_nine,
        "straight_flush_6": six,
        "straight_flush_5": five,
        "straight_flush_4": four,
        "straight_flush_3": three,
    }
    return {row: pays for row, pays in awards.items() if pays}


ALL_OF_MAIN = "100% of main"
TENTH_OF_MAIN = "10% of main"

# ma-hcf-11.e
PROGRESSIVE_MA: AwardTables = {
    "A": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$250", "$50", "$3"),
    "B": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$750", "$60"),
    "C": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$300", "$50", "$3"),
    "D": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$800", "$50"),
}
# nj-hcf-38.11.e: in C and D "7 Card Straight Flush Or AKQJT9 Suited" is 100%.
PROGRESSIVE_NJ: AwardTables = {
    "A": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$250", "$50", "$3"),
    "B": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$750", "$60"),
    "C": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$300", "$50", "$3", ace_to_nine=ALL_OF_MAIN),
    "D": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$800", "$50", ace_to_nine=ALL_OF_MAIN),
}
# md-hcf-12.E.1
PROGRESSIVE_MD: AwardTables = {
    "A": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$250", "$40", "$3"),
    "B": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$900", "$50"),
    "C": _run_awards(ALL_OF_MAIN, ALL_OF_MAIN, "$200", "$40", "$3"),
    "D": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$250", "$40", "$3", ace_to_nine=ALL_OF_MAIN),
    "E": _run_awards(ALL_OF_MAIN, TENTH_OF_MAIN, "$800", "$50", ace_to_nine=ALL_OF_MAIN),
}
# Contribution rates, percent to main and to secondary (ma-hcf-11.f, nj-hcf-38.11.f).
CONTRIBUTION_MA_NJ = {"A": (24, 2), "B": (23, 2), "C": (21, 5), "D": (25, 5)}
# Least initial and reset amount, dollars (md-hcf-12.E.2.b).
LEAST_RESET_MD = {"A": 30_000, "B": 30_000, "C": 5_000, "D": 30_000, "E": 25_000}
# Envy for a $1 wager, dollars (md-hcf-12.E.5).
ENVY_MD: dict[str, dict[str, int]] = {
    "A": {},
    "B": {},
    "C": {"straight_flush_7": 200, "straight_flush_6": 200},
    "D": {"straight_flush_7": 250},
    "E": {"straight_flush_7": 250},
}

# ma-uth-11.c; less than a straight pushes.
BLIND: dict[str, Odds] = {
    "royal_flush": (500, 1),
    "straight_flush": (50, 1),
    "four_of_a_kind": (10, 1),
    "full_house": (3, 1),
    "flush": (3, 2),
    "straight": (1, 1),
}
# ma-uth-11.d
TRIPS = _to_one(
    "A B C D",
    {
        "royal_flush": [50, 50, 50, 50],
        "straight_flush": [40, 40, 40, 40],
        "four_of_a_kind": [30, 30, 30, 20],
        "full_house": [9, 8, 8, 7],
        "flush": [7, 6, 7, 6],
        "straight": [4, 5, 4, 5],
        "three_of_a_kind": [3, 3, 3, 3],
    },
)
# ma-uth-13.k, by the number of hands, players and dealer.
COVER_ALL_ULTIMATE = _to_one(
    "7 6 5 4 3 2",
    {
        "royal_flush": [70, 80, 100, 125, 150, 200],
        "straight_flush": [30, 40, 40, 70, 80, 100],
        "four_of_a_kind": [20, 30, 35, 40, 50, 70],
        "full_house": [4, 4, 5, 6, 8, 12],
    },
)

# ma-fcp-11.a.2
ANTE_BONUS: dict[str, Odds] = {
    "four_of_a_kind": (25, 1),
    "straight_flush": (20, 1),
    "three_of_a_kind": (2, 1),
}
# ma-fcp-11.a.3
ACES_UP = _to_one(
    "I II III IV V VI VII",
    {
        "four_of_a_kind": [50, 50, 50, 50, 50, 50, 50],
        "straight_flush": [40, 40, 30, 30, 40, 40, 40],
        "three_of_a_kind": [9, 7, 9, 7, 8, 8, 7],
        "flush": [6, 6, 6, 6, 5, 6, 5],
        "straight": [4, 5, 4, 5, 4, 4, 4],
        "two_pair": [2, 2, 2, 2, 3, 2, 3],
        "pair_of_aces": [1, 1, 1, 1, 1, 1, 1],
    },
)
# ma-fcp-12.k, in the bet's own order of rows.
COVER_ALL_FOUR_CARD = _to_one(
    "7 6 5 4 3 2",
    {
        "four_aces": [100, 100, 125, 150, 200, 250],
        "royal_flush": [50, 50, 80, 90, 100, 125],
        "four_of_a_kind": [35, 30, 50, 60, 80, 90],
        "straight_flush": [20, 15, 30, 30, 50, 70],
        "three_of_a_kind": [3, 4, 4, 5, 6, 8],
    },
)
# ma-fcp-13.a.1
PROGRESSIVE_FOUR_CARD: AwardTables = {
    "A": {
        "four_aces": ALL_OF_MAIN,
        "four_of_a_kind": "300 for 1",
        "straight_flush": "100 for 1",
        "three_of_a_kind": "9 for 1",
    },
    "B": {
        "four_aces": ALL_OF_MAIN,
        "four_of_a_kind": "300 for 1",
        "straight_flush": "100 for 1",
        "three_of_a_kind": "15 for 1",
    },
}
# ma-fcp-13.a.5, dollars, by table and by the receiving player's stake in dollars.
ENVY_FOUR_CARD: dict[str, dict[int, dict[str, int]]] = {
    "A": {
        1: {"four_aces": 100, "four_of_a_kind": 10, "straight_flush": 5},
        5: {"four_aces": 500, "four_of_a_kind": 50, "straight_flush": 25},
    },
    "B": {
        1: {"four_aces": 100, "four_of_a_kind": 25},
        5: {"four_aces": 500, "four_of_a_kind": 125},
    },
}
_BELOW_FOUR_OF_A_KIND = {
    "full_house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three_of_a_kind": "9 for 1",
}
_FROM_FOUR_OF_A_KIND = {"four_of_a_kind": "300 for 1"} | _BELOW_FOUR_OF_A_KIND
# ma-fcp-13.b
MULTI_GAME_LINK: AwardTables = {
    "PTMGL01": {"royal_flush": ALL_OF_MAIN, "straight_flush": TENTH_OF_MAIN} | _FROM_FOUR_OF_A_KIND,
    "PTMGL02": {"royal_flush": ALL_OF_MAIN, "straight_flush": TENTH_OF_MAIN} | _FROM_FOUR_OF_A_KIND,
    "PTMGL04": {"straight_flush": ALL_OF_MAIN} | _FROM_FOUR_OF_A_KIND,
    "PTMGLML01": {"royal_flush": "100% of major", "straight_flush": "100% of minor"} | _FROM_FOUR_OF_A_KIND,
    "PTMGLML02": {
        "royal_flush": "100% of mega",
        "straight_flush": "100% of major",
        "four_of_a_kind": "100% of minor",
    }
    | _BELOW_FOUR_OF_A_KIND
    | {"three_of_a_kind": "10 for 1"},
    "PTMGLML03": {
        "royal_flush": "100% of mega",
        "straight_flush": "100% of major",
        "four_of_a_kind": "100% of minor",
    }
    | _BELOW_FOUR_OF_A_KIND,
}
ENVY_MULTI_GAME_LINK: dict[str, dict[str, int]] = {
    "PTMGL01": {"royal_flush": 1000, "straight_flush": 300},
    "PTMGL02": {"royal_flush": 5000, "straight_flush": 1500},
    "PTMGL04": {"straight_flush": 250},
    "PTMGLML01": {"royal_flush": 1000, "straight_flush": 300},
    "PTMGLML02": {"royal_flush": 1000, "straight_flush": 300},
    "PTMGLML03": {"royal_flush": 1000, "straight_flush": 300},
}
# Meter seeds in dollars for a $1 wager; also the least reset of tables A and B (ma-fcp-13.a.3, 13.b).
SEED_FOUR_CARD: dict[str, dict[str, int]] = {
    "A": {"main": 5_000},
    "B": {"main": 1_000},
    "PTMGL01": {"main": 10_000},
    "PTMGL02": {"main": 10_000},
    "PTMGL04": {"main": 1_000},
    "PTMGLML01": {"major": 10_000, "minor": 1_000},
    "PTMGLML02": {"mega": 10_000, "major": 1_000, "minor": 250},
    "PTMGLML03": {"mega": 10_000, "major": 1_000, "minor": 250},
}
# Rows that a filed Ultimate progressive may have, highest first (ma-uth-14 prints none).
ULTIMATE_PROGRESSIVE_LADDER = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
)
