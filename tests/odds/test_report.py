"""The PAR sheet: its figures are those of `odds`, its sums those of a pencil, its pages whole."""

import re
import sys
from fractions import Fraction
from typing import Any, cast
from xml.etree import ElementTree

import msgspec
import pytest

from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds, ProgressiveOdds, moments
from croupier.odds.price import prices
from croupier.odds.report.blocks import Section, Table, heading, plot, plot_rows
from croupier.odds.report.build import build_sheet
from croupier.odds.report.exposure import exposure
from croupier.odds.report.hold import bands, hold, volatility_index
from croupier.odds.report.html import as_html
from croupier.odds.report.pdf import as_pdf
from croupier.odds.report.plots import MissingPackage
from croupier.odds.report.sheet import Exposure, Sheet, as_json
from croupier.odds.subject import Subject
from croupier.rulebook.catalog import clauses
from croupier.settlement.json_lines import read_round
from croupier.settlement.settle import settle
from croupier.submission.check import check_text
from croupier.submission.filing import as_filed

HIGH_CARD = """
rules = "ma/high-card-flush"
operator = "Quote \\"&\\" <Co>"
positions = 2
[choices]
flush_bonus = "A"
straight_flush_bonus = "B"
progressive = "A"
aggregate_limit = { amount = 3_000_000, per = "hand" }
[limits]
ante = [1000, 10_000]
flush_bonus = [500, 5_000]
straight_flush_bonus = [500, 5_000]
progressive = [100, 100]
[equipment]
deal = "automated-shoe"
shuffle = "automated"
progressive_system = true
"""

FOUR_CARD = """
rules = "ma/four-card-poker"
positions = 3
[choices]
aces_up = "I"
cover_all = true
progressive = "A"
[limits]
ante = [1000, 10_000]
aces_up = [500, 2_000]
cover_all = [100, 1_000]
progressive = [100, 500]
[equipment]
deal = "automated-shoe"
shuffle = "automated"
cover_all_device = true
progressive_system = true
[progressive]
seed = { main = 500_000 }
reset = { main = 600_000 }
rate = { main = "18%" }
[procedure]
settlement_alternative = 1
"""


def subject(text: str) -> tuple[Subject, Any]:
    checked = check_text(text)
    assert checked.ok, checked.findings
    assert checked.resolved is not None
    assert checked.submission is not None
    house = as_filed(checked.resolved.house, checked.submission)
    return Subject(house, submitted=True, choices=checked.submission.choices), checked


def sheet_of(text: str) -> Sheet:
    asked, checked = subject(text)
    return build_sheet(checked.submission, asked, checked.findings, date="2 March 2026")


@pytest.fixture(scope="module")
def high_card() -> Sheet:
    return sheet_of(HIGH_CARD)


@pytest.fixture(scope="module")
def four_card() -> Sheet:
    return sheet_of(FOUR_CARD)


# ------------------------------------------------------------------------------------------------ figures


@pytest.mark.parametrize("text", [HIGH_CARD, FOUR_CARD])
def test_figures_are_those_of_odds_to_the_last_digit(text: str, request: pytest.FixtureRequest) -> None:
    sheet: Sheet = request.getfixturevalue("high_card" if text is HIGH_CARD else "four_card")
    asked, _ = subject(text)
    priced = [(price, price.compute()) for price in prices(asked)]
    assert len(priced) == len(sheet.bets)
    for (price, odds), bet in zip(priced, sheet.bets, strict=True):
        assert price.bet == bet.bet
        if isinstance(odds, ProgressiveOdds):
            assert Fraction(bet.house_edge) == odds.house_edge
            assert bet.stake == odds.stake
        else:
            assert Fraction(bet.ev) == odds.net.mean == -Fraction(bet.house_edge)
            assert Fraction(bet.second_moment) == odds.net.square
            assert bet.std_dev == odds.net.standard_deviation
        if isinstance(odds, MainOdds):
            assert bet.decisions == {name: str(share) for name, share in odds.decisions.items()}
            assert bet.element_of_risk == str(odds.element_of_risk)
        else:
            # In print a share says that it is of a meter.
            found = {
                row.row: (row.pays.removesuffix(" meter"), row.count, row.probability) for row in bet.rows
            }
            assert found == {
                row: (level.pays, level.count, str(level.probability)) for row, level in odds.levels.items()
            }
            for row in bet.rows:
                assert row.of is not None
                assert Fraction(row.count or 0, row.of) == Fraction(row.probability or 0)
        if isinstance(odds, BetOdds | CoverAllOdds):
            assert bet.hit_rate == str(odds.hit_rate)


