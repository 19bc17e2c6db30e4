"""Findings of the mathematics about a filing: tables that favor the player, dollar awards, envy."""

from fractions import Fraction
from pathlib import Path

import pytest

from croupier.games.four_card_poker.solver.groups import FIVE_CARDS
from croupier.games.high_card_flush.solver.groups import FLUSHES
from croupier.games.ultimate_texas_holdem.solver.groups import WITH_BOARD, WITH_FLOP
from croupier.odds.counting.census import CensusKind, read_census, take_census
from croupier.odds.figures import figures
from croupier.odds.filed.as_filed import at_levels, levels
from croupier.odds.filed.findings import check_with_odds
from croupier.odds.model import BetOdds
from croupier.odds.price import main_odds, prices
from croupier.odds.progressive import price_progressive
from croupier.odds.subject import Subject, subject_of_text
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, FiledTable

SUBMISSION = Path("examples/ma-high-card-flush.toml").read_text()
FOUR_CARD = Path("examples/ma-four-card-poker.toml").read_text()


def filed(table: str) -> str:
    lines = SUBMISSION.splitlines()
    chosen = next(place for place, line in enumerate(lines) if line.startswith('flush_bonus = "'))
    lines[chosen] = f'flush_bonus = "{table}"\nacknowledge = ["flush_bonus"]'
    return "\n".join(lines)


@pytest.mark.parametrize("table", ["E", "K"])
def test_a_filed_table_that_favors_the_player_is_a_finding_with_the_exact_figure(table: str) -> None:
    checked = check_with_odds(filed(table))
    assert checked.ok
    (found,) = (each for each in checked.findings if each.code == "favors_player")
    house = house_rules("ma/high-card-flush", Choices.of(flush_bonus=table, acknowledge=("flush_bonus",)))
    subject = Subject(house, True, Choices())
    odds = next(price for price in prices(subject) if price.bet == "flush_bonus").compute()
    assert isinstance(odds, BetOdds)
    assert odds.net.mean > 0
    assert str(odds.net.mean) in found.asked
    assert (found.severity, found.key) == ("warning", "choices.flush_bonus")
    assert found.line == 1 + filed(table).splitlines().index(f'flush_bonus = "{table}"')
    assert f"ma-hcf-11.c.{table}" in found.clauses


@pytest.mark.parametrize(("pays", "favors"), [(3, False), (5, True)])
def test_a_bonus_that_makes_the_game_favor_the_player_is_a_finding(pays: int, favors: bool) -> None:
    text = FOUR_CARD.replace('three_of_a_kind = "2 to 1"', f'three_of_a_kind = "{pays} to 1"')
    found = [each for each in check_with_odds(text).findings if each.code == "favors_player"]
    # Of the printed bonus it pays more for 624 hands of four of a kind (30, not 25) and 58,656 of three, all
    # of which play anyway.
    more = Fraction(5 * 624 + (pays - 2) * 58_656, 2_598_960)
    net = main_odds(house_rules("ma/four-card-poker", Choices())).net.mean + more
    assert (net > 0) == favors
    assert [(each.key, f"({net})" in each.asked) for each in found] == [("choices.ante_bonus", True)] * favors


def test_a_table_with_an_edge_for_the_house_is_no_finding() -> None:
    assert "favors_player" not in [each.code for each in check_with_odds(SUBMISSION).findings]


def test_awards_of_dollars_are_priced_at_each_posted_stake() -> None:
    """Table G as filed pays dollars: at ten times the stake an award is a tenth of the odds."""
    pays = {"straight_flush_7": "$5,000", "straight_flush_6": "$500", "straight_flush_5": "$100"}
    rest = {"straight_flush_4": "$20", "straight_flush_3": "$8"}
    choices = Choices.of(straight_flush_bonus=FiledTable(table="G", odds={**pays, **rest}))
    house = house_rules("ma/high-card-flush", choices)
    subject = Subject(house, True, choices, {"straight_flush_bonus": (100, 1000)})
    price = next(each for each in prices(subject) if each.bet == "straight_flush_bonus")
    odds = price.compute()
    found = at_levels(subject, price, odds, levels(subject, price.bet))
    assert isinstance(odds, BetOdds)
    one, ten = found[100], found[1000]
    assert isinstance(one, BetOdds)
    assert isinstance(ten, BetOdds)
    assert one.net == odds.net
    amounts = (5000, 500, 100, 20, 8)
    chances = [level.probability for level in odds.levels.values()]
    # An amount is all that comes back: the stake is spent.
    for stake, at in ((1, one), (10, ten)):
        paid = zip(chances, amounts, strict=True)
        assert at.net.mean == sum(chance * Fraction(dollars, stake) for chance, dollars in paid) - 1


def test_envy_is_in_the_return_by_the_number_of_players() -> None:
    house = house_rules("ma/four-card-poker", Choices(progressive="A"))
    odds = price_progressive(house, 100)
    one = odds.envy[1]
    assert one > 0
    assert odds.return_at(1) == odds.as_played.at_seed
    for players in (2, 4, 6):
        assert odds.return_at(players) == odds.as_played.at_seed + (players - 1) * one
    printed = figures(odds)["return_by_players"]
    assert {int(players): Fraction(value) for players, value in printed.items()} == {
        players: odds.return_at(players) for players in range(1, 7)
    }


@pytest.mark.parametrize("positions", [1, 4])
def test_no_price_is_for_more_players_than_the_positions_filed(positions: int) -> None:
    text = FOUR_CARD.replace("positions = 6", f"positions = {positions}")
    subject = subject_of_text(text.replace("boxes_per_player = 2", "boxes_per_player = 1"))
    found = list(prices(subject))
    assert [int(each.table) for each in found if each.bet == "cover_all"] == list(range(2, positions + 2))
    progressive = next(each for each in found if each.bet == "progressive")
    players = [str(players) for players in range(1, positions + 1)]
    assert list(figures(progressive.compute())["return_by_players"]) == players


@pytest.mark.parametrize("kind", [FLUSHES, FIVE_CARDS, WITH_BOARD, WITH_FLOP], ids=lambda kind: kind.name)
def test_the_census_in_the_package_is_the_one_taken_now(kind: CensusKind) -> None:
    assert read_census(kind) == take_census(kind)
