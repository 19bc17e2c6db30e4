"""Exact odds of every bet against a pay table.

Whether such a bet is paid depends on the player's cards alone, so its odds are the number of hands on each
row. The hands are counted once in groups (`census`); each group goes through the game's own settlement with
the table to be priced, under the policies of the house.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from croupier.games import game
from croupier.games.common import Play, SideWager
from croupier.money import AMOUNT, Award, award_paid, award_returned
from croupier.odds.counting.census import Census, census_of, count_rows
from croupier.odds.model import BetOdds, Level, Moments
from croupier.odds.protocol import solver_for
from croupier.odds.subject import DOLLAR
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules, HouseTable
from croupier.submission.tables import as_printed


def play_of(house: HouseRules) -> Play:
    """The game of a house under its rules."""
    return game(house.rules.rules.game).play(house)


def side_of(house: HouseRules, wager: str) -> SideWager:
    """A wager on the player's cards: a side bet, or the progressive."""
    play = play_of(house)
    side = play.progressive if wager == "progressive" else play.sides[wager]
    assert side is not None
    return side


def side_bets(house: HouseRules) -> tuple[str, ...]:
    """The wagers of the game against a pay table that the rules have, in the order of settlement."""
    return tuple(wager for wager in play_of(house).sides if wager in house.rules.paytables)


def tables_of(house: HouseRules) -> dict[str, tuple[str, ...]]:
    """By bet against a pay table, and the progressive: the names of the tables that the rules print."""
    found = {wager: tuple(printed_tables(house.rules, wager)) for wager in side_bets(house)}
    return found | ({"progressive": tuple(house.rules.progressive)} if house.rules.progressive else {})


def every_bet(house: HouseRules, chosen: Mapping[str, str] | None = None) -> dict[str, object]:
    """Choices by name that offer every bet: by the tables chosen, else by the first that is printed."""
    tables = {wager: names[0] for wager, names in tables_of(house).items()} | dict(chosen or {})
    return {
        **tables,
        "cover_all": "cover_all" in house.rules.paytables,
        "acknowledge": tuple(wager for wager in tables if wager in house.rules.paytables),
    }


def price_bet(
    house: HouseRules,
    wager: str,
    table: HouseTable,
    stake: int = DOLLAR,
    fresh: bool = False,
    census: Census | None = None,
) -> BetOdds:
    """Price a bet by a pay table of its own or another, under the policies of the house.

    Odds pay in proportion, so the stake matters only to tables that pay amounts (MA and NJ table G as filed).
    Pass the census if you have it; else it is computed, or read from disk.
    """
    census = census or census_of(solver_for(house.rules).census(house, wager), fresh)
    play = play_of(replace(house, tables={**house.tables, wager: table}))
    return price_rows(table, count_rows(census, play.strength, play.sides[wager]), census.hands, stake)


def price_rows(table: HouseTable, counts: Mapping[str, int], cases: int, stake: int = DOLLAR) -> BetOdds:
    """Price a table by the number of the equally likely cases that reach each of its rows."""
    mean, square = Fraction(-1), Fraction(1)
    for row, award in zip(table.rows, table.awards, strict=True):
        net, probability = gross(award, stake) - 1, Fraction(counts.get(row, 0), cases)
        mean += probability * (net + 1)
        square += probability * (net**2 - 1)
    return BetOdds(
        net=Moments(mean, square),
        hit_rate=Fraction(sum(counts.values()), cases),
        levels=levels(table, counts, cases),
    )


def printed_tables(rules: RuleSet, wager: str) -> dict[str, HouseTable]:
    """The tables that the rules print for a wager, save one that has no figures (MA and NJ table G)."""
    printed = rules.paytables[wager]
    return {
        name: as_printed(printed, name) for name, table in printed.tables.items() if not table.operator_sets
    }


def levels(table: HouseTable, counts: Mapping[str, int], cases: int) -> dict[str, Level]:
    """The rows of a table with the number of cases that reach each."""
    return {
        row: Level(str(award), counts.get(row, 0), Fraction(counts.get(row, 0), cases))
        for row, award in zip(table.rows, table.awards, strict=True)
    }


def gross(award: Award, stake: int) -> Fraction:
    """The return per unit staked when an award is paid, including the stake if it is returned."""
    # Settlement rounds up to a cent; the stake is large enough that any odds divide evenly.
    staked = stake if award.kind == AMOUNT else stake * award.per
    paid = award_paid(award.kind, award.number, award.per, staked)
    return Fraction(paid + award_returned(award.kind, staked), staked)
