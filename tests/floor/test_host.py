"""The floor shows only recorded events.

Every test runs on SQLite and on PostgreSQL.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from psycopg.errors import DiskFull

from croupier.errors import Refusal
from croupier.floor.cluster import leases
from croupier.floor.cluster.leases import LEASE_MS
from croupier.floor.cluster.replicas import link_of
from croupier.floor.desks import cashier
from croupier.floor.fairness.commit_reveal import (
    SeedCommitted,
    SeedRevealed,
    deal_of,
    decode_fair_event,
    verify_deal,
)
from croupier.floor.host import automation
from croupier.floor.host import floor as floor_module
from croupier.floor.host import hosted_table as hosted
from croupier.floor.host import link_reader as links_read
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Settings, load
from croupier.jackpot.meters import UNIT
from croupier.ledger.store import Ledger, Transaction
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from croupier.table.transition import Transition
from tests.databases import postgres_database
from tests.floor.floor_rig import (
    ADMIN,
    PATIENCE,
    RICH,
    Blocker,
    Clock,
    House,
    asked_at,
    audit,
    code_of,
    decision,
    lapse,
    until,
    wagers_at,
)
from tests.jackpot.contributions import contributions_of
from tests.table.canonical import canonical
from tests.table.driver import RULES

GAME = "ma/high-card-flush"


@pytest.fixture
def long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody loses a table because this machine is slow; for tests that end leases themselves."""
    monkeypatch.setattr(leases, "LEASE_MS", 60_000)


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    opened = House(database_url, tmp_path / "keys", clock=Clock())
    yield opened
    opened.close()


@pytest.fixture
def played(house: House) -> House:
    """A house with tables `t0` and `t1` on one link, two rich players at each."""
    house.furnish(GAME, "t0", "t1")
    return house


