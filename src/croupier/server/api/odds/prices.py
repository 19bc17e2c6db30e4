"""A bet priced by a table whose cells may be changed: against a pay table, Cover All, a progressive.

The whole request is checked first. Then the worker pool counts hands or deals once, and every price of that
bet is a sum over the rows of its table.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import msgspec

from croupier.errors import Refusal
from croupier.games.vocabulary import row_words
from croupier.money import FOR, SHARE, TO, Award, AwardError, parse_award
from croupier.odds.counting.census import Census, CensusKind
from croupier.odds.model import BetOdds, NotFolded, ProgressiveOdds, moments
from croupier.odds.outcomes import progressive_outcomes
from croupier.odds.progressive import (
    brought,
    live_after_fold,
    price_progressive,
    progressive_census,
    stays_in,
)
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import price_bet, price_rows
from croupier.odds.subject import DOLLAR, Subject, subject_of_rules, with_policies
from croupier.server.api.odds.messages import (
    BetPriced,
    Exactly,
    JobResponse,
    MeterPriced,
    PriceRequest,
    ProgressivePriced,
    RowPriced,
    TablePrinted,
)
from croupier.server.api.odds.responses import (
    COVER_ALL,
    PROGRESSIVE,
    check_rules,
    filed_progressive,
    wagers_of,
)
from croupier.server.workers.jobs import Deals
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseMeter, HouseProgressive, HouseRules, HouseTable

SOLVED = JobResponse(state="done")


def requested_bet(request: PriceRequest) -> "Bet":
    """The bet to price; refused if it cannot be priced."""
    offered = {each.wager: each for each in wagers_of(check_rules(request.rules)) if each.priced}
    if request.wager not in offered:
        raise Refusal("unknown_wager", f"wager {request.wager!r}; priced here: {', '.join(offered)}")
    tables = {each.name: each for each in offered[request.wager].tables}
    if request.table not in tables:
        raise Refusal("unknown_table", f"table {request.table!r}; allowed: {', '.join(tables)}")
    try:
        subject = with_policies(subject_of_rules(request.rules), dict(request.policies or {}))
    except ValueError as error:
        raise Refusal("unknown_policy", str(error)) from None
    kinds: dict[str, type[Bet]] = {COVER_ALL: CoverAll, PROGRESSIVE: Progressive}
    return kinds.get(request.wager, Bet)(request, subject, tables[request.table])


class Bet:
    """A bet against a pay table, which the player's own cards decide."""

    forms = 'odds such as "30 to 1" or "$250"'

    def __init__(self, request: PriceRequest, subject: Subject, table: TablePrinted) -> None:
        self.request = request
        self.stake: int = request.stake or DOLLAR
        self.house: HouseRules = self._offering(subject, table)
        self.seeds: dict[str, int] = self._meters(None)
        self.meters: dict[str, int] = self._meters(request.meters)
        self.rows: tuple[str, ...] = tuple(row.row for row in table.rows)
        as_filed = {row.row: row.cell for row in table.rows}
        changed = request.pays or {}
        unknown = [row for row in changed if row not in as_filed]
        if unknown:
            raise Refusal("odds_rows", f"row {unknown[0]!r}; allowed: {', '.join(self.rows)}")
        self.printed: HouseTable = self._table(as_filed)
        self.table: HouseTable = self._table({**as_filed, **changed})

    @property
    def census(self) -> CensusKind:
        """How to count the hands that decide it."""
        return solver_for(self.house.rules).census(self.house, self.request.wager)

    @property
    def counting(self) -> tuple[str, object, str]:
        """The job that counts for it, its argument and its key: bets decided by the same hands share it."""
        return "census", msgspec.json.encode(self.request), self.census.name

    @property
    def fold_loses(self) -> bool:
        """Whether its value depends on how the game is played."""
        return False

    def priced(self, counted: object, hands: NotFolded | None, solved: JobResponse = SOLVED) -> BetPriced:
        """Its price from the counts; `hands` are those that are not folded, once they are known."""
        found = self._price(self.table, self.meters, counted, hands)
        figured = bool(self.printed.rows)
        return BetPriced(
            rules=self.request.rules,
            wager=self.request.wager,
            table=self.request.table,
            changed=tuple(row for row in self.rows if self.table.award(row) != self.printed.award(row)),
            stake=self.stake,
            cases=str(self._cases(counted)),
            ev=str(found.net.mean),
            house_edge=float(found.house_edge),
            std_dev=found.net.standard_deviation,
            hit_rate=float(found.hit_rate),
            printed_edge=float(self._price(self.printed, self.seeds, counted, hands).house_edge)
            if figured
            else None,
            rows=tuple(self._row(row, found) for row in self.rows),
            progressive=self._more(counted, hands, solved),
        )

    # --------------------------------------------------------------------- what each kind has of its own

    def _offering(self, subject: Subject, table: TablePrinted) -> HouseRules:
        """The house that offers it."""
        return subject.house

    def _meters(self, amounts: Mapping[str, int] | None) -> dict[str, int]:
        """By meter, its amount in cents."""
        if amounts:
            raise Refusal("unknown_meter", f"meter {next(iter(amounts))!r}; this wager has none")
        return {}

    def _allowed(self, award: Award) -> bool:
        return award.kind != SHARE

    def _cases(self, counted: object) -> int:
        assert isinstance(counted, Census)
        return counted.hands

    def _price(
        self, table: HouseTable, meters: Mapping[str, int], counted: object, hands: NotFolded | None
    ) -> BetOdds:
        assert isinstance(counted, Census)
        return price_bet(self.house, self.request.wager, table, self.stake, census=counted)

    def _more(
        self, counted: object, hands: NotFolded | None, solved: JobResponse
    ) -> ProgressivePriced | None:
        return None

    # ------------------------------------------------------------------------------------------- its rows

    def _table(self, pays: Mapping[str, str]) -> HouseTable:
        awards = {row: award for row in self.rows if (award := self._award(row, pays[row])) is not None}
        return HouseTable(self.request.table, tuple(awards), tuple(awards.values()), ())

    def _award(self, row: str, text: str) -> Award | None:
        if not text.strip():
            return None
        try:
            award = self._read(text.strip())
        except AwardError as error:
            raise Refusal("odds_unreadable", f"{row}: {error}") from None
        if not self._allowed(award):
            raise Refusal("odds_unreadable", f"{row}: {text!r}; write {self.forms}")
        if award.kind == SHARE and award.meter not in self.meters:
            raise Refusal("unknown_meter", f"{row}: meter {award.meter!r}; allowed: {', '.join(self.meters)}")
        return award

    def _read(self, text: str) -> Award:
        return parse_award(text)

    def _row(self, row: str, found: BetOdds) -> RowPriced:
        level, award, printed = found.levels.get(row), self.table.award(row), self.printed.award(row)
        chance = Fraction(0) if level is None else level.probability
        back = Fraction(0) if award is None else chance * brought(award, self.stake, self.meters)
        return RowPriced(
            row=row,
            words=row_words(self.house.rules.rules.game, row),
            pays="" if award is None else str(award),
            printed="" if printed is None else str(printed),
            count="0" if level is None else str(level.count),
            probability=float(chance),
            contribution=float(back),
        )


