"""Every figure of the documents, typed again from their text and compared with the rulebook's data.

A test that bears a clause checks the figures of that clause, and that the datum cites it. That is no outcome,
and counts for no status of the clause.
"""

from typing import cast

import pytest

from croupier.rulebook.catalog import rule_set, rule_sets
from croupier.rulebook.model import PayTable, RuleSet

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
UTH, FCP = "ma/ultimate-texas-holdem", "ma/four-card-poker"

clause = pytest.mark.figures_of
param = pytest.param

FLUSHES = "flush_7 flush_6 flush_5 flush_4"
RUNS = "straight_flush_7 straight_flush_6 straight_flush_5 straight_flush_4 straight_flush_3"
RUNS_MD = RUNS.replace("straight_flush_3", "four_of_a_kind straight_flush_3")
RUNS_AND_ACE_TO_NINE = RUNS.replace("straight_flush_7", "straight_flush_7 suited_ace_to_nine")
STRAIGHTS_UP = "royal_flush straight_flush four_of_a_kind full_house flush straight"
TRIPS_UP = STRAIGHTS_UP + " three_of_a_kind"
FOUR_CARD = "four_of_a_kind straight_flush three_of_a_kind"

ROWS = {
    (MA, "flush_bonus"): FLUSHES,
    (NJ, "flush_bonus"): FLUSHES,
    (MD, "flush_bonus"): FLUSHES,
    (MA, "straight_flush_bonus"): RUNS,
    (NJ, "straight_flush_bonus"): RUNS,
    (MD, "straight_flush_bonus"): RUNS_MD,
    (UTH, "blind"): STRAIGHTS_UP,
    (UTH, "trips"): TRIPS_UP,
    (UTH, "cover_all"): "royal_flush straight_flush four_of_a_kind full_house",
    (FCP, "ante_bonus"): FOUR_CARD,
    (FCP, "aces_up"): FOUR_CARD + " flush straight two_pair pair_of_aces",
    (FCP, "cover_all"): "four_aces royal_flush " + FOUR_CARD,
} | {(rules, wager): "win" for rules in (MA, NJ, MD) for wager in ("ante", "raise")}
ROWS |= {(rules, wager): "win" for rules in (UTH, FCP) for wager in ("ante", "play")}