def test_outcomes_sum_to_one_and_average_to_the_expectation(high_card: Sheet, four_card: Sheet) -> None:
    for sheet in (high_card, four_card):
        for bet in sheet.bets:
            chances = [Fraction(outcome.probability) for outcome in bet.outcomes]
            mean = sum(
                Fraction(outcome.net) * chance for outcome, chance in zip(bet.outcomes, chances, strict=True)
            )
            assert sum(chances) == 1, bet.name
            assert mean == Fraction(bet.ev), bet.name


def test_the_chosen_table_stands_among_its_neighbors(high_card: Sheet) -> None:
    (flush,) = high_card.bet("flush_bonus")
    assert "".join(each.table for each in flush.tables) == "ABCDEFGHIJKLMN"
    assert [each.table for each in flush.tables if each.chosen] == ["A"]
    assert next(each for each in flush.tables if each.chosen).house_edge == flush.house_edge
    assert sorted(each.table for each in flush.tables if each.house_edge_value < 0) == ["E", "K"]


def test_odds_above_the_printed_ones_stand_beside_the_printed_table() -> None:
    raised = FOUR_CARD.replace(
        'aces_up = "I"',
        'aces_up = { table = "I", odds = { four_of_a_kind = "60 to 1", straight_flush = "40 to 1", '
        'three_of_a_kind = "9 to 1", flush = "6 to 1", straight = "5 to 1", two_pair = "3 to 1", '
        'pair_of_aces = "1 to 1" } }',
    )
    asked, checked = subject(raised)
    (aces_up,) = build_sheet(checked.submission, asked).bet("aces_up")
    assert aces_up.table == "table I as filed"
    chosen = [each for each in aces_up.tables if each.chosen]
    assert [each.table for each in chosen] == ["I, as filed"]
    assert chosen[0].house_edge == aces_up.house_edge
    printed = next(each for each in aces_up.tables if each.table == "I")
    assert Fraction(printed.house_edge) > Fraction(aces_up.house_edge)


def test_ante_bonus_rows_are_the_hands_that_play(four_card: Sheet) -> None:
    (main,) = four_card.bet("main")
    bonus = next(part for part in main.parts if part.wager == "ante_bonus")
    four = next(row for row in bonus.rows if row.row == "four_of_a_kind")
    # 624 of 2,598,960 hands are four of a kind, each with 47 up-cards, and all of them play.
    assert (four.count, four.of) == (624 * 47, 2_598_960 * 47)


def test_progressive_economics(four_card: Sheet) -> None:
    one, five = four_card.progressive
    assert (one.stake, five.stake) == (100, 500)
    assert Fraction(one.contribution or 0) == Fraction(18, 100)
    # Four aces: 48 of 2,598,960 hands take the whole meter, which then starts again from $6,000.
    (meter,) = one.meters
    assert Fraction(meter.wagers_between or 0) == Fraction(2_598_960, 48)
    assert Fraction(meter.average_award or 0) == 600_000 + Fraction(18) * 2_598_960 / 48
    expected = Fraction(one.fixed_return) + Fraction(18, 100) + Fraction(48 * 600_000, 2_598_960 * 100)
    assert Fraction(one.long_run_return or 0) == expected
    seeded = Fraction(one.fixed_return) + Fraction(48 * 500_000, 2_598_960 * 100)
    assert Fraction(one.return_at_seed) == seeded


# --------------------------------------------------------------------------------------------------- hold


def test_bands_of_hold_are_quantiles_of_the_exact_distribution() -> None:
    even = {Fraction(-1): Fraction(51, 100), Fraction(1): Fraction(49, 100)}  # an edge of 2%
    assert volatility_index(moments(even)) == pytest.approx(1.645, abs=1e-3)
    found = bands(even)
    assert [band.rounds for band in found] == [10**3, 10**4, 10**5, 10**6, 10**7]
    # A coin is as good as normal, but for the steps of two in a thousand.
    assert found[0].bounds["90%"] == pytest.approx((0.02 - 0.052, 0.02 + 0.052), abs=2e-3)
    assert found[3].bounds["99%"] == pytest.approx((0.02 - 0.002576, 0.02 + 0.002576), abs=4e-6)


