"""Filings for High Card Flush: every option of the three documents, legal and illegal.

Each variant changes one thing in a submission that has nothing wrong with it. A legal variant leaves it
without a violation; an illegal one is refused under its key, with the code and the clauses.
"""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.submission.check import check_text
from croupier.submission.findings import Finding

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
CLAUSES = {MA: "ma-hcf-", NJ: "nj-hcf-", MD: "md-hcf-"}

Form = dict[str, Any]
Changes = dict[str, Any]


def _base(rules: str) -> Form:
    form: Form = {
        "rules": rules,
        "operator": "Example Casino",
        "positions": 6,
        "boxes_per_player": 1,
        "choices": {"flush_bonus": "A", "straight_flush_bonus": "B", "progressive": "A"},
        "limits": {
            "ante": [1000, 50000],
            "flush_bonus": [500, 10000],
            "straight_flush_bonus": [500, 10000],
            "progressive": [100, 100],
        },
        "equipment": {"deal": "manual-shoe", "shuffle": "automated", "progressive_system": True},
        "progressive": {},
        "layout": {} if rules == MA else {"filed": "2026-03-02"},
        "procedure": {},
    }
    if rules == MD:
        form["equipment"]["deal"] = "hand"
        form["progressive"] = {"seed": 3_000_000, "reset": 3_000_000, "rate": "25%"}
    return form


def _changed(rules: str, changes: Changes) -> Form:
    """The base with some dotted keys set, or taken out where the value is None."""
    form = copy.deepcopy(_base(rules))
    for path, value in changes.items():
        *tables, key = path.split(".")
        inner = form
        for table in tables:
            inner = inner.setdefault(table, {})
        if value is None:
            inner.pop(key, None)
        else:
            inner[key] = value
    if (
        rules == MD
        and "choices.envy" not in changes
        and form["choices"].get("progressive") in ("C", "D", "E")
    ):
        form["choices"]["envy"] = form["choices"]["progressive"]
    return form


