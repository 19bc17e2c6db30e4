"""Limits changed by a supervisor and a second person, from a time on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.errors import Refusal
from croupier.floor.audit.audit import audit
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.print.sign import sign_html
from croupier.floor.registry import limits
from croupier.floor.registry.adoption import adopt_version
from croupier.floor.registry.entries import record
from croupier.floor.registry.events import AdoptionRefused, LimitsApproved
from croupier.floor.registry.limit_text import with_limits
from croupier.floor.registry.limits import LimitsWanted
from croupier.floor.registry.registry import Registry
from croupier.table.dual_control import Second
from tests.floor.desk_rig import ADMIN, FLOOR, MA, NOTHING, Dealt, Desk, in_turn
from tests.floor.floor_rig import Clock
from tests.floor.test_hold import WEAK
from tests.practice import PRACTICE

BOSS = Actor("s1", "supervisor", "127.0.0.1")
SIGNED = Second(by="f2", role="floorperson", signature="g_1")
WIDER = {"ante": (1_000, 40_000)}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def due(desk: Desk) -> None:
    """The periodic work of a server."""
    desk.registry.catch_up(desk.ledger)
    for task in desk.floor.every_second:
        task()
    desk.run(lambda unit: None)  # after what they have asked for
    desk.registry.catch_up(desk.ledger)


def ante(table: Dealt) -> tuple[int, int]:
    return table.state.at.posted["ante"]


def test_new_limits_apply_at_their_time_and_between_rounds(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = desk.furnish_live("t", MA)
    table.sit(1)
    table.open_up()
    before = ante(table)
    wanted = LimitsWanted(WIDER, clock() + 60_000)
    event = desk.do(limits.change_limits, "t", wanted, BOSS, SIGNED)
    assert (event.limits, event.was, event.second) == (WIDER, {"ante": before}, SIGNED)
    loaded = desk.registry.submission("ma-high-card-flush", event.after)
    assert loaded.text == with_limits(PRACTICE[MA], WIDER)
    due(desk)
    assert ante(table) == before, "it is not time yet"
    sign = sign_html(table.state.at, "t", electronic=False, coming=desk.registry.limits["t"], zone="UTC")
    assert "Limits change at" in sign
    assert "Ante $10 to $400" in sign
    table.start_round({1: {"ante": 1500}}, in_turn(WEAK, NOTHING))
    clock.forward(60_000)
    due(desk)
    assert ante(table) == before, "the round ends by the limits that it began with"
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        table.perform_next()
    table.open_up()
    due(desk)
    assert ante(table) == WIDER["ante"]
    assert desk.registry.limits == {}
    with pytest.raises(Refusal, match=r"allowed: \$10 to \$400"):
        table.bet(1, {"ante": before[0]})
    assert [str(each) for each in audit(desk.ledger).findings if each.code != "unsigned"] == []


def test_limits_that_the_rules_do_not_allow_are_refused_whole(desk: Desk) -> None:
    desk.furnish_live("t", MA)

    def refused(wanted: dict[str, tuple[int, int]], by: Actor = BOSS, second: Second | None = SIGNED) -> str:
        return desk.refused(limits.change_limits, "t", LimitsWanted(wanted, 0), by, second).code

    assert refused({"ante": (5_000, 1_000)}) not in ("", "submission_unchanged")
    assert refused({"no_such_wager": (100, 200)}) not in ("", "submission_unchanged")
    assert refused(WIDER, by=FLOOR) == "role_too_low"
    assert refused(WIDER, second=None) == "signatures_missing"
    assert refused(WIDER, second=Second(by="s1", role="supervisor", signature="g")) == "signatures_missing"
    assert refused(WIDER, second=Second(by="d1", role="dealer", signature="g")) == "role_too_low"
    posted = desk.state("t").at.posted
    assert refused(dict(posted)) == "submission_unchanged"
    far = LimitsWanted(WIDER, desk.clock() + 31 * 86_400_000)
    assert desk.refused(limits.change_limits, "t", far, BOSS, SIGNED).code == "value_not_allowed"


def test_a_change_that_waits_is_canceled_or_outdated(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = desk.furnish_live("t", MA)
    table.sit(1)
    table.open_up()
    desk.do(limits.change_limits, "t", LimitsWanted(WIDER, clock() + 5_000), BOSS, SIGNED)
    again = LimitsWanted({"ante": (1_100, 40_000)}, 0)
    assert desk.refused(limits.change_limits, "t", again, BOSS, SIGNED).code == "limits_waiting"
    desk.do(limits.cancel_limits, "t", BOSS)
    assert desk.refused(limits.cancel_limits, "t", BOSS).code == "not_now"
    clock.forward(10_000)
    due(desk)
    assert ante(table) != WIDER["ante"]
    other = {"ante": (2_000, 40_000)}
    desk.do(limits.change_limits, "t", LimitsWanted(other, clock() + 5_000), BOSS, SIGNED)
    desk.do(adopt_version, "t", 2, ADMIN)  # an administrator moves the table elsewhere meanwhile
    clock.forward(10_000)
    due(desk)
    assert ante(table) == WIDER["ante"]
    last = [each for each in desk.house_events() if isinstance(each, AdoptionRefused)][-1]
    assert last.code == "limits_outdated"


def test_a_forged_change_by_one_person_is_found(desk: Desk) -> None:
    desk.furnish_live("t", MA)

    def alone(unit: Unit, registry: Registry) -> None:
        event = LimitsApproved(
            at=desk.clock(),
            by="s1",
            role="supervisor",
            table="t",
            before=1,
            after=1,
            effective=2**52,
            was={},
            limits={},
        )
        record(unit, event)

    desk.do(alone)
    assert "control_differs" in {each.code for each in audit(desk.ledger).findings}


def test_the_next_version_is_the_text_with_other_limits() -> None:
    text = 'rules = "x"\n\n[limits] # posted\nante = [500, 1_000]   # low\n\n[layout]\nante = [1, 2]\n'
    after = with_limits(text, {"ante": (1_500, 20_000), "trips": (100, 200)})
    expected = text.replace("[500, 1_000]", "[1_500, 20_000]").replace("ante", "trips = [100, 200]\nante", 1)
    assert after == expected
    assert with_limits('rules = "x"', {"ante": (1, 2)}) == 'rules = "x"\n\n[limits]\nante = [1, 2]\n'
    for inline in ("limits = { ante = [1, 2] }\n", "[limits]\nante = [\n1, 2]\n", "= ="):
        with pytest.raises(Refusal):
            with_limits(inline, {"ante": (3, 4)})
