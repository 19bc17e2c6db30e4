"""When a session must prove itself: the second factor at sign-in, its set-up, and before sensitive acts."""

from typing import Literal

from croupier.errors import Refusal
from croupier.floor.people.model import MINUTE
from croupier.floor.people.sessions import Session
from croupier.floor.registry.settings import NOBODY
from croupier.server.http.access import ACCESS, PUBLIC
from croupier.table.roles import MONEY_ROLES, OBSERVERS, at_least, one_role

CONFIRMED = 15 * MINUTE
"""After which a person proves again who they are before a sensitive act."""

STEP_UP = frozenset(
    (
        # money
        "issue_money",
        "take_money_back",
        "resettle_round",
        "correct_entry",
        "validate_award",
        "reject_award",
        # meters
        "top_up_meter",
        "correct_meter",
        "open_link",
        "change_rates",
        # people
        "invite",
        "change_person",
        "reset_password",
        "reset_second_factor",
        "unlink_identities",
        "erase_person",
        "unlock",
        "unlock_address",
        "change_house_settings",
        # submissions and tables
        "load_submission",
        "list_table",
        "change_table",
        "adopt",
        "change_limits",
        "cancel_limits",
        # one's own doors
        "set_own_pin",
        "begin_authenticator",
        "finish_authenticator",
        "begin_passkey",
        "finish_passkey",
        "remove_second_factor",
        "renew_recovery_codes",
        "link_identity",
    )
)
"""Sensitive acts."""

_TO_CONFIRM = frozenset(("session", "sign_out", "sign_out_everywhere", "confirm_session"))
_TO_SET_UP = _TO_CONFIRM | {
    "second_factors",
    "begin_authenticator",
    "finish_authenticator",
    "begin_passkey",
    "finish_passkey",
    "change_password",
    "own_sessions",
    "end_other_sessions",
}

State = Literal["none", "outstanding", "missing", "has"]

DEFAULT = "supervisor"
"""From which role up the second factor is required by default, on a server that others reach."""


def required(role: str, setting: str, *, secure: bool) -> bool:
    """Whether a role needs a second factor. Observers, who see every card, count as supervisors; cage,
    security and count team as floorpersons."""
    least = setting or (DEFAULT if secure else NOBODY)
    if least == NOBODY or role == "player":
        return False
    counts_as = dict.fromkeys(OBSERVERS, "supervisor") | dict.fromkeys(MONEY_ROLES, "floorperson")
    return at_least(counts_as.get(role, role), least)


def state_of(session: Session, setting: str, *, secure: bool) -> State:
    """How a session stands with its second factor."""
    if not session.confirmed:
        return "outstanding"
    if session.second_factor:
        return "has"
    return "missing" if not session.demo and required(session.role, setting, secure=secure) else "none"


def check_second_factor(name: str, session: Session, state: State, now: int) -> None:
    """Refuse a handler to a session whose second factor is outstanding, missing, or proved too long ago."""
    if PUBLIC in ACCESS[name] and name not in STEP_UP:
        return
    if state == "outstanding" and name not in _TO_CONFIRM:
        raise Refusal("second_factor_needed", "confirm with your second factor first")
    if state == "missing" and name not in _TO_SET_UP:
        raise Refusal(
            "second_factor_missing", f"{one_role(session.role)} here needs a second factor: set one up"
        )
    if name in STEP_UP and not session.demo and now - session.confirmed >= CONFIRMED:
        raise Refusal(
            "confirmation_needed", "this needs a fresh proof of identity: confirm who you are, then try again"
        )
