"""Hold: the win of tables and dealers compared with the exact odds.

The win is the negative of the players' net, wager by wager, from the settled rounds of the log; a resettled
round counts with its corrected result (`hold_by_rounds`). A round belongs to the dealer who
closed its bets (the host, at an electronic table). The theoretical win is the exact edge of the game on its
antes, and of each side bet on its stakes, under optimal play. Players who play worse lose more: where every
round was reviewed, the exact cost of their decisions is added, and what is left of the win is luck. Void
wagers do not count. Forfeited ones are part of the win, but neither play nor luck.

The progressive is listed separately and has no theoretical win: its payouts come from its meters.

Rounds without amounts count by their progressive only, and are counted separately.

Each shift of a live table with both counts is also listed by its chips (`hold_by_chips`). A table that dealt
several games in the period has a line for each; its shifts are with the last.

The band holds the win 99% of the time (`hold_band`): from the exact laws of the bets, as far as the bets of
a round go together. Investigate a table outside its band.
"""

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from croupier.errors import Refusal
from croupier.floor.reports.hold_band import COVER_ALL, HouseOdds, Odds, OddsPending, Spread, exact_odds
from croupier.floor.reports.hold_by_chips import ShiftHold, shift_holds
from croupier.floor.reports.hold_by_rounds import Played, rounds_of
from croupier.floor.reports.play_reviewed import PlayReviewed
from croupier.floor.reports.sheets.games import Games
from croupier.ledger.store import Ledger
from croupier.names import spoken
from croupier.odds.review.habits import Faced, Habits
from croupier.rulebook.model import RuleSet
from croupier.settlement.forfeits import is_forfeit
from croupier.settlement.round import Result
from croupier.submission.house import HouseRules

MAIN, PROGRESSIVE, ENVY = "main", "progressive", "envy"


def side_wagers(rules: RuleSet) -> frozenset[str]:
    """The wagers that a player may add to the game; the progressive aside, all others are the game itself."""
    return frozenset(
        name
        for name, wager in rules.wagers.items()
        if wager.placed == "before_deal" and wager.offered == "by_choice" and name != PROGRESSIVE
    )


class BetHold(msgspec.Struct, frozen=True, kw_only=True):
    """One bet of a table or dealer; amounts are cents."""

    bet: str
    hands: int
    staked: int
    """For the game itself the antes only, because its edge is per unit of ante."""
    win: int
    theoretical: float | None = None


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A table or dealer; amounts are cents."""

    name: str
    game: str = ""
    """Of a table that dealt several games in the period, one of them: another pay table is another game."""
    rounds: int
    win: int
    """All bets except the progressive."""
    theoretical: float | None = None
    """Under optimal play."""
    mistakes: float | None = None
    """The exact cost of the players' decisions beyond that; none while a round is not reviewed."""
    forfeited: int = 0
    """Wagers that players forfeited: part of the win, but of no bet."""
    luck: float | None = None
    """The rest of the win."""
    band: tuple[float, float] | None = None
    """The band that holds 99% of wins, by the exact odds, the forfeits and, where reviewed, the decisions."""
    within: bool | None = None
    """Whether the win, and so the luck in it, is within the band."""
    bets: tuple[BetHold, ...] = ()
    progressive_staked: int = 0
    progressive_paid: int = 0
    """Awards and envy, without rejected or taken-back awards."""
    contributed: int = 0
    """Contributions to the meters, in whole cents."""
    without_amounts: int = 0
    """Rounds without amounts; only their progressive counts here."""
    unpriced: str = ""
    """Why there is no theoretical win, if there is none."""
    shifts: tuple[ShiftHold, ...] = ()
    """A live table's shifts closed in the period with both counts, oldest first."""
    by_chips: int | None = None
    """The win of those shifts by chips, progressive included; none without shifts."""
    by_rounds: int | None = None
    """The win of those shifts by rounds; none if one of them is unknown."""
    difference: int | None = None
    """By chips less by rounds."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The hold of tables, and of dealers over all those tables."""

    tables: tuple[Hold, ...]
    dealers: tuple[Hold, ...]
    pending: bool = False
    """Some odds are being computed: ask again."""


