"""A whole submission checked against the law: every violation at once, with its clause and its line."""

import re
import tomllib
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.money import dollars
from croupier.rulebook.catalog import rule_set, rule_set_names, rulebook
from croupier.rulebook.line_numbers import Lines, dotted
from croupier.rulebook.model import RuleSet, Wager
from croupier.submission.choices import Resolved, resolve
from croupier.submission.citations import cite
from croupier.submission.filing import judge_filing, merge, say_without_table
from croupier.submission.findings import Finding, Findings, cited, one_of, within
from croupier.submission.form import Submission
from croupier.submission.house import HouseRules
from croupier.submission.limits import judge_posted_limits
from croupier.submission.parsing import Reader, shown
from croupier.submission.particulars import judge_particulars
from croupier.submission.progressive import accepted_stakes


class Checked(NamedTuple):
    """The verdict on a submission."""

    ok: bool
    findings: tuple[Finding, ...]
    submission: Submission | None
    """The parts that could be read."""
    resolved: Resolved | None


MOST_PARTS = 100
_QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'|#.*')
"""Texts and comments, which may have any number of dots."""


class NotToml(Refusal):
    """The text is not TOML; the message names the line."""

    def __init__(self, message: str) -> None:
        super().__init__("submission_unreadable", message)


def check_text(text: str, edition: str = "") -> Checked:
    """Check the text of a submission against its rules: the edition in force, or the edition given."""
    text = text.removeprefix("\ufeff")
    _check_keys(text)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise NotToml("not TOML that can be read: nested too deeply") from None
    except ValueError as error:
        last = f"line {text.count(chr(10)) + 1}, the last"
        raise NotToml(f"not TOML: {str(error).replace('end of document', last)}") from None
    return _Check(data, Lines(text), edition).checked()


