"""The audit: a log that is right passes, and one thing altered anywhere in it is found where it is."""

import contextlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine

from croupier.floor.audit.audit import audit
from croupier.floor.audit.deal import look_up
from croupier.floor.audit.findings import CODES, Verdict
from croupier.floor.audit.read_only import open_ledger
from croupier.floor.fairness import commit_reveal as fairness
from croupier.floor.fairness.commit_reveal import (
    EntropyAdded,
    decode_fair_event,
    encode_fair_event,
    fair_kind,
)
from croupier.floor.host import automation
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Hosted, Settings
from croupier.floor.registry import changes
from croupier.floor.registry.settings import HouseSettings, change_settings
from croupier.ledger.keys import Keys
from croupier.ledger.verification.export import ExportFile, export
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.programs import steps_of
from croupier.table.state import State
from croupier.table.transition import Transition
from tests.floor.audit_rig import in_shares
from tests.floor.desk_rig import ADMIN, MD, NOTHING, SEVEN, Desk, act_anew, in_turn
from tests.floor.floor_rig import (
    PATIENCE,
    Blocker,
    Clock,
    House,
    asked_at,
    code_of,
    replayed,
    signed_and_audited,
    stream_by_stream,
    wagers_at,
)
from tests.floor.floor_rig import audit as recompute
from tests.floor.houses import FORTUNE, Forger, Row, Wandering, furnished, play_again
from tests.table.driver import METHODS, RULES, every_wager, table_rules
from tests.table.random_acts import DECK
from tests.table.random_tables import Meters, walk_rules

Where = tuple[str, str, int, int]
POOR = ("2s 3s 4h 5d 7h Jc Kd", NOTHING)
"""A player's hand that wins nothing, and the dealer's."""


@pytest.fixture
def keys(original: Path) -> Keys:
    return Keys.open(original / "keys")


def verdict_of(file: Path, keys: Keys) -> Verdict:
    """The verdict on one core; on several it must be the same."""
    ledger = open_ledger(f"sqlite:///{file}", keys)
    try:
        verdict = audit(ledger)
        assert in_shares(ledger) == (verdict if verdict.whole else None)
        return verdict
    finally:
        ledger.close()


def codes(verdict: Verdict) -> set[str]:
    return {finding.code for finding in verdict.findings}


# --------------------------------------------------------------------------------------- what is right passes


def test_a_furnished_house_is_whole_on_either_database_and_in_its_export(
    database_url: str, tmp_path: Path
) -> None:
    house = House(database_url, tmp_path / "keys")
    try:
        furnished(house)
        verdict = audit(house.ledger)
        with (tmp_path / "log.jsonl").open("wb") as out:
            export(house.ledger, out)
    finally:
        house.close()
    assert verdict.findings == ()
    assert (verdict.replayed.tables, verdict.replayed.links, verdict.replayed.seeds) == (12, 6, 10)
    assert verdict.replayed.rounds == 27
    assert verdict.checkpoints == 6
    assert verdict.signed == verdict.position == verdict.replayed.records
    assert audit(ExportFile(tmp_path / "log.jsonl")) == verdict


