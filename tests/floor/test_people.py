"""People of the house: accounts, roles, invitations, the demo, and their records in the log."""

from collections.abc import Callable

import argon2
import msgspec
import pytest

from croupier.errors import Refusal
from croupier.floor.people import passwords as people_passwords
from croupier.floor.people.model import DAY, Actor, system
from croupier.floor.people.passwords import LEAST_LENGTH, Passwords, check_password, default_hasher
from croupier.floor.registry.house_events import (
    AnyHouseEvent,
    Countersigned,
    DemoClosed,
    KnowledgeSuspected,
    LinkIssued,
    LinkUsed,
    LockedOut,
    LuckOutsideBand,
    PersonChanged,
    PersonCreated,
    SessionExpired,
    SessionRevoked,
    SignedIn,
    SignedOut,
    SignInFailed,
    Standing,
    Unlocked,
    decode_house_event,
    encode_house_event,
    kind_of,
)
from croupier.ledger.store import Ledger
from croupier.table.roles import OBSERVERS, ROLES
from tests.floor.people_rig import GOOD, HERE, Rig, refused

# ---------------------------------------------------------------------------------------- first start


def test_first_start_makes_an_administrator_with_a_link_and_no_password(ledger: Ledger) -> None:
    rig = Rig(ledger)
    invited = rig.people.first_start()
    assert invited is not None
    assert invited.person.startswith("s_")
    assert invited.link not in repr(invited)
    link = rig.people.link(invited.link)
    assert (link.purpose, link.name, link.expires) == ("first_start", "administrator", rig.now + DAY)
    with refused("sign_in_refused"):
        rig.people.door.sign_in("administrator", "", HERE)
    assert rig.people.set_password(invited.link, GOOD, HERE) == invited.person
    opened = rig.people.door.sign_in("Administrator ", GOOD, HERE)
    assert (opened.session.role, opened.session.person) == ("administrator", invited.person)


def test_starting_again_replaces_a_lost_link_until_a_password_is_set(ledger: Ledger) -> None:
    rig = Rig(ledger)
    first, second = rig.people.first_start(), rig.people.first_start()
    assert first is not None
    assert second is not None
    assert first.person == second.person
    with refused("invitation_used"):
        rig.people.set_password(first.link, GOOD, HERE)
    rig.people.set_password(second.link, GOOD, HERE)
    assert rig.people.first_start() is None


# ---------------------------------------------------------------------------------------------- links


def test_a_link_is_used_once(rig: Rig) -> None:
    invited = rig.people.invite(rig.administrator, "dora", "Dora", "dealer")
    rig.people.set_password(invited.link, GOOD, HERE)
    with refused("invitation_used"):
        rig.people.set_password(invited.link, GOOD + "!", HERE)
    with refused("invitation_used"):
        rig.people.link(invited.link)
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_a_link_expires_after_a_day(rig: Rig) -> None:
    invited = rig.people.invite(rig.administrator, "dora", "Dora", "dealer")
    rig.now += DAY - 1
    rig.people.link(invited.link)
    rig.now += 1
    with refused("invitation_expired"):
        rig.people.set_password(invited.link, GOOD, HERE)


def test_a_link_that_was_never_made_is_unknown(rig: Rig) -> None:
    for token in ("", "nonsense", "\ud800", "x" * 100_000, "\0"):
        with refused("invitation_unknown"):
            rig.people.link(token)
        with refused("invitation_unknown"):
            rig.people.set_password(token, GOOD, HERE)


def test_a_weak_password_leaves_the_link_usable(rig: Rig) -> None:
    invited = rig.people.invite(rig.administrator, "dora", "Dora", "dealer")
    with refused("password_weak"):
        rig.people.set_password(invited.link, "short", HERE)
    rig.people.set_password(invited.link, GOOD, HERE)


