"""Two people change an account with a supervisor's power; the first administrator of a house is alone."""

from collections.abc import Callable

import pytest

from croupier.errors import Refusal
from croupier.floor.people.model import Actor, system
from croupier.floor.registry.house_events import LinkIssued, PersonChanged, PersonCreated
from croupier.table.dual_control import Second
from tests.floor.people_rig import HERE, Rig

POWERFUL = ("supervisor", "administrator", "surveillance", "auditor")


def code(act: Callable[[], object]) -> str:
    try:
        act()
    except Refusal as refusal:
        return refusal.code
    return ""


def signatures(rig: Rig, kind: type[PersonCreated | PersonChanged | LinkIssued]) -> list[Second | None]:
    return [event.second for event in rig.events() if isinstance(event, kind)]


@pytest.mark.parametrize("role", POWERFUL)
def test_the_first_administrator_is_alone_until_somebody_else_can_sign(rig: Rig, role: str) -> None:
    people, me = rig.people, rig.administrator
    assert not code(lambda: people.invite(me, "one", "One", role))  # nobody else could sign
    rig.person("dora", "dealer")
    rig.person("flo", "floorperson")
    assert not code(lambda: people.invite(me, "two", "Two", role))  # nor do they
    sue = rig.person("sue", "supervisor")
    assert code(lambda: people.invite(me, "three", "Three", role)) == "signatures_missing"
    assert not code(lambda: people.invite(me, "four", "Four", "floorperson"))
    assert not code(lambda: people.invite(system(), "five", "Five", role))  # the console
    second = Second(by=sue, role="supervisor", signature="g1")
    assert not code(lambda: people.invite(me, "six", "Six", role, second))
    assert signatures(rig, PersonCreated)[-1] == second


def test_nobody_signs_for_their_own_account_or_twice(rig: Rig) -> None:
    people, me = rig.people, rig.administrator
    sue, ann = rig.person("sue", "supervisor"), rig.person("ann", "administrator")
    flo = rig.person("flo", "floorperson")

    def sign(by: str, role: str) -> Second:
        return Second(by=by, role=role, signature="g2")

    def promote(second: Second | None, who: str = flo, role: str = "supervisor", by: Actor = me) -> str:
        return code(lambda: people.change(by, who, role=role, second=second))

    assert promote(None) == "signatures_missing"
    assert promote(sign(me.id, "administrator")) == "signatures_missing"
    assert promote(sign(flo, "floorperson")) == "role_too_low"
    assert promote(sign(sue, "supervisor"), sue, "administrator") == "own_work"
    assert promote(None, me.id, "surveillance") == "signatures_missing"  # who sees every hidden card
    assert people.person(flo).role == "floorperson"
    assert people.person(sue).role == "supervisor"
    assert promote(sign(ann, "administrator")) == ""
    assert signatures(rig, PersonChanged)[-1] == sign(ann, "administrator")
    assert code(lambda: people.change(me, sue, enabled=False)) == "signatures_missing"
    assert code(lambda: people.reset(me, ann)) == "signatures_missing"
    assert code(lambda: people.reset(me, ann, sign(ann, "administrator"))) == "own_work"
    assert code(lambda: people.reset(me, ann, sign(sue, "supervisor"))) == ""
    assert signatures(rig, LinkIssued)[-1] == sign(sue, "supervisor")


def test_giving_up_ones_own_power_needs_nobody(rig: Rig) -> None:
    rig.person("ann", "administrator")
    assert not code(lambda: rig.people.change(rig.administrator, rig.administrator.id, role="dealer"))


def test_disabled_and_invited_people_do_not_count_as_somebody_else(rig: Rig) -> None:
    people, me = rig.people, rig.administrator
    people.invite(system(), "later", "Later", "supervisor")  # has no password yet
    gone = rig.person("gone", "supervisor")
    people.change(system(HERE), gone, enabled=False)
    assert not code(lambda: people.invite(me, "one", "One", "supervisor"))
