"""The registry: submissions, links, tables, and versions that take effect between rounds."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from croupier.errors import Refusal
from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry import adoption, changes, entries
from croupier.floor.registry import events as r
from croupier.floor.registry.registry import Registry, digest_of
from croupier.jackpot.meters import UNIT
from croupier.ledger.store import Ledger
from croupier.rulebook.catalog import rule_set_names
from croupier.submission.check import check_text
from croupier.table import commands as c
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.floor.desk_rig import ADMIN, FLOOR, MA, MD, NJ, NOTHING, SEVEN, Desk, in_turn
from tests.floor.floor_rig import Clock, asked_at, audit, until
from tests.practice import PRACTICE
from tests.table.canonical import canonical

MARYLAND = PRACTICE[MD]
FASTER = MARYLAND.replace('rate = "20%"', 'rate = "25%"')
TIGHTER = MARYLAND.replace("ante = [500, 50_000]", "ante = [1000, 20_000]")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


@pytest.fixture
def both(database_url: str, tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(database_url, tmp_path / "keys")
    yield opened
    opened.close()


def ante(desk: Desk, table: str) -> tuple[int, int]:
    return desk.state(table).at.posted["ante"]


def rate(desk: Desk, table: str) -> int | None:
    progressive = desk.state(table).at.house.progressive
    assert progressive is not None
    return progressive.meters[0].rate


# ----------------------------------------------------------------------------------------- submissions


def test_practice_submissions_have_no_violation_and_no_warning() -> None:
    assert set(PRACTICE) == set(rule_set_names())
    for text in PRACTICE.values():
        assert [finding for finding in check_text(text).findings if finding.severity != "approval"] == []


def test_a_submission_is_versioned_and_the_log_has_its_text(both: Desk) -> None:
    both.load("md", MARYLAND)
    both.load("md", TIGHTER)
    first, second = both.house_events()
    assert isinstance(first, r.SubmissionLoaded)
    assert isinstance(second, r.SubmissionLoaded)
    assert (first.version, first.before, first.text) == (1, "", MARYLAND)
    assert (second.version, second.before) == (2, digest_of(MARYLAND))
    assert (second.by, second.role, second.address, second.at) == ("a1", *ADMIN[1:], both.clock())
    assert Registry.read(both.ledger).submission("md").digest == digest_of(TIGHTER)
    assert both.registry.submission("md", 1).text == MARYLAND


def test_a_submission_with_a_violation_is_refused_with_its_first_finding(desk: Desk) -> None:
    wrong = MARYLAND.replace('flush_bonus = "A"', 'flush_bonus = "Z"').replace(
        "positions = 6", "positions = 9"
    )
    refusal = desk.refused(changes.load_submission, "md", wrong, ADMIN)
    assert refusal.code == "too_many_positions"
    assert refusal.clauses


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("md", "rules = ", "submission_unreadable"),
        ("md", "x" * 70_000, "submission_unreadable"),
        ("md", MARYLAND, "submission_unchanged"),
        ("md", PRACTICE[MA], "value_not_allowed"),
        ("No Name", MARYLAND, "name_unusable"),
    ],
)
def test_invalid_submissions_are_not_loaded(desk: Desk, name: str, text: str, code: str) -> None:
    desk.load("md", MARYLAND)
    assert desk.refused(changes.load_submission, name, text, ADMIN).code == code


def test_only_an_administrator_configures(desk: Desk) -> None:
    assert desk.refused(changes.load_submission, "md", MARYLAND, FLOOR).code == "role_too_low"
    desk.furnish_electronic("t", MD)
    desk.load("md-high-card-flush", TIGHTER)
    assert desk.refused(changes.open_link, "other", "md-high-card-flush", FLOOR).code == "role_too_low"
    assert desk.refused(adoption.adopt_version, "t", 2, FLOOR, table="t").code == "role_too_low"
    assert desk.refused(changes.change_table, "t", Settings(), FLOOR, table="t").code == "role_too_low"
    assert desk.refused(adoption.change_rates, "link", {"main": 10}, FLOOR).code == "role_too_low"


# --------------------------------------------------------------------------------------- links and tables


def test_a_link_starts_at_the_filed_seeds_and_rates(desk: Desk) -> None:
    text = MARYLAND.replace("seed = 3_500_000", "seed = 3_700_000")
    desk.load("md", text)
    link = desk.do(changes.open_link, "bay", "md", ADMIN)
    assert link.amounts == {"main": 3_700_000 * UNIT}
    assert [meter.rate for meter in link.meters] == [2000]
    assert desk.ledger.balance("meter:bay:main") == 3_700_000 * UNIT
    assert desk.ledger.balance("house") == -3_700_000 * UNIT
    assert desk.refused(changes.open_link, "bay", "md", ADMIN).code == "name_taken"
    plain = PRACTICE[MA].replace('progressive = "A"\n', "").replace("progressive = [100, 100]\n", "")
    desk.load("plain", plain)
    assert desk.refused(changes.open_link, "plain", "plain", ADMIN).code == "link_missing"


def test_a_table_joins_a_link_that_it_fits(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    for name, text in (("ma", PRACTICE[MA]), ("faster", FASTER)):
        desk.load(name, text)

    def listing(submission: str, link: str) -> str:
        settings = Settings(link=link)
        return desk.refused(
            changes.list_table, "u", ADMIN, mode="electronic", submission=submission, settings=settings
        ).code

    assert listing("ma", "link") == "link_differs"
    assert listing("faster", "link") == "link_differs"
    assert listing("ma", "") == "link_missing"
    assert listing("ma", "nowhere") == "unknown_link"
    assert listing("none", "link") == "unknown_submission"


@pytest.mark.parametrize(
    ("name", "mode", "settings", "code"),
    [
        ("t", "electronic", Settings(link="link"), "name_taken"),
        ("u v", "electronic", Settings(link="link"), "name_unusable"),
        ("u", "paper", Settings(link="link"), "value_not_allowed"),
        ("u", "electronic", Settings(link="link", betting_ms=10), "value_not_allowed"),
        ("u", "electronic", Settings(link="link", all_bet_ms=-1), "value_not_allowed"),
    ],
)
def test_invalid_tables_are_not_listed(
    desk: Desk, name: str, mode: str, settings: Settings, code: str
) -> None:
    desk.furnish_electronic("t", MD)
    submission = "md-high-card-flush"
    refusal = desk.refused(
        changes.list_table, name, ADMIN, mode=mode, submission=submission, settings=settings
    )
    assert refusal.code == code


def test_a_listed_table_is_opened_by_a_floorperson_and_after_a_restart_still_there(both: Desk) -> None:
    both.list_table("t", MD, "link", "electronic")
    assert view(both.floor.tables["t"].state, Viewer("public"), both.floor.clock()).rules == ""
    player = desk_refusal(both, c.Sit(seat=1, player="p"))
    assert player == "not_now"
    both.do(changes.open_table, "t", FLOOR, both.keys, table="t")
    assert both.state("t").commitment
    both.run(lambda unit: entries.record_start(unit, "a", "croupier 0"))
    both.run(lambda unit: entries.record_stop(unit, "a"))
    before = both.state("t")
    both.close()
    again = Desk(both.url, both.directory, owner="b")
    try:
        for name, settings in again.registry.tables():
            assert again.floor.take_over_table(name, settings)
        assert canonical(again.state("t")) == canonical(before)
        assert [start.owner for start in again.registry.starts] == ["a"]
        audit(again.ledger)
    finally:
        again.close()


def desk_refusal(desk: Desk, asked: c.AnyAct) -> str:
    with pytest.raises(Refusal) as refused:
        desk.floor.send("t", asked, by="p", role="player").result(10)
    return refused.value.code


def test_times_may_change_and_the_link_only_while_the_table_is_closed(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    slower = Settings(link="link", decision_ms=60_000)
    desk.do(changes.change_table, "t", slower, ADMIN, table="t")
    assert desk.floor.tables["t"].settings == slower
    *_, changed = desk.house_events()
    assert isinstance(changed, r.TableChanged)
    assert (changed.before.settings.decision_ms, changed.after.settings.decision_ms) == (30_000, 60_000)
    desk.do(changes.open_link, "bay", "md-high-card-flush", ADMIN)
    other = Settings(link="bay")
    assert desk.refused(changes.change_table, "t", other, ADMIN, table="t").code == "not_now"
    desk.floor.send("t", c.CloseTable(), by="f1", role="floorperson").result(10)
    desk.do(changes.change_table, "t", other, ADMIN, table="t")
    desk.do(changes.open_table, "t", FLOOR, desk.keys, table="t")
    desk.issue("t.1")
    desk.act("t", c.Sit(seat=1, player="t.1"), 1)
    desk.play_round("t", [1])
    assert desk.ledger.balance("meter:bay:main") > 3_500_000 * UNIT
    assert desk.ledger.balance("meter:link:main") == 3_500_000 * UNIT
    audit(desk.ledger)


# ------------------------------------------------------------------------------------------------ adoption


def test_a_version_is_adopted_at_once_between_rounds(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    desk.load("md-high-card-flush", TIGHTER)
    assert desk.do(adoption.adopt_version, "t", 2, ADMIN, table="t") == adoption.APPLIED
    assert ante(desk, "t") == (1000, 20_000)
    assert desk.registry.listing("t").version == 2
    assert desk.refused(adoption.adopt_version, "t", 2, ADMIN, table="t").code == "submission_unchanged"
    assert desk.refused(adoption.adopt_version, "t", 3, ADMIN, table="t").code == "unknown_submission"


def test_a_version_waits_for_the_round_to_end(both: Desk) -> None:
    both.furnish_electronic("t", MD)
    both.issue("t.1")
    both.act("t", c.Sit(seat=1, player="t.1"), 1)
    both.bet("t", 1)
    both.load("md-high-card-flush", TIGHTER)
    assert both.do(adoption.adopt_version, "t", 2, ADMIN, table="t") == adoption.QUEUED
    both.close_bets("t")
    assert ante(both, "t") == (500, 50_000)
    assert both.registry.pending == {"t": 2}
    both.decide("t")
    assert ante(both, "t") == (1000, 20_000)
    assert both.registry.pending == {}
    assert both.registry.listing("t").version == 2
    assert [type(event) for event in both.house_events()[-2:]] == [r.AdoptionQueued, r.AdoptionApplied]
    audit(both.ledger)


def test_a_version_that_cannot_be_adopted_in_time_is_dropped_and_reported(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    desk.issue("t.6")
    desk.act("t", c.Sit(seat=6, player="t.6"), 6)
    desk.bet("t", 6)
    desk.load("md-high-card-flush", MARYLAND.replace("positions = 6", "positions = 5"))
    assert desk.do(adoption.adopt_version, "t", 2, ADMIN, table="t") == adoption.QUEUED
    desk.close_bets("t")
    desk.decide("t")
    *_, refused = desk.house_events()
    assert isinstance(refused, r.AdoptionRefused)
    assert refused.code == "seat_taken"
    assert desk.registry.pending == {}
    assert desk.registry.listing("t").version == 1


def test_a_closed_table_opens_by_the_version_that_it_was_given(desk: Desk) -> None:
    desk.furnish_electronic("t", MD)
    desk.floor.send("t", c.CloseTable(), by="f1", role="floorperson").result(10)
    desk.load("md-high-card-flush", TIGHTER)
    assert desk.do(adoption.adopt_version, "t", 2, ADMIN, table="t") == adoption.APPLIED
    desk.do(changes.open_table, "t", FLOOR, desk.keys, table="t")
    assert ante(desk, "t") == (1000, 20_000)


def test_a_closed_table_does_not_drop_the_rates_of_its_version(desk: Desk) -> None:
    """They wait for the meter to be won, however often the table is opened meanwhile."""
    table = desk.furnish_live("t", MD)
    table.sit(1)
    desk.furnish_electronic("e", MD)
    desk.floor.send("e", c.CloseTable(), by="f1", role="floorperson").result(10)
    desk.load("md-high-card-flush", FASTER)
    assert desk.do(adoption.adopt_version, "e", 2, ADMIN, table="e") == adoption.QUEUED
    queued = desk.house_events()[-1]
    assert isinstance(queued, r.AdoptionQueued)
    assert queued.reason == "rates"
    desk.do(changes.open_table, "e", FLOOR, desk.keys, table="e")
    assert (rate(desk, "e"), desk.registry.listing("e").version) == (2000, 1)
    assert desk.registry.pending == {"e": 2}
    desk.floor.send("e", c.CloseTable(), by="f1", role="floorperson").result(10)
    table.open_up()
    table.play(in_turn(SEVEN, NOTHING))
    desk.do(changes.open_table, "e", FLOOR, desk.keys, table="e")
    table.open_up()
    assert (rate(desk, "e"), rate(desk, "t")) == (2500, 2500)
    assert desk.registry.listing("e").version == 2
    assert desk.registry.pending == {}
    audit(desk.ledger)


def test_a_pending_version_is_adopted_when_the_table_closes(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    desk.load("md-high-card-flush", TIGHTER)
    assert (
        desk.do(adoption.adopt_version, "t", 2, ADMIN, table="t") == adoption.QUEUED
    )  # the decks are looked at
    table.do(c.CloseTable(), role="floorperson")
    until(lambda: desk.registry.pending == {})
    assert desk.registry.listing("t").version == 2


def test_another_rate_waits_until_the_meter_is_won(desk: Desk) -> None:
    table = desk.furnish_live("t", MD)
    desk.furnish_electronic("e", MD)
    table.sit(1)
    desk.load("md-high-card-flush", FASTER)
    assert (
        desk.refused(adoption.change_rates, "link", {"main": 2500}, ADMIN).code == "rate_change_not_allowed"
    )
    table.open_up()
    assert desk.do(adoption.adopt_version, "t", 2, ADMIN, table="t") == adoption.QUEUED
    table.play(in_turn("2d 4h 6d 7h 9d Jh Kc", NOTHING))
    table.open_up()
    assert rate(desk, "t") == 2000
    assert desk.registry.pending == {"t": 2}
    table.play(in_turn(SEVEN, NOTHING))
    table.open_up()
    assert (rate(desk, "t"), rate(desk, "e")) == (2500, 2500)
    assert desk.registry.pending == {}
    assert [desk.registry.listing(name).version for name in ("t", "e")] == [2, 1]
    changed = next(event for event in desk.house_events() if isinstance(event, r.MeterRatesChanged))
    assert (changed.before, changed.after) == ({"main": 2000}, {"main": 2500})
    audit(desk.ledger)


def test_a_table_of_another_process_gets_the_rates_of_its_link(both: Desk) -> None:
    clock = both.clock
    assert isinstance(clock, Clock)
    both.furnish_electronic("e", MD)
    both.furnish_electronic("f", MD, betting_ms=600_000, decision_ms=600_000)
    both.issue("f.1")
    both.act("f", c.Sit(seat=1, player="f.1"), 1)
    other = Desk(both.url, both.directory, owner="b", clock=clock)
    try:
        table = other.furnish_live("t", MD)
        table.sit(1)
        other.load("md-high-card-flush", FASTER)
        table.open_up()
        assert other.do(adoption.adopt_version, "t", 2, ADMIN, table="t") == adoption.QUEUED
        table.play(in_turn(SEVEN, NOTHING))
        both.bet("f", 1)
        table.open_up()
        assert rate(other, "t") == 2500
        both.close_bets("f")
        assert rate(both, "f") == 2000  # its round had begun
        while asked_at(both.state("f")):
            both.decide("f")
        assert rate(both, "f") == 2500  # before the registry of its process has heard of it
        clock.forward(1000)
        until(lambda: rate(both, "e") == 2500)
        until(lambda: both.registry.pending == {})
        audit(other.ledger)
    finally:
        other.close()


def test_two_tables_of_two_states_share_a_link(desk: Desk) -> None:
    desk.furnish_electronic("m", MA)
    desk.furnish_electronic("n", NJ)
    for table in ("m", "n"):
        desk.issue(f"{table}.1")
        desk.act(table, c.Sit(seat=1, player=f"{table}.1"), 1)
        desk.play_round(table, [1])
    assert desk.floor.links["link"].contributions == 2 * 26 * UNIT
    audit(desk.ledger)


def test_the_registry_is_reread_only_after_another_writer(
    both: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = next(each for each in both.floor.every_second if each.__name__ == "changed_elsewhere")
    both.furnish_electronic("e", MD)
    for _ in range(3):
        both.issue("p")
    looks: list[bool] = []
    catch_up = both.registry.catch_up

    def noted(ledger: Ledger) -> None:
        looks.append(True)
        if len(looks) == 2:
            raise Refusal("ledger_unavailable", "away")
        catch_up(ledger)

    monkeypatch.setattr(both.registry, "catch_up", noted)
    look()
    looks.clear()
    both.issue("p")
    look()
    assert not looks  # it was alone
    look()
    assert len(looks) == 1  # it has not written meanwhile, so it cannot tell
    other = Desk(both.url, both.directory, owner="b", clock=cast(Clock, both.clock))
    try:
        other.load("md-high-card-flush", FASTER)
    finally:
        other.close()
    both.issue("p")
    with pytest.raises(Refusal):
        look()
    both.issue("p")
    look()  # alone again, and still behind
    assert len(looks) == 3
    assert len(both.registry.submissions["md-high-card-flush"]) == 2
