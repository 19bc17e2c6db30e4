"""The child that writes an export of the log to its stdout; the database comes over its stdin."""

import contextlib
import os
import sys
from pathlib import Path

from croupier.errors import Refusal
from croupier.floor.audit.read_only import open_ledger
from croupier.ledger.keys import Keys
from croupier.ledger.verification.export import export
from croupier.server.workers.child import NICE
from croupier.server.workers.pool import read


def main() -> int:
    """Exit code 0 if the export is complete."""
    url, directory = read(sys.stdin.buffer)
    with contextlib.suppress(OSError):
        os.nice(NICE)
    try:
        ledger = open_ledger(url, Keys.to_sign(Path(directory)))
        try:
            export(ledger, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        finally:
            ledger.close()
    except Refusal as refusal:
        print(refusal.message, file=sys.stderr)
        return 1
    except BrokenPipeError:  # the download was canceled
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
