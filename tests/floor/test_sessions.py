"""Sign-in and sessions: who gets in, how many failures lock a name, and when a session ends."""

import threading
from concurrent.futures import ThreadPoolExecutor

import argon2
import pytest
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.floor.people import throttle as people_throttle
from croupier.floor.people.model import DAY, HOUR, MINUTE, SECOND
from croupier.floor.people.passwords import Passwords
from croupier.floor.people.schema import people, throttle
from croupier.floor.people.second_factor import passkeys
from croupier.floor.people.second_factor.factors import NO_PROOF
from croupier.floor.people.sessions import check_csrf, csrf_token
from croupier.floor.registry.house_events import (
    LockedOut,
    PersonChanged,
    SessionExpired,
    SessionRevoked,
    SignedIn,
    SignedOut,
    SignInFailed,
    Unlocked,
)
from tests.floor.people_rig import ELSEWHERE, GOOD, HERE, Rig, refused

# ---------------------------------------------------------------------------------------- signing in


def test_signing_in_begins_a_session_and_is_in_the_log(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    assert opened.session.id.startswith("v_")
    assert len(opened.token) == 43
    assert opened.token not in repr(opened)
    assert rig.people.sessions.use(opened.token) == opened.session
    assert opened.session.actor() == (dora, "dealer", HERE)
    assert rig.events()[-1] == SignedIn(
        at=rig.now, by=dora, role="dealer", address=HERE, session=opened.session.id
    )


def test_a_refusal_does_not_reveal_which_part_was_wrong(rig: Rig) -> None:
    rig.person("dora", "dealer")
    invited = rig.people.invite(rig.administrator, "ina", "Ina", "dealer")
    off = rig.person("otto", "dealer")
    rig.people.change(rig.administrator, off, enabled=False)
    messages = set()
    for name, password in (("dora", "wrong"), ("nobody", GOOD), ("ina", ""), ("otto", GOOD)):
        with refused("sign_in_refused") as caught:
            rig.people.door.sign_in(name, password, HERE)
        messages.add(caught.value.message)
    assert len(messages) == 1
    failed = [e for e in rig.events() if isinstance(e, SignInFailed)]
    assert [(e.person, e.reason, e.by, e.address) for e in failed] == [
        (rig.id("dora"), "password", "nobody", HERE),
        ("", "unknown", "nobody", HERE),
        (invited.person, "no_password", "nobody", HERE),
        (off, "disabled", "nobody", HERE),
    ]


def test_an_unknown_name_costs_as_many_hashes_as_a_known_one(rig: Rig) -> None:
    rig.person("dora", "dealer")
    for name in ("dora", "nobody", "\0"):
        before = rig.hasher.verified
        with refused("sign_in_refused"):
            rig.people.door.sign_in(name, "wrong", HERE)
        assert rig.hasher.verified == before + 1


# ------------------------------------------------------------------------------------------- lockout


@pytest.mark.parametrize("name", ["dora", "nobody"])
def test_three_failures_in_a_row_lock_a_name_whether_or_not_it_exists(rig: Rig, name: str) -> None:
    rig.person("dora", "dealer")
    for _ in range(2):
        with refused("sign_in_refused"):
            rig.people.door.sign_in(name, "wrong", HERE)
    with refused("locked_out") as third:
        rig.people.door.sign_in(name, "wrong", HERE)
    assert "in a minute" in third.value.message
    with refused("locked_out"):
        rig.people.door.sign_in(name, GOOD, HERE)  # even the right password
    failed, locked, again = rig.events()[-3:]
    assert isinstance(failed, SignInFailed)
    person = rig.id("dora") if name == "dora" else ""
    assert locked == LockedOut(
        at=rig.now,
        by="nobody",
        role="nobody",
        address=HERE,
        what="account",
        person=person,
        until=rig.now + MINUTE,
    )
    assert isinstance(again, SignInFailed)
    assert (again.reason, again.person, again.address) == ("locked", person, HERE)


def test_a_success_between_failures_resets_the_count(rig: Rig) -> None:
    rig.person("dora", "dealer")
    for _ in range(3):
        for _ in range(2):
            with refused("sign_in_refused"):
                rig.people.door.sign_in("dora", "wrong", HERE)
        rig.people.door.sign_in("dora", GOOD, HERE)


def test_a_lockout_grows_with_every_further_failure(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.lock_out("dora")
    for minutes in (1, 2, 4, 8, 16, 32, 60, 60):
        rig.now += minutes * MINUTE - 1
        with refused("locked_out"):
            rig.people.door.sign_in("dora", GOOD, HERE)
        rig.now += 1
        with refused("locked_out"):
            rig.people.door.sign_in("dora", "wrong", HERE)
    rig.now += 60 * MINUTE
    rig.people.door.sign_in("dora", GOOD, HERE)
    rig.lock_out("dora")  # a success starts over
    rig.now += MINUTE
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_failures_at_other_addresses_do_not_lock_the_owner_out(rig: Rig) -> None:
    """Three wrong passwords from anywhere locked the name `administrator` for everybody, again and again."""
    rig.person("dora", "dealer")
    for number in range(10):
        for _ in range(3):
            with pytest.raises(Refusal):
                rig.people.door.sign_in("dora", "wrong", f"192.0.2.{number}")
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_a_name_guessed_from_everywhere_is_locked_only_for_unknown_devices(rig: Rig) -> None:
    rig.person("dora", "dealer")
    mark = rig.people.door.sign_in("dora", GOOD, HERE).device
    for number in range(60):
        with pytest.raises(Refusal):
            rig.people.door.sign_in("dora", "wrong", f"192.0.2.{number}")
    with refused("locked_out"):
        rig.people.door.sign_in("dora", GOOD, ELSEWHERE)
    assert rig.people.door.sign_in("dora", GOOD, ELSEWHERE, mark).session.person == rig.id("dora")
    with refused("locked_out"):
        rig.people.door.sign_in(
            "dora", GOOD, ELSEWHERE, mark.replace(mark[-1], "0" if mark[-1] != "0" else "1")
        )


def test_a_locked_address_is_open_to_known_devices(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.person("eve", "dealer")
    mark = rig.people.door.sign_in("dora", GOOD, HERE).device
    rig.spray(HERE)
    with refused("locked_out"):
        rig.people.door.sign_in("dora", GOOD, HERE)
    with refused("locked_out"):
        rig.people.door.sign_in("eve", GOOD, HERE, mark)  # it is a device of another
    rig.people.door.sign_in("dora", GOOD, HERE, mark)


def test_a_known_device_has_no_extra_guesses_and_lasts_until_the_password_changes(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    mark = rig.people.door.sign_in("dora", GOOD, HERE).device
    for code in ("sign_in_refused", "sign_in_refused", "locked_out"):
        with refused(code):
            rig.people.door.sign_in("dora", "wrong", HERE, mark)
    with refused("locked_out"):
        rig.people.door.sign_in("dora", GOOD, HERE, mark)
    rig.people.door.sign_in("dora", GOOD, HERE)  # its failures are counted apart
    rig.people.set_password(rig.people.reset(rig.administrator, dora).link, GOOD + "!", HERE)
    rig.spray(HERE)
    with refused("locked_out"):
        rig.people.door.sign_in("dora", GOOD + "!", HERE, mark)


def test_an_attempt_while_locked_does_not_lengthen_it_or_cost_a_hash(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.lock_out("dora")
    verified = rig.hasher.verified
    rig.now += MINUTE // 2
    with refused("locked_out"):
        rig.people.door.sign_in("dora", "wrong", HERE)
    assert rig.hasher.verified == verified
    rig.now += MINUTE // 2
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_an_administrator_unlocks(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    rig.lock_out("dora")
    rig.people.unlock(rig.administrator, dora)
    unlocked = rig.events()[-1]
    assert isinstance(unlocked, Unlocked)
    assert (unlocked.what, unlocked.person, unlocked.by) == ("account", dora, rig.administrator.id)
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_failures_of_yesterday_do_not_count(rig: Rig) -> None:
    rig.person("dora", "dealer")
    for _ in range(2):
        with refused("sign_in_refused"):
            rig.people.door.sign_in("dora", "wrong", HERE)
    rig.now += DAY
    with refused("sign_in_refused"):
        rig.people.door.sign_in("dora", "wrong", HERE)


def test_a_lockout_does_not_last_longer_because_the_clock_is_set_back(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.lock_out("dora")
    rig.spray(ELSEWHERE)
    rig.now -= 60 * MINUTE
    with refused("locked_out"):  # a further failure locks again
        rig.people.door.sign_in("dora", "wrong", HERE)
    with refused("locked_out"):
        rig.people.door.sign_in("dora", GOOD, HERE)
    rig.people.door.sign_in("dora", GOOD, ELSEWHERE)
    rig.now -= 60 * MINUTE
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_wrong_passwords_do_not_lock_out_a_passkey(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of the pages make true passkeys; here only what follows the proof is of interest."""
    dora = rig.person("dora", "dealer")
    rig.lock_out("dora")
    monkeypatch.setattr(passkeys, "signer", lambda *_: dora)
    assert rig.people.door.sign_in_by_passkey(NO_PROOF, HERE).session.person == dora
    rig.people.change(rig.administrator, dora, enabled=False)
    with refused("locked_out"):
        rig.people.door.sign_in_by_passkey(NO_PROOF, HERE)


def test_an_address_that_tries_many_names_is_locked_too(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.spray(HERE)
    locked = rig.events()[-1]
    assert isinstance(locked, LockedOut)
    assert (locked.what, locked.address, locked.person) == ("address", HERE, "")
    before, verified = rig.ledger.head("house"), rig.hasher.verified
    with refused("locked_out"):
        rig.people.door.sign_in("dora", GOOD, HERE)
    # A flood fills neither the log nor the processor.
    assert (rig.ledger.head("house"), rig.hasher.verified) == (before, verified)
    rig.people.door.sign_in("dora", GOOD, ELSEWHERE)
    rig.now += 15 * MINUTE
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_an_address_is_not_freed_by_its_own_success_but_by_an_administrator(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.spray(HERE, 19)
    rig.people.door.sign_in("dora", GOOD, HERE)
    with refused("locked_out"):
        rig.people.door.sign_in("one more", "wrong", HERE)
    rig.people.unlock_address(rig.administrator, HERE)
    unlocked = rig.events()[-1]
    assert isinstance(unlocked, Unlocked)
    assert (unlocked.what, unlocked.locked_address) == ("address", HERE)
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_failures_of_an_address_spread_over_time_do_not_lock_it(rig: Rig) -> None:
    for n in range(45):
        rig.now += MINUTE
        with refused("sign_in_refused"):
            rig.people.door.sign_in(f"name{n}", "wrong", HERE)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("", "somewhere", False),
    ],
)
def test_an_ipv6_household_is_one_source(one: str, other: str, same: bool) -> None:
    assert (people_throttle.of_address(one) == people_throttle.of_address(other)) is same


def test_guesses_sent_at_once_get_no_more_tries_than_one_by_one(rig: Rig) -> None:
    rig.person("dora", "dealer")
    at_once = threading.Barrier(8)

    def guess(number: int) -> str:
        at_once.wait()
        try:
            rig.people.door.sign_in("dora", GOOD if number == 7 else f"wrong {number}", "192.0.2.7")
        except Refusal as refusal:
            return refusal.code
        return "in"

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(guess, range(8)))
    log = [e for e in rig.events() if isinstance(e, SignInFailed | LockedOut | SignedIn)]
    log = [e for e in log if e.address.startswith("192.0.2.")]
    tried = 0
    for event in log:
        if isinstance(event, LockedOut):
            tried = 0
            assert event.until >= rig.now + MINUTE
        elif isinstance(event, SignedIn):
            tried = 0
        elif event.reason == "password":
            tried += 1
            assert tried <= 3
    # With at most one success among them, at most five guesses could be judged by their password.
    assert sum(isinstance(e, SignInFailed) and e.reason == "password" for e in log) <= 5
    assert "locked_out" in answers
    assert set(answers) <= {"in", "sign_in_refused", "locked_out"}


def test_a_password_that_changes_while_it_is_verified_no_longer_counts(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")

    def meanwhile() -> None:
        rig.people.set_password(rig.people.reset(rig.administrator, dora).link, "another good one", HERE)

    rig.hasher.meanwhile = meanwhile
    with refused("sign_in_refused"):
        rig.people.door.sign_in("dora", GOOD, HERE)


def test_a_hash_of_old_parameters_is_renewed_at_the_next_sign_in(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    stronger = rig.another(passwords=Passwords(argon2.PasswordHasher(2, 16, 1)))
    stronger.door.sign_in("dora", GOOD, HERE)
    with rig.ledger.database.reading() as connection:
        encoded = connection.execute(select(people.c.password).where(people.c.id == dora)).scalar_one()
    parameters = argon2.extract_parameters(encoded)
    assert (parameters.time_cost, parameters.memory_cost) == (2, 16)
    assert isinstance(rig.events()[-1], SignedIn)
    assert not any(isinstance(e, PersonChanged) and e.before.password == 1 for e in rig.events())
    stronger.door.sign_in("dora", GOOD, HERE)


# ------------------------------------------------------------------------------- one's own password


def test_changing_one_s_own_password_ends_the_other_sessions(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    here, there = (
        rig.people.door.sign_in("dora", GOOD, HERE),
        rig.people.door.sign_in("dora", GOOD, ELSEWHERE),
    )
    rig.people.door.change_password(here.token, GOOD, "another good one", HERE)
    changed, revoked = rig.events()[-2:]
    assert isinstance(changed, PersonChanged)
    assert (changed.by, changed.what) == (dora, ("password",))
    assert (changed.before.password, changed.after.password) == (1, 2)
    assert isinstance(revoked, SessionRevoked)
    assert (revoked.session, revoked.reason) == (there.session.id, "password_changed")
    rig.people.sessions.use(here.token)
    with refused("session_expired"):
        rig.people.sessions.use(there.token)
    with refused("sign_in_refused"):
        rig.people.door.sign_in("dora", GOOD, HERE)
    rig.people.door.sign_in("dora", "another good one", HERE)


def test_a_wrong_old_password_counts_as_a_failure(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    for code in ("sign_in_refused", "sign_in_refused", "locked_out"):
        with refused(code):
            rig.people.door.change_password(opened.token, "wrong", "another good one", HERE)
    failed = rig.events()[-2]
    assert isinstance(failed, SignInFailed)
    assert (failed.by, failed.person) == (dora, dora)
    with refused("password_weak"):
        rig.people.door.change_password(opened.token, GOOD, "dora", HERE)


# ---------------------------------------------------------------------------------- time of a session

IDLE = {
    "player": 12 * HOUR,
    "dealer": 5 * MINUTE,
    "floorperson": 30 * MINUTE,
    "supervisor": 30 * MINUTE,
    "surveillance": 30 * MINUTE,
    "auditor": 30 * MINUTE,
}


def test_an_idle_session_ends(rig: Rig) -> None:
    for role, idle in IDLE.items():
        person = rig.person(role, role)
        opened = rig.people.door.sign_in(role, GOOD, HERE)
        assert opened.session.expires == rig.now + idle
        rig.now += idle - 1
        rig.people.sessions.use(opened.token)
        rig.now += idle - 1
        assert rig.people.sessions.lives(opened.session.id)
        rig.now += 1
        assert not rig.people.sessions.lives(opened.session.id), role
        with refused("session_expired"):
            rig.people.sessions.use(opened.token)
        expired = rig.events()[-1]
        assert isinstance(expired, SessionExpired)
        assert (expired.session, expired.person, expired.reason) == (opened.session.id, person, "idle")
        before = rig.ledger.head("house")
        with refused("session_expired"):
            rig.people.sessions.use(opened.token)
        assert rig.ledger.head("house") == before


@pytest.mark.parametrize(("role", "lifetime"), [("dealer", 12 * HOUR), ("player", 7 * DAY)])
def test_a_session_ends_however_much_it_is_used(rig: Rig, role: str, lifetime: int) -> None:
    rig.person("sam", role)
    opened = rig.people.door.sign_in("sam", GOOD, HERE)
    end = rig.now + lifetime
    while rig.now + IDLE[role] - SECOND < end:
        rig.now += IDLE[role] - SECOND
        session = rig.people.sessions.use(opened.token)
        assert session.expires <= end
    rig.now = end
    with refused("session_expired"):
        rig.people.sessions.use(opened.token)
    expired = rig.events()[-1]
    assert isinstance(expired, SessionExpired)
    assert expired.reason == "lifetime"


def test_background_requests_of_a_page_do_not_keep_a_session_alive(rig: Rig) -> None:
    rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    for _ in range(4):
        rig.now += MINUTE
        rig.people.sessions.use(opened.token, active=False)
    rig.now += MINUTE
    with refused("session_expired"):
        rig.people.sessions.use(opened.token, active=False)


def test_use_is_written_seldom_and_a_session_never_lasts_longer_for_it(rig: Rig) -> None:
    rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    rig.now += 15 * SECOND - 1
    rows = rig.dump()
    session = rig.people.sessions.use(opened.token)
    assert rig.dump() == rows
    assert session.expires == opened.session.expires
    rig.now += 1
    assert rig.people.sessions.use(opened.token).expires == rig.now + 5 * MINUTE
    assert rig.dump() != rows


def test_a_token_that_was_never_given_out_opens_nothing(rig: Rig) -> None:
    for token in ("", "x", "\ud800", "\0", "x" * 100_000):
        with refused("session_expired"):
            rig.people.sessions.use(token)
        rig.people.sessions.sign_out(token)


def test_the_sweep_ends_abandoned_sessions(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.person("paul", "player")
    rig.people.door.sign_in("dora", GOOD, HERE)
    paul = rig.people.door.sign_in("paul", GOOD, HERE)
    with refused("sign_in_refused"):
        rig.people.door.sign_in("dora", "wrong", HERE)
    rig.now += 5 * MINUTE
    assert rig.people.sessions.sweep() == 1
    assert isinstance(rig.events()[-1], SessionExpired)
    assert rig.people.sessions.sweep() == 0
    rig.people.sessions.use(paul.token)
    rig.now += DAY
    rig.people.sessions.sweep()
    with rig.ledger.database.reading() as connection:
        assert connection.execute(select(throttle)).all() == []


# ------------------------------------------------------------------------------------ over a socket


def test_commands_over_a_socket_keep_a_session_alive_and_are_written_seldom(rig: Rig) -> None:
    rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    standing, token = rig.people.sessions.standing, opened.token
    rows = rig.dump()
    rig.now += 15 * SECOND - 1
    assert standing({token: rig.now}) == {token}
    assert rig.dump() == rows
    for _ in range(200):  # for hours
        rig.now += 4 * MINUTE
        assert standing({token: rig.now}) == {token}
        if rig.now >= opened.session.created + 11 * HOUR:
            break
    assert rig.people.sessions.use(token, active=False).last_used == rig.now
    acted = rig.now
    rig.now += 5 * MINUTE - 1
    assert standing({token: acted}) == {token}
    rig.now += 1
    assert standing({token: acted}) == set()
    expired = rig.events()[-1]
    assert isinstance(expired, SessionExpired)
    assert (expired.session, expired.reason) == (opened.session.id, "idle")


def test_an_act_after_a_session_was_over_does_not_revive_it(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.person("paul", "player")
    tokens = [rig.people.door.sign_in(name, GOOD, HERE).token for name in ("dora", "paul")]
    rig.now += 5 * MINUTE
    assert rig.people.sessions.standing(dict.fromkeys(tokens, rig.now)) == {tokens[1]}
    with refused("session_expired"):
        rig.people.sessions.use(tokens[0])
    rig.people.sessions.use(tokens[1])
    rig.now += 7 * DAY  # a lifetime ends however lately somebody acted
    assert rig.people.sessions.standing({tokens[1]: rig.now - 1}) == set()


def test_an_ended_or_unknown_session_is_invalid(rig: Rig) -> None:
    rig.person("dora", "dealer")
    one, two = rig.people.door.sign_in("dora", GOOD, HERE), rig.people.door.sign_in("dora", GOOD, ELSEWHERE)
    rig.people.sessions.revoke(rig.administrator, one.session.id)
    asked = {one.token: rig.now, two.token: 0, "made up": rig.now}
    assert rig.people.sessions.standing(asked) == {two.token}
    rig.people.change(rig.administrator, rig.id("dora"), enabled=False)
    assert rig.people.sessions.standing(asked) == set()


def test_a_failed_write_signs_nobody_out(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full can still be read, and says who is signed in."""
    rig.person("dora", "dealer")
    rig.person("dirk", "dealer")
    dora, dirk = (rig.people.door.sign_in(name, GOOD, HERE).token for name in ("dora", "dirk"))

    def full() -> None:
        raise Refusal("ledger_unavailable", "the disk is full")

    rig.now += 4 * MINUTE
    acted = rig.now
    rig.now += 1 * MINUTE
    with monkeypatch.context() as without:
        without.setattr(rig.ledger, "transaction", full)
        assert rig.people.sessions.standing({dora: acted, dirk: 0}) == {dora}
    assert rig.people.sessions.standing({dora: acted, dirk: 0}) == {dora}
    assert rig.people.sessions.use(dora, active=False).last_used == acted


# ------------------------------------------------------------------------------------ other endings


def test_signing_out_ends_this_session_alone(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    one, two = rig.people.door.sign_in("dora", GOOD, HERE), rig.people.door.sign_in("dora", GOOD, ELSEWHERE)
    rig.people.sessions.sign_out(one.token, HERE)
    assert rig.events()[-1] == SignedOut(
        at=rig.now, by=dora, role="dealer", address=HERE, session=one.session.id
    )
    head = rig.ledger.head("house")
    rig.people.sessions.sign_out(one.token, HERE)
    assert rig.ledger.head("house") == head
    with refused("session_expired"):
        rig.people.sessions.use(one.token)
    rig.people.sessions.use(two.token)


def test_signing_out_everywhere_ends_all_of_one_s_own(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.person("paul", "player")
    one, two = rig.people.door.sign_in("dora", GOOD, HERE), rig.people.door.sign_in("dora", GOOD, ELSEWHERE)
    paul = rig.people.door.sign_in("paul", GOOD, HERE)
    assert rig.people.sessions.sign_out_everywhere(one.token) == 2
    for token in (one.token, two.token):
        with refused("session_expired"):
            rig.people.sessions.use(token)
    rig.people.sessions.use(paul.token)
    with refused("session_expired"):
        rig.people.sessions.sign_out_everywhere(one.token)


def test_an_administrator_lists_and_revokes(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    one, two = rig.people.door.sign_in("dora", GOOD, HERE), rig.people.door.sign_in("dora", GOOD, ELSEWHERE)
    listed = rig.people.sessions.everyone(rig.administrator, dora)
    assert {s.id for s in listed} == {one.session.id, two.session.id}
    rig.people.sessions.revoke(rig.administrator, one.session.id)
    revoked = rig.events()[-1]
    assert isinstance(revoked, SessionRevoked)
    assert (revoked.by, revoked.person, revoked.reason) == (rig.administrator.id, dora, "administrator")
    with refused("unknown_session"):
        rig.people.sessions.revoke(rig.administrator, one.session.id)
    assert rig.people.sessions.everyone(rig.administrator, dora) == [two.session]
    assert rig.people.sessions.revoke_all(rig.administrator, dora) == 1
    assert rig.people.sessions.everyone(rig.administrator) == []


def test_a_session_that_is_over_is_not_listed(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.people.door.sign_in("dora", GOOD, HERE)
    rig.now += 5 * MINUTE
    assert rig.people.sessions.everyone(rig.administrator) == []


def test_a_session_holds_in_another_server_on_the_same_database(rig: Rig) -> None:
    rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    other = rig.another()
    assert other.sessions.use(opened.token) == opened.session
    other.sessions.sign_out(opened.token)
    with refused("session_expired"):
        rig.people.sessions.use(opened.token)


def test_many_threads_sign_in_and_out(rig: Rig) -> None:
    rig.person("dora", "dealer")

    def come_and_go(_: int) -> None:
        opened = rig.people.door.sign_in("dora", GOOD, HERE)
        rig.people.sessions.use(opened.token)
        rig.people.sessions.sign_out(opened.token)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(come_and_go, range(24)))
    kinds = [type(e) for e in rig.events()]
    assert (kinds.count(SignedIn), kinds.count(SignedOut)) == (24, 24)
    assert rig.people.sessions.everyone(rig.administrator) == []


# ---------------------------------------------------------------------------------------------- CSRF


def test_a_csrf_token_belongs_to_its_session(rig: Rig) -> None:
    rig.person("dora", "dealer")
    one, two = rig.people.door.sign_in("dora", GOOD, HERE), rig.people.door.sign_in("dora", GOOD, HERE)
    assert one.csrf == csrf_token(one.token)
    assert one.token not in one.csrf
    check_csrf(one.token, one.csrf)
    for given in ("", two.csrf, one.token, "\ud800", one.csrf.upper()):
        with refused("csrf_mismatch"):
            check_csrf(one.token, given)
