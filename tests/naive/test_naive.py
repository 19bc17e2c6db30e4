"""The naive settlement against the examples of the documents and of our readings."""

from typing import Any

import pytest

from tests.naive import paytables
from tests.naive.money import Json
from tests.naive.settle import naive_settle

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
UTH, FCP = "ma/ultimate-texas-holdem", "ma/four-card-poker"
FOLD: Json = {"fold": True}

# High Card Flush: a dealer who does not qualify, one who does (queen high), and hands worth naming.
WEAK = "2d 3d 8d Tc Jc Kh Ah"
QUEEN = "Qd 3d 8d Tc Jc Kh Ah"
SEVEN_RUN, OTHER_SEVEN_RUN = "3s 4s 5s 6s 7s 8s 9s", "3h 4h 5h 6h 7h 8h 9h"
SIX_RUN = "4c 5c 6c 7c 8c 9c 2h"
NINE_TO_ACE = "9s Ts Js Qs Ks As 2h"
LOW_ACE = "Ac 2c 3c 9h Th Js Ks"
NOTHING = "2s Ts Ks 2c 3c Jh Qh"


def seat(number: int, cards: str, wagers: Json, decision: Json | None = None, **more: Any) -> Json:
    entry: Json = {"seat": number, "cards": cards, "wagers": wagers}
    return entry | ({"decision": decision} if decision else {}) | more


def play(rules: str, choices: Json, dealer: str, *seats: Json, **more: Any) -> Json:
    dealt = " ".join([dealer, more.get("board", ""), *(entry["cards"] for entry in seats)]).split()
    assert len(dealt) == len(set(dealt)), "a card twice"
    return naive_settle({"rules": rules, "choices": choices, "dealer": dealer, "seats": list(seats)} | more)


def net(settled: Json, number: int) -> dict[str, int]:
    (found,) = [entry for entry in settled["seats"] if entry["seat"] == number]
    assert found["net"] == sum(result["net"] for result in found["results"].values())
    return {wager: result["net"] for wager, result in found["results"].items()}


def paid(settled: Json, number: int, wager: str) -> int | None:
    (found,) = [entry for entry in settled["seats"] if entry["seat"] == number]
    amount: int | None = found["results"].get(wager, {}).get("paid")
    return amount


def outcomes(settled: Json, number: int) -> dict[str, str]:
    (found,) = [entry for entry in settled["seats"] if entry["seat"] == number]
    return {wager: result["outcome"] for wager, result in found["results"].items()}


def test_the_round_of_the_design() -> None:
    settled = play(
        MA,
        {"flush_bonus": "A", "straight_flush_bonus": "B", "progressive": "A"},
        "2d 3d 9d 4c 5h 6s Kc",
        seat(
            3,
            "As Ks 9s 4s 2h 3c Jd",
            {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100},
            {"raise": 1000},
        ),
        meters={"main": 1234500, "secondary": 2000},
    )
    (only,) = settled["seats"]
    assert only["net"] == 1900
    assert only["results"]["ante"] == {
        "outcome": "win", "stake": 1000, "paid": 1000, "returned": 1000, "net": 1000,
    }  # fmt: skip
    assert net(settled, 3) == {
        "ante": 1000, "raise": 1000, "flush_bonus": 500, "straight_flush_bonus": -500, "progressive": -100,
    }  # fmt: skip
    assert settled["meters"] == {"main": 1234500, "secondary": 2000}
    assert settled["order"] == [3]


# --- High Card Flush ------------------------------------------------------------------------------------


def test_dealer_without_a_qualifying_hand_pays_the_ante_and_pushes_the_raise() -> None:
    folded = seat(2, NOTHING, {"ante": 700}, FOLD)
    settled = play(MA, {}, WEAK, seat(1, "2h 4h 7h 9c 8c Qs Js", {"ante": 500}, {"raise": 500}), folded)
    assert net(settled, 1) == {"ante": 500, "raise": 0}
    assert outcomes(settled, 1)["raise"] == "push"
    assert net(settled, 2) == {"ante": -700}
    assert settled["order"] == [2, 1]
    assert "meters" not in settled


def test_higher_lower_and_equal_hands_against_a_qualifying_dealer() -> None:
    higher = seat(1, "Ks 3s 8s 4h 5h 6c 9c", {"ante": 500}, {"raise": 500})
    lower = seat(2, "Js 9s 2s 4d 5d 7c 8c", {"ante": 500}, {"raise": 500})
    equal = seat(3, "Qh 3h 8h 4s 5s 2c 4c", {"ante": 500}, {"raise": 500})
    settled = play(MD, {}, QUEEN, higher, lower, equal)
    assert net(settled, 1) == {"ante": 500, "raise": 500}
    assert net(settled, 2) == {"ante": -500, "raise": -500}
    assert outcomes(settled, 3) == {"ante": "push", "raise": "push"}


def test_only_the_highest_straight_flush_is_paid() -> None:
    """The example of ma-hcf-11.h; all seven dealt cards count (reading MA-2)."""
    two_runs = "4d 5d 6d 6s 7s 8s 9s"
    bonus = seat(1, two_runs, {"ante": 500, "straight_flush_bonus": 100}, {"raise": 500})
    assert net(play(MA, {"straight_flush_bonus": "A"}, QUEEN, bonus), 1)["straight_flush_bonus"] == 6000