class CoverAll(Bet):
    """Cover All, which the highest hand dealt decides: its tables are by the number of hands."""

    @property
    def counting(self) -> tuple[str, object, str]:
        return "cover_all", self.request.rules, self.request.rules

    def _deals(self, counted: object) -> Deals:
        assert isinstance(counted, dict)
        deals = counted[int(self.request.table)]
        assert isinstance(deals, Deals)
        return deals

    def _cases(self, counted: object) -> int:
        return self._deals(counted).cases

    def _price(
        self, table: HouseTable, meters: Mapping[str, int], counted: object, hands: NotFolded | None
    ) -> BetOdds:
        cases, by_row = self._deals(counted)
        # A hand on a row that is not paid reaches the next one down that is, as at every settlement.
        paid, waiting = dict[str, int](), 0
        for row, count in by_row.items():
            waiting += count
            if row in table.rows:
                paid[row], waiting = waiting, 0
        return price_rows(table, paid, cases, self.stake)


class Progressive(Bet):
    """A progressive, with its meters where they were put."""

    forms = '"8 to 1", "9 for 1", "$250" or "10% of main"'

    @property
    def _offered(self) -> HouseProgressive:
        assert self.house.progressive is not None
        return self.house.progressive

    @property
    def census(self) -> CensusKind:
        return progressive_census(self.house)

    @property
    def fold_loses(self) -> bool:
        return not live_after_fold(self.house)

    def _offering(self, subject: Subject, table: TablePrinted) -> HouseRules:
        rules = subject.house.rules
        chosen = table.name if rules.progressive else filed_progressive(rules.rules.name, table.name)
        choices = Choices(
            progressive=chosen, progressive_wager=self.request.stake, policies=subject.choices.policies
        )
        house = house_rules(rules.rules.document, choices)
        assert house.progressive is not None
        self.stake: int = house.progressive.stakes[0]
        return house

    def _meters(self, amounts: Mapping[str, int] | None) -> dict[str, int]:
        seeds = {meter.name: meter.seed for meter in self._offered.meters}
        for name in amounts or {}:
            if name not in seeds:
                raise Refusal("unknown_meter", f"meter {name!r}; allowed: {', '.join(seeds)}")
        return {**seeds, **(amounts or {})}

    def _read(self, text: str) -> Award:
        """The stake of a progressive is spent: "8 to 1", as felts print it, is 9 for 1."""
        award = parse_award(text.removesuffix(" meter"))
        return Award(FOR, award.number + award.per, award.per) if award.kind == TO else award

    def _allowed(self, award: Award) -> bool:
        return True

    def _with(self, table: HouseTable, meters: Mapping[str, int]) -> HouseRules:
        placed = tuple(replace(meter, seed=meters[meter.name]) for meter in self._offered.meters)
        return replace(self.house, progressive=replace(self._offered, table=table, meters=placed))

    def _odds(self, house: HouseRules, counted: object, hands: NotFolded | None) -> ProgressiveOdds:
        assert isinstance(counted, Census)
        if hands is not None:
            return price_progressive(house, self.stake, stays_in(house, hands, counted), census=counted)
        live = replace(house, policies={**house.policies, "progressive_after_fold": "live"})
        return price_progressive(live, self.stake, census=counted)

    def _price(
        self, table: HouseTable, meters: Mapping[str, int], counted: object, hands: NotFolded | None
    ) -> BetOdds:
        """As played; if every hand were live until the game is solved."""
        house = self._with(table, meters)
        assert house.progressive is not None
        odds = self._odds(house, counted, hands)
        chances = odds.as_played.probabilities
        rows = {
            row: replace(level, probability=chances.get(row, Fraction(0)))
            for row, level in odds.levels.items()
        }
        law = progressive_outcomes(house.progressive, self.stake, odds.as_played)
        return BetOdds(moments(law), odds.as_played.hit_rate, rows)

    def _more(self, counted: object, hands: NotFolded | None, solved: JobResponse) -> ProgressivePriced:
        house = self._with(self.table, self.meters)
        odds = self._odds(house, counted, hands)
        known = hands is not None or not self.fold_loses
        return ProgressivePriced(
            meters=tuple(self._meter(meter, odds) for meter in self._offered.meters),
            fixed_return=_exactly(odds.as_played.fixed),
            edge_if_live=_exactly(1 - odds.if_live.at_seed),
            break_even=_if_any(odds.if_live.break_even),
            fold_loses=self.fold_loses,
            as_played=solved,
            break_even_as_played=_if_any(odds.as_played.break_even) if known else None,
            long_run=_if_any(odds.long_run.returned) if known and odds.long_run is not None else None,
            envy=_if_any(odds.envy.get(1) or None),
        )

    def _meter(self, meter: HouseMeter, odds: ProgressiveOdds) -> MeterPriced:
        share, amount = odds.as_played.meters[meter.name], self.meters[meter.name]
        return MeterPriced(
            meter=meter.name,
            seed=meter.seed,
            amount=amount,
            share=str(share),
            contribution=float(share * amount / self.stake),
        )


def _exactly(value: Fraction) -> Exactly:
    return Exactly(value=float(value), exact=str(value))


def _if_any(value: Fraction | None) -> Exactly | None:
    return None if value is None else _exactly(value)
