"""A round without amounts: settled in units of a stake, with results in odds instead of money.

At some live tables the dealer enters which wagers a seat has placed, and not their amounts. In such a round
`amounts` is false, and every wager is 0 except the progressive, whose amount the rules fix; a raise or play
wager is its multiple of the ante. Here each unknown stake becomes one unit, so that the one settlement can
settle it, and the unit is removed from the results: they have the outcome, and the odds of a win. Amounts
that do not depend on the stake stay money: the progressive, envy, the fixed amounts of a pay table.

Limits on winnings depend on amounts, so they are left to the dealer.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm

import msgspec

from croupier.errors import Refusal
from croupier.games.vocabulary import wager_label
from croupier.money import AMOUNT, Award
from croupier.settlement.prepared_rules import PreparedRules, PreparedSideWager
from croupier.settlement.round import Result, Round, Seat

_MONEY = ("progressive", "envy")
"""Wagers and bonuses with amounts fixed by the rules."""


@lru_cache(maxsize=256)
def by_odds(ready: PreparedRules) -> PreparedRules:
    """Prepared rules for rounds without amounts: with a unit that all odds divide, and without limits."""
    house = replace(ready.house, limits=())
    tables = (*house.tables.values(), *house.cover_all.values())
    unit = lcm(*(award.per for table in tables for award in table.awards))
    return replace(ready, house=house, limits={}, unit=unit)


def round_in_units(ready: PreparedRules, game_round: Round) -> Round:
    """The round with a unit on every wager; `Refusal` if it states an amount."""
    seats = [seat_in_units(ready, seat) for seat in game_round.seats]
    return msgspec.structs.replace(game_round, seats=seats)


def staked(ready: PreparedRules, game_round: Round) -> tuple[PreparedRules, Round]:
    """The prepared rules and the round with its stakes; a round without amounts is staked in units."""
    if game_round.amounts:
        return ready, game_round
    unstaked = by_odds(ready)
    return unstaked, round_in_units(unstaked, game_round)


def seat_in_units(ready: PreparedRules, seat: Seat) -> Seat:
    """A seat with a unit on every wager, and its decision in units."""
    where = f"seat {seat.seat}"
    for name, amount in seat.wagers.items():
        if amount and name not in _MONEY:
            clauses = ready.wagers[name].clauses if name in ready.wagers else ()
            label = wager_label(ready.house.rules, name)
            message = f"{where}: {label} of {amount} cents; allowed: 0, as amounts are not entered here"
            raise Refusal("bad_amount", message, clauses)
    if seat.match_play:
        option = ready.house.rules.options.get("match_play")
        message = f"{where}: match play; allowed: none, as amounts are not entered here"
        raise Refusal("bad_amount", message, () if option is None else option.clauses)
    decided = seat.decision
    if decided is not None and "fold" not in decided:
        decided = {name: times * ready.unit for name, times in decided.items()}
    wagers = {name: amount if name in _MONEY else ready.unit for name, amount in seat.wagers.items()}
    return msgspec.structs.replace(seat, wagers=wagers, decision=decided)


def in_odds(ready: PreparedRules, results: Mapping[str, Result], hands: int) -> dict[str, Result]:
    """The results of a seat without the units; `hands` were dealt, including the dealer's."""
    return {name: _in_odds(ready, name, result, hands) for name, result in results.items()}


def _in_odds(ready: PreparedRules, name: str, result: Result, hands: int) -> Result:
    if name in _MONEY:
        return result
    paid = 0
    pays: str | msgspec.UnsetType = msgspec.UNSET
    if result.outcome == "win":
        award = _award(ready, name, result, hands)
        if award is not None and award.kind == AMOUNT:
            paid = award.number
        else:
            pays = _ratio(result) if award is None else str(award)
    return Result(result.outcome, 0, paid, 0, paid, result.clauses, result.hand, pays)


def _award(ready: PreparedRules, name: str, result: Result, hands: int) -> Award | None:
    """The row of a pay table that was paid, found by its words; none for a wager against the dealer."""
    side: PreparedSideWager | None = ready.sides.get(name) or ready.automatic.get(name)
    if name == "cover_all":
        side = ready.cover_all(hands)
    return None if side is None else side.awards[side.words.index(result.hand or "")]


def _ratio(result: Result) -> str:
    odds = Fraction(result.paid, result.stake)
    return f"{odds.numerator} to {odds.denominator}"
