"""The account of recorded play: the result divided into the price of the game, mistakes, and luck.

For one hand, per ante: the net result is the value of optimal play, less the cost of each decision, plus
luck. Whatever the player decides, luck has the expectation 0: the value of an action is the expectation of
what follows it. So the win less the luck has the expectation of the win, and hardly any of its deviation: an
exact control variate. A side bet has no decision: its luck is the net result less its expectation. What is
left deviates only by the mistakes; over several days or tables the players' habits stand for them (`habits`).

Forfeited wagers are the price of an irregularity, neither play nor luck, and are counted separately.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import msgspec

from croupier.odds.model import BetOdds, CoverAllOdds, moments
from croupier.odds.outcomes import bet_outcomes
from croupier.odds.price import Price, prices
from croupier.odds.protocol import solver_for
from croupier.odds.review.decisions import PricedDecision, priced_decisions
from croupier.odds.review.habits import ExpectedWins, Faced, Habits, faced, together
from croupier.odds.subject import Subject
from croupier.odds.watch.record import RecordedRound
from croupier.settlement.forfeits import is_forfeit
from croupier.settlement.round import Result
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules

FROM_METERS = ("progressive", "envy")
"""Wagers and bonuses that meters pay, with no fixed expectation."""
SHOWN_MISTAKES = 10


class HouseValues:
    """The value of each bet of a house to the player, per unit staked; each computed once."""

    def __init__(self, house: HouseRules) -> None:
        self.house = house
        self._prices: dict[str, Price] = {}
        self._main: Fraction | None = None
        self._known: dict[tuple[str, int], Fraction | None] = {}
        """By side bet and stake: 0 where the price is the same at every stake."""
        self.sides: frozenset[str] = frozenset(
            name
            for name, wager in house.rules.wagers.items()
            if wager.placed == "before_deal" and wager.offered == "by_choice"
        )
        for price in prices(Subject(house, True, Choices())):
            name = f"cover_all.{price.table}" if price.bet == "cover_all" else price.bet
            self._prices[name] = price

    @property
    def main(self) -> Fraction:
        """The value of optimal play, per ante."""
        if self._main is None:
            self._main = solver_for(self.house.rules).optimal(self.house)
        return self._main

    def side(self, bet: str, stake: int) -> Fraction | None:
        """The value of a side bet per unit of a stake in cents; None if no odds are known."""
        price = self._prices.get(bet)
        varies = price is not None and price.pays is not None and price.pays.pays_amounts
        key = bet, stake if varies else 0
        if key not in self._known:
            self._known[key] = None if price is None else _mean(price, stake if varies else price.unit)
        return self._known[key]


def _mean(price: Price, stake: int) -> Fraction | None:
    odds = price.compute()
    if price.pays is None or not isinstance(odds, BetOdds | CoverAllOdds):
        return None
    return moments(bet_outcomes(price.pays, odds, stake)).mean


class SeatReview(msgspec.Struct, frozen=True, kw_only=True):
    """One seat in one round. Cents, from the player's side; the progressive aside."""

    staked: int
    """Antes and side bets."""
    result: int
    optimal: Fraction
    """The average win of optimal play of the game."""
    mistakes: Fraction
    """The cost of the decisions."""
    side_bets: Fraction
    """The average win of the side bets."""
    progressive: int
    forfeited: int = 0
    """Wagers lost to an irregularity (`is_forfeit`): part of the result, but neither play nor luck."""
    decisions: tuple[PricedDecision, ...] = ()
    ante: int = 0
    stakes: dict[str, int] = {}
    """By bet: `main` (the ante), a side bet, or `cover_all.<number of hands>`."""
    player: str = ""
    rules: str = ""

    @property
    def expected(self) -> Fraction:
        """The result without luck."""
        return self.optimal - self.mistakes + self.side_bets - self.forfeited