def test_a_reset_ends_sessions_and_the_old_password_when_it_is_used(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    reset = rig.people.reset(rig.administrator, dora)
    rig.people.sessions.use(opened.token)  # nothing has happened yet
    rig.people.set_password(reset.link, "another good one", HERE)
    with refused("session_expired"):
        rig.people.sessions.use(opened.token)
    with refused("sign_in_refused"):
        rig.people.door.sign_in("dora", GOOD, HERE)
    rig.people.door.sign_in("dora", "another good one", HERE)


def test_a_reset_unlocks(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    rig.lock_out("dora")
    rig.people.set_password(rig.people.reset(rig.administrator, dora).link, GOOD, HERE)
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_the_links_of_a_disabled_account_do_not_work(rig: Rig) -> None:
    invited = rig.people.invite(rig.administrator, "dora", "Dora", "dealer")
    rig.people.change(rig.administrator, invited.person, enabled=False)
    with refused("invitation_unknown"):
        rig.people.set_password(invited.link, GOOD, HERE)
    rig.people.change(rig.administrator, invited.person, enabled=True)
    with refused("invitation_used"):
        rig.people.set_password(invited.link, GOOD, HERE)


# ------------------------------------------------------------------------------------------- accounts


def test_every_role_can_be_invited(rig: Rig) -> None:
    for role in (*ROLES, *OBSERVERS):
        invited = rig.people.invite(rig.administrator, f"a {role}", "Sam", role)
        person = rig.people.person(invited.person)
        assert (person.role, person.enabled, person.demo, person.has_password) == (role, True, False, False)
        assert person.id.startswith("p_" if role == "player" else "s_")


def test_only_an_administrator_manages_people(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    manage: list[Callable[[Actor], object]] = [
        lambda by: rig.people.invite(by, "x", "X", "player"),
        lambda by: rig.people.change(by, dora, enabled=False),
        lambda by: rig.people.reset(by, dora),
        lambda by: rig.people.unlock(by, dora),
        lambda by: rig.people.unlock_address(by, HERE),
        lambda by: rig.people.close_demo(by),
        lambda by: rig.people.sessions.everyone(by),
        lambda by: rig.people.sessions.revoke(by, "v_1"),
        lambda by: rig.people.sessions.revoke_all(by, dora),
    ]
    before = rig.ledger.head("house")
    for role in (*ROLES[:-1], *OBSERVERS, "nobody", ""):
        for act in manage:
            with refused("role_too_low"):
                act(Actor("s_x", role))
    for role in (*ROLES[:-1], "nobody", ""):
        with refused("role_too_low"):
            rig.people.everyone(Actor("s_x", role))
    for role in OBSERVERS:  # they read the list
        assert rig.people.everyone(Actor("s_x", role)) == rig.people.everyone(rig.administrator)
    assert rig.ledger.head("house") == before


def test_an_unknown_role_is_refused(rig: Rig) -> None:
    for role in ("", "system", "Dealer", "nobody"):
        with refused("role_not_allowed"):
            rig.people.invite(rig.administrator, "sam", "Sam", role)


def test_a_name_that_cannot_be_used_is_refused(rig: Rig) -> None:
    for name in ("", "  ", "a\0b", "a\nb", "x" * 65, "\ud800", "\ufdfa" * 60, "\u0958" * 64):
        with refused("name_unusable"):
            rig.people.invite(rig.administrator, name, "Sam", "player")
        with refused("name_unusable"):
            rig.people.invite(rig.administrator, "sam", name, "player")
        rig.now += DAY  # they are all counted as one name
        with refused("sign_in_refused"):
            rig.people.door.sign_in(name, GOOD, HERE)


def test_the_longest_names_fit(rig: Rig) -> None:
    for name in ("x" * 64, "\u00df" * 64, "\u96ea" * 64, "\U0001f0a1" * 64):
        rig.people.invite(rig.administrator, name, name, "player")
        with refused("sign_in_refused"):
            rig.people.door.sign_in(name, GOOD, HERE)


def test_an_address_that_cannot_be_read_is_recorded_as_such(rig: Rig) -> None:
    for address in ("\0", "\ud800", "a\nb"):
        with refused("sign_in_refused"):
            rig.people.door.sign_in(f"nobody {address!r}", GOOD, address)
        assert rig.events()[-1].address == "unreadable"
    with refused("sign_in_refused"):
        rig.people.door.sign_in("nobody", GOOD, "x" * 1000)
    assert rig.events()[-1].address == "x" * 64


def test_a_name_is_taken_however_it_is_written(rig: Rig) -> None:
    rig.person("dora", "dealer")
    for name in ("dora", "DORA", " Dora ", "\uff44ora"):
        with refused("name_taken"):
            rig.people.invite(rig.administrator, name, "Another", "player")


def test_a_change_of_role_ends_the_sessions_and_is_recorded_with_before_and_after(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    assert rig.people.change(rig.administrator, dora, role="floorperson").role == "floorperson"
    changed, revoked = rig.events()[-2:]
    assert isinstance(changed, PersonChanged)
    assert (changed.by, changed.role, changed.address) == rig.administrator
    assert (changed.at, changed.person, changed.what) == (rig.now, dora, ("role",))
    assert changed.before == Standing(role="dealer", enabled=True, demo=False, password=1)
    assert changed.after == Standing(role="floorperson", enabled=True, demo=False, password=1)
    assert isinstance(revoked, SessionRevoked)
    assert (revoked.session, revoked.person, revoked.reason) == (opened.session.id, dora, "role_changed")
    with refused("session_expired"):
        rig.people.sessions.use(opened.token)


def test_a_disabled_person_is_out_at_once_and_not_let_in(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    rig.people.change(rig.administrator, dora, enabled=False)
    with refused("session_expired"):
        rig.people.sessions.use(opened.token)
    with refused("sign_in_refused"):
        rig.people.door.sign_in("dora", GOOD, HERE)
    failed = rig.events()[-1]
    assert isinstance(failed, SignInFailed)
    assert failed.reason == "disabled"
    rig.people.change(rig.administrator, dora, enabled=True)
    rig.people.door.sign_in("dora", GOOD, HERE)


def test_a_change_to_the_same_value_is_no_event(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    before = rig.ledger.head("house")
    rig.people.change(rig.administrator, dora, role="dealer", enabled=True, display_name="Dora")
    assert rig.ledger.head("house") == before


def test_a_new_name_to_show_is_an_event_without_the_name(rig: Rig) -> None:
    dora = rig.person("dora", "dealer")
    assert rig.people.change(rig.administrator, dora, display_name="Dolores").display_name == "Dolores"
    assert rig.people.display_names({dora, "nobody"}) == {dora: "Dolores"}
    assert b"Dolores" not in rig.log()


def test_the_last_administrator_stays(rig: Rig) -> None:
    me = rig.administrator
    for change in ({"enabled": False}, {"role": "dealer"}):
        with refused("last_administrator"):
            rig.people.change(me, me.id, **change)
    invited = rig.people.invite(me, "ada", "Ada", "administrator")
    with refused("last_administrator"):  # she cannot sign in yet
        rig.people.change(me, me.id, enabled=False)
    rig.people.set_password(invited.link, GOOD, HERE)
    rig.people.change(me, me.id, enabled=False)


def test_player_and_staff_are_never_one_account(rig: Rig) -> None:
    player, dealer = rig.person("paul", "player"), rig.person("dora", "dealer")
    with refused("role_not_allowed"):
        rig.people.change(rig.administrator, player, role="dealer")
    with refused("role_not_allowed"):
        rig.people.change(rig.administrator, dealer, role="player")


def test_an_unknown_person_is_refused(rig: Rig) -> None:
    sessions = rig.people.sessions
    for person in ("p_nobody", "\0", "\ud800", "x" * 10_000):
        for act in (
            rig.people.reset,
            rig.people.unlock,
            rig.people.change,
            sessions.everyone,
            sessions.revoke_all,
        ):
            with refused("unknown_person"):
                act(rig.administrator, person)
        with refused("unknown_person"):
            rig.people.person(person)
        with refused("unknown_session"):
            sessions.revoke(rig.administrator, person)


def test_the_list_shows_who_is_locked(rig: Rig) -> None:
    rig.person("dora", "dealer")
    rig.lock_out("dora")
    listed = {person.name: person for person in rig.people.everyone(rig.administrator)}
    assert listed["dora"].locked_until > rig.now
    assert listed["administrator"].locked_until == 0


def test_a_console_has_the_permissions_of_an_administrator(rig: Rig) -> None:
    assert rig.people.reset(system(), rig.administrator.id).link


# ----------------------------------------------------------------------------------------------- demo


def test_a_demo_guest_is_in_with_one_call(demo: Rig) -> None:
    assert not demo.people.has_demo_accounts()
    one, two = demo.people.demo_guest(HERE), demo.people.demo_guest(HERE)
    assert one.session.person != two.session.person
    session = demo.people.sessions.use(one.token)
    assert (session.role, session.demo) == ("player", True)
    assert demo.people.has_demo_accounts()
    created, signed_in = demo.events()[-2:]
    assert isinstance(created, PersonCreated)
    assert created.after == Standing(role="player", enabled=True, demo=True, password=0)
    assert isinstance(signed_in, SignedIn)
    assert [p.demo for p in demo.people.everyone(demo.administrator)] == [False]
    assert len(demo.people.everyone(demo.administrator, demo=True)) == 3


def test_a_demo_guest_has_no_password_and_gets_no_other_role(demo: Rig) -> None:
    guest = demo.people.demo_guest(HERE).session.person
    with refused("role_not_allowed"):
        demo.people.reset(demo.administrator, guest)
    with refused("role_not_allowed"):
        demo.people.change(demo.administrator, guest, role="dealer")
    with refused("sign_in_refused"):
        demo.people.door.sign_in(demo.people.person(guest).name, "", HERE)


def test_closing_the_demo_ends_it_whole(demo: Rig) -> None:
    opened = [demo.people.demo_guest(HERE) for _ in range(3)]
    assert demo.people.close_demo(demo.administrator) == 3
    assert not demo.people.has_demo_accounts()
    for guest in opened:
        with refused("session_expired"):
            demo.people.sessions.use(guest.token)
    closed = demo.events()[-1]
    assert isinstance(closed, DemoClosed)
    assert closed.people == 3


def test_no_guests_without_the_demo(rig: Rig) -> None:
    with refused("demo_off"):
        rig.people.demo_guest(HERE)
    assert not rig.people.has_demo_accounts()


# ------------------------------------------------------------------------------------------ passwords


def test_passwords_that_leaked_or_are_easily_guessed_are_refused() -> None:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    leaked = [word for word in FREQUENCY_LISTS["passwords"] if len(word) >= LEAST_LENGTH]
    assert len(FREQUENCY_LISTS["passwords"]) >= 3000
    extended = [f"{word}{word}{word}" for word in FREQUENCY_LISTS["passwords"][5:3000:200] if len(word) > 3]
    of_the_house = ["croupier2026", "Croup1er!2026", "casino-casino-1", "HighCardFlush2026", "surveillance1"]
    for word in [*leaked[::8], *extended, *of_the_house, "liverpool2011a"]:
        with refused("password_weak"):
            check_password(word, ("dora",))


@pytest.mark.parametrize(
    "password",
    [
        "",
        "elevenchars",
        "q7#Vx!92kLz",
        "x" * 257,
        "aaaaaaaaaaaaaa",
        "121212121212",
        "Password1234",
        "PASSWORDPASSWORD",
        "HighCardFlush",
        "texasholdem123",
        "Dora Dealerová",
        "dora dealerova\u0301",
        "d.dealerova.99",
        "d.dealerova.99D.DEALEROVA.99",
    ],
)
def test_a_weak_password_is_refused(password: str) -> None:
    with refused("password_weak"):
        check_password(password, ("d.dealerova.99", "Dora Dealerová"))


@pytest.mark.parametrize("password", [GOOD, "twelve chars", "moss, kettle, violet, " * 11, "пароль из слов"])
def test_a_good_password_is_accepted(password: str) -> None:
    check_password(password, ("dora", "Dora"))


def test_every_obvious_password_on_the_list_is_long_enough_to_need_it() -> None:
    assert {word for word in people_passwords.OBVIOUS if len(word) < LEAST_LENGTH} == set()


def test_the_default_is_argon2id_of_a_server_s_strength() -> None:
    parameters = argon2.extract_parameters(default_hasher().hash("x"))
    assert parameters.type is argon2.Type.ID
    assert parameters.memory_cost * parameters.time_cost >= 2 * 46 * 1024


def test_a_password_is_the_same_however_its_accents_are_composed() -> None:
    passwords = Passwords(argon2.PasswordHasher(1, 8, 1))
    encoded = passwords.hash("caf\u00e9 with sugar")
    assert passwords.verify(encoded, "cafe\u0301 with sugar")
    assert not passwords.verify(encoded, "cafe with sugar")
    for wrong in ("\ud800", "\0", "x" * 1_000_000, "Caf\u00e9 with sugar", "caf\u00e9 with sugar "):
        assert not passwords.verify(encoded, wrong)
    longest = "moss, kettle, violet, " * 11
    encoded = passwords.hash(longest)
    assert passwords.verify(encoded, longest)
    assert not passwords.verify(encoded, longest[:-1] + "."), "nothing is cut off"


def test_a_decoy_is_never_right() -> None:
    passwords = Passwords(argon2.PasswordHasher(1, 8, 1))
    assert not passwords.verify(None, "")
    assert not passwords.verify("not a hash", "")


# --------------------------------------------------------------------------------------------- events

SAMPLES: list[AnyHouseEvent] = [
    SignedIn(at=1, by="p_1", role="player", address=HERE, session="v_1"),
    Countersigned(at=1, by="s_2", role="dealer", signature="g_1", beside="s_1", what="fill live-1 500"),
    SignInFailed(at=1, by="nobody", role="nobody", address=HERE, person="p_1", reason="password"),
    LockedOut(at=1, by="nobody", role="nobody", address=HERE, what="account", person="p_1", until=2),
    Unlocked(at=1, by="s_1", role="administrator", what="address", locked_address=HERE),
    SignedOut(at=1, by="p_1", role="player", session="v_1"),
    SessionRevoked(at=1, by="s_1", role="administrator", session="v_1", person="p_1", reason="administrator"),
    SessionExpired(at=1, by="system", role="system", session="v_1", person="p_1", reason="idle"),
    PersonCreated(
        at=1,
        by="s_1",
        role="administrator",
        person="p_1",
        after=Standing(role="player", enabled=True, demo=False, password=0),
    ),
    PersonChanged(
        at=1,
        by="s_1",
        role="administrator",
        person="p_1",
        what=("enabled",),
        before=Standing(role="player", enabled=True, demo=False, password=1),
        after=Standing(role="player", enabled=False, demo=False, password=1),
    ),
    LinkIssued(at=1, by="s_1", role="administrator", link="l_1", person="p_1", purpose="reset", expires=2),
    LinkUsed(at=1, by="p_1", role="player", link="l_1", person="p_1", purpose="reset"),
    DemoClosed(at=1, by="s_1", role="administrator", people=3),
    KnowledgeSuspected(
        at=1,
        by="system",
        role="system",
        player="p_1",
        knows="dealer:1",
        evidence=6,
        hands=48,
        table="t",
        round=48,
    ),
    LuckOutsideBand(
        at=1,
        by="system",
        role="system",
        table="t",
        day="2027-01-15",
        rounds=300,
        luck=-900_000,
        low=-700_000,
        high=500_000,
    ),
]


@pytest.mark.parametrize("event", SAMPLES, ids=kind_of)
def test_an_event_reads_back_from_its_canonical_json(event: AnyHouseEvent) -> None:
    line = encode_house_event(event)
    assert decode_house_event(line) == event
    keys = list(msgspec.json.decode(line))
    assert keys == sorted(keys)
    assert kind_of(event).endswith(".v1")


def test_the_log_knows_no_name_no_password_and_no_token(demo: Rig) -> None:
    invited = demo.people.invite(demo.administrator, "Theodora.Secretname", "Theodora Shownname", "dealer")
    demo.people.set_password(invited.link, GOOD, HERE)
    opened = demo.people.door.sign_in("theodora.secretname", GOOD, HERE)
    with refused("sign_in_refused"):
        demo.people.door.sign_in("theodora.secretname", "a wrong password", HERE)
    with refused("sign_in_refused"):
        demo.people.door.sign_in("a password typed as a name", "x", HERE)
    guest = demo.people.demo_guest(HERE)
    demo.people.door.change_password(opened.token, GOOD, "another good one", HERE)
    demo.people.sessions.sign_out(opened.token)
    demo.people.change(demo.administrator, invited.person, enabled=False)
    log = demo.log().lower()
    for secret in (
        "secretname",
        "shownname",
        GOOD,
        "another good one",
        "wrong password",
        "typed as a name",
        invited.link,
        opened.token,
        opened.csrf,
        guest.token,
        guest.session.display_name,
        "argon2",
    ):
        assert secret.lower().encode() not in log


def test_the_tables_hold_no_token_and_no_password(rig: Rig) -> None:
    invited = rig.people.invite(rig.administrator, "dora", "Dora", "dealer")
    unused = rig.people.reset(rig.administrator, invited.person)
    rig.people.set_password(unused.link, GOOD, HERE)
    opened = rig.people.door.sign_in("dora", GOOD, HERE)
    dump = rig.dump()
    for secret in (GOOD, invited.link, unused.link, opened.token, opened.csrf):
        assert secret not in dump
    assert "$argon2id$" in dump


def test_a_refused_change_leaves_neither_row_nor_event(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    before, dump = rig.ledger.head("house"), rig.dump()

    def fail(*_: object) -> None:
        raise Refusal("not_now", "the append fails")

    with monkeypatch.context() as patch:
        patch.setattr("croupier.ledger.transaction.Transaction.append", fail)
        with refused("not_now"):
            rig.people.invite(rig.administrator, "dora", "Dora", "dealer")
    assert (rig.ledger.head("house"), rig.dump()) == (before, dump)


@pytest.mark.parametrize(
    "name",
    [
        "\u0430dministrator",
        "Administrat0r",
        "adminlstrator",
        "admin-istrator",
        "\u00e1dministrator",
        "adrninistrator",
        "\u1d00\u1d05\u1d0d\u026a\u0274istrator",  # small capitals
        "a\u0257ministrator",  # a hook
        "adm\u0268nistrator",  # a stroke
        "admi\u0578istrator",  # Armenian
        "adminis\u0442r\u0430tor",  # Cyrillic
        "\U0001d51e\U0001d521ministrator",  # Fraktur
        "\uff41dministrator",  # full width
        "4dm1n1str4t0r",
    ],
)
def test_a_name_that_looks_like_anothers_is_refused(rig: Rig, name: str) -> None:
    with refused("name_taken"):
        rig.people.invite(rig.administrator, name, "Somebody", "player")
    rig.people.invite(rig.administrator, "administrators", "Somebody", "player")
