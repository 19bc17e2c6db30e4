"""The hold with luck taken out, and by day, month and year to date."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.desks import inventory
from croupier.floor.reports.hold import hold
from croupier.floor.reports.hold_by_period import PeriodHold, hold_by_period
from croupier.floor.reports.play_reviewed import PlayReviewed
from croupier.floor.reports.recorded_rounds import recorded_rounds, records_of
from croupier.odds.advice import advice
from croupier.odds.review.account import faced_by
from croupier.server.workers.review_jobs import watch_round
from croupier.submission.practice import practice_rules
from tests.floor.desk_rig import COUNTED, COUNTER, FLOOR, MD, NOTHING, Desk, chips, in_turn
from tests.floor.floor_rig import Clock
from tests.floor.test_hold import SIGNED, live, simple

WEAK = "2d 4h 6s 7h 9d Jc Kc"
"""Two cards of each suit at most: to be folded."""
STRONG = "As Ks Qs 9s 2d 4h 6d"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


def reviewed(desk: Desk, only: int = 10**6) -> PlayReviewed:
    """The rounds of the log, up to a number, with their decisions priced as a running house prices them."""
    play = PlayReviewed()
    for each in recorded_rounds(records_of(desk.ledger)):
        if each.number <= only:
            answer = watch_round(lambda done, total: None, each.played, (), each.results)
            assert answer.faced is not None
            play.enter(each.table, each.number, answer.faced)
    return play


def cost_of(cards: str, action: str) -> float:
    values = advice(practice_rules(MD).house, cards).values
    return float(max(values.values()) - values[action])


def test_the_win_is_optimal_play_and_mistakes_and_luck(desk: Desk) -> None:
    """The rig's player raises the least with every hand: with scattered cards that is a mistake."""
    live(desk, WEAK, STRONG, WEAK)
    (table,) = hold(desk.ledger, ["t"], odds=simple, play=reviewed(desk)).tables
    wrong = 2 * 1000 * cost_of(WEAK, "raise_1x") + 1000 * cost_of(STRONG, "raise_1x")
    assert wrong > 0
    assert table.mistakes == pytest.approx(wrong)
    assert table.theoretical == 450
    assert table.luck == pytest.approx(table.win - 450 - wrong)
    (plain,) = hold(desk.ledger, ["t"], odds=simple).tables
    assert (plain.mistakes, plain.luck) == (None, None)
    assert plain.band is not None
    assert table.band == pytest.approx([bound + wrong for bound in plain.band])
    # While a round is not reviewed the report says nothing about mistakes.
    (partly,) = hold(desk.ledger, ["t"], odds=simple, play=reviewed(desk, only=2)).tables
    assert (partly.mistakes, partly.luck, partly.band) == (None, None, plain.band)


def test_a_resettled_round_takes_the_place_of_its_first_entry(desk: Desk) -> None:
    live(desk, WEAK, STRONG)
    play = reviewed(desk)
    first, second = play.round("t", 1), play.round("t", 2)
    assert first is not None
    assert second is not None
    before = play.habits.faced.mistakes
    play.enter("t", 1, second)
    assert play.habits.faced.mistakes == pytest.approx(before - first.mistakes + second.mistakes)
    assert faced_by(()).mistakes == 0


def test_drop_win_and_hold_by_day_month_and_year(desk: Desk) -> None:
    clock = desk.clock
    assert isinstance(clock, Clock)
    table = live(desk, WEAK)
    desk.do(inventory.open_inventory, "t", chips(1_000_000), SIGNED, FLOOR)
    table.open_up()
    table.play(in_turn(STRONG, NOTHING))
    desk.do(inventory.drop, "t", 40_000, COUNTED, COUNTER)
    desk.do(inventory.close_inventory, "t", chips(970_000), SIGNED, FLOOR)
    clock.forward(1000)
    later = clock()
    table.open_up()
    table.play(in_turn(WEAK, NOTHING))

    def day_of(at: int) -> str:
        return "2027-02-24" if at >= later else "2027-01-15"

    found = hold_by_period(desk.ledger, ["t"], day_of, odds=simple, play=reviewed(desk)).periods
    mine = [each for each in found if each.table == "t"]
    assert [each.kind for each in mine] == ["year_to_date", "month", "month", "day", "day"]
    assert [each.rounds for each in mine] == [3, 1, 2, 1, 2]
    (late, early) = _of(mine, "day")
    assert (early.drop, early.win_by_chips, early.hold) == (40_000, 10_000, 0.25)
    assert (late.drop, late.win_by_chips, late.hold) == (0, None, None)
    assert early.win + late.win == sum(each.win for each in _of(mine, "month"))
    # Mistakes by habit: what the player gives away over the record, times what was at stake that day.
    assert late.theoretical is not None
    assert early.theoretical is not None
    record = 2 * 1000 * cost_of(WEAK, "raise_1x") + 1000 * cost_of(STRONG, "raise_1x")
    assert late.theoretical + early.theoretical == pytest.approx(450 + record)
    assert late.theoretical < 150 + 1000 * cost_of(WEAK, "raise_1x")
    assert late.interval is not None
    low, high = late.interval
    assert low < late.theoretical < high
    assert late.within is (low <= late.win <= high)
    # All tables together are the one table here.
    assert [msg.rounds for msg in found if not msg.table] == [each.rounds for each in mine]


def _of(found: list[PeriodHold], kind: str) -> list[PeriodHold]:
    return [each for each in found if each.kind == kind]
