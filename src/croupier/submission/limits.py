"""Payout limits: those of the document, after the operator's choices and policies."""

from collections.abc import Iterator, Mapping

from croupier.money import dollars
from croupier.rulebook.model import Limit, RuleSet
from croupier.submission.findings import Findings, cited, one_of
from croupier.submission.form import Choices
from croupier.submission.house import HouseLimit, HouseTable

_KEY = "choices.aggregate_limit"


def resolve_limits(
    rules: RuleSet,
    choices: Choices,
    tables: Mapping[str, HouseTable],
    policies: Mapping[str, str],
    findings: Findings,
) -> tuple[HouseLimit, ...]:
    """The limits in force."""
    return tuple(_Resolution(rules, choices, tables, findings).limits(policies))


class _Resolution:
    def __init__(
        self, rules: RuleSet, choices: Choices, tables: Mapping[str, HouseTable], findings: Findings
    ) -> None:
        self.rules, self.choices, self.tables, self.findings = rules, choices, tables, findings
        self.option = rules.options.get("aggregate_limit")
        self.asked = choices.aggregate_limit

    def limits(self, policies: Mapping[str, str]) -> Iterator[HouseLimit]:
        may_ask = self._may_ask()
        for name, limit in self.rules.limits.items():
            if any(policies.get(policy) == value for policy, _, value in map(_split, limit.dropped_under)):
                continue
            most = self._most(limit)
            amount, per = most, "hand"
            if may_ask and self.asked is not None:
                per = self.asked.per
                amount = self.asked.amount if most is None else min(self.asked.amount, most)
            if most is not None:
                self._check_amount(most)
            if amount is not None:
                yield HouseLimit(name, amount, per, limit.capped, limit.counted, limit.clauses)

    def _may_ask(self) -> bool:
        """Whether the rules allow the limit that the operator asked for, if any."""
        asked, option = self.asked, self.option
        if asked is None:
            return False
        values = {} if option is None else option.values
        clauses = () if option is None else option.clauses
        readings = () if option is None else cited(option.reading)
        if not {"hand", "round"} & set(values):
            amount, allowed = dollars(asked.amount), "no limit of the operator's own"
            self.findings.say("limit_not_offered", _KEY, amount, allowed, clauses, readings=readings)
        elif asked.per not in values:
            key, allowed = f"{_KEY}.per", f"per {one_of(values)}"
            self.findings.say("limit_not_offered", key, repr(asked.per), allowed, clauses, readings=readings)
        return asked.per in values

    def _check_amount(self, most: int) -> None:
        if self.option is None or self.asked is None or self.asked.amount <= most:
            return
        if not {"hand", "round"} & set(self.option.values):
            return
        if any(self.findings.about(f"choices.{wager}") for wager in self.choices.tables):
            return  # the most is unknown without the tables
        amount, allowed, readings = (
            dollars(self.asked.amount),
            f"at most {dollars(most)}",
            self.option.reading,
        )
        self.findings.say(
            "limit_above_maximum",
            f"{_KEY}.amount",
            amount,
            allowed,
            self.option.clauses,
            readings=cited(readings),
        )

    def _most(self, limit: Limit) -> int | None:
        if limit.amount is None or not limit.or_most_at_minimums:
            return limit.amount
        return max(limit.amount, sum(self._best(wager) for wager in (*limit.capped, *limit.counted)))

    def _best(self, wager: str) -> int:
        """The most that a wager can win at its minimum: its best row, rounded up."""
        datum, minimums, table = self.rules.wagers[wager], self.choices.minimums, self.tables.get(wager)
        if table is None:
            return 0
        if datum.placed == "by_decision":
            stake = minimums.get("ante", 0) * self.rules.most_antes(wager)
        else:
            stake = minimums.get(datum.equals or wager, 0)
        award = table.awards[0]
        return -(-stake * award.number // award.per)


def _split(condition: str) -> tuple[str, str, str]:
    return condition.partition("=")