def review_seat(
    played: RecordedRound,
    number: int,
    results: Mapping[str, Result],
    values: HouseValues,
    priced: Mapping[int, tuple[PricedDecision, ...]] | None = None,
) -> SeatReview:
    """One seat, each of its decisions priced, here or before. Void wagers count for nothing.

    A forfeited hand has no decisions: its wagers were lost whatever it had decided.
    """
    seat = next(each for each in played.record.seats if each.seat == number)
    hands = len(played.record.seats) + 1
    result = progressive = ante = staked = forfeited = 0
    stakes: dict[str, int] = {}
    side_bets = Fraction(0)
    for name, each in results.items():
        if name in FROM_METERS:
            progressive += each.net
            continue
        if is_forfeit(values.house, each):
            result += each.net
            forfeited -= each.net
            staked += each.stake if name == "ante" or name in values.sides else 0
            continue
        bet = f"cover_all.{hands}" if name == "cover_all" else name
        if name in values.sides:
            value = values.side(bet, each.stake)
            if each.outcome == "void" or value is None:
                continue
            stakes[bet] = each.stake
            side_bets += value * each.stake
        elif name == "ante" and each.outcome != "void":
            stakes["main"] = ante = each.stake
        result += each.net
    decisions: tuple[PricedDecision, ...] = ()
    if ante:
        decisions = priced_decisions(played, seat) if priced is None else priced[number]
    cost = sum((each.cost for each in decisions), Fraction(0))
    return SeatReview(
        staked=staked + sum(stakes.values()),
        result=result,
        optimal=values.main * ante,
        mistakes=cost * ante,
        side_bets=side_bets,
        progressive=progressive,
        forfeited=forfeited,
        decisions=decisions,
        ante=ante,
        stakes=stakes,
        player=played.players.get(number, ""),
        rules=played.record.rules,
    )


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that cost something."""

    round: str
    seat: int
    stage: str
    action: str
    best: str
    cost: float
    """In cents, on average."""


class Deviation(msgspec.Struct, frozen=True):
    """The standard deviation, in cents, measured over the rounds: of the win, and of the theoretical win."""

    win: float
    without_luck: float


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A player, table, dealer or day. Cents, from the house's side."""

    name: str
    rounds: int
    hands: int
    staked: int
    win: int
    optimal: float
    """The house's average win from optimal play, side bets included."""
    mistakes: float
    """The value of the players' mistakes to the house, on average."""
    theoretical: float
    """The theoretical win by the real play: optimal play, and mistakes by the players' habits."""
    forfeited: int = 0
    """Wagers that players forfeited (an irregularity): part of the win, neither play nor luck."""
    luck: float
    """The luck of the cards in the win: the win less optimal play, mistakes and forfeits."""
    luck_band: tuple[float, float] | None = None
    """Where luck lies 99% of the time, by the exact laws of the bets."""
    within: bool | None = None
    mispaid: int
    """Overpayments that were corrected later; negative: underpayments."""
    progressive: int
    """Net of the players from progressive wagers and envy; not part of the win here."""
    standard_deviation: Deviation
    worst: tuple[Mistake, ...] = ()