# Odds to 1, one line a table, from the highest row down; "3/2" is 3 to 2, "-" a hand that it does not pay.
ODDS = [
    param(MA, "ante", "printed", "1", marks=clause("ma-hcf-11.b.s1")),
    param(MA, "raise", "printed", "1", marks=clause("ma-hcf-11.b.s2")),
    param(NJ, "ante", "printed", "1", marks=clause("nj-hcf-38.11.b.s1")),
    param(NJ, "raise", "printed", "1", marks=clause("nj-hcf-38.11.b.s2")),
    param(MD, "ante", "printed", "1", marks=clause("md-hcf-12.A")),
    param(MD, "raise", "printed", "1", marks=clause("md-hcf-12.A")),
    param(UTH, "ante", "printed", "1", marks=clause("ma-uth-11.b")),
    param(UTH, "play", "printed", "1", marks=clause("ma-uth-11.b")),
    param(UTH, "blind", "printed", "500 50 10 3 3/2 1", marks=clause("ma-uth-11.c")),
    param(FCP, "ante", "printed", "1", marks=clause("ma-fcp-11.a.1")),
    param(FCP, "play", "printed", "1", marks=clause("ma-fcp-11.a.1")),
    param(FCP, "ante_bonus", "printed", "25 20 2", marks=clause("ma-fcp-11.a.2")),
    param(MA, "flush_bonus", "A", "300 100 10 1", marks=clause("ma-hcf-11.c.A")),
    param(MA, "flush_bonus", "B", "100 20 10 1", marks=clause("ma-hcf-11.c.B")),
    param(MA, "flush_bonus", "C", "200 20 10 2", marks=clause("ma-hcf-11.c.C")),
    param(MA, "flush_bonus", "D", "300 75 5 2", marks=clause("ma-hcf-11.c.D")),
    param(MA, "flush_bonus", "E", "200 60 12 2", marks=clause("ma-hcf-11.c.E")),
    param(MA, "flush_bonus", "F", "500 50 12 1", marks=clause("ma-hcf-11.c.F")),
    param(MA, "flush_bonus", "G", "400 60 12 1", marks=clause("ma-hcf-11.c.G")),
    param(MA, "flush_bonus", "H", "1000 50 10 1", marks=clause("ma-hcf-11.c.H")),
    param(MA, "flush_bonus", "I", "150 20 10 1", marks=clause("ma-hcf-11.c.I")),
    param(MA, "flush_bonus", "J", "150 25 10 2", marks=clause("ma-hcf-11.c.J")),
    param(MA, "flush_bonus", "K", "400 100 10 2", marks=clause("ma-hcf-11.c.K")),
    param(MA, "flush_bonus", "L", "300 80 11 1", marks=clause("ma-hcf-11.c.L")),
    param(MA, "flush_bonus", "M", "500 80 11 1", marks=clause("ma-hcf-11.c.M")),
    param(MA, "flush_bonus", "N", "500 100 10 1", marks=clause("ma-hcf-11.c.N")),
    param(MA, "straight_flush_bonus", "A", "8000 1000 100 60 7", marks=clause("ma-hcf-11.d.A")),
    param(MA, "straight_flush_bonus", "B", "500 200 100 50 9", marks=clause("ma-hcf-11.d.B")),
    param(MA, "straight_flush_bonus", "C", "500 200 100 75 7", marks=clause("ma-hcf-11.d.C")),
    param(MA, "straight_flush_bonus", "D", "1000 500 100 75 7", marks=clause("ma-hcf-11.d.D")),
    param(MA, "straight_flush_bonus", "E", "500 200 100 60 8", marks=clause("ma-hcf-11.d.E")),
    param(MA, "straight_flush_bonus", "F", "1000 500 100 60 8", marks=clause("ma-hcf-11.d.F")),
    param(NJ, "flush_bonus", "A", "300 100 10 1", marks=clause("nj-hcf-38.11.c.A")),
    param(NJ, "flush_bonus", "B", "100 20 10 1", marks=clause("nj-hcf-38.11.c.B")),
    param(NJ, "flush_bonus", "C", "200 20 10 2", marks=clause("nj-hcf-38.11.c.C")),
    param(NJ, "flush_bonus", "D", "300 75 5 2", marks=clause("nj-hcf-38.11.c.D")),
    param(NJ, "flush_bonus", "E", "200 60 12 2", marks=clause("nj-hcf-38.11.c.E")),
    param(NJ, "flush_bonus", "F", "500 50 12 1", marks=clause("nj-hcf-38.11.c.F")),
    param(NJ, "flush_bonus", "G", "400 60 12 1", marks=clause("nj-hcf-38.11.c.G")),
    param(NJ, "flush_bonus", "H", "1000 50 10 1", marks=clause("nj-hcf-38.11.c.H")),
    param(NJ, "flush_bonus", "I", "150 20 10 1", marks=clause("nj-hcf-38.11.c.I")),
    param(NJ, "flush_bonus", "J", "150 25 10 2", marks=clause("nj-hcf-38.11.c.J")),
    param(NJ, "flush_bonus", "K", "400 100 10 2", marks=clause("nj-hcf-38.11.c.K")),
    param(NJ, "flush_bonus", "L", "300 80 11 1", marks=clause("nj-hcf-38.11.c.L")),
    param(NJ, "flush_bonus", "M", "500 80 11 1", marks=clause("nj-hcf-38.11.c.M")),
    param(NJ, "flush_bonus", "N", "500 100 10 1", marks=clause("nj-hcf-38.11.c.N")),
    param(NJ, "straight_flush_bonus", "A", "8000 1000 100 60 7", marks=clause("nj-hcf-38.11.d.A")),
    param(NJ, "straight_flush_bonus", "B", "500 200 100 50 9", marks=clause("nj-hcf-38.11.d.B")),
    param(NJ, "straight_flush_bonus", "C", "500 200 100 75 7", marks=clause("nj-hcf-38.11.d.C")),
    param(NJ, "straight_flush_bonus", "D", "1000 500 100 75 7", marks=clause("nj-hcf-38.11.d.D")),
    param(NJ, "straight_flush_bonus", "E", "500 200 100 60 8", marks=clause("nj-hcf-38.11.d.E")),
    param(NJ, "straight_flush_bonus", "F", "1000 500 100 60 8", marks=clause("nj-hcf-38.11.d.F")),
    param(MD, "flush_bonus", "A", "300 100 10 1", marks=clause("md-hcf-12.B.A")),
    param(MD, "flush_bonus", "B", "100 20 10 2", marks=clause("md-hcf-12.B.B")),
    param(MD, "flush_bonus", "C", "200 20 10 2", marks=clause("md-hcf-12.B.C")),
    param(MD, "flush_bonus", "D", "300 75 5 2", marks=clause("md-hcf-12.B.D")),
    param(MD, "flush_bonus", "E", "200 60 12 1", marks=clause("md-hcf-12.B.E")),
    param(MD, "flush_bonus", "F", "500 50 12 1", marks=clause("md-hcf-12.B.F")),
    param(MD, "flush_bonus", "G", "400 60 12 1", marks=clause("md-hcf-12.B.G")),
    param(MD, "flush_bonus", "H", "1000 50 10 1", marks=clause("md-hcf-12.B.H")),
    param(MD, "flush_bonus", "I", "150 20 10 2", marks=clause("md-hcf-12.B.I")),
    param(MD, "flush_bonus", "J", "150 25 10 2", marks=clause("md-hcf-12.B.J")),
    param(MD, "flush_bonus", "K", "400 100 10 1", marks=clause("md-hcf-12.B.K")),
    param(MD, "flush_bonus", "L", "300 80 11 1", marks=clause("md-hcf-12.B.L")),
    param(MD, "flush_bonus", "M", "500 80 11 1", marks=clause("md-hcf-12.B.M")),
    param(MD, "flush_bonus", "N", "500 100 10 1", marks=clause("md-hcf-12.B.N")),
    param(MD, "flush_bonus", "O", "250 100 10 1", marks=clause("md-hcf-12.B.O")),
    param(MD, "straight_flush_bonus", "A", "8000 1000 100 60 - 7", marks=clause("md-hcf-12.C.A")),
    param(MD, "straight_flush_bonus", "B", "500 200 100 50 - 9", marks=clause("md-hcf-12.C.B")),
    param(MD, "straight_flush_bonus", "C", "500 200 100 75 - 7", marks=clause("md-hcf-12.C.C")),
    param(MD, "straight_flush_bonus", "D", "1000 500 100 75 - 7", marks=clause("md-hcf-12.C.D")),
    param(MD, "straight_flush_bonus", "E", "500 200 100 60 - 8", marks=clause("md-hcf-12.C.E")),
    param(MD, "straight_flush_bonus", "F", "1000 500 100 60 - 8", marks=clause("md-hcf-12.C.F")),
    param(MD, "straight_flush_bonus", "G", "500 200 100 50 25 8", marks=clause("md-hcf-12.C.G")),
    param(UTH, "trips", "A", "50 40 30 9 7 4 3", marks=clause("ma-uth-11.d.A")),
    param(UTH, "trips", "B", "50 40 30 8 6 5 3", marks=clause("ma-uth-11.d.B")),
    param(UTH, "trips", "C", "50 40 30 8 7 4 3", marks=clause("ma-uth-11.d.C")),
    param(UTH, "trips", "D", "50 40 20 7 6 5 3", marks=clause("ma-uth-11.d.D")),
    param(FCP, "aces_up", "I", "50 40 9 6 4 2 1", marks=clause("ma-fcp-11.a.3.I")),
    param(FCP, "aces_up", "II", "50 40 7 6 5 2 1", marks=clause("ma-fcp-11.a.3.II")),
    param(FCP, "aces_up", "III", "50 30 9 6 4 2 1", marks=clause("ma-fcp-11.a.3.III")),
    param(FCP, "aces_up", "IV", "50 30 7 6 5 2 1", marks=clause("ma-fcp-11.a.3.IV")),
    param(FCP, "aces_up", "V", "50 40 8 5 4 3 1", marks=clause("ma-fcp-11.a.3.V")),
    param(FCP, "aces_up", "VI", "50 40 8 6 4 2 1", marks=clause("ma-fcp-11.a.3.VI")),
    param(FCP, "aces_up", "VII", "50 40 7 5 4 3 1", marks=clause("ma-fcp-11.a.3.VII")),
    param(UTH, "cover_all", "7", "70 30 20 4", marks=clause("ma-uth-13.k.7")),
    param(UTH, "cover_all", "6", "80 40 30 4", marks=clause("ma-uth-13.k.6")),
    param(UTH, "cover_all", "5", "100 40 35 5", marks=clause("ma-uth-13.k.5")),
    param(UTH, "cover_all", "4", "125 70 40 6", marks=clause("ma-uth-13.k.4")),
    param(UTH, "cover_all", "3", "150 80 50 8", marks=clause("ma-uth-13.k.3")),
    param(UTH, "cover_all", "2", "200 100 70 12", marks=clause("ma-uth-13.k.2")),
    param(FCP, "cover_all", "7", "100 50 35 20 3", marks=clause("ma-fcp-12.k.7")),
    param(FCP, "cover_all", "6", "100 50 30 15 4", marks=clause("ma-fcp-12.k.6")),
    param(FCP, "cover_all", "5", "125 80 50 30 4", marks=clause("ma-fcp-12.k.5")),
    param(FCP, "cover_all", "4", "150 90 60 30 5", marks=clause("ma-fcp-12.k.4")),
    param(FCP, "cover_all", "3", "200 100 80 50 6", marks=clause("ma-fcp-12.k.3")),
    param(FCP, "cover_all", "2", "250 125 90 70 8", marks=clause("ma-fcp-12.k.2")),
    param(UTH, "cover_all", "7", "70 30 20 4", marks=clause("ma-uth-13.f")),
    param(FCP, "cover_all", "7", "100 50 35 20 3", marks=clause("ma-fcp-12.f")),
]

