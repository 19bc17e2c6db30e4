"""The operator's choices judged against the law and resolved into house rules.

One function serves the submission (all findings at once) and the round to settle (the first violation is
the refusal), so that the two can never disagree about what is allowed.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.money import (
    AMOUNT,
    FOR,
    SHARE,
    TO,
    Award,
    AwardError,
    dollars,
    parse_award,
    parse_percent,
)
from croupier.rulebook.loader import rule_set, rule_set_names
from croupier.rulebook.model import PayTable, PayTables, ProgressiveTable, RuleSet
from croupier.submission.findings import Finding
from croupier.submission.form import Choices, FiledProgressive, FiledTable
from croupier.submission.house import (
    HouseEnvy,
    HouseLimits,
    HouseMeter,
    HouseProgressive,
    HouseRules,
    HouseTable,
)

FIVE_CARD_ROWS = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
)
"""The rows that a filed Ultimate Texas Hold'em progressive may have, highest first."""

TABLE_CHOICES = ("flush_bonus", "straight_flush_bonus", "trips", "aces_up", "ante_bonus")


class Resolved(NamedTuple):
    """House rules as far as the choices allow, and what is to be said about them."""

    house: HouseRules
    findings: tuple[Finding, ...]


def house_rules(name: str, choices: Choices) -> HouseRules:
    """The house rules for a round to settle; the first violation is the refusal."""
    return _house_rules(name, msgspec.json.encode(choices))


@lru_cache(maxsize=4096)
def _house_rules(name: str, encoded: bytes) -> HouseRules:
    if name not in rule_set_names():
        raise Refusal("unknown_rules", f"rules: {name!r}; allowed: {', '.join(rule_set_names())}")
    resolved = resolve(rule_set(name), msgspec.json.decode(encoded, type=Choices))
    for finding in resolved.findings:
        if finding.severity == "violation":
            raise finding.refusal()
    return resolved.house


def resolve(rules: RuleSet, choices: Choices) -> Resolved:
    """Judge the choices and make house rules of them. Broken choices are left out of the house rules."""
    return _Resolution(rules, choices).resolved()