def hold(
    ledger: Ledger,
    tables: Iterable[str],
    *,
    since: int = 0,
    until: int | None = None,
    odds: Odds | None = None,
    play: PlayReviewed | None = None,
) -> Report:
    """Actual and theoretical win of the rounds settled in a period, by the exact odds and the decisions."""
    prices = Prices(odds or exact_odds)
    by_table: dict[str, dict[str, Tally]] = {}
    games = Games()
    by_dealer: dict[str, Tally] = {}

    def inside(at: int) -> bool:
        return since <= at and (until is None or at < until)

    for table in tables:
        ended = []
        for played in rounds_of(ledger, table):
            ended.append((played.position, played.amounts))
            if inside(played.at):
                priced = prices.of(played.house) if played.amounts else None
                faced = play.round(table, played.number) if play else None
                game = games.of(played.house)
                mine = by_table.setdefault(table, {})
                for tally in (
                    mine.setdefault(f"{game.title} {game.id}", Tally()),
                    by_dealer.setdefault(played.dealer, Tally()),
                ):
                    tally.add(played, priced, faced)
        shifts = [shift for shift in shift_holds(ledger, table, ended) if inside(shift.closed_at)]
        if shifts:
            mine = by_table.setdefault(table, {})
            mine.setdefault(next(reversed(mine), ""), Tally()).shifts = shifts
    return Report(
        tables=tuple(
            tally.hold(name, game if len(mine) > 1 else "")
            for name, mine in sorted(by_table.items())
            for game, tally in mine.items()
        ),
        dealers=tuple(tally.hold(name) for name, tally in sorted(by_dealer.items())),
        pending=prices.pending,
    )


# --------------------------------------------------------------------------------------------- the prices