@pytest.mark.parametrize("mode", ["electronic", "live"])
@pytest.mark.parametrize("name", RULES)
def test_random_histories_are_right(
    name: str, mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a stopped clock, two commits cannot be told apart by time."""
    seed = f"{name} {mode} 1"
    source = random.Random(seed)
    rules = walk_rules(name, source.choice(METHODS[name]), source)
    house = House(f"sqlite:///{tmp_path}/ledger.db", tmp_path / "keys", clock=lambda: 1_800_000_000_000)
    try:
        house.open_link("L", rules)
        house.fund(*(f"p{number}" for number in range(1, 9)), cents=FORTUNE)
        walk = Wandering(rules, mode, seed, meters=Meters(rules))
        walk.wander(300)
        decks = play_again(house, walk, "L")
        whole = " ".join(DECK)
        monkeypatch.setattr(fairness, "deck", lambda table, number, *_: decks.get(number, whole).split())
        verdict = signed_and_audited(house.ledger)
    finally:
        house.close()
    assert verdict.findings == ()
    assert verdict.replayed.rounds > 0


def _in_one_commit(house: House) -> tuple[Verdict, list[str]]:
    """Two tables that move their link in one commit; the audit's verdict, and the streams of the records."""
    try:
        house.furnish(RULES[0], "t1", "t2")
        for _ in range(3):
            for table in ("t1", "t2"):
                for seat in (1, 2):
                    house.bet(table, seat)
            together = Blocker(house.floor)
            asked = [house.floor.send(table, c.CloseBets(), by="d1", role="dealer") for table in ("t1", "t2")]
            together.release()
            for each in asked:
                each.result(30)
            for table in ("t1", "t2"):
                while asked_at(house.state(table)):
                    house.decide(table)
        return signed_and_audited(house.ledger), [each.stream for each in house.ledger.follow(limit=10_000)]
    finally:
        house.close()


def test_tables_that_move_their_link_in_one_commit_are_right(database_url: str, tmp_path: Path) -> None:
    """A table's record stands before the link's record that it caused, and that before the next table's."""
    verdict, streams = _in_one_commit(House(database_url, tmp_path / "keys"))
    assert verdict.findings == ()
    assert verdict.replayed.rounds == 6
    runs = [stream for stream, _ in itertools.groupby(streams)]
    assert "table:t1 link:L table:t2 link:L" in " ".join(runs)


def test_a_link_that_moves_before_its_table_is_found(tmp_path: Path) -> None:
    """Both records of the link stand before those of the second table, which must cause one of them."""
    with stream_by_stream():
        verdict, streams = _in_one_commit(House(f"sqlite:///{tmp_path}/ledger.db", tmp_path / "keys"))
    assert "link_differs" in {finding.code for finding in verdict.findings}
    assert "link:L link:L table:t2" in " ".join(streams)


def test_progress_is_reported_to_the_end(original: Path, keys: Keys) -> None:
    told: list[tuple[int, int]] = []
    ledger = open_ledger(f"sqlite:///{original}/ledger.db", keys)
    try:
        audit(ledger, None, lambda done, total: told.append((done, total)))
        position = ledger.position()
    finally:
        ledger.close()
    assert told
    assert told == sorted(told)
    assert {total for _, total in told} == {position}


# ----------------------------------------------------------------------------- what the ledger itself finds


def _event(forger: Forger, kind: str) -> tuple[int, str, int, bytes]:
    """The position, stream, version and body of some event of a kind."""
    statement = "SELECT position, stream, version, body FROM events WHERE kind = ? ORDER BY position LIMIT 1"
    position, stream, version, body = forger.one(statement, kind)
    return position, stream, version, body


def _flip_body(forger: Forger) -> Where:
    position, stream, version, body = _event(forger, "seat_settled.v1")
    at = body.index(b'"stake":') + len(b'"stake":')
    forger.run(
        "UPDATE events SET body = ? WHERE position = ?",
        body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :],
        position,
    )
    return "record_altered", stream, version, position


def _alter_posting(forger: Forger) -> Where:
    position, stream, version, _ = _event(forger, "bet_placed.v1")
    forger.run("UPDATE postings SET amount = amount + 1 WHERE position = ? AND line = 1", position)
    return "posting_altered", stream, version, position


def _delete_posting(forger: Forger) -> Where:
    position, stream, version, _ = _event(forger, "bet_placed.v1")
    forger.run("DELETE FROM postings WHERE position = ?", position)
    return "postings_differ", stream, version, position


def _alter_actor(forger: Forger) -> Where:
    position, stream, version, _ = _event(forger, "resettled.v1")
    forger.run("UPDATE events SET actor = 'nobody' WHERE position = ?", position)
    return "record_altered", stream, version, position


@pytest.mark.parametrize("alter", [_flip_body, _alter_posting, _delete_posting, _alter_actor])
def test_an_altered_record_or_posting_is_located(
    alter: Callable[[Forger], Where], forger: Forger, keys: Keys
) -> None:
    where = alter(forger)
    verdict = verdict_of(forger.file, keys)
    assert where in {(each.code, each.stream, each.version, each.position) for each in verdict.findings}


def test_a_balance_and_a_checkpoint_that_were_altered_are_found(forger: Forger, keys: Keys) -> None:
    forger.run("UPDATE accounts SET balance = balance + 1 WHERE account = 'house'")
    verdict = verdict_of(forger.file, keys)
    assert "balance_differs" in codes(verdict)
    forger.run("UPDATE accounts SET balance = balance - 1 WHERE account = 'house'")
    assert verdict_of(forger.file, keys).whole
    forger.run("UPDATE checkpoints SET at = at + 1 WHERE number = 2")
    assert "checkpoint_altered" in codes(verdict_of(forger.file, keys))


