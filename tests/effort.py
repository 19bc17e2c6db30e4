"""How much random work a test does: a part in `./test`, all of it in `./test --thorough`."""

import os

THOROUGH = os.environ.get("CROUPIER_THOROUGH", "") not in ("", "0")


def effort(part: int, whole: int) -> int:
    """The number of rounds, seeds or histories to try."""
    return whole if THOROUGH else part
