"""Printed odds say "to" or "win", never "for", where a document says so: on layouts and on signs."""

import re

import pytest

from croupier.floor.print.sign import sign_html
from croupier.layout.build import layout_of
from croupier.layout.svg import svg
from croupier.money import parse_award
from croupier.rulebook.catalog import rule_set, rule_set_names
from croupier.submission.award_words import stated
from croupier.submission.practice import practice_rules
from croupier.submission.table import table_rules_of
from tests.practice import PRACTICE

WORDED = {
    "ma/high-card-flush": "ma-hcf-11.a",
    "nj/high-card-flush": "nj-hcf-38.11.a",
    "ma/ultimate-texas-holdem": "ma-uth-11.a",
}
ODDS_FOR = re.compile(r"\d\s*for\s*\d")


@pytest.mark.clause("ma-hcf-11.a", "nj-hcf-38.11.a", "ma-uth-11.a", shows="shown")
@pytest.mark.parametrize("rules", WORDED)
def test_no_odds_with_for_are_printed(rules: str) -> None:
    shown = svg(layout_of(PRACTICE[rules])), sign_html(practice_rules(rules), "T1", electronic=False)
    for text in shown:
        assert not ODDS_FOR.search(text)
        assert re.search(r"\d to 1\b", text)


@pytest.mark.clause("ma-uth-11.a", shows="shown")
def test_a_filed_level_for_one_is_printed_as_what_it_leaves_the_player() -> None:
    """11 for 1 with the stake spent is 10 to 1."""
    assert 'three_of_a_kind = "11 for 1"' in PRACTICE["ma/ultimate-texas-holdem"]
    (table,) = (
        each for each in layout_of(PRACTICE["ma/ultimate-texas-holdem"]).tables if each.name == "progressive"
    )
    assert {row.hand: row.pays[0] for row in table.rows} == {
        "Royal flush": "100% of main meter",
        "Straight flush": "10% of main meter",
        "Four of a kind": "$2,000",
        "Full house": "$500",
        "Flush": "$300",
        "Straight": "$200",
        "Three of a kind": "10 to 1",
    }


@pytest.mark.clause("ma-hcf-11.a", "nj-hcf-38.11.a", "ma-uth-11.a", shows="shown")
def test_every_printed_award_of_every_table_in_the_words_of_its_document() -> None:
    for name in rule_set_names():
        rules = rule_set(name)
        assert ("odds_wording" in rules.facts.get("layout", {})) == (name in WORDED)
        if name in WORDED:
            assert rules.fact("layout.odds_wording").clauses == (WORDED[name],)
        tables = [table for each in rules.paytables.values() for table in each.tables.values()]
        awards = [
            award for table in (*tables, *rules.progressive.values()) for award in table.awards.values()
        ]
        for award in (*awards, parse_award("300 for 1"), parse_award("1 for 1"), parse_award("3 for 2")):
            assert name not in WORDED or " for " not in stated(rules, award)
            if " to " in str(award):
                assert stated(rules, award) == str(award)


@pytest.mark.clause("ma-uth-11.a", shows="shown")
def test_for_odds_are_printed_as_to_odds() -> None:
    rules = rule_set("ma/ultimate-texas-holdem")
    said = {text: stated(rules, parse_award(text)) for text in ("300 for 1", "3 for 2", "1 for 1", "1 for 2")}
    assert said == {
        "300 for 1": "299 to 1",
        "3 for 2": "1 to 2",
        "1 for 1": "pays 1 on 1",
        "1 for 2": "pays 1 on 2",
    }


def test_where_the_document_itself_says_for_it_stays() -> None:
    """Four Card Poker prints its progressive "for 1" and has no clause on the wording."""
    (table,) = (
        each for each in layout_of(PRACTICE["ma/four-card-poker"]).tables if each.name == "progressive"
    )
    assert [row.pays[0] for row in table.rows] == ["100% of main meter", "300 for 1", "100 for 1", "9 for 1"]


