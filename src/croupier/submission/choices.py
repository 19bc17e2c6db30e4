"""The operator's choices, checked against the law and resolved into house rules.

One function serves the submission (all findings at once) and the round to settle (the first violation is
the refusal), so that the two never disagree.
"""

from typing import NamedTuple

import msgspec

from croupier.rulebook.catalog import cached_by_rulebook
from croupier.rulebook.line_numbers import dotted
from croupier.rulebook.model import Option, RuleSet
from croupier.submission.citations import cite
from croupier.submission.findings import Finding, Findings, as_text, cited, one_of
from croupier.submission.form import Choices, table_wagers
from croupier.submission.house import HouseRules
from croupier.submission.limits import resolve_limits
from croupier.submission.progressive import resolve_progressive
from croupier.submission.rule_lookup import rules_named
from croupier.submission.tables import resolve_cover_all, resolve_tables


class Resolved(NamedTuple):
    """The house rules that the choices allow, and the findings about them."""

    house: HouseRules
    findings: tuple[Finding, ...]


def house_rules(name: str, choices: Choices) -> HouseRules:
    """The house rules for a round to settle; the first violation is the refusal."""
    return _house_rules(name, msgspec.json.encode(choices))


@cached_by_rulebook(maxsize=1024)
def _house_rules(name: str, encoded: bytes) -> HouseRules:
    resolved = resolve(rules_named(name), msgspec.json.decode(encoded, type=Choices))
    for finding in resolved.findings:
        if finding.severity == "violation":
            raise finding.refusal()
    return resolved.house


def resolve(rules: RuleSet, choices: Choices) -> Resolved:
    """Check the choices and resolve them into house rules, which leave out choices with a violation."""
    return _Resolution(rules, choices).resolved()