@dataclass
class Account:
    """The running totals of one name."""

    rounds: int = 0
    hands: int = 0
    staked: int = 0
    result: int = 0
    optimal: Fraction = Fraction(0)
    mistakes: Fraction = Fraction(0)
    forfeited: int = 0
    mispaid: int = 0
    progressive: int = 0
    habits: Habits = field(default_factory=Habits)
    """The habits of the whole record, shared by its accounts; else those of these rounds alone."""
    squares: int = 0
    """The sum of the squared wins by round."""
    by_round: ExpectedWins = field(default_factory=ExpectedWins)
    worst: list[Mistake] = field(default_factory=list)

    def add(
        self,
        round_: str,
        seats: Mapping[int, SeatReview],
        mispaid: int = 0,
        known: bool = False,
    ) -> None:
        """The seats of one round that belong to this name; `known` if the habits have them already."""
        self.rounds += 1
        self.mispaid += mispaid
        win, optimal = 0, Fraction(0)
        for number, seat in seats.items():
            self.hands += 1
            self.staked += seat.staked
            self.result += seat.result
            self.optimal += seat.optimal + seat.side_bets
            self.mistakes += seat.mistakes
            self.forfeited += seat.forfeited
            self.progressive += seat.progressive
            win -= seat.result
            optimal -= seat.optimal + seat.side_bets
            self._mistakes(round_, number, seat)
        self.squares += win * win
        faced = faced_by(seats.values())
        self.by_round.add(float(optimal), faced.at_stake)
        if not known:
            self.habits.enter(faced)

    def _mistakes(self, round_: str, number: int, seat: SeatReview) -> None:
        for each in seat.decisions:
            if each.cost:
                self.worst.append(
                    Mistake(
                        round=round_,
                        seat=number,
                        stage=each.stage,
                        action=each.action,
                        best=each.best,
                        cost=float(each.cost * seat.ante),
                    )
                )
        self.worst = sorted(self.worst, key=lambda each: -each.cost)[:SHOWN_MISTAKES]

    def review(self, name: str) -> Review:
        """The figures."""
        theoretical, squares = self.by_round.totals(self.habits)
        return Review(
            name=name,
            rounds=self.rounds,
            hands=self.hands,
            staked=self.staked,
            win=-self.result,
            optimal=float(-self.optimal),
            mistakes=float(self.mistakes),
            theoretical=theoretical,
            forfeited=self.forfeited,
            luck=float(-self.result - self.mistakes + self.optimal - self.forfeited),
            mispaid=self.mispaid,
            progressive=self.progressive,
            standard_deviation=Deviation(
                _deviation(self.rounds, self.result, self.squares),
                _deviation(self.rounds, theoretical, squares),
            ),
            worst=tuple(self.worst),
        )


def faced_by(seats: Iterable[SeatReview]) -> Faced:
    """The decisions of some seats, by habit."""
    return together(faced(seat.player, seat.rules, seat.ante, seat.decisions) for seat in seats)


def _deviation(rounds: int, total: float, squares: float) -> float:
    """Of the sum over all rounds, if they are alike and independent; from the sums of values and squares."""
    if rounds < 2:
        return 0.0
    return sqrt(max(0.0, (rounds * squares - total * total) / (rounds - 1)))


class Reviewer:
    """Reviews rounds, each house priced once."""

    def __init__(self) -> None:
        self._values: dict[bytes, HouseValues] = {}
        self._met: dict[int, tuple[HouseRules, HouseValues]] = {}
        """By object identity, for speed."""

    def seats(
        self,
        played: RecordedRound,
        results: Mapping[int, Mapping[str, Result]],
        only: Collection[int] | None = None,
        priced: Mapping[int, tuple[PricedDecision, ...]] | None = None,
    ) -> dict[int, SeatReview]:
        """Every seat of a round that had a result, or only these; `priced`: the decisions, if known."""
        values = self._of(played.house)
        dealt = {seat.seat for seat in played.record.seats if only is None or seat.seat in only}
        return {
            number: review_seat(played, number, mine, values, priced)
            for number, mine in sorted(results.items())
            if number in dealt
        }

    def _of(self, house: HouseRules) -> HouseValues:
        if id(house) not in self._met:
            rules = msgspec.json.encode(house)
            if rules not in self._values:
                self._values[rules] = HouseValues(house)
            self._met[id(house)] = house, self._values[rules]
        return self._met[id(house)][1]


def reviews_of(accounts: Mapping[str, Account], names: Iterable[str] | None = None) -> tuple[Review, ...]:
    """The figures of some accounts, or of all, by name."""
    chosen = accounts if names is None else [name for name in accounts if name in set(names)]
    return tuple(accounts[name].review(name) for name in sorted(chosen))