def _check_keys(text: str) -> None:
    """Refuse keys of many parts: reading one takes a time that grows with the square of their number."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_PARTS and _QUOTED.sub("", line).count(".") > MOST_PARTS:
            raise NotToml(f"not TOML that can be read: line {number}: a key of over {MOST_PARTS} parts")


class _Check:
    """One check: reads the form key by key, then checks the values that could be read."""

    def __init__(self, data: Mapping[str, object], lines: Lines, edition: str) -> None:
        self.data = data
        self.lines = lines
        self.edition = edition
        self.form = Findings()
        self.judgment = Findings()
        self.say = self.judgment.say

    def checked(self) -> Checked:
        reader = Reader(self.form)
        submission = reader.read(self.data)
        resolved = None
        if submission is not None and self.edition and "@" not in submission.rules:
            submission = msgspec.structs.replace(submission, rules=f"{submission.rules}@{self.edition}")
        if submission is not None and not rulebook().has(submission.rules):
            self.form.say("unknown_rules", "rules", repr(submission.rules), one_of(rule_set_names()))
        elif submission is not None and (problem := rulebook().problem(submission.rules)):
            self.form.say(
                "rules_unusable", "rules", repr(submission.rules), f"a rule set in order: {problem}"
            )
        elif submission is not None:
            rules = rule_set(submission.rules)
            resolved = self._judge(rules, submission, reader)
            self.form.all = list(cite(rules, self.form.all, reader.meant))
            self.judgment.all = list(cite(rules, self.judgment.all))
        placed = [
            msgspec.structs.replace(finding, line=self.lines.of(finding.key))
            for finding in (*self.form.all, *self.judgment.all)
        ]
        placed.sort(key=lambda finding: (finding.line is None, finding.line or 0))
        ok = all(finding.severity != "violation" for finding in placed)
        return Checked(ok, tuple(placed), submission, resolved)

    def _judge(self, rules: RuleSet, submission: Submission, reader: Reader) -> Resolved:
        self._progressive_form(rules, reader)
        judgment = self.judgment
        merged = merge(rules, submission, judgment)
        choices = merged.choices
        if choices.progressive is None and self._written("choices", "progressive"):
            # If the progressive could not be read, only its stake is reported, not what goes with it.
            wager = rules.wagers.get("progressive")
            if wager is not None and (stakes := wager.stakes):
                accepted_stakes(rules, choices, stakes, judgment)
            choices = msgspec.structs.replace(choices, progressive_wager=None, reset={})
            submission = msgspec.structs.replace(submission, progressive=None)
        resolved = resolve(rules, choices)
        judgment.all.extend(resolved.findings)
        self._positions(rules, submission)
        self._posted_limits(rules, submission, resolved.house)
        judge_particulars(rules, submission, resolved.house, judgment)
        judge_filing(rules, submission, choices, resolved.house, judgment)
        judge_posted_limits(rules, submission, resolved.house, judgment)
        judgment.all = [
            msgspec.structs.replace(finding, key=merged.places.get(finding.key, finding.key))
            for finding in judgment.all
        ]
        # A value that could not be read is one finding; it is not also reported as missing.
        judgment.drop(
            lambda finding: any(within(finding.key, key) or within(key, finding.key) for key in reader.blamed)
        )
        return resolved

    def _progressive_form(self, rules: RuleSet, reader: Reader) -> None:
        """A progressive of the wrong form for these rules is one finding, with its clause."""
        choices = self.data.get("choices")
        asked = choices.get("progressive") if isinstance(choices, Mapping) else None
        option = rules.options.get("progressive")
        if option is None:
            return  # the rules have no progressive, and the check of the choices says so
        if rules.progressive and isinstance(asked, Mapping):
            code, words, allowed = "odds_fixed", "a table of its own", one_of(rules.progressive)
        elif not rules.progressive and asked is not None and not _levels(asked):
            code, words = (
                "progressive_without_table",
                "no levels" if isinstance(asked, Mapping) else shown(asked),
            )
            allowed = "a filed pay table: hand, levels, seed, rate"
        else:
            return
        key = "choices.progressive"
        self.form.drop(lambda finding: within(finding.key, key))
        self.form.say(code, key, words, allowed, option.clauses, readings=cited(option.reading))
        reader.blamed.add(key)

    def _positions(self, rules: RuleSet, submission: Submission) -> None:
        option, asked = rules.options["positions"], submission.positions
        least, most = option.least or 1, option.most or 0
        if asked is not None and not least <= asked <= most:
            code = "too_many_positions" if asked > most else "value_not_allowed"
            self.say(
                code, option.key, asked, f"{least} to {most}", option.clauses, readings=cited(option.reading)
            )
            asked = None
        positions, option = asked or most, rules.options["boxes"]
        boxes, most = submission.boxes_per_player, min(option.most or positions, positions)
        least = option.least or 1
        readings = cited(option.reading)
        if boxes is None and option.most is None:
            allowed = "the number of adjacent boxes that a player may play"
            self.say("filing_missing", option.key, "nothing", allowed, option.clauses, readings=readings)
        elif boxes is not None and not least <= boxes <= most:
            code = "too_many_boxes" if boxes > most else "value_not_allowed"
            allowed = str(most) if most == least else f"{least} to {most}, adjacent"
            self.say(code, option.key, boxes, allowed, option.clauses, readings=readings)

    # --------------------------------------------------------------------------------- posted limits

    def _posted_limits(self, rules: RuleSet, submission: Submission, house: HouseRules) -> None:
        placed = {name: wager for name, wager in rules.wagers.items() if wager.placed == "before_deal"}
        for name, bounds in submission.limits.items():
            wager, key = placed.get(name), dotted("limits", name)
            if wager is None:
                clauses = rules.wagers["ante"].clauses
                self.say("unknown_wager", key, f"wager {name!r}", one_of(placed), clauses)
            elif bounds[0] > bounds[1]:
                asked = f"{dollars(bounds[0])} to {dollars(bounds[1])}"
                clauses = (*(wager.posted or rules.options["limits"].clauses), *wager.clauses)
                self.say("minimum_above_maximum", key, asked, "a minimum up to the maximum", clauses)
            elif not (house.offers(name) or self._written("choices", name)):
                if name == "progressive" and not rules.progressive:
                    say_without_table(rules, key, self.say)
                    continue
                allowed = "limits of the wagers that the choices offer"
                self.say("wager_not_offered", key, name, allowed, wager.clauses, severity="warning")
            else:
                self._stakes(rules, submission, house, name, wager)
        for name, wager in placed.items():
            if wager.posted and house.offers(name) and not self._written("limits", name):
                key, allowed = f"limits.{name}", "a posted minimum and maximum"
                self.say("limits_not_posted", key, "nothing", allowed, wager.posted, severity="warning")

    def _stakes(
        self, rules: RuleSet, submission: Submission, house: HouseRules, name: str, wager: Wager
    ) -> None:
        """Limits of a wager whose stake is fixed or must equal another wager."""
        bounds, key = submission.limits[name], f"limits.{name}"
        if name == "progressive":
            stakes = house.progressive.stakes if house.progressive is not None else wager.stakes
            said = self.judgment.about("choices.progressive_wager")
            if stakes and not said and not set(bounds) <= set(stakes):
                asked = f"{dollars(bounds[0])} to {dollars(bounds[1])}"
                allowed = " or ".join(map(dollars, stakes)) + ", no more and no less"
                option = rules.options["progressive_wager"]
                readings = cited(option.reading)
                self.say("wrong_progressive_stake", key, asked, allowed, option.clauses, readings=readings)
        elif wager.equals is not None and submission.limits.get(wager.equals, bounds) != bounds:
            self.say("wagers_differ", key, list(bounds), f"those of {wager.equals}", wager.clauses)

    def _written(self, section: str, key: str) -> bool:
        """Whether the file has a value there, readable or not."""
        table = self.data.get(section)
        return isinstance(table, Mapping) and key in table


def _levels(asked: object) -> bool:
    return isinstance(asked, Mapping) and bool(asked.get("levels"))