class Prices:
    """The odds of each house, or why there are none."""

    def __init__(self, odds: Odds) -> None:
        self.odds = odds
        self.pending: bool = False
        """Whether some odds are being computed."""
        self._known: dict[bytes, HouseOdds | str] = {}
        self._met: dict[int, tuple[HouseRules, HouseOdds | str]] = {}
        """By object identity, for speed."""

    def of(self, house: HouseRules) -> HouseOdds | str:
        """The same rules on another day are priced once."""
        met = self._met.get(id(house))
        if met is None:
            rules = msgspec.json.encode(house)
            if rules not in self._known:
                self._known[rules] = self._priced(house)
            met = self._met[id(house)] = (house, self._known[rules])
        return met[1]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why some houses have no odds."""
        return tuple(dict.fromkeys(each for each in self._known.values() if isinstance(each, str)))

    def _priced(self, house: HouseRules) -> HouseOdds | str:
        try:
            return self.odds(house)
        except ImportError as error:
            return f"the odds cannot be computed here: {error}"
        except Refusal as refusal:
            self.pending |= isinstance(refusal, OddsPending)
            return refusal.message


# --------------------------------------------------------------------------------------------- the tallies


class _Bet:
    __slots__ = ("hands", "staked", "theoretical", "win")

    def __init__(self) -> None:
        self.hands = self.staked = self.win = 0
        self.theoretical = Fraction(0)


class Tally:
    """The running totals of a table or dealer."""

    def __init__(self) -> None:
        self.rounds: int = 0
        self.bets: dict[str, _Bet] = {}
        self.forfeited: int = 0
        self.spread: Spread = Spread()
        self.progressive_staked: int = 0
        self.progressive_paid: int = 0
        self.contributed: int = 0
        self.without_amounts: int = 0
        self.unpriced: str = ""
        self.habits: Habits = Habits()
        self.reviewed: int = 0
        self.shifts: list[ShiftHold] = []

    def add(self, played: Played, priced: HouseOdds | str | None, faced: Faced | None = None) -> None:
        """A settled round, and its decisions if they were reviewed."""
        self.rounds += 1
        if faced is not None:
            self.reviewed += 1
            self.habits.enter(faced)
        self.contributed += played.contributed
        self.progressive_paid += sum(paid for paid, _ in played.awards.values())
        self.without_amounts += not played.amounts
        odds = None
        if isinstance(priced, str):
            self.unpriced = priced
        else:
            odds = priced
        sides = side_wagers(played.house.rules)
        hands = len(played.results) + 1  # the dealer's is a column of Cover All too
        staked: dict[int, dict[str, int]] = {}
        for seat, results in sorted(played.results.items()):
            for name, result in results.items():
                if name not in (PROGRESSIVE, ENVY) and is_forfeit(played.house, result):
                    self.forfeited -= result.net if played.amounts else 0
                elif played.amounts or name in (PROGRESSIVE, ENVY):
                    bet = name if name in sides else MAIN
                    if self._wager(name, bet, result):
                        priced_as = f"{COVER_ALL}.{hands}" if name == COVER_ALL else bet
                        if self._price(bet, priced_as, result.stake, odds):
                            staked.setdefault(seat, {})[priced_as] = result.stake
        if odds is not None:
            self.spread.add(odds, staked)

    def _wager(self, name: str, of: str, result: Result) -> bool:
        """Add one wager to the bet that it is part of; whether its stake has a theoretical win."""
        if name == ENVY:
            self.progressive_paid += result.paid
            return False
        if name == PROGRESSIVE:  # what it paid is among the round's awards
            self.progressive_staked += 0 if result.outcome == "void" else result.stake
            return False
        bet = self.bets.setdefault(of, _Bet())
        bet.win -= result.net
        if (of == MAIN and name != "ante") or result.outcome == "void":
            return False
        bet.hands += 1
        bet.staked += result.stake
        return True

    def _price(self, bet: str, priced_as: str, stake: int, odds: HouseOdds | None) -> bool:
        """Add the theoretical win of a stake; false without odds for it."""
        if odds is None or priced_as not in odds.edges:
            self.unpriced = self.unpriced or f"no odds for {spoken(bet)}"
            return False
        self.bets[bet].theoretical += odds.edge(priced_as, stake) * stake
        return True

    def hold(self, name: str, game: str = "") -> Hold:
        """The figures."""
        win = self.forfeited + sum(bet.win for bet in self.bets.values())
        theoretical = band = within = mistakes = luck = None
        unpriced = self.unpriced
        if self.rounds and self.rounds == self.without_amounts:
            unpriced = unpriced or "amounts are not entered"
        by_chips = sum(shift.by_chips for shift in self.shifts) if self.shifts else None
        told = [shift.by_rounds for shift in self.shifts if shift.by_rounds is not None]
        by_rounds = sum(told) if self.shifts and len(told) == len(self.shifts) else None
        if not unpriced:
            exact = sum((bet.theoretical for bet in self.bets.values()), Fraction(0))
            theoretical = float(exact)
            expected = theoretical + self.forfeited
            if self.reviewed == self.rounds - self.without_amounts:
                mistakes = self.habits.faced.mistakes
                expected += mistakes
                luck = win - expected
            below, above = self.spread.band()
            band = (expected + below, expected + above)
            within = band[0] <= win <= band[1]
        return Hold(
            name=name,
            game=game,
            rounds=self.rounds,
            win=win,
            theoretical=theoretical,
            mistakes=mistakes,
            forfeited=self.forfeited,
            luck=luck,
            band=band,
            within=within,
            bets=tuple(
                BetHold(
                    bet=each,
                    hands=bet.hands,
                    staked=bet.staked,
                    win=bet.win,
                    theoretical=None if unpriced else float(bet.theoretical),
                )
                for each, bet in self.bets.items()
            ),
            progressive_staked=self.progressive_staked,
            progressive_paid=self.progressive_paid,
            contributed=self.contributed // 10_000,
            without_amounts=self.without_amounts,
            unpriced=unpriced,
            shifts=tuple(self.shifts),
            by_chips=by_chips,
            by_rounds=by_rounds,
            difference=None if by_chips is None or by_rounds is None else by_chips - by_rounds,
        )
