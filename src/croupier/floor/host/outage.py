"""An outage of the ledger: logged when it begins and when it ends, not at every failure in between."""

import logging
from collections.abc import Callable

from croupier.errors import Refusal
from croupier.ledger.database import reason

log: logging.Logger = logging.getLogger("croupier.floor")


class Outage:
    """Whether the ledger is unavailable now."""

    def __init__(self) -> None:
        self._failures = 0
        """Since the ledger last worked."""

    def caused(self, error: Exception) -> bool:
        """Whether an error means that the ledger is unavailable."""
        if not isinstance(error, Refusal) or not error.code.startswith("ledger_"):
            return False
        if not self._failures:
            log.error("the ledger failed: %s", " ".join(filter(None, (error.message, reason(error)))))
        self._failures += 1
        return True

    def over(self) -> None:
        """The ledger is available: end the outage, if there was one."""
        if self._failures:
            log.warning("the ledger works again; failures meanwhile: %d", self._failures)
            self._failures = 0

    def guard(self, task: Callable[..., object], *arguments: object) -> None:
        """Run a callback; log an exception, never raise."""
        try:
            task(*arguments)
        except Exception as error:
            if not self.caused(error):
                log.exception("a task of the floor failed")
