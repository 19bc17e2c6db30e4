"""Planted violations: each is found once, under its key, on its line, with its clauses, and nothing else."""

from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from croupier.rulebook.catalog import rule_set
from croupier.submission.check import check_text
from croupier.submission.findings import Finding


class Planted(NamedTuple):
    """A finding that must be there: `at` is the line's text, or none where the file says nothing."""

    code: str
    key: str
    at: str | None
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    severity: str = "violation"


def planted(name: str, text: str, *expected: Planted) -> ParameterSet:
    marks = []
    for severity, shows in (("violation", "refused"), ("approval", "shown")):
        clauses = [clause for each in expected if each.severity == severity for clause in each.clauses]
        marks += [pytest.mark.clause(*clauses, shows=shows)] if clauses else []
    return pytest.param(text.strip() + "\n", expected, id=name, marks=marks)


def line_of(text: str, at: str | None) -> int | None:
    if at is None:
        return None
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if line.startswith(at)]
    assert len(lines) == 1, f"{at!r} must name one line"
    return lines[0]


BARE = {"operator", "layout.filed", "procedure.settlement_alternative"}
"""Keys that some documents want in every submission; the option tests look at them."""


def grave(findings: tuple[Finding, ...]) -> list[Finding]:
    return [
        finding
        for finding in findings
        if finding.severity != "warning" and not (finding.code == "filing_missing" and finding.key in BARE)
    ]


MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
UTH, FCP = "ma/ultimate-texas-holdem", "ma/four-card-poker"

TABLES = [
    planted(
        "MA flush bonus table O",
        f'rules = "{MA}"\nchoices.flush_bonus = "O"',
        Planted("unknown_table", "choices.flush_bonus", "choices", ("ma-hcf-11.c",)),
    ),
    planted(
        "NJ straight flush bonus table H",
        f'rules = "{NJ}"\n[choices]\nstraight_flush_bonus = "H"',
        Planted("unknown_table", "choices.straight_flush_bonus", "straight", ("nj-hcf-38.11.d",)),
    ),
    planted(
        "MD flush bonus table P",
        f'rules = "{MD}"\nboxes_per_player = 1\n[choices]\nflush_bonus = "P"',
        Planted("unknown_table", "choices.flush_bonus", "flush_bonus", ("md-hcf-12.B",)),
    ),
    planted(
        "UTH trips table E",
        f'rules = "{UTH}"\n[choices]\ntrips = "E"',
        Planted("unknown_table", "choices.trips", "trips", ("ma-uth-11.d",)),
    ),
    planted(
        "FCP aces up table VIII",
        f'rules = "{FCP}"\n[choices]\naces_up = "VIII"',
        Planted("unknown_table", "choices.aces_up", "aces_up", ("ma-fcp-11.a.3",)),
    ),
    planted(
        "FCP progressive PTMGL03, which is not printed",
        f'rules = "{FCP}"\n[choices]\nprogressive = "PTMGL03"',
        Planted("unknown_table", "choices.progressive", "progressive", ("ma-fcp-13.b",)),
    ),
    planted(
        "MA progressive E",
        f'rules = "{MA}"\n[choices]\nprogressive = "E"\n[equipment]\nprogressive_system = true',
        Planted("unknown_table", "choices.progressive", "progressive = ", ("ma-hcf-11.e",)),
    ),
    *(
        planted(
            f"MA flush bonus {table} not acknowledged",
            f'rules = "{MA}"\n[choices]\nflush_bonus = "{table}"',
            Planted(
                "table_not_acknowledged",
                "choices.flush_bonus",
                "flush",
                (f"ma-hcf-11.c.{table}",),
                ("MA-18",),
            ),
        )
        for table in "BEIK"
    ),
    *(
        planted(
            f"NJ flush bonus {table} not acknowledged",
            f'rules = "{NJ}"\n[choices]\nacknowledge = ["straight_flush_bonus"]\nflush_bonus = "{table}"',
            Planted("table_not_acknowledged", "choices.flush_bonus", "flush", (f"nj-hcf-38.11.c.{table}",)),
        )
        for table in "BEIK"
    ),
    planted(
        "MA table G without amounts",
        f'rules = "{MA}"\n[choices]\nstraight_flush_bonus = "G"',
        Planted(
            "table_needs_amounts",
            "choices.straight_flush_bonus",
            "straight",
            ("ma-hcf-11.d.G", "ma-hcf-11.g.s1"),
        ),
    ),
    planted(
        "UTH trips odds: two below the floor, one worded with for, one unreadable",
        f"""
rules = "{UTH}"
[choices.trips]
table = "A"
[choices.trips.odds]
royal_flush = "49 to 1"
straight_flush = "40 to 1"
four_of_a_kind = "31 for 1"
full_house = "nine to one"
flush = "13 to 2"
straight = "5 to 1"
three_of_a_kind = "3 to 1"
""",
        Planted("odds_below_floor", "choices.trips.odds.royal_flush", "royal_flush", ("ma-uth-11.d.A",)),
        Planted("odds_wording", "choices.trips.odds.four_of_a_kind", "four", ("ma-uth-11.a",)),
        Planted("odds_unreadable", "choices.trips.odds.full_house", "full_house", ("ma-uth-11.d",)),
        Planted("odds_below_floor", "choices.trips.odds.flush", "flush", ("ma-uth-11.d.A",)),
    ),
    planted(
        "FCP ante bonus and aces up below the floor",
        f"""
rules = "{FCP}"
[choices]
ante_bonus.odds = {{ four_of_a_kind = "25 to 1", straight_flush = "19 to 1", three_of_a_kind = "2 to 1" }}
[choices.aces_up]
table = "I"
odds = {{ four_of_a_kind = "50 for 1" }}
""",
        Planted(
            "odds_below_floor", "choices.ante_bonus.odds.straight_flush", "ante_bonus", ("ma-fcp-11.a.2",)
        ),
        Planted("odds_rows", "choices.aces_up", "[choices.aces_up]", ("ma-fcp-11.a.3",)),
        Planted("odds_below_floor", "choices.aces_up.odds.four_of_a_kind", "odds", ("ma-fcp-11.a.3.I",)),
    ),
    planted(
        "NJ table G: a row missing, odds with for, a share of a meter",
        f"""
rules = "{NJ}"
[choices.straight_flush_bonus]
table = "G"
[choices.straight_flush_bonus.odds]
straight_flush_7 = "500 for 1"
straight_flush_6 = "$200"
straight_flush_5 = "50% of main"
straight_flush_4 = "50 to 1"
""",
        Planted("odds_rows", "choices.straight_flush_bonus", "[choices.straight_flush_bonus]"),
        Planted(
            "odds_wording",
            "choices.straight_flush_bonus.odds.straight_flush_7",
            "straight_flush_7",
            ("nj-hcf-38.11.a",),
        ),
        Planted(
            "odds_unreadable",
            "choices.straight_flush_bonus.odds.straight_flush_5",
            "straight_flush_5",
            ("nj-hcf-38.11.h.s1",),
        ),
    ),
    planted(
        "MD odds of its own where they are fixed",
        f"""
rules = "{MD}"
boxes_per_player = 1
[choices.flush_bonus]
table = "A"
odds = {{ flush_7 = "400 to 1", flush_6 = "100 to 1", flush_5 = "10 to 1", flush_4 = "1 to 1" }}
""",
        Planted("odds_fixed", "choices.flush_bonus", "[choices.flush_bonus]", ("md-hcf-12.B",)),
    ),
    planted(
        "MA progressive with levels of its own",
        f"""
rules = "{MA}"
[choices]
progressive = {{ table = "A", odds = {{ straight_flush_5 = "$500" }} }}
""",
        Planted("odds_fixed", "choices.progressive", "progressive", ("ma-hcf-11.e",)),
    ),
    planted(
        "wagers of another game",
        f"""
rules = "{MA}"
[choices]
trips = "A"
cover_all = true
[limits]
aces_up = [100, 500]
""",
        Planted("unknown_choice", "choices.trips", "trips", ("ma-hcf-6.a",)),
        Planted("unknown_choice", "choices.cover_all", "cover_all", ("ma-hcf-6.a",)),
        Planted("unknown_wager", "limits.aces_up", "aces_up", ("ma-hcf-6.a",)),
    ),
]