def test_a_record_altered_in_postgresql_is_located(postgres: str, tmp_path: Path) -> None:
    from tests.databases import postgres_database

    with postgres_database(postgres) as url:
        house = House(url, tmp_path / "keys")
        try:
            house.furnish(RULES[0], "t1")
            house.play_round("t1")
            assert signed_and_audited(house.ledger).whole
            (record,) = [each for each in house.ledger.read("table:t1") if each.kind == "round_settled.v1"]
            engine = create_engine(url)
            with engine.begin() as connection:
                connection.exec_driver_sql("ALTER TABLE events DISABLE TRIGGER ALL")
                connection.exec_driver_sql(
                    "UPDATE events SET body = %s WHERE position = %s",
                    (record.body.replace(b'"round":1', b'"round":2', 1), record.position),
                )
            engine.dispose()
            verdict = signed_and_audited(house.ledger)
        finally:
            house.close()
    found = {(each.code, each.position) for each in verdict.findings}
    assert {("record_altered", record.position), ("settlement_differs", record.position)} <= found


# ------------------------------------------------------- found only by replay: all chains rebuilt


class Lie:
    """A change of the first event of a kind that has it."""

    def __init__(self, kind: str, change: Callable[[dict[str, object]], bool], stream: str = "") -> None:
        self.kind = kind
        self.change = change
        self.stream = stream
        self.where: tuple[str, int, int] | None = None

    def __call__(self, row: Row) -> Row:
        if self.where is not None or row.entry.kind != self.kind or not row.stream.startswith(self.stream):
            return row
        body = json.loads(row.entry.body)
        if not self.change(body):
            return row
        self.where = (row.stream, row.version, row.position)
        entry = msgspec.structs.replace(row.entry, body=msgspec.json.encode(body))
        return row._replace(entry=entry)


def _more_paid(body: dict[str, object]) -> bool:
    results = body["results"]
    assert isinstance(results, dict)
    for name, result in results.items():
        if result["paid"] and name != "progressive":
            result["paid"] += 100
            result["net"] += 100
            return True
    return False


def _other_net(body: dict[str, object]) -> bool:
    nets = body["nets"]
    assert isinstance(nets, dict)
    seat = next(iter(nets))
    nets[seat] += 1
    return True


def _other_digest(body: dict[str, object]) -> bool:
    body["digest"] = "0" * 64
    return True


def _other_envy(body: dict[str, object]) -> bool:
    result = {"outcome": "win", "stake": 0, "paid": 100, "returned": 0, "net": 100, "clauses": []}
    body["envy"] = {"1": result}
    return True


def _other_cover_all(body: dict[str, object]) -> bool:
    results = body["results"]
    assert isinstance(results, dict)
    result = next(iter(results.values()))
    result["paid"] += 500
    result["net"] += 500
    return True


def _other_difference(body: dict[str, object]) -> bool:
    differences = body["differences"]
    assert isinstance(differences, dict)
    differences["1"] += 100
    return True


def _other_contribution(body: dict[str, object]) -> bool:
    contributions = body.get("contributions")
    if not contributions:
        return False
    assert isinstance(contributions, dict)
    contributions[next(iter(contributions))] += 1
    return True


def _other_award(body: dict[str, object]) -> bool:
    awards = body.get("awards")
    if not awards:
        return False
    assert isinstance(awards, list)
    awards[0]["paid"] += 1
    return True


def _signed_twice(body: dict[str, object]) -> bool:
    second = body["second"]
    assert isinstance(second, dict)
    second["by"] = body["by"]
    return True


def _progressive_taken_back(body: dict[str, object]) -> bool:
    wagers = body["wagers"]
    return isinstance(wagers, dict) and bool(wagers.pop("progressive", None))


LIES = {
    "one person": ("control_differs", Lie("corrected.v1", _signed_twice)),
    "one who resettles": ("control_differs", Lie("resettled.v1", _signed_twice)),
    "a locked wager": ("control_differs", Lie("corrected.v1", _progressive_taken_back)),
    "a win": ("settlement_differs", Lie("seat_settled.v1", _more_paid)),
    "a net": ("settlement_differs", Lie("round_settled.v1", _other_net)),
    "a digest": ("settlement_differs", Lie("round_settled.v1", _other_digest)),
    "an envy": ("settlement_differs", Lie("round_settled.v1", _other_envy)),
    "a cover all": ("settlement_differs", Lie("cover_all_settled.v1", _other_cover_all)),
    "a difference": ("settlement_differs", Lie("resettled.v1", _other_difference)),
    "a contribution": ("settlement_differs", Lie("bets_closed.v1", _other_contribution)),
    "an award": ("settlement_differs", Lie("seat_settled.v1", _other_award)),
}