class _Resolution:
    """One check: collects findings while it builds the house rules."""

    def __init__(self, rules: RuleSet, choices: Choices) -> None:
        self.rules = rules
        self.choices = choices
        self.findings = Findings()
        self.say = self.findings.say

    def resolved(self) -> Resolved:
        tables = resolve_tables(self.rules, self.choices, self.findings)
        progressive = resolve_progressive(self.rules, self.choices, self.findings)
        self._unknown_choices()
        self._switches()
        self._elected_hands()
        self._designated_envy()
        self._instruments()
        policies = self._policies()
        house = HouseRules(
            rules=self.rules,
            tables=tables,
            cover_all=resolve_cover_all(self.rules, self.choices, self.findings),
            progressive=progressive,
            policies=policies,
            limits=resolve_limits(self.rules, self.choices, tables, policies, self.findings),
            match_play=self.choices.match_play,
        )
        return Resolved(house, cite(self.rules, self.findings.all))

    # ---------------------------------------------------------------------------------------- policies

    def _policies(self) -> dict[str, str]:
        policies = {name: policy.values[0] for name, policy in self.rules.policies.items()}
        for name, asked in self.choices.policies.items():
            key = dotted("choices", "policies", name)
            policy = self.rules.policies.get(name)
            if policy is None:
                allowed = one_of(policies) if policies else "none in these rules"
                self.say("unknown_policy", key, f"policy {name!r}", allowed)
            elif asked not in policy.values:
                allowed, readings = one_of(policy.values), cited(policy.reading)
                self.say("unknown_policy_value", key, repr(asked), allowed, policy.clauses, readings=readings)
            else:
                policies[name] = asked
                if asked != policy.values[0]:
                    self.say(
                        "policy_not_default",
                        key,
                        repr(asked),
                        f"{policy.values[0]!r}, or this with the regulator's approval",
                        policy.clauses,
                        severity="approval",
                        readings=cited(policy.reading),
                    )
        return policies

    # ------------------------------------------------------------------------------- the other choices

    def _unknown_choices(self) -> None:
        """Choices that are in the form but not in these rules."""
        wagers = self.rules.wagers
        allowed = f"the wagers of these rules: {', '.join(wagers)}"
        for wager in self.choices.tables:
            if wager not in self.rules.paytables:
                if wager in table_wagers():
                    self.say("unknown_choice", f"choices.{wager}", wager, allowed, wagers["ante"].clauses)
                else:
                    self.say("unknown_key", f"choices.{wager}", f"key {wager!r}", allowed)
        for wager in self.choices.minimums:
            if wager not in wagers:
                self.say("unknown_wager", dotted("choices", "minimums", wager), f"wager {wager!r}", allowed)
        for wager in self.choices.acknowledge:
            if wager not in self.rules.paytables:
                self.say(
                    "unknown_wager", "choices.acknowledge", f"wager {wager!r}", one_of(self.rules.paytables)
                )
        if self.choices.match_play and "match_play" not in self.rules.options:
            instruments = self.rules.fact("wagers.instruments")
            assert isinstance(instruments.value, tuple)
            words = ", ".join(map(str, instruments.value))
            self.say("unknown_choice", "choices.match_play", "match play coupons", words, instruments.clauses)

    def _switches(self) -> None:
        """Choices between yes and no, by the values that the document allows."""
        for name, value in (("cover_all", self.choices.cover_all), ("match_play", self.choices.match_play)):
            option, text = self.rules.options.get(name), as_text(value)
            if option is not None and text not in option.values:
                self.say("value_not_allowed", option.key, text, one_of(option.values), option.clauses)

    def _elected_hands(self) -> None:
        """The hands that the licensee elects to recognize (MA 5(c), NJ 38.5(c))."""
        elected, key = self.choices.recognised_hands, "choices.recognised_hands"
        if elected is not None and (option := self._option("recognised_hands", "ranking.hands_recognised")):
            for hand in elected:
                if hand not in option.values:
                    allowed = f"hands of {', '.join(option.values)}"
                    self.say("value_not_allowed", key, repr(hand), allowed, option.clauses)
            for wager, rows in self._paid_hands().items():
                missing = [row for row in rows if row in option.values and row not in elected]
                if missing:
                    asked, allowed = (
                        f"{wager} without {', '.join(missing)}",
                        "every hand that the chosen table pays",
                    )
                    self.say("hands_not_elected", key, asked, allowed, option.clauses)
        suit, key = self.choices.suit_specific, "choices.suit_specific"
        if suit is not None and (option := self._option("suit_specific", "ranking.suit_specific")):
            if suit not in option.values:
                self.say("value_not_allowed", key, repr(suit), one_of(option.values), option.clauses)
            else:
                self.say(
                    "suit_specific_unpaid",
                    key,
                    repr(suit),
                    "it may be elected, but no pay table of the document pays it",
                    option.clauses,
                    severity="warning",
                    readings=cited(option.reading),
                )

    def _paid_hands(self) -> dict[str, tuple[str, ...]]:
        """By wager offered, the hands that its table pays."""
        paid = {
            wager: printed.rows
            for wager, printed in self.rules.paytables.items()
            if wager in self.choices.tables
        }
        progressive = self.choices.progressive
        if isinstance(progressive, str) and progressive in self.rules.progressive:
            paid["progressive"] = tuple(self.rules.progressive[progressive].pays)
        return paid

    def _designated_envy(self) -> None:
        """The envy schedule must match the progressive table, where the operator designates one."""
        asked, key = self.choices.envy, "choices.envy"
        if asked is None or (option := self._option("envy", "settlement.envy")) is None:
            return
        if self.findings.about("choices.progressive"):
            return
        progressive = self.choices.progressive
        table = self.rules.progressive.get(progressive) if isinstance(progressive, str) else None
        follows = str(progressive) if table is not None and table.envy else "none"
        if asked != follows or asked not in option.values:
            clauses = (*option.values.get(follows, ()), *option.clauses)
            goes_with = f"{follows!r}, which goes with the progressive chosen"
            allowed = goes_with if follows in option.values else one_of(option.values)
            self.say("value_not_allowed", key, repr(asked), allowed, clauses, readings=cited(option.reading))

    def _instruments(self) -> None:
        """The wagering instruments, where the document requires the operator to state them."""
        asked, key = self.choices.instruments, "choices.instruments"
        if asked is None or (option := self._option("instruments", "wagers.instruments")) is None:
            return
        for instrument in asked:
            if instrument not in option.values:
                self.say("value_not_allowed", key, repr(instrument), one_of(option.values), option.clauses)
            elif instrument in option.approval:
                allowed = "instruments that the Commission has approved"
                self.say(
                    "needs_approval", key, repr(instrument), allowed, option.clauses, severity="approval"
                )

    def _option(self, name: str, otherwise: str) -> Option | None:
        """The option of that name, or the fact that the document states instead of an option."""
        option = self.rules.options.get(name)
        if option is None:
            stated = self.rules.stated(otherwise)
            clauses = stated.clauses if stated is not None else ()
            self.say("unknown_choice", f"choices.{name}", "a choice", "these rules leave none here", clauses)
        return option
