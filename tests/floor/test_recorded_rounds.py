"""The rounds of a log for the watch and the review: the same from a database and from an export."""

import json
import lzma
import weakref
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.floor.audit.read_only import verifier
from croupier.floor.desks import inventory
from croupier.floor.reports.given_rounds import Rounds, only_of, rounds_of_file, rounds_of_log
from croupier.floor.reports.hold import hold
from croupier.floor.reports.recorded_play import review_rounds, watch_rounds
from croupier.floor.reports.recorded_rounds import LoggedRound, RoundReader, recorded_rounds, records_of
from croupier.floor.reports.round_store import RoundStore, StoredRounds
from croupier.ledger.store import Ledger
from croupier.ledger.verification.export import ExportFile
from croupier.odds.protocol import solver_for
from croupier.odds.review.account import Account, Reviewer
from croupier.odds.watch.record import watched_hands
from croupier.settlement.round import folds
from croupier.table.events import Resettled, decode_event
from tests.cli.test_commands import croupier
from tests.floor.desk_rig import FLOOR, MD, NOTHING, Desk, chips, in_turn
from tests.floor.test_hold import SIGNED, WEAK, simple
from tests.odds.sessions import FLUSH, careless, printed, session

GOLDEN = Path(__file__).parent / "golden" / "0.1.0"


def unpacked(name: str, tmp_path: Path) -> Path:
    file = tmp_path / name
    file.write_bytes(lzma.decompress((GOLDEN / f"{name}.xz").read_bytes()))
    file.chmod(0o600)
    return file


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    file = unpacked("house.backup", tmp_path)
    opened = Ledger.open(f"sqlite:///{file}", verifier(bytes.fromhex((GOLDEN / "public").read_text())))
    yield opened
    opened.close()


@pytest.fixture
def rounds(ledger: Ledger) -> list[LoggedRound]:
    return recorded_rounds(records_of(ledger))


def test_a_database_and_its_export_hold_the_same_rounds(rounds: list[LoggedRound], tmp_path: Path) -> None:
    exported = recorded_rounds(ExportFile(unpacked("log.jsonl", tmp_path)).records())
    assert rounds
    assert [(each.table, each.number, each.results) for each in exported] == [
        (each.table, each.number, each.results) for each in rounds
    ]


def facts(each: LoggedRound | None) -> tuple[object, ...]:
    """All of a round, its house by its data."""
    assert each is not None
    record, house, *played = each.played
    given = (
        each.table,
        each.number,
        each.dealer,
        each.at,
        each.position,
        each.shift,
        each.mispaid,
        each.results,
    )
    return *given, record, msgspec.json.encode(house), *played


def test_rounds_kept_in_a_file_are_those_kept_in_memory(ledger: Ledger, rounds: list[LoggedRound]) -> None:
    kept: dict[str, StoredRounds] = {}
    store = RoundStore()

    def of(table: str) -> StoredRounds:
        return kept.setdefault(table, StoredRounds(store, table))

    reader, found = RoundReader(of), []
    for record in records_of(ledger):
        if (settled := reader.take(record)) is not None:
            found.append((settled.table, settled.number))
        elif record.kind == "resettled.v1":
            again = reader.resettled(record)
            assert again is not None
            assert facts(again) == facts(kept[again.table].get(again.number))
    assert found == [(each.table, each.number) for each in rounds]
    for each in rounds:
        assert facts(kept[each.table].get(each.number)) == facts(each)
    assert any(each.mispaid for each in rounds)
    assert of("nowhere").get(1) is None
    assert RoundStore().get("t", 1) is None


def test_rounds_of_a_log_come_in_its_order_as_they_stand_at_its_end(
    ledger: Ledger, rounds: list[LoggedRound]
) -> None:
    given = rounds_of_log(records_of(ledger)).rounds
    assert len(given) == len(rounds)
    for _ in range(2):  # a review may follow a watch
        assert [facts(each) for each in given] == [facts(each) for each in rounds]


