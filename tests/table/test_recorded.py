"""Every clause that is claimed as `recorded`: nobody passes over its step, and the log says who did it when.

Tables of all kinds are played. Before each act of the people at the table every other way to go on is tried,
and refused; the event of the act then names its person, role and time. What the step itself cites is
evidence; what another event happens to cite is none.
"""

import pytest

from croupier.errors import Refusal
from croupier.games.steps import DEALER
from croupier.rulebook.catalog import rule_set
from croupier.rulebook.coverage import claims, consumers
from croupier.table import commands as c
from croupier.table.events import AnyEvent
from croupier.table.machine import act
from croupier.table.programs import current
from croupier.table.roles import ROLES
from tests.table.driver import METHODS, Table, table_rules
from tests.table.playthroughs import playthroughs

STEPS = (c.Perform, c.Count, c.Shuffle, c.CloseBets, c.Deal, c.Decide, c.Show)
"""The acts that do a step of a program."""


class Watched(Table):
    """A live table at which somebody tries to pass over every step that is due."""

    evidence: dict[tuple[str, str], AnyEvent]
    """By step and clause, the event."""
    tried: set[tuple[object, ...]]
    """The situations in which every other way to go on was tried."""

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[AnyEvent, ...]:
        step = current(self.state) if self.state.rules is not None else None
        if step is None or self.state.mismatch or not isinstance(asked, STEPS):
            return super().do(asked, role, by)
        rules = self.state.at
        counted = rules.house.rules.step("stub_count", rules.equipment.deal or "")
        situation = (rules.equipment, self.state.program, step.name, bool(self.state.pending))
        if situation not in self.tried:
            self.tried.add(situation)
            self.pass_over(step.name, step.kind)
        events = super().do(asked, role, by)
        done = counted if step.kind == "stub" and isinstance(asked, c.Count) else step.rule
        names = [name for name, rule in rules.house.rules.steps.items() if rule is done]
        if step.name == "receive" and rules.equipment.decks > 1:  # each of two decks is opened for itself
            names.append("two_decks")
        for event in events:
            if event.role in ROLES:
                assert event.by == (by or role)
                assert event.at == self.now
                assert ROLES.index(event.role) >= ROLES.index(step.rule.by)
                for name in names:
                    for clause in event.clauses:
                        self.evidence.setdefault((name, clause), event)
        return events

    def pass_over(self, due: str, kind: str) -> None:
        """Every act that would go on without the step that is due is refused."""
        rules = self.state.at.house.rules
        names = {name.partition(".")[0] for name in rules.steps} - set(consumers().aside)
        own = {due, "stub_count"} if kind == "stub" else {due}
        if (cut := rules.step("cut")) is not None and cut.optional and self.state.program == "round":
            own.add("cut")  # it may be made at any time before the deal, and goes on with nothing
        others: list[c.AnyAct] = []
        for name in sorted(names - own):
            others += [c.Perform(step=name), c.Count(step=name, count=20), c.Deal(step=name)]
        if kind != "shuffle":
            others.append(c.Shuffle())
        if kind != "bets":
            others += [c.CloseBets(), c.Bet(seat=1, wagers={"ante": 1000})]
        if kind not in ("reveal", "settle"):
            others += [c.Show(to=place, cards="") for place in (DEALER, *self.state.hands)]
        if kind != "offer":
            others += [c.Decide(seat=seat, action="fold") for seat in self.state.hands]
        for other in others:
            command = c.Command(
                act=other,
                by="admin",
                role="administrator",
                version=self.state.version,
                at=self.now,
                meters=self.meters,
            )
            with pytest.raises(Refusal):
                assert not act(self.state, command), f"{other} passes over {due}"


def evidence(name: str) -> dict[tuple[str, str], AnyEvent]:
    """By step and clause, an event of the person who did it."""
    found: dict[tuple[str, str], AnyEvent] = {}
    tried: set[tuple[object, ...]] = set()

    def watched(name: str, deal: str, **more: object) -> Table:
        table = Watched(table_rules(name, deal, **more), "live")  # type: ignore[arg-type]
        table.evidence, table.tried = found, tried
        table.sit(1)
        return table

    for deal in METHODS[name]:
        for _ in playthroughs(name, deal, watched):
            pass
    return found


def recorded(name: str) -> list[tuple[str, str]]:
    """The clauses of a rule set that are claimed as recorded, with every step that they ask for."""
    rules = rule_set(name)
    found = [
        (step, clause)
        for clause, claimed in claims().items()
        if "recorded" in claimed
        for step, rule in (*rules.steps.items(), ("two_decks", rules.instructions["two_decks"]))
        if clause in rule.clauses and step not in consumers().aside and not getattr(rule, "optional", False)
    ]
    assert found
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            name,
            recorded(name),
            id=name,
            marks=pytest.mark.clause(*{clause: None for _, clause in recorded(name)}, shows="recorded"),
        )
        for name in METHODS
    ],
)
def test_nobody_passes_over_a_recorded_step_and_the_log_says_who_did_it_when(
    name: str, expected: list[tuple[str, str]]
) -> None:
    found = evidence(name)
    assert [each for each in expected if each not in found] == []
    for step, clause in expected:
        event = found[step, clause]
        assert clause in event.clauses
        assert event.by
        assert event.role in ROLES
        assert event.at > 0


@pytest.mark.parametrize("name", METHODS)
def test_the_steps_that_claim_to_be_recorded_are_asked_for_and_the_others_are_not(name: str) -> None:
    asked = {step for step, _ in evidence(name)} - {"two_decks"}
    steps = rule_set(name).steps
    aside = {step for step in steps if step in consumers().aside or steps[step].optional}
    assert asked == set(steps) - aside
