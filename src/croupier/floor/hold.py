"""Hold: what tables and dealers have won, against what the exact odds say they should have.

The win is the players' net with its sign turned, wager by wager, from the settled rounds of the log; a round
settled anew counts as corrected. A round belongs to the dealer who closed its bets (the host, at an
electronic table). The theoretical win is the exact edge of the game on its antes, and of each side bet on its
stakes, under optimal play: players who play worse lose more. Void wagers count for nothing.

The progressive is told apart and has no theory here: what it pays comes from its meters and from chance.

Where amounts are not entered nobody knows what was won: such rounds count by their progressive alone, and are
told apart.

The win above is by the rounds as they were entered. A mispay never shows in it: it shows in the chips. So
each shift of a live table that has its opening and its closing count is told by both, with the difference.

The band is the theoretical win and 2.576 standard deviations (99 %) to each side. Rounds are independent;
hands of one round share the dealer's cards, so within a round the deviations are added as if everything
won and lost together. The true deviation is never larger: a table outside its band is worth a look.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.floor.inventory import Shift, shifts_of, win_by_rounds
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.settlement.round import Result
from croupier.submission.house import HouseRules
from croupier.table import events as e

Z = 2.576
"""Standard deviations of a normal law for 99 %, as in a report's bands."""

MAIN, PROGRESSIVE = "main", "progressive"
_SIDE = frozenset(
    ("flush_bonus", "straight_flush_bonus", "trips", "aces_up", "cover_all", "progressive", "envy")
)
"""Every other wager is the game itself: ante, blind, raise or play, and the ante bonus."""


class Edge(NamedTuple):
    """What the house keeps of a unit staked on average, and the standard deviation of it."""

    mean: Fraction
    deviation: float


Edges = Callable[[HouseRules], Mapping[str, Edge]]
"""By bet: `main` (per unit of ante), a side bet, or `cover_all.<number of hands>`."""


class BetHold(msgspec.Struct, frozen=True, kw_only=True):
    """One bet of a table or dealer; amounts are cents."""

    bet: str
    hands: int
    staked: int
    """Of the game itself the antes alone, as its edge is per unit of ante."""
    win: int
    theoretical: float | None = None


class ShiftHold(msgspec.Struct, frozen=True, kw_only=True):
    """A shift of a live table by its chips and by its rounds, the progressive in both; amounts are cents."""

    opened_at: int
    closed_at: int
    rounds: int
    by_chips: int
    """Closing, credits and drop, less opening and fills."""
    by_rounds: int | None
    """None where amounts were not entered: the chips alone know."""
    difference: int | None
    """By the chips less by the rounds: a mispay, a miscount, a wrong entry, an award paid from elsewhere."""


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A table or dealer; amounts are cents."""

    name: str
    rounds: int
    win: int
    """Of all bets but the progressive."""
    theoretical: float | None = None
    band: tuple[float, float] | None = None
    """Where 99 of 100 wins lie, at least, by the exact odds."""
    within: bool | None = None
    bets: tuple[BetHold, ...] = ()
    progressive_staked: int = 0
    progressive_paid: int = 0
    """Awards and envy; an award that was rejected or taken back is none."""
    contributed: int = 0
    """On the meters, down to the cent."""
    without_amounts: int = 0
    """Of the rounds, those whose amounts were not entered: only their progressive counts here."""
    unpriced: str = ""
    """Why there is no theory, where there is none."""
    shifts: tuple[ShiftHold, ...] = ()
    """Of a live table: those that were closed in the time and have both counts, the first first."""
    by_chips: int | None = None
    """What the chips say of all those shifts, with the progressive; none without any."""
    by_rounds: int | None = None
    """What the rounds say of the same shifts; none where that of one of them is not known."""
    difference: int | None = None
    """Of the two."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The hold of tables, and of dealers over all those tables."""

    tables: tuple[Hold, ...]
    dealers: tuple[Hold, ...]


def hold(
    ledger: Ledger,
    tables: Iterable[str],
    *,
    since: int = 0,
    until: int | None = None,
    edges: Edges | None = None,
) -> Report:
    """Actual and theoretical win of rounds that were settled in a time; `edges` are the exact ones."""
    book = _Book(_Prices(edges or exact_edges))
    for table in tables:
        for record in _records(ledger, f"table:{table}"):
            if record.kind in _KINDS:
                inside = since <= record.at and (until is None or record.at < until)
                book.take(table, e.decode_event(record.body), inside, record.position)
        shifts = [
            _shift(ledger, table, shift, book.ended, book.unknown)
            for shift in shifts_of(ledger, table)
            if since <= (shift.day.closed_at or 0) and (until is None or (shift.day.closed_at or 0) < until)
        ]
        if shifts:
            book.tables.setdefault(table, _Tally()).shifts = shifts
        book.next_table()
    return Report(
        tables=tuple(tally.hold(name) for name, tally in sorted(book.tables.items())),
        dealers=tuple(tally.hold(name) for name, tally in sorted(book.dealers.items())),
    )