def test_maryland_table_g_puts_four_of_a_kind_between_four_and_three() -> None:
    choices = {"straight_flush_bonus": "G"}
    wagers = {"ante": 500, "straight_flush_bonus": 100}
    four_and_three = seat(1, "9s 9h 9c 9d 8s 7s 4h", wagers, {"raise": 500})
    four_and_four = seat(2, "2s 3s 4s 5s 2h 2c 2d", wagers, {"raise": 500})
    settled = play(MD, choices, WEAK.replace("2d", "5d"), four_and_three, four_and_four)
    assert paid(settled, 1, "straight_flush_bonus") == 2500
    assert paid(settled, 2, "straight_flush_bonus") == 5000


def test_bonuses_stay_after_a_fold_and_the_progressive_follows_the_policy() -> None:
    wagers = {"ante": 500, "flush_bonus": 100, "straight_flush_bonus": 100, "progressive": 100}
    base = {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"}
    meters = {"main": 1_000_000, "secondary": 300}
    five_run = seat(1, "3s 4s 5s 6s 7s Jh Qh", wagers, FOLD)
    lost = play(MA, base, QUEEN, five_run, meters=meters)
    assert net(lost, 1) == {
        "ante": -500, "flush_bonus": 1000, "straight_flush_bonus": 10000, "progressive": -100,
    }  # fmt: skip
    live = play(MA, base | {"policies": {"progressive_after_fold": "live"}}, QUEEN, five_run, meters=meters)
    assert net(live, 1)["progressive"] == 24_900
    maryland = play(MD, base, QUEEN, five_run, meters={"main": 3_000_000})
    assert net(maryland, 1)["progressive"] == 24_900
    gone = base | {"policies": {"progressive_after_fold": "lost"}}
    assert net(play(MD, gone, QUEEN, five_run, meters={"main": 3_000_000}), 1)["progressive"] == -100


def test_ace_low_straight_flush_in_maryland_is_a_policy() -> None:
    low = seat(1, LOW_ACE, {"ante": 500, "straight_flush_bonus": 100}, {"raise": 500})
    choices: Json = {"straight_flush_bonus": "A"}
    assert paid(play(MA, choices, QUEEN, low), 1, "straight_flush_bonus") == 700
    assert paid(play(MD, choices, QUEEN, low), 1, "straight_flush_bonus") == 0
    choices["policies"] = {"ace_low_straight_flush": "on"}
    assert paid(play(MD, choices, QUEEN, low), 1, "straight_flush_bonus") == 700


def test_two_winners_of_the_massachusetts_meter() -> None:
    wagers = {"ante": 500, "progressive": 100}
    settled = play(
        MA,
        {"progressive": "A"},
        QUEEN,
        seat(1, SIX_RUN, wagers, {"raise": 500}),
        seat(4, SEVEN_RUN, wagers, {"raise": 500}),
        seat(2, OTHER_SEVEN_RUN, wagers, {"raise": 500}),
        meters={"main": 1_000_007, "secondary": 20_005},
    )
    assert settled["order"] == [4, 2, 1]
    assert [paid(settled, number, "progressive") for number in (4, 2, 1)] == [1_000_007, 20_005, 0]
    assert outcomes(settled, 1)["progressive"] == "win"
    assert settled["meters"] == {"main": 0, "secondary": 0}


def test_a_percentage_is_paid_down_and_the_fraction_stays() -> None:
    wagers = {"ante": 500, "progressive": 100}
    winner = seat(1, SIX_RUN, wagers, {"raise": 500})
    settled = play(MA, {"progressive": "B"}, QUEEN, winner, meters={"main": 1_000_009, "secondary": 5})
    assert paid(settled, 1, "progressive") == 100_000
    assert net(settled, 1)["progressive"] == 99_900, "the stake is spent"
    assert settled["meters"] == {"main": 900_009, "secondary": 5}


@pytest.mark.parametrize(
    ("rules", "table", "award"),
    [
        (MA, "C", 100_000),
        (NJ, "A", 100_000),
        (NJ, "C", 1_000_000),
        (NJ, "D", 1_000_000),
        (MD, "B", 100_000),
        (MD, "C", 1_000_000),
        (MD, "D", 1_000_000),
        (MD, "E", 1_000_000),
    ],
)
def test_suited_ace_to_nine(rules: str, table: str, award: int) -> None:
    winner = seat(1, NINE_TO_ACE, {"ante": 500, "progressive": 100}, {"raise": 500})
    meters = {"main": 1_000_000} if rules == MD else {"main": 1_000_000, "secondary": 77}
    assert paid(play(rules, {"progressive": table}, WEAK, winner, meters=meters), 1, "progressive") == award


def test_maryland_second_winner_is_paid_the_reset_meter() -> None:
    """Reading MD-25: under C the six-card and the seven-card row are both 100%."""
    wagers = {"ante": 500, "progressive": 100}
    seats = [seat(2, SEVEN_RUN, wagers, {"raise": 500}), seat(1, SIX_RUN, wagers, {"raise": 500})]
    settled = play(MD, {"progressive": "C"}, QUEEN, *seats, meters={"main": 700_000})
    assert [paid(settled, number, "progressive") for number in (2, 1)] == [700_000, 500_000]
    assert settled["meters"] == {"main": 500_000}
    filed = play(
        MD, {"progressive": "C", "reset": {"main": 600_000}}, QUEEN, *seats, meters={"main": 700_000}
    )
    assert [paid(filed, number, "progressive") for number in (2, 1)] == [700_000, 600_000]
    assert [paid(filed, number, "envy") for number in (2, 1)] == [20_000, 20_000]


def test_maryland_envy() -> None:
    """md-hcf-11.B.9.e: others' hands, several, never one's own, whether or not they carry the wager."""
    wagers = {"ante": 500, "progressive": 100}
    settled = play(
        MD,
        {"progressive": "D"},
        QUEEN,
        seat(1, SEVEN_RUN, wagers, {"raise": 500}, player="ann"),
        seat(2, NOTHING, wagers, {"raise": 500}, player="ann"),
        seat(3, OTHER_SEVEN_RUN, {"ante": 500}, {"raise": 500}),
        seat(4, "4c 6c 8c 4d 6d As Js", wagers, FOLD),
        seat(5, "Ad Td Kd 2d 5d 5c 7c", {"ante": 500}, {"raise": 500}),
        meters={"main": 4_000_000},
    )
    assert [paid(settled, number, "envy") for number in (1, 2, 3, 4, 5)] == [
        25_000,
        25_000,
        None,
        50_000,
        None,
    ]


def test_maryland_envy_needs_the_hand_on_the_layout() -> None:
    receiver = seat(2, NOTHING, {"ante": 500, "progressive": 100}, {"raise": 500})

    def envy(choices: Json, **more: Any) -> int | None:
        wagers = more.pop("wagers", {"ante": 500})
        run = seat(1, OTHER_SEVEN_RUN, wagers, **more)
        return paid(play(MD, choices, QUEEN, receiver, run, meters={"main": 9}), 2, "envy")

    table = {"progressive": "E", "flush_bonus": "A"}
    lost = table | {"policies": {"progressive_after_fold": "lost"}}
    assert envy(table, decision={"raise": 500}) == 25_000
    assert envy(table, decision=FOLD) is None
    assert envy(table, decision=FOLD, wagers={"ante": 500, "flush_bonus": 100}) == 25_000
    assert envy(table, decision=FOLD, wagers={"ante": 500, "progressive": 100}) == 25_000
    assert envy(lost, decision=FOLD, wagers={"ante": 500, "progressive": 100}) is None
    assert envy(table, decision={"raise": 500}, abandoned=True) == 25_000
    assert envy(table, abandoned=True) is None
    assert envy(table | {"progressive": "B"}, decision={"raise": 500}) is None


@pytest.mark.parametrize(
    ("rules", "mark"),
    [
        (MA, {"forfeited": True}),
        (MA, {"irregularity": "ma-hcf-9.a.s5"}),
        (NJ, {"irregularity": "nj-hcf-38.10.a.s5"}),
        (MD, {"abandoned": True}),
        (MD, {"irregularity": "md-hcf-7.C.2"}),
    ],
)
def test_forfeited_and_abandoned_wagers_lose(rules: str, mark: Json) -> None:
    wagers = {"ante": 500, "flush_bonus": 100, "progressive": 100}
    winner = seat(1, SEVEN_RUN, wagers, {"raise": 1500}) | mark
    meters = {"main": 1000} if rules == MD else {"main": 1000, "secondary": 7}
    settled = play(rules, {"flush_bonus": "A", "progressive": "A"}, WEAK, winner, meters=meters)
    assert net(settled, 1) == {"ante": -500, "raise": -1500, "flush_bonus": -100, "progressive": -100}
    assert settled["meters"] == meters


def test_massachusetts_limits_cap_the_bonus_wagers_only() -> None:
    choices: Json = {"flush_bonus": "A", "straight_flush_bonus": "B"}
    wagers = {"ante": 10_000, "flush_bonus": 100, "straight_flush_bonus": 100}
    seats = [
        seat(2, SEVEN_RUN, wagers, {"raise": 10_000}),
        seat(1, OTHER_SEVEN_RUN, wagers, {"raise": 10_000}),
    ]

    def bonuses(limit: Json) -> list[int | None]:
        settled = play(MA, choices | {"aggregate_limit": limit}, QUEEN, *seats)
        assert paid(settled, 1, "raise") == 10_000
        assert set(outcomes(settled, 1).values()) == {"win"}
        return [paid(settled, n, wager) for n in (2, 1) for wager in ("flush_bonus", "straight_flush_bonus")]

    assert bonuses({"amount": 40_000, "per": "hand"}) == [30_000, 10_000, 30_000, 10_000]
    assert bonuses({"amount": 40_000, "per": "round"}) == [30_000, 10_000, 0, 0]
    assert bonuses({"amount": 100_000, "per": "round"}) == [30_000, 50_000, 20_000, 0]


def test_maryland_limit_counts_ante_and_raise_and_never_cuts_them() -> None:
    choices: Json = {"flush_bonus": "A", "straight_flush_bonus": "A"}
    big = seat(
        1,
        SEVEN_RUN,
        {"ante": 2_000_000, "flush_bonus": 1000, "straight_flush_bonus": 1000},
        {"raise": 2_900_000},
    )

    def amounts(more: Json) -> list[int | None]:
        settled = play(MD, choices | more, QUEEN, big)
        return [paid(settled, 1, w) for w in ("ante", "raise", "flush_bonus", "straight_flush_bonus")]

    assert amounts({}) == [2_000_000, 2_900_000, 100_000, 0]
    assert amounts({"aggregate_limit": {"amount": 10_000, "per": "hand"}}) == [2_000_000, 2_900_000, 0, 0]
    # 4 antes of $5, 300 of $10 and 8,000 of $10: the most at the minimums is $83,020.
    minimums = {"minimums": {"ante": 500, "flush_bonus": 1000, "straight_flush_bonus": 1000}}
    assert amounts(minimums) == [2_000_000, 2_900_000, 300_000, 8_302_000 - 5_200_000]


def test_operators_amounts_for_straight_flush_table_g() -> None:
    odds = {f"straight_flush_{n}": f"{n}0 to 1" for n in (7, 6, 5, 4, 3)}
    choices = {"straight_flush_bonus": {"table": "G", "odds": odds}}
    bonus = seat(1, SIX_RUN, {"ante": 500, "straight_flush_bonus": 100}, {"raise": 500})
    assert paid(play(NJ, choices, WEAK, bonus), 1, "straight_flush_bonus") == 6_000


@pytest.mark.parametrize("clause", ["7.f.2.s2", "7.f.2.s3", "13.a.s2", "13.c", "13.d", "13.f"])
@pytest.mark.parametrize(("rules", "prefix"), [(MA, "ma-hcf-"), (NJ, "nj-hcf-38.")])
def test_void_rounds_send_everything_back_and_reverse_contributions(
    rules: str, prefix: str, clause: str
) -> None:
    wagers = {"ante": 500, "flush_bonus": 100, "progressive": 100}
    settled = naive_settle(
        {
            "rules": rules,
            "choices": {"flush_bonus": "A", "progressive": "C"},
            "seats": [
                seat(1, SEVEN_RUN, wagers, {"raise": 500}),
                seat(2, NOTHING, wagers, FOLD),
                seat(3, SIX_RUN, {"ante": 500}),
            ],
            "meters": {"main": 1_000_042, "secondary": 1010},
            "irregularity": prefix + clause,
        }
    )
    assert outcomes(settled, 1) == dict.fromkeys(["ante", "raise", "flush_bonus", "progressive"], "void")
    assert net(settled, 2) == {"ante": 0, "flush_bonus": 0, "progressive": 0}
    assert net(settled, 3) == {"ante": 0}
    assert settled["meters"] == {"main": 1_000_000, "secondary": 1000}


@pytest.mark.parametrize("clause", ["ma-hcf-13.a.s1", "ma-hcf-13.b", "ma-hcf-13.e", "ma-hcf-7.g.s2"])
def test_irregularities_without_consequence_change_nothing(clause: str) -> None:
    winner = seat(1, SEVEN_RUN, {"ante": 500}, {"raise": 500})
    assert play(MA, {}, WEAK, winner, irregularity=clause) == play(MA, {}, WEAK, winner)


def test_maryland_exposed_dealer_card_settles_the_side_wagers() -> None:
    wagers = {"ante": 500, "flush_bonus": 100, "progressive": 100}
    seats = [seat(2, SEVEN_RUN, wagers, {"raise": 500}), seat(1, "As 2s Qs 9d Td Jh Qh", wagers, FOLD)]

    def nets(clause: str, policy: str) -> list[dict[str, int]]:
        choices: Json = {"flush_bonus": "A", "progressive": "E"}
        choices |= {"policies": {"bonuses_after_void": policy}}
        meters = {"main": 4_000_000}
        settled = play(MD, choices, QUEEN, *seats, irregularity=clause, meters=meters)
        back = all(result == "void" for result in outcomes(settled, 1).values())
        assert settled["meters"]["main"] == (4_000_000 if back else 2_500_000)
        return [net(settled, 2), net(settled, 1)]

    everything = [
        {"ante": 0, "raise": 0, "flush_bonus": 0, "progressive": 0},
        {"ante": 0, "flush_bonus": 0, "progressive": 0},
    ]
    settled = [
        {"ante": 0, "raise": 0, "flush_bonus": 30_000, "progressive": 3_999_900},
        {"ante": 0, "flush_bonus": -100, "progressive": -100, "envy": 25_000},
    ]
    for clause in ("md-hcf-13.E", "md-hcf-13.F"):
        assert nets(clause, "13E") == nets(clause, "13A-E") == settled
    for clause in ("md-hcf-13.B", "md-hcf-13.D"):
        assert nets(clause, "13E") == everything
        assert nets(clause, "13A-E") == settled


def test_maryland_bonuses_of_a_hand_without_its_seven_cards_go_back() -> None:
    wagers = {"ante": 500, "flush_bonus": 100, "progressive": 100}
    seats = [
        seat(3, SEVEN_RUN, wagers, {"raise": 500}),
        seat(2, "As 2s Qs 9d Td Jh", wagers, FOLD),
        seat(1, "Ac 2c Qc 9c Tc Jd Qh 3d", wagers),
    ]
    choices: Json = {"flush_bonus": "A", "progressive": "E"}
    settled = play(MD, choices, "", *seats, irregularity="md-hcf-13.D", meters={"main": 4_000_000})
    assert net(settled, 3) == {"ante": 0, "raise": 0, "flush_bonus": 30_000, "progressive": 3_999_900}
    assert outcomes(settled, 2) == dict.fromkeys(wagers, "void")
    assert outcomes(settled, 1) == dict.fromkeys(wagers, "void")


def test_maryland_voids_outside_chapter_13_send_everything_back() -> None:
    wagers = {"ante": 500, "flush_bonus": 100, "progressive": 100}
    for clause in ("8.J.1", "8.J.2", "9.E.1", "9.E.2", "10.E.1", "10.E.2", "13.H"):
        choices: Json = {"flush_bonus": "A", "progressive": "E"}
        winner = seat(2, SEVEN_RUN, wagers, {"raise": 500})
        settled = play(
            MD, choices, QUEEN, winner, irregularity=f"md-hcf-{clause}", meters={"main": 4_000_000}
        )
        assert outcomes(settled, 2) == dict.fromkeys([*wagers, "raise"], "void")


# --- Ultimate Texas Hold 'Em ------------------------------------------------------------------------------


def ultimate(
    choices: Json, board: str, dealer: str, *seats: Json, meters: Json | None = None, **more: Any
) -> Json:
    return play(UTH, choices, dealer, *seats, board=board, **more, **({"meters": meters} if meters else {}))


def both(ante: int, **more: int) -> Json:
    return {"ante": ante, "blind": ante, **more}


def test_dealer_below_a_pair_returns_the_ante_win_or_lose() -> None:
    higher = seat(1, "As 3h", both(1000), {"play": 4000})
    lower = seat(2, "Qc 3c", both(1000), {"play": 1000})
    settled = ultimate({}, "2c 5d 7h 9s Jc", "Ks 4d", higher, lower)
    assert net(settled, 1) == {"ante": 0, "blind": 0, "play": 4000}
    assert outcomes(settled, 1) == {"ante": "push", "blind": "push", "play": "win"}
    assert net(settled, 2) == {"ante": 0, "blind": -1000, "play": -1000}


def test_a_tie_pushes_and_a_fold_loses() -> None:
    tie = seat(1, "2s 3s", both(1000, trips=500), {"play": 1000})
    fold = seat(2, "2d 3d", both(1000, trips=500), FOLD)
    settled = ultimate({"trips": "A"}, "As Ks Qs Js Ts", "9c 9d", tie, fold)
    assert net(settled, 1) == {"ante": 0, "blind": 0, "play": 0, "trips": 25_000}
    assert net(settled, 2) == {"ante": -1000, "blind": -1000, "trips": 25_000}


@pytest.mark.parametrize(
    ("hole", "board", "blind"),
    [
        ("As Ks", "Qs Js Ts 2c 2d", 500 * 1001),
        ("9s 8s", "Qs Js Ts 2c 2d", 50 * 1001),
        ("2s 2h", "Qs Js Ts 2c 2d", 10 * 1001),
        ("Qc Qh", "Qs Js 4s 2c 2d", 3 * 1001),
        ("As 7s", "Qs Js 4s 2c 2d", 1502),
        ("Ac Kh", "Qs Jh Ts 2c 2d", 1001),
        ("Qc Qh", "Qs 9h Ts 2c 5d", 0),
    ],
)
def test_blind_odds(hole: str, board: str, blind: int) -> None:
    """ma-uth-11.c; 3 to 2 is paid up to the next cent."""
    settled = ultimate({}, board, "3h 3d", seat(1, hole, both(1001), {"play": 1001}))
    assert net(settled, 1) == {"ante": 1001, "blind": blind, "play": 1001}
    assert outcomes(settled, 1)["blind"] == ("win" if blind else "push")


def test_aggregate_limits() -> None:
    royal = seat(1, "As Ks", both(20_000, trips=10_000, cover_all=100_000), {"play": 80_000})
    fifty, seventy_five = 5_000_000, 7_500_000

    def amounts(more: Json) -> list[int | None]:
        settled = ultimate({"trips": "A", "cover_all": True} | more, "Qs Js Ts 2c 2d", "3h 3d", royal)
        assert set(outcomes(settled, 1).values()) == {"win"}
        return [paid(settled, 1, wager) for wager in ("ante", "blind", "play", "trips", "cover_all")]

    blind_left = fifty - 20_000
    assert amounts({}) == [20_000, blind_left, 0, 0, seventy_five - fifty]
    assert amounts({"policies": {"aggregate_limits": "11e"}}) == [20_000, blind_left, 0, 0, 20_000_000]
    only_14d = {"policies": {"aggregate_limits": "14d"}}
    assert amounts(only_14d) == [20_000, seventy_five - 20_000, 0, 0, 0]
    # 505 antes of $100 and 50 trips of $20: $51,500.
    assert amounts({"minimums": {"ante": 10_000, "trips": 2_000}})[1] == 5_150_000 - 20_000
    # the minimums are worth more than $75,000: section 14(d) cuts what section 11(e) would pay.
    assert amounts({"minimums": {"ante": 20_000}}) == [20_000, seventy_five - 20_000, 0, 0, 0]
    filed = {"table": "A", "odds": dict.fromkeys(paytables.TRIPS["A"], "150 to 1")}
    assert amounts({"trips": filed, "minimums": {"trips": 40_000}})[1] == 6_000_000 - 20_000


def test_filed_trips_odds_are_paid_up_to_the_cent() -> None:
    filed = {"table": "A", "odds": dict.fromkeys(paytables.TRIPS["A"], "101 to 2")}
    settled = ultimate({"trips": filed}, "As Ks Qs Js Ts", "9c 9d", seat(1, "2s 3s", both(1, trips=5), FOLD))
    assert paid(settled, 1, "trips") == 253


def test_cover_all_pays_the_highest_hand_at_the_table() -> None:
    """The example of ma-uth-13.g: the dealer's three of a kind, a player's straight flush."""
    board = "7s 8s 9s 2c 2d"
    choices: Json = {"cover_all": True, "trips": "A"}
    bettor = seat(1, "Ac Kd", both(1000, cover_all=100), FOLD)
    run = seat(5, "Ts Js", both(1000), {"play": 1000})
    assert paid(ultimate(choices, board, "2h 4c", bettor, run), 1, "cover_all") == 8_000
    folded = seat(5, "Ts Js", both(1000), FOLD)
    assert paid(ultimate(choices, board, "2h 4c", bettor, folded), 1, "cover_all") == 0
    dealt = choices | {"policies": {"cover_all_counts": "dealt"}}
    assert paid(ultimate(dealt, board, "2h 4c", bettor, folded), 1, "cover_all") == 8_000
    kept = seat(5, "Ts Js", both(1000, trips=100), FOLD)
    assert paid(ultimate(choices, board, "2h 4c", bettor, kept), 1, "cover_all") == 8_000
    assert paid(ultimate(choices, board, "2h 2s", bettor), 1, "cover_all") == 7_000, "the dealer's quads"


def filed_progressive(**more: Any) -> Json:
    levels = {
        "royal_flush": "100% of main",
        "four_of_a_kind": "50% of main",
        "flush": "$20",
        "straight": "9 for 1",
    }
    return {"trips": "A", "progressive": {"hand": "best", "levels": levels, "seed": 40_000} | more}


def test_filed_progressive() -> None:
    wagers = both(1000, trips=500, progressive=500)
    board = "As Ks Qs 2c 2d"
    settled = ultimate(
        filed_progressive(),
        board,
        "3h 3d",
        seat(4, "Js Ts", wagers, {"play": 1000}),
        seat(3, "2h 2s", wagers, FOLD),
        seat(2, "3s 4s", wagers, {"play": 1000}),
        seat(1, "Jc Td", wagers, {"play": 1000}),
        meters={"main": 900_001},
    )
    assert [paid(settled, n, "progressive") for n in (4, 3, 2, 1)] == [900_001, 20_000, 2_000, 4_500]
    assert settled["meters"] == {"main": 20_000}
    straight_flush = seat(1, "9s Ts", wagers, {"play": 1000})
    gap = ultimate(filed_progressive(), "Js Qs Ks 2c 2d", "3h 3d", straight_flush, meters={"main": 1001})
    assert paid(gap, 1, "progressive") == 500, "a straight flush without its own row reaches four-of-a-kind"
    flop = ultimate(
        filed_progressive(hand="flop"),
        "As 2c Qs Ks 2d",
        "3h 3d",
        seat(1, "Js Ts", wagers, FOLD),
        meters={"main": 1},
    )
    assert outcomes(flop, 1)["progressive"] == "lose"
    straight = seat(1, "Js Ts", wagers, FOLD)
    flop = ultimate(filed_progressive(hand="flop"), "As Kd Qs 2c 2d", "3h 3d", straight, meters={"main": 1})
    assert paid(flop, 1, "progressive") == 4_500


@pytest.mark.parametrize("clause", ["ma-uth-15.a.s1", "ma-uth-15.a.s2", "ma-uth-15.b.s3"])
def test_void_hands_with_trips_settled(clause: str) -> None:
    wagers = both(1000, trips=500, progressive=500, cover_all=100)
    choices = filed_progressive(rate="12.5%") | {"cover_all": True}
    seats = [seat(1, "Js Ts", wagers, {"play": 1000}), seat(2, "3s 4d", both(1000, trips=100), FOLD)]
    settled = ultimate(
        choices, "As Ks Qs 2c 2d", "3h 3d", *seats, meters={"main": 1_000}, irregularity=clause
    )
    assert net(settled, 1) == {
        "ante": 0,
        "blind": 0,
        "play": 0,
        "cover_all": 0,
        "progressive": 0,
        "trips": 25_000,
    }
    assert outcomes(settled, 1)["progressive"] == "void"
    assert net(settled, 2) == {"ante": 0, "blind": 0, "trips": -100}
    assert settled["meters"] == {"main": 1_000 - 62}


@pytest.mark.parametrize("clause", ["7.f.2.s2", "7.f.2.s3", "15.b.s2", "15.d.s2", "15.f"])
def test_void_ultimate_rounds_send_everything_back(clause: str) -> None:
    royal = seat(1, "Js Ts", both(1000, trips=500), {"play": 1000})
    settled = ultimate({"trips": "A"}, "As Ks Qs 2c 2d", "3h 3d", royal, irregularity=f"ma-uth-{clause}")
    assert outcomes(settled, 1) == dict.fromkeys(["ante", "blind", "play", "trips"], "void")


def test_one_hand_void() -> None:
    wagers = both(1000, trips=500, progressive=500, cover_all=100)
    misdealt = seat(2, "Js Ts", wagers, irregularity="ma-uth-15.d.s1")
    other = seat(1, "2h 2s", wagers, {"play": 1000})
    choices = filed_progressive(rate="20%") | {"cover_all": True}
    settled = ultimate(choices, "As Ks Qs 2c 2d", "3h 3d", misdealt, other, meters={"main": 10_100})
    assert outcomes(settled, 2) == dict.fromkeys(wagers, "void")
    assert paid(settled, 1, "progressive") == 5_000, "the contribution is reversed before anything is paid"
    assert paid(settled, 1, "cover_all") == 5_000, "three hands in the column, the royal flush not compared"


# --- Four Card Poker --------------------------------------------------------------------------------------


def test_a_tie_pays_the_player_and_the_ante_bonus_is_automatic() -> None:
    settled = play(
        FCP,
        {},
        "Kd Kh 9c 8s 4c 2d",
        seat(1, "Kc Ks 9d 8h 3c", {"ante": 1000}, {"play": 3000}),
        seat(2, "Qc Qs Jd Th 3d", {"ante": 1000}, {"play": 1000}),
        seat(3, "5c 5s 5d Ts 3h", {"ante": 1000}, FOLD),
    )
    assert net(settled, 1) == {"ante": 1000, "play": 3000}
    assert net(settled, 2) == {"ante": -1000, "play": -1000}
    assert net(settled, 3) == {"ante": -1000}
    lost = play(FCP, {}, "Kd Kh Kc 8s 4c 2d", seat(1, "5c 5s 5d Th 3h", {"ante": 1001}, {"play": 1001}))
    assert net(lost, 1) == {"ante": -1001, "play": -1001, "ante_bonus": 2002}
    own = {"odds": {"four_of_a_kind": "25 to 1", "straight_flush": "20 to 1", "three_of_a_kind": "5 to 2"}}
    more = play(
        FCP,
        {"ante_bonus": own},
        "Kd Kh Kc 8s 4c 2d",
        seat(1, "5c 5s 5d Th 3h", {"ante": 1001}, {"play": 1001}),
    )
    assert paid(more, 1, "ante_bonus") == 2503


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ac As Kd 9h 3c", 1), ("Kc Ks Ad 9h 3c", 0), ("2c 2s 3d 3h Kc", 3), ("5c 4s 3d 2h Kc", 4),
        ("5c 4c 3c 9c Kd", 5), ("5c 5d 5h 9c Kd", 8), ("5c 4c 3c 2c Kd", 40), ("5c 5d 5h 5s Kd", 50),
    ],
)  # fmt: skip
def test_aces_up_table_v(cards: str, pays: int) -> None:
    settled = play(FCP, {"aces_up": "V"}, "Kh Qh 9s 8s 4h 2d", seat(1, cards, {"aces_up": 500}))
    assert paid(settled, 1, "aces_up") == pays * 500