def _fresh(lie: Lie) -> Lie:
    return Lie(lie.kind, lie.change, lie.stream)


@pytest.mark.parametrize("what", LIES)
def test_a_lie_with_every_chain_rebuilt_is_found_by_settling_again(
    what: str, forger: Forger, keys: Keys
) -> None:
    code, lie = LIES[what]
    lie = _fresh(lie)
    forger.rewrite(keys, lie)
    assert lie.where is not None
    verdict = verdict_of(forger.file, keys)
    # The ledger has nothing to say: only the meaning of the events is wrong.
    assert codes(verdict) <= set(CODES)
    assert (code, *lie.where) in {
        (each.code, each.stream, each.version, each.position) for each in verdict.findings
    }


def test_money_sent_elsewhere_is_found(forger: Forger, keys: Keys) -> None:
    """A player's wager on another account: the books balance, and are wrong."""
    where: list[tuple[str, int]] = []

    def change(row: Row) -> Row:
        for number, (account, amount) in enumerate(row.moves):
            if not where and row.entry.kind == "bet_placed.v1" and account == "layout:e1":
                where.append((row.stream, row.version))
                row.moves[number] = ("inventory:e1", amount)
        return row

    forger.rewrite(keys, change)
    verdict = verdict_of(forger.file, keys)
    assert ("postings_differ", *where[0]) in {
        (each.code, each.stream, each.version) for each in verdict.findings
    }


def _seed(body: dict[str, object]) -> bool:
    body["seed"] = "00" * 32
    return True


def _entropy(body: dict[str, object]) -> bool:
    body["entropy"] = "another"
    return True


def _commitment(body: dict[str, object]) -> bool:
    body["commitment"] = "00" * 32
    return True


@pytest.mark.parametrize(
    ("kind", "change"),
    [("seed_revealed.v1", _seed), ("entropy_added.v1", _entropy), ("seed_committed.v1", _commitment)],
)
def test_another_seed_entropy_or_commitment_is_found(
    kind: str, change: Callable[[dict[str, object]], bool], forger: Forger, keys: Keys
) -> None:
    lie = Lie(kind, change)
    forger.rewrite(keys, lie)
    assert lie.where is not None
    found = [each for each in verdict_of(forger.file, keys).findings if each.code == "deal_differs"]
    assert {each.stream for each in found} == {lie.where[0]}
    assert all("round 1" in each.message for each in found)


def test_a_card_that_the_seed_does_not_give_is_found(forger: Forger, keys: Keys) -> None:
    """Both cards exchanged wherever the round names them: every settlement is right, and the deck is not."""
    exchanged: list[str] = []

    def change(row: Row) -> Row:
        if row.stream != "table:e0" or row.entry.kind != "dealt.v1":
            return row
        body = row.entry.body.decode()
        if not exchanged:  # the first cards of two hands of the first deal
            exchanged.extend(packet["cards"][:2] for packet in json.loads(body)["packets"][:2])
        first, second = exchanged
        body = body.replace(first, "??").replace(second, first).replace("??", second)
        return row._replace(entry=msgspec.structs.replace(row.entry, body=body.encode()))

    forger.rewrite(keys, change)
    found = [each for each in verdict_of(forger.file, keys).findings if each.code == "deal_differs"]
    assert found
    assert {each.stream for each in found} == {"fair:e0"}


# ------------------------------------------------------------------------------ money from nowhere, and seeds


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[House]:
    """A house with the electronic table `t0`, where two rich players sit."""
    house = House(f"sqlite:///{tmp_path}/ledger.db", tmp_path / "keys", clock=Clock())
    house.furnish(RULES[0], "t0")
    yield house
    house.close()


def found_in(house: House) -> list[tuple[str, str, str]]:
    return [(each.code, each.stream, each.message) for each in signed_and_audited(house.ledger).findings]


@pytest.mark.parametrize("stream", ["house", "fair:t0", "gifts:1"])
def test_money_made_on_a_stream_that_moves_none_is_found(open_house: House, stream: str) -> None:
    gift = [("house", -500), ("player:t0.1", 500)]
    event = EntropyAdded(at=open_house.clock(), by="t0.1", role="player", round=1, player="t0.1", entropy="x")

    def give(unit: Unit) -> None:
        body = encode_fair_event(event)
        unit.append(stream, fair_kind(event), body, by="t0.1", role="player", postings=gift)

    open_house.run(give)
    found = [("postings_differ", stream, "postings on a stream that moves no money")]
    if stream == "gifts:1":
        text = "a stream of a kind that is not known; it is not replayed"
        found.insert(0, ("not_replayable", stream, text))
    assert found_in(open_house) == found