def test_a_watch_and_a_review_keep_no_round(ledger: Ledger, tmp_path: Path) -> None:
    """Of a log and of a file, of all players and of one: never more than three rounds are in memory."""
    file, alive = tmp_path / "rounds.jsonl", list[weakref.ref[LoggedRound]]()
    file.write_text("".join(json.dumps(line) + "\n" for line in session(FLUSH, careless(FLUSH), 9, 1, "ann")))

    def counted(given: Rounds) -> Rounds:
        def read() -> Iterator[LoggedRound]:
            alive.clear()
            for each in given:
                alive.append(weakref.ref(each))
                assert sum(one() is not None for one in alive) < 4
                yield each

        return Rounds(len(given), read)

    for rounds, player in (
        (counted(rounds_of_log(records_of(ledger)).rounds), None),
        (only_of(counted(rounds_of_file(file).rounds), ["ann"]), ["ann"]),
    ):
        review_rounds(rounds, player)
        assert len(alive) > 8
        watch_rounds(rounds, player, ["dealer:1"])
        assert len(alive) > 8


def test_the_win_of_a_review_is_the_win_of_the_hold_report(ledger: Ledger, rounds: list[LoggedRound]) -> None:
    reviewer, accounts = Reviewer(), dict[str, Account]()
    for each in rounds:
        seats = reviewer.seats(each.played, each.results)
        accounts.setdefault(each.table, Account()).add("", seats, sum(each.mispaid.values()))
    report = hold(ledger, accounts, odds=simple)
    assert {each.name: each.win for each in report.tables} == {
        name: account.review(name).win for name, account in accounts.items()
    }
    for name, account in accounts.items():
        found = account.review(name)
        assert found.theoretical + found.luck == pytest.approx(found.win)
        assert found.mistakes >= 0


def test_mispays_equal_the_differences_of_resettlements(ledger: Ledger, rounds: list[LoggedRound]) -> None:
    events = [decode_event(each.body) for each in records_of(ledger) if each.kind == "resettled.v1"]
    due = sum(sum(each.differences.values()) for each in events if isinstance(each, Resettled))
    assert due
    assert sum(sum(each.mispaid.values()) for each in rounds) == -due


def test_a_fold_at_a_live_table_is_not_watched_and_the_up_card_is_known(rounds: list[LoggedRound]) -> None:
    modes = {each.played.all_recorded for each in rounds}
    assert modes == {True, False}
    for each in rounds:
        watched = watched_hands(each.played)
        stages = solver_for(each.played.house.rules).stages(each.played.house.rules)
        for player, hands in watched.items():
            assert each.played.all_recorded or any(hand.antes for hand in hands), player
            assert all(hand.up.bit_count() == stages[0].up for hand in hands)
        if each.played.all_recorded and not each.played.irregular:
            decided = {
                each.played.players[seat.seat]
                for seat in each.played.record.seats
                if seat.decision is not None
            }
            assert set(watched) == decided
    assert any(folds(seat.decision) for each in rounds for seat in each.played.record.seats)


def test_a_round_belongs_to_the_shift_whose_inventory_was_open(tmp_path: Path) -> None:
    desk = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    try:
        table = desk.furnish_live("t", MD)
        table.sit(1)
        for _ in range(2):
            table.open_up()
            desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
            table.play(in_turn(WEAK, NOTHING))
            desk.do(inventory.close_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
        shifts = [each.shift for each in recorded_rounds(records_of(desk.ledger))]
    finally:
        desk.close()
    assert shifts == ["t, shift 1", "t, shift 2"]


def test_watch_and_review_read_an_export(tmp_path: Path) -> None:
    file = str(unpacked("log.jsonl", tmp_path))
    (player,) = json.loads(printed("watch", file, "--against", "dealer:1", "--player", "e0p1", "--json"))[
        "players"
    ]
    assert (player["player"], player["hands"]) == ("e0p1", 2)
    answer = json.loads(printed("review", file, "--json"))
    assert set(answer) == {"players", "tables", "dealers", "shifts", "days", "without_amounts", "not_solved"}
    assert sum(each["win"] for each in answer["tables"]) == sum(each["win"] for each in answer["dealers"])


def test_one_source_at_a_time(tmp_path: Path) -> None:
    for command in ("watch", "review"):
        done = croupier(command, "log.jsonl", "--rounds", "rounds.jsonl")
        assert (done.returncode, done.stderr) == (2, "croupier: give one of EXPORT, --db and --rounds\n")
