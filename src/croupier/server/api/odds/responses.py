"""Odds as responses: rule sets and their tables, advice, the heat map."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.games import problem_of
from croupier.games.vocabulary import row_words
from croupier.money import parse_award
from croupier.names import spoken
from croupier.odds.advice import Advice
from croupier.odds.model import MainOdds
from croupier.odds.protocol import solver_for
from croupier.odds.sections import Grid
from croupier.odds.side_bets import side_bets
from croupier.rulebook.catalog import cached_by_rulebook, rule_set, rule_set_names
from croupier.rulebook.model import PayTables, RuleSet
from croupier.server.api.odds.messages import (
    ActionValue,
    GameOdds,
    HeatAction,
    HeatCell,
    PolicyChoices,
    PrintedRow,
    RulesResponse,
    TablePrinted,
    WagerTables,
)
from croupier.server.workers.jobs import margin
from croupier.submission.award_words import stated
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, FiledProgressive
from croupier.submission.house import HouseRules
from croupier.submission.practice import practice_rules, practiced
from croupier.submission.rule_lookup import rules_named

COVER_ALL, PROGRESSIVE = "cover_all", "progressive"


def check_rules(name: str) -> str:
    """The name of a usable rule set; a refusal lists the names, or states what is wrong with the file."""
    rules_named(name)
    return name


# -------------------------------------------------------------------------------------------- rule sets


@cached_by_rulebook(maxsize=1)
def every_rule_set() -> tuple[RulesResponse, ...]:
    """The rule sets with everything that the explorer shows; of a broken one, its problem."""
    return tuple(
        _unusable(name, problem) if (problem := problem_of(name)) else _rules_response(rule_set(name))
        for name in rule_set_names()
    )


def _unusable(name: str, problem: str) -> RulesResponse:
    return RulesResponse(
        rules=name,
        title=name,
        game="",
        jurisdiction="",
        digest="",
        player_cards=0,
        boards=(),
        up_card=False,
        heat_map=False,
        wagers=(),
        policies=(),
        problem=problem,
    )


def _rules_response(rules: RuleSet) -> RulesResponse:
    at = rules.rules
    solver = solver_for(rules)
    stages = solver.stages(rules)
    return RulesResponse(
        rules=at.name,
        title=at.title,
        game=at.game,
        jurisdiction=at.jurisdiction,
        digest=rules.digest,
        player_cards=stages[0].player,
        boards=tuple(stage.board for stage in stages) if any(stage.board for stage in stages) else (),
        up_card=any(stage.up for stage in stages),
        heat_map=solver.has_grid,
        wagers=wagers_of(at.name),
        policies=tuple(
            PolicyChoices(name=name, words=spoken(name), values=policy.values, clauses=policy.clauses)
            for name, policy in rules.policies.items()
        ),
        problem="",
    )


@cached_by_rulebook(maxsize=64)
def wagers_of(name: str) -> tuple[WagerTables, ...]:
    """The wagers of a rule set that pay by tables."""
    rules = rule_set(name)
    practice = practice_rules(name).house if name in practiced() else house_rules(name, Choices())
    wagers = [_wager(wager, printed, practice) for wager, printed in rules.paytables.items()]
    if PROGRESSIVE in rules.wagers:
        wagers.append(_progressives(rules, practice))
    return tuple(wagers)


def _wager(wager: str, printed: PayTables, practice: HouseRules) -> WagerTables:
    def chosen(name: str) -> bool:
        if wager == COVER_ALL:
            return bool(practice.cover_all)
        return wager in practice.tables and practice.tables[wager].name == name

    return WagerTables(
        wager=wager,
        words=spoken(wager),
        rows=printed.rows,
        may_pay_more=printed.floor,
        priced=wager in side_bets(practice) or wager == COVER_ALL,
        tables=tuple(
            TablePrinted(
                name=name,
                rows=_rows(practice.rules, printed.rows, table.pays),
                clauses=table.clauses,
                reading=table.reading or "",
                chosen=chosen(name),
                operator_sets=table.operator_sets,
            )
            for name, table in printed.tables.items()
        ),
        clauses=printed.clauses,
    )


def _rows(rules: RuleSet, rows: Iterable[str], pays: Mapping[str, str]) -> tuple[PrintedRow, ...]:
    def printed(row: str) -> PrintedRow:
        text = pays.get(row, "")
        words = stated(rules, parse_award(text)) if text else ""
        cell = text if words.startswith("pays ") else words.removesuffix(" meter")
        return PrintedRow(row=row, words=row_words(rules.rules.game, row), pays=words, cell=cell)

    return tuple(map(printed, rows))


# ----------------------------------------------------------------------------------------- progressives


def _progressives(rules: RuleSet, practice: HouseRules) -> WagerTables:
    """Progressive tables differ in their rows; each is sent with its own."""
    tables = _printed_progressives(rules, practice) if rules.progressive else _filed_progressives(rules)
    return WagerTables(
        wager=PROGRESSIVE,
        words=PROGRESSIVE,
        rows=_side_by_side([tuple(row.row for row in table.rows) for table in tables]),
        may_pay_more=False,
        priced=True,
        tables=tables,
        clauses=rules.wagers[PROGRESSIVE].clauses,
    )


def _printed_progressives(rules: RuleSet, practice: HouseRules) -> tuple[TablePrinted, ...]:
    playing = "" if practice.progressive is None else practice.progressive.table.name
    return tuple(
        TablePrinted(
            name=name,
            rows=_rows(rules, (*table.pays, *table.unpaid), table.pays),
            clauses=table.clauses,
            reading=table.reading or "",
            chosen=name == playing,
            operator_sets=table.operator_sets,
            stakes=table.stakes,
        )
        for name, table in rules.progressive.items()
    )


def _filed_progressives(rules: RuleSet) -> tuple[TablePrinted, ...]:
    """Where the rules print none: the practice table's levels, for either hand that an operator may file."""
    filing = rules.progressive_filing
    if filing is None or rules.rules.name not in practiced():
        return ()
    wager, option = rules.wagers[PROGRESSIVE], rules.options[PROGRESSIVE]
    playing = _filed_for_practice(rules.rules.name)
    return tuple(
        TablePrinted(
            name=hand,
            rows=_rows(rules, filing.rows, playing.levels),
            clauses=wager.clauses,
            reading=option.reading or "",
            chosen=hand == playing.hand,
            operator_sets=True,
            stakes=wager.stakes,
        )
        for hand in sorted(filing.hands, key=lambda hand: hand != playing.hand)
    )