def _toml(form: Form) -> str:
    lines = [f"{key} = {_value(value)}" for key, value in form.items() if not isinstance(value, dict)]
    for section, table in form.items():
        if isinstance(table, dict) and table:
            lines += [f"[{section}]", *(f"{key} = {_value(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    return json.dumps(value)


def _found(rules: str, changes: Changes) -> tuple[bool, tuple[Finding, ...]]:
    checked = check_text(_toml(_changed(rules, changes)))
    return checked.ok, checked.findings


def _ids(rules: str, cited: str) -> tuple[str, ...]:
    return tuple(CLAUSES[rules] + clause for clause in cited.split())


def legal(rules: str, cited: str, **changes: Any) -> Any:
    """A variant that the clauses allow."""
    return _variant(rules, cited, changes)


def _variant(rules: str, cited: str, changes: Changes, *more: Any) -> Any:
    dotted = {path.replace("__", "."): value for path, value in changes.items()}
    shown = ", ".join(f"{path} = {value!r}" for path, value in dotted.items())
    clauses = _ids(rules, cited)
    return pytest.param(
        rules,
        dotted,
        *more,
        *((clauses,) if more else ()),
        id=f"{rules}: {shown}",
        marks=pytest.mark.clause(*clauses, shows="refused" if more else "computed"),
    )


def refused(rules: str, cited: str, code: str, key: str, **changes: Any) -> Any:
    """A variant that the clauses forbid."""
    return _variant(rules, cited, changes, code, key)


G_MA = {
    "straight_flush_7": "600 to 1",
    "straight_flush_6": "250 to 1",
    "straight_flush_5": "90 to 1",
    "straight_flush_4": "45 to 1",
    "straight_flush_3": "10 to 1",
}
FLUSHES = {
    f"flush_{cards}": odds
    for cards, odds in ((7, "300 to 1"), (6, "100 to 1"), (5, "10 to 1"), (4, "1 to 1"))
}
ELECTED = [*FLUSHES, *G_MA]
ACKNOWLEDGED = ["flush_bonus"]


def _tables() -> Iterator[Any]:
    """Every printed table may be selected."""
    for rules, section in ((MA, ""), (NJ, "38.")):
        for table in "ABCDEFGHIJKLMN":
            acknowledge = {"choices__acknowledge": ACKNOWLEDGED} if table in "BEIK" else {}
            cited = f"{section}6.a.2.s1 {section}11.c {section}11.c.{table}"
            yield legal(rules, cited, choices__flush_bonus=table, **acknowledge)
        for table in "ABCDEF":
            cited = f"{section}6.a.3.s1 {section}11.d {section}11.d.{table}"
            yield legal(rules, cited, choices__straight_flush_bonus=table)
        for table in "ABCD":
            cited = f"{section}6.a.4.s1 {section}11.e {section}11.e.{table} {section}12.a.s1"
            yield legal(rules, cited, choices__progressive=table)
    for table in "ABCDEFGHIJKLMNO":
        yield legal(MD, f"7.F.2 12.B 12.B.{table}", choices__flush_bonus=table)
    for table in "ABCDEFG":
        yield legal(MD, f"7.F.3 12.C 12.C.{table}", choices__straight_flush_bonus=table)
    for table in "ABCDE":
        yield legal(MD, f"7.F.4 12.E.1 12.E.1.{table.lower()}", choices__progressive=table)


def _legal_in_two() -> Iterator[Any]:
    """Massachusetts and New Jersey, whose words are nearly the same."""
    for rules, section, filed in ((MA, "", "g"), (NJ, "38.", "h")):
        deals = (
            ("manual-shoe", f"{section}7.a.s1"),
            ("automated-shoe", f"{section}{8 if rules == MA else 9}.a"),
        )
        for deal, clause in deals:
            yield legal(rules, clause, equipment__deal=deal)
        yield legal(rules, f"{section}2.b", equipment__decks=2)
        yield legal(rules, f"{section}4.a.s2", equipment__shuffler_into_shoe=True)
        yield legal(rules, f"{section}7.g.s1", equipment__counting_shuffler=True)
        for boxes in (1, 2, 3):
            yield legal(rules, f"{section}6.e", boxes_per_player=boxes)
        yield legal(
            rules,
            f"{section}11.d.G {section}11.{filed}.s1",
            choices__straight_flush_bonus={"table": "G", "odds": G_MA},
        )
        yield legal(rules, f"{section}5.c", choices__recognised_hands=ELECTED)
        yield legal(rules, f"{section}6.b.s1", choices__match_play=True)
        for per in ("hand", "round"):
            limit = {"amount": 1_000_000, "per": per}
            yield legal(rules, f"{section}11.{filed}.s2", choices__aggregate_limit=limit)
        for order, clause in (("far-right-first", "order"), ("internal", "order-option")):
            yield legal(rules, f"{section}12.f.{clause}", procedure__progressive_order=order)
        yield legal(rules, f"{section}11.f.seed", progressive__seed=1_000_000)
        for table, main, secondary in (("A", 24, 2), ("B", 23, 2), ("C", 21, 5), ("D", 25, 5)):
            yield legal(
                rules,
                f"{section}11.f.rate.{table} {section}11.f.contribution",
                choices__progressive=table,
                progressive__rate={"main": f"{main}%", "secondary": f"{secondary}%"},
            )
        none = dict.fromkeys(("flush_bonus", "straight_flush_bonus", "progressive"))
        yield legal(
            rules,
            f"{section}6.a.2.s1 {section}6.a.3.s1 {section}6.a.4.s1",
            **{f"choices__{wager}": None for wager in none},
            **{f"limits__{wager}": None for wager in none},
            equipment__progressive_system=None,
        )


LEGAL = [
    *_tables(),
    *_legal_in_two(),
    legal(MA, "4.a.s3", equipment__shuffler_deals_per_position=True),
    legal(NJ, "38.4.a.s1", equipment__shuffle="manual"),
    legal(NJ, "38.4.a.s1 38.4.b.2", equipment__preshuffled=True),
    legal(NJ, "38.8.a 38.8.b.1", equipment__deal="hand"),
    legal(NJ, "38.4.e.s1", procedure__idle_spread="face-down"),
    legal(MD, "3.B", equipment__decks=2),
    legal(MD, "4.F 5.E.2", equipment__preshuffled=True, equipment__deal="manual-shoe"),
    legal(MD, "4.F", equipment__preshuffled=True, equipment__deal="automated-shoe"),
    legal(MD, "12.E.4.b", choices__progressive="D", choices__envy="D"),
    legal(MD, "5.G.2", procedure__idle_spread="face-down"),
    legal(MD, "5.A", equipment__shuffle="manual", equipment__deal="automated-shoe"),
    legal(MD, "5.B", equipment__shuffler_into_shoe=True),
    legal(MD, "5.H 5.I", equipment__reshuffle_and_count_device=True),
    legal(MD, "8.A", equipment__deal="manual-shoe"),
    legal(MD, "9.A 9.A.1", equipment__deal="hand"),
    legal(MD, "10.A", equipment__deal="automated-shoe"),
    legal(MD, "7.G", boxes_per_player=6),
    legal(MD, "12.D 12.D.1", choices__aggregate_limit={"amount": 5_000_000, "per": "hand"}),
    legal(MD, "12.D 2.B.7.d", choices__aggregate_limit={"amount": 200_000, "per": "hand"}),
    legal(MD, "12.D 12.D.1", limits__ante=[1000, 1_250_000]),
    legal(
        MD,
        "12.D 12.D.2",
        choices__straight_flush_bonus="A",
        limits__straight_flush_bonus=[1000, 10000],
        choices__aggregate_limit={"amount": 8_154_000, "per": "hand"},
    ),
    legal(MD, "12.E.2.b.i", progressive__seed=3_500_000, progressive__reset=3_200_000),
    legal(MD, "12.E.2.b.i", choices__progressive="B"),
    legal(MD, "12.E.2.b.ii", choices__progressive="C", progressive__seed=500_000, progressive__reset=500_000),
    legal(MD, "12.E.2.b.i", choices__progressive="D"),
    legal(
        MD,
        "12.E.2.b.iii",
        choices__progressive="E",
        progressive__seed=2_500_000,
        progressive__reset=2_500_000,
    ),
    legal(MD, "12.E.2.a", progressive__rate="1%"),
    legal(MD, "2.B.7.a", layout__odds="sign"),
    legal(MD, "2.B.7.d", layout__limit="generic"),
    legal(MD, "7.C.2", procedure__abandoned="losing"),
    legal(MD, "7.C.2", procedure__abandoned="kept"),
]


@pytest.mark.parametrize("rules", [MA, NJ, MD])
def test_the_base_submission_has_no_findings(rules: str) -> None:
    assert _found(rules, {}) == (True, ())


@pytest.mark.parametrize(("rules", "changes"), LEGAL)
def test_values_that_the_clauses_allow_are_accepted(rules: str, changes: Changes) -> None:
    ok, findings = _found(rules, changes)
    assert ok, findings
    assert {finding.severity for finding in findings} <= {"approval"}, findings


def _refused_in_two() -> Iterator[Any]:
    for rules, section, filed in ((MA, "", "g"), (NJ, "38.", "h")):
        yield refused(
            rules, f"{section}11.c", "unknown_table", "choices.flush_bonus", choices__flush_bonus="O"
        )
        for table in "BEIK":
            code, key = "table_not_acknowledged", "choices.flush_bonus"
            yield refused(rules, f"{section}11.c.{table}", code, key, choices__flush_bonus=table)
        own = {"table": "A", "odds": {**FLUSHES, "flush_4": "2 to 1"}}
        yield refused(rules, f"{section}11.c", "odds_fixed", "choices.flush_bonus", choices__flush_bonus=own)
        key = "choices.straight_flush_bonus"
        cited = f"{section}11.d.G {section}11.{filed}.s1"
        yield refused(rules, f"{section}11.d", "unknown_table", key, choices__straight_flush_bonus="H")
        yield refused(rules, cited, "table_needs_amounts", key, choices__straight_flush_bonus="G")
        fewer = {row: odds for row, odds in G_MA.items() if row != "straight_flush_3"}
        lacking = {"table": "G", "odds": fewer}
        yield refused(rules, cited, "odds_rows", key, choices__straight_flush_bonus=lacking)
        worded = {"table": "G", "odds": {**G_MA, "straight_flush_3": "10 for 1"}}
        yield refused(
            rules,
            f"{section}11.a",
            "odds_wording",
            f"{key}.odds.straight_flush_3",
            choices__straight_flush_bonus=worded,
        )
        yield refused(
            rules, f"{section}11.e", "unknown_table", "choices.progressive", choices__progressive="E"
        )
        stake = f"{section}6.a.4.s2 {section}12.a.s2"
        yield refused(
            rules, stake, "wrong_progressive_stake", "limits.progressive", limits__progressive=[100, 500]
        )
        yield refused(
            rules,
            stake,
            "wrong_progressive_stake",
            "choices.progressive_wager",
            choices__progressive_wager=500,
        )
        for wager, clause in (
            ("ante", "6.a.1"),
            ("flush_bonus", "6.a.2.s2"),
            ("straight_flush_bonus", "6.a.3.s2"),
        ):
            limits: Changes = {f"limits__{wager}": [5000, 1000]}
            yield refused(rules, section + clause, "minimum_above_maximum", f"limits.{wager}", **limits)
        yield refused(rules, f"{section}6.e", "too_many_boxes", "boxes_per_player", boxes_per_player=4)
        yield refused(rules, f"{section}6.e", "value_not_allowed", "boxes_per_player", boxes_per_player=0)
        yield refused(
            rules, f"{section}6.e", "too_many_boxes", "boxes_per_player", positions=2, boxes_per_player=3
        )
        yield refused(rules, f"{section}2.b", "value_not_allowed", "equipment.decks", equipment__decks=3)
        yield refused(
            rules,
            f"{section}4.a.s1",
            "value_not_allowed",
            "equipment.reshuffle_and_count_device",
            equipment__reshuffle_and_count_device=True,
        )
        yield refused(
            rules,
            f"{section}6.a",
            "value_not_allowed",
            "equipment.cover_all_device",
            equipment__cover_all_device=True,
        )
        election = "choices.recognised_hands"
        for hand in ELECTED:
            some = [each for each in ELECTED if each != hand]
            yield refused(
                rules, f"{section}5.c", "hands_not_elected", election, choices__recognised_hands=some
            )
        other = [*ELECTED, "four_of_a_kind"]
        yield refused(rules, f"{section}5.c", "value_not_allowed", election, choices__recognised_hands=other)
        suit = "choices.suit_specific"
        yield refused(rules, f"{section}5.c.2", "value_not_allowed", suit, choices__suit_specific="stars")
        seed = "progressive.seed"
        yield refused(rules, f"{section}11.f.seed", "seed_fixed", seed, progressive__seed=1_000_001)
        yield refused(rules, f"{section}11.f.seed", "seed_fixed", seed, progressive__seed=999_999)
        for table, main, secondary in (("A", 24, 2), ("B", 23, 2), ("C", 21, 5), ("D", 25, 5)):
            for filed_rates in ((main + 1, secondary), (main, secondary - 1)):
                rates = {
                    name: f"{rate}%" for name, rate in zip(("main", "secondary"), filed_rates, strict=True)
                }
                yield refused(
                    rules,
                    f"{section}11.f.rate.{table} {section}11.f.contribution",
                    "rate_fixed",
                    "progressive.rate",
                    choices__progressive=table,
                    progressive__rate=rates,
                )
        yield refused(
            rules,
            f"{section}11.f.reset",
            "unknown_choice",
            "progressive.reset",
            progressive__reset=1_000_000,
        )
        order = f"{section}12.f.order {section}12.f.order-option"
        key = "procedure.progressive_order"
        yield refused(rules, order, "value_not_allowed", key, procedure__progressive_order="by lot")
        key = "procedure.idle_spread"
        yield refused(rules, f"{section}4.e.s1", "value_not_allowed", key, procedure__idle_spread="stacked")
        fold = f"{section}{9 if rules == MA else 10}.c.s1 {section}12.c.s1"
        key = "choices.policies.progressive_after_fold"
        policies = {"progressive_after_fold": "sometimes"}
        yield refused(rules, fold, "unknown_policy_value", key, choices__policies=policies)


def _refused_in_maryland() -> Iterator[Any]:
    yield refused(MD, "2.A", "too_many_positions", "positions", positions=7)
    yield refused(MD, "3.B", "value_not_allowed", "equipment.decks", equipment__decks=3)
    yield refused(
        MD,
        "3.B",
        "second_deck_needs_shuffler",
        "equipment.decks",
        equipment__decks=2,
        equipment__shuffle="manual",
    )
    yield refused(
        MD,
        "9.A.1",
        "hand_deal_needs_shuffler",
        "equipment.deal",
        equipment__deal="hand",
        equipment__shuffle="manual",
    )
    yield refused(MD, "8.A 9.A 10.A", "deal_not_allowed", "equipment.deal", equipment__deal="by lot")
    yield refused(MD, "5.A", "shuffle_not_allowed", "equipment.shuffle", equipment__shuffle="none")
    per_position = "equipment.shuffler_deals_per_position"
    yield refused(MD, "10.A", "value_not_allowed", per_position, equipment__shuffler_deals_per_position=True)
    yield refused(
        MD, "7.F.1", "value_not_allowed", "equipment.cover_all_device", equipment__cover_all_device=True
    )
    yield refused(MD, "7.G", "filing_missing", "boxes_per_player", boxes_per_player=None)
    yield refused(MD, "7.G", "too_many_boxes", "boxes_per_player", boxes_per_player=7)
    yield refused(MD, "7.G", "too_many_boxes", "boxes_per_player", positions=3, boxes_per_player=4)
    yield refused(MD, "7.A", "unknown_choice", "choices.match_play", choices__match_play=True)
    yield refused(MD, "12.B", "unknown_table", "choices.flush_bonus", choices__flush_bonus="P")
    yield refused(
        MD, "12.C", "unknown_table", "choices.straight_flush_bonus", choices__straight_flush_bonus="H"
    )
    yield refused(MD, "12.E.1", "unknown_table", "choices.progressive", choices__progressive="F")
    own = {"table": "A", "odds": {**FLUSHES, "flush_4": "2 to 1"}}
    yield refused(MD, "12.B 12.B.A", "odds_fixed", "choices.flush_bonus", choices__flush_bonus=own)
    yield refused(
        MD, "2.C", "equipment_missing", "equipment.progressive_system", equipment__progressive_system=None
    )
    stake = "7.F.4.a 12.E.5.C 12.E.5.D 12.E.5.E"
    yield refused(MD, stake, "wrong_progressive_stake", "limits.progressive", limits__progressive=[100, 500])
    for part, clause in (("seed", "12.E.2.b"), ("reset", "12.E.2.b"), ("rate", "12.E.2.a")):
        missing: Changes = {f"progressive__{part}": None}
        yield refused(MD, clause, "filing_missing", f"progressive.{part}", **missing)
    leasts = (
        ("A", 3_000_000, "i"),
        ("B", 3_000_000, "i"),
        ("C", 500_000, "ii"),
        ("D", 3_000_000, "i"),
        ("E", 2_500_000, "iii"),
    )
    for table, least, item in leasts:
        cited = f"12.E.2.b 12.E.2.b.{item}"
        yield refused(
            MD,
            cited,
            "seed_below_minimum",
            "progressive.seed",
            choices__progressive=table,
            progressive__seed=least - 1,
            progressive__reset=least,
        )
        yield refused(
            MD,
            cited,
            "reset_below_minimum",
            "progressive.reset",
            choices__progressive=table,
            progressive__seed=least,
            progressive__reset=least - 1,
        )
    yield refused(MD, "12.E.2.a", "rate_unreadable", "progressive.rate", progressive__rate="101%")
    limit = "choices.aggregate_limit"
    above = {"amount": 5_000_001, "per": "hand"}
    yield refused(
        MD, "12.D 12.D.1 12.D.2", "limit_above_maximum", f"{limit}.amount", choices__aggregate_limit=above
    )
    a_round = {"amount": 1_000_000, "per": "round"}
    yield refused(MD, "12.D", "limit_not_offered", f"{limit}.per", choices__aggregate_limit=a_round)
    yield refused(MD, "2.B.7.a", "value_not_allowed", "layout.odds", layout__odds="brochure")
    yield refused(MD, "2.B.7.d", "value_not_allowed", "layout.limit", layout__limit="none")
    yield refused(MD, "7.C.2", "value_not_allowed", "procedure.abandoned", procedure__abandoned="shared")
    yield refused(
        MD,
        "3.C.2",
        "value_not_allowed",
        "procedure.deck_change_hours",
        equipment__deal="automated-shoe",
        procedure__deck_change_hours=9,
    )
    for policy, clause in (
        ("progressive_after_fold", "11.B 11.B.4.a"),
        ("ace_low_straight_flush", "6.A 6.E"),
        ("bonuses_after_void", "13.E 13.F"),
    ):
        wrong = {policy: "perhaps"}
        key = f"choices.policies.{policy}"
        yield refused(MD, clause, "unknown_policy_value", key, choices__policies=wrong)


REFUSED = [
    *_refused_in_two(),
    *_refused_in_maryland(),
    refused(MA, "7.c 7.d", "too_many_positions", "positions", positions=7),
    refused(NJ, "13Y.a", "too_many_positions", "positions", positions=7),
    refused(MA, "7.a.s1 8.a", "deal_not_allowed", "equipment.deal", equipment__deal="hand"),
    refused(MA, "4.a.s1", "shuffle_not_allowed", "equipment.shuffle", equipment__shuffle="manual"),
    refused(MA, "4.a.s1", "preshuffled_not_allowed", "equipment.preshuffled", equipment__preshuffled=True),
    refused(
        MD,
        "9.A.1 5.E.2",
        "preshuffled_not_allowed",
        "equipment.preshuffled",
        equipment__preshuffled=True,
        equipment__deal="hand",
    ),
    refused(
        MD,
        "9.A.1 5.E.2",
        "preshuffled_not_allowed",
        "equipment.preshuffled",
        equipment__preshuffled=True,
        equipment__deal=None,
    ),
    refused(MD, "5.G.2", "value_not_allowed", "procedure.idle_spread", procedure__idle_spread="face-up"),
    refused(MD, "2.B.1", "filing_missing", "operator", operator=None),
    refused(MD, "2.B.1", "filing_missing", "operator", operator="  "),
    refused(MD, "2.B", "filing_missing", "layout.filed", layout__filed=None),
    refused(NJ, "13Y.b.1", "filing_missing", "operator", operator=None),
    refused(NJ, "13Y.b.s1", "filing_missing", "layout.filed", layout__filed=None),
    *(
        refused(
            MD,
            "12.E.4.b",
            "filing_missing",
            "choices.envy",
            choices__progressive=table,
            choices__envy=None,
            progressive__seed=3_000_000,
            progressive__reset=3_000_000,
        )
        for table in "CDE"
    ),
    # Ante and raise can win four times the posted maximum of the ante, and are never cut.
    refused(
        MD,
        "12.D 2.B.7.d",
        "limit_below_wagers",
        "choices.aggregate_limit.amount",
        choices__aggregate_limit={"amount": 199_999, "per": "hand"},
    ),
    refused(MD, "12.D 12.D.1", "limit_below_wagers", "limits.ante", limits__ante=[1000, 1_250_001]),
    refused(
        MA,
        "2.b",
        "second_deck_needs_shuffler",
        "equipment.decks",
        equipment__decks=2,
        equipment__shuffle="manual",
    ),
    refused(
        NJ,
        "38.2.b",
        "second_deck_needs_shuffler",
        "equipment.decks",
        equipment__decks=2,
        equipment__shuffle="manual",
    ),
    refused(
        NJ,
        "38.8.b.1",
        "hand_deal_needs_shuffler",
        "equipment.deal",
        equipment__deal="hand",
        equipment__shuffle="manual",
    ),
    refused(NJ, "38.7.a.s1 38.8.a 38.9.a", "deal_not_allowed", "equipment.deal", equipment__deal="by lot"),
    refused(
        NJ,
        "38.4.b.1",
        "value_not_allowed",
        "equipment.shuffler_deals_per_position",
        equipment__shuffler_deals_per_position=True,
    ),
    refused(
        MA, "12.a.s1", "equipment_missing", "equipment.progressive_system", equipment__progressive_system=None
    ),
    refused(
        NJ,
        "13Y.d 38.12.a.s1",
        "equipment_missing",
        "equipment.progressive_system",
        equipment__progressive_system=None,
    ),
]


@pytest.mark.parametrize(("rules", "changes", "code", "key", "cited"), REFUSED)
def test_values_that_the_clauses_forbid_are_refused(
    rules: str, changes: Changes, code: str, key: str, cited: tuple[str, ...]
) -> None:
    ok, findings = _found(rules, changes)
    assert not ok
    found = [
        finding
        for finding in findings
        if finding.severity == "violation"
        and finding.code == code
        and f"{finding.key}.".startswith(f"{key}.")
    ]
    assert found, findings
    assert set(cited) <= {clause for finding in found for clause in finding.clauses}, found
    assert all(finding.asked and finding.allowed for finding in found)


@pytest.mark.parametrize(
    ("rules", "wager", "clause"),
    [
        (rules, wager, clause)
        for rules, section in ((MA, "ma-hcf-"), (NJ, "nj-hcf-38."))
        for wager, clause in (
            ("ante", section + "6.a.1"),
            ("flush_bonus", section + "6.a.2.s2"),
            ("straight_flush_bonus", section + "6.a.3.s2"),
        )
    ],
)
def test_a_minimum_and_a_maximum_are_to_be_posted(rules: str, wager: str, clause: str) -> None:
    ok, findings = _found(rules, {f"limits.{wager}": None})
    assert ok
    assert [(finding.severity, finding.code, finding.key) for finding in findings] == [
        ("warning", "limits_not_posted", f"limits.{wager}")
    ]
    assert clause in findings[0].clauses


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param(rules, clause, marks=pytest.mark.clause(clause, shows="computed"))
        for rules, clause in ((MA, "ma-hcf-5.c.2"), (NJ, "nj-hcf-38.5.c.2"))
    ],
)
@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts", "spades"])
def test_the_straight_flush_of_one_suit_may_be_elected_and_never_pays(
    rules: str, clause: str, suit: str
) -> None:
    ok, findings = _found(rules, {"choices.suit_specific": suit})
    assert ok
    assert [(finding.severity, finding.code) for finding in findings] == [("warning", "suit_specific_unpaid")]
    assert findings[0].clauses == (clause,)


