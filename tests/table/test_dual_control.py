"""Dual control: two people for every act of the list, and nobody approves what they had a part in."""

import pytest

from croupier.errors import Refusal
from croupier.table.dual_control import RULES, Second, check_act, check_approver
from croupier.table.roles import OBSERVERS, ROLES, at_least


def signed(by: str, role: str = "supervisor", signature: str = "g7") -> Second:
    return Second(by=by, role=role, signature=signature)


def refused(act: str, by: str, second: Second | None, **known: object) -> str:
    with pytest.raises(Refusal) as caught:
        check_act(act, by, second, **known)  # type: ignore[arg-type]
    return caught.value.code


@pytest.mark.parametrize("act", RULES)
def test_every_act_needs_two_people_who_had_no_part_in_it(act: str) -> None:
    role = "dealer" if RULES[act].pair else "supervisor"
    assert check_act(act, "a", signed("b"), role=role, made_by=("c", "d")) == signed("b")
    assert refused(act, "a", None, role=role) == "signatures_missing"
    assert refused(act, "a", signed("b", signature=""), role=role) == "signatures_missing"
    assert refused(act, "a", signed(""), role=role) == "signatures_missing"
    assert refused(act, "a", signed("a"), role=role) == "signatures_missing"
    assert refused(act, "a", signed("b"), role=role, made_by=("c", "b")) == "own_work"


@pytest.mark.parametrize("act", RULES)
@pytest.mark.parametrize("role", [*ROLES, *OBSERVERS, "system", "nobody", ""])
def test_the_second_person_has_the_least_role_of_the_act(act: str, role: str) -> None:
    rule = RULES[act]
    first = "floorperson" if rule.pair and role == "dealer" else "dealer"
    if at_least(role, rule.second) and not (rule.pair and role not in ("dealer", *ROLES[2:])):
        if rule.pair and role == "dealer":
            assert refused(act, "a", signed("b", role), role="dealer") == "signatures_missing"
        assert check_act(act, "a", signed("b", role), role=first).by == "b"
    else:
        assert refused(act, "a", signed("b", role), role=first) in ("role_too_low", "signatures_missing")


def test_two_floorpersons_do_not_count_chips() -> None:
    assert refused("drop", "f1", signed("f2", "floorperson"), role="floorperson") == "signatures_missing"
    assert refused("fill", "s1", signed("s2", "administrator"), role="supervisor") == "signatures_missing"


def test_nobody_approves_what_they_made() -> None:
    check_approver("c", ("a", "b"), "limits of ma-1")
    with pytest.raises(Refusal, match=r"limits of ma-1: you took part in it") as caught:
        check_approver("b", ("a", "b"), "limits of ma-1")
    assert caught.value.code == "own_work"
