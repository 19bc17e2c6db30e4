"""A sheet that a laboratory could sign: its origin, every figure by bet and level, and its checks."""

import hashlib
import re
import subprocess
from fractions import Fraction
from functools import cache
from math import comb, lcm, sqrt
from pathlib import Path

import msgspec
import pytest

from croupier.odds.filed.findings import check_with_odds
from croupier.odds.outcomes import bet_outcomes
from croupier.odds.report import build, in_force
from croupier.odds.report.blocks import Table
from croupier.odds.report.build import build_sheet
from croupier.odds.report.html import as_html
from croupier.odds.report.layout import sections
from croupier.odds.report.pdf import as_pdf
from croupier.odds.report.sheet import Bet, Pace, Sheet, as_json
from croupier.odds.subject import subject_of_text
from tests.pdf_text import text_of_pdf

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "examples/ma-high-card-flush.toml").read_text(encoding="utf-8")
HANDS = comb(52, 7)


@cache
def sheet() -> Sheet:
    return sheet_of(TEXT)


def sheet_of(text: str) -> Sheet:
    checked = check_with_odds(text)
    assert checked.submission is not None
    pace = Pace(rounds_per_hour=35, drop=20_000)
    return build_sheet(checked.submission, subject_of_text(text), checked.findings, pace=pace)


def bet(name: str) -> Bet:
    (found,) = sheet().bet(name)
    return found


def test_the_sheet_names_product_rules_and_submission() -> None:
    found = sheet()
    head = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert found.commit in (head, f"{head}-dirty")
    submission = check_with_odds(TEXT).submission
    digest = hashlib.sha256(msgspec.json.encode(submission, order="sorted")).hexdigest()
    assert found.submission == f"sha256:{digest}"
    other = check_with_odds(TEXT.replace("positions = 6", "positions = 5")).submission
    assert other is not None
    assert in_force.submission_digest(other) != found.submission
    assert found.edition == "undated"
    for shown in (as_html(found), text_of_pdf(as_pdf(found))):
        for words in (found.digest, found.submission, found.commit, found.sources):
            assert words is not None
            assert words in shown


def test_a_built_package_has_its_commit_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib/site-packages/croupier"
    package.mkdir(parents=True)
    monkeypatch.setattr(in_force, "_PACKAGE", package)
    monkeypatch.setattr(in_force, "COMMIT", package / "commit.txt")
    assert in_force.commit() is None
    (package / "commit.txt").write_text("0123abcd\n")
    assert in_force.commit() == "0123abcd"


def test_every_choice_and_every_reading_is_on_it() -> None:
    found = sheet()
    for name, value in {
        "Deal": "automated-shoe",
        "Decks": "2",
        "Shoe fault": "Internal controls 7.4: round void, shoe replaced",
        "Idle spread": "face-up",
        "Flush bonus": "table A",
    }.items():
        assert found.choices[name] == value
    rules = subject_of_text(TEXT).house.rules
    assert {each.id for each in found.readings} == set(rules.readings)
    settling = {each.id for each in found.readings if each.settles}
    assert {"MA-1", "MA-2", "MA-20"} <= settling < set(rules.readings)
    assert {each.id for each in found.readings if each.money} == {
        name for name, each in rules.readings.items() if each.money
    }


def test_true_odds_and_returns_of_rows_counted_by_hand() -> None:
    rows = {row.row: row for row in bet("flush_bonus").rows}
    total = Fraction(0)
    for cards, pays in ((7, 300), (6, 100), (5, 10), (4, 1)):
        chance = Fraction(4 * comb(13, cards) * comb(39, 7 - cards), HANDS)
        row = rows[f"flush_{cards}"]
        assert row.true_odds is not None
        assert Fraction(row.true_odds) == (1 - chance) / chance
        assert row.returned is not None
        assert Fraction(row.returned) == chance * (pays + 1)
        total += chance * (pays + 1)
    assert Fraction(bet("flush_bonus").returned) == total


def test_returns_add_up_for_every_side_bet() -> None:
    for each in sheet().bets:
        if each.bet == "main":
            assert each.element_of_risk is not None
            assert Fraction(each.returned) == 1 - Fraction(each.element_of_risk)
            continue
        assert sum(Fraction(row.returned or 0) for row in each.rows) == Fraction(each.returned)
        assert Fraction(each.returned) == 1 - Fraction(each.house_edge)


def test_the_cycle_is_the_least_common_one() -> None:
    for each in sheet().bets:
        cycle = int(each.cycle)
        counts = [Fraction(outcome.probability) * cycle for outcome in each.outcomes]
        assert all(count.denominator == 1 for count in counts)
        assert sum(counts) == cycle
        assert cycle == lcm(*(Fraction(outcome.probability).denominator for outcome in each.outcomes))


def test_the_top_award() -> None:
    top = bet("straight_flush_bonus").top
    assert (top.net, Fraction(top.probability)) == ("5000", Fraction(32, HANDS))
    assert top.one_in == pytest.approx(HANDS / 32)