@pytest.mark.clause("md-hcf-2.B.7.a", "md-hcf-2.B.7.d", shows="shown")
def test_marylands_sign_carries_what_the_layout_leaves_to_it() -> None:
    rules = table_rules_of(PRACTICE["md/high-card-flush"])
    drawn = layout_of(PRACTICE["md/high-card-flush"])
    assert (drawn.odds, drawn.limit, drawn.tables) == ("sign", "sign", ())
    sign = sign_html(rules, "T1", electronic=False)
    for row in ("300 to 1", "500 to 1", "100% of main", "$200", "$50,000"):
        assert row in sign
    for wager in ("Ante", "Raise", "Flush bonus", "Straight flush bonus", "Progressive", "Envy"):
        assert f"<h2>{wager}" in sign


@pytest.mark.parametrize("name", sorted(PRACTICE))
def test_a_sign_prints_pay_tables_and_never_their_mere_mention(name: str) -> None:
    """The document asks the layout for "Flush Bonus pay table": on the sign the table itself stands."""
    sign = sign_html(table_rules_of(PRACTICE[name]), "T1", electronic=False)
    assert "pay table" not in sign.lower()


@pytest.mark.clause("md-hcf-2.B.7.d", "md-hcf-12.D", shows="shown")
def test_the_posted_limit_says_what_it_limits() -> None:
    limit = 'aggregate_limit = { amount = 2_500_000, per = "hand" }'
    text = PRACTICE["md/high-card-flush"].replace("[choices]\n", f"[choices]\n{limit}\n")
    sign = sign_html(table_rules_of(text), "T1", electronic=False)
    assert "Maximum payout on ante, raise, flush bonus and straight flush bonus combined, per hand" in sign
    said = "$25,000; ante and raise are always paid in full; progressive and envy awards are not limited"
    assert said in sign
    rules = table_rules_of(PRACTICE["ma/ultimate-texas-holdem"])
    sign = sign_html(rules, "T1", electronic=False)
    assert "Maximum payout on ante, blind, play and trips combined, per hand" in sign
    assert "Maximum payout on ante, blind, play, trips and cover all combined, per hand" in sign.replace(
        "Cover All", "cover all"
    )
    assert "always paid in full" not in sign


@pytest.mark.clause("md-hcf-6.A", "md-hcf-6.E", shows="shown")
@pytest.mark.parametrize(
    ("value", "said"), [("off", "the ace is high only"), ("on", "the ace may be high or low")]
)
def test_marylands_sign_says_whether_the_ace_is_low_in_a_straight_flush(value: str, said: str) -> None:
    text = PRACTICE["md/high-card-flush"] + f'\n[choices.policies]\nace_low_straight_flush = "{value}"\n'
    assert said in sign_html(table_rules_of(text), "T1", electronic=False)
    if value == "off":
        assert said in sign_html(table_rules_of(PRACTICE["md/high-card-flush"]), "T1", electronic=False)
    plain = 'rules = "md/high-card-flush"\noperator = "A"\nboxes_per_player = 1\nlayout.filed = "1"\n'
    assert said not in sign_html(table_rules_of(plain), "T1", electronic=False), "no wager rests on it"


def test_a_sign_says_which_cards_count_for_the_progressive() -> None:
    """By the flop, a royal flush on the river is no award: the player reads it before the wager."""
    sign = sign_html(table_rules_of(PRACTICE["ma/ultimate-texas-holdem"]), "T1", electronic=False)
    assert "<h2>Progressive: hole cards and flop</h2>" in sign


RAW = re.compile(r"[a-z]_[a-z]|\b(?:flush|straight) \d|that stake alone|\{\w+\}|\bmeter \w+ starts")


@pytest.mark.parametrize("rules", rule_set_names())
def test_no_raw_key_is_printed_on_a_sign(rules: str) -> None:
    said = re.sub(
        r"<style>.*?</style>|<[^>]+>",
        " ",
        sign_html(practice_rules(rules), "T1", electronic=False),
        flags=re.DOTALL,
    )
    assert not RAW.search(said), RAW.search(said)
    assert "T1" in said