OPERATOR_SETS = [
    param(MA, "straight_flush_bonus", "G", marks=clause("ma-hcf-11.d.G")),
    param(MA, "straight_flush_bonus", "G", marks=clause("ma-hcf-11.g.s1")),
    param(NJ, "straight_flush_bonus", "G", marks=clause("nj-hcf-38.11.d.G")),
    param(NJ, "straight_flush_bonus", "G", marks=clause("nj-hcf-38.11.h.s1")),
]

LINK = STRAIGHTS_UP + " three_of_a_kind"

# Shares of a meter in percent, dollars, or odds for 1, as each table prints them.
PROGRESSIVE = [
    param(MA, "A", RUNS, "100% 10% $250 $50 $3", marks=clause("ma-hcf-11.e.A")),
    param(MA, "B", RUNS, "100% 10% $750 $60 -", marks=clause("ma-hcf-11.e.B")),
    param(MA, "C", RUNS, "100% 10% $300 $50 $3", marks=clause("ma-hcf-11.e.C")),
    param(MA, "D", RUNS, "100% 10% $800 $50 -", marks=clause("ma-hcf-11.e.D")),
    param(NJ, "A", RUNS, "100% 10% $250 $50 $3", marks=clause("nj-hcf-38.11.e.A")),
    param(NJ, "B", RUNS, "100% 10% $750 $60 -", marks=clause("nj-hcf-38.11.e.B")),
    param(NJ, "C", RUNS_AND_ACE_TO_NINE, "100% 100% 10% $300 $50 $3", marks=clause("nj-hcf-38.11.e.C")),
    param(NJ, "D", RUNS_AND_ACE_TO_NINE, "100% 100% 10% $800 $50 -", marks=clause("nj-hcf-38.11.e.D")),
    param(MD, "A", RUNS, "100% 10% $250 $40 $3", marks=clause("md-hcf-12.E.1.a")),
    param(MD, "B", RUNS, "100% 10% $900 $50 -", marks=clause("md-hcf-12.E.1.b")),
    param(MD, "C", RUNS, "100% 100% $200 $40 $3", marks=clause("md-hcf-12.E.1.c")),
    param(MD, "D", RUNS_AND_ACE_TO_NINE, "100% 100% 10% $250 $40 $3", marks=clause("md-hcf-12.E.1.d")),
    param(MD, "E", RUNS_AND_ACE_TO_NINE, "100% 100% 10% $800 $50 -", marks=clause("md-hcf-12.E.1.e")),
    param(FCP, "A", "four_aces " + FOUR_CARD, "100% 300 100 9", marks=clause("ma-fcp-13.a.1.A")),
    param(FCP, "B", "four_aces " + FOUR_CARD, "100% 300 100 15", marks=clause("ma-fcp-13.a.1.B")),
    param(FCP, "PTMGL01", LINK, "100% 10% 300 50 40 30 9", marks=clause("ma-fcp-13.b.PTMGL01")),
    param(FCP, "PTMGL02", LINK, "100% 10% 300 50 40 30 9", marks=clause("ma-fcp-13.b.PTMGL02")),
    param(
        FCP,
        "PTMGL04",
        LINK.removeprefix("royal_flush "),
        "100% 300 50 40 30 9",
        marks=clause("ma-fcp-13.b.PTMGL04"),
    ),
    param(
        FCP, "PTMGLML01", LINK, "100%major 100%minor 300 50 40 30 9", marks=clause("ma-fcp-13.b.PTMGLML01")
    ),
    param(
        FCP,
        "PTMGLML02",
        LINK,
        "100%mega 100%major 100%minor 50 40 30 10",
        marks=clause("ma-fcp-13.b.PTMGLML02"),
    ),
    param(
        FCP,
        "PTMGLML03",
        LINK,
        "100%mega 100%major 100%minor 50 40 30 9",
        marks=clause("ma-fcp-13.b.PTMGLML03"),
    ),
]

