"""Dual control: two people for every act of the list, and nobody approves their own work."""

from itertools import product

import pytest

from croupier.errors import Refusal
from croupier.table.dual_control import RULES, Second, check_act, check_approver
from croupier.table.roles import PEOPLE, ROLES, at_least


def signed(by: str, role: str = "supervisor", signature: str = "g7") -> Second:
    return Second(by=by, role=role, signature=signature)


def refused(act: str, by: str, second: Second | None, **known: object) -> str:
    with pytest.raises(Refusal) as caught:
        check_act(act, by, second, **known)  # type: ignore[arg-type]
    return caught.value.code


PAIRS = {
    "open_inventory": ("dealer", "floorperson"),
    "close_inventory": ("dealer", "floorperson"),
    "fill": ("dealer", "security"),
    "credit": ("dealer", "security"),
    "drop": ("count_team", "count_team"),
}
"""The acts that have their own two; any other is signed by somebody of the least role or above."""
ANYBODY = (*PEOPLE, "system", "nobody", "")


@pytest.mark.parametrize("act", RULES)
def test_every_act_needs_two_people_who_had_no_part_in_it(act: str) -> None:
    role, other = PAIRS.get(act, ("supervisor", "supervisor"))
    assert check_act(act, "a", signed("b", other), role=role, made_by=("c", "d")) == signed("b", other)
    assert refused(act, "a", None, role=role) == "signatures_missing"
    assert refused(act, "a", signed("b", other, signature=""), role=role) == "signatures_missing"
    assert refused(act, "a", signed("", other), role=role) == "signatures_missing"
    assert refused(act, "a", signed("a", other), role=role) == "signatures_missing"
    assert refused(act, "a", signed("b", other), role=role, made_by=("c", "b")) == "own_work"


@pytest.mark.parametrize("act", [act for act in RULES if act not in PAIRS])
@pytest.mark.parametrize("role", ANYBODY)
def test_the_second_person_has_the_least_role_of_the_act(act: str, role: str) -> None:
    if at_least(role, RULES[act].second):
        assert check_act(act, "a", signed("b", role), role="dealer").by == "b"
    else:
        assert refused(act, "a", signed("b", role), role="dealer") == "role_too_low"


@pytest.mark.parametrize("act", PAIRS)
def test_an_act_with_its_own_two_is_signed_by_them_alone(act: str) -> None:
    above = ROLES[ROLES.index("floorperson") :]
    for first, second in product(ANYBODY, repeat=2):
        pair = {
            tuple(sorted(p)) for p in product(*((above if r == "floorperson" else (r,)) for r in PAIRS[act]))
        }
        if tuple(sorted((first, second))) in pair:
            assert check_act(act, "a", signed("b", second), role=first).by == "b"
        else:
            assert refused(act, "a", signed("b", second), role=first) == "signatures_missing", (first, second)


def test_a_refusal_has_the_right_article() -> None:
    with pytest.raises(
        Refusal, match="signed by an administrator and the cage; allowed: two of the count team"
    ):
        check_act("drop", "a", signed("b", "cage"), role="administrator")


def test_two_floorpersons_do_not_count_chips() -> None:
    assert refused("drop", "f1", signed("f2", "floorperson"), role="floorperson") == "signatures_missing"
    assert refused("fill", "s1", signed("s2", "administrator"), role="supervisor") == "signatures_missing"


def test_nobody_approves_their_own_change() -> None:
    check_approver("c", ("a", "b"), "limits of ma-1")
    with pytest.raises(Refusal, match=r"limits of ma-1: you took part in it") as caught:
        check_approver("b", ("a", "b"), "limits of ma-1")
    assert caught.value.code == "own_work"