def test_cover_all_of_four_card_poker() -> None:
    """The example of ma-fcp-12.g, and the bet's own order of rows (reading FCP-2)."""
    choices = {"cover_all": True}
    bettor = seat(1, "Ac Kd 7h 6c 2c", {"ante": 1000, "cover_all": 100}, FOLD)
    run = seat(2, "3s 4s 5s 6s Qd", {"ante": 1000}, {"play": 1000})
    trips = "9c 9d 9h Ks Jd 2d"
    assert paid(play(FCP, choices, trips, bettor, run), 1, "cover_all") == 5_000
    assert paid(play(FCP, choices, trips, bettor), 1, "cover_all") == 800
    royal = seat(3, "Ah Kh Qh Jh 2h", {"ante": 1000}, {"play": 1000})
    quads = seat(2, "3s 3c 3d 3h Qd", {"ante": 1000}, {"play": 1000})
    assert paid(play(FCP, choices, trips, bettor, royal, quads), 1, "cover_all") == 9_000
    assert paid(play(FCP, choices, "As Ad Tc Ts 9c 8d", bettor, quads), 1, "cover_all") == 8_000
    racked = seat(2, "3s 3c 3d 3h Qd", {"ante": 1000}, FOLD)
    assert paid(play(FCP, choices, trips, bettor, racked), 1, "cover_all") == 600
    kept = seat(2, "3s 3c 3d 3h Qd", {"ante": 1000, "aces_up": 100}, FOLD)
    assert paid(play(FCP, choices | {"aces_up": "I"}, trips, bettor, kept), 1, "cover_all") == 8_000
    dealt = choices | {"policies": {"cover_all_counts": "dealt"}}
    assert paid(play(FCP, dealt, trips, bettor, racked), 1, "cover_all") == 8_000