PLACES = [
    planted(
        "MA seven positions, four boxes",
        f'rules = "{MA}"\npositions = 7\nboxes_per_player = 4',
        Planted("too_many_positions", "positions", "positions", ("ma-hcf-7.c", "ma-hcf-7.d"), ("MA-36",)),
        Planted("too_many_boxes", "boxes_per_player", "boxes", ("ma-hcf-6.e",)),
    ),
    planted(
        "NJ seven positions, no box",
        f'rules = "{NJ}"\npositions = 7\nboxes_per_player = 0',
        Planted("too_many_positions", "positions", "positions", ("nj-hcf-13Y.a",)),
        Planted("value_not_allowed", "boxes_per_player", "boxes", ("nj-hcf-38.6.e",)),
    ),
    planted(
        "MD seven positions, boxes not stated",
        f'rules = "{MD}"\npositions = 7',
        Planted("too_many_positions", "positions", "positions", ("md-hcf-2.A",)),
        Planted("filing_missing", "boxes_per_player", None, ("md-hcf-7.G",)),
    ),
    planted(
        "UTH two boxes a player, no position",
        f'rules = "{UTH}"\nboxes_per_player = 2\npositions = 0',
        Planted("too_many_boxes", "boxes_per_player", "boxes", ("ma-uth-12",)),
        Planted("value_not_allowed", "positions", "positions", ("ma-uth-13.k",), ("UTH-23",)),
    ),
    planted(
        "FCP three boxes a player",
        f'rules = "{FCP}"\nboxes_per_player = 3',
        Planted("too_many_boxes", "boxes_per_player", "boxes", ("ma-fcp-6.e",)),
    ),
]

