"""Odds in the form in which they go over the wire: rule sets, prices, advice, the heat map."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from croupier.errors import Refusal
from croupier.money import SHARE, Award, AwardError, parse_award
from croupier.odds.advice import Advice
from croupier.odds.census import Census
from croupier.odds.model import BetOdds, MainOdds
from croupier.odds.side_bets import SIDE_BETS, gross, price_bet
from croupier.odds.strategy import grid
from croupier.odds.subject import subject_of_rules, with_policies
from croupier.rulebook.loader import rule_set, rule_set_names
from croupier.rulebook.model import PayTable, PayTables, RuleSet
from croupier.server.bench_work import margin
from croupier.server.odds_messages import (
    ActionValue,
    BetPriced,
    GameOdds,
    HeatAction,
    HeatCell,
    PolicyTold,
    PriceAsked,
    RowPriced,
    RowTold,
    RulesTold,
    TablePrinted,
    WagerTables,
)
from croupier.submission.house import HouseRules, HouseTable
from croupier.submission.practice import practice_rules

HOLDEM = "ultimate-texas-holdem"


def words(name: str) -> str:
    """A name of the rules in words."""
    return name.replace("_", " ")


def check_rules(name: str) -> str:
    """The name of a rule set, or a refusal that lists them."""
    if name not in rule_set_names():
        raise Refusal("unknown_rules", f"rules {name[:64]!r}; allowed: {', '.join(rule_set_names())}")
    return name


# -------------------------------------------------------------------------------------------- rule sets


@cache
def every_rule_set() -> tuple[RulesTold, ...]:
    """The rule sets with all that the explorer shows of them."""
    return tuple(_rules_told(rule_set(name)) for name in rule_set_names())


def _rules_told(rules: RuleSet) -> RulesTold:
    at, practice = rules.rules, practice_rules(rules.rules.name).house
    holdem = at.game == HOLDEM
    tables = [_wager(rules, wager, printed, practice) for wager, printed in rules.paytables.items()]
    if rules.progressive:
        tables.append(_progressives(rules, practice))
    return RulesTold(
        rules=at.name,
        title=at.title,
        game=at.game,
        jurisdiction=at.jurisdiction,
        digest=rules.digest,
        player_cards=rules.number("cards.player"),
        boards=(0, 3, 5) if holdem else (),
        up_card=at.game == "four-card-poker",
        heat_map=holdem,
        wagers=tuple(tables),
        policies=tuple(
            PolicyTold(name=name, words=words(name), values=policy.values, clauses=policy.clauses)
            for name, policy in rules.policies.items()
        ),
    )


def _wager(rules: RuleSet, wager: str, printed: PayTables, practice: HouseRules) -> WagerTables:
    def chosen(name: str) -> bool:
        if wager == "cover_all":
            return bool(practice.cover_all)
        return wager in practice.tables and practice.tables[wager].name == name

    return WagerTables(
        wager=wager,
        words=words(wager),
        rows=printed.rows,
        may_pay_more=printed.floor,
        priced=wager in SIDE_BETS,
        tables=tuple(
            _table(name, printed.rows, table, chosen(name)) for name, table in printed.tables.items()
        ),
        clauses=printed.clauses,
    )


def _progressives(rules: RuleSet, practice: HouseRules) -> WagerTables:
    """Progressive tables differ in their rows; each is told with its own."""
    playing = "" if practice.progressive is None else practice.progressive.table.name
    rows = dict.fromkeys(row for table in rules.progressive.values() for row in table.pays)
    return WagerTables(
        wager="progressive",
        words="progressive",
        rows=tuple(rows),
        may_pay_more=False,
        priced=False,
        tables=tuple(
            _table(name, tuple(table.pays), table, name == playing)
            for name, table in rules.progressive.items()
        ),
        clauses=rules.wagers["progressive"].clauses,
    )


def _table(name: str, rows: tuple[str, ...], table: PayTable, chosen: bool) -> TablePrinted:
    return TablePrinted(
        name=name,
        rows=tuple(RowTold(row=row, words=words(row), pays=table.pays.get(row, "")) for row in rows),
        clauses=table.clauses,
        reading=table.reading or "",
        chosen=chosen,
        operator_sets=table.operator_sets,
    )


# -------------------------------------------------------------------------------------------- the price


def census_needed(asked: PriceAsked) -> int:
    """The census that a bet is counted in."""
    rules = rule_set(check_rules(asked.rules))
    priced = [wager for wager in SIDE_BETS if wager in rules.paytables]
    if asked.wager not in priced:
        raise Refusal("unknown_wager", f"wager {asked.wager!r}; priced here: {', '.join(priced)}")
    tables = rules.paytables[asked.wager].tables
    if asked.table not in tables:
        raise Refusal("unknown_table", f"table {asked.table!r}; allowed: {', '.join(tables)}")
    return SIDE_BETS[asked.wager]


def priced(asked: PriceAsked, census: Census) -> BetPriced:
    """A bet by a table whose cells may be changed, priced exactly."""
    house = _house(asked)
    printed = house.rules.paytables[asked.wager]
    original = printed.tables[asked.table]
    changed = asked.pays or {}
    unknown = [row for row in changed if row not in printed.rows]
    if unknown:
        raise Refusal("odds_rows", f"row {unknown[0]!r}; allowed: {', '.join(printed.rows)}")
    awards = {
        row: award
        for row in printed.rows
        if (award := _award(row, changed.get(row, original.pays.get(row, "")))) is not None
    }
    found = _price(house, asked, awards, census)
    as_printed = None if original.operator_sets else _price(house, asked, original.awards, census)
    return BetPriced(
        rules=asked.rules,
        wager=asked.wager,
        table=asked.table,
        changed=tuple(row for row in printed.rows if awards.get(row) != original.awards.get(row)),
        cases=census.hands,
        ev=str(found.net.mean),
        house_edge=float(found.house_edge),
        std_dev=found.net.standard_deviation,
        hit_rate=float(found.hit_rate),
        printed_edge=None if as_printed is None else float(as_printed.house_edge),
        rows=tuple(_row(row, awards, original, found, asked.stake) for row in printed.rows),
    )


def _house(asked: PriceAsked) -> HouseRules:
    try:
        return with_policies(subject_of_rules(asked.rules), dict(asked.policies or {})).house
    except ValueError as error:
        raise Refusal("unknown_policy", str(error)) from None


def _award(row: str, text: str) -> Award | None:
    if not text.strip():
        return None
    try:
        award = parse_award(text.strip())
    except AwardError as error:
        raise Refusal("odds_unreadable", f"{row}: {error}") from None
    if award.kind == SHARE:
        raise Refusal("odds_unreadable", f'{row}: {text!r}; write odds such as "30 to 1" or "$250"')
    return award


def _price(house: HouseRules, asked: PriceAsked, awards: Mapping[str, Award], census: Census) -> BetOdds:
    table = HouseTable(asked.table, tuple(awards), tuple(awards.values()), ())
    return price_bet(house, asked.wager, table, asked.stake, census=census)


def _row(row: str, awards: Mapping[str, Award], original: PayTable, found: BetOdds, stake: int) -> RowPriced:
    level, award = found.levels.get(row), awards.get(row)
    chance = Fraction(0) if level is None else level.probability
    return RowPriced(
        row=row,
        words=words(row),
        pays="" if award is None else str(award),
        printed=original.pays.get(row, ""),
        count=0 if level is None else level.count,
        probability=float(chance),
        contribution=0.0 if award is None else float(chance * gross(award, stake)),
    )


# --------------------------------------------------------------------------------------- what was solved


def game_told(rules: str, digest: str, odds: MainOdds) -> GameOdds:
    """The figures of a game."""
    return GameOdds(
        rules=rules,
        digest=digest,
        ev=str(odds.net.mean),
        house_edge=float(odds.house_edge),
        element_of_risk=float(odds.element_of_risk),
        average_wager=float(odds.average_wager),
        std_dev=odds.net.standard_deviation,
        decisions={name: float(share) for name, share in odds.decisions.items()},
    )


def heat(starting_hands: dict[str, dict[str, Fraction]]) -> tuple[tuple[HeatCell, ...], ...]:
    """The grid of starting hands."""
    return tuple(
        tuple(
            HeatCell(
                hand=cell.hand,
                best=cell.best,
                margin=cell.margin_value,
                actions=tuple(
                    HeatAction(action=action, value=float(value), exact=str(value))
                    for action, value in starting_hands[cell.hand].items()
                ),
            )
            for cell in row
        )
        for row in grid(starting_hands)
    )


def action_values(found: Advice) -> tuple[ActionValue, ...]:
    """The actions with what each costs against the best."""
    best = found.values[found.best]
    return tuple(
        ActionValue(
            action=action,
            value=float(value),
            exact=str(value),
            cost=float(best - value),
            cost_exact=str(best - value),
            best=action == found.best,
        )
        for action, value in found.values.items()
    )


def margin_of(found: Advice) -> float:
    """By how much the best action beats the second best, in antes."""
    return float(margin(found))