def test_a_round_without_any_seed_is_found(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path}/ledger.db", tmp_path / "keys", clock=Clock())
    try:
        name, rules = RULES[0], table_rules(RULES[0])
        house.open_link("L", rules)
        house.fund("p1")

        def play(unit: Unit) -> None:
            unit.opened["t0"] = Hosted("t0", Settings(link="L"), State())
            unit.command(
                "t0", c.OpenTable(table="t0", mode="electronic", rules=rules), by="a", role="administrator"
            )
            unit.command("t0", c.Shuffle(commitment="c"), by="host", role="system")
            unit.command("t0", c.Sit(seat=1, player="p1"), by="p1", role="player")
            unit.command("t0", c.Bet(seat=1, wagers=every_wager(name)), by="p1", role="player")
            unit.command("t0", c.CloseBets(order=" ".join(DECK)), by="host", role="system")

        house.run(play)
        (closed,) = [each for each in house.ledger.read("table:t0") if each.kind == "bets_closed.v1"]
        (finding,) = signed_and_audited(house.ledger).findings
    finally:
        house.close()
    assert (finding.code, finding.position) == ("deal_differs", closed.position)
    assert finding.message == "round 1: dealt, but no seed of it was committed to"


def _shuffled_again(house: House) -> None:
    """Two commitments for one round: the table goes back to its shuffle before anybody was dealt."""

    def happen(unit: Unit, event: e.AnyEvent) -> None:
        state = unit.state("t0")
        unit.record(unit.hosted("t0"), state, [Transition(event, evolve(state, event))])

    def idle(unit: Unit) -> None:
        happen(unit, e.TableIdle(at=unit.batch.now, by="d1", role="dealer"))
        steps = e.StepsNotApplicable(
            at=unit.batch.now,
            by="system",
            role="system",
            steps=tuple(step.name for step in steps_of(unit.state("t0"))),
        )
        happen(unit, steps)
        automation.electronic(unit, "t0", house.keys)

    house.run(idle, "t0")


def _leave_and_shuffle_again(house: House) -> None:
    house.floor.entropy("t0", "before", by="t0.1").result(PATIENCE)
    for seat in (1, 2):
        house.act("t0", c.Leave(seat=seat), seat)
    # Today nobody may: there are no cards to spread, and a seed that players have mixed into would go.
    assert code_of(house.floor.send("t0", c.GoIdle(), by="d1", role="dealer")) == "not_now"
    _shuffled_again(house)
    for seat in (1, 2):
        house.act("t0", c.Sit(seat=seat, player=f"t0.{seat}"), seat)


@pytest.mark.parametrize("ticking", [True, False])
def test_a_deck_shuffled_again_before_anybody_bet_is_right(open_house: House, ticking: bool) -> None:
    _leave_and_shuffle_again(open_house)
    _leave_and_shuffle_again(open_house)
    assert open_house.state("t0").round == 1
    assert isinstance(open_house.clock, Clock)
    open_house.clock.forward(1 if ticking else 0)
    open_house.floor.entropy("t0", "after", by="t0.2").result(PATIENCE)
    open_house.bet("t0", 1)
    open_house.close_bets("t0")
    commitment = open_house.state("t0").commitment
    events = [decode_fair_event(each.body) for each in open_house.ledger.read("fair:t0")]
    deal = fairness.deal_of(events, "t0", 1)
    assert (deal.commitments, deal.added, deal.seed) == ((commitment,), ("after",), ""), "it is in play"
    while asked_at(open_house.state("t0")):
        open_house.decide("t0")
    open_house.play_round("t0")
    assert found_in(open_house) == []
    ledger = open_house.ledger
    for number in (1, 2):
        told = look_up("t0", number, ledger.read("table:t0"), ledger.read("fair:t0"))
        assert told.findings == ()
    recompute(ledger)


def test_each_seed_of_a_deck_that_was_shuffled_again_fits_its_own_commitment(
    open_house: House, tmp_path: Path
) -> None:
    _leave_and_shuffle_again(open_house)
    open_house.play_round("t0")
    open_house.close()
    forger = Forger(tmp_path / "ledger.db")
    lie = Lie("seed_revealed.v1", _seed)
    forger.rewrite(open_house.keys, lie)
    found = verdict_of(forger.file, open_house.keys).findings
    assert lie.where is not None
    assert {(each.code, each.stream, each.version, each.position) for each in found} == {
        ("deal_differs", *lie.where)
    }