# Meters in the order of the table, dollars at the start.
SEEDS = [
    param(MA, "ABCD", "fixed", {"main": 10_000, "secondary": 0}, marks=clause("ma-hcf-11.f.seed")),
    param(NJ, "ABCD", "fixed", {"main": 10_000, "secondary": 0}, marks=clause("nj-hcf-38.11.f.seed")),
    param(MD, "ABD", "least", {"main": 30_000}, marks=clause("md-hcf-12.E.2.b.i")),
    param(MD, "C", "least", {"main": 5_000}, marks=clause("md-hcf-12.E.2.b.ii")),
    param(MD, "E", "least", {"main": 25_000}, marks=clause("md-hcf-12.E.2.b.iii")),
    param(FCP, "A", "least", {"main": 5_000}, marks=clause("ma-fcp-13.a.3.s2")),
    param(FCP, "B", "least", {"main": 1_000}, marks=clause("ma-fcp-13.a.3.s2")),
    param(FCP, ["PTMGL01"], "per_dollar", {"main": 10_000}, marks=clause("ma-fcp-13.b.PTMGL01-seed")),
    param(FCP, ["PTMGL02"], "per_dollar", {"main": 10_000}, marks=clause("ma-fcp-13.b.PTMGL02-seed")),
    param(FCP, ["PTMGL04"], "per_dollar", {"main": 1_000}, marks=clause("ma-fcp-13.b.PTMGL04-seed")),
    param(
        FCP,
        ["PTMGLML01"],
        "per_dollar",
        {"major": 10_000, "minor": 1_000},
        marks=clause("ma-fcp-13.b.PTMGLML01-seed"),
    ),
    param(
        FCP,
        ["PTMGLML02"],
        "per_dollar",
        {"mega": 10_000, "major": 1_000, "minor": 250},
        marks=clause("ma-fcp-13.b.PTMGLML02-seed"),
    ),
    param(
        FCP,
        ["PTMGLML03"],
        "per_dollar",
        {"mega": 10_000, "major": 1_000, "minor": 250},
        marks=clause("ma-fcp-13.b.PTMGLML03-seed"),
    ),
]

