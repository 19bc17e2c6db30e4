"""Which wagers of the hold report are side bets: those that the rule set lets a player add."""

import msgspec
import pytest

from croupier.floor.reports.hold import side_wagers
from croupier.rulebook.catalog import rule_set


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("ma/high-card-flush", {"flush_bonus", "straight_flush_bonus"}),
        ("ma/ultimate-texas-holdem", {"trips", "cover_all"}),
        ("ma/four-card-poker", {"aces_up", "cover_all"}),
    ],
)
def test_a_wager_that_may_be_added_is_a_side_bet(name: str, sides: set[str]) -> None:
    assert side_wagers(rule_set(name)) == sides


def test_a_side_bet_of_any_name_is_one() -> None:
    rules = rule_set("ma/four-card-poker")
    added = {**rules.wagers, "pair_plus": rules.wagers["aces_up"]}
    assert "pair_plus" in side_wagers(msgspec.structs.replace(rules, wagers=added))
