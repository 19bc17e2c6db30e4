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
    newest,
    remembered,
)
from croupier.ledger.verification.witness import give_witness, read_witness

log = logging.getLogger("croupier.server")

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

    def bind(self) -> None:
        """Refuse keys other than those by which the house has signed, and a log with less than it has signed.

        A new log is signed before anything is recorded: who is refused leaves nothing in another's house.
        """
        last, keys = newest(self._ledger), self._ledger.keys
        check_key(last, keys, "" if keys.directory is None else f" in {keys.directory}")
        check_history(self._ledger, self._held(), self._witness)
        if last is None:
            self.sign()

    def sign(self) -> Checkpoint:
        """Sign where everything stands."""
        made = checkpoint(self._ledger, self._clock())
        self._signed, self._at = made.position, time.monotonic()
        if self._witness and made.number > self._given:
            try:
                give_witness(self._witness, made)
                self._given = made.number
            except OSError as error:
                log.warning("the witness did not take checkpoint %d: %s", made.number, error)
        return made

    def sign_if_due(self) -> None:
        """Sign if many records are unsigned, or if the last checkpoint is old."""
        old = time.monotonic() - self._at >= SIGN_SECONDS
        if old or self._ledger.position() - self._signed >= SIGN_RECORDS:
            self._at = time.monotonic()  # a refusal is not repeated every second
            self.sign()

    def held(self) -> list[Checkpoint]:
        """The checkpoints that must be in the log: the house's last one, and its witness's."""
        own = remembered(self._ledger.keys)
        return [*([] if own is None else [own]), *self._held()]

    def _held(self) -> list[Checkpoint]:
        """The newest checkpoint of the witness, if it has any yet."""
        if not self._witness:
            return []
        try:
            held = read_witness(self._witness, empty=True)[-1:]
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise Refusal(
                "witness_unusable", f"{self._witness}: {error}; allowed: the witness's checkpoints"
            ) from None
        self._given = held[0].number if held else 0
        return held
