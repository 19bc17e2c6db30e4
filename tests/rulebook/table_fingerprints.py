"""The decisions of a rule set at a table, as text: programs, offers, irregularities, obligations, transcript.

It holds what code makes of a datum, never the datum itself: a step's words as an offer has them, a deal's
pattern as the packets that it gives, an irregularity by its consequence.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.games.steps import RoundStep
from croupier.jackpot.meters import MeterAward
from croupier.rulebook.catalog import rule_set
from croupier.rulebook.checks.steps import INSTRUCTIONS
from croupier.settlement.irregularities import consequence
from croupier.submission.choices import resolve
from croupier.submission.form import Procedure
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table.acts.settlement import _waits
from croupier.table.irregularities import possible, to_apply
from croupier.table.obligations import (
    HOUR,
    change_due,
    old_deck_clauses,
    outside_inventory,
    stub_count_due,
    stub_exempt,
)
from croupier.table.offers.manual_work import by_hand_at
from croupier.table.offers.staff import awards
from croupier.table.programs import (
    alternate_program,
    idle_program,
    opening_program,
    round_program,
    shuffle_program,
)
from croupier.table.state import PendingAward, State
from croupier.table.transcript import transcript
from tests.table.driver import CHOICES, METHODS, Table, electronic, every_wager, live, table_rules

MOMENTS = tuple(dict.fromkeys(INSTRUCTIONS.values()))
ROLES = ("player", "dealer", "floorperson", "supervisor", "administrator")
MISMATCHES = ("stub_count", "device_count", "progressive_count", "cut")


def programs(name: str) -> str:
    """Every program of a table: opening, shuffle, change of decks, idle, round."""
    said: list[Any] = []
    for rules in _equipped(name):
        said += map(_step, opening_program(rules))
        for fresh, without_cards in product((False, True), repeat=2):
            said += map(_step, shuffle_program(rules, fresh, without_cards))
        for shuffled in (False, True):
            said += map(_step, alternate_program(rules, shuffled))
        said += map(_step, idle_program(rules))
        said += map(_step, round_program(rules))
        said += [by_hand_at(rules, when, amounts=True) for when in MOMENTS]
    return repr(said)


def _equipped(name: str) -> Iterator[TableRules]:
    """Tables with every piece of equipment that a program depends on."""
    for method in METHODS[name]:
        yield table_rules(name, method)
    for shuffle in rule_set(name).options["shuffle"].values:
        yield table_rules(name, shuffle=shuffle)
    for more in (
        {"preshuffled": True},
        {"counting_shuffler": True, "decks": 2},
        {"reshuffle_and_count_device": True},
        {"procedure": Procedure(idle_spread="face-down")},
        {"procedure": Procedure(settlement_alternative="1")},
    ):
        yield table_rules(name, **more)


def _step(step: RoundStep) -> tuple[Any, ...]:
    rule = step.rule
    packets = None if step.packets is None else step.packets((1, 2))
    told = replace(step, packets=None, rule=_NO_RULE)
    return told, rule.prompt, rule.by, rule.says, packets


_NO_RULE: Any = None


def offered(name: str) -> str:
    """What the table offers to everybody, from its opening to the end of a round, and its transcript."""
    said: list[Any] = []
    for method in METHODS[name]:
        table = live(name, method, seats=(1, 2), decks=2 if method == METHODS[name][0] else 1)
        said += _walk(name, table)
    table = electronic(name)
    table.sit(1, 2)
    said += _walk(name, table)
    return repr([*said, *_instruments(name)])


def _instruments(name: str) -> Iterator[str]:
    """The wagering instruments."""
    table = live(name, METHODS[name][0])
    table.open_up()
    for instrument in ("chips", "plaques", "other", "cash"):
        try:
            table.bet(1, every_wager(name), instrument=instrument)
        except Refusal as refusal:
            yield f"{instrument}: {refusal.code} {refusal.clauses}"


def _walk(name: str, table: Table) -> Iterator[Any]:
    for _ in range(12):
        yield _offers(table)
        if table.state.program == "round":
            break
        if table.state.electronic:
            table.do(c.Shuffle(commitment="c"), "system")
        else:
            table.perform_next()
    table.start_round({seat: every_wager(name) for seat in (1, 2)})
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        yield _offers(table)
        yield list(_irregular(table.state))
        table.perform_next()
    yield _offers(table)
    yield list(transcript(table.log, clauses=False))


def _offers(table: Table) -> list[Any]:
    return [table.offers(role) for role in ROLES]


def _irregular(state: State) -> Iterator[Any]:
    """What may be reported now, after a cut and with a wrong count, and what each report does."""
    kept = replace(state.at, procedure=msgspec.structs.replace(state.at.procedure, abandoned="kept"))
    changes: list[dict[str, Any]] = [{"mismatch": each} for each in ("", *MISMATCHES)]
    for change in (*changes, {"cut": True}, {"rules": kept}):
        of_moment = msgspec.structs.replace(state, **change)
        known = {each.kind: each for each in possible(of_moment)}
        for kind in known:
            applied = to_apply(of_moment, kind, known)
            found = applied.found
            yield (
                kind,
                found.clause,
                found.rule.role,
                (applied.void, applied.settled, applied.forfeits, applied.deck),
            )


def irregular(name: str) -> str:
    """The consequence of every irregularity that `settle` knows, under every value of every policy."""
    rules, said = rule_set(name), []
    for policies in ({}, *({key: value} for key, each in rules.policies.items() for value in each.values)):
        house = replace(resolve(rules, CHOICES[name]).house, policies=_with(rules, policies))
        said += [(clause, policies, consequence(house, clause)) for clause in rules.irregularities]
    return repr(
        [
            (clause, policies, told.void, sorted(told.settled), told.forfeits)
            for clause, policies, told in said
        ]
    )


def _with(rules: Any, chosen: dict[str, str]) -> dict[str, str]:
    return {**{key: policy.values[0] for key, policy in rules.policies.items()}, **chosen}


def obliged(name: str) -> str:
    """Counts, changes of decks and methods, cuts, validations."""
    said: list[Any] = []
    for method in METHODS[name]:
        for counting in (False, True):
            table = live(name, method, counting_shuffler=counting)
            table.open_up()
            state = table.state
            said += [stub_exempt(state), change_due(state), outside_inventory(state)]
            said += [
                stub_count_due(msgspec.structs.replace(state, rounds_uncounted=rounds))
                for rounds in range(12)
            ]
            said += [_offers_at(table, hours) for hours in (1, 30)]
        award = MeterAward(seat=1, row="", meter="", share=0, paid=100)
        said.append(_waits(state, award))
        pending = PendingAward(award="1", round=1, seat=1, player="p", hand="", meter="", share=0, paid=100)
        for each in (pending, msgspec.structs.replace(pending, lit=True)):
            said += awards(msgspec.structs.replace(state, pending={"1": each}))
        said.append(old_deck_clauses(state))  # of the bet that is refused
        for device, deal, shuffle in product(("removed", "covered"), METHODS[name], ("manual", "automated")):
            said.append(_replaced(name, method, device, deal, shuffle))
    said.append(_cut(name))
    return repr(said)


def _offers_at(table: Table, hours: int) -> list[Any]:
    later, now = table.now + hours * HOUR, table.now
    table.now = later
    told = _offers(table)
    table.now = now
    return told


def _replaced(name: str, method: str, device: str, deal: str, shuffle: str) -> str:
    table = live(name, method, shuffle="automated")
    table.open_up()
    try:
        return repr(table.do(c.ReplaceDevice(device=device, deal=deal, shuffle=shuffle), "supervisor"))
    except Refusal as refusal:
        return str(refusal)


def _cut(name: str) -> list[Any]:
    """A table whose cards are cut: the bounds of the cut, and a cut that was improper."""
    manual = "manual" in rule_set(name).options["shuffle"].values
    table, said = live(name, shuffle="manual" if manual else "automated"), []
    for _ in range(12):
        said.append(_offers(table))
        if table.state.program == "round":
            break
        table.perform_next()
    if not table.state.cut:  # optional there
        table.do(c.Perform(step="cut"), "dealer")
    said.append(list(_irregular(table.state)))
    return said
