"""The meters as filed, in the section `progressive` or beside the choices: seeds, resets and rates."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

import msgspec

from croupier.money import SHARE, WHOLE, AwardError, dollars, parse_percent, percent
from croupier.rulebook.line_numbers import dotted
from croupier.rulebook.model import Meter, ProgressiveTable, RuleSet
from croupier.submission.findings import Findings, Severity, cited, one_of
from croupier.submission.form import Choices, FiledProgressive, Progressive, Submission
from croupier.submission.house import HouseMeter, HouseProgressive, HouseRules

Filed = TypeVar("Filed", int, str)


class Merged(NamedTuple):
    """The choices, completed from other sections of the submission, with the keys that they came from."""

    choices: Choices
    places: dict[str, str]
    """By key of the choices, the key in the file."""


def merge(rules: RuleSet, submission: Submission, findings: Findings) -> Merged:
    """Complete the choices from the posted limits and the section `progressive`."""
    return _Merge(rules, submission, findings).merged()


class _Merge:
    def __init__(self, rules: RuleSet, submission: Submission, findings: Findings) -> None:
        self.rules = rules
        self.submission = submission
        self.choices = submission.choices
        self.findings = findings
        self.places: dict[str, str] = {}

    def merged(self) -> Merged:
        self._minimums()
        self._stake()
        filing = self.submission.progressive
        if filing is not None and self.choices.progressive is not None:
            self._resets(filing)
            self._filed(filing)
        return Merged(self.choices, self.places)

    def _replace(self, **changes: object) -> None:
        self.choices = msgspec.structs.replace(self.choices, **changes)

    def _differs(self, key: str, asked: str, other: str, value: str) -> None:
        self.findings.say("filing_conflict", key, asked, f"{value}, as {other} says, or the same in both")

    def _minimums(self) -> None:
        """The posted minimums decide the aggregate limits."""
        stated = self.choices.minimums
        posted = {
            wager: bounds[0] for wager, bounds in self.submission.limits.items() if wager in self.rules.wagers
        }
        for wager, least in posted.items():
            if stated.get(wager, least) != least:
                key, other = f"choices.minimums.{wager}", f"limits.{wager}"
                self._differs(key, dollars(stated[wager]), other, dollars(least))
        self._replace(minimums={**posted, **stated})

    def _stake(self) -> None:
        """Multi Game Link: the one stake of the table, where only the posted limits state it."""
        table = self.rules.progressive.get(str(self.choices.progressive))
        bounds = self.submission.limits.get("progressive")
        if table is None or table.stakes or bounds is None or self.choices.progressive_wager is not None:
            return
        if bounds[0] == bounds[1]:
            self.places["choices.progressive_wager"] = "limits.progressive"
            self._replace(progressive_wager=bounds[0])

    def _resets(self, filing: Progressive) -> None:
        resets = dict(self.choices.reset)
        for name, (key, amount) in filed_by_meter(self.rules, self.choices, "reset", filing.reset).items():
            if name in resets and resets[name] != amount:
                self._differs(key, dollars(amount), dotted("choices", "reset", name), dollars(resets[name]))
            elif name not in resets:
                resets[name] = amount
                self.places[dotted("choices", "reset", name)] = key
        self._replace(reset=resets)

    def _filed(self, filing: Progressive) -> None:
        """The seed and rate of a filed pay table may be beside its levels or in the section."""
        filed = self.choices.progressive
        if not isinstance(filed, FiledProgressive):
            return
        seeds = filed_by_meter(self.rules, self.choices, "seed", filing.seed)
        rates = filed_by_meter(self.rules, self.choices, "rate", filing.rate)
        if "main" in seeds:
            key, seed = seeds["main"]
            if filed.seed is None:
                self.places["choices.progressive.seed"] = key
                filed = msgspec.structs.replace(filed, seed=seed)
            elif filed.seed != seed:
                self._differs(key, dollars(seed), "choices.progressive.seed", dollars(filed.seed))
        if "main" in rates:
            key, rate = rates["main"]
            if filed.rate is None:
                self.places["choices.progressive.rate"] = key
                filed = msgspec.structs.replace(filed, rate=rate)
            elif filed.rate != rate:
                self._differs(key, repr(rate), "choices.progressive.rate", repr(filed.rate))
        self._replace(progressive=filed)


def filed_by_meter(
    rules: RuleSet, choices: Choices, part: str, filed: Filed | dict[str, Filed] | None
) -> dict[str, tuple[str, Filed]]:
    """By meter, the key in the file and the value; a single value is for the table's first meter."""
    if filed is None:
        return {}
    if isinstance(filed, dict):
        return {name: (dotted("progressive", part, name), value) for name, value in filed.items()}
    table = rules.progressive.get(str(choices.progressive))
    return {next(iter(table.meters)) if table is not None else "main": (f"progressive.{part}", filed)}