# Percent of each wager into the main and the secondary meter.
RATES = [
    param(MA, "A", "24% 2%", marks=clause("ma-hcf-11.f.rate.A")),
    param(MA, "B", "23% 2%", marks=clause("ma-hcf-11.f.rate.B")),
    param(MA, "C", "21% 5%", marks=clause("ma-hcf-11.f.rate.C")),
    param(MA, "D", "25% 5%", marks=clause("ma-hcf-11.f.rate.D")),
    param(NJ, "A", "24% 2%", marks=clause("nj-hcf-38.11.f.rate.A")),
    param(NJ, "B", "23% 2%", marks=clause("nj-hcf-38.11.f.rate.B")),
    param(NJ, "C", "21% 5%", marks=clause("nj-hcf-38.11.f.rate.C")),
    param(NJ, "D", "25% 5%", marks=clause("nj-hcf-38.11.f.rate.D")),
]

# Dollars by hand; the stake in cents for which they are printed, or none.
ENVY = [
    param(MD, "C", 100, "straight_flush_7 $200 straight_flush_6 $200", marks=clause("md-hcf-12.E.5.C")),
    param(MD, "D", 100, "straight_flush_7 $250", marks=clause("md-hcf-12.E.5.D")),
    param(MD, "E", 100, "straight_flush_7 $250", marks=clause("md-hcf-12.E.5.E")),
    param(
        FCP,
        "A",
        100,
        "four_aces $100 four_of_a_kind $10 straight_flush $5",
        marks=clause("ma-fcp-13.a.5.i.1"),
    ),
    param(
        FCP,
        "A",
        500,
        "four_aces $500 four_of_a_kind $50 straight_flush $25",
        marks=clause("ma-fcp-13.a.5.i.5"),
    ),
    param(FCP, "B", 100, "four_aces $100 four_of_a_kind $25", marks=clause("ma-fcp-13.a.5.ii.1")),
    param(FCP, "B", 500, "four_aces $500 four_of_a_kind $125", marks=clause("ma-fcp-13.a.5.ii.5")),
    param(
        FCP,
        "PTMGL01",
        None,
        "royal_flush $1000 straight_flush $300",
        marks=clause("ma-fcp-13.b.PTMGL01-envy"),
    ),
    param(
        FCP,
        "PTMGL02",
        None,
        "royal_flush $5000 straight_flush $1500",
        marks=clause("ma-fcp-13.b.PTMGL02-envy"),
    ),
    param(FCP, "PTMGL04", None, "straight_flush $250", marks=clause("ma-fcp-13.b.PTMGL04-envy")),
    param(
        FCP,
        "PTMGLML01",
        None,
        "royal_flush $1000 straight_flush $300",
        marks=clause("ma-fcp-13.b.PTMGLML01-envy"),
    ),
    param(
        FCP,
        "PTMGLML02",
        None,
        "royal_flush $1000 straight_flush $300",
        marks=clause("ma-fcp-13.b.PTMGLML02-envy"),
    ),
    param(
        FCP,
        "PTMGLML03",
        None,
        "royal_flush $1000 straight_flush $300",
        marks=clause("ma-fcp-13.b.PTMGLML03-envy"),
    ),
]

LIMITS = [
    param(UTH, "hand", 50_000, marks=clause("ma-uth-11.e")),
    param(UTH, "all_bets", 75_000, marks=clause("ma-uth-14.d")),
    param(MD, "hand", 50_000, marks=clause("md-hcf-12.D.1")),
]

STAKES = [
    param(MA, [1], marks=clause("ma-hcf-6.a.4.s2")),
    param(MA, [1], marks=clause("ma-hcf-12.a.s2")),
    param(NJ, [1], marks=clause("nj-hcf-38.6.a.4.s2")),
    param(NJ, [1], marks=clause("nj-hcf-38.12.a.s2")),
    param(MD, [1], marks=clause("md-hcf-7.F.4.a")),
    param(UTH, [5], marks=clause("ma-uth-14.a")),
    param(FCP, [], marks=clause("ma-fcp-13.a")),
]