LIMITS = [
    planted(
        "minimum above maximum",
        f'rules = "{NJ}"\n[limits]\nante = [5000, 1000]\n[choices]\nflush_bonus = "A"',
        Planted("minimum_above_maximum", "limits.ante", "ante", ("nj-hcf-38.6.a.1",)),
    ),
    planted(
        "blind unlike ante, play posted",
        f'rules = "{UTH}"\n[limits]\nante = [500, 1000]\nblind = [500, 2000]\nplay = [500, 4000]',
        Planted("wagers_differ", "limits.blind", "blind", ("ma-uth-1.blind",)),
        Planted("unknown_wager", "limits.play", "play"),
    ),
    planted(
        "UTH aggregate limit",
        f'rules = "{UTH}"\nchoices.aggregate_limit = {{ amount = 5000000 }}',
        Planted("limit_not_offered", "choices.aggregate_limit", "choices", ("ma-uth-11.e", "ma-uth-14.d")),
    ),
    planted(
        "FCP aggregate limit",
        f'rules = "{FCP}"\nchoices.aggregate_limit = {{ amount = 5000000 }}',
        Planted("limit_not_offered", "choices.aggregate_limit", "choices", (), ("FCP-30",)),
    ),
    planted(
        "MD aggregate limit above the most, and per round",
        f'rules = "{MD}"\nboxes_per_player = 1\n[choices.aggregate_limit]\namount = 5000001\nper = "round"',
        Planted(
            "limit_above_maximum",
            "choices.aggregate_limit.amount",
            "amount",
            ("md-hcf-12.D.1", "md-hcf-12.D.2"),
        ),
        Planted("limit_not_offered", "choices.aggregate_limit.per", "per", ("md-hcf-12.D",)),
    ),
    planted(
        "MD aggregate limit a dollar above the best win at the minimums",
        f"""
rules = "{MD}"
boxes_per_player = 1
[choices]
flush_bonus = "H"
aggregate_limit = {{ amount = 10020100 }}
[limits]
ante = [5000, 50000]
flush_bonus = [10000, 50000]
""",
        Planted(
            "limit_above_maximum", "choices.aggregate_limit.amount", "aggregate_limit", ("md-hcf-12.D.2",)
        ),
    ),
    planted(
        "minimums unlike the posted ones",
        f'rules = "{UTH}"\nchoices.minimums.ante = 1000\nlimits.ante = [500, 1000]',
        Planted("filing_conflict", "choices.minimums.ante", "choices"),
    ),
]