def test_hold_at_the_limits_is_the_edge_times_the_stake(high_card: Sheet, four_card: Sheet) -> None:
    assert hold("ante", "Ante", (1000, 5000), (Fraction(1, 50), Fraction(1, 50)), 40).at_maximum == "100"
    by_wager = {each.wager: each for each in high_card.hold}
    (main,) = high_card.bet("main")
    assert Fraction(by_wager["ante"].at_minimum) == 1000 * Fraction(main.house_edge)
    assert Fraction(by_wager["ante"].at_maximum) == 10_000 * Fraction(main.house_edge)
    # Cover All by the column of a full table: three players and the dealer.
    column = next(each for each in four_card.hold if each.wager == "cover_all")
    assert column.title == "Cover All, 4 hands"


# ----------------------------------------------------------------------------------------------- exposure


def exposed(text: str) -> Exposure:
    asked, checked = subject(text)
    found = exposure(asked.house, dict(checked.submission.limits), checked.submission.positions)
    assert found is not None
    return found


def test_exposure_of_a_small_table_by_hand() -> None:
    found = exposed(HIGH_CARD)
    # $100 ante, $300 raise; $50 at 300 to 1, $50 at 500 to 1, together at most $30,000; the $10,000 meter.
    assert [(line.wager, line.stake, line.wins, line.paid) for line in found.seat] == [
        ("ante", 10_000, 10_000, 10_000),
        ("raise", 30_000, 30_000, 30_000),
        ("flush_bonus", 5_000, 1_500_000, 1_500_000),
        ("straight_flush_bonus", 5_000, 2_500_000, 1_500_000),
        ("progressive", 100, 1_000_000, 1_000_000),
    ]
    assert found.seat_total == 4_040_000
    assert found.limits == {"a hand": 3_000_000}
    # Two seats: twice as much, but the second whole award finds 0 on the main meter and is paid the tenth
    # of nothing; the best that is left is $250 for five cards in sequence.
    assert found.players == 2
    assert found.table_total == 2 * 3_040_000 + 1_000_000 + 25_000


def test_exposure_of_a_seat_is_what_the_table_pays_for_the_best_hand() -> None:
    asked = msgspec.to_builtins(subject(HIGH_CARD)[1].submission.choices)
    asked |= asked.pop("tables")
    line = {
        "rules": "ma/high-card-flush",
        "choices": asked,
        "dealer": "9h 7h 2h 3c 4d 6c 8d",
        "seats": [
            {
                "seat": 1,
                "cards": "As Ks Qs Js Ts 9s 8s",
                "wagers": {
                    "ante": 10_000,
                    "flush_bonus": 5_000,
                    "straight_flush_bonus": 5_000,
                    "progressive": 100,
                },
                "decision": {"raise": 30_000},
            }
        ],
        "meters": {"main": 1_000_000, "secondary": 0},
    }
    (seat,) = settle(read_round(msgspec.json.encode(line))).seats
    assert {name: result.paid for name, result in seat.results.items()} == {
        each.wager: each.paid for each in exposed(HIGH_CARD).seat
    }


def test_exposure_under_a_limit_on_the_round() -> None:
    found = exposed(HIGH_CARD.replace('per = "hand"', 'per = "round"'))
    paid = {line.wager: line.paid for line in found.table}
    assert paid["flush_bonus"] + paid["straight_flush_bonus"] == 3_000_000
    assert found.table_total == 2 * 40_000 + 3_000_000 + 1_000_000 + 25_000


def test_exposure_with_cover_all_takes_the_costliest_number_of_players() -> None:
    found = exposed(FOUR_CARD)
    column = {line.wager: line for line in found.table}["cover_all"]
    assert found.players == 3
    assert column.wins == 3 * 150 * 1_000, "three players and the dealer: 150 to 1 for four aces, three times"
    assert {line.wager: line.wins for line in found.seat}["cover_all"] == 250 * 1_000
    # The automatic bonus: 25 to 1 on an ante of $100.
    assert {line.wager: line.paid for line in found.seat}["ante_bonus"] == 250_000
    # The first whole award is the seed, the next two find the reset.
    assert {line.wager: line.paid for line in found.table}["progressive"] == 500_000 + 2 * 600_000


