"""The practice submissions are fair examples: no bet of their own choice costs over a quarter."""

from pathlib import Path

import pytest

import croupier
from croupier.rulebook.catalog import rule_set
from croupier.submission.practice import practice_rules, practice_text, practiced

WORST = 0.25


def fixed_by_law(rules: str) -> bool:
    """Whether the document leaves no choice of the meters' seeds."""
    tables = rule_set(rules).progressive.values()
    return bool(tables) and all(
        meter.seed_is == "fixed" for table in tables for meter in table.meters.values()
    )


def edge(
    odds: croupier.BetOdds | croupier.CoverAllOdds | croupier.MainOdds | croupier.ProgressiveOdds,
) -> float:
    """The house's share of the stake, at the seed."""
    return float(-odds.net.mean if isinstance(odds, croupier.CoverAllOdds) else odds.house_edge)


@pytest.mark.parametrize("rules", practiced())
def test_no_bet_of_a_practice_table_costs_more_than_a_quarter(rules: str, tmp_path: Path) -> None:
    submission = tmp_path / "practice.toml"
    submission.write_text(practice_text(rules), encoding="utf-8")
    for priced in croupier.price(submission):
        if priced.bet == "main":
            continue
        if isinstance(priced.odds, croupier.ProgressiveOdds):
            least, most = practice_rules(rules).posted["progressive"]
            if not least <= priced.odds.stake <= most:
                continue  # nobody can make it here
        if priced.bet == "progressive" and fixed_by_law(rules):
            # No table that the document prints is better at the seeds that it fixes.
            edges = [edge(each.odds) for each in croupier.price(rules, bet="progressive")]
            assert min(edges) > WORST
            continue
        assert edge(priced.odds) <= WORST, (priced.bet, priced.table)
