"""Sign the log while a server runs: often enough that a killed server leaves little unsigned."""

import logging
import time
from collections.abc import Callable

from croupier.errors import Refusal
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import (
    Checkpoint,
    check_history,
    check_key,
    checkpoint,
    finish_rotation,
    newest,
    remembered,
)
from croupier.ledger.verification.rotation import former_keys
from croupier.ledger.verification.witness import give_witness, owed, read_witness

log: logging.Logger = logging.getLogger("croupier.server")

SIGN_RECORDS = 250
"""Unsigned records after which a server signs; it looks once a second."""
SIGN_SECONDS = 600.0
"""After which it signs any number of them."""


class Signer:
    """Signs the log of a house, and gives every checkpoint to its witness."""

    def __init__(self, ledger: Ledger, clock: Callable[[], int], witness: str = "") -> None:
        self._ledger = ledger
        self._clock = clock
        self._witness = witness
        self._signed = 0
        self._at = time.monotonic()
        self._given = 0
        self.unreached: str = ""
        """Why the witness lacks checkpoints; empty if it has them all."""

    def bind(self) -> None:
        """Refuse keys other than those by which the house has signed, and a log with less than it has signed.

        A new log is signed before anything is recorded: who is refused leaves nothing in another's house.
        """
        last, keys = newest(self._ledger), self._ledger.keys
        finish_rotation(self._ledger)
        check_key(self._ledger, "" if keys.store is None else f" in {keys.store.where}")
        check_history(self._ledger, self._held(), self._witness)
        if last is None:
            self.sign()

    def sign(self) -> Checkpoint:
        """Sign where everything stands."""
        made = checkpoint(self._ledger, self._clock())
        self._signed, self._at = made.position, time.monotonic()
        self._give(made)
        return made

    def _give(self, made: Checkpoint) -> None:
        """Give the witness all that it lacks. One that is down stops nothing: it gets the rest later."""
        if not self._witness:
            return
        try:
            if self.unreached:
                check_history(self._ledger, self._read(), self._witness)
            while self._given < made.number:
                with self._ledger.database.reading() as connection:
                    lines = owed(connection, self._given)
                give_witness(self._witness, lines)
                self._given = max(each.number for each in lines if isinstance(each, Checkpoint))
            self.unreached = ""
        except (OSError, ValueError) as error:
            self.unreached = f"the witness has not taken checkpoint {made.number}: {error}"
            log.warning(self.unreached, extra={"code": "witness_unreached"})

    def sign_if_due(self) -> None:
        """Sign if many records are unsigned, or if the last checkpoint is old."""
        old = time.monotonic() - self._at >= SIGN_SECONDS
        if old or self._ledger.position() - self._signed >= SIGN_RECORDS:
            self._at = time.monotonic()  # a refusal is not repeated every second
            self.sign()

    def held(self) -> list[Checkpoint]:
        """The checkpoints that must be in the log: the house's last one, and its witness's."""
        with self._ledger.database.reading() as connection:
            own = remembered(self._ledger.keys, former_keys(connection))
        return [*([] if own is None else [own]), *self._held()]

    def _held(self) -> list[Checkpoint]:
        """The newest checkpoint of the witness, if it has any yet."""
        if not self._witness:
            return []
        try:
            return self._read()
        except OSError as error:
            self.unreached = f"the witness cannot be reached: {error}"
            log.warning(self.unreached, extra={"code": "witness_unreached"})
            return []
        except ValueError as error:
            raise Refusal(
                "witness_unusable", f"{self._witness}: {error}; allowed: the witness's checkpoints"
            ) from None

    def _read(self) -> list[Checkpoint]:
        try:
            held = read_witness(self._witness, empty=True)[-1:]
        except FileNotFoundError:
            held = []
        self._given = held[0].number if held else 0
        return held