def test_no_exposure_without_a_maximum() -> None:
    asked, _ = subject(HIGH_CARD)
    assert exposure(asked.house, {}, 2) is None


# -------------------------------------------------------------------------------------------------- pages


def test_every_clause_of_the_sheet_is_in_the_register(high_card: Sheet, four_card: Sheet) -> None:
    for sheet in (high_card, four_card):
        text = as_json(sheet).decode()
        prefix = "ma-hcf-" if sheet is high_card else "ma-fcp-"
        named = set(re.findall(rf'"({prefix}[^"]+)"', text))
        assert named
        assert named <= clauses().keys()
        assert named == {clause.id for clause in sheet.clauses}
        cells = [
            row
            for bet in sheet.bets
            for row in (*bet.rows, *(row for part in bet.parts for row in part.rows))
        ]
        assert all(row.clauses for row in cells), "every cell of a pay table names its clauses"


def test_json_is_the_dump_and_has_no_clock(high_card: Sheet) -> None:
    assert msgspec.json.decode(as_json(high_card), type=Sheet) == high_card
    assert as_json(sheet_of(HIGH_CARD)) == as_json(high_card)


@pytest.mark.parametrize("which", ["high_card", "four_card"])
def test_html_stands_alone_and_is_well_formed(which: str, request: pytest.FixtureRequest) -> None:
    sheet: Sheet = request.getfixturevalue(which)
    page = as_html(sheet)
    tree = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))
    ids = [node.get("id") for node in tree.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), "plots share a page, so that no id may come twice"
    assert {node.tag for node in tree.iter()} & {"script", "link", "iframe", "img", "object"} == set()
    targets = [
        value for node in tree.iter() for name, value in node.attrib.items() if name in ("href", "src")
    ]
    assert targets
    assert all(target.startswith("#") and target[1:] in ids for target in targets)
    assert "://" not in page
    assert "@import" not in page
    assert all(reference in ids for reference in re.findall(r"url\(#([^)]+)\)", page))
    (main,) = sheet.bet("main")
    assert main.house_edge in page
    assert len(list(tree.iter("svg"))) >= 4


def test_html_escapes_the_operators_text(high_card: Sheet) -> None:
    page = as_html(high_card)
    assert "<Co>" not in page
    assert "Quote &quot;&amp;&quot; &lt;Co&gt;" in page


def test_pdf_has_pages(high_card: Sheet) -> None:
    written = as_pdf(high_card)
    assert written.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", written)) >= 5
    assert as_pdf(high_card) == written, "the same sheet is the same file"


def test_a_missing_package_is_one_clear_line(high_card: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingPackage, match=r"typst.*pip install 'croupier\[report\]'"):
        as_pdf(high_card)
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(MissingPackage, match="altair"):
        as_html(high_card)


def test_empty_columns_go_and_plots_come_in_pairs() -> None:
    table = Table(("a", "b"), "tn", (("1", ""), ("2", "")), widths=(1, 2)).without_empty()
    assert table == Table(("a",), "t", (("1",), ("2",)), widths=(1,))
    section = Section("x", (plot("one"), plot("missing"), plot("two"), plot("three"), heading("end")))
    assert list(plot_rows(section, {"one", "two", "three"})) == [("one", "two"), ("three",), heading("end")]


def test_titles_are_the_games_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may call a wager what it likes; the sheet says it so everywhere."""
    from croupier.games.four_card_poker import GAME

    for wager, label in (("aces_up", "Bullets"), ("play", "Follow")):
        monkeypatch.setitem(cast("dict[str, str]", GAME.words.wagers), wager, label)
    sheet = sheet_of(FOUR_CARD)
    assert sheet.bet("aces_up")[0].title == "Bullets"
    said = as_html(sheet)
    assert "Bullets" in said
    assert "Follow" in said
    before_the_law = said.partition("Policies and readings in force</h2>")[0].lower()
    assert "aces up" not in before_the_law
    assert "raise or play" not in said
