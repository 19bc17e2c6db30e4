"""A round resettled after its table changed its link: the meters of the other link are not its own.

Everything is asked of the floor itself, as a server does it, for its own people and for another server's.
"""

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.host.hosted_table import Settings
from croupier.floor.host.jobs import Answer
from croupier.floor.registry import changes
from croupier.floor.registry.events import Listing
from croupier.jackpot.meters import UNIT
from croupier.table import commands as c
from tests.floor.desk_rig import ADMIN, FLOOR, MD, NOTHING, SEVEN, Desk, act_anew, in_turn, validate_all
from tests.floor.floor_rig import PATIENCE, Blocker, audit, code_of

POOR = "2s 3s 4h 5d 7h Jc Kd"
LINK, BAY = "meter:link:main", "meter:bay:main"


class House(Desk):
    """A live table `t` on `link`, and another link, `bay`."""

    def __init__(self, url: str, keys: Path) -> None:
        super().__init__(url, keys)
        self.table = self.furnish_live("t", MD)
        self.table.sit(1)
        self.do(changes.open_link, "bay", "md-high-card-flush", ADMIN)

    def send(self, asked: c.AnyAct, role: str, key: str = "") -> "Future[Answer]":
        return self.floor.send("t", asked, by=role, role=role, key=key)

    def close_table(self) -> "Future[Answer]":
        return self.send(c.CloseTable(), "floorperson")

    def move(self, link: str) -> "Future[Listing]":
        def work(unit: Any) -> Listing:
            return changes.change_table(unit, self.registry, "t", Settings(link=link), ADMIN)

        return self.floor.run(work, table="t")

    def open_again(self) -> None:
        self.do(changes.open_table, "t", FLOOR, self.keys, table="t")
        self.table.sit(1)

    def play_poorly(self, **wagers: int) -> None:
        """A round that wins nothing."""
        self.table.deal_round({1: {"ante": 1000, **wagers}}, in_turn(POOR, NOTHING))

    def asked(self, round_: int, cards: str) -> c.Resettle:
        return act_anew(self, self.table, round_, cards, "misread")

    def resettle(self, round_: int, cards: str) -> "Future[Answer]":
        return self.send(self.asked(round_, cards), "supervisor")

    def together(self, *asked: Any) -> list[str]:
        """The refusal codes of one batch."""
        blocker = Blocker(self.floor)
        futures = [each() for each in asked]
        blocker.release()
        return [code_of(each) for each in futures]


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    opened = House(database_url, tmp_path / "keys")
    yield opened
    opened.close()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[House]:
    opened = House(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def test_a_round_is_not_resettled_on_the_meters_of_another_link(house: House) -> None:
    balance = house.ledger.balance
    house.play_poorly(progressive=100)
    asked = house.asked(1, SEVEN)
    first = house.send(asked, "supervisor", "k").result(PATIENCE)
    validate_all(house.table)
    assert balance(LINK) < 3_500_020 * UNIT
    back = house.asked(1, POOR)
    codes = house.together(
        house.close_table, lambda: house.move("bay"), lambda: house.send(back, "supervisor")
    )
    assert codes == ["", "", "different_link"]
    for opened in (False, True):
        if opened:
            house.open_again()
            house.play_poorly(progressive=100)
        before = house.ledger.position()
        assert code_of(house.send(back, "supervisor")) == "different_link"
        assert house.send(asked, "supervisor", "k").result(PATIENCE) == first  # it was done before
        assert house.ledger.position() == before
    assert balance(BAY) == 3_500_020 * UNIT
    house.resettle(2, SEVEN).result(PATIENCE)
    validate_all(house.table)
    assert balance(BAY) < 3_500_020 * UNIT
    house.close_table().result(PATIENCE)
    house.move("link").result(PATIENCE)  # once more
    assert code_of(house.resettle(2, POOR)) == "different_link"
    assert code_of(house.send(replace(back, round=99), "supervisor")) == "unknown_round"
    house.send(back, "supervisor").result(PATIENCE)
    assert balance(LINK) == 3_500_020 * UNIT
    audit(house.ledger)


def test_a_round_that_is_not_in_the_log_yet_was_played_for_the_link_of_before(small: House) -> None:
    small.play_poorly()
    known = small.asked(1, "2s 3s 4s 5s 7h Jc Kd")
    for round_, moves, codes in (
        (2, [], ["", "", ""]),
        (3, [small.close_table, lambda: small.move("bay")], ["", "", "", "", "different_link"]),
    ):
        small.table.start_round({1: {"ante": 1000}}, in_turn(POOR, NOTHING))
        small.table.until("settle")
        same = replace(known, round=round_)  # dealt like the first one, its record is the same
        found = small.together(
            lambda: small.send(c.Show(to=1, cards=POOR), "dealer"),
            lambda: small.send(c.Perform(step="collect"), "dealer"),
            *moves,
            lambda same=same: small.send(same, "supervisor"),
        )
        assert found == codes
