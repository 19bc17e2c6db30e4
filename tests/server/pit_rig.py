"""A small pit for tests: a live table with a counted shift and a round, and a table that was never opened."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from croupier.server.api.audit import routes as audit
from croupier.server.api.reports import routes as reports
from tests.floor.test_hold import simple
from tests.server.rig import GOOD, Running, running
from tests.table.driver import every_wager
from tests.web.floor_house import Dealer

FLUSH = "md/high-card-flush"


@contextmanager
def pit(path: Path) -> Iterator[Running]:
    """The house and its server, until the end of the block."""
    with (
        # The exact odds take many seconds of a test's time; test_hold has them.
        mock.patch.object(reports, "background_odds", return_value=simple),
        mock.patch.object(audit, "background_odds", return_value=simple),
        running(f"sqlite:///{path / 'ledger.db'}", path / "keys") as here,
    ):
        here.table("live", FLUSH, mode="live", opener=False)
        table = Dealer(here, "live")
        dealer, boss = here.signed_in("dealer"), here.signed_in("floorperson")
        dealer.act("live", act="sit", seat=1, player="4400123").raise_for_status()
        signed = {"second": {"name": "dealer", "password": GOOD}}
        for what, chips in (("open", {"10000": 10}), ("close", {"10000": 10, "500": 6})):
            counted = {"what": what, "chips": chips, **signed}
            boss.post("/api/inventory/live", json=counted).raise_for_status()
            if what == "open":
                table.deal_round({1: every_wager(FLUSH)})
        listed = {
            "table": "unopened",
            "mode": "live",
            "submission": FLUSH.replace("/", "-"),
            "settings": {"link": "link-live"},
        }
        here.signed_in("administrator").post("/api/listings", json=listed).raise_for_status()
        yield here
