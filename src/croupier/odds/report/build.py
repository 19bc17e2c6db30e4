"""From a submission to its PAR sheet: everything priced, counted and cited, nothing laid out yet."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from croupier import __version__
from croupier.games.vocabulary import wager_label
from croupier.money import dollars
from croupier.money import percent as rate_text
from croupier.odds.filed.as_filed import at_levels, levels
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
from croupier.odds.report import parts
from croupier.odds.report.exposure import exposure
from croupier.odds.report.hold import bands, hold, volatility_index
from croupier.odds.report.sheet import (
    Approval,
    AtWager,
    Bet,
    CitedClause,
    Hold,
    MeterSheet,
    Outcome,
    Pair,
    PolicyInForce,
    ProgressiveSheet,
    ReadingInForce,
    Sheet,
    Together,
)
from croupier.odds.report.words import DEFINITIONS, MAIN, METHOD
from croupier.odds.sections import Table
from croupier.odds.side_bets import DOLLAR
from croupier.odds.strategy import Strategy, strategy
from croupier.odds.subject import Subject
from croupier.odds.together.bundle import together
from croupier.rulebook.catalog import clauses as register
from croupier.settlement.prepared import prepared
from croupier.submission.findings import Finding
from croupier.submission.form import Submission


def build_sheet(
    submission: Submission,
    subject: Subject,
    findings: Sequence[Finding] = (),
    date: str | None = None,
    progress: Progress = silent,
    fresh: bool = False,
) -> Sheet:
    """The sheet of a submission that has no violation."""
    return _Build(submission, subject, progress, fresh).sheet(findings, date)


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

    def sheet(self, findings: Sequence[Finding], date: str | None) -> Sheet:
        rules = self.rules.rules
        found = [(price, price.compute()) for price in prices(self.subject, self.progress, self.fresh)]
        bets, meters = [], []
        for price, odds in found:
            if isinstance(odds, ProgressiveOdds):
                bets.append(self._progressive_bet(price, odds))
                meters.append(self._progressive(price, odds))
                continue
            bet = self._main(odds) if isinstance(odds, MainOdds) else self._bet(price, odds)
            bets.append(msgspec.structs.replace(bet, at=self._at(price, odds)))
        sheet = Sheet(
            title=f"PAR sheet: {rules.title}",
            rules=rules.name,
            document=rules.title,
            digest=self.rules.digest,
            operator=self.submission.operator,
            date=date,
            version=__version__,
            positions=self.positions,
            boxes_per_player=self.submission.boxes_per_player,
            titles=self.titles,
            choices=self._choices(),
            policies=self._policies(),
            readings=self._readings(),
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
            hold=self._hold(bets, meters),
            exposure=exposure(self.house, dict(self.submission.limits), self.positions),
            progressive=tuple(meters),
            strategy=self._strategy(),
            definitions=DEFINITIONS,
            method=(*METHOD, solver_for(self.rules).method),
            clauses=(),
        )
        return msgspec.structs.replace(sheet, clauses=_cited(sheet))

    def _strategy(self) -> Strategy:
        """Optimal play described; tables too long for a page are for `strategy --json`."""
        found = strategy(self.house, self.progress, self.fresh)
        sections = tuple(each for each in found.sections if not (isinstance(each, Table) and each.detail))
        return msgspec.structs.replace(found, sections=sections)

    # ------------------------------------------------------------------------------------------- bets

    def _main(self, odds: MainOdds) -> Bet:
        distribution = outcomes(self.house, self.progress)
        wins = sum((chance for net, chance in distribution.items() if net > 0), Fraction(0))
        wagers = prepared(self.house).play.main
        return self._priced(
            "main",
            "",
            distribution,
            wins,
            unit="ante",
            parts=parts.main_tables(self.house, self.progress),
            clauses=_distinct(*(self.rules.wagers[wager].clauses for wager in wagers)),
            average_wager=str(odds.average_wager),
            average_wager_value=float(odds.average_wager),
            element_of_risk=str(odds.element_of_risk),
            element_of_risk_value=float(odds.element_of_risk),
            decisions={name: str(share) for name, share in odds.decisions.items()},
        )

    def _bet(self, price: Price, odds: BetOdds | CoverAllOdds) -> Bet:
        if isinstance(odds, CoverAllOdds):
            table, stated = self.house.cover_all[int(price.table)], f"{price.table} hands"
        else:
            table, stated = self.house.tables[price.bet], parts.table_words(self.house, price.bet)
        more: dict[str, Any] = {}
        if isinstance(odds, CoverAllOdds):
            more = {"exact": odds.exact, "std_error": odds.standard_error}
        return self._priced(
            price.bet,
            stated,
            bet_outcomes(table, odds, DOLLAR),
            odds.hit_rate,
            rows=parts.rows(self.house, table, odds.levels),
            tables=() if isinstance(odds, CoverAllOdds) else parts.table_edges(self.house, price.bet),
            clauses=self.rules.wagers[price.bet].clauses,
            **more,
        )

    def _at(self, price: Price, odds: MainOdds | BetOdds | CoverAllOdds) -> tuple[AtWager, ...]:
        filed = at_levels(self.subject, price, odds, levels(self.subject, price.bet), self.progress)
        return tuple(
            AtWager(
                wager=wager,
                ev=str(odds.net.mean),
                house_edge=str(-odds.net.mean),
                house_edge_value=float(-odds.net.mean),
                std_dev=odds.net.standard_deviation,
            )
            for wager, odds in filed.items()
            if not isinstance(odds, ProgressiveOdds)
        )

    def _progressive_bet(self, price: Price, odds: ProgressiveOdds) -> Bet:
        progressive = self.house.progressive
        assert progressive is not None
        distribution = progressive_outcomes(progressive, odds.stake, odds.as_played)
        assert -moments(distribution).mean == odds.house_edge
        return self._priced(
            "progressive",
            f"{parts.progressive_words(self.house)} at {dollars(odds.stake)}",
            distribution,
            odds.as_played.hit_rate,
            stake=odds.stake,
            rows=parts.rows(self.house, progressive.table, odds.levels),
            tables=parts.progressive_edges(self.subject, odds, self.progress),
            clauses=self.rules.wagers["progressive"].clauses,
        )

    def _priced(self, bet: str, table: str, law: Distribution, hit_rate: Fraction, **more: Any) -> Bet:
        net = moments(law)
        given: dict[str, Any] = {
            "unit": "stake",
            "exact": True,
            "std_error": 0.0,
            "stake": None,
            "rows": (),
            "parts": (),
            "tables": (),
        }
        return Bet(
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
            bands=bands(law),
            **{**given, **more},
        )

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
            clauses=meter.clauses,
        )

    def _together(self) -> Together | None:
        found = together(self.house, self.progress)
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

    def _hold(self, bets: Sequence[Bet], meters: Sequence[ProgressiveSheet]) -> tuple[Hold, ...]:
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
                found.append(hold(wager, bet.name, (bet.stake, bet.stake), (rate, rate)))
                continue
            rates = {each.wager: Fraction(each.house_edge) for each in bet.at}
            least, most = limits[wager]
            found.append(hold(wager, bet.name, (least, most), (rates[least], rates[most])))
        return tuple(found)

    # ------------------------------------------------------------------------------------- in force

    def _choices(self) -> dict[str, str]:
        house = self.house
        found = {
            self.titles[wager]: parts.table_words(house, wager)
            for wager, table in house.tables.items()
            if table.name != "printed"
        }
        if house.cover_all:
            found[self.titles["cover_all"]] = "offered"
        if house.progressive is not None:
            found[self.titles["progressive"]] = parts.progressive_words(house)
        if house.match_play:
            found["Match play"] = "accepted"
        for wager, (least, most) in self.submission.limits.items():
            found[f"{self.titles[wager]}, posted"] = f"{dollars(least)} to {dollars(most)}"
        return found

    def _policies(self) -> tuple[PolicyInForce, ...]:
        return tuple(
            PolicyInForce(
                name=name,
                value=self.house.policies[name],
                default=policy.values[0],
                clauses=policy.clauses,
                reading=policy.reading,
            )
            for name, policy in self.rules.policies.items()
        )

    def _readings(self) -> tuple[ReadingInForce, ...]:
        """The readings that settlements of this house rest on."""
        ready, named = prepared(self.house), dict[str, None]()
        for key, readings in ready.readings.items():
            wager = key.partition(".")[0]
            if wager not in self.rules.wagers or self.house.offers(wager):
                named.update(readings)
        named.update(
            {policy.reading: None for policy in self.rules.policies.values() if policy.reading is not None}
        )
        known = self.rules.readings
        return tuple(
            ReadingInForce(
                id=name, problem=known[name].problem, taken=known[name].taken, clauses=known[name].clauses
            )
            for name in named
            if name in known
        )


def _outcomes(distribution: Distribution) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(net=str(net), net_value=float(net), probability=str(chance), probability_value=float(chance))
        for net, chance in distribution.items()
        if chance
    )


def _cited(sheet: Sheet) -> tuple[CitedClause, ...]:
    """Every clause that the sheet cites, in the order of the register."""
    cited: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in ("clauses", "limit_clauses"):
                    cited.update(inner)
                else:
                    walk(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                walk(inner)

    walk(msgspec.to_builtins(sheet))
    known = register()
    missing = cited - known.keys()
    if missing:
        raise KeyError(f"clauses that the register does not have: {sorted(missing)}")
    return tuple(
        CitedClause(id=name, summary=clause.summary) for name, clause in known.items() if name in cited
    )


def _distinct(*clauses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for each in clauses for clause in each))


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