class Heard:
    """The events that the listeners received, by table."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._told: list[tuple[str, int, e.AnyEvent]] = []
        house.floor.listen(self)

    def __call__(self, table: str, seen: list[Transition]) -> None:
        self._told += [(table, each.version, each.event) for each in seen]

    @property
    def events(self) -> list[tuple[str, int, e.AnyEvent]]:
        """The events of all answers: the sender is answered first, others before the next batch."""
        self._house.run(lambda unit: None)
        return self._told


class Broken:
    """Commits that fail, for as long as the block lasts."""

    def __init__(self, ledger: Ledger) -> None:
        self._dialect: Any = ledger.engine.dialect

    def _fail(self, _connection: object) -> None:
        full = DiskFull if self._dialect.name == "postgresql" else self._dialect.dbapi.OperationalError
        raise full("database or disk is full")

    def __enter__(self) -> None:
        self._dialect.do_commit = self._fail

    def __exit__(self, *_: object) -> None:
        del self._dialect.do_commit


def clock_of(house: House) -> Clock:
    assert isinstance(house.clock, Clock)
    return house.clock


# ---------------------------------------------------------------- decide, append, commit, only then publish


def test_listeners_receive_only_committed_events(played: House) -> None:
    missing: list[tuple[str, int]] = []

    def look(table: str, seen: list[Transition]) -> None:
        if played.ledger.head(f"table:{table}").version < seen[-1].version:
            missing.append((table, seen[-1].version))

    played.floor.listen(look)
    heard = Heard(played)
    played.play_round("t0")
    assert not missing
    stored = [e.decode_event(record.body) for record in played.ledger.read("table:t0")]
    assert [version for _, version, _ in heard.events] == [
        *range(len(stored) - len(heard.events) + 1, len(stored) + 1)
    ]
    blank = {e.BetsClosed, e.Shuffled}  # their order is sealed
    for _, version, event in heard.events:
        assert stored[version - 1] == event or type(event) in blank


def test_nothing_is_published_that_was_not_committed(played: House) -> None:
    played.bet("t0", 1)
    heard = Heard(played)
    before = canonical(played.state("t0"))
    balances = played.ledger.balances()
    position = played.ledger.position()
    with Broken(played.ledger):
        asked = played.ask("t0", c.Bet(seat=2, wagers=wagers_at(played.state("t0"))), 2)
        assert code_of(asked) == "ledger_unavailable"
        assert "disk" not in str(asked.exception())  # fixed words: what the driver said is for the log
    assert not heard.events
    assert played.ledger.position() == position
    assert played.ledger.balances() == balances
    until(lambda: "t0" in played.floor.tables)
    assert canonical(played.state("t0")) == before
    played.bet("t0", 2)
    played.close_bets("t0")
    while asked_at(played.state("t0")):
        played.decide("t0")
    audit(played.ledger)


def test_a_listener_that_fails_disturbs_nobody(played: House) -> None:
    def fail(table: str, seen: list[Transition]) -> None:
        raise RuntimeError("gone away")

    played.floor.listen(fail)
    heard = Heard(played)
    played.bet("t0", 1)
    played.bet("t0", 2)
    assert [type(event) for _, _, event in heard.events] == [e.BetPlaced, e.BetPlaced]


def test_a_callback_of_the_house_that_fails_disturbs_nobody(played: House) -> None:
    def fail() -> None:
        raise Refusal("ledger_unavailable", "the database failed")

    played.floor.house_changed.append(fail)
    played.run(lambda unit: unit.append("house", "any", b"{}", by="x", role="system"))
    played.bet("t0", 1)


def test_a_refused_job_does_not_disturb_its_batch(played: House) -> None:
    commits = played.floor.commits
    blocker = Blocker(played.floor)
    wagers = wagers_at(played.state("t0"))

    def fail(unit: Unit) -> None:
        unit.append("house", "never", b"{}", by="x", role="system", postings=[("house", -5), ("x", 5)])
        raise ValueError("a defect")

    good = played.ask("t0", c.Bet(seat=1, wagers=wagers), 1)
    bad = played.ask("t0", c.Bet(seat=2, wagers={"flush_bonus": 500}), 2)
    other = played.ask("t1", c.Bet(seat=1, wagers=wagers), 1)
    defect = played.floor.run(fail)
    last = played.ask("t0", c.Bet(seat=2, wagers=wagers), 2)
    blocker.release()
    assert code_of(bad) != ""
    with pytest.raises(ValueError, match="a defect"):
        defect.result(PATIENCE)
    assert good.result(PATIENCE).version + 1 == last.result(PATIENCE).version
    assert other.result(PATIENCE).version == played.state("t1").version
    assert played.floor.commits == commits + 2  # the blocker's, and one for them all
    assert played.ledger.balance("x") == 0
    audit(played.ledger)


def test_a_batch_that_fails_for_one_job_is_done_without_it(played: House) -> None:
    """A failure that only the ledger finds: the others are done, and refused ones are judged again."""
    blocker = Blocker(played.floor)
    wagers = wagers_at(played.state("t0"))

    def unbalanced(unit: Unit) -> None:
        unit.append("house", "never", b"{}", by="x", role="system", postings=[("x", 5)])

    good = played.ask("t0", c.Bet(seat=1, wagers=wagers), 1, key="k")
    wrong = played.floor.run(unbalanced)
    other = played.ask("t1", c.Bet(seat=1, wagers=wagers), 1)
    refused = played.ask("t0", c.Bet(seat=2, wagers={"flush_bonus": 500}), 2)
    blocker.release()
    assert [code_of(each) for each in (good, wrong, other)] == ["", "books_unbalanced", ""]
    assert code_of(refused) == "missing_wager"
    assert played.state("t0").hands.keys() == played.state("t1").hands.keys() == {1}
    assert played.bet("t0", 1, key="k") == good.result()
    audit(played.ledger)


def test_money_that_another_process_took_meanwhile_costs_its_owner_alone(
    postgres: str, tmp_path: Path
) -> None:
    """A balance that a batch has read may be stale when it writes: PostgreSQL has two writers."""
    with postgres_database(postgres) as url:
        house = House(url, tmp_path / "keys", clock=Clock())
        house.furnish(GAME, "t0", "t1")
        other = house.another("b")
        taken: list[int] = []

        def take_back(unit: Unit) -> None:
            if not taken:
                taken.append(RICH)
                other.run(lambda unit: cashier.take_back(unit, "t0.1", RICH, ADMIN))

        try:
            blocker = Blocker(house.floor)
            wagers = wagers_at(house.state("t0"))
            asked: list[Future[Any]] = [
                house.ask("t0", c.Bet(seat=1, wagers=wagers), 1),
                house.floor.run(take_back),
                house.ask("t0", c.Bet(seat=2, wagers=wagers), 2),
                house.ask("t1", c.Bet(seat=1, wagers=wagers), 1),
            ]
            blocker.release()
            assert [code_of(each) for each in asked] == ["insufficient_funds", "", "", ""]
            assert house.state("t0").hands.keys() == {2}
            assert house.balance("t0.1") == 0
            audit(house.ledger)
        finally:
            other.close()
            house.close()


def test_an_absent_listener_disturbs_no_one(played: House) -> None:
    blocker = Blocker(played.floor)
    asked = played.ask("t0", c.Bet(seat=1, wagers=wagers_at(played.state("t0"))), 1)
    assert asked.cancel()
    blocker.release()
    played.bet("t0", 2)


# ------------------------------------------------------------------------------ once, in order, and paid for


def test_a_key_asks_once_even_after_a_restart(played: House) -> None:
    first = played.bet("t0", 1, key="k1")
    again = played.bet("t0", 1, key="k1")
    assert again == first
    assert played.state("t0").version == first.version
    blocker = Blocker(played.floor)
    wagers = wagers_at(played.state("t0"))
    twice = [played.ask("t0", c.Bet(seat=2, wagers=wagers), 2, key="k2") for _ in range(2)]
    blocker.release()
    assert twice[0].result(PATIENCE) == twice[1].result(PATIENCE)
    spent = played.balance("t0.2")
    assert spent == RICH - sum(wagers.values())
    played.close()
    after = played.another("a", [("t0", Settings(link="L"))])
    try:
        assert after.bet("t0", 1, key="k1") == first
        assert after.bet("t0", 2, key="k2") == twice[0].result()
        assert after.balance("t0.2") == spent
        audit(after.ledger)
    finally:
        after.close()


def test_keys_are_of_their_table(played: House) -> None:
    played.bet("t0", 1, key="same")
    played.bet("t1", 1, key="same")
    assert played.state("t1").hands.keys() == {1}


def test_a_refused_key_may_be_used_again(played: House) -> None:
    bad = played.ask("t0", c.Bet(seat=1, wagers={"flush_bonus": 500}), 1, key="k")
    assert code_of(bad) != ""
    played.bet("t0", 1, key="k")
    assert played.state("t0").hands.keys() == {1}


def test_a_stale_version_is_refused(played: House) -> None:
    seen = played.state("t0").version
    played.bet("t0", 1, version=seen)
    assert code_of(played.ask("t0", c.Decide(seat=1, action="fold"), 1, version=seen)) == "stale_version"
    assert played.state("t0").version == seen + 1


def test_a_coupon_is_not_declared_where_nobody_sees_it(played: House) -> None:
    """Match play is paper that a dealer takes; at an electronic table any player could claim one."""
    state = played.state("t0")
    assert state.electronic
    assert state.at.house.match_play  # the submission accepts coupons
    wagers = wagers_at(state)
    claimed = c.Bet(seat=1, wagers=wagers, match_play={"ante": wagers["ante"]})
    assert code_of(played.ask("t0", claimed, 1)) == "wager_not_offered"
    assert played.state("t0").hands == {}


def test_wagers_of_other_seats_do_not_make_a_wager_stale(played: House) -> None:
    seen = played.state("t0").version
    played.bet("t0", 1, version=seen)
    played.ask("t0", c.Bet(seat=2, wagers=wagers_at(played.state("t0"))), 2, version=seen).result(PATIENCE)
    assert played.state("t0").version == seen + 2


def test_a_wager_beyond_the_balance_is_refused(played: House) -> None:
    played.fund("poor", cents=1500)
    played.floor.send("t0", c.Sit(seat=3, player="poor"), by="poor", role="player").result(PATIENCE)
    version, position = played.state("t0").version, played.ledger.position()
    bet = c.Bet(seat=3, wagers=wagers_at(played.state("t0")))
    refused = played.floor.send("t0", bet, by="poor", role="player").exception(PATIENCE)
    assert str(refused) == "The account holds $15, and $21 is needed; nothing was moved"
    assert code_of(played.floor.send("t0", bet, by="poor", role="player")) == "insufficient_funds"
    assert (played.state("t0").version, played.ledger.position()) == (version, position)
    affordable = c.Bet(seat=3, wagers={"ante": 1000})
    played.floor.send("t0", affordable, by="poor", role="player").result(PATIENCE)
    played.close_bets("t0")
    raised = c.Decide(seat=3, action="raise", amount=1000)
    assert code_of(played.floor.send("t0", raised, by="poor", role="player")) == "insufficient_funds"
    fold = c.Decide(seat=3, action="fold")
    played.floor.send("t0", fold, by="poor", role="player").result(PATIENCE)
    assert played.balance("poor") == 500
    audit(played.ledger)


def test_two_wagers_of_one_batch_cannot_spend_the_same_money(played: House) -> None:
    """A player on two tables; the second wager of a batch cannot use the money of the first."""
    wagers = wagers_at(played.state("t0"))
    played.fund("both", cents=sum(wagers.values()) + 100)
    for table in ("t0", "t1"):
        played.floor.send(table, c.Sit(seat=3, player="both"), by="both", role="player").result(PATIENCE)
    blocker = Blocker(played.floor)
    bet = c.Bet(seat=3, wagers=wagers)
    asked = [played.floor.send(table, bet, by="both", role="player") for table in ("t0", "t1")]
    blocker.release()
    assert [code_of(each) for each in asked] == ["", "insufficient_funds"]
    assert played.balance("both") == 100


def test_money_is_available_to_later_commands_in_a_batch(played: House) -> None:
    """Whichever streams they are on: the wager stands on a stream that the batch has touched before."""
    sits = c.Sit(seat=3, player="poor")
    played.floor.send("t1", sits, by="poor", role="player").result(PATIENCE)
    wagers = wagers_at(played.state("t1"))
    blocker = Blocker(played.floor)
    asked: list[Future[Any]] = [
        played.floor.send("t1", c.Sit(seat=4, player="q"), by="q", role="player"),
        played.floor.run(lambda unit: cashier.issue(unit, "poor", sum(wagers.values()), ADMIN)),
        played.floor.send("t1", c.Bet(seat=3, wagers=wagers), by="poor", role="player"),
        played.floor.send("t0", c.Sit(seat=4, player="z"), by="z", role="player"),
    ]
    commits = played.floor.commits
    blocker.release()
    assert [code_of(each) for each in asked] == ["", "", "", ""]
    assert played.floor.commits == commits + 1, "in one batch"
    assert played.balance("poor") == 0
    audit(played.ledger)


# ------------------------------------------------------------------------------------------------ timers


def test_the_host_acts_for_those_who_do_not_in_order(house: House) -> None:
    house.furnish(GAME, "t0", seats=(1, 2, 3), betting_ms=1_000, decision_ms=2_000)
    clock = clock_of(house)
    heard = Heard(house)
    for seat in (3, 1, 2):
        house.bet("t0", seat)
    clock.forward(999)
    house.fund("tick")  # a batch, so that the floor has looked at the clock
    assert not house.state("t0").bets_closed
    clock.forward(1)
    until(lambda: house.state("t0").bets_closed)
    for _ in range(3):
        asked = asked_at(house.state("t0"))
        assert asked is not None
        clock.forward(1_999)
        house.fund("tick")
        assert asked_at(house.state("t0")) == asked
        clock.forward(1)
        until(lambda asked=asked: asked_at(house.state("t0")) != asked)  # type: ignore[misc]
    until(lambda: house.state("t0").round == 2 or house.state("t0").program != "round")
    decided = [event for _, _, event in heard.events if isinstance(event, e.Decided)]
    assert [(event.seat, event.action, event.role) for event in decided] == [
        (1, "fold", "system"),
        (2, "fold", "system"),
        (3, "fold", "system"),
    ]
    audit(house.ledger)


def test_no_bets_no_timer(house: House) -> None:
    house.furnish(GAME, "t0", betting_ms=1_000)
    clock_of(house).forward(1_000_000)
    house.fund("tick")
    assert not house.state("t0").bets_closed


def test_where_everybody_has_bet_the_betting_ends_sooner(house: House) -> None:
    house.furnish(GAME, "t0", betting_ms=60_000, all_bet_ms=1_000)
    clock = clock_of(house)
    house.bet("t0", 1)
    clock.forward(2_000)  # the other seat is still waited for
    house.fund("tick")
    assert not house.state("t0").bets_closed
    house.bet("t0", 2)
    clock.forward(999)
    house.fund("tick")
    assert not house.state("t0").bets_closed
    clock.forward(1)
    until(lambda: house.state("t0").bets_closed)


def test_a_seat_has_its_own_time_even_if_the_one_before_decided_at_the_last_moment(house: House) -> None:
    """The decision of the first seat and the end of its time come in one batch, and a floorperson who would
    fold the second at once."""
    house.furnish(GAME, "t0", decision_ms=2_000)
    for seat in (1, 2):
        house.bet("t0", seat)
    house.close_bets("t0")
    first = asked_at(house.state("t0"))
    assert first is not None
    blocker = Blocker(house.floor)
    clock_of(house).forward(2_000)
    decided = house.ask("t0", decision(first), first.seat)
    lapsed = house.floor.send("t0", c.Lapse(seat=3 - first.seat), by="f1", role="floorperson")
    blocker.release()
    decided.result(PATIENCE)
    assert code_of(lapsed) == "not_now"
    house.fund("tick")
    second = asked_at(house.state("t0"))
    assert second is not None
    assert second.seat != first.seat
    clock_of(house).forward(2_000)
    until(lambda: asked_at(house.state("t0")) is None)
    audit(house.ledger)


def test_sitting_down_and_leaving_gains_no_time(house: House) -> None:
    house.furnish(GAME, "t0", betting_ms=4_000, decision_ms=2_000)
    clock = clock_of(house)

    def accomplice() -> None:
        """Sits down and leaves, just before the time is up."""
        for asked in (c.Sit(seat=5, player="t0.5"), c.Leave(seat=5)):
            house.act("t0", asked, 5)

    house.bet("t0", 1)
    clock.forward(3_999)
    accomplice()
    assert not house.state("t0").bets_closed
    clock.forward(1)
    until(lambda: house.state("t0").bets_closed)
    asked = asked_at(house.state("t0"))
    assert asked is not None
    for _ in range(2):
        clock.forward(999)
        accomplice()
    assert asked_at(house.state("t0")) == asked
    clock.forward(2)
    until(lambda: asked_at(house.state("t0")) != asked)
    audit(house.ledger)


def test_sitting_down_at_the_last_moment_stops_no_timer(house: House) -> None:
    """The end of the time and somebody's sitting down come in one batch."""
    house.furnish(GAME, "t0", betting_ms=1_000, decision_ms=2_000)
    clock = clock_of(house)
    house.bet("t0", 1)
    for milliseconds, seat in ((1_000, 3), (2_000, 4)):
        blocker = Blocker(house.floor)
        clock.forward(milliseconds)
        sat = house.ask("t0", c.Sit(seat=seat, player=f"t0.{seat}"), seat)
        blocker.release()
        sat.result(PATIENCE)
        house.run(lambda unit: None)
        assert house.state("t0").bets_closed is (seat == 3), "the betting first, then the decision"
    assert house.state("t0").round == 2
    audit(house.ledger)