def judge_filing(
    rules: RuleSet,
    submission: Submission,
    choices: Choices,
    house: HouseRules,
    findings: Findings,
) -> None:
    """Check the filed meters against the values that the rules fix, bound or require."""
    filing = submission.progressive or Progressive()
    if house.progressive is None:
        if choices.progressive is None and filing != Progressive():
            if rules.progressive or "progressive" not in rules.wagers:
                allowed = "only with a progressive among the choices"
                findings.say("unknown_choice", "progressive", "a meter", allowed, severity="warning")
            else:
                say_without_table(rules, "progressive", findings.say)
        return
    _Filing(rules, choices, filing, house.progressive, findings).judge()


def say_without_table(rules: RuleSet, key: str, say: Callable[..., None]) -> None:
    """Report a progressive that has neither a printed nor a filed pay table."""
    option = rules.options["progressive"]
    asked, allowed = "a progressive without a pay table", "choices.progressive with its levels"
    readings = cited(option.reading)
    say("progressive_without_table", key, asked, allowed, option.clauses, readings=readings)


class _Filing:
    def __init__(
        self,
        rules: RuleSet,
        choices: Choices,
        filing: Progressive,
        progressive: HouseProgressive,
        findings: Findings,
    ) -> None:
        self.rules = rules
        self.filing = filing
        self.progressive = progressive
        self.chosen = choices.tables
        self.say = findings.say
        self.findings = findings
        self.seeds = filed_by_meter(rules, choices, "seed", filing.seed)
        self.rates = filed_by_meter(rules, choices, "rate", filing.rate)
        self.resets = choices.reset
        self.designated = choices.envy
        self.options = {option.key: option for option in rules.options.values()}

    def judge(self) -> None:
        self._meters_known(self.seeds)
        self._meters_known(self.rates)
        self._system_standard()
        if not self.rules.progressive:
            self._filed()
            return
        table = self.rules.progressive[self.progressive.table.name]
        for meter in self.progressive.meters:
            datum = table.meters[meter.name]
            self._seed(meter, datum)
            self._rate(meter, datum)
            if datum.seed_is == "least":
                self._required(meter)
            elif datum.seed_is == "per_dollar" and meter.name not in self.rates:
                allowed = f"a rate for meter {meter.name}; without one it does not grow"
                self._missing("rate", allowed, "warning")
        self._rates_together()
        self._envy(table)

    def _envy(self, table: ProgressiveTable) -> None:
        """The envy schedule, where the document has the operator designate one."""
        option = self.options.get("choices.envy")
        if option is not None and table.envy and self.designated is None:
            allowed = f"{self.progressive.table.name!r}, the envy schedule of the progressive chosen"
            readings = cited(option.reading)
            self.say("filing_missing", option.key, "nothing", allowed, option.clauses, readings=readings)

    def _rates_together(self) -> None:
        """All meters together take at most the whole of a wager."""
        rates = [self._percent_of(text) for _, text in self.rates.values()]
        if sum(rates) > WHOLE:
            asked = f"{percent(sum(rates))} in all"
            clauses = self.options["progressive.rate"].clauses
            self.say("value_not_allowed", "progressive.rate", asked, "at most 100% of a wager", clauses)

    @staticmethod
    def _percent_of(text: str) -> int:
        try:
            return parse_percent(text)
        except AwardError:
            return 0

    def _meters_known(self, filed: Mapping[str, tuple[str, object]]) -> None:
        names = [meter.name for meter in self.progressive.meters]
        for name, (key, _) in filed.items():
            if name not in names:
                self.say(
                    "unknown_meter", key, f"meter {name!r}", one_of(names), self.progressive.table.clauses
                )

    def _system_standard(self) -> None:
        asked, option = self.filing.system_standard, self.options.get("progressive.system_standard")
        if asked is not None and option is not None and asked not in option.values:
            readings = cited(option.reading)
            self.say(
                "value_not_allowed",
                option.key,
                repr(asked),
                one_of(option.values),
                option.clauses,
                readings=readings,
            )

    def _seed(self, meter: HouseMeter, datum: Meter) -> None:
        key, seed = self.seeds.get(meter.name, ("", meter.seed))
        if datum.seed_is == "fixed" and seed != meter.seed:
            self.say("seed_fixed", key, dollars(seed), dollars(meter.seed), datum.clauses)
        elif seed < meter.seed:
            allowed = f"{dollars(meter.seed)} or more"
            self.say("seed_below_minimum", key, dollars(seed), allowed, datum.clauses)

    def _rate(self, meter: HouseMeter, datum: Meter) -> None:
        if meter.name not in self.rates:
            return
        key, text = self.rates[meter.name]
        rate = self._percent(key, text, datum.clauses)
        if rate is not None and meter.rate is not None and rate != meter.rate:
            allowed = f"{percent(meter.rate)} on meter {meter.name}"
            self.say("rate_fixed", key, repr(text), allowed, datum.clauses)

    def _percent(self, key: str, text: str, clauses: tuple[str, ...]) -> int | None:
        try:
            rate = parse_percent(text)
        except AwardError:
            rate = 0
        if 0 < rate <= WHOLE:
            return rate
        allowed = 'a percentage such as "20%", more than 0% and at most 100%'
        self.say("rate_unreadable", key, repr(text), allowed, clauses)
        return None

    def _required(self, meter: HouseMeter) -> None:
        """The meter amounts that the document requires in the Rules Submission."""
        for part, filed in (("seed", self.seeds), ("reset", self.resets), ("rate", self.rates)):
            if meter.name not in filed:
                self._missing(part, f"the {part} of meter {meter.name}, which the submission must state")

    def _missing(self, part: str, allowed: str, severity: Severity = "violation") -> None:
        option = self.options[f"progressive.{part}"]
        readings = cited(option.reading)
        self.say(
            "filing_missing",
            option.key,
            "nothing",
            allowed,
            option.clauses,
            severity=severity,
            readings=readings,
        )

    def _filed(self) -> None:
        """A progressive with a filed pay table: levels, seed and rate come from the operator alone."""
        option, meter = self.options["choices.progressive"], self.progressive.meters[0]
        readings = cited(option.reading)
        self.say(
            "needs_approval",
            option.key,
            "a filed pay table",
            "with approval: the document has no pay table and no meter",
            option.clauses,
            severity="approval",
            readings=readings,
        )
        wager = self.rules.wagers["progressive"]
        for name in wager.needs:
            if self.rules.wagers[name].offered == "by_choice" and name not in self.chosen:
                *first, last = wager.needs
                beside = f"{', '.join(first)} and {last}" if first else last
                self.say(
                    "missing_wager",
                    option.key,
                    f"a progressive without {name}",
                    f"{name} among the choices: the progressive is placed with {beside}",
                    wager.clauses,
                    readings=cited(wager.reading),
                )
        if meter.rate is not None and not 0 < meter.rate <= WHOLE:
            asked, allowed = percent(meter.rate), "more than 0%, at most 100%"
            self.say("rate_unreadable", "choices.progressive.rate", asked, allowed, option.clauses)
        if not any(award.kind == SHARE for award in self.progressive.table.awards):
            return
        for part, value in (("seed", meter.seed), ("rate", meter.rate)):
            key = f"choices.progressive.{part}"
            if not value and not self.findings.about(key):
                allowed = f"the {part} of the meter that the levels pay from: the document has none"
                self.say("filing_missing", key, "nothing", allowed, option.clauses, readings=readings)


def as_filed(house: HouseRules, submission: Submission) -> HouseRules:
    """The house rules with the seeds and rates that the submission files for its meters.

    For a submission without violations: what the rules fix is then the same in both.
    """
    filing, progressive = submission.progressive, house.progressive
    if filing is None or progressive is None:
        return house
    seeds = filed_by_meter(house.rules, submission.choices, "seed", filing.seed)
    rates = filed_by_meter(house.rules, submission.choices, "rate", filing.rate)
    meters = tuple(
        replace(
            meter,
            seed=seeds[meter.name][1] if meter.name in seeds else meter.seed,
            rate=parse_percent(rates[meter.name][1]) if meter.name in rates else meter.rate,
        )
        for meter in progressive.meters
    )
    return replace(house, progressive=replace(progressive, meters=meters))