def test_a_table_closed_before_anybody_bet_shows_its_seed_and_goes_on_with_another(
    open_house: House,
) -> None:
    rules = open_house.state("t0").at
    open_house.floor.send("t0", c.CloseTable(), by="f1", role="floorperson").result(PATIENCE)

    def open_again(unit: Unit) -> None:
        asked = c.OpenTable(table="t0", mode="electronic", rules=rules)
        unit.command("t0", asked, by="f1", role="floorperson")
        automation.electronic(unit, "t0", open_house.keys)

    open_house.run(open_again, "t0")
    open_house.act("t0", c.Sit(seat=1, player="t0.1"), 1)
    open_house.play_round("t0", (1,))
    assert found_in(open_house) == []
    ledger = open_house.ledger
    for number in (1, 2):
        told = look_up("t0", number, ledger.read("table:t0"), ledger.read("fair:t0"))
        assert told.findings == ()
        assert told.seed
        assert any(told.dealt) is (number == 2)


def _late_entropy(unit: Unit) -> None:
    _mix(unit, "t0.1", "a text that suits")


def _stranger(unit: Unit) -> None:
    _mix(unit, "stranger", "a text that suits")


def _mix(unit: Unit, player: str, entropy: str) -> None:
    secret = unit.secret("t0")
    assert secret is not None
    event = EntropyAdded(
        at=unit.batch.now, by=player, role="player", round=secret.round, player=player, entropy=entropy
    )
    automation._append(unit, "t0", event)
    unit.secrets["t0"] = secret.mixed(player, entropy)


def _reveal_early(unit: Unit) -> None:
    secret = unit.secret("t0")
    assert secret is not None
    automation._reveal(unit, "t0", secret)


def _forget_the_seed(unit: Unit) -> None:
    unit.secrets["t0"] = None


WHEN: dict[str, tuple[str, Callable[[Unit], None], str]] = {
    "entropy": ("closed", _late_entropy, "the entropy 'a text that suits' was added after no more bets"),
    "stranger": ("bet", _stranger, "an entropy of 'stranger', who was not at the table"),
    "reveal": ("closed", _reveal_early, "revealed before the round was over"),
    "no reveal": ("closed", _forget_the_seed, "another seed was committed to, and this one never revealed"),
}


@pytest.mark.parametrize("what", WHEN)
def test_a_changed_time_or_person_is_found(what: str, open_house: House) -> None:
    moment, lie, words = WHEN[what]
    assert isinstance(open_house.clock, Clock)

    def now_and_then(name: str) -> None:
        assert isinstance(open_house.clock, Clock)
        open_house.clock.forward(5)
        if name == moment:
            open_house.run(lie, "t0")
        open_house.clock.forward(5)

    for seat in (1, 2):
        open_house.bet("t0", seat)
    now_and_then("bet")
    open_house.close_bets("t0")
    now_and_then("closed")
    while asked_at(open_house.state("t0")):
        open_house.decide("t0")
    open_house.play_round("t0")
    assert ("deal_differs", "fair:t0", f"round 1: {words}") in found_in(open_house)


def test_a_commitment_after_the_first_bet_is_found(open_house: House) -> None:
    def commit_again(unit: Unit) -> None:
        automation._commit(unit, "t0", unit.state("t0").round, open_house.keys)

    assert isinstance(open_house.clock, Clock)
    open_house.bet("t0", 1)
    open_house.clock.forward(1)
    open_house.run(commit_again, "t0")
    open_house.close_bets("t0")
    while asked_at(open_house.state("t0")):
        open_house.decide("t0")
    found = [message for code, _, message in found_in(open_house) if code == "deal_differs"]
    assert "round 1: committed to after the first bet" in found
    assert any("the table showed the commitment" in each for each in found)


def test_a_round_that_is_still_on_is_judged_too(open_house: House) -> None:
    assert isinstance(open_house.clock, Clock)
    open_house.bet("t0", 1)
    open_house.close_bets("t0")
    assert found_in(open_house) == [], "its seed is not due yet"
    open_house.clock.forward(1)
    open_house.run(_late_entropy, "t0")
    (found,) = found_in(open_house)
    assert found[2] == "round 1: the entropy 'a text that suits' was added after no more bets"