def test_four_card_progressive_and_envy() -> None:
    settled = play(
        FCP,
        {"progressive": "A", "aces_up": "I"},
        "Kd Kh 9c 8s 4c 2d",
        seat(4, "Ac Ad Ah As 3c", {"ante": 1000, "progressive": 100}, FOLD),
        seat(3, "7c 7d 7h 7s 3d", {"aces_up": 1000, "progressive": 500}),
        seat(2, "9d Td Jd Qd 3h", {"ante": 1000, "progressive": 500}, {"play": 1000}),
        seat(1, "5c 5d 5h Qs 2s", {"ante": 1000, "progressive": 500}, {"play": 1000}),
        meters={"main": 777_777},
    )
    assert [paid(settled, n, "progressive") for n in (4, 3, 2, 1)] == [777_777, 150_000, 50_000, 4_500]
    assert [paid(settled, n, "envy") for n in (4, 3, 2, 1)] == [1_500, 52_500, 55_000, 57_500]
    assert settled["meters"] == {"main": 500_000}


def test_multi_game_link_ranks_the_five_dealt_cards() -> None:
    def seats(stake: int) -> list[Json]:
        wagers = {"ante": 1000, "progressive": stake}
        return [
            seat(4, "Ac Kc Qc Jc Tc", wagers, {"play": 1000}),
            seat(3, "Ad Kd Qd Jd Td", wagers, {"play": 1000}, player="ann"),
            seat(2, "9d 8d 7d 6d 5d", wagers, {"play": 1000}, player="ann"),
            seat(1, "Ah Kh Qh Jh 2s", wagers, {"play": 1000}),
        ]

    dealer = "3c 3h 9s 8s 4c 2d"
    two = {"progressive": "PTMGL02", "progressive_wager": 200}
    settled = play(FCP, two, dealer, *seats(200), meters={"main": 3_000_009})
    assert [paid(settled, n, "progressive") for n in (4, 3, 2, 1)] == [3_000_009, 2_000_000, 200_000, 0]
    assert settled["meters"] == {"main": 1_800_000}
    assert [paid(settled, n, "envy") for n in (4, 3, 2, 1)] == [1_300_000, 1_000_000, 1_000_000, 2_300_000]
    four = play(FCP, {"progressive": "PTMGL04"}, dealer, *seats(100), meters={"main": 5})
    assert [paid(four, n, "progressive") for n in (4, 3, 2, 1)] == [5, 100_000, 100_000, 0]
    assert paid(four, 1, "envy") == 75_000, "a royal flush counts as the straight flush row"
    levels = {"mega": 1_111, "major": 222, "minor": 33}
    choices = {"progressive": "PTMGLML02", "reset": {"mega": 1_500_000}}
    many = play(FCP, choices, dealer, *seats(100), meters=levels)
    assert [paid(many, n, "progressive") for n in (4, 3, 2)] == [1_111, 1_500_000, 222]
    assert many["meters"] == {"mega": 1_500_000, "major": 100_000, "minor": 33}