@pytest.mark.parametrize(
    ("rules", "policy", "value", "cited"),
    [
        pytest.param(
            rules,
            policy,
            value,
            _ids(rules, cited),
            marks=pytest.mark.clause(*_ids(rules, cited), shows="refused"),
        )
        for rules, policy, value, cited in (
            (MA, "progressive_after_fold", "live", "9.c.s1 9.c.s2 12.c.s1 12.c.s2"),
            (NJ, "progressive_after_fold", "live", "38.10.c.s1 38.10.c.s2 38.12.c.s1 38.12.c.s2"),
            (MD, "progressive_after_fold", "lost", "11.B 11.B.4.a 11.B.6"),
            (MD, "ace_low_straight_flush", "on", "6.A 6.E"),
            (MD, "bonuses_after_void", "13E", "13.B 13.D 13.E 13.F"),
        )
    ],
)
def test_a_policy_away_from_its_default_needs_approval(
    rules: str, policy: str, value: str, cited: tuple[str, ...]
) -> None:
    ok, findings = _found(rules, {"choices.policies": {policy: value}})
    assert ok
    assert [(finding.severity, finding.code) for finding in findings] == [("approval", "policy_not_default")]
    assert set(cited) <= set(findings[0].clauses)
    assert findings[0].readings


@pytest.mark.clause("md-hcf-2.E", shows="shown")
def test_another_place_for_the_tip_box_needs_approval() -> None:
    ok, findings = _found(MD, {"layout.tip_box": "alternative"})
    assert ok
    assert [(finding.severity, finding.code) for finding in findings] == [("approval", "needs_approval")]
    assert "md-hcf-2.E" in findings[0].clauses


