"""The progressive that the operator chose: a printed table with its meters, or a filed one."""

from collections.abc import Iterable, Iterator

from croupier.money import LARGEST, SHARE, TO, WHOLE, Award, AwardError, dollars, parse_award, parse_percent
from croupier.rulebook.line_numbers import dotted
from croupier.rulebook.model import Envy, ProgressiveTable, RuleSet
from croupier.submission.findings import Findings, cited, one_of
from croupier.submission.form import Choices, FiledProgressive
from croupier.submission.house import HouseEnvy, HouseMeter, HouseProgressive, HouseTable


def resolve_progressive(rules: RuleSet, choices: Choices, findings: Findings) -> HouseProgressive | None:
    """The progressive of the house; None if none is offered or its choice cannot be read."""
    return _Progressive(rules, choices, findings).resolve()


_DOLLAR = 100
"""The wager for which seeds and envies are printed, and the stake where the operator sets none."""


def accepted_stakes(
    rules: RuleSet, choices: Choices, printed: tuple[int, ...], findings: Findings, step: int = 0
) -> tuple[int, ...]:
    """The stakes accepted: those fixed by the rules, or the one set by the operator for the table."""
    asked = choices.progressive_wager
    if asked is None:
        return printed or (_DOLLAR,)
    if asked in printed or (step and not asked % step):
        return (asked,)
    option = rules.options["progressive_wager"]
    allowed = " or ".join(map(dollars, printed)) or f"a multiple of {dollars(step)}"
    findings.say(
        "wrong_progressive_stake",
        "choices.progressive_wager",
        dollars(asked),
        allowed,
        option.clauses,
        readings=cited(option.reading),
    )
    return printed or (_DOLLAR,)