def test_four_card_progressive_after_a_fold() -> None:
    choices: Json = {"progressive": "B"}
    fold = seat(1, "5c 5d 5h Qs 2s", {"ante": 1000, "progressive": 100}, FOLD)
    assert paid(play(FCP, choices, "3c 3h 9s 8s 4c 2d", fold, meters={"main": 9}), 1, "progressive") == 1_500
    choices["policies"] = {"progressive_after_fold": "lost"}
    assert paid(play(FCP, choices, "3c 3h 9s 8s 4c 2d", fold, meters={"main": 9}), 1, "progressive") == 0


@pytest.mark.parametrize("clause", ["7.e.b.s2", "7.e.b.s3", "14.a.s2", "14.c", "14.d", "14.f"])
def test_void_four_card_rounds_send_everything_back(clause: str) -> None:
    wagers = {"ante": 1000, "aces_up": 500, "progressive": 100, "cover_all": 100}
    winner = seat(1, "Ac Ad Ah As 3c", wagers, {"play": 1000})
    choices = {"aces_up": "I", "progressive": "A", "cover_all": True}
    settled = play(FCP, choices, "", winner, irregularity=f"ma-fcp-{clause}", meters={"main": 123})
    assert outcomes(settled, 1) == dict.fromkeys([*wagers, "play"], "void")
    assert settled["meters"] == {"main": 123}
    on_seat = play(FCP, choices, "", winner | {"irregularity": f"ma-fcp-{clause}"}, meters={"main": 123})
    assert on_seat == settled


# --- the pay tables, document by document ----------------------------------------------------------------


def test_flush_bonus_differs_in_four_cells() -> None:
    ours, theirs = paytables.FLUSH_BONUS_MA_NJ, paytables.FLUSH_BONUS_MD
    differ = [(name, row) for name in ours for row in ours[name] if ours[name][row] != theirs[name][row]]
    assert differ == [(name, "flush_4") for name in "BEIK"]
    assert set(theirs) - set(ours) == {"O"}


def test_progressives_that_the_documents_share() -> None:
    assert paytables.PROGRESSIVE_MD["E"] == paytables.PROGRESSIVE_NJ["D"]
    without = {
        row: pays for row, pays in paytables.PROGRESSIVE_NJ["D"].items() if row != "suited_ace_to_nine"
    }
    assert without == paytables.PROGRESSIVE_MA["D"]
    assert paytables.PROGRESSIVE_MA["A"] == paytables.PROGRESSIVE_NJ["A"]