def _shift(
    ledger: Ledger, table: str, shift: Shift, ended: Sequence[int], unknown: Sequence[int]
) -> ShiftHold:
    """A shift by its chips, and by the rounds that ended in it."""

    def inside(positions: Sequence[int]) -> int:
        return bisect(positions, shift.closed) - bisect(positions, shift.opened)

    day = shift.day
    assert day.win is not None
    assert day.closed_at is not None
    by_rounds = None if inside(unknown) else win_by_rounds(ledger, table, shift)
    return ShiftHold(
        opened_at=day.opened_at,
        closed_at=day.closed_at,
        rounds=inside(ended),
        by_chips=day.win,
        by_rounds=by_rounds,
        difference=None if by_rounds is None else day.win - by_rounds,
    )


def _records(ledger: Ledger, stream: str) -> Iterator[Record]:
    """A stream from its first record on, some at a time."""
    after = 0
    while records := ledger.read(stream, after=after, limit=5000):
        yield from records
        after = records[-1].version


_KINDS = frozenset(
    f"{name}.v1"
    for name in (
        "table_opened",
        "rules_adopted",
        "bets_closed",
        "seat_settled",
        "cover_all_settled",
        "irregularity_found",
        "round_settled",
        "award_rejected",
        "award_taken_back",
        "resettled",
        "corrected",
    )
)


# --------------------------------------------------------------------------------------------- the prices


def exact_edges(house: HouseRules) -> Mapping[str, Edge]:
    """The exact edges of the bets that a house offers, the progressive aside; computed once and kept on disk.

    The first time a game is solved takes seconds, and numba.
    """
    from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds
    from croupier.odds.price import prices
    from croupier.odds.subject import Subject
    from croupier.submission.form import Choices

    found = {}
    for price in prices(Subject(house, True, Choices())):
        if price.bet == PROGRESSIVE:
            continue
        odds = price.compute()
        assert isinstance(odds, MainOdds | BetOdds | CoverAllOdds)
        name = f"cover_all.{price.table}" if price.bet == "cover_all" else price.bet
        found[name] = Edge(-odds.net.mean, odds.net.standard_deviation)
    return found