# Multiples of the ante: the least raise, then the most with a flush of two to seven cards.
RAISES = [
    param(MA, "1 1 1 1 2 3 3", marks=clause("ma-hcf-6.a.5.ii", "ma-hcf-1.raise.2")),
    param(NJ, "1 1 1 1 2 3 3", marks=clause("nj-hcf-38.6.a.5.b", "nj-hcf-38.1.raise.b")),
    param(MD, "1 1 1 1 2 3 3", marks=clause("md-hcf-11.B.1", "md-hcf-11.B.2", "md-hcf-11.B.3")),
]

# Cards left in the stub with one to six players; the last line is Four Card's automated shoe.
STUBS = [
    param(MA, False, "38 31 24 17 10 3", marks=clause("ma-hcf-7.f.1")),
    param(NJ, False, "38 31 24 17 10 3", marks=clause("nj-hcf-38.7.f.1")),
    param(MD, False, "38 31 24 17 10 3", marks=clause("md-hcf-8.I")),
    param(UTH, False, "41 39 37 35 33 31", marks=clause("ma-uth-7.f.1")),
    param(FCP, False, "41 36 31 26 21 16", marks=clause("ma-fcp-7.e.a")),
    param(FCP, True, "37 32 27 22 17 12", marks=clause("ma-fcp-9.d")),
]

NUMBERS = [
    param(MA, "cut.least_cards", 10, marks=clause("ma-hcf-4.c.1.ii")),
    param(NJ, "cut.least_cards", 10, marks=clause("nj-hcf-38.4.c.1.ii")),
    param(MD, "cut.least_cards", 10, marks=clause("md-hcf-5.E")),
    param(UTH, "cut.least_cards", 10, marks=clause("ma-uth-4.c.1.ii")),
    param(FCP, "cut.least_cards", 10, marks=clause("ma-fcp-5.c.1.ii")),
    param(MA, "deal.stub_count_rounds", 5, marks=clause("ma-hcf-7.f.s1")),
    param(NJ, "deal.stub_count_rounds", 5, marks=clause("nj-hcf-38.7.f.s1")),
    param(MD, "deal.stub_count_rounds", 5, marks=clause("md-hcf-8.G")),
    param(UTH, "deal.stub_count_rounds", 5, marks=clause("ma-uth-7.f.s1")),
    param(FCP, "deal.stub_count_rounds", 5, marks=clause("ma-fcp-7.e.s1")),
    param(MA, "cards.cover_cards", 1, marks=clause("ma-hcf-2.a.s1")),
    param(NJ, "cards.cover_cards", 1, marks=clause("nj-hcf-38.2.a.s1")),
    param(MD, "cards.cover_cards", 2, marks=clause("md-hcf-3.A")),
    param(UTH, "cards.cover_cards", 2, marks=clause("ma-uth-2.a")),
    param(FCP, "cards.cover_cards", 1, marks=clause("ma-fcp-2.a.s1")),
    param(NJ, "table.positions", 6, marks=clause("nj-hcf-13Y.a")),
    param(MD, "table.positions", 6, marks=clause("md-hcf-2.A")),
    param(MD, "cards.change_after_hours_hand", 4, marks=clause("md-hcf-3.C.1")),
    param(MD, "cards.change_after_hours_shoe", 8, marks=clause("md-hcf-3.C.2")),
    param(UTH, "decision.play_multiples", (4, 3, 2, 1), marks=clause("ma-uth-10.a.s3")),
    param(UTH, "decision.play_multiples", (4, 3, 2, 1), marks=clause("ma-uth-10.c.s2")),
    param(UTH, "decision.play_multiples", (4, 3, 2, 1), marks=clause("ma-uth-10.e")),
    param(FCP, "decision.play_least", 1, marks=clause("ma-fcp-10.b.s2")),
    param(FCP, "decision.play_most", 3, marks=clause("ma-fcp-10.b.s2")),
]


@pytest.fixture
def cited(request: pytest.FixtureRequest) -> set[str]:
    """The clauses that the test bears."""
    return {str(name) for mark in request.node.iter_markers("figures_of") for name in mark.args}


def pay_table(rules: RuleSet, wager: str, name: str) -> PayTable:
    return rules.paytables[wager].tables[name]


def in_order(table: PayTable, rows: list[str]) -> list[str]:
    """What the table says of each row, "-" where it pays nothing."""
    assert [row for row in rows if row in table.pays] == list(table.pays), "rows out of order"
    assert {row for row in rows if row not in table.pays} == set(table.unpaid)
    return [table.pays.get(row, "-") for row in rows]


def odds_to_one(cell: str) -> str:
    number, _, per = cell.partition("/")
    return "-" if cell == "-" else f"{number} to {per or 1}"


def progressive_award(cell: str) -> str:
    if "%" in cell:
        share, _, meter = cell.partition("%")
        return f"{share}% of {meter or 'main'}"
    return cell if cell[0] in "-$" else f"{cell} for 1"