class _Resolution:
    """One judgement: the findings gather while the house rules are put together."""

    def __init__(self, rules: RuleSet, choices: Choices) -> None:
        self.rules = rules
        self.choices = choices
        self.findings: list[Finding] = []

    def resolved(self) -> Resolved:
        tables = self._tables()
        progressive = self._progressive()
        self._unused_choices()
        house = HouseRules(
            rules=self.rules,
            tables=tables,
            cover_all=self._cover_all(),
            progressive=progressive,
            policies=self._policies(),
            limits=self._limits(tables),
            match_play=self.choices.match_play,
        )
        return Resolved(house, tuple(self.findings))

    def _say(
        self, code: str, key: str, asked: object, allowed: str, clauses: tuple[str, ...] = (), **more: object
    ) -> None:
        finding = Finding(code=code, key=f"choices.{key}", asked=str(asked), allowed=allowed, clauses=clauses)
        self.findings.append(msgspec.structs.replace(finding, **more))

    # -------------------------------------------------------------------------------------- pay tables

    def _tables(self) -> dict[str, HouseTable]:
        tables = {}
        for wager, printed in self.rules.paytables.items():
            if wager == "cover_all":
                continue
            chosen = getattr(self.choices, wager, None) if wager in TABLE_CHOICES else None
            if chosen is None:
                if set(printed.tables) == {"printed"}:
                    tables[wager] = _as_printed(printed, "printed")
                continue
            table = self._chosen_table(wager, printed, chosen)
            if table is not None:
                tables[wager] = table
        return tables

    def _chosen_table(self, wager: str, printed: PayTables, chosen: str | FiledTable) -> HouseTable | None:
        only = set(printed.tables) == {"printed"}
        filed = chosen if isinstance(chosen, FiledTable) else None
        name = chosen if isinstance(chosen, str) else chosen.table
        if only:
            # The document prints one table without a name, so whatever name it is given is its name.
            name = "printed"
        if name is None or name not in printed.tables:
            allowed = f"one of {', '.join(printed.tables)}"
            asked = "no table" if name is None else f"table {name!r}"
            self._say("unknown_table", wager, asked, allowed, printed.clauses)
            return None
        table = printed.tables[name]
        if table.acknowledge and wager not in self.choices.acknowledge:
            self._say(
                "table_not_acknowledged",
                wager,
                f"table {name!r}, which is printed as it stands but is far from its neighbours",
                f'acknowledge = ["{wager}"] beside it, or another table',
                table.clauses,
                readings=_cited(table.reading),
            )
        if filed is None:
            if table.operator_sets:
                rows = ", ".join(printed.rows)
                self._say(
                    "table_needs_amounts", wager, f"table {name!r} alone", f"odds for {rows}", table.clauses
                )
                return None
            return _as_printed(printed, name)
        return self._filed_table(wager, printed, name, filed)

    def _filed_table(
        self, wager: str, printed: PayTables, name: str, filed: FiledTable
    ) -> HouseTable | None:
        table = printed.tables[name]
        clauses = (*printed.clauses, *table.clauses)
        if not (printed.floor or table.operator_sets):
            self._say("odds_fixed", wager, "odds of its own", f"the odds of table {name!r}", clauses)
            return None
        if set(filed.odds) != set(printed.rows):
            asked = ", ".join(filed.odds) or "none"
            self._say("odds_rows", wager, f"rows {asked}", f"exactly {', '.join(printed.rows)}", clauses)
            return None
        awards = []
        for row in printed.rows:
            award = self._filed_award(f"{wager}.odds.{row}", filed.odds[row], table, clauses)
            if award is None:
                return None
            floor = table.awards.get(row)
            if floor is not None and _winnings_ratio(award) < _winnings_ratio(floor):
                self._say("odds_below_floor", f"{wager}.odds.{row}", award, f"{floor} or more", clauses)
            awards.append(award)
        return HouseTable(name, printed.rows, tuple(awards), _distinct(clauses), _cited(table.reading))

    def _filed_award(self, key: str, text: str, table: PayTable, clauses: tuple[str, ...]) -> Award | None:
        try:
            award = parse_award(text)
        except AwardError as error:
            self._say("odds_unreadable", key, repr(text), str(error).partition("; ")[2], clauses)
            return None
        wording = self.rules.facts["layout"].get("odds_wording")
        if award.kind == FOR and wording is not None:
            self._say("odds_wording", key, repr(text), 'odds with "to"', wording.clauses)
            return None
        kinds = (TO, FOR, AMOUNT) if table.operator_sets else (TO, FOR)
        if award.kind not in kinds:
            forms = 'odds such as "30 to 1"' + (' or an amount such as "$250"' if AMOUNT in kinds else "")
            self._say("odds_unreadable", key, repr(text), forms, clauses)
            return None
        return award

    def _cover_all(self) -> dict[int, HouseTable]:
        printed = self.rules.paytables.get("cover_all")
        if not self.choices.cover_all:
            return {}
        if printed is None:
            self._say("unknown_choice", "cover_all", "Cover All", "these rules do not have the wager")
            return {}
        return {int(name): _as_printed(printed, name) for name in printed.tables}

    # ------------------------------------------------------------------------------------- progressive

    def _progressive(self) -> HouseProgressive | None:
        chosen = self.choices.progressive
        if chosen is None:
            for key in ("progressive_wager", "reset"):
                if getattr(self.choices, key):
                    self._say("unknown_choice", key, "it", "only with a progressive")
            return None
        wager = self.rules.wagers["progressive"]
        if not self.rules.progressive:
            if isinstance(chosen, FiledProgressive):
                return self._filed_progressive(chosen)
            self._say(
                "progressive_without_table",
                "progressive",
                repr(chosen),
                "a filed pay table: hand, levels, seed, rate",
                wager.clauses,
                readings=_cited(wager.reading),
            )
            return None
        tables = self.rules.progressive
        clauses = self.rules.options["progressive"].clauses
        if isinstance(chosen, FiledProgressive):
            self._say("odds_fixed", "progressive", "levels of its own", f"one of {', '.join(tables)}", clauses)
            return None
        if chosen not in tables:
            self._say("unknown_table", "progressive", f"table {chosen!r}", f"one of {', '.join(tables)}", clauses)
            return None
        return self._printed_progressive(chosen, tables[chosen])

    def _printed_progressive(self, name: str, table: ProgressiveTable) -> HouseProgressive:
        stakes = self._stakes(table.stakes, table.clauses)
        dollars_staked = stakes[0] // 100
        rows = tuple(table.pays)
        return HouseProgressive(
            table=HouseTable(name, rows, tuple(table.awards.values()), table.clauses, _cited(table.reading)),
            hand=table.hand,
            stakes=stakes,
            meters=tuple(self._meters(table, dollars_staked)),
            envy=tuple(
                HouseEnvy(
                    stake=envy.stake,
                    rows=tuple(envy.pays),
                    amounts=tuple(parse_award(text).number for text in envy.pays.values()),
                    clauses=envy.clauses,
                )
                for envy in table.envy
            ),
        )

    def _stakes(self, printed: tuple[int, ...], clauses: tuple[str, ...]) -> tuple[int, ...]:
        """The stakes accepted: those that the rules fix, or the one that the operator sets for the table."""
        asked = self.choices.progressive_wager
        cited = self.rules.wagers["progressive"].clauses
        if printed:
            if asked is None:
                return printed
            if asked not in printed:
                allowed = " or ".join(dollars(stake) for stake in printed)
                self._say("wrong_progressive_stake", "progressive_wager", dollars(asked), allowed, cited)
                return printed
            return (asked,)
        if asked is not None and asked % 100:
            self._say("wrong_progressive_stake", "progressive_wager", dollars(asked), "whole dollars", clauses)
            return (100,)
        return (asked or 100,)

    def _meters(self, table: ProgressiveTable, dollars_staked: int) -> Iterator[HouseMeter]:
        self._unknown_meters(table.meters)
        for name, meter in table.meters.items():
            least = meter.seed * dollars_staked if meter.seed_is == "per_dollar" else meter.seed
            reset = self.choices.reset.get(name, least)
            if meter.after_whole_award != "to_reset":
                if name in self.choices.reset:
                    allowed = "no reset amount: the meter takes the secondary's"
                    self._say("unknown_choice", f"reset.{name}", dollars(reset), allowed, meter.clauses)
                reset = least
            elif reset < least:
                allowed = f"{dollars(least)} or more"
                self._say("reset_below_least", f"reset.{name}", dollars(reset), allowed, meter.clauses)
            rate = meter.rate_hundredths
            clauses, readings = meter.clauses, _cited(meter.reading)
            yield HouseMeter(name, least, reset, rate, meter.after_whole_award, clauses, readings)

    def _unknown_meters(self, known: dict[str, object] | tuple[str, ...] | object) -> None:
        names = tuple(known)  # type: ignore[arg-type]
        for name in self.choices.reset:
            if name not in names:
                self._say("unknown_meter", f"reset.{name}", f"meter {name!r}", f"one of {', '.join(names)}")

    def _filed_progressive(self, filed: FiledProgressive) -> HouseProgressive | None:
        """The Ultimate progressive: its levels come from the operator alone."""
        wager = self.rules.wagers["progressive"]
        clauses, readings = wager.clauses, _cited("UTH-4" if "UTH-4" in self.rules.readings else None)
        rows: list[str] = []
        awards: list[Award] = []
        if not filed.levels:
            self._say("progressive_without_table", "progressive.levels", "none", "at least one level", clauses)
            return None
        for row in filed.levels:
            if row not in FIVE_CARD_ROWS:
                allowed = f"rows of {', '.join(FIVE_CARD_ROWS)}"
                self._say("odds_rows", f"progressive.levels.{row}", f"row {row!r}", allowed, clauses)
        for row in FIVE_CARD_ROWS:
            if row in filed.levels:
                award = self._filed_level(row, filed.levels[row], clauses)
                if award is not None:
                    rows.append(row)
                    awards.append(award)
        self._unknown_meters(("main",))
        whole = any(award.kind == SHARE and award.number == 10_000 for award in awards)
        seed = filed.seed or 0
        reset = self.choices.reset.get("main", seed)
        if reset < seed:
            allowed = f"the filed seed, {dollars(seed)}, or more"
            self._say("reset_below_least", "reset.main", dollars(reset), allowed, clauses)
        if whole and not reset:
            allowed = "a seed, or a reset amount, for the meter that a 100% award empties"
            self._say("filing_missing", "progressive.seed", "none", allowed, clauses)
        rate = None
        if filed.rate is not None:
            try:
                rate = parse_percent(filed.rate)
            except AwardError as error:
                allowed = str(error).partition("; ")[2]
                self._say("odds_unreadable", "progressive.rate", repr(filed.rate), allowed, clauses)
        return HouseProgressive(
            table=HouseTable("filed", tuple(rows), tuple(awards), clauses, readings),
            hand=filed.hand,
            stakes=self._stakes(wager.stakes, clauses),
            meters=(HouseMeter("main", seed, reset, rate, "to_reset", clauses, readings),),
        )

    def _filed_level(self, row: str, text: str, clauses: tuple[str, ...]) -> Award | None:
        key = f"progressive.levels.{row}"
        try:
            award = parse_award(text)
        except AwardError as error:
            self._say("odds_unreadable", key, repr(text), str(error).partition("; ")[2], clauses)
            return None
        if award.kind == SHARE and award.meter != "main":
            self._say("unknown_meter", key, f"meter {award.meter!r}", "main", clauses)
            return None
        if award.kind == TO:
            allowed = '"100 for 1", "$250" or "50% of main": the stake of a progressive is spent'
            self._say("odds_unreadable", key, repr(text), allowed, clauses)
            return None
        return award

    # -------------------------------------------------------------------------- policies, limits, rest

    def _policies(self) -> dict[str, str]:
        policies = {name: policy.values[0] for name, policy in self.rules.policies.items()}
        for name, asked in self.choices.policies.items():
            policy = self.rules.policies.get(name)
            if policy is None:
                allowed = f"one of {', '.join(policies)}" if policies else "none in these rules"
                self._say("unknown_policy", f"policies.{name}", f"policy {name!r}", allowed)
            elif asked not in policy.values:
                allowed = f"one of {', '.join(policy.values)}"
                self._say("unknown_policy_value", f"policies.{name}", repr(asked), allowed, policy.clauses)
            else:
                policies[name] = asked
                if asked != policy.values[0]:
                    self._say(
                        "policy_not_default",
                        f"policies.{name}",
                        repr(asked),
                        f"{policy.values[0]!r}, or this with the regulator's approval",
                        policy.clauses,
                        severity="approval",
                        readings=_cited(policy.reading),
                    )
        return policies

    def _limits(self, tables: dict[str, HouseTable]) -> HouseLimits:
        facts = self.rules.facts.get("limits", {})
        asked = self.choices.aggregate_limit
        if "all_bets" in facts:
            if asked is not None:
                allowed = "none: the document fixes the limits"
                cited = (*facts["hand"].clauses, *facts["all_bets"].clauses)
                self._say("limit_not_offered", "aggregate_limit", dollars(asked.amount), allowed, cited)
            hand = max(self.rules.number("limits.hand"), self._most_at_minimums(tables))
            return HouseLimits(hand=hand, all_bets=self.rules.number("limits.all_bets"))
        if "hand" in facts:
            most = max(self.rules.number("limits.hand"), self._most_at_minimums(tables))
            clauses = facts["hand"].clauses
            if asked is None:
                return HouseLimits(hand=most)
            if asked.per != "hand":
                self._say("limit_not_offered", "aggregate_limit.per", repr(asked.per), "'hand'", clauses)
            if asked.amount > most:
                allowed = f"at most {dollars(most)}"
                self._say("limit_above_most", "aggregate_limit.amount", dollars(asked.amount), allowed, clauses)
            return HouseLimits(hand=min(asked.amount, most))
        if asked is None:
            return HouseLimits()
        if "operator" not in facts:
            allowed = "none: the document knows no aggregate limit"
            self._say("limit_not_offered", "aggregate_limit", dollars(asked.amount), allowed)
            return HouseLimits()
        return HouseLimits(
            hand=asked.amount if asked.per == "hand" else None,
            round=asked.amount if asked.per == "round" else None,
        )

    def _most_at_minimums(self, tables: dict[str, HouseTable]) -> int:
        """The most that one player can win in a round at the minimum wagers: every wager's best row."""
        minimums = self.choices.minimums
        ante = minimums.get("ante", 0)
        if self.rules.rules.game == "ultimate-texas-holdem":
            main = ante * (1 + max(_integers(self.rules, "decision.play_multiples")))
            sides = (("blind", ante), ("trips", minimums.get("trips", 0)))
        else:
            main = ante * (1 + max(_integers(self.rules, "decision.raise_most")))
            sides = tuple((wager, minimums.get(wager, 0)) for wager in ("flush_bonus", "straight_flush_bonus"))
        best = main
        for wager, stake in sides:
            if wager in tables:
                award = tables[wager].awards[0]
                best += -(-stake * award.number // award.per)
        return best

    def _unused_choices(self) -> None:
        """Choices that the form knows but these rules do not."""
        wagers = self.rules.wagers
        for wager in TABLE_CHOICES:
            if getattr(self.choices, wager) is not None and wager not in self.rules.paytables:
                allowed = f"the wagers {', '.join(wagers)}"
                self._say("unknown_choice", wager, "it", allowed)
        for wager in self.choices.minimums:
            if wager not in wagers:
                allowed = f"the wagers {', '.join(wagers)}"
                self._say("unknown_wager", f"minimums.{wager}", f"wager {wager!r}", allowed)
        for wager in self.choices.acknowledge:
            if wager not in self.rules.paytables:
                allowed = f"one of {', '.join(self.rules.paytables)}"
                self._say("unknown_wager", "acknowledge", f"wager {wager!r}", allowed)
        if self.choices.match_play and "match_play" not in self.rules.options:
            instruments = self.rules.facts["wagers"]["instruments"]
            allowed = ", ".join(str(each) for each in _texts(instruments.value))
            self._say("unknown_choice", "match_play", "match play coupons", allowed, instruments.clauses)
        self._elected_hands()

    def _elected_hands(self) -> None:
        """The hands that the licensee elects to recognise (MA 5(c), NJ 38.5(c))."""
        option, suit = self.rules.options.get("recognised_hands"), self.rules.options.get("suit_specific")
        elected = self.choices.recognised_hands
        if elected is not None:
            if option is None:
                self._say("unknown_choice", "recognised_hands", "an election", "these rules fix the hands")
            else:
                for hand in elected:
                    if hand not in option.values:
                        allowed = f"hands of {', '.join(option.values)}"
                        self._say("value_not_allowed", "recognised_hands", repr(hand), allowed, option.clauses)
                for wager in ("flush_bonus", "straight_flush_bonus"):
                    missing = [
                        row
                        for row in self.rules.paytables[wager].rows
                        if getattr(self.choices, wager) is not None and row not in elected
                    ]
                    if missing:
                        asked = f"{wager} without {', '.join(missing)}"
                        allowed = "every hand that the chosen table pays"
                        self._say("hands_not_elected", "recognised_hands", asked, allowed, option.clauses)
        if self.choices.suit_specific is not None:
            if suit is None:
                self._say("unknown_choice", "suit_specific", "a suit", "these rules know no such hand")
            elif self.choices.suit_specific not in suit.values:
                allowed = f"one of {', '.join(suit.values)}"
                asked = repr(self.choices.suit_specific)
                self._say("value_not_allowed", "suit_specific", asked, allowed, suit.clauses)
            else:
                self._say(
                    "suit_specific_unpaid",
                    "suit_specific",
                    repr(self.choices.suit_specific),
                    "allowed, but no pay table of the document pays it",
                    suit.clauses,
                    severity="warning",
                    readings=_cited(suit.reading),
                )


def _as_printed(printed: PayTables, name: str) -> HouseTable:
    table = printed.tables[name]
    clauses = table.clauses
    return HouseTable(name, tuple(table.pays), tuple(table.awards.values()), clauses, _cited(table.reading))


def _winnings_ratio(award: Award) -> float | tuple[int, int] | object:
    """What odds leave the player over the stake, for comparison with a floor."""
    from fractions import Fraction

    return Fraction(award.number, award.per) - (1 if award.kind == FOR else 0)


def _cited(reading: str | None) -> tuple[str, ...]:
    return () if reading is None else (reading,)


def _distinct(clauses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))


def _integers(rules: RuleSet, name: str) -> tuple[int, ...]:
    value = rules.fact(name).value
    assert isinstance(value, tuple)
    return tuple(int(each) for each in value)


def _texts(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)
