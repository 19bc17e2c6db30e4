"""A game that is a package of its own works in every command, and nothing in Croupier names it."""

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.pdf_text import text_of_pdf
from tests.plugin import naive_three_card as naive
from tests.plugin.conftest import EXAMPLE, Croupier

RULES = "example/three-card-poker"
SUBMISSION = EXAMPLE / "three_card_poker/rulebook/practice/example/three-card-poker.toml"


def answer(croupier: Croupier, *arguments: str) -> dict[str, object]:
    done = croupier(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_the_rule_set_is_listed_with_its_game(croupier: Croupier) -> None:
    done = croupier("rules", "list")
    assert done.returncode == 0
    assert RULES in done.stdout


def test_without_the_package_its_rules_are_unknown(croupier: Croupier, plugged: dict[str, str]) -> None:
    site = plugged.pop("PYTHONPATH")
    try:
        done = croupier("odds", RULES)
    finally:
        plugged["PYTHONPATH"] = site
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert RULES in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "show", RULES),
        ("rules", "clauses", RULES),
        ("rules", "show", RULES, "--html"),
        ("rules", "diff", RULES, "ma/four-card-poker"),
        ("rules", "coverage"),
        ("check", str(SUBMISSION)),
        ("strategy", RULES),
        ("advise", RULES, "--cards", "Qs 6d 4c"),
        ("odds", RULES),
        ("odds", str(SUBMISSION), "--compare"),
        ("simulate", RULES, "--rounds", "20000", "--seed", "7"),
    ],
)
def test_every_command_answers(croupier: Croupier, arguments: tuple[str, ...]) -> None:
    done = croupier(*arguments)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_its_law_is_readable_with_rounds_that_show_it(croupier: Croupier) -> None:
    clauses = {each["id"]: each for each in json.loads(croupier("rules", "clauses", RULES, "--json").stdout)}
    assert clauses["ex-tcp-8.A"]["figures"][0]["rows"][0][0] == "Straight flush"
    for clause in ("ex-tcp-7.qualify", "ex-tcp-7.higher", "ex-tcp-6.fold", "ex-tcp-8.A"):
        assert clauses[clause]["example"], clause
    page = croupier("rules", "show", RULES, "--html").stdout
    assert page.count("A worked round") == sum(bool(each["example"]) for each in clauses.values())


@pytest.mark.clause("ex-tcp-10.felt", shows="shown")
def test_the_felt_carries_its_wagers_and_its_qualifier(croupier: Croupier, tmp_path: Path) -> None:
    felt = tmp_path / "felt.svg"
    done = croupier("layout", str(SUBMISSION), "-o", str(felt))
    assert done.returncode == 0, done.stderr
    drawn = felt.read_text().upper()
    assert "PAIR PLUS" in drawn
    assert "QUEEN HIGH" in drawn


