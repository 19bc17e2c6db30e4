"""Payout limits: those of the document, after the operator's choices and policies."""

from collections.abc import Iterator, Mapping

from croupier.money import dollars
from croupier.rulebook.model import Limit, RuleSet
from croupier.submission.findings import Findings, cited, one_of
from croupier.submission.form import Choices, Submission
from croupier.submission.house import HouseLimit, HouseRules, HouseTable

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
            most, cited_with = self._most(limit)
            amount, per = most, "hand"
            if may_ask and self.asked is not None:
                per = self.asked.per
                if most is None or self.asked.amount < most:
                    assert self.option is not None
                    amount, cited_with = self.asked.amount, self.option.values[per]
            if most is not None:
                self._check_amount(most)
            if amount is not None:
                clauses = tuple(dict.fromkeys((*limit.clauses, *cited_with)))
                yield HouseLimit(name, amount, per, limit.capped, limit.counted, clauses)

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

    def _most(self, limit: Limit) -> tuple[int | None, tuple[str, ...]]:
        """The maximum that the document allows, and the clauses of that amount."""
        if limit.amount is None or not limit.or_most_at_minimums:
            return limit.amount, limit.amount_clauses
        wagers = (*limit.capped, *limit.counted)
        at_minimums = sum(_best(self.rules, self.tables, self.choices.minimums, wager) for wager in wagers)
        if at_minimums > limit.amount:
            return at_minimums, limit.minimums_clauses
        return limit.amount, limit.amount_clauses


def judge_posted_limits(
    rules: RuleSet, submission: Submission, house: HouseRules, findings: Findings
) -> None:
    """A limit on a hand must cover, uncut, the wagers that count toward it."""
    posted = {wager: bounds[1] for wager, bounds in submission.limits.items() if wager in rules.wagers}
    asked = submission.choices.aggregate_limit is not None
    option = rules.options.get("aggregate_limit")
    for limit in house.limits:
        if not limit.counted or option is None or findings.about("limits") or findings.about(_KEY):
            continue
        readings, named = cited(rules.limits[limit.name].reading), " and ".join(limit.counted)
        clauses = tuple(dict.fromkeys((*limit.clauses, *option.clauses)))
        if "ante" not in posted:
            if asked:
                allowed = f"a maximum at which {named} can win no more than {dollars(limit.amount)}"
                findings.say(
                    "limits_not_posted",
                    "limits.ante",
                    "nothing",
                    allowed,
                    clauses,
                    severity="warning",
                    readings=readings,
                )
            continue
        most = sum(_best(rules, house.tables, posted, wager) for wager in limit.counted)
        if most <= limit.amount:
            continue
        most_words = f"{named} can win {dollars(most)} on an ante of {dollars(posted['ante'])}"
        if asked:
            key, said, allowed = (
                f"{_KEY}.amount",
                dollars(limit.amount),
                f"{dollars(most)} or more: {most_words}",
            )
        else:
            key, said = "limits.ante", f"a maximum of {dollars(posted['ante'])}"
            allowed = f"one that the limit of {dollars(limit.amount)} covers: {most_words}"
        findings.say("limit_below_wagers", key, said, allowed, clauses, readings=readings)


def _best(rules: RuleSet, tables: Mapping[str, HouseTable], stakes: Mapping[str, int], wager: str) -> int:
    """The most that a wager can win at these stakes: its best row, rounded up."""
    datum, table = rules.wagers[wager], tables.get(wager)
    if table is None:
        return 0
    if datum.placed == "by_decision":
        stake = stakes.get("ante", 0) * rules.most_antes(wager)
    else:
        stake = stakes.get(datum.equals or wager, 0)
    award = table.awards[0]
    return -(-stake * award.number // award.per)


def _split(condition: str) -> tuple[str, str, str]:
    return condition.partition("=")