PROGRESSIVE = [
    planted(
        "MA stake, seed, rate, reset and system",
        f"""
rules = "{MA}"
[choices]
progressive = "A"
progressive_wager = 500
[equipment]
progressive_system = false
[progressive]
seed = 2000000
reset = {{ main = 1000000 }}
rate = {{ main = "25%", secondary = "3%", mini = "1%" }}
""",
        Planted(
            "wrong_progressive_stake", "choices.progressive_wager", "progressive_wager", ("ma-hcf-12.a.s2",)
        ),
        Planted(
            "equipment_missing", "equipment.progressive_system", "progressive_system", ("ma-hcf-12.a.s1",)
        ),
        Planted("seed_fixed", "progressive.seed", "seed", ("ma-hcf-11.f.seed",)),
        Planted("unknown_choice", "progressive.reset.main", "reset", ("ma-hcf-11.f.reset",)),
        Planted("rate_fixed", "progressive.rate.main", "rate", ("ma-hcf-11.f.rate.A",)),
        Planted("rate_fixed", "progressive.rate.secondary", "rate", ("ma-hcf-11.f.rate.A",)),
        Planted("unknown_meter", "progressive.rate.mini", "rate"),
    ),
    planted(
        "NJ stake by its posted limits, seed by meter, standard",
        f"""
rules = "{NJ}"
choices.progressive = "D"
equipment.progressive_system = true
limits.progressive = [100, 500]
progressive.seed.secondary = 5
progressive.rate = "24%"
progressive.system_standard = "1.40"
""",
        Planted("wrong_progressive_stake", "limits.progressive", "limits", ("nj-hcf-38.6.a.4.s2",)),
        Planted("seed_fixed", "progressive.seed.secondary", "progressive.seed"),
        Planted("rate_fixed", "progressive.rate", "progressive.rate", ("nj-hcf-38.11.f.rate.D",)),
        Planted("value_not_allowed", "progressive.system_standard", "progressive.system", ("nj-hcf-13Y.d",)),
    ),
    planted(
        "MD nothing filed, no system, five dollars",
        f'rules = "{MD}"\nboxes_per_player = 1\n[choices]\nprogressive = "A"\nprogressive_wager = 500',
        Planted("wrong_progressive_stake", "choices.progressive_wager", "progressive_wager", (), ("MD-44",)),
        Planted("equipment_missing", "equipment.progressive_system", None, ("md-hcf-2.C",)),
        Planted("filing_missing", "progressive.seed", None, ("md-hcf-12.E.2.b",)),
        Planted("filing_missing", "progressive.reset", None, ("md-hcf-12.E.2.b",)),
        Planted("filing_missing", "progressive.rate", None, ("md-hcf-12.E.2.a",)),
    ),
    *(
        planted(
            f"MD table {table}, a cent below the least",
            f"""
rules = "{MD}"
boxes_per_player = 1
choices.progressive = "{table}"
choices.envy = "{table if table in "CDE" else "none"}"
equipment.progressive_system = true
[progressive]
seed = {least - 1}
reset.main = {least - 1}
rate = "20%"
""",
            Planted("seed_below_minimum", "progressive.seed", "seed", (clause,)),
            Planted("reset_below_minimum", "progressive.reset.main", "reset", (clause,)),
        )
        for table, least, clause in (
            ("A", 3_000_000, "md-hcf-12.E.2.b.i"),
            ("B", 3_000_000, "md-hcf-12.E.2.b.i"),
            ("C", 500_000, "md-hcf-12.E.2.b.ii"),
            ("D", 3_000_000, "md-hcf-12.E.2.b.i"),
            ("E", 2_500_000, "md-hcf-12.E.2.b.iii"),
        )
    ),
    *(
        planted(
            f"FCP table {table}, a cent below the least, rate missing",
            f"""
rules = "{FCP}"
[choices]
progressive = "{table}"
reset = {{ main = {least - 1} }}
[progressive]
seed = {{ main = {least - 1} }}
""",
            Planted("reset_below_minimum", "choices.reset.main", "reset", ("ma-fcp-13.a.3.s2",)),
            Planted("filing_missing", "progressive.rate", "[progressive]", ("ma-fcp-13.a.3.s1",)),
            Planted("seed_below_minimum", "progressive.seed.main", "seed", ("ma-fcp-13.a.3.s2",)),
        )
        for table, least in (("A", 500_000), ("B", 100_000))
    ),
    planted(
        "FCP two-dollar stake",
        f"""
rules = "{FCP}"
choices = {{ progressive = "B", progressive_wager = 200 }}
progressive = {{ seed = 100000, reset = 100000, rate = "10%" }}
""",
        Planted(
            "wrong_progressive_stake", "choices.progressive_wager", "choices", ("ma-fcp-13.a.5",), ("FCP-6",)
        ),
    ),
    planted(
        "FCP Multi Game Link: a stake between quarters",
        f"""
rules = "{FCP}"
choices = {{ progressive = "PTMGL01", progressive_wager = 110 }}
""",
        Planted("wrong_progressive_stake", "choices.progressive_wager", "choices", ("ma-fcp-13.b",)),
    ),
    planted(
        "FCP Multi Game Link: seeds for one dollar at a table of five, a rate of nothing",
        f"""
rules = "{FCP}"
[choices]
progressive = "PTMGLML01"
[limits]
progressive = [500, 500]
[progressive]
seed = {{ major = 1000000, minor = 500000, mini = 1 }}
rate = {{ major = "0%", minor = "20 percent" }}
""",
        Planted("seed_below_minimum", "progressive.seed.major", "seed", ("ma-fcp-13.b.PTMGLML01-seed",)),
        Planted("unknown_meter", "progressive.seed.mini", "seed"),
        Planted("rate_unreadable", "progressive.rate.major", "rate"),
        Planted("rate_unreadable", "progressive.rate.minor", "rate"),
    ),
    *(
        planted(
            f"UTH progressive without a pay table: {asked}",
            f'rules = "{UTH}"\n[choices]\ntrips = "A"\nprogressive = {asked}\nprogressive_wager = 100',
            Planted(
                "progressive_without_table",
                "choices.progressive",
                "progressive = ",
                ("ma-uth-14.c",),
                ("UTH-4",),
            ),
            Planted(
                "wrong_progressive_stake", "choices.progressive_wager", "progressive_wager", ("ma-uth-14.a",)
            ),
        )
        for asked in ('"A"', "true", "{}", '{ seed = 1000000, rate = "20%" }', "{ levels = {} }")
    ),
    planted(
        "UTH progressive with unreadable levels, no seed and no rate",
        f"""
rules = "{UTH}"
[choices]
trips = "A"
[choices.progressive.levels]
royal_flush = "lots"
flush = "9 to 1"
straight = "5% of mega"
pair = "$5"
four_of_a_kind = "50% of main"
""",
        Planted("odds_unreadable", "choices.progressive.levels.royal_flush", "royal"),
        Planted("odds_unreadable", "choices.progressive.levels.flush", "flush"),
        Planted("unknown_meter", "choices.progressive.levels.straight", "straight"),
        Planted("odds_rows", "choices.progressive.levels.pair", "pair"),
        Planted("filing_missing", "choices.progressive.seed", "[choices.progressive.levels]", (), ("UTH-4",)),
        Planted("filing_missing", "choices.progressive.rate", "[choices.progressive.levels]", (), ("UTH-4",)),
        Planted(
            "needs_approval",
            "choices.progressive",
            "[choices.progressive.levels]",
            ("ma-uth-14.c",),
            ("UTH-4",),
            "approval",
        ),
    ),
    planted(
        "one thing said in two ways",
        f"""
rules = "{MD}"
boxes_per_player = 1
choices = {{ progressive = "C", envy = "C", reset = {{ main = 600000 }} }}
equipment.progressive_system = true
[progressive]
seed = 500000
reset = 700000
rate = "20%"
""",
        Planted("filing_conflict", "progressive.reset", "reset"),
    ),
    planted(
        "MD envy of another table",
        f"""
rules = "{MD}"
boxes_per_player = 1
choices = {{ progressive = "C", envy = "E" }}
equipment.progressive_system = true
progressive = {{ seed = 500000, reset = 500000, rate = "20%" }}
""",
        Planted(
            "value_not_allowed", "choices.envy", "choices", ("md-hcf-12.E.4.b", "md-hcf-12.E.5.C"), ("MD-12",)
        ),
    ),
    planted(
        "a stake and a reset without a progressive",
        f'rules = "{MA}"\n[choices]\nprogressive_wager = 100\nreset = {{ main = 5 }}',
        Planted("unknown_choice", "choices.progressive_wager", "progressive_wager"),
        Planted("unknown_choice", "choices.reset", "reset"),
    ),
]