def test_a_first_bet_in_the_batch_that_ends_a_round_has_its_whole_time(house: House) -> None:
    house.furnish(GAME, "t0", seats=(1,), betting_ms=9_000, decision_ms=2_000)
    wagers = wagers_at(house.state("t0"))
    house.bet("t0", 1)
    house.close_bets("t0")
    blocker = Blocker(house.floor)
    fold = house.ask("t0", c.Decide(seat=1, action="fold"), 1)
    bet = house.ask("t0", c.Bet(seat=1, wagers=wagers), 1)
    blocker.release()
    assert code_of(fold) == code_of(bet) == ""
    house.run(lambda unit: None)
    assert house.floor.tables["t0"].deadline == house.clock() + 9_000


def test_timers_continue_after_a_database_outage(house: House) -> None:
    house.furnish(GAME, "t0", betting_ms=1_000)
    house.bet("t0", 1)
    with Broken(house.ledger):
        clock_of(house).forward(1_000)
        blocked = house.ask("t0", c.Bet(seat=2, wagers=wagers_at(house.state("t0"))), 2)
        assert code_of(blocked) == "ledger_unavailable"
    until(lambda: "t0" in house.floor.tables)
    assert not house.state("t0").bets_closed

    def closed() -> bool:
        clock_of(house).forward(500)
        return "t0" in house.floor.tables and house.state("t0").bets_closed

    until(closed)
    audit(house.ledger)