@pytest.mark.parametrize("by_stream", [False, True], ids=["as it happened", "stream by stream"])
def test_a_round_in_one_batch_is_right_as_it_happened_alone(open_house: House, by_stream: bool) -> None:
    """Bets, entropy, no more bets, decisions and the next commitment: one commit, in their order."""
    wagers = wagers_at(open_house.state("t0"))
    with stream_by_stream() if by_stream else contextlib.nullcontext():
        blocker = Blocker(open_house.floor)
        asked: list[Future[Any]] = [open_house.ask("t0", c.Bet(seat=1, wagers=wagers), 1)]
        asked.append(open_house.floor.entropy("t0", "lucky", by="t0.1"))
        asked.append(open_house.floor.send("t0", c.CloseBets(), by="d1", role="dealer"))
        asked.append(open_house.ask("t0", c.Decide(seat=1, action="fold"), 1))
        asked.append(open_house.ask("t0", c.Bet(seat=1, wagers=wagers), 1))
        blocker.release()
        for each in asked:
            each.result(PATIENCE)
    assert open_house.state("t0").round == 2
    places = {each.kind: each.position for each in reversed(open_house.ledger.follow(limit=10_000))}
    assert (places["entropy_added.v1"] < places["bets_closed.v1"]) is not by_stream
    assert any("after no more bets" in text for _, _, text in found_in(open_house)) is by_stream
    assert by_stream or found_in(open_house) == []


def _set_tax_form(house: House, cents: int) -> None:
    house.run(lambda unit: change_settings(unit, HouseSettings(tax_form=cents), ADMIN))


def test_a_change_of_the_settings_that_does_not_follow_the_one_before_is_found(open_house: House) -> None:
    for tax_form in (60_000, 70_000, 80_000):
        _set_tax_form(open_house, tax_form)
    assert found_in(open_house) == []
    open_house.close()
    lies: dict[int, tuple[bytes, bytes]] = {
        2: (b'"tax_form":70000', b'"tax_form":71000'),  # what the third says was before it is not this
        3: (b'"by":"a1"', b'"by":"a2"'),
    }

    def change(row: Row) -> Row:
        if row.stream != "settings" or row.version not in lies:
            return row
        body = row.entry.body.replace(*lies[row.version])
        assert body != row.entry.body
        return row._replace(entry=msgspec.structs.replace(row.entry, body=body))

    forger = Forger(open_house.directory.parent / "ledger.db")
    forger.rewrite(open_house.keys, change)
    found = verdict_of(forger.file, open_house.keys).findings
    assert [(each.code, each.stream, each.version) for each in found] == [
        ("not_replayable", "settings", 3),
        ("not_replayable", "settings", 3),
    ]
    assert "71000" in found[1].message
    lies = {1: (b'"before"', b'"befor"')}
    forger.rewrite(open_house.keys, change)
    found = verdict_of(forger.file, open_house.keys).findings
    assert ("not_replayable", "settings", 1) in {(each.code, each.stream, each.version) for each in found}


def _link_amount(body: dict[str, object]) -> bool:
    amounts = body["amounts"]
    assert isinstance(amounts, dict)
    amounts["main"] += 5
    return True


def test_a_link_that_contradicts_its_table_is_found(forger: Forger, keys: Keys) -> None:
    lie = Lie("Contributed", _link_amount, "link:")
    forger.rewrite(keys, lie)
    assert lie.where is not None
    verdict = verdict_of(forger.file, keys)
    assert ("link_differs", *lie.where) in {
        (each.code, each.stream, each.version, each.position) for each in verdict.findings
    }


def test_a_table_that_moves_the_meters_of_a_link_that_it_is_not_listed_for_is_found(tmp_path: Path) -> None:
    desk = Desk(f"sqlite:///{tmp_path}/ledger.db", tmp_path / "keys")
    try:
        table = desk.furnish_live("t", MD)
        desk.do(changes.open_link, "bay", "md-high-card-flush", ADMIN)
        table.sit(1)
        table.open_up()
        bet = {1: {"ante": 1000, "progressive": 100}}
        table.deal_round(bet, in_turn(*POOR))
        assert replayed(desk.ledger) == []

        def elsewhere(unit: Unit) -> None:
            unit.opened["t"] = Hosted("t", Settings(link="bay"), unit.state("t"))

        desk.run(elsewhere, "t")
        table.open_up()
        table.deal_round(bet, in_turn(*POOR))
        found = found_in(desk)
    finally:
        desk.close()
    (words,) = [text for code, stream, text in found if (code, stream) == ("postings_differ", "table:t")]
    assert "on meter:bay:main; the event makes" in words