EQUIPMENT = [
    planted(
        "MA dealing from the hand, manual shuffle, preshuffled, three decks",
        f"""
rules = "{MA}"
[equipment]
deal = "hand"
shuffle = "manual"
preshuffled = true
decks = 3
cover_all_device = true
reshuffle_and_count_device = true
""",
        Planted("deal_not_allowed", "equipment.deal", "deal", ("ma-hcf-7.a.s1", "ma-hcf-8.a")),
        Planted("shuffle_not_allowed", "equipment.shuffle", "shuffle", ("ma-hcf-4.a.s1",)),
        Planted("preshuffled_not_allowed", "equipment.preshuffled", "preshuffled", ("ma-hcf-4.a.s1",)),
        Planted("value_not_allowed", "equipment.decks", "decks", ("ma-hcf-2.b",)),
        Planted("value_not_allowed", "equipment.cover_all_device", "cover_all_device"),
        Planted("value_not_allowed", "equipment.reshuffle_and_count_device", "reshuffle"),
    ),
    *(
        planted(
            f"{rules}: hand and two decks without a shuffler",
            f"""
rules = "{rules}"
boxes_per_player = 1
[equipment]
deal = "hand"
shuffle = "manual"
decks = 2
""",
            Planted("hand_deal_needs_shuffler", "equipment.deal", "deal", (hand,)),
            Planted("second_deck_needs_shuffler", "equipment.decks", "decks", (deck,)),
        )
        for rules, hand, deck in (
            (NJ, "nj-hcf-38.8.b.1", "nj-hcf-38.2.b"),
            (MD, "md-hcf-9.A.1", "md-hcf-3.B"),
            (UTH, "ma-uth-8.b.1", "ma-uth-2.b"),
            (FCP, "ma-fcp-8.b.1", "ma-fcp-2.b"),
        )
    ),
    planted(
        "NJ shuffler that deals to each position, an unknown way of dealing",
        f"""
rules = "{NJ}"
[equipment]
shuffler_deals_per_position = true
deal = "drone"
shuffle = "washed"
""",
        Planted("value_not_allowed", "equipment.shuffler_deals_per_position", "shuffler"),
        Planted("deal_not_allowed", "equipment.deal", "deal", ("nj-hcf-38.7.a.s1", "nj-hcf-38.8.a")),
        Planted("shuffle_not_allowed", "equipment.shuffle", "shuffle =", ("nj-hcf-38.4.a.s1",)),
    ),
    *(
        planted(
            f"{rules}: Cover All without its device",
            f'rules = "{rules}"\n[choices]\ncover_all = true\n[equipment]\ncover_all_device = false\n'
            'deal = "automated-shoe"',
            Planted("needs_approval", "equipment.deal", "deal", severity="approval"),
            Planted("equipment_missing", "equipment.cover_all_device", "cover_all_device", (clause,)),
        )
        for rules, clause in ((UTH, "ma-uth-13.d"), (FCP, "ma-fcp-12.d"))
    ),
    planted(
        "FCP Cover All with a manual shuffle",
        f"""
rules = "{FCP}"
choices.cover_all = true
[equipment]
cover_all_device = true
deal = "automated-shoe"
shuffle = "manual"
""",
        Planted("needs_approval", "equipment.deal", "deal", severity="approval"),
        Planted("equipment_missing", "equipment.shuffle", "shuffle", ("ma-fcp-12.d",)),
    ),
    planted(
        "MD what the Commission approves",
        f"""
rules = "{MD}"
boxes_per_player = 1
choices.instruments = ["chips", "other"]
[equipment]
deal = "manual-shoe"
reshuffle_and_count_device = true
[layout]
tip_box = "alternative"
""",
        Planted("needs_approval", "choices.instruments", "choices", ("md-hcf-7.A",), severity="approval"),
        Planted("needs_approval", "equipment.deal", "deal", ("md-hcf-8.A",), severity="approval"),
        Planted(
            "needs_approval",
            "equipment.reshuffle_and_count_device",
            "reshuffle",
            ("md-hcf-5.H",),
            severity="approval",
        ),
        Planted("needs_approval", "layout.tip_box", "tip_box", ("md-hcf-2.E",), severity="approval"),
    ),
    planted(
        "UTH automated shoe, by approval",
        f'rules = "{UTH}"\nequipment.deal = "automated-shoe"',
        Planted("needs_approval", "equipment.deal", "equipment", ("ma-uth-9.a",), severity="approval"),
    ),
]