def _for_stake(amount: int, stake: int) -> int:
    """An amount printed for a $1 wager, at another stake; never less than its share of a cent."""
    return -(-amount * stake // _DOLLAR)


def _envies(envy: Envy, stake: int) -> Iterator[int]:
    """The amounts of a schedule, by row: as printed, or scaled with the stake of the table."""
    for text in envy.pays.values():
        printed = parse_award(text).number
        yield _for_stake(printed, stake) if envy.per_dollar else printed


class _Progressive:
    """The check of one progressive."""

    def __init__(self, rules: RuleSet, choices: Choices, findings: Findings) -> None:
        self.rules = rules
        self.choices = choices
        self.findings = findings
        self.say = findings.say

    def resolve(self) -> HouseProgressive | None:
        chosen = self.choices.progressive
        if chosen is None:
            for key in ("progressive_wager", "reset"):
                if getattr(self.choices, key):
                    self.say("unknown_choice", f"choices.{key}", "a value", "only with a progressive")
            return None
        if "progressive" not in self.rules.wagers:
            allowed = f"the wagers of these rules: {', '.join(self.rules.wagers)}"
            self.say("unknown_choice", "choices.progressive", "a progressive", allowed)
            return None
        tables, option = self.rules.progressive, self.rules.options["progressive"]
        if not tables:
            if isinstance(chosen, FiledProgressive) and chosen.levels:
                return self._filed(chosen)
            self.say(
                "progressive_without_table",
                "choices.progressive",
                repr(chosen) if isinstance(chosen, str) else "no levels",
                "a filed pay table: hand, levels, seed, rate",
                option.clauses,
                readings=cited(option.reading),
            )
        elif isinstance(chosen, FiledProgressive):
            asked, allowed = "levels of its own", one_of(tables)
            self.say("odds_fixed", "choices.progressive", asked, allowed, option.clauses)
        elif chosen not in tables:
            asked, allowed = f"table {chosen!r}", one_of(tables)
            self.say("unknown_table", "choices.progressive", asked, allowed, option.clauses)
        else:
            return self._printed(chosen, tables[chosen])
        if stakes := self.rules.wagers["progressive"].stakes:
            accepted_stakes(self.rules, self.choices, stakes, self.findings)
        return None

    def _printed(self, name: str, table: ProgressiveTable) -> HouseProgressive:
        stakes = accepted_stakes(self.rules, self.choices, table.stakes, self.findings, table.stake_step)
        self._check_scaled(table, stakes[0])
        return HouseProgressive(
            table=HouseTable(
                name, tuple(table.pays), tuple(table.awards.values()), table.clauses, cited(table.reading)
            ),
            hand=table.hand,
            stakes=stakes,
            meters=tuple(self._meters(table, stakes[0])),
            stake_clauses=table.stake_clauses,
            envy=tuple(
                HouseEnvy(
                    stake=envy.stake,
                    rows=tuple(envy.pays),
                    amounts=tuple(_envies(envy, stakes[0])),
                    clauses=envy.clauses,
                    readings=cited(envy.reading),
                )
                for envy in table.envy
            ),
        )

    def _check_scaled(self, table: ProgressiveTable, stake: int) -> None:
        """Seeds that scale with the stake stay amounts that a meter can hold."""
        scaled = [meter.seed for meter in table.meters.values() if meter.seed_is == "per_dollar"]
        if scaled and _for_stake(max(scaled), stake) > LARGEST:
            option, most = self.rules.options["progressive_wager"], LARGEST * _DOLLAR // max(scaled)
            self.say(
                "wrong_progressive_stake",
                "choices.progressive_wager",
                dollars(stake),
                f"at most {dollars(most)}, so that the seeds stay within {dollars(LARGEST)}",
                option.clauses,
                readings=cited(option.reading),
            )

    def _meters(self, table: ProgressiveTable, stake: int) -> Iterator[HouseMeter]:
        self._unknown_meters(table.meters, table.clauses)
        for name, meter in table.meters.items():
            least = _for_stake(meter.seed, stake) if meter.seed_is == "per_dollar" else meter.seed
            reset = self.choices.reset.get(name, least)
            key = dotted("choices", "reset", name)
            if meter.after_whole_award != "to_reset":
                if name in self.choices.reset and (reset or meter.after_whole_award != "to_zero"):
                    allowed = "no reset amount: main takes the secondary's amount, and that goes to zero"
                    self.say("unknown_choice", key, dollars(reset), allowed, meter.clauses)
                reset = least
            elif reset < least:
                self.say(
                    "reset_below_minimum", key, dollars(reset), f"{dollars(least)} or more", meter.clauses
                )
            rate = meter.rate_hundredths
            clauses, readings = meter.clauses, cited(meter.reading)
            yield HouseMeter(name, least, reset, rate, meter.after_whole_award, clauses, readings)

    def _unknown_meters(self, known: Iterable[str], clauses: tuple[str, ...]) -> None:
        names = tuple(known)
        for name in self.choices.reset:
            if name not in names:
                asked, allowed = f"meter {name!r}", one_of(names)
                self.say("unknown_meter", dotted("choices", "reset", name), asked, allowed, clauses)

    # ------------------------------------------------------------------------------------------------ filed

    def _filed(self, filed: FiledProgressive) -> HouseProgressive:
        """A progressive whose levels only the operator states."""
        wager, option = self.rules.wagers["progressive"], self.rules.options["progressive"]
        filing = self.rules.progressive_filing
        assert filing is not None  # the loader asks for it
        clauses, readings = wager.clauses, cited(option.reading)
        if filed.hand not in filing.hands:
            key, allowed = "choices.progressive.hand", one_of(filing.hands)
            self.say("value_not_allowed", key, repr(filed.hand), allowed, filing.clauses, readings=readings)
        for row in filed.levels:
            if row not in filing.rows:
                key, allowed = (
                    dotted("choices", "progressive", "levels", row),
                    f"rows of {', '.join(filing.rows)}",
                )
                self.say("odds_rows", key, f"row {row!r}", allowed, clauses, readings=readings)
        levels = {
            row: award
            for row in filing.rows
            if row in filed.levels and (award := self._level(row, filed.levels[row], clauses)) is not None
        }
        self._unknown_meters(("main",), clauses)
        seed = filed.seed or 0
        reset = self.choices.reset.get("main", seed)
        if reset < seed:
            allowed = f"the filed seed, {dollars(seed)}, or more"
            self.say("reset_below_minimum", "choices.reset.main", dollars(reset), allowed, clauses)
        whole = any(award.kind == SHARE and award.number == WHOLE for award in levels.values())
        if whole and not reset:
            allowed = "a seed, or a reset amount, for the meter that a 100% award empties"
            self.say(
                "filing_missing", "choices.progressive.seed", "nothing", allowed, clauses, readings=readings
            )
        return HouseProgressive(
            table=HouseTable("filed", tuple(levels), tuple(levels.values()), clauses, readings),
            hand=filed.hand,
            stakes=accepted_stakes(self.rules, self.choices, wager.stakes, self.findings),
            meters=(
                HouseMeter("main", seed, reset, self._rate(filed, clauses), "to_reset", clauses, readings),
            ),
        )

    def _rate(self, filed: FiledProgressive, clauses: tuple[str, ...]) -> int | None:
        if filed.rate is None:
            return None
        try:
            return parse_percent(filed.rate)
        except AwardError:
            allowed = 'a percentage such as "20%"'
            self.say("rate_unreadable", "choices.progressive.rate", repr(filed.rate), allowed, clauses)
            return None

    def _level(self, row: str, text: str, clauses: tuple[str, ...]) -> Award | None:
        key = f"choices.progressive.levels.{row}"
        allowed = '"50% of main", "$250" or "100 for 1": the stake of a progressive is spent'
        try:
            award = parse_award(text)
        except AwardError:
            self.say("odds_unreadable", key, repr(text), allowed, clauses)
            return None
        if award.kind == SHARE and award.meter != "main":
            self.say("unknown_meter", key, f"meter {award.meter!r}", "main", clauses)
            return None
        if award.kind == TO:
            self.say("odds_unreadable", key, repr(text), allowed, clauses)
            return None
        return award
