"""A state that does not exist, as data alone: its rules work in every command, and its odds are its own."""

import json
import os
import random
import subprocess
import sys
from fractions import Fraction
from itertools import product
from math import comb, prod, sqrt
from pathlib import Path

import pytest

from tests.rulebook.test_catalog import croupier

ROOT = Path(__file__).parents[2] / "examples/rulebook"
SUBMISSION = str(ROOT / "xx-high-card-flush.toml")
RULES = "xx/high-card-flush"
RANKS = "23456789TJQKA"


def run(*words: str, **more: str) -> str:
    done = croupier(*words, "--rulebook", str(ROOT), **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


# ------------------------------------------------------------------------- the invented rules, read again


def strength(cards: list[str]) -> tuple[int, ...]:
    """A hand by clause 4.1: the longest flush, then its ranks from the highest."""
    suits = [[RANKS.index(card[0]) for card in cards if card[1] == suit] for suit in "cdhs"]
    return max((len(ranks), *sorted(ranks, reverse=True)) for ranks in suits)


QUALIFIES = (3, RANKS.index("T"), 1, 0)
"""Clause 7.1: three cards, ten high."""
MOST = {2: 1, 3: 1, 4: 1, 5: 3, 6: 4, 7: 5}
"""Clauses 6.1 to 6.4: the most antes of a raise, by the length of the flush."""


def net(player: list[str], dealer: list[str], antes: int) -> int:
    """Clauses 7.2 to 7.5: what a hand that raised so many antes nets."""
    ours, theirs = strength(player), strength(dealer)
    if theirs < QUALIFIES:
        return 1
    return (ours > theirs) * (1 + antes) - (ours < theirs) * (1 + antes)


def sampled(player: list[str], antes: int, deals: int) -> tuple[float, float]:
    """The mean net of a hand over dealt dealers, and its standard error."""
    rest = [rank + suit for rank in RANKS for suit in "cdhs" if rank + suit not in player]
    chance = random.Random(20261117)
    nets = [net(player, chance.sample(rest, 7), antes) for _ in range(deals)]
    mean = sum(nets) / deals
    return mean, sqrt(sum((each - mean) ** 2 for each in nets)) / deals


def advised(cards: str) -> dict[str, Fraction]:
    told = json.loads(run("advise", RULES, "--cards", cards, "--json"))
    return {action: Fraction(value["ev"]) for action, value in told["actions"].items()}


# --------------------------------------------------------------------------------------------- the odds


@pytest.mark.clause("xx-hcf-7.1", "xx-hcf-7.2", "xx-hcf-7.3", "xx-hcf-8.1", shows="computed")
def test_the_dealer_qualifies_with_ten_high_counted_exactly() -> None:
    """The highest hand wins 1 if the dealer does not qualify, else 1 + 5, and ties with its like in three
    other suits: count dealers by suits."""
    left = {"s": 6, "c": 13, "d": 13, "h": 13}  # spades: 2 to 7
    nine_or_less = {"s": 6, "c": 8, "d": 8, "h": 8}
    none = sum(
        prod(
            comb(nine_or_less[suit] if count == 3 else left[suit], count)
            for suit, count in zip(left, counts, strict=True)
        )
        for counts in product(range(4), repeat=4)
        if sum(counts) == 7
    )
    qualified = 1 - Fraction(none, comb(45, 7))
    found = advised("As Ks Qs Js Ts 9s 8s")
    assert found["raise_5x"] == 1 + 5 * qualified - Fraction(3 * 6, comb(45, 7))
    assert found["fold"] == -1
    assert set(found) == {"fold", *(f"raise_{antes}x" for antes in range(1, 6))}


@pytest.mark.clause("xx-hcf-7.3", "xx-hcf-7.4", "xx-hcf-7.5", shows="computed")
@pytest.mark.clause("xx-hcf-6.1", "xx-hcf-6.2", shows="refused")
@pytest.mark.parametrize("cards", ["Js 9s 2s Kh 4h 8c 3d", "Ad Kd Jd 9d 5d 2c 7h", "9s 8s 6s Ah Kh Qc Jd"])
def test_an_ordinary_hand_is_worth_what_dealing_says(cards: str) -> None:
    hand = cards.split()
    antes = MOST[strength(hand)[0]]
    mean, error = sampled(hand, antes, 120_000)
    exact = advised(cards)
    assert max(exact, key=lambda each: exact[each] if each != "fold" else -9) == f"raise_{antes}x"
    assert abs(float(exact[f"raise_{antes}x"]) - mean) < 4.5 * error
    assert f"raise_{antes + 1}x" not in exact


@pytest.mark.clause("xx-hcf-8.2.c", shows="computed")
def test_the_game_and_every_table_are_priced() -> None:
    told = json.loads(run("odds", RULES, "--json"))["bets"]
    assert told["main"]["house_edge"] == pytest.approx(0.0330027, abs=1e-7)
    assert set(told["flush_bonus"]) == {"Copper", "Silver", "Gold"}
    assert set(told["straight_flush_bonus"]) == {"Copper"}
    assert "progressive" not in told
    hands = comb(52, 7)
    of_seven = 4 * comb(13, 7)
    assert told["flush_bonus"]["Gold"]["levels"]["flush_7"]["count"] * hands == of_seven * hands
    five, six = (4 * comb(13, count) * comb(39, 7 - count) for count in (5, 6))
    value = Fraction(901 * of_seven + 121 * six + 21 * five, hands) - 1
    assert Fraction(told["flush_bonus"]["Gold"]["ev"]) == value


def test_a_simple_rule_costs_what_playing_it_costs() -> None:
    """The strategy's rule with the jack, played naively: raise the most with it or better, else fold."""
    rules = json.loads(run("strategy", RULES, "--json"))["simple_rules"]
    rule = next(each for each in rules if each["name"].startswith("J high"))
    deck = [rank + suit for rank in RANKS for suit in "cdhs"]
    chance, nets = random.Random(7), []
    for _ in range(60_000):
        dealt = chance.sample(deck, 14)
        ours = strength(dealt[:7])
        raises = ours >= (3, RANKS.index("J"))
        nets.append(net(dealt[:7], dealt[7:], MOST[ours[0]]) if raises else -1)
    mean = sum(nets) / len(nets)
    error = sqrt(sum((each - mean) ** 2 for each in nets)) / len(nets)
    assert abs(mean + rule["house_edge"]) < 4.5 * error


# ----------------------------------------------------------------------------------------- every command


def test_the_rules_commands_know_it() -> None:
    assert RULES in {each["rules"] for each in json.loads(run("rules", "list", "--json"))}
    shown = json.loads(run("rules", "show", RULES, "--json"))
    assert "progressive" not in shown["wagers"]
    differing = json.loads(run("rules", "diff", "md/high-card-flush", RULES, "--json"))["differences"]
    least = next(each for each in differing if each["key"] == "settlement.dealer_least")
    assert least["right"]["value"] == "Ts 3s 2s"
    clauses = json.loads(run("rules", "clauses", RULES, "--json"))
    assert all(each["statuses"] or each["untested"] for each in clauses)
    counts = json.loads(run("rules", "coverage", RULES, "--json"))["counts"]
    assert counts["all"]["clauses"] == len(clauses) == 41
    assert "no problem" in croupier("rules", "verify", str(ROOT)).stdout


def test_a_submission_is_checked_and_a_progressive_refused(tmp_path: Path) -> None:
    assert json.loads(run("check", SUBMISSION, "--json")) == {"ok": True, "findings": []}
    other = tmp_path / "other.toml"
    text = Path(SUBMISSION).read_text().replace('"Copper"', '"Copper"\nprogressive = "A"')
    other.write_text(text.replace('flush_bonus = "Silver"', 'flush_bonus = "A"', 1))
    done = croupier("check", str(other), "--json", "--rulebook", str(ROOT))
    assert done.returncode == 1, done.stderr
    findings = {each["key"]: each for each in json.loads(done.stdout)["findings"]}
    assert findings["choices.flush_bonus"]["allowed"] == "one of Copper, Silver, Gold"
    assert findings["choices.progressive"]["code"] == "unknown_choice"


@pytest.mark.parametrize(
    ("dealer", "ante", "raised"),
    [
        ("9d 8d 7d 2c 4c 5h 6s", ("win", 1000), ("push", 0)),  # nine high does not qualify here
        ("Td 3d 2d 4c 6c 5h 7s", ("win", 1000), ("win", 3000)),  # ten high does
    ],
)
def test_a_round_is_settled_by_its_own_qualifier_and_multiples(
    tmp_path: Path, dealer: str, ante: tuple[str, int], raised: tuple[str, int]
) -> None:
    line = {
        "rules": RULES,
        "choices": {"flush_bonus": "Gold"},
        "dealer": dealer,
        "seats": [
            {
                "seat": 5,
                "cards": "As Ks Qs Js 9s 2h 3c",
                "wagers": {"ante": 1000, "flush_bonus": 100},
                "decision": {"raise": 3000},
            }
        ],
    }
    file = tmp_path / "round.jsonl"
    too_much = json.loads(json.dumps(line).replace("3000", "4000"))
    file.write_text(f"{json.dumps(line)}\n{json.dumps(too_much)}\n")
    settled, refused = map(json.loads, run("settle", str(file)).splitlines())
    results = settled["seats"][0]["results"]
    assert (results["ante"]["outcome"], results["ante"]["paid"]) == ante
    assert (results["raise"]["outcome"], results["raise"]["paid"]) == raised
    assert results["flush_bonus"]["paid"] == 2000
    assert all(clause.startswith("xx-hcf-") for each in results.values() for clause in each["clauses"])
    assert refused["error"]["code"] == "decision_out_of_bounds"


def test_it_is_simulated_played_reported_and_drawn(tmp_path: Path) -> None:
    told = json.loads(run("simulate", RULES, "--rounds", "500000", "--json"))["bets"]
    assert all(abs(each["standard_errors_from_exact"]) < 5 for each in told.values())
    svg, sheet = tmp_path / "felt.svg", tmp_path / "sheet.json"
    run("layout", SUBMISSION, "-o", str(svg))
    drawn = svg.read_text()
    assert "ten high" in drawn
    assert "5 antes" in drawn
    assert "rogressive" not in drawn
    run("report", SUBMISSION, "-o", str(sheet))
    assert json.loads(sheet.read_text())["rules"] == RULES


def test_it_is_played_in_the_terminal() -> None:
    command = [sys.executable, "-m", "croupier", "play", RULES, "--seed", "3", "--rounds", "1"]
    typed = "10\nfold\nfold\n"
    environment = {**os.environ, "CROUPIER_RULEBOOK": str(ROOT)}
    done = subprocess.run(command, input=typed, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "1 round" in done.stdout