REST = [
    planted(
        "NJ odds on a sign, procedures that it does not leave open",
        f"""
rules = "{NJ}"
[layout]
odds = "sign"
[procedure]
settlement_alternative = 1
abandoned = "losing"
progressive_order = "lottery"
idle_spread = "sideways"
""",
        Planted("unknown_choice", "layout.odds", "odds", ("nj-hcf-13Y.b.5",)),
        Planted("unknown_choice", "procedure.settlement_alternative", "settlement", ("nj-hcf-38.10.e",)),
        Planted("unknown_choice", "procedure.abandoned", "abandoned", ("nj-hcf-38.6.c.s2",)),
        Planted(
            "value_not_allowed", "procedure.progressive_order", "progressive_order", ("nj-hcf-38.12.f.order",)
        ),
        Planted("value_not_allowed", "procedure.idle_spread", "idle", ("nj-hcf-38.4.e.s1",)),
    ),
    planted(
        "MD layout and order of winners, match play, an election of hands",
        f"""
rules = "{MD}"
boxes_per_player = 1
[choices]
match_play = true
recognised_hands = ["flush_7"]
suit_specific = "hearts"
instruments = ["coupons"]
[layout]
odds = "wall"
limit = "none"
[procedure]
progressive_order = "internal"
""",
        Planted("unknown_choice", "choices.match_play", "match_play", ("md-hcf-7.A",)),
        Planted("unknown_choice", "choices.recognised_hands", "recognised", ("md-hcf-6.E",)),
        Planted("unknown_choice", "choices.suit_specific", "suit", ("md-hcf-6.E",)),
        Planted("value_not_allowed", "choices.instruments", "instruments", ("md-hcf-7.A",)),
        Planted("value_not_allowed", "layout.odds", "odds", ("md-hcf-2.B.7.a",)),
        Planted("value_not_allowed", "layout.limit", "limit", ("md-hcf-2.B.7.d",)),
        Planted("unknown_choice", "procedure.progressive_order", "progressive_order", ("md-hcf-12.E.3",)),
    ),
    planted(
        "MD five hours from the hand",
        f"""
rules = "{MD}"
boxes_per_player = 1
equipment = {{ deal = "hand", shuffle = "automated" }}
procedure.deck_change_hours = 5
""",
        Planted("value_not_allowed", "procedure.deck_change_hours", "procedure", ("md-hcf-3.C.1",)),
    ),
    planted(
        "MD nine hours from a shoe",
        f"""
rules = "{MD}"
boxes_per_player = 1
equipment = {{ deal = "automated-shoe", shuffle = "automated" }}
procedure.deck_change_hours = 8.5
""",
        Planted(
            "value_not_allowed", "procedure.deck_change_hours", "procedure", ("md-hcf-3.C.2",), ("MD-22",)
        ),
    ),
    planted(
        "FCP settlement alternative 3",
        f'rules = "{FCP}"\nprocedure.settlement_alternative = 3',
        Planted("value_not_allowed", "procedure.settlement_alternative", "procedure", ("ma-fcp-10.e.s1",)),
    ),
    planted(
        "MA hands paid but not elected, a suit that does not exist",
        f"""
rules = "{MA}"
[choices]
flush_bonus = "A"
recognised_hands = ["flush_7", "flush_6", "flush_5", "royal"]
suit_specific = "swords"
""",
        Planted("hands_not_elected", "choices.recognised_hands", "recognised", ("ma-hcf-5.c",)),
        Planted("value_not_allowed", "choices.recognised_hands", "recognised", ("ma-hcf-5.c",)),
        Planted("value_not_allowed", "choices.suit_specific", "suit", ("ma-hcf-5.c.2",)),
    ),
    planted(
        "policies: unknown, of an unknown value, away from the default",
        f"""
rules = "{MD}"
boxes_per_player = 1
[choices.policies]
ace_low_straight_flush = "on"
progressive_after_fold = "sometimes"
aggregate_limits = "both"
""",
        Planted(
            "policy_not_default",
            "choices.policies.ace_low_straight_flush",
            "ace_low",
            ("md-hcf-6.A", "md-hcf-6.E"),
            ("MD-7",),
            "approval",
        ),
        Planted(
            "unknown_policy_value",
            "choices.policies.progressive_after_fold",
            "progressive",
            ("md-hcf-11.B.4.a",),
        ),
        Planted("unknown_policy", "choices.policies.aggregate_limits", "aggregate_limits"),
    ),
]

