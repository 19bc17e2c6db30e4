"""A whole submission checked against the law: every violation at once, with its clause and its line."""

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from croupier.money import AwardError, dollars, parse_percent
from croupier.rulebook.loader import rule_set, rule_set_names
from croupier.rulebook.model import Option, RuleSet
from croupier.submission.choices import Resolved, resolve
from croupier.submission.findings import Finding
from croupier.submission.form import Choices, FiledProgressive, Submission
from croupier.submission.house import HouseProgressive
from croupier.submission.lines import Lines


class Checked(NamedTuple):
    """The verdict on a submission."""

    ok: bool
    findings: tuple[Finding, ...]
    submission: Submission | None
    """As far as it could be read."""
    resolved: Resolved | None


class NotToml(ValueError):
    """A text that is no TOML at all; the message names the line."""


def check_text(text: str) -> Checked:
    """Check the text of a submission."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(f"not TOML: {error}") from None
    return _Check(data, Lines(text)).checked()


class _Check:
    """One check: reads the form key by key, then judges what could be read."""

    def __init__(self, data: Mapping[str, Any], lines: Lines) -> None:
        self.data = data
        self.lines = lines
        self.findings: list[Finding] = []

    def checked(self) -> Checked:
        read = self._read(Submission, self.data, "")
        resolved = None
        submission = None
        name = read.get("rules")
        if name is None and "rules" not in self.data:
            self._say("filing_missing", "rules", "nothing", f"one of {', '.join(rule_set_names())}")
        elif isinstance(name, str) and name not in rule_set_names():
            self._say("unknown_rules", "rules", repr(name), f"one of {', '.join(rule_set_names())}")
        elif isinstance(name, str):
            submission = Submission(**read)
            resolved = self._judge(rule_set(name), submission)
        placed = [
            msgspec.structs.replace(finding, line=self.lines.of(finding.key)) for finding in self.findings
        ]
        ok = all(finding.severity != "violation" for finding in placed)
        return Checked(ok, tuple(placed), submission, resolved)

    def _say(
        self,
        code: str,
        key: str,
        asked: object,
        allowed: str,
        clauses: tuple[str, ...] = (),
        *,
        severity: str = "violation",
        readings: tuple[str, ...] = (),
    ) -> None:
        finding = Finding(code=code, key=key, asked=str(asked), allowed=allowed, clauses=clauses)
        self.findings.append(msgspec.structs.replace(finding, severity=severity, readings=readings))

    # -------------------------------------------------------------------------------- reading the form

    def _read(self, form: type[msgspec.Struct], data: Mapping[str, Any], prefix: str) -> dict[str, Any]:
        """The keys of a table that have the right type; the others are findings."""
        fields = {field.encode_name: field for field in msgspec.structs.fields(form)}
        read: dict[str, Any] = {}
        for key, value in data.items():
            path = prefix + key
            field = fields.get(key)
            if field is None:
                near = difflib.get_close_matches(key, fields, n=1)
                hint = f"{near[0]}?" if near else f"one of {', '.join(fields)}"
                self._say("unknown_key", path, f"key {key!r}", hint)
                continue
            inner = _table_of(field.type)
            if inner is not None:
                if isinstance(value, Mapping):
                    read[field.name] = inner(**self._read(inner, value, path + "."))
                else:
                    self._say("wrong_type", path, _shown(value), "a table")
                continue
            if key in ("limits", "minimums", "reset", "policies") and isinstance(value, Mapping) and value:
                read[field.name] = self._read_each(field.type, value, path)
                continue
            converted = self._convert(value, field.type, path)
            if converted is not _UNREADABLE:
                read[field.name] = converted
        return read

    def _read_each(self, kind: Any, value: Mapping[str, Any], path: str) -> dict[str, Any]:
        """A table of like values, one by one, so that one bad value does not hide the others."""
        read = {}
        for key, each in value.items():
            converted = self._convert({key: each}, kind, f"{path}.{key}")
            if converted is not _UNREADABLE:
                read.update(converted if isinstance(converted, dict) else {key: converted})
        return read

    def _convert(self, value: Any, kind: Any, path: str) -> Any:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            problem, _, where = str(error).partition(" - at ")
            inside = where.strip("`").removeprefix("$").removeprefix("[...]")
            if "unknown field" in problem:
                self._say("unknown_key", path, problem, "the documented keys")
            else:
                code = "bad_amount" if "<=" in problem or ">=" in problem else "wrong_type"
                shown = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else value
                self._say(code, path + inside.replace("[...]", ""), _shown(shown), problem.partition(", got")[0])
            return _UNREADABLE

    # ------------------------------------------------------------------------------------------ judging

    def _judge(self, rules: RuleSet, submission: Submission) -> Resolved:
        choices = self._with_minimums(submission)
        filing = submission.progressive
        if filing is not None and filing.reset is not None:
            resets = self._by_meter(rules, choices, filing.reset)
            choices = msgspec.structs.replace(choices, reset={**resets, **choices.reset})
        filed = choices.progressive
        if isinstance(filed, FiledProgressive) and filing is not None:
            choices = msgspec.structs.replace(choices, progressive=_with_filing(filed, filing.seed, filing.rate))
        resolved = resolve(rules, choices)
        self._positions(rules, submission)
        self.findings.extend(resolved.findings)
        self._posted_limits(rules, submission, resolved)
        self._equipment(rules, submission, resolved)
        self._filing(rules, submission, resolved, choices)
        for section in ("layout", "procedure"):
            self._options_of(rules, section, getattr(submission, section))
        return resolved

    @staticmethod
    def _with_minimums(submission: Submission) -> Choices:
        """The posted minimums decide the limits where the choices do not state them."""
        if submission.choices.minimums:
            return submission.choices
        minimums = {wager: bounds[0] for wager, bounds in submission.limits.items()}
        return msgspec.structs.replace(submission.choices, minimums=minimums)

    def _positions(self, rules: RuleSet, submission: Submission) -> None:
        option, boxes = rules.options["positions"], rules.options["boxes"]
        most = option.most or 0
        asked = submission.positions
        if asked is not None and not 1 <= asked <= most:
            self._refuse(option, "too_many_positions", asked, f"1 to {most}")
        asked_boxes = submission.boxes_per_player
        positions = min(asked or most, most)
        if asked_boxes is None:
            if boxes.most is None:
                self._refuse(boxes, "filing_missing", "nothing", "the number of adjacent boxes a player may play")
        elif asked_boxes < 1 or asked_boxes > (boxes.most or positions):
            allowed = "1" if boxes.most == 1 else f"1 to {boxes.most or positions}, adjacent"
            self._refuse(boxes, "too_many_boxes", asked_boxes, allowed)
        elif asked_boxes > positions:
            self._refuse(boxes, "too_many_boxes", asked_boxes, f"at most the {positions} positions")

    def _refuse(self, option: Option, code: str, asked: object, allowed: str) -> None:
        readings = () if option.reading is None else (option.reading,)
        self._say(code, option.key, asked, allowed, option.clauses, readings=readings)

    def _posted_limits(self, rules: RuleSet, submission: Submission, resolved: Resolved) -> None:
        house = resolved.house
        for wager, bounds in submission.limits.items():
            key = f"limits.{wager}"
            datum = rules.wagers.get(wager)
            if datum is None or datum.placed != "before_deal":
                allowed = ", ".join(name for name, each in rules.wagers.items() if each.placed == "before_deal")
                self._say("unknown_wager", key, f"wager {wager!r}", f"one of {allowed}")
                continue
            least, most = bounds
            if least > most:
                asked = f"{dollars(least)} to {dollars(most)}"
                self._say("minimum_above_maximum", key, asked, "a minimum up to the maximum", datum.clauses)
            if not house.offers(wager):
                allowed = "limits of the wagers that the choices offer"
                self._say("wager_not_offered", key, f"{wager}", allowed, datum.clauses, severity="warning")
            elif wager == "progressive" and house.progressive is not None:
                stakes = house.progressive.stakes
                if least not in stakes or most not in stakes:
                    allowed = " or ".join(dollars(stake) for stake in stakes) + ", no more and no less"
                    asked = f"{dollars(least)} to {dollars(most)}"
                    self._say("wrong_progressive_stake", key, asked, allowed, datum.clauses)
            elif datum.equals is not None and submission.limits.get(datum.equals, bounds) != bounds:
                self._say("blind_unequal_ante", key, f"{list(bounds)}", f"those of {datum.equals}", datum.clauses)
        for wager, datum in rules.wagers.items():
            if datum.posted and house.offers(wager) and wager not in submission.limits:
                allowed = "a posted minimum and maximum"
                self._say(
                    "limits_not_posted", f"limits.{wager}", "nothing", allowed, datum.posted, severity="warning"
                )

    def _equipment(self, rules: RuleSet, submission: Submission, resolved: Resolved) -> None:
        equipment = submission.equipment
        codes = {
            "deal": "deal_not_allowed",
            "shuffle": "shuffle_not_allowed",
            "preshuffled": "preshuffled_not_allowed",
        }
        self._options_of(rules, "equipment", equipment, codes)
        shuffle = equipment.shuffle or rules.options["shuffle"].default
        if equipment.deal == "hand" and shuffle != "automated":
            needs = rules.facts["deal"].get("hand_needs_shuffler")
            if needs is not None:
                allowed = 'shuffle = "automated"'
                self._say("hand_deal_needs_shuffler", "equipment.deal", "'hand'", allowed, needs.clauses)
        if equipment.decks == 2 and shuffle != "automated":
            clauses = rules.options["second_deck"].clauses
            self._say("second_deck_needs_shuffler", "equipment.decks", "2", 'shuffle = "automated"', clauses)
        if equipment.counting_shuffler and shuffle != "automated":
            clauses = rules.options["counting_shuffler"].clauses if "counting_shuffler" in rules.options else ()
            allowed = 'a counting shuffler only with shuffle = "automated"'
            self._say(
                "value_not_allowed", "equipment.counting_shuffler", "true", allowed, clauses, severity="warning"
            )
        house = resolved.house
        if house.cover_all:
            self._cover_all_device(rules, submission, shuffle == "automated")
        if submission.choices.progressive is not None and not equipment.progressive_system:
            needs = rules.facts["table"].get("progressive_system")
            if needs is not None:
                allowed = "progressive_system = true: a table equipped for the wager"
                self._say(
                    "equipment_missing", "equipment.progressive_system", "no system", allowed, needs.clauses
                )

    def _cover_all_device(self, rules: RuleSet, submission: Submission, automated: bool) -> None:
        option = rules.options["cover_all_device"]
        if not submission.equipment.cover_all_device:
            allowed = "cover_all_device = true: the i-Deal Plus in Cover All mode"
            self._say(
                "equipment_missing", "equipment.cover_all_device", "Cover All without it", allowed, option.clauses
            )
        elif not automated:
            allowed = 'shuffle = "automated": the device is a shuffler'
            self._say("equipment_missing", "equipment.shuffle", "Cover All", allowed, option.clauses)

    def _options_of(
        self, rules: RuleSet, section: str, filed: msgspec.Struct, codes: Mapping[str, str] | None = None
    ) -> None:
        """Every value of a section against the option of that key."""
        options = {option.key: option for option in rules.options.values()}
        for field in msgspec.structs.fields(filed):
            value = getattr(filed, field.name)
            key = f"{section}.{field.name}"
            option = options.get(key)
            code = (codes or {}).get(field.name, "value_not_allowed")
            if option is None:
                if value is True:
                    self._say(code, key, "true", "these rules do not know it")
                continue
            if value is None or option.free:
                continue
            text = str(value).lower() if isinstance(value, bool) else str(value)
            readings = () if option.reading is None else (option.reading,)
            if option.values and text not in option.values:
                allowed = f"one of {', '.join(option.values)}" if len(option.values) > 1 else next(iter(option.values))
                self._say(code, key, text, allowed, option.clauses, readings=readings)
            elif isinstance(value, int) and not isinstance(value, bool) and not _within(value, option):
                allowed = f"{option.least} to {option.most}"
                self._say(code, key, text, allowed, option.clauses, readings=readings)
            elif option.source.startswith("Commission") and text not in ("false", str(option.default)):
                clauses = option.values.get(text, option.clauses)
                self._say(
                    "needs_approval", key, text, option.source, clauses, severity="approval", readings=readings
                )

    # ------------------------------------------------------------------------------ the meters as filed

    def _filing(
        self, rules: RuleSet, submission: Submission, resolved: Resolved, choices: Choices
    ) -> None:
        filing = submission.progressive
        progressive = resolved.house.progressive
        if progressive is None:
            if filing is not None and submission.choices.progressive is None:
                allowed = "only with a progressive among the choices"
                self._say("unknown_choice", "progressive", "it", allowed, severity="warning")
            return
        seeds = self._by_meter(rules, choices, filing.seed if filing else None)
        resets = {**self._by_meter(rules, choices, filing.reset if filing else None), **choices.reset}
        rates = self._by_meter(rules, choices, filing.rate if filing else None)
        for part, filed in (("seed", seeds), ("rate", rates)):
            for name in filed:
                if name not in {meter.name for meter in progressive.meters}:
                    names = ", ".join(meter.name for meter in progressive.meters)
                    self._say("unknown_meter", f"progressive.{part}", f"meter {name!r}", f"one of {names}")
        if not rules.progressive:
            self._filed_whole(progressive)
            return
        table = rules.progressive[progressive.table.name]
        for meter in progressive.meters:
            datum = table.meters[meter.name]
            seed = seeds.get(meter.name)
            if seed is not None and datum.seed_is == "fixed" and seed != meter.seed:
                allowed = dollars(meter.seed)
                self._say("seed_fixed", "progressive.seed", dollars(seed), allowed, datum.clauses)
            elif seed is not None and seed < meter.seed:
                allowed = f"{dollars(meter.seed)} or more"
                self._say("seed_below_least", "progressive.seed", dollars(seed), allowed, datum.clauses)
            self._rate(meter.name, rates.get(meter.name), meter.rate, datum.clauses)
            if datum.seed_is == "least":
                for part, filed_part in (("seed", seeds), ("reset", resets), ("rate", rates)):
                    if meter.name not in filed_part:
                        allowed = f"the {part} of meter {meter.name}, which the submission must state"
                        clauses = self._filing_clauses(rules, part, datum.clauses)
                        self._say("filing_missing", f"progressive.{part}", "nothing", allowed, clauses)
            elif datum.seed_is == "per_dollar" and meter.name not in rates:
                allowed = f"a rate for meter {meter.name}; without one it does not grow"
                self._say(
                    "filing_missing", "progressive.rate", "nothing", allowed, table.clauses, severity="warning"
                )

    @staticmethod
    def _filing_clauses(rules: RuleSet, part: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
        for option in rules.options.values():
            if option.key == f"progressive.{part}":
                return option.clauses
        return otherwise

    def _filed_whole(self, progressive: HouseProgressive) -> None:
        """The Ultimate progressive: seed and rate come from the operator alone."""
        meter = progressive.meters[0]
        for part, value in (("seed", meter.seed), ("rate", meter.rate)):
            if not value:
                allowed = f"the {part} of the meter: the document has none"
                self._say(
                    "filing_missing",
                    f"choices.progressive.{part}",
                    "nothing",
                    allowed,
                    meter.clauses,
                    readings=meter.readings,
                )

    def _rate(self, name: str, asked: object, fixed: int | None, clauses: tuple[str, ...]) -> None:
        if asked is None:
            return
        try:
            rate = parse_percent(str(asked))
        except AwardError as error:
            allowed = str(error).partition("; ")[2]
            self._say("odds_unreadable", "progressive.rate", repr(asked), allowed, clauses)
            return
        if fixed is not None and rate != fixed:
            allowed = f"{fixed / 100:g}% on meter {name}"
            self._say("rate_fixed", "progressive.rate", str(asked), allowed, clauses)
        elif not 0 < rate <= 10_000:
            self._say("value_not_allowed", "progressive.rate", str(asked), "more than 0%, at most 100%", clauses)

    def _by_meter(self, rules: RuleSet, choices: Choices, filed: Any) -> dict[str, Any]:
        """A filing by meter; a single value stands for the first (in most tables the only) meter."""
        if filed is None:
            return {}
        if isinstance(filed, dict):
            return filed
        table = rules.progressive.get(choices.progressive) if isinstance(choices.progressive, str) else None
        return {next(iter(table.meters)) if table is not None else "main": filed}


_UNREADABLE = object()


def _with_filing(filed: FiledProgressive, seed: Any, rate: Any) -> FiledProgressive:
    """The Ultimate progressive with what the section `progressive` adds to it."""
    seed = seed.get("main") if isinstance(seed, dict) else seed
    rate = rate.get("main") if isinstance(rate, dict) else rate
    return msgspec.structs.replace(filed, seed=filed.seed or seed, rate=filed.rate or rate)


def _table_of(kind: Any) -> type[msgspec.Struct] | None:
    """The struct of a section of the form (`equipment`), or none for a single value or a union of forms."""
    options = [each for each in _alternatives(kind) if each is not type(None)]
    if len(options) == 1 and isinstance(options[0], type) and issubclass(options[0], msgspec.Struct):
        return options[0] if not _is_value(options[0]) else None
    return None


def _is_value(form: type[msgspec.Struct]) -> bool:
    """Forms with a required key are single values: they are read whole."""
    return any(field.required for field in msgspec.structs.fields(form))


def _alternatives(kind: Any) -> Iterator[Any]:
    yield from getattr(kind, "__args__", (kind,)) if type(kind).__name__ == "UnionType" else (kind,)


def _within(value: int, option: Option) -> bool:
    return (option.least is None or value >= option.least) and (option.most is None or value <= option.most)


def _shown(value: object) -> str:
    return repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "…"