@pytest.mark.clause("md-hcf-5.H", shows="shown")
def test_a_device_that_reshuffles_and_counts_needs_approval() -> None:
    ok, findings = _found(MD, {"equipment.reshuffle_and_count_device": True})
    assert ok
    assert [(finding.severity, finding.code) for finding in findings] == [("approval", "needs_approval")]
    assert "md-hcf-5.H" in findings[0].clauses


@pytest.mark.clause("md-hcf-3.C.1", shows="refused")
def test_a_deck_dealt_by_hand_is_changed_after_four_hours() -> None:
    changes = {"equipment.deal": "hand", "procedure.deck_change_hours": 5}
    ok, findings = _found(MD, changes)
    assert not ok
    assert findings[0].clauses == ("md-hcf-3.C.1",)
    assert _found(MD, {**changes, "procedure.deck_change_hours": 4}) == (True, ())


@pytest.mark.clause("nj-hcf-13Y.d", shows="refused")
def test_the_standard_of_the_progressive_system_is_one_of_four() -> None:
    for standard in ("1.39", "1.39A", "1.39B", "1.39C"):
        assert _found(NJ, {"progressive.system_standard": standard}) == (True, ())
    ok, findings = _found(NJ, {"progressive.system_standard": "1.39D"})
    assert not ok
    assert findings[0].clauses == ("nj-hcf-13Y.d",)


@pytest.mark.clause(
    "md-hcf-12.E.4.b", "md-hcf-12.E.5.C", "md-hcf-12.E.5.D", "md-hcf-12.E.5.E", shows="computed"
)
def test_the_envy_schedule_follows_the_progressive_table() -> None:
    schedules = {}
    for table in "ABCDE":
        checked = check_text(_toml(_changed(MD, {"choices.progressive": table})))
        assert checked.resolved is not None
        progressive = checked.resolved.house.progressive
        assert progressive is not None
        schedules[table] = [
            (envy.stake, dict(zip(envy.rows, envy.amounts, strict=True))) for envy in progressive.envy
        ]
    seven = {"straight_flush_7": 25_000}
    assert schedules == {
        "A": [],
        "B": [],
        "C": [(100, {"straight_flush_7": 20_000, "straight_flush_6": 20_000})],
        "D": [(100, seven)],
        "E": [(100, seven)],
    }
