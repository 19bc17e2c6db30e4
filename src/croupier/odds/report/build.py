"""From a submission to its PAR sheet: everything priced, counted and cited, nothing laid out yet."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from croupier import __version__
from croupier.errors import Refusal
from croupier.games.vocabulary import wager_label
from croupier.jit import sources_digest
from croupier.money import dollars
from croupier.money import percent as rate_text
from croupier.odds.filed.as_filed import At, at_levels, levels
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import (
    BetOdds,
    CoverAllOdds,
    Distribution,
    LongRun,
    MainOdds,
    ProgressiveOdds,
    moments,
)
from croupier.odds.outcomes import bet_outcomes, outcomes, progressive_outcomes
from croupier.odds.price import Price, prices, stays
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import live_after_fold, long_run
from croupier.odds.protocol import solver_for
from croupier.odds.report import in_force, parts
from croupier.odds.report.exposure import exposure
from croupier.odds.report.hold import bands, cycle, hold, top_award, volatility_index
from croupier.odds.report.mistakes import mistakes
from croupier.odds.report.sheet import (
    Approval,
    AtWager,
    Bet,
    Check,
    Hold,
    MeterSheet,
    Outcome,
    Pace,
    Pair,
    ProgressiveSheet,
    SeatPair,
    SeatsTogether,
    Sheet,
    Together,
)
from croupier.odds.report.words import DEFINITIONS, MAIN, METHOD
from croupier.odds.sections import Table
from croupier.odds.strategy import Strategy, strategy
from croupier.odds.subject import Subject
from croupier.odds.together.bundle import together
from croupier.odds.together.seats import seats_of
from croupier.settlement.prepared_rules import prepared
from croupier.submission.findings import Finding
from croupier.submission.form import Submission

PACE = Pace(rounds_per_hour=40, drop=None)
"""The pace of a sheet that states no other."""


def build_sheet(
    submission: Submission,
    subject: Subject,
    findings: Sequence[Finding] = (),
    date: str | None = None,
    progress: Progress = silent,
    fresh: bool = False,
    pace: Pace = PACE,
) -> Sheet:
    """The sheet of a submission that has no violation."""
    return _Build(submission, subject, progress, fresh).sheet(findings, date, pace)


class _Build:
    """Builds one sheet."""

    def __init__(self, submission: Submission, subject: Subject, progress: Progress, fresh: bool) -> None:
        self.submission = submission
        self.subject = replace(subject, posted=dict(submission.limits))
        self.house = subject.house
        self.rules = subject.house.rules
        self.progress = progress
        self.fresh = fresh
        self.positions = submission.positions or self.rules.number("table.positions")
        wagers = (*self.rules.wagers, *self.rules.paytables, "envy")
        self.titles = {"main": MAIN} | {wager: wager_label(self.rules, wager) for wager in wagers}
        self.checks: list[Check] = []

    def sheet(self, findings: Sequence[Finding], date: str | None, pace: Pace) -> Sheet:
        rules = self.rules.rules
        found = [(price, price.compute()) for price in prices(self.subject, self.progress, self.fresh)]
        bets, meters = [], []
        for price, odds in found:
            if isinstance(odds, ProgressiveOdds):
                bets.append(self._progressive_bet(price, odds))
                meters.append(self._progressive(price, odds))
                continue
            bet, law = self._main(odds) if isinstance(odds, MainOdds) else self._bet(price, odds)
            self._check(bet, "mean of the net results, and the solver's", moments(law).mean, odds.net.mean)
            self._check(bet, "second moments of both", moments(law).square, odds.net.square)
            bets.append(msgspec.structs.replace(bet, at=tuple(self._at(price, odds, bet, law))))
        sheet = Sheet(
            title=f"PAR sheet: {rules.title}",
            rules=rules.name,
            document=rules.title,
            edition=rules.edition,
            digest=self.rules.digest,
            submission=in_force.submission_digest(self.submission),
            operator=self.submission.operator,
            date=date,
            version=__version__,
            commit=in_force.commit(),
            sources=sources_digest(),
            positions=self.positions,
            boxes_per_player=self.submission.boxes_per_player,
            titles=self.titles,
            choices=in_force.choices(self.submission, self.house, self.titles),
            policies=in_force.policies(self.house),
            readings=in_force.readings(self.house),
            findings=tuple(
                Approval(
                    severity=finding.severity,
                    key=finding.key,
                    asked=finding.asked,
                    allowed=finding.allowed,
                    clauses=tuple(finding.clauses),
                )
                for finding in findings
            ),
            bets=tuple(bets),
            together=self._together(),
            seats=self._seats(),
            pace=pace,
            hold=self._hold(bets, meters, pace.rounds_per_hour),
            exposure=exposure(self.house, dict(self.submission.limits), self.positions),
            progressive=tuple(meters),
            strategy=self._strategy(),
            mistakes=mistakes(self.house, self.progress, self.fresh),
            definitions=DEFINITIONS,
            method=(*METHOD, solver_for(self.rules).method),
            checks=tuple(self.checks),
            clauses=(),
        )
        return msgspec.structs.replace(sheet, clauses=in_force.cited(sheet))

    def _check(self, bet: Bet, what: str, left: Fraction, right: Fraction) -> None:
        """Note that two figures found in different ways agree; if they do not, there is no sheet."""
        if left != right:
            raise ArithmeticError(f"{bet.name}: {what} differ: {left} and {right}")
        self.checks.append(Check(of=bet.name, check=what, left=str(left), right=str(right)))

    def _strategy(self) -> Strategy:
        """Optimal play described; tables too long for a page are for `strategy --json`."""
        found = strategy(self.house, self.progress, self.fresh)
        sections = tuple(each for each in found.sections if not (isinstance(each, Table) and each.detail))
        return msgspec.structs.replace(found, sections=sections)

    # ------------------------------------------------------------------------------------------- bets

    def _main(self, odds: MainOdds) -> tuple[Bet, Distribution]:
        law = outcomes(self.house, self.progress)
        wagers = prepared(self.house).play.main
        bet = self._priced(
            "main",
            "",
            law,
            _wins(law),
            unit="ante",
            returned=str(1 - odds.element_of_risk),
            parts=parts.main_tables(self.house, self.progress),
            clauses=_distinct(*(self.rules.wagers[wager].clauses for wager in wagers)),
            average_wager=str(odds.average_wager),
            average_wager_value=float(odds.average_wager),
            element_of_risk=str(odds.element_of_risk),
            element_of_risk_value=float(odds.element_of_risk),
            decisions={name: str(share) for name, share in odds.decisions.items()},
        )
        return bet, law

    def _bet(self, price: Price, odds: BetOdds | CoverAllOdds) -> tuple[Bet, Distribution]:
        if isinstance(odds, CoverAllOdds):
            table, stated = self.house.cover_all[int(price.table)], f"{price.table} hands"
        else:
            table, stated = self.house.tables[price.bet], parts.table_words(self.house, price.bet)
            if table.pays_amounts:
                stated += f" at {dollars(price.unit)}"
        more: dict[str, Any] = {}
        if isinstance(odds, CoverAllOdds):
            more = {"exact": odds.exact, "std_error": odds.standard_error}
        law = bet_outcomes(table, odds, price.unit)
        returned = parts.returned_by_row(table, odds.levels, price.unit)
        bet = self._priced(
            price.bet,
            stated,
            law,
            odds.hit_rate,
            rows=parts.rows(self.house, table, odds.levels, returned),
            tables=()
            if isinstance(odds, CoverAllOdds)
            else parts.table_edges(self.house, price.bet, price.unit),
            clauses=self.rules.wagers[price.bet].clauses,
            **more,
        )
        self._check(
            bet, "returns of the rows, and the return", sum(returned.values(), Fraction(0)), 1 + odds.net.mean
        )
        return bet, law

    def _at(
        self, price: Price, odds: MainOdds | BetOdds | CoverAllOdds, bet: Bet, law: Distribution
    ) -> Iterator[AtWager]:
        """The bet at the posted minimum and maximum, under the payout limits."""
        filed: At = at_levels(self.subject, price, odds, levels(self.subject, price.bet), self.progress)
        known = {tuple(law.items()): bet.bands}
        for wager, there in filed.items():
            assert not isinstance(there, ProgressiveOdds)
            # A limit that cuts a win takes from the mean: with the moments of a unit it cuts none.
            found = law if there.net == odds.net else self._law_at(price, odds, wager)
            what = f"mean of the net results at {dollars(wager)}, and the price there"
            self._check(bet, what, moments(found).mean, there.net.mean)
            alike = known.setdefault(tuple(found.items()), ())
            if not alike:
                alike = known[tuple(found.items())] = bands(found)
            hits = Fraction(bet.hit_rate) if bet.bet != "main" else _wins(found)
            yield parts.at_wager(wager, found, hits, alike)

    def _law_at(self, price: Price, odds: MainOdds | BetOdds | CoverAllOdds, wager: int) -> Distribution:
        if isinstance(odds, MainOdds):
            return outcomes(self.house, self.progress, wagers=Wagers(wager))
        columns, tables = self.house.cover_all, self.house.tables
        table = columns[int(price.table)] if isinstance(odds, CoverAllOdds) else tables[price.bet]
        return parts.law_at(self.house, price.bet, table, odds, wager)

    def _progressive_bet(self, price: Price, odds: ProgressiveOdds) -> Bet:
        progressive = self.house.progressive
        assert progressive is not None
        distribution = progressive_outcomes(progressive, odds.stake, odds.as_played)
        returned = parts.returned_by_progressive(self.house, odds)
        bet = self._priced(
            "progressive",
            f"{parts.progressive_words(self.house)} at {dollars(odds.stake)}",
            distribution,
            odds.as_played.hit_rate,
            stake=odds.stake,
            rows=parts.rows(self.house, progressive.table, odds.levels, returned),
            tables=parts.progressive_edges(self.subject, odds, self.progress),
            clauses=self.rules.wagers["progressive"].clauses,
        )
        mean = moments(distribution).mean
        self._check(bet, "mean of the net results, and the return at the seed", mean, -odds.house_edge)
        self._check(bet, "returns of the rows, and the return", sum(returned.values(), Fraction(0)), 1 + mean)
        return bet

    def _priced(self, bet: str, table: str, law: Distribution, hit_rate: Fraction, **more: Any) -> Bet:
        net = moments(law)
        given: dict[str, Any] = {
            "unit": "stake",
            "returned": str(1 + net.mean),
            "exact": True,
            "std_error": 0.0,
            "stake": None,
            "rows": (),
            "parts": (),
            "tables": (),
        }
        found = Bet(
            bet=bet,
            table=table,
            title=self.titles[bet],
            ev=str(net.mean),
            house_edge=str(-net.mean),
            house_edge_value=float(-net.mean),
            second_moment=str(net.square),
            std_dev=net.standard_deviation,
            volatility_index=volatility_index(net),
            hit_rate=str(hit_rate),
            hit_rate_value=float(hit_rate),
            outcomes=_outcomes(law),
            cycle=str(cycle(law)),
            top=top_award(law),
            bands=bands(law),
            **{**given, **more},
        )
        self._check(
            found, "probabilities of all net results, and 1", sum(law.values(), Fraction(0)), Fraction(1)
        )
        return found

    # ---------------------------------------------------------------------------------- progressives

    def _progressive(self, price: Price, odds: ProgressiveOdds) -> ProgressiveSheet:
        progressive = self.house.progressive
        assert progressive is not None
        run = long_run(self.house, odds.stake, stays(self.house, self.progress))
        return ProgressiveSheet(
            table=price.table,
            stake=odds.stake,
            fixed_return=str(odds.as_played.fixed),
            return_at_seed=str(odds.as_played.at_seed),
            return_at_seed_if_live=str(odds.if_live.at_seed),
            break_even_if_live=_text(odds.if_live.break_even),
            break_even_as_played=_text(odds.as_played.break_even),
            contribution=_text(odds.contribution),
            long_run_return=None if run is None else str(run.returned),
            after_fold="live" if live_after_fold(self.house) else "lost",
            envy={str(others): str(value) for others, value in odds.envy.items() if value},
            meters=tuple(self._meter(meter.name, odds, run) for meter in progressive.meters),
            clauses=progressive.table.clauses,
        )

    def _meter(self, name: str, odds: ProgressiveOdds, run: LongRun | None) -> MeterSheet:
        assert self.house.progressive is not None
        meter = next(each for each in self.house.progressive.meters if each.name == name)
        growth = None if run is None else run.meters.get(name)
        return MeterSheet(
            meter=name,
            seed=meter.seed,
            reset=meter.reset,
            rate=None if meter.rate is None else rate_text(meter.rate),
            return_per_cent=str(odds.as_played.meters[name]),
            added=None if growth is None else str(growth.added),
            wagers_between=None if growth is None else str(growth.wagers_between),
            average_award=None if growth is None else str(growth.average_award),
            whole=parts.whole_awards(self.house, odds.stake, name, self._least_ante(), self.progress),
            clauses=meter.clauses,
        )

    def _least_ante(self) -> int:
        return next(iter(levels(self.subject, "main")), 0)

    def _together(self) -> Together | None:
        found = together(self.house, self.progress, self.subject.units)
        if found is None:
            return None
        return Together(
            ev=str(found.mean),
            variance=str(found.variance),
            std_dev=found.standard_deviation,
            pairs=tuple(
                Pair(
                    first=self.titles[first],
                    second=self.titles[second],
                    covariance=str(covariance),
                    correlation=found.correlation(first, second),
                )
                for (first, second), covariance in found.covariances.items()
            ),
        )

    def _seats(self) -> SeatsTogether | None:
        try:
            found = seats_of(self.house, self.progress, self.fresh, self.subject.units)
        except Refusal as refusal:
            if refusal.code != "not_solved":
                raise
            return None
        bets = found.offered(self.positions)
        pairs = []
        for first, second in found.between:
            if {first, second} <= set(bets):
                each = found.correlation(first, second)
                pairs.append(
                    SeatPair(
                        first=self.titles[first.partition(".")[0]],
                        second=self.titles[second.partition(".")[0]],
                        correlation=each.value,
                        std_error=each.error,
                    )
                )
        return SeatsTogether(
            rounds=found.rounds,
            pairs=tuple(pairs),
            std_dev={
                str(players): (
                    found.deviation(players, ("main",)),
                    found.deviation(players, found.offered(players)),
                )
                for players in range(1, self.positions + 1)
            },
        )

    def _hold(self, bets: Sequence[Bet], meters: Sequence[ProgressiveSheet], pace: int) -> tuple[Hold, ...]:
        limits, found = self.submission.limits, []
        column = f"{self.positions + 1} hands"
        for bet in bets:
            wager = "ante" if bet.bet == "main" else bet.bet
            if wager not in limits or (bet.bet == "cover_all" and bet.table != column):
                continue
            if bet.bet == "progressive":
                assert bet.stake is not None
                sheet = next(each for each in meters if each.stake == bet.stake)
                rate = Fraction(bet.house_edge)
                if sheet.long_run_return is not None:
                    rate = 1 - Fraction(sheet.long_run_return)
                rate -= Fraction(sheet.envy.get(str(self.positions - 1), 0))
                found.append(hold(wager, bet.name, (bet.stake, bet.stake), (rate, rate), pace))
                continue
            rates = {each.wager: Fraction(each.house_edge) for each in bet.at}
            least, most = limits[wager]
            found.append(hold(wager, bet.name, (least, most), (rates[least], rates[most]), pace))
        return tuple(found)


def _outcomes(distribution: Distribution) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(net=str(net), net_value=float(net), probability=str(chance), probability_value=float(chance))
        for net, chance in distribution.items()
        if chance
    )


def _wins(law: Distribution) -> Fraction:
    """The probability of a net win."""
    return sum((chance for net, chance in law.items() if net > 0), Fraction(0))


def _distinct(*clauses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for each in clauses for clause in each))


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