def test_a_round_resettled_on_the_meters_of_another_link_is_found(tmp_path: Path) -> None:
    """As older versions let it happen."""
    desk = Desk(f"sqlite:///{tmp_path}/ledger.db", tmp_path / "keys")
    try:
        table = desk.furnish_live("t", MD)
        desk.do(changes.open_link, "bay", "md-high-card-flush", ADMIN)
        table.sit(1)
        table.open_up()
        table.deal_round({1: {"ante": 1000, "progressive": 100}}, in_turn(*POOR))
        table.do(c.CloseTable(), "floorperson", "f1")
        desk.do(changes.change_table, "t", Settings(link="bay"), ADMIN, table="t")
        desk.do(changes.open_table, "t", ADMIN, desk.keys, table="t")
        assert replayed(desk.ledger) == []
        asked = act_anew(desk, table, 1, SEVEN, "misread")
        desk.run(lambda unit: unit.command("t", asked, by="s1", role="supervisor"), "t")
        (found,) = found_in(desk)
    finally:
        desk.close()
    text = "round 1 was played for link link, and resettled on the meters of 'bay'"
    assert found == ("link_differs", "table:t", text)


def test_an_event_that_cannot_be_read_stops_its_own_stream_alone(forger: Forger, keys: Keys) -> None:
    def change(row: Row) -> Row:
        if (row.stream, row.version) == ("table:l0", 9):
            return row._replace(entry=msgspec.structs.replace(row.entry, body=b'{"kind":"unheard_of.v1"}'))
        return row

    forger.rewrite(keys, change)
    found = verdict_of(forger.file, keys).findings
    assert {(each.code, each.stream, each.version) for each in found if "table:" in each.stream} == {
        ("not_replayable", "table:l0", 9)
    }


# ------------------------------------------------------------------------------------------------- exports


@pytest.fixture
def exported(original: Path, keys: Keys, tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "log.jsonl"
    ledger = open_ledger(f"sqlite:///{original}/ledger.db", keys)
    try:
        with file.open("wb") as out:
            export(ledger, out)
        yield file
    finally:
        ledger.close()


def test_an_export_gives_the_same_verdict_without_the_database(
    forger: Forger, keys: Keys, tmp_path: Path
) -> None:
    lie = _fresh(LIES["a win"][1])
    forger.rewrite(keys, lie)
    ledger = open_ledger(f"sqlite:///{forger.file}", keys)
    try:
        from_database = audit(ledger)
        with (tmp_path / "log.jsonl").open("wb") as out:
            export(ledger, out)
    finally:
        ledger.close()
    from_file = audit(ExportFile(tmp_path / "log.jsonl"))
    assert not from_file.whole
    places = [(each.code, each.stream, each.position, each.message) for each in from_database.findings]
    assert places == [(each.code, each.stream, each.position, each.message) for each in from_file.findings]


def test_any_flipped_byte_of_an_export_is_found(exported: Path, tmp_path: Path) -> None:
    whole = exported.read_bytes()
    source = random.Random(5)
    altered = tmp_path / "altered.jsonl"
    for _ in range(12):
        place = source.randrange(len(whole))
        altered.write_bytes(
            whole[:place] + bytes([whole[place] ^ 1 << source.randrange(8)]) + whole[place + 1 :]
        )
        assert not audit(ExportFile(altered)).whole, place


# ------------------------------------------------------------------------------------------------ one deal


def test_one_deal_is_computed_again_and_another_seed_is_found(forger: Forger, keys: Keys) -> None:
    ledger = open_ledger(f"sqlite:///{forger.file}", keys)
    try:
        right = look_up("e0", 2, ledger.read("table:e0"), ledger.read("fair:e0"))
    finally:
        ledger.close()
    assert right.findings == ()
    assert len(right.deck) == 52
    assert right.entropies == ("seven",)
    assert all(card in ("", place) for card, place in zip(right.dealt, right.deck, strict=True))
    assert sum(card != "" for card in right.dealt) >= 21
    forger.rewrite(keys, Lie("seed_revealed.v1", _seed, "fair:e0"))
    ledger = open_ledger(f"sqlite:///{forger.file}", keys)
    try:
        wrong = look_up("e0", 1, ledger.read("table:e0"), ledger.read("fair:e0"))
    finally:
        ledger.close()
    assert any("committed to" in text for text in wrong.findings)


def test_the_documents_name_every_finding() -> None:
    text = (Path(__file__).parents[2] / "docs" / "audit.md").read_text()
    for code, meaning in CODES.items():
        assert f"| `{code}` | {meaning} |" in text