# ---------------------------------------------------------------------------------------------- fairness


def test_the_commitment_precedes_the_first_bet_and_the_seed_follows_the_round(played: House) -> None:
    public = Viewer("player", "t0.1")
    commitment = played.state("t0").commitment
    assert commitment
    played.floor.entropy("t0", "lucky", by="t0.1").result(PATIENCE)
    played.bet("t0", 1)
    played.floor.entropy("t0", "seven", by="t0.2").result(PATIENCE)
    played.close_bets("t0")
    assert code_of(played.floor.entropy("t0", "late", by="t0.1")) == "bets_closed"
    fair = [decode_fair_event(record.body) for record in played.ledger.read("fair:t0")]
    assert not any(isinstance(event, SeedRevealed) for event in fair)
    assert not view(played.floor.tables["t0"].state, public, played.floor.clock()).dealer.cards
    while asked_at(played.state("t0")):
        played.decide("t0")
    records = played.ledger.read("fair:t0")
    fair = [decode_fair_event(record.body) for record in records]
    deal = deal_of(fair, "t0", 1)
    assert deal.commitments == (commitment,)
    assert deal.entropies == ("lucky", "seven")
    assert not verify_deal(deal)
    first_bet = next(r for r in played.ledger.read("table:t0") if r.kind.startswith("bet_placed"))
    committed = next(r for r, event in zip(records, fair, strict=True) if isinstance(event, SeedCommitted))
    ended = next(r for r in played.ledger.read("table:t0") if r.kind.startswith("round_ended"))
    revealed = next(r for r, event in zip(records, fair, strict=True) if isinstance(event, SeedRevealed))
    assert committed.position < first_bet.position < ended.position < revealed.position
    assert fair[-1] == decode_fair_event(records[-1].body)
    assert isinstance(fair[-1], SeedCommitted), "the next round is committed to at once"
    audit(played.ledger)


