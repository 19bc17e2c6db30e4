"""The log stands alone: replayed after a round trip through JSON, it gives the same states.

The histories are random ones (`random_play`); replay knows nothing of how they came about.
"""

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.rulebook.model import RuleSet
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.machine import act, fold
from croupier.table.state import EMPTY, State
from tests.table.canonical import canonical
from tests.table.driver import electronic, every_wager, live
from tests.table.random_play import Walk
from tests.table.test_stateful import KINDS, walk

STEPS = 200


def history(name: str, deal: str, mode: str) -> Walk:
    """A table that has seen a good deal."""
    table = walk(name, deal, mode, f"replay {name} {deal} {mode}")
    table.run(STEPS)
    return table


def read_again(log: list[e.AnyEvent]) -> list[e.AnyEvent]:
    """The events as JSON, and from JSON again."""
    return [e.decode_event(line) for line in [e.encode_event(event) for event in log]]


def states(log: list[e.AnyEvent]) -> list[State]:
    """The state at every version."""
    found = [EMPTY]
    for event in log:
        found.append(evolve(found[-1], event))
    return found


def outcome(state: State, command: c.Command) -> list[tuple[bytes, bytes]] | str:
    """The events of a command as JSON, each with the state after it; or the code of its refusal."""
    try:
        return [(e.encode_event(event), canonical(after)) for event, after in act(state, command)]
    except Refusal as refusal:
        return refusal.code


@pytest.mark.parametrize(("name", "deal", "mode"), KINDS)
def test_replay_leads_through_the_same_states_and_decisions(name: str, deal: str, mode: str) -> None:
    table = history(name, deal, mode)
    replayed = states(read_again(table.log))
    for then, now in zip(states(table.log), replayed, strict=True):
        assert canonical(then) == canonical(now)
    assert canonical(replayed[-1]) == canonical(table.state)
    assert canonical(fold(read_again(table.log))) == canonical(table.state)
    reader = msgspec.json.Decoder(c.Command)
    version = 0
    for command, result in table.sent:
        wanted: list[tuple[bytes, bytes]] | str
        if isinstance(result, str):
            wanted, after = result, version
        else:
            after = version + len(result)
            folded = replayed[version + 1 : after + 1]
            events = [e.encode_event(event) for event in result]
            wanted = list(zip(events, map(canonical, folded), strict=True))
        again = reader.decode(msgspec.json.encode(command))
        assert outcome(replayed[version], again) == wanted, command
        version = after
    assert version == table.state.version


@pytest.mark.parametrize(("name", "deal", "mode"), KINDS[::3])
def test_replay_needs_no_rulebook(name: str, deal: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The event that opens the table carries its rules, so the rulebook installed today does not matter."""
    table = history(name, deal, mode)
    lines = [e.encode_event(event) for event in table.log]

    def gone(_: object, name: str) -> RuleSet:
        raise AssertionError(f"the rulebook was asked for {name}")

    monkeypatch.setattr("croupier.rulebook.catalog.Rulebook.rule_set", gone)
    state = fold([e.decode_event(line) for line in lines])
    assert canonical(state) == canonical(table.state)
    assert state.rules is not table.state.rules
    for command, result in table.sent[-20:]:
        if isinstance(result, str) and result != "stale_version" and command.version == state.version:
            assert outcome(state, command) == result


@pytest.mark.parametrize("opened", [electronic, live])
def test_a_round_resumes_from_a_state_read_from_the_log(opened: object) -> None:
    """A server that starts again in the middle of a round plays it to the same end."""
    name = "ma/four-card-poker"
    tables = [live(name) if opened is live else electronic(name) for _ in range(2)]
    for table in tables:
        table.open_up() if opened is live else table.sit(1)
        table.start_round({1: every_wager(name)})
        table.until("decide")
    first, second = tables
    second.state = fold(read_again(second.log))
    for table in tables:
        number = table.state.round
        while table.state.program == "round" and table.state.round == number:
            table.perform_next()
    assert canonical(first.state) == canonical(second.state)
    assert first.log[1:] == second.log[1:]


def test_the_canonical_bytes_tell_tables_apart_by_their_rules() -> None:
    """Two tables that differ in nothing but what was filed for them are in different states."""
    name = "nj/high-card-flush"
    tables = [live(name, seats=(), posted={"ante": (500, most)}) for most in (10_000, 20_000)]
    assert canonical(tables[0].state) != canonical(tables[1].state)
    table = live(name, "manual-shoe", shuffle="automated")
    table.open_up()
    table.do(c.ReplaceDevice(device="removed", shuffle="manual"), "supervisor")
    before = live(name, "manual-shoe", seats=(), shuffle="automated").state
    assert canonical(msgspec.structs.replace(table.state, rules=before.rules)) != canonical(table.state)


def test_an_event_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        e.decode_event(b'{"kind": "table_opened.v0", "at": 0, "by": "x", "role": "dealer"}')