@pytest.mark.parametrize(("name", "wager", "table", "odds"), ODDS)
def test_odds_are_those_of_the_document(
    name: str, wager: str, table: str, odds: str, cited: set[str]
) -> None:
    rules = rule_set(name)
    rows = ROWS[name, wager].split()
    assert list(rules.paytables[wager].rows) == rows
    printed = pay_table(rules, wager, table)
    assert in_order(printed, rows) == [odds_to_one(cell) for cell in odds.split()]
    assert cited <= set(printed.clauses)
    assert not printed.operator_sets


@pytest.mark.parametrize(("name", "wager", "table"), OPERATOR_SETS)
def test_the_operator_sets_the_odds_of_table_g(name: str, wager: str, table: str, cited: set[str]) -> None:
    printed = pay_table(rule_set(name), wager, table)
    assert printed.operator_sets
    assert (printed.pays, printed.unpaid) == ({}, ())
    assert cited <= set(printed.clauses)


@pytest.mark.parametrize(("name", "table", "rows", "awards"), PROGRESSIVE)
def test_progressive_awards_are_those_of_the_document(
    name: str, table: str, rows: str, awards: str, cited: set[str]
) -> None:
    printed = rule_set(name).progressive[table]
    assert in_order(printed, rows.split()) == [progressive_award(cell) for cell in awards.split()]
    assert cited <= set(printed.clauses)


@pytest.mark.parametrize(("name", "tables", "seed_is", "dollars"), SEEDS)
def test_meters_start_at_the_amount_of_the_document(
    name: str, tables: list[str], seed_is: str, dollars: dict[str, int], cited: set[str]
) -> None:
    for table in tables:
        meters = rule_set(name).progressive[table].meters
        assert {meter: datum.seed for meter, datum in meters.items()} == {
            meter: amount * 100 for meter, amount in dollars.items()
        }
        assert {datum.seed_is for datum in meters.values()} == {seed_is}
        assert cited <= {each for datum in meters.values() for each in datum.clauses}


@pytest.mark.parametrize(("name", "table", "rates"), RATES)
def test_contributions_are_those_of_the_document(name: str, table: str, rates: str, cited: set[str]) -> None:
    meters = rule_set(name).progressive[table].meters
    assert [meters["main"].rate, meters["secondary"].rate] == rates.split()
    assert [meters[each].rate_hundredths for each in ("main", "secondary")] == [
        int(rate.removesuffix("%")) * 100 for rate in rates.split()
    ]
    for meter in meters.values():
        assert cited <= set(meter.clauses)


@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        param(MA, "ma-hcf-11.f.reset", marks=clause("ma-hcf-11.f.reset")),
        param(NJ, "nj-hcf-38.11.f.reset", marks=clause("nj-hcf-38.11.f.reset")),
    ],
)
def test_a_whole_award_moves_the_secondary_meter_into_the_main(name: str, clause_id: str) -> None:
    for table in rule_set(name).progressive.values():
        assert table.meters["main"].after_whole_award == "takes_secondary"
        assert table.meters["secondary"].after_whole_award == "to_zero"
        assert all(clause_id in meter.clauses for meter in table.meters.values())


@pytest.mark.parametrize(
    "name",
    [
        param(MD, marks=clause("md-hcf-12.E.2.b", "md-hcf-12.E.2.a")),
        param(FCP, marks=clause("ma-fcp-13.a.3.s1")),
    ],
)
def test_elsewhere_a_whole_award_resets_the_meter_and_the_rate_is_filed(name: str) -> None:
    meters = [meter for table in rule_set(name).progressive.values() for meter in table.meters.values()]
    assert {(meter.after_whole_award, meter.rate) for meter in meters} == {("to_reset", None)}


@pytest.mark.parametrize(("name", "table", "stake", "schedule"), ENVY)
def test_envies_are_those_of_the_document(
    name: str, table: str, stake: int | None, schedule: str, cited: set[str]
) -> None:
    words = schedule.split()
    expected = list(zip(words[::2], (amount.replace(",", "") for amount in words[1::2]), strict=True))
    found = [envy for envy in rule_set(name).progressive[table].envy if envy.stake == stake]
    assert [[(row, text.replace(",", "")) for row, text in envy.pays.items()] for envy in found] == [expected]
    assert cited <= set(found[0].clauses)


@pytest.mark.parametrize(("name", "limit", "dollars"), LIMITS)
def test_payout_limits_are_those_of_the_document(
    name: str, limit: str, dollars: int, cited: set[str]
) -> None:
    stated = rule_set(name).limits[limit]
    assert stated.amount == dollars * 100
    assert cited <= {*stated.clauses, *stated.amount_clauses}