@pytest.mark.parametrize(
    ("by", "words", "code"),
    [
        ("stranger", "x", "not_seated"),
        ("t0.1", "", "value_not_allowed"),
        ("t0.1", "x" * (automation.LONGEST_ENTROPY + 1), "value_not_allowed"),
    ],
)
def test_entropy_is_bounded(played: House, by: str, words: str, code: str) -> None:
    assert code_of(played.floor.entropy("t0", words, by=by)) == code


def test_entropy_with_a_known_key_is_added_once(played: House) -> None:
    first = played.floor.entropy("t0", "lucky", by="t0.1", key="relay 1").result(PATIENCE)
    assert played.floor.entropy("t0", "lucky", by="t0.1", key="relay 1").result(PATIENCE) == first
    played.floor.entropy("t0", "lucky", by="t0.1", key="relay 2").result(PATIENCE)
    added = [record for record in played.ledger.read("fair:t0") if record.kind.startswith("entropy_added")]
    assert len(added) == 2


def test_its_number_is_kept_and_seats_are_not_taken(played: House) -> None:
    def add(player: str) -> str:
        return code_of(played.floor.entropy("t0", "word", by=player))

    for _ in range(automation.MOST_ENTROPIES):
        assert add("t0.1") == ""
    assert add("t0.1") == "value_not_allowed"
    positions = played.state("t0").at.positions
    # One person after another takes a seat for no other purpose.
    for number in range(positions - 1):
        player = f"x{number}"
        played.floor.send("t0", c.Sit(seat=3, player=player), by=player, role="player").result(PATIENCE)
        while add(player) == "":
            pass
        played.floor.send("t0", c.Leave(seat=3), by=player, role="player").result(PATIENCE)
    assert add("t0.2") == "", "who has been here all the time still has a place"
    secret = played.floor.tables["t0"].secret
    assert secret is not None
    assert len(secret.entropies) == automation.MOST_ENTROPIES * positions
    assert load(played.ledger, played.keys, "t0", Settings(link="L")).secret == secret
    played.play_round("t0")
    audit(played.ledger)


