"""Somebody sets the machine's clock back by an hour: betting and decisions go on."""

import time
from pathlib import Path

from tests.server.rig import running

HOUR = 3_600_000


def test_a_clock_that_is_set_back_freezes_nothing(tmp_path: Path) -> None:
    behind = 0

    def clock() -> int:
        return time.time_ns() // 1_000_000 - behind

    with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", clock=clock) as server:
        server.table("t", "ma/high-card-flush", betting_ms=2000, decision_ms=2000)
        ana = server.player("ana")
        ana.act("t", act="sit", seat=1).raise_for_status()
        ana.act("t", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
        hosted = server.house.floor.tables["t"]
        round_ = hosted.state.round
        behind = HOUR
        until = time.monotonic() + 30
        seen = []
        while hosted.state.round == round_ and time.monotonic() < until:
            deadline = ana.get("/api/tables/t").json()["deadline"]
            if deadline is not None:
                seen.append(deadline - clock())
            time.sleep(0.1)
        assert hosted.state.round > round_, "the bets never closed, or the decision never lapsed"
        assert min(seen) < 2500, "the deadline is shown by the clock as it is now"