def test_a_level_that_a_limit_cuts_has_its_own_figures() -> None:
    least, most = bet("flush_bonus").at
    chances = {c: Fraction(4 * comb(13, c) * comb(39, 7 - c), HANDS) for c in (4, 5, 6, 7)}
    nets = {4: 1, 5: 10, 6: 100, 7: 250}  # $100 at 300 to 1 is cut to $25,000
    lost = 1 - sum(chances.values())
    mean = sum(chances[c] * nets[c] for c in nets) - lost
    square = sum(chances[c] * nets[c] ** 2 for c in nets) + lost
    assert Fraction(most.ev) == mean
    assert Fraction(most.second_moment) == square
    assert most.std_dev == pytest.approx(sqrt(square - mean**2))
    assert most.top.net == "250"
    assert least.top.net == "300"
    assert least.bands == bet("flush_bonus").bands
    assert most.bands != least.bands
    assert Fraction(most.hit_rate) == sum(chances.values())
    for band in most.bands:
        low, high = band.bounds["99%"]
        assert low < float(-mean) < high


def test_hold_an_hour_and_of_the_drop() -> None:
    found = sheet()
    for each in found.hold:
        assert Fraction(each.hour_at_minimum) == 35 * Fraction(each.at_minimum)
        assert Fraction(each.hour_at_maximum) == 35 * Fraction(each.at_maximum)
    hour = 35 * sum(Fraction(each.at_minimum) for each in found.hold)
    words = f"drops $200 an hour: {float(hour) / 20_000 * 100:.2f}% at the minimum"
    assert words in re.sub(r"\s+", " ", as_html(found))


def test_always_folding_costs_the_ante_less_the_edge() -> None:
    fold = next(each for each in sheet().mistakes if each.action == "fold")
    assert fold.reached == 1
    exact = 1 - bet("main").house_edge_value
    assert abs(fold.cost - exact) < 4 * fold.std_error
    assert 0 < fold.std_error < 0.06
    double = [each for each in sheet().mistakes if each.action == "raise_2x"]
    assert all(each.hands < fold.hands for each in double)


def test_seats_go_together_in_part() -> None:
    found = sheet().seats
    assert found is not None
    (pair,) = (each for each in found.pairs if each.first == each.second == "The game itself")
    assert 0.2 < pair.correlation < 0.25
    alone, _ = found.std_dev["1"]
    assert alone == pytest.approx(bet("main").std_dev)
    full, _ = found.std_dev["6"]
    assert full == pytest.approx(sqrt(6 + 30 * pair.correlation) * alone, rel=1e-6)


def test_the_meter_by_its_reading() -> None:
    (progressive,) = sheet().progressive
    main, secondary = progressive.meters
    assert secondary.whole is None
    whole = main.whole
    assert whole is not None
    seven, six = Fraction(32, HANDS), Fraction(1592, HANDS)
    assert Fraction(whole.probability) == seven  # nobody folds seven in a row
    fixed = Fraction(progressive.fixed_return)
    assert len(whole.curve) == 7
    for point in whole.curve:
        # Table C: all of it for seven cards, a tenth for six, of a $1 wager.
        assert Fraction(point.returned) == fixed + (seven + six / 10) * Fraction(point.meter, 100)
    assert Fraction(whole.curve[0].returned) == Fraction(progressive.return_at_seed)
    # Best play for both, beside the least ante, keeps hands that the game alone folds for their award.
    solved = [point for point in whole.curve if point.ante]
    assert [point.meter for point in solved][:2] == [main.seed, 10 * main.seed]
    for point in solved:
        assert point.best_return is not None
        assert Fraction(point.best_return) > Fraction(point.returned)
    assert float(Fraction(solved[0].best_return or 0)) == pytest.approx(0.539718, abs=1e-6)
    assert progressive.break_even_as_played is not None
    crossing = [point for point in whole.curve if Fraction(point.returned) >= 1]
    assert min(point.meter for point in crossing) == -(-Fraction(progressive.break_even_as_played) // 1)
    half = whole.wagers_until["50%"]
    assert (1 - float(seven)) ** half <= 0.5 < (1 - float(seven)) ** (half - 1)
    assert whole.above_break_even is not None
    assert 0 < whole.above_break_even < 0.5
    assert list(whole.award.values()) == sorted(whole.award.values())


def test_the_checks_are_made_and_shown() -> None:
    found = sheet()
    for each in found.bets:
        assert len([check for check in found.checks if check.of == each.name]) >= 3
    assert all(check.left == check.right for check in found.checks)
    tables = [block for section in sections(found) for block in section.blocks if isinstance(block, Table)]
    (shown,) = (table for table in tables if table.columns == ("of", "what agrees", "to the last digit"))
    assert len(shown.rows) == len(found.checks)


def test_a_sheet_that_fails_a_check_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:

    def wrong(*given: object) -> dict[Fraction, Fraction]:
        law = bet_outcomes(*given)  # type: ignore[arg-type]
        return {net + 1: chance for net, chance in law.items()}

    monkeypatch.setattr(build, "bet_outcomes", wrong)
    with pytest.raises(ArithmeticError, match="Flush bonus"):
        sheet_of(TEXT)


def test_json_and_pages_hold_the_same() -> None:
    found = sheet()
    plain = msgspec.json.decode(as_json(found))
    for key in ("submission", "commit", "sources", "seats", "pace", "mistakes", "checks"):
        assert plain[key], key
    page, pdf = re.sub(r"\s", "", re.sub(r"<[^>]+>", "", as_html(found))), text_of_pdf(as_pdf(found))
    for words in (
        "Cyclesandtopawards", "Costoferrorsbystreet", "Theseatsofatabletogether", "Statedpace:35roundsanhour",
        "Actualholdwherepayoutlimitscutwinnings", f"{int(bet('main').cycle):,}",
    ):  # fmt: skip
        assert words in page
        assert words in pdf