def test_the_last_commitment_is_found_however_much_was_mixed_in(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted, "_LAST_ROUND", 1)
    played.play_round("t0")
    for number in range(automation.MOST_ENTROPIES):
        played.floor.entropy("t0", f"word {number}", by="t0.1").result(PATIENCE)
    secret = hosted.last_secret(played.ledger, played.keys, "t0")
    assert secret == played.floor.tables["t0"].secret
    assert secret is not None
    assert (secret.round, secret.players) == (2, ("t0.1",) * automation.MOST_ENTROPIES)
    assert secret.commitment in repr(secret)
    for hidden in (secret.seed, secret.salt):
        assert repr(hidden) not in repr(secret)
        assert hidden.hex() not in repr(secret)


def test_no_person_shuffles_or_plays_for_another_at_an_electronic_table(played: House) -> None:
    asked = played.floor.send("t0", c.Shuffle(commitment="mine"), by="d1", role="dealer")
    assert code_of(asked) == "role_too_low"
    bet = c.Bet(seat=1, wagers=wagers_at(played.state("t0")))
    assert code_of(played.floor.send("t0", bet, by="d1", role="dealer")) == "not_your_seat"
    assert code_of(played.floor.send("t0", bet, by="t0.2", role="player")) == "not_your_seat"
    played.bet("t0", 1)
    stacked = c.CloseBets(order=" ".join(f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"))
    played.floor.send("t0", stacked, by="d1", role="dealer").result(PATIENCE)
    folded = played.floor.send("t0", c.Lapse(seat=1), by="f1", role="floorperson")
    assert code_of(folded) == "not_now", "its time is not up"
    while asked_at(played.state("t0")):
        played.decide("t0")
    audit(played.ledger)  # the deck was the seed's


# ------------------------------------------------------------------------------------ loading and reloading


@pytest.mark.parametrize("rules", RULES)
def test_a_loaded_table_equals_the_one_in_memory(house: House, rules: str) -> None:
    """At every point of a round, the undealt deck included: it comes back from the sealed seed."""
    house.furnish(rules, "t0", seats=(1, 2, 3))
    settings = Settings(link="L" if rules != "none" else "")

    def same() -> None:
        loaded = load(house.ledger, house.keys, "t0", settings)
        assert canonical(loaded.state) == canonical(house.state("t0"))
        assert loaded.secret == house.floor.tables["t0"].secret

    same()
    for _ in range(2):
        for seat in (1, 2, 3):
            house.bet("t0", seat)
            same()
        house.floor.entropy("t0", "mixed in", by="t0.1").result(PATIENCE)
        same()
        house.close_bets("t0")
        assert house.state("t0").order
        same()
        while asked_at(house.state("t0")):
            house.decide("t0")
            same()
    audit(house.ledger)


def test_loading_reads_only_new_events(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automation, "SNAPSHOT_EVERY", 30)
    house = House(database_url, tmp_path / "keys", clock=Clock())
    try:
        house.furnish(GAME, "t0")
        read = []
        for rounds in (4, 16):
            for _ in range(rounds):
                house.play_round("t0")
            read.append(_rows_read(house))
        least, most = sorted(read)
        assert most <= least + 60, f"{read} records were read"
        assert house.ledger.head("table:t0").version > 200
    finally:
        house.close()


def _rows_read(house: House) -> int:
    """Records that a second process reads when it adopts the table."""
    other = Ledger.open(house.url, house.keys)
    count = 0
    original = type(other).read

    def counting(ledger: Ledger, *args: Any, **kwargs: Any) -> Any:
        nonlocal count
        found = original(ledger, *args, **kwargs)
        count += len(found)
        return found

    try:
        other.read = counting.__get__(other)  # type: ignore[method-assign]
        load(other, house.keys, "t0", Settings(link="L"))
    finally:
        other.close()
    return count


def test_a_table_is_saved_though_little_happens_between_two_starts(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automation, "SNAPSHOT_EVERY", 40)
    house = House(database_url, tmp_path / "keys", clock=Clock())
    house.furnish(GAME, "t0")
    for _ in range(4):
        before = house.ledger.head("table:t0").version
        house.play_round("t0")
        assert house.ledger.head("table:t0").version - before < 40
        house.close()
        house = house.another("a", [("t0", Settings(link="L"))])
    saved = house.ledger.snapshot("table:t0")
    house.close()
    assert saved is not None


def test_a_snapshot_that_cannot_be_read_is_as_good_as_none(
    played: House, caplog: pytest.LogCaptureFixture
) -> None:
    played.play_round("t0")
    for body in (b"{}", b"\xff", b'{"form":"another","state":{"version":7}}', b'{"version":7}'):
        caplog.clear()
        with played.ledger.transaction() as tx:
            for stream in ("table:t0", "link:L"):
                tx.save_snapshot(stream, 7, body)
        loaded = load(played.ledger, played.keys, "t0", Settings(link="L"))
        assert canonical(loaded.state) == canonical(played.state("t0"))
        assert loaded.snapshot_at == 0
        version, link = link_of(played.ledger, "L")
        assert (version, link) == (played.ledger.head("link:L").version, played.floor.links["L"])
        told = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
        assert [each.partition(":")[0] for each in told] == ["table", "link"]
        assert all("its snapshot is not used" in each for each in told)


def test_a_lost_batch_costs_no_second_reading_of_the_links(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.play_round("t0")
    read = _counted(monkeypatch)
    with Broken(played.ledger):
        asked = played.ask("t0", c.Bet(seat=1, wagers=wagers_at(played.state("t0"))), 1)
        assert code_of(asked) == "ledger_unavailable"
    played.play_round("t0")
    assert "link:L" not in read
    audit(played.ledger)


def _counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The streams of the records that are read from now on."""
    read: list[str] = []

    def count(kind: Any) -> None:
        original = kind.read

        def counting(self: Any, *args: Any, **kwargs: Any) -> Any:
            found = original(self, *args, **kwargs)
            read.extend(each.stream for each in found)
            return found

        monkeypatch.setattr(kind, "read", counting)

    count(Ledger)
    count(Transaction)
    return read


def test_a_link_that_was_not_known_is_read_from_its_snapshot(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links_read, "SNAPSHOT_EVERY", 2)
    for _ in range(3):
        played.play_round("t0")
    other = played.another("b")
    read = _counted(monkeypatch)
    try:
        assert other.run(lambda unit: unit.link("L")) == played.floor.links["L"]
    finally:
        other.close()
    assert read.count("link:L") < 2
    assert played.ledger.head("link:L").version > 3


def test_a_table_that_was_reloaded_plays_on_in_the_middle_of_a_round(played: House) -> None:
    for seat in (1, 2):
        played.bet("t0", seat)
    played.close_bets("t0")
    played.decide("t0")
    before = canonical(played.state("t0"))
    played.close()
    after = played.another("b", [("t0", Settings(link="L")), ("t1", Settings(link="L"))])
    try:
        assert canonical(after.state("t0")) == before
        while asked_at(after.state("t0")):
            after.decide("t0")
        after.play_round("t0")
        after.play_round("t1")
        audit(after.ledger)
    finally:
        after.close()


# ------------------------------------------------------------------------------------------ money and links


def test_two_tables_feed_one_link_and_the_money_is_all_there(played: House) -> None:
    link = played.floor.links["L"]
    before = dict(link.amounts)
    for _ in range(5):
        for table in ("t0", "t1"):
            played.play_round(table)
    after = played.floor.links["L"]
    assert after.contributions == 20 * sum(contributions_of(link, 100).values())
    assert after.conserved
    assert sum(after.amounts.values()) + after.pending + after.paid >= sum(before.values())
    for meter, units in after.amounts.items():
        assert played.ledger.balance(f"meter:L:{meter}") == units
    assert sum(played.ledger.balances().values()) == 0
    audit(played.ledger)


def test_players_win_and_lose_what_the_rounds_say(played: House) -> None:
    nets = {1: 0, 2: 0}
    heard = Heard(played)
    for _ in range(5):
        played.play_round("t0")
    for _, _, event in heard.events:
        if isinstance(event, e.RoundSettled):
            for seat, net in event.nets.items():
                nets[seat] += net
    waiting = {1: 0, 2: 0}
    for award in played.state("t0").pending.values():
        waiting[award.seat] += award.paid
    assert {seat: played.balance(f"t0.{seat}") for seat in nets} == {
        seat: RICH + net - waiting[seat] for seat, net in nets.items()
    }
    assert played.ledger.balance("house") < 0
    assert all(amount % UNIT == 0 for amount in played.ledger.balances("player:").values())


# ------------------------------------------------------------------------------------------------ leases


def test_a_table_has_one_owner_and_a_lost_one_is_fenced_off(long_leases: None, played: House) -> None:
    played.bet("t0", 1)
    other = played.another("b")
    try:
        settings = Settings(link="L")
        assert not other.floor.take_over_table("t0", settings)
        assert "t0" not in other.floor.tables
        refused = other.ask("t0", c.Bet(seat=2, wagers={}), 2)
        assert code_of(refused) == "table_moved"  # there is such a table, but not here
        sleeper = Blocker(played.floor)  # the first owner does nothing for a long time
        lapse(played.ledger, "t0")
        assert other.floor.take_over_table("t0", settings)
        assert canonical(other.state("t0")) == canonical(played.state("t0"))
        late = played.ask("t0", c.Bet(seat=2, wagers=wagers_at(played.state("t0"))), 2)
        sleeper.release()
        assert code_of(late) == "table_moved"
        other.bet("t0", 2)
        other.close_bets("t0")
        while asked_at(other.state("t0")):
            other.decide("t0")
        assert code_of(played.ask("t0", c.Bet(seat=2, wagers={}), 2)) == "table_moved"
        played.bet("t1", 1)  # what the first still owns goes on
        audit(other.ledger)
    finally:
        other.close()


def test_a_lost_table_does_not_disturb_the_others_of_the_batch(long_leases: None, played: House) -> None:
    other = played.another("b")
    try:
        sleeper = Blocker(played.floor)
        lapse(played.ledger, "t0")
        assert other.floor.take_over_table("t0", Settings(link="L"))
        wagers = wagers_at(played.state("t0"))
        lost = played.ask("t0", c.Bet(seat=1, wagers=wagers), 1)
        kept = played.ask("t1", c.Bet(seat=1, wagers=wagers), 1)
        sleeper.release()
        assert code_of(lost) == "table_moved"
        assert code_of(kept) == ""
    finally:
        other.close()


def test_a_table_where_nobody_plays_keeps_its_owner(played: House) -> None:
    clock = clock_of(played)
    other = played.another("b")
    try:
        for _ in range(6):
            clock.forward(LEASE_MS // 4)
            for _ in range(2):  # the floor looks at its leases between batches, and when there are none
                played.run(lambda unit: None)
        clock.forward(LEASE_MS * 3 // 4)
        threading.Event().wait(0.7)
        clock.forward(LEASE_MS // 2)
        assert not other.floor.take_over_table("t0", Settings(link="L"))
        played.bet("t0", 1)
    finally:
        other.close()


def test_a_takeover_of_many_tables_keeps_those_it_has_taken(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = clock_of(played)

    def slowly(*given: Any) -> Any:
        clock.forward(LEASE_MS * 2 // 3)
        return load(*given)

    monkeypatch.setattr(floor_module, "load", slowly)
    for name in ("t0", "t1"):
        lapse(played.ledger, name, played.floor)
    floor = Floor(played.ledger, played.keys, owner="b", clock=clock)
    assert floor.take_over([(name, Settings(link="L")) for name in ("t0", "t1")]) == ["t0", "t1"]
    assert [floor.owner_of(name) for name in ("t0", "t1")] == ["b", "b"]


def test_a_stopped_floor_gives_its_tables_back_at_once(played: House) -> None:
    played.close()
    other = played.another("b", [("t0", Settings(link="L"))])
    try:
        other.bet("t0", 1)
        other.floor.take_over_table("t1", Settings(link="L"))
        other.bet("t1", 1)
    finally:
        other.close()