def filed_progressive(rules: str, hand: str) -> FiledProgressive:
    """The progressive that the practice table files where the rules print none, for one hand or the other."""
    return msgspec.structs.replace(_filed_for_practice(rules), hand=hand)


def _filed_for_practice(rules: str) -> FiledProgressive:
    filed = practice_rules(rules).choices.progressive
    assert isinstance(filed, FiledProgressive)
    return filed


def _side_by_side(tables: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All rows of some tables, each before those that its own table has below it."""
    found: list[str] = []
    for rows in sorted(tables, key=len, reverse=True):
        for place, row in enumerate(rows):
            if row not in found:
                below = [found.index(each) for each in rows[place + 1 :] if each in found]
                found.insert(min(below, default=len(found)), row)
    return tuple(found)


# --------------------------------------------------------------------------------------- what was solved


def game_figures(rules: str, odds: MainOdds, ante: int = 0) -> GameOdds:
    """The figures of a game: per unit, or at an ante in cents under the payout limits."""
    law = rule_set(rules)
    return GameOdds(
        rules=rules,
        digest=law.digest,
        ev=str(odds.net.mean),
        house_edge=float(odds.house_edge),
        element_of_risk=float(odds.element_of_risk),
        average_wager=float(odds.average_wager),
        std_dev=odds.net.standard_deviation,
        decisions={name: float(share) for name, share in odds.decisions.items()},
        ante=ante,
        limited=bool(law.limits),
    )


def heat(grid: Grid) -> tuple[tuple[HeatCell, ...], ...]:
    """The grid of starting hands."""
    return tuple(
        tuple(
            HeatCell(
                hand=cell.hand,
                best=cell.best,
                margin=cell.margin_value,
                actions=tuple(
                    HeatAction(action=action, value=float(value), exact=str(value))
                    for action, value in cell.values.items()
                ),
            )
            for cell in row
        )
        for row in grid.rows
    )


def action_values(found: Advice) -> tuple[ActionValue, ...]:
    """The actions, each with its cost compared with the best."""
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