def test_its_petition_and_its_sheet_are_written(croupier: Croupier, tmp_path: Path) -> None:
    done = croupier("petition", str(SUBMISSION), "-o", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "686689/20358520" in (tmp_path / "par-sheet.json").read_text()
    shown = text_of_pdf((tmp_path / "petition.pdf").read_bytes())
    assert "Petition:ThreeCardPoker" in shown
    assert "686689/20358520" in shown
    clauses = json.loads(croupier("rules", "clauses", RULES, "--json").stdout)
    irregular = [each["id"] for each in clauses if any("Irregul" in f["title"] for f in each["figures"])]
    assert irregular
    assert all(clause in shown for clause in irregular)


def test_the_game_costs_what_is_published(croupier: Croupier) -> None:
    bets = answer(croupier, "odds", RULES)["bets"]
    assert isinstance(bets, dict)
    assert Fraction(bets["main"]["ev"]) == Fraction(-686689, 20358520)
    for table, published in (("A", 0.023167), ("B", 0.072760)):
        kept, hands = naive.pair_plus_edge(table)
        assert Fraction(bets["pair_plus"][table]["ev"]) == -Fraction(kept, hands)
        assert kept / hands == pytest.approx(published, abs=1e-6)


OWN = """
import croupier

@croupier.kernel
def with_a_spade(seen: croupier.Seen) -> int:
    return seen.least if seen.cards >> 39 else 0
"""


def test_a_strategy_of_ones_own_is_priced_exactly_and_simulated(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    own = f"{tmp_path}/own.py:with_a_spade"
    priced = answer(croupier, "strategy", RULES, "--own", own)
    assert priced["exact"] is True
    assert priced["decisions"] == {"fold": 9139 / 22100, "play_1x": 12961 / 22100}
    bets = answer(croupier, "simulate", RULES, "--rounds", "20000", "--strategy", own)["bets"]
    assert isinstance(bets, dict)
    assert abs(bets["main"]["mean"] + float(str(priced["house_edge"]))) < 5 * bets["main"]["std_error"]


def test_a_leak_is_priced_by_the_generic_solver_or_refused_in_one_line(croupier: Croupier) -> None:
    found = answer(croupier, "protect", RULES, "--knows", "dealer:1:suit")["results"]
    assert isinstance(found, list)
    assert found[0]["method"] == "exact"
    assert Fraction(found[0]["honest_edge"]["fraction"]) == Fraction(-686689, 20358520)
    assert 0 < Fraction(found[0]["gain"]["fraction"]) < Fraction(1, 10)
    for knows in ("flop:1", "dealer:3", "others:5"):
        done = croupier("protect", RULES, "--knows", knows)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "one or two cards of dealer, burn and bottom" in done.stderr
    known = answer(croupier, "advise", RULES, "--cards", "Qs 6d 3c", "--knows", "dealer 2c 3d 5h")
    assert known["best"] == "play_1x"  # a fold without the leak


@pytest.mark.parametrize(("cards", "best"), [("Qs 6d 4c", "play_1x"), ("Qs 6d 3c", "fold")])
def test_the_border_is_queen_six_four(croupier: Croupier, cards: str, best: str) -> None:
    assert answer(croupier, "advise", RULES, "--cards", cards)["best"] == best


@pytest.mark.clause(
    "ex-tcp-3.straight-flush",
    "ex-tcp-3.three-of-a-kind",
    "ex-tcp-3.straight",
    "ex-tcp-3.flush",
    "ex-tcp-3.pair",
    "ex-tcp-6.fold",
    "ex-tcp-7.qualify",
    "ex-tcp-7.higher",
    "ex-tcp-7.tie",
    "ex-tcp-8.even",
    "ex-tcp-8.bonus",
    "ex-tcp-8.A",
    "ex-tcp-8.B",
    shows="computed",
)
def test_random_rounds_are_settled_as_the_naive_twin_settles_them(croupier: Croupier) -> None:
    source = random.Random(20261117)
    lines, expected = [], []
    for _ in range(3000):
        dealt = source.sample(naive.DECK, 6)
        player, dealer = dealt[:3], dealt[3:]
        ante, folds = 500 * source.randint(1, 9), source.random() < 0.3
        pair_plus, table = source.choice((0, 100, 700)), source.choice("AB")
        wagers = {"ante": ante, **({"pair_plus": pair_plus} if pair_plus else {})}
        seat = {"seat": 2, "cards": " ".join(player), "wagers": wagers}
        seat["decision"] = {"fold": True} if folds else {"play": ante}
        round_ = {"rules": RULES, "choices": {"pair_plus": table}, "dealer": " ".join(dealer)}
        lines.append(json.dumps({**round_, "seats": [seat]}))
        expected.append(naive.nets(player, dealer, ante, folds, pair_plus, table))
    done = croupier("settle", "--strict", given="\n".join(lines))
    assert done.returncode == 0, done.stderr
    for line, wanted in zip(done.stdout.splitlines(), expected, strict=True):
        results = json.loads(line)["seats"][0]["results"]
        assert {wager: each["net"] for wager, each in results.items()} == wanted, line


@pytest.mark.clause("ex-tcp-6.play", shows="refused")
def test_a_play_wager_that_is_not_the_ante_is_refused_with_its_clause(croupier: Croupier) -> None:
    seat = {"seat": 1, "cards": "As Ks 2d", "wagers": {"ante": 1000}, "decision": {"play": 2000}}
    line = json.dumps({"rules": RULES, "dealer": "Qs 3d 2c", "seats": [seat]})
    error = json.loads(croupier("settle", given=line).stdout)["error"]
    assert error["code"] == "decision_out_of_bounds"
    assert "ex-tcp-6.play" in error["clauses"]


def test_the_guide_names_every_file_of_the_package_and_no_other() -> None:
    guide = (EXAMPLE.parents[1] / "CONTRIBUTING.md").read_text().partition("## Add a game")[2]
    steps = guide.partition("\n10. ")[0]
    package = EXAMPLE / "three_card_poker"
    named = set(re.findall(r"`([\w/-]+\.(?:py|toml|csv))`", steps))
    found = {str(file.relative_to(package)) for file in package.rglob("*.py")} - {"rulebook/__init__.py"}
    rules = package / "rulebook"
    found |= {str(file.relative_to(rules)) for file in rules.rglob("*") if file.suffix in (".toml", ".csv")}
    optional = {"rulebook/facts.toml"}  # this game has no facts of its own
    assert named == found | {"pyproject.toml"} | optional


def test_nothing_in_croupier_names_the_game() -> None:
    source = EXAMPLE.parents[1]
    for room in ("src", "web/src"):
        for file in (source / room).rglob("*"):
            if file.suffix in (".py", ".ts", ".svelte", ".toml", ".csv"):
                text = file.read_text(encoding="utf-8").lower()
                assert "pair_plus" not in text, file
                assert "three_card_poker" not in text, file