class _Prices:
    """The edges of each house that turns up, or why there are none."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._known: dict[int, tuple[HouseRules, Mapping[str, Edge] | str]] = {}

    def of(self, house: HouseRules) -> Mapping[str, Edge] | str:
        """By identity: equal houses are one object here."""
        known = self._known.get(id(house))
        if known is None:
            try:
                priced: Mapping[str, Edge] | str = self._edges(house)
            except ImportError as error:
                priced = f"the odds cannot be computed here: {error}"
            except Refusal as refusal:
                priced = refusal.message
            known = self._known[id(house)] = (house, priced)
        return known[1]


# ---------------------------------------------------------------------------------------------- the rounds


class _Round:
    """A round on its way to the books."""

    def __init__(self, closed: e.BetsClosed, house: HouseRules, amounts: bool) -> None:
        self.number = closed.round
        self.dealer = closed.by
        self.house = house
        self.amounts = amounts
        self.contributed = sum(closed.contributions.values())
        self.results: dict[int, dict[str, Result]] = {}
        self.rejected = 0
        """Awards that were rejected before the round was settled to its end."""

    def void(self) -> None:
        """What was settled before the round turned out void is settled again."""
        self.results.clear()
        self.rejected = 0


class _Book:
    def __init__(self, prices: _Prices) -> None:
        self.prices = prices
        self.tables: dict[str, _Tally] = {}
        self.dealers: dict[str, _Tally] = {}
        self.rounds: dict[int, str] = {}
        """By round of the table that is read, its dealer, for what comes after it."""
        self._house: HouseRules | None = None
        self._amounts = True
        self._houses: dict[bytes, HouseRules] = {}
        """The same rules on another day are priced once."""
        self._round: _Round | None = None
        self.ended: list[int] = []
        """Where in the log the rounds of the table that is read ended."""
        self.unknown: list[int] = []
        """Of them those whose amounts were not entered."""
        self._awarded: dict[str, int] = {}
        """By award of the table that is read, what was paid."""

    def next_table(self) -> None:
        """All of a table was read."""
        self.rounds.clear()
        self.ended.clear()
        self.unknown.clear()
        self._awarded.clear()

    def take(self, table: str, event: e.AnyEvent, inside: bool, position: int) -> None:
        running = self._round
        match event:
            case e.TableOpened() | e.RulesAdopted():
                house = event.rules.house
                self._house = self._houses.setdefault(msgspec.json.encode(house), house)
                if isinstance(event, e.TableOpened):
                    self._amounts = event.amounts
            case e.BetsClosed():
                assert self._house is not None
                self._round = _Round(event, self._house, self._amounts)
                self.rounds[event.round] = event.by
            case e.SeatSettled() if running is not None:
                running.results.setdefault(event.seat, {}).update(event.results)
                self._awarded |= {f"{running.number}.{each.seat}": each.paid for each in event.awards}
            case e.CoverAllSettled() if running is not None:
                for seat, result in event.results.items():
                    running.results.setdefault(seat, {})["cover_all"] = result
            case e.IrregularityFound() if running is not None and event.void == "all":
                running.void()
            case e.Corrected() if running is not None:
                running.contributed += sum(event.contributions.values())
            case e.RoundSettled() if running is not None:
                for seat, result in event.envy.items():
                    running.results.setdefault(seat, {})["envy"] = result
                running.contributed -= sum(event.returned_contributions.values())
                if inside:
                    priced = self.prices.of(running.house) if running.amounts else {}
                    for tally in self._tallies(table, running.dealer):
                        tally.add(running, priced)
                self.ended.append(position)
                if not running.amounts:
                    self.unknown.append(position)
                self._round = None
            case e.AwardRejected() | e.AwardTakenBack() if inside or running is not None:
                if running is not None:
                    running.rejected += event.paid
                else:
                    number = int(event.award.partition(".")[0])
                    for tally in self._tallies(table, self.rounds.get(number, "")):
                        tally.progressive_paid -= event.paid
            case e.Resettled():
                awards = sum(each.paid for each in event.awards)
                awards -= sum(self._awarded.pop(name, 0) for name in event.awards_back)
                self._awarded |= {each.award: each.paid for each in event.awards}
                if inside and event.record.amounts:
                    for tally in self._tallies(table, self.rounds.get(event.round, "")):
                        tally.resettled -= sum(event.differences.values()) - awards
                        tally.progressive_paid += awards
            case _:
                pass

    def _tallies(self, table: str, dealer: str) -> list["_Tally"]:
        return [
            self.tables.setdefault(table, _Tally()),
            self.dealers.setdefault(dealer, _Tally()),
        ]


class _Bet:
    __slots__ = ("hands", "staked", "theoretical", "win")

    def __init__(self) -> None:
        self.hands = self.staked = self.win = 0
        self.theoretical = Fraction(0)


class _Tally:
    """What adds up for a table or a dealer."""

    def __init__(self) -> None:
        self.rounds = 0
        self.bets: dict[str, _Bet] = {}
        self.variance = 0.0
        self.resettled = 0
        self.progressive_staked = 0
        self.progressive_paid = 0
        self.contributed = 0
        self.without_amounts = 0
        self.unpriced = ""
        self.shifts: list[ShiftHold] = []

    def add(self, round_: _Round, priced: Mapping[str, Edge] | str) -> None:
        """A settled round."""
        self.rounds += 1
        self.contributed += round_.contributed
        self.progressive_paid -= round_.rejected
        self.without_amounts += not round_.amounts
        edges: Mapping[str, Edge] = {}
        if isinstance(priced, str):
            self.unpriced = priced
        else:
            edges = priced
        deviation = 0.0
        hands = len(round_.results) + 1  # the dealer's is a column of Cover All too
        for results in round_.results.values():
            for name, result in results.items():
                if not round_.amounts and name not in (PROGRESSIVE, "envy"):
                    continue
                deviation += self._wager(name, result, edges, hands)
        self.variance += deviation**2

    def _wager(self, name: str, result: Result, edges: Mapping[str, Edge], hands: int) -> float:
        """One wager; how far it may go from what is expected of it."""
        if name in (PROGRESSIVE, "envy"):
            self.progressive_staked += 0 if result.outcome == "void" else result.stake
            self.progressive_paid += result.paid
            return 0.0
        bet = self.bets.setdefault(name if name in _SIDE else MAIN, _Bet())
        bet.win -= result.net
        priced = name if name in _SIDE else (MAIN if name == "ante" else "")
        if not priced or result.outcome == "void":
            return 0.0
        bet.hands += 1
        bet.staked += result.stake
        edge = edges.get(f"cover_all.{hands}" if name == "cover_all" else priced)
        if edge is None:
            self.unpriced = self.unpriced or f"no odds for {name.replace('_', ' ')}"
            return 0.0
        bet.theoretical += edge.mean * result.stake
        return edge.deviation * result.stake

    def hold(self, name: str) -> Hold:
        """The figures."""
        win = sum(bet.win for bet in self.bets.values()) + self.resettled
        theoretical = band = within = None
        unpriced = self.unpriced
        if self.rounds and self.rounds == self.without_amounts:
            unpriced = unpriced or "amounts are not entered"
        by_chips = sum(shift.by_chips for shift in self.shifts) if self.shifts else None
        told = [shift.by_rounds for shift in self.shifts if shift.by_rounds is not None]
        by_rounds = sum(told) if self.shifts and len(told) == len(self.shifts) else None
        if not unpriced:
            exact = sum((bet.theoretical for bet in self.bets.values()), Fraction(0))
            theoretical = float(exact)
            spread = Z * sqrt(self.variance)
            band = (theoretical - spread, theoretical + spread)
            within = band[0] <= win <= band[1]
        return Hold(
            name=name,
            rounds=self.rounds,
            win=win,
            theoretical=theoretical,
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
