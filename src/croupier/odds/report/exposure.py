"""The most that a round can cost: winnings at the posted maximums, with the aggregate limits applied.

The method: a hand is given the best row of every wager at once, paid in the order of settlement with the
limits of the settlement (`settlement.prepared`), the meters at their seeds. For one seat that is what one
hand can really win, since the best rows of a game's wagers go together. For all seats it is a bound and
no more: one deck does not deal the best hand to everybody. Of all numbers of players the costliest is taken,
since Cover All pays less the more hands are dealt. Stakes that come back are not winnings; match play
coupons, which are as large as a house prints them, are left out, and so is what a meter has grown by, which
contributions have paid for.
"""

from fractions import Fraction

from croupier.jackpot.meters import pay_award
from croupier.money import AMOUNT, SHARE, Award, award_paid
from croupier.names import spoken
from croupier.odds.report.sheet import Exposure, ExposureLine
from croupier.rulebook.model import RuleSet
from croupier.settlement.prepared_rules import PreparedRules, prepared
from croupier.submission.award_words import stated
from croupier.submission.house import HouseLimit, HouseRules, HouseTable

Limits = dict[str, tuple[int, int]]


def exposure(house: HouseRules, limits: Limits, positions: int) -> Exposure | None:
    """The exposure of one seat and of the table; none where no maximum of the ante is posted."""
    if "ante" not in limits:
        return None
    most = {wager: bounds[1] for wager, bounds in limits.items() if house.offers(wager)}
    if house.progressive is not None:
        most.setdefault("progressive", max(house.progressive.stakes))
    ready = prepared(house)
    seat = _Table(ready, most, 1)
    tables = {players: _Table(ready, most, players) for players in range(1, positions + 1)}
    players = max(tables, key=lambda number: tables[number].total)
    return Exposure(
        seat=seat.lines(),
        seat_total=seat.total,
        table=tables[players].lines(),
        table_total=tables[players].total,
        players=players,
        limits={_limit_words(house, limit): limit.amount for limit in house.limits},
        limit_clauses=ready.limit_clauses,
    )


class _Table:
    """One round of so many players, all of whom win the best row of everything."""

    def __init__(self, ready: PreparedRules, most: dict[str, int], players: int) -> None:
        self.ready = ready
        self.most = most
        self.players = players
        self.found: dict[str, ExposureLine] = {}
        self.toward: dict[tuple[str, int], int] = {}
        progressive = ready.house.progressive
        self.meters = {} if progressive is None else {meter.name: meter.seed for meter in progressive.meters}
        for seat in range(1, players + 1):
            self._seat(seat)
        for seat in range(1, players + 1):
            self._cover_all(seat)

    @property
    def total(self) -> int:
        """All that is paid."""
        return sum(line.paid for line in self.found.values())

    def lines(self) -> tuple[ExposureLine, ...]:
        """The payments by wager."""
        return tuple(self.found.values())

    def _seat(self, seat: int) -> None:
        """One seat in the order of settlement."""
        ready, house, ante = self.ready, self.ready.house, self.most["ante"]
        for name in ready.play.main:
            stake = ante * house.rules.most_antes(name) if name == ready.play.decided else ante
            self._capped(name, stake, house.tables[name], seat)
        for name in ready.automatic:
            table = house.tables[name]
            wins, pays = _best(self.ready.house.rules, table, ante)
            self._add(name, 0, pays, wins, wins, table.clauses)
        for name in ready.sides:
            if name in self.most:
                self._capped(name, self.most[name], house.tables[name], seat)
        if house.progressive is not None:
            self._progressive()

    def _capped(self, name: str, stake: int, table: HouseTable, seat: int) -> None:
        wins, pays = _best(self.ready.house.rules, table, stake)
        paid = wins
        places = [
            (limit, (limit.name, seat if limit.per == "hand" else 0))
            for limit in self.ready.limits.get(name, ())
        ]
        for limit, place in places:
            if name in limit.capped:
                paid = min(paid, max(0, limit.amount - self.toward.get(place, 0)))
        for _, place in places:
            self.toward[place] = self.toward.get(place, 0) + paid
        self._add(name, stake, pays, wins, paid, table.clauses)

    def _progressive(self) -> None:
        progressive = self.ready.house.progressive
        assert progressive is not None
        stake, awards = self.most["progressive"], progressive.table.awards
        award = max(awards, key=lambda each: pay_award(each, stake, dict(self.meters), progressive))
        wins = pay_award(award, stake, self.meters, progressive)
        self._add(
            "progressive", stake, stated(self.ready.house.rules, award), wins, wins, progressive.table.clauses
        )
        envy = [each for each in progressive.envy if each.stake in (None, stake)]
        if envy and self.players > 1:
            amount = max(max(each.amounts) for each in envy) * (self.players - 1)
            self._add("envy", 0, "each other hand", amount, amount, envy[0].clauses)

    def _cover_all(self, seat: int) -> None:
        column = self.ready.house.cover_all.get(self.players + 1)
        if column is not None and "cover_all" in self.most:
            self._capped("cover_all", self.most["cover_all"], column, seat)

    def _add(self, name: str, stake: int, pays: str, wins: int, paid: int, clauses: tuple[str, ...]) -> None:
        before = self.found.get(name)
        if before is not None:
            stake, wins, paid = stake + before.stake, wins + before.wins, paid + before.paid
            pays = before.pays
        self.found[name] = ExposureLine(
            wager=name, stake=stake, pays=pays, wins=wins, paid=paid, clauses=clauses
        )


def _best(rules: RuleSet, table: HouseTable, stake: int) -> tuple[int, str]:
    """The most that a table pays on a stake, and its row."""
    award = max(table.awards, key=lambda each: _paid(each, stake))
    return award_paid(award.kind, award.number, award.per, stake), stated(rules, award)


def _paid(award: Award, stake: int) -> Fraction:
    if award.kind == AMOUNT:
        return Fraction(award.number)
    assert award.kind != SHARE
    return Fraction(stake * award.number, award.per)


def _limit_words(house: HouseRules, limit: HouseLimit) -> str:
    """A limit in words: its scope, and if there are several, its wagers."""
    whose = f"a {limit.per}"
    return whose if len(house.limits) == 1 else f"{whose}: {', '.join(map(spoken, limit.capped))}"