FORM = [
    planted("empty", "# nothing here", Planted("filing_missing", "rules", None)),
    planted("no such rules", 'rules = "nv/blackjack"', Planted("unknown_rules", "rules", "rules")),
    planted(
        "misspelt rules",
        f'rulez = "{MA}"\npositions = "six"',
        Planted("unknown_key", "rulez", "rulez"),
        Planted("wrong_type", "positions", "positions"),
    ),
    planted(
        "wrong types, without a false follow-up for what they were meant to say",
        f"""
rules = "{MD}"
boxes_per_player = "three"
positions = 6.0
operator = true
layout = "felt"
[choices]
progressive = "C"
envy = "C"
flush_bonus = false
acknowledge = "flush_bonus"
aggregate_limit = {{ amout = 5, per = "day" }}
[limits]
ante = 1000
flush_bonus = [0, 0]
straight_flush_bonus = [1, 2, 3]
[equipment]
decks = "two"
progressive_system = "yes"
[progressive]
seed = "5000"
resett = 500000
rate = 20
""",
        Planted("wrong_type", "boxes_per_player", "boxes"),
        Planted("wrong_type", "positions", "positions"),
        Planted("wrong_type", "operator", "operator"),
        Planted("wrong_type", "layout", "layout"),
        Planted("wrong_type", "choices.flush_bonus", "flush_bonus = f"),
        Planted("wrong_type", "choices.acknowledge", "acknowledge"),
        Planted("unknown_key", "choices.aggregate_limit.amout", "aggregate"),
        Planted("value_not_allowed", "choices.aggregate_limit.per", "aggregate"),
        Planted("wrong_type", "limits.ante", "ante"),
        Planted("bad_amount", "limits.flush_bonus", "flush_bonus = ["),
        Planted("wrong_type", "limits.straight_flush_bonus", "straight"),
        Planted("wrong_type", "equipment.decks", "decks"),
        Planted("wrong_type", "equipment.progressive_system", "progressive_system"),
        Planted("wrong_type", "progressive.seed", "seed"),
        Planted("unknown_key", "progressive.resett", "resett"),
        Planted("wrong_type", "progressive.rate", "rate"),
    ),
    planted(
        "unknown keys in every table, dotted and quoted",
        f"""
rules = "{FCP}"
dealer = "Ann"
choices."odd key" = 1
choices.aces_up.odd = 2
choices.aces_up.table = "I"
equipment.color = "green"
limits."we ird" = [1, 2]
choices.policies."a.b" = "c"
""",
        Planted("unknown_key", "dealer", "dealer"),
        Planted("unknown_key", 'choices."odd key"', 'choices."odd'),
        Planted("unknown_key", "choices.aces_up.odd", "choices.aces_up.odd"),
        Planted("unknown_key", "equipment.color", "equipment"),
        Planted("unknown_wager", 'limits."we ird"', "limits"),
        Planted("unknown_policy", 'choices.policies."a.b"', "choices.policies"),
    ),
    planted(
        "a progressive that cannot be read is one finding",
        f"""
rules = "{MA}"
[choices]
progressive = 1
reset = {{ main = 1 }}
[limits]
progressive = [100, 100]
[progressive]
seed = 1
""",
        Planted("wrong_type", "choices.progressive", "progressive = 1"),
    ),
    planted(
        "amounts out of range",
        f'rules = "{FCP}"\n[choices]\nprogressive_wager = 0\n[limits]\nante = [-5, {10**30}]',
        Planted("bad_amount", "choices.progressive_wager", "progressive_wager"),
        Planted("bad_amount", "limits.ante", "ante"),
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [*TABLES, *PLACES, *LIMITS, *PROGRESSIVE, *EQUIPMENT, *REST, *FORM]
)
def test_every_planted_violation_is_found_once(text: str, expected: tuple[Planted, ...]) -> None:
    checked = check_text(text)
    found = grave(checked.findings)
    assert sorted((each.severity, each.code, each.key, each.line or 0) for each in found) == sorted(
        (each.severity, each.code, each.key, line_of(text, each.at) or 0) for each in expected
    )
    for each in expected:
        matching = [finding for finding in found if (finding.code, finding.key) == (each.code, each.key)]
        assert any(set(each.clauses) <= set(finding.clauses) for finding in matching), matching
        assert any(set(each.readings) <= set(finding.readings) for finding in matching), matching
        assert all(finding.asked and finding.allowed for finding in matching)
    assert checked.ok is all(each.severity != "violation" for each in checked.findings)


@pytest.mark.parametrize(
    ("text", "code", "key"),
    [
        (f'rules = "{MA}"\nchoices.flush_bonus = "A"', "limits_not_posted", "limits.flush_bonus"),
        (f'rules = "{MA}"\nlimits.flush_bonus = [1, 2]', "wager_not_offered", "limits.flush_bonus"),
        (
            f'rules = "{MA}"\nchoices.suit_specific = "hearts"',
            "suit_specific_unpaid",
            "choices.suit_specific",
        ),
        (
            f'rules = "{FCP}"\nprocedure.settlement_alternative = 1\nchoices.progressive = "PTMGL04"',
            "filing_missing",
            "progressive.rate",
        ),
        (f'rules = "{MA}"\nprogressive.seed = 1', "unknown_choice", "progressive"),
    ],
)
def test_warnings_leave_the_submission_accepted(text: str, code: str, key: str) -> None:
    checked = check_text(text)
    assert checked.ok
    assert ("warning", code, key) in {(each.severity, each.code, each.key) for each in checked.findings}


@pytest.mark.clause("ma-fcp-10.e.s2", shows="refused")
def test_the_settlement_alternative_is_asked_for_with_its_clause() -> None:
    asked = [each for each in check_text(f'rules = "{FCP}"').findings if each.key.startswith("procedure")]
    assert [each.clauses for each in asked] == [("ma-fcp-10.e.s1", "ma-fcp-10.e.s2")]
    stated = check_text(f'rules = "{FCP}"\nprocedure.settlement_alternative = 2')
    assert not [each for each in stated.findings if each.key.startswith("procedure")]


def test_findings_come_in_the_order_of_the_file() -> None:
    text = f'rules = "{MD}"\noperator = "Example Casino"\nlayout.filed = "sent"\npositions = 9\n'
    text += '[equipment]\ndecks = 4\n[choices]\nflush_bonus = "Z"\n'
    assert [each.line for each in check_text(text).findings] == [4, 6, 8, None]


def test_readings_and_clauses_of_findings_are_those_of_the_rule_set() -> None:
    rules = rule_set(UTH)
    checked = check_text(f'rules = "{UTH}"\npositions = 8\nchoices.progressive = "A"')
    for finding in checked.findings:
        assert all(clause.startswith("ma-uth-") for clause in finding.clauses)
        assert set(finding.readings) <= set(rules.readings)


@pytest.mark.parametrize(
    ("text", "code", "key"),
    [
        (f'rules = "{NJ}"\nequipment.deal = "hand"', "hand_deal_needs_shuffler", "equipment.deal"),
        (f'rules = "{UTH}"\nequipment.decks = 2', "second_deck_needs_shuffler", "equipment.decks"),
        (
            f'rules = "{UTH}"\nchoices.progressive.levels.royal_flush = "$5,000"',
            "missing_wager",
            "choices.progressive",
        ),
        (
            f'rules = "{UTH}"\nlimits.progressive = [500, 500]',
            "progressive_without_table",
            "limits.progressive",
        ),
        (f'rules = "{UTH}"\nprogressive.seed = 1_000_000', "progressive_without_table", "progressive"),
        (
            (
                f'rules = "{FCP}"\nchoices.progressive = "PTMGLML01"\n'
                'progressive.rate = { major = "60%", minor = "60%" }'
            ),
            "value_not_allowed",
            "progressive.rate",
        ),
        (
            (
                f'rules = "{FCP}"\nchoices.ante_bonus.odds = '
                '{ four_of_a_kind = "26 for 1", straight_flush = "20 to 1", three_of_a_kind = "2 to 1" }'
            ),
            "odds_unreadable",
            "choices.ante_bonus.odds.four_of_a_kind",
        ),
    ],
)
def test_missing_and_extra_values_are_violations(text: str, code: str, key: str) -> None:
    checked = check_text(text)
    assert not checked.ok
    assert ("violation", code, key) in {(each.severity, each.code, each.key) for each in checked.findings}


def test_a_table_without_odds_of_its_own_is_the_printed_one() -> None:
    assert check_text(f'rules = "{UTH}"\nchoices.trips = {{ table = "A" }}').ok
    assert not check_text(f'rules = "{MA}"\nchoices.straight_flush_bonus = {{ table = "G" }}').ok


@pytest.mark.clause("md-hcf-3.C.1", "md-hcf-3.C.2", shows="refused")
@pytest.mark.parametrize(
    ("deal", "hours", "most"),
    [
        *((deal, hours, 4) for deal in ("hand", None) for hours in ("nan", "inf", "0", "-1", "4.01", "8")),
        *((deal, hours, 8) for deal in ("manual-shoe", "automated-shoe") for hours in ("nan", "inf", "8.5")),
    ],
)
def test_decks_are_changed_in_time_however_the_hours_are_written(
    deal: str | None, hours: str, most: int
) -> None:
    """Without a word on the deal the table deals from the hand, and its decks last four hours."""
    text = f'rules = "{MD}"\nprocedure.deck_change_hours = {hours}\n'
    text += "" if deal is None else f'equipment.deal = "{deal}"\n'
    (found,) = (each for each in check_text(text).findings if each.key == "procedure.deck_change_hours")
    assert found.code == "value_not_allowed"
    assert f"at most {most}" in found.allowed
    lawful = check_text(text.replace(f"= {hours}", f"= {most}", 1)).findings
    assert not [each for each in lawful if each.key == "procedure.deck_change_hours"]


@pytest.mark.parametrize("device", ["shuffler_into_shoe", "reshuffle_and_count_device", "counting_shuffler"])
def test_a_shuffler_beside_a_manual_shuffle_is_noted(device: str) -> None:
    text = f'rules = "{MD}"\nequipment = {{ deal = "manual-shoe", shuffle = "manual", {device} = true }}'
    (found,) = (each for each in check_text(text).findings if each.code == "equipment_missing")
    assert (found.severity, found.key) == ("warning", f"equipment.{device}")


@pytest.mark.clause("ma-fcp-13.b", shows="refused")
def test_a_link_stake_whose_seed_no_meter_can_hold_is_refused() -> None:
    text = f'rules = "{FCP}"\nchoices = {{ progressive = "PTMGL01", progressive_wager = 100_000_025 }}'
    (found,) = (each for each in check_text(text).findings if each.code == "wrong_progressive_stake")
    assert "$1,000,000," in found.allowed
    assert "wrong_progressive_stake" not in str(check_text(text.replace("_025", "_000")).findings)