@pytest.mark.parametrize(
    "name", [param(MA, marks=clause("ma-hcf-11.g.s2")), param(NJ, marks=clause("nj-hcf-38.11.h.s2"))]
)
def test_the_licensee_may_set_an_aggregate_limit(name: str, cited: set[str]) -> None:
    rules = rule_set(name)
    assert {name: limit.amount for name, limit in rules.limits.items()} == {"operator": None}
    assert set(rules.options["aggregate_limit"].values) == {"hand", "round"}
    assert cited <= set(rules.limits["operator"].clauses)


@pytest.mark.parametrize(("name", "dollars"), STAKES)
def test_the_progressive_stake_is_that_of_the_document(
    name: str, dollars: list[int], cited: set[str]
) -> None:
    wager = rule_set(name).wagers["progressive"]
    assert wager.stakes == tuple(amount * 100 for amount in dollars)
    assert cited <= set(wager.clauses)


@clause("ma-fcp-13.a.5", "ma-fcp-13.b")
def test_four_card_progressive_stakes_go_by_the_table() -> None:
    stakes = {name: table.stakes for name, table in rule_set(FCP).progressive.items()}
    assert stakes.pop("A") == stakes.pop("B") == (100, 500)
    assert set(stakes.values()) == {()}


@pytest.mark.parametrize(("name", "multiples"), RAISES)
def test_raises_are_those_of_the_document(name: str, multiples: str, cited: set[str]) -> None:
    rules = rule_set(name)
    least, *most = (int(each) for each in multiples.split())
    assert rules.number("decision.raise_least") == least
    assert rules.fact("decision.raise_most").value == tuple(most)
    assert cited <= set(rules.fact("decision.raise_most").clauses)


@pytest.mark.parametrize(("name", "shoe", "left"), STUBS)
def test_the_stub_is_what_the_deal_leaves(name: str, shoe: bool, left: str) -> None:
    rules = rule_set(name)
    cards = {each: fact.value for each, fact in (rules.facts["cards"] | rules.prose["cards"]).items()}
    rest = [cards["deck_size"], cards["dealer"], cards.get("community", 0), cards.get("burn", 0)]
    deck, dealer, community, burn = (int(str(each)) for each in rest)
    surplus = int(str(cards["surplus"])) if shoe else 0
    player = int(str(cards["player"]))
    stubs = [deck - dealer - community - burn - surplus - player * players for players in range(1, 7)]
    assert stubs == [int(each) for each in left.split()]


@pytest.mark.parametrize(("name", "fact", "value"), NUMBERS)
def test_numbers_are_those_of_the_document(
    name: str, fact: str, value: int | tuple[int, ...], cited: set[str]
) -> None:
    datum = rule_set(name).stated(fact)
    assert datum is not None
    assert datum.value == value
    assert cited <= set(datum.clauses)


@clause("ma-uth-11.d", "ma-fcp-11.a.2", "ma-fcp-11.a.3")
def test_odds_are_a_floor_only_where_the_document_says_no_less_than() -> None:
    floors = {(name, wager) for name, rules in rule_sets().items() for wager in rules.paytables}
    floors = {(name, wager) for name, wager in floors if rule_set(name).paytables[wager].floor}
    assert floors == {(UTH, "trips"), (FCP, "aces_up"), (FCP, "ante_bonus")}


@pytest.mark.parametrize(("name", "tables"), [(MA, "BEIK"), (NJ, "BEIK"), (MD, ""), (UTH, ""), (FCP, "")])
def test_the_unlikely_flush_tables_must_be_acknowledged(name: str, tables: str) -> None:
    found = {
        (wager, table)
        for wager, printed in rule_set(name).paytables.items()
        for table, datum in printed.tables.items()
        if datum.acknowledge
    }
    assert found == {("flush_bonus", table) for table in tables}


def test_no_table_escapes_these_grids() -> None:
    typed = {(case.values[0], case.values[1], case.values[2]) for case in (*ODDS, *OPERATOR_SETS)}
    loaded = {
        (name, wager, table)
        for name, rules in rule_sets().items()
        for wager, printed in rules.paytables.items()
        for table in printed.tables
    }
    assert typed == loaded


def test_no_progressive_meter_or_envy_escapes_these_grids() -> None:
    loaded = {(name, table) for name, rules in rule_sets().items() for table in rules.progressive}
    assert {(case.values[0], case.values[1]) for case in PROGRESSIVE} == loaded
    seeded = [(case.values[0], table) for case in SEEDS for table in cast("list[str]", case.values[1])]
    assert sorted(seeded) == sorted(loaded)
    rated = {(name, table) for name, table in loaded if _rated(name, table)}
    assert {(case.values[0], case.values[1]) for case in RATES} == rated
    envied = [
        (name, table, envy.stake) for name, table in loaded for envy in rule_set(name).progressive[table].envy
    ]
    assert {case.values[:3] for case in ENVY} == set(envied)
    assert len(ENVY) == len(envied)


def _rated(name: str, table: str) -> bool:
    return any(meter.rate is not None for meter in rule_set(name).progressive[table].meters.values())
