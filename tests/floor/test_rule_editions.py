"""A table keeps to the edition of its rules, and says when its rule file is gone or changed."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.errors import Refusal
from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry import changes
from croupier.floor.registry.adoption import adopt_version
from croupier.floor.registry.events import SubmissionLoaded
from croupier.rulebook.catalog import install, rule_set
from croupier.server.api.tables.routes import card
from croupier.table import commands as c
from croupier.table.events import Resettled, RoundSettled, TableOpened, decode_event
from tests.floor.desk_rig import ADMIN, FLOOR, MD, NOTHING, Dealt, Desk, in_turn
from tests.floor.floor_rig import replayed
from tests.practice import PRACTICE
from tests.rulebook.copies import copy_rules
from tests.rulebook.test_editions import edition
from tests.table.driver import resettlement


@pytest.fixture
def desk(database_url: str, tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(database_url, tmp_path / "keys")
    yield opened
    opened.close()
    install(())


def furnish(desk: Desk, text: str) -> None:
    """A table by a submission, with a round behind it."""
    desk.load("own", text)
    desk.do(changes.open_link, "link", "own", ADMIN)
    settings = Settings(link="link")
    desk.do(changes.list_table, "t", ADMIN, mode="electronic", submission="own", settings=settings)
    desk.do(changes.open_table, "t", ADMIN, desk.keys)
    desk.issue("t.1")
    desk.act("t", c.Sit(seat=1, player="t.1"), 1)
    desk.play_round("t", [1])


def change_file(file: Path) -> None:
    file.write_text(file.read_text().replace('flush_7 = "300 to 1"', 'flush_7 = "301 to 1"'))


def remove_file(file: Path) -> None:
    file.unlink()


def read_again(root: Path) -> None:
    """The view of another process."""
    install(())
    install([root])


@pytest.mark.parametrize(
    ("happens", "code", "told"),
    [
        (change_file, "rules_changed", "and its file is sha256:"),
        (remove_file, "rules_changed", "zz/high-card-flush@undated was sha256:"),
    ],
)
def test_a_table_whose_rule_file_is_gone_or_changed_says_so_and_does_not_open(
    desk: Desk,
    tmp_path: Path,
    happens: Callable[[Path], None],
    code: str,
    told: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    root = tmp_path / "rulebook"
    name = copy_rules(root)
    install([root])
    furnish(desk, (root / "practice" / f"{name}.toml").read_text())
    hosted = desk.floor.tables["t"]
    assert card(hosted, {}).bets_open
    happens(root / f"{name}.toml")
    read_again(root)
    assert not card(hosted, {}).bets_open, "the lobby does not call it open"
    with pytest.raises(Refusal) as bet:
        desk.bet("t", 1)
    assert (bet.value.code, told in bet.value.message) == (code, True)
    assert ("is gone;" in bet.value.message) == (happens is remove_file)
    with caplog.at_level(logging.WARNING):
        for each in desk.floor.taken_over:
            each("t")
    assert caplog.messages == [f"table t takes no bets: {bet.value.message}"]
    desk.floor.send("t", c.CloseTable(), by="f1", role="floorperson").result(60)
    refusal = desk.refused(changes.open_table, "t", ADMIN, desk.keys)
    assert (refusal.code, told in refusal.message) == (code, True)
    assert "\n" not in refusal.message
    assert not replayed(desk.ledger), "its past needs no rule file"


def test_a_submission_that_is_loaded_again_takes_the_rules_as_they_are_now(
    desk: Desk, tmp_path: Path
) -> None:
    root = tmp_path / "rulebook"
    name = copy_rules(root)
    install([root])
    text = (root / "practice" / f"{name}.toml").read_text()
    furnish(desk, text)
    assert desk.refused(changes.load_submission, "own", text, ADMIN).code == "submission_unchanged"
    change_file(root / f"{name}.toml")
    read_again(root)
    desk.load("own", text)
    first, second = (each for each in desk.house_events() if isinstance(each, SubmissionLoaded))
    assert first.digest == second.digest
    assert first.rules_digest != second.rules_digest == rule_set(name).digest


def test_a_table_keeps_the_edition_that_its_submission_was_loaded_under(desk: Desk, tmp_path: Path) -> None:
    furnish(desk, PRACTICE[MD])
    edition(tmp_path, "2.0")
    install([tmp_path])
    assert rule_set(MD).rules.edition == "2.0"
    desk.play_round("t", [1])
    desk.floor.send("t", c.CloseTable(), by="f1", role="floorperson").result(60)
    desk.do(changes.open_table, "t", ADMIN, desk.keys)
    events = [decode_event(each.body) for each in desk.ledger.read("table:t")]
    opened = [event for event in events if isinstance(event, TableOpened)]
    assert len(opened) == 2
    for event in opened:
        rules = event.rules.house.rules
        assert (rules.rules.name, rules.rules.edition) == (MD, "1.0")
        assert rules.digest == rule_set(f"{MD}@1.0").digest
    assert not replayed(desk.ledger)


def test_a_round_is_resettled_by_the_edition_it_was_played_under_with_its_file_gone(
    desk: Desk, tmp_path: Path
) -> None:
    old = edition(tmp_path, "0.5", "777 to 1")
    install([tmp_path])
    desk.load("own", PRACTICE[MD].replace(MD, f"{MD}@0.5"))
    desk.do(changes.open_link, "link", "own", ADMIN)
    settings = Settings(link="link")
    desk.do(changes.list_table, "t", ADMIN, mode="live", submission="own", settings=settings)
    desk.do(changes.open_table, "t", FLOOR, desk.keys)
    table = Dealt(desk, "t")
    desk.issue("p1")
    table.do(c.Sit(seat=1, player="p1"), "player", "p1")
    table.play(in_turn("As Ks Qs Js 9s 8s 2s", NOTHING))
    original = settled(desk)[0].record
    assert original.rules == f"{MD}@0.5"
    desk.load("own", PRACTICE[MD])
    table.do(c.CloseTable(), "floorperson", "f1")
    desk.do(adopt_version, "t", 2, ADMIN)
    desk.do(changes.open_table, "t", FLOOR, desk.keys)
    assert desk.state("t").at.house.rules.rules.edition == "1.0"
    old.unlink()
    install(())
    (seat,) = original.seats
    wagers = {**seat.wagers, "flush_bonus": seat.wagers["flush_bonus"] + 100}
    corrected = replace(original, seats=[replace(seat, wagers=wagers)])
    table.do(resettlement(1, original, corrected, "read"), "supervisor", "s1")
    (difference,) = resettled(desk)[0].differences.values()
    assert difference == 100 * 777
    assert not replayed(desk.ledger)


def settled(desk: Desk) -> list[RoundSettled]:
    events = (decode_event(each.body) for each in desk.ledger.read("table:t"))
    return [event for event in events if isinstance(event, RoundSettled)]


def resettled(desk: Desk) -> list[Resettled]:
    events = (decode_event(each.body) for each in desk.ledger.read("table:t"))
    return [event for event in events if isinstance(event, Resettled)]
