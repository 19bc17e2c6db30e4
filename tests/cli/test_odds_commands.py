"""`odds` and `advise` as a person runs them."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import croupier

ROOT = Path(__file__).parents[2]


def _odds(*words: str) -> dict[str, Any]:
    done = croupier("odds", *words, "--json")
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_a_rule_set_prices_every_table_that_it_prints() -> None:
    bets = _odds("ma/high-card-flush")["bets"]
    assert set(bets) == {"main", "flush_bonus", "straight_flush_bonus", "progressive"}
    assert list(bets["flush_bonus"]) == list("ABCDEFGHIJKLMN")
    assert list(bets["straight_flush_bonus"]) == list("ABCDEF")  # G has no figures
    assert list(bets["progressive"]) == list("ABCD")
    main = bets["main"]
    assert Fraction(main["ev"]) == -Fraction(1348050875653, 50592437455560)
    assert main["house_edge"] == pytest.approx(0.0266453, abs=1e-7)
    assert sum(main["decisions"].values()) == pytest.approx(1)
    level = bets["flush_bonus"]["A"]["levels"]["flush_7"]
    assert (level["pays"], level["count"]) == ("300 to 1", 6864)


def test_a_submission_prices_what_it_chose() -> None:
    answer = _odds("examples/md-high-card-flush.toml")
    assert {bet: list(tables) for bet, tables in answer["bets"].items() if bet != "main"} == {
        "flush_bonus": ["O"],
        "straight_flush_bonus": ["G"],
        "progressive": ["C"],
    }


def test_the_other_side_of_a_policy() -> None:
    words = ("md/high-card-flush", "--bet", "straight_flush_bonus", "--table", "A")
    off = _odds(*words)["bets"]["straight_flush_bonus"]["A"]["house_edge"]
    on = _odds(*words, "--policy", "ace_low_straight_flush=on")["bets"]["straight_flush_bonus"]["A"][
        "house_edge"
    ]
    assert (round(off, 4), round(on, 4)) == (0.2051, 0.1309)
    fold = ("ma/high-card-flush", "--bet", "progressive", "--table", "A")
    lost = _odds(*fold)["bets"]["progressive"]["A"]["break_even_meter"]
    live = _odds(*fold, "--policy", "progressive_after_fold=live")["bets"]["progressive"]["A"][
        "break_even_meter"
    ]
    assert Fraction(lost["as_played"]) > Fraction(lost["if_live"]) == Fraction(live["as_played"])


def test_compare_shows_the_tables_that_favor_the_player() -> None:
    ranked = json.loads(croupier("odds", "ma/high-card-flush", "--compare", "--json").stdout)
    favorable = [(each["bet"], each["table"]) for each in ranked if each["house_edge"] < 0]
    assert favorable == [("flush_bonus", "K"), ("flush_bonus", "E")]
    assert "favors the player" in croupier("odds", "ma/high-card-flush", "--compare").stdout


def test_four_card_lists_both_stakes_of_a_progressive() -> None:
    table = _odds("ma/four-card-poker", "--bet", "progressive", "--table", "A")["bets"]["progressive"]["A"]
    assert set(table["stakes"]) == {"100", "500"}
    assert table["levels"]["four_aces"]["count"] == 48
    one, five = (Fraction(table["stakes"][stake]["return_at_seed"]) for stake in ("100", "500"))
    assert one - Fraction(table["fixed_return"]) == 5 * (five - Fraction(table["fixed_return"]))


def test_odds_in_the_terminal() -> None:
    shown = croupier("odds", "md/high-card-flush").stdout
    assert "-1348050875653/50592437455560" in shown
    assert "Progressives" in shown


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "no/rules"),
        ("odds", "ma/high-card-flush", "--bet", "trips"),
        ("odds", "ma/high-card-flush", "--bet", "flush_bonus", "--table", "Z"),
        ("odds", "ma/high-card-flush", "--policy", "nonsense"),
        ("odds", "ma/high-card-flush", "--policy", "nonsense=1"),
        ("odds", "ma/high-card-flush", "--policy", "progressive_after_fold=maybe"),
        ("advise", "ma/high-card-flush", "--cards", "As Ks"),
        ("advise", "ma/high-card-flush", "--cards", "As Ks Qs Js Ts 9s Xs"),
        ("advise", "ma/high-card-flush", "--cards", "As Ks Qs Js Ts 9s 8s", "--board", "2c 3c 4c"),
        ("advise", "ma/four-card-poker", "--cards", "As Ks Qs Js Ts"),
        ("advise", "ma/four-card-poker", "--cards", "As Ks Qs Js Ts", "--up", "As"),
        ("advise", "ma/ultimate-texas-holdem", "--cards", "As Ks", "--board", "2c 3c"),
        ("advise", "ma/ultimate-texas-holdem", "--cards", "As Ks", "--board", "As 3c 4c"),
    ],
)
def test_bad_questions_are_one_line(words: tuple[str, ...]) -> None:
    done = croupier(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_a_submission_with_violations_is_not_priced() -> None:
    done = croupier("odds", "examples/violations.toml")
    assert done.returncode == 1
    assert "violations" in done.stderr


def test_advice_for_high_card_flush() -> None:
    done = croupier("advise", "ma/high-card-flush", "--cards", "As Ks 9s 4s 2h 3c Jd", "--json")
    answer = json.loads(done.stdout)
    assert answer["best"] == "raise_1x"
    assert set(answer["actions"]) == {"fold", "raise_1x"}
    assert answer["actions"]["fold"]["ev"] == "-1"


def test_advice_for_four_card_poker() -> None:
    words = ("advise", "ma/four-card-poker", "--cards", "As Ac 3d 4h 9s", "--up", "Kd")
    answer = json.loads(croupier(*words, "--json").stdout)
    assert answer["best"] == "play_3x"
    assert answer["actions"]["play_1x"]["ev"] == "386818/685377"
    assert "best" in croupier(*words).stdout


def test_advice_on_the_river_and_the_flop() -> None:
    words = ("advise", "ma/ultimate-texas-holdem", "--cards", "7c 2d")
    river = json.loads(croupier(*words, "--board", "As Ks Qs Js Ts", "--json").stdout)
    # The board plays for everyone: a royal flush ties, so playing is worth nothing and folding two antes.
    assert river["stage"] == "river"
    assert river["actions"] == {
        "fold": {"ev": "-2", "value": -2.0},
        "play_1x": {"ev": "0", "value": 0.0},
    }
    assert river["best"] == "play_1x"
    flop = json.loads(croupier(*words, "--board", "7s 7h 2c", "--json").stdout)
    assert (flop["stage"], flop["best"]) == ("flop", "play_2x")
